"""check_remarks finds what it is there for, in small sources of its own."""

import pathlib
import tempfile
import unittest

import check_remarks


class Remarks(unittest.TestCase):
    def problems(self, source, allowed=()):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder)
            (path / "wiggles_x.cpp").write_text(source)
            return list(check_remarks.bare_numbers(path, list(allowed)))

    def test_computed_numbers_references_names_and_comments_pass(self):
        self.assertEqual(self.problems(
            '#include "a1/b2.hpp"\n// "0.4 %"\nfmt::format("{:.2g} % of table 8.3 and listing A.2, (8.66), by RK4, of order dx^2", x)'), [])

    def test_a_number_is_found_with_its_line(self):
        found = self.problems('f(a,\n  "changes less than 0.4 %")')
        self.assertEqual(len(found), 1)
        self.assertIn("wiggles_x.cpp:2:", found[0])

    def test_a_number_in_the_second_of_two_pieces_is_found(self):
        self.assertIn("cells of 4.2 mm", self.problems('"cells "\n    "of 4.2 mm"')[0])

    def test_a_number_that_is_printed_passes_where_it_is_listed(self):
        entry = ("wiggles_x.cpp", "2.66 GHz", "section 6.1")
        self.assertEqual(self.problems('"a Xeon of 2.66 GHz"', [entry]), [])
        self.assertEqual(len(self.problems('"a Xeon of 2.66 GHz, 7 s"', [entry])), 1)

    def test_an_entry_that_no_remark_needs_is_found(self):
        self.assertIn("take it out", self.problems('"nothing"', [("wiggles_x.cpp", "2.66 GHz", "section 6.1")])[0])


unittest.main()
