# SPDX-License-Identifier: Apache-2.0
"""liblinepress_dpi through ctypes, called as a simulator calls it.

A function's arguments are read from linepress_dpi.svh, so that the header and the C code are
compared with each other.
"""
import ctypes
import os
import re
import subprocess

BUILD = os.environ.get("BUILD", "build")
MODULES = {"gbbr": "lp_gbbr_xlat"}
IMPORT = re.compile(r'import "DPI-C" (?:(\w+) = )?function (\w+) (\w+)\(([^)]*)\);')
ARGUMENT = re.compile(r"(input|output) ([\w ]+?)(?: \[(\d+):0\])? (\w+)$")


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
        # Bits above the width are ignored.
        room = self.room()
        mask = (1 << 32 * len(room)) - 1
        value = value | (mask >> self.bits << self.bits)
        for w in range(len(room)):
            room[w] = value >> 32 * w & 0xffffffff
        return room


def value_of(words):
    return sum(word << 32 * i for i, word in enumerate(words))


def imports():
    with open(f"{BUILD}/dpi/linepress_dpi.svh", encoding="utf-8") as f:
        text = f.read()
    found = {}
    for symbol, kind, name, arguments in IMPORT.findall(text):
        found[symbol or name] = kind, [a for a in arguments.split(",") if a.strip()]
    return found


class Library:
    def __init__(self):
        self.so = ctypes.CDLL(f"{BUILD}/liblinepress_dpi.so")
        self.so.lp_dpi_create.restype = ctypes.c_void_p
        self.so.lp_dpi_error.restype = ctypes.c_char_p
        self.imports = imports()

    def call(self, name, values):
        """Calls with values by name; returns the outputs by name, and the result."""
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


def module_of(kind):
    """The RTL's name of a kind of cases."""
    return MODULES.get(kind, "lp_" + kind.replace("-", "_"))


def kind_functions(library, kind):
    """Arguments of _step and _step_check, and the index of the DUT's outputs in the latter."""
    name = module_of(kind)[3:]
    step, check = ([Argument(a) for a in library.imports[f"lp_dpi_{name}_{call}"][1]]
                   for call in ("step", "step_check"))
    return step, check, next(i for i, a in enumerate(check) if a.name.startswith("got_"))


def read_case(check, first_got, inputs, answers):
    """Values by name for _step_check from the words of a case."""
    values = {argument.name: 0 for argument in check}
    for words, at in (inputs, 2), (answers, first_got):
        for word in words:
            at = set_field(values, check, at, word)
    return values


def gen(kind, parameters, *more):
    """The cases that `linepress gen` makes, without head and end."""
    options = [option for p in parameters.split(",") if p for option in ("-p", p)]
    text = subprocess.run([f"{BUILD}/linepress", "gen", kind, *options, *more], check=True,
                          capture_output=True, text=True).stdout
    return [line for line in text.splitlines() if not line.startswith("#")]


def unit_numbers():
    """Numbers of the units by the RTL's names, as functions without a unit take them."""
    with open(f"{BUILD}/dpi/linepress_dpi.svh", encoding="utf-8") as f:
        found = re.findall(r"lp_dpi_(\w+)_create = lp_dpi_new\((\d+),", f.read())
    return {"lp_" + name: int(number) for name, number in found}
