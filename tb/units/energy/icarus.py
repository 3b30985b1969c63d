# SPDX-License-Identifier: Apache-2.0
"""A second count of changes: the netlist in Icarus, with cells from the library's functions and the
changes from a waveform. With a delay of 1 for each cell there are glitches, which gates.py does not
have."""
import re
import subprocess

import gates as netlist

PERIOD = 2000  # longer than any path, in delays of a cell

BENCH = """`timescale 1ns/1ns
module tb;
  reg clk = 0;
  reg [{bits}-1:0] rows [0:{count}-1];
  reg [{bits}-1:0] row;
  integer cycle = 0;
  {unit} dut (.clk_i(clk), .rst_ni(~row[{bits}-1]), {pins});
  initial begin
    $readmemh("rows.hex", rows);
    row = rows[0];
    $dumpfile("nets.vcd");
    $dumpvars(1, dut);
  end
  always #{half} clk = ~clk;
  always @(posedge clk) begin
    cycle = cycle + 1;
    if (cycle == {count}) $finish;
    else row <= rows[cycle];
  end
endmodule
"""


def model(gates, name, delay):
    """Verilog of a cell."""
    cell, flops = gates.lib.cells[name], {f[0].name: f[1:] for f in gates.lib.flops()}
    lines = [f"module {name} ({', '.join(p.name for p in cell.ins + cell.outs)});"]
    lines += [f"  input {p.name};" for p in cell.ins] + [f"  output {p.name};" for p in cell.outs]
    if name in flops:
        clock, data, true, other = flops[name]
        lines += ["  reg state = 0;", f"  always @(posedge {clock}) state <= #{delay} {data};"]
        lines += [f"  assign {true} = state;"] if true else []
        lines += [f"  assign {other} = ~state;"] if other else []
    else:
        words = {p.name: p.name for p in cell.ins}
        lines += [f"  assign #{delay} {p.name} = "
                  f"{netlist.expression(p.attr['function'], words, '(~{})')};" for p in cell.outs]
    return "\n".join([*lines, "endmodule"])


def command(argv, folder):
    done = subprocess.run(argv, cwd=folder, capture_output=True, text=True, check=False)
    if done.returncode:
        raise netlist.GateError(f"{argv[0]}: {(done.stderr + done.stdout).strip()[:200]}")


def simulate(gates, path, unit, rows, folder, delay):
    """Writes nets.vcd into the folder."""
    if gates.clock_gates:
        raise netlist.GateError("no Verilog of clock gates")
    pins = [f".{name}_{'i' if way == 'in' else 'o'}"
            + (f"(row[{rows.bits - place - width} +: {width}])" if way == "in" else "()")
            for name, (way, place, width) in rows.ports.items()]
    with open(f"{folder}/rows.hex", "w", encoding="utf-8") as out:
        out.write("\n".join(rows.rows) + "\n")
    with open(f"{folder}/tb.v", "w", encoding="utf-8") as out:
        out.write(BENCH.format(bits=rows.bits, count=len(rows.rows), unit=unit, half=PERIOD // 2,
                               pins=", ".join(pins)))
        out.write("\n".join(model(gates, k, delay) for k in sorted({c.kind for c in gates.cells})))
    command(["iverilog", "-g2005", "-s", "tb", "-o", "tb.vvp", "tb.v", path], folder)
    command(["vvp", "-n", "tb.vvp"], folder)


def changes(gates, path, unit, rows, folder, delay=0):
    """{net: changes that lead to the cycles of the window} of the nets that cells drive."""
    simulate(gates, path, unit, rows, folder, delay)
    start, stop = (PERIOD // 2 + (cycle - 1) * PERIOD for cycle in (rows.window, len(rows.rows)))
    marks, counts, last, time = {}, {}, {}, 0
    with open(f"{folder}/nets.vcd", encoding="ascii") as src:
        for line in src:
            if line[0] == "#":
                time = int(line[1:])
            elif line[0] in "01":
                # Icarus also writes nets that have returned to their value without time passing.
                mark = line[1:-1]
                if start <= time < stop and line[0] != last.get(mark):
                    counts[mark] = counts.get(mark, 0) + 1
                last[mark] = line[0]
            elif line.startswith("$var"):
                found = re.match(r"\$var \w+ 1 (\S+) (n\d+) ", line)
                if found:
                    marks[found[2]] = found[1]
    return {gates.names[name]: counts.get(mark, 0) for name, mark in marks.items()
            if name in gates.names}
