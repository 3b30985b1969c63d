# SPDX-License-Identifier: Apache-2.0
"""Runs of linepress gpu in pieces, for fig12 and sensitivity.

TRACES names the traces (default: the sample trace), GPU the GPU (p100), GPU_OPTIONS more options,
such as --targets FILE (default: made classes, 5.4 % of the lines spill).
"""
import os

import table
from folder import ROOT, CampaignError, read_json

SAMPLE = "tb/data/workloads/traces/cg.lpw"
SPILL = "--spill 0.054:16:2"
MEMORIES = ("dram", "fixed")
SOURCES = ("cmodel/cli/gpu", "cmodel/systems/gpu", "cmodel/lib/buddy", "cmodel/lib/warp")


def traces(ask):
    found = ask.options.get("TRACES", SAMPLE).split()
    for path in found:
        if not os.path.exists(os.path.join(ROOT, path)):
            raise CampaignError(f"no trace {path}")
    return found


def builds(ask):
    return [table.build("the command line", ask, os.path.join(ask.build, "linepress"))]


def gpu_of(ask):
    return ask.options.get("GPU", "p100")


def words(ask, trace, memory, *more):
    return [os.path.join(ask.build, "linepress"), "gpu", "--json", "--gpu", gpu_of(ask),
            "--memory", memory, *ask.options.get("GPU_OPTIONS", SPILL).split(), *more, trace]


def row_of(one, path):
    """The summary of a piece: speedups, and what the run depends on."""
    said = read_json(path)
    return {"what": one["what"], "memory": said["memory"], "hash": said["hash"],
            "runs": len(said["runs"]), "values": said["trace"]["values"],
            "summary": said["summary"]}


def gather(plan_, paths):
    rows = [row_of(one, path) for one, path in zip(plan_["pieces"], paths)]
    return {"gpu_runs": sum(r["runs"] for r in rows), "rows": rows, "findings": 0}
