# SPDX-License-Identifier: Apache-2.0
"""The pages of make studies, one a piece. They are left in the campaign's folder, pages/, and not in
docs/studies."""
import hashlib
import os
import sys
import tarfile

import table
from folder import ROOT, CampaignError

sys.path[:0] = [os.path.join(ROOT, "docs/img")]

ABOUT = "the pages of Buddy Compression's figures on the sample arrays"
SIZE = ("all", "pages, or their names by commas")
SECONDS, LIMIT, MEMORY = 60, 3600, 4000
SOURCES = ("docs/img", "cmodel/systems/profile", "cmodel/systems/ratio", "cmodel/lib/profile")
# The page, B of make, Python, {work}, {out}.
SCRIPT = """set -eu
mkdir "$4/img" && cp "docs/studies/$1.md" "$4"
"$3" -B docs/img/studies.py --linepress "$2/linepress" $(printf ' --hpc %s' "$2"/studies/hpc/*) \\
  $(printf ' --dl %s' "$2"/studies/dl/*) --only "$1" "$4" "$4/img"
tar -C "$4" --sort=name --mtime=@0 --owner=0 --group=0 --numeric-owner -cf "$5" "$1.md" img
"""


def pages():
    import study_pages  # pylint: disable=import-outside-toplevel
    import studies as program  # pylint: disable=import-outside-toplevel
    return [*study_pages.PAGES, program.HEAT]


def plan(ask):
    sys.modules.pop("studies", None)
    known = pages()
    chosen = known if ask.size == "all" else ask.size.split(",")
    for name in chosen:
        if name not in known:
            raise CampaignError(f"no page '{name}'; there are {', '.join(known)}")
    builds = [table.build("the command line", ask, os.path.join(ask.build, "linepress")),
              table.piece("the snapshot sets", 0,
                          ["sh", "-c", "\"$2\" -B docs/img/study_sets.py \"$1/studies\" && "
                           "echo made >\"$3\"", "sh", ask.build, table.PYTHON, "{out}"], after=[0],
                          whole="^made$")]
    return builds, [table.piece(name, 0, ["sh", "-c", SCRIPT, "sh", name, ask.build, table.PYTHON,
                                          "{work}", "{out}"], after=[1], whole="")
                    for name in chosen]


def gather(plan_, paths):
    out = os.path.join(os.path.dirname(os.path.dirname(paths[0])), "pages")
    files = {}
    for path in paths:
        with tarfile.open(path) as tar:
            tar.extractall(out)
            for one in tar.getmembers():
                if one.isfile():
                    files[one.name] = hashlib.sha256(tar.extractfile(one).read()).hexdigest()
    return {"files": files, "pages_made": len(paths), "findings": 0}
