/* SPDX-License-Identifier: Apache-2.0 */
#include "streams.h"

#include <string.h>

static const struct lp_port *find(const struct lp_unit *unit, const char *prefix, size_t length,
                                  const char *name)
{
    for (size_t i = 0; i < unit->nports; i++) {
        const char *port = unit->ports[i].name;
        if (strncmp(port, prefix, length) == 0 && strcmp(port + length, name) == 0)
            return &unit->ports[i];
    }
    return NULL;
}

/*
 * Length of the prefix before "valid" if that port belongs to a handshake, else 0. Several
 * handshakes side by side are excluded.
 */
static size_t stream_prefix(const struct lp_unit *unit, const struct lp_port *port)
{
    size_t length = strlen(port->name);
    const struct lp_port *ready;

    if (port->width != 1 || length < 5 || strcmp(port->name + length - 5, "valid") != 0)
        return 0;
    length -= 5;
    ready = find(unit, port->name, length, "ready");
    return ready && ready->dir != port->dir ? length : 0;
}

/* Length of the longest prefix of a stream that the port's name begins with: AXI's `r` does not
 * have the ports of a stream rj_. */
static size_t longest_prefix(const struct lp_unit *unit, const struct lp_port *port)
{
    size_t longest = 0;

    for (size_t i = 0; i < unit->nports; i++) {
        size_t length = stream_prefix(unit, &unit->ports[i]);
        if (length > longest && strncmp(port->name, unit->ports[i].name, length) == 0)
            longest = length;
    }
    return longest;
}

static void add_stream(struct lp_streams *streams, const struct lp_unit *unit,
                       const struct lp_port *valid, size_t length)
{
    struct lp_stream *stream = &streams->stream[streams->count++];

    stream->valid = valid;
    stream->ready = find(unit, valid->name, length, "ready");
    stream->input = valid->dir == LP_IN;
    for (size_t i = 0; i < unit->nports; i++) {
        const struct lp_port *port = &unit->ports[i];
        if (port != valid && port != stream->ready && port->dir == valid->dir &&
            strncmp(port->name, valid->name, length) == 0 && longest_prefix(unit, port) == length)
            stream->payload[stream->npayload++] = port;
    }
}

static bool in_stream(const struct lp_streams *streams, const struct lp_port *port)
{
    for (size_t s = 0; s < streams->count; s++) {
        const struct lp_stream *stream = &streams->stream[s];
        if (port == stream->valid || port == stream->ready)
            return true;
        for (size_t i = 0; i < stream->npayload; i++)
            if (port == stream->payload[i])
                return true;
    }
    return false;
}

void lp_streams_find(struct lp_streams *streams, const struct lp_unit *unit, const int *values)
{
    memset(streams, 0, sizeof *streams);
    for (size_t i = 0; i < unit->nports; i++) {
        const struct lp_port *port = &unit->ports[i];
        size_t length = stream_prefix(unit, port);

        streams->width[i] = unit->width ? unit->width(port, values) : port->width;
        if (length > 0)
            add_stream(streams, unit, port, length);
    }
    for (size_t i = 0; i < unit->nports; i++)
        if (unit->ports[i].dir == LP_IN && !in_stream(streams, &unit->ports[i]))
            streams->loose[streams->nloose++] = &unit->ports[i];
}

void lp_random_words(struct lp_rng *rng, uint32_t *words, unsigned width)
{
    unsigned kind = lp_below(rng, 8);

    for (unsigned i = 0; i < LP_PORT_WORDS(width); i++) {
        uint32_t a = (uint32_t)lp_random(rng), b = (uint32_t)lp_random(rng);
        words[i] = kind == 0   ? 0
                   : kind == 1 ? UINT32_MAX
                   : kind == 2 ? a & b & (b << 7 | b >> 25)
                   : kind == 3 ? a | b
                               : a;
    }
    if (width % 32)
        words[width / 32] &= (UINT32_C(1) << width % 32) - 1;
}
