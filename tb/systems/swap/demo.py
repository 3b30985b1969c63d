#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""One small network trained under each policy: a table, the losses compared, a timeline.

    demo.py --out FOLDER [--net N] [--link D2H:H2D] [--steps N] [--model M]
    demo.py --draw PICTURE FILE...   of what `train --json` wrote into the files, or all.py's part
                                     overlap (tb/adapters/cuda)
"""
import argparse
import json
import os
import subprocess
import sys

POLICIES = ("none", "vdnn", "sc", "cswap")
MIB = 1048576
LANES = (("forward", "compute", "#4878a8"), ("backward", "compute", "#7aa6c2"),
         ("wait out", "waits", "#c44e52"), ("wait in", "waits", "#c44e52"),
         ("compress", "codecs", "#8172b3"), ("expand", "codecs", "#8172b3"),
         ("link out", "link out", "#55a868"), ("link in", "link in", "#ccb974"),
         ("host wait", "host waits", "#937860"))
ROWS = ("compute", "waits", "codecs", "link out", "link in", "host waits")
WIDTH, LEFT, BAR, GAP = 900, 110, 14, 6


def train(o, policy):
    path = os.path.join(o.out, f"{policy}.json")
    words = [sys.executable, "-m", "linepress.swap", "train", "--net", o.net, "--policy", policy,
             "--link", o.link, "--steps", str(o.steps), "--batch", str(o.batch), "--width",
             str(o.width), "--json", path]
    if policy == "cswap" and o.model:
        words += ["--model", o.model]
    done = subprocess.run(words, check=False, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
                          text=True)
    if done.returncode != 0:
        sys.stderr.write(done.stderr)
        sys.exit(done.returncode)
    with open(path, encoding="utf-8") as file:
        return json.load(file)


def table(found):
    print(f"{'':8} {'iteration':>10} {'waits':>8} {'codecs':>8} {'device':>9} {'link':>9} "
          f"{'pressed':>8}  loss")
    print(f"{'':8} {'ms':>10} {'ms':>8} {'ms':>8} {'MiB':>9} {'MiB':>9} {'tensors':>8}")
    for policy, one in found.items():
        count = sum(t["epochs"][-1]["codec"] != "none" for t in one["tensors"])
        link = (one["link_bytes"]["out"] + one["link_bytes"]["in"]) / len(one["loss"])
        print(f"{policy:8} {one['median_us'] / 1e3:10.1f} "
              f"{sum(one['stall_us'].values()) / 1e3:8.1f} {one['codec_us'] / 1e3:8.1f} "
              f"{one['device_peak'] / MIB:9.2f} {link / MIB:9.2f} {count:8}  {one['loss'][-1]:.6f}")


def chart(found):
    """All policies over one time axis; rows in which nothing ran are left out."""
    lanes = {what: (lane, colour) for what, lane, colour in LANES}
    used = {lanes[e["what"]][0] for one in found.values() for e in one["timeline"]}
    rows = [name for name in ROWS if name in used]
    end = max((e["end_us"] for one in found.values() for e in one["timeline"]), default=1)
    block = len(rows) * (BAR + 2) + BAR + GAP
    height = block * len(found) + 30
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH + LEFT + 20}" '
           f'height="{height}" font-family="sans-serif" font-size="11">',
           '<rect width="100%" height="100%" fill="white"/>']
    for number, (policy, one) in enumerate(found.items()):
        top = number * block + BAR
        out.append(f'<text x="4" y="{top - 2}" font-weight="bold">{policy}</text>')
        for row, name in enumerate(rows):
            out.append(f'<text x="4" y="{top + row * (BAR + 2) + BAR - 3}">{name}</text>')
        for event in one["timeline"]:
            lane, colour = lanes[event["what"]]
            x = LEFT + WIDTH * event["begin_us"] / end
            wide = max(WIDTH * (event["end_us"] - event["begin_us"]) / end, 0.3)
            y = top + rows.index(lane) * (BAR + 2)
            out.append(f'<rect x="{x:.1f}" y="{y}" width="{wide:.1f}" height="{BAR}" '
                       f'fill="{colour}"><title>{event["what"]}' +
                       (f', tensor {event["tensor"]}' if event["tensor"] is not None else "") +
                       '</title></rect>')
    out.append(f'<text x="{LEFT}" y="{height - 8}">0</text>')
    out.append(f'<text x="{LEFT + WIDTH}" y="{height - 8}" text-anchor="end">'
               f'{end / 1e3:.0f} ms</text></svg>')
    return "\n".join(out) + "\n"


def draw(picture, files):
    found = {}
    for path in files:
        with open(path, encoding="utf-8") as file:
            read = json.load(file)
        for one in read.get("runs", [read]):
            if "timeline" in one:
                found[f"{one['network']}, {one['policy']}"] = one
    with open(picture, "w", encoding="utf-8") as file:
        file.write(chart(found))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--out")
    parser.add_argument("--draw", nargs="+", metavar=("PICTURE", "FILE"))
    parser.add_argument("--net", default="alexnet")
    parser.add_argument("--link", default="0.1:0.1")
    parser.add_argument("--steps", type=int, default=8)
    parser.add_argument("--batch", type=int, default=32)
    parser.add_argument("--width", type=float, default=0.25)
    parser.add_argument("--model")
    o = parser.parse_args()
    if o.draw:
        draw(o.draw[0], o.draw[1:])
        return
    if not o.out:
        parser.error("--out FOLDER or --draw PICTURE FILE...")
    os.makedirs(o.out, exist_ok=True)
    print(f"{o.net}, batch {o.batch}, width {o.width}, {o.steps} steps; links held to {o.link} "
          "GB/s", flush=True)
    found = {policy: train(o, policy) for policy in POLICIES}
    table(found)
    path = os.path.join(o.out, "timeline.svg")
    with open(path, "w", encoding="utf-8") as file:
        file.write(chart(found))
    print(f"timeline of the last iteration of each: {path}")
    losses = {policy: one["loss_bits"] for policy, one in found.items()}
    if any(bits != losses["none"] for bits in losses.values()):
        print("the losses differ", file=sys.stderr)
        sys.exit(1)
    print("the loss of every step is the same to the last bit")


main()
