#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Measures codes for groups of lines on weights and caches: a signed record.

    measure.py --library LIB.so --data FOLDER --gates GATES.json RECORD.json [--seed S]

FOLDER holds the files of gpt.py and minilm.py, and in lstm/ a set of tb/systems/workloads/train.py
(`make groups-data`). Each file is an allocation: a table is made from 32 groups of 1024 bytes that are drawn from it. Codes are measured on
up to 512 such groups of a file, cut into groups of 256, 512 and 1024 bytes; the codec of the library
and the best of the codecs of lines on all of it. GATES.json has the areas of trial decoders
(gates.py).
"""
import argparse
import ctypes
import glob
import json
import os
import sys

import numpy as np

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.join(HERE, "../../..")
sys.path.insert(0, os.path.join(ROOT, "tb/tree/records"))
import codes  # noqa: E402
import signed  # noqa: E402

SIZES = (256, 512, 1024)
SAMPLE, MOST = 32, 512  # groups of 1024 bytes: for a table, and measured, of a file
SECTOR, LINE, GROUP, TABLE = 32, 128, 512, 16
# Sets: their words, the files, bits of an element, and the bits of the symbol: lowest, number.
TYPES = {"bf16": (16, 7, 8), "fp16": (16, 10, 5), "e4m3": (8, 3, 4), "e5m2": (8, 2, 5),
         "int8": (8, 0, 8)}
SETS = (("transformer trained here, weights", "bf16", "gpt_weight_*.bf16"),
        ("transformer trained here, K", "bf16", "gpt_k_*.bf16"),
        ("transformer trained here, V", "bf16", "gpt_v_*.bf16"),
        ("LSTM trained in bf16, weights", "bf16", "lstm/1/*weight*_l0.bin"),
        ("LSTM trained in bf16, gradients", "bf16", "lstm/1/*weight*.grad.bin"),
        ("LSTM trained in bf16, momentum", "bf16", "lstm/1/*weight*.momentum.bin"),
        ("LSTM trained in bf16, outputs of layers", "bf16", "lstm/1/*.out.bin"),
        ("MiniLM-L6, weights rounded from fp32", "bf16", "minilm_weight_*.bf16"),
        ("MiniLM-L6, K", "bf16", "minilm_k_*.bf16"),
        ("MiniLM-L6, V", "bf16", "minilm_v_*.bf16"),
        ("CNN of tb/data, weights rounded from fp32", "bf16", "conv3_weight_*_bf16.npy"),
        ("CNN of tb/data, gradients rounded from fp32", "bf16", "conv?_?grad_*_bf16.npy"),
        ("CNN of tb/data, activations rounded from fp32", "bf16", "*_act_*_bf16.npy"),
        ("MiniLM-L6, weights", "fp16", "minilm_weight_*.fp16"),
        ("MiniLM-L6, weights", "e4m3", "minilm_weight_*.e4m3"),
        ("MiniLM-L6, weights", "e5m2", "minilm_weight_*.e5m2"),
        ("MiniLM-L6, weights", "int8", "minilm_weight_*.int8"))


def data_of(path):
    """The file's bytes, whole groups of 1024."""
    if path.endswith(".npy"):
        data = np.load(path).reshape(-1).view(np.uint8)
    else:
        data = np.fromfile(path, np.uint8)
    return data[:len(data) // 1024 * 1024]


def symbols_of(data, kind):
    width, lowest, count = TYPES[kind]
    elements = data.view("<u2" if width == 16 else "u1").astype(np.uint16)
    return (elements >> lowest & (1 << count) - 1).astype(np.uint8)


def stored_sectors(bits, size, kind):
    """Sectors of groups of `size` bytes; a group that is not shorter is raw."""
    width, _, count = TYPES[kind]
    unchanged = size * 8 * (width - count) // width
    return np.minimum(-(-(bits + unchanged) // (8 * SECTOR)), size // SECTOR)


class Library:
    """The group codec and the codecs of lines, on whole files."""

    def __init__(self, path):
        self.c = ctypes.CDLL(path)

    def group_sectors(self, data, sample):
        table, grp = ctypes.create_string_buffer(TABLE), ctypes.create_string_buffer(16 + 256)
        text = sample.tobytes()
        states = ctypes.create_string_buffer(len(data) // GROUP)
        ok = self.c.lp_grp_choose(text, ctypes.c_size_t(len(text)), table) or \
            self.c.lp_grp_load(table, grp) or \
            self.c.lp_grp_states(grp, data.tobytes(), ctypes.c_size_t(len(data) // GROUP), states)
        if ok != 0:
            raise signed.Bad(f"the library refuses a table or a group: {ok}")
        of = np.array([0, 10, 11, 12, 16])
        return of[np.frombuffer(states, np.uint8)]

    def line_sectors(self, data):
        """Of EBD, four at most; zero lines store nothing."""
        lines = data.reshape(-1, LINE)
        sizes = ctypes.create_string_buffer(len(lines))
        self.c.lp_ebd_sizes(data.tobytes(), ctypes.c_size_t(len(lines)), sizes)
        sectors = -(-np.frombuffer(sizes, np.uint8).astype(int) // SECTOR)
        return np.where(lines.any(axis=1), sectors, 0)


def add(sums, name, size, bits, sectors):
    one = sums.setdefault(name, {}).setdefault(str(size), {"bits": 0, "sectors": 0})
    one["bits"] += int(bits)
    one["sectors"] += int(sectors)


def measure_file(path, kind, library, random, row):
    data = data_of(path)
    groups = data.reshape(-1, 1024)
    sample = groups[random.permutation(len(groups))[:SAMPLE]]
    part = groups[np.sort(random.permutation(len(groups))[:MOST])].reshape(-1)
    counts = np.bincount(symbols_of(sample.reshape(-1), kind), minlength=256)
    symbols = symbols_of(part, kind)
    shares = np.bincount(symbols, minlength=256) / len(symbols)
    row["files"] += 1
    row["symbols"] += len(symbols)
    row["entropy_bits"] += int(-(shares[shares > 0] * np.log2(shares[shares > 0])).sum()
                               * len(symbols))
    for name, make in codes.CODES.items():
        code = make(counts)
        for size in SIZES:
            bits = code.bits(symbols.reshape(len(part) // size, -1))
            add(row["codes"], name, size, bits.sum(), stored_sectors(bits, size, kind).sum())
    row["part_sectors"] += len(part) // SECTOR
    if kind == "bf16":
        of_groups = library.group_sectors(data, sample.reshape(-1))
        whole = row["whole"]
        whole["sectors"] += len(data) // SECTOR
        whole["group_sectors"] += int(of_groups.sum())
        whole["line_sectors"] += int(library.line_sectors(data).sum())
        for n in (0, 10, 11, 12, 16):
            whole["groups"][str(n)] += int((of_groups == n).sum())


def measure_set(words, kind, paths, library, random):
    row = {"set": words, "type": kind, "files": 0, "symbols": 0, "entropy_bits": 0,
           "part_sectors": 0, "codes": {}}
    if kind == "bf16":
        row["whole"] = {"sectors": 0, "group_sectors": 0, "line_sectors": 0,
                        "groups": {str(n): 0 for n in (0, 10, 11, 12, 16)}}
    for path in paths:
        measure_file(path, kind, library, random, row)
    return row


def main():
    parser = argparse.ArgumentParser()
    for name in ("--library", "--data", "--gates"):
        parser.add_argument(name, required=True)
    parser.add_argument("record")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    random, library, rows = np.random.default_rng(args.seed), Library(args.library), []
    for words, kind, pattern in SETS:
        folder = os.path.join(ROOT, "tb/data/dl") if pattern.endswith(".npy") else args.data
        paths = sorted(glob.glob(os.path.join(folder, pattern)))
        if not paths:
            print(f"measure: no {pattern} in {folder}", file=sys.stderr)
            return 2
        rows.append(measure_set(words, kind, [p for p in paths if os.path.getsize(p) >= 2048],
                                library, random))
        print(f"{words}, {kind}: {rows[-1]['files']} files", flush=True)
    with open(args.gates, encoding="utf-8") as file:
        gates = json.load(file)
    sources = ("tb/systems/groups/measure.py", "tb/systems/groups", "cmodel/lib/grp",
               "cmodel/lib/ebd")
    record = signed.sign("groups", {"sizes": list(SIZES), "sample_bytes": SAMPLE * 1024,
                                    "rows": rows, "gates": gates}, sources, args.seed)
    signed.write(args.record, record)
    return 0


if __name__ == "__main__":
    sys.exit(main())
