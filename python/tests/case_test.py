"""Cases as objects, runs and results."""

import copy
import multiprocessing
import os
import pickle
import pydoc
import signal
import tempfile
import threading
import unittest
from pathlib import Path

import numpy as np

import tread
from support import SOURCE, TestCase, address, counted_by_another_thread

EXAMPLES = SOURCE / "examples"


def small_ball():
    case = tread.Case("contact")
    case.shape.type = "sphere"
    case.shape.radius_mm = 10
    case.load.force = 100
    case.grid.cells_x = 24
    case.grid.cells_y = 24
    return case


def normal_force(case):
    """What another process sends back."""
    return tread.run(case).cases[0].scalars["normal_force"]


class Keys(TestCase):
    def test_every_key_of_the_program_is_there_with_its_doc(self):
        for scenario in tread.scenarios():
            for key in tread.keys(scenario):
                self.assertTrue(key.doc, key.full_name)
        self.assertIn("speed", [key.name for key in tread.keys("train_bridge", "train")])
        self.assertIn("m/s", repr(tread.keys("train_bridge", "train")))
        self.assertIn("<table>", tread.keys()._repr_html_())

    def test_keys_are_set_by_attribute_and_by_name(self):
        case = tread.Case("train_bridge")
        case.train.speed_km_h = 300
        self.assertEqual(case["train.speed_km_h"], 300)
        self.assertAlmostEqual(case.train.speed, 300 / 3.6, places=12)
        case["train.speed"] = 50
        self.assertEqual(case.to_dict()["train"], {"speed": 50})
        self.assertIn("train.speed", case)
        case.train.speed = None
        self.assertNotIn("train.speed", case)
        self.assertIsNone(case.train.speed)

    def test_defaults_show_through(self):
        case = tread.Case("drop")
        self.assertEqual(case.drop.gravity, 9.81)
        self.assertEqual(case.drop.height_mm, 1000)

    def test_unknown_keys_name_the_nearest(self):
        case = tread.Case("train_bridge")
        with self.assertRaisesRegex(tread.CaseError, "did you mean speed_km_h") as caught:
            case.train.sped_km_h = 300
        self.assertEqual(caught.exception.problems[0].key, "train.sped_km_h")
        with self.assertRaisesRegex(AttributeError, "did you mean speed"):
            case.train.sped
        with self.assertRaisesRegex(tread.CaseError, "is no unit of speed"):
            case.train.speed_mm = 3
        self.assertFalse(hasattr(case.train, "sped"))

    def test_values_are_checked_when_they_are_set(self):
        case = tread.Case("train_bridge")
        with self.assertRaisesRegex(tread.CaseError, "must be > 0, got -3"):
            case.train.speed = -3
        self.assertNotIn("train.speed", case)
        with self.assertRaisesRegex(tread.CaseError, "must be"):
            case.bridge.length = "long"
        with self.assertRaisesRegex(tread.CaseError, "train_bridge"):
            tread.Case("trainbridge")

    def test_all_that_is_missing_is_told_at_once(self):
        with self.assertRaises(tread.CaseError) as caught:
            tread.Case("train_bridge", **{"bridge.length": 25}).check()
        self.assertGreaterEqual(len(caught.exception.problems), 3)
        self.assertIn("bridge.mass_per_length", str(caught.exception))

    def test_completion_and_help_know_the_keys(self):
        case = tread.Case("train_bridge")
        self.assertIn("train", dir(case))
        self.assertIn("speed_km_h", dir(case.train))
        text = pydoc.render_doc(case.train, renderer=pydoc.plaintext)
        self.assertIn("speed", text)
        self.assertIn("m/s", text)

    def test_tables_of_which_there_are_many(self):
        case = tread.Case("train_bridge")
        case.coach.add(type="manchester")
        case.coach.add(type="ice3_velaro")
        self.assertEqual(len(case.coach), 2)
        case.coach[1].count = 3
        self.assertEqual(case["coach[2].count"], 3)
        with self.assertRaisesRegex(tread.CaseError, "unknown key"):
            case.coach[1].cout = 3
        with self.assertRaises(IndexError):
            case.coach[2]
        self.assertIn("[[coach]]", case.to_toml())
        del case.coach[0]
        self.assertEqual(case.coach[0].type, "ice3_velaro")

    def test_every_example_survives_the_way_through_an_object(self):
        for path in sorted(EXAMPLES.glob("*.toml")):
            with self.subTest(path.name):
                case = tread.Case.from_file(path)
                self.assertEqual(case.to_toml(), path.read_text(encoding="utf-8"))
                again = tread.Case.from_toml(tread._case._toml_text(case.to_dict()), EXAMPLES)
                self.assertEqual(again, case)

    def test_text_is_written_so_that_it_reads_back(self):
        case = small_ball()
        case.title = 'a "quoted" line, a \\ and a \u00b5'
        self.assertEqual(tread.Case.from_toml(case.to_toml()).title, case.title)

    def test_copies_are_independent(self):
        case = small_ball()
        other = case.copy()
        other.load.force = 50
        self.assertEqual(case.load.force, 100)

    def test_cases_are_copied_and_pickled_whole(self):
        from_file = tread.Case.from_file(EXAMPLES / "hertz_ball.toml")
        for case in (small_ball(), from_file):
            for other in (copy.copy(case), copy.deepcopy(case), pickle.loads(pickle.dumps(case))):
                self.assertEqual(other, case)
                self.assertEqual(other.to_toml(), case.to_toml())
                other.title = "another"
                self.assertNotEqual(other, case)
        self.assertEqual(pickle.loads(pickle.dumps(from_file)).check(), None)

    def test_cases_run_in_other_processes(self):
        cases = [small_ball() for _ in range(2)]
        cases[1].load.force = 50
        with multiprocessing.get_context("spawn").Pool(1) as pool:
            found = pool.map(normal_force, cases)
        np.testing.assert_allclose(found, [100, 50])

    def test_numpy_numbers_are_numbers(self):
        case = small_ball()
        case.load.force = np.float64(80)
        case.grid.cells_x = np.int64(20)
        self.assertNear(tread.run(case).cases[0].scalars["normal_force"], 80, 1e-9)


class Runs(TestCase):
    def test_a_case_from_keys_has_the_bits_of_its_file(self):
        built = small_ball()
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "ball.toml"
            path.write_text(
                '[shape]\ntype = "sphere"\nradius_mm = 10\n[load]\nforce = 100\n[grid]\ncells_x = 24\ncells_y = 24\n',
                encoding="utf-8",
            )
            read = tread.Case.from_file(path)
            results = [tread.run(built), tread.run(read), tread.run(path)]
        for result in results[1:]:
            np.testing.assert_array_equal(
                result.cases[0].fields["pressure"], results[0].cases[0].fields["pressure"]
            )
            self.assertEqual(dict(result.cases[0].scalars), dict(results[0].cases[0].scalars))

    def test_evidence_is_the_case_with_twice_the_cells(self):
        case = small_ball()
        evidence = tread.run(case, evidence=True).cases[0].evidence
        self.assertEqual([e.name for e in evidence], ["finer_grid"])
        case.grid.cells_x = case.grid.cells_y = 48
        finer = tread.run(case).cases[0]
        for change in evidence[0].changes:
            self.assertEqual(change.varied, finer.scalars[change.name])
        self.assertEqual(finer.evidence, [])

    def test_results_are_views_that_keep_the_result_alive(self):
        pressure = tread.run(small_ball()).cases[0].fields["pressure"]
        self.assertEqual(pressure.shape, (24, 24))
        self.assertFalse(pressure.flags.writeable)
        result = tread.run(small_ball())
        first, second = (result.cases[0].fields["pressure"] for _ in range(2))
        self.assertEqual(address(first), address(second))
        expected = first.copy()
        del result, second
        for _ in range(3):
            tread.run(small_ball())
        np.testing.assert_array_equal(first, expected)
        np.testing.assert_array_equal(pressure, expected)

    def test_numbers_have_units_and_meanings(self):
        scalars = tread.run(small_ball()).cases[0].scalars
        self.assertEqual(scalars.unit("peak_pressure"), "Pa")
        self.assertTrue(scalars.meaning("peak_pressure"))
        self.assertIn("peak_pressure", repr(scalars))
        hertz = tread.hertz_circle(0.01, force=100)
        self.assertNear(scalars["peak_pressure"], hertz.peak_pressure, 0.02)
        with self.assertRaises(KeyError):
            scalars["nothing"]

    def test_tables_are_columns(self):
        result = tread.run(EXAMPLES / "moving_axles.toml")
        tables = result.cases[0].tables
        table = next(iter(tables.values()))
        for name in table:
            self.assertEqual(table[name].shape, table[next(iter(table))].shape)
        self.assertTrue(np.shares_memory(table[name], table[name]))
        with self.assertRaisesRegex(KeyError, "no column"):
            table["nothing at all"]

    def test_notebooks_get_html(self):
        result = tread.run(small_ball())
        self.assertIn("<table>", result._repr_html_())
        self.assertIn("converged", repr(result))
        self.assertIn("converged", result.summary())

    def test_files_are_those_of_the_program(self):
        result = tread.run(small_ball())
        with tempfile.TemporaryDirectory() as folder:
            result.write(Path(folder) / "out")
            self.assertTrue((Path(folder) / "out" / "result.json").exists())
            result.report(Path(folder) / "page.html")
            self.assertIn("<html", (Path(folder) / "page.html").read_text(encoding="utf-8"))
            with self.assertRaises(tread.IoError):
                result.report(Path(folder) / "missing" / "page.html")

    def test_results_are_read_again_to_the_bit(self):
        result = tread.run(small_ball())
        with tempfile.TemporaryDirectory() as folder:
            result.write(folder)
            again = tread.read(folder)
            with self.assertRaises(tread.IoError):
                tread.read(Path(folder) / "nothing")
        self.assertEqual(dict(again.cases[0].scalars), dict(result.cases[0].scalars))
        np.testing.assert_array_equal(again.cases[0].fields["pressure"], result.cases[0].fields["pressure"])
        self.assertEqual(again.cases[0].fields.grid, result.cases[0].fields.grid)

    def test_inp_files_run(self):
        result = tread.run(EXAMPLES / "hertz_sphere.inp")
        self.assertTrue(result.ok)
        with self.assertRaisesRegex(tread.CaseError, "tread.run"):
            tread.Case.from_file(EXAMPLES / "hertz_sphere.inp")


class Errors(TestCase):
    def test_missing_files_are_told(self):
        with self.assertRaises(tread.Error):
            tread.Case.from_file("/nowhere/case.toml")

    def test_wrong_files_are_told_with_their_lines(self):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "bad.toml"
            path.write_text('[shape]\ntype = "sphere"\nradius_mm = -10\n[load]\nforce = 1\n', encoding="utf-8")
            with self.assertRaises(tread.CaseError) as caught:
                tread.run(path)
        self.assertEqual(caught.exception.problems[0].line, 3)
        self.assertIn(f"{path}:3: shape.radius_mm: must be > 0, got -10", str(caught.exception))
        self.assertIsInstance(caught.exception, tread.Error)


def bouncing_ball():
    """A run of many steps."""
    case = tread.Case.from_file(EXAMPLES / "ball_drop.toml")
    case.time.end = 1000 * case.time.end
    return case


class Stopping(TestCase):
    def test_progress_is_told(self):
        told = []
        tread.run(EXAMPLES / "ball_drop.toml", progress=lambda fraction, what: told.append((fraction, what)))
        self.assertTrue(told)
        self.assertTrue(all(0 <= fraction <= 1 and isinstance(what, str) for fraction, what in told))

    def test_false_stops_and_keeps_what_there_is(self):
        result = tread.run(bouncing_ball(), progress=lambda fraction, what: False)
        self.assertEqual(result.status, "stopped")
        self.assertFalse(result.ok)

    def test_what_progress_raises_comes_out(self):
        def progress(fraction, what):
            raise LookupError("enough")

        with self.assertRaisesRegex(LookupError, "enough"):
            tread.run(bouncing_ball(), progress=progress)

    def test_ctrl_c_interrupts(self):
        timer = threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT))
        timer.start()
        with self.assertRaises(KeyboardInterrupt):
            tread.run(bouncing_ball())
        timer.join()

    def test_other_threads_run_meanwhile(self):
        self.assertGreater(counted_by_another_thread(lambda: tread.run(EXAMPLES / "hertz_ball.toml")), 10)


if __name__ == "__main__":
    unittest.main()
