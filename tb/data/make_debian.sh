#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# A graph of packages from apt's lists, as gzip of stanzas with Package and Depends alone:
#
#   make_debian.sh OUT [PACKAGE...]    with packages: only these and all that they depend on
#
# Alternatives and Pre-Depends count as Depends; names that no package has are left out. Exits 1
# with one line if apt has no lists.
set -eu
out=$1
shift
LC_ALL=C
export LC_ALL
list=$(mktemp)
trap 'rm -f "$list" "$list.gz"' EXIT
apt-cache dumpavail >"$list" 2>/dev/null || true
[ -s "$list" ] || { echo "make_debian.sh: apt has no lists; run apt-get update" >&2; exit 1; }
awk -v wanted="$*" '
/^Package: / { name = $2; if (name in place) name = ""; else { place[name] = ++count; list[count] = name } }
/^(Pre-)?Depends: / && name != "" {
    sub(/^[^:]*: /, ""); gsub(/\([^)]*\)|\[[^]]*\]|:[a-z]+/, ""); gsub(/[|,]/, " ")
    needs[name] = needs[name] " " $0
}
END {
    n = split(wanted, queue, " ")
    if (n == 0) for (i = 1; i <= count; i++) keep[list[i]] = 1
    for (i = 1; i <= n; i++) {
        if (queue[i] in keep || !(queue[i] in place)) continue
        keep[queue[i]] = 1
        m = split(needs[queue[i]], next_one, " ")
        for (k = 1; k <= m; k++) queue[++n] = next_one[k]
    }
    for (i = 1; i <= count; i++) {
        if (!(list[i] in keep)) continue
        printf "Package: %s\n", list[i]
        m = split(needs[list[i]], next_one, " "); line = ""
        split("", seen)
        for (k = 1; k <= m; k++)
            if ((next_one[k] in keep) && !(next_one[k] in seen)) {
                seen[next_one[k]] = 1
                line = line (line == "" ? "" : ", ") next_one[k]
            }
        if (line != "") printf "Depends: %s\n", line
        print ""
    }
}' "$list" | gzip -9n >"$list.gz"
mv "$list.gz" "$out"
trap 'rm -f "$list"' EXIT
