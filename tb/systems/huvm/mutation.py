#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Seeded bugs in the policy of HUVM that its unit test has to find.

Each mutant changes one place of one policy_*.c (mutants.py). Fails if fewer than 95 % are found.
"""
import argparse
import glob
import os
import random
import subprocess
import sys

from mutants import places, write

SWAPS = (("HUVM_WINDOW", "(HUVM_WINDOW + 1)"), ("removable", "evicted"), ("evicted", "removable"),
         ("coming_host", "coming_spare"), ("coming_spare", "coming_host"), ("->home", "->to"),
         ("->at", "->to"), ("->to", "->at"), ("from_host", "from_spare"), (".first", ".last"),
         ("->before", "->after"), ("->after", "->before"), ("neighbour++", "host++"))
# New lines that are equivalent: more room than is needed, an index that moves with its ring, the
# lesser of two, a direction that is never 0; `at`, `to` and `home` where they are equal.
EQUAL = ("unsigned threshold = p->threshold <= quarter ? p->threshold : quarter;",
         "emit_copy(p, chunk, spare ? c->at : HUVM_HOST, c->to);",
         "if ((g->batch.chunks[i] > chunk) == (g->direction >= 0))",
         "return 3 * config->chunks + 2 * config->gpus;",
         "return 2 * config->chunks + 3 * config->gpus;",
         "p->action_begin = p->action_end = 1;",
         "huvm_list_add(p, &p->gpu[c->at].evicted, chunk);",
         "c->state = c->at == HUVM_HOST ? HUVM_AT_HOST : HUVM_EVICTED;",
         "if (c->at != HUVM_HOST)",
         "p->gpu[c->to].parking--;", "batch->tail_busy[c->to] = false;")


def build(work, sources, flags, mutant):
    """Compiles the mutant and links the test with it; None: it does not compile."""
    path = mutant[0]
    copy = f"{work}/mutant.c"
    write(mutant, copy)
    objects = [f"{work}/{os.path.basename(s)}.o" for s in sources if s != path]
    return subprocess.run([*flags, f"-I{os.path.dirname(path)}", copy, *objects, "-lcmocka", "-o",
                           f"{work}/test"], stderr=subprocess.DEVNULL, check=False).returncode == 0


def survives(work, seed):
    try:
        return subprocess.run([f"{work}/test"], stdout=subprocess.DEVNULL, timeout=30, check=False,
                              stderr=subprocess.DEVNULL, env={**os.environ, "LP_SEED": str(seed)}
                              ).returncode == 0
    except subprocess.TimeoutExpired:
        return False


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=120)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--work", required=True)
    options = parser.parse_args()
    os.makedirs(options.work, exist_ok=True)
    cc = os.environ.get("CC", "gcc").split()
    flags = [*cc, "-std=c11", "-O1", "-w", "-fsanitize=address,undefined",
             "-fno-sanitize-recover=all", "-Icmodel/include", "-D_POSIX_C_SOURCE=200809L"]
    sources = [*sorted(glob.glob("cmodel/systems/huvm/policy/policy_*.c")),
               "tb/reference/policy_slow.c", "tb/systems/test_huvm.c"]
    for source in sources:
        subprocess.run([*flags, "-c", source, "-o",
                        f"{options.work}/{os.path.basename(source)}.o"], check=True)
    mutants = [(path, number, text) for path in sources
               if not path.endswith(("_slow.c", "_check.c", "_look.c", "test_huvm.c"))
               for number, text in places(path, SWAPS) if text.strip() not in EQUAL]
    print(f"{len(mutants)} places; seed {options.seed}")
    random.Random(options.seed).shuffle(mutants)
    tried, left = 0, []
    with open(sources[0], encoding="utf-8") as file:
        first = file.read().splitlines()[0]
    if not build(options.work, sources, flags, (sources[0], 0, first)) or \
            not survives(options.work, options.seed):
        sys.exit("the test fails without a bug in the policy")
    for mutant in mutants:
        if tried == options.count:
            break
        if not build(options.work, sources, flags, mutant):
            continue
        tried += 1
        if survives(options.work, options.seed):
            left.append(mutant)
            print(f"survives: {mutant[0]}:{mutant[1] + 1}: {mutant[2].strip()}", flush=True)
    share = 100 * (tried - len(left)) / tried
    print(f"{tried} mutants, {tried - len(left)} found, {share:.1f} %")
    return share < 95


sys.exit(main())
