# SPDX-License-Identifier: Apache-2.0
"""Children, threads, maps and signals of Python, all of which is printed."""
import array
import hashlib
import mmap
import multiprocessing
import os
import signal
import subprocess
import sys
import threading
import time
import zlib


def grow(found, seed):
    data = bytearray()
    for i in range(60):
        data += bytes((seed + i) % 256 for _ in range(5000))
        data = data[1000:] if len(data) > 200000 else data
    found[seed] = hashlib.sha256(data).hexdigest()


def work(number):
    return zlib.crc32(array.array("I", range(number)).tobytes())


def main():
    found = {}
    threads = [threading.Thread(target=grow, args=(found, n)) for n in range(6)]
    for thread in threads:
        thread.start()
    for _ in range(10):
        child = subprocess.run(["sh", "-c", "cat; exit 4"], input=b"x" * 300000, check=False,
                               stdout=subprocess.PIPE)
        print(child.returncode, len(child.stdout))
    for thread in threads:
        thread.join()
    print(sorted(found.items()))
    with multiprocessing.get_context("fork").Pool(2) as pool:
        print(pool.map(work, [10000 * n for n in range(8)]))
    area = mmap.mmap(-1, 1 << 20)
    area[:] = bytes(range(256)) * 4096
    area.madvise(mmap.MADV_DONTNEED)
    area.resize(1 << 21)
    print(zlib.crc32(area), len(area))
    seen = []
    signal.signal(signal.SIGALRM, lambda number, _frame: seen.append(number))
    signal.setitimer(signal.ITIMER_REAL, .01)
    while not seen:
        time.sleep(.001)
    print(seen)
    child = os.fork()
    if child == 0:
        os.kill(os.getpid(), signal.SIGKILL)
    print(os.waitpid(child, 0)[1])
    try:
        os.waitpid(-1, 0)
    except ChildProcessError:
        print("no child is left")
    print("to standard error", file=sys.stderr)
    return 6


if __name__ == "__main__":
    sys.exit(main())
