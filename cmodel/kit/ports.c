/* SPDX-License-Identifier: Apache-2.0 */
/* How cases cross the ports of Linepress's units. */
#include <linepress/cdma.h>
#include <string.h>

#include "../bpc/bpc_ports.h"
#include "../cdma/cdma_pack_ports.h"
#include "../common/wide.h"
#include "../gbbr/gbbr_ports.h"
#include "../mdcache/mdcache_ports.h"
#include "../zvc/zvc_ports.h"
#include "play.h"

#define BEAT LP_SECTOR_BYTES

/* Up to 32 bytes of a field as a beat's data; zeros behind them. */
static void put_beat(uint32_t data[8], const struct lpi_kit_value *value, size_t from)
{
    uint8_t bytes[BEAT] = {0};
    size_t left = from < value->bytes ? value->bytes - from : 0;

    if (left > 0)
        memcpy(bytes, value->data + from, left < BEAT ? left : BEAT);
    lpi_words_of_bytes(data, bytes, sizeof bytes);
}

/* Appends bytes of a beat to a field that grows in `got` alone. */
static void append(struct lpi_kit_side *got, size_t field, const uint32_t data[8], size_t bytes)
{
    struct lpi_kit_value *value = &got->field[field];
    uint8_t beat[BEAT];

    lpi_bytes_of_words(beat, data, sizeof beat);
    if (value->bytes == 0)
        value->data = got->room + got->used;
    memcpy(got->room + got->used, beat, bytes);
    got->used += bytes;
    value->bytes += bytes;
}

/* ---- ZVC ---- */

enum { ELEM, STREAM };
#define ENC_MOST (4 * LP_ZVC_RECORD_MAX(8)) /* bytes of zvc-enc's stored */
#define DEC_MOST (8 * LP_LINE_BYTES)        /* bytes of zvc-dec's lines */

static bool zvc_enc_give(const int *values, const struct lpi_kit_side *in, size_t number,
                         void *ports)
{
    struct lp_zvc_enc_in *q = ports;
    size_t beats = in->field[0].bytes / BEAT;

    if (number >= beats)
        return false;
    q->s_valid = 1;
    q->s_mem = !values[STREAM];
    q->s_last = number + 1 == beats;
    put_beat(q->s_data, &in->field[0], number * BEAT);
    return true;
}

static bool zvc_enc_take(void *own, const int *values, const struct lpi_kit_side *in,
                         const void *in_ports, const void *out_ports, struct lpi_kit_side *got,
                         const char **wrong)
{
    const struct lp_zvc_enc_in *i = in_ports;
    const struct lp_zvc_enc_out *o = out_ports;
    unsigned elem_bytes = (unsigned)values[ELEM] / 8;
    size_t bytes = values[STREAM] ? o->m_count * elem_bytes : o->m_sectors == 0 ? 0 : BEAT;

    (void)wrong;
    (void)own;
    (void)in;
    if (!o->m_valid || !i->m_ready)
        return false;
    /* A beat too many or too long is wrong, whatever it holds. */
    if (bytes <= BEAT && got->field[0].bytes + bytes <= ENC_MOST)
        append(got, 0, o->m_data, bytes);
    lpi_kit_number(got, 1, o->m_sectors);
    lpi_kit_number(got, 2, o->m_size * elem_bytes & 255);
    return o->m_last;
}

static bool zvc_dec_give(const int *values, const struct lpi_kit_side *in, size_t number,
                         void *ports)
{
    struct lp_zvc_dec_in *q = ports;
    const struct lpi_kit_value *stored = &in->field[0];
    size_t beats = (stored->bytes + BEAT - 1) / BEAT, at = number * BEAT;

    if (number >= (beats > 0 ? beats : 1))
        return false;
    q->s_valid = 1;
    q->s_mem = !values[STREAM];
    q->s_last = number + 1 >= beats;
    q->s_count = (uint32_t)(stored->bytes - at < BEAT ? stored->bytes - at : BEAT) /
                 ((unsigned)values[ELEM] / 8);
    q->s_sectors = (uint32_t)in->field[1].number;
    put_beat(q->s_data, stored, at);
    return true;
}

/* Lines are counted with the bad one; its sectors do not count. */
static bool zvc_dec_take(void *own, const int *values, const struct lpi_kit_side *in,
                         const void *in_ports, const void *out_ports, struct lpi_kit_side *got,
                         const char **wrong)
{
    const struct lp_zvc_dec_in *i = in_ports;
    const struct lp_zvc_dec_out *o = out_ports;
    struct lpi_kit_value *lines = &got->field[1];

    (void)wrong;
    (void)own;
    (void)values;
    (void)in;
    if (!o->m_valid || !i->m_ready)
        return false;
    if (lines->bytes + BEAT <= DEC_MOST)
        append(got, 1, o->m_data, BEAT);
    if (!o->m_last)
        return false;
    if (o->m_err) {
        lpi_kit_number(got, 0, 1);
        lines->bytes -= lines->bytes < LP_LINE_BYTES ? lines->bytes : LP_LINE_BYTES;
    }
    return o->m_end;
}

/* ---- BPC ---- */

static bool bpc_enc_give(const int *values, const struct lpi_kit_side *in, size_t number,
                         void *ports)
{
    struct lp_bpc_enc_in *q = ports;

    (void)values;
    if (number >= LP_LINE_SECTORS)
        return false;
    q->s_valid = 1;
    put_beat(q->s_data, &in->field[0], number * BEAT);
    return true;
}

static bool bpc_enc_take(void *own, const int *values, const struct lpi_kit_side *in,
                         const void *in_ports, const void *out_ports, struct lpi_kit_side *got,
                         const char **wrong)
{
    const struct lp_bpc_enc_in *i = in_ports;
    const struct lp_bpc_enc_out *o = out_ports;

    (void)wrong;
    (void)own;
    (void)values;
    (void)in;
    if (!o->m_valid || !i->m_ready)
        return false;
    if (o->m_sectors > 0 && got->field[0].bytes + BEAT <= LP_LINE_BYTES)
        append(got, 0, o->m_data, BEAT);
    lpi_kit_number(got, 1, o->m_sectors);
    lpi_kit_number(got, 2, o->m_size < LP_BPC_RAW_BITS ? o->m_size : LP_BPC_RAW_BITS);
    return o->m_last;
}

static bool bpc_dec_give(const int *values, const struct lpi_kit_side *in, size_t number,
                         void *ports)
{
    struct lp_bpc_dec_in *q = ports;
    size_t beats = in->field[0].bytes / BEAT;

    (void)values;
    if (number >= (beats > 0 ? beats : 1))
        return false;
    q->s_valid = 1;
    q->s_last = number + 1 >= beats;
    q->s_sectors = (uint32_t)in->field[1].number;
    put_beat(q->s_data, &in->field[0], number * BEAT);
    return true;
}

static bool bpc_dec_take(void *own, const int *values, const struct lpi_kit_side *in,
                         const void *in_ports, const void *out_ports, struct lpi_kit_side *got,
                         const char **wrong)
{
    const struct lp_bpc_dec_in *i = in_ports;
    const struct lp_bpc_dec_out *o = out_ports;
    struct lpi_kit_value *line = &got->field[1];

    (void)wrong;
    (void)own;
    (void)values;
    (void)in;
    if (!o->m_valid || !i->m_ready)
        return false;
    if (line->bytes + BEAT <= LP_LINE_BYTES)
        append(got, 1, o->m_data, BEAT);
    if (o->m_last && o->m_err) {
        lpi_kit_number(got, 0, 1);
        line->bytes = 0;
    }
    return o->m_last;
}

/* ---- GBBR translation ---- */

/* Any tag, the same each time it is asked for. */
static uint32_t tag_of(const struct lpi_kit_side *in)
{
    return (uint32_t)(in->field[8].number * 37 + in->field[6].number) & 255;
}

static bool gbbr_give(const int *values, const struct lpi_kit_side *in, size_t number, void *ports)
{
    struct lp_gbbr_xlat_in *q = ports;
    const struct lpi_kit_value *at = in->field;

    (void)values;
    if (number < LP_GBBR_REGS) {
        q->cfg_valid = 1;
        q->cfg_reg = (uint32_t)number;
        lpi_put64(q->cfg_data, at[number].number);
        return true;
    }
    q->s_valid = 1;
    q->s_tag = tag_of(in);
    q->s_compressed = (uint32_t)at[4].number;
    q->s_target = (uint32_t)at[5].number;
    q->s_slot = (uint32_t)at[6].number;
    q->s_frame = (uint32_t)at[7].number;
    q->s_index = (uint32_t)at[8].number;
    return number == LP_GBBR_REGS;
}

/* While the request is on offer the registers are those of its case. */
static const char *gbbr_regs(const struct lpi_kit_side *in, const struct lp_gbbr_xlat_in *i,
                             const struct lp_gbbr_xlat_out *o)
{
    uint64_t value = in->field[i->cfg_reg].number;

    if (i->cfg_reg == LP_GBBR_GBBR || i->cfg_reg == LP_GBBR_MDBASE)
        value &= ~UINT64_C(4095);
    return i->s_valid && lpi_get64(o->cfg_value) != value ? "cfg_value_o is not the register's"
                                                          : NULL;
}

static bool gbbr_take(void *own, const int *values, const struct lpi_kit_side *in,
                      const void *in_ports, const void *out_ports, struct lpi_kit_side *got,
                      const char **wrong)
{
    const struct lp_gbbr_xlat_in *i = in_ports;
    const struct lp_gbbr_xlat_out *o = out_ports;

    (void)own;
    (void)values;
    *wrong = gbbr_regs(in, i, o);
    if (!o->m_valid || !i->m_ready)
        return false;
    if (o->m_tag != tag_of(in))
        *wrong = "m_tag_o is not the request's";
    lpi_kit_number(got, 0, o->m_fault);
    lpi_kit_number(got, 1, lpi_get64(o->m_dev_addr));
    lpi_kit_number(got, 2, o->m_dev_sectors);
    lpi_kit_number(got, 3, o->m_eight);
    lpi_kit_number(got, 4, lpi_get64(o->m_spill_addr));
    lpi_kit_number(got, 5, o->m_spill_sectors);
    lpi_kit_number(got, 6, o->m_meta);
    lpi_kit_number(got, 7, lpi_get64(o->m_meta_addr));
    return true;
}

/* ---- the metadata cache, with a memory behind it ---- */

#define SECTORS 128
#define SETTLED 12 /* cycles after which nothing of an answered request is still to come */

struct sector {
    uint64_t address;
    uint8_t bytes[BEAT];
};

struct cache {
    bool fetched, missed, answered;
    uint32_t fill_id;
    unsigned acks, quiet;
    unsigned evicted;
    struct sector sector[SECTORS];
};
_Static_assert(sizeof(struct cache) <= LPI_KIT_PORTS_OWN, "raise LPI_KIT_PORTS_OWN");

static uint32_t cache_tag(const struct lpi_kit_side *in)
{
    return (uint32_t)(in->field[1].number ^ in->field[3].data[0]) & ((1u << LP_MDCACHE_TAG_W) - 1);
}

static bool mdcache_give(const int *values, const struct lpi_kit_side *in, size_t number,
                         void *ports)
{
    struct lp_mdcache_in *q = ports;

    (void)values;
    q->s_valid = 1;
    q->s_op = (uint32_t)in->field[0].number;
    lpi_put64(q->s_addr, in->field[1].number);
    q->s_state = (uint32_t)in->field[2].number;
    q->s_tag = cache_tag(in);
    return number == 0;
}

static bool mdcache_react(void *own, const struct lpi_kit_side *in, const char *valid, void *ports)
{
    struct cache *q = own;
    struct lp_mdcache_in *i = ports;

    if (strcmp(valid, "fill_valid") == 0 && q->fetched) {
        i->fill_valid = 1;
        i->fill_id = q->fill_id;
        i->fill_err = (uint32_t)in->field[4].number;
        put_beat(i->fill_data, &in->field[3], 0);
        q->fetched = false;
        return true;
    }
    if (strcmp(valid, "evicted_valid") == 0 && q->acks > 0) {
        i->evicted_valid = 1;
        q->acks--;
        return true;
    }
    return false;
}

static void keep_evicted(struct cache *q, const struct lp_mdcache_out *o)
{
    uint64_t address = lpi_get64(o->evict_addr);
    unsigned at = q->evicted;

    q->acks++;
    if (q->evicted == SECTORS)
        return;
    for (; at > 0 && q->sector[at - 1].address > address; at--)
        q->sector[at] = q->sector[at - 1];
    q->sector[at].address = address;
    lpi_bytes_of_words(q->sector[at].bytes, o->evict_data, BEAT);
    q->evicted++;
}

static void put_evicted(const struct cache *q, struct lpi_kit_side *got)
{
    uint8_t *to = lpi_kit_bytes(got, 4, NULL, q->evicted * (8 + BEAT));

    for (unsigned i = 0; i < q->evicted; i++, to += 8 + BEAT) {
        for (unsigned b = 0; b < 8; b++)
            to[b] = (uint8_t)(q->sector[i].address >> 8 * b);
        memcpy(to + 8, q->sector[i].bytes, BEAT);
    }
}

static bool mdcache_take(void *own, const int *values, const struct lpi_kit_side *in,
                         const void *in_ports, const void *out_ports, struct lpi_kit_side *got,
                         const char **wrong)
{
    struct cache *q = own;
    const struct lp_mdcache_in *i = in_ports;
    const struct lp_mdcache_out *o = out_ports;
    bool access = in->field[0].number < LP_MDCACHE_FLUSH;

    (void)values;
    q->missed |= o->miss;
    if ((o->miss && o->miss_tag != cache_tag(in)) || (o->m_valid && o->m_tag != cache_tag(in)))
        *wrong = "m_tag_o or miss_tag_o is not the request's";
    if (o->stray != 0)
        *wrong = "stray_o: nothing has come that was not asked for";
    q->quiet = o->evict_valid || i->evicted_valid || o->fetch_valid ? 0 : q->quiet + 1;
    if (o->fetch_valid && i->fetch_ready) {
        q->fetched = true;
        q->fill_id = o->fetch_id;
        lpi_kit_number(got, 3, lpi_get64(o->fetch_addr));
    }
    if (o->evict_valid && i->evict_ready)
        keep_evicted(q, o);
    if (o->m_valid && i->m_ready) {
        q->answered = true;
        q->quiet = 0;
        lpi_kit_number(got, 0, o->m_state);
        lpi_kit_number(got, 1, o->m_err);
    }
    if (!q->answered || q->quiet < SETTLED || q->acks > 0)
        return false;
    lpi_kit_number(got, 2, access && !q->missed);
    put_evicted(q, got);
    return true;
}

/* ---- packing ---- */

#define PACK_MOST (12 * LP_DMA_GROUP_BOUND) /* bytes of cdma-pack's stream */

struct pack {
    bool last, end, result;
    size_t entries;
    uint8_t index[64];
    uint32_t status;
};

static size_t group_size(const struct lpi_kit_side *in, size_t group)
{
    const uint8_t *size = in->field[1].data + 2 * group;
    return size[0] | (size_t)size[1] << 8;
}

static bool pack_give(const int *values, const struct lpi_kit_side *in, size_t number, void *ports)
{
    struct lp_cdma_pack_in *q = ports;
    size_t groups = in->field[3].bytes, group = 0, from = 0, flit = number - 1;

    (void)values;
    if (number == 0) {
        q->j_valid = q->j_index = 1;
        lpi_put64(q->j_room, in->field[0].number);
        return true;
    }
    q->s_valid = 1;
    for (size_t flits; group < groups; flit -= flits, from += group_size(in, group++)) {
        flits = (group_size(in, group) + BEAT - 1) / BEAT;
        if (flit < flits)
            break;
    }
    if (group == groups) {
        q->s_none = 1;
        return flit == 0;
    }
    size_t left = group_size(in, group) - flit * BEAT;
    const struct lpi_kit_value rest = {.data = in->field[4].data + from,
                                       .bytes = group_size(in, group)};
    put_beat(q->s_data, &rest, flit * BEAT);
    q->s_last = left <= BEAT;
    q->s_bytes = (uint32_t)(left < BEAT ? left : BEAT);
    q->s_zeros = q->s_last ? in->field[2].data[group] : 0;
    q->s_err = q->s_last ? in->field[3].data[group] : 0;
    return true;
}

static void pack_result(struct pack *q, const struct lp_cdma_pack_out *o, struct lpi_kit_side *got)
{
    q->result = true;
    q->status = o->r_status;
    lpi_kit_number(got, 0, o->r_status);
    lpi_kit_number(got, 1, lpi_get64(o->r_bytes));
    lpi_kit_number(got, 2, lpi_get64(o->r_zeros));
    lpi_kit_number(got, 3, o->r_bad);
}

static bool pack_take(void *own, const int *values, const struct lpi_kit_side *in,
                      const void *in_ports, const void *out_ports, struct lpi_kit_side *got,
                      const char **wrong)
{
    struct pack *q = own;
    const struct lp_cdma_pack_in *i = in_ports;
    const struct lp_cdma_pack_out *o = out_ports;

    (void)wrong;
    (void)values;
    if (o->m_valid && i->m_ready) {
        if (!o->m_bad && got->field[4].bytes + BEAT <= PACK_MOST)
            append(got, 4, o->m_data, BEAT);
        q->last |= o->m_last;
    }
    if (o->x_valid && i->x_ready) {
        if (!o->x_end && q->entries + 2 <= sizeof q->index) {
            q->index[q->entries++] = (uint8_t)o->x_bytes;
            q->index[q->entries++] = (uint8_t)(o->x_bytes >> 8);
        }
        q->end |= o->x_end;
    }
    if (o->r_valid && i->r_ready)
        pack_result(q, o, got);
    if (!q->last || !q->end || !q->result)
        return false;
    if (q->status != 0)
        got->field[4].bytes = q->entries = 0;
    if (q->entries > in->field[1].bytes)
        q->entries = in->field[1].bytes;
    lpi_kit_bytes(got, 5, q->index, q->entries);
    return true;
}

static const struct lpi_kit_ports all[] = {
    {"zvc-enc", 4, zvc_enc_give, NULL, zvc_enc_take},
    {"zvc-dec", 4, zvc_dec_give, NULL, zvc_dec_take},
    {"bpc-enc", 6, bpc_enc_give, NULL, bpc_enc_take},
    {"bpc-dec", 6, bpc_dec_give, NULL, bpc_dec_take},
    {"gbbr", 1, gbbr_give, NULL, gbbr_take},
    {"mdcache", 1, mdcache_give, mdcache_react, mdcache_take},
    {"cdma-pack", 1, pack_give, NULL, pack_take},
};

const struct lpi_kit_ports *lpi_kit_ports_of(const struct lpi_kit_unit *kind)
{
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (strcmp(all[i].kind, kind->name) == 0)
            return &all[i];
    return NULL;
}
