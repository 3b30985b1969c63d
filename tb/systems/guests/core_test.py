#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Programs of Debian's base behave the same alone and under capture and huvm (compare.py
--core)."""
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import compare  # noqa: E402

if not os.path.exists(f"{compare.BUILD}/capture/liblinepress_capture_malloc.so"):
    compare.tap.skip("guests", "this kind of machine has no objects to preload")
    sys.exit(compare.tap.end())
sys.exit(compare.main(["--core", "--under", "capture,run"]))
