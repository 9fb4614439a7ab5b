"""Numbers of moving forces, and of studies of them, against closed forms of a beam with sine modes."""


from reported import ReportedTest
from simple_beam import SimpleBeam, largest, on_beam
from support import main

LENGTH, STIFFNESS, MASS, DAMPING, MODES = 15.0, 7.694081e9, 15000.0, 0.01, 3
AXLES = [(0.0, 170e3), (3.0, 170e3), (18.0, 150e3), (21.0, 150e3)]
BRIDGE = f"""
[bridge]
length = {LENGTH}
bending_stiffness = {STIFFNESS}
mass_per_length = {MASS}
damping_ratio = {DAMPING}
modes = {MODES}
"""
TRAIN = f"distances = {[d for d, _ in AXLES]}\nforces = {[f for _, f in AXLES]}\n"


class Extremes:
    """The largest values of a crossing at sections, with section and time of each."""

    def __init__(self, beam, speed, axles, sections, end, step):
        times = [step * i for i in range(int(end / step) + 1)]
        rows = beam.crossing(speed, axles, times)
        n_deck = beam.deck_modes()
        lines = [beam.at_section(x) for x in sections]
        found = {name: [] for name in ("deflection", "velocity", "acceleration", "deck_acceleration", "moment", "shear")}
        ends = []
        for t, (q, v, a) in zip(times, rows):
            loads = on_beam(beam.length, speed, axles, t)
            rest = beam.at_rest(loads)
            for x, line in zip(sections, lines):
                found["deflection"].append((line.deflection(q), (x, t)))
                found["velocity"].append((line.deflection(v), (x, t)))
                found["acceleration"].append((line.deflection(a), (x, t)))
                found["deck_acceleration"].append((line.deflection(a[:n_deck]), (x, t)))
                moment, shear = line.forces(q, loads, rest)
                found["moment"].append((moment, (x, t)))
                found["shear"].append((shear, (x, t)))
            ends += [(beam.slope(q, x), (x, t)) for x in (0.0, beam.length)]
        self.all = {name: largest(values) for name, values in found.items()}
        self.all["end_rotation"] = largest(ends)

    def __getitem__(self, name):
        return self.all[name][0]

    def where(self, name):
        return self.all[name][1]


def static_deflection(beam, axles, sections):
    """Of trains at rest, wherever they may stand."""
    lines = [beam.at_section(x) for x in sections]
    reach = beam.length + axles[-1][0]
    best = 0.0
    for k in range(1001):
        front = reach * k / 1000
        loads = [(front - d, f) for d, f in axles if 0 < front - d < beam.length]
        q = beam.at_rest(loads)
        best = max(best, max(abs(line.deflection(q)) for line in lines))
    return best


class Crossing(ReportedTest):
    table_name = "reported-bridge"
    case_name = "four moving forces, 90 m/s"

    def test_extremes(self):
        speed = 90.0
        run = self.run_case(f'scenario = "moving_load"\n{BRIDGE}[train]\n{TRAIN}speed = {speed}\n'
                            "[time]\nfree_vibration = 0.3\n")
        beam = SimpleBeam(LENGTH, STIFFNESS, MASS, DAMPING, MODES)
        sections = [LENGTH * i / 10 for i in range(11)]
        end = (LENGTH + AXLES[-1][0]) / speed + 0.3
        exact = Extremes(beam, speed, AXLES, sections, end, 2.5e-4)
        self.compare("first_frequency", run["first_frequency"], beam.frequency(1), 1e-9, "closed form")
        for name in exact.all:
            tolerance = 2e-3 if name in ("acceleration", "moment", "shear") else 1e-3  # peaks between instants
            self.compare(f"max_{name}", run[f"max_{name}"], exact[name], tolerance, "closed form, sine modes")
            words = {"end_rotation": "largest slope at an end"}.get(name, "largest " + name.replace("_", " ") + ", ")
            x, t = run.place_and_time(words)
            mirrored = abs(abs(exact.where(name)[0] - x))
            self.assertLess(mirrored, 1e-6, f"{name} at x = {x}, by the closed form at {exact.where(name)}")
            self.assertAlmostEqual(t, exact.where(name)[1], delta=1e-3, msg=name)
        at_rest = static_deflection(beam, AXLES, sections)
        self.compare("static_deflection", run["static_deflection"], at_rest, 1e-3, "closed form")
        self.compare("dynamic_amplification", run["dynamic_amplification"], abs(exact["deflection"]) / at_rest, 2e-3,
                     "their ratio")
        for name in ("deflection", "acceleration", "moment", "shear"):  # histories of midspan
            table = run.table(name)
            column = next(key for key in table if key.startswith(name))
            rows = beam.crossing(speed, AXLES, table["time"][::50])
            for t, (q, _, a), value in zip(table["time"][::50], rows, table[column][::50]):
                loads = on_beam(LENGTH, speed, AXLES, t)
                middle = beam.at_section(7.5)
                moment, shear = middle.forces(q, loads, beam.at_rest(loads))
                expected = {"deflection": middle.deflection(q), "acceleration": middle.deflection(a), "moment": moment,
                            "shear": shear}[name]
                self.assertAlmostEqual(value, expected, delta=5e-3 * abs(run[f"max_{name}"]), msg=f"{name} at {t} s")


class Sweep(ReportedTest):
    table_name = "reported-bridge"
    case_name = "the same, 60 to 100 m/s"

    def test_largest_of_speeds(self):
        run = self.run_case(f'scenario = "moving_load"\n{BRIDGE}[train]\n{TRAIN}speed_range = [60, 100, 10]\n'
                            "[time]\nfree_vibration = 0.3\n")
        beam = SimpleBeam(LENGTH, STIFFNESS, MASS, DAMPING, MODES)
        sections = [LENGTH * i / 10 for i in range(11)]
        found = {}
        for speed in (60.0, 70.0, 80.0, 90.0, 100.0):
            end = (LENGTH + AXLES[-1][0]) / speed + 0.3
            found[speed] = Extremes(beam, speed, AXLES, sections, end, 5e-4)
        for name in ("deflection", "acceleration", "deck_acceleration", "moment", "shear", "end_rotation"):
            at = max(found, key=lambda speed: abs(found[speed][name]))
            self.compare(f"max_{name}", run[f"max_{name}"], abs(found[at][name]), 5e-3, "closed form, sine modes")
            self.assertEqual(run[f"speed_of_max_{name}"], at, name)
            table = run.table("speed_sweep")
            for speed, value in zip(table["speed"], table[name]):
                self.assertAlmostEqual(value / abs(found[round(speed, 6)][name]), 1, delta=5e-3, msg=f"{name} at {speed}")
        self.compare("static_deflection", run["static_deflection"], static_deflection(beam, AXLES, sections), 1e-3,
                     "closed form")
        # n D/i of every mode that counts, and the speed of a single force
        expected = 2 * LENGTH * beam.frequency(1)
        self.assertTrue(any(abs(v / expected - 1) < 1e-6 for v in run["critical_speeds"]), run["critical_speeds"])


class Study(ReportedTest):
    table_name = "reported-bridge"
    case_name = "study, two dampings and three speeds"

    def test_envelopes_and_checks(self):
        self.write("base.toml", f'scenario = "moving_load"\n{BRIDGE}[train]\n{TRAIN}speed = 50\n')
        self.write("study.toml", 'title = "t"\nbase = "base.toml"\nevidence = false\n[vary]\ntrain.speed = [60, 80, 100]\n'
                   'bridge.damping_ratio = [0.01, 0.02]\n[checks]\ntrack = "ballasted"\n')
        run = self.tread("sweep", "study.toml", "--json", "--workers", "1")
        self.assertEqual(run.code, 0, run.err)
        result = run.json()["results"][0]
        sections = [LENGTH * i / 10 for i in range(11)]
        found = {}
        for damping in (0.01, 0.02):
            beam = SimpleBeam(LENGTH, STIFFNESS, MASS, damping, MODES)
            for speed in (60.0, 80.0, 100.0):
                end = (LENGTH + AXLES[-1][0]) / speed + 0.1  # what follows decays
                found[damping, speed] = Extremes(beam, speed, AXLES, sections, end, 5e-4)
        for name in ("deflection", "deck_acceleration", "moment", "shear", "end_rotation"):
            table = result["tables"][f"envelope_max_{name}"]
            speeds, values = table["speed"]["values"], table["envelope"]["values"]
            for speed, value in zip(speeds, values):
                exact = max(abs(found[d, speed][name]) for d in (0.01, 0.02))
                self.compare(f"envelope_max_{name}", abs(value), exact, 5e-3, "largest of the cases, closed form",
                             case=f"{self.case_name}: {speed:g} m/s")
        check = next(c for c in result["checks"] if c["name"] == "deck_acceleration")
        exact = max(abs(e["deck_acceleration"]) for e in found.values())
        self.compare("check deck_acceleration", abs(check["value"]), exact, 5e-3, "closed form")
        self.compare("its limit", check["limit"], 3.5, 1e-9, "EN 1990, ballasted track")
        self.compare("its margin", check["margin"], 1 - exact / 3.5, 5e-2, "1 - value/limit")
        governing = "at 360 km/h, damping ratio 0.01"
        self.assertEqual((check["verdict"], check["decided_by"]), ("fail", f"{governing}, x = {LENGTH / 2:g} m"))
        for name, limit, how, place in (("deflection", LENGTH / 600, "L/600", LENGTH / 2),
                                        ("end_rotation", 6.5e-3, "ENV 1991-3", LENGTH)):
            check = next(c for c in result["checks"] if c["name"] == name)
            exact = max(abs(e[name]) for e in found.values())
            self.compare(f"check {name}", abs(check["value"]), exact, 5e-3, "closed form")
            self.compare("its limit", check["limit"], limit, 1e-9, how)
            self.compare("its margin", check["margin"], 1 - exact / limit, 5e-3, "1 - value/limit")
            self.assertEqual((check["verdict"], check["decided_by"]), ("pass", f"{governing}, x = {place:g} m"))
        root = LENGTH ** 0.5 - 0.2
        self.compare("phi_2", result["phi_2"], 1.44 / root + 0.82, 1e-9, "EN 1991-2 (6.4)")
        self.compare("phi_3", result["phi_3"], 2.16 / root + 0.73, 1e-9, "EN 1991-2 (6.5)")
        self.compare("n0_lower", result["n0_lower"], 80 / LENGTH, 1e-9, "EN 1991-2, figure 6.10")
        self.compare("n0_upper", result["n0_upper"], 94.76 * LENGTH ** -0.748, 1e-9, "EN 1991-2, figure 6.10")


if __name__ == "__main__":
    main()
