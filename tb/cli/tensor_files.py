# SPDX-License-Identifier: Apache-2.0
"""Made files of tensors, written here from the formats' descriptions alone."""
import io
import json
import os
import struct
import zipfile
import zlib
from dataclasses import dataclass

try:
    import numpy
except ImportError:
    numpy = None  # .npz files are then written here alone

# Element bytes, by the formats' own names of types.
SAFETENSORS = {"F64": 8, "F32": 4, "F16": 2, "BF16": 2, "I64": 8, "I32": 4, "I16": 2, "I8": 1,
               "U64": 8, "U32": 4, "U16": 2, "U8": 1, "BOOL": 1, "F8_E4M3": 1, "F8_E5M2": 1,
               "C64": 8}
# Number, elements of a block, bytes of a block.
GGUF = {"F32": (0, 1, 4), "F16": (1, 1, 2), "Q4_0": (2, 32, 18), "Q5_1": (7, 32, 24),
        "Q8_0": (8, 32, 34), "Q2_K": (10, 256, 84), "Q6_K": (14, 256, 210),
        "IQ2_XXS": (16, 256, 66), "IQ4_NL": (20, 32, 18), "I8": (24, 1, 1), "I16": (25, 1, 2),
        "I32": (26, 1, 4), "I64": (27, 1, 8), "F64": (28, 1, 8), "BF16": (30, 1, 2),
        "TQ1_0": (34, 256, 54), "MXFP4": (39, 32, 17)}
NPY = {"<f4": 4, ">f4": 4, "<f8": 8, "<f2": 2, "<i8": 8, "|i1": 1, "|u1": 1, "|b1": 1, "<u2": 2,
       "<c8": 8, "<U3": 12, "|S5": 5, "<M8[ns]": 8}


@dataclass
class Tensor:
    name: str
    dtype: str
    shape: list  # outermost axis first
    data: bytes


def draw_name(rng, taken):
    """A name that no other tensor has; some have blanks, slashes and letters past ASCII."""
    while True:
        words = [rng.choice(("layers", "h", "weight", "bias", "attn", "кэш", "a b", "0", "..w", "w.."))
                 for _ in range(rng.randrange(1, 4))]
        name = rng.choice("./:").join(words) + str(rng.randrange(100))
        if name not in taken:
            taken.add(name)
            return name


def draw_shape(rng, block):
    shape = [rng.choice((1, 2, 3, 5, 17)) for _ in range(rng.randrange(0, 4))]
    if rng.random() < 0.05:
        shape.append(0)
    if block > 1:
        shape.append(block * rng.randrange(1, 4))
    elif rng.random() < 0.5:
        shape.append(rng.randrange(1, 300))
    return shape


def draw_data(rng, size):
    """Bytes with runs of zeros, so that codecs differ."""
    data = bytearray()
    while len(data) < size:
        run = rng.randrange(1, 200)
        data += bytes(run) if rng.random() < 0.4 else rng.randbytes(run)
    return bytes(data[:size])


def elements(shape):
    count = 1
    for axis in shape:
        count *= axis
    return count


def draw(rng, types):
    """Tensors of (name of the type, elements of a block, bytes of a block)."""
    taken, tensors = set(), []
    for _ in range(rng.randrange(1, 9)):
        dtype, block, size = rng.choice(types)
        shape = draw_shape(rng, block)
        tensors.append(Tensor(draw_name(rng, taken), dtype, shape,
                              draw_data(rng, elements(shape) // block * size)))
    return tensors


# ---- safetensors ----

def npy_types():
    return [(name, 1, size) for name, size in NPY.items()]


def safetensors_types():
    return [(name, 1, size) for name, size in SAFETENSORS.items()]


def safetensors(rng, tensors):
    """The header's keys are in another order than the bytes."""
    entries, data = {}, b""
    for tensor in tensors:
        entries[tensor.name] = {"dtype": tensor.dtype, "shape": tensor.shape,
                                "data_offsets": [len(data), len(data) + len(tensor.data)]}
        data += tensor.data
    keys = list(entries)
    rng.shuffle(keys)
    header = {key: entries[key] for key in keys}
    if rng.random() < 0.5:
        header["__metadata__"] = {"format": "pt", "note": "a \"quoted\" ü"}
    text = json.dumps(header, ensure_ascii=rng.random() < 0.5).encode()
    text += b" " * (-len(text) % rng.choice((1, 8)))
    return struct.pack("<Q", len(text)) + text + data


def write_index(rng, folder, tensors):
    """Shards and their index; returns the index's path."""
    shards = [[] for _ in range(rng.randrange(1, 4))]
    for tensor in tensors:
        rng.choice(shards).append(tensor)
    shards = [shard for shard in shards if shard]
    names = {}
    for number, shard in enumerate(shards):
        file = f"model-{number + 1:05}-of-{len(shards):05}.safetensors"
        with open(os.path.join(folder, file), "wb") as out:
            out.write(safetensors(rng, shard))
        names.update({tensor.name: file for tensor in shard})
    path = os.path.join(folder, "model.safetensors.index.json")
    with open(path, "w", encoding="utf-8") as out:
        json.dump({"metadata": {"total_size": sum(len(t.data) for t in tensors)},
                   "weight_map": names}, out)
    return path


# ---- GGUF ----

def gguf_types():
    return [(name, block, size) for name, (_, block, size) in GGUF.items()]


def gguf_text(text):
    data = text if isinstance(text, bytes) else text.encode()
    return struct.pack("<Q", len(data)) + data


def gguf_settings(rng, alignment):
    """Some of each type, in any order."""
    numbers = ("<B", "<b", "<H", "<h", "<I", "<i", "<f", "<?", None, None, "<Q", "<q", "<d")
    settings = [gguf_text("general.name") + struct.pack("<I", 8) + gguf_text("made"),
                gguf_text("tokens") + struct.pack("<IIQ", 9, 8, 3) + gguf_text("a") +
                gguf_text("") + gguf_text("ü"),
                gguf_text("nested") + struct.pack("<IIQ", 9, 9, 2) +
                struct.pack("<IQ3H", 2, 3, 1, 2, 3) + struct.pack("<IQ", 8, 0)]
    for number, form in enumerate(numbers):
        if form is not None:
            settings.append(gguf_text(f"of.{number}") + struct.pack("<I", number) +
                            struct.pack(form, 1))
    settings = rng.sample(settings, rng.randrange(len(settings) + 1))
    if alignment != 32 or rng.random() < 0.3:
        settings.append(gguf_text("general.alignment") + struct.pack("<II", 4, alignment))
    rng.shuffle(settings)
    return settings


def gguf(rng, tensors):
    alignment = rng.choice((32, 32, 8, 64, 256))
    settings = gguf_settings(rng, alignment)
    head = b"GGUF" + struct.pack("<IQQ", rng.choice((2, 3)), len(tensors), len(settings))
    head += b"".join(settings)
    data = b""
    for tensor in tensors:
        head += gguf_text(tensor.name) + struct.pack("<I", len(tensor.shape))
        head += b"".join(struct.pack("<Q", axis) for axis in reversed(tensor.shape))
        head += struct.pack("<IQ", GGUF[tensor.dtype][0], len(data))
        data += tensor.data + bytes(-len(tensor.data) % alignment)
    return head + bytes(-len(head) % alignment) + data


# ---- .npz ----

def npy(tensor, fortran, version=1):
    text = f"{{'descr': '{tensor.dtype}', 'fortran_order': {fortran}, 'shape': ("
    text += "".join(f"{axis}, " for axis in tensor.shape) + "), }"
    prefix = 10 if version == 1 else 12
    text += " " * (-(prefix + len(text) + 1) % 64) + "\n"
    return (b"\x93NUMPY" + bytes((version, 0)) +
            struct.pack("<H" if version == 1 else "<I", len(text)) + text.encode() + tensor.data)


def numpys(rng, tensors):
    """An .npz file of NumPy's own writing."""
    arrays, out = {}, io.BytesIO()
    for tensor in tensors:
        array = numpy.frombuffer(tensor.data, dtype=tensor.dtype)
        order = rng.choice("CF")
        arrays[tensor.name] = array.reshape(tensor.shape, order=order)
    (numpy.savez_compressed if rng.random() < 0.5 else numpy.savez)(out, **arrays)
    return out.getvalue()


def npz(rng, tensors):
    """NumPy's writing, if it is there, or members stored and deflated side by side."""
    if numpy is not None and rng.random() < 0.5:
        return numpys(rng, tensors)
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        archive.comment = rng.randbytes(rng.choice((0, 0, 30)))
        for tensor in tensors:
            info = zipfile.ZipInfo(tensor.name + ".npy")
            info.compress_type = rng.choice((zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED))
            with archive.open(info, "w", force_zip64=rng.random() < 0.5) as file:
                file.write(npy(tensor, rng.random() < 0.3, rng.choice((1, 2, 3))))
    return out.getvalue()


# ---- ELF cores ----

def draw_segments(rng):
    address, tensors = 0x400000, []
    for _ in range(rng.randrange(1, 6)):
        size = rng.randrange(1, 3000)
        tensors.append(Tensor(f"at-{address:x}", "", [size], draw_data(rng, size)))
        address += 0x1000 * rng.randrange(1, 5)
    return tensors


def core(rng, tensors):
    """Segments that cannot be written, and those without bytes in the file, are no tensors."""
    segments = [(6, int(t.name[3:], 16), t.data) for t in tensors]
    segments.insert(rng.randrange(len(segments) + 1), (5, 0x1000, b"code"))
    segments.insert(rng.randrange(len(segments) + 1), (6, 0x2000, b""))
    at, data, table = 64 + 56 * len(segments), b"", b""
    for flags, address, content in segments:
        table += struct.pack("<IIQQQQQQ", 1, flags, at + len(data), address, 0, len(content),
                             len(content) + 4096, 4096)
        data += content
    head = b"\x7fELF\2\1\1" + bytes(9) + struct.pack("<HHIQQQIHHHHHH", 4, 62, 1, 0, 64, 0, 0, 64,
                                                      56, len(segments), 0, 0, 0)
    return head + table + data


def zip_of(*members, directory=None, comment=b""):
    """An archive of (name, method, stored bytes, size, crc); each may be wrong."""
    out, listing = b"", b""
    for name, method, stored, size, crc in members:
        name = name.encode() if isinstance(name, str) else name
        listing += struct.pack("<IHHHHHHIIIHHHHHII", 0x02014b50, 20, 20, 0, method, 0, 0, crc,
                               len(stored), size, len(name), 0, 0, 0, 0, 0, len(out)) + name
        out += struct.pack("<IHHHHHIIIHH", 0x04034b50, 20, 0, method, 0, 0, crc, len(stored), size,
                           len(name), 0) + name + stored
    count = len(members) if directory is None else directory
    return out + listing + struct.pack("<IHHHHIIH", 0x06054b50, 0, 0, count, count, len(listing),
                                       len(out), len(comment)) + comment


def member(name, data, deflate=True):
    """An honest member for zip_of."""
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    stored = packer.compress(data) + packer.flush() if deflate else data
    return (name, 8 if deflate else 0, stored, len(data), zlib.crc32(data))
