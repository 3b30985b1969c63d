#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""docs/studies/cswap-gpu.md has what the records of the executor in stream order give: its tables are
those that docs/img/cswap_flow.py makes, and figures of them are worked out here in another way."""
import copy
import json
import os
import re
import sys

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../..")
sys.path.insert(0, os.path.join(ROOT, "docs", "img"))
sys.dont_write_bytecode = True
import cswap_flow  # noqa: E402

PAGE = os.path.join(ROOT, "docs", "studies", "cswap-gpu.md")
DATA = os.path.join(ROOT, "tb", "data", "profiles", "h200")


class Records:
    def __init__(self):
        self.files = {}
        for name in (cswap_flow.LINK, cswap_flow.STEP, cswap_flow.HOST, cswap_flow.SMS,
                     cswap_flow.BF16, cswap_flow.TUNE):
            if os.path.exists(os.path.join(DATA, name)):
                with open(os.path.join(DATA, name), encoding="utf-8") as file:
                    self.files[name] = json.load(file)

    def read(self, name):
        if name in self.files or not name.startswith(".."):
            return self.files[name]
        with open(os.path.join(DATA, name), encoding="utf-8") as file:
            return json.load(file)  # not of a GPU


def page():
    with open(PAGE, encoding="utf-8") as file:
        return file.read()


def table_in(text, name):
    return re.search(rf"<!-- {name}:begin -->\n\n(.*?)\n\n<!-- {name}:end -->", text, re.S).group(1)


def lines(make, records):
    try:
        return "\n".join(make(records))
    except KeyError:
        return "Not recorded."


def differing(records, text):
    return [make.__name__ for make in cswap_flow.TABLES
            if lines(make, records) != table_in(text, make.__name__)]


def cells(text, name, *first):
    """Of the only row with these cells."""
    rows = [[c.strip() for c in line.strip("|").split("|")]
            for line in table_in(text, name).splitlines()]
    found = [row for row in rows if set(first) <= set(row)]
    assert len(found) == 1, (name, first, found)
    return found[0]


def middle(values):
    values = sorted(values)
    return (values[(len(values) - 1) // 2] + values[len(values) // 2]) / 2


def tables(records, text):
    assert differing(records, text) == []


def changed_records(records, text):
    """A record that is another one is seen."""
    other = copy.deepcopy(records)
    run = next(r for r in other.files[cswap_flow.STEP]["runs"] if r["policy"] == "sc")
    run["ms"] = [1.02 * x for x in run["ms"]]
    assert differing(other, text) == ["flow_step"], differing(other, text)
    other = copy.deepcopy(records)
    for run in other.files[cswap_flow.LINK]["runs"]:
        if run["what"] == "raw":
            run["seconds"]["out"] = [1.02 * x for x in run["seconds"]["out"]]
    assert set(differing(other, text)) == {"flow_goals", "flow_link"}


def link_figures(records, text):
    runs = {(r["what"], r["bytes"] >> 20): r for r in records.read(cswap_flow.LINK)["runs"]}
    for size in (4, 16, 64, 256):
        plain, zvc = (runs[what, size] for what in ("cudaMemcpyAsync", "zvc direct"))
        on_link = sum(zvc["seconds"]["stored"]) / middle(zvc["seconds"]["out"])
        most = size * (1 << 20) * plain["tensors"] / middle(plain["seconds"]["out"])
        said = cells(text, "flow_link", str(size), "zvc direct")[3]
        assert said.endswith(f"({on_link / most:.2f})"), (size, said, on_link / most)


def step_figures(records, text):
    for net in ("vgg16", "resnet50"):
        runs = [r for r in records.read(cswap_flow.STEP)["runs"] if r["network"] == net]
        times = {(r["policy"], r.get("device_bytes")): middle(r["ms"]) for r in reversed(runs)
                 if r.get("verify") != "off" and "staged" not in r}
        base = times["nothing", None]
        part = (times["vdnn", 2 << 30] - base) / (times["save_on_cpu", None] - base)
        assert cells(text, "flow_step", net, "`vdnn` (raw)", "2048")[5] == f"{part:.2f}"
        for run in runs[1:]:
            assert run["same_losses"] == (run["losses"] == runs[0]["losses"]), run["policy"]


def whole(records, _):
    """Records are of whole parts, of one commit, without errors."""
    found = [records.read(name) for name in records.files]
    assert all(r["complete"] and r["gpu"] == "NVIDIA H200" for r in found)
    older = [r["commit"] for r in found if "commit" in r]
    assert all(commit in page() for commit in older), older
    assert not [run for r in found for run in r["runs"] if "error" in run]


def made_up(records, _):
    """Tables of parts that were not recorded yet, from runs with invented figures."""
    step = {"network": "vgg16", "policy": "sc", "device_bytes": 2 << 30, "ms": [3.0, 5.0, 4.0],
            "peak_bytes": 7 << 20, "peak_of_limit": 0.5, "same_losses": True}
    times = {"thread_seconds": [4e-4, 1e-4, 2e-4]}
    way = {"out_gb_s": 91.25, "in_gb_s": 90.04}
    other = copy.deepcopy(records)
    other.files.update({
        cswap_flow.HOST: {"runs": [{**step, "bytes": [1] * 10,
                                    "hooks": {"pack": times, "unpack": times}}]},
        cswap_flow.SMS: {"runs": [{**step, "policy": "nothing", "sms": 0}, {**step, "sms": 66}]},
        cswap_flow.BF16: {"runs": [{**step, "autocast": "bfloat16"}]},
        cswap_flow.TUNE: {"runs": [{"codec": "rle", "bytes": 64 << 20, "tuned": {
            "sparsity": 0.5, "grid": 9, "block": 64, "form": "staged", "forms": {"staged": way}}}]}})
    due = {"flow_host": "| vgg16 | `sc` | 2048 | 10 | 20.0 | 20.0 | 40.0 |",
           "flow_sms": "| vgg16 | `sc` | 2048 | 66 | 4.0 | 7 | 0.500 | yes |",
           "flow_bf16": "| vgg16 | `sc` | 2048 | bfloat16 | 4.0 | 7 | 0.500 | yes |",
           "flow_tune": "| rle | 64 | 0.5 | 9 | 64 |  | 91.2 / 90.0 | staged |"}
    for name, row in due.items():
        assert lines(getattr(cswap_flow, name), other).splitlines()[-1] == row, name


def main():
    failed, text, records = 0, page(), Records()
    cases = (tables, changed_records, link_figures, step_figures, whole, made_up)
    for number, case in enumerate(cases, 1):
        try:
            case(records, text)
            print(f"ok {number} - {case.__name__}")
        except AssertionError as error:
            failed = 1
            print(f"not ok {number} - {case.__name__}\n# {error}")
    print(f"1..{len(cases)}")
    return failed


sys.exit(main())
