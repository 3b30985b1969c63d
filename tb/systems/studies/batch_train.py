#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Accuracy over batch size: Fig. 15d of Buddy Compression with a small network.

    batch_train.py [--epochs N] [--images N] [--batches LIST] [--seeds LIST] --done F RECORD

Trains a network of two convolutions on images of Fashion-MNIST (dataset-fashion-mnist of Debian),
for each batch size and seed the same number of epochs, and writes the record of kind
batch-accuracy. F has the finished trainings, one a line: a campaign that was ended goes on there.
Needs PyTorch. Exit status 2: bad use, no images, no PyTorch.
"""
import argparse
import gzip
import json
import os
import sys

import numpy as np

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../..")
sys.path.insert(0, os.path.join(ROOT, "tb/tree/records"))
sys.dont_write_bytecode = True
import signed  # noqa: E402

IMAGES = "/usr/share/datasets/fashion-mnist"
TEST_IMAGES = 4000
# The rate of batch 16; it grows with the root of the batch size.
RATE, MOMENTUM = 0.01, 0.9


class Unfit(Exception):
    """A one-line error message."""


def read(name, head):
    """Bytes of an IDX file after its head."""
    path = os.path.join(IMAGES, name)
    try:
        with gzip.open(path) as file:
            return np.frombuffer(file.read(), np.uint8, offset=head)
    except OSError as error:
        raise Unfit(f"{path}: {error.strerror or error} (dataset-fashion-mnist)") from error


def data(torch, part, count):
    images = read(f"{part}-images-idx3-ubyte.gz", 16).reshape(-1, 1, 28, 28)[:count]
    labels = read(f"{part}-labels-idx1-ubyte.gz", 8)[:count]
    return (torch.from_numpy(images.astype(np.float32) / 255),
            torch.from_numpy(labels.astype(np.int64)))


def network(torch):
    nn = torch.nn
    return nn.Sequential(nn.Conv2d(1, 16, 5, stride=2, padding=2), nn.ReLU(),
                         nn.Conv2d(16, 32, 3, stride=2, padding=1), nn.ReLU(),
                         nn.Flatten(), nn.Linear(32 * 7 * 7, 10))


def accuracy(torch, net, images, labels):
    with torch.no_grad():
        return float((net(images).argmax(1) == labels).float().mean())


def train(torch, batch, seed, epochs, learned, tested):
    """Accuracy on the test images after each epoch."""
    torch.manual_seed(seed)
    net, (images, labels) = network(torch), learned
    rate = RATE * (batch / 16) ** 0.5
    step = torch.optim.SGD(net.parameters(), lr=rate, momentum=MOMENTUM)
    found = []
    for _ in range(epochs):
        for some in torch.randperm(len(images)).split(batch):
            step.zero_grad()
            torch.nn.functional.cross_entropy(net(images[some]), labels[some]).backward()
            step.step()
        found.append(round(accuracy(torch, net, *tested), 4))
    return found


def finished(path, about):
    """Trainings of this campaign that the file has."""
    if not os.path.exists(path):
        return {}
    with open(path, encoding="utf-8") as file:
        lines = [json.loads(line) for line in file if line.endswith("\n")]
    return {(run["batch"], run["seed"]): run for run in lines[1:]} if lines[:1] == [about] else {}


def campaign(args):
    try:
        import torch
    except ImportError as error:
        raise Unfit("there is no PyTorch (python3-torch)") from error
    batches, seeds = ([int(word) for word in text.split(",")] for text in
                      (args.batches, args.seeds))
    if min(batches) < 1 or args.images < max(batches) or args.epochs < 1:
        raise Unfit("a batch has 1 image or more, and not more than there are; epochs are 1 or more")
    learned, tested = data(torch, "train", args.images), data(torch, "t10k", TEST_IMAGES)
    about = {"epochs": args.epochs, "images": args.images}
    runs = finished(args.done, about)
    os.makedirs(os.path.dirname(args.done) or ".", exist_ok=True)
    with open(args.done, "w", encoding="utf-8") as file:
        for line in (about, *runs.values()):
            print(json.dumps(line), file=file, flush=True)
        for batch in batches:
            for seed in seeds:
                if (batch, seed) in runs:
                    continue
                runs[batch, seed] = {"batch": batch, "seed": seed, "accuracy": train(
                    torch, batch, seed, args.epochs, learned, tested)}
                print(json.dumps(runs[batch, seed]), file=file, flush=True)
    return {**about, "data": "Fashion-MNIST", "test_images": TEST_IMAGES, "rate_at_16": RATE,
            "momentum": MOMENTUM, "batches": batches, "seeds": seeds,
            "runs": [runs[b, s] for b in batches for s in seeds]}


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--epochs", type=int, default=4)
    parser.add_argument("--images", type=int, default=2000)
    parser.add_argument("--batches", default="16,32,64,128,256,512")
    parser.add_argument("--seeds", default="1,2,3")
    parser.add_argument("--done", required=True)
    parser.add_argument("record")
    args = parser.parse_args()
    try:
        content = campaign(args)
        record = signed.sign("batch-accuracy", content, ("tb/systems/studies/batch_train.py",),
                             content["seeds"][0])
        os.makedirs(os.path.dirname(args.record) or ".", exist_ok=True)
        signed.write(args.record, record)
    except (Unfit, signed.Bad, OSError) as error:
        print(f"batch_train: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
