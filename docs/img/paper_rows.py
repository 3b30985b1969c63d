# SPDX-License-Identifier: Apache-2.0
"""Every figure and table of the five papers, for docs/img/papers.py. A row says what is shown, what
the paper's text or table has for it, and either what was made here or why nothing was.

`here` is text, or Cells of tables on pages under docs/studies, which programs write from records or
runs: the page, a word of the heading or the mark above the table, cells of the row, the column (its place
where several have the same name).
"""
import collections

Paper = collections.namedtuple("Paper", "key title rows")
Row = collections.namedtuple("Row", "item shows command on paper here why")
Cell = collections.namedtuple("Cell", "page under row column before", defaults=("",))


def made(item, shows, command, on, paper, here, why=""):
    return Row(item, shows, command, on, paper, here, why)


def missing(item, shows, why, paper="–"):
    return Row(item, shows, "", "", paper, "not made", why)


def drawing(item, shows, where):
    """Of a figure that explains and has no measurement."""
    return Row(item, shows, "", "", "no figures", "a drawing", where)


TRAININGS = "networks of Fashion-MNIST, 32 × 32, on a CPU"
STUDIES = "`make studies`; sets: `make studies-of`"
SETS = "19 programs of ours, 3 to 91 MB"
MODEL = "modelled times, six networks"
VIRTUAL = "virtual clock, made access patterns"
LAUNCHES = "launches of programs of ours, 1/8 of the GPU"

CDMA = Paper("cDMA", "Compressing DMA Engine (HPCA 2018)", (
    drawing("Figure 1", "how a network is trained", "background"),
    drawing("Figure 2", "a GPU's link, and copies out and in", "[vdnn.md](../use/vdnn.md)"),
    made("Figure 3", "vDNN's loss by GPU and library version, per cent", "`make study-vdnn`", MODEL,
         "51 (63)", (Cell("vdnn.md", "Comparison", ["vDNN loses to the oracle, Maxwell"],
                          "samples, e 0.7", "Maxwell "),
                     Cell("vdnn.md", "Comparison", ["vDNN loses to the oracle, Pascal"],
                          "samples, e 0.7", "Pascal ")),
         "versions of cuDNN were not measured: the times of layers are modelled"),
    made("Table I", "rates of GPUs", "`linepress vdnn --gpu`", "", "Titan X and Xp", "the same two",
         "inputs, not results"),
    made("Figure 4", "AlexNet's density over training", "`make study-vdnn`", TRAININGS,
         "falls, then rises", (Cell("vdnn.md", "AlexNet, a training", ["all"], "epoch 0", "first "),
                               Cell("vdnn.md", "AlexNet, a training", ["all"], "epoch 19",
                                    "last ")),
         "20 epochs of 30 iterations, not 226,000 on ImageNet"),
    made("Figure 5", "pictures of zeros", "`make swap-zeros study-vdnn`", TRAININGS,
         "conv0 48 to 52 % zero; pools have fewer; deep layers darken by 40 %, then lighten",
         (Cell("vdnn.md", "Pictures of zeros", ["1-relu"], "trained 0 %", "first ReLU, at 0 % "),
          Cell("vdnn.md", "Pictures of zeros", ["1-relu"], "trained 100 %", "at 100 % "),
          Cell("vdnn.md", "Pictures of zeros", ["9-relu"], "trained 0 %", "last ReLU, at 0 % "),
          Cell("vdnn.md", "Pictures of zeros", ["9-relu"], "trained 40 %", "at 40 % "),
          Cell("vdnn.md", "Pictures of zeros", ["9-relu"], "trained 100 %", "at 100 % ")),
         "one image of 32 × 32; 20 epochs of 30 iterations"),
    made("Figure 6", "density of VGG and GoogLeNet over training", "`make study-vdnn`", TRAININGS,
         "62 % zero on average, all networks",
         (Cell("vdnn.md", "VGG-16, a training", ["all"], "epoch 0", "VGG-16 first "),
          Cell("vdnn.md", "VGG-16, a training", ["all"], "epoch 19", "last ")),
         "GoogLeNet is not trained here; SqueezeNet is"),
    made("Figure 7", "AlexNet's loss and density", "`make study-vdnn`", TRAININGS, "no numbers",
         (Cell("vdnn.md", "AlexNet, a training", ["loss"], "epoch 0", "loss first "),
          Cell("vdnn.md", "AlexNet, a training", ["loss"], "epoch 19", "last "))),
    drawing("Figure 8", "the format of ZVC", "[format.md](../reference/format.md)"),
    drawing("Figure 9", "where the units are", "[cdma.md](../reference/units/cdma.md)"),
    drawing("Figure 10", "the engines", "[zvc.md](../reference/units/zvc.md): RTL"),
    made("Table II", "the networks and their accuracy", "`make swap-learned`", TRAININGS,
         "53 to 57 % top-1", "losses only, in the table of figure 7",
         "ImageNet is not feasible here; accuracy is not measured"),
    made("Figure 11", "ratio by codec and layout", "`make study-cdma`",
         "four layers, Fashion-MNIST",
         "ZVC 2.6 (13.8), zlib 2.76",
         (Cell("cdma.md", "Comparison with the paper", ["ratio of ZVC, mean (largest)"], "here",
               "ZVC "),
          Cell("cdma.md", "Comparison with the paper", ["ratio of zlib, NCHW"], "here", "zlib ")),
         "for NCHW; NHWC and CHWN are in [a table of the page](cdma.md)"),
    made("Figure 12", "bytes on the link", "`make study-cdma`", "four layers, Fashion-MNIST",
         "zlib 3 % less than ZVC",
         Cell("cdma.md", "Comparison with the paper", ["traffic of zlib against ZVC"], "here"),
         "plain backgrounds of the images repeat"),
    made("Figure 13", "speed of cDMA over vDNN, per cent", "`make study-vdnn`", MODEL,
         "Maxwell +32 (61), Pascal +53 (79)",
         (Cell("vdnn.md", "Comparison", ["cDMA ZV over vDNN, Maxwell"], "samples, e 0.7",
               "Maxwell "),
          Cell("vdnn.md", "Comparison", ["cDMA ZV over vDNN, Pascal"], "samples, e 0.7",
               "Pascal ")),
         "ratios measured on samples; with assumed ones [as well](vdnn.md)"),
))

BUDDY = Paper("Buddy", "Buddy Compression (ISCA 2020)", (
    drawing("Figure 1", "a line's sectors in two memories",
            "[buddy.md](../reference/units/buddy.md)"),
    drawing("Figure 2", "the system around it", "[buddy.md](../reference/units/buddy.md)"),
    made("Figure 3", "ratio over a whole run, eight sizes", STUDIES, SETS, "HPC 2.51, DL 1.85",
         (Cell("buddy-sizes.md", "programs", ["**geometric mean**", "**HPC**"], "eight sizes",
               "HPC "),
          Cell("buddy-sizes.md", "programs", ["**geometric mean**", "**DL**"], "eight sizes",
               "DL ")),
         "other programs; networks that have hardly learned, while those that have "
         "[compress no better](buddy-targets.md#targets-of-one-training-measured-on-another)"),
    drawing("Figure 4", "sectors and target ratio", "[buddy.md](../reference/units/buddy.md)"),
    made("Figure 5", "ratio by codec; sizes of lines", STUDIES, SETS, "no numbers",
         (Cell("buddy-codecs.md", "programs", ["bpc"], "HPC, geometric mean", "BPC: HPC "),
          Cell("buddy-codecs.md", "programs", ["bpc"], "DL, geometric mean", "DL "))),
    made("Figure 6", "hits of the metadata cache by size, per cent", "`make study-gpu`", LAUNCHES,
         "high for most; 64 KiB chosen",
         (Cell("buddy-metadata.md", "hits", ["wave2"], "64 KiB", "wave2 "),
          Cell("buddy-metadata.md", "hits", ["cg_fem"], "64 KiB", "cg_fem ")),
         "[other programs](buddy-metadata.md), one launch on an eighth of the GPU"),
    made("Figure 7", "ratio and buddy accesses by step", STUDIES, SETS,
         "HPC 1.9 / 0.08 %, DL 1.5 / 4 %",
         (Cell("buddy-targets.md", "programs", ["**mean**", "**HPC**"], "and 16x", "HPC "),
          Cell("buddy-targets.md", "programs", ["**mean**", "**DL**"], "and 16x", "DL "),
          Cell("buddy-targets.md", "trained", ["**mean**"], "and 16x", "DL that learned "),
          Cell("buddy-targets.md", "inputs", ["**mean**"], "and 16x", "HPC of 64 MB and more "),
          Cell("buddy-targets.md", "inputs", ["**mean**"], "targets of the small input",
               "with targets of a small input ")),
         "other programs; few lines of these networks compress; targets of "
         "[another training](buddy-targets.md#targets-of-one-training-measured-on-another)"),
    made("Figure 8", "maps of compressibility", STUDIES, SETS, "pictures",
         "[pictures](buddy-heat.md)"),
    made("Figure 9", "buddy accesses over training", STUDIES, SETS, "nearly constant",
         "[table](buddy-time.md)",
         "SqueezeNet in bfloat16 alone has lines there; ResNet50 in fp32 has "
         "[no target](buddy-targets.md#targets-of-one-training-measured-on-another) that lines could "
         "exceed"),
    made("Figure 10", "ratio by threshold", STUDIES, SETS, "no numbers",
         (Cell("buddy-thresholds.md", "programs", ["**mean**", "**HPC**"], "30 %", "HPC at 30 %: "),
          Cell("buddy-thresholds.md", "programs", ["**mean**", "**DL**"], "30 %", "DL "))),
    made("Table I", "parameters of the simulator", "`linepress gpu --show p100`", "", "inputs",
         "the same", "inputs, not results; the others are [assumed](buddy-sensitivity.md)"),
    missing("Figure 11", "the simulator against silicon",
            "needs traces of the GPU that the programs run on", "correlation 0.989"),
    made("Figure 12", "speed by link, per cent of uncompressed memory", "`make study-gpu`", LAUNCHES,
         "HPC within 1 %, DL 2.2 % slower at 150 GB/s",
         (Cell("buddy-gpu.md", "speed_dram", ["**HPC, here**"], "150", "HPC at 150: "),
          Cell("buddy-gpu.md", "speed_dram", ["**HPC, here**"], "50", "at 50: "),
          Cell("buddy-gpu.md", "speed_dram", ["**DL, here**"], "bandwidth",
               "DL with bandwidth compression: ")),
         "[other programs](buddy-gpu.md), whose memory holds more zeros; no DL program has a target "
         "above 1x, so none uses the link"),
    made("Figure 13", "energy of accesses, of uncompressed memory", "`make studies`",
         "six small sets", "at most about 1",
         (Cell("buddy-energy.md", "energy", ["wave", "bandwidth"], "of uncompressed",
               "wave: bandwidth "),
          Cell("buddy-energy.md", "energy", ["wave", "buddy"], "of uncompressed", "buddy "),
          Cell("buddy-energy.md", "energy", ["mean here"], "of uncompressed", "buddy, mean ")),
         "row hits and toggle are not in the paper; four of the six sets have no target"),
    made("Figure 14", "Unified Memory over-subscribed", "`make studies`",
         "a model, not hardware; one small trace", "up to 87 times slower; buddy 1.67 at most",
         tuple(Cell("buddy-um.md", "um", ["1 KiB pages, 32 KiB blocks, v100/8", "1.5"], column,
                    before) for column, before in
               (("slowdown, 10 µs", "ratio 1.5: "), ("50 µs", "to "), ("buddy", "buddy "))),
         "the paper measured a V100 on NVLink to a POWER9, with other programs"),
    made("Figure 15", "larger mini-batches, gain in per cent",
         "`make studies`; accuracy: `make study-accuracy`",
         "models of six networks; a small training", "14 on average, VGG16 30, BigLSTM 28",
         (Cell("buddy-batch.md", "batch_gain", ["**mean**"], "gain, %", "at ratio 1.5: "),
          Cell("buddy-batch.md", "batch_gain", ["VGG16"], "gain, %", "VGG16 "),
          Cell("buddy-batch.md", "batch_gain", ["BigLSTM"], "gain, %", "BigLSTM ")),
         "the paper does not give its model; ratio 1.5 is the mean of its networks"),
))

PREPRINT = Paper("Buddy, preprint", "Buddy Compression, the preprint (2019)", tuple(
    Row(f"Figure {n}", shows, "", "", "as published", f"see figure {of} above", "")
    for n, shows, of in (
        (1, "a line's sectors in two memories", 1), (2, "the system around it", 2),
        (3, "ratio over a whole run", 3), (4, "sectors and target ratio", 4),
        (5, "metadata: set-up and hits", 6), (6, "maps of compressibility", 8),
        (7, "ratio and buddy accesses by step", 7), (8, "buddy accesses over training", 9),
        (9, "ratio by threshold", 10), (10, "the simulator against silicon", 11),
        (11, "speed by link", 12), (12, "Unified Memory over-subscribed", 14),
        (13, "larger mini-batches", 15))))

SWAP = "`make study-cswap`"
CSWAP = Paper("CSWAP", "CSWAP (CLUSTER 2021)", (
    made("Figure 1", "sparsity of VGG16's tensors over epochs", SWAP, TRAININGS, "20 to 80 % zero",
         (Cell("cswap.md", "learned_losses", ["vgg16"], "zeros, first epoch", "all tensors: "),
          Cell("cswap.md", "learned_losses", ["vgg16"], "last", "to ")),
         "20 epochs of 30 iterations, not 50 of all images"),
    made("Figure 2", "an iteration with swapping", "`make swap-demo`", TRAININGS, "a drawing",
         "[timeline](cswap.md#figure-2-the-timeline), measured"),
    made("Figure 3", "swap time with static compression", SWAP, TRAININGS,
         "loses on MAX1 to 4, ReLU7 and 8", "[table](cswap.md#figure-3-zvc-for-everything)"),
    missing("Table I", "frameworks compared", "a table of related work", "no figures"),
    drawing("Figure 4", "the architecture", "[swap.md](../use/swap.md)"),
    drawing("Table II", "parameters of the model", "[swap.md](../use/swap.md)"),
    made("Figure 5", "codec times by grid and block", SWAP, "an H200, 32 MB",
         "ZVC: 44 ms at best for 500 MB",
         Cell("cswap-gpu.md", "figure_5", ["zvc"], "ms", "ZVC, ms: "),
         "32 MB fit the second-level cache"),
    made("Table III", "networks and batch sizes", SWAP, TRAININGS, "1024 to 2560 images",
         "[32 images](cswap.md#differences-from-the-paper)", "a CPU's memory and time"),
    made("Figure 6", "throughput over vDNN", SWAP, TRAININGS, "+25 % on average",
         tuple(Cell("cswap.md", "figure_6", [net], "cswap", f"{net} ")
               for net in ("alexnet", "vgg16", "resnet")),
         "simulated on measured profiles; on a GPU out of the tables until profiles are made "
         "again"),
    made("Figure 7", "over static compression", SWAP, TRAININGS, "+5.5 % (12.5)",
         tuple(Cell("cswap.md", "figure_6", [net], "over SC", f"{net} ")
               for net in ("alexnet", "vgg16", "plain20"))),
    made("Figure 8", "how many tensors are compressed", SWAP, TRAININGS, "VGG16: 5, then 9",
         tuple(Cell("cswap.md", "learned_8", ["vgg16"], f"{link} GB/s", f"{link} GB/s: ")
               for link in (0.5, 2, 8)), "first → last epoch (least–most), changes"),
    made("Figure 9", "which of VGG16's", SWAP, TRAININGS, "a map", "[map](cswap.md#over-links)"),
    made("Figure 10", "error of the time model", SWAP, "an H200; CPU too", "3 %",
         (Cell("cswap-gpu.md", "figure_10", ["zvc"], "LR", "RAE: ZVC "),
          Cell("cswap-gpu.md", "figure_10", ["lz4"], "LR", "LZ4 ")), "short kernels"),
    made("Figure 11", "decisions that agree", SWAP, TRAININGS, "94.2 %",
         tuple(Cell("cswap.md", "learned_11", ["all"], f"{link} GB/s", f"{link} GB/s: ")
               for link in (0.117, 1, 4))),
    made("Figure 12", "search of grid and block", SWAP, "an H200", "BO within 18 % of the best",
         (Cell("cswap-gpu.md", "figure_12", ["zvc"], "BO, 10 + 25", "over the best: ZVC "),
          Cell("cswap-gpu.md", "figure_12", ["lz4"], "BO, 10 + 25", "LZ4 ")),
         "on recorded landscapes"),
))

HUVM_MAKE = "`make study-huvm`"


def huvm_cases(*columns):
    """Cells of figure 6 for each case."""
    rows = (("case1", "Pagerank"), ("case2", "BFS"), ("case3", "WCC"), ("case3", "BFS"),
            ("case4", "WCC"))
    return tuple(Cell("huvm.md", "figure 6", list(row), column,
                      "" if column == columns[-1] else " ".join(row) + " ")
                 for row in rows for column in columns)


HUVM = Paper("memHarvester", "Memory Harvesting, HUVM (ATC 2022)", (
    made("Figure 1", "memory use on four GPUs", HUVM_MAKE, "the paper's cases", "cases 1 to 4",
         "inputs of the [scenarios](../use/huvm.md)", "the use was not measured here"),
    drawing("Figure 2", "one address space", "[huvm.md](../use/huvm.md)"),
    made("Table 1", "rates of PCIe and NVLink", HUVM_MAKE, "", "12.3 and 40.1 GB/s", "the same",
         "inputs of the model"),
    drawing("Figure 3", "paths to spare memory", "[huvm.md](../use/huvm.md)"),
    drawing("Figure 4", "timelines of the mechanisms", "[picture](../img/huvm.svg)"),
    drawing("Figure 5", "timeline of the prefetcher", "[picture](../img/huvm.svg)"),
    made("Figure 6", "speedup in four cases, over Base", HUVM_MAKE, VIRTUAL,
         "Case 1: 3.53; 2: 3.52; 3: 3.83, 3.21; 4: 2.1 to 2.36", huvm_cases(3, 5),
         "defaults (all points); the driver's costs are fitted to Case 1; over Pre-ef-host the paper's "
         "Cases 2 and 3 are [not reached](huvm.md#cases-1-to-4-figure-6)"),
    made("Table 2", "the cases' programs and inputs", HUVM_MAKE, VIRTUAL, "memory use of each",
         "the same use", "graphs and trainings are stood for by patterns"),
    made("Figure 7", "mechanisms one by one", HUVM_MAKE, VIRTUAL, "each helps",
         Cell("huvm.md", "figure 7", ["case1", "Pagerank"], None, ""),
         "+LP gains nothing, +MPF is slower than +LPF; "
         "[which points meet the orders](huvm.md#the-papers-orders)"),
    made("Figure 8", "amount of prefetch", HUVM_MAKE, VIRTUAL, "more is better, to 32 MB",
         Cell("huvm.md", "figure 8", ["case1", "Pagerank"], None, ""),
         "at most points some larger amount is slower: [orders](huvm.md#the-papers-orders)"),
    made("Figure 9", "amount of spare memory", HUVM_MAKE, VIRTUAL, "over 2 at 5 %",
         Cell("huvm.md", "figure 9", ["Pagerank"], None, ""),
         "in a scan more than 5 % gives nothing; "
         "[BFS's own trace](huvm.md#programs-with-their-own-traces) gains"),
    made("Table 3", "cost to a lender", HUVM_MAKE, VIRTUAL, "0.97; 0.87 with three harvesters",
         (Cell("huvm.md", "table 3", ["VectorAdd (1)", "+MPF"], "defaults", ""),
          Cell("huvm.md", "table 3", ["VectorAdd (3)", "+MPF"], "defaults", "with three: ")),
         "bandwidth alone [cannot cost so much](huvm.md#cost-of-harvesters-to-a-lender-table-3)"),
    made("Figure 10", "one training over four GPUs", HUVM_MAKE, VIRTUAL, "GNMT16: 1.5 to 1.6; GNMT8 2.16",
         tuple(Cell("huvm.md", "figure 10", [net], 3, f"{net} ") for net in ("GNMT16", "GNMT8")),
         "defaults; the paper does not name the harvesters of GNMT8"),
    made("Figure 11", "memory use of these", HUVM_MAKE, VIRTUAL, "pictures",
         "use of each GPU in the table of figure 10", "not drawn"),
))

PAPERS = (CDMA, BUDDY, PREPRINT, CSWAP, HUVM)
