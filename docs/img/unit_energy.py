#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Energy of the codec units compared with the link and HBM2: tables of docs/studies/unit-energy.md.

    unit_energy.py PAGE.md

All figures are those of the record tb/data/unit_energy/units.json. PAGE.md is rewritten between its
markers. Exit status 2: bad use, or a file is missing.
"""
import os
import sys

from page_parts import table_text as table

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../..")
sys.path[:0] = [os.path.join(ROOT, "tb/tree/records"), os.path.join(ROOT, "tb/units/energy"),
                os.path.join(ROOT, "synth")]
import marked  # noqa: E402
import record  # noqa: E402
import schemas  # noqa: E402
import signed  # noqa: E402

BEGIN, END = "<!-- unit-energy:begin -->", "<!-- unit-energy:end -->"
KINDS = schemas.KINDS_OF_LINES
CODECS = {"ZVC": "zvc", "XZVC": "xzvc", "EBD": "ebd", "BPC": "bpc"}
LIBRARIES = ("osu018", "45 nm")
LINE, SECTOR = 1024, 256  # bits
# Buddy Compression (ISCA 2020), section IV: pJ a bit of the link, twice for a switch; of HBM2's
# columns, and of sensing and I/O for a bit that changes; the header of a packet.
LINK = 2 * 11.0
COLUMN, SENSING = 1.51, 1.97
HEADER = 256  # bits


class Unit:
    """A row of the record."""

    def __init__(self, row):
        self.row, self.name, self.library = row, row["unit"], row["library"]
        self.gated = row["gated"]

    @property
    def title(self):
        params = "" if self.row["params"] == "-" else f" {self.row['params']}"
        return f"`{self.name}`{params}" + (", clock gates" if self.gated else "")

    def leakage(self, run):
        """pJ, since mW times ns are pJ."""
        return self.row["leakage_mw"] * run["cycles"] * 1000 / self.row["fmax_mhz"]

    def total(self, run):
        return run["clock_pj"] + run["cells_pj"] + run["nets_pj"] + self.leakage(run)

    def of_line(self, kind, part=None):
        """pJ per line of a kind, None where the arrays have no such line."""
        run = self.row["kinds"].get(kind)
        return run and (part or self.total)(run) / run["lines"]


def data(run):
    return run["cells_pj"] + run["nets_pj"]


def pj(value):
    return "–" if value is None else f"{value:.0f}" if value >= 100 else f"{value:.1f}" \
        if value >= 10 else f"{value:.2f}"


def nj(value):
    return "–" if value is None else f"{value / 1000:.2f}"


def netlists(units):
    def row(unit):
        still = {mode: unit.row["still"][mode] for mode in ("idle", "stall")}
        delays = unit.row.get("delays")
        return [unit.title, unit.library, f"{unit.row['kge']:.2f}", f"{unit.row['flops']}",
                f"{unit.row['fmax_mhz']:.0f}", f"{unit.row['leakage_mw']:.3g}",
                *(pj(unit.total(run) / run["cycles"]) for run in still.values()),
                pj(still["idle"]["clock_pj"] / still["idle"]["cycles"]),
                f"{delays['nets']:.2f}" if delays else "–"]
    return table(["unit", "library", "kGE", "flops", "MHz", "leakage, mW", "an idle cycle, pJ",
                  "a stalled cycle, pJ", "of the idle one: clock, pJ", "nets with delays"],
                 [row(u) for u in units])


def kinds(units):
    """Totals, then their parts."""
    totals = table(["pJ per line", *KINDS], [[u.title, *(pj(u.of_line(k)) for k in KINDS)]
                                             for u in units])

    def parts(unit):
        return [unit.title, pj(unit.of_line("raw line", lambda run: run["clock_pj"])),
                pj(unit.of_line("raw line", unit.leakage)),
                *(pj(unit.of_line(k, data)) for k in KINDS)]
    return totals + "\n\n" + table(["of these, pJ", "clock", "leakage",
                                    *(f"data, {k}" for k in KINDS)], map(parts, units))


def pair(units, codec, library):
    """Encoder and decoder of a codec in a library, or None."""
    found = {u.name: u for u in units if u.library == library and not u.gated}
    names = (f"lp_{codec}_enc", f"lp_{codec}_dec")
    return tuple(found[n] for n in names) if all(n in found for n in names) else None


def both(units, codec, library, kind):
    """pJ to encode and decode a line, or None."""
    parts = [u.of_line(kind) for u in pair(units, codec, library) or (None,) if u]
    return sum(parts) if len(parts) == 2 and None not in parts else None


def link(bits):
    return LINK * (bits + HEADER)


def hbm2(bits, toggle):
    return bits * (COLUMN + SENSING * toggle)


def share(value, of):
    return "–" if value is None else f"{100 * value / of:.2f}"


def beside(units):
    rows = []
    for title, codec in CODECS.items():
        for sectors, kind in enumerate(KINDS):
            pairs = [pair(units, codec, library) for library in LIBRARIES]
            run = next((p[0].row["kinds"][kind] for p in pairs if p and kind in p[0].row["kinds"]),
                       None)
            if not run:
                continue
            taken = [both(units, codec, library, kind) for library in LIBRARIES]
            plain = hbm2(LINE, run["toggle"])
            rows.append([title, kind, *map(nj, taken), nj(link(LINE)), nj(link(SECTOR * sectors)),
                         nj(plain), nj(plain if sectors == 4 else hbm2(SECTOR * sectors, 1.0)),
                         *(share(value, link(LINE)) for value in taken), share(taken[1], plain)])
    return table(["codec", "line", *(f"units, {name}" for name in LIBRARIES), "link, plain",
                  "link, stored", "HBM2, plain", "HBM2, stored",
                  *(f"% of the link, {name}" for name in LIBRARIES),
                  f"% of HBM2, {LIBRARIES[1]}"], rows)


def arrays(units, library):
    pairs = {title: pair(units, codec, library) for title, codec in CODECS.items()}
    pairs = {title: p for title, p in pairs.items() if p}

    def cell(enc, dec, name):
        runs = [(u, u.row["arrays"][name]) for u in (enc, dec)]
        taken = " + ".join(pj(u.total(run) / run["lines"]) for u, run in runs)
        return f"{runs[0][1]['sectors'] / runs[0][1]['lines']:.2f}: {taken}"
    names = next(iter(pairs.values()))[0].row["arrays"]
    return table(["array", "lines", *pairs],
                 [[name, f"{row['lines']}", *(cell(*p, name) for p in pairs.values())]
                  for name, row in names.items()])


def words():
    units = [Unit(row) for row in signed.read(record.RECORD)["units"]]
    plain = [u for u in units if not u.gated]
    gated = [u for u in units if u.gated]
    text = ["### Netlists", "", netlists(units)]
    for library in LIBRARIES:
        text += ["", f"### Per line, {library}", "",
                 kinds([u for u in plain if u.library == library])]
    if gated:
        text += ["", f"### With clock gates, {LIBRARIES[1]}", "", kinds(gated)]
    text += ["", "### Compared with the link and HBM2, nJ per line", "", beside(units),
             "", f"### Arrays of tb/data, {LIBRARIES[1]}", "", arrays(units, LIBRARIES[1])]
    return "\n".join(text)


def main(argv):
    if len(argv) != 1:
        sys.exit("usage: unit_energy.py PAGE.md")
    try:
        marked.rewrite(argv[0], BEGIN, END, words())
    except (signed.Bad, marked.MarkerError) as err:
        print(f"unit_energy: {err}", file=sys.stderr)
        return 2
    except OSError as err:
        print(f"unit_energy: {err.filename}: {err.strerror}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
