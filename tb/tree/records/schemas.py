# SPDX-License-Identifier: Apache-2.0
"""The kinds of records: a version, the fields, and the counts that have to be true.

A field is a test of its value, an object {name: field} whose names are all and the only ones (with
"?" after the name it may be absent), a list [field] of at least one element, or a Map(field) of
names that are free. A kind whose fields change gets the next version; records of the one before are
then refused until their program has written them again.
"""
import base64
import collections
import datetime
import math
import re

Map = collections.namedtuple("Map", "field")
Kind = collections.namedtuple("Kind", "version fields counts")


class Bad(Exception):
    """A one-line message about a fault of a record."""


def number(value):
    return isinstance(value, (int, float)) and not isinstance(value, bool) and value == value


def count(value):
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0


def text(value):
    return isinstance(value, str) and value.strip() != ""


def flag(value):
    return isinstance(value, bool)


def sha256(value):
    return isinstance(value, str) and re.fullmatch(r"[0-9a-f]{64}", value) is not None


def commit(value):
    return isinstance(value, str) and re.fullmatch(r"[0-9a-f]{12,40}\+?", value) is not None


def date(value):
    try:
        datetime.date.fromisoformat(value)
    except (TypeError, ValueError):
        return False
    return True


def none_or(field):
    def test(value):
        if value is not None:
            match(field, value, "")
        return True
    return test


def match(field, value, at):
    """Raises Bad where the value is not what the field says."""
    if callable(field):
        if not field(value):
            raise Bad(f"{at}: {str(value)[:40]!r} is no {field.__name__}")
    elif isinstance(field, Map):
        if not isinstance(value, dict) or not value:
            raise Bad(f"{at}: no object with names")
        for name, one in value.items():
            match(field.field, one, f"{at}.{name}")
    elif isinstance(field, list):
        if not isinstance(value, list) or not value:
            raise Bad(f"{at}: no list, or an empty one")
        for place, one in enumerate(value):
            match(field[0], one, f"{at}[{place}]")
    else:
        match_object(field, value, at)


def match_object(field, value, at):
    if not isinstance(value, dict):
        raise Bad(f"{at}: no object")
    names = {name.rstrip("?") for name in field}
    for name in value:
        if name not in names:
            raise Bad(f"{at}: extra field '{name}'")
    for name, one in field.items():
        if name.rstrip("?") in value:
            match(one, value[name.rstrip("?")], f"{at}.{name.rstrip('?')}")
        elif not name.endswith("?"):
            raise Bad(f"{at}: no field '{name}'")


def no_counts(_):
    return ()


# ---- swapping ----

LINK = none_or({"d2h": number, "h2d": number})
EPOCH = {"zeros": count, "ratio": Map(number), "codec_us?": Map([number])}
OTHER_EPOCH = {"zeros": count, "ratio": lambda v: v == {}, "codec_us?": lambda v: v == {}}


def epoch(value):
    """Of a tensor that has no ratios they are empty."""
    match(OTHER_EPOCH if value.get("ratio") == {} else EPOCH, value, "epoch")
    return True


PROFILE = {"network": text, "batch": count, "width": number, "device": text, "date": date,
           "seed": count, "threads": count, "torch": text, "link": LINK, "driver?": text,
           "tensors": [{"name": text, "kind": text, "bytes": count, "forward_us": number,
                        "backward_us": number, "epochs": [epoch]}]}
LEARNED = {**PROFILE, "training": {"steps": count, "epochs": count, "loss": [number],
                                   "iteration_us": number}}
ZEROS = {"network": text, "epochs": count, "steps": count, "image": count, "label": count,
         "stages": [{"epoch": count, "outputs": [{"name": text, "channels": count, "side": count,
                                                  "zeros": text}]}]}
SEARCH = {"device": text, "driver?": text, "date?": date, "multiprocessors?": count, "codec": text,
          "method": text, "bytes": count, "sparsity": number, "grid": count, "block": count,
          "evaluations": count, "search_s": number, "compress_ms": number, "decompress_ms": number,
          "seed": count, "threads": count,
          "trace": [{"grid": count, "block": count, "compress_ms": number,
                     "decompress_ms": number}]}
SAMPLES = {"device": text, "driver?": text, "date?": date, "codec": text, "grid": count,
           "block": count, "threads": count, "seed": count, "repeat": count,
           "samples": [{"bytes": count, "sparsity": number, "compress_ms": number,
                        "decompress_ms": number, "compressed_bytes": count}]}
WAYS = {"compress": number, "decompress": number}
MODEL = {"device": text, "samples": sha256,
         "codecs": [{"codec": text, "grid": count, "block": count, "parts": count,
                     "compress": [[number]], "decompress": [[number]], "rae": WAYS}]}
REGRESSIONS = {"sklearn": text, "rae": Map(Map(WAYS))}
TURN = {"median_us": number, "stall_us": {"out": number, "in": number}, "codec_us": number,
        "device_peak": count, "link_bytes": {"out": count, "in": count}, "codecs": Map(count)}
SAMPLING = {"date": date, "seed": count, "runs": count, "epochs": count, "steps": count,
            "batch": count, "width": number, "link": none_or(text), "device": text, "driver?": text,
            "networks": Map({"tensors": count, "decide_us": [number], "iteration_us": [number]})}
MEASURED = {"date": date, "seed": count, "steps": count, "batch": count, "width": number,
            "link": none_or(text), "device": text, "driver?": text, "runs": count,
            "policies?": Map(Map([TURN])),
            "stalls?": Map([{"link": text, "measured_us": number, "simulated_us": number}]),
            "overlap?": Map(Map({"runs": count, "none_us": number, "iteration_us": number,
                                 "codec_us": number, "ratio": number})),
            "memory?": [{"network": text, "grown_none": count, "grown_vdnn": count,
                         "moved": count, "same_loss": flag}]}


def epochs_of(record):
    """Every tensor has as many epochs as the first, or as the training had."""
    training = record.get("training")
    said = training["epochs"] if training else len(record["tensors"][0]["epochs"])
    for tensor in record["tensors"]:
        yield f"epochs of {tensor['name']}", said, len(tensor["epochs"])
    if training:
        yield "steps", training["epochs"] * training["steps"], len(training["loss"])


def zero_bits_of(record):
    """A whole number of bytes of base64 for each output, and the same outputs at each stage."""
    first = record["stages"][0]["outputs"]
    for stage in record["stages"]:
        yield f"outputs at epoch {stage['epoch']}", len(first), len(stage["outputs"])
        for one in stage["outputs"]:
            bits = one["channels"] * one["side"] ** 2
            yield (f"bytes of {one['name']} at epoch {stage['epoch']}", (bits + 7) // 8,
                   len(base64.b64decode(one["zeros"])))


def runs_of(record):
    for net, policies in record.get("policies", {}).items():
        for policy, runs in policies.items():
            yield f"runs of {net}, {policy}", record["runs"], len(runs)
    for net, policies in record.get("overlap", {}).items():
        for policy, one in policies.items():
            yield f"runs of {net}, {policy}, overlap", record["runs"], one["runs"]


def iterations_of(record):
    wanted = record["runs"] * record["epochs"] * record["steps"]
    for net, one in record["networks"].items():
        for name in ("decide_us", "iteration_us"):
            yield f"{name} of {net}", wanted, len(one[name])


def evaluations_of(record):
    yield "evaluations", record["evaluations"], len(record["trace"])


# ---- a GPU's executor, tb/adapters/cuda/all.py ----

def run_of_gpu(value):
    """The parts' runs differ; each says what it is of, and has the values that were measured."""
    return isinstance(value, dict) and bool({"what", "network", "test"} & set(value)) \
        and ("error" in value or any(isinstance(value.get(k), (list, dict))
                                     for k in ("seconds", "ms")))


GPU_PART = {"part": text, "complete": flag, "seconds": number, "error?": text,
            "gpu": text, "driver": text, "runs": [run_of_gpu]}


# ---- the processor's time of swapping ----

COST_RUN = {"tensors": count, "policy": text, "limit": count, "left": number, "calls": Map(number),
            "us": [number], "plain_s": [[number]], "swapped_s": [[number]]}
SWAP_COST = {"torch": text, "python": text, "runs": [COST_RUN]}


# ---- campaigns of tb/systems/swap ----

CAMPAIGN = {"date": date, "tree": text, "python": text, "machine": text, "processors": count,
            "seed": count}
OP_DB = {**CAMPAIGN, "variants_of_a_sample": lambda v: count(v) or v == "all", "policies": [text],
         "types": Map(Map(count)), "wrong": count, "first_wrong": lambda v: isinstance(v, list)}
GRAPHS = {**CAMPAIGN, "seconds": count, "examples": count, "passed": flag, "runs": Map(count)}


def campaign(value):
    match(GRAPHS if "examples" in value else OP_DB, value, "campaign")
    return True


# ---- harvested memory, tb/systems/huvm ----

SPEEDS = {"cases": Map(Map([number])), "prefetch": Map([[number]]), "spare": Map([number])}
FIGURES = {**SPEEDS, "beside": Map([[number]]), "pipelines": Map([number])}
HUVM_MODEL = {
    "axes": Map([number]),
    "fits": [{"in_flight": count, "served_us": number, "page_us": number, "over_base": number,
              "over_pre_ef_host": number, "error": number, "figures": FIGURES}],
    "usual": {"figures": FIGURES, "waits": Map(Map([[number]])), "apps": Map([[text]])},
    "points": [{"in_flight": count, "compute_us": number, "served_us": number, "page_us": number,
                "figures": FIGURES}],
    "batches": [{"burst": count, "cases": Map(Map([number]))}]}
HUVM_PROGRAMS = {
    "axes": Map([number]),
    "traces": [{"program": text, "chunks": count, "accesses": count, "uses": count,
                "compute_us": number}],
    "points": [{"in_flight": count, "served_us": number, "traces": SPEEDS, "scans": SPEEDS}]}
TIERS = {tier: Map([number]) for tier in ("none", "link", "victim", "host")}
HUVM_TIERS = {"graph": text, "case1": {"graph": text, "ratio": number, **TIERS},
              "programs": [{"program": text, "input": text, "chunks": count, "ratio": Map(number),
                            "time": Map(Map(number)), "held": Map(count), "result": number}]}
FAULTS = {"graph": text, "chunk_bytes": count, "runs": count}
FAULT_ROW = {"program": text, "factor": number, "chunks": count, "local": count, "spare": count}
HUVM_FAULTS = {**FAULTS, "rows": [{**FAULT_ROW, "by": Map([number])}]}
HUVM_COMPRESSED = {**FAULTS, "rows": [{**FAULT_ROW, "by": Map([[number]])}]}
HUVM_TIMES = {**FAULTS, "costs_us": Map(number),
              "rows": [{"program": text, "factor": number, "policy": text, "real_ms": [number],
                        "virtual_ms": number}]}
HUVM_CASES = {"runs": count, "costs_us": Map(number),
              "rows": [{"case": text, "app": text, "policy": text, "real_ms": number,
                        "virtual_ms": number, "real_speedup": number, "virtual_speedup": number}]}


# ---- the whole GPU, tb/systems/gpu/study.py ----

GPU_ROW = {"gpu": text, "memory": text, "mode": text, "link": number, "metadata_cache": count,
           "field?": text, "value?": number,
           "speedup": {"mean": number, "low": number, "high": number}, "cycles": [count],
           "buddy_fraction": number, "bound_by": text, "lookups": count, "hits": count,
           "read_sectors": count, "overfetch_sectors": count, "line_requests": count}
GPU_STUDY = {"kind": text, "seeds": count,
             "programs": Map({"values": text, "sha256": sha256,
                              "launches": count, "warp_instructions": count,
                              "memory_instructions": count, "touched_bytes": count,
                              "targets": lambda v: isinstance(v, list), "rows": [GPU_ROW]})}


def points_of(record):
    """A point for each combination of the axes, each once."""
    axes = record["axes"]
    points = {tuple(point[key] for key in axes) for point in record["points"]}
    yield "points", math.prod(map(len, axes.values())), len(record["points"])
    yield "different points", len(record["points"]), len(points)
    if "fits" in record:
        yield "fits", len(axes["in_flight"]), len(record["fits"])


# ---- energy of units, tb/units/energy ----

STILL = {"cycles": count, "toggles": count, "clock_pj": number, "cells_pj": number,
         "nets_pj": number}
OF_LINES = {"lines": count, "sectors": count, "toggle": number, **STILL}
UNIT_ENERGY = {"units": [{
    "unit": text, "library": text, "params": text, "gated": flag, "um2": number, "kge": number,
    "flops": count, "fmax_mhz": number, "mapper": text, "rework": text, "fanout": count,
    "target_ps": count, "sources": sha256, "kinds": Map(OF_LINES), "arrays": Map(OF_LINES),
    "still": {"idle": STILL, "stall": STILL}, "leakage_mw": number,
    "delays?": {"lines": count, "changes": number, "nets": number}}]}
KINDS_OF_LINES = ("zero line", "1 sector", "2 sectors", "3 sectors", "raw line")


def lines_of(record):
    """Each unit takes the same arrays; a kind of line has its sectors."""
    arrays = {name: row["lines"] for name, row in record["units"][0]["arrays"].items()}
    for row in record["units"]:
        at = f"{row['unit']}, {row['library']}"
        yield f"arrays of {at}", len(arrays), len(row["arrays"])
        for name, lines in arrays.items():
            yield f"lines of {name} in {at}", lines, row["arrays"].get(name, {}).get("lines")
        for sectors, kind in enumerate(KINDS_OF_LINES):
            if kind in row["kinds"]:
                one = row["kinds"][kind]
                yield f"sectors of a {kind} in {at}", sectors * one["lines"], one["sectors"]
    keys = [(row["unit"], row["library"], row["gated"]) for row in record["units"]]
    yield "different units", len(keys), len(set(keys))


def fault_runs_of(record):
    for row in record["rows"]:
        lists = row["by"].values() if "by" in row else [row["real_ms"]]
        for runs in lists:
            yield f"runs of {row['program']}", record["runs"], len(runs)


# ---- speed of the C codecs, tb/systems/speed ----

TIERS_GBS = {"cache": number, "dram": number}
BENCH_ROW = {"codec": text, "data": text, "path": text, "compress": TIERS_GBS,
             "decompress": TIERS_GBS, "size": none_or(TIERS_GBS)}
SPEED = {"runs": count, "bench": Map([{"memcpy": TIERS_GBS, "rows": [BENCH_ROW]}]),
         "files": {"bytes": count,
                   "rows": Map([{"wall_s": number, "user_s": number, "system_s": number}])}}


# ---- DRAM of the GPU model beside other simulators, tb/systems/gpu/dram ----

DRAM = {"gpu": text, "burst": count, "traces": Map(text),
        "rows": [{"pattern": text, "map": text, "sectors": count, "writes": count,
                  "by": Map({"cycles": count, "row_hits": count})}]}


# ---- kernels of the GPU model beside Accel-Sim, tb/systems/gpu/accelsim.py ----

ACCELSIM = {"gpu": text, "their_gpu": text, "versions": text, "options": Map(text),
            "traces": Map(sha256),
            "kernels": [{"program": text, "warp_instructions": count, "memory_instructions": count,
                         "thread_instructions": count, "bound_by": text, "ours": {"fixed": count, "dram": count},
                         "theirs": count}]}


def kernels_of(record):
    """A trace for each kernel."""
    yield "traces", sorted(k["program"] for k in record["kernels"]), sorted(record["traces"])


# ---- codes of groups of lines, tb/systems/groups ----

GROUP_SIZES = Map({"bits": count, "sectors": count})
GROUPS = {"sizes": [count], "sample_bytes": count,
          "rows": [{"set": text, "type": text, "files": count, "symbols": count,
                    "entropy_bits": count, "part_sectors": count, "codes": Map(GROUP_SIZES),
                    "whole?": {"sectors": count, "group_sectors": count, "line_sectors": count,
                               "groups": Map(count)}}],
          "gates": {"library": text, "yosys": text,
                    "rows": [{"code": text, "module": text, "copies": count, "ge_each": count}]}}


def group_codes_of(record):
    """Each row has the same codes in each size, and its groups have the sectors that it says."""
    names = sorted(record["rows"][0]["codes"])
    for row in record["rows"]:
        at = f"{row['set']}, {row['type']}"
        yield f"codes of {at}", names, sorted(row["codes"])
        for name, sizes in row["codes"].items():
            yield f"sizes of {name} in {at}", sorted(map(str, record["sizes"])), sorted(sizes)
        if "whole" in row:
            groups = row["whole"]["groups"]
            yield f"sectors of {at}", row["whole"]["sectors"], 16 * sum(groups.values())
            yield f"stored sectors of {at}", row["whole"]["group_sectors"], \
                sum(int(n) * count for n, count in groups.items())


def speed_runs_of(record):
    for name, runs in (*record["bench"].items(), *record["files"]["rows"].items()):
        yield f"runs of {name}", record["runs"], len(runs)


# ---- the whole GPU, tb/systems/gpu/calibration.py ----

def number_of_sectors(value):
    return isinstance(value, int) and not isinstance(value, bool)


BESIDE = {"cycles": number, "hits": number, "device_sectors": number_of_sectors,
          "link_sectors": number_of_sectors}
ARRIVALS = {**BESIDE, "trace": text, "mode": text, "link": count, "entries": count,
            "parallel": count, "requests": count, "latency": number}
GPU_CALIBRATION = {
    "lines": count,
    "summary": Map({"rows": count, "other_sectors": count,
                    "errors": Map({"mean": number, "worst": number, "outside": count})}),
    "saturated": [{**BESIDE, "target": text, "order": count, "link": count, "entries": count,
                   "lanes": count, "latency_cycles": count, "cycle": count, "flow": count}],
    "arrivals": [ARRIVALS], "late": [ARRIVALS]}


def calibration_rows_of(record):
    for part in ("saturated", "arrivals", "late"):
        yield f"rows of {part}", record["summary"][part]["rows"], len(record[part])


# ---- targets of one training on another, tb/systems/workloads ----

OF_TARGETS = {"points": count, "allocations": count, "steps": Map([number]), "best": number,
              "applied": [number]}
TRAINED = {"nets": [text],
           "rows": [{"net": text,
                     "options": {"type": text, "steps": count, "batch": count, "image": count,
                                 "classes": count, "start": text, "rate": number, "sample": count},
                     "guess": number, "trainings": [{"seed": count, "loss": [number]}],
                     "bytes": count, **OF_TARGETS}]}


def losses_of(record):
    """Two inputs of each network, with a loss for each step."""
    names = [row["net"] for row in record["rows"]]
    yield "networks", names, [net for net in record["nets"] if net in names]
    for row in record["rows"]:
        yield f"inputs of {row['net']}", 2, len({one["seed"] for one in row["trainings"]})
        for one in row["trainings"]:
            yield f"steps of {row['net']}", row["options"]["steps"], len(one["loss"])


# ---- targets of a small input on a large one, tb/systems/studies ----

INPUTS = {"programs": [text],
          "rows": [{"program": text, "inputs": [text], "bytes": [count], **OF_TARGETS}]}


def inputs_of(record):
    """Two inputs of each program."""
    yield "programs", record["programs"], [row["program"] for row in record["rows"]]
    for row in record["rows"]:
        yield f"inputs of {row['program']}", 2, len(row["inputs"])
        yield f"sizes of {row['program']}", 2, len(row["bytes"])


# ---- accuracy over batch size, tb/systems/studies ----

BATCH_ACCURACY = {"data": text, "images": count, "test_images": count, "epochs": count,
                  "rate_at_16": number, "momentum": number, "batches": [count], "seeds": [count],
                  "runs": [{"batch": count, "seed": count, "accuracy": [number]}]}


def trainings_of(record):
    yield "runs", len(record["batches"]) * len(record["seeds"]), len(record["runs"])
    for run in record["runs"]:
        yield f"epochs of batch {run['batch']}", record["epochs"], len(run["accuracy"])


# ---- the notebook, tb/notebook ----

def cell(value):
    return isinstance(value, str) or number(value)


TABLE = {"head": [text], "rows": [[cell]]}
CHART = {"chart": text, "title": text, "groups": [text], "series": Map([number])}
PICTURE = {"picture": text, "sha256": sha256}


def shown(value):
    """Tables, charts and pictures of a cell, which may have none."""
    for at, one in enumerate(value):
        match(CHART if "chart" in one else PICTURE if "picture" in one else TABLE, one, f"[{at}]")
    return True


NOTEBOOK = {"torch": text, "numpy": text, "sizes": Map(count),
            "cells": [{"sha256": sha256, "shown": shown}]}


def columns_of(record):
    for at, row in enumerate(record["cells"]):
        for one in row["shown"]:
            for line in one.get("rows", ()):
                yield f"columns of a row in cell {at}", len(one["head"]), len(line)
            for name, values in one.get("series", {}).items():
                yield f"bars of {name} in cell {at}", len(one["groups"]), len(values)


# ---- files that packages ship, tb/adapters/python ----

REAL_FILES = {"files": [{"package": text, "file": text, "wheels": [sha256], "sha256": sha256,
                         "tensors": count, "bytes": count, "types": [text], "ratio": number}]}


# ---- versions of Python, NumPy and torch, tb/adapters/python ----

VERSIONS = {"rows": [{"python": text, "numpy": text, "torch": text, "passed": count,
                      "failed": count, "skipped": count}]}


# ---- boards, fpga/board_record.py ----

def parameters_of_a_top(value):
    """Of a top's parameters."""
    return isinstance(value, dict) and all(map(count, value.values()))


def netlist_run(value):
    match({"cycles": count, "steps": count, "array": text, "bytes": count, "flipped": text,
           "flipped_failed": count, "icarus_cycles": count}, value, "netlist")
    return True


BOARD = {"board": text, "part": text, "params": parameters_of_a_top, "lut": count, "ff": count,
         "bram": count, "mhz": number, "clock_mhz": number, "slack_ns": number, "seed": count,
         "bit_sha256": sha256, "bit_bytes": count, "tried": text,
         "netlist": none_or(netlist_run)}


def met_of(record):
    """A bitstream is packed only if its timing is met, and a run counts only if the fault shows."""
    yield "whether the timing is met", True, record["mhz"] >= record["clock_mhz"]
    if record["netlist"]:
        yield "whether the fault shows", True, record["netlist"]["flipped_failed"] > 0


def gpu_runs_of(record):
    """A run for each seed; fields of a sensitivity have one."""
    for name, program in record["programs"].items():
        for row in program["rows"]:
            yield f"runs of {name}", record["seeds"], len(row["cycles"])


# ---- memory of linepress gpu over the length of a trace, tb/systems/gpu ----

GPU_LENGTH = {"most_mib": count, "runs": [{"shape": text, "instructions": count, "mib": number,
                                           "touched_bytes": count}]}


def within_of(record):
    for run in record["runs"]:
        most = record["most_mib"] + run["touched_bytes"] / (1 << 20)
        yield f"{run['instructions']} instructions within the bound", True, run["mib"] <= most


# ---- the DMA engine with each codec, tb/dma ----

CDMA_SIDE = {"cycles": count, "bytes_per_cycle": number, "bound": number, "of_bound": number}
CDMA_KINDS = {"arrays": count,
              "codecs": [{"codec": text, "channels": count,
                          "files": [{"file": text, "bytes": count, "compressed_bytes": count,
                                     "out": CDMA_SIDE, "in": CDMA_SIDE}]}]}


def arrays_of(record):
    for codec in record["codecs"]:
        yield f"arrays of {codec['codec']}", record["arrays"], len(codec["files"])


# ---- changes of lp_mixed_enc's registers, tb/units/coverage/toggles.py ----

TOGGLES_RUN = {"lines": count, "cycles": count, "registers": Map(count)}
TOGGLES = {"digests": Map(text),
           "groups": Map({"lines": count, "apart": Map(TOGGLES_RUN),
                          "mixed": {"all": TOGGLES_RUN, "quick": TOGGLES_RUN}})}


def toggled_lines_of(record):
    """lp_mixed_enc and each unit took every line, but one of them only some."""
    for name, row in record["groups"].items():
        runs = {**row["mixed"], **row["apart"]}
        took = [r["lines"] for n, r in runs.items() if n != "lp_bpc_enc, quick"]
        yield f"lines of {name}", [row["lines"]] * len(took), took


KINDS = {
    "speed": Kind(2, SPEED, speed_runs_of),
    "groups": Kind(1, GROUPS, group_codes_of),
    "dram": Kind(2, DRAM, no_counts),
    "campaigns": Kind(1, {"runs": Map(campaign)}, no_counts),
    "cdma-kinds": Kind(2, CDMA_KINDS, arrays_of),
    "profile": Kind(2, PROFILE, epochs_of),
    "learned": Kind(1, LEARNED, epochs_of),
    "zeros": Kind(1, ZEROS, zero_bits_of),
    "search": Kind(2, SEARCH, evaluations_of),
    "samples": Kind(2, SAMPLES, no_counts),
    "model": Kind(2, MODEL, no_counts),
    "regressions": Kind(2, REGRESSIONS, no_counts),
    "measured": Kind(2, MEASURED, runs_of),
    "sampling": Kind(1, SAMPLING, iterations_of),
    "trained": Kind(1, TRAINED, losses_of), "inputs": Kind(1, INPUTS, inputs_of),
    "batch-accuracy": Kind(1, BATCH_ACCURACY, trainings_of),
    "gpu-accelsim": Kind(1, ACCELSIM, kernels_of),
    "gpu-part": Kind(2, GPU_PART, no_counts),
    "swap-cost": Kind(1, SWAP_COST, no_counts),
    "gpu-calibration": Kind(1, GPU_CALIBRATION, calibration_rows_of),
    "gpu-length": Kind(1, GPU_LENGTH, within_of),
    "huvm-model": Kind(1, HUVM_MODEL, points_of),
    "huvm-programs": Kind(1, HUVM_PROGRAMS, points_of),
    "huvm-tiers": Kind(1, HUVM_TIERS, no_counts),
    "huvm-faults": Kind(1, HUVM_FAULTS, fault_runs_of),
    "huvm-compressed": Kind(1, HUVM_COMPRESSED, fault_runs_of),
    "huvm-times": Kind(1, HUVM_TIMES, fault_runs_of),
    "huvm-cases": Kind(1, HUVM_CASES, no_counts),
    "toggles": Kind(1, TOGGLES, toggled_lines_of),
    "unit-energy": Kind(1, UNIT_ENERGY, lines_of),
    "gpu-study": Kind(1, GPU_STUDY, gpu_runs_of),
    "python-versions": Kind(1, VERSIONS, no_counts),
    "real-files": Kind(1, REAL_FILES, no_counts),
    "notebook": Kind(1, NOTEBOOK, columns_of),
    "board": Kind(1, BOARD, met_of),
}
