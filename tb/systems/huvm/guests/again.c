/* SPDX-License-Identifier: Apache-2.0 */
/* A program that executes itself several times, each time with large memory; in between it clears
   its environment's other variables, changes its folder, its root and its user if it may, and has
   all signals blocked. */
#define _GNU_SOURCE
#include "guest.h"
#include <grp.h>
#include <sys/prctl.h>
#include <sys/stat.h>

static void say_inherited(void)
{
    sigset_t set;
    struct sigaction action;
    sigprocmask(SIG_BLOCK, NULL, &set);
    sigaction(SIGSEGV, NULL, &action);
    printf("mask %lx, SIGSEGV %s\n", *(unsigned long *)&set,
           action.sa_handler == SIG_IGN ? "ignored" : "default");
}

static long use(void)
{
    char *m = calloc(50, CHUNK);
    long sum = 0;
    for (unsigned round = 0; round < 2; round++)
        for (size_t i = 0; i < 50 * CHUNK; i += PAGE)
            sum += ++m[i];
    free(m);
    return sum;
}

int main(int argc, char **argv)
{
    sigset_t set;
    int turn = argc > 1 ? atoi(argv[1]) : 0;
    char next[8];
    snprintf(next, sizeof next, "%d", turn + 1);
    say_inherited();
    SAY(prctl(PR_SET_DUMPABLE, turn % 2));
    umask(turn % 2 ? 0777 : 077);
    sigfillset(&set);
    if (turn == 1)
        sigprocmask(SIG_SETMASK, &set, NULL);
    if (turn == 2)
        sigdelset(&set, SIGSEGV), sigprocmask(SIG_SETMASK, &set, NULL);
    if (turn == 3)
        signal(SIGSEGV, SIG_IGN), sigemptyset(&set), sigprocmask(SIG_SETMASK, &set, NULL);
    if (turn < 4) {
        SAY(use());
        execl("/proc/self/exe", argv[0], next, (char *)NULL);
        return 9;
    }
    prctl(PR_SET_PDEATHSIG, SIGUSR1);
    if (geteuid() == 0) {
        SAY(chdir("/"));
        SAY(chroot("/usr"));
        SAY(setgroups(0, NULL) + setgid(65534) + setuid(65534));
    }
    clearenv();
    SAY(use());
    int number = 0;
    prctl(PR_GET_PDEATHSIG, &number);
    /* The change of user takes it away. */
    SAY(number);
    return 5;
}
