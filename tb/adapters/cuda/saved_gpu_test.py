#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The programs of tb/systems/swap/graphs_test.py, whose tensors are said to be those of a GPU and
move as theirs do, by the emulated library. TAP.

    saved_gpu_test.py [--examples N]     LP_SEED repeats a run

Gradients are those without hooks, to the last bit. Where a program writes a saved tensor so that
PyTorch does not see it, the training may end with an error that names the tensor.
"""
import argparse
import gc
import os
import sys
import warnings

HERE = os.path.dirname(os.path.abspath(__file__))
BUILD = os.path.abspath(os.environ.get("BUILD", "build"))
EXAMPLES = 40
CODECS = ("zvc", "rle", "csr", "lz4", "zvc16", "ebd16")  # of a GPU
WRITTEN = "is not what it was"
WAYS = ({}, {"least": 1000}, {"device_bytes": 2000}, {"device_bytes": 100000}, {"window": 1 << 12},
        {"verify": "full"}, {"staged": (True, True)},
        {"staged": (False, True), "device_bytes": 50000, "verify": "full"})
sys.path.insert(0, os.path.join(HERE, "../../systems/swap"))
import graphs_test as graphs  # noqa: E402
import oracle  # noqa: E402
import pretend  # noqa: E402
import tap  # noqa: E402
import torch  # noqa: E402


class Judge(graphs.Judge):
    """A write that PyTorch does not see may be found, which ends what this Swapper may do."""

    def verdict(self, program, dues, found):
        if found[0] == "error" and WRITTEN in found[1]:
            self.counts["found written"] += 1
            return ""
        return super().verdict(program, dues, found)

    def hold(self, *asked):
        return [line for line in super().hold(*asked) if WRITTEN not in line]


def convolution(x):
    """That of graph_samples.py with a batch's own statistics: others would be written by the kernel
    that saves them, and be freed before the backward pass."""
    torch.manual_seed(5)
    net = torch.nn.Sequential(
        torch.nn.Conv2d(1, 4, 3), torch.nn.BatchNorm2d(4, track_running_stats=False),
        torch.nn.ReLU(True), torch.nn.MaxPool2d(2), torch.nn.Conv2d(4, 2, 3), torch.nn.ReLU())
    return net(x.view(1, 1, 64, 64))


def hidden(judge):
    """Each is seen, or the gradient is that of PyTorch alone."""
    lines = []
    for function in graphs.HIDDEN:
        program = graphs.gradient(function)
        due = oracle.outcome(program, oracle.no_hooks())
        for policy in oracle.POLICIES:
            for verify in ("device", "full"):
                found = oracle.outcome(program, judge.swappers.alone(policy, verify=verify))
                if found != due and WRITTEN not in found[1]:
                    lines.append(f"{function.__name__}, {policy}: "
                                 f"{found[1] if found[0] == 'error' else 'another gradient'}")
    return lines


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--examples", type=int, default=EXAMPLES)
    o = parser.parse_args()
    print(f"# LP_SEED={graphs.SEED}, PyTorch {torch.__version__}", flush=True)
    os.environ["EMULATOR_SEED"] = str(graphs.SEED)
    warnings.filterwarnings("ignore")
    torch.set_num_threads(1)
    torch.use_deterministic_algorithms(True, warn_only=True)
    pretend.tensors_of_a_gpu(os.path.join(BUILD, "cuda/liblinepress_cuda.so"))
    by_hand = [convolution if f is graphs.convolution else f for f in graphs.BY_HAND]
    graphs.convolution = convolution
    judge = Judge(oracle.Swappers("cuda-emulated", CODECS))
    tap.result(graphs.by_hand(judge, by_hand, False), "programs written by hand")
    tap.result(hidden(judge), "writes that PyTorch does not see")
    for check in graphs.CHECKS:
        tap.result(check(judge), check.__name__.replace("_", " "))
        gc.collect()
    if graphs.hypothesis is None:
        tap.skip("graphs that are made", "no hypothesis (python3-hypothesis)")
    else:
        tap.result(graphs.made_graphs(judge, o.examples, WAYS), f"{o.examples} graphs")
    print("# " + ", ".join(f"{n} {what}" for what, n in sorted(judge.counts.items())))
    judge.swappers.close()
    moved = judge.swappers.moved
    tap.result([p for p in moved if (moved[p] > 0) == (p == "none")], f"bytes left: {moved}")
    return tap.end()


sys.exit(main())
