"""Markdown as the pages of docs/ use it: headings, anchors and links, outside code."""

import re

FENCE = re.compile(r"^( *)(`{3,}|~{3,}).*?^ *\2`*~* *$", re.M | re.S)
HEADING = re.compile(r"^(#{1,6}) +(.*?) *$", re.M)
ANCHOR = re.compile(r'<a id="([^"]+)"></a>')
LINK = re.compile(r"(?P<code>(`+)(?!`).*?(?<!`)\2(?!`))|(?P<image>!)?\[(?P<text>(?:\\.|`[^`]*`|[^\[\]\\])*)\]\((?P<to>[^()\s]+)\)", re.S)


def outside_fences(text, change):
    """The text with change() done to what is not within fences."""
    out, at = [], 0
    for fence in FENCE.finditer(text):
        out += [change(text[at:fence.start()]), fence.group()]
        at = fence.end()
    return "".join([*out, change(text[at:])])


def slug(heading):
    """The anchor that viewers of Markdown make of a heading."""
    plain = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", re.sub(r"<[^>]*>", "", heading)).replace("`", "").strip().lower()
    return re.sub(r"[^\w\- ]", "", plain).replace(" ", "-")


def anchors(text):
    """All that #... may point to: anchors that were set, and headings."""
    found = set()

    def gather(part):
        found.update(ANCHOR.findall(part))
        found.update(slug(heading) for _, heading in HEADING.findall(part))
        return part

    outside_fences(text, gather)
    return found


def links(text):
    """Targets of links and pictures, outside code."""
    found = []

    def gather(part):
        found.extend(link["to"] for link in LINK.finditer(part) if link["to"])
        return part

    outside_fences(text, gather)
    return found


def is_outer(target):
    return re.match(r"[a-z]+:", target) is not None
