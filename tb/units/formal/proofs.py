# SPDX-License-Identifier: Apache-2.0
"""All proofs, folder by folder."""
import glob
import importlib
import os

_HERE = os.path.dirname(os.path.abspath(__file__))
_FOLDERS = sorted(os.path.basename(os.path.dirname(path))
                  for path in glob.glob(os.path.join(_HERE, "*/proofs.py")))
PROOFS = [proof for folder in _FOLDERS
          for proof in importlib.import_module(f"{folder}.proofs").PROOFS]
