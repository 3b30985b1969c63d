#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Targets of one training measured on another: the table of a page, from a record of
tb/systems/workloads/trained.py.

    trained.py RECORD.json PAGE.md

PAGE.md is rewritten between its markers. Exit status 2: bad use, or a bad record or page.
"""
import sys

import record_page
from page_parts import table
from study_pages import PAPER_STEPS, SHORT_NAMES, bold, mean_pair, number, pair
from study_program import STEPS, geometric, mean

SHOWN = 10  # losses of which the table has the mean, as train.py's --drop
NAMES = {"alexnet": "AlexNet", "vgg16": "VGG16", "resnet50": "ResNet50", "googlenet": "GoogLeNet",
         "squeezenet1_1": "SqueezeNet 1.1", "lstm": "LSTM with projection"}
HEAD = ("network", "steps", "batch", "image", "classes", "guess", "loss, first", "last", "points", "MB kept",
        "allocations", *SHORT_NAMES, "best", "targets of the other input")


def losses(row, part):
    """Of both inputs."""
    return ", ".join(number(mean(one["loss"][part])) for one in row["trainings"])


def cells(row):
    options, lstm = row["options"], row["net"] == "lstm"
    return (NAMES[row["net"]], options["steps"], options["batch"],
            "–" if lstm else options["image"], options["classes"],
            number(row["guess"]), losses(row, slice(SHOWN)), losses(row, slice(-SHOWN, None)),
            row["points"], f"{row['bytes'] / 1e6:.1f}", row["allocations"],
            *(pair(row["steps"][step]) for step in STEPS), number(row["best"]),
            pair(row["applied"]))


def means(rows):
    return bold("mean", *[""] * 10,
                *(mean_pair(r["steps"][step] for r in rows) for step in STEPS),
                number(geometric(r["best"] for r in rows)),
                mean_pair(r["applied"] for r in rows))


def paper():
    ratio, buddy = PAPER_STEPS["zero"]["dl"]
    return ("paper", *[""] * 10, "", "", "", f"{ratio} / {buddy}", "", "")


def left(record):
    """The sentence on networks without two trainings."""
    done = [row["net"] for row in record["rows"]]
    names = [NAMES[net] for net in record["nets"] if net not in done]
    if not names:
        return f"All {len(record['nets'])} networks were trained twice."
    return f"Without two trainings whose loss fell by half: {', '.join(names)}."


def words(record):
    head, rows = record["record"], record["rows"]
    return "\n".join(["", f"Measured by `make trained-record` on {head['date']}. {left(record)}", "",
                      *table(HEAD, [*map(cells, rows), means(rows), paper()]), ""])


if __name__ == "__main__":
    sys.exit(record_page.main("trained", {"trained": words}))
