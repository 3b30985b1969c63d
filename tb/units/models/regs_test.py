#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The files generated from the register maps match them: by digests, and if `make regs` has been
run, by generating them again. The header for software has the addresses of the RTL. If these tools
are installed, the test also shows that invalid maps are refused, and that a map with other fields
gives RTL that tools accept."""
import glob
import os
import re
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))
from tap import end, result, skip  # noqa: E402

BUILD = os.environ.get("BUILD", "build")
CC = os.environ.get("CC", "cc")
VENV = f"{BUILD}/regs-venv/bin/python"
MAPS = sorted(glob.glob("rtl/*/*.rdl"))
PARTS = ["rtl/axi/lp_axil.sv", "rtl/common/lp_count.sv", "rtl/common/lp_sum.sv",
         "rtl/common/lp_carry.sv"]


def said(*argv):
    """Output lines of a program; an exit status other than 0 counts as a line."""
    done = subprocess.run(argv, text=True, check=False, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT)
    return done.stdout.splitlines() or [f"{argv[0]}: {done.returncode}"] * (done.returncode != 0)


def text_of(path):
    with open(path, encoding="utf-8") as src:
        return src.read()


def append(path, text):
    with open(path, "a", encoding="utf-8") as out:
        out.write(text)


# ------------------------------------------------------------------ digests
def listed(rdl):
    """The files of a map's digests."""
    sums = rdl.removesuffix(".rdl") + ".sums"
    return [line.split()[1] for line in text_of(sums).splitlines()] + [sums]


def copied(rdl, root):
    for path in listed(rdl):
        os.makedirs(os.path.join(root, os.path.dirname(path)), exist_ok=True)
        shutil.copy(path, os.path.join(root, path))


def test_digests(rdl):
    result(said(sys.executable, "synth/regs.py", "--sums", rdl), f"{rdl}: all is as it was written")
    for path in listed(rdl)[:-1]:
        with tempfile.TemporaryDirectory() as root:
            copied(rdl, root)
            append(os.path.join(root, path), "// changed\n" if path.endswith("v") else "\n")
            found = said(sys.executable, f"{root}/synth/regs.py", "--sums", rdl)
        want = f"{path}: not what `make regs` writes"
        result([] if found == [want] else found or ["nothing is said"], f"caught: {path} changed")


# ------------------------------------------------------------------ the header and the RTL
def header_addresses(rdl):
    """{register: address}, as a C compiler lays out the header's struct."""
    name = os.path.basename(rdl).removesuffix(".rdl").removeprefix("lp_")
    header = text_of(f"cmodel/include/linepress/{name}.h")
    structs = {m[2]: re.findall(r"^ +(\w+) (\w+)(\[.*\])?;", m[1], re.M) for m in re.finditer(
        r"typedef struct __attribute__ \(\(__packed__\)\) {\n(.*?)} (\w+);", header, re.S)}

    def members(struct, before):
        for kind, member, array in structs[struct]:
            if kind in structs:
                yield from members(kind, [*before, member])
            elif not array:
                yield [*before, member]

    found = list(members(f"lp_{name}_t", []))
    prints = "".join(f'    printf("{"_".join(m)} %zu\\n", offsetof(lp_{name}_t, {".".join(m)}));\n'
                     for m in found)
    with tempfile.TemporaryDirectory() as work:
        with open(f"{work}/a.c", "w", encoding="utf-8") as out:
            out.write(f"#include <linepress/{name}.h>\n#include <stddef.h>\n#include <stdio.h>\n"
                      f"int main(void)\n{{\n{prints}    return 0;\n}}\n")
        subprocess.run([CC, "-std=c11", "-Wall", "-Wextra", "-Wpedantic", "-Werror",
                        "-Icmodel/include", f"{work}/a.c", "-o", f"{work}/a"], check=True)
        return {line.split()[0]: int(line.split()[1]) for line in said(f"{work}/a")}


def rtl_addresses(rdl):
    """({register: address written}, {register: address read})."""
    text = text_of(rdl.removesuffix(".rdl") + ".sv")
    writes = {m[1]: 4 * int(m[2], 16) for m in re.finditer(
        r"assign to_(\w+) = write & \(write_word == 10'h(\w+)\);", text)}
    words = dict(re.findall(r"chosen_q\[(\d+)\] <= read & \(read_word == 10'h(\w+)\);", text))
    reads = {m[2]: 4 * int(words[m[1]], 16) for m in re.finditer(
        r"{32{chosen_q\[(\d+)\]}} & (?:word_)?(\w+?)(?:_q|_i|_count)?\)", text)}
    return writes, reads


def test_header(rdl):
    header = header_addresses(rdl)
    writes, reads = rtl_addresses(rdl)
    wrong = [f"{name} is at {at:#x} in the RTL, at {header.get(name)} in the header"
             for found in (writes, reads) for name, at in found.items() if header.get(name) != at]
    wrong += [f"the RTL has no {name}" for name in header if name not in {**writes, **reads}]
    result(wrong, f"{rdl}: the header's {len(header)} addresses are the RTL's")


# ------------------------------------------------------------------ with the tools
TOY = """\
property lp_snapshot { component = field; type = boolean; default = true; };
property lp_maximum { component = field; type = boolean; default = true; };
addrmap lp_toy_regs {
  name = "Toy"; desc = "Fields in odd places.";
  default regwidth = 32; default accesswidth = 32;
  reg { desc = "Kept.";
        field { desc = "Over a byte's end."; sw = rw; hw = r; } a[12:5] = 8'h5a;
        field { desc = "One bit."; sw = rw; hw = na; } b[31:31] = 1; } mixed @ 0x10;
  reg { desc = "Events.";
        field { desc = "Always on."; sw = rw; hw = na; woclr; hwset; intr; precedence = hw; }
          on[7:7] = 0; } happened @ 0x20;
  reg { desc = "Go."; field { desc = "Go."; sw = w; hw = r; singlepulse; lp_snapshot; }
          go[9:9] = 0; } start @ 0xffc;
  reg { desc = "Sum."; field { desc = "Sum."; sw = r; hw = na; counter; incrwidth = 5;
          incrsaturate; } n[11:0] = 0; } total @ 0x30;
};
"""
# Changes to that map, and the message that each must cause.
REFUSED = (
    ("sw = rw; hw = r; }", "sw = rw; hw = rw; }", "no kind of field"),
    ("sw = rw; hw = r; }", "sw = rw; hw = r; rclr; }", "no kind of field"),
    ("precedence = hw;", "", "no kind of field"),
    ("on[7:7]", "on[7:6]", "more than one bit"),
    (" lp_snapshot;", "", "lp_snapshot"),
    ("n[11:0]", "n[12:1]", "begins at bit 0"),
    ('desc = "Sum."; field', "field", "with a desc"),
    ('desc = "One bit."; ', "", "has no desc"),
    ("total @", "wide @", "begins like a channel"),
    ("mixed @ 0x10", "mixed[2] @ 0x10", "with a desc"),
    ("start @ 0xffc", "start @ 0x1000", "past 4 KiB"),
    ("lp_toy_regs {", "lp_other_regs {", "has the map"),
)


def toy(root, text):
    """The exporter's output for this map in a tree of its own."""
    for folder in ("rtl/toy", "cmodel/units/toy", "cmodel/include/linepress", "docs/reference/units", "synth"):
        os.makedirs(os.path.join(root, folder), exist_ok=True)
    shutil.copy("synth/regs.py", f"{root}/synth/regs.py")
    with open(f"{root}/rtl/toy/lp_toy_regs.rdl", "w", encoding="utf-8") as out:
        out.write(text)
    return said(VENV, f"{root}/synth/regs.py", "rtl/toy/lp_toy_regs.rdl")


def test_refused(before, after, words):
    with tempfile.TemporaryDirectory() as root:
        found = toy(root, TOY.replace(before, after, 1))
        left = os.path.exists(f"{root}/rtl/toy/lp_toy_regs.sv")
    good = len(found) == 1 and words in found[0] and TOY.count(before) and not left
    result([] if good else found or ["nothing is said"], f"refused: {after or 'no ' + before}")


def test_other_map():
    with tempfile.TemporaryDirectory() as root:
        wrong = toy(root, TOY)
        sv = f"{root}/rtl/toy/lp_toy_regs.sv"
        files = [*PARTS, sv]
        wrong += said("verilator", "--lint-only", "-Wall", "--top-module", "lp_toy_regs", *files)
        wrong += said("iverilog", "-g2012", "-Wall", "-t", "null", "-s", "lp_toy_regs", *files)
        wrong += said("yosys", "-q", "-p", f"read_verilog -sv {' '.join(files)}; "
                      "hierarchy -check -top lp_toy_regs; proc; flatten; opt_clean; check -assert")
    result(wrong, "a map with fields in odd places gives RTL that three tools read")


def main():
    for rdl in MAPS:
        test_digests(rdl)
        test_header(rdl)
    again = "all is as it would be written again"
    if not os.path.exists(VENV):
        skip(again, f"no {VENV}: make regs")
        skip("maps with what they must not have are refused", f"no {VENV}: make regs")
    else:
        result(said(VENV, "synth/regs.py", "--check", *MAPS), again)
        for row in REFUSED:
            test_refused(*row)
        test_other_map()
    return end()


sys.exit(main())
