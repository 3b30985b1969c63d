#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""linepress vectors: its output for cases and arrays, and its errors. TAP."""
import json
import os
import re
import resource
import signal
import subprocess
import sys
import tempfile
import time

import packs

sys.path.insert(0, os.path.join(packs.ROOT, "tb"))
from tap import end, result  # noqa: E402

DATA = os.path.join(packs.ROOT, "tb/data/dl/relu2_act_100_fp32.npy")


def gen(*options):
    return subprocess.run([packs.LINEPRESS, "gen", *options], check=True,
                          stdout=subprocess.PIPE).stdout


def vectors(*words, text=b"", **options):
    return subprocess.run([packs.LINEPRESS, "vectors", *words], input=text, check=False,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, **options)


def tree(folder):
    """All files under a folder with their contents."""
    return {os.path.relpath(os.path.join(at, name), folder): packs.read(at, name)
            for at, _, names in os.walk(folder) for name in names
            if os.path.isfile(os.path.join(at, name))}


def save(folder, name, data):
    with open(os.path.join(folder, name), "wb") as dst:
        dst.write(data)
    return os.path.join(folder, name)


# ---- what it refuses ----

def refused(work, name, words, text, said, **options):
    """Exit status 2, one line with these words, and every file in the folder as it was."""
    before = tree(work), sorted(os.listdir(work))
    done = vectors(*words, text=text, cwd=work, **options)
    line = done.stderr.decode()
    good = done.returncode == 2 and not done.stdout and line.count("\n") == 1 and said in line
    problems = [] if good else [f"exit {done.returncode}, {line!r}, due '{said}'"]
    if (tree(work), sorted(os.listdir(work))) != before:
        problems.append(f"left behind: {sorted(os.listdir(work))}")
    result(problems, f"refused: {name}")


def limited():
    resource.setrlimit(resource.RLIMIT_FSIZE, (1024, 1024))


def bad_use(work):
    cases = gen("gbbr", "--lines", "40")
    lines = cases.splitlines(keepends=True)
    save(work, "cases", cases)
    save(work, "empty", b"")
    save(work, "nothing.txt", b"# no cases\n")
    save(work, "none", lines[0] + b"# end 0 00000000\n")
    save(work, "stream", gen("zvc-enc", "-p", "STREAM=1", "--lines", "3"))
    save(work, "entries", gen("zvc-enc", "--lines", "3"))
    os.mkdir(os.path.join(work, "pack"))
    os.mkdir(os.path.join(work, "full"))
    save(os.path.join(work, "full"), "letter.txt", b"keep me")
    os.symlink("nowhere", os.path.join(work, "link"))
    out = ["-o", "out"]
    for name, words, text, said in (
            ("no unit", [], b"", "no unit given"),
            ("an unknown unit", ["zvc", "cases", *out], b"", "unknown unit 'zvc'"),
            ("no file", ["gbbr", *out], b"", "no file given"),
            ("no folder", ["gbbr", "cases"], b"", "-o DIR is missing"),
            ("an option of gen", ["gbbr", "cases", *out, "--seed", "1"], b"", "is not an option"),
            ("a parameter that is none", ["gbbr", "cases", *out, "-p", "ELEM=8"], b"",
             "gbbr does not take ELEM=8"),
            ("another unit", ["mdcache", "cases", *out], b"", "line 1: the cases are of gbbr, not"),
            ("other parameters", ["gbbr", "cases", *out, "-p", "SHARE_W=18"], b"",
             "line 1: the cases have SHARE_W=13, not 18"),
            ("files of other parameters", ["zvc-enc", "entries", "stream", *out], b"",
             "stream: the cases have STREAM=1, not 0 as the other files"),
            ("an empty pipe", ["gbbr", "-", *out], b"", "standard input: empty"),
            ("an empty file", ["zvc-enc", "empty", *out], b"", "empty"),
            ("an empty file, no arrays", ["gbbr", "empty", *out], b"", "empty: "),
            ("a file of no cases", ["gbbr", "none", *out], b"", "none: no cases"),
            ("a file that is cut off", ["gbbr", "-", *out], cases[:-70], "cut off"),
            ("a file without its end", ["gbbr", "-", *out], b"".join(lines[:-1]),
             "ends without '# end'"),
            ("a case too few", ["gbbr", "-", *out], b"".join(lines[:9] + lines[10:]),
             "39 cases, but 40 were generated"),
            ("outputs after the inputs", ["gbbr", "-", *out],
             gen("gbbr", "--lines", "40", "--answers"), "line 2: more fields than the inputs"),
            ("a head that is none", ["gbbr", "-", *out], b"x" + cases, "line 1: this is no case"),
            ("an array, of a unit that takes none", ["mdcache", "nothing.txt", *out], b"",
             "nothing.txt: holds no cases of 'linepress gen', and mdcache takes no array"),
            ("a form of cases without packs", ["mdcache", "-", *out],
             gen("mdcache", "--lines", "4", "-p", "BURST=1"), "a pack of mdcache holds single"),
            ("a file that is not there", ["gbbr", "nowhere", *out], b"", "nowhere: No such file"),
            ("a file that is a folder", ["zvc-enc", "pack", *out], b"", "pack: "),
            ("a folder that is there", ["gbbr", "cases", "-o", "pack"], b"", "--force replaces it"),
            ("a folder that holds other files", ["gbbr", "cases", "-f", "-o", "full"], b"",
             "'letter.txt' in it is no file of a pack"),
            ("a file in the place of the folder", ["gbbr", "cases", "-f", "-o", "empty"], b"",
             "empty: Not a directory"),
            ("a folder in none", ["gbbr", "cases", "-o", "no/out"], b"", "no/out: no temporary"),
            ("a link to nothing", ["gbbr", "cases", "-o", "link"], b"", "link to nothing"),
            ("a folder without a name", ["gbbr", "cases", "-o", ""], b"", "-o: ")):
        refused(work, name, words, text, said)
    refused(work, "a full disk", ["gbbr", "cases", *out], b"", "File too large", preexec_fn=limited)


def unwritable(work):
    """Root may write everything, so this runs as user 65534."""
    folder = os.path.join(work, "locked")
    os.mkdir(folder, 0o555)
    os.chmod(work, 0o755)
    secret = save(work, "secret", gen("gbbr", "--lines", "2"))
    os.chmod(secret, 0)
    unprivileged = {"user": 65534, "group": 65534, "extra_groups": []}
    user = unprivileged if os.getuid() == 0 else {}
    for name, words, said in (
            ("a folder that takes no files", ["gbbr", "-", "-o", "locked/out"],
             "locked/out: no temporary folder can be made beside it: Permission denied"),
            ("a file that cannot be read", ["gbbr", "secret", "-o", "/tmp/out"],
             "secret: Permission denied")):
        try:
            done = vectors(*words, text=gen("gbbr", "--lines", "2"), cwd=work, **user)
        except PermissionError:
            print(f"ok - refused: {name} # SKIP user 65534 may not run {packs.LINEPRESS}")
            continue
        line = done.stderr.decode()
        good = done.returncode == 2 and line.count("\n") == 1 and said in line
        result([] if good and not os.listdir(folder) else [f"exit {done.returncode}, {line}"],
               f"refused: {name}")


def heeds_signals():
    """A shell in the background ignores some, and its children with it."""
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_DFL)


def interrupted(work):
    cases = gen("gbbr", "--level", "2", "--lines", "3000").splitlines(keepends=True)
    problems = []
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        with subprocess.Popen([packs.LINEPRESS, "vectors", "gbbr", "-", "-o", "out"], cwd=work,
                              stdin=subprocess.PIPE, stderr=subprocess.PIPE,
                              preexec_fn=heeds_signals) as run:
            run.stdin.write(b"".join(cases[:2000]))
            run.stdin.flush()
            for _ in range(500):
                if os.listdir(work):
                    break
                time.sleep(0.01)
            seen = os.listdir(work)
            run.send_signal(number)
            run.wait(20)
        if len(seen) != 1 or run.returncode != -number or os.listdir(work):
            problems.append(f"{number}: {seen}, exit {run.returncode}, left {os.listdir(work)}")
    result(problems, "a signal leaves no file")


# ---- what it writes ----

def replaced(work):
    """--force replaces one pack by another, also through a link; without it none is replaced."""
    text, problems = gen("gbbr", "--lines", "5"), []
    one = vectors("gbbr", "-", "-o", "pack/", text=text, cwd=work)
    was = tree(work)
    os.symlink("pack", os.path.join(work, "link"))
    two = vectors("mdcache", "-", "-f", "-o", "link", text=gen("mdcache", "--lines", "5"), cwd=work)
    if one.returncode or two.returncode or one.stdout or one.stderr:
        problems.append(f"{one} {two}")
    if packs.sidecar(work, "pack")["unit"] != "mdcache" or \
            sorted(os.listdir(work)) != ["link", "pack"]:
        problems.append(f"there is {os.listdir(work)}")
    os.remove(os.path.join(work, "link"))
    again = vectors("gbbr", "-", "--force", "--folder", "pack", text=text, cwd=work)
    if again.returncode or tree(work) != was:
        problems.append("the same cases give another pack")
    mask = os.umask(0)
    os.umask(mask)
    if os.stat(os.path.join(work, "pack")).st_mode & 0o777 != 0o777 & ~mask:
        problems.append("the folder has other permissions than new folders")
    result(problems, "a pack takes the place of another one")


def beats(folder, stream):
    """The words of a stream, each as a map of its ports."""
    with open(os.path.join(folder, stream["file"]), encoding="ascii") as src:
        words = [int(line, 16) for line in src]
    return [{p["name"]: word >> p["lsb"] & (1 << p["width"]) - 1 for p in stream["ports"]}
            for word in words]


def streams(folder):
    said = json.loads(packs.read(folder, "pack.json"))
    return {s["name"]: beats(folder, s) for s in said["streams"]}


def arrays(work):
    """Lines of an array through both directions of a codec, and of a job through the packer."""
    data = packs.read(DATA)[-8192:] + b"\1\2\3"
    save(work, "array", data)
    raw = data + bytes(-len(data) % 128)
    problems = []
    for unit, words in (("zvc-enc", ()), ("zvc-dec", ()), ("zvc-enc", ("-p", "STREAM=1")),
                        ("zvc-dec", ("-p", "STREAM=1", "-p", "ELEM=16")), ("bpc-enc", ()),
                        ("bpc-dec", ()), ("cdma-pack", ()), ("mixed-enc", ()),
                        ("mixed-dec", ()), ("grp-enc", ()), ("grp-dec", ())):
        folder = os.path.join(work, f"{unit}{len(words)}")
        done = vectors(unit, "array", "-o", folder, *words, cwd=work)
        if done.returncode:
            problems.append(f"{unit}: {done.stderr.decode()}")
            continue
        said, seen = packs.sidecar(folder, ""), streams(folder)
        side = "s" if unit.endswith("enc") else "m"
        lines = b"".join(b[f"{side}_data_{'i' if side == 's' else 'o'}"].to_bytes(32, "little")
                         for b in seen[side])
        whole = data + bytes(-len(data) % 512) if unit.startswith("grp") else raw
        if unit != "cdma-pack" and lines != whole:
            problems.append(f"{unit} {words}: the lines are not those of the array")
        if unit == "cdma-pack" and [b["r_status_o"] for b in seen["r"]] != [0] * said["cases"]:
            problems.append("cdma-pack: a job fails")
        size = 6144 if unit == "cdma-pack" else 512 if "STREAM=1" in words or \
            unit.startswith("grp") else 128
        cases = -(-len(raw) // size)
        if (said["cases"], said["seed"], said["sources"][0]["kind"]) != (cases, None, "array"):
            problems.append(f"{unit}: {said['cases']} cases of {said['sources']}")
    result(problems, "arrays give their lines, stored ones, and groups")


def several(work):
    """Two files are one pack with the cases of both."""
    one, two = gen("bpc-enc", "--lines", "4"), gen("bpc-enc", "--lines", "3", "--seed", "9")
    done = vectors("bpc-enc", save(work, "one", one), "-", "-o", "both", text=two, cwd=work)
    said = packs.sidecar(work, "both")
    sources = [(s["kind"], s.get("seed"), s["cases"]) for s in said["sources"]]
    good = done.returncode == 0 and said["cases"] == 7 and said["seed"] is None and \
        sources == [("cases", 1, 4), ("cases", 9, 3)]
    result([] if good else [done.stderr, said], "several files make one pack")


def inputs_of_cases(work):
    """The beats hold the fields of the cases, bit by bit, by the sidecar's positions."""
    text = gen("gbbr", "--lines", "60", "--seed", "4")
    vectors("gbbr", "-", "-o", "beats", text=text, cwd=work)
    seen = streams(os.path.join(work, "beats"))
    due_cfg, due_s = [], []
    for line in text.decode().splitlines()[1:-1]:
        at = [int(field, 16) for field in line.split()]
        due_cfg += [{"cfg_reg_i": i, "cfg_data_i": at[i]} for i in range(4)]
        due_s.append({"s_compressed_i": at[4], "s_target_i": at[5],
                      "s_slot_i": at[6], "s_frame_i": at[7], "s_index_i": at[8]})
    tags = [beat.pop("s_tag_i") for beat in seen["s"]]
    good = seen["cfg"] == due_cfg and seen["s"] == due_s and \
        tags == [beat["m_tag_o"] for beat in seen["m"]]
    result([] if good else ["a beat differs from the case"], "gbbr: beats are the fields of the cases")
    order = packs.read(work, "beats/order.hex").split()
    result([] if order == [b"1", b"1", b"1", b"1", b"0"] * 60 else [order[:9]],
           "gbbr: registers come before their request")
    text = gen("mdcache", "--lines", "80", "--seed", "4", "--answers")
    vectors("mdcache", "-", "-o", "cases", text=gen("mdcache", "--lines", "80", "--seed", "4"),
            cwd=work)
    said = packs.sidecar(work, "cases")
    fields = beats(os.path.join(work, "cases"), {**said["records"],
                                                 "ports": said["records"]["fields"]})
    wrong = []
    for line, got in zip(text.decode().splitlines()[1:-1], fields, strict=True):
        due = line.split()
        due[3] = bytes.fromhex(due[3])[::-1].hex()
        due[9] = f"{0 if due[9] == '-' else len(due[9]) // 80:x}"
        if [int(field, 16) for field in due] != list(got.values()):
            wrong.append(line)
    result(wrong, "mdcache: words are the fields of the cases")


def page(work):
    """The example of docs/use/vectors.md."""
    text = packs.read(packs.ROOT, "docs/use/vectors.md").decode()
    cases = re.search(r"^    # linepress-cases.*?# end.*?\n", text, re.M | re.S)[0]
    due, name = {}, None
    for file, word in re.findall(r"^    ([\w.]* +)([0-9a-f]+(?: [01]){0,4})(?:  |\n)",
                                 text[text.index("has these words:"):], re.M):
        name = file.strip() or name
        due.setdefault(name, []).extend(word.split())
    done = vectors("gbbr", "-", "-o", "page", cwd=work,
                   text="".join(line[4:] + "\n" for line in cases.splitlines()).encode())
    got = {file: data.decode().split() for file, data in tree(os.path.join(work, "page")).items()
           if file.endswith(".hex")} if done.returncode == 0 else done.stderr
    result([] if due == got else [due, got], "the example of docs/use/vectors.md")


def main():
    for part in (page, bad_use, unwritable, interrupted, replaced, arrays, several,
                 inputs_of_cases):
        with tempfile.TemporaryDirectory() as work:
            part(work)
    return end()


if __name__ == "__main__":
    sys.exit(main())
