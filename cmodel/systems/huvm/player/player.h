/* SPDX-License-Identifier: Apache-2.0 */
/* A player of a scenario's GPU, for the files of this folder. */
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
    uint32_t *uses;  /* of each, until now */
    bool *bad;       /* of each: it did not hold what was written */

    pthread_mutex_t lock; /* of what follows, and of what is computed: one use at a time */
    unsigned pass;
    enum huvm_pattern pattern;
    uint64_t place, length; /* of the pass */
    struct lp_rng rng;
    uint64_t free_at; /* ns of the monotonic clock, when the last use is computed */
    bool waited;      /* for the chunk that is used next, or for the pass to begin */
};

/* One pass; false: there is no thread for it. */
bool player_pass(struct player *p);

/* Looks at all of each chunk. */
void player_check_all(struct player *p);

#endif
