# SPDX-License-Identifier: Apache-2.0
"""The sample arrays: data from the manifest and their bytes, and their ratios."""
import ast
import json
import os
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "synth"))
from whole import write_whole  # noqa: E402,F401

DATA = os.path.join(ROOT, "tb/data")
CODECS = ("zvc", "bpc")
# The best of four codecs in each line, as in `linepress ratio`.
BEST = "auto"
LINE, SECTOR = 128, 32
# numpy's names of the types where the manifest has none.
TYPES = {"f2": "fp16", "f4": "fp32", "f8": "fp64"}


class ArrayError(Exception):
    """A one-line error message."""


class Array:
    """One array. elem is the width that ZVC takes for it; ratio holds a result for each codec,
    best that of the best codec in each line."""

    def __init__(self, path, entry):
        self.path = path
        with open(path, "rb") as src:
            blob = src.read()
        if blob[:7] != b"\x93NUMPY\x01":
            raise ArrayError(f"{path}: not an .npy file of version 1")
        start = 10 + int.from_bytes(blob[8:10], "little")
        try:
            head = ast.literal_eval(blob[10:start].decode("latin-1"))
            self.size = int(head["descr"][2:])
        except (ValueError, SyntaxError, KeyError, TypeError) as err:
            raise ArrayError(f"{path}: .npy header malformed") from err
        if self.size < 1 or len(blob) < start + self.size:
            raise ArrayError(f"{path}: no elements")
        self.data = blob[start:]
        self.shape = head["shape"]
        self.type = entry.get("element") or TYPES.get(head["descr"][1:], head["descr"][1:])
        self.kind = entry.get("kind", "other")
        self.name = os.path.basename(path).removesuffix(".npy").removesuffix("_" + self.type)
        # The array without the point of the run at which it was taken.
        self.family = self.name.removesuffix(f"_{entry.get('percent', '')!s:0>3}")
        self.elem = {1: 8, 2: 16}.get(self.size, 32)
        self.ratio = {}
        self.best = {}

    def zero_fraction(self):
        zero, count = bytes(self.size), len(self.data) // self.size
        return sum(self.data[at:at + self.size] == zero
                   for at in range(0, count * self.size, self.size)) / count

    def lines(self):
        """The lines, the last one filled up with zeros."""
        return [self.data[at:at + LINE].ljust(LINE, b"\0")
                for at in range(0, len(self.data), LINE)]


def manifest():
    """Path and entry of each sample array."""
    with open(os.path.join(DATA, "MANIFEST.json"), encoding="utf-8") as src:
        return {os.path.join(DATA, f["file"]): f for f in json.load(src)["files"]}


def call(argv, good=(0,), cwd=None):
    """A program's JSON answer; its stderr is passed on."""
    try:
        done = subprocess.run(argv, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                              check=False, cwd=cwd)
    except OSError as err:
        raise ArrayError(f"{argv[0]}: {err.strerror} (make all builds it)") from err
    if done.returncode not in good:
        raise ArrayError(done.stderr.strip() or f"{argv[0]}: exit status {done.returncode}")
    if done.stderr:
        print(done.stderr, end="", file=sys.stderr, flush=True)
    return json.loads(done.stdout)


def add_ratios(linepress, arrays):
    """Runs `linepress ratio` on each array: ZVC in elements of its type, also where it is one of
    the codecs to choose from, which has 16 bits at least; BPC in words."""
    for codec in (*CODECS, BEST):
        for elem in sorted({a.elem for a in arrays}):
            group = [a for a in arrays if a.elem == elem]
            width = {"zvc": ["--elem", str(elem)], BEST: ["--elem", str(max(16, elem))]}
            found = call([linepress, "ratio", "--codec", codec, *width.get(codec, []), "--json",
                          *(a.path for a in group)])["files"]
            for array, ratio in zip(group, found):
                if codec == BEST:
                    array.best = ratio
                else:
                    array.ratio[codec] = ratio


def total(ratios):
    """One ratio object for several, with the fields that add up."""
    ratios = list(ratios)
    whole = {k: sum(r[k] for r in ratios) for k in ("bytes", "lines", "zero_lines",
                                                    "compressed_bits")}
    whole["sectors"] = [sum(r["sectors"][n] for r in ratios) for n in range(5)]
    whole["sizes"] = {size: sum(r["sizes"][size] for r in ratios) for size in ratios[0]["sizes"]}
    return whole


def factor(raw, stored):
    return raw / stored if stored else None


def by_bits(ratio):
    return factor(8 * ratio["bytes"], ratio["compressed_bits"])


def by_sizes(ratio):
    return factor(ratio["bytes"], sum(int(size) * k for size, k in ratio["sizes"].items()))


def by_sectors(ratio):
    return factor(ratio["bytes"], sum(SECTOR * n * k for n, k in enumerate(ratio["sectors"])))


