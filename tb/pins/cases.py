# SPDX-License-Identifier: Apache-2.0
"""The command lines that are pinned, in groups: each group runs in its own folder, in which `data`
is tb/data, and the files that it leaves there are pinned too.

A line is a shell command. One that begins with "times " prints times, so that of its output only
the exit status and, of JSON, the keys are compared.
"""
COMMANDS = ("ratio compress decompress bench buddy capture profile trace dma vdnn swap huvm gen "
            "check vectors cosim").split()
CARD_COMMANDS = "list info selftest report dump bench compress decompress".split()
# Codecs whose bytes follow from this tree only; those of zlib and LZ4 depend on their libraries.
OWN = "zvc bpc xzvc ebd auto rle csr bdi fpc bdi+fpc cpack fibonacci mpc mpc64".split()
OTHERS = ("lz4", "zlib")
UNITS = {"zvc-enc": ("ELEM=8", "ELEM=16", "STREAM=1"), "zvc-dec": ("ELEM=8", "STREAM=1"),
         "bpc-enc": (), "bpc-dec": (), "gbbr": ("SHARE_W=14",), "mdcache": ("SETS=16", "BURST=1"),
         "cdma-pack": ()}
CODECS_OF_MEMORY = "zvc bpc xzvc ebd auto".split()
WITHOUT_CYCLES = ("xzvc", "ebd")  # codecs of memory without a cycle model
STALL = "--stall 0.3 "
TENSORS = ("data/dl/relu2_act_050_fp32.npy", "data/dl/conv3_weight_100_bf16.npy",
           "data/dl/fc1_act_010_fp16.npy", "data/hpc/foam_owner.npy", "data/hpc/md_force_050.npy")
TENSOR, BF16 = TENSORS[0], TENSORS[1]
SET = "data/workloads/sets/wave"
PROFILES = "resnet vgg16 squeezenet mobilenet alexnet plain20".split()
POLICIES = "base pre-ef-host h pe lp plf lpf memharvester".split()


def help_lines():
    return ["linepress --help", "linepress-card --help", "linepress --version",
            "linepress-card --version", *(f"linepress {name} --help" for name in COMMANDS),
            *(f"linepress-card {name} --help" for name in CARD_COMMANDS)]


def refused():
    """Errors: the exit status is data, the text is words."""
    lines = ["linepress", "linepress none", "linepress-card", "linepress-card none",
             "linepress-card info -d none:", "linepress-card compress -d none: --codec zvc a b"]
    for name in COMMANDS[:-1]:  # cosim's answer depends on whether Verilator built its program
        lines += [f"linepress {name} --none", f"linepress {name} missing"]
        if name != "bench":  # which would run
            lines.append(f"linepress {name}")
    for name in CARD_COMMANDS:
        lines.append(f"linepress-card {name} --none")
    return lines + [
        f"linepress compress --codec none {TENSOR} out", f"linepress compress {TENSOR} out",
        f"linepress compress --codec bpc --elem 8 {TENSOR} out",
        f"linepress compress --codec bpc --window 100 {TENSOR} out",
        f"linepress decompress {TENSOR} out", f"linepress decompress --test {TENSOR}",
        f"linepress compress --codec zvc {TENSOR} good",
        "head -c 1000 good >short; linepress decompress short out",
        "(head -c 2000 good; printf x; tail -c +2002 good) >bad; linepress decompress --test bad",
        "linepress decompress --codec bpc good out", "linepress compress --codec zvc missing out",
        f"linepress buddy --target 3 {TENSOR}", f"linepress buddy --trace {TENSOR} {TENSOR}",
        f"linepress profile {TENSOR}", "linepress profile --threshold 2 " + SET,
        f"linepress trace --info {TENSOR}", f"linepress dma --channels 7 {TENSOR}",
        "linepress vdnn --network none --gpu titanx", "linepress swap plan --profile good",
        "linepress huvm --scenario none", "linepress huvm --scenario good",
        "linepress gen zvc-enc -p ELEM=9", "linepress check zvc-enc good",
        "linepress gen bpc-enc | linepress check bpc-enc",
        "linepress gen bpc-enc --answers | sed '5s/.$/x/' | linepress check bpc-enc",
        "linepress gen gbbr --answers | sed '$d' | linepress check gbbr",
        "linepress vectors zvc-enc good -o pack",
    ]


def ratios():
    lines = []
    for codec in OWN:
        lines.append(f"linepress ratio --json --codec {codec} data/dl data/hpc")
        if codec != "auto":
            lines.append(f"linepress ratio --json --window 4096 --codec {codec} "
                         f"{' '.join(TENSORS)}")
    return lines + [f"linepress ratio --codec {codec} {' '.join(TENSORS)}" for codec in OWN] + [
        f"linepress ratio --json --codec zvc --elem {elem} --raw {' '.join(TENSORS)}"
        for elem in (8, 16)] + [f"linepress ratio --window 65536 -T 2 {TENSOR}"]


def frames(codecs, sources, elems=()):
    lines = []
    for name in codecs:
        file = name.replace("+", "_")
        lines += [f"linepress compress --codec {name} -o {file} {' '.join(sources)}",
                  f"linepress decompress --test --json {file}",
                  f"linepress decompress --list {file}",
                  f"linepress decompress -c {file}/*_owner.npy.lpr"]
    return lines + [f"linepress compress --codec zvc --elem {elem} -c {TENSOR}" for elem in elems]


def frame_choices():
    return [f"linepress compress --codec zvc --json --index {TENSOR} index",
            f"linepress compress --codec bpc --raw --json {TENSOR} raw",
            f"linepress compress --codec rle --window 65536 {TENSOR} wide",
            f"linepress compress --codec auto --elem 32 -T 2 {TENSOR} auto32",
            f"linepress compress --codec zvc - - <{TENSOR} >piped",
            "head -c 0 /dev/zero | linepress compress --codec zvc - empty",
            "linepress decompress --json --list index raw wide auto32 piped empty",
            "linepress decompress empty back", "linepress decompress --json auto32 back32"]


def buddy():
    lines = []
    for codec in CODECS_OF_MEMORY:
        for target in ("1", "1.33", "2", "4", "16", "none"):
            lines.append(f"linepress buddy --json --codec {codec} --target {target} {TENSOR}")
        lines += [f"linepress buddy --codec {codec} {BF16}",
                  f"linepress buddy --json --engine function --codec {codec} {BF16}",
                  f"linepress buddy --json --codec {codec} --sweep {BF16}",
                  f"linepress buddy --json --codec {codec} {'' if codec in WITHOUT_CYCLES else STALL}"
                  f"--seed 7 --pattern random --count 500 {TENSOR}"]
    for more in ("--pattern strided --stride 5", "--slices 1", "--slices 32 --lanes 2",
                 "--misses 2 --entries 4", "--parallel 1 --lanes 4", "--latency 20 --link 32",
                 "--page 2m --metadata-cache 8192", "--raw --seed 3 --pattern random"):
        lines.append(f"linepress buddy --json {more} {TENSOR}")
    return lines + [f"linepress buddy --sweep {TENSOR}",
                    f"linepress buddy --save-trace t.lpt --pattern random --seed 9 {TENSOR}",
                    f"linepress buddy --save-trace t.txt {TENSOR}",
                    f"linepress buddy --json --trace t.lpt {TENSOR}"]


def profile():
    lines = [f"linepress profile {SET}", f"linepress profile --json --targets targets.json {SET}",
             f"linepress profile --json --apply targets.json {SET}",
             f"linepress buddy --json --targets targets.json {SET}",
             f"linepress buddy --json --sweep --targets targets.json --point 3 {SET}",
             f"linepress profile --plots plots {SET}"]
    for more in ("--codec zvc", "--codec xzvc", "--codec ebd", "--codec mixed -T 2",
                 "--codec auto --bandwidth", "--rule pooled --threshold 0.1",
                 "--zero-threshold 0.05 --page 2m", "--max-ratio 2 --device 1000000"):
        lines.append(f"linepress profile --json {more} {SET}")
    return lines


def dma():
    lines = []
    for codec in ("zvc", "bpc", "none"):
        lines += [f"linepress dma --json --engine cycle --codec {codec} {' '.join(TENSORS)}",
                  f"linepress dma --json --engine cycle --codec {codec} --stall 0.2 --seed 5 "
                  f"--channels 8 {TENSOR}",
                  f"linepress dma --json --engine cycle --codec {codec} --sweep buffer {BF16}"]
    for codec in ("zvc", "bpc", "none", "xzvc", "ebd", "auto", "rle"):
        lines.append(f"linepress dma --json --codec {codec} {' '.join(TENSORS)}")
    for more in ("--policy bw: --link 32", "--latency 100 --buffer 20480", "--direction in",
                 "--direction out --clock 500"):
        lines.append(f"linepress dma --json --engine cycle {more} {TENSOR}")
    return lines + [f"linepress dma --json --layout {layout} {TENSOR}"
                    for layout in ("nhwc", "chwn")] + [
        f"linepress dma --engine cycle {TENSOR} {BF16}",
        f"linepress dma --engine cycle --sweep link {BF16}"]


def vdnn():
    lines = [f"linepress dma --json {TENSOR} >ratios"]
    for network in "alexnet overfeat nin vgg16 squeezenet googlenet".split():
        for gpu in ("titanx", "titanxp"):
            lines.append(f"linepress vdnn --json --network {network} --gpu {gpu}")
        lines.append(f"linepress vdnn --network {network} --gpu titanx --svg {network}.svg")
    return lines + ["linepress vdnn --json --network vgg16 --gpu titanx " + more for more in (
        "--ratio 1", "--prefetch same", "--link 32 --efficiency 0.5", "--comp 50 --aware 20")]


def swap_plans():
    model = "--model data/profiles/model.json"
    lines = []
    for name in PROFILES:
        one = f"--profile data/profiles/{name}.json"
        lines += [f"linepress swap plan --json {one} {model}", f"linepress swap plan {one} {model}"]
        lines += [f"linepress swap simulate --json {one} {model} --policy {policy}"
                  for policy in ("none", "vdnn", "vdnn++", "sc", "cswap", "orac")]
    one = "--profile data/profiles/vgg16.json"
    return lines + [f"linepress swap plan --json {one} --model v100 --link 2080ti --form paper",
                    f"linepress swap simulate {one} {model} --policy cswap --epoch 0"]


def swap_models():
    """With sums that a math library rounds."""
    samples = " ".join(f"data/profiles/samples_{codec}.json" for codec in ("zvc", "csr", "lz4"))
    lines = [f"linepress swap fit {samples} -o fitted",
             f"linepress swap fit {samples} --parts 3 --seed 4",
             "linepress swap simulate --json --profile data/profiles/vgg16.json --model fitted "
             "--policy cswap"]
    for method in ("bo", "random", "expert", "grid"):
        lines.append("linepress swap tune --json --seed 2 --landscape "
                     f"data/profiles/landscape_zvc.json --method {method}")
    return lines


def huvm():
    lines = ["linepress huvm --scenario case1 --scale 16 --svg case1.svg",
             "linepress huvm --json --scenario case1 --scale 16 --sweep spare",
             "linepress huvm --json --scenario case3 --scale 16 --sweep prefetch"]
    for case in range(1, 5):
        for policy in POLICIES:
            lines.append(f"linepress huvm --json --scenario case{case} --scale 16 "
                         f"--policy {policy}")
        for tier in ("link", "victim", "host"):
            lines.append(f"linepress huvm --json --scenario case{case} --scale 32 --seed 3 "
                         f"--compress {tier} --codec bpc --data {TENSOR}")
    return lines


def kit():
    lines = []
    for unit, settings in UNITS.items():
        for p in ("", *(f" -p {setting}" for setting in settings)):
            file = f"{unit}{p.replace(' -p ', '-')}"
            lines += [f"linepress gen {unit} --seed 3{p} >{file}.in",
                      f"linepress gen {unit} --answers{p} >{file}.out",
                      f"linepress check --json {unit}{p} {file}.out",
                      f"linepress check {unit} {file}.out",
                      f"linepress vectors {unit} {file}.in{p} -o {file}-pack"]
        lines.append(f"linepress gen {unit} --fields")
    return lines + [f"linepress vectors {unit} {TENSOR} -o array-{unit}"
                    for unit in ("zvc-enc", "zvc-dec", "bpc-enc", "bpc-dec", "cdma-pack")] + [
        "linepress gen zvc-enc --lines 5", "linepress gen none"]


# Name, its lines, and whether `make test` runs it.
GROUPS = (
    ("help", help_lines(), False),
    ("refused", refused(), True),
    ("ratio", ratios(), True),
    ("frames", frames(OWN, TENSORS, (8, 16)), True),
    ("frame choices", frame_choices(), True),
    ("all frames", frames(OWN + list(OTHERS), ("data/dl", "data/hpc")), False),
    ("other codecs", [f"linepress ratio --codec all {more} data/dl data/hpc"
                      for more in ("", "--json")], False),
    ("buddy", buddy(), True),
    ("profile", profile(), True),
    ("heat map", [f"linepress profile --heatmap map.png {SET}"], False),
    ("trace", ["linepress trace --info data/workloads/traces/cg.lpw",
               "linepress trace --json --info data/workloads/traces/cg.lpw"], True),
    ("dma", dma(), True),
    ("vdnn", vdnn(), True),
    ("swap plans", swap_plans(), True),
    ("swap models", swap_models(), False),
    ("huvm", huvm(), True),
    ("huvm at full size", [f"linepress huvm {more} --scenario case{case}" for case in range(1, 5)
                           for more in ("", "--json")], False),
    ("kit", kit(), True),
    ("kit at level 2", [f"linepress gen {unit} --level 2 --seed 2 --answers" for unit in UNITS],
     False),
    ("times", ["times LINEPRESS_CPU=portable linepress bench --json --codec zvc",
               "times linepress swap sample --codec zvc --count 2 --bytes 40000:40000 -T 1",
               "times linepress swap tune --codec zvc --bytes 4096 --repeat 1 -T 1 --method random "
               "--json"], False),
)
