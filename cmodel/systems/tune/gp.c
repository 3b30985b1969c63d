/* SPDX-License-Identifier: Apache-2.0 */
/* Gaussian process regression with LAPACKE; its parameters are fitted by NLopt. */
#include "tune.h"
#include <lapacke.h>
#include <math.h>
#include <nlopt.h>
#include <stdlib.h>
#include <string.h>

struct process {
    const double *x, *y;
    size_t count;
    double *factor; /* lower Cholesky factor of the covariance, in rows */
    double *alpha;  /* covariance^-1 y */
};

/* Matern 5/2 with one length scale per axis. */
static double covariance(const double *a, const double *b, const double *theta)
{
    double square = 0;
    for (unsigned k = 0; k < LPI_TUNE_AXES; k++) {
        double d = (a[k] - b[k]) / exp(theta[LPI_TUNE_SCALE + k]);
        square += d * d;
    }
    double r = sqrt(5 * square);
    return exp(theta[LPI_TUNE_VARIANCE]) * (1 + r + r * r / 3) * exp(-r);
}

static void close_process(struct process *p)
{
    free(p->factor);
    free(p->alpha);
}

static int open_process(struct process *p, const double *x, const double *y, size_t count,
                        const double *theta)
{
    *p = (struct process){.x = x, .y = y, .count = count};
    p->factor = calloc(count * count, sizeof *p->factor);
    p->alpha = calloc(count, sizeof *p->alpha);
    int bad = count == 0 || p->factor == NULL || p->alpha == NULL;
    for (size_t i = 0; !bad && i < count; i++) {
        for (size_t k = 0; k <= i; k++)
            p->factor[i * count + k] = covariance(x + LPI_TUNE_AXES * i, x + LPI_TUNE_AXES * k,
                                                  theta);
        p->factor[i * count + i] += exp(theta[LPI_TUNE_NOISE]);
        p->alpha[i] = y[i];
    }
    lapack_int n = (lapack_int)count;
    bad = bad || LAPACKE_dpotrf(LAPACK_ROW_MAJOR, 'L', n, p->factor, n) != 0 ||
          LAPACKE_dpotrs(LAPACK_ROW_MAJOR, 'L', n, 1, p->factor, n, p->alpha, 1) != 0;
    if (bad)
        close_process(p);
    return bad;
}

static double likelihood(const struct process *p)
{
    double fit = 0, logs = 0;
    for (size_t i = 0; i < p->count; i++) {
        fit += p->y[i] * p->alpha[i];
        logs += log(p->factor[i * p->count + i]);
    }
    return -fit / 2 - logs - (double)p->count / 2 * log(2 * acos(-1));
}

int lpi_tune_likelihood(const double *x, const double *y, size_t count, const double *theta,
                        double *lml)
{
    struct process p;
    if (open_process(&p, x, y, count, theta) != 0)
        return 1;
    *lml = likelihood(&p);
    close_process(&p);
    return 0;
}

/* Predicts one point; `row` has room for p->count numbers. */
static int predict_one(const struct process *p, const double *theta, const double *at, double *row,
                       double *mean, double *deviation)
{
    lapack_int n = (lapack_int)p->count;
    double variance = exp(theta[LPI_TUNE_VARIANCE]);
    *mean = 0;
    for (size_t i = 0; i < p->count; i++) {
        row[i] = covariance(at, p->x + LPI_TUNE_AXES * i, theta);
        *mean += row[i] * p->alpha[i];
    }
    if (LAPACKE_dtrtrs(LAPACK_ROW_MAJOR, 'L', 'N', 'N', n, 1, p->factor, n, row, 1) != 0)
        return 1;
    for (size_t i = 0; i < p->count; i++)
        variance -= row[i] * row[i];
    *deviation = sqrt(variance > 0 ? variance : 0);
    return 0;
}

int lpi_tune_predict(const double *x, const double *y, size_t count, const double *theta,
                     const double *at, size_t points, double *mean, double *deviation)
{
    struct process p;
    if (open_process(&p, x, y, count, theta) != 0)
        return 1;
    double *row = calloc(count, sizeof *row);
    int bad = row == NULL;
    for (size_t i = 0; i < points && !bad; i++)
        bad = predict_one(&p, theta, at + LPI_TUNE_AXES * i, row, &mean[i], &deviation[i]);
    free(row);
    close_process(&p);
    return bad;
}

/* ---- parameters ---- */

/* Bounds of the logarithms, for axes from 0 to 1 and values with variance 1. */
static const double least[LPI_TUNE_THETA] = {-4, -4, -3, -12};
static const double most[LPI_TUNE_THETA] = {3, 3, 4, 1};
static const double starts[][LPI_TUNE_THETA] = {
    {-1.5, 0, 0, -4}, {-0.5, -0.5, 0, -1.5}, {-2.5, 0, 0, -7}};

static double objective(unsigned n, const double *theta, double *gradient, void *context)
{
    const struct process *data = context;
    double lml;
    (void)n, (void)gradient;
    return lpi_tune_likelihood(data->x, data->y, data->count, theta, &lml) == 0 ? lml : -1e30;
}

/* BOBYQA (Powell): needs no gradient, and its implementation in NLopt has the MIT licence. */
static int climb(struct process *data, double *theta, double *lml)
{
    nlopt_opt search = nlopt_create(NLOPT_LN_BOBYQA, LPI_TUNE_THETA);
    if (search == NULL)
        return 1;
    int bad = nlopt_set_lower_bounds(search, least) < 0 ||
              nlopt_set_upper_bounds(search, most) < 0 ||
              nlopt_set_max_objective(search, objective, data) < 0 ||
              nlopt_set_xtol_rel(search, 1e-6) < 0 || nlopt_set_maxeval(search, 300) < 0;
    nlopt_result result = bad ? NLOPT_FAILURE : nlopt_optimize(search, theta, lml);
    nlopt_destroy(search);
    return result < 0 && result != NLOPT_ROUNDOFF_LIMITED;
}

int lpi_tune_fit(const double *x, const double *y, size_t count, double *theta)
{
    struct process data = {.x = x, .y = y, .count = count};
    double best = -INFINITY;
    for (size_t i = 0; i < sizeof starts / sizeof starts[0]; i++) {
        double at[LPI_TUNE_THETA], lml;
        memcpy(at, starts[i], sizeof at);
        if (climb(&data, at, &lml) != 0 || !(lml > best))
            continue;
        best = lml;
        memcpy(theta, at, sizeof at);
    }
    return best == -INFINITY;
}
