#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Each register of the RTL has a counterpart in the cycle model.

A register is a name ending in _q that an always block assigns with <=, in a module of the hierarchy
of a unit that has a cycle model. It has a counterpart if one of the module's model sources

  - has a struct with a field of that name without _q, or
  - has a row for it in a map, a part of a comment at the head of the file:

        RTL map of lp_foo:
          stage_valid_q, stage_beat_q = pipe.valid, pipe.beat
          b_{raw,err}_q = lines[b.line].{}: a remark

    Left: registers; braces list the parts of several names. Right: fields, or functions that work
    the value out where the model keeps none; {} or {1} is the part from the first braces on the
    left, {2} that from the second. A row goes on in a line that is indented further.

The sources of lp_foo are foo_cycle.c, foo_cycle.h and foo_table.h under cmodel/, foo.c and foo.h if
they name lp_foo.sv, and those that have a map of it. Registers that synth/regs.py writes are named
by the comments of their table. A row whose left side is no register, or whose right side is not in
the file or in what it includes, is an error.
"""
import glob
import itertools
import os
import re
import sys
import tempfile

sys.path[:0] = ["tb", "synth"]
import rtl_files  # noqa: E402
from tap import end, result  # noqa: E402

COMMENT = re.compile(r"/\*.*?\*/", re.S)
MAP = re.compile(r"^ \* RTL map of ((?:lp_\w+(?:, )?)+):\n((?: \*   .*\n)+)", re.M)
UNIT = re.compile(r"^(?:const struct lp_unit lp_(?=\w+ =)|LP_UNIT_ROW\()(\w+?)(?:_unit = |,)", re.M)
WORD = re.compile(r"[A-Za-z_]\w*")
SELECT = r"(?:\s*\[(?:[^\[\]]|\[[^\]]*\])*\])*"
TARGET = re.compile(r"\b([A-Za-z]\w*_q)" + SELECT + r"\s*<=|\{([^{}]*)\}\s*<=")

# Follows the start of a statement, where <= does not compare.
STATEMENT = re.compile(r"(?:;|\bbegin(?:\s*:\s*\w+)?|\belse|\)|:)\s*([A-Za-z]\w*)" + SELECT +
                       r"\s*<=")


def text_of(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def blocks(text):
    """The statements of the always blocks, which nest by begin and end."""
    for begin in re.finditer(r"\balways(?:_ff)?\b", text):
        depth = 0
        for token in re.finditer(r"\b(?:begin|end|case|endcase)\b|;", text[begin.end():]):
            word = token.group()
            depth += (word in ("begin", "case")) - (word in ("end", "endcase"))
            after = text[begin.end() + token.end():].lstrip()
            if depth == 0 and word in (";", "end") and not after.startswith("else"):
                yield text[begin.end():begin.end() + token.end()]
                break


def registers_of(text):
    """Registers of a module's source without comments."""
    found = set()
    for block in blocks(text):
        for name, several in TARGET.findall(block):
            found.update([name] if name else re.findall(r"\b([A-Za-z]\w*_q)\b", several))
    return found


def other_targets(text):
    """Names that always blocks assign with <= and that do not end in _q."""
    return sorted({name for block in blocks(text) for name in STATEMENT.findall(block)
                   if not name.endswith("_q")})


def structs(code):
    """The bodies of the structs in a source without comments."""
    for begin in re.finditer(r"\bstruct\s*\w*\s*\{", code):
        depth, at = 1, begin.end()
        while depth and at < len(code):
            depth += (code[at] == "{") - (code[at] == "}")
            at += 1
        yield code[begin.end():at - 1]


def fields_of(path):
    text = text_of(path)
    if path.endswith("_table.h"):
        rows = [row.split(".") for row in re.findall(r"/\*\s*(\w+(?:\.\w+)+)\s*\*/", text)]
        return {"_".join(row[:count]) for row in rows for count in range(1, len(row) + 1)}
    found = set()
    for body in structs(COMMENT.sub("", text)):
        for declaration in re.split(r"[;{}]", re.sub(r"\[[^\]]*\]|:\s*\d+", "", body)):
            for part in declaration.split(","):
                found.update(WORD.findall(part)[-1:])
    return found


def words_of(path):
    """Names used in a file's code and in the files that it includes."""
    text = text_of(path)
    near = [os.path.join(os.path.dirname(path), name)
            for name in re.findall(r'^#include "([^"]+)"', text, re.M)]
    return set(WORD.findall(" ".join(COMMENT.sub("", t)
                                     for t in [text] + [text_of(p) for p in near])))


class BadRow(Exception):
    """A row that cannot be read."""


def expand(left, right):
    """Pairs of a register and its place, of one name on the left and the whole right side."""
    parts = [part.split(",") for part in re.findall(r"\{([^}]*)\}", left)]
    for chosen in itertools.product(*parts):
        name, place = left, right
        for number, value in enumerate(chosen, 1):
            name = re.sub(r"\{[^}]*\}", value.strip(), name, count=1)
            place = place.replace("{%d}" % number, value.strip())
        yield name, place.replace("{}", chosen[0].strip() if chosen else "{}")


def rows_of(text):
    """Register and place for each of a map's rows."""
    joined = re.sub(r"\n \*    +", " ", text)
    for row in joined.splitlines():
        left, equal, right = row.removeprefix(" *").partition(" = ")
        if not equal:
            raise BadRow(row)
        for name in re.split(r",\s*(?![^{]*\})", left.strip()):
            yield from expand(name, right.split(":")[0].strip())


def maps(paths):
    """Module -> [(path, register, place)], and the faults of the rows."""
    found, wrong = {}, []
    for path in paths:
        for modules, text in MAP.findall(text_of(path)):
            try:
                rows = list(rows_of(text))
            except BadRow as row:
                wrong.append(f"{path}: no row of a map: {row}")
                continue
            for module in modules.split(", "):
                found.setdefault(module, []).append((path, modules.split(", "), rows))
    return found, wrong


def sources_of(module, paths, mapped):
    name = module.removeprefix("lp_")
    own = (f"{name}_cycle.c", f"{name}_cycle.h", f"{name}_table.h")
    perhaps = (f"{name}.c", f"{name}.h")
    return [p for p in paths if os.path.basename(p) in own or
            (os.path.basename(p) in perhaps and f"{module}.sv" in text_of(p))] + \
        [p for p, _, _ in mapped]


def modelled(modules, paths):
    """Modules in the hierarchies of the units that have a cycle model, and their text."""
    need = {}
    for unit in (f"lp_{name}" for path in paths for name in UNIT.findall(text_of(path))):
        for module in rtl_files.order_of(unit, modules,
                                         lambda name: rtl_files.text_of(modules[name])):
            need[module] = rtl_files.text_of(modules[module])
    return need


def missing(module, registers, paths, mapped):
    """Registers of a module that the model does not show."""
    sources = sources_of(module, paths, mapped)
    shown = set().union(*map(fields_of, sources)) if sources else set()
    rows = {name for _, _, rows in mapped for name, _ in rows}
    return sorted(r for r in registers if r.removesuffix("_q") not in shown and r not in rows)


def stale(found, registers):
    """Rows of registers or places that are not there."""
    wrong = []
    seen = set()
    for entries in found.values():
        for path, modules, rows in entries:
            if (path, *modules) in seen:
                continue
            seen.add((path, *modules))
            known, words = set().union(*(registers.get(m, ()) for m in modules)), words_of(path)
            wrong += [f"{path}: {modules[0]} has no register {name}" for name, _ in rows
                      if name not in known]
            wrong += [f"{path}: {name} = {place}: there is no {word}" for name, place in rows
                      for word in WORD.findall(place) if word not in words]
    return sorted(set(wrong))


# Detected faults: an extra register in a module, an empty row, and a place that does not exist.
SAMPLE = """/*
 * RTL map of lp_sample:
 *   a_valid_q, b_{raw,err}_q = a.valid,
 *     b.{}: a remark
 *   gone_q = a.nowhere
 */
struct stage {
    bool valid[2], raw : 1, err;
} a, b;
struct sample {
    unsigned alike, beat;
};
"""


def sample_faults():
    """Faults in how the sample is read."""
    with tempfile.TemporaryDirectory() as folder:
        path = f"{folder}/sample_cycle.c"
        with open(path, "w", encoding="utf-8") as file:
            file.write(SAMPLE)
        found, wrong = maps([path])
        rows = {name: place for _, _, rows in found["lp_sample"] for name, place in rows}
        if rows != {"a_valid_q": "a.valid, b.{}", "b_raw_q": "a.valid, b.raw",
                    "b_err_q": "a.valid, b.err", "gone_q": "a.nowhere"}:
            wrong.append(f"rows are {rows}")
        registers = {"lp_sample": {"a_valid_q", "b_raw_q", "b_err_q", "alike_q", "beat_q", "new_q"}}
        left = missing("lp_sample", registers["lp_sample"], [path], found["lp_sample"])
        if left != ["new_q"]:
            wrong.append(f"without a place are {left}")
        said = [line.removeprefix(path + ": ") for line in stale(found, registers)]
        if said != ["gone_q = a.nowhere: there is no nowhere", "lp_sample has no register gone_q"]:
            wrong.append(f"stale are {said}")
    source = "always_ff @(posedge clk_i) begin new <= 1; if (n_q <= m_q) {a_q, b_q[1:0]} <= 0; " \
             "else c_q[d_q[1:0]][2] <= 1; end assign e = f_q <= g_q;"
    if registers_of(source) - {"n_q"} != {"a_q", "b_q", "c_q"}:
        wrong.append(f"registers are {registers_of(source)}")
    if other_targets(source) != ["new"]:
        wrong.append(f"other targets are {other_targets(source)}")
    return wrong


def main():
    paths = sorted(p for p in glob.glob("cmodel/**/*.[ch]", recursive=True)
                   if not p.startswith("cmodel/include/"))
    modules = rtl_files.all_modules()
    texts = modelled(modules, paths)
    result([f"{module}: {' '.join(names)}" for module, text in texts.items()
            if (names := other_targets(text))], "names of registers end in _q")
    registers = {module: registers_of(text) for module, text in texts.items()}
    registers = {m: found for m, found in registers.items() if found}
    result(sample_faults(), "a sample shows what must be seen")
    found, wrong = maps(paths)
    result(wrong, "each line of a map is a row")
    result(stale(found, registers), "each row names registers of the RTL and places in the model")
    wrong = [f"{module}: {' '.join(left)}" for module in sorted(registers)
             if (left := missing(module, registers[module], paths, found.get(module, [])))]
    count = sum(map(len, registers.values()))
    result(wrong, f"each of {count} registers of {len(registers)} modules has its place")
    return end()


if __name__ == "__main__":
    sys.exit(main())
