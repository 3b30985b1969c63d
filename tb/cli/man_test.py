#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Manual pages and completion hold every option of every --help, and completion completes."""
import os
import re
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../tree"))
from codec_table_test import read_table  # noqa: E402

BUILD = os.path.abspath(os.environ.get("BUILD", "build"))
PROGRAM = os.path.abspath(os.environ.get("LINEPRESS", BUILD + "/linepress"))
BASH = f"{BUILD}/completion/linepress.bash"
ZSH = f"{BUILD}/completion/_linepress"
OPTION = re.compile(r"(?<![\w-])--?[a-zA-Z][\w-]*")
FILES, FOLDERS = "@files", "@folders"
PAGE_WORDS = " ".join(row["word"] for row in read_table() if row["page"] is not None)
# The argument of an option, by command and option.
VALUES = {
    ("profile", "--codec"): f"{PAGE_WORDS} by-target by-type grp16", ("profile", "--rule"): "worst pooled",
    ("profile", "--page"): "64k 2m",
    ("report", "--codec"): f"{PAGE_WORDS} by-target by-type grp16", ("report", "-o"): FILES, ("capture", "--output-dir"): FOLDERS,
    ("capture", "--points"): "",
    ("trace", "--buffers"): FILES, ("trace", "--from"): "", ("trace", "--to"): "",
    ("trace", "--info"): FILES, ("trace", "-o"): FILES, ("trace", "--launch"): "",
    ("buddy", "--pattern"): "stream random strided",
    ("buddy", "--codec"): PAGE_WORDS,
    ("buddy", "--target"): "1 1.33 2 4 16 none", ("buddy", "--page"): "64k 2m",
    ("buddy", "--engine"): "model rtl function", ("buddy", "--slices"): "1 2 4 8 16 32",
    ("buddy", "--count"): "", ("buddy", "--seed"): "", ("buddy", "--trace"): FILES,
    ("buddy", "--save-trace"): FILES, ("compress", "--elem"): "8 16 32",
    ("dma", "--codec"): "zvc bpc xzvc ebd mixed none rle zlib",
    ("dma", "--engine"): "model cycle rtl", ("dma", "--direction"): "both out in",
    ("dma", "--channels"): "6 8", ("dma", "--layout"): "nchw nhwc chwn", ("dma", "--link"): "",
    ("decompress", "--elem"): "8 16 32", ("ratio", "--window"): "128 4096 65536",
    ("cosim", "--elem"): "8 16 32", ("cosim", "--ending"): "memory stream",
    ("cosim", "--codec"): "zvc bpc xzvc ebd mixed",
    ("cosim", "--trace"): FILES, ("compress", "--output-dir"): FOLDERS,
    ("vdnn", "--network"): "alexnet overfeat nin vgg16 squeezenet googlenet",
    ("vdnn", "--gpu"): "titanx titanxp", ("vdnn", "--prefetch"): "ahead same",
    ("vdnn", "--ratios"): FILES, ("vdnn", "--svg"): FILES, ("vdnn", "--link"): "",
    ("swap", "--codec"): "zvc bpc rle csr lz4 zvc16 ebd16", ("swap", "--form"): "exact paper",
    ("swap", "--method"): "bo random expert grid", ("swap", "--profile"): FILES,
    ("swap", "--policy"): "none vdnn vdnn++ sc cswap orac", ("swap", "--seed"): "",
    ("swap", "--count"): "", ("swap", "--block"): "64 128", ("swap", "--landscape"): FILES,
    ("huvm", "--policy"): "base pre-ef-host h pe lp plf lpf memharvester",
    ("huvm", "--compress"): "none link victim host", ("huvm", "--codec"): "zvc bpc by-group",
    ("huvm", "--sweep"): "prefetch spare harvesters policy in-flight", ("huvm", "--data"): FILES,
    ("huvm", "--svg"): FILES, ("huvm", "--served"): "",
    ("compress", "-o"): FOLDERS, ("decompress", "-T"): "", ("decompress", "--threads"): "",
}


def said(*words, **more):
    return subprocess.run(words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False,
                          universal_newlines=True, **more).stdout


def options_in(text):
    return set(OPTION.findall(text)) - {"-by", "-"}


def complete(*words):
    """Completions that bash offers for the last of these words, sorted."""
    script = (f'source "{BASH}"; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _linepress; '
              'for word in "${COMPREPLY[@]}"; do printf "%s\\n" "$word"; done')
    return sorted(said("bash", "-c", script, "bash", *words).splitlines())


def page_of(name):
    """A manual page's text, without fonts and escapes."""
    with open(f"{BUILD}/man/{name}.1", encoding="utf-8") as file:
        text = file.read()
    return re.sub(r"\\f[BIR]", "", text).replace("\\-", "-")


def zsh_of(command):
    """The part of the zsh function for a command."""
    with open(ZSH, encoding="utf-8") as file:
        text = file.read()
    return text[text.index(f"    {command})\n"):].split(";;")[0]


def codecs():
    """All codecs, as an error lists them."""
    error = said(PROGRAM, "compress", "--codec", "none", "x", "y")
    return re.search(r"there are (.*)\)", error).group(1).split(", ")


def check_command(command):
    """Names of tests and whether each holds, for one command."""
    due = options_in(said(PROGRAM, command, "--help")) | {"--help"}
    yield f"{command}: page", due <= options_in(page_of(f"linepress-{command}"))
    yield f"{command}: bash", due <= set(complete("linepress", command, "-"))
    text = zsh_of(command)
    yield f"{command}: zsh", all(re.search(rf"[')]{re.escape(o)}[=+[]", text) for o in due)
    helps = [o for o in due if o.startswith("--")]
    yield f"{command}: bash completes a name", all(
        option in complete("linepress", command, option[:-1]) for option in helps)


def check_values():
    every = {**VALUES, **{(c, "--codec"): " ".join(codecs())
                          for c in ("ratio", "compress", "decompress", "bench")}}
    names = {FILES: os.listdir(), FOLDERS: [n for n in os.listdir() if os.path.isdir(n)]}
    forms = {FILES: "_files", FOLDERS: "_files -/", "": " "}
    for (command, option), values in every.items():
        due = sorted(names.get(values, values.split()))
        yield (f"{command} {option}: bash", complete("linepress", command, option, "") == due
               and complete("linepress", command, option, "=", "") == due
               and complete("linepress", command, option, "=") == due)
        form = re.escape(forms.get(values, f"({values})"))
        yield (f"{command} {option}: zsh",
               re.search(rf"[')]{option}[=+]\[.*\]:[^:]+:{form}'", zsh_of(command)))


def check_words(commands):
    yield "bash completes commands", set(complete("linepress", "")) >= {*commands, "--version"}
    yield "bash completes one command", complete("linepress", "com") == ["compress"]
    for command in commands:
        names = sorted(os.listdir()) if command not in ("vdnn", "batch") else []
        yield f"{command}: files", complete("linepress", command, "") == names
        yield f"{command}: a file after an option", (
            complete("linepress", command, "--json", "a") == [n for n in names if n[0] == "a"])
    yield "a codec's first letter", complete("linepress", "ratio", "--codec", "bp") == ["bpc"]
    yield "no such command", complete("linepress", "frob", "") == []


def check_pages(commands):
    names = ["linepress"] + [f"linepress-{command}" for command in commands]
    text = page_of("linepress")
    yield "the program's page has each command", all(f"linepress-{c} (1)" in text for c in commands)
    yield "no page without a command", (
        sorted(os.listdir(f"{BUILD}/man")) == sorted(name + ".1" for name in names))
    for tool in (["groff", "-man", "-ww", "-z"], ["mandoc", "-T", "lint", "-W", "warning"]):
        if not shutil.which(tool[0]):
            yield f"{tool[0]} # SKIP not here", True
            continue
        for name in names:
            complaints = [line for line in said(*tool, f"{BUILD}/man/{name}.1").splitlines()
                          if "missing date" not in line]
            yield f"{tool[0]} reads {name}.1 without a warning", not complaints
    for shell, file in (("bash", BASH), ("zsh", ZSH)):
        if shutil.which(shell):
            yield f"{shell} reads its file", said(shell, "-n", file) == ""
        else:
            yield f"{shell} # SKIP not here", True


def checks():
    commands = re.findall(r"^  ([a-z]+) ", said(PROGRAM, "--help"), re.M)
    yield "there are commands", len(commands) > 5
    for command in commands:
        yield from check_command(command)
    yield from check_values()
    yield from check_words(commands)
    yield from check_pages(commands)


def main():
    failed = number = 0
    with tempfile.TemporaryDirectory() as work:
        os.chdir(work)
        for name in ("a file", "another", "t.lpt"):
            with open(name, "w", encoding="utf-8"):
                pass
        os.mkdir("folder")
        for name, good in checks():
            number += 1
            failed += not good
            print(f"{'ok' if good else 'not ok'} {number} - {name}")
        os.chdir("/")
    print(f"1..{number}")
    return failed > 0


sys.exit(main())
