#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The CUDA kernels, the executor, `linepress swap` and trainings on this machine's GPU.

    gpu_test.py                  all of it
    gpu_test.py kernels memory races commands networks losses host

kernels: test_cuda, test_executor, test_flow and test_spill as they are on the emulator. memory, races: the same, fewer of
them, under compute-sanitizer, where that is. commands: cli_test.py. networks: what each network's
losses are, twice. losses: every policy, codec and link, whose losses are those of policy none to
the last bit. host: the pool in a file, a limit of device memory, and the tensors' way back.
"""
import contextlib
import json
import os
import shutil
import subprocess
import sys
import tempfile

ROOT = os.path.abspath(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../.."))
BUILD = os.path.abspath(os.environ.get("BUILD", "build"))
LIBRARY = f"{BUILD}/liblinepress_cuda.so"
DATA = os.environ.get("DATA")  # Fashion-MNIST
CODECS = ("zvc", "rle", "csr", "lz4", "zvc16", "ebd16")
NETWORKS = ("alexnet", "vgg16", "mobilenet", "plain20", "resnet", "squeezenet")
sys.path.insert(0, os.path.join(ROOT, "adapters/python"))
sys.dont_write_bytecode = True
os.environ["LINEPRESS_LIB"] = BUILD


def run(*words):
    done = subprocess.run(words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                          cwd=ROOT, check=False)
    assert done.returncode == 0, f"{' '.join(words)}\n{done.stdout}"
    return done.stdout


def kernels(_):
    for name in ("test_cuda", "test_executor", "test_flow", "test_spill"):
        run(f"{BUILD}/cuda/gpu/{name}")


def sanitized(*tools):
    program = shutil.which("compute-sanitizer")
    if program is None:
        return "no compute-sanitizer"
    for tool in tools:
        for test in (("test_cuda", "quick"), ("test_executor",), ("test_flow", "2")):
            said = run(program, "--tool", tool, "--error-exitcode", "9", "--print-limit", "4",
                       f"{BUILD}/cuda/gpu/{test[0]}", *test[1:])
            last = said.strip().splitlines()[-1]
            assert "0 errors" in last or "0 hazards" in last, said
            print(f"# {tool}, {test[0]}: {last.strip('= ')}", flush=True)
    return None


def memory(_):
    return sanitized("memcheck", "initcheck")


def races(_):
    return sanitized("racecheck", "synccheck")


def commands(_):
    run(sys.executable, "-B", os.path.join(ROOT, "tb/adapters/cuda/cli_test.py"), LIBRARY)


# ---- trainings ----

def train(work, net, policy, *words):
    """The measurements of a training."""
    from linepress.swap.train import main as training
    path = os.path.join(work, "json")
    more = ("--data", DATA) if DATA else ()
    with open(os.devnull, "w", encoding="utf-8") as null, contextlib.redirect_stdout(null):
        training(["--net", net, "--policy", policy, "--device", "cuda", "--steps", "3", "--width",
                  "0.5", "--window", "1000000", "--json", path, *more, *words])
    with open(path, encoding="utf-8") as file:
        return json.load(file)


def networks(work):
    """A second run has the same losses: else none of the others says anything."""
    for net in NETWORKS:
        first, second = (train(work, net, "none")["loss_bits"] for _ in range(2))
        assert first == second and len(set(first)) == 3, (net, first, second)


def model(work):
    """A model of the GPU, from few samples."""
    files = []
    for codec in CODECS:
        files.append(os.path.join(work, codec))
        run(f"{BUILD}/linepress", "swap", "sample", "--device", "cuda", "--codec", codec, "--count",
            "20", "--bytes", "100000:4000000", "-o", files[-1])
    path = os.path.join(work, "model")
    run(f"{BUILD}/linepress", "swap", "fit", *files, "-o", path)
    return path


def losses(work):
    rows = [("vdnn",), ("vdnn++",), ("orac", "--link", "2:2"), ("cswap", "--model", model(work)),
            ("vdnn", "--link", "2:1"), ("sc", "--host", os.path.join(work, "pool"))]
    rows += [("sc", "--codec", codec) for codec in CODECS]
    for net in NETWORKS:
        due = train(work, net, "none")
        for row in rows if net in ("alexnet", "resnet") else rows[:4]:
            found = train(work, net, *row)
            assert found["loss_bits"] == due["loss_bits"], (net, row)
            threads = "--link" in row or row[0] == "vdnn++"
            assert threads or row[0] == "cswap" or found["host_waits"][2] == 0, (net, row)
            assert found["link_bytes"]["in"] > 0 and found["device_peak"] < due["device_peak"]
            if row[0] == "sc":
                moved = {t["epochs"][0]["codec"] for t in found["tensors"]}
                assert len(moved) == 2 and "none" in moved, (net, row, moved)


def host(work):
    from linepress.swap import Error
    free = train(work, "vgg16", "none")
    peak = train(work, "vgg16", "vdnn")["device_peak"]
    limited = train(work, "vgg16", "vdnn", "--device-bytes", str(peak))
    assert limited["loss_bits"] == free["loss_bits"] and limited["device_peak"] <= peak
    try:
        train(work, "vgg16", "vdnn", "--device-bytes", str(peak // 4))
    except Error as error:
        assert "device memory is full" in str(error), error
    else:
        raise AssertionError("a limit that was not held")


CHECKS = {"kernels": kernels, "memory": memory, "races": races, "commands": commands,
          "networks": networks, "losses": losses, "host": host}


def main():
    failed, chosen = 0, sys.argv[1:] or list(CHECKS)
    if not os.path.exists("/dev/nvidiactl"):
        print("gpu_test.py: skipped (no GPU: there is no /dev/nvidiactl)")
        return 0
    print("# " + run("nvidia-smi", "--query-gpu=name,driver_version", "--format=csv,noheader"),
          end="", flush=True)
    for count, name in enumerate(chosen, 1):
        skip = None
        with tempfile.TemporaryDirectory() as work:
            try:
                skip = CHECKS[name](work)
                wrong = ""
            except Exception as error:  # an error of PyTorch or CUDA fails this check only
                wrong = f"{type(error).__name__}: {error}"
                failed = 1
        for line in wrong.splitlines():
            print(f"# {line}")
        print(f"{'not ok' if wrong else 'ok'} {count} - {name}" +
              (f" # SKIP {skip}" if skip else ""), flush=True)
    print(f"1..{len(chosen)}")
    return failed


sys.exit(main())
