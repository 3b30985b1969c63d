#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""`linepress gpu`: counts against a second reader of the trace, results that must not depend on
jobs, links that cannot help, and input with errors."""
import csv
import hashlib
import json
import os
import random
import subprocess
import sys
import tempfile

import lpw

LINEPRESS = os.path.abspath(os.environ.get("LINEPRESS",
                                           os.environ.get("BUILD", "build") + "/linepress"))
TRACE = os.path.abspath("tb/data/workloads/traces/cg.lpw")
CONFIGS = os.path.abspath("cmodel/systems/gpu/configs")
TARGETS = {"linepress_targets": 1, "page": "64k", "codec": {"2": "bpc", "4": "bpc"}}


def call(*options):
    return subprocess.run([LINEPRESS, "gpu", *map(str, options)], stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, text=True, check=False, timeout=300)


def run(*options):
    done = call(*options)
    assert done.returncode == 0, (options, done.stderr)
    return done.stdout


def results(*options):
    return json.loads(run("--json", *options))


def refused(part, *options):
    """Exit status 2, and one line that has this part."""
    done = call(*options)
    assert done.returncode == 2, (options, done.returncode, done.stdout)
    assert done.stderr.count("\n") == 1 and part in done.stderr, (options, done.stderr)
    assert done.stdout == "", options
    return True


def counts_of(path):
    """Instructions, memory instructions and lines of loads, from the second reader."""
    with open(path, "rb") as file:
        reader = lpw.Reader(file.read())
    instructions = memory = lines = 0
    touched = set()
    for item in reader.items:
        for records in getattr(item, "warps", {}).values():
            for record in records:
                instructions += record.gap + (record.kind != lpw.END)
                if record.kind not in (lpw.LOAD, lpw.STORE, lpw.ATOMIC):
                    continue
                memory += 1
                here = {(a + b) // 128 for a in record.lanes.values()
                        for b in (0, record.width - 1)}
                lines += len(here) if record.kind == lpw.LOAD else 0
                touched |= here
    return instructions, memory, lines, len(touched)


def check_counts(work):
    del work
    out = results("--mode", "uncompressed", TRACE)
    instructions, memory, lines, touched = counts_of(TRACE)
    trace, one = out["trace"], out["runs"][0]
    yield "instructions", trace["warp_instructions"] == instructions
    yield "memory instructions", trace["memory_instructions"] == memory
    yield "lines of loads", one["l1"]["accesses"] == lines
    yield "bytes of lines that reach a slice", 0 < trace["touched_bytes"] <= 128 * touched
    yield "sum of the trace", out["hash"]["trace"] == hashlib.sha256(
        open(TRACE, "rb").read()).hexdigest()
    yield "every field", set(out["gpu"]) - {"name"} == set(
        json.load(open(CONFIGS + "/p100.json", encoding="utf-8"))["fields"])
    yield "time is no less than each bound", one["cycles"] >= max(one["bounds"].values())
    yield "a trace of Oclgrind", trace["source"] == "oclgrind"
    yield "speedup of the base", one["speedup"] == 1


def check_same(work):
    del work
    options = ("--json", "--spill", "0.1:4:2", "--seeds", 3, "--link", "50,150", TRACE)
    yield "the same bytes with 1 and 3 jobs", run("--jobs", 1, *options) == run("--jobs", 3,
                                                                               *options)
    out = results("--mode", "uncompressed,bandwidth", "--link", "20,50,150,200", TRACE)
    for mode in ("uncompressed", "bandwidth"):
        cycles = {r["cycles"] for r in out["runs"] if r["mode"] == mode}
        yield f"{mode}: no spill, the same at each link", len(cycles) == 1
    for memory in ("fixed", "dram"):
        out = results("--mode", "buddy", "--spill", "0.3:4:2", "--link", "5,50,150", "--memory",
                      memory, TRACE)
        cycles = [r["cycles"] for r in out["runs"]]
        yield f"{memory}: a link of 5 GB/s is slower", cycles[0] > 1.5 * cycles[2]
        yield f"{memory}: bound by the link", out["runs"][0]["bound_by"] == "link_from"
        counts = out["runs"][0]["metadata"]
        yield f"{memory}: hits and fills", counts["hits"] + counts["fills"] == counts["accesses"]
    free = results("--mode", "bandwidth", "--metadata", "free", TRACE)["runs"][0]
    yield "free metadata moves no sector", free["metadata"]["accesses"] == 0
    whole = results("--mode", "buddy", "--spill", "0.3:4:2", "--link", 10, TRACE)["runs"][0]
    split = results("--mode", "buddy", "--spill", "0.3:4:2", "--link", 10, "--link-split",
                    TRACE)["runs"][0]
    yield "shares of a link cannot be lent", split["cycles"] >= whole["cycles"]
    cycle = results("--engine", "cycle", "--mode", "buddy", "--spill", "0.3:4:2", TRACE)
    yield "the cycle engine", cycle["engine"] == "cycle" and cycle["runs"][0]["cycles"] > 0
    yield "another map", results("--map", "sector", TRACE)["map"] == "sector"
    yield "text", "bound by" in run(TRACE)


def check_sensitivity(work):
    del work
    out = results("--sweep", "sensitivity", "--mode", "bandwidth", TRACE)["runs"]
    fields = [(r["field"], r["value"]) for r in out if "field" in r]
    own = json.load(open(CONFIGS + "/p100.json", encoding="utf-8"))["fields"]
    assumed = {n for n, f in own.items() if f["source"].startswith("assumed") and f["value"] > 0}
    yield "sensitivity: each value once", len(fields) > 20 and len(set(fields)) == len(fields)
    yield "sensitivity: assumed fields that are not 0", {n for n, _ in fields} == assumed


def rows_of(path):
    with open(path, encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def counter(run, name):
    """A counter of the JSON by its column; None: it has no such name there."""
    for key in name.split("."):
        run = run.get(key) if isinstance(run, dict) else None
    return run


def check_stats(work):
    path, again = os.path.join(work, "stats.csv"), os.path.join(work, "again.csv")
    options = ("--spill", "0.3:4:2", "--link", "10,150", "--seeds", 2)
    out = results("--stats", path, "--every", 700, *options, TRACE)
    yield "stats: the results are those without", out == results(*options, TRACE)
    rows = rows_of(path)
    columns = [name for name in rows[0] if counter(out["runs"][0], name) is not None
               and name not in ("mode", "link", "metadata_cache", "seed")]
    yield "stats: counters that the JSON has", {
        "stall.l1", "stall.l2", "l1.hits", "l2.sector_misses", "overfetch_sectors", "device.busy",
        "device.row_hits", "link_use.from", "metadata.fills", "line_requests"} <= set(columns)
    wrong, many = [], True
    for one in out["runs"]:
        own = [row for row in rows if all(str(one[k]) == row[k] for k in ("mode", "seed"))
               and float(row["link"]) == one["link"]]
        wrong += [(one["mode"], name) for name in columns
                  if name != "device.busy" and
                  sum(int(row[name]) for row in own) != counter(one, name)]
        wrong += [row for row in own[:-1] if row["cycles"] != "700"]
        wrong += [row for at, row in enumerate(own, 1) if int(row["cycle"]) != 700 * at
                  and row is not own[-1]]
        wrong += [one["cycles"]] if int(own[-1]["cycle"]) < one["cycles"] else []
        issued = sum(int(row["warp_instructions"]) for row in own)
        wrong += [issued] if issued != out["trace"]["warp_instructions"] else []
        loads = sum(int(row["latency.loads"]) for row in own)
        mean = sum(int(row["latency.sum"]) for row in own) / loads
        wrong += [mean] if abs(mean - one["latency"]["mean"]) > 1e-6 * mean else []
        many = many and len(own) > 5
    yield f"stats: sums of a run's rows are its counters {wrong[:2]}", not wrong
    yield "stats: several rows of each run", many
    run("--stats", again, "--every", 700, "--jobs", 3, *options, TRACE)
    yield "stats: the same bytes with 3 jobs", open(path, "rb").read() == open(again, "rb").read()


def places(address, parts):
    """Numbers below powers of two, from the low end of an address; the last is the rest."""
    found = {}
    for name, below in parts:
        found[name], address = address % below, address // below
    return tuple(sorted({**found, "row": address}.items()))


def check_dram_trace(work):
    path = os.path.join(work, "sectors")
    options = ("--mode", "bandwidth", "--dram-trace", path, "--dram-format")
    one = results(*options, "dramsim3", TRACE)
    device, gpu = one["runs"][0]["device"], one["gpu"]
    sims = [line.split() for line in open(path, encoding="ascii")]
    yield "dramsim3: a line for each sector", (
        sum(s[1] == "READ" for s in sims), sum(s[1] == "WRITE" for s in sims)) == (
            device["read_sectors"], device["write_sectors"])
    times = [int(s[2]) for s in sims]
    yield "dramsim3: in the order of time", times == sorted(times) and times[-1] > 0
    yield "dramsim3: memory cycles", 0.5 < times[-1] * gpu["core_mhz"] / gpu["memory_mhz"] / one[
        "runs"][0]["cycles_cold"] <= 1
    run(*options, "ramulator", TRACE)
    rams = [line.split() for line in open(path, encoding="ascii")]
    column, bank = gpu["row_bytes"] // 32, gpu["banks"] // gpu["bank_groups"]
    pseudo, slices = ("pseudo", gpu["channels"]), ("slice", gpu["slices"])
    group = ("group", gpu["bank_groups"])
    low = [("sector", 32), ("column", column), group, ("bank", bank), pseudo, slices]
    high = [("sector", 32), slices, ("column", column), pseudo, group, ("bank", bank)]
    first = [places(int(s[0], 16), low) for s in sims]
    yield "ramulator: the same sectors", first == [places(int(r[1], 16), high) for r in rams] and [
        s[1] == "READ" for s in sims] == [r[0] == "LD" for r in rams]
    lines = {}
    for place in map(dict, first):
        key = tuple(place[k] for k in ("slice", "pseudo", "group", "bank", "row"))
        lines.setdefault(key, set()).add(place["column"])
    yield "rows: no more than were opened", 1 < len(lines) <= device["activations"]
    yield "rows: lines are in one", max(map(len, lines.values())) >= 4
    plain = results("--mode", "uncompressed", *options[2:], "dramsim3", TRACE)
    first = [dict(places(int(line.split()[0], 16), low)) for line in open(path, encoding="ascii")]
    yield "as many lines as reach a slice", len({tuple(
        p[k] // (4 if k == "column" else 1) for k in sorted(p)) for p in first}) == (
            plain["trace"]["touched_bytes"] // 128)
    first = [tuple(p.items()) for p in first]
    yield "sectors begin at whole 32 bytes", all(dict(p)["sector"] == 0 for p in first)
    yield "every slice and channel", {dict(p)["slice"] for p in first} == set(range(
        gpu["slices"])) and {dict(p)["pseudo"] for p in first} == set(range(gpu["channels"]))


def check_outputs(work):
    folder = os.path.join(work, "outputs")
    os.mkdir(folder)
    path = os.path.join(folder, "s")
    both = ("--stats", path, "--every", 900, "--dram-trace", path + "2", "--dram-format",
            "ramulator", "--mode", "bandwidth", TRACE)
    run(*both)
    yield "both outputs", sorted(os.listdir(folder)) == ["s", "s2"]
    old = open(path, "rb").read()
    stats, sectors = ("--stats", path, "--every"), ("--dram-trace", path, "--dram-format")
    for part, *options in (
            ("go together", *stats[:2]), ("go together", "--every", 9), ("every", *stats, 0),
            ("every", *stats, "x"), ("go together", *sectors[:2]),
            ("go together", "--dram-format", "dramsim3"), ("dram-format", *sectors, "dramsim"),
            ("one run", *sectors, "dramsim3"), ("one run", *sectors, "dramsim3", "--mode",
                                                "bandwidth", "--seeds", 2),
            ("--memory dram", *sectors, "dramsim3", "--mode", "bandwidth", "--memory", "fixed"),
            ("standard output", "--stats", "-", "--every", 9), ("256 runs", *stats, 9, "--seeds", 200),
            ("no such launch", *stats, 100, "--launch", 9),
            ("No space", "--stats", "/dev/full", "--every", 9),
            ("No space", "--dram-trace", "/dev/full", "--dram-format", "dramsim3", "--mode",
             "bandwidth"),
            ("No such file", "--stats", folder + "/none/s", "--every", 9),
            ("directory", "--stats", folder, "--every", 9),
            ("same file", *stats, 9, *sectors, "dramsim3", "--mode", "bandwidth")):
        yield f"refused: {' '.join(map(str, options))}", refused(part, *options, TRACE)
    yield "a run that fails leaves the old file alone", (
        sorted(os.listdir(folder)) == ["s", "s2"] and open(path, "rb").read() == old)


def check_targets(work):
    names = [item.name for item in lpw.Reader(open(TRACE, "rb").read()).items
             if isinstance(item, lpw.Buffer)]
    path = os.path.join(work, "targets.json")

    def write(rows):
        with open(path, "w", encoding="utf-8") as file:
            json.dump({**TARGETS, "allocations": [
                {"name": n, "bytes": 1, "target": t} for n, t in rows]}, file)

    write([(n, "2") for n in names])
    out = results("--mode", "buddy", "--targets", path, TRACE)["runs"][0]
    yield "targets: lines are compressed", out["metadata"]["accesses"] > 0
    write([(n, "none") for n in names])
    none = results("--mode", "uncompressed,buddy", "--targets", path, TRACE)["runs"]
    yield "target none is uncompressed memory", none[0]["cycles"] == none[1]["cycles"]
    write([(names[0], "2"), ("absent", "2")])
    yield "a row without a buffer", refused("absent", "--targets", path, TRACE)
    yield "a missing target file", refused("nothing.json", "--targets", "nothing.json", TRACE)


BAD = [("--gpu", "--gpu", "p101"), ("'P100'", "--gpu", "P100"), ("scale", "--scale", "0"),
       ("leaves no SM", "--scale", "64"), ("link", "--link", "0"), ("link", "--link", "x"),
       ("values with commas between them", "--link", "50,,100"), ("mode", "--mode", "bud"),
       ("twice", "--mode", "buddy,buddy"), ("needs --targets", "--mode", "buddy"),
       ("flow, cycle", "--engine", "cycle2"), ("memory", "--memory", "hbm"),
       ("powers of two", "--metadata-cache", "3000"), ("line", "--metadata-cache", "1024"),
       ("spill", "--spill", "1.5"), ("spill", "--spill", "0"), ("spill", "--spill", "0.1:0"),
       ("at most", "--spill", "0.1:1:3"), ("launch", "--launch", "0"),
       ("launch", "--launch", "3-2"), ("no such launch", "--launch", "9"),
       ("warm", "--warm", "1"), ("seeds", "--seeds", "0"), ("sweep", "--sweep", "fig99"),
       ("FIELD=VALUE", "--set", "sms"), ("power of two", "--set", "slices=12"),
       ("1 to 1024, not 0", "--set", "sms=0"), ("no field", "--set", "smms=3"), ("stores", "--stores", "next2"),
       ("--link has 1 twice", "--link", "1,2,1.0"),
       ("--metadata-cache has 65536 twice", "--metadata-cache", "64k,65536"),
       ("write_low is 8, which has to be below write_high, 1", "--set", "write_high=1"),
       ("more than dram_queue holds, 1", "--set", "dram_queue=1"),
       ("2 banks are less than one in each of 4", "--set", "banks=2"),
       ("copies", "--copies", "some"), ("no trace", "--json", None)]


def import_without_bytes(work):
    """The sample as an import of Accel-Sim's text, in which stores have no bytes."""
    folder, path = f"{work}/accelsim", f"{work}/imported.lpw"
    if os.path.exists(path):
        return path
    subprocess.run([LINEPRESS, "trace", "--to", "accelsim", folder, TRACE], check=True,
                   capture_output=True)
    subprocess.run([LINEPRESS, "trace", "--from", "accelsim", "--buffers",
                    f"{folder}/buffers.json", "-o", path, f"{folder}/kernelslist.g"], check=True,
                   capture_output=True)
    return path


def write_set(folder, points):
    """A snapshot set with these contents of the trace's buffers at each point."""
    buffers = [i for i in lpw.Reader(open(TRACE, "rb").read()).items if isinstance(i, lpw.Buffer)]
    for point, content_of in points:
        os.makedirs(os.path.join(folder, point))
        for one in buffers:
            with open(os.path.join(folder, point, one.name + ".bin"), "wb") as file:
                file.write(content_of(one))


def noise(buffer):
    drawn = random.Random(buffer.name)
    return drawn.randbytes(buffer.size)


def check_stores(work):
    imported, folder = import_without_bytes(work), os.path.join(work, "points")
    write_set(folder, (("1", noise), ("2", lambda b: b"\0" * b.size), ("3", noise)))
    path = os.path.join(work, "all.json")
    names = [name[:-len(".bin")] for name in os.listdir(f"{folder}/1")]
    with open(path, "w", encoding="utf-8") as file:
        json.dump({**TARGETS, "allocations": [
            {"name": n, "bytes": 1, "target": "2"} for n in names]}, file)
    small = ("--mode", "buddy", "--targets", path, "--set", "l2_bytes=8192")

    def stored(*options):
        out = results(*small, *options, imported)
        return out["trace"]["values"], out["runs"]

    keep, worst = stored("--stores", "keep"), stored("--stores", "worst")
    zeros = stored("--stores", "next", "--values", f"{folder}:1")
    raw = stored("--stores", "next", "--values", f"{folder}:2")
    yield "--stores next: no written line has a sector", (
        zeros[0] == "next" and zeros[1][0]["link_use"]["to"] == 0)
    yield "--stores worst: raw lines are written", worst[1][0]["link_use"]["to"] > 0
    yield "--stores next: noise is raw", raw[1] == worst[1] and raw[1] != zeros[1]
    yield "--stores next: and not what was", keep[1] != raw[1]
    yield "--stores next: the first point is the default", stored(
        "--stores", "next", "--values", folder) == zeros
    for part, *options in (
            ("go together", "--stores", "next"), ("go together", "--values", folder),
            ("last point", "--stores", "next", "--values", folder + ":3"),
            ("no point '4'", "--stores", "next", "--values", folder + ":4"),
            ("nowhere", "--stores", "next", "--values", "nowhere")):
        yield f"refused: {' '.join(options)[:40]}", refused(part, *options, imported)
    other = os.path.join(work, "other")
    for point in "12":
        os.makedirs(f"{other}/{point}")
        with open(f"{other}/{point}/absent.bin", "wb") as file:
            file.write(bytes(256))
    yield "refused: a set without the trace's buffers", refused(
        "no buffer that the set", "--stores", "next", "--values", other, imported)


def check_bad(work):
    for part, option, value in BAD:
        if value is None:
            yield f"refused: {option} alone", refused(part, option)
            continue
        word = part if part != "--gpu" else "p101"
        yield f"refused: {option} {value}", refused(word, option, value, TRACE)
    yield "refused: --map of a fixed memory", refused("--map has no effect", "--memory", "fixed",
                                                      "--map", "sector", TRACE)
    yield "refused: an unknown GPU, without a path", "/" not in call("--gpu", "p101", TRACE).stderr
    for word, option, value in (("free metadata", "--metadata", "free"),
                                ("port_bytes", "--set", "port_bytes=64"),
                                ("misses", "--set", "misses=3")):
        yield f"refused: --engine cycle {option} {value}", refused(
            word, "--engine", "cycle", option, value, TRACE)
    yield "refused: standard input", refused("standard input", "-")
    yield "refused: --show with a trace", refused("--show", "--show", "p100", TRACE)
    data = open(TRACE, "rb").read()
    path = os.path.join(work, "bad.lpw")
    for what, bad in (("cut", data[:-1000]), ("a wrong sum", data[:-1] + bytes([data[-1] ^ 1])),
                      ("empty", b""), ("version 3", data[:8] + b"\x03" + data[9:]),
                      ("more bytes", data + b"\0")):
        with open(path, "wb") as file:
            file.write(bad)
        yield f"refused: a trace that is {what}", refused("bad.lpw", path)
    yield "refused: no such trace", refused("none.lpw", "none.lpw")
    imported = import_without_bytes(work)
    yield "refused: stores without bytes", refused("stores", imported)
    for stores in ("keep", "worst"):
        yield f"stores without bytes: --stores {stores}", results(
            "--stores", stores, imported)["runs"][0]["cycles"] > 0
    done = subprocess.run(f"{LINEPRESS} gpu --json {TRACE} >/dev/full", shell=True, check=False,
                          stderr=subprocess.PIPE)
    yield "refused: a full disk", done.returncode == 2 and done.stderr != b""


def check_show(work):
    shown = os.path.join(work, "own.json")
    for name in ("p100", "v100", "a100", "h100", "gh200"):
        with open(shown, "w", encoding="utf-8") as file:
            file.write(run("--show", name))
        yield f"{name}: what is shown is its file", (
            json.load(open(shown, encoding="utf-8")) ==
            json.load(open(f"{CONFIGS}/{name}.json", encoding="utf-8")))
        mine, own = (results("--gpu", gpu, "--scale", 8, "--mode", "uncompressed", TRACE)["runs"]
                     for gpu in (name, shown))
        yield f"{name}: and runs as it", mine == own


def main():
    number, failed = 0, 0
    with tempfile.TemporaryDirectory() as work:
        for check in (check_counts, check_same, check_targets, check_sensitivity, check_bad, check_stores,
                      check_show, check_stats, check_dram_trace, check_outputs):
            for what, good in check(work):
                number += 1
                failed += not good
                print(f"{'ok' if good else 'not ok'} {number} - {what}")
    print(f"1..{number}")
    return failed > 0


if __name__ == "__main__":
    sys.exit(main())
