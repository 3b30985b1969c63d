/* SPDX-License-Identifier: Apache-2.0 */
#include "bins_ends.h"

#include <string.h>

unsigned lp_bins_row(unsigned cycles)
{
    return cycles < 2 ? cycles : cycles < 16 ? 2 : 3;
}

/* ---- an encoder ---- */

static bool line_in(struct lp_enc_ends *e, struct lp_bins *groups, const struct lp_enc_ports *p)
{
    if (!p->s_valid || !p->s_ready) {
        lp_bin(&groups[p->s_valid ? LP_ENC_IN_WAITS : LP_ENC_IN_IDLE], e->sector);
        return false;
    }
    memcpy(e->line + e->sector * LP_SECTOR_BYTES, p->s_data, LP_SECTOR_BYTES);
    e->sector = (e->sector + 1) % LP_LINE_SECTORS;
    return e->sector == 0;
}

static void entry_out(struct lp_enc_ends *e, struct lp_bins *groups, const struct lp_enc_ports *p)
{
    if (p->m_valid && p->m_ready) {
        lp_bin(&groups[LP_ENC_OUT_WAITED], lp_bins_row(e->waited));
        e->beat = p->m_last ? 0 : e->beat + 1;
        e->waited = 0;
        e->row++;
        return;
    }
    lp_bin(&groups[LP_ENC_OUT_ROW], lp_bins_row(e->row));
    e->row = 0;
    if (!p->m_valid)
        return;
    lp_bin(&groups[LP_ENC_OUT_WAITS], e->beat);
    e->waited++;
}

bool lp_enc_ends_cycle(struct lp_enc_ends *e, struct lp_bins *groups, const struct lp_enc_ports *p)
{
    e->reset = false;
    entry_out(e, groups, p);
    return line_in(e, groups, p);
}

void lp_enc_ends_reset(struct lp_enc_ends *e, struct lp_bins *groups)
{
    if (!e->reset) {
        lp_bin(&groups[LP_ENC_RESET_SECTOR], e->sector);
        lp_bin(&groups[LP_ENC_RESET_BEAT], e->beat);
        lp_bin(&groups[LP_ENC_RESET_WAITING], e->waited > 0);
    }
    *e = (struct lp_enc_ends){.reset = true};
}

/* ---- a decoder ---- */

static void entry_in(struct lp_dec_ends *e, struct lp_bins *groups, const struct lp_dec_ports *p)
{
    if (e->whole)
        e->beats = 0;
    e->whole = false;
    if (!p->s_valid || !p->s_ready) {
        lp_bin(&groups[p->s_valid ? LP_DEC_IN_WAITS : LP_DEC_IN_IDLE], e->beats);
        return;
    }
    lp_bin(&groups[e->beats == 0 ? LP_DEC_SECTORS : LP_DEC_LATER_SECTORS], p->s_sectors);
    if (e->beats == 0) {
        e->sectors = p->s_sectors;
        memset(e->entry, 0, sizeof e->entry);
    }
    if (e->beats < LP_DEC_BEATS)
        memcpy(e->entry + e->beats * LP_SECTOR_BYTES, p->s_data, LP_SECTOR_BYTES);
    e->beats++;
    e->whole = p->s_last;
    if (e->whole)
        lp_bin(&groups[LP_DEC_BEATS_IN], e->beats);
}

static void line_out(struct lp_dec_ends *e, struct lp_bins *groups, const struct lp_dec_ports *p)
{
    e->waiting = p->m_valid && !p->m_ready;
    if (p->m_valid && p->m_ready) {
        if (p->m_last)
            lp_bin(&groups[LP_DEC_ERRORS], p->m_err);
        e->sector = (e->sector + 1) % LP_LINE_SECTORS;
        e->row++;
        return;
    }
    lp_bin(&groups[LP_DEC_OUT_ROW], lp_bins_row(e->row));
    e->row = 0;
    lp_bin(&groups[p->m_valid ? LP_DEC_OUT_WAITS : LP_DEC_OUT_IDLE], e->sector);
    if (p->m_valid && p->m_last)
        lp_bin(&groups[LP_DEC_ERROR_WAITS], p->m_err);
}

bool lp_dec_ends_cycle(struct lp_dec_ends *e, struct lp_bins *groups, const struct lp_dec_ports *p)
{
    e->reset = false;
    line_out(e, groups, p);
    entry_in(e, groups, p);
    return e->whole;
}

void lp_dec_ends_reset(struct lp_dec_ends *e, struct lp_bins *groups)
{
    if (!e->reset) {
        lp_bin(&groups[LP_DEC_RESET_SECTOR], e->sector);
        lp_bin(&groups[LP_DEC_RESET_ENTRY], e->whole ? 0 : e->beats);
        lp_bin(&groups[LP_DEC_RESET_WAITING], e->waiting);
    }
    memset(e, 0, sizeof *e);
    e->reset = true;
}
