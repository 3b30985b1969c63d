#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Puts results of energy.py into the record tb/data/unit_energy/units.json.

    record.py FOLDER...

Each FOLDER has an energy.json, which replaces the record's row of the same unit, library and kind
of clock. Rows that were measured by other sources are dropped, with a line each on stderr.
"""
import json
import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE, os.path.join(HERE, "../../tree/records")]
import energy  # noqa: E402
import signed  # noqa: E402

RECORD = os.path.join(signed.ROOT, "tb/data/unit_energy/units.json")


def key(row):
    return row["unit"], row["library"], row["gated"]


def rows_of(folders):
    today = signed.digest(energy.SOURCES)
    rows = signed.read(RECORD)["units"] if os.path.exists(RECORD) else []
    for folder in folders:
        with open(f"{folder}/energy.json", encoding="utf-8") as src:
            row = json.load(src)
        rows = [r for r in rows if key(r) != key(row)] + [row]
    for row in rows:
        if row["sources"] == today:
            yield row
        else:
            print(f"record: {' '.join(map(str, key(row)))}: dropped, measured by other sources",
                  file=sys.stderr)


def main(folders):
    if not folders:
        sys.exit("usage: record.py FOLDER...")
    try:
        content = {"units": sorted(rows_of(folders), key=key)}
        sources = ("tb/units/energy/record.py", *energy.SOURCES)
        os.makedirs(os.path.dirname(RECORD), exist_ok=True)
        signed.write(RECORD, signed.sign("unit-energy", content, sources, 0))
    except (signed.Bad, json.JSONDecodeError) as err:
        print(f"record: {err}", file=sys.stderr)
        return 2
    except OSError as err:
        print(f"record: {err.filename}: {err.strerror}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
