#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Boots Debian's kernel in QEMU with the emulated card in it and uses the card from there.

    card_test.py [--model rtl] [--vfio | --faults] [--limit SECONDS] [COMMAND...]

A command runs in the guest, where the programs and an array of tb/data are in the root folder and
CARD is replaced by the card's PCI address. With --vfio the machine has an IOMMU, and the card is
bound to vfio-pci before the first command. With --faults the card is pulled and put back, its link
hangs, and its input is corrupt: each gives its own error, and then the card works. The console's
output is then in card/transcript.txt of the build folder. Without QEMU 7.2 or the kernel one line
says so and the test is skipped.
"""
import argparse
import os
import pathlib
import re
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2]))
import machine  # noqa: E402
from tap import end, result, skip  # noqa: E402

ROOT = pathlib.Path(__file__).resolve().parents[3]
BUILD = ROOT / os.environ.get("BUILD", "build")
FOLDER = BUILD / "card"
ARRAY = ROOT / "tb/data/dl/conv2_agrad_050_fp32.npy"
PROGRAMS = ("init", "page", "linepress-card")
LIMIT = {"cycle": 280, "rtl": 900}  # seconds


def commands(way, codecs):
    """Commands of the machine: a round trip with each codec."""
    card = f"/linepress-card -d {way}:CARD"
    turns = [[f"{card} compress --codec {c} --verify /{ARRAY.name} /{c}",
              f"{card} decompress --verify /{c} /{c}.npy", f"same /{ARRAY.name} /{c}.npy"]
             for c in codecs]
    return [f"{card} info", f"{card} selftest", *(line for turn in turns for line in turn)]


# The card is pulled at the fifth access and back two accesses later; the 100th and later requests
# for the machine's memory are answered seconds later, which are this many cycles.
FAULTS = {"cycle": "gone=5+2,hang=100+4000000", "rtl": "gone=5+2,hang=100+60000"}


def troubles():
    """Commands that meet FAULTS and a corrupt file, each followed by commands that must work. RTL
    on a busy machine takes long for the remaining cycles of the hanging link."""
    card = "/linepress-card -d pci:CARD"
    there = f"{card} compress --codec zvc --verify /{ARRAY.name} /zvc"
    return [f"fails 2 {card} info", f"{card} info", f"fails 2 {there} --timeout 0.5",
            f"{there} --timeout 200",
            "spoil /zvc 200", f"fails 2 {card} decompress /zvc /none", "fails 1 same /zvc /none",
            f"{card} selftest"]


def read_arguments():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--model", default="cycle", choices=LIMIT)
    parser.add_argument("--limit", type=int, help="seconds")
    way = parser.add_mutually_exclusive_group()
    way.add_argument("--vfio", action="store_true")
    way.add_argument("--faults", action="store_true")
    parser.add_argument("command", nargs="*")
    args = parser.parse_args()
    args.limit = args.limit or LIMIT[args.model]
    args.command = args.command or (
        commands("vfio", ["zvc"]) if args.vfio else troubles() if args.faults else
        ["/page CARD", *commands("pci", ["zvc", "bpc"])])
    return args


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
    FOLDER.mkdir(parents=True, exist_ok=True)
    try:
        machine.check_qemu()
        image = machine.kernel(FOLDER / "kernel")
        files, first = vfio(image) if args.vfio else ([], [])
    except machine.Missing as why:
        skip("the card in a machine", str(why))
        return end()
    archive, transcript = FOLDER / "initramfs", FOLDER / "transcript.txt"
    files = {pathlib.Path(path).name: path
             for path in [*files, *(FOLDER / f"guest/{n}" for n in PROGRAMS), ARRAY]}
    args.command = first + args.command
    machine.initramfs(archive, files,
                      {"commands": "".join(f"{c}\n" for c in args.command).encode()})
    server = [str(BUILD / "linepress-card-server"), "--verbose", "--model", args.model,
              *(["--faults", FAULTS[args.model]] if args.faults else [])]
    outcome = machine.boot(image, archive, server, transcript, args.limit, args.vfio)
    report(args, *outcome)
    status = end()
    if status:
        print(f"# {transcript}:", outcome[0], sep="\n", file=sys.stderr)
    return status


if __name__ == "__main__":
    sys.exit(main())
