"""Random cases of wheels with profiles: wheelsets on rails, vehicles on tracks."""

import math

from contact_cases import ADAPTIVE_SCHEMES, SCHEMES, falling_friction

HERTZ_MODELS = ("hertz_fastsim", "hertz_fastsim", "hertz_polach", "hertz_shen_hedrick_elkins", "semi_elastic")


def _profiles(draw, tables):
    if draw.chance(0.25):
        tables["wheel"] = {"profile": "cone", "slope": draw.uniform(0.02, 0.15)}
    if draw.chance(0.3):
        tables["rail"] = {"profile": draw.choice(["uic60", "60e1"]), "inclination": draw.choice([0.0, 0.025, 0.05])}
    if draw.chance(0.15):
        radius = draw.uniform(0.4, 0.5)
        tables["wheelset"] = {"nominal_radius": radius, "right_radius": radius + draw.uniform(-1e-3, 1e-3)}


def _friction(draw, model):
    if model not in ("hertz_shen_hedrick_elkins", "hertz_linear") and draw.chance(0.2):
        return falling_friction(draw)
    return {"coefficient": draw.uniform(0.05, 0.6)}


def wheelset(draw, files):
    del files
    first = draw.uniform(-6, 0)
    yaw = draw.uniform(-40, 40) if draw.chance(0.2) else draw.uniform(-10, 10)
    tables = {"position": {"lateral_range_mm": [first, first + 4, 2.0], "yaw_mrad": [yaw], "combine": "grid"},
              "load": {"wheelset_force_kN": draw.log(20, 250)}, "motion": {"speed": draw.log(1, 80)},
              "contact": {"model": draw.choice([*HERTZ_MODELS, "hertz_linear", "half_space", "half_space"])}}
    tables["friction"] = _friction(draw, tables["contact"]["model"])
    if tables["contact"]["model"] == "half_space":
        tables["contact"]["cells"] = draw.choice([12, 18, 24])
    if draw.chance(0.2):
        tables["motion"]["rotation"] = "nominal"
    if draw.chance(0.15):
        tables["load"] = {"height_mm": draw.uniform(0, 0.3), "roll_mrad": draw.uniform(-0.2, 0.2)}
    _profiles(draw, tables)
    if draw.chance(0.3):
        tables["track"] = {"gauge_mm": draw.uniform(1430, 1445)}
    if draw.chance(0.02):  # elastic bodies, coarsely meshed where contact is in the middle of the track
        tables.update(position={"lateral_mm": [draw.uniform(-1, 1)]}, load={"wheel_force_kN": draw.uniform(30, 100)}, contact={"model": "differential"},
                      friction={"coefficient": draw.uniform(0.1, 0.5)},
                      differential={"fine_size_mm": 2.5, "wheel_zone_mm": [-16.0, 16.0], "rail_zone_mm": [-27.0, 6.0], "cache": "off"})
        for table in ("wheel", "rail", "wheelset", "track"):
            tables.pop(table, None)
    return tables


def _own_wagon(draw):
    """Body by body: a two-axle wagon whose springs carry its weight at the heights given."""
    half, mass, height = draw.uniform(3, 5), draw.uniform(12, 30), draw.uniform(1.2, 1.9)
    axle = {"mass_t": 1.4, "inertia": [900.0, 110.0, 900.0], "wheelset": True}
    boxes = {"second": "frame", "both_sides": True, "axes": "second", "stiffness": [draw.log(1e6, 1e7), draw.log(1e6, 5e6), draw.log(8e5, 3e6)],
             "damping": [1e4, draw.log(5e3, 3e4), draw.log(1e4, 4e4)], "preload": [0.0, 0.0, mass * 1e3 * 9.81 / 4]}
    bodies = [{"name": "frame", "mass_t": mass, "inertia": [1.6e3 * mass, 1.4e4 * mass, 1.4e4 * mass], "place": [0.0, 0.0, height]},
              {"name": "leading", "place": [half, 0.0, 0.46], **axle}, {"name": "trailing", "place": [-half, 0.0, 0.46], **axle}]
    bushings = [{"name": f"boxes {name}", "first": name, "place": [x, 1.0, 0.46], **boxes} for name, x in (("leading", half), ("trailing", -half))]
    return {"vehicle": {"type": "bodies"}, "vehicle.body": bodies, "vehicle.bushing": bushings}


def vehicle_run(draw, files):
    del files
    kind = draw.choice(["manchester_coach", "manchester_wagon_2d", "manchester_wagon_2d", "own", "own"])
    tables = _own_wagon(draw) if kind == "own" else {"vehicle": {"type": kind}}
    tables["contact"] = {"model": draw.choice(HERTZ_MODELS)}
    tables["friction"] = _friction(draw, tables["contact"]["model"])
    radius = draw.log(250, 4000)
    speed = min(50.0, math.sqrt(radius * draw.uniform(0.2, 1.6)))
    tables["run"] = {"speed": speed}
    if draw.chance(0.65):
        tables["track"] = {"straight_length": 10.0, "transition_length": draw.uniform(25, 60), "curve_length": 25.0, "curve_radius": radius,
                           "direction": draw.choice(["left", "right"]), "cant_mm": draw.uniform(0, 120)}
    elif draw.chance(0.3):
        tables["track"] = {"curvature_places": [10.0, 40.0, 60.0], "curvatures": [0.0, draw.sign() / radius, 0.0], "slope_places": [0.0, 30.0], "slopes": [0.0, draw.uniform(-0.02, 0.02)]}
        tables["run"]["distance"] = 70.0
    else:
        tables["run"].update(speed=draw.uniform(10, 50), distance=60.0)
        tables["run"].update({"lateral_displacement_mm": draw.uniform(-3, 3)} if draw.chance(0.7) else {"lateral_velocity": draw.uniform(-0.05, 0.05)})
    if kind != "own" and draw.chance(0.5):
        _profiles(draw, tables)
    if draw.chance(0.3):
        tables["analysis"] = draw.choice([{"quasi_static": True}, {"modes": True}])
    if draw.chance(0.25):
        tables["time"] = {"scheme": draw.choice(SCHEMES + ADAPTIVE_SCHEMES)}
    return tables
