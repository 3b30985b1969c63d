/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A file that a scenario's players and the command that runs them share. A player (huvm_player)
 * stands for what a GPU runs: it uses chunks in an order, in several passes, and finds out whether
 * they hold what it wrote. The command lets all players begin at once; those that repeat go on
 * until all others are over; then it lets them look through what they have not checked.
 */
#ifndef LPI_HUVM_PLAY_H
#define LPI_HUVM_PLAY_H

#include "../clock/clock.h"
#include <stdatomic.h>

/* How a player ends. */
enum huvm_play_end {
    HUVM_PLAY_GOOD,
    HUVM_PLAY_BAD_USE, /* the command starts nobody so */
    HUVM_PLAY_NO_MEMORY,
    HUVM_PLAY_ALONE    /* another GPU of its application is gone */
};

/* A player, or a program that takes its place; of this one only `app`, `repeats` and `state`. */
struct huvm_play_task {
    uint32_t app, gpu, chunks;
    enum huvm_pattern pattern;
    uint64_t trace, trace_length; /* trace: byte of the file where it begins, 32 bits a use */
    uint64_t data;                /* and where what its chunks hold does: so many chunks of it */
    uint32_t data_chunks;         /* 0: they hold what the player makes */
    uint32_t passes, width;       /* width: uses in flight */
    uint64_t compute;             /* ns a use */
    uint64_t seed;
    bool repeats;
    bool loaded; /* its chunks are to be in the GPU's memory when all begin */

    _Atomic uint32_t state; /* enum huvm_play_state */
    _Atomic uint64_t uses;
    uint64_t time;   /* ns, from when all began to when it was over */
    uint64_t others; /* ns of it that it waited for its application's other GPUs */
    uint32_t wrong, first_wrong; /* chunks that did not hold what was written */
};

enum huvm_play_state { HUVM_PLAY_STARTING, HUVM_PLAY_READY, HUVM_PLAY_OVER };

struct huvm_play_app {
    uint32_t gpus;            /* that wait for each other between passes */
    _Atomic uint32_t arrived; /* at the end of a pass */
    _Atomic uint32_t turn;    /* changes when all go on; a futex */
    _Atomic bool broken;      /* one of them is gone */
};

struct huvm_play {
    uint64_t chunk_bytes;
    uint32_t tasks, players;
    _Atomic uint32_t ready;   /* players that wait to begin, or are gone */
    _Atomic uint32_t running; /* tasks that neither repeat nor are over */
    _Atomic uint32_t begun, stopped, checks; /* 0 or 1; futexes */
    uint64_t at;                             /* ns of the monotonic clock, when it began */
    struct huvm_play_app app[HUVM_GPUS_MAX];
    struct huvm_play_task task[HUVM_GPUS_MAX];
};

/* ---- the command ---- */

/* Whether all players are ready and wait to begin; lets them. */
bool huvm_play_is_ready(const struct huvm_play *play);
void huvm_play_begin(struct huvm_play *play);

/* Whether all is over and players wait to look through their chunks; lets them. */
bool huvm_play_is_over(const struct huvm_play *play);
void huvm_play_check(struct huvm_play *play);

/* The process of a task has ended: nobody waits for it any longer. */
void huvm_play_gone(struct huvm_play *play, uint32_t task);

/* ---- players ---- */

/* Says that the player is ready and waits until all begin. */
void huvm_play_wait_begin(struct huvm_play *play, uint32_t task);

/* Waits at the end of a pass for the other GPUs of its application. false: one of them is gone. */
bool huvm_play_meet(struct huvm_play *play, uint32_t task);

/* Its passes are done. Waits until it may look through its chunks. */
void huvm_play_over(struct huvm_play *play, uint32_t task);
void huvm_play_wait_check(struct huvm_play *play);

#endif
