"""Random cases of bridges: moving forces, and trains in contact with them."""

import math

CROSSING_SCHEMES = ("newmark", "newmark", "hht_alpha", "generalised_alpha", "backward_euler", "adams_moulton_2", "adams_moulton_3", "bdf_2", "bdf_3", "bdf_4", "bdf_6")
PLANE_VEHICLES = ("manchester", "ice3_velaro", "ice3_velaro_trailer", "shinkansen_300", "pioneer_motor", "pioneer_trailer", "chinese_star", "eurostar_loco", "traxx")
SPECTRA = ("german_low", "german_high", "fra_class_4", "fra_class_6", "fra_fryba_class_6", "sncf_good", "sncf_poor")
LINE_CATEGORIES = ("A", "B1", "B2", "C2", "C3", "C4", "D2", "D3", "D4", "D5", "E4", "E5")


# ---- bridges ----

def _beam(draw):
    """(beam, length of all spans): a bridge with a first frequency inside or near the band of EN 1991-2."""
    length = draw.log(5, 60)
    mass = draw.uniform(5, 30) * 1e3
    n0 = draw.uniform(0.8, 1.6) * (80 / length if length < 20 else 23.58 * length**-0.592)
    stiffness = mass * (2 * math.pi * n0) ** 2 * (length / math.pi) ** 4
    beam = {"bending_stiffness": stiffness, "mass_per_length": mass}
    if draw.chance(0.25):
        beam["spans"] = [length * draw.uniform(0.7, 1) for _ in range(draw.randint(2, 3))]
        if draw.chance(0.3):
            beam["joints"] = "separate"
        length = sum(beam["spans"])
    else:
        beam["length"] = length
        beam["supports"] = draw.choice(["simply_supported", "simply_supported", "clamped", "clamped_pinned", "elastic"])
        if beam["supports"] == "elastic":  # as stiff as bearings are: they give way less than the span
            beam["support_stiffness"] = 48 * stiffness / length**3 * draw.log(5, 200)
    if draw.chance(0.15):
        omega = 2 * math.pi * n0
        beam["rayleigh"] = [0.01 * omega, 0.01 / omega]
    else:
        beam["damping_ratio"] = draw.choice([0.0, 0.005, 0.01, draw.uniform(0, 0.05)])
    if draw.chance(0.2):
        beam["shear_stiffness"] = stiffness / length**2 * draw.log(20, 1000)
        if draw.chance(0.3):
            beam["rotary_inertia"] = mass * draw.uniform(0.1, 1)
    return beam, length


def _limit_modes(draw, beam):
    """Now and then the number of modes is given."""
    if draw.chance(0.25):
        beam["modes"] = draw.randint(5, 60)
    elif draw.chance(0.1) and "shear_stiffness" not in beam:  # in shear thousands of modes come closer by little
        beam["target_error_um"] = draw.log(2, 100)


# ---- moving forces ----

def _forces(draw):
    kind = draw.choice(["HSLM-A", "real", "EN15528", "HSLM-B", "axles"])
    if kind == "HSLM-A":
        return {"type": f"HSLM-A{draw.randint(1, 10)}"}
    if kind == "real":
        return {"type": draw.choice(["ICE2", "Talgo350", "AVE-S103"])}
    if kind == "EN15528":
        return {"type": "EN15528-" + draw.choice(LINE_CATEGORIES), "wagons": draw.randint(1, 15)}
    if kind == "HSLM-B":
        return {"type": kind, "count": draw.randint(4, 20), "spacing": draw.uniform(2.5, 6)}
    return {"distances": sorted([0.0] + [draw.uniform(1, 40) for _ in range(draw.randint(0, 7))]), "forces_kN": [draw.uniform(50, 250)]}


def moving_load(draw, files):
    del files
    beam, length = _beam(draw)
    _limit_modes(draw, beam)
    if "length" in beam and draw.chance(0.03):
        beam["supports"] = "cantilever"
        beam.pop("support_stiffness", None)
    tables = {"bridge": beam, "train": _forces(draw)}
    if draw.chance(0.2):
        first = draw.uniform(60, 200)
        tables["train"]["speed_range_km_h"] = [first, first + 100, 20.0]
    else:
        tables["train"]["speed_km_h"] = draw.uniform(40, 420)
        if draw.chance(0.15):
            tables["second_train"] = {"direction": draw.choice(["left", "right"]), "speed_km_h": draw.uniform(60, 300)}
    if draw.chance(0.2):
        tables["output"] = {"sections": sorted(length * draw.uniform(0.05, 0.95) for _ in range(draw.randint(1, 3)))}
    if draw.chance(0.2):
        tables["time"] = {"free_vibration": draw.uniform(0, 3)}
    return tables


# ---- trains ----

def _rail(draw, files):
    kind = draw.choice(["level", "level", "bump", "sine", "joint", "ramp", "spectrum", "file"])
    if kind == "level":
        return None
    if kind == "bump":
        return {"type": kind, "height_mm": draw.sign() * draw.log(0.1, 4), "length": draw.log(0.3, 5), "start": draw.uniform(-3, 10)}
    if kind == "sine":
        return {"type": kind, "amplitude_mm": draw.log(0.05, 2), "wavelength": draw.log(1, 30), "start": -5.0}
    if kind == "joint":
        return {"type": kind, "depth_mm": draw.log(0.2, 3), "length": draw.uniform(0.5, 3), "start": draw.uniform(-3, 10), "form": draw.choice(["parabola", "straight"])}
    if kind == "ramp":
        return {"type": kind, "height_mm": draw.sign() * draw.log(0.1, 3), "length": draw.log(0.5, 5), "start": draw.uniform(-3, 10)}
    if kind == "file":  # measured every half metre
        height = draw.log(0.1, 1.5)
        places = [-10 + 0.5 * i for i in range(200)]
        waves = [(draw.log(4, 30), draw.uniform(0, 6.28)) for _ in range(4)]
        heights = [height * min(1, max(0, x + 9) / 5) * sum(math.sin(2 * math.pi * x / w + p) for w, p in waves) / 2 for x in places]
        files["rail.csv"] = "x (m), height (mm)\n" + "".join(f"{x:g},{h:.6g}\n" for x, h in zip(places, heights))
        return {"type": kind, "file": "rail.csv"}
    return {"type": kind, "spectrum": draw.choice(SPECTRA), "seed": draw.randint(1, 10**6)}


def _own_vehicle(draw):
    """Numbers of one's own, from a wheel to a whole vehicle with bump stops."""
    kind = draw.choice(["wheel", "sprung_mass", "sprung_mass", "quarter", "half", "full", "assembly"])
    if kind == "wheel":
        return {"type": kind, "mass_t": draw.uniform(0.5, 2), "load_kN": draw.uniform(20, 100)}
    if kind == "sprung_mass":
        return {"type": kind, "body_mass_t": draw.uniform(2, 12), "wheelset_mass_t": draw.uniform(0.5, 2), "stiffness_MN_m": draw.log(0.3, 5), "damping_kNs_m": draw.log(1, 50)}
    body = draw.uniform(20, 60)  # t, of a whole vehicle
    if kind == "assembly":
        return {"type": kind}
    share = {"quarter": 4, "half": 2, "full": 1}[kind]
    vehicle = {"type": kind, "body_mass_t": body / share, "bogie_mass_t": draw.uniform(2, 5) / (2 if kind == "quarter" else 1), "wheelset_mass_t": draw.uniform(1.2, 2.2),
               "primary_stiffness_MN_m": draw.log(1, 5), "primary_damping_kNs_m": draw.log(5, 60),
               "secondary_stiffness_MN_m": draw.log(0.3, 2) / (2 if kind == "quarter" else 1), "secondary_damping_kNs_m": draw.log(10, 100)}
    if kind != "quarter":
        vehicle.update(bogie_inertia_tm2=draw.uniform(1, 5), wheelbase=draw.uniform(1.8, 3))
    if kind == "full":
        vehicle.update(body_inertia_tm2=body * draw.uniform(20, 60), bogie_distance=draw.uniform(8, 20))
    return vehicle


def _assembly(draw, tables):
    """A two-axle wagon: a bar on two wheelsets, with bump stops beside its springs."""
    half = draw.uniform(2, 5)
    mass = draw.uniform(10, 40)
    stiffness = draw.log(0.6, 3)
    rest = mass * 9.81 / 2 / stiffness  # mm
    tables["vehicle.bar"] = [{"name": "body", "mass_t": mass, "inertia_tm2": mass * half**2 * draw.uniform(0.5, 1.5), "points": ["front", "rear"], "ahead": [half, -half]}]
    tables["vehicle.wheel"] = [{"name": "first", "mass_t": 1.4, "offset": 0.0}, {"name": "second", "mass_t": 1.4, "offset": 2 * half}]
    tables["vehicle.suspension"] = [
        {"upper": f"body.{end}", "lower": wheel, "stiffness_MN_m": stiffness, "damping_kNs_m": draw.log(5, 60),
         "compressions_mm": [0.0, rest + 15, rest + 25], "forces_kN": [0.0, 0.0, 60.0]} for end, wheel in (("front", "first"), ("rear", "second"))]


def _train(draw, tables):
    """Vehicles of the literature or of one's own; a few of them, at times different ones."""
    kind = draw.choice(["literature", "literature", "literature", "own", "own", "coaches"])
    if kind == "coaches":
        tables["coach"] = [{"type": draw.choice(PLANE_VEHICLES), "length": 26.4} for _ in range(draw.randint(1, 3))]
        return
    if kind == "own":
        tables["vehicle"] = _own_vehicle(draw)
        if tables["vehicle"]["type"] == "assembly":
            _assembly(draw, tables)
    else:
        tables["vehicle"] = {"type": draw.choice(PLANE_VEHICLES), "part": draw.choice(["whole", "half", "quarter"])}
    if draw.chance(0.15):
        tables["vehicle"].update(count=draw.randint(2, 4), pitch=25.0)


def _carrier(draw, tables):
    """(its length) of a beam of modes, of elements, with a track on it, or of a block of solids."""
    kind = draw.choice(["modes"] * 6 + ["elements", "track", "block"])
    if kind == "block":
        length = draw.uniform(8, 25)
        tables["structure"] = {"type": "block", "span_length": length, "width": draw.uniform(2, 4), "height": length / draw.uniform(10, 16), "elements_along": draw.choice([10, 16]),
                               "elements_across": 1, "elements_high": 2, "young_modulus_GPa": draw.uniform(25, 40), "poisson_ratio": 0.2, "density": 2500.0,
                               "bearings": draw.choice(["bottom", "middle"]), "solution": draw.choice(["full", "modal"])}
        if tables["structure"]["solution"] == "modal" or draw.chance(0.5):
            tables["structure"]["damping_ratio"] = draw.uniform(0.005, 0.03)
            if tables["structure"]["solution"] == "full":
                tables["structure"]["damping_frequencies"] = [5.0, 40.0]
        return length
    beam, length = _beam(draw)
    if kind == "modes":
        _limit_modes(draw, beam)
    else:
        beam["model"] = "elements"
        beam["elements"] = draw.choice([10, 20])
        beam["solution"] = draw.choice(["full", "modal"])
        if (beam["solution"] == "full" or kind == "track") and "damping_ratio" in beam:
            del beam["damping_ratio"]
            beam["rayleigh"] = [0.3, 1e-4]
    tables["bridge"] = beam
    if kind == "track":
        tables["track"] = {"type": draw.choice(["ballasted", "two_layer", "slab"]), "sleeper_spacing": draw.choice([0.6, 0.65])}
    return length


def _contact(draw):
    model = draw.choice(["hertz", "hertz", "hertz", "zhai", "linear", "rigid", "grid"])
    contact = {"model": model}
    if model == "linear":
        contact["stiffness_MN_m"] = draw.log(300, 3000)
        if draw.chance(0.3):
            contact["damping_kNs_m"] = draw.log(1, 50)
    elif model == "rigid" and draw.chance(0.2):
        contact["restitution"] = draw.uniform(0, 0.8)
    elif model == "zhai" and draw.chance(0.3):
        contact["tread"] = "worn"
    elif model == "hertz" and draw.chance(0.2):
        contact["rail_radius"] = draw.log(0.1, 1)
    return contact


def train_bridge(draw, files):
    tables = {}
    length = _carrier(draw, tables)
    _train(draw, tables)
    contact = _contact(draw)
    if contact["model"] == "grid" and ("track" in tables or "structure" in tables):
        contact = {"model": "hertz"}
    speed = draw.uniform(30, 380)
    tables.update(contact=contact, train={"speed_km_h": speed, "start_position": -draw.uniform(0, 10)}, rail=_rail(draw, files), output={"energy": True})
    if contact["model"] == "grid":
        cells = draw.choice([14, 20])
        tables["grid"] = {"cells_x": cells, "cells_y": cells}
        if "part" in tables.get("vehicle", {}) and draw.chance(0.9):  # a contact problem an axle and iteration takes long
            tables["vehicle"].update(part="quarter", count=1)
    if tables["rail"] and tables["rail"]["type"] == "spectrum" and "track" not in tables:
        tables["train"]["start_position"] = -30.0
    if draw.chance(0.1):
        tables["wheel_defect"] = draw.choice([{"type": "flat", "length_mm": draw.uniform(10, 60), "edges": draw.choice(["rounded", "fresh"])},
                                              {"type": "out_of_round", "amplitude_mm": draw.log(0.01, 0.3), "waves": draw.randint(1, 20)}])
    if draw.chance(0.08) and "track" not in tables:
        tables["second_train"] = {"direction": draw.choice(["left", "right"])}
    if draw.chance(0.08):  # as strong as it may be without a stop on the way
        tables["train"]["acceleration"] = draw.sign() * min(1.0, (speed / 3.6) ** 2 / (3 * (length + 120)))
    if draw.chance(0.06):
        tables["train"]["start"] = "touch"
    if draw.chance(0.08):
        tables["rolling"] = {"axle": 1, "width_mm": draw.uniform(5, 15), "friction": draw.uniform(0.1, 0.5), "cells": 32, "creepage": draw.sign() * draw.log(1e-5, 1e-2)}
    if contact["model"] != "rigid" and draw.chance(0.4):
        tables["time"] = {"scheme": draw.choice(CROSSING_SCHEMES)}
    return tables
