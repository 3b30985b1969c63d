/* SPDX-License-Identifier: Apache-2.0 */
/*
 * liblinepress_capture_opencl.so, preloaded: kernel launches are the boundaries at which snapshots
 * of all buffers are taken. A snapshot waits for all commands enqueued before it, so it shows the
 * results of the launch. Device memory is read through OpenCL itself.
 */
#define _GNU_SOURCE
#include "opencl.h"
#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

lpi_lock lpi_launch_lock;

/* User events that the program has not completed yet: a wait for one may never end. */
static _Atomic uint64_t pending;

/* Frees the locks in a process that was forked while other threads held them. */
static void free_locks(void)
{
    atomic_store(&lpi_launch_lock, 0);
    atomic_store(&lpi_table_lock, 0);
}

__attribute__((constructor)) static void start(void)
{
    lpi_capture_attach();
    pthread_atfork(NULL, NULL, free_locks);
}

void *lpi_next(const char *name)
{
    void *found = dlsym(RTLD_NEXT, name);
    if (found == NULL) {
        fprintf(stderr, "linepress capture: the OpenCL library has no %s\n", name);
        _exit(2);
    }
    return found;
}

/* ---- queues and user events ---- */

LPI_NEXT(cl_event, clCreateUserEvent, (cl_context, cl_int *))
LPI_NEXT(cl_int, clSetUserEventStatus, (cl_event, cl_int))
LPI_NEXT(cl_int, clFinish, (cl_command_queue))
LPI_NEXT(cl_int, clRetainCommandQueue, (cl_command_queue))
LPI_NEXT(cl_int, clReleaseCommandQueue, (cl_command_queue))

LPI_EXPORT cl_event clCreateUserEvent(cl_context context, cl_int *error)
{
    cl_event event = LPI_CALL(clCreateUserEvent)(context, error);
    if (event != NULL)
        atomic_fetch_add(&pending, 1);
    return event;
}

LPI_EXPORT cl_int clSetUserEventStatus(cl_event event, cl_int status)
{
    cl_int error = LPI_CALL(clSetUserEventStatus)(event, status);
    if (error == CL_SUCCESS)
        atomic_fetch_sub(&pending, 1);
    return error;
}

/* All current queues, retained; NULL: no memory. */
static cl_command_queue *take_queues(size_t *count)
{
    size_t at = 0, capacity = 0;
    cl_command_queue *queues = NULL;
    *count = 0;
    lpi_lock_take(&lpi_table_lock);
    while (lpi_object_next(&at) != NULL)
        capacity++;
    queues = calloc(capacity + 1, sizeof *queues);
    at = 0;
    for (struct lpi_object *object; queues != NULL && (object = lpi_object_next(&at)) != NULL;)
        if (object->kind == LPI_OBJECT_QUEUE) {
            queues[*count] = (cl_command_queue)(uintptr_t)object->handle;
            LPI_CALL(clRetainCommandQueue)(queues[(*count)++]);
        }
    lpi_lock_give(&lpi_table_lock);
    return queues;
}

bool lpi_finish_all(void)
{
    size_t count;
    cl_int error = CL_SUCCESS;
    cl_command_queue *queues = take_queues(&count);
    if (queues == NULL)
        lpi_capture_fail(LPI_CAPTURE_MEMORY, 0, NULL);
    for (size_t i = 0; queues != NULL && i < count; i++) {
        cl_int answer = LPI_CALL(clFinish)(queues[i]);
        error = error == CL_SUCCESS ? answer : error;
        LPI_CALL(clReleaseCommandQueue)(queues[i]);
    }
    if (error != CL_SUCCESS)
        lpi_capture_fail(LPI_CAPTURE_OPENCL, error, "clFinish");
    free(queues);
    return queues != NULL && error == CL_SUCCESS;
}

/* ---- snapshots ---- */

/*
 * A copy of the recorded live buffers, in order of creation; the caller frees it. NULL: no memory.
 */
static struct lpi_block *list_buffers(size_t *count)
{
    size_t at = 0;
    struct lpi_block *list = calloc(lpi_table_count() + 1, sizeof *list);
    *count = 0;
    for (const struct lpi_block *block; list != NULL && (block = lpi_table_next(&at)) != NULL;)
        if (block->bytes >= lpi_capture->least)
            list[(*count)++] = *block;
    return list;
}

static bool write_buffers(struct lpi_writer *writer, cl_device_id device,
                          const struct lpi_block *list, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        cl_mem buffer = (cl_mem)list[i].key;
        if (!lpi_read_buffer(device, buffer, list[i].bytes, lpi_writer_next(writer)) ||
            !lpi_writer_note(writer, &list[i], list[i].order, 0))
            return false;
    }
    return true;
}

static void take_snapshot(cl_command_queue queue, cl_kernel kernel)
{
    uint64_t stood = lpi_raw_time(CLOCK_MONOTONIC);
    uint64_t worked = lpi_raw_time(CLOCK_THREAD_CPUTIME_ID);
    struct lpi_writer *writer = calloc(1, sizeof *writer);
    size_t count;
    bool good = lpi_finish_all();
    uint32_t number = lpi_snapshot_begin();
    lpi_lock_take(&lpi_table_lock);
    struct lpi_block *list = list_buffers(&count);
    lpi_lock_give(&lpi_table_lock);
    if (writer == NULL || list == NULL)
        lpi_capture_fail(LPI_CAPTURE_MEMORY, 0, NULL);
    else if (good && lpi_writer_open(writer, number) &&
             write_buffers(writer, lpi_queue_device(queue), list, count)) {
        lpi_kernel_name(kernel, writer->snapshot->kernel, sizeof writer->snapshot->kernel);
        writer->snapshot->took = lpi_raw_time(CLOCK_MONOTONIC) - stood;
        writer->snapshot->stopped = writer->snapshot->took;
        writer->snapshot->worked = lpi_raw_time(CLOCK_THREAD_CPUTIME_ID) - worked;
        lpi_writer_finish(writer);
    }
    free(list);
    free(writer);
}

/* ---- launches ---- */

LPI_NEXT(cl_int, clEnqueueNDRangeKernel,
         (cl_command_queue, cl_kernel, cl_uint, const size_t *, const size_t *, const size_t *,
          LPI_WAITS))
LPI_NEXT(cl_int, clEnqueueTask, (cl_command_queue, cl_kernel, LPI_WAITS))

/* Called before launch plan[0], so that the saved buffers are the launch's inputs. */
static bool save_if_wanted(cl_command_queue queue, cl_kernel kernel, const struct lpi_range *range)
{
    const struct lpi_capture *c = lpi_capture;
    if (c == NULL || c->pass != LPI_CAPTURE_LAUNCH ||
        atomic_load(&c->boundaries) + 1 != c->plan[0] || atomic_load(&c->fault) != LPI_CAPTURE_GOOD)
        return false;
    if (atomic_load(&pending) > 0) {
        lpi_capture_fail(LPI_CAPTURE_REFUSED, 0, "an event of the program's own is pending");
        return false;
    }
    lpi_launch_save(queue, kernel, range);
    return true;
}

static cl_int passed(cl_command_queue queue, cl_kernel kernel, bool saved, cl_int error)
{
    if (saved && error != CL_SUCCESS)
        lpi_capture_fail(LPI_CAPTURE_OPENCL, error, "clEnqueueNDRangeKernel");
    if (error == CL_SUCCESS && lpi_capture_due() && atomic_load(&pending) == 0)
        take_snapshot(queue, kernel);
    lpi_lock_give(&lpi_launch_lock);
    return error;
}

LPI_EXPORT cl_int clEnqueueNDRangeKernel(cl_command_queue queue, cl_kernel kernel,
                                         cl_uint dimensions, const size_t *offset,
                                         const size_t *global, const size_t *local, LPI_WAITS)
{
    struct lpi_range range = {dimensions, offset, global, local};
    lpi_lock_take(&lpi_launch_lock);
    bool saved = save_if_wanted(queue, kernel, &range);
    cl_int error = LPI_CALL(clEnqueueNDRangeKernel)(queue, kernel, dimensions, offset, global,
                                                    local, LPI_WAITS_PASSED);
    return passed(queue, kernel, saved, error);
}

LPI_EXPORT cl_int clEnqueueTask(cl_command_queue queue, cl_kernel kernel, LPI_WAITS)
{
    static const size_t one = 1;
    struct lpi_range range = {1, NULL, &one, &one};
    lpi_lock_take(&lpi_launch_lock);
    bool saved = save_if_wanted(queue, kernel, &range);
    cl_int error = LPI_CALL(clEnqueueTask)(queue, kernel, LPI_WAITS_PASSED);
    return passed(queue, kernel, saved, error);
}
