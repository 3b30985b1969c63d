# SPDX-License-Identifier: Apache-2.0
"""The folder of one campaign. All of its state is in these files, so that any death is survived.

    plan.json          pieces and builds: commands, seeds, limits; written once
    jobs.json          the same without commands, for the Snakefile; written by every run
    lock               held by the running campaign.py and its Snakemake
    run.json           pid and host of the last campaign.py
    piece/N            output of piece N, written atomically
    piece/bN           output of build N
    batch/N            a mark: all pieces of batch N are there
    hold/N             locked while piece N runs
    try/N.K.json       attempt K at piece N: node, begin, end, result
    log/N.K.log        what it printed
    result.json        gathered outputs; the same bytes for any order, nodes and retries
    account.json       nodes, retries, lost hours
"""
import errno
import fcntl
import glob
import json
import os
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "synth"))
from whole import write_whole  # noqa: E402

# Fields of each plan and of each attempt.
PLAN = {"key", "date", "builds", "pieces", "seconds", "sources"}
ATTEMPT = {"seed", "node", "host", "pid", "begin"}
PARTS = ("piece", "batch", "hold", "try", "log", "work")


class CampaignError(Exception):
    """A one-line message; status is the exit status."""

    def __init__(self, text, status=2):
        super().__init__(text)
        self.status = status


def write_json(path, value):
    write_whole(path, json.dumps(value, indent=1, sort_keys=True) + "\n")


def read_json(path):
    try:
        with open(path, encoding="utf-8") as src:
            return json.load(src)
    except ValueError as err:
        raise CampaignError(f"{path}: not whole: {err}") from err


class Folder:
    """Paths and states of a campaign."""

    def __init__(self, path):
        self.path = os.path.abspath(path)

    def at(self, *names):
        return os.path.join(self.path, *names)

    def make(self):
        for name in PARTS:
            os.makedirs(self.at(name), exist_ok=True)

    def plan(self):
        plan = read_json(self.at("plan.json"))
        if not isinstance(plan, dict) or not PLAN <= plan.keys():
            raise CampaignError(f"{self.at('plan.json')}: not the plan of a campaign")
        return plan

    def done(self, name):
        return os.path.exists(self.at("piece", str(name)))

    def missing(self, plan):
        """Names of the builds and pieces without output."""
        there = set(os.listdir(self.at("piece")))
        return [name for name in names(plan) if name not in there]

    def attempts(self):
        """All attempts, by piece and number; one that did not come to write its end has none."""
        found = []
        for path in glob.glob(os.path.join(glob.escape(self.at("try")), "*.json")):
            name, number, _ = os.path.basename(path).rsplit(".", 2)
            try:
                attempt = read_json(path)
                seen = os.stat(path).st_mtime
            except (OSError, CampaignError):
                continue
            if not isinstance(attempt, dict) or not ATTEMPT <= attempt.keys():
                continue
            found.append({**attempt, "piece": name, "try": int(number), "seen": seen})
        return sorted(found, key=lambda a: (a["piece"], a["try"]))

    def lock(self):
        """A descriptor with the campaign's lock, or None if another holds it."""
        fd = os.open(self.at("lock"), os.O_RDWR | os.O_CREAT, 0o644)
        try:
            fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as err:
            os.close(fd)
            if err.errno in (errno.EWOULDBLOCK, errno.EACCES):
                return None
            raise CampaignError(f"{self.path}: no locks on this file system: {err.strerror}") \
                from err
        return fd


def names(plan):
    return [f"b{i}" for i in range(len(plan["builds"]))] + \
        [str(i) for i in range(len(plan["pieces"]))]


def piece_of(plan, name):
    return plan["builds"][int(name[1:])] if name.startswith("b") else plan["pieces"][int(name)]


def warn(text):
    print(f"campaign: {text}", file=sys.stderr)
