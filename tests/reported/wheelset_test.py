"""Numbers of a wheelset with conical wheels on round rail heads, against a rigid wheelset that we put on its rails ourselves,
and against Hertz."""

import math

import hertz
from reported import ReportedTest
from support import main

SLOPE, RADIUS, RAIL, HALF_GAUGE, GAUGE_HEIGHT, TAPE = 0.05, 0.46, 0.3, 0.72, 0.0014, 0.75
RAIL_MIDDLE = HALF_GAUGE + math.sqrt(2 * RAIL * GAUGE_HEIGHT - GAUGE_HEIGHT ** 2)
CASE = f"""
scenario = "wheelset"
[wheel]
profile = "cone"
slope = {SLOPE}
flange = "none"
[wheelset]
nominal_radius = {RADIUS}
[rail]
profile = "circle"
radius = {RAIL}
half_width = 0.03
[track]
gauge = {2 * HALF_GAUGE}
gauge_height = {GAUGE_HEIGHT}
[position]
lateral_mm = [0, 3]
yaw_mrad = [0, 2]
[load]
wheel_force_kN = 55
[motion]
speed = 20
[contact]
model = "{{}}"
[friction]
coefficient = 0.3
[geometry]
lateral_range_mm = [-6, 6, 0.5]
"""


def touching(lateral, height, roll, side):
    """Of one wheel, +1 right: gap along the normal, radius, angle, place on rail and wheel. y right, z down; the generator of
    the cone is a line, the rail a circle with its top at z = 0."""
    cone = math.atan(SLOPE)
    y, z = side * TAPE, RADIUS  # the tape circle's lowest point, in axes of the wheelset
    at = (lateral + y * math.cos(roll) - z * math.sin(roll), height - RADIUS + y * math.sin(roll) + z * math.cos(roll))
    angle = roll - side * cone
    along, normal = (math.cos(angle), math.sin(angle)), (-math.sin(angle), math.cos(angle))
    middle = (side * RAIL_MIDDLE, RAIL)
    gap = (middle[0] - at[0]) * normal[0] + (middle[1] - at[1]) * normal[1] - RAIL
    point = (middle[0] - RAIL * normal[0], middle[1] - RAIL * normal[1])
    outwards = side * ((point[0] - at[0]) * along[0] + (point[1] - at[1]) * along[1]) * math.cos(cone)
    return gap, RADIUS - SLOPE * outwards, angle, side * (point[0] - middle[0]), outwards


def rigid_pose(lateral):
    """Height and roll at which both wheels touch, by Newton's method."""
    height, roll = 0.0, 0.0
    for _ in range(20):
        gaps = [touching(lateral, height, roll, side)[0] for side in (-1, 1)]
        step = 1e-7
        by_height = [(touching(lateral, height + step, roll, s)[0] - g) / step for s, g in zip((-1, 1), gaps)]
        by_roll = [(touching(lateral, height, roll + step, s)[0] - g) / step for s, g in zip((-1, 1), gaps)]
        determinant = by_height[0] * by_roll[1] - by_height[1] * by_roll[0]
        height -= (gaps[0] * by_roll[1] - gaps[1] * by_roll[0]) / determinant
        roll -= (by_height[0] * gaps[1] - by_height[1] * gaps[0]) / determinant
    return height, roll


class Wheelset(ReportedTest):
    table_name = "reported-wheelset"
    case_name = "cones on round rails"

    def test_geometry_and_patches(self):
        run = self.run_case(CASE.format("hertz_polach"))
        self.check_geometry(run)
        self.check_patches(run, 3e-3, "Hertz, of the force of the patch")

    def test_half_spaces(self):
        self.case_name = "the same, half-spaces"
        run = self.run_case(CASE.format("half_space"))
        self.check_patches(run, 0.05, "Hertz; 30 cells across")
        self.assertTrue(any("elements wide at least" in note for note in run["notes"]), run["notes"])

    def check_geometry(self, run):
        how = "own rigid wheelset"
        lateral = 0.006
        height, roll = rigid_pose(lateral)
        left, right = touching(lateral, height, roll, -1), touching(lateral, height, roll, 1)
        last = {name: {key: values[-1] for key, values in run.table(name).items()}
                for name in ("radius_difference", "contact_angles", "contact_places", "rigid_pose", "conicity")}
        self.compare("radius_difference", last["radius_difference"]["radius_difference"], right[1] - left[1], 1e-4, how)
        self.compare("without_roll", last["radius_difference"]["without_roll"], 2 * SLOPE * lateral, 1e-6, "2 slope y")
        self.compare("contact angle, left", last["contact_angles"]["left"], left[2], 1e-5, how)
        self.compare("contact angle, right", last["contact_angles"]["right"], right[2], 1e-5, how)
        self.compare("rail_left", last["contact_places"]["rail_left"], left[3], 1e-4, how)
        self.compare("wheel_right", last["contact_places"]["wheel_right"], right[4], 1e-4, how)
        self.compare("height", last["rigid_pose"]["height"], height, 1e-4, how)
        self.compare("roll", last["rigid_pose"]["roll"], roll, 1e-4, how)
        for name in ("by_integration", "by_regression"):
            self.compare(f"conicity {name}", last["conicity"][name], SLOPE, 1e-5, "slope of the cone")
        self.compare("wavelength", last["conicity"]["wavelength"], 2 * math.pi * math.sqrt(1.5 * RADIUS / (2 * SLOPE)), 1e-5,
                     "Klingel, contacts 1.5 m apart")

    def check_patches(self, run, tolerance, how):
        table = run.table("patches")
        patches = [{key: values[i] for key, values in table.items()} for i in range(len(table["position"]))]
        self.assertEqual(len(patches), 4)
        e_star = hertz.modulus([(210e9, 0.3)] * 2)
        largest = 0.0
        for patch in patches:
            side = "right" if patch["right_wheel"] else "left"
            where = f"{self.case_name}: position {patch['position']:g}, {side}"
            ellipse = hertz.Ellipse(patch["normal_force"], math.cos(patch["contact_angle"]) / (2 * patch["rolling_radius"]),
                                    0.5 / RAIL, e_star)
            largest = max(largest, ellipse.peak)
            self.compare("peak_pressure", patch["peak_pressure"], ellipse.peak, tolerance, how, case=where)
            self.compare("contact_area", patch["contact_area"], ellipse.area, tolerance, how, case=where)
            # down: N cos - F sin, on either side
            angle = abs(patch["contact_angle"])
            q = patch["normal_force"] * math.cos(angle) + (1 if side == "left" else -1) * patch["force_y"] * math.sin(angle)
            self.compare("Q from the patch", q, 55e3, 1e-3, "the load given", case=where)
            work = -(patch["force_x"] * patch["creepage_x"] + patch["force_y"] * patch["creepage_y"]
                     + patch["spin_moment"] * patch["creepage_spin"])
            if patch["position"] == 2:
                self.compare("frictional_work", patch["frictional_work"], work, 1e-6, "forces times creepages", case=where)
                self.compare("creepage_y", patch["creepage_y"], 0.002, 5e-3, "yaw", case=where)
                self.compare("creepage_spin", abs(patch["creepage_spin"]), math.sin(angle) / patch["rolling_radius"], 0.01,
                             "sin(angle)/radius", case=where)
        self.compare("max_peak_pressure", run["max_peak_pressure"], largest, tolerance, how)
        left, right = patches[2:] if not patches[2]["right_wheel"] else patches[:1:-1]
        self.compare("creepage_x, right less left", right["creepage_x"] - left["creepage_x"],
                     -(right["rolling_radius"] - left["rolling_radius"]) / RADIUS, 5e-3, "radius difference over radius")


if __name__ == "__main__":
    main()
