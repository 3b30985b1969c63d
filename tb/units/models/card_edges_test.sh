#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# The edges of a card, around a stub of it, and AXI ports between two clocks: equal, nearly equal
# and very different clocks. LP_SEED repeats a run. With the argument "real" the card itself
# replaces the stub.
root=$(pwd)
. tb/report.sh
cd "$work" || exit 2
seed=${LP_SEED:-$(date +%s)}
echo "# LP_SEED=$seed"

# The stub has the ports of lp_card.
awk '/^module lp_card / { on = 1 } on { print } on && /^\);/ { exit }' \
    "$root/rtl/card/lp_card.sv" >card_ports.svh

card=$root/tb/units/models/card_stub.sv real=0 less=''
if [ "${1:-}" = real ]; then card=$root/rtl/codec/lp_codec_pkg.sv real=1 less=+bursts=10; fi
folders=$(for f in card axi common cdma codec zvc bpc; do echo "-y $root/rtl/$f"; done)

build() { # BENCH NAME OPTION...
    bench=$1 name=$2
    shift 2
    # shellcheck disable=SC2086 # words are arguments
    iverilog -g2012 -I "$work" -s "$bench" -o "$work/$name" -P"$bench.REAL=$real" "$@" "$card" \
        "$root/tb/units/models/$bench.sv" "$root/tb/units/models/card_memory.sv" $folders -Y .sv >out 2>err
}

run() { # NAME OPTION...
    name=$1
    shift
    # shellcheck disable=SC2086 # nothing or a word
    timeout 600 vvp -n "$work/$name" +seed="$seed" $less "$@" >out 2>err &&
        tail -n 1 out | grep -q '^ok' && ! grep -qE '^(stub|memory):' out
}

tries() { # NAME, WHAT
    for clocks in '500 500' '500 501' '500 1700' '2300 500'; do
        # shellcheck disable=SC2086 # two words
        set -- "$1" "$2" $clocks
        run "$1" +p="$3" +c="$4"
        report $? "$2, half periods of $clocks ps"
    done
}

for width in 128 64; do
    build card_st_tb "st-$width" -Pcard_st_tb.DATA_W="$width"
    report $? "lp_card_st builds with streams of $width bits"
    tries "st-$width" "runs through streams of $width bits"
done
for width in 64 128 256; do
    build card_mm_tb "mm-$width" -Pcard_mm_tb.DATA_W="$width"
    report $? "lp_card_mm builds with a window of $width bits"
    tries "mm-$width" "bursts through a window of $width bits"
done

bug() { # BENCH FILE SED WHAT
    sed "$3" "$root/$2" >"$work/bug.sv"
    ! cmp -s "$root/$2" "$work/bug.sv" && build "$1" bug "$work/bug.sv" && ! run bug
    report $? "$4 is found"
}

# Seeded bugs.
if [ $real = 1 ]; then
    bug card_mm_tb rtl/card/lp_card_mm.sv "s/win_wstrb_i(w_wstrb)/win_wstrb_i('1)/" \
        "a strobe that does not get to the card"
    bug card_st_tb rtl/card/lp_card_st.sv "s/EDGE_KIND('h4d50434c)/EDGE_KIND(0)/" \
        "a mover that the card does not know of"
    echo "1..$count"
    [ "$failed" -eq 0 ]
    exit
fi
bug card_mm_tb rtl/axi/lp_axi_widen.sv "s/if (w_move & w_full) strb_q/if (1'b0) strb_q/" \
    "a strobe of the beat before"
bug card_mm_tb rtl/axi/lp_axi_widen.sv 's/r_first_q ? r_part :/r_first_q ? {P{1'"'b0"'}} :/' \
    "a read that begins at the wrong part"
bug card_st_tb rtl/axi/lp_axil_fork.sv 's/if (w_go) w_to_q <=.*/if (w_go) w_to_q <= 1'"'b0"';/' \
    "a write to the wrong page"
bug card_st_tb rtl/card/lp_card_put.sv "s/if (finish) part_q <= '0;/if (1'b0) part_q <= '0;/" \
    "part of a beat left by a stop"
echo "1..$count"
[ "$failed" -eq 0 ]
