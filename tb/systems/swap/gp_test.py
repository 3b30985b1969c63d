#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The Gaussian process of `linepress swap tune` against scikit-learn's, to 1e-6, on fixed data.

    gp_test.py             compare with what scikit-learn gave, recorded in gp_sklearn.json
    gp_test.py --record    let scikit-learn give it again (Debian's python3-sklearn)
"""
import ctypes
import json
import math
import os
import random
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
RECORD = os.path.join(HERE, "gp_sklearn.json")
BUILD = os.path.abspath(os.environ.get("BUILD", "build"))
LIBRARY = os.path.join(BUILD, "liblinepress_tune.so")
SEED, SETS, POINTS, ASKED = 20, 6, (10, 17, 23, 29, 33, 35), 12
TOLERANCE = 1e-6


def data():
    """(x, y, points to ask, theta) of each set: grids and blocks, and a landscape with noise."""
    rng = random.Random(SEED)
    for count in POINTS:
        x = [(rng.random(), float(rng.randrange(2))) for _ in range(count)]
        y = [3 * (a - 0.4) ** 2 + 0.2 * b + 0.1 * rng.gauss(0, 1) for a, b in x]
        mean = sum(y) / count
        y = [v - mean for v in y]
        asked = [(rng.random(), float(rng.randrange(2))) for _ in range(ASKED)]
        theta = [rng.uniform(-2.5, 1), rng.uniform(-2, 1), rng.uniform(-1, 1), rng.uniform(-7, -1)]
        yield x, y, asked, theta


def record():
    # pylint: disable=import-outside-toplevel
    import numpy
    import sklearn
    from sklearn.gaussian_process import GaussianProcessRegressor
    from sklearn.gaussian_process.kernels import ConstantKernel, Matern, WhiteKernel
    sets = []
    for x, y, asked, theta in data():
        scales, variance, noise = [math.exp(t) for t in theta[:2]], *map(math.exp, theta[2:])
        kernel = ConstantKernel(variance) * Matern(scales, nu=2.5) + WhiteKernel(noise)
        # alpha is added to the noise; it may not be 0.
        fixed = GaussianProcessRegressor(kernel, alpha=1e-300, optimizer=None).fit(x, y)
        mean, deviation = fixed.predict(numpy.array(asked), return_std=True)
        free = GaussianProcessRegressor(
            ConstantKernel(1, (math.exp(-3), math.exp(4))) *
            Matern([0.5, 0.5], (math.exp(-4), math.exp(3)), nu=2.5) +
            WhiteKernel(0.1, (math.exp(-12), math.exp(1))), alpha=1e-300,
            n_restarts_optimizer=10, random_state=1).fit(x, y)
        sets.append({"likelihood": fixed.log_marginal_likelihood(), "mean": mean.tolist(),
                     # Its deviation is of a measurement; ours is of the process.
                     "deviation": numpy.sqrt(deviation ** 2 - noise).tolist(),
                     "greatest": free.log_marginal_likelihood()})
    with open(RECORD, "w", encoding="utf-8") as file:
        json.dump({"sklearn": sklearn.__version__, "seed": SEED, "sets": sets}, file, indent=1)
        file.write("\n")


def doubles(values):
    return (ctypes.c_double * len(values))(*values)


def flat(points):
    return doubles([v for point in points for v in point])


def near(a, b):
    return abs(a - b) <= TOLERANCE * max(1, abs(b))


def compare(library, x, y, asked, theta, due):
    """Names of checks and whether each holds."""
    size = ctypes.c_size_t
    values = flat(x), doubles(y), size(len(y))
    likelihood, best = ctypes.c_double(), ctypes.c_double()
    mean, deviation = doubles([0] * len(asked)), doubles([0] * len(asked))
    fitted = doubles([0] * 4)
    yield "likelihood", library.lpi_tune_likelihood(*values, doubles(theta), ctypes.byref(
        likelihood)) == 0 and near(likelihood.value, due["likelihood"])
    good = library.lpi_tune_predict(*values, doubles(theta), flat(asked), size(len(asked)), mean,
                                    deviation) == 0
    yield "mean", good and all(map(near, mean, due["mean"]))
    yield "deviation", good and all(map(near, deviation, due["deviation"]))
    good = library.lpi_tune_fit(*values, fitted) == 0 and \
        library.lpi_tune_likelihood(*values, fitted, ctypes.byref(best)) == 0
    yield "the greatest likelihood", good and best.value >= due["greatest"] - 1e-4


def main():
    if sys.argv[1:] == ["--record"]:
        record()
        return
    if not os.path.exists(LIBRARY):
        print("ok 1 - Gaussian process # SKIP not built: liblapacke-dev, libnlopt-dev\n1..1")
        return
    library = ctypes.CDLL(LIBRARY)
    with open(RECORD, encoding="utf-8") as file:
        sets = json.load(file)["sets"]
    count = 0
    for number, (one, due) in enumerate(zip(data(), sets)):
        for name, good in compare(library, *one, due):
            count += 1
            print(f"{'ok' if good else 'not ok'} {count} - set {number}: {name}")
    print(f"1..{count}")


main()
