# SPDX-License-Identifier: Apache-2.0
"""python3 -m linepress.swap train: exit status 0 good, 2 bad use or bad input."""
import sys

USAGE = "usage: python3 -m linepress.swap train --net N --policy P [OPTION]...\n" \
    "Options: python3 -m linepress.swap train --help\n"


def main():
    if sys.argv[1:] in (["--help"], ["-h"]):
        sys.stdout.write(USAGE)
        return 0
    if sys.argv[1:2] != ["train"]:
        sys.stderr.write("linepress.swap: train is what it does; try --help\n")
        return 2
    # pylint: disable=import-outside-toplevel
    from .library import Error
    try:
        import torch  # noqa: F401 # pylint: disable=unused-import
    except ImportError:
        sys.stderr.write("linepress.swap: PyTorch is missing: Debian's package is python3-torch\n")
        return 2
    from .train import main as train
    try:
        train(sys.argv[2:])
    except Error as error:
        sys.stderr.write(f"linepress.swap: {error}\n")
        return 2
    except OSError as error:
        sys.stderr.write(f"linepress.swap: {error.filename or 'output'}: {error.strerror}\n")
        return 2
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.stderr.write("linepress.swap: interrupted\n")
        sys.exit(130)
