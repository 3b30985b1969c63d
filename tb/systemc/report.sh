# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=sh
# What the SystemC tests share: a folder `work` that goes with them, and lines of TAP.
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
count=0 failed=0

report() { # status name
    count=$((count + 1))
    if [ "$1" -eq 0 ]; then echo "ok $count - $2"; else
        # shellcheck disable=SC2034 # the script that reads this file ends with it
        failed=$((failed + 1))
        echo "not ok $count - $2"
        sed 's/^/# /' "$work"/*.out
    fi
}
