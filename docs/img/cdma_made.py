# SPDX-License-Identifier: Apache-2.0
"""Made tensors of a given ratio under ZVC-32, for the study of the DMA engine.

A line of k words that are not zero is stored in 4 (k + 1) bytes, so ratios go from 0.97 to 32.
"even" mixes zero and dense lines as regularly as can be; "mixed" draws each line: zero or of 0 to
32 words at random (above a mean of 68 bytes: dense or random), as credit-based sizing has to
face it. Both have the ratio asked for to within a line of the whole.
"""
import itertools
import random

LINE, WORDS, SECTOR, GROUP = 128, 32, 32, 512
WORD = b"\x11\x22\x33\x44"


def even(ratio, lines):
    dense = round(lines * max(0.0, min(1.0, (LINE / ratio - 4) / LINE)))
    return [WORDS * ((n + 1) * dense // lines - n * dense // lines) for n in range(lines)]


def mixed(ratio, lines, seed):
    draw, mean = random.Random(f"{seed} {ratio}"), LINE / ratio
    if mean <= 68:
        words = [0 if draw.random() < (68 - mean) / 64 else draw.randint(0, WORDS)
                 for _ in range(lines)]
    else:
        words = [WORDS if draw.random() < (mean - 68) / 64 else draw.randint(0, WORDS)
                 for _ in range(lines)]
    left = round(lines * min(WORDS, max(0, mean / 4 - 1))) - sum(words)
    step = 1 if left > 0 else -1
    while left:  # correct the mean of the draw
        at = draw.randrange(lines)
        if 0 < words[at] and 0 <= words[at] + step <= WORDS:
            words[at] += step
            left -= step
    return words


def write(path, words):
    with open(path, "wb") as out:
        out.writelines((WORD * k).ljust(LINE, b"\0") for k in words)


def sizes(words):
    """Stored bytes of each group of four lines."""
    return [4 * sum(k + 1 for k in words[n:n + 4]) for n in range(0, len(words), 4)]


def flits(words):
    return sum(-(-size // SECTOR) for size in sizes(words))


def ends(words):
    """Stored bytes up to the end of each group."""
    return list(itertools.accumulate(sizes(words)))


def least_cycles(group_ends, channels):
    """Minimum cycles of a stream: encoders for the first groups, the link for the rest, over all
    splits."""
    return max(n * GROUP / (SECTOR * channels) + (group_ends[-1] - end) / 16
               for n, end in enumerate(group_ends, 1))
