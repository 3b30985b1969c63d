#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Records which words of one image's activations are zero while AlexNet is trained (figure 5 of the
compressing DMA engine's paper).

    zeros.py LEARNED.json ZEROS.json

The training is that of LEARNED.json, a record of `measure.py learned`, with its seed; it ends with
an error if its losses are not the recorded ones. Before the first epoch and after each fifth of
them, an image that no step of the training has seen passes through the network. Exit status 2: bad
use, a bad record or other losses.
"""
import argparse
import base64
import os
import sys

ROOT = os.path.abspath(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../.."))
sys.path[:0] = [os.path.join(ROOT, "tb/tree/records"), os.path.join(ROOT, "adapters/python")]
sys.dont_write_bytecode = True
import signed  # noqa: E402

SOURCES = ("tb/systems/swap/zeros.py", "adapters/python/linepress/swap/networks.py",
           "adapters/python/linepress/swap/data.py", "adapters/python/linepress/swap/train.py")
STAGES = 5
SHOWN = ("ReLU", "MaxPool2d")
DIGITS = 5  # of the losses in LEARNED.json


class Different(Exception):
    """This is not the training of the record, or none that the figure can be made of."""


def training(record):
    from linepress.swap.train import Training, options
    words = ["--net", record["network"], "--policy", "none", "--width", str(record["width"]),
             "--batch", str(record["batch"]), "--seed", str(record["record"]["seed"])]
    return Training(options(words))


def unseen(images, steps, seed):
    """(number, label, image): the first one that the training does not take."""
    from linepress.swap.data import Images
    import torch
    # As Images draws it for the first epoch.
    order = torch.randperm(len(images.images), generator=torch.Generator().manual_seed(seed))
    one = Images(1, seed)
    one.left = order[steps * images.batch:]
    if len(one.left) == 0:
        raise Different("the training takes every image")
    number = int(one.left[0])
    image, label = one.next()
    return number, int(label), image


def packed(bits):
    """Base64 of bits, the first one in the high bit of the first byte."""
    number = int("".join("1" if b else "0" for b in bits), 2)
    size = (len(bits) + 7) // 8
    return base64.b64encode((number << (8 * size - len(bits))).to_bytes(size, "big")).decode()


def zeros(net, image, names):
    """[{name, channels, side, zeros: packed}] of every output of a ReLU or pool with a plane."""
    import torch
    found, names = [], iter(names)
    with torch.no_grad():
        for layer in net:
            image = layer(image)
            if type(layer).__name__ in SHOWN and image.dim() == 4:
                found.append({"name": next(names), "channels": image.shape[1],
                              "side": image.shape[2],
                              "zeros": packed((image == 0).flatten().tolist())})
    return found


def step(made):
    made.optimizer.zero_grad()
    images, labels = made.images.next()
    loss = made.loss(made.net(images), labels)
    loss.backward()
    made.optimizer.step()
    return loss.item()


def run(record):
    made = training(record)
    epochs, steps = record["training"]["epochs"], record["training"]["steps"]
    number, label, image = unseen(made.images, epochs * steps, record["record"]["seed"])
    names = [t["name"] for t in record["tensors"] if t["kind"] in ("relu", "pool")]
    stages = [{"epoch": 0, "outputs": zeros(made.net, image, names)}]
    for epoch in range(1, epochs + 1):
        for said in record["training"]["loss"][(epoch - 1) * steps:epoch * steps]:
            found = step(made)
            if float(f"{found:.{DIGITS}g}") != said:
                raise Different(f"epoch {epoch}: loss {found:.{DIGITS}g}, {said} in the record")
        if epoch * STAGES % epochs < STAGES:
            stages.append({"epoch": epoch, "outputs": zeros(made.net, image, names)})
            print(f"epoch {epoch} of {epochs}, loss {found:.3f}", file=sys.stderr, flush=True)
    return {"network": record["network"], "epochs": epochs, "steps": steps, "image": number,
            "label": label, "stages": stages}


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("learned")
    parser.add_argument("record")
    args = parser.parse_args()
    try:
        record = signed.read(args.learned)
        signed.write(args.record, signed.sign("zeros", run(record), SOURCES,
                                              record["record"]["seed"]))
    except (OSError, signed.Bad, Different) as err:
        print(f"zeros: {err}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
