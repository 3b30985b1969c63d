# SPDX-License-Identifier: Apache-2.0
"""Profile of the tensors of a training run, and the codec by which each of them leaves."""
import ctypes
import dataclasses
import random
import statistics

from .library import (CODECS, ELEMENTS, FORMS, KINDS, LIBRARY, Choice, Error, Model, Rates, Sample,
                      Setting, Tensor, Threads, check)

# For a model that is fitted on this machine: sizes of tensors in bytes.
CALIBRATE_BYTES = (1 << 17, 1 << 22)
CALIBRATE_COUNT = 40
HISTORY_MOST = 1024  # entries of each kind that a tensor has


@dataclasses.dataclass
class Row:
    """A tensor that is saved in every iteration, by its place in the order of the forward pass."""
    name: str
    kind: str
    bytes: int
    element: int = 4  # bytes of the elements that `zeros` counts
    forward: list = dataclasses.field(default_factory=list)   # seconds, of each iteration
    backward: list = dataclasses.field(default_factory=list)
    zeros: list = dataclasses.field(default_factory=list)     # of each epoch
    ratio: list = dataclasses.field(default_factory=list)     # {codec: ratio}
    codec_us: list = dataclasses.field(default_factory=list)  # {codec: [compress, expand]}
    chosen: list = dataclasses.field(default_factory=list)    # codec in each epoch
    stored: list = dataclasses.field(default_factory=list)    # bytes on the link in each epoch
    facts: object = None  # of its last transfer (struct lp_swap_facts)
    epoch: int = 0        # in which it was last measured
    # Of a sampled tensor (sampling.py): sizes of pieces, codec by codec; the newest ratios, and the
    # epoch in which they were found.
    pieces: tuple = ()
    fresh: dict = dataclasses.field(default_factory=dict)
    sampled: int = 0

    def add(self, name, value):
        """Half of a full history goes, but for its first entry."""
        history = getattr(self, name)
        if len(history) >= HISTORY_MOST:
            del history[1:HISTORY_MOST // 2]
        history.append(value)

    def times(self):
        """Medians, without the first iteration if there are more."""
        return tuple(statistics.median(t[1:] or t or [0.0]) for t in (self.forward, self.backward))


def calibrate(setting, seed=1, threads=0):
    """A model of one sub-model from made tensors, in about a second."""
    rng = random.Random(seed)
    pool = Threads(threads)
    buffer = ctypes.create_string_buffer(CALIBRATE_BYTES[1])
    samples = (Sample * CALIBRATE_COUNT)()
    for i in range(CALIBRATE_COUNT):
        count, sparsity = rng.randint(*CALIBRATE_BYTES) & ~3, rng.uniform(0.2, 0.8)
        check(LIBRARY.lp_swap_generate_elements(i, sparsity, ELEMENTS[setting.codec], buffer,
                                                count))
        runs = [pool.run(setting, buffer, count) for _ in range(3)]
        samples[i] = Sample(count, sparsity, sorted(r[1] for r in runs)[1],
                            sorted(r[2] for r in runs)[1])
    pool.close()
    model = Model()
    check(LIBRARY.lp_swap_fit(samples, CALIBRATE_COUNT, setting, 1, ctypes.byref(model)))
    return model


def free(settings):
    """Models of codecs that take no time."""
    return [Model(setting, 1) for setting in settings]


def tensors_of(rows):
    """Rows as the library has them, with zeros and ratios of the latest epoch."""
    tensors = (Tensor * len(rows))()
    for tensor, row in zip(tensors, rows):
        forward, backward = row.times()
        tensor.kind, tensor.bytes, tensor.element = KINDS.index(row.kind), row.bytes, row.element
        tensor.zeros = row.zeros[-1] if row.zeros else 0
        tensor.forward, tensor.backward = forward, backward
        for codec, ratio in (row.ratio[-1] if row.ratio else {}).items():
            tensor.ratio[CODECS.index(codec)] = ratio
    return tensors


def plan(rows, rates, models, form="exact"):
    """For each row the Setting that it leaves with; RAW where compression does not pay."""
    if form not in FORMS:
        raise Error(f"form '{form}' is not {' or '.join(FORMS)}")
    choices = (Choice * len(rows))()
    array = (Model * len(models))(*models)
    check(LIBRARY.lp_swap_plan(tensors_of(rows), len(rows), ctypes.byref(Rates(*rates)), array,
                               len(models), FORMS.index(form), choices))
    return [models[c.model].setting if c.pays else Setting(0, 1, 64) for c in choices]
