# SPDX-License-Identifier: Apache-2.0
"""Manual pages in the man macros, from what help_text read."""
import re
import textwrap

OPTION = re.compile(r"(?<![\w-])(--?[A-Za-z][\w-]*)")
ROFF = str.maketrans({"\\": "\\e", "-": "\\-", "'": "\\(aq", "^": "\\(ha", "~": "\\(ti"})


def escape(text):
    """Text as roff prints it."""
    return text.translate(ROFF)


def bold(text):
    return f"\\fB{escape(text)}\\fR"


def italic(text):
    return f"\\fI{escape(text)}\\fR"


def running(text):
    """Filled text; options in it are bold. No line begins with a dot."""
    lines = []
    for line in textwrap.wrap(text, 90, break_long_words=False, break_on_hyphens=False):
        parts = OPTION.split(line)
        line = "".join(bold(p) if i % 2 else escape(p) for i, p in enumerate(parts))
        lines.append("\\&" + line if line.startswith(".") else line)
    return lines


def synopsis(usage):
    """A line of usage: program and command bold, arguments in italics."""
    words = usage.split()
    count = 2 if len(words) > 1 and words[1].islower() else 1
    parts = [bold(" ".join(words[:count]))]
    for word in words[count:]:
        word = re.sub(r"--?[a-z][\w-]*|[A-Z]+\b|[^-A-Za-z]+|.", lambda found: (
            bold(found.group()) if found.group().startswith("-") else
            italic(found.group()) if found.group().isupper() else escape(found.group())), word)
        parts.append(word)
    return " ".join(parts)


def option_head(option):
    head = ", ".join(bold(name) for name in option.names)
    return head + (" " + italic(option.argument) if option.argument else "")


def paragraphs(page):
    for part in page.paragraphs:
        if isinstance(part, str):
            yield from [".PP", *running(part)]
            continue
        for term, text in part:
            yield from [".TP", bold(term), *running(text)]


def options(page):
    for option in page.options:
        yield from [".TP", option_head(option), *running(option.text)]


def page(name, summary, text, main, version, others):
    """One page; `others` are the names of those that it refers to."""
    usage = [line for u in text.usage for line in (synopsis(u), ".br")][:-1]
    lines = ['.\\" Made from --help: a change belongs there.',
             f'.TH "{name.upper()}" 1 "" "{version}" "Linepress"',
             ".SH NAME", f"{escape(name)} \\- {escape(summary)}",
             ".SH SYNOPSIS", ".nh", ".ad l", *usage, ".ad b", ".hy",
             ".SH DESCRIPTION", *list(paragraphs(text)),
             ".SH OPTIONS", *options(text)]
    for key, words in main.keys.items():
        lines += [f".SH {key.upper()}", *running(words)]
    lines += [".SH SEE ALSO", ",\n".join(f".BR {escape(n)} (1)" for n in others)]
    return "\n".join(lines) + "\n"


SUMMARIES = {
    "linepress": "GPU memory compression: files, buddy memory, RTL",
    "linepress-card": "a card that has the compressing DMA engine",
}


def all_pages(program, main, commands, version):
    """{name: text of NAME.1}"""
    names = [program] + [f"{program}-{command}" for command in commands]
    texts = {program: page(program, SUMMARIES[program], main, main, version, names[1:])}
    for command, (summary, text) in commands.items():
        name = f"{program}-{command}"
        texts[name] = page(name, summary, text, main, version, [n for n in names if n != name])
    return texts
