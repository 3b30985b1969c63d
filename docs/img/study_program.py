# SPDX-License-Identifier: Apache-2.0
"""Results of `linepress profile` and `linepress ratio` on a program's snapshot set."""
import glob
import math
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../tb/demo"))
import arrays  # noqa: E402

STEPS = ("naive_floor", "naive_threshold", "allocation", "zero")
GROUP_CODECS = ("grp16",)  # their sectors are those of groups: no size of a line


def mean(values):
    values = list(values)
    return sum(values) / len(values)


def geometric(values):
    return math.exp(mean(map(math.log, values)))


class Program:
    """One snapshot set. side: "hpc" or "dl"; train: a set of another input, or None."""

    def __init__(self, linepress, side, path, train=None):
        self.linepress, self.side, self.path, self.train = linepress, side, path, train
        self.name = os.path.basename(os.path.normpath(path))
        self.profile = arrays.call([linepress, "profile", "--json", path])
        self.steps = {name: (step["ratio"], step["buddy_fraction"])
                      for name, step in self.profile["steps"].items()}
        self.points = self.profile["points"]
        self.bytes = max(point["bytes"] for point in self.points)

    def ratio(self, kind="sizes"):
        """By bits, sizes or sectors: the mean over the points."""
        return mean(point["ratio"][kind] for point in self.points)

    def by_point(self):
        """Buddy fraction at each point with the targets of the last step."""
        return [point["buddy_fraction"] for point in self.profile["steps"]["zero"]["by_point"]]

    def histogram(self):
        """Lines of each of the eight sizes, over all points."""
        sums = {}
        for allocation in self.profile["allocations"]:
            for point in allocation["points"]:
                for size, lines in point["sizes"].items():
                    sums[int(size)] = sums.get(int(size), 0) + lines
        return sums

    def applied(self, targets):
        """(ratio, buddy fraction) with targets that another input gave; None without one."""
        if self.train is None:
            return None
        arrays.call([self.linepress, "profile", "--json", "--targets", targets, "--force",
                     self.train])
        found = arrays.call([self.linepress, "profile", "--json", "--apply", targets, self.path])
        return found["applied"]["ratio"], found["applied"]["buddy_fraction"]

    def codecs(self):
        """{codec of lines: ratio by the eight sizes}, the mean over the points."""
        ratios = {}
        for point in self.points:
            files = sorted(glob.glob(os.path.join(glob.escape(self.path), point["point"], "*")))
            sums = {}
            for row in arrays.call([self.linepress, "ratio", "--codec", "all", "--json",
                                    *files])["files"]:
                if row["codec"] in GROUP_CODECS:
                    continue
                whole, packed = sums.get(row["codec"], (0, 0))
                sums[row["codec"]] = (whole + 128 * row["lines"], packed + sum(
                    int(size) * lines for size, lines in row["sizes"].items()))
            for codec, (whole, packed) in sums.items():
                ratios.setdefault(codec, []).append(whole / packed)
        return {codec: mean(values) for codec, values in ratios.items()}


def facts(program, targets):
    """Of a record: steps, and what the targets of another input give, written to the file `targets`."""
    return {"points": len(program.points), "allocations": len(program.profile["allocations"]),
            "steps": {name: list(step) for name, step in program.steps.items()},
            "best": program.profile["best"], "applied": list(program.applied(targets))}


def sides(programs):
    """[(side, its programs)], HPC first, only those that there are."""
    found = [(side, [p for p in programs if p.side == side]) for side in ("hpc", "dl")]
    return [(side, members) for side, members in found if members]


def all_bytes(programs, ratio):
    """The ratio of sums: bytes of all programs over what they take at these ratios."""
    return sum(p.bytes for p in programs) / sum(p.bytes / ratio(p) for p in programs)
