"""Running cases, and results as notebooks show them."""

from __future__ import annotations

import os
from html import escape
from typing import Callable, Dict, Iterator, Mapping, Optional, Union

from . import _tread
from ._case import Case

Progress = Callable[[float, str], Optional[bool]]


def run(
    case: Union[Case, str, "os.PathLike[str]"],
    *,
    threads: int = 0,
    progress: Optional[Progress] = None,
    evidence: bool = False,
) -> _tread.Result:
    """Solves a case, or the cases of a file (TOML, or .inp of CONTACT).

    threads: 0 as the case says. progress: called with the fraction done (0 to 1) and the work at
    hand; if it returns False the run ends with what there is (status "stopped"), if it raises the
    exception comes out. Ctrl-C raises KeyboardInterrupt. The interpreter lock is free meanwhile.
    evidence: runs the case again with finer grids, steps and modes; the evidence of its first case
    says how the numbers change.
    """
    file = case._case_file() if isinstance(case, Case) else _tread._read_case(os.fspath(case))
    return _tread._run(file, threads, progress, evidence)


class Scalars(Mapping[str, float]):
    """Numbers of a result by name, SI. ``scalars.unit(name)`` and ``scalars.meaning(name)`` say
    what they are."""

    def __init__(self, scalars: Dict[str, _tread.Scalar]) -> None:
        self._scalars = scalars

    def __getitem__(self, name: str) -> float:
        return self._scalars[name].value

    def __iter__(self) -> Iterator[str]:
        return iter(self._scalars)

    def __len__(self) -> int:
        return len(self._scalars)

    def unit(self, name: str) -> str:
        """SI unit of a number; empty: none."""
        return self._scalars[name].unit

    def meaning(self, name: str) -> str:
        """What a number is."""
        return self._scalars[name].meaning

    def __repr__(self) -> str:
        width = max((len(name) for name in self), default=0)
        return "\n".join(f"{n:<{width}}  {s.value:.6g} {s.unit}".rstrip() for n, s in self._scalars.items())

    def _repr_html_(self) -> str:
        rows = "".join(
            f"<tr><td>{escape(s.meaning or n)}</td><td><code>{escape(n)}</code></td>"
            f"<td style='text-align:right'>{s.value:.6g}</td><td>{escape(s.unit)}</td></tr>"
            for n, s in self._scalars.items()
        )
        return f"<table>{rows}</table>"


def _scalars(self: _tread.CaseResult) -> Scalars:
    """Numbers by name, SI: a mapping that also knows units and meanings."""
    return Scalars(self._scalars)


def _case_html(self: _tread.CaseResult) -> str:
    mark = "" if self.ok else " style='color:#b00'"
    notes = "".join(f"<li>{escape(note)}</li>" for note in self.notes)
    parts = [f"{len(table)} columns in table <code>{escape(name)}</code>" for name, table in self.tables.items()]
    if self.fields is not None:
        parts.insert(0, "fields " + ", ".join(f"<code>{escape(name)}</code>" for name in self.fields))
    listed = "".join(f"<li>{part}</li>" for part in parts)
    return (
        f"<h4>{escape(self.title)}</h4><p{mark}>{escape(self.status)}</p>"
        f"{self.scalars._repr_html_()}<ul>{listed}{notes}</ul>"
    )


def _case_repr(self: _tread.CaseResult) -> str:
    return f"<CaseResult {self.title!r}: {self.status}, {len(self.scalars)} numbers, tables {list(self.tables)}>"


def _result_html(self: _tread.Result) -> str:
    return "".join(case._repr_html_() for case in self.cases)


def _report(self: _tread.Result, path: Union[str, "os.PathLike[str]"]) -> None:
    """Writes the report, one HTML page that needs nothing else, to a file."""
    text = self.report_html()
    try:
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
    except OSError as error:
        from ._errors import IoError

        raise IoError(f"{os.fspath(path)}: {error.strerror}") from error


_tread.CaseResult.scalars = property(_scalars)  # type: ignore[attr-defined]
_tread.CaseResult._repr_html_ = _case_html  # type: ignore[attr-defined]
_tread.CaseResult.__repr__ = _case_repr  # type: ignore[assignment]
_tread.Result._repr_html_ = _result_html  # type: ignore[attr-defined]
_tread.Result.report = _report  # type: ignore[attr-defined]
