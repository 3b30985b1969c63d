#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Trains a network and writes a snapshot set of its memory at points of the training.

    train.py OUT --net NAME [--type fp32|bf16] [--points N] [--steps S] [--batch B]
        [--image N] [--classes N] [--seed S] [--start library|he] [--rate R] [--sample N]
        [--drop PART]

NAME is alexnet, vgg16, resnet50, squeezenet1_1, googlenet (torchvision's, at random weights), or
lstm, a language model of one layer with projection. Pictures are Fashion-MNIST, at 224 x 224 in
three equal channels; the lstm reads their bytes as text. SGD with momentum; batches are small, since
memory is what counts. With bf16 weights, activations, gradients and momentum all have 16 bits.

A point is the end of a backward pass, before the update, in OUT/POINT/ALLOCATION.bin: parameters,
their gradients (`.grad`) and momentum (`.momentum`), the output of each layer (`.out`) and its
gradient (`.out.grad`). Tensors below 64 KiB are left out, as capture leaves blocks out. In-place
ReLUs are changed to write separate output tensors. OUT/snapshots.json also has, as `training`, the
options and the loss of each step.

--sample keeps one of N pieces of 4 KiB of each tensor, from its begin to its end, and at least 64
KiB, so that large tensors keep their shares of the memory. --seed chooses weights and pictures: two
seeds are two inputs. --classes takes only pictures of the first N of ten classes; the network keeps
its ten outputs. --start he draws weights of convolutions and linear layers as He et al. (ICCV 2015)
do, since networks without batch normalisation hardly learn in a few hundred steps from those of
torchvision. --drop fails a training whose last losses are not at most this part of a guess's among
the classes that occur: status 1, no set.

Needs Debian's python3-torch, python3-torchvision and dataset-fashion-mnist (/usr/bin/python3).
"""
import argparse
import gzip
import json
import math
import os
import shutil
import sys

import numpy as np
import torch
from torch import nn
from torch.nn import functional as F

DATASET = "/usr/share/datasets/fashion-mnist/train"
RATE, MOMENTUM, LEAST = 0.01, 0.9, 65536
PIECE = 4096  # bytes of a tensor that --sample keeps together
SHOWN = 10    # losses, over which --drop takes the mean
TYPES = {"fp32": torch.float32, "bf16": torch.bfloat16}
CLASSES = (10, 256)  # of pictures, of bytes
PICTURES = ("alexnet", "vgg16", "resnet50", "squeezenet1_1", "googlenet")


class Lstm(nn.Module):
    """Predicts the next byte."""

    def __init__(self, hidden=1024, projection=256):
        super().__init__()
        self.embed = nn.Embedding(CLASSES[1], projection)
        self.lstm = nn.LSTM(projection, hidden, proj_size=projection)
        self.predict = nn.Linear(projection, CLASSES[1])

    def forward(self, text):
        return self.predict(self.lstm(self.embed(text))[0])


def make_net(name):
    if name == "lstm":
        return Lstm()
    import torchvision
    more = {"aux_logits": False, "init_weights": True} if name == "googlenet" else {}
    net = getattr(torchvision.models, name)(num_classes=CLASSES[0], **more)
    for module in net.modules():
        if isinstance(module, nn.ReLU):
            module.inplace = False
    return net


def he_start(net):
    for module in net.modules():
        if isinstance(module, (nn.Conv2d, nn.Linear)):
            nn.init.kaiming_normal_(module.weight, nonlinearity="relu")
            if module.bias is not None:
                nn.init.zeros_(module.bias)


def batches(name, size, kind, seed, image, classes=CLASSES[0]):
    """Endless (input, target)."""
    with gzip.open(f"{DATASET}-images-idx3-ubyte.gz") as f:
        pixels = np.frombuffer(f.read(), np.uint8, offset=16).reshape(-1, 28 * 28)
    with gzip.open(f"{DATASET}-labels-idx1-ubyte.gz") as f:
        labels = np.frombuffer(f.read(), np.uint8, offset=8).astype(np.int64)
    pixels, labels = pixels[labels < classes], labels[labels < classes]
    chosen = torch.Generator().manual_seed(seed)
    while True:
        at = torch.randint(len(pixels), (size,), generator=chosen).numpy()
        if name == "lstm":
            text = torch.from_numpy(pixels[at, :image * image].astype(np.int64)).t()
            yield text[:-1], text[1:]
            continue
        images = torch.from_numpy(pixels[at].astype(np.float32).reshape(-1, 1, 28, 28) / 255)
        images = F.interpolate((images - 0.2860) / 0.3530, size=image, mode="bilinear",
                               align_corners=False).repeat(1, 3, 1, 1)
        yield images.to(kind), torch.from_numpy(labels[at])


def watch(net):
    """A table of layers' outputs and their gradients, filled in each step."""
    seen = {}

    def hook(name):
        def keep(_module, _inputs, output):
            output = output[0] if isinstance(output, tuple) else output
            seen[f"{name}.out"] = output.detach()
            if output.requires_grad:
                output.register_hook(lambda g: seen.__setitem__(f"{name}.out.grad", g.detach()))
        return keep

    for name, module in net.named_modules():
        if not list(module.children()):
            module.register_forward_hook(hook(name))
    return seen


def allocations(net, optimizer, seen):
    """(name, tensor), each piece of memory once."""
    known = set()
    named = list(seen.items())
    for name, parameter in net.named_parameters():
        named += [(name, parameter.detach()), (f"{name}.grad", parameter.grad),
                  (f"{name}.momentum", optimizer.state[parameter].get("momentum_buffer"))]
    for name, tensor in named:
        if tensor is None or tensor.numel() * tensor.element_size() < LEAST or \
                tensor.data_ptr() in known:
            continue
        known.add(tensor.data_ptr())
        yield name, tensor


def sampled(content, parts):
    """One of so many pieces, evenly from the first to the last, and no less than LEAST bytes."""
    count, last = max(len(content) // parts, LEAST) // PIECE, len(content) // PIECE - 1
    if parts == 1 or count > last:
        return content
    places = [PIECE * (n * last // max(count - 1, 1)) for n in range(count)]
    return np.concatenate([content[at:at + PIECE] for at in places])


def write_point(folder, pairs, parts):
    os.makedirs(folder)
    for name, tensor in pairs:
        bits = tensor.contiguous()
        if bits.dtype == torch.bfloat16:
            bits = bits.view(torch.int16)
        sampled(bits.numpy().reshape(-1).view(np.uint8), parts).tofile(f"{folder}/{name}.bin")


def train(args, out):
    torch.manual_seed(args.seed)
    kind = TYPES[args.type]
    net = make_net(args.net).to(kind).train()
    if args.start == "he":
        he_start(net)
    optimizer = torch.optim.SGD(net.parameters(), lr=args.rate, momentum=MOMENTUM)
    seen, data = watch(net), batches(args.net, args.batch, kind, args.seed, args.image,
                                     args.classes)
    losses = []
    due = [round(args.steps * (p + 1) / args.points) for p in range(args.points)]
    for step in range(1, args.steps + 1):
        inputs, target = next(data)
        optimizer.zero_grad()
        seen.clear()
        loss = F.cross_entropy(net(inputs).float().flatten(0, -2), target.flatten())
        loss.backward()
        losses.append(loss.item())
        if step in due:
            point = due.index(step) + 1
            write_point(f"{out}/{point}", allocations(net, optimizer, seen), args.sample)
            print(f"{args.net}: step {step} of {args.steps}, loss {loss.item():.3f}, "
                  f"point {point}", flush=True)
        optimizer.step()
    guess = math.log(CLASSES[1] if args.net == "lstm" else args.classes)
    points = [{"point": str(p + 1), "fraction": due[p] / args.steps} for p in range(args.points)]
    with open(f"{out}/snapshots.json", "w", encoding="utf-8") as f:
        json.dump({"linepress_snapshots": 1, "points": points,
                   "training": {**options(args), "guess": guess, "loss": losses}}, f)
    first, last = (sum(part) / len(part) for part in (losses[:SHOWN], losses[-SHOWN:]))
    print(f"{args.net}: loss {first:.3f} to {last:.3f}, means of {SHOWN} steps", flush=True)
    return last / guess


def options(args):
    """Those that decide what is in the set."""
    return {name: getattr(args, name) for name in
            ("net", "type", "seed", "steps", "batch", "image", "classes", "start", "rate", "sample")}


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("out")
    parser.add_argument("--net", required=True, choices=(*PICTURES, "lstm"))
    parser.add_argument("--type", default="fp32", choices=TYPES)
    parser.add_argument("--points", type=int, default=10)
    parser.add_argument("--steps", type=int, default=50)
    parser.add_argument("--batch", type=int, default=2)
    parser.add_argument("--image", type=int, default=224, help="pixels each way; "
                        "an lstm reads that many, squared (%(default)s)")
    parser.add_argument("--classes", type=int, default=CLASSES[0], metavar="N")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--start", default="library", choices=("library", "he"))
    parser.add_argument("--rate", type=float, default=RATE, help="of learning (%(default)s)")
    parser.add_argument("--sample", type=int, default=1, metavar="N", help="one of N pieces (all)")
    parser.add_argument("--drop", type=float, metavar="PART")
    args = parser.parse_args()
    if args.sample < 1:
        parser.error("--sample takes a number from 1")
    if not 2 <= args.classes <= CLASSES[0]:
        parser.error(f"--classes takes 2 to {CLASSES[0]}")
    if not 1 <= args.points <= args.steps or args.batch < 1:
        parser.error("there must be 1 to STEPS points, and a batch")
    if os.path.exists(args.out):
        parser.error(f"{args.out} is there already")
    work = f"{args.out}.new.{os.getpid()}"
    try:
        fell = train(args, work)
        if args.drop is not None and fell > args.drop:
            print(f"train.py: the loss fell to {fell:.2f} of a guess's, not to {args.drop}",
                  file=sys.stderr)
            sys.exit(1)
        os.rename(work, args.out)
    except (OSError, ImportError) as error:
        print(f"train.py: {error}", file=sys.stderr)
        sys.exit(2)
    finally:
        shutil.rmtree(work, ignore_errors=True)


main()
