# SPDX-License-Identifier: Apache-2.0
"""All proofs, folder by folder."""
import glob
import os
import runpy

_HERE = os.path.dirname(os.path.abspath(__file__))
# By path: a folder may have the name of a module of Python's, as grp has.
PROOFS = [proof for path in sorted(glob.glob(os.path.join(_HERE, "*/proofs.py")))
          for proof in runpy.run_path(path)["PROOFS"]]
