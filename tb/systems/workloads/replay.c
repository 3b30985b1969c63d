/* SPDX-License-Identifier: Apache-2.0 */
/*
 * linepress-replay FOLDER: runs a saved launch (format.md, section 19) once, with any installed
 * OpenCL; `linepress trace` runs it under Oclgrind. With -o FOLDER2 it writes the buffers' final
 * contents to FOLDER2/ALLOCATION.bin. Exit status 2, and one line, if it fails.
 */
#define _XOPEN_SOURCE 700
#define CL_TARGET_OPENCL_VERSION 120
#include "../../../cmodel/lib/warp/launch.h"

#include <CL/cl.h>
#include <errno.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <stdnoreturn.h>
#include <string.h>
#include <unistd.h>

static const char *folder;

static noreturn void fail(const char *format, ...) __attribute__((format(printf, 1, 2)));

static noreturn void fail(const char *format, ...)
{
    char line[4096];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    for (char *p = line; *p != '\0'; p++)
        if ((unsigned char)*p < ' ')
            *p = ' ';
    fprintf(stderr, "linepress: %s: %s\n", folder, line);
    exit(2);
}

static void check(cl_int error, const char *call)
{
    if (error != CL_SUCCESS)
        fail("%s failed with %d", call, (int)error);
}

/* The file's bytes followed by a 0. */
static char *read_file(const char *path, size_t *bytes)
{
    FILE *file = fopen(path, "rb");
    long size = -1;
    if (file != NULL && fseek(file, 0, SEEK_END) == 0)
        size = ftell(file);
    char *text = size >= 0 ? malloc((size_t)size + 1) : NULL;
    if (text == NULL || fseek(file, 0, SEEK_SET) != 0 ||
        fread(text, 1, (size_t)size, file) != (size_t)size)
        fail("%s: %s", path, strerror(errno));
    fclose(file);
    text[size] = '\0';
    *bytes = (size_t)size;
    return text;
}

struct device {
    cl_device_id id;
    cl_context context;
    cl_command_queue queue;
};

static void open_device(struct device *d)
{
    cl_platform_id platform;
    cl_uint count = 0;
    cl_int error;
    check(clGetPlatformIDs(1, &platform, &count), "clGetPlatformIDs");
    if (count == 0)
        fail("there is no OpenCL platform");
    check(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &d->id, NULL), "clGetDeviceIDs");
    d->context = clCreateContext(NULL, 1, &d->id, NULL, NULL, &error);
    check(error, "clCreateContext");
    d->queue = clCreateCommandQueue(d->context, d->id, 0, &error);
    check(error, "clCreateCommandQueue");
}

static cl_kernel build(const struct device *d, const struct lpi_launch *l)
{
    cl_int error;
    size_t bytes;
    char *text = read_file(l->program, &bytes), log[2048] = "";
    const char *source = text;
    cl_program program = clCreateProgramWithSource(d->context, 1, &source, &bytes, &error);
    check(error, "clCreateProgramWithSource");
    /* Options name folders relative to the program's folder, which may be gone. */
    if (l->directory != NULL && chdir(l->directory) != 0 && errno != ENOENT)
        fail("%s: %s", l->directory, strerror(errno));
    error = clBuildProgram(program, 1, &d->id, l->options, NULL, NULL);
    if (error != CL_SUCCESS) {
        clGetProgramBuildInfo(program, d->id, CL_PROGRAM_BUILD_LOG, sizeof log - 1, log, NULL);
        fail("program.cl cannot be built: %s", log);
    }
    cl_kernel kernel = clCreateKernel(program, l->kernel, &error);
    if (error != CL_SUCCESS)
        fail("program.cl has no kernel '%s'", l->kernel);
    free(text);
    return kernel;
}

static cl_mem *make_buffers(const struct device *d, const struct lpi_launch *l)
{
    static const cl_mem_flags flags[] = {CL_MEM_READ_WRITE, CL_MEM_READ_ONLY, CL_MEM_WRITE_ONLY};
    cl_mem *made = calloc(l->buffer_count + 1, sizeof *made);
    for (size_t i = 0; made != NULL && i < l->buffer_count; i++) {
        cl_int error;
        size_t bytes;
        char *contents = read_file(l->buffers[i].path, &bytes);
        if (bytes != l->buffers[i].bytes)
            fail("%s changed while it was read", l->buffers[i].path);
        made[i] = clCreateBuffer(d->context, flags[l->buffers[i].access] | CL_MEM_COPY_HOST_PTR,
                                 bytes, contents, &error);
        check(error, "clCreateBuffer");
        free(contents);
    }
    return made;
}

/* A part of a buffer, which an offset of 0 may be too. */
static cl_mem part_of(const struct lpi_launch *l, const struct lpi_launch_argument *a, cl_mem whole)
{
    cl_int error;
    cl_buffer_region region = {a->offset, a->bytes};
    if (a->bytes == l->buffers[a->buffer].bytes)
        return whole;
    cl_mem part = clCreateSubBuffer(whole, 0, CL_BUFFER_CREATE_TYPE_REGION, &region, &error);
    check(error, "clCreateSubBuffer");
    return part;
}

static void set_arguments(const struct lpi_launch *l, cl_kernel kernel, const cl_mem *made)
{
    for (size_t i = 0; i < l->argument_count; i++) {
        const struct lpi_launch_argument *a = &l->arguments[i];
        cl_mem memory = NULL;
        if (a->kind == LPI_LAUNCH_BUFFER)
            memory = part_of(l, a, made[a->buffer]);
        cl_int error = a->kind == LPI_LAUNCH_VALUE
                           ? clSetKernelArg(kernel, (cl_uint)i, a->bytes, a->value)
                       : a->kind == LPI_LAUNCH_LOCAL
                           ? clSetKernelArg(kernel, (cl_uint)i, a->bytes, NULL)
                           : clSetKernelArg(kernel, (cl_uint)i, sizeof memory,
                                            memory != NULL ? &memory : NULL);
        if (error != CL_SUCCESS)
            fail("argument %zu is not one of kernel '%s' (%d)", i + 1, l->kernel, (int)error);
    }
}

/* If the program did not set the group's size: the largest divisor of x up to 256. */
static void choose_local(const struct lpi_launch *l, size_t local[3])
{
    for (unsigned d = 0; d < 3; d++)
        local[d] = l->local[0] > 0 ? (size_t)l->local[d] : 1;
    for (size_t x = 256; l->local[0] == 0 && local[0] == 1 && x > 1; x--)
        if (l->global[0] % x == 0)
            local[0] = x;
}

static void run(const struct device *d, const struct lpi_launch *l, cl_kernel kernel)
{
    size_t offset[3], global[3], local[3];
    for (unsigned i = 0; i < 3; i++) {
        offset[i] = (size_t)l->offset[i];
        global[i] = (size_t)l->global[i];
    }
    choose_local(l, local);
    check(clEnqueueNDRangeKernel(d->queue, kernel, l->dimensions, offset, global, local, 0, NULL,
                                 NULL),
          "clEnqueueNDRangeKernel");
    check(clFinish(d->queue), "clFinish");
}

static void write_buffers(const struct device *d, const struct lpi_launch *l, const cl_mem *made,
                          const char *to)
{
    for (size_t i = 0; i < l->buffer_count; i++) {
        char path[2 * PATH_MAX];
        void *bytes = malloc(l->buffers[i].bytes);
        snprintf(path, sizeof path, "%s/%s.bin", to, l->buffers[i].name);
        FILE *file = fopen(path, "wb");
        if (file == NULL || bytes == NULL)
            fail("%s: %s", path, strerror(errno));
        check(clEnqueueReadBuffer(d->queue, made[i], CL_TRUE, 0, l->buffers[i].bytes, bytes, 0,
                                  NULL, NULL),
              "clEnqueueReadBuffer");
        if (fwrite(bytes, 1, l->buffers[i].bytes, file) != l->buffers[i].bytes || fclose(file) != 0)
            fail("%s: %s", path, strerror(errno));
        free(bytes);
    }
}

/* The tracer takes the names of buffers from here, since OpenCL has none. */
static void tell_names(const struct lpi_launch *l)
{
    size_t room = 1, at = 0;
    for (size_t i = 0; i < l->buffer_count; i++)
        room += strlen(l->buffers[i].name) + 1;
    char *names = malloc(room);
    if (names == NULL)
        fail("no memory");
    names[0] = '\0';
    for (size_t i = 0; i < l->buffer_count; i++)
        at += (size_t)snprintf(names + at, room - at, "%s\n", l->buffers[i].name);
    setenv("LINEPRESS_TRACE_NAMES", names, 1);
    free(names);
}

int main(int argc, char **argv)
{
    struct lpi_launch *launch;
    struct lpi_launch_fault fault;
    struct device device;
    char from[PATH_MAX], to[PATH_MAX];
    int writes = argc == 4 && strcmp(argv[1], "-o") == 0;
    if (argc != 2 && !writes) {
        fputs("usage: linepress-replay [-o FOLDER2] FOLDER\n", stderr);
        return 2;
    }
    folder = argv[argc - 1];
    if (realpath(folder, from) == NULL || (writes && realpath(argv[2], to) == NULL))
        fail("%s", strerror(errno));
    if (lpi_launch_read(from, &launch, &fault) != 0)
        fail("%s", fault.why);
    tell_names(launch);
    open_device(&device);
    cl_mem *made = make_buffers(&device, launch);
    if (made == NULL)
        fail("no memory");
    cl_kernel kernel = build(&device, launch);
    set_arguments(launch, kernel, made);
    run(&device, launch, kernel);
    if (writes)
        write_buffers(&device, launch, made, to);
    lpi_launch_free(launch);
    return 0;
}
