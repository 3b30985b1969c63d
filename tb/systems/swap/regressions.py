#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Other regressions beside the time model (CSWAP, figure 10), with scikit-learn:

    regressions.py FOLDER    reads samples_CODEC.json there, writes regressions.json

Bayesian ridge, support vectors and a decision tree as scikit-learn has them, inputs and times
scaled to mean 0 and variance 1. Every fifth sample is unseen, as in `linepress swap fit`.
"""
import os
import sys

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../..")
sys.path.insert(0, os.path.join(ROOT, "tb/tree/records"))
sys.dont_write_bytecode = True
import signed  # noqa: E402

try:
    import numpy
    import sklearn
    from sklearn.compose import TransformedTargetRegressor
    from sklearn.linear_model import BayesianRidge
    from sklearn.pipeline import make_pipeline
    from sklearn.preprocessing import StandardScaler
    from sklearn.svm import SVR
    from sklearn.tree import DecisionTreeRegressor
except ImportError:
    print("regressions.py: scikit-learn is missing: Debian's package is python3-sklearn",
          file=sys.stderr)
    sys.exit(2)

SEED = 1
CODECS = ("zvc", "rle", "csr", "lz4", "bpc")
KINDS = {"BR": BayesianRidge, "SVM": SVR, "DT": lambda: DecisionTreeRegressor(random_state=SEED)}


def error(predicted, measured):
    return float(abs(predicted - measured).sum() / abs(measured.mean() - measured).sum())


def main():
    folder, found = sys.argv[1], {}
    for codec in CODECS:
        path = os.path.join(folder, f"samples_{codec}.json")
        # The GPU does not have BPC.
        if not os.path.exists(path):
            continue
        rows = signed.read(path)["samples"]
        x = numpy.array([(r["bytes"], r["sparsity"]) for r in rows])
        unseen = numpy.arange(len(rows)) % 5 == 4
        found[codec] = {}
        for name, make in KINDS.items():
            found[codec][name] = {}
            for way in ("compress", "decompress"):
                y = numpy.array([r[way + "_ms"] for r in rows])
                model = TransformedTargetRegressor(make_pipeline(StandardScaler(), make()),
                                                   transformer=StandardScaler())
                model.fit(x[~unseen], y[~unseen])
                found[codec][name][way] = round(error(model.predict(x[unseen]), y[unseen]), 4)
    content = {"sklearn": sklearn.__version__, "rae": found}
    signed.write(os.path.join(folder, "regressions.json"),
                 signed.sign("regressions", content, ("tb/systems/swap/regressions.py",), SEED))


main()
