# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=sh
# Shared by tests in sh: a folder `work` that is removed at the end, and lines of TAP; after a
# failure the contents of its files out, err and *.out.
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
count=0 failed=0

report() { # status name
    count=$((count + 1))
    if [ "$1" -eq 0 ]; then echo "ok $count - $2"; else
        # shellcheck disable=SC2034 # the script that reads this file ends with it
        failed=$((failed + 1))
        echo "not ok $count - $2"
        sed 's/^/# /' "$work/out" "$work/err" "$work"/*.out 2>/dev/null
    fi
}
