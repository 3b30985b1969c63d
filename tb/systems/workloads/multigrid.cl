// SPDX-License-Identifier: Apache-2.0
// Multigrid for -laplacian(u) = f on n points each way between sides at 0, with an array of structs
// a level: the numbers of a point are adjacent. A coarse point x is the fine points 2x and 2x + 1.

struct point {
    double u, next, f, residual;
    int level, sweeps;
};

double neighbours(global const struct point *p, int n, int x, int y, int z)
{
    int i = (z * n + y) * n + x;
    return (x > 0 ? p[i - 1].u : 0) + (x < n - 1 ? p[i + 1].u : 0) + (y > 0 ? p[i - n].u : 0) +
           (y < n - 1 ? p[i + n].u : 0) + (z > 0 ? p[i - n * n].u : 0) +
           (z < n - 1 ? p[i + n * n].u : 0);
}

// Half of a weighted Jacobi sweep; the other half is `settle`.
kernel void smooth(global struct point *p, int n, double h2)
{
    int x = get_global_id(0), y = get_global_id(1), z = get_global_id(2);
    if (x >= n || y >= n || z >= n)
        return;
    global struct point *at = &p[(z * n + y) * n + x];
    at->next = at->u + 0.8 * ((neighbours(p, n, x, y, z) + h2 * at->f) / 6 - at->u);
}

kernel void settle(global struct point *p, int points)
{
    int i = get_global_id(0);
    if (i >= points)
        return;
    p[i].u = p[i].next;
    p[i].sweeps++;
}

kernel void find_residual(global struct point *p, int n, double h2)
{
    int x = get_global_id(0), y = get_global_id(1), z = get_global_id(2);
    if (x >= n || y >= n || z >= n)
        return;
    global struct point *at = &p[(z * n + y) * n + x];
    at->residual = at->f + (neighbours(p, n, x, y, z) - 6 * at->u) / h2;
}

kernel void coarsen(global const struct point *fine, global struct point *coarse, int n)
{
    int x = get_global_id(0), y = get_global_id(1), z = get_global_id(2), m = 2 * n;
    double sum = 0;
    if (x >= n || y >= n || z >= n)
        return;
    for (int c = 0; c < 8; c++)
        sum += fine[((2 * z + c / 4) * m + 2 * y + c / 2 % 2) * m + 2 * x + c % 2].residual;
    global struct point *at = &coarse[(z * n + y) * n + x];
    at->f = sum / 8;
    at->u = 0;
}

kernel void refine(global struct point *fine, global const struct point *coarse, int n)
{
    int x = get_global_id(0), y = get_global_id(1), z = get_global_id(2), half_n = n / 2;
    if (x >= n || y >= n || z >= n)
        return;
    fine[(z * n + y) * n + x].u += coarse[(z / 2 * half_n + y / 2) * half_n + x / 2].u;
}
