#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# The demo's program on one small tensor: its table, JSON and picture, and that it sees a mismatch.
set -u
cd "$(dirname "$0")/../.." || exit 2
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
python=${PYTHON:-/usr/bin/python3}
tensor=tb/data/dl/fc1_act_100_fp32.npy
raw=tb/data/dl/conv3_wgrad_100_fp32.npy
n=0

result() { # STATUS NAME
    n=$((n + 1))
    if [ "$1" -eq 0 ]; then echo "ok $n - $2"; else echo "not ok $n - $2"; fi
}

demo() { "$python" tb/demo/demo.py --out "$work/out" "$@" >"$work/stdout" 2>"$work/stderr"; }

demo $tensor
result $? "a tensor without mismatch: exit 0"

grep -q '^fc1_act_100 *fp32 *32x128 .* 0$' "$work/stdout"
result $? "its row in the table"

# Zeros, lines and bits counted here from the file itself: 128 bytes of header, 32-bit elements.
"$python" - "$work/out/demo.json" $tensor <<'EOF'
import json, sys
facts = json.load(open(sys.argv[1]))
data = open(sys.argv[2], "rb").read()[128:]
nonzero = sum(any(data[i:i + 4]) for i in range(0, len(data), 4))
lines = len(data) // 128
one = facts["tensors"][0]
assert one["zvc"]["lines"] == lines and one["zvc"]["compressed_bits"] == 32 * (lines + nonzero)
assert abs(one["zero_fraction"] - (1 - 4 * nonzero / len(data))) < 1e-6
assert [(r["lines"], r["mismatches"]) for r in one["runs"]] == [(lines, 0)] * 4
EOF
result $? "demo.json agrees with a count of the file"

grep -q 'fc1_act_100 fp32' "$work/out/demo.svg"
result $? "the tensor is in the picture"

demo --cosim build/cosim/bug/linepress-cosim $raw
[ $? -eq 1 ] && grep -q 'lp_zvc_enc: cycle [0-9]' "$work/stderr" &&
    grep -q ' [1-9][0-9]* mismatches' "$work/stdout" &&
    ls "$work/out/"*-memory-lp_zvc_enc-cosim.fst >/dev/null
result $? "a wrong encoder: exit 1, the cycle is named, the waveform is kept"

demo "$work/missing.npy"
[ $? -eq 2 ] && [ "$(wc -l <"$work/stderr")" -eq 1 ]
result $? "a missing file: exit 2, one line"

cp tb/data/README.md "$work/text.npy"
demo "$work/text.npy"
[ $? -eq 2 ] && [ "$(wc -l <"$work/stderr")" -eq 1 ]
result $? "a file that is no .npy: exit 2, one line"
echo "1..$n"
