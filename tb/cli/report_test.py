#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""`linepress report`: its data are those of `linepress profile`, it is one file that loads nothing,
and, where Chromium is, it is drawn without an error and answers to the keyboard."""
import json
import os
import random
import re
import stat
import struct
import subprocess
import sys
import tempfile

import browser

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from tap import end, result, skip  # noqa: E402

LINEPRESS = os.path.abspath(os.environ.get("LINEPRESS",
                                           os.environ.get("BUILD", "build") + "/linepress"))
SEED = int(os.environ.get("LP_SEED", "1"))
CODECS = ("zvc", "bpc", "xzvc", "ebd", "mixed")
ORDER = (*CODECS, "grp16")  # the last only if it is asked for
SIZES = (0, 8, 16, 32, 64, 80, 96, 128)
NAMESPACE = "http://www.w3.org/2000/svg"
LARGEST = 3 << 20  # bytes, of 1,000 allocations at ten points


def run(command, *options, status=0):
    done = subprocess.run([LINEPRESS, command, *map(str, options)], stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, check=False)
    assert done.returncode == status, (command, options, done.returncode, done.stderr)
    return done


def profile(*options):
    return json.loads(run("profile", "--json", *options).stdout)


def page_of(*options):
    run("report", "-f", "-o", "page.html", *options)
    with open("page.html", encoding="utf-8") as file:
        return file.read()


def data_of(page):
    return json.loads(re.search(r'<script type="application/json" id="data">\n(.*?)\n</script>',
                                page, re.S).group(1))


def put(path, data):
    os.makedirs(os.path.dirname(path) or ".", exist_ok=True)
    with open(path, "wb") as file:
        file.write(data)


# ---- sets ----

def dense(words):
    """A line of this many non-zero words: 4 + 4 * words bytes with ZVC."""
    return struct.pack("<32I", *[0x01020304] * words + [0] * (32 - words))


def random_content(rng, most):
    kind = rng.choice((1, 4, 12, 20, 32))
    body = b"".join(struct.pack("<32I", *[rng.getrandbits(rng.choice((4, 16, 32)))
                                          if rng.random() < kind / 32 else 0 for _ in range(32)])
                    for _ in range(rng.randint(1, most)))
    return body[:len(body) - rng.randrange(128)]


def random_set(rng, folder):
    points, names = rng.randint(1, 5), [f"t{i}" for i in range(rng.randint(1, 6))]
    for name in names:
        live = [p for p in range(points) if rng.random() < 0.8] or [0]
        same = random_content(rng, 300)
        for p in live:
            put(f"{folder}/{p}/{name}.bin", same if rng.random() < 0.4
                else random_content(rng, 300))


def npy(array_type, content):
    head = f"{{'descr': '{array_type}', 'fortran_order': False, 'shape': ({len(content)},)}}\n"
    return b"\x93NUMPY\1\0" + struct.pack("<H", len(head)) + head.encode() + content


def known_set(folder):
    """ZVC: 100 lines of 0 to 4 sectors each, at two points; an .npy file; a container; names."""
    rows = b"".join(dense(words) * 100 for words in (0, 5, 12, 20, 31))
    put(f"{folder}/1/rows.bin", rows)
    put(f"{folder}/2/rows.bin", rows[:400 * 128])
    for point in "12":
        put(f"{folder}/{point}/typed.npy", npy("|u1", bytes(300)))
        put(f"{folder}/{point}/model.bin", struct.pack("<Q", 64) + b'{"a":' + bytes(499))
        put(f"{folder}/{point}/<b>&'\"<!--.bin", dense(3))
        put(f"{folder}/{point}/idle.bin", dense(0) * 85 + dense(1) * 10 + dense(3) * 5)
        put(f"{folder}/{point}/grows.bin", dense(31) * (10 if point == "1" else 40) +
            dense(2) * (90 if point == "1" else 60))
    put(f"{folder}/snapshots.json", json.dumps({
        "linepress_snapshots": 1, "allocations": [
            {"name": name, "address": hex(0x10000 * i + 4 * (name == "typed"))}
            for i, name in enumerate(("rows", "typed", "model", "<b>&'\"<!--", "grows", "idle"),
                                  1)],
    }).encode())


# ---- data against the profile ----

def read_cells(text):
    cells = []
    for part in text.split(";"):
        numbers = [int(n or "0", 36) for n in part.split(",")] if part not in "=-" else None
        cells.append(cells[-1] if part == "=" else numbers)
    return cells


def whole_row(row, points, codec):
    """The allocation's row as `profile --json` has it."""
    cells = read_cells(row["cells"][ORDER.index(codec)])
    groups = ((0,), (1, 2, 3), (4,), (5, 6), (7,))
    return {**{k: v for k, v in row.items() if k not in
               ("dtype", "bytes_at", "warnings", "sweep", "cells")},
            "points": [{"point": point, "lines": sum(sizes),
                        "sectors": [sum(sizes[i] for i in group) for group in groups],
                        "sizes": {str(s): n for s, n in zip(SIZES, sizes)},
                        "over8": sum(sizes[2:])}
                       for point, (_, *sizes) in
                       ((p, c) for p, c in zip(points, cells) if c is not None)]}


def differences(data, due, name):
    """Lines about where the report's data are not those of the profile."""
    found = dict(data["profile"], allocations=[
        whole_row(row, [p["point"] for p in due["points"]], row["codec"])
        for row in data["allocations"]])
    return [f"{name}: {key}: {json.dumps(found.get(key))[:150]}, not {json.dumps(due[key])[:150]}"
            for key in due if found.get(key) != due[key]]


def check_codecs(data, options):
    """The cells of every codec are those of a profile with that codec alone, bits included."""
    wrong = []
    for codec in CODECS:
        due = profile("--codec", codec, *options)
        points = [p["point"] for p in due["points"]]
        for row, of in zip(data["allocations"], due["allocations"]):
            if whole_row(row, points, codec)["points"] != of["points"]:
                wrong.append(f"{codec}: {row['name']}")
        for p, point in enumerate(due["points"]):
            bits = sum(c[0] for row in data["allocations"]
                       if (c := read_cells(row["cells"][CODECS.index(codec)])[p]) is not None)
            if abs(point["lines"] * 1024 / bits - point["ratio"]["bits"]) > 1e-6:
                wrong.append(f"{codec}: bits of point {p}")
    return wrong


def at_step(row, step):
    return [entry for entry in row["sweep"] if entry[0] <= step][-1]


def check_sweep(data, options, steps):
    wrong = []
    for step in steps:
        due = profile("--threshold", step / 100, *options)
        sweep, zero = data["sweep"], due["steps"]["zero"]
        got = [at_step(row, step)[1:] for row in data["allocations"]]
        if got != [[a["target"], a["codec"]] for a in due["allocations"]]:
            wrong.append(f"targets at {step} %: {got}")
        for key in ("ratio", "frames", "lines", "buddy_lines"):
            if sweep[key][step] != zero[key]:
                wrong.append(f"{key} at {step} %: {sweep[key][step]}, not {zero[key]}")
    return wrong


def check_random():
    rng, wrong = random.Random(SEED), []
    for number in range(6):
        random_set(rng, f"random{number}")
        for options in (["--codec", rng.choice(CODECS)], ["--codec", "by-target"],
                        ["--codec", "grp16", "--threshold", "0.4"],
                        ["--rule", "pooled", "--max-ratio", "2.5", "--threshold", "0.17"],
                        ["--page", "2m", "--bandwidth", "--zero-threshold", "0.05"]):
            options.append(f"random{number}")
            data = data_of(page_of(*options))
            wrong += differences(data, profile(*options), " ".join(options))
            if data["codec_order"] != list(ORDER if "grp16" in options else CODECS):
                wrong.append(f"{options}: codecs {data['codec_order']}")
        wrong += check_codecs(data, [f"random{number}"])
    result(wrong, f"the data are those of the profile (seed {SEED})")
    wrong = []
    for options in (["--codec", "zvc"], ["--codec", "by-target", "--rule", "pooled"],
                    ["--codec", "grp16"], ["--zero-threshold", "0.05"]):
        data = data_of(page_of(*options, "random1"))
        wrong += check_sweep(data, [*options, "random1"], (0, 5, 30, 62, 100))
    result(wrong, "targets of each threshold are those of the profile with it")


def check_applied():
    run("profile", "--codec", "zvc", "--threshold", "0.9", "--targets", "all.json", "-f", "known")
    options = ("--apply", "all.json", "known")
    wrong = differences(data_of(page_of(*options)), profile(*options), "apply")
    result(wrong, "targets of a file")


def check_known():
    """Figures that follow from how the set was made."""
    data = data_of(page_of("--codec", "zvc", "known"))
    rows = {row["name"]: row for row in data["allocations"]}
    heat, wrong = data["heat"], []
    digit = [heat["digits"][16 * s] for s in range(5)]
    due = ["".join(d * 100 for d in digit), "".join(d * 100 for d in digit[:4]) + " " * 100]
    for point, text in enumerate(due):
        if heat["lines"] != 1 or heat["points"][point][:500] != text:
            wrong.append(f"heat at {point}: {heat['points'][point][:60]}")
    if rows["typed"]["dtype"] != "|u1" or rows["rows"]["dtype"] is not None:
        wrong.append(f"types {rows['typed']['dtype']} {rows['rows']['dtype']}")
    if rows["rows"]["bytes_at"] != [64000, 51200]:
        wrong.append(f"bytes {rows['rows']['bytes_at']}")
    words = {"typed": "misaligned: address 0x20004 is byte 4", "grows": "unsteady: target",
             "model": "looks like a safetensors file"}
    for name, row in rows.items():
        if [words[name] in text for text in row["warnings"]] != [True] if name in words else \
                row["warnings"]:
            wrong.append(f"{name}: warnings {row['warnings']}")
    result(wrong, "heat, types and warnings of a set made by hand")
    many = b"".join(dense(i % 32) for i in range(70000))
    put("long/1/a.bin", many)
    heat = data_of(page_of("long"))["heat"]
    put("long/2/a.bin", many)
    put("long/3/a.bin", many)
    put("long/4/a.bin", many)
    four = data_of(page_of("long"))["heat"]
    due = [(1, 70000), (2, 35000)]
    got = [(h["lines"], len(h["points"][0])) for h in (heat, four)]
    result([] if got == due else [str(got)], "ranges of a large set have several lines")


def check_models():
    """Two files of tensors are two points; their tensors have names and types."""
    for point in "ab":
        weights, rows = dense(12 if point == "a" else 31) * 50, {}
        rows["layer/w"] = {"dtype": "F32", "shape": [50, 32], "data_offsets": [0, len(weights)]}
        rows["bias"] = {"dtype": "BF16", "shape": [64],
                        "data_offsets": [len(weights), len(weights) + 128]}
        head = json.dumps(rows).encode()
        put(f"{point}.safetensors",
            struct.pack("<Q", len(head)) + head + weights + dense(1))
    options = ("--codec", "zvc", "a.safetensors", "b.safetensors")
    data = data_of(page_of(*options))
    wrong = differences(data, profile(*options), "models")
    got = {row["name"]: (row["dtype"], row["bytes_at"], row["warnings"])
           for row in data["allocations"]}
    due = {"layer.w": ("F32", [6400, 6400]), "bias": ("BF16", [128, 128])}
    wrong += [f"{name}: {got.get(name)}" for name in due if got[name][:2] != due[name]]
    wrong += [] if not got["bias"][2] else [str(got["bias"])]
    only = data_of(page_of("--tensor", "b*", *options))["allocations"]
    wrong += [] if [row["name"] for row in only] == ["bias"] else [str(only)]
    result(wrong, "files of tensors as points of a run")


def check_containers():
    wrong = []
    for magic, word in ((b"GGUF\3\0\0\0", "GGUF"), (b"PK\3\4", "ZIP"),
                        (b"\x89HDF\r\n\x1a\n", "HDF5"), (npy("|u1", bytes(9)), "an .npy file"),
                        (b"\x7fELF\2\1\1" + bytes(9) + b"\4\0", "ELF core"),
                        (struct.pack("<Q", 100) + b'{"', "safetensors"),
                        (struct.pack("<Q", 1 << 40) + b'{"', None), (b"GGU", None),
                        (struct.pack("<Q", 64) + b"[]", None)):
        put("box/1/a.bin", magic)
        got = data_of(page_of("box"))["allocations"][0]["warnings"]
        if [word in text for text in got] != [True] if word else got:
            wrong.append(f"{magic}: {got}")
    result(wrong, "containers that were taken as raw bytes")


# ---- the file ----

def check_file():
    page = page_of("known")
    addresses = set(re.findall(r"[a-z]+://[^\s\"'`)]*", page)) - {NAMESPACE}
    wrong = [f"address {a}" for a in addresses]
    wrong += [f"loads {m}" for m in re.findall(r"(?:src|href)=\"(?!#)[^\"]*\"|@import|url\(|"
                                               r"fetch\(|XMLHttp|import\(", page)]
    for what in ("<!DOCTYPE html>", '<html lang="en">', "<title>", "<main>",
                 "@media (prefers-color-scheme: dark)"):
        wrong += [] if page.count(what) == 1 else [f"{page.count(what)} of {what}"]
    body = page[page.index('id="data">'):page.index("</script>", page.index('id="data">'))]
    wrong += ["'<' in the data"] if "<" in body else []
    result(wrong, "one file that loads nothing")
    out = run("report", "-o", "-", "known").stdout.decode()
    result([] if out == page else ["differs"], "standard output")


def check_outputs():
    wrong = []

    def refused(words, *options):
        done = run("report", *options, status=2)
        said = done.stderr.decode().splitlines()
        if done.stdout or len(said) != 1 or not all(w in said[0] for w in words):
            wrong.append(f"{options}: {said}")

    put("kept.html", b"mine")
    os.chmod("kept.html", stat.S_IRUSR)
    if os.getuid() != 0:
        refused(["kept.html"], "-o", "kept.html", "known")
    refused(["-o OUT"], "known")
    refused(["no folder"], "-o", "new.html")
    refused(["No such file"], "-o", "new.html", "nowhere")
    refused(["No such file"], "-o", "nowhere/new.html", "known")
    refused(["--threshold takes"], "-o", "new.html", "--threshold", "2", "known")
    refused(["--strict"], "-o", "new.html", "--strict", "known")
    put("gone/1/a.npy", npy("|u1", bytes(10))[:-1])
    refused(["truncated"], "-o", "kept.html", "gone")
    with open("kept.html", "rb") as file:
        wrong += [] if file.read() == b"mine" else ["kept.html was replaced"]
    wrong += ["new.html is there"] if os.path.exists("new.html") else []
    wrong += [n for n in os.listdir(".") if n.startswith((".new", ".kept"))]
    result(wrong, "outputs that are refused")


def check_size():
    """1,000 allocations that differ at each of ten points."""
    rng = random.Random(SEED)
    lines = [random_content(rng, 1) for _ in range(400)]
    lines = [(line + bytes(128))[:128] for line in lines]
    for a in range(1000):
        for p in range(10):
            put(f"many/{p}/tensor{a:04}.bin", b"".join(rng.choices(lines, k=40)))
    run("report", "-f", "-T", "0", "-o", "many.html", "many")
    size = os.path.getsize("many.html")
    print(f"# 1,000 allocations of 40 lines at ten points: {size} bytes")
    result([] if size <= LARGEST else [f"{size} bytes"], "1,000 allocations at ten points: 3 MiB")


# ---- in a browser ----

ZVC = ("--codec", "zvc")
ROWS = """[...document.querySelectorAll("#table tbody tr")].map(r =>
  [...r.cells].map(c => c.textContent))"""
SET = """(() => {{ const e = document.getElementById("{0}"); e.value = {1};
  e.dispatchEvent(new Event("{2}", {{bubbles: true}})); }})()"""


def ratio_text(lines, sectors):
    return "\u221e" if sectors == 0 else f"{lines * 4 / sectors:.3f}"


def due_rows(codec_profiles, planned):
    """The texts of the table, from profiles alone."""
    rows = {}
    for i, a in enumerate(planned["allocations"]):
        cells = [a["name"], f"{a['bytes']:,}".replace(",", "\u202f")]
        zeros = sum(p["sizes"]["0"] for p in a["points"]) / sum(p["lines"] for p in a["points"])
        cells.append(f"{100 * zeros:.3f}")
        for of in codec_profiles:
            points = of["allocations"][i]["points"]
            cells.append(ratio_text(sum(p["lines"] for p in points),
                                    sum(s * n for p in points
                                        for s, n in enumerate(p["sectors"]))))
        rows[a["name"]] = cells + [
            a["target"], a["codec"], f"{100 * (a['buddy_fraction'] or 0):.3f}",
            f"{100 * a['worst_fraction']:.3f}"]
    return rows


def shown_rows(page):
    # Without the type and the warnings.
    return {r[0]: [r[0], *r[2:-1]] for r in page.run(ROWS)}


def compare_rows(got, due):
    return [f"{name}: {got.get(name)}, not {row}" for name, row in due.items()
            if got.get(name) != row] + ([] if len(got) == len(due) else [f"{len(got)} rows"])


def check_drawn(page):
    run("report", "-f", "-o", "drawn.html", *ZVC, "known")
    profiles, wrong = [profile("--codec", c, "known") for c in CODECS], []
    for width in (400, 1400):
        for dark in (False, True):
            name = f"{width} px, {'dark' if dark else 'light'}"
            page.errors.clear()
            page.view(width, 900, dark)
            page.open("drawn.html")
            wrong += [f"{name}: {line}"
                      for line in compare_rows(shown_rows(page), due_rows(profiles,
                                                                          profile(*ZVC, "known")))]
            over = page.run("document.documentElement.scrollWidth - innerWidth")
            wrong += [f"{name}: {over} px too wide"] if over > 0 else []
            back = page.run("getComputedStyle(document.body).backgroundColor")
            light = sum(map(int, re.findall(r"\d+", back)[:3])) > 384
            wrong += [f"{name}: background {back}"] if light == dark else []
            wrong += [f"{name}: {error}" for error in page.errors]
            if os.environ.get("LP_PICTURES"):
                page.picture(f"{os.environ['LP_PICTURES']}/report-{width}-{int(dark)}.png")
    result(wrong, "drawn at 400 and 1400 px, dark and light, with the numbers of the profile")


def check_controls(page):
    page.errors.clear()
    page.view(1400, 900)
    page.open("drawn.html")
    profiles, wrong = [profile("--codec", c, "known") for c in CODECS], []
    page.run(SET.format("threshold", 85, "input"))
    due = due_rows(profiles, profile("--threshold", "0.85", *ZVC, "known"))
    wrong += compare_rows(shown_rows(page), due)
    said = page.run('document.getElementById("sweep-text").textContent')
    ratio = profile("--threshold", "0.85", *ZVC, "known")["steps"]["zero"]["ratio"]
    wrong += [] if f"Threshold 85 %: ratio {ratio:.3f}," in said else [said]
    page.run('document.getElementById("reset").click()')
    wrong += compare_rows(shown_rows(page), due_rows(profiles, profile(*ZVC, "known")))
    page.run(SET.format("point", 1, "input"))
    only = {p["point"]: p for p in profile(*ZVC, "known")["points"]}["1"]
    facts = page.run('document.getElementById("facts").innerText.replace(/\\n/g, " ")')
    wrong += [] if f"{only['ratio']['sectors']:.3f}" in facts else [f"point 1: {facts}"]
    for measure in ("bits", "sizes"):
        page.run(SET.format("measure", f'"{measure}"', "change"))
        facts = page.run('document.getElementById("facts").innerText.replace(/\\n/g, " ")')
        wrong += [] if f"{only['ratio'][measure]:.3f}" in facts else [f"{measure}: {facts}"]
    page.run('document.querySelectorAll("#table thead button")[2].click()')
    sizes = [int(r[2].replace("\u202f", "")) for r in page.run(ROWS)]
    wrong += [] if sizes == sorted(sizes, reverse=True) else [f"sorted {sizes}"]
    page.run(SET.format("filter", '"ROW"', "input"))
    names = [r[0] for r in page.run(ROWS)]
    wrong += [] if sorted(names) == ["grows", "rows"] else [str(names)]
    wrong += page.errors
    result(wrong, "sliders, choices, sorting and the filter")


def check_keyboard(page):
    page.errors.clear()
    page.open("drawn.html")
    at, wrong = "document.activeElement", []
    every = page.run("""[...document.querySelectorAll(
      "a[href], button, input, select, canvas, summary, [tabindex='0']")]
      .filter(e => !e.disabled && e.checkVisibility())
      .map((e, i) => (e.dataset.n = i, e.outerHTML.slice(0, 70)))""")
    seen = set()
    for _ in range(2 * len(every) + 10):
        page.key("Tab")
        seen.add(page.run(f"{at}.dataset.n"))
    wrong += [f"not reached: {text}" for i, text in enumerate(every) if str(i) not in seen]
    nameless = page.run("""[...document.querySelectorAll("button, input, select, canvas, .tile")]
      .filter(e => e.checkVisibility())
      .filter(e => !(e.ariaLabel || e.labels?.length || e.textContent.trim()))
      .map(e => e.outerHTML.slice(0, 70))""")
    wrong += [f"without a name: {text}" for text in nameless]
    page.run('document.querySelector(".tile[tabindex=\\"0\\"]").focus()')
    names = []
    for key in ("Home", "ArrowRight", "End", "Enter"):
        page.key(key)
        names.append(page.run('document.getElementById("detail-title").textContent'))
    sizes = {a["name"]: a["bytes"] for a in profile(*ZVC, "known")["allocations"]}
    order = [sizes.get(name) for name in names]
    due = sorted(sizes.values(), reverse=True)
    wrong += [] if order == [due[0], due[1], due[-1], due[-1]] else [f"tiles {names}"]
    page.run('document.getElementById("heat").focus()')
    for key in ("Home", "ArrowRight"):
        page.key(key)
    said = page.run('document.getElementById("heat-text").textContent')
    wrong += [] if said.startswith("rows, lines 1 to 1, byte 0x80: 0.00 sectors") else [said]
    page.key("+")
    said = page.run('document.getElementById("heat-text").textContent')
    wrong += [] if re.match(r"\d+ of \d+ ranges of 1 line;", said.replace("\u202f", "")) and \
        int(said.split()[0]) < sum(-(-s // 128) for s in sizes.values()) else [said]
    wrong += page.errors
    result(wrong, "the keyboard reaches everything")


def time_of_large(page):
    """1,000 allocations. Other load lengthens the time until the first frame, but not the processor
    time of the page's thread, which has drawn all by then."""
    page.view(1400, 900)
    page.open("drawn.html")  # the first page of a browser takes longer
    page.call("Performance.enable", timeDomain="threadTicks")
    page.open("many.html")
    spent = page.run('performance.getEntriesByName("first-paint")[0].startTime')
    taken = {m["name"]: m["value"] for m in page.call("Performance.getMetrics")["metrics"]}
    print(f"# 1,000 allocations at ten points: first frame after {spent:.0f} ms, "
          f"{1000 * taken['TaskDuration']:.0f} ms of processor time")
    result([] if 0.01 < taken["TaskDuration"] < 1 else [str(taken["TaskDuration"])],
           "1,000 allocations are drawn in a second")


def check_browser():
    names = ("drawn", "time", "controls", "keyboard")
    try:
        tab = browser.Page(browser.find())
    except (OSError, RuntimeError) as error:
        for name in names:
            skip(f"in a browser: {name}", f"no Chromium that starts: {error}")
        return
    with tab as page:
        check_drawn(page)
        time_of_large(page)
        check_controls(page)
        check_keyboard(page)


def main():
    with tempfile.TemporaryDirectory() as work:
        os.chdir(work)
        known_set("known")
        check_random()
        check_applied()
        check_known()
        check_models()
        check_containers()
        check_file()
        check_outputs()
        check_size()
        check_browser()
        os.chdir("/")
    return end()


sys.exit(main())
