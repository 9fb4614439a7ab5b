"""A ball that bounces on a Hertzian spring: what time integration schemes make of its energy."""

import sys

import matplotlib.pyplot as plt
import numpy as np

import tread

radius, gravity = 0.02, 9.81
mass = 7850 * 4 / 3 * np.pi * radius**3
stiffness = 4 / 3 * tread.contact_modulus(tread.Material(1e7, 0.45)) * np.sqrt(radius)  # rubber


def force(time, x, v):
    """What resists: gravity down, and Hertz' force when the ball is pressed in."""
    return mass * gravity - stiffness * np.maximum(-x, 0) ** 1.5


def energy(motion):
    """Total energy over that at the start."""
    x, v = motion.position[:, 0], motion.velocity[:, 0]
    total = mass * v**2 / 2 + mass * gravity * x + 0.4 * stiffness * np.maximum(-x, 0) ** 2.5
    return total / total[0]


figure, (left, right) = plt.subplots(1, 2, figsize=(10.5, 4), layout="constrained")
for scheme, style in (("rk4", "-"), ("newmark", "--"), ("leapfrog", "-."), ("backward_euler", ":"), ("cvode_adams", "-")):
    adaptive = tread.schemes()[scheme].is_adaptive
    motion = tread.march(
        force, [0.1], [0.0], end_time=1.2, step=0 if adaptive else 2e-4, scheme=scheme, mass=mass,
        depends_on_velocity=False, record_interval=1e-3, events={"ground": lambda t, x, v: x[0]} if adaptive else {},
    )
    steps = motion.counts["steps"]
    left.plot(motion.time, motion.position[:, 0] * 1e3, style, lw=1.2, label=scheme)
    right.semilogy(motion.time[1:], abs(energy(motion)[1:] - 1) + 1e-16, style, lw=1.2, label=f"{scheme}, {steps} steps")
left.axhline(0, color="0.5", lw=0.8)
left.set(xlabel="time [s]", ylabel="height [mm]", title="A rubber-like ball dropped from 0.1 m")
right.set(xlabel="time [s]", ylabel="error of the energy, relative", title="Energy, which nothing takes out")
right.legend(fontsize=8, loc="center right")
left.legend(fontsize=8, loc="upper right")
figure.savefig(sys.argv[1] if len(sys.argv) > 1 else "bouncing_ball.png", dpi=120)
