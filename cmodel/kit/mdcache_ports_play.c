/* SPDX-License-Identifier: Apache-2.0 */
/* Transfers cases of the metadata cache through its ports, with a memory attached. */
#include "../units/mdcache/mdcache_ports.h"
#include "evicted.h"
#include "mdcache_fields.h"
#include "port_beats.h"

#define SETTLED 12 /* cycles after which an answered request has no more effects */

struct cache {
    bool missed, elsewhere;           /* elsewhere: a fetch was for another line */
    unsigned answered, strayed, said; /* bit by bit: requests; of stray: sent, reported */
    unsigned acks, quiet, waiting, fetched;
    struct {
        uint32_t id;
        unsigned sector;
    } fetch[LP_LINE_SECTORS];
    uint8_t states[REQUESTS];
    struct lpi_evicted evicted;
};
_Static_assert(sizeof(struct cache) <= LPI_KIT_PORTS_OWN, "raise LPI_KIT_PORTS_OWN");

static uint32_t tag_of(const struct lpi_kit_side *in, size_t number)
{
    return (uint32_t)(in->field[ADDR].number ^ in->field[FILL].data[0]) + (uint32_t)number;
}

/* The request of a tag; the number of requests: none. */
static unsigned number_of(const struct lpi_kit_side *in, uint32_t tag)
{
    unsigned number = (tag - tag_of(in, 0)) & ((1u << LP_MDCACHE_TAG_W) - 1);
    return number <= lpi_mdcache_value(in, MORE) ? number : lpi_mdcache_value(in, MORE) + 1;
}

static bool mdcache_give(const int *values, const struct lpi_kit_side *in, size_t number,
                         void *ports)
{
    struct lp_mdcache_in *q = ports;

    (void)values;
    q->s_valid = 1;
    q->s_op = lpi_mdcache_value(in, OP);
    lpi_put64(q->s_addr, lpi_mdcache_addr(in, number));
    q->s_state = lpi_mdcache_state(in, number);
    q->s_tag = tag_of(in, number) & ((1u << LP_MDCACHE_TAG_W) - 1);
    return number <= lpi_mdcache_value(in, MORE);
}

/* All effects of the case's requests have occurred. */
static bool settled(const struct cache *q, const struct lpi_kit_side *in)
{
    unsigned all = (2u << lpi_mdcache_value(in, MORE)) - 1;
    return q->answered == all && q->quiet >= SETTLED && q->acks == 0;
}

/* Answers the last or the first of several fetches first, depending on the data. */
static void fill(struct cache *q, const struct lpi_kit_side *in, struct lp_mdcache_in *i)
{
    unsigned at = in->field[FILL].data[0] % 2 ? q->waiting - 1 : 0;

    i->fill_valid = 1;
    i->fill_id = q->fetch[at].id;
    i->fill_err = lpi_mdcache_value(in, FILL_ERR);
    lpi_words_of_bytes(i->fill_data, lpi_mdcache_sector(in, q->fetch[at].sector), BEAT);
    q->waiting--;
    memmove(&q->fetch[at], &q->fetch[at + 1], (q->waiting - at) * sizeof q->fetch[0]);
}

static bool mdcache_react(void *own, const struct lpi_kit_side *in, const char *valid, void *ports)
{
    struct cache *q = own;
    struct lp_mdcache_in *i = ports;
    bool fills = strcmp(valid, "fill_valid") == 0, acks = strcmp(valid, "evicted_valid") == 0;
    unsigned stray = settled(q, in) ? lpi_mdcache_value(in, STRAY) & ~q->strayed : 0;

    if (fills && q->waiting > 0) {
        fill(q, in, i);
    } else if (fills && stray & STRAY_FILL) {
        i->fill_valid = 1;
        i->fill_id = in->field[FILL].data[1] % 16;
        q->strayed |= STRAY_FILL;
    } else if (acks && q->acks > 0) {
        i->evicted_valid = 1;
        i->evicted_err = lpi_mdcache_value(in, EVICT_ERR);
        q->acks--;
    } else if (acks && stray & STRAY_ACK) {
        i->evicted_valid = 1;
        q->strayed |= STRAY_ACK;
    } else {
        return false;
    }
    return true;
}

static void keep_evicted(struct cache *q, const struct lp_mdcache_out *o)
{
    uint8_t bytes[BEAT];

    q->acks++;
    lpi_bytes_of_words(bytes, o->evict_data, BEAT);
    lpi_evicted_add(&q->evicted, lpi_get64(o->evict_addr), bytes);
}

/* Keeps the lowest sector, or the first of another line. */
static const char *keep_fetch(struct cache *q, const struct lpi_kit_side *in,
                              const struct lp_mdcache_out *o, struct lpi_kit_side *got)
{
    uint64_t address = lpi_get64(o->fetch_addr);
    unsigned sector = address / LP_SECTOR_BYTES % LP_LINE_SECTORS;
    bool here = address / LP_LINE_BYTES == in->field[ADDR].number / LINE_ENTRIES;

    if (q->waiting == LP_LINE_SECTORS || q->fetched >> sector & 1)
        return "fetch_addr_o: a sector is fetched twice";
    if (!q->elsewhere && (!here || q->fetched == 0 || address < got->field[FETCH].number))
        lpi_kit_number(got, FETCH, address);
    q->elsewhere |= !here;
    q->fetch[q->waiting].id = o->fetch_id;
    q->fetch[q->waiting++].sector = sector;
    q->fetched |= 1u << sector;
    return NULL;
}

static const char *keep_answer(struct cache *q, const struct lpi_kit_side *in,
                               const struct lp_mdcache_out *o, struct lpi_kit_side *got)
{
    unsigned number = number_of(in, o->m_tag);

    if (number > lpi_mdcache_value(in, MORE) || q->answered >> number & 1)
        return "m_tag_o is not that of a request without an answer";
    q->answered |= 1u << number;
    q->states[number] = (uint8_t)o->m_state;
    if (o->m_err)
        lpi_kit_number(got, ERR, 1);
    return NULL;
}

static void put_outputs(const struct cache *q, const struct lpi_kit_side *in,
                        const struct lp_mdcache_out *o, struct lpi_kit_side *got)
{
    const uint32_t counts[] = {o->accesses, o->hits, o->fills, o->used, o->writebacks, o->wb_err};
    uint8_t *to;

    lpi_kit_number(got, GOT_STATE, q->states[0]);
    lpi_kit_number(got, HIT, lpi_mdcache_value(in, OP) < LP_MDCACHE_FLUSH && !q->missed);
    lpi_evicted_put(&q->evicted, got, EVICTED);
    lpi_kit_bytes(got, STATES, q->states + 1, lpi_mdcache_value(in, MORE));
    lpi_kit_number(got, FETCHED, q->fetched);
    lpi_kit_number(got, STRAYED, q->said);
    to = lpi_kit_bytes(got, COUNTS, NULL, sizeof counts / sizeof counts[0]);
    for (size_t i = 0; i < sizeof counts / sizeof counts[0]; i++)
        to[i] = counts[i] % 16;
}

static bool mdcache_take(void *own, const int *values, const struct lpi_kit_side *in,
                         const void *in_ports, const void *out_ports, struct lpi_kit_side *got,
                         const char **wrong)
{
    struct cache *q = own;
    const struct lp_mdcache_in *i = in_ports;
    const struct lp_mdcache_out *o = out_ports;

    (void)values;
    q->missed |= o->miss;
    if (o->miss && number_of(in, o->miss_tag) > lpi_mdcache_value(in, MORE))
        *wrong = "miss_tag_o is not that of a request";
    if (o->stray & ~q->strayed)
        *wrong = "stray_o: nothing has come that was not asked for";
    q->said |= o->stray & q->strayed;
    q->quiet = o->evict_valid || i->evicted_valid || o->fetch_valid || i->fill_valid || o->m_valid
                   ? 0
                   : q->quiet + 1;
    if (o->fetch_valid && i->fetch_ready)
        *wrong = *wrong ? *wrong : keep_fetch(q, in, o, got);
    if (o->evict_valid && i->evict_ready)
        keep_evicted(q, o);
    if (o->m_valid && i->m_ready)
        *wrong = *wrong ? *wrong : keep_answer(q, in, o, got);
    if (*wrong != NULL || !settled(q, in) || q->strayed != lpi_mdcache_value(in, STRAY))
        return false;
    put_outputs(q, in, o, got);
    return true;
}

const struct lpi_kit_ports lpi_kit_mdcache_ports = {
    .flight = 1,
    .give = mdcache_give,
    .react = mdcache_react,
    .take = mdcache_take,
};
