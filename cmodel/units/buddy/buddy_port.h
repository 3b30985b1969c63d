/* SPDX-License-Identifier: Apache-2.0 */
/* The model of lp_buddy_port (rtl/buddy/lp_buddy_port.sv), a part of lp_buddy_top's. */
#ifndef LPI_BUDDY_PORT_H
#define LPI_BUDDY_PORT_H

#include <stdbool.h>
#include <string.h>

#include "../common/ring.h"
#include "buddy_front.h"

#define LPI_PORT_REQUESTS 4
#define LPI_PORT_LINES 2
#define LPI_PORT_LINE 32  /* words of a line */
#define LPI_PORT_SECTOR 8 /* of a sector */

/* Request for a slice. */
struct lpi_port_work {
    struct lpi_request request;
    uint32_t line[LPI_PORT_LINE];
};

struct lpi_port {
    unsigned lanes;
    struct lpi_ring requests, lines;
    struct lpi_request request[LPI_PORT_REQUESTS];
    uint32_t line[LPI_PORT_LINES][LPI_PORT_LINE];
    unsigned sector, beat;
    bool m_valid;
    unsigned m_id, m_code;
    uint32_t m_data[LPI_PORT_LINE];
};

static inline void lpi_port_reset(struct lpi_port *q)
{
    q->requests.rd = q->requests.count = q->lines.rd = q->lines.count = 0;
    q->sector = q->beat = 0;
    q->m_valid = false;
}

static inline void lpi_port_init(struct lpi_port *q, unsigned lanes)
{
    memset(q, 0, sizeof *q);
    q->lanes = lanes;
    q->requests.depth = LPI_PORT_REQUESTS;
    q->lines.depth = LPI_PORT_LINES;
}

static inline bool lpi_port_room(const struct lpi_port *q, bool write)
{
    return lpi_ring_ready(&q->requests) && (!write || lpi_ring_ready(&q->lines));
}

/* Outputs to the slice: the request and the offered sector. */
static inline void lpi_port_offer(const struct lpi_port *q, struct lp_buddy_slice_in *in)
{
    const struct lpi_request *r = &q->request[q->requests.rd];

    in->q_valid = lpi_ring_valid(&q->requests);
    in->q_write = r->write;
    in->q_id = r->id;
    in->q_compressed = r->compressed;
    in->q_target = r->target;
    in->q_codec = r->codec;
    in->q_slot = r->slot;
    in->q_frame = r->frame;
    in->q_index = r->index;
    in->d_valid = lpi_ring_valid(&q->lines);
    memcpy(in->d_data, q->line[q->lines.rd] + LPI_PORT_SECTOR * q->sector, sizeof in->d_data);
}

/* Beats of a line read. */
static inline void lpi_port_collect(struct lpi_port *q, const struct lp_buddy_slice_in *in,
                                    const struct lp_buddy_slice_out *out)
{
    unsigned words = LPI_PORT_SECTOR * q->lanes;

    if (!in->m_ready)
        return;
    q->m_valid = out->m_valid && out->m_last;
    if (!out->m_valid)
        return;
    q->m_id = out->m_id;
    q->m_code = out->m_code;
    memcpy(q->m_data + words * q->beat, out->m_data, words * sizeof *q->m_data);
    q->beat = (q->beat + 1) % (LPI_PORT_LINE / words);
}

/* work: the request from A, or NULL. in and out: the slice's ports. */
static inline void lpi_port_tick(struct lpi_port *q, const struct lpi_port_work *work,
                                 const struct lp_buddy_slice_in *in,
                                 const struct lp_buddy_slice_out *out)
{
    bool sent = in->d_valid && out->d_ready;

    if (work)
        q->request[lpi_ring_wr(&q->requests)] = work->request;
    if (work && work->request.write)
        memcpy(q->line[lpi_ring_wr(&q->lines)], work->line, sizeof work->line);
    lpi_ring_tick(&q->requests, work != NULL, out->q_ready);
    lpi_ring_tick(&q->lines, work && work->request.write, out->d_ready && q->sector == 3);
    q->sector = (q->sector + sent) % 4;
    lpi_port_collect(q, in, out);
}

#endif
