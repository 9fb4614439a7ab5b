"""check_quotes finds what it is there for, in small trees of its own."""

import pathlib
import tempfile
import unittest

import check_quotes

SECTION = "| quantity | printed | tread | difference | remark |\n| --- | ---: | ---: | ---: | --- |\n| c\\_1 [m] |  | 0.00123456 |  | why |\n| problems |  | 48610 |  |  |\n"


class Quotes(unittest.TestCase):
    def problems(self, quote, page):
        with tempfile.TemporaryDirectory() as folder:
            root = pathlib.Path(folder)
            (root / "docs/validation").mkdir(parents=True)
            (root / "tests/docs").mkdir(parents=True)
            (root / "docs/validation/fig-1.section").write_text(SECTION)
            (root / "tests/docs/quoted_numbers.txt").write_text(f"# numbers\ndocs/a.md: {quote}\n")
            (root / "docs/a.md").write_text(page)
            return check_quotes.problems(root)

    def test_a_number_rounded_to_its_digits_passes(self):
        self.assertEqual(self.problems("it is {fig-1 | c_1 | 1e3} mm", "Here it\nis 1.23 mm."), [])
        self.assertEqual(self.problems("it is {fig-1 | c_1}", "it is 1.2e-3"), [])
        self.assertEqual(self.problems("{fig-1 | problems} of them, {*} more", "48 610 of them, 7 more"), [])

    def test_a_stale_number_is_found(self):
        self.assertIn("1.24 where the program has 1.23456", self.problems("it is {fig-1 | c_1 | 1e3} mm", "it is 1.24 mm")[0])
        self.assertIn("48 642", self.problems("{fig-1 | problems} of them", "48 642 of them")[0])

    def test_words_that_are_gone_are_found(self):
        self.assertIn("no such words", self.problems("it is {fig-1 | c_1 | 1e3} mm", "it was 1.23 mm")[0])

    def test_a_row_that_is_gone_is_found(self):
        self.assertIn("no number for 'c_2'", self.problems("it is {fig-1 | c_2}", "it is 1")[0])


unittest.main()
