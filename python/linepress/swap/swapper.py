# SPDX-License-Identifier: Apache-2.0
"""The hooks on PyTorch's saved tensors, and the executor behind them."""
import ctypes
import os
import time

import torch
from torch.multiprocessing.reductions import StorageWeakRef

from . import advisor, library
from .library import (AWAY, CODECS, Error, Facts, LIBRARY, Config, Setting, Stats, Threads, check,
                      codec_number, read_models, words)

POLICIES = ("none", "vdnn", "vdnn++", "sc", "cswap", "orac")
RAW = Setting(0, 1, 64)
NO_MODEL = "policy cswap on a GPU needs its device's name, and a model of what 'linepress swap " \
    "sample --device cuda' measures"
HOST_SPARSITY = 0.6   # LP_SWAP_HOST_SPARSITY
HOST_BYTES = 1 << 40  # of a pool without a limit of its own
# Nodes of the graph that only say how bytes are looked at.
VIEWS = ("View", "ReshapeAlias", "UnsafeView", "AsStrided", "TBackward", "Transpose", "Permute",
         "Squeeze", "Unsqueeze")


def storage_of(tensor):
    """PyTorch 1 has but the one that later versions warn of."""
    return tensor.untyped_storage() if hasattr(tensor, "untyped_storage") else tensor.storage()


def source_of(tensor):
    """The node that made the tensor's bytes; None: a leaf without a gradient."""
    node = tensor.grad_fn
    while node is not None and type(node).__name__.startswith(VIEWS):
        node = node.next_functions[0][0]
    return node


def is_parameter(tensor, node):
    """Whether the bytes are those of a leaf that is trained."""
    if node is None:
        return tensor.requires_grad and tensor.is_leaf
    return type(node).__name__ == "AccumulateGrad"


def on_gpu(tensor):
    """Whether its memory is that of the GPU that liblinepress_cuda.so opens."""
    return tensor.device.type == "cuda" and tensor.device.index == 0


def wait_for_gpu():
    """Until what PyTorch asked the GPU for is done: others than PyTorch touch its memory next."""
    torch.cuda.synchronize()


def bytes_of(tensor):
    """All bytes of the tensor's storage."""
    whole = torch.empty(0, dtype=tensor.dtype, device=tensor.device).set_(storage_of(tensor))
    return whole.view(torch.uint8) if whole.dtype != torch.bool else whole.to(torch.uint8)


def processors():
    """Multiprocessors of the GPU."""
    return torch.cuda.get_device_properties(0).multi_processor_count


def zeros_of(tensor):
    """32-bit words of its storage that are zero, where the processor cannot count them."""
    content = bytes_of(tensor)
    return int((content[:content.numel() // 4 * 4].view(torch.int32) == 0).sum())


def kind_of(node):
    name = type(node).__name__
    if name.startswith("Relu"):
        return "relu"
    if "Pool" in name:
        return "pool"
    return "conv" if "Convolution" in name else "other"


class Item:
    """A storage that is saved: here as `tensor`, with the executor, or back as `tensor` again."""

    def __init__(self, tensor, version, owner):
        self.tensor = tensor            # None: dropped
        self.dtype, self.bytes = tensor.dtype, storage_of(tensor).nbytes()
        self.weak = StorageWeakRef(storage_of(tensor))
        self.key = storage_of(tensor)._cdata
        self.version = version
        self.owner, self.id, self.row = owner, None, None
        self.device = tensor.device
        self.gpu = False                # its memory is a GPU's
        self.leaving = self.coming = self.used = False
        self.asked = 0.0                # when it was told to leave or to come
        self.handles = 0


class Handle:
    """What PyTorch keeps in place of a tensor."""

    def __init__(self, item, tensor):
        self.item = item
        self.size, self.stride = tensor.size(), tensor.stride()
        self.offset, self.dtype = tensor.storage_offset(), tensor.dtype
        item.handles += 1

    def view(self):
        tensor = self.item.tensor
        if tensor.dtype != self.dtype:
            tensor = torch.empty(0, dtype=tensor.dtype, device=tensor.device).set_(
                storage_of(tensor)).view(self.dtype)
        return torch.as_strided(tensor, self.size, self.stride, self.offset)

    def __del__(self):
        self.item.handles -= 1
        if self.item.handles == 0:
            self.item.owner._end(self.item)


class Kept:
    """A tensor that stays where it is: a parameter's, or nobody's to move."""

    def __init__(self, tensor):
        self.tensor, self.version = tensor.detach(), tensor._version


class Swapper:
    """policy         none, vdnn, vdnn++, sc, cswap, orac (docs/swap.md)
    device_bytes   of saved tensors that may be in the framework's memory at once; 0: no limit
    host           "ram", or the name of a file that is made and removed
    host_bytes     of that pool, at most; 0: no limit
    link           GB/s out and in that the links are held to; None: as fast as a copy
    codec          of policies sc and vdnn++
    model          what `linepress swap fit` wrote, for cswap; None: one of `codec` made on the spot
    grid, block    of codecs without a model; grid 0: 16, and 4 a multiprocessor of a GPU
    device         whose times the models have: cpu, or what 'linepress swap sample' calls a GPU
    threads        of codecs; 0: one a core
    least          bytes; smaller tensors stay
    measure        also measures ratio and times of every codec, once an epoch

    Where several take turns in one training, `with swapper.hooks:` inside of theirs gives one of
    them an iteration.
    """

    def __init__(self, policy="cswap", device_bytes=0, host="ram", host_bytes=0, link=None,
                 codec="zvc", model=None, form="exact", grid=0, block=128, threads=0,
                 least=1 << 16, measure=False, device="cpu"):
        if policy not in POLICIES:
            raise Error(f"policy '{policy}' is not {', '.join(POLICIES)}")
        self.policy, self.form, self.link = policy, form, link
        self.least, self.measure, self.threads = least, measure, threads
        self._codec, self._grid, self._block = codec_number(codec), grid, block
        self.models = None
        self._settle_on(device != "cpu")
        if policy == "cswap":
            if self._for_gpu and not model:
                raise Error(NO_MODEL)
            self.models = read_models(model, device) if model else \
                [advisor.calibrate(self.static, threads=threads)]
        out, in_ = (1e9 * x for x in link) if link else (0.0, 0.0)
        config = Config(device_bytes, 0, None if host == "ram" else os.fsencode(host),
                        host_bytes or HOST_BYTES, out, in_, threads)
        self._handle = ctypes.c_void_p()
        code = LIBRARY.lp_swap_open(ctypes.byref(config), ctypes.byref(self._handle))
        if code != 0:
            why = os.strerror(ctypes.get_errno()) if code == -6 else words(code)
            raise Error(f"host pool {host}: {why}")
        self.hooks = torch.autograd.graph.saved_tensors_hooks(
            self._guard(self._pack), self._guard(self._unpack))
        self._gpu = None      # once asked for: whether there is one
        self._error = None
        self._looks = measure or policy == "orac"  # at the ratio of each codec
        self._pool = self._gpu_codecs = None       # that do, once asked for
        self.rows, self.epochs = [], 0
        self.events = []      # (what, row, begin, end) of the iteration under way
        self.last_events = []
        self.stall_out = self.stall_in = 0.0
        self.moved_bytes = 0  # that left in this iteration
        self._items, self._leaving = {}, []
        self._live = 0
        self._order, self._due = [], []  # rows in the order of their first use; of the last round
        self._number = self._rounds = self._epoch_round = 0
        self._decisions = []
        self._mark = self._mark_row = self._back_row = None
        self.on_iteration = None

    def _settle_on(self, gpu):
        """Which codecs there are, and what they are set to without a model."""
        self._for_gpu = gpu
        grid = self._grid or (4 * processors() if gpu else 16)
        self.static = Setting(self._codec, grid, self._block)
        # The GPU's codecs are those before BPC.
        self.settings = [Setting(c, grid, self._block) for c in range(1, len(CODECS) - gpu)]
        if self.policy == "orac":
            self.models = advisor.free(self.settings if self.form == "exact"
                                       else self.settings[:1])

    def _guard(self, hook):
        """PyTorch turns what a hook raises into an error of its own: __exit__ turns it back."""
        def guarded(argument):
            try:
                return hook(argument)
            except Error as error:
                self._error = error
                raise
        return guarded

    # ---- around a training ----

    def __enter__(self):
        self.epoch()
        self.hooks.__enter__()
        return self

    def __exit__(self, *what):
        self.hooks.__exit__(*what)
        if what[0] is None:
            self._begin_round()
        # What autograd still holds is gone with the executor.
        for item in list(self._items.values()):
            self._end(item)
        self._last = self.stats()
        LIBRARY.lp_swap_close(self._handle)
        self._handle = None
        for codecs in (self._pool, self._gpu_codecs):
            if codecs:
                codecs.close()
        if self._error is not None:
            raise self._error from None

    def epoch(self):
        """An epoch begins: sparsity is measured in its first iteration, and decisions renewed."""
        if self._number or self._rounds:
            self._begin_round()
        if self._epoch_round or not self.epochs:
            self.epochs += 1
            self._epoch_round = 0

    def stats(self):
        """What the executor counts (struct lp_swap_stats)."""
        if self._handle is None:
            return self._last
        stats = Stats()
        LIBRARY.lp_swap_stats(self._handle, ctypes.byref(stats))
        return stats

    def rates(self):
        """Bytes a second of the links: those they are held to, or what raw copies reached."""
        if self.link:
            return tuple(1e9 * x for x in self.link)
        s = self.stats()
        return (s.link_out / s.busy_out if s.busy_out else 1e10,
                s.link_in / s.busy_in if s.busy_in else 1e10)

    # ---- an iteration ----

    def _begin_round(self):
        """The iteration that was is over, if there was one: nothing is saved any more."""
        if self._number == 0:
            return
        self._due = self._order
        self._order = []
        self._number, self._mark_row = 0, None
        self._rounds += 1
        self._epoch_round += 1
        self.last_events, self.events = self.events, []
        if self.models and (self._rounds <= 2 or self._epoch_round == 1):
            self._decisions = advisor.plan(self.rows, self.rates(), self.models, self.form)
        if self.on_iteration:
            self.on_iteration(self)
        self.stall_out = self.stall_in = 0.0
        self.moved_bytes = 0

    def _fail(self, code):
        text = LIBRARY.lp_swap_trouble(self._handle).decode()
        raise Error(text or words(code))

    def _wait(self, item, what):
        begin = time.perf_counter()
        code = LIBRARY.lp_swap_wait(self._handle, item.id)
        end = time.perf_counter()
        if what == "out":
            self.stall_out += end - begin
        else:
            self.stall_in += end - begin
        self.events.append(("wait " + what, item.row, begin, end))
        if code != 0:
            self._fail(code)

    def settle(self):
        """Waits for those that leave, and gives their memory free."""
        for item in self._leaving:
            if item.id is None:
                continue
            if item.tensor._version != item.version:
                raise Error(f"tensor {item.row} was changed in place while it was saved")
            self._wait(item, "out")
            if LIBRARY.lp_swap_where(self._handle, item.id) == AWAY and not item.used:
                check(LIBRARY.lp_swap_drop(self._handle, item.id))
                item.tensor = None
            item.leaving = False
            self._note(item, "out")
        self._leaving.clear()

    def _note(self, item, way):
        """What the executor says of a tensor's way; its steps follow each other."""
        facts = Facts()
        check(LIBRARY.lp_swap_facts(self._handle, item.id, ctypes.byref(facts)))
        self.rows[item.row].facts = facts
        self.rows[item.row].stored[-1] = facts.stored
        steps = (("compress", facts.compress), ("link out", facts.leave)) if way == "out" else \
            (("link in", facts.come), ("expand", facts.expand))
        begin = item.asked
        for what, seconds in steps:
            if seconds > 0:
                self.events.append((what, item.row, begin, begin + seconds))
            begin += seconds

    # ---- forward ----

    def _pack(self, tensor):
        if self._live == 0:
            self._begin_round()
        node = source_of(tensor)
        storage = storage_of(tensor)
        count = storage.nbytes()
        if is_parameter(tensor, node) or count == 0 or \
                2 * tensor.numel() * tensor.element_size() < count:
            return Kept(tensor)
        item = self._items.get(storage._cdata)
        if item is None or item.weak.expired() or item.version != tensor._version:
            item = self._add(tensor, node, count)
        return Handle(item, tensor)

    def _has_gpu(self):
        """Whether liblinepress_cuda.so is there; else a GPU's tensors stay where they are."""
        if self._gpu is None:
            cuda = library.cuda_library()
            self._gpu = cuda is not None
            if self._gpu:
                code = LIBRARY.lp_swap_set_device(self._handle, library.cuda_device(cuda))
                if code != 0:
                    self._fail(code)
                if self._looks:
                    self._gpu_codecs = library.GpuCodecs(cuda)
                if not self._for_gpu:
                    if self.policy == "cswap":
                        raise Error(NO_MODEL)
                    self._settle_on(True)
        return self._gpu

    def _add(self, tensor, node, count):
        gpu = on_gpu(tensor)
        moves = count >= self.least and (self._has_gpu() if gpu else tensor.device.type == "cpu")
        gpu = gpu and moves
        if gpu:
            wait_for_gpu()
        if moves:
            self._tick_forward()
            self.settle()
        item = Item(tensor.detach(), tensor._version, self)
        item.gpu = gpu
        number = ctypes.c_uint()
        address = storage_of(tensor).data_ptr()
        add = LIBRARY.lp_swap_add_device if gpu else LIBRARY.lp_swap_add
        code = add(self._handle, address, count, ctypes.byref(number))
        if code != 0:
            s = self.stats()
            raise Error(f"device memory is full: {s.device} bytes of saved tensors, and {count} "
                        "more do not fit" if code == -18 else words(code))
        item.id = number.value
        self._items[item.key] = item
        self._live += 1
        if moves:
            self._moving(item, node, address)
        return item

    def _moving(self, item, node, address):
        item.row = self._number
        self._number += 1
        if item.row == len(self.rows):
            kind = kind_of(node)
            self.rows.append(advisor.Row(f"{item.row}-{kind}", kind, item.bytes))
        row = self.rows[item.row]
        if row.bytes != item.bytes:
            raise Error(f"tensor {item.row} has {item.bytes} bytes, in an earlier iteration "
                        f"{row.bytes}: the order of what is saved must not change")
        if len(row.zeros) < self.epochs:
            self._look(item, row, address)
        setting = self._setting(item.row, row)
        row.chosen[-1] = CODECS[setting.codec]
        if self.policy != "none":
            leave = LIBRARY.lp_swap_offload
            if self.policy == "vdnn++" and setting.codec:
                leave = LIBRARY.lp_swap_offload_behind
            code = leave(self._handle, item.id, setting)
            if code != 0:
                self._fail(code)
            item.leaving, item.asked = True, time.perf_counter()
            self.moved_bytes += item.bytes
            self._leaving.append(item)
        self._mark, self._mark_row = time.perf_counter(), item.row

    def _setting(self, number, row):
        if self.policy == "sc" and row.kind in ("relu", "pool"):
            return self.static
        if self.policy == "vdnn++" and 4 * row.zeros[-1] > HOST_SPARSITY * row.bytes:
            return self.static
        if self.models and number < len(self._decisions):
            return self._decisions[number]
        return RAW

    def _look(self, item, row, address):
        """Once an epoch: zeros; with `measure` every codec, whose ratio alone orac asks for."""
        row.zeros.append(zeros_of(item.tensor) if item.gpu
                         else LIBRARY.lp_swap_zeros(address, item.bytes))
        row.chosen.append("raw")
        row.stored.append(item.bytes)
        ratio, times = {}, {}
        if self._looks and not item.gpu and self._pool is None:
            self._pool = Threads(self.threads)
        codecs = self._gpu_codecs if item.gpu else self._pool
        for setting in self.settings if self._looks else ():
            name = CODECS[setting.codec]
            runs = [codecs.run(setting, address, item.bytes)
                    for _ in range(3 if self.measure else 1)]
            ratio[name] = runs[0][0]
            if self.measure:
                times[name] = [1e6 * sorted(r[k] for r in runs)[1] for k in (1, 2)]
        row.ratio.append(ratio)
        row.codec_us.append(times)

    def _tick_forward(self):
        """Compute since the last tensor was saved ends here."""
        if self._mark_row is None:
            return
        now = time.perf_counter()
        row = self.rows[self._mark_row]
        row.forward.append(now - self._mark)
        self.events.append(("forward", self._mark_row, self._mark, now))
        self._mark_row = None

    # ---- backward ----

    def _unpack(self, handle):
        if isinstance(handle, Kept):
            if handle.tensor._version != handle.version:
                raise Error("a tensor was changed in place while it was saved")
            return handle.tensor
        item = handle.item
        if item.row is not None and not item.used:
            self._first_use(item)
        elif item.tensor is not None and not item.leaving and item.row is None and \
                item.tensor._version != item.version:
            raise Error("a tensor was changed in place while it was saved")
        return handle.view()

    def _first_use(self, item):
        if item.gpu:
            wait_for_gpu()
        self._tick_forward()
        self._tick_backward()
        item.used = True
        if item.tensor is None or item.coming:
            if not item.coming:
                self._bring(item, must=True)
            self._wait(item, "in")
            item.coming = False
            self._note(item, "in")
        elif item.tensor._version != item.version:
            raise Error(f"tensor {item.row} was changed in place while it was saved")
        self._order.append(item.row)
        self._bring_next(len(self._order))
        self._mark, self._back_row = time.perf_counter(), item.row

    def _tick_backward(self):
        """Compute since the last first use of a tensor ends here."""
        if self._back_row is None:
            return
        now = time.perf_counter()
        row = self.rows[self._back_row]
        row.backward.append(now - self._mark)
        self.events.append(("backward", self._back_row, self._mark, now))
        self._back_row = None

    def _bring(self, item, must):
        buffer = torch.empty(item.bytes // torch.empty(0, dtype=item.dtype).element_size(),
                             dtype=item.dtype, device=item.device)
        if item.gpu:
            wait_for_gpu()
        code = LIBRARY.lp_swap_prefetch(self._handle, item.id, storage_of(buffer).data_ptr())
        if code == -18 and not must:
            return
        if code == -18:
            raise Error(f"device memory is full: {self.stats().device} bytes of saved tensors, "
                        f"and {item.bytes} that are needed do not fit")
        if code != 0:
            self._fail(code)
        item.tensor, item.coming, item.asked = buffer, True, time.perf_counter()
        item.version = buffer._version

    def _bring_next(self, place):
        """The next in the order of the last iteration comes while this one is used."""
        if place >= len(self._due):
            return
        for item in self._items.values():
            if item.row == self._due[place] and item.tensor is None:
                self._bring(item, must=False)
                return

    def _end(self, item):
        if item.id is None:
            return
        if self._handle is not None:
            LIBRARY.lp_swap_remove(self._handle, item.id)
        item.id = None
        item.tensor = None
        self._live -= 1
        if self._live == 0:
            self._tick_backward()
        if self._items.get(item.key) is item:
            del self._items[item.key]
