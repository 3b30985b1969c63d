/* SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L
#include "capture_index.h"
#include "../shared/fail.h"
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

void capture_path(char path[PATH_MAX + 256], const char *folder, const char *name)
{
    int n = snprintf(path, PATH_MAX + 256, "%s/%s", folder, name);
    if (n < 0 || n >= PATH_MAX + 256)
        cli_fail("%s: %s", name, strerror(ENAMETOOLONG));
}

static int by_address(const void *a, const void *b)
{
    const struct capture_block *left = a, *right = b;
    if (left->entry.address != right->entry.address)
        return left->entry.address < right->entry.address ? -1 : 1;
    return strcmp(left->name, right->name);
}

/* Two blocks of a name would be one file. */
static void check_names(const struct capture_index *index)
{
    for (size_t i = 0; i + 1 < index->count; i++)
        if (strcmp(index->blocks[i].name, index->blocks[i + 1].name) == 0)
            cli_fail("capture: two allocations are called '%s'", index->blocks[i].name);
}

static int by_name(const void *a, const void *b)
{
    return strcmp(((const struct capture_block *)a)->name, ((const struct capture_block *)b)->name);
}

uint32_t capture_index_image(const char *folder)
{
    char path[PATH_MAX + 256];
    struct lpi_capture_entry entry = {0};
    capture_path(path, folder, "index");
    FILE *file = fopen(path, "rb");
    if (file == NULL)
        cli_fail("%s: %s", path, strerror(errno));
    bool has = fread(&entry, sizeof entry, 1, file) == 1;
    fclose(file);
    return has ? entry.image : 0;
}

void capture_index_open(struct capture_names *names, const char *folder,
                        struct capture_index *index)
{
    char path[PATH_MAX + 256];
    struct stat st;
    capture_path(path, folder, "maps");
    capture_names_maps(names, path);
    capture_path(path, folder, "index");
    FILE *file = fopen(path, "rb");
    if (file == NULL || fstat(fileno(file), &st) != 0)
        cli_fail("%s: %s", path, strerror(errno));
    index->count = (size_t)st.st_size / sizeof(struct lpi_capture_entry);
    index->blocks = cli_alloc((index->count + 1) * sizeof *index->blocks);
    for (size_t i = 0; i < index->count; i++) {
        struct capture_block *block = &index->blocks[i];
        if (fread(&block->entry, sizeof block->entry, 1, file) != 1)
            cli_fail("%s: %s", path, strerror(errno));
        block->file = i;
        capture_name(names, block->entry.frames, block->entry.image, block->entry.number,
                     block->name, sizeof block->name);
    }
    fclose(file);
    qsort(index->blocks, index->count, sizeof *index->blocks, by_name);
    check_names(index);
    qsort(index->blocks, index->count, sizeof *index->blocks, by_address);
}

void capture_index_close(struct capture_index *index)
{
    free(index->blocks);
}

void capture_index_rename(const struct capture_index *index, const char *from, const char *to)
{
    for (size_t i = 0; i < index->count; i++) {
        char old[PATH_MAX + 256], new[PATH_MAX + 256], number[24], name[LPI_SET_NAME_MAX + 8];
        snprintf(number, sizeof number, "%zu", index->blocks[i].file);
        snprintf(name, sizeof name, "%s.bin", index->blocks[i].name);
        capture_path(old, from, number);
        capture_path(new, to, name);
        if (rename(old, new) != 0)
            cli_fail("%s: %s", new, strerror(errno));
    }
}

static void write_copy(FILE *out, struct capture_names *names, const struct lpi_capture_copy *copy)
{
    static const char *const directions[] = {"to_device", "from_device"};
    char name[LPI_SET_NAME_MAX + 1] = "";
    if (copy->number > 0)
        capture_name(names, copy->frames, copy->image, copy->number, name, sizeof name);
    fprintf(out, "%" PRIu64 ",%s,%s,%" PRIu64 ",%" PRIu64 "\n", copy->boundaries,
            directions[copy->direction == LPI_FROM_DEVICE], name, copy->offset, copy->bytes);
}

void capture_write_copies(const struct capture_job *job, struct capture_names *names)
{
    char path[PATH_MAX + 256];
    struct lpi_capture_copy copy;
    capture_path(path, job->control->folder, "copies");
    FILE *in = fopen(path, "rb");
    if (in == NULL && errno == ENOENT)
        return;
    capture_path(path, job->temporary, "copies.csv");
    FILE *out = fopen(path, "w");
    if (in == NULL || out == NULL)
        cli_fail("%s: %s", path, strerror(errno));
    fprintf(out, "launches,direction,allocation,offset,bytes\n");
    while (fread(&copy, sizeof copy, 1, in) == 1)
        write_copy(out, names, &copy);
    bool good = !ferror(in) && !ferror(out);
    if (fclose(out) != 0 || !good)
        cli_fail("%s: %s", path, strerror(errno));
    fclose(in);
}
