/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A small OpenCL library for tests, with a device whose memory the host cannot access. Commands are
 * not executed when they are enqueued: a queue runs them in order when the host waits for it. It
 * has one kernel, `advance` of cl_program.c, whatever a program's source says.
 */
#include "cl_calls.h"
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    CL_OUT_OF_HOST_MEMORY = -6,
    CL_INVALID_VALUE = -30,
    CL_INVALID_KERNEL_NAME = -46,
    CL_INVALID_ARG_INDEX = -49,
    CL_INVALID_KERNEL_ARGS = -52,
    CL_INVALID_BUFFER_SIZE = -61,
    CL_INVALID_MEM_OBJECT = -38
};

struct cl_platform {
    int unused;
};
struct cl_device {
    int unused;
};
struct cl_context_object {
    int unused;
};
static struct cl_platform the_platform;
static struct cl_device the_device;

struct cl_mem_object {
    unsigned references;
    cl_context context;
    cl_flags flags;
    cl_mem parent;
    size_t origin, size;
    uint8_t *bytes;
};

struct cl_program_object {
    char *source, *options;
};

#define ARGUMENTS 4
struct argument {
    bool is_set;
    size_t size;
    uint8_t value[16];
};
struct cl_kernel_object {
    cl_program program;
    struct argument arguments[ARGUMENTS];
};

struct command {
    enum { ADVANCE, READ, WRITE, COPY } kind;
    cl_mem memory, from;
    size_t at, from_at, count;
    uint8_t *host, *copy; /* copy of the host's data */
    struct argument arguments[ARGUMENTS];
};

struct cl_queue {
    unsigned references;
    cl_context context;
    struct command commands[256];
    size_t count;
};

/* ---- answers ---- */

static cl_int answer(const void *value, size_t size, size_t room, void *to, size_t *needed)
{
    if (needed != NULL)
        *needed = size;
    if (to == NULL)
        return CL_SUCCESS;
    if (room < size)
        return CL_INVALID_VALUE;
    memcpy(to, value, size);
    return CL_SUCCESS;
}

static void *give(void *object, cl_int *error)
{
    if (error != NULL)
        *error = object != NULL ? CL_SUCCESS : CL_OUT_OF_HOST_MEMORY;
    return object;
}

cl_int clGetPlatformIDs(cl_uint room, cl_platform_id *platforms, cl_uint *count)
{
    if (count != NULL)
        *count = 1;
    if (room > 0 && platforms != NULL)
        platforms[0] = &the_platform;
    return CL_SUCCESS;
}

cl_int clGetDeviceIDs(cl_platform_id platform, cl_ulong type, cl_uint room, cl_device_id *devices,
                      cl_uint *count)
{
    (void)platform;
    (void)type;
    if (count != NULL)
        *count = 1;
    if (room > 0 && devices != NULL)
        devices[0] = &the_device;
    return CL_SUCCESS;
}

cl_int clGetDeviceInfo(cl_device_id device, cl_uint what, size_t room, void *to, size_t *needed)
{
    (void)device;
    return what == CL_DEVICE_NAME ? answer("fake", 5, room, to, needed) : CL_INVALID_VALUE;
}

cl_context clCreateContext(const intptr_t *properties, cl_uint count, const cl_device_id *devices,
                           void *notify, void *data, cl_int *error)
{
    (void)properties;
    (void)count;
    (void)devices;
    (void)notify;
    (void)data;
    return give(calloc(1, sizeof(struct cl_context_object)), error);
}

cl_int clGetContextInfo(cl_context context, cl_uint what, size_t room, void *to, size_t *needed)
{
    const cl_device_id device = &the_device;
    (void)context;
    return what == CL_CONTEXT_DEVICES ? answer(&device, sizeof device, room, to, needed)
                                      : CL_INVALID_VALUE;
}

/* ---- buffers ---- */

static uint8_t *at(cl_mem memory, size_t offset)
{
    return memory->parent != NULL ? memory->parent->bytes + memory->origin + offset
                                  : memory->bytes + offset;
}

cl_mem clCreateBuffer(cl_context context, cl_flags flags, size_t size, void *host, cl_int *error)
{
    cl_mem memory = calloc(1, sizeof *memory);
    if (size == 0 || memory == NULL) {
        if (error != NULL)
            *error = CL_INVALID_BUFFER_SIZE;
        free(memory);
        return NULL;
    }
    *memory = (struct cl_mem_object){
        .references = 1, .context = context, .flags = flags, .size = size, .bytes = malloc(size)};
    memset(memory->bytes, 0xcd, size);
    if (flags & CL_MEM_COPY_HOST_PTR)
        memcpy(memory->bytes, host, size);
    return give(memory, error);
}

cl_mem clCreateSubBuffer(cl_mem parent, cl_flags flags, cl_uint type, const void *region,
                         cl_int *error)
{
    const cl_buffer_region *part = region;
    cl_mem memory = calloc(1, sizeof *memory);
    (void)type;
    *memory = (struct cl_mem_object){.references = 1,
                                     .context = parent->context,
                                     .flags = flags,
                                     .parent = parent,
                                     .origin = part->origin,
                                     .size = part->size};
    clRetainMemObject(parent);
    return give(memory, error);
}

cl_mem clCreateImage2D(cl_context context, cl_flags flags, const void *format, size_t width,
                       size_t height, size_t pitch, void *host, cl_int *error)
{
    (void)format;
    (void)pitch;
    (void)host;
    return clCreateBuffer(context, flags, 4 * width * height, NULL, error);
}

cl_int clRetainMemObject(cl_mem memory)
{
    memory->references++;
    return CL_SUCCESS;
}

cl_int clReleaseMemObject(cl_mem memory)
{
    if (--memory->references > 0)
        return CL_SUCCESS;
    if (memory->parent != NULL)
        clReleaseMemObject(memory->parent);
    free(memory->bytes);
    free(memory);
    return CL_SUCCESS;
}

cl_int clGetMemObjectInfo(cl_mem memory, cl_uint what, size_t room, void *to, size_t *needed)
{
    return what == CL_MEM_CONTEXT
               ? answer(&memory->context, sizeof memory->context, room, to, needed)
               : CL_INVALID_VALUE;
}

/* ---- queues ---- */

cl_command_queue clCreateCommandQueue(cl_context context, cl_device_id device, cl_flags flags,
                                      cl_int *error)
{
    cl_command_queue queue = calloc(1, sizeof *queue);
    (void)device;
    (void)flags;
    queue->references = 1;
    queue->context = context;
    return give(queue, error);
}

cl_int clRetainCommandQueue(cl_command_queue queue)
{
    queue->references++;
    return CL_SUCCESS;
}

cl_int clReleaseCommandQueue(cl_command_queue queue)
{
    if (--queue->references > 0)
        return CL_SUCCESS;
    clFinish(queue);
    free(queue);
    return CL_SUCCESS;
}

cl_int clGetCommandQueueInfo(cl_command_queue queue, cl_uint what, size_t room, void *to,
                             size_t *needed)
{
    const cl_device_id device = &the_device;
    if (what == CL_QUEUE_CONTEXT)
        return answer(&queue->context, sizeof queue->context, room, to, needed);
    return what == CL_QUEUE_DEVICE ? answer(&device, sizeof device, room, to, needed)
                                   : CL_INVALID_VALUE;
}

/* advance(words, from, count, number): words[i] = 5 words[i] + from[i mod 1024] + number. */
static void advance(const struct argument *arguments)
{
    cl_mem words, from;
    uint32_t count, number;
    memcpy(&words, arguments[0].value, sizeof words);
    memcpy(&from, arguments[1].value, sizeof from);
    memcpy(&count, arguments[2].value, sizeof count);
    memcpy(&number, arguments[3].value, sizeof number);
    uint32_t *w = (uint32_t *)(void *)at(words, 0);
    const uint32_t *f = (const uint32_t *)(const void *)at(from, 0);
    for (uint32_t i = 0; i < count; i++)
        w[i] = 5 * w[i] + f[i % 1024] + number;
}

static void run(struct command *command)
{
    switch (command->kind) {
    case ADVANCE: advance(command->arguments); break;
    case READ: memcpy(command->host, at(command->memory, command->at), command->count); break;
    case WRITE: memcpy(at(command->memory, command->at), command->copy, command->count); break;
    case COPY:
        memcpy(at(command->memory, command->at), at(command->from, command->from_at),
               command->count);
        break;
    }
    free(command->copy);
}

cl_int clFinish(cl_command_queue queue)
{
    for (size_t i = 0; i < queue->count; i++)
        run(&queue->commands[i]);
    queue->count = 0;
    return CL_SUCCESS;
}

static cl_int enqueue(cl_command_queue queue, struct command command, cl_bool blocks)
{
    if (queue->count == sizeof queue->commands / sizeof queue->commands[0])
        clFinish(queue);
    queue->commands[queue->count++] = command;
    return blocks ? clFinish(queue) : CL_SUCCESS;
}

cl_int clEnqueueReadBuffer(cl_command_queue queue, cl_mem memory, cl_bool blocks, size_t offset,
                           size_t count, void *host, cl_uint waits, const cl_event *list,
                           cl_event *event)
{
    (void)waits;
    (void)list;
    (void)event;
    if (memory->flags & CL_MEM_HOST_NO_ACCESS)
        return CL_INVALID_OPERATION;
    return enqueue(queue,
                   (struct command){
                       .kind = READ, .memory = memory, .at = offset, .count = count, .host = host},
                   blocks);
}

cl_int clEnqueueWriteBuffer(cl_command_queue queue, cl_mem memory, cl_bool blocks, size_t offset,
                            size_t count, const void *host, cl_uint waits, const cl_event *list,
                            cl_event *event)
{
    struct command command = {
        .kind = WRITE, .memory = memory, .at = offset, .count = count, .copy = malloc(count)};
    (void)waits;
    (void)list;
    (void)event;
    memcpy(command.copy, host, count);
    return enqueue(queue, command, blocks);
}

cl_int clEnqueueCopyBuffer(cl_command_queue queue, cl_mem from, cl_mem to, size_t from_at,
                           size_t to_at, size_t count, cl_uint waits, const cl_event *list,
                           cl_event *event)
{
    (void)waits;
    (void)list;
    (void)event;
    return enqueue(queue,
                   (struct command){.kind = COPY,
                                    .memory = to,
                                    .at = to_at,
                                    .from = from,
                                    .from_at = from_at,
                                    .count = count},
                   CL_FALSE);
}

void *clEnqueueMapBuffer(cl_command_queue queue, cl_mem memory, cl_bool blocks, cl_flags flags,
                         size_t offset, size_t count, cl_uint waits, const cl_event *list,
                         cl_event *event, cl_int *error)
{
    (void)blocks;
    (void)flags;
    (void)count;
    (void)waits;
    (void)list;
    (void)event;
    clFinish(queue);
    return give(at(memory, offset), error);
}

cl_int clEnqueueUnmapMemObject(cl_command_queue queue, cl_mem memory, void *address, cl_uint waits,
                               const cl_event *list, cl_event *event)
{
    (void)queue;
    (void)memory;
    (void)address;
    (void)waits;
    (void)list;
    (void)event;
    return CL_SUCCESS;
}

/* ---- programs and kernels ---- */

cl_program clCreateProgramWithSource(cl_context context, cl_uint count, const char **texts,
                                     const size_t *lengths, cl_int *error)
{
    cl_program program = calloc(1, sizeof *program);
    size_t size = 1;
    (void)context;
    for (cl_uint i = 0; i < count; i++)
        size += lengths != NULL && lengths[i] > 0 ? lengths[i] : strlen(texts[i]);
    program->source = calloc(1, size);
    for (cl_uint i = 0; i < count; i++)
        strncat(program->source, texts[i],
                lengths != NULL && lengths[i] > 0 ? lengths[i] : strlen(texts[i]));
    return give(program, error);
}

cl_int clBuildProgram(cl_program program, cl_uint count, const cl_device_id *devices,
                      const char *options, void *notify, void *data)
{
    (void)count;
    (void)devices;
    (void)notify;
    (void)data;
    program->options = calloc(1, strlen(options) + 1);
    strcpy(program->options, options);
    return CL_SUCCESS;
}

cl_int clGetProgramInfo(cl_program program, cl_uint what, size_t room, void *to, size_t *needed)
{
    return what == CL_PROGRAM_SOURCE
               ? answer(program->source, strlen(program->source) + 1, room, to, needed)
               : CL_INVALID_VALUE;
}

cl_int clGetProgramBuildInfo(cl_program program, cl_device_id device, cl_uint what, size_t room,
                             void *to, size_t *needed)
{
    (void)device;
    return what == CL_PROGRAM_BUILD_OPTIONS
               ? answer(program->options, strlen(program->options) + 1, room, to, needed)
               : CL_INVALID_VALUE;
}

cl_kernel clCreateKernel(cl_program program, const char *name, cl_int *error)
{
    if (strcmp(name, "advance") != 0) {
        if (error != NULL)
            *error = CL_INVALID_KERNEL_NAME;
        return NULL;
    }
    cl_kernel kernel = calloc(1, sizeof *kernel);
    kernel->program = program;
    return give(kernel, error);
}

cl_int clGetKernelInfo(cl_kernel kernel, cl_uint what, size_t room, void *to, size_t *needed)
{
    const cl_uint count = ARGUMENTS;
    switch (what) {
    case CL_KERNEL_FUNCTION_NAME: return answer("advance", 8, room, to, needed);
    case CL_KERNEL_NUM_ARGS: return answer(&count, sizeof count, room, to, needed);
    case CL_KERNEL_PROGRAM:
        return answer(&kernel->program, sizeof kernel->program, room, to, needed);
    default: return CL_INVALID_VALUE;
    }
}

cl_int clGetKernelArgInfo(cl_kernel kernel, cl_uint number, cl_uint what, size_t room, void *to,
                          size_t *needed)
{
    const cl_uint space = number < 2 ? CL_KERNEL_ARG_ADDRESS_GLOBAL : 0x119E;
    (void)kernel;
    return what == CL_KERNEL_ARG_ADDRESS_QUALIFIER ? answer(&space, sizeof space, room, to, needed)
                                                   : CL_INVALID_VALUE;
}

cl_int clSetKernelArg(cl_kernel kernel, cl_uint number, size_t size, const void *value)
{
    if (number >= ARGUMENTS || size > sizeof kernel->arguments[0].value)
        return CL_INVALID_ARG_INDEX;
    kernel->arguments[number] = (struct argument){.is_set = true, .size = size};
    if (value != NULL)
        memcpy(kernel->arguments[number].value, value, size);
    return CL_SUCCESS;
}

cl_int clEnqueueNDRangeKernel(cl_command_queue queue, cl_kernel kernel, cl_uint dimensions,
                              const size_t *offset, const size_t *global, const size_t *local,
                              cl_uint waits, const cl_event *list, cl_event *event)
{
    struct command command = {.kind = ADVANCE};
    (void)dimensions;
    (void)offset;
    (void)global;
    (void)local;
    (void)waits;
    (void)list;
    (void)event;
    for (unsigned i = 0; i < ARGUMENTS; i++) {
        if (!kernel->arguments[i].is_set)
            return CL_INVALID_KERNEL_ARGS;
        command.arguments[i] = kernel->arguments[i];
    }
    return enqueue(queue, command, CL_FALSE);
}
