/* SPDX-License-Identifier: Apache-2.0 */
/* Waves from a source in layers of rock, which leave at the sides: see wave.cl. */
#include "host.h"

#include <math.h>
#include <stdlib.h>

static struct host_option options[] = {
    {"dim", "dimensions", 2, 2, 3, NULL},
    {"n", "points each way", 512, 8, 4096, NULL},
    {"steps", "steps of time", 100, 1, 1000000, NULL},
    {"layer", "points of the absorbing layer", 20, 1, 1000, NULL},
    {NULL, NULL, 0, 0, 0, NULL},
};

/* Three layers with a slope, the deeper the faster. */
static void make_rock(float *speed, int n, int dim)
{
    size_t rows = dim == 3 ? (size_t)n * n : (size_t)n;
    for (size_t r = 0; r < rows; r++)
        for (int x = 0; x < n; x++) {
            int depth = dim == 3 ? (int)(r / (size_t)n) : (int)r;
            double level = (double)depth / n + 0.1 * x / n;
            speed[r * (size_t)n + (size_t)x] = level < 0.4 ? 0.09f : level < 0.7 ? 0.16f : 0.25f;
        }
}

static void make_damping(float *damp, int n, int layer)
{
    for (int i = 0; i < n; i++) {
        int side = i < n - 1 - i ? i : n - 1 - i;
        double into = side < layer ? (double)(layer - side) / layer : 0;
        damp[i] = (float)(0.3 * into * into);
    }
}

static float wavelet(int step)
{
    double t = 0.05 * (step - 25), a = 9.8696 * t * t;
    return (float)((1 - 2 * a) * exp(-a));
}

static void reference(const float *now, float *before, const float *speed, const float *damp, int n,
                      int dim)
{
    for (int z = dim == 3 ? 1 : 0; z < (dim == 3 ? n - 1 : 1); z++)
        for (int y = 1; y < n - 1; y++)
            for (int x = 1; x < n - 1; x++) {
                size_t i = ((size_t)z * n + y) * n + x, plane = (size_t)n * n;
                float d = damp[x] + damp[y] + (dim == 3 ? damp[z] : 0);
                float l = now[i - 1] + now[i + 1] + now[i - n] + now[i + n];
                if (dim == 3)
                    l += now[i - plane] + now[i + plane];
                l -= 2.0f * dim * now[i];
                before[i] = (2.0f * now[i] - (1.0f - d) * before[i] + speed[i] * l) / (1.0f + d);
            }
}

int main(int argc, char **argv)
{
    host_begin(argc, argv, "Waves in two or three dimensions.", options);
    int dim = (int)host_option("dim"), n = (int)host_option("n");
    size_t points = (size_t)n * n * (dim == 3 ? n : 1), bytes = points * sizeof(float);
    float *speed = host_alloc(points, 4), *damp = host_alloc(n, 4), *got = host_alloc(points, 4);
    float *fields[2] = {host_alloc(points, 4), host_alloc(points, 4)};
    make_rock(speed, n, dim);
    make_damping(damp, n, (int)host_option("layer"));
    cl_mem field[2] = {host_buffer(NULL, bytes), host_buffer(NULL, bytes)};
    cl_mem rock = host_buffer(speed, bytes), damping = host_buffer(damp, (size_t)n * 4);
    struct host_range range = {{n, n, dim == 3 ? n : 1}, {32, 4, 1}}, one = {{1, 1, 1}, {1, 1, 1}};
    int source = (int)(points / 2 + (size_t)(dim == 3 ? n / 2 * n : 0) + (size_t)n / 2);
    for (int step = 0; step < host_option("steps"); step++) {
        int now = step % 2;
        host_run("shake", one, "bif", field[now], source, (double)wavelet(step));
        host_run(dim == 3 ? "step3" : "step2", range, "bbbbi", field[now], field[!now], rock,
                 damping, n);
        fields[now][source] += wavelet(step);
        reference(fields[now], fields[!now], speed, damp, n, dim);
    }
    for (int f = 0; f < 2; f++) {
        host_read(field[f], got, bytes);
        host_check_floats("field", got, fields[f], points, 1e-4);
    }
    return host_finish();
}
