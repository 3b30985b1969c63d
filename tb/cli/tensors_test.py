#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Files of tensors, made here: the list of each, its bytes, and that figures of a tensor
are those of its bytes alone."""
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile

import tensor_files as made

LINEPRESS = os.environ.get("LINEPRESS", os.environ.get("BUILD", "build") + "/linepress")
FILES = int(os.environ.get("LP_FILES", "200"))  # of each format


def run(*words):
    done = subprocess.run([LINEPRESS, *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                          check=False)
    assert done.returncode == 0, f"{' '.join(words)}: {done.stderr.decode()}"
    return done.stdout.decode()


def rows_of(*words):
    return json.loads(run(*words, "--json"))["files"]


def check_list(path, tensors):
    """Names, types, shapes and sizes; bytes where they are stored as they are."""
    rows = rows_of("ratio", "--list", path)
    listed = {row["tensor"]: row for row in rows}
    assert len(rows) == len(listed) == len(tensors), (len(rows), len(tensors))
    for tensor in tensors:
        row = listed[tensor.name]
        want = (tensor.dtype or None, tensor.shape, len(tensor.data))
        assert (row["dtype"], row["shape"], row["bytes"]) == want, (row, want)
        if row["deflated"]:
            continue
        with open(row["path"], "rb") as file:
            file.seek(row["begin"])
            assert file.read(row["bytes"]) == tensor.data, tensor.name


def check_bytes(path, tensors, folder):
    """Each tensor through compress and back; of .npz files, an .npy file with them."""
    out, back = os.path.join(folder, "out"), os.path.join(folder, "back")
    run("compress", "--codec", "zvc", "-o", out, path)
    run("decompress", "-o", back, out)
    top = os.path.join(back, "out", os.path.basename(path))
    for tensor in tensors:
        name = tensor.name + (".npy" if path.endswith(".npz") else "")
        with open(os.path.join(top, name), "rb") as file:
            data = file.read()
        if path.endswith(".npz"):
            text = repr(tuple(tensor.shape))[1:-1]
            assert tensor.dtype.encode() in data and text.encode() in data, tensor.name
            data = data[len(data) - len(tensor.data):]
        assert data == tensor.data, tensor.name
    shutil.rmtree(out)
    shutil.rmtree(back)


def width_of(tensor):
    """The width of ZVC that the type has, from the type's name."""
    return {"F32": 32, "F16": 16, "BF16": 16, "I32": 32, "U32": 32, "I16": 16, "U16": 16,
            "C64": 32, "F64": 32, "I64": 32, "U64": 32, "": 32, "<f4": 32, ">f4": 32, "<f8": 32,
            "<f2": 16, "<i8": 32, "<u2": 16, "<c8": 32, "<U3": 32, "<M8[ns]": 32}.get(
                tensor.dtype, 8)


def same_figures(row, alone):
    return all(row[key] == alone[key] for key in alone if key != "file")


def check_ratio(path, tensors, folder):
    """Equal to the ratio of extracted bytes: with the default of each type, and with BPC."""
    files = {}
    for number, tensor in enumerate(tensors):
        files[tensor.name] = os.path.join(folder, f"{number}.bin")
        with open(files[tensor.name], "wb") as file:
            file.write(tensor.data)
    for row in rows_of("ratio", "--codec", "bpc", path):
        row.update(elem=32)
        files[row["tensor"]] = files[row["tensor"]], row
    alone = {row["file"]: row for row in rows_of("ratio", "--codec", "bpc", "--raw",
                                                 *(file for file, _ in files.values()))}
    for file, row in files.values():
        assert same_figures(row, alone[file]), (row, alone[file])
    by_setting = {}
    for tensor in tensors:
        setting = ("ebd", 16) if tensor.dtype == "BF16" else ("zvc", width_of(tensor))
        by_setting.setdefault(setting, []).append(files[tensor.name][0])
    for (codec, elem), names in by_setting.items():
        for row in rows_of("ratio", "--codec", codec, "--elem", str(elem), "--raw", *names):
            alone[row["file"]] = dict(row, elem=elem)
    for row in rows_of("ratio", path):
        file = files[row["tensor"]][0]
        assert same_figures(row, alone[file]), (row, alone[file])


def allocation(name):
    """The name that profile gives a tensor."""
    return ("_" + name[1:] if name[0] == "." else name).replace("/", ".").replace(" ", "_")


def check_profile(rng, kind, folder):
    """Two files are two points: the same profile as that of a folder of extracted bytes."""
    types, write = KINDS[kind]
    first = [t for t in made.draw(rng, types()) if t.data]
    first.append(made.Tensor("last", types()[0][0], [70], bytes(70 * types()[0][2])))
    if kind == "safetensors":
        first += [made.Tensor(f"brain{n}", "BF16", [999], bytes(1998)) for n in range(rng.randrange(4))]
    names = [allocation(t.name) for t in first]
    if len(set(names)) < len(names):
        return
    paths = []
    for point in ("1", "2"):
        tensors = [made.Tensor(t.name, t.dtype, t.shape, made.draw_data(rng, len(t.data)))
                   for t in first]
        paths.append(os.path.join(folder, f"point{point}.{kind}"))
        with open(paths[-1], "wb") as file:
            file.write(write(rng, tensors))
        os.makedirs(os.path.join(folder, "set", point))
        for tensor in tensors:
            name = os.path.join(folder, "set", point, allocation(tensor.name) + ".bin")
            with open(name, "wb") as file:
                file.write(tensor.data)
    got, want = (json.loads(run("profile", "--json", "--codec", "bpc", *words))
                 for words in (paths, [os.path.join(folder, "set")]))
    check_types(paths, {allocation(t.name): t.dtype for t in first}, got)
    assert got.pop("set") != want.pop("set")
    assert got == want, kind
    picked = json.loads(run("profile", "--json", "--tensor", "last", *paths))
    assert [a["name"] for a in picked["allocations"]] == ["last"]
    assert len(rows_of("profile", "--list", *paths)) == 2 * len(first)


def check_types(paths, types, bpc):
    """The default codec is EBD for BF16 and BPC for others; a target file has one for each target."""
    ebd = json.loads(run("profile", "--json", "--codec", "ebd", *paths))
    found = json.loads(run("profile", "--json", *paths))
    by_codec = {"bpc": bpc, "ebd": ebd}
    want = {name: "ebd" if dtype == "BF16" else "bpc" for name, dtype in types.items()}
    used = set(want.values())
    assert found["codec"] == ("by-type" if len(used) > 1 else used.pop()), found["codec"]
    targets = {}
    for place, row in enumerate(found["allocations"]):
        codec = want[row["name"]]
        assert row["codec"] == codec, row
        assert row["points"] == by_codec[codec]["allocations"][place]["points"], row
        if row["target"] != "none":
            targets.setdefault(row["target"], set()).add(codec)
    with tempfile.TemporaryDirectory() as work:
        done = subprocess.run([LINEPRESS, "profile", "--targets", f"{work}/t", *paths],
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False)
        if any(len(codecs) > 1 for codecs in targets.values()):
            assert done.returncode == 2 and done.stderr.count(b"\n") == 1, done.stderr
            assert b"one codec for each target" in done.stderr and not os.listdir(work)
            return
        assert done.returncode == 0, done.stderr
        with open(f"{work}/t", encoding="utf-8") as file:
            codecs = json.load(file)["codec"]
        assert all(codecs[target] in of for target, of in targets.items()), (codecs, targets)


def check_bench():
    """A row for each tensor and code path, with the width of the type."""
    tensors = [made.Tensor("a", "F32", [300], bytes(1200)), made.Tensor("b", "I8", [7], bytes(7))]
    with tempfile.NamedTemporaryFile(suffix=".safetensors") as file:
        file.write(made.safetensors(random.Random(1), tensors))
        file.flush()
        done = json.loads(run("bench", "--codec", "zvc", "--json", file.name))["codecs"]
    for tensor in tensors:
        rows = [row for row in done if row["tensor"] == tensor.name]
        assert len(rows) == len(done) // 2 > 0
        for row in rows:
            assert (row["elem"], row["dtype"]) == (width_of(tensor), tensor.dtype), row
            assert min(row[way]["cache"] for way in ("compress", "decompress")) > 0, row


KINDS = {"safetensors": (made.safetensors_types, made.safetensors),
         "index": (made.safetensors_types, None),
         "gguf": (made.gguf_types, made.gguf),
         "npz": (made.npy_types, made.npz),
         "core": (None, made.core)}


def check_dma(path, tensors, folder):
    """A transfer of each tensor is that of its bytes; one without bytes is left out."""
    files = {}
    for number, tensor in enumerate(t for t in tensors if t.data):
        files[tensor.name] = os.path.join(folder, f"dma{number}.bin")
        with open(files[tensor.name], "wb") as file:
            file.write(tensor.data)
    if not files:
        return
    alone = json.loads(run("dma", "--raw", "--json", *files.values()))
    alone = {row["file"]: row for row in alone["tensors"]}
    together = json.loads(run("dma", "--json", path))["tensors"]
    assert len(together) == len(alone)
    for row in together:
        other = alone[files[row["tensor"]]]
        assert row["mismatches"] == 0 and same_figures(row, other), (row, other)


def check_all_codecs(path, tensors):
    """--codec all gives the row of each codec with that codec's own option."""
    every = rows_of("ratio", "--codec", "all", path)
    assert len(every) % len(tensors) == 0
    for codec in ("zvc", "bpc", "ebd", "mixed"):
        name = {"mixed": "auto"}.get(codec, codec)
        rows = [row for row in every if row["codec"] == name]
        assert rows == rows_of("ratio", "--codec", codec, path), codec


def check_same_lists(path):
    """Every command lists the same tensors, and takes the same pattern."""
    for words in ((), ("--tensor", "*[0-4]")):
        if words and not any(row["tensor"][-1] in "01234" for row in rows_of("ratio", "--list", path)):
            continue
        due = rows_of("ratio", "--list", *words, path)
        for command in (("profile",), ("compress", "--codec", "zvc"), ("dma",), ("bench",)):
            assert rows_of(*command, "--list", *words, path) == due, (command, words)


def make(rng, kind, folder):
    """Writes a file; returns its path and the tensors in it."""
    path = os.path.join(folder, "made." + kind)
    types, write = KINDS[kind]
    if kind == "core":
        tensors = made.draw_segments(rng)
    else:
        tensors = made.draw(rng, types())
    if kind == "index":
        return made.write_index(rng, folder, tensors), tensors
    data = write(rng, tensors)
    with open(path, "wb") as file:
        file.write(data)
    return path, tensors


def check_pick(path, tensors, folder):
    """--tensor takes one to an output, and only those that match."""
    one = tensors[-1]
    pattern = "".join(f"[{c}]" if c in "*?[" else c for c in one.name)
    assert [row["tensor"] for row in rows_of("ratio", "--tensor", pattern, path)] == [one.name]
    out = os.path.join(folder, "one")
    run("compress", "--codec", "bpc", "-f", "--tensor", pattern, path, out)
    assert len(run("decompress", "--test", out)) > 0


def main():
    seed = int(os.environ.get("LP_SEED", random.randrange(1 << 32)))
    print(f"# seed {seed}, {FILES} files of each format")
    for kind in KINDS:
        rng = random.Random(f"{seed} {kind}")
        for number in range(FILES):
            folder = tempfile.mkdtemp(prefix="lp-tensors-")
            path, tensors = make(rng, kind, folder)
            try:
                check_list(path, tensors)
                check_ratio(path, tensors, folder)
                if number % 4 == 0:
                    check_bytes(path, tensors, folder)
                    check_pick(path, tensors, folder)
                    check_same_lists(path)
                    check_dma(path, tensors, folder)
                    check_all_codecs(path, tensors)
                if number % 10 == 0 and kind in ("safetensors", "gguf", "npz"):
                    check_profile(rng, kind, folder)
            except AssertionError:
                print(f"not ok - {kind}, file {number}, seed {seed}")
                raise
            finally:
                shutil.rmtree(folder)
        print(f"ok - {FILES} files of kind {kind}")
    check_bench()
    print("ok - bench measures each tensor")
    return 0


if __name__ == "__main__":
    sys.exit(main())
