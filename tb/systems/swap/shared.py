# SPDX-License-Identifier: Apache-2.0
"""Models and losses of several tests of linepress.swap."""
import json

import torch


def free_model(path, codecs, device="cpu"):
    """A model by which every codec is free, so that cswap compresses what it may; its path."""
    with open(path, "w", encoding="utf-8") as file:
        json.dump({"device": device, "samples": "", "codecs": [
            {"codec": codec, "grid": 5, "block": 64, "parts": 1, "compress": [[0, 0, 0]],
             "decompress": [[0, 0, 0]]} for codec in codecs]}, file)
    return path


def loss_of(net, images, labels, how):
    """With a network of bfloat16, or one whose operators choose it (autocast)."""
    if how == "bf16":
        images = images.to(torch.bfloat16)
    with torch.autocast("cpu", dtype=torch.bfloat16, enabled=how == "autocast"):
        output = net(images)
    return torch.nn.functional.cross_entropy(output.float(), labels)
