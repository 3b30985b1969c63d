/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "wire.h"
#include <errno.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

/* Room for one descriptor, aligned as a header has to be. */
union ancillary {
    struct cmsghdr header;
    char bytes[CMSG_SPACE(sizeof(int))];
};

bool huvm_send(int socket, const struct huvm_message *message, int fd)
{
    struct huvm_message copy = *message;
    struct iovec part = {&copy, sizeof copy};
    union ancillary room;
    struct msghdr all = {.msg_iov = &part, .msg_iovlen = 1};
    memset(&room, 0, sizeof room);
    if (fd >= 0) {
        all.msg_control = &room;
        all.msg_controllen = sizeof room;
        struct cmsghdr *head = CMSG_FIRSTHDR(&all);
        head->cmsg_level = SOL_SOCKET;
        head->cmsg_type = SCM_RIGHTS;
        head->cmsg_len = CMSG_LEN(sizeof fd);
        memcpy(CMSG_DATA(head), &fd, sizeof fd);
    }
    ssize_t n;
    do
        n = sendmsg(socket, &all, MSG_NOSIGNAL);
    while (n < 0 && errno == EINTR);
    return n == (ssize_t)sizeof copy;
}

static int descriptor_of(struct msghdr *all)
{
    int fd = -1;
    struct cmsghdr *head = CMSG_FIRSTHDR(all);
    if (head != NULL && head->cmsg_level == SOL_SOCKET && head->cmsg_type == SCM_RIGHTS &&
        head->cmsg_len == CMSG_LEN(sizeof fd))
        memcpy(&fd, CMSG_DATA(head), sizeof fd);
    return fd;
}

int huvm_receive(int socket, struct huvm_message *message, int *fd)
{
    struct iovec part = {message, sizeof *message};
    union ancillary room;
    struct msghdr all = {.msg_iov = &part, .msg_iovlen = 1, .msg_control = &room,
                         .msg_controllen = sizeof room};
    ssize_t n;
    do
        n = recvmsg(socket, &all, MSG_CMSG_CLOEXEC);
    while (n < 0 && errno == EINTR);
    int came = n > 0 ? descriptor_of(&all) : -1;
    if (fd != NULL)
        *fd = came;
    else if (came >= 0)
        close(came);
    if (n <= 0)
        return n == 0 || errno == ECONNRESET ? 0 : -1;
    if (n != (ssize_t)sizeof *message || (all.msg_flags & MSG_TRUNC) != 0) {
        if (fd != NULL && came >= 0)
            close(came);
        errno = EPROTO;
        return -1;
    }
    return 1;
}
