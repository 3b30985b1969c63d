/* SPDX-License-Identifier: Apache-2.0 */
#include "gpu_port.h"

#include <string.h>

void lpi_gpu_port_open(struct lpi_gpu_port *port)
{
    *port = (struct lpi_gpu_port){.offered = -1, .acked = -1};
    for (unsigned i = 0; i < LPI_GPU_PORT_DEPTH; i++)
        port->reads.order[i] = port->writes.order[i] = (uint8_t)i;
}

void lpi_gpu_port_answer(struct lpi_gpu_port_request *request, uint64_t first, uint64_t last)
{
    request->answered = true;
    request->first = first;
    request->last = last;
}

/* ---- requests in order of arrival ---- */

static int enter(struct lpi_gpu_port_queue *queue, const struct lpi_axi_request *of)
{
    int number = queue->order[queue->count++];
    queue->request[number] = (struct lpi_gpu_port_request){.of = *of};
    return number;
}

static void leave(struct lpi_gpu_port_queue *queue, unsigned place)
{
    uint8_t number = queue->order[place];
    memmove(&queue->order[place], &queue->order[place + 1], --queue->count - place);
    queue->order[queue->count] = number;
}

static struct lpi_gpu_port_request *at(struct lpi_gpu_port_queue *queue, unsigned place)
{
    return &queue->request[queue->order[place]];
}

/* When the next beat is there: between the first and the last one at equal distances. */
static uint64_t next_beat(const struct lpi_gpu_port_request *request)
{
    uint64_t span = request->last - request->first, gaps = request->of.beats - 1;
    return gaps == 0 ? request->last : request->first + span * request->moved / gaps;
}

static bool has_older(struct lpi_gpu_port_queue *queue, unsigned place)
{
    for (unsigned i = 0; i < place; i++)
        if (at(queue, i)->of.id == at(queue, place)->of.id)
            return true;
    return false;
}

/* The oldest of the first `count` that may move now; those of one id move in order. -1: none. */
static int choose(struct lpi_gpu_port_queue *queue, unsigned count, uint64_t now)
{
    for (unsigned i = 0; i < count; i++)
        if (at(queue, i)->answered && next_beat(at(queue, i)) <= now && !has_older(queue, i))
            return (int)i;
    return -1;
}

/* ---- a cycle ---- */

void lpi_gpu_port_drive(struct lpi_gpu_port *port, uint64_t now, struct lpi_axi_memory *signals)
{
    if (port->offered < 0)
        port->offered = choose(&port->reads, port->reads.count, now);
    if (port->acked < 0)
        port->acked = choose(&port->writes, port->filling, now);
    *signals = (struct lpi_axi_memory){.arready = port->reads.count < LPI_GPU_PORT_DEPTH,
                                       .awready = port->writes.count < LPI_GPU_PORT_DEPTH,
                                       .wready = port->filling < port->writes.count,
                                       .rvalid = port->offered >= 0,
                                       .bvalid = port->acked >= 0};
    if (port->offered >= 0) {
        const struct lpi_gpu_port_request *r = at(&port->reads, (unsigned)port->offered);
        signals->rid = r->of.id;
        signals->rlast = r->moved + 1 == r->of.beats;
        memcpy(signals->rdata, r->data[r->moved], sizeof signals->rdata);
    }
    if (port->acked >= 0)
        signals->bid = at(&port->writes, (unsigned)port->acked)->of.id;
}

static void beat_read(struct lpi_gpu_port *port)
{
    struct lpi_gpu_port_request *r = at(&port->reads, (unsigned)port->offered);
    if (++r->moved == r->of.beats)
        leave(&port->reads, (unsigned)port->offered);
    port->offered = -1;
}

static void acknowledged(struct lpi_gpu_port *port)
{
    leave(&port->writes, (unsigned)port->acked);
    port->filling--;
    port->acked = -1;
}

static const char *beat_written(struct lpi_gpu_port *port, const struct lpi_axi_engine *slice,
                                struct lpi_gpu_port_moves *moves)
{
    struct lpi_gpu_port_request *w = at(&port->writes, port->filling);
    memcpy(w->data[w->moved++], slice->wdata, sizeof slice->wdata);
    if ((slice->wlast != 0) != (w->moved == w->of.beats))
        return "wlast is not that of the burst's last beat";
    if (slice->wlast)
        moves->write = port->writes.order[port->filling++];
    return NULL;
}

const char *lpi_gpu_port_clock(struct lpi_gpu_port *port, const struct lpi_axi_engine *slice,
                               const struct lpi_axi_memory *memory,
                               struct lpi_gpu_port_moves *moves)
{
    const char *broken = NULL;
    *moves = (struct lpi_gpu_port_moves){-1, -1};
    if (memory->rvalid && slice->rready)
        beat_read(port);
    if (memory->bvalid && slice->bready)
        acknowledged(port);
    if (slice->wvalid && memory->wready)
        broken = beat_written(port, slice, moves);
    struct lpi_axi_request read = lpi_axi_request_of(slice->arid, slice->araddr, slice->arlen);
    struct lpi_axi_request write = lpi_axi_request_of(slice->awid, slice->awaddr, slice->awlen);
    bool reads = slice->arvalid && memory->arready, writes = slice->awvalid && memory->awready;
    if ((reads && read.beats > LPI_GPU_PORT_BEATS) || (writes && write.beats > LPI_GPU_PORT_BEATS))
        return "a burst of more than a line";
    if (reads)
        moves->read = enter(&port->reads, &read);
    if (writes)
        enter(&port->writes, &write);
    return broken;
}
