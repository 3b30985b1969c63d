#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# The command line on another machine gives the same bytes and figures as here, and each reads the
# files that the other wrote.
#
#   tb/lib/cross/cli.sh FOREIGN NATIVE     the two programs; RUN: the command that runs the first
# shellcheck disable=SC2086 # RUN is split into words
set -eu

foreign="${RUN:-} $1"
native=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export LINEPRESS_CPU=portable
data='tb/data/dl/relu2_act_100_fp32.npy tb/data/hpc/foam_owner.npy'

same() { # WHAT FILE FILE
    cmp -s "$2" "$3" || { echo "cross: $1 differs" >&2; exit 1; }
}

for codec in zvc bpc rle csr lz4 zlib; do
    for array in $data; do
        $native compress --codec $codec "$array" "$work/here" >"$work/said"
        $foreign compress --codec $codec "$array" "$work/there" >"$work/said"
        case $codec in
        lz4 | zlib) ;; # these libraries may choose other bytes on each machine
        *) same "$codec of $array" "$work/here" "$work/there" ;;
        esac
        $foreign decompress "$work/here" "$work/back" >"$work/said"
        same "$array out of $codec" "$array" "$work/back"
        $native decompress "$work/there" "$work/back" >"$work/said"
        same "$array out of foreign $codec" "$array" "$work/back"
    done
done
for arguments in "ratio $data" "buddy --slices 1 --count 500 --pattern random ${data%% *}" \
    "buddy --codec zvc --slices 32 --sweep ${data#* }" \
    "gpu --spill 0.1:4:2 --link 50,150 --seeds 2 tb/data/workloads/traces/cg.lpw"; do
    $native $arguments --json >"$work/here"
    $foreign $arguments --json >"$work/there"
    same "$arguments" "$work/here" "$work/there"
done
# Cases and expected results, of every kind and form, and a verdict on the output of the other
# machine.
for kind in zvc-enc zvc-dec bpc-enc bpc-dec gbbr mdcache cdma-pack mixed-enc mixed-dec grp-enc grp-dec \
    'mdcache -p BURST=1 -p EVENTS=1' \
    'zvc-enc -p ELEM=8 -p STREAM=1' 'zvc-dec -p ELEM=8 -p STREAM=1'; do
    for how in '--level 1' '--level 2 --lines 2000 --seed 7'; do
        $native gen $kind $how --answers >"$work/here"
        $foreign gen $kind $how --answers >"$work/there"
        same "gen $kind $how" "$work/here" "$work/there"
    done
    $foreign check ${kind%% *} "$work/here" >"$work/said" ||
        { echo "cross: check $kind finds mismatches" >&2; exit 1; }
done
