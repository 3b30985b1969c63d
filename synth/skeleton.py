# SPDX-License-Identifier: Apache-2.0
"""New files from the templates of synth/skeleton/, and lines added to files that are there.

In a template @WORD@ is replaced. Nothing is written before all of it is known to fit: names are
checked, no file is overwritten, and a line is added only at a place that is there once.
"""
import os
import re
import sys

import rtl_files
import whole

HERE = os.path.join(rtl_files.ROOT, "synth/skeleton")
WORD = re.compile(r"@(\w+)@")
# As wide as clang-format makes a macro.
MACRO_WIDTH = 99


class Refused(Exception):
    """One line that says what is in the way."""


def template(name, words):
    """The text of a template with its words."""
    with open(os.path.join(HERE, name + ".in"), encoding="utf-8") as src:
        text = WORD.sub(lambda match: words[match[1]], src.read())
    return re.sub(r"^(.*?) *\\$", lambda m: m[1].ljust(MACRO_WIDTH) + "\\", text, flags=re.M)


def check_name(what, name, shape):
    if not re.fullmatch(shape, name):
        raise Refused(f"{what} '{name}': want {shape}")


class Plan:
    """Texts to be written under `root`, by path."""

    def __init__(self, root=rtl_files.ROOT):
        self.root, self.new, self.changed = root, {}, {}

    def path(self, path):
        return os.path.join(self.root, path)

    def has(self, path):
        return path in self.new or os.path.exists(self.path(path))

    def text_of(self, path):
        known = {**self.new, **self.changed}
        if path in known:
            return known[path]
        with open(self.path(path), encoding="utf-8") as src:
            return src.read()

    def add(self, path, text):
        if self.has(path):
            raise Refused(f"{path} is there already")
        self.new[path] = text

    def change(self, path, text):
        (self.new if path in self.new else self.changed)[path] = text

    def append(self, path, text):
        self.change(path, self.text_of(path).rstrip("\n") + "\n" + text)

    def insert_before_end(self, path, end, text):
        """Puts lines before the last line of a file, which must be `end`."""
        old = self.text_of(path)
        if not old.endswith(f"\n{end}\n"):
            raise Refused(f"{path} does not end with a line '{end}'")
        self.change(path, f"{old[:-len(end) - 1]}{text}{end}\n")

    def insert_after_last(self, path, begin, text):
        """Puts lines after the last line that begins so."""
        lines = self.text_of(path).splitlines(keepends=True)
        found = [i for i, line in enumerate(lines) if line.startswith(begin)]
        if not found:
            raise Refused(f"{path} has no line that begins with '{begin}'")
        lines.insert(found[-1] + 1, text)
        self.change(path, "".join(lines))

    def write(self):
        for path, text in self.new.items():
            os.makedirs(os.path.dirname(self.path(path)), exist_ok=True)
            with open(self.path(path), "x", encoding="utf-8") as out:
                out.write(text)
        for path, text in self.changed.items():
            whole.write_whole(self.path(path), text)

    def lines(self):
        yield from (f"new      {path}" for path in self.new)
        yield from (f"changed  {path}" for path in self.changed)


def run(program, plan, dry_run, add):
    """Fills the plan by add(plan), writes it unless `dry_run`, and lists its files. Exit status."""
    try:
        add(plan)
        if not dry_run:
            plan.write()
        print("\n".join(plan.lines()))
    except Refused as err:
        print(f"{program}: {err}", file=sys.stderr)
        return 2
    except OSError as err:
        print(f"{program}: {err.filename}: {err.strerror}", file=sys.stderr)
        return 2
    return 0
