#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Verilator -Wall, Yosys read and check, Icarus compile, on every module under rtl/ and every
parameter set of rtl/units.txt that is for it; also that parameters out of range are refused. TAP; any output of a
tool counts as a failure.
"""
import argparse
import concurrent.futures
import os
import re
import subprocess
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import flow  # noqa: E402
import rtl_files  # noqa: E402
import share  # noqa: E402
import units  # noqa: E402


def verilator(unit, params):
    return ["verilator", "--lint-only", "-Wall", "--top-module", unit,
            *(f"-G{k}={v}" for k, v in params.items())]


def iverilog(unit, params):
    return ["iverilog", "-g2012", "-Wall", "-t", "null", "-s", unit,
            *(f"-P{unit}.{k}={v}" for k, v in params.items())]


def yosys(unit, params):
    fatal = [a for w in flow.FATAL_WARNINGS for a in ("-e", w)]
    script = [*flow.read_rtl(unit, params), "flatten", "opt_clean", "check -assert"]
    # An array of bytes takes Yosys longer than all else; rtl/units.txt has it with the parameters
    # that it gets in other units.
    holds = any(path.endswith(f"/{flow.ARRAY}.sv") for path in rtl_files.files_of(unit))
    if holds and unit != flow.ARRAY:
        script.insert(script.index("proc"), f"blackbox *{flow.ARRAY}*")
    script = "; ".join(script)
    return ["yosys", "-q", *fatal, "-p", script]


TOOLS = {"verilator": (verilator, True), "yosys": (yosys, False), "iverilog": (iverilog, True)}


# A set is refused for its value, not because the parameter is unknown.
NO_SUCH = re.compile("not found in the design|find object for defparam|parameter .* not found")


def output_of(tool, unit, params):
    """(exit status, what the tool said)."""
    argv, add_files = TOOLS[tool]
    argv = argv(unit, params)
    if add_files:
        argv += rtl_files.files_of(unit)
    done = subprocess.run(argv, cwd=rtl_files.ROOT, text=True, check=False,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    return done.returncode, done.stdout


def jobs():
    """(unit, parameters, whether they must be refused)."""
    listed = units.read_units()
    for unit in listed:
        for chosen in unit.of("lint", "measure"):
            yield unit.name, chosen.params, False
        if unit.refused:
            yield unit.name, unit.refused, True
    listed = {u.name for u in listed if u.of("lint", "measure")}
    found = rtl_files.all_modules()
    for module in sorted(set(found) - listed):
        if not rtl_files.is_package(found[module]):
            yield module, {}, False


def verdict(job):
    """(whether it is as it must be, what was tried, what the tool said)."""
    unit, params, refused, tool = job
    status, said = output_of(tool, unit, params)
    good = status != 0 and not NO_SUCH.search(said) if refused else status == 0 and not said.strip()
    words = " ".join(f"{k}={v}" for k, v in params.items())
    return good, f"{tool} {'refuses' if refused else 'reads'} {unit} {words}".rstrip(), said


def main():
    parser = argparse.ArgumentParser(description="three tools read every module")
    share.add_option(parser)
    args = parser.parse_args()
    number = failures = 0
    try:
        flow.need(*TOOLS)
        every = share.of(((*job, tool) for tool in TOOLS for job in jobs()), args.share)
        with concurrent.futures.ThreadPoolExecutor(share.workers(args.share, os.cpu_count())) as pool:
            for good, what, said in pool.map(verdict, every):
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
