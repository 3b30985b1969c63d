# SPDX-License-Identifier: Apache-2.0
"""lp_mdcache connected to a memory. With one request at a time, answers, counters and the final
memory must be those of the functional cache; with several in flight, every request must be
answered, and the cycle model alone checks the timing."""
import random

import cocotb
from linepress_cocotb import golden
from linepress_cocotb.bench import Bench

PARAMS = {"SETS": 2, "WAYS": 2, "MISSES": 2, "TARGETS": 2}
READ, WRITE, FLUSH = 0, 1, 2


class Behind:
    """Answers fetches and evictions from a golden.Memory."""

    def __init__(self, bench):
        self.memory = golden.Memory()
        self._fills = bench.source("fill", stall=0.5)
        self._done = bench.source("evicted", stall=0.5)
        bench.sink("fetch", stall=0.3)
        bench.sink("evict", stall=0.3)
        bench.monitor("fetch").listen(self._fetch)
        bench.monitor("evict").listen(self._evict)

    def _fetch(self, beat):
        data = int.from_bytes(self.memory.read(beat["addr"]), "little")
        self._fills.send({"id": beat["id"], "data": data, "err": 0})

    def _evict(self, beat):
        self.memory.write(beat["addr"], beat["data"].to_bytes(32, "little"))
        self._done.send({"err": 0})


def nibble(rng):
    """Addresses in few sectors, so that they conflict in a cache of eight."""
    return 64 * rng.randrange(24) + rng.randrange(64)


@cocotb.test(timeout_time=100, timeout_unit="us")
async def one_at_a_time(dut):
    bench = Bench(dut, "lp_mdcache", **PARAMS)
    behind, rng = Behind(bench), random.Random(bench.seed)
    source, out = bench.source("s"), bench.expect("m")
    bench.sink("m", stall=0.2)
    await bench.start()
    cache = golden.MdCache(PARAMS["SETS"], PARAMS["WAYS"])
    for i in range(120):
        op, at, state = rng.choice((READ, READ, WRITE)), nibble(rng), rng.randrange(16)
        op = FLUSH if i % 40 == 39 else op
        told = 0
        if op == READ:
            told = cache.read(at)
        elif op == WRITE:
            cache.write(at, state)
        else:
            cache.flush()
        source.send({"op": op, "addr": at, "state": state, "tag": i % 32})
        out.expect({"tag": i % 32, "state": told, "err": 0})
        while out.missing:
            await bench.at.edge()
    await bench.finish()
    now = {name: int(bench.pins[name].value) for name in cache.counters()}
    assert now == cache.counters(), f"counters are {now}, golden {cache.counters()}"
    assert behind.memory.sectors == cache.memory.sectors, "memory is not as golden left it"


@cocotb.test(timeout_time=100, timeout_unit="us")
async def many_under_way(dut):
    bench = Bench(dut, "lp_mdcache", **PARAMS)
    Behind(bench)
    rng = random.Random(bench.seed)
    source, free, truth = bench.source("s", stall=0.1, idle="random"), set(range(32)), {}
    bench.sink("m", stall=0.3)
    due = {}

    def answered(beat):
        assert beat["tag"] in due, f"no request has tag {beat['tag']}"
        assert (beat["state"], beat["err"]) == (due.pop(beat["tag"]), 0), "another state"
        free.add(beat["tag"])

    bench.monitor("m").listen(answered)
    await bench.start()
    for _ in range(200):
        while not free:
            await bench.at.edge()
        op, at, state = rng.choice((READ, WRITE)), nibble(rng), rng.randrange(16)
        tag = free.pop()
        # Requests to the same sector are executed in order of arrival.
        due[tag] = truth.get(at, 0) if op == READ else 0
        if op == WRITE:
            truth[at] = state
        source.send({"op": op, "addr": at, "state": state, "tag": tag})
    while due:
        await bench.at.edge()
    await bench.finish()
