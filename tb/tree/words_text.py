# SPDX-License-Identifier: Apache-2.0
"""Text for readers in the files of this repository, by kind of file: pages without code, comments,
string literals. Each piece is [(line number, line), ...]."""
import io
import os
import re
import tokenize

C_LIKE = {".c", ".h", ".cpp", ".cc", ".cu", ".cl", ".sv", ".svh", ".v"}
HASH_LIKE = {".mk", ".sh", ".tcl", ".toml", ".yml", ".xdc", ".rdl"}
HASH_NAMES = {"Makefile", "bootstrap"}
TOKENS = re.compile(r'//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"', re.S)
TOKENS_C = re.compile(TOKENS.pattern + r"|'(?:\\.|[^'\\\n])'", re.S)
# Before headings, table cells and string literals, which may be noun clauses: "what it does".
LABEL = "- "
GUTTER = re.compile(r"^\s*(?://[/!<]*|/\*+!?<?|\*+(?!/)(?= |$)|#+)? ?")


def plain(text):
    """A line of a comment without its marks."""
    return re.sub(r"\s*\*+/\s*$", "", GUTTER.sub("", text, count=1))


def page(text):
    """Paragraphs, list items, headings and table cells of Markdown, without code and comments."""
    text = re.sub(r"<!--.*?-->", lambda m: re.sub(r"[^\n]", "", m.group()), text, flags=re.S)
    piece, fenced, blank, code = [], False, True, False
    for number, line in enumerate(text.splitlines(), 1):
        if re.match(r"\s*(```|~~~)", line):
            fenced = not fenced
            line = ""
        elif fenced:
            line = ""
        code = line.startswith("    ") and (blank or code) or code and not line.strip()
        blank = not line.strip()
        shown = re.sub(r"`[^`]*`", "`code`", "" if code else line)
        shown = re.sub(r"\]\([^)]*\)", "]", shown)
        if not shown.strip() or re.match(r"\s*([-*+] |\d+\. |#|\|)", shown):
            if piece:
                yield piece
            piece = []
        if shown.startswith("|"):
            yield from ([(number, LABEL + cell.strip())] for cell in shown.split("|"))
        elif shown.startswith("#"):
            yield [(number, LABEL + shown.lstrip("# "))]
        elif shown.strip():
            piece.append((number, re.sub(r"^\s*([-*+] |\d+\. |> )?", "", shown)))
    if piece:
        yield piece


def joined(tokens, text):
    """Tokens (start, end, text) with nothing but white space between two of a kind are one."""
    piece, last, kind = [], None, None
    for start, end, token in tokens:
        now = '"' if token.startswith('"') else "//" if token.startswith("//") else "/*"
        if piece and (now != kind or now == "/*" or text[last:start].strip()
                      or now == "//" and text[last:start].count("\n") != 1):
            yield piece
            piece = []
        number = text.count("\n", 0, start) + 1
        lines = [plain(line) for line in token.splitlines()]
        if now == '"':
            lines = [LABEL * (not piece) + token[1:-1].replace("\\n", " ")]
        piece += [(number + i, line) for i, line in enumerate(lines)]
        last, kind = end, now
    if piece:
        yield piece


def c_like(text, ext):
    pattern = TOKENS if ext in (".sv", ".svh", ".v") else TOKENS_C
    found = ((m.start(), m.end(), m.group()) for m in pattern.finditer(text)
             if not m.group().startswith("'"))
    yield from joined(found, text)


def hash_like(text):
    piece = []
    for number, line in enumerate(text.splitlines(), 1):
        mark = re.search(r"(^|\s)#+(?= |$)", line)
        if not mark or line[:mark.start()].strip() and piece:
            if piece:
                yield piece
            piece = []
        if mark:
            piece.append((number, plain(line[mark.start():])))
    if piece:
        yield piece


def string(token, docstring):
    """Lines of a literal without its quotes."""
    text = re.sub(r"^\w*('{3}|\"{3}|'|\")|('{3}|\"{3}|'|\")$", "", token.replace("\\n", " "))
    return [LABEL * (not docstring and not i) + line for i, line in enumerate(text.splitlines())]


def python(text):
    piece, kind, last, before = [], None, 0, tokenize.NEWLINE
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type in (tokenize.NL, tokenize.ENCODING):
            continue
        own = token.type == tokenize.COMMENT and token.start[0] != last + 1
        if piece and (token.type != kind or own):
            yield piece
            piece = []
        if token.type == tokenize.COMMENT:
            piece.append((token.start[0], plain(token.string)))
        elif token.type == tokenize.STRING:
            begins = before in (tokenize.NEWLINE, tokenize.INDENT)
            piece += [(token.start[0] + i, line)
                      for i, line in enumerate(string(token.string, begins or bool(piece)))]
        if token.type != tokenize.COMMENT:
            before = token.type
        kind, last = token.type, token.end[0]
    if piece:
        yield piece


def pieces(path, root="."):
    """The pieces of a file; none of a kind that has no text for readers."""
    ext = os.path.splitext(path)[1]
    known = ext in C_LIKE | HASH_LIKE | {".md", ".py"} or os.path.basename(path) in HASH_NAMES
    if not known:
        return
    with open(os.path.join(root, path), encoding="utf-8") as src:
        text = src.read()
    if ext == ".md":
        yield from page(text)
    elif ext == ".py":
        yield from python(text)
    elif ext in C_LIKE:
        yield from c_like(text, ext)
    else:
        yield from hash_like(text)
