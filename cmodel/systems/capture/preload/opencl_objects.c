/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Buffers and other objects that the program creates and releases. A buffer is live until the
 * program has released all of its own references; those that commands hold do not count.
 */
#define _GNU_SOURCE
#include "opencl.h"
#include "site.h"
#include <stdlib.h>

static struct {
    struct lpi_object *objects;
    size_t slots, used; /* used includes gaps */
} table;

static size_t slot_of(const void *handle)
{
    size_t slot = (size_t)(((uintptr_t)handle >> 4) * 0x9e3779b97f4a7c15u >> 20);
    slot &= table.slots - 1;
    while (table.objects[slot].handle != NULL && table.objects[slot].handle != handle)
        slot = (slot + 1) & (table.slots - 1);
    return slot;
}

static bool grow(void)
{
    struct lpi_object *before = table.objects;
    size_t old = table.slots;
    table.slots = old > 0 ? 2 * old : 256;
    table.objects = calloc(table.slots, sizeof *table.objects);
    if (table.objects == NULL) {
        table.objects = before;
        table.slots = old;
        return false;
    }
    table.used = 0;
    for (size_t i = 0; i < old; i++)
        if (before[i].handle != NULL && before[i].kind != LPI_OBJECT_GONE) {
            table.objects[slot_of(before[i].handle)] = before[i];
            table.used++;
        }
    free(before);
    return true;
}

struct lpi_object *lpi_object_find(const void *handle)
{
    if (table.used == 0 || handle == NULL)
        return NULL;
    struct lpi_object *object = &table.objects[slot_of(handle)];
    return object->handle != NULL && object->kind != LPI_OBJECT_GONE ? object : NULL;
}

struct lpi_object *lpi_object_next(size_t *at)
{
    while (*at < table.slots) {
        struct lpi_object *object = &table.objects[(*at)++];
        if (object->handle != NULL && object->kind != LPI_OBJECT_GONE)
            return object;
    }
    return NULL;
}

static bool put(const struct lpi_object *object)
{
    if (2 * table.used >= table.slots && !grow())
        return false;
    struct lpi_object *slot = &table.objects[slot_of(object->handle)];
    table.used += slot->handle == NULL;
    *slot = *object;
    slot->references = 1;
    return true;
}

/* Notes an object that was created, and a buffer's call site. Failed calls create nothing. */
static void made(struct lpi_object object)
{
    struct lpi_frames frames;
    if (object.handle == NULL || lpi_capture == NULL || lpi_capture->pass == LPI_CAPTURE_MEASURE)
        return;
    lpi_site(&frames, NULL);
    lpi_lock_take(&lpi_table_lock);
    struct lpi_object *parent = lpi_object_find(object.parent);
    if (parent != NULL)
        parent->references++;
    bool good = put(&object);
    if (object.kind == LPI_OBJECT_BUFFER)
        good = good && lpi_table_add((uintptr_t)object.handle, object.bytes, LPI_BUFFER, &frames);
    lpi_lock_give(&lpi_table_lock);
    if (!good)
        lpi_capture_fail(LPI_CAPTURE_MEMORY, 0, NULL);
}

/* Objects that are not recorded are counted, so that the command can report them. */
static void left_out(const void *handle, enum lpi_object_kind kind, unsigned which)
{
    if (handle != NULL && lpi_capture != NULL)
        atomic_fetch_add(&lpi_capture->left_out[which], 1);
    made((struct lpi_object){.handle = handle, .kind = kind});
}

/* ---- buffers ---- */

LPI_NEXT(cl_mem, clCreateBuffer, (cl_context, cl_flags, size_t, void *, cl_int *))
LPI_NEXT(cl_mem, clCreateBufferWithProperties,
         (cl_context, const uint64_t *, cl_flags, size_t, void *, cl_int *))
LPI_NEXT(cl_mem, clCreateSubBuffer, (cl_mem, cl_flags, cl_uint, const void *, cl_int *))
LPI_NEXT(cl_int, clRetainMemObject, (cl_mem))
LPI_NEXT(cl_int, clReleaseMemObject, (cl_mem))

LPI_EXPORT cl_mem clCreateBuffer(cl_context context, cl_flags flags, size_t bytes, void *host,
                                 cl_int *error)
{
    cl_mem buffer = LPI_CALL(clCreateBuffer)(context, flags, bytes, host, error);
    made((struct lpi_object){.handle = buffer,
                             .kind = LPI_OBJECT_BUFFER,
                             .context = context,
                             .bytes = bytes,
                             .flags = flags});
    if (buffer != NULL && (flags & CL_MEM_COPY_HOST_PTR) != 0)
        lpi_copied(buffer, LPI_TO_DEVICE, 0, bytes);
    return buffer;
}

LPI_EXPORT cl_mem clCreateBufferWithProperties(cl_context context, const uint64_t *properties,
                                               cl_flags flags, size_t bytes, void *host,
                                               cl_int *error)
{
    cl_mem buffer = LPI_CALL(clCreateBufferWithProperties)(context, properties, flags, bytes, host,
                                                           error);
    made((struct lpi_object){.handle = buffer,
                             .kind = LPI_OBJECT_BUFFER,
                             .context = context,
                             .bytes = bytes,
                             .flags = flags});
    if (buffer != NULL && (flags & CL_MEM_COPY_HOST_PTR) != 0)
        lpi_copied(buffer, LPI_TO_DEVICE, 0, bytes);
    return buffer;
}

LPI_EXPORT cl_mem clCreateSubBuffer(cl_mem parent, cl_flags flags, cl_uint type, const void *region,
                                    cl_int *error)
{
    const cl_buffer_region *part = region;
    cl_mem buffer = LPI_CALL(clCreateSubBuffer)(parent, flags, type, region, error);
    if (buffer != NULL)
        made((struct lpi_object){.handle = buffer,
                                 .kind = LPI_OBJECT_PART,
                                 .parent = parent,
                                 .origin = part->origin,
                                 .bytes = part->size,
                                 .flags = flags});
    return buffer;
}

static cl_int retained(const void *handle, cl_int error)
{
    lpi_lock_take(&lpi_table_lock);
    struct lpi_object *object = lpi_object_find(handle);
    if (object != NULL && error == CL_SUCCESS)
        object->references++;
    lpi_lock_give(&lpi_table_lock);
    return error;
}

/* A sub-buffer keeps its parent alive. */
static void release(const void *handle)
{
    struct lpi_object *object = lpi_object_find(handle);
    if (object == NULL || --object->references > 0)
        return;
    if (object->kind == LPI_OBJECT_BUFFER)
        lpi_table_remove((uintptr_t)handle);
    object->kind = LPI_OBJECT_GONE;
    if (object->parent != NULL)
        release(object->parent);
}

/* Must be called before the release: afterwards a new object may have the same handle. */
static void releases(const void *handle)
{
    lpi_lock_take(&lpi_table_lock);
    release(handle);
    lpi_lock_give(&lpi_table_lock);
}

LPI_EXPORT cl_int clRetainMemObject(cl_mem memory)
{
    return retained(memory, LPI_CALL(clRetainMemObject)(memory));
}

LPI_EXPORT cl_int clReleaseMemObject(cl_mem memory)
{
    releases(memory);
    return LPI_CALL(clReleaseMemObject)(memory);
}

/* ---- queues ---- */

LPI_NEXT(cl_command_queue, clCreateCommandQueue, (cl_context, cl_device_id, cl_flags, cl_int *))
LPI_NEXT(cl_command_queue, clCreateCommandQueueWithProperties,
         (cl_context, cl_device_id, const uint64_t *, cl_int *))
LPI_NEXT(cl_int, clRetainCommandQueue, (cl_command_queue))
LPI_NEXT(cl_int, clReleaseCommandQueue, (cl_command_queue))

LPI_EXPORT cl_command_queue clCreateCommandQueue(cl_context context, cl_device_id device,
                                                 cl_flags flags, cl_int *error)
{
    cl_command_queue queue = LPI_CALL(clCreateCommandQueue)(context, device, flags, error);
    made((struct lpi_object){.handle = queue, .kind = LPI_OBJECT_QUEUE});
    return queue;
}

LPI_EXPORT cl_command_queue clCreateCommandQueueWithProperties(cl_context context,
                                                               cl_device_id device,
                                                               const uint64_t *properties,
                                                               cl_int *error)
{
    cl_command_queue queue = LPI_CALL(clCreateCommandQueueWithProperties)(context, device,
                                                                          properties, error);
    made((struct lpi_object){.handle = queue, .kind = LPI_OBJECT_QUEUE});
    return queue;
}

LPI_EXPORT cl_int clRetainCommandQueue(cl_command_queue queue)
{
    return retained(queue, LPI_CALL(clRetainCommandQueue)(queue));
}

LPI_EXPORT cl_int clReleaseCommandQueue(cl_command_queue queue)
{
    releases(queue);
    return LPI_CALL(clReleaseCommandQueue)(queue);
}

/* ---- objects that are not recorded ---- */

enum { IMAGES, SAMPLERS, PIPES, SHARED };

LPI_NEXT(cl_mem, clCreateImage,
         (cl_context, cl_flags, const void *, const void *, void *, cl_int *))
LPI_NEXT(cl_mem, clCreateImageWithProperties,
         (cl_context, const uint64_t *, cl_flags, const void *, const void *, void *, cl_int *))
LPI_NEXT(cl_mem, clCreateImage2D,
         (cl_context, cl_flags, const void *, size_t, size_t, size_t, void *, cl_int *))
LPI_NEXT(cl_mem, clCreateImage3D,
         (cl_context, cl_flags, const void *, size_t, size_t, size_t, size_t, size_t, void *,
          cl_int *))
LPI_NEXT(cl_sampler, clCreateSampler, (cl_context, cl_bool, cl_uint, cl_uint, cl_int *))
LPI_NEXT(cl_sampler, clCreateSamplerWithProperties, (cl_context, const uint64_t *, cl_int *))
LPI_NEXT(cl_mem, clCreatePipe, (cl_context, cl_flags, cl_uint, cl_uint, const intptr_t *, cl_int *))
LPI_NEXT(void *, clSVMAlloc, (cl_context, cl_flags, size_t, cl_uint))

LPI_EXPORT cl_mem clCreateImage(cl_context context, cl_flags flags, const void *format,
                                const void *form, void *host, cl_int *error)
{
    cl_mem image = LPI_CALL(clCreateImage)(context, flags, format, form, host, error);
    left_out(image, LPI_OBJECT_IMAGE, IMAGES);
    return image;
}

LPI_EXPORT cl_mem clCreateImageWithProperties(cl_context context, const uint64_t *properties,
                                              cl_flags flags, const void *format, const void *form,
                                              void *host, cl_int *error)
{
    cl_mem image = LPI_CALL(clCreateImageWithProperties)(context, properties, flags, format, form,
                                                         host, error);
    left_out(image, LPI_OBJECT_IMAGE, IMAGES);
    return image;
}

LPI_EXPORT cl_mem clCreateImage2D(cl_context context, cl_flags flags, const void *format,
                                  size_t width, size_t height, size_t pitch, void *host,
                                  cl_int *error)
{
    cl_mem image = LPI_CALL(clCreateImage2D)(context, flags, format, width, height, pitch, host,
                                             error);
    left_out(image, LPI_OBJECT_IMAGE, IMAGES);
    return image;
}

LPI_EXPORT cl_mem clCreateImage3D(cl_context context, cl_flags flags, const void *format,
                                  size_t width, size_t height, size_t depth, size_t pitch,
                                  size_t slice, void *host, cl_int *error)
{
    cl_mem image = LPI_CALL(clCreateImage3D)(context, flags, format, width, height, depth, pitch,
                                             slice, host, error);
    left_out(image, LPI_OBJECT_IMAGE, IMAGES);
    return image;
}

LPI_EXPORT cl_sampler clCreateSampler(cl_context context, cl_bool normal, cl_uint addressing,
                                      cl_uint filter, cl_int *error)
{
    cl_sampler sampler = LPI_CALL(clCreateSampler)(context, normal, addressing, filter, error);
    left_out(sampler, LPI_OBJECT_SAMPLER, SAMPLERS);
    return sampler;
}

LPI_EXPORT cl_sampler clCreateSamplerWithProperties(cl_context context, const uint64_t *properties,
                                                    cl_int *error)
{
    cl_sampler sampler = LPI_CALL(clCreateSamplerWithProperties)(context, properties, error);
    left_out(sampler, LPI_OBJECT_SAMPLER, SAMPLERS);
    return sampler;
}

LPI_EXPORT cl_mem clCreatePipe(cl_context context, cl_flags flags, cl_uint packet, cl_uint count,
                               const intptr_t *properties, cl_int *error)
{
    cl_mem pipe = LPI_CALL(clCreatePipe)(context, flags, packet, count, properties, error);
    left_out(pipe, LPI_OBJECT_PIPE, PIPES);
    return pipe;
}

LPI_EXPORT void *clSVMAlloc(cl_context context, cl_flags flags, size_t bytes, cl_uint alignment)
{
    void *memory = LPI_CALL(clSVMAlloc)(context, flags, bytes, alignment);
    if (memory != NULL && lpi_capture != NULL)
        atomic_fetch_add(&lpi_capture->left_out[SHARED], 1);
    return memory;
}
