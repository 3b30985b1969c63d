# SPDX-License-Identifier: Apache-2.0
"""Files of arrays, opened as mappings whose arrays are mapped into memory when they are read."""
import collections.abc
import functools
import json
import math
import os
import zipfile

from . import torch_file
from .arrays import typed
from .commands import run
from .errors import Error


class Arrays(collections.abc.Mapping):
    """Names and arrays of a file. An array is read when it is looked up."""

    def __init__(self, readers, kind):
        self._readers, self.kind = readers, kind

    def __getitem__(self, name):
        return self._readers[name]()

    def __iter__(self):
        return iter(self._readers)

    def __len__(self):
        return len(self._readers)

    def __repr__(self):
        return f"<Arrays of a {self.kind} file: {len(self)}>"


def _mapped(path, dtype, offset, shape):
    import numpy
    count = math.prod(shape)
    if count == 0:
        return numpy.empty(shape, dtype)
    return numpy.memmap(path, dtype, "r", offset, shape)


def _raw(path):
    stem = os.path.splitext(os.path.basename(path))[0]
    return Arrays({stem: functools.partial(_mapped, path, "u1", 0, (os.path.getsize(path),))},
                  "raw")


def _npy(path):
    import numpy
    stem = os.path.splitext(os.path.basename(path))[0]
    return Arrays({stem: lambda: numpy.load(path, mmap_mode="r", allow_pickle=False)}, ".npy")


def _npz(path):
    import numpy
    try:
        file = numpy.load(path, allow_pickle=False)
    except zipfile.BadZipFile as error:
        raise Error(words=f"{path}: {error}") from None
    twice = next((name for at, name in enumerate(file.files) if name in file.files[:at]), None)
    if twice is not None:
        raise Error(words=f"{path}: has two arrays of the name '{twice}'")
    return Arrays({name: functools.partial(file.__getitem__, name) for name in file.files}, ".npz")


# Types of NumPy for those of safetensors and GGUF files; NumPy has no bfloat16 and no 8-bit floats.
_TYPES = {"BOOL": "?", "U8": "u1", "I8": "i1", "F8_E4M3": "u1", "F8_E5M2": "u1", "U16": "<u2",
          "I16": "<i2", "F16": "<f2", "BF16": "<u2", "U32": "<u4", "I32": "<i4", "F32": "<f4",
          "U64": "<u8", "I64": "<i8", "F64": "<f8", "C64": "<c8"}
_UNSIGNED = ("u1", "<u2")


def _tensors_file(path):
    """safetensors, its index, GGUF and ELF cores: `linepress ratio --list` checks the file and says
    where the tensors are. Quantised blocks are bytes."""
    readers = {}
    for row in json.loads(run(["ratio", "--list", "--json", "--", path]))["files"]:
        name = row["dtype"]
        dtype = _TYPES.get(name) if name else "u1"
        shape = tuple(row["shape"]) if dtype else (row["bytes"],)
        if name and (dtype is None or dtype in _UNSIGNED and name[0] != "U"):
            dtype = typed(dtype or "u1", name)
        readers[row["tensor"]] = functools.partial(_mapped, row["path"], dtype, row["begin"], shape)
    return Arrays(readers, "tensors")


def _hdf5(path):
    import h5py
    file, readers = h5py.File(path, "r"), {}

    def visit(name, item):
        if isinstance(item, h5py.Dataset) and item.dtype.kind in "biufc" and \
                item.shape is not None:
            readers[name] = lambda: item[...]  # a scalar keeps its byte order

    file.visititems(visit)
    return Arrays(readers, "HDF5")


def _torch(path):
    return Arrays(torch_file.readers(path), "torch")


def _folder(path):
    """A snapshot set or a folder of files: names are relative paths without the extension."""
    readers = {}
    for folder, folders, files in os.walk(path):
        folders.sort()
        for file in sorted(files):
            stem, extension = os.path.splitext(file)
            if extension in (".npy", ".bin"):
                inner = _npy if extension == ".npy" else _raw
                whole = os.path.join(folder, file)
                name = os.path.relpath(os.path.join(folder, stem), path)
                readers[name] = lambda inner=inner, whole=whole, stem=stem: inner(whole)[stem]
    return Arrays(readers, "folder's")


def _of_zip(path):
    """By the names of the members: .npz, torch's archive, or bytes."""
    try:
        with zipfile.ZipFile(path) as archive:
            names = archive.namelist()
    except zipfile.BadZipFile:
        names = []
    if path.endswith(".npz") or any(name.endswith(".npy") for name in names):
        return _npz
    is_torch = path.endswith((".pt", ".pth")) or any(n.endswith("/data.pkl") for n in names)
    return _torch if is_torch else _raw


def _kind_of(path):
    if path.endswith((".safetensors", ".safetensors.index.json", ".gguf")):
        return _tensors_file
    with open(path, "rb") as file:
        head = file.read(18)
    if head.startswith(b"\x93NUMPY"):
        return _npy
    if head.startswith((b"PK\3\4", b"PK\5\6")):
        return _of_zip(path)
    if path.endswith(".npz"):
        raise Error(words=f"{path}: is no zip archive")
    if head.startswith(torch_file.OLD_MAGIC):
        return _torch
    if head.startswith(b"\x89HDF\r\n\x1a\n"):
        return _hdf5
    is_safetensors = head[8:9] == b"{" and head[9:10] in b'"} \t\r\n' and \
        int.from_bytes(head[:8], "little") < 1 << 40
    is_core = head.startswith(b"\x7fELF") and head[16:] == b"\4\0"
    return _tensors_file if is_safetensors or is_core or head.startswith(b"GGUF") else _raw


def open_raw(path):
    """The bytes of a file as one array of uint8, whatever its format."""
    return _raw(os.fspath(path))


def open_arrays(path):
    """A mapping of names to arrays: .npy, .npz, safetensors and the index of a model in several
    files, GGUF, ELF cores, HDF5 (with h5py), .pt and .pth (without torch, and without running
    their code), a folder of .npy and .bin files, and the bytes of any other file. Arrays of .npy,
    safetensors, GGUF, .pt, cores and raw files are mapped into memory, not read. bfloat16 and
    8-bit floating-point tensors have the unsigned type of their width, with which `profile` takes
    them as what they are; quantised ones of GGUF are bytes. linepress.Error: a file of tensors that
    is damaged.

    >>> import numpy, os, tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = os.path.join(folder, "grid.npy")
    ...     numpy.save(path, numpy.ones((2, 3), numpy.float32))
    ...     {name: array.shape for name, array in open_arrays(path).items()}
    {'grid': (2, 3)}
    """
    path = os.fspath(path)
    return _folder(path) if os.path.isdir(path) else _kind_of(path)(path)
