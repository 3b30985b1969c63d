// SPDX-License-Identifier: Apache-2.0
// The parts of the conjugate gradient method, with a matrix in CSR form: row r has the values and
// columns of rows[r] to rows[r + 1] - 1.

kernel void multiply(global const int *rows, global const int *columns, global const double *values,
                     global const double *x, global double *y, int n)
{
    int r = get_global_id(0);
    if (r >= n)
        return;
    double sum = 0;
    for (int i = rows[r]; i < rows[r + 1]; i++)
        sum += values[i] * x[columns[i]];
    y[r] = sum;
}

// A sum a group: `part` has an element for each work-item, a power of two of them.
kernel void dot_groups(global const double *a, global const double *b, global double *sums,
                       local double *part, int n)
{
    int l = get_local_id(0), i = get_global_id(0);
    part[l] = i < n ? a[i] * b[i] : 0;
    for (int reach = get_local_size(0) / 2; reach > 0; reach /= 2) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (l < reach)
            part[l] += part[l + reach];
    }
    if (l == 0)
        sums[get_group_id(0)] = part[0];
}

// x += factor * y
kernel void add(global double *x, global const double *y, double factor, int n)
{
    int i = get_global_id(0);
    if (i < n)
        x[i] += factor * y[i];
}

// x = y + factor * x
kernel void turn(global double *x, global const double *y, double factor, int n)
{
    int i = get_global_id(0);
    if (i < n)
        x[i] = y[i] + factor * x[i];
}
