"""tread examples: what is inside the program is what lies in the source tree."""

from support import EXAMPLES, CliTest, main


class Listing(CliTest):
    def test_every_case_and_study_of_the_tree_is_there_with_a_line_about_it(self):
        listed = self.tread("examples", "--json").json()
        tree = sorted(str(p.relative_to(EXAMPLES)) for folder in (EXAMPLES, EXAMPLES / "studies")
                      for p in folder.iterdir() if p.suffix in (".toml", ".inp"))
        self.assertEqual(sorted(e["files"][0] for e in listed), tree)
        text = self.tread("examples").out
        for example in listed:
            self.assertIn(f"  {example['name']} ", text)
            self.assertGreater(len(example["summary"]), 15, example)

    def test_names_are_unique(self):
        names = [e["name"] for e in self.tread("examples", "--json").json()]
        self.assertEqual(len(set(names)), len(names))


class Writing(CliTest):
    def test_each_is_written_as_it_is_with_the_files_it_needs(self):
        for example in self.tread("examples", "--json").json():
            out = self.folder / example["name"]
            run = self.tread("examples", example["name"], "--out", out)
            self.assertEqual((run.code, run.err), (0, ""))
            root = (EXAMPLES / example["files"][0]).parent
            for name in example["files"]:
                place = (EXAMPLES / name).relative_to(root)
                self.assertEqual((out / place).read_bytes(), (EXAMPLES / name).read_bytes())
            if example["command"] == "run":
                check = self.tread("check", out / (EXAMPLES / example["files"][0]).name)
                self.assertEqual(check.code, 0, check.err)

    def test_a_written_study_finds_its_base(self):
        self.tread("examples", "velaro_interaction")
        self.assertTrue((self.folder / "bases/velaro_vehicles.toml").exists())

    def test_profiles_of_an_inp_come_along(self):
        self.tread("examples", "mbench_a22")
        self.assertEqual(self.files(), ["mbench_a22.inp", "s1002.prw", "uic60_1to40.prr"])

    def test_nothing_is_written_over_unless_forced(self):
        self.write("rough_patch.csv", "mine")
        self.assert_refused(["examples", "rough_patch"],
                            "error: ./rough_patch.csv is there already\n  hint: --force writes over it")
        run = self.tread("examples", "rough_patch", "--force", "--json")
        self.assertEqual(run.json()["files"], ["rough_patch.toml", "rough_patch.csv"])
        self.assertNotEqual((self.folder / "rough_patch.csv").read_text(), "mine")

    def test_it_says_how_to_run_it(self):
        self.assertIn("Run it: tread run a/hertz_ball.toml\n",
                      self.tread("examples", "hertz_ball", "--out", "a").out)

    def test_an_unknown_name_is_refused(self):
        self.assert_refused(["examples", "nothing_like_that"],
                            "error: there is no example nothing_like_that\n"
                            "  hint: `tread examples` lists them")


if __name__ == "__main__":
    main()
