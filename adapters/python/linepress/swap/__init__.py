# SPDX-License-Identifier: Apache-2.0
"""Trainings whose saved tensors wait in host memory, compressed where that pays (docs/use/swap.md).

    from linepress.swap import Swapper

    with Swapper(policy="cswap", device_bytes=64 << 20, host="ram", link=(2, 2)) as s:
        for epoch in range(2):
            s.epoch()
            for images, labels in batches:
                loss(net(images), labels).backward()
                optimizer.step()
    print(s.stats().link_out)

Every tensor that PyTorch's autograd saves in the forward pass goes through it, except parameters.
It leaves while the next layer computes, and comes back during the backward pass of the layer
after it.
"""
from .library import Error
from .tuned import tuned

__all__ = ["Error", "Swapper", "tuned"]  # pylint: disable=undefined-all-variable


def __getattr__(name):
    """Swapper, which alone needs PyTorch, when it is asked for."""
    if name != "Swapper":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    try:
        import torch  # noqa: F401 # pylint: disable=import-outside-toplevel,unused-import
    except ImportError:
        raise ImportError(
            "linepress.swap needs PyTorch: Debian's package is python3-torch") from None
    from .swapper import Swapper  # pylint: disable=import-outside-toplevel
    return Swapper
