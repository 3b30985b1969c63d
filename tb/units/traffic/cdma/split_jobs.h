/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Jobs for the bench of lp_cdma_split: streams of groups, with and without an index, with wrong
 * entries in the index and bad beats, and the expected result of each.
 */
#ifndef LP_SPLIT_JOBS_H
#define LP_SPLIT_JOBS_H

#include <linepress/cdma.h>

#include "base/rng.h"

#define LP_SPLIT_GROUPS 80 /* few jobs have more than 10 */
#define LP_SPLIT_BYTES (LP_SPLIT_GROUPS * 640)

struct lp_split_job {
    unsigned codec, number;   /* its number */
    bool index, cut;          /* cut: by sizes; else the stream is decoded */
    unsigned groups, sectors; /* in all */
    size_t bytes;             /* as the job declares if it is not endless */
    /* As the job declares if it declares more than ever comes, so that it must be killed. */
    bool endless;
    uint64_t sectors_said, bytes_said;
    uint8_t stream[LP_SPLIT_BYTES + 4 * LP_SECTOR_BYTES];
    size_t size[LP_SPLIT_GROUPS]; /* as the index says, or by the sectors */
    unsigned no_entry;            /* reads of entries from here on fail */
    unsigned bad_beat;            /* of the link */

    /* Without a kill: packets before `good` come in full. */
    unsigned good, flits; /* flits of the next one that come, if the job fails there */
    enum lp_dma_status status;
    unsigned bad;
    size_t at[LP_SPLIT_GROUPS];                  /* where packets begin */
    uint8_t raw[LP_SPLIT_GROUPS * LP_DMA_GROUP]; /* without an index */
    size_t right;                                /* sectors of it */
};

void lp_split_job_random(struct lp_rng *rng, unsigned codecs, unsigned elem,
                         struct lp_split_job *job);

/*
 * Makes a good job declare far more data than ever comes, as much as the unit can count with group
 * numbers of group_w bits.
 */
void lp_split_job_endless(struct lp_rng *rng, unsigned group_w, struct lp_split_job *job);

/* Sectors of group k. */
static inline unsigned lp_split_sectors(const struct lp_split_job *job, unsigned k)
{
    return k + 1 < job->groups ? LP_DMA_SECTORS : job->sectors - k * LP_DMA_SECTORS;
}

static inline unsigned lp_split_beats(const struct lp_split_job *job)
{
    return (unsigned)((job->bytes + LP_SECTOR_BYTES - 1) / LP_SECTOR_BYTES);
}

static inline uint64_t lp_split_beats_said(const struct lp_split_job *job)
{
    return (job->bytes_said + LP_SECTOR_BYTES - 1) / LP_SECTOR_BYTES;
}

/* Position in the packets of a job. dead: all further packets are empty. */
struct lp_split_place {
    unsigned packet, flit;
    bool dead;
};

/* A flit at a port of a unit; data has 32 bytes. */
struct lp_split_flit {
    const void *data;
    unsigned codec, bytes;
    bool last;
};

/*
 * What is wrong with a flit at this position of the job, which may have been killed; NULL: nothing.
 * In *after, `dead` is that of the next position.
 */
const char *lp_split_flit_wrong(const struct lp_split_job *job, const struct lp_split_place *at,
                                const struct lp_split_flit *flit, bool killed,
                                struct lp_split_place *after);

#endif
