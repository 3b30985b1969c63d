/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Expected contents of a snapshot, written by a test program: files EXPECT/BOUNDARY/FUNCTION.NUMBER,
 * with EXPECT from the environment and FUNCTION the one that made the block. Without EXPECT no file
 * is written.
 */
#ifndef TB_CAPTURE_EXPECT_H
#define TB_CAPTURE_EXPECT_H

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

static inline void expect_at(unsigned boundary, const char *function, unsigned number,
                             const void *bytes, size_t count)
{
    char path[4096];
    const char *folder = getenv("EXPECT"), *p = bytes;
    if (folder == NULL)
        return;
    snprintf(path, sizeof path, "%s/%u", folder, boundary);
    mkdir(path, 0777);
    snprintf(path, sizeof path, "%s/%u/%s.%u", folder, boundary, function, number);
    int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0666);
    while (count > 0) {
        ssize_t n = write(fd, p, count);
        if (n <= 0) {
            perror(path);
            exit(99);
        }
        p += n;
        count -= (size_t)n;
    }
    close(fd);
}

#endif
