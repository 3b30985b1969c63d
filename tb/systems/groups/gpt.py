#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Trains a small transformer in bfloat16 and writes its weights, and K and V of its layers.

    gpt.py OUT [--steps N] [--seed S]

The network reads bytes: four layers of width 256, four heads, 128 bytes of context, 3.4 million
parameters. The text is the standard library of Debian's Python, files in the order of their names;
its last 64 KiB are not trained on. Training is in mixed precision: master weights and Adam in fp32,
products in bfloat16. OUT/gpt_weight_NAME.bf16 are the weights that the products use, rounded to
bfloat16; OUT/gpt_k_LAYER.bf16 and gpt_v_LAYER.bf16 what the layers' projections give for 4096
bytes of the text that was left out, in the order of a cache: bytes, then heads. Prints the loss.

Needs Debian's python3-torch (/usr/bin/python3).
"""
import argparse
import glob
import os
import sys

import torch
from torch import nn
from torch.nn import functional as F

LAYERS, WIDTH, HEADS, CONTEXT, BATCH, HELD = 4, 256, 4, 128, 12, 65536
CACHED = 4096  # bytes of text of which K and V are kept


class Block(nn.Module):
    """Attention and a multilayer perceptron, each after a normalisation."""

    def __init__(self):
        super().__init__()
        self.norm1, self.norm2 = nn.LayerNorm(WIDTH), nn.LayerNorm(WIDTH)
        self.qkv, self.out = nn.Linear(WIDTH, 3 * WIDTH), nn.Linear(WIDTH, WIDTH)
        self.up, self.down = nn.Linear(WIDTH, 4 * WIDTH), nn.Linear(4 * WIDTH, WIDTH)
        self.kept = None

    def forward(self, x):
        batch, length, _ = x.shape
        q, k, v = self.qkv(self.norm1(x)).split(WIDTH, dim=2)
        self.kept = (k.detach(), v.detach())
        q, k, v = (t.view(batch, length, HEADS, -1).transpose(1, 2) for t in (q, k, v))
        seen = torch.ones(length, length, dtype=torch.bool).tril()
        scores = (q @ k.transpose(2, 3) * (WIDTH // HEADS) ** -0.5).masked_fill(~seen, -1e9)
        mixed = (F.softmax(scores.float(), dim=-1).to(v.dtype) @ v).transpose(1, 2)
        x = x + self.out(mixed.reshape(batch, length, WIDTH))
        return x + self.down(F.gelu(self.up(self.norm2(x))))


class Gpt(nn.Module):
    """Predicts the next byte."""

    def __init__(self):
        super().__init__()
        self.token, self.place = nn.Embedding(256, WIDTH), nn.Embedding(CONTEXT, WIDTH)
        self.blocks = nn.ModuleList(Block() for _ in range(LAYERS))
        self.norm, self.head = nn.LayerNorm(WIDTH), nn.Linear(WIDTH, 256)
        for one in self.modules():
            if isinstance(one, (nn.Linear, nn.Embedding)):
                nn.init.normal_(one.weight, std=0.02)

    def forward(self, text):
        x = self.token(text) + self.place.weight[:text.shape[1]]
        for block in self.blocks:
            x = block(x)
        return self.head(self.norm(x))


def text_bytes():
    parts = []
    for path in sorted(glob.glob("/usr/lib/python3.11/*.py")):
        with open(path, "rb") as file:
            parts.append(file.read())
    return torch.frombuffer(bytearray(b"".join(parts)), dtype=torch.uint8).long()


def write(out, name, tensor):
    """As bfloat16, rounded to nearest, ties to even."""
    with open(os.path.join(out, name + ".bf16"), "wb") as file:
        file.write(tensor.detach().bfloat16().contiguous().view(torch.int16).numpy().tobytes())


def train(net, text, steps):
    adam = torch.optim.AdamW(net.parameters(), lr=1e-3, betas=(0.9, 0.95), weight_decay=0.1)
    for step in range(steps):
        for group in adam.param_groups:
            group["lr"] = 1e-3 * min((step + 1) / 50, 1 - 0.9 * step / steps)
        start = torch.randint(len(text) - HELD - CONTEXT - 1, (BATCH,))
        rows = torch.stack([text[s:s + CONTEXT + 1] for s in start])
        with torch.autocast("cpu", dtype=torch.bfloat16):
            guess = net(rows[:, :-1])
        loss = F.cross_entropy(guess.float().reshape(-1, 256), rows[:, 1:].reshape(-1))
        adam.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(net.parameters(), 1.0)
        adam.step()
        if (step + 1) % 50 == 0:
            print(f"step {step + 1} of {steps}: loss {loss.item():.3f}", flush=True)


def cache(net, text, out):
    rows = text[-CACHED - 1:-1].view(-1, CONTEXT)
    with torch.no_grad(), torch.autocast("cpu", dtype=torch.bfloat16):
        guess = net(rows)
    loss = F.cross_entropy(guess.float().reshape(-1, 256), text[-CACHED:])
    print(f"text that was left out: loss {loss.item():.3f}")
    for layer, block in enumerate(net.blocks):
        for name, kept in zip("kv", block.kept):
            write(out, f"gpt_{name}_{layer}", kept)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("out")
    parser.add_argument("--steps", type=int, default=600)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    torch.manual_seed(args.seed)
    torch.set_num_threads(1)
    os.makedirs(args.out, exist_ok=True)
    net, text = Gpt(), text_bytes()
    train(net, text, args.steps)
    for name, weight in net.named_parameters():
        if weight.numel() >= 65536:
            write(args.out, "gpt_weight_" + name.replace(".", "_"), weight)
    cache(net, text, args.out)
    return 0


if __name__ == "__main__":
    sys.exit(main())
