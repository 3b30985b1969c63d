# SPDX-License-Identifier: Apache-2.0
"""The command line of decode.py."""
import argparse
import re
import sys

import decode
import frame

CASES = {  # the numbers before the bytes, and the function that takes both
    "zvc-record": (1, lambda n, data: decode.zvc_record(n[0], data)),
    "zvc-stream": (2, lambda n, data: decode.zvc_stream(n[0], data, n[1])),
    "zvc-entry": (2, lambda n, data: decode.zvc_entry(n[0], n[1], data)),
    "bpc-stream": (0, lambda n, data: decode.bpc_stream(data)),
    "bpc-record": (0, lambda n, data: decode.bpc_record(data)),
    "bpc-records": (1, lambda n, data: decode.bpc_records(data, n[0])),
    "bpc-entry": (1, lambda n, data: decode.bpc_entry(n[0], data)),
    "bpc-dma": (1, lambda n, data: decode.bpc_records(data, n[0], 96)),
}
HELP = """A case is a line of text: a kind, its numbers, and the stored bytes in hexadecimal, where
00*28 stands for 28 bytes 00. Empty lines and lines that begin with # are ignored. Kinds:

  zvc-record ELEM BYTES            bpc-stream BYTES
  zvc-stream ELEM LENGTH BYTES     bpc-record BYTES
  zvc-entry ELEM SECTORS BYTES     bpc-records LENGTH BYTES
  bpc-entry SECTORS BYTES          bpc-dma LENGTH BYTES: of the DMA profile

For example: zvc-entry 32 1 02 00 00 40 00 00 80 3f ef be ad de 00*20
Each case gives a line: the data in hexadecimal, or "malformed: " and why.
Exit status: 0 good, 1 something is malformed, 2 bad use or a file that is not read here."""


def unhex(text):
    """Parses bytes as printed in docs/reference/format.md."""
    text = re.sub(r"\b([0-9a-fA-F]{2})\*(\d+)", lambda m: m[1] * int(m[2]), text)
    return bytes.fromhex(text)


def case(text):
    kind, *fields = text.split()
    if kind not in CASES:
        raise ValueError(f"unknown kind '{kind}'")
    count, line = CASES[kind]
    if len(fields) < count:
        raise ValueError(f"{kind} takes {count} numbers")
    return line([int(f, 0) for f in fields[:count]], unhex(" ".join(fields[count:])))


def cases(lines):
    bad = 0
    for number, text in enumerate(lines, 1):
        if not text.strip() or text.lstrip().startswith("#"):
            continue
        try:
            print(case(text).hex())
        except decode.Malformed as error:
            bad = 1
            print(f"malformed: {error}")
        except ValueError as error:
            raise ValueError(f"line {number}: {error}") from None
    return bad


def main():
    parser = argparse.ArgumentParser(
        description="Decodes what Linepress stores, from docs/reference/format.md alone.",
        epilog=HELP, formatter_class=argparse.RawDescriptionHelpFormatter)
    kinds = parser.add_subparsers(dest="what", required=True)
    one = kinds.add_parser("file", help="a framed file that 'linepress compress' wrote")
    one.add_argument("input", metavar="IN", help="'-' is standard input")
    one.add_argument("output", metavar="OUT", help="'-' is standard output")
    two = kinds.add_parser("cases", help="lines of text; see below")
    two.add_argument("input", metavar="FILE", nargs="?", default="-")
    args = parser.parse_args()
    try:
        with open(0 if args.input == "-" else args.input, "rb") as src:
            data = src.read()
        if args.what == "cases":
            return cases(data.decode().splitlines())
        data = frame.frame(data)
        with open(1 if args.output == "-" else args.output, "wb") as dst:
            dst.write(data)
    except decode.Malformed as error:
        print(f"decode.py: {args.input}: {error}", file=sys.stderr)
        return 1
    except (OSError, ValueError) as error:
        print(f"decode.py: {error}", file=sys.stderr)
        return 2
    return 0
