# SPDX-License-Identifier: Apache-2.0
"""Tables of docs/studies/cswap-gpu.md about the executor that swaps in stream order, from the records
of tb/adapters/cuda/all.py: flow-PART.json. Times are medians.

    cswap_flow.py FOLDER FILE.svg     draws a step's times, of the records in FOLDER
"""
import json
import os
import statistics
import sys

import study_chart

MIB = 1048576
GB = 1e9
WAYS = ("out", "in", "both")
WARM = 4  # iterations before the timed ones
AHEAD = 3  # first timed ones, in which the host runs ahead of the GPU
LAG = 1.1  # of a step
LINK, STEP = "flow-link.json", "flow-step.json"
HOST, SMS, BF16, TUNE = (f"flow-{part}.json" for part in ("host", "sms", "bf16", "tune"))
SHAPES = ("cudaMemcpyAsync", "raw", "raw, not verified", "zvc direct", "zvc staged")
NAMES = {"nothing": "no swapping", "vdnn": "`vdnn` (raw)", "sc": "`sc`", "cswap": "`cswap`",
         "save_on_cpu": "`save_on_cpu`"}


def table(head, rows):
    yield "| " + " | ".join(head) + " |"
    yield "|" + "---|" * len(head)
    for row in rows:
        yield "| " + " | ".join(map(str, row)) + " |"


# ---- the link ----

def ratio(run):
    """Bytes of the tensors over those on the link."""
    stored = run["seconds"].get("stored")
    return run["bytes"] * run["tensors"] / sum(stored) if stored else 1.0


def rate(run, way):
    """GB/s of the tensors' bytes, of both ways together for `both`."""
    moved = run["bytes"] * run["tensors"] * (2 if way == "both" else 1)
    return moved / statistics.median(run["seconds"][way]) / GB


def plain(runs, size):
    return next(r for r in runs if r["what"] == "cudaMemcpyAsync" and r["bytes"] == size)


def of_bound(runs, run, way):
    return rate(run, way) / (rate(plain(runs, run["bytes"]), way) * ratio(run))


def flow_link(study):
    """GB/s of tensors, and in brackets the part of cudaMemcpyAsync's rate times the ratio."""
    runs = study.read(LINK)["runs"]
    rows = []
    for run in sorted(runs, key=lambda r: -r["bytes"] * (r["what"] in SHAPES)):
        if run["what"] not in SHAPES:
            continue
        cells = [f"{rate(run, way):.1f}" + ("" if run["what"] == "cudaMemcpyAsync" else
                                            f" ({of_bound(runs, run, way):.2f})") for way in WAYS]
        rows.append([run["bytes"] // MIB, run["what"], f"{ratio(run):.2f}", *cells])
    yield from table(["MiB", "", "ratio", *WAYS], rows)


def flow_settings(study):
    """The same for 64 MiB, by grid, blocks, sparsity and codec."""
    runs = study.read(LINK)["runs"]
    rows = [[run["what"], run["grid"], run.get("blocks", "8 each"), f"{ratio(run):.2f}",
             *(f"{rate(run, way):.1f} ({of_bound(runs, run, way):.2f})" for way in WAYS)]
            for run in runs if run["what"] not in SHAPES]
    yield from table(["", "grid", "blocks", "ratio", *WAYS], rows)


# ---- a training step ----

def milliseconds(run):
    return statistics.median(run["ms"])


def runs_of(study, net):
    """Its runs; the first is without swapping."""
    return [r for r in study.read(STEP)["runs"] if r["network"] == net]


def networks(study):
    return list(dict.fromkeys(r["network"] for r in study.read(STEP)["runs"]))


def named(run):
    words = [NAMES[run["policy"]]]
    words += ["not verified"] * (run.get("verify") == "off") + ["staged"] * bool(run.get("staged"))
    return ", ".join(words)


def find(runs, policy, limited=False):
    return next(r for r in runs if r["policy"] == policy and ("device_bytes" in r) == limited and
                not {"verify", "staged"} & set(r))


def over(runs, run):
    return milliseconds(run) - milliseconds(runs[0])


def share(runs, run):
    """Of the overhead of save_on_cpu."""
    return over(runs, run) / over(runs, find(runs, "save_on_cpu"))


def link_ms(run, way="out"):
    """That the way is busy, a step."""
    return 1e3 * run["swap"]["busy_" + way] / len(run["losses"])


def lags(run):
    """The way out was asked for more each step than it does in one."""
    return "swap" in run and link_ms(run) > LAG * milliseconds(run)


def host_us(runs, run):
    """Processor time beyond that without swapping, for each tensor of a step."""
    more = statistics.median(run["host_ms"][:AHEAD]) - \
        statistics.median(runs[0]["host_ms"][:AHEAD])
    return 1e3 * more / len(run["bytes"])


def waits(run):
    """Waits of the host for the GPU: in the first iteration, and the most in a timed one."""
    counts = run["host_waits"]
    return "" if counts[0] is None else f"{counts[0]}, {max(counts[WARM:])}"


def flow_step(study):
    """A step of training at 224 x 224, batch 64."""
    rows = []
    for net in networks(study):
        runs = runs_of(study, net)
        for run in runs:
            swaps = "swap" in run
            rows.append([net, named(run),
                         limit_of(run), f"{milliseconds(run):.1f}",
                         f"{over(runs, run):.1f}" if run is not runs[0] else "",
                         f"{share(runs, run):.2f}" if swaps else "",
                         f"{run['peak_bytes'] / MIB:.0f}",
                         f"{link_ms(run):.1f}" + (" †" if lags(run) else "") if swaps else "",
                         f"{link_ms(run, 'in'):.1f}" if swaps else "",
                         waits(run),
                         {True: "yes", False: "no"}.get(run.get("same_losses"), "")])
    yield from table(["network", "", "limit MiB", "step ms", "overhead ms",
                      "of save_on_cpu's", "peak MiB", "way out ms", "way in ms",
                      "host waits: first, later", "losses the same"], rows)


# ---- goals ----

def verdict(is_met):
    return "met" if is_met else "**missed**"


def raw_goal(runs):
    parts = {(r["bytes"], way): of_bound(runs, r, way) for r in runs if r["what"] == "raw"
             for way in WAYS}
    large = [part for (size, _), part in parts.items() if size >= 16 * MIB]
    small = [part for (size, _), part in parts.items() if size < 16 * MIB]
    said = f"{min(large):.2f} to {max(large):.2f} from 16 MiB on; {min(small):.2f} to " \
        f"{max(small):.2f} at 4 MiB"
    yield ("raw over cudaMemcpyAsync ≥ 0.92", said, verdict(min(parts.values()) >= 0.92),
           "a tensor's sums are made before its copy: without them (below) 0.95 and more")


def zvc_goals(runs):
    bound = {form: [of_bound(runs, r, "out") for r in runs if r["what"] == f"zvc {form}" and
                    r["bytes"] >= 16 * MIB] for form in ("direct", "staged")}
    for form, parts in bound.items():
        yield (f"ZVC out, half zero, {form} ≥ 0.9 × link × ratio",
               f"{min(parts):.2f} to {max(parts):.2f} from 16 MiB on", verdict(min(parts) >= 0.9),
               "the grid: 2112 in place of 528 parts give 0.90 (below)"
               if form == "direct" else "kernel and copy of a tensor are one after the other")
    pairs = [(rate(d, way), rate(s, way)) for d in runs for s in runs for way in WAYS
             if (d["what"], s["what"]) == ("zvc direct", "zvc staged") and
             d["bytes"] == s["bytes"] >= 16 * MIB]
    gains = [a / b for a, b in pairs]
    yield ("direct ≥ staged from 16 MB on", f"{min(gains):.2f} to {max(gains):.2f} times",
           verdict(min(gains) >= 1), "")


def step_goals(net, runs):
    """Raw with the limit really swaps; without it see †."""
    limited = find(runs, "vdnn", limited=True)
    yield (f"{net}: raw ≤ 0.7 of save_on_cpu's overhead",
           f"{share(runs, limited):.2f} with a limit, peak {limited['peak_bytes'] / MIB:.0f} MiB "
           f"(save_on_cpu {find(runs, 'save_on_cpu')['peak_bytes'] / MIB:.0f})",
           verdict(share(runs, limited) <= 0.7),
           f"the ways are busy {link_ms(limited):.0f} ms out and {link_ms(limited, 'in'):.0f} in, "
           f"of the step's {milliseconds(limited):.0f}")
    both = any(r["policy"] == "cswap" and "device_bytes" in r for r in runs)
    raw, cswap = find(runs, "vdnn", both), find(runs, "cswap", both)
    yield (f"{net}: cswap ≤ 0.6 of raw's overhead",
           f"{over(runs, cswap) / over(runs, raw):.2f} with{'' if both else 'out'} a limit" +
           (", of raw that lagged (†)" if lags(raw) else "") +
           ("" if both else "; not measured with one"),
           verdict(over(runs, cswap) <= 0.6 * over(runs, raw)),
           f"its way out is busy {link_ms(cswap):.0f} of the step's {milliseconds(cswap):.0f} ms")


def memory_goal(net, runs):
    run = find(runs, "vdnn", limited=True)
    part = run["swap"]["device_peak"] / run["device_bytes"]
    yield (f"{net}: peak of saved tensors within 2 % of `device_bytes`", f"{part:.3f} of it",
           verdict(0.98 <= part <= 1.02) + ("" if part > 1.02 else " (held)"),
           "tensors leave before the limit asks for it")


def flow_goals(study):
    """The executor's goals."""
    runs = study.read(LINK)["runs"]
    rows = [*raw_goal(runs), *zvc_goals(runs)]
    swapped = []
    for net in networks(study):
        of_net = runs_of(study, net)
        rows += [*step_goals(net, of_net), *memory_goal(net, of_net)]
        swapped += [r for r in of_net if "swap" in r]
        used = host_us(of_net, find(of_net, "vdnn"))
        rows.append((f"{net}: processor time a tensor ≤ 20 µs", f"{used:.0f} µs",
                     verdict(used <= 20), "Python and flow.c take the part given below"))
    most = max(max(r["host_waits"][WARM:]) for r in swapped)
    rows.append(("host waits in an iteration: 0", most, verdict(most == 0), ""))
    same = sum(r["same_losses"] for r in swapped)
    rows.append(("losses the same to the last bit", f"{same} of {len(swapped)} swapped trainings",
                 verdict(same == len(swapped)), ""))
    yield from table(["goal", "measured", "", "bound by, as far as is known"], rows)


# ---- the processor ----

def flow_cost(study):
    """The processor's time a tensor on a CUDA runtime that does nothing, and the calls of it."""
    rows = []
    for row in study.read("../swap-cost.json")["runs"]:
        save, use = row["us"]
        calls = ", ".join(f"{count / row['tensors']:.1f} {name}"
                          for name, count in sorted(row["calls"].items(), key=lambda c: -c[1]))
        rows.append([row["tensors"], row["limit"] or "none", f"{row['left']:.0f}", f"{save:.1f}",
                     f"{use:.1f}", f"{save + use:.1f}", calls])
    yield from table(["tensors a step", "room for", "left", "to save", "to use", "µs a tensor",
                      "CUDA's calls a tensor"], rows)


# ---- the other parts of all.py ----

def flow_host(study):
    """Processor time in the hooks, a tensor that leaves, µs: of the thread, the GPU idle at each
    call."""
    rows = []
    for run in study.read(HOST)["runs"]:
        if "hooks" not in run or "bytes" not in run:
            continue
        each = [1e6 * statistics.median(run["hooks"][way]["thread_seconds"]) / len(run["bytes"])
                for way in ("pack", "unpack")]
        rows.append([run["network"], named(run), limit_of(run), len(run["bytes"]),
                     *(f"{x:.1f}" for x in each), f"{sum(each):.1f}"])
    yield from table(["network", "", "limit MiB", "tensors", "packing", "unpacking", "both"], rows)


def flow_sms(study):
    """A step by multiprocessors that kernels on the link may fill."""
    yield from steps_by(study, SMS, "multiprocessors",
                        lambda run: {0: "all", None: "-"}.get(run.get("sms"), run.get("sms")))


def flow_bf16(study):
    """A step under autocast to bfloat16."""
    yield from steps_by(study, BF16, "autocast", lambda run: run.get("autocast"))


def steps_by(study, name, title, value):
    runs = study.read(name)["runs"]
    rows = [[run["network"], named(run), limit_of(run), value(run), f"{milliseconds(run):.1f}",
             f"{run['peak_bytes'] / MIB:.0f}",
             f"{run['peak_of_limit']:.3f}" if "peak_of_limit" in run else "",
             {True: "yes", False: "no"}.get(run.get("same_losses"), "")] for run in runs]
    yield from table(["network", "", "limit MiB", title, "step ms", "peak MiB",
                      "saved of the limit", "losses the same"], rows)


def limit_of(run):
    return f"{run['device_bytes'] // MIB}" if "device_bytes" in run else "none"


def flow_tune(study):
    """Both forms of sending, as `linepress swap tune` finds them: GB/s of the tensor out and in."""
    rows = []
    for run in study.read(TUNE)["runs"]:
        found = run["tuned"]
        rates = [f"{one['out_gb_s']:.1f} / {one['in_gb_s']:.1f}" if one else "" for one in
                 (found["forms"].get(form) for form in ("direct", "staged"))]
        rows.append([run["codec"], run["bytes"] // MIB, found["sparsity"], found["grid"],
                     found["block"], *rates, found["form"]])
    yield from table(["codec", "MiB", "zeros", "grid", "block", "direct", "staged", "faster"], rows)


TABLES = (flow_goals, flow_link, flow_settings, flow_step, flow_host, flow_sms, flow_bf16,
          flow_tune, flow_cost)


# ---- the picture ----

SHOWN = (("nothing", False), ("vdnn", True), ("sc", False), ("cswap", False),
         ("save_on_cpu", False))


def main(folder, picture):
    with open(os.path.join(folder, STEP), encoding="utf-8") as file:
        runs = json.load(file)["runs"]
    names = list(dict.fromkeys(r["network"] for r in runs))
    series = [(NAMES[policy].replace("`", "") + (", limit 2 GiB" if limited else ""),
               [round(milliseconds(find([r for r in runs if r["network"] == net], policy, limited)),
                      1) for net in names]) for policy, limited in SHOWN]
    with open(picture, "w", encoding="utf-8") as file:
        file.write(study_chart.bars("a training step at 224 x 224, batch 64, ms", names, series))


if __name__ == "__main__":
    main(*sys.argv[1:])
