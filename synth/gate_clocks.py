# SPDX-License-Identifier: Apache-2.0
"""Puts integrated clock gates in place of the hold muxes of enabled flops.

Works on Yosys' JSON of a flat gate-level netlist before the flops are mapped: flops of one enable
share gates, FANOUT flops to a gate; fewer than MIN_FLOPS of one enable keep their muxes, which
are then smaller than a gate.
"""
FANOUT = 32
MIN_FLOPS = 3


def gate_clocks(netlist, unit, lib):
    """Changes `netlist` (the JSON object) in place; returns the number of gates added."""
    cell, clock_pin, enable_pin, out_pin = lib.clock_gate()
    test_pins = [p.name for p in cell.ins if p.name not in (clock_pin, enable_pin)]
    module = netlist["modules"][unit]
    groups = {}
    for name, flop in module["cells"].items():
        if flop["type"] in ("$_DFFE_PP_", "$_DFFE_PN_"):
            pins = flop["connections"]
            key = (flop["type"], pins["C"][0], pins["E"][0])
            groups.setdefault(key, []).append(name)
    net = 1 + max((b for n in module["netnames"].values() for b in n["bits"]
                   if isinstance(b, int)), default=1)
    added = 0
    for (kind, clock, enable), flops in sorted(groups.items(), key=str):
        if len(flops) < MIN_FLOPS:
            continue
        if kind == "$_DFFE_PN_":
            module["cells"][f"lp_gate_not_{net}"] = {
                "hide_name": 0, "type": "$_NOT_", "parameters": {}, "attributes": {},
                "port_directions": {"A": "input", "Y": "output"},
                "connections": {"A": [enable], "Y": [net]}}
            enable, net = net, net + 1
        for first in range(0, len(flops), FANOUT):
            pins = {clock_pin: [clock], enable_pin: [enable], out_pin: [net],
                    **{p: ["0"] for p in test_pins}}
            module["cells"][f"lp_gate_{net}"] = {
                "hide_name": 0, "type": cell.name, "parameters": {}, "attributes": {},
                "port_directions": {p: "output" if p == out_pin else "input" for p in pins},
                "connections": pins}
            for name in flops[first:first + FANOUT]:
                flop = module["cells"][name]
                flop["type"] = "$_DFF_P_"
                flop["connections"]["C"] = [net]
                del flop["connections"]["E"], flop["port_directions"]["E"]
            net += 1
            added += 1
    return added
