#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""vDNN and cDMA on the six networks, compared with the paper: pictures and the page's tables.

    vdnn.py --linepress CLI BARS.svg TIMELINE.svg ZEROS.svg PAGE.md

All times come from `linepress vdnn`. PAGE.md is rewritten between its markers, and what is written
there is printed. Exit status 2: bad use, or a file is missing.
"""
import argparse
import json
import os
import subprocess
import sys
import tempfile

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../..")
sys.path[:0] = [os.path.join(ROOT, "tb/demo"), os.path.join(ROOT, "tb/tree/records")]
import arrays  # noqa: E402
import page_parts  # noqa: E402
from page_parts import table  # noqa: E402
import signed  # noqa: E402
from picture import text  # noqa: E402
import vdnn_zeros  # noqa: E402

NETWORKS = {"alexnet": "AlexNet", "overfeat": "OverFeat", "nin": "NiN", "vgg16": "VGG-16",
            "squeezenet": "SqueezeNet", "googlenet": "GoogLeNet"}
GPUS = {"titanx": "Maxwell", "titanxp": "Pascal"}
LINK, FLAT, WINDOW = 12.8, 2.6, 4096
EFFICIENCIES = (0.5, 0.7, 0.9)
# The paper: half of the first layer is zero, no layer is above 13.8, 2.6 on average.
FIRST, MOST, MEAN = 1 / (0.5 + 1 / 32), 13.8, 2.6
SAMPLES = ("relu1", "relu2", "relu3", "fc1")  # by depth
SAMPLE_CODECS = ("rle", "zvc", "zlib")
TRAINED = os.path.join(ROOT, "tb/data/profiles/learned")
# The networks that are also trained here.
TRAININGS = {"alexnet": "alexnet", "vgg16": "vgg16", "squeezenet": "squeezenet"}
ZEROS = os.path.join(ROOT, "tb/data/zeros/alexnet.json")
SHOWN = 7  # epochs
KINDS = {"sample": "samples", "trained": "trained, three networks", "flat": "flat (assumed)",
         "profile": "profile (assumed)"}
PAPER = {"mean": {"titanx": 32, "titanxp": 53}, "max": {"titanx": 61, "titanxp": 79}}
STYLE = """
text{font:12px ui-sans-serif,system-ui,"DejaVu Sans",sans-serif;fill:#24292f}
.head{font-weight:600}.s{font-size:11px;fill:#57606a}.grid{stroke:#d0d7de}
.c0{fill:#bc4c00}.c1{fill:#54aeff}.c2{fill:#0a3069}.line{stroke:#1a7f37;stroke-dasharray:5 4}
@media(prefers-color-scheme:dark){text{fill:#e6edf3}.s{fill:#9198a1}.grid{stroke:#3d444d}
.c0{fill:#ffa657}.c1{fill:#1f6feb}.c2{fill:#cae8ff}.line{stroke:#56d364}}
"""
BARS = (("vdnn", "vDNN"), ("zv_aware", "cDMA ZV, bandwidth-aware"), ("zv", "cDMA ZV"))


class Asker:
    """Runs of `linepress vdnn`."""

    def __init__(self, linepress, folder):
        self.linepress, self.folder = linepress, folder

    def __call__(self, network, gpu, efficiency, ratios=(), link=LINK, prefetch="ahead"):
        """ratios: a flat one, or {codec: [ratio of each X but the image]}."""
        return arrays.call([self.linepress, "vdnn", "--json", "--prefetch", prefetch,
                            *self.options(network, gpu, efficiency, ratios, link)])

    def options(self, network, gpu, efficiency, ratios, link=LINK):
        words = ["--network", network, "--gpu", gpu, "--efficiency", f"{efficiency}", "--link",
                 f"{link}"]
        if not isinstance(ratios, dict):
            return [*words, "--ratio", f"{ratios}"]
        for codec, values in ratios.items():
            path = os.path.join(self.folder, codec)
            with open(path, "w", encoding="utf-8") as out:
                json.dump({"codec": codec, "mismatches": 0, "tensors": [
                    {"file": str(n), "bytes": 10**12, "compressed_bytes": 10**12 / ratio}
                    for n, ratio in enumerate(values)]}, out)
            words += ["--ratios", path]
        return words

    def sizes(self, network):
        """Bytes of each X but the image, in order."""
        layers = self(network, "titanx", 0.7, FLAT)["layers"]
        return [layer["bytes"] for layer in layers if layer["bytes"] and layer["x"] != "data"]


def weighted(ratios, sizes):
    return sum(sizes) / sum(size / ratio for size, ratio in zip(sizes, ratios))


def depth_profile(sizes):
    """Ratios that rise with depth from FIRST to MOST and are MEAN over the network's bytes."""
    last = max(len(sizes) - 1, 1)

    def at(power):
        return [FIRST * (MOST / FIRST) ** ((n / last) ** power) for n in range(len(sizes))]

    low, high = 0.01, 20.0  # the higher the power, the later they rise
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if weighted(at(middle), sizes) > MEAN else (low, middle)
    return at(low)


def sample_ratios(linepress):
    """{codec: ratio of each sample activation in fp32, all points of the run together}."""
    ratios = {}
    for codec in SAMPLE_CODECS:
        ratios[codec] = []
        for name in SAMPLES:
            paths = [p for p, entry in arrays.manifest().items()
                     if os.path.basename(p).startswith(f"{name}_act_") and
                     entry["element"] == "fp32"]
            found = arrays.call([linepress, "ratio", "--codec", codec, "--window", str(WINDOW),
                                 "--json", *paths])["files"]
            ratios[codec].append(8 * sum(f["bytes"] for f in found) /
                                 sum(f["compressed_bits"] for f in found))
    return ratios


def by_depth(values, count):
    """`count` layers take the value of the sample nearest in depth."""
    last = max(count - 1, 1)
    return [values[round(n / last * (len(values) - 1))] for n in range(count)]


# ---- trainings ----

def trainings():
    """{network: record of its training}"""
    return {network: signed.read(os.path.join(TRAINED, f"{name}.json"))
            for network, name in TRAININGS.items()}


def sparse(record):
    return [t for t in record["tensors"] if t["kind"] in ("relu", "pool")]


def trained_ratios(record):
    """{codec: ratio of each output of a ReLU or pool, over all epochs}"""
    return {codec: [len(t["epochs"]) / sum(1 / e["ratio"][codec] for e in t["epochs"])
                    for t in sparse(record)] for codec in ("rle", "zvc")}


def density(tensors, epoch):
    """Words that are not zero, in per cent."""
    words_of = sum(t["bytes"] / 4 for t in tensors)
    return 100 - 100 * sum(t["epochs"][epoch]["zeros"] for t in tensors) / words_of


def epoch_loss(record, epoch):
    steps = record["training"]["steps"]
    return mean(record["training"]["loss"][epoch * steps:(epoch + 1) * steps])


def densities(network, record):
    """A row for each output, and the loss."""
    last = record["training"]["epochs"] - 1
    epochs = sorted({round(last * (i / (SHOWN - 1)) ** 2) for i in range(SHOWN)})
    tensors = sparse(record)
    rows = [[t["name"], *(f"{density([t], e):.0f}" for e in epochs)] for t in tensors]
    rows.append(["all", *(f"{density(tensors, e):.0f}" for e in epochs)])
    rows.append(["loss", *(f"{epoch_loss(record, e):.2f}" for e in epochs)])
    return [f"{NETWORKS[network]}, a training of {last + 1} epochs of "
            f"{record['training']['steps']} iterations:", "",
            *table(["output", *(f"epoch {e}" for e in epochs)], rows), ""]


def by_layer(records):
    """Ratios of ZVC in the trainings: mean over bytes, least and greatest of a layer."""
    rows = []
    for network, record in records.items():
        values, sizes = trained_ratios(record)["zvc"], [t["bytes"] for t in sparse(record)]
        rows.append([NETWORKS[network], f"{weighted(values, sizes):.2f}",
                     *(f"{pick(values):.2f} ({sparse(record)[values.index(pick(values))]['name']})"
                       for pick in (min, max))])
    return table(["ZVC, all epochs", "ratio", "least", "greatest"], rows)


def gain(answer, key="zv"):
    return 100 * (answer[key]["over_vdnn"] - 1)


def mean(values):
    values = list(values)
    return sum(values) / len(values)


def loss(run):
    return 100 * (1 - run["vdnn"]["of_oracle"])


def over_zlib(run):
    return 100 * (run["zv"]["iteration_ms"] / run["zl"]["iteration_ms"] - 1)


class Column:
    """Networks on both GPUs with one efficiency and one kind of ratios."""

    def __init__(self, ask, efficiency, ratios_of, networks=tuple(NETWORKS), **more):
        self.runs = {gpu: {n: ask(n, gpu, efficiency, ratios_of(n), **more) for n in networks}
                     for gpu in GPUS}

    def of(self, gpu, value):
        return [value(run) for run in self.runs[gpu].values()]

    def gains(self, gpu):
        values = self.of(gpu, gain)
        return f"+{mean(values):.0f} ({max(values):.0f})"

    def losses(self, gpu):
        values = self.of(gpu, loss)
        return f"{mean(values):.0f} ({max(values):.0f})"

    def aware(self, gpu):
        return f"{mean(self.of(gpu, aware)):.0f}"

    def zlib(self, gpu):
        values = self.of(gpu, over_zlib)
        return f"{mean(values):+.1f} ({max(values):.1f})"


def aware(run):
    """Of performance-optimal ZV's speed, in per cent."""
    return 100 * run["zv"]["iteration_ms"] / run["zv_aware"]["iteration_ms"]


def measure(linepress, folder, records=None):
    ask = Asker(linepress, folder)
    sizes = {n: ask.sizes(n) for n in NETWORKS}
    profiles = {n: {"zvc": depth_profile(sizes[n])} for n in NETWORKS}
    samples = sample_ratios(linepress)
    kinds = {"flat": lambda n: FLAT, "profile": profiles.get,
             "sample": lambda n: {c: by_depth(v, len(sizes[n])) for c, v in samples.items()}}
    columns = {(kind, e): Column(ask, e, ratios) for kind, ratios in kinds.items()
               for e in EFFICIENCIES}
    found = {n: trained_ratios(record) for n, record in (records or {}).items()}
    for e in EFFICIENCIES:
        if found:
            columns["trained", e] = Column(
                ask, e, lambda n: {c: by_depth(v, len(sizes[n])) for c, v in found[n].items()},
                tuple(found))
        columns["same", e] = Column(ask, e, kinds["flat"], prefetch="same")
        for kind in ("flat", "profile"):
            columns[f"{kind} 16", e] = Column(ask, e, kinds[kind], link=16)
    return ask, sizes, profiles, samples, columns


def beside_the_paper(columns):
    """The table of means and maxima."""
    picks = [(kind, e) for kind in KINDS for e in (0.7, 0.9)]
    rows = []
    for gpu, name in GPUS.items():
        rows.append([f"cDMA ZV over vDNN, {name}",
                     f"+{PAPER['mean'][gpu]} ({PAPER['max'][gpu]})",
                     *(columns[p].gains(gpu) for p in picks)])
    for gpu, name in GPUS.items():
        rows.append([f"vDNN loses to the oracle, {name}", "51 (63)",
                     *(columns[p].losses(gpu) for p in picks)])
    for gpu, name in GPUS.items():
        rows.append([f"bandwidth-aware, of ZV's speed, {name}", "94",
                     *(columns[p].aware(gpu) for p in picks)])
    for gpu, name in GPUS.items():
        rows.append([f"zlib over ZV, {name}", "+0.7 (2.2)",
                     *(columns[p].zlib(gpu) if p[0] == "sample" else "–" for p in picks)])
    head = ["per cent, mean (max) of six networks", "paper",
            *(f"{KINDS[kind]}, e {e}" for kind, e in picks)]
    return table(head, rows)


def ranges(columns):
    """The same in words, over GPUs that are not named, columns and efficiencies: by ratios of
    samples, then by assumed ones; zlib's are of samples alone."""
    def words(gpus, value, picks, sign=""):
        found = [columns[kind, e].of(gpu, value) for kind in picks for e in (0.7, 0.9)
                 for gpu in gpus]
        means, most = ([round(f(values)) for values in found] for f in (mean, max))
        return (f"{sign}{min(means)} to {sign}{max(means)} %", f"({min(most)} to {max(most)})")

    def each(gpus, value, sign=""):
        return "; ".join(f"{name} {' '.join(words(gpus, value, picks, sign))}" for name, picks in (
            ("samples", ["sample"]), ("assumed", ("flat", "profile"))))

    said = {"losses": " ".join(words(GPUS, loss, ("flat", "profile"))),
            "aware": words(GPUS, aware, ("sample", "flat", "profile"))[0],
            "zlib": " ".join(words(GPUS, over_zlib, ["sample"], "+"))}
    return {**said, **{f"gains {name}": each([gpu], gain, "+") for gpu, name in GPUS.items()}}


def variations(columns):
    """Effect of the model's free choices on the figures."""
    rows = []
    for label, kind in ((f"flat (assumed), link {LINK} GB/s", "flat"),
                        ("flat (assumed), link 16 GB/s", "flat 16"),
                        (f"flat (assumed), link {LINK} GB/s, `--prefetch same`", "same"),
                        (f"profile (assumed), link {LINK} GB/s", "profile"),
                        ("profile (assumed), link 16 GB/s", "profile 16")):
        for e in EFFICIENCIES:
            column = columns[kind, e]
            rows.append([label, f"{e}", *(column.gains(g) for g in GPUS),
                         *(column.losses(g) for g in GPUS), *(column.aware(g) for g in GPUS)])
    return table(["", "e", *(f"gain, {n}" for n in GPUS.values()),
                  *(f"vDNN's loss, {n}" for n in GPUS.values()),
                  *(f"aware, {n}" for n in GPUS.values())], rows)


def by_network(columns, sizes, profiles):
    rows = []
    for network, title in NETWORKS.items():
        row = [title, f"{weighted(profiles[network]['zvc'], sizes[network]):.2f}"]
        for gpu in GPUS:
            run = columns["profile", 0.7].runs[gpu][network]
            row += [f"{run['oracle']['iteration_ms']:.0f}", f"{run['vdnn']['of_oracle']:.2f}",
                    f"{run['zv_aware']['of_oracle']:.2f}", f"{run['zv']['of_oracle']:.2f}",
                    f"+{gain(run):.0f}"]
        rows.append(row)
    head = ["profile (assumed), e 0.7", "ratio (assumed)"]
    for name in GPUS.values():
        head += [f"{name}: oracle, ms", "vDNN", "aware", "ZV", "gain, %"]
    return table(head, rows)


def pictures(record):
    """Of the zeros of one image."""
    head = ["zero, per cent, one image",
            *(f"trained {vdnn_zeros.trained(record, stage)}" for stage in record["stages"])]
    return ["The training of AlexNet above, seen by an image that it does not take (number "
            f"{record['image']} of Fashion-MNIST). Each square is the plane of a channel, black "
            "where the word is zero.", "",
            "![Zeros of AlexNet's activations while it is trained](../img/vdnn_zeros.svg)", "",
            *table(head, vdnn_zeros.rows(record))]


def words(columns, sizes, profiles, samples, records, zeros):
    shown = table(["ratio, all points of the run", *SAMPLES],
                  [[codec.upper(), *(f"{v:.2f}" for v in values)]
                   for codec, values in samples.items()])
    return "\n".join([
        "### Comparison with the paper", "", *beside_the_paper(columns), "",
        "### Ratios of the samples", "", *shown, "",
        "### Ratios of the trainings", "", *by_layer(records), "",
        "### Density over training (figures 4, 6 and 7)", "",
        "Per cent of the words of each output that are not zero.", "",
        *(line for item in records.items() for line in densities(*item)),
        "### Pictures of zeros (figure 5)", "", *pictures(zeros), "",
        "### By network", "", "Speed relative to the oracle, ratios assumed:", "",
        *by_network(columns, sizes, profiles), "",
        "### Effect of the model's free choices", "", *variations(columns)])


def panel(left, title, runs):
    """Bars of each network, the oracle's speed at 100 %."""
    top, height, width = 84, 180, 420
    bottom, pitch = top + height, width / len(runs)
    yield text(left, 26, title, "head")
    for percent in (0, 25, 50, 75, 100):
        y = bottom - height * percent / 100
        kind = "line" if percent == 100 else "grid"
        yield f'<path class="{kind}" d="M{left} {y:g}H{left + width}"/>'
        yield text(left - 8, y + 4, f"{percent} %", "s", "end")
    for number, (network, run) in enumerate(runs.items()):
        x = left + number * pitch + 8
        for k, (key, _) in enumerate(BARS):
            tall = height * run[key]["of_oracle"]
            yield (f'<rect class="c{k}" x="{x + 16 * k:.1f}" y="{bottom - tall:.1f}" width="14" '
                   f'height="{tall:.1f}"><title>{NETWORKS[network]}, {key}: '
                   f'{100 * run[key]["of_oracle"]:.1f} %</title></rect>')
        yield text(x + 23, bottom + 18, NETWORKS[network], "s", "middle")


def draw(column):
    parts, x = [], 52
    for k, (_, name) in enumerate(BARS):
        parts.append(f'<rect class="c{k}" x="{x}" y="46" width="12" height="12"/>')
        parts.append(text(x + 17, 56, name, "s"))
        x += 40 + 7 * len(name)
    parts.append(f'<path class="line" d="M{x} 52h22"/>')
    parts.append(text(x + 28, 56, "oracle", "s"))
    for left, (gpu, name) in zip((52, 540), (("titanx", "Maxwell Titan X"),
                                             ("titanxp", "Pascal Titan Xp"))):
        parts += panel(left, f"Speed on {name}, of the oracle's", column.runs[gpu])
    return ('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 980 300" width="980" '
            f'height="300">\n<style>{STYLE}</style>\n' + "\n".join(parts) + "\n</svg>\n")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--linepress", required=True)
    parser.add_argument("bars")
    parser.add_argument("timeline")
    parser.add_argument("zeros")
    parser.add_argument("page")
    args = parser.parse_args()
    try:
        with tempfile.TemporaryDirectory() as folder:
            records, zeros = trainings(), signed.read(ZEROS)
            ask, sizes, profiles, samples, columns = measure(args.linepress, folder, records)
            subprocess.run([args.linepress, "vdnn", "--force", "--svg", args.timeline,
                            *ask.options("nin", "titanxp", 0.7, profiles["nin"])],
                           stdout=subprocess.DEVNULL, check=True)
        said = words(columns, sizes, profiles, samples, records, zeros)
        arrays.write_whole(args.bars, draw(columns["profile", 0.7]))
        arrays.write_whole(args.zeros, vdnn_zeros.draw(zeros))
        page_parts.rewrite(args.page, "vdnn", said)
    except (arrays.ArrayError, signed.Bad, OSError, subprocess.CalledProcessError) as err:
        print(f"vdnn: {err}", file=sys.stderr)
        return 2
    print(said)
    return 0


if __name__ == "__main__":
    sys.exit(main())
