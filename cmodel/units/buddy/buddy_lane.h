/* SPDX-License-Identifier: Apache-2.0 */
/* One decoder of lp_buddy_read: the model of lp_buddy_lane (rtl/buddy/lp_buddy_lane.sv). */
#ifndef LPI_BUDDY_LANE_H
#define LPI_BUDDY_LANE_H

#include <stdbool.h>
#include <stdint.h>

#include "../codec/codec_cycle.h"
#include "../common/ring.h"

#define LPI_LANE_DEPTH 8u
#define LPI_LANE_LINES 16u
#define LPI_LANES_MAX 4u
#define LPI_LANE_DEC_STATE                                                                         \
    (LP_CODEC_DEC_STATE > LP_MIXED_DEC_STATE ? LP_CODEC_DEC_STATE : LP_MIXED_DEC_STATE)

/* Sector of an entry. */
struct lpi_lane_sector {
    uint32_t data[8];
    bool last;
    unsigned codec, sectors;
};

struct lpi_lane {
    unsigned lanes;
    bool mixed; /* dec is the state of lp_mixed_dec */
    struct lpi_ring sectors, info;
    struct lpi_lane_sector sector[LPI_LANE_DEPTH];
    struct {
        uint8_t id, code;
    } line[LPI_LANE_LINES];
    unsigned count;
    uint32_t part[LPI_LANES_MAX - 1][8], data[LPI_LANES_MAX][8];
    bool full, last, err;
    _Alignas(8) unsigned char dec[LPI_LANE_DEC_STATE];
};

/* mixed: the mixed codecs, a bit each; 0: one at a time, ZVC with elements of `elem`. */
void lpi_lane_init(struct lpi_lane *q, unsigned lanes, int elem, int mixed);
void lpi_lane_reset(struct lpi_lane *q);

/* Inputs of a clock edge; returns whether a sector left for the decoder (room). */
struct lpi_lane_in {
    bool l_valid;
    uint8_t id, code;
    const struct lpi_lane_sector *s; /* or NULL */
    bool m_ready;
};
bool lpi_lane_tick(struct lpi_lane *q, const struct lpi_lane_in *in);

static inline uint8_t lpi_lane_id(const struct lpi_lane *q)
{
    return q->line[q->info.rd].id;
}

unsigned lpi_lane_code(const struct lpi_lane *q);

#endif
