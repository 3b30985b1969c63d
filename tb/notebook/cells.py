# SPDX-License-Identifier: Apache-2.0
"""Cells of a notebook script: `# %% [markdown]` is text, `# %%` is code, as Jupyter and editors
read them. Code shows tables, bar charts and pictures by the functions here; a run keeps them."""
import hashlib
import re

MARK = re.compile(r"^# %%( \[markdown\])?[^\n]*\n", re.M)
# Sizes of a run; a test takes smaller ones.
SIZES = {"images": 4096, "epochs": 2, "batch": 64, "blocks": 3, "steps": 150,
         "context": 128, "width": 128, "layers": 4}
SMALL = {"images": 96, "epochs": 1, "batch": 16, "blocks": 1, "steps": 4,
         "context": 32, "width": 32, "layers": 1}
size = dict(SIZES)
_kept = None


def split(text):
    """(is it text, its lines) of each cell; lines of text without the comment signs."""
    marks = list(MARK.finditer(text))
    for mark, after in zip(marks, [*marks[1:], None]):
        body = text[mark.end():after.start() if after else None].strip("\n")
        if mark.group(1):
            body = re.sub(r"^# ?", "", body, flags=re.M)
        yield bool(mark.group(1)), body


def show(head, rows):
    """Prints a table; a row's values are texts, whole numbers, and ratios."""
    rows = [[v if isinstance(v, (str, int)) else float(v) for v in row] for row in rows]
    if _kept is not None:
        _kept.append({"head": list(head), "rows": rows})
    for row in (head, *rows):
        print("  ".join(f"{v:12.3f}" if isinstance(v, float) else f"{v!s:12}" for v in row))


def chart(file, title, groups, series):
    """A bar chart, an SVG file of this name: `series` is {name: a number for each of `groups`}."""
    assert file.endswith(".svg"), file
    if _kept is not None:
        series = {key: list(map(float, values)) for key, values in series.items()}
        _kept.append({"chart": file, "title": title, "groups": list(groups), "series": series})


def picture(name, png):
    """A PNG file of this name."""
    if _kept is not None:
        _kept.append({"picture": name, "png": png})


def run(text, sizes, report=print):
    """Runs the cells. Returns a row for each: SHA-256 of its code, and what it showed."""
    global _kept  # pylint: disable=global-statement
    size.clear()
    size.update(sizes)
    names, rows = {"__name__": "notebook"}, []
    for number, (is_text, body) in enumerate(split(text)):
        if is_text:
            continue
        report(f"# cell {number}")
        _kept = []
        try:
            exec(compile(body, f"cell {number}", "exec"), names)  # pylint: disable=exec-used
            rows.append({"sha256": digest(body), "shown": _kept})
        finally:
            _kept = None
    return rows


def digest(body):
    return hashlib.sha256(body.encode()).hexdigest()
