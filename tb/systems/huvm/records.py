# SPDX-License-Identifier: Apache-2.0
"""Records of the study of harvested memory, in tb/data/huvm, signed by their programs."""
import os
import sys

ROOT = os.path.abspath(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../.."))
sys.path.insert(0, os.path.join(ROOT, "tb/tree/records"))
import signed  # noqa: E402

FOLDER = os.path.join(ROOT, "tb/data/huvm")
KINDS = ("model", "programs", "tiers", "faults", "compressed", "times", "cases")
# Sources of all results: the model or the runtime, and how it is called.
SOURCES = ("tb/systems/huvm/ask.py", "cmodel/systems/huvm")
Bad = signed.Bad


def write(kind, content, program, *more):
    """Signs what a program of this folder found; more: other sources, from the root."""
    record = signed.sign(f"huvm-{kind}", content,
                         (f"tb/systems/huvm/{program}", *SOURCES, *more), 1)
    os.makedirs(FOLDER, exist_ok=True)
    signed.write(os.path.join(FOLDER, f"{kind}.json"), record)


def read(kind, folder=FOLDER):
    return signed.read(os.path.join(folder, f"{kind}.json"))
