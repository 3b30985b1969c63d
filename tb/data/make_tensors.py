# SPDX-License-Identifier: Apache-2.0
"""Trains a small CNN on Fashion-MNIST and writes tensors of four points of the training.

    make_tensors.py OUT        writes OUT/dl/*.npy and OUT/dl.json

Network: conv 3x3 1-8, ReLU, max-pool 2, conv 3x3 8-32, ReLU, max-pool 2, conv 3x3 32-64, ReLU,
max-pool 2, linear 576-128, ReLU, linear 128-10; cross entropy, SGD with momentum, batch 128,
5 epochs.
At 0, 10, 50 and 100 % of the updates one training step's tensors are written as they are before
the update: the first images of that step's minibatch (NCHW), the first filters of a layer.
Each is written as fp32, fp16 and bf16. bf16 has no numpy type and is stored as uint16.

Needs Debian's python3-torch, python3-numpy and dataset-fashion-mnist (run it with
/usr/bin/python3), one core for a few minutes. Seeds, thread count and instruction set are fixed:
the same torch on x86-64 with AVX2 should give the same bytes.
"""
import gzip
import os
import sys

os.environ["OMP_NUM_THREADS"] = "1"  # these three are read when torch is loaded
os.environ["ATEN_CPU_CAPABILITY"] = "avx2"
os.environ["ONEDNN_MAX_CPU_ISA"] = "AVX2"

import numpy as np
import torch
from torch import nn
from torch.nn import functional as F

from npyset import Group

DATASET = "/usr/share/datasets/fashion-mnist"
SEED, BATCH, EPOCHS, RATE, THREADS = 1, 128, 5, 0.02, 1
POINTS = (0, 10, 50, 100)  # per cent of the updates
# fp16 training scales the loss so that small gradients do not flush to zero (Micikevicius et al.,
# Mixed Precision Training, ICLR'18, section 3.2); fp16 gradients carry this factor.
FP16_LOSS_SCALE = 1024


def load(part):
    """Images (n, 1, 28, 28) scaled to zero mean and unit variance, and labels."""
    with gzip.open(f"{DATASET}/{part}-images-idx3-ubyte.gz") as f:
        pixels = np.frombuffer(f.read(), np.uint8, offset=16).reshape(-1, 1, 28, 28)
    with gzip.open(f"{DATASET}/{part}-labels-idx1-ubyte.gz") as f:
        labels = np.frombuffer(f.read(), np.uint8, offset=8)
    images = torch.from_numpy(pixels.astype(np.float32) / 255.0)
    return (images - 0.2860) / 0.3530, torch.from_numpy(labels.astype(np.int64))


class Net(nn.Module):
    """Keeps the tensors of its last forward pass in `seen`."""

    def __init__(self):
        super().__init__()
        self.conv1 = nn.Conv2d(1, 8, 3, padding=1)
        self.conv2 = nn.Conv2d(8, 32, 3, padding=1)
        self.conv3 = nn.Conv2d(32, 64, 3, padding=1)
        self.fc1 = nn.Linear(64 * 3 * 3, 128)
        self.fc2 = nn.Linear(128, 10)
        self.seen = {}

    def forward(self, x):
        relu1 = F.relu(self.conv1(x))
        conv2 = self.conv2(F.max_pool2d(relu1, 2))
        if conv2.requires_grad:
            conv2.retain_grad()
        relu2 = F.relu(conv2)
        relu3 = F.relu(self.conv3(F.max_pool2d(relu2, 2)))
        fc1 = F.relu(self.fc1(F.max_pool2d(relu3, 2).flatten(1)))
        self.seen = {"relu1": relu1, "conv2": conv2, "relu2": relu2, "relu3": relu3, "fc1": fc1}
        return self.fc2(fc1)


def captured(net):
    """Yields (stem, kind, what, tensor) of the step that was just run forward and backward."""
    seen, w = net.seen, net.conv3.weight
    yield "relu1_act", "activation", "output of the 1st ReLU, 2 images (NCHW)", seen["relu1"][:2]
    yield "relu2_act", "activation", "output of the 2nd ReLU, 2 images (NCHW)", seen["relu2"][:2]
    yield "relu3_act", "activation", "output of the 3rd ReLU, 2 images (NCHW)", seen["relu3"][:2]
    yield "fc1_act", "activation", "output of the ReLU after fc1, 32 images", seen["fc1"][:32]
    yield "conv3_weight", "weight", "conv3 weights, first 32 of 64 filters (OIHW)", w[:32]
    yield "conv3_wgrad", "gradient", "gradient of those weights", w.grad[:32]
    yield ("conv2_agrad", "gradient",
           "gradient of conv2's output before its ReLU, 2 images (NCHW)", seen["conv2"].grad[:2])


def save_point(group, net, percent, step):
    for stem, kind, what, tensor in captured(net):
        scale = FP16_LOSS_SCALE if kind == "gradient" else 1
        t = tensor.detach()
        half = (t * scale).half()
        if not torch.isfinite(half).all():
            sys.exit(f"make_tensors.py: {stem} at {percent} % overflows fp16")
        facts = {"kind": kind, "what": what, "source": "Fashion-MNIST CNN training",
                 "percent": percent, "step": step}
        name = f"{stem}_{percent:03d}"
        group.add(f"{name}_fp32", t.numpy(), "fp32", loss_scale=1, **facts)
        group.add(f"{name}_fp16", half.numpy(), "fp16", loss_scale=scale, **facts)
        bf16 = t.bfloat16().view(torch.int16).numpy().view(np.uint16)
        group.add(f"{name}_bf16", bf16, "bf16", loss_scale=1, **facts)


def accuracy(net, images, labels):
    with torch.no_grad():
        right = sum(int((net(x).argmax(1) == y).sum())
                    for x, y in zip(images.split(1000), labels.split(1000)))
    return right / len(labels)


def batches(count, updates):
    """Index tensors of updates + 1 minibatches: shuffled epochs, incomplete batches dropped."""
    order = torch.Generator().manual_seed(SEED)
    made = 0
    while True:
        for index in torch.randperm(count, generator=order).split(BATCH):
            if len(index) == BATCH:
                yield index
                made += 1
                if made > updates:
                    return


def train(group):
    torch.manual_seed(SEED)
    torch.set_num_threads(THREADS)
    torch.use_deterministic_algorithms(True)
    images, labels = load("train")
    test = load("t10k")
    updates = EPOCHS * (len(labels) // BATCH)
    points = {updates * p // 100: p for p in POINTS}
    net = Net()
    sgd = torch.optim.SGD(net.parameters(), lr=RATE, momentum=0.9, weight_decay=5e-4)
    decay = torch.optim.lr_scheduler.CosineAnnealingLR(sgd, updates)
    for step, index in enumerate(batches(len(labels), updates)):
        sgd.zero_grad()
        F.cross_entropy(net(images[index]), labels[index]).backward()
        if step in points:
            save_point(group, net, points[step], step)
            print(f"step {step} of {updates}: test accuracy {accuracy(net, *test):.4f}", flush=True)
        if step < updates:
            sgd.step()
            decay.step()


def main():
    if len(sys.argv) != 2:
        sys.exit("usage: make_tensors.py OUT")
    group = Group(sys.argv[1], "dl")
    train(group)
    group.close()


if __name__ == "__main__":
    main()
