/* SPDX-License-Identifier: Apache-2.0 */
/* A run of `linepress capture`: its options, its temporary folder, and what it found. */
#ifndef LPI_CLI_CAPTURE_JOB_H
#define LPI_CLI_CAPTURE_JOB_H

#include "../../systems/capture/preload/control.h"
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
    bool force, json;
    char **program; /* and its arguments; ends with NULL */
};

/* How a program ended, and what its run had. */
struct capture_run {
    int status; /* as wait() gives it */
    uint64_t boundaries, time;
};

struct capture_job {
    const struct capture_options *options;
    const char *object;       /* what is preloaded, as the loader calls it */
    char temporary[PATH_MAX]; /* folder beside the final one */
    mode_t mask;              /* the program's umask; the command's own lets nobody else in */
    char control_path[PATH_MAX + 16];
    struct lpi_capture *control;
    struct capture_run measured, run; /* measured: all 0 where the length was given */
    unsigned chosen[LPI_CAPTURE_PICTURES]; /* pictures of the points, by number */
    uint64_t allocations;
};

/* ---- capture_options.c ---- */

void capture_parse(int argc, char **argv, struct capture_options *options);

/* ---- capture_folder.c: the set appears whole or not at all ---- */

/* Makes the temporary folder, which cli_fail and capture_end_if_told remove. */
void capture_folder_open(struct capture_job *job);
/* Makes it appear in the place of what was there. */
void capture_folder_finish(void);
/* Removes the temporary folder. */
void capture_folder_abandon(void);
void capture_remove_tree(const char *path);
/* Ends as the signal would have it that has told the command to end, if one has. */
void capture_end_if_told(void);

/* ---- capture_run.c ---- */

/* Runs the program once; control->pass and what belongs to it are set. */
void capture_run(struct capture_job *job, struct capture_run *run);

/* ---- capture_set.c, capture_launch.c ---- */

void capture_make_set(struct capture_job *job);
void capture_make_launch(struct capture_job *job);

/* ---- capture_report.c ---- */

/* A JSON file in the temporary folder. */
struct json_t;
void capture_write_json(const struct capture_job *job, const char *name, struct json_t *object);
/* capture.json, and what is printed. */
void capture_report(const struct capture_job *job);

#endif
