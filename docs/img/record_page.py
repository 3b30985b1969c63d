# SPDX-License-Identifier: Apache-2.0
"""Programs that write the tables of a page from one signed record.

    PROGRAM RECORD.json PAGE.md

PAGE.md is rewritten between its markers. Exit status 2: bad use, or a bad record or page.
"""
import os
import sys

import page_parts

sys.path.insert(0, os.path.join(page_parts.ROOT, "tb/tree/records"))
import signed  # noqa: E402


def main(kind, parts):
    """`kind`: of the record; `parts`: {name of a part: function from it to its words}. The exit
    status."""
    program = os.path.basename(sys.argv[0])
    if len(sys.argv) != 3:
        print(f"usage: {program} RECORD.json PAGE.md", file=sys.stderr)
        return 2
    try:
        record = signed.read(sys.argv[1], kind)
        for name, words in parts.items():
            page_parts.rewrite(sys.argv[2], name, words(record))
    except (OSError, signed.Bad, page_parts.arrays.ArrayError) as error:
        print(f"{program}: {error}", file=sys.stderr)
        return 2
    return 0
