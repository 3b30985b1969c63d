#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""linepress.swap on real trainings: the loss of each step is the same to the last bit whatever the
policy, codec, link and host; saved tensors come back as they were; memory falls by what left; what
goes wrong ends the training with one line. Times are compared within a run, never absolutely.
"""
import argparse
import json
import os
import random
import signal
import struct
import subprocess
import sys
import tempfile

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../..")
BUILD = os.path.abspath(os.environ.get("BUILD", "build"))
PYTHON = os.path.abspath(os.path.join(ROOT, "adapters/python"))
sys.path[:0] = [PYTHON, os.path.join(ROOT, "tb")]
sys.dont_write_bytecode = True
os.environ["LINEPRESS_LIB"] = BUILD
os.environ["PYTHONPATH"] = PYTHON
os.environ["PYTHONDONTWRITEBYTECODE"] = "1"

try:
    import torch
except ImportError:
    print("ok 1 - trainings that swap # SKIP no PyTorch (python3-torch)\n1..1")
    sys.exit(0)
from linepress.swap import Error, Swapper, networks, tuned  # noqa: E402
from linepress.swap.advisor import Row  # noqa: E402
from linepress.swap.library import CODECS, Setting, Threads  # noqa: E402
from linepress.swap.sampling import Sampler  # noqa: E402
from linepress.swap.train import profile  # noqa: E402
from shared import free_model, loss_of  # noqa: E402
import tap  # noqa: E402

SEED = int(os.environ.get("LP_SEED") or random.randrange(1 << 30))
STEPS, BATCH = 3, 4
WORDS = ("zvc", "rle", "csr", "lz4", "bpc")  # codecs of 32-bit words
IMAGES = "/usr/share/datasets/fashion-mnist/train-images-idx3-ubyte.gz"


def bits(tensor):
    return tensor.contiguous().view(-1).view(torch.uint8).tolist() if tensor.numel() else []


def made_images(step):
    """As the real ones are, without the package that has them."""
    generator = torch.Generator().manual_seed(1000 + step)
    images = torch.rand(BATCH, 3, 32, 32, generator=generator)
    return images, torch.randint(0, 10, (BATCH,), generator=generator)


def losses(name, policy=None, steps=STEPS, each=None, epochs=1, how="fp32", **more):
    """Bits of the loss of each step, and of all parameters at the end; the Swapper."""
    torch.manual_seed(SEED)
    torch.use_deterministic_algorithms(True)
    torch.set_num_threads(1)
    net = networks.NETWORKS[name](0.125).to(torch.bfloat16 if how == "bf16" else torch.float32)
    optimizer = torch.optim.SGD(net.parameters(), 0.01, 0.9)
    found = []

    def train():
        for step in range(epochs * steps):
            if swapper and step % steps == 0:
                swapper.epoch()
            images, labels = made_images(step)
            optimizer.zero_grad()
            loss = loss_of(net, images, labels, how)
            loss.backward()
            optimizer.step()
            found.append(struct.pack(">f", loss.item()).hex())

    swapper = None
    if policy is None:
        train()
    else:
        with Swapper(policy=policy, least=1 << 12, threads=2, **more) as swapper:
            swapper.on_iteration = each
            train()
    return found, [bits(p.detach()) for p in net.parameters()], swapper


def same_loss(work):
    model = free_model(os.path.join(work, "model.json"), WORDS)
    for name in networks.NETWORKS:
        due = losses(name)[:2]
        wanted = [("none", {}), ("vdnn", {"link": (2, 2)}), ("sc", {}),
                  ("cswap", {"model": model, "form": "paper", "link": (0.1, 0.1)})]
        if name == "alexnet":
            wanted += [("sc", {"codec": c, "host": os.path.join(work, "pool")})
                       for c in ("rle", "csr", "lz4", "bpc")] + \
                [("sc", {"link": (0.05, 0.1)}), ("vdnn", {}), ("cswap", {}), ("vdnn++", {}),
                 ("vdnn++", {"link": (1, 1), "host": os.path.join(work, "pool")}),
                 ("orac", {"link": (0.5, 0.5)}), ("orac", {"form": "paper"})]
        for policy, more in wanted:
            found = losses(name, policy, **more)
            assert found[:2] == due, (name, policy, more)
            moved = found[2].stats().moved_out
            assert (moved > 0) == (policy != "none"), (name, policy)
            if more.get("model"):
                codecs = {c for row in found[2].rows for c in row.chosen}
                assert codecs == {"raw", "zvc"}, (name, codecs)
    assert not os.path.exists(os.path.join(work, "pool"))


def codecs_of(s, element):
    """That tensors of such elements left by."""
    return {c for row in s.rows if row.element == element for c in row.chosen}


def floats_of_two_bytes(work):
    """The losses of networks in bfloat16 are the same too; their tensors have codecs of 16 bits,
    where the policy has any, and others never do."""
    every = free_model(os.path.join(work, "every"), CODECS[1:])
    wide = free_model(os.path.join(work, "wide"), WORDS)
    ebd = free_model(os.path.join(work, "ebd"), ("zvc", "ebd16"))
    slow = {"link": (0.005, 0.005)}
    rows = [("vdnn", {}, {"raw"}), ("sc", {}, {"raw", "zvc16"}),
            ("sc", {"codec": "rle"}, {"raw", "rle"}), ("sc", {"codec": "ebd16"}, {"raw", "ebd16"}),
            ("cswap", slow, {"raw", "zvc16"}), ("orac", slow, None),
            ("orac", {"form": "paper", **slow}, {"raw", "zvc16"}),
            ("cswap", {"model": every, "sample": 20, **slow}, None),
            ("cswap", {"model": ebd, "sample": 20, **slow}, {"raw", "ebd16"}),
            ("cswap", {"model": every, "form": "paper", **slow}, None)]
    for name, how in (("alexnet", "bf16"), ("resnet", "autocast")):
        due = losses(name, how=how, steps=6)[:2]
        for policy, more, codecs in rows:
            found = losses(name, policy, how=how, steps=6, **more)
            assert found[:2] == due, (name, how, policy, more)
            narrow, others = codecs_of(found[2], 2), codecs_of(found[2], 4)
            assert "zvc" not in narrow and (policy == "sc" or not others & {"zvc16", "ebd16"}), \
                (name, how, policy, more, narrow, others)
            assert codecs in (None, narrow), (name, how, policy, more, narrow)
            assert codecs or narrow & {"zvc16", "ebd16"}, (name, how, policy, more, narrow)
        # A model without a codec of 16 bits takes words.
        found = losses(name, "cswap", how=how, steps=6, model=wide, **slow)
        assert found[:2] == due and {row.element for row in found[2].rows} == {4}
    for how, more in (("bf16", {"ebd16"}), ("fp32", set())):
        rows = losses("alexnet", "cswap", how=how, steps=6, model=every, sample=20, **slow)[2].rows
        ratios = [set(row.ratio[-1]) for row in rows if row.kind == "relu"]
        assert ratios and all(r == {"rle", "csr", "lz4", "bpc"} | more for r in ratios), ratios


def half_of_a_relu(work):
    """A bfloat16 tensor, half zero, leaves as about 1/2 + 1/16 of its bytes, and a profile says of
    what elements its zeros are; plan agrees."""
    torch.manual_seed(SEED)
    x = torch.randn(256, 1024).to(torch.bfloat16).requires_grad_()
    with Swapper(policy="sc", least=1, threads=1, grid=4, measure=True) as s:
        y = torch.relu(x)
        s.settle()
        (y * y).sum().backward()
    row = s.rows[0]
    assert row.element == 2 and row.zeros[0] == int((y == 0).sum()), row
    due = 1 - row.zeros[0] / y.numel() + 1 / 16
    assert abs(row.stored[0] / row.bytes - due) < 1e-3 and abs(due - 9 / 16) < 0.01, (row, due)
    assert abs(1 / row.ratio[0]["zvc16"] - due) < 1e-3 and row.ratio[0]["ebd16"] > 1, row
    path, model = os.path.join(work, "profile"), free_model(os.path.join(work, "m"), CODECS[1:])
    o = argparse.Namespace(net="x", batch=1, width=1, device="cpu", seed=1, torch_threads=1,
                           link=(1, 1))
    with open(path, "w", encoding="utf-8") as file:
        json.dump(profile(o, s), file)
    said = json.loads(subprocess.run(
        [f"{BUILD}/linepress", "swap", "plan", "--profile", path, "--model", model, "--link",
         "0.001:0.001", "--json"], capture_output=True, text=True, check=True).stdout)
    codec = said["tensors"][0]["epochs"][0]["codec"]
    best = min((1 / r, c) for c, r in {**row.ratio[0], "zvc16": 1 / due}.items() if c != "zvc")[1]
    assert codec == best, (codec, best, row.ratio)


def ratios_of_the_page(_):
    """Those that the table of docs/use/swap.md has."""
    with open(os.path.join(ROOT, "docs/use/swap.md"), encoding="utf-8") as file:
        rows = [[cell.strip(" `") for cell in line.strip("|\n ").split("|")] for line in file
                if line.startswith(("| values |", "| bf16, ", "| fp16, "))]
    pool, head = Threads(2), rows.pop(0)
    assert len(rows) == 6 and head[1:] == ["zvc", "zvc16", "ebd16", "lz4", "bpc"], (head, rows)
    for what, *due in rows:
        kind, percent = what.split(", ")
        tensor = torch.randn(1 << 20)
        tensor[torch.rand(1 << 20) < int(percent.split()[0]) / 100] = 0
        tensor = tensor.to({"bf16": torch.bfloat16, "fp16": torch.float16}[kind])
        for codec, ratio in zip(head[1:], due):
            found = pool.ratio(Setting(CODECS.index(codec), 16, 128), tensor.data_ptr(), 2 << 20)
            assert abs(found - float(ratio)) < 0.02 * found, (what, codec, found, ratio)
    pool.close()


def in_turns(_):
    """Swappers that take turns, an iteration each, train as none does, and each moves its own."""
    torch.manual_seed(SEED)
    net = networks.NETWORKS["alexnet"](0.125)
    optimizer = torch.optim.SGD(net.parameters(), 0.01, 0.9)
    found = []
    with Swapper(policy="none", threads=1) as a, Swapper(policy="vdnn", least=1, threads=1) as b, \
            Swapper(policy="sc", least=1, threads=1) as c:
        for step in range(3 * STEPS):
            images, labels = made_images(step)
            optimizer.zero_grad()
            with (a, b, c)[step % 3].hooks:
                loss = torch.nn.functional.cross_entropy(net(images), labels)
            # Otherwise the last tensor could be used before it left on a busy machine.
            (a, b, c)[step % 3].settle()
            loss.backward()
            optimizer.step()
            found.append(struct.pack(">f", loss.item()).hex())
        stats = [s.stats() for s in (a, b, c)]
    assert all(s.device == s.host == 0 for s in stats), [(s.device, s.host) for s in stats]
    assert found == losses("alexnet", steps=3 * STEPS)[0]
    assert stats[0].moved_out == 0
    moved = [(s.moved_out, s.link_out) for s in stats]
    assert stats[1].moved_out == stats[2].moved_out > stats[2].link_out > 0, moved
    assert stats[1].link_out == stats[1].moved_out, (stats[1].link_out, stats[1].moved_out)


def behind_the_link(_):
    behind_of(torch.float32, 4, "zvc")
    behind_of(torch.bfloat16, 2, "zvc16")


def behind_of(dtype, element, codec):
    """vdnn++ compresses on the host what is over 60 % sparse: the link sees none of it."""
    gradients = []
    for policy in ("none", "vdnn++"):
        torch.manual_seed(SEED)
        x = (torch.rand(256, 256) - 0.8).to(dtype).requires_grad_()
        with Swapper(policy=policy, least=1, threads=1) as s:
            y = torch.relu(x)                       # 80 % zeros
            z = torch.relu(y - 0.05).exp() + y      # exp has none
            s.settle()
            stats, rows = s.stats(), s.rows
            (z * y).sum().backward()
        gradients.append(bits(x.grad))
    assert gradients[0] == gradients[1]
    for row in rows:
        sparse = element * row.zeros[-1] > 0.6 * row.bytes
        assert row.chosen[-1] == (codec if sparse else "raw"), row
    assert {c for row in rows for c in row.chosen} == {codec, "raw"}, rows
    assert stats.link_out == stats.moved_out > stats.host > 0, (stats.link_out, stats.host)


def oracle_chooses(_):
    """Codecs that take no time pay on a link on which nothing hides, and each tensor has the best
    one (the size of ZVC is that of the formula, without the stream's head)."""
    rows = losses("alexnet", "orac", link=(0.005, 0.005))[2].rows
    for row in (r for r in rows[:-1] if r.kind in ("relu", "pool") and r.chosen[-1] != "raw"):
        assert row.ratio[-1][row.chosen[-1]] >= max(row.ratio[-1].values()) * 0.98, row
    assert any(row.chosen[-1] != "raw" for row in rows), rows


def as_planned(work):
    """A training's decisions are those of plan on the profile that it could write then. Its ratios
    come a few in each iteration: those of an epoch are what the next one's decisions have."""
    model = os.path.join(ROOT, "tb", "data", "profiles", "model.json")
    path, kinds, link = os.path.join(work, "profile"), {}, (0.02, 0.02)
    for name in networks.NETWORKS:
        written, last, epochs = [], [None], []

        def write(s, name=name, written=written, last=last, epochs=epochs):
            if s.choice.decisions is last[0]:
                return  # they are older than the newest times
            last[0] = s.choice.decisions
            o = argparse.Namespace(net=name, batch=BATCH, width=0.125, device="cpu", seed=SEED,
                                   torch_threads=1, link=link)
            written.append((profile(o, s), [CODECS[d.codec] for d in s.choice.decisions]))
            epochs.append((s.epochs, [(row.sampled, len(row.ratio[-1])) for row in s.rows
                                      if row.kind in ("relu", "pool")]))
        losses(name, "cswap", each=write, model=model, link=link, steps=5, epochs=2, sample=3)
        for content, decided in written:
            with open(path, "w", encoding="utf-8") as file:
                json.dump(content, file)
            done = subprocess.run([f"{BUILD}/linepress", "swap", "plan", "--profile", path,
                                   "--model", model, "--json"], capture_output=True, text=True,
                                  check=True)
            due = [t["epochs"][-1]["codec"] for t in json.loads(done.stdout)["tensors"]]
            assert [c.replace("raw", "none") for c in decided] == due, (name, decided, due)
            for codec in due:
                kinds[codec] = kinds.get(codec, 0) + 1
        assert len(written) >= 4, name
        assert [rows for epoch, rows in epochs if epoch == 1][0][0] == (0, 0), (name, epochs)
        second = [rows for epoch, rows in epochs if epoch == 2][0]
        assert all(sampled >= 1 and count == 4 for sampled, count in second), (name, second)
    print("# decided:", ", ".join(f"{kinds[c]} {c}" for c in sorted(kinds)))
    assert kinds.get("zvc") and set(kinds) - {"none", "zvc"}, kinds


def sampled(_):
    """A ratio of pieces is about that of the whole."""
    for sparsity in (0.3, 0.7):
        tensor = torch.rand(1 << 20)
        tensor[torch.rand(1 << 20) < sparsity] = 0
        pool, row = Threads(2), Row("1-relu", "relu", 4 << 20)
        item = argparse.Namespace(address=tensor.data_ptr(), bytes=4 << 20)
        settings = [Setting(codec, 16, 128) for codec in range(1, len(CODECS))]
        Sampler().take(pool, settings, item, row, 1, whole=True)
        for setting in settings:
            name = CODECS[setting.codec]
            whole = pool.run(setting, item.address, item.bytes)[0]
            assert abs(row.fresh[name] / whole - 1) < 0.05, (name, row.fresh, whole)
        pool.close()


def interrupted_while_sampling(work):
    """Ctrl-C within a piece ends the training; the next one with the same Swapper goes on where it
    was, to the same ratios and losses."""
    model = os.path.join(ROOT, "tb", "data", "profiles", "model.json")
    due, ran, at = losses("alexnet", steps=8)[0], [0], random.Random(SEED).randrange(1, 60)
    ratio = Threads.ratio

    def stopped(self, *words):
        ran[0] += 1
        if ran[0] in (at, at + 20):
            signal.raise_signal(signal.SIGINT)
        return ratio(self, *words)

    def step(number):
        images, labels = made_images(number)
        optimizer.zero_grad()
        loss = torch.nn.functional.cross_entropy(net(images), labels)
        loss.backward()
        optimizer.step()
        found.append(struct.pack(">f", loss.item()).hex())

    torch.manual_seed(SEED)
    net, found, stops = networks.NETWORKS["alexnet"](0.125), [], 0
    optimizer = torch.optim.SGD(net.parameters(), 0.01, 0.9)
    s = Swapper(policy="cswap", model=model, least=1 << 12, threads=2, sample=20,
                host=os.path.join(work, "pool"))
    Threads.ratio = stopped
    try:
        while len(found) < 8:
            try:
                with s:
                    while len(found) < 8:
                        step(len(found))
            except KeyboardInterrupt:
                stops += 1
    finally:
        Threads.ratio = ratio
    rows = [row for row in s.rows if row.kind in ("relu", "pool")]
    assert stops == 2 and found == due, (stops, at, found, due)
    assert rows and all(len(row.fresh) == 4 for row in rows), (at, [(r.name, r.pieces) for r in rows])
    assert s.stats().device == 0, (at, s.stats().device)
    assert not os.path.exists(os.path.join(work, "pool")), at


def order_is_learnt(_):
    """From the second iteration on tensors come before they are asked for."""
    swapper = losses("vgg16", "vdnn")[2]
    assert swapper._due and sorted(swapper._due) == sorted(set(swapper._due))
    s = swapper.stats()
    per_step = sum(row.bytes for row in swapper.rows)
    assert s.moved_out <= STEPS * per_step and s.moved_in <= s.moved_out
    kinds = {row.kind for row in swapper.rows}
    assert kinds == {"relu", "pool", "other"}, kinds
    assert [row.kind for row in swapper.rows][:4] == ["other", "relu", "relu", "other"]
    assert {row.kind for row in losses("resnet", "vdnn", steps=1)[2].rows} >= {"conv", "relu"}


# ---- any tensor ----

class Keep(torch.autograd.Function):
    """Saves tensors, and notes what comes back."""

    back = None

    @staticmethod
    def forward(ctx, x, *tensors):
        ctx.save_for_backward(*tensors)
        return x * 1

    @staticmethod
    def backward(ctx, grad):
        Keep.back = [t.clone() for t in ctx.saved_tensors]
        return (grad, *([None] * len(Keep.back)))


def odd_tensors():
    special = torch.tensor([float("nan"), float("inf"), -float("inf"), -0.0, 0.0, 1e-45, -1e-39,
                            3.0] * 512)
    yield "NaN, infinities, -0, denormals", special
    yield "bit patterns of NaN", torch.arange(0x7f800001, 0x7f800001 + 4096,
                                              dtype=torch.int32).view(torch.float32)
    yield "transposed", torch.rand(48, 64).t()
    yield "every other", torch.rand(4096)[::2]
    yield "expanded", torch.rand(64, 1).expand(64, 64)
    yield "channels last", torch.rand(2, 8, 16, 16).contiguous(memory_format=torch.channels_last)
    yield "empty", torch.empty(0, 3)
    yield "scalar", torch.tensor(3.5)
    yield "int64", torch.arange(-2000, 2000)
    yield "bool", torch.rand(4001) < 0.5
    yield "bf16", torch.rand(3001).to(torch.bfloat16)
    yield "fp16", torch.rand(3001).to(torch.float16)
    yield "fp64", torch.rand(2001, dtype=torch.float64)
    yield "uint8, odd length", torch.arange(10001).to(torch.uint8)


def any_tensor(_):
    tensors = [t for _, t in odd_tensors()]
    for codec in ("zvc", "lz4", "bpc", "zvc16", "ebd16"):
        with Swapper(policy="sc", codec=codec, least=1, threads=1) as s:
            x = torch.ones(1, requires_grad=True)
            # All are marked as outputs of a ReLU, so that all are compressed.
            setting = s.choice.static
            s.choice._setting = lambda *_: setting
            due = [(t.shape, t.stride(), t.dtype, bits(t.clone())) for t in tensors]
            y = Keep.apply(x, *tensors)
            s.settle()
            y.backward()
        for (name, _), (shape, stride, dtype, content), back in zip(odd_tensors(), due, Keep.back):
            assert back.shape == shape and back.dtype == dtype, name
            assert bits(back) == content, (codec, name)


def saved_once(_):
    """A tensor saved by several operations leaves once; a parameter stays."""
    weight = torch.rand(64, 64, requires_grad=True)
    with Swapper(policy="vdnn", least=1, threads=1) as s:
        x = torch.rand(64, 64, requires_grad=True)
        y = torch.relu(x)
        s.settle()
        z = (y @ weight) * y + y.exp() * y
        s.settle()
        before = s.stats().tensors
        z.sum().backward()
        # relu(x), y @ weight, exp(y); neither x nor weight.
        assert before == 3, before
        assert s.stats().device == 0 and s.stats().host == 0


def in_place(_):
    """A tensor that changes while it is saved is an error, as in PyTorch."""
    def change(late):
        with Swapper(policy="vdnn", least=1, threads=1) as s:
            x = torch.rand(64, 64, requires_grad=True)
            y = torch.relu(x)
            if not late:
                y.add_(1)
            s.settle()
            y.sum().backward()
    try:
        change(False)
    except Error as error:
        assert "changed in place" in str(error), error
    else:
        raise AssertionError("a change went unnoticed")
    change(True)


# ---- memory ----

def train(*words, status=0, **more):
    done = subprocess.run([sys.executable, "-m", "linepress.swap", "train", *words],
                          capture_output=True, text=True, check=False, **more)
    assert done.returncode == status, (words, done.returncode, done.stderr)
    return done


def within_device_bytes(_):
    free = losses("vgg16", "vdnn")[2].stats().device_peak
    due = losses("vgg16")[:2]
    found = losses("vgg16", "vdnn", device_bytes=free)
    assert found[:2] == due and found[2].stats().device_peak <= free
    largest = max(row.bytes for row in found[2].rows)
    for size in (largest - 1, free // 2):
        try:
            stats = losses("vgg16", "vdnn", device_bytes=size)[2].stats()
            assert stats.device_peak <= size
        except Error as error:
            assert "device memory is full" in str(error) and "\n" not in str(error)
    try:
        losses("vgg16", "none", device_bytes=free)
    except Error as error:
        assert "device memory is full" in str(error)
    else:
        raise AssertionError("all was kept within what is too little for it")


def resident_falls(work):
    """With the pool in a file, this process loses what left."""
    script = """
import ctypes, os, sys, torch
from linepress.swap import Swapper
from linepress.swap.train import resident
ctypes.CDLL(None).mallopt(-3, 1 << 16)
torch.set_num_threads(1)
def run(policy):
    with Swapper(policy=policy, host=sys.argv[1], threads=1) as s:
        x = torch.rand(1 << 20, requires_grad=True)
        for warm in range(2):
            before = resident()
            y = x
            for _ in range(12):
                y = torch.relu(y + 1)
            y = y.sum()
            s.settle()
            after, moved = resident() - before, s.moved_bytes
            y.backward()
    return after, moved
stayed, _ = run("none")
left, moved = run("vdnn")
print(stayed, left, moved)
"""
    done = subprocess.run([sys.executable, "-c", script, os.path.join(work, "pool")],
                          capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    stayed, left, moved = map(int, done.stdout.split())
    assert moved >= 12 << 22, moved
    assert stayed - left >= 0.9 * moved, (stayed, left, moved)


# ---- errors ----

def one_line(text, *parts):
    assert text.count("\n") == 1 and text.startswith("linepress.swap: "), text
    for part in parts:
        assert part in text, (part, text)


def pool_goes_wrong(work):
    """The file is cut, changed or removed while tensors are in it: an error, never another loss."""
    path = os.path.join(work, "pool")

    def spoil(kind):
        if kind == "removed":
            os.unlink(path)
        elif kind == "cut":
            os.truncate(path, 100)
        else:
            with open(path, "r+b") as file:
                content = file.read()
                file.seek(0)
                file.write(bytes(b ^ 0x55 for b in content))

    for kind in ("removed", "cut", "changed"):
        try:
            with Swapper(policy="sc", least=1, threads=1, host=path) as s:
                x = torch.rand(64, 64, requires_grad=True)
                y = torch.relu(torch.relu(x).exp()).sum()
                s.settle()
                spoil(kind)
                y.backward()
        except Error as error:
            assert path in str(error) and "\n" not in str(error), error
        else:
            raise AssertionError(kind)
        assert not os.path.exists(path)


def bad_use(work):
    pool = os.path.join(work, "there")
    with open(pool, "w", encoding="ascii") as file:
        file.write("mine")
    small = ("--net", "alexnet", "--policy", "vdnn", "--batch", "2", "--steps", "1")
    rows = [((*small, "--host", pool), "exists"),
            ((*small, "--host", os.path.join(work, "no", "x")), "No such file"),
            ((*small, "--host-bytes", "100000"), "no room"),
            ((*small, "--device-bytes", "70000"), "device memory is full"),
            ((*small, "--link", "1"), "colon"), ((*small, "--link", "0:1"), "above 0"),
            ((*small, "--width", "0"), "--width"), ((*small, "--steps", "0"), "--steps"),
            ((*small, "--data", work), "dataset-fashion-mnist"),
            ((*small, "--policy", "vdnn,frob"), "'frob'"),
            ((*small, "--policy", "vdnn,vdnn"), "twice"),
            ((*small, "--profile", pool, "--policy", "none,vdnn"), "one policy"),
            ((*small, "--host", pool, "--policy", "none,vdnn"), "one policy"),
            ((*small, "--sms", "1"), "--device cuda"), ((*small, "--verify", "off"), "cuda"),
            ((*small, "--staged", "out"), "cuda"), ((*small, "--staged", "both"), "'both'"),
            ((*small, "--device", "cuda", "--sms", "-1"), "from 0"),
            ((*small, "--device", "cuda", "--sms", "65537"), "65536"),
            ((*small, "--tuned", pool), "swap tune --json"),
            ((*small, "--tuned", pool, "--grid", "3"), "only one of --tuned and --grid"),
            ((*small, "--tuned", os.path.join(work, "none")), "No such file"),
            (("--net", "alexnet", "--policy", "cswap", "--model", pool), "not a model file")]
    images = os.path.exists(IMAGES)
    for words, part in rows:
        if images or "--data" in words or words[-2] in ("--link", "--width", "--steps", "--policy"):
            one_line(train(*words, status=2).stderr, part)
    with open(pool, encoding="ascii") as file:
        assert file.read() == "mine"
    for name, value in (("device_bytes", -1), ("device_bytes", "3M"), ("window", -4), ("link", 2),
                        ("pinned_bytes", 1), ("host_bytes", 1 << 64), ("threads", 1.5), ("block", 100),
                        ("grid", 100000), ("verify", "foo"), ("staged", True), ("staged", (1, 0)),
                        ("host", 5), ("sample", -1), ("sms", -1), ("policy", "frob")):
        try:
            Swapper(**{"policy": "vdnn", name: value})
            raise AssertionError(f"{name} {value!r} is taken")
        except Error as error:
            assert name in str(error) and "\n" not in str(error), error
    done = subprocess.run([sys.executable, "-m", "linepress.swap", "frob"], capture_output=True,
                          text=True, check=False)
    assert done.returncode == 2
    one_line(done.stderr)


def as_tuned(work):
    """Codec, grid and block of the file that tune wrote; files with anything else are refused."""
    path = os.path.join(work, "tuned")
    done = subprocess.run([f"{BUILD}/linepress", "swap", "tune", "--codec", "rle", "--method",
                           "expert", "--bytes", "50000", "--repeat", "1", "-T", "1", "--json"],
                          capture_output=True, text=True, check=True)
    with open(path, "w", encoding="utf-8") as file:
        file.write(done.stdout)
    said = json.loads(done.stdout)
    found = tuned(path)
    assert found == {"codec": "rle", "grid": said["grid"], "block": 128, "device": "cpu"}, found
    _, _, swapper = losses("alexnet", "sc", steps=1, **found)
    setting = swapper.choice.static
    assert (CODECS[setting.codec], setting.grid, setting.block) == ("rle", said["grid"], 128)
    assert {c for row in swapper.rows for c in row.chosen} == {"raw", "rle"}
    if os.path.exists(IMAGES):
        report = os.path.join(work, "report")
        train("--net", "alexnet", "--policy", "sc", "--batch", "2", "--steps", "2", "--tuned", path,
              "--json", report)
        with open(report, encoding="utf-8") as file:
            assert json.load(file)["codec"] == "rle"
    gpu = {**said, "device": "cuda-x", "form": "staged"}
    for change, part in (({"grid": 0}, "grid"), ({"grid": 1.5}, "grid"), ({"block": 32}, "block"),
                         ({"codec": "frob"}, "frob"), ({"device": 3}, "device"),
                         ({**gpu, "form": "bent"}, "bent"), ({"device": "cuda-x"}, "form")):
        with open(path, "w", encoding="utf-8") as file:
            json.dump({**said, **change}, file)
        try:
            tuned(path)
        except Error as error:
            assert path in str(error) and part in str(error), (change, error)
        else:
            raise AssertionError(change)
    for form, staged in (("direct", (False, False)), ("staged", (True, True))):
        with open(path, "w", encoding="utf-8") as file:
            json.dump({**gpu, "form": form}, file)
        assert tuned(path)["staged"] == staged
    if os.path.exists(IMAGES):
        one_line(train("--net", "alexnet", "--policy", "sc", "--tuned", path, status=2).stderr,
                 "cuda-x")
    for sms in (-1, 1.0, 1 << 17):
        try:
            Swapper(policy="none", sms=sms)
        except Error as error:
            assert "sms" in str(error)
        else:
            raise AssertionError(sms)


def without_torch(_):
    done = subprocess.run([sys.executable, "-c", "import sys; sys.modules['torch'] = None\n"
                           "sys.argv = ['x', 'train']\nimport runpy\n"
                           "runpy.run_module('linepress.swap', run_name='__main__')"],
                          capture_output=True, text=True, check=False)
    assert "python3-torch" in done.stderr.splitlines()[-1], done.stderr


CHECKS = (same_loss, floats_of_two_bytes, half_of_a_relu, ratios_of_the_page, in_turns,
          behind_the_link, oracle_chooses, as_planned, sampled, interrupted_while_sampling,
          order_is_learnt, any_tensor, saved_once, in_place, within_device_bytes, resident_falls,
          pool_goes_wrong, bad_use, as_tuned, without_torch)


print(f"# LP_SEED={SEED}")
sys.exit(tap.run(CHECKS))
