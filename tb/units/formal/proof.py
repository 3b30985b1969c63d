# SPDX-License-Identifier: Apache-2.0
"""The shape of an entry of FOLDER/proofs.py, and the list of all proofs.

engine: "pdr" = for all time, "comb" = combinational, for all inputs, "bmc" = for `depth` cycles
from reset. depth also bounds the search for covers and seeded bugs. long = only `make formal-long`;
dear = two processor seconds or more with one seeded bug, five sixths of all time, so that make test
takes it less often.
A seeded bug is (file of the RTL, text, text instead); the text must be there once, so that a bug
whose place is gone fails. stand_ins = files whose modules take the place of the units of the same
names; they have the ports of these, which prove.py reads from the RTL.
"""
import dataclasses


@dataclasses.dataclass
class Proof:
    name: str
    top: str
    params: dict
    engine: str
    depth: int = 20
    bugs: list = dataclasses.field(default_factory=list)
    covers: bool = True
    long: bool = False
    dear: bool = False
    stand_ins: list = dataclasses.field(default_factory=list)
    clocks: bool = False  # there are several, and each rises at any time
    any_state: bool = False  # the state before the first frame is free: it holds for all time
