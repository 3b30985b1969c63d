/* SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L
#include "tensors.h"
#include "reader.h"
#include "zip.h"

#include <errno.h>
#include <fcntl.h>
#include <fnmatch.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const struct lpi_tensor_reader *const readers[] = {
    &lpi_read_safetensors, &lpi_read_index,  &lpi_read_gguf,    &lpi_read_npz,
    &lpi_read_core,        &lpi_refuse_hdf5, &lpi_refuse_torch,
};

/* ---- files ---- */

int lpi_tensor_wrong(const struct lpi_tensor_file *file, const char *format, ...)
{
    char text[sizeof file->fault->why];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    /* Names of the file may hold anything, also what a terminal would obey. */
    for (char *at = text; *at != '\0'; at++)
        if ((unsigned char)*at < ' ' || *at == 0x7f)
            *at = '?';
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

struct lpi_tensors_shapes {
    struct lpi_tensors_shapes *next;
    size_t used;
    uint64_t axes[4096];
};

static uint64_t *keep_shape(struct lpi_tensors *tensors, const uint64_t *shape, unsigned axes)
{
    struct lpi_tensors_shapes *block = tensors->shapes;
    if (block == NULL || axes > sizeof block->axes / sizeof *block->axes - block->used) {
        block = malloc(sizeof *block);
        if (block == NULL)
            return NULL;
        block->next = tensors->shapes;
        block->used = 0;
        tensors->shapes = block;
    }
    uint64_t *kept = block->axes + block->used;
    if (axes > 0)
        memcpy(kept, shape, axes * sizeof *kept);
    block->used += axes;
    return kept;
}

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

static int no_memory(const struct lpi_tensor_file *file)
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
        return no_memory(file);
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
        .shape = keep_shape(tensors, found->shape, found->axes),
        .bytes = found->bytes,
        .header_bytes = found->header_bytes,
        .part = found->part};
    tensor->part.path = keep(tensors, found->part.path != NULL ? found->part.path : file->path);
    if (tensor->name == NULL || tensor->dtype == NULL || tensor->shape == NULL ||
        tensor->part.path == NULL)
        return no_memory(file);
    tensors->count++;
    return 0;
}

/* ---- checks of the whole list ---- */

static uint64_t stored_bytes(const struct lpi_part *part)
{
    return part->packed > 0 ? part->packed : part->bytes;
}

/* Tensors without bytes are in front of one that begins where they are. */
static int by_place(const void *a, const void *b)
{
    const struct lpi_part *left = &((const struct lpi_tensor *)a)->part;
    const struct lpi_part *right = &((const struct lpi_tensor *)b)->part;
    uint64_t left_bytes = stored_bytes(left), right_bytes = stored_bytes(right);
    if (left->begin != right->begin)
        return left->begin < right->begin ? -1 : 1;
    if (left_bytes != right_bytes)
        return left_bytes < right_bytes ? -1 : 1;
    return strcmp(((const struct lpi_tensor *)a)->name, ((const struct lpi_tensor *)b)->name);
}

static int by_name(const void *a, const void *b)
{
    return strcmp(**(const char *const *const *)a, **(const char *const *const *)b);
}

static int check_places(const struct lpi_tensor_file *file, const struct lpi_tensors *tensors)
{
    for (size_t i = 1; i < tensors->count; i++) {
        const struct lpi_tensor *last = &tensors->list[i - 1], *next = &tensors->list[i];
        if (next->part.begin - last->part.begin < stored_bytes(&last->part))
            return lpi_tensor_wrong(file, "tensors '%s' and '%s' overlap at byte %" PRIu64,
                                    last->name, next->name, next->part.begin);
    }
    return 0;
}

static int check_names(const struct lpi_tensor_file *file, const struct lpi_tensors *tensors)
{
    const char *const **names = malloc((tensors->count + 1) * sizeof *names);
    if (names == NULL)
        return no_memory(file);
    for (size_t i = 0; i < tensors->count; i++)
        names[i] = &tensors->list[i].name;
    qsort(names, tensors->count, sizeof *names, by_name);
    int error = 0;
    for (size_t i = 1; i < tensors->count && error == 0; i++)
        if (strcmp(*names[i - 1], *names[i]) == 0)
            error = lpi_tensor_wrong(file, "has two tensors of the name '%s'", *names[i]);
    free(names);
    return error;
}

/* An index has checked the places in each of its files. */
static int check_all(const struct lpi_tensor_file *file, struct lpi_tensors *tensors)
{
    int error = 0;
    if (tensors->look != LPI_LOOK_INDEX && tensors->count > 0) {
        qsort(tensors->list, tensors->count, sizeof *tensors->list, by_place);
        error = check_places(file, tensors);
    }
    return error == 0 ? check_names(file, tensors) : error;
}

/* ---- kinds ---- */

static enum lpi_look look_at(const struct lpi_tensor_file *file)
{
    uint8_t head[LPI_LOOKS_BYTES];
    ssize_t got = pread(file->fd, head, sizeof head, 0);
    enum lpi_look look = got >= 0 ? lpi_looks(file->path, head, (size_t)got) : LPI_LOOK_PLAIN;
    return look == LPI_LOOK_ZIP ? lpi_zip_looks(file) : look;
}

static const struct lpi_tensor_reader *reader_of(enum lpi_look look)
{
    for (size_t i = 0; i < sizeof readers / sizeof *readers; i++)
        if (readers[i]->look == look)
            return readers[i];
    return NULL;
}

enum lpi_look lpi_tensors_look(const char *path)
{
    struct lpi_fault fault;
    struct lpi_tensor_file file;
    struct stat st;
    /* Opening a pipe or a device may have effects of its own. */
    if (stat(path, &st) != 0 || !S_ISREG(st.st_mode) ||
        lpi_tensor_file_open(path, &fault, &file) != 0)
        return LPI_LOOK_PLAIN;
    enum lpi_look look = look_at(&file);
    lpi_tensor_file_close(&file);
    return reader_of(look) != NULL ? look : LPI_LOOK_PLAIN;
}

/* LPI_LOOK_PLAIN: of any kind. */
static int list_all(const struct lpi_tensor_file *file, enum lpi_look due,
                    struct lpi_tensors *tensors)
{
    tensors->look = look_at(file);
    const struct lpi_tensor_reader *reader = reader_of(tensors->look);
    if (due != LPI_LOOK_PLAIN && tensors->look != due)
        return lpi_tensor_wrong(file, "is not %s", lpi_look_name(due));
    if (reader == NULL)
        return lpi_tensor_wrong(file, "is no file of tensors");
    int error = reader->list(file, tensors);
    return error == 0 ? check_all(file, tensors) : error;
}

int lpi_tensors_open_as(const char *path, enum lpi_look look, struct lpi_tensors **opened,
                        struct lpi_fault *fault)
{
    struct lpi_tensor_file file;
    int error = lpi_tensor_file_open(path, fault, &file);
    if (error != 0)
        return error;
    struct lpi_tensors *tensors = calloc(1, sizeof *tensors);
    error = tensors != NULL ? list_all(&file, look, tensors) : no_memory(&file);
    lpi_tensor_file_close(&file);
    if (error == 0)
        *opened = tensors;
    else
        lpi_tensors_close(tensors);
    return error;
}

int lpi_tensors_open(const char *path, struct lpi_tensors **opened, struct lpi_fault *fault)
{
    return lpi_tensors_open_as(path, LPI_LOOK_PLAIN, opened, fault);
}

bool lpi_tensor_wanted(const char *name, const char *pattern)
{
    return pattern == NULL || fnmatch(pattern, name, 0) == 0;
}

void lpi_tensors_close(struct lpi_tensors *tensors)
{
    if (tensors == NULL)
        return;
    for (struct lpi_tensors_shapes *block = tensors->shapes, *next; block != NULL; block = next) {
        next = block->next;
        free(block);
    }
    lpi_strings_free(&tensors->strings);
    free(tensors->list);
    free(tensors);
}
