/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE /* renameat2 */
#include "exchange.h"
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int lpi_exchange_beside(const char *final, char beside[PATH_MAX])
{
    const char *slash = strrchr(final, '/');
    int folder = slash != NULL ? (int)(slash - final) + 1 : 0;
    int n = snprintf(beside, PATH_MAX, "%.*s.linepress-XXXXXX", folder, final);
    return n < 0 || n >= PATH_MAX ? ENAMETOOLONG : 0;
}

/* Moves the old folder aside first, since rename() cannot replace a folder that holds files. */
static int move_aside(const char *fresh, const char *final, char old[PATH_MAX])
{
    int reason = lpi_exchange_beside(final, old);
    if (reason != 0)
        return reason;
    if (mkdtemp(old) == NULL)
        return errno;
    if (rename(final, old) != 0) {
        reason = errno;
        rmdir(old);
        return reason;
    }
    if (rename(fresh, final) != 0) {
        reason = errno;
        rename(old, final);
    }
    return reason;
}

int lpi_exchange(const char *fresh, const char *final, char old[PATH_MAX])
{
    if (renameat2(AT_FDCWD, fresh, AT_FDCWD, final, RENAME_EXCHANGE) == 0) {
        strcpy(old, fresh);
        return 0;
    }
    /* Some file systems cannot exchange two folders. */
    return errno == ENOSYS || errno == EINVAL ? move_aside(fresh, final, old) : errno;
}
