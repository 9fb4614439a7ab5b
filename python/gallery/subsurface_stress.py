"""Von Mises stress below a rolling wheel without and with traction."""

import sys

import matplotlib.pyplot as plt
import numpy as np

import tread

shape = tread.WheelOnRail(wheel_rolling_radius=0.46, rail_profile_radius=0.3)
grid = tread.find_potential_contact(shape, force=80e3, nx=32, ny=32)
distance = tread.undeformed_distance(shape, grid)

x = np.linspace(-10e-3, 10e-3, 61)
z = np.linspace(0.02e-3, 10e-3, 46)
points = np.array([(xi, 0.0, zi) for zi in z for xi in x])

figure, axes = plt.subplots(1, 2, figsize=(10.5, 3.9), layout="constrained", sharey=True)
stresses = []
for creepage in (0.0, 0.02):
    s = tread.solve_rolling(distance, grid, force=80e3, friction=0.4, creepage_x=creepage)
    # The rail is body 2: it feels the opposite tractions.
    stresses.append(tread.subsurface(points, grid, s.pressure, -s.traction_x, -s.traction_y).von_mises / 1e6)
levels = np.arange(0, max(map(np.max, stresses)) + 50, 50)
for axis, stress, title in zip(axes, stresses, ("free rolling", "all slips, friction 0.4")):
    image = axis.contourf(x * 1e3, z * 1e3, stress.reshape(len(z), len(x)), levels=levels, cmap="magma_r")
    deepest = points[np.argmax(stress)]
    axis.plot(deepest[0] * 1e3, deepest[2] * 1e3, "c+", ms=10, mew=2)
    axis.set(xlabel="x, rolling direction [mm]", title=f"{title}: at most {stress.max():.0f} MPa")
axes[0].invert_yaxis()
axes[0].set_ylabel("depth in the rail [mm]")
figure.colorbar(image, ax=axes, label="von Mises stress [MPa]")
figure.savefig(sys.argv[1] if len(sys.argv) > 1 else "subsurface_stress.png", dpi=120)
