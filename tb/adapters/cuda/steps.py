# SPDX-License-Identifier: Apache-2.0
"""Training steps of VGG16 and ResNet-50 at 224 x 224 for all.py: a run has a network, a policy, and
settings of Swapper or of the step itself (`autocast`, `timed_hooks`, `traced`)."""
import contextlib
import gc
import time

WARM, STEPS = 4, 12
SEED = 1
BATCH = {"vgg16": 64, "resnet50": 64}
MIB = 1 << 20
LIMIT = {"device_bytes": 2 << 30}
SMS = (16, 32, 66, 132, 0)  # 0: all
OWN = ("autocast", "timed_hooks", "traced")

# (policy, settings) of each part, for each network; the first is the one that losses are held against.
RUNS = {
    "step": (("nothing", {}), ("vdnn", {}), ("save_on_cpu", {}), ("sc", {}), ("cswap", {}),
             ("vdnn", {"verify": "off"}), ("vdnn", LIMIT), ("sc", LIMIT), ("cswap", LIMIT),
             ("sc", {"staged": (True, True)}), ("nothing", {})),
    "host": (("nothing", {}), ("vdnn", {"timed_hooks": True, **LIMIT}),
             ("sc", {"timed_hooks": True, **LIMIT}), ("save_on_cpu", {"timed_hooks": True})),
    "sms": (("nothing", {}), *(("sc", {"sms": sms, **LIMIT}) for sms in SMS)),
    "bf16": (("nothing", {"autocast": "bfloat16"}), ("save_on_cpu", {"autocast": "bfloat16"}),
             ("vdnn", {"autocast": "bfloat16", **LIMIT}), ("sc", {"autocast": "bfloat16", **LIMIT})),
    "overlap": (("nothing", {}), ("vdnn", {"traced": True, **LIMIT}), ("sc", {"traced": True, **LIMIT})),
}


class Gpu:
    """Clock and memory of the first GPU. A test has another one of these."""
    kind = "cuda"

    def __init__(self, torch):
        self.torch = torch

    def mark(self):
        event = self.torch.cuda.Event(enable_timing=True)
        event.record()
        return event

    def ms(self, begin, end):
        return begin.elapsed_time(end)

    def wait(self):
        self.torch.cuda.synchronize()

    def clear(self):
        gc.collect()
        self.torch.cuda.empty_cache()

    def reset_peak(self):
        self.torch.cuda.reset_peak_memory_stats()

    def peak(self):
        return self.torch.cuda.max_memory_allocated()


class Hooks:
    """Time of the thread in pack and unpack hooks, with the GPU idle at each call, so that a full
    queue of launches does not count. Seconds and calls of each step. The wrapper holds a reference,
    so that Swapper takes no tensor for a new one: its slower way."""

    def __init__(self, gpu):
        self.gpu, self.steps = gpu, []

    def begin(self):
        self.steps.append({"pack": [0.0, 0.0, 0], "unpack": [0.0, 0.0, 0]})

    def around(self, name, hook):
        def timed(*arguments):
            self.gpu.wait()
            begin, used = time.perf_counter(), time.thread_time()
            result = hook(*arguments)
            row = self.steps[-1][name]
            row[1] += time.thread_time() - used
            row[0] += time.perf_counter() - begin
            row[2] += 1
            return result
        return timed

    def put_into(self, hooks):
        """torch.autograd.graph.saved_tensors_hooks, which have not been entered."""
        hooks.pack_hook = self.around("pack", hooks.pack_hook)
        hooks.unpack_hook = self.around("unpack", hooks.unpack_hook)

    def json(self):
        return {name: {"seconds": [s[name][0] for s in self.steps[WARM:]],
                       "thread_seconds": [s[name][1] for s in self.steps[WARM:]],
                       "calls": [s[name][2] for s in self.steps[WARM:]]}
                for name in ("pack", "unpack")}


class Training:
    def __init__(self, torch, gpu, net, make, shape, autocast=None):
        self.torch, self.gpu, self.batch = torch, gpu, BATCH[net]
        self.net = make()
        self.optimizer = torch.optim.SGD(self.net.parameters(), 1e-3, 0.9)
        generator = torch.Generator(gpu.kind).manual_seed(SEED)
        self.base = torch.rand(self.batch, *shape, device=gpu.kind, generator=generator) - 0.5
        self.labels = torch.randint(0, 1000, (self.batch,), device=gpu.kind, generator=generator)
        self.autocast = getattr(torch, autocast) if autocast else None

    def _forward(self):
        with contextlib.ExitStack() as stack:
            if self.autocast is not None:
                stack.enter_context(self.torch.autocast(self.gpu.kind, dtype=self.autocast))
            images = self.base.clone()
            output = self.net(images)
            del images
            return self.torch.nn.functional.cross_entropy(output.float(), self.labels)

    def step(self):
        self.optimizer.zero_grad()
        loss = self._forward()
        loss.backward()
        self.optimizer.step()
        return loss.detach()

    def run(self, hooks, swapper, timed=None, traced=False):
        """Milliseconds of each step, by the GPU's clock and the host's, and losses."""
        marks, losses, waits, host = [], [], [], []
        with hooks:
            for step in range(WARM + STEPS):
                if step == WARM:
                    self.gpu.wait()
                    self.gpu.reset_peak()
                    marks.append(self.gpu.mark())
                if timed:
                    timed.begin()
                if traced and step == WARM + STEPS - 1:
                    swapper.trace()
                begin = time.perf_counter()
                losses.append(self.step())
                waits.append(swapper.waits if swapper else None)
                if step >= WARM:
                    marks.append(self.gpu.mark())
                    host.append(1e3 * (time.perf_counter() - begin))
            self.gpu.wait()
            peak = self.gpu.peak()
        return {"ms": [self.gpu.ms(a, b) for a, b in zip(marks, marks[1:])], "host_ms": host,
                "losses": [x.item().hex() for x in losses], "host_waits": waits,
                "peak_bytes": peak}


def opened(torch, policy, device, settings):
    """The hooks of a policy; a Swapper is its own."""
    from linepress.swap import Swapper
    if policy == "nothing":
        return contextlib.nullcontext()
    if policy == "save_on_cpu":
        return torch.autograd.graph.save_on_cpu(pin_memory=device != "cpu")
    return Swapper(policy=policy, device=device, **settings)


def facts(swapper, settings):
    s = swapper.stats()
    found = {"swap": {"link_out": s.link_out, "link_in": s.link_in, "busy_out": s.busy_out,
                      "busy_in": s.busy_in, "host_peak": s.host_peak, "device_peak": s.device_peak},
             "codecs": [row.chosen[-1] for row in swapper.rows],
             "bytes": [row.bytes for row in swapper.rows]}
    if settings.get("device_bytes"):
        found["peak_of_limit"] = s.device_peak / settings["device_bytes"]
    return found


def one(torch, gpu, net, make, shape, policy, device, **settings):
    """A run of a training; its settings, and the values that were measured."""
    from linepress.swap.train import timeline
    gpu.clear()
    own = {name: settings.pop(name) for name in OWN if name in settings}
    hooks = opened(torch, policy, device, settings)
    swapper = hooks if hasattr(hooks, "trace") else None
    timed = Hooks(gpu) if own.get("timed_hooks") else None
    if timed:
        timed.put_into(swapper.hooks if swapper else hooks)
    training = Training(torch, gpu, net, make, shape, own.get("autocast"))
    found = training.run(hooks, swapper, timed, own.get("traced", False))
    if swapper:
        found.update(facts(swapper, settings))
    if timed:
        found["hooks"] = timed.json()
    if own.get("traced"):
        found["timeline"] = timeline(swapper.last_events)
    settings.pop("model", None)
    return {"network": net, "batch": BATCH[net], "policy": policy, **settings, **own, **found}


def runs(part, torch, gpu, makers, shape, device, say, model=None):
    """All runs of a part; one that fails has its error, and the others still go on."""
    for net, make in makers.items():
        due = None
        for policy, settings in RUNS[part]:
            more = {"model": model} if policy == "cswap" else {}
            try:
                found = one(torch, gpu, net, make, shape, policy, device, **settings, **more)
                say(line(found))
            except Exception as error:
                say(f"{net} {policy} {settings}: {type(error).__name__}: {error}")
                found = {"network": net, "policy": policy, **settings, "error": str(error)}
            due = due or found
            if found is not due:
                found["same_losses"] = "losses" in due and found.get("losses") == due["losses"]
            yield found


def line(found):
    """A run in one line."""
    middle = len(found["ms"]) // 2
    more = {k: found[k] for k in ("device_bytes", "verify", "staged", "sms", *OWN) if k in found}
    words = [f"{found['network']} {found['policy']} {more or ''}: {sorted(found['ms'])[middle]:.1f} ms",
             f"host {sorted(found['host_ms'])[middle]:.1f} ms",
             f"peak {found['peak_bytes'] / MIB:.0f} MiB", f"waits {found['host_waits'][-3:]}",
             f"loss {float.fromhex(found['losses'][-1]):.6f}"]
    if "hooks" in found and found.get("bytes"):
        used = sum(sum(h["thread_seconds"]) for h in found["hooks"].values())
        words.append(f"hooks {1e6 * used / STEPS / len(found['bytes']):.0f} us a tensor")
    return ", ".join(words)
