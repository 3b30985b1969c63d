/* SPDX-License-Identifier: Apache-2.0 */
/* V-cycles over arrays of structs: see multigrid.cl. */
#include "host.h"

#include <stdlib.h>

enum { LEVELS = 10, BEFORE = 2, AFTER = 2, COARSEST = 20 };

struct point {
    double u, next, f, residual;
    cl_int level, sweeps;
};

static struct host_option options[] = {
    {"log2", "points each way of the finest level, to the power of two", 5, 1, 8, NULL},
    {"cycles", "V-cycles", 4, 1, 100000, NULL},
    {NULL, NULL, 0, 0, 0, NULL},
};

static struct point *levels[LEVELS];
static cl_mem device[LEVELS];
static int coarsest;

static int side_of(int level)
{
    return 1 << (host_option("log2") - level);
}

static double h2_of(int level)
{
    double h = 1.0 / side_of(level);
    return h * h;
}

/* ---- the reference ---- */

static double neighbours(const struct point *p, int n, int x, int y, int z)
{
    int place[3] = {x, y, z}, strides[3] = {1, n, n * n}, at = (z * n + y) * n + x;
    double sum = 0;
    for (int d = 0; d < 3; d++) {
        sum += place[d] > 0 ? p[at - strides[d]].u : 0;
        sum += place[d] < n - 1 ? p[at + strides[d]].u : 0;
    }
    return sum;
}

static void relax(struct point *p, int n, double h2, int sweeps)
{
    for (int s = 0; s < sweeps; s++) {
        for (int i = 0; i < n * n * n; i++)
            p[i].next = p[i].u +
                        0.8 * ((neighbours(p, n, i % n, i / n % n, i / n / n) + h2 * p[i].f) / 6 -
                               p[i].u);
        for (int i = 0; i < n * n * n; i++) {
            p[i].u = p[i].next;
            p[i].sweeps++;
        }
    }
}

static void cycle(int level)
{
    int n = side_of(level), m = n / 2;
    struct point *p = levels[level];
    double h2 = h2_of(level);
    relax(p, n, h2, level == coarsest ? COARSEST : BEFORE);
    if (level == coarsest)
        return;
    struct point *below = levels[level + 1];
    for (int i = 0; i < n * n * n; i++)
        p[i].residual = p[i].f + (neighbours(p, n, i % n, i / n % n, i / n / n) - 6 * p[i].u) / h2;
    for (int i = 0; i < m * m * m; i++) {
        double sum = 0;
        for (int c = 0; c < 8; c++)
            sum += p[((2 * (i / m / m) + c / 4) * n + 2 * (i / m % m) + c / 2 % 2) * n +
                     2 * (i % m) + c % 2]
                       .residual;
        below[i].f = sum / 8;
        below[i].u = 0;
    }
    cycle(level + 1);
    for (int i = 0; i < n * n * n; i++)
        p[i].u += below[(i / n / n / 2 * m + i / n % n / 2) * m + i % n / 2].u;
    relax(p, n, h2, AFTER);
}

/* ---- the device ---- */

static struct host_range cube(int n)
{
    return (struct host_range){{n, n, n}, {n < 32 ? n : 32, n < 4 ? n : 4, 1}};
}

static void device_relax(int level, int sweeps)
{
    int n = side_of(level);
    struct host_range all = {{(size_t)n * n * n}, {n > 4 ? 128 : (size_t)n * n * n}};
    for (int s = 0; s < sweeps; s++) {
        host_run("smooth", cube(n), "bid", device[level], n, h2_of(level));
        host_run("settle", all, "bi", device[level], n * n * n);
    }
}

static void device_cycle(int level)
{
    int n = side_of(level);
    device_relax(level, level == coarsest ? COARSEST : BEFORE);
    if (level == coarsest)
        return;
    host_run("find_residual", cube(n), "bid", device[level], n, h2_of(level));
    host_run("coarsen", cube(n / 2), "bbi", device[level], device[level + 1], n / 2);
    device_cycle(level + 1);
    host_run("refine", cube(n), "bbi", device[level], device[level + 1], n);
    device_relax(level, AFTER);
}

int main(int argc, char **argv)
{
    host_begin(argc, argv, "Multigrid in three dimensions over arrays of structs.", options);
    size_t points = 0;
    coarsest = (int)host_option("log2") - 1;
    for (int level = 0; level <= coarsest; level++) {
        size_t n = (size_t)side_of(level), count = n * n * n;
        levels[level] = host_alloc(count, sizeof(struct point));
        for (size_t i = 0; i < count; i++) {
            levels[level][i].level = level;
            levels[level][i].f = level == 0 ? (i % n < n / 2 ? 1 : -1) + host_random() / 10 : 0;
        }
        device[level] = host_buffer(levels[level], count * sizeof(struct point));
        points = level == 0 ? count : points;
    }
    for (int c = 0; c < host_option("cycles"); c++) {
        device_cycle(0);
        cycle(0);
    }
    struct point *got = host_alloc(points, sizeof *got);
    double *a = host_alloc(points, 8), *b = host_alloc(points, 8);
    host_read(device[0], got, points * sizeof *got);
    for (size_t i = 0; i < points; i++) {
        a[i] = got[i].u;
        b[i] = levels[0][i].u;
    }
    host_check_doubles("u", a, b, points, 1e-12);
    return host_finish();
}
