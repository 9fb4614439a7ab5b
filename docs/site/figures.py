"""Draws the pictures of the tutorials from what their runs wrote: figures.py RESULTS FIGURES.

RESULTS is the folder that scripts/tutorials --keep filled. scripts/figures does both.
"""

import csv
import pathlib
import re
import sys

import matplotlib

matplotlib.use("svg")
import matplotlib.pyplot as plt
import numpy as np

plt.rcParams.update({
    "svg.fonttype": "none", "svg.hashsalt": "tread", "font.size": 10, "font.family": "sans-serif", "axes.grid": True, "grid.color": "#dddddd",
    "axes.spines.top": False, "axes.spines.right": False, "legend.frameon": False, "lines.linewidth": 1.6, "figure.constrained_layout.use": True,
    "axes.prop_cycle": plt.cycler(color=["#0b5394", "#c0504d", "#4f8f2f", "#7f5fa8", "#d08a1d", "#3a9aa8", "#777777"])})
WIDE, SMALL = (7.2, 3.2), (5.2, 3.2)


class Table:
    """A CSV file; columns are found by the name before their unit."""

    def __init__(self, path):
        with open(path, newline="") as file:
            rows = list(csv.reader(file))
        self.names = [re.sub(r" \[.*\]", "", name) for name in rows[0]]
        self.values = np.array(rows[1:], dtype=float)

    def __getitem__(self, name):
        return self.values[:, self.names.index(name)]


def thinned(x, y, bins=600):
    """Least and largest value of each bin: extremes stay."""
    if len(x) <= 2 * bins:
        return x, y
    keep = set()
    for part in np.array_split(np.arange(len(x)), bins):
        keep |= {part[np.argmin(y[part])], part[np.argmax(y[part])]}
    keep = sorted(keep)
    return x[keep], y[keep]


def field(table, name):
    """A column on the grid, and the extent of the cells in mm."""
    x, y = np.unique(table["x"]), np.unique(table["y"])
    half_x, half_y = (x[1] - x[0]) / 2, (y[1] - y[0]) / 2
    return table[name].reshape(len(y), len(x)), 1e3 * np.array([x[0] - half_x, x[-1] + half_x, y[0] - half_y, y[-1] + half_y])


def stresses(runs):
    table = Table(runs / "railway_engineer/out/wheel/subsurface.csv")
    figure, axes = plt.subplots(figsize=SMALL)
    depth = 1e3 * table["z"]
    for name, label in (("von_mises", "von Mises"), ("max_shear", "largest shear"), ("sigma_xx", "σ along the rail"), ("sigma_yy", "σ across"), ("sigma_zz", "σ vertical")):
        axes.plot(1e-6 * table[name], depth, label=label)
    axes.invert_yaxis()
    axes.set(xlabel="stress, MPa (tension positive)", ylabel="depth, mm")
    axes.legend()
    return figure


def stick_slip(runs):
    table = Table(runs / "railway_engineer/out/rolling/fields.csv")
    figure, (left, right) = plt.subplots(1, 2, figsize=(8.4, 3.2))
    pressure, extent = field(table, "pressure")
    shown = left.imshow(np.where(pressure > 0, 1e-6 * pressure, np.nan), origin="lower", extent=extent, cmap="viridis")
    figure.colorbar(shown, ax=left, label="pressure, MPa")
    state, _ = field(table, "state")
    colours = matplotlib.colors.ListedColormap(["#ffffff", "#9fc5e8", "#f0a58f"])
    right.imshow(state, origin="lower", extent=extent, cmap=colours, vmin=-0.5, vmax=2.5)
    every = (slice(1, None, 3), slice(1, None, 3))
    places = [1e3 * table[name].reshape(state.shape)[every] for name in ("x", "y")]
    tractions = [table[name].reshape(state.shape)[every] for name in ("traction_x", "traction_y")]
    right.quiver(*places, *tractions, scale=6e9, width=0.003, color="#222222")
    right.set_title("blue: sticks, red: slips; arrows: traction on the wheel", fontsize=9)
    for axes in (left, right):
        axes.set(xlabel="x, mm (rolling →)", ylabel="y, mm", aspect="equal")
        axes.grid(False)
    return figure


def creep_curves(runs):
    figure, axes = plt.subplots(figsize=SMALL)
    for folder, style in (("curve", "-"), ("curve_fast", "--")):
        table = Table(runs / f"railway_engineer/out/{folder}/creep_forces.csv")
        for spin, colour in ((0, "C0"), (0.5, "C1")):
            chosen = table["spin_creepage"] == spin
            label = f"{'half-space' if style == '-' else 'FASTSIM'}, spin {spin:g}/m"
            axes.plot(100 * table["longitudinal_creepage"][chosen], -table["relative_force_x"][chosen], style, color=colour, label=label)
    axes.set(xlabel="longitudinal creepage, %", ylabel="−F$_x$ / (μ N)", ylim=(0, 1.05), xlim=(0, 1))
    axes.legend()
    return figure


def radius_difference(runs):
    table = Table(runs / "railway_engineer/out/wheelset/radius_difference.csv")
    figure, axes = plt.subplots(figsize=SMALL)
    axes.plot(1e3 * table["lateral"], 1e3 * table["radius_difference"])
    axes.set(xlabel="lateral displacement, mm", ylabel="right radius less left one, mm")
    return figure


def curve(runs):
    table = Table(runs / "railway_engineer/out/coach/derailment_quotient.csv")
    figure, axes = plt.subplots(figsize=WIDE)
    for wheelset in range(1, 5):
        axes.plot(*thinned(table["distance"], table[f"wheelset_{wheelset}_left"], 300), label=f"wheelset {wheelset}")
    for place, name in ((50, "transition"), (150, "curve")):
        axes.axvline(place, color="#999999", linewidth=0.8)
        axes.text(place + 2, axes.get_ylim()[1] * 0.97, name, fontsize=9, va="top")
    axes.set(xlabel="way, m", ylabel="Y/Q of the left (outer) wheel")
    axes.legend(loc="lower right")
    return figure


def sweep(runs):
    table = Table(runs / "bridge_engineer/out/sweep/speed_sweep.csv")
    figure, axes = plt.subplots(1, 2, figsize=WIDE)
    axes[0].plot(3.6 * table["speed"], 1e3 * table["deflection"])
    axes[0].set(xlabel="speed, km/h", ylabel="largest deflection, mm")
    axes[1].plot(3.6 * table["speed"], table["deck_acceleration"], color="C1")
    axes[1].set(xlabel="speed, km/h", ylabel="acceleration of the deck, m/s²")
    return figure


def envelope(runs):
    table = Table(runs / "bridge_engineer/out/study/envelope_max_deck_acceleration.csv")
    figure, axes = plt.subplots(figsize=WIDE)
    for name in table.names[1:-1]:
        axes.plot(3.6 * table["speed"], table[name], color="#8aa8c8", linewidth=1)
    axes.plot(3.6 * table["speed"], table["HSLM-A3"], label="HSLM-A3")
    axes.plot(3.6 * table["speed"], table["envelope"], color="#222222", linestyle=":", label="envelope of all ten")
    axes.axhline(3.5, color="C1", label="limit, ballasted track")
    axes.set(xlabel="speed, km/h", ylabel="acceleration of the deck, m/s²", ylim=(0, None))
    axes.legend()
    return figure


def vehicles(runs):
    figure, axes = plt.subplots(figsize=WIDE)
    for folder, label in (("forces", "as forces"), ("train", "as vehicles")):
        path = runs / f"bridge_engineer/out/{folder}/deflection.csv"
        table = Table(path)
        column = next(name for name in table.names[1:] if "10_m" in name)
        axes.plot(*thinned(table[table.names[0]], 1e3 * table[column], 400), label=label, linewidth=1.2)
    axes.set(xlabel="time, s", ylabel="deflection at midspan, mm (down)")
    axes.invert_yaxis()
    axes.legend(loc="lower right")
    return figure


def convergence(runs):
    """From the table that the page itself shows."""
    page = (pathlib.Path(__file__).resolve().parents[1] / "tutorials/researcher.md").read_text()
    rows = np.array([[float(word) for word in row] for row in re.findall(r"^ *(\d+) +([\d.]+e-\d+) +([\d.]+e-\d+)$", page, re.M)])
    figure, axes = plt.subplots(figsize=SMALL)
    axes.loglog(rows[:, 0], rows[:, 1], "o-", label="approach")
    axes.loglog(rows[:, 0], rows[:, 2], "s-", label="peak pressure")
    axes.loglog(rows[:, 0], 2e-1 / rows[:, 0] ** 2, "--", color="#999999", label="n$^{-2}$")
    axes.set(xlabel="cells n a side", ylabel="relative error")
    axes.legend()
    return figure


DRAWN = {
    "tutorial_stresses": stresses, "tutorial_stick_slip": stick_slip, "tutorial_creep_curves": creep_curves,
    "tutorial_radius_difference": radius_difference, "tutorial_curve": curve, "tutorial_sweep": sweep, "tutorial_envelope": envelope,
    "tutorial_vehicles": vehicles, "tutorial_convergence": convergence}


def main():
    runs, folder = map(pathlib.Path, sys.argv[1:])
    for name, draw in DRAWN.items():
        figure = draw(runs)
        figure.savefig(folder / f"{name}.svg", metadata={"Date": None})
        plt.close(figure)
        print(folder / f"{name}.svg")


main()
