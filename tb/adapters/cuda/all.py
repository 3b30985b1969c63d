#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Tests and measures swapping on this machine's GPU, part by part, and writes a record of each part
as soon as it is over.

    all.py FOLDER [PART ...]    kernels link groups step networks; without names all of them, in this order

A part whose record by these sources is in FOLDER is not done again. A record is FOLDER/PART.json,
signed as tb/tree/records says, with `runs`, whose values are those measured, not medians.
kernels: the tests of kernels, executor and streams. link: raw copies and ZVC, each way alone and
both at once, beside cudaMemcpyAsync. step: a training step of VGG16 and ResNet-50 at 224 x 224
without swapping, with save_on_cpu, and by policies. networks: losses of gpu_test.py. groups: GRP-16
in the GPU's memory beside a copy, made weights of three sizes.
"""
import argparse
import gc
import json
import os
import subprocess
import sys
import tempfile
import time

ROOT = os.path.abspath(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../.."))
BUILD = os.path.abspath(os.environ.get("BUILD", "build"))
SEED = 1
TEST_SECONDS = 240  # time limit of a test
MIB = 1 << 20
sys.path[:0] = [os.path.join(ROOT, path) for path in ("adapters/python", "tb/adapters/cuda",
                                                      "tb/tree/records")]
sys.dont_write_bytecode = True
import signed  # noqa: E402

SOURCES = ("tb/adapters/cuda/all.py", "tb/adapters/cuda", "adapters/cuda",
           "adapters/python/linepress/swap", "cmodel/lib/swap")
os.environ["LINEPRESS_LIB"] = BUILD
os.environ.setdefault("CUBLAS_WORKSPACE_CONFIG", ":4096:8")


def say(*words):
    print(*words, flush=True)


def output(*words, timeout=None):
    return subprocess.run(words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                          check=False, cwd=ROOT, timeout=timeout)


# ---- tests ----

def tests(rows):
    """Each of them by itself: what it said, and for how long it ran."""
    for name, *words in rows:
        begin = time.perf_counter()
        done = output(name, *words, timeout=TEST_SECONDS)
        seconds = time.perf_counter() - begin
        lines = [x for x in done.stdout.splitlines() if x.startswith(("ok", "not ok", "#"))]
        say(f"{'ok' if done.returncode == 0 else 'NOT OK'} {os.path.basename(name)} "
            f"{' '.join(words)} {seconds:.1f} s")
        if done.returncode != 0:
            say(done.stdout[-2000:])
        yield {"test": [os.path.basename(name), *words], "status": done.returncode,
               "seconds": [seconds], "said": lines[-40:]}


def kernels(_):
    gpu = f"{BUILD}/cuda/gpu/"
    yield from tests([(gpu + "test_flow",), (gpu + "test_spill",), (gpu + "test_executor",),
                      (gpu + "test_cuda", "quick"), (gpu + "test_grp",)])


def groups(_):
    """Times by bench_grp, which checks each entry and group."""
    for kib in (16 << 10, 256 << 10, 2 << 20):
        done = output(f"{BUILD}/cuda/gpu/bench_grp", str(kib), "10", timeout=TEST_SECONDS)
        say(done.stdout[-2000:].strip())
        row = {"kib": kib, "status": done.returncode}
        yield {**row, **json.loads(done.stdout)} if done.returncode == 0 else row


def networks(_):
    yield from tests([(sys.executable, "-B", os.path.join(ROOT, "tb/adapters/cuda/gpu_test.py"),
                       "networks", "losses", "host")])


# ---- the link ----

REPEATS = 5
AT_ONCE = 1 << 29  # bytes of a measurement


class Bench:
    """Times of ways; both directions of a flow follow PyTorch's current stream."""

    def __init__(self, torch, library):
        self.torch, self.library = torch, library
        self.opened = {}

    def flow(self, staged=False, verify="device", blocks=0):
        from linepress.swap.flow import Flow
        key = staged, verify, blocks
        if key not in self.opened:
            self.opened[key] = Flow(self.library, 0, 64 << 30, verify, (staged, staged), blocks)
        return self.opened[key]

    def close(self):
        while self.opened:
            self.opened.popitem()[1].close()

    def seconds(self, work):
        """Seconds of the GPU, from idle until all of `work` is done."""
        torch = self.torch
        torch.cuda.synchronize()
        begin, end = (torch.cuda.Event(enable_timing=True) for _ in range(2))
        begin.record()
        work()
        end.record()
        torch.cuda.synchronize()
        return begin.elapsed_time(end) / 1e3

    def runs(self, work, before=lambda: None, behind=lambda: None):
        found = []
        for _ in range(REPEATS + 1):
            before()
            found.append(self.seconds(work))
            behind()
        return found[1:]


def plain(bench, torch, tensors):
    """Seconds of PyTorch's own copies to and from pinned memory: cudaMemcpyAsync."""
    pinned = [torch.empty(t.shape, dtype=t.dtype, pin_memory=True) for t in tensors]
    back = [torch.empty_like(t) for t in tensors]
    more = [torch.empty(t.shape, dtype=t.dtype, pin_memory=True) for t in tensors]
    other = torch.cuda.Stream()

    def out(to=pinned):
        for host, tensor in zip(to, tensors):
            host.copy_(tensor, non_blocking=True)

    def come():
        for host, tensor in zip(pinned, back):
            tensor.copy_(host, non_blocking=True)

    def both():
        other.wait_stream(torch.cuda.current_stream())
        with torch.cuda.stream(other):
            come()
        out(more)
        torch.cuda.current_stream().wait_stream(other)

    return {"out": bench.runs(out), "in": bench.runs(come), "both": bench.runs(both)}


class Ways:
    """Tensors of one size that leave and come by a flow."""

    def __init__(self, torch, flow, setting, tensors):
        self.torch, self.flow, self.setting, self.tensors = torch, flow, setting, tensors
        self.back = [torch.empty_like(t) for t in tensors]
        self.away, self.gone = [], []

    def stream(self):
        return self.torch._C._cuda_getCurrentRawStream(0)

    def out(self, to=None):
        to = self.gone if to is None else to
        for t in self.tensors:
            to.append(self.flow.out(self.setting, t.data_ptr(), t.numel() * 4, 1, self.stream()))
        self.flow.release(to[-1], None, self.stream())

    def come(self):
        for number, t in zip(self.away, self.back):
            self.flow.come(number, t.data_ptr(), self.stream())
        self.flow.use(self.away[-1], self.stream())

    def both(self):
        """Neither waits for the other, but the stream for both."""
        for t, number, back in zip(self.tensors, self.away, self.back):
            self.gone.append(self.flow.out(self.setting, t.data_ptr(), t.numel() * 4, 1,
                                           self.stream()))
            self.flow.come(number, back.data_ptr(), self.stream())
        self.flow.release(self.gone[-1], None, self.stream())
        self.flow.use(self.away[-1], self.stream())

    def end(self, numbers):
        while numbers:
            self.flow.end(numbers.pop())

    def measure(self, bench):
        found = {"out": bench.runs(self.out, behind=lambda: self.end(self.gone))}
        self.out(self.away)
        self.torch.cuda.synchronize()
        found["in"] = bench.runs(self.come)
        found["both"] = bench.runs(self.both, behind=lambda: self.end(self.gone))
        self.flow.look(wait=True)
        found["stored"] = [self.flow.facts(n).stored for n in self.away]
        same = all(self.torch.equal(a, b) for a, b in zip(self.tensors, self.back))
        assert same and self.flow.look() == 0, "another tensor came back"
        self.end(self.away)
        return found


def rates(found, count, size):
    """GB/s of the tensors, of the fastest run, for those who watch."""
    return " ".join(f"{way} {count * size * (2 if way == 'both' else 1) / min(found[way]) / 1e9:.1f}"
                    for way in ("out", "in", "both"))


def link(_):
    import torch
    from linepress.swap import library
    from linepress.swap.library import CODECS, Setting
    torch.manual_seed(SEED)
    bench = Bench(torch, library.cuda_library())
    grid = 16 * torch.cuda.get_device_properties(0).multi_processor_count

    def made(size, zeros):
        count = max(2, min(16, AT_ONCE // size))
        tensors = [torch.rand(size // 4, device="cuda") for _ in range(count)]
        for t in tensors:
            t[torch.rand_like(t) < zeros] = 0
        return tensors

    def one(name, tensors, **more):
        codec = more.pop("codec", "raw")
        parts = more.pop("grid", grid)
        size = tensors[0].numel() * 4
        setting = Setting(CODECS.index(codec), max(1, min(parts, size >> 13)), 128)
        found = Ways(torch, bench.flow(**more), setting, tensors).measure(bench)
        say(f"{size // MIB} MiB {name}: {rates(found, len(tensors), size)} GB/s, ratio "
            f"{size / (sum(found['stored']) / len(tensors)):.2f}")
        return {"what": name, "bytes": size, "tensors": len(tensors), "codec": codec,
                "grid": setting.grid, **more, "seconds": found}

    for size in (64 * MIB, 16 * MIB, 256 * MIB, 4 * MIB):
        tensors = made(size, 0.5)
        found = plain(bench, torch, tensors)
        say(f"{size // MIB} MiB cudaMemcpyAsync: {rates(found, len(tensors), size)} GB/s")
        yield {"what": "cudaMemcpyAsync", "bytes": size, "tensors": len(tensors), "codec": "raw",
               "seconds": found}
        yield one("raw", tensors)
        yield one("raw, not verified", tensors, verify="off")
        yield one("zvc direct", tensors, codec="zvc")
        yield one("zvc staged", tensors, codec="zvc", staged=True)
        del tensors
        gc.collect()
        bench.close()
    tensors = made(64 * MIB, 0.5)
    for parts in (528, 1056, 4096):
        yield one(f"zvc direct, grid {parts}", tensors, codec="zvc", grid=parts)
    for blocks in (33, 66, 132, 264, 528):
        yield one(f"zvc direct, {blocks} blocks", tensors, codec="zvc", grid=2112, blocks=blocks)
    bench.close()
    for codec in ("rle", "csr"):
        yield one(codec + " staged", tensors, codec=codec, grid=2112, staged=True)
    bench.close()
    for zeros in (0.2, 0.8):
        tensors = made(64 * MIB, zeros)
        yield one(f"zvc direct, {zeros} zero", tensors, codec="zvc")
        yield one(f"zvc staged, {zeros} zero", tensors, codec="zvc", staged=True)
    bench.close()


# ---- a training step ----

WARM, STEPS = 4, 12
BATCH = {"vgg16": 64, "resnet50": 64}


def model(work, device):
    """Of this GPU, for cswap, from few samples."""
    path = os.path.join(work, "model")
    for words in (("sample", "--device", "cuda", "--codec", "zvc", "--count", "24", "--bytes",
                   "1000000:64000000", "-o", path + ".zvc"),
                  ("fit", path + ".zvc", "-o", path)):
        done = output(f"{BUILD}/linepress", "swap", *words)
        assert done.returncode == 0, done.stdout
    with open(path, encoding="utf-8") as file:
        assert json.load(file)["device"] == device
    return path


def train(torch, net, hooks, swapper):
    """Milliseconds of each step, by the GPU's clock and the host's, and losses."""
    from networks224 import NETWORKS, started
    batch = BATCH[net]
    made = started(NETWORKS[net], "cuda")
    optimizer = torch.optim.SGD(made.parameters(), 1e-3, 0.9)
    generator = torch.Generator("cuda").manual_seed(SEED)
    base = torch.rand(batch, 3, 224, 224, device="cuda", generator=generator) - 0.5
    labels = torch.randint(0, 1000, (batch,), device="cuda", generator=generator)
    events, losses, waits, host = [], [], [], []
    with hooks:
        for step in range(WARM + STEPS):
            if step == WARM:
                torch.cuda.synchronize()
                torch.cuda.reset_peak_memory_stats()
                events.append(torch.cuda.Event(enable_timing=True))
                events[-1].record()
            begin = time.perf_counter()
            optimizer.zero_grad()
            images = base.clone()
            output_ = made(images)
            del images
            loss = torch.nn.functional.cross_entropy(output_, labels)
            del output_
            loss.backward()
            optimizer.step()
            losses.append(loss.detach())
            del loss
            waits.append(swapper.waits if swapper else None)
            if step >= WARM:
                events.append(torch.cuda.Event(enable_timing=True))
                events[-1].record()
                host.append(1e3 * (time.perf_counter() - begin))
        torch.cuda.synchronize()
        peak = torch.cuda.max_memory_allocated()
    return {"ms": [a.elapsed_time(b) for a, b in zip(events, events[1:])], "host_ms": host,
            "losses": [x.item().hex() for x in losses], "host_waits": waits,
            "peak_bytes": peak}


def step(_):
    import contextlib
    import torch
    from linepress.swap import Swapper
    from linepress.swap.train import device_name
    torch.use_deterministic_algorithms(True)
    # Memory that is completely overwritten need not be filled before, on the processor or the GPU.
    torch.utils.deterministic.fill_uninitialized_memory = False
    name = device_name("cuda")

    def one(net, policy, **more):
        gc.collect()
        torch.cuda.empty_cache()
        swapper, hooks = None, contextlib.nullcontext()
        if policy == "save_on_cpu":
            hooks = torch.autograd.graph.save_on_cpu(pin_memory=True)
        elif policy != "nothing":
            hooks = swapper = Swapper(policy=policy, device=name, **more)
        found = train(torch, net, hooks, swapper)
        if swapper:
            s = swapper.stats()
            found["swap"] = {"link_out": s.link_out, "link_in": s.link_in, "busy_out": s.busy_out,
                             "busy_in": s.busy_in, "host_peak": s.host_peak,
                             "device_peak": s.device_peak}
            found["codecs"] = [row.chosen[-1] for row in swapper.rows]
            found["bytes"] = [row.bytes for row in swapper.rows]
        say(f"{net} {policy} {more or ''}: {sorted(found['ms'])[len(found['ms']) // 2]:.1f} ms, "
            f"host {sorted(found['host_ms'])[len(found['ms']) // 2]:.1f} ms, peak "
            f"{found['peak_bytes'] / MIB:.0f} MiB, waits {found['host_waits'][-3:]}, loss "
            f"{float.fromhex(found['losses'][-1]):.6f}")
        more.pop("model", None)
        return {"network": net, "batch": BATCH[net], "policy": policy, **more, **found}

    with tempfile.TemporaryDirectory() as work:
        path = model(work, name)
        for net in BATCH:
            due = one(net, "nothing")
            yield due
            for policy, more in (("vdnn", {}), ("save_on_cpu", {}), ("sc", {}),
                                 ("cswap", {"model": path}), ("vdnn", {"verify": "off"}),
                                 ("vdnn", {"device_bytes": 2 << 30}),
                                 ("sc", {"staged": (True, True)}), ("nothing", {})):
                try:
                    found = one(net, policy, **more)
                except Exception as error:  # the other policies are still measured
                    say(f"{net} {policy}: {type(error).__name__}: {error}")
                    found = {"network": net, "policy": policy, "error": str(error)}
                found["same_losses"] = found.get("losses") == due["losses"]
                yield found


PARTS = {"kernels": kernels, "link": link, "groups": groups, "step": step, "networks": networks}


def write(path, content):
    gpu = f"{content['gpu']}, driver {content['driver']}"
    signed.write(path, signed.sign("gpu-part", content, SOURCES, SEED, gpu))


def is_done(path):
    try:
        record = signed.read(path)
    except (OSError, signed.Bad):
        return False
    return record["complete"] and record["record"]["digest"] == signed.digest(SOURCES)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder")
    parser.add_argument("parts", nargs="*", metavar="PART", help=", ".join(PARTS))
    o = parser.parse_args()
    if not os.path.exists("/dev/nvidiactl"):
        print("all.py: skipped (no GPU: there is no /dev/nvidiactl)")
        return 0
    os.makedirs(o.folder, exist_ok=True)
    about = output("nvidia-smi", "--query-gpu=name,driver_version", "--format=csv,noheader")
    gpu, driver = (about.stdout.strip().splitlines()[0].split(", ") + [""])[:2]
    failed = 0
    for part in o.parts or PARTS:
        path = os.path.join(o.folder, part + ".json")
        if is_done(path):
            say(f"{part}: its record is there")
            continue
        record = {"part": part, "gpu": gpu, "driver": driver, "complete": False, "seconds": 0.0,
                  "runs": []}
        begin = time.perf_counter()
        try:
            for run in PARTS[part](o):
                record["runs"].append(run)
                failed |= run.get("status", 0) != 0 or "error" in run
                write(path, record)
            record["complete"] = True
        except Exception as error:  # an error of PyTorch or CUDA fails this part, not the others
            record["error"] = f"{type(error).__name__}: {error}"
            say(f"{part}: {record['error']}")
            failed = 1
        record["seconds"] = time.perf_counter() - begin
        write(path, record)
        say(f"{part}: {record['seconds']:.0f} s")
    return int(failed)


sys.exit(main())
