#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# The command line: what it gives back, and that bad input gives exit status 2, one line on standard
# error, nothing on standard output and no file.
set -u
lp=$PWD/${1:-${BUILD:-build}/linepress}
work=$(mktemp -d) || exit 2
mounted=
cleanup() {
    [ -z "$mounted" ] || umount "$work/small"
    rm -rf "$work"
}
trap cleanup EXIT
chmod 755 "$work"
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

# Checks the three streams of a failed command: $rc, $work/stdout, $work/stderr, and $work/out.
is_clean_failure() {
    [ "$rc" -eq 2 ] && [ "$(wc -l <stderr)" -eq 1 ] && grep -q '^linepress: ..' stderr &&
        [ ! -s stdout ] && [ -z "$(ls -A out)" ]
}

bad() { # NAME PATTERN ARGUMENT...
    name=$1 pattern=$2
    shift 2
    "$lp" "$@" >stdout 2>stderr </dev/null
    rc=$?
    if is_clean_failure && grep -q -e "$pattern" stderr; then report 0 "$name"; else
        echo "# exit status $rc, said:"
        sed 's/^/# /' stderr stdout
        find out -type f | sed 's/^/# left: /'
        rm -f out/*
        report 1 "$name"
    fi
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
: >empty
npy "{'descr': '<f4', 'fortran_order': False, 'shape': (300, 7), }" 8400 >good.npy
npy "{'descr': '<f4', 'fortran_order': True, 'shape': (300, 7), }" 8400 >fortran.npy
npy "{'descr': '|O', 'fortran_order': False, 'shape': (3,), }" 100 >object.npy
npy "{'descr': '<f4', 'fortran_order': False, 'shape': (99999999999, 99999999999)}" 10 >absurd.npy
npy "{'descr': '<f4', 'fortran_order': False, 'shape': (0, 3)}" 0 >none.npy
head -c 8000 good.npy >cut.npy
head -c 30 good.npy >cuthead.npy
cp random wrong.npy
cat good.npy zeros >long.npy

# ---- what is right ----

# All that there are, as an error lists them; each help names them too.
codecs=$("$lp" compress --codec none mixed out/packed 2>&1 | sed -n 's/.*(there are \(.*\))/\1/p' |
    tr -d ,)
[ -n "$codecs" ]
report $? "an unknown codec is told which there are"
for command in compress ratio; do
    "$lp" $command --help >stdout
    missing=
    for codec in $codecs; do
        grep -q -- "--codec C .*\b$codec\b" stdout || missing="$missing $codec"
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
    and all(set(r) == {"codec", "path", "data", "compress", "decompress"} and r["codec"] == "zvc"
            and speeds(r["compress"]) and speeds(r["decompress"]) for r in rows)
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
for command in "" ratio compress decompress bench buddy; do
    # shellcheck disable=SC2086 # no word for the program itself
    "$lp" $command --help >stdout 2>stderr && grep -q '^Usage: linepress' stdout && [ ! -s stderr ]
    report $? "help ${command:-of the program}"
done
"$lp" --version >stdout && grep -Eq '^linepress [0-9]+\.[0-9]+\.[0-9]+ ' stdout
report $? "version"
rm -f out/*

# ---- what is wrong ----

for command in ratio "compress --codec zvc" decompress buddy; do
    to=out/x
    [ "$command" != ratio ] && [ "$command" != buddy ] || to=
    # shellcheck disable=SC2086 # several words on purpose
    {
        bad "$command: missing file" 'No such file' $command nothing $to
        bad "$command: directory" 'Is a directory' $command out $to
        bad "$command: empty file" 'empty' $command empty $to
        bad "$command: unknown option" "'--frob' is not an option" $command --frob random $to
        bad "$command: unknown codec" "unknown codec 'bogus'" $command --codec bogus random $to
        bad "$command: no value" "needs a value" $command random $to --codec
        bad "$command: no file" 'file\|takes' $command
    }
done
for command in ratio "compress --codec zvc"; do
    to=out/x
    [ "$command" != ratio ] || to=
    # shellcheck disable=SC2086
    {
        bad "$command: .npy with wrong magic" 'wrong magic' $command wrong.npy $to
        bad "$command: .npy cut in its data" 'truncated' $command cut.npy $to
        bad "$command: .npy cut in its header" 'truncated' $command cuthead.npy $to
        bad "$command: .npy with bytes behind" 'after the end' $command long.npy $to
        bad "$command: .npy of objects" 'Python objects' $command object.npy $to
        bad "$command: .npy of absurd shape" 'shape' $command absurd.npy $to
        bad "$command: .npy without elements" 'empty' $command none.npy $to
        bad "$command: element width" '--elem takes' $command --elem 12 random $to
        bad "$command: window" '--window takes' $command --window 100 random $to
        bad "$command: negative window" '--window takes' $command --window -128 random $to
        bad "$command: width that a codec lacks" 'no 8-bit' \
            $command --codec rle --elem 8 random $to
    }
done
bad "ratio: a bad file among good ones" 'No such file' ratio random nothing mixed
bad "compress: no codec" 'codec' compress random out/x
bad "compress: one file" 'IN and OUT' compress --codec zvc random
bad "compress: three files" 'IN and OUT' compress --codec zvc random out/x out/y
bad "compress: output in no folder" 'No such file' compress --codec zvc random nowhere/x
bad "compress: output is a directory" 'Is a directory' compress --codec zvc random out
bad "bench: a file" 'no file' bench random
for option in target=3 target=0 target= pattern=zigzag engine=card page=4k slices=3 slices=64 \
    count=0 count=-1 misses=17 stride=0 seed=x link=0 latency=0 entries=65 stall=1 stall=x parallel=2 \
    metadata-cache=3000; do
    bad "buddy: --$option" "--${option%%=*} takes" buddy "--$option" random
done
bad "buddy: no bytes for the cache" '--metadata-cache takes' buddy --metadata-cache 512 random
bad "buddy: an odd number of entries" 'no model' buddy --entries 17 random
bad "buddy: an odd number of misses" 'no model' buddy --misses 3 random
bad "buddy: two files" 'one FILE' buddy random mixed
bad "buddy: too long a pattern" 'more accesses' buddy --count 67108864 random
bad "buddy: trace missing" 'No such file' buddy --trace nothing random
bad "buddy: trace empty" 'empty' buddy --trace empty random
bad "buddy: trace is data" 'malformed\|magic' buddy --trace random random
bad "buddy: trace in no folder" 'No such file' buddy --save-trace nowhere/x random
printf 'R 0\nW 0\nQ 0\n' >t.txt
bad "buddy: bad line of a trace" 't.txt: line or record 3: malformed' buddy --trace t.txt random
printf 'R 0\nR 300032\n' >t.txt
bad "buddy: access behind the file" 'access 2 is at 0x49400' buddy --trace t.txt random
printf 'W 0 2344\n' >t.txt
bad "buddy: data behind the file" 'writes line 2344' buddy --trace t.txt random
"$lp" buddy --save-trace t.lpt random
size=$(wc -c <t.lpt)
for keep in 5 20 30 $((size - 1)); do
    head -c $keep t.lpt >damaged
    bad "buddy: trace cut after $keep bytes" 'truncated' buddy --trace damaged random
done
{ head -c 19 t.lpt; printf '\377'; tail -c +21 t.lpt; } >damaged
bad "buddy: trace of absurd length" 'more accesses' buddy --trace damaged random
{ head -c 1000 t.lpt; printf '\377'; tail -c +1002 t.lpt; } >damaged
bad "buddy: damage in a trace" 'malformed\|checksum' buddy --trace damaged random
bad "bench: unknown codec" "unknown codec" bench --codec bogus
bad "no command" 'no command'
bad "unknown command" "unknown command 'frobnicate'" frobnicate random
bad "decompress: not a framed file" 'wrong magic' decompress random out/x
LINEPRESS_CPU=mmx bad "unknown code path" 'LINEPRESS_CPU' ratio random
bad "a line break in a name" 'no?such' ratio 'no
such'

"$lp" compress --codec zvc mixed packed >stdout
size=$(wc -c <packed)
for keep in 7 19 30 1000 $((size / 2)) $((size - 1)); do
    head -c "$keep" packed >damaged
    bad "decompress: cut after $keep bytes" 'truncated\|magic' decompress damaged out/x
done
cat packed zeros >damaged
bad "decompress: bytes behind" 'after the end' decompress damaged out/x
for at in 8 9 10 16 21 25 5000 $((size - 1)); do
    { head -c "$at" packed; printf '\252'; tail -c +$((at + 2)) packed; } >damaged
    cmp -s packed damaged && { head -c "$at" packed; printf '\125'; tail -c +$((at + 2)) packed; } \
        >damaged
    bad "decompress: damage at byte $at" 'corrupt\|version\|truncated\|codec' \
        decompress damaged out/x
done
bad "decompress: another codec" 'codec is zvc, not rle' decompress --codec rle packed out/x
bad "decompress: another width" 'elements have 32 bits, not 8' decompress --elem 8 packed out/x
bad "decompress: another window" 'window is 128 bytes, not 4096' \
    decompress --window 4096 packed out/x

bad "compress: full device" 'No space left' compress --codec zvc random /dev/full
bad "decompress: full device" 'No space left' decompress packed /dev/full
"$lp" ratio random >/dev/full 2>stderr
rc=$?
: >stdout
is_clean_failure && grep -q 'No space left' stderr
report $? "ratio: full standard output"

mkdir small
if mount -t tmpfs -o size=64k none small 2>/dev/null; then
    mounted=1
    bad "compress: full disk" 'No space left' compress --codec zvc random small/x
    [ -z "$(ls -A small)" ]
    report $? "compress: nothing stays on the full disk"
    bad "decompress: full disk" 'No space left' decompress packed small/x
    [ -z "$(ls -A small)" ]
    report $? "decompress: nothing stays on the full disk"
else
    skip "compress and decompress: full disk" "cannot mount a small file system here"
fi

cp random secret && chmod 000 secret
if [ "$(id -u)" -ne 0 ]; then
    bad "unreadable file" 'Permission denied' ratio secret
elif command -v setpriv >/dev/null && [ -x "$(command -v setpriv)" ] && cp "$lp" lp-copy &&
    setpriv --reuid=65534 --regid=65534 --clear-groups ./lp-copy --version >stdout 2>&1; then
    setpriv --reuid=65534 --regid=65534 --clear-groups ./lp-copy ratio secret >stdout 2>stderr
    rc=$?
    is_clean_failure && grep -q 'Permission denied' stderr
    report $? "unreadable file"
else
    skip "unreadable file" "root reads everything, and cannot become somebody else here"
fi

# A signal in mid-file: the input is a pipe that delivers some and then waits.
mkfifo slow
for signal in INT TERM; do
    # A shell lets its background jobs ignore SIGINT; env gives it back.
    env --default-signal=INT "$lp" compress --codec zvc slow out/x >stdout 2>stderr &
    victim=$!
    exec 3>slow
    head -c 3000000 /dev/zero >&3
    tries=0
    while [ -z "$(ls -A out)" ] && [ $tries -lt 200 ]; do
        sleep 0.05
        tries=$((tries + 1))
    done
    kill -$signal $victim
    wait $victim 2>/dev/null
    rc=$?
    exec 3>&-
    [ $tries -lt 200 ] && [ $rc -gt 128 ] && [ -z "$(ls -A out)" ]
    report $? "SIG$signal removes what was written"
done

# The co-simulation is another program; here a copy of this one has none beside it.
mkdir alone && cp "$lp" alone/linepress
alone/linepress cosim --unit lp_zvc_enc random >stdout 2>stderr
rc=$?
is_clean_failure && grep -q 'linepress-cosim' stderr
report $? "cosim: the program is not there"
alone/linepress buddy --engine rtl random >stdout 2>stderr
rc=$?
is_clean_failure && grep -q 'buddy: linepress-cosim' stderr
report $? "buddy: the program with the RTL is not there"
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
