# SPDX-License-Identifier: Apache-2.0
"""Calls of `linepress huvm`, and the paper's scenarios that have no name there."""
import json
import os
import subprocess

# Table 2, by GPU: application, use of the GPU's memory, pattern. GPUs of one application are in
# sequence.
TABLE_2 = {
    "case1": (("Pagerank", 1.87, "scan"), ("VGG16", 0.96, "sweep"), ("VGG16", 0.96, "sweep"),
              ("WCC", 0.79, "scan")),
    "case2": (("BFS", 1.51, "scan"), ("BFS", 1.51, "scan"), ("MobileNet", 0.91, "sweep"),
              ("ResNet101", 0.67, "sweep")),
    "case3": (("WCC", 1.77, "scan"), ("BFS", 1.70, "scan"), ("Pagerank", 0.74, "scan"),
              ("Pagerank", 0.74, "scan")),
    "case4": (("WCC", 1.77, "scan"), ("Louvain", 1.47, "scan"), ("Louvain", 1.47, "scan"),
              ("ResNet101", 0.74, "sweep"))}
CASES = tuple(TABLE_2)
POLICIES = ("base", "pre-ef-host", "h", "pe", "lp", "plf", "lpf", "memharvester")
MEMORY_MIB, THRESHOLD = 16384, 50
# Figure 9: programs, and their use of one GPU.
SPARES = (("Pagerank", 1.87), ("WCC", 1.77), ("BFS", 1.51), ("Louvain", 1.83))
# Figures 10 and 11 have no printed sizes. The text says which GPUs harvest and lend, except for
# GNMT8, and whether the memory that they leave suffices. The uses follow from one rule that was set
# before any run: a harvesting GPU needs 1.25 of its memory; lenders leave 1.2 of the excess where
# that suffices, else half of it.
PIPELINES = (("GNMT16", (0.9, 1.25, 0.9, 0.9)), ("ResNet50", (1.25, 1.25, 0.7, 0.7)),
             ("GNMT8", (1.25, 1.25, 0.875, 0.875)), ("VGG16", (1.25, 1.25, 1.25, 0.625)))
PIPELINE_PASSES = 10
ADDS = ("h", "lp", "memharvester")  # policies of table 3


def places(value):
    """Four decimal places, so that a record is as long as it has to be."""
    return round(value, 4)


class Asker:
    """`linepress huvm` with some options; files of scenarios go to a folder."""

    def __init__(self, linepress, folder, options=(), scale=1):
        self.linepress, self.folder, self.scale = linepress, folder, scale
        self.options = [str(word) for word in options]

    def __call__(self, *words):
        out = subprocess.run([self.linepress, "huvm", "--json", *map(str, words), *self.options],
                             check=True, stdout=subprocess.PIPE).stdout
        return json.loads(out)

    def case(self, case, *words):
        return self("--scenario", case, "--scale", self.scale, *words)

    def file(self, name, content):
        path = os.path.join(self.folder, name)
        with open(path, "w", encoding="utf-8") as out:
            json.dump(content, out)
        return path

    def spare(self, name, use):
        """The file of a scenario of figure 9."""
        return self.whole("spare.json", 2, [{"name": name, "gpus": [0], "use": use},
                                            {"name": "yields", "gpus": [1], "use": 0.5}])

    def whole(self, name, gpus, apps):
        """A scenario with so many GPUs, all scaled."""
        return self.file(name, {"threshold": THRESHOLD // self.scale, "apps": apps,
                                "gpus": [{"memory_mib": MEMORY_MIB / self.scale}] * gpus})


def apps_of(case, more=None):
    """Applications of a case for a scenario file; more: the keys of one by name and use."""
    apps = []
    for gpu, (name, use, pattern) in enumerate(TABLE_2[case]):
        if not apps or apps[-1]["name"] != name:
            apps.append({"name": name, "gpus": [], "use": use, "pattern": pattern,
                         **(more(name, use) if more else {})})
        apps[-1]["gpus"].append(gpu)
    return apps


def cases(ask):
    """Speed over base of each application, by case and policy."""
    return {case: {run["policy"]: [places(app["speedup"]) for app in run["apps"]]
                   for run in ask.case(case, "--sweep", "policy")["runs"]} for case in CASES}


def harvesting(run):
    return [places(app["speedup"]) for app in run["apps"] if app["role"] == "harvester"]


def prefetches(ask):
    """Figure 8: speed of each harvester, by case and amount of prefetch."""
    return {case: [harvesting(run) for run in ask.case(case, "--sweep", "prefetch")["runs"]]
            for case in CASES}


def spares(ask):
    """Figure 9: speed by program and per cent of the neighbour's memory."""
    found = {}
    for name, use in SPARES:
        runs = ask("--scenario", ask.spare(name, use), "--sweep", "spare")["runs"]
        found[name] = [harvesting(run)[0] for run in runs]
    return found


def link_gbs(answer, gpu):
    """GB/s from and to the memory of a GPU, over all its links."""
    names = [link for link in answer["links"] if str(gpu) in link["name"].split()[1:]]
    return places(sum(link["bytes"] for link in names) / answer["time_us"] / 1000)


def beside(ask):
    """Table 3: speed of ResNet101 and GB/s over its GPU's links, for one and three VectorAdds."""
    chunks = 4096 // ask.scale  # of each of three arrays; together 1.5 of the memory
    trace = os.path.join(ask.folder, "vectoradd.txt")
    with open(trace, "w", encoding="utf-8") as out:
        out.writelines(f"{at}\n{chunks + at}\n{2 * chunks + at}\n" for at in range(chunks))
    apps = [{"name": f"VectorAdd {g}", "gpus": [g], "use": 1.5, "trace": trace} for g in range(3)]
    path = ask.whole("table3.json", 4, [*apps, {"name": "ResNet101", "gpus": [3], "use": 0.74,
                                                "pattern": "sweep"}])
    found = {}
    for policy in ADDS:
        runs = ask("--scenario", path, "--sweep", "harvesters", "--policy", policy)["runs"]
        found[policy] = [[places(run["apps"][-1]["speedup"]), link_gbs(run, 3)]
                         for run in (runs[0], runs[2])]
    return found


def pipelines(ask):
    """Figure 10: speed over base of two policies, and chunks fetched from the host again."""
    found = {}
    for name, use in PIPELINES:
        path = ask.whole("pipeline.json", len(use), [
            {"name": name, "gpus": list(range(len(use))), "use": use, "pattern": "sweep",
             "passes": PIPELINE_PASSES}])
        before, after = (ask("--scenario", path, "--policy", policy)
                         for policy in ("pre-ef-host", "memharvester"))
        came = sum(link["raw_bytes"] for link in after["links"]
                   if link["name"].startswith("pcie") and link["name"].endswith("in"))
        memory = MEMORY_MIB // 2 // ask.scale
        again = came // after["chunk_bytes"] - sum(round(memory * u) for u in use if u > 1)
        found[name] = [harvesting(before)[0], harvesting(after)[0], again]
    return found


def figures(ask):
    """Figures 6 to 10 and table 3."""
    return {"cases": cases(ask), "prefetch": prefetches(ask), "spare": spares(ask),
            "beside": beside(ask), "pipelines": pipelines(ask)}
