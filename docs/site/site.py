#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Static pages with search from the documents, the command line's help and the public headers.

    site.py --mkdocs PROGRAM --doxygen PROGRAM --build BUILD

Writes BUILD/site. Each document of the tree is a page at its own path, README.md is the front page,
and each source file or folder that a document links to is a page below source/. A link that leads
nowhere, or to a heading that is not there, fails the build. Without --doxygen there is no API.
"""
import argparse
import glob
import html.parser
import os
import re
import shutil
import subprocess
import sys
from urllib.parse import unquote

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
sys.path.insert(0, os.path.join(ROOT, "docs/man"))
import help_text  # noqa: E402

LINK = re.compile(r'(\]\(|(?:src|href)=")([^)"\s]+)')
KINDS = {".c": "c", ".h": "c", ".sv": "verilog", ".py": "python", ".sh": "sh", ".mk": "make"}
LARGEST = 400000
SAMPLE = "tb/data/workloads/sets/wave"


class DeadLink(Exception):
    """One line that says which."""


def text_of(path):
    with open(path, encoding="utf-8") as src:
        return src.read()


def write(path, text):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", encoding="utf-8") as out:
        out.write(text)


def documents(build):
    return sorted(p for p in (*glob.glob("*.md"), *glob.glob("*/**/*.md", recursive=True))
                  if not p.startswith(build + "/"))


def page_of(path):
    """Where a document of the tree is in the site's source."""
    if path == "README.md":
        return "index.md"
    return path.removeprefix("docs/") if path != "docs/README.md" else "pages.md"


def slug(heading):
    """A heading's anchor, as GitHub makes it."""
    heading = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading).replace("`", "").lower()
    return re.sub(r"[^\w\- ]", "", heading).replace(" ", "-")


class Source:
    """The pages that mkdocs gets, of documents and of what they link to."""

    def __init__(self, build, folder):
        self.folder = folder
        self.pages = {p: page_of(p) for p in documents(build)}
        self.wanted = {}

    def target(self, path):
        """The page or file of the site for a path of the tree."""
        if path in self.pages:
            return self.pages[path]
        if os.path.isdir(path) and os.path.join(path, "README.md") in self.pages:
            return self.pages[os.path.join(path, "README.md")]
        if path.startswith("docs/img/") and path.endswith((".svg", ".png")):
            return path.removeprefix("docs/")
        self.wanted[path] = f"source/{path}.md"
        return self.wanted[path]

    def relinked(self, path, text):
        """The text of the document with links to the site's pages."""
        page = self.pages[path]

        def link(match):
            place, mark, anchor = match[2].partition("#")
            if re.match(r"[a-z]+:", match[2]) or not place:
                return match[0]
            there = os.path.normpath(os.path.join(os.path.dirname(path), place))
            if not os.path.exists(there):
                raise DeadLink(f"{path}: {place}")
            to = os.path.relpath(self.target(there), os.path.dirname(page) or ".")
            if match[1].startswith("href"):  # mkdocs leaves HTML as it is
                to = re.sub(r"\.md$", ".html", to)
            return match[1] + to + mark + anchor

        seen = {}

        def heading(match):
            name = slug(match[2])
            seen[name] = seen.get(name, -1) + 1
            return f"{match[1]} {match[2]} {{#{name}{f'-{seen[name]}' if seen[name] else ''}}}"

        # A link's text may be code, so links are looked for in the whole text but for blocks.
        blocks = re.split(r"(^```.*?^```$)", text, flags=re.M | re.S)
        for i in range(1, len(blocks), 2):  # mkdocs knows no fence of several words
            blocks[i] = re.sub(r"^(```\S+) [^\n]*", r"\1", blocks[i])
        for i in range(0, len(blocks), 2):
            blocks[i] = re.sub(r"^(#+) +(.*?) *$", heading, LINK.sub(link, blocks[i]), flags=re.M)
        return "".join(blocks)

    def write_documents(self):
        for path, page in self.pages.items():
            write(os.path.join(self.folder, page), self.relinked(path, text_of(path)))
        for picture in (*glob.glob("docs/img/*.svg"), *glob.glob("docs/img/*.png")):
            to = os.path.join(self.folder, picture.removeprefix("docs/"))
            os.makedirs(os.path.dirname(to), exist_ok=True)
            shutil.copy(picture, to)

    def write_sources(self):
        for path, page in self.wanted.items():
            write(os.path.join(self.folder, page), self.listing(path, page))

    def listing(self, path, page):
        head = f"# `{path}`\n\n"
        if os.path.isdir(path):
            names = sorted(n + "/" * os.path.isdir(os.path.join(path, n))
                           for n in os.listdir(path) if n != "__pycache__")
            rows = []
            for name in names:
                file = os.path.join(path, name.rstrip("/"))
                to = self.pages.get(file) or self.wanted.get(file)
                rows.append(f"- [`{name}`]({os.path.relpath(to, os.path.dirname(page))})" if to
                            else f"- `{name}`")
            return head + "\n".join(rows) + "\n"
        if os.path.getsize(path) > LARGEST:
            return head + f"{os.path.getsize(path)} bytes; see the tree.\n"
        kind = KINDS.get(os.path.splitext(path)[1], "text")
        return head + f"~~~~~~{kind}\n{text_of(path).rstrip()}\n~~~~~~\n"

    def write_help(self, programs):
        """A page for each program, with the help of each command."""
        for program in programs:
            name = os.path.basename(program)
            usage = help_text.run(program, "--help")
            parts = [f"# {name} {{#{name}}}\n\n~~~~~~text\n{usage.rstrip()}\n~~~~~~\n"]
            for command in re.findall(r"^  (\w+)  +\S", usage.partition("Commands:")[2], re.M):
                said = help_text.run(program, command, "--help").rstrip()
                parts.append(f"\n## {command} {{#{command}}}\n\n~~~~~~text\n{said}\n~~~~~~\n")
            write(os.path.join(self.folder, f"reference/{name}.md"), "".join(parts))


# ------------------------------------------------------------------ checks and tools
class Links(html.parser.HTMLParser):
    def __init__(self):
        super().__init__()
        self.links, self.ids = [], set()

    def handle_starttag(self, tag, attrs):
        attrs = dict(attrs)
        self.ids.update(attrs[k] for k in ("id", "name") if attrs.get(k))
        self.links += [attrs[k] for k in ("href", "src") if attrs.get(k)]


def dead_links(site):
    """Links of the pages that lead to no file, or to no such place in one."""
    read = {}
    for path in glob.glob(f"{site}/**/*.html", recursive=True):
        if not path.startswith(f"{site}/api/"):
            read[path] = Links()
            read[path].feed(text_of(path))
    for path, page in read.items():
        for link in page.links:
            place, _, anchor = link.partition("#")
            if re.match(r"[a-z]+:|//", place) or place in ("", ".") and not anchor \
                    or os.path.basename(path) == "404.html":
                continue
            there = os.path.normpath(os.path.join(os.path.dirname(path), unquote(place))) \
                if place else path
            if os.path.isdir(there):
                there = os.path.join(there, "index.html")
            if not os.path.exists(there):
                yield f"{os.path.relpath(path, site)}: {link}"
            elif anchor and there in read and unquote(anchor) not in read[there].ids:
                yield f"{os.path.relpath(path, site)}: no place {link}"


def doxygen(program, version, work, site):
    settings = {
        "PROJECT_NAME": "Linepress", "PROJECT_NUMBER": version, "OUTPUT_DIRECTORY": work,
        "INPUT": "cmodel/include/linepress", "FILE_PATTERNS": "*.h", "GENERATE_LATEX": "NO",
        "OPTIMIZE_OUTPUT_FOR_C": "YES", "EXTRACT_ALL": "YES", "JAVADOC_AUTOBRIEF": "YES",
        "MACRO_EXPANSION": "YES", "EXPAND_ONLY_PREDEF": "YES", "QUIET": "YES", "WARNINGS": "NO",
        "SEARCHENGINE": "YES", "HTML_OUTPUT": "api", "STRIP_FROM_INC_PATH": "cmodel/include",
        "GENERATE_TREEVIEW": "NO", "HAVE_DOT": "NO", "TAB_SIZE": "4",
        "INPUT_FILTER": f"{sys.executable} -B {HERE}/comments.py"}
    path = os.path.join(work, "Doxyfile")
    write(path, "".join(f"{k} = {v}\n" for k, v in settings.items()))
    subprocess.run([program, path], check=True, stdout=subprocess.DEVNULL)
    shutil.copytree(os.path.join(work, "api"), os.path.join(site, "api"))


def sample_report(program, site):
    """A report of a sample set, to which the page about reports links."""
    subprocess.run([program, "report", "--codec", "by-target", "-f", "-o",
                    os.path.join(site, "use/report-sample.html"), SAMPLE], check=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--mkdocs", required=True)
    parser.add_argument("--doxygen", default="")
    parser.add_argument("--build", default="build")
    args = parser.parse_args()
    os.chdir(ROOT)
    work, site = (os.path.abspath(os.path.join(args.build, n)) for n in ("site-work", "site"))
    for folder in (work, site):
        shutil.rmtree(folder, ignore_errors=True)
    source = Source(os.path.relpath(args.build), os.path.join(work, "pages"))
    try:
        source.write_documents()
    except DeadLink as err:
        print(f"site.py: dead link: {err}", file=sys.stderr)
        return 1
    source.write_help([os.path.join(args.build, p) for p in ("linepress", "linepress-card")])
    source.write_sources()
    with open(os.path.join(work, "pages/use/report.md"), "a", encoding="utf-8") as page:
        page.write('\n<a href="report-sample.html">A sample report</a>\n')
    if args.doxygen:
        with open(os.path.join(work, "pages/reference/api.md"), "a", encoding="utf-8") as page:
            page.write('\n<a href="../api/files.html">All functions, by header</a>\n')
    shutil.copy(os.path.join(HERE, "site.css"), os.path.join(work, "pages"))
    shutil.copy(os.path.join(HERE, "mkdocs.yml"), work)
    done = subprocess.run([args.mkdocs, "build", "--quiet", "--strict", "--config-file",
                           os.path.join(work, "mkdocs.yml"), "--site-dir", site], check=False)
    if done.returncode:
        return 1
    if args.doxygen:
        said = help_text.run(os.path.join(args.build, "linepress"), "--version")
        doxygen(args.doxygen, said.split(" (")[0].split()[-1], work, site)
    sample_report(os.path.join(args.build, "linepress"), site)
    dead = list(dead_links(site))
    for line in dead:
        print(f"site.py: dead link: {line}", file=sys.stderr)
    pages = len(glob.glob(f"{site}/**/*.html", recursive=True))
    print(f"{os.path.relpath(site)}/index.html: {pages} pages, {len(dead)} dead links")
    return bool(dead)


sys.exit(main())
