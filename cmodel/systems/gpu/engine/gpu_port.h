/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The memory's side of an AXI4 port of lp_buddy_slice: it holds the slice's requests until a memory
 * of the event queue answers them, and then offers beats and acknowledgements. Not installed.
 *
 * Units    Times in ticks; one transfer of each channel in a clock cycle. A beat is a sector.
 */
#ifndef LPI_GPU_PORT_H
#define LPI_GPU_PORT_H

#include "../../../dma/memory/memory_port.h"
#include <stdbool.h>

#define LPI_GPU_PORT_DEPTH 256u /* requests each way */
#define LPI_GPU_PORT_BEATS 4u   /* of a request: a line's sectors */

struct lpi_gpu_port_request {
    struct lpi_axi_request of;
    uint32_t moved;       /* beats */
    bool answered;        /* the times are known */
    uint64_t first, last; /* when its first and its last beat are there; a write: both the same */
    uint32_t data[LPI_GPU_PORT_BEATS][8];
};

struct lpi_gpu_port_queue {
    struct lpi_gpu_port_request request[LPI_GPU_PORT_DEPTH];
    uint8_t order[LPI_GPU_PORT_DEPTH]; /* numbers in order of arrival, then those that are free */
    unsigned count;
};

struct lpi_gpu_port {
    struct lpi_gpu_port_queue reads, writes;
    unsigned filling;   /* place in the order of the write that gets data */
    int offered, acked; /* places in the order; -1: none */
};

/* Requests that the slice has begun or ended in a cycle, by number; -1: none. */
struct lpi_gpu_port_moves {
    int read, write; /* a read was asked for; a write's last beat has come */
};

void lpi_gpu_port_open(struct lpi_gpu_port *port);

/* Drives the memory's signals of the cycle that begins now. */
void lpi_gpu_port_drive(struct lpi_gpu_port *port, uint64_t now, struct lpi_axi_memory *signals);

/*
 * The transfers of the cycle in which the slice drives *slice and the memory *memory. The caller
 * fills a read's data. NULL, or the rule that the slice broke.
 */
const char *lpi_gpu_port_clock(struct lpi_gpu_port *port, const struct lpi_axi_engine *slice,
                               const struct lpi_axi_memory *memory,
                               struct lpi_gpu_port_moves *moves);

void lpi_gpu_port_answer(struct lpi_gpu_port_request *request, uint64_t first, uint64_t last);

/* Nothing is outstanding. */
static inline bool lpi_gpu_port_idle(const struct lpi_gpu_port *port)
{
    return port->reads.count + port->writes.count == 0;
}

#endif
