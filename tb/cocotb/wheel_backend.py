# SPDX-License-Identifier: Apache-2.0
"""Makes the wheel of linepress_cocotb (PEP 517): its files and three of metadata in a zip."""
import base64
import hashlib
import os
import re
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


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    version = _version()
    info = f"{PACKAGE}-{version}.dist-info"
    files = {f"{PACKAGE}/{name}": _text(f"{PACKAGE}/{name}")
             for name in sorted(os.listdir(os.path.join(HERE, PACKAGE))) if name.endswith(".py")}
    files |= {f"{info}/METADATA": METADATA.format(version=version), f"{info}/WHEEL": WHEEL}
    wheel = f"{PACKAGE}-{version}-py3-none-any.whl"
    record = ""
    with zipfile.ZipFile(os.path.join(wheel_directory, wheel), "w", zipfile.ZIP_DEFLATED) as out:
        for name, text in files.items():
            out.writestr(zipfile.ZipInfo(name), text.encode())
            record += _record(name, text.encode())
        out.writestr(zipfile.ZipInfo(f"{info}/RECORD"), f"{record}{info}/RECORD,,\n")
    return wheel
