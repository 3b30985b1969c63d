#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# The demo's program on one small tensor: its table, JSON and picture, and its detection of a
# mismatch.
set -u
cd "$(dirname "$0")/../.." || exit 2
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
python=${PYTHON:-/usr/bin/python3}
tensor=tb/data/dl/relu2_act_100_fp32.npy
raw=tb/data/dl/conv3_wgrad_100_fp32.npy
build=${BUILD:-build}
n=0

result() { # STATUS NAME
    n=$((n + 1))
    if [ "$1" -eq 0 ]; then echo "ok $n - $2"; else echo "not ok $n - $2"; fi
}

demo() {
    "$python" tb/demo/demo.py --out "$work/out" --linepress "$build/linepress" \
        --cosim "$build/demo/linepress-cosim" "$@" >"$work/stdout" 2>"$work/stderr"
}

demo $tensor
result $? "a tensor without mismatch: exit 0"

# Zeros, ratio and five shares for each codec, cycles for encoders and decoders, mismatches.
grep -Eq '^relu2_act_100 +fp32 +45 +1\.54( [ 0-9]{1,2}\.[0-9]{2}( +[0-9]+){5}){2}( +4\.0[0-9]){4} +0$' \
    "$work/stdout"
result $? "its row in the table, both codecs"

# Zeros, lines and bits counted here from the file itself: 128 bytes of header, 32-bit elements, a
# whole number of lines. BPC's bits follow the table of docs/reference/format.md, plane by plane.
"$python" - "$work/out/demo.json" $tensor <<'EOF'
import json, struct, sys

def plane_bits(planes):
    run = total = 0
    for above, plane in zip([0, *planes], planes):
        flip = above ^ plane
        if flip == 0:
            run += 1
            continue
        total, run = total + (run and (3 if run == 1 else 7)), 0
        low = flip & -flip
        total += (5 if flip == 2**31 - 1 or plane == 0 else
                  10 if flip in (low, 3 * low) else 32)
    return total + (run and (3 if run == 1 else 7))

def bpc_bits(line):
    words = struct.unpack("<32i", line)
    deltas = [b - a for a, b in zip(words, words[1:])]
    planes = [sum((d >> j & 1) << k for k, d in enumerate(deltas)) for j in range(32, -1, -1)]
    fits = ([3] if words[0] == 0 else
            [3 + n for n in (4, 8, 16) if -1 << n - 1 <= words[0] < 1 << n - 1] or [33])
    return min(fits[0] + plane_bits(planes), 1024)

facts = json.load(open(sys.argv[1]))
data = open(sys.argv[2], "rb").read()[128:]
lines = [data[i:i + 128] for i in range(0, len(data), 128)]
nonzero = sum(any(data[i:i + 4]) for i in range(0, len(data), 4))
one = facts["tensors"][0]
assert one["zvc"]["lines"] == one["bpc"]["lines"] == len(lines)
assert one["zvc"]["compressed_bits"] == 32 * (len(lines) + nonzero)
assert one["bpc"]["compressed_bits"] == sum(map(bpc_bits, lines))
assert one["bpc"]["sectors"][4] == sum(bpc_bits(line) > 768 for line in lines)
assert abs(one["zero_fraction"] - (1 - 4 * nonzero / len(data))) < 1e-6
assert all((r["lines"], r["mismatches"]) == (len(lines), 0) for r in one["runs"])
units = {(r["unit"], r["ending"]) for r in one["runs"]}
assert units == {(f"lp_{job[0]}_{side}", job[1]) for side in ("enc", "dec")
                 for job in (("zvc", "memory"), ("zvc", "stream"), ("bpc", "memory"))}
EOF
result $? "demo.json agrees with a count of the file"

grep -q '>relu2_act<' "$work/out/demo.svg" && grep -q '>BPC<' "$work/out/demo.svg"
result $? "the tensor is in the picture, with both codecs"

grep -Eq '^a kernel of conjugate gradients on p100/8, per cent .* [-+][0-9.]+ compressed$' \
    "$work/stdout" && grep -Eq '^for bandwidth; ([-+][0-9.]+,? ){4}with buddy' "$work/stdout"
result $? "a row of figure 12"

grep -q 'heatmap.png: memory of a wave equation at 5 points' "$work/stdout" &&
    head -c 8 "$work/out/heatmap.png" | od -An -tx1 | grep -q '89 50 4e 47 0d 0a 1a 0a'
result $? "a heat map of a program's memory"

demo --cosim $build/cosim/bug/linepress-cosim $raw
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
