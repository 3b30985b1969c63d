#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Installs into a scratch folder and builds a program against it with pkg-config, shared and static.
set -u
root=$(mktemp -d) || exit 2
trap 'rm -rf "$root"' EXIT
count=0
check() { # NAME COMMAND...
    name=$1
    shift
    count=$((count + 1))
    if "$@" >"$root/log" 2>&1; then echo "ok $count - $name"; else
        sed 's/^/# /' "$root/log"
        echo "not ok $count - $name"
    fi
}
export PKG_CONFIG_SYSROOT_DIR="$root" PKG_CONFIG_PATH="$root/usr/lib/pkgconfig"
cc=${CC:-cc}
lib=$root/usr/lib
build() { # OUTPUT FLAG...
    out=$1
    shift
    # shellcheck disable=SC2046 # flags are several words
    $cc -std=c11 -Wall -Werror tb/install/consumer.c $(pkg-config --cflags linepress) "$@" -o "$out"
}
shared() {
    # shellcheck disable=SC2046
    build "$root/shared" $(pkg-config --libs linepress) &&
        [ "$(LD_LIBRARY_PATH=$lib "$root/shared")" = "8 $version" ]
}
static() {
    build "$root/static" "$lib/liblinepress.a" -llz4 -ldeflate -lz -lpthread &&
        [ "$("$root/static")" = "8 $version" ]
}
# The program of docs/use/using.md, which steps a cycle model.
cycle() {
    awk '$0 == "```" { on = 0 } on { print } $0 == "```c" { on = 1 }' docs/use/using.md >"$root/step.c"
    # shellcheck disable=SC2046
    $cc -std=c11 -Wall -Werror "$root/step.c" $(pkg-config --cflags --libs linepress_cycle) \
        -o "$root/step" && LD_LIBRARY_PATH=$lib "$root/step" >"$root/said" &&
        awk '$0 == "```" { on = 0 } on { print } $0 == "```output" { on = 1 }' docs/use/using.md |
        cmp - "$root/said"
}
# The program of docs/use/dma.md, with the copy call's library.
copy() {
    awk '$0 == "```" { on = 0 } on { print } $0 == "```c" { on = 1 }' docs/use/dma.md >"$root/copy.c"
    # shellcheck disable=SC2046
    $cc -std=c11 -Wall -Werror "$root/copy.c" $(pkg-config --cflags --libs linepress_dma) \
        -o "$root/copy" && LD_LIBRARY_PATH=$lib "$root/copy" >"$root/said" &&
        awk '$0 == "```" { on = 0 } on { print } $0 == "```output" { on = 1 }' docs/use/dma.md |
        cmp - "$root/said"
}
soname() {
    for l in liblinepress liblinepress_cycle liblinepress_dma liblinepress_dpi; do
        readelf -d "$lib/$l.so" | grep -q "SONAME.*\[$l.so.${version%%.*}\]" &&
            [ -e "$lib/$l.so.${version%%.*}" ] || return 1
    done
}
# Two chunks of the program's three fit, so it has faults if it is managed at all.
faults_of() { # FOLDER
    echo '{"chunk_kib": 64, "gpus": [{"memory_mib": 0.125}], "apps": [{"name": "x", "gpus": [0],
        "use": 1.5, "passes": 1}]}' >"$root/huvm.json"
    "$1/linepress" huvm --clock real --policy base --json --scenario "$root/huvm.json" \
        >"$root/said" &&
        grep -q '"faults": [1-9]' "$root/said" && grep -q '"mismatches": 0' "$root/said"
}
# A second installation with other folders leaves no file.
uninstalled() {
    for target in install uninstall; do
        make -s $target B="${BUILD:-build}" DESTDIR="$root/2" PREFIX=/opt/lp BINDIR=/opt/b \
            LIBDIR=/opt/l INCLUDEDIR=/opt/i DOCDIR=/opt/d MANDIR=/opt/m PYTHONDIR=/opt/p \
            RTLDIR=/opt/r KITDIR=/opt/k || return 1
        [ "$target" = uninstall ] || [ -x "$root/2/opt/b/linepress" ] || return 1
        [ "$target" = uninstall ] || [ -f "$root/2/opt/d/LICENSE" ] || return 1
        [ "$target" = uninstall ] || [ -f "$root/2/opt/m/man1/linepress-ratio.1" ] || return 1
        [ "$target" = uninstall ] || [ -f "$root/2/opt/p/linepress/__init__.py" ] || return 1
        [ "$target" = uninstall ] || [ -f "$root/2/opt/r/linepress_lp_skid.core" ] || return 1
        [ "$target" = uninstall ] || [ -f "$root/2/opt/k/vectors/gbbr/pack.json" ] || return 1
        [ "$target" = uninstall ] || LINEPRESS_LIBDIR="$root/2/opt/l" faults_of "$root/2/opt/b" ||
            return 1
    done
    [ -z "$(find "$root/2" ! -type d)" ]
}
core_needs_no_allocator() {
    for unit in zvc/zvc zvc/zvc_portable zvc/zvc_avx2 zvc/zvc_avx512 common/line common/error; do
        nm -u "${BUILD:-build}/obj/cmodel/$unit.o" |
            grep -E ' (malloc|calloc|realloc|free|f?printf|fopen)$' && return 1
    done
    return 0
}
check "make install" make -s install B="${BUILD:-build}" DESTDIR="$root" PREFIX=/usr
version=$(pkg-config --modversion linepress)
check "program with the shared library" shared
check "program with the static library" static
check "the cycle model of docs/use/using.md with the installed library" cycle
check "the copy call of docs/use/dma.md with the installed library" copy
check "SONAME" soname
check "the core neither allocates nor prints" core_needs_no_allocator
check "make uninstall removes what make install put there" uninstalled
check "installed command line" "$root/usr/bin/linepress" --version
# The module of docs/use/dma.md finds the library that is installed with it, and no other.
module() {
    said=$(cd "$root" && env -u LINEPRESS_LIB PYTHONDONTWRITEBYTECODE=1 \
        PYTHONPATH="$root/usr/share/linepress/python" "${PYTHON:-/usr/bin/python3}" -c \
        'import os, linepress.dma; print(os.path.realpath(linepress.dma._load()._name))') &&
        [ "$said" = "$(realpath "$lib/liblinepress_dma.so")" ]
}
check "installed Python module" module
# Each command that --help lists has its page, and pages are all that the folder holds.
pages() {
    "$root/usr/bin/linepress" --help | sed -n 's/^  \([a-z]*\) .*/linepress-\1.1/p' >"$root/due"
    echo linepress.1 >>"$root/due"
    "$root/usr/bin/linepress-card" --help |
        sed -n 's/^  \([a-z]*\) .*/linepress-card-\1.1/p' >>"$root/due"
    echo linepress-card.1 >>"$root/due"
    LC_ALL=C sort "$root/due" >"$root/sorted" && [ "$(wc -l <"$root/due")" -gt 5 ] || return 1
    (cd "$root/usr/share/man/man1" && ls) | LC_ALL=C sort | diff "$root/sorted" - &&
        grep -q '^complete ' "$root/usr/share/bash-completion/completions/linepress" &&
        grep -q '^#compdef linepress' "$root/usr/share/zsh/site-functions/_linepress"
}
check "installed manual pages and completion" pages
# Without Python everything else is installed, and one line lists the rest.
without_python() {
    mkdir -p "$root/bare/dpi" && cp "${BUILD:-build}"/dpi/*.svh "$root/bare/dpi" &&
        cp -a "${BUILD:-build}"/lib*.a \
        "${BUILD:-build}"/lib*.so* "${BUILD:-build}/linepress" "${BUILD:-build}/linepress-card" \
        "$root/bare" || return 1
    env PYTHON=no-python3 DESTDIR="$root/3" PREFIX=/p BINDIR=/p/b LIBDIR=/p/l INCLUDEDIR=/p/i \
        MANDIR=/p/m DOCDIR=/p/d PYTHONDIR=/p/y RTLDIR=/p/r KITDIR=/p/k \
        BASHDIR=/p/c ZSHDIR=/p/z cmodel/install.sh install "$root/bare" "$version" 2>"$root/said" &&
        [ "$(cat "$root/said")" = "no manual pages and no completion: they need python3
no FuseSoC cores and lists of the RTL's files: they need python3" ] &&
        [ -f "$root/3/p/r/rtl/zvc/lp_zvc_enc.sv" ] && [ ! -e "$root/3/p/r/Bender.yml" ] &&
        [ -x "$root/3/p/b/linepress" ] && [ -f "$root/3/p/d/LICENSE" ] && [ ! -e "$root/3/p/m" ]
}
check "make install without Python" without_python
# The installed command finds its preloaded objects next to the libraries.
capture() {
    [ -f "${BUILD:-build}/capture/liblinepress_capture_malloc.so" ] || return 0
    "$root/usr/bin/linepress" capture --malloc --points 2 --length 2 -o "$root/set" -- \
        "${BUILD:-build}/capture_test/known" marks 2 70000 && [ -f "$root/set/snapshots.json" ]
}
check "the installed command captures a program" capture
# It also finds the object for managed memory, and its player, after the installation is moved.
huvm() {
    mv "$root/usr" "$root/moved" || return 1
    faults_of "$root/moved/bin"
    found=$?
    mv "$root/moved" "$root/usr"
    return $found
}
check "the installed command manages a program's memory, wherever it was moved" huvm
# The RTL is there file by file, and every manifest written by make manifests.
rtl() {
    there=$root/usr/share/linepress
    (cd rtl && find . -name '*.sv') | LC_ALL=C sort >"$root/due" &&
        [ "$(wc -l <"$root/due")" -gt 90 ] &&
        (cd "$there/rtl" && find . -type f) | LC_ALL=C sort | diff "$root/due" - &&
        (cd "${BUILD:-build}/manifests" && find . -type f) | LC_ALL=C sort >"$root/due" &&
        (cd "$there" && find . -type f ! -path './python/*' ! -path './cocotb/*' \
            ! -path './tutorial/*' ! -path './vectors/*' ! -path './gpu/*' ! -path './nets/*') | LC_ALL=C sort |
        diff "$root/due" - && ! diff -r rtl "$there/rtl" | grep -v '^Only in rtl'
}
check "installed RTL and its manifests" rtl
gpus() {
    for file in cmodel/systems/gpu/configs/*.json; do
        cmp "$file" "$root/usr/share/linepress/gpu/${file##*/}" &&
            "$root/usr/bin/linepress" gpu --show "$(basename "$file" .json)" >"$root/due" || return 1
    done
}
check "the installed command finds the GPUs' files" gpus
nets() {
    for file in cmodel/systems/batch/nets/*.json; do
        cmp "$file" "$root/usr/share/linepress/nets/${file##*/}" &&
            "$root/usr/bin/linepress" batch --net "$(basename "$file" .json)" >"$root/due" || return 1
    done
}
check "the installed command finds the networks' files" nets
# conformance.md with only the installed files: a good DUT passes, and the mistake is found.
tutorial() {
    (cd "$root/usr/share/linepress/tutorial" && PATH="$root/usr/bin:$PATH" &&
        iverilog -g2012 -o "$root/good.vvp" my_zvc_enc.sv pipe.sv &&
        iverilog -g2012 -Ppipe.BUG=1 -o "$root/bad.vvp" my_zvc_enc.sv pipe.sv &&
        linepress gen zvc-enc | vvp -n "$root/good.vvp" | linepress check zvc-enc >"$root/said" &&
        [ "$(cat "$root/said")" = "zvc-enc ELEM=32,STREAM=0, seed 1: 633 cases, 0 mismatches" ] &&
        ! linepress gen zvc-enc | vvp -n "$root/bad.vvp" | linepress check zvc-enc >"$root/said" &&
        grep -q "in 4 sectors (raw), due 3: the record has 96 bytes" "$root/said")
}
check "the tutorial of docs/use/conformance.md with the installed files" tutorial
# The installed kit equals that of the tree.
kit() {
    there=$root/usr/share/linepress
    diff -r -x build.mk -x '*.py' -x '*.txt' -x __pycache__ adapters/vectors "$there/vectors" &&
        diff -r -x __pycache__ adapters/cocotb/linepress_cocotb "$there/cocotb/linepress_cocotb" &&
        [ -f "$there/cocotb/pyproject.toml" ] && [ -f "$root/usr/include/linepress/systemc/tlm_dma.h" ]
}
check "installed vector packs, cocotb package and SystemC headers" kit
# The archive is the same twice and has each tracked file; everything that `make cli` needs is in
# it.
dist() {
    for n in 1 2; do
        [ "$(make -s dist B="$root/dist$n" 2>/dev/null)" = "$root/dist$n/$archive.tar.gz" ] ||
            return 1
    done
    cmp "$root/dist1/$archive.tar.gz" "$root/dist2/$archive.tar.gz" &&
        tar xf "$root/dist1/$archive.tar.gz" -C "$root" &&
        git ls-tree -r --name-only HEAD | LC_ALL=C sort >"$root/due" &&
        (cd "$root/$archive" && find . ! -type d | sed 's|^./||') | LC_ALL=C sort |
        diff "$root/due" - && make -s -n -C "$root/$archive" cli B="$root/dist1" >"$root/plan" &&
        grep -q "LD .*linepress" "$root/plan"
}
# An unpacked archive is no repository, and one line says so.
no_dist() {
    said=$(GIT_CEILING_DIRECTORIES=$root make -s -C "$root/$archive" dist B="$root/none" 2>&1)
    [ "$(echo "$said" | grep -v '^make.*Error 2$')" = "make dist: this is no git repository" ] &&
        [ -z "$(ls "$root/none")" ]
}
archive=linepress-$version
if git rev-parse HEAD >/dev/null 2>&1; then
    check "make dist: the same bytes twice, with every tracked file" dist
    check "make dist outside a repository" no_dist
else
    count=$((count + 1))
    echo "ok $count - make dist # SKIP no git repository"
fi
echo "1..$count"
