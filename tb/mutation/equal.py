# SPDX-License-Identifier: Apache-2.0
"""Whether a mutation changes anything that a user of the unit can see.

A miter of the unit and its mutant, same inputs (a beat stays until it is taken), both from the
all-zero state: abc's pdr proves it silent for all time, or bmc3 shows a difference.
"""
import os
import re
import shutil
import subprocess
import tempfile

import flow

HOLD = """
module lp_hold (input wire clk_i, input wire rst_ni, input wire valid, input wire ready,
                input wire [DATA-1:0] data);
  parameter DATA = 1;
  reg stalled = 0;
  reg [DATA-1:0] was;
  always @(posedge clk_i) begin
    stalled <= rst_ni && valid && !ready;
    was <= data;
  end
  always @* assume (!stalled || !rst_ni || (valid && data == was));
endmodule
"""


def bench(unit, ports):
    """Verilog of the miter: good and bad copy, the held input, one assertion."""
    inputs = {n: len(p["bits"]) for n, p in ports.items() if p["direction"] == "input"}
    outputs = {n: len(p["bits"]) for n, p in ports.items() if p["direction"] == "output"}
    lines = [HOLD, f"module lp_miter ({', '.join(inputs)});"]
    lines += [f"  input wire [{w - 1}:0] {n};" for n, w in inputs.items()]
    for side in ("good", "bad"):
        lines += [f"  wire [{w - 1}:0] {side}_{n};" for n, w in outputs.items()]
        pins = [f".{n}({n})" for n in inputs] + [f".{n}({side}_{n})" for n in outputs]
        lines.append(f"  {unit}_{side} u_{side} ({', '.join(pins)});")
    if "s_valid_i" in inputs:
        data = [n for n in inputs if n.startswith("s_") and n != "s_valid_i"]
        lines.append(f"  lp_hold #(.DATA({sum(inputs[n] for n in data)})) u_hold (.clk_i(clk_i), "
                     f".rst_ni(rst_ni), .valid(s_valid_i), .ready(good_s_ready_o), "
                     f".data({{{', '.join(data)}}}));")
    same = " && ".join(f"good_{n} === bad_{n}" for n in outputs).replace("===", "==")
    reset = "!rst_ni || " if "rst_ni" in inputs else ""
    lines += [f"  always @* assert ({reset}({same}));", "endmodule"]
    return "\n".join(lines) + "\n"


def equal_to_rtl(unit, front, command, select, seconds):
    """"equal ..." or "differs ..." or "open ..." in a few words."""
    command = re.sub(rf"-ctrl {select} \d+ \d+ ?", "", command)
    work = tempfile.mkdtemp(prefix="lp-equal-")
    try:
        for side, change in (("good", []), ("bad", [command])):
            flow.yosys([*front, *change, "opt_clean", f"rename {unit} {unit}_{side}",
                        f"write_rtlil {work}/{side}.il", f"write_json {work}/{side}.json"],
                       work, side)
        ports = flow.load_json(f"{work}/good.json")["modules"][f"{unit}_good"]["ports"]
        with open(f"{work}/miter.v", "w", encoding="utf-8") as out:
            out.write(bench(unit, ports))
        flow.yosys([f"read_rtlil {work}/good.il", f"read_rtlil {work}/bad.il",
                    f"read_verilog -sv -formal {work}/miter.v", "prep -flatten -top lp_miter",
                    "async2sync", "setundef -undriven -zero", "setundef -init -zero",
                    "delete -output", "opt", "simplemap", "techmap", "opt", "dffunmap",
                    "abc -g AND -fast", "opt_clean", f"write_aiger -I -B -zinit {work}/m.aig"],
                   work, "miter")
        return verdict(work, seconds)
    finally:
        shutil.rmtree(work, ignore_errors=True)


def verdict(work, seconds):
    for script in ("scorr; pdr -T {s}", "bmc3 -T {s} -F 40"):
        script = "read_aiger m.aig; fold; strash; " + script.replace("{s}", str(seconds))
        text = subprocess.run(["berkeley-abc", "-c", script], cwd=work, text=True, check=False,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT).stdout
        failed = re.search(r"asserted in frame\s+(\d+)", text)
        if failed:
            return f"differs in cycle {failed.group(1)}"
        if "Property proved" in text or re.search(r"[Nn]etworks? are equivalent", text):
            return "equal for all time, proved"
    bounded = re.findall(r"(?:frame|frames)\s+(\d+)", text)
    return f"open, no difference within {bounded[-1] if bounded else 'few'} cycles"
