#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""lp.open of torch.save's archives whose pickles are written here by hand, without torch: strided
tensors and shared storages, and files that must be refused without running anything of theirs."""
import os
import subprocess
import sys
import tempfile
import zipfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.abspath(os.path.join(HERE, "../../.."))
sys.path[:0] = [os.path.join(ROOT, path) for path in ("adapters/python", "tb")]
sys.dont_write_bytecode = True
os.environ["LINEPRESS_LIB"] = os.path.abspath(os.environ.get("BUILD", "build"))
from tap import end, result, skip  # noqa: E402

try:
    import numpy
except ImportError:
    print("ok 1 - files of torch # SKIP no NumPy\n1..1")
    sys.exit(0)
import linepress as lp  # noqa: E402


# ---- pickles ----

def text(words):
    return b"X" + len(words.encode()).to_bytes(4, "little") + words.encode()


def number(value):
    return b"\x8a\x09" + value.to_bytes(9, "little", signed=True)


def row(*parts):
    return b"(" + b"".join(parts) + b"t"


def storage(key="0", kind="FloatStorage", count=8):
    return row(text("storage"), f"ctorch\n{kind}\n".encode(), text(key), text("cpu"),
               number(count)) + b"Q"


def tensor(first=0, shape=(2, 4), strides=(4, 1), of=None, call="_rebuild_tensor_v2"):
    return f"ctorch._utils\n{call}\n".encode() + row(
        of or storage(), number(first), row(*map(number, shape)), row(*map(number, strides)),
        b"\x89", b"N") + b"R"


def named(**tensors):
    return b"}(" + b"".join(text(name) + of for name, of in tensors.items()) + b"u"


def nested(levels):
    """A list that has the list before twice, and so on: 2^levels ways to its tensor."""
    return b"]" + tensor() + b"a" + b"".join(
        b"q" + bytes([n]) + b"0]h" + bytes([n]) + b"ah" + bytes([n]) + b"a" for n in range(levels))


# The name of each file, its pickle, and words of the refusal.
BAD = [
    ("a call of a function", b"cos\nmkdir\n(" + text("was_run") + b"tR", "os.mkdir"),
    ("a call by NEWOBJ", b"ccollections\nOrderedDict\n)\x81", "damaged pickle"),
    ("an object of a class", b"(imymodel\nNet\n", "damaged pickle"),
    ("getattr of a function", b"cbuiltins\ngetattr\n", "builtins.getattr"),
    ("a tensor after its storage", named(a=tensor(1)), "after its storage"),
    ("strides after the storage", named(a=tensor(0, (2, 4), (5, 1))), "after its storage"),
    ("a negative stride", named(a=tensor(0, (2, 4), (-4, 1))), "no valid"),
    ("a negative offset", named(a=tensor(-1)), "no valid"),
    ("an offset of 2^62", named(a=tensor(1 << 62)), "no valid"),
    ("more strides than axes", named(a=tensor(0, (8,), (1, 1))), "no valid"),
    ("a storage that is longer than its member", named(a=tensor(1, of=storage(count=9))), "too short"),
    ("a storage that is not there", named(a=tensor(of=storage("7"))), "'7'"),
    ("a storage of a wrong size", named(a=tensor(of=storage(count=-1))), "storage"),
    ("an attribute of a storage", named(a=storage() + b"N}" + text("count") + number(99) +
                                        b"s\x86b" + b"0" + tensor(1)), "after its storage"),
    ("a memo index of 2^31", b"Nr\xff\xff\xff\x7f0" + b"]e", "damaged pickle"),
    ("lists with 2^40 ways", nested(40), "more than"),
    ("a name twice", b"}(" + text("a.b") + tensor() + text("a") + named(b=tensor()) + b"u",
     "two tensors are named 'a.b'"),
    ("no end", None, "damaged pickle")]


def archive(path, pickle, compressed=False, **members):
    kind = zipfile.ZIP_DEFLATED if compressed else zipfile.ZIP_STORED
    with zipfile.ZipFile(path, "w", kind) as out:
        out.writestr("m/data.pkl", pickle)
        for name, data in {"0": numpy.arange(8, dtype="<f4").tobytes(), **members}.items():
            out.writestr(f"m/data/{name}", data)


def check_good():
    base = numpy.arange(8, dtype="<f4").reshape(2, 4)
    archive("good.pt", b"\x80\2" + named(
        whole=tensor(), turned=tensor(0, (4, 2), (1, 4)), part=tensor(1, (2, 2), (4, 2)),
        none=tensor(0, (0, 5), (5, 1)), scalar=tensor(7, (), ()), wide=tensor(3, (6,), (0,)),
        half=tensor(of=storage("h", "BFloat16Storage")), parameter=tensor(),
        order=b"ccollections\nOrderedDict\n)R}" + text("x") + tensor() + b"sb") + b".",
            h=bytes(range(16)))
    due = {"whole": base, "turned": base.T, "part": base[:, 1::2], "scalar": base[1, 3],
           "none": numpy.zeros((0, 5), "<f4"), "wide": numpy.full(6, 3, "<f4"),
           "half": numpy.frombuffer(bytes(range(16)), "<u2").reshape(2, 4), "parameter": base}
    found = lp.open("good.pt")
    wrong = [] if sorted(found) == sorted(due) else [str(sorted(found))]
    wrong += [f"{name}: {found[name]}" for name in found
              if found[name].dtype != due[name].dtype or not numpy.array_equal(found[name], due[name])]
    codecs = {a["name"]: a["codec"] for a in lp.profile(
        {name: [found[name]] for name in ("whole", "half")}).data["allocations"]}
    wrong += [] if codecs == {"whole": "bpc", "half": "ebd"} else [str(codecs)]
    result(wrong, "strided tensors and views of one storage; the type of bfloat16")


def check_bad():
    wrong = []
    for what, pickle, words in BAD:
        archive("bad.pt", b"\x80\2" + (b"]" if pickle is None else pickle + b"."))
        try:
            wrong.append(f"{what}: {list(lp.open('bad.pt').items())[:1]}")
        except lp.Error as error:
            wrong += [] if words in str(error) and "bad.pt: " in str(error) else [f"{what}: {error}"]
    archive("packed.pt", b"\x80\2" + named(a=tensor()) + b".", compressed=True)
    for path, words in (("packed.pt", "compressed"), ("cut.pt", "zip")):
        with open("good.pt", "rb") as file, open("cut.pt", "wb") as cut:
            cut.write(file.read()[:-30])
        try:
            wrong.append(f"{path}: {list(lp.open(path))}")
        except lp.Error as error:
            wrong += [] if words in str(error) else [f"{path}: {error}"]
    wrong += ["a function of the file was run"] if os.path.exists("was_run") else []
    result(wrong, f"{len(BAD) + 2} files that are refused")


def check_changed(seed):
    try:
        import torch  # noqa: F401
    except ImportError:
        skip("changed files of torch", "no torch")
        return
    done = subprocess.run([sys.executable, "-B", f"{HERE}/torch_fuzz.py", "2000", str(seed)],
                          capture_output=True, text=True, check=False)
    result(done.stderr.splitlines() if done.returncode else [], f"changed files (seed {seed})")


def main():
    seed = int(os.environ.get("LP_SEED", "1"))
    with tempfile.TemporaryDirectory() as work:
        os.chdir(work)
        check_good()
        check_bad()
        os.chdir("/")
    check_changed(seed)
    return end()


if __name__ == "__main__":
    sys.exit(main())
