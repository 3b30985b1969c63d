#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Programs with managed memory: `linepress huvm run`, `record` and `--clock real`. A killed process
leaves nothing, and an error is one line."""
import json
import os
import signal
import subprocess
import sys
import tempfile
import time

sys.path[:0] = [os.path.join(os.path.dirname(os.path.abspath(__file__)), "../..")]
import tap  # noqa: E402

BUILD = os.path.abspath(os.environ.get("BUILD", "build"))
LINEPRESS, PROGRAMS = f"{BUILD}/linepress", f"{BUILD}/huvm/programs"
SIZES = ("--chunk", "16k", "--local", "160k", "--spare", "64k", "--slow", "1")
GRAPH = ("rmat:11:1", "16384")
READER = """
import os
data = bytes(range(250)) * 8800
with open("f.bin", "wb", buffering=0) as file:
    file.write(bytearray(data))
with open("f.bin", "rb") as file:
    back = file.read()
assert back == data
with open("/proc/self/status") as file:
    print(*[line.split()[1] for line in file if line.startswith("RssShmem")])
"""
DENSE = """
import hashlib, os
data = bytearray(os.urandom(2200000))
assert len({hashlib.sha256(data).digest() for _ in range(3)}) == 1
"""
FORKER = """
import os, subprocess
block = bytearray(2200000)
block[5] = 40
assert subprocess.run(["true"]).returncode == 0
child = os.fork()
if child == 0:
    block[5] += 3
    os._exit(block[5] + len(bytearray(2200000)) % 7)
print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), block[5])
"""

# Speaks the protocol of cmodel/systems/huvm/wire/wire.h by hand, ignores all answers, and continues
# to make requests.
DEAF = """
import os, socket, struct, time
def message(kind, value=0, first=0, count=0):
    return struct.pack("<IIQQ", kind, value, first, count)
peer = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
peer.connect(os.environ["LINEPRESS_HUVM_SOCKET"])
peer.send(message(0, int(os.environ["LINEPRESS_HUVM_GPU"]), 1))
chunks = struct.unpack("<IIQQ", peer.recv(64))[3]
peer.send(message(1, 2, 1 << 28))
try:
    while True:
        peer.send(message(KIND))
except OSError:
    time.sleep(60)
"""
CUTTER = """
python3 -S -c 'd = bytearray(2200000); d[5] = 1'
: >"$LINEPRESS_HUVM_RECORD"
"""


def start(*words, **more):
    return subprocess.Popen([LINEPRESS, "huvm", *words], stdout=subprocess.PIPE,
                            stderr=subprocess.PIPE, text=True, **more)


def run(*words, **more):
    done = start(*words, **more)
    out, err = done.communicate()
    return done.returncode, out, err


def read(path):
    with open(path, "rb") as file:
        return file.read()


def left():
    return [name for name in os.listdir(".") if name.startswith("linepress-huvm")]


def check_results():
    wrong = []
    for program in ("pagerank", "bfs", "louvain"):
        subprocess.run([PROGRAMS, program, *GRAPH, "p"], check=True, capture_output=True)
        for policy, faults in (("base", "any"), ("pre-ef-host", "any"), ("h", "protection"),
                               ("plf", "any"), ("memharvester", "any")):
            status, _, err = run("run", *SIZES, "--explicit", "--policy", policy, "--faults",
                                 faults, "--json", "--", PROGRAMS, program, *GRAPH, "q")
            answer = json.loads(err.splitlines()[-1])
            if status != 0 or any(read(f"p.{kind}") != read(f"q.{kind}")
                                  for kind in ("mem", "out", "lph")):
                wrong.append(f"{program}, {policy}: status {status}, {err}")
            if answer["evict"]["neighbour"] + answer["evict"]["host"] == 0:
                wrong.append(f"{program}, {policy}: everything fits")
            waits = answer["wait_us"]
            if sorted(waits) != ["driver", "evict", "fetch", "writeback"] or \
                    min(waits["driver"], waits["fetch"]) <= 0 or \
                    not 0 < sum(waits.values()) < answer["time_us"]:
                wrong.append(f"{program}, {policy}: {waits} of {answer['time_us']}")
            if faults == "protection" and answer["fault_kind"] != faults:
                wrong.append("not by protection faults")
    tap.result(wrong + left(), "programs have the same results, memory and traces with less memory")


def tier(answer):
    """The most that the neighbour held."""
    return answer["tiers"][1]


def faults_of(answer, compress, codec):
    """Faults in a run's report of compression."""
    if (answer["compress"], answer["codec"], answer["mismatches"]) != (compress, codec, 0):
        yield "it says that it ran otherwise"
    raw, carried = (sum(link[key] for link in answer["links"]) for key in ("raw_bytes", "bytes"))
    if raw % answer["chunk_bytes"] or (carried == raw) != (compress == "none") or carried > raw:
        yield f"links carried {raw} bytes as {carried}"
    if answer["host_bytes"] <= 0 or \
            compress != "host" and answer["host_bytes"] % answer["chunk_bytes"]:
        yield f"the host has {answer['host_bytes']} bytes"
    if compress in ("none", "link") and tier(answer)["bytes"] > 4 * answer["chunk_bytes"]:
        yield f"the neighbour has {tier(answer)}"


def check_compressed():
    wrong, held = [], {}
    for program, policy, faults, compress, codec in (
            ("pagerank", "h", "any", "none", "best"), ("pagerank", "h", "any", "victim", "best"),
            ("bfs", "memharvester", "protection", "victim", "bpc"),
            ("bfs", "pre-ef-host", "any", "host", "zvc"), ("pagerank", "plf", "any", "host", "bpc"),
            ("pagerank", "base", "any", "link", "zvc")):
        subprocess.run([PROGRAMS, program, *GRAPH, "p"], check=True, capture_output=True)
        by = () if compress == "none" else ("--codec", codec)
        status, _, err = run("run", *SIZES, "--explicit", "--policy", policy, "--faults", faults,
                             "--compress", compress, *by, "--json", "--", PROGRAMS,
                             program, *GRAPH, "q")
        answer, name = json.loads(err.splitlines()[-1]), f"{program}, {policy}, {compress}, {codec}"
        if status != 0 or any(read(f"p.{kind}") != read(f"q.{kind}")
                              for kind in ("mem", "out", "lph")):
            wrong.append(f"{name}: status {status}, {err}")
        wrong += [f"{name}: {text}" for text in faults_of(answer, compress, codec)]
        held[policy, compress] = tier(answer)["chunks"]
    if held["h", "none"] != 4 or held["h", "victim"] <= 5:
        wrong.append(f"the neighbour of 4 chunks held {held}")
    tap.result(wrong + left(), "with compressed tiers too, and more chunks are at the neighbour")
    status, _, err = run("run", *SIZES, "--slow", "0", "--min", "2m", "--policy", "h", "--compress",
                         "victim", "--json", "--", "python3", "-S", "-c", DENSE)
    answer = json.loads(err.splitlines()[-1])
    away = [link for link in answer["links"] if link["name"] == "nvlink 0 to 1"][0]
    tap.result([] if status == 0 and away["bytes"] > 0.95 * away["raw_bytes"] > 0 and
               tier(answer)["chunks"] >= 4 else [f"{status}: {err}"],
               "chunks that do not compress stay raw")


def check_several_compressed():
    subprocess.run([PROGRAMS, "bfs", *GRAPH, "bfs"], check=True, capture_output=True)
    scenario([app("BFS", 0, 0.9, PROGRAMS, "bfs", *GRAPH, "a"),
              app("add", 1, 0.6, PROGRAMS, "vectoradd", "20000", "16384", "b")])
    status, out, err = run("--scenario", "s.json", "--clock", "real", "--compress", "victim",
                           "--json")
    wrong = [] if status == 0 else [f"{status}: {err}"]
    if status == 0:
        wrong += faults_of(json.loads(out), "victim", "best")
    tap.result(wrong + ([] if read("a.out") == read("bfs.out") else ["another result"]),
               "a scenario with compressed victims")


def check_damaged():
    """Bytes of the host tier, which are raw, are changed by another process."""
    done, pid = long_run("--policy", "base", "--compress", "victim")
    # Repeatedly, since a write before a chunk leaves does no damage.
    while done.poll() is None:
        try:
            for path in files_of(done.pid, "memfd:linepress-huvm-host"):
                with open(path, "r+b", buffering=0) as file:
                    file.write(b"\xa5" * (2 << 20))
        except OSError:
            pass
        time.sleep(0.05)
    err = done.communicate()[1]
    good = done.returncode == 2 and "did not come back as it was" in err and err.count("\n") == 1
    tap.result([] if good and gone(pid) and not left() else [f"{done.returncode}: {err}", *left()],
               "a corrupted chunk ends the run with one line")


def check_unmodified():
    for faults in ("any", "protection"):
        status, out, err = run("run", *SIZES, "--slow", "0", "--faults", faults, "--min", "2m",
                               "--", "python3", "-S", "-c", READER)
        good = status == 0 and out.strip().isdigit() and int(out) <= 160
        tap.result([] if good else [f"{status}: {out}{err}"],
                   f"an unmodified program, faults {faults}: reads, writes, resident set")
    status, out, err = run("run", *SIZES, "--min", "2m", "--", "python3", "-S", "-c", FORKER)
    tap.result([] if (status, out) == (0, f"{43 + 2200000 % 7} 40\n") else [f"{status}: {out}{err}"],
               "a child that is forked has a copy of the memory, and one that executes may connect")


def check_host():
    status, _, err = run("run", *SIZES, "--explicit", "--policy", "base", "--room", "2m", "--host",
                         "host", "--", PROGRAMS, "bfs", *GRAPH, "q")
    subprocess.run([PROGRAMS, "bfs", *GRAPH, "p"], check=True, capture_output=True)
    same = status == 0 and read("p.out") == read("q.out")
    tap.result([] if same and not os.path.exists("host") else [f"{status}: {err}"],
               "the host tier in a file, which is removed afterwards")
    with open("there", "w", encoding="utf-8") as file:
        file.write("mine")
    wrong = []
    for words, says, more in (
            (("--host", "there"), "there: File exists", {}),
            (("--host", "no/file"), "no/file: No such file", {}),
            (("--host", "big"), "big: File too large", {"preexec_fn": limit_files}),
            (("--host", "big", "--compress", "host"), "big: File too large",
             {"preexec_fn": limit_files})):
        status, _, err = run("run", *SIZES, *words, "--", "true", **more)
        if status != 2 or says not in err or err.count("\n") != 1:
            wrong.append(f"{words}: {status}, {err}")
    tap.result(wrong + [name for name in ("big",) if os.path.exists(name)] +
               ([] if read("there") == b"mine" else ["a file was changed"]),
               "a host file that exists, cannot be made, or is too large is one line")


def limit_files():
    import resource  # pylint: disable=import-outside-toplevel
    resource.setrlimit(resource.RLIMIT_FSIZE, (1 << 20, 1 << 20))
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)


def scenario(apps):
    with open("s.json", "w", encoding="utf-8") as file:
        json.dump({"name": "several", "chunk_kib": 16, "threshold": 16,
                   "links": {"pcie": {"gbs": 1.23}, "nvlink": {"gbs": 4.01}},
                   "gpus": [{"memory_mib": m} for m in (0.16, 0.8, 0.16)], "apps": apps}, file)


def app(name, gpu, mib, *program, **more):
    return {"name": name, "gpus": [gpu], "footprint_mib": mib, "explicit": True,
            "program": list(program), **more}


def check_several():
    for program in ("bfs", "wcc"):
        subprocess.run([PROGRAMS, program, *GRAPH, program], check=True, capture_output=True)
    apps = [app("BFS", 0, 0.9, PROGRAMS, "bfs", *GRAPH, "a"),
            app("add", 1, 0.6, PROGRAMS, "vectoradd", "20000", "16384", "b"),
            app("WCC", 2, 0.9, PROGRAMS, "wcc", *GRAPH, "c")]
    scenario(apps)
    wrong = []
    for policy in ("h", "memharvester"):
        status, out, err = run("--scenario", "s.json", "--clock", "real", "--policy", policy,
                               "--json")
        if status != 0:
            wrong.append(f"{policy}: {err}")
            continue
        answer = json.loads(out)
        roles = [a["role"] for a in answer["apps"]]
        if answer["clock"] != "real" or roles != ["harvester", "yielder", "harvester"]:
            wrong.append(f"{policy}: {answer}")
        if read("a.out") != read("bfs.out") or read("c.out") != read("wcc.out"):
            wrong.append(f"{policy}: another result")
        if answer["apps"][0]["evict"]["neighbour"] == 0:
            wrong.append(f"{policy}: nothing at the neighbour")
    tap.result(wrong + left(), "several concurrent programs")
    apps[1]["program"] = ["sh", "-c", "kill -9 $$"]
    scenario(apps)
    status, out, err = run("--scenario", "s.json", "--clock", "real", "--policy", "base")
    good = status == 2 and out == "" and "'add' was ended by signal 9" in err
    same = read("a.out") == read("bfs.out")
    tap.result([] if good and same else [f"{status}: {out}{err}"],
               "a killed program is reported, and the others continue")


def pid_of(name, parent):
    """A child of the command, once it runs the program."""
    for _ in range(500):
        with open(f"/proc/{parent}/task/{parent}/children", encoding="ascii") as file:
            for pid in file.read().split():
                try:
                    if name in os.readlink(f"/proc/{pid}/exe"):
                        return int(pid)
                except OSError:
                    pass
        time.sleep(0.01)
    raise RuntimeError(f"no {name}")


def files_of(pid, name):
    """Open files of a process with this name."""
    for number in os.listdir(f"/proc/{pid}/fd"):
        path = f"/proc/{pid}/fd/{number}"
        if os.path.exists(path) and name in os.readlink(path):
            yield path


def long_run(*words):
    """A program that uses its memory for several seconds."""
    done = start("run", "--chunk", "16k", "--local", "160k", "--spare", "64k", *words, "--explicit",
                 "--", PROGRAMS, "pagerank", "rmat:14:1", "16384", "z",
                 env={**os.environ, "TMPDIR": "."})
    pid = pid_of("programs", done.pid)
    while done.poll() is None and not list(files_of(done.pid, "memfd:linepress-huvm (")):
        time.sleep(0.01)
    time.sleep(0.2)
    return done, pid


def gone(pid):
    for _ in range(500):
        try:
            with open(f"/proc/{pid}/stat", encoding="ascii") as file:
                if file.read().rsplit(")", 1)[1].split()[0] == "Z":
                    return True
        except OSError:
            return True
        time.sleep(0.01)
    return False


def check_killed():
    done, pid = long_run()
    os.kill(pid, signal.SIGKILL)
    err = done.communicate()[1]
    tap.result([] if done.returncode == -signal.SIGKILL and not left() else
               [f"{done.returncode}: {err}", *left()],
               "a program that is killed while it faults ends the command as it ended")
    done, pid = long_run()
    os.kill(done.pid, signal.SIGKILL)
    done.wait()
    ended = gone(pid)
    err = done.communicate()[1]
    tap.result([] if ended and "has ended" in err and err.count("\n") == 1 and not left() else
               [f"{ended}: {err}", *left()],
               "a command that is killed ends its program with one line")
    done, pid = long_run()
    os.kill(done.pid, signal.SIGTERM)
    done.communicate()
    tap.result([] if done.returncode == -signal.SIGTERM and gone(pid) and not left() else
               [f"{done.returncode}", *left()], "a signal goes to the program, and ends both")


def check_record():
    subprocess.run([PROGRAMS, "bfs", *GRAPH, "p"], check=True, capture_output=True)
    wrong = []
    status, _, err = run("record", "--chunk", "16k", "--explicit", "-o", "t.lph", "--", PROGRAMS,
                         "bfs", *GRAPH, "q")
    if status != 0 or read("p.mem") != read("q.mem"):
        wrong.append(f"{status}: {err}")
    status, _, err = run("record", "--chunk", "16k", "--explicit", "--text", "--window", "4", "-o",
                         "t.txt", "--json", "--", PROGRAMS, "vectoradd", "20000", "16384", "q")
    uses = [int(line) for line in read("t.txt").split()]
    answer = json.loads(err)
    # Two arrays are filled concurrently, then three are used concurrently, then the saved data is
    # read.
    due = [k for i in range(5) for k in (i, 5 + i)] + \
        [k for i in range(5) for k in (i, 5 + i, 10 + i)]
    if sorted(set(uses)) != list(range(15)) or uses[:25] != due or answer["uses"] != len(uses):
        wrong.append(f"{uses}, {answer}")
    with open("r.json", "w", encoding="utf-8") as file:
        json.dump({"chunk_kib": 16, "gpus": [{"memory_mib": 0.2}], "apps": [
            {"name": "r", "gpus": [0], "passes": 1, "trace": "t.lph", "footprint_mib": 1}]}, file)
    status, _, err = run("--scenario", "r.json")
    if status != 0:
        wrong.append(err)
    tap.result(wrong + left(), "the chunks that a program uses, recorded")
    wrong = []
    for words, code, says in (
            (("-o", "x", "--", "true"), 2, "used no memory that is managed"),
            (("-o", "x", "--", "false"), 1, "did not end well"),
            (("-o", "no/x", "--explicit", "--", PROGRAMS, "vectoradd", "999", "4096", "q"), 2,
             "No such file"),
            (("-o", "x", "--", "no-such-program"), 2, "No such file"),
            (("-o", "x", "--window", "3", "--", "true"), 2, "--window takes")):
        status, _, err = run("record", *words)
        if status != code or says not in err or os.path.exists("x"):
            wrong.append(f"{words}: {status}, {err}")
    tap.result(wrong + left(), "without a trace no file is written")


def check_dropped():
    """A client that does not listen, next to a program that continues."""
    subprocess.run([PROGRAMS, "bfs", *GRAPH, "p"], check=True, capture_output=True)
    wrong = []
    for kind, says in (("2, 0, 0, chunks", "'deaf': the program on GPU 0 says what no program"),
                       ("17", "'deaf': the program on GPU 0 says what no program says")):
        with open("d.json", "w", encoding="utf-8") as file:
            json.dump({"name": "d", "chunk_kib": 16, "gpus": [{"memory_mib": 0.25}] * 2, "apps": [
                {"name": "deaf", "gpus": [0], "footprint_mib": 1, "explicit": True,
                 "program": ["/usr/bin/python3", "-S", "-c", DEAF.replace("KIND", kind)]},
                {"name": "bfs", "gpus": [1], "footprint_mib": 8, "explicit": True,
                 "program": [PROGRAMS, "bfs", *GRAPH, "q"]}]}, file)
        status, out, err = run("--scenario", "d.json", "--clock", "real", "--policy", "base")
        if status != 2 or out or says not in err or err.count("linepress") != 1:
            wrong.append(f"{kind}: {status}: {out}{err}")
        if read("q.out") != read("p.out"):
            wrong.append(f"{kind}: the other program has another result")
        os.remove("q.out")
    tap.result(wrong + left(), "only the client that does not listen is dropped, with a line")


def check_folder():
    wrong, long = [], os.path.join(os.getcwd(), "job" * 33)
    os.mkdir(long)
    for top in (long, os.path.relpath(long), "."):
        for words in (("run", *SIZES, "--min", "2m"), ("record", "-f", "-o", "t.lph")):
            status, _, err = run(*words, "--", "python3", "-S", "-c",
                                 "import os; os.chdir('/'); d = bytearray(2200000); d[5] = 1",
                                 env={**os.environ, "TMPDIR": top})
            if status != 0:
                wrong.append(f"{top}, {words}: {status}: {err}")
    status, _, err = run("run", *SIZES, "--", "true", env={**os.environ, "TMPDIR": "/nowhere"})
    if status != 2 or "TMPDIR" not in err or err.count("\n") != 1:
        wrong.append(f"{status}: {err}")
    os.rmdir(long)
    tap.result(wrong + left(), "a long folder for temporary files, one that is relative, and none")
    status, _, err = run("record", "-o", "x", "--", "sh", "-c", CUTTER)
    tap.result([] if status == 2 and err.count("\n") == 1 and not os.path.exists("x") and
               "written to the record" in err else [f"{status}: {err}"],
               "a record truncated by its program is no trace, and ends no program")


def check_bad():
    wrong = []
    for words, says in (
            (("run", "--local", "1m"), "no program is given"),
            (("run", "--", "true"), "--local is missing"),
            (("run", "--local", "1k", "--", "true"), "--local is less than a chunk"),
            (("run", "--local", "1m", "--spare", "1k", "--", "true"), "--spare is less than"),
            (("run", "--local", "1m", "--chunk", "5000", "--", "true"), "--chunk takes a power"),
            (("run", "--local", "1m", "--chunk", "1k", "--", "true"), "--chunk takes a power"),
            (("run", "--local", "1m", "--room", "1k", "--", "true"), "--room is 1 to"),
            (("run", "--local", "x", "--", "true"), "--local takes a number of bytes"),
            (("run", "--local", "1m", "--faults", "x", "--", "true"), "--faults takes any"),
            (("run", "--local", "1m", "--policy", "x", "--", "true"), "--policy takes base"),
            (("run", "--local", "1m", "--min", "1m", "--explicit", "--", "true"), "only one of"),
            (("run", "--local", "1m", "--prefetch", "1000", "--", "true"), "whole chunks"),
            (("run", "--local", "1m", "--compress", "x", "--", "true"), "--compress takes none"),
            (("run", "--local", "1m", "--codec", "x", "--", "true"), "--codec takes zvc, bpc"),
            (("run", "--local", "1m", "--chunk", "8k", "--compress", "link", "--", "true"),
             "chunks of less than 16 KiB are not compressed"),
            (("run", "--local", "9999g", "--chunk", "4k", "--", "true"),
             "--local and --spare are at most"),
            (("run", "--frob"), "'--frob' is not an option"),
            (("run", "--local", "1m", "--", "no-such-program"), "No such file"),
            (("record", "--", "true"), "no file is given"),
            (("record", "--local", "1m"), "'--local' is not an option"),
            (("--scenario", "case1", "--clock", "real", "--svg", "x"), "--svg and --sweep are for"),
            (("--scenario", "case1", "--host", "x"), "are for --clock real")):
        status, _, err = run(*words)
        if status != 2 or says not in err or err.count("\n") != 1:
            wrong.append(f"{words}: {status}, {err}")
    status, _, err = run("run", *SIZES, "--room", "160k", "--min", "2m", "--", "python3", "-S", "-c",
                         "bytearray(3 * 10**6)")
    if status != 1 or "MemoryError" not in err:
        wrong.append(f"no room: {status}, {err}")
    tap.result(wrong + left(), "bad use is one line and status 2; no room is no memory")


def main():
    with tempfile.TemporaryDirectory() as work:
        os.chdir(work)
        os.environ["TMPDIR"] = "."
        for part in (check_results, check_compressed, check_unmodified, check_host, check_several,
                     check_several_compressed, check_killed, check_damaged, check_record,
                     check_dropped, check_folder, check_bad):
            part()
        os.chdir("/")
    return tap.end()


sys.exit(main())
