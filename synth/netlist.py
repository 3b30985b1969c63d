# SPDX-License-Identifier: Apache-2.0
"""A flat gate-level netlist (Yosys' JSON) and what Yosys itself cannot do with it.

Clock gates, control logic told from data logic, inverters folded into flops, and the combinational
part to and from abc's mapped BLIF.
"""
import graphlib
import json

# Flops to one clock gate, and the fewest of one enable for which a gate is smaller than muxes.
GATE_FANOUT = 32
GATE_MIN = 3
CONSTANTS = ("0", "1", "x", "z")
CONSTANT_GATES = {"_const0_": "0", "_const1_": "1"}


class Netlist:
    """One module of a Yosys JSON file, every cell port one bit wide."""

    def __init__(self, path, unit):
        with open(path, encoding="utf-8") as src:
            self.module = json.load(src)["modules"][unit]
        self.unit = unit
        self.cells = self.module["cells"]
        bits = [b for n in self.module["netnames"].values() for b in n["bits"]]
        bits += [b for c in self.cells.values() for n in c["connections"].values() for b in n]
        self.next_net = 1 + max((b for b in bits if isinstance(b, int)), default=1)

    def write(self, path):
        with open(path, "w", encoding="utf-8") as out:
            json.dump({"creator": "linepress", "modules": {self.unit: self.module}}, out)

    def new_net(self):
        self.next_net += 1
        return self.next_net - 1

    def add(self, name, kind, inputs, outputs):
        """A cell from {pin: net} of inputs and outputs."""
        self.cells[name] = {
            "hide_name": 0, "type": kind, "parameters": {}, "attributes": {},
            "port_directions": {**{p: "input" for p in inputs}, **{p: "output" for p in outputs}},
            "connections": {p: [n] for p, n in {**inputs, **outputs}.items()}}

    def pins(self, name, direction):
        """(pin, net) of a cell."""
        cell = self.cells[name]
        return [(p, cell["connections"][p][0]) for p, d in cell["port_directions"].items()
                if d == direction and cell["connections"][p]]

    def ports(self, direction):
        return [b for p in self.module["ports"].values() if p["direction"] == direction
                for b in p["bits"]]

    def drivers(self):
        """Net -> name of the cell that drives it."""
        return {net: name for name in self.cells for _, net in self.pins(name, "output")}

    def sinks(self):
        """Net -> [(cell, pin)] that read it; a module output counts as (None, None)."""
        found = {}
        for name in self.cells:
            for pin, net in self.pins(name, "input"):
                found.setdefault(net, []).append((name, pin))
        for net in self.ports("output"):
            found.setdefault(net, []).append((None, None))
        return found

    def gate_clocks(self, lib):
        """Integrated clock gates for enabled flops ($_DFFE_*), before the flops are mapped."""
        gate, clock_pin, enable_pin, out_pin = lib.clock_gate()
        tied = {p.name: "0" for p in gate.ins if p.name not in (clock_pin, enable_pin)}
        groups = {}
        for name, cell in self.cells.items():
            if cell["type"] in ("$_DFFE_PP_", "$_DFFE_PN_"):
                nets = cell["connections"]
                key = (cell["type"], nets["C"][0], nets["E"][0])
                groups.setdefault(key, []).append(name)
        for (kind, clock, enable), flops in sorted(groups.items(), key=str):
            if len(flops) < GATE_MIN:
                continue
            if kind == "$_DFFE_PN_":
                inverted = self.new_net()
                self.add(f"lp_not_{inverted}", "$_NOT_", {"A": enable}, {"Y": inverted})
                enable = inverted
            for first in range(0, len(flops), GATE_FANOUT):
                net = self.new_net()
                self.add(f"lp_gate_{net}", gate.name,
                         {clock_pin: clock, enable_pin: enable, **tied}, {out_pin: net})
                for name in flops[first:first + GATE_FANOUT]:
                    self.ungate(self.cells[name], net)

    @staticmethod
    def ungate(flop, clock):
        flop["type"] = "$_DFF_P_"
        flop["connections"]["C"] = [clock]
        del flop["connections"]["E"], flop["port_directions"]["E"]

    def name_flops(self, lib):
        """Names each flop after the register bit that it holds, for the reports."""
        bits = {}
        for name, net in self.module["netnames"].items():
            if not net.get("hide_name"):
                for i, bit in enumerate(net["bits"]):
                    label = f"{name}[{i}]" if len(net["bits"]) > 1 else name
                    bits[bit] = min(bits.get(bit, label), label, key=lambda x: (len(x), x))
        outs = {f[0].name: f[3] for f in lib.flops()}
        for name in [n for n, c in self.cells.items() if c["type"] in outs]:
            net = self.cells[name]["connections"].get(outs[self.cells[name]["type"]])
            if net and net[0] in bits:
                self.cells[f"{bits[net[0]]}_reg"] = self.cells.pop(name)

    def mark_control(self, fanout, limit):
        """Attribute lp_control on control logic: what leads to a net of `fanout` sinks, since that
        steers data, or to a net `limit` gates behind flops and such nets, since that computes."""
        drivers, sinks = self.drivers(), self.sinks()
        gates = {n for n, c in self.cells.items() if c["type"].startswith("$_")}
        inputs = {n: [drivers[b] for _, b in self.pins(n, "input") if drivers.get(b) in gates]
                  for n in gates}
        wide = {drivers[net] for net, s in sinks.items()
                if drivers.get(net) in gates and len(s) >= fanout}
        depth = {}
        for name in graphlib.TopologicalSorter(inputs).static_order():
            depth[name] = 1 + max((depth[i] for i in inputs[name] if i not in wide), default=0)
        todo = list(wide) + [n for n, d in depth.items() if d >= limit]
        while todo:
            name = todo.pop()
            if "lp_control" not in self.cells[name]["attributes"]:
                self.cells[name]["attributes"]["lp_control"] = "1"
                todo += inputs[name]

    def fold_inverters(self, lib):
        """Uses the inverted output of flops: an inverter that only feeds a flop moves behind it,
        one behind a flop becomes its second output."""
        flops = {f[0].name: f for f in lib.flops() if f[3] and f[4]}
        inverters = {c.name: (c.ins[0].name, c.outs[0].name) for c in lib.inverters()}
        drivers, sinks = self.drivers(), self.sinks()
        for name in [n for n, c in self.cells.items() if c["type"] in flops]:
            _, _, data, q, qn = flops[self.cells[name]["type"]]
            nets = self.cells[name]["connections"]
            source = drivers.get(nets[data][0])
            if source and self.cells[source]["type"] in inverters \
                    and len(sinks[nets[data][0]]) == 1:
                pin_in, _ = inverters[self.cells[source]["type"]]
                nets[data] = self.cells[source]["connections"][pin_in]
                sinks[nets[data][0]] = [s for s in sinks[nets[data][0]] if s[0] != source]
                sinks[nets[data][0]].append((name, data))
                del self.cells[source]
                nets[q], nets[qn] = nets.get(qn, []), nets.get(q, [])
                self.cells[name]["attributes"]["lp_inverted"] = "1"
                self.cells[name]["port_directions"].update({q: "output", qn: "output"})
        for name in [n for n, c in self.cells.items() if c["type"] in flops]:
            self.fold_behind(name, flops[self.cells[name]["type"]], inverters, sinks)

    def fold_behind(self, name, flop, inverters, sinks):
        nets = self.cells[name]["connections"]
        for true, other in ((flop[3], flop[4]), (flop[4], flop[3])):
            if not nets.get(true) or (nets.get(other) and sinks.get(nets[other][0])):
                continue
            found = [s for s, _ in sinks.get(nets[true][0], [])
                     if s and self.cells[s]["type"] in inverters]
            if not found:
                continue
            outs = [self.cells[s]["connections"][inverters[self.cells[s]["type"]][1]][0]
                    for s in found]
            nets[other] = [outs[0]]
            self.cells[name]["port_directions"][other] = "output"
            for inverter, net in zip(found, outs):
                del self.cells[inverter]
                self.rename(net, outs[0], sinks)
            sinks[nets[true][0]] = [s for s in sinks[nets[true][0]] if s[0] not in found]

    def rename(self, old, new, sinks):
        """Moves all readers of net `old` to net `new`."""
        if old == new:
            return
        for cell, pin in sinks.pop(old, []):
            if cell:
                self.cells[cell]["connections"][pin] = [new]
            sinks.setdefault(new, []).append((cell, pin))
        for port in self.module["ports"].values():
            port["bits"] = [new if b == old else b for b in port["bits"]]
        for net in self.module["netnames"].values():
            net["bits"] = [new if b == old else b for b in net["bits"]]

    def cut_flops(self, lib):
        """Makes each flop's state an input and its next state an output of the module, and each
        clock gate's enable an output: what is left is combinational."""
        flops = {f[0].name: f[1:] for f in lib.flops()}
        gate = lib.clock_gate()
        for name in list(self.cells):
            cell = self.cells[name]
            nets = cell["connections"]
            if cell["type"] in flops:
                _, data, q, qn = flops[cell["type"]]
                inverted = "lp_inverted" in cell["attributes"]
                true, other = (qn, q) if inverted else (q, qn)
                state = (nets.get(true) or [self.new_net()])[0]
                self.port(f"state:{name}", "input", state)
                if nets.get(other):
                    self.add(f"lp_other:{name}", "$_NOT_", {"A": state}, {"Y": nets[other][0]})
                following = nets[data][0]
                if inverted:
                    following = self.new_net()
                    self.add(f"lp_next:{name}", "$_NOT_", {"A": nets[data][0]}, {"Y": following})
                self.port(f"next:{name}", "output", following)
            elif gate and cell["type"] == gate[0].name:
                self.port(f"enable:{name}", "output", nets[gate[2]][0])
            else:
                continue
            del self.cells[name]

    def port(self, name, direction, net):
        self.module["ports"][name] = {"direction": direction, "bits": [net]}
        self.module["netnames"][name] = {"hide_name": 0, "bits": [net], "attributes": {}}

    def logic(self, lib):
        return [n for n, c in self.cells.items() if not lib.cells[c["type"]].sequential]

    def write_blif(self, path, lib):
        """The combinational cells as mapped BLIF; flop pins are its inputs and outputs."""
        logic = self.logic(lib)
        driven = {net for n in logic for _, net in self.pins(n, "output")}
        read = {net for n in logic for _, net in self.pins(n, "input")}
        kept = set(logic)
        outputs = {net for net, s in self.sinks().items() if net in driven
                   and any(c is None or c not in kept for c, _ in s)}
        inputs = sorted(read - driven, key=str)
        lines = [".model top", ".inputs " + " ".join(f"lp{n}" for n in inputs),
                 ".outputs " + " ".join(f"lp{n}" for n in sorted(outputs))]
        for name in logic:
            pins = self.pins(name, "input") + self.pins(name, "output")
            lines.append(f".gate {self.cells[name]['type']} "
                         + " ".join(f"{p}=lp{net}" for p, net in pins))
        with open(path, "w", encoding="utf-8") as out:
            out.write("\n".join(lines) + "\n.end\n")

    def read_blif(self, path, lib):
        """Puts abc's result in place of the combinational cells."""
        for name in self.logic(lib):
            del self.cells[name]
        nets, constants = {}, {}

        def net_of(word):
            if word.startswith("lp"):
                return int(word[2:]) if word[2:].isdigit() else word[2:]
            if word not in nets:
                nets[word] = self.new_net()
            return nets[word]

        with open(path, encoding="utf-8") as src:
            lines = src.read().replace("\\\n", " ").splitlines()
        for index, line in enumerate(lines):
            words = line.split()
            if not words or words[0] != ".gate":
                continue
            pins = dict(w.split("=") for w in words[2:])
            if words[1] in CONSTANT_GATES:
                (net,) = pins.values()
                constants[net_of(net)] = CONSTANT_GATES[words[1]]
                continue
            outs = {p.name for p in lib.cells[words[1]].outs}
            self.add(f"lp_g{index}", words[1],
                     {p: net_of(n) for p, n in pins.items() if p not in outs},
                     {p: net_of(n) for p, n in pins.items() if p in outs})
        sinks = self.sinks()
        for net, value in constants.items():
            self.rename(net, value, sinks)

    def write_verilog(self, path):
        """Structural Verilog that OpenSTA and Yosys read."""
        ports, nets, lines = self.module["ports"], {}, []
        for name, port in ports.items():
            width = f"[{len(port['bits']) - 1}:0] " if len(port["bits"]) > 1 else ""
            lines.append(f"  {port['direction']} {width}{name};")
            for i, bit in enumerate(port["bits"]):
                bit_name = f"{name}[{i}]" if width else name
                if port["direction"] == "input":
                    nets[bit] = bit_name
                else:
                    lines.append(("assign", bit_name, bit))

        def word(net):
            if net in CONSTANTS:
                return "1'b1" if net == "1" else "1'b0"
            return nets.get(net, f"n{net}")

        body = [f"  assign {x[1]} = {word(x[2])};" for x in lines if isinstance(x, tuple)]
        lines = [x for x in lines if isinstance(x, str)]
        used = {n for c in self.cells.values() for b in c["connections"].values() for n in b}
        lines += [f"  wire n{n};" for n in sorted(used - set(CONSTANTS) - set(nets))]
        for name in self.cells:
            pins = self.pins(name, "input") + self.pins(name, "output")
            inside = ", ".join(f".{p}({word(n)})" for p, n in pins)
            lines.append(f"  {self.cells[name]['type']} {cell_name(name)} ({inside});")
        with open(path, "w", encoding="utf-8") as out:
            out.write(f"module {self.unit} ({', '.join(ports)});\n" + "\n".join(lines + body)
                      + "\nendmodule\n")


def cell_name(name):
    """A plain Verilog identifier for a Yosys cell name."""
    return "u_" + "".join(c if c.isalnum() else "_" for c in name)
