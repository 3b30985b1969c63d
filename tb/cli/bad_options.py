# SPDX-License-Identifier: Apache-2.0
"""Rows about commands, options and numbers of files."""
from bad_row import Row

# The commands that take the codecs' options, each with the arguments that make it valid.
USES = {"ratio": "random", "compress": "--codec zvc random out/x", "decompress": "zvc.lp out/x",
        "bench": "--codec zvc"}
NAMES = {"ratio": "json codec elem window raw threads tensor list help",
         "compress": "json codec elem window raw force threads stdout output-dir index tensor "
                     "list help",
         "decompress": "json codec elem window force threads stdout output-dir test list help",
         "bench": "json codec elem window raw tensor list help"}
NO_THREADS = ("", "x", "-1", "1x", " 1", "+1", "1025", "99999999999999999999")
VALUES = (
    ("codec", ("bogus", "", "ZVC", "zv", "zvc "), "unknown codec '{}' .there are zvc, "),
    ("elem", ("12", "0", "-8", "", "8x", "08", "x", "64"), "--elem takes 8, 16 or 32, not '{}'"),
    ("window", ("100", "0", "-128", "", "128k", "x", "127", "4294967424", "18446744073709551744",
                " 128", "+128", "0x80"), "--window takes 128, 4096 or 65536, not '{}'"),
)

# Invalid numbers of `buddy`. Every option that takes one refuses them.
NO_NUMBERS = ("", "x", "-1", "1x", "1.5", " 1", "+1", "0x1", "99999999999999999999")
NUMBERS = {
    "count": ("0", "67108865"), "stride": ("0", "4294967296"), "seed": ("18446744073709551616",),
    "metadata-cache": ("0", "127", "1048577"), "misses": ("0", "17"), "entries": ("0", "65"),
    "lanes": ("0", "5"), "parallel": ("2",), "latency": ("0", "100001"), "link": ("0", "10001"),
}
CHOICES = {
    "engine": ("card", "", "MODEL", "mode"), "target": ("3", "0", "", "1.330", "8", "-1"),
    "pattern": ("zigzag", "", "Stream"), "page": ("4k", "", "64", "64KB"),
    "slices": ("3", "0", "64", "", "-1", "1x"),
}
PROBABILITIES = ("1", "-0.1", "1.5", "x", "", "nan", "inf", "0.5x", "1e400")


# Options of `buddy` that have no effect together with others.
CYCLES = ("misses 4", "entries 16", "lanes 1", "parallel 1", "latency 9", "link 9", "stall 0.1")
MEMORY = ("engine model", "codec zvc", "target 4", "page 2m", "slices 4", "metadata-cache 8k",
          "sweep", "json", *CYCLES)
NO_EFFECT = (
    *((f"--save-trace out/x --{option}", option, "with --save-trace") for option in MEMORY),
    *((f"--sweep --{option}", option, "with --sweep")
      for option in (*CYCLES, "engine function", "metadata-cache 8k")),
    *((f"--engine function --{option}", option, "with engine function") for option in CYCLES),
    *((f"--trace access.txt --{option}", option, "with --trace")
      for option in ("pattern random", "pattern strided", "count 9", "stride 3")),
    *((f"{more} --stride 3", "stride", "without --pattern strided")
      for more in ("", "--pattern stream", "--pattern random", "--seed 3 --stall 0.1")),
    *((f"{more} --seed 3", "seed", "without --pattern random and without --stall")
      for more in ("", "--pattern strided", "--stall 0", "--trace access.txt",
                   "--pattern stream --engine function")),
    ("-f", "force", "without --save-trace"),
)


def kind(name):
    """Numbers that an option takes."""
    return "number of bytes" if name in ("metadata-cache", "buffer", "room") else "whole number"


def make_files():
    with open("access.txt", "w", encoding="ascii") as file:
        file.write("W 0 0\nR 0\n")


def rows_of_commands():
    yield Row("no command", [], "no command given")
    for command in ("frobnicate", "", "RATIO", "rat", "--frob", "-x", "--", "-", "cosim2"):
        yield Row(f"the command '{command}'", [command, "random"],
                  f"unknown command '{command}'; try 'linepress --help'")
    for path in ("mmx", "", "AVX2", "portable "):
        yield Row(f"the code path '{path}'", "ratio random", "LINEPRESS_CPU is '" + path,
                  env={"LINEPRESS_CPU": path})
    yield Row("a code path, and no command", [], "no command", env={"LINEPRESS_CPU": "mmx"})


def rows_of_codecs_options():
    for command, rest in USES.items():
        end = f"; try 'linepress {command} --help'"
        for option, name in (("--frob", "--frob"), ("--frob=1", "--frob=1"), ("-x", "-x"),
                             ("-xz", "-x"), ("-zx", "-z"), ("--json -x", "-x"), ("-1", "-1"),
                             ("--codecs zvc", "--codecs"), ("---json", "---json")):
            yield Row(f"{command} {option}", f"{command} {option} {rest}",
                      f"{command}: '{name}' is not an option{end}")
        for name in NAMES[command].split():
            if name in ("codec", "elem", "window", "threads", "output-dir", "tensor"):
                yield Row(f"{command} --{name} without a value", f"{command} {rest} --{name}",
                          f"{command}: '--{name}' needs a value{end}")
            else:
                yield Row(f"{command} --{name}=1", f"{command} --{name}=1 {rest}",
                          f"{command}: '--{name}=1' takes no value{end}")
        for name, values, says in VALUES:
            for value in values:
                yield Row(f"{command} --{name} '{value}'", f"{command} {rest} --{name} '{value}'",
                          says.format(value.replace("+", "[+]")))
    for command in ("ratio", "compress", "decompress"):
        for value in NO_THREADS:
            yield Row(f"{command} -T '{value}'", f"{command} -T '{value}' {USES[command]}",
                      "--threads takes 0 to 1024, not '" + value.replace("+", "[+]"))
        yield Row(f"{command} -T", f"{command} {USES[command]} -T", "'-T' needs a value")
    for command in ("ratio", "bench"):
        for option in ("-f", "--force", "-c", "--index", "-o x"):
            yield Row(f"{command} {option}", f"{command} {option} {USES[command]}",
                      f"'{option.split()[0]}' is not an option")
    yield Row("decompress --raw", f"decompress --raw {USES['decompress']}", "'--raw' is not an opti")


def rows_of_codecs_and_widths():
    for codec in "bpc rle csr lz4 zlib".split():
        for elem in (8, 16):
            yield Row(f"ratio: {codec} of {elem} bits",
                      f"ratio --codec {codec} --elem {elem} random",
                      f"codec {codec} has no {elem}-bit elements")
    yield Row("compress: a width that the codec lacks",
              "compress --codec bpc --elem 8 random out/x", "codec bpc has no 8-bit elements")
    yield Row("bench: a width that the codec lacks", "bench --codec rle --elem 16",
              "codec rle has no 16-bit elements")


def rows_of_counts():
    yield Row("ratio: no file", "ratio", "no file given; try 'linepress ratio --help'")
    yield Row("ratio: no file after --", "ratio --json --", "no file given")
    yield Row("ratio: an option after --", "ratio -- --json", "--json: No such file")
    yield Row("compress: no codec", "compress random out/x", "--codec is missing")
    for command in ("compress --codec zvc", "decompress"):
        for files in ("", "zvc.lp", "zvc.lp out/x out/y", "-- zvc.lp"):
            yield Row(f"{command} '{files}'", f"{command} {files}", "takes IN and OUT; try 'linep")
        for files in ("", "zvc.lp out/x"):
            yield Row(f"{command} -c '{files}'", f"{command} -c {files}", "-c takes one IN; try")
        yield Row(f"{command} -o", f"{command} -o out/d", "no file given; try")
        yield Row(f"{command} -o ''", f"{command} -o '' zvc.lp", "the output folder is empty")
        yield Row(f"{command} -o -c", f"{command} -o out/d -c zvc.lp", "only one of -c, -o, --test")
    for options in ("--test --list", "--list -c", "--test -o out/d"):
        yield Row(f"decompress {options}", f"decompress {options} zvc.lp", "only one of -c, -o, ")
    for option in ("--test", "--list"):
        yield Row(f"decompress {option}: no file", f"decompress {option}", "no file given; try")
    yield Row("bench: a missing file", "bench --codec zvc missing", "missing: No such file")
    yield Row("bench: an empty file", "bench --codec zvc empty", "empty: empty: there is no data")
    for files in ("", "random mixed", "--", "random random random"):
        yield Row(f"buddy '{files}'", f"buddy {files}", "takes one FILE; try 'linepress buddy --h")


def rows_of_buddy():
    for option, name in (("--frob", "--frob"), ("-x", "-x"), ("-xz", "-x"), ("-fx", "-x"),
                         ("--save-traces x", "--save-traces"), ("--s 1", "--s")):
        yield Row(f"buddy {option}", f"buddy {option} random",
                  f"buddy: '{name}' is not an option; try 'linepress buddy --help'")
    for name in ("json", "sweep", "force", "raw", "help"):
        yield Row(f"buddy --{name}=1", f"buddy --{name}=1 random", f"'--{name}=1' takes no value")
    for name in (*NUMBERS, *CHOICES, "stall", "codec", "trace", "save-trace"):
        yield Row(f"buddy --{name} without a value", f"buddy random --{name}",
                  f"buddy: '--{name}' needs a value")
    for codec in ("bogus", "", "rle", "BPC"):
        yield Row(f"buddy --codec '{codec}'", f"buddy random --codec '{codec}'",
                  f"unknown codec '{codec}' .buddy memory has zvc, bpc")
    for name, values in NUMBERS.items():
        for value in (*NO_NUMBERS, *values):
            yield Row(f"buddy --{name} '{value}'", f"buddy random --{name} '{value}'",
                      f"--{name} takes a {kind(name)} from [01]")
    for name, values in CHOICES.items():
        for value in values:
            yield Row(f"buddy --{name} '{value}'", f"buddy random --{name} '{value}'",
                      rf"--{name} takes \w.*, not '{value}'")
    for value in PROBABILITIES:
        yield Row(f"buddy --stall '{value}'", f"buddy random --stall '{value}'",
                  "--stall takes a probability, 0 <= P < 1")


def rows_of_buddys_effects():
    for words, option, where in NO_EFFECT:
        yield Row(f"buddy {words}", f"buddy random {words}",
                  f"buddy: --{option.split()[0]} has no effect {where}$")
    for command, says in (
            ("dma --stall 0.1 tiny", "dma: --stall has no effect with --engine model$"),
            ("dma --seed 3 tiny", "dma: --seed has no effect without --stall$"),
            ("dma --seed 3 --engine cycle tiny", "dma: --seed has no effect without --stall$"),
            ("swap tune --codec zvc --points 9", "--points has no effect without --method grid$"),
            ("huvm --scenario case1 --codec zvc", "--codec has no effect without --compress$"),
            ("huvm run --local 1m --codec zvc -- true", "--codec has no effect without --compress$")):
        yield Row(command, command, says)
    for words in ("--pattern strided --stride 3", "--pattern random --seed 3",
                  "--stall 0.1 --seed 3", "--trace access.txt --stall 0.1 --seed 3"):
        yield Row(f"buddy {words}: has an effect", f"buddy tiny {words}", status=0, lines=0,
                  prints=", 0 mismatches")


def rows_of_buddys_shapes():
    for options, says in (("--metadata-cache 512", "a power of two from 1024 up for 8 slices"),
                          ("--metadata-cache 3000", "--metadata-cache takes a power of two"),
                          ("--slices 32 --metadata-cache 2048", "from 4096 up for 32 slices"),
                          ("--entries 17", "no model of these parameters was built"),
                          ("--misses 3", "no model of these parameters was built"),
                          ("--misses 16 --entries 8", "--misses 16 is more than --entries 8"),
                          ("--lanes 3", "no model of these parameters was built"),
                          ("--count 67108864", "more accesses than a trace may have"),
                          ("--count 67108863 --pattern random", "more accesses")):
        yield Row(f"buddy {options}", f"buddy {options} random", says)


DMA_NUMBERS = {"buffer": ("0", "4607", "2097121"), "room": ("0",),
               "seed": ("18446744073709551616",)}
DMA_REALS = {"clock": ("0", "10001"), "link": ("0", "1001"), "latency": ("100001",)}
NO_REALS = ("", "x", "-1", "-0.5", "1x", " 1", "+1", "nan", "inf", "1e400")
DMA_CHOICES = {
    "engine": ("card", "", "MODEL"), "codec": ("bogus", "", "ZVC", "lz4", "raw"),
    "direction": ("up", "", "IN"), "channels": ("7", "0", "", "6x", "16", "-6"),
    "layout": ("nwhc", "", "NCHW"), "sweep": ("clock", "", "all"),
}


def rows_of_dma():
    for option, name in (("--frob", "--frob"), ("-x", "-x"), ("-f", "-f"), ("--l 1", "--l")):
        yield Row(f"dma {option}", f"dma {option} random",
                  f"dma: '{name}' is not an option; try 'linepress dma --help'")
    for name in ("json", "raw", "help"):
        yield Row(f"dma --{name}=1", f"dma --{name}=1 random", f"'--{name}=1' takes no value")
    for name in (*DMA_NUMBERS, *DMA_REALS, *DMA_CHOICES, "stall", "policy"):
        yield Row(f"dma --{name} without a value", f"dma random --{name}",
                  f"dma: '--{name}' needs a value")
    for name, values in DMA_NUMBERS.items():
        for value in (*NO_NUMBERS, *values):
            yield Row(f"dma --{name} '{value}'", f"dma random --{name} '{value}'",
                      f"--{name} takes a {kind(name)} from")
    for name, values in DMA_REALS.items():
        for value in (*NO_REALS, *values):
            yield Row(f"dma --{name} '{value}'", f"dma random --{name} '{value}'",
                      f"--{name} takes a number from")
    for name, values in DMA_CHOICES.items():
        for value in values:
            yield Row(f"dma --{name} '{value}'", f"dma random --{name} '{value}'",
                      rf"--{name} takes \w.*, not '{value}'")
    for value in PROBABILITIES:
        yield Row(f"dma --stall '{value}'", f"dma random --stall '{value}'",
                  "--stall takes a probability, 0 <= P < 1")
    for value in ("", "best", "perf:1", "bw=4", "BW"):
        yield Row(f"dma --policy '{value}'", f"dma random --policy '{value}'",
                  "--policy takes perf, bw or bw:GB/S, not")
    for value in ("", "-48", "0", "x", "nan", "10001"):
        yield Row(f"dma --policy 'bw:{value}'", f"dma random --policy 'bw:{value}'",
                  "--policy bw takes a number from")
    for files in ("", "--json --"):
        yield Row(f"dma '{files}'", f"dma {files}", "dma: no file given; try 'linepress dma --h")
    for codec in ("zvc", "bpc", "none", "xzvc", "ebd", "auto", "rle", "zlib"):
        yield Row(f"dma --room 32, {codec}", f"dma --codec {codec} --room 32 random",
                  "random: a room of 32 bytes is too small for its stream")
    yield Row("dma: the room of the second file", "dma --room 2000 tiny random",
              "random: a room of 2000 bytes is too small")
    for codec in ("rle", "zlib"):
        yield Row(f"dma: {codec}, which is only compared",
                  f"dma --codec {codec} --engine cycle random",
                  f"--codec {codec} is only compared: with --engine model")
    for name in ("out/none.so", "random"):
        yield Row(f"dma: the engine rtl is not in {name}", "dma --engine rtl random",
                  "dma: engine rtl: LINEPRESS_DMA_RTL names no such shared object; 'make dma-rtl'",
                  env={"LINEPRESS_DMA_RTL": name})
    yield Row("dma: the layout of raw bytes", "dma --layout nhwc random",
              "random: --layout needs an .npy array of 4 axes")
    yield Row("dma: the layout of what is taken as raw", "dma --layout nhwc --raw random",
              "--layout needs .npy files")


def rows_of_cosim():
    """For builds without the program that runs RTL, which has its own messages about options."""
    for rest in ("", "random", "--unit lp_zvc_enc random", "--frob", "-- --help"):
        yield Row(f"cosim {rest}: the program is not there", f"cosim {rest}",
                  "cosim: linepress-cosim is neither in .* nor in .*it needs Verilator to build")
    for rest in ("--help", "-h", "--unit lp_zvc_enc --help", "--frob --help random"):
        yield Row(f"cosim {rest}: needs no program", f"cosim {rest}", status=0, lines=0,
                  prints="^usage: linepress cosim --unit NAME .options. FILE\n(.*\n)*.* --seed S")
    yield Row("buddy --engine rtl: the program is not there", "buddy --engine rtl random",
              "buddy: linepress-cosim is neither")
    yield Row("buddy --engine rtl: a bad option comes first",
              "buddy --engine rtl --slices 3 random", "--slices takes 1, 2")


def rows_of_help():
    for command in ("", "ratio", "compress", "decompress", "bench", "buddy", "dma", "vdnn", "swap",
                    "huvm"):
        for option in ("--help", "-h"):
            yield Row(f"{command} {option}", f"{command} {option}", status=0, lines=0,
                      prints=rf"^Usage: linepress {command or 'COMMAND'} ")
    for command in ("compress", "decompress"):
        for says in ("OUT is written atomically", "--force", 'error if OUT is "-"'):
            yield Row(f"{command} --help: {says}", f"{command} --help", status=0, lines=0,
                      prints=says)
    yield Row("help before a bad option", "ratio --help --frob", status=0, lines=0,
              prints="^Usage: linepress ratio")
    yield Row("--version", "--version", status=0, lines=0,
              prints=r"^linepress \d+\.\d+\.\d+ .file format \d+.\n$")


def rows():
    for part in (rows_of_commands, rows_of_codecs_options, rows_of_codecs_and_widths,
                 rows_of_counts, rows_of_buddy, rows_of_buddys_effects, rows_of_buddys_shapes,
                 rows_of_dma, rows_of_cosim, rows_of_help):
        yield from part()
