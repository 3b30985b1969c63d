#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks the C sources' includes against the layers of docs/develop/architecture.md."""
import os
import re
import shutil
import sys
import tempfile

# Each wing of cmodel/ is a shipped part, with the others that its files may include. A row names
# only rows above it.
WINGS = {
    "base": "",
    "lib": "base",
    "units": "base lib",
    "dma": "base lib units",
    "systems": "base lib units dma",
    "kit": "base lib units",
    "cli": "base lib units dma systems kit",
}
# The same of each room of a wing. A room of lib or units without a row has that of row_of.
LAYERS = {
    "base": "",
    "lib/memory": "",
    "lib/bdi": "base",
    "lib/bpc": "base",
    "lib/card": "base",
    "lib/compare": "base",
    "lib/cpack": "base",
    "lib/ebd": "base",
    "lib/grp": "base",
    "lib/fibonacci": "base",
    "lib/gbbr": "base",
    "lib/io": "base",
    "lib/mdcache": "base",
    "lib/mpc": "base",
    "lib/vdnn": "base",
    "lib/zvc": "base",
    "lib/buddy": "base lib/memory lib/gbbr lib/mdcache",
    "lib/codec": "base lib/bpc lib/ebd lib/zvc",
    "lib/cdma": "base lib/codec",
    "lib/fpc": "base lib/bdi",
    "lib/trace": "base lib/io",
    "lib/warp": "base lib/io",
    "lib/accelsim": "base lib/io lib/warp",
    "lib/frame": "base lib/compare lib/io lib/codec",
    "lib/swap": "base lib/compare lib/vdnn lib/codec",
    "lib/tensors": "base lib/io",
    "lib/profile": "base lib/io lib/grp lib/buddy lib/frame lib/tensors",
    "units/common": "base",
    "units": "units/common",
    "units/axi": "base units/common",
    "units/bpc": "base lib/bpc units/common",
    "units/zvc": "base units/common",
    "units/ebd": "base lib/ebd units/common units/zvc",
    "units/gbbr": "base lib/gbbr units/common",
    "units/grp": "units/common",
    "units/mdcache": "base units/common",
    "units/codec": "base units/common units/bpc units/ebd units/zvc",
    "units/cdma": "base lib/cdma lib/codec units/common units/axi units/bpc units/zvc units/codec",
    "units/buddy": "base lib/gbbr units/common units/axi units/gbbr units/mdcache units/codec",
    "units/card": "base lib/card units/common units/axi units/cdma",
    "dma/card": "base",
    "dma/memory": "base lib/memory",
    "dma/copy": "base dma/memory lib/cdma units/common units/cdma",
    "dma/host": "base dma/card lib/card lib/cdma units/cdma dma/copy units/card",
    "systems/capture/preload": "base",
    "systems/program": "base",
    "systems/gpu/event": "",
    "systems/gpu/config": "base lib/io",
    "systems/gpu/memory": "systems/gpu/config systems/gpu/event",
    "systems/gpu/engine": "base dma/memory lib/memory lib/gbbr lib/buddy units/common units/buddy "
                          "systems/gpu/memory",
    "systems/gpu/front": "base lib/io lib/warp lib/buddy lib/profile lib/gbbr systems/gpu/config "
                         "systems/gpu/event systems/gpu/memory systems/gpu/engine",
    "systems/gpu": "base dma/memory lib/warp systems/gpu/config systems/gpu/event "
                   "systems/gpu/memory systems/gpu/engine systems/gpu/front",
    "systems/tune": "base",
    "systems/vdnn": "base lib/io lib/vdnn",
    "systems/trace": "base lib/io lib/warp lib/accelsim lib/profile",
    "systems/bench": "base lib/compare lib/codec lib/frame",
    "systems/huvm/policy": "base lib/cdma units/common units/cdma",
    "systems/ratio": "base lib/io lib/codec lib/frame",
    "systems/swap": "base lib/io systems/tune lib/swap",
    "systems/capture": "base lib/io systems/capture/preload systems/program lib/profile",
    "systems/dma_run": "base lib/io lib/codec dma/copy",
    "systems/huvm/clock": "base systems/huvm/policy",
    "systems/profile": "base lib/io lib/buddy lib/profile",
    "systems/report": "base lib/io lib/profile systems/profile",
    "systems/energy": "base lib/io lib/profile systems/profile",
    "systems/um": "base lib/warp lib/buddy systems/gpu/config systems/gpu/front",
    "systems/batch": "base lib/io",
    "systems/huvm/wire": "base systems/huvm/clock",
    "systems/replay": "base dma/memory lib/io units/common lib/buddy lib/trace units/codec "
                      "lib/profile units/buddy systems/profile",
    "systems/huvm/client": "systems/huvm/wire",
    "systems/huvm/real": "base systems/huvm/policy systems/huvm/clock systems/huvm/wire",
    "systems/huvm/preload": "base systems/huvm/client",
    "systems/huvm": "base lib/io systems/program systems/huvm/policy systems/huvm/clock "
                    "systems/huvm/wire systems/huvm/real systems/huvm/preload",
    "systems/huvm/player": "base systems/huvm/clock systems/huvm/wire systems/huvm/preload",
    "kit": "base lib/cdma lib/ebd lib/gbbr lib/grp lib/io lib/mdcache units/common units/bpc "
           "units/codec units/gbbr units/grp units/mdcache units/zvc units/cdma",
    "kit/dpi": "base units/common kit",
    "kit/dpi/write": "units/common kit",
    "cli/shared": "base lib/compare lib/io lib/tensors lib/codec lib/frame",
    "cli": "base lib/frame cli/shared",
    "cli/bench": "cli/shared systems/bench",
    "cli/compress": "lib/compare lib/frame cli/shared",
    "cli/cosim": "base cli/shared",
    "cli/ratio": "lib/compare lib/io cli/shared systems/ratio",
    "cli/swap": "cli/shared systems/swap",
    "cli/trace": "base systems/trace cli/shared",
    "cli/vdnn": "systems/vdnn cli/shared",
    "cli/gpu": "base lib/profile dma/memory units/common cli/shared cli/cosim systems/gpu/config "
               "systems/gpu/memory systems/gpu/engine systems/gpu/front systems/gpu",
    "cli/um": "base lib/profile cli/shared systems/gpu/config systems/um",
    "cli/batch": "base cli/shared systems/batch",
    "cli/vectors": "cli/shared kit",
    "cli/capture": "cli/shared systems/capture",
    "cli/card": "base lib/card lib/io units/cdma cli/shared units/card dma/host",
    "cli/dma": "base lib/compare lib/frame cli/shared systems/dma_run",
    "cli/profile": "lib/frame cli/shared systems/profile",
    "cli/report": "cli/shared systems/report cli/profile",
    "cli/energy": "base lib/profile cli/shared cli/profile systems/profile systems/gpu/config "
                  "systems/energy",
    "cli/buddy": "base units/common lib/buddy cli/shared cli/cosim systems/replay",
    "cli/huvm": "base cli/shared systems/huvm/policy systems/huvm/clock systems/huvm/wire "
                "systems/huvm",
}
# A public header belongs to the folder that implements it.
PUBLIC = {
    "linepress.h": "base",
    "file.h": "lib/io",
    "frame.h": "lib/frame",
    "gbbr.h": "lib/gbbr",
    "grp.h": "lib/grp",
    "mdcache.h": "lib/mdcache",
    "trace.h": "lib/trace",
    "warp.h": "lib/warp",
    "warp_stream.h": "lib/warp",
    "buddy.h": "lib/buddy",
    "cdma.h": "lib/cdma",
    "cdma_regs.h": "units/cdma",
    "card_mover_regs.h": "units/card",
    "card_regs.h": "units/card",
    "card_test_regs.h": "units/card",
    "targets.h": "lib/profile",
    "vdnn.h": "lib/vdnn",
    "capture.h": "systems/capture/preload",
    "huvm.h": "systems/huvm/preload",
    "swap.h": "lib/swap",
    "dma.h": "dma/copy",
    "card.h": "dma/host",
}
# The benches: the runner knows no unit. tb/units/traffic/X may include units/X and lib/X, what these
# may include, the traffic of those units, the kit and the runner.
RUNNER = "base lib/io units/common kit cli/shared cli/buddy cli/cosim cli/gpu reference"
TRAFFIC_EXTRA = {"axi": "dma/memory", "bpc": "variants", "cdma": "dma/copy dma/memory",
                 "card": "dma/copy dma/memory"}

INCLUDE = re.compile(r'^\s*#\s*include\s*(["<])([^">]+)[">]', re.M)


def row_of(room):
    """The rooms that a room may include besides itself; None: there is no such room."""
    wing, _, folder = room.partition("/")
    if room in LAYERS or not folder or "/" in folder:
        return LAYERS.get(room)
    return {"lib": "base", "units": f"base lib/{folder} units/common"}.get(wing)


def traffic_may(folder):
    """The layers that the traffic of a folder's units may include."""
    rows = row_of(f"units/{folder}").split()
    units = [folder] + [row.removeprefix("units/") for row in rows if row.startswith("units/")]
    may = {"base", "kit", "cosim", "reference", *TRAFFIC_EXTRA.get(folder, "").split()}
    for unit in units:
        may |= {f"units/{unit}", f"lib/{unit}", f"traffic/{unit}"}
        may |= set(f"{row_of(f'units/{unit}')} {row_of(f'lib/{unit}')}".split())
    return may


def allowed(layer):
    """The layers that files of this layer may include; None: the table has no such layer."""
    top, _, folder = layer.partition("/")
    if top == "cosim":
        return {layer, *RUNNER.split()}
    if top == "traffic":
        return traffic_may(folder)
    row = row_of(layer)
    return None if row is None else {layer, *row.split()}


def layer_of(path):
    """Of a path from the root of the tree."""
    parts = path.split("/")
    if parts[:3] == ["cmodel", "include", "linepress"]:
        return PUBLIC.get(parts[3], path)
    if parts[0] == "cmodel":
        return "/".join(parts[1:-1])
    return "/".join(parts[2:-1]) if parts[1] in ("units", "lib") else parts[1]


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
    """File -> the files of the tree that it includes; and the files not found."""
    includes, missing = {}, []
    for top in ("cmodel", "tb/units/cosim", "tb/units/traffic"):
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
    wrong = []
    for table in (WINGS, LAYERS):
        seen = set()
        for layer, below in table.items():
            wrong += [f"{layer} names {b}, which is not above it" for b in below.split()
                      if b not in seen]
            seen.add(layer)
    for room, below in LAYERS.items():
        wing = room.split("/")[0]
        may = {wing, *WINGS[wing].split()}
        wrong += [f"{room} names {b}, which its wing may not" for b in below.split()
                  if b.split("/")[0] not in may]
    return wrong


# The broken rule, the file, the line added to it, and the expected message.
BREAKS = (
    ("an include upward", "cmodel/lib/zvc/zvc.c", '#include "../../units/zvc/zvc_cycle.h"',
     "lib/zvc may not"),
    ("an include sideways", "cmodel/lib/bpc/bpc.c", '#include "../zvc/zvc_kernel.h"', "lib/bpc may not"),
    ("a public header of a layer above", "cmodel/lib/gbbr/gbbr.c", "#include <linepress/buddy.h>",
     "lib/gbbr may not"),
    ("a unit's traffic that knows the codecs'", "tb/units/traffic/zvc/zvc_beats.c",
     '#include "units/codec/codec_ports.h"', "traffic/zvc may not"),
    ("a runner that knows a unit", "tb/units/cosim/lockstep.c", '#include "units/zvc/zvc_ports.h"',
     "cosim may not"),
    ("two files that include each other", "cmodel/cli/shared/fail.c", '#include "place.h"',
     "circle: cmodel/cli/shared/fail -> cmodel/cli/shared/place -> "
     "cmodel/cli/shared/fail"),
    ("a folder without a row", "cmodel/cli/other/other.c", "", "no layer 'cli/other'"),
    ("a new codec that includes another", "cmodel/lib/other/other.c",
     '#include "../zvc/zvc_kernel.h"', "lib/other may not"),
    ("a new unit that includes another", "cmodel/units/other/other_cycle.c",
     '#include "../zvc/zvc_cycle.h"', "units/other may not"),
    ("an include of nothing", "cmodel/lib/io/npy.c", '#include "nothing.h"', "no file nothing.h"),
)


def copy_to(root):
    for top in ("cmodel", "tb/units/cosim", "tb/units/traffic", "tb/lib/variants", "tb/reference"):
        shutil.copytree(top, os.path.join(root, top))


def is_caught(root, path, line, words, known):
    """Whether a copy of the tree with this line shows this fault and no other new one; afterwards
    the copy is as it was."""
    changed, folder = os.path.join(root, path), os.path.dirname(path)
    os.makedirs(os.path.join(root, folder), exist_ok=True)
    with open(changed, "a", encoding="utf-8") as file:
        file.write(line + "\n")
    found = set(faults(root)[0]) - set(known)
    if os.path.exists(path):
        shutil.copy(path, changed)
    else:
        shutil.rmtree(os.path.join(root, folder))
    return len(found) == 1 and words in found.pop()


def main():
    known, files = faults(".")
    results = [("each row of the table names rows above it", table_faults()),
               (f"all includes of {files} files point down, and in no circle", known)]
    with tempfile.TemporaryDirectory() as root:
        copy_to(root)
        for what, path, line, words in BREAKS:
            caught = is_caught(root, path, line, words, known)
            results.append((f"caught: {what}", [] if caught else [f"{line} in {path} goes unseen"]))
    for number, (name, wrong) in enumerate(results, 1):
        for text in wrong:
            print(f"# {text}")
        print(f"{'not ok' if wrong else 'ok'} {number} - {name}")
    print(f"1..{len(results)}")
    return any(wrong for _, wrong in results)


if __name__ == "__main__":
    sys.exit(main())
