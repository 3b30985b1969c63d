# SPDX-License-Identifier: Apache-2.0
"""Figures that the study of the DMA engine does not measure: sketch, sizes of units, the paper."""
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../synth"))
import tables  # noqa: E402

# Link busy of a loop of a few lines over the same credits, for RATIOS of cdma.py.
SKETCH = {
    "48 KiB": ["1.000"] * 3 + ["0.926", "0.757", "0.693", "0.639", "0.617", "0.565", "–", "–"],
    "70,000 B": ["1.000"] * 4 + ["0.999", "0.966", "0.898", "0.868", "0.796", "–", "–"],
    "80 KiB": ["1.000"] * 6 + ["0.991", "0.963", "0.880", "–", "–"],
}
HIGH_WATER = {"48 KiB": "42 / 31 / 2", "70,000 B": "61 / 50 / 7", "80 KiB": "74 / 62 / 18"}

# Of the library whose rows of synth/measured.json have this label.
NAND2_UM2, LABEL = 0.798, "45 nm"
PAPER_CELLS, PAPER_BUFFER, PAPER_ALL, PAPER_BYTES = 0.31, 0.21, 0.52, 70000
# Rows of synth/measured.json whose sizes add up.
ENGINES = (("lp_zvc_enc", "ELEM=32"), ("lp_zvc_dec", "ELEM=32"))
CHANNEL = (("lp_cdma_chan", "CODECS=1 ELEM=32"),)
CORE = (("lp_cdma_core", "CHANNELS=6 FLITS=364 CODECS=1"),)
# And how often six channels have them.
CELLS = (
    ("`lp_zvc_enc` and `lp_zvc_dec`", ENGINES, 6, "what the paper counts"),
    ("`lp_codec_enc` and `lp_codec_dec`",
     (("lp_codec_enc", "ELEM=32"), ("lp_codec_dec", "ELEM=32")), 6, "the same with BPC"),
    ("`lp_cdma_chan`, ZVC alone", CHANNEL, 6, "with packing, counting, AXI, queues"),
    ("`lp_cdma_chan`, all codecs", (("lp_cdma_chan", "CODECS=2 ELEM=32"),), 6, ""),
    ("`lp_cdma_core`, ZVC alone, 70,000 B", CORE, 1, "the whole engine"),
    ("`lp_cdma_core`, all codecs, 80 KiB", (("lp_cdma_core", ""),), 1, "the whole engine"),
)


def mm2(kge, count):
    """Scaled as in section V-C: cells at 45 nm x 0.46 to 28 nm, half of the area used."""
    return kge * 1000 * NAND2_UM2 / 1e6 * 0.46 / 0.5 * count


def size(parts):
    """(kGE, marks) of rows of synth/measured.json; (None, "") if one is not there."""
    store = tables.load()
    entries = [store.get(f"{LABEL}|{unit}|{text}") for unit, text in parts]
    if not all(entries):
        return None, ""
    marks = {mark for (unit, text), entry in zip(parts, entries)
             for mark in tables.marks(entry, LABEL, unit, text)}
    return sum(entry["kge"] for entry in entries), "".join(f" {mark}" for mark in sorted(marks))


def area_text(parts, count, more=0.0):
    """mm2 at 28 nm."""
    kge, marks = size(parts)
    return "–" if kge is None else f"{mm2(kge, count) + more:.3f}{marks}"


def area():
    rows = []
    for name, parts, count, note in CELLS:
        kge, marks = size(parts)
        rows.append([name, "–" if kge is None else f"{kge:.2f}{marks}", f"{count}",
                     area_text(parts, count), f"{PAPER_CELLS}" if parts is ENGINES else "–", note])
    for room in (PAPER_BYTES, 81920, 98304):
        rows.append([f"buffer, {room} B", "–", "1", f"{PAPER_BUFFER * room / PAPER_BYTES:.3f}",
                     f"{PAPER_BUFFER}" if room == PAPER_BYTES else "–",
                     "CACTI's of the paper, by bytes; not ours"])
    for name, parts, count in (("ZVC pairs and 70,000 B", ENGINES, 6),
                               ("`lp_cdma_core`, ZVC alone, and 70,000 B", CORE, 1)):
        rows.append([name, "–", "1", area_text(parts, count, PAPER_BUFFER), f"{PAPER_ALL}", ""])
    return ["", "kGE, one", "how many", "mm² at 28 nm", "paper", ""], rows


def beside(facts):
    """Every figure of the paper that a table, not a plot, or the text gives."""
    def ends(codec, layout="NCHW"):
        mean, largest, _ = facts["ends"][codec, layout]
        return f"{mean} (largest {largest})"

    zvc, zlib = (float(facts["ends"][c, "NCHW"][0]) for c in ("ZVC", "ZLIB"))
    ten = facts["knee"][10]
    own = "four layers of our own training, fp32, not six networks on ImageNet"
    flat = "see [vdnn.md](vdnn.md): modelled times, one number e; ratios of samples, then assumed"
    return ["", "paper", "here", "what differs"], [
        ["ratio of ZVC, mean (largest)", "2.6 (13.8)", ends("ZVC"), own],
        ["ratio of zlib, NCHW", "2.76", ends("ZLIB"),
         own + "; images have plain backgrounds, whose activations repeat"],
        ["ratio of RLE, NCHW", "plotted only", ends("RLE"), own],
        ["traffic of zlib against ZVC", "−3 % (SqueezeNet: ratio +8 %, GoogLeNet: +30 %)",
         f"−{100 * (1 - zvc / zlib):.0f} %", own],
        ["window of 4 to 64 KiB", "no change", facts["windows"], own],
        ["sparsity, mean (largest)", "62 % (93 %), AlexNet 49.4 %, its first layer 50 ± 2 %",
         facts["sparsity"], own],
        ["vDNN loses, mean (largest)", "51 % (63)", facts["vdnn"]["losses"], flat],
        ["cDMA over vDNN, Maxwell", "+32 % (61)", facts["vdnn"]["gains Maxwell"], flat],
        ["cDMA over vDNN, Pascal", "+53 % (79)", facts["vdnn"]["gains Pascal"], flat],
        ["bandwidth-aware, of cDMA's speed", "94 %", facts["vdnn"]["aware"], flat],
        ["zlib over ZV, speed", "+0.7 % (2.2)", facts["vdnn"]["zlib"],
         flat + "; here zlib compresses the samples far better than ZVC"],
        ["buffer for 200 GB/s at 350 ns", "70,000 B",
         f"link {ten[70000]:.3f} busy at ratio 10, {facts['knee'][12][70000]:.3f} at 12; 80 KiB: "
         f"{facts['knee'][12][81920]:.3f}", "theirs leaves out the reading of a group and the "
         "worst case of a dense one"],
        ["crossbar without engines at the controllers", "220.8 GB/s", facts["central"],
         "measured, at ratio 13.8; 8 channels and 96 KiB, mixed"],
        ["DMA against page migration", "12.8 and 0.2 GB/s", "not reproduced",
         "no GPU driver here; 12.8 is taken as a link"],
        ["compress a line of 128 B", "6 cycles", "4 to 7", "`lp_zvc_enc`, table of units"],
        ["decompress a line", "+2 cycles", "+1", "`lp_zvc_dec`, table of units"],
        ["(de)compression units, 28 nm", "0.31 mm²", f"{area_text(ENGINES, 6)} mm² (whole channels "
         f"{area_text(CHANNEL, 6)})", "their scaling, both in open 45 nm libraries"],
        ["buffer, 28 nm", "0.21 mm²", "0.21 mm² for 70,000 B, 0.25 for 80 KiB",
         "CACTI is not run here: theirs, by bytes"],
        ["all, gen3; gen5", "0.52; 1.5 mm²",
         f"{area_text(ENGINES, 6, PAPER_BUFFER)} mm², the whole engine "
         f"{area_text(CORE, 1, PAPER_BUFFER)}; not built", "a 256-bit link at 1 GHz is gen4; gen5 "
         "from the bound alone"],
        ["power of offloading", "1 to 7 %", "not reproduced", "measured on a card"],
        ["energy", "no figure", "none", "the paper argues, and has none either"],
    ]
