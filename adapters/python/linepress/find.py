# SPDX-License-Identifier: Apache-2.0
"""Where Linepress's libraries are, for the modules beside this one.

LINEPRESS_LIB, a folder or one of the libraries in it, is right or an error. Without it they are in
the build folder of the source tree that this file belongs to, or beside this file, where links lead
to the LIBDIR that it was installed with, or where the system looks.
"""
import ctypes
import ctypes.util
import os

_HERE = os.path.dirname(os.path.abspath(__file__))
_BESIDE = (os.path.join(os.path.realpath(_HERE), "../../../build"), _HERE)


def _named(own, name):
    """The library that LINEPRESS_LIB means; a version in the name of a file is this one's too."""
    if not os.path.exists(own):
        raise FileNotFoundError(f"LINEPRESS_LIB is {own}, which does not exist")
    if os.path.isdir(own):
        return os.path.join(own, name)
    folder, file = os.path.split(own)
    return os.path.join(folder, name + file.partition(".so")[2])


def _looked_for(name):
    return [os.path.normpath(os.path.join(folder, name)) for folder in _BESIDE]


def find(name):
    """The path of the library NAME.so; without a folder where the system looks for it."""
    own = os.environ.get("LINEPRESS_LIB")
    if own:
        return _named(os.path.abspath(own), name)
    stem = name.removeprefix("lib").removesuffix(".so")
    beside = filter(os.path.exists, _looked_for(name))
    return next(beside, None) or ctypes.util.find_library(stem) or name


def load(name, **options):
    """The library as a ctypes.CDLL; OSError says what is wrong with which file, and what is set."""
    path = find(name)
    try:
        return ctypes.CDLL(path, **options)
    except OSError as error:
        own = os.environ.get("LINEPRESS_LIB")
        where = f"LINEPRESS_LIB is {own}" if own else \
            f"neither {' nor '.join(_looked_for(name))} is there; LINEPRESS_LIB says where {name} is"
        raise OSError(f"{error} ({where})") from None
