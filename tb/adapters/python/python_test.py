#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""adapters/python/linepress: arrays leave device memory and come back, and bad use is an exception."""
import os
import sys

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../..")
BUILD = os.path.abspath(os.environ.get("BUILD", "build"))
sys.path.insert(0, os.path.join(ROOT, "adapters/python"))
sys.dont_write_bytecode = True
os.environ["LINEPRESS_LIB"] = BUILD

try:
    import numpy
except ImportError:
    print("ok 1 - arrays through the copy call # SKIP no NumPy\n1..1")
    sys.exit(0)
import linepress  # noqa: E402


def raises(kind, call, **fields):
    try:
        call()
    except kind as error:
        return all(getattr(error, name) == value for name, value in fields.items())
    return False


def arrays(rng):
    yield numpy.zeros((64, 64), numpy.float32)
    yield numpy.maximum(rng.standard_normal((4, 8, 13, 13)), 0).astype(numpy.float32)
    yield rng.integers(0, 255, (1001,), numpy.uint8)
    yield numpy.arange(600, dtype=numpy.float64).reshape(20, 30).T
    yield numpy.array(3.5)


def round_trips():
    rng = numpy.random.default_rng(1)
    with linepress.Dma("model", device_bytes=1 << 20) as dma:
        for array in arrays(rng):
            for codec in linepress.CODECS:
                buffer = dma.put(array)
                stream = dma.compress(buffer, codec)
                assert len(stream) == dma.last.bytes
                for index in (True, False):
                    dma.decompress(buffer, stream, codec, index)
                    back = dma.get(buffer)
                    assert back.dtype == array.dtype and back.shape == array.shape
                    assert (back == array).all()
                dma.free(buffer)
        dma.rate(48)


def sizes():
    with linepress.Dma() as dma:
        buffer = dma.put(numpy.zeros((64, 64), numpy.float32))
        assert dma.compress(buffer) == bytes(64 * 64 * 4 // 32)
        assert dma.last.zeros == 64 * 64


def bad_use():
    assert raises(linepress.Error, lambda: linepress.Dma("tape"), code=-1)
    assert raises(linepress.Error, lambda: linepress.Dma("model", channels=99), code=-1)
    assert raises(TypeError, lambda: linepress.Dma("model", chanels=6))
    with linepress.Dma("model", device_bytes=4096) as dma:
        assert raises(ValueError, lambda: dma.put(numpy.zeros(0)))
        assert raises(linepress.Error, lambda: dma.put(numpy.zeros(4096, numpy.uint8)), code=-18)
        buffer = dma.put(numpy.ones(1000, numpy.uint8))
        stream = dma.compress(buffer, "bpc")
        assert raises(linepress.Error, lambda: dma.decompress(buffer, stream[:-1], "bpc"),
                      status=10)
        assert raises(linepress.Error,
                      lambda: dma.decompress(buffer, stream[:-1], "bpc", index=False), status=9)
        assert raises(linepress.Error, lambda: dma.decompress(buffer, b""), status=1)
        assert raises(KeyError, lambda: dma.compress(buffer, "lzma"))
        dma.free(buffer)
        assert raises(linepress.Error, lambda: dma.get(buffer), code=-20)


def main():
    tests, bad = (round_trips, sizes, bad_use), False
    for count, test in enumerate(tests, 1):
        try:
            test()
            print(f"ok {count} - {test.__name__}")
        except Exception as error:  # pylint: disable=broad-except
            trace = error.__traceback__
            while trace.tb_next is not None:
                trace = trace.tb_next
            print(f"# {trace.tb_frame.f_code.co_filename}:{trace.tb_lineno}: {error!r}")
            print(f"not ok {count} - {test.__name__}")
            bad = True
    print(f"1..{len(tests)}")
    return bad


sys.exit(main())
