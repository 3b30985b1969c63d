#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Campaigns: long runs in pieces, on this machine's cores or on a Slurm cluster.

    campaign.py run NAME [--where local|slurm] [--jobs N] [--size S] [--seed N] [--units "UNIT..."]
    campaign.py status | stop [NAME]
    campaign.py list

A campaign that was stopped or killed goes on when it is run again. Exit status: 0 all pieces are
there and nothing is to be looked at; 1 a piece failed, or the result has findings; 2 bad use, or a
folder that cannot be read or written.
"""
import argparse
import datetime
import glob
import math
import os
import signal
import socket
import subprocess
import sys
import time

import account
import engine
import folder as folders
import piece
import table
from folder import ROOT, CampaignError, Folder, read_json, write_json

sys.path[:0] = [os.path.join(ROOT, "tb/tree/records"), os.path.join(ROOT, "synth")]
import signed  # noqa: E402

BATCH_SECONDS = 60  # pieces shorter than that share a job
BUILD_LIMIT, BUILD_MEMORY = 7200, 4000
OWN_SOURCES = ("tb/campaign/piece.py", "tb/campaign/table.py")
OPTIONS = ("TRACES", "GPU", "GPU_OPTIONS")
STOP_SECONDS = 60


def jobs_number(text):
    return table.number(text, "JOBS", 1, 100000)


def seed_number(text):
    return table.number(text, "SEED", 0, (1 << 31) - 1)


# ---- the plan ----

def sources_of(name, row):
    return list(dict.fromkeys((*OWN_SOURCES, f"tb/campaign/rows/{name}.py", *row.SOURCES)))


def key_of(args, row):
    """The settings that two calls for one campaign have in common."""
    return {"name": args.name, "size": args.size or row.SIZE[0], "seed": seed_number(args.seed),
            "units": args.units, "options": {k: os.environ[k] for k in OPTIONS if os.environ.get(k)},
            "sources": signed.digest(sources_of(args.name, row))}


def new_plan(args, row, key):
    ask = table.Ask(key["size"], key["seed"], args.units.split(), args.build, key["options"])
    builds, pieces = row.plan(ask)
    for one in builds:
        one.update(limit=BUILD_LIMIT, memory=BUILD_MEMORY)
    for one in pieces:
        one.update(limit=row.LIMIT, memory=row.MEMORY)
    return {"key": key, "date": datetime.date.today().isoformat(), "builds": builds,
            "pieces": pieces, "seconds": row.SECONDS, "sources": sources_of(key["name"], row)}


def jobs_for(plan):
    """Builds and batches for the Snakefile. Pieces of a batch need the same builds."""
    each = max(1, BATCH_SECONDS // max(1, plan["seconds"]))
    batches, last = [], None
    for name, one in enumerate(plan["pieces"]):
        if last is None or len(last["names"]) == each or last["after"] != one["after"]:
            last = {"names": [], "after": one["after"], "memory": 0, "minutes": 5}
            batches.append(last)
        last["names"].append(str(name))
        last["memory"] = max(last["memory"], one["memory"])
        last["minutes"] += math.ceil(one["limit"] / 60)
    return {"batches": batches,
            "builds": [{"after": b["after"], "memory": b["memory"],
                        "minutes": math.ceil(b["limit"] / 60) + 5} for b in plan["builds"]]}


def same_campaign(folder, key):
    """Whether there is a plan already; refuses one of another campaign."""
    if not os.path.exists(folder.at("plan.json")):
        return False
    old = folder.plan()["key"]
    for name, text in (("name", "NAME"), ("size", "SIZE"), ("seed", "SEED"), ("units", "UNIT"),
                       ("options", "options"), ("sources", "sources")):
        if old.get(name) != key[name]:
            said = "its sources have changed since" if name == "sources" else \
                f"it has {text}={old.get(name)}, not {key[name]}"
            raise CampaignError(f"{folder.path} has a campaign that is another: {said}; remove the "
                                "folder, or name another by FOLDER=")
    return True


# ---- running ----

class Ending(Exception):
    """This program was told to end."""


def on_signal(number, _):
    raise Ending(signal.Signals(number).name)


def told(folder, plan, before):
    """A line about progress when a tenth more is done."""
    done = len(plan["pieces"]) - sum(not n.startswith("b") for n in folder.missing(plan))
    tenth = 10 * done // max(1, len(plan["pieces"]))
    if tenth != before:
        print(f"{done} of {len(plan['pieces'])} pieces", flush=True)
    return tenth


def end_engine(process):
    """Snakemake cancels its jobs when it is told to end."""
    for number, seconds in ((signal.SIGINT, 20), (signal.SIGTERM, 10), (signal.SIGKILL, 10)):
        try:
            os.killpg(process.pid, number)
            process.wait(timeout=seconds)
            return
        except (subprocess.TimeoutExpired, ProcessLookupError):
            pass


def mend(folder, plan):
    """Removes outputs that are not whole, such as after a crash of a disk, and marks of batches
    without outputs, for which Snakemake would do nothing."""
    for name in folders.names(plan):
        if not folder.done(name):
            continue
        one = folders.piece_of(plan, name)
        why = piece.fault_of(folder.at("piece", name), one)
        if why:
            os.unlink(folder.at("piece", name))
            folders.warn(f"piece {name} ({one['what']}): {why}; it runs again")
    missing = set(folder.missing(plan))
    marks = [(name, [name]) for name in missing if name.startswith("b")] + \
        [(str(i), one["names"]) for i, one in enumerate(jobs_for(plan)["batches"])]
    for mark, names in marks:
        if missing & set(names) and os.path.exists(folder.at("batch", mark)):
            os.unlink(folder.at("batch", mark))


def drive(folder, plan, words, lock):
    """Runs Snakemake until it ends; how it has ended. It inherits the campaign's lock."""
    write_json(folder.at("run.json"), {"pid": os.getpid(), "host": socket.gethostname()})
    builds = sum(n.startswith("b") for n in folder.missing(plan))
    if builds:
        print(f"builds that come first: {builds}", flush=True)
    path = folder.at("log/snakemake.log")
    with open(path, "a", encoding="utf-8") as log:
        begin = log.tell()
        process = subprocess.Popen(words, cwd=folder.path, env=engine.environment(), stdout=log,
                                   stderr=log, stdin=subprocess.DEVNULL, pass_fds=[lock],
                                   start_new_session=True)
        tenth = told(folder, plan, None)
        try:
            while process.poll() is None:
                time.sleep(0.5)
                tenth = told(folder, plan, tenth)
        finally:
            if process.poll() is None:
                end_engine(process)
    told(folder, plan, tenth)
    if process.returncode < 0:
        engine.cancel_local(folder)  # it was killed, and the pieces go on
    return engine.how_ended(process.returncode, path, begin)


def failures(folder, plan, ended):
    """Lines about the pieces without output, with reason, seed and log. ended: how Snakemake has,
    which is told where it has not begun a piece that it could begin."""
    last, idle = account.last_of(folder.attempts()), False
    for name in folder.missing(plan):
        one, attempt = folders.piece_of(plan, name), last.get(name)
        if attempt:
            how = attempt.get("how") or f"no end is written (node {attempt['node']}, or a full disk)"
            log = folder.at("log", f"{name}.{attempt['try']}.log")
            yield f"piece {name} ({one['what']}, seed {one['seed']}): {how}; {log}"
        elif all(folder.done(f"b{b}") for b in one["after"]):
            idle = True
    if idle:
        yield ended


def gather(folder, plan, row):
    """Writes result.json, which does not depend on order, nodes and retries, and account.json."""
    paths = [folder.at("piece", str(i)) for i in range(len(plan["pieces"]))]
    figures = row.gather(plan, paths)
    result = {"key": plan["key"], "sources": plan["sources"], "date": plan["date"],
              "pieces": len(paths), "figures": figures}
    write_json(folder.at("result.json"), result)
    write_json(folder.at("account.json"), account.account(folder.attempts()))
    return result


def summary(folder, result):
    cost = read_json(folder.at("account.json"))
    small = {k: v for k, v in result["figures"].items() if not isinstance(v, (list, dict))}
    print(f"{result['pieces']} pieces on {len(cost['nodes'])} nodes, {cost['retries']} retries, "
          f"{cost['hours']} hours of a core, {cost['lost_hours']} of them lost")
    print(", ".join(f"{k} {v}" for k, v in sorted(small.items())))
    print(folder.at("result.json"))


def prepare(args):
    """(folder, lock, plan, row, Snakemake's command line)"""
    jobs = jobs_number(args.jobs)
    if args.name not in (*table.NAMES, table.TRIAL):
        raise CampaignError(f"no campaign '{args.name}'; there are {', '.join(table.NAMES)}")
    if args.where not in ("local", "slurm"):
        raise CampaignError(f"WHERE is local or slurm, not '{args.where}'")
    row = table.row(args.name)
    folder = Folder(args.folder or os.path.join(args.build, "campaign", args.name))
    if args.profile and args.where == "local":
        raise CampaignError("PROFILE is a profile for WHERE=slurm")
    program, major = engine.snakemake(args.build)
    if args.where == "slurm":
        engine.need_name(folder)
        engine.own_cluster(args.build)
        engine.need_slurm()
        if major == "9" and not args.profile:
            engine.need_plugin_conf()
    key = key_of(args, row)
    plan = None if same_campaign(folder, key) else new_plan(args, row, key)
    folder.make()
    lock = folder.lock()
    if lock is None:
        raise CampaignError(f"{folder.path}: this campaign runs already; make campaign-status")
    # Another call may have made it before this one had the lock.
    if not same_campaign(folder, key):
        write_json(folder.at("plan.json"), plan)
    plan = folder.plan()
    write_json(folder.at("jobs.json"), jobs_for(plan))
    words = engine.command(program, major, args.where, jobs, args.profile)
    return folder, lock, plan, row, words


def run(args):
    folder, lock, plan, row, words = prepare(args)
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        signal.signal(number, on_signal)
    try:
        if args.where == "slurm":
            left = engine.cancel(folder)
            if left:
                raise CampaignError(f"jobs of an earlier run do not end: {' '.join(sorted(left))}")
            engine.need_shared(folder)
        mend(folder, plan)
        ended = drive(folder, plan, words, lock) if folder.missing(plan) else ""
    except Ending as err:
        engine.cancel_local(folder)
        if args.where == "slurm":
            engine.cancel(folder)
        print(f"campaign: ended by {err}; the same command goes on", file=sys.stderr)
        return 1
    if folder.missing(plan):
        for line in failures(folder, plan, ended):
            folders.warn(line)
        folders.warn(f"{len(folder.missing(plan))} pieces have no result; the same command tries "
                     f"them again ({folder.at('log/snakemake.log')})")
        return 1
    result = gather(folder, plan, row)
    summary(folder, result)
    return 1 if result["figures"]["findings"] else 0


# ---- status, stop ----

def folders_of(args):
    if args.folder:
        paths = [args.folder]
    else:
        paths = sorted(glob.glob(os.path.join(glob.escape(args.build), "campaign",
                                              args.name or "*")))
    found = [Folder(p) for p in paths if os.path.exists(os.path.join(p, "plan.json"))]
    if not found:
        raise CampaignError("no campaign here" + (f" of the name '{args.name}'" if args.name else ""))
    return found


def running(folder):
    lock = folder.lock()
    if lock is None:
        return True
    os.close(lock)
    return False


def left_text(plan, attempts, missing):
    """How long the rest takes on one core, by the mean of the pieces so far."""
    took = [account.seconds(a) for a in attempts if account.good(a) and a["piece"].isdecimal()]
    if not took or not missing:
        return ""
    hours = sum(took) / len(took) * sum(n.isdecimal() for n in missing) / account.HOUR
    return f", {hours:.2f} hours of a core to do"


def each(args, act):
    """The highest exit status of act(folder); a folder that cannot be read does not keep the others
    from it."""
    engine.own_cluster(args.build)
    worst = 0
    for folder in folders_of(args):
        try:
            worst = max(worst, act(folder))
        except CampaignError as err:
            folders.warn(str(err))
            worst = max(worst, err.status)
    return worst


def status(folder):
    plan, attempts = folder.plan(), folder.attempts()
    missing = folder.missing(plan)
    done = len(plan["pieces"]) - sum(n.isdecimal() for n in missing)
    builds = sum(n.startswith("b") for n in missing)
    jobs = engine.jobs_of(folder) if engine.shutil.which("squeue") else {}
    state = "runs" if running(folder) else "all pieces done" if not missing else "does not run"
    cost = account.account(attempts)
    print(f"{plan['key']['name']} SIZE={plan['key']['size']} SEED={plan['key']['seed']}: "
          f"{state}, "
          + (f"{len(plan['builds']) - builds} of {len(plan['builds'])} builds, " if builds else "")
          + f"{done} of {len(plan['pieces'])} pieces, {cost['retries']} retries, "
          f"{len(cost['nodes'])} nodes{left_text(plan, attempts, missing)}"
          + (f", Slurm jobs {len(jobs)}" if jobs else ""))
    last = account.last_of(attempts)
    for name in missing:
        how = last.get(name, {}).get("how")
        if how:
            print(f"  piece {name} ({folders.piece_of(plan, name)['what']}): {how}")
    return 0


def tell_to_end(folder):
    """SIGTERM to the campaign.py of a folder; whether it runs on this machine."""
    who = read_json(folder.at("run.json"))
    if who["host"] != socket.gethostname():
        folders.warn(f"{folder.path} runs on {who['host']}: stop it there")
        return False
    try:
        os.kill(who["pid"], signal.SIGTERM)
    except ProcessLookupError:
        pass
    return True


def stop(folder):
    if running(folder) and not tell_to_end(folder):
        return 1
    until = time.monotonic() + STOP_SECONDS
    while running(folder) and time.monotonic() < until:
        time.sleep(0.2)
    engine.cancel_local(folder)
    if engine.shutil.which("squeue"):
        engine.cancel(folder)
    if running(folder):
        folders.warn(f"{folder.path}: does not end")
        return 1
    print(f"{folder.path}: stopped")
    return 0


def planned(row, build):
    """About how long the default SIZE takes; nothing if its plan needs results or programs first."""
    try:
        pieces = row.plan(table.Ask(row.SIZE[0], 1, [], build, {}))[1]
    except (CampaignError, OSError):
        return ""
    hours = len(pieces) * row.SECONDS / account.HOUR
    return f"; {len(pieces)} pieces, about {hours:.1f} hours of a core"


def listing(args):
    for name in table.NAMES:
        row = table.row(name)
        print(f"{name:12} {row.ABOUT}; SIZE={row.SIZE[0]} {row.SIZE[1]}{planned(row, args.build)}")
    return 0


def main():
    parser = argparse.ArgumentParser(description="long runs in pieces")
    parser.add_argument("verb", choices=("run", "status", "stop", "list"))
    parser.add_argument("name", nargs="?", default="")
    parser.add_argument("--where", default="local")
    parser.add_argument("--jobs", default=str(os.cpu_count()))
    parser.add_argument("--size", default="")
    parser.add_argument("--seed", default="1")
    parser.add_argument("--units", default="")
    parser.add_argument("--folder", default="")
    parser.add_argument("--build", default=os.environ.get("BUILD", "build"))
    parser.add_argument("--profile", default="", help="a Snakemake profile in place of the own one")
    args = parser.parse_args()
    if args.folder:
        args.folder = os.path.abspath(args.folder)
    # Snakemake runs in the campaign's folder, and knows profiles by name too.
    if os.path.isdir(args.profile):
        args.profile = os.path.abspath(args.profile)
    # Programs run in the root of the tree, where make's B is meant.
    os.chdir(ROOT)
    try:
        if args.verb in ("status", "stop"):
            return each(args, status if args.verb == "status" else stop)
        return run(args) if args.verb == "run" else listing(args)
    except CampaignError as err:
        folders.warn(str(err))
        return err.status
    except OSError as err:
        where = err.filename or args.folder or os.path.join(args.build, "campaign", args.name)
        folders.warn(f"{where}: {err.strerror}")
        return 2
    except signed.Bad as err:
        folders.warn(str(err))
        return 2


if __name__ == "__main__":
    sys.exit(main())
