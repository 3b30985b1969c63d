/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Shared by the workloads' host programs: options, one OpenCL device and queue, buffers, launches,
 * and the comparison with a reference. Any failure ends the program: status 2 for bad use or an
 * error of OpenCL, 1 for a result that differs from the reference.
 */
#ifndef TB_WORKLOADS_HOST_H
#define TB_WORKLOADS_HOST_H

#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

struct host_option {
    const char *name, *help;
    long value, least, most;
    const char *const *words; /* the values' names, from least on; NULL: a number */
};

/*
 * Takes the options --NAME VALUE, of which the list ends with a NULL name, and --help; then opens
 * the device and builds NAME.cl, which is in the program's folder. `what` is one line for --help.
 */
void host_begin(int argc, char **argv, const char *what, struct host_option *options);
/* The same for programs whose kernels come from a library: no kernel is built. */
void host_begin_library(int argc, char **argv, const char *what, struct host_option *options);
cl_context host_context(void);
cl_command_queue host_queue(void);
/* Ends the program unless a library call returned 0. */
void host_check(int error, const char *call);
long host_option(const char *name);

/* Memory of the host; zeros. */
void *host_alloc(size_t count, size_t bytes);

/* A buffer with these contents, or zeros for NULL. */
cl_mem host_buffer(const void *contents, size_t bytes);
void host_write(cl_mem buffer, const void *from, size_t bytes);
void host_read(cl_mem buffer, void *to, size_t bytes);

/*
 * Launches a kernel over x * y * z work-items in groups of lx * ly * lz; sizes are rounded up to
 * whole groups, and kernels ignore work-items outside. `types` has a letter an argument: b cl_mem,
 * i int, u uint64_t, f float (given as a double), d double, l local memory of that many bytes
 * (size_t).
 */
struct host_range {
    size_t global[3], local[3];
};
void host_run(const char *kernel, struct host_range range, const char *types, ...);

/* The same numbers in every program, from 0 to below 1. */
double host_random(void);

/*
 * Ends the program with 1 if an element is further from its reference than `tolerance` times the
 * largest magnitude of the reference. host_finish prints the largest of these distances.
 */
void host_check_floats(const char *name, const float *got, const float *due, size_t count,
                       double tolerance);
void host_check_doubles(const char *name, const double *got, const double *due, size_t count,
                        double tolerance);
int host_finish(void);

#ifdef __cplusplus
}
#endif

#endif
