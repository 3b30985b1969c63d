# SPDX-License-Identifier: Apache-2.0
"""The frozen packs of adapters/vectors, read according to their pack.json, for the second
decoder."""
import json
import os

import decode

PACKS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../../adapters/vectors")
NAMES = ("zvc-enc", "zvc-dec", "zvc-dec-stream", "bpc-enc", "bpc-dec")


def open_pack(name):
    with open(os.path.join(PACKS, name, "pack.json"), encoding="utf-8") as src:
        return json.load(src)


def beats(name, pack, stream):
    """Each beat of a stream: its ports without suffix; care: names of the ports that are
    compared."""
    said = next(s for s in pack["streams"] if s["name"] == stream)

    def words(file):
        with open(os.path.join(PACKS, name, file), encoding="ascii") as src:
            return [int(line, 16) for line in src]

    cares = words(said["care"]) if "care" in said else [0] * said["beats"]
    for word, care in zip(words(said["file"]), cares, strict=True):
        beat = {p["name"][2:-2]: word >> p["lsb"] & (1 << p["width"]) - 1 for p in said["ports"]}
        beat["bytes"] = beat["data"].to_bytes(decode.SECTOR, "little")
        beat["care"] = {p["name"][2:-2] for i, p in enumerate(said["ports"]) if care >> i & 1}
        yield beat


def until(all_beats, port):
    """Groups of beats; the last one of each has the port set."""
    group = []
    for beat in all_beats:
        group.append(beat)
        if beat[port]:
            yield group
            group = []
    if group:
        raise ValueError("the beats end within a group")


def entry_of(group):
    """Sectors and bytes of an entry's beats."""
    sectors = group[0]["sectors"]
    if len(group) != max(1, sectors) or any(b["sectors"] != sectors for b in group):
        raise ValueError(f"{len(group)} beats of {sectors} sectors")
    return sectors, b"".join(b["bytes"] for b in group)[:decode.SECTOR * sectors]


def decoded(name, pack, entry):
    """The second decoder's result for an entry: the line, or None if it is malformed."""
    try:
        if name.startswith("zvc"):
            return decode.zvc_entry(pack["parameters"]["ELEM"], *entry)
        return decode.bpc_entry(*entry)
    except decode.Malformed:
        return None


def stream_lines(elem, group):
    """Lines of a packed stream, and at last None if it ends within a record."""
    full = b"".join(b["bytes"] for b in group[:-1])
    data = full + group[-1]["bytes"][:group[-1]["count"] * elem // 8]
    lines, at = [], 0
    while at < len(data):
        try:
            line, at = decode.zvc_take(elem, data, at)
        except decode.Malformed:
            return lines + [None]
        lines.append(line)
    return lines


def line_of(sectors):
    return b"".join(b["bytes"] for b in sectors)


def encoder(name, pack):
    lines = list(beats(name, pack, "s"))
    for i, group in enumerate(until(beats(name, pack, "m"), "last")):
        back = decoded(name, pack, entry_of(group))
        yield back, line_of(lines[4 * i:4 * i + 4])


def decoder(name, pack):
    """The second decoder's result for each line, and the result in the pack."""
    lines = []
    for group in until(beats(name, pack, "s"), "last"):
        lines += stream_lines(pack["parameters"]["ELEM"], group) if name.endswith("stream") else \
            [decoded(name, pack, entry_of(group))]
    due = list(until(beats(name, pack, "m"), "last"))
    for back, sectors in zip(lines, due, strict=True):
        bad = sectors[-1]["err"]
        if len(sectors) != 4 or any(("data" in b["care"]) == bad for b in sectors):
            raise ValueError("not four sectors whose data count if the line is good")
        yield back, None if bad else line_of(sectors)


def verdict(name):
    """Number of lines, number of malformed ones, and the faults."""
    pack, lines, malformed, problems = open_pack(name), 0, 0, []
    pairs = encoder(name, pack) if name.endswith("enc") else decoder(name, pack)
    for back, due in pairs:
        lines += 1
        malformed += due is None
        if back != due:
            problems.append(f"line {lines - 1}: {back and back.hex()}, due {due and due.hex()}")
    if lines < pack["cases"] or not name.endswith("enc") and not malformed:
        problems.append(f"{lines} lines of {pack['cases']} cases, {malformed} malformed")
    return lines, malformed, problems
