"""Where a number of a result hangs on cells, modes or steps, a note says so; where it does not, none does."""

from reported import ReportedTest
from support import SPHERE, main
from train_bridge_test import CASE as BRIDGE


class Notes(ReportedTest):
    def assert_said(self, words, text):
        notes = self.run_case(text)["notes"]
        self.assertTrue(any(words in note for note in notes), notes)

    def assert_not_said(self, words, text):
        notes = self.run_case(text)["notes"]
        self.assertFalse(any(words in note for note in notes), notes)

    def run_case(self, text):
        self.folder = self.make_folder("tread_notes_")
        return super().run_case(text)

    def test_pressure_at_the_edge_of_a_punch(self):
        punch = '[load]\nforce = 100\n[shape]\ntype = "flat_punch"\nradius_mm = 10\n[grid]\ncells_x = 60\ncells_y = 60\n'
        self.assert_said("grows without bound towards the edge", punch)
        self.assert_not_said("grows without bound", SPHERE)

    def test_sizes_counted_in_elements(self):
        self.assert_said("known to an element, 2.9 %", SPHERE + "[grid]\ncells_x = 40\ncells_y = 40\n")
        self.assert_said("a finer grid will change the numbers", SPHERE + "[grid]\ncells_x = 4\ncells_y = 4\n")
        self.assert_not_said("elements wide", SPHERE)

    def test_accelerations_of_all_modes(self):
        case = """
scenario = "moving_load"
[bridge]
length = 15
bending_stiffness = 7.7e9
mass_per_length = 15000
damping_ratio = 0.01
modes = {}
[train]
distances = [0]
forces = [200e3]
speed = 60
"""
        self.assert_said("max_acceleration is that of all 20 modes", case.format(20))
        self.assert_not_said("max_acceleration is that", case.format(2))

    def test_swings_on_the_contact(self):
        run = BRIDGE + '[contact]\nmodel = "linear"\nstiffness = 1e9\n[train]\nspeed = 40\nstart_position = -2\n'
        step = "[time]\nstep = {}\n"
        bump = '[rail]\ntype = "bump"\nheight = 0.001\nlength = 0.4\nstart = 8\n'
        words = "Axles swing on their contact with the rail by up to"
        self.assert_said(words, run + step.format(5e-4) + bump)
        self.assert_not_said(words, run + step.format(5e-4))  # nothing swings
        self.assert_not_said(words, run + step.format(2e-5) + bump)  # swings that steps follow

    def test_impacts_on_few_cells(self):
        impact = """
scenario = "impact"
[ground]
young_modulus = 2e5
density = 2000
width = 0.6
height = 0.1
outer = "absorbing"
[cylinder]
radius = 0.5
mass = 20
velocity = -3
gravity = 0
[grid]
nodes_x = {}
nodes_z = 13
[time]
scheme = "leapfrog"
step = 5e-5
end = 0.006
"""
        self.assert_said("cells wide at most", impact.format(31))
        self.assert_not_said("cells wide at most", impact.format(121))


if __name__ == "__main__":
    main()
