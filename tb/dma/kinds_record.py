#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Copies every array of tb/data with each codec of the DMA engine, on its cycle model, out and back,
with six channels and with eight, and records ratios and how busy the link was: kinds_record.py
LINEPRESS, into tb/data/dma/kinds.json.
"""
import glob
import json
import os
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "../tree/records"))
sys.dont_write_bytecode = True
import signed  # noqa: E402

RECORD = os.path.join(signed.ROOT, "tb/data/dma/kinds.json")
CODECS = ("zvc", "bpc", "xzvc", "ebd", "mixed")
CHANNELS = (6, 8)
SOURCES = ("tb/dma/kinds_record.py", "cmodel/units/cdma", "cmodel/units/codec", "cmodel/lib/cdma",
           "cmodel/dma/copy")


def files():
    found = sorted(glob.glob("tb/data/*/*.npy", root_dir=signed.ROOT))
    if not found:
        raise signed.Bad("tb/data has no arrays")
    return found


def side(found, link):
    """Bytes per cycle at the link, and their share of the bound."""
    moved = found["link_busy"] * link
    return {"cycles": found["cycles"], "bytes_per_cycle": round(moved, 4),
            "bound": round(found["bound"], 4), "of_bound": round(moved / found["bound"], 4)}


def row(tensor, link):
    return {"file": tensor["file"], "bytes": tensor["bytes"],
            "compressed_bytes": tensor["compressed_bytes"], "out": side(tensor["out"], link),
            "in": side(tensor["in"], link)}


def copies(linepress, codec, channels):
    done = subprocess.run([linepress, "dma", "--engine", "cycle", "--codec", codec, "--channels",
                           str(channels), "--json", *files()], cwd=signed.ROOT, text=True, check=True,
                          capture_output=True)
    found = json.loads(done.stdout)
    if found["mismatches"]:
        raise signed.Bad(f"{codec}: {found['mismatches']} groups came back wrong")
    # At 1 GHz, GB/s are bytes per cycle.
    link = found["link_gbs"] * 1000 / found["clock_mhz"]
    return {"codec": codec, "channels": channels, "files": [row(t, link) for t in found["tensors"]]}


def measure(linepress):
    return {"arrays": len(files()),
            "codecs": [copies(linepress, c, n) for n in CHANNELS for c in CODECS]}


def main():
    if len(sys.argv) != 2:
        print(__doc__.strip(), file=sys.stderr)
        return 2
    try:
        record = signed.sign("cdma-kinds", measure(os.path.abspath(sys.argv[1])), SOURCES, 0)
        signed.write(RECORD, record)
    except (signed.Bad, OSError, subprocess.CalledProcessError) as err:
        print(f"kinds_record: {err}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
