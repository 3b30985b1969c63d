# SPDX-License-Identifier: Apache-2.0
"""Tells whether a mutant is the same machine as its unit: then no test can kill it.

Both run from all flops 0, as the Verilated RTL does, under any inputs that the lock-step runner may
drive, resets included; the property is that no output ever differs (abc, for all time). Units that
stay beside the netlist are cut out: both get the same free outputs from them, and the inputs of
these units may not differ either.
"""
import os
import re
import subprocess

import flow
import mutants

MEMORY_KB = 6 << 20
# The runner holds a beat until it is taken and drives 0 under reset.
RULES = """
  reg held = 0;
  reg [{beat}-1:0] beat;
  wire [{beat}-1:0] now = {{{now}}};
  always @(posedge clk_i) begin
    held <= rst_ni && s_valid_i && !good_s_ready_o;
    beat <= now;
  end
  always @* assume(rst_ni ? !held || (s_valid_i && now == beat) : ~|{{{inputs}}});
"""


def bench(unit, ports):
    """Verilog: the unit and its mutant with the same inputs, and the properties."""
    plain = {name: name.replace(".", "__") for name in ports}
    width = {plain[name]: bits for name, (_, bits) in ports.items()}
    inputs = [plain[n] for n, (way, _) in ports.items() if way == "input"]
    outputs = [plain[n] for n, (way, _) in ports.items() if way == "output"]
    lines = [f"module bench({', '.join(inputs)});"]
    lines += [f"  input wire [{width[n] - 1}:0] {n};" for n in inputs]
    for side in ("good", "bad"):
        lines += [f"  wire [{width[n] - 1}:0] {side}_{n};" for n in outputs]
        pins = [f".\\{name} ({side + '_' if n in outputs else ''}{n})"
                for name, n in plain.items()]
        lines.append(f"  {unit}_{side} {side} ({', '.join(pins)});")
    if "s_valid_i" in inputs:
        beat = [n for n in inputs if n.startswith("s_") and n != "s_valid_i"]
        driven = [n for n in inputs if n not in ("clk_i", "rst_ni") and "__" not in n]
        lines.append(RULES.format(beat=sum(width[n] for n in beat), now=", ".join(beat),
                                  inputs=", ".join(driven)))
    same = " && ".join(f"good_{n} == bad_{n}" for n in outputs)
    return "\n".join([*lines, f"  always @* assert({same});", "endmodule"]) + "\n"


def prepare(folder, unit, mutant, work):
    """Leaves the question as work/equal.aig."""
    os.makedirs(work, exist_ok=True)
    flow.yosys([f"read_rtlil {folder}/base.il", "expose -evert t:lp_*", f"write_json {work}/cut.json"],
               work, "cut")
    mutants.write(f"{work}/bench.v", bench(unit, mutants.ports(f"{work}/cut.json", unit)))
    flow.yosys([f"read_rtlil {folder}/base.il", mutants.command(mutant), "expose -evert t:lp_*",
                f"rename {unit} {unit}_bad", "design -stash bad",
                f"read_rtlil {folder}/base.il", "expose -evert t:lp_*", f"rename {unit} {unit}_good",
                f"design -copy-from bad {unit}_bad", f"read_verilog -sv -formal {work}/bench.v",
                "prep -flatten -top bench", "memory_map", "delete -output", "opt", "simplemap",
                "techmap", "opt", "dffunmap", "setundef -undriven -init -zero",
                "abc -g AND -fast", "opt_clean",
                f"write_aiger -zinit {work}/equal.aig"], work, "equal")


def verdict(folder, unit, mutant, limit):
    """"equal", "differs" (some input sequence shows it) or "unknown" (not in `limit` s)."""
    work = os.path.join(folder, "equal", str(mutant["number"]))
    prepare(folder, unit, mutant, work)
    # Most mutants that are equal are so flop by flop: lcorr sees that in a second.
    script = "read_aiger equal.aig; fold; strash; lcorr; scorr; dc2; scorr; pdr"
    command = f"ulimit -v {MEMORY_KB}; ulimit -t {limit}; exec berkeley-abc -c '{script}'"
    done = subprocess.run(["sh", "-c", command], text=True, check=False, cwd=work,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    if re.search(r"Property proved|UNSATISFIABLE", done.stdout):
        return "equal"
    return "differs" if "asserted in frame" in done.stdout else "unknown"
