#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""linepress.swap on programs that hypothesis makes, and on those that are hard to make: views,
changes in place and unknown to PyTorch, reuse, several outputs and backward passes, threads,
tensors without a storage. TAP.

    graphs_test.py [--examples N] [--record FILE]     LP_SEED repeats a run

The same program without hooks and under save_on_cpu says what is right:

- The gradient is that without hooks, to the last bit, also where bytes are written that PyTorch
  does not see (`.data`, NumPy): the backward pass reads the current content of the tensor, and
  save_on_cpu() of a CPU's tensor copies nothing.
- Where PyTorch finds that a saved tensor has changed, Swapper raises, or gives save_on_cpu's.
"""
import argparse
import collections
import faulthandler
import gc
import os
import random
import sys
import threading
import time
import warnings

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(os.path.dirname(HERE)))
BUILD = os.path.abspath(os.environ.get("BUILD", "build"))
sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.dirname(HERE)))
os.environ.setdefault("LINEPRESS_LIB", BUILD)
sys.path[1:1] = [os.environ.get("PYTHONPATH") or os.path.join(ROOT, "adapters/python")]

import tap  # noqa: E402

try:
    import torch
except ImportError:
    tap.skip("graphs under Swapper", "no PyTorch (python3-torch)")
    sys.exit(tap.end())
import linepress.swap  # noqa: E402
import campaign  # noqa: E402
import oracle  # noqa: E402
from graph_samples import (BY_HAND, HIDDEN, NEWER, STATELESS, attention,  # noqa: E402
                           convolution, coo, embedding, hermitian, large_and_small, refilled)
from graph_steps import ENDINGS, NAMES, Program  # noqa: E402
try:
    import hypothesis
    from hypothesis import strategies
except ImportError:
    hypothesis = None

SEED = int(os.environ.get("LP_SEED") or random.randrange(1 << 30))
EXAMPLES = 400
HANGS_S = 3600
SLOW = (None, (0.02, 0.02))  # GB/s of a slow link


class Judge:
    def __init__(self, swappers=None):
        self.swappers = swappers or oracle.Swappers()
        self.counts = collections.Counter()

    def dues(self, program):
        """Results without hooks and under save_on_cpu; None: nothing to compare with."""
        due = oracle.outcome(program.run, oracle.no_hooks())
        if oracle.outcome(program.run, oracle.no_hooks()) != due or due == ("value", []):
            self.counts["said nothing"] += 1
            return None
        return due, oracle.outcome(program.run, oracle.on_cpu())

    def verdict(self, program, dues, found):
        """Why what was found is wrong, or ""."""
        due, cpu = dues
        if found in dues:
            self.counts["same" if found == due else "save_on_cpu's"] += 1
            return ""
        if found[0] == "error" and (due[0] == "error" or cpu[0] == "error"):
            self.counts["raised"] += 1
            fine = cpu[0] == "error" or "modified" not in due[1] or in_words(found[1])
            return "" if fine else f"not in words: {found[1]}"
        return f"raised {found[1]}" if found[0] == "error" else "another gradient"

    def hold(self, programs, policy, times, middle, more):
        """Programs, each some times, in one Swapper."""
        lines = []
        dues = [(p, self.dues(p)) for p in programs]
        with self.swappers.told(policy, lines, **more) as swapper:
            for program, due in dues:
                if due is None:
                    continue
                for _ in range(times):
                    found = oracle.outcome(lambda s, p=program: p.run(s, middle), kept(swapper))
                    self.swappers.raised |= found[0] == "error"
                    wrong = self.verdict(program, due, found)
                    if wrong and not ("device_bytes" in more and "memory is full" in wrong):
                        lines.append(f"{policy} {more} {times} times, {wrong}: {program}")
        return lines


def in_words(line):
    """Whether an error is of Swapper's or PyTorch's own about a change."""
    return any(word in line for word in ("chang", "modified", "saved", "freed", "in place",
                                         "inplace", "in-place"))


class kept:  # pylint: disable=invalid-name
    """An open Swapper's hooks are set already."""

    def __init__(self, swapper):
        self.swapper = swapper

    def __enter__(self):
        return self.swapper

    def __exit__(self, *_):
        pass


SETTINGS = ({}, {}, {}, {"least": 100}, {"least": 1000}, {"device_bytes": 2000},
            {"device_bytes": 100000}, {"host": "file"}, {"link": (0.1, 0.1)}, {"measure": True},
            {"threads": 2})


def made_graphs(judge, examples, ways=SETTINGS):
    number = strategies.integers(0, 63)
    steps = strategies.lists(
        strategies.tuples(strategies.integers(0, len(NAMES) - 1), number, number, number),
        min_size=2, max_size=24)
    program = strategies.builds(Program, steps, strategies.sampled_from(ENDINGS),
                                strategies.integers(0, 1 << 20))

    @hypothesis.seed(SEED)
    @hypothesis.settings(max_examples=examples, database=None, deadline=None, print_blob=False,
                         suppress_health_check=list(hypothesis.HealthCheck))
    @hypothesis.given(strategies.lists(program, min_size=1, max_size=3),
                      strategies.sampled_from(oracle.POLICIES), strategies.integers(1, 3),
                      strategies.integers(0, 3), strategies.sampled_from(ways))
    def hold(programs, policy, times, middle, more):
        wrong = judge.hold(programs, policy, times, middle, more)
        assert not wrong, "\n".join(wrong)

    try:
        hold()
    except AssertionError as error:
        return str(error)
    return ""


def gradient(function, rows=64, twice=False):
    """A program: the gradient of a sum of squares by a leaf of rows * 64 elements."""
    def run(swapper, outside=None):
        torch.manual_seed(SEED % 1000)
        x = torch.randn(rows, 64, requires_grad=True)
        out = function(x)
        loss = (out.abs() ** 2).sum()
        if swapper is not None:
            swapper.settle()
        if outside:
            outside()
        found = [oracle.bits(out)]
        if twice:
            loss.backward(retain_graph=True)
            found.append(oracle.bits(x.grad))
        loss.backward()
        return found + [oracle.bits(x.grad)]
    return run


def by_hand(judge, functions, hidden):
    """Each under every policy, three times in a Swapper of its own. `hidden`: also on a slow link,
    whose copies are under way while bytes are written."""
    lines, not_here = [], []
    for function in functions:
        for twice in (False, True):
            program = gradient(function, twice=twice)
            due = oracle.outcome(program, oracle.no_hooks())
            if due[0] == "error":
                (not_here if function in NEWER else lines).append(f"{function.__name__}: {due[1]}")
                continue
            for policy in oracle.POLICIES:
                for link in SLOW if hidden or function is refilled else (None,):
                    lines += three_times(judge, function, policy, link, program, due)
    for line in dict.fromkeys(not_here):
        print(f"# not with this PyTorch: {line}"[:160])
    return lines


def three_times(judge, function, policy, link, program, due):
    lines = []
    with judge.swappers.told(policy, lines, link=link) as swapper:
        for _ in range(3):
            found = oracle.outcome(program, kept(swapper))
            if found != due:
                lines.append(f"{function.__name__}, {policy}, link {link}: "
                             f"{found[1] if found[0] == 'error' else 'another gradient'}")
                break
    return lines


def varied_shapes(judge):
    """Batches of many sizes in one training, and other graphs between them."""
    lines = []
    draw = random.Random(SEED)
    for policy in oracle.POLICIES:
        with judge.swappers.told(policy, lines) as swapper:
            for step in range(25):
                function = draw.choice((torch.sin, torch.relu, large_and_small, embedding, coo,
                                        lambda x: torch.tanh(torch.relu(x) @ x.t())))
                rows = 64 if function in (embedding, coo) else draw.choice((8, 64, 64, 40, 1))
                program = gradient(function, max(rows, 8))
                with torch.autograd.graph.saved_tensors_hooks(lambda t: t, lambda t: t):
                    due = oracle.outcome(program, oracle.no_hooks())
                if draw.random() < 0.2:
                    function(torch.randn(64, 64, requires_grad=True))  # forward only
                found = oracle.outcome(program, kept(swapper))
                if found != due or found[0] == "error":
                    lines.append(f"{policy}, step {step}: {found[0]} "
                                 f"{found[1] if found[0] == 'error' else ''}")
                    break
                if draw.random() < 0.1:
                    swapper.epoch()
    return lines


class Own(Exception):
    """Not PyTorch's and not Swapper's."""


def exceptions(judge):
    """Exceptions of a program are passed on unchanged, and the next program trains."""
    def raises(x):
        y = torch.sin(x) * torch.exp(x)
        assert y is not None
        raise Own("mine")

    def raises_behind(x):
        y = torch.sin(x * 1)
        y.register_hook(lambda grad: raises(grad))
        return torch.exp(y * 2)

    lines = []
    good = gradient(attention)
    due = oracle.outcome(good, oracle.no_hooks())
    for policy in oracle.POLICIES:
        with judge.swappers.told(policy, lines) as swapper:
            for bad in (raises, raises_behind, raises):
                found = oracle.outcome(gradient(bad), kept(swapper))
                if found != ("error", "Own: mine"):
                    lines.append(f"{policy}: {bad.__name__} gives {found[1]}"[:200])
                found = oracle.outcome(good, kept(swapper))
                if found != due:
                    lines.append(f"{policy}: another gradient after {bad.__name__}: "
                                 f"{found[1] if found[0] == 'error' else ''}")
        try:
            with judge.swappers.new(policy):
                gradient(raises)(None)
            lines.append(f"{policy}: nothing came out of the block")
        except Own:
            pass
        except Exception as error:  # pylint: disable=broad-except
            lines.append(f"{policy}: out of the block came {oracle.first_line(error)}")
    return lines


def behind_the_block(judge):
    """A backward pass after the hooks; after a closed Swapper it may raise an error with a text."""
    lines = []
    for function in (attention, convolution, hermitian):
        due = oracle.outcome(gradient(function), oracle.no_hooks())
        for policy in oracle.POLICIES:
            swapper = judge.swappers.new(policy)
            with swapper:
                hooks = swapper.hooks
                hooks.__exit__(None, None, None)
                for _ in range(2):
                    hooks.__enter__()
                    found = oracle.outcome(
                        lambda s, f=function: gradient(f)(s, lambda: hooks.__exit__(
                            None, None, None)), kept(swapper))
                    if found != due:
                        lines.append(f"{function.__name__}, {policy}, hooks: {found[0]} "
                                     f"{found[1] if found[0] == 'error' else ''}")
                hooks.__enter__()
            swapper = judge.swappers.new(policy)
            swapper.__enter__()
            found = oracle.outcome(
                lambda s, f=function, w=swapper: gradient(f)(s, lambda: w.__exit__(
                    None, None, None)), kept(swapper))
            if found != due and not (found[0] == "error" and found[1].startswith("Error: ")):
                lines.append(f"{function.__name__}, {policy}, closed: {found[0]} "
                             f"{found[1] if found[0] == 'error' else ''}")
    return lines


def threads(judge):
    """User threads, each with graphs of its own, in one Swapper; PyTorch's hooks are per thread."""
    lines, lock = [], threading.Lock()

    def use(swapper, policy, number):
        draw = random.Random(SEED + number)
        for _ in range(8):
            function = draw.choice(STATELESS)
            found = oracle.outcome(lambda s, f=function: alone(f), swapper.hooks)
            if found != dues[function]:
                with lock:
                    lines.append(f"{policy}, {function.__name__}: {found[0]} "
                                 f"{found[1] if found[0] == 'error' else ''}")

    def alone(function):
        x = (torch.arange(4096.0).view(64, 64) / 4096 - 0.3).requires_grad_()
        out = function(x)
        (out.abs() ** 2).sum().backward()
        return [oracle.bits(out), oracle.bits(x.grad)]

    dues = {f: ("value", alone(f)) for f in STATELESS}
    for policy in oracle.POLICIES:
        with judge.swappers.told(policy, lines) as swapper:
            running = [threading.Thread(target=use, args=(swapper, policy, n)) for n in range(4)]
            for thread in running:
                thread.start()
            for thread in running:
                thread.join()
    return lines


def other_thread(judge):
    """Forward in one thread, backward in another."""
    lines = []
    for policy in oracle.POLICIES:
        x = torch.linspace(-1, 1, 4096).view(64, 64)
        grads = []
        for swapper in (None, judge.swappers.new(policy)):
            leaf = x.clone().requires_grad_()
            failed = []

            def back(out):
                try:
                    out.backward()
                except Exception as error:  # pylint: disable=broad-except
                    failed.append(oracle.first_line(error))
            with swapper or oracle.no_hooks():
                thread = threading.Thread(target=back, args=((attention(leaf) ** 2).sum(),))
                thread.start()
                thread.join()
            grads.append(failed or oracle.bits(leaf.grad))
        if grads[0] != grads[1]:
            lines.append(f"{policy}: {grads[1] if isinstance(grads[1], list) else 'differs'}")
    return lines


def one_graph_in_threads(judge):
    """Two threads go back through the same graph."""
    lines = []
    for policy in oracle.POLICIES:
        for function in (attention, hermitian, large_and_small):
            x = torch.linspace(-1, 1, 4096).view(64, 64).requires_grad_()
            (due,) = torch.autograd.grad((function(x).abs() ** 2).sum(), x)
            found = []
            with judge.swappers.told(policy, lines) as swapper:
                loss = (function(x).abs() ** 2).sum()
                swapper.settle()

                def back(loss=loss, x=x, found=found):
                    try:
                        found.extend(torch.autograd.grad(loss, x, retain_graph=True))
                    except Exception as error:  # pylint: disable=broad-except
                        found.append(oracle.first_line(error))
                running = [threading.Thread(target=back) for _ in range(3)]
                for thread in running:
                    thread.start()
                for thread in running:
                    thread.join()
                del loss, back, running
            for got in found:
                if isinstance(got, str) or oracle.bits(got) != oracle.bits(due):
                    lines.append(f"{policy}, {function.__name__}: "
                                 f"{got if isinstance(got, str) else 'another gradient'}")
    return lines


def graphs_that_wait(judge):
    """Several graphs alive at once, whose backward passes come in another order."""
    lines = []
    draw = random.Random(SEED)
    functions = [attention, hermitian, convolution, embedding, large_and_small]
    for policy in oracle.POLICIES:
        for _ in range(3):
            order = [draw.choice(functions) for _ in range(6)]
            back = list(range(6))
            draw.shuffle(back)

            def program(swapper, order=order, back=back):
                leaves = [torch.linspace(-1, 1, 4096).view(64, 64).mul(i + 1).requires_grad_()
                          for i in range(6)]
                losses = [(f(x).abs() ** 2).sum() for f, x in zip(order, leaves)]
                for i in back:
                    losses[i].backward()
                    losses[i] = None
                return [oracle.bits(x.grad) for x in leaves]
            due = oracle.outcome(program, oracle.no_hooks())
            found = oracle.outcome(program, judge.swappers.alone(policy))
            if found != due:
                lines.append(f"{policy}: {found[0]} {found[1] if found[0] == 'error' else ''}")
    return lines


CHECKS = (varied_shapes, exceptions, behind_the_block, threads, other_thread, one_graph_in_threads,
          graphs_that_wait)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--examples", type=int, default=EXAMPLES)
    parser.add_argument("--record")
    options = parser.parse_args()
    print(f"# LP_SEED={SEED}, PyTorch {torch.__version__}, {linepress.swap.__file__}", flush=True)
    begin = time.monotonic()
    warnings.filterwarnings("ignore")
    faulthandler.dump_traceback_later(HANGS_S + options.examples, exit=True)
    torch.set_num_threads(1)
    torch.use_deterministic_algorithms(True, warn_only=True)
    judge = Judge()
    tap.result(by_hand(judge, BY_HAND, False), "programs written by hand")
    tap.result(by_hand(judge, HIDDEN, True), "writes that PyTorch does not see")
    for check in CHECKS:
        tap.result(check(judge), check.__name__.replace("_", " "))
        gc.collect()
    if hypothesis is None:
        tap.skip("graphs that are made", "no hypothesis (python3-hypothesis)")
    else:
        tap.result(made_graphs(judge, options.examples), f"{options.examples} graphs")
    print("# " + ", ".join(f"{n} {what}" for what, n in sorted(judge.counts.items())))
    judge.swappers.close()
    moved = judge.swappers.moved
    tap.result([p for p in moved if (moved[p] > 0) == (p == "none")], f"bytes left: {moved}")
    faulthandler.cancel_dump_traceback_later()
    if options.record:
        campaign.record(options.record, f"graphs on PyTorch {torch.__version__}", seed=SEED,
                        seconds=round(time.monotonic() - begin), examples=options.examples,
                        passed=tap.good(), runs=dict(sorted(judge.counts.items())))
    return tap.end()


if __name__ == "__main__":
    sys.exit(main())
