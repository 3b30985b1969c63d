/* SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L
#include "tensors.h"
#include "reader.h"
#include "zip.h"

#include <fnmatch.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const struct lpi_tensor_reader *const readers[] = {
    &lpi_read_safetensors, &lpi_read_index,  &lpi_read_gguf,    &lpi_read_npz,
    &lpi_read_core,        &lpi_refuse_hdf5, &lpi_refuse_torch,
};

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
        return lpi_tensor_no_memory(file);
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
    error = tensors != NULL ? list_all(&file, look, tensors) : lpi_tensor_no_memory(&file);
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
