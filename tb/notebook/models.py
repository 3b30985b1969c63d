# SPDX-License-Identifier: Apache-2.0
# %% [markdown]
# A residual network for images and a language model for bytes are trained for a minute each on a
# CPU. `lp.ratio` takes their tensors where torch has them.

# %%
import glob
import gzip
import os
import tempfile

import linepress as lp
import numpy as np
import torch
from cells import chart, picture, show, size
from torch import nn
from torch.nn import functional as F

torch.manual_seed(1)
torch.set_num_threads(1)
TYPES = {"fp32": torch.float32, "fp16": torch.float16, "bf16": torch.bfloat16}
CODECS = ("zvc", "bpc", "ebd", "auto")


def sectors(tensors, codec):
    """Raw bytes over stored sectors of all the tensors together."""
    found = [lp.ratio(t, codec) for t in tensors]
    lines = sum(r.lines for r in found)
    return 4 * lines / max(1, sum(n * s for r in found for s, n in enumerate(r.sector_lines)))


def table(file, title, kinds):
    """A row for each kind of tensors and each type, with the ratio by each codec; a chart of auto."""
    rows = []
    for kind, tensors in kinds.items():
        for name, dtype in TYPES.items():
            cast = [t.detach().to(dtype) for t in tensors]
            mib = sum(t.numel() * t.element_size() for t in cast) / 2**20
            rows.append([kind, name, mib, *(sectors(cast, codec) for codec in CODECS)])
    show(["tensors", "type", "MiB", *CODECS], rows)
    chart(file, title, kinds, {of: [row[-1] for row in rows if row[1] == of] for of in TYPES})


# %% [markdown]
# ## A residual network
#
# The network has three stages of 16, 32 and 64 channels with three blocks of two convolutions each,
# as ResNet-20 for CIFAR has them. It is trained on images of Fashion-MNIST (Debian's
# `dataset-fashion-mnist`). At five points of the training its weights, momenta and gradients, and the
# activations of 16 images, are kept.

# %%
class Block(nn.Module):
    def __init__(self, inputs, outputs, stride):
        super().__init__()
        self.conv1 = nn.Conv2d(inputs, outputs, 3, stride, 1, bias=False)
        self.norm1 = nn.BatchNorm2d(outputs)
        self.conv2 = nn.Conv2d(outputs, outputs, 3, 1, 1, bias=False)
        self.norm2 = nn.BatchNorm2d(outputs)
        self.stride, self.more = stride, outputs - inputs

    def forward(self, x):
        out = F.relu(self.norm1(self.conv1(x)))
        out = self.norm2(self.conv2(out))
        past = F.pad(x[:, :, ::self.stride, ::self.stride], (0, 0, 0, 0, 0, self.more))
        return F.relu(out + past)


def resnet(blocks):
    parts, inputs = [nn.Conv2d(1, 16, 3, 1, 1, bias=False), nn.BatchNorm2d(16), nn.ReLU()], 16
    for outputs in (16, 32, 64):
        for _ in range(blocks):
            parts.append(Block(inputs, outputs, 2 if outputs > inputs else 1))
            inputs = outputs
    return nn.Sequential(*parts, nn.AdaptiveAvgPool2d(1), nn.Flatten(), nn.Linear(64, 10))


def read(name, head):
    with gzip.open(f"/usr/share/datasets/fashion-mnist/{name}-ubyte.gz") as file:
        return np.frombuffer(file.read(), np.uint8, offset=head).copy()


images = torch.from_numpy(read("train-images-idx3", 16).reshape(-1, 1, 28, 28) / np.float32(255))
labels = torch.from_numpy(read("train-labels-idx1", 8).astype(np.int64))
images, labels = (images - 0.286) / 0.353, labels
net = resnet(size["blocks"])
step = torch.optim.SGD(net.parameters(), lr=0.05, momentum=0.9)
seen, points = {}, []


def keep(name):
    return lambda module, inputs, output: seen.update({name: output.detach().clone()})


for name, part in net.named_children():
    if isinstance(part, (nn.ReLU, Block)):
        part.register_forward_hook(keep(name))


def snapshot():
    """Copies of the tensors of one step; the momenta are not there before the first."""
    net.zero_grad()
    F.cross_entropy(net(images[:16]), labels[:16]).backward()
    points.append({
        "weight": {n: p.detach().clone() for n, p in net.named_parameters()},
        "gradient": {n: p.grad.clone() for n, p in net.named_parameters()},
        "momentum": {n: step.state[p]["momentum_buffer"].clone() for n, p in net.named_parameters()
                     if p in step.state},
        "activation": dict(seen)})


updates = size["epochs"] * size["images"] // size["batch"]
for update in range(updates + 1):
    if update in [updates * point // 4 for point in range(5)]:
        snapshot()
    if update < updates:
        at = update * size["batch"] % size["images"]
        batch = slice(at, at + size["batch"])
        net.zero_grad()
        F.cross_entropy(net(images[batch]), labels[batch]).backward()
        step.step()
net.eval()
with torch.no_grad():
    right = (net(images[-1000:]).argmax(1) == labels[-1000:]).float().mean().item()
show(["updates", "parameters", "right, of 1,000 other images"],
     [[updates, sum(p.numel() for p in net.parameters()), right]])

# %% [markdown]
# Ratios by sectors, as memory traffic and buddy memory see them. `auto` takes the best codec for each
# line.

# %%
last = points[-1]
table("models-resnet.svg", "Residual network: ratio by sectors, best codec for each line",
      {kind: list(last[kind].values()) for kind in ("weight", "activation", "gradient", "momentum")})

# %% [markdown]
# With fp32, the zeros that a ReLU leaves decide the ratio of an activation.

# %%
show(["activations of", "zeros", *CODECS],
     [[f"block {name}" if name != "2" else "the first ReLU", (t == 0).float().mean().item(),
       *(sectors([t], codec) for codec in CODECS)] for name, t in last["activation"].items()])

# %% [markdown]
# ## Buddy targets for the training
#
# `lp.profile` takes each tensor as an allocation with its contents at the five points. The threshold
# is the share of lines that may spill to buddy memory. Tensors of fewer than 1,024 elements are left
# out.

# %%
def run_of(dtype):
    arrays = {}
    for kind in ("weight", "gradient", "momentum", "activation"):
        for name in points[-1][kind]:
            of = [point[kind][name].to(dtype) if name in point[kind] else None for point in points]
            if of[-1].numel() >= 1024:
                arrays[f"{kind}.{name}"] = of
    return arrays


rows, chosen = [], None
for dtype in TYPES:
    for codec in ("zvc", "bpc", "ebd", "mixed"):
        found = lp.profile(run_of(TYPES[dtype]), codec=codec, threshold=0.3)
        counts = [list(found.targets.values()).count(t) for t in ("none", "1", "1.33", "2", "4", "16")]
        spilled = found.data["steps"]["zero"]["buddy_fraction"]
        rows.append([dtype, codec, found.ratio, 100 * spilled, *counts])
        if (dtype, codec) == ("fp32", "mixed"):
            chosen = found
show(["type", "codec", "capacity ratio", "lines in buddy memory, %", "not compressed",
      "1", "1.33", "2", "4", "16"], rows)
chart("models-targets.svg", "Residual network: capacity ratio with buddy memory", TYPES,
      {codec: [row[2] for row in rows if row[1] == codec] for codec in ("zvc", "bpc", "ebd", "mixed")})

# %% [markdown]
# The largest allocations with fp32 and the best codec for each line, and the
# [map of all memory](profile.md#pictures) at the five points.

# %%
largest = sorted(chosen.data["allocations"], key=lambda a: -a["bytes"])[:12]
show(["allocation", "KiB", "target", "lines in buddy memory, %"],
     [[a["name"], a["bytes"] // 1024, a["target"], 100 * (a["buddy_fraction"] or 0.0)]
      for a in largest])
picture("models-heat.png", chosen.heatmap_png())

# %% [markdown]
# ## A language model
#
# A transformer of four layers is trained to predict the next byte of the licence texts in
# `/usr/share/common-licenses` from up to 128 bytes before it.

# %%
class Layer(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.norm1, self.norm2 = nn.LayerNorm(width), nn.LayerNorm(width)
        self.qkv, self.out = nn.Linear(width, 3 * width), nn.Linear(width, width)
        self.up, self.down = nn.Linear(width, 4 * width), nn.Linear(4 * width, width)

    def forward(self, x, seen):
        batch, length, width = x.shape
        q, k, v = (t.view(batch, length, 4, width // 4).transpose(1, 2)
                   for t in self.qkv(self.norm1(x)).split(width, -1))
        mask = torch.full((length, length), -1e9).triu(1)
        weights = (q @ k.transpose(2, 3) / (width // 4) ** 0.5 + mask).softmax(-1)
        x = x + self.out((weights @ v).transpose(1, 2).reshape(x.shape))
        hidden = F.gelu(self.up(self.norm2(x)))
        for name, value in (("keys", k), ("values", v), ("attention", weights), ("GELU", hidden)):
            seen.setdefault(name, []).append(value.detach())
        return x + self.down(hidden)


class Model(nn.Module):
    def __init__(self, width, layers, context):
        super().__init__()
        self.bytes, self.places = nn.Embedding(256, width), nn.Embedding(context, width)
        self.layers = nn.ModuleList(Layer(width) for _ in range(layers))
        self.norm, self.head = nn.LayerNorm(width), nn.Linear(width, 256)

    def forward(self, text, seen):
        x = self.bytes(text) + self.places(torch.arange(text.shape[1]))
        for layer in self.layers:
            x = layer(x, seen)
            seen.setdefault("between layers", []).append(x.detach())
        return self.head(self.norm(x))


def read_all(path):
    with open(path, "rb") as file:
        return file.read()


paths = sorted(p for p in glob.glob("/usr/share/common-licenses/*") if not os.path.islink(p))
text = torch.from_numpy(np.frombuffer(b"".join(map(read_all, paths)), np.uint8).astype(np.int64))
context = size["context"]
model = Model(size["width"], size["layers"], context)
adam = torch.optim.AdamW(model.parameters(), lr=2e-3)
for update in range(size["steps"]):
    at = torch.randint(len(text) - context - 1, (16,))
    part = torch.stack([text[a:a + context + 1] for a in at])
    loss = F.cross_entropy(model(part[:, :-1], {}).flatten(0, 1), part[:, 1:].flatten())
    model.zero_grad()
    loss.backward()
    adam.step()
show(["bytes of text", "updates", "parameters", "loss, bits a byte"],
     [[len(text), size["steps"], sum(p.numel() for p in model.parameters()),
       loss.item() / np.log(2)]])

# %% [markdown]
# Activations, keys and values are those of one pass over the first 128 bytes of the text; gradients
# and moments are those of the last update. fp16 rounds most second moments of Adam to zero, so that
# ratio is no advantage.

# %%
seen = {}
with torch.no_grad():
    model(text[:context].view(1, -1), seen)
state = adam.state
table("models-language.svg", "Language model: ratio by sectors, best codec for each line",
      {"weights": list(model.parameters()), "between layers": seen["between layers"],
       "GELU": seen["GELU"], "attention": seen["attention"],
       "keys": seen["keys"], "values": seen["values"],
       "gradients": [p.grad for p in model.parameters()],
       "first moment": [state[p]["exp_avg"] for p in model.parameters()],
       "second moment": [state[p]["exp_avg_sq"] for p in model.parameters()]})

# %% [markdown]
# A KV cache is allocated for the whole context and filled token by token; the rest is zeros. It has
# for each layer the keys and then the values, head by head.

# %%
rows = []
for filled in (context // 8, context // 4, context // 2, context):
    cache = torch.zeros(len(seen["keys"]), 2, *seen["keys"][0].shape[1:])
    for layer, pair in enumerate(zip(seen["keys"], seen["values"])):
        for place, value in enumerate(pair):
            cache[layer, place, :, :filled] = value[0, :, :filled]
    for name, dtype in TYPES.items():
        rows.append([f"{filled} of {context} tokens", name,
                     *(sectors([cache.to(dtype)], codec) for codec in CODECS)])
show(["KV cache with", "type", *CODECS], rows)
chart("models-cache.svg", "KV cache: ratio by sectors, best codec for each line",
      dict.fromkeys(row[0] for row in rows),
      {of: [row[-1] for row in rows if row[1] == of] for of in TYPES})

# %% [markdown]
# ## From a file
#
# `lp.open` reads a file of `torch.save` without running code from the file.

# %%
with tempfile.TemporaryDirectory() as folder:
    path = os.path.join(folder, "model.pt")
    torch.save(model.state_dict(), path)
    opened = lp.open(path)
    same = sum(torch.equal(opened[name], value) for name, value in model.state_dict().items())
    show(["tensors in the file", "equal to those of the model", *CODECS],
         [[len(opened), same, *(sectors(opened.values(), codec) for codec in CODECS)]])
