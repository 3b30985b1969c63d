# SPDX-License-Identifier: Apache-2.0
"""Options of every bench on real page faults."""
import argparse


def parser(description, graph):
    options = argparse.ArgumentParser(description=description)
    options.add_argument("--linepress", required=True)
    options.add_argument("--programs", required=True)
    options.add_argument("--graph", default=graph)
    options.add_argument("--runs", type=int, default=5)
    return options
