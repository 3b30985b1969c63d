# SPDX-License-Identifier: Apache-2.0
"""The table of bad inputs, and the files that its rows name."""
import os
import random
import subprocess

import bad_frames
import bad_huvm
import bad_npy
import bad_options
import bad_outputs
import bad_sources
import bad_tensors
import bad_traces
import bad_vdnn
import bad_warps

TABLES = (bad_options, bad_sources, bad_npy, bad_tensors, bad_frames, bad_traces, bad_outputs,
          bad_vdnn, bad_huvm, bad_warps)


def write(name, content):
    with open(name, "wb") as file:
        file.write(content)


def make_files():
    noise = random.Random(1)
    write("random", noise.randbytes(300000))
    write("zeros", bytes(100001))
    write("mixed", bytes(100001) + noise.randbytes(100000))
    write("tiny", noise.randbytes(1000))
    write("empty", b"")
    for codec in "zvc bpc rle csr lz4 zlib".split():
        subprocess.run(["./linepress", "compress", "--codec", codec, "mixed", f"{codec}.lp"],
                       stdout=subprocess.DEVNULL, check=True)
    for table in TABLES:
        getattr(table, "make_files", lambda: None)()


def rows():
    for table in TABLES:
        yield from table.rows()


def clean_up(work):
    bad_outputs.unmount(os.path.abspath(work))
