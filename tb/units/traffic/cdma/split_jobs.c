/* SPDX-License-Identifier: Apache-2.0 */
#include "split_jobs.h"

#include <string.h>

#include "cdma_groups.h"
#include "stored_groups.h"

#define NEVER 100000u
#define LIES 64 /* most bytes by which a job's length is too large */

static size_t most_of(const struct lp_split_job *job, unsigned elem)
{
    return job->codec != LP_DMA_ZVC ? 516 : 512 + 512 / elem;
}

/* The groups' stored forms, one after the other. */
static void fill(struct lp_rng *rng, unsigned elem, struct lp_split_job *job)
{
    struct lp_stored_recipe recipe = {.elem = elem,
                                      .codec = job->codec,
                                      .most = LP_DMA_SECTORS,
                                      .whole = true,
                                      .dense = lp_below(rng, 6) == 0,
                                      .good = lp_below(rng, 4) != 0};
    size_t at = 0;

    for (unsigned k = 0; k < job->groups; k++) {
        struct lp_stored_group group;
        bool last = k + 1 == job->groups;
        do {
            recipe.whole = !last;
            lp_stored_group_random(rng, &recipe, &group);
            if (last && group.sectors != lp_split_sectors(job, k)) {
                group.sectors = lp_split_sectors(job, k);
                memset(group.raw + group.sectors * LP_SECTOR_BYTES, 0,
                       sizeof group.raw - group.sectors * LP_SECTOR_BYTES);
                lp_stored_group_store(elem, &group);
            }
        } while (group.sectors != lp_split_sectors(job, k) ||
                 (job->cut &&
                  (group.bytes > most_of(job, elem) ||
                   (job->codec == LP_DMA_RAW && group.bytes != group.sectors * LP_SECTOR_BYTES))) ||
                 group.bytes > 600);
        memcpy(job->stream + at, group.stored, group.bytes);
        job->size[k] = group.bytes;
        at += group.bytes;
    }
    job->bytes = at;
    for (size_t i = at; i < at + LIES + LP_SECTOR_BYTES; i++)
        job->stream[i] = (uint8_t)lp_random(rng);
}

static void lie(struct lp_rng *rng, unsigned elem, struct lp_split_job *job)
{
    unsigned k = lp_below(rng, job->groups);
    size_t *size = &job->size[k];

    switch (lp_below(rng, 8)) {
    case 0: *size += 1; break;
    case 1: *size -= 1; break;
    case 2: *size = 0; break;
    case 3: *size = lp_below(rng, 65536); break;
    case 4: *size ^= (size_t)1 << lp_below(rng, 16); break;
    case 5:
        if (k > 0 && *size > 1) {
            size_t bytes = 1 + lp_below(rng, (uint32_t)(*size < 40 ? *size - 1 : 39));
            *size -= bytes;
            job->size[k - 1] += bytes;
        }
        break;
    case 6: job->no_entry = k; break;
    default:
        *size = lp_below(rng, 2) ? most_of(job, elem) + lp_below(rng, 6) : 510 + lp_below(rng, 70);
        break;
    }
}

/* The data present differs from what the job declares. */
static void lie_of_bytes(struct lp_rng *rng, struct lp_split_job *job)
{
    if (lp_below(rng, 2) && job->bytes > 1)
        job->bytes -= 1 + lp_below(rng, (uint32_t)(job->bytes < 40 ? job->bytes - 1 : 39));
    else
        job->bytes += 1 + lp_below(rng, LIES);
}

/* A size is right if a group may have it and the stream too. */
static bool fits(const struct lp_split_job *job, unsigned elem, unsigned k, size_t left)
{
    size_t size = job->size[k];

    if (job->codec == LP_DMA_RAW ? size != lp_split_sectors(job, k) * LP_SECTOR_BYTES
                                 : size == 0 || size > most_of(job, elem))
        return false;
    return k + 1 == job->groups ? size == left : size <= left;
}

static void fails(struct lp_split_job *job, enum lp_dma_status status, unsigned bad)
{
    job->status = status;
    job->bad = bad;
}

static void judge_cut(unsigned elem, struct lp_split_job *job)
{
    size_t at = 0, wrong = (size_t)job->bad_beat * LP_SECTOR_BYTES;

    for (job->good = 0; job->good < job->groups; job->good++) {
        unsigned k = job->good;
        job->at[k] = at;
        if (job->index && k >= job->no_entry) {
            fails(job, LP_DMA_DEVICE_ERROR, 0);
            return;
        }
        if (!fits(job, elem, k, job->bytes - at)) {
            fails(job, LP_DMA_CONTRADICTION, k);
            return;
        }
        if (at + job->size[k] > wrong) {
            fails(job, LP_DMA_HOST_ERROR, 0);
            job->flits = wrong <= at ? 0 : (unsigned)(wrong - at) / LP_SECTOR_BYTES;
            return;
        }
        at += job->size[k];
    }
}

static void judge_stream(unsigned elem, struct lp_split_job *job)
{
    job->good = job->groups;
    job->right = job->sectors;
    if (lp_dma_expand((enum lp_dma_codec)job->codec, elem, job->stream, job->bytes, job->sectors,
                      job->raw, &job->right) != LP_OK)
        fails(job, LP_DMA_CORRUPT, (unsigned)job->right / LP_DMA_SECTORS);
    else
        job->right = job->sectors;
    if (job->bad_beat < lp_split_beats(job))
        fails(job, LP_DMA_HOST_ERROR, 0);
}

void lp_split_job_random(struct lp_rng *rng, unsigned codecs, unsigned elem,
                         struct lp_split_job *job)
{
    static const unsigned names[] = {LP_DMA_ZVC,  LP_DMA_RAW, LP_DMA_BPC,
                                     LP_DMA_XZVC, LP_DMA_EBD, LP_DMA_AUTO};

    job->codec = names[lp_below(rng, codecs + 1)];
    job->number = lp_cdma_codec_number(rng, (enum lp_dma_codec)job->codec, codecs);
    job->endless = false;
    job->index = lp_below(rng, 5) < 3;
    job->cut = job->index || job->codec == LP_DMA_RAW;
    job->groups = 1 + lp_below(rng, 10);
    if (lp_below(rng, 16) == 0)
        job->groups = LP_SPLIT_GROUPS - lp_below(rng, LP_SPLIT_GROUPS / (1 + lp_below(rng, 5)));
    job->sectors = job->groups * LP_DMA_SECTORS - (lp_below(rng, 2) ? lp_below(rng, 16) : 0);
    job->status = LP_DMA_GOOD;
    job->bad = job->flits = 0;
    job->no_entry = job->bad_beat = NEVER;
    fill(rng, elem, job);
    if (job->index && lp_below(rng, 4) == 0)
        lie(rng, elem, job);
    if (lp_below(rng, 8) == 0)
        lie_of_bytes(rng, job);
    if (lp_below(rng, 8) == 0)
        job->bad_beat = lp_below(rng, lp_split_beats(job));
    if (job->cut)
        judge_cut(elem, job);
    else
        judge_stream(elem, job);
    job->sectors_said = job->sectors;
    job->bytes_said = job->bytes;
}

/* A number of up to `bits` bits, above `least`; mostly a power of 2 and less than `least` more. */
static uint64_t far(struct lp_rng *rng, unsigned bits, uint64_t least)
{
    unsigned first = bits > 17 ? 13 : bits - 4;
    uint64_t top, number;

    do {
        top = UINT64_C(1) << (first + lp_below(rng, bits - first));
        number = top + (lp_below(rng, 6) ? lp_random(rng) % least : lp_random(rng)) % top;
    } while (number <= least);
    return number;
}

void lp_split_job_endless(struct lp_rng *rng, unsigned group_w, struct lp_split_job *job)
{
    if (job->status != LP_DMA_GOOD)
        return;
    /* A count of groups has group_w bits: the reader of the index is given that count. */
    uint64_t most = ((UINT64_C(1) << group_w) - 1) * LP_DMA_SECTORS;

    job->endless = true;
    /* A group more at least, so that the last one that comes is not the job's last. */
    job->sectors_said = far(rng, group_w + 4, job->sectors + LP_DMA_SECTORS);
    if (job->sectors_said > most)
        job->sectors_said = most;
    job->bytes_said = far(rng, group_w + 10, job->bytes + LP_DMA_GROUP);
}

static bool is_end(const struct lp_split_job *job, const struct lp_split_place *at,
                   const struct lp_split_flit *flit)
{
    static const uint8_t zero[LP_SECTOR_BYTES];
    unsigned codec = at->flit == 0 || !job->cut ? (unsigned)LP_DMA_RAW : job->number;

    return flit->last && flit->bytes == 1 && flit->codec == codec &&
           memcmp(flit->data, zero, sizeof zero) == 0;
}

/* The expected result without errors. */
static bool is_next(const struct lp_split_job *job, const struct lp_split_place *at,
                    const struct lp_split_flit *flit)
{
    unsigned sector = at->packet * LP_DMA_SECTORS + at->flit;
    uint8_t data[LP_SECTOR_BYTES] = {0};

    if (at->packet >= job->groups)
        return false;
    if (!job->cut)
        return (sector >= job->right ||
                memcmp(flit->data, job->raw + (size_t)sector * sizeof data, sizeof data) == 0) &&
               flit->codec == LP_DMA_RAW && flit->bytes == sizeof data &&
               flit->last == (at->flit + 1 == lp_split_sectors(job, at->packet));
    size_t left = job->size[at->packet] - (size_t)at->flit * sizeof data;
    memcpy(data, job->stream + job->at[at->packet] + (size_t)at->flit * sizeof data,
           left < sizeof data ? left : sizeof data);
    return flit->codec == job->number && memcmp(flit->data, data, sizeof data) == 0 &&
           flit->last == (left <= sizeof data) &&
           flit->bytes == (left < sizeof data ? left : sizeof data);
}

const char *lp_split_flit_wrong(const struct lp_split_job *job, const struct lp_split_place *at,
                                const struct lp_split_flit *flit, bool killed,
                                struct lp_split_place *after)
{
    bool fails = at->packet > job->good || (at->packet == job->good && at->flit >= job->flits);
    bool may_end = at->dead || fails || killed || (!job->cut && job->status == LP_DMA_HOST_ERROR);
    bool next = !at->dead && !fails && is_next(job, at, flit);

    if (!next && !(may_end && is_end(job, at, flit)))
        return at->dead ? "p: a group after a failure is not an empty packet"
                        : "p: not the group's bytes";
    *after = (struct lp_split_place){at->packet + flit->last, flit->last ? 0 : at->flit + 1, !next};
    return NULL;
}
