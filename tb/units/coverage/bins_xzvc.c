/* SPDX-License-Identifier: Apache-2.0 */
/* Bins of lp_xzvc_enc and lp_xzvc_dec: filtered and unfiltered entries; their contents have bins of
 * their own. */
#include "bins.h"
#include "units/zvc/zvc_ports.h"

/* Entries: not filtered, then filtered. */
enum { KINDS = 10, DEC_KINDS = 12 };
static const char *const kinds[] = {"ZVC zero",  "ZVC 1",  "ZVC 2",  "ZVC 3",  "ZVC raw",
                                    "XZVC zero", "XZVC 1", "XZVC 2", "XZVC 3", "XZVC raw"};
static const char *const dec_kinds[] = {"ZVC zero", "ZVC 1",      "ZVC 2",     "ZVC 3",
                                        "ZVC raw",  "ZVC 5 to 7", "XZVC zero", "XZVC 1",
                                        "XZVC 2",   "XZVC 3",     "XZVC raw",  "XZVC 5 to 7"};
#define FILTERS "ZVC, ZVC", "ZVC, XZVC", "XZVC, ZVC", "XZVC, XZVC"
#define YES_NO "no", "yes"

/* ---- encoder ---- */

enum { ENTRY, FILTERS_IN, LATER, OUT_WAITS, RESET_SECTOR, RESET_FILTERED, ENC_GROUPS };
static struct lp_bins enc_groups[ENC_GROUPS] = {
    [ENTRY] = {.what = "entry", .first = 0, .count = KINDS, .names = kinds},
    [FILTERS_IN] = {.what = "line before and line", .first = 0, .count = 4, .labels = {FILTERS}},
    [LATER] = {.what = "line, filter with a later sector",
               .first = 0,
               .count = 4,
               .labels = {"ZVC, 0", "ZVC, 1", "XZVC, 0", "XZVC, 1"}},
    [OUT_WAITS] = {.what = "output waits", .first = 0, .count = KINDS, .names = kinds},
    [RESET_SECTOR] = {.what = "reset before sector", .first = 0, .count = 4},
    [RESET_FILTERED] = {.what = "reset inside a filtered line",
                        .first = 0,
                        .count = 2,
                        .labels = {YES_NO}},
};

struct enc {
    unsigned sector;
    bool filter, before, any, inside, reset;
};

static void enc_cycle(void *state, bool rst_n, const void *in_ports, const void *out_ports)
{
    struct enc *q = state;
    const struct lp_xzvc_enc_in *in = in_ports;
    const struct lp_xzvc_enc_out *out = out_ports;

    if (!rst_n) {
        if (!q->reset)
            lp_bin(&enc_groups[RESET_SECTOR], q->sector);
        if (!q->reset && q->sector != 0)
            lp_bin(&enc_groups[RESET_FILTERED], q->filter);
        *q = (struct enc){.reset = true};
        return;
    }
    q->reset = false;
    if (in->s_valid && out->s_ready) {
        if (q->sector == 0) {
            q->before = q->filter;
            q->filter = in->s_filter;
            if (q->any)
                lp_bin(&enc_groups[FILTERS_IN], 2 * q->before + q->filter);
            q->any = true;
        } else {
            lp_bin(&enc_groups[LATER], 2 * q->filter + in->s_filter);
        }
        q->sector = (q->sector + 1) % 4;
    }
    if (!out->m_valid)
        return;
    unsigned kind = 5 * out->m_filter + out->m_sectors;
    if (!in->m_ready) {
        lp_bin(&enc_groups[OUT_WAITS], kind);
        return;
    }
    if (!q->inside)
        lp_bin(&enc_groups[ENTRY], kind);
    q->inside = !out->m_last;
}

static const struct lp_listener enc = {"lp_xzvc_enc", sizeof(struct enc), enc_cycle, enc_groups,
                                       ENC_GROUPS};
LP_LISTEN(lp_xzvc_enc, enc)

/* ---- decoder ---- */

enum { GOOD, BAD, DEC_FILTERS, DEC_LATER, IN_WAITS, DEC_OUT_WAITS, DEC_RESET, DEC_GROUPS };
static struct lp_bins dec_groups[DEC_GROUPS] = {
    [GOOD] = {.what = "a good line, from", .first = 0, .count = KINDS, .names = kinds},
    [BAD] = {.what = "a bad line, from", .first = 0, .count = DEC_KINDS, .names = dec_kinds},
    [DEC_FILTERS] = {.what = "entry before and entry", .first = 0, .count = 4, .labels = {FILTERS}},
    [DEC_LATER] = {.what = "entry, filter with a later beat",
                   .first = 0,
                   .count = 4,
                   .labels = {"ZVC, 0", "ZVC, 1", "XZVC, 0", "XZVC, 1"}},
    [IN_WAITS] = {.what = "input waits", .first = 0, .count = DEC_KINDS, .names = dec_kinds},
    [DEC_OUT_WAITS] = {.what = "output waits with sector", .first = 0, .count = 4},
    [DEC_RESET] = {.what = "reset before sector", .first = 0, .count = 4},
};

#define HELD 8 /* more lines than the unit holds */

struct dec {
    unsigned kind[HELD], first, held, sector;
    bool filter, any, inside, reset;
};

static unsigned dec_kind(const struct lp_xzvc_dec_in *in)
{
    return 6 * in->s_filter + (in->s_sectors < 5 ? in->s_sectors : 5);
}

static void dec_beat(struct dec *q, const struct lp_xzvc_dec_in *in)
{
    if (q->inside) {
        lp_bin(&dec_groups[DEC_LATER], 2 * q->filter + in->s_filter);
    } else {
        if (q->any)
            lp_bin(&dec_groups[DEC_FILTERS], 2 * q->filter + in->s_filter);
        q->any = true;
        q->filter = in->s_filter;
        q->kind[(q->first + q->held++) % HELD] = dec_kind(in);
    }
    q->inside = !in->s_last;
}

static void dec_cycle(void *state, bool rst_n, const void *in_ports, const void *out_ports)
{
    struct dec *q = state;
    const struct lp_xzvc_dec_in *in = in_ports;
    const struct lp_xzvc_dec_out *out = out_ports;

    if (!rst_n) {
        if (!q->reset)
            lp_bin(&dec_groups[DEC_RESET], q->sector);
        *q = (struct dec){.reset = true};
        return;
    }
    q->reset = false;
    if (in->s_valid && !out->s_ready && !q->inside)
        lp_bin(&dec_groups[IN_WAITS], dec_kind(in));
    /* A line may come out in the cycle in which its first beat goes in. */
    if (in->s_valid && out->s_ready)
        dec_beat(q, in);
    if (out->m_valid && !in->m_ready)
        lp_bin(&dec_groups[DEC_OUT_WAITS], q->sector);
    if (!out->m_valid || !in->m_ready)
        return;
    q->sector = (q->sector + 1) % 4;
    if (!out->m_last)
        return;
    unsigned kind = q->kind[q->first];
    if (out->m_err)
        lp_bin(&dec_groups[BAD], kind);
    else /* 5 to 7 sectors are never good, which lock-step checks */
        lp_bin(&dec_groups[GOOD], 5 * (kind / 6) + kind % 6);
    q->first = (q->first + 1) % HELD;
    q->held--;
}

static const struct lp_listener dec = {"lp_xzvc_dec", sizeof(struct dec), dec_cycle, dec_groups,
                                       DEC_GROUPS};
LP_LISTEN(lp_xzvc_dec, dec)
