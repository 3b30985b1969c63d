/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Captures a run of a program: measures it, runs the program again with pictures of its memory, and
 * writes a snapshot set, or a launch of a kernel (format.md). While it works, the signals that
 * end a process are caught, the umask is 077, and other children of the process are waited for too.
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
    uint64_t least;  /* bytes of a block that is kept */
    uint64_t launch; /* 0: a set is captured, no launch */
    uint64_t length; /* boundaries of the run, 0 if not given */
    uint64_t time;   /* nanoseconds of it, 0 if not given */
    const char *folder;
    bool force;
    char **program; /* and its arguments; ends with NULL */
};

/* How a program ended, and what its run had. */
struct capture_run {
    int status; /* as wait() gives it */
    uint64_t boundaries, time;
};

/* Where the set is written, and where it goes. */
struct capture_place {
    char final[PATH_MAX];     /* from the root: the program may change its folder */
    char temporary[PATH_MAX]; /* beside it; empty: there is none */
    struct capture_manifest *old; /* of what is replaced; NULL: nothing is */
};

struct capture_job {
    const struct capture_options *options;
    struct lpi_fault *fault;
    struct lpi_preloaded object;
    struct capture_place place;
    mode_t mask; /* the program's umask; that of the files lets nobody else in */
    char control_path[PATH_MAX + 16];
    struct lpi_capture *control;
    struct capture_run measured, run; /* measured: all 0 where the length was given */
    unsigned chosen[LPI_CAPTURE_PICTURES]; /* pictures of the points, by number */
    uint64_t allocations;
    /* The signal that ended the program, or was sent to this process, before there was a set; 0:
       there was none. */
    int signal;
    bool by_program; /* it ended the program */
    /* Where something of a folder that was replaced is left, and an error's number; 0: nowhere. */
    char left[PATH_MAX];
    int left_reason;
};

/* Writes options->folder atomically. 0, or the fault's code: nothing is written then. */
int capture_take(const struct capture_options *options, struct capture_job *job,
                 struct lpi_fault *fault);
void capture_close(struct capture_job *job);

/* Pictures that became points; and that of a point. */
unsigned capture_pictures(const struct capture_job *job);
const struct lpi_capture_picture *capture_picture(const struct capture_job *job, unsigned point);

/* What is made and not kept, as lpi_capture.left_out counts it. */
extern const char *const capture_left_out[4];

/* What is known of the capture, as capture.json has it; the caller's. NULL: no memory. */
struct json_t *capture_describe(const struct capture_job *job);

#endif
