/* SPDX-License-Identifier: Apache-2.0 */
/* Steps of an LSTM with projection over random words: see lstm.cl. */
#include "host.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static struct host_option options[] = {
    {"input", "numbers of a word", 256, 1, 8192, NULL},
    {"hidden", "cells", 512, 1, 16384, NULL},
    {"project", "numbers of the projection", 128, 1, 8192, NULL},
    {"batch", "sequences", 8, 1, 1024, NULL},
    {"steps", "words of a sequence", 10, 1, 100000, NULL},
    {NULL, NULL, 0, 0, 0, NULL},
};

static int input, hidden, project, batch;

static float *draw(size_t count, double scale)
{
    float *values = host_alloc(count, 4);
    for (size_t i = 0; i < count; i++)
        values[i] = (float)(scale * (2 * host_random() - 1));
    return values;
}

/* Matrices are stored by columns. */
static void multiply(const float *w, const float *x, int rows, int columns, double *y)
{
    for (int b = 0; b < batch; b++)
        for (int c = 0; c < columns; c++)
            for (int r = 0; r < rows; r++)
                y[b * rows + r] += (double)w[(size_t)c * rows + r] * x[b * columns + c];
}

static double squash(double x)
{
    return 1 / (1 + exp(-x));
}

static void reference(const float *w, const float *v, const float *bias, const float *p,
                      const float *x, float *cell, float *h)
{
    size_t all = (size_t)batch * hidden;
    double *g = host_alloc(4 * all, 8), *next = host_alloc((size_t)batch * project, 8);
    float *out = host_alloc(all, 4);
    for (size_t i = 0; i < 4 * all; i++)
        g[i] = bias[i % (4 * (size_t)hidden)];
    multiply(w, x, 4 * hidden, input, g);
    multiply(v, h, 4 * hidden, project, g);
    for (size_t i = 0; i < all; i++) {
        const double *mine = g + i / hidden * 4 * hidden + i % hidden;
        cell[i] = (float)(squash(mine[hidden]) * cell[i] +
                          squash(mine[0]) * tanh(mine[2 * hidden]));
        out[i] = (float)(squash(mine[3 * hidden]) * tanh(cell[i]));
    }
    multiply(p, out, project, hidden, next);
    for (int i = 0; i < batch * project; i++)
        h[i] = (float)next[i];
    free(g);
    free(next);
    free(out);
}

int main(int argc, char **argv)
{
    host_begin(argc, argv, "An LSTM with projection, forward.", options);
    input = (int)host_option("input");
    hidden = (int)host_option("hidden");
    project = (int)host_option("project");
    batch = (int)host_option("batch");
    int rows = 4 * hidden;
    size_t cells = (size_t)batch * hidden, projected = (size_t)batch * project;
    size_t w_count = (size_t)rows * input, v_count = (size_t)rows * project;
    size_t p_count = (size_t)hidden * project, x_count = (size_t)batch * input;
    float *w = draw(w_count, 1 / sqrt(input)), *v = draw(v_count, 1 / sqrt(project));
    float *bias = draw((size_t)rows, 0.1), *p = draw(p_count, 1 / sqrt(hidden));
    float *cell = host_alloc(cells, 4), *h = host_alloc(projected, 4);
    float *got = host_alloc(cells > projected ? cells : projected, 4);
    cl_mem d_w = host_buffer(w, 4 * w_count), d_v = host_buffer(v, 4 * v_count);
    cl_mem d_bias = host_buffer(bias, 4 * (size_t)rows), d_p = host_buffer(p, 4 * p_count);
    cl_mem d_x = host_buffer(NULL, 4 * x_count), d_h = host_buffer(NULL, 4 * projected);
    cl_mem d_cell = host_buffer(NULL, 4 * cells), d_out = host_buffer(NULL, 4 * cells);
    cl_mem d_g = host_buffer(NULL, 16 * cells);
    struct host_range by_gate = {{rows, batch}, {64, 1}}, by_cell = {{hidden, batch}, {64, 1}};
    struct host_range by_projected = {{project, batch}, {64, 1}};
    for (int step = 0; step < host_option("steps"); step++) {
        float *x = draw(x_count, 1);
        host_write(d_x, x, 4 * x_count);
        host_run("gates", by_gate, "bbbbbbiiii", d_w, d_x, d_v, d_h, d_bias, d_g, rows, input,
                 project, batch);
        host_run("remember", by_cell, "bbbii", d_g, d_cell, d_out, hidden, batch);
        host_run("gates", by_projected, "bbbbbbiiii", d_p, d_out, d_p, d_out, d_bias, d_h, project,
                 hidden, 0, batch);
        reference(w, v, bias, p, x, cell, h);
        free(x);
    }
    host_read(d_cell, got, 4 * cells);
    host_check_floats("cell", got, cell, cells, 1e-4);
    host_read(d_h, got, 4 * projected);
    host_check_floats("h", got, h, projected, 1e-4);
    return host_finish();
}
