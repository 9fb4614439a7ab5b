#!/usr/bin/env python3
"""Checks what compiling several sources as one unit would hide or break.

    check_units.py ROOT

Sources of one folder are compiled together (tread_compile_together). So a name without linkage must be unique in its folder: defined
twice it stops the build, and an overload of another file could be chosen in silence. And a source that forgot an include would still
compile behind one that did not: what it uses of the standard library must be included by itself or by a header of tread that it includes.
Standard library only. Status 1 if anything is wrong.
"""

import re
import sys
from collections import defaultdict
from pathlib import Path

from check_rooms import includes_of, line_of, without_comments_and_strings
from report import report

FOLDERS = ("src/tread/*", "apps/tread", "capi/src", "python/src", "tests/*")

# What a file uses -> headers any of which declares it.
STANDARD = {
    r"any\b": "any", r"array\b": "array", r"(?:atomic|memory_order)\w*": "atomic", r"chrono::": "chrono", r"complex\b": "complex",
    r"(?:condition_variable)\b": "condition_variable", r"deque\b": "deque", r"filesystem::": "filesystem",
    r"(?:ifstream|ofstream)\b": "fstream", r"(?:function)\s*<": "functional", r"future\b": "future", r"numeric_limits\b": "limits",
    r"map\s*<": "map", r"(?:unique_ptr|shared_ptr|weak_ptr|make_unique|make_shared)\b": "memory",
    r"(?:mutex|lock_guard|unique_lock|scoped_lock)\b": "mutex shared_mutex", r"numbers::": "numbers",
    r"(?:accumulate|iota|inner_product|partial_sum|transform_reduce)\b": "numeric", r"(?:optional|nullopt)\b": "optional",
    r"(?:mt19937\w*|uniform_\w+_distribution|normal_distribution)\b": "random", r"ranges::": "ranges algorithm", r"set\s*<": "set",
    r"span\b": "span", r"(?:ostringstream|istringstream|stringstream)\b": "sstream", r"string\b": "string",
    r"(?:to_string|getline|stod|stoi)\b": "string", r"string_view\b": "string_view string", r"thread\b": "thread", r"tuple\b": "tuple",
    r"unordered_map\b": "unordered_map", r"unordered_set\b": "unordered_set",
    r"(?:variant|visit|holds_alternative|get_if|monostate)\b": "variant", r"vector\b": "vector",
    r"(?:sort|stable_sort|min_element|max_element|minmax_element|clamp|any_of|all_of|none_of|find_if|find_if_not|transform|copy_if|copy_n|"
    r"fill_n|lower_bound|upper_bound|equal_range|partition_point|adjacent_find|is_sorted|unique|rotate|nth_element|count_if|replace|generate)"
    r"\s*\(": "algorithm",
    r"(?:sqrt|cbrt|sin|cos|tan|asin|acos|atan|atan2|sinh|cosh|tanh|asinh|exp|expm1|log|log1p|log2|log10|pow|hypot|fabs|floor|ceil|round|"
    r"lround|isfinite|isnan|isinf|fmod|remainder|copysign|nextafter|ldexp|frexp)\s*\(": "cmath complex",
}
USED = {re.compile(r"\bstd::" + pattern): headers.split() for pattern, headers in STANDARD.items()}

ANONYMOUS = re.compile(r"^namespace \{(.*?)^\}\s*// namespace$", re.DOTALL | re.MULTILINE)
TYPE = re.compile(r"(?:struct|class|enum class|enum|union) (\w+)|using (\w+) =")
NO_NAME = re.compile(r"using |TEST|INSTANTIATE|static_assert|namespace|extern|friend")


def declared_name(line):
    """The name that a line at the margin of an anonymous namespace declares, or None."""
    match = TYPE.match(line)
    if match:
        return match.group(1) or match.group(2)
    if NO_NAME.match(line):
        return None
    head = line.split("(")[0]
    match = re.search(r"(\w+)\s*\(", line) if "=" not in head else None
    match = match or re.search(r"(\w+)(?:\[[^\]]*\])*\s*(?:=|\{|;)", line)
    return match.group(1) if match else None


def anonymous_names(text):
    """(name, line) of what is defined in the anonymous namespaces of a source that clang-format has laid out."""
    ends = re.sub(r"^\}  // namespace$", "}@", text, flags=re.MULTILINE)  # the only comments that count
    text = without_comments_and_strings(ends).replace("}@", "}  // namespace")
    found = []
    for block in ANONYMOUS.finditer(text):
        first = line_of(text, block.start(1))
        for i, line in enumerate(block.group(1).split("\n")):
            if line.startswith("template") and line.rstrip().endswith(">"):
                continue
            line = re.sub(r"^template <[^>]*> ", "", line)
            if line and line[0] not in " }#/*)" and not line.startswith("template"):
                name = declared_name(line)
                if name:
                    found.append((name, first + i))
    return found


def check_names(folder, problems):
    places = defaultdict(list)
    for path in sorted(folder.glob("*.cpp")):
        for name, line in anonymous_names(path.read_text(encoding="utf-8")):
            places[name].append((path, line))
    for name, found in sorted(places.items()):
        first = found[0][0]
        for path, line in found:
            if path != first:
                problems.append(f"{path}:{line}: '{name}' is in an anonymous namespace of {first.name} too; sources of a folder are "
                                "compiled together: share it, or call it by what it is of")
                break


class Includes:
    """What a file includes, also through headers of tread."""

    def __init__(self, root):
        self.roots = [root / "src", root / "capi/include", root / "capi/src", root / "apps/tread", root / "python/src", root / "tests"]
        self.known = {}

    def find(self, path, name):
        for folder in [path.parent, *self.roots]:
            if (folder / name).is_file():
                return folder / name
        return None

    def of(self, path):
        if path not in self.known:
            self.known[path] = names = set()
            for _, _, name in includes_of(path):
                names.add(name)
                header = self.find(path, name)
                if header:
                    names |= self.of(header)
        return self.known[path]


def check_includes(path, includes, problems):
    text = without_comments_and_strings(path.read_text(encoding="utf-8"))
    for pattern, headers in USED.items():
        match = pattern.search(text)
        if match and not includes.of(path).intersection(headers):
            problems.append(f"{path}:{line_of(text, match.start())}: {match.group().rstrip('( <')} without <{headers[0]}>")


def check_tree(root):
    problems = []
    includes = Includes(root)
    for pattern in FOLDERS:
        for folder in sorted(p for p in root.glob(pattern) if p.is_dir()):
            check_names(folder, problems)
            for path in sorted(p for p in folder.iterdir() if p.suffix in (".cpp", ".hpp")):
                check_includes(path, includes, problems)
    return problems


if __name__ == "__main__":
    sys.exit(report(check_tree, __doc__))
