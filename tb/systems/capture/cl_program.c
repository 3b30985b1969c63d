/* SPDX-License-Identifier: Apache-2.0 */
/*
 * An OpenCL program that knows the contents of its buffers: it also does each step on the host, and
 * writes after each launch what a snapshot must hold. Arguments: the number of launches; then words
 * that each add a feature. Exit status 7.
 */
#include "cl_calls.h"
#include "expect.h"
#include <stdbool.h>
#include <string.h>

#define GRID 40000u /* words */
#define TABLE 20000u
#define PART 16384u  /* start of the part of the grid, in words */
#define COUNT 20000u /* of its words */

static const char head[] = "// made of two texts\n";
static const char body[] =
    "__kernel void advance(__global uint *words, __global const uint *from, uint count,\n"
    "                      uint number)\n"
    "{\n"
    "    uint i = get_global_id(0);\n"
    "    if (i < count)\n"
    "        words[i] = 5 * words[i] + from[i % 1024] + number;\n"
    "}\n";

static cl_context context;
static cl_device_id device;
static cl_command_queue queues[2];
static cl_kernel kernel;
static unsigned launches;

/* A buffer and its expected contents. */
struct twin {
    const char *function;
    cl_mem buffer;
    uint32_t *words;
    size_t count;
};

static void check(cl_int error, const char *what)
{
    if (error == CL_SUCCESS)
        return;
    fprintf(stderr, "%s: %d\n", what, error);
    exit(98);
}

static void set_up(void)
{
    cl_platform_id platform;
    cl_int error;
    const char *texts[] = {head, body};
    check(clGetPlatformIDs(1, &platform, NULL), "clGetPlatformIDs");
    check(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL), "clGetDeviceIDs");
    context = clCreateContext(NULL, 1, &device, NULL, NULL, &error);
    check(error, "clCreateContext");
    for (int i = 0; i < 2; i++) {
        queues[i] = clCreateCommandQueue(context, device, 0, &error);
        check(error, "clCreateCommandQueue");
    }
    cl_program program = clCreateProgramWithSource(context, 2, texts, NULL, &error);
    check(error, "clCreateProgramWithSource");
    check(clBuildProgram(program, 1, &device, "-DUNUSED=1", NULL, NULL), "clBuildProgram");
    kernel = clCreateKernel(program, "advance", &error);
    check(error, "clCreateKernel");
}

static uint32_t *words_of(size_t count, uint32_t seed)
{
    uint32_t *words = malloc(4 * count);
    for (size_t i = 0; i < count; i++)
        words[i] = seed = seed * 1664525u + 1013904223u;
    return words;
}

/* ---- buffers, each created by its own function ---- */

__attribute__((noinline)) static struct twin make_grid(void)
{
    cl_int error;
    struct twin grid = {"make_grid", NULL, words_of(GRID, 1), GRID};
    grid.buffer = clCreateBuffer(context, CL_MEM_READ_WRITE, 4 * GRID, NULL, &error);
    check(error, "clCreateBuffer");
    check(clEnqueueWriteBuffer(queues[0], grid.buffer, CL_TRUE, 0, 4 * GRID, grid.words, 0, NULL,
                               NULL),
          "clEnqueueWriteBuffer");
    return grid;
}

/* The host gives its bytes, and may not read them. */
__attribute__((noinline)) static struct twin make_table(void)
{
    cl_int error;
    struct twin table = {"make_table", NULL, words_of(TABLE, 2), TABLE};
    table.buffer = clCreateBuffer(context,
                                  CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR | CL_MEM_HOST_NO_ACCESS,
                                  4 * TABLE, table.words, &error);
    check(error, "clCreateBuffer");
    return table;
}

/* Made and released again and again. */
__attribute__((noinline)) static struct twin make_scratch(uint32_t seed)
{
    cl_int error;
    struct twin scratch = {"make_scratch", NULL, words_of(17000 + seed, seed), 17000 + seed};
    scratch.buffer = clCreateBuffer(context, CL_MEM_READ_WRITE, 4 * scratch.count, NULL, &error);
    check(error, "clCreateBuffer");
    void *mapped = clEnqueueMapBuffer(queues[1], scratch.buffer, CL_TRUE, CL_MAP_WRITE, 0,
                                      4 * scratch.count, 0, NULL, NULL, &error);
    check(error, "clEnqueueMapBuffer");
    memcpy(mapped, scratch.words, 4 * scratch.count);
    check(clEnqueueUnmapMemObject(queues[1], scratch.buffer, mapped, 0, NULL, NULL),
          "clEnqueueUnmapMemObject");
    check(clFinish(queues[1]), "clFinish");
    return scratch;
}

/* Below the least size that is kept. */
__attribute__((noinline)) static cl_mem make_small(void)
{
    cl_int error;
    cl_mem small = clCreateBuffer(context, CL_MEM_READ_WRITE, 4096, NULL, &error);
    check(error, "clCreateBuffer");
    return small;
}

/* ---- steps ---- */

static void expect(const struct twin *twin)
{
    expect_at(launches, twin->function, 1, twin->words, 4 * twin->count);
}

/* Arguments of a launch on words of a buffer; the same step is done on the host. */
static void prepare(cl_mem buffer, struct twin *twin, size_t first, uint32_t count,
                    const struct twin *from)
{
    uint32_t number = ++launches;
    check(clSetKernelArg(kernel, 0, sizeof buffer, &buffer), "clSetKernelArg");
    check(clSetKernelArg(kernel, 1, sizeof from->buffer, &from->buffer), "clSetKernelArg");
    check(clSetKernelArg(kernel, 2, sizeof count, &count), "clSetKernelArg");
    check(clSetKernelArg(kernel, 3, sizeof number, &number), "clSetKernelArg");
    for (uint32_t i = 0; i < count; i++)
        twin->words[first + i] = 5 * twin->words[first + i] + from->words[i % 1024] + number;
}

static void enqueue(cl_command_queue queue, uint32_t count)
{
    size_t global = (count + 63) / 64 * 64, local = 64;
    check(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &global, &local, 0, NULL, NULL),
          "clEnqueueNDRangeKernel");
}

static void print_sum(const struct twin *grid)
{
    uint32_t sum = 0, *words = malloc(4 * GRID);
    check(clEnqueueReadBuffer(queues[0], grid->buffer, CL_TRUE, 0, 4 * GRID, words, 0, NULL, NULL),
          "clEnqueueReadBuffer");
    for (size_t i = 0; i < GRID; i++)
        sum = 31 * sum + words[i];
    printf("%s %08x\n", memcmp(words, grid->words, 4 * GRID) == 0 ? "right" : "wrong", sum);
}

int main(int argc, char **argv)
{
    unsigned wanted = argc > 1 ? (unsigned)atoi(argv[1]) : 23;
    cl_buffer_region region = {4 * PART, 4 * COUNT};
    cl_int error;
    set_up();
    struct twin grid = make_grid(), table = make_table(), scratch = {0};
    cl_mem small = make_small();
    cl_mem part = clCreateSubBuffer(grid.buffer, CL_MEM_READ_WRITE, CL_BUFFER_CREATE_TYPE_REGION,
                                    &region, &error);
    check(error, "clCreateSubBuffer");
    while (launches < wanted) {
        bool on_scratch = launches % 4 == 2;
        if (launches % 4 == 0)
            scratch = make_scratch(launches);
        if (on_scratch)
            prepare(scratch.buffer, &scratch, 0, 17000, &table);
        else
            prepare(part, &grid, PART, COUNT, &table);
        expect(&grid);
        expect(&table);
        expect(&scratch);
        enqueue(queues[on_scratch], on_scratch ? 17000 : COUNT);
        if (launches % 4 == 3) {
            check(clFinish(queues[1]), "clFinish");
            check(clReleaseMemObject(scratch.buffer), "clReleaseMemObject");
            free(scratch.words);
        }
    }
    if (argc > 2) {
        const uint32_t format[2] = {0x10B5, 0x10DA};
        clCreateImage2D(context, CL_MEM_READ_WRITE, format, 16, 16, 0, NULL, &error);
        check(error, "clCreateImage2D");
    }
    print_sum(&grid);
    clReleaseMemObject(small);
    return 7;
}
