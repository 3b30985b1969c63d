#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The examples in the headers compile unchanged, run, and behave as stated."""
import os
import re
import subprocess
import tempfile

BUILD = os.environ.get("BUILD", "build")
CC = os.environ.get("CC", "cc")
LIBS = [f"{BUILD}/liblinepress_dma.a", f"{BUILD}/liblinepress_cycle.a",
        f"{BUILD}/liblinepress.a", "-llz4", "-ldeflate", "-lz", "-lpthread"]
# A header, other headers of its example, and the declarations that it needs.
FRAME_SCOPE = """
static int read_bytes(void *context, void *buffer, size_t bytes, size_t *got)
{
    size_t *left = context;
    *got = bytes < *left ? bytes : *left;
    memset(buffer, 1, *got);
    *left -= *got;
    return LP_OK;
}
static int write_bytes(void *context, const void *buffer, size_t bytes)
{
    (void)buffer;
    *(size_t *)context += bytes;
    return LP_OK;
}
static size_t data = 3000000, written;
static void *const in = &data, *const out = &written;
"""
EXAMPLES = (
    ("include/linepress/linepress.h", (), ""),
    ("include/linepress/buddy.h", (), ""),
    ("include/linepress/cdma.h", (), ""),
    ("include/linepress/dma.h", (), ""),
    ("include/linepress/card.h", (), ""),
    ("include/linepress/frame.h", (), FRAME_SCOPE),
    ("include/linepress/grp.h", (), ""),
    ("include/linepress/vdnn.h", (), ""),
    ("include/linepress/capture.h", (), ""),
    ("include/linepress/huvm.h", (), ""),
    ("include/linepress/swap.h", (), ""),
    ("units/common/instance.h", ("units/common/params.h", "units/zvc/zvc_ports.h", "include/linepress/linepress.h"),
     ""),
)
EXAMPLE = re.compile(r"\bExample[:,].*?\n \*\n((?: \*(?:     [^\n]*)?\n)+)", re.S)


def program(header, others, scope):
    with open(f"cmodel/{header}", encoding="utf-8") as f:
        found = EXAMPLE.search(f.read())
    if not found:
        return None
    body = "".join(line[3:] + "\n" for line in found.group(1).splitlines())
    includes = "".join(f'#include "{os.path.abspath("cmodel/" + h)}"\n' for h in (header, *others))
    return (f"#include <stdio.h>\n#include <string.h>\n{includes}{scope}"
            f"int main(void)\n{{\n{body}    return 0;\n}}\n")


def runs(text):
    """Empty, or the fault."""
    if text is None:
        return "no example was found"
    with tempfile.TemporaryDirectory() as work:
        with open(f"{work}/e.c", "w", encoding="utf-8") as f:
            f.write(text)
        built = subprocess.run([CC, "-std=c11", "-Wall", "-Wextra", "-Werror", "-Icmodel/include",
                                f"{work}/e.c", *LIBS, "-o", f"{work}/e"], check=False,
                               capture_output=True, text=True)
        if built.returncode != 0:
            return built.stderr
        done = subprocess.run([f"{work}/e"], check=False, capture_output=True, text=True)
        return "" if done.returncode == 0 else f"exit status {done.returncode}: {done.stderr}"


def main():
    for count, (header, others, scope) in enumerate(EXAMPLES, 1):
        wrong = runs(program(header, others, scope))
        for line in wrong.splitlines():
            print(f"# {line}")
        print(f"{'not ok' if wrong else 'ok'} {count} - the example of {os.path.basename(header)}")
    print(f"1..{len(EXAMPLES)}")


main()
