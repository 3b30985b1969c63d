#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Scenarios whose applications are no programs, on the real clock: no byte is lost under any
policy, a lost byte is reported, and a killed process leaves nothing."""
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import time

sys.path[:0] = [os.path.join(os.path.dirname(os.path.abspath(__file__)), "../..")]
import tap  # noqa: E402

BUILD = os.path.abspath(os.environ.get("BUILD", "build"))
LINEPRESS, PROGRAMS = f"{BUILD}/linepress", f"{BUILD}/huvm/programs"
CHUNK = 16384
SEED = int(os.environ.get("LP_SEED", "0")) or random.SystemRandom().randrange(1, 1 << 31)


def start(*words, **more):
    return subprocess.Popen([LINEPRESS, "huvm", *words], stdout=subprocess.PIPE,
                            stderr=subprocess.PIPE, text=True, **more)


def run(*words):
    done = start("--clock", "real", *words)
    out, err = done.communicate()
    return done.returncode, out, err


def left():
    return [name for name in os.listdir(".") if name.startswith("linepress-huvm")]


def scenario(apps, gpus=(1, 1, 1), turns=(), pcie=2):
    with open("s.json", "w", encoding="utf-8") as file:
        json.dump({"name": "players", "chunk_kib": CHUNK // 1024, "threshold": 4,
                   "links": {"pcie": {"gbs": pcie}, "nvlink": {"gbs": 6}},
                   "gpus": [{"memory_mib": m} for m in gpus], "apps": apps,
                   "turns": list(turns)}, file)


def app(name, gpus, use, **more):
    return {"name": name, "gpus": gpus, "use": use, "compute_us": 10, **more}


def faults_of(answer):
    """Faults of a single answer."""
    if answer["mismatches"]:
        yield f"{answer['mismatches']} mismatches"
    copies = {True: 0, False: 0}  # over NVLink, over PCIe
    for one in answer["apps"]:
        for way in ("evict", "fetch"):
            copies[True] += one[way]["neighbour"]
            copies[False] += one[way]["host"]
        if one["time_us"] <= 0 or one["speedup"] <= 0:
            yield f"{one['name']} took no time"
        if one["role"] == "harvester" and min(sum(one["fetch"].values()), one["faults"]) == 0:
            yield f"{one['name']} fits"
    for link in answer["links"]:
        copies[link["name"].startswith("nvlink")] -= link["raw_bytes"] // CHUNK
        if not 0 <= link["busy"] <= 1.05:
            yield f"{link['name']} is busy for {link['busy']} of the time"
    # Copies in flight at the start or the end, write-backs and evictions to neighbours.
    if not -16 <= copies[True] <= 16 or copies[False] > 16:
        yield f"copies that no link carried: {copies}"


def ask(*words):
    status, out, err = run("--scenario", "s.json", "--json", *words)
    if status != 0:
        return [f"{words}: status {status}, {err}"], None
    answer = json.loads(out)
    return [f"{words}: {text}" for text in faults_of(answer)], answer


def check_policies():
    scenario([app("harvests", [0], 1.6), app("lends", [1, 2], [0.5, 0.7], pattern="sweep")])
    wrong = []
    for policy, faults in (("base", "any"), ("pre-ef-host", "any"), ("h", "protection"),
                           ("lp", "any"), ("plf", "any"), ("memharvester", "any"),
                           ("memharvester", "protection")):
        found, answer = ask("--policy", policy, "--faults", faults)
        wrong += found
        if answer is None:
            continue
        harvests, lends = answer["apps"]
        to_neighbours = policy not in ("base", "pre-ef-host")
        if (harvests["evict"]["neighbour"] > 0) != to_neighbours:
            wrong.append(f"{policy}: neighbours have {harvests['evict']['neighbour']}")
        if lends["faults"] + sum(lends["evict"].values()) > 0:
            wrong.append(f"{policy}: a lender has faults, or is evicted")
        if lends["wait_us"]["others"] <= 0:
            wrong.append(f"{policy}: GPUs do not wait for each other")
        if harvests["wait_us"]["driver"] <= 0:
            wrong.append(f"{policy}: the driver takes no time")
    tap.result(wrong + left(), "no byte is lost, whatever the policy and the kind of faults")


def check_kinds():
    draw = random.Random(SEED)
    with open("t.txt", "w", encoding="utf-8") as file:
        file.write("\n".join(str(draw.randrange(96)) for _ in range(300)))
    with open("data", "wb") as file:
        file.write(draw.randbytes(3 * CHUNK + 100))
    scenario([app("two", [0, 1], [1.4, 0.6], passes=4, pattern="random"),
              app("trace", [2], 1.5, trace="t.txt", passes=2, in_flight=1, data="data")])
    wrong, answer = ask("--seed", str(SEED))
    if answer is not None and [a["role"] for a in answer["apps"]] != ["harvester"] * 2:
        wrong.append(f"{answer['apps']}")
    if answer is not None and answer["tiers"][1]["chunks"] == 0:
        wrong.append("an application's GPU that fits lends nothing")
    tap.result(wrong + left(), "random and traced uses, several GPUs of a harvester, data")
    with open("data", "wb") as file:
        file.write(bytes(range(8)) * (CHUNK // 4))
    wrong, packed = ask("--compress", "host", "--data", "data")
    if not wrong and packed["tiers"][1]["ratio"] <= 1:
        wrong.append(f"what repeats is not compressed: {packed['tiers']}")
    tap.result(wrong + left(), "players in compressed tiers")
    scenario([app("harvests", [0], 1.5), app("program", [1], 0.9, explicit=True, program=[
        PROGRAMS, "vectoradd", "20000", str(CHUNK), "b"])])
    wrong, answer = ask()
    subprocess.run([PROGRAMS, "vectoradd", "20000", str(CHUNK), "c"], check=True,
                   capture_output=True)
    with open("b.out", "rb") as one, open("c.out", "rb") as other:
        if one.read() != other.read():
            wrong.append("another result")
    if answer is not None and answer["apps"][1]["faults"] == 0:
        wrong.append("the program has no faults")
    tap.result(wrong + left(), "beside a program")


def check_turns():
    """An owner that takes its lent memory back evicts guests, and later lends it again."""
    apps = [app("harvests", [0], 1.9), app("lends", [1], 0.3)]
    scenario(apps, (1, 1))
    wrong, plain = ask("--policy", "plf")
    # Slow, so that the turn comes before there are guests.
    scenario(apps, (1, 1), [{"us": 0, "gpu": 1, "takes_mib": 0.6}], 0.05)
    found, taken = ask("--policy", "plf")
    wrong += found
    if not wrong and taken["tiers"][1]["chunks"] > 7:
        wrong.append(f"a neighbour that leaves 7 chunks held {taken['tiers'][1]['chunks']}")
    if not wrong and plain["tiers"][1]["chunks"] < 20:
        wrong.append(f"it held {plain['tiers'][1]['chunks']} when it left 45")
    scenario(apps, (1, 1), [{"us": us, "gpu": 1, "takes_mib": mib} for us, mib in
                            ((3000, 0.9), (3000, -0.9), (6000, 0.6), (9000, -0.3), (9000, -0.3))])
    wrong += ask("--policy", "memharvester")[0]
    tap.result(wrong + left(), "owners take memory back, and give it")
    scenario(apps, (1, 1), [{"us": 1000, "gpu": 1, "takes_mib": 1}])
    status, _, err = run("--scenario", "s.json")
    tap.result([] if status == 2 and "a turn takes more" in err and err.count("\n") == 1
               else [f"{status}: {err}", *left()], "what cannot be taken is one line")


def players_of(command):
    """Processes of the command that are players, once there are `count` of them."""
    found = []
    with open(f"/proc/{command}/task/{command}/children", encoding="ascii") as file:
        for pid in file.read().split():
            try:
                if os.readlink(f"/proc/{pid}/exe").endswith("huvm_player"):
                    found.append(int(pid))
            except OSError:
                pass
    return found


def wait_for(condition):
    for _ in range(2000):
        found = condition()
        if found:
            return found
        time.sleep(0.005)
    raise RuntimeError("it takes too long")


def long_run(apps, policy="base"):
    """A run, and its players once they have used their chunks for a while."""
    scenario(apps)
    done = start("--clock", "real", "--scenario", "s.json", "--policy", policy)
    count = sum(len(a["gpus"]) for a in apps)
    players = wait_for(lambda: (lambda p: p if len(p) == count else None)(players_of(done.pid)))
    time.sleep(0.15)
    return done, players


def gone(pids):
    def ended(pid):
        try:
            with open(f"/proc/{pid}/stat", encoding="ascii") as file:
                return file.read().rsplit(")", 1)[1].split()[0] == "Z"
        except OSError:
            return True
    return wait_for(lambda: all(ended(pid) for pid in pids))


LONG = [app("harvests", [0], 1.5, passes=1000), app("lends", [1, 2], 0.5)]


def memory_of(pid):
    """Address and length of its managed memory; a part without blocks yet is listed separately."""
    parts = []
    with open(f"/proc/{pid}/maps", encoding="utf-8") as file:
        for line in file:
            if "memfd:linepress-huvm" in line:
                parts.append([int(word, 16) for word in line.split()[0].split("-")])
    return (parts[0][0], parts[-1][1] - parts[0][0]) if parts else None


def spoil(pid):
    """Changes a byte of a chunk, after the first word of a page."""
    begin, size = wait_for(lambda: memory_of(pid))
    at = begin + 5 * CHUNK + 2 * 4096 + 3333
    assert 6 * CHUNK <= size
    with open(f"/proc/{pid}/mem", "r+b", buffering=0) as file:
        file.seek(at)
        old = file.read(1)
        file.seek(at)
        file.write(bytes([old[0] ^ 4]))


def check_lost_byte():
    apps = [app("harvests", [0], 1.5, passes=60), app("lends", [1, 2], 0.5)]
    done, players = long_run(apps)
    try:
        spoil(players[1])
    except PermissionError as why:
        os.kill(done.pid, signal.SIGKILL)
        done.communicate()
        tap.result([], f"a lost byte is reported # SKIP {why}")
        return
    out, err = done.communicate()
    good = done.returncode == 1 and err == (
        "linepress: huvm: 'lends': chunks of GPU 1 that did not hold what was written: 1; the "
        "first is chunk 5\n") and "harvests" in out
    tap.result([] if good else [f"{done.returncode}: {out}{err}"] + left(),
               "a lost byte is reported, with status 1")


def check_killed():
    for name, number, says in (("lends", 2, "'lends'"), ("harvests", 0, "'harvests'")):
        apps = [app("harvests", [0], 1.5, passes=60), app("lends", [1, 2], 0.5)]
        done, players = long_run(apps)
        os.kill(players[number], signal.SIGKILL)
        out, err = done.communicate()
        good = done.returncode == 2 and out == "" and err == \
            f"linepress: huvm: {says} was ended by signal 9\n"
        tap.result([] if good and not left() else [f"{done.returncode}: {out}{err}", *left()],
                   f"a player that is killed ends the run when all are done: {name}")
    done, players = long_run(LONG)
    os.kill(done.pid, signal.SIGKILL)
    done.communicate()
    tap.result([] if gone(players) and not left() else left(),
               "a command that is killed ends its players")
    done, players = long_run(LONG)
    os.kill(done.pid, signal.SIGTERM)
    out, err = done.communicate()
    tap.result([] if done.returncode == -signal.SIGTERM and gone(players) and out + err == "" and
               not left() else [f"{done.returncode}: {out}{err}", *left()],
               "a signal ends the run and its players")


def check_cases():
    """The paper's cases start unchanged; a whole one takes a minute."""
    wrong = []
    for case in ("case1", "case3"):
        done = start("--clock", "real", "--scenario", case)
        players = wait_for(lambda: (lambda p: p if len(p) == 4 else None)(players_of(done.pid)))
        size = wait_for(lambda: memory_of(players[0]))[1]
        time.sleep(0.2)
        os.kill(done.pid, signal.SIGINT)
        out, err = done.communicate()
        due = {"case1": 1.87, "case3": 1.77}[case] * 163.84 * 2 ** 20
        if done.returncode != -signal.SIGINT or out + err != "" or not gone(players):
            wrong.append(f"{case}: {done.returncode}: {out}{err}")
        if abs(size - due) > 2 ** 18:
            wrong.append(f"{case}: GPU 0 has {size} bytes")
    tap.result(wrong + left(), "cases of the paper, at a hundredth")


def check_bad():
    wrong = []
    scenario([app("two", [0, 1], 0.5, program=["true"])])
    status, _, err = run("--scenario", "s.json")
    if status != 2 or "'two' has several GPUs" not in err or err.count("\n") != 1:
        wrong.append(f"{status}: {err}")
    scenario([app("one", [0], 0.5, data="none")])
    status, _, err = run("--scenario", "s.json")
    if status != 2 or "none: " not in err or err.count("\n") != 1:
        wrong.append(f"{status}: {err}")
    for words in ((), ("a", "b"), ("s.json", "0"), ("0", "0")):
        if subprocess.run([f"{BUILD}/huvm_preload/huvm_player", *words], check=False,
                          capture_output=True).returncode != 1:
            wrong.append(f"huvm_player {words}")
    tap.result(wrong + left(), "bad use is one line and status 2")


def main():
    print(f"# LP_SEED={SEED}")
    # A shell makes its background processes ignore it.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    with tempfile.TemporaryDirectory() as work:
        os.chdir(work)
        os.environ["TMPDIR"] = "."
        for part in (check_policies, check_kinds, check_turns, check_lost_byte, check_killed,
                     check_cases, check_bad):
            part()
        os.chdir("/")
    return tap.end()


sys.exit(main())
