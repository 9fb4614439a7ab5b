#!/usr/bin/env python3
"""Input that cannot be used: exit code 2, one clear message, nothing written. The messages are tested to the letter, for
they are all that somebody with a wrong file has to go by. Each test's name is its claim."""

import os
import socket

from support import EXAMPLES, HEIGHTS, SPHERE, CliTest, main

COPY = "\n  hint: copy its contents to a file first"
NO_FOLDER = "\n  hint: choose another output folder, or make this one writable"


class NotAFile(CliTest):
    def refused(self, name, message):
        for options in (["--out", "out"], ["--json"]):
            self.assert_refused(["run", name, *options], f"error: {name}: {message}")
        self.assert_refused(["check", name], f"error: {name}: {message}")

    def test_a_missing_file(self):
        self.refused("none.toml", "no such file")
        self.refused("none.inp", "no such file")
        self.refused("no/such/place/none.toml", "no such file")

    def test_an_empty_file(self):
        self.write("empty.toml", "")
        self.refused("empty.toml", 'the case is empty\n  hint: the smallest case is\n    [shape]\n'
                     '    type = "sphere"\n    radius_mm = 10\n    [load]\n    force = 100')
        self.write("empty.inp", "")
        self.refused("empty.inp", "the file is empty")
        self.write("comment.inp", "% nothing\n")
        self.refused("comment.inp",
                     "the file holds no case\n  hint: a case starts with the line '3 MODULE', of wheel "
                     "and rail with '1 MODULE'")

    def test_a_folder(self):
        for name in ("folder.toml", "folder.inp"):
            (self.folder / name).mkdir()
            self.refused(name, "must be a regular file, got a directory\n  hint: name a file in it")

    def test_a_pipe_is_not_waited_for(self):
        for name in ("pipe.toml", "pipe.inp"):
            os.mkfifo(self.folder / name)
            self.refused(name, "must be a regular file, got a pipe" + COPY)

    def test_a_device_is_not_read(self):
        self.refused("/dev/zero", "must be a regular file, got a device" + COPY)

    def test_a_socket(self):
        with socket.socket(socket.AF_UNIX) as plug:
            plug.bind(str(self.folder / "socket.toml"))
            self.refused("socket.toml", "must be a regular file, got a socket" + COPY)

    def test_a_file_of_a_gigabyte_is_not_read(self):
        for name, limit in (("large.toml", 16), ("large.inp", 64)):
            self.write(name, SPHERE)
            os.truncate(self.folder / name, 1_000_000_000)
            self.refused(name, f"is larger than {limit} MB, got 1000 MB")

    def test_binary_garbage(self):
        garbage = bytes(range(256)) * 64
        self.write("garbage.inp", garbage)
        self.assert_refused(["run", "garbage.inp"],
                            "error: garbage.inp:1: this is not a text file: it has the byte 0x00")
        self.write("garbage.toml", garbage)
        self.assert_refused(["run", "garbage.toml"],
                            "error: garbage.toml:1: not valid TOML: Error while parsing root table: "
                            "expected keys, tables, whitespace or comments, saw '\\u0000'")
        self.write("garbage.toml", b"\xff\xfe" + SPHERE.encode("utf-16-le"))
        self.assert_refused(["run", "garbage.toml"],
                            "error: garbage.toml:1: not valid TOML: Encountered invalid utf-8 "
                            "sequence\n  hint: save the file as UTF-8")


class BadValues(CliTest):
    def refused(self, old, new, message):
        assert old in SPHERE
        self.assert_case_refused(SPHERE.replace(old, new), message)

    def test_not_a_number_and_infinity(self):
        for bad in ("nan", "inf", "-inf"):
            self.refused("= 100", f"= {bad}",
                         f":2: load.force: must be a finite number, got {bad}")
            self.refused("= 10\n", f"= {bad}\n",
                         f":5: shape.radius_mm: must be a finite number, got {bad}")

    def test_numbers_too_large_for_any_computer(self):
        self.refused("= 100", "= 1e999", ":2: not valid TOML: Error while parsing floating-point: "
                     "'1e999' could not be interpreted as a value")

    def test_numbers_beyond_all_measure(self):
        self.refused("= 100", "= 1e300", ":2: load.force: no force of that size is computed with, "
                     "only 1e-15 to 1e+15 N, got 1e+300")
        self.refused("= 10\n", "= 1e-300\n", ":5: shape.radius_mm: no length of that size is "
                     "computed with, only 1e-15 to 1e+09 m, got 1e-300")

    def test_negative_force_and_radius(self):
        self.refused("= 100", "= -100", ":2: load.force: must be >= 0, got -100")
        self.refused("= 10\n", "= -10\n", ":5: shape.radius_mm: must be > 0, got -10")
        self.refused("= 10\n", "= 0\n", ":5: shape.radius_mm: must be > 0, got 0")

    def test_negative_modulus(self):
        for key in ("young_modulus_GPa", "shear_modulus"):
            self.assert_case_refused(SPHERE + f"[upper]\n{key} = -210\npoisson_ratio = 0.3\n",
                                     f":7: upper.{key}: must be > 0, got -210")

    def test_poisson_ratio_outside_its_range(self):
        for nu in ("-0.1", "0.6"):
            self.assert_case_refused(
                SPHERE + f"[lower]\nyoung_modulus = 2e11\npoisson_ratio = {nu}\n",
                f":8: lower.poisson_ratio: must be in [0, 0.5], got {nu}")

    def test_two_rigid_bodies(self):
        self.assert_case_refused(
            SPHERE + '[upper]\nmaterial = "rigid"\n[lower]\nmaterial = "rigid"\n',
            ":9: lower.material: both bodies are rigid, the upper one by line 7\n"
            "  hint: at least one must be elastic")

    def test_a_wrong_type(self):
        self.refused("= 100", '= "100"', ':2: load.force: must be a number, got "100"\n'
                     "  hint: write numbers without quotes")
        self.refused('"sphere"', "7", ':4: shape.type: must be "sphere", "paraboloid", "ellipsoid", '
                     '"cylinder", "quadric", "wheel_on_rail", "flat_punch" or "heights", got 7')

    def test_a_tolerance_that_no_number_can_keep(self):
        self.assert_case_refused(SPHERE + "[solver]\ntolerance = 1e-16\n",
                                 ":7: solver.tolerance: must be in [1e-14, 0.1], got 1e-16")

    def test_too_many_threads(self):
        self.assert_case_refused(SPHERE + "[solver]\nthreads = 1000\n",
                                 ":7: solver.threads: must be in [1, 256], got 1000")

    def test_a_title_that_would_disturb_the_terminal(self):
        self.assert_case_refused('title = "a\\u001b[31m"\n' + SPHERE,
                                 ":1: title: must be one line without control characters, "
                                 'got "a\\x1B[31m"')


class BadGrids(CliTest):
    def refused(self, grid, message):
        self.assert_case_refused(SPHERE + "[grid]\n" + grid, message)

    def test_no_cells(self):
        self.refused("cells_x = 0\n", ":7: grid.cells_x: must be in [1, 2147483647], got 0")

    def test_a_thousand_million_cells_are_answered_with_the_memory_they_need(self):
        self.refused("cells_x = 1000000000\ncells_y = 1\n",
                     ":7: grid.cells_x: a grid of 1000000000 x 1 cells would need about 400 GB of "
                     "memory; the limit is 64000000 cells")

    def test_a_fixed_grid_that_is_too_small(self):
        self.refused("size_x_mm = 0.1\nsize_y_mm = 0.2\n",
                     ":7: grid.size_x: the contact reaches the edge of the grid, which was given "
                     "and is too small, got 0.0001 x 0.0002 m\n"
                     "  hint: make the grid larger (grid.size_x, grid.size_y), or leave its size "
                     "out: it is then found")

    def test_a_punch_wider_than_its_grid(self):
        self.assert_case_refused(
            '[load]\nforce = 1\n[shape]\ntype = "flat_punch"\nradius_mm = 10\n'
            "[grid]\nsize_x_mm = 5\nsize_y_mm = 5\n",
            ":7: grid.size_x: the contact reaches the edge of the grid, which was given and is too "
            "small, got 0.005 x 0.005 m\n  hint: make the grid larger (grid.size_x, grid.size_y), "
            "or leave its size out: it is then found")

    def test_a_grid_beside_the_body(self):
        self.refused("size_x_mm = 5\nsize_y_mm = 5\ncentre_x_mm = 100\n",
                     ":7: grid.size_x: no cell has its centre where the bodies could touch\n"
                     "  hint: move the grid over the body, or take smaller cells")

    def test_cells_too_few_to_find_an_area(self):
        self.refused("cells_x = 2\ncells_y = 2\n",
                     ":7: grid.cells_x: no area was found in which the contact stays off the edge "
                     "of 2 x 2 cells\n  hint: take more cells, or give the area by grid.size_x and "
                     "grid.size_y")

    def test_a_line_contact_with_a_datum_inside_its_grid(self):
        self.assert_case_refused(
            '[load]\nforce = 1\n[shape]\ntype = "cylinder"\nradius_mm = 5\n[grid]\n'
            "line_contact = true\nsize_x_mm = 1\ndatum_distance_mm = 0.5\n",
            ":9: grid.datum_distance: the datum distance of a line contact must be finite and at least the "
            "width of its grid, 0.001 m, got 0.0005 m\n  hint: take a larger grid.datum_distance")


class BadKeys(CliTest):
    def test_force_and_approach(self):
        self.assert_case_refused(
            SPHERE.replace("force = 100", "force = 100\napproach_mm = 0.1"),
            ":3: load.approach_mm: conflicts with load.force of line 2\n"
            "  hint: give only one of the two")

    def test_an_unknown_key_is_answered_with_the_nearest(self):
        self.assert_case_refused(SPHERE.replace("force", "forse"),
                                 ":2: load.forse: unknown key\n  hint: did you mean force?")

    def test_an_unknown_table_is_answered_with_the_nearest(self):
        self.assert_case_refused(SPHERE + "[sovler]\ntolerance = 1e-6\n",
                                 ":6: [sovler]: unknown table\n  hint: did you mean [solver]?")

    def test_a_unit_of_something_else(self):
        self.assert_case_refused(
            SPHERE.replace("radius_mm", "radius_N"),
            ':5: shape.radius_N: "N" is no unit of length\n'
            "  hint: write radius (in m), radius_km, radius_cm, radius_mm or radius_um")

    def test_an_unknown_unit(self):
        self.assert_case_refused(
            SPHERE.replace("radius_mm", "radius_inch"),
            ':5: shape.radius_inch: unknown unit "inch"\n'
            "  hint: write radius (in m), radius_km, radius_cm, radius_mm or radius_um")

    def test_a_key_given_twice(self):
        self.assert_case_refused(
            SPHERE + "radius = 0.01\n",
            ":6: shape.radius: conflicts with shape.radius_mm of line 5\n"
            "  hint: give the value once, in the unit you like best")

    def test_no_load(self):
        self.assert_case_refused('[load]\n[shape]\ntype = "sphere"\nradius = 1\n',
                                 ":1: load: force or approach must be given\n"
                                 "  hint: write force (N) or approach (m) in [load]")

    def test_all_problems_come_in_one_run_by_line(self):
        self.assert_case_refused(
            SPHERE.replace("100", "-1").replace("radius_mm", "radus_mm") + "[grid]\ncells_x = 0\n",
            ":2: load.force: must be >= 0, got -1\n"
            "error: case.toml:5: shape.radus_mm: unknown key\n  hint: did you mean radius_mm?\n"
            "error: case.toml:7: grid.cells_x: must be in [1, 2147483647], got 0\n3 problems")


    def test_a_hopeless_file_is_not_told_at_length(self):
        self.write("case.toml", SPHERE + "[grid]\n" + "".join(f"x{k} = 1\n" for k in range(500)))
        run = self.tread("run", "case.toml")
        self.assertEqual((run.code, run.out), (2, ""))
        self.assertTrue(run.err.endswith(
            "error: case.toml: 500 problems in all, 100 of them listed\n"), run.err[-300:])


class BadHeights(CliTest):
    def refused(self, heights, message, more=""):
        self.write("h.csv", heights)
        self.write("case.toml", HEIGHTS + more)
        for options in (["--out", "out"], ["--json"]):
            self.assert_refused(["run", "case.toml", *options], "error: " + message)

    def test_a_field_of_the_wrong_size(self):
        self.refused("1,2\n3,4\n",
                     "case.toml:9: grid.cells_x: the file of heights has 2 values in a line, not 3\n"
                     "  hint: it may be left out: the file says it",
                     "[grid]\ncells_x = 3\ncells_y = 2\n")

    def test_lines_of_different_length(self):
        self.refused("1,2\n3\n", "h.csv:2: must have 2 values as the lines before, got 1")

    def test_not_a_number_and_infinity(self):
        for bad in ("nan", "inf", "-inf"):
            self.refused(f"1,2\n3,{bad}\n",
                         f"h.csv:2: value 2 must be a finite number, got {bad}")
        self.refused("1,2\n3,1e999\n",
                     "h.csv:2: value 2 must be a number between 1e-308 and 1e308, got 1e999")

    def test_heights_beyond_all_measure(self):
        self.refused("1,2\n3,1e300\n",
                     "case.toml:5: shape.file: value 2 of row 2 is 1e+300 m, more than the 1e+09 m "
                     "that are computed with\n  hint: check height_unit and the file")

    def test_no_heights(self):
        self.refused("", "case.toml:5: shape.file: h.csv: holds no heights")

    def test_text(self):
        self.refused("x;y\n", 'h.csv:1: value 1 must be a number, got "x"\n'
                     "  hint: lines that are not numbers start with #")

    def test_a_missing_file(self):
        self.assert_case_refused(HEIGHTS, ":5: shape.file: h.csv: no such file")

    def test_a_file_of_a_gigabyte(self):
        self.write("h.csv", "1,2\n")
        os.truncate(self.folder / "h.csv", 1_000_000_000)
        self.assert_case_refused(HEIGHTS,
                                 ":5: shape.file: h.csv: is larger than 200 MB, got 1000 MB")

    def test_a_pipe(self):
        os.mkfifo(self.folder / "h.csv")
        self.assert_case_refused(
            HEIGHTS, ":5: shape.file: h.csv: must be a regular file, got a pipe" + COPY)


class BadInp(CliTest):
    def refused(self, old, new, message):
        text = (EXAMPLES / "hertz_sphere.inp").read_text()
        self.assertIn(old, text)
        self.assert_case_refused(text.replace(old, new), message, name="case.inp")

    def test_not_a_number_and_infinity(self):
        for bad in ("nan", "inf", "Infinity"):
            self.refused("1000.0", bad, f":9: FN: must be a finite number, got {bad}")

    def test_a_force_that_pulls(self):
        self.refused("1000.0", "-1000.0", ":9: FN: must be >= 0, got -1000.0\n"
                     "  hint: a positive force presses the bodies together")

    def test_a_hertzian_grid_without_a_load(self):
        self.refused("1000.0", "0.0",
                     ":9: FN: must be > 0: the potential contact follows from it by Hertz' theory, "
                     "got 0\n  hint: or give the potential contact itself, IPOTCN = 1 .. 4")

    def test_poisson_ratio_outside_its_range(self):
        self.refused(" 0.3  0.3  80000.", " 0.6  0.3  80000.",
                     ":11: POISS1: must lie in [0, 0.5], got 0.6\n"
                     "  hint: this is Poisson's ratio of a body")

    def test_a_negative_modulus(self):
        self.refused("80000. 80000.", "-80000. 80000.", ":11: GG1: must be > 0, got -80000.")

    def test_a_grid_too_large(self):
        self.refused(" 60 60", " 60000 60000",
                     ":13: MX: a grid of 60000 x 60000 elements would need about 1440 GB of memory; "
                     "the limit is 64000000 elements\n  hint: take fewer or larger elements")

    def test_a_grid_without_elements(self):
        self.refused(" 60 60", " 0 60", ":13: MX: must be 1 or more, got 0")

    def test_viscoelastic_bodies_are_refused_by_name(self):
        self.refused(" 022020", " 022120",
                     ":6: M: viscoelastic material (MATER) is not supported, got 1\n"
                     "  hint: supported values of M: 0 2 3 4")

    def test_contact_inside_simpack_is_refused_by_name(self):
        self.refused(" 3  MODULE", " 11  MODULE",
                     ":4: MODULE: wheel-rail contact inside Simpack is not supported, got 11\n"
                     "  hint: 3 starts a case, 1 one of wheel and rail, 0 ends the file; other "
                     "numbers here may be values too many in the case before")

    def test_a_file_that_ends_early(self):
        self.refused(" 0  MODULE\n", "",
                     ":13: MODULE: the file ends without '0 MODULE'\n"
                     "  hint: a whole .inp file ends with the line '0 MODULE'; is a part missing?")


class BadWheelRail(CliTest):
    """Wheel and rail in .inp files, and the wheelset of case files."""

    def setUp(self):
        super().setUp()
        for name in ("s1002.prw", "uic60_1to40.prr"):
            self.write(name, (EXAMPLES / name).read_text())

    def refused(self, old, new, message):
        text = (EXAMPLES / "mbench_a22.inp").read_text()
        self.assertIn(old, text)
        self.assert_case_refused(text.replace(old, new, 1), message, name="case.inp")

    def test_a_missing_profile(self):
        self.refused("uic60_1to40.prr", "none.prr", ":14: RFNAME: none.prr: no such file")

    def test_a_wheel_for_a_rail(self):
        self.refused("uic60_1to40.prr", "s1002.prw",
                     ":14: RFNAME: s1002.prw: was given as a rail, but the file says that it is a "
                     "wheel (type = 1)")

    def test_a_profile_upside_down(self):
        self.refused("'s1002.prw' 0 1. 0.", "'s1002.prw' 0 1. 0. 1",
                     ":17: WFNAME: s1002.prw: mirrored in z as given, the profile is upside down: "
                     "its flange points to the axle\n  hint: leave it out, and it is found out")

    def test_a_wheel_beside_its_rail(self):
        self.refused("0. 0. 10000.", "0. -120. 10000.",
                     ":18: Y: case 1: a wheel has no rail below it with the wheelset at y = -120 "
                     "mm, yaw 0 mrad, roll 0 mrad: derailed")

    def test_elements_too_small(self):
        self.refused("0.2 0.2 1.0", "1e-4 1e-4 1.0",
                     ":12: DX: a patch 30 mm wide would have 90000000000 elements of this size, "
                     "which take about 36000 GB of memory; the limit is 64000000 elements, got "
                     "1e-4\n  hint: take larger elements")

    def test_not_a_number(self):
        self.refused("0. 0. 10000.", "0. nan 10000.", ":18: Y: must be a finite number, got nan")

    def test_a_profile_that_ends_inside_the_patch_is_told(self):
        lines = (EXAMPLES / "s1002.prw").read_text().splitlines(keepends=True)
        is_point = lambda words: len(words) == 2 and words[0].lstrip("-").replace(".", "").isdigit()
        cut = [line for line in lines
               if not is_point(line.split()) or float(line.split()[0]) > -2]
        self.write("cut.prw", "".join(cut))
        text = (EXAMPLES / "mbench_a22.inp").read_text().replace("s1002.prw", "cut.prw")
        first = text.split("1 MODULE")[1]
        self.write("cut.inp", "1 MODULE" + first + "0 MODULE\n")
        self.assert_refused(["run", "cut.inp", "--out", "none"],
                            "error: cut.inp:13: WFNAME: cut.prw: has no flange that would tell "
                            "whether its z counts up or down\n  hint: MIRRORZ, the value behind "
                            "SMOOTH: -1 takes the wheel as it is, 1 mirrors it")
        first = first.replace("'cut.prw' 0 1. 0. ", "'cut.prw' -1 1. 0. -1 ")  # taken as it is
        self.write("cut.inp", "1 MODULE" + first + "0 MODULE\n")
        run = self.tread("run", "cut.inp", "--out", "out")
        self.assertEqual(run.code, 0, run.err)
        self.assertIn("A profile ends inside patch 1: beyond its end no surface is", run.out)
        self.assertIn("has no flange", run.err)

    def test_a_profile_of_a_case_file_that_is_not_there(self):
        self.assert_case_refused('scenario = "wheelset"\n[load]\nwheel_force = 1e4\n[wheel]\n'
                                 'profile = "file"\nfile = "none.whl"\n',
                                 ":6: wheel.file: none.whl: no such file")


class BadFriction(CliTest):
    """What shows only when it is solved, at the place of its cause. What a reader sees by itself is
    tested there."""

    FRICTION = "[friction]\ncoefficient = 0.3\n"

    def test_a_force_beyond_friction_under_a_given_approach(self):
        self.write("case.toml", SPHERE.replace("force = 100", "approach_um = 1") + self.FRICTION +
                   '[motion]\ntype = "shift"\nlongitudinal_force = 100\n')
        run = self.tread("run", "case.toml", "--out", "out")
        self.assertEqual(run.code, 2)
        self.assertRegex(run.err, "^error: case.toml:10: motion.longitudinal_force: a tangential force "
                         "of 100 N is prescribed but friction can carry no more than 4.6")
        self.assertEqual(self.files(), ["case.toml"])

    def test_a_force_that_grows_beyond_friction_on_the_way(self):
        self.write("case.toml", SPHERE.replace("force = 100", "approach_um = 1") + self.FRICTION +
                   '[motion]\ntype = "transient_rolling"\n[schedule]\ndistance_mm = [0, 0.2]\n'
                   "longitudinal_force = [0, 20]\n[grid]\ncells_x = 20\ncells_y = 20\n")
        run = self.tread("run", "case.toml", "--out", "out")
        self.assertEqual(run.code, 2)
        self.assertRegex(run.err, "^error: case.toml:12: schedule.longitudinal_force: a tangential force ")

    def test_a_window_smaller_than_the_contact(self):
        self.assert_case_refused(
            SPHERE + self.FRICTION + "[grid]\ncells_x = 20\ncells_y = 20\nsize_x_mm = 0.4\n"
            'size_y_mm = 0.4\n[motion]\ntype = "transient_rolling"\nlateral_creepage = 0.001\n'
            "[rolling]\nsteps = 3\n",
            ":11: grid.size_x: the window that moves with the contact must be larger than it by 2 cells "
            "on every side, and is not, got 20 x 20 cells, 0.0004 x 0.0004 m\n"
            "  hint: make the grid larger (grid.size_x, grid.size_y), or leave its size out")


class BadStructures(CliTest):
    MESH = ('scenario = "train_bridge"\n[structure]\ntype = "mesh"\nfile = "bridge.msh"\nload_line = "track"\n'
            'beyond = "ground"\n[[structure.part]]\ngroup = "concrete"\nyoung_modulus_GPa = 30\npoisson_ratio = 0.2\n'
            'density = 2500\n[[structure.support]]\ngroup = "fixed bearings"\nfix = ["x", "y", "z"]\n'
            '[[structure.support]]\ngroup = "sliding bearings"\nfix = ["y", "z"]\n'
            '[vehicle]\ntype = "manchester"\n[train]\nspeed = 30\n')

    def refused(self, old, new, message):
        assert old in self.MESH
        self.write("bridge.msh", (EXAMPLES / "bridge_from_mesh.msh").read_bytes())
        self.assert_case_refused(self.MESH.replace(old, new), message)
        self.assert_refused(["check", "case.toml"], f"error: case.toml{message}")

    def test_the_mesh_as_it_is_runs(self):
        self.write("bridge.msh", (EXAMPLES / "bridge_from_mesh.msh").read_bytes())
        self.write("case.toml", self.MESH)
        self.assertEqual(self.solved("case.toml")["status"], "converged")

    def test_a_load_line_that_is_not_in_the_mesh(self):
        self.refused('"track"', '"rail"', ":5: structure.load_line: the mesh has no group 'rail': it has concrete, "
                     "fixed bearings, sliding bearings, track")

    def test_a_mesh_that_is_not_there(self):
        self.refused("bridge.msh", "none.msh", ":4: structure.file: none.msh: no such file")

    def test_a_negative_density(self):
        self.refused("density = 2500", "density = -1", ":11: structure.part[1].density: must be >= 0, got -1")

    def test_a_structure_that_is_not_held(self):
        self.refused('"y", "z"]\n[vehicle]', '"y"]\n[vehicle]',
                     ":13: structure.support[1].group: the structure is not held: the part with 114 nodes between 2 and "
                     "117 can turn about y through (0, 0, 0); add supports or springs to the ground, or join it to the rest")

    def test_a_wheel_beyond_the_load_line(self):
        self.refused('beyond = "ground"', 'beyond = "refuse"',
                     ": train.start_position: the last wheel starts at x = -21.56 m, before the load line, which begins at "
                     "0 m: start later, lengthen the line, or lay rigid ground beyond it")

    def test_bridge_and_structure(self):
        self.refused("[vehicle]", "[bridge]\nlength = 10\nbending_stiffness = 1e9\nmass_per_length = 1000\n[vehicle]",
                     ":2: structure: conflicts with [bridge] of line 18\n  hint: the train runs on one of them: leave the "
                     "other out")


class BadFolders(CliTest):
    def refused(self, out, reason):
        self.write("case.toml", SPHERE)
        self.assert_refused(["run", "case.toml", "--out", out],
                            f"error: cannot write results to the folder '{out}': {reason}"
                            + NO_FOLDER)

    def test_a_folder_below_a_file(self):
        self.write("file", "")
        self.refused("file/out", f"'{self.folder}/file' is not a folder")
        self.refused("file", f"'{self.folder}/file' is not a folder")

    def test_a_place_where_nobody_can_write(self):
        self.refused("/proc/tread_out", "No such file or directory")

    def test_a_folder_of_somebody_else(self):
        if os.geteuid() == 0:
            self.skipTest("permissions do not bind root")
        (self.folder / "locked").mkdir(mode=0o500)
        self.refused("locked", "Permission denied")

    def test_a_folder_in_the_way_of_a_result_leaves_nothing_behind(self):
        (self.folder / "out/result.json").mkdir(parents=True)
        self.write("case.toml", SPHERE)
        self.assert_refused(["run", "case.toml", "--out", "out"],
                            "error: cannot write 'out/result.json': a folder has this name")

    def test_the_case_is_read_before_the_folder_is_touched(self):
        self.write("file", "")
        self.write("case.toml", SPHERE.replace("100", "-100"))
        self.assert_refused(["run", "case.toml", "--out", "file/out"],
                            "error: case.toml:2: load.force: must be >= 0, got -100")


class VehicleRun(CliTest):
    CASE = ('scenario = "vehicle_run"\n[vehicle]\ntype = "manchester_wagon_2d"\n[run]\nspeed = 30\n'
            'distance = 1\n')

    def test_a_broken_profile_is_told_with_its_line(self):
        self.write("wheel.txt", "-70 0\n-50 oops\n0 0\n60 -2\n")
        self.write("case.toml", self.CASE + '[wheel]\nprofile = "file"\nfile = "wheel.txt"\n')
        run = self.tread("run", "case.toml", "--out", "out")
        self.assertEqual(run.code, 2)
        self.assertTrue(run.err.startswith("error: wheel.txt:2: "), run.err)
        self.assertFalse((self.folder / "out").exists())

    def test_a_gauge_too_wide_for_the_wheelset(self):
        self.assert_case_refused(
            self.CASE + "[track]\ngauge_mm = 1700\n",
            ":8: track.gauge: wheelset finds no rail below its wheels at y = 0 mm: check gauge, flange back "
            "distance and profiles")

    def test_all_mistakes_in_one_run(self):
        self.assert_case_refused(
            self.CASE.replace("30", "-30") + "body_mas = 3\n",
            ":5: run.speed: must be > 0, got -30\nerror: case.toml:7: run.body_mas: unknown key\n"
            "  hint: tread keys lists every key\n2 problems")


if __name__ == "__main__":
    main()
