# SPDX-License-Identifier: Apache-2.0
"""Tells linepress.swap that PyTorch's tensors are a GPU's, whose library is a given one."""
from linepress.swap import flow, gpu, library


def wait_for_nothing():
    """In place of a wait for the GPU."""


def tensors_of_a_gpu(path, processors=2, memory=1 << 21, slab=1 << 20, wait=wait_for_nothing,
                    keep=None):
    """`path`: liblinepress_cuda.so; `keep`: called with what PyTorch may free only once a stream is
    as far as it is now, and keeps it."""
    kept = []

    def forever(tensor, index, stream):
        kept.append((tensor, index, stream))
    gpu.on_gpu, gpu.wait = lambda tensor: True, wait
    gpu.index_of = gpu.current = lambda _: 0
    gpu.keep = keep or forever
    gpu.processors, gpu.memory = lambda index=0: processors, lambda index: memory
    gpu.count = lambda: 1
    flow.SLAB_BYTES = slab
    library.cuda_path = lambda: path
