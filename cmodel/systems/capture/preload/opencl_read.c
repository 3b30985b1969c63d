/* SPDX-License-Identifier: Apache-2.0 */
/* Reads buffers piece by piece, through a queue of the capture's own. */
#define _GNU_SOURCE
#include "opencl.h"
#include <stdlib.h>

#define PIECE ((size_t)16 << 20)

LPI_NEXT(cl_int, clGetContextInfo, (cl_context, cl_uint, size_t, void *, size_t *))
LPI_NEXT(cl_int, clGetCommandQueueInfo, (cl_command_queue, cl_uint, size_t, void *, size_t *))
LPI_NEXT(cl_command_queue, clCreateCommandQueue, (cl_context, cl_device_id, cl_flags, cl_int *))
LPI_NEXT(cl_int, clReleaseCommandQueue, (cl_command_queue))
LPI_NEXT(cl_int, clEnqueueReadBuffer,
         (cl_command_queue, cl_mem, cl_bool, size_t, size_t, void *, LPI_WAITS))
LPI_NEXT(cl_int, clEnqueueCopyBuffer,
         (cl_command_queue, cl_mem, cl_mem, size_t, size_t, size_t, LPI_WAITS))
LPI_NEXT(cl_mem, clCreateBuffer, (cl_context, cl_flags, size_t, void *, cl_int *))
LPI_NEXT(cl_int, clReleaseMemObject, (cl_mem))
LPI_NEXT(cl_int, clGetMemObjectInfo, (cl_mem, cl_uint, size_t, void *, size_t *))

struct reader {
    cl_context context;
    cl_command_queue queue;
    cl_mem buffer, copy; /* copy: a staging buffer, for a buffer that the host may not read; else
                            NULL */
    uint8_t *piece;
};

static bool failed(const char *call, cl_int error)
{
    lpi_capture_fail(LPI_CAPTURE_OPENCL, error, call);
    return false;
}

cl_device_id lpi_queue_device(cl_command_queue queue)
{
    cl_device_id device = NULL;
    LPI_CALL(clGetCommandQueueInfo)(queue, CL_QUEUE_DEVICE, sizeof device, &device, NULL);
    return device;
}

/* `device` if the context has it, else the context's first device. */
static cl_device_id device_of(cl_context context, cl_device_id device)
{
    cl_device_id devices[64];
    size_t bytes = 0;
    if (LPI_CALL(clGetContextInfo)(context, CL_CONTEXT_DEVICES, sizeof devices, devices, &bytes) !=
            CL_SUCCESS ||
        bytes == 0)
        return device;
    for (size_t i = 0; i < bytes / sizeof devices[0]; i++)
        if (devices[i] == device)
            return device;
    return devices[0];
}

static bool open_reader(struct reader *reader, cl_device_id device)
{
    cl_int error = LPI_CALL(clGetMemObjectInfo)(reader->buffer, CL_MEM_CONTEXT,
                                                sizeof reader->context, &reader->context, NULL);
    if (error != CL_SUCCESS)
        return failed("clGetMemObjectInfo", error);
    reader->queue = LPI_CALL(clCreateCommandQueue)(reader->context,
                                                   device_of(reader->context, device), 0, &error);
    if (reader->queue == NULL)
        return failed("clCreateCommandQueue", error);
    reader->piece = malloc(PIECE);
    if (reader->piece == NULL)
        lpi_capture_fail(LPI_CAPTURE_MEMORY, 0, NULL);
    return reader->piece != NULL;
}

static void close_reader(struct reader *reader)
{
    if (reader->copy != NULL)
        LPI_CALL(clReleaseMemObject)(reader->copy);
    if (reader->queue != NULL)
        LPI_CALL(clReleaseCommandQueue)(reader->queue);
    free(reader->piece);
}

static cl_int read_directly(struct reader *reader, uint64_t at, size_t bytes)
{
    return LPI_CALL(clEnqueueReadBuffer)(reader->queue, reader->buffer, CL_TRUE, at, bytes,
                                         reader->piece, 0, NULL, NULL);
}

/* The queue is in order, so the read waits for the copy. */
static bool read_copy(struct reader *reader, uint64_t at, size_t bytes)
{
    cl_int error = CL_SUCCESS;
    if (reader->copy == NULL)
        reader->copy = LPI_CALL(clCreateBuffer)(reader->context, CL_MEM_READ_WRITE, PIECE, NULL,
                                                &error);
    if (reader->copy == NULL)
        return failed("clCreateBuffer", error);
    error = LPI_CALL(clEnqueueCopyBuffer)(reader->queue, reader->buffer, reader->copy, at, 0, bytes,
                                          0, NULL, NULL);
    if (error != CL_SUCCESS)
        return failed("clEnqueueCopyBuffer", error);
    error = LPI_CALL(clEnqueueReadBuffer)(reader->queue, reader->copy, CL_TRUE, 0, bytes,
                                          reader->piece, 0, NULL, NULL);
    return error == CL_SUCCESS || failed("clEnqueueReadBuffer", error);
}

static bool read_piece(struct reader *reader, uint64_t at, size_t bytes)
{
    cl_int error = reader->copy == NULL ? read_directly(reader, at, bytes) : CL_INVALID_OPERATION;
    if (error == CL_INVALID_OPERATION)
        return read_copy(reader, at, bytes);
    return error == CL_SUCCESS || failed("clEnqueueReadBuffer", error);
}

static bool written(long answer)
{
    if (answer < 0)
        lpi_capture_fail(LPI_CAPTURE_WRITE, -answer, NULL);
    return answer >= 0;
}

bool lpi_read_buffer(cl_device_id device, cl_mem buffer, uint64_t bytes, const char *path)
{
    struct reader reader = {.buffer = buffer};
    int fd = lpi_raw_create(path);
    bool good = written(fd) && open_reader(&reader, device);
    for (uint64_t at = 0; good && at < bytes; at += PIECE) {
        size_t size = bytes - at < PIECE ? (size_t)(bytes - at) : PIECE;
        good = read_piece(&reader, at, size) &&
               written(lpi_raw_write_at(fd, reader.piece, size, at));
    }
    close_reader(&reader);
    return written(lpi_raw_close(fd)) && good;
}
