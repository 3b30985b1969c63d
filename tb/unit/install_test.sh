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
    $cc -std=c11 -Wall -Werror tb/unit/consumer.c $(pkg-config --cflags linepress) "$@" -o "$out"
}
shared() {
    # shellcheck disable=SC2046
    build "$root/shared" $(pkg-config --libs linepress) &&
        [ "$(LD_LIBRARY_PATH=$lib "$root/shared")" = "8 $version" ]
}
static() {
    build "$root/static" "$lib/liblinepress.a" -lz && [ "$("$root/static")" = "8 $version" ]
}
only_lp_symbols() {
    nm -D --defined-only "$lib/liblinepress.so" | awk '$2 != "A" { print $3 }' |
        sed 's/@.*//' >"$root/symbols"
    grep -q '^lp_zvc_compress$' "$root/symbols" && ! grep -v '^lp_' "$root/symbols"
}
soname() {
    readelf -d "$lib/liblinepress.so" | grep -q "SONAME.*\[liblinepress.so.${version%%.*}\]" &&
        [ -e "$lib/liblinepress.so.${version%%.*}" ]
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
check "only lp_ symbols are exported" only_lp_symbols
check "SONAME" soname
check "the core neither allocates nor prints" core_needs_no_allocator
check "installed command line" "$root/usr/bin/linepress" --version
headers() {
    for header in linepress.h file.h gbbr.h mdcache.h buddy.h trace.h \
        common/instance.h common/params.h $(cd cmodel && ls zvc/*_cycle.h common/*_cycle.h); do
        printf '#include <linepress/%s>\nint main(void) { return 0; }\n' "$header" >"$root/h.c"
        # shellcheck disable=SC2046
        $cc -std=c11 -Wall -Werror $(pkg-config --cflags linepress) -c "$root/h.c" \
            -o "$root/h.o" || return 1
    done
}
check "every installed header stands alone" headers
echo "1..$count"
