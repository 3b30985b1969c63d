#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The parts of linepress_cocotb that work without cocotb: golden models against
docs/reference/format.md and plain Python, cycle models against the RTL's port lists, and clear
messages for refused calls."""
import contextlib
import glob
import importlib
import io
import os
import re
import subprocess
import sys
import tempfile
import zipfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))
HERE = os.path.join(ROOT, "adapters/cocotb")
BUILD = os.path.abspath(os.environ.get("BUILD", os.path.join(ROOT, "build")))
CC = os.environ.get("CC", "cc")
os.environ["LINEPRESS_LIB"] = BUILD
sys.path[:0] = [HERE, os.path.join(ROOT, "tb")]
sys.dont_write_bytecode = True
from linepress_cocotb import CodeError, Error, __version__, beats, cycle, golden  # noqa: E402
from linepress_cocotb.lines import random_lines  # noqa: E402
from tap import end, result  # noqa: E402



def text_of(path):
    with open(os.path.join(ROOT, path), encoding="utf-8") as src:
        return src.read()


def refusal(function, *args, kind=Error, **named):
    """The text of the exception, which must be of this kind."""
    try:
        function(*args, **named)
    except kind as err:
        return str(err)
    return "nothing is refused"


def refused(rows):
    """Failures among (expected text, function, arguments, named arguments)."""
    said = [(want, refusal(function, *args, **named)) for want, function, args, named in rows]
    return [f"said: {got} | wanted: {want}" for want, got in said if want != got]


# ------------------------------------------------------------------ golden models
def bytes_of(text):
    """Bytes as docs/reference/format.md writes them: 00*4 is four of them."""
    out = b""
    for word in text.split():
        byte, _, count = word.partition("*")
        out += bytes.fromhex(byte) * int(count or 1)
    return out


def examples():
    blocks = re.compile(r"```example (\S+) (\d+)\n(.*?)```", re.S)
    for kind, elem, body in blocks.findall(text_of("docs/reference/format.md")):
        data, _, stored = body.removeprefix("data").partition("stored")
        yield kind, int(elem), bytes_of(data), bytes_of(stored)


def test_examples():
    ways = {"zvc": (golden.zvc_encode_record, golden.zvc_decode_record),
            "entry": (golden.zvc_encode_entry, golden.zvc_decode_entry),
            "bpc-entry": (lambda line, _: golden.bpc_encode_entry(line),
                          lambda entry, _: golden.bpc_decode_entry(entry))}
    tried = [(*ways[kind], elem, data, stored) for kind, elem, data, stored in examples()
             if kind in ways]
    result([f"{encode.__name__}: {data.hex()}" for encode, decode, elem, data, stored in tried
            if encode(data, elem) != stored or decode(stored, elem) != data]
           + ["too few examples"] * (len(tried) < 11),
           f"golden ZVC and BPC give the {len(tried)} examples of docs/reference/format.md")


def plain_zvc(line, elem):
    """The record, as docs/reference/format.md describes it."""
    step = elem // 8
    kept = [line[i:i + step] for i in range(0, 128, step)]
    mask = sum(1 << i for i, element in enumerate(kept) if any(element))
    return mask.to_bytes(128 // elem, "little") + b"".join(e for e in kept if any(e))


def entry_of(record, line):
    if not any(line):
        return b""
    return line if len(record) > 96 else record + bytes(-len(record) % 32)


def test_zvc():
    wrong = []
    for elem in golden.ELEMS:
        for line in random_lines(7, 200, elem):
            record = plain_zvc(line, elem)
            good = golden.zvc_encode_record(line, elem) == record and \
                golden.zvc_decode_record(record, elem) == line and \
                golden.zvc_encode_entry(line, elem) == entry_of(record, line) and \
                golden.zvc_decode_entry(entry_of(record, line), elem) == line
            wrong += [] if good else [f"{elem} {line.hex()}"]
    result(wrong, "golden ZVC is plain Python's on 600 lines, both ways")


def test_bpc():
    wrong = []
    for line in random_lines(8, 200):
        entry, bits = golden.bpc_encode_entry(line), golden.bpc_bits(line)
        stream, same = golden.bpc_encode_record(line)
        sectors = 0 if not any(line) else -(-bits // 256) if bits <= 768 else 4
        good = same == bits and len(entry) == 32 * sectors and \
            golden.bpc_decode_entry(entry) == line == golden.bpc_decode_record(stream, bits) and \
            (bits > 768 or sectors == 0 or entry == stream + bytes(len(entry) - len(stream)))
        wrong += [] if good else [line.hex()]
    result(wrong, "golden BPC: entry, stream and bits of 200 lines agree, and decode")


def test_gbbr():
    geometry = golden.Geometry(share_log2=13, slices_log2=3)
    regs = golden.Regs(gbbr=0x1000, mdbase=0x2000, slots=9, frames=160)
    wrong, device = [], (128, 96, 64, 32, 8)
    for target, bytes_there in enumerate(device):
        for index in (0, 5, 63):
            page = golden.Page(compressed=1, target=target, slot=6, frame=80)
            spill = 128 - bytes_there if target < 4 else 128
            fault, at = golden.gbbr_translate(geometry, regs, page, index)
            dev = 80 * 512 + index * bytes_there
            told = (fault, at.dev_addr, at.eight, at.spill_sectors * 32)
            if told != (0, dev, target == 4, spill):
                wrong.append(f"target {target}, line {index}: {fault} {at}")
            if spill and at.spill_addr != 0x1000 + 6 * 6144 + index * spill:
                wrong.append(f"target {target}, line {index}: spill at {at.spill_addr:#x}")
    faults = [golden.gbbr_translate(geometry, regs, page, 0)[0] for page in
              (golden.Page(1, 5, 0, 0), golden.Page(1, 2, 9, 0), golden.Page(1, 2, 0, 153))]
    wrong += [f"faults {faults}"] * (faults != [1, 2, 3])
    wrong += [f"split {golden.gbbr_split(4, 2)}"] * (golden.gbbr_split(4, 2) != (0, (2, 0, 2)))
    wrong += ["state"] * ([golden.gbbr_state(4, 1, 64), golden.gbbr_state(4, 1, 65)] != [5, 1])
    result(wrong, "golden GBBR follows the formulas of docs/reference/format.md, faults in their order")


class Refusing(golden.Memory):
    def read(self, address):
        if address == 64:
            raise OSError("no such sector")
        return super().read(address)


def test_mdcache():
    cache, wrong = golden.MdCache(sets=2, ways=1, memory=Refusing()), []
    cache.write(5, 7)
    wrong += ["not kept"] * (cache.read(5) != 7 or cache.memory.sectors != {})
    cache.flush()
    wrong += ["not flushed"] * (cache.memory.sectors != {0: bytes([0, 0, 0x70] + [0] * 29)})
    cache.invalidate()
    cache.read(5 + 2 * 256)
    wrong += ["not read again"] * (cache.read(5) != 7)
    count = dict(accesses=4, hits=1, fills=3, used=0, writebacks=1, wb_err=0)
    wrong += [f"counted {cache.counters()}"] * (cache.counters() != count)
    try:
        cache.read(128)
        wrong.append("the memory's error is lost")
    except CodeError as err:
        wrong += ["another error"] * (not isinstance(err.__cause__, OSError) or err.code != -27)
    result(wrong, "golden metadata cache: keeps, flushes, counts, passes its memory's errors on")


def test_beats():
    line = bytes(60) + b"\x80" + bytes(67)
    dense = bytes(range(1, 129))
    stream = beats.zvc_stream([line, dense])
    entry = beats.zvc_entry(line)
    wrong = []
    due = {"data": 1 << 15 | 0x80 << 32, "last": 1, "sectors": 1, "mem": 1, "size": 2, "count": 2}
    wrong += [f"{entry}"] * (entry != [due])
    wrong += ["raw"] * ([b["data"] for b in beats.zvc_entry(dense)] !=
                        [b["data"] for b in beats.raw(dense)])
    wrong += [f"{stream}"] * ([b["count"] for b in stream] != [8, 8, 8, 8, 3] or
                              [b["last"] for b in stream] != [0, 0, 0, 0, 1])
    wrong += ["zero"] * (beats.bpc_entry(bytes(128)) != [{"data": 0, "last": 1, "sectors": 0,
                                                          "size": 10}])
    result(wrong, "beats of entries and streams are cut where the units cut them")


# ------------------------------------------------------------------ cycle models
PORT = re.compile(r"^\s*(input|output)\s+wire logic\s+(?:\[[^\]]*\])?\s*(\w+)_(?:i|o|ni)\b", re.M)


def test_units():
    """Each unit's ports are those of its RTL, and its model can be stepped."""
    files = {os.path.basename(path).removesuffix(".sv"): path for path in
             glob.glob(os.path.join(ROOT, "rtl/*/*.sv"))}
    wrong = []
    for name in cycle.units():
        head = re.search(rf"^module {name} .*?^\);$", text_of(files[name]), re.M | re.S)[0]
        model = cycle.Model(name)
        ports = {(name, way == "output") for way, name in PORT.findall(head)}
        same = {(p.name, p.out) for p in model.ports} == ports - {("clk", False), ("rst", False)}
        wrong += [] if same else [f"{name}: other ports"]
        model.eval({})
        model.tick()
        model.tick(rst_n=0)
    few = len(cycle.units()) < 40 or cycle.Model("lp_axi_rd", ID_W=3).ports[4].width != 3
    result(wrong + ["too few units, or a width that follows no parameter"] * few,
           f"{len(cycle.units())} cycle models have the ports of their RTL and can be stepped")


def zvc_step(enc, number):
    """The beat that the program of docs/use/using.md prints, with words from `number`."""
    told, sectors = [], 0
    for now in range(10):
        out = enc.eval({"s_valid": int(sectors < 4), "s_mem": 1, "m_ready": 1,
                        "s_data": (number + sectors) << 32 * sectors & (1 << 256) - 1})
        if out["m_valid"]:
            told.append((now, out["m_sectors"], out["m_data"]))
        sectors += sectors < 4 and out["s_ready"]
        enc.tick()
    return told


def test_step():
    words = sum((100 + i) << 32 * (i + 1) for i in range(4)) | 0x08040201
    first = zvc_step(cycle.Model("lp_zvc_enc", ELEM=32), 100)
    one, other = cycle.Model("lp_zvc_enc"), cycle.Model("lp_zvc_enc")
    for _ in range(3):
        one.eval({"s_valid": 1, "s_data": 5, "s_mem": 1})
        one.tick()
    apart = zvc_step(other, 100)
    one.reset()
    result([f"cycles {first}"] * (first != [(7, 1, words)]) +
           ["instances disturb each other"] * (apart != first) +
           ["reset leaves something"] * (zvc_step(one, 100) != first),
           "lp_zvc_enc steps as docs/use/using.md says; instances keep apart; reset resets")


def test_streams():
    def shape(unit):
        return {s.name: (s.valid, s.ready, list(s.payload), s.out)
                for s in cycle.Model(unit).streams.values()}
    rd = shape("lp_axi_rd")
    wrong = [] if rd["ar"] == ("arvalid", "arready", ["id", "addr", "len"], True) and \
        rd["r"] == ("rvalid", "rready", ["id", "data", "resp", "last"], False) else [f"{rd}"]
    enc = shape("lp_zvc_enc")
    wrong += [] if enc["s"] == ("s_valid", "s_ready", ["data", "mem", "last"], False) and \
        set(enc) == {"s", "m"} else [f"{enc}"]
    result(wrong, "streams are found by the names of the ports, AXI's among them")


# ------------------------------------------------------------------ what is refused
def test_refused():
    line = bytes(128)
    enc = cycle.Model("lp_zvc_enc")
    has = ", ".join(cycle.units())
    result(refused([
        (f"{BUILD}/liblinepress_cycle.so has no unit 'lp_foo' (it has {has})",
         cycle.Model, ["lp_foo"], {}),
        ("lp_zvc_enc has no parameter 'WIDTH' (it has ELEM)",
         cycle.Model, ["lp_zvc_enc"], {"WIDTH": 3}),
        ("lp_zvc_enc refuses ELEM=12: invalid argument (it takes 8, 16, 32)",
         cycle.Model, ["lp_zvc_enc"], {"ELEM": 12}),
        ("lp_axi_rd refuses ID_W=0: invalid argument (it takes 1, 2, 3, 4, 5, 6, 7, 8)",
         cycle.Model, ["lp_axi_rd"], {"ID_W": 0}),
        ("lp_gbbr_xlat refuses SHARE_W=24, FRAME_W=24, SLOT_W=24, TAG=8: invalid argument",
         cycle.Model, ["lp_gbbr_xlat"], {"SHARE_W": 24, "FRAME_W": 24, "SLOT_W": 24}),
        ("lp_zvc_enc has no input 'm_valid'", enc.eval, [{"m_valid": 1}], {}),
        ("lp_zvc_enc has no input 'foo'", enc.eval, [{"foo": 1}], {}),
        ("lp_zvc_enc: s_mem has 1 bits, 0x2 has more", enc.eval, [{"s_mem": 2}], {}),
        ("a line has 128 bytes, not 5", golden.zvc_encode_entry, [b"12345"], {}),
        ("an entry has whole sectors of 32 bytes, not 33 bytes",
         golden.bpc_decode_entry, [bytes(33)], {}),
        ("invalid argument", golden.zvc_encode_record, [line, 12], {}),
        ("invalid argument", golden.zvc_decode_entry, [bytes(160)], {}),
        ("unexpected data after the end", golden.zvc_decode_record, [bytes(5)], {}),
        ("truncated: the data ends before what it announces",
         golden.zvc_decode_record, [b"\1"], {}),
        ("corrupt data", golden.zvc_decode_entry, [bytes(31) + b"\1"], {}),
        ("a cache of 3 sets and 1 ways: invalid argument", golden.MdCache, [3, 1], {}),
    ]), "what is refused gets one clear text")


# Foreign libraries, in C, with the versions of their symbols.
OTHER = "const char *lp_version(void) { return \"9.1.0\"; }\n" \
        "const char *lp_strerror(int e) { return e ? \"?\" : \"\"; }\n"
LAYOUT = "#include <stddef.h>\n" \
         "static struct { const char *name; int more[8]; const void *at[12]; } unit =\n" \
         "{\"lp_zvc_enc\", {1, 1, 1, 1, 1, 1, 1, 1}, {0}};\n" \
         "const void *lp_unit_at(size_t i) { return i ? 0 : &unit; }\n" \
         "const void *lp_unit_named(const char *n, size_t a, size_t b)\n" \
         "{ return n && a == 40 && b == 60 ? &unit : 0; }\n" + "".join(
             f"int {name}(void) {{ return 0; }}\n" for name in
             ("lp_unit_defaults", "lp_unit_set", "lp_unit_init", "lp_unit_width"))
TRY = {"linepress": "golden.bpc_bits(bytes(128))", "linepress_cycle": "cycle.units()"}


def fake(work, name, code, node):
    with open(f"{work}/a.c", "w", encoding="utf-8") as out:
        out.write(code)
    with open(f"{work}/a.map", "w", encoding="utf-8") as out:
        out.write(f"{node} {{ global: *; }};\n")
    subprocess.run([CC, "-shared", "-fPIC", f"-Wl,--version-script={work}/a.map", f"{work}/a.c",
                    "-o", f"{work}/lib{name}.so"], check=True)


def said_of(name, folder):
    """The result of using the library in that folder."""
    run = f"from linepress_cocotb import cycle, golden, Error\n" \
          f"try: print({TRY[name]})\nexcept Error as err: print(type(err).__name__, err)"
    done = subprocess.run([sys.executable, "-B", "-c", run], text=True, check=False, cwd=HERE,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          env={**os.environ, "LINEPRESS_LIB": folder})
    return done.stdout.strip()


def test_libraries():
    wrong = []
    with tempfile.TemporaryDirectory() as work:
        def tried(name, words):
            said, want = said_of(name, work), f"LibraryError {work}/lib{name}.so {words}"
            if want not in (said, said[:len(want)]) or len(said.splitlines()) != 1:
                wrong.append(f"said: {said} | wanted: {want}")

        for name in TRY:
            said = said_of(name, work)
            want = f"LibraryError no lib{name}.so: not at {work}/lib{name}.so; `make cli` builds " \
                   "it, LINEPRESS_LIB says where it is"
            wrong += [] if said == want else [f"said: {said}"]
            with open(f"{work}/lib{name}.so", "w", encoding="utf-8") as out:
                out.write("no library\n")
            tried(name, "cannot be loaded: ")
            fake(work, name, OTHER + LAYOUT, "LINEPRESS_1")
            node = "LINEPRESS_0" if name == "linepress" else "LINEPRESS_CYCLE_0"
            tried(name, f"has not the interface {node} that linepress_cocotb {__version__} calls")
        fake(work, "linepress", OTHER, "LINEPRESS_0")
        tried("linepress", f"is version 9.1.0, linepress_cocotb is {__version__}")
        fake(work, "linepress_cycle", LAYOUT, "LINEPRESS_CYCLE_0")
        tried("linepress_cycle", "has another struct lp_unit than linepress_cocotb "
              f"{__version__} knows")
    result(wrong, "a library that is missing, no library, or of another version or interface is "
           "refused in one line")


# ------------------------------------------------------------------ the page, the runner
def test_docs():
    page = text_of("docs/use/cocotb.md")
    code = re.findall(r"^```python\n(.*?)^```", page, re.M | re.S)[2]
    want = re.findall(r"^```output\n(.*?)^```", page, re.M | re.S)[1]
    done = subprocess.run([sys.executable, "-B", "-c", code], text=True, check=False, cwd=HERE,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    result([] if done.stdout == want else done.stdout.splitlines(),
           "the program of docs/use/cocotb.md prints what the page says")


REPORT = """<testsuites><testsuite><property name="seed"/>
<testcase name="good" classname="x"/>
<testcase name="bad" classname="x"><failure message="no"/></testcase>
<testcase name="left" classname="x"><skipped/></testcase></testsuite></testsuites>
"""


def test_report():
    """A run is good only if cocotb reports every test in the source as good."""
    run, wrong = importlib.import_module("run"), []
    with tempfile.TemporaryDirectory() as work:
        path = f"{work}/results.xml"
        wrong += ["a result from nowhere"] * (run.read_results(path) != {})
        for text, want in ((REPORT, {"good": "", "bad": "no", "left": "skipped"}),
                           (REPORT[:80], {}), ("", {})):
            with open(path, "w", encoding="utf-8") as out:
                out.write(text)
            wrong += [f"{want}"] * (run.read_results(path) != want)
    example = run.EXAMPLES[0]
    tests = run.tests_of(example)
    wrong += ["tests of the source"] * (tests != ["entries", "stream", "reset_inside", "refused"])
    good = dict.fromkeys(tests, "")
    for found, whole, failed in ((good, "", 0), ({}, "", 4), ({**good, "stream": "no"}, "", 1),
                                 (dict(list(good.items())[:3]), "", 1), (good, "exit status 1", 4),
                                 ({**good, "other": ""}, "", 1)):
        tap = run.Tap()
        run.simulate = lambda *_, found=found, whole=whole: (found, [], whole)
        with contextlib.redirect_stdout(io.StringIO()):
            run.try_example(tap, "2/icarus", example)
        wrong += [f"{found} {whole}: {tap.failed} failed"] * (tap.failed != failed)
    result(wrong, "a test without a result, and a run that ended badly, have failed")


# ------------------------------------------------------------------ the package
def test_package():
    header = re.search(r'LP_VERSION_STRING "(.*)"', text_of("cmodel/include/linepress/linepress.h"))
    backend = importlib.import_module("wheel_backend")
    with tempfile.TemporaryDirectory() as work:
        with zipfile.ZipFile(os.path.join(work, backend.build_wheel(work))) as wheel:
            names = wheel.namelist()
            listed = [row.split(",")[0] for row in
                      wheel.read(names[-1]).decode().splitlines()]
    modules = {os.path.basename(path) for path in glob.glob(f"{HERE}/linepress_cocotb/*.py")}
    result(["the version differs from the library"] * (header[1] != __version__) +
           ["cocotb is imported"] * ("cocotb" in sys.modules) +
           [f"the wheel has {names}"] * (modules != {os.path.basename(n) for n in names[:-3]}
                                         or listed != names),
           "the package has the library's version, all its files, and needs no cocotb for these")


def main():
    for test in (test_examples, test_zvc, test_bpc, test_gbbr, test_mdcache, test_beats, test_units,
                 test_step, test_streams, test_refused, test_libraries, test_docs, test_report,
                 test_package):
        test()
    return end()


sys.exit(main())
