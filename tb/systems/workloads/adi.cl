// SPDX-License-Identifier: Apache-2.0
// Alternating directions for the heat equation in three dimensions: each work-item solves the lines
// of one direction implicitly. `stride` leads along the line, `across` and `over` to other lines.
// Ends of lines are at temperature 0.

kernel void solve_lines(global double *u, global double *upper, int n, int stride, int across,
                        int over, double r)
{
    int a = get_global_id(0), b = get_global_id(1), at = a * across + b * over;
    if (a >= n || b >= n)
        return;
    double pivot = 1 + 2 * r;
    upper[at] = -r / pivot;
    u[at] /= pivot;
    for (int i = 1; i < n; i++) {
        int before = at;
        at += stride;
        double m = 1 + 2 * r + r * upper[before];
        upper[at] = -r / m;
        u[at] = (u[at] + r * u[before]) / m;
    }
    for (int i = n - 1; i > 0; i--) {
        int after = at;
        at -= stride;
        u[at] -= upper[at] * u[after];
    }
}

// Heat that comes in, in a slab.
kernel void heat(global double *u, int n, double amount)
{
    int x = get_global_id(0), y = get_global_id(1), z = get_global_id(2);
    if (x < n && y < n && z >= n / 3 && z < n / 2)
        u[(z * n + y) * n + x] += amount;
}
