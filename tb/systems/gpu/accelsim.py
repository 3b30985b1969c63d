#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Cycles of kernels in `linepress gpu` beside those in Accel-Sim: a signed record.

    accelsim.py --linepress PROGRAM --accelsim FOLDER --versions TEXT --work FOLDER
      --traces F.lpw,... [--seed S] RECORD.json

--accelsim: Accel-Sim's folder gpu-simulator, built, with GPGPU-Sim in its folder gpgpu-sim; --versions:
their commits. The first launch of each warp trace, and of those of made_kernels.py, runs in both, uncompressed, with empty caches and
without copies of the host: in ours as `v100` with each tier of device memory, in theirs as
SM7_QV100. Runs of theirs that --work
has already are not made again. Exit status 2: bad use, or a program failed.
"""
import argparse
import glob
import hashlib
import json
import os
import re
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.abspath(os.path.join(HERE, "../../.."))
sys.path.insert(0, os.path.join(ROOT, "tb/tree/records"))
import made_kernels  # noqa: E402
import signed  # noqa: E402

SOURCES = ("tb/systems/gpu/accelsim.py", "tb/systems/gpu/made_kernels.py", "cmodel/systems/gpu")
GPU, THEIRS = "v100", "SM7_QV100"
TIERS = ("fixed", "dram")
# Otherwise a launch takes 5000 cycles before its first instruction, and copies fill the L2.
OPTIONS = {"gpgpu_kernel_launch_latency": "0", "gpgpu_perf_sim_memcpy": "0"}
CYCLES = re.compile(r"^gpu_sim_cycle = (\d+)$", re.M)
DONE = re.compile(r"^gpu_sim_insn = (\d+)$", re.M)


class Failed(Exception):
    """A program failed; one line."""


def sum_of(path):
    with open(path, "rb") as file:
        return hashlib.sha256(file.read()).hexdigest()


def run_ours(linepress, trace, tier):
    """The run and the trace's counts."""
    done = subprocess.run([linepress, "gpu", "--gpu", GPU, "--mode", "uncompressed", "--copies", "none",
                           "--memory", tier, "--launch", "1-1", "--json", trace],
                          stdout=subprocess.PIPE, text=True, check=True)
    found = json.loads(done.stdout)
    return found["runs"][0], found["trace"]


def export(linepress, trace, folder):
    """The trace in Accel-Sim's form; the path of a list with its first launch."""
    subprocess.run([linepress, "trace", "--to", "accelsim", folder, trace], check=True,
                   stdout=subprocess.DEVNULL)
    path = os.path.join(folder, "first.g")
    with open(path, "w", encoding="ascii") as file:
        file.write("kernel-1.traceg\n")
    return path


def words_of(simulator, kernels):
    configs = (f"{simulator}/gpgpu-sim/configs/tested-cfgs/{THEIRS}/gpgpusim.config",
               f"{simulator}/configs/tested-cfgs/{THEIRS}/trace.config")
    return [f"{simulator}/bin/release/accel-sim.out", "-trace", kernels,
            *(word for config in configs for word in ("-config", config)),
            *(word for name, value in OPTIONS.items() for word in (f"-{name}", value))]


def run_theirs(simulator, kernels):
    """Cycles and instructions of threads."""
    libraries = glob.glob(f"{simulator}/gpgpu-sim/lib/*/*/release")
    if len(libraries) != 1:
        raise Failed(f"{simulator}: {len(libraries)} built libraries of GPGPU-Sim, not one")
    with tempfile.TemporaryDirectory(prefix="lp-accelsim-") as work:
        done = subprocess.run(words_of(simulator, kernels), cwd=work, text=True, check=False,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                              env={**os.environ, "LD_LIBRARY_PATH": libraries[0]})
    cycles, instructions = CYCLES.findall(done.stdout), DONE.findall(done.stdout)
    if len(cycles) != 1 or len(instructions) != 1:
        last = (done.stdout.strip().splitlines() or ["no output"])[-1]
        raise Failed(f"{kernels}: Accel-Sim ended with {done.returncode}: {last}")
    return {"cycles": int(cycles[0]), "thread_instructions": int(instructions[0])}


def kept(o, trace, digest):
    """A run of theirs, from --work if it is there."""
    key = hashlib.sha256(f"{digest} {sum_of(trace)} {OPTIONS}".encode()).hexdigest()[:16]
    path = os.path.join(o.work, f"{name_of(trace)}-{key}.json")
    if not os.path.exists(path):
        with tempfile.TemporaryDirectory(prefix="lp-accelsim-") as folder:
            found = run_theirs(o.accelsim, export(o.linepress, trace, f"{folder}/trace"))
        with open(path + ".new", "w", encoding="utf-8") as file:
            json.dump(found, file)
        os.rename(path + ".new", path)
    with open(path, encoding="utf-8") as file:
        return json.load(file)


def name_of(trace):
    return os.path.basename(trace).split(".")[0]


def made(o):
    """The paths of made traces, which are written."""
    folder = os.path.join(o.work, "made")
    os.makedirs(folder, exist_ok=True)
    for name, content in made_kernels.traces(o.seed).items():
        path = os.path.join(folder, f"{name}.lpw")
        with open(path, "wb") as file:
            file.write(content)
        yield path


def kernel(o, trace, digest):
    runs = {tier: run_ours(o.linepress, trace, tier) for tier in TIERS}
    counts, theirs = runs["dram"][1], kept(o, trace, digest)
    row = {"program": name_of(trace), "warp_instructions": counts["warp_instructions"],
           "memory_instructions": counts["memory_instructions"],
           "thread_instructions": theirs["thread_instructions"],
           "bound_by": runs["dram"][0]["bound_by"],
           "ours": {tier: run["cycles"] for tier, (run, _) in runs.items()},
           "theirs": theirs["cycles"]}
    print(f"{row['program']}: ours", *row["ours"].items(), "theirs", row["theirs"], flush=True)
    return row


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    for option in ("--linepress", "--accelsim", "--versions", "--work", "--traces"):
        parser.add_argument(option, required=True)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("record")
    o = parser.parse_args()
    o.linepress, o.accelsim = os.path.abspath(o.linepress), os.path.abspath(o.accelsim)
    try:
        traces = [*made(o), *o.traces.split(",")]
        digest = sum_of(f"{o.accelsim}/bin/release/accel-sim.out")
        rows = [kernel(o, trace, digest) for trace in traces]
        sums = {name_of(trace): sum_of(trace) for trace in traces}
        signed.write(o.record, signed.sign("gpu-accelsim", {
            "gpu": GPU, "their_gpu": THEIRS, "versions": o.versions, "options": OPTIONS,
            "kernels": rows, "traces": sums}, SOURCES, o.seed))
    except (OSError, subprocess.CalledProcessError, signed.Bad, Failed, KeyError) as error:
        print(f"accelsim.py: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
