"""Eight cars of an ICE 3 over a bridge, with contact at every wheel: a case made in Python."""

import sys

import matplotlib.pyplot as plt
import numpy as np

import tread

case = tread.Case("train_bridge", title="ICE 3 over a bridge of 25 m")
case.bridge.length = 25
case.bridge.bending_stiffness_GNm2 = 45
case.bridge.mass_per_length_t_m = 15
case.bridge.damping_ratio = 0.01
case.vehicle.type = "ice3_velaro"
case.vehicle.count = 8
case.vehicle.pitch = 24.775
case.train.speed_km_h = 300
case.output.sections = [12.5]
result = tread.run(case).cases[0]

figure, (left, right) = plt.subplots(1, 2, figsize=(10.5, 4), layout="constrained")
table = result.tables["deflection"]
time, *columns = table.keys()
for name in columns:
    if table.units[name] == "m":
        left.plot(table[time], table[name] * 1e3, label=name.replace("_", " "))
left.invert_yaxis()
left.set(xlabel="time [s]", ylabel="deflection [mm]", title="Midspan")

animation = result.animation
frames = np.linspace(0, len(animation) - 1, 7).astype(int)
for i, frame in enumerate(frames):
    colour = plt.cm.viridis(i / len(frames))
    right.plot(animation.places, animation.deflections(frame) * 1e3, color=colour, label=f"{animation.times[frame]:.2f} s")
right.invert_yaxis()
right.set(xlabel="place on the bridge [m]", ylabel="deflection [mm]", title="The bridge at some instants")
right.legend(fontsize=8)
figure.suptitle(f"{result.title}: {result.status}")
figure.savefig(sys.argv[1] if len(sys.argv) > 1 else "train_over_bridge.png", dpi=120)
