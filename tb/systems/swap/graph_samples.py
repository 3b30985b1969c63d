# SPDX-License-Identifier: Apache-2.0
"""Functions of a 64 x 64 tensor whose graphs are hard to move the tensors of: graphs_test.py."""
import torch
from torch.utils.checkpoint import checkpoint

from graph_steps import odd_storage


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


def storage_of(tensor):
    return tensor.untyped_storage() if hasattr(tensor, "untyped_storage") else tensor.storage()


def refilled(x):
    """A storage that is given back while it is saved, and filled before it is used: FSDP's way."""
    weight = torch.sin(x.detach())
    kept, storage = weight.clone(), storage_of(weight)
    size = storage.nbytes() if hasattr(weight, "untyped_storage") else storage.size()

    def fill(_):
        storage.resize_(size)
        weight.data.copy_(kept)

    out = (torch.tanh(x) * weight) @ weight
    storage.resize_(0)
    out.register_hook(fill)
    return out


def lstm(x):
    torch.manual_seed(5)
    net = torch.nn.LSTM(64, 16, 2, batch_first=True)
    out, (h, c) = net(torch.relu(x).view(4, 16, 64))
    return torch.cat((out.reshape(-1), h.reshape(-1), c.reshape(-1)))


def convolution(x):
    torch.manual_seed(5)
    net = torch.nn.Sequential(
        torch.nn.Conv2d(1, 4, 3), torch.nn.BatchNorm2d(4), torch.nn.ReLU(True),
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


class Writes(torch.autograd.Function):
    """Its backward pass writes into what it saved."""

    @staticmethod
    def forward(ctx, x, seen):
        ctx.save_for_backward(x)
        ctx.seen = seen
        return torch.sin(x)

    @staticmethod
    def backward(ctx, grad):
        x, = ctx.saved_tensors
        made = grad * torch.cos(x)
        (x if ctx.seen else x.data).mul_(0.5)
        return made, None


def backward_writes(x):
    y = x * 1
    other = torch.exp(y * 0.5) * torch.sin(y)
    return Writes.apply(y, False) + other * y


def jacobian(x):
    def small(part):
        return torch.sin(part) * torch.tanh(part)
    made = torch.autograd.functional.jacobian(small, x[0, :6] * 1, create_graph=True,
                                              vectorize=True)
    return made * x[:6, :6]


@torch.jit.script
def gated(x, y):
    return torch.sigmoid(x) * torch.tanh(y) * x


def scripted(x):
    return gated(gated(x, torch.cos(x)), x)


def autocast(x):
    torch.manual_seed(5)
    net = torch.nn.Sequential(torch.nn.Linear(64, 64), torch.nn.ReLU(), torch.nn.Linear(64, 64))
    with torch.autocast("cpu", dtype=torch.bfloat16):
        return net(net(x)).float()


def compiled(x):
    made = torch.compile(lambda y: torch.relu(torch.sin(y) * torch.exp(y)) ** 2,
                         backend="aot_eager")
    return made(x * 1)


def shared_memory(x):
    other = torch.sin(x.detach()).share_memory_()
    out = torch.tanh(x * 1) * other
    other.data.mul_(3)
    return out * other


def mapped_numpy(x):
    import numpy  # pylint: disable=import-outside-toplevel
    array = numpy.sin(x.detach().numpy())
    out = (x * 2) * torch.from_numpy(array) * torch.from_numpy(array).t()
    array *= 3
    return out


def freed_after_write(x):
    """Written without PyTorch's knowledge while its copy is away, then freed."""
    book = torch.sin(x.detach())
    out = (x * 2) * book
    out = torch.tanh(out * 1) * torch.exp(out * 0.1)  # other tensors leave
    book.numpy()[::2] *= 3
    del book
    return torch.sin(out * 1) * torch.cos(out)


def weights_of_others(x):
    """A parameter that an optimizer changes by .data before the backward pass."""
    weight = torch.nn.Parameter(torch.linspace(-1, 1, 4096).view(64, 64))
    out = torch.relu(x @ weight) @ weight
    weight.data.mul_(0.5)
    return out


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
STATELESS = (refilled, attention, stft, hermitian, odd_complex, odd_bytes, large_and_small)
NEWER = (nested, jagged, wrapped, compiled)  # than PyTorch 1.13
HIDDEN = (moved_by_data, moved_by_numpy, hidden_between_views)
