"""Contact solvers on arrays."""

import pickle
import threading
import unittest

import numpy as np

import tread
from support import TestCase, address, ball, counted_by_another_thread


class Normal(TestCase):
    def test_ball_agrees_with_hertz(self):
        distance, grid = ball(n=160)
        hertz = tread.hertz_circle(0.01, force=100)
        solution = tread.solve_normal(distance, grid, force=100)
        self.assertEqual(solution.status, tread.SolveStatus.converged)
        self.assertNear(solution.approach, hertz.approach, 2e-4)
        self.assertNear(solution.peak_pressure, hertz.peak_pressure, 2e-3)
        x, y = np.meshgrid(grid.x, grid.y)
        inside = np.hypot(x, y) < 0.8 * hertz.contact_radius
        self.assertNear(solution.pressure[inside], hertz.pressure(np.hypot(x, y))[inside], 5e-3)
        self.assertNear(solution.pressure.sum() * grid.cell_area, 100, 1e-6)

    def test_approach_and_force_are_two_ways_to_the_same_contact(self):
        distance, grid = ball()
        by_force = tread.solve_normal(distance, grid, force=100, tolerance=1e-9)
        by_approach = tread.solve_normal(distance, grid, approach=by_force.approach, tolerance=1e-9)
        self.assertNear(by_approach.force, 100, 1e-6)

    def test_symmetric_gap_has_symmetric_pressure(self):
        distance, grid = ball()
        pressure = tread.solve_normal(distance, grid, force=100, tolerance=1e-10).pressure
        for turned in (pressure[::-1], pressure[:, ::-1], pressure.T):
            self.assertNear(turned, pressure, 1e-8)

    def test_rows_are_y_and_columns_x(self):
        grid = tread.Grid.centred(60, 50, 8e-4, 5e-4)
        distance = tread.undeformed_distance(tread.Paraboloid(0.04, 0.01), grid)
        self.assertEqual(distance.shape, (50, 60))
        touched = tread.solve_normal(distance, grid, force=100).pressure > 0
        self.assertGreater(touched.any(axis=0).sum() * grid.dx, 1.5 * touched.any(axis=1).sum() * grid.dy)

    def test_stiffness_is_the_slope_of_force_over_approach(self):
        distance, grid = ball()
        at = tread.solve_normal(distance, grid, approach=3.5e-6, tolerance=1e-10, derivative=True)
        low = tread.solve_normal(distance, grid, approach=3.5e-6 - 1e-9, tolerance=1e-10)
        high = tread.solve_normal(distance, grid, approach=3.5e-6 + 1e-9, tolerance=1e-10)
        self.assertNear(at.stiffness, (high.force - low.force) / 2e-9, 1e-2)

    def test_cells_without_surface_do_not_touch(self):
        distance, grid = ball()
        distance[:, :30] = np.inf
        pressure = tread.solve_normal(distance, grid, force=10).pressure
        self.assertEqual(pressure[:, :30].max(), 0)
        self.assertGreater(pressure.max(), 0)


class Arrays(TestCase):
    def test_fields_are_views_of_the_solution(self):
        distance, grid = ball()
        solution = tread.solve_normal(distance, grid, force=100)
        first, second = solution.pressure, solution.pressure
        self.assertTrue(np.shares_memory(first, second))
        self.assertEqual(address(first), address(second))
        self.assertIs(first.base, solution)
        self.assertFalse(first.flags.writeable)
        self.assertFalse(first.flags.owndata)
        with self.assertRaises(ValueError):
            first[0, 0] = 1

    def test_fields_outlive_their_solution(self):
        distance, grid = ball()
        expected = tread.solve_normal(distance, grid, force=100).pressure.copy()
        kept = [tread.solve_normal(distance, grid, force=100).pressure for _ in range(10)]
        for pressure in kept:
            np.testing.assert_array_equal(pressure, expected)

    def test_input_is_not_changed(self):
        distance, grid = ball()
        before = distance.copy()
        distance.flags.writeable = False
        tread.solve_normal(distance, grid, force=100)
        np.testing.assert_array_equal(distance, before)

    def test_views_with_strides_are_read_right(self):
        distance, grid = ball()
        turned = np.asfortranarray(distance)
        np.testing.assert_array_equal(
            tread.solve_normal(turned, grid, force=100).pressure, tread.solve_normal(distance, grid, force=100).pressure
        )

    def test_wrong_arrays_are_refused_by_name(self):
        distance, grid = ball()
        with self.assertRaisesRegex(TypeError, "distance has numbers of type float32"):
            tread.solve_normal(distance.astype(np.float32), grid, force=100)
        with self.assertRaisesRegex(TypeError, "int64"):
            tread.solve_normal(np.zeros(grid.shape, dtype=int), grid, force=100)
        with self.assertRaisesRegex(tread.ModelError, r"distance has the shape \(59, 60\)"):
            tread.solve_normal(distance[1:], grid, force=100)
        distance[3, 5] = np.nan
        with self.assertRaisesRegex(tread.ModelError, r"distance\[3, 5\] is NaN"):
            tread.solve_normal(distance, grid, force=100)
        with self.assertRaises(TypeError):
            tread.solve_normal("a ball", grid, force=100)

    def test_grids_are_checked_when_they_are_made(self):
        for counts in ((0, 5), (5, -1)):
            with self.assertRaises(tread.ModelError):
                tread.Grid.centred(*counts, 1e-3, 1e-3)
        with self.assertRaises(tread.ModelError):
            tread.Grid.centred(5, 5, float("nan"), 1e-3)

    def test_impossible_problems_raise_the_same_text(self):
        distance, grid = ball()
        with self.assertRaisesRegex(tread.ModelError, "give one of force"):
            tread.solve_normal(distance, grid)
        with self.assertRaises(tread.ModelError):
            tread.solve_normal(distance, grid, force=-1)
        rigid = tread.Material.rigid()
        with self.assertRaisesRegex(tread.ModelError, "rigid"):
            tread.solve_normal(distance, grid, force=1, bodies=(rigid, rigid))
        self.assertTrue(issubclass(tread.ModelError, tread.Error))


def resident_kilobytes():
    with open("/proc/self/status", encoding="ascii") as status:
        return next(int(line.split()[1]) for line in status if line.startswith("VmRSS"))


class Memory(TestCase):
    def test_a_thousand_contacts_leave_no_memory_behind(self):
        distance, grid = ball(n=40)

        def solve(times):
            for _ in range(times):
                solution = tread.solve_normal(distance, grid, force=100)
                solution.pressure.sum()

        solve(100)
        before = resident_kilobytes()
        solve(1000)
        # One leaked field of a solve would be 13 kB, 13 MB in all.
        self.assertLess(resident_kilobytes() - before, 4000)

    def test_a_thousand_frictional_contacts_leave_no_memory_behind(self):
        distance, grid = ball(n=12)

        def solve(times):
            for _ in range(times):
                tread.solve_rolling(distance, grid, force=100, creepage_x=0.002).traction_x.sum()

        solve(100)
        before = resident_kilobytes()
        solve(1000)
        self.assertLess(resident_kilobytes() - before, 4000)


class InterpreterLock(TestCase):
    def test_work_in_python_keeps_the_lock(self):
        self.assertEqual(counted_by_another_thread(lambda: sum(range(3_000_000))), 0)

    def test_other_threads_run_while_a_contact_is_solved(self):
        distance, grid = ball(n=256)
        count = counted_by_another_thread(lambda: tread.solve_normal(distance, grid, force=100, tolerance=1e-10))
        self.assertGreater(count, 10)

    def test_two_threads_get_the_bits_of_one(self):
        distance, grid = ball()
        expected = tread.solve_normal(distance, grid, force=100).pressure
        found = [None, None]

        def solve(i):
            for _ in range(5):
                found[i] = tread.solve_normal(distance, grid, force=100).pressure

        threads = [threading.Thread(target=solve, args=(i,)) for i in range(2)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        for pressure in found:
            np.testing.assert_array_equal(pressure, expected)


class Friction(TestCase):
    def test_shift_agrees_with_cattaneo(self):
        distance, grid = ball(n=100)
        hertz = tread.hertz_circle(0.01, force=100, bodies=tread.Material(210e9, 0.0))
        material = tread.Material(210e9, 0.0)
        solution = tread.solve_shift(distance, grid, force=100, friction=0.3, force_x=-15, bodies=material)
        closed = tread.cattaneo(hertz, 0.3, -15, material)
        self.assertNear(solution.forces[0], -15, 1e-5)
        self.assertNear(solution.creepage[0], closed.shift, 0.01)
        stuck = (solution.cells == 1).sum() * grid.cell_area
        self.assertNear(stuck, np.pi * closed.stick_radius**2, 0.03)

    def test_small_creepage_has_the_slope_of_kalkers_coefficients(self):
        distance, grid = ball(n=80)
        hertz = tread.hertz_circle(0.01, force=100)
        steel = tread.Material.steel()
        c = tread.kalker_coefficients(1.0, 0.3)
        xi = 1e-5
        fx = tread.solve_rolling(distance, grid, force=100, creepage_x=xi).forces[0]
        self.assertNear(fx, -steel.shear_modulus * hertz.contact_radius**2 * c.c11 * xi, 0.03)

    def test_traction_keeps_to_its_bound(self):
        distance, grid = ball()
        s = tread.solve_rolling(distance, grid, force=100, friction=0.3, creepage_x=0.002, creepage_y=0.001)
        size = np.hypot(s.traction_x, s.traction_y)
        self.assertLess((size - s.bound).max(), 1e-5 * s.bound.max())
        slips = s.cells == 2
        self.assertNear(size[slips], s.bound[slips], 1e-4)
        self.assertEqual(s.n_slip, slips.sum())
        self.assertLess(s.frictional_power, 0)

    def test_forces_and_creepages_are_two_ways_to_the_same_rolling(self):
        distance, grid = ball()
        by_creepage = tread.solve_rolling(distance, grid, force=100, creepage_x=0.001, tolerance=1e-8)
        by_force = tread.solve_rolling(distance, grid, force=100, force_x=by_creepage.forces[0], tolerance=1e-8)
        self.assertNear(by_force.creepage[0], 0.001, 1e-4)

    def test_sensitivities_are_slopes_of_the_forces(self):
        distance, grid = ball()
        approach = tread.solve_normal(distance, grid, force=100).approach

        def solve(more=0.0, creepage=0.001, **kwargs):
            return tread.solve_rolling(
                distance, grid, approach=approach + more, creepage_x=creepage, tolerance=1e-9, **kwargs
            )

        table = solve(sensitivities=True).sensitivity
        self.assertEqual(table.shape, (4, 4))
        self.assertFalse(solve().sensitivity.any())
        h = 1e-5
        by_creepage = (solve(creepage=0.001 + h).forces[0] - solve(creepage=0.001 - h).forces[0]) / (2 * h)
        self.assertNear(table[1, 1], by_creepage, 0.03)
        h = 1e-3 * approach
        stiffness = (solve(h).normal_force - solve(-h).normal_force) / (2 * h)
        self.assertNear(table[0, 0], stiffness, 0.03)

    def test_solutions_tell_all_that_was_found(self):
        distance, grid = ball()
        s = tread.solve_rolling(distance, grid, force=100, friction=0.3, creepage_x=0.001)
        touches = s.pressure > 0
        self.assertEqual(s.n_contact, touches.sum())
        self.assertNear(s.contact_area, touches.sum() * grid.cell_area, 1e-12)
        self.assertNear(s.friction_coefficient[touches], 0.3, 1e-12)
        self.assertNear(s.normal_displacement[touches], (s.approach - distance)[touches], 1e-5)
        self.assertFalse(s.touches_edge)
        self.assertFalse(s.may_not_be_unique)

    def test_spin_turns_around_its_centre(self):
        distance, grid = ball()
        spin = 5.0
        away = tread.solve_rolling(distance, grid, force=100, spin=spin, spin_centre=(1e-4, -2e-4))
        same = tread.solve_rolling(
            distance, grid, force=100, spin=spin, creepage_x=-spin * 2e-4, creepage_y=-spin * 1e-4
        )
        self.assertNear(away.traction_x, same.traction_x, 1e-4)

    def test_friction_with_a_memory_falls_later(self):
        distance, grid = ball(n=40)
        law = tread.FallingFriction(0.2, [0.2], [1.0])
        step = dict(force=100, friction=law, creepage_x=0.03, speed=50.0)
        at_once = tread.solve_rolling(distance, grid, **step)
        delayed = tread.solve_rolling(distance, grid, friction_memory=(1e-4, 0.01), **step)
        touches = at_once.pressure > 0
        self.assertLess(at_once.friction_coefficient[touches].max(), 0.3)
        self.assertGreater(delayed.friction_coefficient[touches].min(), 0.3)
        self.assertLessEqual(delayed.friction_coefficient.max(), 0.4 + 1e-12)

    def test_a_layer_and_few_iterations_are_heard(self):
        distance, grid = ball()
        stiff = tread.solve_rolling(distance, grid, force=100, creepage_x=2e-4)
        soft = tread.solve_rolling(distance, grid, force=100, creepage_x=2e-4, layer_flexibility=1e-14)
        self.assertLess(abs(soft.forces[0]), abs(stiff.forces[0]))
        cut = tread.solve_rolling(distance, grid, force=100, creepage_x=0.002, max_outer_iterations=1, max_iterations=1)
        self.assertEqual(cut.status, tread.SolveStatus.max_iterations)

    def test_tangential_solver_takes_any_bound(self):
        _, grid = ball(n=40)
        hertz = tread.hertz_circle(0.01, force=100)
        x, y = np.meshgrid(grid.x, grid.y)
        bound = 0.3 * hertz.pressure(np.hypot(x, y))
        shift = np.full(grid.shape, 1e-4)  # far beyond sticking
        solution = tread.solve_tangential(bound, shift, np.zeros(grid.shape), grid)
        self.assertEqual(solution.n_adhesion, 0)
        self.assertNear(solution.force[0], -bound.sum() * grid.cell_area, 1e-5)


class RollingSteps(TestCase):
    def contact(self, **kwargs):
        grid = tread.Grid.centred(32, 32, 6e-4, 6e-4)
        return tread.RollingContact(grid, tread.Paraboloid(0.01, 0.01), friction=0.3, **kwargs)

    STEP = dict(force=100, speed=1.0, creepage_x=0.001)

    def test_steps_end_in_steady_rolling(self):
        contact = self.contact(scheme=tread.RollingScheme.exact)
        dt = contact.grid.dx
        for _ in range(80):  # four times through the contact
            self.assertEqual(contact.step(dt, **self.STEP), tread.SolveStatus.converged)
        distance = tread.undeformed_distance(tread.Paraboloid(0.01, 0.01), contact.grid)
        steady = tread.solve_rolling(distance, contact.grid, force=100, friction=0.3, creepage_x=0.001)
        self.assertNear(contact.forces[0], steady.forces[0], 2e-3)

    def test_a_state_brings_the_step_back_to_the_bit(self):
        contact = self.contact()
        for _ in range(3):
            contact.step(1e-5, **self.STEP)
        state = pickle.loads(pickle.dumps(contact.state))
        contact.step(1e-5, **self.STEP)
        expected = contact.solution.traction_x.copy()
        contact.step(1e-5, **self.STEP)
        contact.restore(state)
        self.assertAlmostEqual(contact.state.time, 3e-5)
        contact.step(1e-5, **self.STEP)
        np.testing.assert_array_equal(contact.solution.traction_x, expected)

    def test_a_solution_stays_when_the_contact_goes_on(self):
        contact = self.contact()
        contact.step(1e-5, **self.STEP)
        solution = contact.solution
        before = solution.traction_x.copy()
        contact.step(1e-5, **self.STEP)
        np.testing.assert_array_equal(solution.traction_x, before)

    def test_python_function_and_shape_are_the_same_distance(self):
        by_shape = self.contact()
        grid = tread.Grid.centred(32, 32, 6e-4, 6e-4)
        by_function = tread.RollingContact(grid, lambda x, y: x * x / 0.02 + y * y / 0.02, friction=0.3)
        for contact in (by_shape, by_function):
            contact.step(1e-5, **self.STEP)
        self.assertNear(by_function.forces[0], by_shape.forces[0], 1e-9)

    def test_arrays_and_height_fields_are_the_same_distance_as_their_shape(self):
        grid = tread.Grid.centred(32, 32, 6e-4, 6e-4)
        shape = tread.Paraboloid(0.01, 0.01)
        finer = tread.Grid.centred(70, 70, 7e-4, 7e-4)
        by_shape = self.contact()
        others = [
            tread.RollingContact(grid, tread.undeformed_distance(shape, grid)),
            tread.RollingContact(grid, tread.HeightField(grid, tread.undeformed_distance(shape, grid))),
            tread.RollingContact(grid, tread.HeightField(finer, tread.undeformed_distance(shape, finer))),
        ]
        for _ in range(3):
            by_shape.step(0.6 * grid.dx, **self.STEP)
        for contact in others:
            for _ in range(3):
                contact.step(0.6 * grid.dx, **self.STEP)
            self.assertNear(contact.forces[0], by_shape.forces[0], 1e-6)
        others[0].set_distance(tread.undeformed_distance(tread.Paraboloid(0.02, 0.02), grid))
        self.assertEqual(others[0].step(1e-5, **self.STEP), tread.SolveStatus.converged)

    def test_distances_that_do_not_fit_are_refused(self):
        grid = tread.Grid.centred(32, 32, 6e-4, 6e-4)
        with self.assertRaisesRegex(tread.ModelError, "distance has the shape"):
            tread.RollingContact(grid, np.zeros((31, 32)))
        small = tread.Grid.centred(32, 32, 5e-4, 6e-4)
        with self.assertRaisesRegex(tread.ModelError, "must cover"):
            tread.RollingContact(grid, tread.HeightField(small, np.zeros(small.shape)))
        with self.assertRaisesRegex(TypeError, "distance must be an array"):
            tread.RollingContact(grid, "a ball")

    def test_before_the_first_step_there_are_no_fields(self):
        solution = self.contact().solution
        self.assertEqual(solution.cells.shape, (0,))
        self.assertEqual(solution.pressure.shape, (0,))

    def test_layer_and_commits_are_heard_and_wrong_numbers_refused(self):
        stiff = self.contact()
        soft = self.contact(layer_flexibility=1e-14, commits_per_cell=2, max_iterations=50, max_outer_iterations=30)
        for contact in (stiff, soft):
            contact.step(1e-5, **self.STEP)
        self.assertLess(abs(soft.forces[0]), abs(stiff.forces[0]))
        with self.assertRaisesRegex(tread.ModelError, "commits per cell"):
            self.contact(commits_per_cell=-1)
        with self.assertRaises(tread.ModelError):
            self.contact(friction_memory=(-1.0, 1.0))

    def test_what_a_distance_raises_comes_out(self):
        def broken(x, y):
            raise RuntimeError("no surface")

        contact = tread.RollingContact(tread.Grid.centred(16, 16, 6e-4, 6e-4), broken)
        with self.assertRaisesRegex(RuntimeError, "no surface"):
            contact.step(1e-5, **self.STEP)


class FastModels(TestCase):
    def setUp(self):
        self.contact = tread.EllipticContact(6e-3, 5e-3, 80e3, friction=0.3)

    def test_all_models_have_the_slope_of_linear_theory(self):
        linear = tread.linear_creep_forces(self.contact, 1e-7)[0]
        for model in (tread.fastsim, tread.polach_forces, tread.shen_hedrick_elkins_forces):
            self.assertNear(model(self.contact, 1e-7)[0], linear, 0.02)

    def test_creepages_broadcast(self):
        xi = np.linspace(-0.01, 0.01, 7)
        eta = np.array([[0.0], [0.002]])
        fx, fy, mz = tread.fastsim(self.contact, xi, eta)
        self.assertEqual(fx.shape, (2, 7))
        self.assertEqual(fx[1, 2], tread.fastsim(self.contact, xi[2], 0.002)[0])
        self.assertLessEqual(np.hypot(fx, fy).max(), 0.3 * 80e3 * (1 + 1e-12))
        self.assertIsInstance(tread.fastsim(self.contact, 0.001)[0], float)
        with self.assertRaisesRegex(tread.ModelError, "do not go together"):
            tread.fastsim(self.contact, np.zeros(3), np.zeros(4))

    def test_fields_of_fastsim_sum_to_its_forces(self):
        grid = tread.Grid.centred(40, 40, 13e-3, 11e-3)
        fields = tread.fastsim_fields(self.contact, grid, 0.001, 0.0005, 0.1)
        self.assertNear(fields.traction_x.sum() * grid.cell_area, fields.forces[0], 1e-10)
        self.assertEqual(set(np.unique(fields.cells)), {0, 1, 2})


class HalfSpace(TestCase):
    def test_operator_is_the_sum_of_influence_coefficients(self):
        grid = tread.Grid(6, 4, 0.0, 0.0, 1e-4, 2e-4)
        pressure = np.arange(24, dtype=float).reshape(grid.shape) * 1e6
        fast = tread.SurfaceOperator(grid).apply(pressure)
        x, y = np.meshgrid(grid.x, grid.y)
        direct = np.zeros(grid.shape)
        for j in range(4):
            for i in range(6):
                a = tread.influence(x - grid.x[i], y - grid.y[j], grid.dx, grid.dy)
                direct += a[..., 2, 2] * pressure[j, i]
        self.assertNear(fast, direct, 1e-12)

    def test_stress_below_a_ball_agrees_with_hertz(self):
        distance, grid = ball(n=80)
        hertz = tread.hertz_circle(0.01, force=100)
        solution = tread.solve_normal(distance, grid, force=100)
        depth = 0.48 * hertz.contact_radius
        state = tread.subsurface(np.array([[0.0, 0.0, depth]]), grid, solution.pressure)
        self.assertNear(state.stress[0, 2], hertz.stress_on_axis(depth, 0.3)[2], 5e-3)
        self.assertNear(state.von_mises[0], 0.62 * hertz.peak_pressure, 0.01)

    def test_surface_stress_is_minus_the_pressure(self):
        distance, grid = ball(n=40)
        solution = tread.solve_normal(distance, grid, force=100)
        point = np.array([[grid.x[20], grid.y[20], 0.0]])
        self.assertNear(tread.subsurface(point, grid, solution.pressure).stress[0, 2], -solution.pressure[20, 20], 1e-6)


if __name__ == "__main__":
    unittest.main()
