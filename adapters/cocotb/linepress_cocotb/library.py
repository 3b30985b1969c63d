# SPDX-License-Identifier: Apache-2.0
"""Finds and loads liblinepress.so and liblinepress_cycle.so.

Search path: LINEPRESS_LIB (a folder, or one of the files in it); the build folder of the source
tree that contains this package or that it was installed from, or the links of its installation; the
lib folders of this Python's prefix (`make install PREFIX=$VIRTUAL_ENV`); the system's path.
"""
import ctypes
import ctypes.util
import functools
import importlib.metadata
import json
import os
import sys
import sysconfig
import urllib.parse

# The version of this package, which the libraries must match.
VERSION = "0.2.0"
# The version nodes of the symbols, and one function that each library exports.
_NODES = {"linepress": ("LINEPRESS_0", "lp_version"),
          "linepress_cycle": ("LINEPRESS_CYCLE_0", "lp_unit_at")}


class Error(Exception):
    """An error reported by this package; one line of text."""


class LibraryError(Error):
    """A library is missing, or its version or interface does not match this package."""


class CodeError(Error):
    """An error of the library; `code` is its number, an enum lp_error."""

    def __init__(self, code, what=""):
        self.code = code
        super().__init__(f"{what}: {error_text(code)}" if what else error_text(code))


def _origins():
    """The folders with the package's project file: that of this file, and that which pip installed
    from."""
    beside = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    if os.path.exists(os.path.join(beside, "wheel_backend.py")):
        yield beside
    try:
        told = importlib.metadata.distribution("linepress-cocotb").read_text("direct_url.json")
        url = urllib.parse.urlparse(json.loads(told or "{}").get("url", ""))
    except (importlib.metadata.PackageNotFoundError, ValueError):
        return
    if url.scheme == "file":
        yield urllib.parse.unquote(url.path)


def _folders():
    """Folders of the source tree, of an installation and of this Python's prefix."""
    for origin in _origins():
        if origin.rstrip("/").endswith(("/adapters/cocotb", "/tb/cocotb")):
            yield os.path.join(origin, "../../build")
        yield origin
    yield os.path.join(sys.prefix, "lib")
    yield os.path.join(sys.prefix, "lib64")
    yield os.path.join(sys.prefix, "lib", sysconfig.get_config_var("MULTIARCH") or "")


def _candidates(name):
    own = os.environ.get("LINEPRESS_LIB")
    if own:
        yield os.path.join(own if os.path.isdir(own) else os.path.dirname(own), name)
        return
    for folder in _folders():
        yield os.path.normpath(os.path.join(folder, name))
    stem = name.removeprefix("lib").removesuffix(".so")
    yield from filter(None, [ctypes.util.find_library(stem)])
    yield os.path.join("/usr/local/lib", name)


def _find(name):
    tried = list(_candidates(name))
    for path in tried:
        if os.path.exists(path) or os.sep not in path:
            return path
    raise LibraryError(f"no {name}: not at {', '.join(tried)}; `make cli` builds it, LINEPRESS_LIB "
                       "says where it is")


def _has_node(library, symbol, node):
    """Whether the library exports the symbol with this version; true if that cannot be
    determined."""
    try:
        dlvsym = ctypes.CDLL(None).dlvsym
    except AttributeError:
        return True
    dlvsym.argtypes = [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_char_p]
    dlvsym.restype = ctypes.c_void_p
    return dlvsym(library._handle, symbol.encode(), node.encode()) is not None


def _fits(version):
    """Before 1.0 a minor version may change the interface; later only a major version may."""
    ours, theirs = VERSION.split("."), version.split(".")
    kept = 1 if ours[0] != "0" else 2
    return ours[:kept] == theirs[:kept]


@functools.lru_cache(maxsize=None)
def load(name):
    """The library, "linepress" or "linepress_cycle", as a ctypes.CDLL. Its file is `_name`."""
    path = _find(f"lib{name}.so")
    try:
        library = ctypes.CDLL(path)
    except OSError as err:
        raise LibraryError(f"{path} cannot be loaded: {err}") from None
    node, symbol = _NODES[name]
    if not _has_node(library, symbol, node):
        raise LibraryError(f"{path} has not the interface {node} that linepress_cocotb {VERSION} "
                           "calls")
    if name == "linepress":
        library.lp_version.restype = ctypes.c_char_p
        version = library.lp_version().decode()
        if not _fits(version):
            raise LibraryError(f"{path} is version {version}, linepress_cocotb is {VERSION}")
        library.lp_strerror.restype = ctypes.c_char_p
    return library


def error_text(code):
    """The text of lp_strerror."""
    return load("linepress").lp_strerror(code).decode()


def check(code, what=""):
    if code != 0:
        raise CodeError(code, what)
