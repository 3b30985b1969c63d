/* SPDX-License-Identifier: Apache-2.0 */
/* Writes the folder of a saved launch (docs/reference/format.md, "Saved launches"). */
#define _POSIX_C_SOURCE 200809L
#include "preload/cl_api.h"
#include "../../lib/io/json_text.h"
#include "index.h"
#include "job.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

struct folder {
    char path[PATH_MAX + 256];
    struct lpi_fault *fault;
};

static int fail_file(struct lpi_fault *fault, const char *path, int reason)
{
    return lpi_fault_set(fault, LPI_BAD, "%s: %s", path, strerror(reason));
}

static int read_exactly(const struct folder *from, const char *name, void *to, size_t bytes)
{
    char path[PATH_MAX + 256];
    if (capture_path(path, from->path, name, from->fault) != 0)
        return from->fault->code;
    FILE *file = fopen(path, "rb");
    bool good = file != NULL && fread(to, 1, bytes, file) == bytes;
    int reason = errno;
    if (file != NULL)
        fclose(file);
    return good ? 0 : fail_file(from->fault, path, reason);
}

/* A text of at most 1 MiB. NULL: the fault is set. */
static json_t *read_text(const struct folder *from, const char *name)
{
    char path[PATH_MAX + 256];
    struct stat st;
    if (capture_path(path, from->path, name, from->fault) != 0)
        return NULL;
    if (stat(path, &st) != 0 || st.st_size > 1 << 20) {
        fail_file(from->fault, path, errno);
        return NULL;
    }
    json_t *value = NULL;
    char *text = lpi_fault_alloc(from->fault, (size_t)st.st_size + 1);
    if (text != NULL && read_exactly(from, name, text, (size_t)st.st_size) == 0) {
        text[st.st_size] = '\0';
        value = lpi_json_text(text);
    }
    free(text);
    return value;
}

static const char *access_name(uint64_t flags)
{
    return flags & CL_MEM_READ_ONLY    ? "read_only"
           : flags & CL_MEM_WRITE_ONLY ? "write_only"
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

/*
 * An argument refers to a buffer by its number before the index was sorted. NULL: the fault is set.
 */
static json_t *buffer_name(const struct folder *from, const struct capture_index *index,
                           uint32_t number)
{
    for (size_t i = 0; i < index->count; i++)
        if (index->blocks[i].file == number)
            return lpi_json_text(index->blocks[i].name);
    lpi_fault_set(from->fault, LPI_BAD, "capture: an argument's buffer was not saved");
    return NULL;
}

static json_t *describe_argument(const struct folder *from, const struct capture_index *index,
                                 const struct lpi_capture_argument *argument)
{
    char digits[2 * LPI_CAPTURE_VALUE + 1] = "";
    switch (argument->kind) {
    case LPI_ARGUMENT_BUFFER:
        return json_pack("{s:s, s:o, s:I, s:I}", "kind", "buffer", "buffer",
                         buffer_name(from, index, argument->buffer), "offset",
                         (json_int_t)argument->offset, "bytes", (json_int_t)argument->bytes);
    case LPI_ARGUMENT_LOCAL:
        return json_pack("{s:s, s:I}", "kind", "local", "bytes", (json_int_t)argument->bytes);
    case LPI_ARGUMENT_NULL: return json_pack("{s:s}", "kind", "null");
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
    struct lpi_capture_argument *arguments = lpi_fault_alloc(from->fault,
                                                             (count + 1) * sizeof *arguments);
    if (arguments != NULL &&
        read_exactly(from, "arguments", arguments, count * sizeof *arguments) == 0)
        for (uint32_t i = 0; i < count; i++)
            json_array_append_new(list, describe_argument(from, index, &arguments[i]));
    free(arguments);
    return list;
}

static json_t *triple(const uint64_t values[3])
{
    return json_pack("[I, I, I]", (json_int_t)values[0], (json_int_t)values[1],
                     (json_int_t)values[2]);
}

/* NULL: the fault is set, or no memory. */
static json_t *describe(const struct capture_job *job, const struct folder *from,
                        const struct capture_index *index)
{
    struct lpi_capture_launch launch;
    if (read_exactly(from, "launch", &launch, sizeof launch) != 0)
        return NULL;
    json_t *object = json_pack(
        "{s:i, s:I, s:I, s:o, s:o, s:o, s:o, s:i, s:o, s:o, s:o, s:o, s:o}", "linepress_launch", 1,
        "launch", (json_int_t)job->options->launch, "launches", (json_int_t)job->run.boundaries,
        "kernel", read_text(from, "kernel"), "options", read_text(from, "options"), "directory",
        read_text(from, "directory"), "device", read_text(from, "device"), "work_dim",
        (int)launch.dimensions, "offset", triple(launch.offset), "global", triple(launch.global),
        "local", launch.has_local ? triple(launch.local) : json_null(), "buffers",
        describe_buffers(index), "arguments", describe_arguments(from, index, launch.arguments));
    if (from->fault->code == 0)
        return object;
    json_decref(object);
    return NULL;
}

/* Moves the launch's buffers and its source to their final paths. */
static int move_files(const struct capture_job *job, const struct folder *from,
                      const struct capture_index *index)
{
    char buffers[PATH_MAX + 256], source[PATH_MAX + 256], final[PATH_MAX + 256];
    struct lpi_fault *fault = job->fault;
    if (capture_path(buffers, job->place.temporary, "buffers", fault) != 0 ||
        capture_path(source, from->path, "source", fault) != 0 ||
        capture_path(final, job->place.temporary, "program.cl", fault) != 0)
        return fault->code;
    if (mkdir(buffers, 0700) != 0)
        return fail_file(fault, buffers, errno);
    if (capture_index_rename(index, from->path, buffers, fault) != 0)
        return fault->code;
    return rename(source, final) != 0 ? fail_file(fault, final, errno) : 0;
}

static int write_launch(struct capture_job *job, struct capture_names *names,
                        struct capture_index *index)
{
    struct folder from = {.fault = job->fault};
    int code = capture_path(from.path, job->control->folder, "0", job->fault);
    if (code != 0)
        return code;
    capture_names_first(names, atomic_load(&job->control->images));
    if ((code = capture_index_open(names, from.path, index, job->fault)) != 0 ||
        (code = move_files(job, &from, index)) != 0)
        return code;
    json_t *object = describe(job, &from, index);
    if (job->fault->code != 0)
        return job->fault->code;
    code = capture_write_json(job, "launch.json", object);
    return code != 0 ? code : capture_write_copies(job, names);
}

int capture_make_launch(struct capture_job *job)
{
    struct capture_index index = {0};
    struct capture_names *names = capture_names_open(job->fault);
    if (names == NULL)
        return job->fault->code;
    int code = write_launch(job, names, &index);
    job->allocations = index.count;
    capture_index_close(&index);
    capture_names_close(names);
    if (code != 0)
        return code;
    capture_remove_tree(job->control->folder);
    unlink(job->control_path);
    return 0;
}
