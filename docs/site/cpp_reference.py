"""Reference of C++ and C headers: what their comments say, and what they declare, one page a room.

Comments that begin at the left margin become text; declarations, with the comments inside them, stay as they are. What a comment says of a
page of docs/ becomes link(way up to the site's root, page, anchor or None).
"""

import pathlib
import re

MARKS = re.compile(r"([\\`*_{}\[\]<>#|$~])")
NAMES = re.compile(r"^(?:template *<.*> *)?(?:struct|class|enum class|enum|using) (\w+)|^(?!using|namespace|return|static_assert)[\w:<>,&* ]*?[ &*](\w+)\(", re.M)

FOR_THE_COMPILER = re.compile(
    r"#pragma once|#include|(inline )?namespace [\w:]+ *\{|\}  // namespace|#(if|ifdef|ifndef|elif|else|endif)\b|#define TREAD_API|#define \w+_H$|extern \"C\"")


def public_headers(folder):
    text = re.sub(r"#.*", "", (folder / "CMakeLists.txt").read_text())
    found = re.search(r"\bHEADERS\b(.*?)(?:\bSOURCES\b|\))", text, re.S)
    return [folder / name for name in sorted(found[1].split()) if (folder / name).is_file()] if found else []


def rooms(root):
    """Name, what it holds, its public headers; in the order of docs/architecture.md."""
    table = re.findall(r"^\| `(\w+)` \| (.*?) \| .*? \|$", (root / "docs/architecture.md").read_text(), re.M)
    for name, holds in table:
        folder = root / "src/tread" / name
        if (folder / "CMakeLists.txt").is_file():
            yield name, holds, public_headers(folder)


def escaped(line, link):
    parts = re.split(r"(`[^`]+`|\*\*[^*]+\*\*)", line)
    line = "".join(part if i % 2 else MARKS.sub(r"\\\1", part) for i, part in enumerate(parts))
    return re.sub(r"docs/(\w[\w\\]*)\.md(?:\\#([\w-]+))?", lambda at: link(at[1].replace("\\", ""), at[2]), line)


def prose(lines, link):
    """Lines of a comment as Markdown: what is set in is a formula or a table and stays as it is.

    WORD with its text set in behind it is a paragraph, and ---- words ---- a heading.
    """
    out, block = [], []
    hanging = 0

    def close():
        while block and not block[-1].strip():
            block.pop()
        if block:
            out.extend(["", "```text", *block, "```", ""])
            block.clear()

    lines = [line.removeprefix(" ") for line in lines]
    for line, after in zip(lines, [*lines[1:], ""]):
        word = re.match(r"([A-Z]{3,})( +)(?=\S)", line)
        if word and len(word[2]) == 1 and not re.match(" " * word.end() + r"\S", after):
            word = None
        heading = re.fullmatch(r"-{2,} (.*?) -{2,} *", line)
        if heading:
            close()
            out += ["", f"### {escaped(heading[1], link).capitalize()}", ""]
            continue
        if word:
            close()
            hanging = word.end()
            out += ["", f"**{word[1].capitalize()}.** {escaped(line[hanging:], link)}"]
            continue
        if hanging and line.startswith(" " * hanging):
            out.append(escaped(line.strip(), link))
            continue
        hanging = 0
        item = re.match(r"(-|\d+\.) ", line)
        if line.startswith("  ") or (block and not line.strip()):
            block.append(line)
            continue
        close()
        out.append(item[0] + escaped(line[item.end():], link) if item else escaped(line, link))
    close()
    return "\n".join(out)


def pieces(text):
    """('comment' | 'code', lines) of a header, without what only the compiler wants."""
    kind, lines = "code", []
    in_block = False
    before = ""
    for line in text.splitlines():
        ends_extern_c = line == "}" and before == "#ifdef __cplusplus"
        before = line
        if in_block or line.startswith("/*"):
            now = "comment"
            in_block = "*/" not in line
            line = " " + re.sub(r"^\s*/?\*+/? ?|\s*\*/$", "", line)
        elif line.startswith("///") or (line.startswith("//") and kind == "comment"):
            now, line = "comment", line.lstrip("/")
        else:
            now = "code"
            if ends_extern_c or FOR_THE_COMPILER.match(line):
                continue
        if now != kind:
            yield kind, lines
            kind, lines = now, []
        lines.append(line)
    yield kind, lines


def header_section(path, title, link, language):
    out = [f"## {title}", ""]
    names = []
    for kind, lines in pieces(path.read_text()):
        if kind == "comment":
            out += [prose(lines, link), ""]
            continue
        code = re.sub(r"\n{3,}", "\n\n", "\n".join(lines)).strip("\n")
        if code.strip():
            names += [a or b for a, b in NAMES.findall(code)]
            out += [f"```{language}", code, "```", ""]
    return "\n".join(out), sorted(set(names), key=str.lower)


def anchor(title):
    return re.sub(r"\W+", "-", title).strip("-").lower()


def pages(root, link):
    made, index, names_of = {}, [], []
    for room, holds, headers in rooms(root):
        text = [f"# {room}", "", holds[0].upper() + holds[1:] + ".", ""]
        for header in headers:
            title = f"{room}/{header.name}"
            section, names = header_section(header, title, lambda *to: link("../../", *to), "cpp")
            place = anchor(title) + "-header"
            text += [f'<a id="{place}"></a>', "", section]
            names_of += [(name, room, title, place) for name in names]
        if headers:
            made[f"reference/cpp/{room}"] = "\n".join(text)
            index.append((room, holds))
    table = ["| name | header |", "| --- | --- |"]
    table += [f'| `{name}` | <a class="reference internal" href="{room}.html#{place}">{title}</a> |'
              for name, room, title, place in sorted(names_of, key=lambda row: (row[0].lower(), row[2]))]
    made["reference/cpp/names"] = "# All names\n\nTypes and functions of the public headers.\n\n" + "\n".join(table) + "\n"
    made["reference/cpp/index"] = "\n".join([
        "# C++ reference", "",
        "One page a room, made from the public headers: what a header says, then what it declares. All in SI units, signs as in",
        '<a class="reference internal" href="../../conventions.html">conventions</a>. Include `"tread/ROOM/FILE.hpp"` and link `tread::tread`.', "",
        "| room | holds |", "| --- | --- |", *[f"| [{room}]({room}.md) | {holds} |" for room, holds in index], "",
        "```{toctree}", ":hidden:", ":titlesonly:", "", *[room for room, _ in index], "names", "```", ""])
    return made


def c_pages(root, link):
    headers = sorted((root / "capi/include/tread").glob("*.h")) if (root / "capi/include/tread").is_dir() else []
    if not headers:
        return {}
    text = ["# C reference", ""]
    for header in headers:
        text.append(header_section(pathlib.Path(header), f"tread/{header.name}", lambda *to: link("../", *to), "c")[0])
    return {"reference/c": "\n".join(text)}
