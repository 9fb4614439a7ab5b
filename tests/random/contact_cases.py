"""Random cases of two bodies: pressed together, rolling, falling on each other."""

import math

from drawing import Exactly, number

# Schemes of a fixed step whose stability does not depend on it come first: they are drawn more often.
SCHEMES = ("newmark", "newmark", "hht_alpha", "generalised_alpha", "radau_iia_3", "radau_iia_5", "radau_ia_5", "bdf_2", "backward_euler", "bdf_3", "bdf_4", "bdf_6",
           "adams_moulton_3", "rk4", "velocity_verlet", "dormand_prince_5", "adams_bashforth_4")
EQUAL_STEPS = ("velocity_verlet",)
ADAPTIVE_SCHEMES = ("arkode_dormand_prince", "arkode_bogacki_shampine", "cvode_adams", "cvode_bdf")
MODULI = {"steel": (210e9, 0.3), "aluminium": (70e9, 0.33), "concrete": (33e9, 0.2), "rubber": (5e6, 0.5)}


def material(draw):
    if draw.chance(0.3):
        return {"material": draw.choice(["steel", "steel", "aluminium", "concrete", "rubber"])}
    return {"young_modulus_GPa": draw.choice([210.0, 206.0, draw.log(0.5, 400)]), "poisson_ratio": draw.uniform(0.0, 0.5)}


def contact_modulus(*bodies):
    """Pa, of Hertz' theory."""
    compliance = 0
    for body in bodies:
        if body.get("material") != "rigid":
            young, poisson = MODULI[body["material"]] if "material" in body else (1e9 * body["young_modulus_GPa"], body["poisson_ratio"])
            compliance += (1 - poisson**2) / young
    return 1 / compliance


def _shape(draw, kinds):
    """(shape, its smallest radius of curvature)"""
    kind = draw.choice(kinds)
    if kind == "sphere":
        radius = draw.log(0.01, 1)
        return {"type": kind, "radius": radius}, radius
    if kind == "wheel_on_rail":
        shape = {"type": kind, "wheel_radius": draw.uniform(0.3, 0.6), "rail_radius": draw.log(0.08, 1)}
        if draw.chance(0.3):  # a hollow wheel fits its rail, not closer than 1 to 1.5
            shape["wheel_profile_radius"] = draw.choice([draw.log(0.2, 2), -shape["rail_radius"] * draw.uniform(1.5, 4)])
        return shape, min(shape["wheel_radius"], shape["rail_radius"])
    if kind == "paraboloid":
        shape = {"type": kind, "radius_x": draw.log(0.05, 2), "radius_y": draw.log(0.05, 2)}
        return shape, min(shape["radius_x"], shape["radius_y"])
    if kind == "ellipsoid":
        x, y, z = (draw.log(0.02, 0.5) for _ in range(3))
        return {"type": kind, "semi_axis_x": x, "semi_axis_y": y, "semi_axis_z": z}, min(x * x / z, y * y / z, z)
    if kind == "quadric":
        a, c = draw.log(0.2, 20), draw.log(0.2, 20)
        return {"type": kind, "b": [a, draw.uniform(-0.5, 0.5) * math.sqrt(a * c), c, 0.0, 0.0, 0.0]}, 0.25 / max(a, c)
    if kind == "flat_punch":
        radius = draw.log(0.002, 0.1)
        if draw.chance(0.5):
            return {"type": kind, "radius": radius}, radius
        return {"type": kind, "length_x": radius, "width_y": radius * draw.log(0.3, 3)}, radius / 3
    radius = draw.log(0.005, 0.5)
    return {"type": "cylinder", "radius": radius, "length": radius * draw.uniform(0.5, 3), "axis": draw.choice(["x", "y"])}, radius / 2


def _heights(draw, case_files):
    """A rough patch in a file: some waves of random phases."""
    nx, ny, cell = draw.randint(12, 32), draw.randint(12, 32), draw.log(1e-5, 1e-3)
    waves = [(draw.uniform(0, 3), draw.uniform(0, 3), draw.uniform(0, 6.28), draw.uniform(0.2, 1)) for _ in range(6)]
    height = cell * draw.log(1e-3, 1e-1)

    def at(i, j):
        rough = sum(a * math.sin(2 * math.pi * (p * i / nx + q * j / ny) + phase) for p, q, phase, a in waves)
        return height * (rough + 4 * ((i / nx - 0.5) ** 2 + (j / ny - 0.5) ** 2))

    case_files["heights.csv"] = "\n".join(",".join(f"{at(i, j):.8g}" for i in range(nx)) for j in range(ny)) + "\n"
    return {"type": "heights", "file": "heights.csv", "cell_size_x": cell, "cell_size_y": cell}, cell * min(nx, ny)


def _load(draw, shape, size, bodies):
    """As deep as half-spaces are good for: the contact stays small beside the bodies."""
    if draw.chance(0.2):
        return {"approach": size * draw.log(1e-6, 1e-3)}
    modulus = contact_modulus(*bodies)
    if shape["type"] == "heights":  # a mean pressure that the roughness can bear
        return {"force": modulus * size**2 * draw.log(1e-5, 1e-2)}
    most = 4 / 3 * modulus * size**2 * 0.02**1.5
    return {"force": min(draw.log(100, 200e3), most * draw.log(0.01, 1))}


def _friction(draw, laws):
    """laws: one_coefficient, coulomb, falling, or falling_with_branches"""
    if not laws.startswith("falling") or draw.chance(0.6):
        if laws in ("coulomb", "falling_with_branches") and draw.chance(0.15):
            kinetic = draw.uniform(0.05, 0.5)
            return {"static_coefficient": kinetic * draw.uniform(1, 1.5), "kinetic_coefficient": kinetic}
        return {"coefficient": draw.choice([0.3, draw.uniform(0.02, 0.8)])}
    kinetic = draw.uniform(0.05, 0.4)
    parts = draw.choice([1, 1, 2])
    law = {"law": draw.choice(["linear", "rational", "exponential"]), "kinetic_coefficient": kinetic,
           "falling_heights": [draw.uniform(0.05, 1.0) * kinetic for _ in range(parts)], "half_velocities": [draw.log(0.05, 5) for _ in range(parts)]}
    if laws == "falling_with_branches":
        law["branch"] = draw.choice(["low_slip", "low_slip", "high_slip", "as_before"])
    return law


def falling_friction(draw):
    """Of wheels on rails."""
    return _friction(draw, "falling")


def _creepages(draw):
    return {"longitudinal_creepage": draw.sign() * draw.log(1e-5, 2e-2), "lateral_creepage": draw.choice([-1, 0, 1]) * draw.log(1e-5, 2e-2),
            "spin_creepage": draw.choice([-1, 0, 1]) * draw.log(1e-2, 2)}


def _fast_rolling(draw, tables):
    """A fast theory: one creepage, or a table of them."""
    tables["contact"] = {"model": draw.choice(["linear", "fastsim", "fastsim", "shen_hedrick_elkins", "polach_1999", "polach_2005"])}
    tables["motion"] = {"type": "steady_rolling", **_creepages(draw)}
    tables["friction"] = _friction(draw, "falling" if tables["contact"]["model"] in ("fastsim", "polach_2005") else "one_coefficient")
    tables["rolling"] = {"speed": draw.log(1, 100)}
    if draw.chance(0.3):
        del tables["motion"]["longitudinal_creepage"]
        tables["creep_curve"] = {"longitudinal_range": [0.0, draw.log(1e-3, 2e-2), draw.randint(5, 20)]}


def _half_space_motion(draw, tables):
    rolls = tables["shape"]["type"] not in ("flat_punch", "heights") and tables["shape"].get("axis") != "x"
    kind = draw.choice(["shift", "steady_rolling", "steady_rolling", "transient_rolling"] if rolls else ["shift"])
    motion = {"type": kind}
    if kind == "shift":
        tables["friction"] = _friction(draw, "coulomb")
        if draw.chance(0.5):
            motion.update(relative_longitudinal_force=draw.uniform(-0.65, 0.65), relative_lateral_force=draw.uniform(-0.65, 0.65))
        else:
            motion.update(shift_x=draw.sign() * draw.log(1e-8, 1e-4), shift_y=draw.choice([-1, 0, 1]) * draw.log(1e-8, 1e-4), rotation=draw.choice([0.0, draw.log(1e-6, 1e-3)]))
    else:
        tables["friction"] = _friction(draw, "falling_with_branches")
        tables["rolling"] = {"speed": draw.log(1, 100)}
        motion.update(_creepages(draw))
        # Forces are asked for where friction does not fall: where it does, no creepage may carry them.
        if "law" not in tables["friction"] and draw.chance(0.25):
            del motion["longitudinal_creepage"]
            motion["relative_longitudinal_force"] = draw.uniform(-0.6, 0.6)
        if kind == "transient_rolling":
            tables["rolling"].update(steps=draw.randint(5, 40), scheme=draw.choice(["world_fixed", "world_fixed", "exact", "interpolated"]))
            if draw.chance(0.3):
                tables["rolling"]["start"] = draw.choice(["steady", "shift"]) if "relative_longitudinal_force" in motion else "steady"
            if draw.chance(0.2) and "longitudinal_creepage" in motion:
                creepage = motion.pop("longitudinal_creepage")
                tables["schedule"] = {"distance": [0.0, 0.005, 0.02], "longitudinal_creepage": [0.0, creepage, creepage / 2]}
    if tables.get("grid", {}).get("line_contact"):  # nothing turns about the normal
        motion.pop("spin_creepage", None)
        motion.pop("rotation", None)
    tables["motion"] = motion
    if kind != "transient_rolling" and draw.chance(0.1):
        tables["solver"] = {"sensitivities": True}


def contact(draw, files):
    bodies = material(draw), {"material": "rigid"} if draw.chance(0.1) else material(draw)
    fast = draw.chance(0.2)
    if fast:
        shape, size = _shape(draw, ["sphere", "wheel_on_rail", "wheel_on_rail", "paraboloid"])
    elif draw.chance(0.08):
        shape, size = _heights(draw, files)
    else:
        shape, size = _shape(draw, ["sphere", "wheel_on_rail", "wheel_on_rail", "paraboloid", "ellipsoid", "quadric", "cylinder", "flat_punch"])
    cells = draw.choice([10, 15, 21, 24, 32, 40])
    tables = {"load": _load(draw, shape, size, bodies), "shape": shape, "upper": bodies[0], "lower": bodies[1]}
    if shape["type"] == "cylinder" and draw.chance(0.5):  # endless
        length = shape.pop("length")
        shape["axis"] = "y"
        tables["grid"] = {"cells_x": 3 * cells, "line_contact": True, "line_length": length, "datum_distance": 10 * length}
    elif shape["type"] != "heights":
        tables["grid"] = {"cells_x": cells, "cells_y": draw.choice([cells, 2 * (cells // 3) + 1])}
        if draw.chance(0.1):
            tables["grid"]["margin"] = draw.uniform(1.05, 2)
    if fast:
        _fast_rolling(draw, tables)
    elif draw.chance(0.75):
        _half_space_motion(draw, tables)
        if draw.chance(0.06) and tables["motion"]["type"] != "transient_rolling":
            tables["layer"] = {"shear_modulus_GPa": draw.log(0.1, 10), "thickness": draw.log(1e-6, 1e-4)}
    if draw.chance(0.1) and not fast and tables.get("motion", {}).get("type") != "transient_rolling":
        tables["subsurface"] = {"depth_max": size * 0.05, "n_depths": draw.randint(3, 15)}
    return tables


def drop(draw, files):
    del files
    law = draw.choice(["hertz", "hertz", "grid"])
    height = draw.log(0.01, 2)
    fall = math.sqrt(2 * height / 9.81)
    shape, size = _shape(draw, ["sphere", "sphere", "paraboloid"] if law == "hertz" else ["sphere", "sphere", "paraboloid", "ellipsoid", "flat_punch"])
    bodies = {"material": "rigid"} if draw.chance(0.5) else material(draw), material(draw)
    # not deeper than a tenth of the radius: energy of a Hertzian contact
    most = 8 / 15 * contact_modulus(*bodies) * size**3 * 0.1**2.5 / (9.81 * height)
    tables = {"drop": {"mass": min(draw.log(0.1, 100), most), "height": height, "contact": law}}
    if law == "hertz" and draw.chance(0.4):
        tables["time"] = {"scheme": draw.choice(ADAPTIVE_SCHEMES), "end": fall * draw.uniform(1.2, 4)}
    else:
        tables["time"] = {"scheme": draw.choice(SCHEMES), "end": fall * draw.uniform(1.2, 3), "step_ms": draw.log(0.1, 2), "contact_step": draw.log(2e-6, 2e-5)}
        if tables["time"]["scheme"] in EQUAL_STEPS:
            step = float(number(tables["time"]["contact_step"]))
            tables["time"] = {"scheme": tables["time"]["scheme"], "end": Exactly(step * round(tables["time"]["end"] / step)), "step": step}
    tables["shape"] = shape
    if law == "grid":
        cells = draw.choice([12, 20, 30])
        tables["grid"] = {"cells_x": cells, "cells_y": cells}
    tables["upper"], tables["lower"] = bodies
    return tables


def impact(draw, files):
    del files
    radius = draw.log(0.05, 0.5)
    height = draw.log(0.001, 0.1)
    modulus = draw.log(1e6, 2e11)
    density = draw.choice([2000.0, 7900.0])
    wave = math.sqrt(1.35 * modulus / density)
    width = radius * draw.uniform(3, 8)
    nodes = draw.choice([41, 61, 81])
    condition = draw.choice(["unilateral", "unilateral", "unilateral", "hertz_line", "hertz_thesis", "grid_solver", "displacement"])
    scheme = draw.choice(["midpoint", "midpoint", "backward_euler", "leapfrog"])
    if scheme == "leapfrog" and condition != "unilateral":
        scheme = "midpoint"
    step = width / nodes / wave * (draw.uniform(0.2, 0.45) if scheme == "leapfrog" else draw.uniform(0.5, 3))
    fall = math.sqrt(2 * height / 9.81)
    tables = {"ground": {"young_modulus": modulus, "poisson_ratio": draw.uniform(0.1, 0.45), "density": density, "width": width, "height": width / 2},
              "cylinder": {"radius": radius, "density": draw.log(500, 8000), "height": height},
              "grid": {"nodes_x": nodes, "nodes_z": nodes // 2 + 1, "type": "staggered" if condition == "unilateral" else draw.choice(["staggered", "collocated"])},
              "contact": {"condition": condition},
              "time": {"scheme": scheme, "step": max(fall / 50, step), "contact_step": step, "end": fall + 400 * step}}
    if scheme == "leapfrog":  # explicit: thrown from where it touches, with one step
        tables["cylinder"].update(height=0.0, velocity=-math.sqrt(2 * 9.81 * height))
        tables["time"] = {"scheme": scheme, "step": step, "end": 400 * step}
    if draw.chance(0.3) and condition == "unilateral":
        tables["ground"]["outer"] = "absorbing"
    return tables
