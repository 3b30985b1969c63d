#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes the fuzzers' first inputs: seeds.py LINEPRESS FOLDER makes FOLDER/TARGET/*. A target that
has none gets an empty folder."""
import glob
import json
import lzma
import os
import random
import struct
import subprocess
import sys
import zlib

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../cli"))
import tensor_files  # noqa: E402
from accelsim_text import (  # noqa: E402
    Instruction, Kernel, differences, listed, strided, tracez)


def write(folder, target, name, data):
    os.makedirs(os.path.join(folder, target), exist_ok=True)
    path = os.path.join(folder, target, name)
    with open(path, "wb") as file:
        file.write(data)
    return path


def sparse(rng, words, density):
    return b"".join(
        struct.pack("<I", rng.getrandbits(32) if rng.random() < density else 0)
        for _ in range(words)
    )


def traceg(version):
    """A kernel of Accel-Sim with each kind of address and value."""
    base, part = 0x7f0000000000, 0x0f
    kernel = Kernel(version, grid=(2, 1, 1), block=(40, 1, 1), lines=version == 4)
    kernel.group(0, 0, 0, {0: [
        Instruction("LDG.E.64", [4], [2], memory=strided(base, 8)),
        Instruction("STG.E", [], [2, 4], part, memory=listed(range(base, base + 64, 16)),
                    values="Val 1 0 32 " + " ".join(["ab"] * 32)),
        Instruction("ATOMG.ADD", [6], [2], part, memory=differences([base, base + 8, base, base])),
        Instruction("UTMALDG", [], [], 1, memory=f"3 0x4 1 0xf 64 0 2 0x{base:x} 0x{base:x}"
                    if version > 5 else "4 0x80 2 64"),
        Instruction("HGMMA", [4], [5], flag="1"), Instruction("BAR.SYNC")], 1: []})
    return kernel.group(1, 0, 0, {1: [Instruction("EXIT", mask=0xff)]}).text.encode()


def planes_lines():
    """Lines whose streams have all symbols between them."""
    words = {
        "ramp": range(32),
        "step": [5] * 31 + [7],
        "signs": [0x7FFFFFFF, 0x80000000] * 16,
        "small": [(i * i * 37) % 251 for i in range(32)],
        "floats": [0x3F800000 + (i * 0x9E3779B9 >> 12 & 0xFFFFF) for i in range(32)],
        "pointers": [0x7F001000 + 64 * (i * 7 % 32) for i in range(32)],
        "one": [0] * 20 + [1 << 16] + [0] * 11,
        "plateaus": [0x100 if i < 9 else 0x180 if i < 20 else 0x100 for i in range(32)],
    }
    return [(name, struct.pack("<32I", *line)) for name, line in words.items()]


def bfloat16(rng, elements, density, octaves):
    """Elements within some octaves, of which a part is not zero."""
    return b"".join(
        struct.pack("<H", rng.getrandbits(1) << 15 | 120 - rng.randrange(octaves) << 7
                    | rng.getrandbits(7) if rng.random() < density else 0)
        for _ in range(elements)
    )


def npy(version, text):
    length = struct.pack("<H" if version == 1 else "<I", len(text))
    return b"\x93NUMPY" + bytes((version, 0)) + length + text.encode()


def tensors(folder, rng):
    """Small files of each kind that tensor_files makes."""
    for i in range(8):
        for target, types, make in (
                ("fuzz_safetensors", tensor_files.safetensors_types, tensor_files.safetensors),
                ("fuzz_gguf", tensor_files.gguf_types, tensor_files.gguf),
                ("fuzz_npz", tensor_files.npy_types, tensor_files.npz)):
            small = [t for t in tensor_files.draw(rng, types()) if len(t.data) < 600]
            write(folder, target, f"made-{i}", make(rng, small))
        write(folder, "fuzz_core", f"made-{i}",
              tensor_files.core(rng, tensor_files.draw_segments(rng)[:2]))
    write(folder, "fuzz_index", "both", b'{"metadata": {"total_size": 8}, "weight_map": '
          b'{"x": "a", "y": "a", "z": "b"}}')


def codec_names(linepress):
    """In the order of the table, by which fuzz_compare numbers them."""
    done = subprocess.run([linepress, "ratio", "--codec", "none", "-"], check=False, text=True,
                          stderr=subprocess.PIPE)
    return done.stderr.rsplit("(there are ", 1)[1].rstrip(")\n").split(", ")


def stored_form(linepress, folder, codec, window, data):
    """The one block's stored form, cut out of a framed file."""
    raw = write(folder, "tmp", "raw", data)
    out = os.path.join(folder, "tmp", "out")
    command = [linepress, "compress", "--codec", codec, "--window", str(window), raw, out]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    with open(out, "rb") as file:
        frame = file.read()
    return frame, frame[32 : 32 + struct.unpack_from("<I", frame, 28)[0]]


def main():
    linepress, folder = sys.argv[1:]
    for target in glob.glob(os.path.join(os.path.dirname(__file__), "fuzz_*.c")):
        os.makedirs(os.path.join(folder, os.path.basename(target)[:-2]), exist_ok=True)
    write(folder, "fuzz_pack", "zeros", bytes((0, 0)) + b"\x10\0" * 8 + bytes(128))
    rng = random.Random(1)
    codecs = codec_names(linepress)
    for i, density in enumerate((0, 0.1, 0.5, 1)):
        data = sparse(rng, 32 * (i + 1) + 5, density)
        for c, codec in enumerate(codecs):
            for w, window in enumerate((128, 4096, 65536)):
                frame, stored = stored_form(linepress, folder, codec, window, data)
                name = f"{codec}-{window}-{i}"
                write(folder, "fuzz_frame", name, frame)
                head = bytes((3 * c + w, len(data) & 255, len(data) >> 8, 0))
                write(folder, "fuzz_compare", name, head + stored)
                if codec == "zvc" and w == 0:
                    write(folder, "fuzz_zvc", name, bytes((2, *head[1:3])) + stored)
                if codec == "bpc" and w == 0:
                    write(folder, "fuzz_bpc", name, head[1:4] + stored)
    for name, data in planes_lines():
        _, stored = stored_form(linepress, folder, "bpc", 128, data)
        write(folder, "fuzz_bpc", name + "-records", struct.pack("<HB", len(data), 0) + stored)
        write(folder, "fuzz_bpc", name + "-stream", bytes(3) + stored[1:])
        write(folder, "fuzz_bpc", name + "-entry", bytes(3) + stored[1:97].ljust(96, b"\0"))
        write(folder, "fuzz_bpc", name + "-data", bytes(3) + data)
    for i, (density, octaves) in enumerate(((0.1, 3), (0.2, 12), (0.5, 9), (1, 5), (1, 8))):
        data = bfloat16(rng, 200, density, octaves)
        head = bytes((0, 12 + i % 3, len(data) & 255, len(data) >> 8))
        for codec in ("ebd", "xzvc", "auto"):
            _, stored = stored_form(linepress, folder, codec, 128, data)
            write(folder, "fuzz_mixed", f"{codec}-{i}", head + stored)
            if codec == "ebd":
                write(folder, "fuzz_mixed", f"record-{i}", head + stored[1:97])
        write(folder, "fuzz_mixed", f"data-{i}", head + data)
        data = bfloat16(rng, 1024, density, octaves)
        _, stored = stored_form(linepress, folder, "grp16", 128, data)
        length = struct.pack("<H", len(data))
        write(folder, "fuzz_grp", f"entry-{i}", stored[:17] + length + stored[17:])
        write(folder, "fuzz_grp", f"stream-{i}", stored[:17] + length + stored)
        write(folder, "fuzz_grp", f"data-{i}", stored[:17] + length + data)
    for version in (1, 2, 3):
        for order in ("True", "False"):
            text = f"{{'descr': '<f4', 'fortran_order': {order}, 'shape': (3, 4, 5), }}   \n"
            write(folder, "fuzz_npy", f"v{version}-{order}", npy(version, text))
    text = "{'descr': [('a', '<f4'), ('b', '|O')], 'fortran_order': False, 'shape': ()}"
    write(folder, "fuzz_npy", "structured", npy(1, text))
    tensors(folder, random.Random(2))
    write(folder, "fuzz_trace", "text", b"# comment\nW 0x0\nW 0x80 5\nR\t128\r\n")
    binary = bytes.fromhex("894c50540d0a1a0a01") + bytes(7) + struct.pack("<7Q", 3, 1, 0, 129, 5,
                                                                          128, 0)
    write(folder, "fuzz_trace", "binary", binary + struct.pack("<I", zlib.crc32(binary)))
    with open("docs/reference/format.md", encoding="utf-8") as file:
        example = file.read().split("```warps\n")[1].split("```")[0]
    example = bytes.fromhex(example.replace("\n", " "))
    write(folder, "fuzz_warp", "example", example)
    write(folder, "fuzz_warp_stream", "example", example)
    write(folder, "fuzz_warp_stream", "xz", lzma.compress(example, check=lzma.CHECK_CRC32))
    # A frame of zstd with one raw block.
    block = (len(example) << 3 | 1).to_bytes(3, "little")
    write(folder, "fuzz_warp_stream", "zstd", bytes.fromhex("28b52ffd20") +
          bytes([len(example)]) + block + example)
    for version in range(1, 7):
        write(folder, "fuzz_traceg", f"v{version}", traceg(version))
        write(folder, "fuzz_tracez", f"v{version}", tracez(traceg(version).decode(), version % 3 + 1,
                                                           bytes(version % 2 * 100)))
    write(folder, "fuzz_traceg", "list", b"LMemcpyHtoD,0x80,8\ncudaMalloc,0x0,9\nkernel-1.traceg\n")
    with open("tb/data/workloads/launches/cg/launch.json", "rb") as file:
        write(folder, "fuzz_launch", "cg", file.read())

    head = b"\x7fELF\2\1" + bytes(10) + struct.pack("<HHIQQQIHHHHHH", 4, 62, 1, 0, 64, 0, 0, 64, 56,
                                                     1, 0, 0, 0)
    load = struct.pack("<IIQQQQQQ", 1, 6, 120, 4096, 0, 200, 200, 4096)
    write(folder, "fuzz_set", "core", b"\0" + head + load + bytes(200))
    text = (b'{"linepress_snapshots": 1, "points": [{"point": "2", "fraction": 0.5},'
            b' {"point": "1"}], "allocations": [{"name": "a", "address": "0x10", "site": "f"},'
            b' {"name": "b", "address": 1}]}')
    write(folder, "fuzz_set", "snapshots", b"\1" + text)
    text = "{'descr': '<u4', 'fortran_order': False, 'shape': (40,), }"
    write(folder, "fuzz_set", "flat-npy", b"\2a.b.p12.npy\n" + npy(1, text) + bytes(160))
    write(folder, "fuzz_set", "flat-bin", b"\2a.p1.p2.bin\n" + bytes(300))
    text = (b'{"linepress_targets": 1, "page": "64k", "codec": {"16": "zvc", "1.33": "bpc"},'
            b' "allocations": [{"name": "a", "bytes": 1, "target": "none"}]}')
    write(folder, "fuzz_targets", "targets", text)
    with open("cmodel/systems/gpu/configs/p100.json", encoding="utf-8") as file:
        config = json.load(file)
    for field in config["fields"].values():
        field["source"] = "s"
    write(folder, "fuzz_gpu_config", "p100", json.dumps(config).encode())
    write(folder, "fuzz_gpu_config", "set", b"Ssms=3\nlink_gbs=1e3")
    write(folder, "fuzz_gpu_config", "memory", b"Sbanks=8\nwrite_low=2\nwrite_high=9")

    for codec, stored in (0, bytes(32)), (1, bytes(20)), (15, sparse(rng, 256, 0.5)):
        for direction in (0, 1):
            head = struct.pack("<II7Q", codec << 4 | 2, 7, 0, 512, 1024, len(stored) + 31 & ~31,
                               4096, 0, 0) + bytes((direction, 1, 0))
            write(folder, "fuzz_cdma", f"codec-{codec}-{direction}", head + stored)
    for unit in range(32):  # the values in the middle: listed ones
        write(folder, "fuzz_units", f"unit-{unit}",
              bytes((unit,)) + bytes(14) + bytes(rng.randrange(256) for _ in range(400)))


main()
