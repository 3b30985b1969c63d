# SPDX-License-Identifier: Apache-2.0
"""Networks of torch.compile: all tensors of a graph leave after its forward pass, and are used at the
begin of its backward pass, whichever layer needs them."""
import torch

HINT = "; a network of torch.compile takes all of its tensors back at once"


def hint():
    """For an error: HINT if such a backward pass runs, else nothing."""
    current = getattr(torch._C, "_current_autograd_node", None)  # of PyTorch 2
    node = current() if current else None
    return HINT if node is not None and "CompiledFunction" in node.name() else ""
