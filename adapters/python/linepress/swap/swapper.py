# SPDX-License-Identifier: Apache-2.0
"""The hooks on PyTorch's saved tensors, and their executor."""
import collections
import ctypes
import functools
import os
import sys
import threading
import time
import weakref

import torch

from . import arguments, gpu, library
from .choice import RAW, Choice, cut
from .compiled import hint
from .library import AWAY, GONE, Error, Facts, LIBRARY, Config, Stats, check, words
from .flow import BLOCKS_EACH, Flow
from .interrupts import Interrupts
from .resting import Resting
from .rounds import Rounds
from .sampling import SHARE
from .saved import NEW, Batch, Changed, Handle, Item, View, keep, successor
from .storage import (checksum, is_parameter, kind_of, source_of, storage_of, storage_to_move,
                      used_by)
from .trace import Trace

POLICIES = ("none", "vdnn", "vdnn++", "sc", "cswap", "orac")
FORKED = "a saved tensor left for host memory before this process was forked: its parent has it"
ENDED = "a saved tensor went with its Swapper, whose training ended with an error"
HOST_BYTES = 1 << 40  # of a pool without its own limit
BATCH_MOST = 512      # small tensors that are counted together
PART_LEAST = 1 << 13  # bytes of a part, of a GPU's tensor
WINDOW_PART = 32      # part of a GPU's memory for leaving tensors
READ_MOST = 32        # tensors whose copies are read from a file before they come
PINNED_PART = 8       # part of the machine's memory, pinned beside files

# GPU memory that was freed while its copy, which is no longer needed, leaves.
Parting = collections.namedtuple("Parting", "flow id live bytes held stream")


class Opened:
    """An executor to be closed at the latest when the process that opened it ends."""

    def __init__(self, config):
        self.process, self.codecs = os.getpid(), []
        self.swap = ctypes.c_void_p()
        self.code = LIBRARY.lp_swap_open(ctypes.byref(config), ctypes.byref(self.swap))

    def close(self):
        if self.process != os.getpid():
            return
        LIBRARY.lp_swap_close(self.swap)
        self.swap = ctypes.c_void_p()
        while self.codecs:
            self.codecs.pop().close()


def in_turn(method):
    """Makes a method of Swapper run in one thread at a time, look after what the graph gave free
    before and after, and keep in mind what it raises."""
    @functools.wraps(method)
    def wrapper(self, *given):
        with self._lock:
            self._depth += 1
            try:
                if self._has_news():
                    self._drain()
                self._interrupts.deliver()
                found = method(self, *given)
            except (Error, KeyboardInterrupt) as error:
                self._see(error)
                raise
            finally:
                self._depth -= 1
        if self._gone:
            self._sweep()
        return found
    return wrapper


_swappers = weakref.WeakSet()


def _forget_all():
    """In the child of a fork, which has none of the executor's threads."""
    for swapper in list(_swappers):
        swapper._forget()


os.register_at_fork(after_in_child=_forget_all)


class Swapper:
    """policy         none, vdnn, vdnn++, sc, cswap, orac (docs/use/swap.md)
    device_bytes   of saved tensors that may be in the framework's memory at once; 0: no limit
    host           "ram", or the name of a file that is made and removed
    host_bytes     of that pool, at most; 0: no limit
    pinned_bytes   of pinned memory for a GPU's tensors, if host is a file; 0: an 8th of the machine's
                   memory, divided among the GPUs, and no more than host_bytes
    link           GB/s out and in that the links are held to; None: as fast as a copy
    codec          of policies sc and vdnn++; zvc is zvc16 for tensors of bf16 and fp16
    model          what `linepress swap fit` wrote, for cswap; None: one of `codec` made on the spot
    grid, block    of codecs without a model; grid 0: 16, and as many a multiprocessor of a GPU, 4
                   where threads move its tensors
    device         whose times the models have: cpu, or what 'linepress swap sample' calls a GPU
    threads        of codecs; 0: one a core
    least          bytes; smaller tensors stay
    measure        also measures ratio and times of every codec, once an epoch
    sample         share of an iteration that samples for cswap's ratios may take
    window         bytes of a GPU's tensors that may be on their way out, before its compute waits
                   for the oldest; 0: a 32nd of its memory
    verify         what kernels compare: off; device: what a codec expands, and that a tensor is as it
                   left when its memory is freed; full: also what came back raw
    staged         whether compressed tensors of a GPU use its own memory (out, in)
    sms            multiprocessors that a GPU's kernels on the link may fill at most; 0: all

    Where several take turns in one training, `with swapper.hooks:` inside of theirs gives one of
    them an iteration. A backward pass may also follow the `with`: the executor
    lasts until no graph has a tensor of it.
    """

    def __init__(self, policy="cswap", device_bytes=0, host="ram", host_bytes=0, link=None,
                 codec="zvc", model=None, form="exact", grid=0, block=128, threads=0,
                 least=1 << 16, measure=False, sample=SHARE, device="cpu", window=0, verify="device",
                 staged=(False, False), sms=0, pinned_bytes=0):
        if policy not in POLICIES:
            raise Error(f"policy '{policy}' is not {', '.join(POLICIES)}")
        arguments.check(link, grid, block, verify, staged, sms, device_bytes=device_bytes,
                        host_bytes=host_bytes, pinned_bytes=pinned_bytes, threads=threads, least=least,
                        window=window, host=host, sample=sample)
        self.policy, self.link, self.least, self.threads = policy, link, least, threads
        self._device_bytes, self._host, self._host_bytes = device_bytes, host, host_bytes
        self._pinned_bytes = pinned_bytes
        self._window_asked, self._verify, self._staged = window, verify, staged
        # Otherwise a GPU's tensors are moved by threads, which a link's rate and a codec of the host
        # need.
        self._in_order = link is None and policy != "vdnn++"
        self._blocks = BLOCKS_EACH * sms
        self.choice = Choice(policy, form, codec, model, device, self._in_order, grid, block, threads,
                             measure, sample)
        self._rounds = Rounds()
        self.epochs = self._epoch_round = 0
        self.stall_out = self.stall_in = 0.0
        self.moved_bytes = 0  # that left in this iteration
        self.waits = self.last_waits = 0  # of the host for a GPU, in this iteration and the last
        self.on_iteration = None
        self._error, self._interrupts = None, Interrupts()
        self._entered, self._closing = 0, False
        self._lock, self._depth = threading.RLock(), 0
        # Tensors that the graph has freed; the holder of the lock frees their memory.
        self._gone, self._gone_bytes = collections.deque(), collections.deque()
        self._device = self._device_peak = 0  # bytes of saved tensors
        self._batch = Batch(self)  # of small tensors
        self._items = {}      # by storage
        self._by_row = {}     # items of this iteration
        self._leaving, self._copied = collections.deque(), []
        self._early = {}      # that came before they are used
        self._early_bytes = 0
        self._resting = Resting(device_bytes)
        self._leaving_bytes = self._window = 0  # of a GPU
        self._parting, self._parting_bytes = collections.deque(), 0
        self._ways = [[0, 0.0], [0, 0.0]]  # out and in: known bytes and seconds of a GPU's transfers
        self._all = self._live = 0  # items, and those of this iteration
        self._running = self._was_running = False  # a backward pass
        self._last, self._last_file_waits = Stats(), 0
        self._open()
        self.hooks = torch.autograd.graph.saved_tensors_hooks(self._pack, self._unpack)
        _swappers.add(self)

    def _open(self):
        out, in_ = (1e9 * x for x in self.link) if self.link else (0.0, 0.0)
        name = None if self._host == "ram" else os.fsencode(self._host)
        self._opened = Opened(Config(0, 0, name, self._host_bytes or HOST_BYTES, out, in_,
                                     self.threads))
        if self._opened.code != 0:
            code = self._opened.code
            why = os.strerror(ctypes.get_errno()) if code == -6 else words(code)
            raise Error(f"host pool {self._host}: {why}")
        self._handle = self._opened.swap
        self._finalizer = weakref.finalize(self, self._opened.close)
        self._gpu = None      # looked up once: whether there is one
        self._cuda, self._flows = None, {}  # its library, and by GPU
        self._traces = []
        self.choice.open(self._opened)

    def _close(self):
        """Nothing that was away comes back from here on."""
        if self._handle is not None:
            self._last, self._last_file_waits = self.stats(), self.file_waits
            self._handle, self._traces = None, []
            self._finalizer()
            self._stop_moving()

    # ---- around a training ----

    def __enter__(self):
        if self._handle is None:
            self._open()
        if self._entered == 0:
            self._interrupts.watch()
        self._entered += 1
        self._closing = False
        self.epoch()
        self.hooks.__enter__()
        return self

    def __exit__(self, kind, raised, _):
        self.hooks.__exit__(kind, raised, _)
        self._entered -= 1
        if self._entered == 0:
            self._interrupts.release()
        error, text = self._error or (None, "")
        self._error = None
        # PyTorch may have converted a hook's exception into its own.
        ours = error is not None and (text in str(raised) or kind is error)
        self._leave_with(kind is None, ours and error is Error)
        if ours and not isinstance(raised, error):
            raise (Error(text) if error is Error else error()) from None
        # An interrupt at the start of a hook cannot be caught there.
        if isinstance(raised, RuntimeError) and str(raised).startswith("KeyboardInterrupt"):
            raise KeyboardInterrupt from None

    @in_turn
    def _leave_with(self, is_well, is_refused):
        """The end of a `with`."""
        try:
            if is_well:
                self._begin_round()
                for flow in self._flows.values():
                    self._see_wrong(flow.look(wait=True))
                self._part_over(0)
        finally:
            self._closing = self._entered == 0
            if self._closing and (self._all == 0 or is_refused):
                self._close()

    @in_turn
    def epoch(self):
        """An epoch begins: sparsity is measured in its first iteration, and decisions renewed."""
        if self._rounds.number or self._rounds.count:
            self._begin_round()
        if self._epoch_round or not self.epochs:
            self.epochs += 1
            self._epoch_round = 0

    @in_turn
    def trace(self):
        """The next iteration's `events` are those of the GPU; the host waits for it at its end."""
        if self._handle is None:
            raise Error("trace() is for an iteration within the `with`")
        self._begin_round()
        self._traces = [Trace(flow) for flow in self._flows.values()]

    @property
    def decide_seconds(self):
        """That zeros, ratios and decisions took in this iteration."""
        return self.choice.sampler.seconds

    @property
    def rows(self):
        """Tensors that were saved, in the order of the forward pass."""
        return self._rounds.rows

    @property
    def events(self):
        """(what, row, begin, end) of the iteration under way."""
        return self._rounds.events

    @property
    def last_events(self):
        return self._rounds.last_events

    @property
    def _due(self):
        return self._rounds.due

    @in_turn
    def stats(self):
        """Counts of the executor (struct lp_swap_stats)."""
        if self._handle is None:
            self._last.device = self._device
            return self._last
        stats = Stats()
        LIBRARY.lp_swap_stats(self._handle, ctypes.byref(stats))
        for flow in self._flows.values():
            there = flow.stats()
            for name in ("host", "host_peak", "moved_out", "moved_in", "link_out", "link_in",
                         "busy_out", "busy_in", "tensors"):
                setattr(stats, name, getattr(stats, name) + getattr(there, name))
        stats.device, stats.device_peak = self._device, self._device_peak
        return stats

    @property
    def file_waits(self):
        """Waits of the host for overflow files, since the executor was opened."""
        if self._handle is None:
            return self._last_file_waits
        return sum(flow.stats().file_waits for flow in self._flows.values())

    def rates(self):
        """Bytes a second of the links: those they are held to, or what raw copies reached."""
        if self.link:
            return tuple(1e9 * x for x in self.link)
        if self._flows:
            return tuple(count / seconds if seconds else 1e10 for count, seconds in self._ways)
        s = self.stats()
        return (s.link_out / s.busy_out if s.link_out and s.busy_out else 1e10,
                s.link_in / s.busy_in if s.link_in and s.busy_in else 1e10)

    # ---- locking ----

    def _see(self, error):
        """The words of what a hook raises; its frames would hold the graph."""
        self._error = type(error), str(error) or type(error).__name__

    def _sweep(self):
        """Of what the graph gave free; it may do that at any time, also within any of this. A holder
        of the lock does it itself. An interrupt may come once the lock was taken."""
        if self._lock._is_owned():
            return
        try:
            while self._gone and self._lock.acquire(blocking=False):
                self._depth += 1
                try:
                    self._drain()
                finally:
                    self._depth -= 1
                    self._lock.release()
        finally:
            if self._lock._is_owned():
                self._lock.release()

    def _has_news(self):
        return self._gone or self._gone_bytes or self._batch.bytes

    def _drain(self):
        while self._gone_bytes:
            count = self._gone_bytes.popleft()
            self._device -= count
            self._resting.add(-count)
        if self._batch.bytes:
            self._device += self._batch.bytes  # room is made for it afterwards
            self._resting.add(self._batch.bytes)
            self._batch = Batch(self)
        while self._gone:
            item, view = self._gone.popleft()
            if view not in item.views:
                continue  # it was reported twice, in an interrupt
            item.handles -= 1
            if item.handles == 0:
                self._end(item)
            item.views.remove(view)

    def _forget(self):
        """In a forked child: what is here stays, what is away is out of reach."""
        self._lock, self._depth = threading.RLock(), 0
        self._handle = None
        self._finalizer.detach()
        self._stop_moving()

    def _stop_moving(self):
        """Nothing leaves or comes any more."""
        self._leaving.clear()
        self._copied.clear()
        self._early.clear()
        self._resting.clear()
        self._early_bytes = self._leaving_bytes = 0
        while self._parting:
            self._forget_parting()
        for item in self._items.values():
            item.leaving = item.copied = False

    # ---- device memory ----

    def _hold(self, count):
        self._device += count
        self._device_peak = max(self._device_peak, self._device)

    def _fits(self, count):
        return not self._device_bytes or self._device + count <= self._device_bytes

    def _make_room(self, count, verb):
        """Tensors that stayed leave if memory is needed, and prefetched ones leave again."""
        while not self._fits(count) and self._parting:
            self._part_first()
        while not self._fits(count) and (self._leaving_bytes or self._rouse()):
            self._settle_first()
            self._release()
        while not self._fits(count) and self._early:
            self._send_back(self._early.popitem()[1])
        if not self._fits(count):
            raise Error(f"device memory is full: {self._device} bytes of saved tensors, and "
                        f"{count} {verb} do not fit in {self._device_bytes}{self._hint()}")
        self._device_peak = max(self._device_peak, self._device)

    def _hint(self):
        """Why tensors may have stayed."""
        if self._gpu is False:
            return f"; a GPU's tensors stay without {library.CUDA_NAME}"
        return hint()

    # ---- an iteration ----

    def _begin_round(self):
        """The iteration that was is over, if there was one."""
        if self._rounds.number == 0:
            return
        self._end_traces()
        self._rounds.end()
        self._resting.begin_round()
        self._epoch_round += 1
        self._by_row, self._live = {}, 0
        self._running = self._was_running = False
        self.choice.decide(self.rows, self.rates, self._rounds.spans,
                           self._rounds.count <= 2 or self._epoch_round == 1)
        if self.on_iteration:
            self.on_iteration(self)
        self.stall_out = self.stall_in = 0.0
        self.moved_bytes = 0
        self.last_waits, self.waits = self.waits, 0

    def _end_traces(self):
        """Compute by the host's clock would be there twice."""
        if not self._traces:
            return
        events = [e for e in self._rounds.events if e[0] == "host wait"]
        for trace in self._traces:
            events += trace.finish()
        self._traces, self._rounds.events = [], events

    def _is_over(self):
        """Whether what is saved next belongs to another iteration."""
        return self._live == 0 or (self._was_running and not self._running) or \
            self._rounds.is_full()

    def _backward_runs(self):
        """PyTorch says when this backward pass is over; outside of one there is nothing to say."""
        if self._running:
            return
        try:
            torch.autograd.Variable._execution_engine.queue_callback(self._backward_ends)
        except RuntimeError:
            return
        self._running = self._was_running = True

    def _backward_ends(self):
        self._running = False

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
        self._rounds.note("wait " + what, item.row, begin, end)
        # A tensor that got other memory while it left stays, with its new memory.
        if code not in (0, GONE):
            self._fail(code)

    @in_turn
    def settle(self):
        """Waits for those that leave, and gives their memory free."""
        self._settle()
        self._part_over(0)

    def _settle(self):
        while self._leaving:
            self._settle_first()
        self._release()

    def _settle_over(self, most):
        """The same for all but the last `most` bytes of a GPU, which its streams wait for."""
        while self._leaving and (self._leaving[0].flow is None or self._leaving_bytes > most):
            self._settle_first()
        self._release()

    def _part_over(self, most):
        """Gives back what has left, and all but `most` bytes of what still does, which its streams
        wait for: else a training that is faster than its link would hold more each iteration."""
        while self._parting and (self._parting_bytes > most or self._has_parted()):
            self._part_first()

    def _has_parted(self):
        first = self._parting[0]
        return first.flow.facts(first.id).stored > 0

    def _see_ways(self, facts):
        for way, seconds in zip(self._ways, (facts.leave, facts.come)):
            if facts.stored and seconds:
                way[0] += facts.stored
                way[1] += seconds

    def _part_first(self):
        first = self._parting[0]
        self._see_ways(first.flow.facts(first.id))
        first.flow.release(first.id, None, first.stream)
        self._forget_parting()
        first.flow.end(first.id)

    def _forget_parting(self):
        first = self._parting.popleft()
        self._parting_bytes -= first.bytes
        self._device -= first.held

    def _settle_first(self):
        item = self._leaving[0]
        if item.leaving and item.flow is not None:
            item.leaving = False
            self._leaving_bytes -= item.bytes
            if not item.used:
                self._copy_is_there(item)
        elif item.leaving:
            self._wait(item, "out")
            if LIBRARY.lp_swap_where(self._handle, item.id) == AWAY and not item.used:
                check(LIBRARY.lp_swap_drop(self._handle, item.id))
                self._copy_is_there(item)
            item.leaving = False
            self._note(item, "out")
        self._leaving.popleft()

    def _copy_is_there(self, item):
        self._let_go(item)
        item.copied = True
        self._copied.append(item)

    def _let_go(self, item):
        """A copy is away: what is here of it does not count any more."""
        self._device -= item.held
        item.held = 0

    def _release(self):
        """Frees memory of which there is a copy, and which has no other user."""
        waiting, staying = [], []
        for item in self._copied:
            if not item.copied or item.used or not item.views:
                continue
            if not used_by(item.views[0].live, len(item.views)):
                waiting.append(item)
                continue
            item.copied = False
            if self._is_as_it_left(item):
                self._drop(item)
            else:
                staying.append(item)
        self._copied = waiting
        for item in staying:
            self._stay(item)

    def _is_as_it_left(self, item):
        """Bytes may have changed since: PyTorch counts some of the ways only."""
        if any(view.is_changed() for view in item.views) or not item.is_same_memory():
            return False
        if item.flow is not None:
            return True  # The GPU compares when the memory is released.
        if item.gpu:
            self._wait_for_gpu()
            return checksum(item.views[0].live) == item.sum
        return LIBRARY.lp_swap_compare(self._handle, item.id, item.address) == 0

    def _drop(self, item):
        self._items.pop(item.key, None)
        if item.flow is not None:
            item.flow.release(item.id, item.address, item.stream)
        item.away = True
        for view in item.views:
            view.drop()

    def _stay(self, item):
        """The copy is worth nothing."""
        if item.flow is not None:
            self._end_flow(item, item.views[0].live)
        else:
            LIBRARY.lp_swap_remove(self._handle, item.id)
        item.id = None
        self._make_room(item.bytes, "that were changed")
        item.held = item.bytes
        self._hold(item.held)

    def _note(self, item, way):
        """Facts from the executor about a tensor's transfer, whose steps follow each other."""
        facts = Facts()
        check(LIBRARY.lp_swap_facts(self._handle, item.id, ctypes.byref(facts)))
        row = self.rows[item.row]
        if row.bytes == item.bytes:
            row.facts = facts
            row.stored[-1] = facts.stored
        steps = (("compress", facts.compress), ("link out", facts.leave)) if way == "out" else \
            (("link in", facts.come), ("expand", facts.expand))
        begin = item.asked
        for what, seconds in steps:
            if seconds > 0:
                self._rounds.note(what, item.row, begin, begin + seconds)
            begin += seconds

    # ---- forward ----

    def _pack(self, tensor):
        """Small ones, of which there may be many, take the short way (written out, for speed)."""
        # Python code cannot give other memory to a tensor that was just made and will be an output.
        new = sys.getrefcount(tensor) <= NEW
        if type(tensor) is not torch.Tensor:
            return self._pack_large(tensor, new)
        try:
            count = tensor.numel() * tensor.element_size()
            if 2 * count >= self.least:
                return self._pack_large(tensor, new)
            leaf, base, address = tensor.is_leaf, tensor._base, tensor.data_ptr()
            version = tensor._version
        except RuntimeError:
            return keep(tensor, new)  # A kind of tensor without some of these attributes.
        if leaf:
            if count == 0 or tensor.requires_grad:
                return tensor, version, None, None, None
            here, saved = tensor, None
        else:
            here, saved = tensor.detach(), None if new else weakref.ref(tensor)
        if base is not None and not self._is_most(count, base):
            return here, version, saved, address, None
        batch = self._batch
        batch.add(address, count)
        if self._device_bytes or len(batch.seen) > BATCH_MOST:
            self._count_batch()
        return here, version, saved, address, batch

    @staticmethod
    def _is_most(count, base):
        """Of a view: whether its bytes count; not those of a parameter, or less than half."""
        return 2 * count >= base.numel() * base.element_size() and \
            not (base.is_leaf and base.requires_grad)

    @in_turn
    def _count_batch(self):
        self._make_room(0, "more")

    def _pack_large(self, tensor, new):
        storage = storage_to_move(tensor)
        if storage is None or self._handle is None:
            return keep(tensor, new)
        node, count = source_of(tensor), storage.nbytes()
        if is_parameter(tensor, node) or 2 * tensor.numel() * tensor.element_size() < count:
            return keep(tensor, new)
        if count >= self.least:
            kept = self._move(tensor, storage, node, new)
            if kept is not None:
                return kept
        batch = self._batch
        batch.add(storage.data_ptr(), count)
        self._count_batch()
        return keep(tensor, new, batch)

    @in_turn
    def _move(self, tensor, storage, node, new):
        """None: it is of a device whose tensors stay."""
        if not self._can_move(tensor):
            return None
        view, item = View(tensor, new), self._items.get(storage._cdata)
        if item is None:
            item = self._add(tensor, storage, node, view)
        elif not self._may_join(item, tensor):
            return keep(tensor, new)
        else:
            item.handles += 1
            item.views.append(view)
        try:
            return Handle(self, item, view)
        except BaseException:
            self._gone.append((item, view))
            raise

    @staticmethod
    def _may_join(item, tensor):
        """Whether the copy of this memory is, or will be, that of the tensor as it is."""
        if item.content is not None or not item.views or not item.is_same_memory():
            return False
        return item.flow is None or item.version is None or item.version == tensor._version

    def _can_move(self, tensor):
        if not gpu.on_gpu(tensor):
            return tensor.device.type == "cpu"
        return self._has_gpu() and (self._in_order or gpu.index_of(tensor) == 0)

    def _has_gpu(self):
        """Whether liblinepress_cuda.so is there; else a GPU's tensors stay where they are."""
        if self._gpu is None:
            self._cuda = library.cuda_library()
            self._gpu = self._cuda is not None
            if self._gpu:
                self._open_gpu()
        return self._gpu

    def _open_gpu(self):
        if not self._in_order:
            code = LIBRARY.lp_swap_set_device(self._handle, library.cuda_device(self._cuda))
            if code != 0:
                self._fail(code)
        self.choice.open_gpu(self._cuda)

    def _flow_of(self, tensor):
        if not self._in_order:
            return None
        index = gpu.index_of(tensor)
        return self._flows.get(index) or self._open_flow(index)

    def _open_flow(self, index):
        flow = self._flows[index] = self._new_flow(index)
        self._opened.codecs.append(flow)
        self._window = self._window_asked
        if not self._window and not self._device_bytes:
            self._window = gpu.memory(index) // WINDOW_PART
        return flow

    def _new_flow(self, index):
        most, more = self._host_bytes or HOST_BYTES, {}
        if self._host != "ram":
            # The file of that name is for tensors of the processor.
            more = {"file": f"{os.fspath(self._host)}.{index}", "file_bytes": most}
            memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
            most = self._pinned_bytes or min(most, memory // PINNED_PART // max(1, gpu.count()))
        return Flow(self._cuda, index, most, self._verify, self._staged, self._blocks, **more)

    def _wait_for_gpu(self):
        self.waits += 1
        begin = time.perf_counter()
        gpu.wait()
        self._rounds.note("host wait", None, begin, time.perf_counter())

    def _is_timed(self, item):
        """Whether the host waits for the GPU, so that compute between tensors is seen: where a
        decision asks for it."""
        if item.flow is None:
            return True
        return self.choice.needs_times(self._rounds.count < 2 or self._epoch_round == 0)

    def _see_wrong(self, tag):
        if tag:
            raise Error(f"tensor {self.rows[tag - 1].name} is not what it was: it was changed while "
                        "it left, or did not come back as it left")

    def _add(self, tensor, storage, node, view):
        if self._is_over():
            self._begin_round()
        item = Item(storage, self._rounds.count, self._opened, view)
        item.gpu = gpu.on_gpu(tensor)
        item.flow = self._flow_of(tensor) if item.gpu else None
        if item.gpu and self._is_timed(item):
            self._wait_for_gpu()
        self._rounds.end_forward()
        if item.flow is None:
            self._settle()
        else:
            self._see_wrong(item.flow.look())
            self._keep_window(item.bytes)
        self._make_room(item.bytes, "more")
        if item.flow is None:
            number = ctypes.c_uint()
            add = LIBRARY.lp_swap_add_device if item.gpu else LIBRARY.lp_swap_add
            check(add(self._handle, item.address, item.bytes, ctypes.byref(number)))
            item.id = number.value
        else:
            self._resting.add(item.bytes)
        item.held = item.bytes
        self._hold(item.held)
        self._items[item.key] = item
        self._all += 1
        self._live += 1
        try:
            self._begin_way(item, tensor, node)
        except BaseException:
            self._end(item)  # No graph will have it.
            raise
        return item

    def _keep_window(self, count):
        """The next tensor has `count` bytes. A limit is a window itself."""
        if not self._window:
            self._release()
            return
        most = self._window - min(count, self._window)
        self._part_over(max(0, most - self._leaving_bytes))
        self._settle_over(most)

    def _begin_way(self, item, tensor, node):
        item.kind, item.element = kind_of(node), self.choice.element_of(tensor)
        item.row, own = self._rounds.place(item.kind, item.bytes, item.element)
        self._by_row[item.row] = item
        row = self.rows[item.row]
        setting = RAW
        if own:
            self.waits += item.gpu and Choice.is_new(row, self.epochs)
            setting = self.choice.of(tensor, item, row, self.epochs)
        if self.policy != "none":
            if item.flow is not None:
                self._leave_or_stay(item, setting)
            else:
                self._leave_by_threads(item, tensor, setting)
        if self._is_timed(item):
            if item.flow is not None:
                self._wait_for_gpu()
            self._rounds.begin_forward(item.row)

    def _leave_by_threads(self, item, tensor, setting):
        leave = LIBRARY.lp_swap_offload
        if self.policy == "vdnn++" and setting.codec:
            leave = LIBRARY.lp_swap_offload_behind
        if item.gpu:
            item.sum = checksum(tensor)
            self._wait_for_gpu()
        self._leave(item, leave, setting)
        self._leaving.append(item)
        self.moved_bytes += item.bytes

    def _leave_or_stay(self, item, setting):
        item.stream = gpu.current(item.flow.device)
        if self._resting.may_stay(self.moved_bytes):
            item.setting = setting
            self._resting.put(item)
        else:
            self._flow_out(item, setting)

    def _rouse(self):
        """The oldest of those that stayed leaves; whether there was one."""
        while True:
            item = self._resting.oldest()
            if item is None:
                return False
            if item.views and item.is_same_memory():
                self._flow_out(item, item.setting)
                return True

    def _flow_out(self, item, setting):
        """It leaves once its stream is where that is now."""
        grid = setting.grid if setting.codec else self.choice.static.grid
        parts = cut(setting.codec, max(1, min(grid, item.bytes // PART_LEAST)), setting.block)
        item.version = item.views[0].live._version
        item.id = self._ask_out(item, parts)
        self._leaving_bytes += item.bytes
        self.moved_bytes += item.bytes
        item.leaving = True
        self._leaving.append(item)

    def _ask_out(self, item, parts):
        """The number of the copy; for which others that are worth nothing make room."""
        while True:
            try:
                return item.flow.out(parts, item.address, item.bytes, item.row + 1, item.stream)
            except Error:
                if not self._parting:
                    raise
                self._part_first()

    def _leave(self, item, leave, setting):
        code = leave(self._handle, item.id, setting)
        if code != 0:
            self._fail(code)
        item.leaving, item.asked = True, time.perf_counter()

    # ---- backward ----

    def _unpack(self, packed):
        if type(packed) is Handle:
            return self._give(packed.item, packed.view)
        tensor, version, saved, address, _ = packed
        if version is not None and tensor._version != version:
            error = Changed()
            self._see(error)
            raise error
        now = None if saved is None else saved()
        if now is None or (now.data_ptr() == address and now.numel() == tensor.numel()):
            return tensor
        now = successor(now, tensor)
        return tensor if now is None else now

    @in_turn
    def _give(self, item, view):
        if view.is_changed():
            raise Changed()
        if not item.used:
            self._first_use(item)
        if item.away and item.content is None:
            raise Error(FORKED if item.opened.process != os.getpid() else ENDED)
        return view.get()

    def _has(self, item):
        """Whether the executor that is open knows it."""
        return item.id is not None and self._handle is not None and item.opened is self._opened

    def _first_use(self, item):
        if item.away and not self._has(item):
            return
        timed = self._is_timed(item)
        if item.gpu and timed:
            self._wait_for_gpu()
        self._backward_runs()
        self._rounds.end_forward()
        self._rounds.end_backward()
        if item.away:
            self._come(item)
        item.used = True
        self._resting.forget(item)
        if item.round == self._rounds.count:
            self._rounds.used(item.row)
            self._release()
            self._bring_next(item.flow)
            if item.flow is not None and item.flow.has_file:
                self._expect_next(item.flow)
            if timed:
                self._rounds.begin_backward(item.row)

    def _come(self, item):
        """Waits until it is back."""
        if not item.coming:
            self._make_room(item.bytes, "that are needed")
            self._bring(item)
        self._forget_early(item)
        self._arrive(item)
        self._items[item.key] = item

    def _bring(self, item):
        buffer = item.room()
        if item.gpu and item.flow is None:
            self._wait_for_gpu()
        # The buffer must live as long as the executor may write it, also after an interrupt.
        item.content, item.coming = buffer, True
        item.held = item.bytes
        self._hold(item.held)
        if item.flow is None:
            item.asked = time.perf_counter()
            self._prefetch(item)
        else:
            item.stream = gpu.current(item.flow.device)
            item.flow.come(item.id, buffer.data_ptr(), item.stream)

    def _prefetch(self, item):
        code = LIBRARY.lp_swap_prefetch(self._handle, item.id, item.content.data_ptr())
        if code != 0:
            self._fail(code)

    def _arrive(self, item):
        if item.flow is not None:
            self._arrive_in_order(item)
        else:
            if LIBRARY.lp_swap_where(self._handle, item.id) == AWAY:
                self._prefetch(item)
            self._wait(item, "in")
        for view in item.views:
            view.come(item.content)
        item.key = storage_of(item.content)._cdata
        item.coming = False
        if item.flow is None:
            self._note(item, "in")

    def _arrive_in_order(self, item):
        """Work that is queued on its stream afterwards finds the tensor there."""
        self._see_wrong(item.flow.look())
        stream = gpu.current(item.flow.device)
        item.flow.use(item.id, stream)
        if stream != item.stream:
            # The memory belongs to the first stream, and returns to it.
            item.flow.use(item.id, item.stream)
            gpu.keep(item.content, item.flow.device, stream)

    def _bring_next(self, flow):
        """The next in the order of an iteration that began like this one come meanwhile, one at a
        time; of a GPU as many as the limit has room for, or half of the window."""
        while flow is not None or not self._early:
            row = self._rounds.expected()
            if row is None:
                return
            item = self._by_row.get(row)
            if item is not None and not item.used and item.away and item.content is None and \
                    self._has(item):
                if not self._may_come(item, flow):
                    return
                self._bring(item)
                self._early[id(item)] = item
                self._early_bytes += item.bytes
            self._rounds.skip()

    def _may_come(self, item, flow):
        """Before it is used."""
        if not self._fits(item.bytes):
            return False
        return flow is None or self._device_bytes or not self._early or \
            self._early_bytes + item.bytes <= self._window // 2

    def _forget_early(self, item):
        if self._early.pop(id(item), None) is not None:
            self._early_bytes -= item.bytes

    def _expect_next(self, flow):
        """Copies that come soon are read from the file meanwhile."""
        for row in self._rounds.coming(READ_MOST):
            item = self._by_row.get(row)
            if item is None or not self._has(item) or item.used:
                return
            if item.flow is flow and item.away and item.content is None and \
                    not flow.expect(item.id):
                return

    def _send_back(self, item):
        """It came and is not used yet, and another one needs the room."""
        self._early_bytes -= item.bytes
        self._rounds.skip_again()
        if not self._has(item) or item.used:
            return
        if item.flow is not None:
            # The copy still exists.
            item.flow.use(item.id, item.stream)
            self._let_go(item)
            item.coming, item.content = False, None
            return
        self._arrive(item)
        self._leave(item, LIBRARY.lp_swap_offload, RAW)
        self._wait(item, "out")
        check(LIBRARY.lp_swap_drop(self._handle, item.id))
        self._let_go(item)
        item.leaving, item.content = False, None
        for view in item.views:
            view.live = None

    def _end(self, item):
        """No graph has it any more."""
        try:
            if self._has(item) and item.flow is not None:
                self._end_flow(item, item.views[0].live if item.views else None)
            elif self._has(item):
                LIBRARY.lp_swap_remove(self._handle, item.id)
        finally:
            self._forget_item(item)
        if self._all == 0 and self._entered == 0 and self._closing:
            self._close()

    def _end_flow(self, item, live):
        """The copy goes; memory that it is made of, or comes to, is freed in order. Its content is
        held until then: PyTorch would not count what it keeps for another stream."""
        facts = item.flow.facts(item.id)
        row = self.rows[item.row]
        if facts.stored and row.bytes == item.bytes:
            row.stored[-1] = facts.stored
        if item.coming:
            item.flow.use(item.id, item.stream)
        if not item.away and live is not None and not facts.stored:
            self._parting.append(Parting(item.flow, item.id, live, item.bytes, item.held,
                                         item.stream))
            self._parting_bytes += item.bytes
            item.held = 0
            return
        self._see_ways(facts)
        item.flow.end(item.id)

    def _forget_item(self, item):
        item.id = None
        if item.leaving and item.flow is not None:
            self._leaving_bytes -= item.bytes
        self._device -= item.held
        item.held = 0
        item.leaving = item.copied = False
        self._all -= 1
        if item.round == self._rounds.count:
            self._live -= 1
            if self._live == 0:
                self._rounds.end_backward()
            if self._by_row.get(item.row) is item:
                del self._by_row[item.row]
        if self._items.get(item.key) is item:
            del self._items[item.key]
        if item.flow is not None:
            self._resting.forget(item)
            self._resting.add(-item.bytes)
        self._forget_early(item)
