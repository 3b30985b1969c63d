#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Writes the study of harvested memory from the records in tb/data/huvm.

    huvm.py --linepress CLI SPEED.svg TIMELINE.svg PAGE.md

Each table of PAGE.md is between two markers of its name, and is written again. SPEED.svg comes from
the records, TIMELINE.svg from `linepress huvm`. Exit status 1: a record or a marker is missing.
"""
import argparse
import os
import subprocess
import sys

import huvm_clocks
import huvm_model
import huvm_programs
import huvm_tiers
from huvm_text import ROOT, table

sys.path.insert(0, os.path.join(ROOT, "tb/demo"))
import arrays  # noqa: E402
import huvm_picture  # noqa: E402
import page_parts  # noqa: E402
import records  # noqa: E402


def made(found):
    """How each record was made."""
    heads = {kind: record["record"] for kind, record in found.items()}
    rows = [(kind, f"`{h['command']}`", h["commit"], h["date"], h["machine"],
             " ".join(f"{load:g}" for load in h["load"])) for kind, h in heads.items()]
    return table(("record", "command", "commit", "date", "machine", "load"), rows)


def tables_of(found):
    """All tables by name."""
    model, programs = (huvm_model.Model(found["model"]),
                       huvm_programs.Programs(found["programs"]))
    tables = {"made": made(found)}
    tables.update({make.__name__: make(model) for make in huvm_model.TABLES})
    tables.update({make.__name__: make(programs) for make in huvm_programs.TABLES})
    tables.update({make.__name__: make(found["tiers"]) for make in huvm_tiers.TABLES})
    for kind, makes in huvm_clocks.TABLES.items():
        tables.update({make.__name__: make(found[kind]) for make in makes})
    return tables


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--linepress", required=True)
    parser.add_argument("--records", default=records.FOLDER)
    parser.add_argument("files", nargs=3)
    given = parser.parse_args()
    speed, timeline, path = given.files
    found = {kind: records.read(kind, given.records) for kind in records.KINDS}
    with open(path, encoding="utf-8") as file:
        tables = {name: f"\n{words}\n" for name, words in tables_of(found).items()}
        text = page_parts.all_filled(file.read(), tables, path)
    arrays.write_whole(path, text)
    arrays.write_whole(speed, huvm_picture.picture(huvm_model.Model(found["model"])))
    subprocess.run([given.linepress, "huvm", "--scenario", "case1", "--json", "--svg", timeline,
                    "--force"], check=True, stdout=subprocess.DEVNULL)
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except (arrays.ArrayError, records.Bad, OSError) as error:
        sys.exit(f"huvm.py: {error}")
