/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Programs that run beside each other with what huvm preloads, and the folder in which they find
 * it. Between opening and closing, signals that end this process are caught, and nothing of a
 * launch outlives it. Functions that return an int return 0, or the code of the fault.
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
    uint64_t least; /* bytes of the least block that is taken over; 0: none */
    bool silent;    /* its output is thrown away */
    bool aside;     /* its standard output goes to standard error */
    bool later;     /* it starts when players begin */
    int keeps;      /* a descriptor that is open in it too; 0: none */
    pid_t pid;      /* 0: it has not started */
    bool ended;
    int status;    /* as of waitpid */
    uint64_t time; /* ns that it ran */
};

/* What happens while they run. */
struct huvm_course {
    struct huvm_real *real;
    const struct huvm_turn *turns; /* taken when they are due */
    size_t turn_count;
    /* Tasks are programs, by number. NULL: there are no players. */
    struct huvm_play *play;
    /* With players: what had happened when they began, and when all were over. */
    struct huvm_result *begun, *ended;
};

enum { HUVM_PROGRAMS_MAX = HUVM_GPUS_MAX };

struct huvm_launch {
    bool protects;               /* programs are to have protection faults */
    const struct lpi_tell *tell; /* progress of players; or NULL */
    int signal;                  /* sent to this process, which ended the programs; 0: none */
    /* What follows is the launch's own. */
    struct lpi_preloaded object;
    char folder[PATH_MAX];
    bool exists;
    struct sigaction child;                    /* of before */
    _Atomic pid_t running[HUVM_PROGRAMS_MAX]; /* 0: none */
    unsigned gpu[HUVM_PROGRAMS_MAX];          /* of each */
    _Atomic bool dropped[HUVM_PROGRAMS_MAX];  /* the program on a GPU, for this reason */
    char why[HUVM_PROGRAMS_MAX][192];
    _Atomic bool failed;
    char text[256];
};

#define HUVM_LAUNCH_PATH (PATH_MAX + 32)

/* Makes the folder. A launch that could not be opened is to be closed too; it is zero, but for the
   first two fields, before. */
int huvm_launch_open(struct huvm_launch *launch, struct lpi_fault *fault);
/* Kills what still runs, and removes the folder. */
void huvm_launch_close(struct huvm_launch *launch);

/* The path of a file in the folder. */
void huvm_launch_path(const struct huvm_launch *launch, const char *name,
                      char path[HUVM_LAUNCH_PATH]);
/* A socket in the folder that programs connect to; -1: the fault is set. */
int huvm_launch_listen(const struct huvm_launch *launch, struct lpi_fault *fault);
/* The path of a program beside the object that is preloaded; the caller's. NULL: the fault is
   set. */
char *huvm_launch_beside(const struct huvm_launch *launch, const char *name,
                         struct lpi_fault *fault);

/* Starts them all and waits for them. `variable` (huvm_preload/preload.h) is to name the file
   `name` of the folder. `course` NULL: nothing happens. After a fault none runs. */
int huvm_launch_run(struct huvm_launch *launch, struct huvm_program *programs, unsigned count,
                    const char *variable, const char *name, const struct huvm_course *course,
                    struct lpi_fault *fault);

/* To be given to a coordinator as `failed`, with the launch as its context: ends the programs, so
   that huvm_launch_run fails with the text. */
void huvm_launch_failed(void *launch, const char *text);

/* To be given to it as `dropped`: ends the program that runs on the GPU. */
void huvm_launch_dropped(void *launch, unsigned gpu, const char *text);
/* Why the program on a GPU was ended so; NULL: it was not. */
const char *huvm_launch_why(const struct huvm_launch *launch, unsigned gpu);

#endif
