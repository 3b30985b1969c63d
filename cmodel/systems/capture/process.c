/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Runs the program, and waits for it and for the processes that write its snapshots, which are
 * children of this process.
 */
#define _GNU_SOURCE
#include "../program/signals.h"
#include "job.h"
#include <errno.h>
#include <fcntl.h>
#include <linux/futex.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* ---- the program's process ---- */

static void set_environment(const struct capture_job *job)
{
    if (lpi_preloaded_set(&job->object) != 0 ||
        setenv(LPI_CAPTURE_VARIABLE, job->control_path, 1) != 0)
        _exit(LPI_BAD);
}

/* Discards the output of the first run, which the second run repeats. */
static void be_silent(void)
{
    int null = open("/dev/null", O_WRONLY);
    dup2(null, STDOUT_FILENO);
    dup2(null, STDERR_FILENO);
    close(null);
}

/* Reports through the pipe if the program cannot be run; it ends with its parent. */
static _Noreturn void become_program(const struct capture_job *job, pid_t parent, int answer)
{
    prctl(PR_SET_PDEATHSIG, SIGTERM);
    if (getppid() != parent)
        _exit(LPI_BAD);
    job->control->pid = getpid();
    lpi_signals_restore();
    set_environment(job);
    umask(job->mask);
    if (job->control->pass == LPI_CAPTURE_MEASURE)
        be_silent();
    execvp(job->options->program[0], job->options->program);
    int reason = errno;
    if (write(answer, &reason, sizeof reason) < 0)
        _exit(LPI_BAD);
    _exit(LPI_BAD);
}

static int start_program(const struct capture_job *job, pid_t *started)
{
    int ends[2], reason = 0;
    if (pipe2(ends, O_CLOEXEC) != 0)
        return lpi_fault_set(job->fault, LPI_BAD, "capture: %s", strerror(errno));
    pid_t parent = getpid(), program = fork();
    if (program == 0)
        become_program(job, parent, ends[1]);
    if (program < 0) {
        lpi_fault_set(job->fault, LPI_BAD, "capture: %s", strerror(errno));
        close(ends[0]);
        close(ends[1]);
        return LPI_BAD;
    }
    lpi_signals_pass_to(program);
    close(ends[1]);
    ssize_t n;
    while ((n = read(ends[0], &reason, sizeof reason)) < 0 && errno == EINTR) {
    }
    close(ends[0]);
    if (n == (ssize_t)sizeof reason) {
        waitpid(program, NULL, 0);
        lpi_signals_pass_to(0);
        return lpi_fault_set(job->fault, LPI_BAD, "%s: %s", job->options->program[0],
                             strerror(reason));
    }
    *started = program;
    return 0;
}

/* ---- waiting ---- */

/* The processor time of a process that has ended and is not reaped yet. */
static uint64_t time_of(pid_t process)
{
    struct timespec time = {0};
    clockid_t clock;
    if (clock_getcpuclockid(process, &clock) != 0 || clock_gettime(clock, &time) != 0)
        return 0;
    return 1000000000u * (uint64_t)time.tv_sec + (uint64_t)time.tv_nsec;
}

/* The program must not wait for a snapshot whose process ended early. */
static void snapshot_ended(struct lpi_capture *control, struct lpi_capture_snapshot *snapshot,
                           int status)
{
    uint32_t good = LPI_CAPTURE_GOOD;
    if (atomic_load(&snapshot->ended) == 0) {
        if (atomic_load(&control->fault) == LPI_CAPTURE_GOOD)
            control->number = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
        atomic_compare_exchange_strong(&control->fault, &good, LPI_CAPTURE_DEAD);
        atomic_fetch_sub(&control->writing, 1);
        syscall(SYS_futex, &control->writing, FUTEX_WAKE, INT_MAX, NULL, NULL, 0);
    }
}

/* A killed process may not have registered itself as the snapshot's writer. */
static bool is_writer(struct lpi_capture_snapshot *snapshot, pid_t process, int status)
{
    int32_t writer = atomic_load(&snapshot->writer);
    return writer == process || (writer == 0 && WIFSIGNALED(status));
}

/* Processes other than snapshot writers may become the command's children too. */
static void child_ended(struct lpi_capture *control, pid_t process, int status)
{
    uint32_t started = atomic_load(&control->started);
    for (uint32_t i = 0; i < started && i < LPI_CAPTURE_SNAPSHOTS; i++)
        if (is_writer(&control->snapshots[i], process, status)) {
            snapshot_ended(control, &control->snapshots[i], status);
            break;
        }
    /* A failed set frees space for the program's own files. */
    if (atomic_load(&control->fault) != LPI_CAPTURE_GOOD)
        capture_remove_tree(control->folder);
}

static void wait_for_all(struct capture_job *job, pid_t program, struct capture_run *run)
{
    siginfo_t ended;
    bool running = true;
    int status;
    while (running || atomic_load(&job->control->writing) != 0) {
        if (waitid(P_ALL, 0, &ended, WEXITED | WNOWAIT) != 0) {
            if (errno == EINTR)
                continue;
            return;
        }
        if (ended.si_pid == program) {
            run->time = time_of(program);
            waitpid(program, &run->status, 0);
            lpi_signals_pass_to(0);
            running = false;
        } else if (waitpid(ended.si_pid, &status, 0) == ended.si_pid) {
            child_ended(job->control, ended.si_pid, status);
        }
    }
}

int capture_run(struct capture_job *job, struct capture_run *run)
{
    struct lpi_capture *control = job->control;
    atomic_store(&control->images, 0);
    atomic_store(&control->boundaries, 0);
    atomic_store(&control->writing, 0);
    for (unsigned i = 0; i < 4; i++)
        atomic_store(&control->left_out[i], 0);
    pid_t program = 0;
    int code = capture_check_told(job);
    if (code != 0 || (code = start_program(job, &program)) != 0)
        return code;
    wait_for_all(job, program, run);
    run->boundaries = atomic_load(&control->boundaries);
    return capture_check_told(job);
}
