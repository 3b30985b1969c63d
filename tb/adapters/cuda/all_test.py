#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""all.py without a GPU: its plan fits the limit, parts are resumed, and the parts with trainings and
with `linepress swap tune` run on the emulated GPU, with small networks and made-up times."""
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time

import train_test as emulated
import tap
import torch

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE]
import all as parts  # noqa: E402 # pylint: disable=redefined-builtin
import signed  # noqa: E402
import steps  # noqa: E402

ABOUT = {"gpu": "emulated", "driver": "0"}
SHAPE = (3, 32, 32)
LIMIT = 1 << 20  # bytes; 1.2 MB are saved


class NoGpu(steps.Gpu):
    kind = "cpu"

    def mark(self):
        return time.perf_counter()

    def ms(self, begin, end):
        return 1e3 * (end - begin)

    def wait(self):
        pass

    def clear(self):
        emulated.kept.clear()

    def reset_peak(self):
        pass

    def peak(self):
        return 1 << 20


def small():
    torch.manual_seed(1)
    return torch.nn.Sequential(torch.nn.Conv2d(3, 16, 3, padding=1), torch.nn.ReLU(),
                               torch.nn.MaxPool2d(2), torch.nn.Conv2d(16, 16, 3, padding=1),
                               torch.nn.ReLU(), torch.nn.MaxPool2d(4), torch.nn.Flatten(),
                               torch.nn.Linear(16 * 16, 1000))


def plan(_):
    """All parts have a plan, below 25 minutes; the command says the same."""
    found = parts.planned()
    assert set(found) == set(parts.PARTS), set(found) ^ set(parts.PARTS)
    assert sum(found.values()) <= parts.MOST_SECONDS == 1500, sum(found.values())
    said = subprocess.run([sys.executable, "-B", os.path.join(HERE, "all.py"), "--plan"],
                          capture_output=True, text=True, check=True).stdout
    assert {line.split()[0] for line in said.splitlines()} == set(found)
    for words in ((), ("folder", "frob")):
        assert subprocess.run([sys.executable, "-B", os.path.join(HERE, "all.py"), *words],
                              capture_output=True, check=False).returncode == 2


def resumed(work):
    """Records are written run by run, whole ones are kept, errors fail a part alone."""
    calls = []

    def good(_):
        for count in range(2):
            calls.append("good")
            yield {"what": "x", "seconds": [1.0], "count": count}

    def bad(_):
        yield {"what": "x", "seconds": [1.0]}
        with open(os.path.join(work, "bad.json"), encoding="utf-8") as file:
            assert len(json.load(file)["runs"]) == 1
        raise RuntimeError("the GPU fell off")

    def wrong(_):
        yield {"test": ["x"], "status": 1, "seconds": [1.0]}
    own, own_plan = parts.PARTS, parts.planned
    parts.PARTS = {"bad": bad, "good": good, "wrong": wrong, "long": good}
    parts.planned = lambda: {"bad": 1, "good": 1, "wrong": 1, "long": 99}
    try:
        assert parts.measure_all(work, ["good", "long"], ABOUT, 60) is False
        assert parts.measure_all(work, list(parts.PARTS), ABOUT, 60) is True
        assert parts.measure_all(work, ["wrong"], ABOUT, 60) is False, "a whole record is kept"
    finally:
        parts.PARTS, parts.planned = own, own_plan
    assert calls == ["good"] * 2 and not os.path.exists(os.path.join(work, "long.json"))
    found = {name: signed.read(os.path.join(work, name + ".json"), "gpu-part")
             for name in ("bad", "good", "wrong")}
    assert found["good"]["complete"] and len(found["good"]["runs"]) == 2
    assert not found["bad"]["complete"] and "fell off" in found["bad"]["error"]
    assert found["wrong"]["complete"]


def trained(work):
    """Each part with trainings, of the emulated GPU: settings reach Swapper, losses are the same."""
    own = dict(steps.BATCH), steps.WARM, steps.STEPS, steps.RUNS
    model = emulated.model(os.path.join(work, "model"))
    emulated.gpu_way()
    steps.BATCH.update(vgg16=8)
    steps.WARM, steps.STEPS = 2, 3
    torch.use_deterministic_algorithms(True)
    torch.set_num_threads(1)
    rows = {part: [(policy, {k: LIMIT if k == "device_bytes" else v for k, v in settings.items()})
                   for policy, settings in runs] for part, runs in steps.RUNS.items()}
    steps.RUNS = rows
    try:
        for part, runs in rows.items():
            found = list(steps.runs(part, torch, NoGpu(torch), {"vgg16": small}, SHAPE,
                                    "cuda-emulated", lambda *_: None, model))
            assert len(found) == len(runs), part
            for (policy, settings), run in zip(runs, found):
                check(part, policy, settings, run)
            path = os.path.join(work, part + ".json")
            parts.write(path, {"part": part, **ABOUT, "complete": True, "seconds": 1.0,
                               "runs": found})
    finally:
        steps.BATCH.update(own[0])
        steps.WARM, steps.STEPS, steps.RUNS = own[1:]
    picture = os.path.join(work, "svg")
    subprocess.run([sys.executable, "-B", os.path.join(HERE, "../../systems/swap/demo.py"), "--draw",
                    picture, os.path.join(work, "overlap.json")], check=True)
    with open(picture, encoding="utf-8") as file:
        text = file.read()
    assert "vgg16, vdnn" in text and "vgg16, sc" in text and "link in" in text


def check(part, policy, settings, run):
    where = part, policy, settings, run.get("error")
    assert "error" not in run and len(run["ms"]) == 3 and len(run["losses"]) == 5, where
    assert {k: run[k] for k in settings} == settings, where
    assert run.get("same_losses", True) or policy == "save_on_cpu", ("losses", where)
    assert ("swap" in run) == (policy not in ("nothing", "save_on_cpu")), where
    if "device_bytes" in settings:
        assert 0 < run["peak_of_limit"] <= 1, (where, run["peak_of_limit"])
    if "swap" in run and policy != "vdnn":
        assert {"zvc", "zvc16"} & set(run["codecs"]), where
    if settings.get("timed_hooks"):
        hooks = run["hooks"]
        for name in ("pack", "unpack"):
            assert len(hooks[name]["seconds"]) == 3 and min(hooks[name]["calls"]) > 4, where
            # The clock of the thread is not that of the machine.
            assert all(0 < used < 2 * taken + 1e-3 for used, taken in
                       zip(hooks[name]["thread_seconds"], hooks[name]["seconds"])), where
    if settings.get("traced"):
        kinds = {e["what"] for e in run["timeline"]}
        assert {"forward", "backward", "link out"} <= kinds, (where, kinds, run["peak_of_limit"])


def sms(_):
    """A limit of multiprocessors reaches the flow."""
    emulated.gpu_way()
    asked = []

    class Noted(emulated.flow.Flow):
        def __init__(self, *arguments):
            asked.append(arguments[-1])
            super().__init__(*arguments)
    own, emulated.swapper.Flow = emulated.swapper.Flow, Noted
    steps.BATCH["vgg16"], batch = 8, steps.BATCH["vgg16"]
    try:
        steps.one(torch, NoGpu(torch), "vgg16", small, SHAPE, "sc", "cuda-emulated", sms=16)
    finally:
        emulated.swapper.Flow, steps.BATCH["vgg16"] = own, batch
    assert asked == [128], asked


def tuned(work):
    """The emulated library in the folder of the program."""
    own, parts.BUILD = parts.BUILD, work
    shutil.copy(f"{emulated.BUILD}/linepress", work)
    shutil.copy(emulated.EMULATED, work)
    try:
        found = list(parts.tune(None, [("zvc", 40000, 0.5), ("rle", 40000, 0.5)], repeat=1))
        assert [set(r["tuned"]["forms"]) for r in found] == [{"direct", "staged"}, {"staged"}]
        bad, = parts.tune(None, [("bpc", 40000, 0.5)], repeat=1)
        assert bad["status"] != 0 and "tuned" not in bad
    finally:
        parts.BUILD = own
    parts.write(os.path.join(work, "tune.json"), {"part": "tune", **ABOUT, "complete": True,
                                                  "seconds": 1.0, "runs": found})


def sanitized(work):
    """A checker that is there runs both tools; one that hangs or is not there fails or is skipped."""
    program = os.path.join(work, "compute-sanitizer")
    own = os.environ["PATH"], parts.SANITIZER_SECONDS
    os.environ["PATH"] = "/nowhere"
    try:
        run, = parts.sanitizer(None)
        assert run["status"] == 0 and "skipped" in run["said"][0]
        with open(program, "w", encoding="ascii") as file:
            file.write("#!/bin/sh\necho \"# $@\"\n")
        os.chmod(program, 0o755)
        os.environ["PATH"] = work
        runs = list(parts.sanitizer(None))
        assert [r["test"][2] for r in runs] == ["memcheck", "racecheck"]
        assert all(r["status"] == 0 and "test_flow" in r["said"][0] for r in runs), runs
        with open(program, "w", encoding="ascii") as file:
            file.write("#!/bin/sh\nexec /bin/sleep 60\n")
        parts.SANITIZER_SECONDS = 0.2
        assert [r["status"] for r in parts.sanitizer(None)] == [124, 124]
    finally:
        os.environ["PATH"], parts.SANITIZER_SECONDS = own


CHECKS = (plan, resumed, sms, trained, tuned, sanitized)


parts.say = lambda *_: None
sys.exit(tap.run(CHECKS))
