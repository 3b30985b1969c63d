#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Compares the second decoder (decode.py) with docs/reference/format.md and the command line. TAP.

Without options a selection for `make test`; with --all everything in tb/data, LINES made lines and
more damage. The seed is printed; LP_SEED or --seed sets it.
"""
import argparse
import collections
import glob
import json
import os
import random
import re
import subprocess
import sys
import tempfile

import decode
import frame
import frozen
import made
import mixed
from command import unhex

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))
LINEPRESS = os.path.join(ROOT, os.environ.get("BUILD", "build"), "linepress")
DATA = os.path.join(ROOT, "tb/data")
# A codec, an element width, and further options of compress.
FORMS = (("zvc", 8, ()), ("zvc", 16, ("--index",)), ("zvc", 32, ("--window", "4096")),
         ("bpc", 32, ("--index",)), ("ebd", 16, ()), ("xzvc", 16, ()), ("auto", 16, ()),
         ("auto", 32, ("--index",)))
SELECTED = ("dl/relu2_act_100_fp32", "dl/relu2_act_100_fp16", "dl/relu3_act_000_bf16",
            "dl/conv3_weight_100_fp16", "dl/fc1_act_010_bf16", "hpc/md_force_100", "hpc/foam_p_050")
MIXED = ("ebd", "xzvc", "auto")
LINE, SECTOR = decode.LINE, decode.SECTOR
failed = 0
traces = []  # exceptions of the decoders that are not Malformed


def check(name, problems):
    """One line of TAP; the first problems go below it."""
    global failed
    failed += bool(problems)
    print(f"{'not ok' if problems else 'ok'} - {name}")
    for problem in problems[:5]:
        print(f"# {problem}")
    sys.stdout.flush()


def linepress(*args):
    return subprocess.run([LINEPRESS, *args], capture_output=True, check=False)


def outcome(take, *args):
    """A decoder's result: bytes, or None if it refuses. Any other exception is a fault of the
    decoder: it is recorded, and the result is one that is never right.
    """
    try:
        return take(*args)
    except decode.Malformed:
        return None
    except Exception as error:  # pylint: disable=broad-except
        traces.append(f"{type(error).__name__}: {error}")
        return b""


# ---- the page's examples ----

def examples():
    with open(os.path.join(ROOT, "docs/reference/format.md"), encoding="utf-8") as src:
        blocks = re.findall(r"^```example (\S+) (\d+)\n(.*?)^```", src.read(), re.M | re.S)
    for kind, elem, text in blocks:
        data, stored = re.fullmatch(r"data(.*?)^stored(.*)", text, re.M | re.S).groups()
        yield kind, int(elem), unhex(data), unhex(stored)


EXAMPLES = {
    "zvc": lambda elem, data, stored: decode.zvc_record(elem, stored),
    "stream": lambda elem, data, stored: decode.zvc_stream(elem, stored, len(data)),
    "entry": lambda elem, data, stored: decode.zvc_entry(elem, len(stored) // SECTOR, stored),
    "bpc": lambda elem, data, stored: decode.bpc_records(stored, len(data)),
    "bpc-entry": lambda elem, data, stored: decode.bpc_entry(len(stored) // SECTOR, stored),
    "frame": lambda elem, data, stored: frame.frame(stored),
    "frame-index": lambda elem, data, stored: frame.frame(stored),
    "dma-zvc": lambda elem, data, stored: decode.zvc_stream(elem, stored, len(data)),
    "dma-bpc": lambda elem, data, stored: decode.bpc_records(stored, len(data), 96),
    "dma-ebd": lambda elem, data, stored: mixed.mixed_stream(16, stored, len(data)),
    "dma-mixed": lambda elem, data, stored: mixed.mixed_stream(16, stored, len(data)),
}
EXAMPLES.update({
    "ebd-line": lambda elem, data, stored: mixed.ebd_line(stored),
    "xzvc-line": lambda elem, data, stored: mixed.xzvc_stream(stored, LINE),
    "xzvc-stream": lambda elem, data, stored: mixed.xzvc_stream(stored, len(data)),
    "mixed-entry": lambda elem, data, stored: mixed.mixed_entry(elem, stored[0], stored[1:]),
    "mixed-stream": lambda elem, data, stored: mixed.mixed_stream(elem, stored, len(data)),
})
# Kinds that decode.py does not read.
OTHER_KINDS = {"rle", "csr", "trace", "dma-raw", "bdi", "fpc", "bdi+fpc", "cpack", "fibonacci",
               "mpc", "mpc64", "chunk-trace", "grp-entry", "grp-stream"}


def test_examples():
    counts, problems = collections.Counter(), []
    for kind, elem, data, stored in examples():
        counts[kind] += 1
        if kind in EXAMPLES:
            if outcome(EXAMPLES[kind], elem, data, stored) != data:
                problems.append(f"{kind} {elem}: {stored.hex()}")
        elif kind not in OTHER_KINDS:
            problems.append(f"unknown kind {kind}")
    problems += [f"no example of {kind}" for kind in EXAMPLES if not counts[kind]]
    check(f"{sum(counts[k] for k in EXAMPLES)} examples of docs/reference/format.md", problems)


# ---- output of the command line ----

def split(codec, elem, data, stored):
    """The records of a frame's blocks; each line with its record, None if it is raw."""
    at = 0
    for _ in range(0, len(data), LINE):
        if codec == "zvc":
            line, end = decode.zvc_take(elem, stored, at)
            yield line, stored[at:end]
        else:
            line, end = decode.bpc_record_at(stored, at, LINE)
            yield line, None if stored[at] == 255 else stored[at + 1:end]
        at = end


def blocks(blob):
    """Data lengths and stored forms of the blocks of a frame that was read before."""
    at = 20 + int.from_bytes(blob[16:20], "little") + 4
    while blob[at:at + 4] != bytes(4):
        length, size = (int.from_bytes(blob[at + i:at + i + 4], "little") for i in (0, 4))
        yield length, blob[at + 8:at + 8 + size]
        at += 12 + size


def entries_of(codec, elem, blob, problems, name):
    """Sections 4 and 5: memory entries made of a frame's records come back. Returns the lines by
    sectors, and the bytes that section 11.1 gives for a DMA stream of the same lines.
    """
    sectors, dma = [0] * 5, 0
    for length, stored in blocks(blob):
        for line, record in split(codec, elem, bytes(length), stored):
            n = 0 if not any(line) else \
                4 if record is None or len(record) > 96 else -(-len(record) // SECTOR)
            entry = (b"", record, record, record, line)[n]
            entry += bytes(SECTOR * n - len(entry))
            back = outcome(decode.zvc_entry, elem, n, entry) if codec == "zvc" else \
                outcome(decode.bpc_entry, n, entry)
            if back != line:
                problems.append(f"{name}: entry {n} {entry.hex()}")
            sectors[n] += 1
            if codec == "zvc":
                dma += len(record)
            elif any(line):
                dma += 1 + (LINE if record is None or len(record) > 96 else len(record))
            else:
                dma += 1
    return sectors, dma


def told(codec, elem, paths):
    """Output of ratio and dma for each file: lines by sectors, and bytes of a stream or None."""
    ratio = json.loads(linepress("ratio", "--codec", codec, "--elem", str(elem), "--json",
                                 *paths).stdout)
    files = {f["file"]: [f["sectors"], None] for f in ratio["files"]}
    if elem == 32:  # the engine's width
        dma = json.loads(linepress("dma", "--codec", codec, "--json", *paths).stdout)
        for tensor in dma["tensors"]:
            files[tensor["file"]][1] = tensor["compressed_bytes"]
    return files


def test_files(what, paths, work):
    """Compressed by the command line and decoded here; entries and the sizes that other commands
    report."""
    for codec, elem, more in FORMS:
        problems, count = [], 0
        done = linepress("compress", "--codec", codec, "--elem", str(elem), *more, "-f", "-o", work,
                         *paths)
        if done.returncode:
            problems.append(done.stderr.decode().strip())
        sizes = {} if codec in MIXED else told(codec, elem, paths)
        for path in paths:
            with open(path, "rb") as src:
                data = src.read()
            with open(os.path.join(work, os.path.basename(path) + ".lpr"), "rb") as src:
                blob = src.read()
            name = os.path.basename(path)
            if outcome(frame.frame, blob) != data:
                problems.append(f"{name} decodes to other data or not at all")
                continue
            if codec in MIXED:
                count += sum(-(-length // LINE) for length, _ in blocks(blob))
                continue
            sectors, dma = entries_of(codec, elem, blob, problems, name)
            if sizes[path] != [sectors, dma if elem == 32 else None]:
                problems.append(f"{name}: {sectors} by sectors, dma {dma}; told {sizes[path]}")
            count += sum(sectors)
        check(f"{what}: {len(paths)} files, {count} lines, {codec} {elem}", problems)


def test_made(rng, count, work):
    paths = []
    for kind in made.CLASSES:
        paths.append(os.path.join(work, kind.replace(" ", "_")))
        with open(paths[-1], "wb") as dst:
            dst.write(made.lines(rng, kind, -(-count // len(made.CLASSES))))
    test_files("made", paths, work)


# ---- damage ----

def flips(data):
    for bit in range(8 * len(data)):
        yield bit, (int.from_bytes(data, "little") ^ 1 << bit).to_bytes(len(data), "little")


def zvc_line(elem, line):
    """A ZVC record, so that damage has something to start from."""
    parts = [line[i:i + elem // 8] for i in range(0, LINE, elem // 8)]
    mask = sum(1 << i for i, part in enumerate(parts) if any(part))
    return mask.to_bytes(len(parts) // 8, "little") + b"".join(p for p in parts if any(p))


def test_zvc_damage(line):
    for elem in decode.ELEMS:
        record, problems = zvc_line(elem, line), []
        mask = 1024 // elem // 8
        for n in range(len(record)):
            if outcome(decode.zvc_record, elem, record[:n]) is not None:
                problems.append(f"cut to {n} bytes")
        for bit, bad in flips(record):
            back = outcome(decode.zvc_record, elem, bad)
            if bit < 8 * mask:  # an element more or fewer
                right = back is None
            else:  # that bit of the line is another one, and nothing else
                right = back is not None and bin(int.from_bytes(back, "little") ^
                                                 int.from_bytes(line, "little")).count("1") == 1
            if not right:
                problems.append(f"bit {bit} flipped")
        n = -(-len(record) // SECTOR)
        entry = record + bytes(SECTOR * n - len(record))
        for bit, bad in flips(entry) if n < 4 else ():
            back = outcome(decode.zvc_entry, elem, n, bad)
            if bit >= 8 * len(record) and back is not None:
                problems.append(f"bit {bit} of the padding flipped")
            # A mask bit more may take a zero of the padding for its element.
            same = back == line and not (bit < 8 * mask and bad[bit // 8] >> bit % 8 & 1)
            if back is not None and (len(back) != LINE or same):
                problems.append(f"bit {bit} of an entry flipped")
        for m in set(range(6)) - {0, n, 4} if n < 4 else ():
            if outcome(decode.zvc_entry, elem, m, (entry + bytes(160))[:SECTOR * m]) is not None:
                problems.append(f"{m} sectors for {n}")
        check(f"each cut and flip of a ZVC record of {len(record)} bytes, {elem} bits", problems)


def test_bpc_damage(record):
    problems, read = [], 0
    line, stored = decode.bpc_record(record), record[1:]
    for n in range(len(record)):
        if outcome(decode.bpc_record, record[:n]) is not None:
            problems.append(f"record cut to {n} bytes")
        if n < len(stored) and outcome(decode.bpc_stream, stored[:n]) is not None:
            problems.append(f"stream cut to {n} bytes")
    for bit, bad in flips(record):
        back = outcome(decode.bpc_record, bad)
        if back is not None and (bit < 8 or len(back) != LINE):
            problems.append(f"bit {bit} of a record flipped")
        read += back is not None
    n = -(-len(stored) // SECTOR)
    entry = stored + bytes(SECTOR * n - len(stored))
    for bit, bad in flips(entry):
        back = outcome(decode.bpc_entry, n, bad)
        if back is not None and (len(back) != LINE or bit >= 8 * len(stored)):
            problems.append(f"bit {bit} of an entry flipped")
    if decode.bpc_entry(n, entry) != line:
        problems.append("the entry itself")
    for m in set(range(6)) - {0, n, 4}:
        if outcome(decode.bpc_entry, m, (entry + bytes(160))[:SECTOR * m]) is not None:
            problems.append(f"{m} sectors for {n}")
    check(f"each cut and flip of a BPC record of {len(record)} bytes; {read} are lines", problems)


def test_positions():
    """Positions of one and two ones in every plane, beside the same plane bit by bit."""
    problems = []
    for plane in range(33):
        def stream(symbol):
            text = "000" + "001" * (32 - plane) + symbol + "00001" * plane
            size = -(-len(text) // 8)
            return outcome(decode.bpc_stream,
                           (int(text, 2) << 8 * size - len(text)).to_bytes(size, "big"))
        for k in range(32):
            for code, ones, last in (("00011", 1, 30), ("00010", 3, 29)):
                back = stream(code + f"{k:05b}")
                if back != (stream(f"1{ones << k:031b}") if k <= last else None):
                    problems.append(f"plane {plane}: {code} at {k}")
    check("positions of one and two ones", problems)


def test_announced():
    """The longest streams that a record, an entry and a DMA record have, and those beyond them."""
    bare = "1" + "01" * 15 + "1"  # a plane bit by bit
    streams = {  # bits: a stream
        761: "000" + bare * 23 + "01" + "00110" + "00011" + "00101" + "00001",
        778: "000" + bare * 24 + "01" + "00111",
        1024: "011" + "10" * 8 + bare * 31 + "001" + "00011" + "00101",
        1030: "000" + bare * 32 + "001",
    }
    problems = []
    for bits, text in streams.items():
        size = -(-bits // 8)
        stored = (int(text, 2) << 8 * size - bits).to_bytes(size, "big")
        record = bytes([size]) + stored
        if len(text) != bits:
            problems.append(f"{bits}: the test itself is wrong")
        for what, back, right in (
                ("record", outcome(decode.bpc_record, record), bits <= 1024),
                ("DMA record", outcome(decode.bpc_record, record, 96), bits <= 768),
                ("entry", outcome(decode.bpc_entry, 3, (stored + bytes(96))[:96]), bits <= 768)):
            if (back is not None) != right:
                problems.append(f"{what} of {bits} bits")
    for count in range(256):
        back = outcome(decode.bpc_record, bytes([count]) + bytes(LINE if count == 255 else count))
        # 168 bits 0 are base 0 and 33 planes of all ones.
        if (back is not None) != (count in (0, 21, 255)):
            problems.append(f"zeros announced as {count}")
    check("the lengths of BPC streams, and every announcement", problems)


def test_frame_damage():
    """Checksums cover every byte, so no damaged frame is read."""
    problems, count = [], 0
    for kind, _, _, stored in examples():
        if not kind.startswith("frame"):
            continue
        count += 1
        bad = [stored[:n] for n in range(len(stored))] + [b for _, b in flips(stored)]
        problems += [b.hex() for b in bad if outcome(frame.frame, b) is not None]
    check(f"each cut and flip of {count} frames is refused", problems)


# ---- the command line's verdict ----

def suspects(rng, count):
    """Records, many of them malformed: codec, element width, stored form, bytes of data."""
    for i in range(count):
        line = made.CLASSES[rng.choice(list(made.CLASSES))](rng)
        elem = rng.choice(decode.ELEMS)
        length = LINE if rng.random() < 0.8 else rng.randrange(1, 3 * LINE)
        if i % 3 == 0:
            stored = made.bpc_record(rng)
            yield "bpc", 32, made.damaged(rng, stored) if rng.random() < 0.2 else stored, LINE
        elif i % 3 == 1:
            yield "bpc", 32, made.damaged(rng, made.bpc_record(rng) + b"\0\xff" + line), 3 * LINE
        else:
            stored = b"".join(zvc_line(elem, line) for _ in range(0, length, LINE))
            yield "zvc", elem, made.damaged(rng, stored) if rng.random() < 0.8 else stored, length


def mixed_suspects(rng, count, work):
    """The same of EBD, XZVC and mixed streams, which the command line writes and damage spoils."""
    folder, out = os.path.join(work, "mixed_in"), os.path.join(work, "mixed_out")
    os.mkdir(folder)
    os.mkdir(out)
    lengths = [rng.randrange(1, 3 * LINE) for _ in range(count)]
    for i, length in enumerate(lengths):
        data = b"".join(made.CLASSES[rng.choice(("bf16", "bf16", *made.CLASSES))](rng)
                        for _ in range(3))
        with open(os.path.join(folder, f"{i:06}"), "wb") as dst:
            dst.write(data[:length])
    for codec, elem, _ in FORMS:
        if codec not in MIXED:
            continue
        linepress("compress", "--codec", codec, "--elem", str(elem), "-f", "-o", out,
                  *(os.path.join(folder, f"{i:06}") for i in range(count)))
        for i, length in enumerate(lengths):
            with open(os.path.join(out, f"{i:06}.lpr"), "rb") as src:
                (_, stored), = blocks(src.read())
            yield codec, elem, made.damaged(rng, stored) if rng.random() < 0.7 else stored, length


def verdicts(folder, here):
    """Compares the results here with those of the program. `here` has for each file of the folder
    the decoded data, or None, and a text. A frame has the checksum of the decoded data, so the
    program must decode the same bytes; a frame that is refused here must be refused by the program
    before it checks the data's checksum.
    """
    done = linepress("decompress", "--test", folder)
    said = dict(re.findall(r"^linepress: \S*?(\d{6}): (.*)$", done.stderr.decode(), re.M))
    read = set(re.findall(r"^\S*?(\d{6}): ", done.stdout.decode(), re.M))
    for name, (back, text) in here.items():
        # Only frames marked so may have a wrong checksum of the data.
        if (name in read) == (name in said):
            yield f"{text}: no verdict"
        elif back is None and (name in read or "checksum" in said[name] and "crc" not in text):
            yield f"{text}: refused here, linepress: {said.get(name, 'good')}"
        elif back is not None and name in said:
            yield f"{text}: read here, linepress: {said[name]}"


def test_verdicts(rng, count, work):
    folder, here = os.path.join(work, "suspects"), {}
    os.mkdir(folder)
    every = [*suspects(rng, count), *mixed_suspects(rng, count // 6, work)]
    for i, (codec, elem, stored, length) in enumerate(every):
        back = outcome(frame.STREAMS[codec], elem, stored, length)
        name = f"{i:06}"
        here[name] = back, f"{codec} {elem} {length} {stored.hex()}"
        with open(os.path.join(folder, name), "wb") as dst:
            dst.write(made.framed(codec, elem, ((length, stored),), back or bytes(length)))
    problems = list(verdicts(folder, here))
    good = sum(back is not None for back, _ in here.values())
    if not len(every) // 10 < good < len(every) - len(every) // 10:
        problems.append(f"{good} of {len(every)} are well-formed: too one-sided")
    check(f"the program's verdict on {len(every)} suspects, {good} of them well-formed", problems)


def test_fields(work):
    """Frames whose checksums are right, but perhaps not their fields."""
    folder, here, problems = os.path.join(work, "fields"), {}, []
    os.mkdir(folder)
    for i, (codec, elem, parts, other, good) in enumerate(made.FRAMES):
        data = b"".join(b"\1\2\3\4\5" if p is made.FIVE else bytes(p[0]) for p in parts)
        blob = made.framed(codec, elem, parts, data, **other)
        back = outcome(frame.frame, blob)
        name, text = f"{i:06}", f"{codec} {elem} {str(other)[:60]}"
        here[name] = back, text
        if back != (other.get("prologue", b"") + data if good else None):
            problems.append(f"{text}: is it right or not?")
        with open(os.path.join(folder, name), "wb") as dst:
            dst.write(blob)
    problems += verdicts(folder, here)
    check(f"the fields of {len(here)} frames, and the program's verdict", problems)


def test_command(work):
    """The command line of decode.py itself."""
    tool = [sys.executable, os.path.join(ROOT, "tb/lib/second/decode.py")]
    text = b"# a comment\n\nbpc-record 02 3e fc\nzvc-entry 32 5\n"
    done = subprocess.run([*tool, "cases"], input=text, capture_output=True, check=False)
    problems = []
    if (done.returncode, done.stdout) != (1, b"ff" * LINE + b"\nmalformed: 5 sectors\n"):
        problems.append(f"cases: {done}")
    stored = next(stored for kind, _, _, stored in examples() if kind == "frame")
    for blob, status, out in ((stored, 0, b"\1\2\3\4\5"), (stored[:-1], 1, b"")):
        done = subprocess.run([*tool, "file", "-", "-"], input=blob, capture_output=True,
                              check=False)
        if (done.returncode, done.stdout) != (status, out) or b"Traceback" in done.stderr:
            problems.append(f"file: {done}")
    done = subprocess.run([*tool, "cases", os.path.join(work, "none")], capture_output=True,
                          check=False)
    if done.returncode != 2 or b"Traceback" in done.stderr:
        problems.append(f"no such file: {done}")
    check("decode.py's own command line", problems)


# ---- the frozen packs ----

def test_packs():
    for name in frozen.NAMES:
        lines, malformed, problems = frozen.verdict(name)
        check(f"the frozen pack {name}: {lines} lines, {malformed} malformed", problems)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--all", action="store_true", help="all of tb/data, and more of everything else")
    parser.add_argument("--seed", type=int, default=int(os.environ.get("LP_SEED", 1)))
    parser.add_argument("--lines", type=int, help="made lines of each codec and width")
    args = parser.parse_args()
    rng = random.Random(args.seed)
    print(f"# seed {args.seed}")
    paths = sorted(glob.glob(f"{DATA}/dl/*.npy") + glob.glob(f"{DATA}/hpc/*.npy")) if args.all \
        else [f"{DATA}/{name}.npy" for name in SELECTED]
    with tempfile.TemporaryDirectory() as work:
        test_examples()
        test_packs()
        test_command(work)
        test_zvc_damage(made.pack([0, 0x3f800000] + [0] * 28 + [0xdeadbeef, 0]))
        for count in (0, 7, 15, 23):  # with 32-bit elements, records of whole sectors but for 0
            test_zvc_damage(made.pack([0x01020304] * count + [0] * (32 - count)))
        test_bpc_damage(bytes.fromhex("023efc"))
        test_bpc_damage(bytes.fromhex("042af47e08"))
        test_positions()
        test_announced()
        test_frame_damage()
        test_fields(work)
        test_files("tb/data", paths, work)
        test_made(rng, args.lines or (100000 if args.all else 420), work)
        test_verdicts(rng, 30000 if args.all else 600, work)
    check("no exception but Malformed", traces)
    return failed != 0


if __name__ == "__main__":
    sys.exit(main())
