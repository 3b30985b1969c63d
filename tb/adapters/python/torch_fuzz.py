#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Damaged files of torch.save for the reader of linepress.open.

    torch_fuzz.py RUNS SEED [WORK]

Each run reads a file that a seed made: bytes of its pickle or of the whole file are changed, cut out,
repeated or taken from another file. A run must end with the tensors, each of them within the file, or
with linepress.Error, within a second and without a new file in WORK, the working directory. Prints
the fuzz run as JSON, as tb/tree/results/record.py --add takes it. Exit status 1: a finding, whose
file is then in the folder of temporary files. Needs torch to make the first files.
"""
import io
import json
import os
import random
import sys
import tempfile
import time
import zipfile

ROOT = os.path.abspath(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../.."))
sys.path.insert(0, os.path.join(ROOT, "adapters/python"))
sys.dont_write_bytecode = True
from linepress import torch_file  # noqa: E402
from linepress.errors import Error  # noqa: E402

# Pieces of pickles: opcodes with arguments, and names that a reader must not find.
WORDS = [b"ctorch._utils\n_rebuild_tensor_v2\n", b"ctorch._utils\n_rebuild_tensor_v3\n",
         b"ctorch._utils\n_rebuild_parameter\n", b"ctorch._tensor\n_rebuild_from_type_v2\n",
         b"ctorch\nFloatStorage\n", b"ctorch\nBFloat16Storage\n", b"ctorch\nfloat64\n",
         b"ctorch.storage\nUntypedStorage\n", b"ctorch\nSize\n", b"ctorch\nTensor\n",
         b"ccollections\nOrderedDict\n", b"c_codecs\nencode\n", b"cos\nmkdir\n(X\3\0\0\0runtR",
         b"cbuiltins\ngetattr\n", b"cbuiltins\nset\n", b"R", b"b", b"Q", b"\x81", b"\x92", b"}", b"]", b")",
         b"(", b"t", b"\x85", b"\x86", b"\x87", b"0", b"1", b"2", b"u", b"s", b"a", b"e", b"N",
         b"K\0", b"K\1", b"K\xff", b"M\xff\xff", b"J\xff\xff\xff\xff", b"J\xff\xff\xff\x7f",
         b"\x8a\x08" + b"\xff" * 7 + b"\x7f", b"h\0", b"h\1", b"h\5", b"X\5\0\0\0count", b"\x94"]


def first_files():
    import torch
    base = torch.arange(60, dtype=torch.float32).reshape(6, 10)
    values = [{"a": base, "b": base[1:, ::3], "c": base.bfloat16(), "n": {"x": [torch.ones(3) > 0]}},
              [torch.zeros(0, 4), torch.tensor(3.5), torch.nn.Parameter(base)],
              {"state": {0: {"step": 3, "m": base.half()}}, "c": torch.zeros(2, dtype=torch.complex64)}]
    for value in values:
        for archive in (True, False):
            out = io.BytesIO()
            torch.save(value, out, _use_new_zipfile_serialization=archive)
            yield out.getvalue()


def changed(rng, data, others):
    """The bytes with some changes."""
    data = bytearray(data)
    for _ in range(rng.choice((1, 1, 1, 2, 3, 8))):
        at, count = rng.randrange(len(data) + 1), rng.choice((1, 1, 2, 4, 8, 30))
        kind = rng.randrange(8)
        if kind == 0 and at < len(data):
            data[at] ^= 1 << rng.randrange(8)
        elif kind == 1 and at < len(data):
            data[at] = rng.choice((0, 1, 0x7f, 0x80, 0xff, rng.randrange(256)))
        elif kind == 2:
            del data[at:at + count]
        elif kind == 3:
            data[at:at] = data[at:at + count]
        elif kind == 4:
            data[at:at + count] = rng.choice(WORDS)
        elif kind == 5:
            data[at:at] = rng.choice(WORDS)
        elif kind == 6:
            other = rng.choice(others)
            begin = rng.randrange(len(other))
            data[at:at + count] = other[begin:begin + count]
        else:
            data[at:at + 4] = rng.choice((0, 1, 0x7fffffff, 0xffffffff)).to_bytes(4, "little")
    return bytes(data)


class Seeds:
    """Whole files, and the pickles of archives with a maker of the archive around them."""

    def __init__(self, files):
        self.files, self.pickles, self.members = files, [], []
        for data in files:
            if data.startswith(b"PK"):
                with zipfile.ZipFile(io.BytesIO(data)) as archive:
                    names = [n for n in archive.namelist() if not n.endswith("/data.pkl")]
                    self.pickles.append(archive.read(next(
                        n for n in archive.namelist() if n.endswith("/data.pkl"))))
                    self.members.append([(n.partition("/")[2], archive.read(n)) for n in names])

    def draw(self, rng):
        if rng.random() < 0.5:
            return changed(rng, rng.choice(self.files), self.files)
        which, out = rng.randrange(len(self.pickles)), io.BytesIO()
        with zipfile.ZipFile(out, "w") as archive:
            archive.writestr("a/data.pkl", changed(rng, self.pickles[which], self.pickles))
            for name, data in self.members[which]:
                archive.writestr("a/" + name, data)
        return out.getvalue()


def tried(data, path):
    """Why the run is a finding, or None; and whether tensors were read."""
    with open(path, "wb") as file:
        file.write(data)
    begun = time.process_time()
    try:
        arrays = [read() for read in torch_file.readers(path).values()]
        for array in arrays:
            if array.nbytes < 1 << 20:
                array.tobytes()
        read = bool(arrays)
    except Error:
        read = False
    except Exception as error:  # pylint: disable=broad-except
        return f"{type(error).__name__}: {error}", False
    return (None if time.process_time() - begun < 1 else "more than a second"), read


def main():
    if len(sys.argv) not in (3, 4):
        print(__doc__.strip(), file=sys.stderr)
        return 2
    runs, seed = int(float(sys.argv[1])), int(sys.argv[2])
    rng, seeds, good = random.Random(seed), Seeds(list(first_files())), 0
    with tempfile.TemporaryDirectory(dir=sys.argv[3] if len(sys.argv) > 3 else None) as work:
        os.chdir(work)
        for run in range(runs):
            data = seeds.draw(rng)
            why, read = tried(data, "made.pt")
            good += read
            if why is None and run % 1000 == 0 and os.listdir(".") != ["made.pt"]:
                why = f"code of a file was run: {os.listdir('.')}"
            if why is not None:
                kept = tempfile.NamedTemporaryFile(suffix=".pt", delete=False)
                kept.write(data)
                print(f"torch_fuzz.py: seed {seed}, run {run}: {why}; {kept.name}", file=sys.stderr)
                return 1
        os.chdir("/")
    print(f"# {good} of {runs} had tensors", file=sys.stderr)
    print(json.dumps({"kind": "fuzz", "units": {}, "target": "lp.open of torch files",
                      "command": f"tb/adapters/python/torch_fuzz.py {runs} {seed}", "seed": seed,
                      "executions": runs, "findings": 0}))
    return 0


if __name__ == "__main__":
    sys.exit(main())
