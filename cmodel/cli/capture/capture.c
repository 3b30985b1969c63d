/* SPDX-License-Identifier: Apache-2.0 */
/* `linepress capture`: measures a run, runs the program again with pictures, and makes the set. */
#define _GNU_SOURCE
#include "../../systems/capture/preload/control.h"
#include "capture_job.h"
#include "capture_signals.h"
#include "../shared/cli.h"
#include "../shared/fail.h"
#include "../shared/preloaded.h"
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static void find_object(struct capture_job *job)
{
    char path[PATH_MAX];
    cli_preloaded_find("capture", "capture",
                       job->options->kind == CAPTURE_MALLOC ? "liblinepress_capture_malloc.so"
                                                            : "liblinepress_capture_opencl.so",
                       path);
    job->object = cli_preloaded_name("capture", path);
    if (job->object == path && (job->object = strdup(path)) == NULL)
        cli_fail("capture: no memory");
}

/* ---- the page ---- */

static void open_control(struct capture_job *job)
{
    char pictures[PATH_MAX + 16];
    snprintf(job->control_path, sizeof job->control_path, "%s/control", job->temporary);
    snprintf(pictures, sizeof pictures, "%s/pictures", job->temporary);
    int fd = open(job->control_path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    int reason = fd < 0 ? errno : posix_fallocate(fd, 0, sizeof *job->control);
    if (reason == 0 && mkdir(pictures, 0700) != 0)
        reason = errno;
    if (reason != 0)
        cli_fail("%s: %s", job->options->folder, strerror(reason));
    job->control = mmap(NULL, sizeof *job->control, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    if (job->control == MAP_FAILED)
        cli_fail("%s: %s", job->options->folder, strerror(errno));
    close(fd);
    job->control->version = LPI_CAPTURE_VERSION;
    job->control->least = job->options->least;
    snprintf(job->control->folder, sizeof job->control->folder, "%s", pictures);
}

/* ---- standard input, which two runs read ---- */

static off_t remember_input(void)
{
    struct stat st;
    if (fstat(STDIN_FILENO, &st) != 0 || S_ISCHR(st.st_mode))
        return -1;
    off_t at = lseek(STDIN_FILENO, 0, SEEK_CUR);
    if (at < 0)
        cli_fail("capture: standard input is a pipe, which two runs cannot both read: redirect a "
                 "file, /dev/null, or tell the --length");
    return at;
}

/* ---- what went wrong ---- */

static void fail_for_fault(const struct capture_job *job)
{
    const struct lpi_capture *c = job->control;
    const char *folder = job->options->folder;
    switch (atomic_load(&c->fault)) {
    case LPI_CAPTURE_GOOD:
        return;
    case LPI_CAPTURE_WRITE:
        cli_fail("%s: a picture cannot be written: %s", folder, strerror(c->number));
    case LPI_CAPTURE_READ:
        cli_fail("capture: memory of the program cannot be read: %s", strerror(c->number));
    case LPI_CAPTURE_MEMORY:
        cli_fail("capture: the program has no memory left for capture's tables");
    case LPI_CAPTURE_FORK:
        cli_fail("capture: no process for a picture can be made: %s", strerror(c->number));
    case LPI_CAPTURE_DEAD:
        cli_fail("capture: the process that wrote a picture was ended by signal %d", c->number);
    case LPI_CAPTURE_OPENCL:
        cli_fail("capture: %s failed with error %d of OpenCL", c->text, c->number);
    default:
        cli_fail("capture: launch %llu cannot be saved: %s", (unsigned long long)c->plan[0],
                 c->text);
    }
}

static void check_attached(const struct capture_job *job)
{
    if (atomic_load(&job->control->images) == 0)
        cli_fail("capture: %s did not load %s: it is linked statically, runs with other rights, or "
                 "ran without LD_PRELOAD", job->options->program[0], job->object);
}

/* The command ends as the program did; what is told on the way out is told already. */
static int end_as_program(const struct capture_run *run)
{
    if (!WIFSIGNALED(run->status))
        return WEXITSTATUS(run->status);
    fflush(NULL);
    capture_signal_end(WTERMSIG(run->status));
    return EXIT_BAD;
}

/* A run that somebody broke off leaves nothing. */
static void end_if_broken_off(const struct capture_job *job, const struct capture_run *run)
{
    int number = WIFSIGNALED(run->status) ? WTERMSIG(run->status) : 0;
    if (number != SIGINT && number != SIGQUIT && number != SIGTERM && number != SIGHUP)
        return;
    capture_folder_abandon();
    cli_complain("capture: %s was ended by signal %d", job->options->program[0], number);
    capture_signal_end(number);
}

/* ---- runs ---- */

static void measure(struct capture_job *job)
{
    off_t input = remember_input();
    job->control->pass = LPI_CAPTURE_MEASURE;
    capture_run(job, &job->measured);
    check_attached(job);
    end_if_broken_off(job, &job->measured);
    if (input >= 0 && lseek(STDIN_FILENO, input, SEEK_SET) < 0)
        cli_fail("capture: standard input: %s", strerror(errno));
}

static uint64_t boundaries_due(const struct capture_job *job)
{
    return job->options->length > 0 ? job->options->length : job->measured.boundaries;
}

static void plan_counted(struct capture_job *job, uint64_t boundaries)
{
    const struct capture_options *o = job->options;
    struct lpi_capture *c = job->control;
    if (boundaries < o->points)
        cli_fail("capture: %s has %llu %s, fewer than %u points", o->program[0],
                 (unsigned long long)boundaries,
                 o->kind == CAPTURE_OPENCL ? "launches" : "boundaries", o->points);
    c->pass = LPI_CAPTURE_COUNTED;
    c->planned = o->points;
    /* The boundary nearest to the end of a part; of two that are as near, the later one. */
    for (uint64_t i = 0; i < o->points; i++)
        c->plan[i] = (2 * (i + 1) * boundaries + o->points) / (2 * o->points);
}

/* Twice as many as there are points, and twice as many again if the run takes longer this time. */
static void plan_timed(struct capture_job *job, uint64_t time)
{
    struct lpi_capture *c = job->control;
    c->pass = LPI_CAPTURE_TIMED;
    c->planned = 4 * job->options->points;
    c->plan[0] = time / (2 * job->options->points);
    if (c->plan[0] == 0)
        cli_fail("capture: %s is too short for %u points", job->options->program[0],
                 job->options->points);
}

static void plan(struct capture_job *job)
{
    const struct capture_options *o = job->options;
    uint64_t boundaries = boundaries_due(job);
    if (o->launch > 0) {
        job->control->pass = LPI_CAPTURE_LAUNCH;
        job->control->planned = 1;
        job->control->plan[0] = o->launch;
    } else if (o->kind == CAPTURE_OPENCL || boundaries > 0) {
        plan_counted(job, boundaries);
    } else {
        plan_timed(job, o->time > 0 ? o->time : job->measured.time);
    }
}

/* ---- which pictures are the points' ---- */

/* Pictures that are whole; one that is not is the last. */
static unsigned taken_pictures(const struct lpi_capture *c)
{
    unsigned taken = 0;
    while (taken < c->planned && atomic_load(&c->pictures[taken].whole) != 0)
        taken++;
    return taken;
}

static void choose_counted(struct capture_job *job)
{
    const struct capture_options *o = job->options;
    unsigned taken = taken_pictures(job->control);
    if (taken < job->control->planned)
        cli_fail("capture: %s ended after %llu %s, before point %u of %u, which was due at %llu",
                 o->program[0], (unsigned long long)job->run.boundaries,
                 o->kind == CAPTURE_OPENCL ? "launches" : "boundaries", taken + 1,
                 job->control->planned, (unsigned long long)job->control->plan[taken]);
    if (job->run.boundaries != boundaries_due(job))
        cli_fail("capture: %s had %llu %s this time, not %llu, so its parts are not equal",
                 o->program[0], (unsigned long long)job->run.boundaries,
                 o->kind == CAPTURE_OPENCL ? "launches" : "boundaries",
                 (unsigned long long)boundaries_due(job));
    for (unsigned i = 0; i < taken; i++)
        job->chosen[i] = i;
}

static uint64_t distance(uint64_t a, uint64_t b)
{
    return a > b ? a - b : b - a;
}

/* The nearest to the middle of each part, in order, leaving enough for the parts that follow. */
static void choose_timed(struct capture_job *job)
{
    const struct capture_options *o = job->options;
    const struct lpi_capture *c = job->control;
    unsigned taken = taken_pictures(c), points = o->points, next = 0;
    if (taken < points)
        cli_fail("capture: %s ran %.3f s, in which %u of %u pictures could be taken: ask for fewer "
                 "--points or a larger --min", o->program[0], 1e-9 * (double)job->run.time, taken,
                 points);
    if (taken == c->planned && c->pictures[taken - 1].time + 2 * c->plan[0] < job->run.time)
        cli_fail("capture: %s ran %.3f s, more than twice as long as it should: tell the --length",
                 o->program[0], 1e-9 * (double)job->run.time);
    for (unsigned i = 0; i < points; i++) {
        uint64_t middle = (uint64_t)((double)job->run.time * (2 * i + 1) / (2 * points));
        unsigned best = next;
        for (unsigned j = next; j <= taken - points + i; j++)
            if (distance(c->pictures[j].time, middle) < distance(c->pictures[best].time, middle))
                best = j;
        job->chosen[i] = best;
        next = best + 1;
    }
}

static void choose(struct capture_job *job)
{
    const struct lpi_capture *c = job->control;
    if (c->pass == LPI_CAPTURE_LAUNCH && taken_pictures(c) == 0)
        cli_fail("capture: %s has %llu launches, so there is no launch %llu",
                 job->options->program[0], (unsigned long long)job->run.boundaries,
                 (unsigned long long)job->options->launch);
    if (c->pass == LPI_CAPTURE_COUNTED)
        choose_counted(job);
    if (c->pass == LPI_CAPTURE_TIMED)
        choose_timed(job);
}

static void check_run(const struct capture_job *job)
{
    end_if_broken_off(job, &job->run);
    check_attached(job);
    fail_for_fault(job);
}

int cli_capture(int argc, char **argv)
{
    static struct capture_job job;
    struct capture_options options;
    capture_parse(argc, argv, &options);
    job.options = &options;
    capture_folder_open(&job);
    find_object(&job);
    open_control(&job);
    if (options.length == 0 && options.time == 0 && options.launch == 0)
        measure(&job);
    plan(&job);
    capture_run(&job, &job.run);
    check_run(&job);
    choose(&job);
    if (options.launch > 0)
        capture_make_launch(&job);
    else
        capture_make_set(&job);
    capture_report(&job);
    return end_as_program(&job.run);
}
