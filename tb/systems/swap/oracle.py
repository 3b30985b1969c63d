# SPDX-License-Identifier: Apache-2.0
"""The reference of op_db_test.py and graphs_test.py for linepress.swap: the same program without
hooks and under PyTorch's save_on_cpu, compared bit by bit.
"""
import contextlib
import gc
import os
import tempfile

import torch
from torch.autograd.graph import save_on_cpu

from linepress.swap import Error, Swapper
from linepress.swap.library import CODECS
from shared import free_model

POLICIES = ("vdnn", "none", "vdnn++", "sc", "cswap", "orac")
SHARED_RUNS = 50  # of a Swapper that sees one program after the other


def bits(tensor):
    """A tensor's kind, shape and the bytes of its elements, as text that can be compared."""
    if tensor is None:
        return None
    tensor = tensor.detach()
    if hasattr(tensor, "held"):  # graphs_test.py's tensor around another one
        return ["around", bits(tensor.held)]
    tensor = tensor.as_subclass(torch.Tensor)
    if tensor.layout == torch.strided and not tensor.is_nested:
        tensor = tensor.resolve_conj().resolve_neg()
        flat = tensor.clone(memory_format=torch.contiguous_format).reshape(-1)
        content = flat.view(torch.uint8).numpy().tobytes() if flat.numel() else b""
    elif tensor.is_nested:
        return ["nested"] + [bits(part) for part in tensor.unbind()]
    elif tensor.layout == torch.sparse_coo:
        return ["coo", tuple(tensor.shape), bits(tensor._indices()), bits(tensor._values())]
    else:
        return bits(tensor.to_dense())
    return (str(tensor.dtype), tuple(tensor.shape), content)


class Swappers:
    """Swappers of each policy: one for a program alone, or one that has seen other programs."""

    def __init__(self, device="cpu", codecs=CODECS[1:]):
        self._made, self._device = tempfile.TemporaryDirectory(), device
        self._model = free_model(os.path.join(self._made.name, "model.json"), codecs, device)
        self._files, self.raised = 0, False
        self._shared = {}
        self.moved = dict.fromkeys(POLICIES, 0)  # bytes that left

    def new(self, policy, **more):
        if policy == "cswap":
            more["model"] = self._model
        if more.get("host") == "file":
            self._files += 1
            more["host"] = os.path.join(self._made.name, f"pool{self._files}")
        return Swapper(policy=policy, **{"least": 1, "threads": 1, "device": self._device, **more})

    @contextlib.contextmanager
    def alone(self, policy, **more):
        with self.new(policy, **more) as swapper:
            yield swapper
            self.moved[policy] += swapper.stats().moved_out

    @contextlib.contextmanager
    def told(self, policy, lines, **more):
        """An exception at the end of the block becomes a line, and so does memory that is not freed
        after a run without errors and without `raised`: an exception keeps its frames alive."""
        before, self.raised = len(lines), False
        try:
            with self.alone(policy, **more) as swapper:
                yield swapper
                if len(lines) == before and not self.raised and not self.is_free(swapper):
                    lines.append(f"{policy} {more}: {swapper.stats().device} bytes of the device "
                                 f"and {swapper.stats().host} of the host are not given free")
        except Error as error:
            lines.append(f"{policy}, at the end: {first_line(error)}")

    @staticmethod
    def is_free(swapper):
        swapper.settle()
        stats = swapper.stats()
        if stats.device or stats.host:
            gc.collect()
            stats = swapper.stats()
        return not (stats.device or stats.host)

    @contextlib.contextmanager
    def shared(self, policy):
        swapper, runs = self._shared.pop(policy, (None, 0))
        if swapper is None:
            swapper = self.new(policy)
            swapper.epoch()
        with swapper.hooks:
            yield swapper  # one that raises is not reused
        if runs < SHARED_RUNS:
            self._shared[policy] = (swapper, runs + 1)
        else:
            self._leave(policy, swapper)

    def _leave(self, policy, swapper):
        self.moved[policy] += swapper.stats().moved_out
        with swapper:
            pass

    def close(self):
        for policy, (swapper, _) in self._shared.items():
            self._leave(policy, swapper)
        self._shared.clear()
        self._made.cleanup()


@contextlib.contextmanager
def on_cpu():
    with save_on_cpu():
        yield None


@contextlib.contextmanager
def no_hooks():
    yield None


def first_line(error):
    text = str(error).strip().splitlines()
    return f"{type(error).__name__}: {text[0] if text else ''}"[:300]


def outcome(program, context):
    """("value", what the program gave) or ("error", its first line)."""
    try:
        with context as swapper:
            return "value", program(swapper)
    except Exception as error:  # pylint: disable=broad-except
        return "error", first_line(error)
