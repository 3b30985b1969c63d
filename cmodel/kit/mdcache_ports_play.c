/* SPDX-License-Identifier: Apache-2.0 */
/* How cases of the metadata cache cross its ports, with a memory behind it. */
#include "../mdcache/mdcache_ports.h"
#include "evicted.h"
#include "port_beats.h"

#define SETTLED 12 /* cycles after which nothing of an answered request is still to come */

struct cache {
    bool fetched, missed, answered;
    uint32_t fill_id;
    unsigned acks, quiet;
    struct lpi_evicted evicted;
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
        lpi_kit_put_beat(i->fill_data, &in->field[3], 0);
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
    uint8_t bytes[BEAT];

    q->acks++;
    lpi_bytes_of_words(bytes, o->evict_data, BEAT);
    lpi_evicted_add(&q->evicted, lpi_get64(o->evict_addr), bytes);
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
    lpi_evicted_put(&q->evicted, got, 4);
    return true;
}

const struct lpi_kit_ports lpi_kit_mdcache_ports = {
    .flight = 1,
    .give = mdcache_give,
    .react = mdcache_react,
    .take = mdcache_take,
};
