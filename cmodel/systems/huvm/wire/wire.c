/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "wire.h"
#include <errno.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

/*
 * Room for one descriptor, aligned for a header. On some machines two fit; the kernel closes those
 * that do not fit.
 */
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

/* The received descriptor, or -1; *more: there were others, which are closed. */
static int descriptor_of(struct msghdr *all, bool *more)
{
    int fd = -1;
    *more = (all->msg_flags & MSG_CTRUNC) != 0;
    for (struct cmsghdr *head = CMSG_FIRSTHDR(all); head != NULL; head = CMSG_NXTHDR(all, head)) {
        if (head->cmsg_level != SOL_SOCKET || head->cmsg_type != SCM_RIGHTS)
            continue;
        for (size_t at = 0; CMSG_LEN(at + sizeof fd) <= head->cmsg_len; at += sizeof fd) {
            int came;
            memcpy(&came, CMSG_DATA(head) + at, sizeof came);
            if (fd >= 0) {
                close(came);
                *more = true;
            } else {
                fd = came;
            }
        }
    }
    return fd;
}

int huvm_receive(int socket, struct huvm_message *message, int *fd)
{
    struct iovec part = {message, sizeof *message};
    union ancillary room;
    struct msghdr all = {
        .msg_iov = &part, .msg_iovlen = 1, .msg_control = &room, .msg_controllen = sizeof room};
    bool more = false;
    ssize_t n;
    do
        n = recvmsg(socket, &all, MSG_CMSG_CLOEXEC);
    while (n < 0 && errno == EINTR);
    int reason = errno, came = n >= 0 ? descriptor_of(&all, &more) : -1;
    bool good = n == (ssize_t)sizeof *message && !more && (all.msg_flags & MSG_TRUNC) == 0;
    if (fd != NULL)
        *fd = good ? came : -1;
    if (came >= 0 && (fd == NULL || !good))
        close(came);
    /* An empty message, which no peer of ours sends, is treated as the end of the connection. */
    if (n == 0 || (n < 0 && reason == ECONNRESET))
        return 0;
    errno = n < 0 ? reason : EPROTO;
    return good ? 1 : -1;
}
