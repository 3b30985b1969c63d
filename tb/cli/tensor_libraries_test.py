#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Files of tensors against the formats' own libraries, both ways: made files are read by the library
too, and those that the library writes are read by linepress. The libraries are those of
build/formats-venv, from PyPI; what cannot be had is skipped."""
import json
import os
import random
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [os.path.join(HERE, ".."), os.path.join(HERE, "../adapters/python")]
sys.dont_write_bytecode = True
import formats  # noqa: E402
NO_FORMATS = formats.use()
import tensor_files as made  # noqa: E402
from tap import end, result, skip  # noqa: E402

LINEPRESS = os.environ.get("LINEPRESS", os.environ.get("BUILD", "build") + "/linepress")
FILES = int(os.environ.get("LP_FILES", "200"))  # of each format and way


def listed(path):
    """Type, shape and bytes of each tensor, as linepress lists them."""
    done = subprocess.run([LINEPRESS, "ratio", "--list", "--json", path], stdout=subprocess.PIPE,
                          check=True)
    tensors = {}
    with open(path, "rb") as file:
        for row in json.loads(done.stdout)["files"]:
            file.seek(row["begin"])
            tensors[row["tensor"]] = (row["dtype"], row["shape"], file.read(row["bytes"]))
    return tensors


def of_safetensors(path):
    import safetensors  # pylint: disable=import-outside-toplevel
    with open(path, "rb") as file:
        return {name: (of["dtype"], list(of["shape"]), bytes(of["data"]))
                for name, of in safetensors.deserialize(file.read())}


def by_safetensors(rng, path):
    from safetensors.numpy import save_file  # pylint: disable=import-outside-toplevel
    names = {"F64": "<f8", "F32": "<f4", "F16": "<f2", "I64": "<i8", "I8": "|i1", "U8": "|u1",
             "BOOL": "|b1"}
    types = [row for row in made.safetensors_types() if row[0] in names]
    save_file({t.name: made.numpy.frombuffer(t.data, dtype=names[t.dtype]).reshape(t.shape)
               for t in made.draw(rng, types)}, path, metadata={"format": "np"})


def of_gguf(path):
    import gguf  # pylint: disable=import-outside-toplevel
    return {t.name: (t.tensor_type.name, [int(n) for n in reversed(t.shape)], t.data.tobytes())
            for t in gguf.GGUFReader(path).tensors}


def by_gguf(rng, path):
    import gguf  # pylint: disable=import-outside-toplevel
    writer = gguf.GGUFWriter(path, "made")
    writer.add_array("tokens", ["a", "b"])
    for tensor in drawn_gguf(rng):
        dtype = gguf.GGMLQuantizationType[tensor.dtype]
        block, size = gguf.GGML_QUANT_SIZES[dtype]
        shape = tensor.shape[:-1] + [tensor.shape[-1] // block * size]
        data = made.numpy.frombuffer(tensor.data, dtype="u1").reshape(shape)
        writer.add_tensor(tensor.name, data, raw_dtype=dtype)
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()


def drawn_gguf(rng):
    """The library has no tensors without axes or elements, and at most four axes."""
    tensors = [t for t in made.draw(rng, made.gguf_types()) if t.shape and t.data]
    return [t for t in tensors if len(t.shape) <= 4] or [made.Tensor("a", "I8", [3], b"abc")]


def made_safetensors(rng, path):
    with open(path, "wb") as file:
        file.write(made.safetensors(rng, made.draw(rng, made.safetensors_types())))


def made_gguf(rng, path):
    with open(path, "wb") as file:
        file.write(made.gguf(rng, drawn_gguf(rng)))


def compare(read, write, kind, rng):
    for number in range(FILES):
        with tempfile.TemporaryDirectory(prefix="lp-libraries-") as folder:
            path = os.path.join(folder, "x." + kind)
            write(rng, path)
            want, got = read(path), listed(path)
            for name in want.keys() | got.keys():
                if want.get(name) != got.get(name):
                    yield (f"file {number}, '{name}': the library has "
                           f"{want.get(name, ())[:2]}, linepress {got.get(name, ())[:2]}")


def main():
    seed = int(os.environ.get("LP_SEED", random.randrange(1 << 32)))
    print(f"# seed {seed}, {FILES} files of each kind")
    for kind, read, writers in (
            ("safetensors", of_safetensors, (made_safetensors, by_safetensors)),
            ("gguf", of_gguf, (made_gguf, by_gguf))):
        try:
            __import__(kind)
            missing = made.numpy is None and "no NumPy"
        except ImportError:
            missing = NO_FORMATS or f"no {kind} of PyPI"
        for write in writers:
            name = f"{write.__name__}: as the library reads it"
            if missing:
                skip(name, missing)
            else:
                result(list(compare(read, write, kind, random.Random(f"{seed} {name}"))), name)
    return end()


if __name__ == "__main__":
    sys.exit(main())
