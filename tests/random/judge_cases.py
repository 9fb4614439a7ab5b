#!/usr/bin/env python3
"""Runs random legal cases through the program and judges what comes out.

    judge_cases.py [--count N] [--first SEED] [--scenario NAME ...] [--half-step] [--jobs N] [--keep FOLDER]

Of every scenario N cases are run, with seeds from SEED on. A case is found fault with if the program crashes, is silent about a failure, rejects the case
(but for a step beyond the stable limit, which it names), takes more than 60 s of processor time, gives a number that is not finite, or calls a result
converged that has made or lost more than 5 % of its energy or, with --half-step, whose main numbers change in size by more than 10 % at half the step,
and does not say so in a note. Status 1 if any was.

--keep FOLDER keeps the cases that were found fault with. The program is named by TREAD_PROGRAM, else build/release/tread.
"""

import argparse
import json
import math
import os
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from random_cases import MAKERS, make_case

ROOT = Path(__file__).resolve().parents[2]
PROGRAM = os.environ.get("TREAD_PROGRAM", str(ROOT / "build/release/tread"))
MOST_SECONDS = 60
MOST_ENERGY = 0.05
MOST_CHANGE = 0.10


def run(text, options, folder):
    """Status, output, messages and processor seconds of the program on a case."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "case.toml").write_text(text, encoding="utf-8")
    limit = 5 * MOST_SECONDS  # a run that hangs is ended
    command = ["sh", "-c", f'ulimit -t {limit}; exec "$@"', "sh", PROGRAM, "run", "case.toml", "--json", "--out", "out", *options]
    with open(folder / "stdout", "wb") as out, open(folder / "stderr", "wb") as err:
        process = subprocess.Popen(command, cwd=folder, stdin=subprocess.DEVNULL, stdout=out, stderr=err, env={**os.environ, "OPENBLAS_NUM_THREADS": "1"})
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    return (process.returncode, (folder / "stdout").read_text(encoding="utf-8"), (folder / "stderr").read_text(encoding="utf-8"),
            usage.ru_utime + usage.ru_stime)


def not_finite(value, path=""):
    """Where numbers are missing or not finite."""
    if value is None or (isinstance(value, float) and not math.isfinite(value)):
        yield path
    elif isinstance(value, dict):
        for key, item in value.items():
            yield from not_finite(item, f"{path}.{key}".strip("."))
    elif isinstance(value, list):
        for item in value:
            yield from not_finite(item, path)


def energy_defect(result):
    """Energy made out of nothing, over what there was; None if the result does not say."""
    if "relative_energy_defect" in result:
        return abs(result["relative_energy_defect"])
    if "energy_change_in_air" in result:
        return abs(result["energy_change_in_air"])
    if result.get("start_energy"):
        return max(0.0, result["final_energy"] / result["start_energy"] - 1)
    return None


def size_of_change(change):
    """By size: an extreme that is as large on the other side has not changed."""
    value, varied = abs(change["value"]), abs(change["varied"])
    return abs(varied - value) / max(value, varied, sys.float_info.min)


def faults_of(result, half_step):
    notes = " ".join(result.get("notes", [])).lower()
    yield from (f"not finite: {path}" for path in sorted(set(not_finite(result))))
    if result["status"] != "converged":
        return
    defect = energy_defect(result)
    if defect is not None and not defect <= MOST_ENERGY and "energy" not in notes:
        yield f"energy changed by {100 * defect:.3g} %"
    if half_step and "step" not in notes:
        for evidence in result.get("evidence", []):
            if evidence["name"] == "half_the_step":
                for name, change in evidence["changes"].items():
                    if size_of_change(change) > MOST_CHANGE:
                        yield f"half the step: {name} {change['value']:.4g} -> {change['varied']:.4g}"


def judge(scenario, seed, half_step, folder):
    """(outcome, faults, processor seconds) of one case."""
    code, out, messages, seconds = run(make_case(scenario, seed), ["--evidence"] if half_step else [], folder)
    faults = []
    if seconds > MOST_SECONDS * (3 if half_step else 1):
        faults.append(f"took {seconds:.0f} s")
    if code == 2:
        if "stable" in messages:
            return "beyond the stable step", faults, seconds
        return "rejected", [*faults, "rejected: " + messages.strip().split("\n")[0]], seconds
    if code not in (0, 1):
        return "crashed", [*faults, f"ended with {code}: {messages.strip()[-200:]}"], seconds
    try:
        results = json.loads(out)["results"]
    except (ValueError, KeyError) as error:
        return "no result", [*faults, f"no JSON: {error}; {messages.strip()[-200:]}"], seconds
    statuses = {result["status"] for result in results}
    if (code == 0) != (statuses <= {"converged"}):
        faults.append(f"exit code {code} with {', '.join(sorted(statuses))}")
    for result in results:
        faults += faults_of(result, half_step)
    return "/".join(sorted(statuses)), faults, seconds


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=20, metavar="N")
    parser.add_argument("--first", type=int, default=1, metavar="SEED")
    parser.add_argument("--scenario", nargs="+", choices=sorted(MAKERS), default=sorted(MAKERS))
    parser.add_argument("--half-step", action="store_true")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--keep", type=Path, metavar="FOLDER")
    arguments = parser.parse_args()

    cases = [(scenario, arguments.first + k) for scenario in arguments.scenario for k in range(arguments.count)]
    outcomes = {scenario: Counter() for scenario in arguments.scenario}
    slowest = Counter()
    n_faulty = 0
    with tempfile.TemporaryDirectory() as scratch, ThreadPoolExecutor(arguments.jobs) as pool:
        folders = [Path(scratch) / f"{scenario}_{seed}" for scenario, seed in cases]
        judged = pool.map(lambda case, folder: judge(*case, arguments.half_step, folder), cases, folders)
        for (scenario, seed), folder, (outcome, faults, seconds) in zip(cases, folders, judged):
            outcomes[scenario][outcome] += 1
            slowest[scenario] = max(slowest[scenario], seconds)
            n_faulty += bool(faults)
            for fault in faults:
                print(f"{scenario} {seed}: {fault}", flush=True)
            if faults and arguments.keep:
                arguments.keep.mkdir(parents=True, exist_ok=True)
                shutil.copy(folder / "case.toml", arguments.keep / f"{scenario}_{seed}.toml")
            shutil.rmtree(folder)
    print()
    for scenario, counts in outcomes.items():
        print(f"{scenario:12} " + ", ".join(f"{n} {outcome}" for outcome, n in counts.most_common()) + f"; slowest {slowest[scenario]:.1f} s")
    print(f"{len(cases)} cases, {n_faulty} found fault with")
    return 1 if n_faulty else 0


if __name__ == "__main__":
    sys.exit(main())
