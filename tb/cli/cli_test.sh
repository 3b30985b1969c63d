#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# The command line: its outputs and reports. Errors: bad_input_test.py.
set -u
lp=$PWD/${1:-${BUILD:-build}/linepress}
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 2
mkdir out
count=0

report() { # STATUS NAME
    count=$((count + 1))
    if [ "$1" -eq 0 ]; then echo "ok $count - $2"; else echo "not ok $count - $2"; fi
}

skip() { # NAME REASON
    count=$((count + 1))
    echo "ok $count - $1 # SKIP $2"
}

npy() { # DICTIONARY DATA_BYTES: an .npy file of version 1 on standard output
    printf '\223NUMPY\001\000'
    # shellcheck disable=SC2059 # the length as an octal escape
    printf "\\$(printf %03o ${#1})\\000%s" "$1"
    head -c "$2" /dev/urandom
}

head -c 300000 /dev/urandom >random
head -c 100001 /dev/zero >zeros
cat zeros random >mixed
npy "{'descr': '<f4', 'fortran_order': False, 'shape': (300, 7), }" 8400 >good.npy
npy "{'descr': '<f4', 'fortran_order': True, 'shape': (300, 7), }" 8400 >fortran.npy

# All that there are, as an error lists them; each help names them too.
codecs=$("$lp" compress --codec none mixed out/packed 2>&1 | sed -n 's/.*(there are \(.*\))/\1/p' |
    tr -d ,)
[ -n "$codecs" ]
report $? "an unknown codec is told which there are"
for command in compress ratio; do
    # The option's text on one line, up to the next option.
    "$lp" $command --help | sed -n '/--codec C/,/--elem/p' | tr -s '\n ' ' ' >stdout
    missing=
    for codec in $codecs; do
        grep -qE -- "--codec C .*[ (]$(echo "$codec" | sed 's/+/[+]/')[,; ]" stdout || missing="$missing $codec"
    done
    [ -z "$missing" ]
    report $? "$command --help names every codec$missing"
done
memory=$("$lp" buddy --codec none mixed 2>&1 | sed -n 's/.*(buddy memory has \(.*\))/\1/p' | tr -d ,)
"$lp" buddy --help >stdout
missing=
for codec in ${memory:-none}; do
    grep -q -- "--codec C .*\b$codec\b" stdout || missing="$missing $codec"
done
[ -z "$missing" ]
report $? "buddy --help names every codec of buddy memory$missing"
for codec in $codecs; do
    for file in mixed good.npy fortran.npy; do
        "$lp" compress --codec $codec $file out/packed >stdout &&
            "$lp" decompress --codec $codec out/packed out/back >stdout && cmp $file out/back
        report $? "$codec gives back $file"
    done
done
for elem in 8 16; do
    "$lp" compress --codec zvc --elem $elem mixed out/packed >stdout &&
        "$lp" decompress --codec zvc --elem $elem out/packed out/back >stdout && cmp mixed out/back
    report $? "zvc gives back elements of $elem bits"
done
"$lp" compress --codec lz4 --window 65536 mixed out/packed >stdout &&
    "$lp" decompress out/packed out/back >stdout && cmp mixed out/back
report $? "a window of 64 KiB comes back"
LINEPRESS_CPU=portable "$lp" compress --codec zvc mixed out/portable >stdout &&
    "$lp" compress --codec zvc mixed out/packed >stdout && cmp out/portable out/packed
report $? "all code paths write the same file"
"$lp" compress --codec zvc mixed - | "$lp" decompress - - | cmp mixed -
report $? "standard input and output serve"
"$lp" compress --codec zvc good.npy out/packed >stdout &&
    "$lp" compress --codec zvc - - <good.npy >out/piped && cmp out/packed out/piped &&
    cp good.npy other && "$lp" compress --codec zvc other - | cmp - out/packed
report $? "an array is one by any name and through a pipe"
if [ -e /dev/stdin ] && [ -e /dev/stdout ]; then
    "$lp" compress --codec zvc mixed /dev/stdout | "$lp" decompress /dev/stdin out/back >stdout &&
        cmp mixed out/back
    report $? "/dev/stdin and /dev/stdout serve"
else
    skip "/dev/stdin and /dev/stdout serve" "this /dev does not have them"
fi
cp mixed out/self && chmod 640 out/self && ln -s self out/link &&
    "$lp" compress --codec zvc out/self out/link >stdout && [ -L out/link ] &&
    [ "$(stat -c %a out/self)" = 640 ] && "$lp" decompress out/link out/link >stdout &&
    cmp mixed out/self
report $? "a file replaces itself, through a link, with its mode"
"$lp" ratio --codec lz4 --window 4096 --json mixed good.npy | python3 -c '
import json, sys
a, b = json.load(sys.stdin)["files"]
sys.exit(not (a["sectors"] is a["sizes"] is a["ratio"]["sizes"] is a["ratio"]["sectors"] is None
    and a["bytes"] == 400001 and b["bytes"] == 8400 and a["compressed_bits"] > 0))'
report $? "no line classes for windows above a line"
"$lp" compress --codec zvc --json mixed out/packed | python3 -c '
import json, os, sys
a = json.load(sys.stdin)
sys.exit(not (a["bytes"] == 400001 and a["compressed_bytes"] == os.path.getsize("out/packed")))'
report $? "compress --json tells both sizes"
"$lp" bench --codec zvc --json | python3 -c '
import json, sys
a = json.load(sys.stdin)
def speeds(x):
    return set(x) == {"cache", "dram"} and all(v > 0 for v in x.values())
rows = a["codecs"]
sys.exit(not (speeds(a["memcpy"]) and {r["data"] for r in rows} == {"relu60", "fp64", "random"}
    and all(set(r) == {"codec", "path", "data", "compress", "decompress", "size"}
            and r["codec"] == "zvc" and speeds(r["compress"]) and speeds(r["decompress"])
            and speeds(r["size"]) for r in rows)
    and len({(r["path"], r["data"]) for r in rows}) == len(rows) and "portable" in
            {r["path"] for r in rows}))'
report $? "bench --json has every speed once"
for target in 1 1.33 2 4 16 none; do
    "$lp" buddy --codec zvc --target $target --pattern strided --json mixed >stdout 2>stderr &&
        python3 -c '
import json, sys
a = json.load(open("stdout"))
target = sys.argv[1]
def traffic(x):
    kept = {"1": 4, "1.33": 3, "2": 2, "4": 1, "16": 1, "none": 4}[target]
    return (set(x) == {"device_sectors", "buddy_sectors", "buddy_lines"}
        and x["device_sectors"] <= kept * a["lines"] and x["buddy_lines"] <= x["buddy_sectors"]
        and (x["buddy_sectors"] > 0) == (target not in ("1", "none")))
m = a["metadata"]
sys.exit(not (a["lines"] == a["reads"] == a["writes"] == (400001 + 127) // 128
    and a["mismatches"] == 0 and a["cycles"] > 0 and traffic(a["read"]) and traffic(a["write"])
    and set(m) == {"accesses", "hits", "fills", "writebacks"}
    and m["hits"] + m["fills"] == m["accesses"] == (target != "none") * 2 * a["lines"]
    and all(0 < a["latency"][d]["mean"] <= a["latency"][d]["max"]
            and a["latency"][d]["p99"] <= a["latency"][d]["max"] for d in ("read", "write"))
    and abs(a["bytes_per_cycle"] * a["cycles"] - 256 * a["lines"]) < 1
    and 0 <= a["buddy_fraction"] <= 1))' $target
    report $? "buddy --target $target: all facts, no mismatch"
done
for target in 1 1.33 2 4 16; do
    "$lp" buddy --codec auto --json --target $target mixed >a &&
        "$lp" buddy --codec auto --json --target $target --engine function mixed >b &&
        python3 -c '
import json, sys
a, b = (json.load(open(name)) for name in "ab")
sys.exit(not (a["engine"] == "model" and a["mismatches"] == 0 and a["cycles"] > 0
    and all(a[x] == b[x] for x in ("read", "write", "reads", "lines", "buddy_fraction"))))' || break
done
report $? "buddy --codec auto: model and library move the same sectors"
for codec in zvc bpc xzvc ebd auto; do
    "$lp" ratio --codec $codec --json mixed >ratio &&
        for target in 1 2 16; do
            "$lp" buddy --codec $codec --engine function --target $target --json mixed >facts &&
                "$lp" buddy --codec $codec --engine function --target $target mixed >stdout &&
                python3 -c '
import json, sys
a, r = json.load(open("facts")), json.load(open("ratio"))["files"][0]
# Lines of 0 to 4 sectors; 8 bytes of a 16x page count as one.
count = sum(n * lines for n, lines in enumerate(r["sectors"]))
moved = a["read"]["buddy_sectors"] + a["read"]["device_sectors"]
sys.exit(not (a["engine"] == "function" and a["mismatches"] == 0 and a["read"] == a["write"]
    and a["lines"] == a["reads"] == a["writes"] == r["lines"] and moved == count
    and "cycles" not in a and "latency" not in a and a.get("chosen") == r.get("chosen")))' ||
                break
        done
    report $? "buddy --engine function --codec $codec: the sectors and codecs that ratio says"
done
refused=0
for codec in xzvc ebd; do
    "$lp" buddy --codec $codec --engine model mixed >stdout 2>stderr
    [ $? = 2 ] && [ ! -s stdout ] && [ "$(wc -l <stderr)" = 1 ] || refused=1
done
report $refused "buddy: a slice without the codec is one line and status 2"
"$lp" buddy --save-trace out/t.txt --pattern random --count 50 --seed 7 mixed &&
    "$lp" buddy --save-trace out/t.lpt --pattern random --count 50 --seed 7 mixed &&
    [ "$(grep -c '^R 0x' out/t.txt)" = 50 ] && [ "$(grep -c '^W 0x' out/t.txt)" = 3126 ] &&
    "$lp" buddy --save-trace out/u.txt --trace out/t.lpt mixed && cmp out/t.txt out/u.txt &&
    "$lp" buddy --json --trace out/t.txt mixed >a &&
    "$lp" buddy --json --trace out/t.lpt mixed >b &&
    "$lp" buddy --json --pattern random --count 50 --seed 7 mixed >c && cmp a b && cmp a c
report $? "buddy: a pattern, its text trace and its binary trace are the same"
for options in "--slices 1" "--page 2m" "--slices 1 --page 2m" "--slices 2" "--slices 32" \
    "--slices 16 --page 2m" "--parallel 1 --stall 0.2"; do
    # shellcheck disable=SC2086 # several words on purpose
    "$lp" buddy --json --target 1.33 mixed >a &&
        "$lp" buddy --json --target 1.33 $options mixed >b &&
        python3 -c '
import json, sys
a, b = json.load(open("a")), json.load(open("b"))
sys.exit(not (b["mismatches"] == 0 and a["write"] == b["write"] and
    b["read"].pop("device_sectors") >= a["read"].pop("device_sectors") and a["read"] == b["read"]
    and a["metadata"]["accesses"] == b["metadata"]["accesses"]))'
    report $? "buddy $options: the same lines spill"
done
printf '# line 1 grows, and is zero again\nR 0x80\nW 0x80 2343\nR 0x80\nW 128 0\nR 128\n' >t.txt
"$lp" buddy --json --target 4 --trace t.txt mixed | python3 -c '
import json, sys
a = json.load(sys.stdin)
sys.exit(not (a["reads"] == 3 and a["writes"] == 2 and a["mismatches"] == 0
    and a["read"] == a["write"] == {"device_sectors": 1, "buddy_sectors": 3, "buddy_lines": 1}))'
report $? "buddy: a line grows into buddy memory and comes back"
"$lp" buddy --sweep --json --pattern random --target 4 mixed | python3 -c '
import json, sys
a = json.load(sys.stdin)
sizes = [c["bytes"] for c in a["metadata_cache"]]
rates = [c["hit_rate"] for c in a["metadata_cache"]]
parts = [t["buddy_fraction"] for t in a["targets"]]
sys.exit(not (sizes == [1024 << i for i in range(7)] and 0 < rates[0] and rates == sorted(rates)
    and a["metadata_cache"][-1]["hits"] == 2 * a["lines"] - 8 * 7
    and [t["target"] for t in a["targets"]] == ["1", "1.33", "2", "4", "16"]
    and parts[0] == 0 and parts == sorted(parts) and parts[-1] < 1))'
report $? "buddy --sweep: hit rates over sizes, buddy accesses over targets"
# ---- threads, many files, folders ----

cat mixed random mixed random random mixed random >long
for codec in zvc bpc zlib; do
    "$lp" compress --codec $codec long out/one >stdout
    for threads in 0 2 5; do
        "$lp" compress -T $threads --codec $codec long out/packed >stdout &&
            cmp out/one out/packed &&
            "$lp" decompress --threads $threads out/packed out/back >stdout && cmp long out/back
        report $? "$codec: $threads threads write what one writes, and read it"
    done
    "$lp" ratio --json --codec $codec long good.npy >one &&
        "$lp" ratio --json -T 3 --codec $codec long good.npy | cmp one -
    report $? "ratio: three threads count what one counts with $codec"
done
"$lp" compress --codec zvc --index long out/indexed >stdout &&
    "$lp" decompress out/indexed out/back >stdout && cmp long out/back &&
    [ "$(tail -c 8 out/indexed | od -An -tx1 | tr -d ' ')" = 894c50490d0a1a0a ]
report $? "a file with an index comes back"
"$lp" compress -c --codec zvc mixed | "$lp" decompress -c - | cmp mixed -
report $? "-c writes to standard output"
mkdir -p tree/a/b && cp mixed tree/a/ && cp good.npy tree/a/b/ && cp zeros tree/top
"$lp" compress --codec bpc -o out/packs tree long >stdout &&
    "$lp" decompress -o out/unpacked out/packs/tree out/packs/long.lpr >stdout &&
    cmp mixed out/unpacked/tree/a/mixed && cmp good.npy out/unpacked/tree/a/b/good.npy &&
    cmp zeros out/unpacked/tree/top && cmp long out/unpacked/long
report $? "a folder and a file go to a folder and come back"
"$lp" decompress --json --test out/packs | python3 -c '
import json, sys
files = json.load(sys.stdin)["files"]
sys.exit(not ([f["file"] for f in files] == ["out/packs/" + n for n in
    ("long.lpr", "tree/a/b/good.npy.lpr", "tree/a/mixed.lpr", "tree/top.lpr")]
    and all(f["codec"] == "bpc" for f in files) and files[3]["bytes"] == 100001))'
report $? "--test names every file of a folder"
"$lp" decompress --list --json out/indexed out/packs/tree/top.lpr | python3 -c '
import json, os, sys
a, b = json.load(sys.stdin)["files"]
sys.exit(not (a["version"] == 2 and a["index"] and a["codec"] == "zvc" and a["window"] == 128
    and a["bytes"] == os.path.getsize("long") and a["blocks"] == -(-a["bytes"] // 2 ** 20)
    and a["compressed_bytes"] == os.path.getsize("out/indexed")
    and b["version"] == 1 and not b["index"] and b["codec"] == "bpc" and b["elem"] == 32))'
report $? "--list says what files are"
"$lp" decompress --list out/indexed | grep -q '^zvc .* out/indexed$'
report $? "--list shows a table"
printf x | dd of=out/packs/tree/a/mixed.lpr bs=1 seek=1000 conv=notrunc 2>/dev/null
"$lp" decompress -o out/again out/packs >stdout 2>stderr
[ $? -eq 2 ] && [ "$(grep -c . stderr)" = 1 ] && grep -q 'a/mixed.lpr: corrupt.*block 1' stderr &&
    cmp long out/again/packs/long && cmp zeros out/again/packs/tree/top &&
    [ ! -e out/again/packs/tree/a/mixed ] && [ -z "$(find out/again -name '.linepress*')" ]
report $? "one bad file does not end the others, and leaves nothing"
cp mixed other/long 2>/dev/null || { mkdir other2 && cp mixed other2/long; }
"$lp" compress --codec zvc -o out/same long other2/long >stdout 2>stderr
[ $? -eq 2 ] && grep -q 'would both become out/same/long.lpr' stderr && [ ! -e out/same ]
report $? "two inputs with one output are refused before any work"
"$lp" decompress -o out/same long >stdout 2>stderr
[ $? -eq 2 ] && grep -q 'long: its name does not end in .lpr' stderr
report $? "decompress -o takes names with its suffix"

# ---- the co-simulation, which is another program ----

mkdir alone && cp "$lp" alone/linepress
printf '#!/bin/sh\nshift 2\necho "$@"\nexit 1\n' >alone/linepress-cosim
chmod 755 alone/linepress-cosim
[ "$(alone/linepress cosim --unit x --lines -1 f)" = "--lines -1 f" ]
report $? "cosim: arguments reach the program beside"
mkdir -p tree/bin tree/libexec/linepress && cp "$lp" tree/bin/linepress &&
    mv alone/linepress-cosim tree/libexec/linepress/
tree/bin/linepress cosim --unit x 7 >stdout 2>stderr
[ $? -eq 1 ] && [ "$(cat stdout)" = 7 ]
report $? "cosim: the program in libexec is found, and its exit status passed on"

echo "1..$count"
