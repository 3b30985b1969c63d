#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# speed.sh PROGRAM: processor time of build/dpi/tb/speed, the best of three runs, taken in turn.
set -eu
steps=2000000 cycles=5000000
seconds() { # ARGUMENT...
    {
        LC_ALL=C bash -c 'TIMEFORMAT=%U; time "$0" "$@" >/dev/null' "$@"
    } 2>&1
}
best() { sort -n | head -1; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
for run in 1 2 3; do
    seconds "$1" +what=step-zvc +calls=$steps >>"$work/zvc"
    seconds "$1" +what=step-bpc +calls=$steps >>"$work/bpc"
    seconds "$1" +what=alone +calls=$cycles >>"$work/alone"
    seconds "$1" +what=cycle +calls=$cycles >>"$work/cycle"
done
for kind in zvc bpc; do
    best <"$work/$kind" | awk -v n=$steps -v k=$kind \
        '{ printf "%s_enc_step: %.2f million calls per second\n", k, n / $1 / 1e6 }'
done
awk -v n=$cycles -v a="$(best <"$work/alone")" -v c="$(best <"$work/cycle")" 'BEGIN {
    printf "lp_zvc_enc, Verilated: %.2f million cycles per second alone, ", n / a / 1e6
    printf "%.2f with zvc_enc_cycle_check: %.2f times the time\n", n / c / 1e6, c / a }'
