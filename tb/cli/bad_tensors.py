# SPDX-License-Identifier: Apache-2.0
"""Rows about files of tensors that are damaged, contradict themselves, or are not taken apart."""
import json
import os
import struct
import zlib

from bad_npy import make
from bad_row import Row
from tensor_files import gguf_text, member, zip_of

MANY = 131073  # one more than a file may have
NPY = (b"\x93NUMPY\1\0\x46\0" + b"{'descr': '<f4', 'fortran_order': False, 'shape': (2,), }".ljust(70)
       + bytes(8))
HOLLOW = NPY.replace(b"(2,)", b"(9,)")
OBJECTS = NPY.replace(b"'<f4'", b"'|O' ")


def st(entries, data=bytes(16)):
    """A safetensors file of this header, as an object or as text."""
    text = entries if isinstance(entries, bytes) else json.dumps(entries).encode()
    return struct.pack("<Q", len(text)) + text + data


def entry(begin=0, end=16, shape=(4,), dtype="F32", **more):
    return {"dtype": dtype, "shape": list(shape), "data_offsets": [begin, end], **more}


def st_many():
    one = '"%d":{"dtype":"U8","shape":[0],"data_offsets":[0,0]}'
    return st(("{" + ",".join(one % i for i in range(MANY)) + "}").encode(), b"")


def pair(first, second):
    """Two tensors without spaces between them in the JSON."""
    return st(f'{{"a":{json.dumps(first)},"{"b" if second else "a"}":'
              f'{json.dumps(second or first)}}}'.encode())


def gguf(*tensors, version=3, settings=b"", count=None, setting_count=0, data=bytes(64)):
    """Tensors are (name, axes, type, offset)."""
    head = b"GGUF" + struct.pack("<IQQ", version, len(tensors) if count is None else count,
                                 setting_count) + settings
    for name, axes, kind, offset in tensors:
        head += gguf_text(name) + struct.pack(f"<I{len(axes)}QIQ", len(axes), *axes, kind, offset)
    return head + bytes(-len(head) % 32) + data


ALIGNED = gguf_text("general.alignment")
NESTED = gguf_text("k") + struct.pack("<I", 9) + struct.pack("<IQ", 9, 1) * 9
GOOD_ZIP = zip_of(member("a.npy", NPY))
PACKED = member("a.npy", NPY)

SAFETENSORS = (
    ("cut in its length", b"\x20\0\0", "truncated"),
    ("cut in its header", st({"a": entry()})[:40], "truncated"),
    ("of 0 bytes", b"", "truncated"),
    ("that is a pointer of Git LFS", b"version https://git-lfs.github.com/spec/v1\n", "longer than"),
    ("with a header of 100 MB and a byte", struct.pack("<Q", 100000001) + b'{"', "longer than"),
    ("with a header of 2^63 bytes", struct.pack("<Q", 1 << 63) + b"{}", "longer than"),
    ("with a header that is no JSON", st(b'{"a":}'), "no valid JSON"),
    ("with a list for a header", st(b'["a"]'), "no object"),
    ("with text after its header's object", st(b'{} x'), "no valid JSON"),
    ("cut in its data", st({"a": entry()}, bytes(15)), "tensor 'a' ends at byte 16 of 15"),
    ("with a byte too many", st({"a": entry()}, bytes(17)), "1 bytes after.* belong to no tensor"),
    ("with a hole", st({"a": entry(0, 4, (1,)), "b": entry(8, 16, (2,))}),
     "4 bytes after.* belong to no"),
    ("with tensors that overlap", st({"a": entry(0, 12, (3,)), "b": entry(8, 16, (2,))}),
     "'a' and 'b' overlap"),
    ("with one range twice", st({"a": entry(), "b": entry()}), "overlap"),
    ("with a negative offset", st({"a": entry(-4, 12)}), "no begin and end"),
    ("with an offset past the file", st({"a": entry(16, 32)}), "ends at byte 32 of 16"),
    ("with an offset of 2^63", st({"a": entry(0, 1 << 63)}), "no valid JSON"),
    ("with an end before its begin", st({"a": entry(16, 0)}), "no begin and end"),
    ("with three offsets", st({"a": {**entry(), "data_offsets": [0, 8, 16]}}), "no begin and end"),
    ("with offsets of text", st({"a": {**entry(), "data_offsets": ["0", "16"]}}), "no begin"),
    ("with a shape of other bytes", st({"a": entry(shape=(5,))}), "not those of its shape"),
    ("with a shape of 2^64 bytes", st({"a": entry(shape=(1 << 62, 4))}), "not those of its shape"),
    ("with a negative length", st({"a": entry(shape=(-4,))}), "a shape that is no list"),
    ("with 65 axes", st({"a": entry(shape=(1,) * 64 + (4,))}), "a shape that is no list"),
    ("with an unknown type", st({"a": entry(dtype="F31")}), "unknown dtype"),
    ("with a key too many", st({"a": entry(more=1)}), "no object of dtype"),
    ("with a name twice", pair(entry(), None), "no valid JSON: duplicate"),
    ("with a name of ..", st({"a/../b": entry()}), "no valid name"),
    ("with an empty name", st({"": entry()}), "no valid name"),
    ("with a name with NUL", st(b'{"a\\u0000":1}'), "no valid JSON"),
    ("with a name that rings", st({"\a": entry()}), "no valid name"),
    ("with a name of 1025 bytes", st({"n" * 1025: entry()}), "no valid name"),
    ("with 131073 tensors", st_many(), "more than 131072 tensors"),
    ("with 5 million values", st(b'{"a":[' + b"0," * 5000000 + b"0]}"), "more values than"),
    ("with 100,000 brackets", st(b'{"a":' + b"[" * 100000), "no valid JSON"),
)
GGUF = (
    ("cut in its magic", b"GG", "truncated"),
    ("of another magic", b"GGML" + bytes(40), "wrong magic"),
    ("of version 1", gguf(version=1), "version 1 of GGUF"),
    ("of version 4", gguf(version=4), "version 4 of GGUF"),
    ("of the other byte order", b"GGUF" + struct.pack(">IQQ", 3, 0, 0), "the high byte"),
    ("of 2^60 tensors", gguf(count=1 << 60), "more than 131072 tensors"),
    ("of 1 tensor that is missing", gguf(count=1, data=b""), "truncated"),
    ("of 2^60 settings", gguf(setting_count=1 << 60), "truncated|unknown type"),
    ("with a setting of type 13", gguf(setting_count=1, settings=gguf_text("k") + b"\x0d\0\0\0"),
     "unknown type 13"),
    ("with a key of 2^63 bytes", gguf(setting_count=1, settings=struct.pack("<Q", 1 << 63)),
     "is longer than 65536"),
    ("with an array of 2^61 numbers",
     gguf(setting_count=1, settings=gguf_text("k") + struct.pack("<IIQ", 9, 10, 1 << 61)),
     "truncated"),
    ("with an array of 2^62 texts",
     gguf(setting_count=1, settings=gguf_text("k") + struct.pack("<IIQ", 9, 8, 1 << 62)),
     "truncated"),
    ("with 9 arrays in each other", gguf(setting_count=1, settings=NESTED), "more than 4 arrays"),
    ("aligned to 0", gguf(setting_count=1, settings=ALIGNED + struct.pack("<II", 4, 0)),
     "no power of two"),
    ("aligned to 48", gguf(setting_count=1, settings=ALIGNED + struct.pack("<II", 4, 48)),
     "no power of two"),
    ("aligned by a text", gguf(setting_count=1, settings=ALIGNED + b"\x08\0\0\0" + gguf_text("8")),
     "no power of two"),
    ("with 9 axes", gguf(("a", (1,) * 9, 0, 0)), "more than 8 axes"),
    ("with type 4", gguf(("a", (4,), 4, 0)), "unknown type 4"),
    ("with type 2^32 - 1", gguf(("a", (4,), 0xffffffff, 0)), "unknown type 4294967295"),
    ("with half a block", gguf(("a", (16,), 2, 0)), "no whole blocks of Q4_0"),
    ("with 2^64 bytes", gguf(("a", (1 << 32, 1 << 32), 0, 0)), "no whole blocks.*or too many"),
    ("cut in its data", gguf(("a", (17,), 0, 0)), "truncated|and the file has"),
    ("with an offset past the file", gguf(("a", (4,), 0, 64)), "truncated: tensor 'a'"),
    ("with an offset of 2^63", gguf(("a", (4,), 0, 1 << 63)), "and the file has"),
    ("with an offset that is not aligned", gguf(("a", (4,), 0, 16)), "not aligned to 32"),
    ("with tensors that overlap", gguf(("a", (16,), 0, 0), ("b", (4,), 0, 32)), "overlap"),
    ("with a name twice", gguf(("a", (8,), 0, 0), ("a", (8,), 0, 32)), "two tensors of the name"),
    ("with a name of ..", gguf(("..", (4,), 0, 0)), "no valid name"),
    ("with a name of 2000 bytes", gguf(("n" * 2000, (4,), 0, 0)), "longer than 1024"),
)
NPZ = (
    ("of 0 bytes", b"", "no zip archive"),
    ("cut in its directory", GOOD_ZIP[:-30], "no zip archive"),
    ("with a byte after it", GOOD_ZIP + b"x", "no zip archive"),
    ("cut at its beginning", GOOD_ZIP[1:], "damaged"),
    ("of 2 members, of which 1 is there", zip_of(PACKED, directory=2), "1 members and not 2"),
    ("of no member, of which 1 is there", zip_of(PACKED, directory=0), "more than 0 members"),
    ("with an encrypted member", GOOD_ZIP[:-(46 + 5 + 22 - 8)] + b"\1" + GOOD_ZIP[-(46 + 5 + 22 - 9):],
     "is encrypted"),
    ("packed by bzip2", zip_of(("a.npy", 12, NPY, len(NPY), 0)), "method 12"),
    ("with headers that differ", GOOD_ZIP.replace(b"a.npy", b"b.npy", 1), "two headers"),
    ("that claims 10 GB of a few bytes", zip_of(("a.npy", 8, b"\3\0", 4000000000, 0)),
     "cannot have 4000000000 bytes"),
    ("stored in fewer bytes than it has", zip_of(("a.npy", 0, NPY, len(NPY) + 1, 0)), "cannot have"),
    ("with a size of 64 bits that is missing", zip_of(("a.npy", 8, b"\3\0", 0xffffffff, 0)),
     "lacks its 64-bit sizes"),
    ("whose array is of objects", zip_of(member("a.npy", OBJECTS)), "'a'.*Python objects"),
    ("whose array has no bytes", zip_of(member("a.npy", b"")), "'a': has no bytes"),
    ("whose stored array has no bytes", zip_of(member("a.npy", b"", False)), "'a': has no bytes"),
    ("whose array is cut", zip_of(member("a.npy", HOLLOW)), "'a': truncated"),
    ("whose array is longer than its shape", zip_of(member("a.npy", NPY + b"x")),
     "'a': unexpected data"),
    ("whose member is no array", zip_of(member("a.npy", b"text of a letter")), "'a': not an .npy"),
    ("whose stream is no DEFLATE", zip_of(("a.npy", 8, b"\xff" * 9, 88, 0)), "'a': corrupt"),
    ("with a name of ..", zip_of(member("../a.npy", NPY)), "no valid name"),
    ("with no name", zip_of(member(".npy", NPY)), "no valid name"),
    ("with a name twice", zip_of(PACKED, PACKED), "two tensors of the name 'a'"),
)


def overlapped():
    """Two entries of the directory for one member: the unpacked bytes are more than all there are."""
    one = zip_of(PACKED)
    listing = one[-(22 + 46 + 5):-22]
    end = struct.pack("<IHHHHIIH", 0x06054b50, 0, 0, 2, 2, 2 * len(listing),
                      len(one) - 22 - len(listing), 0)
    return one[:-22] + listing.replace(b"a.npy", b"a.npy") + end


# Found while the bytes are counted, after the list.
LATE = (
    ("with a wrong CRC", zip_of(PACKED[:4] + (1,)), "corrupt"),
    ("stored with a wrong CRC", zip_of(member("a.npy", NPY, False)[:4] + (1,)), "corrupt"),
    ("whose stream goes on", zip_of(("a.npy", 8, PACKED[2] + b"x", len(NPY), PACKED[4])),
     "after the end"),
    ("whose stream has a byte more", zip_of(("a.npy", 8, member("", NPY + b"x")[2], len(NPY),
                                              zlib.crc32(NPY))), "after the end"),
)
REFUSED = (
    ("x.h5", b"\x89HDF\r\n\x1a\n" + bytes(600), "is an HDF5 file: the Python package"),
    ("x.pt", zip_of(member("x/data.pkl", b"\x80\2.")), "is a file of torch.save: the Python"),
    ("x", zip_of(member("x/data.pkl", b"\x80\2.")), "is a file of torch.save: the Python"),
    ("x.pth", b"\x80\2\x8a\nl\xfc\x9cF\xf9 j\xa8P\x19.", "is a file of torch.save: the Python"),
)


def rows_of_indexes():
    good = st({"a": entry()})

    def files(index, **more):
        def write():
            make("out/m.safetensors.index.json", index)()
            make("out/m.safetensors", good)()
            for name, data in more.items():
                make("out/" + name, data)()
        return write

    def of(weight_map):
        return json.dumps({"weight_map": weight_map}).encode()

    for name, index, says in (
            ("that is no JSON", b"{", "not JSON"),
            ("without a map", b"{}", "no weight_map"),
            ("with an empty map", of({}), "no weight_map"),
            ("of a number", of({"a": 1}), "is no text"),
            ("of a file that is missing", of({"a": "n.safetensors"}), "n.safetensors: No such file"),
            ("of a file in a folder", of({"a": "../m.safetensors"}), "no name of a file"),
            ("of ..", of({"a": ".."}), "no name of a file"),
            ("of a tensor that is missing", of({"a": "m.safetensors", "b": "m.safetensors"}),
             "names 2 tensors, and its files have 1"),
            ("without a tensor that is there", of({"b": "m.safetensors"}), "does not name"),
            ("of itself", of({"a": "m.safetensors.index.json"}), "is not a safetensors file")):
        yield Row(f"ratio: an index {name}", "ratio out/m.safetensors.index.json", says,
                  before=files(index))


def rows_of_folders():
    def folder():
        os.makedirs("out/m", exist_ok=True)
        make("out/m/m.safetensors", st({"a": entry(0, 8, (2,)), "b": entry(8, 16, (2,))}))()
        make("out/m/m.safetensors.index.json", b'{"weight_map": {"a": "m.safetensors"}}')()
        make("out/m/notes", b"plain")()

    yield Row("ratio: a folder with an index", "ratio --json out/m", "index.json: is left out",
              status=0, prints='"tensor": "b".*/notes"|/notes".*"tensor": "b"', before=folder)
    yield Row("ratio: --tensor in a folder", "ratio --json --tensor b out/m", "is left out", status=0,
              prints=r'^(?!.*notes)(?!.*"tensor": "a").*"tensor": "b"', before=folder)
    yield Row("ratio: one bad file of a folder", "ratio --json out/m", "x.gguf: wrong magic|x.gguf: is no",
              lines=2, prints='"tensor": "b"',
              before=lambda: (folder(), make("out/m/x.gguf", b"GGML" + bytes(40))()))


def rows_of_use():
    good = st({"a.w": entry(0, 8, (2,)), "b": entry(8, 16, (2,))})
    before = make("out/x.safetensors", good)
    yield Row("compress: a file of tensors to one output", "compress --codec zvc out/x.safetensors out/x",
              "--tensor takes one", before=before)
    yield Row("compress: no tensor of the name", "compress --codec zvc --tensor c out/x.safetensors out/x",
              "--tensor takes one", before=before)
    yield Row("ratio: no tensor of the name", "ratio --tensor c out/x.safetensors",
              "no tensor's name matches 'c'", before=before)
    yield Row("ratio: --tensor of a plain file", "ratio --tensor a out/x", "is no file of tensors",
              before=make("out/x", b"plain"))
    yield Row("ratio: a file without tensors", "ratio out/x.safetensors", "no tensor in it",
              before=make("out/x.safetensors", st({}, b"")))
    yield Row("profile: a deflated array with a wrong CRC", "profile out/x.npz", "x.npz: corrupt",
              before=make("out/x.npz", LATE[0][1]))
    yield Row("profile: a deflated array, and no place to unpack it", "profile out/x.npz",
              "temporary file of unpacked arrays .TMPDIR.: No such file",
              env={"TMPDIR": "nowhere"}, before=make("out/x.npz", GOOD_ZIP))
    yield Row("profile: no tensor of the name", "profile --tensor c out/x.safetensors",
              "nothing of a snapshot set", before=before)
    yield Row("profile: --tensor of a folder", "profile --tensor c .", "is a folder, and --tensor")
    yield Row("profile: a damaged file", "profile out/x.safetensors", "overlap",
              before=make("out/x.safetensors", st({"a": entry(), "b": entry()})))
    yield Row("compress: --list with a folder", "compress --list -o out/d out/x.safetensors",
              "only one of -c, -o and --list", before=before)
    yield Row("dma: no tensor of the name", "dma --tensor c out/x.safetensors",
              "no tensor's name matches 'c'", before=before)
    yield Row("dma: an array with a wrong CRC", "dma out/x.npz", "out/x.npz:a: corrupt",
              before=make("out/x.npz", LATE[0][1]))
    yield Row("dma: a damaged file", "dma out/x.safetensors", "overlap",
              before=make("out/x.safetensors", st({"a": entry(), "b": entry()})))
    yield Row("bench: no tensor of the name", "bench --codec zvc --tensor c out/x.safetensors",
              "no tensor's name matches 'c'", before=before)
    yield Row("bench: an array with a wrong CRC", "bench --codec zvc out/x.npz",
              "out/x.npz:a: corrupt", before=make("out/x.npz", LATE[0][1]))
    yield Row("buddy: a file of tensors", "buddy out/x.safetensors",
              "out/x.safetensors: looks like a safetensors file; --raw takes it as bytes",
              before=before)
    for command in ("ratio -", "compress --codec zvc - out/x", "dma -", "buddy -"):
        yield Row(f"{command}: safetensors from a pipe", command,
                  "looks like a safetensors file; --raw takes it as bytes", stdin=good)
        yield Row(f"{command}: GGUF from a pipe", command,
                  "looks like a GGUF file; --raw takes it as bytes", stdin=gguf())
    for name in ("x.safetensors", "x"):
        yield Row(f"ratio: --raw of {name}", f"ratio --raw --json out/{name}", status=0, lines=0,
                  prints=f'"bytes": {len(good)}, ', before=make("out/" + name, good))


def rows():
    for kind, table in (("safetensors", SAFETENSORS), ("gguf", GGUF), ("npz", NPZ)):
        for name, content, says in table:
            yield Row(f"ratio: {kind} {name}", f"ratio out/x.{kind}", f"out/x.{kind}: .*({says})",
                      before=make(f"out/x.{kind}", content))
    yield Row("ratio: npz with one member listed twice", "ratio out/x.npz", "overlap|two tensors",
              before=make("out/x.npz", overlapped()))
    for name, content, says in LATE:
        yield Row(f"ratio: npz {name}", "ratio out/x.npz", f"out/x.npz:a: .*{says}",
                  before=make("out/x.npz", content))
        yield Row(f"compress: npz {name}", "compress --codec zvc --tensor a out/x.npz out/x",
                  f"out/x.npz:a: .*{says}", before=make("out/x.npz", content))
    for name, content, says in REFUSED:
        yield Row(f"ratio: {name}", f"ratio out/{name}", says, before=make("out/" + name, content))
    yield from rows_of_indexes()
    yield from rows_of_folders()
    yield from rows_of_use()
