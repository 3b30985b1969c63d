/* SPDX-License-Identifier: Apache-2.0 */
/* A matrix product by CLBlast: its kernels, our matrices. */
#include "../host.h"

#include <clblast_c.h>

static struct host_option options[] = {
    {"n", "rows and columns", 256, 1, 4096, NULL},
    {NULL, NULL, 0, 0, 0, NULL},
};

int main(int argc, char **argv)
{
    host_begin_library(argc, argv, "A matrix product by CLBlast.", options);
    size_t n = (size_t)host_option("n"), count = n * n;
    float *a = host_alloc(count, 4), *b = host_alloc(count, 4);
    float *due = host_alloc(count, 4), *got = host_alloc(count, 4);
    for (size_t i = 0; i < count; i++) {
        a[i] = (float)host_random();
        b[i] = (float)(host_random() - 0.5);
    }
    for (size_t r = 0; r < n; r++)
        for (size_t k = 0; k < n; k++)
            for (size_t c = 0; c < n; c++)
                due[r * n + c] += a[r * n + k] * b[k * n + c];
    cl_mem left = host_buffer(a, 4 * count), right = host_buffer(b, 4 * count);
    cl_mem product = host_buffer(NULL, 4 * count);
    cl_command_queue queue = host_queue();
    host_check(CLBlastSgemm(CLBlastLayoutRowMajor, CLBlastTransposeNo, CLBlastTransposeNo, n, n, n,
                            1, left, 0, n, right, 0, n, 0, product, 0, n, &queue, NULL),
               "CLBlastSgemm");
    host_read(product, got, 4 * count);
    host_check_floats("product", got, due, count, 1e-5);
    return host_finish();
}
