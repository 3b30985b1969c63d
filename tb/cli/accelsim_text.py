# SPDX-License-Identifier: Apache-2.0
"""Writes Accel-Sim's text traces of versions 1 to 6, and .tracez files, from docs/use/accelsim.md,
for tests."""
import re
import struct
from dataclasses import dataclass, field

HEADER = """\
-kernel name = {name}
-kernel id = 1
-grid dim = ({grid})
-block dim = ({block})
-shmem = {shared}
-nregs = {registers}
-binary version = 80
-cuda stream id = {stream}
-shmem base_addr = 0x00007f3000000000
-local mem base_addr = 0x00007f2e00000000
-nvbit version = 1.5.5
-accelsim tracer version = {version}
{lineinfo}
#traces format = PC mask dest_num [reg_dests] opcode src_num [reg_srcs] mem_width [addresses]
"""
SHARED_BASE, LOCAL_BASE = 0x7f2d00000000, 0x7f2e00000000


@dataclass
class Instruction:
    opcode: str
    to: list = field(default_factory=list)
    of: list = field(default_factory=list)
    mask: int = 0xffffffff
    memory: str = ""  # the fields after the width, which is then 4
    values: str = "NoVal"
    immediates: str = "0x0"
    flag: str = ""


def lanes(mask):
    return [lane for lane in range(32) if mask >> lane & 1]


def listed(addresses):
    return "0 " + " ".join(f"0x{a:x}" for a in addresses)


def strided(base, stride):
    return f"1 0x{base:016x} {stride}"


def differences(addresses):
    steps = [b - a for a, b in zip(addresses, addresses[1:])]
    return " ".join(["2", f"0x{addresses[0]:x}", *map(str, steps)])


class Kernel:
    def __init__(self, version, grid=(1, 1, 1), block=(32, 1, 1), name="k", shared=0, registers=16,
                 stream=0, lines=False):
        self.version, self.lines = version, lines
        commas = lambda sizes: ",".join(map(str, sizes))
        self.text = HEADER.format(name=name, grid=commas(grid), block=commas(block), shared=shared,
                                  registers=registers, stream=stream, version=version,
                                  lineinfo=f"-enable lineinfo = {int(lines)}")

    def group(self, x, y, z, warps):
        """`warps`: {number: instructions}"""
        self.text += f"\n#BEGIN_TB\n\nthread block = {x},{y},{z}\n"
        if self.version >= 6:
            self.text += "cluster id = 0,0,0\n"
        for number, instructions in warps.items():
            self.text += f"\nwarp = {number}\ninsts = {len(instructions)}\n"
            for count, instruction in enumerate(instructions):
                self.text += self.line(instruction, (x, y, z, number), count) + "\n"
        self.text += "\n#END_TB\n"
        return self

    def line(self, i, place, count):
        words = [*map(str, place)] if self.version < 3 else []
        words += ["17"] if self.lines else []
        words += [f"{16 * count:04x}", f"{i.mask:08x}", str(len(i.to)), *(f"R{r}" for r in i.to),
                  i.opcode, str(len(i.of)), *(f"R{r}" for r in i.of)]
        words += [i.flag] if self.version >= 6 and i.flag else []
        words += ["4", i.memory] if i.memory else ["0"]
        words += [i.immediates.split()[0]] if self.version == 5 else []
        words += [i.immediates, i.values] if self.version >= 6 else []
        return " ".join(words) + " "


# ---- .tracez ----

def stored(data):
    """A frame of zstd without compression."""
    blocks = [data[at:at + (1 << 17)] for at in range(0, len(data), 1 << 17)] or [b""]
    frame = b"\x28\xb5\x2f\xfd\xa0" + struct.pack("<I", len(data))
    for count, block in enumerate(blocks, 1):
        head = len(block) << 3 | (count == len(blocks))
        frame += head.to_bytes(3, "little") + block
    return frame


def groups_of(text):
    """(header, [((x, y, z), [instructions of each warp, all from 0 on])]) of a .traceg."""
    header, *groups = text.split("\n#BEGIN_TB\n")
    parsed = []
    for group in groups:
        place = tuple(map(int, re.search(r"thread block = (\d+),(\d+),(\d+)", group).groups()))
        warps = {}
        for number, lines in re.findall(r"warp = (\d+)\ninsts = \d+\n((?:[^\n#]+\n)*)", group):
            warps[int(number)] = lines.splitlines()
        parsed.append((place, [warps.get(n, []) for n in range(max(warps) + 1)]))
    return header, parsed


def tracez(text, part=2048, dictionary=b"", pack=stored):
    """The .tracez of a .traceg, with so many instructions in a part."""
    header, groups = groups_of(text)
    words = lambda *numbers: struct.pack(f"<{len(numbers)}I", *numbers)
    file = header.encode() + b"\0" + words(len(dictionary), part) + dictionary
    index = words(len(groups))
    for place, warps in groups:
        index += words(*place, *[0] * 7, len(warps))
        for lines in warps:
            parts = [lines[at:at + part] for at in range(0, len(lines), part)]
            head = words(len(lines), len(parts))
            index += head + struct.pack("<Q", len(file)) + words(*map(len, parts))
            file += head
            for some in parts:
                packed = pack("\n".join(some).encode())
                file += words(len(packed)) + packed
    return file + index + struct.pack("<Q", len(file))
