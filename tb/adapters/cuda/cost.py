#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Processor time that Swapper spends on a GPU's tensor, without the time of CUDA's own calls.

    cost.py [--tensors N] [--steps N] [--limit TENSORS] [--policy P] [--record FILE]

A chain of layers is trained with and without Swapper, in turns. PyTorch's tensors are said to be a
GPU's, and liblinepress_cuda.so is built with a runtime whose calls return at once (idle/runtime.c),
so gradients are wrong and nothing is copied. The difference is given in microseconds for each
tensor, and so is the number of CUDA's calls.
"""
import argparse
import ctypes
import os
import platform
import statistics
import sys
import time

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../..")
BUILD = os.path.abspath(os.environ.get("BUILD", "build"))
sys.path[:0] = [os.path.abspath(os.path.join(ROOT, path))
                for path in ("adapters/python", "tb/tree/records")]
sys.dont_write_bytecode = True
os.environ.setdefault("LINEPRESS_LIB", BUILD)

import torch  # noqa: E402
import pretend  # noqa: E402
import signed  # noqa: E402
from linepress.swap import Swapper, library  # noqa: E402

ELEMENTS = 1 << 8   # of a tensor: few, whose own memory costs little time
WARM = 3             # steps, in which the order is learned
SOURCES = ("tb/adapters/cuda/cost.py", "tb/adapters/cuda/pretend.py", "tb/adapters/cuda/idle",
           "adapters/cuda", "adapters/python/linepress/swap")


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
    return [middle - begin, time.thread_time() - middle]


def measure(o):
    """A row of the record: seconds of each step, forward and backward, and what a tensor takes of
    them, in microseconds: of the fastest steps, since other work of the machine only adds to them."""
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
    us = [1e6 * (min(s[way] for s in swapped) - min(p[way] for p in plain)) / o.tensors
          for way in (0, 1)]
    return {"tensors": o.tensors, "policy": o.policy, "limit": o.limit,
            "left": swapper.stats().tensors / (WARM + o.steps),
            "calls": {name: statistics.median(c[name] for c in calls) for name in calls[0]
                      if any(c[name] for c in calls)},
            "us": us, "plain_s": plain, "swapped_s": swapped}


def show(row):
    save, use = row["us"]
    limit = f", limit of {row['limit']}" if row["limit"] else ""
    print(f"{row['tensors']} tensors a step, {row['policy']}{limit}: {save + use:.1f} us a tensor, "
          f"{save:.1f} to save and {use:.1f} to use; {row['left']:.0f} left, CUDA calls a tensor: " +
          ", ".join(f"{name} {count / row['tensors']:.1f}" for name, count in row["calls"].items()))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--tensors", type=int, default=200, metavar="N", help="a step (200)")
    parser.add_argument("--steps", type=int, default=60, metavar="N", help="(60)")
    parser.add_argument("--limit", type=int, default=0, metavar="TENSORS",
                        help="device memory, in tensors (none)")
    parser.add_argument("--policy", default="vdnn", help="vdnn, sc (vdnn)")
    parser.add_argument("--record", metavar="FILE", help="with and without a limit of half of them")
    o = parser.parse_args()
    torch.set_num_threads(1)
    rows = []
    for limit in (0, o.tensors // 2) if o.record else (o.limit,):
        o.limit = limit
        rows.append(measure(o))
        show(rows[-1])
    if o.record:
        about = {"torch": torch.__version__, "python": platform.python_version(), "runs": rows}
        signed.write(o.record, signed.sign("swap-cost", about, SOURCES, 0))


if __name__ == "__main__":
    main()
