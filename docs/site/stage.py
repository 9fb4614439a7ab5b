"""Lays the sources of the site out: stage.py ROOT FOLDER.

Pages of docs/ are written for every viewer of Markdown. Here they become what Sphinx reads: links to headings and to files outside docs/
are made HTML links (and checked), one title a page, the table of contents below the index, the references made from the sources.
"""

import pathlib
import posixpath
import re
import shutil
import sys

import cpp_reference
import pages
import python_reference
from markdown import ANCHOR, HEADING, LINK, anchors, is_outer, outside_fences, slug

SKIPPED = ("site",)


def sources_of(root):
    """Page name to file."""
    docs = root / "docs"
    found = {}
    for path in sorted(docs.rglob("*.md")):
        relative = path.relative_to(docs)
        if relative.parts[0] not in SKIPPED:
            found[relative.with_suffix("").as_posix()] = path
    found.update({name: root / file for name, file in pages.ROOT_PAGES.items()})
    return found


class Stage:
    def __init__(self, root, folder):
        self.root, self.folder = root, folder
        self.sources = sources_of(root)
        self.page_of = {path.resolve(): name for name, path in self.sources.items()}
        self.anchors = {name: anchors(path.read_text()) for name, path in self.sources.items()}
        self.wanted = set()  # (page, anchor)
        self.errors = []

    def href(self, page, target):
        """Address for a link of a page; None: there is nothing that a browser could show."""
        file, _, anchor = target.partition("#")
        path = (self.sources[page].parent / file).resolve() if file else self.sources[page].resolve()
        name = self.page_of.get(path)
        here = posixpath.dirname(page)
        if name is None:
            if path.is_dir() and path.is_relative_to(self.root):
                return None
            if not path.is_file() or not path.is_relative_to(self.root):
                self.errors.append(f"{page}: no file for the link {target}")
                return None
            relative = path.relative_to(self.root).as_posix()
            to = self.folder / "extra" / "files" / relative
            to.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, to)
            return posixpath.relpath("files/" + relative, here or ".")
        if anchor:
            if anchor not in self.anchors[name]:
                self.errors.append(f"{page}: no place for the link {target}")
            self.wanted.add((name, anchor))
        address = posixpath.relpath(name + ".html", here or ".") if name != page else ""
        return address + (f"#{anchor}" if anchor else "")

    def staged_links(self, page, text):
        def one(link):
            if link["code"] or is_outer(link["to"]):
                return link.group()
            if link["image"]:
                if not (self.sources[page].parent / link["to"]).is_file():
                    self.errors.append(f"{page}: no picture {link['to']}")
                return link.group()
            address = self.href(page, link["to"])
            if address is None:
                return link["text"]
            return f'<a class="reference internal" href="{address}">{link["text"]}</a>'

        return outside_fences(text, lambda part: LINK.sub(one, part))

    def staged_headings(self, page, text):
        """One title a page; anchors before headings, because titles go into tables of contents as well."""
        wanted = {anchor for name, anchor in self.wanted if name == page}
        seen = [0]

        def one(found):
            level, heading = len(found[1]), found[2]
            seen[0] += level == 1
            level += seen[0] > 1
            names = ANCHOR.findall(heading)
            heading = ANCHOR.sub("", heading).strip()
            if slug(heading) in wanted - set(names):
                names.append(slug(heading))
            places = "".join(f'<a id="{name}"></a>\n\n' for name in names)
            return f"{places}{'#' * level} {heading}"

        return outside_fences(text, lambda part: HEADING.sub(one, part))

    def write(self, name, text):
        path = self.folder / "source" / (name + ".md")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)

    def link_of_header(self, up, page, anchor):
        """Headers name pages in passing: what is not there stays plain text, or leads to the page's top."""
        if page not in self.sources:
            return f"docs/{page}.md"
        place = f"#{anchor}" if anchor in self.anchors[page] else ""
        self.wanted.add((page, anchor))
        return f'<a class="reference internal" href="{up}{page}.html{place}">{page}</a>'

    def run(self):
        made = cpp_reference.pages(self.root, self.link_of_header) | cpp_reference.c_pages(self.root, self.link_of_header)
        made |= python_reference.pages(self.root)
        texts = {name: self.staged_links(name, path.read_text()) for name, path in self.sources.items()}
        for name, text in texts.items():
            self.write(name, self.staged_headings(name, text))
        for path in (self.root / "docs").rglob("*"):
            relative = path.relative_to(self.root / "docs")
            if path.is_file() and path.suffix in (".svg", ".png") and relative.parts[0] not in SKIPPED:
                to = self.folder / "source" / relative
                to.parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(path, to)
        for name, text in made.items():
            self.write(name, text)
        self.contents(set(self.sources) | set(made))

    def contents(self, there):
        """The table of contents, below the index."""
        lost = sorted(name for name in self.sources if name not in pages.listed() and name != "index")
        self.errors += [f"{name}: not in docs/site/pages.py" for name in lost if name.split("/")[0] not in FOLDERS]
        index = self.folder / "source" / "index.md"
        parts = [index.read_text()]
        for title, names in pages.PARTS:
            shown = [name for name in names if name in there]
            if shown:
                parts.append(f"```{{toctree}}\n:hidden:\n:caption: {title}\n:titlesonly:\n:maxdepth: 1\n\n" + "\n".join(shown) + "\n```\n")
        index.write_text("\n".join(parts))


# Folders whose index lists its own pages.
FOLDERS = ("validation", "gallery")


def main():
    root, folder = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]).resolve()
    shutil.rmtree(folder, ignore_errors=True)
    (folder / "extra").mkdir(parents=True)
    stage = Stage(root, folder)
    stage.run()
    if stage.errors:
        sys.exit("\n".join(stage.errors))


main()
