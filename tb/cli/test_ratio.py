#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks `linepress ratio --json` against sizes computed here from the definitions only."""
import json
import os
import random
import re
import subprocess
import sys
import tempfile

CLASSES = (0, 8, 16, 32, 64, 80, 96, 128)
LINEPRESS = os.environ.get("LINEPRESS", os.environ.get("BUILD", "build") + "/linepress")


def words(line, width):
    step = width // 8
    return [line[i : i + step] for i in range(0, len(line), step)]


def zvc_bits(line, width):
    return 1024 // width + width * sum(any(w) for w in words(line, width))


def rle_bits(line, _):
    kinds = [any(w) for w in words(line, 32)]
    runs = 1 + sum(a != b for a, b in zip(kinds, kinds[1:]))
    return 8 * runs + 32 * sum(kinds)


def csr_bits(line, _):
    return 8 + 40 * sum(any(w) for w in words(line, 32))


def fits(value, bits):
    return -(1 << bits - 1) <= value < 1 << bits - 1


def bpc_bits(line, _):
    """docs/reference/format.md, section 5, by the lengths of its codes."""
    w = [int.from_bytes(word, "little", signed=True) for word in words(line, 32)]
    deltas = [b - a for a, b in zip(w, w[1:])]
    planes = [sum((d >> j & 1) << k for k, d in enumerate(deltas)) for j in range(33)]
    symbols = []
    for j in range(32, -1, -1):
        dbx = planes[j] ^ (planes[j + 1] if j < 32 else 0)
        ones = [k for k in range(31) if dbx >> k & 1]
        if not ones:
            symbols.append("0")
        elif len(ones) == 31 or planes[j] == 0:
            symbols.append("5")
        else:
            symbols.append("p" if ones[-1] - ones[0] < 2 else "w")
    runs = [len(run) for run in re.findall("0+", "".join(symbols))]
    bits = 3 if w[0] == 0 else next((3 + n for n in (4, 8, 16) if fits(w[0], n)), 33)
    bits += sum(3 if n == 1 else 7 for n in runs)
    bits += 5 * symbols.count("5") + 10 * symbols.count("p") + 32 * symbols.count("w")
    return min(bits, 1024)


def expected(data, bits_of, width):
    lines = [data[i : i + 128].ljust(128, b"\0") for i in range(0, len(data), 128)]
    sizes, sectors, total = dict.fromkeys(map(str, CLASSES), 0), [0] * 5, 0
    for line in lines:
        bits = bits_of(line, width)
        total += bits
        size = min(-(-bits // 8), 128) if any(line) else 0
        sizes[str(min(c for c in CLASSES if c >= size))] += 1
        sectors[-(-size // 32)] += 1

    def ratio(compressed):
        return len(data) / compressed if compressed else None

    return {
        "bytes": len(data),
        "lines": len(lines),
        "zero_lines": sum(not any(line) for line in lines),
        "compressed_bits": total,
        "sectors": sectors,
        "sizes": sizes,
        "ratio": {
            "bits": ratio(total / 8),
            "sizes": ratio(sum(int(c) * n for c, n in sizes.items())),
            "sectors": ratio(sum(32 * i * n for i, n in enumerate(sectors))),
        },
    }


def make_data(rng, length):
    """Words that are zero with a density of their own in each line, some with zero halves."""
    data = bytearray()
    while len(data) < length:
        density = rng.choice((0, 0, 0.05, 0.3, 0.6, 0.72, 0.9, 1))
        for _ in range(32):
            word = rng.getrandbits(32) & rng.choice((0xFFFFFFFF, 0xFFFF, 0xFF000000))
            data += (word if rng.random() < density else 0).to_bytes(4, "little")
    return bytes(data[:length])


def make_smooth(rng, lines):
    """Ramps with noise of 0 to 32 bits: lines of every size that BPC gives."""
    data = bytearray()
    for _ in range(lines):
        base, step, noise = rng.getrandbits(32), rng.choice((0, 1, 3, 4096)), rng.randrange(33)
        base >>= rng.choice((0, 17, 25, 30))
        for i in range(32):
            word = base + i * step + (rng.getrandbits(noise) if noise else 0)
            data += (word & 0xFFFFFFFF).to_bytes(4, "little")
    return bytes(data)


def same(got, want):
    if isinstance(want, dict):
        return isinstance(got, dict) and all(same(got.get(k), want[k]) for k in want)
    if isinstance(want, float):
        return isinstance(got, float) and abs(got - want) <= 1e-6 * want
    return got == want


def main():
    seed = int(os.environ.get("LP_SEED", random.SystemRandom().getrandbits(32)))
    print(f"# LP_SEED={seed}")
    rng = random.Random(seed)
    cases = [("zvc", zvc_bits, w) for w in (8, 16, 32)]
    cases += [("bpc", bpc_bits, 32), ("rle", rle_bits, 32), ("csr", csr_bits, 32)]
    mixed = make_data(rng, 40000 + rng.randrange(999))
    smooth = make_smooth(rng, 500)
    inputs = {"zeros": bytes(1000), "one": b"\1", "mixed": mixed, "smooth": smooth}
    if not all(expected(smooth, bpc_bits, 32)["sizes"][str(size)] for size in CLASSES[1:]):
        print("not ok - the smooth lines have not every size")
        return 1
    failed, number = 0, 0
    with tempfile.TemporaryDirectory() as folder:
        paths = [os.path.join(folder, name) for name in inputs]
        for path, data in zip(paths, inputs.values()):
            with open(path, "wb") as file:
                file.write(data)
        for codec, bits_of, width in cases:
            options = ["--codec", codec, "--elem", str(width), "--json"]
            output = subprocess.run([LINEPRESS, "ratio", *options, *paths], capture_output=True,
                                    check=True).stdout
            files = json.loads(output)["files"]
            for path, data, got in zip(paths, inputs.values(), files):
                want = {"file": path, "codec": codec, **expected(data, bits_of, width)}
                number += 1
                good = same(got, want) and set(got) == set(want) and len(files) == len(paths)
                failed += not good
                name = f"{codec}, {width} bits, {os.path.basename(path)}"
                print(f"{'ok' if good else 'not ok'} {number} - {name}")
                if not good:
                    print(f"# got  {got}\n# want {want}")
    print(f"1..{number}")
    return failed != 0


sys.exit(main())
