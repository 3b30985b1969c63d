# SPDX-License-Identifier: Apache-2.0
"""A second opinion: OpenSTA's report_power of cells of a netlist, with the activity of a run.

Version 2.0.17 can be compared only in part. It propagates activities of its own through cells with
several inputs and from ports. For each change of an output it adds the energies of both edges, so
that internal energy is halved here; of flops it is neither that sum nor half of it.
"""
import os
import re

import flow
import gates as netlist

ROW = re.compile(r"^==(\S+)\n.*\n.*\n-+\n\s*(\S+)\s+(\S+)\s+(\S+)", re.M)


def script(gates, path, activities, period_ns):
    """Tcl; activities: {net: (changes per cycle, share of cycles at 1)}."""
    lib, clocks = gates.lib, gates.enables()
    yield from (f"read_liberty {lib.path}", f"read_verilog {path}",
                f"link_design {os.path.splitext(os.path.basename(path))[0]}",
                f"create_clock -name clk -period {period_ns / lib.to_ns} "
                f"[get_ports {netlist.CLOCK}]", f"set_load {lib.load()} [all_outputs]")
    for cell in gates.cells:
        for pin, net in cell.pins.items():
            if net not in clocks:
                changes, high = activities[net]
                # set_power_activity calls a procedure that version 2.0.17 does not have.
                yield (f"sta::set_power_pin_activity [get_pins {cell.name}/{pin}] {changes:.8g} "
                       f"{high:.8g}")
    for cell in gates.cells:
        yield f"puts ==cell.{cell.name}\nreport_power -instances {cell.name} -digits 6"
    yield "exit"


def report(gates, path, values, window, work, period_ns=10):
    """{cell: (internal, of nets, in pJ over the window; leakage in W)}."""
    first, end = window
    every, cycles = (1 << end - first) - 1, end - first
    activities = [(((v >> first ^ v >> first - 1) & every).bit_count() / cycles,
                   (v >> first & every).bit_count() / cycles) for v in values]
    with open(f"{work}/power.tcl", "w", encoding="utf-8") as out:
        out.write("\n".join(script(gates, path, activities, period_ns)) + "\n")
    text = flow.call(["sta", "-no_splash", "-exit", f"{work}/power.tcl"], f"{work}/power.log")
    to_pj = cycles * period_ns * 1000
    return {name.removeprefix("cell."): (float(inside) / 2 * to_pj, float(net) * to_pj, float(leak))
            for name, inside, net, leak in ROW.findall(text)}
