#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# The SystemC platform gives the same trace with the cycle models and with the Verilated RTL, for
# both codecs.
build=${BUILD:-build}
. tb/report.sh

for file in tb/data/dl/relu2_act_050_fp32.npy tb/data/dl/conv3_weight_100_fp16.npy; do
    for codec in zvc bpc; do
        name="$(basename "$file" .npy), $codec"
        for engine in model rtl; do
            "$build/systemc/platform" $codec $engine "$work/$engine.trace" "$file" \
                >"$work/$engine.out" 2>&1
            report $? "$name: every line comes back through the $engine"
        done
        # One row per cycle under the row of names; a line takes four cycles at least.
        lines=$(sed -n 's/^model: \([0-9]*\) lines.*/\1/p' "$work/model.out")
        [ "$lines" -gt 0 ] && [ "$(wc -l <"$work/model.trace")" -gt $((4 * lines)) ] &&
            cmp "$work/model.trace" "$work/rtl.trace" >"$work/cmp.out" 2>&1
        report $? "$name: both traces are the same"
    done
done
"$build/systemc/platform" zvc model "$work/x.trace" nowhere.npy >"$work/bad.out" 2>&1
[ $? -eq 2 ] && [ ! -e "$work/x.trace" ]
report $? "a missing file: exit 2"
"$build/systemc/platform" lz4 model "$work/x.trace" "$file" >"$work/bad.out" 2>&1
[ $? -eq 2 ] && [ ! -e "$work/x.trace" ]
report $? "no such codec: exit 2"
echo "1..$count"
[ "$failed" -eq 0 ]
