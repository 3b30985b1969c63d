#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The codecs of docs/reference/format.md, section 18: sizes against a second implementation, on structured
lines and on the sample arrays; `ratio --codec all`; the table of differences from gem5's models.

With --table, prints that table instead."""
import glob
import json
import os
import random
import re
import struct
import subprocess
import sys
import tempfile

from slow_codecs import CODECS, GEM5

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from tap import end, result  # noqa: E402

LINEPRESS = os.path.abspath(os.environ.get("LINEPRESS",
                                          os.environ.get("BUILD", "build") + "/linepress"))
PAGE = "docs/reference/format.md"
LINES = 500  # structured ones
SHARE = 40   # of the sample arrays' lines one in so many is taken


def ratio(*words, status=0):
    done = subprocess.run([LINEPRESS, "ratio", *words], stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, universal_newlines=True, check=False)
    assert done.returncode == status, (words, done.stderr)
    return done.stdout if status == 0 else done.stderr


def structured(rng):
    """A line of words that agree in something."""
    base, kind = rng.getrandbits(32), rng.randrange(9)
    makers = (lambda i: 0, lambda i: base, lambda i: base + rng.randrange(-100, 100),
              lambda i: rng.choice((base, base ^ 5, 0, 77)), lambda i: rng.randrange(-9, 9),
              lambda i: rng.randrange(-40000, 40000),
              lambda i: (base & 0xFFFF0000) + rng.getrandbits(15),
              lambda i: rng.randrange(256) << 16 | rng.choice((3, 0xFFF0)),
              lambda i: rng.choice((0, 0x01010101 * (base & 255), base << 16, rng.getrandbits(32))))
    mixed = rng.random() < 0.3
    return [(makers[rng.randrange(9)] if mixed else makers[kind])(i) & 0xFFFFFFFF
            for i in range(32)]


def sample_lines(share):
    """Every n-th line of the sample arrays."""
    found = []
    for path in sorted(glob.glob("tb/data/*/*.npy")):
        with open(path, "rb") as file:
            data = file.read()
        data = data[10 + struct.unpack_from("<H", data, 8)[0]:]
        found += [struct.unpack_from("<32I", data, at)
                  for at in range(0, len(data) - 127, 128 * share)]
    return found


def differences(lines):
    """Codec -> number of lines whose size differs by gem5's rules, and the sums of both."""
    rows = {}
    for name, model in GEM5.items():
        pairs = [(CODECS[name](line), model(line)) for line in lines]
        rows[name] = (sum(a != b for a, b in pairs), sum(a for a, _ in pairs),
                      sum(b for _, b in pairs))
    return rows


def table():
    rng = random.Random(19)
    for what, lines in (("sample arrays", sample_lines(1)),
                        ("structured", [structured(rng) for _ in range(10000)])):
        for name, (other, ours, theirs) in differences(lines).items():
            print(f"| {name} | {what} | {len(lines)} | {other} | {ours} | {theirs} |")


def write(name, lines):
    with open(name, "wb") as file:
        file.write(b"".join(struct.pack("<32I", *line) for line in lines))


def check_sizes(what, lines, name):
    write(name, lines)
    for codec, model in CODECS.items():
        answer = json.loads(ratio("--json", "--codec", codec, name))["files"][0]
        due = sum(model(line) for line in lines)
        result([] if answer["compressed_bits"] == due else
               [f"{answer['compressed_bits']} bits, not {due}"], f"{codec}: bits of {what}")
        sectors = [0] * 5
        for line in lines:
            sectors[min(4, -(-model(line) // 256)) if any(line) else 0] += 1
        result([] if answer["sectors"] == sectors else [answer["sectors"], sectors],
               f"{codec}: sectors of {what}")


def check_all(name):
    answer = json.loads(ratio("--json", "--codec", "all", name))["files"]
    single = [json.loads(ratio("--json", "--codec", row["codec"], name))["files"][0]
              for row in answer]
    known = re.search(r"there are (.*)\)", ratio("--codec", "none", name, status=2)).group(1)
    words = [{"auto": "mixed"}.get(row["codec"], row["codec"]) for row in answer]
    result([] if single == answer and words == known.split(", ") else
           ["other figures"], "--codec all has what each codec has alone")
    text = ratio("--codec", "all", name, name).splitlines()
    rows = [[f"{row['ratio'][kind]:.3f}" for row in answer] for kind in ("sizes", "sectors")]
    due = [row + [what] for row in rows for what in (name, name, "total")]
    got = [line.split() for line in text if line.split()[-1] in (name, "total")]
    result([] if got == due else got, "and prints it on the eight sizes and on sectors")
    for words in (("--window", "4096"), ("--elem", "32")):
        result([] if "--codec all" in ratio("--codec", "all", *words, name, status=2) else ["?"],
               f"--codec all refuses {words[0]}")


def output(*words):
    """The output of a command, and of its file `out`."""
    done = subprocess.run([LINEPRESS, *words], stdout=subprocess.PIPE, check=True)
    made = b""
    if os.path.exists("out"):
        with open("out", "rb") as file:
            made = file.read()
        os.remove("out")
    return done.stdout, made


def check_words(name):
    """Current option names and older ones behave the same."""
    os.makedirs("set/1")
    with open(name, "rb") as file, open("set/1/a.bin", "wb") as copy:
        copy.write(file.read())
    for before, word, *command in (
            ("auto", "mixed", "ratio", "--json", name), ("auto", "mixed", "compress", name, "out"),
            ("auto", "mixed", "buddy", "--json", name), ("auto", "mixed", "dma", "--json", name),
            ("auto", "by-target", "profile", "--json", "--targets", "out", "set"),
            ("best", "by-group", "huvm", "--json", "--scenario", "case1", "--compress", "link", "--data",
             name)):
        option = f"--codec={before}", f"--codec={word}"
        first, second = (output(command[0], o, *command[1:]) for o in option)
        result([] if first == second else [first, second],
               f"{command[0]}: {word} is what {before} was")
    mixed = output("profile", "--codec=mixed", "--json", "set")
    result([] if b'"codec": "mixed"' in mixed[0] and mixed != output(
        "profile", "--codec=auto", "--json", "set") else mixed, "profile: mixed is by line")


def check_table():
    with open(PAGE, encoding="utf-8") as file:
        rows = dict(re.findall(r"^\| (bdi|fpc|cpack) \| sample arrays \| \d+ \| (\d+) \|",
                               file.read(), re.M))
    sample = differences(sample_lines(SHARE))
    wrong = [f"{name}: {other} of the sample, but {rows.get(name)} of all"
             for name, (other, _, _) in sample.items() if other > int(rows.get(name, -1))]
    result(wrong, "the table of differences from gem5's models can hold")


def main():
    if sys.argv[1:] == ["--table"]:
        return table()
    rng = random.Random(19)
    with tempfile.TemporaryDirectory() as folder:
        check_sizes("structured lines", [structured(rng) for _ in range(LINES)], folder + "/lines")
        check_sizes("sample arrays", sample_lines(SHARE), folder + "/samples")
        check_all(folder + "/lines")
        home = os.getcwd()
        os.chdir(folder)
        check_words(folder + "/samples")
        os.chdir(home)
    check_table()
    return end()


sys.exit(main())
