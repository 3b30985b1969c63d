# SPDX-License-Identifier: Apache-2.0
"""PyTorch's GPUs. Tests replace them by an emulated one."""
import functools

import torch


def on_gpu(tensor):
    return tensor.is_cuda


def index_of(tensor):
    """Of its GPU."""
    return tensor.get_device()


def current(index):
    """The stream that PyTorch uses there now, as CUDA has it (cudaStream_t)."""
    return torch._C._cuda_getCurrentRawStream(index)


def wait():
    """Until what PyTorch asked the GPU for is done."""
    torch.cuda.synchronize()


@functools.lru_cache(None)
def _stream(handle, index):
    return torch.cuda.ExternalStream(handle, device=index)


def keep(tensor, index, handle):
    """Its memory is not another's until that stream is where it is when the memory is freed."""
    tensor.record_stream(_stream(handle, index))


def processors(index=0):
    """Multiprocessors."""
    return torch.cuda.get_device_properties(index).multi_processor_count


def count():
    """Those that PyTorch has."""
    return torch.cuda.device_count()


def memory(index):
    """Bytes."""
    return torch.cuda.get_device_properties(index).total_memory
