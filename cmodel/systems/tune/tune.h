/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The guided step of Bayesian optimisation: a Gaussian process fitted to the measurements, and the
 * point with the greatest expected improvement (CSWAP, section IV-D). It is in
 * liblinepress_tune.so, which linepress opens only for tuning, so that nothing else depends on
 * LAPACKE and NLopt.
 */
#ifndef LPI_TUNE_H
#define LPI_TUNE_H

#include <stddef.h>

#define LPI_TUNE_AXES 2u

/* The library's version, which must be that of linepress. */
extern const char lpi_tune_version[];

/*
 * Logarithms of the length scale of each axis, the variance of the process and that of the noise.
 */
enum { LPI_TUNE_SCALE, LPI_TUNE_VARIANCE = LPI_TUNE_AXES, LPI_TUNE_NOISE, LPI_TUNE_THETA };

/*
 * Points are rows of LPI_TUNE_AXES numbers; y has `count` values with mean 0. All functions return
 * 0, or 1 if the matrix is not positive definite, memory runs out or an argument is out of range.
 */

/* Covariance Matern 5/2. *lml = logarithm of the marginal likelihood. */
int lpi_tune_likelihood(const double *x, const double *y, size_t count, const double *theta,
                        double *lml);

/* Mean and deviation of the process, without noise, at each of the `points` rows of `at`. */
int lpi_tune_predict(const double *x, const double *y, size_t count, const double *theta,
                     const double *at, size_t points, double *mean, double *deviation);

/* theta = the maximum of the likelihood within bounds. */
int lpi_tune_fit(const double *x, const double *y, size_t count, double *theta);

/*
 * *chosen = the candidate with the greatest expected improvement among those with taken[i] == 0,
 * given `count` times `seconds` at the points x. The process models the logarithms of the times,
 * scaled to mean 0 and variance 1.
 */
int lpi_tune_select(const double *x, const double *seconds, size_t count, const double *candidates,
                    const unsigned char *taken, size_t candidates_count, size_t *chosen);

#endif
