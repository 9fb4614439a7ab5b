"""Remarks of `tread reproduce` quote no number from memory: check_remarks.py SOURCE_FOLDER ALLOWED_FILE

A string of a reproduction may have digits only in what is formatted into it, in a reference to its document (table 8.3, (8.66), listing A.2), in a name
(RK4, ODE23) or in a power (dx^2). Any other number goes stale: it is computed and formatted, or it is of a formula or printed in the document, and then
stands in ALLOWED_FILE as "SOURCE | the words around it | formula, or where it is printed".
"""

import pathlib
import re
import sys

SOURCES = ("thesis_chapter_*.cpp", "wiggles_*.cpp", "wheel_rail_curve*.cpp", "wheel_rail_differential*.cpp", "contact_benchmark.cpp", "vehicle_structure.cpp")
LITERALS = re.compile(r'"(?:[^"\\\n]|\\.)*"(?:\s*"(?:[^"\\\n]|\\.)*")*')
NUMBER = r"[A-Z]?\.?\d+(?:\.\d+)*"
INNOCENT = re.compile("|".join((
    r"\{[^{}]*\}",  # formatted
    rf"\b(?:tables?|figures?|sections?|chapters?|listings?|algorithms?|examples?) {NUMBER}(?:(?:, | and | to ){NUMBER})*",
    r"\(\d+\.\d+\)(?:-\(\d+\.\d+\))?", r"\bA\.\d\b", r"\b4\.5\.3\b",
    r"[A-Za-z_]\d+\w*", r"Dormand-Prince \d(?:\(\d\))?", r"Bogacki-Shampine \d\(\d\)",  # names: RK4, ODE23, c_1
    r"\^\(?-?[\w./]+", r"\b1/m\b", r"\bc = 1\b(?!\.)",  # powers, a unit, a step of one whole cell
)), re.IGNORECASE)


def without_comments(text):
    return re.sub(r"//[^\n]*", "", text)


def strings(text):
    """(line, text) of every string; pieces that stand side by side are one."""
    for found in LITERALS.finditer(text):
        line = text.count("\n", 0, found.start()) + 1
        if text.splitlines()[line - 1].lstrip().startswith("#"):
            continue
        yield line, "".join(re.findall(r'"((?:[^"\\\n]|\\.)*)"', found.group()))


def bare_numbers(folder, allowed):
    used = set()
    for pattern in SOURCES:
        for path in sorted(folder.glob(pattern)):
            for line, text in strings(without_comments(path.read_text())):
                left = text
                for entry in allowed:
                    if entry[0] == path.name and entry[1] in left:
                        used.add(entry)
                        left = left.replace(entry[1], "")
                left = INNOCENT.sub("", left)
                if re.search(r"\d", left):
                    yield f"{path.name}:{line}: a number from memory: {left.strip()!r} of {text!r}"
    for entry in allowed:
        if entry not in used:
            yield f"{entry[0]}: no remark has {entry[1]!r} any more: take it out of the list"


def read_allowed(path):
    lines = [line for line in path.read_text().splitlines() if line and not line.startswith("#")]
    return [tuple(part.strip() for part in re.split(r" \| ", line)) for line in lines]


if __name__ == "__main__":
    wrong = list(bare_numbers(pathlib.Path(sys.argv[1]), read_allowed(pathlib.Path(sys.argv[2]))))
    if wrong:
        sys.exit("\n".join(wrong))
