#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Shows that no valid and no ready depends on payload whose own valid is low. TAP.

Icarus runs each unit of rtl/units.txt that has streams, one parameter set of each, with the inputs
that its random traffic drives (vectors.c): every payload is unknown while its valid is low, and
memories and data flops are unknown after power-up. From the first reset on each valid and ready
must have the value that the cycle model gives, and must never be unknown. The parts of a unit
(rtl/units.txt) get unknown payload in the same way, inside their unit.

LP_SEED repeats a run, LP_CYCLES sets its cycles; arguments name the units (default: all). --short
takes one unit in three, by the seed, and fewer cycles where a cycle takes Icarus long, as in `make
test`.
"""
import argparse
import dataclasses
import os
import re
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(os.path.dirname(os.path.dirname(os.path.dirname(HERE))), "synth"))
import flow  # noqa: E402
import rtl_files  # noqa: E402
import share  # noqa: E402
import units  # noqa: E402

VECTORS = os.path.join(rtl_files.ROOT, os.environ.get("BUILD", "build"), "xtest/vectors")
# Cycles of a run; Icarus takes up to 60 ms for a cycle of a unit with the BPC codec.
CYCLES = 2000
LONG = {"lp_bpc_enc": 150, "lp_bpc_dec": 300, "lp_codec_enc": 200, "lp_codec_dec": 300,
        "lp_buddy_write": 250, "lp_buddy_read": 400, "lp_buddy_slice": 250, "lp_buddy_top": 150,
        "lp_cdma": 200, "lp_cdma_core": 400, "lp_cdma_chan": 800, "lp_cdma_shrink": 500,
        "lp_cdma_expand": 500, "lp_mixed_enc": 200, "lp_mixed_dec": 250, "lp_ebd_enc": 800,
        "lp_ebd_dec": 800, "lp_ebd_serial": 800, "lp_bpc_dec_serial": 600, "lp_bpc_enc_serial": 600}
# With --short: fewer cycles if the slow parts have runs of their own.
SHORT = LONG | {"lp_codec_enc": 100, "lp_codec_dec": 150, "lp_buddy_slice": 150,
                "lp_buddy_top": 75, "lp_cdma_xbar": 800, "lp_axi_join": 600, "lp_card": 300,
                "lp_card_test": 500, "lp_mixed_enc": 100, "lp_mixed_dec": 125, "lp_ebd_enc": 250,
                "lp_ebd_dec": 400, "lp_ebd_serial": 250, "lp_gbbr_xlat": 1000, "lp_buddy_write": 150,
                "lp_cdma_core": 250, "lp_bpc_dec_serial": 200, "lp_bpc_enc_serial": 200}
# The first set for lock-step, unless a smaller one is enough.
SETS = {"lp_buddy_slice": "ENTRIES=4,PARALLEL=0", "lp_buddy_top": "SLICES=2,ENTRIES=4,PARALLEL=0",
        "lp_cdma_shrink": "CODECS=1,ELEM=32", "lp_cdma_expand": "CODECS=1,ELEM=32,SECTORS_W=5"}
# With --short: with 6 channels or ports a cycle takes Icarus far longer than with 3.
SMALL = SETS | {"lp_cdma_xbar": "CHANNELS=3", "lp_axi_join": "PORTS=3,ID_W=2"}

PORT = re.compile(r"^\s*(input|output)\s+wire logic\s+(?:\[(.*):0\])?\s*(\w+)_(?:i|o|ni)\b", re.M)
PARAMETER = re.compile(r"^\s*parameter\s+int\s+(\w+)", re.M)


class XError(Exception):
    """A one-line error message."""


@dataclasses.dataclass
class Port:
    name: str
    out: bool
    width: str  # an expression of the module's parameters


def text_of(module):
    with open(os.path.join(rtl_files.ROOT, rtl_files.all_modules()[module]),
              encoding="utf-8") as src:
        return src.read()


def head_of(module):
    return re.search(rf"^module {module} .*?^\);$", text_of(module), re.M | re.S).group(0)


def ports_of(module):
    return [Port(name, way == "output", f"({left})+1" if left else "1")
            for way, left, name in PORT.findall(head_of(module))]


def is_handshake(name):
    return name.endswith(("valid", "ready"))


def valid_of(port, ports):
    """The valid that an input's payload belongs to, or None: the longest X of X_valid, Xvalid."""
    stems = [p.name[:-5] for p in ports if not p.out and p.name.endswith("valid")]
    fits = [s for s in stems if port.name.startswith(s)
            and (s.endswith("_") or not port.name[len(s):].startswith("_"))]
    if port.out or is_handshake(port.name) or port.name in ("clk", "rst") or not fits:
        return None
    return max(fits, key=len) + "valid"


# ------------------------------------------------------------------ Verilog for Icarus Payload is
# unknown while its valid is low; if a port has several handshakes, each has a field.
HIDE = """  wire [{w}-1:0] x_{p};
  wire [{w}-1:0] x_all_{p} = {p}_i;
  generate
    for (x_i = 0; x_i < {v}; x_i = x_i + 1) begin : g_{p}
      assign x_{p}[x_i*(({w})/({v})) +: ({w})/({v})] =
          x_of_{valid}[x_i] === 1'b1 ? x_all_{p}[x_i*(({w})/({v})) +: ({w})/({v})] : 'x;
    end
  endgenerate
"""
WATCH = """  reg x_was_{p} = 0;
  always @(posedge clk_i) if (tb.rst_n && !x_was_{p} && ^{p}_o === 1'bx) begin
    $display("FAULT %m.{p}_o is unknown in cycle %0d", tb.cycle);
    x_was_{p} = 1;
  end
"""


def flat(port):
    return port.width if port.width == "1" else f"({port.width})"


def shim(module):
    """The module's text under another name, and a wrapper with its name that hides payload."""
    ports = ports_of(module)
    widths = {p.name: flat(p) for p in ports}
    lines = [head_of(module), "  genvar x_i;"]
    for valid in dict.fromkeys(v for v in (valid_of(p, ports) for p in ports) if v):
        lines.append(f"  wire [{widths[valid]}-1:0] x_of_{valid} = {valid}_i;")
    pins = []
    for p in ports:
        valid = valid_of(p, ports)
        if valid:
            lines.append(HIDE.format(p=p.name, w=flat(p), v=widths[valid], valid=valid))
        if p.out and is_handshake(p.name):
            lines.append(WATCH.format(p=p.name))
        end = "o" if p.out else "ni" if p.name == "rst" else "i"
        pins.append(f".{p.name}_{end}({f'x_{p.name}' if valid else f'{p.name}_{end}'})")
    given = ", ".join(f".{k}({k})" for k in PARAMETER.findall(head_of(module)))
    lines += [f"  {module}_hidden {f'#({given}) ' if given else ''}hidden ({', '.join(pins)});",
              "endmodule\n"]
    inside = re.sub(rf"\bmodule {module}\b", f"module {module}_hidden", text_of(module))
    return inside + "`default_nettype wire\n" + "\n".join(lines)


BENCH = """module tb;
  localparam W = {bits}, N = {rows};
  reg clk = 0, rst_n = 0;
  reg [W-1:0] rows [0:N-1];
  reg [W-1:0] row = 0;
  integer cycle = -1;
  initial $readmemh("rows.hex", rows);
  always #5 clk = ~clk;
  always @(negedge clk) begin
    cycle = cycle + 1;
    if (cycle == N) begin
      $display("DONE %0d", cycle);
      $finish;
    end else begin
      row = rows[cycle];
      rst_n = ~row[W-1];
    end
  end
{watches}
  {unit} {params} dut (.clk_i(clk), .rst_ni(rst_n), {pins});
endmodule
"""
COMPARE = """  wire [{w}-1:0] is_{p};
  reg was_{p} = 0;
  always @(posedge clk)
    if (rst_n && !was_{p} && ^is_{p} !== 1'bx && is_{p} !== row[{lo} +: {w}]) begin
      $display("FAULT {p}_o is %b in cycle %0d, of the model %b", is_{p}, cycle, row[{lo} +: {w}]);
      was_{p} = 1;
    end
"""


def bench(unit, params, ports, rows):
    """Verilog that drives rows.hex; ports: (way, name, width) in the order of a row's fields."""
    left = sum(width for _, _, width in ports)
    watches, pins = [], []
    bits = left + 1
    for way, name, width in ports:
        left -= width
        if way == "in":
            pins.append(f".{name}_i(row[{left} +: {width}])")
        else:
            watches.append(COMPARE.format(p=name, w=width, lo=left))
            pins.append(f".{name}_o(is_{name})")
    given = ", ".join(f".{k}({v})" for k, v in params.items())
    return BENCH.format(bits=bits, rows=rows, watches="".join(watches), unit=unit,
                        params=f"#({given})" if given else "", pins=", ".join(pins))


# ------------------------------------------------------------------ one unit
def vectors(unit, text, cycles, seed):
    """Ports and rows of a run."""
    done = subprocess.run([VECTORS, unit, text, str(cycles), str(seed)], text=True, check=False,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    if done.returncode:
        raise XError(done.stdout.strip().splitlines()[-1])
    lines = done.stdout.splitlines()
    ports = [line.split() for line in lines if " " in line]
    return [(way, name, int(width)) for way, name, width in ports], lines[len(ports):]


def command(argv, work):
    done = subprocess.run(argv, cwd=work, text=True, check=False, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT)
    if done.returncode:
        raise XError(f"{argv[0]}: {done.stdout.strip().splitlines()[0]}")
    return done.stdout


def simulate(unit, parts, text, cycles, seed, change=None):
    """Faults that the simulation reports; change: (old, new) text of the unit, a seeded bug."""
    ports, rows = vectors(unit, text, cycles, seed)
    with tempfile.TemporaryDirectory() as work:
        files = []
        for path in rtl_files.files_of(unit):
            module = os.path.splitext(os.path.basename(path))[0]
            path = os.path.join(rtl_files.ROOT, path)
            said = shim(module) if module in (unit, *parts) else None
            if change and module == unit:
                if said.count(change[0]) != 1:
                    raise XError(f"'{change[0]}' does not occur once in {module}")
                said = said.replace(*change)
            if said:
                path = os.path.join(work, module + ".sv")
                with open(path, "w", encoding="utf-8") as out:
                    out.write(said)
            files.append(path)
        with open(f"{work}/rows.hex", "w", encoding="utf-8") as out:
            out.write("\n".join(rows) + "\n")
        with open(f"{work}/tb.sv", "w", encoding="utf-8") as out:
            out.write(bench(unit, units.parse_params(text), ports, len(rows)))
        command(["iverilog", "-g2012", "-s", "tb", "-o", "tb.vvp", *files, "tb.sv"], work)
        said = command(["vvp", "-n", "tb.vvp"], work)
    if "DONE" not in said:
        raise XError(f"the simulation of {unit} does not end: {said.strip().splitlines()[-1:]}")
    return [line[6:] for line in said.splitlines() if line.startswith("FAULT")]


def jobs(listed, names, sets_of=SETS):
    """(unit, its parts, the set to run) of the units with streams."""
    for unit in listed:
        sets = unit.of("lockstep")
        valids = [p for p in ports_of(unit.name) if is_handshake(p.name)]
        if sets and valids and (not names or unit.name in names):
            parts = [p.text for p in unit.parts
                     if any(is_handshake(q.name) for q in ports_of(p.text))]
            yield unit.name, parts, sets_of.get(unit.name, sets[0].text)


# Handshakes that depend on payload, unknown or not, and one that depends on a flop without a reset.
BUGS = (
    ("a ready that payload may change", "lp_skid", "WIDTH=33",
     ("assign s_ready_o = ready_q;", "assign s_ready_o = ready_q & (s_data_i[0] | ~s_data_i[0]);")),
    ("a ready that is known but wrong", "lp_axi_rd", "ID_W=5",
     ("assign rready_o = m_ready_i;", "assign rready_o = m_ready_i & (^rid_i !== 1'bx);")),
    ("a valid out of a flop without a reset", "lp_fifo", "WIDTH=32,DEPTH=5",
     ("      valid_q <= 1'b0;\n", "")),
)


def checks(listed, names, cycles, seed, short):
    """(the check, a function that returns the fault)."""
    usual = SHORT if short else LONG
    for number, (unit, parts, text) in enumerate(jobs(listed, names, SMALL if short else SETS)):
        if short and not share.has_turn(number, seed):
            continue
        inside = f" with {', '.join(parts)}" if parts else ""
        yield (f"{unit} {text}{inside}: no valid or ready is unknown",
               lambda u=unit, p=parts, t=text:
               simulate(u, p, t, cycles or usual.get(u, CYCLES), seed))
    for what, unit, text, change in () if names else BUGS:
        yield (f"caught: {what} in {unit}",
               lambda u=unit, t=text, c=change:
               [] if simulate(u, [], t, CYCLES, seed, c) else ["it is not detected"])


def main():
    parser = argparse.ArgumentParser(description="unknown payload makes no handshake unknown")
    parser.add_argument("unit", nargs="*")
    parser.add_argument("--short", action="store_true",
                        help="fewer units and cycles, as in make test")
    share.add_option(parser)
    args = parser.parse_args()
    seed = int(os.environ.get("LP_SEED") or time.time())
    cycles = int(os.environ.get("LP_CYCLES") or 0)
    number = failures = 0
    print(f"# LP_SEED={seed}")
    try:
        flow.need("iverilog", "vvp")
        for name in set(args.unit) - {job[0] for job in jobs(units.read_units(), ())}:
            raise rtl_files.UnknownUnit(f"no unit '{name}' with streams in lock-step")
        every = share.of(checks(units.read_units(), args.unit, cycles, seed, args.short),
                         args.share)
        for number, (what, run) in enumerate(every, 1):
            try:
                wrong = run()
            except XError as err:
                wrong = [str(err)]
            failures += bool(wrong)
            print(f"{'not ok' if wrong else 'ok'} {number} - {what}")
            print("".join(f"# {line}\n" for line in wrong[:20]), end="", flush=True)
    except (flow.FlowError, units.BadList, rtl_files.UnknownUnit, OSError) as err:
        print(f"xtest: {err}", file=sys.stderr)
        return 2
    print(f"1..{number}")
    return 1 if failures or not number else 0


if __name__ == "__main__":
    sys.exit(main())
