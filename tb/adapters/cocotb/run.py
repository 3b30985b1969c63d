#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs the examples of linepress_cocotb, and bugs that they must find. TAP.

    run.py [--small] [--venvs] [--build FOLDER] [COCOTB/SIMULATOR...] [EXAMPLE...]
    run.py pcie/icarus        the card on TLPs (pcie/card_pcie.py), run only if named

Each version of cocotb has its own environment, BUILD/cocotb-venv-VERSION, with the packages in
venv-VERSION.txt; if that is not available, its examples are skipped. A test without a report from
the simulator has failed. --small: the part for `make test`, of pcie/icarus the example without bugs
and with one seed; --venvs: only the environments. LP_SEED repeats a run.
"""
import argparse
import ast
import dataclasses
import functools
import json
import os
import re
import resource
import shutil
import signal
import subprocess
import sys
import time
import xml.etree.ElementTree

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(os.path.dirname(HERE)))
PACKAGE = os.path.join(ROOT, "adapters/cocotb")
sys.path.insert(0, os.path.join(ROOT, "synth"))
import rtl_files  # noqa: E402

# Seconds for a venv, for building and running a simulation.
VENV_S, QUICK_VENV_S, RUN_S = 600, 60, 300
LATE = -signal.SIGKILL


@dataclasses.dataclass
class Example:
    name: str
    top: str
    params: dict = dataclasses.field(default_factory=dict)
    own: bool = False   # its RTL is in the same folder
    axi: bool = False   # needs cocotbext-axi
    small: bool = True  # part of make test
    folder: str = "examples"
    unit: str = ""      # the unit that its own RTL instantiates
    version: str = ""   # the only environment that has its needs
    seconds: int = RUN_S

    @property
    def home(self):
        """The examples ship with the package; the others are tests."""
        return PACKAGE if self.folder == "examples" else HERE


@dataclasses.dataclass
class Bug:
    what: str
    example: str
    words: str  # part of the message
    params: dict = dataclasses.field(default_factory=dict)
    change: tuple = ()  # file under rtl/, or Python beside the example; its text, the replacement
    test: str = ""      # the only one that is run


EXAMPLES = [
    Example("zvc_enc", "lp_zvc_enc", {"ELEM": 32}),
    Example("zvc_dec", "lp_zvc_dec", {"ELEM": 32}, small=False),
    Example("bpc_dec", "lp_bpc_dec", small=False),
    Example("gbbr_xlat", "lp_gbbr_xlat", {"SHARE_W": 13, "FRAME_W": 23, "SLOT_W": 21, "TAG": 8},
            small=False),
    Example("mdcache", "lp_mdcache", {"SETS": 2, "WAYS": 2, "MISSES": 2, "TARGETS": 2},
            small=False),
    Example("axi_rd", "lp_axi_rd", {"ID_W": 5}, axi=True),
    Example("axi_wr", "lp_axi_wr", {"ID_W": 5}, axi=True),
    Example("own_zvc_enc", "own_zvc_enc", own=True),
    Example("card_pcie", "card_pcie", {"CODECS": 1}, own=True, small=False, folder="pcie",
            unit="lp_card_st", version="pcie", seconds=900),
]
BUGS = [
    Bug("-0.0 is a zero", "own_zvc_enc", r"stream rec, beat \d+ of line \d+: word is .*, golden is",
        {"BUG": 1}),
    Bug("goes on when no word was taken", "own_zvc_enc", "before (it|the beat) was taken",
        {"BUG": 2}),
    Bug("takes a line without a valid", "own_zvc_enc", "stream rec", {"BUG": 3}),
    Bug("the limit for raw entries is off by one", "zvc_enc", "the model gives|golden is",
        change=("zvc/lp_zvc_enc.sv", "(nonzero >= ", "(nonzero > ")),
    Bug("right data, another cycle", "axi_rd", "rready is 0x0, the model gives 0x1",
        change=("axi/lp_axi_rd.sv", "assign rready_o = m_ready_i;",
                "assign rready_o = m_ready_i & rvalid_i;")),
    Bug("an interrupt lasts as long as its line", "card_pcie", "Error: \\d+ messages, not 2",
        change=("card/lp_card_st.sv", "irq_q <= level & (~level_q | {2{&again_q}});",
                "irq_q <= level;"), test="messages"),
    Bug("no run ends", "card_pcie", "register 0x804c stays 0x1",
        change=("card/lp_card_st.sv", "{out_last, out_data}", "{1'b0, out_data}"),
        test="short_runs"),
    Bug("requests have more than MPS and MRRS", "card_pcie", r"2\.2\.[27]: (MPS|MRRS)",
        change=("shim.py", "most - at % align", "2 * most - at % align"), test="there_and_back"),
    Bug("bytes go on in the order of their answers", "card_pcie", "are not those sent|stays",
        change=("shim.py", "read = self.reads.popleft()\n            self.error",
                "read = self.reads.pop()\n            self.error"), test="there_and_back"),
    Bug("poisoned bytes count as good", "card_pcie", "register 0x800c stays",
        change=("shim.py", "elif cpl.ep:", "elif False:"), test="bad_completions"),
]
# With some seeds a bug shows as another fault first: a word that is skipped before an equal one has
# not changed, and the next word is wrong.
BUG_SEED = 1
COMBOS = ("2/icarus", "1.9/icarus", "1.9/verilator")
PCIE = "pcie/icarus"


class Fault(Exception):
    """A one-line reason for a run that was not possible."""


# ------------------------------------------------------------------ environments
def command(argv, log, seconds, **named):
    """Exit status of a program with a limit in seconds, LATE if it exceeded it; its output is
    appended to the log. A simulator in a Python loop ignores SIGTERM, and outlives its parent:
    SIGKILL is sent to the whole group, including timeout itself."""
    with open(log, "a", encoding="utf-8") as out:
        return subprocess.run(["timeout", "-s", "KILL", str(seconds), *argv], stdout=out,
                              stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL, check=False,
                              **named).returncode


def make_venv(folder, listed, log, quick):
    """Leaves a file `ready` with the text of the list once all that it names is there."""
    # Only a part of it is ever imported, so that is compiled when it is.
    pip = [f"{folder}/bin/python", "-m", "pip", "install", "-q", "--disable-pip-version-check",
           "--no-deps", "--no-compile", "-r", listed]
    pip += ["--timeout", "5", "--retries", "0"] if quick else []
    seconds = QUICK_VENV_S if quick else VENV_S
    if os.path.exists(log):
        os.remove(log)
    if command([sys.executable, "-m", "venv", "--clear", folder], log, seconds):
        raise Fault(f"python3 -m venv fails, see {log}; Debian: python3-venv")
    if command(pip, log, seconds):
        shutil.rmtree(folder, ignore_errors=True)
        raise Fault(f"what {os.path.relpath(listed, ROOT)} names cannot be had, see {log}")
    shutil.copy(listed, f"{folder}/ready")


def text_of(path):
    with open(path, encoding="utf-8") as src:
        return src.read()


@functools.lru_cache(maxsize=None)
def tried_venv(version, build, quick):
    """(Python, "") of an environment, or (None, the reason why there is none)."""
    try:
        return venv(version, build, quick), ""
    except Fault as err:
        return None, str(err)


def venv(version, build, quick):
    """The Python of an environment that has this cocotb and a fresh copy of the package."""
    folder, listed = f"{build}/cocotb-venv-{version}", f"{HERE}/venv-{version}.txt"
    log, ready = f"{folder}.log", f"{folder}/ready"
    if not os.path.exists(ready) or text_of(ready) != text_of(listed):
        make_venv(folder, listed, log, quick)
    python = f"{folder}/bin/python"
    if command([python, "-m", "pip", "install", "-q", "--disable-pip-version-check", "--no-deps",
                "--no-index", "--force-reinstall", PACKAGE], log, 60):
        raise Fault(f"pip install {os.path.relpath(PACKAGE, ROOT)} fails, see {log}")
    if command([python, "-c", "import find_libpython as f; exit(not f.find_libpython())"], log, 60):
        raise Fault("no shared libpython3; Debian: libpython3.11")
    return python


# ------------------------------------------------------------------ one simulation
def tests_of(example):
    """Names of the functions under @cocotb.test."""
    tree = ast.parse(text_of(f"{example.home}/{example.folder}/{example.name}.py"))
    return [node.name for node in tree.body if isinstance(node, ast.AsyncFunctionDef)
            and any("cocotb.test" in ast.unparse(d) for d in node.decorator_list)]


def sources(example, folder, change):
    """Paths of its RTL, with a bug put in if one is given; a bug of its Python goes to the
    folder."""
    paths = [f"{example.home}/{example.folder}/{example.name}.sv"] if example.own else []
    unit = example.unit or ("" if example.own else example.top)
    paths += [os.path.join(ROOT, path) for path in rtl_files.files_of(unit)] if unit else []
    if not change:
        return paths
    place, old, new = change
    source = f"{example.home}/{example.folder}/{place}" if place.endswith(".py") else f"{ROOT}/rtl/{place}"
    text = text_of(source)
    if text.count(old) != 1:
        raise Fault(f"'{old}' does not occur once in {os.path.relpath(source, ROOT)}")
    mutant = os.path.join(folder, os.path.basename(place))
    with open(mutant, "w", encoding="utf-8") as out:
        out.write(text.replace(old, new))
    return [mutant if path.endswith("/" + place) else path for path in paths]


def library_of(python):
    """The folder of the libraries: that of the environments, unless LINEPRESS_LIB is another."""
    build = os.path.dirname(os.path.dirname(os.path.dirname(python)))
    return os.environ.get("LINEPRESS_LIB", build)


def simulate(python, sim, example, folder, seed, params=None, change=(), test=""):
    """{test: "", or the fault} of the reported tests, the lines of exceptions, and the faults of
    the run as a whole."""
    shutil.rmtree(folder, ignore_errors=True)
    os.makedirs(folder)
    results, log = f"{folder}/results.xml", f"{folder}/log"
    job = {"sim": sim, "top": example.top, "folder": folder, "results": results,
           "sources": sources(example, folder, change), "module": example.name,
           "params": {**example.params, **(params or {})}, "env": {}, "test": test}
    env = {**os.environ, "PYTHONPATH": f"{folder}:{example.home}/{example.folder}", "LP_SEED": str(seed),
           "LINEPRESS_LIB": library_of(python), "LP_RTL": f"{ROOT}/rtl"}
    code = command([python, f"{HERE}/simulate.py", json.dumps(job)], log, example.seconds, env=env)
    raised = re.findall(r"^\s+(?:[\w.]+\.)?(\w*(?:Error|Mismatch)\b.*)", text_of(log), re.M)
    whole = f"ran past {example.seconds} s" if code == LATE else \
        f"exit status {code}" if code else ""
    return read_results(results), raised, whole


def read_results(path):
    """{test: "" or the fault} from the file that cocotb writes; empty without one."""
    try:
        tree = xml.etree.ElementTree.parse(path)
    except (OSError, xml.etree.ElementTree.ParseError):
        return {}
    found = {}
    for case in tree.iter("testcase"):
        bad = [child for child in case if child.tag in ("failure", "error", "skipped")]
        found[case.get("name")] = (bad[0].get("message") or bad[0].tag) if bad else ""
    return found


# ------------------------------------------------------------------ docs/use/cocotb.md
def block(fence, number=0):
    found = re.findall(rf"^```{fence}\n(.*?)^```", text_of(f"{ROOT}/docs/use/cocotb.md"), re.M | re.S)
    return found[number]


def follow_docs(python, folder, shell):
    """Follows the page in a folder outside the source tree; returns (cocotb's report, all
    output)."""
    os.makedirs(folder, exist_ok=True)
    if not os.path.exists(f"{folder}/../linepress"):
        os.symlink(ROOT, f"{folder}/../linepress")
    for name, text in (("test_enc.py", block("python")), ("test_unit.py", block("python", 1)),
                       ("Makefile", block("make")), ("log", "")):
        with open(f"{folder}/{name}", "w", encoding="utf-8") as out:
            out.write(text)
    env = {**os.environ, "LINEPRESS_LIB": library_of(python),
           "PATH": f"{os.path.dirname(python)}:{os.environ['PATH']}"}
    command(["sh", "-c", f"make clean\n{shell}"], f"{folder}/log", RUN_S, env=env, cwd=folder)
    return read_results(f"{folder}/results.xml"), text_of(f"{folder}/log")


def docs_start(python, folder):
    """Faults of the page's first test."""
    found, said = follow_docs(python, folder, "LP_SEED=1 make")
    message = block("output").strip()
    return [] if found.get("records") and message in said else [f"not said: {message}", *found]


def docs_pass(python, folder):
    found, _ = follow_docs(python, folder, "make PARAMS=BUG=0")
    return [] if found == {"records": ""} else [f"found {found}"]


def docs_unit(python, folder):
    """The page's steps with its second test."""
    shell = re.compile(r"^    make clean\n((?:    .*\n)+)", re.M)
    found, _ = follow_docs(python, folder, shell.search(text_of(f"{ROOT}/docs/use/cocotb.md"))[1])
    return [] if found == {"entries": ""} else [f"found {found}"]


DOCS = (("the first test of docs/use/cocotb.md finds the bug as it says", docs_start, True),
        ("without the bug it passes", docs_pass, False),
        ("the test of a unit with our ports passes", docs_unit, False))


# ------------------------------------------------------------------ TAP
class Tap:
    def __init__(self):
        self.count = self.failed = 0

    def say(self, wrong, name, skip=""):
        self.count += 1
        self.failed += bool(wrong)
        for line in wrong[:10]:
            print(f"# {line}")
        print(f"{'not ok' if wrong else 'ok'} {self.count} - {name}"
              + (f" # SKIP {skip}" if skip else ""), flush=True)


def spent():
    """Processor seconds of all runs that have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def try_example(tap, combo, example, *run):
    before = spent()
    found, raised, whole = simulate(*run)
    print(f"# {combo} {example.name}: {spent() - before:.1f} processor seconds with building")
    tests = tests_of(example)
    for name in tests:
        wrong = []
        if found.get(name, "no result") or whole:
            wrong = [found.get(name) or f"no result: {whole or 'the simulator left none'}"] + raised
        tap.say(wrong, f"cocotb {combo}: {example.name}.{name}")
    for name in found.keys() - set(tests):
        tap.say(["there is no such test"], f"cocotb {combo}: {example.name}.{name}")


def try_bug(tap, combo, bug, *run):
    found, raised, whole = simulate(*run, params=bug.params, change=bug.change, test=bug.test)
    caught = any(found.values()) and any(re.search(bug.words, line) for line in raised)
    tap.say([] if caught else [*raised, whole or "nothing is found"],
            f"cocotb {combo}: caught in {bug.example}: {bug.what}")


def jobs(combo, chosen, small):
    """(example, bug or None) of one combination."""
    version, sim = combo.split("/")
    picked = [e for e in EXAMPLES if (not chosen or e.name in chosen)
              and (e.small or not small or combo == PCIE)
              and not (e.axi and sim == "verilator")
              and e.version == (version if combo == PCIE else "")]
    for example in picked:
        yield example, None
    for bug in BUGS:
        example = next((e for e in picked if e.name == bug.example), None)
        if example and (combo == COMBOS[0] or (combo == PCIE and not small)):
            yield example, bug


def try_combo(tap, combo, args, seed):
    version, sim = combo.split("/")
    if shutil.which({"icarus": "iverilog", "verilator": "verilator"}[sim]):
        python, why = tried_venv(version, args.build, args.small)
    else:
        python, why = None, f"no {sim}"
    if python is None:
        tap.say([], f"cocotb: skipped ({combo}: {why})", "it cannot be had here")
        return
    for number, (example, bug) in enumerate(jobs(combo, args.what, args.small)):
        folder = f"{args.build}/cocotb/{version}-{sim}/{example.name}-{number}"
        try:
            if bug:
                try_bug(tap, combo, bug, python, sim, example, folder, BUG_SEED)
            else:
                try_example(tap, combo, example, python, sim, example, folder, seed)
        except Fault as err:
            tap.say([str(err)], f"cocotb {combo}: {example.name}")
    docs = combo == COMBOS[0] and args.what in ([], ["docs"])
    for what, function, small in DOCS if docs else ():
        if small or not args.small:
            tap.say(function(python, f"{args.build}/cocotb/docs"), f"cocotb {combo}: {what}")


def options():
    parser = argparse.ArgumentParser(description="runs the examples of linepress_cocotb")
    parser.add_argument("--small", action="store_true")
    parser.add_argument("--venvs", action="store_true")
    parser.add_argument("--build", default=os.environ.get("BUILD", os.path.join(ROOT, "build")))
    parser.add_argument("what", nargs="*")
    args = parser.parse_args()
    args.build = os.path.abspath(args.build)
    args.combos = [what for what in args.what if what in (*COMBOS, PCIE)] or \
        (COMBOS[:1] if args.small else COMBOS)
    args.what = [what for what in args.what if what not in (*COMBOS, PCIE)]
    known = [e.name for e in EXAMPLES] + ["docs"]
    lost = set(args.what) - set(known)
    if lost:
        parser.error(f"no example '{min(lost)}' (there is {', '.join(known)})")
    os.makedirs(args.build, exist_ok=True)
    return args


def main():
    args = options()
    if args.venvs:
        try:
            for version in dict.fromkeys(combo.split("/")[0] for combo in args.combos):
                print(venv(version, args.build, quick=False))
        except Fault as err:
            print(f"make cocotb-venv: {err}", file=sys.stderr)
            return 2
        return 0
    # cocotb's makefiles are called by a separate make; imported modules are compiled the first
    # time.
    for name in ("MAKEFLAGS", "PYTHONDONTWRITEBYTECODE"):
        os.environ.pop(name, None)
    alike = args.small and PCIE in args.combos
    seed, tap = int(os.environ.get("LP_SEED") or (BUG_SEED if alike else time.time())), Tap()
    print(f"# LP_SEED={seed}")
    for combo in args.combos:
        try_combo(tap, combo, args, seed)
    print(f"1..{tap.count}")
    return 1 if tap.failed or not tap.count else 0


if __name__ == "__main__":
    sys.exit(main())
