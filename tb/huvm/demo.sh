#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Harvested memory in one run: Case 1 of the paper on the virtual clock with all policies and as a
# picture; PageRank's own memory in compressed tiers; and PageRank on real page faults.
set -eu
build=$1
out=$build/huvm/demo
mkdir -p "$out"
linepress=$build/linepress
programs=$build/huvm/programs

echo "Case 1 on the virtual clock"
"$linepress" huvm --scenario case1 --sweep policy
"$linepress" huvm --scenario case1 --svg "$out/case1.svg" >"$out/case1.txt"
cat "$out/case1.txt"
echo "the copies: $out/case1.svg"

echo
echo "PageRank on an R-MAT graph, 281 chunks of 16 KiB, of which 187 fit"
"$programs" pagerank rmat:15:1 16384 "$out/pagerank" >/dev/null
cat >"$out/pagerank.json" <<END
{"name": "PageRank", "chunk_kib": 16, "threshold": 16,
 "links": {"pcie": {"gbs": 0.123}, "nvlink": {"gbs": 0.401}},
 "gpus": [{"memory_mib": 2.93}, {"memory_mib": 0.58}],
 "apps": [{"name": "PageRank", "gpus": [0], "footprint_mib": 4.4, "passes": 1,
           "trace": "$out/pagerank.lph", "data": "$out/pagerank.mem"}]}
END
for how in none link victim; do
    echo "compress $how:"
    "$linepress" huvm --scenario "$out/pagerank.json" --compress "$how" |
        sed -n '/^PageRank  /p;/^GPU/p'
done

echo
echo "PageRank on real page faults, 36 chunks of 16 KiB, of which 23 fit"
for policy in base pre-ef-host h memharvester; do
    printf '%-14s' "$policy"
    "$linepress" huvm run --chunk 16k --local 368k --spare 112k --policy "$policy" --explicit -- \
        "$programs" pagerank rmat:12:1 16384 "$out/real" ||
        { echo "no real faults here"; break; }
done
