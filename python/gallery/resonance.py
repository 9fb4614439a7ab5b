"""A train of moving loads over a bridge at many speeds: resonance."""

import sys

import matplotlib.pyplot as plt
import numpy as np

import tread

beam = tread.Beam.simply_supported(20, bending_stiffness=2.0e10, mass_per_length=1.2e4, damping_ratio=0.01)
modes = tread.beam_modes(beam, 3)
train = tread.AxleTrain.named("HSLM-A1")
speeds = np.arange(100, 421, 2) / 3.6
sweep = tread.sweep_speeds(modes, train, speeds, [10.0])

figure, (left, right) = plt.subplots(1, 2, figsize=(10.5, 4), layout="constrained")
left.plot(speeds * 3.6, sweep.deflection * 1e3)
left.axhline(sweep.static_deflection * 1e3, color="0.6", ls="--", label="at rest")
for i in range(1, 5):  # axle groups come once a coach
    critical = modes.frequency[0] * train.pitches[0] / i * 3.6
    if speeds[0] * 3.6 < critical < speeds[-1] * 3.6:
        left.axvline(critical, color="C3", lw=0.8)
        left.annotate(f"$n_1 D/{i}$", (critical, 0.6), xycoords=("data", "axes fraction"), color="C3", va="top",
                      ha="right", rotation=90)
left.set(xlabel="speed [km/h]", ylabel="largest deflection at midspan [mm]", title=f"{train.name}, {modes.frequency[0]:.1f} Hz")
left.legend(loc="center right")

worst = speeds[np.argmax(sweep.deflection)]
for speed in (0.8 * worst, worst):
    crossing = tread.simulate_crossing(modes, train, speed, [10.0], free_vibration=2.0)
    right.plot(crossing.time, crossing.deflection() * 1e3, lw=0.9, label=f"{speed * 3.6:.0f} km/h")
right.invert_yaxis()
right.set(xlabel="time [s]", ylabel="deflection at midspan [mm]", title="In and out of tune")
right.legend(loc="lower right")
figure.savefig(sys.argv[1] if len(sys.argv) > 1 else "resonance.png", dpi=120)
