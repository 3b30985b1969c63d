/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "huvm_launch.h"
#include "../../base/clock.h"
#include "../../systems/huvm/clock/pattern.h"
#include "../../systems/huvm/preload/preload.h"
#include "../../systems/program/preloaded.h"
#include "../../systems/program/signals.h"
#include "../shared/ended.h"
#include "../shared/fail.h"
#include "../shared/progress.h"
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { PROGRAMS_MAX = HUVM_GPUS_MAX };
#define USUAL_TOP "/tmp"

static struct {
    char folder[PATH_MAX];
    struct lpi_preloaded object;
    char path[PATH_MAX + 32];
    bool exists;
    _Atomic pid_t running[PROGRAMS_MAX]; /* 0: none */
    unsigned gpu[PROGRAMS_MAX];          /* of each */
    _Atomic bool dropped[PROGRAMS_MAX];  /* the program on a GPU, for this reason */
    char why[PROGRAMS_MAX][192];
    _Atomic bool failed;
    char text[256];
} run;

/* ---- the folder, and what is preloaded ---- */

static void end_programs(int number)
{
    for (unsigned i = 0; i < PROGRAMS_MAX; i++) {
        pid_t pid = atomic_load(&run.running[i]);
        if (pid > 0)
            kill(pid, number);
    }
}

const char *huvm_launch_path(const char *name)
{
    snprintf(run.path, sizeof run.path, "%s/%s", run.folder, name);
    return run.path;
}

void huvm_launch_close(void)
{
    if (!run.exists)
        return;
    unlink(huvm_launch_path("socket"));
    unlink(huvm_launch_path("record"));
    rmdir(run.folder);
    lpi_preloaded_close(&run.object);
    run.exists = false;
}

static void abandon(void)
{
    end_programs(SIGKILL);
    huvm_launch_close();
}

static void find_object(void)
{
    struct lpi_fault fault;
    if (lpi_preloaded_find(&run.object, "huvm", "huvm_preload", "liblinepress_huvm.so", &fault) !=
        0)
        cli_fail_for(&fault);
}

char *huvm_launch_beside(const char *name)
{
    char *path = NULL;
    if (asprintf(&path, "%.*s/%s", (int)(strrchr(run.object.path, '/') - run.object.path),
                 run.object.path, name) < 0)
        cli_fail("no memory");
    if (access(path, X_OK) != 0)
        cli_fail("huvm: %s: %s", path, strerror(errno));
    return path;
}

/* Sleeps end when a program does. */
static void on_child(int number)
{
    (void)number;
}

/* The folder for temporary files, as programs that change theirs find it too. A socket's name has
   few places: where TMPDIR is longer, the folder is in /tmp, since nothing large lies there. */
static void name_folder(void)
{
    static const char name[] = "/linepress-huvm-XXXXXX";
    const char *top = getenv("TMPDIR");
    char whole[PATH_MAX];
    if (top == NULL || *top == '\0')
        top = USUAL_TOP;
    if (realpath(top, whole) == NULL)
        cli_fail("huvm: TMPDIR is %s: %s", top, strerror(errno));
    if (strlen(whole) + strlen(name) + sizeof "/socket" >
        sizeof ((struct sockaddr_un *)NULL)->sun_path)
        strcpy(whole, USUAL_TOP);
    snprintf(run.folder, sizeof run.folder, "%s%s", whole, name);
}

void huvm_launch_open(void)
{
    struct sigaction action = {.sa_handler = on_child};
    find_object();
    name_folder();
    for (unsigned i = 0; i < PROGRAMS_MAX; i++)
        atomic_store(&run.dropped[i], false);
    lpi_signals_catch();
    sigaction(SIGCHLD, &action, NULL);
    cli_at_fail(abandon);
    if (mkdtemp(run.folder) == NULL)
        cli_fail("huvm: %s: %s (TMPDIR names another folder)", run.folder, strerror(errno));
    run.exists = true;
    chmod(run.folder, 0700); /* whatever the umask */
}

int huvm_launch_listen(void)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    int reason = 0;
    strcpy(address.sun_path, huvm_launch_path("socket"));
    int fd = socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0);
    if (fd < 0 || bind(fd, (const struct sockaddr *)&address, sizeof address) != 0 ||
        chmod(address.sun_path, 0600) != 0 || listen(fd, HUVM_GPUS_MAX) != 0)
        reason = errno;
    if (reason != 0)
        cli_fail("huvm: %s: %s", address.sun_path, strerror(reason));
    return fd;
}

/* ---- programs ---- */

static void set_number(const char *name, uint64_t value)
{
    char text[32];
    snprintf(text, sizeof text, "%llu", (unsigned long long)value);
    setenv(name, text, 1);
}

static void set_environment(const struct huvm_program *p, const char *variable, const char *name)
{
    if (lpi_preloaded_set(&run.object) != 0)
        _exit(EXIT_BAD);
    setenv(variable, huvm_launch_path(name), 1);
    set_number(LPI_HUVM_GPU, p->gpu);
    set_number(LPI_HUVM_LEAST, p->least);
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

/* Answers through the pipe if the program cannot be run. Until it connects, it ends silently with
   the command; afterwards it says so itself. */
static _Noreturn void become(const struct huvm_program *p, const char *variable, const char *name,
                             pid_t parent, int answer)
{
    prctl(PR_SET_PDEATHSIG, SIGTERM);
    if (getppid() != parent)
        _exit(EXIT_BAD);
    lpi_signals_restore();
    signal(SIGCHLD, SIG_DFL);
    set_environment(p, variable, name);
    set_streams(p);
    if (p->keeps > 0)
        fcntl(p->keeps, F_SETFD, 0);
    execvp(p->argv[0], p->argv);
    int reason = errno;
    if (write(answer, &reason, sizeof reason) < 0)
        _exit(EXIT_BAD);
    _exit(EXIT_BAD);
}

static void start(struct huvm_program *p, unsigned number, const char *variable, const char *name)
{
    int ends[2], reason = 0;
    pid_t parent = getpid();
    if (pipe2(ends, O_CLOEXEC) != 0)
        cli_fail("huvm: %s", strerror(errno));
    p->ended = false;
    p->pid = fork();
    if (p->pid == 0)
        become(p, variable, name, parent, ends[1]);
    if (p->pid < 0)
        cli_fail("huvm: %s", strerror(errno));
    run.gpu[number] = p->gpu;
    atomic_store(&run.running[number], p->pid);
    close(ends[1]);
    ssize_t n;
    while ((n = read(ends[0], &reason, sizeof reason)) < 0 && errno == EINTR)
        ;
    close(ends[0]);
    if (n == (ssize_t)sizeof reason) {
        atomic_store(&run.running[number], 0);
        waitpid(p->pid, NULL, 0);
        cli_fail("%s: %s", p->argv[0], strerror(reason));
    }
}

/* How many still run. */
static unsigned reap(struct huvm_program *programs, unsigned count, struct huvm_play *play,
                     uint64_t begun)
{
    unsigned left = 0;
    for (unsigned i = 0; i < count; i++) {
        struct huvm_program *p = &programs[i];
        if (!p->ended && p->pid > 0 && waitpid(p->pid, &p->status, WNOHANG) == p->pid) {
            p->ended = true;
            p->time = lpi_now_ns() - begun;
            atomic_store(&run.running[i], 0);
            if (play != NULL)
                huvm_play_gone(play, i);
        }
        left += !p->ended;
    }
    return left;
}

static void end_if_told(struct huvm_program *programs, unsigned count)
{
    int number = lpi_signals_told();
    if (number == 0)
        return;
    end_programs(number);
    for (unsigned i = 0; i < count; i++)
        if (!programs[i].ended && programs[i].pid > 0)
            waitpid(programs[i].pid, &programs[i].status, 0);
    huvm_launch_close();
    cli_end_as_signal(number);
}

/* Memory that an owner still waits for keeps later turns waiting. */
static size_t take_turns(const struct huvm_course *c, size_t next, uint64_t time)
{
    for (; next < c->turn_count && c->turns[next].at <= time; next++) {
        const struct huvm_turn *turn = &c->turns[next];
        if (huvm_real_owes(c->real, turn->gpu))
            break;
        if (!huvm_real_take(c->real, turn->gpu, turn->granules))
            cli_fail("huvm: a turn takes more than all but a chunk of a GPU's memory, or gives "
                     "back more than was taken");
    }
    return next;
}

static void show_progress(const struct huvm_play *play)
{
    uint64_t done = 0, total = 0;
    for (unsigned i = 0; i < play->tasks; i++) {
        const struct huvm_play_task *t = &play->task[i];
        if (t->chunks == 0 || t->repeats)
            continue;
        done += atomic_load(&t->uses);
        total += t->passes * huvm_pattern_length(t->pattern, t->chunks, t->trace_length);
    }
    cli_progress("huvm", done, total);
}

static void start_all(struct huvm_program *programs, unsigned count, const char *variable,
                      const char *name, bool later)
{
    struct lpi_fault fault;
    if (lpi_preloaded_link(&run.object, "huvm", &fault) != 0)
        cli_fail_for(&fault);
    fflush(NULL);
    for (unsigned i = 0; i < count; i++)
        if (programs[i].later == later)
            start(&programs[i], i, variable, name);
}

/* Lets players go on when they are ready to. */
static void lead(struct huvm_program *programs, unsigned count, const char *variable,
                 const char *name, const struct huvm_course *c)
{
    if (huvm_play_is_ready(c->play)) {
        huvm_real_result(c->real, c->begun);
        huvm_play_begin(c->play);
        start_all(programs, count, variable, name, true);
    }
    if (huvm_play_is_over(c->play)) {
        huvm_real_result(c->real, c->ended);
        huvm_play_check(c->play);
    }
    show_progress(c->play);
}

static void wait_for(struct huvm_program *programs, unsigned count, const char *variable,
                     const char *name, const struct huvm_course *c, uint64_t begun)
{
    static const struct timespec nap = {0, 2000000};
    size_t turn = 0;
    while (reap(programs, count, c->play, begun) > 0) {
        if (atomic_load(&run.failed))
            break;
        if (c->play != NULL) {
            lead(programs, count, variable, name, c);
            begun = c->play->at;
        }
        if (begun > 0)
            turn = take_turns(c, turn, lpi_now_ns() - begun);
        end_if_told(programs, count);
        nanosleep(&nap, NULL);
    }
    cli_progress_end();
    if (atomic_load(&run.failed))
        cli_fail("huvm: %s", run.text);
}

void huvm_launch_run(struct huvm_program *programs, unsigned count, const char *variable,
                     const char *name, const struct huvm_course *course)
{
    static const struct huvm_course nothing;
    uint64_t begun = lpi_now_ns();
    start_all(programs, count, variable, name, false);
    /* What is sent to the command alone goes to its only program, which says what it means. */
    if (count == 1)
        lpi_signals_pass_to(programs[0].pid);
    wait_for(programs, count, variable, name, course != NULL ? course : &nothing, begun);
    lpi_signals_pass_to(0);
}

void huvm_launch_failed(void *context, const char *text)
{
    (void)context;
    snprintf(run.text, sizeof run.text, "%s", text);
    atomic_store(&run.failed, true);
    end_programs(SIGKILL);
}

void huvm_launch_dropped(void *context, unsigned gpu, const char *text)
{
    (void)context;
    snprintf(run.why[gpu], sizeof run.why[gpu], "%s", text);
    atomic_store(&run.dropped[gpu], true);
    for (unsigned i = 0; i < PROGRAMS_MAX; i++) {
        pid_t pid = atomic_load(&run.running[i]);
        if (pid > 0 && run.gpu[i] == gpu)
            kill(pid, SIGKILL);
    }
}

const char *huvm_launch_why(unsigned gpu)
{
    return atomic_load(&run.dropped[gpu]) ? run.why[gpu] : NULL;
}

int huvm_launch_end_as(const struct huvm_program *p)
{
    return cli_end_as_program(p->status);
}
