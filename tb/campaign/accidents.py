#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Accidents in the middle of a campaign on Slurm: afterwards all pieces are there and the result has
the same bytes as that of one core of this machine, or the pieces without result are named.

    accidents.py [NAME...]      all, or those named

With Snakemake 9 (make campaign-venv, SNAKEMAKE=) each cluster is that of /etc/slurm for a while.
"""
import os
import shutil
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [os.path.dirname(HERE), HERE]
import account  # noqa: E402
import machines  # noqa: E402
from folder import Folder  # noqa: E402
from machines import Campaign, Cluster  # noqa: E402
from tap import end, result, skip  # noqa: E402

PIECES = 20
# Two pieces a job.
TRIAL = {"sleep": 2, "seconds": 30}
WRONG = {"fail": [2], "hang": [5], "memory": [8], "killed": [11], "torn": [14], "limit": 8}
OVERHEAD_SECONDS = 3.0
SHARE = 0.9


def reference(work):
    """result.json of WHERE=local JOBS=1, with pieces that do not wait: the result has no times."""
    one = Campaign(os.path.join(work, "local"), {**TRIAL, "sleep": 0}, PIECES, jobs=1)
    status, said = one.run()
    if status != 0:
        raise OSError(said)
    return one.result()


def attempts(one):
    return Folder(one.folder).attempts()


def tell(name, one, begin):
    """A line for the log of the campaign."""
    cost = account.account(attempts(one))
    print(f"# {name}: {time.monotonic() - begin:.0f} s, {cost['retries']} retries, "
          f"{3600 * cost['lost_hours']:.0f} s lost, nodes {' '.join(cost['nodes'])}", flush=True)


def whole(one, status, said, wanted):
    """Faults of a campaign that must have ended well."""
    wrong = [f"exit status {status}: {said[-300:]}"] if status != 0 else []
    if not wrong and one.result() != wanted:
        wrong.append("result.json is another than that of one core")
    return wrong + [f"piece {p}: attempts {a} and {b} at the same time"
                    for p, a, b in account.overlaps(attempts(one))]


def with_cluster(accident, nodes=2):
    """Runs a campaign on a cluster; accident(one, cluster) after 5 pieces."""
    def test(name, work, wanted):
        with Cluster(os.path.join(work, "c"), nodes) as cluster:
            one = Campaign(os.path.join(work, name), TRIAL, PIECES, cluster).start()
            begin = time.monotonic()
            one.wait(5)
            more = accident(one, cluster) or []
            status, said = one.end() if one.process else (0, "")
            tell(name, one, begin)
            return more or whole(one, status, said, wanted)
    return test


# ---- nodes ----

def slurmd(_, cluster):
    machines.kill([cluster.pid("slurmd.n1")])


def slurmd_steps(_, cluster):
    machines.kill([cluster.pid("slurmd.n1")])
    machines.kill(cluster.steps("n1"))
    # As after a reboot.
    time.sleep(5)
    done = cluster.up()
    return [] if done.returncode == 0 else [done.stderr]


def node_for_good(_, cluster):
    machines.kill([cluster.pid("slurmd.n2")])
    machines.kill(cluster.steps("n2"))


def slurmctld(_, cluster):
    machines.kill([cluster.pid("slurmctld")])
    time.sleep(3)
    done = cluster.up("--heal")
    return [] if done.returncode == 0 else [done.stderr]


# ---- Snakemake, and all ----

def again(one, cluster, kept):
    """The same command; pieces that were there must not run again."""
    status, said = one.run()
    wrong = [] if status == 0 else [f"again: exit status {status}: {said[-300:]}"]
    tries = account.last_of(attempts(one))
    wrong += [f"piece {p} ran again" for p in kept if tries[p]["begin"] > kept[p]]
    one.process = None
    return wrong


def snakemake(one, cluster):
    machines.kill(one.engine())
    one.process.communicate()
    return again(one, cluster, {p: time.time() for p in one.pieces()})


def machine(one, cluster):
    found = set(one.engine()) | set(cluster.daemons()) | set(cluster.mine()) - {os.getpid()}
    machines.kill(found)
    one.process.communicate()
    kept = {p: time.time() for p in one.pieces()}
    time.sleep(1)
    done = cluster.up()
    return ([] if done.returncode == 0 else [done.stderr]) + again(one, cluster, kept)


# ---- pieces ----

NAMED = {"2": "exit status 3", "5": "no end within 8 s", "8": "takes more than 200 MB",
         "11": "killed by SIGKILL", "14": "the output is not whole", "17": "No space left on device"}


def full_disk(folder):
    """A small file system for the outputs; False where it cannot be had."""
    os.makedirs(folder)
    return subprocess.run(["mount", "-t", "tmpfs", "-o", "size=4m", "tmpfs", folder],
                          stderr=subprocess.DEVNULL, check=False).returncode == 0


def faults_of_pieces(one, status, said, named):
    wrong = [] if status == 1 else [f"exit status {status}, not 1: {said[-300:]}"]
    for piece, why in named.items():
        line = next((w for w in said.splitlines() if f"piece {piece} (" in w), "")
        if why not in line or "seed " not in line or not os.path.exists(line.rpartition("; ")[2]):
            wrong.append(f"piece {piece}: not '{why}' with seed and log, but '{line}'")
    there = set(one.pieces())
    wrong += [f"piece {n}: no output" for n in map(str, range(PIECES))
              if n not in there and n not in named]
    wrong += [f"piece {n}: an output" for n in named if n in there]
    wrong += [f"{n} is left" for n in os.listdir(os.path.join(one.folder, "piece"))
              if not n.removeprefix("b").isdecimal()]
    if os.path.exists(os.path.join(one.folder, "result.json")):
        wrong.append("a result of pieces that are missing")
    return wrong


def bad_pieces(name, work, _):
    """A piece that fails, hangs, takes too much memory, is killed, is torn, and a full disk."""
    with Cluster(os.path.join(work, "c")) as cluster:
        folder = os.path.join(work, name)
        disk = os.path.join(folder, "piece")
        mounted = full_disk(disk)
        try:
            trial = {**TRIAL, **WRONG, "sleep": 1, "fill": [17] if mounted else []}
            one = Campaign(folder, trial, PIECES, cluster)
            begin = time.monotonic()
            status, said = one.run()
            tell(name, one, begin)
            if not mounted:
                print("# a full disk: no mount as this user", flush=True)
            named = {k: v for k, v in NAMED.items() if k != "17" or mounted}
            return faults_of_pieces(one, status, said, named)
        finally:
            if mounted:
                subprocess.run(["umount", disk], check=True)


# ---- figures ----

def overhead(name, work, _):
    """1,000 pieces of 1 s, in batches."""
    with Cluster(os.path.join(work, "c"), 1, 2) as cluster:
        one = Campaign(os.path.join(work, name), {"sleep": 1, "seconds": 1}, 1000, cluster, jobs=8)
        begin = time.monotonic()
        status, said = one.run(5400)
        took = time.monotonic() - begin
        each = (2 * took - 1000) / 1000
        tell(name, one, begin)
        print(f"# {took:.0f} s on 2 cores: {each:.2f} s a piece besides its own", flush=True)
        wrong = [] if status == 0 else [said[-300:]]
        return wrong + ([f"{each:.2f} s a piece"] if each > OVERHEAD_SECONDS else [])


def pieces_an_hour(work, nodes):
    """Of pieces of 60 s: from the first begin to the last end."""
    with Cluster(os.path.join(work, f"c{nodes}"), nodes) as cluster:
        one = Campaign(os.path.join(work, f"p{nodes}"), {"sleep": 60, "limit": 120}, 4 * nodes,
                       cluster)
        status, said = one.run(5400)
        if status != 0:
            raise OSError(said[-300:])
        every = [a for a in attempts(one) if a["piece"].isdecimal()]
        return 3600 * len(every) / (max(a["end"] for a in every) - min(a["begin"] for a in every))


def two_nodes(name, work, _):
    """Two nodes against one."""
    one, two = pieces_an_hour(work, 1), pieces_an_hour(work, 2)
    print(f"# {name}: {one:.1f} pieces an hour on one node, {two:.1f} on two, "
          f"{two / (2 * one):.3f} of twice", flush=True)
    return [] if two >= SHARE * 2 * one else ["less than 0.9 of twice"]


ACCIDENTS = {
    "slurmd": ("kill -9 of one slurmd", with_cluster(slurmd)),
    "slurmd-steps": ("kill -9 of a slurmd and its steps", with_cluster(slurmd_steps)),
    "node": ("one of two nodes is gone", with_cluster(node_for_good)),
    "slurmctld": ("kill -9 of slurmctld, then up.sh --heal", with_cluster(slurmctld)),
    "snakemake": ("kill -9 of Snakemake, then the same command", with_cluster(snakemake)),
    "machine": ("kill -9 of everything, then up.sh and the same command", with_cluster(machine)),
    "pieces": ("pieces that fail, hang, fill memory or disk are named; the others finish",
               bad_pieces),
    "overhead": ("1,000 pieces of 1 s take at most 3 s more each", overhead),
    "nodes": ("two nodes do 0.9 of twice the pieces an hour", two_nodes),
}


def main(argv):
    lacks = machines.lacks()
    if lacks:
        skip("accidents of campaigns", f"no {' '.join(lacks)}; packages: ./bootstrap campaign")
        return end()
    for name in argv:
        if name not in ACCIDENTS:
            print(f"accidents: no '{name}'; there are {', '.join(ACCIDENTS)}", file=sys.stderr)
            return 2
    root = tempfile.mkdtemp(prefix="lp-", dir=os.environ.get("TMPDIR"))
    try:
        wanted = reference(root)
        for name in argv or ACCIDENTS:
            what, test = ACCIDENTS[name]
            work = os.path.join(root, name)
            os.makedirs(work)
            try:
                wrong = test(name, work, wanted)
            except OSError as err:
                wrong = [str(err)]
            result(wrong, what)
            if wrong and os.environ.get("LP_KEEP"):
                print(f"# kept: {shutil.copytree(work, os.environ['LP_KEEP'] + '/' + name)}")
    finally:
        shutil.rmtree(root, ignore_errors=True)
    return end()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
