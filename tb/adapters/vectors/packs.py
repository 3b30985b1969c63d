# SPDX-License-Identifier: Apache-2.0
"""The frozen packs: their list, how they are made, and the requirements on their files."""
import hashlib
import json
import os
import subprocess

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))
HERE = os.path.join(ROOT, "adapters/vectors")
LINEPRESS = os.path.join(ROOT, os.environ.get("BUILD", "build"), "linepress")
HASHES = "hashes.txt"


def rows():
    """(folder, options of gen) of each pack."""
    with open(os.path.join(HERE, "packs.txt"), encoding="utf-8") as src:
        lines = [line.split() for line in src if line.strip() and not line.startswith("#")]
    return [(words[0], words[1:]) for words in lines]


def make(folder):
    """Makes all packs again in a folder."""
    for name, options in rows():
        cases = subprocess.run([LINEPRESS, "gen", *options], check=True, stdout=subprocess.PIPE)
        subprocess.run([LINEPRESS, "vectors", options[0], "-", "-o", os.path.join(folder, name)],
                       input=cases.stdout, check=True)


def read(*path):
    with open(os.path.join(*path), "rb") as src:
        return src.read()


def sidecar(folder, name):
    return json.loads(read(folder, name, "pack.json"))


def hashes(folder):
    """Map of "pack/file" to its SHA-256, of all files of the packs."""
    return {f"{name}/{file}": hashlib.sha256(read(folder, name, file)).hexdigest()
            for name, _ in rows() if os.path.isdir(os.path.join(folder, name))
            for file in sorted(os.listdir(os.path.join(folder, name)))}


def recorded(folder):
    """Format version, and hashes as they were frozen."""
    first, *lines = read(folder, HASHES).decode().splitlines()
    return int(first.split()[1]), dict(reversed(line.split()) for line in lines)


def record(folder, version):
    with open(os.path.join(folder, HASHES), "w", encoding="utf-8") as dst:
        dst.write(f"version {version}\n")
        for path, digest in hashes(folder).items():
            dst.write(f"{digest}  {path}\n")


def version_of(folder):
    return sidecar(folder, rows()[0][0])["version"]


def moved(was, now):
    """Paths of frozen files that have changed."""
    return sorted(path for path in was if now.get(path) != was[path])


def damage(folder):
    """Faults of the packs in a folder; the first of each kind is enough."""
    version, was = recorded(folder)
    now = hashes(folder)
    wrong = [f"{path} is not what was frozen" for path in moved(was, now)]
    wrong += [f"{path} is not frozen" for path in now if path not in was]
    for name, _ in rows():
        try:
            said = sidecar(folder, name)
        except (OSError, ValueError) as error:
            wrong.append(f"{name}: {error}")
            continue
        if said["version"] != version:
            wrong.append(f"{name} has version {said['version']}, not {version}")
        sums = {f"{name}/{file['name']}": file["sha256"] for file in said["files"]}
        sums[f"{name}/pack.json"] = now[f"{name}/pack.json"]
        if sums != {path: now[path] for path in now if path.startswith(f"{name}/")}:
            wrong.append(f"{name}: pack.json does not name its files with their sums")
    return wrong
