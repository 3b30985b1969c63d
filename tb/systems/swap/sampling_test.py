#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""When a training takes the pieces whose ratios cswap decides by (linepress/swap/sampling.py): by a
clock and codecs of this test, with tensors, costs and iterations at random."""
import argparse
import os
import random
import sys

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../..")
BUILD = os.path.abspath(os.environ.get("BUILD", "build"))
sys.path[:0] = [os.path.join(ROOT, "adapters/python"), os.path.join(ROOT, "tb")]
sys.dont_write_bytecode = True
os.environ["LINEPRESS_LIB"] = BUILD
import tap  # noqa: E402
from linepress.swap import sampling  # noqa: E402
from linepress.swap.advisor import Row  # noqa: E402
from linepress.swap.library import CODECS, Setting  # noqa: E402

SEED = int(os.environ.get("LP_SEED") or random.randrange(1 << 30))
SETTINGS = [Setting(c, 16, 128) for c in range(2, len(CODECS))]
SHARE = 0.01


class Clock:
    """Seconds of this test; codecs take `cost` for a piece, and the ratio depends on its place."""

    def __init__(self, cost):
        self.now, self.cost, self.ran, self.stop = 0.0, cost, [], None
        sampling.time = argparse.Namespace(perf_counter=lambda: self.now)

    def ratio(self, setting, address, count):
        if self.stop is not None and len(self.ran) == self.stop:
            self.stop = None
            raise KeyboardInterrupt
        self.now += self.cost(setting)
        self.ran.append((setting.codec, address, count))
        return size_over(setting.codec, address)


def size_over(codec, address):
    return 1 + codec + (address >> 14) % 5


def due(item):
    """Ratios of the whole: all pieces' bytes over all their sizes."""
    places = sampling.pieces_of(item.bytes)
    return {CODECS[s.codec]: sum(n for _, n in places) /
            sum(n / size_over(s.codec, item.address + at) for at, n in places) for s in SETTINGS}


class Net:
    """Tensors, and the iterations of a training that has them."""

    def __init__(self, sizes, cost, share=SHARE):
        self.clock, self.sampler = Clock(cost), sampling.Sampler(share)
        self.tensors = [(argparse.Namespace(address=n << 24, bytes=size), Row(str(n), "relu", size))
                        for n, size in enumerate(sizes)]
        self.rows = [row for _, row in self.tensors]
        self.epoch, self.spans, self.spent = 0, [], []

    def begin_epoch(self):
        self.epoch += 1

    def step(self, span, shown=lambda row: True):
        self.sampler.begin(self.spans[-3:])
        for item, row in self.tensors:
            if not shown(row):
                continue
            self.sampler.take(self.clock, SETTINGS, item, row, self.epoch)
            if row.epoch < self.epoch:
                row.epoch = self.epoch
                row.add("ratio", dict(row.fresh))
        self.spent.append(self.sampler.seconds)
        self.spans.append(span)

    def wrong_ratios(self):
        return [f"{row.name}: {row.fresh}, wanted {due(item)}" for item, row in self.tensors
                if row.fresh.keys() != due(item).keys() or
                any(abs(row.fresh[c] / r - 1) > 1e-9 for c, r in due(item).items())]


def sizes_at_random(rng, count):
    return [rng.choice((100, 4096, 1 << 14, 40000, 1 << 16, 1 << 20, (1 << 21) + 128))
            for _ in range(count)]


def no_iteration_is_longer(rng):
    """Not by more than its share, but for a codec's first piece, whose cost is not foreseen; all have
    their ratios after as many iterations as the shares of all pieces' time are."""
    span, pace = rng.uniform(0.05, 0.5), rng.uniform(0.02, 0.2)
    most = SHARE * span
    net = Net(sizes_at_random(rng, 20), lambda s: pace * most * s.codec / 5)
    net.begin_epoch()
    wanted = sum(len(sampling.pieces_of(i.bytes)) for i, _ in net.tensors) * \
        sum(pace * most * s.codec / 5 for s in SETTINGS)
    steps, known = 0, set()
    while any(row.sampled < 1 for row in net.rows):
        net.step(span)
        steps += 1
        assert steps < 1000, "no end"
        ran = {codec for codec, _, _ in net.clock.ran}
        if ran == known and net.spent[-1] > most * (1 + 1e-9):
            yield f"an iteration spent {net.spent[-1] / most:.2f} of its share"
        known = ran
    assert net.spent[:2] == [0, 0], "before an iteration's time was known"
    yield from net.wrong_ratios()
    if max(net.spent) > most * (1 + 1e-9) + pace * most:
        yield f"{max(net.spent) / most:.2f} of a share were spent"
    if steps > wanted / (most * (1 - pace)) + 4:
        yield f"{steps} iterations for {wanted / most:.1f} shares"


def dear_pieces(rng):
    """A piece that costs more than a share has an iteration alone, and others pay for it."""
    span = rng.uniform(0.005, 0.02)
    net = Net(sizes_at_random(rng, 5), lambda s: SHARE * span * rng.uniform(1.5, 4))
    net.begin_epoch()
    ran = []
    for _ in range(3000):
        before = len(net.clock.ran)
        net.step(span)
        ran.append(len(net.clock.ran) - before)
    if max(ran) > 1:
        yield f"{max(ran)} pieces in an iteration"
    if any(row.sampled < 1 for row in net.rows):
        yield "some have no ratios"
    spent = 0.0
    for number, seconds in enumerate(net.spent, 1):
        spent += seconds
        if spent > SHARE * span * (number + 4):
            yield f"{spent} s after {number} iterations"
            break
    yield from net.wrong_ratios()


def slow_iterations_do_not_count(rng):
    """The share is that of the shortest of the last three iterations."""
    cost = rng.uniform(5e-5, 3e-4)
    net = Net([1 << 20] * 100, lambda s: cost)
    net.begin_epoch()
    for span in (5.0, 0.1, 0.1, 5.0, 5.0, 0.1) * 4:
        net.step(span)
        if net.spent[-1] > SHARE * 0.1 + cost:
            yield f"{net.spent[-1]} s, {SHARE * 0.1} allowed"


def before_the_next_epoch(rng):
    """In an epoch that is long enough each tensor gets ratios, which the next epoch's plan has."""
    net = Net(sizes_at_random(rng, 12), lambda s: 2e-4)
    for epoch in range(1, 6):
        net.begin_epoch()
        for _ in range(160):
            net.step(0.1)
            if epoch > 1 and any(len(row.ratio[-1]) != len(SETTINGS) for row in net.rows):
                yield f"epoch {epoch}: a plan without ratios"
        late = [row.name for row in net.rows if row.sampled != epoch]
        if late:
            yield f"epoch {epoch}: {late} not sampled"


def first_ratios_count_at_once(rng):
    """Later ones from the next epoch on: the profile of an epoch has those it was decided by."""
    net = Net(sizes_at_random(rng, 6), lambda s: 2e-4)
    net.begin_epoch()
    news = 0
    for _ in range(160):
        had = [bool(row.ratio and row.ratio[-1]) for row in net.rows]
        net.step(0.1)
        new = any(row.ratio[-1] and not h for row, h in zip(net.rows, had))
        news += new
        if new != net.sampler.is_news:
            yield "news that is not said, or none that is"
    net.begin_epoch()
    net.step(0.1)
    kept = [row.ratio[-1] for row in net.rows]
    was = [dict(one) for one in kept]
    for _ in range(160):
        net.step(0.1)
        if net.sampler.is_news:
            yield "news in a later epoch"
    if not news or kept != was or any(row.ratio[-1] is not k for row, k in zip(net.rows, kept)):
        yield "ratios of an epoch changed within it"


def epochs_that_are_too_short(rng):
    """The sweep goes on in the next one: the last tensors are sampled as often as the first."""
    net = Net([1 << 20] * rng.randrange(5, 20), lambda s: 1e-4)
    order = []
    for _ in range(1500):
        net.begin_epoch()
        for _ in range(rng.randrange(1, 3)):
            before = [row.sampled for row in net.rows]
            net.step(0.04)
            order += [row.name for row, b in zip(net.rows, before) if row.sampled != b]
    times = [order.count(row.name) for row in net.rows]
    if min(times) < 2 or max(times) - min(times) > 1:
        yield f"tensors were sampled {times} times"


def tensors_that_come_sometimes(rng):
    """They get ratios from the iterations that they are in, and hold up no others; one that never
    comes again does not either."""
    net = Net([1 << 20] * 10, lambda s: 1e-4)
    seldom = {row.name: rng.randrange(2, 9) for row in net.rows[::3]}
    gone, steps = rng.choice([row.name for row in net.rows if row.name not in seldom]), 0

    def shown(row):
        if row.name == gone:
            return steps < 5
        return steps % seldom.get(row.name, 1) == 0

    for _ in range(4):
        net.begin_epoch()
        for _ in range(1200):
            net.step(0.04, shown)
            steps += 1
        late = [row.name for row in net.rows if row.sampled != net.epoch and row.name != gone]
        if late:
            yield f"epoch {net.epoch}: {late} not sampled"


def interrupted(rng):
    """Ctrl-C at any piece: the training that goes on has the same ratios."""
    sizes = sizes_at_random(rng, 4)
    for stop in range(0, 60, rng.randrange(1, 4)):
        net = Net(sizes, lambda s: 1e-5, share=1.0)
        net.begin_epoch()
        net.clock.stop = stop
        stopped = 0
        for _ in range(8):
            try:
                net.step(0.01)
            except KeyboardInterrupt:
                stopped += 1
                net.spans.append(0.01)
        if stopped != (stop < len(net.clock.ran) + 1 and net.clock.stop is None):
            yield f"{stopped} interrupts"
        yield from net.wrong_ratios()
        if any(row.pieces for row in net.rows) or len(set(net.clock.ran)) != len(net.clock.ran):
            yield f"stopped at {stop}: a piece was taken twice, or is left"


CHECKS = (no_iteration_is_longer, dear_pieces, slow_iterations_do_not_count, before_the_next_epoch,
          first_ratios_count_at_once, epochs_that_are_too_short, tensors_that_come_sometimes,
          interrupted)


def main():
    print(f"# LP_SEED={SEED}")
    for check in CHECKS:
        tap.result(list(check(random.Random(f"{SEED} {check.__name__}"))),
                   check.__name__.replace("_", " "))
    return tap.end()


if __name__ == "__main__":
    sys.exit(main())
