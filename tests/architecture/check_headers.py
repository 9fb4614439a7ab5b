#!/usr/bin/env python3
"""Checks that every header of the rooms can be included on its own, in far less time than one compilation each takes.

    check_headers.py ROOT COMPILER BUILD

BUILD is the build folder, whose compile_commands.json knows where headers of other libraries lie. A header that includes another may
stand behind it in one unit: what comes before it, it includes anyway. So the headers are cut into as few such chains as can be, and only
their syntax is checked. (Precompiled headers of other libraries take g++ as long to load as these chains take to read.)
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

from check_rooms import includes_of


def own_headers(root):
    """Path from src -> paths of what it includes itself."""
    return {path.relative_to(root / "src").as_posix(): {name for _, _, name in includes_of(path)}
            for path in sorted((root / "src/tread").rglob("*.hpp"))}


def with_what_they_bring(direct):
    """Header -> all headers that it includes, also through others."""
    closed = {}

    def visit(name):
        if name not in closed:
            closed[name] = set()
            for other in direct[name]:
                if other in direct:
                    closed[name] |= {other} | visit(other)
        return closed[name]

    for name in direct:
        visit(name)
    return closed


def chains_of(includes):
    """The fewest chains that hold every header once and in which each includes the one before: a largest matching gives them."""
    next_of = {}  # header -> the one that follows it
    before = {}

    def can_follow(name, tried):
        for other in sorted(includes[name]):
            if other in tried:
                continue
            tried.add(other)
            if other not in next_of or can_follow(next_of[other], tried):
                next_of[other] = name
                before[name] = other
                return True
        return False

    for name in sorted(includes):
        can_follow(name, set())
    chains = []
    for first in sorted(name for name in includes if before.get(name) is None):
        chain = [first]
        while chain[-1] in next_of:
            chain.append(next_of[chain[-1]])
        chains.append(chain)
    return chains


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
    chains = chains_of(with_what_they_bring(own_headers(root)))
    command = [compiler, "-std=c++20", f"-I{root / 'src'}", *options, "-fsyntax-only", "-x", "c++", "-"]

    def compile_chain(chain):
        text = "".join(f'#include "{name}"\n' for name in chain)
        return subprocess.run(command, input=text, text=True, capture_output=True, check=False)

    with ThreadPoolExecutor(os.cpu_count()) as pool:
        answers = list(pool.map(compile_chain, chains))

    problems = []
    for chain, answer in zip(chains, answers):
        if answer.returncode != 0:
            errors = [line for line in answer.stderr.splitlines() if re.search(r":\d+:.*error", line)]
            problems.append(f"{errors[0] if errors else answer.stderr} (in the chain {' -> '.join(chain)})")
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
