/* SPDX-License-Identifier: Apache-2.0 */
/* Chooses the next point by its expected improvement on the best time so far. */
#include "tune.h"
#include <linepress/linepress.h>
#include <math.h>
#include <stdlib.h>

const char lpi_tune_version[] = LP_VERSION_STRING;

/* Expected improvement below `best` of a normal value with this mean and deviation. */
static double improvement(double best, double mean, double deviation)
{
    double gain = best - mean;
    if (!(deviation > 0))
        return gain > 0 ? gain : 0;
    double z = gain / deviation, density = exp(-z * z / 2) / sqrt(2 * acos(-1));
    return gain * erfc(-z / sqrt(2)) / 2 + deviation * density;
}

/* Logarithms scaled to mean 0 and variance 1; returns the smallest. */
static double normalise(const double *seconds, size_t count, double *y)
{
    double mean = 0, square = 0, least = INFINITY;
    for (size_t i = 0; i < count; i++)
        mean += log(seconds[i]) / (double)count;
    for (size_t i = 0; i < count; i++) {
        y[i] = log(seconds[i]) - mean;
        square += y[i] * y[i] / (double)count;
    }
    for (size_t i = 0; i < count; i++) {
        y[i] /= square > 0 ? sqrt(square) : 1;
        least = y[i] < least ? y[i] : least;
    }
    return least;
}

static int greatest(const double *mean, const double *deviation, const unsigned char *taken,
                    size_t count, double best, size_t *chosen)
{
    double most = -1;
    for (size_t i = 0; i < count; i++) {
        double gain = improvement(best, mean[i], deviation[i]);
        if (!taken[i] && gain > most)
            most = gain, *chosen = i;
    }
    return most < 0;
}

int lpi_tune_select(const double *x, const double *seconds, size_t count, const double *candidates,
                    const unsigned char *taken, size_t candidates_count, size_t *chosen)
{
    double theta[LPI_TUNE_THETA];
    double *y = calloc(count + 1, sizeof *y);
    double *mean = calloc(candidates_count + 1, sizeof *mean);
    double *deviation = calloc(candidates_count + 1, sizeof *deviation);
    int bad = y == NULL || mean == NULL || deviation == NULL;
    if (!bad) {
        double best = normalise(seconds, count, y);
        bad = lpi_tune_fit(x, y, count, theta) != 0 ||
              lpi_tune_predict(x, y, count, theta, candidates, candidates_count, mean, deviation) !=
                  0 ||
              greatest(mean, deviation, taken, candidates_count, best, chosen) != 0;
    }
    free(y);
    free(mean);
    free(deviation);
    return bad;
}
