# SPDX-License-Identifier: Apache-2.0
"""The files of the tree that a person wrote. Folders of builds are not entered: other programs write
there at the same time, and a link in them leads back to the root of the tree."""
import fnmatch
import os


def paths(*patterns):
    """Those under the current folder that fit a pattern, in which * also stands for slashes."""
    built = os.path.normpath(os.environ.get("BUILD", "build"))
    found = set()
    for place, folders, names in os.walk("."):
        folders[:] = [f for f in folders if f[0] != "." and not f.startswith("build")
                      and os.path.normpath(os.path.join(place, f)) != built]
        inside = (os.path.normpath(os.path.join(place, n)) for n in names)
        found |= {p for p in inside if any(fnmatch.fnmatchcase(p, w) for w in patterns)}
    return sorted(found)
