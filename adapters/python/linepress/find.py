# SPDX-License-Identifier: Apache-2.0
"""Search path of Linepress's libraries, for the modules in this folder.

LINEPRESS_LIB, a folder or one of the libraries in it, takes precedence; a wrong value is an error.
Without it, libraries are searched for in the build folder of the source tree that contains this
file, in this file's folder, whose links point to the LIBDIR of the installation, and in the
system's path.
"""
import ctypes
import ctypes.util
import os
import shutil
import sys

_HERE = os.path.dirname(os.path.abspath(__file__))
_BESIDE = (os.path.join(os.path.realpath(_HERE), "../../../build"), _HERE)


def _named(own, name):
    """The library selected by LINEPRESS_LIB; a version in its file name applies to this one too."""
    if not os.path.exists(own):
        raise FileNotFoundError(f"LINEPRESS_LIB is {own}, which does not exist")
    if os.path.isdir(own):
        return os.path.join(own, name)
    folder, file = os.path.split(own)
    return os.path.join(folder, name + file.partition(".so")[2])


def _looked_for(name):
    return [os.path.normpath(os.path.join(folder, name)) for folder in _BESIDE]


def find(name):
    """The path of the library NAME.so; without a folder if it is left to the system's path."""
    own = os.environ.get("LINEPRESS_LIB")
    if own:
        return _named(os.path.abspath(own), name)
    stem = name.removeprefix("lib").removesuffix(".so")
    beside = filter(os.path.exists, _looked_for(name))
    return next(beside, None) or ctypes.util.find_library(stem) or name


def program():
    """The path of the command line: in the folder of LINEPRESS_LIB, if that is set, else of the
    source tree or of this package, else on PATH."""
    own = os.environ.get("LINEPRESS_LIB")
    folders = [os.path.join(_HERE, "bin"), _BESIDE[0]]
    if own:
        folder = own if os.path.isdir(own) else os.path.dirname(own)
        folders.insert(0, os.path.abspath(folder))
    for folder in folders:
        path = os.path.normpath(os.path.join(folder, "linepress"))
        if os.path.isfile(path) and os.access(path, os.X_OK):
            return path
    found = shutil.which("linepress")
    if found is None:
        raise FileNotFoundError("the command linepress is neither in "
                                f"{' nor in '.join(folders)} nor on PATH")
    return found


def load(name, **options):
    """The library as a ctypes.CDLL; OSError names the file, the error and the value of
    LINEPRESS_LIB."""
    path = find(name)
    try:
        return ctypes.CDLL(path, **options)
    except OSError as error:
        own = os.environ.get("LINEPRESS_LIB")
        where = f"LINEPRESS_LIB is {own}" if own else \
            f"neither {' nor '.join(_looked_for(name))} is there; LINEPRESS_LIB says where {name} is"
        raise OSError(f"{error} ({where})") from None


def run():
    """Replaces this process by the command line, with the same arguments."""
    path = program()
    os.execv(path, [path, *sys.argv[1:]])
