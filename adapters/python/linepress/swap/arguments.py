# SPDX-License-Identifier: Apache-2.0
"""Checks of Swapper's arguments, each of which is refused in one line."""
import os

from .flow import SMS_MAX, VERIFY
from .library import GRID_MAX, Error

BLOCKS = (64, 128)
MOST = 1 << 60
POOL_LEAST = 4096  # bytes


def whole(name, value, most=MOST):
    if type(value) is not int or not 0 <= value <= most:
        raise Error(f"{name} {value!r} is not a whole number from 0 to {most}")


def check_pool(host, counts):
    if not isinstance(host, (str, bytes, os.PathLike)):
        raise Error(f"host {host!r} is not 'ram' or the name of a file")
    for name in ("host_bytes", "pinned_bytes"):
        if 0 < counts[name] < POOL_LEAST:
            raise Error(f"{name} {counts[name]} is less than {POOL_LEAST}")


def check_link(link):
    if link is None:
        return
    try:
        out, in_ = link
        fine = 0 < out < 1e6 and 0 < in_ < 1e6
    except (TypeError, ValueError):
        fine = False
    if not fine:
        raise Error(f"link {link!r} is not two numbers above 0, in GB/s")


def check(link, grid, block, verify, staged, sms, host, sample, **counts):
    for name, value in counts.items():
        whole(name, value)
    check_pool(host, counts)
    if not isinstance(sample, (int, float)) or not sample >= 0:
        raise Error(f"sample {sample!r} is not a number from 0 on")
    whole("grid", grid, GRID_MAX)
    whole("sms", sms, SMS_MAX)
    check_link(link)
    if block not in BLOCKS:
        raise Error(f"block {block!r} is not {' or '.join(map(str, BLOCKS))}")
    if verify not in VERIFY:
        raise Error(f"verify {verify!r} is not {', '.join(VERIFY)}")
    if not isinstance(staged, (tuple, list)) or len(staged) != 2 or \
            any(type(way) is not bool for way in staged):
        raise Error(f"staged {staged!r} is not two of True and False, out and in")
