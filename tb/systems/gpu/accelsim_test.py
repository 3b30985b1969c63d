#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""accelsim.py with a program in Accel-Sim's place, which counts the instructions of the kernel it gets:
each kernel's row has them, a run is made once, and a simulator that fails leaves no record."""
import json
import os
import stat
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.abspath(os.path.join(HERE, "../../.."))
sys.path.insert(0, os.path.join(ROOT, "tb"))
import tap  # noqa: E402

LINEPRESS = os.path.abspath(
    os.environ.get("LINEPRESS", os.environ.get("BUILD", "build") + "/linepress"))
TRACE = "tb/data/workloads/traces/cg.lpw"
FAKE = """#!/usr/bin/env python3
import os, sys
words = sys.argv[1:]
kernels = words[words.index("-trace") + 1]
assert words[words.index("-gpgpu_perf_sim_memcpy") + 1] == "0"
assert os.environ["LD_LIBRARY_PATH"].endswith("gpgpu-sim/lib/gcc/cuda/release")
if os.path.exists(sys.argv[0] + ".fails"):
    print("no such option")
    sys.exit(1)
with open(sys.argv[0] + ".runs", "a") as file:
    file.write(kernels + "\\n")
with open(kernels) as file:
    name, = file.read().split()
count = threads = 0
with open(os.path.join(os.path.dirname(kernels), name)) as file:
    for line in map(str.split, file):
        if line[:2] == ["insts", "="]:
            count += int(line[2])
        elif len(line) > 4 and len(line[1]) == 8 and not line[0].startswith(("-", "#")):
            threads += bin(int(line[1], 16)).count("1")
print(f"gpu_sim_cycle = {3 * count}\\ngpu_sim_insn = {threads}")
"""


def make_fake(folder):
    program = os.path.join(folder, "bin/release/accel-sim.out")
    os.makedirs(os.path.dirname(program))
    os.makedirs(os.path.join(folder, "gpgpu-sim/lib/gcc/cuda/release"))
    with open(program, "w", encoding="ascii") as file:
        file.write(FAKE)
    os.chmod(program, os.stat(program).st_mode | stat.S_IXUSR)
    return program


def run(work, record):
    return subprocess.run(
        [sys.executable, "-B", os.path.join(HERE, "accelsim.py"), "--linepress", LINEPRESS,
         "--accelsim", f"{work}/fake", "--versions", "none", "--work", f"{work}/kept", "--traces",
         TRACE, record], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, check=False, cwd=ROOT,
        env={**os.environ, "COMMIT": os.environ.get("COMMIT", "0123456789ab")})


def runs_of(program):
    with open(program + ".runs", encoding="ascii") as file:
        return len(file.readlines())


def check_rows(record):
    with open(record, encoding="utf-8") as file:
        kernels = json.load(file)["kernels"]
    wrong = [k["program"] for k in kernels if k["theirs"] != 3 * k["warp_instructions"]
             or k["thread_instructions"] > 32 * k["warp_instructions"]
             or k["thread_instructions"] < k["warp_instructions"]
             or not 0 < min(k["ours"].values())]
    tap.result(wrong, "each row has the cycles of its own kernel")
    names = [k["program"] for k in kernels]
    tap.result([] if "cg" in names and "made_chase" in names and len(set(names)) == 8
               else [str(names)], "made kernels and the trace's are there")


def main():
    with tempfile.TemporaryDirectory(prefix="lp-accelsim-") as work:
        program, record = make_fake(f"{work}/fake"), f"{work}/record.json"
        done = run(work, record)
        tap.result([done.stderr] if done.returncode else [], "a record is written")
        if done.returncode == 0:
            check_rows(record)
        first = runs_of(program)
        done = run(work, record)
        tap.result([f"{first} {runs_of(program)} {done.stderr}"] if done.returncode
                   or runs_of(program) != first or first != 8 else [], "a run is made once")
        with open(program + ".fails", "w", encoding="ascii"), \
                open(program, "a", encoding="ascii") as file:
            file.write("\n")  # another program, which has not run
        os.remove(record)
        done = run(work, record)
        good = done.returncode == 2 and done.stderr.count("\n") == 1 and (
            "ended with 1: no such option" in done.stderr) and not os.path.exists(record)
        tap.result([] if good else [done.stderr], "a simulator that fails leaves no record")
    return tap.end()


if __name__ == "__main__":
    sys.exit(main())
