#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Makes the sample arrays and the manifest again: tb/data/dl, tb/data/hpc, tb/data/MANIFEST.json.
#
#   make_data.sh BUILD_DIR     works in BUILD_DIR and replaces the files only when all are made
#
# Exits 1 with one line if a package is missing, 2 on bad use. Two to three minutes.
set -eu
[ $# -eq 1 ] || { echo "usage: make_data.sh BUILD_DIR" >&2; exit 2; }
here=$(dirname "$0")
new=$1/new old=$1/old

missing() {
    for tool in blockMesh sonicFoam foamDictionary lmp; do
        command -v $tool >/dev/null || echo $tool
    done
    for dir in /usr/share/datasets/fashion-mnist /usr/share/lammps/examples/peptide \
        /usr/share/doc/openfoam-examples/examples; do
        [ -d $dir ] || echo $dir
    done
    /usr/bin/python3 -c 'import numpy, torch' 2>/dev/null || echo python3-torch
}

lacks=$(missing | tr '\n' ' ')
if [ -n "$lacks" ]; then
    echo "make data: missing ${lacks}- run ./bootstrap data, or install:" \
        "$("$here/../../bootstrap" packages data)" >&2
    exit 1
fi

rm -rf "$new" "$old"
mkdir -p "$new" "$old"
nice "$here/make_hpc.sh" "$new"
nice /usr/bin/python3 -B "$here/make_tensors.py" "$new"
/usr/bin/python3 -B "$here/npyset.py" "$new" dl hpc
for name in dl hpc MANIFEST.json; do
    if [ -e "$here/$name" ]; then mv "$here/$name" "$old/"; fi
    mv "$new/$name" "$here/"
done
rm -rf "$new" "$old"
