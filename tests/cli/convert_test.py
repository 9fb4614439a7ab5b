"""tread convert: profiles between formats, .inp files to TOML."""

import json

from support import EXAMPLES, SPHERE, CliTest, main

INP = ("3 MODULE\n 200100 P-B-T-N-F-S\n 022020 L-D-C-M-Z-E\n 0000001 H-G-I-A-O-W-R\n"
       " 999 100 30 1 1e-6\n 470 0 0 0\n 0.3 0.3\n 0.28 0.28 82000 82000\n 1\n"
       " 30 28 -3 -2.8 0.2 0.2\n 1 1\n 0.005 0 0.004 0 0 0\n")


def numbers_of(result):
    """All that was computed, without what names the run."""
    cases = []
    for one in result["results"]:
        cases.append({k: v for k, v in one.items() if k not in ("title", "notes", "files", "echo")})
    return cases


class Profiles(CliTest):
    def points(self, path):
        return [tuple(map(float, line.split())) for line in path.read_text().splitlines()
                if line and line[0] in "-0123456789 "]

    def convert(self, *args):
        run = self.tread("convert", *args)
        self.assertEqual(run.code, 0, run.err)

    def assert_same_curve(self, a, b, tolerance):
        a, b = self.points(a), self.points(b)
        self.assertEqual(len(a), len(b))
        self.assertGreater(len(a), 50)
        for (ya, za), (yb, zb) in zip(a, b):
            self.assertLess(abs(ya - yb), tolerance)
            self.assertLess(abs(za - zb), tolerance)

    def test_a_wheel_goes_round_all_formats(self):
        self.convert(EXAMPLES / "s1002.prw", "a.txt")
        for before, after in (("a.txt", "b.whl"), ("b.whl", "c.whe"), ("c.whe", "d.prw"),
                              ("d.prw", "e.csv")):
            self.convert(before, after, "--kind", "wheel")
        self.assert_same_curve(self.folder / "a.txt", self.folder / "e.csv", 1e-9)

    def test_a_rail_goes_round_all_formats(self):
        self.convert(EXAMPLES / "uic60_1to40.prr", "a.txt")
        for before, after in (("a.txt", "b.ban"), ("b.ban", "c.rai"), ("c.rai", "d.prr"),
                              ("d.prr", "e.dat")):
            self.convert(before, after, "--kind", "rail")
        # From a .rai the origin is the highest point of the points' curve, found anew: all points move
        # alike, by far less than anything that is measured.
        a, e = (self.points(self.folder / name) for name in ("a.txt", "e.dat"))
        shift = [y - x for x, y in zip(a[0], e[0])]
        self.assertLess(max(map(abs, shift)), 1e-3)
        self.assertEqual(len(a), len(e))
        for (ya, za), (ye, ze) in zip(a, e):
            self.assertAlmostEqual(ya + shift[0], ye, delta=1e-9)
            self.assertAlmostEqual(za + shift[1], ze, delta=1e-9)

    def test_vampire_counts_from_the_middle_of_the_track(self):
        self.convert(EXAMPLES / "s1002.prw", "a.txt")
        self.convert("a.txt", "a.whe", "--kind", "wheel")
        lines = (self.folder / "a.whe").read_text().splitlines()
        self.assertEqual(lines[2:4], ["TREADDATUM CUSTOM 70", "FLANGEBACK 1360"])
        y, z = self.points(self.folder / "a.txt")[0]
        left_y, left_z, right_y, right_z = map(float, lines[4].split())
        self.assertAlmostEqual(right_y, y + 680 + 70, places=9)
        self.assertEqual((left_y, left_z), (-right_y, right_z))
        self.assertEqual(right_z, z)

    def test_the_unit_can_be_said(self):
        self.convert(EXAMPLES / "uic60_1to40.prr", "a.txt")
        metres = "".join(f"{y * 1e-3} {z * 1e-3}\n" for y, z in self.points(self.folder / "a.txt"))
        self.write("m.txt", metres)
        self.convert("m.txt", "b.txt", "--kind", "rail", "--unit", "m")
        self.assert_same_curve(self.folder / "a.txt", self.folder / "b.txt", 1e-9)

    def test_mirrors_are_asked_for_where_there_is_no_flange(self):
        self.write("cone.txt", "".join(f"{y} {-0.05 * y}\n" for y in range(-40, 41)))
        run = self.tread("convert", "cone.txt", "cone.prw", "--kind", "wheel")
        self.assertEqual(run.code, 2)
        self.assertIn("hint: --mirror-z no takes it as it is, yes mirrors it; --mirror-y no", run.err)
        for z in ("no", "yes"):
            self.convert("cone.txt", f"{z}.txt", "--kind", "wheel", "--mirror-y", "no", "--mirror-z", z)
        self.assert_same_curve(self.folder / "cone.txt", self.folder / "no.txt", 1e-9)
        self.assertAlmostEqual(self.points(self.folder / "yes.txt")[0][1], -2, places=9)

    def test_what_cannot_be_is_refused(self):
        wheel = EXAMPLES / "s1002.prw"
        run = self.tread("convert", wheel, "a.xyz")
        self.assertEqual(run.code, 2)
        for format in (".prw", ".ban", ".whe", ".txt", ".toml"):
            self.assertIn(format, run.err)
        run = self.tread("convert", wheel, "rail.prr")
        self.assertEqual(run.code, 2)
        self.assertIn("it is a wheel, files named *.prr hold rails", run.err)
        self.assertEqual(self.files(), [])

    def test_nothing_is_lost(self):
        self.write("mine.txt", "mine")
        self.assert_refused(["convert", EXAMPLES / "s1002.prw", "mine.txt"],
                            "error: mine.txt is there already\n  hint: --force writes over it")
        self.write("a.prw", (EXAMPLES / "s1002.prw").read_text())
        self.assert_refused(["convert", "a.prw", "./a.prw", "--force"],
                            "error: ./a.prw is the file to be read: it is never written over")
        self.convert("a.prw", "mine.txt", "--force")
        self.assertNotEqual((self.folder / "mine.txt").read_text(), "mine")


class Cases(CliTest):
    def compared(self, inp, *options):
        """The numbers of the .inp and of its conversion."""
        self.assertEqual(self.tread("convert", inp, "new.toml", "--force", *options).code, 0)
        old = numbers_of(self.solved(inp, *options))
        if len(old) == 1:
            return old, numbers_of(self.solved("new.toml"))
        new = []
        for i in range(len(old)):
            new += numbers_of(self.solved(f"new_{i + 1}.toml"))
        return old, new

    def test_the_conversion_gives_the_same_bits(self):
        for name in ("hertz_sphere", "carter2d", "cattaneo", "thesis_4_5_3", "two_cases_reuse"):
            with self.subTest(name):
                units = ["--inp-units", "m"] if name == "thesis_4_5_3" else []
                old, new = self.compared(EXAMPLES / f"{name}.inp", *units)
                self.assertEqual(old, new)

    def test_a_body_that_is_as_good_as_rigid_goes_over(self):
        # 1e20 N/mm2 = 1e26 Pa, the thesis' file taken in the usual unit
        old, new = self.compared(EXAMPLES / "thesis_4_5_3.inp")
        self.assertEqual(old, new)
        # beyond what a TOML case takes: rigid, which is the same where it adds nothing
        self.write("rigid.inp", INP.replace("82000 82000", "82000 1e35") + "0 MODULE\n")
        old, new = self.compared("rigid.inp")
        for one in old + new:
            del one["case"]  # what was asked for: there the number, here rigid
        self.assertEqual(old, new)
        self.assertIn('material = "rigid"', (self.folder / "new.toml").read_text())
        self.write("stiff.inp", INP.replace("82000 82000", "1e24 1e35") + "0 MODULE\n")
        run = self.tread("convert", "stiff.inp", "stiff.toml")
        self.assertEqual(run.code, 2)
        self.assertIn("lower.shear_modulus = 1e+41 Pa is not within 0.001 to 1e+30", run.err)

    def test_values_have_their_unit_and_meaning(self):
        self.write("a.inp", INP + "0 MODULE\n")
        run = self.tread("convert", "a.inp", "new.toml")
        self.assertEqual(run.code, 0, run.err)
        text = (self.folder / "new.toml").read_text()
        self.assertIn("force = 470  # N: Normal force", text)
        self.assertIn("shear_modulus = 8.2e+10  # Pa: ", text)
        self.assertIn('edge = "warn"  # ', text)
        self.assertEqual(self.tread("check", "new.toml").code, 0)

    def test_several_cases_become_several_files(self):
        self.write("a.inp", INP + INP.replace(" 470 ", " 480 ") + "0 MODULE\n")
        run = self.tread("convert", "a.inp", "b/new.toml", "--json")
        self.assertEqual(json.loads(run.out)["files"], ["b/new_1.toml", "b/new_2.toml"])
        self.assertIn("force = 480", (self.folder / "b/new_2.toml").read_text())

    def test_what_toml_cannot_say_is_refused(self):
        for name, words in (("tabulated_profile", "kept to a region"),
                            ("cattaneo_to_carter", "goes on from the case before"),
                            ("mbench_a22", "only cases of module 3")):
            run = self.tread("convert", EXAMPLES / f"{name}.inp", "new.toml")
            self.assertEqual((run.code, run.out), (2, ""), name)
            self.assertIn(words, run.err)
            self.assertEqual(self.files(), [])

    def test_it_becomes_toml_and_nothing_else(self):
        self.write("a.inp", INP + "0 MODULE\n")
        self.assertEqual(self.tread("convert", "a.inp", "a.txt").code, 2)
        self.write("a.toml", SPHERE)
        self.assertEqual(self.tread("convert", "a.toml", "b.toml").code, 2)
        self.assertEqual(self.files(), ["a.inp", "a.toml"])


if __name__ == "__main__":
    main()
