/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A file shared by a scenario's players and the command that runs them. A player (huvm_player)
 * plays the program of a GPU: it uses chunks in an order, in several passes, and checks that they
 * hold the data written to them. The command starts all players at the same time; those that repeat
 * continue until all others have ended; then all players check their remaining chunks.
 */
#ifndef LPI_HUVM_PLAY_H
#define LPI_HUVM_PLAY_H

#include "../clock/clock.h"
#include <stdatomic.h>

/* End of a player. */
enum huvm_play_end {
    HUVM_PLAY_GOOD,
    HUVM_PLAY_BAD_USE, /* invalid arguments, which the command never passes */
    HUVM_PLAY_NO_MEMORY,
    HUVM_PLAY_ALONE /* another GPU of its application is gone */
};

/* A player, or a program in its place; a program uses only `app`, `repeats` and `state`. */
struct huvm_play_task {
    uint32_t app, gpu, chunks;
    enum huvm_pattern pattern;
    uint64_t trace, trace_length; /* trace: offset in the file, 32 bits per use */
    uint64_t data;                /* offset of the contents of its chunks, `data_chunks` chunks */
    uint32_t data_chunks;         /* 0: the player generates the contents */
    uint32_t passes, width;       /* width: uses in flight */
    uint64_t compute;             /* ns per use */
    uint64_t seed;
    bool repeats;
    bool loaded; /* its chunks are resident in the GPU at the start */

    _Atomic uint32_t state; /* enum huvm_play_state */
    _Atomic uint64_t uses;
    uint64_t time;               /* ns from the common start to its end */
    uint64_t others;             /* of which ns waiting for its application's other GPUs */
    uint32_t wrong, first_wrong; /* chunks with wrong contents */
};

enum huvm_play_state { HUVM_PLAY_STARTING, HUVM_PLAY_READY, HUVM_PLAY_OVER };

struct huvm_play_app {
    uint32_t gpus;            /* that wait for each other between passes */
    _Atomic uint32_t arrived; /* at the end of a pass */
    _Atomic uint32_t turn;    /* changes when all continue; a futex */
    _Atomic bool broken;      /* one of them is gone */
};

struct huvm_play {
    uint64_t chunk_bytes;
    uint32_t tasks, players;
    _Atomic uint32_t ready;                  /* players that wait for the start, or are gone */
    _Atomic uint32_t running;                /* tasks that do not repeat and have not ended */
    _Atomic uint32_t begun, stopped, checks; /* 0 or 1; futexes */
    uint64_t at;                             /* ns of the monotonic clock at the start */
    struct huvm_play_app app[HUVM_GPUS_MAX];
    struct huvm_play_task task[HUVM_GPUS_MAX];
};

/* ---- the command ---- */

/* Whether all players are ready and wait for the start; and starts them. */
bool huvm_play_is_ready(const struct huvm_play *play);
void huvm_play_begin(struct huvm_play *play);

/* Whether all tasks have ended and players wait for the final check; and starts it. */
bool huvm_play_is_over(const struct huvm_play *play);
void huvm_play_check(struct huvm_play *play);

/* The process of a task has ended: others no longer wait for it. */
void huvm_play_gone(struct huvm_play *play, uint32_t task);

/* ---- players ---- */

/* Marks the player as ready and waits for the start. */
void huvm_play_wait_begin(struct huvm_play *play, uint32_t task);

/* Waits at the end of a pass for the other GPUs of its application. false: one of them is gone. */
bool huvm_play_meet(struct huvm_play *play, uint32_t task);

/* Marks its passes as done; and waits for the final check. */
void huvm_play_over(struct huvm_play *play, uint32_t task);
void huvm_play_wait_check(struct huvm_play *play);

#endif
