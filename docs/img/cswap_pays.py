# SPDX-License-Identifier: Apache-2.0
"""The table of docs/use/swap.md that says when swapping pays and when compressing does."""
import json
import os
import tempfile

from cswap_flow import table

LINKS = (("PCIe 3 x16", "pcie3"), ("PCIe 4 x16", "pcie4"), ("PCIe 5 x16", "pcie5"),
         ("PCIe 6 x16", "pcie6"), ("NVLink-C2C", "nvlink-c2c"))
ZEROS = (0.2, 0.5, 0.8)
NET = "vgg16"
WORD = 4


def with_zeros(profile, part):
    """The last epoch, in which every output that may be compressed has this part of zeros."""
    tensors = []
    for t in profile["tensors"]:
        epoch = {"zeros": t["epochs"][-1]["zeros"]}
        if t["kind"] in ("relu", "pool"):
            epoch["zeros"] = int(part * t["bytes"] / WORD)
        tensors.append({**t, "epochs": [epoch]})
    return {**profile, "tensors": tensors}


def zvc_of(model):
    return {**model, "codecs": [m for m in model["codecs"] if m["codec"] == "zvc"]}


def write(folder, name, content):
    path = os.path.join(folder, name)
    with open(path, "w", encoding="utf-8") as file:
        json.dump(content, file)
    return path


def row(study, name, link, files, model):
    def time(path, policy):
        return study.ask("simulate", "--profile", path, "--model", model, "--policy", policy,
                         "--link", link)["iteration_us"]

    def planned(path):
        return study.ask("plan", "--profile", path, "--model", model, "--link", link)

    def compressed(path):
        return sum(t["epochs"][0]["codec"] != "none" for t in planned(path)["tensors"])

    base = time(files[0], "none")
    rate = planned(files[0])["link"]["d2h"]
    yield from (name, f"{rate:g}", f"{time(files[0], 'vdnn') / base:.2f}")
    for path in files:
        yield f"{time(path, 'cswap') / base:.2f} ({compressed(path)})"


def pays(study):
    """VGG16's iteration over that without swapping; in brackets how many of 19 are compressed."""
    profile, codecs = study.read(f"{NET}.json"), zvc_of(study.read("model.json"))
    with tempfile.TemporaryDirectory() as folder:
        model = write(folder, "model", codecs)
        files = [write(folder, f"zeros{part}", with_zeros(profile, part)) for part in ZEROS]
        rows = [list(row(study, *link, files, model)) for link in LINKS]
    yield from table(["link", "GB/s", "raw", *(f"cswap, {100 * part:.0f} % zero"
                                               for part in ZEROS)], rows)
