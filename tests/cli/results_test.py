"""Finished results: their report again, and other formats."""

import importlib.util
import json
import os
import unittest

from support import SPHERE, CliTest, main

CASE = 'title = "Kugel, 10 µm größer"\n' + SPHERE + "[subsurface]\ndepth_max_mm = 1\n"


class ResultsTest(CliTest):
    """With the results of a ball in out."""

    def setUp(self):
        super().setUp()
        self.write("case.toml", CASE)
        self.assertEqual(self.tread("run", "case.toml", "--out", "out").code, 0)


class Report(ResultsTest):
    def test_of_finished_results_is_the_one_of_the_run(self):
        first = (self.folder / "out/report.html").read_bytes()
        (self.folder / "out/report.html").unlink()
        run = self.tread("report", "out")
        self.assertEqual((run.code, run.err, run.out), (0, "", "out/report.html\n"))
        self.assertEqual((self.folder / "out/report.html").read_bytes(), first)

    def test_goes_where_it_is_told_and_needs_nothing_but_result_h5(self):
        first = (self.folder / "out/report.html").read_bytes()
        (self.folder / "out/result.h5").rename(self.folder / "alone.h5")
        run = self.tread("report", "alone.h5", "--out", "deep/page.html")
        self.assertEqual((run.code, run.err, run.out), (0, "", "deep/page.html\n"))
        self.assertEqual((self.folder / "deep/page.html").read_bytes(), first)


    def test_never_takes_the_place_of_its_result(self):
        whole = (self.folder / "out/result.h5").read_bytes()
        for args in (["report", "out", "--out", "out/result.h5", "--force"],
                     ["report", "out/result.h5", "--out", "out/../out/result.h5", "--force"]):
            self.assert_refused(args, f"error: {args[3]} is the file to be read: it is never "
                                "written over")
        self.assertEqual((self.folder / "out/result.h5").read_bytes(), whole)

    def test_replaces_a_report_and_other_files_only_if_forced(self):
        self.write("thesis.html", "mine")
        self.assert_refused(["report", "out", "--out", "thesis.html"],
                            "error: thesis.html is there already\n  hint: --force writes over it")
        self.write("out/report.html", "old")
        run = self.tread("report", "out", "--quiet")
        self.assertEqual((run.code, run.out, run.err), (0, "", ""))
        page = (self.folder / "out/report.html").read_text()
        self.assertIn("tread-document", page)
        self.assertEqual(self.tread("report", "out", "--out", "thesis.html", "--force").code, 0)
        self.assertEqual((self.folder / "thesis.html").read_text(), page)


class Convert(ResultsTest):
    def test_replaces_files_only_if_forced(self):
        for out, there in (("csv", "csv/numbers.csv"), ("./here", "here/fields.csv"),
                           ("steps.pvd", "steps_steps/fields_1.vtu"), ("one.pvd", "one.pvd"),
                           ("ball.mat", "ball.mat")):
            self.write(there, "mine")
            self.assert_refused(["convert", "out", out], f"error: {there} is there already\n  "
                                "hint: --force writes over it")
            self.assertEqual((self.folder / there).read_text(), "mine")
            self.assertEqual(self.tread("convert", "out", out, "--force").code, 0)
            self.assertNotEqual((self.folder / there).read_bytes(), b"mine")

    def test_never_replaces_its_input(self):
        whole = (self.folder / "out/result.h5").read_bytes()
        for out in ("out", "out/result.h5"):
            self.assert_refused(["convert", "out", out, "--force"],
                                f"error: {out} is the file to be read: it is never written over")
        self.assertEqual((self.folder / "out/result.h5").read_bytes(), whole)

    def test_tells_names_that_are_no_utf8(self):
        run = self.tread("convert", "out", os.fsdecode(b"ball\xff.mat"), "--json")
        self.assertEqual((run.code, run.err), (0, ""))
        self.assertEqual(run.json()["files"], ["ball\ufffd.mat"])

    def test_to_hdf5_gives_the_same_bytes(self):
        self.assertEqual(self.tread("convert", "out", "copy.h5").code, 0)
        self.assertEqual((self.folder / "copy.h5").read_bytes(),
                         (self.folder / "out/result.h5").read_bytes())

    def test_to_csv_gives_the_files_of_the_run(self):
        run = self.tread("convert", "out", "csv")
        self.assertEqual(run.code, 0, run.err)
        self.assertEqual(run.out.split(), ["csv/fields.csv", "csv/subsurface.csv",
                                           "csv/numbers.csv"])
        for name in ("fields.csv", "subsurface.csv"):
            self.assertEqual((self.folder / "csv" / name).read_bytes(),
                             (self.folder / "out" / name).read_bytes(), name)
        force = json.loads((self.folder / "out/result.json").read_text())["results"][0]
        numbers = (self.folder / "csv/numbers.csv").read_text()
        self.assertIn(f"\nnormal_force,{force['normal_force']},N,", numbers)

    def test_to_paraview_gives_a_collection(self):
        run = self.tread("convert", "out", "fields.pvd")
        self.assertEqual((run.code, run.out), (0, "fields.pvd\n"), run.err)
        self.assertEqual((self.folder / "fields_steps/fields_1.vtu").read_bytes(),
                         (self.folder / "out/fields.vtu").read_bytes())

    def test_to_matlab_gives_a_file(self):
        run = self.tread("convert", "out", "ball.mat")
        self.assertEqual((run.code, run.out), (0, "ball.mat\n"), run.err)
        self.assertTrue((self.folder / "ball.mat").read_bytes().startswith(b"MATLAB 5.0 MAT-file"))

    @unittest.skipUnless(importlib.util.find_spec("scipy"), "needs SciPy")
    def test_the_file_for_matlab_is_read_by_scipy(self):
        from scipy.io import loadmat
        self.tread("convert", "out", "ball.mat")
        result = loadmat(self.folder / "ball.mat", simplify_cells=True)["result"]
        wanted = json.loads((self.folder / "out/result.json").read_text())["results"][0]
        self.assertEqual(result["cases"]["scalars"]["normal_force"], wanted["normal_force"])
        self.assertEqual(result["cases"]["scalars"]["units"]["contact_area"], "m2")
        self.assertEqual(result["cases"]["title"], "Kugel, 10 µm größer")
        self.assertEqual(result["status"], "converged")

    @unittest.skipUnless(importlib.util.find_spec("h5py"), "needs h5py")
    def test_result_h5_is_read_by_h5py(self):
        import h5py
        with h5py.File(self.folder / "out/result.h5") as file:
            document = json.loads(file["document"][0])
            name = document["cases"][0]["fields"]["fields"][0]["values"]["array"]
            self.assertEqual(name, "/cases/1/fields/pressure")
            peak = next(s["value"] for s in document["cases"][0]["scalars"]
                        if s["name"] == "peak_pressure")
            self.assertEqual(file[name].attrs["unit"].decode(), "Pa")
            self.assertAlmostEqual(file[name][:].max() / peak, 1, delta=1e-2)


class Refused(ResultsTest):
    def test_a_folder_that_is_no_result(self):
        (self.folder / "empty").mkdir()
        for args in (["report", "empty"], ["convert", "empty", "x.mat"]):
            self.assert_refused(args, "error: 'empty' is no folder of results: there is no "
                                "result.h5 in it\n  hint: give a folder that 'tread run' wrote its "
                                "results to")

    def test_results_of_a_version_without_result_h5_with_its_version(self):
        (self.folder / "out/result.h5").unlink()
        version = json.loads((self.folder / "out/result.json").read_text())["version"]
        self.assert_refused(["report", "out"],
                            f"error: 'out' holds results of tread {version} without a result.h5, "
                            "from which they could be read again\n  hint: run the case again")

    def test_a_file_that_is_cut_off(self):
        whole = (self.folder / "out/result.h5").read_bytes()
        (self.folder / "out/result.h5").write_bytes(whole[:len(whole) // 2])
        before = self.files()
        run = self.tread("report", "out")
        self.assertEqual((run.code, run.out), (2, ""))
        self.assertTrue(run.err.startswith("error: cannot read 'out/result.h5': "), run.err)
        self.assertTrue(run.err.endswith("  hint: the file is cut off or damaged; run the case "
                                         "again\n"), run.err)
        self.assertEqual(self.files(), before)

    def test_a_file_that_is_none(self):
        self.assert_refused(["convert", "case.toml", "x.mat"],
                            "error: cannot read 'case.toml': it is not an HDF5 file\n  hint: give "
                            "the folder that holds the results, or the result.h5 in it")

    def test_an_ending_that_is_no_format(self):
        self.assert_refused(["convert", "out", "x.xlsx"],
                            "error: cannot write results to 'x.xlsx': the ending '.xlsx' is no "
                            "format of results\n  hint: .mat (Matlab), .h5 (HDF5), .pvd "
                            "(ParaView), or a name without an ending for a folder of .csv files")


class Reproductions(CliTest):
    def test_several_names_are_computed_in_one_go(self):
        run = self.tread("reproduce", "thesis-fig-5.1", "thesis-table-8.1", "--json", "--out", "out")
        self.assertEqual(run.code, 0, run.err)
        self.assertEqual({row["what"].split(":")[0] for row in run.json()}, {"thesis-fig-5.1", "thesis-table-8.1"})
        for name in ("thesis-fig-5.1", "thesis-table-8.1"):
            self.assertTrue((self.folder / f"out/{name}.section").is_file(), name)


if __name__ == "__main__":
    main()
