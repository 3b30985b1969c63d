#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""FuseSoC on the cores of a folder that `make manifests` wrote, in a copy of it: of each unit with
a page, or of those named, the targets lint and sim with its first set of rtl/units.txt that is for
lint, and its first refused set, which both must refuse with the rule's name from Icarus. TAP.

    cores.py --fusesoc PROGRAM --manifests FOLDER [UNIT...]
"""
import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import lint  # noqa: E402
import units  # noqa: E402


class Cores:
    """A clean folder with the cores."""

    def __init__(self, fusesoc, manifests, folder):
        self.fusesoc, self.folder = os.path.abspath(fusesoc), folder
        shutil.copytree(manifests, folder)

    def run(self, target, core, params):
        """(exit status, output)."""
        options = [word for k, v in params.items() for word in (f"--{k}", str(v))]
        done = subprocess.run(
            [self.fusesoc, "--cores-root", ".", "run", f"--target={target}", core, *options],
            cwd=self.folder, text=True, check=False, stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT)
        return done.returncode, done.stdout


def name_of(unit):
    return f"linepress:{units.folder_of(unit.name)}:{unit.name}"


def refusal_faults(cores, core, params):
    """Both targets must fail, and Icarus, which continues after an error, must name the rule."""
    for target in ("lint", "sim"):
        status, said = cores.run(target, core, params)
        if not status:
            yield f"{target} takes it"
    named = lint.BAD.findall(said)
    if not any(re.search(rf"_{p}(_|$)", name) for name in named for p in params):
        yield f"no rule for it is named: {named}"


def checks(cores, chosen):
    """(check, faults) of these units."""
    for unit in chosen:
        core, params = name_of(unit), unit.of("lint", "measure")[0].params
        for target in ("lint", "sim"):
            status, said = cores.run(target, core, params)
            good = not status and (target == "lint" or f"{unit.name}_tb: passed" in said)
            yield (f"fusesoc run --target={target} {core}{lint.words_of(params)}",
                   [] if good else [f"exit status {status}", *said.splitlines()[-20:]])
        own = [params for module, params in unit.refused if module == unit.name]
        for params in own[:1]:
            yield (f"fusesoc refuses {core}{lint.words_of(params)}",
                   list(refusal_faults(cores, core, params)))


def main():
    parser = argparse.ArgumentParser(description="FuseSoC runs the cores' targets")
    parser.add_argument("--fusesoc", required=True, help="program")
    parser.add_argument("--manifests", required=True, help="folder that make manifests wrote")
    parser.add_argument("units", nargs="*", help="default: every one with a page")
    args = parser.parse_args()
    listed = units.tabled(units.read_units())
    missing = set(args.units) - {u.name for u in listed}
    if missing:
        print(f"cores: no unit with a page: {', '.join(sorted(missing))}", file=sys.stderr)
        return 2
    number = failures = 0
    with tempfile.TemporaryDirectory(prefix="lp-cores-") as work:
        cores = Cores(args.fusesoc, args.manifests, os.path.join(work, "cores"))
        chosen = [u for u in listed if not args.units or u.name in args.units]
        for number, (what, wrong) in enumerate(checks(cores, chosen), 1):
            failures += bool(wrong)
            print(f"{'not ok' if wrong else 'ok'} {number} - {what}", flush=True)
            print("".join(f"# {line}\n" for line in wrong), end="")
    print(f"1..{number}")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
