#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# The documents hold: the README's C example compiles and runs, its links and those of docs/ lead
# somewhere, the timing diagrams are what the cycle models give, and the studies of sectors and of
# buddy memory what the command line gives.
set -u
cd "$(dirname "$0")/../.." || exit 2
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
build=${BUILD:-build}
n=0

result() { # STATUS NAME
    n=$((n + 1))
    if [ "$1" -eq 0 ]; then echo "ok $n - $2"; else echo "not ok $n - $2"; fi
}

# Fenced block of README.md: the first that begins with the fence $1.
block() {
    awk -v fence="$1" '$0 == "```" && on { exit } on { print } $0 == fence { on = 1 }' README.md
}

block '```c' >"$work/example.c"
"${CC:-gcc}" -std=c11 -Wall -Wextra -Werror -Icmodel/include "$work/example.c" \
    "$build/liblinepress.a" -o "$work/example" && "$work/example" >"$work/said" &&
    block '```output' | cmp -s - "$work/said"
result $? "the README's example compiles and prints what the README says"

# Relative links [text](path#anchor) and image sources, from the folder of the document.
dead=0
for doc in README.md CHANGELOG.md $(find docs -name '*.md'); do
    for link in $(sed 's/`[^`]*`//g' "$doc" | grep -oE '\]\([^)]+\)|src="[^"]+"' |
        sed -E 's/^\]\(|\)$|^src="|"$//g; s/#.*//' | grep -v '^[a-z]*:'); do
        [ -e "$(dirname "$doc")/$link" ] && continue
        echo "# $doc: $link"
        dead=1
    done
done
result $dead "no dead link in the documents"

stale=0
for enc in docs/img/*_enc_*.svg; do
    kind=$(basename "$enc" .svg)
    codec=${kind%%_*}
    kind=${kind#*_enc_}
    "$build/docs/timing" "${codec}_$kind" "$work/enc.svg" "$work/dec.svg" || stale=1
    for unit in enc dec; do
        cmp -s "$work/$unit.svg" "docs/img/${codec}_${unit}_$kind.svg" && continue
        echo "# docs/img/${codec}_${unit}_$kind.svg is stale: make pictures"
        stale=1
    done
done
if ! "$build/docs/mdcache_timing" "$work/mdcache.svg" ||
    ! cmp "$work/mdcache.svg" docs/img/mdcache_timing.svg; then
    echo "# docs/img/mdcache_timing.svg is stale: make pictures"
    stale=1
fi
result $stale "the timing diagrams are those of the cycle models"
cp docs/studies/sectors.md "$work" &&
    "${PYTHON:-/usr/bin/python3}" docs/img/sectors.py --linepress "$build/linepress" \
        --library "$build/liblinepress.so" "$work/sectors.svg" "$work/sectors.md" &&
    cmp "$work/sectors.svg" docs/img/sectors.svg && cmp "$work/sectors.md" docs/studies/sectors.md
result $? "picture and tables of the sectors are those of the arrays, else: make pictures"
cp docs/studies/buddy.md "$work" &&
    "${PYTHON:-/usr/bin/python3}" docs/img/buddy.py --linepress "$build/linepress" \
        "$work/buddy.svg" "$work/buddy.md" &&
    cmp "$work/buddy.svg" docs/img/buddy.svg && cmp "$work/buddy.md" docs/studies/buddy.md
result $? "picture and tables of buddy memory are those of the arrays, else: make pictures"
echo "1..$n"
