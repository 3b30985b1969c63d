#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# The measuring flow on small units: mapped netlists equal their RTL, an exchanged gate is found,
# bad use gives one line and status 2.
cd "$(dirname "$0")/.." || exit 2
python=${PYTHON:-/usr/bin/python3}
lib=${LIBERTY:-/usr/share/qflow/tech/osu018/osu018_stdcells.lib}
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
number=0

# says STATUS NAME COMMAND...: the command ends with STATUS and, if that is 2, with one line.
says() {
    want=$1 name=$2
    shift 2
    "$@" >"$work/out" 2>"$work/err"
    rc=$?
    number=$((number + 1))
    lines=$(wc -l <"$work/err")
    if [ "$rc" -eq "$want" ] && { [ "$want" -ne 2 ] || [ "$lines" -eq 1 ]; }; then
        echo "ok $number - $name"
    else
        echo "not ok $number - $name (exit status $rc, $lines lines on stderr)"
        sed 's/^/# /' "$work/out" "$work/err"
    fi
}

for unit in "lp_skid --params WIDTH=33" lp_fifo lp_popcount lp_prefix; do
    # shellcheck disable=SC2086 # a unit and its parameters
    says 0 "netlist of $unit is equivalent, an exchanged gate and a removed flop are found" \
        "$python" synth/equiv.py $unit --liberty "$lib" --break
done
says 0 "area measures lp_fifo" "$python" synth/area.py lp_fifo --liberty "$lib" --out "$work/o"
says 0 "area.json holds sane figures" "$python" -c "
import json
r = json.load(open('$work/o/area.json'))
assert r['unit'] == 'lp_fifo' and r['um2'] > 0 and r['fmax_mhz'] > 0, r
assert r['flops'] == 4 * 32 + 2 * 2 + 3 + 2, r['flops']
"
says 2 "unknown unit" "$python" synth/area.py lp_none --liberty "$lib" --out "$work/n"
says 2 "missing liberty" "$python" synth/area.py lp_fifo --liberty "$work/none" --out "$work/n"
says 2 "liberty is a directory" "$python" synth/area.py lp_fifo --liberty "$work" --out "$work/n"
says 2 "not a liberty file" "$python" synth/area.py lp_fifo --liberty "$0" --out "$work/n"
: >"$work/empty"
says 2 "empty liberty" "$python" synth/area.py lp_fifo --liberty "$work/empty" --out "$work/n"
says 2 "bad parameter" "$python" synth/area.py lp_fifo --liberty "$lib" --params WIDTH \
    --out "$work/n"
says 2 "refused parameter" "$python" synth/area.py lp_fifo --liberty "$lib" --params DEPTH=1 \
    --out "$work/n"
says 2 "no clock gate in the library" "$python" synth/area.py lp_fifo --liberty "$lib" --gated \
    --out "$work/n"
says 0 "nothing was written" test ! -e "$work/n"
echo "1..$number"
