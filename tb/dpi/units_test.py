#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Holds every function of liblinepress_dpi against the models and the cases behind it.

The functions' arguments are read from linepress_dpi.svh, as a simulator reads them, and
called through ctypes. Cycles are compared with the cycle models of liblinepress_cycle, whose ports
are found by name in their tables; cases with what `linepress gen --answers` writes.
"""
import ctypes
import os
import random
import re
import subprocess

BUILD = os.environ.get("BUILD", "build")
SEED = int(os.environ.get("LP_SEED", "1"), 0)
CYCLES, CASES = 40, 60
IMPORT = re.compile(r'import "DPI-C" (?:(\w+) = )?function (\w+) (\w+)\(([^)]*)\);')
ARGUMENT = re.compile(r"(input|output) ([\w ]+?)(?: \[(\d+):0\])? (\w+)$")


class Port(ctypes.Structure):
    _fields_ = [("name", ctypes.c_char_p), ("width", ctypes.c_uint), ("dir", ctypes.c_int),
                ("offset", ctypes.c_size_t)]


class Unit(ctypes.Structure):
    _fields_ = [("name", ctypes.c_char_p), ("ports", ctypes.POINTER(Port)),
                ("nports", ctypes.c_size_t), ("params", ctypes.c_void_p),
                ("nparams", ctypes.c_size_t), ("in_size", ctypes.c_size_t),
                ("out_size", ctypes.c_size_t), ("state_size", ctypes.c_size_t),
                ("set_up", ctypes.c_void_p), ("reset", ctypes.CFUNCTYPE(None, ctypes.c_void_p)),
                ("eval", ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_void_p,
                                          ctypes.c_void_p)),
                ("tick", ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_void_p))]


class Argument:
    """One argument of an import: how C takes it."""

    def __init__(self, text):
        way, kind, top, self.name = ARGUMENT.match(text.strip()).groups()
        self.output = way == "output"
        self.small = kind == "int unsigned"
        self.handle = kind == "chandle"
        self.bits = 32 if self.small else int(top or 0) + 1

    def room(self):
        return (ctypes.c_uint32 * (-(-self.bits // 32)))()

    def give(self, value):
        if self.handle:
            return ctypes.c_void_p(value)
        if self.small:
            return ctypes.c_uint32(value)
        # What is above the width is nobody's business.
        room = self.room()
        mask = (1 << 32 * len(room)) - 1
        value = value | (mask >> self.bits << self.bits)
        for w in range(len(room)):
            room[w] = value >> 32 * w & 0xffffffff
        return room


def value_of(words):
    return sum(word << 32 * i for i, word in enumerate(words))


def words_at(block, offset, width):
    return (ctypes.c_uint32 * -(-width // 32)).from_buffer(block, offset)


def imports():
    with open(f"{BUILD}/dpi/linepress_dpi.svh", encoding="utf-8") as f:
        text = f.read()
    found = {}
    for symbol, kind, name, arguments in IMPORT.findall(text):
        found[symbol or name] = kind, [a for a in arguments.split(",") if a.strip()]
    return found


class Tap:
    def __init__(self):
        self.count = 0

    def result(self, wrong, name):
        self.count += 1
        for line in wrong[:5]:
            print(f"# {line}")
        print(f"{'not ok' if wrong else 'ok'} {self.count} - {name}", flush=True)


class Library:
    def __init__(self):
        self.so = ctypes.CDLL(f"{BUILD}/liblinepress_dpi.so")
        self.so.lp_dpi_create.restype = ctypes.c_void_p
        self.so.lp_dpi_error.restype = ctypes.c_char_p
        self.imports = imports()

    def call(self, name, values):
        """Calls with values by name; what comes out, by name, and the result."""
        given, outputs = [], {}
        for text in self.imports[name][1]:
            argument = Argument(text)
            if argument.output:
                outputs[argument.name] = argument.room()
                given.append(outputs[argument.name])
            else:
                given.append(argument.give(values[argument.name]))
        result = getattr(self.so, name)(*given)
        return result, {name: value_of(words) for name, words in outputs.items()}

    def error(self):
        return self.so.lp_dpi_error().decode()

    def create(self, number, parameters):
        handle = self.so.lp_dpi_create(number, parameters.encode())
        assert handle, self.error()
        return handle

    def message(self, handle, number):
        text = ctypes.c_char_p()
        self.so.lp_dpi_message(ctypes.c_void_p(handle), number, ctypes.byref(text))
        return text.value.decode()


class Model:
    """The same unit, stepped through liblinepress_cycle."""

    def __init__(self, cycle, number):
        cycle.lp_unit_at.restype = ctypes.POINTER(Unit)
        self.unit = cycle.lp_unit_at(number).contents
        self.name = self.unit.name.decode()[3:]
        self.ports = [self.unit.ports[i] for i in range(self.unit.nports)]
        self.inputs = ctypes.create_string_buffer(self.unit.in_size)
        self.outputs = ctypes.create_string_buffer(self.unit.out_size)
        self.state = ctypes.create_string_buffer(self.unit.state_size)
        values = (ctypes.c_int * 16)()
        cycle.lp_unit_defaults(ctypes.byref(self.unit), values)
        assert cycle.lp_unit_init(ctypes.byref(self.unit), self.state, values) == 0

    def draw(self, rng):
        """Random inputs, sparse or dense, by the RTL's names."""
        values = {}
        for port in self.ports:
            if port.dir == 1:
                continue
            value = rng.getrandbits(port.width)
            if rng.random() < 0.3:
                value &= rng.getrandbits(port.width) & rng.getrandbits(port.width)
            values[port.name.decode() + "_i"] = value
            words = words_at(self.inputs, port.offset, port.width)
            for w in range(len(words)):
                words[w] = value >> 32 * w & 0xffffffff
        return values

    def due(self):
        self.unit.eval(ctypes.addressof(self.state), ctypes.addressof(self.inputs),
                       ctypes.addressof(self.outputs))
        return {port.name.decode() + "_o": value_of(words_at(self.outputs, port.offset, port.width))
                for port in self.ports if port.dir == 1}

    def edge(self, rst_n):
        if not rst_n and self.unit.reset:
            self.unit.reset(ctypes.addressof(self.state))
        elif self.unit.tick:
            self.unit.tick(ctypes.addressof(self.state), ctypes.addressof(self.inputs))


def try_cycles(library, cycle, number, wrong):
    model = Model(cycle, number)
    rng = random.Random(f"{SEED} {model.name}")
    steps, checks = (library.create(number, text) for text in ("", "EXACT=1"))
    for at in range(CYCLES):
        rst_n = int(at > 0 and rng.random() > 0.05)
        values = model.draw(rng)
        due = model.due()
        values.update(handle=steps, rst_ni=rst_n, unknown=0)
        _, outputs = library.call(f"lp_dpi_{model.name}_cycle", values)
        if outputs != due:
            wrong.append(f"{model.name}: cycle {at}: {outputs} is not {due}")
        # One bit of one port is wrong in every second cycle.
        bad = rng.choice(list(due)) if at % 2 else None
        values.update(due, handle=checks)
        if bad:
            width = next(p.width for p in model.ports if p.dir and p.name.decode() == bad[:-2])
            values[bad] ^= 1 << rng.randrange(width)
        agree, _ = library.call(f"lp_dpi_{model.name}_cycle_check", values)
        text = library.message(checks, number) if not agree else ""
        if agree != (bad is None) or (bad and f": cycle {at}: {bad}" not in text):
            wrong.append(f"{model.name}: cycle {at}: {bad or 'nothing'} wrong, said '{text}'")
        model.edge(rst_n)
    for handle in (steps, checks):
        library.so.lp_dpi_destroy(ctypes.c_void_p(handle), number)


def cases(kind, parameters):
    """Pairs of words, in and out, of each case that the command line makes."""
    options = [option for p in parameters.split(",") if p for option in ("-p", p)]
    command = [f"{BUILD}/linepress", "gen", kind, "--seed", str(SEED), "--lines", str(CASES),
               *options]
    texts = [subprocess.run(command + more, check=True, capture_output=True, text=True).stdout
             for more in ([], ["--answers"])]
    for inputs, whole in zip(*(text.splitlines() for text in texts)):
        if not inputs.startswith("#"):
            yield inputs.split(" "), whole[len(inputs) + 1:].split(" ")


def set_field(values, arguments, at, word):
    """A field of a case's text: a vector and its bytes, or a number. The next argument."""
    name = arguments[at].name
    if at + 1 < len(arguments) and arguments[at + 1].name == name + "_bytes":
        data = b"" if word == "-" else bytes.fromhex(word)
        values[name] = int.from_bytes(data, "little")
        values[name + "_bytes"] = len(data)
        return at + 2
    values[name] = int(word, 16)
    return at + 1


def try_cases(library, kind, parameters, wrong):
    module = MODULES.get(kind, "lp_" + kind.replace("-", "_"))
    number, name = NUMBERS[module], module[3:]
    steps, checks = (library.create(number, f"{parameters},SEED={SEED}") for _ in range(2))
    step = [Argument(a) for a in library.imports[f"lp_dpi_{name}_step"][1]]
    check = [Argument(a) for a in library.imports[f"lp_dpi_{name}_step_check"][1]]
    first_got = next(i for i, a in enumerate(check) if a.name.startswith("got_"))
    for inputs, answers in cases(kind, parameters):
        values = {argument.name: 0 for argument in check}
        values["handle"] = steps
        for words, at in (inputs, 2), (answers, first_got):
            for word in words:
                at = set_field(values, check, at, word)
        made = library.call(f"lp_dpi_{name}_gen", values)[1]
        if any(made[name] != values[name] for name in made):
            wrong.append(f"{kind}: {inputs}: {made}"[:400])
        done, outputs = library.call(f"lp_dpi_{name}_step", values)
        due = {a.name: values["got_" + a.name[4:]] for a in step if a.output}
        if done != 1 or outputs != due:
            wrong.append(f"{kind}: {inputs}: {outputs}"[:400])
        values["handle"] = checks
        if library.call(f"lp_dpi_{name}_step_check", values)[0] != 1:
            wrong.append(f"{kind}: {library.message(checks, number)}")
    for handle in (steps, checks):
        library.so.lp_dpi_destroy(ctypes.c_void_p(handle), number)


MODULES = {"gbbr": "lp_gbbr_xlat"}
NUMBERS = {}


def main():
    print(f"# LP_SEED={SEED}")
    tap, library = Tap(), Library()
    cycle = ctypes.CDLL(f"{BUILD}/liblinepress_cycle.so")
    cycle.lp_unit_at.restype = ctypes.POINTER(Unit)
    while cycle.lp_unit_at(len(NUMBERS)):
        NUMBERS[cycle.lp_unit_at(len(NUMBERS)).contents.name.decode()] = len(NUMBERS)
    wrong = []
    for number in NUMBERS.values():
        try_cycles(library, cycle, number, wrong)
    tap.result(wrong, f"cycles of {len(NUMBERS)} units are those of the cycle models")
    for kind, sets in (("zvc-enc", ["", "ELEM=16", "ELEM=8,STREAM=1"]),
                       ("zvc-dec", ["", "ELEM=16", "ELEM=8,STREAM=1"]), ("bpc-enc", [""]),
                       ("bpc-dec", [""]), ("gbbr", ["", "SHARE_W=20,FRAME_W=10,SLOT_W=8"]),
                       ("mdcache", ["", "SETS=1,WAYS=2"]), ("cdma-pack", [""])):
        wrong = []
        for parameters in sets:
            try_cases(library, kind, parameters, wrong)
        tap.result(wrong, f"cases of {kind} are those of linepress gen")
    print(f"1..{tap.count}")


main()
