/* SPDX-License-Identifier: Apache-2.0 */
#include "gpu_events.h"

#include <stdlib.h>

#define SPAN 16384u /* ticks of the wheel: some hundred cycles */
#define NONE UINT32_MAX
#define FIRST_ROOM 1024u

struct event {
    lpi_gpu_fire *fire;
    void *object;
    uint64_t time;
    uint32_t argument, next;
};

/* Of an event beyond the wheel. */
struct far {
    uint64_t time, order; /* order: among those of one time */
    uint32_t event;
};

/* The events of a tick that has some. */
struct list {
    uint32_t first, last;
};

struct lpi_gpu_events {
    uint64_t now, posted;
    bool failed;
    struct event *pool;
    uint32_t room, unused;
    uint32_t near;                       /* events in the wheel */
    struct list lists[SPAN];             /* of each tick */
    uint64_t some[SPAN / 64];            /* bit t: that tick has events */
    uint64_t some_words[SPAN / 64 / 64]; /* bit w: that word has bits */
    struct far *far;                     /* a heap */
    uint32_t far_count, far_room;
};

struct lpi_gpu_events *lpi_gpu_events_open(void)
{
    struct lpi_gpu_events *q = calloc(1, sizeof *q);
    if (q == NULL)
        return NULL;
    q->unused = NONE;
    return q;
}

void lpi_gpu_events_close(struct lpi_gpu_events *q)
{
    if (q == NULL)
        return;
    free(q->pool);
    free(q->far);
    free(q);
}

static bool grow(struct lpi_gpu_events *q)
{
    uint32_t room = q->room == 0 ? FIRST_ROOM : 2 * q->room;
    struct event *pool = room <= NONE / 2 ? realloc(q->pool, room * sizeof *pool) : NULL;
    if (pool == NULL) {
        q->failed = true;
        return false;
    }
    for (uint32_t i = room; i-- > q->room;) {
        pool[i].next = q->unused;
        q->unused = i;
    }
    q->pool = pool;
    q->room = room;
    return true;
}

static void put_near(struct lpi_gpu_events *q, uint32_t e)
{
    uint32_t at = (uint32_t)(q->pool[e].time % SPAN);
    struct list *list = &q->lists[at];
    uint64_t bit = UINT64_C(1) << at % 64;
    if ((q->some[at / 64] & bit) == 0) { /* its list is old, and may not be cached */
        list->first = e;
        q->some[at / 64] |= bit;
        q->some_words[at / 4096] |= UINT64_C(1) << at / 64 % 64;
    } else {
        q->pool[list->last].next = e;
    }
    list->last = e;
    q->near++;
}

static bool before(const struct far *x, const struct far *y)
{
    return x->time != y->time ? x->time < y->time : x->order < y->order;
}

static void put_far(struct lpi_gpu_events *q, uint32_t e)
{
    if (q->far_count == q->far_room) {
        uint32_t room = q->far_room == 0 ? FIRST_ROOM : 2 * q->far_room;
        struct far *far = realloc(q->far, room * sizeof *far);
        if (far == NULL) {
            q->failed = true;
            return;
        }
        q->far = far;
        q->far_room = room;
    }
    struct far one = {q->pool[e].time, q->posted++, e};
    uint32_t at = q->far_count++;
    for (; at > 0 && before(&one, &q->far[(at - 1) / 2]); at = (at - 1) / 2)
        q->far[at] = q->far[(at - 1) / 2];
    q->far[at] = one;
}

static uint32_t take_far(struct lpi_gpu_events *q)
{
    struct far moved = q->far[--q->far_count];
    uint32_t least = q->far[0].event, at = 0;
    for (uint32_t child; (child = 2 * at + 1) < q->far_count; at = child) {
        child += child + 1 < q->far_count && before(&q->far[child + 1], &q->far[child]);
        if (!before(&q->far[child], &moved))
            break;
        q->far[at] = q->far[child];
    }
    q->far[at] = moved;
    return least;
}

void lpi_gpu_post(struct lpi_gpu_events *q, uint64_t time, lpi_gpu_fire *fire, void *object,
                  uint32_t argument)
{
    if (q->unused == NONE && !grow(q))
        return;
    uint32_t e = q->unused;
    q->unused = q->pool[e].next;
    time = time < q->now ? q->now : time;
    q->pool[e] = (struct event){fire, object, time, argument, NONE};
    if (time - q->now < SPAN)
        put_near(q, e);
    else
        put_far(q, e);
}

/* The first tick with events, from `at` on and round the wheel. */
static uint32_t find(const struct lpi_gpu_events *q, uint32_t at)
{
    uint64_t word = q->some[at / 64] & UINT64_MAX << at % 64;
    if (word != 0)
        return at / 64 * 64 + (uint32_t)__builtin_ctzll(word);
    uint32_t w = (at / 64 + 1) % (SPAN / 64);
    for (uint32_t tried = 0; tried <= SPAN / 4096; tried++) {
        uint64_t words = q->some_words[w / 64] & UINT64_MAX << w % 64;
        if (words != 0) {
            w = w / 64 * 64 + (uint32_t)__builtin_ctzll(words);
            return w * 64 + (uint32_t)__builtin_ctzll(q->some[w]);
        }
        w = (w / 64 + 1) * 64 % (SPAN / 64);
    }
    return at;
}

static uint64_t next_time(const struct lpi_gpu_events *q)
{
    uint32_t from = (uint32_t)(q->now % SPAN);
    return q->near > 0 ? q->now + ((find(q, from) - from) & (SPAN - 1)) : q->far[0].time;
}

bool lpi_gpu_next(const struct lpi_gpu_events *q, uint64_t *time)
{
    if (q->near == 0 && q->far_count == 0)
        return false;
    *time = next_time(q);
    return true;
}

/* Moves the time to that of the next event. */
static void advance(struct lpi_gpu_events *q)
{
    q->now = next_time(q);
    while (q->far_count > 0 && q->far[0].time - q->now < SPAN)
        put_near(q, take_far(q));
}

bool lpi_gpu_step(struct lpi_gpu_events *q)
{
    if (q->failed || (q->near == 0 && q->far_count == 0))
        return false;
    advance(q);
    uint32_t at = (uint32_t)(q->now % SPAN), e = q->lists[at].first;
    struct event event = q->pool[e];
    q->lists[at].first = event.next;
    if (event.next == NONE) {
        q->some[at / 64] &= ~(UINT64_C(1) << at % 64);
        if (q->some[at / 64] == 0)
            q->some_words[at / 4096] &= ~(UINT64_C(1) << at / 64 % 64);
    }
    q->pool[e].next = q->unused;
    q->unused = e;
    q->near--;
    event.fire(event.object, event.time, event.argument);
    return true;
}

bool lpi_gpu_events_failed(const struct lpi_gpu_events *q)
{
    return q->failed;
}

uint64_t lpi_gpu_now(const struct lpi_gpu_events *q)
{
    return q->now;
}
