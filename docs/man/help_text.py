# SPDX-License-Identifier: Apache-2.0
"""Reads what `PROGRAM --help` and `PROGRAM COMMAND --help` print; programs are linepress*.

A help is lines of usage, paragraphs, and entries: lines that begin with two spaces, a head and,
after two spaces more, what it means; lines that are indented further go on with it. A head that
begins with a dash is one of options. An entry may hold several options, as in
`--codec C, --elem N   text` and `--count N   text; --seed S   text`.
"""
import re
import subprocess
from dataclasses import dataclass, field

ENTRY = re.compile(r"^ {1,8}(\S.*?)(?: {2,}(\S.*))?$")
LONG_ONLY = re.compile(r"^ {4,8}--\S")  # an option aligned with the others' long names
# A name, and an argument in capitals, as alternatives, or after "=".
OPTION = r"(--?[A-Za-z0-9][\w-]*)(?:=(\S+)| ([A-Z][\w.]*|[^\s|]+\|\S+))?"
PLAIN_OPTION = re.sub(r"\((?!\?)", "(?:", OPTION)
OPTIONS = re.compile(rf"^ +({PLAIN_OPTION}(?:, {PLAIN_OPTION})*)(?: +(.*))?$")
WORD = r"([\w.+-]+)(?: \([^)]*\))?"
# `a, b (default), c` alone, after a colon or before one; `a: this; b (default): that`.
LIST = re.compile(rf"(?:^|: )({WORD}(?:, {WORD})+)(?=$|[:;]| \()")
MEANINGS = re.compile(rf"(?:^|; ){WORD}: ")
KEYS = ("Exit status", "Environment")


@dataclass
class Option:
    names: list  # such as ["-f", "--force"]; the last one is the longest
    argument: str  # its name in the help; "" if there is none
    text: str
    choices: list = field(default_factory=list)  # the values that it takes, if the help lists them

    def place(self):
        """Kind of the argument: "file", "folder" or ""."""
        name = re.escape(self.argument)
        if not name:
            return ""
        if self.argument in ("DIR", "FOLDER") or re.search(rf"\bfolder {name}\b", self.text):
            return "folder"
        is_file = (self.argument == "FILE" or re.search(r"\.[a-z]", self.argument) or
                   re.search(rf"\bfile {name}\b", self.text))
        return "file" if is_file else ""


@dataclass
class Help:
    usage: list = field(default_factory=list)  # without "Usage: "
    paragraphs: list = field(default_factory=list)  # a str, or a list of (term, text)
    options: list = field(default_factory=list)
    keys: dict = field(default_factory=dict)  # text of "Exit status: " and so on

    def terms(self):
        """All (term, text), such as the commands."""
        return [pair for part in self.paragraphs if isinstance(part, list) for pair in part]

    def files(self):
        """The names of the arguments that are no options' own; all of them are files."""
        own = [re.escape(n) for option in self.options if option.argument for n in option.names]
        bare = " ".join(self.usage)
        if own:
            bare = re.sub(rf"(?<![\w-])({'|'.join(own)})[ =]\S+", "", bare)
        names = re.findall(r"\b[A-Z]{2,}\b", bare)
        return [n for n in dict.fromkeys(names) if n not in ("OPTION", "COMMAND")]


def choices_of(argument, text):
    """The values that an option takes, as far as the help lists them."""
    if "|" in argument:
        return argument.split("|")
    found = LIST.search(text)
    if found:
        return re.findall(rf"(?:^|, ){WORD}", found.group(1))
    meanings = MEANINGS.findall(text)
    return meanings if len(meanings) > 1 else []


def options_of(head, text):
    """The options of one entry; a short name belongs to the long one after it."""
    names, options, more = [], [], None
    parts = re.split(r"; (?=--)", text, maxsplit=1)
    if len(parts) == 2:
        text, more = parts
    all_found = list(re.finditer(OPTION, head))
    for found in all_found:
        names.append(found.group(1))
        if found.group(1).startswith("--") or found is all_found[-1]:
            argument = found.group(2) or found.group(3) or ""
            options.append(Option(names, argument, text, choices_of(argument, text)))
            names = []
    if more:
        found = re.match(r"(\S+(?: [A-Z]\S*)?) +(.*)$", more)
        options += options_of(found.group(1), found.group(2))
    return options


class Reader:
    """Sorts the lines of a help into its parts."""

    def __init__(self):
        self.help = Help()
        self.lines = []  # of the paragraph, the entry or the key that is being read
        self.kind = None  # "usage", "text", "entry" or a key

    def end(self):
        """Puts away what has been read."""
        text = " ".join(line.strip() for line in self.lines)
        if self.kind == "text":
            self.help.paragraphs.append(text)
        elif self.kind == "entry":
            head, *rest = self.lines
            words = OPTIONS.match(head) or ENTRY.match(head)
            self.add_entry(words.group(1), " ".join(
                [words.groups()[-1] or ""] + [line.strip() for line in rest]).strip())
        elif self.kind in KEYS:
            self.help.keys[self.kind] = text
        self.lines, self.kind = [], None

    def add_entry(self, head, text):
        paragraphs = self.help.paragraphs
        if head.startswith("-"):
            self.help.options += options_of(head, text)
        elif paragraphs and isinstance(paragraphs[-1], list):
            paragraphs[-1].append((head, text))
        else:
            paragraphs.append([(head, text)])

    def begin(self, kind, line):
        self.end()
        self.kind, self.lines = kind, [line]

    def add(self, line):
        key = re.match(rf"({'|'.join(KEYS)}): (.*)", line)
        usage = re.match(r"[Uu]sage: (.*)", line)
        if usage or (self.kind == "usage" and re.match(r" +(or:? +)?linepress\b", line)):
            self.begin("usage", line)
            self.help.usage.append(usage.group(1) if usage else line[line.index("linepress"):])
        elif not line.strip():
            self.end()
        elif key:
            self.begin(key.group(1), key.group(2))
        elif self.kind == "usage" and line.startswith("    "):
            self.help.usage[-1] += " " + line.strip()
        elif self.kind == "entry" and line.startswith("    ") and not LONG_ONLY.match(line):
            self.lines.append(line)
        elif line.startswith(" "):
            self.begin("entry", line)
        elif self.kind == "text" or self.kind in KEYS:
            self.lines.append(line)
        else:
            self.begin("text", line)


def parse(text):
    reader = Reader()
    for line in text.splitlines():
        reader.add(line)
    reader.end()
    return reader.help


def run(program, *arguments):
    return subprocess.run([program, *arguments], stdout=subprocess.PIPE, check=True,
                          universal_newlines=True).stdout


def share_choices(helps):
    """The choices that one command lists for an option hold for all commands that list none."""
    known = {}
    for page in helps.values():
        for option in page.options:
            if option.choices:
                known.setdefault((option.names[-1], option.argument), option.choices)
    for page in helps.values():
        for option in page.options:
            option.choices = option.choices or known.get((option.names[-1], option.argument), [])


def read_all(program):
    """The program's own help, and {command: (summary, help)} in the help's order."""
    main = parse(run(program, "--help"))
    main.options += [Option(["--version"], "", "print the version and the file format's, and exit")]
    helps = {name: parse(run(program, name, "--help")) for name, _ in main.terms()}
    share_choices(helps)
    for page in [main, *helps.values()]:
        if not any("--help" in option.names for option in page.options):
            page.options.append(Option(["-h", "--help"], "", "print this help and exit"))
    return main, {name: (summary, helps[name]) for name, summary in main.terms()}
