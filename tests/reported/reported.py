"""Numbers that the program reports beside independent calculations of them.

The references are closed forms and small solvers of their own, in plain Python. Each comparison prints a row of the
tables "What is reported" of docs/verification.md (scripts/verification puts them there).
"""

import csv
import json
import re

from support import CliTest


class Run:
    """A finished run: the numbers of result.json, its tables, and where the terminal says that extremes are."""

    def __init__(self, folder, document, text):
        self.folder = folder
        self.document = document
        self.text = text
        self.first = document["results"][0]

    def __getitem__(self, name):
        return self.first[name]

    def table(self, name):
        """Columns by name, from the CSV file beside result.json."""
        with open(self.folder / f"{name}.csv", encoding="utf-8") as file:
            rows = [row for row in csv.reader(file) if row and not row[0].startswith("#")]
        head = [re.sub(r"\s*[\[(].*[\])]$", "", cell).strip() for cell in rows[0]]
        return {name: [float(row[i]) for row in rows[1:]] for i, name in enumerate(head)}

    def line(self, words):
        """The line of the terminal that begins with these words."""
        found = [line.strip() for line in self.text.splitlines() if line.strip().startswith(words)]
        assert len(found) == 1, f"{words!r} begins {len(found)} lines of\n{self.text}"
        return found[0]

    def place_and_time(self, words):
        """x in m and t in s of an extreme, as its line says."""
        found = re.search(r"at x = (\S+) m and (\S+) s", self.line(words))
        return float(found[1]), float(found[2])


class ReportedTest(CliTest):
    table_name = ""  # of docs/verification.md
    case_name = ""

    def run_case(self, text):
        self.write("case.toml", text)
        run = self.tread("run", "case.toml", "--out", "out")
        self.assertEqual(run.code, 0, run.err)
        return Run(self.folder / "out", json.loads((self.folder / "out/result.json").read_text()), run.out)

    def compare(self, name, reported, reference, tolerance, how, case=None):
        """Relative to the reference; a number that must be zero has its own scale in `assertAlmostEqual`."""
        off = reported / reference - 1
        print(f"verification {self.table_name} | {case or self.case_name} | `{name}` | {reported:.6g} | {reference:.6g} "
              f"| {off:+.1e} | {how} |")
        self.assertLessEqual(abs(off), tolerance, f"{name}: {reported} reported, {reference} by {how}")
