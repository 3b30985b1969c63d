/* SPDX-License-Identifier: Apache-2.0 */
#define _XOPEN_SOURCE 700 /* stat */
#include "wave.h"

#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/stat.h>

bool lp_wave_begin(const char *path, char temporary[LP_WAVE_PATH_MAX])
{
    struct stat there;
    FILE *probe;

    /* A rename would replace a device by a file. */
    if (stat(path, &there) == 0 && !S_ISREG(there.st_mode)) {
        errno = S_ISDIR(there.st_mode) ? EISDIR : EINVAL;
        return false;
    }
    if (snprintf(temporary, LP_WAVE_PATH_MAX, "%s.tmp", path) >= LP_WAVE_PATH_MAX) {
        errno = ENAMETOOLONG;
        return false;
    }
    probe = fopen(temporary, "wb");
    if (!probe)
        return false;
    fclose(probe);
    return true;
}

/*
 * An FST file is a sequence of blocks, each a type byte and a big-endian length that counts itself.
 * The writer does not report errors, but a file that it could not write ends inside a block.
 */
static bool is_whole(const char *path)
{
    FILE *file = fopen(path, "rb");
    unsigned char head[9];
    struct stat there;
    uint64_t at = 0;

    if (!file || fstat(fileno(file), &there) != 0) {
        if (file)
            fclose(file);
        return false;
    }
    while (fread(head, 1, sizeof head, file) == sizeof head) {
        uint64_t length = 0;
        for (unsigned i = 1; i < sizeof head; i++)
            length = length << 8 | head[i];
        at += 1 + length;
        if (length < 8 || at > (uint64_t)there.st_size || fseeko(file, (off_t)at, SEEK_SET) != 0)
            break;
    }
    fclose(file);
    return at > 0 && at == (uint64_t)there.st_size;
}

bool lp_wave_end(const char *temporary, const char *path)
{
    int error = 0;

    if (!is_whole(temporary))
        error = ENOSPC;
    else if (rename(temporary, path) != 0)
        error = errno;
    if (error) {
        remove(temporary);
        errno = error;
    }
    return error == 0;
}
