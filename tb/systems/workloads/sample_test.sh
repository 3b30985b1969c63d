#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# TAP test of tb/data/workloads: every file is listed with its hash, is small, and can be read by
# the command line.
set -u
cd "$(dirname "$0")/../../.." || exit 2
data=tb/data/workloads
linepress=${BUILD:-build}/linepress
limit=8388608
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

wrong=$(cd $data && sha256sum --check --quiet SHA256SUMS 2>&1)
result $? "every listed file has its hash" "$wrong"

wrong=$(cd $data && find sets launches traces -type f | LC_ALL=C sort >"$work/there" &&
    sed 's/^[0-9a-f]*  //' SHA256SUMS | diff - "$work/there")
result $? "no file is there that is not listed" "$wrong"

total=$(cd $data && cat $(cat "$work/there") | wc -c)
[ "$total" -gt 0 ] && [ "$total" -le $limit ]
result $? "at most $limit bytes in all ($total)"

! grep -rlE '/(home|root|tmp)/' $data/sets $data/launches >"$work/paths"
result $? "no path of a machine is in them" "$(cat "$work/paths")"

wrong=$("$linepress" profile --heatmap "$work/wave.png" --targets "$work/wave.json" \
    $data/sets/wave 2>&1 >/dev/null)
result $? "the set has targets and a heat map" "$wrong"

# 5 points of 3 allocations of 64 KiB; the speeds of waves are 3 levels, the fields all different.
grep -q '"target": "16"' "$work/wave.json" &&
    [ "$(grep -c '"target": "none"' "$work/wave.json")" -eq 2 ]
result $? "the rock is compressed, the fields are not" "$(cat "$work/wave.json")"

wrong=$("$linepress" trace --info $data/traces/cg.lpw --json 2>&1 |
    grep -o '"kernel": "multiply", "grid": \[2304, 1, 1\], "block": \[128, 1, 1\], "warps": 72')
result $? "the trace is one launch of 2304 rows in 72 warps" "$wrong"
echo "1..$n"
