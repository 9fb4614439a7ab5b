#!/usr/bin/env python3
"""Every kind of violation that the checks of this folder look for is found in a small tree made to hold it, and a
clean tree passes. Each test's name is its claim."""

import os
import sys
import tempfile
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import check_paths  # noqa: E402
import check_headers  # noqa: E402
import check_rooms  # noqa: E402
import check_units  # noqa: E402

CLEAN = {
    "src/tread/core/CMakeLists.txt": "tread_room(core HEADERS grid.hpp SOURCES grid.cpp detail.hpp)  # the ground\n",
    "src/tread/core/grid.hpp": "#pragma once\nnamespace tread {\nstruct Grid {};\n}\n",
    "src/tread/core/grid.cpp": '#include "tread/core/grid.hpp"\n#include <vector>\n#include "tread/core/detail.hpp"\n',
    "src/tread/core/detail.hpp": "#pragma once\n",
    "src/tread/halfspace/CMakeLists.txt": "tread_room(halfspace\n  USES core\n  HEADERS kernel.hpp\n  SOURCES kernel.cpp)\n",
    "src/tread/halfspace/kernel.hpp": '#pragma once\n#include "tread/core/grid.hpp"\n',
    "src/tread/halfspace/kernel.cpp": '#include "tread/halfspace/kernel.hpp"\n',
    "src/tread/contact/CMakeLists.txt": "tread_room(contact USES halfspace HEADERS normal.hpp SOURCES normal.cpp)\n",
    "src/tread/contact/normal.hpp": '#pragma once\n#include "tread/halfspace/kernel.hpp"\n',
    "src/tread/contact/normal.cpp": '#include "tread/contact/normal.hpp"\n',
    "apps/tread/main.cpp": '#include "tread/contact/normal.hpp"\n#include "commands.hpp"\nint main() {}\n',
    "docs/architecture.md": "# Architecture\n\n## Rooms\n\n| room | holds | uses |\n| --- | --- | --- |\n"
                            "| `core` | grid | - |\n| `halfspace` | kernels | `core` |\n| `contact` | solvers | `halfspace` |\n"
                            "| `vehicle` (planned) | trains | `core` |\n\n## Next\n",
}


def make_tree(folder, changes):
    """The clean tree with some files replaced; None leaves a file out."""
    for name, text in {**CLEAN, **changes}.items():
        if text is not None:
            path = Path(folder) / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
    return Path(folder).resolve()


def problems_of(changes, check=check_rooms.check_tree):
    with tempfile.TemporaryDirectory() as folder:
        return check(make_tree(folder, changes))


def expect_only(changes, *expected, check=check_rooms.check_tree):
    """Exactly the expected problems, each given by a part of its text, in order."""
    found = problems_of(changes, check)
    if len(found) != len(expected) or not all(part in text for part, text in zip(expected, found)):
        raise AssertionError(f"expected {list(expected)}\n  found {found}")


def test_a_clean_tree_has_no_problem():
    expect_only({})


def test_an_include_of_an_undeclared_room_is_found_with_its_line():
    expect_only({"src/tread/core/grid.cpp": '#include "tread/core/grid.hpp"\n\n#include "tread/contact/normal.hpp"\n'},
                "src/tread/core/grid.cpp:3: room 'core' may not include 'contact'")


def test_a_room_used_only_by_a_used_room_may_not_be_included():
    expect_only({"src/tread/contact/normal.cpp": '#include "tread/core/grid.hpp"\n'},
                "room 'contact' may not include 'core' (tread/core/grid.hpp); it uses: halfspace")


def test_an_include_in_angle_brackets_counts():
    expect_only({"src/tread/core/grid.cpp": "# include <tread/contact/normal.hpp>\n"}, "may not include 'contact'")


def test_an_include_in_a_comment_or_a_raw_string_does_not_count():
    expect_only({"src/tread/core/grid.cpp": '// #include "tread/contact/normal.hpp"\n/*\n#include "tread/contact/normal.hpp"\n*/\n'
                                            'auto s = R"(\n#include "tread/contact/normal.hpp"\n)";\n'})


def test_a_cycle_is_found():
    expect_only({"src/tread/core/CMakeLists.txt": "tread_room(core USES contact HEADERS grid.hpp SOURCES grid.cpp detail.hpp)\n",
                 "docs/architecture.md": CLEAN["docs/architecture.md"].replace("grid | - |", "grid | `contact` |")},
                "cycle of rooms: contact -> halfspace -> core -> contact")


def test_a_use_of_an_unknown_room_is_found():
    expect_only({"src/tread/contact/CMakeLists.txt":
                 "tread_room(contact USES halfspace bridge HEADERS normal.hpp SOURCES normal.cpp)\n"},
                "uses 'bridge', which is no room", "room 'contact' uses ['bridge', 'halfspace'] in CMake")


def test_a_file_that_is_not_listed_is_found():
    expect_only({"src/tread/core/extra.hpp": "#pragma once\n"}, "src/tread/core/extra.hpp: not listed")


def test_a_listed_file_that_does_not_exist_is_found():
    expect_only({"src/tread/core/detail.hpp": None, "src/tread/core/grid.cpp": ""}, "detail.hpp is listed but does not exist")


def test_a_generated_header_may_be_listed_and_included():
    expect_only({"src/tread/core/CMakeLists.txt": "tread_room(core HEADERS grid.hpp ${PROJECT_BINARY_DIR}/src/tread/core/version.hpp "
                                                  "SOURCES grid.cpp detail.hpp)\n",
                 "src/tread/halfspace/kernel.cpp": '#include "tread/core/version.hpp"\n'})


def test_a_folder_without_a_declaration_is_found():
    expect_only({"src/tread/bridge/beam.hpp": ""}, "src/tread/bridge: a folder without CMakeLists.txt")


def test_a_room_named_unlike_its_folder_is_found():
    changes = {"src/tread/contact/CMakeLists.txt": "tread_room(touch USES halfspace HEADERS normal.hpp SOURCES normal.cpp)\n"}
    if not any("declares room 'touch' in folder 'contact'" in text for text in problems_of(changes)):
        raise AssertionError(problems_of(changes))


def test_an_include_relative_to_the_own_folder_is_found():
    expect_only({"src/tread/core/grid.cpp": '#include "grid.hpp"\n'}, "write the path from src")


def test_a_private_header_is_refused_to_other_rooms_to_programs_and_to_public_headers():
    private = '#include "tread/core/detail.hpp"\n'
    expect_only({"src/tread/halfspace/kernel.cpp": private}, "kernel.cpp:1: tread/core/detail.hpp is private to room 'core'")
    expect_only({"apps/tread/main.cpp": private}, "apps/tread/main.cpp:1: tread/core/detail.hpp is not a public header")
    expect_only({"capi/src/contact.cpp": private}, "capi/src/contact.cpp:1: tread/core/detail.hpp is not a public header")
    expect_only({"tests/core/grid_test.cpp": private}, "tests/core/grid_test.cpp:1: tread/core/detail.hpp is not a public header")
    expect_only({"src/tread/core/grid.hpp": private}, "grid.hpp:1: tread/core/detail.hpp is private to room 'core'")


def test_a_program_that_reaches_into_the_sources_by_a_relative_path_is_found():
    expect_only({"bench/bench.cpp": '#include "../src/tread/core/detail.hpp"\n'}, "bench/bench.cpp:1:")


def test_using_namespace_in_a_header_is_found_at_global_and_namespace_scope_only():
    header = ("#pragma once\nusing namespace std;\nnamespace tread {\nnamespace {\nusing namespace std;\n}\n"
              "constexpr int k_many = 10'000; // using namespace std;\nconst char* k_text = \"using namespace std;\";\n"
              "inline void f() { using namespace std; }\nstruct S { void g() { using namespace std; } };\n}\n")
    expect_only({"src/tread/core/grid.hpp": header}, "grid.hpp:2: ", "grid.hpp:5: ")


def test_a_table_that_differs_from_the_declarations_is_found():
    page = CLEAN["docs/architecture.md"]
    expect_only({"docs/architecture.md": page.replace("| `halfspace` |\n", "| `halfspace`, `core` |\n")},
                "room 'contact' uses ['halfspace'] in CMake, ['core', 'halfspace'] in the table")
    expect_only({"docs/architecture.md": page.replace("| `core` | grid | - |\n", "")},
                "room 'core' is not in the table", "room 'halfspace' uses 'core'", "room 'vehicle' uses 'core'")
    expect_only({"docs/architecture.md": page.replace("`contact` |", "`contact` (planned) |")}, "still called planned")
    expect_only({"docs/architecture.md": page.replace(" (planned)", "")}, "'vehicle' is in the table and is no room")


def test_a_missing_table_is_found():
    found = problems_of({"docs/architecture.md": None})
    if not any("no table of rooms" in text for text in found):
        raise AssertionError(found)


def test_a_machine_path_is_found_with_its_line():
    for place in check_paths.PLACES:
        expect_only({"docs/notes.md": f"one\nsee {place}/x for more\n"}, f"docs/notes.md:2: {place}", check=check_paths.check_tree)


def test_words_and_relative_paths_that_look_like_machine_paths_pass():
    text = "".join(f"a{place} .{place} ${{x}}{place} <{place}> {place}s\n" for place in check_paths.PLACES)
    expect_only({"docs/notes.md": text}, check=check_paths.check_tree)


def test_a_machine_path_is_allowed_on_a_marked_line_of_a_test_only():
    line = f"open({check_paths.PLACES[0]}/x)  // {check_paths.MARK}\n"
    expect_only({"tests/core/grid_test.cpp": line}, check=check_paths.check_tree)
    expect_only({"apps/tread/main.cpp": line}, "apps/tread/main.cpp:1", check=check_paths.check_tree)


def test_a_name_without_linkage_that_two_sources_of_a_folder_define_is_found():
    source = "namespace {{\n\n{}\n}}  // namespace\n"
    for first, second in [("int twice(int a) {\n  return a;\n}\n", "double twice(double a) {\n  return a;\n}\n"),
                          ("constexpr double k_twice = 1;", "constexpr int k_twice{2};"), ("struct Twice {};", "enum class Twice { a };"),
                          ("template <class T>\nT twice(T a) {\n  return a;\n}\n", "using twice = int;")]:
        expect_only({"src/tread/core/a.cpp": source.format(first), "src/tread/core/b.cpp": source.format(second)},
                    "src/tread/core/b.cpp:", check=check_units.check_tree)


def test_names_with_linkage_locals_text_and_other_folders_may_share_a_name():
    expect_only({"src/tread/core/a.cpp": "namespace {\nint once() {\n  const int k_local = 1;\n  return k_local;\n}\n}  // namespace\n",
                 "src/tread/core/b.cpp": 'namespace {\nconst char* text = R"(\nint once();\n)";  // int once()\n}  // namespace\n'
                                         "int other() { const int k_local = 2; return k_local; }\n",
                 "src/tread/contact/c.cpp": "namespace {\nint once() { return 3; }\n}  // namespace\n"},
                check=check_units.check_tree)


def test_a_use_of_the_standard_library_without_its_header_is_found():
    expect_only({"src/tread/core/detail.hpp": "#pragma once\nstd::vector<int> all();\n"},
                "detail.hpp:2: std::vector without <vector>", check=check_units.check_tree)
    expect_only({"src/tread/core/grid.hpp": "#pragma once\n#include <vector>\n",
                 "src/tread/contact/normal.cpp": '#include "tread/contact/normal.hpp"\nstd::vector<int> all() { return {}; }\n'},
                check=check_units.check_tree)


def test_units_of_headers_hold_every_header_once_and_none_that_helps_another():
    texts = {"a": "#include <vector>\nstruct A {};\n",
             "b": '#include "tread/core/a.hpp"\nstruct B { A a; };\n',            # includes a
             "c": "#include <vector>\nstruct C {};\n",                           # mentions nothing of a, and has all that a includes
             "d": "#include <vector>\nstruct D { A* a; };\n",                     # mentions what a declares
             "e": "struct E {};\n",                                              # others bring <vector>
             "f": "#include <vector>\ninline int f() { return k_most + g(); }\n",
             "g": "#include <vector>\ninline constexpr int k_most = 1;\n",         # declares a constant that f mentions
             "h": "#include <vector>\ninline int g() { return 1; }\n"}             # and a function
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        (root / "src/tread/core").mkdir(parents=True)
        for name, text in texts.items():
            (root / f"src/tread/core/{name}.hpp").write_text(text, encoding="utf-8")
        headers = check_headers.own_headers(root)
        units = check_headers.units_of(headers)
    path = "tread/core/{}.hpp".format
    if sorted(h for unit in units for h in unit) != sorted(headers):
        raise AssertionError(units)
    after = {(first, second) for unit in units for k, second in enumerate(unit) for first in unit[:k]}
    for helped in (("a", "d"), ("a", "e"), ("c", "e"), ("g", "f"), ("h", "f")):
        if (path(helped[0]), path(helped[1])) in after:
            raise AssertionError(f"{helped}: {units}")
    if len(units) > 4:
        raise AssertionError(f"too many units: {units}")


def test_a_header_that_leans_on_others_is_found():
    expect_only({"src/tread/contact/normal.hpp": "#pragma once\ninline tread::Grid grid() { return {}; }\n"},
                "contact/normal.hpp:2", check=lambda root: check_headers.check_tree(root, os.environ.get("CXX", "c++"), []))
    expect_only({}, check=lambda root: check_headers.check_tree(root, os.environ.get("CXX", "c++"), []))


def main():
    failures = 0
    tests = [(name, test) for name, test in sorted(globals().items()) if name.startswith("test_")]
    for name, test in tests:
        try:
            test()
            print(f"ok      {name}")
        except AssertionError as error:
            failures += 1
            print(f"FAILED  {name}\n  {error}")
    print(f"{len(tests)} tests, {failures} failed")
    return 1 if failures or not tests else 0


if __name__ == "__main__":
    sys.exit(main())
