# SPDX-License-Identifier: Apache-2.0
"""Tensors of torch.save, without torch and without running code of the file.

Both formats hold a pickle that refers to storages by a key: a zip archive with a member for each
storage, and before torch 1.6 a row of pickles followed by the storages. The pickle is read by an
unpickler that knows the functions that rebuild tensors, and no others."""
import collections
import io
import math
import os
import pickle
import struct
import zipfile

from .arrays import typed
from .errors import Error

#: The magic number of the older format, as a pickle of protocol 2.
OLD_MAGIC = b"\x80\x02\x8a\x0a\x6c\xfc\x9c\x46\xf9\x20\x6a\xa8"
_VALUES, _DEPTH = 1 << 19, 64  # the most values, and containers in each other

# Types of torch: the letters of NumPy's type, and the name in files of tensors if NumPy lacks it.
_DTYPES = {
    "float64": ("f8", None), "float32": ("f4", None), "float16": ("f2", None),
    "bfloat16": ("u2", "BF16"), "int64": ("i8", None), "int32": ("i4", None),
    "int16": ("i2", None), "int8": ("i1", None), "uint8": ("u1", None), "uint16": ("u2", None),
    "uint32": ("u4", None), "uint64": ("u8", None), "bool": ("?", None),
    "complex64": ("c8", None), "complex128": ("c16", None), "float8_e4m3fn": ("u1", "F8_E4M3"),
    "float8_e5m2": ("u1", "F8_E5M2"), "quint8": ("u1", None), "qint8": ("i1", None),
    "qint32": ("i4", None)}
_STORAGES = {
    "DoubleStorage": "float64", "FloatStorage": "float32", "HalfStorage": "float16",
    "BFloat16Storage": "bfloat16", "LongStorage": "int64", "IntStorage": "int32",
    "ShortStorage": "int16", "CharStorage": "int8", "ByteStorage": "uint8", "BoolStorage": "bool",
    "ComplexFloatStorage": "complex64", "ComplexDoubleStorage": "complex128",
    "QUInt8Storage": "quint8", "QInt8Storage": "qint8", "QInt32Storage": "qint32"}


# A pickle can set attributes of what it is given, so nothing that it is given has any.
class _Type(str):
    """A type of elements by its name in torch; "" is that of untyped storages, which are bytes."""

    __slots__ = ()

    @property
    def width(self):
        letters = _DTYPES[self][0] if self else "u1"
        return 1 if letters == "?" else int(letters[1:])


class _Call:
    """A function that a pickle may call."""

    __slots__ = ("__call",)

    def __init__(self, call):
        object.__setattr__(self, "_Call__call", call)

    def __setattr__(self, name, value):
        raise AttributeError(name)

    def __call__(self, *arguments):
        return self.__call(*arguments)


# count: elements of its type; first: its first element in the member of this key.
_Storage = collections.namedtuple("_Storage", "type key count first")
_Tensor = collections.namedtuple("_Tensor", "storage type first shape strides")


def _is_size(value):
    return type(value) is int and 0 <= value < 1 << 60  # pylint: disable=unidiomatic-typecheck


def _end_of(tensor):
    """The bytes of the storage's member that the tensor needs."""
    if math.prod(tensor.shape) == 0:
        return 0
    last = sum((n - 1) * step for n, step in zip(tensor.shape, tensor.strides))
    return (tensor.first + last + 1) * tensor.type.width


# ---- what a pickle may call ----

def _tensor(storage, type_, first, shape, strides):
    if not isinstance(storage, _Storage) or not isinstance(type_, _Type) or not type_ or \
            not isinstance(shape, tuple) or not isinstance(strides, tuple) or \
            len(shape) != len(strides) or len(shape) > 32 or \
            not all(map(_is_size, (first, *shape, *strides))):
        raise Error(words="a tensor has no valid storage, type, shape or strides")
    # `first` counts elements of the tensor's type, the storage's those of its own.
    first += storage.first * storage.type.width // type_.width
    tensor = _Tensor(storage, type_, first, shape, strides)
    if _end_of(tensor) > (storage.first + storage.count) * storage.type.width:
        raise Error(words=f"a tensor ends after its storage '{storage.key}'")
    return tensor


def _rebuild(storage, first, shape, strides, *_):
    return _tensor(storage, storage.type, first, shape, strides)


def _rebuild_typed(storage, first, shape, strides, _grad, _hooks, type_, *_):
    return _tensor(storage, type_, first, shape, strides)


def _rebuild_subclass(rebuild, _type, arguments, _state):
    if rebuild not in _REBUILDS.values():
        raise Error(words="a tensor is rebuilt by an unknown function")
    return rebuild(*arguments)


_REBUILDS = {name: _Call(function) for name, function in {
    "_rebuild_tensor": _rebuild, "_rebuild_tensor_v2": _rebuild, "_rebuild_qtensor": _rebuild,
    "_rebuild_tensor_v3": _rebuild_typed, "_rebuild_parameter": lambda tensor, *_: tensor,
    "_rebuild_parameter_with_state": lambda tensor, *_: tensor}.items()}
_IGNORED = _Call(lambda *_: None)
_KNOWN = {**{("torch._utils", name): function for name, function in _REBUILDS.items()},
          ("torch._tensor", "_rebuild_from_type_v2"): _Call(_rebuild_subclass),
          ("torch", "Size"): _Call(tuple),
          ("torch.storage", "UntypedStorage"): _Type(""), ("torch", "UntypedStorage"): _Type(""),
          ("collections", "OrderedDict"): collections.OrderedDict,
          ("_codecs", "encode"): _Call(lambda text, _: text.encode("latin1")),
          ("builtins", "set"): set, ("__builtin__", "set"): set,
          **{("torch", name): _Type(type_) for name, type_ in _STORAGES.items()},
          **{("torch", type_): _Type(type_) for type_ in _DTYPES},
          **{("torch", name): _IGNORED for name in
             ("Tensor", "device", "per_tensor_affine", "per_channel_affine", "strided")},
          ("torch.nn.parameter", "Parameter"): _IGNORED,
          ("torch.serialization", "_get_layout"): _IGNORED}


class _Unpickler(pickle._Unpickler):  # pylint: disable=protected-access
    """In Python, since that in C allocates what an index in the file asks for. State of objects is
    dropped, and of the ways to call something only REDUCE is left."""

    dispatch = {code: act for code, act in pickle._Unpickler.dispatch.items()
                if bytes([code]) not in (pickle.INST, pickle.OBJ, pickle.NEWOBJ, pickle.NEWOBJ_EX,
                                         pickle.EXT1, pickle.EXT2, pickle.EXT4)}
    dispatch[pickle.BUILD[0]] = lambda self: self.stack.pop()

    def __init__(self, file):
        super().__init__(file)
        self.storages = {}

    def find_class(self, module, name):
        if (module, name) not in _KNOWN:
            raise Error(words=f"holds {module}.{name}, which is no tensor; linepress.open reads "
                              "tensors in dicts and lists, such as torch.save(model.state_dict())")
        return _KNOWN[module, name]

    def persistent_load(self, pid):
        kind, type_, key, _, count, *view = pid if isinstance(pid, tuple) and len(pid) > 4 \
            else (None,) * 5
        first = 0
        if kind == "storage" and view and view[0]:  # in the older format: a part of a storage
            _, first, count = view[0]
        if kind != "storage" or not isinstance(type_, _Type) or not isinstance(key, str) or \
                not _is_size(first) or not _is_size(count):
            raise Error(words="a storage has no valid type, key or size")
        return self.storages.setdefault((type_, key, count, first),
                                        _Storage(type_, key, count, first))


def _load(file):
    """The next pickle of the file, and the storages that it names."""
    try:
        reader = _Unpickler(file)
        return reader.load(), reader.storages.values()
    except Error:
        raise
    except Exception as error:  # a damaged pickle raises any of a dozen
        raise Error(words=f"a damaged pickle: {error}") from None


def _tensors(value):
    """Names and tensors of nested dicts and lists."""
    seen, todo = 0, [(value, "", 0)]
    while todo:
        value, prefix, depth = todo.pop()
        seen += 1
        if seen > _VALUES or depth > _DEPTH:
            raise Error(words=f"more than {_VALUES} values, or {_DEPTH} containers in each other")
        if isinstance(value, _Tensor):
            yield prefix or "tensor", value
        elif type(value) in (dict, collections.OrderedDict, list, tuple):
            pairs = value.items() if isinstance(value, dict) else enumerate(value)
            todo += [(item, f"{prefix}.{key}" if prefix else str(key), depth + 1)
                     for key, item in reversed(list(pairs))]


# ---- where storages are ----

def _of_archive(file, size):
    """The pickled value, (begin, bytes) of each storage, and the order of bytes."""
    try:
        archive = zipfile.ZipFile(file)
        members = {member.filename: member for member in archive.infolist()}
        pickles = [name for name in members if name.endswith("/data.pkl")]
        if len(pickles) != 1 or members[pickles[0]].file_size > size:
            raise Error(words="a zip archive with more or less than one data.pkl")
        head = pickles[0][:-len("data.pkl")]
        order = archive.read(head + "byteorder") if head + "byteorder" in members else b"little"
        value, _ = _load(io.BytesIO(archive.read(pickles[0])))
        places = {}
        for name, member in members.items():
            if name.startswith(head + "data/"):
                places[name[len(head) + 5:]] = _place(file, size, member)
    except (zipfile.BadZipFile, zipfile.LargeZipFile, NotImplementedError, RuntimeError, ValueError,
            OSError, EOFError, struct.error, KeyError, zipfile.zlib.error) as error:
        raise Error(words=f"a damaged zip archive: {error}") from None
    return value, places, ">" if order == b"big" else "<"


def _place(file, size, member):
    if member.compress_type != zipfile.ZIP_STORED:
        raise zipfile.BadZipFile(f"'{member.filename}' is compressed, which torch does not do")
    file.seek(member.header_offset)
    head = file.read(30)
    if len(head) < 30 or head[:4] != b"PK\3\4":
        raise zipfile.BadZipFile("a member without a header")
    begin = member.header_offset + 30 + sum(struct.unpack("<HH", head[26:]))
    if begin + member.file_size > size:
        raise zipfile.BadZipFile("a member ends after the file")
    return begin, member.file_size


def _of_row(file, size):
    """The same of the older format."""
    _, _, (system, _), (value, storages), (keys, _) = [_load(file) for _ in range(5)]
    if not isinstance(system, dict) or not isinstance(keys, list):
        raise Error(words="a damaged file of torch")
    widths = {storage.key: storage.type.width for storage in storages}
    places = {}
    for key in keys:
        if not isinstance(key, str) or key not in widths:
            raise Error(words="a storage without a type")
        count = int.from_bytes(file.read(8), "little")
        begin = file.tell()
        places[key] = begin, count * widths[key]
        if begin + places[key][1] > size:
            raise Error(words="the file is shorter than its storages")
        file.seek(begin + places[key][1])
    return value, places, "<" if system.get("little_endian", True) else ">"


def _array(path, tensor, place, order):
    import numpy
    letters, name = _DTYPES[tensor.type]
    dtype = numpy.dtype(letters if letters[-1] in "1?" else order + letters)
    dtype = typed(dtype, name) if name else dtype
    if math.prod(tensor.shape) == 0:
        return numpy.empty(tensor.shape, dtype)
    begin, count = place
    flat = numpy.memmap(path, dtype, "r", begin, (count // dtype.itemsize,))[tensor.first:]
    steps = [step * dtype.itemsize for step in tensor.strides]
    return numpy.lib.stride_tricks.as_strided(flat, tensor.shape, steps, writeable=False)


def listed(file, size):
    """{name: (tensor, place, order)} of an open file."""
    head = file.read(4)
    file.seek(0)
    value, places, order = (_of_archive if head.startswith(b"PK") else _of_row)(file, size)
    found = {}
    for name, tensor in _tensors(value):
        key = tensor.storage.key
        if name in found:
            raise Error(words=f"two tensors are named '{name}'")
        if key not in places or places[key][1] < _end_of(tensor):
            raise Error(words=f"storage '{key}' is not there or too short")
        found[name] = tensor, places[key], order
    return found


def readers(path):
    """{name: a function that maps the tensor's array into memory}."""
    with open(path, "rb") as file:
        try:
            found = listed(file, os.fstat(file.fileno()).st_size)
        except Error as error:
            raise Error(words=f"{path}: {error}") from None
    return {name: (lambda of=of: _array(path, *of)) for name, of in found.items()}
