# SPDX-License-Identifier: Apache-2.0
"""The flow engine of linepress gpu beside the cycle model, setting by setting."""
import os
import re

import table

ABOUT = "the flow engine beside the cycle model, 540 settings"
SIZE = ("8192", "lines, and as many reads, of each setting")
SECONDS, LIMIT, MEMORY = 60, 3600, 2000
SOURCES = ("tb/systems/gpu", "cmodel/systems/gpu", "cmodel/units/buddy")
SETTINGS, EACH = 540, 18
ROW = re.compile(r"^(\S+ order \d+ link .*): (\d+) (\d+) [-+][0-9.]+ % sectors (\S+) (\S+) hits \S+ %$",
                 re.M)


def plan(ask):
    lines = table.number(ask.size, "SIZE", 64, 1 << 24)
    program = os.path.join(ask.build, "gpu_tests/calibrate")
    return [table.build("the program", ask, program)], [
        table.piece(f"settings {first}-{first + EACH - 1}", 0,
                    [program, "saturated", lines, lines, first, EACH], after=[0], printed=True,
                    whole=rf"^cycles: mean .*, {EACH} settings$")
        for first in range(0, SETTINGS, EACH)]


def gather(_, paths):
    rows = []
    for path in paths:
        with open(path, encoding="utf-8") as src:
            rows += [{"setting": name, "cycle": int(c), "flow": int(f), "device": int(d),
                      "buddy": int(b)} for name, c, f, d, b in ROW.findall(src.read())]
    errors = [r["flow"] / r["cycle"] - 1 for r in rows]
    return {"settings": len(rows), "mean_percent": round(100 * sum(map(abs, errors)) / len(rows), 2),
            "worst_percent": round(100 * max(errors, key=abs), 2), "rows": rows, "findings": 0}
