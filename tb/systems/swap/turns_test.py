#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""linepress.swap in trainings that keep several graphs at a time (turns.py): gradients are those
without it, to the last bit. turns_test.py [COUNT]; LP_SEED repeats a run."""
import os
import random
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.abspath(os.path.join(HERE, "../../.."))
sys.path[:0] = [os.path.join(ROOT, "tb"), os.path.join(ROOT, "adapters/python")]
sys.dont_write_bytecode = True
os.environ["LINEPRESS_LIB"] = os.path.abspath(os.environ.get("BUILD", "build"))
import tap  # noqa: E402

try:
    import torch
except ImportError:
    tap.skip("trainings with several graphs", "no PyTorch (python3-torch)")
    sys.exit(tap.end())
import turns  # noqa: E402
from linepress.swap import Error, Swapper  # noqa: E402

COUNT = 60
SEED = int(os.environ.get("LP_SEED") or random.randrange(1 << 30))


def part_of_a_graph():
    """A tensor that came early for a graph that stopped, and is alive, is no hindrance."""
    kept = []

    def step(stop):
        x = torch.rand(1 << 12, requires_grad=True)
        before, a = x, torch.sin(x)
        for _ in range(5):
            before, a = a, torch.sin(a)
        loss = a.sum()
        if stop:
            kept.append((loss, torch.autograd.grad(loss, before, retain_graph=True)))
        else:
            loss.backward()
    try:
        with Swapper(policy="vdnn", least=1 << 10, threads=1) as s:
            for number in range(5):
                step(number == 2)
            wrong = [] if s._early else ["no tensor came early"]
    except (Error, RuntimeError) as error:
        wrong = [str(error).splitlines()[0]]
    tap.result(wrong, "a graph is kept of which a part was used")


def main():
    print(f"# LP_SEED={SEED}", flush=True)
    torch.set_num_threads(1)
    count = int(sys.argv[1]) if len(sys.argv) > 1 else COUNT
    part_of_a_graph()
    with tempfile.TemporaryDirectory(prefix="lp-turns-") as work:
        wrong = []
        for seed in range(SEED, SEED + count):
            asked = turns.settings(seed, os.path.join(work, "pool"))
            found = turns.wrong_in(seed, Swapper(**asked), Error)
            if found:
                wrong.append(f"LP_SEED={seed} turns_test.py 1, {asked}: {found}")
    tap.result(wrong, f"{count} trainings with several graphs")
    return tap.end()


if __name__ == "__main__":
    sys.exit(main())
