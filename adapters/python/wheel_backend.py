# SPDX-License-Identifier: Apache-2.0
"""Build backend of `pip install .` (PEP 517, 660): a wheel of the package with the libraries and the
command line that `make cli` builds, and a source archive of what `make cli` needs.

The build takes a C compiler, make, and the packages of `./bootstrap packages`. CC, CFLAGS and B (the
build folder) come from the environment."""
import base64
import glob
import gzip
import hashlib
import io
import os
import re
import shutil
import subprocess
import sysconfig
import tarfile
import tempfile
import zipfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
LIBRARIES = ("liblinepress.so", "liblinepress_dma.so", "liblinepress_python.so")
# Paths of the source archive, with all fragments of the Makefile.
SOURCES = ("LICENSE", "Makefile", "README.md", "bootstrap", "pyproject.toml", "adapters/python/",
           "cmodel/")
EPOCH = (1980, 1, 1, 0, 0, 0)  # the earliest time of a zip


def _text(path):
    with open(os.path.join(ROOT, path), encoding="utf-8") as file:
        return file.read()


def _project(key):
    return re.search(rf'^{key} = "(.*)"', _text("pyproject.toml"), re.M)[1]


def _version():
    return re.search(r'^#define LP_VERSION_STRING "(.*)"',
                     _text("cmodel/include/linepress/linepress.h"), re.M)[1]


def _metadata():
    needs = re.findall(r'"(\w+)([<>=][^"]*)"', re.search(r"^dependencies = .*", _text(
        "pyproject.toml"), re.M)[0])
    lines = ["Metadata-Version: 2.1", f"Name: {_project('name')}", f"Version: {_version()}",
             f"Summary: {_project('description')}", "License: Apache-2.0",
             f"Requires-Python: {_project('requires-python')}"]
    return "\n".join(lines + [f"Requires-Dist: {name} ({which})" for name, which in needs]) + "\n"


def _build():
    """Builds the libraries; returns the folder in which they are."""
    folder = os.environ.get("B", "build")
    done = subprocess.run(["make", "-C", ROOT, f"-j{os.cpu_count() or 1}", f"B={folder}", "cli"],
                          check=False)
    if done.returncode != 0:
        raise SystemExit("linepress: `make cli` failed. It needs a C compiler and the libraries "
                         "that `./bootstrap packages` lists.")
    return os.path.join(ROOT, folder)


def _stripped(path):
    """The bytes of a program without its debugging information, where strip is."""
    with tempfile.TemporaryDirectory() as work:
        copy = os.path.join(work, "copy")
        shutil.copy(path, copy)
        if shutil.which("strip"):
            subprocess.run(["strip", "--strip-unneeded", copy], check=True)
        with open(copy, "rb") as file:
            return file.read()


def _modules():
    """{path: bytes} of the package; api.py is made from the headers."""
    import generate
    before = os.getcwd()
    os.chdir(ROOT)
    try:
        api = generate.generate()
    finally:
        os.chdir(before)
    files = {}
    for pattern in ("*.py", "*.pyi", "py.typed", "swap/*.py"):
        for path in sorted(glob.glob(os.path.join(HERE, "linepress", pattern))):
            name = os.path.relpath(path, HERE)
            with open(path, "rb") as file:
                files[name] = file.read()
    files["linepress/api.py"] = api.encode()
    return files


def _write_wheel(folder, files, programs):
    """Writes the wheel; returns its name."""
    tag = f"py3-none-{sysconfig.get_platform().replace('-', '_').replace('.', '_')}"
    base = f"linepress-{_version()}"
    info = f"{base}.dist-info"
    files = {**files, f"{info}/METADATA": _metadata().encode(),
             f"{info}/WHEEL": f"Wheel-Version: 1.0\nGenerator: linepress\nRoot-Is-Purelib: false\n"
                              f"Tag: {tag}\n".encode(),
             f"{info}/entry_points.txt": b"[console_scripts]\nlinepress = linepress.find:run\n",
             f"{info}/LICENSE": _text("LICENSE").encode()}
    rows = []
    with zipfile.ZipFile(os.path.join(folder, f"{base}-{tag}.whl"), "w",
                         zipfile.ZIP_DEFLATED) as out:
        for name, data in files.items():
            entry = zipfile.ZipInfo(name, EPOCH)
            entry.external_attr = (0o100755 if name in programs else 0o100644) << 16
            out.writestr(entry, data, zipfile.ZIP_DEFLATED)
            digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
            rows.append(f"{name},sha256={digest},{len(data)}\n")
        out.writestr(zipfile.ZipInfo(f"{info}/RECORD", EPOCH),
                     "".join(rows) + f"{info}/RECORD,,\n")
    return f"{base}-{tag}.whl"


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    build, files = _build(), _modules()
    for name in LIBRARIES:
        files[f"linepress/{name}"] = _stripped(os.path.join(build, name))
    program = "linepress/bin/linepress"
    files[program] = _stripped(os.path.join(build, "linepress"))
    return _write_wheel(wheel_directory, files,
                        {program, *(f"linepress/{name}" for name in LIBRARIES)})


def build_editable(wheel_directory, config_settings=None, metadata_directory=None):
    """The package in this tree, with the libraries of its build folder."""
    _build()
    return _write_wheel(wheel_directory, {"__editable__.linepress.pth": f"{HERE}\n".encode()}, ())


def _sources():
    """Paths of the archive: those that git has or, in an unpacked archive, all."""
    listed = subprocess.run(["git", "-C", ROOT, "ls-files"], stdout=subprocess.PIPE,
                            stderr=subprocess.DEVNULL, check=False).stdout.decode().split("\n") \
        if os.path.exists(os.path.join(ROOT, ".git")) else \
        [os.path.relpath(os.path.join(folder, name), ROOT)
         for folder, _, names in os.walk(ROOT) for name in names]
    return sorted(path for path in listed
                  if path.startswith(SOURCES) or path.endswith((".mk", ".awk")))


def build_sdist(sdist_directory, config_settings=None):
    """Reproducible: the same bytes in each build."""
    base = f"linepress-{_version()}"
    path = os.path.join(sdist_directory, f"{base}.tar.gz")
    with open(path, "wb") as file, gzip.GzipFile("", "wb", fileobj=file, mtime=0) as packed, \
            tarfile.open(fileobj=packed, mode="w", format=tarfile.PAX_FORMAT) as out:
        def add(name, data, mode):
            entry = tarfile.TarInfo(f"{base}/{name}")
            entry.size, entry.mode = len(data), mode
            out.addfile(entry, io.BytesIO(data))

        add("PKG-INFO", _metadata().encode(), 0o644)
        for name in _sources():
            whole = os.path.join(ROOT, name)
            with open(whole, "rb") as source:
                add(name, source.read(), 0o755 if os.access(whole, os.X_OK) else 0o644)
    return os.path.basename(path)
