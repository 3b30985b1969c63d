#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The output of `make manifests` is complete and in order, has the defaults of the RTL, and builds
outside the tree from the installed files: the sample and the commands of docs/use/reuse.md. FuseSoC
and slang, from PyPI, if available."""
import functools
import glob
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from tap import end, good, result, skip  # noqa: E402

BUILD = os.environ.get("BUILD", "build")
MANIFESTS = f"{BUILD}/manifests"
MAKE = ["make", "-s", f"B={BUILD}"]
RULE = "lp_bad_ELEM_none_of_8_16_32"


def tool(argv, cwd=None):
    """(exit status, output)."""
    done = subprocess.run(argv, cwd=cwd, text=True, check=False, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT)
    return done.returncode, done.stdout


def faults(argv, cwd=None):
    """The output of a program, or its exit status; empty if it succeeds."""
    status, said = tool(argv, cwd)
    return said.splitlines() or ([f"{argv[0]}: exit status {status}"] if status else [])


@functools.cache
def read(path):
    with open(path, encoding="utf-8") as src:
        return src.read()


# ------------------------------------------------------------------ a reader of our own
def scalar(text):
    if text.startswith("[") and text.endswith("]"):
        return [scalar(word.strip()) for word in text[1:-1].split(",")]
    return json.loads(text) if text.startswith('"') else text


def tree(lines):
    """The value of these (indentation, text) lines of YAML; only the part of YAML that the files
    use."""
    if lines[0][1].startswith("- "):
        return [scalar(text[2:]) for _, text in lines]
    found, at = {}, 0
    while at < len(lines):
        depth, text = lines[at]
        key, colon, value = text.partition(":")
        if not colon or key in found or depth != lines[0][0]:
            raise ValueError(f"cannot read '{text}'")
        end = at + 1
        while end < len(lines) and lines[end][0] > depth:
            end += 1
        found[key] = scalar(value.strip()) if end == at + 1 else tree(lines[at + 1:end])
        at = end
    return found


def parsed(path):
    text = [line for line in read(path).splitlines()
            if line.strip() and not line.startswith(("#", "CAPI=2:"))]
    return tree([(len(line) - len(line.lstrip()), line.strip()) for line in text])


# ------------------------------------------------------------------ what there must be
@functools.cache
def modules():
    """{name: its file} of the RTL."""
    return {os.path.basename(f)[:-3]: f for f in glob.glob("rtl/*/*.sv")}


def paged():
    """Units with a page."""
    name = ""
    for line in read("rtl/units.txt").splitlines():
        key, _, value = line.strip().partition(" ")
        name = value.strip() if key == "unit" else name
        if key == "page":
            yield name


@functools.cache
def named(text):
    """Modules that a file instantiates, packages that it uses, and its own names."""
    text = re.sub(r"//[^\n]*|/\*.*?\*/", "", text, flags=re.S)
    found = re.findall(r"\b(lp_\w+)\s+(?:#\s*\(|u_\w+\s*\()|\b(lp_\w+)::", text)
    return {a or b for a, b in found}


def used(path):
    """Modules that this file instantiates and packages that it names."""
    return named(read(path)) & set(modules()) - {os.path.basename(path)[:-3]}


def version():
    return re.search(r'LP_VERSION_STRING "(.*)"', read("cmodel/include/linepress/linepress.h"))[1]


def names(folder):
    """Every file of a folder, relative to it."""
    return {os.path.relpath(os.path.join(at, f), folder) for at, _, files in os.walk(folder)
            for f in files}


def expected():
    yield "Bender.yml"
    for name, path in modules().items():
        yield from (path, f"linepress_{name}.core")
    for name in paged():
        yield from (f"{name}.f", f"sim/{name}_tb.sv")


def sources(path):
    """Files of a list: UNIT.f or Bender.yml."""
    if path.endswith(".f"):
        return [line for line in read(path).splitlines() if not line.startswith("//")]
    return parsed(path)["sources"]


def order_faults(folder, name):
    """Files missing in a list, or listed after their users."""
    seen = set()
    for path in sources(f"{folder}/{name}"):
        if not os.path.isfile(f"{folder}/{path}"):
            yield f"{name}: no {path}"
            continue
        yield from (f"{name}: {path} uses {u}, which is not above it"
                    for u in sorted(used(f"{folder}/{path}") - seen))
        if os.path.basename(path)[:-3] in seen:
            yield f"{name}: {path} twice"
        seen.add(os.path.basename(path)[:-3])
    top = set(modules()) if name == "Bender.yml" else {name[:-2]}
    yield from (f"{name}: no {m}" for m in sorted(top - seen))


def core_faults(folder, name, defaults):
    """Faults of the core of a module whose parameters have these defaults."""
    path = modules()[name]
    core = parsed(f"{folder}/linepress_{name}.core")
    ours = f"linepress:{path.split('/')[1]}:{name}:{version()}"
    if core["name"] != ours:
        yield f"{core['name']} is not {ours}"
    rtl = core["filesets"]["rtl"]
    if rtl["files"] != [path]:
        yield f"{name}: files {rtl['files']}"
    depend = {f"linepress:{modules()[m].split('/')[1]}:{m}:{version()}" for m in used(path)}
    if set(rtl.get("depend", ())) != depend:
        yield f"{name}: depends on {rtl.get('depend')}, not on {sorted(depend)}"
    given = core.get("parameters", {})
    if set(given) != set(defaults):
        yield f"{name}: parameters {sorted(given)}, not {sorted(defaults)}"
    for parameter, says in given.items():
        if (says["datatype"], says["paramtype"]) != ("int", "vlogparam"):
            yield f"{name}: {parameter} is {says}"
        follows = re.search(rf"\b{parameter}\s*=[^,;\n]*(\$clog2|\b[A-Z]\w*\b(?!::))", read(path))
        if "default" in says and int(says["default"]) != defaults.get(parameter):
            yield f"{name}: {parameter} = {says['default']}, not {defaults.get(parameter)}"
        if "default" not in says and not follows:
            yield f"{name}: {parameter} has no default"
    yield from target_faults(name, core["targets"], sorted(given))


def target_faults(name, targets, given):
    """The same of its targets."""
    due = {"default": (name, ["rtl"])}
    if name in set(paged()):
        due |= {"lint": (name, ["rtl"]), "sim": (f"{name}_tb", ["rtl", "sim"])}
    if set(targets) != set(due):
        yield f"{name}: targets {sorted(targets)}"
    for target in sorted(set(targets) & set(due)):
        top, filesets = due[target]
        says = targets[target]
        if target != "default" and sorted(says.get("parameters", [])) != given:
            yield f"{name}: {target} has parameters {says.get('parameters')}"
        is_package = read(modules()[name]).find(f"package {name};") >= 0
        if says["filesets"] != filesets or says.get("toplevel", name) != top or \
                ("toplevel" in says) == is_package:
            yield f"{name}: {target} is {says}"


def defaults_of(folder, work):
    """({module: {parameter: default}}, faults) from Yosys, which reads the heads of all files in
    the order of Bender.yml."""
    out, files = f"{work}/heads.json", " ".join(sources(f"{folder}/Bender.yml"))
    script = f"read_verilog -sv -lib {files}; write_json {out}"
    wrong = faults(["yosys", "-q", "-p", script], folder)
    if wrong:
        return {}, wrong
    found = {}
    for name, module in json.loads(read(out))["modules"].items():
        bits = module.get("parameter_default_values", {})
        found[name] = {p: int(b, 2) - (int(b[0]) << len(b)) for p, b in bits.items()}
    return found, []


def all_faults(folder, defaults):
    """Faults of a folder of manifests."""
    there, due = names(folder), set(expected())
    if there != due:
        return [f"no {name}" for name in sorted(due - there)] + \
            [f"{name} is not expected" for name in sorted(there - due)]
    wrong = [f"{path} is another" for path in modules().values()
             if read(f"{folder}/{path}") != read(path)]
    for name in ["Bender.yml", *(f"{unit}.f" for unit in paged())]:
        wrong += order_faults(folder, name)
    for name in modules():
        wrong += core_faults(folder, name, defaults.get(name, {}))
    return wrong


# ------------------------------------------------------------------ tests
def test_folder(defaults):
    result(all_faults(MANIFESTS, defaults),
           f"manifests of {len(modules())} modules and {len(list(paged()))} units: complete, in "
           "order, with the defaults that Yosys reads")
    bender = parsed(f"{MANIFESTS}/Bender.yml")
    result([] if set(bender) == {"package", "sources"} and
           bender["package"] == {"name": "linepress"} else [str(bender)[:200]],
           "Bender.yml has a package and its sources")


def swap(path, first, second):
    """These two lines of a file change places."""
    lines = read(path).splitlines(keepends=True)
    a, b = (next(i for i, x in enumerate(lines) if word in x) for word in (first, second))
    lines[a], lines[b] = lines[b], lines[a]
    return "".join(lines)


BUGS = (
    ("two files of a list in the wrong order", "not above it", "lp_zvc_enc.f",
     lambda f: swap(f, "lp_popcount", "lp_zvc_enc.sv")),
    ("the package after its users in Bender.yml", "not above it", "Bender.yml",
     lambda f: swap(f, "lp_codec_pkg", "lp_codec_enc.sv")),
    ("a file that a list lacks", "uses lp_carry", "lp_bpc_enc.f",
     lambda f: read(f).replace("rtl/common/lp_carry.sv\n", "")),
    ("a file that is not there", "no rtl/zvc/lp_zvc_gone.sv", "lp_zvc_dec.f",
     lambda f: read(f) + "rtl/zvc/lp_zvc_gone.sv\n"),
    ("a wrong default", "ELEM = 16, not 32", "linepress_lp_zvc_enc.core",
     lambda f: read(f).replace("default: 32", "default: 16")),
    ("a core without one it needs", "depends on", "linepress_lp_codec_enc.core",
     lambda f: re.sub(r".*linepress:common:lp_fifo.*\n", "", read(f))),
    ("a target that is missing", "targets", "linepress_lp_bpc_enc.core",
     lambda f: read(f).replace("  sim:\n    flow", "  some:\n    flow")),
    ("a bench that is not the top", "sim is", "linepress_lp_fifo.core",
     lambda f: read(f).replace("toplevel: lp_fifo_tb", "toplevel: lp_fifo")),
    ("a target without a parameter", "lint has parameters", "linepress_lp_rr.core",
     lambda f: read(f).replace("    parameters: [N]\n", "", 1)),
    ("another version", "is not linepress", "linepress_lp_skid.core",
     lambda f: read(f).replace(f":{version()}", ":9.9.9")),
    ("changed RTL", "is another", "rtl/common/lp_skid.sv", lambda f: read(f) + "\n"))


def test_bugs(work, defaults):
    """Each of these is detected in a folder that has them all."""
    folder = f"{work}/bugs"
    shutil.copytree(MANIFESTS, folder)
    changed = {name: change(f"{folder}/{name}") for _, _, name, change in BUGS}
    for name, text in changed.items():
        write(f"{folder}/{name}", text)
    wrong = all_faults(folder, defaults)
    for what, words, name, _ in BUGS:
        seen = any(words in line and re.sub(r"^linepress_|\.\w+$", "", name) in line
                   for line in wrong)
        result([] if seen else wrong, f"caught: {what}")


def write(path, text):
    with open(path, "w", encoding="utf-8") as out:
        out.write(text)
    read.cache_clear()


def test_stale(work):
    """Written into a folder with files of a module that is no more."""
    folder = f"{work}/stale"
    shutil.copytree(MANIFESTS, folder)
    mark = read(f"{MANIFESTS}/lp_skid.f").splitlines()[1]
    gone = {"linepress_lp_gone.core", "lp_gone.f", "sim/lp_gone_tb.sv", "rtl/zvc/lp_gone.sv"}
    mine = {"linepress_mine.core", "lp_mine.f", "rtl/mine.sv"}
    for name in gone | mine:
        write(f"{folder}/{name}", mark if name in gone else "")
    wrong = faults([*MAKE, "manifests", f"OUT={folder}"])
    wrong = [] if wrong == [folder] else wrong
    left = names(folder) - names(MANIFESTS)
    result(wrong + sorted(left ^ mine), "what was once written goes, other files stay")
    other = [name for name in sorted(names(MANIFESTS))
             if read(f"{folder}/{name}") != read(f"{MANIFESTS}/{name}")]
    result(other, "the same bytes each time")


def blocks(kind):
    return re.findall(rf"^```{kind}\n(.*?)^```", read("docs/use/reuse.md"), re.M | re.S)


def test_install(work):
    """The folder of the installed RTL."""
    wrong = faults([*MAKE, "install", f"DESTDIR={work}/root", "PREFIX=/usr/local"])
    share = f"{work}/root/usr/local/share/linepress"
    others = ("python/", "cocotb/", "tutorial/", "vectors/", "gpu/", "nets/")
    installed = {n for n in names(share) if not n.startswith(others)}
    result(wrong + sorted(installed ^ set(expected())),
           "make install brings what make manifests wrote")
    return share


def test_outside(work):
    """The sample of docs/use/reuse.md outside the tree, with its commands."""
    outside = f"{work}/outside"
    os.mkdir(outside)
    sample, lines = blocks("systemverilog")[0], blocks("sh")[0].splitlines()
    write(f"{outside}/sample.sv", sample)
    before = [line.replace("/usr/local", f"{work}/root/usr/local") for line in lines[:2]]
    result([] if len(lines) == 5 else lines, "docs/use/reuse.md has commands for three tools")
    for line in lines[2:]:
        wrong = faults(["sh", "-ec", "\n".join([*before, line])], outside)
        result(wrong, f"outside the tree: {line.split()[0]} takes the sample of docs/use/reuse.md")
    write(f"{outside}/sample.sv", sample.replace("int ELEM = 32", "int ELEM = 12"))
    for line in lines[2:4]:
        status, said = tool(["sh", "-ec", "\n".join([*before, line])], outside)
        result([] if status and RULE in said else said.splitlines() or ["it takes it"],
               f"{line.split()[0]} refuses ELEM = 12 with the rule's name")


def test_bench(work, share):
    """The bench of target sim fails where control is not reset."""
    for what, change in (("passes", lambda t: t), ("fails without the reset", lambda t: re.sub(
            r"if \(!rst_ni\)", "if (1'b0)", t))):
        write(f"{work}/lp_skid.sv", change(read(f"{share}/rtl/common/lp_skid.sv")))
        status, said = tool(["sh", "-c", f"iverilog -g2012 -s lp_skid_tb -o {work}/skid.vvp {work}/"
                             f"lp_skid.sv {share}/sim/lp_skid_tb.sv && vvp -n {work}/skid.vvp"])
        good = ("lp_skid_tb: passed" in said, status) == (what == "passes", int(what != "passes"))
        result([] if good else [f"exit status {status}", *said.splitlines()],
               f"the bench of lp_skid {what}")


# ------------------------------------------------------------------ from PyPI
def has(name):
    """Whether build/NAME-venv exists or can be made quickly."""
    ready, wants = f"{BUILD}/{name}-venv/ready", f"synth/{name}.txt"
    if os.path.exists(ready) and os.path.getmtime(ready) >= os.path.getmtime(wants):
        return True
    return tool(["timeout", "60", *MAKE, ready])[0] == 0


def test_slang():
    """lp_buddy_top includes every file about which slang has messages."""
    units = ["lp_zvc_enc", "lp_buddy_top"]
    if not has("slang"):
        skip("slang", "synth/slang.txt cannot be had from PyPI")
        return
    status, said = tool([f"{BUILD}/slang-venv/bin/python", "synth/slang.py", *units])
    result([] if status == 0 and said.count("\nok ") > 4 else said.splitlines(),
           f"slang reads {' and '.join(units)}, and refuses what it must")


def test_fusesoc(work, share):
    if not has("fusesoc"):
        skip("fusesoc", "synth/fusesoc.txt cannot be had from PyPI")
        return
    folder, program = f"{work}/cores", os.path.abspath(f"{BUILD}/fusesoc-venv/bin/fusesoc")
    shutil.copytree(share, folder)
    lines = re.findall(r"^    (fusesoc .*)$", read("docs/use/reuse.md"), re.M)
    result([] if len(lines) == 3 else lines, "docs/use/reuse.md has commands for FuseSoC")
    for line in lines:
        status, said = tool([program, *shlex.split(line)[1:]], folder)
        good = status and RULE in said if "12" in line else \
            not status and ("=sim" not in line or "lp_zvc_enc_tb: passed" in said)
        result([] if good else [f"exit status {status}", *said.splitlines()[-9:]], line)
    write(f"{folder}/mine.core", blocks("yaml")[0])
    write(f"{folder}/sample.sv", blocks("systemverilog")[0])
    _, said = tool([program, "--cores-root", ".", "run", "--setup", "--target=lint",
                    "mine:soc:codec"], folder)
    files = [os.path.basename(line) for path in glob.glob(f"{folder}/build/mine*/lint/*.vc")
             for line in read(path).splitlines() if line.endswith(".sv")]
    due = [os.path.basename(f) for u in ("lp_codec_enc", "lp_codec_dec")
           for f in sources(f"{share}/{u}.f")]
    result([] if sorted(files) == sorted({*due, "sample.sv"}) else
           [str(files), *said.splitlines()],
           "a core on two units has each file that they share once")


def tests(work):
    """Each set of tests builds on the one before it."""
    defaults, wrong = defaults_of(MANIFESTS, work)
    result(wrong, "Yosys reads all files in the order of Bender.yml")
    test_folder(defaults)
    if good():
        test_bugs(work, defaults)
        test_stale(work)
        share = test_install(work)
    if good():
        test_outside(work)
        test_bench(work, share)
        test_slang()
        test_fusesoc(work, share)


def main():
    with tempfile.TemporaryDirectory(prefix="lp-manifests-") as work:
        tests(work)
    return end()


if __name__ == "__main__":
    sys.exit(main())
