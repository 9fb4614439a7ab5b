#!/usr/bin/env python3
"""Friction from .inp to --json against what the program CONTACT computes on the same elements.

Bounds: forces within 0.2 % of what friction can carry or of the force itself, adhesion and slip within
1 % of the elements in contact. CONTACT's own numbers carry an iteration error of EPS = 1e-6 to 1e-8."""

import csv
import json
import math
from pathlib import Path

from support import CliTest, main

REFERENCE = json.loads((Path(__file__).parent / "data/contact_friction.json").read_text())
COLUMNS = REFERENCE["columns"]
FORCE = 2e-3
COUNT = 1e-2


def case(words, *lines):
    """One case: its three control words and the lines below them."""
    return "\n".join([" 3 MODULE", *words, *lines, ""])


def whole(*cases):
    return "".join(cases) + " 0 MODULE\n"


class AgainstContact(CliTest):
    def results(self, *cases):
        result = self.solved(self.write("case.inp", whole(*cases)))
        self.assertEqual(result["status"], "converged")
        return result["results"]

    def assert_counts(self, entry, adhesion, slip):
        n = adhesion + slip
        self.assertLessEqual(abs(entry["elements"]["adhesion"] - adhesion), math.ceil(COUNT * n))
        self.assertLessEqual(abs(entry["elements"]["slip"] - slip), math.ceil(COUNT * n))

    def assert_row(self, entry, values, most):
        """`most`: what friction can carry, N; the scale of forces that are zero."""
        row = dict(zip(COLUMNS, values))
        force = math.hypot(row["force_x"], row["force_y"])
        off = math.hypot(entry["tangential_force"][0] - row["force_x"],
                         entry["tangential_force"][1] - row["force_y"])
        self.assertLess(off, FORCE * max(force, 0.5 * most))
        self.assertEqual(entry["elements"]["contact"], row["contact"])
        self.assert_counts(entry, row["adhesion"], row["slip"])
        self.assertAlmostEqual(entry["approach"] * 1e3 / row["approach"], 1, delta=1e-4)
        self.assertAlmostEqual(entry["peak_traction"] / 1e6, row["peak_traction"],
                               delta=5e-3 * row["peak_traction"])
        self.assertAlmostEqual(entry["frictional_power"], row["power"],
                               delta=FORCE * abs(row["power"]))


class Shift(AgainstContact):
    def cattaneo(self, n, dx, motion, first):
        corner = -1.2666635
        return case([first, "022020", "0001001"], "100 100 30 1 1e-8", f"9.1954 {motion} 0.",
                    "0.4 0.4", "0.42 0.42 200. 200.", "1", f"{n} {n} {corner} {corner} {dx} {dx}",
                    "1 1", "0.01 0. 0.01 0. 0. 0.")

    def test_a_ball_pulled_sideways(self):
        for reference in REFERENCE["cattaneo"]["cases"]:
            n, row = reference["n"], reference["row"]
            with self.subTest(n=n):
                given_shift = n == 31
                motion = "0.008 0.004" if given_shift else "-0.875 0."
                entry = self.results(self.cattaneo(n, reference["dx"], motion,
                                                   "201100" if given_shift else "201120"))[0]
                self.assert_row(entry, row, 0.4 * 9.1954)
                self.assertAlmostEqual(entry["creepage"][0] * 1e3 / row[4], 1, delta=1e-5)

    def test_unlike_bodies_pressed_together_step_by_step(self):
        first = case(["201100", "022020", "0001001"], "200 30 30 30 1e-7",
                     f"{1 / 45**3} 0. 0. 0.", "0.2986 0.2986", "0. 0. 0.5 100000.", "1",
                     "45 45 -4.4999 -4.4999 0.2 0.2", "1 1", "0.004116 0. 0.004116 0. 0. 0.")
        steps = [case(["001100", "100000", "0111001"], f"{(k / 45)**3} 0. 0. 0.")
                 for k in range(2, 36)]
        for entry, row in zip(self.results(first, *steps), REFERENCE["spence"]["rows"], strict=True):
            _, force, approach, pressure, traction, contact, adhesion, slip = row
            with self.subTest(step=row[0]):
                self.assertAlmostEqual(entry["normal_force"] / force, 1, delta=1e-6)
                self.assertAlmostEqual(entry["approach"] * 1e3 / approach, 1, delta=2e-3)
                self.assertAlmostEqual(entry["peak_pressure"] / 1e6 / pressure, 1, delta=2e-3)
                self.assertLessEqual(abs(entry["elements"]["contact"] - contact),
                                     math.ceil(COUNT * contact))
                self.assert_counts(entry, adhesion, slip)
                self.assertLess(abs(entry["peak_traction"] / 1e6 - traction),
                                1e-2 * max(traction, 1e-3 * pressure))


class Steady(AgainstContact):
    def test_a_driven_cylinder(self):
        for reference in REFERENCE["carter"]["cases"]:
            n, dx = reference["n"], reference["dx"]
            with self.subTest(dx=dx):
                entry = self.results(case(
                    ["203100", "022020", "0000001"], "999 100 30 1 1e-8",
                    "35780. -0.00024 0. 0.", "0.3 0.3", f"0. {dx} 30000.",
                    "0.28 0.28 82000. 82000.", "1", f"{n} 1 -1.07 -100. {dx} 200.", "1 1",
                    "0.001 0. 0. 0. 0. 0."))[0]
                self.assert_row(entry, reference["row"], 0.3 * 35780)

    def test_unlike_cylinders(self):
        again = ["203110", "000000", "0000001"]
        cases = [case(["203100", "022020", "0000001"], "500 100 30 1 1e-6",
                      "16201.9 0.00052 0. 0.", "0.0001 0.0001", "180d 0.001 1000.",
                      "0.31 0.28 23000. 82000.", "1", "216 1 -0.108 -500. 0.001 1000.", "1 1",
                      "0.020 0. 0. 0. 0. 0.")]
        for force, mu in ((0, 0.0001), (0, 10), (0, 0.05), (0.75, 0.05), (-0.75, 0.05)):
            cases.append(case(again, "100 100 30 10 1e-6", f"16201.9 {force} 0. 0.", f"{mu} {mu}"))
        for entry, row, mu in zip(self.results(*cases), REFERENCE["bentall"]["rows"],
                                  (0.0001, 0.0001, 10, 0.05, 0.05, 0.05), strict=True):
            with self.subTest(row=row):
                self.assert_row(entry, row, mu * 16201.9)
                self.assertAlmostEqual(entry["creepage"][0] / row[4], 1, delta=1e-4)

    def curve(self, first, rest, rows, *lines):
        """30 cases, the first with all data."""
        creep = [f"106700. {row[0]} 0. 0." for row in rows]
        start = case(first, "80 200 5 1 1e-6", creep[0], *lines, "-2", "48 44 0.0008 0.5 1.1")
        return self.results(start, *[case(rest, line) for line in creep[1:]])

    def assert_curve(self, results, rows):
        for entry, (creepage, force, adhesion, slip, power) in zip(results, rows, strict=True):
            with self.subTest(creepage=creepage):
                self.assertAlmostEqual(entry["tangential_force"][0] / force, 1, delta=FORCE)
                self.assert_counts(entry, adhesion, slip)
                if creepage > 1e-4:  # below, two cells slip a little
                    self.assertAlmostEqual(entry["frictional_power"] / power, 1, delta=5e-3)

    STEEL = ("0. 0.5 10000.", "0.28 0.28 82000. 82000.")

    def test_creep_curve(self):
        rows = REFERENCE["traction_curves"]["rows"][:30]
        self.assert_curve(self.curve(["203100", "022020", "0000001"],
                                     ["203100", "100000", "0100001"], rows,
                                     "0.33 0.33", *self.STEEL), rows)

    def test_creep_curve_with_falling_friction_memory_and_layer(self):
        rows = REFERENCE["traction_curves"]["rows"][30:60]
        self.assert_curve(self.curve(["203100", "422420", "0000001"],
                                     ["203100", "100400", "0100001"], rows,
                                     "0.14 0.19 1250. 0. 0.", "0.003 1.", *self.STEEL,
                                     "8200. 1.25 0. 0."), rows)

    def test_creep_curve_by_fastsim(self):
        rows = REFERENCE["traction_curves"]["rows"][60:90]
        self.assert_curve(self.curve(["233100", "022320", "0000001"],
                                     ["233100", "100300", "0100001"], rows,
                                     "0.33 0.33", *self.STEEL, "1. 1. 1."), rows)

    def test_creep_curve_by_fastsim_with_falling_friction_and_slope_reduction(self):
        rows = REFERENCE["traction_curves"]["rows"][90:]
        self.assert_curve(self.curve(["233100", "422320", "0000001"],
                                     ["233100", "100300", "0100001"], rows,
                                     "0.1368 0.2232 990. 0. 0.", "0. 0.", *self.STEEL,
                                     "0.54 0.02 0.62"), rows)

    def test_fastsim(self):
        def one(first, second, third, n, dq, spin, angle, *numbers):
            return case([first, second, third], *numbers, f"82000. 0. -0.000625 {spin}",
                        *(["0.3 0.3"] if second[0] == "0" else []), f"{angle} {dq} 30000.",
                        "0.28 0.28 82000. 82000.", *(["1. 1. 1."] if second[3] == "3" else []),
                        "-3", f"{n} {n} 8. 4. 1.1")
        simple = ["122320", "0100001"]
        results = self.results(
            one("203100", "022020", "0000001", 44, 0.4, 0.000625, "0.", "80 200 5 1 1e-6"),
            one("233100", *simple, 44, 0.4, 0.000625, "0."),
            one("223100", *simple, 44, 0.4, 0.000625, "0."),
            one("233100", *simple, 220, 0.08, 0.000625, "0."),
            one("223100", *simple, 220, 0.08, 0.000625, "0."),
            one("233100", *simple, 220, 0.08, -0.000625, "180d"))
        for entry, row in zip(results, REFERENCE["fastsim"]["rows"], strict=True):
            with self.subTest(row=row):
                self.assert_row(entry, row, 0.3 * 82000)
                self.assertAlmostEqual(entry["spin_moment"] * 1e3 / row[2], 1, delta=FORCE)

    def test_creep_table_from_a_toml_case(self):
        # The same elements: 41 over 1.108108 times the diameter of 10 mm.
        size = 10 * 1.108108
        xi = [0.007751937984496123 * f for f in (0, 0.25, 0.5, 1, 2)]
        spin = [1.2 * f for f in (0, 0.5, 1.5)]
        self.write("table.toml", f"""
[load]
force = 75925.92592592593
[shape]
type = "paraboloid"
radius_mm = 250
[upper]
shear_modulus_GPa = 82
poisson_ratio = 0.28
[lower]
shear_modulus_GPa = 82
poisson_ratio = 0.28
[grid]
cells_x = 41
cells_y = 41
size_x_mm = {size}
size_y_mm = {size}
[motion]
type = "steady_rolling"
[rolling]
speed = 30
[friction]
coefficient = 0.3
[creep_curve]
longitudinal = {xi}
lateral = {xi}
spin = {spin}
""")
        result = self.solved("table.toml", "--threads", 2)["results"][0]
        table = {k: v["values"] for k, v in result["tables"]["creep_forces"].items()}
        names = ("longitudinal_creepage", "lateral_creepage", "spin_creepage")
        ours = {tuple(round(c, 7) for c in point): k
                for k, point in enumerate(zip(*(table[n] for n in names), strict=True))}
        self.assertEqual(len(ours), 75)
        for x, y, phi, force_x, force_y, moment, adhesion, slip in REFERENCE["creep_table"]["rows"]:
            with self.subTest(creepage=(x, y, phi)):
                k = ours[round(x, 7), round(y, 7), round(phi * 1e3, 7)]
                off = math.hypot(table["relative_force_x"][k] - force_x,
                                 table["relative_force_y"][k] - force_y)
                self.assertLess(off, FORCE)
                self.assertAlmostEqual(table["spin_moment"][k] * 1e3, moment, delta=FORCE * 4e4)
                for name, count in (("adhesion", adhesion), ("slip", slip)):
                    self.assertLessEqual(abs(table[f"elements_{name}"][k] - count), 11)


class Transient(AgainstContact):
    def sequence(self, reference, n_steps):
        start = case(["201110", "022020", "0001001"], "100 100 30 1 1e-7", "0.4705 -0.657 0. 0.",
                     "0.4013 0.4013", "0.28 0.28 1. 1.", "1", "34 33 -4.125 -4.125 0.25 0.25",
                     "1 1", "0.002963 0. 0.002963 0. 0. 0.")
        first = case(["002110", "102000", "0110001"], "0.4705 -0.657 0. 0.",
                     f"0. {reference['step']} 1000.", "0.28 0.28 1. 1.")
        again = case(["002110", "100000", "0110001"], "0.4705 -0.657 0. 0.")
        return self.results(start, first, *[again] * (n_steps - 1))

    def assert_history(self, name, n_steps):
        reference = REFERENCE[f"cattaneo_to_carter_{name}"]
        results = self.sequence(reference, n_steps)
        for step, creepage, adhesion, slip, traction, power in reference["rows"]:
            if step > n_steps:
                break
            with self.subTest(step=step):
                entry = results[step]
                unit = 1e3 if step == 0 else 1
                self.assertAlmostEqual(entry["creepage"][0] * unit / creepage, 1, delta=FORCE)
                self.assertAlmostEqual(entry["relative_force"][0], -0.657, delta=1e-6)
                self.assert_counts(entry, adhesion, slip)
                self.assertAlmostEqual(entry["peak_traction"] / 1e6 / traction, 1, delta=5e-3)
                if step > 0:
                    self.assertAlmostEqual(entry["frictional_power"] / power, 1, delta=5e-3)

    def test_a_shift_goes_over_into_rolling_by_whole_elements(self):
        self.assert_history("c100", 56)

    def test_and_by_half_elements(self):
        self.assert_history("c050", 112)

    def test_and_by_twentieths_wiggles_and_all(self):
        self.assert_history("c005", 280)


class BelowTheSurface(AgainstContact):
    def test_stresses_under_a_sliding_sphere(self):
        rows = REFERENCE["below_sliding"]["rows"]
        dx = 0.07374649359345152
        corner = -30.5 * dx
        half = 0.5 / 100
        def block(of_block):  # all combinations of their x, y and z, x fastest
            axes = [list(dict.fromkeys(row[k] for row in of_block)) for k in range(3)]
            return ["9", " ".join(str(len(axis)) for axis in axes),
                    *(" ".join(map(str, axis)) for axis in axes)]
        blocks = [[r for r in rows if r[0] == 0][:8], rows[8:]]
        points = block(blocks[0]) + block(blocks[1])
        text = case(["203103", "022020", "0000001"], "999 100 30 1 1e-7", "10000. 0.02 0. 0.",
                    "0.3 0.3", f"0. {dx} 1000.", "0.28 0.28 82000. 82000.", "1",
                    f"61 61 {corner} {corner} {dx} {dx}", "1 1", f"{half} 0. {half} 0. 0. 0.",
                    "1 1", *points, "0")
        self.write("case.inp", whole(text))
        run = self.tread("run", "case.inp", "--out", "out")
        self.assertEqual(run.code, 0, run.err)
        peak = max(abs(v) for row in rows for v in row[6:])
        ours_of_all = []
        for name in ("subsurface.csv", "subsurface_2.csv"):
            with open(self.folder / "out" / name, newline="") as file:
                ours_of_all += [{key.split(" ")[0]: float(v) for key, v in line.items()}
                                for line in csv.DictReader(file)]
        for ours, row in zip(ours_of_all, rows, strict=True):
            with self.subTest(point=row[:3]):
                names = ("von_mises", "sigma_xx", "sigma_xy", "sigma_xz", "sigma_yy", "sigma_yz",
                         "sigma_zz")
                for column, value in zip(names, row[7:], strict=True):
                    self.assertLess(abs(ours[column] / 1e6 - value), 2e-3 * peak, column)
                for axis, value in zip("xyz", row[3:6], strict=True):
                    self.assertLess(abs(ours[f"u_{axis}"] * 1e3 - value), 2e-3 * 0.0176, axis)


if __name__ == "__main__":
    main()
