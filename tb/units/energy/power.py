# SPDX-License-Identifier: Apache-2.0
"""Energy of one change of each pin of a netlist, from the library's tables.

A net's load is the capacitance of the pins that it drives, and four of the smallest inverters at an
output of the unit; wires have none. Slews follow from the library's tables, the slowest arc of a
cell first; clock and inputs have the shortest slew of each table. Values outside a table are those
at its edge.
"""
import bisect
import re

import gates as netlist

LOAD = "total_output_net_capacitance"
SLEW = ("input_transition_time", "input_net_transition")
WATT = {"": 1.0, "m": 1e-3, "u": 1e-6, "n": 1e-9, "p": 1e-12}


def numbers(words):
    return [float(x) for word in words for x in re.split(r"[,\s]+", word.strip()) if x]


def span(points, x):
    """The two places around x, and its share of the way between them."""
    if len(points) == 1 or x <= points[0]:
        return 0, 0, 0.0
    if x >= points[-1]:
        return len(points) - 1, len(points) - 1, 0.0
    high = bisect.bisect_right(points, x)
    low = high - 1
    return low, high, (x - points[low]) / (points[high] - points[low])


class Table:
    """A liberty table over load and slew, or one of them, or none."""

    def __init__(self, group, templates):
        template = templates.get(group.name)
        self.values = numbers(group.attr["values"])
        self.axes = []
        for number in (1, 2):
            variable = template.attr.get(f"variable_{number}") if template else None
            if variable:
                points = group.attr.get(f"index_{number}") or template.attr[f"index_{number}"]
                if variable != LOAD and variable not in SLEW:
                    raise netlist.GateError(f"a table over {variable}")
                self.axes.append((variable == LOAD, numbers(points)))
        size = 1
        for _, points in self.axes:
            size *= len(points)
        if size != len(self.values):
            raise netlist.GateError(f"a table of {len(self.values)} values, not {size}")

    def at(self, load, slew):
        where = [span(points, load if is_load else slew) for is_load, points in self.axes]
        if not where:
            return self.values[0]
        if len(where) == 1:
            low, high, share = where[0]
            return self.values[low] + share * (self.values[high] - self.values[low])
        (row, below, down), (left, right, across) = where
        width = len(self.axes[1][1])
        upper = self.values[row * width + left] * (1 - across) \
            + self.values[row * width + right] * across
        lower = self.values[below * width + left] * (1 - across) \
            + self.values[below * width + right] * across
        return upper * (1 - down) + lower * down


class Arc:
    """A group of a pin that has tables: by edge of the pin, for changes of the related pins while
    `when` holds (None: always)."""

    def __init__(self, group, tables):
        self.related = re.split(r"\s+", group.attr.get("related_pin", "").strip())
        self.related = [p for p in self.related if p]
        self.when = group.attr.get("when")
        self.sense = group.attr.get("timing_sense")
        self.edge = group.attr.get("timing_type", "")
        self.tables = tables  # (rising, falling), None: no energy, no such edge


def arcs_of(pin, kind, words, templates):
    """The arcs of a pin; words: the kinds of the table for a rising and for a falling edge."""
    found = []
    for group in pin.all(kind):
        tables = []
        for word in words:
            table = group.all(word) or group.all("power")
            tables.append(Table(table[0], templates) if table else None)
        if any(tables):
            found.append(Arc(group, tables))
    return found


class Kind:
    """Of a cell: arcs of energy of each pin, arcs of slew of each output, leakage."""

    def __init__(self, cell, templates):
        self.cell = cell
        self.energy = {p.name: arcs_of(p, "internal_power", ("rise_power", "fall_power"), templates)
                       for p in cell.ins + cell.outs}
        self.slew = {p.name: arcs_of(p, "timing", ("rise_transition", "fall_transition"), templates)
                     for p in cell.outs}
        self.leakage = float(cell.group.attr.get("cell_leakage_power", 0))

    def senses(self, out, pin):
        """How an output follows an input: 1, -1, or 0 if either way; a flop follows its clock's
        rising edge, 2."""
        found = {a.edge if a.edge == "rising_edge" else a.sense for a in self.slew[out]
                 if pin in a.related}
        words = {("positive_unate",): 1, ("negative_unate",): -1, ("rising_edge",): 2}
        return words.get(tuple(found), 0)


def slew_before(slews, sense, edge):
    """The slew of a pin, of (rising, falling), that leads to an output's edge, 0 rising."""
    if sense == 2:
        return slews[0]
    if sense == 0:
        return max(slews)
    return slews[edge if sense == 1 else 1 - edge]


class Power:
    """Energies of a netlist's pins in pJ, and its leakage in W."""

    def __init__(self, gates):
        lib = gates.lib
        self.gates, top = gates, lib.group
        templates = {g.name: g for g in top.groups if g.kind.endswith("_template")}
        self.volts = float(top.attr["nom_voltage"])
        used = {c.kind for c in gates.cells}
        self.kinds = {name: Kind(lib.cells[name], templates) for name in used}
        unit = re.fullmatch(r"([\d.]+)([munp]?)W", top.attr.get("leakage_power_unit", "1nW"))
        self.watts = sum(self.kinds[c.kind].leakage for c in gates.cells) \
            * float(unit[1]) * WATT[unit[2]]
        self.to_pj = lib.to_ff / 1000
        self.loads = self.net_loads()
        self.slews = self.net_slews()

    def net_loads(self):
        """The load of each net, in the library's unit."""
        loads = [0.0] * len(self.gates.names)
        for net, sinks in self.gates.sinks().items():
            loads[net] = sum(self.gates.kind(c).cap(p) for c, p in sinks)
        for nets in self.gates.outputs.values():
            for net in nets:
                loads[net] += self.gates.lib.load()
        return loads

    def charge(self, net):
        """Energy of a change of a net's voltage, the half that each edge takes from the supply."""
        return self.loads[net] * self.volts ** 2 / 2 * self.to_pj

    def net_slews(self):
        """(rising, falling) of each net."""
        slews = [(0.0, 0.0)] * len(self.gates.names)
        first = self.gates.clock_gates + [f[0] for f in self.gates.flops]
        for cell in first + self.gates.logic:
            kind = self.kinds[cell.kind]
            for out, arcs in kind.slew.items():
                if out in cell.pins:
                    net = cell.pins[out]
                    slews[net] = tuple(max((self.slew_of(cell, kind, out, arc, edge, slews)
                                            for arc in arcs if arc.tables[edge]), default=0.0)
                                       for edge in (0, 1))
        return slews

    def slew_of(self, cell, kind, out, arc, edge, slews):
        before = max(slew_before(slews[cell.pins[p]], kind.senses(out, p), edge)
                     for p in arc.related)
        return arc.tables[edge].at(self.loads[cell.pins[out]], before)

    def of_pin(self, cell, pin):
        """[(arc, energy of a rising edge, of a falling edge)] of a pin, in pJ."""
        kind, net = self.kinds[cell.kind], cell.pins[pin]
        found = []
        for arc in kind.energy[pin]:
            energies = []
            for edge in (0, 1):
                if arc.related:
                    slew = max(slew_before(self.slews[cell.pins[p]], kind.senses(pin, p), edge)
                               for p in arc.related)
                else:
                    slew = self.slews[net][edge]
                table = arc.tables[edge]
                energies.append(table.at(self.loads[net], slew) * self.to_pj if table else 0.0)
            found.append((arc, *energies))
        return found
