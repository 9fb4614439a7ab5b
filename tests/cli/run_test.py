#!/usr/bin/env python3
"""What the commands do when all is well. Each test's name is its claim."""

import csv
import json
import re
import shutil

from support import EXAMPLES, SOURCE, SPHERE, CliTest, main

CASES = sorted(p for p in EXAMPLES.iterdir() if p.suffix in (".toml", ".inp"))


class Examples(CliTest):
    def test_there_are_examples_of_both_formats(self):
        self.assertGreaterEqual(len([p for p in CASES if p.suffix == ".toml"]), 6)
        self.assertGreaterEqual(len([p for p in CASES if p.suffix == ".inp"]), 5)

    def test_every_example_runs_and_its_result_is_json(self):
        for case in CASES:
            with self.subTest(case=case.name):
                run = self.tread("run", case, "--out", case.name, "--json")
                self.assertEqual(run.code, 0, run.err)
                told, end = json.JSONDecoder().raw_decode(run.out)  # one object and nothing else
                self.assertEqual(run.out[end:], "\n")
                result = json.loads((self.folder / case.name / "result.json").read_text())
                self.assertEqual(result, told)
                self.assertEqual(result["status"], "converged")
                if case.name.startswith("impact_"):
                    self.assertGreater(result["results"][0]["max_force"], 0)
                    continue
                if "positions" in result["results"][0]:  # a wheelset
                    self.assertGreater(result["results"][1]["normal_force"], 0)
                    continue
                if "first_frequency" in result["results"][0]:  # a bridge under moving forces
                    self.assertGreater(result["results"][0]["max_deflection"], 0)
                    continue
                if "static_wheel_force" in result["results"][0]:  # a vehicle on its track
                    self.assertGreater(result["results"][0]["max_vertical_force"], 0)
                    continue
                for entry in result["results"]:
                    force = "max_force" if "max_force" in entry else "normal_force"
                    self.assertGreater(entry[force], 0)
                    self.assertLessEqual(entry.get("residual", 0), 1e-4)  # a march has none

    def test_every_example_passes_check(self):
        for case in CASES:
            with self.subTest(case=case.name):
                run = self.tread("check", case)
                self.assertEqual(run.code, 0, run.err)
                self.assertIn(": fine, ", run.out)

    def test_without_a_case_the_demonstration_runs(self):
        run = self.tread("run")
        self.assertEqual(run.code, 0, run.err)
        self.assertIn("built-in demonstration", run.out)
        self.assertIn("dynamic amplification", run.out)  # a train on a bridge
        self.assertIn("converged", run.out)
        self.assertIn("Results in out/demo: look at out/demo/report.html", run.out)
        self.assertTrue((self.folder / "out/demo/report.html").is_file())

    def test_the_case_in_the_readme_runs_as_it_stands(self):
        blocks = re.findall(r"```toml\n(.*?)```", (SOURCE / "README.md").read_text(), re.S)
        self.assertEqual(len(blocks), 1)
        self.write("wheel.toml", blocks[0])
        self.assertEqual(self.solved("wheel.toml")["status"], "converged")


class Json(CliTest):
    def test_every_result_has_the_promised_keys_in_si_units(self):
        result = self.solved(EXAMPLES / "two_cases_reuse.inp")
        self.assertEqual(result["status"], "converged")
        self.assertEqual(len(result["results"]), 2)
        for entry in result["results"]:
            for key in ("normal_force", "approach", "peak_pressure", "contact_area", "residual"):
                self.assertIsInstance(entry[key], float, key)
            self.assertIsInstance(entry["iterations"], int)
            self.assertIsInstance(entry["elements"]["contact"], int)
            self.assertEqual(entry["status"], "converged")
        self.assertAlmostEqual(result["results"][0]["approach"], 0.010e-3, delta=1e-15)
        self.assertAlmostEqual(result["results"][1]["approach"], 0.015e-3, delta=1e-15)

    def test_the_numbers_are_those_of_hertz(self):
        # 100 x 100 cells over 1.2 times the contact: within 0.1 % of the closed form, which takes
        # the sphere for a paraboloid; contact is counted in whole cells, hence 1 % of its area.
        radius, force, modulus = 0.01, 100, 210e9 / (2 * (1 - 0.3**2))
        a = (3 * force * radius / (4 * modulus)) ** (1 / 3)
        entry = self.solved(EXAMPLES / "hertz_ball.toml")["results"][0]
        self.assertAlmostEqual(entry["normal_force"] / force, 1, delta=1e-12)
        self.assertAlmostEqual(entry["approach"] * radius / a**2, 1, delta=1e-3)
        self.assertAlmostEqual(entry["peak_pressure"] * 2 * 3.14159265 * a**2 / (3 * force), 1,
                               delta=1e-3)
        self.assertAlmostEqual(entry["contact_area"] / (3.14159265 * a**2), 1, delta=1e-2)

    def test_evidence_tells_how_numbers_change_with_a_finer_grid(self):
        self.write("case.toml", SPHERE + "[grid]\ncells_x = 20\ncells_y = 20\n")
        self.write("fine.toml", SPHERE + "[grid]\ncells_x = 40\ncells_y = 40\n")
        entry = self.solved("case.toml", "--evidence")["results"][0]
        fine = self.solved("fine.toml")["results"][0]
        self.assertEqual([e["name"] for e in entry["evidence"]], ["finer_grid"])
        change = entry["evidence"][0]["changes"]["peak_pressure"]
        self.assertEqual((change["value"], change["varied"], change["unit"]),
                         (entry["peak_pressure"], fine["peak_pressure"], "Pa"))
        run = self.tread("run", "case.toml", "--evidence")
        self.assertRegex(run.out, r"changes with +40 x 40 instead of 20 x 20 cells: [\d.e-]+ % at most")

    def test_json_writes_no_files_unless_a_folder_is_named(self):
        self.write("case.toml", SPHERE)
        self.assertEqual(self.solved("case.toml")["results"][0]["files"], [])
        self.assertEqual(self.files(), ["case.toml"])
        entry = self.solved("case.toml", "--out", "here")["results"][0]
        self.assertEqual(entry["files"], ["fields.csv", "fields.vtu"])
        self.assertIn("here/result.json", self.files())

    def test_the_number_of_threads_changes_no_bit(self):
        self.write("case.toml", SPHERE + "[subsurface]\ndepth_max_mm = 1\n")
        one = self.solved("case.toml", "--threads", 1, "--out", "one")
        three = self.solved("case.toml", "--threads", 3, "--out", "three")
        self.assertEqual(one["results"], three["results"])
        for name in ("fields.csv", "subsurface.csv"):
            self.assertEqual((self.folder / "one" / name).read_bytes(),
                             (self.folder / "three" / name).read_bytes(), name)


class Files(CliTest):
    def out(self):
        return [name.removeprefix("out/") for name in self.files() if name.startswith("out/")]

    def test_a_run_writes_exactly_its_five_files(self):
        self.write("case.toml", SPHERE)
        self.assertEqual(self.tread("run", "case.toml", "--out", "out").code, 0)
        self.assertEqual(self.out(), ["fields.csv", "fields.vtu", "report.html", "result.h5",
                                      "result.json"])
        self.assertEqual(self.files()[0], "case.toml")

    def test_points_below_the_surface_add_a_table(self):
        self.write("case.toml", SPHERE + "[subsurface]\ndepth_max_mm = 1\n")
        self.assertEqual(self.tread("run", "case.toml", "--out", "out").code, 0)
        self.assertEqual(self.out(), ["fields.csv", "fields.vtu", "report.html", "result.h5",
                                      "result.json", "subsurface.csv"])

    def test_every_case_of_a_file_has_its_own(self):
        run = self.tread("run", EXAMPLES / "two_cases_reuse.inp", "--out", "out")
        self.assertEqual(run.code, 0, run.err)
        self.assertEqual(self.out(), ["fields.csv", "fields.vtu", "fields_2.csv", "fields_2.vtu",
                                      "report.html", "result.h5", "result.json", "subsurface.csv",
                                      "subsurface_2.csv"])

    def test_without_a_folder_the_case_names_it(self):
        self.write("some place/ball.toml", SPHERE)
        run = self.tread("run", "some place/ball.toml")
        self.assertEqual(run.code, 0, run.err)
        self.assertIn("out/ball/result.json", self.files())

    def test_a_second_run_replaces_the_first(self):
        self.write("case.toml", SPHERE)
        self.tread("run", "case.toml", "--out", "out")
        self.write("case.toml", SPHERE.replace("100", "200"))
        self.tread("run", "case.toml", "--out", "out")
        result = json.loads((self.folder / "out/result.json").read_text())
        self.assertAlmostEqual(result["results"][0]["normal_force"], 200, delta=1e-9)
        self.assertEqual(self.out(), ["fields.csv", "fields.vtu", "report.html", "result.h5",
                                      "result.json"])

    def test_a_title_cannot_smuggle_markup_into_the_report(self):
        self.write("case.toml", 'title = "<script>alert(1)</script> & <b>"\n' + SPHERE)
        self.assertEqual(self.tread("run", "case.toml", "--out", "out").code, 0)
        report = (self.folder / "out/report.html").read_text()
        self.assertNotIn("<script>alert", report)
        self.assertIn("&lt;script&gt;alert(1)&lt;/script&gt; &amp; &lt;b&gt;", report)

    def test_the_summary_stays_narrow(self):
        run = self.tread("run", EXAMPLES / "two_cases_reuse.inp", "--out", "out")
        self.assertLessEqual(max(map(len, run.out.splitlines()[1:])), 100, run.out)


class Check(CliTest):
    def test_a_good_case_is_fine_and_writes_nothing(self):
        self.write("case.toml", SPHERE)
        run = self.tread("check", "case.toml")
        self.assertEqual((run.code, run.out, run.err), (0, "case.toml: fine, 1 case\n", ""))
        self.assertEqual(self.files(), ["case.toml"])

    def test_the_units_of_an_inp_file_are_told(self):
        shutil.copy(EXAMPLES / "two_cases_reuse.inp", self.folder / "two.inp")
        run = self.tread("check", "two.inp")
        self.assertEqual((run.code, run.err), (0, ""))
        self.assertEqual(run.out, "two.inp: fine, 2 cases\n"
                         "numbers taken as mm, N and N/mm2; the .inp format has no units\n")

    def test_all_that_is_wrong_is_told_at_once(self):
        self.write("case.toml", SPHERE.replace("100", "-1").replace("10\n", "nan\n"))
        self.assert_refused(["check", "case.toml"],
                            "error: case.toml:2: load.force: must be >= 0, got -1\n"
                            "error: case.toml:5: shape.radius_mm: must be a finite number, got nan\n"
                            "2 problems")

    def test_what_shows_only_in_the_model_is_told_too(self):
        self.write("case.toml", SPHERE + "[grid]\nsize_x_mm = 1\nsize_y_mm = 1\ncentre_x = 1\n")
        self.assert_refused(["check", "case.toml"],
                            "error: case.toml:7: grid.size_x: no cell has its centre where the "
                            "bodies could touch\n"
                            "  hint: move the grid over the body, or take smaller cells")

    def test_a_case_must_be_named(self):
        run = self.tread("check")
        self.assertEqual((run.code, run.out), (2, ""))
        self.assertTrue(run.err.startswith("error: case is required\n\n"), run.err)


class Keys(CliTest):
    def test_every_table_and_its_keys_are_listed(self):
        run = self.tread("keys")
        self.assertEqual((run.code, run.err), (0, ""))
        for word in ("[load]", "[shape]", "[upper]", "[lower]", "[grid]", "[solver]", "radius",
                     "cells_x", "poisson_ratio", "wheel_on_rail", "max_iterations"):
            self.assertIn(word, run.out)

    def test_the_page_of_documentation_is_the_programs_own(self):
        run = self.tread("keys", "--markdown")
        self.assertEqual(run.code, 0)
        self.assertEqual(run.out, (SOURCE / "docs/keys.md").read_text(),
                         "write it again: tread keys --markdown > docs/keys.md")


class InpUnits(CliTest):
    def test_millimetres_are_usual_and_the_summary_says_so(self):
        run = self.tread("run", EXAMPLES / "hertz_sphere.inp", "--out", "out")
        self.assertIn("units: numbers taken as mm, N and N/mm2; the .inp format has no units\n",
                      run.out)

    def test_metres_can_be_asked_for(self):
        run = self.tread("run", EXAMPLES / "hertz_sphere.inp", "--inp-units", "m", "--out", "out")
        self.assertIn("units: numbers taken as m, N and Pa; the .inp format has no units\n", run.out)

    def test_lengths_are_a_thousand_times_as_large_in_metres(self):
        # The same numbers and dimensionless problem: lengths x 1000, pressures / 1e6, force alike.
        case = EXAMPLES / "hertz_sphere.inp"
        mm = self.solved(case)["results"][0]
        m = self.solved(case, "--inp-units", "m")["results"][0]
        self.assertAlmostEqual(m["approach"] / mm["approach"], 1e3, delta=1e-6)
        self.assertAlmostEqual(m["peak_pressure"] / mm["peak_pressure"], 1e-6, delta=1e-15)
        self.assertAlmostEqual(m["normal_force"], mm["normal_force"], delta=1e-9)

    def test_the_file_of_the_thesis_gives_its_force_and_elements(self):
        entry = self.solved(EXAMPLES / "thesis_4_5_3.inp", "--inp-units", "m")["results"][0]
        self.assertAlmostEqual(entry["normal_force"], 29796, delta=1)
        self.assertEqual(entry["elements"]["contact"], 69)

    def test_its_typographic_minus_signs_are_warned_of(self):
        run = self.tread("run", EXAMPLES / "thesis_4_5_3.inp", "--inp-units", "m", "--json")
        self.assertEqual(run.err, f"warning: {EXAMPLES}/thesis_4_5_3.inp: typographic minus signs, "
                         "first in line 8, were read as '-' in 124 numbers\n")

    def test_other_units_are_refused(self):
        run = self.tread("run", EXAMPLES / "hertz_sphere.inp", "--inp-units", "um")
        self.assertEqual((run.code, run.out), (2, ""))
        self.assertTrue(run.err.startswith("error: --inp-units: um not in {mm,m}\n\n"), run.err)


class CommandLine(CliTest):
    def refused(self, args, first_line, help_line):
        run = self.tread(*args)
        self.assertEqual((run.code, run.out), (2, ""), run.err)
        lines = run.err.splitlines()
        self.assertEqual(lines[0], "error: " + first_line)
        self.assertIn(help_line, lines)
        self.assertEqual(self.files(), [])

    def test_a_command_is_required(self):
        self.refused([], "a command is required", "Usage: tread COMMAND [OPTIONS]")

    def test_an_unknown_command_is_named(self):
        self.refused(["solve"], "unknown command: solve", "Usage: tread COMMAND [OPTIONS]")

    def test_an_unknown_option_is_named(self):
        self.refused(["run", "--fast"], "unknown option: --fast",
                     "Usage: tread run [OPTIONS] [case]")

    def test_one_case_at_a_time(self):
        self.refused(["run", "a", "b"], "unexpected argument: b",
                     "Usage: tread run [OPTIONS] [case]")

    def test_an_empty_name_is_not_taken_for_none(self):
        for args, name in ((["run", ""], "case"), (["run", "a.toml", "--out", ""], "--out")):
            self.refused(args, f"{name}: must not be empty; leave it out altogether",
                         "Usage: tread run [OPTIONS] [case]")

    def test_threads_have_a_range(self):
        for value in ("0", "257", "-1", "many"):
            self.refused(["run", f"--threads={value}"],
                         f"--threads: Value {value} not in range 1 to 256",
                         "Usage: tread run [OPTIONS] [case]")

    def test_help_and_version_end_well(self):
        for args in (["--help"], ["run", "--help"], ["help"], ["--version"]):
            run = self.tread(*args)
            self.assertEqual((run.code, run.err), (0, ""), args)
            self.assertTrue(run.out, args)


class OddFiles(CliTest):
    def same_as_plain(self, name, text):
        plain = self.solved(self.write("plain.toml", SPHERE))["results"][0]
        odd = self.solved(self.write(name, text))["results"][0]
        for key in ("approach", "normal_force", "peak_pressure"):
            self.assertEqual(odd[key], plain[key])

    def test_a_byte_order_mark_is_no_matter(self):
        self.same_as_plain("bom.toml", b"\xef\xbb\xbf" + SPHERE.encode())

    def test_line_ends_of_windows_are_no_matter(self):
        self.same_as_plain("crlf.toml", SPHERE.replace("\n", "\r\n"))

    def test_tabs_are_no_matter(self):
        self.same_as_plain("tabs.toml", SPHERE.replace(" = ", "\t=\t").replace("force", "\tforce"))

    def test_any_alphabet_in_title_and_path(self):
        title = "Rad auf Schiene: \u00e4\u00f6\u00fc \u8f6e\u8f68"
        self.write("\u8f6e \u8f68/f\u00fc r.toml", f'title = "{title}"\n' + SPHERE)
        run = self.tread("run", "\u8f6e \u8f68/f\u00fc r.toml", "--out", "out \u00e4")
        self.assertEqual(run.code, 0, run.err)
        self.assertIn(title, run.out)
        report = (self.folder / "out \u00e4/report.html").read_text()
        self.assertIn(f"<title>{title}</title>", report)

    def test_a_file_of_heights_is_sought_beside_its_case(self):
        shutil.copy(EXAMPLES / "rough_patch.csv", self.folder / "rough_patch.csv")
        shutil.copy(EXAMPLES / "rough_patch.toml", self.folder / "case.toml")
        elsewhere = self.folder / "elsewhere"
        elsewhere.mkdir()
        result = self.solved("../case.toml", cwd=elsewhere)
        self.assertEqual(result["status"], "converged")

    def test_inp_is_known_in_capitals(self):
        text = (EXAMPLES / "hertz_sphere.inp").read_bytes()
        self.write("HERTZ.INP", text)
        self.assertEqual(self.solved("HERTZ.INP")["status"], "converged")

    def test_inp_with_other_line_ends_and_mark_reads_alike(self):
        text = (EXAMPLES / "hertz_sphere.inp").read_bytes()
        plain = self.solved(self.write("a.inp", text))["results"][0]
        for odd in (text.replace(b"\n", b"\r\n"), text.replace(b"\n", b"\r"),
                    b"\xef\xbb\xbf" + text, text + b"\x1a"):
            entry = self.solved(self.write("b.inp", odd))["results"][0]
            self.assertEqual(entry["approach"], plain["approach"])


class Subsurface(CliTest):
    def rows(self, case):
        self.write("case.toml", case)
        run = self.tread("run", "case.toml", "--out", "out")
        self.assertEqual(run.code, 0, run.err)
        with open(self.folder / "out/subsurface.csv", newline="") as file:
            return [{k.split(" ")[0]: float(v) for k, v in row.items()}
                    for row in csv.DictReader(file)]

    def test_pressure_is_the_stress_on_the_surface_also_between_cells(self):
        # 100 cells: (0, 0) is a corner of four. Within 1 % of the peak their pressures are alike.
        rows = self.rows(SPHERE + "[subsurface]\nx_mm = [0, 1e-6]\nz = [0]\n")
        peak = json.loads((self.folder / "out/result.json").read_text())["results"][0]
        for row in rows:
            self.assertAlmostEqual(row["sigma_zz"] / -peak["peak_pressure"], 1, delta=1e-2)
            # Johnson (3.34b): sigma_xx = sigma_yy = -p0 (1 + 2 nu) / 2 at the middle
            self.assertAlmostEqual(row["sigma_xx"] / -peak["peak_pressure"], 0.8, delta=1e-2)
            self.assertAlmostEqual(row["sigma_yy"] / -peak["peak_pressure"], 0.8, delta=1e-2)

    def test_every_value_is_a_number_wherever_the_points_lie(self):
        points = ", ".join(str(k * 0.005) for k in range(-30, 31))
        rows = self.rows(SPHERE + "[grid]\ncells_x = 20\ncells_y = 20\nsize_x_mm = 0.5\n"
                         "size_y_mm = 0.5\n"
                         f"[subsurface]\nx_mm = [{points}]\ny_mm = [{points}]\nz_mm = [0, 0.1]\n")
        self.assertEqual(len(rows), 61 * 61 * 2)
        for row in rows:
            self.assertTrue(all(abs(value) < 1e12 for value in row.values()), row)


if __name__ == "__main__":
    main()
