#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""cost.py: CUDA's calls for a tensor, and how many leave under a limit. Its times are not looked at."""
import json
import os
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(HERE, "../.."))
import tap  # noqa: E402

TENSORS = 50
CALLS_MOST = 18  # for a tensor of the chain


def calls_for_a_tensor(work):
    path = os.path.join(work, "record")
    done = subprocess.run([sys.executable, "-B", os.path.join(HERE, "cost.py"), "--tensors",
                           str(TENSORS), "--steps", "3", "--record", path],
                          capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-500:]
    with open(path, encoding="utf-8") as file:
        every, half = json.load(file)["runs"]
    for row in (every, half):
        calls = row["calls"]
        assert sum(calls.values()) <= CALLS_MOST * TENSORS, calls
        # A raw tensor is copied once out and once in, and its sum made once and compared once.
        assert calls["cudaMemcpyAsync"] <= 2 * TENSORS and calls["launch"] <= 2 * TENSORS, calls
        assert not {"cudaStreamSynchronize", "cudaEventSynchronize", "cudaMalloc", "cudaHostAlloc",
                    "cudaFree"} & set(calls), calls
    assert every["left"] == TENSORS and TENSORS / 2 <= half["left"] <= 0.7 * TENSORS, half["left"]


try:
    import torch  # noqa: F401
except ImportError:
    tap.skip("calls for a tensor", "no PyTorch (python3-torch)")
    sys.exit(tap.end())
sys.exit(tap.run([calls_for_a_tensor]))
