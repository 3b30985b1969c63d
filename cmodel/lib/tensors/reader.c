/* SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L
#include "reader.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- files ---- */

int lpi_tensor_wrong(const struct lpi_tensor_file *file, const char *format, ...)
{
    char text[sizeof file->fault->why];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    return lpi_fault_set(file->fault, LPI_BAD, "%s: %s", file->path, text);
}

int lpi_tensor_file_open(const char *path, struct lpi_fault *fault, struct lpi_tensor_file *file)
{
    struct stat st;
    *file = (struct lpi_tensor_file){.path = path, .fault = fault};
    file->fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (file->fd < 0)
        return lpi_tensor_wrong(file, "%s", strerror(errno));
    int error = 0;
    if (fstat(file->fd, &st) != 0)
        error = lpi_tensor_wrong(file, "%s", strerror(errno));
    else if (!S_ISREG(st.st_mode))
        error = lpi_tensor_wrong(file, "is no regular file");
    else
        file->bytes = (uint64_t)st.st_size;
    if (error != 0)
        lpi_tensor_file_close(file);
    return error;
}

void lpi_tensor_file_close(struct lpi_tensor_file *file)
{
    close(file->fd);
}

int lpi_tensor_file_read(const struct lpi_tensor_file *file, uint64_t at, void *to, size_t count)
{
    if (at > file->bytes || count > file->bytes - at)
        return lpi_tensor_wrong(
            file, "truncated: it has %" PRIu64 " bytes and needs %zu at byte %" PRIu64, file->bytes,
            count, at);
    for (size_t done = 0; done < count;) {
        ssize_t got = pread(file->fd, (uint8_t *)to + done, count - done, (off_t)(at + done));
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0)
            return lpi_tensor_wrong(file, "%s", strerror(errno));
        if (got == 0)
            return lpi_tensor_wrong(file, "has changed while it was read");
        done += (size_t)got;
    }
    return 0;
}

/* ---- tensors ---- */

bool lpi_tensor_bytes(const uint64_t *shape, unsigned axes, uint64_t block, uint64_t block_bytes,
                      uint64_t *bytes)
{
    bool empty = false;
    for (unsigned i = 0; i < axes; i++)
        empty |= shape[i] == 0;
    *bytes = empty ? 0 : block_bytes;
    if (block > 1 && (axes == 0 || shape[axes - 1] % block != 0))
        return false;
    for (unsigned i = 0; i < axes && !empty; i++) {
        uint64_t count = i + 1 == axes ? shape[i] / block : shape[i];
        if (count > INT64_MAX / *bytes)
            return false;
        *bytes *= count;
    }
    return true;
}

/* Whether the name can be printed, and used as a path below a folder. */
static bool name_valid(const char *name, size_t bytes)
{
    for (size_t i = 0; i < bytes; i++)
        if ((unsigned char)name[i] < ' ' || name[i] == 0x7f)
            return false;
    for (size_t at = 0; at < bytes; at++) {
        const char *slash = memchr(name + at, '/', bytes - at);
        size_t part = slash != NULL ? (size_t)(slash - name) - at : bytes - at;
        if (part == 2 && memcmp(name + at, "..", 2) == 0)
            return false;
        at += part;
    }
    return bytes > 0 && bytes <= LPI_TENSOR_NAME_MAX;
}

static int check_found(const struct lpi_tensor_file *file, const struct lpi_tensors *tensors,
                       const struct lpi_tensor_found *found)
{
    const struct lpi_part *part = &found->part;
    uint64_t due = part->packed > 0 ? part->packed : part->bytes;
    if (tensors->count == LPI_TENSORS_MAX)
        return lpi_tensor_wrong(file, "has more than %u tensors", LPI_TENSORS_MAX);
    if (!name_valid(found->name, found->name_bytes))
        return lpi_tensor_wrong(file,
                                "tensor number %zu has no valid name: 1 to %u bytes without "
                                "control characters, and no part \"..\"",
                                tensors->count + 1, LPI_TENSOR_NAME_MAX);
    if (part->path == NULL && (part->begin > file->bytes || due > file->bytes - part->begin))
        return lpi_tensor_wrong(file,
                                "tensor '%.*s' has %" PRIu64 " bytes at byte %" PRIu64
                                ", and the file has %" PRIu64,
                                (int)found->name_bytes, found->name, due, part->begin, file->bytes);
    return 0;
}

int lpi_tensor_no_memory(const struct lpi_tensor_file *file)
{
    return lpi_tensor_wrong(file, "no memory for the list of its tensors");
}

static int grow(const struct lpi_tensor_file *file, struct lpi_tensors *tensors)
{
    if (tensors->count < tensors->room)
        return 0;
    size_t room = tensors->room == 0 ? 64 : 2 * tensors->room;
    struct lpi_tensor *list = realloc(tensors->list, room * sizeof *list);
    if (list == NULL)
        return lpi_tensor_no_memory(file);
    tensors->list = list;
    tensors->room = room;
    return 0;
}

static const char *keep(struct lpi_tensors *tensors, const char *text)
{
    return lpi_strings_keep(&tensors->strings, text, strlen(text));
}

int lpi_tensors_add(const struct lpi_tensor_file *file, struct lpi_tensors *tensors,
                    const struct lpi_tensor_found *found)
{
    int error = check_found(file, tensors, found);
    if (error == 0)
        error = grow(file, tensors);
    if (error != 0)
        return error;
    struct lpi_tensor *tensor = &tensors->list[tensors->count];
    *tensor = (struct lpi_tensor){
        .name = lpi_strings_keep(&tensors->strings, found->name, found->name_bytes),
        .dtype = keep(tensors, found->dtype),
        .elem = found->elem,
        .bfloat16 = found->bfloat16,
        .axes = found->axes,
        .shape = lpi_tensors_keep_shape(tensors, found->shape, found->axes),
        .bytes = found->bytes,
        .header_bytes = found->header_bytes,
        .part = found->part};
    tensor->part.path = keep(tensors, found->part.path != NULL ? found->part.path : file->path);
    if (tensor->name == NULL || tensor->dtype == NULL || tensor->shape == NULL ||
        tensor->part.path == NULL)
        return lpi_tensor_no_memory(file);
    tensors->count++;
    return 0;
}
