#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Puts bugs into the CUDA kernels, one at a time, and says which of them the tests catch.

    bugs.py BUILD [PATTERN]     PATTERN: only bugs whose line matches it

Every wait of the kernels is taken away in turn, every wait between streams too, and lines are changed
as they are easily got wrong. A bug counts as caught if a test fails with one of two seeds. One that is
not caught has to be looked at.
"""
import glob
import os
import re
import shutil
import subprocess
import sys

SEEDS = (1, 2)
WAITS = re.compile(r"__sync(threads|warp)\([A-Z]*\);")
LINES = (
    ("zvc.h", "1 + count(set.lanes & below(lane()))", "1 + count(set.lanes & up_to(lane()))"),
    ("zvc.h", "E::MASK + E::elements_at(of, at) <= have", "E::elements_at(of, at) <= have"),
    ("zvc.h", "set.first >> 8 * lane()", "set.first >> 16 * lane()"),
    ("zvc.h", "count(set.second & lower)", "count(set.second & up_to(lane()))"),
    ("zvc.h", "*own++ = (unit)word", "*own = (unit)word"),
    ("zvc.h", "low = half_of(of, at), high = half_of(of, at + 2)",
     "low = half_of(of, at), high = half_of(of, at)"),
    ("zvc.h", "lane() < WARP / 2 ? 0 : count(low)", "0"),
    ("zvc.h", "of(at + (own & 1))", "of(at + 1)"),
    ("zvc.h", "count(half_of(of, at)) + count(half_of(of, at + 2))", "2 * count(half_of(of, at))"),
    ("zvc.cu", "if (threadIdx.x == 0)\n        r->", "if (0)\n        r->"),
    ("zvc.cu", "from % sizeof(unit) != 0", "from % 4 != 0"),
    ("ebd.cu", "which == 0 ? lower : up_to(lane())", "lower"),
    ("ebd.cu", "x->exponent[k] != LPI_EBD_INFINITE && ", ""),
    ("ebd.cu", "256 - x->exponent[k] > off", "256 - x->exponent[k] < off"),
    ("ebd.cu", "c.most == (int)LPI_EBD_INFINITE ? 0 : c.infinite", "c.infinite"),
    ("ebd.cu", "x->nonzero[k] && q[k] >= 0", "x->nonzero[k]"),
    ("ebd.cu", "q[0] >= 6 + k", "q[0] > 6 + k"),
    ("ebd.cu", "plan->form == LPI_EBD_FULL || x->nonzero[k]", "x->nonzero[k]"),
    ("ebd.cu", "masked ? place : 2 * lane() + k", "2 * lane() + k"),
    ("ebd.cu", "before(escapes, k) + !masked", "before(escapes, k)"),
    ("ebd.cu", "all.of[0] >> 4 * lane()", "all.of[0] >> 8 * lane()"),
    ("ebd.cu", "s->nibbles[i] = 0", ""),
    ("ebd.cu", "s->codes[i] = 0", ""),
    ("ebd.cu", "put_word(out + 1 + WORD * lane(), word)", "put_word(out + WORD * lane(), word)"),
    ("ebd.cu", "have < (masked ? LPI_EBD_MASK_NIBBLES : LPI_EBD_NIBBLES + 1)", "0"),
    ("ebd.cu", "(*bytes <= LPI_EBD_MASK_BYTES) == masked && ", ""),
    ("ebd.cu", " && *bytes <= LPI_EBD_BYTES", ""),
    ("ebd.cu", "*bytes > have ? SHORT_STREAM : 0", "0"),
    ("ebd.cu", "else if (kind != LPI_KIND_ZERO)\n        return CORRUPT",
     "else if (kind > 255)\n        return CORRUPT"),
    ("ebd.cu", "f.places <= LPI_EBD_MASK_MOST", "f.places <= 17"),
    ("ebd.cu", "(first + escapes) % 2 != 0 && ", "0 && "),
    ("ebd.cu", "nibble_at(record, 2 * LPI_EBD_NIBBLES) > 1", "0"),
    ("ebd.cu", "lane() >= f->places && ", "0 && "),
    ("ebd.cu", "exponent < 0 || exponent > 255", "exponent > 255"),
    ("ebd.cu", "exponent < 0 || exponent > 255", "exponent < 0"),
    ("ebd.cu", "nibble == (int)LPI_EBD_BOTTOM ? 0", "nibble > 15 ? 0"),
    ("ebd.cu", "r.corrupt ? CORRUPT_STREAM : r.error", "r.error ? r.error : r.corrupt ? 5 : 0"),
    ("ebd.cu", "r.corrupt = 0;", ";"),
    ("ebd.cu", "bad |= store_word", "store_word"),
    ("ebd.cu", "if (warp() == 0)\n            walk", "walk"),
    ("rle.cu", "#define RUN_MAX 128u", "#define RUN_MAX 127u"),
    ("rle.cu", "if (run > words - at)", "if (run > words)"),
    ("rle.cu", "WORD * stored > src_bytes - in", "stored > src_bytes - in"),
    ("csr.cu", "column <= before", "column < before"),
    ("csr.cu", "src_bytes != due", "src_bytes < due"),
    ("lz4_compress.cu", "lower != 0 ? other : z->table[l.hash]", "z->table[l.hash]"),
    ("lz4_compress.cu", "counts >> lane() & 1 && ", ""),
    ("lz4_compress.cu", "(PATIENCE / 2 * rounds + rest)", "(PATIENCE * rounds + rest)"),
    ("lz4_compress.cu", "at + i < z->bytes - LITERALS_LAST", "at + i < z->bytes - 4"),
    ("lz4_expand.cu", "offset > at ||", ""),
    ("lz4_expand.cu", "[i % offset]", "[i]"),
    ("lz4_expand.cu", "at + length + LITERALS_LAST > bytes", "at + length > bytes + 64"),
    ("windows.h", "bytes > src_bytes - l->at - WORD", "bytes > src_bytes"),
    ("windows.h", "w->bytes % LINE == 0", "1"),
    ("windows.h", "atomicMin(&l->error, ", "(l->error = "),
    ("warp.h", "at + WORD <= bytes)\n        return", "at < bytes)\n        return"),
    ("stream.cu", "before + sum - size", "before + sum"),
    ("stream.cu", "if (at % WORD == 0)", "if (bytes % WORD == 0)"),
    ("flow.c", "error = lpc_lane_let_wait(&f->in, f->out.stream, last_in(&t->copy))", "error = 0"),
    ("flow.c", "return head > content ? head : content", "return head"),
    ("flow.c", "return head > content ? head : content", "return content"),
    ("flow.c", "error = lpc_lane_let_wait(&f->out, (cudaStream_t)stream, t->copy.out)", "error = 0"),
    ("flow.c", "error = lpc_lane_let_wait(&f->in, (cudaStream_t)stream, t->copy.in)", "error = 0"),
    ("flow.c", "error = follow(f, f->make, stream);\n    if (error == LP_OK)\n        error = lpc_lane",
     "error = 0;\n    if (error == LP_OK)\n        error = lpc_lane"),
    ("flow.c", "error = lpc_lane_let_wait(&f->in, f->make, ticket->in)", "error = 0"),
    ("flow.c", "error = lpc_lane_let_wait(&f->out, f->make, ticket->out)", "error = 0"),
    ("flow.c", "error = follow(f, f->out.stream, stream)", "error = 0"),
    ("flow.c", "error == LP_OK && verified ? follow(f, f->out.stream, f->make) : error", "error"),
    ("flow.c", "error = follow(f, f->make, stream);\n    return error == LP_OK ? launch",
     "error = 0;\n    return error == LP_OK ? launch"),
    ("flow.c", "follow(f, f->out.stream, direct ? stream : f->make)",
     "direct ? follow(f, f->out.stream, stream) : 0"),
    ("flow.c", "follow(f, f->out.stream, direct ? stream : f->make)",
     "direct ? 0 : follow(f, f->out.stream, f->make)"),
    ("flow.c", "error = follow(f, f->make, stream);\n    return error == LP_OK ? follow",
     "error = 0;\n    return error == LP_OK ? follow"),
    ("flow.c", "error == LP_OK ? follow(f, f->out.stream, stream) : error", "error"),
    ("flow.c", "return follow(f, f->in.stream, f->fetch)", "return LP_OK"),
    ("flow.c", "lpc_lane_let_wait(&f->out, f->in.stream, t->copy.out)", "LP_OK"),
    ("flow.c", "error = follow(f, f->in.stream, stream)", "error = 0"),
    ("flow.c", "error = follow(f, f->fetch, stream)", "error = 0"),
    ("flow.c", "error = lpc_lane_let_wait(&f->out, f->fetch, t->copy.out)", "error = 0"),
    ("flow.c", "error = follow(f, f->in.stream, f->fetch)", "error = 0"),
    ("flow.c", "int error = lpc_lane_let_wait(lane, first, (*shelf)->work)", "int error = 0"),
    ("flow.c", "error = lpc_checked((int)cudaStreamSynchronize(lane->stream))", "error = 0"),
    ("flow.c", "cudaMemsetAsync(f->counter, 0, sizeof *f->counter, f->out.stream)", "0"),
    ("flow.c", "f->config.staged_in && t->copy.out <= f->out.seen", "f->config.staged_in"),
    ("flow.c", "error = lpc_copies_need(&f->copies, &t->copy)", "error = 0"),
    ("copies.c", "ticket->in = copy->in > ticket->in ? copy->in : ticket->in", ""),
    ("copies.c", "ticket->out = copy->out > ticket->out ? copy->out : ticket->out", ""),
    ("copies.c", "copy->is_filed && copy->errand.kind == LPC_IDLE", "copy->was_asked"),
    ("copies.c", "copy->out == 0 || copy->out > c->out->seen", "copy->out == 0"),
    ("copies.c", "reader != NULL ? &seen : NULL", "NULL"),
    ("copies.c", "copy != reader && ", ""),
    ("copies.c", "copy->errand.kind != LPC_READ", "1"),
    ("copies.c", "if (copy->errand.kind == LPC_IDLE)\n        dispose", "if (1)\n        dispose"),
    ("copies.c", "copy->is_filed = e->error == LP_OK", "copy->is_filed = 1"),
    ("copies.c", "if (c->pool.used > 0 || c->pool.held == 0)", "if (1)"),
    ("pinned.c", "b->ticket.out <= seen->out && b->ticket.in <= seen->in", "b->ticket.out <= seen->out"),
    ("spill.c", "crc != e->crc ? LP_ERR_CORRUPT : error", "error"),
    ("spill.c", "if (error != LP_OK)\n        forget(s, e)", ""),
    ("spill.c", "if (e->kind == LPC_FORGET)\n        forget(s, e)", "if (0)\n        forget(s, e)"),
    ("spill.c", "int error = lpi_host_check(&s->host)", "int error = 0"),
    ("spill.c", "e->next = urgent ? l->first : NULL", "e->next = NULL"),
    ("lane.c", "if (number <= lane->seen)", "if (number <= lane->asked)"),
    ("pinned.c", "b->ticket.in = b->ticket.in > next->ticket.in ? b->ticket.in : next->ticket.in", ""),
    ("pinned.c", ".ticket = b->ticket}", "}"),
    ("grp.cu", "count(escapes_of(s)) << 20", "count(s.c) << 20"),
    ("grp.cu", "mine + other > BEAT_ESCAPES", "mine > BEAT_ESCAPES"),
    ("grp.cu", "from > to || ", ""),
    ("grp.cu", "to > job->sectors", "0"),
    ("grp.cu", "FIELD_BITS * sectors - 8 * ++number", "FIELD_BITS * sectors - 8 * number++"),
    ("grp.cu", "p_bits += 2 * c", "p_bits += 2 * a"),
    ("grp.cu", "if (sectors_of(state) > room.sectors)\n        complain", "if (0)\n        complain"),
    ("grp.cu", "due > sectors ? SHORT_STREAM", "due < sectors ? SHORT_STREAM"),
    ("grp.cu", "fit && dirty == 0", "dirty == 0"),
    ("grp.cu", "fit && dirty == 0", "fit"),
    ("grp.cu", "if (state > LP_GRP_RAW)", "if (state > LP_GRP_POISON)"),
    ("grp.cu", "if (sectors_of(state) > room.sectors)\n        return", "if (0)\n        return"),
    ("grp.cu", "if (error == 0)\n        store_eight", "if (error != 1)\n        store_eight"),
    ("grp.cu", "*(end - ++number)", "*(end - number++)"),
    ("grp_call.c", "0xff, sizeof", "0, sizeof"),
    ("send.cu", "c->units[i] = 0", ""),
    ("send.cu", "c->units[i] = c->units[sent + i]", "c->units[i] = c->units[i]"),
    ("send.cu", "E::MASK * p.lines + block_sum", "p.lines + block_sum"),
    ("flow.c", "codec == LP_SWAP_ZVC ? LPC_SEND_ZVC : LPC_SEND_ZVC16", "LPC_SEND_ZVC"),
    ("flow.c", "codec == LP_SWAP_ZVC ? LPC_RECEIVE_ZVC : LPC_RECEIVE_ZVC16", "LPC_RECEIVE_ZVC16"),
    ("send.cu", "job->sums && sum != e.sum", "0"),
    ("send.cu", "job.sums && sum != job.table[number].sum", "0"),
    ("send.cu", "e.from + bursts <= job->bursts", "1"),
    ("warp.h", "s.from + s.bytes > LPC_BURST * job->bursts", "0"),
)
GRP = ("grp.cu", "grp_call.c", "grp_job.h", "grp.h")
FLOW = ("flow.c", "lane.c", "pinned.c", "copies.c", "spill.c", "send.cu")  # sources that only the stream tests cover


def bugs():
    """(file, its text, its text with a bug, what is said of it)"""
    for path in sorted(path for kind in ("cu", "h", "c")
                       for path in glob.glob(f"adapters/cuda/*.{kind}")):
        with open(path, encoding="utf-8") as file:
            text = file.read()
        name = os.path.basename(path)
        for wait in WAITS.finditer(text):
            line = text.count("\n", 0, wait.start()) + 1
            yield name, text, text[:wait.start()] + ";" + text[wait.end():], \
                f"{name}:{line}: no {wait.group(0)[:-1]}"
        for _, old, new in (row for row in LINES if row[0] == name):
            assert text.count(old) >= 1, (name, old)
            line = text.count("\n", 0, text.index(old)) + 1
            yield name, text, text.replace(old, new, 1), f"{name}:{line}: {old.split(chr(10))[0]}"


def run(words, seed):
    """The output of a test that fails; None: it passes."""
    try:
        done = subprocess.run(words, capture_output=True, text=True, check=False, timeout=200,
                              env={**os.environ, "LP_SEED": str(seed)})
    except subprocess.TimeoutExpired:
        return "no end"
    if done.returncode == 0:
        return None
    said = [line for line in done.stderr.splitlines() if "emulated CUDA" in line] + \
        [line for line in done.stdout.splitlines() if line.startswith("not ok")]
    return said[0] if said else f"status {done.returncode}"


def tests_of(name, work):
    if name in GRP:
        return [[f"{work}/test_grp"]]
    flow = [[f"{work}/test_flow"], [f"{work}/test_spill"]]
    kernels = [[f"{work}/test_races", "quick"], [f"{work}/test_cuda"]]
    return flow if name in FLOW else kernels + (flow if name.endswith(".h") else [])


def is_caught(name, work):
    """How the sources with a bug in `name` fail a test; None: they pass."""
    made = [f"EMULATED={work}/obj", f"RACES={work}/races", f"CU={work}/adapters/cuda",
            f"CUDA_TEST={work}/test_cuda", f"CUDA_RACES={work}/test_races",
            f"CUDA_FLOW={work}/test_flow", f"CUDA_SPILL={work}/test_spill", f"CUDA_GRP={work}/test_grp"]
    tests = tests_of(name, work)
    done = subprocess.run(["make", "-s", *made, *(words[0] for words in tests)],
                          capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    for words in tests:
        for seed in SEEDS:
            how = run(words, seed)
            if how:
                return how
    return None


def write(path, text):
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)


def main():
    work = os.path.join(sys.argv[1], "cuda", "bugs")
    pattern = sys.argv[2] if len(sys.argv) > 2 else ""
    caught = lost = 0
    shutil.rmtree(work, ignore_errors=True)
    shutil.copytree("adapters/cuda", f"{work}/adapters/cuda")
    os.symlink(os.path.abspath("cmodel"), f"{work}/cmodel")
    for name, good, bad, said in bugs():
        if not re.search(pattern, said):
            continue
        write(f"{work}/adapters/cuda/{name}", bad)
        how = is_caught(name, work)
        write(f"{work}/adapters/cuda/{name}", good)
        caught, lost = caught + (how is not None), lost + (how is None)
        print(f"caught: {said} ({how})" if how else f"NOT caught: {said}", flush=True)
    shutil.rmtree(work)
    print(f"{caught} caught, {lost} not")


main()
