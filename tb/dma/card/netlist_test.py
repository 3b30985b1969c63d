#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The simulator of routed netlists: random designs in nextpnr's form, by netlist_text.py and
netlist_card, against a slow evaluation of the same cells here, cycle by cycle; and netlists that are
broken."""
import copy
import os
import random
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.abspath(os.path.join(HERE, "../../.."))
sys.path[:0] = [HERE, os.path.join(ROOT, "tb"), os.path.join(ROOT, "fpga")]
sys.dont_write_bytecode = True
import netlist_text  # noqa: E402
import tap  # noqa: E402
from card_commands import BUILD  # noqa: E402

CARD = f"{BUILD}/card/netlist_card"
SEED = int(os.environ.get("LP_SEED", random.SystemRandom().randrange(1 << 30)))
DESIGNS, CYCLES = 3, 300
CLOCK = 2


# ------------------------------------------------------------------ random designs
class Design:
    """A module as nextpnr writes it. Nets in `ready` come before those of further cells."""

    def __init__(self, seed):
        self.draw, self.last, self.cells = random.Random(seed), CLOCK, {}
        self.flops = [self.net() for _ in range(24)]
        self.outs = [self.net() for _ in range(90)]  # of memories
        rx, locked, pad_rx, pad_tx = (self.net() for _ in range(4))
        noise = [self.net() for _ in range(16)]
        self.ready = [rx, locked, *self.flops, *self.outs, *noise * 4]
        self.add("EHXPLLL", {}, {"CLKOS": [CLOCK], "LOCK": [locked]})
        self.add("TRELLIS_IO", {"DIR": "INPUT"}, {"B": [pad_rx], "O": [rx]})
        self.noise(noise)
        self.logic()
        self.chain()
        for _ in range(3):
            self.dpram()
        self.rams()
        for net in self.flops:
            self.flop(net)
        tx = self.sum_of(self.ready)
        self.add("TRELLIS_IO", {"DIR": "OUTPUT"}, {"B": [pad_tx], "I": [tx]})
        self.module = {"cells": self.cells, "ports": {
            "rx_i": {"direction": "input", "bits": [pad_rx]},
            "tx_o": {"direction": "output", "bits": [pad_tx]}}}

    def net(self):
        self.last += 1
        return self.last

    def noise(self, nets):
        """A shift register with feedback, so that values keep changing."""
        first = self.net()
        self.add("TRELLIS_COMB", {"INITVAL": f"{0x6996:016b}"},
                 {**{p: [nets[i]] for p, i in zip("ABCD", (15, 13, 12, 10))}, "F": [first]})
        for net, data in zip(nets, [first, *nets]):
            self.add("TRELLIS_FF", {"SD": "1 ", "REGSET": "SET", "CLKMUX": "CLK", "LSRMUX": "LSR",
                                    "CEMUX": "1 "},
                     {"DI": [data], "Q": [net], "CLK": [CLOCK], "CE": [], "LSR": []})

    def any(self, open_=0.0):
        return [] if self.draw.random() < open_ else [self.draw.choice(self.ready)]

    def add(self, kind, parameters, pins):
        self.cells[f"c{len(self.cells)}"] = {"type": kind, "parameters": parameters,
                                             "attributes": {}, "connections": pins}

    def init(self, bits=16):
        return f"{self.draw.getrandbits(bits):016b}"

    def comb(self, **pins):
        out = self.net()
        self.add("TRELLIS_COMB", {"INITVAL": self.init()},
                 {**{p: self.any(0.2) for p in "ABCD"}, "F": [out], **pins})
        self.ready.append(out)
        return out

    def logic(self):
        """Tables of four, five and six inputs."""
        for _ in range(30):
            self.comb()
        wide = []
        for _ in range(4):
            high, out = self.comb(), self.net()
            self.comb(F1=[high], M=self.any(), OFX=[out])
            self.ready.append(out)
            wide.append(out)
        for low, high in zip(wide[::2], wide[1::2]):
            out = self.net()
            self.comb(FXA=[low], FXB=[high], M=self.any(), OFX=[out])
            self.ready.append(out)

    def chain(self):
        """A carry from A, and sums whose lower table is of A and B."""
        carry = self.net()
        self.add("TRELLIS_COMB", {"MODE": "CCU2", "CCU2_INJECT1": "NO", "INITVAL": f"{10:016b}"},
                 {"A": self.any(), "FCI": [], "FCO": [carry]})
        for _ in range(6):
            out, onward = self.net(), self.net()
            self.add("TRELLIS_COMB",
                     {"MODE": "CCU2", "CCU2_INJECT1": self.draw.choice(("NO", "NO", "YES")),
                      "INITVAL": self.init()},
                     {"A": self.any(), "B": self.any(), "C": [], "D": self.any(0.5),
                      "FCI": [carry], "F": [out], "FCO": [onward]})
            self.ready.append(out)
            carry = onward

    def dpram(self):
        wires = {p: [self.net()] for p in netlist_text.RAMW}
        self.add("TRELLIS_RAMW", {}, {**wires, **{p: self.any() for p in
                                                  ("A0", "B0", "C0", "D0", "A1", "B1", "C1", "D1")}})
        read, enable = {p: self.any(0.1) for p in "ABCD"}, self.any()
        for i in range(4):
            out = self.net()
            self.add("TRELLIS_COMB",
                     {"MODE": "DPRAM", "INITVAL": self.init(), "WREMUX": self.draw.choice(
                         ("WRE", "WRE", "INV"))},
                     {**read, "F": [out], "WCK": [CLOCK], "WRE": enable, "WD": wires[f"WDO{i}"],
                      **{f"WAD{k}": wires[f"WADO{k}"] for k in range(4)}})
            self.ready.append(out)

    def rams(self):
        places = iter(self.outs)
        modes = ("NORMAL", "READBEFOREWRITE")
        for width in (9, 18, 36):
            outs = {f"DO{s}{i}": [next(places)] for s in "AB" for i in range(15)}
            for pin in [p for p in outs if self.draw.random() < 0.3]:
                outs[pin] = []
            # Few addresses, so that words are read that were written.
            address = {f"AD{s}{i}": self.any() if i < 5 else [] for s in "AB" for i in range(14)}
            high = {f"AD{s}{i}MUX": "0 " for s in "AB" for i in range(5, 14)}
            self.add("DP16KD", {
                **high, "DATA_WIDTH_A": f"{width:032b}", "DATA_WIDTH_B": f"{width:032b}",
                "REGMODE_A": "NOREG", "REGMODE_B": "NOREG", "CEAMUX": "CEA",
                "WRITEMODE_A": self.draw.choice(modes) if width < 36 else "NORMAL",
                "WEBMUX": "INV", "RSTAMUX": "INV", "RSTBMUX": "INV", "INITVAL_00": "0" * 320,
                **{f"CS{s}{i}MUX": "INV" for s in "AB" for i in range(3)}},
                {**outs, **address, "CLKA": [CLOCK], "CLKB": [CLOCK], "CEA": self.any(0.3),
                 "WEA": self.any(), "WEB": [], "RSTA": [], "RSTB": [], "CEB": self.any(0.3),
                 **{f"DI{s}{i}": self.any() for s in "AB" for i in range(18)}})

    def flop(self, net):
        pin, enable, reset = self.draw.choice(("DI", "M")), self.any(0.2), self.any(0.4)
        self.add("TRELLIS_FF", {
            "SD": "1 " if pin == "DI" else "0 ", "REGSET": self.draw.choice(("SET", "RESET")),
            "CLKMUX": "CLK", "LSRMUX": self.draw.choice(("LSR", "LSR", "INV")) if reset else "LSR",
            "CEMUX": self.draw.choice(("CE", "INV") if enable else ("CE", "1 "))},
            {pin: self.any(), "Q": [net], "CLK": [CLOCK], "CE": enable, "LSR": reset})

    def sum_of(self, nets):
        """Their parity."""
        total = []
        for net in nets:
            pins = {"A": [net], "B": total or [net], "C": [], "D": [], "F": [self.net()]}
            init = "0110" if total else "1010"
            self.add("TRELLIS_COMB", {"INITVAL": init * 4}, pins)
            total = pins["F"]
        return total[0]


# ------------------------------------------------------------------ the slow evaluation
class Slow:
    """The same cells, each net by recursion in each cycle."""

    def __init__(self, module):
        self.cells, self.driver, self.state, self.memory = module["cells"], {}, {}, {}
        for name, cell in self.cells.items():
            if cell["type"] == "TRELLIS_FF":
                self.state[cell["connections"]["Q"][0]] = cell["parameters"]["REGSET"] == "SET"
            elif cell["type"] == "DP16KD":
                self.memory[name] = [0] * 2048
                self.state.update({p[0]: 0 for n, p in cell["connections"].items()
                                   if n.startswith("DO") and p})
            elif cell["parameters"].get("MODE") == "DPRAM":
                self.memory[name] = int(cell["parameters"]["INITVAL"], 2)
            for pin in ("F", "OFX", "FCO", *netlist_text.RAMW):
                if cell["connections"].get(pin):
                    self.driver.setdefault(cell["connections"][pin][0], (name, pin))
        self.values = {}

    def pin(self, name, pin, open_=1):
        cell = self.cells[name]
        mux = cell["parameters"].get(f"{pin}MUX", pin).strip()
        if mux in ("0", "1"):
            return int(mux)
        bits = cell["connections"].get(pin)
        value = self.net(bits[0]) if bits else open_
        return value ^ (mux == "INV")

    def net(self, net):
        if net not in self.values:
            self.values[net] = self.cell(*self.driver[net]) if net in self.driver else 0
        return self.values[net]

    def cell(self, name, out):
        if out in netlist_text.RAMW:
            return self.pin(name, netlist_text.RAMW[out])
        parameters = self.cells[name]["parameters"]
        a, b, c, d = (self.pin(name, p) for p in "ABCD")
        table = self.memory.get(name, int(parameters["INITVAL"], 2))
        four = table >> (8 * d + 4 * c + 2 * b + a) & 1
        if parameters.get("MODE") == "DPRAM":
            return table >> (8 * a + 4 * c + 2 * b + d) & 1
        if out == "OFX":
            wide = self.cells[name]["connections"].get("FXA")
            low, high = (self.pin(name, "FXA"), self.pin(name, "FXB")) if wide \
                else (four, self.pin(name, "F1"))
            return high if self.pin(name, "M") else low
        if parameters.get("MODE") == "CCU2":
            inject, carry = parameters["CCU2_INJECT1"] == "YES", self.pin(name, "FCI", 0)
            if out == "F":
                return four if inject else four ^ carry
            return carry if four else 0 if inject else table >> (2 * b + a) & 1
        return four

    def bits(self, name, prefix, count):
        return sum(self.pin(name, f"{prefix}{i}") << i for i in range(count))

    def port_of(self, name, side):
        """(active, writes, bytes of the word, enabled bytes, data)"""
        parameters = self.cells[name]["parameters"]
        width = int(parameters[f"DATA_WIDTH_{side}"], 2) // 9
        address = self.bits(name, f"AD{side}", 14)
        first = (address >> 3) // width * width
        data = self.bits(name, "DIA", 18) | self.bits(name, "DIB", 18) << 18 if width == 4 \
            else self.bits(name, f"DI{side}", 18)
        enabled = [i for i in range(width) if width == 1 or address >> i & 1]
        return (self.pin(name, f"CE{side}"), self.pin(name, f"WE{side}"),
                range(first, first + width), enabled, data)

    def ram_edge(self, name):
        """(outputs, bytes) that it changes."""
        pins, outs, stored = self.cells[name]["connections"], {}, {}
        for side in "AB":
            active, writes, place, enabled, data = self.port_of(name, side)
            word = sum(self.memory[name][b] << 9 * i for i, b in enumerate(place))
            mode = self.cells[name]["parameters"].get(f"WRITEMODE_{side}", "NORMAL")
            if active and (not writes or mode == "READBEFOREWRITE") \
                    and (len(place) < 4 or side == "B"):
                shown = [(s, 18 * k) for k, s in enumerate("AB")] if len(place) == 4 \
                    else [(side, 0)]
                for s, low in shown:
                    outs.update({pins[f"DO{s}{i}"][0]: word >> (low + i) & 1 for i in range(15)
                                 if pins.get(f"DO{s}{i}")})
            if active and writes:
                stored.update({place[i]: data >> 9 * i & 511 for i in enabled})
        return outs, stored

    def cycle(self, known):
        """The levels that follow from the inputs; then the edge."""
        self.values = {CLOCK: 0, **{n: int(v) for n, v in self.state.items()}, **known}

    def edge(self):
        state, memory = dict(self.state), copy.deepcopy(self.memory)
        for name, cell in self.cells.items():
            pins, parameters = cell["connections"], cell["parameters"]
            if cell["type"] == "TRELLIS_FF":
                data = "M" if parameters["SD"] == "0 " else "DI"
                if self.pin(name, "LSR", 0):
                    state[pins["Q"][0]] = parameters["REGSET"] == "SET"
                elif self.pin(name, "CE"):
                    state[pins["Q"][0]] = self.pin(name, data)
            elif cell["type"] == "DP16KD":
                outs, stored = self.ram_edge(name)
                state.update(outs)
                for place, value in stored.items():
                    memory[name][place] = value
            elif parameters.get("MODE") == "DPRAM" and self.pin(name, "WRE", 0):
                at = sum(self.pin(name, f"WAD{k}") << k for k in range(4))
                memory[name] = (memory[name] & ~(1 << at)) | self.pin(name, "WD") << at
        self.state, self.memory = state, memory


# ------------------------------------------------------------------ the tests
def trace_of(module, work, draw):
    """Levels at the pins, with random bytes on the line."""
    with open(f"{work}/net", "w", encoding="utf-8") as out:
        netlist = copy.deepcopy(module)
        netlist_text.Tied(netlist)
        out.write(netlist_text.Text(netlist).write())
    with subprocess.Popen([CARD, f"{work}/net", "4", f"{work}/pins", str(CYCLES)],
                          stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as card:
        with open(card.stdout.readline().strip(), "wb", buffering=0) as line:
            line.write(draw.randbytes(64))
            time.sleep(0.3)
            card.communicate("")
    with open(f"{work}/pins", encoding="utf-8") as src:
        return [ord(c) - 48 for c in src.read()]


def differs(module, levels):
    """The first difference between the slow evaluation and the levels."""
    slow = Slow(module)
    io = {c["parameters"]["DIR"]: c["connections"] for c in module["cells"].values()
          if c["type"] == "TRELLIS_IO"}
    locked = module["cells"]["c0"]["connections"]["LOCK"][0]
    for cycle, level in enumerate(levels):
        slow.cycle({io["INPUT"]["O"][0]: level & 1, locked: level >> 2 & 1})
        if slow.net(io["OUTPUT"]["I"][0]) != level >> 1 & 1:
            return f"seed {SEED}: cycle {cycle} of {len(levels)}: tx is {level >> 1 & 1}"
        slow.edge()
    return "" if len(levels) == CYCLES else f"seed {SEED}: {len(levels)} cycles"


def test_random(work):
    for number in range(DESIGNS):
        draw = random.Random(SEED + number)
        module = Design(SEED + number).module
        levels = trace_of(module, work, draw)
        tap.result(differs(module, levels), f"random design {number}: {len(module['cells'])} cells, "
                   f"{len(levels)} cycles (seed {SEED})")


def test_broken(work):
    good = "nets 4\nport rx_i 2\nport tx_o 3\nport locked 2\nlut 3 1 1 2\n"
    cases = (("", "line 1"), ("nets 4\nlut 3 1 1 9\n", "line 2, 'lut'"),
             ("nets 4\nwhat 1\n", "line 2, 'what'"), ("nets 4\nlut 3 1 1 3\n", "a loop"),
             (good.replace("port locked 2\n", ""), "no rx_i, tx_o or locked"),
             (good + "flop 3 2\n", "'flop'"), (good + "ram 9 1 2\n", "'ram'"))
    wrong = []
    for text, says in cases:
        with open(f"{work}/net", "w", encoding="utf-8") as out:
            out.write(text)
        done = subprocess.run([CARD, f"{work}/net", "4"], capture_output=True, text=True,
                              check=False, stdin=subprocess.DEVNULL)
        if done.returncode != 2 or says not in done.stderr or done.stderr.count("\n") != 1:
            wrong.append(f"{text!r}: {done.returncode} {done.stderr}")
    tap.result(wrong, "broken netlists are refused with one line")


def main():
    with tempfile.TemporaryDirectory(prefix="lp-netlist-") as work:
        test_random(work)
        test_broken(work)
    return tap.end()


if __name__ == "__main__":
    sys.exit(main())
