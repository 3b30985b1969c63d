# SPDX-License-Identifier: Apache-2.0
"""Energy of a netlist over some cycles, from the values of its nets.

Of a cell it is the library's internal energy for each change of an input or output pin, of a net
half C V^2 for each change. Changes between two cycles are simultaneous: flops after the clock's
rising edge, logic without delay, everything before the falling edge. An output's edge takes the
energies of those arcs whose input changes and whose condition holds, weighted by how often each of
them does.
"""
import collections

import gates as netlist
import power

Energy = collections.namedtuple("Energy", "cycles toggles clock cells nets leakage_w")


class Window:
    """Values of the nets in the cycles from `first` on, and in the one before each."""

    def __init__(self, gates, values, first, end):
        self.all = (1 << end - first) - 1
        self.cycles = end - first
        self.new = [v >> first & self.all for v in values]
        self.old = [v >> (first - 1) & self.all for v in values]
        for net, value in ((netlist.ZERO, 0), (netlist.ONE, self.all)):
            self.new[net] = self.old[net] = value
        self.edges = {clock: self.old[enable] for clock, enable in gates.enables().items()}
        self.moved = [new ^ old for new, old in zip(self.new, self.old)]
        for clock, edges in self.edges.items():
            self.moved[clock] = edges

    def rises(self, net):
        return self.edges[net] if net in self.edges else self.new[net] & self.moved[net]

    def falls(self, net):
        return self.edges[net] if net in self.edges else self.old[net] & self.moved[net]

    def changes(self, net):
        """Cycles in which a net changes."""
        return self.moved[net]


class Cell:
    """A cell with the energy of an edge of each of its pins."""

    def __init__(self, model, cell, conditions):
        self.cell, self.clocks = cell, model.gates.enables()
        self.pins, self.conditions, self.known = cell.pins, conditions, {}
        kind = model.gates.kind(cell)
        self.outs = {p.name for p in kind.outs}
        self.energies = [(p.name, model.of_pin(cell, p.name)) for p in kind.ins + kind.outs
                         if p.name in cell.pins]
        self.energies = [(p, e) for p, e in self.energies if e]

    def holds(self, arc, window, pin, edge):
        """Cycles in which an arc's condition holds at an edge of a pin."""
        if arc.when is None:
            return window.all
        at_clock = self.pins[pin] in self.clocks and pin not in self.outs
        when = at_clock, at_clock and edge
        if when not in self.known:
            self.known[when] = {p: self.value(window, p, net, *when)
                                for p, net in self.pins.items()}
        return self.conditions(arc.when, window.all, self.known[when])

    def value(self, window, pin, net, at_clock, edge):
        """A pin's value then: before the clock's rising edge, after it, and after its falling edge.
        Logic changes while the clock is high."""
        if net in self.clocks:
            if at_clock:
                return window.edges[net] if edge and pin in self.outs else 0
            return window.edges[net]
        return window.old[net] if at_clock and edge == 0 else window.new[net]

    def input_energy(self, window, pin, arcs):
        """Each condition that holds counts."""
        net, total = self.pins[pin], 0.0
        for edge, cycles in enumerate((window.rises(net), window.falls(net))):
            for arc, *energies in arcs:
                if energies[edge] and cycles:
                    total += energies[edge] * (
                        cycles & self.holds(arc, window, pin, edge)).bit_count()
        return total

    def output_energy(self, window, pin, arcs):
        net, total = self.pins[pin], 0.0
        for edge, cycles in enumerate((window.rises(net), window.falls(net))):
            if not cycles or len(arcs) == 1:
                total += cycles.bit_count() * arcs[0][1 + edge]
                continue
            counts = []
            for arc, *_ in arcs:
                moved = 0
                for related in arc.related:
                    moved |= window.changes(self.pins[related])
                counts.append((cycles & moved & self.holds(arc, window, pin, edge)).bit_count())
            if not sum(counts):
                counts = [1] * len(arcs)
            total += cycles.bit_count() / sum(counts) * sum(
                n * arc[1 + edge] for n, arc in zip(counts, arcs))
        return total

    def energy(self, window):
        """(of clock pins, of the others) in pJ."""
        self.known.clear()
        clock = other = 0.0
        for pin, arcs in self.energies:
            if pin in self.outs:
                part = self.output_energy(window, pin, arcs)
            else:
                part = self.input_energy(window, pin, arcs)
            if self.pins[pin] in self.clocks:
                clock += part
            else:
                other += part
        return clock, other


class Conditions:
    """Liberty conditions over integers with a bit per cycle, each compiled once."""

    def __init__(self):
        self.known = {}

    def __call__(self, text, every, values):
        if text not in self.known:
            words = {p: f"v[{p!r}]" for p in values}
            self.known[text] = eval(  # pylint: disable=eval-used
                f"lambda every, v: {netlist.expression(text, words, '(every^{})')}")
        return self.known[text](every, values)


class Account:
    """Energies of runs of one netlist."""

    def __init__(self, gates):
        self.gates, self.model = gates, power.Power(gates)
        conditions = Conditions()
        self.cells = [Cell(self.model, c, conditions) for c in gates.cells]
        driven = {c.pins[p.name] for c in gates.cells for p in gates.kind(c).outs
                  if p.name in c.pins}
        self.driven = sorted(driven - {netlist.ZERO, netlist.ONE})

    def energy(self, values, first, end):
        """Energy of the cycles from first >= 1 to end - 1, and of the changes that lead to them."""
        window = Window(self.gates, values, first, end)
        clock = cells = nets = 0.0
        toggles = 0
        for cell in self.cells:
            part, rest = cell.energy(window)
            clock += part
            cells += rest
        for net in window.edges:
            clock += 2 * self.model.charge(net) * window.edges[net].bit_count()
        for net in self.driven:
            if net not in window.edges:
                count = window.changes(net).bit_count()
                toggles += count
                nets += self.model.charge(net) * count
        return Energy(window.cycles, toggles, clock, cells, nets, self.model.watts)
