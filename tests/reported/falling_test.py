"""Numbers of what falls: a ball on Hertz' spring, a cylinder on ground with inertia."""

import math

import hertz
from reported import ReportedTest
from support import main

GRAVITY = 9.81


class Drop(ReportedTest):
    table_name = "reported-falling"

    def reference(self, mass, height, radius, e_star):
        """Depth, force, duration of m z'' = m g - K z^(3/2), from its energy."""
        stiffness = 4 / 3 * e_star * math.sqrt(radius)
        speed2 = 2 * GRAVITY * height

        def speed_squared(depth):
            return speed2 + 2 * GRAVITY * depth - 0.8 * stiffness / mass * depth ** 2.5

        low, high = 0.0, 1.0
        # it rises first: begin beyond the place where weight and contact balance
        low = (mass * GRAVITY / stiffness) ** (2 / 3)
        for _ in range(200):
            middle = (low + high) / 2
            low, high = (middle, high) if speed_squared(middle) > 0 else (low, middle)
        depth, n = low, 20000
        # depth sin^2: no infinite integrand at the lowest point
        time = 0.0
        for k in range(n):
            angle = math.pi / 2 * (k + 0.5) / n
            at = depth * math.sin(angle)
            time += depth * math.cos(angle) * (math.pi / 2 / n) / math.sqrt(speed_squared(at))
        return depth, stiffness * depth ** 1.5, 2 * time

    def check(self, scheme, tolerance):
        mass, height, radius, young, nu = 10.0, 1.0, 0.1, 2e9, 0.3
        run = self.run_case(f"""
scenario = "drop"
[drop]
mass = {mass}
height = {height}
[time]
{scheme}
end = 1.2
[shape]
type = "sphere"
radius = {radius}
[upper]
material = "rigid"
[lower]
young_modulus = {young}
poisson_ratio = {nu}
""")
        depth, force, duration = self.reference(mass, height, radius, hertz.modulus([(young, nu)]))
        how = "own integration of m z'' = m g - K z^1.5"
        self.compare("max_force", run["max_force"], force, tolerance, how)
        self.compare("max_approach", run["max_approach"], depth, tolerance, how)
        self.compare("contact_time", run["contact_time"], duration, tolerance, how)
        self.compare("rebound_height", run["rebound_height"], height, tolerance, "energy kept")
        # Hertz' impact without weight: v = sqrt(2 g h), T = 2.943 depth/v
        free = (1.25 * mass * 2 * GRAVITY * height / (4 / 3 * hertz.modulus([(young, nu)]) * math.sqrt(radius))) ** 0.4
        self.compare("hertz_impact_force", run["hertz_impact_force"],
                     4 / 3 * hertz.modulus([(young, nu)]) * math.sqrt(radius) * free ** 1.5, 1e-9, "closed form")
        self.compare("hertz_impact_time", run["hertz_impact_time"],
                     4 / 5 * math.sqrt(math.pi) * math.gamma(0.4) / math.gamma(0.9) * free / math.sqrt(2 * GRAVITY * height),
                     1e-9, "closed form")
        self.check_times(run, height, duration)

    def check_times(self, run, height, duration):
        """The largest force is that of the history, in the middle of the first contact."""
        motion = run.table("motion")
        at = max(range(len(motion["force"])), key=lambda i: motion["force"][i])
        self.assertAlmostEqual(motion["force"][at] / run["max_force"], 1, delta=1e-3)
        first = math.sqrt(2 * height / GRAVITY)
        self.assertAlmostEqual(motion["time"][at] % (2 * first + duration), first + duration / 2, delta=0.2 * duration)
        bounces = run.table("bounces")
        self.assertAlmostEqual(bounces["touch_down"][0], first, delta=2e-4)
        self.assertAlmostEqual(bounces["lift_off"][0], first + duration, delta=3e-4)

    def test_adaptive(self):
        self.case_name = "ball, Dormand-Prince"
        self.check('scheme = "arkode_dormand_prince"\nrelative_tolerance = 1e-10\nrecord_interval_ms = 0.02', 1e-3)

    def test_newmark(self):
        self.case_name = "ball, Newmark"
        self.check('scheme = "newmark"\nstep_ms = 1\ncontact_step_ms = 0.01', 2e-3)


class Impact(ReportedTest):
    """While the edge of the contact runs faster than pressure waves every point below the cylinder is hit for itself: its
    pressure is rho c v, the force 2 rho c v sqrt(2 R d) and the cylinder's equation of motion has a closed form,
    v = v0 - (4 rho c/(3 m)) sqrt(2 R) d^(3/2)."""

    table_name = "reported-falling"
    case_name = "cylinder on soft ground"

    def test_supersonic(self):
        young, nu, density, radius, mass, speed = 2e5, 0.285, 2000.0, 0.5, 20.0, 3.0
        run = self.run_case(f"""
scenario = "impact"
[ground]
young_modulus = {young}
poisson_ratio = {nu}
density = {density}
width = 0.6
height = 0.1
outer = "absorbing"
[cylinder]
radius = {radius}
mass = {mass}
velocity = {-speed}
gravity = 0
[grid]
nodes_x = 241
nodes_z = 41
[time]
scheme = "leapfrog"
step = 5e-5
end = 0.006
""")
        wave = math.sqrt(young * (1 - nu) / (density * (1 + nu) * (1 - 2 * nu)))
        factor = 4 * density * wave * math.sqrt(2 * radius) / (3 * mass)
        depth = (speed / (4 * factor)) ** (2 / 3)  # where v sqrt(d) is largest
        self.assertGreater(0.75 * speed * math.sqrt(radius / (2 * depth)), wave, "the edge must outrun the waves")
        force = 2 * density * wave * 0.75 * speed * math.sqrt(2 * radius * depth)
        self.compare("max_force", run["max_force"], force, 0.03, "rho c v over the contact, closed form")
        self.compare("start_energy", run["start_energy"], mass * speed ** 2 / 2, 1e-9, "m v^2/2")
        self.compare("final_energy", run["final_energy"], mass * speed ** 2 / 2, 0.02, "energy kept")
        # a row of cells that is struck rings: about a third more than rho c v, which a note says
        self.compare("max_pressure", run["max_pressure"], density * wave * speed, 0.35,
                     "rho c v at first touch; a note says that cells ring")
        self.assertTrue(any("a third more than rho c v" in note for note in run["notes"]), run["notes"])
        motion = run.table("motion")
        impulse = sum((motion["force"][i] + motion["force"][i + 1]) / 2 * (motion["time"][i + 1] - motion["time"][i])
                      for i in range(len(motion["time"]) - 1))
        self.compare("final_velocity", run["final_velocity"], -speed + impulse / mass, 5e-3, "impulse of the forces")
        self.assertEqual(run["max_force"], max(motion["force"]))
        self.assertEqual(run["max_depth"], -min(motion["height"]))
        self.assertEqual(run["final_height"], motion["height"][-1])
        at = max(range(len(motion["force"])), key=lambda i: motion["force"][i])
        lowest = min(range(len(motion["height"])), key=lambda i: motion["height"][i])
        self.assertIn(f"largest force on the cylinder, at {motion['time'][at]:.6g} s", run.text)
        self.assertIn(f"deepest position of the cylinder, at {motion['time'][lowest]:.6g} s", run.text)
        contact = run.table("contact")
        for words, name in (("largest pressure", "peak_pressure"), ("widest contact", "contact_width")):
            first = max(range(len(contact[name])), key=lambda i: contact[name][i])
            self.assertIn(f"{words}, at {contact['time'][first]:.6g} s", run.text)
        self.compare("time of max_force", motion["time"][at], self.time_to(depth, speed, factor), 0.1,
                     "the same motion, integrated")

    @staticmethod
    def time_to(depth, speed, factor):
        n = 2000
        return sum(depth / n / (speed - factor * (depth * (k + 0.5) / n) ** 1.5) for k in range(n))


if __name__ == "__main__":
    main()
