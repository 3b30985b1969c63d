/* SPDX-License-Identifier: Apache-2.0 */
/* State of a player of a scenario's GPU. */
#ifndef LPI_HUVM_PLAYER_H
#define LPI_HUVM_PLAYER_H

#include "../wire/play.h"
#include "words.h"
#include <pthread.h>

struct player {
    struct huvm_play *play;
    struct huvm_play_task *task;
    uint32_t number; /* of the task */
    struct player_words words;
    const uint32_t *trace;
    uint8_t *memory; /* its chunks */
    uint32_t *uses;  /* of each chunk so far */
    bool *bad;       /* for each chunk: its contents were wrong */

    pthread_mutex_t lock; /* protects the following; held during a computation */
    unsigned pass;
    enum huvm_pattern pattern;
    uint64_t place, length; /* position and length in the pass */
    struct lp_rng rng;
    uint64_t free_at; /* ns of the monotonic clock at the end of the last computation */
    bool waited;      /* for the next chunk, or for the pass to begin */
};

/* Runs one pass; false: a thread could not be created. */
bool player_pass(struct player *p);

/* Checks the whole of each chunk. */
void player_check_all(struct player *p);

#endif
