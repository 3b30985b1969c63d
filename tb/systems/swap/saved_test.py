#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""linepress.swap on whatever autograd saves: gradients are PyTorch's to the last bit under every
policy, or it refuses where PyTorch does. Views with lazy bits, storages of odd lengths, memory that
is written, replaced or taken away in ways that PyTorch does not count, tensors without a storage,
trainings whose iterations differ, backward passes at odd places, threads, forks and interrupts.
"""
import contextlib
import gc
import os
import random
import signal
import subprocess
import sys
import tempfile
import threading
import time

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../..")
BUILD = os.path.abspath(os.environ.get("BUILD", "build"))
PYTHON = os.path.abspath(os.path.join(ROOT, "adapters/python"))
sys.path[:0] = [PYTHON, os.path.join(ROOT, "tb")]
sys.dont_write_bytecode = True
os.environ["LINEPRESS_LIB"] = BUILD
os.environ["PYTHONDONTWRITEBYTECODE"] = "1"

try:
    import numpy
    import torch
except ImportError:
    print("ok 1 - what autograd saves # SKIP no PyTorch (python3-torch)\n1..1")
    sys.exit(0)
from torch.autograd.graph import save_on_cpu  # noqa: E402
from torch.utils.checkpoint import checkpoint  # noqa: E402
import tap  # noqa: E402
from linepress.swap import Error, Swapper  # noqa: E402
from shared import free_model  # noqa: E402

SEED = int(os.environ.get("LP_SEED") or random.randrange(1 << 30))
SIDE = 160  # a square of floats of that side is more than 64 KiB
PATIENCE = 120  # seconds that a child may take


def square(dtype=torch.float32):
    return torch.randn(SIDE, SIDE, dtype=dtype)


def leaf(dtype=torch.float32):
    return square(dtype).requires_grad_()


def untyped(tensor):
    return tensor.untyped_storage() if hasattr(tensor, "untyped_storage") else tensor.storage()


def bits(tensor):
    if tensor is None:
        return None
    plain = tensor.detach().resolve_conj().resolve_neg().rename(None).contiguous().view(-1)
    return str(tensor.dtype), tuple(tensor.shape), plain.view(torch.uint8).numpy().tobytes()


def later(x):
    """Tensors that are saved after those of a case, so that those have time to leave."""
    return torch.relu(torch.relu(x).exp() * 0.01).sin()


# ---- programs: each gives gradients ----

def spectrum():
    x = torch.randn(4, 16000, requires_grad=True)
    s = torch.stft(x, 512, return_complex=True, window=torch.hann_window(512))
    (s.abs() + 1e-3).log().sum().backward()
    return [x.grad]


def adjoint():
    w = leaf(torch.complex64)
    ((w * 1).mH @ (w * 2)).abs().sum().backward()
    return [w.grad]


def negative():
    w = leaf(torch.complex64)
    a = (w * 2).conj().imag
    (a * a * torch.relu(a)).sum().backward()
    return [w.grad]


def odd_storage():
    flat = torch.randn(2 * 20001 + 1, requires_grad=True)
    z = torch.view_as_complex((flat * 1)[:-1].view(-1, 2))
    later((z * z.conj() * z).abs()).sum().backward()
    return [flat.grad]


def odd_types():
    x = leaf()
    y = torch.where(x > 0, x * 2, x ** 2).masked_fill(x < -1, 0)
    b = y.to(torch.bfloat16)
    (b * b.sigmoid()).sum().backward()
    return [x.grad]


def views():
    x = leaf()
    y = torch.relu(x)
    a, b, c, d = y[:, 1:], y.t(), y.view(-1, 8)[::2], y.unfold(1, 3, 1)
    e = y[:1].expand(SIDE, SIDE)
    ((a * a).sum() + (b * b.exp()).sum() + (c * c.sin()).sum() + (d * d).sum() +
     (e * e * b).sum()).backward()
    return [x.grad]


def named():
    x = leaf()
    y = torch.relu(x).refine_names("a", "b")
    (y * y).sum().backward()
    return [x.grad]


class Marked(torch.Tensor):
    """A class of the user's."""


def subclass():
    x = square().as_subclass(Marked).requires_grad_()
    (torch.relu(x) * x.exp()).sum().backward()
    return [x.grad]


def sparse():
    x = leaf()
    i = torch.arange(SIDE)
    coo = torch.sparse_coo_tensor(torch.stack([i, i.flip(0)]), torch.ones(SIDE), (SIDE, SIDE))
    y = torch.sparse.mm(coo, torch.relu(x))
    y = torch.mm(torch.eye(SIDE).to_sparse_csr(), y)
    y.pow(2).sum().backward()
    return [x.grad]


def mkldnn():
    x = leaf()
    torch.relu(x.view(1, 1, SIDE, SIDE).to_mkldnn()).to_dense().pow(2).sum().backward()
    return [x.grad]


def vectorized():
    y = torch.autograd.functional.jacobian(lambda x: torch.relu(x).exp() * x, torch.randn(300),
                                           vectorize=True)
    x = leaf()
    z = torch.relu(x).exp()
    return [y, *torch.autograd.grad(z, x, torch.ones(3, SIDE, SIDE), is_grads_batched=True)]


def data_written():
    x = leaf()
    y = x * 1
    z = y * y
    y.data.mul_(2)
    w = later(z + y * y)
    y.data.add_(1)
    del y, z
    w.sum().backward()
    return [x.grad]


def numpy_written():
    x, a, t = leaf(), numpy.ones((SIDE, SIDE), numpy.float32), torch.ones(SIDE, SIDE)
    lent, own = torch.from_numpy(a), t.numpy()
    z = torch.relu(x) * lent * t
    a *= 2
    own *= 3
    del lent, t
    w = later(z)
    a += 1
    own += 1
    w.sum().backward()
    return [x.grad]


def shared_written():
    x, t = leaf(), torch.ones(SIDE, SIDE).share_memory_()
    other = torch.empty(0).set_(untyped(t), 0, (SIDE, SIDE), (SIDE, 1)) \
        if hasattr(t, "untyped_storage") else t.view(SIDE, SIDE)
    z = torch.relu(x) * t
    other.data.mul_(2)
    later(z).sum().backward()
    return [x.grad]


def data_replaced():
    x, c = leaf(), square()
    y = x * 2
    z = torch.relu(x) * c * y
    c.data, y.data = square(), square()
    later(z).sum().backward()
    return [x.grad]


def storage_reused():
    """Another storage at the place of one that was saved and is gone."""
    x, total = leaf(), 0
    for i in range(6):
        t = torch.full((SIDE, SIDE), float(i + 1))
        total = total + (torch.relu(x) * t).exp().sum() * 1e-6
        del t
    total.backward()
    return [x.grad]


def storage_set():
    x, t = leaf(), torch.ones(SIDE, SIDE)
    u = torch.empty(0).set_(untyped(torch.full((SIDE, SIDE), 5.0)), 0, (SIDE, SIDE), (SIDE, 1))
    z = x * t * u
    u.data = t
    (z * u).sum().backward()
    return [x.grad]


def storage_emptied():
    """As sharded trainings do with what they can gather again."""
    x, c = leaf(), square()
    keep, count = c.clone(), untyped(c).nbytes() if hasattr(c, "untyped_storage") \
        else untyped(c).size()
    z = torch.relu(x) * c
    untyped(c).resize_(0)
    w = later(z)
    untyped(c).resize_(count)
    c.data.copy_(keep)
    w.sum().backward()
    return [x.grad]


def written_by_its_kernel():
    """The noise of rrelu is saved, and then written by the kernel."""
    x = leaf()
    later(torch.nn.functional.rrelu(x, training=True)).sum().backward()
    return [x.grad]


def changed_unused():
    x, w = leaf(), torch.ones(SIDE, SIDE)
    h = torch.relu(x * 1)
    g = h.exp()
    y = later(x * w)
    g.add_(1)  # exp's backward pass never runs
    ((h * 2).sum() + y.sum()).backward()
    w.add_(1)
    (x * w).sum().backward()
    return [x.grad]


def last_batch():
    net = torch.nn.Sequential(torch.nn.Linear(256, 512), torch.nn.ReLU(), torch.nn.Linear(512, 10))
    optimizer = torch.optim.SGD(net.parameters(), 0.1)
    for count in (64, 64, 13, 64, 64, 13):
        optimizer.zero_grad()
        loss = torch.nn.functional.cross_entropy(net(torch.randn(count, 256)),
                                                 torch.randint(0, 10, (count,)))
        loss.backward()
        optimizer.step()
        net(torch.randn(50, 256))  # of a validation, without a backward pass
    return [p.grad for p in net.parameters()]


def adversaries():
    def net(*widths):
        a, b, c = widths
        return torch.nn.Sequential(torch.nn.Linear(a, b), torch.nn.LeakyReLU(),
                                   torch.nn.Linear(b, c))
    g, d = net(32, 512, 400), net(400, 512, 1)
    og, od = torch.optim.Adam(g.parameters()), torch.optim.Adam(d.parameters())
    for _ in range(4):
        fake = g(torch.randn(64, 32))
        od.zero_grad()
        d(torch.randn(64, 400)).mean().backward()
        (-d(fake.detach()).mean()).backward()
        od.step()
        og.zero_grad()
        d(fake).mean().backward()
        og.step()
    return [p.grad for p in (*g.parameters(), *d.parameters())]


def lengths():
    lstm = torch.nn.LSTM(64, 128, batch_first=True)
    for n in (30, 17, 55, 30, 41):
        lstm(torch.randn(16, n, 64))[0].pow(2).mean().backward()
    return [p.grad for p in lstm.parameters()]


def again():
    x = leaf()
    y = torch.relu(x).exp().sin()
    y.sum().backward(retain_graph=True)
    y.pow(2).sum().backward(retain_graph=True)
    z = torch.sigmoid(torch.relu(x) * x).pow(3).sum()
    g, = torch.autograd.grad(z, x, create_graph=True)
    (g.pow(2).sum() + y.sum()).backward()
    return [x.grad]


def recomputed():
    layers = [torch.nn.Sequential(torch.nn.Linear(SIDE, SIDE), torch.nn.ReLU()) for _ in range(3)]
    x = leaf()
    for reentrant in (True, False):
        y = x
        for layer in layers:
            y = checkpoint(layer, y, use_reentrant=reentrant)
        y.pow(2).sum().backward()
    return [x.grad, *(p.grad for layer in layers for p in layer.parameters())]


def beside_each_other():
    net = torch.nn.Sequential(torch.nn.Linear(SIDE, SIDE), torch.nn.ReLU(),
                              torch.nn.Linear(SIDE, 9))
    inputs = [leaf() for _ in range(6)]
    sums = [net(x).pow(2).sum() for x in inputs]
    threads = [threading.Thread(target=s.backward) for s in sums]
    for t in threads:
        t.start()
    for t in threads:
        t.join()
    return [x.grad for x in inputs]


class Product(torch.autograd.Function):
    """Saves inputs and output."""

    @staticmethod
    def forward(ctx, a, b):
        out = a * b
        ctx.save_for_backward(a, b, out)
        return out

    @staticmethod
    def backward(ctx, grad):
        a, b, out = ctx.saved_tensors
        return grad * b + out, grad * a + out


def own_function():
    x, y = leaf(), leaf()
    Product.apply(torch.relu(x), y.exp()).sin().sum().backward()
    return [x.grad, y.grad]


def after_an_exception():
    x = leaf()
    with contextlib.suppress(ValueError):
        torch.relu(x).exp()
        raise ValueError
    later(x).sum().backward()
    return [x.grad]


PROGRAMS = (spectrum, adjoint, negative, odd_storage, odd_types, views, named, subclass, sparse,
            mkldnn, vectorized, data_written, numpy_written, shared_written, data_replaced,
            storage_reused, storage_set, storage_emptied, written_by_its_kernel, changed_unused,
            last_batch, adversaries, lengths, again, recomputed, beside_each_other, own_function,
            after_an_exception)


def gradients(program, context):
    torch.manual_seed(SEED)
    with context:
        return [bits(g) for g in program()]


def same_gradients(work):
    ways = [{"policy": p} for p in ("none", "vdnn", "vdnn++", "sc", "orac")] + [
        {"policy": "cswap", "model": free_model(os.path.join(work, "model"), ("zvc",))},
        {"policy": "vdnn", "least": 1, "link": (0.2, 0.2)},
        {"policy": "sc", "codec": "lz4", "least": 1, "host": os.path.join(work, "pool")}]
    for program in PROGRAMS:
        due = gradients(program, contextlib.nullcontext())
        assert gradients(program, save_on_cpu()) == due, f"save_on_cpu: {program.__name__}"
        for way in ways:
            swapper = Swapper(threads=1, **way)
            found = gradients(program, swapper)
            assert found == due, (program.__name__, way)
            gc.collect()
            stats = swapper.stats()
            assert (stats.device, stats.host) == (0, 0), (program.__name__, way)
            assert swapper._handle is None, "an executor without a graph is left"
    assert not os.path.exists(os.path.join(work, "pool"))


# ---- refusals ----

def changed_in_place(_):
    """As PyTorch: an error where the backward pass would use what was changed."""
    for least in (1, 1 << 30):
        for settle in (False, True):
            x = leaf()
            try:
                with Swapper(policy="vdnn", least=least, threads=1) as s:
                    y = torch.relu(x)
                    y.add_(1)
                    if settle:
                        s.settle()
                    y.sum().backward()
            except RuntimeError as error:
                assert "modified by an inplace operation" in str(error), error
                assert isinstance(error, Error) and "\n" not in str(error), error
            else:
                raise AssertionError("a change went unnoticed")


def output_replaced(_):
    """An output keeps its bytes, as in PyTorch alone; save_on_cpu takes the new ones."""
    def program():
        x = leaf()
        y = torch.sigmoid(x * 1)
        y.data = y.data * 2
        y.sum().backward()
        return [x.grad]
    due = gradients(program, contextlib.nullcontext())
    for least in (1, 1 << 30):
        assert gradients(program, Swapper(policy="vdnn", least=least, threads=1)) == due, least


def hooks_alone(_):
    """Without a `with` of its own."""
    due = gradients(last_batch, contextlib.nullcontext())
    for policy in ("vdnn", "sc", "orac"):
        swapper = Swapper(policy=policy, least=1 << 12, threads=1)
        assert gradients(last_batch, swapper.hooks) == due, policy
        assert swapper.stats().moved_out > 0


# ---- freeing of memory ----

def only_if_unused(_):
    """A tensor with other users is neither dropped nor brought back; one without is."""
    with Swapper(policy="vdnn", least=1, threads=1) as s:
        x = leaf()
        y = torch.relu(x)
        s.settle()
        item = next(iter(s._items.values()))
        assert not item.away and s.stats().device == 0
        view = y.view(-1)[3:5]
        z = y.exp().sum()
        del y
        s.settle()
        assert not item.away, "a view of it is alive"
        del view
        s.settle()
        assert item.away
        z.backward()
    assert s.stats().moved_in >= item.bytes


def early_ones_make_room(_):
    """Under a limit, what came before it was asked for goes again for what is."""
    due = None
    for limit in (0, 5 * 4 * SIDE * SIDE):
        torch.manual_seed(SEED)
        x = leaf()
        with Swapper(policy="vdnn", device_bytes=limit, threads=1) as s:
            for order in ((0, 1), (0, 1), (1, 0), (0, 1)):
                a = [later(x * i) for i in (1, 2)]
                for i in order:
                    s.settle()
                    a[i].sum().backward()
                del a
        due = due or bits(x.grad)
        assert bits(x.grad) == due
        assert not limit or s.stats().device_peak <= limit


# ---- when a training ends ----

def behind_the_with(work):
    path = os.path.join(work, "pool")
    due = None
    for swapper in (contextlib.nullcontext(), Swapper(policy="vdnn", host=path, threads=1)):
        torch.manual_seed(SEED)
        x = leaf()
        with swapper:
            y = later(x).sum()
        y.backward()
        due = due or bits(x.grad)
        assert bits(x.grad) == due
    assert not os.path.exists(path) and swapper._handle is None
    with swapper:
        later(x).sum().backward()
        with swapper, Swapper(policy="sc", threads=1):
            y = later(x).sum()
    y.backward()


def in_a_child(work, body):
    """The exit status of a forked child."""
    child = os.fork()
    if child == 0:
        status = 1
        try:
            signal.alarm(PATIENCE)
            status = body()
        finally:
            os._exit(status)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def forked(work):
    path = os.path.join(work, "pool")
    x = leaf()

    def trains():
        y = leaf()
        later(y).sum().backward()
        with Swapper(policy="vdnn", threads=1) as own:
            later(y).sum().backward()
        return 0 if own.stats().tensors and y.grad is not None else 2

    def goes_back():
        try:
            loss.backward()
        except RuntimeError as error:
            return 0 if "before this process was forked" in str(error) else 3
        except Error:
            return 0
        return 4

    with Swapper(policy="vdnn", host=path, threads=1) as s:
        loss = later(x).sum()
        s.settle()
        assert in_a_child(work, trains) == 0
        assert in_a_child(work, goes_back) == 0
        assert os.path.exists(path)
        loss.backward()
    data = torch.utils.data.TensorDataset(torch.randn(64, 600))
    net = torch.nn.Sequential(torch.nn.Linear(600, 600), torch.nn.ReLU(), torch.nn.Linear(600, 10))
    with Swapper(policy="vdnn", threads=1, least=1024):
        for batch, in torch.utils.data.DataLoader(data, batch_size=24, num_workers=2):
            net(batch).sum().backward()


def interrupted(work):
    """Ctrl-C at any time ends the training with KeyboardInterrupt, and leaves no file."""
    script = """
import os, signal, sys, threading, torch
from linepress.swap import Swapper
x = torch.randn(200, 200).requires_grad_()
timer = threading.Timer(float(sys.argv[2]), os.kill, (os.getpid(), signal.SIGINT))
try:
    with Swapper(policy="vdnn", threads=1, link=(0.02, 0.02), host=sys.argv[1]):
        timer.start()
        while True:
            torch.relu(torch.relu(x).exp()).sin().sum().backward()
except KeyboardInterrupt:
    print("interrupted")
"""
    rng = random.Random(SEED)
    for _ in range(4):
        path = os.path.join(work, "pool")
        done = subprocess.run([sys.executable, "-c", script, path, str(rng.uniform(0, 0.2))],
                              capture_output=True, text=True, check=False, timeout=PATIENCE,
                              env={**os.environ, "PYTHONPATH": PYTHON})
        assert done.stdout == "interrupted\n", (done.stdout, done.stderr)
        assert not os.path.exists(path)


def interrupted_in_a_finalizer(work):
    """Python ignores an exception in a finalizer; the training must end nevertheless."""
    script = """
import signal, sys, torch
from linepress.swap import Swapper
class Last:
    def __del__(self):
        signal.raise_signal(signal.SIGINT)
hook = sys.unraisablehook
x = torch.randn(200, 200).requires_grad_()
try:
    with Swapper(policy="vdnn", threads=1, host=sys.argv[1]):
        Last()
        for _ in range(3):
            torch.relu(torch.relu(x).exp()).sin().sum().backward()
        print("not interrupted")
except KeyboardInterrupt:
    print("interrupted", sys.unraisablehook is hook)
"""
    path = os.path.join(work, "pool")
    done = subprocess.run([sys.executable, "-c", script, path], capture_output=True, text=True,
                          check=False, timeout=PATIENCE, env={**os.environ, "PYTHONPATH": PYTHON})
    assert (done.stdout, done.stderr) == ("interrupted True\n", ""), (done.stdout, done.stderr)
    assert not os.path.exists(path)


# ---- history ----

def bounded(_):
    net = torch.nn.Sequential(torch.nn.Linear(16, 64), torch.nn.ReLU(), torch.nn.Linear(64, 4))
    with Swapper(policy="vdnn", least=64, threads=1) as s:
        held = net(torch.rand(4, 16)).sum()  # a graph that is never used
        for step in range(1500):
            s.epoch()
            net(torch.rand(4 + step % 3, 16)).sum().backward()
    assert s.epochs > 1000
    rows = s.rows
    assert len(rows) < 40, len(rows)
    for row in rows:
        lists = [v for v in vars(row).values() if isinstance(v, list)]
        assert lists and max(map(len, lists)) <= 1024, [len(v) for v in lists]
    assert len(s.events) + len(s.last_events) < 200 and not s._copied and not s._early
    del held


def prediction_recovers(_):
    """After an iteration that differs, tensors again come before they are used."""
    def step(count):
        y = torch.randn(count, 300).requires_grad_()
        for _ in range(4):
            y = torch.relu(y + 1)
        y.sum().backward()
    with Swapper(policy="vdnn", threads=1, least=1 << 12) as s:
        for count in (100, 100, 37, 100, 100):
            step(count)
        early, bring = [], s._bring
        s._bring = lambda item: (early.append(item.row), bring(item))[1]
        asked, come = [], s._come
        s._come = lambda item: (asked.append(item.coming), come(item))[1]
        step(100)
    assert sum(asked) >= 2, (asked, early)


def small_ones(_):
    """Many small tensors cost about what save_on_cpu makes them cost (thread's time; a bound that
    a busy machine keeps: they once took five times as long)."""
    def spent(context):
        x = torch.randn(64).requires_grad_()
        begin = time.thread_time()
        with context:
            y = x
            for _ in range(3000):
                y = y * y.sigmoid()
            y.sum().backward()
        return time.thread_time() - begin
    swapper = Swapper(policy="vdnn", threads=1)
    found = [(spent(save_on_cpu()), spent(swapper.hooks)) for _ in range(7)]
    ratio = min(b for _, b in found) / min(a for a, _ in found)
    print(f"# small tensors: {ratio:.2f} of save_on_cpu's time")
    assert ratio < 2, ratio


CHECKS = (same_gradients, changed_in_place, output_replaced, hooks_alone, only_if_unused,
          early_ones_make_room, behind_the_with, forked, interrupted, interrupted_in_a_finalizer,
          bounded, prediction_recovers, small_ones)


print(f"# LP_SEED={SEED}")
torch.set_num_threads(1)
sys.exit(tap.run(CHECKS, (AssertionError, Error, RuntimeError)))
