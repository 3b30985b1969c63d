#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The lines that lp_mixed_enc with quick gives to BPC; changes of registers in a file of
Verilator's coverage; the record of `make toggles` is plausible, and the page has its figures."""
import os
import struct
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE, os.path.join(HERE, "../..")]
sys.dont_write_bytecode = True
import tap  # noqa: E402
import toggles  # noqa: E402
import arrays  # noqa: E402
import marked  # noqa: E402
import signed  # noqa: E402

FAR = 1 << 22  # the first difference that does not fit


def words(*found):
    """A line of these words, the last one repeated."""
    return struct.pack("<32i", *(found[min(i, len(found) - 1)] for i in range(32)))


def halves(count):
    """A line whose first `count` elements of 16 bits are not zero; neither are as many filtered."""
    return struct.pack("<64H", *(i + 1 if i < count else 0 for i in range(64)))


def ramp(step):
    return struct.pack("<32i", *(1 + i * step for i in range(32)))


EVEN, ODD = range(0x420000, 0x420040, 2), range(0x420001, 0x420041, 2)
LOW = range(0x20001, 0x20041, 2)
# Lines, and whether BPC gets them.
LINES = (
    ("zeros", bytes(128), False),
    ("12 elements", halves(12), False),
    ("words that XZVC stores in a sector", words(0x00010001), False),
    ("a ramp", ramp(0x10007), True),
    ("a falling ramp", ramp(-0x10007), True),
    ("the largest difference", words(0x20001, 0x20001 + FAR - 1, *EVEN), True),
    ("a larger one", words(0x20001, 0x20001 + FAR, *ODD), False),
    ("the least difference", words(0x420001, 0x420001 - FAR, *LOW), True),
    ("a lesser one", words(0x420002, 0x420001 - FAR, *LOW), False),
    ("a difference past 2^31", words(-0x7fffffff, 0x7fffffff, *range(0x7ffe0001, 0x7ffe0041, 2)),
     False),
)

POINT = "C '\1t\2toggle\1page\2v_toggle/{page}\1o\2{signal}\1h\2rtl.u{at}' {count}\n"


def test_tried():
    for name, line, due in LINES:
        tap.result([] if toggles.tried(line) == due else ["not so"],
                   f"{name}: {'to BPC' if due else 'not to BPC'}")


def test_changes():
    with tempfile.NamedTemporaryFile("w", suffix=".dat") as file:
        for signal, at, count in (("d_q[3]", ".g_bpc.u_core.u_words", 3),
                                  ("a_q[3]", ".g_bpc.u_core", 5), ("b_q", ".u_core", 7),
                                  ("c_q[1]", "", 11), ("c", "", 100), ("c_queue", "", 100)):
            file.write(POINT.format(page="x", signal=signal, at=at, count=count))
        file.flush()
        found = toggles.changes(file.name, toggles.PARTS)
        tap.result([] if list(found.values()) == [3, 5, 7, 11] else [str(found)],
                   "registers count, by part, and nothing else")
        try:
            toggles.changes(file.name, {"x": "nowhere", "rest": ""})
            tap.result(["no error"], "a part without changes is an error")
        except arrays.ArrayError:
            tap.result([], "a part without changes is an error")


def test_record():
    record = signed.read(toggles.RECORD)
    wrong = [name for name, row in record["groups"].items()
             if toggles.per_line(row, row["mixed"]["quick"])
             >= toggles.per_line(row, row["mixed"]["all"])
             or row["apart"][toggles.TRIED]["lines"] >= row["lines"]]
    tap.result(wrong, "quick spares changes in each group")
    text = marked.with_text(toggles.PAGE, toggles.BEGIN, toggles.END, toggles.words(record))
    tap.result([] if text == marked.read(toggles.PAGE) else ["the page has other tables"],
               "the page has the record's tables, else: toggles.py --page")


def main():
    test_tried()
    test_changes()
    test_record()
    return tap.end()


if __name__ == "__main__":
    sys.exit(main())
