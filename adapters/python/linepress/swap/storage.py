# SPDX-License-Identifier: Apache-2.0
"""A tensor's memory as PyTorch reports it: owner, users and contents."""
import ctypes
import functools
import sys

import torch

# Nodes of the graph that only change the view of bytes.
VIEWS = ("View", "ReshapeAlias", "UnsafeView", "AsStrided", "TBackward", "Transpose", "Permute",
         "Squeeze", "Unsqueeze")
SUM_WORDS = 1 << 20  # of a checksum at a time
KINDS_MOST = 1 << 10  # classes of nodes that are kept in mind
# Words of c10::StorageImpl in PyTorch 1: a table, references, weak ones, data, deleter, context.
REFERENCES, DATA, CONTEXT = 1, 3, 5


def _storage_of_1(tensor):
    """PyTorch 1 before 1.13."""
    storage = tensor.storage()
    return storage.untyped() if hasattr(storage, "untyped") else storage


# PyTorch 2, and 1.13.
storage_of = getattr(torch.Tensor, "untyped_storage", None) or \
    getattr(torch.Tensor, "_storage", _storage_of_1)


# ---- users of a storage ----

def _word(storage, number):
    return ctypes.c_size_t.from_address(storage._cdata + number * ctypes.sizeof(ctypes.c_size_t)) \
        .value


def _references(storage):
    if hasattr(torch._C, "_storage_Use_Count"):
        return torch._C._storage_Use_Count(storage._cdata)
    return _word(storage, REFERENCES)


def users(tensor):
    """References to the tensor's storage, by tensors and all else, and to its Python object."""
    storage = storage_of(tensor)
    return _references(storage), sys.getrefcount(storage)


@functools.lru_cache(None)
def _users_of_one():
    """The value of `users` for a single tensor; None: it counts something else here."""
    one = torch.empty(64)
    alone = users(one)
    two = one.detach()
    both = users(two)
    del one
    return alone if both == (alone[0] + 1, alone[1]) and users(two) == alone else None


def used_by(tensor, count):
    """Whether `count` tensors, this one among them, are all that use its storage."""
    alone = _users_of_one()
    return alone is not None and users(tensor) == (alone[0] + count - 1, alone[1])


# ---- owner of a storage ----

@functools.lru_cache(None)
def _knows_its_own():
    """Whether the words of a storage are where PyTorch 1 has them."""
    own, lent = torch.empty(64), torch.frombuffer(bytearray(64), dtype=torch.uint8)
    return all(_word(storage_of(t), DATA) == t.data_ptr() for t in (own, lent)) and \
        [_word(storage_of(t), CONTEXT) == t.data_ptr() for t in (own, lent)] == [True, False]


def is_lent(storage):
    """Whether others than PyTorch may write the memory: NumPy, another process, a file."""
    if storage.is_shared():
        return True
    if hasattr(storage, "resizable"):
        return not storage.resizable()
    return not _knows_its_own() or _word(storage, CONTEXT) != _word(storage, DATA)


@functools.lru_cache(None)
def _is_plain(dtype):
    """Whether bytes can be looked at as elements of the type."""
    try:
        torch.empty(64, dtype=torch.uint8).view(dtype)
    except RuntimeError:
        return False
    return True


def _no(_):
    """In place of a question that this PyTorch does not have."""
    return False


_is_transformed = getattr(getattr(torch._C, "_functorch", None), "is_functorch_wrapped_tensor", _no)
_is_functional = getattr(torch, "_is_functional_tensor", _no)


def is_wrapped(tensor):
    """Whether it is one that a transform of functions made, over another one."""
    return _is_transformed(tensor) or _is_functional(tensor)


def storage_to_move(tensor):
    """The storage, if its bytes are all that there is to the tensor; else None."""
    if type(tensor) is not torch.Tensor or tensor.layout is not torch.strided or \
            not (tensor.is_cuda or tensor.is_cpu) or tensor.is_nested or \
            tensor.is_quantized or is_wrapped(tensor) or tensor.has_names() or \
            not _is_plain(tensor.dtype):
        return None
    try:
        storage = storage_of(tensor)
        if storage.nbytes() == 0 or storage.data_ptr() == 0:
            return None
    except (RuntimeError, NotImplementedError):
        return None
    return storage if tensor.is_cuda or not is_lent(storage) else None


# ---- view of a storage ----

def is_whole(how, count):
    """Whether it is all of a storage of `count` bytes, and in order."""
    dtype, size, stride, offset, conjugate, negative = how
    due = _width(dtype)
    for length, step in zip(reversed(size), reversed(stride)):
        if length > 1 and step * _width(dtype) != due:
            return False
        due *= length
    return due == count and offset == 0 and not conjugate and not negative


def look_of(tensor):
    """Arguments of `look`, which rebuilds the tensor from the bytes of its storage."""
    return (tensor.dtype, tensor.size(), tensor.stride(), tensor.storage_offset(),
            tensor.is_conj(), tensor.is_neg())


@functools.lru_cache(None)
def _width(dtype):
    """Bytes of an element."""
    return torch.empty(0, dtype=dtype).element_size()


def look(content, how):
    """The tensor over `content`, all bytes of a storage; all of them share its version."""
    dtype, size, stride, offset, conjugate, negative = how
    rest = content.numel() % _width(dtype)
    whole = (content[:-rest] if rest else content).view(dtype)
    tensor = torch.as_strided(whole, size, stride, offset)
    if conjugate:
        tensor = torch._conj(tensor)
    return torch._neg_view(tensor) if negative else tensor


def bytes_of(tensor):
    """All bytes of the tensor's storage."""
    return torch.empty(0, dtype=torch.uint8, device=tensor.device).set_(storage_of(tensor))


# ---- content ----

def element_of(tensor):
    """Bytes of what codecs take for an element: floats of 2 bytes, else words of 4."""
    return 2 if tensor.dtype in (torch.bfloat16, torch.float16) else 4


def zeros_of(tensor, element=4):
    """Elements of its storage that are zero, where the processor cannot count them."""
    content, kind = bytes_of(tensor), torch.int32 if element == 4 else torch.int16
    return int((content[:content.numel() // element * element].view(kind) == 0).sum())


def checksum(tensor):
    """Of its storage's bytes, where the processor cannot read them."""
    content = bytes_of(tensor)
    whole = content.numel() // 8 * 8
    words, rest = content[:whole].view(torch.int64), content[whole:].tolist()
    sums = [0, 0]
    for begin in range(0, words.numel(), SUM_WORDS):
        part = words[begin:begin + SUM_WORDS]
        place = torch.arange(1, 2 * part.numel(), 2, device=part.device) * 0x9E3779B97F4A7C1
        mixed = (part ^ (part >> 29)) * place
        sums = [int(part.sum()) + 31 * sums[0], int((mixed ^ (mixed >> 32)).sum()) + 37 * sums[1]]
    return sums, rest


# ---- source ----

@functools.lru_cache(KINDS_MOST)
def _is_view(kind):
    return kind.__name__.startswith(VIEWS)


def source_of(tensor):
    """The node that made the tensor's bytes; None: a leaf without a gradient."""
    node = tensor.grad_fn
    while node is not None and _is_view(type(node)):
        node = node.next_functions[0][0]
    return node


def is_parameter(tensor, node):
    """Whether the bytes are those of a leaf that is trained."""
    if node is None:
        return tensor.requires_grad and tensor.is_leaf
    return _kind_of_class(type(node)) == "parameter"


def kind_of(node):
    return _kind_of_class(type(node))


@functools.lru_cache(KINDS_MOST)
def _kind_of_class(node):
    name = node.__name__
    if name == "AccumulateGrad":
        return "parameter"
    if name.startswith("Relu"):
        return "relu"
    if "Pool" in name:
        return "pool"
    return "conv" if "Convolution" in name else "other"
