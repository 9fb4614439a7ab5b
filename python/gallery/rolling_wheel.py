"""A driven wheel on a rail: pressure, and where the patch sticks and slips, with traction arrows."""

import sys

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.colors import ListedColormap

import tread

shape = tread.WheelOnRail(wheel_rolling_radius=0.46, rail_profile_radius=0.3)
grid = tread.find_potential_contact(shape, force=80e3, nx=72, ny=60)
solution = tread.solve_rolling(
    tread.undeformed_distance(shape, grid), grid,
    force=80e3, friction=0.3, creepage_x=0.0015, creepage_y=0.0005, spin=0.3,
)
extent = np.array(grid.extent) * 1e3

figure, (left, right) = plt.subplots(1, 2, figsize=(10.5, 4.3), layout="constrained", sharey=True)
pressure = np.ma.masked_equal(solution.pressure, 0) / 1e6
image = left.imshow(pressure, origin="lower", extent=extent, cmap="viridis")
figure.colorbar(image, ax=left, label="pressure [MPa]", shrink=0.85)
left.set(xlabel="x, rolling direction [mm]", ylabel="y [mm]", title="Pressure")

colours = ListedColormap(["white", "#8fb8de", "#f4b183"])
right.imshow(solution.cells, origin="lower", extent=extent, cmap=colours, vmin=0, vmax=2)
x, y = np.meshgrid(grid.x * 1e3, grid.y * 1e3)
some = (slice(2, None, 5), slice(2, None, 5))
touching = solution.cells[some] > 0
right.quiver(
    x[some][touching], y[some][touching], solution.traction_x[some][touching], solution.traction_y[some][touching],
    pivot="mid", width=0.0035,
)
right.set(xlabel="x, rolling direction [mm]", title="Stick (blue), slip (orange), traction on the wheel")
fx, fy, mz = solution.forces
figure.suptitle(f"80 kN, longitudinal force {fx / 1e3:.1f} kN, lateral {fy / 1e3:.1f} kN")
figure.savefig(sys.argv[1] if len(sys.argv) > 1 else "rolling_wheel.png", dpi=120)
