/* SPDX-License-Identifier: Apache-2.0 */
#include "chan_memory.h"

#include "base/wide.h"

static struct lp_chan_burst *at(struct lp_chan_bursts *bursts, unsigned i)
{
    return &bursts->at[(bursts->first + i) % LP_CHAN_OPEN];
}

static const struct lp_chan_burst *oldest(const struct lp_chan_bursts *bursts)
{
    return &bursts->at[bursts->first];
}

static struct lp_chan_burst *add(struct lp_chan_bursts *bursts, const uint32_t addr[2],
                                 uint32_t len)
{
    struct lp_chan_burst *burst = at(bursts, bursts->count++);
    *burst = (struct lp_chan_burst){.addr = lpi_get64(addr), .beats = len + 1};
    return burst;
}

static void drop(struct lp_chan_bursts *bursts)
{
    bursts->first = (bursts->first + 1) % LP_CHAN_OPEN;
    bursts->count--;
}

void lp_chan_memory_reset(struct lp_chan_memory *q)
{
    q->reads.count = q->writes.count = 0;
    q->aw_waits = false;
}

struct lp_chan_burst *lp_chan_memory_writing(struct lp_chan_memory *q)
{
    for (unsigned i = 0; i < q->writes.count; i++)
        if (at(&q->writes, i)->moved < at(&q->writes, i)->beats)
            return at(&q->writes, i);
    return NULL;
}

/* Whether a read that came before this write is still inside. */
static bool read_before(const struct lp_chan_memory *q, const struct lp_chan_burst *write)
{
    return q->reads.count > 0 && oldest(&q->reads)->order < write->order;
}

void lp_chan_memory_drive(const struct lp_chan_memory *q, struct lp_cdma_chan_in *in)
{
    struct lp_chan_memory *own = (struct lp_chan_memory *)q;
    const struct lp_chan_burst *writing = lp_chan_memory_writing(own);
    const struct lp_chan_burst *newest = at(&own->writes, q->writes.count - 1);

    switch (q->kind) {
    case LP_CHAN_READS_FIRST:
        if (q->reads.count > 0)
            in->awready = in->wready = 0;
        break;
    case LP_CHAN_WRITES_FIRST:
        if (q->writes.count > 0)
            in->arready = 0;
        break;
    case LP_CHAN_ONE_QUEUE:
        in->wready &= writing && writing->told && !read_before(q, writing);
        break;
    case LP_CHAN_AW_FIRST: in->wready &= writing && writing->told; break;
    case LP_CHAN_W_FIRST:
        in->awready &= q->writes.count > 0 && !newest->told && newest->moved == newest->beats;
        break;
    default: break;
    }
}

bool lp_chan_memory_may_r(const struct lp_chan_memory *q)
{
    const struct lp_chan_burst *read = oldest(&q->reads), *write = oldest(&q->writes);

    if (q->reads.count == 0 || q->now < read->due)
        return false;
    if (q->kind == LP_CHAN_WRITES_FIRST)
        return q->writes.count == 0;
    return q->kind != LP_CHAN_ONE_QUEUE || q->writes.count == 0 || !write->told ||
           read->order < write->order;
}

bool lp_chan_memory_may_b(const struct lp_chan_memory *q)
{
    const struct lp_chan_burst *write = oldest(&q->writes);

    if (q->writes.count == 0 || !write->told || write->moved < write->beats || q->now < write->due)
        return false;
    if (q->kind == LP_CHAN_READS_FIRST)
        return q->reads.count == 0;
    return q->kind != LP_CHAN_ONE_QUEUE || !read_before(q, write);
}

struct lp_chan_burst lp_chan_memory_give_r(struct lp_chan_memory *q, bool *last)
{
    struct lp_chan_burst *read = at(&q->reads, 0), copy = *read;

    *last = ++read->moved == read->beats;
    if (*last)
        drop(&q->reads);
    return copy;
}

struct lp_chan_burst lp_chan_memory_give_b(struct lp_chan_memory *q)
{
    struct lp_chan_burst copy = *oldest(&q->writes);

    drop(&q->writes);
    return copy;
}

const char *lp_chan_memory_see(struct lp_chan_memory *q, const struct lp_cdma_chan_in *in,
                               const struct lp_cdma_chan_out *out)
{
    q->now++;
    if (q->reads.count + 2 > LP_CHAN_OPEN || q->writes.count + 2 > LP_CHAN_OPEN)
        return "more bursts than the bench holds";
    if (out->arvalid && in->arready) {
        struct lp_chan_burst *read = add(&q->reads, out->araddr, out->arlen);
        read->due = q->now + q->latency;
        read->order = q->order++;
    }
    if (out->awvalid) {
        if (!q->aw_waits)
            add(&q->writes, out->awaddr, out->awlen);
        struct lp_chan_burst *write = at(&q->writes, q->writes.count - 1);
        write->told = in->awready;
        write->due = q->now + q->latency;
        write->order = q->order++;
        q->aw_waits = !in->awready;
    }
    if (out->wvalid && in->wready) {
        struct lp_chan_burst *write = lp_chan_memory_writing(q);
        if (!write)
            return "a beat ahead of its address";
        if (out->wlast != (write->moved + 1 == write->beats))
            return "wlast_o is not at the end of the burst";
        write->moved++;
        write->due = q->now + q->latency;
    }
    return NULL;
}
