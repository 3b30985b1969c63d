#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""One pseudo-channel of `linepress gpu --memory dram` beside simulators of others: a signed record.

    compare.py --ours PROGRAM --dramsim3 PROGRAM [--ramulator PROGRAM --ramulator-python FOLDER]
      [--linepress PROGRAM --traces F.lpw,...] [--count N] [--seed S] RECORD.json

PROGRAMs are ours.c, dramsim3.cc and ramulator.cc of this folder, built (build.mk). Timings are those
of p100; queues, refresh and the place of each sector are the same in all. Each takes the same sectors
of 32 bytes in order, as fast as its queues have room. DRAMsim3 runs with one queue of commands, as
ours, and with its default, a queue for each bank; 0 cycles: it stopped before the end. FOLDER has Ramulator's Python package, whose list of
timing constraints is used. --traces: programs whose sectors of one pseudo-channel are taken as well
as made patterns. Exit status 2: bad use, or a program failed.
"""
import argparse
import hashlib
import importlib
import itertools
import json
import os
import random
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.abspath(os.path.join(HERE, "../../../.."))
sys.path.insert(0, os.path.join(ROOT, "tb/tree/records"))
import signed  # noqa: E402

SOURCES = ("tb/systems/gpu/dram/compare.py", "tb/systems/gpu/dram", "cmodel/systems/gpu")
CONFIGS = os.path.join(ROOT, "cmodel/systems/gpu/configs")
GPU = "p100"
FOOTPRINT = 64 << 20
SECTOR, LINE = 32, 128
BURST = 2           # cycles of data of a sector
SLICES = 4          # of the default GPU, p100/8
WRITES = 24         # a queue of writes is drained when it has so many
MAPS = {"row": LINE, "sector": SECTOR}
# Structure, commands of a queue, and transactions that wait for it.
QUEUES = {"one queue": ("PER_RANK", 32, WRITES), "a queue for each bank": ("PER_BANK", 8, 32)}
ONE = ["slices=1", "channels=1", "device_gbs=14", f"write_high={WRITES}", "write_low=1",
       "l2_bytes=131072", "metadata_bytes=2048", "link_gbs=4.6875"]


def fields():
    with open(os.path.join(CONFIGS, f"{GPU}.json"), encoding="utf-8") as file:
        return {name: f["value"] for name, f in json.load(file)["fields"].items()}


def ini(f, structure, commands, transactions):
    """DRAMsim3's configuration with the timings f."""
    groups = f["bank_groups"]
    both = "\n".join(f"{name}_S = {value}\n{name}_L = {value}" for name, value in (
        ("tRRD", f["t_rrd"]), ("tWTR", f["t_wtr"]), ("tRTP", f["t_rtp"])))
    return f"""[dram_structure]
protocol = HBM
bankgroups = {groups}
banks_per_group = {f['banks'] // groups}
rows = 32768
columns = {f["row_bytes"] // 16}
device_width = 64
BL = 4

[timing]
tCK = {1000 / f['memory_mhz']:.6f}
CL = {f['t_cl']}
CWL = {f['t_cwl']}
tRCDRD = {f['t_rcd']}
tRCDWR = {f['t_rcd']}
tRP = {f['t_rp']}
tRAS = {f['t_ras']}
tRFC = {f['t_rfc']}
tREFI = {f['t_refi']}
{both}
tFAW = {f['t_faw']}
tWR = {f['t_wr']}
tCCD_S = {BURST}
tCCD_L = {f['t_ccd_l']}

[system]
channel_size = {32768 * f['banks'] * f['row_bytes'] >> 20}
channels = 1
bus_width = 64
address_mapping = rochrababgco
queue_structure = {structure}
row_buf_policy = OPEN_PAGE
cmd_queue_size = {commands}
trans_queue_size = {transactions}

[other]
epoch_period = 100000000
output_level = 1
"""


def place(address, f, unit):
    """(row, bank in its group, group, sector of the row) in one channel; units of so many bytes are
    in the bank groups in turn."""
    groups, banks = f["bank_groups"], f["banks"] // f["bank_groups"]
    at, sector = divmod(address // SECTOR, unit // SECTOR)
    at, group = divmod(at, groups)
    at, inside = divmod(at, f["row_bytes"] // unit)
    row = at // banks
    return row, (at ^ row ^ row // banks) % banks, group, inside * (unit // SECTOR) + sector


def theirs(address, f, unit):
    """The address of this place in DRAMsim3's map."""
    row, bank, group, sector = place(address, f, unit)
    banks, sectors = f["banks"] // f["bank_groups"], f["row_bytes"] // SECTOR
    return (((row * banks + bank) * f["bank_groups"] + group) * sectors + sector) * SECTOR


def address_at(f, unit, row, bank, group, sector):
    """The address that `place` puts there."""
    groups, banks = f["bank_groups"], f["banks"] // f["bank_groups"]
    inside, last = divmod(sector, unit // SECTOR)
    at = row * banks + (bank ^ row ^ row // banks) % banks
    return ((at * (f["row_bytes"] // unit) + inside) * groups + group) * unit + last * SECTOR


def program(linepress, trace, kind, f, count):
    """Sectors that reach the first pseudo-channel in a run of a trace: [(kind, address)]. Rows are
    numbered in order of their first use, since a simulated memory has no rows of metadata."""
    with tempfile.TemporaryDirectory(prefix="lp-dram-") as work:
        path = os.path.join(work, "sectors")
        subprocess.run([linepress, "gpu", "--mode", "bandwidth", "--map", kind, "--dram-trace", path,
                        "--dram-format", "dramsim3", trace], stdout=subprocess.DEVNULL, check=True)
        with open(path, encoding="ascii") as file:
            words = [line.split() for line in file]
    columns, groups = f["row_bytes"] // SECTOR, f["bank_groups"]
    banks, channels = f["banks"] // groups, SLICES * f["channels"]
    rows, found = {}, []
    for address, op, _ in words:
        at, column = divmod(int(address, 16) // SECTOR, columns)
        at, group = divmod(at, groups)
        at, bank = divmod(at, banks)
        row, channel = divmod(at, channels)
        if channel == 0 and len(found) < count:
            row = rows.setdefault(row, len(rows))
            found.append((op[0], address_at(f, MAPS[kind], row, bank, group, column)))
    return found


def patterns(count, seed):
    """{name: [(kind, address)]}"""
    draw = random.Random(seed)
    sectors, lines = FOOTPRINT // SECTOR, FOOTPRINT // LINE

    def whole(number, kind):
        return [(kind, LINE * number + SECTOR * s) for s in range(LINE // SECTOR)]

    def drawn(writes):
        return [one for _ in range(count // 4)
                for one in whole(draw.randrange(lines), "W" if draw.random() < writes else "R")]

    return {"stream": [("R", SECTOR * n) for n in range(count)],
            "random sectors": [("R", SECTOR * draw.randrange(sectors)) for _ in range(count)],
            "random lines": drawn(0), "random lines, 30 % writes": drawn(0.3),
            "random lines, 50 % writes": drawn(0.5)}


def text(requests):
    return "".join(f"{kind} {address:x}\n" for kind, address in requests)


def call(words, given):
    done = subprocess.run(words, input=given, stdout=subprocess.PIPE, text=True, check=True)
    return json.loads(done.stdout)


def run_ours(program, requests, kind):
    found = call([program, CONFIGS, GPU, kind, *ONE], text(requests))
    return {"cycles": found["cycles"], "row_hits": found["row_hits"]}


def run_dramsim3(program, requests, f, unit, queues):
    with tempfile.TemporaryDirectory(prefix="lp-dram-") as work:
        config = os.path.join(work, "one.ini")
        with open(config, "w", encoding="utf-8") as file:
            file.write(ini(f, *queues))
        found = call([program, config, work], text([(k, theirs(a, f, unit)) for k, a in requests]))
        if found["cycles"] == 0:
            return {"cycles": 0, "row_hits": 0}
        with open(os.path.join(work, "dramsim3.json"), encoding="utf-8") as file:
            stats = json.load(file)["0"]
    return {"cycles": found["cycles"],
            "row_hits": stats["num_read_row_hits"] + stats["num_write_row_hits"]}


def ramulator_config(f, package):
    """One channel with one pseudo-channel, in Ramulator's form, with the timings f: what its own
    table of constraints gives, a command bus for rows and one for columns, a cycle a command."""
    sys.path.insert(0, package)
    hbm = importlib.import_module("ramulator.dram.hbm2").HBM2
    hbm.command_cycles = {}
    for rule in hbm.timing_constraints:  # its bus turns around in 2 cycles, in the others in none
        rule.latency = rule.latency.replace("nCL + nBL + 2 - nCWL", "nCL + nBL - nCWL")
    hbm.resolve_secondary_timings = classmethod(lambda cls, timing, org: None)
    hbm.org_presets["one"] = {"density": 4096, "dq": 64, "channel_width": 64, "pseudochannel": 1,
                              "bankgroup": f["bank_groups"], "bank": f["banks"] // f["bank_groups"],
                              "row": 32768, "column": f["row_bytes"] // SECTOR * 4}
    hbm.timing_presets["one"] = {
        "rate": 2 * f["memory_mhz"], "nBL": BURST, "nCL": f["t_cl"], "nRCDRD": f["t_rcd"],
        "nRCDWR": f["t_rcd"], "nRP": f["t_rp"], "nRAS": f["t_ras"], "nRC": f["t_ras"] + f["t_rp"],
        "nWR": f["t_wr"], "nRTPL": f["t_rtp"], "nCWL": f["t_cwl"], "nCCDS": BURST,
        "nCCDL": f["t_ccd_l"], "nRRDS": f["t_rrd"], "nRRDL": f["t_rrd"], "nWTRS": f["t_wtr"],
        "nWTRL": f["t_wtr"], "nFAW": f["t_faw"], "nRFC": f["t_rfc"], "nRFCpb": f["t_rfc"],
        "nRREFD": f["t_rrd"], "nREFI": f["t_refi"], "nREFIpb": f["t_refi"],
        "tCK_ps": round(1e6 / f["memory_mhz"])}
    dram = hbm(org_preset="one", timing_preset="one").to_config()
    return {"frontend": {"impl": "External", "clock_ratio": 1},
            "memory_system": {
                "impl": "GenericDRAM", "clock_ratio": 1,
                "channel_mapper": {"impl": "CacheLineInterleave"},
                "controllers": [{
                    "impl": "HBM12", "dram": dram, "read_buffer_size": f["dram_queue"],
                    "write_buffer_size": f["dram_queue"],
                    # It drains above the one and until below the other.
                    "wr_high_watermark": (WRITES - 1) / f["dram_queue"],
                    "wr_low_watermark": 2 / f["dram_queue"],
                    "scheduler": {"impl": "FRFCFS-RowHit"}, "refresh_manager": {"impl": "AllBank"},
                    "row_policy": {"impl": "Open"}, "addr_mapper": {"impl": "RoBaRaCoCh"}}]}}


def run_ramulator(program_, requests, f, unit, config):
    with tempfile.TemporaryDirectory(prefix="lp-dram-") as work:
        path = os.path.join(work, "one.json")
        with open(path, "w", encoding="utf-8") as file:
            json.dump(config, file)
        return call([program_, path], text([(k, theirs(a, f, unit)) for k, a in requests]))


def sum_of(path):
    with open(path, "rb") as file:
        return hashlib.sha256(file.read()).hexdigest()


def all_requests(o, f):
    """(name, map, requests) of each row."""
    for (name, requests), kind in itertools.product(patterns(o.count, o.seed).items(), MAPS):
        yield name, kind, requests
    for trace, kind in itertools.product(o.traces.split(",") if o.traces else (), MAPS):
        yield name_of(trace), kind, program(o.linepress, trace, kind, f, o.count)


def name_of(trace):
    return f"program {os.path.basename(trace).split('.')[0]}"


def measure(o, f):
    config = ramulator_config(f, o.ramulator_python) if o.ramulator else None
    for name, kind, requests in all_requests(o, f):
        found = {"ours": run_ours(o.ours, requests, kind)}
        for who, queues in QUEUES.items():
            found[who] = run_dramsim3(o.dramsim3, requests, f, MAPS[kind], queues)
        if o.ramulator:
            found["Ramulator"] = run_ramulator(o.ramulator, requests, f, MAPS[kind], config)
        print(f"{name}, {kind}:", *(
            f"{who}: {BURST * len(requests) / run['cycles']:.3f} of the peak, row hits "
            f"{run['row_hits'] / len(requests):.3f};" if run["cycles"] else f"{who}: stops;"
            for who, run in found.items()), flush=True)
        yield {"pattern": name, "map": kind, "sectors": len(requests),
               "writes": sum(op == "W" for op, _ in requests), "by": found}


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--ours", required=True)
    parser.add_argument("--dramsim3", required=True)
    parser.add_argument("--ramulator")
    parser.add_argument("--ramulator-python")
    parser.add_argument("--linepress")
    parser.add_argument("--traces")
    parser.add_argument("--count", type=int, default=40000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("record")
    o = parser.parse_args()
    f = fields()
    if bool(o.ramulator) != bool(o.ramulator_python) or (o.traces and not o.linepress):
        parser.error("--ramulator and --ramulator-python go together, --traces needs --linepress")
    try:
        rows = list(measure(o, f))
        traces = {name_of(trace): sum_of(trace) for trace in o.traces.split(",")} if o.traces else {}
        signed.write(o.record, signed.sign("dram", {"gpu": GPU, "burst": BURST, "rows": rows,
                                                    "traces": traces},
                                           SOURCES, o.seed))
    except (OSError, subprocess.CalledProcessError, signed.Bad, KeyError) as error:
        print(f"compare.py: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
