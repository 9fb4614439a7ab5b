"""Runs the built program as a user does. TREAD_PROGRAM names it, TREAD_SOURCE the source tree."""

import json
import os
import subprocess
import tempfile
import unittest
from pathlib import Path

PROGRAM = os.environ["TREAD_PROGRAM"]
SOURCE = Path(os.environ["TREAD_SOURCE"])
EXAMPLES = SOURCE / "examples"

# Lines 1 to 5 of most cases here.
SPHERE = '[load]\nforce = 100\n[shape]\ntype = "sphere"\nradius_mm = 10\n'
# Lines 1 to 7 of most cases with heights.
HEIGHTS = ('[load]\nforce = 100\n[shape]\ntype = "heights"\nfile = "h.csv"\n'
           'cell_size_x_mm = 1\ncell_size_y_mm = 1\n')


class Finished:
    """A run of the program that has ended."""

    def __init__(self, code, out, err):
        self.code = code
        self.out = out
        self.err = err

    def json(self):
        return json.loads(self.out)


class CliTest(unittest.TestCase):
    """A test with a folder of its own, in which the program runs."""

    maxDiff = None

    def setUp(self):
        self.folder = self.make_folder("tread_cli_")
        # What the program keeps for later runs goes to no user's home.
        self.environment = os.environ | {"XDG_CACHE_HOME": str(self.make_folder("tread_cache_"))}

    def make_folder(self, prefix):
        place = tempfile.TemporaryDirectory(prefix=prefix)
        self.addCleanup(place.cleanup)
        return Path(place.name)

    def write(self, name, text):
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return path

    def tread(self, *args, cwd=None):
        run = subprocess.run([PROGRAM, *map(str, args)], cwd=cwd or self.folder, timeout=300,
                             env=self.environment, stdin=subprocess.DEVNULL, capture_output=True,
                             check=False)
        return Finished(run.returncode, run.stdout.decode(), run.stderr.decode())

    def solved(self, *args, cwd=None):
        """The JSON of a run that must end well."""
        run = self.tread("run", *args, "--json", cwd=cwd)
        self.assertEqual(run.code, 0, run.err)
        return run.json()

    def files(self):
        return sorted(str(p.relative_to(self.folder)) for p in self.folder.rglob("*"))

    def report(self, folder="out"):
        """What report.html shows: the document inside."""
        page = (self.folder / folder / "report.html").read_text()
        begin = page.index('id="tread-document">') + len('id="tread-document">')
        return json.loads(page[begin:page.index("</script>", begin)])

    def assert_refused(self, args, message):
        """Exit code 2, exactly this message, nothing on standard output, nothing written."""
        before = self.files()
        run = self.tread(*args)
        self.assertEqual(run.err, message + "\n")
        self.assertEqual(run.out, "")
        self.assertEqual(run.code, 2)
        self.assertEqual(self.files(), before)

    def assert_case_refused(self, text, message, name="case.toml"):
        """The same for a case, by run and by run --json; `message` follows "error: case.toml"."""
        self.write(name, text)
        for options in (["--out", "out"], ["--json"]):
            self.assert_refused(["run", name, *options], f"error: {name}{message}")


def main():
    unittest.main(verbosity=2)
