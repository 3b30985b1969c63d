#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Handling of X and Z in linepress_dpi.svh, in a simulator with four states: Icarus.

Icarus has no DPI-C, so every import of a check becomes a function that prints which arguments the
package has found unknown, and chandle a number. The package itself is unchanged. Its functions
without outputs are read, for all units; Icarus accepts no others.
"""
import os
import re
import shutil
import subprocess
import sys
import tempfile

BUILD = os.environ.get("BUILD", "build")
UNIT_IMPORT = re.compile(r'  import "DPI-C" lp_dpi_\w+ = function int (\w+_check)\(([^)]*)\);',
                         re.S)
FUNCTION = re.compile(r"  function automatic (?:void|bit) lp_dpi_\w+_(?:cycle|step)_check\(.*?"
                      r"endfunction\n", re.S)


def stub(match):
    name, arguments = match.groups()
    says = '$write(" %h", unknown); '
    if "_cycle" in name:
        says += '$write(" %h", rst_ni); '
    return (f"  function automatic int {name}({arguments});\n    begin {says}{name} = 1; end\n"
            "  endfunction\n")


def package(text):
    parts = [stub(m) for m in UNIT_IMPORT.finditer(text)] + FUNCTION.findall(text)
    # Icarus wants a function before those that call it, in the order of the alphabet.
    body = "".join(parts).replace("chandle", "longint").replace("lp_dpi_die", "a_die")
    return ("package linepress_dpi;\n  function automatic void a_die(); $write(\" died\");\n"
            "  endfunction\n" + body + "endpackage\n")


def arguments(text, function):
    """(way, width, name) of a function of the package, without the handle."""
    block = re.search(rf"function automatic \w+ {function}\((.*?)\);", text, re.S).group(1)
    found = re.findall(r"(input|output) \w+ (?:\[(\d+):0\] )?(\w+)", block)
    return [(way, int(top or 0) + 1, name) for way, top, name in found if name != "handle"]


def call(function, every, values):
    """A call with these values by name, and zeros elsewhere; what it prints is one line."""
    given = ", ".join(values.get(name, f"{width}'d0") for _, width, name in every)
    return f"    got = linepress_dpi::{function}(0, {given}); $display;\n"


def cycle_calls(text):
    """Pairs of a call and what it must print."""
    every = arguments(text, "lp_dpi_zvc_enc_cycle_check")
    outputs = [(width, name) for _, width, name in every if name.endswith("_o")]
    make = lambda **values: call("lp_dpi_zvc_enc_cycle_check", every, values)
    yield make(rst_ni="1'b1"), [0, 1]
    yield make(rst_ni="1'b0"), [0, 0]
    yield make(rst_ni="1'bx"), [0, None]
    yield make(s_valid_i="1'bx", s_data_i="256'bx"), [0, 0]
    for i, (width, name) in enumerate(outputs):
        for bad in "xz":
            one = f"{{{width - 1}'d0, 1'b{bad}}}" if width > 1 else f"1'b{bad}"
            high = f"{{1'b{bad}, {width - 1}'d0}}" if width > 1 else f"1'b{bad}"
            yield make(**{name: one}), [1 << i, 0]
            yield make(**{name: high}), [1 << i, 0]
    yield make(**{name: f"{width}'bx" for width, name in outputs}), [(1 << len(outputs)) - 1, 0]


def step_calls(text):
    every = arguments(text, "lp_dpi_zvc_enc_step_check")
    make = lambda **values: call("lp_dpi_zvc_enc_step_check", every, values)
    lines = next(width for _, width, name in every if name == "lines")
    stored = next(width for _, width, name in every if name == "got_stored")
    behind = {"lines": f"{{{lines - 1024}'bx, 1024'd5}}", "lines_bytes": "128",
              "got_stored": f"{{{stored - 256}'bx, 256'd5}}", "got_stored_bytes": "32"}
    yield make(**behind), [0]
    yield make(**{**behind, "lines_bytes": "129"}), [1]
    yield make(**{**behind, "got_stored_bytes": "33"}), [2]
    yield make(**{**behind, "got_stored_bytes": "100000"}), [2]
    yield make(**{**behind, "got_stored_bytes": "32'bx"}), [2]
    yield make(lines_bytes="32'bz"), [1]
    yield make(got_sectors="3'b0x0"), [4]
    yield make(got_stored=f"{stored}'bx", got_stored_bytes="0"), [0]


def main():
    with open(f"{BUILD}/dpi/linepress_dpi.svh", encoding="utf-8") as f:
        text = f.read()
    if not shutil.which("iverilog"):
        print("ok 1 - unknown outputs # SKIP no Icarus\n1..1")
        return
    calls = list(cycle_calls(text)) + list(step_calls(text))
    bench = ("module bench;\n  bit got;\n  initial begin\n" + "".join(c for c, _ in calls) +
             "  end\nendmodule\n")
    with tempfile.TemporaryDirectory() as work:
        with open(f"{work}/x.sv", "w", encoding="utf-8") as f:
            f.write(package(text) + bench)
        subprocess.run(["iverilog", "-g2012", "-o", f"{work}/x", f"{work}/x.sv"], check=True,
                       stderr=sys.stdout)
        said = subprocess.run(["vvp", f"{work}/x"], check=True, capture_output=True,
                              text=True).stdout.splitlines()
    wrong = [] if len(said) == len(calls) else [f"{len(said)} lines of {len(calls)}"]
    for line, (made, due) in zip(said, calls):
        got = [int(word, 16) for word in line.split()]
        if len(got) != len(due) or any(g != d and not (d is None and g > 1)
                                       for g, d in zip(got, due)):
            wrong.append(f"{made.strip()[:200]}: said {line}, due {due}")
    for line in wrong[:10]:
        print(f"# {line}")
    print(f"{'not ok' if wrong else 'ok'} 1 - {len(calls)} calls tell what is X or Z\n1..1")


main()
