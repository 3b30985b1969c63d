#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""`linepress huvm`: check values of the paper's cases, sums that must agree, compressed tiers with
real bytes, traces, sweeps, pictures."""
import itertools
import json
import os
import struct
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as xml
import zlib

sys.path[:0] = [os.path.join(os.path.dirname(os.path.abspath(__file__)), "..")]
import bad_huvm  # noqa: E402
import tap  # noqa: E402

LINEPRESS = os.path.abspath(os.environ.get("LINEPRESS",
                                           os.environ.get("BUILD", "build") + "/linepress"))
DATA = os.path.abspath("tb/data")
PAGE = os.path.abspath("docs/use/huvm.md")
POLICIES = ("base", "pre-ef-host", "h", "pe", "lp", "plf", "lpf", "memharvester")
SPARE = {"case1": "4.64", "case2": "6.72", "case3": "8.32", "case4": "4.16"}
OVER = {"case1": "13.92", "case2": "16.32", "case3": "23.52", "case4": "27.36"}


def run(*options, status=0):
    done = subprocess.run([LINEPRESS, "huvm", *map(str, options)], stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, universal_newlines=True, check=False)
    assert done.returncode == status, (options, done.stderr)
    return done.stdout


def ask(scenario, *options):
    return json.loads(run("--scenario", scenario, "--json", *options))


def small(scenario, *options):
    return ask(scenario, "--scale", 64, *options)


def faults_of(answer):
    """Faults of a single answer."""
    copies = {True: 0, False: 0}  # over NVLink, over PCIe
    for app in answer["apps"]:
        for way in ("evict", "fetch"):
            copies[True] += app[way]["neighbour"]
            copies[False] += app[way]["host"]
        issued = app["prefetch"]
        if issued["used"] > issued["issued"]:
            yield f"{app['name']} used more prefetches than there were"
        if app["time_us"] <= 0 or app["speedup"] <= 0:
            yield f"{app['name']} took no time"
        if app["role"] == "yielder" and app["evict"]["neighbour"] + app["evict"]["host"] > 0:
            yield f"{app['name']} lends and evicts"
    chunk = answer["chunk_bytes"]
    for link in answer["links"]:
        copied = link["raw_bytes"] // chunk
        if link["raw_bytes"] % chunk or not 0 <= link["busy"] <= 1:
            yield f"{link['name']} carries parts, or more than it can"
        if link["name"].startswith("nvlink"):
            copies[True] -= copied
    # Copies in flight when the last application ended are counted and not carried.
    if not 0 <= copies[True] <= 16:
        yield f"{copies[True]} copies went to or from neighbours and over no link"
    if answer["mismatches"]:
        yield "bytes did not come back"


def check_cases():
    for case, spare in SPARE.items():
        answer = ask(case, "--policy", "base")
        tap.result([] if f"{answer['spare_gib']:.2f}" == spare and
                   f"{answer['over_gib']:.2f}" == OVER[case]
                   else [f"{answer['spare_gib']}, {answer['over_gib']}"],
                   f"{case} has {spare} GiB to spare and {OVER[case]} too much")
    for case in SPARE:
        wrong = []
        for policy in POLICIES:
            answer = small(case, "--policy", policy)
            wrong += [f"{policy}: {text}" for text in faults_of(answer)]
            host_only = policy in POLICIES[:2]
            for app in answer["apps"]:
                if host_only and app["evict"]["neighbour"] + app["fetch"]["neighbour"] > 0:
                    wrong.append(f"{policy} uses neighbours")
                if policy == "base" and app["speedup"] != 1:
                    wrong.append("base is not as fast as base")
        tap.result(wrong, f"{case}: sums agree for each policy")


def check_repeats():
    words = ("--scenario", "case3", "--scale", 32, "--json")
    tap.result([] if run(*words) == run(*words) else ["two runs differ"],
               "the same input gives the same bytes")
    one, two = (ask("random.json", "--seed", seed) for seed in (1, 2))
    tap.result([] if one != two else ["seeds change nothing"], "a random pattern follows the seed")


def check_compression():
    zeros, mesh, dense = "zeros", f"{DATA}/hpc/foam_owner.npy", "noise"
    wrong, held = [], {}
    raw = ask("roomy.json")
    for data in (zeros, mesh, dense):
        for codec in ("zvc", "bpc", "best"):
            link, victim, host = (ask("roomy.json", "--data", data, "--codec", codec, "--compress",
                                      how) for how in ("link", "victim", "host"))
            held[data, codec] = victim["tiers"][1]["chunks"]
            for answer in (link, victim, host):
                wrong += faults_of(answer)
                if answer["apps"][0]["time_us"] > 1.02 * raw["apps"][0]["time_us"]:
                    wrong.append(f"{data}, {codec}, {answer['compress']}: slower than raw")
            if victim["tiers"][1]["chunks"] < raw["tiers"][1]["chunks"]:
                wrong.append(f"{data}, {codec}: a neighbour holds fewer chunks")
            if host["host_bytes"] > victim["host_bytes"]:
                wrong.append(f"{data}, {codec}: the host holds more")
    tap.result(wrong, "compressed chunks are no slower, and neighbours hold no fewer")
    wrong = [f"{data}: best is worse than {codec}" for data in (zeros, mesh, dense)
             for codec in ("zvc", "bpc") if held[data, "best"] < held[data, codec]]
    if held[zeros, "zvc"] <= held[dense, "zvc"]:
        wrong.append("zeros take as much room as noise")
    if held[dense, "best"] != raw["tiers"][1]["chunks"]:
        wrong.append("what does not compress takes another room than raw")
    tap.result(wrong, "a neighbour holds more of what compresses, and the best codec most")


def groups_by_hand(data):
    """Bytes of chunks of 64 KiB by ZVC, from the format's text alone."""
    sizes = []
    for at in range(0, len(data) - 65535, 65536):
        words = struct.unpack("<16384I", data[at:at + 65536])
        size = 4 * sum(word != 0 for word in words) + 512 * 4 + 128 * 2
        sizes.append(min(size, 65536))
    return sizes


def check_sizes():
    with open("holes", "rb") as file:
        sizes = groups_by_hand(file.read())
    granules = [-(-size // 2048) for size in sizes]
    # GPU 1 holds all: GPU 0 has one chunk's memory, and scans as many as the file has.
    scenario = {"chunk_kib": 64, "gpus": [{"memory_mib": 0.0625}, {"memory_mib": 64}],
                "apps": [{"name": "all", "gpus": [0], "footprint_mib": len(sizes) / 16}]}
    bad_huvm.write("sizes.json", scenario)
    answer = ask("sizes.json", "--policy", "h", "--compress", "victim", "--codec", "zvc", "--data",
                 "holes")
    tier = answer["tiers"][1]
    # One of the chunks is always in GPU 0 or on its way.
    due = {sum(granules) - g for g in granules} | {sum(granules)}
    good = tier["bytes"] // 2048 in due and len(sizes) - 1 <= tier["chunks"] <= len(sizes)
    tap.result([] if good else [f"{tier}, due {due}"],
               f"granules of {len(sizes)} chunks are those of their real bytes")


def check_traces():
    uses = [k for k in range(48)] * 2
    with open("uses.txt", "w", encoding="utf-8") as file:
        file.write("# forth\n" + "\n".join(map(str, uses)) + "\n")
    with open("uses.lph", "wb") as file:
        file.write(bad_huvm.binary(uses))
    answers = []
    for changes in ({"trace": "uses.txt", "passes": 1}, {"trace": "uses.lph", "passes": 1},
                    {"passes": 2}):
        scenario = json.loads(json.dumps(bad_huvm.SMALL))
        scenario["apps"][0].update(changes)
        scenario["apps"][0]["in_flight"] = 1  # so that nothing of a second pass begins early
        bad_huvm.write("trace.json", scenario)
        answers.append(ask("trace.json"))
    tap.result([] if answers[0] == answers[1] else ["they differ"], "a trace as text and binary")
    tap.result([] if answers[0]["apps"] == answers[2]["apps"] else ["they differ"],
               "a trace of two scans is two passes of a scan")


def check_uses():
    """The options that replace keys of each application do what the keys do."""
    wrong, found = [], []
    for key, option, value in (("in_flight", "--in-flight", 3), ("burst", "--burst", 60),
                               ("compute_us", "--compute", 77)):
        scenario = json.loads(json.dumps(bad_huvm.SMALL))
        bad_huvm.write("uses.json", scenario)
        found.append(ask("uses.json", option, value))
        for app in scenario["apps"]:
            app[key] = value
        bad_huvm.write("uses.json", scenario)
        if ask("uses.json") != found[-1]:
            wrong.append(f"{option} is not '{key}'")
    found.append(ask("uses.json", "--compute", 4.7))
    if any(a["apps"] == b["apps"] for a, b in itertools.combinations(found, 2)):
        wrong.append("two settings give the same")
    tap.result(wrong, "--in-flight, --burst and --compute")


def check_sweeps():
    wrong = []
    for sweep, count in (("policy", 8), ("prefetch", 5), ("spare", 7), ("harvesters", 1),
                         ("in-flight", 6)):
        runs = small("case1", "--sweep", sweep)["runs"]
        if len(runs) != count or len({str(r["value"]) for r in runs}) != count:
            wrong.append(f"{sweep} has {len(runs)} values")
        for answer in runs:
            wrong += faults_of(answer)
        lines = run("--scenario", "case1", "--scale", 64, "--sweep", sweep).splitlines()
        if len(lines) != count + 1:
            wrong.append(f"{sweep} prints {len(lines)} lines")
    runs = small("case1", "--sweep", "policy")["runs"]
    for answer in runs:
        alone = small("case1", "--policy", answer["value"])
        del answer["value"]
        if alone != answer:
            wrong.append(f"policy {answer['policy']} is another one alone")
    runs = small("case2", "--sweep", "in-flight")["runs"]
    values = [int(answer.pop("value")) for answer in runs]
    if values != [1, 2, 4, 8, 16, 32]:
        wrong.append(f"uses in flight: {values}")
    for value, answer in zip(values, runs):
        if small("case2", "--in-flight", value) != answer:
            wrong.append(f"{value} uses in flight are another run alone")
    tap.result(wrong, "sweeps")
    runs = ask("many.json", "--sweep", "harvesters")["runs"]
    tap.result([] if [len(r["apps"]) for r in runs] == [2, 3, 4] else ["not one more each time"],
               "harvesters come one by one")


def check_uneven():
    """An application that does not fit into one of its GPUs uses the memory that it leaves in the
    others."""
    app = {"name": "pipeline", "gpus": [0, 1, 2], "use": [0.5, 1.25, 0.75], "passes": 3}
    bad_huvm.write("uneven.json", {"gpus": [{"memory_mib": 256}] * 3, "apps": [app]})
    answer = ask("uneven.json", "--policy", "h")
    found = answer["apps"][0]
    wrong = list(faults_of(answer))
    if (answer["spare_gib"], answer["over_gib"], found["role"]) != (0.1875, 0.0625, "harvester"):
        wrong.append(f"{answer['spare_gib']}, {answer['over_gib']}, {found['role']}")
    # The chunks of the other two GPUs are resident from the start.
    if found["fetch"]["host"] != 160 or found["evict"]["host"] > 0:
        wrong.append(f"fetches {found['fetch']}, evicts {found['evict']}")
    if [t["chunks"] > 0 for t in answer["tiers"]] != [True, False, True]:
        wrong.append(f"guests: {answer['tiers']}")
    if found["evict"]["neighbour"] < 2 * 32:
        wrong.append(f"evicts {found['evict']}")
    tap.result(wrong, "one application with uneven GPUs")


def check_page():
    with open(PAGE, encoding="utf-8") as file:
        page = file.read()
    said = "".join(f"    {line}".rstrip() + "\n" for line in
                   run("--scenario", "case1").splitlines())
    tap.result([] if said in page else said, "the page shows what Case 1 prints")
    with open("scenario.json", "w", encoding="utf-8") as file:
        file.write(page.split("```json scenario.json\n")[1].split("```")[0])
    names = [app["name"] for app in ask("scenario.json")["apps"]]
    tap.result([] if names == ["graph", "training"] else names, "the page's scenario runs")


def check_pictures():
    wrong = []
    for policy in POLICIES:
        run("--scenario", "case1", "--scale", 64, "--policy", policy, "--svg", "p.svg")
        root = xml.parse("p.svg").getroot()
        bars = [e for e in root.iter() if e.tag.endswith("rect") and len(e) > 0]
        if len(bars) < 100 or not all("us" in bar[0].text for bar in bars):
            wrong.append(f"{policy}: {len(bars)} copies in the picture")
    done = subprocess.run([LINEPRESS, "huvm", "--scenario", "case1", "--scale", "64", "--json",
                           "--svg", "-"], capture_output=True, check=True)
    xml.fromstring(done.stdout)
    json.loads(done.stderr)
    tap.result(wrong, "pictures are XML and have the copies")


def main():
    holes = bytearray(os.urandom(40 * 65536))
    for chunk in range(40):  # of chunk k, k 40ths of the words are zero
        for word in range(16384):
            if zlib.crc32(struct.pack("<II", chunk, word)) % 40 < chunk:
                holes[65536 * chunk + 4 * word:65536 * chunk + 4 * word + 4] = bytes(4)
    with tempfile.TemporaryDirectory() as work:
        os.chdir(work)
        for name, content in (("zeros", bytes(1 << 21)), ("noise", os.urandom(1 << 21)),
                              ("holes", bytes(holes))):
            with open(name, "wb") as file:
                file.write(content)
        two = [{"memory_mib": 64}, {"memory_mib": 32}]
        bad_huvm.write("roomy.json", {"chunk_kib": 256, "gpus": two, "apps": [
            {"name": "big", "gpus": [0], "use": 2.5}]})
        bad_huvm.write("random.json", {"chunk_kib": 256, "gpus": two, "apps": [
            {"name": "big", "gpus": [0], "use": 1.5, "pattern": "random"}]})
        bad_huvm.write("many.json", {"gpus": [{"memory_mib": 64}] * 4, "apps": [
            {"name": "yields", "gpus": [3], "use": 0.7},
            *({"name": f"h{g}", "gpus": [g], "use": 1.5} for g in range(3))]})
        for part in (check_cases, check_repeats, check_compression, check_sizes, check_traces,
                     check_uses, check_sweeps, check_uneven, check_page, check_pictures):
            part()
        os.chdir("/")
    return tap.end()


sys.exit(main())
