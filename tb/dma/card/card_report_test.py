#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""linepress-card report: a card that works, cards that hang, vanish, or send wrong data, builds that
are not of the card or not readable. Whatever is wrong, the report is whole and says it."""
import json
import os
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from card_commands import BUILD, CARD, refusal, run, tap  # noqa: E402

MADE = {"board": "ulx3s", "part": "LFE5U-85F-6BG381C", "git": "00c0ffee", "lut": 45393, "ff": 27829,
        "bram": 40, "mhz": 37.9, "clock_mhz": 24.0, "slack_ns": 15.28, "seed": 1,
        "top": {"CHANNELS": 2, "CODECS": 2}}
# A simulated card of that commit: 0xc0ffee.
OF_IT = "sim:GIT=12648430"
STEPS = 120
# A seed of hostile.h whose wrong bytes of card memory the self-test sees, among these.
HOSTILE_SEEDS = range(1, 40)


def report(*words, device="sim:", **more):
    return run(CARD, "report", "-d", device, *words, **more)


def write(name, text):
    with open(name, "w", encoding="utf-8") as out:
        out.write(text)
    return name


def test_good():
    status, out, err = report()
    due = ("linepress-card ", "sim:: version 1.0, commit 00000000", "LCPD, version 1.0",
           f"selftest: {STEPS} of {STEPS} steps, 0 not good")
    tap.result("" if status == 0 and all(d in out for d in due) and not err
               and "registers" not in out else [out, err], "a card that works")
    status, out, err = report("--json")
    made = json.loads(out) if status == 0 else {}
    tap.result("" if made.get("steps") == made.get("of") == STEPS and made["tested"] is True
               and made["info"]["git"] == "00000000" and made["build"] is None
               and made["error"] is None and made["registers"] == [] else [out, err], "as JSON")


def build_says(name, words, device, **other):
    """The report of a good card has these words about a build."""
    path = write("build.json", json.dumps({k: v for k, v in {**MADE, **other}.items() if v is not None}))
    status, out, err = report("--build", path, device=device)
    lines = out.splitlines()
    tap.result("" if status == 0 and not err and all(f"  {w}" in lines for w in words)
               else [f"status {status}", out, err], name)


def test_build():
    path = write("board.json", json.dumps(MADE))
    status, out, err = report("--build", path, device=OF_IT)
    due = ("build: ulx3s (LFE5U-85F-6BG381C), commit 00c0ffee, 45393 LUT, 27829 FF, 40 BRAM, seed 1\n"
           "  37.90 MHz reached\n  24.00 MHz due\n  slack 15.28 ns\n  the card is of this commit\n")
    tap.result("" if status == 0 and due in out else [out, err], "its build")
    build_says("another commit", ["the card IS NOT of this commit"], OF_IT, git="12345678")
    build_says("a card without a commit", ["the card does not say its commit"], "sim:", git="00000000")
    differs = "the card is of this commit, but HAS OTHER PARAMETERS"
    build_says("another number of channels", [differs], OF_IT, top={"CHANNELS": 1, "CODECS": 2})
    build_says("other codecs", [differs], OF_IT, top={"CHANNELS": 2, "CODECS": 1})
    build_says("BPC by its serial units", ["the card is of this commit"], OF_IT,
               top={"CHANNELS": 2, "CODECS": 3})
    build_says("a build that is too slow", ["slack -3.20 ns", "TOO SLOW for its clock"], OF_IT,
               slack_ns=-3.2)
    build_says("a vendor's build, without counts", ["the card is of this commit"], OF_IT,
               **dict.fromkeys(("lut", "ff", "bram", "mhz", "clock_mhz", "seed", "top")))
    status, out, err = report("--build", path, "--json", device=OF_IT)
    tap.result("" if json.loads(out)["build"] == MADE else out, "its build as JSON")


def test_bad_builds():
    whole = json.dumps(MADE)
    os.mkdir("folder")
    texts = {"empty": ("", "line 1: "), "cut": (whole[:40], "line 1: "), "list": ("[1, 2]", "no text"),
             "number": ("7", "line 1: "), "twice": (whole[:-1] + ', "board": "u50"}', "line 1: duplicate"),
             "bytes": ("\0\1\2", "line 1: "), "deep": ("[" * 5000, "line 1: "),
             "text": (json.dumps({**MADE, "mhz": "fast"}), "'mhz' is no number"),
             "large": (json.dumps({**MADE, "lut": 1e308}), "'lut' is no number, or too large"),
             "less": (json.dumps({"board": "ulx3s"}), "no text 'part'"),
             "escape": (json.dumps({**MADE, "board": "x\33[2J"}), "'board' is no plain text"),
             "lines": (json.dumps({**MADE, "part": "x\nerror: none"}), "'part' is no plain text"),
             "long": (json.dumps({**MADE, "part": "x" * 10 ** 6}), "'part' is no plain text")}
    cases = [("nothing", "No such file"), ("folder", ""),
             *((write(name, text), says) for name, (text, says) in texts.items())]
    wrong = [(name, refusal(report("--build", name), f"{name}: {says}"))
             for name, says in cases]
    tap.result([w for w in wrong if w[1]], f"{len(cases)} files that are no board.json: one line each")
    tap.result([r for r in (refusal(report("file"), "takes no 'file'"),
                            refusal(report("--codec", "zvc"), "'--codec' is not an option"),
                            refusal(report("--build"), "--build"),
                            refusal(report(device="x\n\33[2J"), "is plain text"),
                            refusal(run(CARD, "-d", "sim:"), "no command given")) if r],
               "bad options")
    status, out, _ = run(CARD, "-d", "sim:", "--help")
    tap.result("" if status == 0 and "Commands:" in out else out, "--help after a card")


def told(name, answer, status, *words):
    """`status`, one line on standard error, and `words` in the report."""
    got, out, err = answer
    fine = got == status and err.count("\n") == 1 and all(w in out for w in words)
    tap.result("" if fine else [f"status {got}", out[:800], err], name)


def test_bad_cards():
    told("a name that is none", report(device="abc"), 2, "abc: not identified", "error: ")
    told("no such card", report(device="pci:0000:99:00.0"), 2, "error: 0000:99:00.0: no such PCI")
    told("memory that reports errors", report(device="sim:faults=mem-error=0x1000+4096"), 2,
         "commit 00000000", "error: selftest: a memory of the engine", "LCPI  0000  id ")
    told("a link that hangs", report("--timeout", "3", device="sim:faults=hang=40"), 2,
         f" of {STEPS} steps, 0 not good", "error: selftest: the card did not answer",
         "registers:\n  LCPI  0000  id                 4950434c")
    told("a card that vanishes", report("--timeout", "3", device="sim:faults=gone=300"), 2,
         "commit 00000000", "error: selftest: ", "registers:\n  LCPI  0000")
    status, out, err = report("--json", "--timeout", "3", device="sim:faults=hang=40")
    made = json.loads(out)
    tap.result("" if status == 2 and made["tested"] is False and 0 < made["steps"] < STEPS
               and made["error"].startswith("selftest: ") and len(made["registers"]) > 40
               else [out, err], "a link that hangs, as JSON")


def test_wrong_data():
    """Status 1 and the steps that are not good."""
    for seed in HOSTILE_SEEDS:
        status, out, err = report("--timeout", "2", HOSTILE=f"3:{seed}",
                                  LINEPRESS_CARD_SERVER=f"{BUILD}/card/hostile_card")
        if status == 1:
            break
    fine = status == 1 and not err and "  NOT GOOD " in out and "registers:\n" in out \
        and f" {STEPS} steps, 0 not" not in out
    tap.result("" if fine else [f"status {status}", out[:800], err],
               f"a card that sends wrong bytes (seed {seed})")


def main():
    with tempfile.TemporaryDirectory() as work:
        os.chdir(work)
        test_good()
        test_build()
        test_bad_builds()
        test_bad_cards()
        test_wrong_data()
        os.chdir("/")
    return tap.end()


sys.exit(main())
