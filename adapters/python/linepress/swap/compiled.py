# SPDX-License-Identifier: Apache-2.0
"""Networks of torch.compile: all tensors of a graph leave after its forward pass, and are used at the
begin of its backward pass, whichever layer needs them."""
from .saved import current_node

HINT = "; a network of torch.compile takes all of its tensors back at once"


def hint():
    """For an error: HINT if such a backward pass runs, else nothing."""
    node = current_node()
    return HINT if node is not None and "CompiledFunction" in node.name() else ""
