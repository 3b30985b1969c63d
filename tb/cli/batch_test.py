#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""`linepress batch` against a second calculation from the networks' files, and input with errors."""
import json
import math
import os
import sys

import answers
import bad_vdnn

COMMAND = answers.Command("batch", timeout=60)
call, results, refused = COMMAND.call, COMMAND.results, COMMAND.refused
NETS = os.path.abspath("cmodel/systems/batch/nets")
# The sources that the networks' files name.
PUBLISHED = {"alexnet": 61100840, "vgg16": 138357544, "resnet50": 25557032,
             "squeezenet1_1": 1235496, "biglstm": 1776882559,
             "inception_v2": 10173112 + 9408 - 2712 - 19776 + 9952 + 1025000}
CONSTANTS = ("peak", "bandwidth", "sms", "tile", "launch-us", "element", "states", "gradients",
             "workspace", "passes", "update")


def product(items, shape):
    return items * shape[0] * shape[1] * shape[2]


def layers_of(net):
    """(kind, parameters, host, inputs, outputs, activations, [(rows, columns, inner, groups,
    times)]) of each layer."""
    shapes, last = {"data": net["input"]}, "data"
    for l in net["layers"]:
        names = l.get("from", last)
        ins = [shapes[n] for n in ([names] if isinstance(names, str) else names)]
        (c, h, w), kind, gemms = ins[0], l["kind"], []
        out, weights, kept = [c, h, w], 0, None
        if kind in ("conv", "pool") and not l.get("global"):
            k, s, p, up = l["kernel"], l.get("stride", 1), l.get("pad", 0), l.get("ceil", False)
            sides = []
            for side in (h, w):
                n = -(-(side + 2 * p - k) // s) + 1 if up else (side + 2 * p - k) // s + 1
                sides.append(n - (up and (n - 1) * s >= side + p))
            out = [l.get("channels", c), *sides]
        if kind == "conv":
            g = l.get("groups", 1)
            weights = out[0] * c // g * k * k + out[0] * l.get("bias", True)
            gemms = [(sides[0] * sides[1], out[0] / g, c // g * k * k, g, 1)]
        elif kind == "fc":
            out, inner = [l["channels"], 1, 1], c * h * w
            weights, gemms = out[0] * inner + out[0], [(1, out[0], inner, 1, 1)]
        elif kind == "pool" and l.get("global"):
            out = [c, 1, 1]
        elif kind == "norm":
            weights = 2 * c
        elif kind == "concat":
            out = [sum(i[0] for i in ins), h, w]
        elif kind == "embed":
            out, weights = [l["channels"], h, w], l["rows"] * l["channels"]
        elif kind == "softmax":
            out, weights = [l["samples"], h, w], l["rows"] * (c + 1)
            gemms = [(h * w, l["samples"], c, 1, 1)]
        elif kind == "lstm":
            n, p = l["hidden"], l["projection"]
            out, weights = [p, h, w], 4 * n * (c + p + 1) + n * p
            gemms, kept = [(1, 4 * n, c + p, 1, h * w), (1, p, n, 1, h * w)], h * w * (6 * n + p)
        shapes[l["name"]], last = out, l["name"]
        yield (kind, weights, l.get("host", False), sum(product(1, i) for i in ins),
               product(1, out), product(1, out) if kept is None else kept, gemms)


def step_us(layers, items):
    total = 0
    for kind, weights, host, inputs, outputs, _, gemms in layers:
        moved = 4 * (items * (inputs + outputs) + (0 if kind == "embed" else weights))
        if not gemms:
            total += 2 * (moved / 652.8e3 + 5)
        for rows, columns, inner, groups, times in gemms:
            if kind in ("lstm", "softmax"):
                moved = 4 * (rows * items * (inner + columns) + inner * columns)
            tiles = math.ceil(rows * items / 128) * math.ceil(columns / 128) * groups
            padded = math.ceil(tiles / 80) * 80 * 128 * 128
            total += 3 * times * (max(2 * padded * inner / 14.9e6, moved / 652.8e3) + 5)
        total += 0 if host else 20 * weights / 652.8e3
    return total


def check_net(out):
    with open(f"{NETS}/{out['net']}.json", encoding="utf-8") as file:
        net = json.load(file)
    layers = list(layers_of(net))
    yield "parameters", out["parameters"] == sum(l[1] for l in layers) == PUBLISHED[out["net"]]
    fixed = 12 * sum(l[1] for l in layers if not l[2])
    item = 8 * (product(1, net["input"]) + sum(l[5] for l in layers))
    yield "memory", out["memory"] == {"fixed": fixed, "item": item}
    for row in (*out["batches"], out["largest"], out["largest_buddy"]):
        yield "bytes", row["bytes"] == fixed + row["batch"] * item
        yield "time", answers.close(row["sum_us"], step_us(layers, row["batch"]))
        yield "terms", answers.close(row["sum_us"], sum(row["us"].values()))
        yield "speed", answers.close(row["per_second"], 1e6 * row["batch"] / row["sum_us"])
    for key, most in (("largest", 12 * 2 ** 30), ("largest_buddy", 18 * 2 ** 30)):
        batch = out[key]["batch"]
        yield key, fixed + batch * item <= most < fixed + (batch + 1) * item
    yield "gain", answers.close(out["gain"] + 1, out["largest_buddy"]["per_second"] /
                        out["largest"]["per_second"])


def check_all(work):
    every = results()
    yield "six networks", {out["net"] for out in every} == set(PUBLISHED)
    for out in every:
        failed = sorted({what for what, good in check_net(out) if not good})
        yield f"{out['net']}: second calculation {failed or ''}", not failed
    turns = {out["net"]: out["linear_at"] for out in every}
    yield "AlexNet turns linear last", max(turns, key=turns.get) == "alexnet"
    yield "ratio 1 gains nothing", all(out["gain"] == 0 for out in results("--ratio", 1))
    yield "each constant has a source", all(every[0]["constants"][c]["source"] for c in CONSTANTS)
    text = call("--help").stdout
    yield "the help has each constant", all(f"--{c} X" in text for c in CONSTANTS)
    one = results("--net", "vgg16", "--batches", "3,5", "--launch-us", 7)[0]
    yield "other batches", [row["batch"] for row in one["batches"]] == [3, 5]
    yield "a given constant", one["constants"]["launch-us"] == {
        "value": 7, "unit": "us", "source": "given"}
    file = results("--net", f"{NETS}/vgg16.json", "--batches", "3,5", "--launch-us", 7)[0]
    yield "a file by its name", file == one
    path = os.path.join(work, "page.json")
    with open("docs/use/batch.md", encoding="utf-8") as page, \
            open(path, "w", encoding="utf-8") as file:
        file.write(page.read().split("```json net.json\n")[1].split("```")[0])
    yield "the file on the page", results("--net", path)[0]["parameters"] == 41706
    yield "text", "VGG16: 138357544 parameters" in call("--net", "vgg16").stdout


def check_bad(work):
    for c in CONSTANTS:
        for value in ("-1", "nan", "inf", "x", ""):
            yield f"--{c} {value}", refused(f"--{c} takes a number from", f"--{c}", value)
    for value in ("0", "1,0", "-1", "1.5", "", "1,,2", "nan"):
        yield f"--batches {value}", refused("--batches takes", "--batches", value)
    for value in ("0.5", "nan", "-1"):
        yield f"--ratio {value}", refused("--ratio takes", "--ratio", value)
    yield "a device of 0", refused("--device takes", "--device", 0)
    yield "a device below the weights", refused("VGG16 needs 1660290528 bytes for its weights",
                                                "--net", "vgg16", "--device", "1g")
    yield "one of six does not fit: nothing of the others", refused("needs", "--device", "1g")
    yield "not one item", refused("at batch 1", "--net", "resnet50", "--device", "310m")
    yield "an operand", refused("takes no file", "alexnet")
    yield "no such network", refused("No such file", "--net", "lenet")
    path = os.path.join(work, "net.json")
    with open(f"{NETS}/alexnet.json", encoding="utf-8") as file:
        net = json.load(file)

    def changed(keys, value):
        bad_vdnn.write(path, bad_vdnn.changed(net, keys, value))
        return "--net", path

    for keys, value, part in (
            (("linepress_net",), 2, "'linepress_net' is not 1"),
            (("parameters",), 7, "its layers have 61100840 parameters, not 7"),
            (("input",), [3, 224], "'input' is not three"), (("input",), [3, 0, 9], "'input' is"),
            (("input",), [3, 20, 20], "its kernel is larger than its input"),
            (("layers", 2, "from"), "conv9", "'conv9' of 'from' is no earlier layer"),
            (("layers", 3, "kind"), "add", "layer 4, 'pool2': "),
            (("layers",), [], "'layers' has not"), (("title",), 3, "'title' is missing"),
            (("more",), 3, "'more' is none of")):
        yield f"{keys}: {value}", refused(part, *changed(keys, value))
    with open(path, "w", encoding="utf-8") as file:
        file.write("[1")
    yield "no JSON", refused("not JSON", "--net", path)


if __name__ == "__main__":
    sys.exit(answers.run(check_all, check_bad))
