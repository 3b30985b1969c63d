#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Boots Debian's kernel in QEMU with the emulated card in it and uses the card from there.

    card_test.py --folder build/card --server PROGRAM [--model rtl] --init PROGRAM
                 [--file FILE]... [--limit SECONDS] [--vfio] COMMAND...

A command runs in the guest, where a file lies in the root folder under its own name and CARD
stands for the card's PCI address. With --vfio the machine has an IOMMU, and the card is bound to
vfio-pci before the first command. What the console said is then in FOLDER/transcript.txt. Where
QEMU 7.2 or the kernel cannot be had, one line says so and nothing is tested.
"""
import argparse
import pathlib
import re
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
import machine  # noqa: E402
from tap import end, result, skip  # noqa: E402

def read_arguments():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--folder", type=pathlib.Path, required=True)
    parser.add_argument("--server", required=True)
    parser.add_argument("--model", default="cycle")
    parser.add_argument("--init", required=True)
    parser.add_argument("--file", action="append", default=[])
    parser.add_argument("--limit", type=int, default=280)
    parser.add_argument("--vfio", action="store_true")
    parser.add_argument("command", nargs="+")
    return parser.parse_args()


def vfio(image):
    """(files, commands) that bind the card to vfio-pci."""
    modules = machine.modules(image)
    bind = ("write /sys/bus/pci/devices/CARD/driver_override vfio-pci",
            "write /sys/bus/pci/drivers_probe CARD")
    load = [f"load /{path.name} {words}".rstrip() for path, words in modules]
    return [path for path, _ in modules], [*load, *bind]


def of_guest(console):
    """Results of the guest as [(is good, name)]."""
    found = re.findall(r"^(not )?ok \d+ - (.*?)\r?$", console, re.M)
    return [(not bad, name) for bad, name in found]


def report(args, console, up, taken, machine_status, card_status, card_said):
    result(machine_status != 0 and f"QEMU ends with {machine_status}", "the machine ends by itself")
    result(machine.UP not in console and "no sign of life", "the kernel starts the first process")
    results = of_guest(console)
    for line in re.findall(r"^(# .*?)\r?$", console, re.M):
        print(line)
    for good, name in results:
        result(not good and "see the transcript", name)
    result(len(results) != len(args.command) and f"{len(results)} of {len(args.command)} results",
           "every command was run")
    result(card_status != 0 and card_said, "the card's process ends with the machine")
    print(f"# {up:.1f} s to the first process, {taken:.1f} s in all" if up else f"# {taken:.1f} s")
    for line in card_said.splitlines():
        print(f"# {line}")


def main():
    args = read_arguments()
    args.folder.mkdir(parents=True, exist_ok=True)
    try:
        machine.check_qemu()
        image = machine.kernel(args.folder / "kernel")
        files, commands = vfio(image) if args.vfio else ([], [])
    except machine.Missing as why:
        skip("the card in a machine", str(why))
        return end()
    archive, transcript = args.folder / "initramfs", args.folder / "transcript.txt"
    files = {pathlib.Path(path).name: path for path in [*files, *args.file]}
    args.command = commands + args.command
    machine.initramfs(archive, {"init": args.init, **files},
                      {"commands": "".join(f"{c}\n" for c in args.command).encode()})
    server = [args.server, "--verbose", "--model", args.model]
    outcome = machine.boot(image, archive, server, transcript, args.limit, args.vfio)
    report(args, *outcome)
    status = end()
    if status:
        print(f"# {transcript}:", outcome[0], sep="\n", file=sys.stderr)
    return status


if __name__ == "__main__":
    sys.exit(main())
