"""Links of the Markdown pages lead somewhere, and every page of docs/ can be reached: check_docs.py ROOT.

A page is reached from the site's table of contents (docs/site/pages.py) or from a page that is.
"""

import pathlib
import sys

TOP = ("README.md", "CONTRIBUTING.md", "CHANGELOG.md")


def tools(root):
    sys.path.insert(0, str(root / "docs/site"))
    import markdown
    import pages
    return markdown, pages


def broken_links(root, markdown):
    wrong = []
    paths = [root / name for name in TOP if (root / name).is_file()] + sorted((root / "docs").rglob("*.md"))
    for path in paths:
        for link in markdown.links(path.read_text()):
            if markdown.is_outer(link):
                continue
            file, _, anchor = link.partition("#")
            target = (path.parent / file).resolve() if file else path
            if not target.exists():
                wrong.append(f"{path.relative_to(root)}: nothing at {link}")
            elif anchor and target.suffix == ".md" and anchor not in markdown.anchors(target.read_text()):
                wrong.append(f"{path.relative_to(root)}: no place {link}")
    return wrong


def unreached(root, markdown, pages):
    docs = root / "docs"
    waiting = [docs / "index.md", *[docs / f"{name}.md" for name in pages.listed()]]
    seen = set()
    while waiting:
        path = waiting.pop().resolve()
        if path in seen or not path.is_file():
            continue
        seen.add(path)
        targets = [link.partition("#")[0] for link in markdown.links(path.read_text()) if not markdown.is_outer(link)]
        waiting += [path.parent / target for target in targets if target.endswith(".md")]
    return [f"{path.relative_to(root)}: no way leads there from docs/index.md or docs/site/pages.py"
            for path in sorted(docs.rglob("*.md")) if path.resolve() not in seen]


def problems(root):
    markdown, pages = tools(root)
    return broken_links(root, markdown) + unreached(root, markdown, pages)


if __name__ == "__main__":
    found = problems(pathlib.Path(sys.argv[1]).resolve())
    if found:
        sys.exit("\n".join(found))
