# SPDX-License-Identifier: Apache-2.0
"""Tasks that concurrent workers take from a list, and the record of their results."""
import datetime
import json
import os
import platform
import random
import subprocess
import sys
import threading

import linepress.swap

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../..")
sys.path.insert(0, os.path.join(ROOT, "tb/tree/records"))
import signed  # noqa: E402

SOURCES = ("tb/systems/swap/campaign.py", "tb/systems/swap", "adapters/python/linepress/swap")
TASK_S = 900  # a task that takes longer is treated as hung
REPORT = 50   # tasks


class Campaign:
    """Each worker reads a task's number on standard input and answers with a line of JSON, whose
    "wrong" is a list of lines. Findings are written to a file, line by line, and a campaign with
    the same `about` continues at its end."""

    def __init__(self, path, about, names, worker):
        self.path, self.about, self.names, self.worker = path, about, names, worker
        self.found = {}
        self.lock = threading.Lock()
        os.makedirs(os.path.dirname(path), exist_ok=True)
        self._read()
        self.left = [n for n in range(len(names)) if names[n] not in self.found]
        random.Random(1).shuffle(self.left)

    def _read(self):
        lines = []
        if os.path.exists(self.path):
            with open(self.path, encoding="utf-8") as file:
                for line in file:
                    try:
                        lines.append(json.loads(line))
                    except json.JSONDecodeError:
                        break
        if lines[:1] == [self.about]:
            self.found = {f["task"]: f for f in lines[1:]}
        with open(self.path, "w", encoding="utf-8") as file:
            for line in [self.about, *self.found.values()]:
                print(json.dumps(line), file=file)

    def _note(self, found):
        with self.lock:
            self.found[found["task"]] = found
            with open(self.path, "a", encoding="utf-8") as file:
                print(json.dumps(found), file=file)
            if len(self.found) % REPORT == 0 or found["wrong"]:
                print(f"# {len(self.found)} of {len(self.names)}", *found["wrong"][:3],
                      sep="\n#   ", flush=True)

    def _start(self):
        # pylint: disable=consider-using-with
        return subprocess.Popen(self.worker, text=True, stdin=subprocess.PIPE,
                                stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)

    def _work(self):
        child = None
        while True:
            with self.lock:
                if not self.left:
                    break
                task = self.left.pop()
            child = child or self._start()
            timer = threading.Timer(TASK_S, child.kill)
            timer.start()
            child.stdin.write(f"{task}\n")
            child.stdin.flush()
            line = child.stdout.readline()
            timer.cancel()
            if line:
                self._note({"task": self.names[task], **json.loads(line)})
            else:
                status = child.wait()
                child = None
                self._note({"task": self.names[task], "counts": {"died": 1},
                            "wrong": [f"{self.names[task]}: died with status {status}"]})
        if child is not None:
            child.stdin.close()
            child.wait()

    def run(self, jobs):
        threads = [threading.Thread(target=self._work) for _ in range(jobs)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()

    def wrong(self):
        return sorted(line for found in self.found.values() for line in found["wrong"])


def state():
    """The git tree of linepress.swap, which other commits leave as it is, with a + where its files
    differ from it."""
    folder = os.path.dirname(os.path.abspath(linepress.swap.__file__))

    def git(*words):
        done = subprocess.run(["git", "-C", folder, *words], capture_output=True, text=True,
                              check=False)
        return done.stdout.strip()

    tree = git("rev-parse", "--short=12", "HEAD:./") or "unknown"
    return tree + "+" * bool(git("status", "--porcelain", "--", "."))


def processor():
    with open("/proc/cpuinfo", encoding="utf-8") as file:
        for line in file:
            if line.startswith("model name"):
                return line.split(":", 1)[1].strip()
    return platform.machine()


def record(path, key, **facts):
    """Puts a campaign's facts in place of those that the file has under the key, and signs it."""
    try:
        runs = signed.read(path).get("runs", {})
    except (OSError, signed.Bad):
        runs = {}
    runs[key] = {"date": datetime.date.today().isoformat(), "tree": state(),
                 "python": platform.python_version(), "machine": processor(),
                 "processors": os.cpu_count(), **facts}
    signed.write(path, signed.sign("campaigns", {"runs": runs}, SOURCES, facts["seed"]))
