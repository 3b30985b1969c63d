#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""`linepress capture`: every byte of every snapshot matches the record of the programs of
tb/systems/capture, their output and status are as without it, and bad runs. The OpenCL part runs on
a small test library and, if it is installed, on pocl."""
import collections
import csv
import glob
import hashlib
import json
import os
import re
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from tap import end, result, skip  # noqa: E402

ROOT = os.path.abspath(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../.."))
BUILD = os.path.abspath(os.environ.get("BUILD", "build"))
CC = os.environ.get("CC", "gcc")
LINEPRESS = f"{BUILD}/linepress"
PROGRAMS = f"{BUILD}/capture_test"
KNOWN, CL = f"{PROGRAMS}/known", f"{PROGRAMS}/cl_program"
POCL = glob.glob("/etc/OpenCL/vendors/pocl*.icd")


def environment(expect=None, libraries=PROGRAMS):
    more = {"EXPECT": expect} if expect else {}
    if libraries:
        more["LD_LIBRARY_PATH"] = libraries
    return {**os.environ, **more}


def run(*words, expect=None, libraries=PROGRAMS, **more):
    """A process that has ended, with its output."""
    if expect:
        os.mkdir(expect)
        expect = os.path.abspath(expect)
    more.setdefault("stdin", subprocess.DEVNULL)
    return subprocess.run([*map(str, words)], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                          universal_newlines=True, check=False,
                          env=environment(expect, libraries), **more)


def capture(*words, linepress=LINEPRESS, **more):
    return run(linepress, "capture", *words, **more)


def read(path):
    with open(path, "rb") as file:
        return file.read()


def load(path):
    return json.loads(read(path))


def snapshot(folder, point):
    """(function, number) -> bytes."""
    found = {}
    for name in os.listdir(f"{folder}/{point}"):
        parts = re.fullmatch(r"(.+)\+0x[0-9a-f]+\.(\d+)\.bin", name)
        key = (parts[1], int(parts[2])) if parts else (name, 0)
        found[key if key not in found else (name, 0)] = read(f"{folder}/{point}/{name}")
    return found


def expected(folder, boundary):
    found = {}
    for name in os.listdir(f"{folder}/{boundary}"):
        function, number = name.rsplit(".", 1)
        found[function, int(number)] = read(f"{folder}/{boundary}/{name}")
    return found


def first_difference(a, b):
    return next((i for i, (x, y) in enumerate(zip(a, b)) if x != y), min(len(a), len(b)))


def compare(got, due, where):
    """Lines about the differences of two snapshots."""
    for key in sorted({*got, *due}):
        if key not in got:
            yield f"{where}: {key} is missing"
        elif key not in due:
            yield f"{where}: {key} is too many, {len(got[key])} bytes"
        elif got[key] != due[key]:
            yield (f"{where}: {key} has {len(got[key])} bytes, due {len(due[key])}; byte "
                   f"{first_difference(got[key], due[key])} differs")


def snapshots_wrong(folder, expect, boundaries):
    if not os.path.isdir(folder):
        return ["there is no set"]
    wrong = [] if len(load(f"{folder}/snapshots.json")["points"]) == len(boundaries) else ["points"]
    for point, boundary in enumerate(boundaries, 1):
        wrong += compare(snapshot(folder, point), expected(expect, boundary),
                         f"point {point}, boundary {boundary}")
    return wrong


def same_as_alone(done, *program, **more):
    """Output and status are those of the program alone; a line of capture is at the end."""
    alone = run(*program, **more)
    said = done.stderr[len(alone.stderr):].splitlines()
    wrong = []
    if (done.stdout, done.returncode) != (alone.stdout, alone.returncode):
        wrong += [f"status {done.returncode}, alone {alone.returncode}", done.stdout, alone.stdout]
    if not done.stderr.startswith(alone.stderr) or not said or not all(
            line.startswith("linepress: capture: ") for line in said):
        wrong += [done.stderr]
    return wrong


def left_nothing(folder):
    return [name for name in os.listdir(".") if name == folder or name.startswith(".linepress")]


def bad(what, words, done, folder="out"):
    """One line, status 2, no file."""
    said = done.stderr.splitlines()
    good = (done.returncode == 2 and len(said) == 1 and said[0].startswith("linepress: ") and
            all(word in said[0] for word in words))
    result(([] if good else [f"status {done.returncode}", *said]) + left_nothing(folder),
           f"bad: {what}")


# ---- memory ----

def check_ways(linepress=LINEPRESS, name="ways"):
    done = capture("--malloc", "--points", 4, "-o", name, "--", KNOWN, "ways",
                   expect=f"{name}.due", linepress=linepress)
    return snapshots_wrong(name, f"{name}.due", (1, 2, 3, 4)), done


def check_own():
    """The program's own allocator: its blocks are captured, and not the mappings that hold them."""
    done = capture("--malloc", "--points", 3, "-o", "own", "--", "sh", "-c",
                   f"LD_PRELOAD=$LD_PRELOAD:{PROGRAMS}/allocator.so exec {KNOWN} own",
                   expect="own.due")
    result(snapshots_wrong("own", "own.due", (1, 2, 3)) if done.returncode == 0 else [done.stderr],
           "an allocator that the program brings, and its operator new")


def check_description():
    set_json = load("ways/snapshots.json")
    rows = {row["name"]: row for row in set_json["allocations"]}
    wrong = [] if [p["fraction"] for p in set_json["points"]] == [.25, .5, .75, 1] else ["fraction"]
    names = {name[:-4] for p in range(1, 5) for name in os.listdir(f"ways/{p}")}
    wrong += [] if names == set(rows) else ["names", *rows]
    for name, row in rows.items():
        function = name.split("+")[0]
        if not row["site"].startswith(f"{function}+0x") or "ways+0x" not in row["site"] and \
                "main+0x" not in row["site"]:
            wrong.append(f"{name}: {row['site']}")
        wrong += [] if int(row["address"], 16) > 4096 else [row["address"]]
    report = load("ways/capture.json")
    if report["boundaries"] != 4 or [p["boundaries"] for p in report["pictures"]] != [1, 2, 3, 4]:
        wrong.append(str(report))
    result(wrong, "addresses, call sites, fractions and boundaries in the JSON files")
    # Small blocks are not kept, unless requested.
    done = capture("--malloc", "--points", 2, "--min", "60000", "-o", "small", "--", KNOWN, "ways")
    sizes = [os.path.getsize(path) for path in glob.glob("small/1/*")]
    result([] if done.returncode == 3 and 65535 in sizes and min(sizes) >= 60000 else
           [done.stderr, str(sizes)], "--min")
    first = capture("--malloc", "--points", 2, "-o", "once", "--", KNOWN, "ways")
    again = capture("--malloc", "--points", 2, "--length", 4, "-o", "again", "--", KNOWN, "ways")
    files = [sorted(os.path.relpath(f, folder) for f in glob.glob(f"{folder}/*/*"))
             for folder in ("once", "again")]
    result([] if files[0] == files[1] and first.returncode == again.returncode == 3 else
           [again.stderr, str(files)], "the same names in another run, and --length")
    done = run(LINEPRESS, "profile", "--targets", "ways.targets", "ways")
    result([] if done.returncode == 0 and len(load("ways.targets")["allocations"]) == len(names)
           else [done.stderr], "linepress profile reads the set")


def hashes(blocks):
    return collections.Counter(hashlib.sha256(data).hexdigest() for data in blocks.values())


def check_threads():
    done = capture("--malloc", "--points", 5, "-o", "threads", "--", KNOWN, "threads",
                   expect="threads.due")
    wrong = []
    for point in range(1, 6):
        got, due = snapshot("threads", point), expected("threads.due", point)
        if hashes(got) != hashes(due):
            wrong.append(f"point {point}: {len(got)} blocks, due {len(due)}")
    result(wrong + same_as_alone(done, KNOWN, "threads"), "8 threads that stop at a boundary")
    done = capture("--malloc", "--points", 6, "-o", "running", "--", KNOWN, "running")
    checked = run(KNOWN, "check", *glob.glob("running/*/*.bin"))
    whole = int(checked.stdout.split()[0])
    result(([] if checked.returncode == 0 and whole > 6 * 40 else [checked.stdout]) +
           same_as_alone(done, KNOWN, "running"), "8 threads that run on while snapshots are taken")


def check_processes():
    done = capture("--malloc", "--points", 4, "-o", "forks", "--", KNOWN, "forks",
                   expect="forks.due")
    result(snapshots_wrong("forks", "forks.due", (1, 2, 3, 4)) +
           same_as_alone(done, KNOWN, "forks"), "a program that forks, and waits for any child")
    done = capture("--malloc", "--points", 4, "-o", "execs", "--", KNOWN, "execs",
                   expect="execs.due")
    wrong = []
    for point in range(1, 5):
        prefix = "2." if point > 2 else ""
        due = {(prefix + f, n): data for (f, n), data in expected("execs.due", point).items()}
        wrong += compare(snapshot("execs", point), due, f"point {point}")
    result(wrong + same_as_alone(done, KNOWN, "execs"), "a program that becomes another by exec")
    done = capture("--malloc", "--points", 3, "-o", "dies", "--", KNOWN, "dies", 6, 0,
                   expect="dies.due")
    result(snapshots_wrong("dies", "dies.due", (1, 2, 3)) +
           ([] if done.returncode == -signal.SIGABRT else [str(done.returncode)]),
           "a program that dies in its last snapshot: the snapshot is whole, and so is the end")
    done = capture("--malloc", "--points", 3, "--length", 3, "-o", "out", "--", KNOWN, "dies", 9, 1)
    bad("a program that dies in a snapshot that is not the last", ["ended after"], done)


def check_time():
    points = 3
    done = capture("--malloc", "--points", points, "-o", "works", "--", KNOWN, "works", 0.6)
    fractions = [p["fraction"] for p in load("works/snapshots.json")["points"]]
    wrong = [str(fractions)] if any(not i / points <= f <= (i + 1) / points
                                    for i, f in enumerate(fractions)) else []
    result(wrong + same_as_alone(done, KNOWN, "works", 0.6),
           "without boundaries, a snapshot in each part of the processor time")


def check_streams():
    text = "one\nerror\ntwo\n"
    with open("input", "w", encoding="ascii") as file:
        file.write("skipped\n" + text)
    with open("input", encoding="ascii") as file:
        os.lseek(file.fileno(), 8, os.SEEK_SET)
        done = capture("--malloc", "--points", 1, "-o", "reads", "--", KNOWN, "reads", stdin=file)
    wrong = [] if (done.stdout, done.stderr.splitlines()[0]) == ("one\ntwo\n", "error") else \
        [done.stdout, done.stderr]
    result(wrong, "both runs read a file from its position; output comes once")
    done = capture("--malloc", "--points", 1, "--json", "-f", "-o", "reads", "--", KNOWN, "reads")
    report = load("reads/capture.json")
    result([] if json.loads(done.stderr) == report and report["program"] == [KNOWN, "reads"] and
           report["pictures"][0]["stopped_seconds"] > 0 else [done.stderr], "--json, and --force")


def hear_interrupts():
    """A shell's jobs in the background may ignore them."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def interrupt(program, *words, whole_group=True):
    """Ends or queries a run long before its first snapshot; returns its output and status."""
    process = subprocess.Popen([LINEPRESS, "capture", *map(str, words)], stdout=subprocess.PIPE,
                               stderr=subprocess.PIPE, stdin=subprocess.DEVNULL,
                               universal_newlines=True, start_new_session=True,
                               env=environment(), preexec_fn=hear_interrupts)
    children = f"/proc/{process.pid}/task/{process.pid}/children"
    deadline = time.monotonic() + 20
    while time.monotonic() < deadline:
        pids = read(children).split()
        if pids and read(f"/proc/{int(pids[0])}/comm").strip() == program.encode():
            break
        time.sleep(.002)
    time.sleep(.1)
    if whole_group:
        os.killpg(process.pid, signal.SIGINT)
    else:
        process.send_signal(signal.SIGINT)
    out, said = process.communicate(timeout=60)
    return process.returncode, out, said


def check_signals():
    for group in (True, False):
        status, out, said = interrupt("known", "--malloc", "--points", 1, "--length", 1, "-f", "-o",
                                      "asked", "--", KNOWN, "interrupted", whole_group=group)
        result([] if (status, out) == (8, "interrupt 1\n") else [f"{status} {out} {said}"],
               "an interrupt that the program handles" + ("" if group else ", sent to capture"))
    status, out, said = interrupt("known", "--malloc", "--points", 1, "--length", 1, "-o", "out",
                                  "--", KNOWN, "works", 30)
    result(([] if status == -signal.SIGINT and not out else [f"{status} {out} {said}"]) +
           left_nothing("out"), "an interrupt that ends the program ends capture too")


def check_killed():
    """The program of a capture that is killed ends with it."""
    process = subprocess.Popen([LINEPRESS, "capture", "--malloc", "--points", "1", "--length", "9",
                                "-o", "killed", "--", KNOWN, "works", "30"],
                               stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                               stderr=subprocess.DEVNULL, env=environment())
    children, pids = f"/proc/{process.pid}/task/{process.pid}/children", []
    deadline = time.monotonic() + 20
    while not pids and time.monotonic() < deadline:
        pids = read(children).split()
        time.sleep(.01)
    process.kill()
    process.wait()
    gone = f"/proc/{int(pids[0])}" if pids else ""
    while os.path.exists(gone) and time.monotonic() < deadline + 20:
        time.sleep(.01)
    result([] if pids and not os.path.exists(gone) else [f"children {pids}, which go on"],
           "the program ends with a capture that is killed")
    for left in os.listdir("."):
        if left.startswith(".linepress-"):
            shutil.rmtree(left)


# ---- OpenCL ----

DUE = (5, 9, 14, 18, 23)  # of 23 launches at 5 points


def check_cl(name, libraries=PROGRAMS, linepress=LINEPRESS):
    done = capture("--opencl", "--points", 5, "-o", name, "--", CL, 23, expect=f"{name}.due",
                   libraries=libraries, linepress=linepress)
    return snapshots_wrong(name, f"{name}.due", DUE), done


def check_copies(name):
    with open(f"{name}/copies.csv", newline="", encoding="ascii") as file:
        rows = [(int(r["launches"]), r["direction"], r["allocation"].split("+")[0],
                 int(r["offset"]), int(r["bytes"])) for r in csv.DictReader(file)]
    due = [(0, "to_device", "make_grid", 0, 160000), (0, "to_device", "make_table", 0, 80000)]
    due += [(n, "to_device", "make_scratch", 0, 68000 + 4 * n) for n in range(0, 23, 4)]
    due += [(23, "from_device", "make_grid", 0, 160000)]
    return [] if rows == due else [str(rows)]


def check_launch(name, libraries):
    """Launch 9 takes a part of the grid, launch 11 the scratch buffer."""
    wrong = []
    for number, function, offset, count in ((9, "make_grid", 65536, 20000),
                                            (11, "make_scratch", 0, 17000)):
        folder = f"{name}.launch{number}"
        done = capture("--opencl", "--launch", number, "-o", folder, "--", CL, 23,
                       libraries=libraries)
        if done.returncode != 7:
            return [done.stderr]
        due = expected(f"{name}.due", number - 1)
        launch = load(f"{folder}/launch.json")
        buffers = {row["name"]: row for row in launch["buffers"]}
        for row in launch["buffers"]:
            data = read(f"{folder}/{row['file']}")
            key = (row["name"].split("+")[0], 1)
            wrong += [] if data == due[key] and len(data) == row["bytes"] else [row["name"]]
        first, table, length, step = launch["arguments"]
        facts = (launch["kernel"], launch["options"], launch["launches"], launch["work_dim"],
                 launch["global"], launch["local"], first["buffer"].split("+")[0],
                 first["offset"], buffers[table["buffer"]]["access"], length["value"],
                 step["value"])
        right = ("advance", "-DUNUSED=1", 23, 1, [(count + 63) // 64 * 64, 1, 1], [64, 1, 1],
                 function, offset, "read_only", count.to_bytes(4, "little").hex(),
                 number.to_bytes(4, "little").hex())
        wrong += [] if facts == right and len(buffers) == 2 else [str(facts), str(right)]
        source = read(f"{folder}/program.cl")
        if not source.startswith(b"// made of two texts\n__kernel void advance("):
            wrong.append("program.cl")
    return wrong


def check_opencl(name, libraries):
    wrong, done = check_cl(name, libraries)
    result(wrong + same_as_alone(done, CL, 23, libraries=libraries),
           f"{name}: buffers after launches, hidden from the host, created again, in parts")
    result(check_copies(name), f"{name}: copies over the link")
    result(check_launch(name, libraries), f"{name}: saved launches")
    report = load(f"{name}/capture.json")
    kernels = [p["kernel"] for p in report["pictures"]]
    result([] if kernels == ["advance"] * 5 and report["boundaries"] == 23 else [str(report)],
           f"{name}: the report")
    done = run(LINEPRESS, "profile", name)
    result([] if done.returncode == 0 else [done.stderr], f"{name}: linepress profile reads it")


def check_images():
    done = capture("--opencl", "--points", 5, "-o", "images", "--", CL, 23, "image")
    result([] if "images are not kept: the program made 1" in done.stderr else [done.stderr],
           "what is not kept is said")


# ---- bugs put in on purpose ----

BUGS = (
    ("a snapshot taken one kernel late", "snapshot.c", "passed >= c->plan[started];",
     "passed > c->plan[started] - (started + 1 == c->planned);", check_cl),
    ("a snapshot that does not wait for the launch", "opencl.c", "bool good = lpi_finish_all();",
     "bool good = true;", check_cl),
    ("a block that stays when it is freed", "malloc.c",
     "    lpi_forget(block);\n    next.free(block);", "    next.free(block);", check_ways),
    ("a block that moves and is not followed", "malloc.c",
     "    was->key = (uintptr_t)changed;\n", "", check_ways),
    ("pages that were swapped or touched taken for zeros", "contents.c", "(uint64_t)3 << 62",
     "(uint64_t)1 << 62", check_ways),
)


def build_bug(folder, source, old, new):
    """A tree of objects with one of them changed; empty, or the fault."""
    shutil.copytree(f"{BUILD}/capture", f"{folder}/capture")
    shutil.copy(LINEPRESS, f"{folder}/linepress")
    text = read(f"{ROOT}/cmodel/systems/capture/preload/{source}").decode()
    if text.count(old) != 1:
        return f"{source} has not this once: {old}"
    with open(f"{folder}/{source}", "w", encoding="utf-8") as file:
        file.write(text.replace(old, new))
    flags = ["-std=c11", "-O2", "-fno-stack-protector", "-fvisibility=hidden", "-fPIC",
             f"-I{ROOT}/cmodel/include", f"-I{ROOT}/cmodel/systems/capture/preload"]
    subprocess.run([CC, *flags, "-c", f"{folder}/{source}", "-o",
                    f"{folder}/capture/{source[:-1]}o"], check=True)
    parts = {"malloc": ["malloc", "mapping", "new", "timer"],
             "opencl": [os.path.basename(o)[:-2] for o in glob.glob(f"{folder}/capture/opencl*.o")]}
    for name, own in parts.items():
        objects = [f"{folder}/capture/{o}.o" for o in (*own, "raw", "table", "snapshot", "site", "areas",
                                                          "contents")]
        subprocess.run([CC, "-shared", "-static-libgcc", "-Wl,-z,now", *objects, "-o",
                        f"{folder}/capture/liblinepress_capture_{name}.so"], check=True)
    return ""


def check_bugs():
    for number, (what, source, old, new, check) in enumerate(BUGS):
        folder = f"bug{number}"
        os.mkdir(folder)
        wrong = build_bug(folder, source, old, new)
        caught = [] if wrong else check(linepress=os.path.abspath(f"{folder}/linepress"),
                                        name=f"{folder}.set")[0]
        for line in caught[:1]:
            print(f"# {line}")
        result([] if caught else [wrong or "not caught"], f"bug: {what}")


# ---- bad use, bad runs ----

def bad_capture(what, words, *options, folder="out", **more):
    bad(what, words, capture(*options, **more), folder)


def check_bad_use():
    good = ("--malloc", "-o", "out", "--", KNOWN, "marks", 3, 70000)
    bad_capture("neither kind", ["neither"], "-o", "out", "--", "true")
    bad_capture("both kinds", ["exclude"], "--malloc", "--opencl", "-o", "out", "--", "true")
    bad_capture("no folder", ["no folder"], "--malloc", "--", "true")
    bad_capture("no program", ["no program"], "--malloc", "-o", "out", "--")
    bad_capture("an option that is none", ["--frob"], "--malloc", "--frob")
    for option, value, words in (("--points", "0", "points"), ("--points", "x", "points"),
                                 ("--min", "0", "min"), ("--min", "3x", "min"),
                                 ("--length", "-1s", "length"), ("--launch", "0", "launch")):
        bad_capture(f"{option} {value}", [words], option, value, *good)
    bad_capture("--launch without OpenCL", ["--opencl"], "--launch", 1, *good)
    bad_capture("fewer launches than points by --length", ["--points"], "--length", 2, *good)
    os.mkdir("there")
    bad_capture("a folder that is there", ["is there already"], "--malloc", "-o", "there", "--",
                KNOWN, "marks", 3, 70000)
    bad_capture("a folder that no capture wrote", ["not replaced"], "--malloc", "-f", "-o", "there",
                "--", KNOWN, "marks", 3, 70000)
    bad_capture("a folder in one that is not there", ["No such file"], "--malloc", "-o", "no/out",
                "--", "true")
    bad_capture("a program that is not there", ["No such file"], "--malloc", "-o", "out", "--",
                "./nothing")
    with open("plain", "wb"):
        pass
    bad_capture("a program that cannot be run", ["Permission denied"], "--malloc", "-o", "out",
                "--", "./plain")


def check_bad_runs():
    bad_capture("fewer boundaries than points", ["3 boundaries, fewer than 10"], "--malloc", "-o",
                "out", "--", KNOWN, "marks", 3, 70000)
    bad_capture("no launch at all", ["0 launches"], "--opencl", "-o", "out", "--", KNOWN, "marks",
                3, 70000)
    bad_capture("more boundaries than --length", ["12 boundaries this time, not 11"], "--malloc",
                "--length", 11, "-o", "out", "--", KNOWN, "marks", 12, 70000)
    bad_capture("fewer boundaries than --length", ["ended after 12"], "--malloc", "--length", 40,
                "-o", "out", "--", KNOWN, "marks", 12, 70000)
    bad_capture("no block of this size", ["smaller --min"], "--malloc", "--points", 2, "-o", "out",
                "--", KNOWN, "marks", 3, 7000)
    bad_capture("a run that is too short", ["fewer --points"], "--malloc", "-o", "out", "--length",
                "30s", "--", "true")
    bad_capture("a launch that is not there", ["23 launches"], "--opencl", "--launch", 24, "-o",
                "out", "--", CL, 23)
    with subprocess.Popen(["sleep", "0"], stdout=subprocess.PIPE) as pipe:
        bad_capture("a pipe that two runs would read", ["pipe"], "--malloc", "-o", "out", "--",
                    KNOWN, "reads", stdin=pipe.stdout)
    source = "int main(void) { return 0; }\n"
    built = subprocess.run([CC, "-static", "-x", "c", "-", "-o", "static"], input=source,
                           universal_newlines=True, stderr=subprocess.DEVNULL, check=False)
    if built.returncode == 0:
        bad_capture("a program that loads nothing", ["statically"], "--malloc", "-o", "out", "--",
                    "./static")
    else:
        skip("bad: a program that loads nothing", "no static C library")


def limit_size():
    resource.setrlimit(resource.RLIMIT_FSIZE, (1 << 20, 1 << 20))


def check_full_disk():
    bad_capture("a limit of a file's size", ["out: ", "File too large"], "--malloc", "--points", 3,
                "--length", 3, "-o", "out", "--", KNOWN, "marks", 3, 3 << 20, preexec_fn=limit_size)
    os.mkdir("disk")
    if subprocess.run(["mount", "-t", "tmpfs", "-o", "size=8m", "none", "disk"], check=False,
                      stderr=subprocess.DEVNULL).returncode != 0:
        skip("bad: a full disk", "cannot mount a small file system here")
        return
    try:
        for kind, program in (("--malloc", (KNOWN, "marks", 5, 3 << 20)), ("--opencl", (CL, 2000))):
            done = capture(kind, "--points", 5 if kind == "--malloc" else 200, "-o", "disk/out",
                           "--", *program)
            wrong = os.listdir("disk")
            bad(f"{kind}: a full disk", ["disk/out: ", "No space left"], done)
            result(wrong, f"{kind}: a full disk is empty again")
    finally:
        subprocess.run(["umount", "disk"], check=True)


def kill_snapshot():
    """Kills the process that writes a snapshot; the output, or None if it was too quick."""
    process = subprocess.Popen([LINEPRESS, "capture", "--malloc", "--points", "3", "--length", "3",
                                "-o", "out", "--", KNOWN, "marks", "3", str(192 << 20)],
                               stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                               stdin=subprocess.DEVNULL, universal_newlines=True)
    children = f"/proc/{process.pid}/task/{process.pid}/children"
    pids = []
    while process.poll() is None and len(pids) < 2:
        try:
            pids = read(children).split()
        except FileNotFoundError:
            break
    if len(pids) > 1:
        os.kill(int(pids[1]), signal.SIGKILL)
    out, said = process.communicate(timeout=60)
    return subprocess.CompletedProcess([], process.returncode, out, said) if len(pids) > 1 else None


def main():
    if not os.path.exists(f"{BUILD}/capture/liblinepress_capture_malloc.so"):
        skip("capture", "this kind of machine has no objects to preload")
        return end()
    with tempfile.TemporaryDirectory() as work:
        os.chdir(work)
        wrong, done = check_ways()
        result(wrong + same_as_alone(done, KNOWN, "ways"),
               "memory from every function that makes or changes a block")
        capture("--malloc", "--points", 2, "-o", "holes", "--", KNOWN, "holes", expect="holes.due")
        result(snapshots_wrong("holes", "holes.due", (1, 2)), "a mapping that is cut in two")
        check_own()
        check_description()
        check_threads()
        check_processes()
        check_time()
        check_streams()
        check_signals()
        check_killed()
        check_opencl("small library", PROGRAMS)
        if POCL:
            check_opencl("pocl", None)
        else:
            skip("pocl", "pocl is not installed (./bootstrap workloads)")
        check_images()
        check_bugs()
        check_bad_use()
        check_bad_runs()
        check_full_disk()
        killed = kill_snapshot()
        if killed:
            bad("a snapshot's process that is killed", ["ended by signal 9"], killed)
        else:
            skip("bad: a snapshot's process that is killed", "the snapshot was written too quickly")
        os.chdir("/")
    return end()


sys.exit(main())
