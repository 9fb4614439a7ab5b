"""An S1002 wheel on a UIC60 rail: where it touches, and the patch in its plane."""

import sys

import matplotlib.pyplot as plt
import numpy as np

import tread

wheel = tread.Profile.s1002()
rail = tread.Profile.rail_head("uic60", inclination=1 / 40)
wheelset = tread.RigidWheelset(wheel, rail)
contact = tread.WheelRailContact(wheel, rail, model="half_space", cells=24.0)

figure, (left, middle, right) = plt.subplots(1, 3, figsize=(13, 4), layout="constrained")
touch = wheelset.at(0.003).right
left.plot(*(wheel.points.T * 1e3), label=wheel.name)
shift = np.array([touch.wheel_y - touch.rail_y, wheel.height(touch.wheel_y) - rail.height(touch.rail_y)])
left.plot(*((rail.points + shift).T * 1e3), label=rail.name)
left.plot(touch.wheel_y * 1e3, wheel.height(touch.wheel_y) * 1e3, "k.", ms=9)
left.invert_yaxis()
left.set(xlabel="y [mm]", ylabel="z, down [mm]", title="Right wheel, 3 mm to the right", aspect="equal",
         xlim=(-72, 62), ylim=(42, -48))
left.legend(fontsize=8, loc="upper center")

lateral = np.linspace(-0.006, 0.006, 241)
difference = [wheelset.at(y).radius_difference for y in lateral]
middle.plot(lateral * 1e3, np.array(difference) * 1e3)
middle.set(xlabel="lateral position [mm]", ylabel="difference of rolling radii [mm]",
           title=f"Equivalent conicity {wheelset.equivalent_conicity(0.003):.3f} at 3 mm")
middle.grid(alpha=0.3)

settled = contact.settle(80e3, lateral=0.001, speed=20.0)
solution = settled.solutions[0]
image = right.imshow(np.ma.masked_equal(solution.pressure, 0) / 1e6, origin="lower", extent=np.array(solution.grid.extent) * 1e3)
figure.colorbar(image, ax=right, label="pressure [MPa]")
right.set(xlabel="x [mm]", ylabel="across, to the left [mm]", title="Patch under 80 kN, 1 mm to the right")
figure.savefig(sys.argv[1] if len(sys.argv) > 1 else "wheel_rail_profiles.png", dpi=120)
