/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Programs that run concurrently with huvm's preloaded object, and the folder with the files that
 * they need. Between opening and closing, signals that end this process are caught, and no part of
 * a launch outlives the process. Functions that return an int return 0, or the code of the fault.
 */
#ifndef LPI_HUVM_LAUNCH_H
#define LPI_HUVM_LAUNCH_H

#include "../../base/fault.h"
#include "../../base/tell.h"
#include "wire/play.h"
#include "real/real.h"
#include "../program/preloaded.h"
#include <limits.h>
#include <signal.h>
#include <sys/types.h>

struct huvm_program {
    char **argv;
    unsigned gpu;
    uint64_t least; /* smallest block that is managed, in bytes; 0: none */
    bool silent;    /* discard its output */
    bool aside;     /* redirect its standard output to standard error */
    bool later;     /* starts when the players begin */
    int keeps;      /* a descriptor that it inherits; 0: none */
    pid_t pid;      /* 0: not started */
    bool ended;
    int status;    /* as returned by waitpid */
    uint64_t time; /* ns of its run */
};

/* Events during the run. */
struct huvm_course {
    struct huvm_real *real;
    const struct huvm_turn *turns; /* executed when due */
    size_t turn_count;
    /* Tasks are programs, by number. NULL: no players. */
    struct huvm_play *play;
    /* With players: the counts when they began, and when all had ended. */
    struct huvm_result *begun, *ended;
};

enum { HUVM_PROGRAMS_MAX = HUVM_GPUS_MAX };

struct huvm_launch {
    bool protects;               /* programs use protection faults */
    const struct lpi_tell *tell; /* progress of the players; or NULL */
    int signal;                  /* the signal to this process that ended the programs; 0: none */
    /* The following is private to the launch. */
    struct lpi_preloaded object;
    char folder[PATH_MAX];
    bool exists;
    struct sigaction child;                   /* the previous handler */
    _Atomic pid_t running[HUVM_PROGRAMS_MAX]; /* 0: none */
    unsigned gpu[HUVM_PROGRAMS_MAX];          /* indexed by program */
    _Atomic bool dropped[HUVM_PROGRAMS_MAX];  /* the program on the GPU was ended for this reason */
    char why[HUVM_PROGRAMS_MAX][192];
    _Atomic bool failed;
    char text[256];
};

#define HUVM_LAUNCH_PATH (PATH_MAX + 32)

/*
 * Makes the folder. A launch that failed to open must be closed too; except for its first two
 * fields, it is zero before.
 */
int huvm_launch_open(struct huvm_launch *launch, struct lpi_fault *fault);
/* Kills running programs, and removes the folder. */
void huvm_launch_close(struct huvm_launch *launch);

/* The path of a file in the folder. */
void huvm_launch_path(const struct huvm_launch *launch, const char *name,
                      char path[HUVM_LAUNCH_PATH]);
/* A socket in the folder that programs connect to; -1: the fault is set. */
int huvm_launch_listen(const struct huvm_launch *launch, struct lpi_fault *fault);
/*
 * The path of a program in the folder of the preloaded object; the caller frees it. NULL: the fault
 * is set.
 */
char *huvm_launch_beside(const struct huvm_launch *launch, const char *name,
                         struct lpi_fault *fault);

/*
 * Starts all programs and waits for them. `variable` (huvm/preload/preload.h) gets the path of the
 * file `name` in the folder. `course` NULL: no events. After a fault no program is running.
 */
int huvm_launch_run(struct huvm_launch *launch, struct huvm_program *programs, unsigned count,
                    const char *variable, const char *name, const struct huvm_course *course,
                    struct lpi_fault *fault);

/*
 * For a coordinator's `failed`, with the launch as context: ends the programs, so that
 * huvm_launch_run fails with the text.
 */
void huvm_launch_failed(void *launch, const char *text);

/* For a coordinator's `dropped`: ends the program that runs on the GPU. */
void huvm_launch_dropped(void *launch, unsigned gpu, const char *text);
/* Why the program on a GPU was ended this way; NULL: it was not. */
const char *huvm_launch_why(const struct huvm_launch *launch, unsigned gpu);

#endif
