# SPDX-License-Identifier: Apache-2.0
"""Objects that PyTorch's graph keeps instead of the tensors that it saves."""
import contextlib
import sys
import weakref

import torch

from .library import Error
from .storage import is_whole, look, look_of, storage_of

NOTHING = torch.empty(0)
# The node that requests its saved tensor; None: PyTorch does not report it.
current_node = getattr(torch._C, "_current_autograd_node", lambda: None)
_PlainFunctions = getattr(torch._C, "DisableTorchFunctionSubclass", None) or \
    torch._C.DisableTorchFunction


class Changed(Error, RuntimeError):
    """As PyTorch refuses it."""

    def __init__(self):
        super().__init__("one of the variables needed for gradient computation has been modified "
                         "by an inplace operation: a tensor was changed in place while it was "
                         "saved")


def alias(tensor):
    """The same memory, version and look, without the node that made it: that one will hold it."""
    if tensor.is_leaf:
        return tensor
    if type(tensor) is torch.Tensor:
        return tensor.detach()
    try:
        with _PlainFunctions():
            return tensor.detach()
    except Exception:  # pylint: disable=broad-except
        return tensor  # A user's class that does not support it.


def version_of(tensor):
    """None: there is no version (tensors of transforms)."""
    try:
        return tensor._version
    except RuntimeError:
        return None


def successor(tensor, seen):
    """The present form of a saved tensor that was given other memory (`.data =`, resize_).

    `tensor` is the one that was saved, `seen` its former state; None: it is unchanged. PyTorch
    follows an operation's input there, not its output.
    """
    if tensor is None or tensor is seen or tensor.layout is not torch.strided:
        return None
    try:
        if tensor.data_ptr() == seen.data_ptr() and tensor.size() == seen.size():
            return None
    except RuntimeError:
        return None  # It has no memory that could be replaced.
    node = tensor.grad_fn
    return None if node is not None and node is current_node() else tensor.detach()


def no_tensor():
    """In place of a weak reference."""
    return None


class _Asked:
    """Number of references to a tensor that a hook gets and that was not seen before."""

    def __init__(self):
        self.count = 0
        with contextlib.suppress(RuntimeError), torch.enable_grad(), \
                torch.autograd.graph.saved_tensors_hooks(self._pack, lambda packed: packed):
            torch.ones(1, requires_grad=True).exp()

    def _pack(self, tensor):
        self.count = sys.getrefcount(tensor)
        return self.count


NEW = _Asked().count


class Batch:
    """Bytes of tensors that stay, and count as device memory until the last of them is gone."""

    __slots__ = ("owner", "seen", "bytes")

    def __init__(self, owner):
        self.owner, self.seen, self.bytes = owner, set(), 0

    def add(self, address, count):
        """A tensor saved by several operations counts once."""
        if address not in self.seen:
            self.seen.add(address)
            self.bytes += count

    def __del__(self):
        self.owner._gone_bytes.append(self.bytes)


def keep(tensor, new, batch=None):
    """The object that the graph keeps instead of a tensor that stays, of any kind:
    (alias, version, weak reference to it, address, batch). The reference and the address are None
    where it cannot be given other memory unseen; without a batch its bytes do not count.
    """
    here, version = alias(tensor), version_of(tensor)
    if here is not tensor and not new and type(tensor) is torch.Tensor:
        try:
            return here, version, weakref.ref(tensor), tensor.data_ptr(), batch
        except RuntimeError:
            pass  # It has no address.
    return here, version, None, None, batch


class View:
    """How one that was saved looks at its storage."""

    __slots__ = ("how", "live", "version", "saved", "probe")

    def __init__(self, tensor, new):
        self.how = look_of(tensor)
        self.live, self.version = tensor.detach(), tensor._version
        self.saved = no_tensor if new else weakref.ref(tensor)
        self.probe = None  # once its memory was dropped: has its version, and no memory

    def drop(self):
        self.probe, self.live = self.live, None
        self.probe.data = NOTHING

    def come(self, content):
        """`content`: what Item.room gave."""
        self.live = content if (content.dtype, content.shape, content.stride()) == self.how[:3] else \
            look(content, self.how)

    def is_changed(self):
        return (self.live if self.probe is None else self.probe)._version != self.version

    def get(self):
        """With the memory there."""
        if self.is_changed() or (self.probe is not None and self.live._version != 0):
            raise Changed()
        # Dropped memory had no other user: a tensor that still exists has other memory.
        now = successor(self.saved(), self.live if self.probe is None else self.probe)
        return self.live if now is None else now


class Item:
    """A storage that is saved. While `views` of it have memory, the program sees it; a copy that
    left replaces it once it has no other user."""

    id, row, kind = None, None, None
    version = None                  # PyTorch's, of the bytes that leave in order; None: they rest
    element = 4                     # bytes of what codecs take for an element
    gpu = False                     # its memory is on a GPU
    flow, stream = None, 0          # the flow in whose order it moves, and its stream
    setting = None                  # of its codec, while it stays
    sum = None                      # checksum of the bytes that left, if the executor has none
    leaving = copied = away = coming = used = False
    held = 0                        # bytes that count as device memory
    content = None                  # the bytes that came back
    asked = 0.0                     # time of the request to leave or to come

    def __init__(self, storage, number, opened, view):
        self.key, self.address = storage._cdata, storage.data_ptr()
        self.bytes, self.device = storage.nbytes(), storage.device
        self.round = number             # in which it was saved
        self.opened = opened            # executor that has the copy
        self.views, self.handles = [view], 1

    def room(self):
        """New memory for it to come back to: that of its only view, or bytes."""
        how = self.views[0].how if len(self.views) == 1 else None
        if how is None or not is_whole(how, self.bytes):
            return torch.empty(self.bytes, dtype=torch.uint8, device=self.device)
        return torch.empty_strided(how[1], how[2], dtype=how[0], device=self.device)

    def is_same_memory(self):
        storage = storage_of(self.views[0].live)
        return (storage.data_ptr(), storage.nbytes()) == (self.address, self.bytes)


class Handle:
    """The object that PyTorch keeps instead of a tensor that may leave."""

    __slots__ = ("owner", "item", "view")

    def __init__(self, owner, item, view):
        self.item, self.view = item, view
        self.owner = owner

    def __del__(self):
        owner = getattr(self, "owner", None)
        if owner is not None:
            owner._gone.append((self.item, self.view))
            owner._sweep()
