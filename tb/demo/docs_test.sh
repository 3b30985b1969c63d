#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# The documents are right: the C examples compile and run, the RTL examples pass Verilator, the
# timing diagrams match the cycle models, and the studies of sectors, of buddy memory, of snapshot
# sets, of vDNN, of CSWAP and of slices match the programs.
set -u
cd "$(dirname "$0")/../.." || exit 2
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
build=${BUILD:-build}
n=0

result() { # STATUS NAME
    n=$((n + 1))
    if [ "$1" -eq 0 ]; then echo "ok $n - $2"; else echo "not ok $n - $2"; fi
}

# Block number $3 (the first if not given) of document $1 that begins with the fence $2.
block() { # DOCUMENT FENCE [NUMBER]
    awk -v fence="$2" -v want="${3:-1}" '$0 == "```" && on { exit } on { print }
        $0 == fence { on = ++seen == want }' "$1"
}

# The first C block of document $1 prints its first output block; headers from folder $2.
runs() { # DOCUMENT FOLDER
    block "$1" '```c' >"$work/example.c"
    "${CC:-gcc}" -std=c11 -Wall -Wextra -Werror "-I$2" "$work/example.c" \
        "$build/liblinepress_dma.a" "$build/liblinepress_cycle.a" "$build/liblinepress.a" \
        -llz4 -ldeflate -lz -o "$work/example" &&
        "$work/example" >"$work/said" &&
        block "$1" '```output' | cmp - "$work/said"
}

runs docs/start/data.md cmodel/include
result $? "the program of docs/start/data.md compiles and prints what the page says"

runs docs/use/dma.md cmodel/include
result $? "the program of docs/use/dma.md compiles and prints what the page says"

# Headers of the cycle models are installed next to the public ones, as linepress/FOLDER/.
mkdir "$work/installed"
ln -s "$PWD/cmodel/units" "$work/installed/linepress"
runs docs/use/using.md "$work/installed"
result $? "the cycle model of docs/use/using.md compiles and prints what the page says"

# A module of docs/use/using.md with the files of the units in it.
reads() { # NUMBER
    block docs/use/using.md '```systemverilog' "$1" >"$work/rtl.sv"
    top=$(sed -n 's/^module \([a-z_]*\).*/\1/p' "$work/rtl.sv")
    [ -n "$top" ] && mv "$work/rtl.sv" "$work/$top.sv" || return 1
    for unit in $(sed -n 's/^ *\(lp_[a-z_]*\) .*u_.*/\1/p' "$work/$top.sv"); do
        "${PYTHON:-/usr/bin/python3}" synth/rtl_files.py "$unit" | tr ' ' '\n' || return 1
    done | awk '!seen[$0]++' >"$work/files"
    # shellcheck disable=SC2046 # the list is several words
    [ -s "$work/files" ] && verilator --lint-only -Wall --top-module "$top" $(cat "$work/files") \
        "$work/$top.sv"
}

reads 1 && reads 2
result $? "Verilator reads the modules of docs/use/using.md without a warning"

stale=0
for enc in docs/img/*_enc_*.svg; do
    kind=$(basename "$enc" .svg)
    codec=${kind%%_*}
    kind=${kind#*_enc_}
    "$build/docs/timing" "${codec}_$kind" "$work/enc.svg" "$work/dec.svg" || stale=1
    for unit in enc dec; do
        cmp -s "$work/$unit.svg" "docs/img/${codec}_${unit}_$kind.svg" && continue
        echo "# docs/img/${codec}_${unit}_$kind.svg is stale: make pictures"
        stale=1
    done
done
if ! "$build/docs/mdcache_timing" "$work/mdcache.svg" ||
    ! cmp "$work/mdcache.svg" docs/img/mdcache_timing.svg; then
    echo "# docs/img/mdcache_timing.svg is stale: make pictures"
    stale=1
fi
result $stale "the timing diagrams are those of the cycle models"
cp docs/studies/sectors.md "$work" &&
    "${PYTHON:-/usr/bin/python3}" docs/img/sectors.py --linepress "$build/linepress" \
        --library "$build/liblinepress.so" "$work/sectors.svg" "$work/sectors.md" &&
    cmp "$work/sectors.svg" docs/img/sectors.svg && cmp "$work/sectors.md" docs/studies/sectors.md
result $? "picture and tables of the sectors are those of the arrays, else: make pictures"
cp docs/studies/mixed.md "$work" &&
    "${PYTHON:-/usr/bin/python3}" docs/img/mixed.py --library "$build/liblinepress.so" \
        "$work/mixed.md" && cmp "$work/mixed.md" docs/studies/mixed.md
result $? "tables of mixed codecs are those of the library, else: make study-mixed"
cp docs/studies/buddy.md "$work" &&
    "${PYTHON:-/usr/bin/python3}" docs/img/buddy.py --linepress "$build/linepress" \
        "$work/buddy.svg" "$work/buddy.md" &&
    cmp "$work/buddy.svg" docs/img/buddy.svg && cmp "$work/buddy.md" docs/studies/buddy.md
result $? "picture and tables of buddy memory are those of the arrays, else: make pictures"
# The pages' part of the sample arrays, and its pictures.
studies() {
    mkdir "$work/studies" && cp docs/studies/buddy-*.md "$work/studies" &&
        "${PYTHON:-/usr/bin/python3}" docs/img/study_sets.py "$work/sets" || return 1
    # shellcheck disable=SC2046 # the options are several words
    "${PYTHON:-/usr/bin/python3}" docs/img/studies.py --linepress "$build/linepress" \
        $(printf ' --hpc %s' "$work/sets/hpc"/*) $(printf ' --dl %s' "$work/sets/dl"/*) \
        "$work/studies" "$work/studies" || return 1
    for file in "$work/studies"/*; do
        case $file in
        *.md) cmp "$file" "docs/studies/$(basename "$file")" || return 1 ;;
        *.svg) cmp "$file" "docs/img/$(basename "$file")" || return 1 ;;
        esac
    done
}
studies
result $? "pages of Buddy Compression's figures are those of the sets, else: make studies"
# Energy, managed memory and batch size.
systems() {
    mkdir "$work/systems" &&
        cp docs/studies/buddy-energy.md docs/studies/buddy-um.md docs/studies/buddy-batch.md \
            "$work/systems" &&
        "${PYTHON:-/usr/bin/python3}" docs/img/system_pages.py --linepress "$build/linepress" \
            "$work/sets" "$work/systems" "$work/systems" || return 1
    for file in "$work/systems"/*; do
        case $file in
        *.md) cmp "$file" "docs/studies/$(basename "$file")" || return 1 ;;
        *.svg) cmp "$file" "docs/img/$(basename "$file")" || return 1 ;;
        esac
    done
}
systems
result $? "pages of energy, managed memory and batch size are those of the commands, else: make studies"
cp docs/studies/vdnn.md "$work" &&
    "${PYTHON:-/usr/bin/python3}" docs/img/vdnn.py --linepress "$build/linepress" \
        "$work/speed.svg" "$work/vdnn.svg" "$work/zeros.svg" "$work/vdnn.md" >"$work/said" &&
    cmp "$work/speed.svg" docs/img/vdnn_speed.svg && cmp "$work/vdnn.svg" docs/img/vdnn.svg &&
    cmp "$work/zeros.svg" docs/img/vdnn_zeros.svg &&
    cmp "$work/vdnn.md" docs/studies/vdnn.md
result $? "pictures and tables of vDNN are those of the command line, else: make study-vdnn"
# The searches take seconds, need a library that may be missing, and depend on the number of cores.
cswap() { # PAGE FOLDER [OPTION...]
    page=$1 data=$2
    shift 2
    cp "docs/$page.md" "$work/cswap.md" &&
        "${PYTHON:-/usr/bin/python3}" docs/img/cswap.py --linepress "$build/linepress" \
            --data "$data" "$@" --without figure_12 "$work/cswap.md" >"$work/said" &&
        cmp "$work/cswap.md" "docs/$page.md"
}
cswap studies/cswap tb/data/profiles && cswap use/swap tb/data/profiles/h200 &&
    cswap studies/cswap-gpu tb/data/profiles/h200 --link-of timeline.json &&
    "${PYTHON:-/usr/bin/python3}" docs/img/cswap_flow.py tb/data/profiles/h200 "$work/step.svg" &&
    cmp "$work/step.svg" docs/img/swap_step_gpu.svg
result $? "tables of CSWAP but the searches are those of the records, else: make study-cswap"
sed -n '/^<!-- slices:begin/,/^<!-- slices:end/p' docs/studies/slices.md | sed '1d;$d' >"$work/slices"
"$build/docs/slice_windows" | cmp - "$work/slices"
result $? "tables of the slices are those of the hash, else: make pictures"
echo "1..$n"
