#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Compares every function of liblinepress_dpi with the models and cases that it uses.

They are called as declared in linepress_dpi.svh (dpi_library.py). Cycles are compared with the
cycle models of liblinepress_cycle, whose ports are found by name in their tables; cases with the
output of `linepress gen --answers`.
"""
import ctypes
import os
import random
import sys

from dpi_library import (BUILD, Library, gen, kind_functions, module_of, read_case, set_field,
                         unit_numbers, value_of)

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))
from tap import end, result  # noqa: E402

SEED = int(os.environ.get("LP_SEED", "1"), 0)
CYCLES, CASES = 40, 60


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


def words_at(block, offset, width):
    return (ctypes.c_uint32 * -(-width // 32)).from_buffer(block, offset)


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
    how = (kind, parameters, "--seed", str(SEED), "--lines", str(CASES))
    for inputs, whole in zip(gen(*how), gen(*how, "--answers")):
        yield inputs.split(" "), whole[len(inputs) + 1:].split(" ")


def absent_inputs(check, first_got, words):
    at = 2
    for word in words:
        at = set_field({}, check, at, word)
    return check[at:first_got]


def try_cases(library, kind, parameters, wrong):
    module = module_of(kind)
    number, name = unit_numbers()[module], module[3:]
    steps, checks = (library.create(number, f"{parameters},SEED={SEED}") for _ in range(2))
    step, check, first_got = kind_functions(library, kind)
    for inputs, answers in cases(kind, parameters):
        values = read_case(check, first_got, inputs, answers)
        values["handle"] = steps
        made = library.call(f"lp_dpi_{name}_gen", values)[1]
        if any(made[name] != values[name] for name in made):
            wrong.append(f"{kind}: {inputs}: {made}"[:400])
        # Fields that this form of the cases does not have are ignored.
        values.update((a.name, 1) for a in absent_inputs(check, first_got, inputs))
        done, outputs = library.call(f"lp_dpi_{name}_step", values)
        due = {a.name: values["got_" + a.name[4:]] for a in step if a.output}
        if done != 1 or outputs != due:
            wrong.append(f"{kind}: {inputs}: {outputs}"[:400])
        values["handle"] = checks
        if library.call(f"lp_dpi_{name}_step_check", values)[0] != 1:
            wrong.append(f"{kind}: {library.message(checks, number)}")
    for handle in (steps, checks):
        library.so.lp_dpi_destroy(ctypes.c_void_p(handle), number)


def main():
    print(f"# LP_SEED={SEED}")
    library = Library()
    cycle = ctypes.CDLL(f"{BUILD}/liblinepress_cycle.so")
    wrong = []
    numbers = unit_numbers()
    for number in numbers.values():
        try_cycles(library, cycle, number, wrong)
    result(wrong, f"cycles of {len(numbers)} units are those of the cycle models")
    for kind, sets in (("zvc-enc", ["", "ELEM=16", "ELEM=8,STREAM=1"]),
                       ("zvc-dec", ["", "ELEM=16", "ELEM=8,STREAM=1"]), ("bpc-enc", [""]),
                       ("bpc-dec", [""]), ("gbbr", ["", "SHARE_W=20,FRAME_W=10,SLOT_W=8"]),
                       ("mdcache", ["", "SETS=1,WAYS=2", "BURST=1", "BURST=1,EVENTS=1"]), ("cdma-pack", [""]),
                       ("mixed-enc", [""]), ("mixed-dec", [""]), ("grp-enc", [""]), ("grp-dec", [""])):
        wrong = []
        for parameters in sets:
            try_cases(library, kind, parameters, wrong)
        result(wrong, f"cases of {kind} are those of linepress gen")
    return end()


sys.exit(main())
