#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""lp.open of made files of each format: names, types, shapes and bytes are those that were written.
NumPy and h5py are those of build/formats-venv, if it can be had, and .pt files need torch; formats
without their library are skipped."""
import os
import random
import sys
import tempfile

ROOT = os.path.abspath(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../.."))
sys.path[:0] = [os.path.join(ROOT, path) for path in ("adapters/python", "tb", "tb/cli")]
sys.dont_write_bytecode = True
os.environ["LINEPRESS_LIB"] = os.path.abspath(os.environ.get("BUILD", "build"))
import formats  # noqa: E402
NO_FORMATS = formats.use()
import tensor_files as made  # noqa: E402
from tap import end, result, skip  # noqa: E402

FILES = int(os.environ.get("LP_FILES", "200"))  # of each format
# The types that NumPy lacks have the unsigned type of their width.
TYPES = {"F64": "<f8", "F32": "<f4", "F16": "<f2", "BF16": "<u2", "I64": "<i8", "I32": "<i4",
         "I16": "<i2", "I8": "|i1", "U64": "<u8", "U32": "<u4", "U16": "<u2", "U8": "|u1",
         "BOOL": "|b1", "F8_E4M3": "|u1", "F8_E5M2": "|u1", "C64": "<c8", "": "|u1"}
HDF5 = [row for row in made.npy_types() if row[0][1] in "fiuc"]
TORCH = {"F64": "float64", "F32": "float32", "F16": "float16", "BF16": "bfloat16", "I64": "int64",
         "I32": "int32", "I16": "int16", "I8": "int8", "U8": "uint8", "BOOL": "bool",
         "C64": "complex64"}


def faults(tensor, array):
    """Lines about an array that is not the tensor."""
    dtype = TYPES.get(tensor.dtype) or (tensor.dtype if tensor.dtype in made.NPY else "|u1")
    quantised = tensor.dtype in made.GGUF and tensor.dtype not in TYPES
    due = (dtype, tuple([len(tensor.data)] if quantised else tensor.shape))
    if (array.dtype.str, array.shape) != due:
        yield f"{tensor.name}: {array.dtype.str} {array.shape}, not {due}"
    if array.tobytes("A") != tensor.data:
        yield f"{tensor.name}: other bytes"


def opened(path, tensors, compare=faults):
    import linepress as lp
    found = lp.open(path)
    due = {tensor.name: tensor for tensor in tensors}
    if sorted(found) != sorted(due) or len(found) != len(due):
        yield f"names {sorted(found)}, not {sorted(due)}"
    for name in found.keys() & due.keys():
        yield from compare(due[name], found[name])


# ---- writers: the path of the file, and its tensors ----

def plain(rng, folder, suffix, data):
    """The suffix is left out where the bytes alone tell the format."""
    path = os.path.join(folder, "made" + (suffix if rng.random() < 0.5 else ""))
    with open(path, "wb") as file:
        file.write(data)
    return path


def safetensors(rng, folder):
    tensors = made.draw(rng, made.safetensors_types())
    return plain(rng, folder, ".safetensors", made.safetensors(rng, tensors)), tensors


def index(rng, folder):
    tensors = made.draw(rng, made.safetensors_types())
    return made.write_index(rng, folder, tensors), tensors


def gguf(rng, folder):
    tensors = made.draw(rng, made.gguf_types())
    return plain(rng, folder, ".gguf", made.gguf(rng, tensors)), tensors


def npz(rng, folder):
    tensors = made.draw(rng, made.npy_types())
    return plain(rng, folder, ".npz", made.npz(rng, tensors)), tensors


def npy(rng, folder):
    tensor = made.draw(rng, made.npy_types())[0]
    tensor.name = "made"
    data = made.npy(tensor, rng.random() < 0.3, rng.choice((1, 2, 3)))
    return plain(rng, folder, ".npy", data), [tensor]


def core(rng, folder):
    tensors = made.draw_segments(rng)
    return plain(rng, folder, ".core", made.core(rng, tensors)), tensors


def hdf5(rng, folder):
    """Names of groups have no part that is a dot, and no array is also a group."""
    import h5py
    tensors, path = made.draw(rng, HDF5), os.path.join(folder, "made")
    for number, tensor in enumerate(tensors):
        tensor.name = f"{number}/{tensor.name}".replace(".", "-")
    with h5py.File(path, "w") as file:
        for tensor in tensors:
            more = {"compression": "gzip"} if tensor.shape and tensor.data and rng.random() < 0.3 else {}
            array = made.numpy.frombuffer(tensor.data, tensor.dtype).reshape(tensor.shape)
            file.create_dataset(tensor.name, data=array, **more)
    return path, tensors


def pt(rng, folder):
    """Zip archives and files of the older format, some with dicts in dicts."""
    import torch
    types = [row for row in made.safetensors_types() if row[0] in TORCH]
    tensors, saved = made.draw(rng, types), {}
    for tensor in tensors:
        if tensor.dtype == "BOOL":
            tensor.data = bytes(b & 1 for b in tensor.data)
        value = torch.frombuffer(bytearray(tensor.data), dtype=getattr(torch, TORCH[tensor.dtype])) \
            if tensor.data else torch.empty(0, dtype=getattr(torch, TORCH[tensor.dtype]))
        value = value.reshape(tensor.shape)
        if rng.random() < 0.3:
            saved.setdefault("inner", {})[tensor.name] = value
            tensor.name = "inner." + tensor.name
        else:
            saved[tensor.name] = value
    path = os.path.join(folder, "made" + rng.choice((".pt", ".pth", "")))
    torch.save(saved, path, _use_new_zipfile_serialization=rng.random() < 0.7)
    return path, tensors


FORMATS = {"safetensors": (safetensors, "numpy", faults), "index": (index, "numpy", faults),
           "GGUF": (gguf, "numpy", faults), "npz": (npz, "numpy", faults),
           "npy": (npy, "numpy", faults), "ELF core": (core, "numpy", faults),
           "HDF5": (hdf5, "h5py", faults), "torch": (pt, "torch", faults)}


def wrong_of(name, write, compare, seed):
    rng = random.Random(f"{seed} {name}")
    for number in range(FILES):
        with tempfile.TemporaryDirectory(prefix="lp-open-") as folder:
            path, tensors = write(rng, folder)
            for line in opened(path, tensors, compare):
                yield f"file {number}: {line}"


def main():
    seed = int(os.environ.get("LP_SEED", random.randrange(1 << 32)))
    print(f"# seed {seed}, {FILES} files of each format, {sys.executable}")
    for name, (write, needs, compare) in FORMATS.items():
        try:
            __import__(needs)
        except ImportError:
            skip(f"lp.open of {name} files", f"no {needs}" + (f"; {NO_FORMATS}" if NO_FORMATS else ""))
            continue
        result(list(wrong_of(name, write, compare, seed)), f"lp.open of {FILES} {name} files")
    return end()


if __name__ == "__main__":
    sys.exit(main())
