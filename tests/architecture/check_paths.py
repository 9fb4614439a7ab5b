#!/usr/bin/env python3
"""Checks that no file of the project names a place of the machine it was written on.

    check_paths.py ROOT

A test that needs such a path says so on the same line with the words of MARK. In a clone the files are those that git
tracks or would track; elsewhere all that are there, but for build/ and out/. Standard library only.
"""

import os
import re
import subprocess
import sys
from pathlib import Path

from report import report

# Written in two parts so that this file passes its own check.
PLACES = tuple("/" + place for place in ("work", "tmp/wt", "root"))
MARK = "machine path needed"
# Not after something that makes it the tail of a longer path, a fraction or a closing tag; not the head of a longer word.
PATTERN = re.compile(r"(?<![\w.})\]<>*/~-])(" + "|".join(map(re.escape, PLACES)) + r")(?![\w-])")


def files_by_git(root):
    """None where git or its folder is missing."""
    if not (root / ".git").exists():
        return None
    try:
        listing = subprocess.run(["git", "-C", str(root), "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
                                 stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=True).stdout
    except (OSError, subprocess.CalledProcessError):
        return None
    return [root / name for name in os.fsdecode(listing).split("\0") if name]


def files_present(root):
    found = []
    for folder, subfolders, names in os.walk(root):
        subfolders[:] = [s for s in subfolders if s not in (".git", "build", "out", "__pycache__")]
        found += [Path(folder) / name for name in names]
    return found


def check_tree(root):
    files = files_by_git(root)
    if files is None:
        files = files_present(root)
    problems = []
    for path in sorted(p for p in files if p.is_file()):
        name = path.relative_to(root).as_posix()
        for number, line in enumerate(path.read_text(encoding="utf-8", errors="replace").split("\n"), 1):
            excused = name.startswith("tests/") and MARK in line
            m = PATTERN.search(line)
            if m and not excused:
                problems.append(f"{name}:{number}: {m.group(1)} is a place on somebody's machine: {line.strip()[:80]}")
    return problems


if __name__ == "__main__":
    sys.exit(report(check_tree, __doc__))
