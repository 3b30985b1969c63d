# SPDX-License-Identifier: Apache-2.0
"""Rows about the timeline of a training step: its options, networks, GPUs and ratios."""
import copy
import json

from bad_row import Row

RUN = "vdnn --network alexnet --gpu titanx "
NO_NUMBERS = ("", "x", "-1", "-0.5", "+1", " 1", "1x", "0x10", "nan", "NaN", "inf", "-inf",
              "infinity", "1e400", "1e", "1e999999999", ".5", "1,5", "0", "1" + "0" * 400)
NUMBERS = {"ratio": ("0.4", "1001"), "efficiency": ("1.01", "0.00001", "2"),
           "link": ("0.0001", "1000001"), "comp": ("0.0001", "2e6"), "aware": ("0.0001", "2e6")}

NETWORK = {"name": "small", "batch": 4, "image": [3, 8, 8], "layers": [
    {"name": "conv1", "kind": "conv", "channels": 4, "kernel": 3, "pad": 1},
    {"name": "pool1", "kind": "pool", "kernel": 2, "stride": 2},
    {"name": "a", "kind": "conv", "channels": 2, "kernel": 1, "from": "pool1"},
    {"name": "b", "kind": "conv", "channels": 2, "kernel": 3, "pad": 1, "groups": 2,
     "from": "pool1"},
    {"name": "ab", "kind": "concat", "from": ["a", "b"]},
    {"name": "fc", "kind": "fc", "channels": 10, "relu": False}]}
GPU = {"name": "mine", "tflops": 10, "bandwidth_gbs": 400, "used_gbs": 100}
XS = ("conv1", "pool1", "ab")
RATIOS = {"engine": "model", "codec": "zvc", "tensors": [
    {"file": f"t/{x}.npy", "bytes": 1000, "compressed_bytes": 500, "mismatches": 0} for x in XS],
    "mismatches": 0}
REMOVED = object()

# A change in a file, and the message. The first part gives the file.
CHANGES = {
    "network": (
        (("batch",), REMOVED, "'batch' is missing"),
        (("batch",), 0, "'batch' is not a whole number from 1 to 65536"),
        (("batch",), -4, "'batch' is not a whole number"),
        (("batch",), 1.5, "'batch' is not a whole number"),
        (("batch",), "4", "'batch' is not a whole number"),
        (("batch",), True, "'batch' is not a whole number"),
        (("batch",), 10 ** 18, "'batch' is not a whole number"),
        (("name",), "", "'name' is not a name of 1 to 64 bytes"),
        (("name",), "x" * 65, "'name' is not a name of 1 to 64 bytes"),
        (("name",), "a\nb", "'name' is not a name"),
        (("name",), 7, "'name' is not a name"),
        (("image",), REMOVED, "'image' is missing"),
        (("image",), 3, "'image' is not a list"),
        (("image",), [3, 8], "'image' is not .channels, height, width."),
        (("image",), [3, 8, 8, 8], "'image' is not .channels"),
        (("image",), [3, 0, 8], "'image' is not .channels"),
        (("image",), [3, 8.5, 8], "'image' is not .channels"),
        (("image",), [3, 8, 65537], "'image' is not .channels"),
        (("image",), [65536, 65536, 65536], "the image is too large"),
        (("layers",), REMOVED, "'layers' is missing"),
        (("layers",), {}, "'layers' is not a list"),
        (("layers",), [], "'layers' has not 1 to 1024 layers"),
        (("layers",), [NETWORK["layers"][1]] * 1025, "'layers' has not 1 to 1024 layers"),
        (("layers",), [NETWORK["layers"][1]] * 2, "layer 2, 'pool1': its name is taken"),
        (("layers",), [{"name": "c", "kind": "concat", "from": ["data"]}], "no layer computes"),
        (("layers", 1), 7, "layer 2 is not an object"),
        (("layers", 1, "name"), REMOVED, "layer 2: 'name' is missing"),
        (("layers", 1, "kind"), REMOVED, "layer 2: 'kind' is not conv, pool, fc or concat"),
        (("layers", 1, "kind"), "lstm", "layer 2: 'kind' is not conv"),
        (("layers", 1, "kernal"), 3, "layer 2: 'kernal' is none of: name kind from kernel"),
        (("layers", 1, "n"), 3, "layer 2: 'n' is none of"),
        (("layers", 1, "name kind"), 3, "layer 2: 'name kind' is none of"),
        (("layers", 1, "channels"), 3, "layer 2: 'channels' is none of"),
        (("layers", 5, "kernel"), 3, "layer 6: 'kernel' is none of"),
        (("layers", 0, "kernel"), REMOVED, "layer 1: 'kernel' is missing"),
        (("layers", 0, "kernel"), 0, "layer 1: 'kernel' is not a whole number from 1"),
        (("layers", 0, "kernel"), 11, "layer 1, 'conv1': its kernel is larger than its input"),
        (("layers", 0, "stride"), -1, "layer 1: 'stride' is not a whole number"),
        (("layers", 0, "pad"), 3, "layer 1, 'conv1': pad is not less than kernel"),
        (("layers", 0, "channels"), REMOVED, "layer 1: 'channels' is missing"),
        (("layers", 0, "channels"), 65537, "layer 1: 'channels' is not a whole number"),
        (("layers", 3, "groups"), 3, "layer 4, 'b': its groups do not divide the channels"),
        (("layers", 0, "relu"), 1, "layer 1: 'relu' is neither true nor false"),
        (("layers", 2, "from"), "c", "layer 3, 'a': what it takes is no earlier layer"),
        (("layers", 2, "from"), 7, "layer 3: 'from' is not a name"),
        (("layers", 4, "from"), [], "layer 5: 'from' has not 1 to 8 names"),
        (("layers", 4, "from"), ["a"] * 9, "layer 5: 'from' has not 1 to 8 names"),
        (("layers", 4, "from"), ["a", 7], "layer 5: 'from' has something that is no name"),
        (("layers", 4, "from"), ["a", "data"], "'ab': what it joins differs in height or width"),
        (("layers", 5, "forward_ms"), -1, "fc: 'forward_ms' is not a number from 0 to 1e.09"),
        (("layers", 5, "backward_ms"), 1e300, "fc: 'backward_ms' is not a number"),
        (("layers", 5, "backward_ms"), "1", "fc: 'backward_ms' is not a number"),
        (("colour",), 1, "'colour' is none of: name batch image layers"),
    ),
    "gpu": (
        (("tflops",), REMOVED, "'tflops' is missing"),
        (("tflops",), 0, "'tflops' is not a number from 0.001 to 1e.06"),
        (("tflops",), -6.6, "'tflops' is not a number"),
        (("tflops",), 1e300, "'tflops' is not a number"),
        (("tflops",), None, "'tflops' is not a number"),
        (("bandwidth_gbs",), REMOVED, "'bandwidth_gbs' is missing"),
        (("bandwidth_gbs",), "336", "'bandwidth_gbs' is not a number"),
        (("bandwidth_gbs",), 100, "of 'bandwidth_gbs' 100 nothing is left: layers take 'used_gbs'"),
        (("used_gbs",), -1, "'used_gbs' is not a number"),
        (("used_gbs",), 400, "of 'bandwidth_gbs' 400 nothing is left"),
        (("name",), [], "'name' is not a name"),
        (("clock",), 1, "'clock' is none of: name tflops"),
    ),
    "ratios": (
        (("codec",), REMOVED, "'codec' is missing: is it what 'linepress dma --json' printed"),
        (("codec",), 1, "'codec' is not a name"),
        (("codec",), "none", "codec 'none' is not rle, zvc, zlib or bpc"),
        (("codec",), "lz4", "codec 'lz4' is not rle"),
        (("tensors",), REMOVED, "'tensors' is missing"),
        (("tensors",), 3, "'tensors' is not a list"),
        (("tensors",), [], "there is no tensor in it"),
        (("tensors", 1), 3, "tensor 2: 'file' is missing"),
        (("tensors", 1), REMOVED, "no tensor is X 'pool1' of layer 'a' of small"),
        (("tensors", 1, "file"), REMOVED, "tensor 2: 'file' is missing or no text"),
        (("tensors", 1, "file"), "x/pool12.npy", "tensor 'pool12.npy' is no X of small, though"),
        (("tensors", 1, "bytes"), REMOVED, "tensor 'pool1.npy': 'bytes' is missing"),
        (("tensors", 1, "bytes"), 0, "tensor 'pool1.npy': 'bytes' is not a number from 1"),
        (("tensors", 1, "bytes"), -5, "tensor 'pool1.npy': 'bytes' is not a number"),
        (("tensors", 1, "compressed_bytes"), 0, "'compressed_bytes' is not a number from 1"),
        (("tensors", 1, "compressed_bytes"), 1e300, "'compressed_bytes' is not a number"),
        (("tensors", 1, "compressed_bytes"), None, "'compressed_bytes' is not a number"),
        (("tensors", 1, "mismatches"), 3, "tensor 'pool1.npy' came back with mismatches"),
        (("mismatches",), 3, "the run had mismatches"),
    ),
}
# Bytes that are no such file at all.
TEXTS = (("empty", b"", "not JSON: line 1: "), ("cut", b'{"batch": 4, "lay', "not JSON: line 1: "),
         ("list", b"[{}]", "not a JSON object but a list, such as a sweep prints"),
         ("number", b"7", "not JSON"), ("noise", bytes(range(256)), "not JSON"),
         ("twice", b'{"name": "a", "name": "b"}', "not JSON: line 1: duplicate object key"),
         ("nan", b'{"batch": NaN}', "not JSON"), ("huge", b'{"tflops": 1e999}', "not JSON"),
         ("deep", b"[" * 100000, "not JSON"), ("utf8", b'{"name": "\xff"}', "not JSON"),
         ("after", b"{} x", "not JSON: line 1: end of file expected"))


def changed(document, where, value):
    document = copy.deepcopy(document)
    at = document
    for key in where[:-1]:
        at = at[key]
    if value is REMOVED:
        del at[where[-1]]
    else:
        at[where[-1]] = value
    return document


def write(name, content):
    with open(name, "wb") as file:
        file.write(content if isinstance(content, bytes) else json.dumps(content).encode())


def make_files():
    for name, document in (("network", NETWORK), ("gpu", GPU), ("ratios", RATIOS)):
        write(f"good.{name}", document)
        for number, (where, value, _) in enumerate(CHANGES[name]):
            write(f"bad.{name}.{number}", changed(document, where, value))
    for name, content, _ in TEXTS:
        write(f"text.{name}", content)
    write("two.ratios", changed(RATIOS, ("tensors",), [
        {"file": f, "bytes": 4, "compressed_bytes": 2} for f in ("one", "two")]))
    write("same.network", changed(NETWORK, ("layers",), [
        {"name": "conv1", "kind": "conv", "channels": 1, "kernel": 1},
        {"name": "fc1", "kind": "fc", "channels": 1}, {"name": "last", "kind": "fc",
                                                       "channels": 1}]))
    write("same.ratios", changed(RATIOS, ("tensors",), [
        {"file": "relu1.npy", "bytes": 4, "compressed_bytes": 2}]))


def command(**files):
    words = {"network": "good.network", "gpu": "good.gpu", **files}
    return "vdnn " + " ".join(f"--{name} {value}" for name, value in words.items())


def rows_of_options():
    for option, name in (("--frob", "--frob"), ("-x", "-x"), ("-fx", "-x"), ("--ra 1", "--ra")):
        yield Row(f"vdnn {option}", RUN + option,
                  f"vdnn: '{name}' is not an option; try 'linepress vdnn --help'")
    for name in ("json", "force", "help"):
        yield Row(f"vdnn --{name}=1", RUN + f"--{name}=1", f"'--{name}=1' takes no value")
    for name in ("network", "gpu", "ratios", "prefetch", "svg", *NUMBERS):
        yield Row(f"vdnn --{name} without a value", RUN + f"--{name}",
                  f"vdnn: '--{name}' needs a value")
    for name, values in NUMBERS.items():
        for value in (*NO_NUMBERS, *values):
            yield Row(f"vdnn --{name} '{value[:20]}'", ["vdnn", "--network", "alexnet", "--gpu",
                                                       "titanx", f"--{name}={value}"],
                      f"--{name} takes a number from ")
    for value in ("", "never", "AHEAD"):
        yield Row(f"vdnn --prefetch '{value}'", RUN + f"--prefetch '{value}'",
                  f"--prefetch takes ahead or same, not '{value}'")


def rows_of_uses():
    yield Row("vdnn", "vdnn", "vdnn: --network is missing; try 'linepress vdnn --help'")
    yield Row("vdnn: no GPU", "vdnn --network nin", "vdnn: --gpu is missing")
    yield Row("vdnn: a file", RUN + "random", "vdnn: takes no file but by its options")
    yield Row("vdnn --ratio and --ratios", RUN + "--ratio 2 --ratios good.ratios",
              "only one of --ratio and --ratios")
    yield Row("vdnn --ratios nine times", RUN + "--ratios x " * 9, "more than 8 times")
    for name in ("", "AlexNet", "alexnet ", "vgg", "resnet50", "out/none"):
        yield Row(f"vdnn --network '{name}'", ["vdnn", "--gpu", "titanx", "--network", name],
                  f"--network takes alexnet, .* or a JSON file, and there is no file '{name}'")
    for name in ("", "TitanX", "v100"):
        yield Row(f"vdnn --gpu '{name}'", ["vdnn", "--network", "nin", "--gpu", name],
                  f"--gpu takes titanx, titanxp or a JSON file, and there is no file '{name}'")
    yield Row("vdnn --ratios of no file", RUN + "--ratios none", "none: No such file")
    for option in ("network", "gpu", "ratios"):
        yield Row(f"vdnn --{option} of a folder", command(**{option: "out"}),
                  "out: Is a directory")
    yield Row("vdnn --svg into no folder", RUN + "--svg out/no/x.svg", "No such file")
    yield Row("vdnn --svg into a folder", RUN + "--svg out", "directory")
    yield Row("vdnn --svg on a full disk", RUN + "--svg /dev/full", "No space left")
    yield Row("vdnn on a full disk", RUN, "No space left", stdout="/dev/full")
    yield Row("vdnn: two files of one codec", command(ratios="good.ratios --ratios good.ratios"),
              "good.ratios: there are ratios of codec zvc already")
    yield Row("vdnn: neither names nor as many", command(ratios="two.ratios"),
              "no tensor has the name of an X of small, and 2 tensors are not its 3 X .one more")
    yield Row("vdnn: a tensor for two X", command(network="same.network", ratios="same.ratios"),
              "tensor 'relu1.npy' may be X 'conv1' or X 'fc1'")
    yield Row("vdnn: a network as ratios", command(ratios="good.network"), "'codec' is missing")
    yield Row("vdnn: a GPU as a network", command(network="good.gpu"), "'tflops' is none of")


def rows_of_files():
    for name, changes in CHANGES.items():
        for number, (where, value, says) in enumerate(changes):
            path = f"bad.{name}.{number}"
            to = "gone" if value is REMOVED else str(value)[:20]
            yield Row(f"vdnn --{name}: {' '.join(map(str, where))} is {to}".replace("\n", "?"),
                      command(**{name: path}), rf"^linepress: {path}: .*{says}")
        for kind, content, says in TEXTS:
            yield Row(f"vdnn --{name}: {kind}", command(**{name: f"text.{kind}"}),
                      f"text.{kind}: {says}")
            yield Row(f"vdnn --{name}: {kind} through a pipe", command(**{name: "-"}),
                      f"-: {says}", stdin=content)
    yield Row("vdnn: all is well", command(ratios="good.ratios"), status=0, lines=0,
              prints=r"cDMA ZV aware +\d")


def rows():
    for part in (rows_of_options, rows_of_uses, rows_of_files):
        yield from part()
