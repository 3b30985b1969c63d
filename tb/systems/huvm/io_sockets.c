/* SPDX-License-Identifier: Apache-2.0 */
/* Sockets: streams and messages, by one call or many, and their addresses. */
#define _GNU_SOURCE
#include "io_calls.h"
#include <fcntl.h>
#include <netinet/in.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

enum { LARGE = 60000 };

static int pair[2];

static void open_pair(int kind)
{
    if (pair[1] > 0) {
        close(pair[0]);
        close(pair[1]);
    }
    socketpair(AF_UNIX, kind | SOCK_NONBLOCK, 0, pair);
}

/* One datagram is one call; the rest of a datagram too long for its memory is lost. */
static void one_call(void)
{
    open_pair(SOCK_DGRAM);
    static const char *const sends[] = {"send", "__send"}, *const receives[] = {"recv", "__recv"};
    for (int i = 0; i < 2; i++) {
        T(sends[i], pair[0], ARG(mem(LARGE, NULL)), LARGE, 0);
        T(receives[i], pair[1], ARG(mem(LARGE + 10, NULL)), LARGE + 10, 0);
    }
    T("send", pair[0], ARG(mem(LARGE, NULL)), LARGE, 0);
    T("recv", pair[1], ARG(mem(20000, NULL)), 20000, MSG_PEEK);
    T("recv", pair[1], ARG(mem(20000, NULL)), 20000, MSG_TRUNC);
    T("recv", pair[1], ARG(mem(20000, NULL)), 20000, 0);
    T("send", pair[0], ARG(mem(400000, NULL)), 400000, 0); /* too long for one vector */
    T("send", pair[0], ARG(mem(100, NULL)), 100, 0);
    T("__recv_chk", pair[1], ARG(mem(200, NULL)), 200, 200, 0);
    T("sendto", pair[0], ARG(mem(100, NULL)), 100, 0, 0, 0);
    uint32_t length = 110;
    T("recvfrom", pair[1], ARG(mem(200, NULL)), 200, 0, ARG(mem(110, NULL)), ARG(mem(4, &length)));
    T("send", pair[0], ARG(mem(100, NULL)), 100, 0);
    T("__recvfrom_chk", pair[1], ARG(mem(200, NULL)), 200, 200, 0, ARG(mem(110, NULL)),
      ARG(mem(4, &length)));
    T("write", pair[0], ARG(mem(LARGE, NULL)), LARGE);
    T("read", pair[1], ARG(mem(LARGE, NULL)), LARGE);
}

static struct msghdr *message(const void *control, size_t bytes)
{
    struct iovec parts[2] = {{mem(30000, NULL), 30000}, {mem(25000, NULL), 25000}};
    struct msghdr all = {.msg_name = mem(110, NULL),
                         .msg_namelen = 0,
                         .msg_iov = list(sizeof parts, parts),
                         .msg_iovlen = 2,
                         .msg_control = bytes > 0 ? mem(bytes, control) : NULL,
                         .msg_controllen = bytes};
    return list(sizeof all, &all);
}

/* Sends a message with a descriptor. */
static void messages(void)
{
    union {
        struct cmsghdr head;
        char bytes[CMSG_SPACE(sizeof(int))];
    } room = {.bytes = {0}};
    int fd = open("/dev/null", O_RDONLY);
    room.head = (struct cmsghdr){CMSG_LEN(sizeof fd), SOL_SOCKET, SCM_RIGHTS};
    memcpy(CMSG_DATA(&room.head), &fd, sizeof fd);
    open_pair(SOCK_DGRAM);
    TS("sendmsg", pair[0], ARG(message(&room, sizeof room)), 0);
    struct msghdr *came = message(&room, 64);
    fact("bytes", TS("recvmsg", pair[1], ARG(came), MSG_CMSG_CLOEXEC));
    fact("flags", came->msg_flags);
    fact("control", (long)came->msg_controllen);
    fact("name", (long)came->msg_namelen);
    fact("first", sum_of(came->msg_iov[0].iov_base, 30000));
    fact("second", sum_of(came->msg_iov[1].iov_base, 25000));
    int got;
    memcpy(&got, CMSG_DATA((struct cmsghdr *)came->msg_control), sizeof got);
    fact("passed", fcntl(got, F_GETFD));
    close(got);
    close(fd);
    T("recvmsg", pair[1], ARG(message(NULL, 0)), 0);
    T("sendmsg", pair[0], ARG(8), 0);
}

static void many_messages(void)
{
    open_pair(SOCK_DGRAM);
    static const char *const sends[] = {"sendmmsg", "__sendmmsg"};
    for (int i = 0; i < 2; i++) {
        struct mmsghdr all[2] = {{*message(NULL, 0), 9}, {*message(NULL, 0), 9}};
        struct mmsghdr *sent = list(sizeof all, all);
        fact("sent", TS(sends[i], pair[0], ARG(sent), 2, 0));
        fact("bytes", sent[1].msg_len);
        struct mmsghdr more[3] = {
            {*message(NULL, 0), 9}, {*message(NULL, 0), 9}, {*message(NULL, 0), 9}};
        struct mmsghdr *came = list(sizeof more, more);
        struct timespec none = {1, 0};
        fact("came", TS("recvmmsg", pair[1], ARG(came), 3, MSG_DONTWAIT, ARG(mem(16, &none))));
        for (int k = 0; k < 3; k++) {
            fact("bytes", came[k].msg_len);
            fact("sum", sum_of(came[k].msg_hdr.msg_iov[1].iov_base, 25000));
        }
    }
}

static void streams(void)
{
    open_pair(SOCK_STREAM);
    T("write", pair[0], ARG(mem(100000, NULL)), 100000);
    T("recv", pair[1], ARG(mem(100000, NULL)), 100000, MSG_WAITALL);
    struct iovec parts[2] = {{mem(30000, NULL), 30000}, {mem(25000, NULL), 25000}};
    T("writev", pair[0], ARG(list(sizeof parts, parts)), 2);
    T("recv", pair[1], ARG(mem(100000, NULL)), 100000, 0);
    T("recv", pair[1], ARG(mem(100, NULL)), 100, 0);
    close(pair[0]);
    T("recv", pair[1], ARG(mem(100, NULL)), 100, 0);
    T("send", pair[1], ARG(mem(100, NULL)), 100, MSG_NOSIGNAL);
}

static void addresses(void)
{
    struct sockaddr_un name = {.sun_family = AF_UNIX, .sun_path = "sock"};
    uint32_t size = sizeof name, less = 4;
    int one = 1;
    static const char *const accepts[] = {"accept", "accept4"};
    static const char *const connects[] = {"connect", "__connect"};
    unlink("sock");
    int s = socket(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0);
    T("bind", s, ARG(mem(size, &name)), size);
    T("bind", s, ARG(mem(size, &name)), 1);
    listen(s, 5);
    for (int i = 0; i < 2; i++) {
        int c = socket(AF_UNIX, SOCK_STREAM, 0);
        T(connects[i], c, ARG(mem(size, &name)), size);
        int got = (int)TS(accepts[i], s, ARG(mem(size, NULL)), ARG(mem(4, &size)), 0);
        T("getpeername", c, ARG(mem(size, NULL)), ARG(mem(4, &size)));
        T("getsockname", s, ARG(mem(size, NULL)), ARG(mem(4, &less)));
        close(got);
        close(c);
    }
    T("accept", s, ARG(mem(size, NULL)), ARG(mem(4, &size)));
    T("setsockopt", s, SOL_SOCKET, SO_PASSCRED, ARG(mem(4, &one)), 4);
    T("getsockopt", s, SOL_SOCKET, SO_PASSCRED, ARG(mem(8, NULL)), ARG(mem(4, &less)));
    T("getsockopt", s, SOL_SOCKET, 12345, ARG(mem(8, NULL)), ARG(mem(4, &less)));
    close(s);
    int *both = mem(8, NULL);
    TS("socketpair", AF_UNIX, SOCK_STREAM, 0, ARG(both));
    close(both[0]);
    close(both[1]);
    struct sockaddr_in in = {.sin_family = AF_INET};
    TS("bindresvport", 77, ARG(mem(sizeof in, &in)));
}

void calls_sockets(void)
{
    one_call();
    messages();
    many_messages();
    streams();
    addresses();
    by_syscall(true);
    open_pair(SOCK_DGRAM);
    T("sendto", pair[0], ARG(mem(100, NULL)), 100, 0, 0, 0);
    T("recvfrom", pair[1], ARG(mem(200, NULL)), 200, 0, 0, 0);
    by_syscall(false);
}
