#!/usr/bin/env python3
"""Runs random legal cases through the program and judges what comes out.

    judge_cases.py [--count N | --total N] [--first SEED] [--scenario NAME ...] [--half-step SHARE] [--jobs N] [--keep FOLDER] [--log FILE]

Of every scenario N cases are run, with seeds from SEED on; or N of all together, more of those that are quick. A case is found fault with if the program
crashes, is silent about a failure or gives no reason for it, rejects the case (but for a step beyond the stable limit, which it names), takes more than 60 s of processor time
without having told how much is left, writes a number that is not finite, or calls a result converged that has made or lost more than 5 % of its energy or whose
main numbers change in size by more than 10 % at half the step, and does not say so in a note. Status 1 if any was.

--half-step SHARE runs this share of the cases that march in time once more with half the step. --keep FOLDER keeps the cases that were found fault with.
--log FILE gets a line of JSON for each case. The program is named by TREAD_PROGRAM, else build/release/tread.
"""

import argparse
import copy
import csv
import json
import math
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass, field
from pathlib import Path

from drawing import Exactly
from random_cases import MAKERS, SHARES, make_case

ROOT = Path(__file__).resolve().parents[2]
PROGRAM = os.environ.get("TREAD_PROGRAM", str(ROOT / "build/release/tread"))
MOST_SECONDS = 60
MOST_ENERGY = 0.05
MOST_CHANGE = 0.10
# What engineers read off a result; the program's own --evidence watches the same.
MAIN_NUMBERS = (
    "max_deflection", "max_acceleration", "max_deck_acceleration", "max_moment", "max_shear", "max_end_rotation", "max_force", "max_unloading", "max_body_acceleration",
    "max_vertical_force", "max_lateral_force", "max_derailment_quotient_2m", "max_wheel_unloading_2m", "max_sum_of_lateral_forces_2m",
    "max_wear_number", "max_lateral_displacement", "rms_lateral_acceleration", "max_peak_pressure",
    "max_approach", "contact_time", "rebound_height", "max_depth", "max_pressure", "max_contact_width")
# Parts of the load at rest: what changes counts against that load, so that a wheel that keeps 99 or 98.5 % of it has not changed by a third.
PARTS_OF_LOAD = ("max_unloading", "max_wheel_unloading_2m")
# Notes that tell that numbers may depend on the step. "Wheels meet a step" and "the step is 0.1 ms instead of 1 ms" do not.
NOTE_ON_STEP = re.compile(r"depends? on the step|shorter (steps|ones)|smaller step|steps of \S+ s or less|Take \S+ s or less|step is too long|steps? .* do(es)? not (follow|resolve)")


@dataclass
class Verdict:
    scenario: str
    seed: int
    outcome: str = ""
    seconds: float = 0
    faults: list = field(default_factory=list)
    notes: list = field(default_factory=list)
    energy: float = None  # energy made or lost, of what there was
    changes: dict = None  # name -> change at half the step; None: not run


def run(case, folder, options=()):
    """Status, output, messages and processor seconds of the program on a case."""
    case.write(folder)
    limit = 5 * MOST_SECONDS  # a run that hangs is ended
    command = ["sh", "-c", f'ulimit -t {limit}; exec "$@"', "sh", PROGRAM, "run", "case.toml", "--json", *options]
    with open(folder / "stdout", "wb") as out, open(folder / "stderr", "wb") as err:
        process = subprocess.Popen(command, cwd=folder, stdin=subprocess.DEVNULL, stdout=out, stderr=err, env={**os.environ, "OPENBLAS_NUM_THREADS": "1"})
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    return (process.returncode, (folder / "stdout").read_text(encoding="utf-8"), (folder / "stderr").read_text(encoding="utf-8"),
            usage.ru_utime + usage.ru_stime)


# ---- what must hold of any result ----

# Not there, rather than not finite (docs/results.md): a gap where a body has ended, sections beside a profile, the contact of a wheel that does not touch.
ABSENT = re.compile(r"(^|\.)(gap|wheel|rail|wheel_y|rail_y|angular_velocity)( \[|\.|$)|patch_\d")


def not_finite(value, path=""):
    """Where numbers are missing or not finite."""
    if ABSENT.search(path):
        return
    if value is None or (isinstance(value, float) and not math.isfinite(value)):
        yield path
    elif isinstance(value, dict):
        for key, item in value.items():
            yield from not_finite(item, f"{path}.{key}".strip("."))
    elif isinstance(value, list):
        for item in value:
            yield from not_finite(item, path)


def tables_not_finite(folder):
    """Columns of tables with numbers that are not finite."""
    for path in sorted(folder.rglob("*.csv")):
        text = path.read_text(encoding="utf-8").lower()
        if "nan" not in text and "inf" not in text:
            continue
        rows = list(csv.reader(text.splitlines()))
        wrong = {name for row in rows[1:] for name, value in zip(rows[0], row) if value.strip(" -+") in ("nan", "inf")}
        yield from (f"{path.stem}, {name}" for name in sorted(wrong) if not ABSENT.search(name))


def energy_defect(result):
    """Energy made out of nothing, over what there was; None if the result does not say."""
    if "relative_energy_defect" in result:
        return abs(result["relative_energy_defect"])
    if "energy_change_in_air" in result:
        return abs(result["energy_change_in_air"])
    return result.get("energy_gain")


# ---- half the step ----

def with_half_step(case, result, echo):
    """The same case with half the step; None: it does not march in time, or chooses its steps itself. `echo` are the keys as the program read them."""
    half = copy.deepcopy(case)
    if half.tables.get("motion", {}).get("type") == "transient_rolling":
        return None  # marches in distance, a cell a step
    time = half.tables.setdefault("time", {})
    if str(time.get("scheme", "")).startswith(("arkode", "cvode")):
        return None
    if "step" in result:
        time["step"] = Exactly(result["step"] / 2)
    elif echo.get("time.step"):
        time["step"] = Exactly(float(echo["time.step"]) / 2)
    else:
        return None
    time.pop("step_ms", None)
    if "contact_step" in time:
        time["contact_step"] = Exactly(float(echo["time.contact_step"]) / 2)
    return half


def changes_between(result, varied):
    """By size: an extreme that is as large on the other side has not changed."""
    changes = {}
    for name in MAIN_NUMBERS:
        if name in result and name in varied and result[name]:
            before, after = abs(result[name]), abs(varied[name])
            changes[name] = abs(after - before) / (1 if name in PARTS_OF_LOAD else max(before, after, sys.float_info.min))
    return changes


def told_to_change(notes):
    """Main numbers that notes say depend on the step: those that a note names, or all."""
    told = set()
    for note in notes:
        if NOTE_ON_STEP.search(note):
            told |= {name for name in MAIN_NUMBERS if re.search(rf"\b{name}\b", note)} or set(MAIN_NUMBERS)
    return told


def judge_half_step(case, result, echo, folder, verdict):
    half = with_half_step(case, result, echo)
    if half is None:
        return
    code, out, messages, _ = run(half, folder / "half")
    if code == 2:
        verdict.faults.append("half the step is rejected: " + messages.strip().split("\n")[0])
        return
    varied = json.loads(out)["results"][0]
    if varied["status"] != "converged":
        return  # it says so itself
    verdict.changes = changes_between(result, varied)
    told = told_to_change(verdict.notes)
    for name, change in verdict.changes.items():
        if change > MOST_CHANGE and name not in told:
            verdict.faults.append(f"half the step: {name} {result[name]:.4g} -> {varied[name]:.4g}")


# ---- a case ----

def judge(scenario, seed, wants_half_step, folder):
    verdict = Verdict(scenario, seed)
    case = make_case(scenario, seed)
    code, out, messages, verdict.seconds = run(case, folder, ["--out", "out"])
    if verdict.seconds > MOST_SECONDS and " left" not in messages:
        verdict.faults.append(f"took {verdict.seconds:.0f} s")
    if code == 2:
        verdict.outcome = "beyond the stable step" if "unstable: scheme" in messages or "stable" in messages else "rejected"
        if verdict.outcome == "rejected":
            verdict.faults.append("rejected: " + messages.strip().split("\n")[0])
        return verdict
    if code not in (0, 1):
        verdict.outcome = "crashed"
        verdict.faults.append(f"ended with {code}: {messages.strip()[-200:]}")
        return verdict
    try:
        told = json.loads(out)
        results = told["results"]
    except (ValueError, KeyError) as error:
        verdict.outcome = "no result"
        verdict.faults.append(f"no JSON: {error}; {messages.strip()[-200:]}")
        return verdict
    statuses = {result["status"] for result in results}
    verdict.outcome = "/".join(sorted(statuses))
    verdict.notes = [note for result in results for note in result.get("notes", [])]
    if (code == 0) != (statuses <= {"converged"}):
        verdict.faults.append(f"exit code {code} with {verdict.outcome}")
    if statuses - {"converged"} and not verdict.notes:
        verdict.faults.append(f"{verdict.outcome} without a reason")
    for result in results:
        verdict.faults += [f"not finite: {path}" for path in sorted(set(not_finite(result)))]
    verdict.faults += [f"not finite: in {name}" for name in tables_not_finite(folder / "out")]
    if results[0]["status"] != "converged":
        return verdict
    verdict.energy = energy_defect(results[0])
    if verdict.energy is not None and not verdict.energy <= MOST_ENERGY and "energy" not in " ".join(verdict.notes).lower():
        verdict.faults.append(f"energy changed by {100 * verdict.energy:.3g} %")
    if wants_half_step:
        judge_half_step(case, results[0], {entry["key"]: entry["value"] for entry in told["case"]}, folder, verdict)
    return verdict


# ---- all cases ----

def chosen_cases(arguments):
    """(scenario, seed) of all; of a total in the shares of random_cases."""
    whole = sum(SHARES[scenario] for scenario in arguments.scenario)
    for scenario in arguments.scenario:
        count = round(arguments.total * SHARES[scenario] / whole) if arguments.total else arguments.count
        for k in range(count):
            yield scenario, arguments.first + k


def summary(verdicts):
    """A table for people, a line a scenario."""
    yield "| scenario | cases | ended as | notes on energy | largest defect without | half the step | of these noted | largest change without | mean s | slowest s |"
    yield "| --- " * 10 + "|"
    for scenario in dict.fromkeys(v.scenario for v in verdicts):
        all_of_it = [v for v in verdicts if v.scenario == scenario]
        outcomes = Counter(v.outcome for v in all_of_it)
        silent = [v.energy for v in all_of_it if v.energy is not None and "energy" not in " ".join(v.notes).lower()]
        noted_energy = sum(v.energy is not None and v.energy > MOST_ENERGY and "energy" in " ".join(v.notes).lower() for v in all_of_it)
        halved = [v for v in all_of_it if v.changes is not None]
        noted = [v for v in halved if told_to_change(v.notes)]
        worst = max(((change, name) for v in halved for name, change in v.changes.items() if name not in told_to_change(v.notes)), default=None)
        seconds = [v.seconds for v in all_of_it]
        yield (f"| {scenario} | {len(all_of_it)} | {', '.join(f'{n} {outcome}' for outcome, n in outcomes.most_common())} | {noted_energy} "
               f"| {f'{100 * max(silent):.2g} %' if silent else ''} | {len(halved) or ''} | {len(noted) if halved else ''} "
               f"| {f'{100 * worst[0]:.2g} % ({worst[1]})' if worst else ''} | {sum(seconds) / len(seconds):.2f} | {max(seconds):.1f} |")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=20, metavar="N")
    parser.add_argument("--total", type=int, metavar="N")
    parser.add_argument("--first", type=int, default=1, metavar="SEED")
    parser.add_argument("--scenario", nargs="+", choices=sorted(MAKERS), default=sorted(MAKERS))
    parser.add_argument("--half-step", type=float, nargs="?", const=1.0, default=0.0, metavar="SHARE")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--keep", type=Path, metavar="FOLDER")
    parser.add_argument("--log", type=Path, metavar="FILE")
    arguments = parser.parse_args()

    cases = list(chosen_cases(arguments))
    verdicts = []
    with tempfile.TemporaryDirectory() as scratch, ThreadPoolExecutor(arguments.jobs) as pool:
        folders = [Path(scratch) / f"{scenario}_{seed}" for scenario, seed in cases]

        def judge_one(chosen, folder):
            scenario, seed = chosen
            is_halved = math.floor(seed * arguments.half_step) > math.floor((seed - 1) * arguments.half_step)  # evenly spread
            return judge(scenario, seed, is_halved, folder)

        for folder, verdict in zip(folders, pool.map(judge_one, cases, folders)):
            verdicts.append(verdict)
            for fault in verdict.faults:
                print(f"{verdict.scenario} {verdict.seed}: {fault}", flush=True)
            if verdict.faults and arguments.keep:
                arguments.keep.mkdir(parents=True, exist_ok=True)
                make_case(verdict.scenario, verdict.seed).write(arguments.keep / f"{verdict.scenario}_{verdict.seed}")
            if arguments.log:
                with open(arguments.log, "a", encoding="utf-8") as log:
                    log.write(json.dumps(asdict(verdict)) + "\n")
            shutil.rmtree(folder)
    n_faulty = sum(bool(v.faults) for v in verdicts)
    print("", *summary(verdicts), "", f"{len(cases)} cases, {n_faulty} found fault with", sep="\n")
    return 1 if n_faulty else 0


if __name__ == "__main__":
    sys.exit(main())
