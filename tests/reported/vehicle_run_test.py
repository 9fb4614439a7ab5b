"""Numbers of a wagon in a curve: balances of forces, formulas of the standards, and extremes found again in the tables."""

import math
import re

from reported import ReportedTest
from support import EXAMPLES, main

GRAVITY = 9.81
MASS, AXLE, RADIUS, CANT, SPEED = 26e3 + 2 * 1.4e3, 4.5, 600.0, 0.06, 70 / 3.6


def integral(x, y, begin=None):
    """Trapezoidal rule, from x = begin on."""
    total = 0.0
    for i in range(1, len(x)):
        low = x[i - 1] if begin is None else max(x[i - 1], begin)
        if low >= x[i]:
            continue
        at_low = y[i - 1] + (y[i] - y[i - 1]) * (low - x[i - 1]) / (x[i] - x[i - 1])
        total += (at_low + y[i]) / 2 * (x[i] - low)
    return total


def sliding_means(x, y, length):
    """(place, mean over `length` about it), where the window is inside."""
    sums = [0.0]
    for i in range(1, len(x)):
        sums.append(sums[-1] + (y[i] + y[i - 1]) / 2 * (x[i] - x[i - 1]))

    def antiderivative(at):
        low, high = 0, len(x) - 1
        while high - low > 1:
            middle = (low + high) // 2
            low, high = (middle, high) if x[middle] <= at else (low, middle)
        part = at - x[low]
        slope = (y[high] - y[low]) / (x[high] - x[low])
        return sums[low] + y[low] * part + slope * part * part / 2

    return [(at, (antiderivative(at + length / 2) - antiderivative(at - length / 2)) / length)
            for at in x if x[0] + length / 2 <= at <= x[-1] - length / 2]


class Curve(ReportedTest):
    table_name = "reported-vehicle"
    case_name = "two-axle wagon, curve of 600 m"

    def setUp(self):
        super().setUp()
        self.result = self.run_case((EXAMPLES / "own_wagon.toml").read_text())

    def place_of(self, words):
        """(wheelset, side or None, s) as a line of the terminal says."""
        found = re.search(r"wheelset (\d)(?:, (left|right) wheel)? at s = (\S+) m", self.result.line(words))
        return int(found[1]), found[2], float(found[3])

    def check_place(self, words, column, distance):
        """A column is wheelset_1_left; s of a wheelset is that of the vehicle and how far it is ahead."""
        wheelset, side, place = self.place_of(words)
        expected = column.split("_")
        self.assertEqual((str(wheelset), side), (expected[1], expected[2] if len(expected) > 2 else None), words)
        self.assertAlmostEqual(place, distance + (AXLE if wheelset == 1 else -AXLE), delta=0.02, msg=words)

    def test_balances(self):
        """In the curve inertia and weight are carried: quasi-statically, and in the mean of the last part."""
        tilt = math.asin(CANT / 1.5)
        outwards = SPEED ** 2 / RADIUS
        q = MASS * (GRAVITY * math.cos(tilt) + outwards * math.sin(tilt))
        y = MASS * (outwards * math.cos(tilt) - GRAVITY * math.sin(tilt))
        self.compare("static_wheel_force", self.result["static_wheel_force"], MASS * GRAVITY / 4, 1e-4, "weight over four wheels")
        table = self.result.table("quasi_static")
        self.compare("quasi_static, sum of Q", sum(table["vertical_force_left"] + table["vertical_force_right"]), q, 2e-3,
                     "m (g cos + v^2/R sin)")
        # a curve to the right pushes outwards, to the left
        pushed = sum(table["lateral_force_left"]) - sum(table["lateral_force_right"])
        self.compare("quasi_static, sum of Y", abs(pushed), abs(y), 0.01, "m (v^2/R cos - g sin)")

    def test_extremes_of_tables(self):
        run = self.result
        x = run.table("vertical_force")["distance"]
        q = {k: v for k, v in run.table("vertical_force").items() if k != "distance"}
        y = {k: v for k, v in run.table("lateral_force").items() if k != "distance"}
        sums = {k: v for k, v in run.table("sum_of_lateral_forces").items() if k != "distance"}
        quotient = {k: [b / a for a, b in zip(q[k], y[k])] for k in q}
        wear = {k: v for k, v in run.table("wear_number").items() if k != "distance"}

        def worst(columns, key):
            return max(((value, name, at) for name, values in columns.items() for at, value in
                        (values if isinstance(values[0], tuple) else zip(x, values))), key=lambda row: key(row[0]))

        how = "the tables"
        loads = {k: values[0] for k, values in q.items()}
        means = {k: sliding_means(x, values, 2) for k, values in q.items()}
        unloading = {k: [(at, 1 - value / loads[k]) for at, value in rows] for k, rows in means.items()}
        quotient_means = {k: sliding_means(x, values, 2) for k, values in quotient.items()}
        sum_means = {k: sliding_means(x, values, 2) for k, values in sums.items()}
        for name, words, found, tolerance in (
                ("max_vertical_force", "largest wheel force Q,", worst(q, lambda v: v), 1e-9),
                ("min_vertical_force", "smallest wheel force Q,", worst(q, lambda v: -v), 1e-9),
                ("max_lateral_force", "largest lateral force Y,", worst(y, abs), 1e-9),
                ("max_derailment_quotient", "largest Y/Q, wheelset", worst(quotient, lambda v: v), 1e-9),
                ("max_derailment_quotient_2m", "largest Y/Q, mean over 2 m,", worst(quotient_means, lambda v: v), 2e-3),
                ("max_wheel_unloading_2m", "largest wheel unloading", worst(unloading, lambda v: v), 2e-3),
                ("max_wear_number", "largest wear number", worst(wear, lambda v: v), 1e-9)):
            self.compare(name, run[name], found[0], tolerance, how)
            self.check_place(words, found[1], found[2])
        found = worst(sum_means, abs)
        self.compare("max_sum_of_lateral_forces_2m", run["max_sum_of_lateral_forces_2m"], abs(found[0]), 2e-3, how)
        self.check_place("largest sum of Y, mean over 2 m,", found[1], found[2])
        wheelset = found[1].split("_")[1]
        load = loads[f"wheelset_{wheelset}_left"] + loads[f"wheelset_{wheelset}_right"]
        self.compare("prudhomme_limit", run["prudhomme_limit"], 10e3 + load / 3, 1e-6, "10 kN + P0/3")
        self.compare("frictional_energy", run["frictional_energy"], sum(integral(x, values) for values in wear.values()),
                     1e-3, "integral of the wear numbers")
        lateral = {k: v for k, v in run.table("lateral_displacement").items() if k != "distance"}
        found = worst(lateral, abs)
        self.compare("max_lateral_displacement", run["max_lateral_displacement"], found[0], 1e-9, how)
        self.check_place("largest lateral displacement,", found[1], found[2])
        for direction in ("lateral", "vertical"):
            floor = {k: v for k, v in run.table(f"floor_acceleration_{direction}").items() if k != "distance"}
            found = worst(floor, abs)
            self.compare(f"peak_{direction}_acceleration", run[f"peak_{direction}_acceleration"], found[0], 1e-9, how)
            said = re.search(r"at x = (\S+) m of the vehicle and s = (\S+) m",
                             run.line(f"largest {direction} acceleration of the floor"))
            self.assertEqual(f"at_{said[1]}_m", found[1])
            self.assertAlmostEqual(float(said[2]), found[2], delta=0.02)
            rms = max(math.sqrt(integral(x, [a * a for a in v]) / (x[-1] - x[0])) for v in floor.values())
            self.compare(f"rms_{direction}_acceleration", run[f"rms_{direction}_acceleration"], rms, 1e-3,
                         "integral over the distance")


if __name__ == "__main__":
    main()
