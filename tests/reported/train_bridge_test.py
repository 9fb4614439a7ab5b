"""Numbers of a vehicle on a bridge against modes and Runge-Kutta steps of our own; of beam elements against a filter of
our own."""

import cmath
import math

import hertz
from clamped_beam import GRAVITY, ClampedBeam, SprungMass, cross
from reported import ReportedTest
from simple_beam import largest
from support import main

LENGTH, STIFFNESS, MASS, DAMPING, MODES = 20.0, 4e9, 12000.0, 0.015, 4
BODY, WHEEL, SPRING, DAMPER = 15000.0, 1500.0, 1.5e6, 30e3
SECTIONS = [0.0, 5.0, 10.0, 15.0, 20.0]
CASE = f"""
scenario = "train_bridge"
[bridge]
length = {LENGTH}
bending_stiffness = {STIFFNESS}
mass_per_length = {MASS}
damping_ratio = {DAMPING}
supports = "clamped"
modes = {MODES}
[vehicle]
type = "sprung_mass"
body_mass = {BODY}
wheelset_mass = {WHEEL}
stiffness = {SPRING}
damping = {DAMPER}
[output]
sections = {SECTIONS}
"""


class OneSpan(ReportedTest):
    table_name = "reported-bridge"

    def compare_crossing(self, run, beam, vehicle, rows, loose):
        """`loose`: tolerance of what hangs on single oscillations of the contact."""
        how = "own modes and Runge-Kutta steps"
        weight = vehicle.weight
        line = [LENGTH * i / 24 for i in range(25)]
        found = {name: [] for name in ("deflection", "acceleration", "moment", "shear", "deck")}
        cut = max(30, 1.5 * beam.frequency(1), beam.frequency(3))
        n_deck = sum(o / (2 * math.pi) <= cut * (1 + 1e-9) for o in beam.omegas)
        line_shapes = [beam.shapes(x) for x in line]
        section_shapes = [beam.shapes(x) for x in SECTIONS]
        for t, _, _, a, _, _ in rows:
            found["acceleration"] += [(sum(b * s for b, s in zip(a, shapes)), (place, t))
                                      for place, shapes in zip(SECTIONS, section_shapes)]
            found["deck"] += [(sum(b * s for b, s in zip(a[:n_deck], shapes)), (place, t))
                              for place, shapes in zip(line[6:19], line_shapes[6:19])]
        for t, x, q, a, force, _ in rows[::5]:
            loads = [(x, force)] if 0 < x < LENGTH else []
            for place, shapes in zip(line, line_shapes):
                found["deflection"].append((sum(b * s for b, s in zip(q, shapes)), (place, t)))
            for place in SECTIONS:
                moment, shear = beam.section_forces(q, place, loads)
                found["moment"].append((moment, (place, t)))
                found["shear"].append((shear, (place, t)))
        peaks = {name: largest(values) for name, values in found.items()}
        for n, name in enumerate(("first", "second", "third"), 1):
            self.compare(f"{name}_frequency", run[f"{name}_frequency"], beam.frequency(n), 1e-6, "closed form")
        for name, words, tolerance in (("deflection", "largest deflection of the bridge", 1e-3),
                                       ("acceleration", "largest acceleration of the sections", loose),
                                       ("moment", "largest moment of the sections, at", 3e-3),
                                       ("shear", "largest shear of the sections", 5e-3)):
            self.compare(f"max_{name}", run[f"max_{name}"], peaks[name][0], tolerance, how)
            place, time = run.place_and_time(words)
            self.assertAlmostEqual(place, peaks[name][1][0], delta=1e-3, msg=name)
            self.assertAlmostEqual(time, peaks[name][1][1], delta=3e-3, msg=name)
        self.compare("max_deck_acceleration", run["max_deck_acceleration"], peaks["deck"][0], loose, how)
        at_rest = max(weight * abs(beam.superposed(beam.at_rest(x), place)) for x in
                      (LENGTH * i / 400 for i in range(401)) for place in line)
        self.compare("static_deflection", run["static_deflection"], at_rest, 1e-3, "closed form")
        self.compare("dynamic_amplification", run["dynamic_amplification"], peaks["deflection"][0] / at_rest, 2e-3, how)
        moment = max((weight * beam.static(place, x)[0] for x in (LENGTH * i / 2000 for i in range(2001))
                      for place in SECTIONS), key=abs)
        self.compare("static_moment", run["static_moment"], moment, 1e-3, "closed form")
        forces = [(force, t) for t, _, _, _, force, _ in rows]
        most, least = max(forces), min(forces)
        self.compare("max_force", run["max_force"], most[0], loose, how)
        self.compare("max_force_ratio", run["max_force_ratio"], most[0] / weight, loose, how)
        if least[0] > 0:
            self.compare("min_force_ratio", run["min_force_ratio"], least[0] / weight, loose, how)
        self.compare("max_unloading", run["max_unloading"], 1 - least[0] / weight, loose / (1 - least[0] / weight), how)
        body = largest([(a, t) for t, _, _, _, _, a in rows])
        self.compare("max_body_acceleration", run["max_body_acceleration"], body[0], 5e-3, how)
        for words, at in (("largest axle force, axle 1 at", most[1]),
                          ("largest axle force over that at rest, axle 1 at", most[1]),
                          ("smallest axle force over that at rest, axle 1 at", least[1])):
            self.assertAlmostEqual(run.place_and_time(words)[1], at, delta=3e-3, msg=words)
        words = "largest acceleration of a vehicle's body, vehicle 1 at"
        self.assertAlmostEqual(float(run.line(words)[len(words):].split()[0]), body[1], delta=3e-3)
        return forces

    def run_and_compare(self, speed, contact_keys, contact, extra="", height=lambda x: 0.0, loose=5e-3,
                        step=1e-4):
        beam = ClampedBeam(LENGTH, STIFFNESS, MASS, DAMPING, MODES)
        vehicle = SprungMass(BODY, WHEEL, SPRING, DAMPER, contact)
        end = (LENGTH + 2) / speed + 0.2
        run = self.run_case(f"{CASE}[contact]\n{contact_keys}\n[train]\nspeed = {speed}\nstart_position = -2\n"
                            f"[time]\nend = {end}\nstep = {step}\n{extra}")
        rows = cross(beam, vehicle, speed, -2.0, end, 1e-4, height)
        return run, self.compare_crossing(run, beam, vehicle, rows, loose)

    def test_linear_contact(self):
        self.case_name = "sprung mass, linear contact"
        run, _ = self.run_and_compare(60.0, 'model = "linear"\nstiffness = 5e8', lambda d: max(0.0, 5e8 * d))
        self.assertEqual(run["contact_losses"], 0)
        self.assertEqual(run["contact_loss_time"], 0)

    def test_bump_with_loss_of_contact(self):
        """Hertz' contact, and a bump of 3 mm behind which the wheel leaves the rail."""
        self.case_name = "sprung mass, Hertz' contact, bump"
        ellipse = hertz.Ellipse(1e5, 0.5 / 0.46, 0.5 / 0.3, hertz.modulus([(210e9, 0.3)] * 2))
        factor = 1e5 / ellipse.approach ** 1.5
        start, length, top = 8.0, 1.0, 0.003

        def height(x):
            return top / 2 * (1 - math.cos(2 * math.pi * (x - start) / length)) if start < x < start + length else 0.0

        run, forces = self.run_and_compare(
            40.0, 'model = "hertz"', lambda d: factor * d ** 1.5 if d > 0 else 0.0,
            f'[rail]\ntype = "bump"\nheight = {top}\nlength = {length}\nstart = {start}\n', height, loose=0.01, step=2.5e-5)
        losses = [t for (f, t), (before, _) in zip(forces[1:], forces) if f == 0 and before > 0]
        self.compare("contact_losses", run["contact_losses"], len(losses), 0, "own modes and Runge-Kutta steps")
        longest, since = 0.0, None
        for force, t in forces:
            since = (since if since is not None else t) if force == 0 else None
            longest = max(longest, t - since if since is not None else 0)
        self.compare("contact_loss_time", run["contact_loss_time"], longest, 0.05, "own modes and Runge-Kutta steps")


class Elements(ReportedTest):
    """Deck accelerations of finite elements are filtered: gain 1/(1 + (sqrt(2) - 1) (f/cut)^8), cut 1.457 times that of
    the standard, without the last three periods."""

    table_name = "reported-bridge"
    case_name = "beam elements, sprung mass"

    def test_deck_acceleration(self):
        run = self.run_case(f"""
scenario = "train_bridge"
[bridge]
length = {LENGTH}
bending_stiffness = {STIFFNESS}
mass_per_length = {MASS}
rayleigh = [1.0, 2e-5]
model = "elements"
elements = 10
[vehicle]
type = "sprung_mass"
body_mass = {BODY}
wheelset_mass = {WHEEL}
stiffness = {SPRING}
damping = {DAMPER}
[contact]
model = "linear"
stiffness = 5e8
[train]
speed = 40
start_position = -4
[time]
step = 1e-3
[output]
sections = {[2.0 * i for i in range(1, 10)]}
""")
        table = run.table("acceleration")
        times = table["time"]
        step = times[1] - times[0]
        first = math.pi / (2 * LENGTH ** 2) * math.sqrt(STIFFNESS / MASS)
        cut = 1.457 * max(30, 1.5 * first, 9 * first)
        n_lost = math.ceil(3 / cut / step)
        best = []
        for name, values in table.items():
            if name == "time":
                continue
            slow = low_passed(values[:-1], step, cut)
            best += [(value, (name, t)) for value, t in list(zip(slow, times))[:len(slow) - n_lost]]
        exact = largest(best)
        self.compare("first_frequency", run["first_frequency"], first, 1e-3, "closed form")
        self.compare("max_deck_acceleration", run["max_deck_acceleration"], exact[0], 0.02,
                     "own filter (Fourier) of the sections' accelerations")
        place, time = run.place_and_time("largest acceleration of the deck anywhere")
        self.assertAlmostEqual(time, exact[1][1], delta=2e-3)
        self.assertAlmostEqual(place, float(exact[1][0].split("_at_")[1].split("_")[0]), delta=1.0)


def low_passed(values, step, cut):
    """By a Fourier transform, with zeros before and the mirror image behind."""
    ahead = int(6 / (cut * step)) + 1
    extended = [0.0] * ahead + values + values[-2:-2 - ahead:-1] + [0.0] * ahead
    size = 1
    while size < len(extended):
        size *= 2
    extended += [0.0] * (size - len(extended))
    spectrum = transform(extended, -1)
    for i, value in enumerate(spectrum):
        frequency = min(i, size - i) / (size * step)
        spectrum[i] = value / (1 + (math.sqrt(2) - 1) * (frequency / cut) ** 8)
    return [value.real / size for value in transform(spectrum, 1)][ahead:ahead + len(values)]


def transform(values, sign):
    """Cooley and Tukey."""
    n = len(values)
    if n == 1:
        return list(values)
    even, odd = transform(values[::2], sign), transform(values[1::2], sign)
    turned = [cmath.exp(sign * 2j * math.pi * k / n) * odd[k] for k in range(n // 2)]
    return [a + b for a, b in zip(even, turned)] + [a - b for a, b in zip(even, turned)]


if __name__ == "__main__":
    main()
