/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "../program/signals.h"
#include "job.h"
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

static int find_object(struct capture_job *job)
{
    int code = lpi_preloaded_find(&job->object, "capture", "capture",
                                  job->options->kind == CAPTURE_MALLOC
                                      ? "liblinepress_capture_malloc.so"
                                      : "liblinepress_capture_opencl.so",
                                  job->fault);
    return code != 0 ? code : lpi_preloaded_link(&job->object, "capture", job->fault);
}

/* ---- the shared page ---- */

static int fail_in_folder(struct capture_job *job, int reason)
{
    return lpi_fault_set(job->fault, LPI_BAD, "%s: %s", job->options->folder, strerror(reason));
}

static int open_control(struct capture_job *job)
{
    char snapshots[PATH_MAX + 16];
    snprintf(job->control_path, sizeof job->control_path, "%s/control", job->place.temporary);
    snprintf(snapshots, sizeof snapshots, "%s/snapshots", job->place.temporary);
    int fd = open(job->control_path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    int reason = fd < 0 ? errno : posix_fallocate(fd, 0, sizeof *job->control);
    if (reason == 0 && mkdir(snapshots, 0700) != 0)
        reason = errno;
    void *page = MAP_FAILED;
    if (reason == 0) {
        page = mmap(NULL, sizeof *job->control, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
        reason = page == MAP_FAILED ? errno : 0;
    }
    if (fd >= 0)
        close(fd);
    if (reason != 0)
        return fail_in_folder(job, reason);
    job->control = page;
    job->control->version = LPI_CAPTURE_VERSION;
    job->control->least = job->options->least;
    snprintf(job->control->folder, sizeof job->control->folder, "%s", snapshots);
    return 0;
}

/* ---- standard input, which both runs read ---- */

/* -1: standard input cannot be rewound. */
static int remember_input(struct capture_job *job, off_t *at)
{
    struct stat st;
    *at = -1;
    if (fstat(STDIN_FILENO, &st) != 0 || S_ISCHR(st.st_mode))
        return 0;
    *at = lseek(STDIN_FILENO, 0, SEEK_CUR);
    if (*at >= 0)
        return 0;
    return lpi_fault_set(job->fault, LPI_BAD,
                         "capture: standard input is a pipe, which two runs cannot both read: "
                         "redirect a file, /dev/null, or tell the --length");
}

/* ---- errors ---- */

static int fail_for_fault(const struct capture_job *job)
{
    const struct lpi_capture *c = job->control;
    const char *folder = job->options->folder;
    struct lpi_fault *f = job->fault;
    switch (atomic_load(&c->fault)) {
    case LPI_CAPTURE_GOOD: return 0;
    case LPI_CAPTURE_WRITE:
        return lpi_fault_set(f, LPI_BAD, "%s: a snapshot cannot be written: %s", folder,
                             strerror(c->number));
    case LPI_CAPTURE_READ:
        return lpi_fault_set(f, LPI_BAD, "capture: memory of the program cannot be read: %s",
                             strerror(c->number));
    case LPI_CAPTURE_MEMORY:
        return lpi_fault_set(f, LPI_BAD,
                             "capture: the program has no memory left for capture's tables");
    case LPI_CAPTURE_FORK:
        return lpi_fault_set(f, LPI_BAD, "capture: no process for a snapshot can be made: %s",
                             strerror(c->number));
    case LPI_CAPTURE_DEAD:
        return lpi_fault_set(f, LPI_BAD,
                             "capture: the process that wrote a snapshot was ended by signal %d",
                             c->number);
    case LPI_CAPTURE_OPENCL:
        return lpi_fault_set(f, LPI_BAD, "capture: %s failed with error %d of OpenCL", c->text,
                             c->number);
    default:
        return lpi_fault_set(f, LPI_BAD, "capture: launch %llu cannot be saved: %s",
                             (unsigned long long)c->plan[0], c->text);
    }
}

static int check_attached(const struct capture_job *job)
{
    if (atomic_load(&job->control->images) != 0)
        return 0;
    return lpi_fault_set(job->fault, LPI_BAD,
                         "capture: %s did not load %s: it is linked statically, runs with other "
                         "rights, or ran without LD_PRELOAD",
                         job->options->program[0], lpi_preloaded_name(&job->object));
}

/* An interrupted run leaves no set. */
static int check_broken_off(struct capture_job *job, const struct capture_run *run)
{
    int number = WIFSIGNALED(run->status) ? WTERMSIG(run->status) : 0;
    if (number != SIGINT && number != SIGQUIT && number != SIGTERM && number != SIGHUP)
        return 0;
    job->signal = number;
    job->by_program = true;
    return lpi_fault_set(job->fault, LPI_BAD, "capture: %s was ended by signal %d",
                         job->options->program[0], number);
}

/* ---- runs ---- */

static int measure(struct capture_job *job)
{
    off_t input;
    int code = remember_input(job, &input);
    job->control->pass = LPI_CAPTURE_MEASURE;
    if (code != 0 || (code = capture_run(job, &job->measured)) != 0 ||
        (code = check_attached(job)) != 0 || (code = check_broken_off(job, &job->measured)) != 0)
        return code;
    if (input >= 0 && lseek(STDIN_FILENO, input, SEEK_SET) < 0)
        return lpi_fault_set(job->fault, LPI_BAD, "capture: standard input: %s", strerror(errno));
    return 0;
}

static uint64_t boundaries_due(const struct capture_job *job)
{
    return job->options->length > 0 ? job->options->length : job->measured.boundaries;
}

static int plan_counted(struct capture_job *job, uint64_t boundaries)
{
    const struct capture_options *o = job->options;
    struct lpi_capture *c = job->control;
    if (boundaries < o->points)
        return lpi_fault_set(job->fault, LPI_BAD, "capture: %s has %llu %s, fewer than %u points",
                             o->program[0], (unsigned long long)boundaries,
                             o->kind == CAPTURE_OPENCL ? "launches" : "boundaries", o->points);
    c->pass = LPI_CAPTURE_COUNTED;
    c->planned = o->points;
    /* The boundary nearest to the end of each part; of two equally near, the later one. */
    for (uint64_t i = 0; i < o->points; i++)
        c->plan[i] = (2 * (i + 1) * boundaries + o->points) / (2 * o->points);
    return 0;
}

/* Twice as many snapshots as points, and room for twice that in case this run takes longer. */
static int plan_timed(struct capture_job *job, uint64_t time)
{
    struct lpi_capture *c = job->control;
    c->pass = LPI_CAPTURE_TIMED;
    c->planned = 4 * job->options->points;
    c->plan[0] = time / (2 * job->options->points);
    if (c->plan[0] == 0)
        return lpi_fault_set(job->fault, LPI_BAD, "capture: %s is too short for %u points",
                             job->options->program[0], job->options->points);
    return 0;
}

static int plan(struct capture_job *job)
{
    const struct capture_options *o = job->options;
    uint64_t boundaries = boundaries_due(job);
    if (o->launch > 0) {
        job->control->pass = LPI_CAPTURE_LAUNCH;
        job->control->planned = 1;
        job->control->plan[0] = o->launch;
    } else if (o->kind == CAPTURE_OPENCL || boundaries > 0) {
        return plan_counted(job, boundaries);
    } else {
        return plan_timed(job, o->time > 0 ? o->time : job->measured.time);
    }
    return 0;
}

/* ---- choosing the snapshots of the points ---- */

/* Number of complete snapshots; only the last can be incomplete. */
static unsigned taken_snapshots(const struct lpi_capture *c)
{
    unsigned taken = 0;
    while (taken < c->planned && atomic_load(&c->snapshots[taken].whole) != 0)
        taken++;
    return taken;
}

static int choose_counted(struct capture_job *job)
{
    const struct capture_options *o = job->options;
    unsigned taken = taken_snapshots(job->control);
    if (taken < job->control->planned)
        return lpi_fault_set(
            job->fault, LPI_BAD,
            "capture: %s ended after %llu %s, before point %u of %u, which was due at %llu",
            o->program[0], (unsigned long long)job->run.boundaries,
            o->kind == CAPTURE_OPENCL ? "launches" : "boundaries", taken + 1, job->control->planned,
            (unsigned long long)job->control->plan[taken]);
    if (job->run.boundaries != boundaries_due(job))
        return lpi_fault_set(
            job->fault, LPI_BAD,
            "capture: %s had %llu %s this time, not %llu, so its parts are not equal",
            o->program[0], (unsigned long long)job->run.boundaries,
            o->kind == CAPTURE_OPENCL ? "launches" : "boundaries",
            (unsigned long long)boundaries_due(job));
    for (unsigned i = 0; i < taken; i++)
        job->chosen[i] = i;
    return 0;
}

static uint64_t distance(uint64_t a, uint64_t b)
{
    return a > b ? a - b : b - a;
}

/* The snapshots nearest to the middle of each part, in order, leaving enough for later parts. */
static int choose_timed(struct capture_job *job)
{
    const struct capture_options *o = job->options;
    const struct lpi_capture *c = job->control;
    unsigned taken = taken_snapshots(c), points = o->points, next = 0;
    if (taken < points)
        return lpi_fault_set(
            job->fault, LPI_BAD,
            "capture: %s ran %.3f s, in which %u of %u snapshots could be taken: ask for fewer "
            "--points or a larger --min",
            o->program[0], 1e-9 * (double)job->run.time, taken, points);
    if (taken == c->planned && c->snapshots[taken - 1].time + 2 * c->plan[0] < job->run.time)
        return lpi_fault_set(
            job->fault, LPI_BAD,
            "capture: %s ran %.3f s, more than twice as long as it should: tell the --length",
            o->program[0], 1e-9 * (double)job->run.time);
    for (unsigned i = 0; i < points; i++) {
        uint64_t middle = (uint64_t)((double)job->run.time * (2 * i + 1) / (2 * points));
        unsigned best = next;
        for (unsigned j = next; j <= taken - points + i; j++)
            if (distance(c->snapshots[j].time, middle) < distance(c->snapshots[best].time, middle))
                best = j;
        job->chosen[i] = best;
        next = best + 1;
    }
    return 0;
}

static int choose(struct capture_job *job)
{
    const struct lpi_capture *c = job->control;
    if (c->pass == LPI_CAPTURE_LAUNCH && taken_snapshots(c) == 0)
        return lpi_fault_set(job->fault, LPI_BAD,
                             "capture: %s has %llu launches, so there is no launch %llu",
                             job->options->program[0], (unsigned long long)job->run.boundaries,
                             (unsigned long long)job->options->launch);
    if (c->pass == LPI_CAPTURE_COUNTED)
        return choose_counted(job);
    if (c->pass == LPI_CAPTURE_TIMED)
        return choose_timed(job);
    return 0;
}

static int check_run(struct capture_job *job)
{
    int code = check_broken_off(job, &job->run);
    if (code == 0)
        code = check_attached(job);
    return code != 0 ? code : fail_for_fault(job);
}

static int write_all(struct capture_job *job)
{
    int code = job->options->launch > 0 ? capture_make_launch(job) : capture_make_set(job);
    if (code == 0)
        code = capture_write_json(job, "capture.json", capture_describe(job));
    return code != 0 ? code : capture_folder_finish(job);
}

static int take(struct capture_job *job)
{
    const struct capture_options *o = job->options;
    int code;
    if ((code = capture_folder_open(job)) != 0 || (code = find_object(job)) != 0 ||
        (code = open_control(job)) != 0)
        return code;
    if (o->length == 0 && o->time == 0 && o->launch == 0 && (code = measure(job)) != 0)
        return code;
    if ((code = plan(job)) != 0 || (code = capture_run(job, &job->run)) != 0 ||
        (code = check_run(job)) != 0 || (code = choose(job)) != 0)
        return code;
    return write_all(job);
}

int capture_take(const struct capture_options *options, struct capture_job *job,
                 struct lpi_fault *fault)
{
    fault->code = 0;
    *job = (struct capture_job){.options = options, .fault = fault};
    job->mask = umask(077);
    lpi_signals_catch();
    int code = take(job);
    if (code != 0) {
        capture_folder_abandon(job);
        capture_close(job);
    }
    lpi_preloaded_close(&job->object);
    lpi_signals_release();
    umask(job->mask);
    return code;
}

void capture_close(struct capture_job *job)
{
    if (job->control != NULL)
        munmap(job->control, sizeof *job->control);
    job->control = NULL;
}
