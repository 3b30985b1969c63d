#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A piece that sleeps, or has an accident: trial_piece.py OUT NUMBER SEED SECONDS ACCIDENT."""
import json
import os
import signal
import sys
import time


def main(argv):
    out, n, seed, seconds, accident = argv[0], int(argv[1]), int(argv[2]), float(argv[3]), argv[4]
    time.sleep(seconds)
    text = json.dumps({"number": n, "value": seed * seed + n})
    if accident == "fail":
        print("this piece always fails", file=sys.stderr)
        return 3
    if accident == "hang":
        time.sleep(100000)
    if accident == "memory":
        held = bytearray(os.urandom(1 << 20)) * 1000
        time.sleep(100000)
        text += str(len(held))
    if accident == "killed":
        os.kill(os.getpid(), signal.SIGKILL)
    with open(out, "w", encoding="utf-8") as dst:
        if accident == "fill":
            while True:
                dst.write("0" * (1 << 20))
        dst.write(text[:-3] if accident == "torn" else text)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
