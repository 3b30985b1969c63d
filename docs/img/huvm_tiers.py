# SPDX-License-Identifier: Apache-2.0
"""Tables of the study from the record of compressed tiers."""
import os

from huvm_text import TITLES, table
import ask

SAME = 0.005  # of a time, that counts as no difference
SLOWER = 1.02
TIERS = ("link", "victim", "host")
CODECS = ("zvc", "bpc", "best")
CHUNKS = 512  # that a program has at least, so that one more or less hardly counts
DATA = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../tb/data")
# That an input in the tree is read from.
FILES = {"mesh": ("hpc/foam_owner.npy", "hpc/foam_neighbour.npy"),
         "debian": ("graphs/debian.gz",)}


def gain(row):
    if row["ratio"]["best"] <= 1.02:
        return "no: does not compress"
    if min(row["time"]["best"][how] for how in ("link", "victim")) > 1 - SAME:
        return ("no: time is elsewhere" if row["held"]["best"] <= row["held"]["none"]
                else "room alone")
    return "yes"


def few_chunks(record):
    """A sentence on the inputs with fewer chunks, and why they have no more."""
    few = {}
    for row in record["programs"]:
        if row["chunks"] < CHUNKS:
            few.setdefault(row["input"], []).append(row["chunks"])
    if not few:
        return ""
    said = []
    for name, chunks in few.items():
        paths = [os.path.join(DATA, path) for path in FILES[name]]
        size = sum(map(os.path.getsize, paths)) / 1e3
        said.append(f"`{name}` (at most {max(chunks)}) is the whole of "
                    f"{' and '.join(f'`tb/data/{path}`' for path in FILES[name])}, {size:.0f} kB; "
                    f"{CHUNKS} chunks take a graph {CHUNKS / max(chunks):.0f} times as large")
    return f"\n\nFewer than {CHUNKS} chunks: " + ". ".join(said) + "."


def tiers(record):
    rows = []
    for row in record["programs"]:
        rows.append((row["program"], row["input"], row["chunks"],
                     *(f"{row['ratio'][c]:.2f}" for c in CODECS),
                     "—" if row["program"] == "training" else f"{row['result']:.2f}",
                     *(f"{100 * (row['time']['best'][how] - 1):+.1f} %" for how in TIERS),
                     f"{row['held']['none']} → {row['held']['best']}", gain(row)))
    return table(("program", "input", "chunks", "zvc", "bpc", "best", "result", "link", "victim",
                  "host", "held", "gains"), rows) + few_chunks(record)


def tiers_case1(record):
    found, rows = record["case1"], []
    for policy in ask.POLICIES:
        time = [found[how][policy][0] for how in ("none", *TIERS)]
        held = [found[how][policy][1] for how in ("none", "victim")]
        rows.append((TITLES[policy], *(f"{t:.0f}" for t in time), f"{held[0]} → {held[1]}"))
    return ("Case 1 (fitted), with chunks that hold what PageRank does on the graph "
            f"`{found['graph']}` (ratio {found['ratio']:.2f}): ms of Pagerank, and the most chunks "
            "that neighbours held without and with `victim`.\n\n" +
            table(("policy", "none", *TIERS, "held"), rows))


def words_of(row, codec):
    return f"{row['program']} {row['input']}, {codec}"


def slower(record):
    for row in record["programs"]:
        for codec in CODECS:
            if row["time"][codec]["link"] > SLOWER:
                yield f"{words_of(row, codec)}: {100 * (row['time'][codec]['link'] - 1):+.1f} %"
    for policy in ask.POLICIES:
        none, link = (record["case1"][how][policy][0] for how in ("none", "link"))
        if link > SLOWER * none:
            yield f"case1 {TITLES[policy]}: {100 * (link / none - 1):+.1f} %"


def fewer(record):
    for row in record["programs"]:
        for codec in CODECS:
            if row["held"][codec] < row["held"]["none"]:
                yield f"{words_of(row, codec)}: {row['held']['none']} → {row['held'][codec]}"
    for policy in ask.POLICIES:
        none, victim = (record["case1"][how][policy][1] for how in ("none", "victim"))
        if victim < none:
            yield f"case1 {TITLES[policy]}: {none} → {victim}"


def tiers_rules(record):
    rows = []
    for words, broken in (
            ("`link` is never slower than `none` by more than 2 %, any codec", slower(record)),
            ("with `victim` a neighbour never holds fewer chunks, any codec", fewer(record))):
        some = "; ".join(broken)
        rows.append((words, f"not met: {some}" if some else "met"))
    return table(("rule", "here"), rows)


TABLES = (tiers, tiers_case1, tiers_rules)
