#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""NVIDIA's compiler on the CUDA kernels, where `make cuda-ptx` has put it: each file becomes PTX,
each kernel is in it, and ptxas assembles it for GPUs of several generations without spilling. No
GPU is needed, and nothing runs.
"""
import glob
import os
import re
import subprocess
import sys

BUILD = os.path.abspath(os.environ.get("BUILD", "build"))
ROOT = os.path.abspath(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../.."))
OUT = os.path.join(BUILD, "cuda", "ptx")
GENERATIONS = (75, 80, 90, 120)
# PTX instructions that the codecs need: votes, exchanges, waits.
INSTRUCTIONS = {"zvc": "vote.sync.ballot bar.sync", "rle": "vote.sync.ballot bar.sync",
                "ebd": "vote.sync.ballot shfl.sync bar.sync bar.warp.sync",
                "csr": "vote.sync.ballot shfl.sync bar.sync", "stream": "shfl.sync",
                "send": "vote.sync.ballot shfl.sync bar.sync atom.global.add.u64",
                "grp": "vote.sync.ballot shfl.sync bar.warp.sync",
                "lz4_compress": "match.any.sync vote.sync.ballot shfl.sync bar.warp.sync",
                "lz4_expand": "bar.warp.sync"}


def kernels():
    with open(os.path.join(ROOT, "adapters/cuda/kernels.h"), encoding="utf-8") as file:
        return set(re.findall(r"__global__ void (\w+)\(", file.read()))


def run(*words):
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout + done.stderr


def compiled(tools, path):
    """The kernels of a file, in PTX."""
    name = os.path.splitext(os.path.basename(path))[0]
    ptx = os.path.join(OUT, name + ".ptx")
    said = run(os.path.join(tools, "nvcc"), "-O3", f"-arch=compute_{GENERATIONS[0]}", "-ptx",
               "-Werror", "all-warnings", "-I", os.path.join(ROOT, "cmodel/include"), path, "-o", ptx)
    assert said == "", said
    with open(ptx, encoding="utf-8") as file:
        text = file.read()
    for word in INSTRUCTIONS[name].split():
        assert word in text, (name, word)
    return ptx, set(re.findall(r"\.entry (\w+)", text))


def assembled(tools, ptx):
    """{kernel: registers and shared bytes} for the last generation; none of them spills."""
    for generation in GENERATIONS:
        said = run(os.path.join(tools, "ptxas"), "-v", f"-arch=sm_{generation}", ptx, "-o",
                   os.devnull)
        found = re.findall(r"Compiling entry function \'(\w+)\'.*?(\d+) bytes spill stores.*?"
                           r"Used (\d+) registers(?:.*?(\d+) bytes smem)?", said, re.S)
        assert found and all(spilt == "0" for _, spilt, _, _ in found), said
        yield generation, found


def main():
    tools = sorted(glob.glob(os.path.join(
        BUILD, "nvcc-venv/lib/python3*/site-packages/nvidia/cu*/bin")))
    if not os.path.exists(os.path.join(BUILD, "nvcc-venv", "ready")) or not tools:
        print("ok 1 - NVIDIA's compiler # SKIP make cuda-ptx has not been here\n1..1")
        return 0
    os.makedirs(OUT, exist_ok=True)
    due, count = kernels(), 0
    try:
        for path in sorted(glob.glob(os.path.join(ROOT, "adapters/cuda/*.cu"))):
            ptx, found = compiled(tools[0], path)
            due -= found
            for generation, rows in assembled(tools[0], ptx):
                for kernel, _, registers, shared in rows:
                    print(f"# sm_{generation} {kernel}: {registers} registers, "
                          f"{shared or 0} bytes of shared memory")
            count += 1
            print(f"ok {count} - {os.path.basename(path)}", flush=True)
        assert not due, f"no PTX of {due}"
        print(f"ok {count + 1} - all kernels")
    except AssertionError as error:
        for line in str(error).splitlines():
            print(f"# {line}")
        print(f"not ok {count + 1} - the kernels compile")
        return 1
    print(f"1..{count + 1}")
    return 0


sys.exit(main())
