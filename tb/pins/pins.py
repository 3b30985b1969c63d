#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Compares the tree's behaviour with pins.json: commands, cycle models and installed files.

    pins.py compare   everything, and prints the differences; exit status 1 if data differ
    pins.py test      the part that takes seconds, as TAP; words are left to compare
    pins.py record    writes pins.json again, after an intended change
    pins.py add       records the cycle models and installed files that are new, and no change

Data are exit statuses, standard output, files and the numbers of tables made for people; words are
the rest of such a table, help and standard error, and may be edited. tb/install/abi_test.py checks
the library's interface.
"""
import concurrent.futures
import difflib
import hashlib
import json
import os
import re
import subprocess
import sys
import tempfile

import cases

sys.path.insert(0, "tb")
from tap import end, result  # noqa: E402

RECORD = "tb/pins/pins.json"
HOME = os.getcwd()
BUILD = os.path.abspath(os.environ.get("BUILD", "build"))
SHORT = 800  # bytes of output up to which the record has them all, so that a difference shows
NUMBER = re.compile(r"[0-9][0-9.]*(?:e[-+]?[0-9]+)?")
# These print tables for people unless --json is given.
TABLES = ("ratio", "buddy", "profile", "trace", "dma", "vdnn", "swap", "huvm", "check", "vectors",
          "decompress")
# Folders of an installation, as cmodel/install.sh takes them.
FOLDERS = {"PREFIX": "/usr", "BINDIR": "/usr/bin", "LIBDIR": "/usr/lib",
           "INCLUDEDIR": "/usr/include", "MANDIR": "/usr/share/man",
           "DOCDIR": "/usr/share/doc/linepress", "BASHDIR": "/usr/share/bash",
           "ZSHDIR": "/usr/share/zsh", "PYTHONDIR": "/usr/share/linepress/python",
           "RTLDIR": "/usr/share/linepress", "KITDIR": "/usr/share/linepress"}
# Files that a build has only with Verilator, Oclgrind, LAPACKE or a GPU's compiler.
OPTIONAL = ("linepress-card-server", "linepress-cosim", "linepress-trace.so", "linepress-replay",
            "liblinepress_tune.so", "liblinepress_cuda.so", "liblinepress_dma_rtl.so",
            "capture/liblinepress_capture_malloc.so", "capture/liblinepress_capture_opencl.so",
            "huvm_preload/liblinepress_huvm.so", "huvm_preload/huvm_player")


def version():
    out = subprocess.run([f"{BUILD}/linepress", "--version"], check=True, capture_output=True,
                         text=True).stdout
    return out.split()[1]


VERSION = version().encode()


def plain(data):
    """The text without parts that differ between trees or versions."""
    return data.replace(VERSION, b"VERSION").replace(BUILD.encode(), b"BUILD")


def short(data):
    """The text if it is short, else its hash."""
    if len(data) <= SHORT and b"\0" not in data:
        return data.decode(errors="backslashreplace")
    return "sha256 " + hashlib.sha256(data).hexdigest()


def numbers(data):
    """Only the numbers of a table, in order."""
    return short(" ".join(NUMBER.findall(data.decode(errors="replace"))).encode())


def keys(value):
    """The shape of a JSON value: its keys, and a word for each kind of leaf."""
    if isinstance(value, dict):
        return {name: keys(item) for name, item in value.items()}
    if isinstance(value, list):
        return [keys(item) for item in value[:1]]
    return type(value).__name__


def is_table(line):
    words = line.split("|")[-1].split()
    return "--json" not in words and len(words) > 1 and words[1] in TABLES and \
        not {"-c", "-o"} & set(words)


def run_line(line, folder):
    """Data and words of one command line."""
    times = line.startswith("times ")
    environment = {**os.environ, "PATH": f"{BUILD}:{os.environ['PATH']}", "LC_ALL": "C"}
    environment.pop("LINEPRESS_CPU", None)
    done = subprocess.run(["sh", "-c", line.removeprefix("times ")], cwd=folder, env=environment,
                          stdin=subprocess.DEVNULL, capture_output=True, check=False)
    out, words = plain(done.stdout), plain(done.stderr).decode(errors="replace")
    data = {"status": done.returncode}
    if times:
        text = out.decode()
        data["keys"] = json.dumps(keys(json.loads(text))) if "--json" in line else ""
        return data, ""
    if "--help" in line:
        words += out.decode()
    elif is_table(line):
        data["numbers"] = numbers(out)
        words += out.decode(errors="replace")
    else:
        data["out"] = short(out)
    return data, words


def files_of(folder):
    """Results of a group: hashes of its files by their paths."""
    found = {}
    for place, folders, files in os.walk(folder):
        folders.sort()
        for name in sorted(files):
            path = os.path.join(place, name)
            with open(path, "rb") as file:
                data = plain(file.read())
            data = numbers(data).encode() if name.endswith(".svg") else data
            found[os.path.relpath(path, folder)] = \
                f"{len(data)} " + hashlib.sha256(data).hexdigest()[:32]
    return found


def run_group(group):
    name, lines, _ = group
    data, words = {}, {}
    with tempfile.TemporaryDirectory() as folder:
        os.symlink(f"{HOME}/tb/data", f"{folder}/data")
        for line in lines:
            data[line], said = run_line(line, folder)
            if said:
                words[line] = said.splitlines() if "--help" in line else \
                    short(said.encode()).splitlines()
        os.remove(f"{folder}/data")
        files = files_of(folder)
    return name, data, words, files


def models():
    out = subprocess.run([f"{BUILD}/pins/models"], check=True, capture_output=True, text=True)
    return dict(line.split(": ") for line in out.stdout.splitlines())


def installed():
    """Names, modes and links of the files that `make install` installs from a complete build."""
    number = VERSION.decode()
    with tempfile.TemporaryDirectory() as work:
        build, target = f"{work}/build", f"{work}/target"
        os.mkdir(build)
        for name in os.listdir(BUILD):
            if os.path.isfile(f"{BUILD}/{name}") or name == "dpi":
                os.symlink(f"{BUILD}/{name}", f"{build}/{name}")
        for name in OPTIONAL:
            os.makedirs(os.path.dirname(f"{build}/{name}"), exist_ok=True)
            if not os.path.lexists(f"{build}/{name}"):
                with open(f"{build}/{name}", "w", encoding="utf-8"):
                    os.chmod(f"{build}/{name}", 0o755)
        subprocess.run(["cmodel/install.sh", "install", build, number], check=True,
                       stdout=subprocess.DEVNULL,
                       env={**os.environ, **FOLDERS, "DESTDIR": target})
        found = []
        for place, folders, files in os.walk(target):
            for name in files + [f for f in folders if os.path.islink(f"{place}/{f}")]:
                path = f"{place}/{name}"
                link = f" -> {os.readlink(path)}" if os.path.islink(path) else ""
                mode = "link" if link else f"{os.stat(path).st_mode & 0o7777:o}"
                found.append(f"{mode} {path.removeprefix(target)}{link}".replace(number, "VERSION"))
        return sorted(found, key=lambda row: row.split()[1])


def today(groups):
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        rest = pool.submit(models), pool.submit(installed)
        done = list(pool.map(run_group, groups))
        return {"data": {name: data for name, data, _, _ in done},
                "files": {name: files for name, _, _, files in done if files},
                "words": {line: said for _, _, words, _ in done for line, said in words.items()},
                "models": rest[0].result(), "installed": rest[1].result()}


def rows(was, now):
    """Differences of two dictionaries, a line each."""
    wrong = []
    for name in sorted(set(was) | set(now)):
        old, new = was.get(name, "not there"), now.get(name, "not there")
        if isinstance(old, dict) and isinstance(new, dict):
            wrong += [f"{name}: {row}" if row[0] != " " else row for row in rows(old, new)]
        elif old != new:
            wrong += [name, f"    was {old}", f"    is  {new}"]
    return wrong


def text_rows(was, now):
    wrong = []
    for line in sorted(set(was) | set(now)):
        if was.get(line) != now.get(line):
            wrong += list(difflib.unified_diff(was.get(line, []), now.get(line, []),
                                               f"{line}: was", f"{line}: is", lineterm="", n=1))
    return wrong


def data_differences(was, now):
    """Name of each part, and its differences."""
    for name in now["data"]:
        yield name, rows(was["data"].get(name, {}), now["data"][name]) + \
            rows(was["files"].get(name, {}), now["files"].get(name, {}))
    yield "cycle models", rows(was["models"], now["models"])
    yield "installed files", text_rows({"installed": was["installed"]},
                                       {"installed": now["installed"]})


def compare(was, now):
    bad = 0
    for name, wrong in data_differences(was, now):
        bad += bool(wrong)
        print("\n".join([f"{name}: {'differs' if wrong else 'as recorded'}", *wrong]))
    words = text_rows(was["words"], now["words"])
    print("\n".join([f"words: {'edited' if words else 'as recorded'}", *words]))
    return 1 if bad else 0


def test(was, now):
    for name, wrong in data_differences(was, now):
        result(wrong, f"{name}: as recorded in {RECORD}")
    return end()


def written(record):
    with open(RECORD + ".new", "w", encoding="utf-8") as file:
        json.dump(record, file, indent=1, sort_keys=True)
        file.write("\n")
    os.replace(RECORD + ".new", RECORD)


def add(was):
    """Entries that a new unit adds."""
    was["models"] = {**models(), **was["models"]}
    was["installed"] = sorted({*was["installed"], *installed()}, key=lambda row: row.split()[1])
    written(was)


def main():
    what = sys.argv[1] if len(sys.argv) == 2 else ""
    if what == "record":
        written(today(cases.GROUPS))
        return 0
    if what not in ("compare", "test", "add"):
        sys.exit(__doc__)
    with open(RECORD, encoding="utf-8") as file:
        was = json.load(file)
    if what == "add":
        return add(was)
    groups = cases.GROUPS if what == "compare" else [g for g in cases.GROUPS if g[2]]
    return (compare if what == "compare" else test)(was, today(groups))


if __name__ == "__main__":
    sys.exit(main())
