#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Campaigns of eight short pieces: on this machine and on a Slurm cluster of its own, with accidents
and bad input. make campaign-test has the long accidents."""
import fcntl
import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
sys.path[:0] = [os.path.dirname(HERE), HERE, os.path.join(ROOT, "tb/tree/results")]
import account  # noqa: E402
import engine  # noqa: E402
import machines  # noqa: E402
from folder import Folder  # noqa: E402
from machines import Campaign, Cluster  # noqa: E402
from tap import end, result, skip  # noqa: E402

PIECES = 8
WRONG = {"sleep": 0, "limit": 2, "fail": [1], "hang": [3], "killed": [5], "torn": [6]}
REASONS = {"1": "exit status 3", "3": "no end within 2 s", "5": "killed by SIGKILL",
           "6": "the output is not whole"}


def campaign(*words, **env):
    return subprocess.run([sys.executable, "-B", machines.CAMPAIGN, *words], text=True, check=False,
                          capture_output=True, env={**os.environ, **env})


def refuses(said, words, status=2):
    """Faults of a command that must be refused in one line."""
    lines = said.stderr.strip().splitlines()
    if said.returncode != status or len(lines) != 1 or words not in lines[0]:
        return [f"exit status {said.returncode}, '{said.stderr.strip()}', not '{words}'"]
    return []


# ---- pieces without Snakemake ----

def new_folder(work, name, trial, size=PIECES):
    """A campaign's folder with its plan, as campaign.py makes it."""
    sys.argv = ["campaign.py"]
    import campaign as program  # pylint: disable=import-outside-toplevel
    import table  # pylint: disable=import-outside-toplevel
    os.environ["LP_TRIAL"] = json.dumps(trial)
    for module in [m for m in sys.modules if m.startswith("rows")]:
        del sys.modules[module]
    row = table.row("trial")
    folder = Folder(os.path.join(work, name))
    folder.make()
    args = type("", (), {"seed": 1, "units": "", "build": "build", "name": "trial", "size": ""})
    key = {"name": "trial", "size": str(size), "options": {}, "seed": 1, "units": "", "sources": ""}
    plan = program.new_plan(args, row, key)
    with open(folder.at("plan.json"), "w", encoding="utf-8") as out:
        json.dump(plan, out)
    return folder


def piece(folder, *names, before=()):
    return subprocess.Popen([*before, sys.executable, "-B", os.path.join(HERE, "piece.py"), ".",
                             *names], cwd=folder.path, stdout=subprocess.PIPE, text=True,
                            stderr=subprocess.STDOUT)


def clock(work):
    """A node whose clock is off does not run a piece."""
    folder = new_folder(work, "clock", {"sleep": 0})
    off = ("import runpy, sys, time; now = time.time; time.time = lambda: now() + 1000; "
           "sys.argv = sys.argv[1:]; sys.path.insert(0, sys.argv[0].rpartition('/')[0]); "
           "runpy.run_path(sys.argv[0], run_name='__main__')")
    done = subprocess.run([sys.executable, "-B", "-c", off, os.path.join(HERE, "piece.py"), ".",
                           "0"], cwd=folder.path, text=True, check=False, capture_output=True)
    if done.returncode != 1 or "+1000 s off" not in done.stdout or folder.done("0"):
        return [f"exit status {done.returncode}: {done.stdout}{done.stderr}"]
    return []


def twice(work):
    """The same piece from two jobs: the second waits and finds the output."""
    folder = new_folder(work, "twice", {"sleep": 1})
    both = [piece(folder, "0"), piece(folder, "0")]
    status = [p.wait() for p in both] + [len(p.stdout.read()) for p in both]
    found = folder.attempts()
    return [] if status == [0, 0, 0, 0] and len(found) == 1 else [f"{status}, {len(found)} attempts"]


def killed(work):
    """SIGKILL to piece.py: its program ends too, nothing is left, and it runs again."""
    folder = new_folder(work, "killed", {"sleep": 30, "limit": 60})
    first = piece(folder, "0")
    until = time.monotonic() + 20
    while not folder.attempts() and time.monotonic() < until:
        time.sleep(0.05)
    time.sleep(0.3)
    inside = [p for p in machines.pids() if machines.parent(p) == first.pid]
    first.kill()
    first.wait()
    time.sleep(0.3)
    wrong = [f"process {p} goes on" for p in inside if machines.comm(p) and machines.parent(p) != 1
             or f"/{folder.path}" in str(machines.environ(p))]
    with open(folder.at("hold", "0"), "w", encoding="utf-8") as hold:
        try:
            fcntl.flock(hold, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            wrong.append("the piece is still locked")
    return wrong + ([] if inside else ["no program ran"]) + \
        (["an output"] if os.listdir(folder.at("piece")) not in ([], [".0.part"]) else [])


# ---- on this machine ----

def local(work):
    """One core, several, and after a kill -9: the same bytes."""
    one = Campaign(os.path.join(work, "one"), {"sleep": 0}, PIECES, jobs=1)
    status, said = one.run()
    if status != 0:
        return [said]
    many = Campaign(os.path.join(work, "many"), {"sleep": 1}, PIECES, jobs=4).start()
    many.wait(2)
    machines.kill(many.engine())
    many.process.communicate()
    status, said = many.run()
    wrong = [] if status == 0 else [said]
    if not wrong and many.result() != one.result():
        wrong.append("another result")
    return wrong + [f"piece {p}: attempts {a} and {b} at the same time" for p, a, b in
                    account.overlaps(Folder(many.folder).attempts())]


def named(work):
    """Pieces without result are named with reason, seed and log."""
    one = Campaign(os.path.join(work, "named"), WRONG, PIECES, jobs=4)
    status, said = one.run()
    wrong = [] if status == 1 else [f"exit status {status}"]
    for name, why in REASONS.items():
        line = next((w for w in said.splitlines() if f"piece {name} (" in w), "")
        if why not in line or "seed " not in line or not os.path.exists(line.rpartition("; ")[2]):
            wrong.append(f"piece {name}: not '{why}' but '{line}'")
    there = sorted(os.listdir(os.path.join(one.folder, "piece")))
    if there != sorted({"b0", *map(str, range(PIECES))} - set(REASONS)):
        wrong.append(f"outputs {' '.join(there)}")
    tries = Folder(one.folder).attempts()
    wrong += [f"piece {n}: {sum(a['piece'] == n for a in tries)} attempts" for n in REASONS
              if sum(a["piece"] == n for a in tries) != 3]
    status = campaign("status", "--folder", one.folder)
    if "4 of 8 pieces" not in status.stdout or "no end within" not in status.stdout:
        wrong.append(status.stdout)
    return wrong


def stopped(work):
    """campaign-stop ends Snakemake and the pieces; the same command goes on."""
    one = Campaign(os.path.join(work, "stopped"), {"sleep": 600, "limit": 900}, PIECES,
                   jobs=2).start()
    one.begun()
    second = campaign("run", "trial", "--size", str(PIECES), "--folder", one.folder)
    wrong = refuses(second, "runs already")
    done = campaign("stop", "--folder", one.folder)
    status, said = one.end(60)
    if done.returncode != 0 or status != 1 or "goes on" not in said:
        wrong.append(f"{done.returncode} {status}: {done.stderr}{said}")
    wrong += left_of(one)
    # A kill -9 of Snakemake alone: campaign.py ends the pieces.
    one.start().begun()
    machines.kill(one.engine()[1:])
    status, said = one.end(60)
    if status != 1 or "Snakemake was killed by SIGKILL" not in said or "ended by SIGTERM" not in said:
        wrong.append(f"{status}: {said}")
    wrong += left_of(one)
    # After a kill -9 of both too, of which pieces go on.
    one.start().begun()
    machines.kill(one.engine())
    one.process.communicate()
    if campaign("stop", "--folder", one.folder).returncode != 0:
        wrong.append("stop fails after a kill")
    return wrong + left_of(one)


def damaged(work):
    """Outputs and attempts that are not whole, a mark without output and lost jobs: the same bytes."""
    one = Campaign(os.path.join(work, "damaged"), {"sleep": 0}, PIECES, jobs=4)
    shutil.copytree(os.path.join(work, "one"), one.folder)
    whole = one.result()
    for name, text in (("piece/0", b""), ("piece/1", b'{"number'), ("piece/2", b"\xff\xfe"),
                       ("piece/b0", b""), ("jobs.json", b""), ("try/4.1.json", b"{}"),
                       ("try/5.1.json", b""), ("result.json", b"{"), ("account.json", b"")):
        with open(os.path.join(one.folder, name), "wb") as out:
            out.write(text)
    os.unlink(os.path.join(one.folder, "piece/3"))
    status, said = one.run()
    wrong = [] if status == 0 else [said]
    wrong += [f"not told of piece {n}" for n in ("0", "1", "2", "b0")
              if f"piece {n} (" not in said]
    if not wrong and one.result() != whole:
        wrong.append("another result")
    # Of the others nothing ran again.
    ran = {a["piece"] for a in Folder(one.folder).attempts() if a["try"] > 1}
    return wrong + ([] if ran == {"0", "1", "2", "3", "b0"} else [f"ran again: {sorted(ran)}"])


def unreadable(work):
    """A plan that is not one is named, and the other campaigns are told of."""
    build = os.path.join(work, "two")
    for name in ("fuzz", "kit"):
        shutil.copytree(os.path.join(work, "one"), os.path.join(build, "campaign", name))
    bad, wrong = os.path.join(build, "campaign/fuzz"), []
    for text in (b"", b'{"key": ', b"\xff\xfe", b"{}", b"[]"):
        with open(os.path.join(bad, "plan.json"), "wb") as out:
            out.write(text)
        done = campaign("status", "--build", build)
        wrong += refuses(done, "fuzz/plan.json: not ")
        if "all pieces done" not in done.stdout:
            wrong.append("nothing of the other campaign")
    return wrong + refuses(campaign("run", "trial", "--folder", bad), "fuzz/plan.json: not ")


def no_engine(work):
    """Where Snakemake itself fails, its error is told once, and not each piece."""
    wrong = []
    for name, end_text, said in (
            ("fails", "echo 'Error: no moon' >&2; exit 3",
             "Snakemake's exit status is 3: Error: no moon; "),
            ("silent", "exit 3", "Snakemake's exit status is 3; "),
            ("killed", "kill -9 $$", "Snakemake was killed by SIGKILL; ")):
        program, folder = os.path.join(work, f"snake-{name}"), os.path.join(work, f"no-{name}")
        with open(program, "w", encoding="utf-8") as out:
            out.write(f'#!/bin/sh\n[ "$1" = --version ] && echo 7.0 && exit\n{end_text}\n')
        os.chmod(program, 0o755)
        done = campaign("run", "trial", "--size", str(PIECES), "--folder", folder, SNAKEMAKE=program)
        lines = [w for w in done.stderr.splitlines() if said in w]
        if done.returncode != 1 or len(lines) != 1 or len(done.stderr.splitlines()) != 2 or \
                not os.path.exists(lines[0].rpartition("; ")[2]):
            wrong.append(f"{name}: exit status {done.returncode}: {done.stderr}")
    return wrong


def odd_folder(work):
    """make with a folder of odd signs; UNIT is in the campaign's key once."""
    folder = os.path.join(work, "it's a \"$HOME\"; *")
    env = {**engine.environment(), "LP_TRIAL": '{"sleep": 0}'}
    done = subprocess.run(["make", "-C", ROOT, "campaign", "NAME=trial", "SIZE=2", "UNIT=lp_skid",
                           "FOLDER=" + folder.replace("$", "$$")], text=True, check=False,
                          capture_output=True, env=env)
    if done.returncode != 0:
        return [done.stdout + done.stderr]
    key = Folder(folder).plan()["key"]
    return [] if (key["units"], key["options"]) == ("lp_skid", {}) else [str(key)]


def left_of(one):
    """Lines about processes that run in a campaign's folder, which are ended."""
    time.sleep(0.5)
    left = [p for p in machines.pids() if machines.folder_of(p) == one.folder]
    lines = [f"process {p} ({machines.comm(p)}) goes on" for p in left]
    machines.kill(left)
    return lines


def bad_input(work):
    """Each bad input is refused in one line."""
    at = ["--folder", os.path.join(work, "bad")]
    wrong = refuses(campaign("run", "nothing", *at), "no campaign 'nothing'; there are mutation")
    for jobs in ("0", "-1", "x", "1.5"):
        wrong += refuses(campaign("run", "trial", f"--jobs={jobs}", *at), "JOBS wants a number")
    for seed in ("-1", "x", "1.5", "", "nan", "1e99"):
        wrong += refuses(campaign("run", "trial", f"--seed={seed}", *at), "SEED wants a number")
    for size in ("0", "many", "1e300", "nan"):
        wrong += refuses(campaign("run", "trial", "--size", size, *at), "SIZE wants a number")
    wrong += refuses(campaign("run", "trial", "--where", "moon", *at), "WHERE is local or slurm")
    wrong += refuses(campaign("run", "trial", "--where", "slurm", "--folder", f'{at[1]}"'),
                     "submits nothing from a path with")
    wrong += refuses(campaign("run", "trial", "--profile", work, *at), "PROFILE is a profile for")
    wrong += refuses(campaign("run", "trial", "--folder", "/dev/null"),
                     "/dev/null/piece: Not a directory")
    wrong += refuses(campaign("run", "mutation", "--units", "lp_none", *at), "no unit 'lp_none'")
    other = os.path.join(work, "snakemake")
    with open(other, "w", encoding="utf-8") as out:
        out.write("#!/bin/sh\necho 8.30.0\n")
    os.chmod(other, 0o755)
    wrong += refuses(campaign("run", "trial", *at, SNAKEMAKE=other), "version '8.30.0'")
    wrong += refuses(campaign("status", *at), "no campaign here")
    if os.path.exists(at[1]):
        wrong.append("a refused campaign leaves a folder")
    first = Campaign(os.path.join(work, "first"), {"sleep": 0}, 2, jobs=2)
    wrong += [] if first.run()[0] == 0 else ["a campaign of two pieces fails"]
    wrong += refuses(campaign("run", "trial", "--size", "3", "--folder", first.folder),
                     "it has SIZE=2, not 3")
    return wrong + refuses(campaign("run", "trial", "--size", "2", "--seed", "2", "--folder",
                                    first.folder), "it has SEED=1, not 2")


# ---- on Slurm ----

def up(*words, **env):
    return subprocess.run([os.path.join(HERE, "cluster/up.sh"), *words], text=True, check=False,
                          capture_output=True, env={**os.environ, **env})


def bad_cluster(work):
    """Munge key of others' rights, a port that is taken, another user's slurm.conf, no controller."""
    at = os.path.join(work, "badc")
    try:
        return refused_clusters(work, at)
    finally:
        # A cluster that should not have started.
        subprocess.run([os.path.join(HERE, "cluster/down.sh"), "--folder", at], check=False)


def left_with(conf):
    """Lines about processes with this SLURM_CONF, after the time that a daemon takes to end."""
    until = time.monotonic() + 10
    while True:
        left = [p for p in machines.pids() if machines.environ(p).get("SLURM_CONF") == conf]
        if not left or time.monotonic() > until:
            return [f"process {p} ({machines.comm(p)}) goes on" for p in left]
        time.sleep(0.2)


def refused_clusters(work, at):
    os.makedirs(at)
    key = os.path.join(at, "munge.key")
    with open(key, "wb") as out:
        out.write(os.urandom(1024))
    os.chmod(key, 0o644)
    wrong = refuses(up("--folder", at), "other users may read or write the munge key", 1)
    os.chmod(key, 0o600)
    for words in (("--nodes", "5"), ("--cpus", "0"), ("--port", "x"), ("--other",)):
        done = up("--folder", at, *words)
        wrong += [] if done.returncode == 2 else [f"{' '.join(words)}: {done.returncode}"]
    theirs = os.path.join(work, "etc")
    os.makedirs(theirs)
    with open(f"{theirs}/slurm.conf", "w", encoding="utf-8") as out:
        out.write("ClusterName=theirs\n")
    wrong += refuses(up("--folder", at, "--etc", LP_SLURM_ETC=theirs), "another cluster", 1)
    with open(f"{theirs}/slurm.conf", encoding="utf-8") as src:
        wrong += [] if src.read() == "ClusterName=theirs\n" else ["another user's file has changed"]
    with socket.socket() as held:
        held.bind(("", 0))
        held.listen()
        subprocess.run([os.path.join(HERE, "cluster/down.sh"), "--folder", at], check=True)
        shutil.rmtree(at)
        port = held.getsockname()[1]
        if port <= 65531:
            wrong += refuses(up("--folder", at, "--port", str(port)), f"port {port} is taken", 1)
            wrong += left_with(os.path.join(at, "slurm.conf"))
    spaced = os.path.join(work, "a b")
    wrong += refuses(up("--folder", spaced), f"{spaced}: slurm.conf takes no path with", 1)
    return wrong + refuses(campaign("run", "trial", "--where", "slurm", "--folder",
                                    os.path.join(work, "none"),
                                    SLURM_CONF=os.path.join(at, "slurm.conf")),
                           "no Slurm controller answers")


def not_shared(work, cluster):
    """A folder that the nodes do not see."""
    at = os.path.join(work, "apart")
    os.makedirs(at)
    done = subprocess.run(
        ["unshare", "--mount", "sh", "-c", 'mount -t tmpfs tmpfs "$1" && shift && exec "$@"', "sh", at,
         sys.executable, "-B", machines.CAMPAIGN, "run", "trial", "--where", "slurm", "--size", "2",
         "--folder", at], text=True, check=False, capture_output=True,
        env={**os.environ, "SLURM_CONF": cluster.conf})
    if "mount" in done.stderr or "unshare" in done.stderr:
        print("# no mounts as this user: a folder that is not shared is not tested")
        return []
    return refuses(done, "no shared file system")


def other_options(cluster):
    """Options other than those with which the cluster was made; the same ones are taken."""
    wrong = []
    for words, has in ((("--nodes", "1"), "--nodes 2, not 1"), (("--cpus", "2"), "--cpus 1, not 2"),
                       (("--port", "1024"), f"--port {cluster.options[-1]}, not 1024")):
        wrong += refuses(up("--folder", cluster.folder, *words), f"has {has}", 1)
    for words in ((), ("--nodes", "2", "--cpus", "1")):
        done = up("--folder", cluster.folder, *words)
        wrong += [] if done.returncode == 0 else [done.stderr]
    return wrong


def slurm(work, cluster):
    """Eight pieces on two nodes, in a folder of odd signs: the bytes of one core."""
    one = Campaign(os.path.join(work, "on it's nodes"), {"sleep": 0, "seconds": 20}, PIECES, cluster)
    status, said = one.run()
    wrong = [] if status == 0 else [said]
    with open(os.path.join(work, "one/result.json"), "rb") as src:
        if not wrong and one.result() != src.read():
            wrong.append("another result")
    nodes = account.account(Folder(one.folder).attempts())["nodes"]
    return wrong + ([] if set(nodes) <= {"n1", "n2"} and nodes else [f"nodes {nodes}"])


def recorded(work):
    """A result goes to make record with nodes, retries and hours."""
    os.makedirs(os.path.join(work, "build/campaign"))
    shutil.copytree(os.path.join(work, "one"), os.path.join(work, "build/campaign/trial"))
    store = os.path.join(work, "runs.jsonl")
    done = subprocess.run([sys.executable, "-B", os.path.join(ROOT, "tb/tree/results/record.py"),
                           "--build", os.path.join(work, "build"), "--store", store], text=True,
                          capture_output=True, check=False)
    if done.returncode != 0:
        return [done.stdout + done.stderr]
    with open(store, encoding="utf-8") as src:
        lines = src.readlines()
    if len(lines) != 1:
        return [f"{len(lines)} runs, not one: {done.stdout}"]
    run = json.loads(lines[0])
    want = {"kind": "campaign", "name": "trial", "size": str(PIECES), "pieces": PIECES, "retries": 0,
            "nodes": 1, "findings": 0}
    return [f"{k}: {run.get(k)}, not {v}" for k, v in want.items() if run.get(k) != v]


def main():
    signal.signal(signal.SIGINT, signal.default_int_handler)
    work = tempfile.mkdtemp(prefix="lp-")
    os.environ["BUILD"] = os.path.join(work, "b")
    lacks = machines.lacks()
    try:
        result(clock(work), "a node whose clock is off runs no piece")
        result(twice(work), "a piece does not run twice at a time")
        result(killed(work), "the program of a piece ends with it")
        if "snakemake" in lacks:
            skip("campaigns", "no snakemake; packages: ./bootstrap campaign")
            return end()
        result(local(work), "one core, several, and a kill -9 in between: the same bytes")
        result(recorded(work), "make record takes the result with nodes, retries and hours")
        result(named(work), "pieces without result are named, the others finish")
        result(stopped(work), "one run a folder; campaign-stop ends it")
        result(damaged(work), "what is not whole in a folder is made again: the same bytes")
        result(unreadable(work), "a plan that cannot be read is named")
        result(no_engine(work), "where Snakemake fails its error is told once")
        result(odd_folder(work), "a folder's name may have spaces and quotes")
        result(bad_input(work), "bad input is refused in one line")
        if lacks:
            skip("campaigns on Slurm", f"no {' '.join(lacks)}; packages: ./bootstrap campaign")
            return end()
        result(bad_cluster(work), "a cluster that cannot be started says why")
        with Cluster(os.path.join(work, "c"), 2) as cluster:
            result(not_shared(work, cluster), "a folder that nodes do not see is refused")
            result(other_options(cluster), "a cluster with other options is refused")
            result(slurm(work, cluster), "eight pieces on two nodes: the same bytes")
        left = [p for p in machines.pids() if work in str(machines.environ(p).get("SLURM_CONF"))]
        result([f"{p} {machines.comm(p)}" for p in left], "nothing is left running")
    finally:
        shutil.rmtree(work, ignore_errors=True)
    return end()


if __name__ == "__main__":
    sys.exit(main())
