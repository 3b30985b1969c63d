# SPDX-License-Identifier: Apache-2.0
"""Trainings that keep several graphs at a time: iterations that end without a backward pass, stop in
the middle of one or run two, and graphs of earlier ones that are used or dropped in any order."""
import contextlib
import random

import torch

SIZES = (1 << 10, 1 << 11, 1 << 12)
LAYERS = (torch.sin, lambda a: torch.relu(a) * 0.5, lambda a: a * a, lambda a: torch.exp(a * 0.1),
          lambda a: a.view(2, -1).t().contiguous().view(-1).tanh(),
          lambda a: a.clone().add_(1).sigmoid())
POLICIES = ("none", "vdnn", "vdnn++", "sc", "cswap", "orac")


class Graph:
    """A net's input, its loss, and some of the tensors between."""

    def __init__(self, draw, layers):
        self.x = torch.rand(draw.choice(SIZES), requires_grad=True)
        self.inner, a = [], self.x
        for number in layers:
            a = LAYERS[number](a)
            self.inner.append(a)
        self.loss = a.sum()

    def backward(self, _):
        self.loss.backward()
        return [self.x.grad.clone()]

    def part(self, draw):
        """As far as one of the inner tensors, after which the graph is still whole."""
        return list(torch.autograd.grad(self.loss, draw.choice(self.inner), retain_graph=True,
                                        allow_unused=True))

    def twice(self, _):
        first, = torch.autograd.grad(self.loss, self.x, create_graph=True)
        found = [first.detach().clone()]
        (first * first).sum().backward()
        return found + [self.x.grad.clone()]

    def nothing(self, _):
        return []


def take_up(draw, kept):
    """Uses a graph of an earlier iteration up to twice, and drops it."""
    graph, times = kept.pop(draw.randrange(len(kept))), draw.randrange(3)
    return [torch.autograd.grad(graph.loss, graph.x, retain_graph=turn + 1 < times)[0]
            for turn in range(times)]


def iteration(draw, layers, kept):
    graph = Graph(draw, layers)
    what = draw.choice((Graph.backward, Graph.backward, Graph.part, Graph.twice, Graph.nothing))
    found = what(graph, draw)
    if what in (Graph.part, Graph.nothing) and draw.random() < 0.8:
        if draw.random() < 0.8:
            graph.inner.clear()
        kept.append(graph)
    return found


def train(seed, swapper=None):
    """The gradients of a training; `swapper`: None, or the Swapper around it."""
    draw, kept, found, layers = random.Random(seed), [], [], []
    torch.manual_seed(seed)
    with swapper if swapper is not None else contextlib.nullcontext():
        for _ in range(draw.randrange(4, 14)):
            if not layers or draw.random() < 0.4:
                layers = [draw.randrange(len(LAYERS)) for _ in range(draw.randrange(2, 7))]
            found += iteration(draw, layers, kept)
            while kept and draw.random() < 0.3:
                found += take_up(draw, kept)
            if draw.random() < 0.1 and swapper is not None:
                swapper.epoch()
            if draw.random() < 0.1 and swapper is not None:
                swapper.settle()
    # The executor lasts until the last of these is gone.
    while kept:
        found += take_up(draw, kept)
    return found


def settings(seed, pool):
    """Arguments of a Swapper; `pool`: the name of a file that may be made."""
    draw = random.Random(f"settings {seed}")
    return {"policy": draw.choice(POLICIES), "least": draw.choice((1, 1 << 10, 1 << 12)),
            "codec": draw.choice(("zvc", "rle", "lz4", "zvc16", "ebd16")), "threads": 1,
            "device_bytes": draw.choice((0, 0, 1 << 17, 1 << 18, 1 << 20)),
            "link": draw.choice((None, None, (0.5, 0.5), (0.05, 0.05))),
            "host": draw.choice(("ram", "ram", pool))}


def wrong_in(seed, swapper, full):
    """None, or how a training under `swapper` differs from one without; `full`: the error of a
    Swapper whose memory is too small, which is no difference."""
    due = train(seed)
    try:
        found = train(seed, swapper)
    except full as error:
        return None if str(error).startswith("device memory is full") else str(error)
    except RuntimeError as error:
        return None if "device memory is full" in str(error) else str(error).splitlines()[0]
    if len(found) != len(due) or not all(
            a is b is None or (a is not None and b is not None and torch.equal(a, b))
            for a, b in zip(found, due)):
        return "other gradients"
    held = swapper.stats().device
    return f"{held} bytes are held after the end" if held else None
