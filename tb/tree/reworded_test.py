#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""RTL whose words have changed since figures were recorded (rtl_files.REWORDED) is the same
machine: from the text of today and from that of before, Yosys makes the same word-level netlist."""
import os
import re
import shutil
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [os.path.join(HERE, "..", "..", "synth"), os.path.dirname(HERE)]
import rtl_files  # noqa: E402
from tap import end, result  # noqa: E402

# Where something was read, and what kind of process it was in, which is gone after `proc`.
PLACES = re.compile(r"^ *attribute \\(src|always_ff) .*\n", re.M)


def netlist(module, root):
    """The module and its parts at word level, without places; or None and why."""
    files = rtl_files.files_of(module, root)
    script = f"read_verilog -sv {' '.join(files)}; hierarchy -top {module}; proc; write_rtlil out"
    done = subprocess.run(["yosys", "-q", "-p", script], cwd=root, check=False,
                          capture_output=True, text=True)
    if done.returncode != 0:
        return None, done.stderr or done.stdout
    with open(os.path.join(root, "out"), encoding="utf-8") as src:
        return PLACES.sub("", src.read()), ""


def put(path, root, change):
    with open(os.path.join(root, path), "rb") as src:
        text = src.read()
    with open(os.path.join(root, path), "wb") as dst:
        dst.write(change(text))


def reword(text, rows):
    for now, before in rows:
        assert text.count(now) == 1, now
        text = text.replace(now, before)
    return text


def main():
    for path, rows in rtl_files.REWORDED.items():
        module = os.path.splitext(os.path.basename(path))[0]
        with tempfile.TemporaryDirectory(prefix="lp-reworded-") as root:
            shutil.copytree(os.path.join(rtl_files.ROOT, "rtl"), os.path.join(root, "rtl"))
            today, why = netlist(module, root)
            digest = rtl_files.digest(module, root)
            put(path, root, lambda text, rows=rows: reword(text, rows))
            before, why_before = netlist(module, root)
            result(why or why_before or ("" if today == before else "the netlists differ"),
                   f"{module}: today's words say what those before said")
            result("" if rtl_files.digest(module, root) == digest else "the digests differ",
                   f"{module}: both have one digest")
            put(path, root, lambda text: text.replace(b"<=", b"<= ~", 1))
            other, why = netlist(module, root)
            result(why or ("" if other != before else "it is not seen"),
                   f"{module}: a change of what it does is seen")
    return end()


if __name__ == "__main__":
    sys.exit(main())
