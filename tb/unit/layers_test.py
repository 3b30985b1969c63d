#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks the C sources' includes against the layers of docs/architecture.md."""
import os
import re
import shutil
import sys
import tempfile

# Each folder of cmodel/, and which others its files may include. A row names only rows above it.
LAYERS = {
    "common": "",
    "zvc": "common",
    "bpc": "common",
    "ebd": "common",
    "bdi": "common",
    "fpc": "common bdi",
    "cpack": "common",
    "fibonacci": "common",
    "mpc": "common",
    "gbbr": "common",
    "axi": "common",
    "mdcache": "common",
    "codec": "common zvc bpc ebd",
    "io": "common",
    "compare": "common codec",
    "frame": "common codec io compare",
    "memory": "common",
    "trace": "common io",
    "warp": "common io",
    "buddy": "common gbbr axi mdcache codec memory trace",
    "profile": "common codec io frame gbbr buddy",
    "cdma": "common zvc bpc axi codec",
    "card": "common axi cdma",
    "huvm": "common cdma",
    "units": "common zvc bpc ebd codec gbbr mdcache axi buddy cdma card",
    "dma": "common codec compare cdma memory units",
    "host": "common card dma cdma",
    "vdnn": "common io",
    "swap": "common codec compare vdnn",
    "tune": "common",
    "kit": "common zvc bpc ebd codec gbbr mdcache cdma units",
    "dpi": "common kit units",
    "capture": "common",
    "huvm_preload": "common huvm",
    "huvm_player": "common huvm huvm_preload",
    "cli": "common codec io compare frame trace warp buddy profile capture dma vdnn swap tune huvm "
           "huvm_preload kit",
    "card_cli": "common codec io frame card cdma dma host cli",
}
# A public header belongs to the folder that implements it.
PUBLIC = {
    "linepress.h": "common",
    "file.h": "io",
    "frame.h": "frame",
    "gbbr.h": "gbbr",
    "mdcache.h": "mdcache",
    "trace.h": "trace",
    "warp.h": "warp",
    "buddy.h": "buddy",
    "cdma.h": "cdma",
    "cdma_regs.h": "cdma",
    "card_mover_regs.h": "card",
    "card_regs.h": "card",
    "card_test_regs.h": "card",
    "targets.h": "profile",
    "vdnn.h": "vdnn",
    "capture.h": "capture",
    "huvm.h": "huvm_preload",
    "swap.h": "swap",
    "dma.h": "dma",
    "card.h": "host",
}
# The benches: the runner knows no unit. tb/traffic/X mirrors cmodel/X: it may include that folder,
# what that folder may include, the traffic of both, the kit and the runner.
RUNNER = "common io cli kit"
TRAFFIC_EXTRA = {"axi": "memory", "bpc": "variants", "cdma": "dma memory", "card": "dma memory"}

INCLUDE = re.compile(r'^\s*#\s*include\s*(["<])([^">]+)[">]', re.M)


def allowed(layer):
    """The layers that files of this layer may include; None: the table has no such layer."""
    top, _, folder = layer.partition("/")
    if top == "cosim":
        return {layer, *RUNNER.split()}
    if top != "traffic":
        return {layer, *LAYERS[layer].split()} if layer in LAYERS else None
    if folder not in LAYERS:
        return None
    below = {folder, *LAYERS[folder].split()}
    return {"cosim", "kit", *below, *(f"traffic/{b}" for b in below),
            *TRAFFIC_EXTRA.get(folder, "").split()}


def layer_of(path):
    """Of a path from the root of the tree."""
    parts = path.split("/")
    if parts[:3] == ["cmodel", "include", "linepress"]:
        return PUBLIC.get(parts[3], path)
    if parts[:2] == ["tb", "traffic"]:
        return "/".join(parts[1:3])
    return parts[1]


def resolve(root, path, kind, name):
    """The file that an include names; None: the system's."""
    roots = ["cmodel/include"] if path.startswith("cmodel/") else ["cmodel/include", "cmodel", "tb"]
    if kind == '"':
        roots.insert(0, os.path.dirname(path))
    for folder in roots:
        found = os.path.normpath(os.path.join(folder, name))
        if os.path.isfile(os.path.join(root, found)):
            return found
    return None


def read_includes(root):
    """File -> the files of the tree that it includes; and what could not be found."""
    includes, missing = {}, []
    for top in ("cmodel", "tb/cosim", "tb/traffic"):
        for folder, _, names in os.walk(os.path.join(root, top)):
            for name in names:
                if not name.endswith((".c", ".h", ".cpp")):
                    continue
                path = os.path.relpath(os.path.join(folder, name), root)
                with open(os.path.join(root, path), encoding="utf-8") as file:
                    named = INCLUDE.findall(file.read())
                found = [(kind, what, resolve(root, path, kind, what)) for kind, what in named]
                includes[path] = [target for _, _, target in found if target]
                missing += [f"{path}: no file {what}" for kind, what, target in found
                            if kind == '"' and not target]
    return includes, missing


def wrong_layers(includes):
    wrong = []
    for path, targets in includes.items():
        layer = layer_of(path)
        may = allowed(layer)
        if may is None:
            wrong.append(f"{path}: no layer '{layer}' in the table")
        else:
            wrong += [f"{path}: {layer} may not include {target}" for target in targets
                      if layer_of(target) not in may]
    return wrong


def circles(includes):
    """Cycles of files, with x.c and x.h taken as one."""
    def stem(path):
        return os.path.splitext(path)[0]

    arrows = {}
    for path, targets in includes.items():
        arrows.setdefault(stem(path), set()).update(stem(t) for t in targets
                                                    if stem(t) != stem(path))
    found, done, trail = [], set(), []

    def visit(node):
        if node in trail:
            found.append("circle: " + " -> ".join(trail[trail.index(node):] + [node]))
        elif node not in done:
            trail.append(node)
            for target in sorted(arrows.get(node, ())):
                visit(target)
            trail.pop()
            done.add(node)

    for node in sorted(arrows):
        visit(node)
    return found


def faults(root):
    includes, missing = read_includes(root)
    return missing + wrong_layers(includes) + circles(includes), len(includes)


def table_faults():
    seen, wrong = set(), []
    for layer, below in LAYERS.items():
        wrong += [f"{layer} names {b}, which is not above it" for b in below.split()
                  if b not in seen]
        seen.add(layer)
    return wrong


# What is broken, the file, the line that is added to it, and what must be said of it.
BREAKS = (
    ("an include upward", "cmodel/zvc/zvc.c", '#include "../buddy/replay.h"', "zvc may not"),
    ("an include sideways", "cmodel/bpc/bpc.c", '#include "../zvc/zvc_kernel.h"', "bpc may not"),
    ("a public header of a layer above", "cmodel/gbbr/gbbr.c", "#include <linepress/buddy.h>",
     "gbbr may not"),
    ("a unit's traffic that knows the codecs'", "tb/traffic/zvc/zvc_beats.c",
     '#include "codec/codec_ports.h"', "traffic/zvc may not"),
    ("a runner that knows a unit", "tb/cosim/lockstep.c", '#include "zvc/zvc_ports.h"',
     "cosim may not"),
    ("two files that include each other", "cmodel/cli/fail.c", '#include "place.h"',
     "circle: cmodel/cli/fail -> cmodel/cli/place -> cmodel/cli/fail"),
    ("a folder without a row", "cmodel/other/other.c", "", "no layer 'other'"),
    ("an include of nothing", "cmodel/io/npy.c", '#include "nothing.h"', "no file nothing.h"),
)


def is_caught(path, line, words, known):
    """Whether a copy of the tree with this line shows this fault and no other new one."""
    with tempfile.TemporaryDirectory() as root:
        for top in ("cmodel", "tb/cosim", "tb/traffic", "tb/variants"):
            shutil.copytree(top, os.path.join(root, top))
        os.makedirs(os.path.join(root, os.path.dirname(path)), exist_ok=True)
        with open(os.path.join(root, path), "a", encoding="utf-8") as file:
            file.write(line + "\n")
        found = set(faults(root)[0]) - set(known)
    return len(found) == 1 and words in found.pop()


def main():
    known, files = faults(".")
    results = [("each row of the table names rows above it", table_faults()),
               (f"all includes of {files} files point down, and in no circle", known)]
    for what, path, line, words in BREAKS:
        caught = is_caught(path, line, words, known)
        results.append((f"caught: {what}", [] if caught else [f"{line} in {path} goes unseen"]))
    for number, (name, wrong) in enumerate(results, 1):
        for text in wrong:
            print(f"# {text}")
        print(f"{'not ok' if wrong else 'ok'} {number} - {name}")
    print(f"1..{len(results)}")
    return any(wrong for _, wrong in results)


sys.exit(main())
