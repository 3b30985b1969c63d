# SPDX-License-Identifier: Apache-2.0
"""Modules reduced to their ports and to the combinational paths in their headers, used when only
the modules around them are of interest. paths.py compares the headers with the RTL."""
import functools
import os
import re

import paths
import rtl_files

PORT = re.compile(r"\b(input|output)\s+wire logic\s*(?:\[([^\]]*):0\])?\s*(\w+)")


@functools.cache
def source(module):
    """The text of a module's file without comments."""
    return rtl_files.text_of(rtl_files.all_modules()[module])


def head(module):
    """The module up to the end of its ports, or None."""
    found = re.search(rf"^module {module}\b.*?^\);", source(module), re.M | re.S)
    return found.group(0) if found else None


def body(module):
    """Each output is a function of the inputs that reach it in the same cycle and, if there is a
    clock, of a flop fed by all other inputs."""
    ports = {paths.plain(name): (way, left, name)
             for way, left, name in PORT.findall(head(module))}
    outputs, inputs = ([p for p, port in ports.items() if port[0] == way]
                       for way in ("output", "input"))
    claimed = paths.claimed(paths.header(module), outputs, inputs)
    clocked = "clk" in inputs
    if clocked:
        others = ", ".join(ports[i][2] for i in inputs if i != "clk")
        yield f"  logic stub_q;\n  always_ff @(posedge clk_i) stub_q <= ^{{{others}}};"
    for out, reached in claimed.items():
        _, left, name = ports[out]
        terms = [ports[i][2] for i in inputs if i in reached] + ["stub_q"] * clocked
        value = f"^{{{', '.join(terms)}}}" if terms else "1'b0"
        yield f"  assign {name} = {{{f'({left})+1' if left else '1'}{{{value}}}}};"


def text(module):
    return "\n".join(["`default_nettype none", "// verilator lint_off UNUSEDPARAM", head(module),
                      *body(module), "endmodule", "// verilator lint_on UNUSEDPARAM",
                      "`default_nettype wire", ""])


def write(modules, folder):
    """Their stubs as files."""
    for module in modules:
        with open(os.path.join(folder, f"{module}.sv"), "w", encoding="utf-8") as out:
            out.write(text(module))


def files_of(module, cut, folder):
    """Paths of what the module needs, each before its users; of the modules in `cut` the stubs that
    are in `folder`."""
    known, cut = rtl_files.all_modules(), set(cut) - {module}
    order = rtl_files.order_of(module, known, lambda name: (head if name in cut else source)(name))
    return [os.path.join(folder, f"{name}.sv") if name in cut else known[name] for name in order]
