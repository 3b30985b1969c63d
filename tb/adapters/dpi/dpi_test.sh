#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# The DPI library in Verilated benches: its findings, and the results of wrong calls.
set -u
build=${BUILD:-build}
tb=$build/dpi/tb
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
count=0
check() { # NAME COMMAND...
    name=$1
    shift
    count=$((count + 1))
    if "$@" >"$work/log" 2>&1; then echo "ok $count - $name"; else
        sed 's/^/# /' "$work/log" | head -20
        echo "not ok $count - $name"
    fi
}
# Without the line in which Verilator says where $finish is.
said() { # PROGRAM ARGUMENT...
    "$@" >"$work/all" 2>&1 || return
    grep -v '^- .*Verilog \$finish$' "$work/all"
}
good() { # LINES PROGRAM ARGUMENT...
    due=$1
    shift
    said "$@" && [ "$(said "$@")" = "$due" ]
}
# Exactly the output shown on the page.
transcript() {
    awk '$0 == "```" { on = 0 } on { print } $0 == "```output" { on = 1 }' docs/use/dpi.md >"$work/page"
    [ -s "$work/page" ] && said "$tb/example-bug" | diff "$work/page" -
}
port() {
    said "$tb/hold-bug" | head -1 | tee "$work/first"
    grep -qx 'lp_zvc_enc: cycle [0-9]*: m_sectors_o is 0x3, due 0x4' "$work/first"
}
dies() { # TEXT ARGUMENT...
    text=$1
    shift
    if "$tb/hold-good" "$@" >"$work/all" 2>&1; then
        echo "it does not end with an error"
        return 1
    fi
    cat "$work/all"
    ! grep -q 'still here' "$work/all" && grep -qF "lp_dpi_die: $text" "$work/all"
}
# A library with another interface: its number differs.
other_interface() {
    echo 'long long lp_dpi_abi(void) { return 5; }' >"$work/abi.c"
    ${CC:-cc} -shared -fPIC "$work/abi.c" -o "$work/abi.so" || return
    (export LD_PRELOAD="$work/abi.so" && dies 'linepress_dpi.svh has the interface')
}

# The text of a DUT, through _step_check; a status and a line.
text() { # STATUS LINE SED
    "$build/linepress" gen mdcache --answers --lines 300 | sed "$3" |
        tb/adapters/dpi/linepress_dpi_check.sh check mdcache >"$work/said" 2>&1
    [ $? -eq "$1" ] && cat "$work/said" && grep -qF "$2" "$work/said"
}

check "the foreign encoder's lost word is found, as docs/use/dpi.md shows it" transcript
check "without the bug nothing is found" good "2000 lines, 0 mismatches" "$tb/example-good"
check "nor with another seed" \
    good "5000 lines, 0 mismatches" "$tb/example-good" +seed=77 +lines=5000
check "our encoder is cycle by cycle what the model is" \
    good "20000 cycles, 0 mismatches" "$tb/hold-good"
check "also where payload counts that no valid shows" \
    good "20000 cycles, 0 mismatches" "$tb/hold-good" +parameters=EXACT=1,ELEM=32 +seed=5
check "our encoder with a bug is not, and the port is named" port
enc=lp_dpi_zvc_enc
check "a null handle" dies "${enc}_step: the handle is null" +error=null
check "a handle of another unit" \
    dies "${enc}_step: the handle is of lp_dpi_zvc_dec_create" +error=wrong
check "a step after destroy" dies "${enc}_step: the handle has been destroyed" +error=dead
check "two destroys" dies "${enc}_destroy: the handle has been destroyed" +error=twice
check "mismatches after destroy" \
    dies "${enc}_mismatches: the handle has been destroyed" +error=count
check "a message of another unit" \
    dies "${enc}_message: the handle is of lp_dpi_zvc_dec_create" +error=message
check "a case that no unit takes" dies "${enc}_step: case 0: lines is not 128 bytes" +error=case
rule=$(sed -n 's/^ *lp_bad_\(ELEM_[^ ]*\) u_bad.*/\1/p' rtl/zvc/lp_zvc_enc.sv | tr _ ' ')
check "a refused parameter, in the words of the RTL's check" \
    dies "${enc}_create: lp_zvc_enc does not take ELEM=12: $rule" +parameters=ELEM=12
check "an unknown parameter" \
    dies "${enc}_create: lp_zvc_enc has no parameter WORDS" +parameters=WORDS=2
check "no parameter at all" \
    dies "${enc}_create: 'ELEM' is not NAME=VALUE with a whole number" +parameters=ELEM
check "a library of another interface" other_interface
check "what a DUT prints" text 0 'mdcache: 300 cases, 0 wrong' ''
flip='41{s/ 1 \([^ ]* [^ ]*\)$/ 0 \1/;t;s/ 0 \([^ ]* [^ ]*\)$/ 1 \1/;}'
check "a wrong answer that a DUT prints" text 1 'mdcache: 300 cases, 1 wrong' "$flip"
check "a DUT that dies" text 2 'the text ends after 99 cases' '101,$d'
echo "1..$count"
