"""Writes the type stub of the compiled module from the signatures that pybind11 puts into docstrings.

    python3 make_stub.py > tread/_tread.pyi        with the package installed
"""

import enum
import inspect
import re

import tread
from tread import _tread

HEAD = '''"""Made from the compiled module by python/tools/make_stub.py: do not edit."""

from __future__ import annotations

import os
from typing import Any, Callable, ClassVar, Iterator, Optional, Union

import numpy
import numpy.typing

from ._run import Scalars

'''

TYPES = [
    (r"tread\._tread\.", ""),
    (r"numpy\.ndarray\[numpy\.float64(\[m, 1\])?\]", "numpy.typing.NDArray[numpy.float64]"),
    (r"numpy\.ndarray(?!\w)", "numpy.typing.NDArray[Any]"),
    (r"os\.PathLike", "str | os.PathLike[str]"),
    (r"\bhandle\b|\bobject\b", "Any"),
    (r"\bfunction\b", "Callable[..., Any]"),
    (r"\biterator\b|\bIterator\b(?!\[)", "Iterator[Any]"),
    (r"\bList\[", "list["),
    (r"\bTuple\[", "tuple["),
    (r"\bDict\[", "dict["),
    (r"Annotated\[(list\[[\w.]+\]), FixedSize\(\d+\)\]", r"\1"),
    (r"\[([\w.]+), FixedSize\(\d+\)\]", r"[\1]"),
    (r"(list\[\w+)\[\d+\]\]", r"\1]"),
]

# What the compiled module takes as any object, and checks itself.
NUMBERS = "numpy.typing.ArrayLike"
ARGUMENTS = {
    "bodies": "Optional[Material | tuple[Material, Material]]",
    "friction": "float | CoulombFriction | FallingFriction",
    "progress": "Optional[Callable[[float, str], Any]]",
    "external_force": "Optional[Callable[[float], numpy.typing.ArrayLike]]",
    "tangent_stiffness": "Optional[Callable[..., numpy.typing.ArrayLike]]",
    "mass": f"Optional[{NUMBERS}]",
    "traction_x": f"Optional[{NUMBERS}]",
    "traction_y": f"Optional[{NUMBERS}]",
}
SHAPES = "Sphere | Paraboloid | Ellipsoid | Cylinder | Quadric | QuadricWithSines | WheelOnRail | CircularPunch | "
SHAPES += "RectangularPunch | CircleAlongX | HeightField"
RESULTS = {
    "CaseResult.tables": "dict[str, Table]",
    "CaseResult.histories": "dict[str, FieldHistory]",
    "CaseResult.solids": "dict[str, Solid]",
    "CaseResult.fields": "Optional[Fields]",
    "CaseResult.animation": "Optional[Animation]",
    "CaseResult.checks": "list[Check]",
    "CaseResult.evidence": "list[Evidence]",
    "CaseResult._scalars": "dict[str, Scalar]",
    "CaseResult.elements": "dict[str, int]",
    "CaseResult.vectors": "dict[str, dict[str, float]]",
    "CaseResult.scalars": "Scalars",
    "Result.cases": "list[CaseResult]",
}


def typed(text):
    for pattern, replacement in TYPES:
        text = re.sub(pattern, replacement, text)
    return text


def split_arguments(text):
    """At commas that are not inside brackets or quotes."""
    parts, depth, quote, start = [], 0, "", 0
    for i, c in enumerate(text):
        if quote:
            quote = "" if c == quote else quote
        elif c in "'\"":
            quote = c
        elif c in "([{<":
            depth += 1
        elif c in ")]}>":
            depth -= 1
        elif c == "," and depth == 0:
            parts.append(text[start:i])
            start = i + 1
    return [part.strip() for part in parts + [text[start:]] if part.strip()]


def argument(text, function):
    """An argument without the value of its default, which need not be Python."""
    name, colon, rest = text.partition(":")
    if not colon:
        return text
    kind, equals, default = rest.partition(" = ")
    if name.strip() == "self":
        return "self"
    optional = equals and default.strip() == "None" and "Optional" not in kind and "object" not in kind
    if kind.strip() == "object":
        kind = ARGUMENTS.get(name.strip(), "object")
        if kind == "object" and name.strip() == "distance" and not function.startswith("solve_"):
            kind = f"{NUMBERS} | {SHAPES} | Callable[[float, float], float]"
        elif kind == "object":
            kind = f"Optional[{NUMBERS}]" if default.strip() == "None" else NUMBERS
    else:
        kind = typed(kind.strip())
    if optional:
        kind = f"Optional[{kind}]"
    return f"{name.strip()}: {kind}" + (" = ..." if equals else "")


def signature(name, doc):
    """(arguments, what comes back, the words below) of a docstring."""
    first, _, words = doc.partition("\n")
    found = re.match(rf"^\w*\((.*)\) -> (.*)$", first)
    if not found:
        return None
    arguments = [argument(part, name) for part in split_arguments(found[1])]
    return ", ".join(arguments), typed(found[2]), words.strip()


def documented(words, indent):
    lines = [line.rstrip() for line in words.split("\n")]
    text = ("\n" + indent).join(lines).replace("\\", "\\\\").replace('"""', "'''")
    return f'{indent}"""{text}"""'


def function_stub(name, function, indent, decorator=""):
    found = signature(name, function.__doc__ or "")
    if found is None:
        return ""
    arguments, result, words = found
    head = f"{indent}{decorator and '@' + decorator + chr(10) + indent}def {name}({arguments}) -> {result}:"
    return f"{head}\n{documented(words, indent + '    ')}\n" if words else f"{head} ...\n"


def property_stub(cls, name, member, indent):
    if member.fget.__module__ is not None and inspect.isfunction(member.fget):
        result, words = member.fget.__annotations__.get("return", "Any"), member.fget.__doc__ or ""
        if result not in ("str", "bool", "int", "float"):
            result = "Any"
    else:
        found = signature(name, (member.fget.__doc__ or "").strip())
        result = found[1] if found else "Any"
        words = member.__doc__ or ""
    result = RESULTS.get(f"{cls.__name__}.{name}", result)
    return f"{indent}@property\n{indent}def {name}(self) -> {result}:\n{documented(words, indent + '    ')}\n"


def class_stub(cls, indent=""):
    inner = indent + "    "
    parts = [f"{indent}class {cls.__name__}:\n{documented((cls.__doc__ or '').split(chr(10) * 2 + 'Members:')[0], inner)}\n"]
    values = getattr(cls, "__members__", None)
    if values is not None:
        parts += [f"{inner}{name}: ClassVar[{cls.__name__}]\n" for name in values]
        parts.append(f"{inner}@property\n{inner}def name(self) -> str: ...\n")
        parts.append(f"{inner}@property\n{inner}def value(self) -> int: ...\n")
        return "".join(parts)
    for name, member in sorted(vars(cls).items()):
        if isinstance(member, type):
            parts.append(class_stub(member, inner))
        elif isinstance(member, property):
            parts.append(property_stub(cls, name, member, inner))
        elif isinstance(member, staticmethod):
            parts.append(function_stub(name, member.__func__, inner, "staticmethod"))
        elif name in ("__init__", "__len__", "__iter__", "__contains__", "__getitem__", "__float__") or (
            not name.startswith("_") and callable(member)
        ):
            if inspect.isfunction(member):
                text = str(inspect.signature(member)).replace('"', "")
                text = re.sub(r"self: [^,)]+", "self", text).replace("'", "").replace("_tread.", "")
                parts.append(f"{inner}def {name}{text}:\n{documented(member.__doc__ or '', inner + '    ')}\n")
            else:
                parts.append(function_stub(name, member, inner))
    return "".join(parts)


def module_stub():
    parts = [HEAD, "__version__: str\n\n"]
    for name, member in sorted(vars(_tread).items()):
        if isinstance(member, type):
            parts.append("\n" + class_stub(member))
    for name, member in sorted(vars(_tread).items()):
        if callable(member) and not isinstance(member, type) and not name.startswith("__"):
            parts.append("\n" + function_stub(name, member, ""))
    return "".join(parts)


if __name__ == "__main__":
    assert tread.__version__
    print(module_stub(), end="")
