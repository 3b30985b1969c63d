/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copies over the link between host memory and buffers that the program requests. Each is appended
 * to one file immediately, so that no record is lost however the program ends.
 */
#define _GNU_SOURCE
#include "opencl.h"
#include <fcntl.h>
#include <string.h>

/*
 * The file is not kept open: a program may close descriptors that are not its own and reuse their
 * numbers.
 */
static long append(const struct lpi_capture_copy *copy)
{
    char path[LPI_CAPTURE_PATH + 16];
    const char *const parts[] = {lpi_capture->folder, "/copies"};
    lpi_join(path, sizeof path, parts, 2);
    int fd = (int)lpi_raw(SYS_openat, AT_FDCWD, (long)path,
                          O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666, 0, 0);
    long answer = fd >= 0 ? lpi_raw_write(fd, copy, sizeof *copy) : fd;
    long closed = fd >= 0 ? lpi_raw_close(fd) : 0;
    return answer < 0 ? answer : closed;
}

void lpi_copied(cl_mem buffer, enum lpi_capture_direction direction, uint64_t offset,
                uint64_t bytes)
{
    struct lpi_capture_copy copy = {.direction = direction, .offset = offset, .bytes = bytes};
    if (lpi_capture == NULL || lpi_capture->pass == LPI_CAPTURE_MEASURE ||
        atomic_load(&lpi_capture->fault) != LPI_CAPTURE_GOOD)
        return;
    lpi_lock_take(&lpi_table_lock);
    const struct lpi_object *object = lpi_object_find(buffer);
    if (object != NULL && object->kind == LPI_OBJECT_PART) {
        copy.offset += object->origin;
        buffer = object->parent;
    }
    const struct lpi_block *block = lpi_table_find((uintptr_t)buffer);
    copy.boundaries = atomic_load(&lpi_capture->boundaries);
    copy.image = atomic_load(&lpi_capture->images);
    if (block != NULL) {
        copy.number = block->number;
        memcpy(copy.frames, lpi_table_frames(block)->frame, sizeof copy.frames);
    }
    long answer = append(&copy);
    lpi_lock_give(&lpi_table_lock);
    if (answer < 0)
        lpi_capture_fail(LPI_CAPTURE_WRITE, -answer, NULL);
}

static cl_int log_copy(cl_int error, cl_mem buffer, enum lpi_capture_direction direction,
                       uint64_t offset, uint64_t bytes)
{
    if (error == CL_SUCCESS)
        lpi_copied(buffer, direction, offset, bytes);
    return error;
}

/* ---- whole ranges ---- */

#define RANGE cl_command_queue queue, cl_mem buffer, cl_bool blocks, size_t offset, size_t bytes

LPI_NEXT(cl_int, clEnqueueReadBuffer, (RANGE, void *, LPI_WAITS))
LPI_NEXT(cl_int, clEnqueueWriteBuffer, (RANGE, const void *, LPI_WAITS))

LPI_EXPORT cl_int clEnqueueReadBuffer(RANGE, void *host, LPI_WAITS)
{
    cl_int error = LPI_CALL(clEnqueueReadBuffer)(queue, buffer, blocks, offset, bytes, host,
                                                 LPI_WAITS_PASSED);
    return log_copy(error, buffer, LPI_FROM_DEVICE, offset, bytes);
}

LPI_EXPORT cl_int clEnqueueWriteBuffer(RANGE, const void *host, LPI_WAITS)
{
    cl_int error = LPI_CALL(clEnqueueWriteBuffer)(queue, buffer, blocks, offset, bytes, host,
                                                  LPI_WAITS_PASSED);
    return log_copy(error, buffer, LPI_TO_DEVICE, offset, bytes);
}

/* ---- boxes: their first byte and their bytes ---- */

#define BOX                                                                                        \
    cl_command_queue queue, cl_mem buffer, cl_bool blocks, const size_t *at,                       \
        const size_t *host_at, const size_t *size, size_t row, size_t slice, size_t host_row,      \
        size_t host_slice
#define BOX_PASSED queue, buffer, blocks, at, host_at, size, row, slice, host_row, host_slice

LPI_NEXT(cl_int, clEnqueueReadBufferRect, (BOX, void *, LPI_WAITS))
LPI_NEXT(cl_int, clEnqueueWriteBufferRect, (BOX, const void *, LPI_WAITS))

static uint64_t box_begin(const size_t *at, const size_t *size, size_t row, size_t slice)
{
    size_t rows = row > 0 ? row : size[0], slices = slice > 0 ? slice : rows * size[1];
    return at[0] + at[1] * rows + at[2] * slices;
}

LPI_EXPORT cl_int clEnqueueReadBufferRect(BOX, void *host, LPI_WAITS)
{
    cl_int error = LPI_CALL(clEnqueueReadBufferRect)(BOX_PASSED, host, LPI_WAITS_PASSED);
    return error != CL_SUCCESS
               ? error
               : log_copy(error, buffer, LPI_FROM_DEVICE, box_begin(at, size, row, slice),
                          size[0] * size[1] * size[2]);
}

LPI_EXPORT cl_int clEnqueueWriteBufferRect(BOX, const void *host, LPI_WAITS)
{
    cl_int error = LPI_CALL(clEnqueueWriteBufferRect)(BOX_PASSED, host, LPI_WAITS_PASSED);
    return error != CL_SUCCESS
               ? error
               : log_copy(error, buffer, LPI_TO_DEVICE, box_begin(at, size, row, slice),
                          size[0] * size[1] * size[2]);
}

/* ---- mappings: memory mapped for writing is copied back when it is unmapped ---- */

#define MAPPINGS 256

static struct {
    const void *address;
    uint64_t offset, bytes;
} mappings[MAPPINGS];

LPI_NEXT(void *, clEnqueueMapBuffer,
         (cl_command_queue, cl_mem, cl_bool, cl_flags, size_t, size_t, LPI_WAITS, cl_int *))
LPI_NEXT(cl_int, clEnqueueUnmapMemObject, (cl_command_queue, cl_mem, void *, LPI_WAITS))

/* If the array is full, the mapping is not followed, and a fault is noted. */
static void note_mapping(const void *address, uint64_t offset, uint64_t bytes)
{
    size_t i = 0;
    lpi_lock_take(&lpi_table_lock);
    while (i < MAPPINGS && mappings[i].address != NULL)
        i++;
    if (i < MAPPINGS) {
        mappings[i].address = address;
        mappings[i].offset = offset;
        mappings[i].bytes = bytes;
    }
    lpi_lock_give(&lpi_table_lock);
    if (i == MAPPINGS)
        lpi_capture_fail(LPI_CAPTURE_REFUSED, 0, "more than 256 buffers are mapped at a time");
}

LPI_EXPORT void *clEnqueueMapBuffer(cl_command_queue queue, cl_mem buffer, cl_bool blocks,
                                    cl_flags flags, size_t offset, size_t bytes, LPI_WAITS,
                                    cl_int *error)
{
    void *address = LPI_CALL(clEnqueueMapBuffer)(queue, buffer, blocks, flags, offset, bytes,
                                                 LPI_WAITS_PASSED, error);
    if (address == NULL || lpi_capture == NULL || lpi_capture->pass == LPI_CAPTURE_MEASURE)
        return address;
    if ((flags & CL_MAP_READ) != 0)
        lpi_copied(buffer, LPI_FROM_DEVICE, offset, bytes);
    if ((flags & (CL_MAP_WRITE | CL_MAP_WRITE_INVALIDATE_REGION)) != 0)
        note_mapping(address, offset, bytes);
    return address;
}

LPI_EXPORT cl_int clEnqueueUnmapMemObject(cl_command_queue queue, cl_mem buffer, void *address,
                                          LPI_WAITS)
{
    uint64_t offset = 0, bytes = 0;
    cl_int error = LPI_CALL(clEnqueueUnmapMemObject)(queue, buffer, address, LPI_WAITS_PASSED);
    if (error != CL_SUCCESS)
        return error;
    lpi_lock_take(&lpi_table_lock);
    for (size_t i = 0; i < MAPPINGS && bytes == 0; i++)
        if (mappings[i].address == address) {
            offset = mappings[i].offset;
            bytes = mappings[i].bytes;
            mappings[i].address = NULL;
        }
    lpi_lock_give(&lpi_table_lock);
    if (bytes > 0)
        lpi_copied(buffer, LPI_TO_DEVICE, offset, bytes);
    return error;
}
