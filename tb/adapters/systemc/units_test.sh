#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Each unit's pins in SystemC have the same values in every cycle with the cycle model and with the
# Verilated RTL.
#
#   units_test.sh [UNIT...]      each with its own program; without names, the units of make test
#
# LP_SEED repeats a run, LP_CYCLES sets the cycles of each.
build=${BUILD:-build}
seed=${LP_SEED:-$(date +%s)}
cycles=${LP_CYCLES:-2000}
export SYSTEMC_DISABLE_COPYRIGHT_MESSAGE=1
. tb/report.sh

# The traces agree and are not empty.
compare() { # PROGRAM UNIT
    for kind in model rtl; do
        "$1" "$2" $kind --seed "$seed" --cycles "$cycles" --trace "$work/$kind.trace" \
            >"$work/$kind.out" 2>&1
        report $? "$2, $kind: pins and data are right"
    done
    cmp "$work/model.trace" "$work/rtl.trace" >"$work/cmp.out" 2>&1 &&
        [ "$(wc -l <"$work/model.trace")" -eq $((cycles + 1)) ] &&
        [ "$(cut -d' ' -f2- "$work/model.trace" | sort -u | wc -l)" -gt 10 ]
    report $? "$2: $(sed -n 's/^.*model: \(.*\), trace.*/\1/p' "$work/model.out"), one trace"
    sed -n 's/^.* trace /# digest /p' "$work/model.out"
}

refused() { # WORDS ARGUMENT...
    words=$1
    shift
    "$build/systemc/units" "$@" --trace "$work/x.trace" >"$work/model.out" 2>&1
    [ $? -eq 2 ] && [ ! -e "$work/x.trace" ] && grep -qF -e "$words" "$work/model.out" &&
        [ "$(wc -l <"$work/model.out")" -eq 1 ]
    report $? "refused: $*"
}

echo "# LP_SEED=$seed"
if [ $# -gt 0 ]; then
    for unit; do compare "$build/systemc/unit/$unit" "$unit"; done
else
    for unit in $("$build/systemc/units" --list); do compare "$build/systemc/units" "$unit"; done
    refused "no unit 'lp_nope'" lp_nope model
    refused "not 'verilog'" lp_zvc_enc verilog
    refused "lp_zvc_enc does not take ELEM=12: ELEM none of 8 16 32" lp_zvc_enc model --set ELEM=12
    refused "lp_fifo does not take DEPTH=1: DEPTH not 2 to 64" lp_fifo model --set DEPTH=1
    refused "'DEPTH=x' is not NAME=VALUE with a whole number" lp_fifo model --set DEPTH=x
    refused "lp_fifo has no parameter SIZE" lp_fifo model --set SIZE=4
    refused "alone" lp_fifo rtl --set WIDTH=9
    refused "--seed takes a number, not '-1'" lp_fifo model --seed -1
    refused "--cycles takes 1 to" lp_fifo model --cycles 0
    refused "no option '--length'" lp_fifo model --length 5
fi
echo "1..$count"
[ "$failed" -eq 0 ]
