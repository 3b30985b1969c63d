// SPDX-License-Identifier: Apache-2.0
// A step of the lattice Boltzmann method, D3Q19, single relaxation time, periodic. Populations are
// an array each, one after the other (structure of arrays); a step takes them from the neighbours
// that they come from. At solid points they are reflected.

constant int way[19][3] = {{0, 0, 0},  {1, 0, 0},  {-1, 0, 0}, {0, 1, 0},  {0, -1, 0},
                           {0, 0, 1},  {0, 0, -1}, {1, 1, 0},  {-1, -1, 0}, {1, -1, 0},
                           {-1, 1, 0}, {1, 0, 1},  {-1, 0, -1}, {1, 0, -1}, {-1, 0, 1},
                           {0, 1, 1},  {0, -1, -1}, {0, 1, -1}, {0, -1, 1}};
constant int back[19] = {0, 2, 1, 4, 3, 6, 5, 8, 7, 10, 9, 12, 11, 14, 13, 16, 15, 18, 17};
constant double weight[19] = {1.0 / 3,  1.0 / 18, 1.0 / 18, 1.0 / 18, 1.0 / 18, 1.0 / 18, 1.0 / 18,
                              1.0 / 36, 1.0 / 36, 1.0 / 36, 1.0 / 36, 1.0 / 36, 1.0 / 36, 1.0 / 36,
                              1.0 / 36, 1.0 / 36, 1.0 / 36, 1.0 / 36, 1.0 / 36};

kernel void collide(global const double *from, global double *to, global const int *solid, int n,
                    double omega, double push)
{
    int x = get_global_id(0), y = get_global_id(1), z = get_global_id(2), size = n * n * n;
    int at = (z * n + y) * n + x;
    double f[19], rho = 0, u[3] = {0, 0, 0};
    if (x >= n || y >= n || z >= n)
        return;
    for (int q = 0; q < 19; q++) {
        int sx = (x - way[q][0] + n) % n, sy = (y - way[q][1] + n) % n;
        int sz = (z - way[q][2] + n) % n;
        f[q] = from[q * size + (sz * n + sy) * n + sx];
        rho += f[q];
        for (int d = 0; d < 3; d++)
            u[d] += f[q] * way[q][d];
    }
    if (solid[at]) {
        for (int q = 0; q < 19; q++)
            to[q * size + at] = f[back[q]];
        return;
    }
    for (int d = 0; d < 3; d++)
        u[d] /= rho;
    u[0] += push;
    double square = u[0] * u[0] + u[1] * u[1] + u[2] * u[2];
    for (int q = 0; q < 19; q++) {
        double along = u[0] * way[q][0] + u[1] * way[q][1] + u[2] * way[q][2];
        double rest = weight[q] * rho * (1 + 3 * along + 4.5 * along * along - 1.5 * square);
        to[q * size + at] = f[q] + omega * (rest - f[q]);
    }
}
