#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""`import linepress as lp`: arrays of NumPy, torch and DLPack have the ratios, frames and profiles
that the command line gives for their files; bad use is an exception; doctests; types."""
import ast
import doctest
import importlib
import importlib.util
import inspect
import io
import json
import os
import random
import struct
import subprocess
import sys
import tempfile
import threading
import warnings
import zipfile

ROOT = os.path.abspath(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../.."))
BUILD = os.path.abspath(os.environ.get("BUILD", "build"))
sys.path[:0] = [os.path.join(ROOT, path) for path in ("adapters/python", "tb", "tb/cli")]
sys.dont_write_bytecode = True
os.environ["LINEPRESS_LIB"] = BUILD
from tap import end, result, skip  # noqa: E402

try:
    import numpy
except ImportError:
    # `make` names the interpreter that has it, which need not be the first on PATH.
    if os.environ.get("PYTHON", sys.executable) != sys.executable:
        os.execvp(os.environ["PYTHON"], [os.environ["PYTHON"], "-B", *sys.argv])
    print("ok 1 - arrays in memory # SKIP no NumPy\n1..1")
    sys.exit(0)
try:
    import torch
except ImportError:
    torch = None
import tensor_files  # noqa: E402
import linepress as lp  # noqa: E402

SEED = int(os.environ.get("LP_SEED", "1"))
LINEPRESS = f"{BUILD}/linepress"
DTYPES = ("uint8", "int8", "bool", "int16", "float16", "int32", "float32", "int64", "float64",
          "complex64", ">f4", ">i2")
CODECS = {"zvc": (8, 16, 32), "bpc": (), "xzvc": (), "ebd": (), "mixed": (16, 32), "rle": (),
          "lz4": (), "zlib": (), "grp16": ()}


def call(*words):
    return subprocess.run([LINEPRESS, *map(str, words)], stdout=subprocess.PIPE, check=True).stdout


def raised(kind, act, *words):
    """Lines about why the call did not fail with this exception and these words."""
    try:
        act()
    except kind as error:
        return [] if all(word in str(error) for word in words) else [f"says '{error}'"]
    except Exception as error:  # pylint: disable=broad-except
        return [f"{error!r} for {kind.__name__}"]
    return [f"no {kind.__name__}: {words}"]


def made(rng, dtype):
    """Some values near each other, some zeros; a shape that is no whole number of lines."""
    shape = [rng.randint(1, 6) for _ in range(rng.randint(1, 3))] + [rng.randint(1, 700)]
    numbers = numpy.random.default_rng(rng.getrandbits(32))
    array = numbers.integers(0, rng.choice((2, 50, 120)), shape) * \
        (numbers.random(shape) < rng.choice((0.1, 0.5, 1)))
    array = array.astype(dtype)
    return numpy.asfortranarray(array) if rng.random() < 0.3 else array


def cli_ratio(path, codec, elem):
    words = ["--elem", elem] if elem and CODECS[codec] else []
    return json.loads(call("ratio", "--json", "--codec", codec, *words, path))["files"][0]


def ratio_faults(array, path, codec):
    elem = 8 * min(array.itemsize, 4)
    due = cli_ratio(path, codec, elem if elem in CODECS[codec] else None)
    got = lp.ratio(array, codec, threads=2)
    pairs = {"bytes": (got.bytes, due["bytes"]), "lines": (got.lines, due["lines"]),
             "zeros": (got.zero_lines, due["zero_lines"]),
             "elem": (got.elem, due.get("elem", got.elem)),
             "bits": (got.bits, due["ratio"]["bits"] or float("inf")),
             "sectors": (list(got.sector_lines), due["sectors"]),
             "sizes": (got.histogram, {int(k): v for k, v in due["sizes"].items()})}
    wrong = [f"{codec} {array.dtype}: {name} {a}, not {b}" for name, (a, b) in pairs.items()
             if (abs(1 / a - 1 / b) > 1e-6 / b if name == "bits" else a != b)]
    lines = lp.sectors(array, codec).reshape(-1)
    if [int((lines == s).sum()) for s in range(5)] != list(got.sector_lines):
        wrong.append(f"{codec} {array.dtype}: sectors")
    return wrong


def check_ratios(work):
    rng, wrong = random.Random(SEED), []
    for dtype in DTYPES:
        array = made(rng, dtype)
        numpy.save(f"{work}/a.npy", array)
        for codec in CODECS:
            wrong += ratio_faults(array, f"{work}/a.npy", codec)
    result(wrong, f"ratios are those of the command line (seed {SEED})")


def check_sectors():
    """Lines of zeros, of one sector and raw, placed by hand; shapes."""
    wrong, lines = [], numpy.zeros((3, 5, 32), numpy.uint32)
    lines[1, 2, 0], lines[2, 4] = 7, numpy.arange(1, 33, dtype=numpy.uint32) * 0x01234567
    due = numpy.zeros((3, 5, 1), numpy.uint8)
    due[1, 2], due[2, 4] = 1, 4
    got = lp.sectors(lines, "zvc")
    wrong += [] if got.dtype == numpy.uint8 and got.shape == due.shape and (got == due).all() \
        else [str(got)]
    large = numpy.tile(lines.reshape(-1, 32), (3001, 1))  # more than is counted at a time
    got = lp.sectors(large, "zvc", threads=2)
    wrong += [] if (got == numpy.tile(due.reshape(-1, 1), (3001, 1))).all() else ["a large array"]
    for array, shape in ((numpy.zeros((2, 128), numpy.float64), (2, 8)),
                         (numpy.zeros((2, 127), numpy.uint8), (2,)),
                         (numpy.zeros((128, 2), numpy.uint8, order="F"), (2,)),
                         (numpy.zeros((), numpy.float32), (1,)),
                         (numpy.zeros((6, 64), numpy.float32)[::2], (3, 2))):
        got = lp.sectors(array).shape
        wrong += [] if got == shape else [f"{array.shape} gives {got}, not {shape}"]
    result(wrong, "sectors of lines, and the shape of the result")


class Interface:
    def __init__(self, array):
        self.__array_interface__ = array.__array_interface__
        self.array = array


def check_kinds():
    from linepress.arrays import view
    array = numpy.arange(1000, dtype=numpy.float32).reshape(10, 100)
    due, wrong = lp.ratio(array, "bpc"), []
    kinds = {"__array_interface__": Interface(array), "memoryview": memoryview(array)}
    if torch is not None:
        tensor = torch.from_numpy(array)
        kinds["torch"] = tensor
        kinds["torch that needs a gradient"] = torch.from_numpy(array).requires_grad_()
    for name, kind in kinds.items():
        if view(kind).address != array.ctypes.data:
            wrong.append(f"{name}: was copied")
        if lp.ratio(kind, "bpc") != due:
            wrong.append(f"{name}: {lp.ratio(kind, 'bpc')}")

    class Dlpack:  # only that
        def __dlpack__(self, **more):
            return array.__dlpack__(**more)

        def __dlpack_device__(self):
            return array.__dlpack_device__()

    if view(Dlpack()).address != array.ctypes.data or lp.ratio(Dlpack(), "bpc") != due:
        wrong.append("DLPack")
    turned = array.T
    if view(turned).address != array.ctypes.data or lp.ratio(turned, "bpc") != due:
        wrong.append("an array in Fortran order")
    for data in (array.tobytes(), bytearray(array.tobytes())):
        if lp.ratio(data, "bpc") != due:
            wrong.append(type(data).__name__)
    if torch is not None:
        half = tensor.to(torch.bfloat16)
        bits = (array.view(numpy.uint32) + 0x7fff + (array.view(numpy.uint32) >> 16 & 1)) >> 16
        if lp.ratio(half, "ebd") != lp.ratio(bits.astype(numpy.uint16), "ebd"):
            wrong.append("bfloat16")
        if lp.decompress(lp.compress(half, "ebd")) != bits.astype(numpy.uint16).tobytes():
            wrong.append("a frame of bfloat16")
        strided = tensor[:, ::2]
        if lp.ratio(strided, "bpc") != lp.ratio(array[:, ::2].copy(), "bpc"):
            wrong.append("a tensor with strides")
    result(wrong, "NumPy, torch, DLPack, __array_interface__ and buffers, in their own memory")


def same(a, b):
    return a.dtype == b.dtype and a.shape == b.shape and a.tobytes("A") == b.tobytes("A") and \
        a.flags.c_contiguous == b.flags.c_contiguous


def check_frames(work):
    rng, wrong = random.Random(SEED), []
    for dtype in DTYPES:
        array, codec = made(rng, dtype), rng.choice(list(CODECS))
        numpy.save(f"{work}/f.npy", array)
        elem = 8 * min(array.itemsize, 4)
        words = ["--elem", elem] if elem in CODECS[codec] else []
        call("compress", "--codec", codec, *words, "-f", f"{work}/f.npy", f"{work}/f.lpr")
        with open(f"{work}/f.lpr", "rb") as file:
            due = file.read()
        got = lp.compress(array, codec, threads=2)
        if got != due:
            wrong.append(f"{dtype} {codec}: not the bytes of the command line")
        if not same(lp.decompress(got), array):
            wrong.append(f"{dtype} {codec}: {array.shape} does not come back")
        listed = json.loads(call("decompress", "--list", "--json", f"{work}/f.lpr"))["files"][0]
        found = lp.frames(due)
        head = os.path.getsize(f"{work}/f.npy") - array.nbytes
        if (found.bytes, found.prologue_bytes, len(found.blocks)) != \
                (listed["bytes"] - head, head, listed["blocks"]) or found.codec != codec or \
                not found.stored_bytes < len(due) - head < found.stored_bytes + 200:
            wrong.append(f"{found} {listed}")
    large = numpy.random.default_rng(SEED).integers(0, 9, 3 << 20).astype(numpy.uint8)
    packed = lp.compress(large, "zvc", threads=0)
    wrong += [] if packed == lp.compress(large, "zvc") else ["threads change the bytes"]
    wrong += [] if same(lp.decompress(packed, threads=0), large) else ["blocks"]
    damaged = bytearray(packed)
    damaged[len(packed) // 2] ^= 1
    for data in (damaged, packed[:-1], b"no frame at all", packed + b"x"):
        wrong += raised(lp.Error, lambda: lp.decompress(data))
        wrong += raised(lp.Error, lambda: lp.frames(data))
    result(wrong, f"framed files are those of the command line (seed {SEED})")


def check_profile(work):
    wrong, rng = [], numpy.random.default_rng(SEED)
    arrays = {"zeros": [numpy.zeros(9000, numpy.float32)] * 3,
              "noise": [rng.random(5000), None, rng.random(3000)],
              "relu": [numpy.maximum(rng.random((4, 999)) - 0.7, 0).astype(numpy.float16)
                       for _ in range(3)]}
    for name, points in arrays.items():
        for point, array in enumerate(points):
            if array is not None:
                os.makedirs(f"{work}/set/{point}", exist_ok=True)
                array.tofile(f"{work}/set/{point}/{name}.bin")
    for options in ({}, {"codec": "grp16", "threshold": 0.5}, {"codec": "by-target", "rule": "pooled", "threshold": 0.1},
                    {"codec": "zvc", "bandwidth": True, "page": "2m", "max_ratio": 2.5}):
        words = [w for k, v in options.items() for w in
                 ([f"--{k.replace('_', '-')}"] + ([] if v is True else [v]))]
        due = json.loads(call("profile", "--json", *words, f"{work}/set"))
        got = lp.profile(arrays, **options)
        wrong += [f"{options}: {key}" for key in due if key != "set" and got.data[key] != due[key]]
        if json.loads(got.to_json()) != got.data or got.transitions != due["transitions"] or \
                got.targets != {a["name"]: a["target"] for a in due["allocations"]} or \
                got.ratio != due["steps"]["zero"]["ratio"]:
            wrong.append(f"{options}: {got.targets}")
        of = got.classes["noise"]
        if of[1] is not None or sum(of[2].values()) != -(-24000 // 128):
            wrong.append(f"classes {of}")
        same_set = lp.profile(f"{work}/set", threads=0, **options)
        wrong += [] if same_set.data["steps"] == due["steps"] else ["a folder"]
    wrong += [] if got.heatmap_png().startswith(b"\x89PNG") else ["no PNG"]
    got.report(f"{work}/page.html")
    got.write_targets(f"{work}/targets.json")
    with open(f"{work}/page.html", encoding="utf-8") as page, \
            open(f"{work}/targets.json", encoding="utf-8") as file:
        rows = json.load(file)["allocations"]
        wrong += [] if '"dtype": "\\u003cf2"' in page.read() else ["the report has no types"]
        wrong += [] if {r["name"]: r["target"] for r in rows} == got.targets else [str(rows)]
    folder = got._set[0]
    del got
    wrong += ["the set is left"] if os.path.exists(folder) else []
    result(wrong, "profiles are those of the command line")
    for name, part, act in (("pandas", "to_frame", lambda p: p.to_frame()),
                            ("PIL", "heatmap", lambda p: p.heatmap().size),
                            ("matplotlib", "plot", lambda p: p.plot())):
        if importlib.util.find_spec(name) is None:
            skip(f"Profile.{part}", f"no {name}")
            continue
        if name == "matplotlib":
            os.environ["MPLBACKEND"] = "agg"
        result([] if act(lp.profile(arrays)) is not None else ["nothing"], f"Profile.{part}")


def safetensors(tensors, **changes):
    rows, body = {"__metadata__": {"made": "by a test"}}, b""
    for name, (kind, array) in tensors.items():
        rows[name] = {"dtype": kind, "shape": list(array.shape),
                      "data_offsets": [len(body), len(body) + array.nbytes],
                      **changes.get(name, {})}
        body += array.tobytes()
    head = json.dumps(rows).encode()
    return struct.pack("<Q", len(head)) + head + body


def check_files(work):
    a, b = numpy.arange(6, dtype=numpy.float32).reshape(2, 3), numpy.ones((3, 1), numpy.uint16)
    wrong = []

    def compare(path, due):
        found = lp.open(path)
        if sorted(found) != sorted(due) or len(found) != len(due):
            wrong.append(f"{path}: {sorted(found)}")
        for name in found:
            if not numpy.array_equal(found[name], due[name]) or \
                    numpy.asarray(found[name]).dtype != due[name].dtype:
                wrong.append(f"{path}: {name}")

    numpy.save(f"{work}/one.npy", a)
    compare(f"{work}/one.npy", {"one": a})
    numpy.savez(f"{work}/two.npz", a=a, b=b)
    numpy.savez_compressed(f"{work}/three.npz", a=a, b=b)
    for name in ("two", "three"):
        compare(f"{work}/{name}.npz", {"a": a, "b": b})
    with open(f"{work}/raw.bin", "wb") as file:
        file.write(b"some bytes")
    compare(f"{work}/raw.bin", {"raw": numpy.frombuffer(b"some bytes", numpy.uint8)})
    os.makedirs(f"{work}/folder/1")
    numpy.save(f"{work}/folder/1/x.npy", b)
    with open(f"{work}/folder/y.bin", "wb") as file:
        file.write(b"y")
    compare(f"{work}/folder", {"1/x": b, "y": numpy.array([ord("y")], numpy.uint8)})
    tensors = {"a.w": ("F32", a), "b": ("BF16", b), "none": ("F16", numpy.zeros((0, 3), "f2"))}
    path = f"{work}/model.safetensors"
    with open(path, "wb") as file:
        file.write(safetensors(tensors))
    compare(path, {name: array for name, (_, array) in tensors.items()})
    with open(f"{work}/x.safetensors", "wb") as file:
        file.write(safetensors({"x": ("U16", b)}))
    index = f"{work}/big.safetensors.index.json"
    every = {**dict.fromkeys(tensors, "model.safetensors"), "x": "x.safetensors"}
    for places, words in ((every, None), ({"y": "x.safetensors"}, "index.json"),
                          ({"x": "../x.safetensors"}, "index.json")):
        with open(index, "w", encoding="utf-8") as file:
            json.dump({"metadata": {}, "weight_map": places}, file)
        if words is None:
            compare(index, {**{name: array for name, (_, array) in tensors.items()}, "x": b})
        else:
            wrong += raised(lp.Error, lambda: lp.open(index), words)
    two = lp.profile([path, f"{work}/x.safetensors"], codec="zvc", tensor="[ax]*")
    wrong += [] if (two.points, list(two.targets)) == (["1", "2"], ["a.w", "x"]) else [str(two.data)]
    for what, rows in (("out of range", {"data_offsets": [0, 1 << 40]}),
                       ("negative", {"data_offsets": [-4, 20]}), ("a shape", {"shape": [2, 4]}),
                       ("a type", {"dtype": "F4"})):
        with open(path, "wb") as file:
            file.write(safetensors(tensors, **{"a.w": rows}))
        wrong += [f"{what}: {line}" for line in raised(lp.Error, lambda: lp.open(path), "a.w")]
    with open(path, "wb") as file:
        file.write(struct.pack("<Q", 99999) + b'{"a"')
    wrong += raised(lp.Error, lambda: lp.open(path), path)
    wrong += [] if lp.open_raw(path)["model"].nbytes == 12 else ["open_raw"]
    wrong += raised(FileNotFoundError, lambda: lp.open(f"{work}/nowhere"))
    with open(f"{work}/m.gguf", "wb") as file:
        file.write(b"GGUF\3\0\0\0")
    wrong += raised(lp.Error, lambda: lp.open(f"{work}/m.gguf"), "m.gguf")
    made_of = tensor_files.Tensor
    with open(f"{work}/plain", "wb") as file:
        file.write(tensor_files.gguf(random.Random(SEED), [
            made_of("w", "F32", [2, 3], a.tobytes()),
            made_of("q", "Q4_0", [64], bytes(range(36)))]))
    compare(f"{work}/plain", {"w": a, "q": numpy.arange(36, dtype=numpy.uint8)})
    for name, data in (("empty", b""), ("text", b"no archive"), ("cut", open(f"{work}/two.npz", "rb").read()[:-9])):
        with open(f"{work}/{name}.npz", "wb") as file:
            file.write(data)
        wrong += raised(lp.Error, lambda: lp.open(f"{work}/{name}.npz"), f"{name}.npz")
    with warnings.catch_warnings(), zipfile.ZipFile(f"{work}/twice.npz", "w") as file:
        warnings.simplefilter("ignore")
        for _ in range(2):
            file.write(f"{work}/one.npy", "x.npy")
    wrong += raised(lp.Error, lambda: lp.open(f"{work}/twice.npz"), "two arrays of the name 'x'")
    result(wrong, "files of arrays")
    if importlib.util.find_spec("h5py") is None:
        skip("an HDF5 file", "no h5py")
    else:
        wrong = []
        import h5py
        with h5py.File(f"{work}/five.h5", "w") as file:
            file["a"], file["group/b"] = a, b
            file["text"] = "no array of numbers"
            file["nothing"] = h5py.Empty("f4")
        compare(f"{work}/five.h5", {"a": a, "group/b": b})
        result(wrong, "an HDF5 file")
    if torch is None:
        skip("a file of torch", "no torch")
        return
    torch.save({"w": torch.ones(3), "inner": [torch.zeros(2)]}, f"{work}/m.pt")
    found, wrong = lp.open(f"{work}/m.pt"), []
    wrong += [] if sorted(found) == ["inner.0", "w"] and found["w"].sum() == 3 else [str(list(found))]

    class Bad:
        def __reduce__(self):
            return os.mkdir, (f"{work}/was_run",)

    torch.save({"w": Bad()}, f"{work}/bad.pt")
    wrong += raised(Exception, lambda: lp.open(f"{work}/bad.pt"))
    wrong += ["code of the file was run"] if os.path.exists(f"{work}/was_run") else []
    result(wrong, "a file of torch, whose code is not run")


def check_bad_use():
    array = numpy.zeros(100)
    wrong = raised(ValueError, lambda: lp.ratio(array, "lzma"), "no codec 'lzma'")
    wrong += raised(ValueError, lambda: lp.ratio(array, "zvc", elem=64), "64")
    wrong += raised(ValueError, lambda: lp.ratio(array, "mixed", elem=8), "8")
    wrong += raised(ValueError, lambda: lp.ratio(array, threads=5000), "5000")
    wrong += raised(ValueError, lambda: lp.ratio(numpy.zeros((0, 3))), "no bytes")
    wrong += raised(ValueError, lambda: lp.compress(b""), "no bytes")
    wrong += raised(TypeError, lambda: lp.ratio([1, 2, 3]), "list is no array")
    wrong += raised(TypeError, lambda: lp.ratio("text"), "str is no array")
    wrong += raised(TypeError, lambda: lp.ratio(numpy.array([{}])), "objects")
    wrong += raised(lp.Error, lambda: lp.compress(array, "zvc", window=100))
    wrong += raised(lp.Error, lambda: lp.profile({"a": [array]}, codec="lzma"), "lzma")
    wrong += raised(lp.Error, lambda: lp.profile("nowhere"), "No such file")
    wrong += raised(lp.Error, lambda: lp.profile("--json"), "No such file")
    wrong += raised(TypeError, lambda: lp.profile({"a": [array]}, treshold=1), "treshold")
    wrong += raised(TypeError, lambda: lp.profile({"a": array}), "a list of arrays")
    for name in ("a/b", ".a", "a b", "", 3):
        wrong += raised(ValueError, lambda: lp.profile({name: [array]}), "no name")
    if torch is not None:
        wrong += raised(TypeError, lambda: lp.ratio(torch.zeros(3, device="meta")), "meta")
        wrong += raised(TypeError, lambda: lp.ratio(torch.eye(3).to_sparse()), "sparse")
    result(wrong, "bad use is an exception that says what is wrong")


def entry_of(encoder, line):
    """The beats of a line's memory entry from the encoder's cycle model, and its sectors."""
    data, sent = b"", 0
    for _ in range(60):
        out = encoder.step(s_valid=int(sent < 4), s_mem=1, m_ready=1,
                           s_data=line[32 * sent:32 * sent + 32])
        sent += out["s_ready"] if sent < 4 else 0
        data += out["m_data"].to_bytes(32, "little") if out["m_valid"] else b""
        if out["m_valid"] and out["m_last"]:
            return data, out["m_sectors"]
    return data, None


def check_units():
    """Memory entries of the cycle model are those of the kit's cases; wrong use of ports."""
    wrong = []
    for elem in (8, 16, 32):
        encoder, count = lp.units.zvc_enc(ELEM=elem), 0
        for case in lp.kit.cases("zvc-enc", seed=SEED, level=2, count=60, ELEM=elem):
            data, sectors = entry_of(encoder, case.inputs["lines"])
            count += sectors or 0
            if sectors != case.outputs["sectors"] or \
                    data[:32 * sectors] != case.outputs["stored"][:32 * sectors]:
                wrong.append(f"ELEM={elem}: {sectors} sectors, not {case.outputs['sectors']}")
        wrong += [] if count > 60 else [f"ELEM={elem}: {count} sectors in all"]
    encoder.reset()
    wrong += [] if encoder.cycle == 0 and encoder.inputs["s_data"] == 256 else [str(encoder)]
    wrong += [] if encoder.eval() == encoder.eval() else ["eval has an effect"]
    wrong += raised(TypeError, lambda: encoder.step(valid=1), "no input 'valid'")
    wrong += raised(ValueError, lambda: encoder.step(s_valid=2), "1 bits")
    wrong += raised(ValueError, lambda: encoder.step(s_data=bytes(32) + b"x"), "256 bits")
    wrong += raised(TypeError, lambda: lp.units.zvc_enc(WIDTH=3), "no parameter 'WIDTH'")
    wrong += raised(lp.Error, lambda: lp.units.zvc_enc(ELEM=12), "does not take")
    wrong += raised(AttributeError, lambda: lp.units.lzma_enc, "no unit")
    wrong += raised(lp.Error, lambda: lp.kit.cases("lzma-enc"), "lzma-enc")
    wrong += [f"{name} is not opened" for name in lp.units.names()
              if not getattr(lp.units, name)().outputs]
    result(wrong, f"{len(lp.units.names())} cycle models, stepped from Python (seed {SEED})")


COPIES = """
import os, resource, sys, numpy, linepress as lp
array = numpy.ones((1 << 12, 1 << 13), numpy.float32)  # 128 MiB
array = array[:, ::2] if sys.argv[1] == "strided" else array
lp.ratio(array[:8], "zvc")
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
lp.ratio(array, "zvc")
print((resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) * 1024 / array.nbytes)
"""


def check_copies():
    """Memory that ratio takes, in sizes of the array."""
    wrong, path = [], os.path.join(ROOT, "adapters/python")
    for kind, most in (("whole", 0.1), ("strided", 1.1)):
        said = subprocess.run([sys.executable, "-c", COPIES, kind], stdout=subprocess.PIPE, text=True,
                              check=True, env={**os.environ, "PYTHONPATH": path}).stdout
        wrong += [] if float(said) < most else [f"{kind}: {said.strip()} copies"]
    result(wrong, "no copy of an array, and one of an array that is not contiguous")


def check_threads():
    """Python goes on while a ratio is counted in another thread."""
    array, done, turns = numpy.random.default_rng(1).random(1 << 21), threading.Event(), 0
    worker = threading.Thread(target=lambda: (lp.ratio(array), done.set()))
    worker.start()
    while not done.is_set():
        turns += 1
    worker.join()
    result([] if turns > 1000 else [f"{turns} turns"], "Python's lock is not held")


def stub_faults(module, nodes):
    """Functions, methods and fields of a stub whose names or arguments differ from the module."""
    for name, node in nodes.items():
        real = inspect.getattr_static(module, name)
        functions = {name: (real, node)}
        if isinstance(node, ast.ClassDef):
            functions = {f"{name}.{n.name}": (inspect.getattr_static(real, n.name), n)
                         for n in node.body if isinstance(n, ast.FunctionDef)}
        for of, (function, stub) in functions.items():
            function = function.fget if isinstance(function, property) else function
            due = [p.name for p in inspect.signature(function).parameters.values()
                   if p.kind not in (p.VAR_POSITIONAL, p.VAR_KEYWORD)]
            said = [a.arg for a in stub.args.posonlyargs + stub.args.args + stub.args.kwonlyargs]
            if said != due:
                yield f"{of}: {said}, not {due}"
        if hasattr(real, "__dataclass_fields__"):
            fields = [n.target.id for n in node.body if isinstance(n, ast.AnnAssign)]
            if fields != list(real.__dataclass_fields__):
                yield f"{name}: {fields}"


def check_types():
    """The stubs have the names and the arguments of the package."""
    wrong = []
    for module in (lp, lp.units, lp.kit):
        with open(os.path.splitext(module.__file__)[0] + ".pyi", encoding="utf-8") as file:
            nodes = {node.name: node for node in ast.parse(file.read()).body
                     if isinstance(node, (ast.FunctionDef, ast.ClassDef))}
        wrong += stub_faults(module, nodes)
        if module is lp:
            due = set(lp.__all__) - {"CODECS", "kit", "units"}
            wrong += [f"only one has {name}" for name in due ^ set(nodes)]
    result(wrong, "the types are those of the package")


def check_doctests():
    for name in ("linepress", "linepress.ratios", "linepress.framed", "linepress.profiles",
                 "linepress.files", "linepress.units", "linepress.kit"):
        said = io.StringIO()
        module = importlib.import_module(name)
        runner = doctest.DocTestRunner(verbose=False)
        for test in doctest.DocTestFinder().find(module):
            runner.run(test, out=said.write)
        wrong = said.getvalue() or ("" if runner.tries else "no example")
        result(wrong, f"examples of {name}")


def check_page(page, least):
    said, path = io.StringIO(), os.path.join(ROOT, page)
    with open(path, encoding="utf-8") as file:
        test = doctest.DocTestParser().get_doctest(file.read(), {}, page, path, 0)
    runner = doctest.DocTestRunner(verbose=False)
    runner.run(test, out=said.write)
    result(said.getvalue() or ("" if runner.tries >= least else "no example"),
           f"examples of {page}")


def main():
    with tempfile.TemporaryDirectory() as work:
        check_ratios(work)
        check_sectors()
        check_kinds()
        check_frames(work)
        check_profile(work)
        check_files(work)
        check_bad_use()
        check_units()
        check_copies()
        check_threads()
        check_types()
        check_doctests()
        check_page("docs/use/python.md", 6)
        check_page("README.md", 3)
    return end()


sys.exit(main())
