#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Modules that a set of parameters elaborates to, and which changes of them end a row's validity."""
import os
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path[:0] = [os.path.join(ROOT, "synth"), os.path.join(ROOT, "tb")]
import elaborated  # noqa: E402
import rtl_files  # noqa: E402
import tables  # noqa: E402
import tap  # noqa: E402


def test_by_parameters():
    one = elaborated.modules_of("lp_cdma_expand", {"CODECS": 1})
    tap.result({"lp_zvc_dec", "lp_codec_pkg"} - {*one} or {"lp_bpc_dec", "lp_mixed_dec"} & {*one},
               "the engine's decoder with ZVC alone has neither BPC nor the mixed codecs")
    both = elaborated.modules_of("lp_cdma_expand", {"CODECS": 2})
    tap.result("lp_bpc_dec" not in both or "lp_mixed_dec" in both, "with two codecs it has BPC")
    every = elaborated.modules_of("lp_cdma_expand", {"CODECS": 15})
    tap.result({"lp_mixed_dec", "lp_ebd_dec", "lp_zvc_restore", "lp_ebd_pkg"} - {*every},
               "with all of them, what is inside the decoder of mixed codecs, and its packages")


def with_change(name, check):
    """The result of `check` while a module has another text."""
    path, code = rtl_files.all_modules()[name], rtl_files.code

    def changed(which, root=rtl_files.ROOT):
        return code(which, root) + (b"wire more;" if which == path else b"")

    rtl_files.code = changed
    tables.sources.cache_clear()
    try:
        return check()
    finally:
        rtl_files.code = code
        tables.sources.cache_clear()


def test_validity():
    unit, params = "lp_cdma_expand", {"CODECS": 1}
    modules = " ".join(elaborated.modules_of(unit, params))
    entry = {"modules": modules, "sources": tables.sources(unit, "area", modules)}
    old = {"sources": tables.sources(unit, "area")}

    def valid(which):
        return lambda: tables.valid(which, "osu018", unit, tables.words(params))

    tap.result(not valid(entry)() or not valid(old)(), "a row is valid with the sources it was made of")
    tap.result(with_change("lp_zvc_dec", valid(entry)), "not if a module inside changes")
    tap.result(with_change("lp_codec_pkg", valid(entry)), "nor if a package changes")
    tap.result(not with_change("lp_mixed_dec", valid(entry)),
               "but it is if one changes that its parameters leave out")
    tap.result(with_change("lp_mixed_dec", valid(old)),
               "a row without its modules depends on all that the unit names")


def test_bad():
    try:
        elaborated.modules_of("lp_zvc_enc", {"ELEM": 12})
        tap.result(True, "parameters that are refused")
    except elaborated.CannotElaborate as err:
        tap.result("lp_bad_ELEM" not in str(err) and f"{err}", "parameters that are refused")


def main():
    test_by_parameters()
    test_validity()
    test_bad()
    return tap.end()


if __name__ == "__main__":
    sys.exit(main())
