# SPDX-License-Identifier: Apache-2.0
"""The codec by which each tensor leaves: by the policy, its zeros, and ratios and times of codecs."""
import functools

from . import advisor, gpu, library
from .library import (CODECS, ELEMENTS, GRID_MAX, LIBRARY, ZVC, ZVC16, Error, Setting, Threads,
                      codec_number, read_models)
from .sampling import Sampler
from .storage import element_of, zeros_of

RAW = Setting(0, 1, 64)
NO_MODEL = "policy cswap on a GPU needs its device's name, and a model of what 'linepress swap " \
    "sample --device cuda' measures"
HOST_SPARSITY = 0.6   # LP_SWAP_HOST_SPARSITY
SPARSE = ("relu", "pool")
PARTS = 16            # of a tensor, for the processor's threads
FLOW_PARTS, THREADS_PARTS = 16, 4  # a multiprocessor, by who moves a GPU's tensors


@functools.lru_cache(1 << 10)
def cut(codec, grid, block):
    """The setting, made once."""
    return Setting(codec, grid, block)


class Choice:
    """Parameters are those of Swapper. in_order: whether a GPU's tensors move in stream order."""

    def __init__(self, policy, form, codec, model, device, in_order, grid, block, threads, measure,
                 sample):
        self.policy, self.form, self.measure, self.threads = policy, form, measure, threads
        self._codec, self._grid, self._block = codec_number(codec), grid, block
        self._each = FLOW_PARTS if in_order else THREADS_PARTS
        self.models, self.decisions = None, []
        self.settle_on(device != "cpu")
        if policy == "cswap":
            if self.for_gpu and not model:
                raise Error(NO_MODEL)
            self._made_model = not model
            self.models = read_models(model, device) if model else \
                [advisor.calibrate(self.static, threads=threads)]
        # Whether the ratio of each codec is measured.
        self.looks = measure or policy == "orac" or (policy == "cswap" and form == "exact")
        self.sampler = Sampler(sample)
        self._opened = self._pool = self._gpu_codecs = None

    def open(self, opened):
        """Codecs that measure are the executor's to close."""
        self._opened, self._pool, self._gpu_codecs = opened, None, None

    def open_gpu(self, cuda):
        if self.looks:
            self._gpu_codecs = library.GpuCodecs(cuda)
            self._opened.codecs.append(self._gpu_codecs)
        if not self.for_gpu:
            if self.policy == "cswap":
                raise Error(NO_MODEL)
            self.settle_on(True)

    def settle_on(self, on_gpu):
        """Which codecs there are, and what they are set to without a model."""
        self.for_gpu = on_gpu
        grid = self._grid or (min(self._each * gpu.processors(), GRID_MAX) if on_gpu else PARTS)
        self.static = Setting(self._codec, grid, self._block)
        self.settings = [Setting(c, grid, self._block) for c, name in enumerate(CODECS)
                         if c > 0 and not (on_gpu and name == "bpc")]
        if self.policy == "orac":
            self.models = advisor.free([s for s in self.settings if self.form == "exact" or
                                        s.codec in (ZVC, ZVC16)])

    # ---- once an iteration ----

    def needs_times(self, is_new):
        """Of compute between tensors, for the next decisions: in a new epoch, and at the start."""
        return self.measure or (self.models is not None and is_new)

    def decide(self, rows, rates, spans, is_due):
        """An iteration is over; `rates` are asked for only if they are needed."""
        is_due = is_due or self.sampler.is_news
        self.sampler.begin(spans)
        if self.models and is_due:
            with self.sampler.spending():
                self.decisions = advisor.plan(rows, rates(), self.models, self.form)

    # ---- for each tensor ----

    def element_of(self, tensor):
        """Words of 4 bytes also for a float of 2, if the model has no codec for that."""
        element = element_of(tensor)
        if element == 4 or self.policy != "cswap":
            return element
        if self._made_model and len(self.models) == 1 and self._static_of(2).codec == ZVC16:
            self.models.append(advisor.calibrate(self._static_of(2), threads=self.threads))
        return min(ELEMENTS[model.setting.codec] for model in self.models)

    @staticmethod
    def is_new(row, epoch):
        """Whether its zeros are not known in this epoch."""
        return row.epoch < epoch or not row.chosen

    def of(self, tensor, item, row, epoch):
        """The setting. Zeros and ratios are measured once an epoch."""
        self._sample(item, row, epoch)
        if self.is_new(row, epoch):
            with self.sampler.spending():
                self._look(tensor, item, row, epoch)
        setting = self._setting(item, row)
        row.chosen[-1] = CODECS[setting.codec]
        return setting

    def _static_of(self, element):
        """The codec without a model: ZVC is that of the elements."""
        codec = ZVC16 if (self.static.codec, element) == (ZVC, 2) else self.static.codec
        return cut(codec, self.static.grid, self.static.block)

    def _setting(self, item, row):
        if self.policy == "sc" and item.kind in SPARSE:
            return self._static_of(item.element)
        if self.policy == "vdnn++" and row.element * row.zeros[-1] > HOST_SPARSITY * row.bytes:
            return self._static_of(item.element)
        if self.models and item.row < len(self.decisions):
            return self.decisions[item.row]
        return RAW

    # ---- measuring ----

    def _sample(self, item, row, epoch):
        """Ratios for cswap; sizes by ZVC follow from the zeros. A GPU's tensor is sampled all at
        once, in an iteration in which the host waits for the GPU anyway."""
        if not self.looks or self.measure or self.policy == "orac" or item.kind not in SPARSE:
            return
        settings = [m.setting for m in self.models if m.setting.codec not in (ZVC, ZVC16) and
                    ELEMENTS[m.setting.codec] >= item.element]
        if settings:
            self.sampler.take(self._codecs(item), settings, item, row, epoch, item.gpu)

    def _look(self, tensor, item, row, epoch):
        row.epoch = epoch
        row.add("zeros", zeros_of(tensor, row.element) if item.gpu else
                LIBRARY.lp_swap_element_zeros(item.address, item.bytes, row.element))
        row.add("chosen", "raw")
        row.add("stored", item.bytes)
        ratio, times = dict(row.fresh), {}
        if self.measure or self.policy == "orac":
            ratio, times = self._measured(item)
        row.add("ratio", ratio)
        row.add("codec_us", times)

    def _measured(self, item):
        """Ratios of every codec, and with `measure` its times."""
        codecs, ratio, times = self._codecs(item), {}, {}
        for setting in self.settings:
            if ELEMENTS[setting.codec] < item.element:
                continue
            name = CODECS[setting.codec]
            if not self.measure:
                ratio[name] = codecs.ratio(setting, item.address, item.bytes)
                continue
            runs = [codecs.run(setting, item.address, item.bytes) for _ in range(3)]
            ratio[name] = runs[0][0]
            times[name] = [1e6 * sorted(r[k] for r in runs)[1] for k in (1, 2)]
        return ratio, times

    def _codecs(self, item):
        if not item.gpu and self._pool is None:
            self._pool = Threads(self.threads)
            self._opened.codecs.append(self._pool)
        return self._gpu_codecs if item.gpu else self._pool
