#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Installs what `make cli` built, or removes the same files again:
#   cmodel/install.sh install|uninstall BUILD VERSION
# PREFIX, BINDIR, LIBDIR, INCLUDEDIR, MANDIR, DOCDIR, BASHDIR and ZSHDIR (completion), PYTHONDIR and
# RTLDIR (RTL and its manifests) and KITDIR (tutorial, vector packs, cocotb package) come from the
# environment and are absolute; DESTDIR goes before each of them. PYTHON (/usr/bin/python3) makes
# manual pages, completion and the RTL's manifests. Nothing is written into BUILD or the sources.
set -eu
umask 022
action=$1 build=$2 version=$3
major=${version%%.*}

refuse() {
    echo "make $action: $*" >&2
    exit 2
}
newline='
'
for name in PREFIX BINDIR LIBDIR INCLUDEDIR MANDIR DOCDIR BASHDIR ZSHDIR PYTHONDIR RTLDIR KITDIR; do
    eval "folder=\$$name"
    while [ "$folder" != "${folder%/}" ]; do folder=${folder%/}; done
    case $folder in
    *"$newline"*) refuse "$name has a line break" ;;
    "" | /*) eval "$name=\$folder" ;;
    *) refuse "$name=$folder is no absolute path" ;;
    esac
done
headers=$INCLUDEDIR/linepress
libexec=$BINDIR/../libexec/linepress
[ "$action" = uninstall ] || [ -x "$build/linepress" ] ||
    refuse "there is no $build/linepress; its owner's 'make cli' builds it"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM

file() { # MODE FILE TARGET
    case $action in
    install) install -D -m "$1" "$2" "$DESTDIR$3" ;;
    *) rm -f "$DESTDIR$3" ;;
    esac
}
files() { # FOLDER FILE...
    folder=$1
    shift
    case $action in
    install) install -D -m 644 -t "$DESTDIR$folder" "$@" ;;
    *)
        for f in "$@"; do
            set -- "$@" "$DESTDIR$folder/${f##*/}"
            shift
        done
        rm -f "$@"
        ;;
    esac
}
link() { # TO TARGET
    if [ "$action" = install ]; then ln -sfn "$1" "$DESTDIR$2"; else rm -f "$DESTDIR$2"; fi
}
# A file's name in another folder; relative, so that what is installed can be moved as a whole.
link_file() { # FILE FOLDER
    if [ "$action" = uninstall ] || [ -e "$DESTDIR$1" ]; then
        [ "$action" = uninstall ] || install -d "$DESTDIR$2"
        link "$(realpath -ms --relative-to="/$2" "/$1")" "$2/${1##*/}"
    fi
}
# A folder's name in a .pc file. The words of its flags are quoted like a shell's. Between double
# quotes it is written as it is, for readers of the variable; characters with a meaning between them
# are escaped in the variable instead.
quote='"'
case $PREFIX$LIBDIR$INCLUDEDIR in *[\"\\]* | *'${'*) quote='' ;; esac
pc_folder() {
    escape='s/#/\\#/g'
    [ -n "$quote" ] || escape='s/[^A-Za-z0-9_./-]/\\&/g'
    # The second one is for what takes this as the text that replaces another.
    printf '%s\n' "$1" | LC_ALL=C sed -e "$escape" -e 's/[&|\\]/\\&/g'
}
pc_below() { # FOLDER, which follows the prefix if that is changed
    case $1 in
    "$PREFIX"/*) printf '${prefix}%s\n' "$(pc_folder "${1#"$PREFIX"}")" ;;
    *) pc_folder "$1" ;;
    esac
}
pc_file() { # FILE
    sed -e "s|@PREFIX@|$(pc_folder "$PREFIX")|" -e "s|@LIBDIR@|$(pc_below "$LIBDIR")|" \
        -e "s|@INCLUDEDIR@|$(pc_below "$INCLUDEDIR")|" -e "s|@VERSION@|$version|g" \
        -e "s|@QUOTE@|$quote|g" "$1"
}

files "$headers" cmodel/include/linepress/*.h
# Headers of the cycle models include each other by relative path, so the tree is kept.
for name in instance params unit; do
    file 644 "cmodel/units/common/$name.h" "$headers/common/$name.h"
done
for f in cmodel/units/*/*_ports.h; do file 644 "$f" "$headers/${f#cmodel/units/}"; done
for name in linepress linepress_cycle linepress_dma; do
    file 644 "$build/lib$name.a" "$LIBDIR/lib$name.a"
    file 755 "$build/lib$name.so.$version" "$LIBDIR/lib$name.so.$version"
    link "lib$name.so.$version" "$LIBDIR/lib$name.so.$major"
    link "lib$name.so.$major" "$LIBDIR/lib$name.so"
    [ "$action" = uninstall ] || pc_file cmodel/*/"$name.pc.in" >"$work/$name.pc"
    file 644 "$work/$name.pc" "$LIBDIR/pkgconfig/$name.pc"
done
# For simulators: no archive and no header, but what SystemVerilog includes.
dpi=liblinepress_dpi.so
file 755 "$build/$dpi.$version" "$LIBDIR/$dpi.$version"
link "$dpi.$version" "$LIBDIR/$dpi.$major"
link "$dpi.$major" "$LIBDIR/$dpi"
file 644 "$build/dpi/linepress_dpi.svh" "$headers/linepress_dpi.svh"
file 755 "$build/linepress" "$BINDIR/linepress"
file 755 "$build/linepress-card" "$BINDIR/linepress-card"
files "$BINDIR/../share/linepress/gpu" cmodel/systems/gpu/configs/*.json
files "$BINDIR/../share/linepress/nets" cmodel/systems/batch/nets/*.json
if [ -x "$build/linepress-card-server" ] || [ "$action" = uninstall ]; then
    file 755 "$build/linepress-card-server" "$libexec/linepress-card-server"
fi
if [ -x "$build/linepress-cosim" ] || [ "$action" = uninstall ]; then
    file 755 "$build/linepress-cosim" "$libexec/linepress-cosim"
fi
for tool in linepress-trace.so linepress-replay; do
    if [ -f "$build/$tool" ] || [ "$action" = uninstall ]; then
        file 755 "$build/$tool" "$libexec/$tool"
    fi
done
for name in tune cuda; do
    object=liblinepress_$name.so
    if [ -f "$build/$object" ] || [ "$action" = uninstall ]; then
        file 755 "$build/$object" "$LIBDIR/$object"
    fi
done
if [ -f "$build/liblinepress_dma_rtl.so" ] || [ "$action" = uninstall ]; then
    file 755 "$build/liblinepress_dma_rtl.so" "$LIBDIR/liblinepress_dma_rtl.so"
fi
for name in malloc opencl; do
    object=liblinepress_capture_$name.so
    if [ -f "$build/capture/$object" ] || [ "$action" = uninstall ]; then
        file 755 "$build/capture/$object" "$LIBDIR/linepress/$object"
    fi
done
if [ -f "$build/huvm_preload/liblinepress_huvm.so" ] || [ "$action" = uninstall ]; then
    file 755 "$build/huvm_preload/liblinepress_huvm.so" "$LIBDIR/linepress/liblinepress_huvm.so"
    file 755 "$build/huvm_preload/huvm_player" "$LIBDIR/linepress/huvm_player"
fi
# The commands are those of the command line's table, so that uninstall needs no build.
pages() { # PROGRAM FUNCTIONS FOLDER
    echo "$1.1"
    sed -n "s/^    {\"\([a-z]*\)\", \".*\", $2_[a-z]*},\$/$1-\1.1/p" "cmodel/$3/main.c"
}
python=$(command -v "${PYTHON-/usr/bin/python3}") || python=''
if [ "$action" = install ] && [ -n "$python" ]; then
    "$python" -B docs/man/man.py "$build/linepress" "$work"
    "$python" -B docs/man/man.py "$build/linepress-card" "$work"
    "$python" -B synth/manifests.py --version "$version" --out "$work/manifests" --rtl rtl \
        >"$work/said"
fi
if [ -n "$python" ] || [ "$action" = uninstall ]; then
    for page in $(pages linepress cli cli) $(pages linepress-card card cli/card); do
        echo "$work/man/$page"
    done >"$work/pages"
    # shellcheck disable=SC2046 # names without blanks, but for TMPDIR's
    (IFS=$newline && files "$MANDIR/man1" $(cat "$work/pages"))
    for program in linepress linepress-card; do
        file 644 "$work/completion/$program.bash" "$BASHDIR/$program"
        file 644 "$work/completion/_$program" "$ZSHDIR/_$program"
    done
else
    echo "no manual pages and no completion: they need python3" >&2
fi
for d in rtl/*/; do files "$RTLDIR/${d%/}" "$d"*.sv; done
# The same names as synth/manifests.py writes.
manifests() {
    echo Bender.yml
    for f in rtl/*/*.sv; do
        f=${f##*/}
        echo "linepress_${f%.sv}.core"
    done
    awk '$1 == "unit" { u = $2 } $1 == "page" { print u ".f\nsim/" u "_tb.sv" }' rtl/units.txt
}
if [ -n "$python" ] || [ "$action" = uninstall ]; then
    manifests >"$work/names"
    # shellcheck disable=SC2046
    (cd "$work" && IFS=$newline && files "$RTLDIR" $(sed -n '/^sim/!s|^|manifests/|p' names) &&
        files "$RTLDIR/sim" $(sed -n '/^sim/s|^|manifests/|p' names))
else
    echo "no FuseSoC cores and lists of the RTL's files: they need python3" >&2
fi
for name in pins instance modules tlm_target tlm_axi tlm_memory tlm_initiator tlm_codec tlm_slice \
    tlm_dma; do
    file 644 "adapters/systemc/$name.h" "$headers/systemc/$name.h"
done
files "$KITDIR/tutorial" adapters/tutorial/*.sv
files "$KITDIR/vectors" adapters/vectors/*.sv
for d in adapters/vectors/*/; do files "$KITDIR/vectors/$(basename "$d")" "$d"*.hex "$d"pack.*; done
file 644 adapters/cocotb/pyproject.toml "$KITDIR/cocotb/pyproject.toml"
# An import leaves compiled modules beside these.
modules() { # TARGET FOLDER FILE...
    to=$1 from=$2
    shift 2
    for f in "$@"; do
        file 644 "$f" "$to/${f#"$from"/}"
        [ "$action" = install ] || (
            cd "$DESTDIR$to/$(dirname "${f#"$from"/}")/__pycache__" 2>/dev/null || exit 0
            rm -f "$(basename "$f" .py)".*.pyc
        )
    done
}
modules "$KITDIR" adapters adapters/cocotb/wheel_backend.py adapters/cocotb/linepress_cocotb/*.py
modules "$PYTHONDIR" adapters/python adapters/python/linepress/*.py adapters/python/linepress/swap/*.py
files "$PYTHONDIR/linepress" adapters/python/linepress/*.pyi adapters/python/linepress/py.typed
file 755 "$build/liblinepress_python.so" "$LIBDIR/liblinepress_python.so"
# The package looks for these from its own folder, which does not tell LIBDIR and BINDIR.
for name in linepress linepress_dma linepress_python; do
    link_file "$LIBDIR/lib$name.so" "$PYTHONDIR/linepress"
done
link_file "$BINDIR/linepress" "$PYTHONDIR/linepress/bin"
for name in linepress linepress_cycle; do link_file "$LIBDIR/lib$name.so" "$KITDIR/cocotb"; done
for name in tune cuda dma_rtl; do link_file "$LIBDIR/liblinepress_$name.so" "$libexec"; done
link_file "$libexec/linepress-card-server" "$LIBDIR/linepress"
file 644 LICENSE "$DOCDIR/LICENSE"
if [ "$action" = uninstall ]; then
    # Folders of this package that are now empty.
    for folder in "$DESTDIR$headers"/* "$DESTDIR$headers" "$DESTDIR$DOCDIR" \
        "$DESTDIR$PYTHONDIR"/linepress/swap/__pycache__ "$DESTDIR$PYTHONDIR/linepress/swap" \
        "$DESTDIR$PYTHONDIR/linepress/__pycache__" "$DESTDIR$PYTHONDIR/linepress/bin" \
        "$DESTDIR$PYTHONDIR/linepress" \
        "$DESTDIR$PYTHONDIR" \
        "$DESTDIR$KITDIR/tutorial" "$DESTDIR$KITDIR"/vectors/* "$DESTDIR$KITDIR/vectors" \
        "$DESTDIR$KITDIR/cocotb/linepress_cocotb/__pycache__" \
        "$DESTDIR$KITDIR/cocotb/__pycache__" "$DESTDIR$KITDIR/cocotb/linepress_cocotb" \
        "$DESTDIR$KITDIR/cocotb" "$DESTDIR$KITDIR" \
        "$DESTDIR$RTLDIR"/rtl/* "$DESTDIR$RTLDIR/rtl" "$DESTDIR$RTLDIR/sim" "$DESTDIR$RTLDIR" \
        "$DESTDIR$PREFIX/share/linepress" "$DESTDIR$libexec" \
        "$DESTDIR$LIBDIR/linepress"; do
        if [ -d "$folder" ]; then rmdir "$folder" 2>/dev/null || :; fi
    done
fi
