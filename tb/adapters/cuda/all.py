#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Tests and measures swapping on this machine's GPU, part by part, and writes a record of each part
as soon as it is over.

    all.py FOLDER [PART ...]    without names all parts, in this order:
                                kernels link tune groups step host sms bf16 overlap networks sanitizer
    all.py --plan               seconds that each part is expected to take

A part whose record by these sources is in FOLDER is not done again. One that would end after
--minutes (25) is left for the next call. A record is FOLDER/PART.json,
signed as tb/tree/records says, with `runs`, whose values are those measured, not medians.
kernels: the tests of kernels, executor and streams. link: raw copies and ZVC, each way alone and
both at once, beside cudaMemcpyAsync. step: a training step of VGG16 and ResNet-50 at 224 x 224
without swapping, with save_on_cpu, and by policies, with and without a limit of device memory.
tune: both forms of sending, by codec, size and zeros. host: processor time of the hooks, the GPU idle.
sms: a step by multiprocessors that kernels on the link may fill. bf16: a step under autocast.
overlap: events of an iteration, for demo.py --draw. networks: losses of gpu_test.py.
sanitizer: test_flow under compute-sanitizer, if that is there. groups: GRP-16
in the GPU's memory beside a copy, made weights of three sizes.
"""
import argparse
import gc
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time

ROOT = os.path.abspath(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../.."))
BUILD = os.path.abspath(os.environ.get("BUILD", "build"))
SEED = 1
TEST_SECONDS = 240  # time limit of a test
SANITIZER_SECONDS = 120
RECORDS = os.path.join(ROOT, "tb/data/profiles/h200")
MIB = 1 << 20
sys.path[:0] = [os.path.join(ROOT, path) for path in ("adapters/python", "tb/adapters/cuda",
                                                      "tb/tree/records")]
sys.dont_write_bytecode = True
import signed  # noqa: E402
import steps  # noqa: E402

SOURCES = ("tb/adapters/cuda/all.py", "tb/adapters/cuda", "adapters/cuda",
           "adapters/python/linepress/swap", "cmodel/lib/swap", "cmodel/systems/swap")
os.environ["LINEPRESS_LIB"] = BUILD
os.environ.setdefault("CUBLAS_WORKSPACE_CONFIG", ":4096:8")


def say(*words):
    print(*words, flush=True)


def output(*words, timeout=None):
    """124 as its status: it ran past the limit, as timeout(1) has it."""
    try:
        return subprocess.run(words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                              check=False, cwd=ROOT, timeout=timeout)
    except subprocess.TimeoutExpired as over:
        said = over.stdout or b""
        said = said if isinstance(said, str) else said.decode(errors="replace")
        return subprocess.CompletedProcess(words, 124, said + f"\n# longer than {timeout} s\n")


# ---- tests ----

def tests(rows, limit=TEST_SECONDS):
    """Each of them by itself: what it said, and for how long it ran."""
    for name, *words in rows:
        begin = time.perf_counter()
        done = output(name, *words, timeout=limit)
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


# ---- training steps ----

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


def trainings(part):
    import functools
    import torch
    from linepress.swap.train import device_name
    from networks224 import NETWORKS, started
    torch.use_deterministic_algorithms(True)
    # Memory that is completely overwritten need not be filled before, on the processor or the GPU.
    torch.utils.deterministic.fill_uninitialized_memory = False
    name = device_name("cuda")
    makers = {net: functools.partial(started, NETWORKS[net], "cuda") for net in steps.BATCH}
    with tempfile.TemporaryDirectory() as work:
        path = model(work, name) if any(p == "cswap" for p, _ in steps.RUNS[part]) else None
        yield from steps.runs(part, torch, steps.Gpu(torch), makers, (3, 224, 224), name, say, path)


# ---- tune ----

TUNED = [("zvc", size * MIB, 0.5) for size in (4, 16, 64, 256)] + \
    [("zvc", 64 * MIB, zeros) for zeros in (0.2, 0.8)] + \
    [(codec, 64 * MIB, 0.5) for codec in ("rle", "csr", "lz4")]


def tune(_, rows=None, repeat=5):
    """Both forms of sending, at the fastest grid that a few settings show."""
    for codec, size, zeros in TUNED if rows is None else rows:
        begin = time.perf_counter()
        done = output(f"{BUILD}/linepress", "swap", "tune", "--device", "cuda", "--codec", codec,
                      "--bytes", str(size), "--sparsity", str(zeros), "--method", "random",
                      "--repeat", str(repeat), "--json", timeout=TEST_SECONDS)
        run = {"what": f"tune {codec}, {zeros} zero", "codec": codec, "bytes": size,
               "seconds": [time.perf_counter() - begin], "status": done.returncode}
        if done.returncode != 0:
            say(done.stdout[-1000:])
            yield run
            continue
        found = json.loads(done.stdout)
        del found["trace"]
        say(f"{size // MIB} MiB {run['what']}: grid {found['grid']}, " + ", ".join(
            f"{form} out {one['out_gb_s']:.1f} in {one['in_gb_s']:.1f} GB/s"
            for form, one in found["forms"].items()) + f"; {found['form']}")
        yield {**run, "tuned": found}


# ---- NVIDIA's checkers ----

def sanitizer_path():
    """compute-sanitizer, or None."""
    beside = shutil.which("nvcc")
    folders = [os.path.join(os.path.dirname(os.path.realpath(beside)))] if beside else []
    return shutil.which("compute-sanitizer") or \
        shutil.which("compute-sanitizer", path=os.pathsep.join(folders))


def sanitizer(_):
    program = sanitizer_path()
    if program is None:
        say("no compute-sanitizer")
        yield {"test": ["compute-sanitizer"], "status": 0, "seconds": [0.0],
               "said": ["skipped: no compute-sanitizer"]}
        return
    yield from tests([(program, "--tool", tool, "--error-exitcode", "9", "--print-limit", "4",
                       f"{BUILD}/cuda/gpu/test_flow", "2") for tool in ("memcheck", "racecheck")],
                     SANITIZER_SECONDS)


# ---- parts, and what they take ----

PARTS = {"kernels": kernels, "link": link, "tune": tune, "groups": groups,
         **{part: (lambda _, part=part: trainings(part)) for part in steps.RUNS},
         "networks": networks, "sanitizer": sanitizer}
MOST_SECONDS = 25 * 60
# Those that no record in the tree has.
GUESSED = {"kernels": 120, "tune": 60, "groups": 30, "networks": 240,
           "sanitizer": 2 * SANITIZER_SECONDS}


def planned():
    """Seconds that each part is expected to take, from the records of the last time."""
    found = dict(GUESSED)
    seconds = {}
    for part in ("link", "step"):
        record = signed.read(os.path.join(RECORDS, f"flow-{part}.json"))
        seconds[part] = record["seconds"], len(record["runs"])
    found["link"] = seconds["link"][0]
    training = seconds["step"][0] / seconds["step"][1]
    for part, rows in steps.RUNS.items():
        found[part] = training * len(rows) * len(steps.BATCH)
    return found


def write(path, content):
    gpu = f"{content['gpu']}, driver {content['driver']}"
    signed.write(path, signed.sign("gpu-part", content, SOURCES, SEED, gpu))


def is_done(path):
    try:
        record = signed.read(path)
    except (OSError, signed.Bad):
        return False
    return record["complete"] and record["record"]["digest"] == signed.digest(SOURCES)


def measure(part, about, path):
    """Does a part and writes its record after each of its runs; True if something failed."""
    record = {"part": part, **about, "complete": False, "seconds": 0.0, "runs": []}
    begin, failed = time.perf_counter(), False
    try:
        for run in PARTS[part](None):
            record["runs"].append(run)
            failed |= run.get("status", 0) != 0 or "error" in run
            record["seconds"] = time.perf_counter() - begin
            write(path, record)
        record["complete"] = True
    except Exception as error:  # an error of PyTorch or CUDA fails this part, not the others
        record["error"] = f"{type(error).__name__}: {error}"
        say(f"{part}: {record['error']}")
        failed = True
    record["seconds"] = time.perf_counter() - begin
    write(path, record)
    say(f"{part}: {record['seconds']:.0f} s")
    return failed


def measure_all(folder, parts, about, most):
    """True if a part failed. Those that do not fit are left."""
    begin, plan, failed = time.perf_counter(), planned(), False
    for part in parts:
        path = os.path.join(folder, part + ".json")
        if is_done(path):
            say(f"{part}: its record is there")
        elif time.perf_counter() - begin + plan[part] > most:
            say(f"{part}: left for the next call")
        else:
            failed |= measure(part, about, path)
    return failed


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", nargs="?")
    parser.add_argument("parts", nargs="*", metavar="PART", help=", ".join(PARTS))
    parser.add_argument("--minutes", type=float, default=MOST_SECONDS / 60, metavar="M")
    parser.add_argument("--plan", action="store_true")
    o = parser.parse_args()
    if o.plan:
        for part, seconds in planned().items():
            print(f"{part} {seconds:.0f}")
        return 0
    if not o.folder or not set(o.parts) <= set(PARTS):
        parser.error(f"FOLDER, and parts of {', '.join(PARTS)}")
    if not os.path.exists("/dev/nvidiactl"):
        print("all.py: skipped (no GPU: there is no /dev/nvidiactl)")
        return 0
    os.makedirs(o.folder, exist_ok=True)
    about = output("nvidia-smi", "--query-gpu=name,driver_version", "--format=csv,noheader")
    gpu, driver = (about.stdout.strip().splitlines()[0].split(", ") + [""])[:2]
    return int(measure_all(o.folder, o.parts or list(PARTS), {"gpu": gpu, "driver": driver},
                           60 * o.minutes))


if __name__ == "__main__":
    sys.exit(main())
