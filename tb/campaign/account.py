# SPDX-License-Identifier: Apache-2.0
"""Nodes, retries and lost hours of a campaign, from its attempts."""
HOUR = 3600


def seconds(attempt):
    """Of an attempt that did not write its end: until it was last seen."""
    return max(0.0, attempt.get("end", attempt["seen"]) - attempt["begin"])


def good(attempt):
    return attempt.get("how") == "done"


def account(attempts):
    """Builds are in it too. Hours are of one core each."""
    lost = [a for a in attempts if not good(a)]
    return {"attempts": len(attempts), "nodes": sorted({a["node"] for a in attempts}),
            "retries": len(attempts) - len({a["piece"] for a in attempts}),
            "hours": round(sum(map(seconds, attempts)) / HOUR, 4),
            "lost_hours": round(sum(map(seconds, lost)) / HOUR, 4)}


def overlaps(attempts):
    """Pairs of attempts at one piece that ran at the same time."""
    found = []
    for a, b in zip(attempts, attempts[1:]):
        if a["piece"] == b["piece"] and a.get("end", a["seen"]) > b["begin"] + 0.01:
            found.append((a["piece"], a["try"], b["try"]))
    return found


def last_of(attempts):
    """{piece: its last attempt}"""
    return {a["piece"]: a for a in attempts}
