"""Objects with memory of their own in several threads, stops and Ctrl-C."""

import os
import signal
import threading
import unittest

import numpy as np

import tread
from support import TestCase, ball, counted_by_another_thread


def in_threads(work, count=2):
    """Runs work(i) in as many threads at once; what each raised, or None."""
    raised = [None] * count
    ready = threading.Barrier(count)

    def run(i):
        ready.wait()
        try:
            work(i)
        except Exception as error:  # noqa: BLE001
            raised[i] = error

    threads = [threading.Thread(target=run, args=(i,)) for i in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return raised


def while_working(work, meanwhile):
    """What meanwhile() raises in this thread while another one is inside work(pause).

    pause() is for the work to call: it waits until meanwhile() is done.
    """
    inside, done = threading.Event(), threading.Event()

    def pause():
        inside.set()
        done.wait(30)

    thread = threading.Thread(target=work, args=(pause,))
    thread.start()
    inside.wait(30)
    try:
        meanwhile()
    except RuntimeError as error:
        return str(error)
    finally:
        done.set()
        thread.join()
    return ""


class OneAtATime(TestCase):
    STEP = dict(force=100, speed=1.0, creepage_x=0.001)

    def grid(self, n=24):
        return tread.Grid.centred(n, n, 6e-4, 6e-4)

    def test_a_rolling_contact_in_use_is_refused(self):
        hold = [lambda: None]

        def distance(x, y):
            hold[0]()
            return (x * x + y * y) / 0.02

        contact = tread.RollingContact(self.grid(), distance)
        contact.step(1e-5, **self.STEP)
        state = contact.state
        for use in (
            lambda: contact.step(1e-5, **self.STEP),
            lambda: contact.start_steady(**self.STEP),
            lambda: contact.restore(state),
            lambda: contact.set_distance(distance),
            lambda: contact.solution,
            lambda: contact.grid,
            lambda: contact.forces,
            lambda: contact.creepage,
            lambda: contact.state,
            lambda: contact.copy(),
        ):

            def work(pause):
                hold[0] = pause
                contact.step(1e-5, **self.STEP)

            text = while_working(work, use)
            hold[0] = lambda: None
            self.assertEqual(text, "this contact is in use by another thread")
        self.assertEqual(contact.step(1e-5, **self.STEP), tread.SolveStatus.converged)

    def test_a_distance_cannot_use_its_own_contact(self):
        contact = tread.RollingContact(self.grid(), lambda x, y: contact.forces[0])
        with self.assertRaisesRegex(RuntimeError, "in use by the work that called this function"):
            contact.step(1e-5, **self.STEP)
        self.assertEqual(contact.state.time, 0)

    def test_threads_that_share_a_contact_get_whole_steps_or_an_error(self):
        contact = tread.RollingContact(self.grid(), tread.Paraboloid(0.01, 0.01))
        taken = []

        def work(_):
            for _ in range(20):
                try:
                    contact.step(1e-6, **self.STEP)
                    taken.append(1)
                except RuntimeError:
                    pass

        self.assertEqual(in_threads(work), [None, None])
        self.assertNear(contact.state.time, 1e-6 * len(taken), 1e-9)

    def test_a_workspace_is_for_one_thread(self):
        distance, grid = ball(n=30)
        workspace = tread.NormalWorkspace()

        def work(pause):
            tread.solve_normal(distance, grid, force=100, workspace=workspace, progress=lambda f, w: pause())

        text = while_working(work, lambda: tread.solve_normal(distance, grid, force=1, workspace=workspace))
        self.assertEqual(text, "this workspace is in use by another thread")
        tread.solve_normal(distance, grid, force=1, workspace=workspace)

    def test_operators_and_wheels_give_the_bits_of_one_thread_or_an_error(self):
        grid = self.grid(256)
        operator = tread.SurfaceOperator(grid)
        pressure = np.arange(256.0 * 256).reshape(grid.shape)
        expected = operator.apply(pressure)
        wheel = tread.WheelRailContact(tread.Profile.s1002(), tread.Profile.rail_head(), cells=10.0)
        force = wheel.settle(80e3).force[2]

        def work(_):
            for _ in range(10):
                try:
                    np.testing.assert_array_equal(operator.apply(pressure), expected)
                    self.assertNear(wheel.settle(80e3).force[2], force, 1e-5)
                except RuntimeError as error:
                    self.assertIn("in use by another thread", str(error))

        self.assertEqual(in_threads(work), [None, None])

    def test_a_distance_function_is_asked_once_for_each_cell(self):
        asked = []

        def distance(x, y):
            asked.append((x, y))
            return (x * x + y * y) / 0.02

        contact = tread.RollingContact(self.grid(), distance, commits_per_cell=0)
        for _ in range(3):
            asked.clear()
            contact.step(1e-5, **self.STEP)
            self.assertEqual(len(asked), 24 * 24)
            self.assertEqual(len(set(asked)), 24 * 24)
            np.testing.assert_allclose(asked[0], (contact.grid.x[0], contact.grid.y[0]), rtol=0, atol=1e-15)


class Freedom(TestCase):
    """The interpreter lock is free where C++ takes more than a moment."""

    def test_other_threads_run(self):
        grid = tread.Grid.centred(400, 400, 1e-2, 1e-2)
        x, y = np.meshgrid(grid.x, grid.y)
        modes = tread.beam_modes(tread.Beam.simply_supported(20, 2e10, 1.2e4), 60)
        places = np.linspace(0, 20, 20001)
        contact = tread.EllipticContact(6e-3, 5e-3, 80e3)
        wheelset = tread.RigidWheelset(tread.Profile.s1002(), tread.Profile.rail_head())
        for name, work in {
            "influence": lambda: tread.influence(x, y, grid.dx, grid.dy),
            "SurfaceOperator": lambda: tread.SurfaceOperator(grid),
            "undeformed_distance": lambda: tread.undeformed_distance(tread.Sphere(0.1), grid),
            "fastsim_fields": lambda: tread.fastsim_fields(contact, tread.Grid.centred(400, 400, 13e-3, 11e-3), 0.001),
            "shape": lambda: modes.shape(places),
            "static_deflection": lambda: tread.static_deflection(modes, places, np.array([[10.0, 1e5]])),
            "equivalent_conicity": lambda: wheelset.equivalent_conicity(),
        }.items():
            with self.subTest(name):
                # More than once: a busy machine may not get round to the other thread at once.
                self.assertTrue(any(counted_by_another_thread(work) > 0 for _ in range(50)))


class Stopping(TestCase):
    def solvers(self):
        distance, grid = ball(n=40)
        bound = np.where(distance < 1e-6, 1e8, 0.0)
        shift = np.full(grid.shape, 1e-7)
        return {
            "normal": lambda p: tread.solve_normal(distance, grid, force=100, progress=p),
            "shift": lambda p: tread.solve_shift(distance, grid, force=100, force_x=10, progress=p),
            "rolling": lambda p: tread.solve_rolling(distance, grid, force=100, creepage_x=0.001, progress=p),
            "tangential": lambda p: tread.solve_tangential(bound, shift, shift, grid, progress=p),
        }

    def test_every_solver_tells_its_progress(self):
        for name, solve in self.solvers().items():
            told = []
            with self.subTest(name):
                solution = solve(lambda fraction, what: told.append((fraction, what)))
                self.assertEqual(solution.status, tread.SolveStatus.converged)
                self.assertTrue(told)
                self.assertTrue(all(0 <= fraction <= 1 and isinstance(what, str) for fraction, what in told))

    def test_what_is_false_stops_and_none_goes_on(self):
        for name, solve in self.solvers().items():
            for answer in (False, np.False_, 0):
                with self.subTest(f"{name}, {answer!r}"):
                    self.assertEqual(solve(lambda fraction, what: answer).status, tread.SolveStatus.stopped)
            self.assertEqual(solve(lambda fraction, what: np.True_).status, tread.SolveStatus.converged)

    def test_what_has_no_truth_value_is_an_error(self):
        with self.assertRaisesRegex(ValueError, "ambiguous"):
            self.solvers()["normal"](lambda fraction, what: np.zeros(2))

    def interrupted(self, work):
        timer = threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT))
        timer.start()
        with self.assertRaises(KeyboardInterrupt):
            work()
        timer.join()

    def test_ctrl_c_interrupts_a_step_that_leaves_no_trace(self):
        contact = tread.RollingContact(tread.Grid.centred(64, 64, 6e-4, 6e-4), tread.Paraboloid(0.01, 0.01))
        contact.step(1e-6, force=100, speed=1.0, creepage_x=0.001)
        # Ten thousand cells of way in one step.
        self.interrupted(lambda: contact.step(1e-1, force=100, speed=1.0, creepage_x=0.001))
        self.assertNear(contact.state.time, 1e-6, 1e-12)
        other = contact.copy()
        del contact
        other.step(1e-6, force=100, speed=1.0, creepage_x=0.001)
        self.assertNear(other.state.time, 2e-6, 1e-12)

    def test_ctrl_c_interrupts_stresses_at_many_points(self):
        distance, grid = ball(n=60)
        pressure = tread.solve_normal(distance, grid, force=100).pressure
        points = np.full((200_000, 3), 1e-4)
        self.interrupted(lambda: tread.subsurface(points, grid, pressure))


if __name__ == "__main__":
    unittest.main()
