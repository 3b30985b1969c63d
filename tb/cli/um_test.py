#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""`linepress um` against a second model of pages on made traces, bounds that must hold, and input
with errors."""
import os
import random
import sys

import answers
import lpw
import lpw_write

COMMAND = answers.Command("um")
call, result, refused = COMMAND.call, COMMAND.result, COMMAND.refused
TRACE = os.path.abspath("tb/data/workloads/traces/cg.lpw")
SEED = int(os.environ.get("LP_SEED", "7"))
BASE = 1 << 28
PAGE, BLOCK = 4096, 32768
RATIOS = (1, 1.1, 1.3, 1.7, 2, 2.5, 4)
CONSTANTS = ("link", "batch-faults", "window", "prefetch", "passes")


def write_trace(path, lines, size):
    """One warp that loads whole lines, in order, of a buffer of random bytes."""
    contents = random.Random(1).randbytes(size)
    records = [lpw.Record(lpw.LOAD, 0, width=4, use=0,
                          lanes={lane: BASE + 128 * line + 4 * lane for lane in range(32)})
               for line in lines] + [lpw.Record(lpw.END, 0)]
    launch = lpw.Launch("k", (32, 1, 1), (32, 1, 1), warps={(0, 0): records})
    with open(path, "wb") as file:
        file.write(lpw_write.trace([lpw.Buffer("b", BASE, size, contents, False), launch]))


class Driver:
    """Faults of one pass after another, for lines that are each read once a pass."""

    def __init__(self, pages, capacity, window, batch, share):
        self.pages, self.capacity, self.window = pages, capacity, window
        self.batch, self.share = batch, share
        self.resident = set(range(capacity))
        self.used = {}
        self.now = self.clock = 0
        self.clear()

    def clear(self):
        self.faults = self.batches = self.into = self.out = 0
        self.opened, self.inside = 0, 0

    def region(self, page):
        chosen, size = {page}, 2
        while size <= BLOCK // PAGE:
            group = {p for p in range(page // size * size, page // size * size + size)
                     if p < self.pages}
            if len(group & (self.resident | chosen)) > self.share * len(group) and \
                    len(group) <= self.capacity:
                chosen = group
            size *= 2
        return chosen

    def fault(self, page):
        if not self.inside or self.now - self.opened > self.window or self.inside >= self.batch:
            self.opened, self.inside = self.now, 0
            self.batches += 1
        self.inside += 1
        self.faults += 1
        new, own = self.region(page) - self.resident, page * PAGE // BLOCK
        while len(self.resident) + len(new) > self.capacity:
            blocks = {p * PAGE // BLOCK for p in self.resident}
            others = sorted((self.used.get(b, 0), b) for b in blocks - {own})
            gone = others[0][1] if others else own
            leaving = {p for p in self.resident if p * PAGE // BLOCK == gone}
            self.resident -= leaving
            self.out += len(leaving)
            new = new if others else {page}
        self.resident |= new
        self.into += len(new)

    def run(self, touched):
        previous = None
        for page in touched:
            if page != previous:
                self.clock += 1
                self.used[page * PAGE // BLOCK] = self.clock
                if page not in self.resident:
                    self.fault(page)
            previous = page
            self.now += 1


def check_driver(path, lines, size, window, batch, share):
    out = result("--page", PAGE, "--block", BLOCK, "--ratio", ",".join(map(str, RATIOS)),
                 "--window", window, "--batch-faults", batch, "--prefetch", share, "--passes", 3,
                 path)
    good = True
    for row in out["ratios"]:
        driver = Driver(size // PAGE, int(size // PAGE / row["ratio"] + 1e-9), window, batch, share)
        touched = [128 * line // PAGE for line in lines]
        driver.run(touched)
        driver.clear()
        for _ in range(2):
            driver.run(touched)
        um = row["um"]
        good &= all(answers.close(um[key] * 2, due) for key, due in (
            ("faults", driver.faults), ("batches", driver.batches), ("in_pages", driver.into),
            ("out_pages", driver.out)))
    return good, out


def check_rules(out):
    """Each time from its terms; no loss at 1; no ratio better than a smaller one."""
    page, link, ideal = out["page_bytes"], out["link_gbs"], out["ideal"]["us"]
    stream, before, buddy = out["stream"], [0, 0, 0], 0
    for row in out["ratios"]:
        um = row["um"]
        for fault, simulated in zip(out["fault_us"], um["simulated_us"]):
            yield "time", answers.close(simulated, ideal + um["batches"] * fault + max(
                um["in_pages"], um["out_pages"]) * page / (1000 * link))
        yield "slowdown", all(answers.close(s * ideal, us)
                              for s, us in zip(um["slowdown"], um["us"]))
        yield "monotone", all(s >= b for s, b in zip(um["slowdown"], before))
        yield "band", um["slowdown"] == sorted(um["slowdown"])
        if row["ratio"] == 1:
            yield "no slowdown at ratio 1", um["slowdown"] == [1, 1, 1]
        if row["buddy"]:
            yield "buddy", row["buddy"]["slowdown"] >= max(1, buddy) and answers.close(
                row["buddy"]["us"], max(ideal, max(row["buddy"]["read_sectors"],
                                                   row["buddy"]["write_sectors"]) *
                                        32 / (1000 * link)))
            buddy = row["buddy"]["slowdown"]
        before = um["slowdown"]
    due = max(stream["read_sectors"], stream["write_sectors"]) * 32 / (1000 * link)
    yield "pinned within 5 % of its bytes over the link", \
        out["pinned"]["us"] >= due and (due < ideal or out["pinned"]["us"] <= 1.05 * due)


def together(name, checks):
    failed = [what for what, good in checks if not good]
    return f"{name}: {', '.join(sorted(set(failed)))}" if failed else name, not failed


def check_made(work):
    draw = random.Random(SEED)
    path = os.path.join(work, "made.lpw")
    for number in range(6):
        size = PAGE * draw.randrange(9, 60)
        lines = list(range(size // 128))
        if number % 2:
            draw.shuffle(lines)
        write_trace(path, lines, size)
        window, batch = draw.choice((0, 1, 40, 500)) or 1, draw.choice((1, 3, 256))
        good, out = check_driver(path, lines, size, window, batch, draw.choice((0, 0.3, 0.5, 1)))
        yield f"made trace {number}: faults, batches, pages moved", good
        yield "bytes of the accesses", out["stream"]["read_sectors"] == 4 * len(lines)
        yield together(f"made trace {number}: rules", check_rules(out))


def check_trace(work):
    del work
    for options in ((), ("--gpu", "v100/8", "--page", "1k", "--block", "32k"),
                    ("--gpu", "p100/8", "--page", "4k", "--block", "64k", "--fault-us", "0,1,2")):
        out = result(*options, TRACE)
        yield together(f"cg {options}", check_rules(out))
    yield "each constant has a source", all(out["constants"][c]["source"] for c in CONSTANTS)
    yield "it is called a model", out["model"] is True and call(TRACE).stdout.startswith("A model")
    text = call("--help").stdout
    yield "the help has each constant", all(f"--{c} X" in text for c in CONSTANTS)
    slow = result("--ideal-us", 1000, TRACE)
    yield "a given ideal time", slow["ideal"]["us"] == 1000 and slow["pinned"]["slowdown"] == 1
    free = result("--fault-us", "0,0,0", "--ratio", "1.5", TRACE)["ratios"][0]["um"]
    yield "one line without cost", free["slowdown"][0] == free["slowdown"][2] > 1


def check_bad(work):
    for c in CONSTANTS:
        for value in ("-1", "nan", "inf", "x", ""):
            yield f"--{c} {value}", refused(f"--{c} takes a number from", f"--{c}", value, TRACE)
    for value in ("0.9", "nan", "-1", "1,,2", "", "1,x"):
        yield f"--ratio {value}", refused("--ratio takes", "--ratio", value, TRACE)
    for value in ("1,2", "3,2,1", "1,2,3,4", "-1,2,3", "nan,1,2"):
        yield f"--fault-us {value}", refused("--fault-us takes", "--fault-us", value, TRACE)
    yield "a page of 3000", refused("--page takes a power of two", "--page", 3000, TRACE)
    yield "a block below a page", refused("--block is smaller", "--block", "4k", TRACE)
    yield "no trace", refused("takes one trace")
    yield "two traces", refused("takes one trace", TRACE, TRACE)
    yield "no such trace", refused("No such file", os.path.join(work, "absent.lpw"))
    yield "no page fits", refused("not one of the", "--ratio", "1000", TRACE)
    yield "a GPU that is not there", refused("x100", "--gpu", "x100", TRACE)
    path = os.path.join(work, "cut.lpw")
    with open(TRACE, "rb") as file:
        data = file.read()
    for name, some, part in (("empty", b"", "empty: there is no data"), ("cut", data[:-100], "truncated"),
                             ("changed", data[:5000] + b"\xff" + data[5001:], "checksum"),
                             ("another file", b"x" * 100, "not a warp trace")):
        with open(path, "wb") as file:
            file.write(some)
        yield f"a trace that is {name}", refused("cut.lpw: ", path) and refused(part, path)
    with open(path, "wb") as file:
        file.write(lpw_write.trace([lpw.Buffer("b", BASE, 128, bytes(128), False)]))
    yield "a trace without accesses", refused("no access reaches memory", path)


if __name__ == "__main__":
    print(f"# LP_SEED={SEED}")
    sys.exit(answers.run(check_made, check_trace, check_bad))
