#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Bugs of the whole-GPU model, each put in once: a test has to find it.

A row has what the bug is, a file, the text that it replaces, the new text, and the tests one of
which has to fail."""
import argparse
import os
import shutil
import subprocess
import sys

FRONT, FLOW = "test_gpu_front", "test_gpu_flow"
MEMORY, CONFIG, CYCLE = "test_gpu_memory", "test_gpu_config", "test_gpu_cycle"
BUGS = (
    ("the link is free of charge", "memory/gpu_link.c",
     "lane->free = start + packet->sectors * sector;", "lane->free = start;", (MEMORY, FLOW)),
    ("the link has one way", "memory/gpu_link.c",
     "&link->lanes[packet->way][asker", "&link->lanes[0][asker", (MEMORY,)),
    ("a spill takes the device's latency", "memory/gpu_link.c",
     "config->link_latency * clock.memory", "config->device_latency * clock.memory", (FRONT, FLOW)),
    ("the link serves the first asker first", "memory/gpu_link.c",
     "lane->turn = (lane->turn + tried + 1) % lane->askers;", "lane->turn = 0;", (MEMORY,)),
    ("a dependency is lost", "front/gpu_sm.c",
     "warp->record.use == 0 ? UINT64_MAX", "warp->record.use != 2 ? UINT64_MAX", (FRONT,)),
    ("a value is used one instruction late", "front/gpu_sm.c",
     "UINT64_MAX : warp->next + warp->record.use;", "UINT64_MAX : warp->next + warp->record.use + 1;",
     (FRONT,)),
    ("a partly written line is evicted without a fill", "front/gpu_l2.c",
     "if (line->whole && line->valid != ALL) {", "if (0) {", (FRONT,)),
    ("a sector written in part needs no fetch", "front/gpu_l2.c",
     "? need & ~(uint32_t)packet->whole : need;", "? 0 : need;", (FRONT,)),
    ("the class is that of the bytes before the store", "front/gpu_image.c",
     "        *class = touched;\n", "", (FRONT,)),
    ("a metadata hit on a neighbour's sector", "engine/gpu_metadata.c",
     "if (tag == NULL || !(tag->valid & bit)) {", "if (tag == NULL) {", (FLOW,)),
    ("sectors of the mask count as lines", "front/gpu_image.c",
     "line.mask = (uint8_t)mask;", "line.mask = 15;", (FRONT,)),
    ("a sector that left the L1 early is not asked for again", "front/gpu_sm.c",
     "miss->asked &= (uint8_t)~packet->mask;",
     "miss->asked = miss->waiters == LPI_GPU_NONE ? 0 : miss->asked;", (FRONT,)),
    ("the L1 keeps its lines between launches", "front/gpu_sm.c",
     "    lpi_gpu_l1_empty(&sm->l1);\n", "", (FRONT,)),
    ("a barrier is left early", "front/gpu_sm.c",
     "group->at_barrier < group->live)", "group->at_barrier + 1 < group->live)", (FRONT,)),
    ("ticks are rounded", "config/gpu_config.c",
     ".core = memory / both, .memory = core / both", ".core = 2, .memory = 3", (CONFIG,)),
    ("a row is never closed", "memory/gpu_dram.c",
     "set_row(ch, e->bank, CLOSED);", "set_row(ch, e->bank, e->row);", (MEMORY,)),
    ("a warm run is measured cold", "gpu_run.c",
     "if (gpu->result->launches == gpu->ask->warm)", "if (0)", (FRONT,)),
    ("seeds are not used", "front/gpu_image.c",
     "image->random = ask->seed * 2 + 1;", "image->random = 1;", (FRONT,)),
    ("refresh is left out", "memory/gpu_dram.c", "if (now < ch->refresh)", "if (1)", (MEMORY,)),
    ("a bank group takes columns back to back", "memory/gpu_dram.c",
     "now + c->t_ccd_l * d->cycle;", "now;", (MEMORY,)),
    ("the L2's port is free", "front/gpu_l2.c",
     "l2->out_free = time;", "l2->out_free = now;", (FRONT,)),
    ("any number of metadata write-backs at a time", "engine/gpu_metadata.c",
     "if (m->written[number] > time)", "if (time == 0)", (FLOW,)),
    ("metadata are fetched while they are written back", "engine/gpu_flow.c",
     "if (f->evicted[i] == sector &&", "if (0 &&", (CYCLE,)),
    ("reads of device memory that are early do not wait for others", "engine/gpu_flow.c",
     "if (f->dev_ar > now) {", "if (0) {", (FLOW,)),
    ("lp_buddy_slice keeps states of what the host has overwritten", "engine/gpu_cycle.c",
     "    c->flushes = true;\n", "", (CYCLE,)),
    ("the link's reads reach lp_buddy_slice at once", "engine/gpu_cycle.c",
     "lpi_gpu_port_answer(r, last > span ? last - span : 0, last);",
     "lpi_gpu_port_answer(r, 0, span);", (CYCLE,)),
    ("writes of lp_buddy_slice are acknowledged at once", "engine/gpu_cycle.c",
     "tag & OF_WRITE ? last : first, last);", "tag & OF_WRITE ? 0 : first, tag & OF_WRITE ? 0 : last);",
     (CYCLE,)),
    ("states are in the other nibble", "engine/gpu_cycle.c",
     "<< n % 2 * 4);", "<< (n + 1) % 2 * 4);", (CYCLE,)),
    ("a bound counts the longest warp four times", "gpu_run.c",
     "gpu->longest += longest;", "gpu->longest += 4 * longest;", (FRONT,)),
    ("device memory is faster than what it counts", "memory/gpu_device.c",
     "device->busy = start + sectors * device->sector;",
     "device->busy = start + sectors * device->sector / 2;", (FRONT,)),
    ("an L1 of eight ways holds nothing", "front/gpu_l1.c",
     "return line->valid;", "return l1->ways == 8 ? 0 : line->valid;", (FRONT,)),
    ("lp_buddy_slice is asked for parts of lines", "front/gpu_l2.c",
     "l2->bank.engine->whole_lines ? ALL : mask;", "mask;", (CYCLE,)),
)


def build_and_run(tree, tests):
    """True: a test fails; None: the mutant does not compile."""
    names = [f"build/unit/{name}" for name in tests]
    made = subprocess.run(["make", "-s", *names], cwd=tree, stdout=subprocess.DEVNULL,
                          stderr=subprocess.DEVNULL, check=False)
    if made.returncode != 0:
        return None
    for name in names:
        try:
            done = subprocess.run([name], cwd=tree, stdout=subprocess.DEVNULL, timeout=120,
                                  stderr=subprocess.DEVNULL, check=False,
                                  env={**os.environ, "LP_SEED": "1"})
        except subprocess.TimeoutExpired:
            return True
        if done.returncode != 0:
            return True
    return False


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--work", required=True, help="a folder for a copy of the tree")
    tree = parser.parse_args().work + "/tree"
    shutil.rmtree(tree, ignore_errors=True)
    shutil.copytree(".", tree, symlinks=True, ignore=shutil.ignore_patterns("build", ".git"))
    every = {name for bug in BUGS for name in bug[4]}
    if build_and_run(tree, every) is not False:
        sys.exit("mutation.py: the tests do not pass without a bug")
    missed = 0
    for what, file, old, new, tests in BUGS:
        path = f"{tree}/cmodel/systems/gpu/{file}"
        with open(path, encoding="utf-8") as source:
            text = source.read()
        if text.count(old) != 1:
            sys.exit(f"mutation.py: {file} has '{old}' {text.count(old)} times")
        with open(path, "w", encoding="utf-8") as source:
            source.write(text.replace(old, new))
        found = build_and_run(tree, tests)
        print(f"{'ok' if found else 'not ok'} - {what}"
              f"{'' if found is not None else ' # does not compile'}", flush=True)
        missed += not found
        with open(path, "w", encoding="utf-8") as source:
            source.write(text)
    print(f"# {len(BUGS) - missed} of {len(BUGS)} found")
    return missed > 0


if __name__ == "__main__":
    sys.exit(main())
