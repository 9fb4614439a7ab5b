"""Every link of the built site leads somewhere: check_site.py SITE. Links to other hosts are left alone, but pages load nothing from them."""

import html.parser
import pathlib
import sys
import urllib.parse


class Page(html.parser.HTMLParser):
    def __init__(self, text):
        super().__init__()
        self.ids, self.links, self.loaded = set(), [], []
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        values = dict(attributes)
        if values.get("id"):
            self.ids.add(values["id"])
        if tag == "a" and values.get("href"):
            self.links.append(values["href"])
        if tag in ("img", "script", "source") and values.get("src"):
            self.loaded.append(values["src"])
        if tag == "link" and values.get("href"):
            self.loaded.append(values["href"])


def main():
    site = pathlib.Path(sys.argv[1]).resolve()
    pages = {path: Page(path.read_text()) for path in site.rglob("*.html") if "files" not in path.relative_to(site).parts}
    wrong, checked = [], 0
    for path, page in pages.items():
        name = path.relative_to(site)
        for address in page.links + page.loaded:
            parts = urllib.parse.urlsplit(address)
            if parts.scheme or parts.netloc:
                if address in page.loaded and parts.scheme != "data":
                    wrong.append(f"{name} loads {address}")
                continue
            checked += 1
            target = (path.parent / urllib.parse.unquote(parts.path)).resolve() if parts.path else path
            if not target.is_file():
                wrong.append(f"{name}: nothing at {address}")
            elif parts.fragment and target in pages and urllib.parse.unquote(parts.fragment) not in pages[target].ids:
                wrong.append(f"{name}: no place {address}")
    if wrong:
        sys.exit("\n".join(sorted(set(wrong))))
    print(f"{len(pages)} pages, {checked} internal links: all lead somewhere")


main()
