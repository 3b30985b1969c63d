# SPDX-License-Identifier: Apache-2.0
"""Tables of docs/studies/cswap.md about trainings in which loss and sparsity move, from the records
of `measure.py learned`: decisions over epochs on links of many rates, and what samples cost."""
import statistics

from cswap_flow import table

NETWORKS = ("alexnet", "vgg16", "mobilenet", "plain20", "resnet", "squeezenet")
LINKS = (0.117, 0.5, 1, 2, 4, 8, 12, 20)  # GB/s each way
EPOCHS = 6  # shown, of more
MOST = 1  # per cent
MIB = 1048576


def record(study, net):
    return study.read(f"learned/{net}.json")


def sparse(tensors):
    return [t for t in tensors if t["kind"] in ("relu", "pool")]


def shown(training):
    last = training["epochs"] - 1
    return sorted({round(last * (i / (EPOCHS - 1)) ** 1.5) for i in range(EPOCHS)})


def epoch_loss(training, epoch):
    steps = training["steps"]
    return sum(training["loss"][epoch * steps:(epoch + 1) * steps]) / steps


def learned_1(study):
    """Sparsity of each ReLU and pool output of VGG16, and the loss, epoch by epoch."""
    found = record(study, "vgg16")
    epochs = shown(found["training"])
    rows = [[t["name"], f"{t['bytes'] / MIB:.3f}",
             *(f"{400 * t['epochs'][e]['zeros'] / t['bytes']:.0f}" for e in epochs)]
            for t in sparse(found["tensors"])]
    rows.append(["loss", "", *(f"{epoch_loss(found['training'], e):.2f}" for e in epochs)])
    yield from table(["tensor", "MiB", *(f"epoch {e}" for e in epochs)], rows)


def learned_losses(study):
    """Loss and zeros of all that may be compressed, in the first and the last epoch."""
    rows = []
    for net in NETWORKS:
        found = record(study, net)
        last = found["training"]["epochs"] - 1
        tensors = sparse(found["tensors"])
        whole = sum(t["bytes"] for t in tensors)
        zeros = [400 * sum(t["epochs"][e]["zeros"] for t in tensors) / whole for e in (0, last)]
        rows.append([net, last + 1, f"{epoch_loss(found['training'], 0):.2f}",
                     f"{epoch_loss(found['training'], last):.2f}",
                     *(f"{z:.0f} %" for z in zeros)])
    yield from table(["network", "epochs", "loss, first epoch", "last", "zeros, first epoch",
                      "last"], rows)


class Decisions:
    """The choices by cswap in a training on a link, epoch by epoch."""

    def __init__(self, study, net, link):
        plan = study.on_link("plan", f"learned/{net}", "--form", "exact", link=f"{link}:{link}")
        self.tensors = sparse(plan["tensors"])
        self.marks = [[e["codec"] != "none" for e in t["epochs"]] for t in self.tensors]
        self.counts = [sum(column) for column in zip(*self.marks)]
        self.changes = sum(a != b for row in self.marks for a, b in zip(row, row[1:]))
        self.agree, self.of = (plan["measured"][k] for k in ("agree", "decisions"))


def decisions(study):
    """{(network, link): Decisions}, asked for once."""
    if not hasattr(study, "decisions"):
        study.decisions = {(net, link): Decisions(study, net, link) for net in NETWORKS
                           for link in LINKS}
    return study.decisions


def learned_8(study):
    """Tensors compressed in the first and the last epoch, least and most of an epoch, and the
    number of changes of a tensor from one epoch to the next."""
    found = decisions(study)

    def cell(one):
        return f"{one.counts[0]} → {one.counts[-1]} ({min(one.counts)}–{max(one.counts)}), " \
            f"{one.changes}"

    rows = [[net, len(found[net, LINKS[0]].tensors), *(cell(found[net, link]) for link in LINKS)]
            for net in NETWORKS]
    yield from table(["network", "may be", *(f"{link:g} GB/s" for link in LINKS)], rows)


def learned_9(study):
    """VGG16's tensors on the link on which they change most often: x compressed, . raw."""
    found = decisions(study)
    link = max(LINKS, key=lambda rate: found["vgg16", rate].changes)
    one = found["vgg16", link]
    yield f"    {link:g} GB/s each way"
    for tensor, marks in zip(one.tensors, one.marks):
        yield f"    {tensor['name']:<12} " + "".join("x" if m else "." for m in marks)


def learned_11(study):
    """Share of the decisions by the model that agree with those by measured times."""
    found = decisions(study)
    rows = [[net, *(f"{100 * one.agree / one.of:.0f} %"
                    for one in (found[net, link] for link in LINKS))] for net in NETWORKS]
    sums = [[sum(getattr(found[net, link], name) for net in NETWORKS) for name in ("agree", "of")]
            for link in LINKS]
    rows.append(["all", *(f"{100 * a / b:.1f} %" for a, b in sums)])
    yield from table(["network", *(f"{link:g} GB/s" for link in LINKS)], rows)


def sampling(study):
    """Time of zeros, samples and plans, iteration by iteration."""
    found, rows = study.read("sampling.json"), []
    steps, epochs = found["epochs"] * found["steps"], found["runs"] * found["epochs"]
    for net, one in found["networks"].items():
        # Without the first two iterations of a run, which are slower.
        both = [(c, t) for n, (c, t) in enumerate(zip(one["decide_us"], one["iteration_us"]))
                if n % steps > 1]
        with_, without = [p for p in both if p[0]], [t for c, t in both if not c]
        shares = [100 * c / t for c, t in with_]
        rows.append([net, one["tensors"], f"{sum(one['decide_us']) / epochs / 1e3:.1f}",
                     f"{len(with_) / epochs:.1f}", f"{statistics.median(without) / 1e3:.1f}",
                     f"{statistics.median(shares):.2f} %", f"{max(shares):.2f} %",
                     f"{sum(s > MOST for s in shares)} of {len(shares)}",
                     f"{100 * sum(one['decide_us']) / sum(one['iteration_us']):.2f} %",
                     f"{statistics.median(t for _, t in with_) / statistics.median(without):.3f}"])
    yield from table(["network", "tensors", "ms an epoch", "in iterations", "iteration, ms",
                      "of one, median", "most", f"above {MOST:g} %", "of all", "with over without"],
                     rows)


def heads(study):
    """How the signed records of this page were made."""
    names = [*(f"learned/{net}.json" for net in NETWORKS), "measured.json",
             "sampling.json"]
    rows = []
    for name in names:
        head = study.read(name)["record"]
        rows.append([f"`{name}`", f"`{head['command']}`", head["date"], head["commit"],
                     head["digest"][:12], head["machine"], head["load"][1]])
    yield from table(["record", "command", "date", "commit", "sources", "machine", "load"], rows)


TABLES = (heads, learned_1, learned_losses, learned_8, learned_9, learned_11, sampling)
