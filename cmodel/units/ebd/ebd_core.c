/* SPDX-License-Identifier: Apache-2.0 */
#include "ebd_core.h"

void lpi_ebd_core_reset(struct lpi_ebd_core *q)
{
    q->v = q->at5 = q->at7 = q->beats = 0;
    q->l_valid = false;
    q->next = 0;
    q->told = q->out = LPI_EBD_CORE_LINES - 1;
}

void lpi_ebd_core_encode(struct lpi_ebd_core *q, const uint8_t *bytes)
{
    lpi_ebd_line_encode(&q->lines[q->next], bytes);
    q->next = (q->next + 1) % LPI_EBD_CORE_LINES;
}

static bool begins(const struct lpi_ebd_core *q)
{
    return (q->v & 8) && q->at7 == 3;
}

struct lpi_ebd_core_out lpi_ebd_core_eval(const struct lpi_ebd_core *q)
{
    const struct lpi_ebd_line *line = &q->lines[q->out], *told = &q->lines[q->told];
    struct lpi_ebd_core_out out = {.l_valid = q->l_valid};
    unsigned beat = 0;

    if (q->l_valid) {
        out.l_size = told->size;
        out.l_sectors = told->sectors;
    }
    if (!begins(q))
        while (beat++ < 3 && !(q->beats >> (beat - 1) & 1))
            ;
    out.m_valid = begins(q) || (beat <= 3 && beat < line->sectors);
    if (out.m_valid) {
        out.m_data = line->data[beat];
        out.m_last = beat + 1 >= line->sectors;
        out.m_size = line->size;
        out.m_sectors = line->sectors;
    }
    return out;
}

void lpi_ebd_core_tick(struct lpi_ebd_core *q, bool s_valid, bool m_ready)
{
    struct lpi_ebd_core_out now = lpi_ebd_core_eval(q);

    q->l_valid = false;
    if (!lpi_ebd_core_moves(&now, m_ready))
        return;
    if (q->v & 2 && q->at5 == 0) {
        q->l_valid = true;
        q->told = (q->told + 1) % LPI_EBD_CORE_LINES;
    }
    q->beats = (uint8_t)((q->beats << 1 | begins(q)) & 7);
    /* The fourth sector of a line leaves D6. */
    if (q->v & 4 && q->at5 == 0)
        q->out = (q->out + 1) % LPI_EBD_CORE_LINES;
    q->at5 = (q->at5 + (q->v >> 1 & 1)) % LPI_EBD_SECTORS;
    q->at7 = (q->at7 + (q->v >> 3 & 1)) % LPI_EBD_SECTORS;
    q->v = (uint8_t)((q->v << 1 | s_valid) & 15);
}
