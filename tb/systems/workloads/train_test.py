#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""train.py writes two inputs of one training as sampled sets, and the targets of one can be
measured on the other; a training that does not learn gives no set."""
import json
import os
import random
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))
sys.path[:0] = [os.path.join(ROOT, "tb"), os.path.join(ROOT, "docs/img")]
sys.dont_write_bytecode = True
sys.path.append(os.path.join(ROOT, "tb/tree/records"))
import signed  # noqa: E402
import tap  # noqa: E402
import trained  # noqa: E402

PROGRAM = os.path.join(ROOT, "tb/systems/workloads/train.py")
RECORDER = os.path.join(ROOT, "tb/systems/workloads/trained.py")
LINEPRESS = os.path.join(os.path.abspath(os.environ.get("BUILD", "build")), "linepress")
SAMPLE, LEAST, PIECE = 4, 65536, 4096  # one of so many pieces, never fewer bytes
SEED = int(os.environ.get("LP_SEED") or random.randrange(1 << 20))


def train(out, seed, *more):
    return subprocess.run([sys.executable, "-B", PROGRAM, out, "--net", "lstm", "--points", "2",
                           "--steps", "2", "--image", "6", "--seed", str(seed), *map(str, more)],
                          capture_output=True, text=True, check=False)


def profile(*words):
    done = subprocess.run([LINEPRESS, "profile", "--json", *words], check=True, text=True,
                          stdout=subprocess.PIPE)
    return json.loads(done.stdout)


def files(folder):
    return {name: os.path.join(folder, "2", name)
            for name in sorted(os.listdir(os.path.join(folder, "2")))}


def pieces(path):
    with open(path, "rb") as file:
        content = file.read()
    return [content[at:at + PIECE] for at in range(0, len(content), PIECE)]


def sampled(whole, part):
    """Lines for files of `part` that are not evenly taken pieces of those of `whole`."""
    for name, path in files(whole).items():
        due, found = pieces(path), pieces(files(part)[name])
        count, last = max(os.path.getsize(path) // SAMPLE, LEAST) // PIECE, len(due) - 1
        last -= len(due[-1]) < PIECE
        if count <= last:
            due = [due[n * last // (count - 1)] for n in range(count)]
        if due != found:
            yield f"{name}: {len(found)} pieces"


def recorded(work, applied):
    """trained.py records the same, and which network was not trained twice."""
    path = os.path.join(work, "record.json")
    done = subprocess.run([sys.executable, "-B", RECORDER, "--linepress", LINEPRESS, "--sets", work,
                           path, "vgg16", "lstm"], capture_output=True, text=True, check=False)
    wrong = [done.stderr] if done.returncode else []
    if not wrong:
        record = signed.read(path)
        row = record["rows"][0]
        due = [applied["ratio"], applied["buddy_fraction"]]
        wrong = [] if row["applied"] == due else [f"{row['applied']}, not {due}"]
        seeds = [one["seed"] for one in row["trainings"]]
        wrong += [] if seeds == [SEED, SEED + 1] else [f"seeds {seeds}"]
        said = trained.words(record)
        wrong += [] if "fell by half: VGG16." in said and "| LSTM with projection |" in said else [said]
    tap.result(wrong, "the record has the targets' effect, and names what was not trained")


def main():
    try:
        import torch  # noqa: F401 pylint: disable=unused-import,import-outside-toplevel
    except ImportError:
        tap.skip("trainings as sets", "no PyTorch (python3-torch)")
        return tap.end()
    print(f"# LP_SEED={SEED}")
    with tempfile.TemporaryDirectory() as work:
        one, two, whole = (os.path.join(work, name) for name in ("lstm-1", "lstm-2", "whole"))
        said = [train(one, SEED, "--sample", SAMPLE), train(two, SEED + 1, "--sample", SAMPLE),
                train(whole, SEED)]
        if any("No such file" in s.stderr for s in said):
            tap.skip("trainings as sets", "no Fashion-MNIST (dataset-fashion-mnist)")
            return tap.end()
        tap.result([s.stderr for s in said if s.returncode], "trainings write sets")
        tap.result(list(sampled(whole, one)), "samples are pieces of the tensors")
        tap.result([] if list(files(one)) == list(files(two)) else ["other names"],
                   "both inputs have the same allocations")
        same = [n for n in files(one) if pieces(files(one)[n]) == pieces(files(two)[n])]
        tap.result(same if 2 * len(same) > len(files(one)) else [], "their bytes differ")
        targets = os.path.join(work, "targets")
        profile("--targets", targets, one)
        applied = profile("--apply", targets, two)["applied"]
        tap.result([] if applied["ratio"] >= 1 and 0 <= applied["buddy_fraction"] <= 1
                   else [str(applied)], "targets of one are measured on the other")
        recorded(work, applied)
        out = os.path.join(work, "none")
        done = train(out, SEED, "--drop", 0.01)
        tap.result([] if done.returncode == 1 and "the loss fell to" in done.stderr and
                   not os.path.exists(out) else [f"{done.returncode} {done.stderr}"],
                   "a training that does not learn gives no set")
    return tap.end()


if __name__ == "__main__":
    sys.exit(main())
