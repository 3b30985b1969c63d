/* SPDX-License-Identifier: Apache-2.0 */
/* A program that closes the descriptors that it did not open, and opens its own in their place. */
#define _GNU_SOURCE
#include "guest.h"
#include <fcntl.h>
#include <sys/resource.h>
#include <sys/socket.h>

enum { PAIRS = 10 };

static volatile char *big;

static bool works(void)
{
    volatile char *m = malloc(6 * CHUNK);
    if (m == NULL)
        return false;
    for (size_t i = 0; i < 40 * CHUNK; i += PAGE)
        big[i]++;
    m[CHUNK] = 1;
    free((void *)m);
    return true;
}

/* No unsent data may arrive. */
static int messages(int pairs[PAIRS][2])
{
    char byte[99];
    int count = 0;
    for (unsigned i = 0; i < PAIRS; i++)
        for (unsigned k = 0; k < 2; k++)
            while (recv(pairs[i][k], byte, sizeof byte, MSG_DONTWAIT) > 0)
                count++;
    return count;
}

static void pairs_in_place(void)
{
    int pairs[PAIRS][2];
    for (unsigned i = 0; i < PAIRS; i++)
        SAY(socketpair(AF_UNIX, SOCK_SEQPACKET, 0, pairs[i]) != 0 ? -1 : pairs[i][1]);
    SAY(works());
    SAY(messages(pairs));
    for (unsigned i = 0; i < PAIRS; i++) {
        close(pairs[i][0]);
        close(pairs[i][1]);
    }
}

int main(void)
{
    struct rlimit few = {200, 200};
    setrlimit(RLIMIT_NOFILE, &few);
    big = malloc(40 * CHUNK);
    SAY(works());
    int first = open("/dev/null", O_RDONLY);
    SAY(first);
    close(first);
    for (int i = 3; i < 300; i++)
        close(i);
    pairs_in_place();
    closefrom(3);
    pairs_in_place();
    SAY(close_range(3, ~0u, 0));
    SAY(close_range(9, 5, 0));
    SAY(close_range(100, 250, CLOSE_RANGE_CLOEXEC));
    pairs_in_place();
    SAY(close(199));
    SAY(dup(199));
    SAY(dup2(199, 5));
    for (int i = 150; i < 200; i++)
        if (dup2(1, i) != i)
            printf("dup2 of %d\n", i);
    SAY(works());
    for (int i = 150; i < 200; i++)
        if (close(i) != 0)
            printf("close of %d\n", i);
    SAY(dup3(1, 190, O_CLOEXEC));
    SAY(close(190));
    SAY(works());
    few.rlim_cur = 4;
    setrlimit(RLIMIT_NOFILE, &few);
    SAY(works());
    SAY(open("/dev/null", O_RDONLY));
    SAY(open("/dev/null", O_RDONLY));
    SAY(CHILD(works(); _exit(fcntl(199, F_GETFD) == -1)));
    return 0;
}
