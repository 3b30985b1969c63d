#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""`linepress energy` against a second calculation from the bytes and `linepress profile`, and input
with errors."""
import array
import json
import os
import random
import subprocess
import sys

import answers
import bad_vdnn

COMMAND, PROFILE = answers.Command("energy"), answers.Command("profile")
call, results, refused = COMMAND.call, COMMAND.results, COMMAND.refused
SET = "tb/data/workloads/sets/wave"
TRACE = "tb/data/workloads/traces/cg.lpw"
MODES = ("uncompressed", "bandwidth", "buddy")
CONSTANTS = ("activation", "column", "sensing-io", "link", "crossings", "header",
             "compressed-toggle", "metadata-lines")
# Sectors of a line in device memory, by target.
ROOM = {"1.33": 3, "2": 2, "4": 1, "16": 0}


def toggle_of(folder):
    """Share of the bits that change from one 8-byte beat to the next."""
    flips = bits = 0
    for point in sorted(os.listdir(folder)):
        for name in sorted(os.listdir(f"{folder}/{point}")) if point.isdigit() else ():
            with open(f"{folder}/{point}/{name}", "rb") as file:
                data = file.read()
            before, after = (int.from_bytes(part, "little") for part in (data[:-8], data[8:]))
            flips += (before ^ after).bit_count()
            bits += 8 * (len(data) - 8)
    return flips / bits


def energies(profile, toggle, row_hits, metadata_hits):
    """[term in pJ] of each mode."""
    plain, packed, link, packets, metadata = ({m: 0 for m in MODES} for _ in range(5))
    for allocation in profile["allocations"]:
        room = ROOM.get(allocation["target"])
        for point in allocation["points"]:
            sectors = dict(enumerate(point["sectors"]))
            lines = sum(sectors.values())
            plain["uncompressed"] += 4 * lines
            for mode in ("bandwidth",) if room is None else ("bandwidth", "buddy"):
                plain[mode] += 4 * sectors[4]
                packed[mode] += sum(s * sectors[s] for s in (1, 2, 3))
            if room is None:
                plain["buddy"] += 4 * lines
                continue
            if allocation["target"] == "16":
                link["buddy"] += sum(s * n for s, n in sectors.items()) - point["sizes"]["8"]
                packets["buddy"] += lines - point["sizes"]["0"] - point["sizes"]["8"]
                metadata["buddy"] += lines * (1 - metadata_hits)
                continue
            link["buddy"] += sum((s - room) * n for s, n in sectors.items() if s > room)
            packets["buddy"] += sum(n for s, n in sectors.items() if s > room)
            metadata["buddy"] += lines * (1 - metadata_hits)
    return {m: [909 * (1 - row_hits) * (plain[m] + packed[m]), 1.51 * 256 * (plain[m] + packed[m]),
                1.97 * 256 * (toggle * plain[m] + packed[m]), 22 * 256 * link[m],
                22 * 256 * packets[m],
                metadata[m] * (909 * (1 - row_hits) + 256 * (1.51 + 1.97))] for m in MODES}


def same(modes, due):
    return all(answers.close(got, want) for mode in modes
               for got, want in zip([*mode["pj"].values(), mode["sum_pj"]],
                                    [*due[mode["mode"]], sum(due[mode["mode"]])]))


def write_set(folder):
    """Two points of five allocations, one for each target; some of their lines are raw."""
    draw = random.Random(1)
    for point in "12":
        os.makedirs(f"{folder}/{point}")
        for name, bits in (("a", 4), ("b", 12), ("c", 20), ("d", 32), ("e", 0)):
            words = array.array("I", (draw.getrandbits(bits if line % 10 else 32)
                                      for line in range(1024) for _ in range(32)))
            with open(f"{folder}/{point}/{name}.bin", "wb") as file:
                words.tofile(file)
    return folder


def check_energies(folder):
    profile, toggle = PROFILE.result(folder), toggle_of(folder)
    one = results(folder)[0]
    yield "toggle of the bytes", answers.close(one["toggle"], toggle)
    yield "in order: 31 of 32 sectors hit their row", one["modes"][0]["row_hits"] == 31 / 32
    yield "terms, second calculation", same(one["modes"],
                                            energies(profile, toggle, 31 / 32, 63 / 64))
    other = results("--row-hits", 0.4, "--metadata-hits", 0.9, "--toggle", 0.5, folder)[0]
    yield "other hits and toggle", same(other["modes"], energies(profile, 0.5, 0.4, 0.9))
    yield "ratios", all(answers.close(m["ratio"], m["sum_pj"] / one["modes"][0]["sum_pj"])
                        for m in one["modes"])


def check_set(work):
    made = write_set(work + "/made")
    targets = {a["target"] for a in PROFILE.result(made)["allocations"]}
    yield "the made set has every target", targets == {*ROOM, "none"}
    for folder in (SET, made):
        yield from ((f"{folder}: {name}", good) for name, good in check_energies(folder))
    one = results(made)[0]
    yield "each constant with its source", all(
        one["constants"][c]["source"].startswith("Buddy") for c in CONSTANTS)
    text = call("--help").stdout
    yield "the help has each constant", all(f"--{c} X" in text for c in CONSTANTS)
    for c in CONSTANTS[:-2]:
        twice = results(f"--{c}", 2 * one["constants"][c]["value"], made)[0]
        yield f"--{c}: more energy", twice["modes"][2]["sum_pj"] > one["modes"][2]["sum_pj"]
        yield f"--{c}: given", twice["constants"][c]["source"] == "given"
    paid = results("--metadata", "paid", made)[0]["modes"]
    yield "paid metadata of bandwidth", paid[1]["pj"]["metadata"] > 0 and \
        one["modes"][1]["pj"]["metadata"] == 0
    yield "text", "uncompressed" in call(made).stdout


def gpu_run(work):
    path = os.path.join(work, "gpu.json")
    with open(path, "w", encoding="utf-8") as file:
        file.write(answers.Command("gpu").text("--spill", "0.1:4:2", TRACE))
    with open(path, encoding="utf-8") as file:
        return path, json.load(file)


def check_run(work):
    path, gpu = gpu_run(work)
    runs = {run["mode"]: run for run in gpu["runs"]}
    one = results(SET, path)[0]
    for mode in one["modes"]:
        device = runs[mode["mode"]]["device"]
        yield f"{mode['mode']}: row hits of the run", answers.close(
            mode["row_hits"],
            device["row_hits"] / (device["read_sectors"] + device["write_sectors"]))
    metadata = runs["buddy"]["metadata"]
    yield "metadata hits of the run", answers.close(one["modes"][2]["metadata_hits"],
                                            metadata["hits"] / metadata["accesses"])
    alone = results("--toggle", 0.25, path)[0]
    for mode in alone["modes"]:
        run, n = runs[mode["mode"]], mode["counts"]
        device, metadata = run["device"], run["metadata"]
        link = run["link_use"]["to"] + run["link_use"]["from"] - run["link_use"]["copies"]
        moved = device["read_sectors"] + device["write_sectors"] - metadata["fills"] - \
            metadata["writebacks"] + link
        yield f"{mode['mode']}: sectors of the run", n["plain_sectors"] + \
            n["compressed_sectors"] == moved and n["buddy_sectors"] == link
        yield f"{mode['mode']}: activations", answers.close(
            n["activations"], device["activations"] * moved /
            (device["read_sectors"] + device["write_sectors"]))
    for name in ("-", "/dev/stdin"):
        with open(path, "rb") as file:
            said = file.read()
        piped = subprocess.run([answers.LINEPRESS, "energy", "--json", SET, name], input=said,
                               capture_output=True, check=False)
        yield f"a run from a pipe, {name}", json.loads(piped.stdout or b"{}") == one
    yield "uncompressed sectors are plain", alone["modes"][0]["counts"]["compressed_sectors"] == 0


def check_bad(work):
    path, gpu = gpu_run(work)
    bad = os.path.join(work, "bad.json")
    empty = os.path.join(work, "empty")
    os.mkdir(empty)
    yield "no operand", refused("no set and no run", "--json")
    for c in CONSTANTS:
        for value in ("-1", "nan", "inf", "x", ""):
            yield f"--{c} {value}", refused(f"--{c} takes a number from", f"--{c}", value, SET)
    for option in ("toggle", "row-hits", "metadata-hits"):
        for value in ("-0.1", "1.1", "nan"):
            yield f"--{option} {value}", refused(f"--{option} takes", f"--{option}", value, SET)
    yield "a GPU that is not there", refused("p101", "--gpu", "p101", SET)
    yield "a beat", refused("--beat takes 8, 16, 32", "--beat", 7, SET)
    yield "a set without points", refused(empty, empty)
    yield "no such set", refused("No such file", os.path.join(work, "absent"))
    yield "the second set is bad: nothing of the first", refused(empty, SET, empty)
    yield "a run without a toggle", refused("--toggle is needed", path)
    yield "two runs beside a set", refused("2 runs", SET, path, path)

    def changed(keys, value):
        bad_vdnn.write(bad, bad_vdnn.changed(gpu, keys, value))
        return bad

    for keys, value, part in (
            (("linepress_gpu",), 2, "a version of 'linepress gpu --json' that is not known"),
            (("linepress_gpu",), "1", "a version"),
            (("linepress_gpu",), bad_vdnn.REMOVED, "'linepress_gpu' is missing"),
            (("memory",), "fixed", "not 'dram'"), (("memory",), bad_vdnn.REMOVED, "not 'dram'"),
            (("runs",), [], "there is no run"), (("runs",), 3, "'runs' is not a list"),
            (("runs", 0, "mode"), "none", "'mode' is not"),
            (("runs", 0, "device"), bad_vdnn.REMOVED, "'read_sectors' is missing"),
            (("runs", 0, "device", "row_hits"), -1, "'row_hits' is not a number"),
            (("trace", "warp_instructions"), bad_vdnn.REMOVED, "'warp_instructions' is missing")):
        yield f"{keys}: {value}", refused(part, "--toggle", 0.2, changed(keys, value)) and \
            refused(part, SET, changed(keys, value))
    with open(bad, "w", encoding="utf-8") as file:
        file.write("{")
    yield "no JSON", refused("not JSON", SET, bad)


if __name__ == "__main__":
    sys.exit(answers.run(check_set, check_run, check_bad))
