#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Targets of a small input applied to one of 64 MB and more, as Buddy Compression profiles: a signed
record.

    inputs.py --build BUILD --sets FOLDER RECORD.json [NAME...]

Runs each program of INPUTS twice, or those that are named, and leaves FOLDER/NAME-small-HASH and
FOLDER/NAME-large-HASH, snapshot sets of ten points; sets that are there are not made again. Then
`linepress profile` chooses targets for the small one, which are applied to the large one, next to
those of the large one itself. Some 10 GB and ten minutes for all. Exit status 2: bad use, a program
that fails, a bad set, or a large set of less than 64 MB.
"""
import argparse
import hashlib
import os
import subprocess
import sys
import tempfile

ROOT = os.path.abspath(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../.."))
sys.path[:0] = [os.path.join(ROOT, "docs/img"), os.path.join(ROOT, "tb/tree/records")]
sys.dont_write_bytecode = True
import signed  # noqa: E402
import study_program  # noqa: E402

SOURCES = ("tb/systems/studies/inputs.py", "tb/systems/studies/programs.sh",
           "docs/img/study_program.py")
SIZES = ("small", "large")
POINTS = 10
LEAST = 64e6  # bytes of a large set
# Programs of tb/systems/workloads with their options; those of programs.sh have the name of its row.
INPUTS = {
    "lammps-melt": ("32000 atoms, 500 steps", "256000 atoms, 100 steps"),
    "wave2": ("wave --n 1024 --steps 200", "wave --n 2400 --steps 200"),
    "wave3": ("wave --dim 3 --n 96 --steps 100", "wave --dim 3 --n 180 --steps 100"),
    "cg_random": ("cg --matrix random --n 60000 --iterations 30",
                  "cg --matrix random --n 360000 --iterations 30"),
    "cg_fem": ("cg --matrix fem --n 256 --iterations 30", "cg --matrix fem --n 768 --iterations 30"),
    "lbm": ("lbm --n 32 --steps 50", "lbm --n 61 --steps 50"),
    "ep": ("ep --items 16384 --pairs 64 --batches 10", "ep --items 65536 --pairs 64 --batches 10"),
    "adi": ("adi --n 96 --steps 20", "adi --n 164 --steps 20"),
    "multigrid": ("multigrid --log2 6 --cycles 10", "multigrid --log2 7 --cycles 10"),
    "hydro": ("hydro --n 40 --steps 100", "hydro --n 58 --steps 100"),
    "solver": ("solver --n 256", "solver --n 832"),
}
OF_PROGRAMS = {"lammps-melt": ("lammps-melt", "lammps-melt-large")}


def captured(args, name, size):
    """The path of a set, which is made if it is not there. A set of another input has another name."""
    place = SIZES.index(size)
    of = hashlib.sha256(f"{INPUTS[name][place]} {POINTS}".encode()).hexdigest()[:8]
    path = os.path.join(args.sets, f"{name}-{size}-{of}")
    if os.path.isdir(path):
        return path
    print(f"{name}: the {size} input", file=sys.stderr, flush=True)
    cli = os.path.join(args.build, "linepress")
    with tempfile.TemporaryDirectory(dir=args.sets) as work:
        if name in OF_PROGRAMS:
            made = os.path.join(work, OF_PROGRAMS[name][place])
            run([os.path.join(ROOT, "tb/systems/studies/programs.sh"), cli, work,
                 OF_PROGRAMS[name][place]])
        else:
            program, *options = INPUTS[name][place].split()
            made = os.path.join(work, "set")
            run([cli, "capture", "--opencl", "--points", str(POINTS), "-o", made, "--",
                 f"./{program}", *options], os.path.join(args.build, "workloads"))
        os.rename(made, path)
    return path


def run(words, folder=None):
    done = subprocess.run(words, cwd=folder, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                          stderr=subprocess.PIPE, text=True, check=False)
    if done.returncode != 0:
        last = done.stderr.strip().rpartition("\n")[2]
        raise OSError(f"{os.path.basename(words[0])}: exit status {done.returncode}: {last}")


def row(args, name, work):
    small, large = (captured(args, name, size) for size in SIZES)
    cli = os.path.join(args.build, "linepress")
    program = study_program.Program(cli, "hpc", large, small)
    if program.bytes < LEAST:
        raise ValueError(f"{name}: its large set has {program.bytes} bytes, too few")
    first = study_program.Program(cli, "hpc", small)
    return {"program": name, "inputs": list(INPUTS[name]), "bytes": [first.bytes, program.bytes],
            **study_program.facts(program, os.path.join(work, f"{name}.json"))}


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n", maxsplit=1)[0])
    parser.add_argument("--build", required=True)
    parser.add_argument("--sets", required=True)
    parser.add_argument("record")
    parser.add_argument("names", nargs="*", metavar="NAME")
    args = parser.parse_args()
    args.build, args.sets = map(os.path.abspath, (args.build, args.sets))
    names = args.names or list(INPUTS)
    for name in names:
        if name not in INPUTS:
            parser.error(f"no program '{name}'; there are {', '.join(INPUTS)}")
    try:
        os.makedirs(args.sets, exist_ok=True)
        with tempfile.TemporaryDirectory() as work:
            rows = [row(args, name, work) for name in names]
        signed.write(args.record, signed.sign("inputs", {"programs": names, "rows": rows},
                                              SOURCES, 1))
    except (OSError, KeyError, ValueError, signed.Bad,
            study_program.arrays.ArrayError) as error:
        print(f"inputs.py: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
