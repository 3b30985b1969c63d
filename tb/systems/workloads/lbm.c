/* SPDX-License-Identifier: Apache-2.0 */
/* A gas that is pushed past balls, by the lattice Boltzmann method: see lbm.cl. */
#include "host.h"

#include <stdlib.h>

#define OMEGA 1.6
#define PUSH 1e-4

static struct host_option options[] = {
    {"n", "points each way", 32, 4, 512, NULL},
    {"steps", "steps of time", 20, 1, 1000000, NULL},
    {NULL, NULL, 0, 0, 0, NULL},
};

/* Velocities: the sums of their squares, 0, 1 and 2, in pairs that look in opposite ways. */
static int way[19][3];
static double weight[19];

static void make_ways(void)
{
    static const int pairs[9][3] = {{1, 0, 0}, {0, 1, 0},  {0, 0, 1}, {1, 1, 0}, {1, -1, 0},
                                    {1, 0, 1}, {1, 0, -1}, {0, 1, 1}, {0, 1, -1}};
    weight[0] = 1.0 / 3;
    for (int q = 1; q < 19; q++) {
        for (int d = 0; d < 3; d++)
            way[q][d] = (q % 2 ? 1 : -1) * pairs[(q - 1) / 2][d];
        weight[q] = q < 7 ? 1.0 / 18 : 1.0 / 36;
    }
}

static void make_balls(int *solid, int n)
{
    for (int z = 0; z < n; z++)
        for (int y = 0; y < n; y++)
            for (int x = 0; x < n; x++) {
                int dx = x - n / 3, dy = y - n / 2, dz = z - n / 2, r = n / 6;
                int ex = x - 3 * n / 4, ey = y - n / 4;
                solid[(z * n + y) * n + x] = dx * dx + dy * dy + dz * dz < r * r ||
                                             ex * ex + ey * ey < r * r / 4;
            }
}

static void reference(const double *from, double *to, const int *solid, int n)
{
    size_t size = (size_t)n * n * n;
    for (size_t at = 0; at < size; at++) {
        int place[3] = {(int)(at % n), (int)(at / n % n), (int)(at / n / n)};
        double f[19], rho = 0, u[3] = {0}, square = 0;
        for (int q = 0; q < 19; q++) {
            size_t source = 0;
            for (int d = 2; d >= 0; d--)
                source = source * n + (size_t)((place[d] - way[q][d] + n) % n);
            f[q] = from[q * size + source];
            rho += f[q];
            for (int d = 0; d < 3; d++)
                u[d] += f[q] * way[q][d];
        }
        for (int d = 0; d < 3; d++) {
            u[d] = u[d] / rho + (d == 0 ? PUSH : 0);
            square += u[d] * u[d];
        }
        for (int q = 0; q < 19; q++) {
            double along = u[0] * way[q][0] + u[1] * way[q][1] + u[2] * way[q][2];
            double rest = weight[q] * rho * (1 + 3 * along + 4.5 * along * along - 1.5 * square);
            int other = q == 0 ? 0 : q % 2 ? q + 1 : q - 1;
            to[q * size + at] = solid[at] ? f[other] : f[q] + OMEGA * (rest - f[q]);
        }
    }
}

int main(int argc, char **argv)
{
    host_begin(argc, argv, "Lattice Boltzmann, D3Q19, structure of arrays.", options);
    int n = (int)host_option("n");
    size_t size = (size_t)n * n * n, bytes = 19 * size * 8;
    double *f[2] = {host_alloc(19 * size, 8), host_alloc(19 * size, 8)};
    int *solid = host_alloc(size, 4);
    make_ways();
    make_balls(solid, n);
    for (size_t i = 0; i < 19 * size; i++)
        f[0][i] = weight[i / size] * (1 + 0.01 * (host_random() - 0.5));
    cl_mem device[2] = {host_buffer(f[0], bytes), host_buffer(NULL, bytes)};
    cl_mem balls = host_buffer(solid, size * 4);
    struct host_range range = {{n, n, n}, {32, 2, 2}};
    for (int step = 0; step < host_option("steps"); step++) {
        int now = step % 2;
        host_run("collide", range, "bbbidd", device[now], device[!now], balls, n, OMEGA, PUSH);
        reference(f[now], f[!now], solid, n);
    }
    double *got = host_alloc(19 * size, 8);
    int last = (int)(host_option("steps") % 2);
    host_read(device[last], got, bytes);
    host_check_doubles("f", got, f[last], 19 * size, 1e-13);
    return host_finish();
}
