# SPDX-License-Identifier: Apache-2.0
"""The result of `linepress swap tune --json`, as arguments of Swapper."""
import json

from .arguments import BLOCKS
from .library import GRID_MAX, Error, codec_number

FORMS = {"direct": (False, False), "staged": (True, True)}


def tuned(path):
    """Arguments `codec`, `grid`, `block` and `device` from this file, and on a GPU `staged`."""
    try:
        with open(path, encoding="utf-8") as file:
            content = json.load(file)
        found = {name: content[name] for name in ("codec", "grid", "block", "device")}
        codec_number(found["codec"])
        if type(found["grid"]) is not int or not 1 <= found["grid"] <= GRID_MAX or \
                type(found["block"]) is not int or found["block"] not in BLOCKS or \
                not isinstance(found["device"], str) or not found["device"]:
            raise ValueError("grid, block or device")
        if found["device"] != "cpu":
            found["staged"] = FORMS[content["form"]]
    except OSError as error:
        raise Error(f"{path}: {error.strerror}") from None
    except (Error, ValueError, KeyError, TypeError, RecursionError) as error:
        raise Error(f"{path}: not written by 'linepress swap tune --json': {error!r}") from None
    return found
