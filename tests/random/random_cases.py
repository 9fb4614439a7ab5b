"""Random legal cases of all scenarios: the same seed is the same case on every machine.

    make_case(scenario, seed) -> drawing.Case

Values lie where engineers would put them, and a little beyond: short and long bridges, soft and stiff contacts, coarse and fine steps. What a case
file may say but nobody means (a bridge of 1 mm) is left out: it is the business of warnings and of the fuzzers.
"""

from bridge_cases import moving_load, train_bridge
from contact_cases import contact, drop, impact
from drawing import Case, Draw
from running_cases import vehicle_run, wheelset

MAKERS = {"contact": contact, "drop": drop, "impact": impact, "moving_load": moving_load, "train_bridge": train_bridge, "vehicle_run": vehicle_run,
          "wheelset": wheelset}
# Of many cases so many parts are of a scenario: fewer of what takes long.
SHARES = {"contact": 49, "drop": 16, "impact": 5, "moving_load": 10, "train_bridge": 5, "vehicle_run": 3, "wheelset": 12}


def make_case(scenario, seed):
    files = {}
    return Case(scenario, MAKERS[scenario](Draw(f"{scenario} {seed}"), files), files)
