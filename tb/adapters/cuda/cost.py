#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Processor time that Swapper spends on a GPU's tensor, without the time of CUDA's own calls.

    cost.py [--tensors N] [--steps N] [--limit TENSORS] [--policy P] [--json]

A chain of layers is trained with and without Swapper, in turns. PyTorch's tensors are said to be a
GPU's, and liblinepress_cuda.so is built with a runtime whose calls return at once (idle/runtime.c),
so gradients are wrong and nothing is copied. The difference is given in microseconds for each
tensor that leaves and comes, beside the number of CUDA's calls.
"""
import argparse
import ctypes
import json
import os
import statistics
import sys
import time

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../..")
BUILD = os.path.abspath(os.environ.get("BUILD", "build"))
sys.path.insert(0, os.path.abspath(os.path.join(ROOT, "adapters/python")))
sys.dont_write_bytecode = True
os.environ.setdefault("LINEPRESS_LIB", BUILD)

import torch  # noqa: E402
import pretend  # noqa: E402
from linepress.swap import Swapper, library  # noqa: E402

ELEMENTS = 1 << 8  # of a tensor: few, whose own memory costs little time
WARM = 3            # steps, in which the order is learned


def idle_gpu():
    """A GPU that is always done."""
    pretend.tensors_of_a_gpu(os.path.join(BUILD, "cuda/idle/liblinepress_cuda.so"), 132, 1 << 37,
                            slab=64 << 20)
    return library.cuda_library()


def calls_of(cuda):
    """Number of each call until now."""
    names = (ctypes.c_char_p * 64).in_dll(cuda, "lpi_idle_names")
    counts = (ctypes.c_uint64 * 64).in_dll(cuda, "lpi_idle_counts")
    return {names[i].decode(): counts[i]
            for i in range(next(i for i in range(64) if names[i] is None))}


def step(start, tensors):
    """Seconds of this thread, forward and backward: each layer saves its output."""
    begin = time.thread_time()
    x = start
    for _ in range(tensors):
        x = x.sigmoid()
    middle = time.thread_time()
    x.backward(x.detach())
    return middle - begin, time.thread_time() - middle


def measure(o):
    cuda = idle_gpu()
    start = torch.zeros(ELEMENTS, requires_grad=True)
    size = start.numel() * start.element_size()
    swapper = Swapper(policy=o.policy, device="cuda-idle", least=size,
                      device_bytes=o.limit * size)
    plain, swapped, calls = [], [], []
    for number in range(WARM + o.steps):
        row = step(start, o.tensors)
        before = calls_of(cuda)
        with swapper.hooks:
            other = step(start, o.tensors)
        after = calls_of(cuda)
        if number >= WARM:
            plain.append(row)
            swapped.append(other)
            calls.append({name: after[name] - before[name] for name in after})
    return plain, swapped, calls, swapper.stats()


def report(o, plain, swapped, calls, stats):
    def us(way):
        return 1e6 * (min(s[way] for s in swapped) -
                      min(p[way] for p in plain)) / o.tensors
    each = {name: statistics.median(c[name] for c in calls) / o.tensors for name in calls[0]}
    found = {"tensors": o.tensors, "steps": o.steps, "policy": o.policy, "limit": o.limit,
             "save_us": us(0), "use_us": us(1), "us": us(0) + us(1),
             "plain_us": 1e6 * sum(min(p[w] for p in plain) for w in (0, 1)) /
             o.tensors,
             "left": stats.tensors / (WARM + o.steps) / o.tensors,
             "calls": {name: count for name, count in each.items() if count}}
    if o.json:
        print(json.dumps(found))
        return
    print(f"{o.tensors} tensors a step, {o.policy}"
          f"{f', limit of {o.limit}' if o.limit else ''}: {found['us']:.1f} us a tensor, "
          f"{found['save_us']:.1f} to save and {found['use_us']:.1f} to use; PyTorch alone "
          f"{found['plain_us']:.1f}")
    print(f"of all tensors {found['left']:.2f} left; calls a tensor: " +
          ", ".join(f"{name} {count:.1f}" for name, count in found["calls"].items()))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--tensors", type=int, default=200, metavar="N", help="a step (200)")
    parser.add_argument("--steps", type=int, default=20, metavar="N", help="(20)")
    parser.add_argument("--limit", type=int, default=0, metavar="TENSORS",
                        help="device memory, in tensors (none)")
    parser.add_argument("--policy", default="vdnn", help="vdnn, sc (vdnn)")
    parser.add_argument("--json", action="store_true")
    o = parser.parse_args()
    torch.set_num_threads(1)
    report(o, *measure(o))


main()
