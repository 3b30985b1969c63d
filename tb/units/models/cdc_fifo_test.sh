#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# lp_cdc_fifo between equal, nearly equal and very different clocks, with and without stalls, and
# its latency. LP_SEED repeats a run.
rtl=$(cd rtl/common && pwd)
bench=$(cd tb/units/models && pwd)/cdc_fifo_tb.sv
. tb/report.sh
cd "$work" || exit 2
seed=${LP_SEED:-$(date +%s)}
echo "# LP_SEED=$seed"

build() { # DEPTH STAGES FIFO
    iverilog -g2012 -Pcdc_fifo_tb.DEPTH="$1" -Pcdc_fifo_tb.STAGES="$2" -s cdc_fifo_tb \
        -o "$work/fifo-$1-$2" "$bench" "$rtl/lp_sync.sv" "$3" >out 2>err
}

run() { # DEPTH STAGES S M STALL BEATS [LATE]
    vvp -n "$work/fifo-$1-$2" +s="$3" +m="$4" +stall="$5" +beats="$6" +late="${7:-0}" \
        +seed="$seed" >out 2>err &&
        grep -q '^ok' out
}

for shape in '4 2' '8 2' '8 3' '64 2'; do
    # shellcheck disable=SC2086 # two words
    build $shape "$rtl/lp_cdc_fifo.sv"
    report $? "builds with DEPTH and STAGES of $shape"
    for clocks in '500 500' '500 501' '501 500' '500 1700' '2300 500' '500 9973' '7001 500'; do
        failed_here=0
        for stall in 0 3 6; do
            # shellcheck disable=SC2086 # two words each
            run $shape $clocks $stall 500 || failed_here=1
        done
        report $failed_here "half periods of $clocks ps, DEPTH and STAGES of $shape"
    done
done

run 8 2 500 500 0 5000 && awk '{ exit !($3 <= $5 * 1.01 + 20 && $7 <= 5) }' out
report $? "a beat per cycle and at most 5 cycles between clocks alike, DEPTH 8"
run 8 2 500 1700 0 2000 && awk '{ exit !($3 <= $5 * 1.01 + 20) }' out
report $? "a beat per cycle of a slow reader"

run 8 2 500 501 2 500 1
report $? "a reader that is ready only behind valid"

# Seeded bugs, which a slow reader and a reader that waits for valid detect.
sed 's/ready_q <= put_gray !=/ready_q <= put_gray_q !=/' "$rtl/lp_cdc_fifo.sv" >"$work/late.sv"
build 4 2 "$work/late.sv" && ! run 4 2 500 9973 0 500
report $? "a writer that sees its own beat too late is found"
sed 's/some & (~valid_q | m_ready_i)/some \& m_ready_i/' "$rtl/lp_cdc_fifo.sv" >"$work/asks.sv"
build 8 2 "$work/asks.sv" && run 8 2 500 501 2 500 0 && ! run 8 2 500 501 2 500 1
report $? "a valid that waits for ready is found"
echo "1..$count"
[ "$failed" -eq 0 ]
