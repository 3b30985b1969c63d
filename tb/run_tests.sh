#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Runs TAP programs and sums them up. A program that exits non-zero without a "not ok" line, or
# prints no TAP line at all, counts as one failure.
#
#   run_tests.sh TEST...             as many side by side as there are cores, then the sum
#   run_tests.sh --one TEST LOG      one; LOG gets what it prints, LOG.sum its counts and seconds
#   run_tests.sh --sum LOG...        the failed tests, each with its "not ok" lines or its last
#                                    lines, then "N passed, N failed" of the counts from --one;
#                                    exit status 1 if any failed; seconds of each go to times beside
#
# A test is a program, or a program and its arguments joined by colons.
# VERBOSE=1 prints what a program says even if nothing failed.
set -u

one() { # TEST LOG
    mkdir -p "$(dirname "$2")"
    begun=$(date +%s)
    # shellcheck disable=SC2046 # words are arguments
    MAKEFLAGS='' $(echo "$1" | tr : ' ') </dev/null >"$2" 2>&1
    rc=$?
    seconds=$(($(date +%s) - begun))
    p=$(grep -c '^ok ' "$2")
    f=$(grep -c '^not ok ' "$2")
    if [ "$f" -eq 0 ] && { [ "$rc" -ne 0 ] || [ "$p" -eq 0 ]; }; then f=1; fi
    echo "$p $f $seconds $1" >"$2.sum"
    said=''
    if [ "$f" -ne 0 ] || [ -n "${VERBOSE:-}" ]; then said="$(cat "$2")
"; fi
    if [ "$f" -ne 0 ]; then
        said="$said# exit status $rc, $f failed"
    else
        said="$said# $p ok, $seconds s"
    fi
    # In one write, since others print too.
    printf '# %s\n%s\n' "$1" "$said"
}

# Printed again at the end, since the test's own output may be thousands of lines above.
failed() { # LOG
    read -r _ f _ name <"$1.sum"
    [ "$f" -eq 0 ] && return
    echo "failed: $name"
    { grep '^not ok ' "$1" || tail -n 5 "$1"; } | cut -c 1-300 | head -n 8
}

sum() { # LOG...
    for log in "$@"; do failed "$log"; done
    for log in "$@"; do cat "$log.sum"; done | sort -k3,3nr >"$(dirname "$1")/times"
    awk '{ p += $1; f += $2 } END { print p " passed, " f " failed"; exit f != 0 }' \
        "$(dirname "$1")/times"
}

case ${1:-} in
--one) one "$2" "$3" ;;
--sum)
    shift
    sum "$@"
    ;;
*)
    work=$(mktemp -d) || exit 2
    trap 'rm -rf "$work"' EXIT
    i=0
    for t in "$@"; do
        i=$((i + 1))
        printf '%s\n%s\n' "$t" "$work/$i"
    done | xargs -P "$(nproc)" -n 2 "$0" --one
    i=0
    for t in "$@"; do
        i=$((i + 1))
        set -- "$@" "$work/$i"
        shift
    done
    sum "$@"
    ;;
esac
