# SPDX-License-Identifier: Apache-2.0
"""Fig. 12 of Buddy Compression: all modes by link, both tiers of memory, seeds of page places."""
import os

import table
from rows import gpu_grid
from rows.gpu_grid import SOURCES, gather  # noqa: F401

ABOUT = "linepress gpu, all modes by link, dram and fixed; TRACES= GPU= GPU_OPTIONS="
SIZE = ("5", "seeds of the places of pages")
SECONDS, LIMIT, MEMORY = 5, 7200, 4000
LINKS = (50, 100, 150, 200)


def plan(ask):
    seeds = table.number(ask.size, "SIZE", 1, 1000)
    return gpu_grid.builds(ask), [
        table.piece(f"{os.path.basename(trace)} {memory} {link} GB/s", ask.seed,
                    gpu_grid.words(ask, trace, memory, "--link", link, "--seeds", seeds),
                    after=[0], printed=True)
        for trace in gpu_grid.traces(ask) for memory in gpu_grid.MEMORIES for link in LINKS]
