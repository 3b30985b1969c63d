#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""linepress.swap on PyTorch's own database of operators (op_db): the gradients of every sample are
those without hooks, to the last bit. TAP.

    op_db_test.py                       a share, drawn by LP_SEED, of SHARE_S seconds
    op_db_test.py --ops NAME[,NAME...]  all samples of these
    op_db_test.py --all [--work FOLDER] [--record FILE] [--variants N]
                                        the whole database, side by side; goes on where it stopped,
                                        and writes counts to the record; with N layouts and ways of
                                        each sample, else all

Each sample runs without hooks twice, under save_on_cpu and under Swapper. One that gives no
gradient without hooks, or not twice the same, says nothing and is counted. Where save_on_cpu
refuses, Swapper may.
"""
import argparse
import collections
import json
import os
import random
import sys
import time
import types
import unittest
import warnings
import zlib

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(os.path.dirname(HERE)))
BUILD = os.path.abspath(os.environ.get("BUILD", "build"))
sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.dirname(HERE)))
os.environ.setdefault("LINEPRESS_LIB", BUILD)
sys.path[1:1] = [os.environ.get("PYTHONPATH") or os.path.join(ROOT, "adapters/python")]

import tap  # noqa: E402

NAME = "op_db under Swapper"
try:
    import torch
except ImportError:
    tap.skip(NAME, "no PyTorch (python3-torch)")
    sys.exit(tap.end())
try:
    import expecttest  # noqa: F401
except ImportError:  # PyTorch's module of tests imports it, and op_db does not use it
    sys.modules["expecttest"] = types.SimpleNamespace(TestCase=unittest.TestCase, ACCEPT=False)
warnings.filterwarnings("ignore")
try:
    from torch.testing._internal.common_methods_invocations import op_db
except ImportError as error:
    tap.skip(NAME, f"PyTorch {torch.__version__} without its op_db: {error}")
    sys.exit(tap.end())
import linepress.swap  # noqa: E402
import campaign  # noqa: E402
import oracle  # noqa: E402

SEED = int(os.environ.get("LP_SEED") or random.randrange(1 << 30))
DTYPES = (torch.float32, torch.float64, torch.complex64, torch.bfloat16)
SHARE_S = 20        # seconds of the processor, in make test
DRAWN_SAMPLES, DRAWN_VARIANTS = 2, 3  # of an operator and a type, there
AGAIN = 60          # more runs without Swapper before a difference counts
# The last bits of LAPACK's results depend on addresses: without Swapper, and with empty hooks, a
# few runs in hundreds differ.
UNSTEADY = "linalg.lstsq"
SHOWN = 12
LAYOUTS = ("leaf", "given", "transposed", "expanded", "gaps", "offset", "conj", "neg")


# ------------------------------------------------------------------ arguments
def widest(tensor):
    return max(range(tensor.dim()), key=lambda d: tensor.shape[d])


def layout_of(kind, tensor):
    """(a leaf's values, what makes the argument of a leaf): the argument has the tensor's shape."""
    def same(leaf):
        return leaf * 1 if leaf.is_floating_point() or leaf.is_complex() else leaf.clone()

    if kind == "transposed" and tensor.dim() > 1:
        return tensor.transpose(-1, -2).contiguous(), lambda leaf: same(leaf).transpose(-1, -2)
    # Indices keep their values: some operators of PyTorch do not check them.
    if kind == "expanded" and tensor.dim() and tensor.numel() and \
            (tensor.is_floating_point() or tensor.is_complex()):
        return (tensor.narrow(widest(tensor), 0, 1).contiguous(),
                lambda leaf: same(leaf).expand(tensor.shape))
    if kind == "gaps" and tensor.dim():
        return (torch.stack((tensor, tensor), -1), lambda leaf: same(leaf)[..., 1])
    if kind == "offset":
        padded = torch.cat((torch.ones(3, dtype=tensor.dtype), tensor.reshape(-1)))
        return padded, lambda leaf: same(leaf)[3:].view(tensor.shape)
    if kind == "conj" and tensor.is_complex():
        return tensor.conj().resolve_conj(), lambda leaf: same(leaf).conj()
    if kind == "neg" and (tensor.is_floating_point() or tensor.is_complex()):
        return -tensor, lambda leaf: torch._neg_view(same(leaf))
    if kind == "leaf":
        return tensor, lambda leaf: leaf
    if kind == "given":
        return tensor, same
    return None


class Call:
    """A sample of an operator, whose tensors are created for each run."""

    def __init__(self, function, sample):
        self.function, self.sample = function, sample
        self.tensors, self.wants = [], []
        self.tree = self._collect((sample.input, sample.args, sample.kwargs))

    def _collect(self, node):
        if isinstance(node, torch.Tensor):
            self.wants.append(node.requires_grad)
            self.tensors.append(node.detach())
            return ("tensor", len(self.tensors) - 1)
        if type(node) in (list, tuple):
            return (type(node), [self._collect(n) for n in node])
        if isinstance(node, dict):
            return (dict, {k: self._collect(v) for k, v in node.items()})
        return ("as is", node)

    def _build(self, node, tensors):
        kind, what = node
        if kind == "tensor":
            return tensors[what]
        if kind is dict:
            return {k: self._build(v, tensors) for k, v in what.items()}
        if kind in (list, tuple):
            return kind(self._build(n, tensors) for n in what)
        return what

    def subsets(self):
        """Which tensors require a gradient: those of the sample, then each alone."""
        yield tuple(self.wants)
        if sum(self.wants) > 1:
            for i, want in enumerate(self.wants):
                if want:
                    yield tuple(j == i for j in range(len(self.wants)))

    def variants(self):
        first = True
        for subset in self.subsets():
            for kind in LAYOUTS if first else ("given",):
                yield kind, subset, "backward"
            if first:
                yield "given", subset, "twice"
                yield "given", subset, "double"
            first = False

    def applies(self, kind):
        return kind in ("leaf", "given") or \
            any(t.layout == torch.strided and layout_of(kind, t) is not None for t in self.tensors)

    def arguments(self, kind, subset):
        leaves, made = [], []
        for tensor, wants in zip(self.tensors, subset):
            if tensor.layout != torch.strided or tensor.is_nested:
                leaf, make = tensor.clone(), lambda leaf: leaf
            else:
                values, make = layout_of(kind, tensor) or layout_of("given", tensor)
                leaf = values.clone()
            leaf.requires_grad_(wants)
            made.append(make(leaf))
            if wants:
                leaves.append(leaf)
        return leaves, self._build(self.tree, made)

    def run(self, kind, subset, way, seed, swapper):
        """Bits of what the operator gives and of the gradient of each leaf."""
        torch.manual_seed(seed)
        leaves, (first, args, kwargs) = self.arguments(kind, subset)
        given = self.function(first, *args, **kwargs)
        given = self.sample.output_process_fn_grad(given)
        outs = [dense(t) for t in tensors_of(given)
                if t.requires_grad and (t.is_floating_point() or t.is_complex())]
        if not outs:
            raise ValueError("no output that requires a gradient")
        found = [oracle.bits(out) for out in outs]
        torch.manual_seed(seed + 1)
        losses = [weighed(out) for out in outs]
        # Only the graph may hold the saved tensors, or their memory is not freed.
        del first, args, kwargs, given, outs
        if swapper is not None and seed % 4:
            swapper.settle()
        grads = torch.autograd.grad(losses, leaves, allow_unused=True,
                                    retain_graph=way != "backward", create_graph=way == "double")
        found += [oracle.bits(g) for g in grads]
        if way == "twice":
            grads = torch.autograd.grad(losses, leaves, allow_unused=True)
            found += [oracle.bits(g) for g in grads]
        elif way == "double":
            found += self._double(grads, leaves)
        return found

    @staticmethod
    def _double(grads, leaves):
        seconds = [dense(g) for g in grads if g is not None and g.requires_grad]
        if not seconds:
            raise ValueError("no second derivative")
        grads = torch.autograd.grad([weighed(g) for g in seconds], leaves, allow_unused=True)
        return [oracle.bits(g) for g in grads]


def dense(tensor):
    return tensor if tensor.layout == torch.strided or tensor.is_nested else tensor.to_dense()


def weighed(tensor):
    """A sum in which each element counts otherwise; it saves no element."""
    total = (tensor * torch.randn(tensor.shape).to(tensor.dtype)).sum()
    return total.real if total.is_complex() else total


def tensors_of(node):
    if isinstance(node, torch.Tensor):
        yield node
    elif isinstance(node, (list, tuple)):
        for part in node:
            yield from tensors_of(part)
    elif isinstance(node, dict):
        for part in node.values():
            yield from tensors_of(part)


# ------------------------------------------------------------------ an operator
def functions_of(op):
    yield "", op.op
    if op.inplace_variant is not None:
        yield " in place", op.inplace_variant


def full_name(op):
    return op.name + (f".{op.variant_test_name}" if op.variant_test_name else "")


class Judge:
    """Runs the variants of a sample and counts their results."""

    def __init__(self, draw=None, samples=None, variants=None):
        self.swappers = oracle.Swappers()
        self.counts = collections.Counter()
        self.wrong = []
        self.draw = draw
        self.samples, self.variants = samples, variants  # number drawn of each; None: all

    def some(self, things, count):
        things = list(things)
        return things if count is None else self.draw.sample(things, min(count, len(things)))

    def sample(self, name, call):
        fitting = [v for v in call.variants() if any(v[1]) and call.applies(v[0])]
        for kind, subset, way in self.some(fitting, self.variants):
            self.variant(f"{name} {kind} {way} {''.join('01'[w] for w in subset)}", call, kind,
                         subset, way)

    def variant(self, name, call, kind, subset, way):
        seed = zlib.crc32(f"{SEED} {name}".encode())

        def program(swapper):
            return call.run(kind, subset, way, seed, swapper)

        self.counts["variants"] += 1
        due = oracle.outcome(program, oracle.no_hooks())
        if due[0] == "error":
            self.counts["no gradient"] += 1
            return
        if oracle.outcome(program, oracle.no_hooks()) != due:
            self.counts["not twice the same"] += 1
            return
        cpu = oracle.outcome(program, oracle.on_cpu())
        self.counts["save_on_cpu refuses"] += cpu[0] == "error"
        self.counts["save_on_cpu differs"] += cpu[0] == "value" and cpu != due
        self.counts["compared"] += 1
        for policy in ("vdnn", oracle.POLICIES[seed % len(oracle.POLICIES)]):
            context = self.swappers.shared if seed >> 8 & 1 and not ALONE else self.swappers.alone
            found = oracle.outcome(program, context(policy))
            if found == due:
                self.counts["same"] += 1
            elif found[0] == "error" and cpu[0] == "error":
                self.counts["both refuse"] += 1
            elif alone_gives(program, found) or (found[0] == "value" and name.startswith(UNSTEADY)):
                self.counts["not twice the same"] += 1
            else:
                what = "refused" if found[0] == "error" else "differs"
                self.counts[what] += 1
                self.wrong.append(f"{name} {policy}: {what}"
                                  f"{': ' + found[1] if what == 'refused' else ''}")


def alone_gives(program, found):
    """Whether this also happens without Swapper at times: LAPACK's last bits depend on the address
    of its memory and on its previous content."""
    draw = random.Random(SEED)
    for i in range(AGAIN):
        before = [torch.full((draw.randrange(1, 300),), float("nan")) for _ in range(20)]
        del before
        beside = [torch.empty(draw.randrange(1, 3000)) for _ in range(draw.randrange(1, 40))]
        given = oracle.outcome(program, oracle.on_cpu() if i % 2 else oracle.no_hooks())
        del beside
        if given == found:
            return True
    return False


ALONE = os.environ.get("SWAP_ALONE") == "1"


def judge_op(op, dtype, *drawn):
    """{"counts": .., "wrong": [..], "moved": bytes} of an operator with a type."""
    judge = Judge(*drawn)
    torch.manual_seed(SEED)
    random.seed(SEED)
    samples = list(enumerate(op.sample_inputs("cpu", dtype, requires_grad=True)))
    samples = judge.some(samples, judge.samples)
    judge.counts["samples"] = len(samples)
    for number, sample in samples:
        for suffix, function in functions_of(op):
            judge.sample(f"{full_name(op)}{suffix} {str(dtype)[6:]} #{number}",
                         Call(function, sample))
    judge.swappers.close()
    return {"counts": dict(judge.counts), "wrong": judge.wrong,
            "moved": judge.swappers.moved["vdnn"]}


def tasks():
    """Every operator with every type that it backpropagates, as numbers."""
    for i, op in enumerate(op_db):
        for j, dtype in enumerate(DTYPES):
            if op.supports_autograd and op.supports_dtype(dtype, "cpu") and \
                    dtype in op.supported_backward_dtypes("cpu"):
                yield i, j


def task_name(task):
    return f"{full_name(op_db[task[0]])} {str(DTYPES[task[1]])[6:]}"


# ------------------------------------------------------------------ a share
def share(chosen, seconds, *drawn):
    """Judges tasks until the time is over; returns (how many, counts, lines, bytes moved)."""
    counts, wrong, moved, done = collections.Counter(), [], 0, 0
    for task in chosen:
        if time.process_time() > seconds:
            break
        found = judge_op(op_db[task[0]], DTYPES[task[1]], *drawn)
        counts.update(found["counts"])
        wrong += found["wrong"]
        moved += found["moved"]
        done += 1
    return done, counts, wrong, moved


def told(counts):
    return ", ".join(f"{n} {what}" for what, n in sorted(counts.items()))


def run_share(ops):
    chosen = list(tasks())
    if ops:
        chosen = [t for t in chosen if full_name(op_db[t[0]]) in ops or op_db[t[0]].name in ops]
    else:
        random.Random(SEED).shuffle(chosen)
    done, counts, wrong, moved = share(chosen, 1e9) if ops else \
        share(chosen, SHARE_S, random.Random(SEED), DRAWN_SAMPLES, DRAWN_VARIANTS)
    print(f"# {done} of {len(chosen)} operators and types: {told(counts)}")
    if not moved:
        wrong.append("no byte left: nothing was tried")
    tap.SHOWN = 10000 if ops else SHOWN
    tap.result(wrong, NAME)
    return tap.end()


# ------------------------------------------------------------------ all of it
def worker(variants):
    out = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)  # output of operators is not a reply
    chosen = list(tasks())
    for line in sys.stdin:
        op, dtype = chosen[int(line)]
        try:
            found = judge_op(op_db[op], DTYPES[dtype], random.Random(SEED + int(line)), None,
                             variants)
        except Exception as error:  # pylint: disable=broad-except
            found = {"counts": {"operators without samples": 1}, "wrong": [],
                     "why": oracle.first_line(error)}
        print(json.dumps(found), file=out, flush=True)
    return 0


def by_type(found):
    """Counts of all operators, for each type."""
    sums = collections.defaultdict(collections.Counter)
    for result in found.values():
        sums[result["task"].rsplit(" ", 1)[1]].update({"operators": 1, **result["counts"]})
    return {name: dict(sorted(counts.items())) for name, counts in sorted(sums.items())}


def run_all(folder, record, jobs, variants):
    os.environ["LP_SEED"] = str(SEED)
    all_of_it = campaign.Campaign(
        os.path.join(folder, f"op_db-{torch.__version__}.jsonl"),
        {"tree": campaign.state(), "seed": SEED, "torch": torch.__version__,
         "variants": variants},
        [task_name(task) for task in tasks()],
        [sys.executable, "-B", os.path.abspath(__file__), "--worker",
         *(["--variants", str(variants)] if variants else [])])
    print(f"# {len(all_of_it.found)} of {len(all_of_it.names)} operators and types are there",
          flush=True)
    all_of_it.run(jobs)
    types, wrong = by_type(all_of_it.found), all_of_it.wrong()
    for name, counts in types.items():
        print(f"# {name}: {told(counts)}")
    if record:
        campaign.record(record, f"op_db of PyTorch {torch.__version__}", seed=SEED,
                        variants_of_a_sample=variants or "all", policies=list(oracle.POLICIES),
                        types=types, wrong=len(wrong), first_wrong=wrong[:SHOWN])
    tap.SHOWN = 100
    tap.result(wrong, f"{NAME}, PyTorch {torch.__version__}")
    return tap.end()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--ops", default="")
    parser.add_argument("--all", action="store_true")
    parser.add_argument("--worker", action="store_true")
    parser.add_argument("--work", default=os.path.join(BUILD, "swap-ops"))
    parser.add_argument("--record")
    parser.add_argument("--variants", type=int, help="so many of each sample; else all")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    options = parser.parse_args()
    torch.set_num_threads(1)
    if options.worker:
        return worker(options.variants)
    print(f"# LP_SEED={SEED}, PyTorch {torch.__version__}, {linepress.swap.__file__}", flush=True)
    if options.all:
        return run_all(options.work, options.record, options.jobs, options.variants)
    return run_share(options.ops.split(",") if options.ops else [])


if __name__ == "__main__":
    sys.exit(main())
