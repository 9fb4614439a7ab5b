"""Pages quote what the validation page has: check_quotes.py ROOT

tests/docs/quoted_numbers.txt has lines "PAGE: words of the page", in which {ENTRY | QUANTITY | FACTOR} stands for a number: that of the column "tread" in
docs/validation/ENTRY.section, times FACTOR (1 if left out). The page must have these words, with the number rounded to the digits it gives there. {*} is any
number: it comes from elsewhere.
"""

import html
import pathlib
import re
import sys

NUMBER = r"-?(?:\d{1,3}(?: \d{3})+(?!\d)|\d+(?:\.\d+)?(?:e[-+]?\d+)?)"
PLACE = re.compile(r"\{([^{}]*)\}")


def cells(line):
    """Of a row of a Markdown table, as they were before they were made fit for it."""
    return [html.unescape(re.sub(r"\\(.)", r"\1", cell.strip())) for cell in re.split(r"(?<!\\)\|", line)[1:-1]]


def sections(folder):
    """{entry: {quantity: number}}"""
    found = {}
    for path in folder.glob("*.section"):
        rows = [cells(line) for line in path.read_text().splitlines() if line.startswith("| ")][2:]
        found[path.stem] = {re.sub(r" \[[^][]*\]$", "", row[0]): float(row[2]) for row in rows if re.fullmatch(r"[-+.\de]+", row[2])}
    return found


def half_a_digit(text):
    mantissa, _, power = text.replace(" ", "").partition("e")
    decimals = len(mantissa.partition(".")[2])
    return 0.5 * 10.0 ** (int(power or 0) - decimals)


def problems_of(quote, text, known):
    wanted = []
    for place in PLACE.findall(quote):
        if place == "*":
            wanted.append(None)
            continue
        entry, quantity, factor = ([part.strip() for part in place.split(" | ")] + ["1"])[:3]
        if quantity not in known.get(entry, {}):
            return [f"docs/validation/{entry}.section has no number for '{quantity}'"]
        wanted.append((quantity, known[entry][quantity] * float(factor)))
    words = [r"\s+".join(map(re.escape, part.split(" "))) for part in PLACE.split(quote)[::2]]
    found = re.search(f"({NUMBER})".join(words), text)
    if not found:
        return [f"no such words: {quote}"]
    # sections have six digits: a number that ends in 5 there may have been rounded once already
    checked = [(shown, *number) for shown, number in zip(found.groups(), wanted) if number]
    return [f"{shown} where the program has {value:.6g} ({quantity})" for shown, quantity, value in checked
            if abs(float(shown.replace(" ", "")) - value) > 1.001 * half_a_digit(shown)]


def problems(root):
    known = sections(root / "docs/validation")
    wrong = []
    for line in (root / "tests/docs/quoted_numbers.txt").read_text().splitlines():
        if not line or line.startswith("#"):
            continue
        page, _, quote = line.partition(": ")
        wrong += [f"{page}: {problem}" for problem in problems_of(quote, (root / page).read_text(), known)]
    return wrong


if __name__ == "__main__":
    found = problems(pathlib.Path(sys.argv[1]).resolve())
    if found:
        sys.exit("\n".join(found))
