#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Makes snapshot sets, saved launches and warp traces of the workloads.
#
#   make.sh BUILD OUT all [NAME]...   all of them or these, under OUT/sets, OUT/launches, OUT/traces;
#                                     takes a quarter of an hour; existing results are kept
#   make.sh BUILD OUT sets [NAME]...  only the sets; some minutes
#   make.sh BUILD OUT gpu [NAME]...   those of docs/studies/buddy-gpu.md: fewer accesses, so that
#                                     `linepress gpu` runs each hundreds of times; some minutes
#   make.sh BUILD OUT sample          the small ones of tb/data/workloads
#
# Needs an OpenCL device (pocl) for sets and launches, Oclgrind for traces.
set -eu
build=$(realpath "$1")
out=$2
mkdir -p "$out"
out=$(realpath "$out")
linepress=$build/linepress
cd "$build/workloads"

# A row: name, launch to trace, points of the set, program and options. The launch is that of the
# kernel with the most work, in the middle of the run.
all() {
    cat <<'END'
wave2       200  10  wave --n 1024 --steps 200
wave3       100  10  wave --dim 3 --n 96 --steps 100
cg_random    92  10  cg --matrix random --n 60000 --iterations 30
cg_fem       92  10  cg --matrix fem --n 256 --iterations 30
lbm          25  10  lbm --n 32 --steps 50
ep           10  10  ep --items 16384 --pairs 64 --batches 10
adi          43  10  adi --n 96 --steps 20
multigrid   476  10  multigrid --log2 6 --cycles 10
hydro       151  10  hydro --n 40 --steps 100
cnn           9  10  cnn --layer squeeze --batch 4
lstm         13  10  lstm
blas          1   0  blas --n 256
fft           1   0  fft
solver       65  10  solver --n 256
END
}
sets() {
    all | awk '$3 > 0 { $2 = 0; print }'
}
gpu() {
    cat <<'END'
wave2        40  4  wave --n 640 --steps 40
wave3        20  4  wave --dim 3 --n 64 --steps 40
cg_random    26  4  cg --matrix random --n 24000 --iterations 8
cg_fem       26  4  cg --matrix fem --n 144 --iterations 8
lbm          10  4  lbm --n 20 --steps 20
ep            4  4  ep --items 8192 --pairs 32 --batches 6
adi          15  4  adi --n 56 --steps 8
multigrid   421  4  multigrid --log2 5 --cycles 10
hydro        61  4  hydro --n 24 --steps 40
cnn           9  4  cnn --layer squeeze --batch 2
lstm         13  4  lstm
blas          1  0  blas --n 96
fft           1  0  fft --log2 9
solver       65  4  solver --n 160
END
}
sample() {
    cat <<'END'
wave          0   5  wave --n 128 --steps 200
cg           20   0  cg --n 48 --iterations 5
END
}

# Paths of this machine are not part of a launch.
forget_paths() { # FOLDER
    rm -f "$1/capture.json" "$1/copies.csv"
    [ ! -f "$1/launch.json" ] || sed -i '/^ "directory": /d' "$1/launch.json"
}

one() { # NAME LAUNCH POINTS PROGRAM ARGUMENTS...
    name=$1 launch=$2 points=$3
    shift 3
    program=./$1
    shift
    if [ ! -x "$program" ]; then
        echo "$name: left out, its library was not there when it was to be built"
        return 0
    fi
    if [ "$points" -gt 0 ] && [ ! -d "$out/sets/$name" ]; then
        echo "$name: set"
        "$linepress" capture --opencl --points "$points" -o "$out/sets/$name" -- "$program" "$@"
        forget_paths "$out/sets/$name"
    fi
    [ "$launch" -gt 0 ] || return 0
    if [ ! -d "$out/launches/$name" ]; then
        echo "$name: launch $launch"
        "$linepress" capture --opencl --launch "$launch" -o "$out/launches/$name" -- "$program" "$@"
        forget_paths "$out/launches/$name"
    fi
    if [ ! -f "$out/traces/$name.lpw" ]; then
        echo "$name: trace"
        "$linepress" trace -o "$out/traces/$name.lpw" "$out/launches/$name"
    fi
}

mkdir -p "$out/sets" "$out/launches" "$out/traces"
rows=$("$3")
shift 3
echo "$rows" | while read -r row; do
    case " ${*:-${row%% *}} " in
    *" ${row%% *} "*) ;;
    *) continue ;;
    esac
    # shellcheck disable=SC2086 # a row's words
    one $row </dev/null
done
