#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Measures what the study of CSWAP prints. Policies that are compared take turns within a training,
an iteration each, so that a machine that is busy at times is as busy for all of them.

    measure.py profiles FOLDER   the six trainings: FOLDER/NETWORK.json, for plan and simulate
    measure.py models FOLDER     samples and landscapes of each codec, and models of them
    measure.py fit FOLDER        the models alone, from the samples that are there
    measure.py runs FOLDER       policies against each other, stalls against simulate, memory
    measure.py sampling FOLDER   the cost of decisions by cswap, iteration by iteration
    measure.py learned FOLDER    trainings of many epochs: sparsity and ratios of each, and losses

Files are records as tb/tree/records says, checked and signed. `learned` leaves a record that it has
written before with the same options and sources.

With --device cuda all of it is the GPU's. Trainings then run in this process, since PyTorch takes
longer to start there than they do; links are as fast as a copy.
"""
import argparse
import collections
import contextlib
import datetime
import json
import os
import statistics
import subprocess
import sys
import tempfile

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../..")
sys.path.insert(0, os.path.join(ROOT, "tb/tree/records"))
sys.dont_write_bytecode = True
import signed  # noqa: E402

SOURCES = ("tb/systems/swap/measure.py", "adapters/python/linepress/swap", "cmodel/lib/swap",
           "cmodel/lib/codec", "cmodel/systems/swap", "cmodel/systems/tune")
BUILD = os.path.abspath(os.environ.get("BUILD", "build"))
LINEPRESS = BUILD + "/linepress"
NETWORKS = ("alexnet", "vgg16", "mobilenet", "plain20", "resnet", "squeezenet")
CODECS = ("zvc", "rle", "csr", "lz4", "bpc")
# A hundredth of the V100's, since these processors are slower by about that factor.
LINK = "0.117:0.106"
FAST = "20:20"
SLOW = {"cpu": ("0.01:0.01", "0.005:0.005"), "cuda": ("2:2", "1:1")}
SAMPLE_BYTES = "1000000:32000000"
LANDSCAPE_BYTES = {"cpu": "8000000", "cuda": "32000000"}
DATA = os.environ.get("DATA")  # Fashion-MNIST, if it is not from Debian


def say(*words):
    print(*words, file=sys.stderr, flush=True)


def train(o, *words, link=None):
    """The measurements of a training."""
    words = [*map(str, words), "--device", o.device, *(["--data", DATA] if DATA else [])]
    words += ["--link", link] if link else []
    with tempfile.TemporaryDirectory() as work:
        words += ["--json", os.path.join(work, "json")]
        if o.device == "cuda":
            from linepress.swap.train import main as training
            with open(os.devnull, "w", encoding="utf-8") as null, \
                    contextlib.redirect_stdout(null):
                training(words)
        else:
            subprocess.run([sys.executable, "-m", "linepress.swap", "train", *words], check=True,
                           stdout=subprocess.DEVNULL)
        with open(words[-1], encoding="utf-8") as file:
            return json.load(file)


def codecs(o):
    return CODECS if o.device == "cpu" else CODECS[:-1]


def driver(o):
    """Facts of the GPU, for files without them."""
    if o.device == "cpu":
        return {}
    done = subprocess.run(["nvidia-smi", "--query-gpu=driver_version", "--format=csv,noheader"],
                          check=True, stdout=subprocess.PIPE, text=True)
    return {"driver": done.stdout.split()[0]}


def linepress(*words):
    done = subprocess.run([LINEPRESS, "swap", *map(str, words)], check=True,
                          stdout=subprocess.PIPE, text=True)
    return json.loads(done.stdout)


def rounded(value):
    """Floating-point numbers to five digits, so that files are small."""
    if isinstance(value, float):
        return float(f"{value:.5g}")
    if isinstance(value, list):
        return [rounded(v) for v in value]
    return {k: rounded(v) for k, v in value.items()} if isinstance(value, dict) else value


def gpu(o):
    if o.device == "cpu":
        return ""
    import torch
    return f"{torch.cuda.get_device_name(0)}, driver {driver(o)['driver']}"


def write(o, kind, path, content):
    content = rounded({k: v for k, v in content.items() if k != "record"})
    signed.write(path, signed.sign(kind, content, SOURCES, o.seed, gpu(o)))


def thinned(profile):
    """Keeps times of codecs in every tenth epoch and the last, so that files are small."""
    for tensor in profile["tensors"]:
        last = len(tensor["epochs"]) - 1
        for number, epoch in enumerate(tensor["epochs"]):
            if number % 10 != 0 and number != last and last >= 10:
                del epoch["codec_us"]
    return profile


def profiles(o):
    for net in o.nets.split(",") if o.nets else NETWORKS:
        path = os.path.join(o.folder, f"{net}.json")
        found = train(o, "--net", net, "--policy", "none", "--steps", o.steps, "--epochs",
                      o.epochs, "--batch", o.batch, "--width", o.width, "--seed", o.seed,
                      "--profile", path, link=o.link)
        with open(path, encoding="utf-8") as file:
            write(o, "profile", path, {**thinned(json.load(file)), **driver(o)})
        say(f"{net}: {found['median_us'] / 1e3:.1f} ms an iteration, {os.path.getsize(path)} bytes")


def is_there(path, o, net):
    """Whether it is this program's record of such a training."""
    try:
        record = signed.read(path)
    except (OSError, signed.Bad):
        return False
    return record["record"]["digest"] == signed.digest(SOURCES) and \
        [record[k] for k in ("network", "batch", "width", "seed")] + \
        [record["training"][k] for k in ("epochs", "steps")] == \
        [net, o.batch, o.width, o.seed, o.epochs, o.steps]


def learned(o):
    """Ratios and times of codecs as `profiles` has them, and the loss of each step."""
    for net in o.nets.split(",") if o.nets else NETWORKS:
        path = os.path.join(o.folder, f"{net}.json")
        if is_there(path, o, net):
            say(f"{net}: its record is there")
            continue
        with tempfile.TemporaryDirectory() as work:
            made = os.path.join(work, "profile")
            found = train(o, "--net", net, "--policy", "none", "--steps", o.steps, "--epochs",
                          o.epochs, "--batch", o.batch, "--width", o.width, "--seed", o.seed,
                          "--profile", made, link=o.link)
            with open(made, encoding="utf-8") as file:
                content = thinned(json.load(file))
        training = {"steps": o.steps, "epochs": o.epochs, "loss": found["loss"],
                    "iteration_us": found["median_us"]}
        write(o, "learned", path, {"training": training, **content, **driver(o)})
        say(f"{net}: loss {found['loss'][0]:.3f} to {found['loss'][-1]:.3f}")


def models(o):
    with tempfile.TemporaryDirectory() as work:
        for codec in codecs(o):
            path = os.path.join(work, codec)
            device = ("--codec", codec, "--device", o.device)
            # One block of threads takes seconds for a tensor with LZ4.
            often = ("--repeat", "1") if (o.device, codec) == ("cuda", "lz4") else ()
            land = linepress("tune", *device, *often, "--method", "grid", "--bytes",
                             LANDSCAPE_BYTES[o.device], "--json")
            write(o, "search", os.path.join(o.folder, f"landscape_{codec}.json"), land)
            best = ("--grid", land["grid"], "--block", land["block"]) if o.device == "cuda" else ()
            subprocess.run([LINEPRESS, "swap", "sample", *device, *map(str, best), "--count",
                            str(o.count), "--bytes", SAMPLE_BYTES, "-o", path],
                           check=True)
            with open(path, encoding="utf-8") as file:
                write(o, "samples", os.path.join(o.folder, f"samples_{codec}.json"),
                      json.load(file))
            say(f"{codec}: best grid {land['grid']}, block {land['block']}")
    fit(o)


def fit(o):
    """Not a measurement: any machine gives the same. Coefficients keep all their digits."""
    samples = [os.path.join(o.folder, f"samples_{codec}.json") for codec in CODECS]
    with tempfile.TemporaryDirectory() as work:
        path = os.path.join(work, "model")
        subprocess.run([LINEPRESS, "swap", "fit", *filter(os.path.exists, samples), "-o", path],
                       check=True)
        with open(path, encoding="utf-8") as file:
            record = signed.sign("model", json.load(file), SOURCES, o.seed)
    signed.write(os.path.join(o.folder, "model.json"), record)


def turns(o, net, policies, words, link):
    """Measurements of each policy in each run; losses are those without swapping."""
    found = {policy: [] for policy in policies}
    alone = None
    for _ in range(o.runs):
        both = train(o, "--net", net, "--policy", ",".join(policies), *words, link=link)["turns"]
        if alone is None:
            steps = ("--steps", len(policies) * o.steps)
            alone = train(o, "--net", net, "--policy", "none", *words, *steps)["loss_bits"]
        if [bits for step in zip(*(one["loss_bits"] for one in both)) for bits in step] != alone:
            sys.exit(f"{net}: another loss")
        for one in both:
            found[one["policy"]].append(one)
        say(net, *(f"{one['policy']} {one['median_us'] / 1e3:.1f} ms" for one in both))
    return found


def compare(o, net, words):
    """Medians of each policy's iterations."""
    words = (*words, "--model", os.path.join(o.folder, "model.json"))
    found = turns(o, net, ("none", "vdnn", "vdnn++", "sc", "cswap", "orac"), words, o.link)
    return {policy: [{**{k: one[k] for k in ("median_us", "stall_us", "codec_us", "device_peak",
                                             "link_bytes")}, "codecs": chosen(one)}
                     for one in list_] for policy, list_ in found.items()}


def chosen(one):
    """How many tensors of the last epoch went by each codec."""
    return collections.Counter(tensor["epochs"][-1]["codec"] for tensor in one["tensors"])


def stalls(o, net, words):
    """Measured stall beside that which simulate has from the profile of the same run."""
    rows = []
    for link in SLOW[o.device]:
        with tempfile.TemporaryDirectory() as work:
            path = os.path.join(work, "profile")
            one = train(o, "--net", net, "--policy", "vdnn", *words, "--profile", path, link=link)
            said = linepress("simulate", "--profile", path, "--policy", "vdnn", "--json")
        rows.append({"link": link, "measured_us": sum(one["stall_us"].values()),
                     "simulated_us": said["swap_us"]})
        say(f"{net} {link}: stall {rows[-1]}")
    return rows


def overlap(o, net, words):
    """A fast link: each iteration of vdnn and sc over that of none in the same turn and the codecs.
    """
    found = turns(o, net, ("none", "vdnn", "sc"), words, FAST if o.device == "cpu" else None)
    return {policy: beside(found["none"], list_) for policy, list_ in found.items()
            if policy != "none"}


def beside(none, some):
    pairs = [(a, b, one["codec_us"]) for base, one in zip(none, some)
             for a, b in zip(base["iteration_us"][1:], one["iteration_us"][1:])]
    median = statistics.median
    return {"runs": len(none), "none_us": median(a for a, _, _ in pairs),
            "iteration_us": median(b for _, b, _ in pairs),
            "codec_us": median(c for _, _, c in pairs),
            "ratio": median(b / (a + c) for a, b, c in pairs)}


def memory(o, net):
    """Resident set at the end of the forward pass, the pool in a file."""
    with tempfile.TemporaryDirectory() as work:
        words = ("--net", net, "--batch", 128, "--width", 0.5, "--steps", 2, "--host",
                 os.path.join(work, "pool"))
        stay = train(o, *words, "--policy", "none")
        left = train(o, *words, "--policy", "vdnn")
    grown = [r["resident"]["after_forward"] - r["resident"]["before"] for r in (stay, left)]
    return {"network": net, "grown_none": grown[0], "grown_vdnn": grown[1],
            "moved": left["moved_bytes"], "same_loss": stay["loss_bits"] == left["loss_bits"]}


def runs(o):
    """measured.json: all parts, or those that are asked for and no others: a record is of one
    command."""
    words = ("--steps", o.steps, "--batch", o.batch, "--width", o.width, "--seed", o.seed)
    nets = (o.nets or "alexnet,vgg16").split(",")
    path = os.path.join(o.folder, o.file)
    makers = {"policies": lambda: {net: compare(o, net, words) for net in nets},
              "stalls": lambda: {net: stalls(o, net, words) for net in nets},
              "overlap": lambda: {net: overlap(o, net, words) for net in nets},
              "memory": lambda: [memory(o, net) for net in nets]}
    found = {"date": datetime.date.today().isoformat(), "seed": o.seed, "steps": o.steps,
             "batch": o.batch, "width": o.width, "link": o.link, "device": o.device,
             "runs": o.runs, **driver(o)}
    if o.device == "cuda":
        del makers["memory"]  # of the resident set, which is not part of it
    for part in o.part.split(",") if o.part else makers:
        found[part] = makers[part]()
    write(o, "measured", path, found)


def sampling(o):
    """The cost of decisions by cswap in each iteration: zeros, samples of ratios, and plans."""
    words = ("--steps", o.steps, "--batch", o.batch, "--width", o.width, "--seed", o.seed,
             "--epochs", o.epochs, "--model", os.path.join(o.folder, "model.json"))
    networks = {}
    for net in o.nets.split(",") if o.nets else NETWORKS:
        found = [train(o, "--net", net, "--policy", "cswap", *words, link=o.link)
                 for _ in range(o.runs)]
        networks[net] = {"tensors": len(found[0]["tensors"]),
                         **{name: [us for one in found for us in one[name]]
                            for name in ("decide_us", "iteration_us")}}
        share = sum(networks[net]["decide_us"]) / sum(networks[net]["iteration_us"])
        say(f"{net}: {100 * share:.2f} % of all iterations")
    write(o, "sampling", os.path.join(o.folder, "sampling.json"),
          {"date": datetime.date.today().isoformat(), "seed": o.seed, "runs": o.runs,
           "epochs": o.epochs, "steps": o.steps, "batch": o.batch, "width": o.width,
           "link": o.link, "device": o.device, **driver(o), "networks": networks})


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("what", choices=("profiles", "models", "fit", "runs", "sampling",
                                         "learned"))
    parser.add_argument("folder")
    parser.add_argument("--steps", type=int, default=30)
    parser.add_argument("--epochs", type=int, default=5)
    parser.add_argument("--batch", type=int, default=32)
    parser.add_argument("--width", type=float, default=0.25)
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--nets", help="of profiles: all; of runs: alexnet,vgg16")
    parser.add_argument("--device", choices=("cpu", "cuda"), default="cpu", help="(%(default)s)")
    parser.add_argument("--link", help=f"of profiles and runs of policies ({LINK}, or a copy's)")
    parser.add_argument("--part", help="of runs: policies, stalls, overlap, memory (all)")
    parser.add_argument("--file", default="measured.json", help="of runs (%(default)s)")
    parser.add_argument("--seed", type=int, default=1)
    o = parser.parse_args()
    if o.device == "cpu" and not o.link:
        o.link = LINK
    os.makedirs(o.folder, exist_ok=True)
    {"profiles": profiles, "models": models, "fit": fit, "runs": runs,
     "sampling": sampling, "learned": learned}[o.what](o)


main()
