"""Random legal cases of all scenarios: the same seed is the same case on every machine.

    make_case(scenario, seed) -> text of a case file

Values lie where engineers would put them, and a little beyond: short and long bridges, soft and stiff contacts, coarse and fine steps. What a case
file may say but nobody means (a bridge of 1 mm) is left out: it is the business of warnings and of the fuzzers.
"""

import random

# Schemes of a fixed step whose stability does not depend on it come first: they are drawn more often.
SCHEMES = ("newmark", "newmark", "hht_alpha", "generalised_alpha", "radau_iia_3", "radau_iia_5", "bdf_2", "backward_euler", "bdf_3", "bdf_4", "bdf_6",
           "adams_moulton_3", "rk4", "velocity_verlet")
CROSSING_SCHEMES = ("newmark", "newmark", "hht_alpha", "generalised_alpha", "backward_euler", "adams_moulton_2", "adams_moulton_3", "bdf_2", "bdf_3", "bdf_4", "bdf_6")
PLANE_VEHICLES = ("manchester", "ice3_velaro", "shinkansen_300", "pioneer_motor", "chinese_star", "eurostar_loco", "traxx")
SPECTRA = ("german_low", "german_high", "fra_class_4", "fra_class_6", "sncf_good", "sncf_poor")


class Draw(random.Random):
    """Distributions that the cases are made of."""

    def log(self, low, high):
        """Equally often in every decade."""
        return low * (high / low) ** self.random()

    def chance(self, p):
        return self.random() < p


class Exactly(float):
    """A number that is written with all its digits."""


def _number(value):
    if isinstance(value, Exactly):
        return repr(float(value))
    return f"{value:.6g}" if isinstance(value, float) else str(value)


def _value(value):
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return f'"{value}"'
    if isinstance(value, list):
        return "[" + ", ".join(_value(v) for v in value) + "]"
    return _number(value)


def case_text(scenario, tables):
    """A case file: `tables` is table -> key -> value."""
    lines = [f'scenario = "{scenario}"']
    for table, keys in tables.items():
        if keys is not None:
            lines += ["", f"[{table}]"] + [f"{key} = {_value(value)}" for key, value in keys.items()]
    return "\n".join(lines) + "\n"


def _steel_or_softer(draw):
    return {"young_modulus_GPa": draw.choice([210.0, 206.0, draw.log(0.5, 400)]), "poisson_ratio": draw.uniform(0.0, 0.45)}


def _shape(draw):
    kind = draw.choice(["sphere", "wheel_on_rail", "wheel_on_rail", "paraboloid"])
    if kind == "sphere":
        return {"type": kind, "radius": draw.log(0.01, 1)}
    if kind == "wheel_on_rail":
        return {"type": kind, "wheel_radius": draw.uniform(0.3, 0.6), "rail_radius": draw.log(0.08, 1)}
    return {"type": kind, "radius_x": draw.log(0.05, 2), "radius_y": draw.log(0.05, 2)}


def _friction(draw):
    if draw.chance(0.75):
        return {"coefficient": draw.choice([0.3, draw.uniform(0.02, 0.8)])}
    kinetic = draw.uniform(0.05, 0.4)
    return {"law": draw.choice(["linear", "rational", "exponential"]), "kinetic_coefficient": kinetic,
            "falling_heights": [draw.uniform(0.05, 1.0) * kinetic], "half_velocities": [draw.log(0.05, 5)]}


def _contact(draw):
    cells = draw.choice([10, 15, 21, 24, 32, 40])
    tables = {"load": {"force_kN": draw.log(0.1, 200)}, "shape": _shape(draw), "upper": _steel_or_softer(draw), "lower": _steel_or_softer(draw),
              "grid": {"cells_x": cells, "cells_y": draw.choice([cells, 2 * (cells // 3) + 1])}}
    kind = draw.choice(["none", "shift", "steady_rolling", "steady_rolling", "transient_rolling"])
    if kind == "none":
        return tables
    tables["friction"] = _friction(draw)
    motion = {"type": kind}
    if kind == "shift":
        motion.update(relative_longitudinal_force=draw.uniform(-0.9, 0.9) * 0.7, relative_lateral_force=draw.uniform(-0.9, 0.9) * 0.7)
        if "law" in tables["friction"]:  # falls with a velocity, and a shift has none
            tables["friction"] = {"coefficient": 0.3}
    else:
        motion.update(longitudinal_creepage=draw.choice([-1, 1]) * draw.log(1e-5, 2e-2), lateral_creepage=draw.choice([-1, 0, 1]) * draw.log(1e-5, 2e-2),
                      spin_creepage=draw.choice([-1, 0, 1]) * draw.log(1e-2, 2))
        tables["rolling"] = {"speed": draw.log(1, 100)}
        if kind == "transient_rolling":
            tables["rolling"].update(steps=draw.randint(5, 40), scheme=draw.choice(["world_fixed", "exact"]))
    tables["motion"] = motion
    return tables


def _drop(draw):
    contact = draw.choice(["hertz", "hertz", "grid"])
    height = draw.log(0.01, 2)
    fall = (2 * height / 9.81) ** 0.5
    tables = {"drop": {"mass": draw.log(0.1, 100), "height": height, "contact": contact}}
    if contact == "hertz" and draw.chance(0.5):
        tables["time"] = {"scheme": draw.choice(["arkode_dormand_prince", "cvode_adams", "cvode_bdf"]), "end": fall * draw.uniform(1.2, 4)}
    else:
        tables["time"] = {"scheme": draw.choice(SCHEMES), "end": fall * draw.uniform(1.2, 3), "step_ms": draw.log(0.1, 2), "contact_step": draw.log(2e-6, 2e-5)}
        if tables["time"]["scheme"] == "velocity_verlet":  # takes equal steps only
            step = float(_number(tables["time"]["contact_step"]))
            tables["time"] = {"scheme": "velocity_verlet", "end": Exactly(step * round(tables["time"]["end"] / step)), "step": step}
    tables["shape"] = {"type": "sphere", "radius": draw.log(0.02, 0.5)}
    tables["upper"] = {"material": "rigid"} if draw.chance(0.5) else _steel_or_softer(draw)
    tables["lower"] = _steel_or_softer(draw)
    return tables


def _impact(draw):
    radius = draw.log(0.05, 0.5)
    height = draw.log(0.001, 0.1)
    modulus = draw.log(1e6, 2e11)
    wave = (1.35 * modulus / 2000) ** 0.5
    width = radius * draw.uniform(3, 8)
    nodes = draw.choice([41, 61, 81])
    condition = draw.choice(["unilateral", "unilateral", "hertz_line", "grid_solver", "displacement"])
    step = width / nodes / wave * draw.uniform(0.5, 3)
    fall = (2 * height / 9.81) ** 0.5
    return {"ground": {"young_modulus": modulus, "poisson_ratio": draw.uniform(0.1, 0.45), "density": 2000.0, "width": width, "height": width / 2},
            "cylinder": {"radius": radius, "density": draw.log(500, 8000), "height": height},
            "grid": {"nodes_x": nodes, "nodes_z": nodes // 2 + 1, "type": "staggered" if condition == "unilateral" else draw.choice(["staggered", "collocated"])},
            "contact": {"condition": condition},
            "time": {"scheme": draw.choice(["midpoint", "midpoint", "backward_euler"]), "step": max(fall / 50, step), "contact_step": step, "end": fall + 400 * step}}


def _beam(draw):
    """A bridge with a first frequency inside or near the band of EN 1991-2."""
    length = draw.log(5, 60)
    mass = draw.uniform(5, 30) * 1e3
    n0 = draw.uniform(0.8, 1.6) * (80 / length if length < 20 else 23.58 * length**-0.592)
    stiffness = mass * (2 * 3.14159265 * n0) ** 2 * (length / 3.14159265) ** 4
    beam = {"bending_stiffness": stiffness, "mass_per_length": mass, "damping_ratio": draw.choice([0.0, 0.005, 0.01, draw.uniform(0, 0.05)])}
    if draw.chance(0.25):
        beam["spans"] = [length * draw.uniform(0.7, 1) for _ in range(draw.randint(2, 3))]
    else:
        beam["length"] = length
        beam["supports"] = draw.choice(["simply_supported", "simply_supported", "clamped", "clamped_pinned"])
    if draw.chance(0.2):
        beam["shear_stiffness"] = stiffness / length**2 * draw.log(20, 1000)
    return beam


def _moving_load(draw):
    train = draw.choice([{"type": f"HSLM-A{draw.randint(1, 10)}"}, {"type": draw.choice(["ICE2", "Talgo350", "AVE-S103"])},
                         {"distances": sorted([0.0] + [draw.uniform(1, 40) for _ in range(draw.randint(0, 7))]), "forces_kN": [draw.uniform(50, 250)]}])
    train["speed_km_h"] = draw.uniform(40, 420)
    return {"bridge": _beam(draw), "train": train}


def _rail(draw):
    kind = draw.choice(["level", "level", "bump", "sine", "joint", "spectrum"])
    if kind == "level":
        return None
    if kind == "bump":
        return {"type": kind, "height_mm": draw.choice([-1, 1]) * draw.log(0.1, 4), "length": draw.log(0.3, 5), "start": draw.uniform(-3, 10)}
    if kind == "sine":
        return {"type": kind, "amplitude_mm": draw.log(0.05, 2), "wavelength": draw.log(1, 30), "start": -5.0}
    if kind == "joint":
        return {"type": kind, "depth_mm": draw.log(0.2, 3), "length": draw.uniform(0.5, 3), "start": draw.uniform(-3, 10)}
    return {"type": kind, "spectrum": draw.choice(SPECTRA), "seed": draw.randint(1, 10**6)}


def _train_bridge(draw):
    beam = _beam(draw)
    vehicle = {"type": draw.choice(PLANE_VEHICLES), "part": draw.choice(["whole", "half", "quarter"])}
    if draw.chance(0.3):
        vehicle = {"type": "sprung_mass", "body_mass_t": draw.uniform(2, 12), "wheelset_mass_t": draw.uniform(0.5, 2), "stiffness_MN_m": draw.log(0.3, 5),
                   "damping_kNs_m": draw.log(1, 50)}
    model = draw.choice(["hertz", "hertz", "zhai", "linear", "rigid", "grid"])
    contact = {"model": model}
    if model == "linear":
        contact["stiffness_MN_m"] = draw.log(300, 3000)
    tables = {"bridge": beam, "vehicle": vehicle, "train": {"speed_km_h": draw.uniform(30, 380), "start_position": -draw.uniform(0, 10)},
              "contact": contact, "rail": _rail(draw), "output": {"energy": True}}
    if tables["rail"] and tables["rail"]["type"] == "spectrum":
        tables["train"]["start_position"] = -30.0
    if draw.chance(0.4) and model != "rigid":
        tables["time"] = {"scheme": draw.choice(CROSSING_SCHEMES)}
    return tables


def _vehicle_run(draw):
    radius = draw.log(250, 4000)
    speed = min(50.0, (radius * draw.uniform(0.2, 1.6)) ** 0.5)
    tables = {"vehicle": {"type": draw.choice(["manchester_coach", "manchester_wagon_2d"])},
              "contact": {"model": draw.choice(["hertz_fastsim", "hertz_fastsim", "hertz_polach", "hertz_shen_hedrick_elkins", "semi_elastic"])},
              "friction": {"coefficient": draw.uniform(0.1, 0.55)}, "run": {"speed": speed}}
    if draw.chance(0.7):
        tables["track"] = {"straight_length": 20.0, "transition_length": draw.uniform(30, 80), "curve_length": 40.0, "curve_radius": radius,
                           "direction": draw.choice(["left", "right"]), "cant_mm": draw.uniform(0, 120)}
    else:
        tables["run"].update(speed=draw.uniform(10, 50), distance=100.0, lateral_displacement_mm=draw.uniform(-3, 3))
    if draw.chance(0.25):
        tables["time"] = {"scheme": draw.choice(SCHEMES)}
    return tables


def _wheelset(draw):
    first = draw.uniform(-6, 0)
    return {"position": {"lateral_range_mm": [first, first + 4, 2.0], "yaw_mrad": [draw.uniform(-15, 15)], "combine": "grid"},
            "load": {"wheelset_force_kN": draw.log(20, 250)}, "motion": {"speed": draw.log(1, 80)},
            "contact": {"model": draw.choice(["hertz_fastsim", "hertz_polach", "semi_elastic", "half_space"])},
            "friction": {"coefficient": draw.uniform(0.05, 0.6)}}


MAKERS = {"contact": _contact, "drop": _drop, "impact": _impact, "moving_load": _moving_load, "train_bridge": _train_bridge, "vehicle_run": _vehicle_run,
          "wheelset": _wheelset}


def make_case(scenario, seed):
    return case_text(scenario, MAKERS[scenario](Draw(f"{scenario} {seed}")))
