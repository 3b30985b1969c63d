/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A direction of the link of lp_cdma_core: writes the beats of streams to host memory, or delivers
 * the requested ones, at a rate. Not installed.
 */
#ifndef LPI_RIG_LINK_H
#define LPI_RIG_LINK_H

#include <stdbool.h>
#include <stdint.h>

/* Moved data. */
struct lpi_link_moved {
    uint64_t beats;
    uint64_t first, last; /* cycles of the first beat and of the last */
};

#define LPI_LINK_STREAMS 4u /* outstanding streams */

struct lpi_link_config {
    uint8_t *host;
    uint64_t base, bytes;
    unsigned latency;
    uint32_t beats, cycles;
    double stall, error;
    uint64_t error_at, error_bytes; /* a range whose beats always have an error */
    uint64_t seed;
};

/* A stream in progress, or its response. */
struct lpi_link_stream {
    uint64_t addr, beats; /* the rest; beats: of the in direction */
    uint64_t ready;       /* time of the first beat, or of the response */
    bool err;
};

struct lpi_link {
    struct lpi_link_config config;
    struct lpi_link_moved moved;
    struct lpi_link_stream stream[LPI_LINK_STREAMS], answer[LPI_LINK_STREAMS];
    unsigned streams, answers;
    uint64_t now, random;
    uint64_t tokens; /* beats times cycles that may move */
    bool hold, pause, fault;
    bool drop;    /* the core ignores the beats of the streams so far */
    bool armed;   /* it has used beats of this one */
    bool offered; /* a beat of the in direction, which is then held */
};

void lpi_link_open(struct lpi_link *link, const struct lpi_link_config *config);

/* In a cycle: a stream may begin; a beat is taken; a beat or a response is offered. */
bool lpi_link_asks(const struct lpi_link *link);
bool lpi_link_takes(const struct lpi_link *link);
bool lpi_link_gives(const struct lpi_link *link, uint32_t *data, uint32_t *err);
bool lpi_link_answers(const struct lpi_link *link, uint32_t *err);

/* The corresponding transfers. took: NULL, or the error of the beat. */
void lpi_link_asked(struct lpi_link *link, uint64_t addr, uint64_t beats);
const char *lpi_link_took(struct lpi_link *link, const uint32_t *data, bool last, bool bad);
void lpi_link_gave(struct lpi_link *link);
void lpi_link_answered(struct lpi_link *link);

/* The clock edge. */
void lpi_link_pass(struct lpi_link *link);

#endif
