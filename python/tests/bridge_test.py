"""Beams, moving loads, time integration, profiles."""

import math
import unittest

import numpy as np

import tread
from support import SOURCE, TestCase


class Beams(TestCase):
    LENGTH, EI, MASS = 20.0, 1e10, 1e4

    def modes(self, n=6, **kwargs):
        return tread.beam_modes(tread.Beam.simply_supported(self.LENGTH, self.EI, self.MASS, **kwargs), n)

    def test_frequencies_are_those_of_the_closed_form(self):
        n = np.arange(1, 7)
        self.assertNear(self.modes().omega, (n * np.pi / self.LENGTH) ** 2 * math.sqrt(self.EI / self.MASS), 1e-12)

    def test_finite_elements_agree_with_the_closed_form(self):
        beam = tread.Beam.clamped(self.LENGTH, self.EI, self.MASS)
        exact = tread.beam_modes(beam, 4).frequency
        self.assertNear(tread.beam_modes(beam, 4, "finite_elements").frequency, exact, 1e-4)

    def test_shapes_are_mass_normalised(self):
        modes = self.modes()
        x = np.linspace(0, self.LENGTH, 2001)
        shapes = modes.shape(x)
        self.assertEqual(shapes.shape, (2001, 6))
        gram = self.MASS * np.trapz(shapes[:, :, None] * shapes[:, None, :], x, axis=0)
        np.testing.assert_allclose(gram, np.eye(6), atol=1e-6)

    def test_force_at_midspan_bends_as_the_textbook_says(self):
        modes = self.modes(n=60)
        deflection = tread.static_deflection(modes, self.LENGTH / 2, np.array([[self.LENGTH / 2, 1e5]]))
        self.assertNear(deflection, 1e5 * self.LENGTH**3 / (48 * self.EI), 1e-4)

    def test_slow_force_is_a_static_one(self):
        modes = self.modes()
        crossing = tread.simulate_crossing(modes, tread.AxleTrain([0.0], 1e5), 0.5, [self.LENGTH / 2], time_step=0.01)
        self.assertNear(crossing.deflection().max(), 1e5 * self.LENGTH**3 / (48 * self.EI), 0.02)
        self.assertTrue(np.shares_memory(crossing.deflection(), crossing.deflection()))
        self.assertEqual(crossing.q.shape, (len(crossing.time), 6))

    def test_sweep_has_its_peak_at_a_critical_speed(self):
        modes = self.modes(n=3, damping_ratio=0.01)
        train = tread.AxleTrain(np.arange(10) * 18.0, 2e5)
        critical = modes.frequency[0] * 18.0
        speeds = np.linspace(0.9, 1.1, 41) * critical
        sweep = tread.sweep_speeds(modes, train, speeds, [self.LENGTH / 2])
        self.assertNear(speeds[np.argmax(sweep.deflection)], critical, 0.02)

    def test_known_trains_have_the_axles_of_the_norm(self):
        train = tread.AxleTrain.named("HSLM-A1")
        self.assertEqual(train.force.max(), 170e3)
        self.assertIn("HSLM-A1", tread.known_trains())
        with self.assertRaises(tread.ModelError):
            tread.AxleTrain.named("HSLM-A11")

    def test_forces_that_do_not_fit_the_axles_are_refused(self):
        self.assertEqual(list(tread.AxleTrain([0.0, 3.0], 1e5).force), [1e5, 1e5])
        for behind, force in (([0.0], [1e5, 2e5]), ([0.0, 3.0], [[1e5], [2e5]]), ([0.0, 3.0], [[1e5, 2e5]])):
            with self.assertRaisesRegex(tread.ModelError, "force must be one number"):
                tread.AxleTrain(behind, np.array(force))

    def test_a_beam_that_cannot_be_is_refused(self):
        with self.assertRaises(tread.ModelError):
            tread.Beam.simply_supported(-1.0, self.EI, self.MASS)


class Integrators(TestCase):
    def oscillator(self, step, scheme, **kwargs):
        return tread.march(lambda t, x, v: 4 * x, [1.0], [0.0], end_time=1.0, step=step, scheme=scheme, **kwargs)

    def test_every_scheme_follows_an_oscillator(self):
        for name, scheme in tread.schemes().items():
            with self.subTest(name):
                motion = self.oscillator(1e-3, name, depends_on_velocity=False)
                self.assertEqual(motion.status, tread.SolveStatus.converged)
                tolerance = 2e-2 if scheme.order == 1 else 1e-3
                self.assertNear(motion.position[-1, 0], math.cos(2), tolerance)
                self.assertNear(motion.time[-1], 1.0, 1e-12)

    def test_error_falls_with_the_order(self):
        for name, order in (("newmark", 2), ("rk4", 4), ("radau_iia_3", 3)):
            errors = [abs(self.oscillator(h, name).position[-1, 0] - math.cos(2)) for h in (0.05, 0.025)]
            self.assertAlmostEqual(math.log2(errors[0] / errors[1]), order, delta=0.3)

    def test_mass_may_be_a_number_a_vector_or_a_matrix(self):
        for mass in (2.0, [2.0, 2.0], np.array([[2.0, 0.0], [0.0, 2.0]])):
            motion = tread.march(
                lambda t, x, v: 8 * x, [1.0, 2.0], [0.0, 0.0], end_time=1.0, step=1e-3, scheme="rk4", mass=mass
            )
            self.assertNear(motion.position[-1], np.array([1.0, 2.0]) * math.cos(2), 1e-9)

    def test_events_are_found_in_time(self):
        motion = self.oscillator(0.1, "cvode_adams", events={"zero": lambda t, x, v: x[0]})
        name, time, _, _ = motion.events[0]
        self.assertEqual(name, "zero")
        self.assertNear(time, math.pi / 4, 1e-6)

    def test_events_may_go_from_their_dict_meanwhile(self):
        events = {"zero": lambda t, x, v: x[0], "other": lambda t, x, v: 1.0}

        def force(t, x, v):
            events.clear()
            return 4 * x

        motion = tread.march(force, [1.0], [0.0], end_time=1.0, step=0.01, scheme="rk4", events=events)
        self.assertEqual([hit[0] for hit in motion.events], ["zero"])

    def test_nothing_cannot_march(self):
        for mass in (None, 1.0, []):
            with self.assertRaisesRegex(tread.ModelError, "position is empty"):
                tread.march(lambda t, x, v: x, [], [], end_time=1.0, step=0.1, mass=mass)

    def test_what_a_force_raises_comes_out_of_every_scheme(self):
        def broken(t, x, v):
            if t > 0.3:
                raise ZeroDivisionError("no force")
            return x

        for scheme in ("newmark", "rk4", "cvode_bdf", "arkode_dormand_prince"):
            with self.subTest(scheme), self.assertRaisesRegex(ZeroDivisionError, "no force"):
                tread.march(broken, [1.0], [0.0], end_time=1.0, step=0.01, scheme=scheme)

    def test_wrong_answers_are_named(self):
        with self.assertRaisesRegex(tread.ModelError, "internal_force returned 2 numbers, 1 are needed"):
            tread.march(lambda t, x, v: [1.0, 2.0], [1.0], [0.0], end_time=1.0, step=0.1)
        with self.assertRaisesRegex(tread.ModelError, "newmark"):
            self.oscillator(0.1, "newmrk")

    def test_progress_can_stop_a_march(self):
        motion = self.oscillator(1e-4, "rk4", progress=lambda fraction, what: fraction < 0.5)
        self.assertEqual(motion.status, tread.SolveStatus.stopped)
        self.assertLess(motion.time[-1], 0.9)


class Profiles(TestCase):
    def test_files_and_formulas_are_the_same_wheel(self):
        by_formula = tread.Profile.s1002()
        from_file = tread.Profile.from_file(SOURCE / "examples" / "s1002.prw")
        y = np.linspace(-0.03, 0.05, 50)
        self.assertLess(np.abs(by_formula.height(y) - from_file.height(y)).max(), 2e-5)
        self.assertTrue(np.shares_memory(by_formula.points, by_formula.points))

    def test_a_centred_wheelset_has_equal_radii(self):
        wheelset = tread.RigidWheelset(tread.Profile.s1002(), tread.Profile.rail_head("uic60", 0.025))
        self.assertAlmostEqual(wheelset.at(0.0).radius_difference, 0, delta=1e-9)
        self.assertGreater(wheelset.at(0.003).radius_difference, 0)
        self.assertAlmostEqual(wheelset.at(0.003).radius_difference, -wheelset.at(-0.003).radius_difference, delta=1e-9)

    def test_a_cone_has_its_own_conicity(self):
        wheelset = tread.RigidWheelset(tread.Profile.cone(0.05), tread.Profile.rail_head("uic60", 0.025))
        # Wickens: a cone on a rail head of radius R_r, half the spacing of contacts e: roll adds to it.
        slope, head, half_spacing, radius = 0.05, 0.3, 0.75, 0.46
        expected = slope * (half_spacing + head * slope) / (half_spacing - radius * slope)
        self.assertNear(wheelset.at(0.003).radius_difference / 0.006, expected, 2e-3)
        # EN 15302 leaves the roll out.
        self.assertNear(wheelset.equivalent_conicity(0.003), slope, 1e-6)

    def test_a_left_wheel_of_its_own_steers(self):
        cone, rail = tread.Profile.cone(0.05), tread.Profile.rail_head("uic60", 0.025)
        smaller = tread.RigidWheelset(cone, rail, left_radius=0.4595)
        self.assertNear(smaller.at(0.0).radius_difference, 0.5e-3, 0.1)
        other = tread.RigidWheelset(cone, rail, left_wheel=tread.Profile.cone(0.1))
        self.assertNear(other.equivalent_conicity(0.003), 0.075, 1e-6)

    def test_a_wheel_carries_its_load(self):
        contact = tread.WheelRailContact(tread.Profile.s1002(), tread.Profile.rail_head(), cells=16.0)
        settled = contact.settle(80e3, lateral=0.001, speed=10.0)
        self.assertNear(settled.force[2], -80e3, 1e-3)
        solution = settled.solutions[0]
        pressed = sum(s.pressure.sum() * s.grid.cell_area for s in settled.solutions)
        self.assertNear(pressed, sum(p.normal_force for p in settled.patches), 1e-6)
        self.assertEqual(solution.pressure.shape, solution.grid.shape)


if __name__ == "__main__":
    unittest.main()
