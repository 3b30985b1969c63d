/* SPDX-License-Identifier: Apache-2.0 */
/* A libdir with the objects that the systems preload, from the build tree of this test. */
#ifndef TB_PRELOAD_ROOT_H
#define TB_PRELOAD_ROOT_H

#include "unit.h"
#include <limits.h>
#include <unistd.h>

/* The build folder: this test is BUILD/unit/NAME. */
static inline void preload_build(char build[PATH_MAX])
{
    ssize_t length = readlink("/proc/self/exe", build, PATH_MAX - 1);
    assert_true(length > 0);
    build[length] = '\0';
    for (int i = 0; i < 2; i++)
        *strrchr(build, '/') = '\0';
}

/* Makes the folder `root` and sets LINEPRESS_LIBDIR to it, as a link to BUILD/folder. */
static inline void preload_open(char root[64], const char *folder)
{
    char build[PATH_MAX], from[PATH_MAX + 64], to[80];
    preload_build(build);
    strcpy(root, "/tmp/linepress-unit-XXXXXX");
    assert_non_null(mkdtemp(root));
    snprintf(from, sizeof from, "%s/%s", build, folder);
    snprintf(to, sizeof to, "%s/linepress", root);
    assert_int_equal(symlink(from, to), 0);
    assert_int_equal(setenv("LINEPRESS_LIBDIR", root, 1), 0);
}

static inline void preload_close(const char *root)
{
    char link[80];
    snprintf(link, sizeof link, "%s/linepress", root);
    unlink(link);
    rmdir(root);
}

#endif
