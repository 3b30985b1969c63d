#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""linepress.swap with liblinepress_cuda.so, which is emulated: PyTorch's tensors are said to be a
GPU's, go the GPU's way through Swapper and executor, and the losses stay the same to the last bit.
Of PyTorch on a GPU this shows nothing.
"""
import contextlib
import os
import random
import re
import resource
import signal
import struct
import subprocess
import sys
import tempfile
from xml.etree import ElementTree

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../..")
BUILD = os.path.abspath(os.environ.get("BUILD", "build"))
sys.path[:0] = [os.path.abspath(os.path.join(ROOT, path))
                for path in ("adapters/python", "tb/systems/swap", "tb")]
sys.dont_write_bytecode = True
os.environ["LINEPRESS_LIB"] = BUILD

try:
    import torch
except ImportError:
    print("ok 1 - trainings on a GPU # SKIP no PyTorch (python3-torch)\n1..1")
    sys.exit(0)
import pretend  # noqa: E402
import tap  # noqa: E402
import turns  # noqa: E402
from linepress.swap import (Error, Swapper, flow, gpu, library, networks, storage,  # noqa: E402
                            swapper)
from linepress.swap import train as training  # noqa: E402
from linepress.swap.train import main as train  # noqa: E402
from shared import free_model, loss_of  # noqa: E402

GPU = ("on_gpu", "index_of", "current", "wait", "keep", "processors", "count", "memory")
WINDOW = 1 << 16
SIDE = 1 << 12  # elements of a tensor in a chain
PINNED = 1 << 17  # bytes of pinned memory beside a file
LATE_SEED = "3"  # a multiple of the emulator's moods
EMULATED = os.path.join(BUILD, "cuda", "liblinepress_cuda.so")
waits, kept = [0], []


def losses(policy, each=None, how="fp32", **more):
    torch.manual_seed(3)
    torch.use_deterministic_algorithms(True)
    torch.set_num_threads(1)
    net = networks.NETWORKS["alexnet"](0.125)
    net = net.to(torch.bfloat16) if how == "bf16" else net
    optimizer = torch.optim.SGD(net.parameters(), 0.01, 0.9)
    found, waited = [], []
    with Swapper(policy=policy, least=1 << 12, threads=2, **more) as s:
        def over(s):
            waited.append(s.waits)
            if each:
                each(s)
        s.on_iteration = over
        for step in range(3):
            generator = torch.Generator().manual_seed(1000 + step)
            images = torch.rand(2, 3, 32, 32, generator=generator)
            labels = torch.randint(0, 10, (2,), generator=generator)
            optimizer.zero_grad()
            loss = loss_of(net, images, labels, how)
            loss.backward()
            optimizer.step()
            found.append(struct.pack(">f", loss.item()).hex())
    kept.clear()
    s.waited = waited
    return found, s


def model(path, codecs=("zvc", "rle", "csr", "lz4")):
    return free_model(path, codecs, "cuda-emulated")


def same_loss(work):
    due = losses("none")[0]
    path = model(os.path.join(work, "model"))
    gpu_way()
    flows = 0
    for policy, more in (("sc", {"device": "cpu"}),
                         ("orac", {"device": "cpu", "link": (0.005, 0.005)}),
                         ("vdnn", {}), ("vdnn++", {}), ("sc", {}), ("sc", {"codec": "rle"}),
                         ("sc", {"codec": "csr", "host": os.path.join(work, "pool")}),
                         ("sc", {"codec": "lz4"}), ("orac", {"link": (0.005, 0.005)}),
                         ("orac", {}), ("sc", {"staged": (True, True)}),
                         ("sc", {"codec": "csr", "verify": "off"}),
                         ("vdnn", {"verify": "full", "window": 1 << 14}),
                         ("cswap", {"model": path, "link": (0.005, 0.005)}),
                         ("cswap", {"model": path})):
        waits[0] = 0
        found, s = losses(policy, **{"device": "cuda-emulated", **more})
        assert found == due, (policy, more)
        # Parts for each of two multiprocessors, also if the device was not given as a GPU.
        assert s.choice.static.grid == (32 if s._flows else 8), (policy, more, s.choice.static.grid)
        assert s._gpu and s.stats().moved_out > 0, (policy, more)
        # Streams wait for each other; the host does not wait.
        assert len(s.waited) == 3 and (s.waited[2] == 0) == bool(s._flows), (policy, s.waited)
        assert waits[0] > 0 or s._flows, (policy, more)
        flows += bool(s._flows)
        kinds = {c for row in s.rows for c in row.chosen}
        if policy in ("sc", "orac", "cswap"):
            assert len(kinds) > 1 and "bpc" not in kinds, (policy, kinds)
        stored = [row.bytes / row.stored[-1] for row in s.rows if row.chosen[-1] != "raw"]
        assert policy not in ("sc", "orac", "cswap") or max(stored) > 1.2, (policy, stored)
    assert flows >= 10, flows


def floats_of_two_bytes(work):
    """In bfloat16 too, with ZVC and EBD of 16 bits, straight to the link and staged."""
    every = model(os.path.join(work, "model"), ("zvc", "rle", "csr", "lz4", "zvc16", "ebd16"))
    slow, dues = {"link": (0.005, 0.005)}, {how: losses("none", how=how)[0]
                                            for how in ("bf16", "autocast")}
    gpu_way()
    for how, due in dues.items():
        for policy, more in (("sc", {}), ("sc", {"staged": (True, True)}), ("sc", slow),
                             ("sc", {"codec": "ebd16"}),
                             ("sc", {"codec": "ebd16", "verify": "off"}),
                             ("sc", {"codec": "ebd16", "host": os.path.join(work, "pool")}),
                             ("cswap", {"model": every, **slow}), ("orac", slow),
                             ("vdnn", {"verify": "full"})):
            found, s = losses(policy, how=how, **{"device": "cuda-emulated", **more})
            assert found == due and s._gpu and s.stats().moved_out > 0, (how, policy, more)
            codecs = {element: {c for row in s.rows if row.element == element for c in row.chosen}
                      for element in (2, 4)}
            assert not {"zvc", "bpc"} & codecs[2], (how, policy, more, codecs)
            assert policy == "sc" or not {"zvc16", "ebd16"} & codecs[4], (how, policy, codecs)
            assert policy == "vdnn" or {"zvc16", "ebd16"} & codecs[2], (how, policy, more, codecs)
            for row in s.rows:
                if row.chosen[-1] == "zvc16":
                    ratio = 1 / (1 - 2 * row.zeros[-1] / row.bytes + 1 / 16)
                    assert abs(row.bytes / row.stored[-1] / ratio - 1) < 0.2, (row, ratio)


def counted(_):
    """Zeros of a GPU's tensor are those that the processor counts."""
    for tensor in (torch.tensor([0.0, -0.0, 1.0, 0.0]), torch.zeros(5, dtype=torch.int16),
                   torch.zeros(7, dtype=torch.uint8), torch.zeros(9, dtype=torch.bool),
                   torch.rand(30) < 0.5, torch.zeros(0), torch.zeros(3, dtype=torch.float64)):
        for element in (2, 4):
            due = library.LIBRARY.lp_swap_element_zeros(tensor.storage().data_ptr(),
                                                        tensor.storage().nbytes(), element)
            assert storage.zeros_of(tensor, element) == due, (tensor, element, due)


def without_library(work):
    """They stay where they are, and the losses are the same."""
    due = losses("none")[0]
    gpu_way(os.path.join(work, "no.so"))
    found, s = losses("sc", device="cuda-emulated")
    assert found == due and s.stats().moved_out == 0 and not s.rows


def measured(_):
    """Ratios are those of the processor's codecs; times are there."""
    found = []
    for device in ({}, {"device": "cuda-emulated"}):
        if device:
            gpu_way()
        _, s = losses("none", measure=True, grid=3, **device)
        found.append([row.ratio for row in s.rows])
        assert all(min(times) > 0 for row in s.rows for times in row.codec_us[0].values())
    assert len(found[0]) > 4
    for here, there in zip(*found, strict=True):
        assert set(there[0]) == {"zvc", "rle", "csr", "lz4"}
        assert all(here[0][codec] == ratio for codec, ratio in there[0].items()), (here, there)


def refused(_):
    gpu_way()
    small = ("--net", "alexnet", "--policy", "vdnn", "--device", "cuda")
    rows = [(lambda: losses("cswap", device="cuda-emulated"), "a model"),
            (lambda: losses("cswap"), "a model"),
            (lambda: losses("sc", codec="bpc", device="cuda-emulated"), "codec")]
    if not torch.cuda.is_available():
        rows.append((lambda: train(small), "no GPU"))
    for call, part in rows:
        try:
            call()
        except Error as error:
            assert part in str(error) and "\n" not in str(error), error
        else:
            raise AssertionError(part)


class MadeImages:
    def __init__(self, batch, *_):
        self.batch = batch

    def next(self):
        return torch.ones(self.batch, 3, 32, 32), torch.zeros(self.batch, dtype=torch.int64)


def run_train(*words):
    """`train` with these options, of an emulated GPU: what it measured, and the flows' arguments."""
    gpu_way()
    asked = []

    class Noted(flow.Flow):
        def __init__(self, *arguments):
            asked.append(arguments[3:])
            super().__init__(*arguments)
    o = training.options(["--net", "alexnet", "--batch", "8", "--width", "0.25", "--steps", "3",
                          "--device", "cuda", *words])
    training.check(o)
    own, o.device = (swapper.Flow, training.Images), "cpu"
    swapper.Flow, training.Images = Noted, MadeImages
    try:
        (s, m), = training.run(o, "cuda-emulated")
    finally:
        swapper.Flow, training.Images = own
    kept.clear()
    return training.facts(o, s, m), asked


def options(work):
    """Each option of `train` about a GPU reaches the flow, and the losses stay the same."""
    due = run_train("--policy", "none")[0]["loss_bits"]
    path = os.path.join(work, "tuned")
    with open(path, "w", encoding="utf-8") as file:
        file.write('{"codec": "rle", "grid": 3, "block": 64, "device": "cuda-emulated", '
                   '"form": "staged"}')
    for words, arguments in (((), ("device", (False, False), 0)),
                             (("--sms", "1"), ("device", (False, False), 8)),
                             (("--verify", "full"), ("full", (False, False), 0)),
                             (("--verify", "off"), ("off", (False, False), 0)),
                             (("--staged", "out"), ("device", (True, False), 0)),
                             (("--staged", "in"), ("device", (False, True), 0)),
                             (("--staged", "out,in"), ("device", (True, True), 0)),
                             (("--tuned", path), ("device", (True, True), 0))):
        found, asked = run_train("--policy", "sc", *words)
        assert asked == [arguments], (words, asked)
        assert found["loss_bits"] == due and found["link_bytes"]["out"] > 0, words
        codecs = {t["epochs"][0]["codec"] for t in found["tensors"]}
        assert codecs - {"none"} == {"rle" if "--tuned" in words else "zvc"}, (words, codecs)


def pictured(work):
    """The last iteration by the GPU's events: each tensor leaves after it was saved, and is used
    after it came; a stream does one thing at a time; the drawing has a row for each of them."""
    for words in (("--policy", "vdnn"), ("--policy", "sc", "--staged", "out"),
                  ("--policy", "sc", "--device-bytes", "2000000", "--window", "100000")):
        found, _ = run_train("--json", "-", *words)
        by = {}
        for e in found["timeline"]:
            assert e["begin_us"] < e["end_us"], e
            by.setdefault(e["what"], []).append(e)
        rows = {e["tensor"] for e in by["link out"]}
        every = set(range(len(found["tensors"])))
        # With a limit some stay.
        assert rows < every if "--device-bytes" in words else rows == every, (words, rows)
        assert {e["tensor"] for e in by["link in"]} <= rows and by["backward"] and by["forward"]
        for e in by["link out"]:
            begins = [f["begin_us"] for f in by["forward"] if f["tensor"] == e["tensor"]]
            assert begins and min(begins) <= e["begin_us"], (words, e, begins)
        for e in by.get("link in", ()):
            used = [b["end_us"] for b in by["backward"] if b["tensor"] == e["tensor"]]
            left = [o["end_us"] for o in by["link out"] if o["tensor"] == e["tensor"]]
            assert used and left[0] <= e["begin_us"] and e["end_us"] <= max(used), (words, e, used)
        compute = ("forward", "backward", "wait out", "wait in")
        for lane in (compute, ("link out",), ("link in",)):
            spans = sorted((e["begin_us"], e["end_us"]) for w in lane for e in by.get(w, ()))
            assert all(a[1] <= b[0] + 1e-3 for a, b in zip(spans, spans[1:])), (words, lane, spans)
        path, picture = os.path.join(work, "json"), os.path.join(work, "svg")
        training.write(path, found)
        subprocess.run([sys.executable, "-B", os.path.join(ROOT, "tb/systems/swap/demo.py"),
                        "--draw", picture, path], check=True)
        root = ElementTree.parse(picture).getroot()
        texts = [x.text for x in root.iter("{http://www.w3.org/2000/svg}text")]
        bars = [x for x in root.iter("{http://www.w3.org/2000/svg}title")]
        assert {"compute", "link out"} <= set(texts) and "codecs" not in texts, texts
        assert ("link in" in texts) == ("link in" in by), texts
        assert len(bars) == len(found["timeline"])


def gpu_way(path=EMULATED):
    """From here on PyTorch's tensors are a GPU's."""
    def wait():
        waits[0] += 1

    def keep(tensor, index, stream):
        """PyTorch frees it once the stream is that far; here it is kept longer."""
        assert index == 0 and stream
        kept.append(tensor)
    pretend.tensors_of_a_gpu(path, memory=32 * WINDOW, wait=wait, keep=keep)


def bounded(_):
    """A link that does nothing until it is waited for: what leaves fits the window all the same, and
    is not PyTorch's to keep; rates are those of what is known."""
    done = subprocess.run([sys.executable, "-B", __file__, "late"], capture_output=True, text=True,
                          check=False, env={**os.environ, "EMULATOR_SEED": LATE_SEED})
    assert done.returncode == 0, done.stderr[-500:]


def late():
    """In a process of its own, whose emulator is late."""
    gpu_way()
    held = []

    def note(s):
        held.append(s.stats().host)
        assert not kept, "PyTorch keeps memory for another stream"
    found, s = losses("vdnn", each=note, device="cuda-emulated")
    # A copy takes whole pages, and has a table.
    assert 0 < max(held) <= WINDOW + 4096 * len(s.rows), held
    s.stats = library.Stats  # The executor counts bytes only of transfers whose time is known.
    assert 0 < s.rates()[0] < 1e9 and 0 < s.rates()[1] < 1e9, s.rates()
    gpu_way(os.path.join(BUILD, "no.so"))
    assert losses("none")[0] == found


def chain(length, start=None):
    x = torch.linspace(-2, 2, SIDE).requires_grad_() if start is None else start
    for _ in range(length):
        x = x.sigmoid()
    return x


def gradient(length, swapper=None):
    """Of a chain of tensors of the same size; how many of them left, of those that may."""
    start = torch.linspace(-2, 2, SIDE).requires_grad_()
    before = swapper.stats().tensors if swapper else 0
    with swapper.hooks if swapper else contextlib.nullcontext():
        x = chain(length, start)
        (x * x).sum().backward()
    return start.grad, swapper.stats().tensors - before if swapper else 0


def as_few_as_must(_):
    """With a limit those leave that have no room, the first that are saved; an iteration that is
    longer than the last, or of another order, has the same gradients."""
    gpu_way()
    size, seed = 4 * SIDE, random.randrange(1 << 30)
    due = {length: gradient(length)[0] for length in range(1, 25)}
    for window in (0, 4 * size):
        s = Swapper(policy="vdnn", device="cuda-emulated", least=size, device_bytes=8 * size,
                    window=window, verify="full")
        # The loss saves the last one, which is in the chain already.
        for length, left in ((20, 20), (20, 12), (20, 12), (24, 12), (24, 16), (9, 9), (9, 1),
                             (8, 1), (8, 0), (16, 8), (16, 8)):
            found, moved = gradient(length, s)
            assert torch.equal(found, due[length]), (window, length)
            assert left <= moved <= left + 4, (window, length, left, moved)
            assert s.stats().device_peak <= 8 * size, s.stats().device_peak
        draw = random.Random(seed)
        for _ in range(30):
            length = draw.randint(1, 24)
            found, _ = gradient(length, s)
            assert torch.equal(found, due[length]), f"seed {seed}, {length}"
            assert s.stats().device_peak <= 8 * size, f"seed {seed}"
        s.settle()
        assert s.stats().device == 0, s.stats().device


def overflow_file(work):
    """Copies that do not fit in pinned memory go to a file, and the losses are the same; no file is
    left."""
    due, pool = losses("none")[0], os.path.join(work, "pool")
    gpu_way()
    for policy, more in (("vdnn", {}), ("sc", {}), ("sc", {"staged": (True, True)}),
                         ("sc", {"codec": "lz4", "verify": "full"}),
                         ("vdnn", {"verify": "off", "window": 1 << 14})):
        seen = []
        found, s = losses(policy, lambda s: seen.append((s._flows[0].stats(), s.file_waits)),
                          device="cuda-emulated", host=pool, pinned_bytes=PINNED, **more)
        assert found == due, (policy, more)
        assert s.waited[2] == 0 and s._flows, (policy, more, s.waited)
        (first, _), *_, (last, waits) = seen
        assert last.written > first.written > 0 and last.read > first.read, (policy, more)
        assert last.pinned <= PINNED + (1 << 20) and waits == last.file_waits, (policy, more)
        assert not os.listdir(work), os.listdir(work)
    # All of them fit.
    _, s = losses("vdnn", lambda s: seen.append(s._flows[0].stats()), device="cuda-emulated",
                  host=pool)
    assert seen[-1].written == 0 and seen[-1].waits == 0, (seen[-1].written, seen[-1].waits)


def several_gpus(work):
    """Each has a file of its own."""
    due, pool, there = losses("none")[0], os.path.join(work, "pool"), set()
    gpu_way()
    gpu.index_of = lambda tensor: int(tensor.dim() == 4 and tensor.shape[-1] < 16)
    gpu.keep = lambda tensor, index, stream: kept.append(tensor)
    found, s = losses("vdnn", lambda s: there.update(os.listdir(work)), device="cuda-emulated",
                      host=pool, pinned_bytes=PINNED)
    assert found == due and len(s._flows) == 2
    assert there == {"pool", "pool.0", "pool.1"} and not os.listdir(work), there


def file_goes_wrong(work):
    """It is in the way, full, cut or removed: one line that names it. No file is left, also after
    Ctrl-C."""
    pool = os.path.join(work, "pool")
    gpu_way()

    def limit(count):
        resource.setrlimit(resource.RLIMIT_FSIZE, (count, resource.getrlimit(resource.RLIMIT_FSIZE)[1]))

    for part, each in (("exists", None), ("too large", lambda s: limit(1 << 13)),
                       # A write that follows makes it longer again.
                       ("shorter|bytes that were written", lambda s: cut(s, pool + ".0")),
                       ("removed", lambda s: os.unlink(pool + ".0")),
                       ("KeyboardInterrupt", lambda _: os.kill(os.getpid(), signal.SIGINT))):
        if each is None:
            with open(pool + ".0", "wb"):
                pass
        try:
            losses("vdnn", each, device="cuda-emulated", host=pool, pinned_bytes=PINNED)
        except KeyboardInterrupt:
            assert part == "KeyboardInterrupt", part
        except Error as error:
            assert re.search(part, str(error)) and pool + ".0" in str(error), (part, error)
            assert "\n" not in str(error) and "CUDA" not in str(error), error
        else:
            raise AssertionError(part)
        finally:
            limit(resource.RLIM_INFINITY)
        kept.clear()
        assert os.listdir(work) == (["pool.0"] if each is None else []), (part, os.listdir(work))
        if each is None:
            os.unlink(pool + ".0")


def cut(s, path):
    """Takes the file's bytes away whenever a tensor is expected."""
    flow_there = s._flows[0]
    expect = flow_there.expect

    def cut_and_expect(number):
        os.truncate(path, 0)
        return expect(number)
    flow_there.expect = cut_and_expect


def changed_while_leaving(_):
    """A tensor is saved again after a change that PyTorch counts; what left before is not its copy."""
    def program(around):
        x = torch.linspace(-1, 1, SIDE).requires_grad_()
        with around:
            b = x * 1.0
            a = b.sin()
            b.add_(1.0)
            c = b.cos()
            del a, b
            for _ in range(3):
                c = c.sin()
            c.sum().backward()
        return x.grad
    due = program(contextlib.nullcontext())
    gpu_way()
    for verify in flow.VERIFY:
        for more in ({"window": 1 << 12}, {"device_bytes": 12 * SIDE}):
            s = Swapper(policy="vdnn", device="cuda-emulated", least=4 * SIDE, verify=verify, **more)
            assert torch.equal(program(s.hooks), due), (verify, more)
            s.settle()
            assert s.stats().device == 0 and s.file_waits == 0, (verify, more)


def retried(_):
    """A training that was refused, and goes on with less, while a graph of the first one is alive."""
    gpu_way()
    size, kept_graphs = 4 * SIDE, []
    s = Swapper(policy="vdnn", device="cuda-emulated", least=size, device_bytes=8 * size,
                host_bytes=12 * size)
    try:
        with s:
            for length in range(1, 40):
                kept_graphs.append(chain(length))
    except (Error, RuntimeError) as error:
        assert "host memory" in str(error), error
    else:
        raise AssertionError("the pool has room for everything")
    del kept_graphs[1:]
    due = gradient(4)[0]
    with s:
        assert torch.equal(gradient(4, s)[0], due)
    assert s.file_waits == 0


def several_graphs(work):
    """turns.py, with windows down to less than a tensor."""
    seed, path = random.randrange(1 << 30), model(os.path.join(work, "model"))
    gpu_way()
    for number in range(seed, seed + 12):
        draw = random.Random(number)
        asked = {**turns.settings(number, os.path.join(work, "pool")), "device": "cuda-emulated",
                 "window": draw.choice((0, 1 << 12, 1 << 14)), "verify": draw.choice(flow.VERIFY),
                 "staged": (draw.random() < 0.5, draw.random() < 0.5)}
        if draw.random() < 0.7:
            asked["link"] = None
        asked["pinned_bytes"] = draw.choice((0, PINNED))
        asked["model"] = path if asked["policy"] == "cswap" else None
        kept.clear()
        found = turns.wrong_in(number, Swapper(**asked), Error)
        assert not found, f"seed {number}, {asked}: {found}"


CHECKS = (counted, same_loss, floats_of_two_bytes, measured, without_library, refused, options,
          pictured, bounded, as_few_as_must, overflow_file, several_gpus, file_goes_wrong,
          changed_while_leaving, retried, several_graphs)


def main():
    own = [(module, name, getattr(module, name)) for module, name in
           ((library, "cuda_path"), *((gpu, name) for name in GPU))]

    def restore():
        for row in own:
            setattr(*row)
    return tap.run(CHECKS, before=restore)


if __name__ == "__main__":
    sys.exit(late() if sys.argv[1:] == ["late"] else main())
