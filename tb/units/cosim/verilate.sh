#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# RTL to C++ in two compilation units of a folder, so that its headers are read twice and not once
# per file: fast.cpp, code of every cycle, followed by the shim, and rest.cpp, code that runs
# once, and tracing. A small unit is all in fast.cpp. A unit with a shim goes without Verilator's
# first settling where settle.awk finds that nothing is lost.
#
#   verilate.sh FOLDER [--shim FILE] [--split BLOCK[:PARAMETER]] VERILATOR ARGUMENT...
#
# --split Verilates each BLOCK of the unit separately, and only once even if it is instantiated
# several times. The last argument is the unit's own file: parameters are set in a copy of it, since
# -G would have to name parameters of the block too. A block with all parameters at their defaults
# is merged with the unit, and paths through it look like a loop that does not exist: PARAMETER,
# which the unit must name where it has the block, gets another default in a copy of the block's
# file.
#
# Waveforms leave out what is inside modules without a clock, and inside the BPC codec where it is a
# part of another unit: most signals of such a unit, half of what it takes to compile, and the
# codec's own set has them.
set -eu
SMALL=300000 # bytes

folder=$1 block='' shim='' other='' first=''
shift
if [ "$1" = --shim ]; then
    shim="#include \"$2\"" first='#include "units/cosim/runtime.h"'
    shift 2
fi
if [ "$1" = --split ]; then
    block=${2%:*}
    [ "$block" = "$2" ] || other=${2#*:}
    shift 2
fi
mkdir -p "$folder"
rm -rf "$folder"/V*
for word; do unit=$word; done
hidden() { # FILE: whether waveforms leave out what is in it
    case $unit:$1 in
    "$1:$1") return 1 ;;
    */bpc/*:*/bpc/*) ;;
    *:*/bpc/*) return 0 ;;
    esac
    ! grep -q clk_i "$1"
}
printf '`verilator_config\n' >"$folder/trace.vlt"
config=$folder/trace.vlt
for word; do
    shift
    case $word in
    *.sv)
        # A directive must precede the lines that it applies to.
        # shellcheck disable=SC2086 # no folder here has blanks
        set -- "$@" $config "$word"
        config=''
        ! hidden "$word" || printf 'tracing_off -file "%s"\n' "$word"
        ;;
    *) set -- "$@" "$word" ;;
    esac
done >>"$folder/trace.vlt"
if [ -n "$block" ]; then
    printf '`verilator_config\nhier_block -module "%s"\n' "$block" >"$folder/split.vlt"
    # The copy has the same name, since coverage identifies files by name.
    top=$folder/${unit##*/}
    cp "$unit" "$top"
    for word; do
        shift
        case $word in
        -G*)
            name=${word#-G}
            value=${name#*=} name=${name%%=*}
            parameter="^\\( *parameter *int *$name *= *\\)"
            grep -q "$parameter" "$top" || {
                echo "verilate: $unit has no parameter $name" >&2
                exit 1
            }
            sed -i "s/$parameter[-0-9]*/\\1$value/" "$top"
            ;;
        *) set -- "$@" "$word" ;;
        esac
    done
    # Replaces the unit's file, and the block's.
    for word; do
        shift
        [ "$word" = "$unit" ] && word=$top
        case $other:$word in
        [!:]*:*/"$block".sv)
            sed "s/^\( *parameter *int *$other *= *\)[^,]*/\10/" "$word" >"$folder/$block.sv"
            word=$folder/$block.sv
            ;;
        esac
        set -- "$@" "$word"
    done
    set -- "$@" --hierarchical -Wno-UNOPTFLAT "$folder/split.vlt"
fi
# Verilator takes a third less time with jemalloc.
malloc=''
for library in /usr/lib/*/libjemalloc.so.2; do
    [ ! -e "$library" ] || malloc=$library
done
MAKEFLAGS='' LD_PRELOAD=$malloc "$@" --Mdir "$folder" >"$folder/build.log" 2>&1 || {
    cat "$folder/build.log" >&2
    exit 1
}
settle=$PWD/tb/units/cosim/settle.awk
cd "$folder"
# The runner's shim changes no input while the clock is high, so that what follows from inputs alone
# is computed once a cycle and not twice. A block's inputs change at any time.
once='(0U == vlSelf->__VicoIterCount)'
if [ "$shim" = '#include "units/cosim/shim.cpp"' ] && grep -q 'VL_IN8(&\?clk_i,' V*___024root.h; then
    sed -i "s/\(__VicoTriggered\.at(0U) = \)$once;/\1$once \&\& !vlSelf->clk_i;/" V*.cpp
fi
# A shim resets the unit before anything counts.
for root in ${shim:+V*___024root.h} ${shim:+${block:+V"$block"_*/V*___024root.h}}; do
    one=${root%___024root.h}
    awk -f "$settle" "$root" \
        $(ls "$one"*.cpp | grep -v '__Slow\.cpp$\|__Syms\|__Trace__') slow=1 "$one"*__Slow.cpp &&
        for f in "$one"*__Slow.cpp; do mv "$f.new" "$f"; done
    rm -f "$one"*.new
done
sources=$(ls V*.cpp)
[ -z "$block" ] || sources="$sources $(ls V"$block"_*/*.cpp)"
# shellcheck disable=SC2086 # names without blanks
size=$(cat $sources | wc -c)
: >rest.new
[ "$size" -lt $SMALL ] || echo "$first" >rest.new
for f in $sources; do
    case $f in
    *__Slow.cpp | *__Syms.cpp | *__Trace__*.cpp) [ "$size" -lt $SMALL ] || {
        echo "#include <$f>" >>rest.new
        continue
    } ;;
    esac
    # Each model defines a static function of this name.
    [ "${f%/*}" = "$f" ] || echo '#define trace_init block_trace_init'
    echo "#include <$f>"
done >fast.new
printf '%s\n' "$first" "$(cat fast.new)" "$shim" >fast.cpp
rm fast.new
mv rest.new rest.cpp
