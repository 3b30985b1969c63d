/* SPDX-License-Identifier: Apache-2.0 */
/* Makes the folder of a saved launch (docs/reference/format.md, "Saved launches"). */
#define _POSIX_C_SOURCE 200809L
#include "../../systems/capture/preload/cl_api.h"
#include "capture_index.h"
#include "capture_job.h"
#include "../shared/fail.h"
#include "../shared/json.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

struct folder {
    char path[PATH_MAX + 256];
};

static void read_exactly(const struct folder *from, const char *name, void *to, size_t bytes)
{
    char path[PATH_MAX + 256];
    capture_path(path, from->path, name);
    FILE *file = fopen(path, "rb");
    if (file == NULL || fread(to, 1, bytes, file) != bytes)
        cli_fail("%s: %s", path, strerror(errno));
    fclose(file);
}

/* A text of at most a megabyte; the caller frees it. */
static json_t *read_text(const struct folder *from, const char *name)
{
    char path[PATH_MAX + 256];
    struct stat st;
    capture_path(path, from->path, name);
    if (stat(path, &st) != 0 || st.st_size > 1 << 20)
        cli_fail("%s: %s", path, strerror(errno));
    char *text = cli_alloc((size_t)st.st_size + 1);
    read_exactly(from, name, text, (size_t)st.st_size);
    text[st.st_size] = '\0';
    json_t *value = lpi_json_text(text);
    free(text);
    return value;
}

static const char *access_name(uint64_t flags)
{
    return flags & CL_MEM_READ_ONLY ? "read_only" : flags & CL_MEM_WRITE_ONLY ? "write_only"
                                                                              : "read_write";
}

static json_t *describe_buffers(const struct capture_index *index)
{
    json_t *list = json_array();
    for (size_t i = 0; i < index->count; i++) {
        const struct capture_block *block = &index->blocks[i];
        char file[LPI_SET_NAME_MAX + 16];
        snprintf(file, sizeof file, "buffers/%s.bin", block->name);
        json_array_append_new(
            list, json_pack("{s:o, s:I, s:s, s:o}", "name", lpi_json_text(block->name), "bytes",
                            (json_int_t)block->entry.bytes, "access",
                            access_name(block->entry.access), "file", lpi_json_text(file)));
    }
    return list;
}

/* An argument names a buffer by its number before the index was sorted. */
static json_t *buffer_name(const struct capture_index *index, uint32_t number)
{
    for (size_t i = 0; i < index->count; i++)
        if (index->blocks[i].file == number)
            return lpi_json_text(index->blocks[i].name);
    cli_fail("capture: an argument's buffer was not saved");
}

static json_t *describe_argument(const struct capture_index *index,
                                 const struct lpi_capture_argument *argument)
{
    char digits[2 * LPI_CAPTURE_VALUE + 1] = "";
    switch (argument->kind) {
    case LPI_ARGUMENT_BUFFER:
        return json_pack("{s:s, s:o, s:I, s:I}", "kind", "buffer", "buffer",
                         buffer_name(index, argument->buffer), "offset",
                         (json_int_t)argument->offset, "bytes", (json_int_t)argument->bytes);
    case LPI_ARGUMENT_LOCAL:
        return json_pack("{s:s, s:I}", "kind", "local", "bytes", (json_int_t)argument->bytes);
    case LPI_ARGUMENT_NULL:
        return json_pack("{s:s}", "kind", "null");
    default:
        for (size_t i = 0; i < argument->bytes && i < LPI_CAPTURE_VALUE; i++)
            snprintf(digits + 2 * i, 3, "%02x", argument->value[i]);
        return json_pack("{s:s, s:I, s:s}", "kind", "value", "bytes", (json_int_t)argument->bytes,
                         "value", digits);
    }
}

static json_t *describe_arguments(const struct folder *from, const struct capture_index *index,
                                  uint32_t count)
{
    json_t *list = json_array();
    struct lpi_capture_argument *arguments = cli_alloc((count + 1) * sizeof *arguments);
    read_exactly(from, "arguments", arguments, count * sizeof *arguments);
    for (uint32_t i = 0; i < count; i++)
        json_array_append_new(list, describe_argument(index, &arguments[i]));
    free(arguments);
    return list;
}

static json_t *triple(const uint64_t values[3])
{
    return json_pack("[I, I, I]", (json_int_t)values[0], (json_int_t)values[1],
                     (json_int_t)values[2]);
}

static json_t *describe(const struct capture_job *job, const struct folder *from,
                        const struct capture_index *index)
{
    struct lpi_capture_launch launch;
    read_exactly(from, "launch", &launch, sizeof launch);
    return json_pack("{s:i, s:I, s:I, s:o, s:o, s:o, s:o, s:i, s:o, s:o, s:o, s:o, s:o}",
                     "linepress_launch", 1, "launch", (json_int_t)job->options->launch, "launches",
                     (json_int_t)job->run.boundaries, "kernel", read_text(from, "kernel"),
                     "options", read_text(from, "options"), "directory",
                     read_text(from, "directory"), "device", read_text(from, "device"), "work_dim",
                     (int)launch.dimensions, "offset", triple(launch.offset), "global",
                     triple(launch.global), "local",
                     launch.has_local ? triple(launch.local) : json_null(), "buffers",
                     describe_buffers(index), "arguments",
                     describe_arguments(from, index, launch.arguments));
}

void capture_make_launch(struct capture_job *job)
{
    struct folder from, buffers;
    char source[PATH_MAX + 256], final[PATH_MAX + 256];
    struct capture_index index;
    struct capture_names *names = capture_names_open();
    capture_path(from.path, job->control->folder, "0");
    capture_path(buffers.path, job->temporary, "buffers");
    capture_names_first(names, atomic_load(&job->control->images));
    capture_index_open(names, from.path, &index);
    if (mkdir(buffers.path, 0700) != 0)
        cli_fail("%s: %s", buffers.path, strerror(errno));
    capture_index_rename(&index, from.path, buffers.path);
    capture_path(source, from.path, "source");
    capture_path(final, job->temporary, "program.cl");
    if (rename(source, final) != 0)
        cli_fail("%s: %s", final, strerror(errno));
    capture_write_json(job, "launch.json", describe(job, &from, &index));
    capture_write_copies(job, names);
    job->allocations = index.count;
    capture_index_close(&index);
    capture_names_close(names);
    capture_remove_tree(job->control->folder);
    unlink(job->control_path);
}
