# SPDX-License-Identifier: Apache-2.0
"""Builds the wheel of linepress_cocotb, a zip of its files and three metadata files, the wheel of
an editable installation, and the source archive (PEP 517, 660)."""
import base64
import gzip
import hashlib
import io
import os
import re
import tarfile
import zipfile

HERE = os.path.dirname(os.path.abspath(__file__))
PACKAGE = "linepress_cocotb"
METADATA = """\
Metadata-Version: 2.1
Name: linepress-cocotb
Version: {version}
Summary: Golden and cycle models of Linepress for cocotb
License: Apache-2.0
Requires-Python: >=3.9
Requires-Dist: cocotb (>=1.9.2,<3)
Provides-Extra: axi
Requires-Dist: cocotbext-axi (>=0.1.28) ; extra == 'axi'
"""
WHEEL = "Wheel-Version: 1.0\nGenerator: linepress\nRoot-Is-Purelib: true\nTag: py3-none-any\n"


def _text(path):
    with open(os.path.join(HERE, path), encoding="utf-8") as src:
        return src.read()


def _version():
    return re.search(r'^VERSION = "(.*)"', _text(f"{PACKAGE}/library.py"), re.M)[1]


def _record(name, data):
    digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
    return f"{name},sha256={digest},{len(data)}\n"


def _modules():
    """{path: text} of the package."""
    return {f"{PACKAGE}/{name}": _text(f"{PACKAGE}/{name}")
            for name in sorted(os.listdir(os.path.join(HERE, PACKAGE))) if name.endswith(".py")}


def _wheel(folder, files):
    """Writes the wheel with these files; returns its name."""
    version = _version()
    info = f"{PACKAGE}-{version}.dist-info"
    files = files | {f"{info}/METADATA": METADATA.format(version=version), f"{info}/WHEEL": WHEEL}
    wheel = f"{PACKAGE}-{version}-py3-none-any.whl"
    record = ""
    with zipfile.ZipFile(os.path.join(folder, wheel), "w", zipfile.ZIP_DEFLATED) as out:
        for name, text in files.items():
            out.writestr(zipfile.ZipInfo(name), text.encode())
            record += _record(name, text.encode())
        out.writestr(zipfile.ZipInfo(f"{info}/RECORD"), f"{record}{info}/RECORD,,\n")
    return wheel


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    return _wheel(wheel_directory, _modules())


def build_editable(wheel_directory, config_settings=None, metadata_directory=None):
    """PEP 660: a wheel that adds this folder to Python's path."""
    return _wheel(wheel_directory, {f"__editable__.{PACKAGE}.pth": f"{HERE}\n"})


def build_sdist(sdist_directory, config_settings=None):
    """Reproducible: the same bytes in each build."""
    version = _version()
    base = f"{PACKAGE}-{version}"
    files = {"PKG-INFO": METADATA.format(version=version), **_modules(),
             **{name: _text(name) for name in ("pyproject.toml", "wheel_backend.py")}}
    path = os.path.join(sdist_directory, f"{base}.tar.gz")
    with open(path, "wb") as file, gzip.GzipFile("", "wb", fileobj=file, mtime=0) as packed, \
            tarfile.open(fileobj=packed, mode="w", format=tarfile.PAX_FORMAT) as out:
        for name, text in files.items():
            data = text.encode()
            entry = tarfile.TarInfo(f"{base}/{name}")
            entry.size = len(data)
            out.addfile(entry, io.BytesIO(data))
    return os.path.basename(path)
