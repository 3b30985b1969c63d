#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Every part of a page under docs/studies that a program writes is held: a test writes its page again
and compares, or parts.json has the digest of what the program wrote."""
import json
import os
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path[:0] = [os.path.join(ROOT, "docs/img"), os.path.join(ROOT, "tb")]
sys.dont_write_bytecode = True
import page_parts  # noqa: E402
import tap  # noqa: E402

# Tests that write parts of pages again, as "PAGE PART", or all parts of a page that are not in
# parts.json, as "PAGE": its program refuses a part that it does not write.
AGAIN = {
    "tb/demo/docs_test.sh": (
        "buddy.md buddy", "buddy-batch.md", "buddy-codecs.md samples", "buddy-energy.md",
        "buddy-heat.md samples", "buddy-sizes.md samples", "buddy-steps.md samples",
        "buddy-targets.md samples", "buddy-thresholds.md samples", "buddy-time.md samples",
        "buddy-um.md", "cswap.md", "cswap-gpu.md", "mixed.md mixed", "sectors.md sectors",
        "slices.md slices", "vdnn.md vdnn"),
    "tb/demo/papers_test.py": ("README.md papers", "README.md unsigned"),
    "tb/demo/record_pages_test.py": ("buddy-targets.md trained", "buddy-targets.md inputs",
                                     "gpu-accelsim.md accelsim", "gpu-dram.md dram", "groups.md",
                                     "speed.md"),
    "tb/dma/kinds_study_test.py": ("cdma.md cdma-kinds",),
    "tb/systems/gpu/study_test.py": ("buddy-gpu.md", "buddy-links.md", "buddy-metadata.md",
                                     "buddy-sensitivity.md"),
    "tb/systems/huvm/study_test.py": ("huvm.md",),
    "tb/units/energy/study_test.py": ("unit-energy.md unit-energy",),
}


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def faults(pages, known, again):
    """A line for each part that nothing holds, or that is not what its program wrote."""
    tested = {page for names in again.values() for page in names}  # or one of its parts
    parts = {part: digest for rows in known.values() for part, digest in rows.items()}
    for name, text in sorted(pages.items()):
        for part, digest in page_parts.digests(text).items():
            due = parts.pop(f"{name} {part}", None)
            if due is None and not {name, f"{name} {part}"} & tested:
                yield f"{name}: no test writes {part} again, and parts.json has not got it"
            elif due not in (None, digest):
                yield f"{name}: {part} is not what its program wrote"
    for part in parts:
        yield f"{part}: in parts.json, but not there"


def missing(again):
    """Tests that do not name a page which they are said to write again, or the programs' folder."""
    for path, names in again.items():
        text = read(os.path.join(ROOT, path))
        if not names or ("docs/img" not in text and "docs/studies" not in text):
            yield path


def changed(text, part):
    """`text` with another digit in the first row of figures of a part."""
    begin = text.index(f"<!-- {part}:begin")
    at = next(n for n in range(text.index("\n", begin), len(text)) if text[n].isdigit())
    return text[:at] + str((int(text[at]) + 1) % 10) + text[at + 1:]


def test_refused(pages, known):
    for rows in known.values():
        for part in rows:
            page, _, name = part.partition(" ")
            found = list(faults({**pages, page: changed(pages[page], name)}, known, AGAIN))
            tap.result([] if len(found) == 1 and "is not what" in found[0] else [f"said {found}"],
                       f"refused: a digit changed by hand in {part}")
    rows = "<!-- rows:begin -->\n| 1 | 2 |\n<!-- rows:end -->\n"
    gone = pages["cdma.md"].replace("<!-- cdma-rtl:", "<!-- ")
    for what, found in (
            ("a page that no test writes", list(faults({**pages, "new.md": rows}, known, AGAIN))),
            ("a part that no test writes", list(faults(
                {**pages, "cdma.md": pages["cdma.md"] + rows}, known, AGAIN))),
            ("a part that is gone", list(faults({**pages, "cdma.md": gone}, known, AGAIN)))):
        tap.result([] if len(found) == 1 else [f"said {found}"], f"refused: {what}")


def test_program():
    """A program that writes a part changes that digest, and none of a part next to it."""
    with tempfile.TemporaryDirectory() as work:
        pages, parts = page_parts.PAGES, page_parts.PARTS
        page_parts.PAGES, page_parts.PARTS = work, os.path.join(work, "parts.json")
        page = os.path.join(work, "page.md")
        text = "".join(f"<!-- {n}:begin -->\n{n}\n<!-- {n}:end -->\n" for n in ("one", "two"))
        first = {"why": {f"page.md {n}": d for n, d in page_parts.digests(text).items()}}
        try:
            with open(page, "w", encoding="utf-8") as file:
                file.write(text.replace("\ntwo\n", "\nby hand\n"))
            with open(page_parts.PARTS, "w", encoding="utf-8") as file:
                json.dump(first, file)
            page_parts.rewrite(page, "one", "3")
            now = json.loads(read(page_parts.PARTS))
            found = list(faults({"page.md": read(page)}, now, {}))
        finally:
            page_parts.PAGES, page_parts.PARTS = pages, parts
    tap.result([] if found == ["page.md: two is not what its program wrote"] else [f"said {found}"],
               "a program that writes a part gives it its digest, and does not hide another's change")


def main():
    pages = {name: read(os.path.join(page_parts.PAGES, name))
             for name in sorted(os.listdir(page_parts.PAGES)) if name.endswith(".md")}
    known = json.loads(read(page_parts.PARTS))
    tap.result(list(faults(pages, known, AGAIN)), "every part of a study's page is held")
    tap.result(list(missing(AGAIN)), "tests that write pages again are there")
    test_refused(pages, known)
    test_program()
    return tap.end()


if __name__ == "__main__":
    sys.exit(main())
