#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""`linepress trace`: kernels whose loads and stores are counted by hand, warp by warp, with every
address; a second reader of the format (lpw.py); the sums of --info; programs and launches that
cannot be traced. Tests that need Oclgrind or an OpenCL device are skipped without it."""
import json
import os
import shutil
import struct
import subprocess
import tempfile

from lpw import ATOMIC, BARRIER, END, LOAD, STORE, HostRead, Reader

BUILD = os.path.abspath(os.environ.get("BUILD", "build"))
PROGRAM = os.path.abspath(os.environ.get("LINEPRESS", f"{BUILD}/linepress"))
FORMAT = os.path.abspath("docs/reference/format.md")
SAMPLE = os.path.abspath("tb/data/workloads")
TRACES = shutil.which("oclgrind") and os.path.exists(f"{BUILD}/linepress-trace.so")
NATIVE = TRACES and os.path.isdir("/etc/OpenCL/vendors") and os.listdir("/etc/OpenCL/vendors")
FULL = 0xffffffff

number = 0


def test(name, function, *arguments, skip=False):
    global number
    number += 1
    if skip:
        print(f"ok {number} - {name} # SKIP there is no Oclgrind, or no plugin was built")
        return
    try:
        function(*arguments)
        print(f"ok {number} - {name}")
    except AssertionError as error:
        print(f"# {error}\nnot ok {number} - {name}")


def run(*words, status=0, **more):
    done = subprocess.run(words, text=True, check=False,
                          **{"capture_output": True, **more})
    assert done.returncode == status, f"{words}: {done.returncode}: {done.stderr}"
    return done


def save(source, kernel, grid, block, buffers, values=(), local=0):
    """Writes a saved launch; arguments are the buffers, then values, then local memory."""
    shutil.rmtree("saved", ignore_errors=True)
    os.makedirs("saved/buffers")
    with open("saved/program.cl", "w", encoding="utf-8") as f:
        f.write(source)
    for name, data in buffers.items():
        with open(f"saved/buffers/{name}.bin", "wb") as f:
            f.write(data)
    sizes = lambda given: list(given) + [1] * (3 - len(given))
    arguments = [{"kind": "buffer", "buffer": n, "offset": 0, "bytes": len(d)}
                 for n, d in buffers.items()]
    arguments += [{"kind": "value", "bytes": len(v), "value": v.hex()} for v in values]
    arguments += [{"kind": "local", "bytes": local}] if local else []
    launch = {"linepress_launch": 1, "launch": 1, "launches": 1, "kernel": kernel, "options": "",
              "work_dim": len(grid), "offset": [0, 0, 0], "global": sizes(grid),
              "local": sizes(block), "arguments": arguments,
              "buffers": [{"name": n, "bytes": len(d), "access": "read_write",
                           "file": f"buffers/{n}.bin"} for n, d in buffers.items()]}
    with open("saved/launch.json", "w", encoding="utf-8") as f:
        json.dump(launch, f)


class Traced:
    """A trace of the folder "saved", with queries for tests."""

    def __init__(self):
        run(PROGRAM, "trace", "-o", "t.lpw", "-f", "saved")
        with open("t.lpw", "rb") as f:
            self.reader = Reader(f.read())
        self.launch, = self.reader.launches()
        self.bases = {b.name: b.address for b in self.reader.buffers()}

    def accesses(self, warp, kind):
        """(buffer, {lane: offset}) of each access of a warp, in order."""
        found = []
        for record in self.launch.warps[warp]:
            if record.kind == kind:
                name = max((b for b in self.bases if self.bases[b] <= min(record.lanes.values())),
                           key=self.bases.get)
                found.append((name, {l: a - self.bases[name] for l, a in record.lanes.items()}))
        return found

    def kinds(self, warp):
        return [record.kind for record in self.launch.warps[warp]]


def same(got, due):
    """Accesses in any order, since a compiler may order loads as it likes."""
    key = lambda access: (access[0], sorted(access[1].items()))
    assert sorted(got, key=key) == sorted(due, key=key), f"{got}\n# not {due}"


def floats(count):
    return struct.pack(f"<{count}f", *(i % 7 for i in range(count)))


# ---- a stencil: rows of 64 points, 8 of them, groups of 32 x 2, so a warp is half a row ----

STENCIL = """
kernel void stencil(global const float *a, global float *b)
{
    int x = get_global_id(0), y = get_global_id(1) + 1, i = y * 64 + x;
    if (x > 0 && x < 63)
        b[i] = a[i - 1] + a[i + 1] + a[i - 64] + a[i + 64] + 4 * a[i];
}
"""


def stencil():
    save(STENCIL, "stencil", (64, 4), (32, 2), {"a": floats(512), "b": bytes(2048)})
    return Traced()


def check_stencil(traced):
    assert sorted(traced.launch.warps) == [(g, w) for g in range(4) for w in range(2)]
    assert traced.launch.grid == [64, 4, 1] and traced.launch.block == [32, 2, 1]
    for group, number_ in traced.launch.warps:
        y = 1 + 2 * (group // 2) + number_
        points = {lane: 64 * y + 32 * (group % 2) + lane for lane in range(32)
                  if 0 < 32 * (group % 2) + lane < 63}
        same(traced.accesses((group, number_), LOAD),
             [("a", {lane: 4 * (i + d) for lane, i in points.items()})
              for d in (-64, -1, 0, 1, 64)])
        same(traced.accesses((group, number_), STORE),
             [("b", {lane: 4 * i for lane, i in points.items()})])
        assert traced.kinds((group, number_)) == [LOAD] * 5 + [STORE, END]
        for record in traced.launch.warps[group, number_][:5]:
            assert record.use >= 1, "a value that is never used"


def lane_in_wrong_warp():
    traced = stencil()
    first, second = (traced.launch.warps[0, w][0].lanes for w in range(2))
    first[5], second[5] = second[5], first[5]
    try:
        check_stencil(traced)
    except AssertionError:
        return
    raise AssertionError("it was not noticed")


# ---- a matrix in CSR form: row r has r % 5 values ----

CSR = """
kernel void multiply(global const int *rows, global const int *columns,
                     global const float *values, global const float *x, global float *y)
{
    int r = get_global_id(0), end = rows[r + 1];
    float sum = 0;
    for (int i = rows[r]; i < end; i++)
        sum += values[i] * x[columns[i]];
    y[r] = sum;
}
"""


def check_csr():
    rows, columns = [0], []
    for r in range(96):
        columns += [(17 * r + 29 * k) % 96 for k in range(r % 5)]
        rows.append(len(columns))
    pack = lambda code, list_: struct.pack(f"<{len(list_)}{code}", *list_)
    save(CSR, "multiply", (96,), (96,), {
        "rows": pack("i", rows), "columns": pack("i", columns), "values": floats(len(columns)),
        "x": floats(96), "y": bytes(384)})
    traced = Traced()
    assert sorted(traced.launch.warps) == [(0, 0), (0, 1), (0, 2)]
    for w in range(3):
        lanes = {lane: 32 * w + lane for lane in range(32)}
        due = [("rows", {lane: 4 * r for lane, r in lanes.items()}),
               ("rows", {lane: 4 * r + 4 for lane, r in lanes.items()})]
        for k in range(4):
            of = {lane: rows[r] + k for lane, r in lanes.items() if r % 5 > k}
            due += [("columns", {lane: 4 * i for lane, i in of.items()}),
                    ("values", {lane: 4 * i for lane, i in of.items()}),
                    ("x", {lane: 4 * columns[i] for lane, i in of.items()})]
        same(traced.accesses((0, w), LOAD), due)
        same(traced.accesses((0, w), STORE), [("y", {lane: 4 * r for lane, r in lanes.items()})])


# ---- a reduction: groups of 64, a barrier a round ----

REDUCTION = """
kernel void reduce(global const float *a, global float *sums, local float *part)
{
    int l = get_local_id(0);
    part[l] = a[get_global_id(0)];
    for (int reach = get_local_size(0) / 2; reach > 0; reach /= 2) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (l < reach)
            part[l] += part[l + reach];
    }
    if (l == 0)
        sums[get_group_id(0)] = part[0];
}
"""


def check_reduction():
    save(REDUCTION, "reduce", (192,), (64,), {"a": floats(192), "sums": bytes(12)}, local=256)
    traced = Traced()
    assert sorted(traced.launch.warps) == [(g, w) for g in range(3) for w in range(2)]
    assert traced.launch.local == 256
    for group, w in traced.launch.warps:
        same(traced.accesses((group, w), LOAD),
             [("a", {lane: 4 * (64 * group + 32 * w + lane) for lane in range(32)})])
        same(traced.accesses((group, w), STORE), [("sums", {0: 4 * group})] if w == 0 else [])
        assert traced.kinds((group, w)) == [LOAD] + [BARRIER] * 6 + [STORE] * (w == 0) + [END]
    sums = struct.unpack("<3f", traced.reader.memory_after()["sums"])
    assert sums == tuple(float(sum(i % 7 for i in range(64 * g, 64 * g + 64))) for g in range(3))


# ---- a branch that lanes take differently ----

BRANCH = """
kernel void branch(global const int *a, global int *odd, global int *even)
{
    int i = get_global_id(0), value = a[i];
    if (value % 2)
        odd[i] = 3 * value + 1;
    else
        even[i / 2] = value / 2;
}
"""


def check_branch():
    data = [i * i % 11 for i in range(40)]
    save(BRANCH, "branch", (40,), (40,), {"a": struct.pack("<40i", *data), "odd": bytes(160),
                                          "even": bytes(80)})
    traced = Traced()
    for w, size in ((0, 32), (1, 8)):
        items = {lane: 32 * w + lane for lane in range(size)}
        same(traced.accesses((0, w), LOAD), [("a", {l: 4 * i for l, i in items.items()})])
        same(traced.accesses((0, w), STORE),
             [("odd", {l: 4 * i for l, i in items.items() if data[i] % 2}),
              ("even", {l: 4 * (i // 2) for l, i in items.items() if data[i] % 2 == 0})])
        stored = {l: int.from_bytes(b, "little") for r in traced.launch.warps[0, w]
                  for l, b in r.stored.items()}
        assert stored == {l: 3 * data[i] + 1 if data[i] % 2 else data[i] // 2
                          for l, i in items.items()}


# ---- atomics, wide accesses, constants ----

OTHERS = """
constant float scale[2] = {1.5f, 2.5f};
struct wide { int n[11]; };
kernel void others(global struct wide *w, global int *count, global float4 *v)
{
    int i = get_global_id(0), ticket = atomic_add(count, 3);
    w[i + 8] = w[i];
    v[i] = v[i] * scale[i & 1] + ticket;
}
"""


def check_others():
    save(OTHERS, "others", (8,), (8,), {"w": bytes(range(256)) * 2 + bytes(16 * 44 - 512),
                                        "count": struct.pack("<i", 5), "v": floats(32)})
    traced = Traced()
    records = traced.launch.warps[0, 0]
    atomic, = (r for r in records if r.kind == ATOMIC)
    assert [atomic.stored[lane] for lane in range(8)] == \
        [struct.pack("<i", 5 + 3 * (lane + 1)) for lane in range(8)]
    assert atomic.use > 0 and set(atomic.lanes.values()) == {traced.bases["count"]}
    loads = traced.accesses((0, 0), LOAD)
    for part in (0, 16, 32):
        assert ("w", {lane: 44 * lane + part for lane in range(8)}) in loads
    assert ("v", {lane: 16 * lane for lane in range(8)}) in loads
    assert ("constant.scale", {lane: 4 * (lane & 1) for lane in range(8)}) in loads
    assert [r.constant for r in records if r.kind == LOAD].count(True) == 1
    assert sorted(r.width for r in records if r.kind == STORE) == [12, 16, 16, 16]


# ---- memory, and what a device gives ----

def check_memory():
    for source, kernel, grid, buffers in (
            (STENCIL, "stencil", (64, 4), {"a": floats(512), "b": bytes(2048)}),
            (OTHERS, "others", (8,), {"w": floats(176), "count": bytes(4), "v": floats(32)})):
        save(source, kernel, grid, (8, 2)[:len(grid)], buffers)
        traced = Traced()
        for buffer in traced.reader.buffers():
            assert buffer.constant or buffer.contents == buffers[buffer.name], buffer.name
        os.makedirs("after", exist_ok=True)
        run(f"{BUILD}/linepress-replay", "-o", "after", "saved")
        after = traced.reader.memory_after()
        for name in buffers:
            if name == "v" and kernel == "others":
                continue  # its values depend on the order of the atomics
            with open(f"after/{name}.bin", "rb") as f:
                assert f.read() == after[name], name


# ---- --info ----

def sums_of(launch):
    sums = {k: dict.fromkeys(("instructions", "lanes", "bytes", "lines", "sectors", "unknown"), 0)
            for k in ("loads", "stores", "atomics")}
    sums["instructions"] = sums["barriers"] = 0
    for records in launch.warps.values():
        for r in records:
            sums["instructions"] += r.gap + (r.kind != END)
            sums["barriers"] += r.kind == BARRIER
            if r.kind not in (LOAD, STORE, ATOMIC):
                continue
            part = sums[("loads", "stores", "atomics")[r.kind - LOAD]]
            part["instructions"] += 1
            part["lanes"] += len(r.lanes)
            part["bytes"] += len(r.lanes) * r.width
            part["unknown"] += r.kind != LOAD and not r.stored
            for block, size in (("lines", 128), ("sectors", 32)):
                part[block] += len({b // size for a in r.lanes.values()
                                    for b in (a, a + r.width - 1)})
    return sums


def check_info(path):
    with open(path, "rb") as f:
        data = f.read()
    reader = Reader(data)
    told = json.loads(run(PROGRAM, "trace", "--info", path, "--json").stdout)
    assert told["bytes"] == len(data)
    assert told["warps"] == sum(len(launch.warps) for launch in reader.launches())
    assert [(b["name"], b["address"], b["bytes"], b["constant"]) for b in told["buffers"]] == \
        [(b.name, b.address, b.size, b.constant) for b in reader.buffers()]
    assert len(told["launches"]) == len(reader.launches())
    reads = [item for item in reader.items if isinstance(item, HostRead)]
    assert (told["host_reads"], told["host_read_bytes"]) == (len(reads), sum(r.size for r in reads))
    writes = [item for item in reader.items if isinstance(item, tuple)]
    assert (told["host_writes"], told["host_write_bytes"]) == \
        (len(writes), sum(len(data) for _, data in writes))
    for row, launch in zip(told["launches"], reader.launches()):
        assert (row["kernel"], row["grid"], row["block"], row["local_bytes"], row["registers"],
                row["stream"]) == (launch.kernel, launch.grid, launch.block, launch.local,
                                   launch.registers, launch.stream)
        due = sums_of(launch)
        assert {key: row[key] for key in due} == due, f"{row}\n# not {due}"
    run(PROGRAM, "trace", "--info", "-", stdin=open(path, "rb"))
    for packer, suffix in (("zstd", "zst"), ("xz", "xz")):
        if shutil.which(packer):
            run(packer, "-1", "-k", "-f", "-q", os.path.abspath(path), "-c",
                stdout=open(f"packed.{suffix}", "wb"), capture_output=False)
            again = json.loads(run(PROGRAM, "trace", "--info", f"packed.{suffix}", "--json").stdout)
            assert {**again, "trace": path} == told, packer


def check_example():
    with open(FORMAT, encoding="utf-8") as f:
        example = f.read().split("```warps\n")[1].split("```")[0]
    with open("example.lpw", "wb") as f:
        f.write(bytes.fromhex(example.replace("\n", " ")))
    check_info("example.lpw")
    told = json.loads(run(PROGRAM, "trace", "--info", "example.lpw", "--json").stdout)
    launch, = told["launches"]
    assert (launch["local_bytes"], launch["registers"], told["host_read_bytes"]) == (64, 16, 128)
    assert launch["stores"]["unknown"] == 1 and launch["stores"]["instructions"] == 2


# ---- the sample: y = A x with a matrix of 48 x 48 finite elements ----

def check_sample():
    with open(f"{SAMPLE}/traces/cg.lpw", "rb") as f:
        reader = Reader(f.read())
    with open(f"{SAMPLE}/launches/cg/launch.json", encoding="utf-8") as f:
        saved = json.load(f)
    names = [argument["buffer"] for argument in saved["arguments"][:5]]
    memory = {}
    for buffer in reader.buffers():
        with open(f"{SAMPLE}/launches/cg/buffers/{buffer.name}.bin", "rb") as f:
            memory[buffer.name] = f.read()
        assert buffer.contents == memory[buffer.name]
    rows, columns = (struct.unpack(f"<{len(memory[n]) // 4}i", memory[n]) for n in names[:2])
    values, x = (struct.unpack(f"<{len(memory[n]) // 8}d", memory[n]) for n in names[2:4])
    launch, = reader.launches()
    loads = sum(r.kind == LOAD for records in launch.warps.values() for r in records)
    longest = [max(rows[i + 1] - rows[i] for i in range(w, w + 32)) for w in range(0, 2304, 32)]
    # Two ends of the row, and in each round a column, a value and an element of x.
    assert loads == sum(2 + 3 * n for n in longest), loads
    after = struct.unpack("<2304d", reader.memory_after()[names[4]])
    for i, y in enumerate(after):
        due = sum(values[j] * x[columns[j]] for j in range(rows[i], rows[i + 1]))
        assert abs(y - due) <= 1e-12 * (1 + abs(due)), i


def check_again():
    run(PROGRAM, "trace", "-o", "t.lpw", "-f", f"{SAMPLE}/launches/cg")
    with open("t.lpw", "rb") as got, open(f"{SAMPLE}/traces/cg.lpw", "rb") as due:
        assert got.read() == due.read()


# ---- programs ----

def refused(words, *command, lines=1):
    done = run(PROGRAM, "trace", *command, status=2)
    said = [l for l in done.stderr.splitlines() if l.startswith("linepress: ")]
    assert len(said) == lines and words in said[-1], f"{command}: {done.stderr!r}, not '{words}'"
    assert not os.path.exists("x.lpw") and not [n for n in os.listdir() if "x.lpw" in n]


def check_program():
    wave = f"{BUILD}/workloads/wave"
    done = run(PROGRAM, "trace", "-o", "t.lpw", "-f", "--launch", "2-4", "--kernel", "step2",
               "--json", "--", wave, "--n", "16", "--steps", "3")
    told = json.loads(done.stdout)
    assert [row["kernel"] for row in told["launches"]] == ["step2", "step2"]
    assert told["host_writes"] == 1, "what the launch that was left out did to the field"
    assert "as the reference" in done.stderr
    check_info("t.lpw")
    refused("launched no kernel that is wanted", "-o", "x.lpw", "--kernel", "none", "--", wave,
            "--n", "16", "--steps", "1")
    refused("ended with exit status 2", "-o", "x.lpw", "--", wave, "--m", "16")


COPY = """
kernel void copy(global const float *a, global float *b, local float *part)
{
    event_t done = async_work_group_copy(part, a, 32, 0);
    wait_group_events(1, &done);
    b[get_global_id(0)] = part[31 - get_local_id(0)];
}
"""


def check_refusals():
    refused("made no OpenCL context", "-o", "x.lpw", "--", "/bin/true")
    refused("ended with exit status 1", "-o", "x.lpw", "--", "/bin/false")
    refused("was ended by signal 9", "-o", "x.lpw", "--", "/bin/sh", "-c", "kill -9 $$")
    save(COPY, "copy", (32,), (32,), {"a": floats(32), "b": bytes(128)}, local=128)
    refused("async_work_group_copy", "-o", "x.lpw", "saved")
    save(STENCIL.replace("a[i - 1]", "a[i + 100000]"), "stencil", (64, 4), (32, 2),
         {"a": floats(512), "b": bytes(2048)})
    refused("outside every buffer", "-o", "x.lpw", "saved")
    save(STENCIL, "other", (64, 4), (32, 2), {"a": floats(512), "b": bytes(2048)})
    refused("program.cl has no kernel 'other'", "-o", "x.lpw", "saved")
    save("no C", "k", (1,), (1,), {"a": bytes(4)})
    refused("program.cl cannot be built", "-o", "x.lpw", "saved")
    save(STENCIL, "stencil", (64, 4), (32, 2), {"a": floats(512)})
    refused("", "-o", "x.lpw", "saved")


def main():
    work = tempfile.mkdtemp()
    here = os.getcwd()
    os.chdir(work)
    try:
        for name, function in (
                ("a stencil: 5 loads and a store a warp", lambda: check_stencil(stencil())),
                ("caught: a lane in the wrong warp", lane_in_wrong_warp),
                ("CSR: two loads a warp, three more a round", check_csr),
                ("a reduction: a load, six barriers, a store", check_reduction),
                ("a branch: a store on each side", check_branch),
                ("atomics, structs, vectors, constants", check_others)):
            test(name, function, skip=not TRACES)
        test("stores lead to the memory that a device leaves", check_memory, skip=not NATIVE)
        test("a program, some of its launches", check_program,
             skip=not TRACES or not os.path.exists(f"{BUILD}/workloads/wave"))
        test("what cannot be traced is refused in a line", check_refusals, skip=not TRACES)
        test("--info of the sample", check_info, f"{SAMPLE}/traces/cg.lpw")
        test("--info of the format's example", check_example)
        test("a multiplication by hand: the sample's loads", check_sample)
        test("the sample's launch gives the sample's trace", check_again, skip=not TRACES)
    finally:
        os.chdir(here)
        shutil.rmtree(work)
    print(f"1..{number}")


main()
