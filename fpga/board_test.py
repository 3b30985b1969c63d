#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Each board's top is clean in Verilator, with stubs of the vendors' cells and of the cards; its
constraints name its ports; errors of `make fpga`.
"""
import os
import re
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(HERE)
sys.path[:0] = [HERE, os.path.join(ROOT, "synth"), os.path.join(ROOT, "tb")]
import boards  # noqa: E402
import rtl_files  # noqa: E402
import stubs  # noqa: E402
from tap import end, result, skip  # noqa: E402

CARDS = ("lp_card", "lp_card_mm", "lp_card_st")
CELLS = "fpga/boards/stubs/cells.sv"


def text_of(path):
    with open(path, encoding="utf-8") as src:
        return src.read()


def files_of(name, cards, work):
    """As boards.files_of, with stubs in place of the cards."""
    modules = rtl_files.all_modules(tops=("rtl", "fpga/boards/common"))
    modules["top"] = f"fpga/boards/{name}/top.sv"
    order = rtl_files.order_of("top", modules, lambda m: stubs.head(m) if m in cards
                               else rtl_files.text_of(modules[m]))
    return [os.path.join(work, f"{m}.sv") if m in cards else modules[m] for m in order]


def test_lint(name, cards, work):
    """`cards`: the cards under rtl/."""
    top = rtl_files.strip_comments(text_of(os.path.join(boards.BOARDS, name, "top.sv")))
    used = set(re.findall(r"\blp_\w+", top))
    for common in re.findall(r"\blp_board_\w+", top):
        path = os.path.join(boards.BOARDS, "common", f"{common}.sv")
        used |= set(re.findall(r"\blp_\w+", rtl_files.strip_comments(text_of(path))))
    missing = [c for c in CARDS if c in used and c not in cards]
    if missing:
        skip(f"Verilator takes {name}", f"there is no {missing[0]} under rtl/")
        return
    done = subprocess.run(
        ["verilator", "--lint-only", "-Wall", "-Wno-UNUSEDSIGNAL", "--top-module", "top",
         *files_of(name, cards, work), CELLS], cwd=ROOT, text=True, check=False,
        capture_output=True)
    result(done.stderr if done.returncode or done.stderr else "", f"Verilator takes {name}")


def ports_of(name):
    """Ports of the top, a vector's bits each."""
    head = re.search(r"\) \((.*?)^\);", text_of(os.path.join(boards.BOARDS, name, "top.sv")),
                     re.M | re.S)[1]
    found = set()
    for bits, port in re.findall(r"wire logic\s+(?:\[(\d+):0\] +)?(\w+)", head):
        found |= {f"{port}[{i}]" for i in range(int(bits) + 1)} if bits else {port}
    return found


PLACED = {"pins.xdc": r"PACKAGE_PIN \w+.*\[get_ports \{?([\w\[\]]+)\}?\]",
          "pins.lpf": r'LOCATE COMP "([\w\[\]]+)" SITE', "pins.cst": r'IO_LOC "([\w\[\]]+)" '}


def test_pins(name):
    folder = os.path.join(boards.BOARDS, name)
    file = next(f for f in PLACED if os.path.exists(os.path.join(folder, f)))
    text = text_of(os.path.join(folder, file))
    placed = re.findall(PLACED[file], text)
    pins = re.findall(r'(?:PACKAGE_PIN |SITE "|IO_LOC "[\w\[\]]+" )(\w+)', text)
    wrong = [f"{p} has no pin" for p in sorted(ports_of(name) - set(placed))]
    wrong += [f"{p} is no port" for p in sorted(set(placed) - ports_of(name))]
    wrong += [f"{p} occurs twice" for p in sorted({p for p in pins if pins.count(p) > 1})]
    result(wrong, f"each port of {name} has one pin")


def call(*args, path="/usr/bin:/bin"):
    with tempfile.TemporaryDirectory(prefix="lp-board-") as work:
        done = subprocess.run([sys.executable, f"{HERE}/board.py", *args], text=True, check=False,
                              capture_output=True,
                              env={**os.environ, "BUILD": work, "PATH": path})
        left = os.listdir(work)
    return done.returncode, done.stdout, done.stderr, left


def test_calls():
    status, out, err, _ = call()
    result("" if status == 0 and not err and all(f"{n} " in out for n in boards.names())
           else [out, err], "without a board all are listed")
    for name, says in (("none", "unknown board 'none'"), ("u50", "no vivado on the PATH"),
                       ("tang138k", "no gw_sh on the PATH"), ("versa5g", "fpga/route.txt")):
        status, _, err, left = call(name)
        fine = status == 2 and says in err and err.count("\n") == 1 and not left
        result("" if fine else [f"exit status {status}", err, str(left)],
               f"{name}: one line about the missing tool, and no file is left")


def test_stamp():
    with tempfile.TemporaryDirectory(prefix="lp-board-") as work:
        os.environ["SOURCE_DATE_EPOCH"] = "1234567890"
        text = text_of(boards.stamped(boards.read_board("versa5g"), work))
    commit, _ = boards.stamp()
    result(f"32'h{commit:08x}" not in text or "BUILT = 1234567890" not in text,
           "commit and time get into the top")


def main():
    cards = [c for c in CARDS if c in rtl_files.all_modules()]
    with tempfile.TemporaryDirectory(prefix="lp-board-") as work:
        stubs.write(cards, work)
        for name in boards.names():
            test_lint(name, cards, work)
            test_pins(name)
    test_calls()
    test_stamp()
    return end()


if __name__ == "__main__":
    sys.exit(main())
