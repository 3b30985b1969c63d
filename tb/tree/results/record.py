#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Adds the results that campaigns left under build/ to docs/develop/verification/runs.jsonl.

Each result carries the digests of the RTL that it is about; if they differ from the current ones,
or a lock-step test failed, it is named on standard error and not recorded, and the exit status is
1. What is recorded already is not added again.

    record.py [--build DIR]              all that is there
    record.py --add JSON                 one run; "units" may be a list, today's date is the default
    record.py --header COMMAND UNIT...   prints the lines that a lock-step log begins with
"""
import argparse
import collections
import datetime
import glob
import hashlib
import json
import os
import re
import sys

import runs
import rtl_files

TB = os.path.dirname(os.path.dirname(runs.HERE))
COVERAGE_RUNS = 4  # that make coverage does unless it is told
PASSED = re.compile(r"ok \d+ - (lp_\w+) (\S+): (\d+) cycles, \d+ beats, (\d+) lines$")


def today():
    return datetime.date.today().isoformat()


def read(path):
    with open(path, encoding="utf-8") as src:
        try:
            return json.load(src)
        except json.JSONDecodeError as err:
            raise runs.BadRun(f"{path}: no JSON: {err.msg}") from err


def set_text(params):
    """{name: number} as in rtl/units.txt."""
    return ",".join(f"{k}={v}" for k, v in params.items())


class Refused(Exception):
    """The reason why a result is not recorded."""


def need_today(of):
    """Refuses a result whose "digests" are not current."""
    if "digests" not in of:
        raise Refused("it does not say of which RTL it is")
    for module, digest in of["digests"].items():
        if module not in rtl_files.all_modules() or rtl_files.digest(module) != digest:
            raise Refused(f"{module} has changed since")


def base(kind, of, /, **more):
    return {"kind": kind, "date": of["date"], "units": of["digests"], **more}


def equiv(path):
    of = read(path)
    need_today(of)
    params = set_text(of["params"])
    target = "fpga-equiv" if of["library"] == "ECP5" else "equiv"
    text = f"make {target} UNIT={of['unit']}" + (f' PARAMS="{params.replace(",", " ")}"'
                                             if params else "") + (" GATED=1" * of["gated"])
    yield base("equiv", of, command=text, **({"set": params} if params else {}),
               library=of["library"], mappers=", ".join(of["mappers"]),
               equivalent=all(of["mappers"].values()))


def mutation_command(path, of):
    """The make command of a result, by its folder, and what it changed of run.py's defaults."""
    folder = os.path.basename(os.path.dirname(path))
    above = os.path.basename(os.path.dirname(os.path.dirname(path)))
    part = re.fullmatch(r"(lp_\w+)-parts-n(\d+)-s\d+", above)
    count = part.group(2) if part else re.search(r"-n(\d+)-s\d+$", folder).group(1)
    text = f"make mutation-parts UNIT={part.group(1)}" if part else \
        f"make mutation UNIT={of['unit']}"
    text += " OWN=1" * (not part and re.search(r"-own-n\d+-s\d+$", folder) is not None)
    usual = {"cycles": 200000, "long_cycles": 1000000 if part else 4000000, "proof": 300}
    options = " ".join(f"--{k.replace('_', '-')} {of[k]}" for k in usual if of[k] != usual[k])
    return f"{text} N={count} SEED={of['seed']}" + (f' MUTATION_OPTIONS="{options}"'
                                                  if options else "")


def mutation(path):
    of = read(path)
    need_today(of)
    yield base("mutation", of, command=of.get("command") or mutation_command(path, of),
               seed=of["seed"], **({"set": of["params"]} if len(of["digests"]) == 1 else {}),
               mutants=of["mutants"], killed=of["killed"], equal=of["equal"], alive=of["alive"])


def coverage(path):
    """A generator per unit, so that one that is refused does not stop the others."""
    data = read(path)
    if "about" not in data:
        raise Refused("it does not say of which RTL it is")
    for unit, points in data["points"].items():
        yield coverage_of(unit, points, data["bins"].get(unit), data["about"][unit])


def coverage_of(unit, points, bins, of):
    need_today(of)
    fewer = "" if of["runs"] == COVERAGE_RUNS else \
        f' COVERAGE_RUNS="{" ".join(str(n + 1) for n in range(of["runs"]))}"'
    how = {} if of["seed"] is None else {
        "command": f"LP_SEED={of['seed']} make coverage UNIT={unit} "
                   f"COVERAGE_CYCLES={of['cycles']}{fewer}", "seed": of["seed"]}
    pairs = {f"{k}s" if k != "branch" else "branches": points[k]
             for k in ("line", "branch", "toggle") if points[k][1]}
    if bins:
        counts = [c for group in bins.values() for c in group.values()]
        pairs["bins"] = [sum(c > 0 for c in counts), len(counts)]
    run = base("coverage", of, **how, **({"set": of["set"]} if len(of["digests"]) == 1 else {}),
               **pairs, holes=len(points["explained"]) + len(points["open"]),
               unexplained=len(points["open"]), runs=of["runs"])
    yield run if of["cycles"] is None else {**run, "cycles": of["cycles"]}


def formal_command(names):
    sys.path.insert(0, os.path.join(TB, "units/formal"))
    from proofs import PROOFS  # pylint: disable=import-outside-toplevel
    for command, every in (("make formal-long", PROOFS),
                           ("make formal", [p for p in PROOFS if not p.long])):
        if names == {p.name for p in every}:
            return command
    return "prove.py --long --only …"


def reach(check):
    if check["any_state"]:
        return "any state"
    return {"pdr": "all time", "comb": "all inputs"}.get(check["engine"], check["depth"])


def formal(path):
    """One run of all proofs of today's RTL: a proof counts if all its checks are good. The
    shares of a run are read together."""
    if os.path.basename(path) != "results.json":
        shares = sorted(glob.glob(os.path.join(os.path.dirname(path), "results-*.json")))
    else:
        shares = [path]
    checks, stale = collections.defaultdict(dict), []
    for check in (c for share in shares for c in read(share)):
        try:
            need_today(check)
            checks[check["proof"]][check["what"]] = check
        except Refused as why:
            stale.append(f"{check['proof']}: {why}")
    if checks:
        yield formal_run({name: list(group.values()) for name, group in checks.items()})
    if stale:
        raise Refused(f"{len(stale)} checks, first {stale[0]}")


def formal_run(checks):
    """checks: {proof: its property, covers and seeded bugs}"""
    every = [c for group in checks.values() for c in group]
    proofs = [{"name": name, "units": sorted(group[0]["digests"]), "reach": reach(group[0])}
              for name, group in checks.items()
              if all(c["good"] for c in group) and any(c["what"] == "property" for c in group)]
    units = {m: d for c in every for m, d in c["digests"].items()}
    return {"kind": "formal", "date": max(c["date"] for c in every), "units": units,
            "command": formal_command(set(checks)), "proofs": proofs, "checks": len(every),
            "failed": sum(not c["good"] for c in every)}


def lockstep(path):
    """A run for each set that passed, from a log that begins with the lines of `header`."""
    of, seed, failed = {"digests": {}}, None, []
    with open(path, encoding="utf-8") as src:
        for line in src:
            key, _, value = line.rstrip("\n").removeprefix("# ").partition(" ")
            found = PASSED.fullmatch(line.rstrip("\n"))
            if key in ("command", "date"):
                of[key] = value
            elif key == "RTL":
                of["digests"].update([value.split()])
            elif key.startswith("LP_SEED="):
                seed = int(key.partition("=")[2])
            elif found:
                yield lockstep_set(of, seed, *found.groups())
            elif line.startswith("not ok"):
                failed.append(line.strip())
    if failed:
        raise Refused(failed[0])


def lockstep_set(of, seed, unit, text, cycles, lines):
    if unit not in of["digests"]:
        raise Refused(f"{unit}: it does not say of which RTL it is")
    mine = {**of, "digests": {unit: of["digests"][unit]}}
    need_today(mine)
    seen = {"passed": int(lines), "of": "lines"} if int(lines) else {}
    yield base("lockstep", mine, command=of["command"], seed=seed, set=text, cycles=int(cycles),
               mismatches=0, **seen)


def campaign(path):
    """A run in pieces, and what its row of tb/campaign/rows gives besides."""
    of, cost = read(path), read(os.path.join(os.path.dirname(path), "account.json"))
    key, figures = of["key"], of["figures"]
    try:
        today = runs.records.digest(of["sources"])
    except runs.records.Bad:
        today = None
    if today != key["sources"]:
        raise Refused("its sources have changed since")
    command = f"make campaign NAME={key['name']} SIZE={key['size']} SEED={key['seed']}" + \
        (f' UNIT="{key["units"]}"' if key["units"] else "") + \
        "".join(f' {k}="{v}"' for k, v in sorted(key["options"].items()))
    common = {"date": of["date"], "command": command, "seed": key["seed"]}
    small = {k: v for k, v in figures.items() if isinstance(v, (int, float, str))}
    text = json.dumps(figures, sort_keys=True).encode()
    yield {"kind": "campaign", "units": {}, **common, "name": key["name"], "size": key["size"],
           "pieces": of["pieces"], "findings": small.pop("findings"), "nodes": len(cost["nodes"]),
           "retries": cost["retries"], "hours": cost["hours"], "lost_hours": cost["lost_hours"],
           "figures": small, "result": hashlib.sha256(text).hexdigest()}
    for run in figures.get("runs", ()):
        need_today({"digests": run["units"]})
        yield {**run, **common}


READERS = {
    "campaign/*/result.json": campaign,
    "cosim/campaigns/*.log": lockstep,
    "formal/results.json": formal,
    "formal/results-1.json": formal,
    "coverage/coverage.json": coverage,
    "mutation/*/result.json": mutation,
    "mutation/*/*/result.json": mutation,
    "synth/*/equiv.json": equiv,
}


def flat(results):
    """Runs, and the runs of generators among them; yields a Refused instead of raising it."""
    try:
        for item in results:
            if isinstance(item, dict):
                yield item
            else:
                yield from flat(item)
    except Refused as why:
        yield why


def collect(build):
    """(new runs, lines about refused results)"""
    found, refused = [], []
    for pattern, reader in READERS.items():
        for path in sorted(glob.glob(os.path.join(build, pattern))):
            try:
                for item in flat(reader(path)):
                    if isinstance(item, Refused):
                        refused.append(f"{path}: not recorded: {item}")
                    else:
                        found.append(item)
            except (KeyError, TypeError, ValueError, AttributeError) as err:
                raise runs.BadRun(f"{path}: not a result: {err!r}") from err
    return sorted(found, key=lambda run: run["date"]), refused


def header(command, modules):
    seed = os.environ.get("LP_SEED")
    yield f"# command {f'LP_SEED={seed} ' if seed else ''}{command}"
    yield f"# date {today()}"
    for module in modules:
        yield f"# RTL {module} {rtl_files.digest(module)}"


def given(text):
    """The run of --add."""
    try:
        run = json.loads(text)
    except json.JSONDecodeError as err:
        raise runs.BadRun(f"no JSON: {err.msg}") from err
    if isinstance(run, dict):
        modules = run.get("units", [])
        if isinstance(modules, list):
            run["units"] = {m: rtl_files.digest(m) for m in modules}
        run.setdefault("date", today())
    return run


def main():
    parser = argparse.ArgumentParser(description="record results")
    parser.add_argument("--build", default=os.environ.get("BUILD", "build"))
    parser.add_argument("--store", default=runs.STORE)
    parser.add_argument("--add", metavar="JSON")
    parser.add_argument("--header", nargs="+", metavar="WORD")
    args = parser.parse_args()
    try:
        if args.header:
            print("\n".join(header(args.header[0], args.header[1:])))
            return 0
        found, refused = ([given(args.add)], []) if args.add else collect(args.build)
        fresh = runs.append(found, args.store)
    except (runs.BadRun, rtl_files.UnknownUnit) as err:
        print(f"record: {err}", file=sys.stderr)
        return 2
    except OSError as err:
        print(f"record: {err.filename}: {err.strerror}", file=sys.stderr)
        return 2
    for line in refused:
        print(f"record: {line}", file=sys.stderr)
    print(f"{len(fresh)} recorded, {len(found) - len(fresh)} known, {len(refused)} refused")
    return 1 if refused else 0


if __name__ == "__main__":
    sys.exit(main())
