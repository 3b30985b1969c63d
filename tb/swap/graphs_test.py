#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""linepress.swap on programs that hypothesis makes, and on those that are hard to make: views,
changes in place and behind PyTorch's back, reuse, several outputs and backward passes, threads,
tensors without a storage. TAP.

    graphs_test.py [EXAMPLES]     LP_SEED repeats a run

The same program without hooks and under save_on_cpu says what is right:

- Without writes that PyTorch cannot see, the gradient is that without hooks, to the last bit. Where
  PyTorch finds that a saved tensor has changed, Swapper raises, or gives save_on_cpu's.
- With such writes it gives save_on_cpu's gradient, which has the bytes of the time of saving, or
  raises; of a tensor that stays (a parameter) PyTorch's own.
"""
import collections
import faulthandler
import gc
import os
import random
import sys
import threading
import warnings

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
BUILD = os.path.abspath(os.environ.get("BUILD", "build"))
sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(HERE))
os.environ.setdefault("LINEPRESS_LIB", BUILD)
sys.path[1:1] = [os.environ.get("PYTHONPATH") or os.path.join(ROOT, "python")]

import tap  # noqa: E402

try:
    import torch
except ImportError:
    tap.skip("graphs under Swapper", "no PyTorch (python3-torch)")
    sys.exit(tap.end())
from torch.utils.checkpoint import checkpoint  # noqa: E402
from linepress.swap import swapper as swapper_module  # noqa: E402
import oracle  # noqa: E402
try:
    import hypothesis
    from hypothesis import strategies
except ImportError:
    hypothesis = None

SEED = int(os.environ.get("LP_SEED") or random.randrange(1 << 30))
EXAMPLES = int(sys.argv[1]) if len(sys.argv) > 1 else 150
HANGS_S = 3600
FLOATS = (torch.float32, torch.float64, torch.complex64, torch.bfloat16)
SHAPES = ((4,), (2, 4), (4, 4), (3, 1, 4), (0,), (2, 0), (), (64,), (8, 16), (129,))


# ------------------------------------------------------------------ programs of steps
class Doubled(torch.autograd.Function):
    """Saves an input, an output and a tensor that is neither."""

    @staticmethod
    def forward(ctx, x):
        y, z = torch.sin(x), torch.cos(x)
        ctx.save_for_backward(x, y, z)
        return 2 * x + y

    @staticmethod
    def backward(ctx, grad):
        x, y, z = ctx.saved_tensors
        return grad * (2 + z) + 0 * (x + y).detach()


class State:
    """Tensors of a program under way."""

    def __init__(self, seed):
        self.generator = torch.Generator().manual_seed(seed)
        torch.manual_seed(seed)
        self.pool, self.leaves, self.found = [], [], []
        self.hidden = False  # PyTorch does not see all writes
        self.nan = 0

    def at(self, i):
        return self.pool[i % len(self.pool)]

    def made(self, shape, dtype):
        values = torch.randn(shape, generator=self.generator)
        if dtype.is_complex:
            values = torch.complex(values, torch.randn(shape, generator=self.generator))
        return values.to(dtype)

    def leaf(self, a, b, c):
        dtype, shape = FLOATS[a % 4], SHAPES[b % len(SHAPES)]
        values = self.made(shape, dtype)
        if c % 4 == 3:
            values = odd_storage(values, 1 + c % 7)
        tensor = values.requires_grad_(c % 4 < 3)
        if tensor.requires_grad:
            self.leaves.append(tensor)
        return tensor


def odd_storage(values, more):
    """The values in a storage that has some bytes more than they need."""
    size = values.numel() * values.element_size()
    room = torch.zeros(size + more, dtype=torch.uint8)[:size]
    inside = room.view(values.dtype).view(values.shape) if size else room.to(values.dtype)
    with torch.no_grad():
        return inside.copy_(values) if size else values


def numpy_write(s, a, b, _):
    s.at(a).detach().numpy()[...] *= 1 + b % 3
    s.hidden = True


def data_write(s, a, b, c):
    target = s.at(a).data
    if b % 3 == 0:
        target.mul_(-1.5)
    elif b % 3 == 1:
        target.add_(c)
    else:
        target.zero_()
    s.hidden = True


def data_replaced(s, a, b, _):
    tensor = s.at(a)
    tensor.data = tensor.data * (1 + b % 4)
    s.hidden = True


def alias(s, a, *_):
    s.hidden = True  # from here on: writes to one are not seen in the other
    return torch.from_numpy(s.at(a).detach().numpy())


def dropped(s, a, *_):
    if len(s.pool) > 1:
        del s.pool[a % len(s.pool)]


def matmul(s, a, b, c):
    x, y = s.at(a), s.at(b)
    if c % 2:
        y = y.mT if hasattr(y, "mT") else y.transpose(-1, -2)
    if c % 4 == 2 and x.is_complex():
        return x.mH @ x
    return x @ y


def as_strided(s, a, b, c):
    x = s.at(a)
    rows = 1 + b % 3
    return x.as_strided((rows, 2), (1, 1 + c % 2), b % 2)


def partial_grad(s, a, b, _):
    outs = [s.at(a)]
    found = torch.autograd.grad(outs, s.leaves, [torch.ones_like(o) for o in outs],
                                retain_graph=True, allow_unused=True, create_graph=b % 3 == 0)
    s.found += [oracle.bits(g) for g in found]
    return next((g for g in found if g is not None and b % 3 == 0), None)


def two(s, a, b):
    return s.at(a), s.at(b)


def checkpointed(s, a, b, _):
    return checkpoint(lambda x: torch.sin(x) * torch.tanh(x) * x, s.at(a), use_reentrant=b % 2 == 0)


def unfolded(s, a, b, _):
    x = s.at(a)
    return x.unfold(-1, 2, 1 + b % 2)


# name: a function of the state and three numbers
STEPS = {
    "leaf": State.leaf,
    "leaf 2": State.leaf,
    "square": lambda s, a, *_: s.at(a) ** 2,
    "sin": lambda s, a, *_: torch.sin(s.at(a)),
    "tanh": lambda s, a, *_: torch.tanh(s.at(a)),
    "sigmoid": lambda s, a, *_: torch.sigmoid(s.at(a)),
    "relu": lambda s, a, *_: torch.relu(s.at(a)),
    "abs": lambda s, a, *_: s.at(a).abs(),
    "softmax": lambda s, a, *_: torch.softmax(s.at(a), -1),
    "mul": lambda s, a, b, _: s.at(a) * s.at(b),
    "mul 2": lambda s, a, b, _: s.at(a) * s.at(b),
    "mul conj": lambda s, a, b, _: s.at(a) * s.at(b).conj(),
    "self": lambda s, a, *_: s.at(a) * s.at(a),
    "sub": lambda s, a, b, _: s.at(a) - s.at(b) * 0.5,
    "div": lambda s, a, b, _: s.at(a) / (s.at(b).abs() + 1),
    "where": lambda s, a, b, _: torch.where(s.at(a).abs() > 0.5, s.at(a), s.at(b)),
    "matmul": matmul,
    "cat": lambda s, a, b, _: torch.cat((s.at(a), s.at(b))),
    "sum": lambda s, a, b, _: s.at(a).sum(-1, keepdim=b % 2 == 0),
    "prod": lambda s, a, *_: s.at(a).prod(-1),
    "norm": lambda s, a, *_: torch.linalg.vector_norm(s.at(a)),
    "fft": lambda s, a, *_: torch.fft.fft(s.at(a)),
    "rfft": lambda s, a, *_: torch.fft.rfft(s.at(a)),
    "dropout": lambda s, a, *_: torch.nn.functional.dropout(s.at(a), 0.5),
    "own function": lambda s, a, *_: Doubled.apply(s.at(a)),
    "checkpoint": checkpointed,
    "clone": lambda s, a, *_: s.at(a).clone(),
    "contiguous": lambda s, a, *_: s.at(a).contiguous(),
    "detach": lambda s, a, *_: s.at(a).detach(),
    # views
    "conj": lambda s, a, *_: s.at(a).conj(),
    "neg view": lambda s, a, *_: torch._neg_view(s.at(a)),
    "imag of conj": lambda s, a, *_: s.at(a).conj().imag,
    "real": lambda s, a, *_: s.at(a).real,
    "imag": lambda s, a, *_: s.at(a).imag,
    "as complex": lambda s, a, *_: torch.view_as_complex(s.at(a).view(-1, 2)),
    "as real": lambda s, a, *_: torch.view_as_real(s.at(a)),
    "transpose": lambda s, a, *_: s.at(a).transpose(0, -1),
    "expand": lambda s, a, b, _: s.at(a).expand((1 + b % 3,) + tuple(s.at(a).shape)),
    "expand 0": lambda s, a, b, _: s.at(a)[..., :1].expand(*s.at(a).shape[:-1], 4),
    "as strided": as_strided,
    "unfold": unfolded,
    "select": lambda s, a, b, _: s.at(a).select(-1, b % 4),
    "narrow": lambda s, a, b, _: s.at(a)[..., b % 3:],
    "step": lambda s, a, b, _: s.at(a)[..., b % 2::2],
    "diagonal": lambda s, a, *_: s.at(a).diagonal(),
    "reshape": lambda s, a, *_: s.at(a).reshape(-1),
    "squeeze": lambda s, a, *_: s.at(a).unsqueeze(-1),
    "dtype view": lambda s, a, b, _: s.at(a).detach().view(FLOATS[b % 4]),
    "to dtype": lambda s, a, b, _: s.at(a).to(FLOATS[b % 2]),
    # several outputs
    "chunk": lambda s, a, *_: s.at(a).chunk(2, -1),
    "unbind": lambda s, a, *_: s.at(a).unbind(0)[:3],
    "sort": lambda s, a, *_: s.at(a).sort(-1)[0],
    "max": lambda s, a, *_: s.at(a).max(-1)[0],
    "std_mean": lambda s, a, *_: torch.std_mean(s.at(a), -1),
    # in place
    "mul_": lambda s, a, b, _: none(s.at(a).mul_(s.at(b).detach())),
    "add_": lambda s, a, b, _: none(s.at(a).add_(1 + b % 2)),
    "relu_": lambda s, a, *_: none(s.at(a).relu_()),
    "sin_": lambda s, a, *_: none(s.at(a).sin_()),
    "zero_": lambda s, a, *_: none(s.at(a).zero_()),
    "copy_": lambda s, a, b, _: none(s.at(a).copy_(s.at(b))),
    "half in place": lambda s, a, *_: none(s.at(a)[..., ::2].mul_(3)),
    "without grad": lambda s, a, *_: none(s.at(a).detach().mul_(0.5)),
    # behind PyTorch's back
    "data": data_write,
    "data =": data_replaced,
    "numpy": numpy_write,
    "alias": alias,
    "drop": dropped,
    "grad": partial_grad,
}
NAMES = tuple(STEPS)
MUST = ("grad",)  # what it raises is the program's end, not a step that does not fit


def none(_):
    return None


class Program:
    """A list of (step, three numbers), and how it ends."""

    def __init__(self, steps, ending, seed):
        self.steps, self.ending, self.seed = steps, ending, seed
        self.fits = None    # the steps that PyTorch takes, once run without hooks
        self.hidden = False

    def __repr__(self):
        return f"{self.ending}, seed {self.seed}: " + "; ".join(
            f"{NAMES[n % len(NAMES)]} {a} {b} {c}" for i, (n, a, b, c) in enumerate(self.steps)
            if self.fits is None or i in self.fits)

    def _step(self, state, i):
        number, *rest = self.steps[i]
        made = STEPS[NAMES[number % len(NAMES)]](state, *rest)
        for tensor in made if isinstance(made, (tuple, list)) else (made,):
            if tensor is not None:
                state.pool.append(tensor)

    def run(self, swapper, settle=False, outside=None):
        """Bits of all that is computed. `outside`: closes the hooks before the backward pass."""
        state = State(self.seed)
        state.pool.append(state.leaf(0, 2, 0))
        state.pool.append(state.leaf(2, 2, 0))
        first = self.fits is None
        fits = []
        for i in range(len(self.steps)) if first else self.fits:
            try:
                self._step(state, i)
                fits.append(i)
            except Exception:  # pylint: disable=broad-except
                if not first or NAMES[self.steps[i][0] % len(NAMES)] in MUST:
                    if first:
                        self.fits = fits + [i]
                        self.hidden = state.hidden
                    raise
        if first:
            self.fits, self.hidden = fits, state.hidden
        if settle and swapper is not None:
            swapper.settle()
        if outside:
            outside()
        return self._end(state)

    def _end(self, state):
        outs = [t for t in state.pool if t.requires_grad][-6:]
        if not outs:
            return []
        weights = [state.made(out.shape, out.dtype) for out in outs]
        found = state.found + [oracle.bits(out) for out in outs]
        if self.ending == "backward":
            torch.autograd.backward(outs, weights)
            found += [oracle.bits(leaf.grad) for leaf in state.leaves]
            return found
        grads = torch.autograd.grad(outs, state.leaves, weights, allow_unused=True,
                                    retain_graph=True, create_graph=self.ending == "double")
        found += [oracle.bits(g) for g in grads]
        if self.ending == "double":
            outs = [g for g in grads if g is not None and g.requires_grad]
            if not outs:
                return found
            weights = [state.made(out.shape, out.dtype) for out in outs]
        if self.ending != "forgotten":
            grads = torch.autograd.grad(outs, state.leaves, weights, allow_unused=True)
            found += [oracle.bits(g) for g in grads]
        return found


ENDINGS = ("backward", "twice", "double", "forgotten")


class Judge:
    def __init__(self):
        self.swappers = oracle.Swappers()
        self.counts = collections.Counter()

    def dues(self, program):
        """What the program gives without hooks and under save_on_cpu; None: nothing to hold to."""
        due = oracle.outcome(program.run, oracle.no_hooks())
        if oracle.outcome(program.run, oracle.no_hooks()) != due or due == ("value", []):
            self.counts["said nothing"] += 1
            return None
        return due, oracle.outcome(program.run, oracle.on_cpu())

    def verdict(self, program, dues, found):
        """Why what was found is wrong, or ""."""
        due, cpu = dues
        if due[0] == "value" and not program.hidden:
            if found == due:
                self.counts["same"] += 1
                return ""
            if found[0] == "error" and cpu[0] == "error":
                self.counts["save_on_cpu and Swapper refuse"] += 1
                return ""
        elif found[0] == "error":
            self.counts["raised for a change"] += 1
            return "" if in_words(found[1]) else f"not in words: {found[1]}"
        elif found == cpu:
            self.counts["save_on_cpu's"] += 1
            return ""
        elif found == due:
            self.counts["PyTorch's own"] += 1
            return ""
        return f"raised {found[1]}" if found[0] == "error" else "another gradient"

    def hold(self, programs, policy, times, settle):
        """Programs, each some times, in one Swapper."""
        lines = []
        dues = [(p, self.dues(p)) for p in programs]
        with self.swappers.told(policy, lines) as swapper:
            for program, due in dues:
                if due is None:
                    continue
                for _ in range(times):
                    swapper.epoch()
                    found = oracle.outcome(lambda s, p=program: p.run(s, settle), kept(swapper))
                    wrong = self.verdict(program, due, found)
                    if wrong:
                        lines.append(f"{policy}, {wrong}: {program}")
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


def made_graphs(judge):
    number = strategies.integers(0, 63)
    steps = strategies.lists(
        strategies.tuples(strategies.integers(0, len(NAMES) - 1), number, number, number),
        min_size=2, max_size=24)
    program = strategies.builds(Program, steps, strategies.sampled_from(ENDINGS),
                                strategies.integers(0, 1 << 20))

    @hypothesis.seed(SEED)
    @hypothesis.settings(max_examples=EXAMPLES, database=None, deadline=None, print_blob=False,
                         suppress_health_check=list(hypothesis.HealthCheck))
    @hypothesis.given(strategies.lists(program, min_size=1, max_size=3),
                      strategies.sampled_from(oracle.POLICIES), strategies.integers(1, 3),
                      strategies.booleans())
    def hold(programs, policy, times, settle):
        wrong = judge.hold(programs, policy, times, settle)
        assert not wrong, "\n".join(wrong)

    try:
        hold()
    except AssertionError as error:
        return str(error)
    return ""


# ------------------------------------------------------------------ programs written by hand
def coo(x):
    i = torch.arange(64)
    where = torch.stack([i, i.flip(0)])
    return torch.sparse.mm(torch.sparse_coo_tensor(where, torch.ones(64), (64, 64)), x)


def sparse_values(x):
    i = torch.arange(64)
    made = torch.sparse_coo_tensor(torch.stack([i, i]), x[0] * 1, (64, 64))
    return torch.sparse.mm(made, x) + torch.sparse.sum(made)


def csr(x):
    return torch.mm(torch.eye(64).to_sparse_csr(), x)


def mkldnn(x):
    return torch.relu(x.view(1, 1, 64, 64).to_mkldnn()).to_dense()


def nested(x):
    made = torch.nested.as_nested_tensor([x[:3] * 2, x[3:8] * 3]) if hasattr(torch, "nested") and \
        hasattr(torch.nested, "as_nested_tensor") else torch.nested_tensor([x[:3], x[3:8]])
    made = torch.nn.functional.relu(made)
    return torch.nested.to_padded_tensor(made, 0.0)


def jagged(x):
    made = torch.nested.nested_tensor_from_jagged(x[:8] * 1, torch.tensor([0, 3, 8]))
    return (torch.sin(made) * torch.exp(made)).values()


def meta(x):
    other = torch.empty(64, 64, device="meta", requires_grad=True)
    (torch.sin(other) * torch.exp(other)).sum().backward()
    assert other.grad.shape == (64, 64)
    return torch.sin(x)


class Sub(torch.Tensor):
    """A subclass of nothing but its name."""


def subclass(x):
    return (torch.sin(x.as_subclass(Sub)) * torch.exp(x.as_subclass(Sub))).as_subclass(torch.Tensor)


class Wrapped(torch.Tensor):
    """A tensor without a storage of its own around another one."""

    @staticmethod
    def __new__(cls, inner):
        return torch.Tensor._make_wrapper_subclass(cls, inner.shape, dtype=inner.dtype,
                                                   requires_grad=False)

    def __init__(self, inner):
        super().__init__()
        self.held = inner

    __torch_function__ = torch._C._disabled_torch_function_impl

    @classmethod
    def __torch_dispatch__(cls, function, types, args=(), kwargs=None):
        def bare(node):
            return node.held if isinstance(node, Wrapped) else node
        out = function(*[bare(a) for a in args],
                       **{k: bare(v) for k, v in (kwargs or {}).items()})
        return Wrapped(out) if isinstance(out, torch.Tensor) else out


def wrapped(x):
    other = Wrapped(torch.arange(64.0))
    made = torch.sin(x) * other
    return made


def odd_complex(x):
    z = torch.view_as_complex(torch.cat((x.reshape(-1), x[0, :1]))[:-1].view(-1, 2))
    w = torch.view_as_complex(torch.sin(x).reshape(-1, 2))
    return torch.view_as_real(z * w * w.conj())


def odd_bytes(x):
    y = odd_storage(x.detach().double(), 4)
    return torch.sin(x.double()) * y * torch.exp(y * x)


def no_elements(x):
    return torch.cat((torch.sin(x[:0]) * torch.exp(x[:0]), x ** 2))


def embedding(x):
    which = torch.tensor([[1, 2], [3, 63]])
    return torch.nn.functional.embedding(which, torch.sin(x), sparse=False) ** 2


def large_and_small(x):
    y = torch.relu(x) * 1
    for _ in range(50):
        y = torch.sin(y[:8] * 1.1).repeat(8, 1)
    return y


def refilled(x):
    """A storage that is given back while it is saved, and filled again (as FSDP does)."""
    y = torch.sin(x) * 1
    out = torch.exp(y * 2) * y
    return out


def lstm(x):
    torch.manual_seed(5)
    net = torch.nn.LSTM(64, 16, 2, batch_first=True)
    out, (h, c) = net(torch.relu(x).view(4, 16, 64))
    return torch.cat((out.reshape(-1), h.reshape(-1), c.reshape(-1)))


def convolution(x):
    torch.manual_seed(5)
    net = torch.nn.Sequential(torch.nn.Conv2d(1, 4, 3), torch.nn.BatchNorm2d(4), torch.nn.ReLU(True),
                              torch.nn.MaxPool2d(2), torch.nn.Conv2d(4, 2, 3), torch.nn.ReLU())
    return net(x.view(1, 1, 64, 64))


def attention(x):
    q = torch.sin(x).view(1, 4, 16, 64)
    return torch.softmax(q @ q.transpose(-1, -2), -1) @ q


def stft(x):
    spectrum = torch.stft(x.reshape(-1), 64, return_complex=True, window=torch.hann_window(64))
    return (spectrum * spectrum.conj()).real.log1p()


def hermitian(x):
    w = torch.complex(torch.sin(x), torch.cos(x))
    return torch.view_as_real(w.mH @ w)


def checkpoints(x):
    for reentrant in (False, True):
        x = checkpoint(lambda y: torch.sin(torch.relu(y) ** 2) * y, x, use_reentrant=reentrant)
    return x


def harmless_change(x):
    """In-place changes of saved tensors that no backward pass reads."""
    y = x * 1
    torch.sin(y.detach().requires_grad_())
    unused = torch.sin(y)
    y.add_(1)
    del unused
    return y * 2


def moved_by_data(x):
    book, out = torch.sin(x.detach() * 3), 0
    for level in range(3):
        out = out + (x * (level + 1)) * book
        with torch.no_grad():
            book.data.mul_(0.5).add_(level)
    return out


def moved_by_numpy(x):
    book, out = torch.sin(x.detach() * 3), 0
    seen = book.numpy()
    for level in range(3):
        out = out + (x * (level + 1)) * book
        seen *= -0.5
    return out


def hidden_between_views(x):
    book = torch.sin(x.detach() * 3)
    out = x * book + x * book.t()
    book.data[3:5].zero_()
    return out + x * book.view(-1).view(64, 64)


BY_HAND = (coo, sparse_values, csr, mkldnn, nested, jagged, meta, subclass, wrapped, odd_complex,
           odd_bytes, no_elements, embedding, large_and_small, refilled, lstm, convolution,
           attention, stft, hermitian, checkpoints, harmless_change)
NEWER = (nested, jagged, wrapped)  # than PyTorch 1.13
HIDDEN = (moved_by_data, moved_by_numpy, hidden_between_views)


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
    """Each under every policy, three times in a Swapper of its own."""
    lines, not_here = [], []
    for function in functions:
        for twice in (False, True):
            program = gradient(function, twice=twice)
            due = oracle.outcome(program, oracle.no_hooks())
            cpu = oracle.outcome(program, oracle.on_cpu())
            if due[0] == "error":
                (not_here if function in NEWER else lines).append(f"{function.__name__}: {due[1]}")
                continue
            wanted = cpu if hidden else due
            for policy in oracle.POLICIES:
                lines += three_times(judge, function, policy, program, wanted)
    for line in dict.fromkeys(not_here):
        print(f"# not with this PyTorch: {line}"[:160])
    return lines


def three_times(judge, function, policy, program, wanted):
    lines = []
    with judge.swappers.told(policy, lines) as swapper:
        for _ in range(3):
            found = oracle.outcome(program, kept(swapper))
            if found != wanted:
                lines.append(f"{function.__name__}, {policy}: "
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
                    function(torch.randn(64, 64, requires_grad=True))  # forward alone
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
    """What a program raises comes out as it is, and the next one trains."""
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
    """A backward pass behind the hooks; behind a Swapper that is closed it may raise in words."""
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
    """User threads, each with graphs of its own, in one Swapper; PyTorch's hooks are a thread's."""
    lines, lock = [], threading.Lock()
    dues = {f: oracle.outcome(gradient(f), oracle.no_hooks()) for f in BY_HAND[-8:]}
    dues = {f: due for f, due in dues.items() if f not in (checkpoints, lstm, convolution)}

    def use(swapper, policy, number):
        draw = random.Random(SEED + number)
        for _ in range(8):
            function = draw.choice(list(dues))
            found = oracle.outcome(lambda s, f=function: alone(f), swapper.hooks)
            if found != alone_due[function]:
                with lock:
                    lines.append(f"{policy}, {function.__name__}: {found[0]} "
                                 f"{found[1] if found[0] == 'error' else ''}")

    def alone(function):
        x = (torch.arange(4096.0).view(64, 64) / 4096 - 0.3).requires_grad_()
        out = function(x)
        (out.abs() ** 2).sum().backward()
        return [oracle.bits(out), oracle.bits(x.grad)]

    alone_due = {f: ("value", alone(f)) for f in dues}
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


def main():
    print(f"# LP_SEED={SEED}, PyTorch {torch.__version__}, {swapper_module.__file__}", flush=True)
    warnings.filterwarnings("ignore")
    faulthandler.dump_traceback_later(HANGS_S, exit=True)
    torch.set_num_threads(1)
    torch.use_deterministic_algorithms(True, warn_only=True)
    judge = Judge()
    tap.result(by_hand(judge, BY_HAND, False), "programs written by hand")
    tap.result(by_hand(judge, HIDDEN, True), "writes that PyTorch does not see")
    for check in (varied_shapes, exceptions, behind_the_block, threads, other_thread,
                  graphs_that_wait):
        tap.result(check(judge), check.__name__.replace("_", " "))
        gc.collect()
    if hypothesis is None:
        tap.skip("graphs that are made", "no hypothesis (python3-hypothesis)")
    else:
        tap.result(made_graphs(judge), f"{EXAMPLES} graphs that are made")
    print("# " + ", ".join(f"{n} {what}" for what, n in sorted(judge.counts.items())))
    judge.swappers.close()
    print(f"# bytes that left: {judge.swappers.moved}")
    faulthandler.cancel_dump_traceback_later()
    return tap.end()


if __name__ == "__main__":
    sys.exit(main())
