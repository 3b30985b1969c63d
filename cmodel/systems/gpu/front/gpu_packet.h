/* SPDX-License-Identifier: Apache-2.0 */
/* Packets of the crossbar between SMs and banks of the L2. Not installed. */
#ifndef LPI_GPU_PACKET_H
#define LPI_GPU_PACKET_H

#include "../event/gpu_events.h"
#include "gpu_pool.h"
#include <linepress/gbbr.h>

enum lpi_gpu_access { LPI_GPU_LOAD, LPI_GPU_STORE, LPI_GPU_ATOMIC };

/* A request of an SM for sectors of one line, and its answer. */
struct lpi_gpu_packet {
    uint64_t address; /* of the line */
    uint8_t access;   /* enum lpi_gpu_access */
    uint8_t mask;     /* sectors */
    uint8_t whole;    /* store: sectors of which all bytes are written */
    uint32_t sm, tag;
    /* Of the bank that it asks. */
    uint32_t set;
    bool compressed;
};

/* Cycles of a packet at a port of so many bytes per cycle; without data it takes one. */
static inline uint64_t lpi_gpu_flits(bool data, uint8_t mask, uint32_t port_bytes)
{
    uint64_t per_cycle = port_bytes / LP_SECTOR_BYTES;
    return data ? ((uint64_t)__builtin_popcount(mask) + per_cycle - 1) / per_cycle : 1;
}

static inline uint64_t lpi_gpu_request_flits(const struct lpi_gpu_packet *packet,
                                             uint32_t port_bytes)
{
    return lpi_gpu_flits(packet->access != LPI_GPU_LOAD, packet->mask, port_bytes);
}

/* Stores have no answer that crosses the crossbar. */
static inline uint64_t lpi_gpu_answer_flits(const struct lpi_gpu_packet *packet,
                                            uint32_t port_bytes)
{
    return lpi_gpu_flits(packet->access == LPI_GPU_LOAD, packet->mask, port_bytes);
}

/* Posts an event whose argument is the packet's number. Without memory the pool has failed. */
static inline void lpi_gpu_post_packet(struct lpi_gpu_events *events, struct lpi_gpu_pool *pool,
                                       uint64_t time, lpi_gpu_fire *fire, void *object,
                                       const struct lpi_gpu_packet *packet)
{
    uint32_t number = lpi_gpu_pool_take(pool);
    if (number == LPI_GPU_NONE)
        return;
    *(struct lpi_gpu_packet *)lpi_gpu_pool_at(pool, number) = *packet;
    lpi_gpu_post(events, time, fire, object, number);
}

/* The packet of an event; its number is free afterwards. */
static inline struct lpi_gpu_packet lpi_gpu_posted_packet(struct lpi_gpu_pool *pool,
                                                          uint32_t number)
{
    struct lpi_gpu_packet packet = *(struct lpi_gpu_packet *)lpi_gpu_pool_at(pool, number);
    lpi_gpu_pool_put(pool, number);
    return packet;
}

#endif
