#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Processor time that Swapper spends on a tensor of a GPU, in microseconds, CUDA's own calls apart.

    cost.py [--tensors N] [--steps N] [--limit TENSORS] [--json]

A chain of ReLUs is trained with and without Swapper, in turns, whose tensors are said to be a GPU's
and whose flow does nothing but be called. The difference of both is given, for each tensor that
leaves and comes; tensors have 64 KiB, so that the chain's own time is small.
"""
import argparse
import ctypes
import json
import os
import statistics
import sys
import time

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../..")
sys.path.insert(0, os.path.abspath(os.path.join(ROOT, "adapters/python")))
sys.dont_write_bytecode = True
os.environ.setdefault("LINEPRESS_LIB", os.path.abspath(os.environ.get("BUILD", "build")))

import torch  # noqa: E402
from linepress.swap import Swapper, flow, gpu, library, swapper  # noqa: E402

ELEMENTS = 1 << 14
WARM = 4  # steps


class Nothing:
    """A library whose calls take their arguments, and return 0."""

    def __init__(self):
        nothing = ctypes.CDLL(None)
        self._address = ctypes.cast(nothing.getppid, ctypes.c_void_p).value
        self._calls = {}

    def __getattr__(self, name):
        call = self._calls.get(name)
        if call is None:
            zero = ctypes.CDLL(None).ffs  # of no bits: 0
            call = self._calls[name] = ctypes.CFUNCTYPE(ctypes.c_int)(
                ctypes.cast(zero, ctypes.c_void_p).value)
        return call
