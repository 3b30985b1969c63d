#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""`linepress swap --device cuda`: with the emulated library beside it, the sizes are those of the
processors and the device says that it is emulated; without a library, or without a GPU, one line.

    cli_test.py           the emulated library
    cli_test.py LIBRARY   that of `make cuda`, on the GPU
"""
import json
import math
import os
import shutil
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../.."))
import tap  # noqa: E402

BUILD = os.path.abspath(os.environ.get("BUILD", "build"))
LIBRARY = sys.argv[1] if len(sys.argv) > 1 else f"{BUILD}/cuda/liblinepress_cuda.so"
EMULATED = len(sys.argv) < 2
SMALL = ("--count", "12", "--bytes", "1000:60000", "--grid", "5", "--repeat", "1")


def run(program, *words, status=0):
    done = subprocess.run([program, "swap", *words], capture_output=True, text=True, check=False)
    assert done.returncode == status, (words, done.returncode, done.stderr)
    return done


def one_line(done, *parts):
    assert done.stdout == "" and done.stderr.count("\n") == 1, done
    for part in parts:
        assert part in done.stderr, (part, done.stderr)


def samples(program):
    """The device compresses the same tensors to the same sizes."""
    files = []
    for codec in ("zvc", "rle", "csr", "lz4", "zvc16", "ebd16"):
        cpu, cuda = (json.loads(run(program, "sample", "--codec", codec, *SMALL, "--device",
                                    device).stdout) for device in ("cpu", "cuda"))
        assert (cuda["device"] == "cuda-emulated") == (cuda["driver"] == "0.0") == EMULATED, cuda
        assert len(cuda["date"]) == 10 and "date" not in cpu and cpu["device"] == "cpu"
        for a, b in zip(cpu["samples"], cuda["samples"], strict=True):
            assert a["compressed_bytes"] == b["compressed_bytes"] > 0, (codec, a, b)
            assert b["compress_ms"] > 0 and b["decompress_ms"] > 0
        files.append(f"{codec}.samples")
        with open(files[-1], "w", encoding="utf-8") as file:
            json.dump(cuda, file)
    model = json.loads(run(program, "fit", "--parts", "1", *files).stdout)
    assert model["device"] == cuda["device"] and len(model["codecs"]) == 6


def searches(program):
    for method, count in (("random", 35), ("expert", 1)):
        said = json.loads(run(program, "tune", "--codec", "zvc", "--device", "cuda", "--bytes",
                              "3000", "--method", method, "--repeat", "1", "--json").stdout)
        assert said["device"].startswith("cuda-") and said["evaluations"] == count, said
    land = run(program, "tune", "--codec", "zvc", "--device", "cuda", "--bytes", "1000", "--method",
               "grid", "--repeat", "1", "--points", "9", "--json").stdout
    with open("land", "w", encoding="utf-8") as file:
        file.write(land)
    near = json.loads(run(program, "tune", "--landscape", "land", "--method", "expert",
                          "--json").stdout)
    grids = {p["grid"] for p in json.loads(land)["trace"]}
    due = min(grids, key=lambda g: abs(math.log(g / (4 * json.loads(land)["multiprocessors"]))))
    assert (near["grid"], near["block"]) == (due, 128), (near, due)
    # Four parts for each of the emulation's two multiprocessors.
    assert (said["grid"], said["block"]) == (8, 128) or not EMULATED, said


def forms(program):
    """Both forms of sending ZVC are timed, and the form with the shorter ways is kept."""
    small = ("--device", "cuda", "--bytes", "50000", "--method", "expert", "--repeat", "2")
    kept = set()
    for number in range(12 if EMULATED else 2):
        codec = "zvc16" if number % 2 else "zvc"
        said = json.loads(run(program, "tune", "--codec", codec, *small, "--json").stdout)
        direct, staged = (said["forms"][name] for name in ("direct", "staged"))
        faster = direct["out_ms"] + direct["in_ms"] <= staged["out_ms"] + staged["in_ms"]
        assert said["form"] == ("direct" if faster else "staged"), said
        kept.add(said["form"])
        # Both send the same bytes; staging needs device memory for them.
        assert direct["link_bytes"] == staged["link_bytes"] < 50000, said
        assert staged["device_bytes"] > direct["device_bytes"] + 50000, said
        for one in (direct, staged):
            for way in ("out", "in"):
                rate = 50000 / one[way + "_ms"] / 1e6
                assert rate > 0 and abs(one[way + "_gb_s"] / rate - 1) < 1e-6, said
    print(f"# forms kept: {', '.join(sorted(kept))}")
    text = run(program, "tune", "--codec", "zvc", *small).stdout.splitlines()
    assert len(text) == 4 and text[3] in ("form: direct", "form: staged"), text
    said = json.loads(run(program, "tune", "--codec", "rle", *small, "--json").stdout)
    assert said["form"] == "staged" and list(said["forms"]) == ["staged"], said
    assert "direct: for zvc alone" in run(program, "tune", "--codec", "rle", *small).stdout
    for words in (("--device", "cpu"), ()):
        said = json.loads(run(program, "tune", "--codec", "zvc", *words, "--bytes", "50000", "-T",
                              "1", "--method", "expert", "--repeat", "1", "--json").stdout)
        assert "form" not in said and "forms" not in said


def refused(program):
    for words, part in ((("--codec", "bpc"), "bpc"), (("--codec", "zvc", "--threads", "2"),
                                                      "--threads")):
        one_line(run(program, "sample", "--device", "cuda", *words, status=2), part)
    one_line(run(program, "sample", "--device", "gpu", "--codec", "zvc", status=2), "cpu", "cuda")
    one_line(run(program, "tune", "--device", "cuda", "--landscape", "x", status=2), "--landscape")


def no_library(program):
    """The program without the library that the emulation gives it."""
    os.mkdir("alone")
    alone = shutil.copy(program, "alone")
    one_line(run(alone, "sample", "--codec", "zvc", "--device", "cuda", status=2),
             "liblinepress_cuda.so", "make cuda")
    with open("alone/liblinepress_cuda.so", "w", encoding="ascii") as file:
        file.write("no library")
    one_line(run(alone, "sample", "--codec", "zvc", "--device", "cuda", status=2),
             "liblinepress_cuda.so")


def no_device(_):
    """NVIDIA's own runtime, where `make cuda` built the library and no GPU is."""
    if os.path.exists("/dev/nvidiactl"):
        return "a GPU is there"
    if not os.path.exists(f"{BUILD}/liblinepress_cuda.so"):
        return "no build/liblinepress_cuda.so (make cuda)"
    one_line(run(f"{BUILD}/linepress", "sample", "--codec", "zvc", "--device", "cuda", status=2),
             "swap: CUDA: ")
    return None


CHECKS = (samples, searches, forms, refused, no_library, no_device)


def main():
    library = os.path.abspath(LIBRARY)
    with tempfile.TemporaryDirectory() as work:
        os.chdir(work)
        program = os.path.abspath(shutil.copy(f"{BUILD}/linepress", work))
        shutil.copy(library, work)
        for check in CHECKS:
            tap.check(check.__name__.replace("_", " "), lambda f=check: f(program))
        os.chdir("/")
    return tap.end()


sys.exit(main())
