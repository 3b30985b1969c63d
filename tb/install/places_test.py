#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""An installation works in every place: in folders with odd names, in lib64 and multiarch libdirs,
in a DESTDIR of another user, and moved; each library in C and C++, shared and static, the Python
modules, the command line with everything that it loads and starts. Neither the build folder nor
foreign files are changed, and uninstalling restores the previous state."""
import json
import os
import shlex
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from tap import end, result, skip  # noqa: E402

BUILD = os.path.abspath(os.environ.get("BUILD", "build"))
CC, CXX = os.environ.get("CC", "cc"), os.environ.get("CXX", "c++")
PYTHON = os.environ.get("PYTHON", "/usr/bin/python3")
ROOT = os.path.abspath(".")
LIBRARIES = ("linepress", "linepress_cycle", "linepress_dma")
C_STANDARDS, CXX_STANDARDS = ("c99", "c11", "c17"), ("c++11", "c++17")
WARNINGS = ["-Wall", "-Wextra", "-Wpedantic", "-Werror"]
IS_ROOT = os.getuid() == 0
BUILDER, INSTALLER, USER = 65531, 65532, 65533
# Variables that would redirect to files outside the installation.
ENV = {k: v for k, v in os.environ.items()
       if not k.startswith(("LINEPRESS", "PKG_CONFIG", "MAKE", "PYTHON", "MFLAGS"))}


class Place:
    """An installation: its DESTDIR, a folder used as / during the installation, its prefix, its
    libdir from the prefix, who installs there, and the Python that makes pages and manifests."""

    def __init__(self, name, destdir, prefix, libdir="lib", uid=None, python=PYTHON):
        self.name, self.destdir, self.prefix, self.libdir = name, destdir, prefix, libdir
        self.uid, self.python = uid, python

    def at(self, *path):
        return os.path.join(self.destdir + self.prefix, *path)

    @property
    def lib(self):
        return self.at(self.libdir)

    def env(self):
        """Variables that a user of this place sets."""
        sysroot = {"PKG_CONFIG_SYSROOT_DIR": self.destdir} if self.destdir else {}
        return {**ENV, **sysroot, "PKG_CONFIG_PATH": f"{self.lib}/pkgconfig",
                "LD_LIBRARY_PATH": self.lib, "PYTHONPATH": self.at("share/linepress/python")}


def run(argv, uid=None, **options):
    """Empty if the program's exit status is 0, else its output. Runs as the user of this number."""
    done = subprocess.run(argv, check=False, text=True, errors="replace", stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, user=uid, group=uid,
                          extra_groups=None if uid is None else [], **options)
    return "" if done.returncode == 0 else \
        f"{' '.join(map(str, argv))[:200]}: exit status {done.returncode}\n{done.stdout}"


# ------------------------------------------------------------------ installing
def make(target, place, bare):
    """Output of `make install` with a strict umask, as the place's user."""
    def quoted(path):
        return path.replace("$", "$$")

    return run(["make", "-s", target, f"B={bare}", f"DESTDIR={quoted(place.destdir)}",
                f"PREFIX={quoted(place.prefix)}", f"PYTHON={place.python}",
                f"LIBDIR={quoted(place.prefix)}/{place.libdir}"], uid=place.uid, umask=0o077,
               env=ENV)


def copy_build(bare):
    """The inputs of `make install`, as another user's build folder, or one that cannot be
    written."""
    names = [n for n in os.listdir(BUILD) if n.startswith(("lib", "linepress"))]
    names += ["dpi", "capture", "huvm_preload"]
    os.mkdir(bare)
    for name in names:
        source = os.path.join(BUILD, name)
        if os.path.isdir(source):
            shutil.copytree(source, os.path.join(bare, name))
        elif os.path.exists(source):
            shutil.copy2(source, bare, follow_symlinks=False)
    with open(f"{bare}/linepress-card-server", "w", encoding="utf-8") as out:
        out.write("#!/bin/sh\nexit 3\n")
    os.chmod(f"{bare}/linepress-card-server", 0o755)
    for name in ("tune", "dma_rtl"):
        subprocess.run([CC, "-shared", "-x", "c", "-", "-o", f"{bare}/liblinepress_{name}.so"],
                       input="int lp_nothing;\n", text=True, check=True)
    run(["chown", "-R", f"{BUILDER}:{BUILDER}", bare] if IS_ROOT else ["chmod", "-R", "a-w", bare])


def listed(folder):
    """{path: attributes that must not change} of everything below."""
    found = {}
    for path, folders, files in os.walk(folder):
        for name in folders + files:
            stat = os.lstat(os.path.join(path, name))
            found[os.path.relpath(os.path.join(path, name), folder)] = \
                stat.st_mode, stat.st_uid, stat.st_mtime_ns, stat.st_size
    return found


def differences(before, after, what):
    return [f"{what}: {path}" for path in sorted(before.keys() | after.keys())
            if before.get(path) != after.get(path)]


def all_may_read(place):
    """Paths that only the owner can use."""
    wrong = []
    for path, folders, files in os.walk(place.at()):
        for name in folders + files:
            mode = os.lstat(os.path.join(path, name)).st_mode
            need = 0o005 if name in folders or mode & 0o100 else 0o004
            wrong += [f"{mode:o} {os.path.join(path, name)}"] * (mode & need != need)
    return wrong


def files_of(place):
    return {os.path.join(path, name) for path, folders, files in os.walk(place.at())
            for name in files + [f for f in folders if os.path.islink(os.path.join(path, f))]}


def write_others(place):
    """Foreign files in the installation's folders."""
    others = [place.at(f) for f in ("bin/other", f"{place.libdir}/other", "include/linepress/o.h",
                                    "share/linepress/python/linepress/own.py",
                                    f"{place.libdir}/pkgconfig/o.pc")]
    for path in others:
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8"):
            pass
    if place.uid is not None:
        run(["chown", "-R", f"{place.uid}:{place.uid}", place.destdir])
    return set(others)


# ------------------------------------------------------------------ doors
def example(page):
    """The C program of a page, and its output."""
    with open(page, encoding="utf-8") as src:
        text = src.read()
    program = text.split("```c\n", 1)[1].split("```", 1)[0]
    return program, text.split("```output\n", 1)[1].split("```", 1)[0]


def programs(work):
    """{library: (source, output)}; of liblinepress also in C++."""
    cycle, dma = example("docs/use/using.md"), example("docs/use/dma.md")
    texts = {"linepress_cycle": cycle, "linepress_dma": dma}
    found = {"linepress": (f"{ROOT}/tb/install/consumer.c", "")}
    for name, (text, says) in texts.items():
        with open(f"{work}/{name}.c", "w", encoding="utf-8") as out:
            out.write(text)
        found[name] = f"{work}/{name}.c", says
    with open(f"{work}/dma.cc", "w", encoding="utf-8") as out:
        out.write("#include <linepress/card.h>\n#include <linepress/swap.h>\n"
                  "#include <linepress/common/instance.h>\n#include <linepress/zvc/zvc_ports.h>\n"
                  "int main()\n{\n    lp_dma_config config;\n    lp_dma *dma = nullptr;\n"
                  "    lp_dma_defaults(&config);\n    int error = lp_dma_open(\"model\", &config, "
                  "&dma);\n    lp_dma_close(dma);\n    return error || !lp_unit_at(0);\n}\n")
    return found


def compiled(place, work, compiler, libraries, source, static, flags=()):
    """Faults of a program that is built with pkg-config's flags, which are parsed by a shell since
    a folder's name may have blanks; and the program's output."""
    env = place.env()
    words = subprocess.run(["pkg-config", *["--static"] * static, "--cflags", "--libs",
                            *libraries.split()], env=env, check=False, text=True,
                           capture_output=True)
    if words.returncode:
        return words.stderr, ""
    out = f"{work}/program"
    wrong = run(["sh", "-c", " ".join((
        shlex.join([compiler, *flags, source, *["-static"] * static]), words.stdout.strip(),
        shlex.join(["-o", out])))], env=env)
    if wrong:
        return wrong, ""
    done = subprocess.run([out], check=False, text=True, env=env, capture_output=True)
    return "" if done.returncode == 0 else f"{out}: {done.returncode}", done.stdout


def c_doors(place, work):
    wrong = []
    for library, (source, says) in programs(work).items():
        for static in (False, True):
            told, said = compiled(place, work, CC, library, source, static, ["-std=c11"])
            if not told and says and said != says:
                told = f"it prints {said!r}"
            wrong += [f"{library}, static={static}: {line}" for line in told.splitlines()]
    for static in (False, True):
        told, _ = compiled(place, work, CXX, "linepress_dma linepress_cycle", f"{work}/dma.cc",
                           static, ["-std=c++11", *WARNINGS])
        wrong += [f"C++, static={static}: {line}" for line in told.splitlines()]
    return wrong


def whole_archives(place, work):
    """Every symbol that an archive needs is in the libraries of its .pc file."""
    wrong = []
    with open(f"{work}/none.c", "w", encoding="utf-8") as out:
        out.write("int main(void) { return 0; }\n")
    for library in LIBRARIES:
        whole = f"-Wl,--whole-archive,-l:lib{library}.a,--no-whole-archive"
        told, _ = compiled(place, work, CC, library, f"{work}/none.c", True,
                           [f"-L{place.lib}", whole])
        wrong += [f"{library}: {line}" for line in told.splitlines()]
    return wrong


def variables(place):
    """The .pc files have the real folders."""
    wrong = []
    env = {k: v for k, v in place.env().items() if k != "PKG_CONFIG_SYSROOT_DIR"}
    for library in LIBRARIES:
        for name, value in (("prefix", place.prefix), ("libdir", f"{place.prefix}/{place.libdir}"),
                            ("includedir", f"{place.prefix}/include")):
            said = subprocess.run(["pkg-config", f"--variable={name}", library], env=env, text=True,
                                  check=False, capture_output=True).stdout.rstrip("\n")
            wrong += [f"{library}: {name} is {said}"] * (said != value)
    return wrong


MODULES = """
import os, runpy, sys, linepress
linepress.Dma("model").close()
swap = os.path.join(os.path.dirname(linepress.__file__), "swap", "library.py")
loaded = linepress.dma._load(), runpy.run_path(swap)["LIBRARY"]
for library, name in zip(loaded, ("liblinepress_dma.so", "liblinepress.so")):
    if os.path.realpath(library._name) != os.path.realpath(os.path.join(sys.argv[1], name)):
        sys.exit(f"{library._name} is loaded")
try:
    linepress.Card("sim:")
except linepress.Error as error:
    if "ended" not in str(error):
        sys.exit(str(error))
"""


def python_door(place, work, lib=None, **more):
    """The modules load these libraries and no others; a card's server is found, which ends."""
    env = {k: v for k, v in place.env().items() if k != "LD_LIBRARY_PATH"}
    return run([PYTHON, "-c", MODULES, lib or place.lib], uid=place.uid and USER, cwd=work,
               env={**env, **more})


HUVM = {"chunk_kib": 64, "gpus": [{"memory_mib": 0.125}],
        "apps": [{"name": "x", "gpus": [0], "use": 1.5, "passes": 1}]}


def said_of(argv, **options):
    return subprocess.run(argv, check=False, text=True, errors="surrogateescape",
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, **options).stdout


def command_doors(place, work):
    """Objects and programs that the command line loads and starts: two objects have another
    version, and a server ends at once."""
    wrong = []
    command = place.at("bin/linepress")
    with open(f"{work}/array", "wb") as out:
        out.write(bytes(4096))
    for argv, words in (
            ([command, "--version"], "0."),
            ([command, "dma", "--engine", "rtl", f"{work}/array"], "belongs to another build"),
            ([place.at("bin/linepress-card"), "-d", "sim:", "info"], "ended")):
        said = said_of(argv, env=ENV)
        wrong += [f"{shlex.join(argv)}: {said}"] * (words not in said)
    return wrong


def preload_doors(place, work):
    """A program is captured, and its memory is managed."""
    command = place.at("bin/linepress")
    shutil.rmtree(f"{work}/set", ignore_errors=True)
    wrong = run([command, "capture", "--malloc", "--points", "2", "--length", "2", "-o",
                 f"{work}/set", "--", f"{BUILD}/capture_test/known", "marks", "2", "70000"],
                env=ENV).splitlines()
    with open(f"{work}/huvm.json", "w", encoding="utf-8") as out:
        json.dump(HUVM, out)
    said = said_of([command, "huvm", "--clock", "real", "--policy", "base", "--json", "--scenario",
                    f"{work}/huvm.json"], env=ENV)
    try:
        if json.loads(said)["mismatches"] != 0:
            wrong.append(said)
    except (ValueError, KeyError):
        wrong.append(f"huvm: {said}")
    return wrong


def rtl_door(place):
    """A unit's list of files, from the installation's own folder."""
    there = place.at("share/linepress")
    with open(f"{there}/lp_zvc_enc.f", encoding="utf-8") as src:
        files = [line.strip() for line in src if line.strip() and not line.startswith("//")]
    return run(["iverilog", "-g2012", "-t", "null", "-s", "lp_zvc_enc", *files], cwd=there)


# ------------------------------------------------------------------ tests
def test_preloads(place, work):
    name = f"{place.name}: preloaded objects"
    if os.path.exists(f"{BUILD}/capture/liblinepress_capture_malloc.so"):
        result(preload_doors(place, work), name)
    else:
        skip(name, "not built for this machine")


def test_place(place, bare, work):
    others = write_others(place)
    before = listed(bare)
    wrong = make("install", place, bare)
    result(wrong, f"{place.name}: make install")
    if wrong:
        return
    result(differences(before, listed(bare), "changed in the build folder") + all_may_read(place),
           f"{place.name}: all may read it, and the build folder is as before")
    result(variables(place), f"{place.name}: pkg-config's variables")
    result(c_doors(place, work), f"{place.name}: each library in C and C++, shared and static")
    result(python_door(place, work), f"{place.name}: the Python modules")
    result(command_doors(place, work), f"{place.name}: the command line")
    test_preloads(place, work)
    wrong = make("uninstall", place, bare).splitlines()
    result(wrong + [f"left: {p}" for p in sorted(files_of(place) - others)]
           + [f"gone: {p}" for p in sorted(others - files_of(place))],
           f"{place.name}: make uninstall leaves what was there before")


def test_headers(place, work):
    """Each alone."""
    include = place.at("include")
    headers = sorted(os.path.relpath(os.path.join(path, name), include)
                     for path, _, names in os.walk(include) for name in names
                     if name.endswith(".h") and not path.endswith("/systemc"))
    for ending in ("c", "cc"):
        os.mkdir(f"{work}/{ending}")
        for i, header in enumerate(headers):
            with open(f"{work}/{ending}/{i}.{ending}", "w", encoding="utf-8") as out:
                out.write(f"#include <{header}>\nint main(void) {{ return 0; }}\n")
    for compiler, ending, standards in ((CC, "c", C_STANDARDS), (CXX, "cc", CXX_STANDARDS)):
        for standard in standards:
            wrong = run([compiler, f"-std={standard}", *WARNINGS, "-I", include, "-fsyntax-only",
                         *(f"{work}/{ending}/{i}.{ending}" for i in range(len(headers)))])
            result(wrong or ["no header is installed"] * (len(headers) < 40),
                   f"{len(headers)} headers in {standard}, each alone")


def test_systemc(place, work):
    if not os.path.exists("/usr/include/systemc"):
        skip("SystemC headers", "no libsystemc-dev")
        return
    with open(f"{work}/tlm.cc", "w", encoding="utf-8") as out:
        out.write("".join(f"#include <linepress/systemc/{name}>\n" for name in
                          sorted(os.listdir(place.at("include/linepress/systemc")))))
    result(run([CXX, "-std=c++17", "-fsyntax-only", "-I", place.at("include"),
                f"{work}/tlm.cc"]), "SystemC headers")


def test_named_library(place, work):
    """LINEPRESS_LIB is right, or the error names it."""
    wrong = []
    for value in (place.lib, f"{place.lib}/liblinepress.so.0", f"{place.lib}/liblinepress_dma.so"):
        wrong += python_door(place, work, LINEPRESS_LIB=value).splitlines()
    for value in ("/no/such/folder", work, f"{work}/none.c"):
        said = python_door(place, work, LINEPRESS_LIB=value)
        wrong += [f"{value}: {said}"] * (f"LINEPRESS_LIB is {value}" not in said
                                         or "OSError" not in said
                                         and "FileNotFoundError" not in said)
    result(wrong, "Python: LINEPRESS_LIB wins, and an error names it")


def test_moved(place, work):
    """The whole installation, to a folder with another name."""
    moved = Place("moved", "", f"{work}/moved")
    os.rename(place.at(), moved.prefix)
    wrong = python_door(moved, work).splitlines() + command_doors(moved, work)
    env = {**moved.env(), "PKG_CONFIG_PATH": f"{moved.lib}/pkgconfig"}
    said = said_of(["pkg-config", "--define-prefix", "--libs", "linepress_dma"], env=env)
    wrong += [said] * (f"-L{moved.lib}" not in shlex.split(said))
    result(wrong, "all that was installed works when it is moved")


def test_one(place, bare, work):
    """Checks that are needed in one place only."""
    wrong = make("install", place, bare)
    result(wrong, "make install into a staging folder")
    if wrong:
        return
    result(whole_archives(place, work), "every symbol of an archive is in what its .pc file names")
    test_headers(place, work)
    test_systemc(place, work)
    if shutil.which("iverilog"):
        result(rtl_door(place), "RTL by its list of files")
    else:
        skip("RTL by its list of files", "no iverilog")
    test_named_library(place, work)
    test_editable(place, work)
    test_moved(place, work)


def pip(work, *words):
    return run([f"{work}/venv/bin/python", "-m", "pip", "-q", "--disable-pip-version-check",
                *words], cwd=work, env={**ENV, "PIP_NO_INDEX": "1", "PIP_NO_DEPS": "1"})


def kit_door(place, work):
    """The package of the venv loads the library of the place."""
    program = ("import os, sys, linepress_cocotb.library as l; name = l.load('linepress')._name; "
               "sys.exit(os.path.realpath(name) != os.path.realpath(sys.argv[1]) and name)")
    return run([f"{work}/venv/bin/python", "-c", program, f"{place.lib}/liblinepress.so"],
               cwd=work, env=ENV)


def test_editable(place, work):
    """The cocotb package, in place, from its folder and from its source archive."""
    kit = place.at("share/linepress/cocotb")
    if run([PYTHON, "-m", "venv", f"{work}/venv"]):
        skip("pip takes the installed cocotb package", "no python3-venv")
        return
    wrong = (pip(work, "install", "-e", kit) or kit_door(place, work)
             or pip(work, "uninstall", "-y", "linepress-cocotb")).splitlines()
    wrong += [] if run([f"{work}/venv/bin/python", "-c", "import linepress_cocotb"], cwd=work) \
        else ["it is there when it was uninstalled"]
    wrong += (pip(work, "install", kit) or kit_door(place, work)).splitlines()
    code = f"import wheel_backend; print(wheel_backend.build_sdist({work!r}))"
    archive = said_of([PYTHON, "-B", "-c", code], cwd=kit).strip()
    wrong += pip(work, "install", "--force-reinstall", f"{work}/{archive}").splitlines()
    result(wrong, "pip takes the installed cocotb package in place, as a copy, and its archive")


def test_odd_names(bare, work):
    """All but a line break."""
    odd = "a$b c'd|e`f;g*?[h~i%j<k\\l#m\"n\\#o:p\\&q$$r${s}\u00fc(t)"
    place = Place("odd", f"{work}/odd", f"/{odd}/p", python="")
    wrong = make("install", place, bare)
    # pkgconf does not escape $, so its output is parsed by xargs.
    said = wrong or said_of(
        ["sh", "-c", "pkg-config --cflags-only-I linepress | xargs printf %s"],
        cwd=f"{place.lib}/pkgconfig", env={**ENV, "PKG_CONFIG_PATH": "."})
    wrong = "" if said == f"-I{place.prefix}/include" else said
    result(wrong, "folders whose names mean something to make, sed, pkg-config and a shell")


def test_refused(bare, work):
    wrong = []
    names = "BINDIR LIBDIR INCLUDEDIR MANDIR DOCDIR BASHDIR ZSHDIR PYTHONDIR RTLDIR KITDIR"
    folders = {**dict.fromkeys(names.split(), "/x"), "DESTDIR": f"{work}/refused"}
    for prefix, words in (("stage", "PREFIX=stage is no absolute path"),
                          ("/a\nb", "PREFIX has a line break")):
        said = run(["cmodel/install.sh", "install", bare, "0.0.0"],
                   env={**ENV, **folders, "PREFIX": prefix})
        wrong += [f"{prefix!r}: {said}"] * (f"exit status 2\nmake install: {words}\n" not in said)
    wrong += ["something was installed"] * os.path.exists(f"{work}/refused")
    result(wrong, "a PREFIX that is relative or has a line break is refused")


def main():
    triple = said_of([CC, "-print-multiarch"]).strip() or "odd-triple"
    if not shutil.which("pkg-config"):
        skip("an installation works in every place", "no pkg-config")
        return end()
    with tempfile.TemporaryDirectory() as work:
        os.chmod(work, 0o755)
        bare = f"{work}/build"
        copy_build(bare)
        places = [Place("blank", "", f"{work}/a b  c"), Place("&", "", f"{work}/a&b#c", python=""),
                  Place("lib64", "", f"{work}/64", "lib64", python=""),
                  Place("multiarch", "", f"{work}/multi", f"lib/{triple}", python=""),
                  Place("DESTDIR of another user", f"{work}/stage", "/usr", uid=INSTALLER
                        if IS_ROOT else None)]
        for place in places:
            test_place(place, bare, work)
        test_one(Place("one", f"{work}/one", "/opt/one"), bare, work)
        test_odd_names(bare, work)
        test_refused(bare, work)
        if not IS_ROOT:
            run(["chmod", "-R", "u+w", bare])
    return end()


sys.exit(main())
