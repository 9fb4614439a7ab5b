#!/usr/bin/env python3
"""Studies: many cases, killed and resumed, shared among processes. Each test's name is its claim."""

import os
import random
import resource
import shutil
import signal
import subprocess
import time

from support import EXAMPLES, PROGRAM, CliTest, main

BASE = """scenario = "moving_load"
[bridge]
length = 15
bending_stiffness = 7.694081e9
mass_per_length = 15000
damping_ratio = 0.01
modes = 3
[train]
type = "HSLM-A3"
"""
# Trains long enough and speeds low enough for a case to take a few milliseconds.
STUDY = """base = "base.toml"
evidence = false
[vary]
train.type = ["HSLM-A1", "HSLM-A2", "HSLM-A3", "HSLM-A4", "HSLM-A5"]
train.speed_km_h = { from = 101, to = %d, step = 1 }
"""
# What a study leaves behind but for the lock: the same bytes whoever ran it.
FILES = ("cases.csv", "cases.jsonl", "report.html", "result.json", "study.json")


class SweepTest(CliTest):
    def setUp(self):
        super().setUp()
        self.write("base.toml", BASE)

    def study(self, n_cases):
        self.write("study.toml", STUDY % (100 + n_cases // 5))

    def results(self, folder):
        return {name: (self.folder / folder / name).read_bytes() for name in FILES}

    def swept(self, folder, *args):
        run = self.tread("sweep", "study.toml", "--out", folder, *args)
        self.assertEqual(run.code, 0, run.err)
        return run


class Checks(SweepTest):
    """HSLM-A3 at its resonance, 360 km/h: 60 m/s2 where 3.5 are allowed."""

    def sweep(self, *args, checks=""):
        self.write("study.toml", 'base = "base.toml"\nevidence = false\n' + checks +
                   "[vary]\ntrain.speed_km_h = [200, 360]\n")
        return self.tread("sweep", "study.toml", "--out", "out", *args)

    def test_a_failing_check_is_an_exit_code_of_its_own_where_it_was_asked_for(self):
        run = self.sweep()
        self.assertEqual(run.code, 0, run.err)
        self.assertIn("FAIL", run.out)
        asked = self.sweep("--fail-on-check")  # of a study that is finished already
        self.assertEqual(asked.code, 3)
        self.assertIn("deck_acceleration", asked.err)
        self.assertEqual(self.sweep("--fail-on-check", "--quiet").code, 3)

    def test_checks_that_pass_end_with_0_whoever_asks(self):
        run = self.sweep("--fail-on-check", checks="[checks]\ndeck_acceleration = 1e3\n"
                         "span_to_deflection = 1\nend_rotation = 1\n")
        self.assertEqual(run.code, 0, run.out + run.err)
        self.assertNotIn("FAIL", run.out)


class Resume(SweepTest):
    N_CASES = int(os.environ.get("TREAD_STUDY_CASES", "500"))
    N_KILLS = int(os.environ.get("TREAD_STUDY_KILLS", "12"))

    def n_finished(self, folder):
        cases = self.folder / folder / "cases.jsonl"
        return cases.read_bytes().count(b"\n") if cases.exists() else 0

    def kill_somewhere(self, chance, longest):
        """Starts the study, kills it at a random moment of its work; False: it was done before."""
        before = self.n_finished("killed")
        run = subprocess.Popen([PROGRAM, "sweep", "study.toml", "--out", "killed"],
                               cwd=self.folder, stdout=subprocess.DEVNULL,
                               stderr=subprocess.DEVNULL)
        if chance.random() < 0.8:  # else as early as may be
            while run.poll() is None and self.n_finished("killed") <= before:
                time.sleep(0.001)
            time.sleep(chance.uniform(0, longest))
        run.send_signal(signal.SIGKILL)
        return run.wait() != 0

    def test_a_study_killed_again_and_again_ends_as_an_undisturbed_one(self):
        self.study(self.N_CASES)
        with open(self.folder / "study.toml", "a", encoding="utf-8") as study:
            study.write("bridge.modes = [8]\n")  # milliseconds a case
        begin = time.monotonic()
        self.swept("undisturbed")
        duration = time.monotonic() - begin
        chance = random.Random(1)
        n_killed = 0
        n_amid = 0
        while n_killed < self.N_KILLS:
            if not self.kill_somewhere(chance, duration / self.N_KILLS):
                shutil.rmtree(self.folder / "killed")  # it was done: begin again
                continue
            n_killed += 1
            n_amid += 0 < self.n_finished("killed") < self.N_CASES
        self.assertGreater(n_amid, self.N_KILLS // 2)
        self.swept("killed")
        self.assertEqual(self.results("killed"), self.results("undisturbed"))

    def test_ctrl_c_keeps_what_is_finished_and_the_same_command_goes_on(self):
        self.study(500)
        run = subprocess.Popen([PROGRAM, "sweep", "study.toml", "--out", "out"], cwd=self.folder,
                               stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        cases = self.folder / "out" / "cases.jsonl"
        end = time.monotonic() + 60
        while not (cases.exists() and cases.stat().st_size > 0) and time.monotonic() < end:
            time.sleep(0.001)
        run.send_signal(signal.SIGINT)
        err = run.communicate(timeout=60)[1].decode()
        self.assertEqual(run.returncode, 1, err)
        self.assertIn("the same command goes on with the rest", err)
        self.assertFalse((self.folder / "out" / "result.json").exists())
        self.assertIn("were finished before", self.swept("out").out)

    def test_a_damaged_result_of_one_case_is_found_and_made_again(self):
        self.study(50)
        self.swept("out")
        whole = self.results("out")
        cases = self.folder / "out" / "cases.jsonl"
        text = bytearray(whole["cases.jsonl"])
        text[len(text) // 2] ^= 1
        cases.write_bytes(bytes(text[:-20]))  # and the last one cut off
        run = self.swept("out")
        self.assertIn("2 lines of finished cases could not be used", run.err)
        self.assertEqual(self.results("out"), whole)


class Ranks(SweepTest):
    def test_processes_of_mpi_and_threads_give_the_same_bytes(self):
        mpirun = shutil.which("mpirun")
        if mpirun is None:
            self.skipTest("no mpirun")
        self.study(50)
        self.swept("alone", "--workers", "1")
        for n in (1, 2, 4):
            with self.subTest(processes=n):
                run = subprocess.run(
                    [mpirun, "--allow-run-as-root", "--oversubscribe", "-n", str(n), PROGRAM,
                     "sweep", "study.toml", "--out", f"mpi{n}"],
                    cwd=self.folder, capture_output=True, timeout=120, check=False)
                self.assertEqual(run.returncode, 0, run.stderr.decode())
                self.assertEqual(run.stdout.decode().count("Results in"), 1)
                self.assertEqual(self.results(f"mpi{n}"), self.results("alone"))

    def test_a_wrong_study_is_told_once_by_all_processes_together(self):
        mpirun = shutil.which("mpirun")
        if mpirun is None:
            self.skipTest("no mpirun")
        self.write("study.toml", 'base = "base.toml"\n[vary]\ntrain.sped = [20]\n')
        run = subprocess.run([mpirun, "--allow-run-as-root", "--oversubscribe", "-n", "3", PROGRAM,
                              "sweep", "study.toml"],
                             cwd=self.folder, capture_output=True, timeout=120, check=False)
        self.assertEqual(run.stderr.decode().count("unknown key"), 1)
        self.assertEqual(run.returncode, 2)


class Refused(SweepTest):
    def test_unknown_keys_and_empty_studies(self):
        self.write("study.toml", 'base = "base.toml"\n[vary]\ntrain.sped = [20]\n')
        run = self.tread("sweep", "study.toml")
        self.assertEqual(run.code, 2)
        self.assertIn("study.toml:3: train.sped: unknown key", run.err)
        self.write("study.toml", 'base = "base.toml"\n[vary]\ntrain.speed = []\n')
        run = self.tread("sweep", "study.toml")
        self.assertEqual(run.code, 2)
        self.assertIn("must have at least one value", run.err)
        self.assertEqual(self.files(), ["base.toml", "study.toml"])

    def test_a_million_cases_are_counted_timed_and_asked_about(self):
        self.write("study.toml", 'base = "base.toml"\n[vary]\n'
                   "bridge.damping_ratio = { from = 0.01, to = 0.02, count = 1000 }\n"
                   "train.speed = { from = 50, to = 60, count = 1000 }\n")
        run = self.tread("sweep", "study.toml")
        self.assertEqual(run.code, 2)
        self.assertRegex(run.err, r"1000000 cases, about \d.* (min|h|days) with \d+ worker")
        self.assertIn("--yes", run.err)
        self.assertEqual(self.files(), ["base.toml", "study.toml"])

    def test_the_folder_of_another_study(self):
        self.study(10)
        self.swept("out")
        before = self.results("out")
        self.study(20)
        run = self.tread("sweep", "study.toml", "--out", "out")
        self.assertEqual(run.code, 2)
        self.assertIn("it holds another study (study.toml, 10 cases)", run.err)
        self.assertEqual(self.results("out"), before)
        self.swept("out", "--fresh")

    def test_a_case_is_no_study_and_a_study_no_case(self):
        run = self.tread("sweep", "base.toml")
        self.assertEqual(run.code, 2)
        self.assertIn("vary: is missing", run.err)
        self.study(10)
        run = self.tread("run", "study.toml")
        self.assertEqual(run.code, 2)
        self.assertIn("tread sweep study.toml", run.err)

    def test_a_disk_without_room_loses_nothing_that_is_finished(self):
        self.study(50)
        self.swept("whole")

        def little_room():
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
            resource.setrlimit(resource.RLIMIT_FSIZE, (9000, 9000))

        run = subprocess.run([PROGRAM, "sweep", "study.toml", "--out", "out"], cwd=self.folder,
                             capture_output=True, timeout=60, check=False, preexec_fn=little_room)
        self.assertEqual(run.returncode, 2)
        self.assertRegex(run.stderr.decode(), r"\d+ of 50 cases are finished and safe; make room")
        again = self.swept("out")
        self.assertIn("were finished before", again.out)
        self.assertEqual(self.results("out"), self.results("whole"))


class Studies(CliTest):
    def test_every_example_of_a_study_runs(self):
        studies = sorted((EXAMPLES / "studies").glob("*.toml"))
        self.assertGreaterEqual(len(studies), 2)
        for study in studies:
            with self.subTest(study=study.name):
                run = self.tread("sweep", study, "--out", study.stem)
                self.assertEqual(run.code, 0, run.err)
                self.assertTrue((self.folder / study.stem / "report.html").exists())


if __name__ == "__main__":
    main()
