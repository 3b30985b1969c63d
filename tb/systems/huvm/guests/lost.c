/* SPDX-License-Identifier: Apache-2.0 */
/* A program that closes all descriptors past the C library, and puts its own in their place: with
   argument 1 it does not, which shows how it ends alone. */
#define _GNU_SOURCE
#include "guest.h"
#include <sys/socket.h>
#include <sys/syscall.h>

int main(void)
{
    int ends[2], count = 0;
    char byte[99];
    volatile char *m = malloc(4 * CHUNK);
    m[0] = 1;
    for (int i = 3; i < 70000; i++)
        syscall(SYS_close, i);
    for (unsigned i = 0; i < 30; i++) {
        if (socketpair(AF_UNIX, SOCK_SEQPACKET, 0, ends) != 0)
            return 3;
        for (int k = 4096; k < 4200; k += 8)
            dup2(ends[i % 2], k + (int)i % 8);
    }
    free((void *)m);
    m = malloc(4 * CHUNK);
    m[0] = 1;
    free((void *)m);
    for (int i = 3; i < 4200; i++)
        while (recv(i, byte, sizeof byte, MSG_DONTWAIT) > 0)
            count++;
    return count > 0 ? 4 : 0;
}
