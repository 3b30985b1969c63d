# SPDX-License-Identifier: Apache-2.0
"""A root complex whose memory answers reads in parts, and in any order between tags, and which can
give faulty answers: that of cocotbext-pcie answers them complete and in order."""
import collections

import cocotb
from cocotb.triggers import Event, Timer
from cocotbext.axi import MemoryRegion
from cocotbext.pcie.core import RootComplex
from cocotbext.pcie.core.tlp import Tlp
from cocotbext.pcie.core.utils import PcieId
from rules import byte_count, first_byte

RCB = 64
LATE_NS = 30000


class Host(RootComplex):
    """`faults` is {number of a read since the start: its result}: "poison", "refuse", "drop",
    "part" (a truncated answer) or "late" (one after `LATE_NS`)."""

    def __init__(self, rng):
        super().__init__()
        self.rng, self.faults, self.reads = rng, {}, 0
        self.lost, self.counts = [], collections.Counter()
        self.pending, self.more = {}, Event()
        cocotb.start_soon(self._answer())

    def memory(self, base, size):
        """Bytes of host memory, which a test may read and write."""
        region = MemoryRegion(size)
        space = self.mem_pool if base < self.mem_pool.size else self.mem_address_space
        space.register_region(region, base)
        return region.mem

    async def handle_mem_read_tlp(self, tlp):
        fault = self.faults.pop(self.reads, None)
        self.reads += 1
        if fault == "refuse" or not self.mem_address_space.find_regions(tlp.address,
                                                                       4 * tlp.length):
            answers = [Tlp.create_ur_completion_for_tlp(tlp, PcieId(0, 0, 0))]
        else:
            data = await self.mem_address_space.read(tlp.address, 4 * tlp.length)
            answers = self._split(tlp, data)
        self.counts["answers in parts"] += len(answers) > 1
        if fault == "late":
            cocotb.start_soon(self._later(tlp.tag, answers))
            return
        if fault in ("drop", "part"):
            self.lost.append(tlp.tag)
            answers = answers[:len(answers) - 1 if fault == "part" else 0]
        if fault == "poison":
            self._spoil(self.rng.choice(answers))
        self._queue(tlp.tag, answers)

    def _split(self, tlp, data):
        """Completions that end at read completion boundaries, some at each, some at few."""
        at, left = tlp.address + first_byte(tlp.first_be), byte_count(tlp.length, tlp.first_be,
                                                                      tlp.last_be)
        answers, often = [], self.rng.random()
        while left:
            most = ((at // 4 * 4 + (128 << self.max_payload_size)) // RCB * RCB - at) // RCB * RCB
            most += -at % RCB
            size = most if self.rng.random() > often else \
                self.rng.randrange((most + RCB - 1) // RCB) * RCB + (-at % RCB or RCB)
            size = min(left, size)
            cpl = Tlp.create_completion_data_for_tlp(tlp, PcieId(0, 0, 0))
            cpl.byte_count, cpl.lower_address = left, at & 0x7f
            cpl.set_data(data[at // 4 * 4 - tlp.address:(at + size + 3) // 4 * 4 - tlp.address])
            answers.append(cpl)
            at, left = at + size, left - size
        return answers

    def _spoil(self, cpl):
        cpl.ep = True
        cpl.data = bytearray(byte ^ 0x5a for byte in cpl.data)

    def _queue(self, tag, answers):
        if answers:
            self.pending.setdefault(tag, collections.deque()).extend(answers)
            self.more.set()

    async def _later(self, tag, answers):
        await Timer(LATE_NS, "ns")
        self.counts["late answers"] += 1
        self._queue(tag, answers)

    async def _answer(self):
        """One completion after the other, of any tag; those of one tag stay in order."""
        while True:
            self.more.clear()
            if not self.pending:
                await self.more.wait()
                await Timer(self.rng.randrange(100, 600), "ns")
            tag = self.rng.choice(list(self.pending))
            self.counts["answers out of order"] += tag != next(iter(self.pending))
            cpl = self.pending[tag].popleft()
            if not self.pending[tag]:
                del self.pending[tag]
            await self.send(cpl)
