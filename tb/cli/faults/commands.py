# SPDX-License-Identifier: Apache-2.0
"""Every command of linepress on small inputs, and the files that they take."""
import json
import os
import random
import re
import shutil
import subprocess
import tempfile

HOME = os.getcwd()
BUILD = os.path.abspath(os.environ.get("BUILD", "build"))
LINEPRESS = os.path.abspath(os.environ.get("LINEPRESS", BUILD + "/linepress"))

# A folder where fsync takes no time, if there is one.
MEMORY = "/dev/shm" if os.access("/dev/shm", os.W_OK | os.X_OK) else None


def in_work_folder(test):
    """The test's answer, which runs in a new folder that is then removed."""
    work = tempfile.mkdtemp(dir=MEMORY)
    os.chdir(work)
    try:
        return test()
    finally:
        os.chdir(HOME)
        shutil.rmtree(work)


# The arguments, and the kind of the output. "t": it has times, so that numbers are not compared;
# "s": text comes as it is made, so that a part of it may be out.
COMMANDS = (
    ("", "--help"), ("", "--version"), ("", "ratio --help"),
    ("", "ratio data"), ("", "ratio --json a.npy empty.npy tree"),
    ("", "ratio --codec auto --json data"), ("", "ratio --codec all --json data"),
    ("", "ratio --codec all data"), ("", "ratio -T 2 --codec zlib data"),
    *(("", f"compress --codec {codec} data out")
      for codec in "zvc bpc xzvc ebd auto rle csr lz4 zlib bdi+fpc cpack fibonacci mpc64".split()),
    ("", "compress --codec zvc --json --index a.npy out"), ("", "compress --codec zvc data old"),
    ("s", "compress --codec zvc -c data"), ("", "compress --codec lz4 -T 2 data out"),
    ("s", "compress --codec zvc -o out tree data"), ("", "compress --codec bpc --json -o out tree"),
    *(("", f"decompress {codec}.lpr out") for codec in ("zvc", "lz4", "zlib", "bpc", "rle")),
    ("", "decompress --json zvc.lpr out"), ("s", "decompress -c zvc.lpr"),
    ("", "decompress --test --json packed"), ("", "decompress --list --json packed zvc.lpr"),
    ("s", "decompress --list packed"), ("s", "decompress -o out packed"),
    ("", "buddy data"), ("", "buddy --json --codec auto data"),
    ("", "buddy --json --engine function --codec zvc --target 2 data"),
    ("", "buddy --json --sweep data"), ("", "buddy --json --trace t.txt data"),
    ("", "buddy --trace t.lpt data"), ("", "buddy --save-trace out data"),
    ("", "buddy --json --targets targets.json set"),
    ("", "buddy --json --slices 2 --parallel 1 --pattern random --count 50 data"),
    ("", "profile --json set"), ("", "profile set"), ("", "profile --targets out set"),
    ("", "profile --heatmap out set"), ("", "profile --plots plots set"),
    ("", "profile --plots plotted -f set"), ("", "profile --json --apply targets.json set"),
    ("", "profile --json --codec auto -T 2 set"), ("", "report -o out set"),
    ("", "report -f -o old --apply targets.json set"),
    ("", "trace --info w.lpw"), ("", "trace --info w.lpw --json"),
    ("", "dma data"), ("", "dma --json data a.npy"), ("", "dma --json --codec bpc data"),
    ("", "dma --json --codec zlib data"), ("", "dma --json --layout nhwc four.npy"),
    ("", "energy --json set"), ("", "energy set"), ("", "um --json --page 128 --block 1k --ratio 1,2 w.lpw"),
    ("", "um --page 128 --block 1k --ratio 1,1.2 w.lpw"),
    ("", "batch --json --net alexnet"), ("", "batch --batches 1,2"),
    ("", "vdnn --network alexnet --gpu titanx"),
    ("", "vdnn --network googlenet --gpu titanxp --json --svg out"),
    ("", "vdnn --network network.json --gpu gpu.json --ratios zvc.json --json"),
    ("t", "swap sample --codec zvc --count 12 --bytes 4096:8192 --repeat 1 -T 1 -o out"),
    ("", "swap fit samples -o out"), ("", "swap plan --profile profile --model model --json"),
    ("", "swap plan --profile profile --model model --link 2080ti"),
    ("", "swap simulate --profile profile --policy cswap --model model --json"),
    ("t", "swap tune --codec zvc --bytes 4096 --repeat 1 -T 1 --method random --json"),
    ("t", "swap tune --codec zvc --bytes 4096 --repeat 1 -T 1 --method expert"),
    ("", "huvm --scenario case1 --scale 128 --json --svg out"),
    ("", "huvm --scenario scenario.json"), ("", "huvm --scenario chunks.json --json"),
    ("", "huvm --scenario scenario.json --compress host --data data"),
    ("", "huvm --scenario scenario.json --sweep policy --json"),
    ("t", "huvm run --local 1m -- true"), ("t", "huvm run --json --local 1m --spare 1m -- true"),
    ("s", "gen zvc-enc"), ("s", "gen gbbr --answers"), ("s", "gen mdcache --lines 5"),
    ("", "check zvc-enc cases"), ("", "check --json zvc-enc cases"),
    ("", "check --json zvc-enc wrong"), ("", "vectors zvc-enc inputs -o pack"),
    ("", "vectors zvc-enc inputs -f -o packed-pack"), ("", "vectors bpc-enc a.npy -o pack"),
)
SLOW = (("t", "bench --codec zvc --json"),)


def npy(shape, data):
    header = f"{{'descr': '<f4', 'fortran_order': False, 'shape': {shape}, }}".encode()
    header += b" " * (-(11 + len(header)) % 64) + b"\n"
    return b"\x93NUMPY\1\0" + len(header).to_bytes(2, "little") + header + data


def write(path, content):
    if os.path.dirname(path):
        os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "wb") as file:
        file.write(content)


def plain(*words, **more):
    return subprocess.run([LINEPRESS, *words], check=True, stdout=subprocess.PIPE,
                          stderr=subprocess.DEVNULL, **more).stdout


def swap_files():
    rows = [{"name": f"t{i}", "kind": kind, "bytes": 40000, "forward_us": 10.5, "backward_us": 20.0,
             "epochs": [{"zeros": 5000, "ratio": {"lz4": 1.5}, "codec_us": {"zvc": [3, 4]}}]}
            for i, kind in enumerate(("relu", "pool", "conv"))]
    write("profile", json.dumps({
        "network": "made", "batch": 1, "device": "cpu", "date": "2026-11-24",
        "link": {"d2h": 8, "h2d": 9}, "tensors": rows}).encode())
    plain("swap", "sample", "--codec", "zvc", "--count", "12", "--bytes", "4096:8192", "--repeat",
          "1", "-T", "1", "-o", "samples")
    plain("swap", "fit", "samples", "-o", "model")


def files_of(page):
    with open(os.path.join(HOME, "docs/use", page), encoding="utf-8") as file:
        for name, text in re.findall(r"^```json (\S+)\n(.*?)^```", file.read(), re.S | re.M):
            write(name, text.encode())


def make_files():
    noise = random.Random(1)
    data = noise.randbytes(3000) + bytes(2000)
    write("data", data)
    write("a.npy", npy("(30, 10)", data[2000:3200]))
    write("four.npy", npy("(2, 3, 4, 5)", data[2800:3280]))
    write("empty.npy", npy("(0, 3)", b""))
    write("old", b"old")
    for name in ("tree/b/c", "tree/d"):
        write(name, data[:500])
    for codec in ("zvc", "lz4", "zlib", "bpc", "rle"):
        plain("compress", "--codec", codec, "data", f"{codec}.lpr")
    plain("compress", "--codec", "zvc", "-o", "packed", "tree")
    for point in (1, 2, 3):
        for name in "ab":
            write(f"set/{point}/{name}.bin", noise.randbytes(1000) + bytes(7000))
    plain("profile", "--targets", "targets.json", "set")
    write("other/1/a.bin", data + bytes(3192))
    plain("profile", "--plots", "plotted", "other")
    for name in ("t.txt", "t.lpt"):
        plain("buddy", "--save-trace", name, "data")
    with open(os.path.join(HOME, "docs/reference/format.md"), encoding="utf-8") as file:
        warps = file.read().split("```warps\n")[1].split("```")[0]
    write("w.lpw", bytes.fromhex(warps.replace("\n", " ")))
    cases = plain("gen", "zvc-enc", "--level", "2", "--lines", "20", "--answers")
    write("cases", cases)
    write("wrong", re.sub(rb"(?m)^([^#].*) [0-9a-f]+$", rb"\1 xx", cases))
    write("inputs", plain("gen", "zvc-enc", "--level", "2", "--lines", "20"))
    plain("vectors", "zvc-enc", "-", "-o", "packed-pack",
          input=plain("gen", "zvc-enc", "--lines", "3"))
    files_of("vdnn.md")
    files_of("huvm.md")
    write("chunks", b"1\n2\n3\n")
    write("chunks.json", b'{"gpus": [{"memory_mib": 64}, {"memory_mib": 64}], "apps": [{"name": '
          b'"a", "gpus": [0], "footprint_mib": 32, "trace": "chunks"}]}')
    swap_files()


def tree():
    """Every file here, with its contents."""
    found = {}
    for place, folders, names in os.walk("."):
        for name in folders:
            found[os.path.join(place, name)] = None
        for name in names:
            with open(os.path.join(place, name), "rb") as file:
                found[os.path.join(place, name)] = file.read()
    return found


def without_numbers(value, kind):
    if "t" not in kind or not isinstance(value, bytes):
        return value
    return re.sub(rb"[\d.,e+-]+", b"#", value)


def changes(before, kind=""):
    """Changed files by name, and removed ones as "gone"."""
    now = tree()
    changed = {name: without_numbers(content, kind) for name, content in now.items()
               if name not in before or before[name] != content}
    return {**changed, **{name: "gone" for name in before if name not in now}}


def restore(before):
    now = tree()
    for name in sorted(now, reverse=True):
        if name not in before:
            (shutil.rmtree if os.path.isdir(name) else os.unlink)(name)
    for name, content in before.items():
        if content is None:
            os.makedirs(name, exist_ok=True)
        elif now.get(name) != content:
            write(name, content)
