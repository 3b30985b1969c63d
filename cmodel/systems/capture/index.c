/* SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L
#include "index.h"
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static int fail_file(struct lpi_fault *fault, const char *path, int reason)
{
    return lpi_fault_set(fault, LPI_BAD, "%s: %s", path, strerror(reason));
}

int capture_path(char path[PATH_MAX + 256], const char *folder, const char *name,
                 struct lpi_fault *fault)
{
    int n = snprintf(path, PATH_MAX + 256, "%s/%s", folder, name);
    return n < 0 || n >= PATH_MAX + 256 ? fail_file(fault, name, ENAMETOOLONG) : 0;
}

static int by_address(const void *a, const void *b)
{
    const struct capture_block *left = a, *right = b;
    if (left->entry.address != right->entry.address)
        return left->entry.address < right->entry.address ? -1 : 1;
    return strcmp(left->name, right->name);
}

/* Two blocks of the same name would share one file. */
static int check_names(const struct capture_index *index, struct lpi_fault *fault)
{
    for (size_t i = 0; i + 1 < index->count; i++)
        if (strcmp(index->blocks[i].name, index->blocks[i + 1].name) == 0)
            return lpi_fault_set(fault, LPI_BAD, "capture: two allocations are called '%s'",
                                 index->blocks[i].name);
    return 0;
}

static int by_name(const void *a, const void *b)
{
    return strcmp(((const struct capture_block *)a)->name, ((const struct capture_block *)b)->name);
}

/* Returns NULL after setting the fault. */
static FILE *open_index(const char *folder, char path[PATH_MAX + 256], struct lpi_fault *fault)
{
    if (capture_path(path, folder, "index", fault) != 0)
        return NULL;
    FILE *file = fopen(path, "rb");
    if (file == NULL)
        fail_file(fault, path, errno);
    return file;
}

int capture_index_image(const char *folder, uint32_t *image, struct lpi_fault *fault)
{
    char path[PATH_MAX + 256];
    struct lpi_capture_entry entry = {0};
    FILE *file = open_index(folder, path, fault);
    if (file == NULL)
        return fault->code;
    *image = fread(&entry, sizeof entry, 1, file) == 1 ? entry.image : 0;
    fclose(file);
    return 0;
}

static int read_blocks(struct capture_names *names, FILE *file, const char *path,
                       struct capture_index *index, struct lpi_fault *fault)
{
    struct stat st;
    if (fstat(fileno(file), &st) != 0)
        return fail_file(fault, path, errno);
    index->count = (size_t)st.st_size / sizeof(struct lpi_capture_entry);
    index->blocks = lpi_fault_alloc(fault, (index->count + 1) * sizeof *index->blocks);
    if (index->blocks == NULL)
        return fault->code;
    for (size_t i = 0; i < index->count; i++) {
        struct capture_block *block = &index->blocks[i];
        if (fread(&block->entry, sizeof block->entry, 1, file) != 1)
            return fail_file(fault, path, errno);
        block->file = i;
        if (capture_name(names, block->entry.frames, block->entry.image, block->entry.number,
                         block->name, sizeof block->name) != 0)
            return fault->code;
    }
    return 0;
}

int capture_index_open(struct capture_names *names, const char *folder, struct capture_index *index,
                       struct lpi_fault *fault)
{
    char path[PATH_MAX + 256];
    *index = (struct capture_index){0};
    int code = capture_path(path, folder, "maps", fault);
    if (code != 0 || (code = capture_names_maps(names, path)) != 0)
        return code;
    FILE *file = open_index(folder, path, fault);
    if (file == NULL)
        return fault->code;
    code = read_blocks(names, file, path, index, fault);
    fclose(file);
    if (code == 0) {
        qsort(index->blocks, index->count, sizeof *index->blocks, by_name);
        code = check_names(index, fault);
    }
    if (code == 0)
        qsort(index->blocks, index->count, sizeof *index->blocks, by_address);
    else
        capture_index_close(index);
    return code;
}

void capture_index_close(struct capture_index *index)
{
    free(index->blocks);
    index->blocks = NULL;
}

int capture_index_rename(const struct capture_index *index, const char *from, const char *to,
                         struct lpi_fault *fault)
{
    for (size_t i = 0; i < index->count; i++) {
        char old[PATH_MAX + 256], new[PATH_MAX + 256], number[24], name[LPI_SET_NAME_MAX + 8];
        snprintf(number, sizeof number, "%zu", index->blocks[i].file);
        snprintf(name, sizeof name, "%s.bin", index->blocks[i].name);
        if (capture_path(old, from, number, fault) != 0 || capture_path(new, to, name, fault) != 0)
            return fault->code;
        if (rename(old, new) != 0)
            return fail_file(fault, new, errno);
    }
    return 0;
}

static int write_copy(FILE *out, struct capture_names *names, const struct lpi_capture_copy *copy)
{
    static const char *const directions[] = {"to_device", "from_device"};
    char name[LPI_SET_NAME_MAX + 1] = "";
    int code = 0;
    if (copy->number > 0)
        code = capture_name(names, copy->frames, copy->image, copy->number, name, sizeof name);
    fprintf(out, "%" PRIu64 ",%s,%s,%" PRIu64 ",%" PRIu64 "\n", copy->boundaries,
            directions[copy->direction == LPI_FROM_DEVICE], name, copy->offset, copy->bytes);
    return code;
}

static int write_copies(FILE *in, const char *path, struct capture_names *names,
                        struct lpi_fault *fault)
{
    struct lpi_capture_copy copy;
    FILE *out = fopen(path, "w");
    int code = 0;
    if (out == NULL)
        return fail_file(fault, path, errno);
    fprintf(out, "launches,direction,allocation,offset,bytes\n");
    while (code == 0 && fread(&copy, sizeof copy, 1, in) == 1)
        code = write_copy(out, names, &copy);
    bool good = !ferror(in) && !ferror(out);
    if ((fclose(out) != 0 || !good) && code == 0)
        code = fail_file(fault, path, errno);
    return code;
}

int capture_write_copies(const struct capture_job *job, struct capture_names *names)
{
    char path[PATH_MAX + 256];
    int code = capture_path(path, job->control->folder, "copies", job->fault);
    if (code != 0)
        return code;
    FILE *in = fopen(path, "rb");
    if (in == NULL && errno == ENOENT)
        return 0;
    int reason = errno;
    code = capture_path(path, job->place.temporary, "copies.csv", job->fault);
    if (code == 0)
        code = in == NULL ? fail_file(job->fault, path, reason)
                          : write_copies(in, path, names, job->fault);
    if (in != NULL)
        fclose(in);
    return code;
}
