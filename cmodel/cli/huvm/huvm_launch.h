/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Programs that run with what `linepress huvm` preloads, beside each other, and the folder in which
 * they find it. Nothing of it outlives the command: failing kills them and removes the folder.
 * Failures end the program.
 */
#ifndef LPI_CLI_HUVM_LAUNCH_H
#define LPI_CLI_HUVM_LAUNCH_H

#include "../../systems/huvm/wire/play.h"
#include "../../systems/huvm/real/real.h"
#include <sys/types.h>

struct huvm_program {
    char **argv;
    unsigned gpu;
    uint64_t least; /* bytes of the least block that is taken over; 0: none */
    bool silent;    /* what it says is thrown away */
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

/* Makes the folder, and has signals end the command when the programs have ended. */
void huvm_launch_open(void);
/* The path of a file in the folder, which the next call overwrites. */
const char *huvm_launch_path(const char *name);
/* A socket in the folder that programs connect to. */
int huvm_launch_listen(void);
void huvm_launch_close(void);
/* The path of what lies beside the object that is preloaded; the caller's. */
char *huvm_launch_beside(const char *name);

/* Starts them all and waits for them. `variable` (huvm_preload/preload.h) is to name the file
   `name` of the folder. `course` NULL: nothing happens. */
void huvm_launch_run(struct huvm_program *programs, unsigned count, const char *variable,
                     const char *name, const struct huvm_course *course);

/* To be given to a coordinator as `failed`: ends the programs, and then the command with the
   text. */
void huvm_launch_failed(void *context, const char *text);

/* To be given to a coordinator as `dropped`: ends the program that runs on the GPU. */
void huvm_launch_dropped(void *context, unsigned gpu, const char *text);
/* Why the program on a GPU was ended so; NULL: it was not. */
const char *huvm_launch_why(unsigned gpu);

/* Ends the command as its only program ended; returns its exit status. */
int huvm_launch_end_as(const struct huvm_program *program);

#endif
