/* SPDX-License-Identifier: Apache-2.0 */
#include "json_file.h"

#include <errno.h>

struct source {
    FILE *file;
    size_t bytes; /* read */
    int reason;
};

/* Returns the bytes read, 0 at the end, (size_t)-1 on error. */
static size_t read_some(void *buffer, size_t bytes, void *context)
{
    struct source *source = context;
    if (source->bytes > LPI_JSON_MOST)
        return (size_t)-1;
    errno = 0;
    size_t got = fread(buffer, 1, bytes, source->file);
    source->reason = errno;
    source->bytes += got;
    return got == 0 && ferror(source->file) ? (size_t)-1 : got;
}

json_t *lpi_json_file(FILE *file, json_error_t *why)
{
    struct source source = {.file = file};
    json_t *root = json_load_callback(read_some, &source, JSON_REJECT_DUPLICATES, why);
    if (root == NULL && !ferror(file) && source.bytes > LPI_JSON_MOST)
        snprintf(why->text, sizeof why->text, "more than %u bytes", LPI_JSON_MOST);
    if (ferror(file))
        errno = source.reason;
    return root;
}
