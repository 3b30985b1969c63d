/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "launch.h"
#include "../../base/clock.h"
#include "clock/pattern.h"
#include "preload/preload.h"
#include "../program/signals.h"
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define USUAL_TOP "/tmp"

/* ---- the folder and the preloaded object ---- */

static void end_programs(struct huvm_launch *l, int number)
{
    for (unsigned i = 0; i < HUVM_PROGRAMS_MAX; i++) {
        pid_t pid = atomic_load(&l->running[i]);
        if (pid > 0)
            kill(pid, number);
    }
}

static void wait_for_ended(struct huvm_launch *l)
{
    for (unsigned i = 0; i < HUVM_PROGRAMS_MAX; i++) {
        pid_t pid = atomic_exchange(&l->running[i], 0);
        if (pid > 0)
            waitpid(pid, NULL, 0);
    }
}

void huvm_launch_path(const struct huvm_launch *l, const char *name, char path[HUVM_LAUNCH_PATH])
{
    snprintf(path, HUVM_LAUNCH_PATH, "%s/%s", l->folder, name);
}

void huvm_launch_close(struct huvm_launch *l)
{
    char path[HUVM_LAUNCH_PATH];
    end_programs(l, SIGKILL);
    wait_for_ended(l);
    if (l->exists) {
        huvm_launch_path(l, "socket", path);
        unlink(path);
        huvm_launch_path(l, "record", path);
        unlink(path);
        rmdir(l->folder);
        sigaction(SIGCHLD, &l->child, NULL);
        lpi_signals_release();
    }
    lpi_preloaded_close(&l->object);
    l->exists = false;
}

char *huvm_launch_beside(const struct huvm_launch *l, const char *name, struct lpi_fault *fault)
{
    const char *object = l->object.path;
    char *path = NULL;
    if (asprintf(&path, "%.*s/%s", (int)(strrchr(object, '/') - object), object, name) < 0) {
        lpi_fault_set(fault, LPI_BAD, "no memory");
        return NULL;
    }
    if (access(path, X_OK) == 0)
        return path;
    lpi_fault_set(fault, LPI_BAD, "huvm: %s: %s", path, strerror(errno));
    free(path);
    return NULL;
}

/* The signal interrupts sleeps when a program ends. */
static void on_child(int number)
{
    (void)number;
}

/*
 * The absolute path of the folder for temporary files, valid after programs change their working
 * directory. Socket names are limited in length: if TMPDIR is too long, the folder is in /tmp, as
 * its files are small.
 */
static int name_folder(struct huvm_launch *l, struct lpi_fault *fault)
{
    static const char name[] = "/linepress-huvm-XXXXXX";
    const char *top = getenv("TMPDIR");
    char whole[PATH_MAX];
    if (top == NULL || *top == '\0')
        top = USUAL_TOP;
    if (realpath(top, whole) == NULL)
        return lpi_fault_set(fault, LPI_BAD, "huvm: TMPDIR is %s: %s", top, strerror(errno));
    if (strlen(whole) + strlen(name) + sizeof "/socket" >
        sizeof((struct sockaddr_un *)NULL)->sun_path)
        strcpy(whole, USUAL_TOP);
    snprintf(l->folder, sizeof l->folder, "%.*s%s", (int)(sizeof l->folder - sizeof name), whole,
             name);
    return 0;
}

int huvm_launch_open(struct huvm_launch *l, struct lpi_fault *fault)
{
    struct sigaction action = {.sa_handler = on_child};
    int code = lpi_preloaded_find(&l->object, "huvm", "huvm_preload", "liblinepress_huvm.so",
                                  fault);
    if (code != 0 || (code = name_folder(l, fault)) != 0)
        return code;
    lpi_signals_catch();
    sigaction(SIGCHLD, &action, &l->child);
    if (mkdtemp(l->folder) == NULL) {
        lpi_fault_set(fault, LPI_BAD, "huvm: %s: %s (TMPDIR names another folder)", l->folder,
                      strerror(errno));
        sigaction(SIGCHLD, &l->child, NULL);
        lpi_signals_release();
        return fault->code;
    }
    l->exists = true;
    chmod(l->folder, 0700); /* whatever the umask */
    return 0;
}

int huvm_launch_listen(const struct huvm_launch *l, struct lpi_fault *fault)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    snprintf(address.sun_path, sizeof address.sun_path, "%.*s/socket",
             (int)(sizeof address.sun_path - sizeof "/socket"), l->folder);
    int fd = socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0);
    if (fd >= 0 && bind(fd, (const struct sockaddr *)&address, sizeof address) == 0 &&
        chmod(address.sun_path, 0600) == 0 && listen(fd, HUVM_GPUS_MAX) == 0)
        return fd;
    lpi_fault_set(fault, LPI_BAD, "huvm: %s: %s", address.sun_path, strerror(errno));
    if (fd >= 0)
        close(fd);
    return -1;
}

/* ---- programs ---- */

static void set_number(const char *name, uint64_t value)
{
    char text[32];
    snprintf(text, sizeof text, "%llu", (unsigned long long)value);
    setenv(name, text, 1);
}

/* Passed to the program: `variable` holds the path of the file `name` in the folder. */
struct means {
    struct huvm_launch *launch;
    const char *variable, *name;
};

static void set_environment(const struct huvm_program *p, const struct means *means)
{
    char path[HUVM_LAUNCH_PATH];
    if (lpi_preloaded_set(&means->launch->object) != 0)
        _exit(LPI_BAD);
    huvm_launch_path(means->launch, means->name, path);
    setenv(means->variable, path, 1);
    set_number(LPI_HUVM_GPU, p->gpu);
    set_number(LPI_HUVM_LEAST, p->least);
    if (means->launch->protects)
        setenv(LPI_HUVM_PROTECTION, "1", 1);
}

static void set_streams(const struct huvm_program *p)
{
    int null = open("/dev/null", O_RDWR);
    if (p->silent || p->aside)
        dup2(null, STDIN_FILENO);
    if (p->silent) {
        dup2(null, STDOUT_FILENO);
        dup2(null, STDERR_FILENO);
    } else if (p->aside) {
        dup2(STDERR_FILENO, STDOUT_FILENO);
    }
    close(null);
}

/*
 * Reports through the pipe if the program cannot be run. Until the program connects, it ends
 * silently with its parent; afterwards it reports the loss itself.
 */
static _Noreturn void become(const struct huvm_program *p, const struct means *means, pid_t parent,
                             int answer)
{
    prctl(PR_SET_PDEATHSIG, SIGTERM);
    if (getppid() != parent)
        _exit(LPI_BAD);
    lpi_signals_restore();
    signal(SIGCHLD, SIG_DFL);
    set_environment(p, means);
    set_streams(p);
    if (p->keeps > 0)
        fcntl(p->keeps, F_SETFD, 0);
    execvp(p->argv[0], p->argv);
    int reason = errno;
    if (write(answer, &reason, sizeof reason) < 0)
        _exit(LPI_BAD);
    _exit(LPI_BAD);
}

static int start(struct huvm_program *p, unsigned number, const struct means *means,
                 struct lpi_fault *fault)
{
    int ends[2], reason = 0;
    pid_t parent = getpid();
    if (pipe2(ends, O_CLOEXEC) != 0)
        return lpi_fault_set(fault, LPI_BAD, "huvm: %s", strerror(errno));
    p->ended = false;
    p->pid = fork();
    if (p->pid == 0)
        become(p, means, parent, ends[1]);
    if (p->pid < 0) {
        lpi_fault_set(fault, LPI_BAD, "huvm: %s", strerror(errno));
        close(ends[0]);
        close(ends[1]);
        return fault->code;
    }
    means->launch->gpu[number] = p->gpu;
    atomic_store(&means->launch->running[number], p->pid);
    close(ends[1]);
    ssize_t n;
    while ((n = read(ends[0], &reason, sizeof reason)) < 0 && errno == EINTR)
        ;
    close(ends[0]);
    if (n != (ssize_t)sizeof reason)
        return 0;
    atomic_store(&means->launch->running[number], 0);
    waitpid(p->pid, NULL, 0);
    return lpi_fault_set(fault, LPI_BAD, "%s: %s", p->argv[0], strerror(reason));
}

/* Reaps ended programs; returns the number still running. */
static unsigned reap(struct huvm_launch *l, struct huvm_program *programs, unsigned count,
                     struct huvm_play *play, uint64_t begun)
{
    unsigned left = 0;
    for (unsigned i = 0; i < count; i++) {
        struct huvm_program *p = &programs[i];
        if (!p->ended && p->pid > 0 && waitpid(p->pid, &p->status, WNOHANG) == p->pid) {
            p->ended = true;
            p->time = lpi_now_ns() - begun;
            atomic_store(&l->running[i], 0);
            if (play != NULL)
                huvm_play_gone(play, i);
        }
        left += !p->ended;
    }
    return left;
}

/* A signal sent to this process only is passed on to the programs. */
static int check_told(struct huvm_launch *l, struct lpi_fault *fault)
{
    l->signal = lpi_signals_told();
    if (l->signal == 0)
        return 0;
    end_programs(l, l->signal);
    wait_for_ended(l);
    return lpi_fault_set(fault, LPI_BAD, "huvm: ended by signal %d", l->signal);
}

/* Turns are in order: while an owner still waits for memory, later ones wait too. */
static int take_turns(const struct huvm_course *c, size_t *next, uint64_t time,
                      struct lpi_fault *fault)
{
    for (; *next < c->turn_count && c->turns[*next].at <= time; (*next)++) {
        const struct huvm_turn *turn = &c->turns[*next];
        if (huvm_real_owes(c->real, turn->gpu))
            break;
        if (!huvm_real_take(c->real, turn->gpu, turn->granules))
            return lpi_fault_set(fault, LPI_BAD,
                                 "huvm: a turn takes more than all but a chunk of a GPU's memory, "
                                 "or gives back more than was taken");
    }
    return 0;
}

static void show_progress(const struct lpi_tell *tell, const struct huvm_play *play)
{
    uint64_t done = 0, total = 0;
    for (unsigned i = 0; i < play->tasks; i++) {
        const struct huvm_play_task *t = &play->task[i];
        if (t->chunks == 0 || t->repeats)
            continue;
        done += atomic_load(&t->uses);
        total += t->passes * huvm_pattern_length(t->pattern, t->chunks, t->trace_length);
    }
    if (total > 0)
        lpi_tell_progress(tell, done, total);
}

static int start_all(struct huvm_program *programs, unsigned count, const struct means *means,
                     bool later, struct lpi_fault *fault)
{
    int code = lpi_preloaded_link(&means->launch->object, "huvm", fault);
    fflush(NULL);
    for (unsigned i = 0; code == 0 && i < count; i++)
        if (programs[i].later == later)
            code = start(&programs[i], i, means, fault);
    return code;
}

/* Lets players continue when all are ready. */
static int lead(struct huvm_program *programs, unsigned count, const struct means *means,
                const struct huvm_course *c, struct lpi_fault *fault)
{
    int code = 0;
    if (huvm_play_is_ready(c->play)) {
        huvm_real_result(c->real, c->begun);
        huvm_play_begin(c->play);
        code = start_all(programs, count, means, true, fault);
    }
    if (huvm_play_is_over(c->play)) {
        huvm_real_result(c->real, c->ended);
        huvm_play_check(c->play);
    }
    show_progress(means->launch->tell, c->play);
    return code;
}

static int wait_for(struct huvm_program *programs, unsigned count, const struct means *means,
                    const struct huvm_course *c, uint64_t begun, struct lpi_fault *fault)
{
    static const struct timespec nap = {0, 2000000};
    struct huvm_launch *l = means->launch;
    size_t turn = 0;
    int code = 0;
    while (code == 0 && reap(l, programs, count, c->play, begun) > 0) {
        if (atomic_load(&l->failed))
            break;
        if (c->play != NULL) {
            code = lead(programs, count, means, c, fault);
            begun = c->play->at;
        }
        if (code == 0 && begun > 0)
            code = take_turns(c, &turn, lpi_now_ns() - begun, fault);
        if (code == 0)
            code = check_told(l, fault);
        if (code == 0)
            nanosleep(&nap, NULL);
    }
    lpi_tell_progress(l->tell, 0, 0);
    if (code == 0 && atomic_load(&l->failed))
        code = lpi_fault_set(fault, LPI_BAD, "huvm: %s", l->text);
    return code;
}

int huvm_launch_run(struct huvm_launch *l, struct huvm_program *programs, unsigned count,
                    const char *variable, const char *name, const struct huvm_course *course,
                    struct lpi_fault *fault)
{
    static const struct huvm_course nothing;
    const struct means means = {l, variable, name};
    uint64_t begun = lpi_now_ns();
    int code = start_all(programs, count, &means, false, fault);
    if (code == 0) {
        /*
         * Signals sent to this process only are passed to its only program, which decides their
         * effect.
         */
        if (count == 1)
            lpi_signals_pass_to(programs[0].pid);
        code = wait_for(programs, count, &means, course != NULL ? course : &nothing, begun, fault);
        lpi_signals_pass_to(0);
    }
    if (code != 0) {
        end_programs(l, SIGKILL);
        wait_for_ended(l);
    }
    return code;
}

void huvm_launch_failed(void *launch, const char *text)
{
    struct huvm_launch *l = launch;
    snprintf(l->text, sizeof l->text, "%s", text);
    atomic_store(&l->failed, true);
    end_programs(l, SIGKILL);
}

void huvm_launch_dropped(void *launch, unsigned gpu, const char *text)
{
    struct huvm_launch *l = launch;
    snprintf(l->why[gpu], sizeof l->why[gpu], "%s", text);
    atomic_store(&l->dropped[gpu], true);
    for (unsigned i = 0; i < HUVM_PROGRAMS_MAX; i++) {
        pid_t pid = atomic_load(&l->running[i]);
        if (pid > 0 && l->gpu[i] == gpu)
            kill(pid, SIGKILL);
    }
}

const char *huvm_launch_why(const struct huvm_launch *l, unsigned gpu)
{
    return atomic_load(&l->dropped[gpu]) ? l->why[gpu] : NULL;
}
