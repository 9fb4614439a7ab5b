"""Creep-force curves of a wheel on a rail: Kalker's exact theory and the fast models."""

import sys

import matplotlib.pyplot as plt
import numpy as np

import tread

force, friction = 80e3, 0.3
hertz = tread.hertz_ellipse(1 / (2 * 0.46), 1 / (2 * 0.3), force=force)
a, b = hertz.semi_axes
contact = tread.EllipticContact(a, b, force, friction=friction)
shape = tread.Paraboloid(0.46, 0.3)
grid = tread.Grid.centred(40, 40, 2.2 * a, 2.2 * b)
distance = tread.undeformed_distance(shape, grid)


def exact(**creepage):
    """Forces by the solver, N."""
    return tread.solve_rolling(distance, grid, force=force, friction=friction, **creepage).forces


figure, (left, right) = plt.subplots(1, 2, figsize=(10, 4.2), layout="constrained", sharey=True)
xi = np.linspace(0, 0.008, 200)
few = np.linspace(0, 0.008, 13)
for axes, name, index, title in (
    (left, "creepage_x", 0, "longitudinal"),
    (right, "creepage_y", 1, "lateral, with spin 0.5/m"),
):
    spin = 0.0 if index == 0 else 0.5
    curves = {
        "linear theory": tread.linear_creep_forces,
        "Shen-Hedrick-Elkins": tread.shen_hedrick_elkins_forces,
        "Polach": tread.polach_forces,
        "FASTSIM": tread.fastsim,
    }
    for style, (label, model) in zip((":", "-.", "--", "-"), curves.items()):
        axes.plot(xi * 100, -model(contact, **{name: xi, "spin": spin})[index] / (friction * force), style, label=label)
    points = [-exact(**{name: value, "spin": spin})[index] / (friction * force) for value in few]
    axes.plot(few * 100, points, "ko", ms=4, label="exact theory")
    axes.set(xlabel=f"{title.split(',')[0]} creepage [%]", title=title, ylim=(-0.02, 1.1))
    axes.grid(alpha=0.3)
left.set_ylabel("force over friction limit")
left.legend(loc="lower right")
figure.savefig(sys.argv[1] if len(sys.argv) > 1 else "creep_curves.png", dpi=120)
