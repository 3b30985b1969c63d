#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# TAP test of the sample arrays: the manifest names every .npy file with its hash, type, shape and
# size, nothing else is there, and all together are at most 4 MB; graphs have the hashes in their list.
#
#   check_data.sh [DIR]     DIR: tb/data unless given
dir=${1:-tb/data}
manifest=$dir/MANIFEST.json
limit=4000000
t=0 failed=0

result() { # STATUS NAME DETAILS
    t=$((t + 1))
    if [ "$1" -eq 0 ]; then
        echo "ok $t - $2"
    else
        failed=1
        echo "not ok $t - $2"
        printf '%s\n' "$3" | sed 's/^/# /'
    fi
}

# One line an entry: hash, bytes, dtype, file, shape (as numpy writes it).
entry='^{"file": "\([^" ]*\)", "dtype": "\([^"]*\)", .*"shape": \[\([^]]*\)\],'
entry=$entry' "bytes": \([0-9]*\), .*"sha256": "\([0-9a-f]\{64\}\)"}.*'
entries() {
    sed -n -e "s/$entry/\5 \4 \2 \1 (\3)/" -e 't found' -e d -e ': found' \
        -e 's/(\([0-9]*\))$/(\1,)/' -e p "$manifest"
}

# A .npy file: 6 bytes magic, version 1.0, header length in 2 bytes, header as text, array.
headers() {
    entries | while read -r _ bytes dtype file shape; do
        f=$dir/$file
        length=$(od -An -tu2 -j8 -N2 "$f" | tr -d ' ')
        want="{'descr': '$dtype', 'fortran_order': False, 'shape': $shape, }"
        got=$(tail -c +11 "$f" | head -c "$length" | sed 's/ *$//')
        size=$(wc -c <"$f")
        [ "$got" = "$want" ] && [ "$size" -eq $((10 + length + bytes)) ] ||
            echo "$file: $size bytes, $got"
    done
}

echo "1..6"

count=$(entries | wc -l)
[ "$count" -gt 0 ] && [ "$count" -eq "$(grep -c '"file"' "$manifest")" ]
result $? "every manifest entry is readable ($count)" "$count read"

wrong=$(cd "$dir" && manifest=MANIFEST.json entries |
    awk '{ print $1 "  " $4 }' | sha256sum --check --quiet 2>&1)
result $? "every listed file has its hash" "$wrong"

wrong=$(headers 2>&1)
[ -z "$wrong" ]
result $? "every listed file has its type, shape and size" "$wrong"

listed=$(entries | awk '{ print $4 }' | sort)
there=$(cd "$dir" && find . -name '*.npy' -o -path './dl/*' -o -path './hpc/*' | sed 's/..//' |
    sort)
[ "$listed" = "$there" ]
result $? "no file is there that is not listed" "$there"

total=$(find "$dir" -name '*.npy' -exec cat {} + | wc -c)
[ "$total" -gt 0 ] && [ "$total" -le "$limit" ]
result $? "at most $limit bytes in all ($total)" "$total bytes"

wrong=$(cd "$dir/graphs" && sha256sum --check --quiet SHA256SUMS 2>&1)
result $? "graphs have their hashes" "$wrong"

exit "$failed"
