/* SPDX-License-Identifier: Apache-2.0 */
#include "dec_lines.h"

#include <string.h>

void lp_dec_lines_start(struct lp_dec_lines *self, struct lp_traffic *base)
{
    base->lines_in = base->lines_out = 0;
    self->lines_due = self->lines_out = 0;
    self->sector_out = 0;
    self->seen = false;
    self->beats_in = self->beats_taken = 0;
}

struct lp_due *lp_dec_lines_due(struct lp_dec_lines *self)
{
    return &self->due[self->lines_due++ % LP_TRAFFIC_LINES];
}

const struct lp_due *lp_dec_lines_now(const struct lp_dec_lines *self)
{
    return &self->due[self->lines_out % LP_TRAFFIC_LINES];
}

void lp_dec_lines_offer(struct lp_dec_lines *self, unsigned starts)
{
    self->starts[self->beats_in++ % LP_TRAFFIC_LINES] = starts;
}

void lp_dec_lines_taken(struct lp_dec_lines *self, struct lp_traffic *base, uint64_t cycle)
{
    unsigned starts = self->starts[self->beats_taken++ % LP_TRAFFIC_LINES];

    while (starts-- > 0)
        lp_traffic_line_in(base, cycle);
}

static const char *check_sector(const struct lp_dec_lines *self, const struct lp_dec_sector *sector)
{
    const struct lp_due *due = lp_dec_lines_now(self);
    bool fourth = self->sector_out == LP_LINE_SECTORS - 1;

    if (self->lines_out == self->lines_due)
        return "m_valid_o: more lines than went in";
    if (!due->bad &&
        memcmp(sector->data, due->bytes + self->sector_out * LP_SECTOR_BYTES, LP_SECTOR_BYTES) != 0)
        return "m_data_o is not the line's sector";
    if (sector->last != fourth)
        return "m_last_o is not with the fourth sector";
    if (sector->err != (fourth && due->bad))
        return due->bad ? "m_err_o: a bad line passed" : "m_err_o on a good line";
    return NULL;
}

/* Latency ends when a sector is first offered, whatever the sink does. */
const char *lp_dec_lines_check(struct lp_dec_lines *self, struct lp_traffic *base, uint64_t cycle,
                               const struct lp_dec_sector *sector)
{
    const char *wrong;

    if (!sector->valid)
        return NULL;
    wrong = check_sector(self, sector);
    if (wrong)
        return wrong;
    if (self->sector_out == 0 && !self->seen)
        lp_traffic_line_out(base, cycle);
    self->seen = !sector->ready;
    if (sector->ready && ++self->sector_out == LP_LINE_SECTORS) {
        self->sector_out = 0;
        self->lines_out++;
        base->lines++;
    }
    return NULL;
}
