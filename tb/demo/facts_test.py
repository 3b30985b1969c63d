#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The documents agree with the tree: links and their anchors, units, pages, commands, headers,
libraries, packages, variables, intervals, versions, modules in pictures, the README's table, and
the table and the picture of the folders."""
import glob
import os
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
os.chdir(ROOT)
sys.path[:0] = [os.path.join(ROOT, f) for f in ("tb", "tb/tree/results", "synth")]
import marked  # noqa: E402
import rtl_files  # noqa: E402
import sources  # noqa: E402
import tables  # noqa: E402
import units  # noqa: E402
from tap import end, result  # noqa: E402

BUILD = os.environ.get("BUILD", "build")
PYTHON = os.environ.get("PYTHON", sys.executable)
ARCHITECTURE = "docs/develop/architecture.md"
PAGES = "docs/reference/units"
# Words with the form of a module's name in a picture, which belong to C.
NOT_RTL = {"lp_huvm_alloc", "lp_memcpy_compressed", "lp_memcpy_decompressed"}


def text_of(path):
    with open(path, encoding="utf-8") as src:
        return src.read()


def only(pattern):
    """The one file of the tree that fits."""
    found = sources.paths(pattern)
    if len(found) != 1:
        raise SystemExit(f"facts_test.py: {pattern}: {found}")
    return found[0]


def compared(says, has, what):
    """Lines about items that one side has and the other lacks."""
    return ([f"{what}: not said: {x}" for x in sorted(has - says)]
            + [f"{what}: said, but not there: {x}" for x in sorted(says - has)])


# ------------------------------------------------------------------ links
def documents():
    return sources.paths("*.md") + sorted(glob.glob(".github/**/*.md", recursive=True))


def anchors(path):
    """Anchors of the page's headings, as GitHub and the site make them, and of its own HTML."""
    text = re.sub(r"^```.*?^```", "", text_of(path), flags=re.M | re.S)
    found = set(re.findall(r'<a (?:id|name)="([^"]+)"', text))
    for heading in re.findall(r"^#+ +(.*?) *$", text, re.M):
        heading = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading).replace("`", "").lower()
        found.add(re.sub(r"[^\w\- ]", "", heading).replace(" ", "-"))
    return found


def dead(path):
    text = re.sub(r"^```.*?^```", "", text_of(path), flags=re.M | re.S)
    text = re.sub(r"`[^`\n]*`", "", text)
    for link in re.findall(r'\]\(([^)\s]+)\)|(?:src|href)="([^"]+)"', text):
        place, _, anchor = "".join(link).partition("#")
        if re.match(r"[a-z]+:", place):
            continue
        target = os.path.normpath(os.path.join(os.path.dirname(path), place)) if place else path
        if not os.path.exists(target):
            yield f"{path}: {place}"
        elif anchor and target.endswith(".md") and anchor not in anchors(target):
            yield f"{path}: {place}#{anchor}"


def test_links():
    pages = documents()
    result([line for page in pages for line in dead(page)],
           f"no dead link in {len(pages)} documents")


# ------------------------------------------------------------------ units
def test_counts():
    models = sum(len(re.findall(r"^LP_UNIT_ROW\(", text_of(path), re.M))
                 for path in glob.glob("cmodel/units/**/*.c", recursive=True))
    wrong = []
    for page in ("docs/use/dpi.md", "docs/use/systemc.md"):
        said = re.findall(r"All (\d+) units", text_of(page))
        wrong += [] if said == [str(models)] else [f"{page} says {said}, there are {models}"]
    result(wrong, f"pages that count cycle models count {models}")


def test_pages():
    index = text_of(f"{PAGES}/README.md")
    linked = {p for p in re.findall(r"\]\((\w+\.md)\)", index.partition("<!-- units:begin")[0])}
    there = {os.path.basename(p) for p in glob.glob(f"{PAGES}/*.md")} - {"README.md"}
    due = {f"{u.keys['page']}.md" for u in units.tabled(units.read_units())}
    result(compared(linked, there, "page") + compared(due & there, due, "page of units.txt"),
           f"the list of units' pages has all {len(there)}")


def test_intervals():
    """The README states that a codec takes a line every four cycles, and lists any exceptions."""
    front = re.sub(r"\s+", " ", text_of("README.md"))
    said = re.search(r"takes one line of 128 bytes per 4 cycles[^.]*\.( The exception is [^.]*\.)?",
                     front)
    slow = {u.name for u in units.read_units() if re.search(r"_(enc|dec)$", u.name)
            and u.keys["page"] in ("zvc", "bpc", "ebd", "codec") and u.keys["interval"] != "4"}
    named = set(re.findall(r"`(lp_\w+)`", said[1] or "")) if said else set()
    result(["the README has no such sentence"] if not said else compared(named, slow, "slower"),
           "the README names the codecs that take more than four cycles a line")


def test_readme():
    lines = text_of("README.md").count("\n")
    result([f"{lines} lines"] * (lines > 120), "the README has at most 120 lines")
    result(["it does not say ./bootstrap test"] * ("    ./bootstrap test " not in
           text_of("README.md")), "the README has the command of .ci/run")
    _, line, table, _ = marked.parts("README.md", tables.HEAD_BEGIN, tables.HEAD_END)
    names = line.removesuffix("-->").replace(",", " ").split()
    due = tables.headline(tables.load(), ["osu018", "45 nm"], names, "README.md")
    result(compared(set(table.strip().split("\n")), set(due.split("\n")), "line"),
           f"the README's {len(names)} units have the figures that are recorded")


# ------------------------------------------------------------------ interfaces
def test_commands():
    said = re.findall(r"^\| `([\w-]+)` \|", text_of("docs/reference/cli.md"), re.M)
    there = []
    for program in ("linepress", "linepress-card"):
        usage = subprocess.run([f"{BUILD}/{program}", "--help"], text=True, check=True,
                               stdout=subprocess.PIPE).stdout
        there += re.findall(r"^  (\w+)  +\S", usage.partition("Commands:")[2], re.M)
    said = [name for name in said if name not in ("linepress", "linepress-card")]
    result([] if said == there else [f"said {said}", f"there {there}"],
           f"the page of commands has all {len(there)}, in their order")


def test_headers():
    said = set(re.findall(r"^\| \[`([\w.]+)`\]", text_of("docs/reference/api.md"), re.M))
    there = {os.path.basename(p) for p in glob.glob("cmodel/include/linepress/*.h")}
    result(compared(said, there, "header"), f"the page of the API has all {len(there)} headers")


# ------------------------------------------------------------------ libraries
def rows_below(head):
    """Cells of the table that follows this heading or line of the architecture's page."""
    rest = text_of(ARCHITECTURE).partition(head + "\n")[2]
    lines = rest[rest.index("|"):].splitlines()
    rows = []
    for line in lines[2:]:
        if not line.startswith("|"):
            break
        rows.append([c.strip() for c in line.strip("|").split(" | ")])
    return rows


def test_libraries():
    said = {n for r in rows_below("### Libraries") for n in re.findall(r"`(\w+)`", r[0])}
    there = set()
    for path in sources.paths("*.mk"):
        there |= set(re.findall(r"\b(liblinepress\w*)\.so", text_of(path)))
    result(compared(said, there - {"liblinepress_"}, "library"),
           f"the table of libraries has all {len(said)}")


def test_packages():
    """The libraries that `make cli` needs are named on the pages that mention it."""
    pc = text_of(only("cmodel/*linepress.pc.in"))
    names = [n.removeprefix("lib") for n in re.search(r"Requires.private: (.*)", pc)[1].split()]
    wrong = []
    for page in ("README.md", "docs/use/conformance.md"):
        text = re.sub(r"\s+", " ", text_of(page))
        said = [s for s in re.findall(r"a C compiler,[^.;)]*", text)]
        wrong += [f"{page} does not say {n}" for n in names
                  if not any(n in s for s in said)]
    result(wrong, f"pages on make cli name {', '.join(names)}")


def writable():
    """{file.c: names} of the variables of liblinepress and liblinepress_cycle."""
    found = {}
    for name in ("liblinepress", "liblinepress_cycle"):
        said = subprocess.run(["objdump", "-t", f"{BUILD}/{name}.a"], text=True, check=True,
                              stdout=subprocess.PIPE).stdout
        for block in re.split(r"\n(?=\S+\.o: )", said):
            file = block.partition(".o:")[0].strip().split("\n")[-1] + ".c"
            for section, symbol in re.findall(r" O (\.[\w.]+)\t\w+ (?:\.hidden )?([\w.]+)$",
                                              block, re.M):
                if re.match(r"\.(data|bss|tbss|tdata)", section) and ".rel.ro" not in section:
                    found.setdefault(file, set()).add(symbol.partition(".")[0])
    return found


def test_variables():
    said = {}
    for names, files, _ in rows_below("none affects a result:\n"):
        for file in re.findall(r"\[`(\S+)`\]", files):
            said.setdefault(file, set()).update(re.findall(r"`(\w+)`", names))
    flat = [{f"{n} of {f}" for f, ns in of.items() for n in ns} for of in (said, writable())]
    result(compared(*flat, "variable"), "the libraries have the variables that the page lists")


# ------------------------------------------------------------------ pictures
def test_pictures():
    modules = set(rtl_files.all_modules()) | NOT_RTL
    # A long name may go on in the next line of its box.
    wrong = [f"{path}: no module {name}" for path in sorted(glob.glob("docs/img/*.svg"))
             for name in set(re.findall(r"\blp_\w*[a-z0-9]\b(?!_)", re.sub(
                 r"</text>\s*<text[^>]*>_", "_", text_of(path)))) - modules]
    wrong += [f"{path}: {said[0]}" for path in sorted(glob.glob("docs/img/*.svg"))
              for said in re.findall(r"(not there yet|does not exist)", text_of(path))]
    result(wrong, "pictures name modules that exist")


def drawn(work):
    """Runs house.py on the page in `work`: its complaint, or the files that differ."""
    page, svg = os.path.join(work, "page.md"), os.path.join(work, "house.svg")
    done = subprocess.run([PYTHON, "-B", "docs/img/house.py", svg, page], text=True, check=False,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    return done.stdout.splitlines() or [f"{a} is stale: make pictures" for a, b in
                                        ((ARCHITECTURE, page), ("docs/img/house.svg", svg))
                                        if text_of(a) != text_of(b)]


def test_house():
    with tempfile.TemporaryDirectory() as work:
        page = os.path.join(work, "page.md")
        shutil.copy(ARCHITECTURE, page)
        result(drawn(work), "table and picture of the folders are those of layers_test.py")
        text = text_of(ARCHITECTURE)
        row = re.search(r"^\| `(\w+)` \| .*\n", text.partition("<!-- folders:begin")[2], re.M)
        with open(page, "w", encoding="utf-8") as out:
            out.write(text.replace(row[0], ""))
        said = " ".join(drawn(work))
        result([] if f"does not say what `{row[1]}` holds" in said else [said],
               "a folder without words is named")


# ------------------------------------------------------------------ versions
def test_versions():
    header = text_of("cmodel/include/linepress/linepress.h")
    version = re.search(r'LP_VERSION_STRING "(.*)"', header)[1]
    parts = [re.search(rf"LP_VERSION_{p} (\d+)", header)[1] for p in ("MAJOR", "MINOR", "PATCH")]
    said = {"LP_VERSION_MAJOR, MINOR, PATCH": ".".join(parts)}
    for path, pattern in (("CITATION.cff", r"^version: (\S+)"),
                          ("CHANGELOG.md", r"^## \[(\d\S*)\]"),
                          (only("adapters/*/linepress_cocotb/library.py"), r'^VERSION = "(.*)"'),
                          ("docs/use/cocotb.md", r"linepress_cocotb is (\S+)")):
        found = re.search(pattern, text_of(path), re.M)
        said[path] = found[1] if found else "none"
    result([f"{where}: {what}, not {version}" for where, what in said.items() if what != version],
           f"all that name the version say {version}")


def main():
    for test in (test_links, test_readme, test_commands, test_headers, test_counts, test_pages,
                 test_intervals, test_libraries, test_packages, test_variables, test_pictures,
                 test_house, test_versions):
        test()
    return end()


sys.exit(main())
