#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# The program of make dma-demo with the cycle model on one small tensor: table, JSON and picture.
set -u
cd "$(dirname "$0")/../.." || exit 2
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
python=${PYTHON:-/usr/bin/python3}
build=${BUILD:-build}
tensor=tb/data/dl/relu3_act_100_fp32.npy
n=0

result() { # STATUS NAME
    n=$((n + 1))
    if [ "$1" -eq 0 ]; then echo "ok $n - $2"; else echo "not ok $n - $2"; fi
}

demo() {
    "$python" tb/demo/dma_demo.py --linepress "$build/linepress" --lanes "$build/dma/lanes" \
        --out "$work/out" "$@" >"$work/stdout" 2>"$work/stderr"
}

demo --engine cycle --codecs zvc bpc -- $tensor
result $? "a tensor that comes back: exit 0"

grep -Eq '^relu3_act_100 +fp32 +zvc +2\.61( +[0-9]+ +[01]\.[0-9]{3} +16\.00){2} +0$' "$work/stdout" &&
    grep -q '^relu3_act_100 *fp32 *bpc ' "$work/stdout"
result $? "its rows in the table"

# Transfers at the ports are minimal: the tensor once, its stream once, and nothing else.
"$python" - "$work/out/dma.json" "$work/out/dma.svg" <<'EOF'
import json, sys
import xml.etree.ElementTree as xml
facts = json.load(open(sys.argv[1]))
tensor, (out, back) = facts["tensors"][0], (facts["lanes"][s] for s in ("out", "in"))
stream, raw = -(-tensor["compressed_bytes"] // 32), -(-tensor["bytes"] // 32)
assert sum(out["out"]) == stream == sum(back["in"])
assert sum(out["reads"]) == raw == sum(back["writes"])
assert not any(sum(out[k]) for k in ("in", "writes"))
assert not any(sum(back[k]) for k in ("out", "reads"))
words = " ".join(xml.parse(sys.argv[2]).getroot().itertext())
assert "relu3_act_100" in words and f"{stream} beats" in words and f"{raw} beats" in words
EOF
result $? "dma.json and dma.svg have the beats that must cross"

LINEPRESS_DMA_RTL=$work/none.so demo --engine rtl $tensor
[ $? -eq 2 ] && [ "$(wc -l <"$work/stderr")" -eq 1 ] && grep -q 'make dma-rtl' "$work/stderr"
result $? "without the Verilated engine: exit 2, one line"
echo "1..$n"
