#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Runs TAP programs one after another and sums them up. A program that exits non-zero without a
# "not ok" line, or prints no TAP line at all, counts as one failure.
pass=0 fail=0
log=$(mktemp) || exit 2
trap 'rm -f "$log"' EXIT
for t in "$@"; do
    echo "# $t"
    "$t" >"$log" 2>&1
    rc=$?
    p=$(grep -c '^ok ' "$log")
    f=$(grep -c '^not ok ' "$log")
    if [ "$f" -eq 0 ] && { [ "$rc" -ne 0 ] || [ "$p" -eq 0 ]; }; then f=1; fi
    if [ "$f" -ne 0 ]; then
        cat "$log"
        echo "# $t: exit status $rc, $f failed"
    else
        echo "# $p ok"
    fi
    pass=$((pass + p)) fail=$((fail + f))
done
echo "$pass passed, $fail failed"
[ "$fail" -eq 0 ]
