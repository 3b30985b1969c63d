#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Installs what `make cli` and `make man` built, or removes the same files again:
#   cmodel/install.sh install|uninstall BUILD VERSION
# BINDIR, LIBDIR, INCLUDEDIR, MANDIR, DOCDIR and PREFIX come from the environment; DESTDIR goes
# before each of them.
set -eu
action=$1 build=$2 version=$3
major=${version%%.*}
headers=$INCLUDEDIR/linepress

file() { # MODE FILE TARGET
    if [ "$action" = install ]; then install -D -m "$1" "$2" "$DESTDIR$3"; else rm -f "$DESTDIR$3"; fi
}
link() { # TO TARGET
    if [ "$action" = install ]; then ln -sf "$1" "$DESTDIR$2"; else rm -f "$DESTDIR$2"; fi
}

for h in cmodel/include/linepress/*.h; do file 644 "$h" "$headers/${h##*/}"; done
# Headers of the cycle models include each other by relative path, so the tree is kept.
for h in cmodel/common/instance.h cmodel/common/params.h cmodel/common/unit.h cmodel/*/*_ports.h; do
    file 644 "$h" "$headers/${h#cmodel/}"
done
for name in linepress linepress_cycle; do
    file 644 "$build/lib$name.a" "$LIBDIR/lib$name.a"
    file 755 "$build/lib$name.so.$version" "$LIBDIR/lib$name.so.$version"
    link "lib$name.so.$version" "$LIBDIR/lib$name.so.$major"
    link "lib$name.so.$major" "$LIBDIR/lib$name.so"
    sed -e "s|@PREFIX@|$PREFIX|" -e "s|@LIBDIR@|$LIBDIR|" -e "s|@INCLUDEDIR@|$INCLUDEDIR|" \
        -e "s|@VERSION@|$version|" "cmodel/$name.pc.in" >"$build/$name.pc"
    file 644 "$build/$name.pc" "$LIBDIR/pkgconfig/$name.pc"
done
file 755 "$build/linepress" "$BINDIR/linepress"
if [ -x "$build/linepress-cosim" ] || [ "$action" = uninstall ]; then
    file 755 "$build/linepress-cosim" "$BINDIR/../libexec/linepress/linepress-cosim"
fi
file 644 LICENSE "$DOCDIR/LICENSE"
if [ "$action" = uninstall ]; then
    # Folders that are now empty and are nobody else's.
    for folder in "$DESTDIR$headers"/* "$DESTDIR$headers" "$DESTDIR$DOCDIR" \
        "$DESTDIR$BINDIR/../libexec/linepress"; do
        if [ -d "$folder" ]; then rmdir "$folder" 2>/dev/null || :; fi
    done
fi
