"""Runs the Python blocks of docs/python.md, one after another in one session as a reader would."""

import contextlib
import io
import re
import tempfile
import unittest

from support import SOURCE

BLOCK = re.compile(r"^```python\n(.*?)^```(?:\n\n```text\n(.*?)^```)?", re.M | re.S)


class Tutorial(unittest.TestCase):
    def test_code_runs_and_prints_what_the_page_says(self):
        text = (SOURCE / "docs" / "python.md").read_text(encoding="utf-8")
        blocks = BLOCK.findall(text)
        self.assertGreater(len(blocks), 5)
        session = {"__name__": "tutorial"}
        with tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder):
            for code, printed in blocks:
                out = io.StringIO()
                with contextlib.redirect_stdout(out):
                    exec(compile(code, "docs/python.md", "exec"), session)  # noqa: S102
                if printed:
                    self.assertEqual(out.getvalue().strip(), printed.strip(), code)


if __name__ == "__main__":
    unittest.main()
