# SPDX-License-Identifier: Apache-2.0
"""Options of every bench on real page faults."""
import argparse


def parser(description):
    options = argparse.ArgumentParser(description=description)
    options.add_argument("--linepress", required=True)
    options.add_argument("--programs", required=True)
    options.add_argument("--graph", default="rmat:14:1")
    options.add_argument("--runs", type=int, default=5)
    return options
