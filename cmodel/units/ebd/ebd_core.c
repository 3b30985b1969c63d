/* SPDX-License-Identifier: Apache-2.0 */
#include "ebd_core.h"

#include <string.h>

void lpi_ebd_core_reset(struct lpi_ebd_core *q)
{
    q->v = q->at5 = q->at7 = q->beats = 0;
    q->l_valid = false;
    q->next = 0;
    q->told = q->out = LPI_EBD_CORE_LINES - 1;
}

void lpi_ebd_core_encode(struct lpi_ebd_core *q, const uint8_t *bytes, struct lpi_ebd_core_may may)
{
    struct lpi_ebd_core_line *line = &q->lines[q->next];
    uint8_t record[LP_LINE_BYTES];
    size_t size = LP_LINE_BYTES;

    q->next = (q->next + 1) % LPI_EBD_CORE_LINES;
    if (may.ebd)
        lpi_ebd_line_encode(&line->entry, bytes);
    line->filter = may.filter;
    line->zvc = may.zvc < LP_LINE_SECTORS && !(may.ebd && line->entry.sectors < may.zvc);
    if (may.ebd && !line->zvc)
        return;
    if (!line->zvc)
        memcpy(record, bytes, sizeof record);
    else if (may.filter)
        lp_xzvc_encode_line(bytes, record, sizeof record, &size);
    else
        lp_zvc_encode_line(LP_ELEM_16, bytes, record, sizeof record, &size);
    lpi_ebd_line_store(&line->entry, record, size);
    if (line->zvc)
        line->entry.sectors = (uint8_t)may.zvc;
}

static bool begins(const struct lpi_ebd_core *q)
{
    return (q->v & 8) && q->at7 == 3;
}

struct lpi_ebd_core_out lpi_ebd_core_eval(const struct lpi_ebd_core *q)
{
    const struct lpi_ebd_core_line *line = &q->lines[q->out];
    const struct lpi_ebd_line *told = &q->lines[q->told].entry;
    struct lpi_ebd_core_out out = {.l_valid = q->l_valid, .m_lost = q->lost};
    unsigned beat = 0;

    if (q->l_valid) {
        out.l_size = told->size;
        out.l_sectors = told->sectors;
    }
    if (!begins(q))
        while (beat++ < 3 && !(q->beats >> (beat - 1) & 1))
            ;
    out.m_valid = !q->lost && (begins(q) || (beat <= 3 && beat < line->entry.sectors));
    if (out.m_valid) {
        out.m_data = line->entry.data[beat];
        out.m_last = beat + 1 >= line->entry.sectors;
        out.m_size = line->entry.size;
        out.m_sectors = line->entry.sectors;
        out.m_zvc = line->zvc;
        out.m_filter = line->zvc && line->filter;
    }
    return out;
}

void lpi_ebd_core_tick(struct lpi_ebd_core *q, bool move, bool s_valid, unsigned other)
{
    q->l_valid = false;
    if (!move)
        return;
    if (q->v & 8 && q->at7 == 2)
        q->lost = other < q->lines[q->told].entry.sectors;
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
