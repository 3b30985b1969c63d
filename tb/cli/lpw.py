# SPDX-License-Identifier: Apache-2.0
"""A second reader of warp traces, written from docs/reference/format.md, section 20, and slow.
Anything outside the format is an AssertionError."""
import zlib
from dataclasses import dataclass, field

END, LOAD, STORE, ATOMIC, BARRIER = range(5)


@dataclass
class Record:
    kind: int
    gap: int
    lanes: dict = field(default_factory=dict)  # lane: address
    width: int = 0
    use: int = 0
    constant: bool = False
    stored: dict = field(default_factory=dict)  # lane: bytes; empty if the trace has none

    @property
    def mask(self):
        return sum(1 << lane for lane in self.lanes)


@dataclass
class Buffer:
    name: str
    address: int
    size: int
    contents: bytes
    constant: bool


@dataclass
class HostRead:
    address: int
    size: int


@dataclass
class Launch:
    kernel: str
    grid: list
    block: list
    local: int = 0
    registers: int = 0
    stream: int = 0
    warps: dict = field(default_factory=dict)  # (group, number): records, the last of them END


class Reader:
    def __init__(self, data):
        self.data, self.at = data, 16
        self.version = data[8]
        assert self.version in (1, 2), "version"
        assert data[:16] == b"\x89LPW\r\n\x1a\n" + bytes([self.version, *bytes(7)]), "head"
        # Buffer, (address, bytes) of a host write, HostRead, Launch, in order
        self.items = []
        kinds = {1: self.buffer, 2: self.host_write, 3: self.launch, 6: self.host_read}
        while (item := self.take(1)[0]) != 0:
            assert item != 6 or self.version > 1, "item"
            self.items.append(kinds[item]())
        crc = zlib.crc32(data[:self.at])
        assert self.take(4) == crc.to_bytes(4, "little") and self.at == len(data), "end"

    def take(self, count):
        self.at += count
        assert self.at <= len(self.data), "truncated"
        return self.data[self.at - count:self.at]

    def number(self):
        value, shift = 0, 0
        while True:
            byte = self.take(1)[0]
            value |= (byte & 127) << shift
            shift += 7
            if byte < 128:
                assert value < 1 << 64 and (byte or shift == 7), "number"
                return value

    def signed(self):
        value = self.number()
        return -(value + 1 >> 1) if value & 1 else value >> 1

    def name(self):
        return self.take(self.take(1)[0]).decode()

    def buffer(self):
        flags, name = self.take(1)[0], self.name()
        address, size = self.number(), self.number()
        contents = self.take(size) if flags & 1 else bytes(size)
        return Buffer(name, address, size, contents, bool(flags & 2))

    def host_write(self):
        address, size = self.number(), self.number()
        return address, self.take(size)

    def host_read(self):
        return HostRead(self.number(), self.number())

    def launch(self):
        launch = Launch(self.name(), [self.number() for _ in range(3)],
                        [self.number() for _ in range(3)])
        if self.version > 1:
            launch.local, launch.registers, launch.stream = (self.number() for _ in range(3))
        while (item := self.take(1)[0]) != 5:
            assert item == 4, "item"
            place = self.number(), self.number()
            records = launch.warps[place] = [self.record()]
            while records[-1].kind != END:
                records.append(self.record())
        return launch

    def record(self):
        head = self.take(1)[0]
        assert head < 128 or (self.version > 1 and head & 7 in (STORE, ATOMIC)), "head"
        record = Record(head & 7, self.number())
        if record.kind in (END, BARRIER):
            return record
        mask = 0xffffffff if head & 8 else int.from_bytes(self.take(4), "little")
        record.width, address = self.take(1)[0], self.number()
        record.constant = bool(head & 64)
        lanes = [lane for lane in range(32) if mask >> lane & 1]
        stride = self.signed() if head & 16 else None
        for lane in lanes:
            if stride is not None:
                record.lanes[lane] = address + stride * (lane - lanes[0])
            else:
                address += self.signed() if lane != lanes[0] else 0
                record.lanes[lane] = address
        if record.kind in (LOAD, ATOMIC) and not head & 32:
            record.use = self.number()
        if record.kind in (STORE, ATOMIC) and head < 128:
            record.stored = {lane: self.take(record.width) for lane in lanes}
        return record

    def buffers(self):
        return [item for item in self.items if isinstance(item, Buffer)]

    def launches(self):
        return [item for item in self.items if isinstance(item, Launch)]

    def memory_after(self):
        """Final contents of buffers, by name, if warps run one after the other."""
        memory = []

        def write(address, data):
            for buffer, bytes_ in memory:
                at = address - buffer.address
                if 0 <= at <= buffer.size - len(data):
                    bytes_[at:at + len(data)] = data
                    return
            raise AssertionError("outside every buffer")

        for item in self.items:
            if isinstance(item, Buffer):
                memory.append((item, bytearray(item.contents)))
            elif isinstance(item, tuple):
                write(*item)
            elif isinstance(item, Launch):
                for records in item.warps.values():
                    for record in records:
                        for lane, data in record.stored.items():
                            write(record.lanes[lane], data)
        return {buffer.name: bytes(data) for buffer, data in memory}
