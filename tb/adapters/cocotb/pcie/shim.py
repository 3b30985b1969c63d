# SPDX-License-Identifier: Apache-2.0
"""The link between lp_card_st and TLPs in this bench: a PCIe function with the core-side ports of
LitePCIe (AXI4-Lite for BAR 0, a stream each way, interrupts). It is not a model of LitePCIe: it is
written from the PCIe specification and has its own registers.

BAR 0, 64 KiB: the card's 32 KiB, then those of the two streams, each with a queue of descriptors:

    8000 reader, host to card        8040 writer, card to host
    +00 address, +04 upper half, +08 bytes; writing bytes queues a descriptor of all three
    +0c status: bit 0 busy, bits 7..4 the error that stopped it: 1 poisoned
        completion, 2 none in time, 3 a bad status, 4 not what was asked for
    +10 bytes moved since the reset  +14 reset: any write; descriptors are dropped

The reader stops at the first read that fails: data before it goes to the stream, and none after it.
A tag whose read got no answer is used again only once the answer is there.
"""
import collections

import cocotb
from cocotb.queue import Queue
from cocotb.triggers import Event, RisingEdge, Timer
from cocotbext.pcie.core import Device, Endpoint
from cocotbext.pcie.core.caps import MsiCapability
from cocotbext.pcie.core.tlp import CplStatus, Tlp, TlpType
from rules import Rules, byte_count, first_byte

VENDOR, DEVICE, CLASS = 0x1234, 0x11c9, 0x120000
BAR_BYTES, CARD_BYTES, READER, WRITER = 0x10000, 0x8000, 0x8000, 0x8040
ADDR_LO, ADDR_HI, BYTES, STATUS, MOVED, RESET = 0x00, 0x04, 0x08, 0x0c, 0x10, 0x14
POISONED, TIMEOUT, REFUSED, MALFORMED = 1, 2, 3, 4
BEAT, PAGE, DWORD, RCB = 16, 4096, 4, 128
# Reads in flight, and bytes that they may return, as in a core of this size.
READS, READ_BYTES, TIMEOUT_NS = 8, 8192, 20000


def pieces(at, left, most, align=DWORD):
    """Cuts a transfer so that no piece crosses 4 KiB or has more dwords than `most` bytes; cuts
    for `most` are at multiples of `align`."""
    while left:
        size = min(left, most - at % align, PAGE - at % PAGE)
        yield at, size
        at, left = at + size, left - size


class Axil:
    """BAR accesses, one at a time, as AXI4-Lite."""

    def __init__(self, dut):
        self.dut, self.edge = dut, RisingEdge(dut.pcie_clk_i)
        for name in ("awvalid", "wvalid", "bready", "arvalid", "rready"):
            getattr(dut, f"csr_{name}_i").value = 0

    def pin(self, name):
        return getattr(self.dut, f"csr_{name}")

    async def _hand(self, channel):
        self.pin(f"{channel}valid_i").value = 1
        await self.edge
        while not self.pin(f"{channel}ready_o").value:
            await self.edge
        self.pin(f"{channel}valid_i").value = 0

    async def _take(self, channel):
        self.pin(f"{channel}ready_i").value = 1
        await self.edge
        while not self.pin(f"{channel}valid_o").value:
            await self.edge
        self.pin(f"{channel}ready_i").value = 0

    async def read(self, at):
        self.pin("araddr_i").value = at
        await self._hand("ar")
        await self._take("r")
        assert int(self.pin("rresp_o").value) == 0, f"read of {at:#x} is not OKAY"
        return int(self.pin("rdata_o").value)

    async def write(self, at, data, strobes):
        self.pin("awaddr_i").value = at
        self.pin("wdata_i").value = data
        self.pin("wstrb_i").value = strobes
        address = cocotb.start_soon(self._hand("aw"))
        await self._hand("w")
        await address
        await self._take("b")
        assert int(self.pin("bresp_o").value) == 0, f"write of {at:#x} is not OKAY"


class Read:
    """A memory read in flight: the bytes that it must return, and those returned."""

    def __init__(self, tlp):
        self.tlp, self.data, self.error = tlp, bytearray(), 0
        self.size = byte_count(tlp.length, tlp.first_be, tlp.last_be)
        self.at = tlp.address + first_byte(tlp.first_be)

    def take(self, cpl):
        """A completion, which is checked before its data is used."""
        if cpl.status != CplStatus.SC:
            self.error = REFUSED
        elif cpl.ep:
            self.error = POISONED
        elif cpl.byte_count != self.size - len(self.data) or \
                cpl.lower_address != (self.at + len(self.data)) & 0x7f:
            self.error = MALFORMED
        else:
            offset = cpl.lower_address % 4
            self.data += cpl.get_data()[offset:offset + cpl.byte_count]

    def is_whole(self):
        return len(self.data) == self.size


class Mover:
    """Shared by reader and writer: registers and a queue of descriptors."""

    def __init__(self, dut, function):
        self.dut, self.function, self.edge = dut, function, RisingEdge(dut.pcie_clk_i)
        self.address = self.moved = self.error = 0
        self.life, self.todo, self.work = 0, collections.deque(), Event()

    def read(self, offset):
        return {ADDR_LO: self.address & 0xffffffff, ADDR_HI: self.address >> 32,
                STATUS: bool(self.todo) | self.error << 4, MOVED: self.moved}.get(offset, 0)

    def write(self, offset, value):
        if offset == ADDR_LO:
            self.address = self.address & ~0xffffffff | value
        elif offset == ADDR_HI:
            self.address = self.address & 0xffffffff | value << 32
        elif offset == BYTES and value:
            self.todo.append((self.address, value))
            self.work.set()
        elif offset == RESET:
            self.restart()

    def restart(self):
        self.life += 1
        self.moved = self.error = 0
        self.todo.clear()


class Reader(Mover):
    """Host to card: descriptors become reads, whose data goes to the stream in order."""

    def __init__(self, dut, function):
        super().__init__(dut, function)
        self.reads, self.tags = collections.deque(), {}
        self.stream, self.more = bytearray(), Event()
        dut.in_tvalid_i.value = 0
        cocotb.start_soon(self._ask())
        cocotb.start_soon(self._feed())

    def restart(self):
        """Reads in flight are dropped; their tags stay in use until the answers come."""
        super().restart()
        self.reads.clear()
        self.stream.clear()

    async def _ask(self):
        while True:
            self.work.clear()
            if not self.todo or self.error:
                await self.work.wait()
                continue
            life, (address, size) = self.life, self.todo[0]
            for at, part in pieces(address, size, 128 << self.function.pcie_cap.
                                   max_read_request_size):
                await self._room(life, part)
                if life != self.life or self.error:
                    break
                await self._request(at, part)
            while life == self.life and self.reads:
                await self.edge
            while life == self.life and self.error:
                await self.edge
            if life == self.life:
                self.todo.popleft()

    async def _room(self, life, part):
        """Waits for a tag and for room for the answer."""
        while life == self.life and not self.error and (
                len(self.tags) == READS or len(self.stream) + part +
                sum(read.size for read in self.reads) > READ_BYTES):
            await self.edge

    async def _request(self, at, part):
        tlp = Tlp()
        tlp.fmt_type = TlpType.MEM_READ_64 if at > 0xffffffff else TlpType.MEM_READ
        tlp.requester_id = self.function.pcie_id
        tlp.set_addr_be(at, part)
        tlp.tag = next(tag for tag in range(READS) if tag not in self.tags)
        read = self.tags[tlp.tag] = Read(tlp)
        self.reads.append(read)
        cocotb.start_soon(self._watch(read))
        await self.function.send(tlp)

    async def _watch(self, read):
        await Timer(TIMEOUT_NS, "ns")
        if read in self.reads and not read.is_whole() and not read.error:
            read.error = TIMEOUT
            self._deliver()

    def completed(self, cpl):
        read = self.tags.get(cpl.tag)
        if read is None:
            return
        if not read.error:
            read.take(cpl)
        if cpl.status != CplStatus.SC or \
                cpl.byte_count <= 4 * cpl.length - cpl.lower_address % 4:
            del self.tags[cpl.tag]
        if read in self.reads:
            self._deliver()

    def _deliver(self):
        """Complete data of the oldest reads goes to the stream."""
        while self.reads and not self.error and (self.reads[0].error or self.reads[0].is_whole()):
            read = self.reads.popleft()
            self.error = read.error
            if not read.error:
                self.stream += read.data
                self.more.set()
        if self.error:
            self.reads.clear()

    async def _feed(self):
        """Offers whole beats; an offered beat is held stable."""
        while True:
            self.more.clear()
            if len(self.stream) < BEAT:
                await self.more.wait()
                continue
            self.dut.in_tdata_i.value = int.from_bytes(self.stream[:BEAT], "little")
            self.dut.in_tvalid_i.value = 1
            del self.stream[:BEAT]
            life = self.life
            await self.edge
            while not self.dut.in_tready_o.value:
                await self.edge
            self.dut.in_tvalid_i.value = 0
            self.moved += BEAT if life == self.life else 0


class Writer(Mover):
    """Card to host: the stream's bytes become writes; a run's end ends the descriptor."""

    def __init__(self, dut, function):
        super().__init__(dut, function)
        self.held, self.last = bytearray(), False
        dut.out_tready_i.value = 0
        cocotb.start_soon(self._run())

    def restart(self):
        super().restart()
        self.held, self.last = bytearray(), False

    async def _run(self):
        while True:
            self.work.clear()
            if not self.todo:
                await self.work.wait()
                continue
            life, (address, size) = self.life, self.todo[0]
            await self._fill(life, address, size)
            if life == self.life:
                self.todo.popleft()

    async def _fill(self, life, address, size):
        for at, part in pieces(address, size, 128 << self.function.pcie_cap.max_payload_size):
            while len(self.held) < part and not self.last and life == self.life:
                await self._beat(life)
            if life != self.life:
                return
            data = bytes(self.held[:part])
            del self.held[:part]
            if data:
                await self._send(at, data)
            if self.last and not self.held and life == self.life:
                self.last = False
                return

    async def _beat(self, life):
        self.dut.out_tready_i.value = 1
        await self.edge
        while not self.dut.out_tvalid_o.value and life == self.life:
            await self.edge
        self.dut.out_tready_i.value = 0
        if life == self.life:
            self.held += int(self.dut.out_tdata_o.value).to_bytes(BEAT, "little")
            self.last = bool(self.dut.out_tlast_o.value)

    async def _send(self, at, data):
        tlp = Tlp()
        tlp.fmt_type = TlpType.MEM_WRITE_64 if at > 0xffffffff else TlpType.MEM_WRITE
        tlp.requester_id = self.function.pcie_id
        tlp.set_addr_be_data(at, data)
        await self.function.send(tlp)
        self.moved += len(data)


class Function(Endpoint):
    def __init__(self, dut):
        super().__init__()
        self.vendor_id, self.device_id, self.class_code = VENDOR, DEVICE, CLASS
        self.pcie_cap.max_payload_size_supported = 2
        self.msi_cap = MsiCapability()
        self.msi_cap.msi_64bit_address_capable = self.msi_cap.msi_multiple_message_capable = 1
        self.register_capability(self.msi_cap)
        self.configure_bar(0, BAR_BYTES)
        self.dut, self.axil = dut, Axil(dut)
        self.reader, self.writer = Reader(dut, self), Writer(dut, self)
        self.requests, self.messages, self.poisoned = Queue(), Queue(), 0
        for kind in (TlpType.MEM_READ, TlpType.MEM_READ_64, TlpType.MEM_WRITE,
                     TlpType.MEM_WRITE_64):
            self.register_rx_tlp_handler(kind, self.requests.put)
        cocotb.start_soon(self._serve())
        cocotb.start_soon(self._interrupts())
        cocotb.start_soon(self._message())

    async def handle_tlp(self, tlp):
        if tlp.is_completion():
            tlp.release_fc()
            self.reader.completed(tlp)
        else:
            await super().handle_tlp(tlp)

    async def _serve(self):
        """BAR accesses, in the order in which they came."""
        while True:
            tlp = await self.requests.get()
            if tlp.fmt_type in (TlpType.MEM_READ, TlpType.MEM_READ_64):
                await self._read(tlp)
            elif tlp.ep:
                self.poisoned += 1
            else:
                await self._write(tlp)

    async def _word(self, at):
        if at < CARD_BYTES:
            return await self.axil.read(at)
        mover = self.reader if at < WRITER else self.writer
        return mover.read(at % (WRITER - READER))

    async def _read(self, tlp):
        base = self.match_bar(tlp.address)[1]
        data = b"".join([(await self._word(base + 4 * i)).to_bytes(4, "little")
                         for i in range(tlp.length)])
        left = byte_count(tlp.length, tlp.first_be, tlp.last_be)
        for at, size in pieces(tlp.address + first_byte(tlp.first_be), left,
                               128 << self.pcie_cap.max_payload_size, RCB):
            cpl = Tlp.create_completion_data_for_tlp(tlp, self.pcie_id)
            cpl.byte_count, cpl.lower_address = left, at & 0x7f
            cpl.set_data(data[at // 4 * 4 - tlp.address:(at + size + 3) // 4 * 4 - tlp.address])
            await self.send(cpl)
            left -= size

    async def _write(self, tlp):
        base, data = self.match_bar(tlp.address)[1], tlp.get_data()
        for i in range(tlp.length):
            strobes = tlp.first_be if i == 0 else tlp.last_be if i == tlp.length - 1 else 0xf
            word, at = int.from_bytes(data[4 * i:4 * i + 4], "little"), base + 4 * i
            if at < CARD_BYTES:
                await self.axil.write(at, word, strobes)
            elif strobes == 0xf:
                (self.reader if at < WRITER else self.writer).write(at % (WRITER - READER), word)

    async def _interrupts(self):
        """A message for each cycle in which an interrupt is high, as LitePCIe has it."""
        lines, edge = self.dut.irq_o, RisingEdge(self.dut.pcie_clk_i)
        while True:
            await lines.value_change
            await edge
            while lines.value.is_resolvable and int(lines.value):
                for number in range(2):
                    if int(lines.value) >> number & 1:
                        self.messages.put_nowait(number)
                await edge

    async def _message(self):
        while True:
            number = await self.messages.get()
            if self.msi_cap.msi_enable:
                await self.msi_cap.issue_msi_interrupt(number)


class Card(Device):
    """The function at its link, whose TLPs are all checked."""

    def __init__(self, dut):
        super().__init__()
        self.function = self.append_function(Function(dut))
        self.rules = Rules(self.function)
        self.upstream_port.max_link_speed, self.upstream_port.max_link_width = 2, 4

    async def upstream_send(self, tlp):
        self.rules.emitted(tlp)
        await super().upstream_send(tlp)

    async def upstream_recv(self, tlp):
        self.rules.received(tlp)
        await super().upstream_recv(tlp)
