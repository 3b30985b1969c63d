/* SPDX-License-Identifier: Apache-2.0 */
/* Heat by alternating directions: lines of x, of y, of z: see adi.cl. */
#include "host.h"

#include <stdlib.h>

#define R 0.8
#define AMOUNT 0.01

static struct host_option options[] = {
    {"n", "points each way", 64, 2, 512, NULL},
    {"steps", "steps of time", 10, 1, 1000000, NULL},
    {NULL, NULL, 0, 0, 0, NULL},
};

static void solve_line(double *u, double *upper, int n, size_t stride)
{
    upper[0] = -R / (1 + 2 * R);
    u[0] /= 1 + 2 * R;
    for (int i = 1; i < n; i++) {
        double m = 1 + 2 * R + R * upper[i - 1];
        upper[i] = -R / m;
        u[i * stride] = (u[i * stride] + R * u[(i - 1) * stride]) / m;
    }
    for (int i = n - 2; i >= 0; i--)
        u[i * stride] -= upper[i] * u[(i + 1) * stride];
}

int main(int argc, char **argv)
{
    host_begin(argc, argv, "Heat in three dimensions by alternating directions.", options);
    int n = (int)host_option("n");
    size_t points = (size_t)n * n * n;
    double *u = host_alloc(points, 8), *got = host_alloc(points, 8), *line = host_alloc(n, 8);
    for (size_t i = 0; i < points; i++)
        u[i] = i % 7 == 0 ? host_random() : 0;
    cl_mem field = host_buffer(u, points * 8), upper = host_buffer(NULL, points * 8);
    struct host_range plane = {{n, n}, {32, 4}}, all = {{n, n, n}, {32, 4, 1}};
    const int strides[3] = {1, n, n * n};
    for (int step = 0; step < host_option("steps"); step++) {
        host_run("heat", all, "bid", field, n, AMOUNT);
        for (size_t i = 0; i < points; i++)
            if ((int)(i / n / n) >= n / 3 && (int)(i / n / n) < n / 2)
                u[i] += AMOUNT;
        for (int d = 0; d < 3; d++) {
            /* Neighbours in x are adjacent in memory if lines run in y or z. */
            int across = strides[d == 0 ? 1 : 0], over = strides[d == 2 ? 1 : 2];
            host_run("solve_lines", plane, "bbiiiid", field, upper, n, strides[d], across, over, R);
            for (int a = 0; a < n; a++)
                for (int b = 0; b < n; b++)
                    solve_line(u + (size_t)a * across + (size_t)b * over, line, n, strides[d]);
        }
    }
    host_read(field, got, points * 8);
    host_check_doubles("u", got, u, points, 1e-12);
    return host_finish();
}
