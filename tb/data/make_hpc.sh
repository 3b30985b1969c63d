#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Runs two shipped cases of HPC programs as Debian packages them and takes arrays of several points
# of each run from the binary files that they write.
#
#   make_hpc.sh OUT      writes OUT/hpc/*.npy and OUT/hpc.json
#
# OpenFOAM (openfoam, openfoam-examples): sonicFoam, tutorial compressible/sonicFoam/laminar/
#   forwardStep, unchanged but for writeFormat binary. 5250 cells, 5000 steps.
# LAMMPS (lammps, lammps-examples): example peptide, 2004 atoms, 300 steps, unchanged but for a
#   binary dump of every atom each 30 steps.
# Also needs python3-numpy. About a minute on one core.
set -eu
[ $# -eq 1 ] || { echo "usage: make_hpc.sh OUT" >&2; exit 2; }
here=$(dirname "$0")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# Runs a step quietly in a folder; shows the end of its output if it fails.
step() {
    dir=$1
    shift
    echo "$*"
    (cd "$dir" && "$@") >"$work/log" 2>&1 || { tail -n 20 "$work/log" >&2; exit 1; }
}

export WM_PROJECT_DIR=/usr/share/openfoam OMP_NUM_THREADS=1
cp -r /usr/share/doc/openfoam-examples/examples/compressible/sonicFoam/laminar/forwardStep \
    "$work/foam"
gunzip -rq "$work/foam" 2>/dev/null || true     # Debian compresses large files under doc/
step "$work/foam" foamDictionary -entry writeFormat -set binary system/controlDict
step "$work/foam" blockMesh
step "$work/foam" sonicFoam

cp -r /usr/share/lammps/examples/peptide "$work/md"
gunzip -rq "$work/md" 2>/dev/null || true
sed -i 's/^run[[:space:]].*/dump linepress all custom 30 dump.*.bin x y z vx vy vz fx fy fz\n&/' \
    "$work/md/in.peptide"
step "$work/md" lmp -in in.peptide

/usr/bin/python3 "$here/read_hpc.py" "$1" "$work/foam" "$work/md"
