# SPDX-License-Identifier: Apache-2.0
"""lp_card_st on TLPs: software on cocotbext-pcie's root complex, which reaches the card only by BAR
0, its own memory, and messages."""
import logging
import os
import random
import re

import cocotb
from cocotb.clock import Clock
from cocotb.triggers import ClockCycles, Timer, with_timeout
from cocotbext.pcie.core.tlp import Tlp, TlpType
from linepress_cocotb import api, golden
from linepress_cocotb.lines import random_lines

import shim
from host import Host

RTL = os.environ["LP_RTL"]
PCIE_NS, CARD_NS = 8, 10
LOW, HIGH, HOST_BYTES, MEM_BYTES = 0x12340000, 0x56_78000000, 1 << 18, 1 << 20
ENGINE, MOVER, TEST = 0x4000, 0x5000, 0x1000
PUT, GET, STOP_PUT = 1, 2, 4
CARD_VECTOR, MOVER_VECTOR = 0, 1
LINES, GROUP, ZVC, GOOD = 200, 512, 0, 0


def registers(name):
    """{register: byte offset} of a block; for a group of registers, those of its registers."""
    with open(os.path.join(RTL, name), encoding="utf-8") as src:
        return {register: int(offset, 0) for register, offset in
                re.findall(r"(\w+) @ (0x[0-9a-f]+);", src.read())}


ID, TESTS = registers("card/lp_card_regs.rdl"), registers("card/lp_card_test_regs.rdl")
MOVE, CDMA = registers("card/lp_card_mover_regs.rdl"), registers("cdma/lp_cdma_regs.rdl")


class Bench:
    def __init__(self, dut, name):
        logging.getLogger("cocotb.pcie").setLevel(logging.ERROR)
        seed = api.seed()
        api.log(dut, f"LP_SEED={seed}")
        self.dut, self.rng = dut, random.Random(f"{seed} {name}")
        self.low = self.high = None
        for clock, period in ((dut.pcie_clk_i, PCIE_NS), (dut.clk_i, CARD_NS)):
            Clock(clock, period, "ns").start()

    async def start(self, mps=0, mrrs=2):
        """Reset, enumeration, and the start of a driver."""
        self.dut.rst_ni.value = self.dut.pcie_rst_ni.value = 0
        self.host, self.card = Host(self.rng), shim.Card(self.dut)
        self.host.make_port().connect(self.card)
        self.low = self.host.memory(LOW, HOST_BYTES)
        self.high = self.host.memory(HIGH, HOST_BYTES)
        await ClockCycles(self.dut.clk_i, 8)
        self.dut.rst_ni.value = self.dut.pcie_rst_ni.value = 1
        await self.host.enumerate()
        self.dev = self.host.find_device(self.card.function.pcie_id)
        await self.dev.enable_device()
        await self.dev.set_master()
        await self.limit(mps, mrrs)
        await self.dev.alloc_irq_vectors(2, 2)
        self.bar = self.dev.bar_window[0]
        return self

    async def limit(self, mps, mrrs):
        """Largest payload and read request, 128 bytes << each."""
        self.host.max_payload_size = mps
        await self.dev.upstream_bridge().set_mps(mps)
        await self.dev.set_mps(mps)
        await self.dev.set_readrq(mrrs)

    async def read(self, at):
        return await self.bar.read_dword(at)

    async def write(self, at, value):
        await self.bar.write_dword(at, value)

    async def pair(self, at, value):
        await self.write(at, value & 0xffffffff)
        await self.write(at + 4, value >> 32)

    async def until(self, at, mask, value, tries=200):
        """Polls a register until it has these bits."""
        for _ in range(tries):
            now = await self.read(at)
            if now & mask == value:
                return now
            await Timer(200, "ns")
        raise AssertionError(f"register {at:#x} stays {now:#x}, not {value:#x} in {mask:#x}")

    async def message(self, vector):
        event = self.dev.msi_vectors[vector].event
        await with_timeout(event.wait(), 200, "us")
        event.clear()

    # ---------------------------------------------------------------- moving bytes
    def bytes_at(self, at):
        """The host memory that an address is in, and where there."""
        return (self.low, at - LOW) if at < HIGH else (self.high, at - HIGH)

    def somewhere(self, size):
        """Descriptors for this many bytes, anywhere in host memory without overlap, and split at
        random; some begin just below 4 KiB."""
        cuts = sorted(self.rng.sample(range(1, size), min(size - 1, self.rng.randrange(4))))
        pages = self.rng.sample(range(1, 15), len(cuts) + 1)
        found = []
        for first, last, page in zip([0, *cuts], [*cuts, size], pages):
            at = self.rng.choice((LOW, HIGH)) + 0x4000 * page
            at += self.rng.choice((0, 0, self.rng.randrange(0x4000), -self.rng.randrange(1, 64)))
            found.append((at, last - first))
        if any(a < b + n and b < a + m for i, (a, m) in enumerate(found)
               for b, n in found[i + 1:]):
            return self.somewhere(size)
        return found

    def fill(self, places, data):
        for at, size in places:
            memory, offset = self.bytes_at(at)
            memory[offset:offset + size], data = data[:size], data[size:]

    def look(self, places):
        return b"".join(bytes(memory[offset:offset + size]) for (memory, offset), size in
                        ((self.bytes_at(at), size) for at, size in places))

    async def queue(self, mover, places):
        for at, size in places:
            await self.pair(mover + shim.ADDR_LO, at)
            await self.write(mover + shim.BYTES, size)

    async def run(self, way, at, size):
        await self.pair(MOVER + MOVE[f"{way}_lo"], at)
        await self.write(MOVER + MOVE[f"{way}_beats"], size // 32)
        await self.write(MOVER + MOVE["command"], PUT if way == "put" else GET)

    async def begin_put(self, at, data, places=None):
        places = places or self.somewhere(len(data))
        self.fill(places, data)
        await self.run("put", at, len(data))
        await self.queue(shim.READER, places)

    async def put(self, at, data, places=None):
        await self.begin_put(at, data, places)
        await self.until(MOVER + MOVE["irq"], 1, 1)
        await self.write(MOVER + MOVE["irq"], 1)
        await self.until(shim.READER + shim.STATUS, 0xff, 0)
        assert not await self.read(MOVER + MOVE["status"]) & 5, "put is busy or met an error"

    async def get(self, at, size, places=None):
        """A read of BAR 0 does not pass the writes before it, so the bytes are there."""
        places = places or self.somewhere(size)
        self.fill(places, self.rng.randbytes(sum(size for _, size in places)))
        await self.queue(shim.WRITER, places)
        await self.run("get", at, size)
        await self.until(shim.WRITER + shim.STATUS, 0xff, 0)
        assert await self.until(MOVER + MOVE["irq"], 2, 2)
        await self.write(MOVER + MOVE["irq"], 2)
        return self.look(places)

    def finish(self):
        for tag in self.host.lost:
            self.card.rules.forget(tag)
        self.card.rules.finish()
        counts = {**self.host.counts, **self.card.rules.counts}
        api.log(self.dut, ", ".join(f"{name} {n}" for name, n in sorted(counts.items())))
        return counts


@cocotb.test(timeout_time=2, timeout_unit="ms")
async def registers_by_bar_0(dut):
    """Enumeration, the identity block, the list of blocks, and accesses of every shape."""
    bench = await Bench(dut, "registers").start()
    assert (bench.dev.vendor_id, bench.dev.device_id) == (shim.VENDOR, shim.DEVICE)
    assert bench.dev.bar_size[0] == shim.BAR_BYTES
    block = await bench.bar.read(0, 0x30)
    words = [int.from_bytes(block[i:i + 4], "little") for i in range(0, len(block), 4)]
    assert block[:4] == b"LCPI" and words[ID["version"] // 4] >> 16 == 1
    assert words[ID["git"] // 4] == 0x1c0ffee and words[ID["built"] // 4] == 1
    found, at = {}, words[ID["next"] // 4]
    while at:
        link = await bench.bar.read(at, 16)
        at = int.from_bytes(link[12:], "little")
        found[link[:4]] = int.from_bytes(link[8:12], "little")
    assert found == {b"LCPT": TEST, b"LCPD": ENGINE, b"LCPM": MOVER}, found
    for kind, base in found.items():
        assert await bench.bar.read(base, 4) == kind
    await shapes(bench)
    assert await poisoned_write(bench) == 1
    bench.finish()


async def shapes(bench):
    """Reads and writes of any bytes of the page of the identity block."""
    page = await bench.bar.read(0, 0x140)
    for _ in range(20):
        at = bench.rng.randrange(0x13f)
        size = bench.rng.randrange(1, 0x140 - at)
        assert await bench.bar.read(at, size) == page[at:at + size], f"{size} bytes at {at:#x}"
    scratch = bytearray(4)
    for _ in range(10):
        at = bench.rng.randrange(4)
        data = bench.rng.randbytes(bench.rng.randrange(1, 5 - at))
        scratch[at:at + len(data)] = data
        await bench.bar.write(ID["scratch"] + at, data)
        assert await bench.bar.read(ID["scratch"], 4) == scratch


async def poisoned_write(bench):
    await bench.write(ID["scratch"], 0x600d)
    bad = Tlp()
    bad.fmt_type, bad.ep = TlpType.MEM_WRITE, True
    bad.set_addr_be_data(bench.dev.bar_addr[0] + ID["scratch"], b"\xba\xd0\xba\xd0")
    await bench.host.send(bad)
    assert await bench.read(ID["scratch"]) == 0x600d, "a poisoned write got through"
    return bench.card.function.poisoned


@cocotb.test(timeout_time=4, timeout_unit="ms")
async def there_and_back(dut):
    """Bytes of many sizes, at any address, with every MPS that the card has and several MRRS."""
    bench = await Bench(dut, "bytes").start()
    for mps, mrrs in ((0, 0), (1, 2), (2, 5), (0, 3)):
        await bench.limit(mps, mrrs)
        for size in (32, 32 * bench.rng.randrange(2, 40), 32 * bench.rng.randrange(128, 300)):
            data, at = bench.rng.randbytes(size), 32 * bench.rng.randrange(20000)
            await bench.put(at, data)
            assert await bench.get(at, size) == data, f"{size} bytes at {at:#x} are not those sent"
    seen = bench.finish()
    for name in ("answers in parts", "answers out of order", "reads of full size",
                 "reads up to 4 KiB", "writes of full size", "writes up to 4 KiB",
                 "reads with bytes left out", "writes with bytes left out"):
        assert seen.get(name), f"no {name}"


@cocotb.test(timeout_time=4, timeout_unit="ms")
async def both_ways_at_once(dut):
    bench = await Bench(dut, "both").start(1, 2)
    old, new = bench.rng.randbytes(6400), bench.rng.randbytes(6400)
    await bench.put(0, old, [(LOW, len(old))])
    back = cocotb.start_soon(bench.get(0, len(old), [(HIGH + 77, len(old))]))
    await bench.put(0x10000, new, [(LOW + 0x8001, len(new))])
    assert await back == old, "get is disturbed by put"
    assert await bench.get(0x10000, len(new)) == new, "put is disturbed by get"
    bench.finish()


@cocotb.test(timeout_time=2, timeout_unit="ms")
async def short_runs(dut):
    """A run that is shorter than the writer's descriptor ends it, and the next one has its own."""
    bench = await Bench(dut, "short").start()
    data = bench.rng.randbytes(640)
    await bench.put(0, data)
    for at, size in ((0, 32), (32, 608)):
        place = [(HIGH + 61, 1000)]
        got = await bench.get(at, size, place)
        assert got[:size] == data[at:at + size]
        assert await bench.read(shim.WRITER + shim.MOVED) == at + size
    bench.finish()


@cocotb.test(timeout_time=8, timeout_unit="ms")
async def bad_completions(dut):
    """A read that fails: an error status, only the bytes before it in card memory, no end of the
    run, and after a reset the next transfer is good."""
    expected = {"poison": shim.POISONED, "refuse": shim.REFUSED, "drop": shim.TIMEOUT,
                "part": shim.TIMEOUT, "late": shim.TIMEOUT}
    bench = await Bench(dut, "faults").start(1, 2)
    for fault, code in expected.items():
        size, at = 4096, 32 * bench.rng.randrange(16000)
        old, new = bench.rng.randbytes(size), bench.rng.randbytes(size)
        await bench.put(at, old)
        bench.host.faults[bench.host.reads + bench.rng.randrange(size // 512)] = fault
        await bench.begin_put(at, new)
        status = shim.READER + shim.STATUS
        assert await bench.until(status, 0xf0, code << 4), f"{fault}: no error status"
        await Timer(2, "us")
        assert await bench.read(MOVER + MOVE["irq"]) & 1 == 0, f"{fault}: put says that it is done"
        assert await bench.read(MOVER + MOVE["status"]) & 1, f"{fault}: put is not busy any more"
        await start_anew(bench, fault == "poison")
        await begin_again(bench, at, old, new, fault)
    counts = bench.finish()
    assert counts["late answers"] == 1


async def start_anew(bench, whole):
    """Recovery of software after a failed put; `whole`: the card is reset too."""
    await bench.write(MOVER + MOVE["command"], STOP_PUT)
    await bench.until(MOVER + MOVE["status"], 1, 0)
    await bench.write(MOVER + MOVE["control"], 1)
    await bench.write(shim.READER + shim.RESET, 1)
    await Timer(1, "us")
    await bench.write(MOVER + MOVE["control"], 0)
    await bench.write(MOVER + MOVE["irq"], 1)
    if whole:
        await bench.write(ID["ctrl"], 1)
        await bench.until(ID["status"], 1, 0)


async def begin_again(bench, at, old, new, fault):
    """Card memory has the beginning of the new bytes and the rest of the old ones; then a transfer
    that works, while answers may still come to reads of the one that failed."""
    if fault == "late":
        await bench.put(at, old)
        assert await bench.get(at, len(old)) == old, "a late answer disturbs the next transfer"
        await Timer(40, "us")
    else:
        now = await bench.get(at, len(new))
        first = next((i for i in range(0, len(new), 32) if now[i:i + 32] != new[i:i + 32]),
                     len(new))
        assert first < len(new), f"{fault}: all bytes are there"
        assert now[first:] == old[first:], f"{fault}: wrong bytes at {at + first:#x}"
    again = bench.rng.randbytes(len(new))
    await bench.put(at, again)
    assert await bench.get(at, len(again)) == again, f"{fault}: not good after the reset"


@cocotb.test(timeout_time=2, timeout_unit="ms")
async def memory_errors(dut):
    """Outside card memory a run ends with an error; the next one is good."""
    bench = await Bench(dut, "memory").start()
    await bench.begin_put(MEM_BYTES, bytes(96))
    await bench.until(MOVER + MOVE["irq"], 1, 1)
    await bench.write(MOVER + MOVE["irq"], 1)
    await bench.get(MEM_BYTES, 96)
    assert await bench.read(MOVER + MOVE["status"]) == 0xc, "put and get do not tell of errors"
    data = bench.rng.randbytes(96)
    await bench.put(MEM_BYTES - 96, data)
    assert await bench.get(MEM_BYTES - 96, 96) == data
    assert await bench.read(MOVER + MOVE["status"]) == 0, "an error outlives its run"
    bench.finish()


@cocotb.test(timeout_time=2, timeout_unit="ms")
async def messages(dut):
    """Each interrupt has its message, once for a rising line, and none while it is masked."""
    bench = await Bench(dut, "messages").start()
    await bench.put(0, bytes(64))
    assert not bench.card.rules.counts["messages"], "a message of a masked interrupt"
    await bench.write(MOVER + MOVE["irq_enable"], 3)
    await bench.begin_put(0, bytes(range(64)))
    await bench.message(MOVER_VECTOR)
    assert await bench.read(MOVER + MOVE["irq"]) == 1
    await bench.write(MOVER + MOVE["irq"], 1)
    await bench.write(TEST + TESTS["irq_enable"], 1)
    await bench.write(ID["irq_enable"], 2)
    await bench.write(TEST + TESTS["size"], 4)
    await bench.write(TEST + TESTS["command"], 2)
    await bench.message(CARD_VECTOR)
    assert await bench.read(ID["pending"]) == 2
    await bench.write(TEST + TESTS["irq"], 1)
    await Timer(2, "us")
    count = bench.finish()["messages"]
    assert count == 2, f"{count} messages, not 2"


class Engine:
    """The engine in local mode: rings and streams in card memory."""
    RINGS, DATA, INTO, BACK = 0x0, 0x20000, 0x40000, 0x60000

    def __init__(self, bench):
        self.bench = bench

    async def start(self):
        bench = self.bench
        assert await bench.read(ID["status"]) & 2, "not in local mode"
        await bench.put(self.RINGS, bytes(GROUP))
        for i, ring in enumerate(("off", "pre")):
            base = ENGINE + CDMA[ring]
            await bench.pair(base + CDMA["base_lo"], self.RINGS + 256 * i)
            await bench.pair(base + CDMA["done_lo"], self.RINGS + 256 * i + 128)
            await bench.write(base + CDMA["size"], 0)
        for window in ("dev", "host"):
            await bench.pair(ENGINE + CDMA[f"{window}_lo"], 0)
            await bench.write(ENGINE + CDMA[f"{window}_size"], MEM_BYTES // GROUP)
        await bench.write(ENGINE + CDMA["irq_enable"], 0x3f)
        await bench.write(ID["irq_enable"], 1)
        await bench.write(ENGINE + CDMA["ctrl"], 3)

    async def transfer(self, ring, device, host, raw, size):
        """One descriptor; its compressed bytes."""
        bench, i = self.bench, ("off", "pre").index(ring)
        fields = (1 | ZVC << 4).to_bytes(4, "little") + (42 + i).to_bytes(4, "little")
        for number in (device, host, raw, size, 0, 0, 0):
            fields += number.to_bytes(8, "little")
        await bench.put(self.RINGS + 256 * i, fields)
        await bench.write(ENGINE + CDMA[ring] + CDMA["tail"], 1)
        await bench.message(CARD_VECTOR)
        assert await bench.read(ENGINE + CDMA["irq"]) == 1 << i
        await bench.write(ENGINE + CDMA["irq"], 1 << i)
        done = await bench.get(self.RINGS + 256 * i + 128, 32)
        assert int.from_bytes(done[:4], "little") == 42 + i
        assert int.from_bytes(done[4:8], "little") == 1 << 31 | GOOD, done.hex()
        return int.from_bytes(done[8:16], "little")


@cocotb.test(timeout_time=8, timeout_unit="ms")
async def compress(dut):
    """Lines from host memory into card memory, compressed there, and the stream back: it is that of
    the C library. Then the stream alone goes in again and becomes the lines."""
    bench = await Bench(dut, "compress").start(1, 2)
    lines = list(random_lines(api.seed(), LINES))
    raw, stream = b"".join(lines), b"".join(golden.zvc_encode_record(line) for line in lines)
    whole = -(-len(stream) // 32) * 32
    engine = Engine(bench)
    await engine.start()
    await bench.put(Engine.DATA, raw)
    size = await engine.transfer("off", Engine.DATA, Engine.INTO, len(raw), 0x10000)
    assert size == len(stream), f"{size} bytes, the library has {len(stream)}"
    back = await bench.get(Engine.INTO, whole)
    assert back[:size] == stream, "the stream differs from the library"
    await bench.put(Engine.INTO, stream + bytes(whole - size))
    await engine.transfer("pre", Engine.BACK, Engine.INTO, len(raw), len(stream))
    assert await bench.get(Engine.BACK, len(raw)) == raw, "the lines are not those sent"
    bench.finish()
