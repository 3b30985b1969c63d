#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Trains a network twice: as it is, and with half of the memory for the tensors that wait for the
backward pass. The losses are the same to the last bit.

    half_memory.py [--device cuda] [--policy vdnn|sc] [--steps N]
"""
import argparse
import contextlib
import os
import sys

import torch
from linepress.swap import Error, Swapper

MIB = 1 << 20


def network():
    layers, inputs = [], 3
    for _ in range(8):
        layers += [torch.nn.Conv2d(inputs, 16, 3, padding=1), torch.nn.ReLU()]
        inputs = 16
    return torch.nn.Sequential(*layers, torch.nn.MaxPool2d(4), torch.nn.Flatten(),
                               torch.nn.Linear(16 * 64, 10))


def train(o, around):
    """The losses of a training; `around` is a Swapper, or does nothing."""
    torch.manual_seed(1)
    net = network().to(o.device)
    loss_of = torch.nn.CrossEntropyLoss()
    optimizer = torch.optim.SGD(net.parameters(), 0.01)
    images = torch.rand(o.steps, 32, 3, 32, 32)
    labels = torch.randint(0, 10, (o.steps, 32))
    losses = []
    with around:
        for step in range(o.steps):
            optimizer.zero_grad()
            loss = loss_of(net(images[step].to(o.device)), labels[step].to(o.device))
            loss.backward()
            optimizer.step()
            losses.append(loss.item())
    return losses


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--device", default="cpu", choices=("cpu", "cuda"))
    parser.add_argument("--policy", default="vdnn", choices=("vdnn", "sc"))
    parser.add_argument("--steps", type=int, default=5)
    o = parser.parse_args()
    os.environ.setdefault("CUBLAS_WORKSPACE_CONFIG", ":4096:8")
    torch.use_deterministic_algorithms(True)  # else losses differ from run to run anyway
    if o.device == "cuda" and not torch.cuda.is_available():
        sys.exit("half_memory.py: --device cuda: PyTorch sees no GPU")

    plain = train(o, contextlib.nullcontext())
    counter = Swapper(policy="none", device=o.device)  # moves nothing, and counts
    counted = train(o, counter)
    saved = counter.stats().device_peak
    half = Swapper(policy=o.policy, device_bytes=saved // 2, device=o.device)
    try:
        losses = train(o, half)
    except Error as error:
        sys.exit(f"half_memory.py: {error}")

    stats = half.stats()
    print(f"without: {saved / MIB:.2f} MiB of saved tensors at most")
    print(f"limit:   {saved // 2 / MIB:.2f} MiB")
    print(f"with:    {stats.device_peak / MIB:.2f} MiB, {stats.link_out / MIB:.2f} MiB moved out")
    print(f"losses:  {', '.join(f'{x:.6f}' for x in losses)}")
    same = plain == counted == losses
    print("the losses are the same" if same else "the losses differ")
    return int(not same or stats.device_peak > saved // 2)


sys.exit(main())
