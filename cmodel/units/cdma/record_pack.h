/* SPDX-License-Identifier: Apache-2.0 */
/*
 * lp_cdma_record_pack (rtl/cdma/lp_cdma_record_pack.sv), for the model of lp_cdma_shrink.
 *
 * RTL map of lp_cdma_record_pack:
 *   {start,led,valid,first,end,count,level,full,tail,held}_q = {}
 *   data_q, announce_q = fresh
 */
#ifndef LPI_CDMA_RECORD_PACK_H
#define LPI_CDMA_RECORD_PACK_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "../../base/wide.h"
#include "../../lib/codec/auto.h"

/* Number of BPC at the port. */
#define LPI_RECORD_BPC 1

/* A beat of an entry, as the encoder outputs it; codec: 0 for a zero or raw line. */
struct lpi_cdma_entry {
    const uint32_t *data;
    bool last;
    unsigned codec, size, sectors;
};

/* A flit to be output. */
struct lpi_cdma_flit {
    uint32_t data[8];
    bool last;
    uint8_t bytes;
};

struct lpi_cdma_record_pack {
    bool start;             /* the next beat begins an entry */
    bool led;               /* its kind has been taken */
    bool valid, first, end; /* E */
    uint8_t count;
    uint8_t fresh[33]; /* its bytes, including the announcement of its record */
    bool full, tail;   /* H */
    uint8_t level, held[33];
};

static inline void lpi_cdma_record_pack_reset(struct lpi_cdma_record_pack *q)
{
    q->valid = q->full = q->tail = q->led = false;
    q->start = true;
    q->level = 0;
}

/* H leaves without the beat, which waits. */
static inline bool lpi_cdma_record_pack_alone(const struct lpi_cdma_record_pack *q)
{
    return q->tail || (q->full && (q->first || !q->valid));
}

/* E may load. */
static inline bool lpi_cdma_record_pack_ready(const struct lpi_cdma_record_pack *q, bool m_ready)
{
    return !q->valid || (m_ready && !lpi_cdma_record_pack_alone(q));
}

/* The beat waits while E takes the kind of its record. */
static inline bool lpi_cdma_record_pack_leads(const struct lpi_cdma_record_pack *q, bool plain,
                                              const struct lpi_cdma_entry *beat)
{
    return !plain && q->start && !q->led && beat->codec == LPI_RECORD_BPC;
}

/* The first byte of a record; with kinds, BPC's length. */
static inline uint8_t lpi_cdma_record_pack_head(bool plain, const struct lpi_cdma_entry *beat)
{
    static const uint8_t kinds[] = {LPI_KIND_ZVC, LPI_KIND_BPC, LPI_KIND_XZVC, LPI_KIND_EBD_MASK};

    if (beat->sectors == 4 || beat->sectors == 0)
        return beat->sectors == 0 ? 0 : 255;
    if (plain || beat->codec == LPI_RECORD_BPC)
        return (uint8_t)((beat->size + 7) / 8);
    return (uint8_t)(kinds[beat->codec] + (beat->codec == 3 && beat->sectors > 1));
}

/* E: the encoder's beat, or the kind of its record; `end`: its line is the last of the group. */
static inline void lpi_cdma_record_pack_take(struct lpi_cdma_record_pack *q, bool plain,
                                             const struct lpi_cdma_entry *beat, bool end)
{
    unsigned bytes = (beat->size + 7) / 8, count = 0, fresh = 32;

    q->first = q->start;
    q->led = lpi_cdma_record_pack_leads(q, plain, beat);
    if (q->led) {
        q->end = false;
        q->fresh[0] = LPI_KIND_BPC;
        q->count = 1;
        return;
    }
    q->end = beat->last && end;
    if (beat->last && beat->sectors != 4)
        fresh = beat->sectors == 0 ? 0 : (bytes - 1) % 32 + 1;
    if (q->first)
        q->fresh[count++] = lpi_cdma_record_pack_head(plain, beat);
    uint8_t data[32];
    lpi_bytes_of_words(data, beat->data, sizeof data);
    memcpy(q->fresh + count, data, fresh);
    q->count = (uint8_t)(count + fresh);
    q->start = beat->last;
}

/* The flit on offer; false: none. */
static inline bool lpi_cdma_record_pack_flit(const struct lpi_cdma_record_pack *q,
                                             struct lpi_cdma_flit *flit)
{
    uint8_t bytes[32] = {0};
    bool held = q->full || q->tail;
    unsigned sum = held ? q->level : q->level + q->count;

    if (!held && !(q->valid && (sum >= 32 || q->end)))
        return false;
    memcpy(bytes, q->held, q->level < 32 ? q->level : 32);
    flit->bytes = (uint8_t)(sum < 32 ? sum : 32);
    if (!held)
        memcpy(bytes + q->level, q->fresh, flit->bytes - q->level);
    flit->last = held ? q->tail : q->end && sum <= 32;
    lpi_words_of_bytes(flit->data, bytes, sizeof bytes);
    return true;
}

/* A clock edge at which flits may leave; E's beat moves to H, and its flit leaves. */
static inline void lpi_cdma_record_pack_move(struct lpi_cdma_record_pack *q)
{
    if (lpi_cdma_record_pack_alone(q)) {
        q->level = 0;
        q->full = q->tail = false;
        return;
    }
    if (!q->valid)
        return;
    bool was_full = q->full;
    unsigned level = was_full ? 0 : q->level, sum = level + q->count;
    unsigned from = !was_full && sum >= 32 ? 32 - level : 0; /* bytes of E that leave */

    q->tail = q->end && (was_full || sum > 32);
    q->full = !q->end && (was_full ? sum == 32 : sum == 64);
    if (!was_full && sum < 32 && q->end) {
        q->level = 0;
        return;
    }
    if (from > 0)
        level = 0;
    memcpy(q->held + level, q->fresh + from, q->count - from);
    q->level = (uint8_t)(level + q->count - from);
}

#endif
