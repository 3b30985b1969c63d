/* SPDX-License-Identifier: Apache-2.0 */
#define _XOPEN_SOURCE 700
#include "vectors_wrote.h"
#include "../lib/io/json_file.h"
#include "vectors_pack.h"
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Files listed by the folder's pack.json; NULL: there is none that vectors wrote. */
static json_t *listed_files(int folder)
{
    int fd = openat(folder, VECTORS_JSON, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    FILE *file = fd >= 0 ? fdopen(fd, "rb") : NULL;
    json_error_t why;
    json_t *pack = file != NULL ? lpi_json_file(file, &why) : NULL, *files = NULL;
    const char *format = json_string_value(json_object_get(pack, "format"));

    if (file != NULL)
        fclose(file);
    if (format != NULL && strcmp(format, VECTORS_FORMAT) == 0)
        files = json_incref(json_object_get(pack, "files"));
    json_decref(pack);
    return files;
}

bool vectors_wrote(int folder, const char *name)
{
    json_t *files = listed_files(folder), *file;
    bool yes = files != NULL && strcmp(name, VECTORS_JSON) == 0;
    struct stat st;
    size_t i;

    json_array_foreach(files, i, file) {
        const char *listed = json_string_value(json_object_get(file, "name"));
        if (listed != NULL && strcmp(listed, name) == 0)
            yes = fstatat(folder, name, &st, AT_SYMLINK_NOFOLLOW) == 0 &&
                  st.st_size == json_integer_value(json_object_get(file, "bytes"));
    }
    json_decref(files);
    return yes;
}
