/* SPDX-License-Identifier: Apache-2.0 */
#include "rig_link.h"

#include <string.h>

#include "../../base/wide.h"

#define BEAT 32u

static bool chance(struct lpi_link *link, double probability)
{
    link->random ^= link->random << 13;
    link->random ^= link->random >> 7;
    link->random ^= link->random << 17;
    return (double)(link->random * 0x2545f4914f6cdd1du >> 11) < probability * 0x1p53;
}

void lpi_link_open(struct lpi_link *link, const struct lpi_link_config *config)
{
    struct lpi_link_moved moved = link->moved;
    bool hold = link->hold;

    *link = (struct lpi_link){.config = *config, .moved = moved, .hold = hold, .now = link->now};
    link->random = config->seed * 0x9e3779b97f4a7c15u | 1;
}

/* A beat costs `cycles` tokens. */
static bool may_move(const struct lpi_link *link)
{
    return !link->hold && !link->pause && link->tokens >= link->config.cycles;
}

bool lpi_link_asks(const struct lpi_link *link)
{
    return link->streams < LPI_LINK_STREAMS && link->answers < LPI_LINK_STREAMS;
}

bool lpi_link_takes(const struct lpi_link *link)
{
    return may_move(link);
}

static bool inside(const struct lpi_link *link, uint64_t addr)
{
    uint64_t at = addr - link->config.base; /* huge below the base */

    return at <= link->config.bytes && link->config.bytes - at >= BEAT;
}

static bool good(const struct lpi_link *link, uint64_t addr)
{
    const struct lpi_link_config *c = &link->config;

    return inside(link, addr) &&
           (addr + BEAT <= c->error_at || c->error_at + c->error_bytes <= addr);
}

bool lpi_link_gives(const struct lpi_link *link, uint32_t *data, uint32_t *err)
{
    const struct lpi_link_stream *s = &link->stream[0];

    if (!link->offered)
        return false;
    *err = link->fault || !good(link, s->addr);
    if (!*err)
        lpi_words_of_bytes(data, link->config.host + (s->addr - link->config.base), BEAT);
    return true;
}

bool lpi_link_answers(const struct lpi_link *link, uint32_t *err)
{
    if (link->answers == 0 || link->answer[0].ready > link->now)
        return false;
    *err = link->answer[0].err;
    return true;
}

void lpi_link_asked(struct lpi_link *link, uint64_t addr, uint64_t beats)
{
    link->stream[link->streams++] = (struct lpi_link_stream){
        .addr = addr, .beats = beats, .ready = link->now + link->config.latency};
}

static void leave(struct lpi_link_stream *of, unsigned *count)
{
    memmove(of, of + 1, --*count * sizeof *of);
}

static void count(struct lpi_link *link)
{
    struct lpi_link_moved *m = &link->moved;

    link->tokens -= link->config.cycles;
    if (m->beats++ == 0)
        m->first = link->now;
    m->last = link->now;
}

const char *lpi_link_took(struct lpi_link *link, const uint32_t *data, bool last, bool bad)
{
    struct lpi_link_stream *s = &link->stream[0];

    if (link->streams == 0)
        return "out_t: a beat of no stream";
    if (bad && !last)
        return "out_t: user without last";
    if (!bad) {
        count(link);
        if (!inside(link, s->addr))
            return "out_t: a beat outside host memory";
        if (link->fault || !good(link, s->addr))
            s->err = true;
        else
            lpi_bytes_of_words(link->config.host + (s->addr - link->config.base), data, BEAT);
        s->addr += BEAT;
    }
    if (last) {
        link->answer[link->answers++] = *s;
        link->answer[link->answers - 1].ready = link->now + link->config.latency;
        leave(link->stream, &link->streams);
    }
    return NULL;
}

void lpi_link_gave(struct lpi_link *link)
{
    struct lpi_link_stream *s = &link->stream[0];

    count(link);
    link->offered = false;
    s->addr += BEAT;
    if (--s->beats == 0) {
        leave(link->stream, &link->streams);
        link->armed = false;
    }
}

void lpi_link_answered(struct lpi_link *link)
{
    leave(link->answer, &link->answers);
}

void lpi_link_pass(struct lpi_link *link)
{
    const struct lpi_link_config *c = &link->config;
    uint64_t most = 2 * (uint64_t)(c->beats > c->cycles ? c->beats : c->cycles);

    link->now++;
    link->armed = link->streams > 0 && (link->armed || !link->drop);
    link->tokens += c->beats;
    if (link->tokens > most)
        link->tokens = most;
    if (link->offered)
        return;
    link->pause = chance(link, c->stall);
    /* Dropped data is random. */
    link->fault = chance(link, c->error) || (link->armed && link->drop);
    link->offered = link->streams > 0 && link->stream[0].beats > 0 &&
                    link->stream[0].ready <= link->now && may_move(link);
}
