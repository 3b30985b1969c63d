# SPDX-License-Identifier: Apache-2.0
"""Fashion-MNIST, from Debian's package, as 32 x 32 images of three equal channels."""
import gzip
import os

import torch

from .library import Error

FOLDER = "/usr/share/datasets/fashion-mnist"
SIDE, PAD = 28, 2


def _read(folder, name, head):
    path = os.path.join(folder, name)
    try:
        with gzip.open(path, "rb") as file:
            return torch.frombuffer(bytearray(file.read()[head:]), dtype=torch.uint8)
    except OSError as error:
        raise Error(f"{path}: {error.strerror or error}; the package is "
                    "dataset-fashion-mnist") from None


class Images:
    """Batches in an order that the seed alone decides; epoch after epoch. All are on `device`."""

    def __init__(self, batch, seed, folder=FOLDER, device="cpu"):
        pixels = _read(folder, "train-images-idx3-ubyte.gz", 16)
        self.images = pixels.reshape(-1, SIDE, SIDE).to(device)
        self.labels = _read(folder, "train-labels-idx1-ubyte.gz", 8).long().to(device)
        self.device = device
        self.batch = batch
        self.order = torch.Generator().manual_seed(seed)
        self.left = torch.empty(0, dtype=torch.long)

    def next(self):
        """(images, labels), with no other references to them."""
        if len(self.left) < self.batch:
            self.left = torch.randperm(len(self.images), generator=self.order)
        chosen, self.left = self.left[:self.batch], self.left[self.batch:]
        chosen = chosen.to(self.device)
        pixels = self.images[chosen].float().div(255).sub(0.286).div(0.353)
        padded = torch.nn.functional.pad(pixels, [PAD] * 4)
        return padded.unsqueeze(1).expand(-1, 3, -1, -1).contiguous(), self.labels[chosen]
