# SPDX-License-Identifier: Apache-2.0
"""Golden lines as beats of the units' streams: dicts of integers by the names of the payload.

An expected beat has only the fields that the unit specifies; other fields are not compared (the
cycle scoreboard still compares them).
"""
from . import golden
from .golden import LINE, SECTOR


def _number(data):
    return int.from_bytes(data, "little")


def _cut(data):
    return [data[i:i + SECTOR] for i in range(0, len(data), SECTOR)]


def raw(line, **last):
    """The four sectors of a line; named fields apply to the fourth only, and are 0 in the
    others."""
    return [{"data": _number(sector), **{key: value if i == 3 else 0
                                         for key, value in last.items()}}
            for i, sector in enumerate(_cut(line))]


def cut_entry(entry):
    """The beats of an entry: data, last and sectors; a line of zeros is one beat."""
    sectors = _cut(entry) or [bytes(SECTOR)]
    return [{"data": _number(sector), "last": int(i == len(sectors) - 1),
             "sectors": len(entry) // SECTOR} for i, sector in enumerate(sectors)]


def zvc_entry(line, elem=32):
    """The beats for a line as a memory entry: output m of lp_zvc_enc, and input s of lp_zvc_dec."""
    record, entry = golden.zvc_encode_record(line, elem), golden.zvc_encode_entry(line, elem)
    stored = record if len(entry) < LINE else entry
    beats = cut_entry(entry)
    for i, beat in enumerate(beats):
        beat |= {"mem": 1, "size": len(record) * 8 // elem,
                 "count": min(SECTOR, len(stored) - SECTOR * i) * 8 // elem}
    return beats


def zvc_stream(lines, elem=32):
    """The beats for lines as one packed stream: output m of lp_zvc_enc, and input s of
    lp_zvc_dec."""
    parts = _cut(b"".join(golden.zvc_encode_record(line, elem) for line in lines))
    return [{"data": _number(part), "mem": 0, "last": int(i == len(parts) - 1),
             "count": len(part) * 8 // elem} for i, part in enumerate(parts)]


def zvc_told(line, elem=32):
    """The beat for a line at output l of lp_zvc_enc."""
    return {"size": len(golden.zvc_encode_record(line, elem)) * 8 // elem,
            "sectors": len(golden.zvc_encode_entry(line, elem)) // SECTOR}


def bpc_entry(line):
    """The beats at output m of lp_bpc_enc, and input s of lp_bpc_dec. The library does not compute
    the size of a stream that is not stored: such beats have no size."""
    bits = golden.bpc_bits(line)
    beats = cut_entry(golden.bpc_encode_entry(line))
    return [beat | {"size": bits} if bits < 8 * LINE else beat for beat in beats]


def decoded(line, **last):
    """The beats at a decoder's output m for a valid line."""
    return raw(line, last=1, err=0, **last)


def bad(**last):
    """The beats at a decoder's output m for an invalid line: four sectors with any data, the last
    with err."""
    return [{key: value if i == 3 else 0 for key, value in
             {"last": 1, "err": 1, **last}.items()} for i in range(4)]
