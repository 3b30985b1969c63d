/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The guided step of Bayesian optimisation: a Gaussian process on what was measured, and where the
 * expected improvement is greatest (CSWAP, section IV-D). In liblinepress_tune.so, which linepress
 * opens when it is asked to tune, so that nothing else needs LAPACKE and NLopt.
 */
#ifndef LPI_TUNE_H
#define LPI_TUNE_H

#include <stddef.h>

#define LPI_TUNE_AXES 2u

/* That of the library, which is that of linepress. */
extern const char lpi_tune_version[];

/* Logarithms of: the length scale along each axis, the variance of the process, that of noise. */
enum { LPI_TUNE_SCALE, LPI_TUNE_VARIANCE = LPI_TUNE_AXES, LPI_TUNE_NOISE, LPI_TUNE_THETA };

/*
 * Points are rows of LPI_TUNE_AXES numbers; y are `count` values with mean 0. All return 0, or 1
 * where the matrix is not positive definite, memory lacks or an argument is out of range.
 */

/* Matern 5/2. *lml = logarithm of the marginal likelihood. */
int lpi_tune_likelihood(const double *x, const double *y, size_t count, const double *theta,
                        double *lml);

/* mean and deviation of the process, without noise, at each of the `points` rows of `at`. */
int lpi_tune_predict(const double *x, const double *y, size_t count, const double *theta,
                     const double *at, size_t points, double *mean, double *deviation);

/* theta = where the likelihood is greatest, between bounds. */
int lpi_tune_fit(const double *x, const double *y, size_t count, double *theta);

/*
 * *chosen = the candidate whose expected improvement is greatest, among those with taken[i] == 0,
 * after `count` times `seconds` at the points x. The process is one of the times' logarithms,
 * shifted and scaled to mean 0 and variance 1.
 */
int lpi_tune_select(const double *x, const double *seconds, size_t count, const double *candidates,
                    const unsigned char *taken, size_t candidates_count, size_t *chosen);

#endif
