# SPDX-License-Identifier: Apache-2.0
"""Programs from other projects, their inputs, and the compared parts of their output.

Each runs in a folder of its own, which `prepare` fills once and which is copied for each run. Times
and process numbers, which differ from run to run, are cut out of the output by `hide`.
"""
import dataclasses
import os
import random
import re
import shutil
import subprocess
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))
PYTHON = "/usr/bin/python3"


def nothing(_folder):
    """No preparation, no action during the program, and no check afterwards."""


@dataclasses.dataclass
class Program:
    """A row of the table."""
    name: str
    words: list  # the command
    prepare: callable = nothing
    beside: callable = nothing  # called while the program runs; its return value is compared
    after: callable = nothing  # called when it has ended; its return value is compared
    hide: tuple = ()  # patterns whose matches are ignored
    rows: str = ""  # a pattern: the output is a set of these lines, in any order
    module: str = ""  # required modules of Python
    core: bool = False  # Debian's base and what ./bootstrap installs: part of make test
    seconds: int = 120  # limit, for the program under a preloaded object


def text(folder, name, lines, seed=1):
    """Lines of words that repeat, as in a text."""
    rng = random.Random(seed)
    words = ["".join(rng.choice("abcdefghijklmnop") for _ in range(rng.randint(2, 9)))
             for _ in range(2000)]
    with open(f"{folder}/{name}", "w", encoding="ascii") as file:
        for _ in range(lines):
            file.write(" ".join(rng.choices(words, k=10)) + "\n")


def prepare_text(folder):
    text(folder, "text", 60000)


def prepare_c(folder):
    """A source with many functions, so that the compiler has some work."""
    with open(f"{folder}/source.c", "w", encoding="ascii") as file:
        for i in range(150):
            file.write(f"int f{i}(int *p, int n)\n{{\n    int s = {i};\n"
                       f"    for (int k = 0; k < n; k++)\n        s += p[k] * (s ^ {3 * i + 1});\n"
                       "    return s;\n}\n")


def prepare_git(folder):
    """A repository of 40 commits by a fixed author at fixed times."""
    rng = random.Random(2)
    env = {**os.environ, "GIT_CONFIG_GLOBAL": "/dev/null", "GIT_CONFIG_SYSTEM": "/dev/null"}
    for role in ("AUTHOR", "COMMITTER"):
        env.update({f"GIT_{role}_NAME": "guest", f"GIT_{role}_EMAIL": "guest@example.org",
                    f"GIT_{role}_DATE": "2001-02-03T04:05:06Z"})

    def git(*words):
        subprocess.run(["git", "-C", f"{folder}/tree", *words], check=True, env=env,
                       stdout=subprocess.DEVNULL)

    os.mkdir(f"{folder}/tree")
    git("init", "-q", "-b", "main")
    for step in range(40):
        for _ in range(5):
            text(f"{folder}/tree", f"file{rng.randrange(30)}", 200, rng.random())
        git("add", ".")
        git("commit", "-q", "-m", f"step {step}")


def log_of(folder):
    """The whole history and its check, printed by git alone."""
    env = {k: v for k, v in os.environ.items() if k != "LD_PRELOAD"}
    done = subprocess.run(f"git -C {folder}/tree fsck --full 2>&1; git -C {folder}/tree log -p",
                          shell=True, check=False, env=env, stdout=subprocess.PIPE)
    return done.stdout


def file_of(name):
    """The contents of a file when the program has ended."""
    def read(folder):
        try:
            with open(f"{folder}/{name}", "rb") as file:
                return file.read()
        except FileNotFoundError:
            return b"no such file"
    return read


def benchmark(folder):
    """Waits for the server, runs the benchmark against it, reads its contents, and ends it."""
    env = {k: v for k, v in os.environ.items() if k != "LD_PRELOAD"}
    client = ["redis-cli", "-s", f"{folder}/socket"]

    def ask(*words):
        return subprocess.run([*client, *words], check=False, env=env, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT).stdout

    deadline = time.monotonic() + 60
    while ask("ping") != b"PONG\n" and time.monotonic() < deadline:
        time.sleep(.02)
    done = subprocess.run(["redis-benchmark", "-s", f"{folder}/socket", "-n", "4000", "-q", "-d",
                           "100", "-t", "set,get,incr,lpush,lpop,sadd,zadd,mset,lrange_100"],
                          check=False, env=env, stdout=subprocess.DEVNULL)
    said = b"".join(ask(*words) for words in (
        ("eval", "for i=1,20000 do redis.call('set','k'..i,string.rep(i,20)) end return 1", "0"),
        ("bgsave",), ("append", "k7", "end"), ("get", "k7"), ("strlen", "k20000"),
        ("config", "set", "save", ""), ("dbsize",)))
    while b"rdb_bgsave_in_progress:1" in ask("info", "persistence") and \
            time.monotonic() < deadline:
        time.sleep(.02)
    saved = b"rdb_last_bgsave_status:ok" in ask("info", "persistence")
    ask("shutdown", "nosave")
    return said + f"benchmark {done.returncode}, saved {saved}\n".encode()


def python_suite(name, *only, seconds=400):
    """A file of Python's own tests: the result of each test, in any order."""
    words = [PYTHON, "-m", "unittest", "-v"]
    for pattern in only:
        words += ["-k", pattern]
    return Program(f"python {name}" + (f" ({len(only)} classes)" if only else ""),
                   [*words, f"test.{name}"], module=f"test.{name}", seconds=seconds,
                   rows=r"(?m)^(?:test\w+ \(test\.[\w.]+\).* \.\.\. (?:ok|FAIL|ERROR|skipped .*|"
                        r"expected failure)|(?:OK|FAILED).*|(?:FAIL|ERROR): .*)$")


REDIS = ["redis-server", "--port", "0", "--unixsocket", "socket", "--save", "", "--dir", ".",
         "--appendonly", "no", "--logfile", "log", "--daemonize", "no", "--dbfilename", "dump"]

PROGRAMS = [
    Program("gzip", ["gzip", "-9", "-c", "text"], prepare_text, core=True),
    Program("xz -T2", ["xz", "-T2", "-2", "--block-size=1MiB", "-c", "text"], prepare_text,
            core=True),
    Program("sort", ["sort", "--parallel=2", "-S", "8M", "text"], prepare_text, core=True),
    Program("tar", ["sh", "-c", "tar -cf - --mtime=@0 --owner=0 --group=0 text | tar -xOf - | "
                    "md5sum; tar -czf a.tgz text && tar -tzf a.tgz"], prepare_text, core=True),
    Program("perl", ["perl", f"{HERE}/guest.pl"], core=True),
    Program("bash", ["bash", f"{HERE}/guest.bash"], hide=(r"\d+ Segmentation",), core=True),
    Program("gcc", ["gcc", "-O2", "-c", "source.c", "-o", "source.o"], prepare_c,
            after=file_of("source.o"), core=True),
    Program("python3", [PYTHON, f"{HERE}/guest.py"], core=True),
    Program("git repack", ["git", "-C", "tree", "-c", "pack.threads=2", "repack", "-a", "-d", "-f",
                           "-q"], prepare_git, after=log_of),
    Program("git log", ["git", "-C", "tree", "log", "-p", "--stat"], prepare_git),
    Program("sqlite3", ["sh", "-c", f"sqlite3 base <{HERE}/guest.sql"]),
    Program("redis-server", REDIS, beside=benchmark),
    Program("imagemagick", ["convert", "-size", "800x600", "gradient:red-blue", "-swirl", "180",
                            "-blur", "0x3", "-resize", "1200x900", "ppm:-"]),
    Program("node", ["node", f"{HERE}/guest.js"]),
    Program("java keytool", ["sh", "-c", "keytool -genkeypair -keyalg RSA -keysize 2048 -alias a "
                             "-dname CN=guest -keystore k -storepass secret && "
                             "keytool -list -keystore k -storepass secret"],
            hide=(r"(?m)^(?:.*fingerprint.*|a, .*)$",)),
    Program("java", ["java", "-Xmx128m", "-XX:+UseParallelGC", "-Xlog:disable", "--list-modules"]),
    python_suite("test_mmap"),
    python_suite("test_subprocess", "ProcessTestCase", "POSIXProcessTestCase"),
    python_suite("test_signal"),
    python_suite("test_threading"),
    python_suite("test_io", "CBufferedRandomTest", "CBufferedReaderTest", "CBufferedWriterTest",
                 "CIOTest", "CTextIOWrapperTest", "CMiscIOTest", "CSignalsTest"),
]


def lacks(program):
    """The missing package, or an empty text."""
    for word in (program.words[0], *re.findall(r"sqlite3|keytool|xz|perl", program.words[-1])):
        if shutil.which(word) is None:
            return word
    if program.name == "redis-server" and shutil.which("redis-benchmark") is None:
        return "redis-benchmark"
    if program.module:
        done = subprocess.run([PYTHON, "-c", f"import {program.module}"], check=False,
                              stderr=subprocess.DEVNULL)
        return "" if done.returncode == 0 else program.module
    return ""


if __name__ == "__main__":
    sys.exit("programs.py is a list; compare.py runs it")
