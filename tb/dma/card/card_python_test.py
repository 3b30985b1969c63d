#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Cards in adapters/python/linepress: sim:, and litepcie: with the object that replaces its driver,
where copies are longer than a run of the streams and start at any address."""
import os
import random
import subprocess
import sys
import tempfile

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../..")
BUILD = os.path.abspath(os.environ.get("BUILD", "build"))
sys.path[:0] = [os.path.join(ROOT, "adapters/python"), os.path.join(ROOT, "tb")]
sys.dont_write_bytecode = True
os.environ["LINEPRESS_LIB"] = BUILD
os.environ.setdefault("LINEPRESS_CARD_SERVER", f"{BUILD}/linepress-card-server")
import linepress  # noqa: E402
import tap  # noqa: E402


def refused(call, words):
    try:
        call()
    except linepress.Error as error:
        return [] if words in str(error) else str(error)
    return "no error"


def registers_and_memory():
    with linepress.Card("sim:", timeout_ms=5000) as card:
        info = card.info
        tap.result([] if info.major == 1 and info.blocks == 2 and info.channels == 2 else
                   str(info.blocks), "info")
        card.write32(0x18, 0x1234)
        tap.result(card.read32(0x18) != 0x1234 or card.read32(0) != 0x4950434c, "registers")
        card.poke(4099, b"any bytes, anywhere")
        tap.result(card.peek(4099, 19) != b"any bytes, anywhere", "memory")
        tap.result(refused(lambda: card.peek(info.memory_bytes, 1), "address"), "outside")
        tap.result(refused(lambda: card.read32(2), "argument"), "no register")
    tap.result(refused(lambda: linepress.Card("tape:"), "no card's name"), "no card")


def arrays():
    try:
        import numpy
    except ImportError:
        tap.skip("arrays", "no NumPy")
        return
    with linepress.Card("sim:") as card:
        array = numpy.arange(2000, dtype=numpy.float32) % 7
        buffer = card.dma.put(array)
        stream = card.dma.compress(buffer)
        card.dma.decompress(buffer, stream)
        tap.result(not (card.dma.get(buffer) == array).all() or len(stream) >= array.nbytes,
                   "arrays")
        dma = card.dma
    tap.result(refused(lambda: dma.get(buffer), "argument"), "an engine whose card is closed")


def streams():
    """In a process whose driver is a stand-in."""
    data = random.Random(3).randbytes(4 << 20)
    with linepress.Card("litepcie:/dev/litepcie0") as card:
        for at, size in ((4099, len(data) - 7), (0, 8192), (64, 8224), (31, 8225), (33, 270400)):
            card.poke(at, data[:size])
            assert card.peek(at, size) == data[:size], (at, size)


def behind_driver():
    with tempfile.TemporaryDirectory() as folder:
        with open(f"{folder}/litepcie0", "w", encoding="utf-8"):
            pass
        done = subprocess.run(
            [sys.executable, __file__, "streams"], capture_output=True, text=True, check=False,
            env={**os.environ, "PRELOAD_DIR": folder,
                 "LD_PRELOAD": f"{BUILD}/card/litepcie_preload.so"})
    tap.result(done.stderr if done.returncode else [], "copies of any size by streams")


def main():
    if sys.argv[1:] == ["streams"]:
        streams()
        return 0
    registers_and_memory()
    arrays()
    behind_driver()
    return tap.end()


sys.exit(main())
