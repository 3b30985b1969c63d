# SPDX-License-Identifier: Apache-2.0
"""Programs of steps: what hypothesis draws numbers for, and graphs_test.py runs."""
import torch
from torch.utils.checkpoint import checkpoint

import oracle

FLOATS = (torch.float32, torch.float64, torch.complex64, torch.bfloat16)
SHAPES = ((4,), (2, 4), (4, 4), (3, 1, 4), (0,), (2, 0), (), (64,), (8, 16), (129,))


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


def data_write(s, a, b, c):
    target = s.at(a).data
    if b % 3 == 0:
        target.mul_(-1.5)
    elif b % 3 == 1:
        target.add_(c)
    else:
        target.zero_()


def data_replaced(s, a, b, _):
    tensor = s.at(a)
    tensor.data = tensor.data * (1 + b % 4)


def resized(s, a, b, _):
    tensor = s.at(a).detach()
    size = tensor.numel()
    if b % 2:
        tensor.data.resize_(size + b)
    else:
        tensor.resize_(max(size // 2, 1))


def other_memory(s, a, b, _):
    """set_ and, in PyTorch 2, swap_tensors."""
    tensor = s.at(a)
    if b % 2 and hasattr(torch.utils, "swap_tensors") and not tensor.requires_grad:
        torch.utils.swap_tensors(tensor, tensor.clone() * 2)
    else:
        with torch.no_grad():
            tensor.set_(tensor.detach() * 3)


def storage_write(s, a, *_):
    tensor = s.at(a).detach()
    storage = tensor.untyped_storage() if hasattr(tensor, "untyped_storage") else \
        tensor.storage().untyped()
    torch.empty(0, dtype=torch.uint8).set_(storage).bitwise_and_(0x3f)


def trained(s, a, b, _):
    """Updates a parameter as an optimizer does."""
    with torch.no_grad():
        s.leaves[a % len(s.leaves)].mul_(0.5 + b % 2)


def alias(s, a, *_):
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


def checkpointed(s, a, *_):
    return checkpoint(lambda x: torch.sin(x) * torch.tanh(x) * x, s.at(a), use_reentrant=False)


def written_between(s, a, b, _):
    """A tensor without a gradient that is saved twice, with other bytes each time."""
    book = torch.sin(s.at(a).detach())
    out = s.at(a) * book
    (book.numpy() if b % 2 else book.data)[...] *= -2
    return out + s.at(a) * book


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
    # unknown to PyTorch
    "data": data_write,
    "data =": data_replaced,
    "numpy": numpy_write,
    "resize": resized,
    "other memory": other_memory,
    "storage": storage_write,
    "train": trained,
    "detach_": lambda s, a, *_: none(s.at(a).detach_()),
    "alias": alias,
    "written between": written_between,
    "drop": dropped,
    "grad": partial_grad,
}
NAMES = tuple(STEPS)
MUST = ("grad",)  # its exception ends the program and is not a step that does not fit


def none(_):
    return None


class Program:
    """A list of (step, three numbers), and how it ends."""

    def __init__(self, steps, ending, seed):
        self.steps, self.ending, self.seed = steps, ending, seed
        self.fits = None    # the steps that PyTorch accepts, from a run without hooks

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

    def run(self, swapper, middle=0):
        """Bits of all that is computed. `middle`: what Swapper is asked for before the backward
        pass."""
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
                    raise
        if first:
            self.fits = fits
        if swapper is not None and middle:
            (swapper.settle, swapper.epoch, swapper.stats)[middle % 3]()
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
