/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "keep.h"
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/xattr.h>
#include <unistd.h>

#define RIGHTS 0777u /* without set-uid and set-gid, which trusted the old content */
#define ACCESS_LIST "system.posix_acl_access"
#define ATTRIBUTES_MOST 65536 /* bytes of the names, and of one value: the kernel's limits */

/* ---- on a new file ---- */

/* Security labels are assigned by the system. */
static bool is_kept(const char *attribute)
{
    return strncmp(attribute, "user.", 5) == 0 || strcmp(attribute, ACCESS_LIST) == 0;
}

static bool copy_attribute(int from, int to, const char *name)
{
    static char value[ATTRIBUTES_MOST];
    ssize_t bytes = fgetxattr(from, name, value, sizeof value);

    return bytes >= 0 && fsetxattr(to, name, value, (size_t)bytes, 0) == 0;
}

static bool copy_attributes(int from, int to)
{
    static char names[ATTRIBUTES_MOST];
    ssize_t bytes = flistxattr(from, names, sizeof names);
    bool all = bytes >= 0 || errno == ENOTSUP || errno == ENOSYS, listed = false;

    for (ssize_t at = 0; at < bytes; at += (ssize_t)strlen(names + at) + 1)
        if (is_kept(names + at)) {
            listed |= strcmp(names + at, ACCESS_LIST) == 0;
            all &= copy_attribute(from, to, names + at);
        }
    /* A default list of the folder may have been inherited. */
    if (!listed)
        (void)!fremovexattr(to, ACCESS_LIST);
    return all;
}

/* A group other than the old one gets only the permissions that all users had. */
static mode_t narrowed(mode_t mode)
{
    return (mode & 0707u) | (mode & (mode & 0007u) << 3);
}

/* Whether both owner and group were set; *same_group: at least the group. */
static bool give(int to, const struct stat *old, bool *same_group)
{
    struct stat st;
    bool all = fstat(to, &st) == 0 && ((st.st_uid == old->st_uid && st.st_gid == old->st_gid) ||
                                       fchown(to, old->st_uid, old->st_gid) == 0);

    if (!all)
        (void)!fchown(to, (uid_t)-1, old->st_gid);
    *same_group = fstat(to, &st) == 0 && st.st_gid == old->st_gid;
    return all;
}

bool cli_keep(int to, const struct stat *old, int folder, const char *base)
{
    int from = openat(folder, base, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    mode_t mode = old->st_mode & RIGHTS;
    bool same_group, all = give(to, old, &same_group);

    all &= fchmod(to, same_group ? mode : narrowed(mode)) == 0;
    /* The attributes of an unreadable file are unknown. */
    if (from < 0 || !copy_attributes(from, to)) {
        all = false;
        (void)!fchmod(to, narrowed(mode));
    }
    if (from >= 0)
        close(from);
    return all;
}

/* ---- in place ---- */

/* Copies the contents; both descriptors are at offset 0. */
static int copy(int from, int to, off_t bytes)
{
    static char buffer[1 << 16];

    for (off_t at = 0; at < bytes;) {
        ssize_t got = pread(from, buffer, sizeof buffer, at);
        if (got <= 0 && !(got < 0 && errno == EINTR))
            return got < 0 ? errno : EIO;
        for (ssize_t done = 0, n; done<got; done += n> 0 ? n : 0)
            if ((n = pwrite(to, buffer + done, (size_t)(got - done), at + done)) < 0 &&
                errno != EINTR)
                return errno;
        at += got > 0 ? got : 0;
    }
    return ftruncate(to, bytes) != 0 || fsync(to) != 0 ? errno : 0;
}

/* Allocates the space, so that a full disk is detected before a byte is lost. */
static int reserve(int to, const struct stat *old, off_t bytes)
{
    int reason = bytes > 0 ? posix_fallocate(to, 0, bytes) : 0;

    if (reason == 0 || reason == EOPNOTSUPP || reason == EINVAL)
        return 0;
    (void)!ftruncate(to, old->st_size);
    return reason;
}

int cli_keep_in_place(int from, const struct stat *old, int folder, const char *base)
{
    struct stat st, now;
    int to = openat(folder, base, O_WRONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    int reason = to < 0 || fstat(from, &st) != 0 || fstat(to, &now) != 0 ? errno : 0;

    if (reason == 0 && (now.st_dev != old->st_dev || now.st_ino != old->st_ino))
        reason = ESTALE;
    if (reason == 0)
        reason = reserve(to, &now, st.st_size);
    /* Before writing the bytes, so that they are never executed with the owner's rights. */
    if (reason == 0 && (now.st_mode & 07777u) != (now.st_mode & RIGHTS))
        (void)!fchmod(to, now.st_mode & RIGHTS);
    if (reason == 0)
        reason = -copy(from, to, st.st_size);
    if (to >= 0)
        close(to);
    return reason;
}
