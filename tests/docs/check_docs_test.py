"""check_docs finds what it is there for, in small trees of its own."""

import importlib
import pathlib
import shutil
import sys
import tempfile
import unittest

import check_docs

SITE = pathlib.Path(__file__).resolve().parents[2] / "docs/site"


class Tree(unittest.TestCase):
    def problems(self, files):
        with tempfile.TemporaryDirectory() as folder:
            root = pathlib.Path(folder).resolve()
            (root / "docs/site").mkdir(parents=True)
            shutil.copy(SITE / "markdown.py", root / "docs/site")
            (root / "docs/site/pages.py").write_text("def listed():\n    return {'a'}\n")
            for name, text in files.items():
                (root / name).write_text(text)
            for module in ("markdown", "pages"):
                sys.modules.pop(module, None)
            importlib.invalidate_caches()
            try:
                return check_docs.problems(root)
            finally:
                sys.path.remove(str(root / "docs/site"))

    def test_good_links_pass(self):
        self.assertEqual(self.problems({
            "docs/index.md": "# I\n[a](a.md#set) [b](a.md#some-words) [c](#i) [d](https://example.org/x)\n`[no](link.md)`\n```\n[no](link.md)\n```\n",
            "docs/a.md": '# A <a id="set"></a>\n## Some words\n[b](b.md)\n', "docs/b.md": "# B\n"}), [])

    def test_a_missing_page_is_found(self):
        self.assertIn("nothing at c.md", self.problems({"docs/index.md": "[x](c.md)\n"})[0])

    def test_a_missing_picture_is_found(self):
        self.assertIn("nothing at c.svg", self.problems({"docs/index.md": "![x](c.svg)\n"})[0])

    def test_a_missing_anchor_is_found(self):
        self.assertIn("no place a.md#no", self.problems({"docs/index.md": "[x](a.md#no)\n", "docs/a.md": "# A\n"})[0])

    def test_broken_links_of_the_readme_are_found(self):
        self.assertIn("README.md: nothing at docs/x.md", self.problems({"docs/index.md": "", "README.md": "[x](docs/x.md)\n"})[0])

    def test_a_page_that_nothing_leads_to_is_found(self):
        self.assertIn("docs/lost.md", self.problems({"docs/index.md": "# I\n", "docs/lost.md": "# L\n"})[0])


unittest.main()
