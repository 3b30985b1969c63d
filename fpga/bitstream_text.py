# SPDX-License-Identifier: Apache-2.0
"""The text of a bitstream that ecpunpack writes against the one that nextpnr wrote: in the tiles of
logic and wires each switch of the wires, each lookup table and each initial value of a memory.

The two name some bits otherwise, so the following is not compared: switches inside a slice, which
have no bits; options, of which ecpunpack leaves out those with their initial values; and the tiles of
pins, PLLs and memories' options, which nextpnr writes in groups.
"""
import re

import route

LOGIC = re.compile(r"\.tile \S+:(PLC2|CIB\w*)$")
MEMORY = re.compile(r"\.bram_init ")
# ecpunpack writes nothing for a table that is not used.
UNUSED = re.compile(r"word: SLICE\w\.K\d\.INIT 1+$")


class OtherText(route.RouteError):
    """The two differ."""


def kept(place, line):
    if MEMORY.match(place):
        return True
    return LOGIC.match(place) and (line.startswith("arc: ") and "_SLICE" not in line
                                   or line.startswith("word: ") and not UNUSED.match(line))


def entries(path):
    """{(place, line)} of what is compared."""
    found, place, row = set(), "", 0
    with open(path, encoding="utf-8") as src:
        for text in src:
            line = text.rstrip()
            if line.startswith("."):
                place, row = line, 0
            elif line and kept(place, line):
                # Rows of a memory may be equal.
                row += 1
                found.add((place, line, row if MEMORY.match(place) else 0))
    return found


def compare(written, unpacked):
    """How many entries are in both; raises OtherText if there is another."""
    mine, back = entries(written), entries(unpacked)
    other = sorted(mine ^ back)
    if other:
        place, line, _ = other[0]
        raise OtherText(f"{len(other)} lines of the bitstream's text are not those of nextpnr: "
                        f"{place.removeprefix('.tile ')} {line} is only in "
                        f"{'nextpnr' if other[0] in mine else 'the bitstream'}'s")
    if not mine:
        raise OtherText("the text of the bitstream has no wire")
    return len(mine)
