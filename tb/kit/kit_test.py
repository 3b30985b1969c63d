#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""gen, a DUT and check: good units pass, wrong answers and broken text never do. LP_SEED=n."""
import json
import os
import random
import subprocess
import sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from tap import end, result  # noqa: E402

BUILD = os.environ.get("BUILD", "build")
PROGRAM = f"{BUILD}/linepress"
DUT = f"{BUILD}/kit/dut"
SEED = int(os.environ.get("LP_SEED", random.SystemRandom().randrange(1, 1 << 31)))
RNG = random.Random(SEED)
# Kinds of cases, and the forms that the units are tested with.
KINDS = {
    "zvc-enc": ["ELEM=32", "ELEM=16", "ELEM=8", "STREAM=1", "STREAM=1,ELEM=16", "STREAM=1,ELEM=8"],
    "zvc-dec": ["ELEM=32", "ELEM=16", "ELEM=8", "STREAM=1", "STREAM=1,ELEM=16", "STREAM=1,ELEM=8"],
    "bpc-enc": [""],
    "bpc-dec": [""],
    "gbbr": [""],
    "mdcache": ["", "SETS=2,WAYS=2", "BURST=1", "SETS=2,WAYS=2,BURST=1,EVENTS=1"],
    "cdma-pack": ["", "SIZE_W=16"],
    "mixed-enc": [""],
    "mixed-dec": [""],
    "grp-enc": [""],
    "grp-dec": [""],
}
# Cases that go through RTL in level 2; make kit-rtl has all.
LINES = int(os.environ.get("LINES", "1500"))


def params(text):
    return [word for p in text.split(",") if p for word in ("-p", p)]


def gen(kind, *words):
    return subprocess.run([PROGRAM, "gen", kind, *words], check=True, stdout=subprocess.PIPE).stdout


def run(argv, text):
    return subprocess.run(argv, input=text, check=False, stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE)


def check(kind, text, *words):
    return run([PROGRAM, "check", kind, *words], text)


def counts(done):
    """(cases, mismatches) from the JSON, or the error output."""
    try:
        said = json.loads(done.stdout)
        return said["cases"], said["mismatches"]
    except (ValueError, KeyError):
        return done.stderr.decode().strip() or "nothing was printed"


def good_units():
    for kind, forms in KINDS.items():
        wrong = []
        for form in forms:
            for words in (["--level", "1"], ["--level", "2", "--lines", "4000"]):
                text = gen(kind, *params(form), *words, "--seed", str(SEED), "--answers")
                said = counts(check(kind, text, "--json", *params(form)))
                due = text.count(b"\n") - 2, 0
                if said != due:
                    wrong.append(f"{form} {words}: {said}, due {due}")
        result("\n".join(wrong), f"{kind}: the expected answers pass, both levels")


def our_rtl():
    for kind, forms in KINDS.items():
        wrong = []
        for form in forms:
            for words in (["--level", "1"], ["--level", "2", "--lines", str(LINES)] if LINES
                          else ["--level", "2"]):
                text = gen(kind, *params(form), *words, "--seed", str(SEED))
                dut = run([DUT, "--stall", RNG.choice(["0", "0.2", "0.6"]), "--seed", str(SEED)],
                          text)
                said = counts(check(kind, dut.stdout, "--json"))
                if said != (text.count(b"\n") - 2, 0):
                    wrong.append(f"{form} {words}: {dut.stderr.decode().strip()} {said}")
        result("\n".join(wrong), f"{kind}: our RTL passes, {' '.join(forms)}")


def same_bytes():
    wrong = []
    for kind in KINDS:
        words = ["--level", "2", "--lines", "3000"]
        one, again = (gen(kind, *words, "--seed", "5") for _ in range(2))
        other = gen(kind, *words, "--seed", "6")
        if one != again:
            wrong.append(f"{kind}: the same seed gives other cases")
        if one.splitlines()[1:] == other.splitlines()[1:]:
            wrong.append(f"{kind}: another seed gives the same cases")
    result("\n".join(wrong), "the same seed gives the same bytes, another one others")


def flip(field):
    """The field with one digit changed, or one byte if there is none."""
    if field == b"-":
        return b"00"
    at = RNG.randrange(len(field))
    digit = int(field[at:at + 1], 16)
    bits = [d for d in range(16) if d != digit]
    return field[:at] + b"%x" % RNG.choice(bits) + field[at + 1:]


def wrong_answers():
    """A digit of an output is changed in some cases: each of these fails, and no other."""
    for kind, forms in KINDS.items():
        wrong = []
        for form in forms:
            words = [*params(form), "--level", "2", "--lines", "300", "--seed", str(SEED)]
            inputs = len(gen(kind, *words).splitlines()[1].split())
            lines = gen(kind, *words, "--answers").splitlines()
            chosen = RNG.sample(range(1, 301), 20)
            bad = 0
            for i in chosen:
                fields = lines[i].split()
                at = RNG.randrange(inputs, len(fields))
                was, fields[at] = fields[at], flip(fields[at])
                # A digit may reach over the bits of its field, which check refuses.
                trial = b"\n".join([lines[0], *lines[1:i], b" ".join(fields), *lines[i + 1:], b""])
                if isinstance(counts(check(kind, trial, "--json")), str):
                    fields[at] = was
                else:
                    bad += 1
                lines[i] = b" ".join(fields)
            done = check(kind, b"\n".join([*lines, b""]), "--json")
            if done.returncode != 1 or counts(done) != (300, bad) or \
               len(json.loads(done.stdout)["failures"]) != min(bad, 10):
                wrong.append(f"{form}: {bad} changed, exit {done.returncode}, {counts(done)}")
            text = check(kind, b"\n".join([*lines, b""])).stdout.decode()
            if text.count("  due ") != min(bad, 10) or f"300 cases, {bad} mismatches" not in text:
                wrong.append(f"{form}: text does not show {bad} mismatches")
        result("\n".join(wrong), f"{kind}: each wrong answer is found and shown")


def spoil(field):
    """The field as printed by a simulator with an X or a Z: in all of it, or in one digit."""
    letter = RNG.choice("xXzZ")
    if RNG.randrange(2):
        return letter.encode() * len(field)
    at = RNG.randrange(len(field))
    return field[:at] + letter.encode() + field[at + 1:]


def unknown_outputs():
    """X and Z in outputs: each such case is a mismatch, and all others are checked."""
    for kind, forms in KINDS.items():
        wrong = []
        for form in forms:
            words = [*params(form), "--level", "2", "--lines", "300", "--seed", str(SEED)]
            inputs = len(gen(kind, *words).splitlines()[1].split())
            lines = gen(kind, *words, "--answers").splitlines()
            shown = {}
            for i in sorted(RNG.sample(range(1, 301), 20)):
                fields = lines[i].split()
                at = RNG.randrange(inputs, len(fields))
                fields[at] = spoil(fields[at])
                lines[i] = b" ".join(fields)
                shown[i - 1] = fields[at].decode()
            done = check(kind, b"\n".join([*lines, b""]), "--json")
            got = {}
            if done.returncode == 1:
                got = {row["case"]: row["got"] for row in json.loads(done.stdout)["failures"]}
            if counts(done) != (300, 20) or got != dict(list(shown.items())[:10]):
                wrong.append(f"{form}: exit {done.returncode}, {counts(done)}")
        result("\n".join(wrong), f"{kind}: an X or a Z is a mismatch of its case alone")
    text = gen("zvc-enc", "--answers")
    first, rest = text.split(b"\n", 2)[1], text.split(b"\n", 2)[2]
    head = text.split(b"\n", 1)[0] + b"\n"
    says("an X and what is no digit", "zvc-enc", head + first[:-2] + b"xg\n" + rest,
         "'x' is no hexadecimal")
    says("more X than the field has digits", "zvc-enc", head + first[:-2] + b"xxx\n" + rest,
         "'x' is no hexadecimal")


def endless_lines():
    """Input that never ends a line is not read into memory."""
    for name, text in (("the head", b""), ("a case", gen("gbbr").splitlines(True)[0])):
        feed = subprocess.Popen(["sh", "-c", "cat; exec cat /dev/zero"], stdin=subprocess.PIPE,
                                stdout=subprocess.PIPE)
        feed.stdin.write(text)
        feed.stdin.close()
        done = subprocess.run([PROGRAM, "check", "gbbr"], stdin=feed.stdout, check=False,
                              capture_output=True)
        feed.stdout.close()
        feed.wait()
        result([] if done.returncode == 2 and b"longer than any case" in done.stderr and
               done.stderr.count(b"\n") == 1 else [str(done)], f"{name} without an end is refused")


def says(name, kind, text, words, *extra):
    """check refuses the text with exit status 2 and one line that has these words."""
    done = check(kind, text, *extra)
    said = done.stderr.decode()
    wrong = ""
    if done.returncode != 2 or done.stdout or said.count("\n") != 1 or words not in said:
        wrong = f"exit {done.returncode}, {done.stdout[:80]!r}, {said}"
    result(wrong, f"refused: {name}")


def broken_text():
    text = gen("zvc-enc", "--answers")
    lines = text.splitlines(keepends=True)
    head, first, rest = lines[0], lines[1], lines[2:]

    def with_first(new):
        return head + new + b"".join(rest)

    says("an empty pipe", "zvc-enc", b"", "standard input: empty")
    says("a line that is cut off", "zvc-enc", text[:3001], "line 9: cut off")
    says("a cut after a line", "zvc-enc", b"".join(lines[:40]), "line 40: the text ends without")
    says("a head alone", "zvc-enc", head, "line 1: the text ends without")
    says("a case too few", "zvc-enc", b"".join(lines[:7] + lines[8:]), "632 cases, but 633")
    says("a case too many", "zvc-enc", b"".join(lines[:7] + [lines[6]] + lines[7:]),
         "634 cases, but 633")
    says("one case twice, another one never", "zvc-enc",
         b"".join(lines[:7] + [lines[6]] + lines[8:]), "not those that were generated")
    says("no outputs", "zvc-enc", gen("zvc-enc"), "line 2: the unit has appended no outputs")
    says("an output too few", "zvc-enc", with_first(first.rsplit(b" ", 1)[0] + b"\n"),
         "line 2: field size is missing")
    says("an output too many", "zvc-enc", with_first(first[:-1] + b" 0\n"),
         "line 2: more fields")
    says("a blank at the end", "zvc-enc", with_first(first[:-1] + b" \n"), "line 2: more fields")
    says("two blanks", "zvc-enc", with_first(first.replace(b" ", b"  ", 1)), "line 2: ")
    says("a tab", "zvc-enc", with_first(first.replace(b" ", b"\t", 1)), "line 2: ")
    says("lines with a carriage return", "zvc-enc", text.replace(b"\n", b"\r\n"), "carriage return")
    says("a line with a carriage return", "zvc-enc", with_first(first[:-1] + b"\r\n"),
         "line 2: field size ends with a carriage return")
    says("half a byte", "zvc-enc", with_first(first[1:]), "line 2: field lines has half a byte")
    says("a digit that is none", "zvc-enc", with_first(b"x" + first[1:]), "'x' is no hexadecimal")
    says("a byte 0", "zvc-enc", with_first(b"\0" + first[1:]), "line 2: a byte of it is 0")
    says("too many bytes", "zvc-enc", with_first(b"00" * 1000 + first), "more than 512 bytes")
    says("a line of other length", "zvc-enc", with_first(first[2:]), "line 2: lines is not 128")
    says("a number too large", "gbbr", gen("gbbr", "--answers").replace(b"\n", b"\nf", 1),
         "line 2: field gbbr has more than 40 bits")
    says("no head", "zvc-enc", b"".join(lines[1:]), "line 1: this is no case file")
    says("another version", "zvc-enc", text.replace(b"cases 1", b"cases 2"), "not of version 1")
    says("another unit", "bpc-enc", text, "line 1: the cases are of zvc-enc, not of bpc-enc")
    says("a unit that does not exist", "bpc-enc", text.replace(b"zvc-enc", b"zvc"), "no unit")
    says("other parameters", "zvc-enc", text, "the cases have ELEM=32, not 8", "-p", "ELEM=8")
    says("parameters that do not exist", "zvc-enc", text.replace(b"ELEM=32", b"ELEM=31"),
         "zvc-enc does not take ELEM=31")
    says("no seed", "zvc-enc", text.replace(b"STREAM=0 1", b"STREAM=0"), "parameters and a seed")
    says("an end that says nothing", "zvc-enc", b"".join(lines[:-1]) + b"# end\n", "neither a case")
    says("text after the end", "zvc-enc", text + first, "text after the end")
    says("a file that is not there", "zvc-enc", b"", "/nowhere: No such file", "/nowhere")
    says("two files", "zvc-enc", b"", "at most one file", "a", "b")
    says("a unit's name that is wrong", "zvc", b"", "unknown unit 'zvc'")


def bad_gen():
    wrong = []
    for words, text in (([], "no unit"), (["zvc"], "unknown unit"), (["bpc-enc", "x"], "no file"),
                        (["gbbr", "--level", "3"], "--level takes"),
                        (["gbbr", "--lines", "0"], "--lines takes"),
                        (["gbbr", "--seed", "-1"], "--seed takes"),
                        (["zvc-enc", "-p", "ELEM"], "NAME=VALUE"),
                        (["zvc-enc", "-p", "ELEM=12"], "does not take ELEM=12"),
                        (["gbbr", "-p", "SHARE_W=24", "-p", "FRAME_W=24"], "together"),
                        (["gbbr", "--json"], "not an option")):
        done = run([PROGRAM, "gen", *words], b"")
        said = done.stderr.decode()
        if done.returncode != 2 or done.stdout or text not in said or said.count("\n") != 1:
            wrong.append(f"{words}: exit {done.returncode}, {said}")
    with open("/dev/full", "wb") as full:
        done = subprocess.run([PROGRAM, "gen", "gbbr"], check=False, stdout=full,
                              stderr=subprocess.PIPE)
    if done.returncode != 2 or b"No space left" not in done.stderr:
        wrong.append(f"full disk: exit {done.returncode}, {done.stderr.decode()}")
    result("\n".join(wrong), "gen refuses bad use with one line, and a full disk")


def bad_duts():
    """Behaviours of a DUT at its pipe."""
    wrong = []
    for name, shell, status in (
            ("dies at once", "exit 3", 2), ("dies in the middle", "head -n 20", 2),
            ("says nothing", "cat >/dev/null", 2), ("passes its input through", "cat", 2),
            ("forgets the comments", "grep -v '^#'", 2)):
        done = run(["sh", "-c", f"{PROGRAM} gen gbbr --answers 2>/dev/null | {{ {shell}; }} | "
                    f"{PROGRAM} check gbbr"], b"")
        if name == "passes its input through":
            done = run(["sh", "-c", f"{PROGRAM} gen gbbr | {PROGRAM} check gbbr"], b"")
        if done.returncode != status or done.stdout or done.stderr.count(b"\n") != 1:
            wrong.append(f"{name}: exit {done.returncode}, {done.stdout[:60]}{done.stderr}")
    result("\n".join(wrong), "a DUT that dies or prints something else never passes")


def page():
    """docs/use/conformance.md has the fields as printed by the program."""
    with open("docs/use/conformance.md", encoding="utf-8") as src:
        text = src.read()
    wrong = []
    for kind in KINDS:
        said = gen(kind, "--fields").decode()
        shown = "".join(f"    {line}\n" for line in [f"$ linepress gen {kind} --fields",
                                                      *said.splitlines()])
        if shown not in text:
            wrong.append(f"{kind}: {said}")
    result("\n".join(wrong), "docs/use/conformance.md: the fields of every kind")


def main():
    print(f"# LP_SEED={SEED}")
    if sys.argv[1:] == ["rtl"]:
        our_rtl()
        return
    good_units()
    our_rtl()
    same_bytes()
    wrong_answers()
    unknown_outputs()
    endless_lines()
    broken_text()
    bad_gen()
    bad_duts()
    page()


if __name__ == "__main__":
    main()
    sys.exit(end())
