#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Swapper in the ways that docs/use/swap.md says are supported: the example of half the memory,
DistributedDataParallel, autocast, checkpoints, torch.compile. Losses and gradients are those of
PyTorch alone, to the last bit.

    uses_test.py rank RANK FILE FOLDER    one of two processes of DistributedDataParallel
"""
import contextlib
import os
import random
import re
import subprocess
import sys
import tempfile

ROOT = os.path.abspath(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../.."))
BUILD = os.path.abspath(os.environ.get("BUILD", "build"))
sys.path[:0] = [os.path.join(ROOT, path) for path in ("adapters/python", "tb")]
sys.dont_write_bytecode = True
os.environ.update(LINEPRESS_LIB=BUILD, PYTHONPATH=os.path.join(ROOT, "adapters/python"),
                  PYTHONDONTWRITEBYTECODE="1")

try:
    import torch
except ImportError:
    print("ok 1 - uses of Swapper # SKIP no PyTorch (python3-torch)\n1..1")
    sys.exit(0)
from torch.utils.checkpoint import checkpoint  # noqa: E402
import tap  # noqa: E402
from linepress.swap import Error, Swapper  # noqa: E402

SEED = int(os.environ.get("LP_SEED") or random.randrange(1 << 30))
EXAMPLE = os.path.join(ROOT, "adapters/python/examples/half_memory.py")
RANKS, STEPS, BATCH = 2, 4, 8
SECONDS = 120


def network():
    torch.manual_seed(SEED)
    return torch.nn.Sequential(
        torch.nn.Conv2d(3, 16, 3, padding=1), torch.nn.ReLU(), torch.nn.BatchNorm2d(16),
        torch.nn.Conv2d(16, 16, 3, padding=1), torch.nn.ReLU(), torch.nn.MaxPool2d(2),
        torch.nn.Flatten(), torch.nn.Linear(16 * 64, 10))


def batches(rank=0):
    generator = torch.Generator().manual_seed(SEED + 1 + rank)
    for _ in range(STEPS):
        yield (torch.rand(BATCH, 3, 16, 16, generator=generator),
               torch.randint(0, 10, (BATCH,), generator=generator))


def train(net, around, rank=0, forward=None):
    """Losses of each step, and the gradients of all."""
    torch.set_num_threads(1)
    optimizer = torch.optim.SGD(net.parameters(), 0.05, 0.9)
    found = []
    with around:
        for images, labels in batches(rank):
            optimizer.zero_grad()
            output = forward(net, images) if forward else net(images)
            loss = torch.nn.functional.cross_entropy(output.float(), labels)
            loss.backward()
            found.append(loss.detach().clone())
            found += [p.grad.clone() for p in net.parameters()]
            optimizer.step()
    return found


def same(a, b):
    return len(a) == len(b) and all(torch.equal(x, y) for x, y in zip(a, b))


def swappers():
    for policy in ("vdnn", "sc", "cswap"):
        yield policy, Swapper(policy=policy, least=1 << 10, threads=1)


# ---- the example ----

def half_memory(_):
    for policy in ("vdnn", "sc"):
        done = subprocess.run([sys.executable, EXAMPLE, "--policy", policy, "--steps", "3"],
                              capture_output=True, text=True, check=False, timeout=SECONDS)
        assert done.returncode == 0, done.stderr + done.stdout
        lines = done.stdout.splitlines()
        saved, limit, held = (float(re.search(r"([\d.]+) MiB", line).group(1))
                              for line in lines[:3])
        assert 0 < held <= limit <= saved / 2 + 0.01 and saved > 4, lines
        assert lines[4] == "the losses are the same", lines


# ---- DistributedDataParallel ----

def rank_main(rank, file, folder):
    import torch.distributed as dist
    from torch.nn.parallel import DistributedDataParallel
    dist.init_process_group("gloo", init_method=f"file://{file}", rank=rank, world_size=RANKS)
    found = {}
    for name, around in [("due", contextlib.nullcontext()), *swappers()]:
        # Buckets of any size are reduced while tensors still come back.
        net = DistributedDataParallel(network(), bucket_cap_mb=0.001)
        values = train(net, around, rank)
        moved = around.stats().moved_out if name != "due" else 0
        found[name] = values, moved
    torch.save(found, os.path.join(folder, f"{rank}.pt"))
    dist.destroy_process_group()


def distributed(work):
    """Two processes, each with its own Swapper."""
    import torch.distributed as dist
    if not dist.is_available():
        return "this PyTorch has no torch.distributed"
    words = [sys.executable, "-B", os.path.abspath(__file__), "rank"]
    ranks = [subprocess.Popen([*words, str(rank), os.path.join(work, "store"), work],
                              env={**os.environ, "LP_SEED": str(SEED), "GLOO_SOCKET_IFNAME": "lo"},
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
             for rank in range(RANKS)]
    try:
        said = [process.communicate(timeout=SECONDS)[0] for process in ranks]
    finally:
        for process in ranks:
            process.kill()
    assert all(process.returncode == 0 for process in ranks), said
    first, second = (torch.load(os.path.join(work, f"{rank}.pt")) for rank in range(RANKS))
    parameters = len(list(network().parameters()))
    for values in (first, second):
        for name, (got, moved) in values.items():
            assert same(got, values["due"][0]), name
            assert (moved > 0) == (name != "due"), (name, moved)
    # The batches differ, and so do the losses; the gradients are reduced.
    a, b = first["due"][0], second["due"][0]
    assert not torch.equal(a[0], b[0])
    assert same(a[1:1 + parameters], b[1:1 + parameters])
    return None


# ---- other ways to train ----

def each_policy(forward):
    due = train(network(), contextlib.nullcontext(), forward=forward)
    for policy, swapper in swappers():
        assert same(train(network(), swapper, forward=forward), due), policy
        assert swapper.stats().moved_out > 0, policy


def autocast(_):
    def forward(net, images):
        with torch.autocast("cpu", dtype=torch.bfloat16):
            return net(images)
    each_policy(forward)


def checkpoints(_):
    """A checkpoint keeps its inputs, which may leave; its segment is computed again."""
    for reentrant in (False, True):
        each_policy(lambda net, images, r=reentrant: net[3:](
            checkpoint(net[:3], images.requires_grad_(), use_reentrant=r)))


def compiled(_):
    """All tensors of a compiled network leave, raw, and come back at once, so that a limit of
    device memory does not hold: an error that says so."""
    if not hasattr(torch, "compile"):
        return "this PyTorch has no torch.compile"

    def made():
        torch._dynamo.reset()
        return torch.compile(network(), backend="aot_eager")
    due = train(made(), contextlib.nullcontext())
    for policy, swapper in swappers():
        assert same(train(made(), swapper), due), policy
        assert swapper.stats().moved_out > 0, policy
        assert {row.kind for row in swapper.rows} == {"other"}, policy
    with Swapper(policy="none", least=1 << 10) as counter:
        train(made(), contextlib.nullcontext())
    limit = counter.stats().device_peak // 2
    try:
        train(made(), Swapper(policy="vdnn", least=1 << 10, threads=1, device_bytes=limit))
    except Error as error:
        assert "torch.compile" in str(error) and "\n" not in str(error), error
    else:
        raise AssertionError("a limit that cannot be kept")
    assert train(network(), Swapper(policy="vdnn", least=1 << 10, threads=1, device_bytes=limit))
    return None


CHECKS = (half_memory, distributed, autocast, checkpoints, compiled)


if __name__ == "__main__":
    if sys.argv[1:2] == ["rank"]:
        rank_main(int(sys.argv[2]), *sys.argv[3:])
    else:
        print(f"# LP_SEED={SEED}")
        sys.exit(tap.run(CHECKS, (AssertionError, Error)))
