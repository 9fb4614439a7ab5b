"""A steel ball on a steel plate: the contact solver on a grid against Hertz' closed form."""

import sys

import matplotlib.pyplot as plt
import numpy as np

import tread

force, radius = 100.0, 0.01
hertz = tread.hertz_circle(radius, force=force)
grid = tread.find_potential_contact(tread.Paraboloid(radius, radius), force=force, nx=41, ny=41)
solution = tread.solve_normal(
    tread.undeformed_distance(tread.Paraboloid(radius, radius), grid), grid, force=force
)

figure, (left, right) = plt.subplots(1, 2, figsize=(9.5, 4), layout="constrained")
r = np.linspace(-1.2, 1.2, 400) * hertz.contact_radius
left.plot(r * 1e3, hertz.pressure(abs(r)) / 1e6, color="0.6", lw=4, label="Hertz")
left.plot(grid.x * 1e3, solution.pressure[grid.ny // 2] / 1e6, "o", ms=3.5, label=f"solver, {grid.nx} x {grid.ny} cells")
left.set(xlabel="x [mm]", ylabel="pressure [MPa]", title="Through the middle")
left.legend(loc="lower center")

cells = np.array([11, 21, 41, 81, 161])
errors = []
for n in cells:
    fine = tread.Grid.centred(n, n, 2.4 * hertz.contact_radius, 2.4 * hertz.contact_radius)
    found = tread.solve_normal(tread.undeformed_distance(tread.Paraboloid(radius, radius), fine), fine, force=force)
    errors.append(abs(found.approach / hertz.approach - 1))
right.loglog(cells, errors, "o-", label="approach")
right.loglog(cells, errors[0] * (cells[0] / cells) ** 2, "--", color="0.6", label="second order")
right.set(xlabel="cells a side", ylabel="error relative to Hertz", title="Convergence")
right.legend()
figure.savefig(sys.argv[1] if len(sys.argv) > 1 else "hertz_and_solver.png", dpi=120)
