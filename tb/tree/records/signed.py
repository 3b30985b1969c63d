# SPDX-License-Identifier: Apache-2.0
"""Records of studies: JSON files that a program writes, checks by schema and signs.

A record is an object whose key "record" is its head:

    schema    kind and version, as in schemas.py
    program   the script that wrote it, from the root of the tree
    digest    SHA-256 of the program's sources
    command   the words that started it
    commit    the newest commit of branch main in the tree, with a + if the sources differ from it
    machine   processor, system, and a GPU if one was used
    load      of the machine over 1, 5 and 15 minutes, when the record was written
    date      YYYY-MM-DD
    seed      a number
    signed    SHA-256 of everything else in the file

The other keys are those that the schema names. A change by hand breaks the signature.
"""
import datetime
import hashlib
import json
import os
import platform
import subprocess
import sys

import schemas
from schemas import Bad

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.abspath(os.path.join(HERE, "../../.."))
OLDER = os.path.join(HERE, "older.json")
HEAD = {"schema": schemas.text, "program": schemas.text, "digest": schemas.sha256,
        "command": schemas.text, "commit": schemas.commit, "machine": schemas.text,
        "load": [schemas.number], "date": schemas.date, "seed": schemas.count,
        "signed": schemas.sha256}


def git(*words):
    done = subprocess.run(["git", "-C", ROOT, *words], capture_output=True, text=True, check=False)
    return done.stdout.strip() if done.returncode == 0 else None


def files_of(sources):
    """Paths of files, and of those in folders, from the root."""
    found = []
    for source in sources:
        path = os.path.join(ROOT, source)
        if os.path.isdir(path):
            for folder, folders, names in os.walk(path):
                folders[:] = sorted(f for f in folders if f != "__pycache__")
                found += [os.path.relpath(os.path.join(folder, n), ROOT) for n in names
                          if n.endswith((".py", ".c", ".h", ".cu", ".sh", ".mk", ".sv"))]
        elif os.path.isfile(path):
            found.append(source)
        else:
            raise Bad(f"{source}: no source of this tree")
    return sorted(found)


def digest(sources):
    """SHA-256 over names and contents of the program's sources."""
    sum_ = hashlib.sha256()
    for name in files_of(sources):
        with open(os.path.join(ROOT, name), "rb") as file:
            content = file.read()
        sum_.update(f"{name} {len(content)}\n".encode() + content)
    return sum_.hexdigest()


def commit(sources):
    if "COMMIT" in os.environ:  # of a copy of the tree without git
        return os.environ["COMMIT"]
    base = git("merge-base", "HEAD", "main") or git("rev-parse", "HEAD")
    if base is None:
        raise Bad("no git here: COMMIT has to name the commit")
    same = git("diff", "--quiet", base, "--", *sources) is not None
    return base[:12] + "+" * (not same)


def machine(gpu=""):
    name = platform.machine()
    with open("/proc/cpuinfo", encoding="utf-8") as file:
        for line in file:
            if line.startswith("model name"):
                name = line.split(":", 1)[1].strip()
                break
    return f"{name}, {os.cpu_count()} processors, {platform.system()}" + (f"; {gpu}" if gpu else "")


def command():
    """As typed from the root of the tree."""
    def word(text):
        path = os.path.abspath(text)
        inside = os.path.exists(path) and path.startswith(ROOT + os.sep)
        return os.path.relpath(path, ROOT) if inside else text
    return " ".join(map(word, sys.argv))


def signature(content):
    """Of all but the signature itself."""
    head = {k: v for k, v in content["record"].items() if k != "signed"}
    text = json.dumps({**content, "record": head}, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


def sign(kind, content, sources, seed, gpu=""):
    """The record of `content`. The first of `sources` is the program. Raises Bad if the schema does
    not take it."""
    head = {"schema": f"{kind} {schemas.KINDS[kind].version}", "program": sources[0],
            "digest": digest(sources), "command": command(), "commit": commit(sources),
            "machine": machine(gpu), "load": [round(x, 2) for x in os.getloadavg()],
            "date": datetime.date.today().isoformat(), "seed": seed}
    record = {"record": head, **content}
    head["signed"] = signature(record)
    check(record)
    return record


def check(record):
    """Raises Bad unless this is a signed record of today's schema of its kind."""
    if not isinstance(record, dict) or "record" not in record:
        raise Bad("no head: a program has to write and sign it")
    head = record["record"]
    schemas.match(HEAD, head, "record")
    kind, _, version = head["schema"].rpartition(" ")
    if kind not in schemas.KINDS:
        raise Bad(f"schema '{head['schema']}' is not known")
    if version != str(schemas.KINDS[kind].version):
        raise Bad(f"schema '{head['schema']}', today's is {schemas.KINDS[kind].version}")
    content = {k: v for k, v in record.items() if k != "record"}
    schemas.match(schemas.KINDS[kind].fields, content, kind)
    for name, said, found in schemas.KINDS[kind].counts(record):
        if said != found:
            raise Bad(f"{name}: {said} said, {found} there")
    if signature(record) != head["signed"]:
        raise Bad("the signature is of other content")


def older():
    """{path from the root: its row} of records that were written before there were signatures."""
    with open(OLDER, encoding="utf-8") as file:
        return {path: {"sha256": digest_, "why": why} for why, rows in json.load(file).items()
                for path, digest_ in rows.items()}


def check_kind(record, kind):
    """Raises Bad unless this is a record of the kind; one without a head is of none."""
    head = record.get("record", {}) if isinstance(record, dict) else {}
    found = head.get("schema", "").rpartition(" ")[0] or "none"
    if found != kind:
        raise Bad(f"a record of kind {found}, where one of kind {kind} is due")


def read(path, kind=""):
    """The record in a file. Raises Bad if it is neither signed nor one of older.json, or if it is not
    of the kind."""
    with open(path, "rb") as file:
        content = file.read()
    name = os.path.relpath(os.path.abspath(path), ROOT)
    row = older().get(name)
    try:
        record = json.loads(content)
        # A program may have signed it since, before the row was taken out.
        if row is None or (isinstance(record, dict) and "record" in record):
            check(record)
        elif hashlib.sha256(content).hexdigest() != row["sha256"]:
            raise Bad("unsigned, and not the content that older.json names")
        if kind:
            check_kind(record, kind)
        return record
    except (Bad, ValueError) as error:  # ValueError: no JSON, or no text
        raise Bad(f"{name}: {error}") from None


def write(path, record):
    """Atomically, on one line."""
    check(record)
    with open(path + ".new", "w", encoding="utf-8") as file:
        json.dump(record, file, separators=(",", ":"))
        file.write("\n")
    os.replace(path + ".new", path)
