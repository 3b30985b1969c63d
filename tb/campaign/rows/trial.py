# SPDX-License-Identifier: Apache-2.0
"""Pieces that sleep, some with an accident. For the tests of campaigns.

LP_TRIAL has them: {"sleep": 1.0, "seconds": 60, "limit": 15, "fail": [N...], "hang": [N...], "fill": [N...], "memory": [N...],
"killed": [N...], "torn": [N...]}.
"""
import json
import os

import table

ABOUT = "sleeping pieces, for the tests"
SIZE = ("20", "pieces")
TRIAL = json.loads(os.environ.get("LP_TRIAL", "{}"))
SECONDS, LIMIT, MEMORY = TRIAL.get("seconds", 60), TRIAL.get("limit", 15), 200
SOURCES = ("tb/campaign/rows/trial.py",)
PROGRAM = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../trial_piece.py")


def plan(ask):
    wrong = {n: kind for kind in ("fail", "hang", "fill", "memory", "killed", "torn")
             for n in TRIAL.get(kind, [])}
    build = table.piece("a build", 0, ["sh", "-c", 'echo built >"$1"', "sh", "{out}"], whole="^built$")
    count = table.number(ask.size, "SIZE", 1, 100000)
    return [build], [
        table.piece(f"sleep {n}", table.seed_of("trial", ask.seed, n),
                    [table.PYTHON, "-B", os.path.normpath(PROGRAM), "{out}", n,
                     table.seed_of("trial", ask.seed, n), TRIAL.get("sleep", 1.0),
                     wrong.get(n, "none")], after=[0])
        for n in range(count)]


def gather(_, paths):
    total = 0
    for path in paths:
        with open(path, encoding="utf-8") as src:
            total = (total * 31 + json.load(src)["value"]) % (1 << 61)
    return {"sum": total, "findings": 0}
