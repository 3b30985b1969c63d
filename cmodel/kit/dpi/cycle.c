/* SPDX-License-Identifier: Apache-2.0 */
/* A cycle model in lock-step with a DUT of the same ports. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "dpi.h"

static const uint32_t *words_of(const uint32_t *ports, const struct lp_port *port)
{
    return ports + port->offset / sizeof *ports;
}

/* The first word of a port in which the DUT differs; LP_PORT_WORDS of its width: none. */
static unsigned first_wrong(const struct lpi_dpi *q, const struct lp_port *port)
{
    const uint32_t *due = words_of(q->due, port), *got = words_of(q->got, port);
    unsigned w = 0;

    while (w < LP_PORT_WORDS(port->width) && due[w] == got[w])
        w++;
    return w;
}

/* Whether the port is valid by the protocol: it is not payload, or its valid is high. */
static bool shows(const struct lpi_dpi *q, size_t port)
{
    return q->exact || q->valid[port] == NULL || *words_of(q->due, q->valid[port]);
}

/* A wide port's word w with its position. */
static void say_port(struct lpi_dpi *q, const struct lp_port *port, bool unknown, unsigned w)
{
    unsigned words = LP_PORT_WORDS(port->width);
    unsigned top = w + 1 < words ? 32 * w + 31 : port->width - 1;
    size_t used = strlen(q->message), room = sizeof q->message - used;
    char place[32] = "", is[24] = "unknown (X or Z)";

    w = unknown && w == words ? 0 : w;
    if (words > 1 && !unknown)
        snprintf(place, sizeof place, "[%u:%u]", top, 32 * w);
    if (!unknown)
        snprintf(is, sizeof is, "0x%" PRIx32, words_of(q->got, port)[w]);
    if (unknown && words > 1)
        snprintf(q->message + used, room, "%s_o is %s", port->name, is);
    else
        snprintf(q->message + used, room, "%s_o%s is %s, due 0x%" PRIx32, port->name, place, is,
                 words_of(q->due, port)[w]);
}

/* The first port that differs, and the number of others. */
static bool compare(struct lpi_dpi *q, const uint32_t *unknown)
{
    unsigned wrong = 0;

    for (size_t i = 0, output = 0; i < q->unit->nports; i++) {
        const struct lp_port *port = &q->unit->ports[i];
        if (port->dir == LP_IN)
            continue;
        bool odd = unknown[output / 32] >> output % 32 & 1;
        unsigned w = first_wrong(q, port);
        output++;
        if ((!odd && w == LP_PORT_WORDS(port->width)) || !shows(q, i) || wrong++ > 0)
            continue;
        snprintf(q->message, sizeof q->message, "%s: cycle %" PRIu64 ": ", q->unit->name, q->cycle);
        say_port(q, port, odd, w);
    }
    size_t used = strlen(q->message);
    if (wrong > 1)
        snprintf(q->message + used, sizeof q->message - used, "; %u other port%s differ%s",
                 wrong - 1, wrong > 2 ? "s" : "", wrong > 2 ? "" : "s");
    q->mismatches += wrong > 0;
    return wrong == 0;
}

static bool none(const uint32_t *unknown)
{
    return (unknown[0] | unknown[1] | unknown[2] | unknown[3]) == 0;
}

/* Compares if `unknown` is given. */
static int step(struct lpi_dpi *q, unsigned rst_n, const uint32_t *unknown)
{
    const bool resets = q->unit->reset != NULL;
    int agree = 1;

    if (resets && rst_n > 1) {
        q->known = false;
        q->cycle++;
        return 1;
    }
    lp_instance_eval(&q->model, !resets || rst_n, q->in, q->due);
    if (unknown != NULL && q->known &&
        !(none(unknown) && memcmp(q->due, q->got, q->unit->out_size) == 0))
        agree = compare(q, unknown);
    lp_instance_tick(&q->model);
    q->known = q->known || !rst_n;
    q->cycle++;
    return agree;
}

void lpi_dpi_cycle(struct lpi_dpi *q, unsigned rst_n)
{
    step(q, rst_n, NULL);
}

int lpi_dpi_cycle_check(struct lpi_dpi *q, unsigned rst_n, const uint32_t *unknown)
{
    return step(q, rst_n, unknown);
}
