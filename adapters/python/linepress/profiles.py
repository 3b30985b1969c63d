# SPDX-License-Identifier: Apache-2.0
"""Target ratios for arrays that change over a run: `linepress profile` on arrays in memory."""
import json
import os
import tempfile

from .arrays import view
from .commands import run

_OPTIONS = ("codec", "threshold", "zero_threshold", "rule", "max_ratio", "page", "device",
            "bandwidth", "tensor")


def _words(options):
    words = []
    for name, value in options.items():
        if value is None or value is False:
            continue
        words.append("--" + name.replace("_", "-"))
        words += [] if value is True else [str(value)]
    return words


class Profile:
    """Targets and classes of a set of arrays, from `linepress profile`. The set is kept until the
    object goes, so that pictures and reports can be made from it."""

    def __init__(self, operands, options, keep=None):
        self._set, self._options, self._keep = operands, _words(options), keep
        self._text = run(["profile", "--json", *self._options, "--", *operands]).decode()
        #: the whole object, whose keys docs/use/profile.md describes
        self.data = json.loads(self._text)

    def __repr__(self):
        return f"<Profile: {len(self.targets)} allocations, {len(self.points)} points, " \
               f"ratio {self.ratio:.3f}>"

    @property
    def points(self):
        """Names of the points, in order."""
        return [point["point"] for point in self.data["points"]]

    @property
    def targets(self):
        """The target of each allocation by its name: "none", "1", "1.33", "2", "4", "16"."""
        return {a["name"]: a["target"] for a in self.data["allocations"]}

    @property
    def buddy(self):
        """The share of lines that spill to buddy memory, over all points, by allocation."""
        return {a["name"]: a["buddy_fraction"] or 0.0 for a in self.data["allocations"]}

    @property
    def classes(self):
        """For each allocation a list of its lines by the eight sizes in bytes, one dict for each
        point, or None where it is not live."""
        return {a["name"]: [next(({int(size): n for size, n in cell["sizes"].items()}
                                  for cell in a["points"] if cell["point"] == point), None)
                            for point in self.points] for a in self.data["allocations"]}

    @property
    def transitions(self):
        """transitions[i][j]: lines of i sectors at a point and of j at the next (5 x 5)."""
        return self.data["transitions"]

    @property
    def ratio(self):
        """The compression ratio of device memory with these targets."""
        return self.data["steps"]["zero"]["ratio"]

    def to_json(self):
        """The text of `linepress profile --json`."""
        return self._text

    def to_frame(self):
        """A pandas DataFrame with a row for each allocation and point at which it is live: bytes of
        the allocation's largest size, target, codec, lines, and lines by sectors and by sizes."""
        import pandas
        rows = []
        for a in self.data["allocations"]:
            for cell in a["points"]:
                rows.append({"allocation": a["name"], "point": cell["point"], "bytes": a["bytes"],
                             "target": a["target"], "codec": a["codec"], "lines": cell["lines"],
                             **{f"sectors_{s}": n for s, n in enumerate(cell["sectors"])},
                             **{f"size_{size}": n for size, n in cell["sizes"].items()}})
        return pandas.DataFrame(rows).set_index(["allocation", "point"])

    def heatmap(self):
        """The heat map of memory (docs/use/profile.md, "Pictures") as a Pillow image."""
        import io

        from PIL import Image
        return Image.open(io.BytesIO(self.heatmap_png()))

    def heatmap_png(self):
        """The same as the bytes of a PNG file."""
        with tempfile.TemporaryDirectory() as work:
            path = os.path.join(work, "heat.png")
            run(["profile", *self._options, "--heatmap", path, "--", *self._set])
            with open(path, "rb") as file:
                return file.read()

    def plot(self, axes=None):
        """Draws the ratio by sectors and the share of buddy lines at each point; returns the
        matplotlib axes."""
        if axes is None:
            import matplotlib.pyplot
            axes = matplotlib.pyplot.figure().subplots()
        flows = self.data["steps"]["zero"]["by_point"]
        axes.plot(self.points, [point["ratio"]["sectors"] for point in self.data["points"]],
                  marker="o", label="ratio by sectors")
        axes.plot(self.points, [100 * (flow["buddy_fraction"] or 0) for flow in flows], marker="s",
                  linestyle="--", label="lines in buddy memory, %")
        axes.set_xlabel("point")
        axes.legend()
        return axes

    def report(self, path):
        """Writes the page of `linepress report` to a file."""
        run(["report", *self._options, "-f", "-o", os.fspath(path), "--", *self._set])

    def write_targets(self, path):
        """Writes the target file for `linepress buddy --targets` and lp_targets_read."""
        run(["profile", *self._options, "-f", "--targets", os.fspath(path), "--", *self._set])


def _write(folder, name, of):
    head = of.header()
    path = os.path.join(folder, name + (".npy" if head else ".bin"))
    with open(path, "wb") as file:
        file.write(head)
        file.write(memoryview(of.array.reshape(-1, order="A").view("uint8")))


def _check_name(name):
    if not isinstance(name, str) or not name or "/" in name or name.startswith(".") or \
            any(c.isspace() or not c.isprintable() for c in name) or len(name.encode()) > 128:
        raise ValueError(f"{name!r} is no name of an allocation: 1 to 128 printable bytes without "
                         "blanks and slashes, no dot first")


def profile(arrays, *, threads=1, **options):
    """The Profile of arrays over the points of a run.

    arrays   a dict of names, each with a list of arrays: its contents at each point, or None where
             it is not live; or the path of a snapshot set; or a list of paths of files of
             tensors, a point each
    options  codec, threshold, zero_threshold, rule, max_ratio, page, device, bandwidth, tensor:
             those of `linepress profile`; threads 0: one per core

    The arrays are written once to a temporary folder (TMPDIR), which the Profile removes.
    linepress.Error: bad options or set; ValueError: a bad name, or an array without bytes.

    >>> import numpy
    >>> zeros, noise = numpy.zeros(8192), numpy.random.default_rng(1).random(8192)
    >>> found = profile({"idle": [zeros, zeros], "busy": [noise, None]})
    >>> found.targets
    {'busy': 'none', 'idle': '16'}
    >>> found.points, found.classes["busy"][1]
    (['0', '1'], None)
    """
    unknown = set(options) - set(_OPTIONS)
    if unknown:
        raise TypeError(f"profile has no '{sorted(unknown)[0]}'")
    options = {**options, "threads": threads}
    if isinstance(arrays, (str, os.PathLike)):
        arrays = [arrays]
    if isinstance(arrays, (list, tuple)):
        return Profile([os.fspath(path) for path in arrays], options)
    keep = tempfile.TemporaryDirectory(prefix="linepress-")
    types = {}
    for name, points in arrays.items():
        _check_name(name)
        if not isinstance(points, (list, tuple)):
            raise TypeError(f"'{name}' needs a list of arrays, one for each point")
        for number, array in enumerate(points):
            if array is not None:
                folder = os.path.join(keep.name, str(number))
                os.makedirs(folder, exist_ok=True)
                of = view(array)
                _write(folder, name, of)
                types.setdefault(name, of.dtype)
    with open(os.path.join(keep.name, "snapshots.json"), "w", encoding="utf-8") as file:
        json.dump({"linepress_snapshots": 1, "allocations": [
            {"name": name, "dtype": dtype} for name, dtype in types.items() if dtype]}, file)
    return Profile([keep.name], options, keep)
