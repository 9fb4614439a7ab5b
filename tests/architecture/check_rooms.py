#!/usr/bin/env python3
"""Checks that the source tree keeps the arrows it declares.

    check_rooms.py ROOT

A room is a folder under src/tread with one tread_room(NAME USES ... HEADERS ... SOURCES ...) in its CMakeLists.txt.
Checked are: includes against USES (what a used room uses does not count), cycles, files against the lists, public
headers from outside, `using namespace` in headers, and the table of rooms in docs/architecture.md.
A header listed under SOURCES is private to its room. Standard library only. Status 1 if anything is wrong.
"""

import re
import sys
from pathlib import Path

from report import report

KEYWORDS = ("USES", "SOURCES", "HEADERS", "LINKS", "PRIVATE_LINKS", "OPTIMISE", "UNIT_SIZE")
OUTSIDE = ("apps", "capi", "tests", "bench", "fuzz", "examples")
INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]*([<"])([^>"\n]+)[>"]', re.MULTILINE)

# Comments, raw strings, strings and characters. A quote after a digit separates digits: 10'000.
LEXICAL = re.compile(
    r'(?P<comment>//[^\n]*|/\*.*?\*/)'
    r'|(?P<raw>R"(?P<mark>[^(\s]*)\(.*?\)(?P=mark)")'
    r'|(?P<string>"(?:\\.|[^"\\\n])*"' r"|(?<![0-9a-fA-F])'(?:\\.|[^'\\\n])*')",
    re.DOTALL)


class Room:
    def __init__(self, name, lists):
        self.name = name
        self.uses = lists["USES"]
        self.headers = lists["HEADERS"]
        self.sources = lists["SOURCES"]


def blank(text):
    """As many lines as before, nothing on them."""
    return "\n" * text.count("\n")


def without_comments(text):
    keep_strings = lambda m: m.group() if m.group("string") else blank(m.group())
    return LEXICAL.sub(keep_strings, text)


def without_comments_and_strings(text):
    return LEXICAL.sub(lambda m: blank(m.group()), text)


def line_of(text, offset):
    return text.count("\n", 0, offset) + 1


def read_room(cmake_file, problems):
    """The room that a CMakeLists.txt declares, or None."""
    text = re.sub(r"#[^\n]*", "", cmake_file.read_text(encoding="utf-8"))
    calls = re.findall(r"\btread_room\s*\(([^)]*)\)", text)
    if len(calls) != 1:
        problems.append(f"{cmake_file}: expected one tread_room(), found {len(calls)}")
        return None
    words = calls[0].split()
    lists = {keyword: [] for keyword in KEYWORDS}
    keyword = None
    for word in words[1:]:
        if word in KEYWORDS:
            keyword = word
        elif keyword is None:
            problems.append(f"{cmake_file}: '{word}' belongs to none of {', '.join(KEYWORDS)}")
        else:
            lists[keyword].append(word)
    if words[0] != cmake_file.parent.name:
        problems.append(f"{cmake_file}: declares room '{words[0]}' in folder '{cmake_file.parent.name}'")
    return Room(words[0], lists)


def read_rooms(root, problems):
    rooms = {}
    for folder in sorted(p for p in (root / "src/tread").iterdir() if p.is_dir()):
        cmake_file = folder / "CMakeLists.txt"
        if not cmake_file.exists():
            problems.append(f"{folder}: a folder without CMakeLists.txt is no room")
            continue
        room = read_room(cmake_file, problems)
        if room:
            rooms[room.name] = room
    return rooms


def include_path(room, listed):
    """tread/room/file.hpp for an entry of a list; a generated one is given by its full path in the build tree."""
    return listed.split("/src/", 1)[1] if listed.startswith("${") and "/src/" in listed else f"tread/{room.name}/{listed}"


def check_arrows(rooms, problems):
    for room in rooms.values():
        for used in room.uses:
            if used not in rooms:
                problems.append(f"room '{room.name}' uses '{used}', which is no room")
    state = {}

    def visit(name, path):
        if state.get(name) == "done":
            return
        if name in path:
            problems.append("cycle of rooms: " + " -> ".join(path[path.index(name):] + [name]))
            return
        for used in rooms[name].uses:
            if used in rooms:
                visit(used, path + [name])
        state[name] = "done"

    for name in rooms:
        visit(name, [])


def check_lists(root, rooms, problems):
    for room in rooms.values():
        folder = root / "src/tread" / room.name
        listed = room.headers + room.sources
        for entry in sorted(set(e for e in listed if listed.count(e) > 1)):
            problems.append(f"{folder}/CMakeLists.txt: {entry} is listed twice")
        for entry in listed:
            if not entry.startswith("${") and not (folder / entry).is_file():
                problems.append(f"{folder}/CMakeLists.txt: {entry} is listed but does not exist")
        for path in sorted(folder.rglob("*")):
            if path.suffix in (".cpp", ".hpp") and path.relative_to(folder).as_posix() not in listed:
                problems.append(f"{path}: not listed in {folder}/CMakeLists.txt")
            elif path.suffix in (".h", ".hh", ".hxx", ".ipp", ".cc", ".cxx", ".c"):
                problems.append(f"{path}: sources end in .cpp and headers in .hpp")


def includes_of(path):
    """(line, quote, path) of every include."""
    text = without_comments(path.read_text(encoding="utf-8"))
    return [(line_of(text, m.start(1)), m.group(1), m.group(2)) for m in INCLUDE.finditer(text)]


def check_room_includes(root, rooms, problems):
    owner = {}  # include path -> (room, is it public)
    for room in rooms.values():
        owner.update({include_path(room, s): (room.name, False) for s in room.sources})
        owner.update({include_path(room, h): (room.name, True) for h in room.headers})

    for room in rooms.values():
        folder = root / "src/tread" / room.name
        for path in sorted(p for p in folder.rglob("*") if p.suffix in (".cpp", ".hpp")):
            is_public_header = path.relative_to(folder).as_posix() in room.headers
            for line, quote, included in includes_of(path):
                where = f"{path}:{line}"
                if not included.startswith("tread/"):
                    if quote == '"':
                        problems.append(f'{where}: "{included}": write the path from src, or <...> for other libraries')
                    continue
                if included not in owner:
                    problems.append(f"{where}: {included} is in no room's list")
                    continue
                target, is_public = owner[included]
                if target != room.name and target not in room.uses:
                    problems.append(f"{where}: room '{room.name}' may not include '{target}' ({included}); "
                                    f"it uses: {' '.join(room.uses) or 'nothing'}")
                elif not is_public and (target != room.name or is_public_header):
                    problems.append(f"{where}: {included} is private to room '{target}'")
    return {path for path, (_, is_public) in owner.items() if is_public}


def c_headers(root):
    """Those of the C library, which is no room."""
    folder = root / "capi/include"
    return {path.relative_to(folder).as_posix() for path in folder.rglob("*.h")}


def check_outside_includes(root, public_headers, problems):
    for top in OUTSIDE:
        for path in sorted(p for p in (root / top).rglob("*") if p.suffix in (".cpp", ".hpp")):
            for line, _, included in includes_of(path):
                if included.startswith("tread/") and included not in public_headers:
                    problems.append(f"{path}:{line}: {included} is not a public header")
                elif ".." in Path(included).parts:
                    problems.append(f"{path}:{line}: {included} climbs out of its folder")


def using_namespace_lines(text):
    """Lines with a using-directive that is not inside a function or class."""
    text = without_comments_and_strings(text)
    found = []
    inside = []  # per open brace: is it a namespace's
    statement_start = 0
    for m in re.finditer(r"[{};]|\busing\s+namespace\b", text):
        if m.group() == "{":
            opener = text[statement_start:m.start()]
            opener = re.sub(r"^\s*#[^\n]*\n", "", opener, flags=re.MULTILINE)
            inside.append(bool(re.match(r'\s*(inline\s+)?namespace\b|\s*extern\s*$', opener)))
        elif m.group() == "}":
            if inside:
                inside.pop()
        elif m.group() != ";":
            if all(inside):
                found.append(line_of(text, m.start()))
            continue
        statement_start = m.end()
    return found


def check_using(root, problems):
    headers = [p for top in ("src",) + OUTSIDE for p in (root / top).rglob("*.hpp")]
    for path in sorted(headers):
        for line in using_namespace_lines(path.read_text(encoding="utf-8")):
            problems.append(f"{path}:{line}: a header must not say 'using namespace' for all who include it")


def read_table(page, problems):
    """room -> (arrows, planned?) from the rows `| `room` | ... | arrows |` under the heading Rooms."""
    text = page.read_text(encoding="utf-8") if page.exists() else ""
    section = re.search(r"^## Rooms\n(.*?)(?=^## |\Z)", text, re.MULTILINE | re.DOTALL)
    rows = {}
    for line in section.group(1).splitlines() if section else []:
        m = re.match(r"\|\s*`(\w+)`(?P<planned>\s*\(planned\))?\s*\|.*\|(?P<uses>[^|]*)\|\s*$", line)
        if m:
            if m.group(1) in rows:
                problems.append(f"{page}: room '{m.group(1)}' is in the table twice")
            rows[m.group(1)] = (set(re.findall(r"`(\w+)`", m.group("uses"))), bool(m.group("planned")))
    if not rows:
        problems.append(f"{page}: no table of rooms under '## Rooms'")
    return rows


def check_page(root, rooms, problems):
    page = root / "docs/architecture.md"
    rows = read_table(page, problems)
    for name, room in rooms.items():
        if name not in rows:
            problems.append(f"{page}: room '{name}' is not in the table")
        elif rows[name][1]:
            problems.append(f"{page}: room '{name}' exists and is still called planned")
        elif rows[name][0] != set(room.uses):
            problems.append(f"{page}: room '{name}' uses {sorted(room.uses)} in CMake, {sorted(rows[name][0])} in the table")
    for name, (uses, planned) in rows.items():
        if name not in rooms and not planned:
            problems.append(f"{page}: '{name}' is in the table and is no room")
        for used in sorted(uses - set(rows)):
            problems.append(f"{page}: room '{name}' uses '{used}', which is not in the table")


def check_tree(root):
    """All that is wrong with the tree, as lines of text with paths relative to it."""
    problems = []
    rooms = read_rooms(root, problems)
    if not rooms:
        problems.append(f"{root}/src/tread: no rooms found")
    check_arrows(rooms, problems)
    check_lists(root, rooms, problems)
    public_headers = check_room_includes(root, rooms, problems) | c_headers(root)
    check_outside_includes(root, public_headers, problems)
    check_using(root, problems)
    check_page(root, rooms, problems)
    return [p.replace(f"{root}/", "") for p in problems]


if __name__ == "__main__":
    sys.exit(report(check_tree, __doc__))
