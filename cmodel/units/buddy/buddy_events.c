/* SPDX-License-Identifier: Apache-2.0 */
#include "buddy_events.h"

#include <linepress/gbbr.h>

#define ALL ((1u << LP_BUDDY_EVENTS) - 1)

static unsigned of_code(unsigned code)
{
    switch (code) {
    case LP_ANSWER_OK: return 0;
    case LP_ANSWER_TARGET:
    case LP_ANSWER_SLOT:
    case LP_ANSWER_FRAME: return 1u << LP_BUDDY_EVENT_FAULT;
    case LP_ANSWER_STATE:
    case LP_ANSWER_CORRUPT: return 1u << LP_BUDDY_EVENT_CORRUPT;
    default: return 1u << LP_BUDDY_EVENT_MEMORY;
    }
}

void lpi_events_tick(struct lpi_events *q, const struct lpi_events_in *in)
{
    unsigned cause = of_code(q->read_code) | of_code(q->write_code) |
                     (unsigned)q->lost << LP_BUDDY_EVENT_LOST |
                     (unsigned)q->refused << LP_BUDDY_EVENT_REFUSED |
                     (unsigned)q->stray << LP_BUDDY_EVENT_STRAY;

    if (in->cfg_valid) {
        q->seen &= ~in->cfg_data;
        q->enable = in->cfg_data >> LPI_EVENTS_ENABLE & ALL;
    }
    q->seen |= cause;
    q->read_code = in->read_valid ? in->read_code : 0;
    q->write_code = in->write_valid ? in->write_code : 0;
    q->lost = in->lost;
    q->refused = in->refused;
    q->stray = in->stray;
}

void lpi_events_reset(struct lpi_events *q)
{
    *q = (struct lpi_events){0};
}
