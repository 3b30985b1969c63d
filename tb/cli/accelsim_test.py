#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""`linepress trace --from accelsim` and `--to accelsim`: texts of versions 1 to 6, what each of
their instructions becomes, the buffers, values and copies; random traces there and back; damaged
texts, each with its line. LP_SEED repeats the random traces."""
import json
import os
import random
import shutil
import struct
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from tap import end, result  # pylint: disable=wrong-import-position

from accelsim_text import (LOCAL_BASE, SHARED_BASE, Instruction, Kernel, differences, lanes, listed,
                           stored, strided, tracez)
from lpw import ATOMIC, BARRIER, END, LOAD, STORE, Buffer, HostRead, Launch, Reader, Record
import lpw_write

LINEPRESS = os.path.abspath(
    os.environ.get("LINEPRESS", os.environ.get("BUILD", "build") + "/linepress"))
BASE = 0x7f0000000000
SEED = int(os.environ.get("LP_SEED", str(int(time.time()))))


def test(name, function, *arguments):
    try:
        function(*arguments)
        result([], name)
    except AssertionError as error:
        result([str(error)], name)


def run(*words, status=0, **more):
    done = subprocess.run([LINEPRESS, "trace", *words], capture_output=True, text=True, check=False,
                          **more)
    assert done.returncode == status, f"{words}: {done.returncode}: {done.stderr}"
    return done


def put(name, content):
    with open(name, "wb" if isinstance(content, bytes) else "w",
              **({} if isinstance(content, bytes) else {"encoding": "utf-8"})) as f:
        f.write(content)


def put_buffers(**buffers):
    put("buffers.json", json.dumps({"linepress_buffers": 1, "buffers": [
        {"name": name, "address": f"0x{address:x}", "bytes": size}
        for name, (address, size) in buffers.items()]}))


def imported(*kernels, copies="", words=()):
    """(what the command said, the trace) of kernels in a list."""
    names = []
    for count, kernel in enumerate(kernels, 1):
        names.append(f"kernel-{count}.traceg")
        put(names[-1], kernel.text)
    put("kernelslist.g", copies + "".join(name + "\n" for name in names))
    done = run("--from", "accelsim", "-o", "t.lpw", "-f", "--json", *words, "kernelslist.g")
    with open("t.lpw", "rb") as f:
        return json.loads(done.stdout), Reader(f.read())


def records(reader, launch=0, warp=(0, 0)):
    return reader.launches()[launch].warps[warp]


EXIT = Instruction("EXIT")


# ---- what instructions become ----

def check_version(version, lines):
    put_buffers(x=(BASE, 1 << 16))
    loaded = [BASE + 4 * lane for lane in range(32)]
    scattered = [BASE + 512 + 52 * lane % 1024 // 4 * 4 for lane in range(32)]
    kernel = Kernel(version, grid=(3, 2, 1), block=(16, 3, 1), name="_Z1kPf", shared=96,
                    registers=40, stream=7, lines=lines)
    half = 0x0000ffff
    kernel.group(1, 1, 0, {
        0: [Instruction("MOV", [1], [255]),
            Instruction("LDG.E.SYS", [4], [2], memory=strided(BASE, 4)),
            Instruction("LDG.E.64.CONSTANT", [6], [2], memory=listed(loaded)),
            Instruction("IMAD.MOV", [9], [255, 255]),
            Instruction("FADD", [10], [4, 9]),
            Instruction("DADD", [12], [7, 12]),
            Instruction("STG.E.U16", [], [2, 10], memory=differences(scattered)),
            Instruction("BAR.SYNC"), EXIT],
        1: [Instruction("RED.E.ADD.F32", [], [2, 9], half, memory=strided(BASE + 64, -4)),
            Instruction("ATOMG.E.CAS.64", [20], [2, 9], 1, memory=strided(BASE, 0)),
            Instruction("MOV", [3], [21], half)]})
    told, reader = imported(kernel, words=("--buffers", "buffers.json", "--strict"))
    launch, = reader.launches()
    assert (launch.kernel, launch.grid, launch.block) == ("_Z1kPf", [48, 6, 1], [16, 3, 1])
    assert (launch.local, launch.registers, launch.stream) == (96, 40, 7)
    assert [(b.name, b.address, b.size) for b in reader.buffers()] == [("x", BASE, 1 << 16)]
    assert list(launch.warps) == [(4, 0), (4, 1)]
    all_lanes = lambda addresses: dict(enumerate(addresses))
    assert launch.warps[4, 0] == [
        Record(LOAD, 1, all_lanes(loaded), 4, 3),
        Record(LOAD, 0, all_lanes(loaded), 8, 3, constant=True),
        Record(STORE, 3, all_lanes(scattered), 2), Record(BARRIER, 0), Record(END, 1)]
    assert launch.warps[4, 1] == [
        Record(ATOMIC, 0, {lane: BASE + 64 - 4 * lane for lane in range(16)}, 4),
        Record(ATOMIC, 0, {0: BASE}, 8, 1), Record(END, 1)]
    assert told["import"] == {"pages": 0, "local": 0, "unknown": 0, "unknown_opcode": "",
                              "tensor": 0, "no_bytes": 3}


def width_of(opcode):
    put_buffers(x=(BASE, 1 << 16))
    kernel = Kernel(3).group(0, 0, 0, {0: [Instruction(opcode, [4], [2],
                                                       memory=strided(BASE, 16))]})
    return records(imported(kernel, words=("--buffers", "buffers.json"))[1])[0].width


def check_widths():
    for opcode, width in (("LDG", 4), ("LDG.E.U8", 1), ("LDG.E.S8.SYS", 1), ("LD.E.U16", 2),
                          ("LDG.E.S16", 2), ("LDG.E.64", 8), ("LDG.E.LTC128B.128.CONSTANT", 16),
                          ("LDGSTS.E.BYPASS.128", 16), ("ATOM.E.ADD.F64.RN", 8), ("LDG.E.32", 4)):
        assert width_of(opcode) == width, f"{opcode}: {width_of(opcode)}"


def check_spaces():
    """Generic accesses are where their address is; memory of groups and threads is not traced."""
    kernel = Kernel(4)
    kernel.text = kernel.text.replace("0x00007f3000000000", f"0x{SHARED_BASE:x}")
    memory = lambda base: strided(base, 4)
    kernel.group(0, 0, 0, {0: [
        Instruction("LD.E", [4], [2], memory=memory(SHARED_BASE + 64)),
        Instruction("ST.E", [], [2, 5], memory=memory(LOCAL_BASE + 64)),
        Instruction("LD.E", [4], [2], memory=memory(LOCAL_BASE + (8 << 20))),
        Instruction("LDS", [4], [2], memory=memory(64)),
        Instruction("STL", [], [2, 4], memory=memory(64)),
        Instruction("LDSM.16.M88", [4], [2], memory=memory(64)),
        Instruction("SULD.D", [4], [2], memory=memory(BASE)),
        Instruction("SULD.D", [4], [2], memory=memory(BASE)),
        Instruction("LDG", [4], [2], 0, memory=memory(BASE)),
        Instruction("LDG", [4], [2], 0, memory="0"), EXIT]})
    told, reader = imported(kernel)
    assert [r.kind for r in records(reader)] == [LOAD, END]
    assert records(reader)[0].gap == 2 and records(reader)[1].gap == 8
    said = told["import"]
    assert (said["local"], said["unknown"], said["unknown_opcode"]) == (2, 2, "SULD.D")
    done = run("--from", "accelsim", "-o", "t.lpw", "-f", "kernelslist.g")
    assert done.stderr.count("SULD.D") == 1, "an unknown opcode is warned of once"


def check_uses():
    put_buffers(x=(BASE, 1 << 16))
    load = lambda to, opcode="LDG": Instruction(opcode, [to], [2], memory=strided(BASE, 16))
    kernel = Kernel(3).group(0, 0, 0, {0: [
        load(4, "LDG.128"),                                  # R4 to R7: used through R6
        load(8), load(9, "LDG.64"),                          # R8 overwritten; R9, R10 by a store
        Instruction("FADD", [8], [6, 1]),
        Instruction("STG.E.64", [], [2, 9], memory=strided(BASE, 8)),
        load(255),                                           # the zero register
        load(12), load(12),                                  # the first is overwritten
        Instruction("LDG", [12], [12], memory=strided(BASE, 4)),  # used by the next load itself
        load(21), Instruction("STG.E.64", [], [2, 20], memory=strided(BASE, 8)),  # R20 and R21
        EXIT]})
    _, reader = imported(kernel, words=("--buffers", "buffers.json"))
    assert [r.use for r in records(reader)] == [3, 0, 2, 0, 0, 0, 1, 0, 1, 0, 0]


def check_lanes():
    """The lowest lane of the mask has the base."""
    put_buffers(x=(BASE, 1 << 16))
    mask, addresses = 0x00ff0000, [BASE + 8 * n for n in range(8)]
    memories = strided(BASE, 8), listed(addresses), differences(addresses)
    kernel = Kernel(3).group(0, 0, 0, {0: [Instruction("LDG", [4], [2], mask, memory=memory)
                                           for memory in memories] + [EXIT]})
    _, reader = imported(kernel, words=("--buffers", "buffers.json"))
    for record in records(reader)[:3]:
        assert record.lanes == {16 + n: a for n, a in enumerate(addresses)}


def check_values():
    put_buffers(x=(BASE, 1 << 16))
    full = "32 " + " ".join(f"{0x100 * lane + 7:x}" for lane in range(32))
    store = lambda opcode, of, values, mask=0xffffffff: Instruction(
        opcode, [], of, mask, memory=strided(BASE, 16), values="Val " + values)
    kernel = Kernel(6).group(0, 0, 0, {0: [
        store("STG.E", [2, 9], f"1 5 {full}"),
        store("STG.E.U8", [2, 9], f"1 5 {full}", 0x6),
        store("STG.E.64", [2, 4, 5], f"1 0 1 aabbccdd {full}", 0x2),
        store("STG.E.64", [2, 4], "1 0 1 1"),
        Instruction("STG.E", [], [2, 9], memory=strided(BASE, 4)),
        Instruction("FADD", [4], [4, 9], values=f"Val 1 0 {full} 1 1", immediates="0x1 0x2"),
        Instruction("HGMMA.64x8x16", [4], [9], flag="1"), EXIT]})
    told, reader = imported(kernel, words=("--buffers", "buffers.json"))
    stored = [r.stored for r in records(reader)]
    assert stored[0] == {lane: struct.pack("<I", 0x100 * lane + 7) for lane in range(32)}
    assert stored[1] == {1: b"\7", 2: b"\7"}
    assert stored[2] == {1: struct.pack("<II", 0xaabbccdd, 0x107)}
    assert stored[3] == stored[4] == {} and told["import"]["no_bytes"] == 2


def check_tensor():
    put_buffers(x=(BASE, 1 << 16))
    kernel = Kernel(6).group(0, 0, 0, {0: [
        Instruction("UTMALDG.2D", [], [], 1, memory=f"3 0x400 0 192 0 2 0x{BASE:x} 0x{BASE + 512:x}"),
        Instruction("UTMASTG.2D", [], [], 1, memory=f"4 0x400 1 0xf 640 0 0x{BASE:x} 1"),
        Instruction("UBLKCP.G.S", [], [], 1, memory=f"3 0x400 0 16 0 1 0x{BASE:x}"),
        Instruction("UTMAREDG", [], [], 1, memory=f"3 0x400 0 8 0 2 0x{BASE:x} 0x{BASE:x}"),
        Instruction("UTMALDG", [], [], 1, memory=f"3 0x400 0 0 0 1 0x{BASE:x}"), EXIT]})
    told, reader = imported(kernel, words=("--buffers", "buffers.json"))
    got = records(reader)
    assert [(r.kind, r.width, len(r.lanes)) for r in got] == [
        (LOAD, 16, 12), (STORE, 16, 32), (STORE, 16, 8), (STORE, 16, 1), (ATOMIC, 4, 2),
        (END, 0, 0)]
    assert list(got[0].lanes.values()) == [BASE + 512 * (n // 6) + 16 * (n % 6) for n in range(12)]
    assert got[2].lanes[7] == BASE + 624 and told["import"]["tensor"] == 1
    kernel = Kernel(5).group(0, 0, 0, {0: [Instruction("UTMALDG", memory=f"3 1 0x{BASE:x}")]})
    told, reader = imported(kernel, words=("--buffers", "buffers.json"))
    assert told["import"]["tensor"] == 1 and records(reader) == [Record(END, 1)]


# ---- buffers ----

def simple(address, count=1, opcode="LDG", version=3):
    access = Instruction(opcode, [4], [2], memory=strided(address, 4))
    return Kernel(version).group(0, 0, 0, {0: [access] * count + [EXIT]})


def check_pages():
    put_buffers(x=(BASE + 0x8000, 0x1000))
    kernels = simple(BASE), simple(BASE + 0x8000), simple(BASE + 0x40000)
    told, reader = imported(*kernels, words=("--buffers", "buffers.json"))
    assert [(b.name, b.address, b.size) for b in reader.buffers()] == [
        (f"page.0x{BASE:x}", BASE, 0x8000), ("x", BASE + 0x8000, 0x1000),
        (f"page.0x{BASE + 0x9000:x}", BASE + 0x9000, 0x7000),
        (f"page.0x{BASE + 0x40000:x}", BASE + 0x40000, 0x10000)]
    assert told["import"]["pages"] == 3
    # No buffer begins within a line.
    put_buffers(x=(BASE + 0x8000, 300))
    _, reader = imported(*kernels, words=("--buffers", "buffers.json"))
    assert [(b.address - BASE, b.size) for b in reader.buffers()][1:3] == \
        [(0x8000, 300), (0x8180, 0x7e80)]
    said = run("--from", "accelsim", "--strict", "--buffers", "buffers.json", "-o", "x.lpw",
               "kernelslist.g", status=2).stderr
    assert f"kernel-1.traceg: line 22: 4 bytes at 0x{BASE:x} are in no buffer" in said, said
    assert not os.path.exists("x.lpw")


def check_copies():
    copies = (f"MemcpyHtoD,0x{BASE:016x},200\nnoise\nMemcpyDtoH,0x{BASE + 4096:x},64\n"
              f"cudaMalloc,0x{BASE + 4096:x},1000\nMemcpyHtoD,0x{BASE + 128:x},8\n"
              f"MemcpyHtoD,0x{BASE:x},0\n")
    told, reader = imported(simple(BASE), copies=copies)
    assert [(b.name, b.address, b.size) for b in reader.buffers()] == [
        (f"copy.0x{BASE:x}", BASE, 256), (f"malloc.0x{BASE + 4096:x}", BASE + 4096, 1024)]
    assert reader.items[2:5] == [(BASE, bytes(200)), HostRead(BASE + 4096, 64),
                                 (BASE + 128, bytes(8))]
    assert (told["host_write_bytes"], told["host_read_bytes"]) == (208, 64)


def contents_at(point):
    return bytes((point * n) % 251 for n in range(300))


def save_set(address=BASE):
    shutil.rmtree("set", ignore_errors=True)
    for point in (1, 2):
        os.makedirs(f"set/{point}")
        put(f"set/{point}/x.bin", contents_at(point))
    put("set/snapshots.json", json.dumps({"linepress_snapshots": 1, "points": [
        {"point": "1"}, {"point": "2"}], "allocations": [
            {"name": "x", "address": address, "bytes": 300}]}))


def check_set():
    save_set()
    copies = f"MemcpyHtoD,0x{BASE + 8:x},16\n"
    for words, value in ((("--values", "set"), 1), (("--values", "set:2"), 2)):
        _, reader = imported(simple(BASE), copies=copies, words=words)
        x, = reader.buffers()
        assert (x.name, x.address, x.contents) == ("x", BASE, contents_at(value))
        assert reader.items[1] == (BASE + 8, contents_at(value)[8:24])
    put_buffers(x=(BASE + 1024, 512), y=(BASE + 2048, 128))
    _, reader = imported(simple(BASE + 1024),
                         words=("--buffers", "buffers.json", "--values", "set:2"))
    assert [b.contents for b in reader.buffers()] == [contents_at(2) + bytes(212), bytes(128)]


def check_packed():
    kernel = simple(BASE)
    for packer, name in (("xz", "kernel-1.traceg.xz"), ("zstd", "kernel-1.traceg.zst")):
        if not shutil.which(packer):
            continue
        put(name, subprocess.run([packer, "-c"], input=kernel.text.encode(), capture_output=True,
                                 check=True).stdout)
        put("kernelslist.g", name + "\n")
        run("--from", "accelsim", "-o", "t.lpw", "-f", "kernelslist.g")
        with open("t.lpw", "rb") as f:
            assert len(records(Reader(f.read()))) == 2


def lpw_of(name, content):
    """The trace of a kernel's file."""
    put(name, content)
    put("kernelslist.g", name + "\n")
    run("--from", "accelsim", "-o", "t.lpw", "-f", "kernelslist.g")
    with open("t.lpw", "rb") as f:
        return f.read()


def many_warps(version):
    """Warps of several lengths, one of them empty, and groups that are left out."""
    kernel = Kernel(version, grid=(3, 2, 1), block=(96, 1, 1))
    for x, y, counts in ((1, 0, (2, 7, 12)), (2, 1, (1, 0, 9))):
        kernel.group(x, y, 0, {n: [
            Instruction("LDG", [4], [2], memory=strided(BASE + 4096 * n + 128 * i, 4))
            for i in range(count)] for n, count in enumerate(counts)})
    return kernel.text


def with_dictionary(content):
    put("dictionary", content)

    def pack(data):
        put("part", data)
        return subprocess.run(["zstd", "-q", "-c", "-D", "dictionary", "part"], check=True,
                              capture_output=True).stdout
    return pack


def check_tracez():
    for version in (1, 3, 5, 6):
        text = many_warps(version)
        plain = lpw_of("kernel-1.traceg", text)
        assert Reader(plain).launches()[0].warps[5, 2]
        for part in (1, 2, 7, 2048):
            assert lpw_of("kernel-1.tracez", tracez(text, part)) == plain, (version, part)


def check_dictionaries():
    """Raw content, and a trained one."""
    if not shutil.which("zstd"):
        return
    text = many_warps(6)
    plain = lpw_of("kernel-1.traceg", text)
    for number, line in enumerate(text.splitlines() * 4):
        put(f"sample{number}", line + "\n")
    subprocess.run(["zstd", "-q", "--train", "-r", ".", "--maxdict=1024", "-o", "trained"],
                   check=True, capture_output=True)
    with open("trained", "rb") as f:
        trained = f.read()
    for content in (text[-500:].encode(), trained):
        pack = with_dictionary(content)
        assert lpw_of("kernel-1.tracez", tracez(text, 3, content, pack)) == plain
    file = tracez(text, 3, trained, with_dictionary(trained))
    put("kernel-1.tracez", file.replace(trained[4:8], b"abcd", 1))
    refused(FROM, "kernel-1.tracez: Dictionary mismatch")


def check_names():
    long = "void thrust::reduce<" + "float, " * 40 + ">"
    _, reader = imported(Kernel(3, name=long).group(0, 0, 0, {0: [EXIT]}),
                         Kernel(3, name=".a/b c").group(0, 0, 0, {0: [EXIT]}))
    names = [launch.kernel for launch in reader.launches()]
    assert len(names[0]) == 128 and names[0].startswith("void_thrust::reduce<float,_float")
    assert names[0][119] == "~" and names[1] == "_a_b_c"


# ---- there and back ----

def draw_trace(random_):
    """A trace that the text can hold: whole groups, no stored bytes, widths of instructions."""
    buffers = [Buffer("a", 0x10000, 4096, bytes(4096), False),
               Buffer("b", 0x7f0000000000, 1 << 20, bytes(1 << 20), False)]
    items = list(buffers)
    for count in range(random_.randint(1, 3)):
        block = random_.choice(([32, 1, 1], [10, 5, 1], [64, 1, 2]))
        groups = [random_.randint(1, 3), random_.randint(1, 2), 1]
        launch = Launch(f"kernel{count}", [g * b for g, b in zip(groups, block)], block,
                        random_.randint(0, 9999), random_.randint(0, 255), random_.randint(0, 9))
        threads = block[0] * block[1] * block[2]
        for group in range(groups[0] * groups[1]):
            for warp in range(-(-threads // 32)):
                if random_.random() < 0.9:
                    launch.warps[group, warp] = draw_warp(random_, buffers,
                                                          min(32, threads - 32 * warp))
        items += [launch] if launch.warps else []
        if random_.random() < 0.5:
            items.append((0x10000 + random_.randint(0, 9), bytes(random_.randint(1, 99))))
            items.append(HostRead(0x7f0000000000 + random_.randint(0, 9), random_.randint(1, 9)))
    return items


def draw_warp(random_, buffers, threads):
    out = []
    for _ in range(random_.randint(0, 30)):
        kind = random_.choice((LOAD, LOAD, STORE, ATOMIC, BARRIER))
        gap = random_.choice((0, 0, 1, 5, 40))
        if kind == BARRIER:
            out.append(Record(BARRIER, gap))
            continue
        mask = random_.choice(((1 << threads) - 1, random_.getrandbits(threads) | 1))
        width = random_.choice((1, 2, 4, 8, 16))
        buffer = random_.choice(buffers)
        stride = random_.choice((width, 0, -width, None))
        start = buffer.address + buffer.size // 2
        at = {lane: start + stride * lane if stride is not None else
              buffer.address + random_.randrange(0, buffer.size - 16) // width * width
              for lane in lanes(mask)}
        out.append(Record(kind, gap, at, width, constant=kind == LOAD and random_.random() < 0.2))
    out.append(Record(END, random_.randint(1, 9)))
    # At most one load is used by an instruction, so that all have room among its operands.
    after, taken = 0, set()
    ends = []
    for record in out:
        after += record.gap + (record.kind != END)
        ends.append(after)
    for record, begin in zip(out, ends):
        use = random_.randint(1, 12)
        if record.kind in (LOAD, ATOMIC) and begin - 1 + use < after and begin + use not in taken \
                and random_.random() < 0.7:
            record.use = use
            taken.add(begin + use)
    return out


def there_and_back(items):
    put("a.lpw", lpw_write.trace(items))
    shutil.rmtree("dir", ignore_errors=True)
    told = json.loads(run("--to", "accelsim", "--json", "dir", "a.lpw").stdout)
    run("--from", "accelsim", "--strict", "--buffers", "dir/buffers.json", "-o", "b.lpw", "-f",
        "dir/kernelslist.g")
    with open("b.lpw", "rb") as f:
        return told, Reader(f.read())


def check_round_trips():
    random_ = random.Random(SEED)
    for _ in range(30):
        items = draw_trace(random_)
        if not any(isinstance(item, Launch) for item in items):
            continue
        told, reader = there_and_back(items)
        assert reader.items == items, f"LP_SEED={SEED}"
        assert told["late_uses"] == told["added_exits"] == told["split_accesses"] == 0


def check_registers():
    """A value that is used late keeps its registers while others come and go."""
    at = dict(enumerate(range(0x10000, 0x10000 + 32 * 16, 16)))
    launch = Launch("k", [32, 1, 1], [32, 1, 1], warps={(0, 0): [
        Record(LOAD, 0, at, 16, 600), *[Record(LOAD, 1, at, 4, 1) for n in range(250)],
        Record(END, 200)]})
    told, reader = there_and_back([Buffer("a", 0x10000, 4096, bytes(4096), False), launch])
    assert reader.launches() == [launch] and told["late_uses"] == 0


def check_losses():
    """Accesses and uses that the text has no place for are counted."""
    at = dict(enumerate(range(0x10000, 0x10000 + 32 * 16, 16)))
    crowd = [Record(LOAD, 0, at, 4, 9 - n) for n in range(6)]
    launch = Launch("k", [40, 1, 1], [32, 1, 1], warps={
        (0, 0): crowd + [Record(STORE, 0, at, 12, stored={n: bytes(12) for n in at}), Record(END, 9)],
        (1, 0): [Record(BARRIER, 0), Record(END, 0)]})
    told, reader = there_and_back([Buffer("a", 0x10000, 4096, b"\1" * 4096, False), launch])
    assert told == {"folder": "dir", "launches": 1, "instructions": 19, "late_uses": 2,
                    "added_exits": 1, "split_accesses": 1}, told
    got = reader.launches()[0]
    assert got.grid == [64, 1, 1] and reader.buffers()[0].contents == bytes(4096)
    # The store became two, which moves the use of all loads by one; two wait for another one.
    assert [r.use for r in got.warps[0, 0][:6]] == [10, 9, 8, 7, 7, 6]
    assert [(r.width, len(r.stored)) for r in got.warps[0, 0][6:8]] == [(8, 0), (4, 0)]
    assert got.warps[0, 0][7].lanes[3] == at[3] + 8
    assert got.warps[1, 0] == [Record(BARRIER, 0), Record(END, 1)]


def check_sample(sample):
    shutil.rmtree("dir", ignore_errors=True)
    run("--to", "accelsim", "dir", sample)
    said = run("--to", "accelsim", "dir", sample, status=2).stderr
    assert "is there already" in said
    run("--to", "accelsim", "-f", "dir", sample)
    assert sorted(os.listdir("dir")) == ["buffers.json", "kernel-1.traceg", "kernelslist.g"]
    run("--from", "accelsim", "--strict", "--buffers", "dir/buffers.json", "-o", "b.lpw", "-f",
        "dir/kernelslist.g")
    with open(sample, "rb") as a, open("b.lpw", "rb") as b:
        first, second = Reader(a.read()).launches(), Reader(b.read()).launches()
    for warp, due in first[0].warps.items():
        for record in due:
            record.stored = {}
        assert second[0].warps[warp] == due, warp
    put("dir/other", "x")
    assert "is no file of an export" in run("--to", "accelsim", "-f", "dir", sample,
                                            status=2).stderr


# ---- bad input ----

GOOD = simple(BASE).text
LIST = "kernel-1.traceg\n"


def changed(old, new, text=GOOD):
    assert text.count(old) >= 1, old
    return text.replace(old, new, 1)


def line_of(instruction, version=3):
    kernel = Kernel(version)
    return kernel.group(0, 0, 0, {0: [instruction, EXIT]}).text


def access(memory, mask=0xffffffff, opcode="LDG"):
    return line_of(Instruction(opcode, [4], [2], mask, memory=memory))


TWICE = Kernel(3, grid=(2, 1, 1)).group(1, 0, 0, {0: [EXIT]}).group(1, 0, 0, {0: [EXIT]}).text
BACK = Kernel(3, grid=(2, 1, 1)).group(1, 0, 0, {0: [EXIT]}).group(0, 0, 0, {0: [EXIT]}).text
NARROW = Kernel(3, block=(8, 1, 1)).group(0, 0, 0, {0: [EXIT]}).text
VALUES_5 = line_of(Instruction("STG", [], [2, 4], memory=strided(BASE, 4),
                               values="Val 1 0 5 1 2 3 4 5"), 6)
# Name, the kernel's text, the line and what is said of it.
BAD = (
    ("an empty file", "", "empty"),
    ("no header", "hello\n", "line 1: neither a field of a header"),
    ("a header that does not end", GOOD[:60], "truncated: the header does not end"),
    ("no version", changed("-accelsim tracer version = 3\n", ""), "ends without the kernel's name"),
    ("version 7", changed("version = 3", "version = 7"), "line 12: an unknown version"),
    ("version 0", changed("version = 3", "version = 0"), "line 12: an unknown version"),
    ("a binary version", changed("binary version = 80", "binary version = 71"),
     "line 7: an unknown binary version"),
    ("a grid of two sizes", changed("(1,1,1)", "(1,1)"), "line 3: a grid that is not"),
    ("a grid of 0", changed("(1,1,1)", "(0,1,1)"), "line 3: a grid that is not"),
    ("a grid of 2^31 groups", changed("(1,1,1)", "(2147483648,1,1)"), "2^31 thread blocks"),
    ("a side of 2^32 threads", changed("(1,1,1)", "(134217728,1,1)"), "2^32 threads or more"),
    ("a block of 8192", changed("(32,1,1)", "(32,256,1)"), "a block of more than 4096"),
    ("a place outside", changed("block = 0,0,0", "block = 0,1,0"), "outside the grid"),
    ("no place", changed("thread block = 0,0,0\n", ""), "a warp outside a thread block"),
    ("a group that comes twice", TWICE, "a thread block that comes twice"),
    ("a group after a later one", BACK, "a thread block that comes twice, or after a later"),
    ("a group in a group", changed("#END_TB", "#BEGIN_TB"), "begins before the previous one ends"),
    ("a group that does not end", changed("#END_TB", ""), "truncated: the last thread block"),
    ("an end alone", changed("#BEGIN_TB", "#END_TB"), "ends that has not begun"),
    ("a warp of none", changed("warp = 0", "warp = 1"), "a warp that is not in the block"),
    ("no insts", changed("insts = 2\n", ""), "a warp without its number of instructions"),
    ("insts: one more", changed("insts = 2", "insts = 3"), "fewer instructions than the warp's"),
    ("insts: one fewer", changed("insts = 2", "insts = 1"), "more instructions than the warp's"),
    ("cut in a warp", GOOD[:GOOD.index("0010")], "truncated: a warp's instructions end early"),
    ("no register", changed("R4", "P4"), "line 22: a register that is not R0 to R255"),
    ("a register above", changed("R4", "R256"), "line 22: a register that is not R0 to R255"),
    ("65 registers", changed(" 1 R4", " 65 R4"), "a number of registers above 64"),
    ("a mask of 36 bits", changed("ffffffff", "fffffffff"), "a mask of more than 32 lanes"),
    ("a mask of no number", changed("ffffffff", "g"), "line 22: no mask"),
    ("a word too many", changed("EXIT 0 0", "EXIT 0 0 7"), "unexpected words"),
    ("a stride with holes", access(strided(BASE, 4), 0xff0f), "a stride, and a mask with holes"),
    ("mode 5", access("5 0x1"), "an address mode that is not 0 to 4"),
    ("mode 3 of a load", access(f"3 1 0x{BASE:x}"), "an address mode of tensor copies"),
    ("too few differences", access(f"2 0x{BASE:x} 4 4"), "fewer differences than the mask"),
    ("too few addresses", access(listed([BASE])), "fewer addresses than the mask"),
    ("an address of 68 bits", access(f"0 {'1' * 17}"), "fewer addresses than the mask has lanes, or"),
    ("an address above all", access(strided(1 << 48, 4)), "an address above 2^48"),
    ("a mask wider than the block", NARROW, "a mask wider than the block"),
    ("Val with 5 values", VALUES_5, "an operand with neither 1 nor 32 values"),
    ("neither Val nor NoVal", changed("NoVal", "None", line_of(EXIT, 6)), "neither NoVal nor Val"),
    ("a long line", changed("EXIT", "E" * (1 << 20)), "more than 1048576 bytes"),
    ("a long opcode", changed("EXIT", "E" * 200), "no opcode, or one of more than 128"),
)
LISTS = (
    ("no kernel", "MemcpyHtoD,0x80,8\n", "there is no kernel in the list"),
    ("a file that is not there", "kernel-9.traceg\n", "kernel-9.traceg: No such file"),
    ("a file outside", "kernels/../../kernel-1.traceg\n", "not in the list's folder"),
    ("a file twice", LIST + LIST, "line 2: a kernel's file that comes twice"),
    ("tracez that is not there", "kernel-9.tracez\n", "kernel-9.tracez: No such file"),
    ("a copy without a size", LIST + "MemcpyHtoD,0x80\n", "line 2: no address and size"),
    ("a copy above all", LIST + f"MemcpyHtoD,0x{1 << 48:x},8\n", "line 2: no address and size"),
    ("a copy to nowhere", LIST + "MemcpyDtoH,80,8\n", "line 2: no address and size"),
)


# A header, no dictionary, one group with a warp of two instructions in a part each, the index.
PACKED = tracez(GOOD, 1)
HEAD = PACKED.index(b"\0") + 1
PLACE, = struct.unpack("<Q", PACKED[-8:])


def altered(at, number, form="<I"):
    """`at`: from the end of the header on; negative: in the index, from its begin on, less one."""
    at = HEAD + at if at >= 0 else PLACE - 1 - at
    return PACKED[:at] + struct.pack(form, number) + PACKED[at + struct.calcsize(form):]


TRACEZ = (
    ("empty", b"", "empty|truncated"),
    ("a text", GOOD.encode(), "truncated: the file ends early"),
    ("a long header", b"-" * (1 << 20) + PACKED, "a header of more than 1 MiB"),
    ("cut in its header", PACKED[:HEAD // 2], "truncated: the file ends early"),
    ("cut after its header", PACKED[:HEAD + 8], "truncated: the file ends early"),
    ("cut in its parts", PACKED[:HEAD + 60], "are not the place of the index"),
    ("cut in its index", PACKED[:-20], "are not the place of the index"),
    ("without its last byte", PACKED[:-1], "are not the place of the index"),
    ("a large dictionary", altered(0, (1 << 20) + 1), "a dictionary of more than 1 MiB"),
    ("a dictionary that is cut", altered(0, 1 << 19), "truncated: the file ends early"),
    ("an index that is elsewhere", PACKED[:-8] + struct.pack("<Q", PLACE + 4), "damaged: "),
    ("more groups than there are", altered(-1, 2), "damaged: the index ends early"),
    ("fewer groups than there are", altered(-1, 0), "damaged: bytes after the index"),
    ("a group outside the grid", altered(-5, 1), "a thread block outside the grid"),
    ("more warps than there are", altered(-45, 2), "damaged: the index ends early"),
    ("fewer warps than there are", altered(-45, 0), "damaged: bytes after the index"),
    ("insts of the index", altered(-49, 3), "a warp that the index describes differently"),
    ("insts of the warp", altered(8, 3), "a warp that the index describes differently"),
    ("parts of the warp", altered(12, 1), "a warp that the index describes differently"),
    ("a warp in the header", altered(-57, 0, "<Q"), "a warp whose place is outside"),
    ("a warp in the index", altered(-57, PLACE, "<Q"), "a warp whose place is outside"),
    ("a part with another number", altered(-65, 3), "a warp with other instructions than its"),
    ("parts with two numbers swapped", altered(-65, 2 | 0 << 32, "<Q"),
     "a part with other instructions than the index says"),
    ("a part that is too long", altered(16, 1 << 20), "a part of a warp that reaches into the"),
    ("a part with bytes after it", tracez(GOOD, 1, pack=lambda data: stored(data) + b"x"),
     "bytes after the end of a warp's part"),
    ("a part that ends early", tracez(GOOD, 1, pack=lambda data: stored(data)[:-1]),
     "a warp's part ends early"),
    ("a part that is not zstd", tracez(GOOD, 1, pack=lambda data: data), "Unknown frame descriptor"),
    ("a part with a group in it", tracez(GOOD, 1, pack=lambda data: stored(b"#END_TB")),
     "fewer instructions than the warp's insts"),
    ("version 7", PACKED.replace(b"version = 3", b"version = 7"), "line 12: an unknown version"),
    ("twice the same group", tracez(TWICE), "a thread block that comes twice"),
)
BUFFERS = (
    ("no JSON", "{", "not JSON|'{'"), ("no version", "{}", "linepress_buffers"),
    ("version 2", '{"linepress_buffers": 2, "buffers": []}', "linepress_buffers"),
    ("no list", '{"linepress_buffers": 1}', "buffers"),
    ("a name with a slash", '{"linepress_buffers": 1, "buffers": [{"name": "a/b", "address": 0, '
     '"bytes": 8}]}', "no name of an allocation"),
    ("an address within a line", '{"linepress_buffers": 1, "buffers": [{"name": "a", "address": '
     '"0x81", "bytes": 8}]}', "no multiple of 128"),
    ("no size", '{"linepress_buffers": 1, "buffers": [{"name": "a", "address": 0}]}',
     "no size of a buffer"),
    ("two that overlap", '{"linepress_buffers": 1, "buffers": [{"name": "a", "address": 0, "bytes":'
     ' 129}, {"name": "b", "address": 128, "bytes": 8}]}', "'b' begins before 'a' ends"),
)


def refused(words, says):
    done = run(*words, status=2)
    said = done.stderr.splitlines()
    assert len(said) == 1 and any(word in said[0] for word in says.split("|")), \
        f"{done.stderr!r}, not '{says}'"
    assert not [name for name in os.listdir() if name.startswith("x.lpw") or ".x.lpw" in name]


FROM = ("--from", "accelsim", "-o", "x.lpw", "kernelslist.g")


def check_bad(text, says):
    put("kernel-1.traceg", text)
    put("kernelslist.g", LIST)
    refused(FROM, says)


def check_bad_list(text, says):
    put("kernel-1.traceg", GOOD)
    put("kernelslist.g", text)
    refused(FROM, says)


def check_bad_tracez(file, says):
    put("kernel-1.tracez", file)
    put("kernelslist.g", "kernel-1.tracez\n")
    refused(FROM, says)
    done = run(*FROM, status=2)
    assert done.stderr.startswith("linepress: kernel-1.tracez: "), done.stderr


def check_bad_buffers(text, says):
    put("kernelslist.g", LIST)
    put("bad.json", text)
    refused((*FROM[:-1], "--buffers", "bad.json", "kernelslist.g"), says)


def check_bad_values():
    put("kernel-1.traceg", GOOD)
    put("kernelslist.g", LIST)
    save_set(BASE + (1 << 30))
    values = lambda *words: (*FROM[:-1], *words, "kernelslist.g")
    refused(values("--values", "set"), "they come from another run")
    refused(values("--values", "set:7"), "the set has no point '7'")
    refused(values("--values", "none"), "none")
    put_buffers(y=(BASE, 4096))
    refused(values("--values", "set", "--buffers", "buffers.json"), "has the name of an allocation")
    os.remove("set/snapshots.json")
    refused(values("--values", "set"), "the set has no addresses: --buffers says")


def check_cut_xz():
    if not shutil.which("xz"):
        return
    packed = subprocess.run(["xz", "-c"], input=GOOD.encode(), capture_output=True,
                            check=True).stdout
    put("kernel-1.traceg.xz", packed[:-20])
    put("kernelslist.g", "kernel-1.traceg.xz\n")
    refused(FROM, "kernel-1.traceg.xz: truncated: the xz data ends early")
    put("kernel-1.traceg.xz", packed[:-8] + b"x" + packed[-7:])
    refused(FROM, "kernel-1.traceg.xz: the xz data is damaged")


def check_full_disk():
    put("kernel-1.traceg", GOOD)
    put("kernelslist.g", LIST)
    refused(("--from", "accelsim", "-o", "/dev/full", "kernelslist.g"), "No space left")
    put("a.lpw", lpw_write.trace([Launch("k", [32, 1, 1], [32, 1, 1],
                                         warps={(0, 0): [Record(END, 3)]})]))
    refused(("--to", "accelsim", "nowhere/dir", "a.lpw"), "nowhere/dir")
    put("a.lpw", lpw_write.trace([]))
    refused(("--to", "accelsim", "fresh", "a.lpw"), "there is no launch in the trace")
    assert not os.path.exists("fresh")


USES = (
    (("--from", "ramulator", "-o", "x.lpw", "l"), "--from takes accelsim, not 'ramulator'"),
    (("--to", "nvbit", "dir", "l"), "--to takes accelsim, not 'nvbit'"),
    (("--from", "accelsim", "l"), "no output is given"),
    (("--from", "accelsim", "-o", "x.lpw"), "--from takes one list"),
    (("--from", "accelsim", "-o", "x.lpw", "a", "b"), "--from takes one list"),
    (("--from", "accelsim", "-o", "x.lpw", "--launch", "1", "l"), "among a program's launches"),
    (("--to", "accelsim", "dir"), "--to takes a folder and a trace"),
    (("--to", "accelsim", "--strict", "dir", "a"), "--to goes with --force and --json alone"),
    (("--from", "accelsim", "--to", "accelsim", "dir", "a"), "exclude each other"),
    (("--strict", "-o", "x.lpw", "saved"), "--strict go with --from"),
    (("--from", "accelsim", "--info", "a"), "--info goes with --json alone"),
)


def tests(sample):
    for version in range(1, 7):
        test(f"version {version}", check_version, version, False)
    test("version 4 with line numbers", check_version, 4, True)
    test("the opcode gives the width", check_widths)
    test("memory of groups and threads", check_spaces)
    test("uses of loads", check_uses)
    test("lanes of a mask", check_lanes)
    test("stored values of version 6", check_values)
    test("tensor copies", check_tensor)
    test("pages for addresses in no buffer", check_pages)
    test("copies and allocations of the list", check_copies)
    test("contents from a snapshot set", check_set)
    test("xz and zstd", check_packed)
    test("tracez", check_tracez)
    test("tracez with dictionaries", check_dictionaries)
    test("names of kernels", check_names)
    test(f"random traces there and back, LP_SEED={SEED}", check_round_trips)
    test("registers of values that are used late", check_registers)
    test("what the text has no place for is counted", check_losses)
    test("the sample there and back", check_sample, sample)
    for name, text, says in BAD:
        test(f"bad: {name}", check_bad, text, says)
    for name, text, says in LISTS:
        test(f"bad list: {name}", check_bad_list, text, says)
    for name, file, says in TRACEZ:
        test(f"bad tracez: {name}", check_bad_tracez, file, says)
    for name, text, says in BUFFERS:
        test(f"bad buffers: {name}", check_bad_buffers, text, says)
    test("bad: values", check_bad_values)
    test("bad: xz cut short, or damaged", check_cut_xz)
    test("a full disk, a folder that is not there, no launch", check_full_disk)
    for words, says in USES:
        test(f"'{' '.join(words)}'", refused, words, says)


def main():
    home = os.getcwd()
    sample = os.path.abspath("tb/data/workloads/traces/cg.lpw")
    with tempfile.TemporaryDirectory() as work:
        os.chdir(work)
        tests(sample)
        os.chdir(home)
    return end()


sys.exit(main())
