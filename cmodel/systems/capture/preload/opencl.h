/* SPDX-License-Identifier: Apache-2.0 */
/* Declarations shared by the files of the object that intercepts OpenCL. Not installed. */
#ifndef LPI_CAPTURE_OPENCL_H
#define LPI_CAPTURE_OPENCL_H

#include "cl_api.h"
#include "snapshot.h"

#define LPI_EXPORT __attribute__((visibility("default")))

/* The last parameters of every enqueue function: its wait list and the event that it returns. */
#define LPI_WAITS cl_uint wait_count, const cl_event *waits, cl_event *event
#define LPI_WAITS_PASSED wait_count, waits, event

/* Defines next_NAME, a pointer to the next function of this name, looked up at its first use. */
#define LPI_NEXT(type, name, parameters)                                                           \
    static type(*next_##name) parameters;                                                          \
    static void find_##name(void)                                                                  \
    {                                                                                              \
        void *found = next_##name == NULL ? lpi_next(#name) : NULL;                                \
        if (next_##name == NULL)                                                                   \
            __builtin_memcpy(&next_##name, &found, sizeof found);                                  \
    }
/* The next function, for a call. */
#define LPI_CALL(name) (find_##name(), next_##name)

/* The next definition of the function; if there is none, the program ends with a message. */
void *lpi_next(const char *name);

/* ---- objects used as kernel arguments (opencl_objects.c) ---- */

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
    cl_mem parent; /* of a sub-buffer */
    uint64_t origin, bytes, flags;
    uint32_t references;
};

/* The caller holds lpi_table_lock. */
struct lpi_object *lpi_object_find(const void *handle);
struct lpi_object *lpi_object_next(size_t *at);

/* ---- copies over the link (opencl_copies.c) ---- */

/* Notes a copy to or from a buffer or sub-buffer. */
void lpi_copied(cl_mem buffer, enum lpi_capture_direction direction, uint64_t offset,
                uint64_t bytes);

/*
 * ---- reading buffers (opencl_read.c): the caller holds lpi_launch_lock, not lpi_table_lock ----
 */

extern lpi_lock lpi_launch_lock;

/* Waits for all enqueued commands. False: failed; the fault is noted. */
bool lpi_finish_all(void);

/* Writes the buffer's bytes to a new file. False: failed; the fault is noted. */
bool lpi_read_buffer(cl_device_id device, cl_mem buffer, uint64_t bytes, const char *path);
cl_device_id lpi_queue_device(cl_command_queue queue);

/* ---- the saved launch (opencl_launch.c) ---- */

struct lpi_range {
    cl_uint dimensions;
    const size_t *offset, *global, *local; /* local and offset may be NULL */
};

/* Called before the launch is enqueued. False: failed; the fault is noted. */
bool lpi_launch_save(cl_command_queue queue, cl_kernel kernel, const struct lpi_range *range);
/* Unknown names are empty. */
void lpi_kernel_name(cl_kernel kernel, char *name, size_t capacity);

#endif
