#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# TAP test of the workloads at small sizes: each agrees with its reference, notices a wrong kernel,
# and refuses bad options in a line. Without the programs or an OpenCL device all is skipped.
set -u
cd "$(dirname "$0")/../../.." || exit 2
programs=${BUILD:-build}/workloads
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
n=0

result() { # STATUS NAME DETAILS
    n=$((n + 1))
    if [ "$1" -eq 0 ]; then
        echo "ok $n - $2"
    else
        echo "not ok $n - $2"
        printf '%s\n' "${3-}" | sed 's/^/# /'
    fi
}

if [ ! -x "$programs/wave" ] || ! ls /etc/OpenCL/vendors/*.icd >/dev/null 2>&1; then
    echo "ok 1 - the workloads # SKIP no OpenCL device, or no headers to build them"
    echo "1..1"
    exit 0
fi

# A row: a program with options, and an edit of its kernels that makes the result wrong.
rows() {
    cat <<'END'
wave --n 40 --steps 20 | s/4.0f . now/4.001f * now/
wave --dim 3 --n 16 --steps 20 | s/6.0f . now/6.001f * now/
cg --matrix fem --n 20 --iterations 5 | s/sum += values.i./sum += 1.00001 * values[i]/
cg --matrix random --n 300 --iterations 5 | s/part\[l\] += part\[l + reach\]/part[l] += part[reach]/
lbm --n 8 --steps 3 | s/4.5 . along/4.6 * along/
ep --items 300 --pairs 10 --batches 2 | s/t > 1/t > 0.999/
adi --n 12 --steps 3 | s/double pivot = 1 + 2/double pivot = 1 + 2.0001/
multigrid --log2 3 --cycles 2 | s/sum . 8/sum \/ 8.0001/
hydro --n 5 --steps 10 | s/0.25 . pressure/0.25001 * pressure/
cnn --layer small --batch 2 --steps 2 | s/pad - ky/pad - kx/
lstm --input 10 --hidden 20 --project 6 --steps 3 | s/tanh(c)/c/
END
}
while IFS='|' read -r command edit; do
    # shellcheck disable=SC2086 # a program and its options
    said=$("$programs"/$command 2>&1)
    result $? "$command" "$said"
    name=${command%% *}
    cp "$programs/$name" "$work/$name"
    sed "$edit" "$programs/$name.cl" >"$work/$name.cl"
    # shellcheck disable=SC2086
    said=$("$work"/$command 2>&1)
    [ $? -eq 1 ] && ! cmp -s "$work/$name.cl" "$programs/$name.cl" &&
        echo "$said" | grep -q 'by the reference$'
    result $? "caught: $edit" "$said"
done <<END
$(rows)
END

said=$("$programs/wave" --n 3 2>&1)
[ $? -eq 2 ] && [ "$(echo "$said" | wc -l)" -eq 1 ]
result $? "a size out of range: exit 2, one line" "$said"
said=$("$programs/wave" --size 3 2>&1)
[ $? -eq 2 ] && [ "$(echo "$said" | wc -l)" -eq 1 ]
result $? "an unknown option: exit 2, one line" "$said"
"$programs/cg" --help | grep -q 'matrix .*0 random, 1 fem'
result $? "--help lists the options"
echo "1..$n"
