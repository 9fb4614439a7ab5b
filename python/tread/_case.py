"""Cases as objects: the keys of a case file as attributes, made from their declarations."""

from __future__ import annotations

import functools
import os
import textwrap
from typing import Any, Dict, Iterator, List, Optional, Tuple, Union

from . import _tread
from ._errors import CaseError, UnknownKeyError

Tree = Dict[str, Any]


class _Declarations:
    """The tables and keys of one scenario."""

    def __init__(self, scenario: str) -> None:
        tables, keys = _tread._declarations(scenario)
        self.scenario = scenario
        self.tables = {table.name: table for table in tables}
        self.keys = list(keys)
        self.of_table: Dict[str, Dict[str, _tread.Key]] = {"": {}}
        for table in tables:
            self.of_table.setdefault(table.name, {})
        for key in keys:
            self.of_table.setdefault(key.table, {})[key.name] = key

    def find(self, table: str, written: str) -> Tuple[Optional[_tread.Key], str]:
        """The key that is meant by a name with or without unit, and that unit ("": SI)."""
        keys = self.of_table.get(table, {})
        if written in keys:
            return keys[written], ""
        for name in sorted(keys, key=len, reverse=True):
            unit = written[len(name) + 1 :]
            if written.startswith(name + "_") and unit in keys[name].units:
                return keys[name], unit
        return None, ""

    def inner_tables(self, table: str) -> List[str]:
        """Names of the tables right below one ("": of the case)."""
        start = table + "." if table else ""
        rest = [name[len(start) :] for name in self.tables if name.startswith(start) and name != table]
        return list(dict.fromkeys(name.split(".")[0] for name in rest))


@functools.lru_cache(maxsize=None)
def _declarations(scenario: str) -> _Declarations:
    return _Declarations(scenario)


def _toml_value(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    if isinstance(value, float):
        text = repr(value)
        return text if any(c in text for c in ".en") else text + ".0"
    if isinstance(value, str):
        escaped = value.replace("\\", "\\\\").replace('"', '\\"')
        return '"' + "".join(c if c >= " " and c != "\x7f" else f"\\u{ord(c):04x}" for c in escaped) + '"'
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(_toml_value(item) for item in value) + "]"
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{_toml_key(k)} = {_toml_value(v)}" for k, v in value.items()) + " }"
    raise TypeError(f"a case cannot hold a {type(value).__name__}: {value!r}")


def _toml_key(key: str) -> str:
    plain = key and all(c.isascii() and (c.isalnum() or c in "_-") for c in key)
    return key if plain else _toml_value(key)


def _is_table_list(value: Any) -> bool:
    return isinstance(value, list) and bool(value) and all(isinstance(item, dict) for item in value)


def _toml_lines(tree: Tree, path: str) -> Iterator[str]:
    for key, value in tree.items():
        if not isinstance(value, dict) and not _is_table_list(value):
            yield f"{_toml_key(key)} = {_toml_value(value)}"
    for key, value in tree.items():
        name = f"{path}.{_toml_key(key)}" if path else _toml_key(key)
        if isinstance(value, dict):
            yield f"\n[{name}]"
            yield from _toml_lines(value, name)
        elif _is_table_list(value):
            for item in value:
                yield f"\n[[{name}]]"
                yield from _toml_lines(item, name)


def _toml_text(tree: Tree) -> str:
    return "\n".join(_toml_lines(tree, "")).lstrip("\n") + "\n"


def _plain(value: Any) -> Any:
    """A value as TOML has it: NumPy's numbers and arrays, paths and tuples become plain."""
    if hasattr(value, "tolist"):
        return value.tolist()
    if isinstance(value, os.PathLike):
        return os.fspath(value)
    if isinstance(value, (list, tuple)):
        return [_plain(item) for item in value]
    return value


def key_text(key: _tread.Key) -> str:
    """A key for people: meaning, unit, range, default, choices."""
    facts = [key.kind if not key.unit else f"{key.kind}, {key.unit}"]
    if key.range:
        facts.append(key.range)
    if key.required:
        facts.append("required")
    elif key.default is not None:
        facts.append(f"default {key.default}")
    text = f"{key.doc} ({'; '.join(facts)})"
    if key.condition:
        text += f"; {key.condition}"
    for name, doc in key.choices.items():
        text += f"\n    {name}: {doc}" if doc else f"\n    {name}"
    return text


class CaseTable:
    """A table of keys of a case. Keys are attributes, with or without a unit behind the name:
    ``case.train.speed_km_h = 300`` is ``case.train.speed = 83.33``. Reading a key that is not
    given gives its default, or None; setting it to None takes it out."""

    def __init__(self, case: "Case", path: Tuple[Union[str, int], ...], declared: str) -> None:
        self._case = case
        self._path = path
        self._declared = declared

    # ---- the tree behind it ----

    def _tree(self, make: bool = False) -> Tree:
        tree: Any = self._case._root
        for step in self._path:
            if isinstance(step, int):
                tree = tree[step]
            elif make:
                tree = tree.setdefault(step, {})
            else:
                tree = tree.get(step, {})
        return tree

    def _written(self, name: str) -> str:
        text = ""
        for step in self._path:
            text += f"[{step + 1}]" if isinstance(step, int) else ("." if text else "") + step
        return f"{text}.{name}" if text else name

    def _given_name(self, key: _tread.Key) -> Optional[str]:
        for written in self._tree():
            if self._case._keys.find(self._declared, written)[0] is key:
                return written
        return None

    def _get(self, name: str) -> Any:
        keys = self._case._keys
        inner = f"{self._declared}.{name}" if self._declared else name
        stored = self._tree().get(name)
        key, unit = keys.find(self._declared, name)
        is_table = inner in keys.tables or any(t.startswith(inner + ".") for t in keys.tables)
        if is_table and (key is None or stored is None or _is_table_list(stored)):
            if inner in keys.tables and keys.tables[inner].many:
                return CaseTableList(self._case, self._path + (name,), inner)
            return _table_class(keys.scenario, inner)(self._case, self._path + (name,), inner)
        if key is None:
            self._check(name, 0)
            raise AssertionError(f"{name} is no key")
        written = self._given_name(key)
        if written is None:
            return _in_unit(key.default, key, "", unit)
        return _in_unit(self._tree()[written], key, keys.find(self._declared, written)[1], unit)

    def _set(self, name: str, value: Any) -> None:
        value = _plain(value)
        key, _ = self._case._keys.find(self._declared, name)
        if key is not None and key.full_name == "scenario" and value != self._case.scenario:
            raise CaseError(f"scenario: a case keeps its scenario; make tread.Case({value!r})")
        if key is None or value is not None:
            self._check(name, value)
        tree = self._tree(make=True)
        if key is not None:
            given = self._given_name(key)
            if given is not None:
                del tree[given]
        if value is not None:
            tree[name] = value
        self._case._changed = True

    def _check(self, name: str, value: Any) -> None:
        """Raises what the program says of this key, looked at alone."""
        root: Tree = {"scenario": self._case.scenario}
        tree: Any = root
        for step in self._path:
            if not isinstance(step, int):
                tree = tree.setdefault(step, {})
        tree[name] = value
        root = _with_lists(root, self._path)
        try:
            _tread._check_key(_toml_text(root))
        except CaseError as error:
            if any("unknown" in problem.reason for problem in error.problems):
                raise UnknownKeyError(str(error), error.problems) from None
            raise

    # ---- as Python sees it ----

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        return self._get(name)

    def __setattr__(self, name: str, value: Any) -> None:
        if name.startswith("_"):  # ours: no key begins so
            object.__setattr__(self, name, value)
        else:
            self._set(name, value)

    def __delattr__(self, name: str) -> None:
        self._set(name, None)

    def __getitem__(self, name: str) -> Any:
        return self._get(name)

    def __setitem__(self, name: str, value: Any) -> None:
        self._set(name, value)

    def __delitem__(self, name: str) -> None:
        self._set(name, None)

    def __contains__(self, name: str) -> bool:
        key, _ = self._case._keys.find(self._declared, name)
        return key is not None and self._given_name(key) is not None

    def __dir__(self) -> List[str]:
        names: List[str] = ["update"]
        for key in self._case._keys.of_table.get(self._declared, {}).values():
            names.append(key.name)
            names += [f"{key.name}_{unit}" for unit in key.units]
        return names + self._case._keys.inner_tables(self._declared)

    def update(self, **values: Any) -> None:
        """Sets several keys at once."""
        for name, value in values.items():
            self._set(name, value)

    def __repr__(self) -> str:
        given = ", ".join(f"{k}={v!r}" for k, v in self._tree().items())
        return f"<{self._declared or self._case.scenario}: {given or 'nothing given'}>"


def _with_lists(root: Tree, path: Tuple[Union[str, int], ...]) -> Tree:
    """The tree of one key, tables of which there may be many as lists of as many tables."""
    if not any(isinstance(step, int) for step in path):
        return root
    result: Tree = dict(root)
    at: Any = result
    for step, following in zip(path, path[1:] + ("",)):
        if isinstance(step, int):
            continue
        inner = dict(at[step])
        at[step] = [{}] * following + [inner] if isinstance(following, int) else inner
        at = inner
    return result


def _in_unit(value: Any, key: _tread.Key, given: str, asked: str) -> Any:
    if value is None or given == asked or not key.units:
        return value

    def convert(number: float) -> float:
        for unit, back in ((given, False), (asked, True)):
            if unit:
                numerator, denominator = key.units[unit]
                number = number * denominator / numerator if back else number * numerator / denominator
        return number

    return [convert(v) for v in value] if isinstance(value, list) else convert(value)


@functools.lru_cache(maxsize=None)
def _table_class(scenario: str, table: str) -> type:
    """A class of its own for every table, so that help() and completion show its keys."""
    declared = _declarations(scenario)
    info = declared.tables.get(table)
    members: Dict[str, Any] = {"__doc__": (info.doc if info else "") or f"The table [{table}]."}
    for name, key in declared.of_table.get(table, {}).items():
        members[name] = property(
            lambda self, name=name: self._get(name),
            lambda self, value, name=name: self._set(name, value),
            lambda self, name=name: self._set(name, None),
            key_text(key),
        )

    return type("".join(part.capitalize() for part in table.replace(".", "_").split("_")), (CaseTable,), members)


class CaseTableList:
    """Tables of which there may be many, [[name]] in a file: ``case.coach.add(length=25)``,
    ``case.coach[0].length``."""

    def __init__(self, case: "Case", path: Tuple[Union[str, int], ...], declared: str) -> None:
        self._case = case
        self._path = path
        self._declared = declared

    def _list(self, make: bool = False) -> List[Tree]:
        tree: Any = self._case._root
        for step in self._path[:-1]:
            tree = tree[step] if isinstance(step, int) else tree.setdefault(step, {}) if make else tree.get(step, {})
        name = self._path[-1]
        return tree.setdefault(name, []) if make else tree.get(name, [])

    def add(self, **values: Any) -> CaseTable:
        """Adds one more table at the end, with these keys."""
        tables = self._list(make=True)
        tables.append({})
        self._case._changed = True
        try:
            self[len(tables) - 1].update(**values)
        except Exception:
            tables.pop()
            raise
        return self[len(tables) - 1]

    def __len__(self) -> int:
        return len(self._list())

    def __getitem__(self, index: int) -> CaseTable:
        count = len(self)
        if not -count <= index < count:
            raise IndexError(f"there are {count} [[{self._declared}]]")
        path = self._path + (index % count,)
        return _table_class(self._case.scenario, self._declared)(self._case, path, self._declared)

    def __delitem__(self, index: int) -> None:
        del self._list()[index]
        self._case._changed = True

    def __iter__(self) -> Iterator[CaseTable]:
        return (self[i] for i in range(len(self)))

    def __repr__(self) -> str:
        return f"<{len(self)} [[{self._declared}]]>"


class Case(CaseTable):
    """A case: what is to be computed, with the keys of a case file.

    ``case = tread.Case("train_bridge"); case.train.speed_km_h = 300`` or
    ``case["train.speed_km_h"] = 300``. Every value is checked when it is set; what ties keys
    together is checked by ``case.check()`` and when the case runs. ``help(case.train)`` and
    ``tread.keys("train_bridge")`` explain the keys."""

    def __init__(self, scenario: str = "contact", folder: Union[str, os.PathLike[str]] = ".", **values: Any) -> None:
        if scenario not in _tread._scenarios():
            _tread._check_key(_toml_text({"scenario": scenario}))
        self._start({} if scenario == "contact" else {"scenario": scenario}, scenario, folder)
        for name, value in values.items():
            self[name] = value

    def _start(self, root: Tree, scenario: str, folder: Union[str, os.PathLike[str]]) -> None:
        self._root = root
        self._scenario = scenario
        self._keys = _declarations(scenario)
        self._folder = os.fspath(folder)
        self._file: Optional[str] = None
        self._text: Optional[str] = None
        self._changed = True
        CaseTable.__init__(self, self, (), "")

    @classmethod
    def from_file(cls, path: Union[str, os.PathLike[str]]) -> "Case":
        """Reads a TOML case. Files that it names are sought beside it."""
        path = os.fspath(path)
        if path.lower().endswith(".inp"):
            raise CaseError(f"{path}: files of CONTACT have no keys; tread.run({path!r}) runs them")
        _tread._read_case(path)
        case = cls.from_toml(_tread._read_text(path), os.path.dirname(path) or ".")
        case._file = path
        return case

    @classmethod
    def from_toml(cls, text: str, folder: Union[str, os.PathLike[str]] = ".") -> "Case":
        """Reads a case from TOML text. Files that it names are sought in the folder."""
        root = _tread._parse_tree(text, "case")
        _tread._parse_case(text, "case", os.fspath(folder))
        case = cls.__new__(cls)
        case._start(root, root.get("scenario", "contact"), folder)
        case._text = text
        case._changed = False
        return case

    @property
    def scenario(self) -> str:
        """What the case describes: contact, drop, moving_load, train_bridge, ..."""
        return self._scenario

    def to_toml(self) -> str:
        """The case as the text of a case file; as it was read, if nothing was changed."""
        return self._text if self._text is not None and not self._changed else _toml_text(self._root)

    def to_dict(self) -> Tree:
        """The keys that are given, as nested dicts."""
        return _copied(self._root)

    def copy(self) -> "Case":
        """An independent copy."""
        case = type(self).__new__(type(self))
        case._start(_copied(self._root), self.scenario, self._folder)
        case._file, case._text, case._changed = self._file, self._text, self._changed
        return case

    def __copy__(self) -> "Case":
        return self.copy()

    def __deepcopy__(self, memo: Any) -> "Case":
        return self.copy()

    def __getstate__(self) -> Dict[str, Any]:
        """What makes the case, without the declarations of its keys: for pickle, and so for other processes."""
        return {
            "root": self._root,
            "scenario": self._scenario,
            "folder": self._folder,
            "file": self._file,
            "text": self._text,
            "changed": self._changed,
        }

    def __setstate__(self, state: Dict[str, Any]) -> None:
        self._start(state["root"], state["scenario"], state["folder"])
        self._file, self._text, self._changed = state["file"], state["text"], state["changed"]

    def check(self) -> None:
        """Builds the model without solving it. Raises CaseError with all that is wrong."""
        _tread._check_case(self._case_file())

    def _case_file(self) -> _tread.CaseFile:
        if self._file is not None and not self._changed:
            return _tread._parse_case(self._text, self._file, self._folder)
        return _tread._parse_case(self.to_toml(), "case", self._folder)

    def _owner_of(self, name: str) -> Tuple[Any, str]:
        """The table of a dotted name, and what is left of the name."""
        *tables, last = name.split(".")
        owner: Any = self
        for part in tables:
            bracket = part.find("[")
            owner = owner._get(part if bracket < 0 else part[:bracket])
            if bracket >= 0:
                owner = owner[int(part[bracket + 1 : -1]) - 1]
            if not isinstance(owner, CaseTable):
                raise CaseError(f"{name}: {part} is no table, or one of several: write {part}[1]")
        return owner, last

    def __getitem__(self, name: str) -> Any:
        owner, last = self._owner_of(name)
        return owner._get(last)

    def __setitem__(self, name: str, value: Any) -> None:
        owner, last = self._owner_of(name)
        owner._set(last, value)

    def __delitem__(self, name: str) -> None:
        self[name] = None

    def __contains__(self, name: str) -> bool:
        owner, last = self._owner_of(name)
        return CaseTable.__contains__(owner, last)

    def __dir__(self) -> List[str]:
        methods = ["check", "copy", "from_file", "from_toml", "scenario", "to_dict", "to_toml"]
        return methods + super().__dir__()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Case) and self._root == other._root

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"<Case {self.scenario}>\n{textwrap.indent(self.to_toml().rstrip(), '  ')}"


def _copied(tree: Any) -> Any:
    if isinstance(tree, dict):
        return {key: _copied(value) for key, value in tree.items()}
    if isinstance(tree, list):
        return [_copied(value) for value in tree]
    return tree


class KeyReference(List[_tread.Key]):
    """Keys of a scenario; prints as a reference, in notebooks as a table."""

    def __repr__(self) -> str:
        lines: List[str] = []
        table = None
        for key in self:
            if key.table != table:
                table = key.table
                lines.append(f"\n[{table}]" if table else "")
            lines.append(f"  {key.name}: {key_text(key)}")
        return "\n".join(lines).strip("\n")

    def _repr_html_(self) -> str:
        from html import escape

        rows = "".join(
            f"<tr><td><code>{escape(k.full_name)}</code></td><td>{escape(k.unit)}</td>"
            f"<td>{escape(k.range)}</td><td>{'' if k.default is None else escape(str(k.default))}</td>"
            f"<td>{escape(k.doc)}</td></tr>"
            for k in self
        )
        heads = "".join(f"<th>{name}</th>" for name in ("key", "unit", "range", "default", "meaning"))
        return f"<table><tr>{heads}</tr>{rows}</table>"


def scenarios() -> Dict[str, str]:
    """What a case can describe: name and a line for people."""
    return dict(_tread._scenarios())


def keys(scenario: str = "contact", table: Optional[str] = None) -> KeyReference:
    """The keys that a case of a scenario can have (of one table, if given): meaning, unit, range,
    default. Print it, or look at its items."""
    if scenario not in _tread._scenarios():
        _tread._check_key(_toml_text({"scenario": scenario}))
    found = _declarations(scenario).keys
    return KeyReference(key for key in found if table is None or key.table == table)
