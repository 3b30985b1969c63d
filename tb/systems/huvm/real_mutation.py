#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Seeded bugs in the coordinator and in its client that the tests must find.

Each mutant changes one place of a file of cmodel/systems/huvm/real, of a client_*.c or wire.c in
the same folder (mutants.py). The unit test runs under address and undefined-behaviour sanitizers;
then programs and players under the real command. A test that does not end has found it; their
number is printed, since a machine that is too busy would look the same. Fails if fewer than 95 %
are found.
"""
import argparse
import glob
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import time

from mutants import places, write

SWAPS = (("PROT_NONE", "PROT_READ"), ("PROT_READ | PROT_WRITE", "PROT_READ"),
         ("REAL_PCIE_IN", "REAL_PCIE_OUT"), ("REAL_PCIE_OUT", "REAL_PCIE_IN"), (".from", ".to"),
         (".to", ".from"), ("->from", "->to"), ("->to", "->from"), ("HUVM_GUARD", "HUVM_SHUT"),
         ("HUVM_SHUT", "HUVM_GUARD"), (".first", ".last"), ("REAL_LEAVING", "REAL_NOBODY"),
         ("REAL_READY", "REAL_GREETED"), (" : ", " : 1 + "), ("continue;", "break;"))
# Bugs visible only if a system call fails or memory is short, which no test here causes.
UNSEEN = ("errno", "EINTR", "EAGAIN", "ENOENT", "EINVAL", "strerror", "host_failed", "abort();",
          "real_fail(", "check(p, chunk, false", "check_host(")
# New lines that are equivalent: a number below 0 for no file or no limit, a loop that spins where
# it yielded, classes that never meet on a link, actions also done where a copy arrives, a chunk of
# one byte, a protection of unprotected memory, copies of a program that leaves, all of which are of
# chunks to be dropped, a kind of faults other than userfaultfd.
EQUAL = ("links.c: [HUVM_PRE_EVICT] = 1,  [HUVM_WRITE_BACK] = 2, [HUVM_PREFETCH] = 2,",
         "links.c: [HUVM_FAULT] = 0,      [HUVM_EVICT] = 1,      [HUVM_PARALLEL] = 0,",
         "decide.c: return !(g->forgetting > 0 && g->copies > 0 || g->serving);",
         "decide.c: return !(g->forgetting > 0 || g->copies > 1 || g->serving);",
         "memory.c: if (port->state == REAL_GREETED && memory->faults >= 0)",
         "memory.c: protect(p, chunk, memory, 1, SHORT);", "memory.c: if (n > 1)",
         "tier.c: if (n > 1)", "tier.c: if (t->has[chunk] > 1)", "tier.c: if (t->has[chunk] >= 0)",
         "coordinator.c: void *memory = bytes > 1 ? malloc(bytes) : NULL;",
         "client_open.c: .kind = HUVM_READY, "
         ".value = reason == 0 ? HUVM_USERFAULTFD : 1 + HUVM_PROTECTION,")
ROOM = "cmodel/systems/huvm/real"
NO_MEMORY = ("== NULL ||", "== NULL)", "!= NULL &&")
FLAGS = ["-std=c11", "-w", "-Icmodel/include", "-D_POSIX_C_SOURCE=200809L",
         "-D_FILE_OFFSET_BITS=64"]
SANITIZED = ["-O1", "-g", "-fsanitize=address,undefined", "-fno-sanitize-recover=all"]
PRELOADED = ["-O2", "-fvisibility=hidden", "-fPIC"]
LIBRARIES = ("-llz4", "-ldeflate", "-lz", "-ljansson", "-lpthread", "-lm")
ROOMS = ("policy", "clock", "wire", "client", "real")
SCRIPTS = ("tb/systems/huvm/players_test.py", "tb/systems/huvm/real_test.py")


class Bench:
    def __init__(self, options):
        self.options = options
        self.cc = os.environ.get("CC", "gcc").split()
        self.work = os.path.abspath(options.work)
        self.build = os.path.abspath(options.build)
        self.limits = {}
        self.endless = 0
        self.sources = [s for room in ROOMS
                        for s in sorted(glob.glob(f"cmodel/systems/huvm/{room}/*.c"))]
        self.sources += ["tb/reference/policy_slow.c", "tb/systems/test_huvm_real.c"]
        objects = f"{self.build}/obj/cmodel/cli"
        self.command = [o for o in sorted(glob.glob(f"{objects}/*.o") + glob.glob(f"{objects}/*/*.o"))
                        if not o.startswith((f"{objects}/shared/", f"{objects}/card/"))]
        shutil.rmtree(self.work, ignore_errors=True)
        os.makedirs(f"{self.work}/tree/huvm_preload")
        os.makedirs(f"{self.work}/tree/huvm")
        for name in ("huvm/programs", "huvm_preload/huvm_player"):
            os.symlink(f"{self.build}/{name}", f"{self.work}/tree/{name}")
        for source in self.sources:
            self.compile(source, self.unit_object(source), SANITIZED)

    def unit_object(self, source):
        return f"{self.work}/{os.path.basename(source)}.o"

    def compile(self, source, target, flags, folder=None):
        words = [*self.cc, *FLAGS, *flags, *([f"-I{folder}"] if folder else ()), "-c", source,
                 "-o", target]
        return subprocess.run(words, stderr=subprocess.DEVNULL, check=False).returncode == 0

    def link(self, *words):
        subprocess.run([*self.cc, *words], check=True)

    def build_unit(self, path, mutant):
        """The unit test with the file compiled from `mutant`; False: it does not compile."""
        if not self.compile(mutant, f"{self.work}/mutant.o", SANITIZED, os.path.dirname(path)):
            return False
        objects = [self.unit_object(s) for s in self.sources if s != path]
        self.link(*SANITIZED, f"{self.work}/mutant.o", *objects,
                  f"{self.build}/liblinepress_cycle.a", f"{self.build}/liblinepress.a", "-lcmocka",
                  *LIBRARIES, "-o", f"{self.work}/unit")
        return True

    def build_tree(self, path, mutant):
        """The command and its preloaded object."""
        name = "/".join(path.split("/")[-2:])[:-2] + ".o"
        target, tree = f"{self.work}/mutant.o", f"{self.work}/tree"
        self.compile(mutant, target, PRELOADED, os.path.dirname(path))
        # Linked ahead of the archives, so that the original is not taken from them.
        self.link(target, *self.command,
                  *(f"{self.build}/{a}.a" for a in ("libcli", "libkit", "libsystems",
                                                   "liblinepress_dma", "liblinepress_cycle",
                                                   "liblinepress")),
                  *LIBRARIES, "-o", f"{tree}/linepress")
        objects = [target if o.endswith("/" + name) else o for o in
                   sorted(glob.glob(f"{self.build}/huvm_preload/*/*.o"))]
        self.link("-shared", "-Wl,-z,now", *objects, "-lpthread", "-ldl", "-o",
                  f"{tree}/huvm_preload/liblinepress_huvm.so")

    def passes(self, words):
        """Whether a test ends well, within five times its duration without a bug."""
        scratch = f"{self.work}/tmp"
        os.makedirs(scratch, exist_ok=True)
        environment = {**os.environ, "LP_SEED": str(self.options.seed), "TMPDIR": scratch,
                       "BUILD": f"{self.work}/tree", "CMOCKA_TEST_ABORT": "1"}
        with open(f"{self.work}/log", "wb") as log, \
                subprocess.Popen(words, stdout=log, stderr=log, env=environment,
                                 start_new_session=True) as test:
            try:
                return test.wait(self.limits.get(words[-1], 300)) == 0
            except subprocess.TimeoutExpired:
                self.endless += 1
                return False
            finally:
                # Together with all processes that it started.
                try:
                    os.killpg(test.pid, signal.SIGKILL)
                except ProcessLookupError:
                    pass
                shutil.rmtree(scratch, ignore_errors=True)

    def tests(self):
        return [[f"{self.work}/unit"], *([sys.executable, s] for s in SCRIPTS)]

    def is_found(self, path, mutant):
        """None: it does not compile."""
        if not self.build_unit(path, mutant):
            return None
        if not self.passes(self.tests()[0]):
            return True
        self.build_tree(path, mutant)
        return not all(self.passes(words) for words in self.tests()[1:])

    def measure(self):
        """Each test without a bug; its time is the limit of the others."""
        path = "cmodel/systems/huvm/wire/wire.c"
        self.build_unit(path, path)
        self.build_tree(path, path)
        for words in self.tests():
            begun = time.monotonic()
            if not self.passes(words):
                sys.exit(f"{words[-1]} fails without a bug: {self.work}/log")
            self.limits[words[-1]] = 10 + 5 * (time.monotonic() - begun)


def is_unseen(path, number):
    """Whether the line, or the effect of the condition before it, is in a case that no test
    causes."""
    with open(path, encoding="utf-8") as file:
        lines = file.read().splitlines()
    return any(word in lines[number] for word in UNSEEN) or \
        any(word in line for word in NO_MEMORY for line in lines[number - 1:number + 1])


def is_equal(path, number, text):
    with open(path, encoding="utf-8") as file:
        line = file.read().splitlines()[number]
    below = re.search("return|[!=]= -1", line) is None and \
        text in (line[:m.start()] + "-2" + line[m.end():] for m in re.finditer("-1", line))
    return below or "sched_yield();" in line or \
        f"{os.path.basename(path)}: {text.strip()}" in EQUAL


def is_wanted(path, number, only):
    name = os.path.basename(path)
    return not only or name in only.split(",") or f"{name}:{number + 1}" in only.split(",")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=60)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", default="", metavar="FILE[:LINE],...",
                        help="only mutants of these places")
    parser.add_argument("--build", required=True)
    parser.add_argument("--work", required=True)
    options = parser.parse_args()
    # If it is interrupted, it prints the mutants tried.
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    bench = Bench(options)
    files = [s for s in bench.sources
             if s.startswith(ROOM) or os.path.basename(s).startswith(("client_", "wire"))]
    found = [(path, number, text) for path in files for number, text in places(path, SWAPS)
             if is_wanted(path, number, options.only) and
             not is_unseen(path, number) and not is_equal(path, number, text)]
    print(f"{len(found)} places; seed {options.seed}", flush=True)
    random.Random(options.seed).shuffle(found)
    bench.measure()
    tried = left = 0
    try:
        for mutant in found:
            if tried == options.count:
                break
            write(mutant, f"{bench.work}/mutant.c")
            answer = bench.is_found(mutant[0], f"{bench.work}/mutant.c")
            if answer is None:
                continue
            tried += 1
            left += not answer
            if not answer:
                print(f"survives: {mutant[0]}:{mutant[1] + 1}: {mutant[2].strip()}", flush=True)
    except KeyboardInterrupt:
        pass
    share = 100 * (tried - left) / max(1, tried)
    print(f"{tried} mutants, {tried - left} found, {share:.1f} %; "
          f"{bench.endless} of these since a test did not end")
    return share < 95


sys.exit(main())
