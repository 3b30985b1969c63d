# SPDX-License-Identifier: Apache-2.0
"""A training whose saved tensors are swapped, and what it measured."""
import argparse
import contextlib
import ctypes
import datetime
import json
import os
import statistics
import struct
import sys
import tempfile
import time

import torch

from .arguments import BLOCKS
from .data import FOLDER, Images
from .flow import SMS_MAX, VERIFY
from .library import CODECS, GRID_MAX, Error
from .networks import NETWORKS
from .swapper import POLICIES, Swapper
from .tuned import tuned

M_MMAP_THRESHOLD = -3  # <malloc.h>
RATE = 0.01
STAGED = {"none": (False, False), "out": (True, False), "in": (False, True),
          "out,in": (True, True)}
# Options that the file of --tuned replaces.
TUNED = {"codec": "zvc", "grid": 0, "block": 128, "staged": "none"}


def options(argv):
    parser = argparse.ArgumentParser(
        prog="python3 -m linepress.swap train",
        description="Trains a network of CSWAP's table III, in its 32 x 32 form, on Fashion-MNIST, "
        "with the tensors that wait for the backward pass in host memory.")
    parser.add_argument("--net", required=True, choices=NETWORKS)
    parser.add_argument("--policy", required=True, metavar="P[,P...]",
                        help=", ".join(POLICIES) + "; several take turns in one training, an "
                        "iteration each, so that a busy machine is as busy for all of them")
    parser.add_argument("--codec", default=TUNED["codec"], choices=CODECS[1:],
                        help="of policies sc and vdnn++, and of cswap without --model (zvc)")
    parser.add_argument("--grid", type=int, default=0, metavar="N", help="parts of a tensor, for "
                        "codecs without a model (0: 16, and as many a multiprocessor of a GPU)")
    parser.add_argument("--block", type=int, default=TUNED["block"], metavar="N", choices=BLOCKS,
                        help="with it: 64 or 128 (128)")
    parser.add_argument("--tuned", metavar="F", help="codec, grid, block and, on a GPU, staging of "
                        "file F, which 'linepress swap tune --json' wrote")
    parser.add_argument("--model", metavar="M", help="for cswap: what 'linepress swap fit' wrote "
                        "(one of --codec, made at the start)")
    parser.add_argument("--device", default="cpu", choices=("cpu", "cuda"),
                        help="that trains: cuda is a GPU, whose tensors need "
                        "liblinepress_cuda.so to leave (cpu)")
    parser.add_argument("--link", metavar="D2H:H2D", help="GB/s that the links are held to "
                        "(as fast as a copy)")
    parser.add_argument("--device-bytes", type=int, default=0, metavar="B",
                        help="of saved tensors in device memory at once, at most (no limit)")
    parser.add_argument("--window", type=int, default=0, metavar="B", help="of a GPU's tensors on "
                        "their way out, before compute waits (without a limit a 32nd of the GPU's memory)")
    parser.add_argument("--sms", type=int, default=0, metavar="N", help="multiprocessors that a "
                        "GPU's kernels on the link may fill at most (0: all)")
    parser.add_argument("--verify", default="device", choices=VERIFY, help="the bytes that a GPU's "
                        "kernels compare: none; the expanded ones, and tensors when their memory "
                        "is freed (device); also the raw ones that came back (full)")
    parser.add_argument("--staged", default=TUNED["staged"], metavar="out,in|none", help="the ways "
                        "on which a GPU's compressed tensors go through its own memory: out, in, "
                        "both with a comma between them, or none (none)")
    parser.add_argument("--host", default="ram", metavar="ram|FILE",
                        help="where tensors wait; FILE is made and removed (ram)")
    parser.add_argument("--pinned-bytes", type=int, default=0, metavar="B", help="of pinned memory "
                        "for a GPU's tensors, with a FILE (0: an 8th of the machine's)")
    parser.add_argument("--host-bytes", type=int, default=0, metavar="B",
                        help="of that pool, at most (no limit)")
    parser.add_argument("--steps", type=int, default=4, metavar="N", help="an epoch (4)")
    parser.add_argument("--epochs", type=int, default=1, metavar="N", help="(1)")
    parser.add_argument("--batch", type=int, default=32, metavar="N", help="images (32)")
    parser.add_argument("--width", type=float, default=0.25, metavar="W",
                        help="of the layers, as a part of the published network's (0.25)")
    parser.add_argument("--threads", type=int, default=0, metavar="N",
                        help="of the codecs (0, one a core)")
    parser.add_argument("--torch-threads", type=int, default=1, metavar="N",
                        help="of PyTorch (1)")
    parser.add_argument("--seed", type=int, default=1, metavar="S", help="(1)")
    parser.add_argument("--data", default=FOLDER, metavar="FOLDER",
                        help=f"Fashion-MNIST ({FOLDER})")
    parser.add_argument("--json", metavar="F", help="what was measured; \"-\" is standard output")
    parser.add_argument("--profile", metavar="F", help="for 'linepress swap plan' and 'simulate'; "
                        "times are medians, and all codecs are measured")
    return parser.parse_args(argv)


def check(o):
    o.policies = o.policy.split(",")
    for policy in o.policies:
        if policy not in POLICIES:
            raise Error(f"--policy takes {', '.join(POLICIES)}, not '{policy}'")
    if len(set(o.policies)) < len(o.policies):
        raise Error("--policy names a policy twice")
    if len(o.policies) > 1 and (o.profile or o.host != "ram"):
        raise Error("--profile and a file as --host take one policy")
    for name in ("steps", "epochs", "batch", "torch_threads"):
        if getattr(o, name) < 1:
            raise Error(f"--{name.replace('_', '-')} takes a whole number from 1 on")
    if o.staged not in STAGED:
        raise Error(f"--staged takes {'; '.join(STAGED)}, not '{o.staged}'")
    if o.device == "cpu" and (o.sms, o.verify, o.staged) != (0, "device", "none"):
        raise Error("--sms, --verify and --staged are for --device cuda")
    if o.sms > SMS_MAX:
        raise Error(f"--sms takes a whole number from 0 to {SMS_MAX}")
    for name in ("device_bytes", "window", "sms", "host_bytes", "pinned_bytes", "threads",
                 "seed"):
        if getattr(o, name) < 0:
            raise Error(f"--{name.replace('_', '-')} takes a whole number from 0 on")
    if not 0 <= o.grid <= GRID_MAX:
        raise Error(f"--grid takes a whole number from 0 to {GRID_MAX}")
    if not 0 < o.width <= 4:
        raise Error("--width takes a number above 0, at most 4")
    if o.link:
        try:
            out, in_ = map(float, o.link.split(":"))
        except ValueError:
            raise Error(f"--link takes two numbers with a colon between them, "
                        f"not '{o.link}'") from None
        if not (0 < out < 1e6 and 0 < in_ < 1e6):
            raise Error("--link takes numbers above 0")
        o.link = (out, in_)


def settings(o, device):
    """Arguments of Swapper about codec and staging: the options', or those of a file."""
    if o.tuned is None:
        return {"codec": o.codec, "grid": o.grid, "block": o.block, "staged": STAGED[o.staged],
                "device": device}
    for name, usual in TUNED.items():
        if getattr(o, name) != usual:
            raise Error(f"only one of --tuned and --{name}")
    found = tuned(o.tuned)
    if found["device"] != device:
        raise Error(f"{o.tuned}: of device {found['device']}, not {device}")
    return found


def device_name(device):
    """As model files have it."""
    if device == "cpu":
        return device
    if not torch.cuda.is_available():
        raise Error("--device cuda: PyTorch sees no GPU")
    return "cuda-" + "-".join(torch.cuda.get_device_name(0).split())


def resident():
    """Bytes of this process in memory."""
    with open("/proc/self/statm", encoding="ascii") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def bits(value):
    return struct.pack(">f", value).hex()


class Measured:
    """Times of the iterations with one policy."""

    def __init__(self):
        self.losses, self.seconds, self.stalls, self.waits = [], [], [], []
        self.decisions = []
        self.middle = self.base = self.moved = 0


class Training:
    """A network and its iterations."""

    def __init__(self, o):
        self.options = o
        torch.manual_seed(o.seed)
        # Required by cuBLAS for deterministic results.
        os.environ.setdefault("CUBLAS_WORKSPACE_CONFIG", ":4096:8")
        torch.use_deterministic_algorithms(True)
        torch.set_num_threads(o.torch_threads)
        if o.host != "ram":
            # Freed memory is returned to the system, so that the resident set shrinks. Computation
            # takes 1.5 times as long with it, since all pages are faulted in again.
            ctypes.CDLL(None).mallopt(M_MMAP_THRESHOLD, 1 << 16)
        self.device = torch.device(o.device, 0) if o.device == "cuda" else torch.device("cpu")
        self.images = Images(o.batch, o.seed, o.data, self.device)
        self.net = NETWORKS[o.net](o.width).to(self.device)
        self.loss = torch.nn.CrossEntropyLoss()
        self.optimizer = torch.optim.SGD(self.net.parameters(), RATE, 0.9)

    def step(self, swapper, m):
        if len(m.losses) == 1:
            m.base = resident()
        self.optimizer.zero_grad()
        begin = time.perf_counter()
        images, labels = self.images.next()
        output = self.net(images)
        # Only autograd holds the images while they are away.
        del images
        loss = self.loss(output, labels)
        del output
        swapper.settle()
        if len(m.losses) == 1:
            m.middle, m.moved = resident(), swapper.moved_bytes
        loss.backward()
        self.optimizer.step()
        if self.device.type == "cuda":
            torch.cuda.synchronize()
        m.seconds.append(time.perf_counter() - begin)
        m.losses.append(loss.item())
        m.stalls.append((swapper.stall_out, swapper.stall_in))
        m.waits.append(swapper.waits)
        m.decisions.append(swapper.decide_seconds)

    def run(self, swappers):
        """Results of each of them."""
        found = [Measured() for _ in swappers]
        for _ in range(self.options.epochs):
            for swapper in swappers:
                swapper.epoch()
            for _ in range(self.options.steps):
                is_last = len(found[0].losses) + 1 == self.options.epochs * self.options.steps
                for swapper, m in zip(swappers, found):
                    if is_last and self.options.json:
                        swapper.trace()
                    with swapper.hooks:
                        self.step(swapper, m)
                    show(f"step {len(m.losses)}, loss {m.losses[-1]:.4f}")
        return found


def show(text):
    if sys.stderr.isatty():
        print(f"\r{text}\x1b[K", end="", file=sys.stderr, flush=True)


# ---- output ----

def width_json(row):
    """Without the key, elements have 4 bytes."""
    return {} if row.element == 4 else {"element": row.element}


def tensor_json(row):
    return {"name": row.name, "kind": row.kind, "bytes": row.bytes, **width_json(row),
            "epochs": [{"zeros": zeros, "codec": "none" if codec == "raw" else codec,
                        "stored": stored, "ratio": row.bytes / stored if stored else None}
                       for zeros, codec, stored in zip(row.zeros, row.chosen, row.stored)]}


def timeline(events):
    """Of the last iteration: what ran for which tensor, in microseconds from the first event."""
    first = min((begin for _, _, begin, _ in events), default=0)
    return [{"what": what, "tensor": row, "begin_us": 1e6 * (begin - first),
             "end_us": 1e6 * (end - first)} for what, row, begin, end in events
            if row is not None or what == "host wait"]


def link_of(o, swapper):
    """GB/s that the links are held to, or that raw copies reached; None: nothing was copied."""
    s = swapper.stats()
    if o.link is None and not (s.busy_out and s.busy_in):
        return None
    return dict(zip(("d2h", "h2d"), (r / 1e9 for r in swapper.rates())))


def facts(o, swapper, m):
    s = swapper.stats()
    steady = m.seconds[1:] or m.seconds
    stalls = m.stalls[1:] or m.stalls
    return {"network": o.net, "policy": swapper.policy,
            "codec": CODECS[swapper.choice.static.codec], "batch": o.batch,
            "width": o.width, "device": device_name(o.device),
            "link": link_of(o, swapper),
            "throttled": o.link is not None, "device_bytes": o.device_bytes,
            "host": "ram" if o.host == "ram" else "file", "epochs": o.epochs, "steps": o.steps,
            "seed": o.seed, "torch": torch.__version__, "torch_threads": o.torch_threads,
            "iteration_us": [1e6 * t for t in m.seconds],
            "median_us": 1e6 * statistics.median(steady),
            "stall_us": {"out": 1e6 * statistics.median(a for a, _ in stalls),
                         "in": 1e6 * statistics.median(b for _, b in stalls)},
            "host_waits": m.waits,
            "codec_us": 1e6 * (s.compress + s.expand) / len(m.seconds),
            "decide_us": [1e6 * t for t in m.decisions],
            "device_peak": s.device_peak, "host_peak": s.host_peak,
            "staging_peak": s.staging_peak, "moved_bytes": m.moved,
            "resident": {"before": m.base, "after_forward": m.middle},
            "link_bytes": {"out": s.link_out, "in": s.link_in},
            "loss": m.losses, "loss_bits": [bits(x) for x in m.losses],
            "tensors": [tensor_json(row) for row in swapper.rows],
            "timeline": timeline(swapper.last_events)}


def profile(o, swapper):
    rows = []
    for row in swapper.rows:
        forward, backward = row.times()
        rows.append({"name": row.name, "kind": row.kind, "bytes": row.bytes, **width_json(row),
                     "forward_us": 1e6 * forward, "backward_us": 1e6 * backward,
                     "epochs": [{"zeros": z, "ratio": r, "codec_us": c}
                                for z, r, c in zip(row.zeros, row.ratio, row.codec_us)]})
    return {"network": o.net, "batch": o.batch, "width": o.width, "device": device_name(o.device),
            "date": datetime.date.today().isoformat(), "seed": o.seed,
            "threads": o.torch_threads, "torch": torch.__version__,
            "link": link_of(o, swapper), "tensors": rows}


def write(path, content):
    """The file is written atomically."""
    text = json.dumps(content, indent=None) + "\n"
    if path == "-":
        sys.stdout.write(text)
        sys.stdout.flush()
        return
    folder = os.path.dirname(os.path.abspath(path))
    number, temporary = tempfile.mkstemp(dir=folder, prefix=".linepress-")
    try:
        with os.fdopen(number, "w", encoding="utf-8") as file:
            file.write(text)
        os.chmod(temporary, 0o666 & ~_mask())
        os.replace(temporary, path)
    except OSError:
        os.unlink(temporary)
        raise


def _mask():
    mask = os.umask(0)
    os.umask(mask)
    return mask


def report(found):
    mib = 1048576
    print(f"{found['network']}, batch {found['batch']}, width {found['width']}, policy "
          f"{found['policy']}: {len(found['loss'])} steps, loss {found['loss'][0]:.6f} to "
          f"{found['loss'][-1]:.6f}")
    print(f"iteration {found['median_us'] / 1e3:.1f} ms (median), waits out "
          f"{found['stall_us']['out'] / 1e3:.1f}, in {found['stall_us']['in'] / 1e3:.1f}; "
          f"codecs {found['codec_us'] / 1e3:.1f} ms")
    print(f"saved in device memory at most {found['device_peak'] / mib:.2f} MiB, in the host's "
          f"pool {found['host_peak'] / mib:.2f}, on the link {found['link_bytes']['out'] / mib:.2f}"
          f" out, {found['link_bytes']['in'] / mib:.2f} in")


def run(o, device):
    """A Swapper for each policy, and what it measured."""
    more = settings(o, device)
    training = Training(o)
    with contextlib.ExitStack() as stack:
        swappers = [stack.enter_context(
            Swapper(policy=policy, device_bytes=o.device_bytes, window=o.window, host=o.host,
                    host_bytes=o.host_bytes, pinned_bytes=o.pinned_bytes, link=o.link, model=o.model,
                    threads=o.threads, measure=o.profile is not None, sms=o.sms, verify=o.verify,
                    **more))
            for policy in o.policies]
        return list(zip(swappers, training.run(swappers)))


def main(argv):
    o = options(argv)
    check(o)
    done = run(o, device_name(o.device))
    if sys.stderr.isatty():
        print("\r\x1b[K", end="", file=sys.stderr)
    found = [facts(o, swapper, m) for swapper, m in done]
    if o.json:
        write(o.json, found[0] if len(found) == 1 else {"turns": found})
    if o.profile:
        write(o.profile, profile(o, done[0][0]))
    if o.json != "-" and o.profile != "-":
        for one in found:
            report(one)
