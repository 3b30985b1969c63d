/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "types.h"
#include <sched.h>
#include <setjmp.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/msg.h>
#include <sys/resource.h>
#include <sys/shm.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <sys/sysinfo.h>
#include <sys/time.h>
#include <sys/times.h>
#include <sys/timex.h>
#include <sys/utsname.h>
#include <time.h>
#include <ucontext.h>

static const struct {
    const char *name;
    size_t bytes;
} types[] = {
    {"epoll_event", sizeof(struct epoll_event)},
    {"itimerspec", sizeof(struct itimerspec)},
    {"itimerval", sizeof(struct itimerval)},
    {"msqid_ds", sizeof(struct msqid_ds)},
    {"rlimit", sizeof(struct rlimit)},
    {"rusage", sizeof(struct rusage)},
    {"sched_param", sizeof(struct sched_param)},
    {"shmid_ds", sizeof(struct shmid_ds)},
    {"sigevent", sizeof(struct sigevent)},
    {"siginfo", sizeof(siginfo_t)},
    {"sigjmp_buf", sizeof(sigjmp_buf)},
    {"sigset", sizeof(sigset_t)},
    {"stat", sizeof(struct stat)},
    {"statfs", sizeof(struct statfs)},
    {"sysinfo", sizeof(struct sysinfo)},
    {"timespec", sizeof(struct timespec)},
    {"timeval", sizeof(struct timeval)},
    {"timex", sizeof(struct timex)},
    {"tms", sizeof(struct tms)},
    {"ucontext", sizeof(ucontext_t)},
    {"utsname", sizeof(struct utsname)},
};

size_t lpi_type_bytes(const char *name, size_t length)
{
    for (size_t i = 0; i < sizeof types / sizeof types[0]; i++)
        if (strncmp(types[i].name, name, length) == 0 && types[i].name[length] == '\0')
            return types[i].bytes;
    abort();
}
