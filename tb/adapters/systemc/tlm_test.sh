#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Sample arrays through the TLM targets: every byte is that of the functional models, and the cycle
# models and the RTL take the same cycles.
build=${BUILD:-build}
export SYSTEMC_DISABLE_COPYRIGHT_MESSAGE=1
. tb/report.sh
array=tb/data/dl/relu2_act_050_fp32.npy

good() { # TARGET KIND WAY FILE
    "$build/systemc/tlm" "$@" >"$work/$2.out" 2>&1 && grep -q ' 0 wrong$' "$work/$2.out"
    report $? "$1, $3, $(basename "$4" .npy): $(cut -d' ' -f2- "$work/$2.out" | head -1)"
}

refused() { # WORDS ARGUMENT...
    words=$1
    shift
    "$build/systemc/tlm" "$@" >"$work/bad.out" 2>&1
    [ $? -eq 2 ] && grep -qF -e "$words" "$work/bad.out" && [ "$(wc -l <"$work/bad.out")" -eq 1 ]
    report $? "refused: $*"
}

# The program of docs/use/systemc.md needs only the installed headers, and so does each of this
# project.
example() {
    block() {
        awk -v kind='```'"$1" '$0 == "```" { on = 0 } on { print } $0 == kind { on = 1 }' \
            docs/use/systemc.md
    }
    block cpp >"$work/example.cpp"
    set --
    for header in modules tlm_slice tlm_dma tlm_memory tlm_initiator; do
        set -- "$@" -include "linepress/systemc/$header.h"
    done
    ${CXX:-g++} -std=c++17 -Wall -Wextra -Werror "$@" -I"$build/systemc/include" \
        "$work/example.cpp" -o "$work/example" "$build/liblinepress_cycle.a" \
        "$build/liblinepress.a" -lsystemc && "$work/example" >"$work/said" &&
        block output | diff - "$work/said"
}

for way in b nb; do
    for target in codec slice dma; do
        for kind in model rtl; do good $target $kind $way $array; done
        sed s/rtl/model/ "$work/rtl.out" | cmp - "$work/model.out" >"$work/cmp.out" 2>&1
        report $? "$target, $way: model and RTL take the same cycles"
    done
    good dma-all model $way tb/data/dl/conv3_weight_100_fp16.npy
done
good codec model nb tb/data/hpc/foam_p_100.npy
good slice model nb tb/data/hpc/foam_p_100.npy
example >"$work/example.out" 2>&1
report $? "the program of docs/use/systemc.md"
refused "not 'l2'" l2 model b $array
refused "not 'verilog'" codec verilog b $array
refused "not 'dmi'" codec model dmi $array
refused "nowhere.npy" codec model b nowhere.npy
refused "usage" codec model b
refused "no RTL was built with these values" dma-all rtl b $array
echo "1..$count"
[ "$failed" -eq 0 ]
