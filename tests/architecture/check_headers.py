#!/usr/bin/env python3
"""Checks that every header of the rooms can be included on its own, in far less time than one compilation each takes.

    check_headers.py ROOT COMPILER BUILD

BUILD is the build folder, whose compile_commands.json knows where headers of other libraries lie. A header may stand behind another in one
unit if that cannot help it: because it includes the other one anyway, or because it includes all that the other includes and mentions none
of the names that the other declares. So the headers are put into few units, and only their syntax is checked. (Precompiled headers of other
libraries take g++ as long to load as these units take to read.)
Status 1 if anything is wrong.
"""

import json
import os
import re
import shlex
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from check_rooms import includes_of, without_comments_and_strings


WORD = re.compile(r"[A-Za-z_]\w*")
# More than what is declared: calls and members too. A name too many only keeps two headers apart.
DECLARED = re.compile(r"\b(?:struct|class|enum|using|concept|namespace)\s+(\w+)|\b(\w+)\s*\(|\b(k_\w+)")


class Header:
    """A header of the tree: what it includes itself and with all that brings, what it declares, what it mentions."""

    def __init__(self, path):
        text = without_comments_and_strings(path.read_text(encoding="utf-8"))
        self.direct = {name for _, _, name in includes_of(path)}
        self.declares = {word for groups in DECLARED.findall(text) for word in groups if word} - {"tread"}
        self.mentions = set(WORD.findall(text))
        self.brings = None

    def gains_nothing_from(self, name, other):
        """Whether the header is read the same with the other in front of it."""
        return name in self.brings or (other.brings <= self.brings and not other.declares & self.mentions)


def own_headers(root):
    """Path from src -> header."""
    headers = {path.relative_to(root / "src").as_posix(): Header(path) for path in sorted((root / "src/tread").rglob("*.hpp"))}

    def visit(name):
        if name not in headers:
            return set()
        header = headers[name]
        if header.brings is None:
            header.brings = set(header.direct)
            for other in header.direct:
                header.brings |= visit(other)
        return header.brings

    for name in headers:
        visit(name)
    return headers


def units_of(headers):
    """Lists of headers that hold every header once, none helped by those before it in its list."""
    units = []
    for name in sorted(headers, key=lambda name: (len(headers[name].brings), name)):
        header = headers[name]
        fitting = [unit for unit in units if all(header.gains_nothing_from(other, headers[other]) for other in unit)]
        if fitting:
            # Behind the one that has most of what it reads already.
            max(fitting, key=lambda unit: len(headers[unit[-1]].brings)).append(name)
        else:
            units.append([name])
    return units


def include_options(build):
    """Where the compilations of a build look for headers."""
    options = []
    for entry in json.loads((build / "compile_commands.json").read_text(encoding="utf-8")):
        words = shlex.split(entry["command"])
        for i, word in enumerate(words):
            option = ["-isystem", words[i + 1]] if word == "-isystem" else [word]
            if word.startswith("-I") or word == "-isystem":
                if option not in options:
                    options.append(option)
    return [word for option in options for word in option]


def check_tree(root, compiler, options):
    units = units_of(own_headers(root))
    command = [compiler, "-std=c++20", f"-I{root / 'src'}", *options, "-fsyntax-only", "-x", "c++", "-"]

    def compile_unit(unit):
        text = "".join(f'#include "{name}"\n' for name in unit)
        return subprocess.run(command, input=text, text=True, capture_output=True, check=False)

    with ThreadPoolExecutor(os.cpu_count()) as pool:
        answers = list(pool.map(compile_unit, units))

    problems = []
    for unit, answer in zip(units, answers):
        if answer.returncode != 0:
            errors = [line for line in answer.stderr.splitlines() if re.search(r":\d+:.*error", line)]
            problems.append(f"{errors[0] if errors else answer.stderr} (in the unit {', '.join(unit)})")
    return problems


def main():
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    root, build = Path(sys.argv[1]).resolve(), Path(sys.argv[3])
    problems = check_tree(root, sys.argv[2], include_options(build))
    for problem in problems:
        print(problem)
    print(f"{len(problems)} problems")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
