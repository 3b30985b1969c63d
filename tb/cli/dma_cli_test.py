#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks `linepress dma --json` against sizes and layouts computed here."""
import itertools
import json
import os
import random
import struct
import subprocess
import sys
import tempfile
import zlib

LINEPRESS = os.path.abspath(
    os.environ.get("LINEPRESS", os.environ.get("BUILD", "build") + "/linepress"))
TOP = "engine codec channels clock_mhz buffer_bytes policy tensors mismatches".split()
TENSOR = ("file bytes groups compressed_bytes index_bytes zero_words ratio out in "
          "mismatches").split()
SIDE = "cycles link_busy bound read_gbs link_gbs high_water_bytes stall".split()


def dma(*words, **more):
    done = subprocess.run([LINEPRESS, "dma", "--json", *words], stdout=subprocess.PIPE,
                          check=True, **more)
    return json.loads(done.stdout)


def padded(data):
    return data + bytes(-len(data) % 32)


def zvc_bytes(data):
    data = padded(data)
    nonzero = sum(data[i:i + 4] != bytes(4) for i in range(0, len(data), 4))
    return 4 * (-(-len(data) // 128)) + 4 * nonzero


def zero_words(data):
    data = padded(data)
    return sum(data[i:i + 4] == bytes(4) for i in range(0, len(data), 4))


def sparse(rng, words, density=0.4):
    return b"".join(struct.pack("<I", rng.getrandbits(32) if rng.random() < density else 0)
                    for _ in range(words))


def npy(shape, data, fortran=False):
    header = repr({"descr": "<f4", "fortran_order": fortran, "shape": shape})
    header += " " * (-(len(header) + 11) % 64) + "\n"
    return b"\x93NUMPY\1\0" + struct.pack("<H", len(header)) + header.encode() + data


def facts_of_zvc(rng):
    for words in (1, 7, 8, 128, 129, 5000):
        data = sparse(rng, words) + b"\1\2"
        found = dma("-", input=data)
        tensor = found["tensors"][0]
        raw = len(padded(data))
        assert set(TOP) <= set(found) and found["engine"] == "model" and found["codec"] == "zvc"
        assert list(tensor) == TENSOR and tensor["bytes"] == len(data)
        assert tensor["groups"] == -(-raw // 512)
        assert tensor["compressed_bytes"] == zvc_bytes(data)
        assert tensor["index_bytes"] == 32 * -(-tensor["groups"] // 16)
        assert tensor["zero_words"] == zero_words(data)
        assert abs(tensor["ratio"] - len(data) / zvc_bytes(data)) < 1e-6
        assert found["mismatches"] == tensor["mismatches"] == 0
        for side in ("out", "in"):
            assert list(tensor[side]) == SIDE and 0 < tensor[side]["bound"] <= 16
            assert all(tensor[side][key] is None for key in SIDE if key != "bound")


def directions_and_codecs(rng):
    data = sparse(rng, 3000)
    for direction, sides in (("out", [1, 0]), ("in", [0, 1]), ("both", [1, 1])):
        tensor = dma("--direction", direction, "-", input=data)["tensors"][0]
        assert [int(tensor[s] is not None) for s in ("out", "in")] == sides
    assert dma("--codec", "none", "-", input=data)["tensors"][0]["compressed_bytes"] == len(data)
    total = 0
    for at in range(0, len(data), 4096):
        window = data[at:at + 4096]
        packer = zlib.compressobj(6, zlib.DEFLATED, -15)
        total += len(packer.compress(window + bytes(-len(window) % 128)) + packer.flush())
    tensor = dma("--codec", "zlib", "-", input=data)["tensors"][0]
    assert abs(tensor["compressed_bytes"] - total) < 0.05 * total and tensor["out"] is None
    assert dma("--codec", "rle", "-", input=data)["tensors"][0]["mismatches"] == 0


def options_without_use(_):
    """A codec that is only compared has no engine around it."""
    for option, value in (("channels", "8"), ("buffer", "16384"), ("clock", "800"), ("link", "32"),
                          ("latency", "50"), ("policy", "bw"), ("stall", "0.1"), ("seed", "2"),
                          ("sweep", "link")):
        for codec in ("zlib", "rle"):
            done = subprocess.run([LINEPRESS, "dma", f"--{option}", value, "--codec", codec, "-"],
                                  input=b"", stdout=subprocess.PIPE, check=False,
                                  stderr=subprocess.PIPE)
            assert done.returncode == 2 and done.stderr.count(b"\n") == 1 and not done.stdout
            assert f"--{option} is of no use".encode() in done.stderr, done.stderr
    assert dma("--codec", "zlib", "--room", "4096", "-", input=bytes(64))["mismatches"] == 0


def line_of(*words):
    return struct.pack("<64H", *words, *(64 - len(words)) * [0])


def codecs_line_by_line(rng):
    """Sizes by format.md, sections 13 to 15, of lines that leave no doubt which record is best."""
    noise = rng.randbytes(128)
    alone = line_of(rng.getrandbits(16) | 1)
    near = line_of(*(rng.randrange(0x7c, 0x82) << 7 | rng.getrandbits(7) | rng.getrandbits(1) << 15
                     for _ in range(64)))
    again = 4 * [rng.getrandbits(16) | 1 for _ in range(4)]
    lines = (bytes(128), noise, alone, near, line_of(*4 * again))
    sizes = {"xzvc": (1, 129, 1 + 8 + 4, None, 1 + 8 + 8), "ebd": (1, 129, 1 + 15 + 1, 1 + 26 + 64, None),
             "auto": (1, 129, 1 + 8 + 2, 1 + 26 + 64, 1 + 8 + 8)}
    for codec, each in sizes.items():
        kept = [(line, size) for line, size in zip(lines, each) if size is not None]
        data = b"".join(line for line, _ in kept)
        due = sum(size for _, size in kept)
        for engine in ("model", "cycle"):
            tensor = dma("--engine", engine, "--codec", codec, "-", input=data)["tensors"][0]
            assert tensor["compressed_bytes"] == due and tensor["mismatches"] == 0, codec
            assert tensor["out"]["bound"] > 0


def bounds(_):
    """Section VI of the paper: all-zero data leaves as fast as memory is read."""
    zeros = bytes(1 << 20)
    tensor = dma("--link", "32", "-", input=zeros)["tensors"][0]
    ratio = tensor["ratio"]
    assert ratio == 32 and abs(tensor["out"]["bound"] - 6) < 0.2
    assert abs(tensor["in"]["bound"] - 512 / 17 * 6 / 32) < 1e-6
    tensor = dma("--policy", "bw:48", "-", input=zeros)["tensors"][0]
    assert abs(tensor["out"]["bound"] - 48 / 32) < 1e-6
    assert dma("--policy", "bw", "-", input=zeros)["policy"] == "bw:48"


def layouts(rng):
    """ZVC sees the order of axes only through lines, so two lines' worth are laid out by hand."""
    shape = (2, 3, 4, 5)
    values = [rng.getrandbits(32) if rng.random() < 0.5 else 0 for _ in range(120)]
    data = struct.pack("<120I", *values)
    turned = {}
    for index in itertools.product(*map(range, shape)):
        n, c, h, w = index
        turned[index] = values[((n * 3 + c) * 4 + h) * 5 + w]
    orders = {"nchw": (0, 1, 2, 3), "nhwc": (0, 2, 3, 1), "chwn": (1, 2, 3, 0)}
    with tempfile.TemporaryDirectory() as work:
        fortran = [turned[i[::-1]] for i in itertools.product(*(range(s) for s in shape[::-1]))]
        for fortran_order, stored in ((False, data), (True, struct.pack("<120I", *fortran))):
            with open(f"{work}/in.npy", "wb") as file:
                file.write(npy(shape, stored, fortran_order))
            for name, order in orders.items():
                there = [turned[tuple(i[order.index(a)] for a in range(4))] for i in
                         itertools.product(*(range(shape[a]) for a in order))]
                plain = dma("--codec", "bpc", "-", input=struct.pack("<120I", *there))
                found = dma("--codec", "bpc", "--layout", name, f"{work}/in.npy")
                assert found["tensors"][0]["compressed_bytes"] == \
                    plain["tensors"][0]["compressed_bytes"], (name, fortran_order)
        with open(f"{work}/in.npy", "wb") as file:
            file.write(npy((10, 12), data))
        done = subprocess.run([LINEPRESS, "dma", "--layout", "nchw", f"{work}/in.npy"],
                              check=False, stderr=subprocess.PIPE)
        assert done.returncode == 2 and b"4 axes" in done.stderr


def sweeps(rng):
    data = sparse(rng, 3000)
    for what, key in (("buffer", "buffer_bytes"), ("link", "link_gbs"), ("latency", "latency_ns"),
                      ("policy", "policy"), ("channels", "channels")):
        found = dma("--sweep", what, "-", input=data)
        assert len(found) >= 2 and len({run[key] for run in found}) == len(found)
        assert len({run["tensors"][0]["compressed_bytes"] for run in found}) == 1


def main():
    tests = (facts_of_zvc, directions_and_codecs, options_without_use, codecs_line_by_line, bounds,
             layouts, sweeps)
    bad = False
    for count, test in enumerate(tests, 1):
        try:
            test(random.Random(count))
            print(f"ok {count} - {test.__name__}")
        except (AssertionError, subprocess.CalledProcessError) as error:
            trace = error.__traceback__
            while trace.tb_next is not None:
                trace = trace.tb_next
            print(f"# line {trace.tb_lineno}: {error}")
            print(f"not ok {count} - {test.__name__}")
            bad = True
    print(f"1..{len(tests)}")
    return bad


sys.exit(main())
