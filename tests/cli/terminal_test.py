"""What people see in a terminal: progress, colours, help, completion, the man page."""

import fcntl
import os
import re
import select
import shutil
import signal
import struct
import subprocess
import sys
import termios
import time
import unittest

from support import PROGRAM, SPHERE, CliTest, main

# Half a million points below the surface: minutes of work.
LONG_CASE = SPHERE + (
    "[grid]\ncells_x = 50\ncells_y = 50\n[subsurface]\nx_mm = [%s]\ndepth_max_mm = 1\n"
    "n_depths = 100\n" % ", ".join(str(k * 1e-4) for k in range(5000)))


class Terminal(CliTest):
    """Runs with a terminal of so many columns as standard error, or as all three."""

    def start(self, *args, columns=80, term="xterm", environment=None, everything=False):
        self.terminal, theirs = os.openpty()
        self.resize(columns)
        self.addCleanup(os.close, self.terminal)
        env = {**self.environment, "TERM": term, **(environment or {})}
        if "NO_COLOR" not in (environment or {}):
            env.pop("NO_COLOR", None)
        self.run_ = subprocess.Popen(
            [PROGRAM, *map(str, args)], cwd=self.folder, env=env, stdin=subprocess.DEVNULL,
            stdout=theirs if everything else subprocess.DEVNULL, stderr=theirs)
        os.close(theirs)
        self.addCleanup(self.run_.wait)
        self.addCleanup(self.run_.kill)
        self.seen = ""

    def resize(self, columns):
        fcntl.ioctl(self.terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))

    def read(self, seconds):
        """False at the end."""
        if not select.select([self.terminal], [], [], seconds)[0]:
            return True
        try:
            piece = os.read(self.terminal, 65536).decode(errors="replace")
        except OSError:
            return False
        self.seen += piece
        return bool(piece)

    def wait_for(self, word):
        end = time.monotonic() + 120
        while word not in self.seen:
            self.assertLess(time.monotonic(), end, f"no '{word}' in: {self.seen}")
            self.assertTrue(self.read(1), f"no '{word}' in: {self.seen}")

    def all_of(self, *args, **options):
        self.start(*args, **options)
        while self.read(60):
            pass
        self.run_.wait(timeout=60)
        return self.seen.replace("\r\n", "\n")

    def bars(self):
        return [line.removesuffix("\033[K") for line in self.seen.split("\r") if "%" in line]


class Progress(Terminal):
    def stopped(self):
        self.run_.send_signal(signal.SIGINT)
        while self.read(60):
            pass
        self.assertEqual(self.run_.wait(timeout=60), 1)

    def test_a_bar_has_percent_and_what_is_going_on_and_fits_the_terminal(self):
        self.write("case.toml", LONG_CASE)
        for columns, has_bar in ((120, True), (80, True), (40, False)):
            with self.subTest(columns=columns):
                self.start("run", "case.toml", "--out", "out", columns=columns)
                self.wait_for("stresses below")
                self.wait_for(" left")
                self.stopped()
                for bar in self.bars():
                    self.assertLess(len(bar.split("\033")[0]), columns, bar)
                last = self.bars()[-1].split("\033")[0]
                self.assertRegex(last, r"^ *\d+ %")
                self.assertEqual("[" in last, has_bar, last)

    def test_it_follows_the_size_of_the_terminal(self):
        self.write("case.toml", LONG_CASE)
        self.start("run", "case.toml", "--out", "out", columns=100)
        self.wait_for("points")
        self.resize(44)
        for _ in range(5):
            self.read(1)
        self.seen = ""
        self.wait_for("%")
        for _ in range(5):
            self.read(1)
        self.stopped()
        for bar in self.bars():
            self.assertLess(len(bar.split("\033")[0]), 44, bar)

    def test_it_is_cleared_at_the_end(self):
        self.write("case.toml", LONG_CASE)
        self.start("run", "case.toml", "--out", "out")
        self.wait_for("stresses below")
        self.stopped()
        end = self.seen.rindex("\r\033[K")
        self.assertNotIn("%", self.seen[end:])
        self.assertIn("stopped:", self.seen[end:])

    def test_the_rolling_step_and_its_residual_are_told(self):
        self.write("case.toml", SPHERE + "[friction]\ncoefficient = 0.3\n[motion]\n"
                   'type = "transient_rolling"\nlateral_creepage = 1e-3\n'
                   "[rolling]\nsteps = 100000\n")
        self.start("run", "case.toml", "--out", "out", columns=120)
        self.wait_for("iterations, residual")
        self.stopped()
        self.assertRegex(self.seen, r"rolling, step \d+ of 100000, \d+ iterations, residual \d")

    def test_ctrl_c_stops_a_reproduction(self):
        self.start("reproduce", "all", "--out", "pictures")
        self.wait_for("%")
        self.stopped()
        self.assertRegex(self.seen, r"stopped:.* of \d+ were begun")

    def test_a_dumb_terminal_gets_no_escapes(self):
        self.write("case.toml", SPHERE)
        self.assertNotIn("\033", self.all_of("run", "case.toml", term="dumb", everything=True))

    def test_quiet_shows_none(self):
        self.write("case.toml", SPHERE)
        self.assertEqual(self.all_of("run", "case.toml", "-q", everything=True), "")
        self.assertTrue((self.folder / "out/case/result.json").exists())


class Colours(Terminal):
    RED = "\033[1;31merror:\033[0m "

    def test_an_error_is_coloured_on_a_terminal_only(self):
        self.assertIn(self.RED, self.all_of("run", "none.toml"))
        self.assertNotIn("\033", self.tread("run", "none.toml").err)

    def test_no_color_and_dumb_terminals_are_heard(self):
        self.assertNotIn("\033", self.all_of("run", "none.toml", environment={"NO_COLOR": "1"}))
        self.assertNotIn("\033", self.all_of("run", "none.toml", term="dumb"))
        self.assertIn(self.RED, self.all_of("run", "none.toml", environment={"NO_COLOR": ""}))

    def test_the_option_decides(self):
        self.assertNotIn("\033", self.all_of("run", "none.toml", "--color", "never"))
        self.assertTrue(self.tread("run", "none.toml", "--color", "always").err.startswith(self.RED))
        run = self.tread("--color=always", "run", "none.toml")
        self.assertTrue(run.err.startswith(self.RED))

    def test_how_a_case_ended_is_coloured(self):
        self.write("case.toml", SPHERE)
        self.assertIn("\033[32mconverged\033[0m", self.all_of("run", "case.toml", everything=True))
        self.assertNotIn("\033", self.tread("run", "case.toml").out)

    def test_machines_read_plain_json(self):
        self.write("case.toml", SPHERE)
        text = self.all_of("check", "case.toml", "--json", everything=True)
        self.assertNotIn("\033", text)


class Talk(CliTest):
    def test_verbose_tells_files_times_and_iterations(self):
        self.write("case.toml", SPHERE)
        run = self.tread("run", "case.toml", "-v")
        self.assertEqual(run.code, 0)
        self.assertRegex(run.err, r"read case.toml: 1 case\n")
        self.assertRegex(run.err, r"converged, \d+ iterations, residual \d")
        self.assertRegex(run.err, r"solved in [\d.]+ s\n")
        self.assertRegex(run.err, r"in out/case/result.json: \d+ bytes\n")

    def test_quiet_leaves_errors_only(self):
        self.write("case.toml", SPHERE)
        for args in (["run", "case.toml", "-q"], ["check", "case.toml", "--quiet"]):
            run = self.tread(*args)
            self.assertEqual((run.code, run.out, run.err), (0, "", ""))
        self.assertTrue(self.tread("run", "none.toml", "-q").err.startswith("error: "))

    def test_both_at_once_is_refused(self):
        self.assertEqual(self.tread("run", "-q", "-v").code, 2)

    def test_keys_for_programs(self):
        keys = self.tread("keys", "--json").json()
        contact = keys["scenarios"][0]
        self.assertEqual(contact["name"], "contact")
        load = next(t for t in contact["tables"] if t["name"] == "load")
        self.assertEqual((load["keys"][0]["name"], load["keys"][0]["unit"]), ("force", "N"))

    def test_check_for_programs(self):
        self.write("case.toml", SPHERE)
        self.assertEqual(self.tread("check", "case.toml", "--json").json(),
                         {"file": "case.toml", "cases": 1, "units_note": "", "warnings": []})


class Help(CliTest):
    def commands(self):
        # Two blanks, a word, at least two more blanks and a sentence.
        text = self.tread("--help").out.split("Options:")[0]
        return re.findall(r"^  (\w+) {2,}[A-Z]", text, re.MULTILINE)

    def test_it_names_the_first_steps_the_exit_codes_and_every_command(self):
        text = self.tread("--help").out
        for words in ("Start here:", "tread run CASE.toml", "tread examples", "Exit codes:",
                      "tread help COMMAND"):
            self.assertIn(words, text)
        for command in ("run", "check", "sweep", "reproduce", "convert", "examples", "keys", "help",
                        "completion"):
            self.assertIn(command, self.commands())

    def test_lines_fit_eighty_columns(self):
        for args in [["--help"]] + [["help", c] for c in self.commands()]:
            for line in self.tread(*args).out.split("\nExamples:")[0].splitlines():
                self.assertLessEqual(len(line), 80, line)

    def test_help_of_a_command_is_the_same_either_way_and_has_an_example(self):
        for command in self.commands():
            one, other = self.tread("help", command), self.tread(command, "--help")
            self.assertEqual((one.code, one.out), (0, other.out))
            if command != "help":
                self.assertRegex(one.out, r"\nExamples:\n  \S")

    def test_the_nearest_command_and_option_are_named(self):
        for args, hint in ((["rum"], "run"), (["exmples"], "examples"),
                           (["run", "--thread", "2"], "--threads"), (["help", "swep"], "sweep"),
                           (["run", "--jsn"], "--json"), (["examples", "train_brige"], "train_bridge")):
            run = self.tread(*args)
            self.assertEqual(run.code, 2)
            self.assertIn(f"  hint: did you mean {hint}?\n", run.err, args)


class Completion(CliTest):
    def complete(self, *words):
        """What bash offers for the last word."""
        script = self.tread("completion", "bash").out
        self.write("tread.bash", script)
        line = " ".join(f"'{w}'" for w in words)
        run = subprocess.run(
            ["bash", "--norc", "-c",
             f"source tread.bash; COMP_WORDS=({line}); COMP_CWORD={len(words) - 1}; _tread; "
             'printf "%s\\n" "${COMPREPLY[@]}"'],
            cwd=self.folder, capture_output=True, text=True, timeout=60, check=False)
        self.assertEqual(run.stderr, "")
        return [word for word in run.stdout.split("\n") if word]

    def test_bash_completes_commands(self):
        self.assertEqual(self.complete("tread", "exa"), ["examples"])
        self.assertIn("run", self.complete("tread", ""))
        self.assertNotIn("manual", self.complete("tread", ""))

    def test_bash_completes_options_and_their_values(self):
        self.assertEqual(self.complete("tread", "run", "--thr"), ["--threads"])
        self.assertEqual(self.complete("tread", "run", "--inp-units", ""), ["mm", "m"])
        self.assertEqual(self.complete("tread", "-v", "run", "--color", "n"), ["never"])

    def test_bash_completes_files_and_folders(self):
        self.write("my case.toml", SPHERE)
        (self.folder / "my folder").mkdir()
        self.assertEqual(sorted(self.complete("tread", "run", "my")), ["my case.toml", "my folder"])
        self.assertEqual(self.complete("tread", "run", "--out", "my"), ["my folder"])
        self.assertIn("my case.toml", self.complete("tread", "convert", "x.inp", "my"))

    def test_bash_completes_names(self):
        self.assertEqual(self.complete("tread", "examples", "hertz_b"), ["hertz_ball"])
        self.assertIn("thesis-table-10.3", self.complete("tread", "reproduce", "thesis-t"))
        self.assertEqual(self.complete("tread", "help", "swe"), ["sweep"])

    def test_the_script_is_loaded_by_complete(self):
        script = self.tread("completion", "bash").out
        self.write("tread.bash", script)
        run = subprocess.run(["bash", "--norc", "-c", "source tread.bash; complete -p tread"],
                             cwd=self.folder, capture_output=True, text=True, timeout=60, check=False)
        self.assertEqual(run.stdout, "complete -F _tread tread\n")

    def test_other_shells_can_read_theirs(self):
        for shell, option in (("zsh", "-n"), ("fish", "--no-execute")):
            text = self.tread("completion", shell).out
            self.assertIn("examples", text)
            if shutil.which(shell):
                path = self.write("script", text)
                run = subprocess.run([shell, option, path], capture_output=True, timeout=60,
                                     check=False)
                self.assertEqual((run.returncode, run.stderr), (0, b""))

    def test_an_unknown_shell_is_refused(self):
        self.assertEqual(self.tread("completion", "csh").code, 2)


class Manual(CliTest):
    def test_every_command_has_its_section(self):
        text = self.tread("manual").out
        self.assertTrue(text.startswith('.\\"'))
        for command in ("run", "sweep", "convert", "examples"):
            self.assertIn(f"\n.SS {command}\n", text)
        self.assertIn("\\-\\-inp\\-units", text)

    @unittest.skipUnless(shutil.which("groff"), "needs groff")
    def test_groff_has_nothing_to_say(self):
        page = self.write("tread.1", self.tread("manual").out)
        run = subprocess.run(["groff", "-man", "-Tutf8", "-wall", page], capture_output=True,
                             timeout=60, check=False)
        self.assertEqual((run.returncode, run.stderr), (0, b""))
        plain = re.sub("\033\\[[0-9]*m|.\b", "", run.stdout.decode())  # bold by colour or by overstriking
        self.assertIn("EXIT STATUS", plain)


if __name__ == "__main__":
    sys.dont_write_bytecode = True
    main()
