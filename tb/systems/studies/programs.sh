#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Captures whole programs as Debian packages them and profiles the sets
# (docs/studies/buddy-programs.md).
#
#   programs.sh LINEPRESS OUT [NAME]...     openfoam lammps-peptide lammps-melt gromacs, all by default;
#                                           lammps-melt-large
#
# writes OUT/NAME, a snapshot set of ten points, and OUT/NAME.json, the output of `linepress profile
# --json` for it. Inputs are shipped with the programs, and changed only where a comment below says
# so: a set of the default --min needs arrays of a page. One thread each, and no OpenCL platform,
# whose pools LAMMPS and GROMACS would hold without using them. ./bootstrap workloads installs what
# this needs.
set -eu
[ $# -ge 2 ] || { echo "usage: programs.sh LINEPRESS OUT [NAME]..." >&2; exit 2; }
linepress=$(realpath "$1")
mkdir -p "$2"
out=$(realpath "$2")
shift 2
[ $# -gt 0 ] || set -- openfoam lammps-peptide lammps-melt gromacs
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export WM_PROJECT_DIR=/usr/share/openfoam OMP_NUM_THREADS=1 GMX_MAXBACKUP=-1
export OCL_ICD_VENDORS=/nonexistent

# Runs a step quietly in a folder; shows the end of its output if it fails.
step() {
    dir=$1
    shift
    (cd "$dir" && "$@") >"$work/log" 2>&1 </dev/null || { tail -n 20 "$work/log" >&2; exit 1; }
}

# NAME FOLDER PROGRAM ARGUMENT...
study() {
    name=$1 folder=$2
    shift 2
    echo "$name: $*"
    step "$folder" "$linepress" capture --malloc -f -o "$out/$name" -- "$@"
    grep '^linepress: capture: ' "$work/log"
    "$linepress" profile --json "$out/$name" >"$out/$name.json"
}

# OpenFOAM's tutorial incompressible/simpleFoam/pitzDaily, 12225 cells.
openfoam() {
    cp -r /usr/share/doc/openfoam-examples/examples/incompressible/simpleFoam/pitzDaily "$work/foam"
    gunzip -rq "$work/foam" 2>/dev/null || true # Debian compresses large files under doc/
    step "$work/foam" blockMesh
    study openfoam "$work/foam" simpleFoam
}

# LAMMPS' example peptide, 2004 atoms, unchanged.
lammps_peptide() {
    cp -r /usr/share/lammps/examples/peptide "$work/peptide"
    gunzip -rq "$work/peptide" 2>/dev/null || true
    study lammps-peptide "$work/peptide" lmp -in in.peptide
}

# LAMMPS' example melt with 4 x 20^3 or 4 x 40^3 atoms in place of 4 x 10^3, and other steps than 250.
lammps_melt() { # NAME EDGE STEPS
    cp -r /usr/share/lammps/examples/melt "$work/melt"
    gunzip -rq "$work/melt" 2>/dev/null || true
    sed -i "s/block 0 10 0 10 0 10/block 0 $2 0 $2 0 $2/; s/^run[[:space:]].*/run $3/" \
        "$work/melt/in.melt"
    study "$1" "$work/melt" lmp -in in.melt
    rm -r "$work/melt"
}

# GROMACS: a box of 5 nm of the SPC water that it ships, 500 steps of PME after 200 of minimisation.
# The input was written for this test, since Debian has none.
gromacs() {
    mkdir "$work/water"
    cat >"$work/water/water.top" <<'TOP'
#include "oplsaa.ff/forcefield.itp"
#include "oplsaa.ff/spc.itp"
[ system ]
water
[ molecules ]
TOP
    cat >"$work/water/water.mdp" <<'MDP'
integrator = md
dt = 0.002
nsteps = 500
cutoff-scheme = Verlet
coulombtype = PME
rcoulomb = 0.9
rvdw = 0.9
tcoupl = v-rescale
tc-grps = System
tau-t = 0.1
ref-t = 300
gen-vel = yes
gen-temp = 300
gen-seed = 1
constraints = h-bonds
MDP
    step "$work/water" gmx solvate -cs spc216.gro -box 5 5 5 -p water.top -o water.gro
    sed 's/^integrator.*/integrator = steep/; s/^nsteps.*/nsteps = 200/' "$work/water/water.mdp" \
        >"$work/water/least.mdp"
    step "$work/water" gmx grompp -f least.mdp -c water.gro -p water.top -o least.tpr -maxwarn 1
    step "$work/water" gmx mdrun -s least.tpr -c least.gro -ntmpi 1 -ntomp 1
    step "$work/water" gmx grompp -f water.mdp -c least.gro -p water.top -o water.tpr
    study gromacs "$work/water" gmx mdrun -s water.tpr -ntmpi 1 -ntomp 1
}

for name in "$@"; do
    case $name in
    openfoam) openfoam ;;
    lammps-peptide) lammps_peptide ;;
    lammps-melt) lammps_melt lammps-melt 20 500 ;;
    lammps-melt-large) lammps_melt lammps-melt-large 40 100 ;;
    gromacs) gromacs ;;
    *) echo "programs.sh: no program '$name'" >&2; exit 2 ;;
    esac
done
