#!/usr/bin/env python3
"""How runs end that end in another way than converged: no contact, not converged, stopped, nobody listening. Each test's
name is its claim."""

import json
import os
import select
import signal
import subprocess
import time

from support import HEIGHTS, PROGRAM, SPHERE, CliTest, main


def rough(n):
    """Heights in micrometres without any order, the same on every machine."""
    return "\n".join(",".join(str((7919 * i * i + 104729 * j + i * j * j) % 1009 / 1000)
                              for i in range(n)) for j in range(n)) + "\n"


class NoContact(CliTest):
    def no_contact(self, text):
        self.write("case.toml", text)
        run = self.tread("run", "case.toml", "--out", "out")
        self.assertEqual((run.code, run.err), (0, ""))
        self.assertIn("no contact: the bodies do not touch\n", run.out)
        result = json.loads((self.folder / "out/result.json").read_text())
        entry = result["results"][0]
        self.assertEqual((result["status"], entry["status"]), ("converged", "no_contact"))
        for key in ("normal_force", "peak_pressure", "contact_area"):
            self.assertEqual(entry[key], 0, key)
        self.assertEqual(entry["elements"]["contact"], 0)
        self.assertEqual(self.report()["cases"][0]["status"], "no_contact")

    def test_bodies_held_apart(self):
        self.no_contact(SPHERE.replace("force = 100", "approach_um = -1"))

    def test_an_approach_smaller_than_the_distance(self):
        self.no_contact('[load]\napproach_um = 1\n[shape]\ntype = "quadric"\n'
                        "b = [50, 0, 50, 0, 0, 1e-3]\n")
        self.write("h.csv", "1,2\n3,4\n")
        self.no_contact(HEIGHTS.replace("force = 100", "approach_um = 1"))

    def test_no_force(self):
        self.no_contact(SPHERE.replace("force = 100", "force = 0"))

    def test_a_field_of_penetrations_without_any(self):
        self.write("h.csv", "-1,-2\n-3,-4\n")
        self.no_contact(HEIGHTS.replace("[load]\nforce = 100\n", "") + 'meaning = "penetration"\n')

    def test_a_line_contact_held_apart(self):
        self.no_contact('[load]\napproach_um = -1\n[shape]\ntype = "cylinder"\nradius_mm = 5\n'
                        "[grid]\nline_contact = true\ndatum_distance_mm = 50\n")


class NotConverged(CliTest):
    def setUp(self):
        super().setUp()
        # One step towards the last digit: not to be reached on a rough surface.
        self.write("h.csv", rough(64))
        self.write("case.toml", HEIGHTS.replace("force = 100", "approach_um = 3")
                   + 'height_unit = "um"\n[solver]\nmax_iterations = 1\ntolerance = 1e-14\n')

    def test_the_exit_code_is_1_and_both_outputs_say_so(self):
        run = self.tread("run", "case.toml", "--out", "out")
        self.assertEqual(run.code, 1)
        self.assertIn("NOT CONVERGED, ", run.out)
        self.assertIn("the best that was reached, not a solution\n", run.out)
        self.assertEqual(run.err, "not converged: the best that was reached is kept, marked so\n")

    def test_what_there_is_is_kept_and_marked(self):
        self.tread("run", "case.toml", "--out", "out")
        result = json.loads((self.folder / "out/result.json").read_text())
        self.assertIn(result["status"], ("max_iterations", "stalled"))
        self.assertEqual(result["results"][0]["status"], result["status"])
        self.assertGreater(result["results"][0]["residual"], 1e-14)
        self.assertIn("Not converged: ", result["results"][0]["notes"][0])
        self.assertIs(self.report()["ok"], False)
        self.assertTrue((self.folder / "out/fields.csv").is_file())

    def test_json_is_still_one_object(self):
        run = self.tread("run", "case.toml", "--json")
        self.assertEqual(run.code, 1)
        self.assertIn(run.json()["status"], ("max_iterations", "stalled"))


class NotConvergedFriction(CliTest):
    """In files of their own, whose normal problem converges and whose tractions do not."""

    # A steep law with a corner, in steady rolling, where turns need not keep their order.
    STEEP = ('[friction]\nlaw = "linear"\nkinetic_coefficient = 0.1\nfalling_heights = [0.4]\n'
             "half_velocities = [0.1046]\n[grid]\ncells_x = 20\ncells_y = 20\n[motion]\n"
             "longitudinal_creepage = 0.00262\n")

    def failed(self, rest):
        self.write("case.toml", SPHERE + self.STEEP + rest)
        run = self.tread("run", "case.toml", "--out", "out")
        self.assertEqual(run.code, 1, run.err)
        self.assertIn("NOT CONVERGED", run.out)
        return json.loads((self.folder / "out/result.json").read_text())["results"][0]

    def test_friction_that_falls_too_steeply_is_told(self):
        notes = self.failed('type = "steady_rolling"\n[rolling]\nspeed = 50\n')["notes"]
        self.assertTrue(any(note.startswith("Not converged: tractions") for note in notes), notes)
        self.assertTrue(any("other solutions may exist" in note for note in notes), notes)


class Stopped(CliTest):
    """Runs with a terminal for standard error: the progress on it tells where the run is."""

    # Half a million points below the surface: minutes of work.
    POINTS = ("[grid]\ncells_x = 50\ncells_y = 50\n[subsurface]\nx_mm = [%s]\ndepth_max_mm = 1\n"
              "n_depths = 100\n" % ", ".join(str(k * 1e-4) for k in range(5000)))

    def start(self, *args):
        terminal, theirs = os.openpty()
        self.addCleanup(os.close, terminal)
        run = subprocess.Popen([PROGRAM, *args], cwd=self.folder, stdin=subprocess.DEVNULL,
                               stdout=subprocess.PIPE, stderr=theirs)
        os.close(theirs)
        self.addCleanup(run.stdout.close)
        self.addCleanup(run.wait)
        self.addCleanup(run.kill)
        self.terminal = terminal
        self.seen = ""
        return run

    def wait_for(self, word):
        end = time.monotonic() + 120
        while word not in self.seen:
            self.assertLess(time.monotonic(), end, f"no '{word}' in: {self.seen}")
            if select.select([self.terminal], [], [], 1)[0]:
                self.seen += os.read(self.terminal, 65536).decode()

    def test_below_the_surface(self):
        self.write("case.toml", SPHERE + self.POINTS)
        run = self.start("run", "case.toml", "--out", "out")
        self.wait_for("stresses below the surface")
        run.send_signal(signal.SIGINT)
        begin = time.monotonic()
        out = run.communicate(timeout=60)[0].decode()
        # Two seconds are promised; a sanitizer may take more.
        self.assertLess(time.monotonic() - begin, 10)
        self.assertEqual(run.returncode, 1)
        self.wait_for("what was computed is kept, marked as incomplete")
        self.assertIn("STOPPED", out)
        result = json.loads((self.folder / "out/result.json").read_text())
        self.assertEqual(result["status"], "stopped")
        self.assertGreater(result["results"][0]["normal_force"], 99)
        note = result["results"][0]["notes"][-1]
        self.assertRegex(note, "^Stopped: [0-9]+ of 500000 points below the surface were computed.$")
        rows = (self.folder / "out/subsurface.csv").read_text().count("\n") - 1
        self.assertIn(f" {rows} of ", note)
        self.assertEqual(self.report()["status"], "stopped")

    def stopped_table(self, case, word, table, count):
        self.write("case.toml", case)
        run = self.start("run", "case.toml", "--out", "out", "--threads", "2")
        self.wait_for(word)
        time.sleep(1)  # a few points
        run.send_signal(signal.SIGINT)
        out = run.communicate(timeout=60)[0].decode()
        self.assertEqual(run.returncode, 1)
        self.assertIn("STOPPED", out)
        result = json.loads((self.folder / "out/result.json").read_text())["results"][0]
        self.assertEqual(result["status"], "stopped")
        self.assertRegex(result["notes"][-1], f"^Stopped.* of {count}")
        rows = (self.folder / f"out/{table}.csv").read_text().count("\n") - 1
        columns = result["tables"][table].values()
        self.assertEqual({len(column["values"]) for column in columns}, {rows})
        self.assertLess(rows, count)

    ROLLING = '[friction]\ncoefficient = 0.3\n[motion]\nlateral_creepage = 1e-3\n'

    def test_a_creep_table_keeps_its_finished_points(self):
        self.stopped_table(SPHERE + self.ROLLING + 'type = "steady_rolling"\n[creep_curve]\n'
                           "longitudinal_range = [0, 0.01, 5000]\n", "creep forces",
                           "creep_forces", 5000)

    def test_a_transient_keeps_its_history(self):
        self.stopped_table(SPHERE + self.ROLLING + 'type = "transient_rolling"\n[rolling]\n'
                           "steps = 100000\n", "rolling", "history", 100000)

    def test_cases_that_were_not_run_are_told(self):
        # The second case of the file is never begun. Points beside the centres of cells take minutes.
        text = ("3 MODULE\n 200003 P-B-T-N-F-S\n 022020 L-D-C-M-Z-E\n 0000001 H-G-I-A-O-W-R\n"
                " 999 100 30 1 1e-6\n 0.01 0 0 0\n 0.3 0.3\n 0.28 0.28 82000 82000\n 1\n"
                " 60 60 -3 -3 0.1 0.1\n 1 1\n 0.001 0 0.001 0 0 0\n 0 0\n"
                " 9\n 60 60 200\n " + " ".join(str(k * 0.1 - 2.97) for k in range(60)) + "\n "
                + " ".join(str(k * 0.1 - 2.95) for k in range(60)) + "\n "
                + " ".join(str(k * 0.01) for k in range(200)) + "\n 0\n")
        self.write("two.inp", text + text + "0 MODULE\n")
        run = self.start("run", "two.inp", "--out", "out")
        self.wait_for("stresses below the surface")
        run.send_signal(signal.SIGTERM)
        run.communicate(timeout=60)
        self.assertEqual(run.returncode, 1)
        result = json.loads((self.folder / "out/result.json").read_text())
        self.assertEqual([r["status"] for r in result["results"]], ["stopped", "stopped"])
        self.assertEqual(result["results"][1]["notes"], ["Not run: stopped before."])

    def test_the_second_signal_ends_it_at_once(self):
        # Nobody reads its output, which is larger than a pipe holds: it waits for ever.
        self.write("case.toml", SPHERE + self.POINTS)
        run = self.start("run", "case.toml", "--json")
        self.wait_for("stresses below the surface")
        run.send_signal(signal.SIGINT)
        self.assertTrue(select.select([run.stdout], [], [], 60)[0])
        self.assertIsNone(run.poll())
        run.send_signal(signal.SIGINT)
        self.assertEqual(run.wait(timeout=10), -signal.SIGINT)


class Output(CliTest):
    def test_a_reader_that_goes_away_ends_the_program_quietly(self):
        run = subprocess.Popen([PROGRAM, "keys"], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        run.stdout.close()
        error = run.stderr.read()
        run.stderr.close()
        self.assertIn(run.wait(timeout=60), (-signal.SIGPIPE, 0, 1))
        self.assertNotIn(b"terminate", error)

    def test_a_full_disk_behind_standard_output_is_told(self):
        if not os.path.exists("/dev/full"):
            self.skipTest("there is no /dev/full here")
        self.write("case.toml", SPHERE)
        for args in (["keys"], ["run", "case.toml", "--json"]):
            with open("/dev/full", "wb") as full:
                run = subprocess.run([PROGRAM, *args], cwd=self.folder, stdout=full,
                                     stderr=subprocess.PIPE, check=False, timeout=60)
            self.assertEqual(run.returncode, 1, args)
            self.assertIn(b"No space left on device", run.stderr)


class Derailment(CliTest):
    def test_a_derailment_ends_the_run_with_1_and_what_was_computed_is_kept(self):
        self.write("case.toml", 'scenario = "vehicle_run"\n[vehicle]\ntype = "manchester_wagon_2d"\n[contact]\n'
                   'model = "semi_elastic"\n[run]\nspeed = 45\n[track]\nstraight_length = 5\n'
                   'transition_length = 20\ncurve_length = 100\ncurve_radius = 120\n')
        run = self.tread("run", "case.toml", "--out", "out")
        self.assertEqual((run.code, run.err), (1, "derailed: what was computed until then is kept\n"))
        self.assertIn("DERAILED: what was computed until then\n", run.out)
        entry = json.loads((self.folder / "out/result.json").read_text())["results"][0]
        self.assertEqual(entry["status"], "derailed")
        self.assertGreater(entry["derailment_distance"], 5)
        self.assertTrue((self.folder / "out/vertical_force.csv").exists())
        self.assertEqual(self.report()["status"], "derailed")


if __name__ == "__main__":
    main()
