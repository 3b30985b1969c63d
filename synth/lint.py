#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Verilator -Wall, Yosys read and check, Icarus compile, on every module under rtl/ and every
parameter set of rtl/units.txt that is for it. TAP; any output of a tool counts as a failure.

Parameters out of range are refused by an undefined module whose name says the rule. Icarus, which
continues after an error, must name one for every `refuse` of rtl/units.txt, and each rule of a
module must be named; the other tools must refuse the first set of each module.

A unit without parameters has its own job, and in others is reduced to its ports and combinational
paths (stubs.py): the BPC codec inside its users took most of the time.

With --turn Yosys reads one set of parameters in three, of large units one in nine, by LP_SEED or else
the day: paths.py reads all of them with Yosys each time, and the proofs read with it as well.
"""
import argparse
import concurrent.futures
import functools
import os
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import fast_malloc  # noqa: E402
import flow  # noqa: E402
import rtl_files  # noqa: E402
import share  # noqa: E402
import stubs  # noqa: E402
import units  # noqa: E402


def verilator(unit, params):
    return ["verilator", "--lint-only", "-Wall", "--top-module", unit,
            *(f"-G{k}={v}" for k, v in params.items())]


def iverilog(unit, params):
    return ["iverilog", "-g2012", "-Wall", "-t", "null", "-s", unit,
            *(f"-P{unit}.{k}={v}" for k, v in params.items())]


@functools.cache
def cut():
    """Units that the jobs of others read as stubs."""
    return [u.name for u in units.read_units() if any(not s.params for s in u.of("lint", "measure"))
            and not re.search(r"\bparameter\b", stubs.source(u.name))]


@functools.cache
def stub_folder():
    folder = tempfile.TemporaryDirectory(prefix="lp-lint-")
    stubs.write(cut(), folder.name)
    return folder


# The engine in a card, and the card in its edges.
WHOLE = ("lp_cdma", "lp_card")
# Yosys takes two seconds or more for each, half of its time.
LARGE = {"lp_bpc_dec", "lp_bpc_enc", "lp_buddy_slice", "lp_buddy_top", "lp_buddy_write", "lp_card",
         "lp_card_mm", "lp_card_st", "lp_cdma", "lp_cdma_chan", "lp_cdma_core", "lp_ebd_enc",
         "lp_mdcache"}


def files_of(unit):
    return stubs.files_of(unit, cut(), stub_folder().name)


def yosys(unit, params):
    fatal = [a for w in flow.FATAL_WARNINGS for a in ("-e", w)]
    script = [*flow.read_rtl(unit, params), "flatten", "opt_clean", "check -assert"]
    # Without deferral the modules inside would also be built with their defaults; those are other
    # jobs.
    files = files_of(unit)
    own = [f for f in files if os.path.basename(f) == f"{unit}.sv"]
    inside = [f for f in files if f not in own]
    script[:1] = [*([f"read_verilog -sv -defer {' '.join(inside)}"] if inside else []),
                  f"read_verilog -sv {' '.join(own)}"]
    # An array of bytes takes Yosys longer than anything else; rtl/units.txt lists it with the
    # parameters that other units use.
    holds = any(path.endswith(f"/{flow.ARRAY}.sv") for path in files)
    if holds and unit != flow.ARRAY:
        script.insert(script.index("proc"), f"blackbox *{flow.ARRAY}*")
    # As large as everything around them, and read by their own jobs with equivalent parameters.
    for block in WHOLE:
        if unit != block and any(path.endswith(f"/{block}.sv") for path in files):
            boxed = f"blackbox $paramod*\\{block} $paramod*\\{block}\\*"
            script.insert(script.index("proc"), boxed)
    # Instantiated often and always the same: flattened once. Verilator looks for loops through it.
    split = next((u.keys["split"] for u in units.read_units() if u.name == unit), "").split(":")[0]
    if split:
        script.insert(script.index("flatten"), f"setattr -mod -set keep_hierarchy 1 *{split}*")
    script = "; ".join(script)
    # A set of parameters may not use a block of its file.
    return ["yosys", "-q", "-w", "Selection .* did not match any module", *fatal, "-p", script]


TOOLS = {"verilator": (verilator, True), "yosys": (yosys, False), "iverilog": (iverilog, True)}


# A set is refused for its value, not because the parameter is unknown.
NO_SUCH = re.compile("not found in the design|parameter .* not found")
# The name of the undefined module for a broken rule.
BAD = re.compile(r"\blp_bad_\w+")


def output_of(tool, unit, params, files=None):
    """(exit status, output of the tool) for the unit's files, or for these."""
    argv, add_files = TOOLS[tool]
    argv = argv(unit, params)
    if add_files:
        argv += files or files_of(unit)
    done = subprocess.run(argv, cwd=rtl_files.ROOT, text=True, check=False,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    return done.returncode, done.stdout


def jobs():
    """(unit, parameters) that every tool must read."""
    listed = units.read_units()
    for unit in listed:
        for chosen in unit.of("lint", "measure"):
            yield unit.name, chosen.params
    listed = {u.name for u in listed if u.of("lint", "measure")}
    found = rtl_files.all_modules()
    for module in sorted(set(found) - listed):
        if not rtl_files.is_package(found[module]):
            yield module, {}


def words_of(params):
    return "".join(f" {k}={v}" for k, v in params.items())


def reads(job):
    """(whether the result is as expected, the attempt, the output of the tool)."""
    unit, params, tool = job
    status, said = output_of(tool, unit, params)
    return status == 0 and not said.strip(), f"{tool} reads {unit}{words_of(params)}", said


def rules(module):
    """Names of the rules that a module checks."""
    return set(BAD.findall(stubs.source(module)))


def broken(module, params):
    """The module's own rules that Icarus names, or any if the module has none."""
    if not rules(module):
        return set(BAD.findall(output_of("iverilog", module, params)[1]))
    # The modules inside do not affect it, and they are most of the work.
    own = rtl_files.all_modules()[module]
    files = [f for f in rtl_files.files_of(module) if f == own or rtl_files.is_package(f)]
    return set(BAD.findall(output_of("iverilog", module, params, files)[1]))


def refuses(job):
    """The same for a module and the parameters that it must refuse: each by a rule for one of them,
    and each rule for some of them."""
    module, sets = job
    left, wrong = rules(module), []
    for params in sets:
        named = broken(module, params)
        if not any(re.search(rf"_{p}(_|$)", name) for name in named for p in params):
            wrong.append(f"no rule of its own stops{words_of(params)}; named: {sorted(named)}")
        left -= named
    for tool in ("verilator", "yosys") if sets else ():
        status, said = output_of(tool, module, sets[0])
        if not status or NO_SUCH.search(said):
            wrong += [f"{tool} does not refuse{words_of(sets[0])}", *said.splitlines()]
    wrong += [f"no refused set breaks {rule}" for rule in sorted(left)]
    what = f"{module} refuses sets that break its {len(rules(module))} rules"
    return not wrong, what, "\n".join(wrong)


def refusals():
    """(module, parameter sets that it must refuse) of each module with a rule."""
    found = {m: [] for m, path in sorted(rtl_files.all_modules().items()) if rules(m)}
    for unit in units.read_units():
        for module, params in unit.refused:
            found.setdefault(module, []).append(params)
    return found.items()


def checks(turn, only=()):
    """(function, its argument) of everything that is checked; turn: None, or what picks sets; only:
    these modules, or all."""
    for tool in TOOLS:
        for number, job in enumerate(jobs()):
            if only and job[0] not in only:
                continue
            turns = share.TURNS * (3 if job[0] in LARGE else 1)
            if turn is None or tool != "yosys" or share.has_turn(number, turn, turns):
                yield reads, (*job, tool)
    yield from ((refuses, job) for job in refusals() if not only or job[0] in only)


def main():
    parser = argparse.ArgumentParser(description="three tools read every module")
    parser.add_argument("unit", nargs="*", help="these alone")
    share.add_option(parser)
    parser.add_argument("--turn", action="store_true", help="Yosys reads one set in three or nine")
    args = parser.parse_args()
    number = failures = 0
    if args.turn:
        print(f"# LP_SEED={share.turn()}")
    fast_malloc.preload()
    try:
        flow.need(*TOOLS)
        stub_folder()
        for name in set(args.unit) - set(rtl_files.all_modules()):
            raise rtl_files.UnknownUnit(f"no file {name}.sv under rtl/")
        every = share.of(checks(share.turn() if args.turn else None, args.unit), args.share)
        threads = share.workers(args.share, os.cpu_count())
        with concurrent.futures.ThreadPoolExecutor(threads) as pool:
            for good, what, said in pool.map(lambda c: c[0](c[1]), every):
                number, failures = number + 1, failures + (not good)
                print(f"{'ok' if good else 'not ok'} {number} - {what}", flush=True)
                if not good:
                    print("".join(f"# {x}\n" for x in said.splitlines()[:20]), end="")
    except (flow.FlowError, rtl_files.UnknownUnit, units.BadList) as err:
        print(f"lint: {err}", file=sys.stderr)
        return 2
    print(f"1..{number}")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
