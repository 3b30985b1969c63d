#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Harvested memory in one run: Case 1 of the paper on the virtual clock with all policies, with and
# without compressed victims, and as pictures; the mechanisms one by one as pictures; PageRank's own
# memory in compressed tiers; and PageRank on real page faults, with and without compressed victims.
set -eu
build=$1
out=$build/huvm/demo
mkdir -p "$out"
linepress=$build/linepress
programs=$build/huvm/programs

echo "Case 1 on the virtual clock, plain and with compressed victims: what Pagerank takes, and how"
echo "fast VGG16, which lends, is over base. Chunks have what PageRank has on an R-MAT graph."
"$programs" pagerank rmat:18:1 2097152 "$out/case1" >/dev/null
set -- huvm --scenario case1 --data "$out/case1.mem"
printf '%-14s %12s %20s %8s\n' "ms" "plain" "compressed victims" "VGG16"
for policy in base pre-ef-host h pe lp plf lpf memharvester; do
    for how in none victim; do
        "$linepress" "$@" --policy "$policy" --compress "$how"
    done | awk -v policy="$policy" '
        /^Pagerank/ { time[n++] = $4 }
        /^VGG16/ { yields = $5 }
        END { printf "%-14s %12.1f %20.1f %8.3f\n", policy, time[0], time[1], yields }'
done
echo
"$linepress" "$@" --svg "$out/case1.svg"
echo
"$linepress" "$@" --compress victim --svg "$out/case1-victim.svg"
echo "the copies: $out/case1.svg, $out/case1-victim.svg"

echo
echo "One GPU that harvests another's memory, one mechanism more at a time (figures 4 and 5):"
cat >"$out/two.json" <<END
{"name": "two GPUs", "gpus": [{"memory_mib": 1024}, {"memory_mib": 1024}],
 "apps": [{"name": "harvests", "gpus": [0], "use": 1.5},
          {"name": "lends", "gpus": [1], "use": 0.7, "pattern": "sweep"}]}
END
for policy in h pe lp plf memharvester; do
    "$linepress" huvm --scenario "$out/two.json" --policy "$policy" --svg "$out/$policy.svg" |
        awk -v policy="$policy" '/^harvests/ { printf "%-14s %8.1f ms", policy, $4 }'
    echo "   $out/$policy.svg"
done

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
printf '%-14s %-19s %8s %9s %s\n' "" "compress" "ms" "MB" "most chunks at the neighbour, of 7"
for run in base:none pre-ef-host:none h:none memharvester:none h:victim memharvester:victim; do
    "$linepress" huvm run --chunk 16k --local 368k --spare 112k --policy "${run%:*}" \
        --compress "${run#*:}" --explicit -- "$programs" pagerank rmat:12:1 16384 "$out/real" \
        >/dev/null 2>"$out/real.txt" || { cat "$out/real.txt"; echo "no real faults here"; break; }
    awk -v policy="${run%:*}" -v how="${run#*:}" '
        / ms, / { ms = $5 }
        / links carried / { sub(/.* as /, ""); sub(/; .* up to/, ""); mb = $1; held = $2 }
        END { printf "%-14s %-19s %8.1f %9.2f %d\n", policy, how, ms, mb, held }' "$out/real.txt"
done
