/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The link to buddy memory: one for all who ask, each way, round robin; or split, where each has
 * its share. Buddy memory at its other end may have a bandwidth of its own, also for both ways together.
 * Not installed.
 */
#ifndef LPI_GPU_LINK_H
#define LPI_GPU_LINK_H

#include "gpu_memory.h"

struct lpi_gpu_link;

enum lpi_gpu_way { LPI_GPU_FROM, LPI_GPU_TO, LPI_GPU_WAYS }; /* reads, writes */

/* `askers` that share it; of those, `split` get equal shares that only they use, or 0. */
struct lpi_gpu_link *lpi_gpu_link_open(const struct lpi_gpu_config *config,
                                       struct lpi_gpu_events *events, unsigned askers,
                                       unsigned split);
void lpi_gpu_link_close(struct lpi_gpu_link *link);
/* Sets the function that gets the answers to an asker's requests. */
void lpi_gpu_link_answers(struct lpi_gpu_link *link, unsigned asker, lpi_gpu_answer *answer,
                          void *owner);

/* From `time` on, not before now. The answer has the time of the last sector. */
void lpi_gpu_link_ask(struct lpi_gpu_link *link, unsigned asker, enum lpi_gpu_way way,
                      uint64_t time, uint32_t sectors, uint32_t tag);

struct lpi_gpu_link_traffic {
    uint64_t sectors[LPI_GPU_WAYS];
    uint64_t busy[LPI_GPU_WAYS]; /* ticks of the link; of a split one the sum of all shares */
};
/* Ticks for which the link, or the share that is used most, has moved data by `now`. */
uint64_t lpi_gpu_link_moved(const struct lpi_gpu_link *link, enum lpi_gpu_way way, uint64_t now);
const struct lpi_gpu_link_traffic *lpi_gpu_link_traffic(const struct lpi_gpu_link *link);

#endif
