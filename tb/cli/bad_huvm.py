# SPDX-License-Identifier: Apache-2.0
"""Rows about harvested memory: options, scenarios and chunk traces."""
import struct
import zlib

from bad_row import Row
from bad_vdnn import NO_NUMBERS, REMOVED, TEXTS, changed, write

RUN = "huvm --scenario case1 --scale 128 "
SMALL = {"name": "small", "chunk_kib": 2048, "gpus": [{"memory_mib": 64}, {"memory_mib": 64}],
         "links": {"pcie": {"gbs": 12.3, "us": 16.7}, "nvlink": {"gbs": 40.1}},
         "host_mib": 400,
         "apps": [{"name": "big", "gpus": [0], "use": 1.5, "passes": 2, "in_flight": 4},
                  {"name": "little", "gpus": [1], "footprint_mib": 16, "pattern": "sweep",
                   "compute_us": 5}],
         "turns": [{"us": 100, "gpu": 1, "takes_mib": 8}, {"us": 300, "gpu": 1, "takes_mib": -4}]}

CHANGES = (
    (("gpus",), REMOVED, "'gpus' is missing"),
    (("gpus",), 2, "'gpus' is not a list"),
    (("gpus",), [], "'gpus' has not 1 to 16 GPUs"),
    (("gpus",), [{"memory_mib": 64}] * 17, "'gpus' has not 1 to 16 GPUs"),
    (("gpus", 1), 7, "GPU 1 is not an object"),
    (("gpus", 1, "memory_mib"), REMOVED, "GPU 1: 'memory_mib' is missing"),
    (("gpus", 1, "memory_mib"), 0, "GPU 1: 'memory_mib' is less than a chunk"),
    (("gpus", 1, "memory_mib"), 1.9, "GPU 1: 'memory_mib' is less than a chunk"),
    (("gpus", 1, "memory_mib"), -64, "GPU 1: 'memory_mib' is not a number"),
    (("gpus", 1, "memory_mib"), 1e300, "GPU 1: 'memory_mib' is not a number"),
    (("gpus", 1, "name"), "x", "GPU 1: 'name' is none of: memory_mib"),
    (("chunk_kib",), 3, "'chunk_kib' is not a whole number from 4"),
    (("chunk_kib",), 96, "'chunk_kib' is no power of two"),
    (("chunk_kib",), 131072, "GPU 0: 'memory_mib' is less than a chunk"),
    (("threshold",), -1, "'threshold' is not a whole number"),
    (("links",), 7, "links is not an object"),
    (("links", "ethernet"), {}, "links: 'ethernet' is none of: pcie nvlink leaves_us"),
    (("links", "leaves_us"), -1, "links: 'leaves_us' is not a number from 0"),
    (("links", "pcie"), [], "pcie is not an object"),
    (("links", "pcie", "gbs"), 0, "pcie: 'gbs' is not a number from 0.001"),
    (("links", "pcie", "us"), -1, "pcie: 'us' is not a number"),
    (("links", "nvlink", "lanes"), 2, "nvlink: 'lanes' is none of: gbs us"),
    (("apps",), REMOVED, "'apps' is missing"),
    (("apps",), [], "'apps' has not 1 to 2 applications"),
    (("apps",), [SMALL["apps"][0]] * 3, "'apps' has not 1 to 2 applications"),
    (("apps", 0), 7, "application 1 is not an object"),
    (("apps", 0, "name"), REMOVED, "application 1: 'name' is missing"),
    (("apps", 0, "name"), "", "application 1: 'name' is not a name"),
    (("apps", 0, "gpus"), REMOVED, "application 1: 'gpus' is missing"),
    (("apps", 0, "gpus"), [], "application 1: 'gpus' names no GPU"),
    (("apps", 0, "gpus"), [2], "application 1: 'gpus' has what is no GPU from 0 to 1"),
    (("apps", 0, "gpus"), [-1], "application 1: 'gpus' has what is no GPU"),
    (("apps", 0, "gpus"), ["0"], "application 1: 'gpus' has what is no GPU"),
    (("apps", 0, "gpus"), [0, 0], "application 1: GPU 0 runs something already"),
    (("apps", 1, "gpus"), [0], "application 2: GPU 0 runs something already"),
    (("apps", 0, "use"), REMOVED, "application 1: needs one of 'use' and 'footprint_mib'"),
    (("apps", 0, "footprint_mib"), 8, "application 1: needs one of 'use' and 'footprint_mib'"),
    (("apps", 0, "use"), 0, "application 1: 'use' is less than a chunk"),
    (("apps", 0, "use"), -1, "application 1: 'use' is not a number"),
    (("apps", 1, "footprint_mib"), 1, "application 2: 'footprint_mib' is less than a chunk"),
    (("apps", 0, "use"), [], "application 1: 'use' has not one number for each of 1 GPUs"),
    (("apps", 0, "use"), [1, 2], "application 1: 'use' has not one number for each of 1 GPUs"),
    (("apps", 0, "use"), ["1"], "application 1: 'use' is not a number"),
    (("apps", 1, "footprint_mib"), [1], "application 2: 'footprint_mib' is less than a chunk"),
    (("apps", 0, "use"), 6.5, "all applications together have 432 MiB, and the host 400"),
    (("apps", 0, "pattern"), "zigzag", "application 1: 'pattern' is not scan, sweep or random"),
    (("apps", 0, "passes"), 0, "application 1: 'passes' is not a whole number"),
    (("apps", 0, "in_flight"), 129, "application 1: 'in_flight' is not a whole number"),
    (("apps", 0, "burst"), 0, "application 1: 'burst' is not a whole number"),
    (("apps", 0, "compute_us"), 0, "application 1: 'compute_us' is not a number"),
    (("apps", 0, "speed"), 1, "application 1: 'speed' is none of: name gpus use"),
    (("apps", 0, "trace"), 7, "application 1: 'trace' is not a file's name"),
    (("apps", 0, "trace"), "", "application 1: 'trace' is not a file's name"),
    (("apps", 1, "trace"), "x", "application 2: only one of 'pattern' and 'trace'"),
    (("turns",), {}, "'turns' is not a list"),
    (("turns", 0), 7, "turn 1 is not an object"),
    (("turns", 0, "gpu"), 2, "turn 1: 'gpu' is not a whole number from 0 to 1"),
    (("turns", 0, "gpu"), REMOVED, "turn 1: 'gpu' is missing"),
    (("turns", 0, "us"), -1, "turn 1: 'us' is not a number"),
    (("turns", 0, "us"), 400, "turn 2: is before the turn before it"),
    (("turns", 0, "takes_mib"), 1, "turn 1: 'takes_mib' is less than a chunk"),
    (("turns", 0, "takes_mib"), REMOVED, "turn 1: 'takes_mib' is missing"),
    (("host_mib",), 100, "all applications together have 112 MiB, and the host 100"),
    (("host_mib",), 0, "'host_mib' is not a number"),
    (("colour",), 1, "'colour' is none of: name chunk_kib"),
)
# Changes that only a run finds.
RUNS = ((("turns", 0, "takes_mib"), 64, "a turn takes more than all but a chunk"),
        (("turns", 1, "takes_mib"), -64, "or gives back more than was taken"))


def binary(uses, version=1, reserved=b"\0" * 7, count=None, crc=None):
    data = b"\x89LPH\r\n\x1a\n" + bytes([version]) + reserved
    data += struct.pack("<Q", len(uses) if count is None else count)
    data += struct.pack(f"<{len(uses)}I", *uses)
    return data + struct.pack("<I", zlib.crc32(data) if crc is None else crc)


TRACES = {
    "empty": (b"", "empty: there is no data in it"),
    "comments": (b"# a\n\n", "line 2: the trace has no use"),
    "words": (b"0\n1\nx\n", "line 3: this is no number of a chunk"),
    "negative": (b"-1\n", "line 1: this is no number of a chunk"),
    "two": (b"1 2\n", "line 1: this is no number of a chunk"),
    "huge": (b"4294967296\n", "line 1: this is no number of a chunk"),
    "long": (b"1" * 300 + b"\n", "line 1: this is no number of a chunk"),
    "nul": (b"1\0\n", "line 1: this is no number of a chunk"),
    "far": (b"0\n48\n", "use 2 is of chunk 48, and there are 48"),
    "far-binary": (binary([0, 47, 48]), "use 3 is of chunk 48, and there are 48"),
    "foreign": (b"\x89PNG\r\n\x1a\n" + bytes(50), "byte 0: this is no chunk trace"),
    "lines": (b"\x89LPT\r\n\x1a\n" + bytes(50), "byte 0: this is no chunk trace"),
    "head": (binary([1])[:20], "byte 0: the trace ends too early"),
    "cut": (binary([1, 2])[:-5], "byte 31: the trace ends too early"),
    "after": (binary([1, 2]) + b"x", "byte 36: there is more after the trace"),
    "version": (binary([1], version=2), "byte 8: the version of the trace is not known"),
    "reserved": (binary([1], reserved=b"\0" * 6 + b"x"), "byte 9: reserved bytes are not 0"),
    "none": (binary([]), "byte 16: the number of uses is not 1 to 268435456"),
    "many": (binary([1], count=1 << 60), "byte 16: the number of uses is not 1"),
    "crc": (binary([1], crc=5), "byte 28: the checksum does not match"),
}


def with_trace(name):
    return changed(changed(SMALL, ("apps", 0, "trace"), name), ("apps", 0, "name"), "traced")


def make_files():
    write("good.huvm", SMALL)
    for number, (where, value, _) in enumerate(CHANGES + RUNS):
        write(f"bad.huvm.{number}", changed(SMALL, where, value))
    for name, (content, _) in TRACES.items():
        write(f"{name}.lph", content)
        write(f"{name}.lph.huvm", with_trace(f"{name}.lph"))
    write("good.lph", binary(list(range(48)) * 2))
    write("good.lph.huvm", with_trace("good.lph"))
    write("no.lph.huvm", with_trace("no.lph"))
    write("tiny.huvm", changed(SMALL, ("chunk_kib",), 8))
    write("alone.huvm", changed(SMALL, ("apps",), SMALL["apps"][1:]))


def rows_of_options():
    for option, name in (("--frob", "--frob"), ("-x", "-x"), ("--sc 1", "--sc")):
        yield Row(f"huvm {option}", RUN + option,
                  f"huvm: '{name}' is not an option; try 'linepress huvm --help'")
    for name in ("json", "force", "help"):
        yield Row(f"huvm --{name}=1", RUN + f"--{name}=1", f"'--{name}=1' takes no value")
    for name in ("scenario", "policy", "compress", "codec", "data", "prefetch", "stride", "spare",
                 "scale", "served", "page", "in-flight", "burst", "compute", "seed", "sweep", "svg"):
        yield Row(f"huvm --{name} without a value", RUN + f"--{name}",
                  f"huvm: '--{name}' needs a value")
    zero_is_good = ("prefetch", "stride", "spare", "served", "page", "seed")
    for name in (*zero_is_good, "scale", "in-flight", "burst", "compute"):
        for value in (*NO_NUMBERS, "9" * 30):
            if value == "0" and name in zero_is_good:
                continue
            yield Row(f"huvm --{name} '{value[:20]}'",
                      ["huvm", "--scenario", "case1", f"--{name}={value}"],
                      f"--{name} takes a (whole number|number of bytes|number) from ")
    for name, values in (("policy", "base, pre-ef-host, h"), ("compress", "none, link, victim"),
                         ("codec", "zvc, bpc, by-group"), ("sweep", "prefetch, spare, harvesters")):
        for value in ("", "frob", "BASE"):
            yield Row(f"huvm --{name} '{value}'", RUN + f"--{name} '{value}'",
                      f"--{name} takes {values}.*, not '{value}'")


def rows_of_uses():
    yield Row("huvm", "huvm", "huvm: --scenario is missing; try 'linepress huvm --help'")
    yield Row("huvm: a file", RUN + "random", "huvm: takes no file but by its options")
    yield Row("huvm --clock real --sweep", RUN + "--clock real --sweep policy",
              "--svg and --sweep are for the virtual clock")
    yield Row("huvm --clock frob", RUN + "--clock frob", "--clock takes virtual, real, not")
    for name in ("", "case5", "Case1", "out/none"):
        yield Row(f"huvm --scenario '{name}'", ["huvm", "--scenario", name],
                  f"--scenario takes case1, .* or a JSON file, and there is no file '{name}'")
    yield Row("huvm --scenario of a folder", "huvm --scenario out", "out: Is a directory")
    yield Row("huvm --scale of a file", "huvm --scenario good.huvm --scale 2",
              "--scale is for case1 to case4")
    yield Row("huvm --data without --compress", RUN + "--data random",
              "--data is for --compress, --sweep and --clock real")
    yield Row("huvm --sweep and --svg", RUN + "--sweep policy --svg x",
              "only one of --sweep and --svg")
    yield Row("huvm --sweep spare and --spare", RUN + "--sweep spare --spare 5",
              "only one of --spare and --sweep spare")
    yield Row("huvm --sweep in-flight and --in-flight", RUN + "--sweep in-flight --in-flight 2",
              "only one of --in-flight and --sweep in-flight")
    yield Row("huvm --clock real --burst", RUN + "--clock real --burst 2",
              "--burst is for the virtual clock")
    for name in ("in-flight", "burst"):
        yield Row(f"huvm --{name} 129", RUN + f"--{name} 129",
                  f"--{name} takes a whole number from 1 to 128")
    yield Row("huvm --prefetch of a part", RUN + "--prefetch 1000",
              "--prefetch takes whole chunks of 2097152 bytes, at most 256, not 1000 bytes")
    yield Row("huvm --prefetch of much", RUN + "--prefetch 1073741824", "at most 256")
    yield Row("huvm --stride of a part", RUN + "--stride 1", "--stride takes whole chunks")
    yield Row("huvm --compress without data", RUN + "--compress link",
              "--compress needs --data: nothing says what 'Pagerank' has in its chunks")
    yield Row("huvm --data of nothing", RUN + "--compress link --data none", "none: No such file")
    yield Row("huvm --data, empty", RUN + "--compress link --data empty", "empty: .*empty|no data")
    yield Row("huvm --compress of small chunks",
              "huvm --scenario tiny.huvm --compress link --data random",
              "chunks of less than 16 KiB are not compressed")
    yield Row("huvm --svg into no folder", RUN + "--svg out/no/x.svg", "No such file")
    yield Row("huvm --svg on a full disk", RUN + "--svg /dev/full", "No space left")
    yield Row("huvm on a full disk", RUN, "No space left", stdout="/dev/full")
    yield Row("huvm --sweep through a pipe", "huvm --scenario - --sweep policy",
              "--sweep reads the scenario several times", stdin=b"{}")
    yield Row("huvm --sweep of harvesters without one",
              "huvm --scenario alone.huvm --sweep harvesters", "there is no harvester to vary")


def rows_of_files():
    for number, (where, value, says) in enumerate(CHANGES):
        path = f"bad.huvm.{number}"
        to = "gone" if value is REMOVED else str(value)[:20]
        yield Row(f"huvm: {' '.join(map(str, where))} is {to}", f"huvm --scenario {path}",
                  rf"^linepress: {path}: .*{says}")
    for number, (where, value, says) in enumerate(RUNS, len(CHANGES)):
        yield Row(f"huvm: {' '.join(map(str, where))} is {value}",
                  f"huvm --scenario bad.huvm.{number}", says)
    for kind, _, says in TEXTS:
        yield Row(f"huvm --scenario: {kind}", f"huvm --scenario text.{kind}",
                  f"text.{kind}: {says}")
    for name, (_, says) in TRACES.items():
        yield Row(f"huvm: trace {name}", f"huvm --scenario {name}.lph.huvm", f"{name}.lph: {says}")
    yield Row("huvm: no trace", "huvm --scenario no.lph.huvm", "no.lph: No such file")
    yield Row("huvm --spare with a trace", "huvm --scenario good.lph.huvm --spare 5",
              status=0, lines=0, prints="traced")
    yield Row("huvm: all is well", "huvm --scenario good.huvm", status=0, lines=0,
              prints=r"big +0 +harvester")


def rows():
    for part in (rows_of_options, rows_of_uses, rows_of_files):
        yield from part()
