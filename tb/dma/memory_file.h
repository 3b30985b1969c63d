/* SPDX-License-Identifier: Apache-2.0 */
/* Files in memory, as ends of the framed file's reader and writer. */
#ifndef TB_UNIT_MEMORY_FILE_H
#define TB_UNIT_MEMORY_FILE_H

#include <linepress/file.h>
#include <linepress/linepress.h>
#include <string.h>

struct memory_file {
    uint8_t *bytes;
    size_t size, at;
    size_t most_at_once; /* most bytes per read; 0: no limit */
};

/* An lp_write_fn; `size` is the room. */
static inline int memory_write(void *context, const void *buffer, size_t bytes)
{
    struct memory_file *file = context;
    if (bytes > file->size - file->at)
        return LP_ERR_SPACE;
    memcpy(file->bytes + file->at, buffer, bytes);
    file->at += bytes;
    return LP_OK;
}

/* An lp_read_fn; `size` is the file's length. */
static inline int memory_read(void *context, void *buffer, size_t bytes, size_t *got)
{
    struct memory_file *file = context;
    size_t rest = file->size - file->at;
    *got = bytes < rest ? bytes : rest;
    if (file->most_at_once != 0 && *got > file->most_at_once)
        *got = file->most_at_once;
    memcpy(buffer, file->bytes + file->at, *got);
    file->at += *got;
    return LP_OK;
}

#endif
