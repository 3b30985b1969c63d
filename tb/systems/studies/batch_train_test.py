#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""The campaign of trainings by batch size: the same record each time, one that was ended goes on,
and input with errors."""
import json
import os
import subprocess
import sys
import tempfile

ROOT = os.path.abspath(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../.."))
sys.path.insert(0, os.path.join(ROOT, "tb"))
import tap  # noqa: E402

TRAIN = os.path.join(ROOT, "tb/systems/studies/batch_train.py")
IMAGES = "/usr/share/datasets/fashion-mnist/train-images-idx3-ubyte.gz"
SMALL = ("--epochs", "2", "--images", "96", "--batches", "32,96", "--seeds", "1,2")


def call(work, name, *options):
    return subprocess.run([sys.executable, "-B", TRAIN, *options, "--done", f"{work}/{name}.jsonl",
                           f"{work}/{name}.json"], capture_output=True, text=True, check=False,
                          timeout=300)


def record(work, name, *options):
    done = call(work, name, *options)
    assert done.returncode == 0, done.stderr
    with open(f"{work}/{name}.json", encoding="utf-8") as file:
        return json.load(file)


def lines(path):
    with open(path, encoding="utf-8") as file:
        return file.readlines()


def refused(work, part, *options):
    done = call(work, "bad", *options)
    return done.returncode == 2 and part in done.stderr and not os.path.exists(f"{work}/bad.json")


def check(work):
    first = record(work, "first", *SMALL)
    runs = first["runs"]
    yield "a run for each batch and seed", [(run["batch"], run["seed"]) for run in runs] == [
        (32, 1), (32, 2), (96, 1), (96, 2)]
    yield "seeds differ", runs[0]["accuracy"] != runs[1]["accuracy"]
    some = lines(f"{work}/first.jsonl")
    # The third training was cut, and the second is one that cannot be made again.
    known = json.dumps({"batch": 32, "seed": 2, "accuracy": [0.5, 0.25]}) + "\n"
    with open(f"{work}/again.jsonl", "w", encoding="utf-8") as file:
        file.writelines([*some[:2], known, some[3][:20]])
    again = record(work, "again", *SMALL)["runs"]
    yield "what is done is not trained again", again[1]["accuracy"] == [0.5, 0.25]
    yield "the rest is the same each time", [again[0], *again[2:]] == [runs[0], *runs[2:]]
    other = record(work, "again", "--epochs", "1", *SMALL[2:])["runs"]
    yield "another campaign starts at the beginning", other[1]["accuracy"] == runs[1]["accuracy"][:1]
    yield "batch 0", refused(work, "1 image or more", *SMALL[:4], "--batches", "0")
    yield "more than there are", refused(work, "not more than", *SMALL[:4], "--batches", "97")


def main():
    try:
        import torch  # noqa: F401 # pylint: disable=unused-import
    except ImportError:
        torch = None
    if torch is None or not os.path.exists(IMAGES):
        print("1..0 # SKIP no PyTorch or no images (python3-torch, dataset-fashion-mnist)")
        return 0
    with tempfile.TemporaryDirectory() as work:
        for name, good in check(work):
            tap.result(not good, name)
    return tap.end()


if __name__ == "__main__":
    sys.exit(main())
