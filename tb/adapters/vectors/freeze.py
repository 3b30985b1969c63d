#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Writes the frozen packs again (make vectors).

Packs that users may hold do not change under them: if a frozen file comes out different,
LPI_PACK_VERSION (cmodel/kit/pack.h) has to be raised first. A further pack may come at any time. An
argument names another folder than this one.
"""
import os
import shutil
import sys
import tempfile

import packs


def main():
    target = sys.argv[1] if len(sys.argv) > 1 else packs.HERE
    with tempfile.TemporaryDirectory() as work:
        packs.make(work)
        version = packs.version_of(work)
        if os.path.exists(os.path.join(target, packs.HASHES)):
            was_version, was = packs.recorded(target)
            moved = packs.moved(was, packs.hashes(work))
            if moved and version == was_version:
                print(f"make vectors: {moved[0]} moves ({len(moved)} files do) and the format is "
                      f"still version {version}: raise LPI_PACK_VERSION", file=sys.stderr)
                return 2
        for name, _ in packs.rows():
            shutil.rmtree(os.path.join(target, name), ignore_errors=True)
            shutil.copytree(os.path.join(work, name), os.path.join(target, name))
        packs.record(target, version)
    return 0


if __name__ == "__main__":
    sys.exit(main())
