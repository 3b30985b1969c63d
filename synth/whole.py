# SPDX-License-Identifier: Apache-2.0
"""Files that are written atomically."""
import os


def write_whole(path, text):
    """A failed write raises OSError, leaves the old file and no other."""
    part = f"{path}.part.{os.getpid()}"
    try:
        with open(part, "w", encoding="utf-8") as out:
            out.write(text)
            out.flush()
            os.fsync(out.fileno())
        os.replace(part, path)
    except OSError:
        if os.path.exists(part):
            os.unlink(part)
        raise
