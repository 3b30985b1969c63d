#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Bugs that a designer may make, one at a time, which the cases of the golden-model kit must find.

    bugs_test.py            all bugs apply, and some are found, which LP_SEED=n draws
    bugs_test.py --all      all are found; writes the table of docs/use/conformance.md

Each bug is a file of a unit's cycle model with a few words changed, linked before the rest of
kit-dut, which plays the cases through that model. BUILD/kit/link has the command that links it.
"""
import json
import os
import random
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
sys.path[:0] = [os.path.dirname(HERE), os.path.join(ROOT, "synth")]
import marked  # noqa: E402
from tap import end, result  # noqa: E402

BUILD = os.environ.get("BUILD", "build")
PROGRAM = f"{BUILD}/linepress"
SEED = int(os.environ.get("LP_SEED", random.SystemRandom().randrange(1, 1 << 31)))
DRAWN = 3
CASES = "1"  # seed of the cases
PAGE = os.path.join(ROOT, "docs/use/conformance.md")
BEGIN, END = "<!-- kit-bugs:begin -->", "<!-- kit-bugs:end -->"
# The cases that are tried, one after the other.
TRIED = (("level 1", ["--level", "1"]), ("level 2", ["--level", "2"]))

GRP_ENC, GRP_DEC = "grp/grp_enc_cycle.c", "grp/grp_dec_cycle.c"
MIXED_ENC, MIXED_DEC = "codec/mixed_enc_cycle.c", "codec/mixed_dec_cycle.c"
EBD_CORE, EBD_DEC = "ebd/ebd_core.c", "ebd/ebd_dec_cycle.c"
# Kind of the cases, bug, file in cmodel/units, text, what it becomes.
BUGS = (
    ("grp-enc", "lists that just fit take a sector more", GRP_ENC,
     "(bits + SECTOR_BITS - 1) / SECTOR_BITS", "(bits + SECTOR_BITS) / SECTOR_BITS"),
    ("grp-enc", "lists of 512 bits are stored raw", GRP_ENC, "bits > MOST_BITS",
     "bits >= MOST_BITS"),
    ("grp-enc", "five escapes in a sector are stored", GRP_ENC, "escapes > MOST_ESCAPES",
     "escapes > MOST_ESCAPES + 1"),
    ("grp-enc", "escapes in ascending order", GRP_ENC, "end - 8 * (i + 1)",
     "end - 8 * (q->esc_count - i)"),
    ("grp-enc", "P begins at an even bit", GRP_ENC, "unsigned at = q->b_count,",
     "unsigned at = q->b_count & ~1u,"),
    ("grp-enc", "a group is zero if its last sector is", GRP_ENC,
     "q->zero = q->zero && s->zero", "q->zero = s->zero"),
    ("grp-enc", "negative zeros are zeros", GRP_ENC, "s->zero && x == 0",
     "s->zero && (x & 0x7fff) == 0"),
    ("grp-enc", "payload without signs", GRP_ENC, "(x >> 8 & 0x80) | (x & 0x7f)", "(x & 0x7f)"),
    ("grp-enc", "the first sector has the table of the group before", GRP_ENC,
     "if (q->beat == 0)\n        memcpy(q->table", "if (q->beat == 1)\n        memcpy(q->table"),
    ("grp-enc", "the last exponent of the table is not looked for", GRP_ENC,
     "k < EXPONENTS; k++)\n        found", "k < EXPONENTS - 1; k++)\n        found"),
    ("grp-dec", "five escapes in a sector pass", GRP_DEC, "escapes > MOST_ESCAPES",
     "escapes > MOST_ESCAPES + 1"),
    ("grp-dec", "the fourth escape of a sector takes the first's exponent", GRP_DEC,
     "rank % MOST_ESCAPES", "rank % (MOST_ESCAPES - 1)"),
    ("grp-dec", "fields that need fewer sectors pass", GRP_DEC, "total > most || total <= above",
     "total > most"),
    ("grp-dec", "fields that need more sectors pass", GRP_DEC, "total > most || total <= above",
     "total <= above"),
    ("grp-dec", "bits between the lists and the escapes pass", GRP_DEC,
     "if (list_bit(group, i))\n            return true;", "(void)i;"),
    ("grp-dec", "bits in the last byte of the lists pass", GRP_DEC, "for (unsigned i = bits;",
     "for (unsigned i = 8 * front;"),
    ("grp-dec", "ones in A pass with 10 sectors", GRP_DEC,
     "group->sectors == 2 && group->ones != 0", "false"),
    ("grp-dec", "an odd number of ones does not move P", GRP_DEC,
     "at = 2 * group->p_at++ + group->ones % 2", "at = 2 * group->p_at++"),
    ("grp-dec", "a reserved state is a group of zeros", GRP_DEC, "!fields || in->s_last",
     "fields && in->s_last"),
    ("grp-dec", "classes 1 and 2 change places", GRP_DEC,
     "return 1 + list_bit(group, group->b_at++)", "return 2 - list_bit(group, group->b_at++)"),
    ("mixed-enc", "XZVC before ZVC if both need as many sectors", MIXED_ENC, "q->best ? x < z",
     "q->best ? x <= z"),
    ("mixed-enc", "ZVC before EBD with more sectors", EBD_CORE, "line->entry.sectors < may.zvc",
     "line->entry.sectors + 1 < may.zvc"),
    ("mixed-enc", "BPC before the others if it needs as many sectors", EBD_CORE,
     "q->lost = other < ", "q->lost = other <= "),
    ("mixed-enc", "44 elements are raw", MIXED_ENC, "nonzero > 44 ? 4", "nonzero > 43 ? 4"),
    ("mixed-enc", "12 elements take two sectors", MIXED_ENC, "(nonzero + 4 + 15) / 16",
     "(nonzero + 5 + 15) / 16"),
    ("mixed-enc", "raw lines have a codec", MIXED_ENC,
     "sectors == 0 || sectors == LP_LINE_SECTORS ? 0 : codec", "sectors == 0 ? 0 : codec"),
    ("mixed-enc", "sizes in bytes", MIXED_ENC, "8u * core->m_size", "core->m_size"),
    ("mixed-enc", "a line for EBD is stored by the best", MIXED_ENC,
     "q->best || q->codec == LP_MIXED_EBD", "q->best"),
    ("mixed-enc", "the filter forgets the sector before", MIXED_ENC,
     "first ? NULL : before + WORDS - 2", "NULL"),
    ("mixed-dec", "XZVC is decoded as ZVC", MIXED_DEC, "in->s_codec >> 1 & 1", "false"),
    ("mixed-dec", "EBD goes to the decoder of BPC", MIXED_DEC, "{zvc, U_BPC, zvc, U_EBD}",
     "{zvc, U_BPC, zvc, U_BPC}"),
    ("mixed-dec", "errors of ZVC are lost", EBD_DEC, "q->o_err = off ||",
     "q->o_err = !line->zvc && off ||"),
    ("mixed-dec", "ZVC's elements begin one place early", EBD_DEC, "ZVC_FIRST = 4", "ZVC_FIRST = 3"),
    ("mixed-dec", "errors of BPC are lost", MIXED_DEC, ".err = w->bpc_out.m_err",
     ".err = false"),
    ("mixed-dec", "errors of EBD are lost", MIXED_DEC, ".err = w->ebd_out.m_err",
     ".err = false"),
    ("mixed-dec", "an exponent out of range passes", EBD_DEC, "if (e < 0 || e > 255)",
     "if (e < 0)"),
    ("mixed-dec", "a record that ends a sector early passes", EBD_DEC,
     "off = off || length(line) <= (line->beats - 1) * LP_SECTOR_BYTES;", ""),
    ("mixed-dec", "bytes after a record pass", EBD_DEC, "(rest != 0 && line->tail >= rest)",
     "false"),
    ("mixed-dec", "reserved bits of a record pass", EBD_DEC,
     "(byte_at(line, LPI_EBD_NIBBLES) & 0xe) != 0", "false"),
    ("mixed-dec", "an escape above the base is below it", EBD_DEC,
     "if (nibble > LPI_EBD_FAR)", "if (nibble > 15)"),
)


def apply(bug):
    """The model's path and its text with the bug, or None if it no longer has those words."""
    _, _, file, old, new = bug
    path = os.path.join("cmodel/units", file)
    with open(path, encoding="utf-8") as src:
        text = src.read()
    return path, text.replace(old, new) if text.count(old) == 1 else None


def build(bug, folder):
    path, text = apply(bug)
    if text is None:
        raise ValueError(f"{path} does not have '{bug[3]}' once")
    source, program = f"{folder}/model.c", f"{folder}/dut"
    with open(source, "w", encoding="utf-8") as out:
        out.write(text)
    with open(f"{BUILD}/kit/link", encoding="utf-8") as src:
        link = src.read().split()
    subprocess.run(["cc", "-std=c11", "-O1", "-w", "-iquote", os.path.dirname(path),
                    "-Icmodel/include", "-Icmodel", "-c", source, "-o", f"{folder}/model.o"],
                   check=True)
    subprocess.run([link[0], "-o", program, f"{folder}/model.o", *link[1:]], check=True)
    return program


def judged(kind, program, words):
    """(cases, mismatches) of a model; a model that breaks off has no number of mismatches."""
    with subprocess.Popen([PROGRAM, "gen", kind, *words, "--seed", CASES],
                          stdout=subprocess.PIPE) as gen, \
         subprocess.Popen([program, "--engine", "model", "--seed", CASES], stdin=gen.stdout,
                          stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as dut:
        gen.stdout.close()
        check = subprocess.run([PROGRAM, "check", kind, "--json"], stdin=dut.stdout, check=False,
                               stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    if check.returncode == 2:
        return None, None
    said = json.loads(check.stdout)
    return said["cases"], said["mismatches"]


def finding(bug):
    """How the bug is found, in words, or "" if it is not."""
    with tempfile.TemporaryDirectory() as folder:
        program = build(bug, folder)
        for name, words in TRIED:
            cases, wrong = judged(bug[0], program, words)
            if wrong is None:
                return f"{name}: the unit breaks off"
            if wrong > 0:
                return f"{name}: {wrong:,} of {cases:,} cases"
    return ""


def good_models():
    """The same programs without a bug pass, so that what is found is the bug."""
    wrong = [kind for kind in dict.fromkeys(bug[0] for bug in BUGS)
             if judged(kind, f"{BUILD}/kit/dut", TRIED[0][1])[1] != 0]
    result(" ".join(wrong), "the models without bugs pass")


def main():
    every = sys.argv[1:] == ["--all"]
    print(f"# LP_SEED={SEED}")
    good_models()
    gone = [bug[1] for bug in BUGS if apply(bug)[1] is None]
    result("\n".join(gone), "each bug has its words once in its file")
    rows = ["| cases | bug | found by |", "|---|---|---|"]
    for bug in BUGS if every else random.Random(SEED).sample(BUGS, DRAWN):
        how = finding(bug)
        rows.append(f"| `{bug[0]}` | {bug[1]} | {how or 'nothing'} |")
        result("" if how else "not found", f"{bug[0]}: {bug[1]}: {how}")
    if every:
        rows += ["", f"Seed {CASES}; `make kit-bugs` writes this table."]
        marked.rewrite(PAGE, BEGIN, END, "\n".join(rows))


if __name__ == "__main__":
    main()
    sys.exit(end())
