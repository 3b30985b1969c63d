/* SPDX-License-Identifier: Apache-2.0 */
/* What the object that watches OpenCL shares between its files. Not installed. */
#ifndef LPI_CAPTURE_OPENCL_H
#define LPI_CAPTURE_OPENCL_H

#include "cl_api.h"
#include "picture.h"

#define LPI_EXPORT __attribute__((visibility("default")))

/* Waiting for events, and the one that a command gives; all enqueue functions end so. */
#define LPI_WAITS cl_uint wait_count, const cl_event *waits, cl_event *event
#define LPI_WAITS_PASSED wait_count, waits, event

/* Defines next_NAME, a pointer to the next function of this name, found when it is first used. */
#define LPI_NEXT(type, name, parameters)                          \
    static type (*next_##name) parameters;                        \
    static void find_##name(void)                                 \
    {                                                             \
        void *found = next_##name == NULL ? lpi_next(#name) : NULL; \
        if (next_##name == NULL)                                  \
            __builtin_memcpy(&next_##name, &found, sizeof found); \
    }
/* The next function, for a call. */
#define LPI_CALL(name) (find_##name(), next_##name)

/* The next definition of the function; a program for which there is none ends with a line. */
void *lpi_next(const char *name);

/* ---- objects that a kernel may be given (opencl_objects.c) ---- */

enum lpi_object_kind {
    LPI_OBJECT_NONE,
    LPI_OBJECT_BUFFER,
    LPI_OBJECT_PART, /* a sub-buffer */
    LPI_OBJECT_IMAGE,
    LPI_OBJECT_SAMPLER,
    LPI_OBJECT_PIPE,
    LPI_OBJECT_QUEUE,
    LPI_OBJECT_GONE,
};

struct lpi_object {
    const void *handle;
    enum lpi_object_kind kind;
    cl_context context;
    cl_mem parent; /* of a part */
    uint64_t origin, bytes, flags;
    uint32_t references;
};

/* Callers of these hold lpi_table_lock. */
struct lpi_object *lpi_object_find(const void *handle);
struct lpi_object *lpi_object_next(size_t *at);

/* ---- copies over the link (opencl_copies.c) ---- */

/* Notes one of a buffer or a part of it. */
void lpi_copied(cl_mem buffer, enum lpi_capture_direction direction, uint64_t offset,
                uint64_t bytes);

/* ---- reading buffers (opencl_read.c); callers hold lpi_launch_lock, not the table's ---- */

extern lpi_lock lpi_launch_lock;

/* Waits for all that was enqueued. False: it failed, and that is noted. */
bool lpi_finish_all(void);

/* Writes the buffer's bytes to a new file. False: it failed, and that is noted. */
bool lpi_read_buffer(cl_device_id device, cl_mem buffer, uint64_t bytes, const char *path);
cl_device_id lpi_queue_device(cl_command_queue queue);

/* ---- the launch that is saved (opencl_launch.c) ---- */

struct lpi_range {
    cl_uint dimensions;
    const size_t *offset, *global, *local; /* local and offset may be NULL */
};

/* Before it is enqueued. False: it failed, and that is noted. */
bool lpi_launch_save(cl_command_queue queue, cl_kernel kernel, const struct lpi_range *range);
/* What is not known is empty. */
void lpi_kernel_name(cl_kernel kernel, char *name, size_t capacity);

#endif
