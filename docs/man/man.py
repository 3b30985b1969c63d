#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes manual pages and completion for bash and zsh, all from what --help prints.

    man.py PROGRAM FOLDER    FOLDER/man/*.1, FOLDER/completion/{PROGRAM.bash,_PROGRAM}
"""
import os
import sys

import completion
import help_text
import pages


def write(folder, name, text):
    os.makedirs(folder, exist_ok=True)
    with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
        file.write(text)


def main():
    program, folder = sys.argv[1:]
    version = help_text.run(program, "--version").split(" (")[0].strip()
    top, commands = help_text.read_all(os.path.abspath(program))
    name = os.path.basename(program)
    shells = os.path.join(folder, "completion")
    write(shells, f"{name}.bash", completion.bash(name, top, commands))
    write(shells, f"_{name}", completion.zsh(name, top, commands))
    texts = pages.all_pages(name, top, commands, version)
    for title, text in sorted(texts.items(), reverse=True):
        write(os.path.join(folder, "man"), f"{title}.1", text)


main()
