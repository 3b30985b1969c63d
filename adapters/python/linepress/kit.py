# SPDX-License-Identifier: Apache-2.0
"""Cases of the golden-model kit (docs/use/conformance.md): inputs and expected outputs of a unit."""
import dataclasses
import re
from typing import Dict, Union

from .commands import run

Field = Union[int, bytes]


@dataclasses.dataclass(frozen=True)
class Case:
    """A case: fields by name, those in bits as int and those in bytes as bytes."""

    inputs: Dict[str, Field]
    outputs: Dict[str, Field]


def fields(unit, **parameters):
    """(direction, name, whether it is bytes) of each field of a unit's cases.

    >>> fields("zvc-enc")
    [('in', 'lines', True), ('out', 'stored', True), ('out', 'sectors', False), ('out', 'size', False)]
    """
    said = run(["gen", unit, "--fields", *_parameters(parameters)]).decode()
    rows = re.findall(r"^(in|out) +(\w+) +\S+ (bits?|bytes?)", said, re.M)
    return [(way, name, kind.startswith("byte")) for way, name, kind in rows]


def cases(unit, seed=1, level=1, count=None, **parameters):
    """The cases of a unit of `linepress gen`, such as "zvc-enc", as a list of Case. count: their
    number; parameters: those of the unit, such as ELEM=16. linepress.Error: no such unit, or a bad
    parameter.

    >>> found = cases("zvc-enc", seed=1, count=3)
    >>> len(found), found[0].inputs["lines"] == bytes(128), found[0].outputs["sectors"]
    (3, True, 0)
    """
    words = ["--seed", seed, "--level", level, *([] if count is None else ["--lines", count])]
    said = run(["gen", unit, "--answers", *map(str, words), *_parameters(parameters)])
    names = fields(unit, **parameters)
    return [_case(names, line.split()) for line in said.decode().splitlines()
            if not line.startswith("#")]


def _parameters(parameters):
    return [word for name, value in parameters.items() for word in ("-p", f"{name}={value}")]


def _case(names, texts):
    found = {"in": {}, "out": {}}
    for (way, name, is_bytes), text in zip(names, texts):
        found[way][name] = (b"" if text == "-" else bytes.fromhex(text)) if is_bytes \
            else int(text, 16)
    return Case(found["in"], found["out"])
