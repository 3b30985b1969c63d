/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Captures a run of a program: measures it, runs the program again while taking memory snapshots,
 * and writes a snapshot set or a launch of a kernel (format.md). Meanwhile the signals that would
 * end this process are caught, the umask is 077, and other children of this process are reaped too.
 */
#ifndef LPI_CAPTURE_H
#define LPI_CAPTURE_H

#include "../../base/fault.h"
#include "preload/control.h"
#include "../program/preloaded.h"
#include <limits.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

enum capture_kind { CAPTURE_MALLOC, CAPTURE_OPENCL };

struct capture_options {
    enum capture_kind kind;
    unsigned points;
    uint64_t least;  /* minimum bytes of a block that is recorded */
    uint64_t launch; /* 0: capture a set rather than a launch */
    uint64_t length; /* boundaries of the run; 0: not given */
    uint64_t time;   /* nanoseconds of the run; 0: not given */
    const char *folder;
    bool force;
    char **program; /* the program and its arguments; ends with NULL */
};

/* How a program ended, and the counts of its run. */
struct capture_run {
    int status; /* as wait() gives it */
    uint64_t boundaries, time;
};

/* Temporary and final paths of the set. */
struct capture_place {
    char final[PATH_MAX];         /* absolute: the program may change its working directory */
    char temporary[PATH_MAX];     /* in the same folder as final; empty: none */
    struct capture_manifest *old; /* of the folder that is replaced; NULL: none */
};

struct capture_job {
    const struct capture_options *options;
    struct lpi_fault *fault;
    struct lpi_preloaded object;
    struct capture_place place;
    mode_t mask; /* the program's; files of the set are accessible to their owner only */
    char control_path[PATH_MAX + 16];
    struct lpi_capture *control;
    struct capture_run measured, run;       /* measured is all 0 if the length was given */
    unsigned chosen[LPI_CAPTURE_SNAPSHOTS]; /* numbers of the snapshots chosen as points */
    uint64_t allocations;
    /*
     * The signal that ended the program, or that this process received, before the set was
     * complete; 0: none.
     */
    int signal;
    bool by_program; /* the program was ended by it */
    /* A path inside a replaced folder that could not be removed, with its errno; 0: none. */
    char left[PATH_MAX];
    int left_reason;
};

/* Writes options->folder atomically. Returns 0, or the fault's code: then nothing is written. */
int capture_take(const struct capture_options *options, struct capture_job *job,
                 struct lpi_fault *fault);
void capture_close(struct capture_job *job);

/* Number of snapshots taken; and the snapshot of a point. */
unsigned capture_snapshots(const struct capture_job *job);
const struct lpi_capture_snapshot *capture_snapshot(const struct capture_job *job, unsigned point);

/* Names of the objects that are created but not recorded, indexed as lpi_capture.left_out. */
extern const char *const capture_left_out[4];

/* The contents of capture.json; the caller owns the object. NULL: no memory. */
struct json_t *capture_describe(const struct capture_job *job);

#endif
