/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Saves one launch: the kernel's arguments, its program's source, the NDRange and the buffers.
 * Arguments are recorded when they are set; everything else is queried from OpenCL.
 */
#define _GNU_SOURCE
#include "opencl.h"
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define TEXT_MAX ((size_t)64 << 20)

/* One argument of a kernel, as last set. */
struct argument {
    cl_kernel kernel;
    cl_uint number;
    bool is_set, is_null, is_shared;
    size_t bytes;
    uint8_t value[LPI_CAPTURE_VALUE];
};

/* Arguments of all kernels; few enough for a linear search from the end. */
static struct argument *arguments;
static size_t argument_count, argument_capacity;

/* ---- arguments ---- */

LPI_NEXT(cl_kernel, clCreateKernel, (cl_program, const char *, cl_int *))
LPI_NEXT(cl_int, clCreateKernelsInProgram, (cl_program, cl_uint, cl_kernel *, cl_uint *))
LPI_NEXT(cl_kernel, clCloneKernel, (cl_kernel, cl_int *))
LPI_NEXT(cl_int, clSetKernelArg, (cl_kernel, cl_uint, size_t, const void *))
LPI_NEXT(cl_int, clSetKernelArgSVMPointer, (cl_kernel, cl_uint, const void *))

static bool follows_arguments(void)
{
    return lpi_capture != NULL && lpi_capture->pass == LPI_CAPTURE_LAUNCH;
}

static struct argument *find(cl_kernel kernel, cl_uint number)
{
    for (size_t i = argument_count; i-- > 0;)
        if (arguments[i].kernel == kernel && arguments[i].number == number)
            return &arguments[i];
    return NULL;
}

/* NULL: no memory. */
static struct argument *find_or_make(cl_kernel kernel, cl_uint number)
{
    struct argument *found = find(kernel, number);
    if (found != NULL)
        return found;
    if (argument_count == argument_capacity) {
        size_t capacity = argument_capacity > 0 ? 2 * argument_capacity : 64;
        struct argument *grown = realloc(arguments, capacity * sizeof *grown);
        if (grown == NULL) {
            lpi_capture_fail(LPI_CAPTURE_MEMORY, 0, NULL);
            return NULL;
        }
        arguments = grown;
        argument_capacity = capacity;
    }
    arguments[argument_count] = (struct argument){.kernel = kernel, .number = number};
    return &arguments[argument_count++];
}

/* A kernel's handle may have belonged to a kernel that was released. */
static void drop_arguments(cl_kernel kernel)
{
    size_t kept = 0;
    for (size_t i = 0; i < argument_count; i++)
        if (arguments[i].kernel != kernel)
            arguments[kept++] = arguments[i];
    argument_count = kept;
}

static void new_kernel(cl_kernel kernel)
{
    if (kernel == NULL || !follows_arguments())
        return;
    lpi_lock_take(&lpi_launch_lock);
    drop_arguments(kernel);
    lpi_lock_give(&lpi_launch_lock);
}

LPI_EXPORT cl_kernel clCreateKernel(cl_program program, const char *name, cl_int *error)
{
    cl_kernel kernel = LPI_CALL(clCreateKernel)(program, name, error);
    new_kernel(kernel);
    return kernel;
}

LPI_EXPORT cl_int clCreateKernelsInProgram(cl_program program, cl_uint room, cl_kernel *kernels,
                                           cl_uint *count)
{
    cl_uint made = 0;
    cl_int error = LPI_CALL(clCreateKernelsInProgram)(program, room, kernels, &made);
    if (count != NULL)
        *count = made;
    for (cl_uint i = 0; error == CL_SUCCESS && kernels != NULL && i < made; i++)
        new_kernel(kernels[i]);
    return error;
}

LPI_EXPORT cl_kernel clCloneKernel(cl_kernel kernel, cl_int *error)
{
    cl_kernel clone = LPI_CALL(clCloneKernel)(kernel, error);
    new_kernel(clone);
    if (clone == NULL || !follows_arguments())
        return clone;
    lpi_lock_take(&lpi_launch_lock);
    for (size_t i = 0, count = argument_count; i < count; i++) {
        struct argument copy = arguments[i];
        struct argument *made = copy.kernel == kernel ? find_or_make(clone, copy.number) : NULL;
        copy.kernel = clone;
        if (made != NULL)
            *made = copy;
    }
    lpi_lock_give(&lpi_launch_lock);
    return clone;
}

static void note(cl_kernel kernel, cl_uint number, size_t bytes, const void *value, bool shared)
{
    lpi_lock_take(&lpi_launch_lock);
    struct argument *argument = find_or_make(kernel, number);
    if (argument != NULL) {
        argument->is_set = true;
        argument->is_null = value == NULL;
        argument->is_shared = shared;
        argument->bytes = bytes;
        if (value != NULL && bytes <= sizeof argument->value)
            memcpy(argument->value, value, bytes);
    }
    lpi_lock_give(&lpi_launch_lock);
}

LPI_EXPORT cl_int clSetKernelArg(cl_kernel kernel, cl_uint number, size_t bytes, const void *value)
{
    cl_int error = LPI_CALL(clSetKernelArg)(kernel, number, bytes, value);
    if (error == CL_SUCCESS && follows_arguments())
        note(kernel, number, bytes, value, false);
    return error;
}

LPI_EXPORT cl_int clSetKernelArgSVMPointer(cl_kernel kernel, cl_uint number, const void *value)
{
    cl_int error = LPI_CALL(clSetKernelArgSVMPointer)(kernel, number, value);
    if (error == CL_SUCCESS && follows_arguments())
        note(kernel, number, 0, NULL, true);
    return error;
}

/* ---- queries to OpenCL ---- */

LPI_NEXT(cl_int, clGetKernelInfo, (cl_kernel, cl_uint, size_t, void *, size_t *))
LPI_NEXT(cl_int, clGetKernelArgInfo, (cl_kernel, cl_uint, cl_uint, size_t, void *, size_t *))
LPI_NEXT(cl_int, clGetProgramInfo, (cl_program, cl_uint, size_t, void *, size_t *))
LPI_NEXT(cl_int, clGetProgramBuildInfo,
         (cl_program, cl_device_id, cl_uint, size_t, void *, size_t *))
LPI_NEXT(cl_int, clGetDeviceInfo, (cl_device_id, cl_uint, size_t, void *, size_t *))

static bool failed(const char *call, cl_int error)
{
    lpi_capture_fail(LPI_CAPTURE_OPENCL, error, call);
    return false;
}

static bool refuse(const char *why)
{
    lpi_capture_fail(LPI_CAPTURE_REFUSED, 0, why);
    return false;
}

void lpi_kernel_name(cl_kernel kernel, char *name, size_t capacity)
{
    char text[1024] = "";
    const char *const parts[] = {text};
    LPI_CALL(clGetKernelInfo)(kernel, CL_KERNEL_FUNCTION_NAME, sizeof text - 1, text, NULL);
    lpi_join(name, capacity, parts, 1);
}

/* Writes a file with this text, without its terminating zero. */
static bool write_text(struct lpi_writer *writer, const char *name, const char *text, size_t bytes)
{
    while (bytes > 0 && text[bytes - 1] == '\0')
        bytes--;
    return lpi_writer_file(writer, name, text, bytes);
}

typedef cl_int ask_function(const void *of, cl_device_id device, size_t room, void *text,
                            size_t *bytes);

static cl_int ask_source(const void *of, cl_device_id device, size_t room, void *text,
                         size_t *bytes)
{
    (void)device;
    return LPI_CALL(clGetProgramInfo)((cl_program)(uintptr_t)of, CL_PROGRAM_SOURCE, room, text,
                                      bytes);
}

static cl_int ask_options(const void *of, cl_device_id device, size_t room, void *text,
                          size_t *bytes)
{
    return LPI_CALL(clGetProgramBuildInfo)((cl_program)(uintptr_t)of, device,
                                           CL_PROGRAM_BUILD_OPTIONS, room, text, bytes);
}

static cl_int ask_device(const void *of, cl_device_id device, size_t room, void *text,
                         size_t *bytes)
{
    (void)of;
    return LPI_CALL(clGetDeviceInfo)(device, CL_DEVICE_NAME, room, text, bytes);
}

/* Queries a text and writes it; `empty`: why an empty text is refused, or NULL. */
static bool save_text(struct lpi_writer *writer, const char *name, ask_function *ask,
                      const void *of, cl_device_id device, const char *empty)
{
    size_t bytes = 0;
    cl_int error = ask(of, device, 0, NULL, &bytes);
    if (error != CL_SUCCESS || bytes > TEXT_MAX)
        return failed(name, error);
    char *text = calloc(1, bytes + 1);
    if (text == NULL)
        return refuse("there is no memory for the program's text");
    error = bytes > 0 ? ask(of, device, bytes, text, NULL) : CL_SUCCESS;
    bool good = error == CL_SUCCESS ? true : failed(name, error);
    if (good && text[0] == '\0' && empty != NULL)
        good = refuse(empty);
    good = good && write_text(writer, name, text, bytes);
    free(text);
    return good;
}

static bool save_texts(struct lpi_writer *writer, cl_kernel kernel, cl_device_id device)
{
    static char directory[LPI_CAPTURE_PATH];
    char name[1024];
    cl_program program = NULL;
    cl_int error = LPI_CALL(clGetKernelInfo)(kernel, CL_KERNEL_PROGRAM, sizeof program, &program,
                                             NULL);
    if (error != CL_SUCCESS)
        return failed("clGetKernelInfo", error);
    lpi_kernel_name(kernel, name, sizeof name);
    if (getcwd(directory, sizeof directory) == NULL)
        directory[0] = '\0';
    return save_text(writer, "source", ask_source, program, device,
                     "its program has no source: it was made from a binary or IL, or linked") &&
           save_text(writer, "options", ask_options, program, device, NULL) &&
           save_text(writer, "device", ask_device, NULL, device, NULL) &&
           write_text(writer, "kernel", name, strlen(name)) &&
           write_text(writer, "directory", directory, strlen(directory));
}

/* ---- buffers and arguments ---- */

struct saving {
    struct lpi_writer writer;
    cl_device_id device;
    uint64_t keys[LPI_CAPTURE_ARGUMENTS]; /* of the buffers that have been written */
};

/* Sets *place to the buffer's position in the index, writing the buffer first if it is missing. */
static bool save_buffer(struct saving *s, cl_mem buffer, uint32_t *place)
{
    struct lpi_block block;
    for (*place = 0; *place < s->writer.blocks; (*place)++)
        if (s->keys[*place] == (uintptr_t)buffer)
            return true;
    lpi_lock_take(&lpi_table_lock);
    const struct lpi_block *found = lpi_table_find((uintptr_t)buffer);
    const struct lpi_object *object = lpi_object_find(buffer);
    uint64_t access = object != NULL ? object->flags : 0;
    if (found != NULL)
        block = *found;
    lpi_lock_give(&lpi_table_lock);
    if (found == NULL)
        return refuse("a buffer that it takes is released, or was not made by clCreateBuffer");
    s->keys[*place] = block.key;
    return lpi_read_buffer(s->device, buffer, block.bytes, lpi_writer_next(&s->writer)) &&
           lpi_writer_note(&s->writer, &block, block.order, access);
}

static bool save_object(struct saving *s, const struct lpi_object *object,
                        struct lpi_capture_argument *saved)
{
    static const char *const why[] = {[LPI_OBJECT_IMAGE] = "an image",
                                      [LPI_OBJECT_SAMPLER] = "a sampler",
                                      [LPI_OBJECT_PIPE] = "a pipe",
                                      [LPI_OBJECT_QUEUE] = "a queue"};
    char text[80];
    if (object->kind != LPI_OBJECT_BUFFER && object->kind != LPI_OBJECT_PART) {
        const char *const parts[] = {"one of its arguments is ", why[object->kind]};
        lpi_join(text, sizeof text, parts, 2);
        return refuse(text);
    }
    bool part = object->kind == LPI_OBJECT_PART;
    saved->kind = LPI_ARGUMENT_BUFFER;
    saved->offset = object->origin;
    saved->bytes = object->bytes;
    return save_buffer(s, part ? object->parent : (cl_mem)(uintptr_t)object->handle,
                       &saved->buffer);
}

/*
 * A null pointer with a pointer's size is either 8 bytes of local memory or a null buffer; OpenCL
 * may be able to tell which.
 */
static bool is_null_buffer(const struct argument *given)
{
    static const uint8_t zeros[sizeof(cl_mem)];
    cl_uint space = 0;
    if (given->bytes != sizeof(cl_mem) ||
        (!given->is_null && memcmp(given->value, zeros, sizeof zeros) != 0))
        return false;
    return LPI_CALL(clGetKernelArgInfo)(given->kernel, given->number,
                                        CL_KERNEL_ARG_ADDRESS_QUALIFIER, sizeof space, &space,
                                        NULL) == CL_SUCCESS &&
           (space == CL_KERNEL_ARG_ADDRESS_GLOBAL || space == CL_KERNEL_ARG_ADDRESS_CONSTANT);
}

static bool save_argument(struct saving *s, const struct argument *given,
                          struct lpi_capture_argument *saved)
{
    const void *handle = NULL;
    struct lpi_object object = {0};
    if (given == NULL || !given->is_set)
        return refuse("one of its arguments was never set");
    if (given->is_shared)
        return refuse("one of its arguments is shared virtual memory");
    if (!given->is_null && given->bytes > LPI_CAPTURE_VALUE)
        return refuse("one of its arguments has more than 1024 bytes");
    saved->bytes = given->bytes;
    saved->kind = given->is_null ? LPI_ARGUMENT_LOCAL : LPI_ARGUMENT_VALUE;
    if (is_null_buffer(given))
        saved->kind = LPI_ARGUMENT_NULL;
    if (saved->kind != LPI_ARGUMENT_VALUE)
        return true;
    memcpy(saved->value, given->value, given->bytes);
    if (given->bytes == sizeof handle)
        memcpy(&handle, given->value, sizeof handle);
    lpi_lock_take(&lpi_table_lock);
    const struct lpi_object *found = lpi_object_find(handle);
    if (found != NULL)
        object = *found;
    lpi_lock_give(&lpi_table_lock);
    return object.handle == NULL || save_object(s, &object, saved);
}

static bool save_arguments(struct saving *s, cl_kernel kernel, uint32_t count)
{
    static struct lpi_capture_argument saved[LPI_CAPTURE_ARGUMENTS];
    memset(saved, 0, sizeof saved);
    for (uint32_t i = 0; i < count; i++)
        if (!save_argument(s, find(kernel, i), &saved[i]))
            return false;
    return lpi_writer_file(&s->writer, "arguments", saved, count * sizeof saved[0]);
}

static bool save_range(struct saving *s, const struct lpi_range *range, uint32_t count)
{
    struct lpi_capture_launch launch = {
        .dimensions = range->dimensions, .has_local = range->local != NULL, .arguments = count};
    for (cl_uint d = 0; d < 3; d++) {
        bool has = d < range->dimensions;
        launch.offset[d] = has && range->offset != NULL ? range->offset[d] : 0;
        launch.global[d] = has && range->global != NULL ? range->global[d] : 1;
        launch.local[d] = has && range->local != NULL ? range->local[d] : 1;
    }
    return lpi_writer_file(&s->writer, "launch", &launch, sizeof launch);
}

bool lpi_launch_save(cl_command_queue queue, cl_kernel kernel, const struct lpi_range *range)
{
    cl_uint count = 0;
    struct saving *s = calloc(1, sizeof *s);
    if (s == NULL || !lpi_finish_all()) {
        free(s);
        return false;
    }
    cl_int error = LPI_CALL(clGetKernelInfo)(kernel, CL_KERNEL_NUM_ARGS, sizeof count, &count,
                                             NULL);
    s->device = lpi_queue_device(queue);
    bool good = error == CL_SUCCESS ? true : failed("clGetKernelInfo", error);
    if (good && (count > LPI_CAPTURE_ARGUMENTS || range->dimensions > 3))
        good = refuse("it has more arguments or dimensions than are saved");
    good = good && lpi_writer_open(&s->writer, lpi_snapshot_begin()) &&
           save_texts(&s->writer, kernel, s->device) && save_arguments(s, kernel, count) &&
           save_range(s, range, count);
    if (good)
        lpi_writer_finish(&s->writer);
    free(s);
    return good;
}
