# SPDX-License-Identifier: Apache-2.0
"""Each field of the GPU that the papers do not give, at half and at twice its value."""
import json
import os
import subprocess

import table
from folder import ROOT, CampaignError
from rows import gpu_grid
from rows.gpu_grid import SOURCES, gather  # noqa: F401

ABOUT = "linepress gpu, each assumed field at half and at twice its value; TRACES= GPU= GPU_OPTIONS="
SIZE = ("1", "seeds of the places of pages")
SECONDS, LIMIT, MEMORY = 5, 7200, 4000
FACTORS = (0.5, 2)


def say(ask, *words):
    done = subprocess.run([os.path.join(ask.build, "linepress"), "gpu", *words], cwd=ROOT,
                          capture_output=True, text=True, check=False)
    return done.returncode, done.stdout if done.returncode == 0 else done.stderr.strip()


def values(ask):
    """[(field, value)]; a value that the GPU cannot have is left out, as by --sweep."""
    name = gpu_grid.gpu_of(ask)
    status, text = say(ask, "--show", name.partition("/")[0])
    if status != 0:
        raise CampaignError(text)
    fields = {k: f["value"] for k, f in json.loads(text)["fields"].items()
              if f["source"].startswith("assumed")}
    tried = [(k, f"{v * f:g}") for k, v in fields.items() for f in FACTORS if v]
    return [(k, v) for k, v in tried
            if say(ask, "--gpu", name, "--set", f"{k}={v}", gpu_grid.SAMPLE)[0] == 0]


def plan(ask):
    seeds = table.number(ask.size, "SIZE", 1, 1000)
    tried = [("as it is", ())] + [(f"{k}={v}", ("--set", f"{k}={v}")) for k, v in values(ask)]
    return gpu_grid.builds(ask), [
        table.piece(f"{os.path.basename(trace)} {memory} {what}", ask.seed,
                    gpu_grid.words(ask, trace, memory, "--seeds", seeds, *more), after=[0],
                    printed=True)
        for trace in gpu_grid.traces(ask) for memory in gpu_grid.MEMORIES for what, more in tried]
