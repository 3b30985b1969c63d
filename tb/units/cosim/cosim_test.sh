#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# linepress cosim as a program: its output, and its exit status on good and bad input. An encoder
# with a seeded bug must end it with status 1, the cycle and a waveform.
build=$(cd "${BUILD:-build}" && pwd) || exit 2
data=$(cd tb/data/dl && pwd)/conv2_agrad_050_fp32.npy
bf16=$(cd tb/data/dl && pwd)/conv2_agrad_050_bf16.npy
# Speeds are printed, and these need not be exact.
export LP_RATE_MS=10
. tb/report.sh
cd "$work" || exit 2

run() { "$build/linepress" cosim "$@" >out 2>err; }

good() { # name arguments...
    name=$1
    shift
    run "$@" --json && [ ! -s err ] && ${PYTHON:-python3} - "$expect" <<'END'
import json, sys
r = json.load(open("out"))
names = "unit lines cycles cycles_per_line mismatches latency rtl_hz model_hz"
assert list(r) == names.split() and list(r["latency"]) == ["min", "max"], r
assert r["mismatches"] == 0 and r["cycles"] >= r["lines"] > 0, r
assert abs(r["cycles"] / r["lines"] - r["cycles_per_line"]) < 1e-3, r
assert 0 < r["latency"]["min"] <= r["latency"]["max"] <= r["cycles"], r
assert r["rtl_hz"] > 0 and r["model_hz"] > 0, r
assert all(str(r[k]) == v for k, v in (e.split("=") for e in sys.argv[1].split())), (r, sys.argv)
END
    report $? "$name"
}

bad() { # name arguments...
    name=$1
    shift
    run "$@"
    [ $? -eq 2 ] && [ ! -s out ] && [ "$(wc -l <err)" -eq 1 ] && [ -z "$(find . -name '*.fst*')" ]
    report $? "$name: exit 2, one line"
}

lines=$((($(wc -c <"$data") - 128) / 128))
for unit in lp_zvc_enc lp_zvc_dec; do
    for elem in 8 16 32; do
        for ending in memory stream; do
            expect="unit=$unit lines=$lines"
            good "$unit, $elem bits, $ending" --unit $unit --elem $elem --ending $ending "$data"
        done
    done
    good "$unit, stalls" --unit $unit --stall 0.4 --seed 7 "$data"
    expect="unit=$unit lines=10"
    good "$unit, 10 lines" --unit ${unit#lp_} --lines 10 "$data"
done
for unit in lp_bpc_enc lp_bpc_dec lp_bpc_enc_serial lp_bpc_dec_serial; do
    expect="unit=$unit lines=$lines"
    good "$unit" --unit $unit "$data"
    good "$unit, stalls" --unit $unit --stall 0.4 --seed 7 "$data"
done
for unit in lp_codec_enc lp_codec_dec; do
    expect="unit=$unit lines=$lines"
    for ending in memory stream; do
        good "$unit, both codecs, $ending" --unit $unit --ending $ending "$data"
    done
done
lines=$((($(wc -c <"$bf16") - 128) / 128))
for unit in lp_ebd_enc lp_ebd_dec lp_ebd_serial lp_xzvc_enc lp_xzvc_dec lp_mixed_enc lp_mixed_dec \
            lp_grp_enc lp_grp_dec; do
    expect="unit=$unit lines=$lines"
    good "$unit" --unit $unit "$bf16"
done
expect="unit=lp_mixed_dec lines=$lines"
good "lp_mixed_dec, ebd" --unit mixed_dec --codec ebd "$bf16"
expect="unit=lp_mixed_enc lines=$lines"
good "lp_mixed_enc, bpc" --unit mixed_enc --codec bpc --stall 0.3 "$bf16"
good "lp_mixed_enc, quick" --unit mixed_enc --quick "$bf16"
expect="unit=lp_xzvc_enc lines=$lines"
good "lp_xzvc_enc, filtered" --unit xzvc_enc --codec xzvc "$bf16"
lines=$((($(wc -c <"$data") - 128) / 128))
expect="unit=lp_buddy_slice lines=$lines"
good "lp_buddy_slice" --unit lp_buddy_slice "$data"
good "lp_buddy_slice, stalls" --unit lp_buddy_slice --stall 0.4 --seed 7 "$data"
expect="unit=lp_skid lines=$lines"
good "a part takes lines, too" --unit skid "$data"

printf 'seven b' >short.bin
expect="unit=lp_zvc_enc lines=1"
good "a short last line is padded" --unit zvc_enc short.bin
expect="unit=lp_zvc_enc lines=$lines"
good "more lines than there are" --unit zvc_enc --lines 1000000000000 "$data"
run --unit zvc_enc --trace run.fst "$data" && [ -s run.fst ] && [ "$(ls)" = "err
out
run.fst
short.bin" ]
report $? "--trace writes one file"
rm -f run.fst
run --help && grep -q -- --stall out
report $? "--help"

: >empty
head -c 300 "$data" >cut.npy
bad "no unit" "$data"
bad "unknown unit" --unit lp_nothing "$data"
"$build/cosim/lockstep/lp_add" lp_nothing >out 2>err
[ $? -eq 2 ] && [ ! -s out ] && [ "$(wc -l <err)" -eq 1 ]
report $? "lock-step test of an unknown unit: exit 2, one line"
bad "unit without lines" --unit add "$data"
bad "no file" --unit zvc_enc
bad "missing file" --unit zvc_enc nowhere.bin
bad "empty file" --unit zvc_enc empty
bad "directory" --unit zvc_enc .
bad "truncated .npy" --unit zvc_enc cut.npy
bad "two files" --unit zvc_enc "$data" "$data"
bad "--lines -1" --unit zvc_enc --lines -1 "$data"
bad "--lines 0" --unit zvc_enc --lines 0 "$data"
bad "--lines x" --unit zvc_enc --lines x "$data"
bad "--seed -1" --unit zvc_enc --seed -1 "$data"
bad "--stall 1" --unit zvc_enc --stall 1 "$data"
bad "--stall -0.1" --unit zvc_enc --stall -0.1 "$data"
bad "--stall nan" --unit zvc_enc --stall nan "$data"
bad "--stall without a value" --unit zvc_enc "$data" --stall
bad "--elem 12" --unit zvc_enc --elem 12 "$data"
bad "--elem of a part" --unit skid --elem 8 "$data"
bad "--elem of a unit without one" --unit bpc_enc --elem 32 "$data"
bad "--ending stream of a unit without streams" --unit bpc_dec --ending stream "$data"
bad "--codec of a unit that has one" --unit bpc_enc --codec bpc "$data"
bad "--codec auto of a decoder" --unit mixed_dec --codec auto "$data"
bad "--codec that the unit does not have" --unit codec_enc --codec ebd "$data"
bad "--quick of a unit that cannot" --unit ebd_enc --quick "$data"
bad "--ending both" --unit zvc_enc --ending both "$data"
bad "--trace into no folder" --unit zvc_enc --trace nowhere/run.fst "$data"
bad "--trace onto a device" --unit zvc_enc --trace /dev/null "$data"
bad "unknown option" --unit zvc_enc --fast "$data"
"$build/linepress" cosim --unit zvc_enc --json "$data" >/dev/full 2>err
[ $? -eq 2 ] && [ "$(wc -l <err)" -eq 1 ]
report $? "standard output full: exit 2, one line"

# With the command `buddy`, RTL and model report the same, except for their names.
for options in "--target 2" "--target 16 --codec zvc --pattern random --stall 0.2" \
    "--target 1.33 --latency 20 --link 50" "--target none --pattern strided" \
    "--target 4 --parallel 1 --stall 0.2"; do
    # shellcheck disable=SC2086 # several words on purpose
    "$build/linepress" buddy --engine rtl --json $options "$data" >out 2>err && [ ! -s err ] &&
        "$build/linepress" buddy --engine model --json $options "$data" >model &&
        grep -q '"mismatches": 0' out && sed 's/"rtl"/"model"/' out | cmp -s - model &&
        ! cmp -s out model
    report $? "buddy $options: the RTL moves what the model moves, in as many cycles"
done
"$build/linepress" buddy --engine rtl --entries 64 "$data" >out 2>err
[ $? -eq 2 ] && [ ! -s out ] && [ "$(wc -l <err)" -eq 1 ] && grep -q 'no RTL' err
report $? "buddy: parameters that were not verilated: exit 2, one line"

# A line of 24 non-zero words is where an entry becomes raw.
{ head -c 96 /dev/zero | tr '\0' w; head -c 32 /dev/zero; } >edge.bin
"$build/cosim/bug/linepress-cosim" --unit zvc_enc --json edge.bin >out 2>err
[ $? -eq 1 ] && [ "$(wc -l <err)" -eq 1 ] && grep -q 'lp_zvc_enc: cycle [0-9]*: [a-z_]*_o: ' err &&
    grep -q '"mismatches":1' out && [ -s lp_zvc_enc-cosim.fst ]
report $? "a seeded bug in the RTL: exit 1, the cycle, a waveform"
"$build/cosim/bug/linepress-cosim" --unit zvc_enc --trace bug.fst edge.bin >out 2>err
[ $? -eq 1 ] && [ -s bug.fst ]
report $? "a seeded bug with --trace"

echo "1..$count"
[ "$failed" -eq 0 ]
