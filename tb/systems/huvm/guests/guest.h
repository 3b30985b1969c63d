/* SPDX-License-Identifier: Apache-2.0 */
/* Shared by programs that print the system's answers, so that two runs can be compared. */
#ifndef HUVM_GUEST_H
#define HUVM_GUEST_H

#include <errno.h>
#include <setjmp.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

/* Prints the value of an expression, and errno if that changed. */
#define SAY(expression)                                                                            \
    do {                                                                                           \
        errno = 0;                                                                                 \
        long value_ = (long)(expression);                                                          \
        int error_ = errno;                                                                        \
        printf("%s:%d %s = %ld%s%s\n", __FILE_NAME__, __LINE__, #expression, value_,               \
               error_ != 0 ? ", " : "", error_ != 0 ? strerrorname_np(error_) : "");               \
        fflush(stdout);                                                                            \
    } while (0)

/* 64 KiB, a chunk of the runs that are compared. */
enum { PAGE = 4096, CHUNK = 65536 };

static char *map(size_t bytes)
{
    char *at = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (at == MAP_FAILED) {
        printf("no memory\n");
        exit(9);
    }
    return at;
}

/* Whether all bytes have a value. */
static bool all(const volatile char *at, size_t bytes, int value)
{
    for (size_t i = 0; i < bytes; i++)
        if (at[i] != (char)value)
            return false;
    return true;
}

static sigjmp_buf guest_back;

static void guest_jump(int number, siginfo_t *info, void *context)
{
    (void)number;
    (void)context;
    siglongjmp(guest_back, info->si_code);
}

/* 0, or the code of the SIGSEGV that a use gives. Removes its handler. */
static int try_use(volatile char *at, bool writes)
{
    struct sigaction action = {.sa_sigaction = guest_jump, .sa_flags = SA_SIGINFO}, old;
    sigaction(SIGSEGV, &action, &old);
    int code = sigsetjmp(guest_back, 1);
    if (code == 0) {
        char byte = *at;
        if (writes)
            *at = byte;
    }
    sigaction(SIGSEGV, &old, NULL);
    return code;
}

/* The status of a child that runs this function; -N: ended by signal N. */
#define CHILD(...)                                                                                 \
    __extension__({                                                                                \
        int status_ = 0;                                                                           \
        fflush(stdout);                                                                            \
        pid_t child_ = fork();                                                                     \
        if (child_ == 0) {                                                                         \
            __VA_ARGS__;                                                                           \
            _exit(0);                                                                              \
        }                                                                                          \
        waitpid(child_, &status_, 0);                                                              \
        errno = 0;                                                                                 \
        WIFSIGNALED(status_) ? -WTERMSIG(status_) : WEXITSTATUS(status_);                          \
    })

#endif
