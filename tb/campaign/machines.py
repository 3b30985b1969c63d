# SPDX-License-Identifier: Apache-2.0
"""Clusters and campaigns of the tests, and the processes that accidents kill."""
import glob
import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import time

import engine
from folder import Folder

HERE = os.path.dirname(os.path.abspath(__file__))
CAMPAIGN = os.path.join(HERE, "campaign.py")
NEEDED = ("munged", "slurmctld", "slurmd", "sbatch", "snakemake")


def lacks():
    """Programs that are not here."""
    path = os.environ["PATH"] + ":/usr/sbin:/sbin"
    return [p for p in NEEDED if not shutil.which(p, path=path)]


def free_port(count):
    """The first of `count` ports in a row that are free."""
    for first in range(20000 + os.getpid() % 500 * 20, 60000, 20):
        held = []
        try:
            for port in range(first, first + count):
                held.append(socket.socket())
                held[-1].bind(("", port))
            return first
        except OSError:
            continue
        finally:
            for one in held:
                one.close()
    raise OSError("no free ports")


def environ(pid):
    try:
        with open(f"/proc/{pid}/environ", "rb") as src:
            words = src.read().decode(errors="replace").split("\0")
    except OSError:
        return {}
    return dict(w.partition("=")[::2] for w in words)


def parent(pid):
    try:
        with open(f"/proc/{pid}/stat", encoding="utf-8", errors="replace") as src:
            return int(src.read().rpartition(")")[2].split()[1])
    except OSError:
        return None


def pids():
    return [int(p.rpartition("/")[2]) for p in glob.glob("/proc/[0-9]*")]


def kill(found):
    """SIGKILL to these processes, which the tests have started."""
    for pid in found:
        try:
            os.kill(pid, signal.SIGKILL)
        except ProcessLookupError:
            pass


class Cluster:
    """A cluster in a folder; it is ended at the end of a with statement."""

    def __init__(self, folder, nodes=2, cpus=1):
        self.folder, self.nodes = folder, nodes
        self.options = ["--nodes", str(nodes), "--cpus", str(cpus), "--port",
                        str(free_port(nodes + 1))]
        self.conf = os.path.join(folder, "slurm.conf")
        if engine.snakemake(os.environ.get("BUILD", "build"))[1] == "9":
            self.options.append("--etc")

    def __enter__(self):
        done = self.up()
        if done.returncode != 0:
            raise OSError(done.stderr.strip())
        return self

    def __exit__(self, *_):
        subprocess.run([os.path.join(HERE, "cluster/down.sh"), "--folder", self.folder],
                       check=False)

    def up(self, *more):
        return subprocess.run([os.path.join(HERE, "cluster/up.sh"), "--folder", self.folder,
                               *self.options, *more], capture_output=True, text=True, check=False)

    def pid(self, name):
        """Of munged, slurmctld, or slurmd.n1."""
        with open(os.path.join(self.folder, "run", f"{name}.pid"), encoding="utf-8") as src:
            return int(src.read())

    def mine(self):
        return [p for p in pids() if environ(p).get("SLURM_CONF") == self.conf]

    def steps(self, node):
        """Everything of a node's jobs: processes of a job, and the daemons of steps over them."""
        found = [p for p in pids() if environ(p).get("SLURMD_NODENAME") == node
                 and environ(p).get("SLURM_CONF") == self.conf]
        above = {parent(p) for p in found} - set(found) - {None}
        return [p for p in above if comm(p) == "slurmstepd"] + found

    def daemons(self):
        return [self.pid(n) for n in ["munged", "slurmctld",
                                      *(f"slurmd.n{i + 1}" for i in range(self.nodes))]]


def folder_of(pid):
    """Its working folder; None of a zombie."""
    try:
        return os.readlink(f"/proc/{pid}/cwd")
    except OSError:
        return None


def comm(pid):
    try:
        with open(f"/proc/{pid}/comm", encoding="utf-8") as src:
            return src.read().strip()
    except OSError:
        return ""


class Campaign:
    """A campaign of trial pieces in a folder."""

    def __init__(self, folder, trial, size=20, cluster=None, jobs=8, name="trial", more=()):
        self.folder = folder
        self.words = [sys.executable, "-B", CAMPAIGN, "run", name, "--folder", folder, "--size",
                      str(size), "--jobs", str(jobs), "--where", "slurm" if cluster else "local",
                      *more]
        self.env = {**os.environ, "LP_TRIAL": json.dumps(trial)}
        if cluster:
            self.env["SLURM_CONF"] = cluster.conf
        self.process = None

    def start(self):
        self.process = subprocess.Popen(self.words, env=self.env, stdout=subprocess.PIPE,
                                        stderr=subprocess.STDOUT, text=True)
        return self

    def end(self, seconds=1200):
        """(exit status, what it printed)"""
        try:
            said = self.process.communicate(timeout=seconds)[0]
        except subprocess.TimeoutExpired:
            self.process.terminate()
            said = self.process.communicate()[0]
            return None, said
        return self.process.returncode, said

    def run(self, seconds=1200):
        return self.start().end(seconds)

    def pieces(self):
        return [n for n in os.listdir(os.path.join(self.folder, "piece")) if n.isdecimal()] \
            if os.path.isdir(os.path.join(self.folder, "piece")) else []

    def wait(self, count, seconds=600):
        """Until `count` pieces are there."""
        until = time.monotonic() + seconds
        while len(self.pieces()) < count:
            if time.monotonic() > until or self.process.poll() is not None:
                raise OSError(f"{len(self.pieces())} pieces, not {count}: {self.end(1)[1][-500:]}")
            time.sleep(0.1)

    def begun(self, seconds=120):
        """Until two pieces run."""
        until = time.monotonic() + seconds
        while sum("end" not in a and a["piece"].isdecimal() and comm(a["pid"]) != ""
                  for a in Folder(self.folder).attempts()) < 2:
            if time.monotonic() > until or self.process.poll() is not None:
                raise OSError(f"two pieces do not run: {self.end(1)[1][-500:]}")
            time.sleep(0.1)

    def engine(self):
        """campaign.py and its Snakemake."""
        children = [p for p in pids() if parent(p) == self.process.pid]
        return [self.process.pid, *children]

    def result(self):
        with open(os.path.join(self.folder, "result.json"), "rb") as src:
            return src.read()
