// SPDX-License-Identifier: Apache-2.0
// A layer of long short-term memory with projection. A step's four gates, of `hidden` cells each
// and for each sequence of the batch, come from its input and from the projection of the step
// before.

// y[b][r] = bias[r] + sum over c of w[r][c] * x[b][c] + sum over p of v[r][p] * h[b][p]; no second
// sum and no bias if `inner` is 0.
kernel void gates(global const float *w, global const float *x, global const float *v,
                  global const float *h, global const float *bias, global float *y, int rows,
                  int columns, int inner, int batch)
{
    int r = get_global_id(0), b = get_global_id(1);
    if (r >= rows || b >= batch)
        return;
    float sum = inner > 0 ? bias[r] : 0.0f;
    for (int c = 0; c < columns; c++)
        sum += w[c * rows + r] * x[b * columns + c];
    for (int p = 0; p < inner; p++)
        sum += v[p * rows + r] * h[b * inner + p];
    y[b * rows + r] = sum;
}

float squash(float x)
{
    return 1.0f / (1.0f + exp(-x));
}

kernel void remember(global const float *g, global float *cell, global float *out, int hidden,
                     int batch)
{
    int i = get_global_id(0), b = get_global_id(1);
    if (i >= hidden || b >= batch)
        return;
    global const float *mine = g + b * 4 * hidden;
    float c = squash(mine[hidden + i]) * cell[b * hidden + i] +
              squash(mine[i]) * tanh(mine[2 * hidden + i]);
    cell[b * hidden + i] = c;
    out[b * hidden + i] = squash(mine[3 * hidden + i]) * tanh(c);
}
