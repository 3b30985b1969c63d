/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Conjugate gradients on a matrix with random columns, or on one of linear finite elements on
 * triangles: see cg.cl.
 */
#include "host.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { RANDOM, FEM, GROUP = 128 };

static const char *const kinds[] = {"random", "fem"};
static struct host_option options[] = {
    {"matrix", "its columns", FEM, RANDOM, FEM, kinds},
    {"n", "rows; of fem: the square root of their number", 128, 2, 1000000, NULL},
    {"row", "of random: approximate values a row", 12, 2, 1000, NULL},
    {"iterations", "iterations", 30, 1, 100000, NULL},
    {NULL, NULL, 0, 0, 0, NULL},
};

struct matrix {
    int n, *rows, *columns;
    double *values;
};

/* ---- making a matrix: entries are added up in rows, then packed ---- */

struct entry {
    int row, column;
    double value;
};
static struct entry *entries;
static size_t entry_count, entry_room;

static void enter(int row, int column, double value)
{
    if (entry_count == entry_room) {
        size_t room = entry_room > 0 ? 2 * entry_room : 4096;
        struct entry *larger = host_alloc(room, sizeof *larger);
        if (entry_count > 0)
            memcpy(larger, entries, entry_count * sizeof *larger);
        free(entries);
        entries = larger;
        entry_room = room;
    }
    entries[entry_count++] = (struct entry){row, column, value};
}

static int by_place(const void *a, const void *b)
{
    const struct entry *x = a, *y = b;
    if (x->row != y->row)
        return x->row < y->row ? -1 : 1;
    return (x->column > y->column) - (x->column < y->column);
}

static struct matrix pack(int n)
{
    struct matrix m = {n, host_alloc((size_t)n + 1, sizeof(int)),
                       host_alloc(entry_count, sizeof(int)), host_alloc(entry_count, 8)};
    size_t count = 0;
    qsort(entries, entry_count, sizeof *entries, by_place);
    for (size_t i = 0; i < entry_count; i++) {
        if (i > 0 && by_place(&entries[i], &entries[i - 1]) == 0) {
            m.values[count - 1] += entries[i].value;
            continue;
        }
        m.columns[count] = entries[i].column;
        m.values[count++] = entries[i].value;
        m.rows[entries[i].row + 1]++;
    }
    for (int r = 0; r < n; r++)
        m.rows[r + 1] += m.rows[r];
    return m;
}

/* Symmetric, and dominated by its diagonal. */
static struct matrix make_random(int n, int row)
{
    double *weight = host_alloc((size_t)n, sizeof *weight);
    for (int r = 0; r < n; r++)
        for (int i = 0; i < row / 2; i++) {
            int c = (int)(host_random() * n);
            double value = host_random() - 0.5;
            enter(r, c, value);
            enter(c, r, value);
            weight[r] += fabs(value);
            weight[c] += fabs(value);
        }
    for (int r = 0; r < n; r++)
        enter(r, r, weight[r] + 1);
    free(weight);
    return pack(n);
}

/* Stiffness and a little mass of a triangle whose corners are given. */
static void enter_triangle(const int node[3], const double (*at)[2])
{
    double b[3], c[3];
    for (int i = 0; i < 3; i++) {
        const double *p = at[node[(i + 1) % 3]], *q = at[node[(i + 2) % 3]];
        b[i] = p[1] - q[1];
        c[i] = q[0] - p[0];
    }
    double area = fabs(b[0] * c[1] - b[1] * c[0]) / 2;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            enter(node[i], node[j],
                  (b[i] * b[j] + c[i] * c[j]) / (4 * area) + 0.01 * area * (i == j ? 2 : 1) / 12);
}

/* A square with its points moved at random, each cell cut along one of its diagonals. */
static struct matrix make_fem(int side)
{
    double(*at)[2] = host_alloc((size_t)side * side, sizeof *at);
    for (int y = 0; y < side; y++)
        for (int x = 0; x < side; x++) {
            at[y * side + x][0] = x + 0.4 * (host_random() - 0.5);
            at[y * side + x][1] = y + 0.4 * (host_random() - 0.5);
        }
    for (int y = 0; y + 1 < side; y++)
        for (int x = 0; x + 1 < side; x++) {
            int a = y * side + x, b = a + 1, c = a + side, d = c + 1;
            int falls = host_random() < 0.5;
            enter_triangle((int[3]){a, b, falls ? d : c}, (const double(*)[2])at);
            enter_triangle((int[3]){falls ? a : b, d, c}, (const double(*)[2])at);
        }
    free(at);
    return pack(side * side);
}

/* ---- the method, twice ---- */

static double dot(const double *a, const double *b, int n)
{
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += a[i] * b[i];
    return sum;
}

static void reference(const struct matrix *m, const double *b, double *x, int iterations)
{
    int n = m->n;
    double *r = host_alloc((size_t)n, 8), *p = host_alloc((size_t)n, 8);
    double *q = host_alloc((size_t)n, 8), rho = dot(b, b, n);
    memcpy(r, b, (size_t)n * 8);
    memcpy(p, b, (size_t)n * 8);
    for (int k = 0; k < iterations; k++) {
        for (int i = 0; i < n; i++) {
            q[i] = 0;
            for (int j = m->rows[i]; j < m->rows[i + 1]; j++)
                q[i] += m->values[j] * p[m->columns[j]];
        }
        double alpha = rho / dot(p, q, n), next;
        for (int i = 0; i < n; i++) {
            x[i] += alpha * p[i];
            r[i] -= alpha * q[i];
        }
        next = dot(r, r, n);
        for (int i = 0; i < n; i++)
            p[i] = r[i] + next / rho * p[i];
        rho = next;
    }
    free(r);
    free(p);
    free(q);
}

static struct host_range range;
static cl_mem sums;
static double *host_sums;

static double device_dot(cl_mem a, cl_mem b, int n)
{
    size_t groups = ((size_t)n + GROUP - 1) / GROUP;
    double sum = 0;
    host_run("dot_groups", range, "bbbli", a, b, sums, (size_t)GROUP * 8, n);
    host_read(sums, host_sums, groups * 8);
    for (size_t g = 0; g < groups; g++)
        sum += host_sums[g];
    return sum;
}

int main(int argc, char **argv)
{
    host_begin(argc, argv, "Conjugate gradients.", options);
    int size = (int)host_option("n"), iterations = (int)host_option("iterations");
    struct matrix m = host_option("matrix") == FEM ? make_fem(size)
                                                   : make_random(size, (int)host_option("row"));
    int n = m.n;
    size_t bytes = (size_t)n * 8, values = (size_t)m.rows[n];
    double *b = host_alloc((size_t)n, 8), *x = host_alloc((size_t)n, 8);
    double *got = host_alloc((size_t)n, 8);
    for (int i = 0; i < n; i++)
        b[i] = host_random();
    range = (struct host_range){{(size_t)n}, {GROUP}};
    host_sums = host_alloc((size_t)n / GROUP + 1, 8);
    sums = host_buffer(NULL, ((size_t)n / GROUP + 1) * 8);
    cl_mem rows = host_buffer(m.rows, ((size_t)n + 1) * 4);
    cl_mem columns = host_buffer(m.columns, values * 4), a = host_buffer(m.values, values * 8);
    cl_mem solution = host_buffer(NULL, bytes), r = host_buffer(b, bytes);
    cl_mem p = host_buffer(b, bytes), q = host_buffer(NULL, bytes);
    double rho = device_dot(r, r, n);
    for (int k = 0; k < iterations; k++) {
        host_run("multiply", range, "bbbbbi", rows, columns, a, p, q, n);
        double alpha = rho / device_dot(p, q, n), next;
        host_run("add", range, "bbdi", solution, p, alpha, n);
        host_run("add", range, "bbdi", r, q, -alpha, n);
        next = device_dot(r, r, n);
        host_run("turn", range, "bbdi", p, r, next / rho, n);
        rho = next;
    }
    reference(&m, b, x, iterations);
    host_read(solution, got, bytes);
    host_check_doubles("x", got, x, (size_t)n, 1e-7);
    return host_finish();
}
