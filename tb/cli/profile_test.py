#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""`linepress profile`: a set computed by hand, every whole number against a second implementation,
its targets through buddy memory, forms of sets, bad input."""
import glob
import json
import os
import random
import re
import resource
import shutil
import struct
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as xml
import zlib

from slow_profile import Slow

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from tap import end, result  # noqa: E402

LINEPRESS = os.path.abspath(os.environ.get("LINEPRESS",
                                           os.environ.get("BUILD", "build") + "/linepress"))
SAMPLES = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "data/dl")

DATA = os.path.abspath("tb/data")


def run(*options, status=0, command="profile"):
    done = subprocess.run([LINEPRESS, command, *map(str, options)], stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, universal_newlines=True, check=False)
    assert done.returncode == status, (options, done.returncode, done.stderr)
    return done


def ask(*options):
    return json.loads(run("--json", *options).stdout)


def put(path, data):
    os.makedirs(os.path.dirname(path) or ".", exist_ok=True)
    with open(path, "wb") as file:
        file.write(data)


def write_set(folder, data):
    for name, points in data.items():
        for point, content in points.items():
            put(f"{folder}/{point}/{name}.bin", content)


# ---- by hand ----

def dense(words):
    """A line of this many non-zero words: 4 + 4 * words bytes with ZVC."""
    return struct.pack("<32I", *[0x01020304] * words + [0] * (32 - words))


def lines(*groups):
    return b"".join(dense(words) * count for count, words in groups)


IDLE = lines((90, 0), (5, 1), (5, 3))  # zeros; 8 bytes; 16 bytes
NOISE = lines((70, 31), (30, 5))       # raw; a sector
BY_HAND = {
    "idle": dict.fromkeys("1234", IDLE),
    "grid": {"1": lines((100, 10)), "2": lines((20, 20), (80, 10)),
             "3": lines((40, 20), (60, 10)), "4": lines((100, 10))},
    "noise": dict.fromkeys("234", NOISE),
}
# Options: targets of grid, idle, noise; frames and lines that spill of the steps.
HAND = {
    (): (("1.33", "16", "none"), {"naive_floor": (24, 270), "naive_threshold": (36, 210),
                                  "allocation": (32, 0), "zero": (29, 20)}),
    ("--rule", "pooled"): (("2", "16", "none"), {
        "naive_floor": (24, 270), "naive_threshold": (24, 270), "allocation": (28, 60),
        "zero": (25, 80)}),
    ("--max-ratio", "1.5"): (("1.33", "4", "none"), {"zero": (32, 0)}),
    ("--max-ratio", "1.655172"): (("1.33", "4", "none"), {"zero": (32, 0)}),
    ("--max-ratio", "1.655173"): (("1.33", "16", "none"), {"zero": (29, 20)}),
    ("--device", "32768"): (("1.33", "4", "none"), {"zero": (32, 0)}),
    ("--device", "49152"): (("1.33", "16", "none"), {"zero": (29, 20)}),
    ("--threshold", "0.4"): (("2", "16", "none"), {"allocation": (28, 60), "zero": (25, 80)}),
    ("--threshold", "0.399999"): (("1.33", "16", "none"), {"allocation": (32, 0)}),
    ("--zero-threshold", "0.05"): (("1.33", "16", "none"), {"zero": (29, 20)}),
    ("--zero-threshold", "0.049999"): (("1.33", "4", "none"), {"zero": (32, 0)}),
    ("--threshold", "0.7"): (("2", "16", "4"), {"allocation": (16, 270)}),
    ("--bandwidth",): (("1.33", "16", "1"), {"zero": (29, 20)}),
}


def check_by_hand():
    write_set("hand", BY_HAND)
    for options, (targets, steps) in HAND.items():
        answer = ask("--codec", "zvc", *options, "hand")
        wrong = []
        if tuple(a["target"] for a in answer["allocations"]) != targets:
            wrong.append(f"targets {[a['target'] for a in answer['allocations']]}, not {targets}")
        for name, (frames, spilled) in steps.items():
            step = answer["steps"][name]
            if (step["frames"], step["buddy_lines"]) != (frames, spilled):
                wrong.append(f"{name}: {step['frames']} frames, {step['buddy_lines']} lines")
        result(wrong, f"by hand: {' '.join(options) or 'as it comes'}")
    answer = ask("--codec", "zvc", "hand")
    flows = [(p["device_sectors"], p["buddy_sectors"], p["buddy_lines"])
             for p in answer["steps"]["zero"]["by_point"]]
    result([] if flows == [(205, 5, 5), (625, 5, 5), (645, 5, 5), (605, 5, 5)] else [flows],
           "by hand: sectors of each point")
    due = [[270, 0, 0, 0, 0], [0, 90, 0, 0, 0], [0, 0, 200, 40, 0], [0, 0, 40, 20, 0],
           [0, 0, 0, 0, 140]]
    result([] if answer["transitions"] == due else [answer["transitions"]],
           "by hand: lines that grow and shrink")
    facts = {"best": 4400 / 1830, "ratio": 48 / 29, "sectors at 1": 800 / 210, "unsteady": "grid"}
    got = {"best": answer["best"], "ratio": answer["steps"]["zero"]["ratio"],
           "sectors at 1": answer["points"][0]["ratio"]["sectors"],
           "unsteady": " ".join(a["name"] for a in answer["allocations"] if a["unsteady"])}
    result([f"{k}: {got[k]}, not {facts[k]}" for k in facts
            if (got[k] != facts[k] if k == "unsteady" else abs(got[k] - facts[k]) > 1e-8)],
           "by hand: ratios, and unsteady allocations")


def check_groups():
    """Groups of four lines: a stored one fits 12 sectors, and its lines spill together. A table is
    chosen from groups that are not zero, and no page of groups has a target of 16."""
    two, zeros = struct.pack("<256H", *[0x3f3f, 0x3ebf] * 128), bytes(512)
    write_set("groups", {"idle": {1: two + 99 * zeros}, "part": {1: 40 * two + 59 * zeros + two[:130]},
                         "raw": {1: random.Random(1).randbytes(5120)}})
    answer = ask("--codec", "grp16", "groups")
    due = {"idle": ("4", [396, 0, 2, 2, 0]), "part": ("1.33", [236, 0, 81, 81, 0]),
           "raw": ("none", [0, 0, 0, 0, 40])}
    got = {a["name"]: (a["target"], a["points"][0]["sectors"]) for a in answer["allocations"]}
    result([] if got == due else [got], "groups: targets, and lines by sectors")
    answer = ask("--codec", "grp16", "--threshold", "0.42", "groups")
    flow = [answer["steps"]["zero"][key] for key in ("buddy_lines", "device_sectors",
                                                     "buddy_sectors")]
    due = [4 + 162, 4 + 162 + 160, 6 + 240 + 3]
    result([] if flow == due else [flow, due], "groups: what spills at 4x")
    got = [ask("--codec", "grp16", "--threshold", share, "groups")["allocations"][1]["target"]
           for share in ("0.407", "0.4071")]  # 162 of 398 lines
    result([] if got == ["1.33", "4"] else got,
           "groups: two lines of a last group spill as they would with the others")
    said = run("--codec", "grp16", "--targets", "no.json", "groups", status=2).stderr
    result([] if "grp16" in said and said.count("\n") == 1 and not os.path.exists("no.json") else
           [said], "groups: no target file has them")


def check_caps():
    """The 16x allocation with the most lines over 8 bytes is demoted first, of equal ones the
    last."""
    write_set("caps", {name: {1: lines((100 - over, 0), (over, 3))}
                       for name, over in (("a", 9), ("b", 5), ("c", 9), ("d", 3))})
    wrong = []
    for ratio, due in (("16", "16 16 16 16"), ("15.9", "16 16 4 16"), ("9.15", "16 16 4 16"),
                       ("9.14", "4 16 4 16"), ("6.4", "4 16 4 16"), ("6.39", "4 4 4 16"),
                       ("4.93", "4 4 4 16"), ("4.92", "4 4 4 4"), ("4", "4 4 4 4"),
                       ("1", "4 4 4 4")):
        answer = ask("--codec", "zvc", "--max-ratio", ratio, "caps")
        got = " ".join(a["target"] for a in answer["allocations"])
        wrong += [] if got == due else [f"--max-ratio {ratio}: {got}, not {due}"]
    for device, due in ((1 << 17, "16 16 16 16"), (114688, "16 16 4 16"), (114687, "4 16 4 16"),
                        (98304, "4 16 4 16"), (98303, "4 4 4 16"), (65536, "4 4 4 4"),
                        (1, "4 4 4 4")):
        answer = ask("--codec", "zvc", "--max-ratio", "16", "--device", device, "caps")
        got = " ".join(a["target"] for a in answer["allocations"])
        wrong += [] if got == due else [f"--device {device}: {got}, not {due}"]
        fits = answer["steps"]["zero"]["carve_out_fits"], answer["steps"]["zero"]["device_fits"]
        wrong += [] if fits == (device > 1, device > 1) else [f"--device {device}: {fits}"]
    result(wrong, "by hand: in which order the caps take 16x away")


# ---- against the second implementation ----

WEIGHTS = 1


def random_line(rng, kind):
    """A line that takes about `kind` bytes with one of the codecs of lines, or one of weights."""
    if kind == 0:
        return bytes(128)
    if kind == WEIGHTS:
        return b"".join(struct.pack("<f", rng.gauss(0, 0.02))[2:] for _ in range(64))
    if rng.random() < 0.5:
        return struct.pack("<32I", *[rng.getrandbits(32) if rng.random() < kind / 128 else 0
                                     for _ in range(32)])
    base, width = rng.getrandbits(28), max(0, kind // 4 - 2)
    return struct.pack("<32I", *[base + rng.randrange(1 << width) for _ in range(32)])


def random_set(rng):
    points = sorted(rng.sample(range(30), rng.randint(1, 4)))
    data = {}
    for n in range(rng.randint(1, 4)):
        kinds = rng.choices((0, 4, 24, 60, 90, 128, WEIGHTS),
                            [rng.random() ** 3 for _ in range(6)] + [0.8], k=3)
        live = [p for p in points if rng.random() < 0.8] or points[:1]
        data[f"a{n}"] = {}
        for p in live:
            content = b"".join(random_line(rng, rng.choice(kinds))
                               for _ in range(rng.randint(1, 40)))
            data[f"a{n}"][str(p)] = content[:len(content) - rng.randrange(128)]
    live = {p for a in data.values() for p in a}
    return data, [str(p) for p in points if str(p) in live]


def random_options(rng):
    options = {"codec": rng.choice(("zvc", "bpc", "auto", "auto", "grp16", "grp16"))}
    for name, values in (("threshold", ("0", "0.1", "0.3", "0.333333", "0.5", "1")),
                         ("zero_threshold", ("0.05", "0.5")), ("rule", ("worst", "pooled")),
                         ("max_ratio", ("1", "1.5", "2.5", "16")), ("page", ("64k", "2m")),
                         ("device", (16384, 65536, 100000, 1 << 22))):
        if rng.random() < 0.5:
            options[name] = rng.choice(values)
    if rng.random() < 0.3:
        options["bandwidth"] = True
    return options


def command_line(options):
    words = []
    for name, value in options.items():
        words.append("--" + name.replace("_", "-"))
        words += [] if value is True else [value]
    return words


def compare(what, got, due, wrong):
    """Every whole number of `due` that `got` lacks."""
    for key, value in due.items():
        if key == "by_point":
            for mine, theirs in zip(got[key], value):
                compare(f"{what}.{mine['point']}", mine, theirs, wrong)
        elif got[key] != value:
            wrong.append(f"{what}.{key}: {got[key]}, not {value}")


def differences(answer, slow):
    wrong = []
    for name, step in slow.steps().items():
        compare(name, answer["steps"][name], step, wrong)
    if slow.codec == "auto":
        compare("own", answer["codec_per_allocation"], slow.step(*slow.own_targets()), wrong)
    targets = slow.zero_targets()
    compare("codecs", answer["codecs"], slow.codecs, wrong)
    for a in answer["allocations"]:
        name, codec = a["name"], slow.shown(a["name"], targets[a["name"]])
        compare(name, a, {"target": targets[name], "codec": codec, "bytes": slow.bytes[name],
                          "unsteady": slow.wish(name, "worst") != slow.wish(name, "pooled")}, wrong)
        for key, rule in (("worst_fraction", "worst"), ("buddy_fraction", "pooled")):
            if abs(a[key] - slow.share(name, targets[name], rule, codec)) > 1e-8:
                wrong.append(f"{name}.{key}: {a[key]}")
        for point in a["points"]:
            compare(f"{name} at {point['point']}", point, slow.cell(codec, name, point["point"]),
                    wrong)
    codec = answer["transitions_codec"]
    if answer["transitions"] != slow.transitions(codec):
        wrong.append(f"transitions: {answer['transitions']}")
    if [a["name"] for a in answer["allocations"]] != slow.names:
        wrong.append("allocations are others")
    return wrong


def check_sweep(answer, data, points, options):
    wrong = []
    for row in answer["thresholds"]:
        at = {**options, "threshold": f"{row['threshold']:.2f}"}
        step = (lambda s: s.step(s.zero_targets()))(Slow(data, points, **at))
        compare(f"sweep {row['threshold']}", row,
                {"frames": step["frames"], "buddy_lines": step["buddy_lines"]}, wrong)
    return wrong


def check_random(rounds):
    wrong, swept = [], []
    for seed in range(rounds):
        rng = random.Random(seed)
        data, points = random_set(rng)
        options = random_options(rng)
        shutil.rmtree("random", ignore_errors=True)
        write_set("random", data)
        answer = ask(*command_line(options), "-T", rng.choice((1, 2, 5)), "random")
        wrong += [f"set {seed}: {text}" for text in
                  differences(answer, Slow(data, points, **options))]
        if seed % 10 == 0:
            swept += [f"set {seed}: {text}" for text in
                      check_sweep(answer, data, points, options)]
    result(wrong, f"{rounds} sets: every whole number as the second implementation has it")
    result(swept, "and every threshold of the sweep")


# ---- through buddy memory ----

def apply_differences(folder):
    """The targets of t.json in this set, and the differences between profile and the cycle
    model."""
    answer = ask("--apply", "t.json", "--strict", folder)
    wrong = []
    for point in answer["applied"]["by_point"]:
        words = ("--json", "--engine", "model", "--targets", "t.json", "--point", point["point"],
                 "--slices", "2")
        trace = json.loads(run(*words, folder, command="buddy").stdout)
        for side in ("read", "write"):
            wrong += [f"{side} at {point['point']}: {key} {trace[side][key]}, not {point[key]}"
                      for key in ("device_sectors", "buddy_sectors", "buddy_lines")
                      if trace[side][key] != point[key]]
    return {a["target"] for a in answer["allocations"]}, wrong


def check_apply():
    rng = random.Random(7)
    wrong, seen = [], set()
    for seed in range(6):
        data, points = random_set(random.Random(100 + seed))
        for name, content in (("one", lines((90, 5), (7, 31))), ("two", lines((9, 20), (90, 10))),
                              ("three", lines((90, 20), (9, 31))), ("raw", lines((99, 31)))):
            data[name] = {points[-1]: content}
        shutil.rmtree("through", ignore_errors=True)
        write_set("through", data)
        run("--codec", rng.choice(("zvc", "bpc", "auto")), "--threshold", "0.5", "--max-ratio",
            "16", *["--bandwidth"] * (seed % 2), "--targets", "t.json", "-f", "through")
        found, more = apply_differences("through")
        seen |= found
        wrong += [f"set {seed}, {text}" for text in more]
    result(wrong, "--apply and `buddy --targets` move the same sectors and buddy lines")
    result([] if seen == {"16", "4", "2", "1.33", "1", "none"} else [seen], "with every target")
    for path in glob.glob(f"{DATA}/hpc/md_*.npy") + glob.glob(f"{DATA}/dl/relu?_act_*_fp32.npy"):
        name, point = re.fullmatch(r"(.*)_(\d\d\d)(?:_fp32)?\.npy", os.path.basename(path)).groups()
        os.makedirs(f"real/{point}", exist_ok=True)
        os.symlink(path, f"real/{point}/{name}.npy")
    run("--codec", "auto", "--threshold", "0.4", "--targets", "t.json", "-f", "real")
    result(apply_differences("real")[1], "and so on sample arrays")


def check_codecs_of_lines():
    """XZVC, EBD and the best in each line: sectors as in `linepress ratio`, and in buddy memory as
    in the targets."""
    for number, part in enumerate(("010", "100")):
        for name in ("relu1_act", "conv3_weight", "conv2_agrad"):
            with open(f"{SAMPLES}/{name}_{part}_bf16.npy", "rb") as file:
                put(f"bf16/{number}/{name}.npy", file.read())
    wrong = []
    for codec, engines in (("xzvc", ["function"]), ("ebd", ["function"]),
                           ("mixed", ["function", "model"])):
        answer = ask("--codec", codec, "--targets", "c.json", "-f", "bf16")
        for a in answer["allocations"]:
            files = [f"bf16/{point['point']}/{a['name']}.npy" for point in a["points"]]
            told = run("--json", "--codec", {"mixed": "auto"}.get(codec, codec), *files,
                       command="ratio").stdout
            wrong += [f"{codec}, {path}: {point['sectors']}, not {of['sectors']}"
                      for path, point, of in zip(files, a["points"], json.loads(told)["files"])
                      if point["sectors"] != of["sectors"]]
        applied = ask("--apply", "c.json", "bf16")["applied"]["by_point"][1]
        for engine in engines:
            trace = json.loads(run("--json", "--engine", engine, "--targets", "c.json", "bf16",
                                   command="buddy").stdout)
            wrong += [f"{codec}, engine {engine}, {side}: {trace[side][key]} {key}, not "
                      f"{applied[key]}" for side in ("read", "write")
                      for key in ("device_sectors", "buddy_sectors", "buddy_lines")
                      if trace[side][key] != applied[key]]
        if "model" not in engines:
            bad(f"targets of {codec} on slices, which have it only among others", [codec],
                "--engine", "model", "--targets", "c.json", "bf16", command="buddy")
    result(wrong, "sectors with xzvc, ebd and mixed")
    with open("c.json", encoding="utf-8") as file:
        some = file.read().replace('"1.33": "mixed"', '"1.33": "bpc"')
    put("some.json", some.encode())
    bad("codecs mixed in some pages of slices", ["in some"], "--engine", "model", "--targets",
        "some.json", "bf16", command="buddy")
    run("--targets", "some.json", "bf16", command="buddy")


def check_traces():
    words = ("--targets", "t.json", "--point", "4", "--save-trace")
    run("--codec", "zvc", "--targets", "t.json", "-f", "hand")
    for name in ("t.txt", "t.lpt"):
        run(*words, name, "hand", command="buddy")
    plain = run("--json", *words[:4], "hand", command="buddy").stdout
    same = [run("--json", *words[:4], "--trace", name, "hand", command="buddy").stdout == plain
            for name in ("t.txt", "t.lpt")]
    put("bad.txt", b"R 3:0\n")
    put("long.txt", b"R 1:0x3200\n")
    said = [run(*words[:4], "--trace", name, "hand", status=2, command="buddy").stderr
            for name in ("bad.txt", "long.txt")]
    result([] if all(same) and "allocation 3" in said[0] and "lines of idle" in said[1] else said,
           "traces name allocations")


# ---- pictures ----

def pixels(path):
    """Rows of (red, green, blue) of a PNG without filters."""
    with open(path, "rb") as file:
        data = file.read()
    at, found, stored = 8, {}, b""
    while at < len(data):
        size, kind = struct.unpack_from(">I4s", data, at)
        body = data[at + 8:at + 8 + size]
        assert zlib.crc32(kind + body) == struct.unpack_from(">I", data, at + 8 + size)[0]
        stored += body if kind == b"IDAT" else b""
        found[kind] = body
        at += 12 + size
    width, height, *form = struct.unpack(">IIBBBBB", found[b"IHDR"])
    raw = zlib.decompress(stored)
    step = 1 + 3 * width
    assert form == [8, 2, 0, 0, 0] and b"IEND" in found and len(raw) == height * step
    assert not any(raw[y * step] for y in range(height))
    return [[tuple(raw[y * step + 1 + 3 * x:][:3]) for x in range(width)] for y in range(height)]


BLUE, YELLOW, RED, WHITE = (49, 54, 149), (255, 255, 191), (165, 0, 38), (255, 255, 255)
PALE, ORANGE = (116, 173, 209), (244, 109, 67)  # one sector, three


def check_heat():
    zeros, raw, two = lines((1, 0)), lines((1, 31)), lines((1, 10))
    write_set("hot", {"a": {1: zeros * 64 + raw * 64 + two * 3, 2: raw * 130},
                      "b": {2: two * 64}})
    run("--codec", "zvc", "--heatmap", "hot.png", "hot")
    rows = pixels("hot.png")
    scale = len(rows) // 4  # rows of lines: three of a, one of b
    picked = [[row[8 + 4 + 2 * line] for line in (0, 2, 3, 63)] +
              [row[8 + 4 + 128 + 4 + 2 * line] for line in (0, 1, 2, 63)]
              for row in rows[scale // 2::scale]]
    due = [[BLUE] * 4 + [RED] * 4, [RED] * 4 + [RED] * 4,
           [YELLOW] * 2 + [WHITE] * 2 + [RED] * 2 + [WHITE] * 2, [WHITE] * 4 + [YELLOW] * 4]
    shades = [row[0] for row in rows[scale // 2::scale]]
    result([] if picked == due and len(rows[0]) == 8 + 2 * 132 and shades[0] == shades[2] !=
           shades[3] else [picked],
           "a heat map: every cell, dead allocations, the band of allocations")
    write_set("warm", {"a": {1: lines((1, 5), (1, 20))}})
    run("--codec", "zvc", "--heatmap", "warm.png", "warm")
    row = pixels("warm.png")[0]
    result([] if (row[12], row[14], row[16]) == (PALE, ORANGE, WHITE) else row[12:18],
           "lines of one sector and of three")
    write_set("tall", {"a": {1: (zeros * 64 + raw * 64) * 1100}})
    run("--codec", "zvc", "--heatmap", "tall.png", "-T", "2", "tall")
    rows = pixels("tall.png")
    result([] if len(rows) == 1100 and {p for row in rows[::9] for p in row[12:]} == {YELLOW} else
           [len(rows)], "a tall set is averaged by rows")
    write_set("long", {"a": {p: (zeros if p % 2 else raw) * 64 for p in range(40)}})
    run("--codec", "zvc", "--heatmap", "long.png", "long")
    row = pixels("long.png")[0]
    strips = [row[12 + 132 * s] for s in range((len(row) - 8) // 132)]
    result([] if strips == [(RED, BLUE)[s * 39 // 15 % 2] for s in range(16)] else strips,
           "of many points 16 are shown, the first and the last among them")


def check_plots():
    run("--codec", "zvc", "--targets", "t.json", "--plots", "plots", "hand")
    names = sorted(os.listdir("plots"))
    svgs = [xml.parse(f"plots/{name}").getroot().tag for name in names if name.endswith(".svg")]
    with open("plots/time.csv", encoding="utf-8") as file:
        rows = [line.split(",") for line in file.read().splitlines()]
    zero = [float(row[rows[0].index("zero")]) for row in rows[1:]]
    due = [100 * 5 / 200, 100 * 5 / 300, 100 * 5 / 300, 100 * 5 / 300]
    result([] if len(names) == 14 and len(svgs) == 7 and
           all(tag == "{http://www.w3.org/2000/svg}svg" for tag in svgs) and
           all(abs(a - b) < 1e-6 for a, b in zip(zero, due)) else [names, rows],
           "plots, and their figures as tables")
    again = run("--plots", "plots", "hand", status=2).stderr
    run("--plots", "plots", "-f", "hand")
    put("plots/mine.txt", b"mine")
    ours = run("--plots", "plots", "-f", "hand", status=2).stderr
    result([] if "--force" in again and "mine.txt" in ours else [again, ours],
           "a folder that is there is replaced with --force alone, and not if it has other files")


# ---- forms of sets ----

def npy(data):
    head = f"{{'descr': '|u1', 'fortran_order': False, 'shape': ({len(data)},), }}"
    head = head.ljust(117) + "\n"
    return b"\x93NUMPY\1\0" + struct.pack("<H", len(head)) + head.encode() + data


def core(segments, machine=62, kind=4, form=(2, 1)):
    """An ELF core of (address, bytes, flags)."""
    at = 64 + 56 * len(segments)
    head = b"\x7fELF" + bytes(form) + bytes(10) + struct.pack(
        "<HHIQQQIHHHHHH", kind, machine, 1, 0, 64, 0, 0, 64, 56, len(segments), 0, 0, 0)
    table, body = b"", b""
    for address, data, flags in segments:
        table += struct.pack("<IIQQQQQQ", 1, flags, at + len(body), address, 0, len(data),
                             len(data), 4096)
        body += data
    return head + table + body


def facts(answer):
    """The results that do not depend on names and paths."""
    return [answer["steps"], answer["transitions"],
            [(a["target"], a["points"]) for a in answer["allocations"]]]


def check_forms():
    due = facts(ask("--codec", "zvc", "hand"))
    for name, points in BY_HAND.items():
        for point, content in points.items():
            put(f"flat/{name}.p{point}.bin", content)
            put(f"odd/p-{int(point):03}_{name}.raw", content)
            put(f"arrays/{point}/{name}.npy", npy(content))
            put(f"words/{'abcd'[int(point) - 1]}/{name}.bin", content)
    put("flat/notes.txt", b"of no interest")
    put("words/snapshots.json", json.dumps({"linepress_snapshots": 1, "points": [
        {"point": p, "fraction": 0.25 * i} for i, p in enumerate("abcd")]}).encode())
    result([] if facts(ask("--codec", "zvc", "flat")) == due else ["other"], "flat files")
    pattern = ("--split", "p-{point}_{allocation}.raw")
    odd = facts(ask("--codec", "zvc", *pattern, "odd"))
    result([] if json.dumps(odd).replace('"00', '"') == json.dumps(due) else ["other"],
           "flat files with a pattern of their own")
    result([] if facts(ask("--codec", "zvc", "arrays")) == due else ["other"], ".npy files")
    parts = [run("--json", "--targets", "t.json", "--point", point, *more, folder,
                 command="buddy").stdout.replace(folder, "").replace('"004"', '"4"')
             for folder, point, more in (("hand", "4", ()), ("odd", "004", pattern))]
    result([] if parts[0] == parts[1] else parts, "and so for `buddy`")
    words = ask("--codec", "zvc", "words")
    text = json.dumps(facts(words))
    for number, letter in zip("1234", "abcd"):
        text = text.replace(f'"point": "{letter}"', f'"point": "{number}"')
    result([] if text == json.dumps(due) and [p["fraction"] for p in words["points"]] ==
           [0, 0.25, 0.5, 0.75] else ["other"], "points in the order of snapshots.json")
    put("words/snapshots.json", json.dumps({
        "linepress_snapshots": 1, "points": [{"point": p} for p in "dcba"],
        "allocations": [{"name": "idle", "address": "0x7f00"}, {"name": "grid", "address": 99999,
                                                                 "dtype": "BF16"},
                        {"name": "noise", "address": "0xff", "site": "main+4"}]}).encode())
    words = ask("--codec", "zvc", "words")
    result([] if [a["name"] for a in words["allocations"]] == ["noise", "idle", "grid"] and
           words["allocations"][0]["site"] == "main+4" and
           [p["point"] for p in words["points"]] == list("dcba") else [words["points"]],
           "and allocations in the order of addresses")
    codecs = {a["name"]: a["codec"] for a in ask("words")["allocations"]}
    result([] if codecs == {"noise": "bpc", "idle": "bpc", "grid": "ebd"} else [str(codecs)],
           "and the codec of a type that snapshots.json names")
    order = ("grid", "idle", "noise")
    for point in "1234":
        put(f"core.{point}", core([(4096 * (n + 1), BY_HAND[name][point], 6)
                                   for n, name in enumerate(order) if point in BY_HAND[name]] +
                                  [(1 << 20, b"code" * 999, 5)]))
    cores = ask("--codec", "zvc", *(f"core.{p}" for p in "1234"))
    result([] if facts(cores) == due and
           [a["name"] for a in cores["allocations"]] == ["at-1000", "at-2000", "at-3000"]
           else ["other"], "cores, of which only writable segments count")


# ---- bad input ----

def bad(what, words, *options, command="profile"):
    done = run(*options, status=2, command=command)
    said = done.stderr.splitlines()
    wrong = [] if not done.stdout and len(said) == 1 and said[0].startswith("linepress: ") and \
        all(word in said[0] for word in words) else [done.stdout, *said]
    result(wrong, f"bad: {what}")


def check_bad_sets():
    a = b"x" * 300
    os.makedirs("empty")
    bad("a set with no file", ["nothing"], "empty")
    bad("no operand", ["no folder"])
    bad("nothing there", ["No such file"], "nowhere")
    put("words2/first/a.bin", a)
    bad("points without order", ["no order"], "words2")
    put("same/1/a.bin", a)
    put("same/01/a.bin", a)
    bad("two points of one number", ["same number"], "same")
    put("twice/1/a.bin", a)
    put("twice/1/a.npy", npy(a))
    bad("an allocation twice", ["twice"], "twice")
    put("zero/1/a.bin", b"")
    bad("an allocation of 0 bytes", ["0 bytes"], "zero")
    for number, name in enumerate(("a b", "a\nb", "a\x7fb", "n" * 140)):
        put(f"name{number}/1/{name}.bin", a)
        bad(f"a name like {name[:9]!r}", ["no name of an allocation"], f"name{number}")
    put("blank/1 2/a.bin", a)
    bad("a point with a blank", ["no name of a point"], "blank")
    put("short/1/a.npy", npy(a)[:-1])
    bad("an .npy file cut short", ["truncated"], "short")
    put("nopy/1/a.npy", a)
    bad("a file that is no .npy", ["not an .npy"], "nopy")
    put("mixed/1/a.bin", a)
    put("mixed/a.p1.bin", a)
    bad("folders and files", ["both"], "mixed")
    put("unsplit/a1.bin", a)
    bad("a name that --split does not fit", ["--split"], "unsplit")
    for pattern in ("{allocation}", "{allocation}{point}", "{point}.{point}.{allocation}"):
        bad(f"--split {pattern}", ["--split takes"], "--split", pattern, "hand")
    os.makedirs("fifo/1")
    os.mkfifo("fifo/1/a.bin")
    bad("a fifo", ["no regular file"], "fifo")
    bad("two folders", ["set of its own"], "hand", "flat")


def check_bad_json():
    good = {"linepress_snapshots": 1, "points": [{"point": "1"}],
            "allocations": [{"name": "a", "address": 1}]}
    put("described/1/a.bin", b"x" * 300)
    put("described/1/b.bin", b"x" * 300)
    for what, words, change in (
            ("version 2", ["is not 1"], {"linepress_snapshots": 2}),
            ("a point too many", ["no file of the point"], {"points": [{"point": "2"}]}),
            ("a point twice", ["twice"], {"points": [{"point": "1"}] * 2}),
            ("no points", ["no order"], {"points": []}),
            ("a fraction of 2", ["fraction"], {"points": [{"point": "1", "fraction": 2}]}),
            ("an unknown allocation", ["no file of the allocation"],
             {"allocations": [{"name": "c"}]}),
            ("an allocation twice", ["twice"], {"allocations": [{"name": "a"}] * 2}),
            ("an address of one alone", ["1 of 2"], {}),
            ("a bad address", ["address"], {"allocations": [{"name": "a", "address": "7f"}]}),
            ("a type that is a number", ["dtype"], {"allocations": [{"name": "a", "dtype": 7}]}),
            ("a type with a blank", ["dtype"], {"allocations": [{"name": "a", "dtype": "a b"}]})):
        put("described/snapshots.json", json.dumps({**good, **change}).encode())
        bad(f"snapshots.json with {what}", ["snapshots.json", *words], "described")
    put("described/snapshots.json", json.dumps(good).encode() + b" " * (8 << 20))
    bad("snapshots.json of more than 8 MiB", ["bytes"], "described")
    os.remove("described/snapshots.json")
    os.mkfifo("described/snapshots.json")
    bad("snapshots.json that is a fifo", ["no regular file"], "described")
    os.remove("described/snapshots.json")
    put("described/snapshots.json", b"{")
    bad("snapshots.json that is no JSON", ["not JSON"], "described")


def check_bad_cores():
    segment = (4096, b"x" * 300, 6)
    good = core([segment])
    for what, words, data in (
            ("cut in its header", ["cut short"], good[:40]),
            ("cut in its segments", ["cut short"], good[:100]),
            ("cut in its bytes", ["cut short"], good[:-1]),
            ("of another machine", ["another machine"], core([segment], machine=8)),
            ("of 32 bits", ["another machine"], core([segment], form=(1, 1))),
            ("of the other byte order", ["another machine"], core([segment], form=(2, 2))),
            ("that is a program", ["no core"], core([segment], kind=2)),
            ("that is none", ["neither"], b"hello"),
            ("without bytes", ["empty"], b""),
            ("without writable segments", ["no writable"], core([(4096, b"x" * 300, 5)])),
            ("with a segment twice", ["twice"], core([segment, segment]))):
        put("core.bad", data)
        bad(f"a core {what}", words, "core.bad")
    put("core.x", good)
    put("core.a", core([segment], machine=183))
    put("core.many", core([(4096 * n, b"x", 6) for n in range(16385)]))
    bad("16,385 allocations", ["more than 16384"], "core.many")
    bad("2,049 points", ["more than 2048"], *["core.x"] * 2049)
    bad("cores of two machines", ["another machine"], "core.x", "core.a")


def check_bad_targets():
    row = {"name": "grid", "bytes": 12800, "target": "2"}
    good = {"linepress_targets": 1, "page": "64k", "codec": {"2": "zvc"}, "allocations": [row]}
    for what, words, change in (
            ("of version 2", ["version 2"], {"linepress_targets": 2}),
            ("of no version", ["no target file"], {"linepress_targets": "1"}),
            ("of another page", ["page"], {"page": "4k"}),
            ("of an unknown codec", ["codec"], {"codec": {"2": "lz4"}}),
            ("of a codec for 3", ["codec"], {"codec": {"3": "zvc"}}),
            ("with an unknown target", ["unknown \"target\""],
             {"allocations": [{**row, "target": "3"}]}),
            ("with no size", ["bytes"], {"allocations": [{**row, "bytes": 0}]}),
            ("with a bad name", ["name"], {"allocations": [{**row, "name": "a/b"}]}),
            ("with an allocation twice", ["twice"], {"allocations": [row, row]}),
            ("without allocations", ["no list"], {"allocations": 3})):
        put("bad.json", json.dumps({**good, **change}).encode())
        bad(f"a target file {what}", ["bad.json", *words], "--apply", "bad.json", "hand")
        bad(f"the same for `buddy`: {what}", ["bad.json", *words], "--targets", "bad.json", "hand",
            command="buddy")
    put("bad.json", b"[1")
    bad("a target file that is no JSON", ["not JSON"], "--apply", "bad.json", "hand")
    put("other.json", json.dumps({**good, "allocations": [
        row, {**row, "name": "gone"}, {**row, "name": "idle", "bytes": 1}]}).encode())
    said = run("--apply", "other.json", "hand").stderr.splitlines()
    named = [any(f"'{name}'" in line for line in said) for name in ("gone", "idle", "noise")]
    strict = run("--apply", "other.json", "--strict", "hand", status=2)
    result([] if all(named) and len(said) == 3 and not strict.stdout else said,
           "targets of other allocations and sizes are named, and fail with --strict")
    loose = run("--targets", "other.json", "hand", command="buddy").stderr.splitlines()
    buddy = run("--targets", "other.json", "--strict", "hand", status=2, command="buddy")
    result([] if loose == said and not buddy.stdout and "--strict" in buddy.stderr else
           [*loose, buddy.stderr], "and `buddy` says the same")


def check_bad_use():
    for words in (["--threshold", "1.1"], ["--threshold", "0.1234567"], ["--threshold", "-1"],
                  ["--threshold", "."], ["--max-ratio", "0.5"], ["--max-ratio", "17"],
                  ["--rule", "best"], ["--page", "4k"], ["--device", "0"], ["--codec", "lz4"],
                  ["-T", "9999999"], ["--strict"], ["--bogus"],
                  ["--apply", "t.json", "--page", "2m"], ["--apply", "t.json", "--codec", "zvc"]):
        bad(" ".join(words), [], *words, "hand")
    bad("--target beside --targets", ["--target"], "--targets", "t.json", "--target", "2", "hand",
        command="buddy")
    bad("--point of a file", ["--point"], "--point", "1", "hand/1/grid.bin", command="buddy")
    bad("--point that is not there", ["no point"], "--targets", "t.json", "--point", "9", "hand",
        command="buddy")
    for option in ("--targets", "--heatmap"):
        if os.path.exists("/dev/full"):
            bad(f"{option} on a full disk", ["No space"], option, "/dev/full", "hand")
        bad(f"{option} where nothing can be", ["nowhere"], option, "nowhere/out", "hand")


def check_memory():
    """A sparse file of 256 MiB; the sanitizers' own memory is not counted."""
    if "ASAN_OPTIONS" in os.environ or "TSAN_OPTIONS" in os.environ:
        return
    os.makedirs("large/1")
    with open("large/1/a.bin", "wb") as file:
        file.truncate(1 << 28)
    most = (64 << 20, 64 << 20)
    done = subprocess.run([LINEPRESS, "profile", "--heatmap", "large.png", "large"],
                          preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, most),
                          stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, check=False)
    result([] if done.returncode == 0 else [done.stderr],
           "a set of 256 MiB in 64 MiB of address space")


def check_no_room():
    """A limit on the size of files simulates a full disk; no file is left."""
    before = sorted(os.listdir("."))
    for option, out in (("--plots", "full.plots"), ("--heatmap", "full.png"),
                        ("--targets", "full.json")):
        done = subprocess.run([LINEPRESS, "profile", option, out, "hand"], stderr=subprocess.PIPE,
                              preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE,
                                                                    (90, 90)),
                              stdout=subprocess.DEVNULL, check=False, universal_newlines=True)
        said = done.stderr.splitlines()
        result([] if done.returncode == 2 and len(said) == 1 and "full" in said[0] and
               sorted(os.listdir(".")) == before else [done.returncode, *said],
               f"no room for {option}: one line, nothing left")
    with open("/dev/full", "wb") as full:
        done = subprocess.run([LINEPRESS, "profile", "hand"], stdout=full, check=False,
                              stderr=subprocess.PIPE, universal_newlines=True)
    result([] if done.returncode == 2 and len(done.stderr.splitlines()) == 1 else [done.stderr],
           "no room for the report")


def main():
    folder = tempfile.mkdtemp()
    os.chdir(folder)
    try:
        check_by_hand()
        check_caps()
        check_groups()
        check_random(40)
        check_apply()
        check_codecs_of_lines()
        check_traces()
        check_heat()
        check_plots()
        check_forms()
        check_bad_sets()
        check_bad_json()
        check_bad_cores()
        check_bad_targets()
        check_bad_use()
        check_no_room()
        check_memory()
    finally:
        os.chdir("/")
        shutil.rmtree(folder)
    return end()


sys.exit(main())
