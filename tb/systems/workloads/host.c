/* SPDX-License-Identifier: Apache-2.0 */
#include "host.h"

#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <stdnoreturn.h>
#include <string.h>

#define KERNELS 32

static const char *program_name;
static struct host_option *known_options;
static cl_device_id device;
static cl_context context;
static cl_command_queue queue;
static cl_program program;
static struct {
    char name[64];
    cl_kernel kernel;
} kernels[KERNELS];
static double worst;

static noreturn void fail(int status, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static noreturn void fail(int status, const char *format, ...)
{
    va_list arguments;
    fprintf(stderr, "%s: ", program_name);
    va_start(arguments, format);
    vfprintf(stderr, format, arguments);
    va_end(arguments);
    fputc('\n', stderr);
    exit(status);
}

static void check(cl_int error, const char *call)
{
    if (error != CL_SUCCESS)
        fail(2, "%s failed with error %d of OpenCL", call, (int)error);
}

void *host_alloc(size_t count, size_t bytes)
{
    void *memory = calloc(count, bytes);
    if (memory == NULL)
        fail(2, "no memory for %zu elements of %zu bytes", count, bytes);
    return memory;
}

/* ---- options ---- */

static void print_help(const char *what)
{
    printf("usage: %s [--OPTION VALUE]...\n%s\n\n", program_name, what);
    for (const struct host_option *o = known_options; o->name != NULL; o++) {
        printf("  --%-10s %s (%ld", o->name, o->help, o->value);
        for (long v = o->least; o->words != NULL && v <= o->most; v++)
            printf("%s%ld %s", v == o->least ? ": " : ", ", v, o->words[v - o->least]);
        puts(")");
    }
    exit(0);
}

static void set_option(const char *name, const char *text)
{
    struct host_option *o = known_options;
    char *end;
    while (o->name != NULL && strcmp(o->name, name) != 0)
        o++;
    if (o->name == NULL)
        fail(2, "--%s is not an option; try --help", name);
    if (text == NULL)
        fail(2, "--%s needs a value", name);
    for (long v = o->least; o->words != NULL && v <= o->most; v++)
        if (strcmp(o->words[v - o->least], text) == 0) {
            o->value = v;
            return;
        }
    errno = 0;
    o->value = strtol(text, &end, 10);
    if (errno != 0 || end == text || *end != '\0' || o->value < o->least || o->value > o->most)
        fail(2, "--%s takes %ld to %ld, not '%s'", name, o->least, o->most, text);
}

static void take_options(int argc, char **argv, const char *what)
{
    for (int i = 1; i < argc; i += 2) {
        if (strcmp(argv[i], "--help") == 0)
            print_help(what);
        if (strncmp(argv[i], "--", 2) != 0)
            fail(2, "'%s' is not an option; try --help", argv[i]);
        set_option(argv[i] + 2, i + 1 < argc ? argv[i + 1] : NULL);
    }
}

long host_option(const char *name)
{
    const struct host_option *o = known_options;
    while (o->name != NULL && strcmp(o->name, name) != 0)
        o++;
    return o->value;
}

/* ---- the device ---- */

static char *read_source(const char *path)
{
    FILE *file = fopen(path, "rb");
    static char text[1 << 16];
    size_t bytes = file != NULL ? fread(text, 1, sizeof text - 1, file) : 0;
    if (file == NULL || ferror(file) || bytes == sizeof text - 1)
        fail(2, "%s: %s", path, file == NULL ? strerror(errno) : "cannot be read whole");
    fclose(file);
    text[bytes] = '\0';
    return text;
}

static void build(const char *path)
{
    cl_int error;
    char log[4096] = "";
    const char *source = read_source(path);
    program = clCreateProgramWithSource(context, 1, &source, NULL, &error);
    check(error, "clCreateProgramWithSource");
    if (clBuildProgram(program, 1, &device, "", NULL, NULL) != CL_SUCCESS) {
        clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, sizeof log - 1, log, NULL);
        fail(2, "%s: %s", path, log);
    }
}

void host_begin_library(int argc, char **argv, const char *what, struct host_option *options)
{
    cl_platform_id platform;
    cl_uint count = 0;
    cl_int error;
    program_name = argv[0];
    known_options = options;
    take_options(argc, argv, what);
    if (clGetPlatformIDs(1, &platform, &count) != CL_SUCCESS || count == 0)
        fail(2, "there is no OpenCL platform");
    check(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL), "clGetDeviceIDs");
    context = clCreateContext(NULL, 1, &device, NULL, NULL, &error);
    check(error, "clCreateContext");
    queue = clCreateCommandQueue(context, device, 0, &error);
    check(error, "clCreateCommandQueue");
}

void host_begin(int argc, char **argv, const char *what, struct host_option *options)
{
    char path[4096];
    host_begin_library(argc, argv, what, options);
    if (snprintf(path, sizeof path, "%s.cl", argv[0]) >= (int)sizeof path)
        fail(2, "its path is too long");
    build(path);
}

cl_context host_context(void)
{
    return context;
}

cl_command_queue host_queue(void)
{
    return queue;
}

void host_check(int error, const char *call)
{
    check(error, call);
}

/* ---- buffers ---- */

cl_mem host_buffer(const void *contents, size_t bytes)
{
    cl_int error;
    cl_mem buffer = clCreateBuffer(context, CL_MEM_READ_WRITE, bytes, NULL, &error);
    check(error, "clCreateBuffer");
    void *zeros = contents == NULL ? host_alloc(1, bytes) : NULL;
    host_write(buffer, contents != NULL ? contents : zeros, bytes);
    free(zeros);
    return buffer;
}

void host_write(cl_mem buffer, const void *from, size_t bytes)
{
    check(clEnqueueWriteBuffer(queue, buffer, CL_TRUE, 0, bytes, from, 0, NULL, NULL),
          "clEnqueueWriteBuffer");
}

void host_read(cl_mem buffer, void *to, size_t bytes)
{
    check(clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, bytes, to, 0, NULL, NULL),
          "clEnqueueReadBuffer");
}

/* ---- launches ---- */

static cl_kernel kernel_of(const char *name)
{
    cl_int error;
    unsigned i = 0;
    while (i < KERNELS - 1 && kernels[i].kernel != NULL && strcmp(kernels[i].name, name) != 0)
        i++;
    if (kernels[i].kernel == NULL) {
        kernels[i].kernel = clCreateKernel(program, name, &error);
        check(error, name);
        snprintf(kernels[i].name, sizeof kernels[i].name, "%s", name);
    }
    return kernels[i].kernel;
}

static cl_int set_argument(cl_kernel kernel, cl_uint number, char type, va_list *arguments)
{
    union {
        cl_mem memory;
        cl_int whole;
        cl_ulong large;
        cl_float single;
        cl_double number;
    } value;
    switch (type) {
    case 'b':
        value.memory = va_arg(*arguments, cl_mem);
        return clSetKernelArg(kernel, number, sizeof value.memory, &value);
    case 'i':
        value.whole = va_arg(*arguments, int);
        return clSetKernelArg(kernel, number, sizeof value.whole, &value);
    case 'u':
        value.large = va_arg(*arguments, uint64_t);
        return clSetKernelArg(kernel, number, sizeof value.large, &value);
    case 'f':
        value.single = (float)va_arg(*arguments, double);
        return clSetKernelArg(kernel, number, sizeof value.single, &value);
    case 'd':
        value.number = va_arg(*arguments, double);
        return clSetKernelArg(kernel, number, sizeof value.number, &value);
    default: return clSetKernelArg(kernel, number, va_arg(*arguments, size_t), NULL);
    }
}

void host_run(const char *name, struct host_range range, const char *types, ...)
{
    cl_kernel kernel = kernel_of(name);
    size_t global[3], local[3];
    va_list arguments;
    va_start(arguments, types);
    for (cl_uint i = 0; types[i] != '\0'; i++)
        check(set_argument(kernel, i, types[i], &arguments), name);
    va_end(arguments);
    for (unsigned d = 0; d < 3; d++) {
        local[d] = range.local[d] > 0 ? range.local[d] : 1;
        global[d] = ((range.global[d] > 0 ? range.global[d] : 1) + local[d] - 1) / local[d] *
                    local[d];
    }
    check(clEnqueueNDRangeKernel(queue, kernel, 3, NULL, global, local, 0, NULL, NULL), name);
}

/* ---- results ---- */

double host_random(void)
{
    static uint64_t state = 88172645463325252u;
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return (double)(state >> 11) / 9007199254740992.0;
}

static void compare(const char *name, size_t i, double got, double due, double scale,
                    double tolerance)
{
    double distance = fabs(got - due) / (scale > 0 ? scale : 1);
    if (!(distance <= tolerance))
        fail(1, "%s[%zu] is %.9g, and %.9g by the reference", name, i, got, due);
    if (distance > worst)
        worst = distance;
}

void host_check_floats(const char *name, const float *got, const float *due, size_t count,
                       double tolerance)
{
    double scale = 0;
    for (size_t i = 0; i < count; i++)
        scale = fmax(scale, fabs((double)due[i]));
    for (size_t i = 0; i < count; i++)
        compare(name, i, got[i], due[i], scale, tolerance);
}

void host_check_doubles(const char *name, const double *got, const double *due, size_t count,
                        double tolerance)
{
    double scale = 0;
    for (size_t i = 0; i < count; i++)
        scale = fmax(scale, fabs(due[i]));
    for (size_t i = 0; i < count; i++)
        compare(name, i, got[i], due[i], scale, tolerance);
}

int host_finish(void)
{
    const char *slash = strrchr(program_name, '/');
    printf("%s: as the reference, within %.2g\n", slash != NULL ? slash + 1 : program_name, worst);
    return 0;
}
