/* SPDX-License-Identifier: Apache-2.0 */
/* A unit's ports sorted into streams by their names (the rule is in common/unit.h). */
#ifndef LPI_KIT_STREAMS_H
#define LPI_KIT_STREAMS_H

#include "../units/common/unit.h"
#include "../base/rng.h"

#define LP_MAX_STREAMS 32
#define LP_MAX_PORTS 128

struct lp_stream {
    const struct lp_port *valid, *ready;
    bool input; /* beats flow into the unit */
    const struct lp_port *payload[LP_MAX_PORTS];
    size_t npayload;
};

struct lp_streams {
    struct lp_stream stream[LP_MAX_STREAMS]; /* in the order of their valid ports */
    size_t count;
    const struct lp_port *loose[LP_MAX_PORTS]; /* inputs of no stream */
    size_t nloose;
    unsigned width[LP_MAX_PORTS]; /* of each port, under the parameters */
};

void lp_streams_find(struct lp_streams *streams, const struct lp_unit *unit, const int *values);

/* The words of a port in the unit's in or out struct. */
static inline uint32_t *lp_port_words(void *ports, const struct lp_port *port)
{
    return (uint32_t *)(void *)((char *)ports + port->offset);
}

static inline const uint32_t *lp_port_words_const(const void *ports, const struct lp_port *port)
{
    return (const uint32_t *)(const void *)((const char *)ports + port->offset);
}

/* A random value of `width` bits: uniform, sparse, dense, all zeros or all ones. */
void lp_random_words(struct lp_rng *rng, uint32_t *words, unsigned width);

#endif
