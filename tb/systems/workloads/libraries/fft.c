/* SPDX-License-Identifier: Apache-2.0 */
/* A two-dimensional Fourier transform by clFFT. */
#include "../host.h"

#include <clFFT.h>
#include <math.h>

static struct host_option options[] = {
    {"log2", "points each way, to the power of two", 8, 1, 12, NULL},
    {NULL, NULL, 0, 0, 0, NULL},
};

/* Transforms n numbers that are `stride` apart, as sums. */
static void transform(double (*z)[2], double (*work)[2], size_t n, size_t stride)
{
    for (size_t k = 0; k < n; k++) {
        work[k][0] = work[k][1] = 0;
        for (size_t i = 0; i < n; i++) {
            double angle = -2 * 3.14159265358979323846 * (double)(i * k % n) / (double)n;
            const double *from = z[i * stride];
            work[k][0] += from[0] * cos(angle) - from[1] * sin(angle);
            work[k][1] += from[0] * sin(angle) + from[1] * cos(angle);
        }
    }
    for (size_t k = 0; k < n; k++) {
        z[k * stride][0] = work[k][0];
        z[k * stride][1] = work[k][1];
    }
}

int main(int argc, char **argv)
{
    host_begin_library(argc, argv, "A two-dimensional Fourier transform by clFFT.", options);
    size_t n = (size_t)1 << host_option("log2"), count = n * n, sides[2] = {n, n};
    double(*z)[2] = host_alloc(count, sizeof *z), (*work)[2] = host_alloc(n, sizeof *work);
    float *data = host_alloc(2 * count, 4), *due = host_alloc(2 * count, 4);
    clfftSetupData setup;
    clfftPlanHandle plan;
    cl_command_queue queue = host_queue();
    for (size_t i = 0; i < count; i++) {
        z[i][0] = data[2 * i] = (float)(host_random() - 0.5);
        z[i][1] = data[2 * i + 1] = 0;
    }
    cl_mem buffer = host_buffer(data, 8 * count);
    host_check(clfftInitSetupData(&setup), "clfftInitSetupData");
    host_check(clfftSetup(&setup), "clfftSetup");
    host_check(clfftCreateDefaultPlan(&plan, host_context(), CLFFT_2D, sides), "clfftCreatePlan");
    host_check(clfftSetPlanPrecision(plan, CLFFT_SINGLE), "clfftSetPlanPrecision");
    host_check(clfftSetResultLocation(plan, CLFFT_INPLACE), "clfftSetResultLocation");
    host_check(clfftBakePlan(plan, 1, &queue, NULL, NULL), "clfftBakePlan");
    host_check(
        clfftEnqueueTransform(plan, CLFFT_FORWARD, 1, &queue, 0, NULL, NULL, &buffer, NULL, NULL),
        "clfftEnqueueTransform");
    host_read(buffer, data, 8 * count);
    for (size_t line = 0; line < n; line++)
        transform(z + line * n, work, n, 1);
    for (size_t line = 0; line < n; line++)
        transform(z + line, work, n, n);
    for (size_t i = 0; i < 2 * count; i++)
        due[i] = (float)z[i / 2][i % 2];
    host_check_floats("z", data, due, 2 * count, 1e-5);
    clfftDestroyPlan(&plan);
    clfftTeardown();
    return host_finish();
}
