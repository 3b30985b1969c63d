#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Installs what `make cli` and `make man` built, or removes the same files again:
#   cmodel/install.sh install|uninstall BUILD VERSION
# PREFIX, BINDIR, LIBDIR, INCLUDEDIR, MANDIR, DOCDIR, BASHDIR and ZSHDIR (completion), PYTHONDIR and
# RTLDIR (RTL and its manifests) and KITDIR (tutorial, vector packs, cocotb package) come from the
# environment; DESTDIR goes before each of them.
set -eu
action=$1 build=$2 version=$3
major=${version%%.*}
headers=$INCLUDEDIR/linepress

file() { # MODE FILE TARGET
    case $action in
    install) install -D -m "$1" "$2" "$DESTDIR$3" ;;
    *) rm -f "$DESTDIR$3" ;;
    esac
}
link() { # TO TARGET
    if [ "$action" = install ]; then ln -sf "$1" "$DESTDIR$2"; else rm -f "$DESTDIR$2"; fi
}

for h in cmodel/include/linepress/*.h; do file 644 "$h" "$headers/${h##*/}"; done
# Headers of the cycle models include each other by relative path, so the tree is kept.
for h in cmodel/common/instance.h cmodel/common/params.h cmodel/common/unit.h cmodel/*/*_ports.h; do
    file 644 "$h" "$headers/${h#cmodel/}"
done
for name in linepress linepress_cycle linepress_dma; do
    file 644 "$build/lib$name.a" "$LIBDIR/lib$name.a"
    file 755 "$build/lib$name.so.$version" "$LIBDIR/lib$name.so.$version"
    link "lib$name.so.$version" "$LIBDIR/lib$name.so.$major"
    link "lib$name.so.$major" "$LIBDIR/lib$name.so"
    sed -e "s|@PREFIX@|$PREFIX|" -e "s|@LIBDIR@|$LIBDIR|" -e "s|@INCLUDEDIR@|$INCLUDEDIR|" \
        -e "s|@VERSION@|$version|" "cmodel/$name.pc.in" >"$build/$name.pc.$$"
    file 644 "$build/$name.pc.$$" "$LIBDIR/pkgconfig/$name.pc"
    rm -f "$build/$name.pc.$$"
done
# For simulators: no archive and no header, but what SystemVerilog includes.
dpi=liblinepress_dpi.so
file 755 "$build/$dpi.$version" "$LIBDIR/$dpi.$version"
link "$dpi.$version" "$LIBDIR/$dpi.$major"
link "$dpi.$major" "$LIBDIR/$dpi"
file 644 "$build/dpi/linepress_dpi.svh" "$headers/linepress_dpi.svh"
file 755 "$build/linepress" "$BINDIR/linepress"
file 755 "$build/linepress-card" "$BINDIR/linepress-card"
if [ -x "$build/linepress-card-server" ] || [ "$action" = uninstall ]; then
    file 755 "$build/linepress-card-server" "$BINDIR/../libexec/linepress/linepress-card-server"
fi
if [ -x "$build/linepress-cosim" ] || [ "$action" = uninstall ]; then
    file 755 "$build/linepress-cosim" "$BINDIR/../libexec/linepress/linepress-cosim"
fi
for tool in linepress-trace.so linepress-replay; do
    if [ -f "$build/$tool" ] || [ "$action" = uninstall ]; then
        file 755 "$build/$tool" "$BINDIR/../libexec/linepress/$tool"
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
pages() {
    echo linepress
    sed -n 's/^    {"\([a-z]*\)", ".*", cli_[a-z]*},$/linepress-\1/p' cmodel/cli/main.c
}
card_pages() {
    echo linepress-card
    sed -n 's/^    {"\([a-z]*\)", ".*", card_[a-z]*},$/linepress-card-\1/p' cmodel/card_cli/main.c
}
if [ -f "$build/man/linepress.1" ] || [ "$action" = uninstall ]; then
    for page in $(pages); do file 644 "$build/man/$page.1" "$MANDIR/man1/$page.1"; done
    for page in $(card_pages); do
        file 644 "$build/card_cli/man/$page.1" "$MANDIR/man1/$page.1"
    done
    file 644 "$build/card_cli/completion/linepress-card.bash" "$BASHDIR/linepress-card"
    file 644 "$build/card_cli/completion/_linepress-card" "$ZSHDIR/_linepress-card"
    file 644 "$build/completion/linepress.bash" "$BASHDIR/linepress"
    file 644 "$build/completion/_linepress" "$ZSHDIR/_linepress"
else
    echo "no manual pages and no completion: they need python3" >&2
fi
for f in rtl/*/*.sv; do file 644 "$f" "$RTLDIR/$f"; done
# The same names as synth/manifests.py writes.
manifests() {
    echo Bender.yml
    for f in rtl/*/*.sv; do
        f=${f##*/}
        echo "linepress_${f%.sv}.core"
    done
    awk '$1 == "unit" { u = $2 } $1 == "page" { print u ".f\nsim/" u "_tb.sv" }' rtl/units.txt
}
if [ -f "$build/manifests/Bender.yml" ] || [ "$action" = uninstall ]; then
    for f in $(manifests); do file 644 "$build/manifests/$f" "$RTLDIR/$f"; done
else
    echo "no FuseSoC cores and lists of the RTL's files: they need python3" >&2
fi
for name in pins instance modules tlm_target tlm_axi tlm_memory tlm_initiator tlm_codec tlm_slice \
    tlm_dma; do
    file 644 "tb/systemc/$name.h" "$headers/systemc/$name.h"
done
for f in tb/kit/tutorial/*.sv; do file 644 "$f" "$KITDIR/tutorial/${f##*/}"; done
for f in tb/vectors/*.sv tb/vectors/*/*.hex tb/vectors/*/pack.*; do
    file 644 "$f" "$KITDIR/${f#tb/}"
done
for f in tb/cocotb/pyproject.toml tb/cocotb/wheel_backend.py tb/cocotb/linepress_cocotb/*.py; do
    file 644 "$f" "$KITDIR/${f#tb/}"
done
for f in python/linepress/*.py python/linepress/swap/*.py; do
    file 644 "$f" "$PYTHONDIR/${f#python/}"
done
file 644 LICENSE "$DOCDIR/LICENSE"
if [ "$action" = uninstall ]; then
    # Folders that are now empty and are nobody else's.
    for folder in "$DESTDIR$headers"/* "$DESTDIR$headers" "$DESTDIR$DOCDIR" \
        "$DESTDIR$PYTHONDIR/linepress/swap" "$DESTDIR$PYTHONDIR/linepress" "$DESTDIR$PYTHONDIR" \
        "$DESTDIR$KITDIR/tutorial" "$DESTDIR$KITDIR"/vectors/* "$DESTDIR$KITDIR/vectors" \
        "$DESTDIR$KITDIR/cocotb/linepress_cocotb" "$DESTDIR$KITDIR/cocotb" "$DESTDIR$KITDIR" \
        "$DESTDIR$RTLDIR"/rtl/* "$DESTDIR$RTLDIR/rtl" "$DESTDIR$RTLDIR/sim" "$DESTDIR$RTLDIR" \
        "$DESTDIR$PREFIX/share/linepress" "$DESTDIR$BINDIR/../libexec/linepress" \
        "$DESTDIR$LIBDIR/linepress"; do
        if [ -d "$folder" ]; then rmdir "$folder" 2>/dev/null || :; fi
    done
fi
