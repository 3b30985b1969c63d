# SPDX-License-Identifier: Apache-2.0
"""A second `linepress profile`, written from docs/reference/format.md (sections 2, 5, 9, 16 and 23) and slow:
the sizes of lines bit by bit, shares as fractions, every choice tried in turn."""
from fractions import Fraction

SIZES = (0, 8, 16, 32, 64, 80, 96, 128)
ROOM = {"1": 4, "1.33": 3, "2": 2, "4": 1}  # sectors of a line that stay in device memory
FRAMES = {"none": 16, "1": 16, "1.33": 12, "2": 8, "4": 4, "16": 1}
SLOTS = {"none": 0, "1": 1, "1.33": 1, "2": 1, "4": 1, "16": 2}
NUMBERS = ("1", "1.33", "2", "4", "16")  # by their numbers in hardware
PAGES = {"64k": 1 << 16, "2m": 1 << 21}


def words(line):
    return [int.from_bytes(line[i:i + 4], "little") for i in range(0, 128, 4)]


def zvc_bits(line):
    return 32 + 32 * sum(word != 0 for word in words(line))


def base_bits(base):
    if base == 0:
        return 3
    for bits in (4, 8, 16):
        if -(1 << bits - 1) <= base < 1 << bits - 1:
            return 3 + bits
    return 33


def plane_bits(planes):
    """DBX planes with their DBP, from 32 down to 0."""
    total = at = 0
    while at < len(planes):
        dbx, dbp = planes[at]
        run = 0
        while at + run < len(planes) and planes[at + run][0] == 0:
            run += 1
        if run:
            total += 3 if run == 1 else 7
            at += run
            continue
        ones = [k for k in range(31) if dbx >> k & 1]
        if len(ones) == 31 or dbp == 0:
            total += 5
        elif len(ones) == 1 or (len(ones) == 2 and ones[1] == ones[0] + 1):
            total += 10
        else:
            total += 32
        at += 1
    return total


def bpc_bits(line):
    signed = [word - (word >> 31 << 32) for word in words(line)]
    deltas = [(b - a) & (1 << 33) - 1 for a, b in zip(signed, signed[1:])]
    dbp = [sum((delta >> j & 1) << k for k, delta in enumerate(deltas)) for j in range(33)]
    planes = [(dbp[j] ^ (dbp[j + 1] if j < 32 else 0), dbp[j]) for j in range(32, -1, -1)]
    return min(1024, base_bits(signed[0]) + plane_bits(planes))


BITS = {"zvc": zvc_bits, "bpc": bpc_bits}


class Line:
    """Size of a line with a codec."""

    def __init__(self, codec, line):
        self.bits = BITS[codec](line)
        length = 0 if not any(line) else min(128, -(-self.bits // 8))
        self.size = min(size for size in SIZES if length <= size)
        self.sectors = -(-length // 32)
        self.over8 = length > 8

    def spills(self, target):
        if target == "16":
            return self.over8
        return target != "none" and self.sectors > ROOM[target]

    def traffic(self, target):
        """Sectors of device memory and of buddy memory."""
        if target == "none":
            return 4, 0
        if target == "16":
            return (0, self.sectors) if self.over8 else (min(1, self.sectors), 0)
        return min(self.sectors, ROOM[target]), max(0, self.sectors - ROOM[target])


# ---- groups of four lines ----

def exponents(data):
    return [(low | high << 8) >> 7 & 255 for low, high in zip(data[::2], data[1::2])]


def group_sectors(table, group):
    if not any(group):
        return 0
    bits, crowded = 0, False
    for at in range(0, 512, 32):
        escapes = 0
        for exponent in exponents(group[at:at + 32]):
            number = table.index(exponent) if exponent in table else 11
            escapes += number == 11
            bits += 0 if number < 2 else 1 if number < 4 else 3 if number < 11 else 11
        crowded |= escapes > 4
    return 16 if crowded or bits > 512 else 10 + -(-bits // 256)


class GroupLine(Line):
    """The k-th line of a group, with its share of the group's sectors."""

    def __init__(self, stored, k):  # pylint: disable=super-init-not-called
        self.stored = stored
        self.sectors = stored * (k + 1) // 4 - stored * k // 4
        self.size, self.over8 = 32 * self.sectors, stored > 0

    def spills(self, target):
        return target != "none" and self.stored > 4 * ROOM[target]


def group_lines(points):
    """The lines of an allocation at each of its points."""
    cut = {p: [content[at:at + 512].ljust(512, b"\0") for at in range(0, len(content), 512)]
           for p, content in points.items()}
    counts = [0] * 256
    for groups in cut.values():
        taken = min(256, len(groups))
        for group in (groups[i * len(groups) // taken] for i in range(taken)):
            for exponent in exponents(group) if any(group) else ():
                counts[exponent] += 1
    table = sorted(range(256), key=lambda e: (-counts[e], e))[:11]
    return {p: [GroupLine(group_sectors(table, group), k) for group in groups
                for k in range(4)][:-(-len(points[p]) // 128)] for p, groups in cut.items()}


class Slow:
    """`data`: {allocation: {point: bytes}}, its points in order; options as of the command."""

    def __init__(self, data, points, **options):
        self.points, self.names = points, sorted(data)
        self.bytes = {a: max(map(len, data[a].values())) for a in data}
        self.codec = options.get("codec", "bpc")
        self.rule = options.get("rule", "worst")
        self.threshold = Fraction(options.get("threshold", "0.3"))
        self.zero = Fraction(options.get("zero_threshold", options.get("threshold", "0.3")))
        self.most = Fraction(options.get("max_ratio", "4"))
        self.page = options.get("page", "64k")
        self.device = options.get("device", 0)
        self.none = "1" if options.get("bandwidth") else "none"
        self.lines = {codec: {a: {p: [Line(codec, data[a][p][at:at + 128].ljust(128, b"\0"))
                                      for at in range(0, len(data[a][p]), 128)]
                                  for p in points if p in data[a]} for a in data}
                      for codec in (("zvc", "bpc") if self.codec == "auto" else (self.codec,))
                      if codec != "grp16"}
        if self.codec == "grp16":
            self.lines["grp16"] = {a: group_lines(data[a]) for a in data}
        self.codecs = dict.fromkeys(NUMBERS, "bpc" if self.codec == "auto" else self.codec)
        if self.codec == "auto":
            self.codecs = min(self.masks(), key=self.rank)

    # ---- codecs ----

    @staticmethod
    def masks():
        for mask in range(32):
            yield {t: "zvc" if mask >> n & 1 else "bpc" for n, t in enumerate(NUMBERS)}

    def rank(self, codecs):
        self.codecs = codecs
        step = self.step(self.zero_targets())
        return (step["frames"], step["buddy_lines"],
                step["device_sectors"] + step["buddy_sectors"])

    def shown(self, name, target):
        """The codec of an allocation's pages, or the one with the fewest sectors."""
        if target != "none":
            return self.codecs[target]
        return min(sorted(self.lines), key=lambda c: sum(
            line.sectors for lines in self.lines[c][name].values() for line in lines))

    # ---- shares ----

    def shares(self, groups, target):
        """Spilled and all lines of each point at which there are any."""
        return [(sum(line.spills(target) for line in lines), len(lines))
                for lines in groups if lines]

    def worst_and_pooled(self, groups, target):
        shares = self.shares(groups, target)
        return (max(Fraction(part, of) for part, of in shares),
                Fraction(sum(part for part, _ in shares), sum(of for _, of in shares)))

    def share(self, name, target, rule=None, codec=None):
        lines = self.lines[codec or self.shown(name, target)][name]
        both = self.worst_and_pooled(lines.values(), target)
        return both[(rule or self.rule) == "pooled"]

    def wish(self, name, rule=None, first=0, codec=None):
        for target in ("16", "4", "2", "1.33")[1 if self.codec == "grp16" else first:]:
            most = self.zero if target == "16" else self.threshold
            if self.share(name, target, rule, codec) <= most:
                return target
        return self.none

    # ---- steps ----

    def program(self, codec):
        return [[line for name in self.names for line in self.lines[codec][name].get(p, ())]
                for p in self.points]

    def floor_target(self):
        for target in ("4", "2", "1.33"):
            if all(sum(line.sectors for line in lines) <= ROOM[target] * len(lines)
                   for lines in self.program(self.codecs[target])):
                return target
        return self.none

    def threshold_target(self):
        for target in ("4", "2", "1.33"):
            both = self.worst_and_pooled(self.program(self.codecs[target]), target)
            if both[self.rule == "pooled"] <= self.threshold:
                return target
        return self.none

    def pages(self, name):
        return -(-self.bytes[name] // PAGES[self.page])

    def room(self, targets):
        """(pages, frames, slots)."""
        return tuple(sum(self.pages(a) * per(targets[a]) for a in self.names)
                     for per in (lambda t: 1, FRAMES.get, SLOTS.get))

    def is_capped(self, targets):
        pages, frames, slots = self.room(targets)
        carve_out = 3 * self.device
        return Fraction(16 * pages, frames) > self.most or (
            self.device and slots * PAGES[self.page] * 3 > 4 * carve_out)

    def cap(self, targets, codec_of):
        while self.is_capped(targets):
            left = [a for a in self.names if targets[a] == "16"]
            if not left:
                break
            targets[max(left, key=lambda a: (self.share(a, "16", None, codec_of.get(a)), a))] = "4"
        return targets

    def zero_targets(self):
        return self.cap({a: self.wish(a) for a in self.names}, {})

    def own_targets(self):
        """Each allocation with the codec that serves it best."""
        codec_of = {a: min(("bpc", "zvc"), key=lambda c, a=a: FRAMES[self.wish(a, None, 0, c)])
                    for a in self.names}
        return self.cap({a: self.wish(a, None, 0, codec_of[a]) for a in self.names},
                        codec_of), codec_of

    def flow(self, targets, point, codec_of):
        lines = [(line, targets[a]) for a in self.names
                 for line in self.lines[codec_of.get(a) or self.shown(a, targets[a])][a].get(
                     point, ())]
        traffic = [line.traffic(target) for line, target in lines]
        return {"lines": len(lines), "device_sectors": sum(d for d, _ in traffic),
                "buddy_sectors": sum(b for _, b in traffic),
                "buddy_lines": sum(line.spills(target) for line, target in lines)}

    def step(self, targets, codec_of=None):
        flows = [self.flow(targets, p, codec_of or {}) for p in self.points]
        pages, frames, slots = self.room(targets)
        return {"pages": pages, "frames": frames, "slots": slots, "by_point": flows,
                **{key: sum(flow[key] for flow in flows) for key in flows[0]}}

    def steps(self):
        one = {"naive_floor": self.floor_target(), "naive_threshold": self.threshold_target()}
        return {**{key: self.step(dict.fromkeys(self.names, t)) for key, t in one.items()},
                "allocation": self.step({a: self.wish(a, None, 1) for a in self.names}),
                "zero": self.step(self.zero_targets())}

    def transitions(self, codec):
        table = [[0] * 5 for _ in range(5)]
        for name in self.names:
            for p, q in zip(self.points, self.points[1:]):
                before, now = (self.lines[codec][name].get(r, ()) for r in (p, q))
                for a, b in zip(before, now):
                    table[a.sectors][b.sectors] += 1
        return table

    def cell(self, codec, name, point):
        lines = self.lines[codec][name][point]
        return {"lines": len(lines), "over8": sum(line.over8 for line in lines),
                "sectors": [sum(line.sectors == s for line in lines) for s in range(5)],
                "sizes": {str(z): sum(line.size == z for line in lines) for z in SIZES}}
