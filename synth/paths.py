#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Compares the inputs of a unit that reach its outputs in the same cycle with its header.

    paths.py UNIT...   the sentence that the header of each must have
    paths.py           TAP: the header of each unit and part of rtl/units.txt matches its netlist;
                       those of other modules only if they have such a sentence

The header's sentence is `Combinational paths: s_valid, s_data -> m_valid; m_ready -> s_ready.`, or
`Combinational paths: none.`: ports without their suffixes, X* for all inputs (or outputs) whose
names begin with X. If parameter sets of rtl/units.txt differ, it has the paths of all of them.

Paths are those of Yosys' word-level netlist after `proc`, bit by bit: from an output back through
logic and through memories that are read without a clock, up to flops and inputs. A path that no
input value can sensitise also counts. One run reads every unit, each module once for each set of
its parameters.
"""
import argparse
import os
import re
import sys
import tempfile
import textwrap

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import fast_malloc  # noqa: E402
import flow  # noqa: E402
import rtl_files  # noqa: E402
import units  # noqa: E402

WORDS = "Combinational paths:"
SENTENCE = re.compile(WORDS + r" ([^.]*)\.")
TOP = "lp_all_units"
COLUMNS = 100

# Word-level cells by the bits that bit i of Y depends on; a multiplexer depends on all of S.
BIT_BY_BIT = {"$and", "$or", "$xor", "$xnor", "$not", "$pos", "$mux", "$pmux"}
UP_TO_BIT = {"$add", "$sub", "$neg"}
ALL_BITS = {"$eq", "$ne", "$eqx", "$nex", "$lt", "$le", "$gt", "$ge", "$mul", "$div", "$mod",
            "$shl", "$shr", "$sshl", "$sshr", "$shift", "$shiftx", "$logic_not", "$logic_and",
            "$logic_or", "$reduce_and", "$reduce_or", "$reduce_xor", "$reduce_xnor",
            "$reduce_bool"}
STATE = {"$dff", "$memwr", "$memwr_v2"}
MEMORY_READ = {"$memrd", "$memrd_v2"}


class PathsError(Exception):
    """A one-line error message."""


# ------------------------------------------------------------------ netlist
def word_bit(bits, i):
    """Bit i of an operand that is as wide as it is; its last bit stands for an extension."""
    return [bits[min(i, len(bits) - 1)]] if bits else []


def sources(cell, i):
    """The net bits that bit i of the cell's output depends on in the same cycle."""
    kind, pins = cell["type"], cell["connections"]
    a, b = pins.get("A", []), pins.get("B", [])
    if kind in BIT_BY_BIT:
        width = len(pins["Y"])
        spread = b[i::width] if kind == "$pmux" else word_bit(b, i)
        return word_bit(a, i) + spread + pins.get("S", [])
    if kind in UP_TO_BIT:
        return a[:i + 1] + b[:i + 1]
    if kind in ALL_BITS:
        return a + b
    if kind in MEMORY_READ:
        if int(cell["parameters"]["CLK_ENABLE"], 2):
            return []
        return pins["ADDR"]
    raise PathsError(f"no rule for a cell {kind}")


class Module:
    """One module with its parameters set: for each bit of an output the input bits that reach
    it."""

    def __init__(self, design, name):
        self.design, self.name = design, name
        net = design.modules[name]
        self.ports, self.cells = net["ports"], net["cells"]
        self.base = name.rpartition("\\")[2] if "=" not in name else name.split("\\")[1]
        self.driver = {}  # net bit: cell, pin, index
        self.reach = {}   # net bit: mask of the module's input bits
        self.inputs = []  # (port, index) of each bit of that mask
        for port, bits in self.pins("input"):
            for i, bit in enumerate(bits):
                self.reach[bit] = 1 << len(self.inputs)
                self.inputs.append((port, i))
        for cell in self.cells.values():
            self.note_drivers(cell)
        self.part_masks = {}

    def pins(self, way):
        return [(n, p["bits"]) for n, p in self.ports.items() if p["direction"] == way]

    def note_drivers(self, cell):
        kind = cell["type"]
        inside = self.design.modules.get(kind)
        if inside is None and kind not in STATE and kind not in MEMORY_READ \
                and kind not in BIT_BY_BIT | UP_TO_BIT | ALL_BITS:
            raise PathsError(f"no rule for a cell {kind} in {self.name}")
        if kind in STATE:
            return
        for pin, bits in cell["connections"].items():
            if inside and pin in inside["ports"]:
                out = inside["ports"][pin]["direction"] == "output"
            else:
                out = cell["port_directions"][pin] == "output"
            if out:
                for i, bit in enumerate(bits):
                    if isinstance(bit, int):
                        self.driver[bit] = cell, pin, i

    def behind(self, bit):
        """The net bits that this one depends on directly."""
        found = self.driver.get(bit)
        if not found:
            return ()
        cell, pin, i = found
        if cell["type"] not in self.design.modules:
            return sources(cell, i)
        part = self.design.module(cell["type"])
        pins = cell["connections"]
        return [pins[port][k] for port, k in part.inputs_of(pin, i)
                if k < len(pins.get(port, ()))]

    def inputs_of(self, port, i):
        """(port, index) of the input bits that reach a bit of an output."""
        mask = self.mask(self.ports[port]["bits"][i])
        if mask not in self.part_masks:
            self.part_masks[mask] = [p for k, p in enumerate(self.inputs) if mask >> k & 1]
        return self.part_masks[mask]

    def mask(self, bit):
        """The module's input bits that reach a net bit; depth first, without recursion."""
        if not isinstance(bit, int):
            return 0
        reach, trail, open_bits = self.reach, [bit], set()
        while trail:
            at = trail[-1]
            if at in reach:
                trail.pop()
                continue
            before = {b for b in self.behind(at) if isinstance(b, int)}
            missing = [b for b in before if b not in reach]
            if missing and at in open_bits:
                raise PathsError(f"a combinational loop in {self.name}")
            if missing:
                open_bits.add(at)
                trail += missing
                continue
            total = 0
            for b in before:
                total |= reach[b]
            reach[at] = total
            trail.pop()
        return reach[bit]

    def paths(self):
        """{output: set of inputs} by port, without clock and suffixes."""
        found = {}
        for port, bits in self.pins("output"):
            reached = {p for i in range(len(bits)) for p, _ in self.inputs_of(port, i)}
            found[plain(port)] = {plain(p) for p in reached}
        return found


class Design:
    def __init__(self, modules):
        self.modules, self.made = modules, {}

    def module(self, name):
        if name not in self.made:
            self.made[name] = Module(self, name)
        return self.made[name]


def plain(port):
    return re.sub(r"_(i|o|ni)$", "", port)


# ------------------------------------------------------------------ all units at once
# Uses of sets that are built only on demand.
DEMANDED = ("large", "engine", "parts", "cosim")


def rows(listed, array):
    """(module, parameters) of the sets to read, and of the parts; of the array alone, or the rest.

    Sets that are built only on demand are left out, and arrays that are as large as a cache."""
    found = []
    for unit in listed:
        if (unit.name == flow.ARRAY) != array:
            continue
        uses = ("measure", "lockstep") if array else [u for u in units.USES if u not in DEMANDED]
        found += [(unit.name, s.params) for s in unit.of(*uses)]
        found += [(p.text, p.params) for p in unit.parts]
    return found


def elaborate(listed, array):
    """Design with the modules of these rows."""
    chosen = rows(listed, array)
    if not chosen:
        return Design({})
    files = dict.fromkeys(f for module, _ in chosen for f in rtl_files.files_of(module))
    order = sorted(files, key=rtl_files.is_package, reverse=True)
    with tempfile.TemporaryDirectory() as work:
        with open(f"{work}/top.sv", "w", encoding="utf-8") as out:
            out.write(f"module {TOP};\n")
            for i, (module, params) in enumerate(chosen):
                given = ", ".join(f".{k}({v})" for k, v in params.items())
                out.write(f"  {module} #({given}) u{i} ();\n")
            out.write("endmodule\n")
        paths = [os.path.join(rtl_files.ROOT, f) for f in order]
        flow.yosys([f"read_verilog -sv {' '.join(paths)} {work}/top.sv",
                    f"hierarchy -check -top {TOP}",
                    *([] if array else [f"blackbox *{flow.ARRAY}*"]), "proc",
                    f"write_json {work}/all.json"], work, "paths")
        modules = flow.load_json(f"{work}/all.json")["modules"]
    del modules[TOP]
    return Design(modules)


def all_paths(listed):
    """{module: ({output: inputs}, inputs)} of every module that is read."""
    found = {}
    for array in (False, True):
        design = elaborate(listed, array)
        for name in design.modules:
            module = design.module(name)
            if not array and module.base == flow.ARRAY:
                continue
            total, inputs = found.setdefault(module.base, ({}, []))
            for out, reached in module.paths().items():
                total.setdefault(out, set()).update(reached)
            inputs += [plain(p) for p, _ in module.pins("input") if plain(p) not in inputs]
    return found


# ------------------------------------------------------------------ the sentence
def shorten(names, everything):
    """Names in the order of the ports; three or more that are all that begin alike become X*."""
    left, said = [n for n in everything if n in names], []
    while left:
        first = left[0]
        ends = [m.end() for m in re.finditer("_", first)]
        ends += [len(first) - 5] if first.endswith("valid") else []
        for end in sorted(e for e in ends if e):
            alike = [n for n in everything if n.startswith(first[:end])]
            if len(alike) > 2 and set(alike) <= set(left):
                said.append(first[:end] + "*")
                left = [n for n in left if n not in alike]
                break
        else:
            said.append(left.pop(0))
    return ", ".join(said)


def sentence(paths, inputs):
    groups = {}
    for out, reached in paths.items():
        if reached:
            groups.setdefault(frozenset(reached), []).append(out)
    said = [f"{shorten(reached, inputs)} -> {shorten(outs, list(paths))}"
            for reached, outs in groups.items()]
    return f"{WORDS} {'; '.join(said) or 'none'}."


def comment(text):
    """A sentence as lines of a header; a path of few ports is not broken up."""
    kept = "; ".join(g if len(g) > COLUMNS // 2 else g.replace(" ", "\0") for g in text.split("; "))
    return textwrap.fill(kept, COLUMNS, initial_indent="/// ", subsequent_indent="/// ",
                         break_long_words=False, break_on_hyphens=False).replace("\0", " ")


def header(module):
    """The text of the comment in front of a module."""
    with open(os.path.join(rtl_files.ROOT, rtl_files.all_modules()[module]),
              encoding="utf-8") as src:
        found = re.search(rf"((?:^///.*\n)+)module {module}\b", src.read(), re.M)
    return " ".join(line[3:].strip() for line in found.group(1).splitlines()) if found else ""


def expand(words, names):
    found = set()
    for word in words.split(","):
        word = word.strip()
        alike = {n for n in names if n == word or (word[-1:] == "*" and n.startswith(word[:-1]))}
        if not alike:
            raise PathsError(f"'{word}' names no port on this side")
        found |= alike
    return found


def claimed(text, outputs, inputs):
    """{output: inputs} as in a header; None if it has no such sentence."""
    said = SENTENCE.findall(text)
    if not said:
        return None
    if len(said) > 1:
        raise PathsError(f"'{WORDS}' occurs twice")
    paths = {out: set() for out in outputs}
    for group in [] if said[0] == "none" else said[0].split(";"):
        left, arrow, right = group.partition("->")
        if not arrow:
            raise PathsError(f"'{group.strip()}' has no ->")
        for out in expand(right, outputs):
            paths[out] |= expand(left, inputs)
    return paths


def faults(text, paths, inputs, must):
    """Lines that say how a header differs from the netlist."""
    try:
        said = claimed(text, list(paths), inputs)
    except PathsError as err:
        return [str(err)]
    if said is None:
        return [f"the header does not say its {WORDS[:-1].lower()}"] if must else []
    wrong = []
    for out, reached in paths.items():
        wrong += [f"the header lacks {i} -> {out}" for i in inputs if i in reached - said[out]]
        wrong += [f"there is no {i} -> {out}" for i in inputs if i in said[out] - reached]
    return wrong


# A sentence, and the expected message if the paths are a, b -> x and none to y.
SEEDED = (
    ("a path left out", f"{WORDS} a -> x.", "the header lacks b -> x"),
    ("a path too many", f"{WORDS} a, b -> x; b -> y.", "there is no b -> y"),
    ("'none' where there are some", f"{WORDS} none.", "the header lacks a -> x"),
    ("an unknown port", f"{WORDS} a, c -> x.", "'c' names no port on this side"),
    ("an output as an input", f"{WORDS} a, b, y -> x.", "'y' names no port on this side"),
    ("a header that says nothing", "It adds.", f"the header does not say its {WORDS[:-1].lower()}"),
)


def results(listed):
    """(check, faults) of each module, and of the check itself."""
    found = all_paths(listed)
    must = {u.name for u in listed} | {p.text for u in listed for p in u.parts}
    for module in sorted(found):
        paths, inputs = found[module]
        if module in must or WORDS in header(module):
            wrong = faults(header(module), paths, inputs, True)
            if wrong:
                wrong += ["it must be:", *comment(sentence(paths, inputs)).splitlines()]
            yield f"{module}: {sum(map(len, paths.values()))} paths", wrong
    for what, text, said in SEEDED:
        got = faults(text, {"x": {"a", "b"}, "y": set()}, ["a", "b"], True)
        yield f"caught: {what}", [] if said in got else [f"{text} is not detected: {got}"]


def test(listed):
    number = failures = 0
    for number, (what, wrong) in enumerate(results(listed), 1):
        failures += bool(wrong)
        print(f"{'not ok' if wrong else 'ok'} {number} - {what}")
        print("".join(f"# {line}\n" for line in wrong), end="", flush=True)
    print(f"1..{number}")
    return 1 if failures else 0


def show(listed, names):
    found = all_paths(listed)
    for name in names:
        if name not in found:
            raise PathsError(f"no unit '{name}' is read by a set of rtl/units.txt")
        print(f"{name}\n{comment(sentence(*found[name]))}")
    return 0


def main():
    parser = argparse.ArgumentParser(description="combinational paths of units and their headers")
    parser.add_argument("unit", nargs="*")
    args = parser.parse_args()
    fast_malloc.preload()
    try:
        flow.need("yosys")
        for name in set(args.unit) - set(rtl_files.all_modules()):
            raise PathsError(f"no unit '{name}'")
        listed = units.read_units()
        return show(listed, args.unit) if args.unit else test(listed)
    except (PathsError, flow.FlowError, rtl_files.UnknownUnit, units.BadList, OSError) as err:
        print(f"paths: {err}", file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(main())
