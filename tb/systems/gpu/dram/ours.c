/* SPDX-License-Identifier: Apache-2.0 */
/*
 * One pseudo-channel of the tier `dram`, for compare.py: takes "R ADDRESS" and "W ADDRESS" from
 * standard input, sectors of 32 bytes, in order and as fast as the queues take them.
 *
 *     ours FOLDER GPU MAP [FIELD=VALUE]...    prints {"cycles","row_hits","activations"}
 */
#include "../../../../cmodel/systems/gpu/event/gpu_events.h"
#include "../../../../cmodel/systems/gpu/memory/gpu_device.h"
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct request {
    uint64_t address;
    bool write, answered;
};

struct run {
    struct lpi_gpu_events *events;
    struct lpi_gpu_device *device;
    struct request *requests;
    uint32_t count, next, reading, most;
    uint64_t cycle, end;
};

static void fail(const char *what)
{
    fprintf(stderr, "ours: %s\n", what);
    exit(2);
}

static void answer(void *owner, uint32_t tag, uint64_t first, uint64_t last)
{
    struct run *r = owner;
    (void)first;
    r->requests[tag].answered = true;
    r->reading -= !r->requests[tag].write;
    if (!r->requests[tag].write)
        r->end = last > r->end ? last : r->end;
}

/* Asks for the next one if its queue has room: a write that waits for room holds all after it. */
static void ask(void *object, uint64_t now, uint32_t unused)
{
    struct run *r = object;
    (void)unused;
    if (r->next == r->count)
        return;
    lpi_gpu_post(r->events, now + r->cycle, ask, r, 0);
    struct request *q = &r->requests[r->next];
    bool held = r->next > 0 && q[-1].write && !q[-1].answered;
    if (held || (!q->write && r->reading == r->most))
        return;
    r->reading += !q->write;
    (q->write ? lpi_gpu_device_write : lpi_gpu_device_read)(r->device, now, q->address, 1, r->next);
    r->next++;
}

static void read_requests(struct run *r)
{
    char kind;
    uint32_t room = 0;
    uint64_t address;
    while (scanf(" %c %" SCNx64, &kind, &address) == 2) {
        if (r->count == room) {
            room = room == 0 ? 4096 : 2 * room;
            r->requests = realloc(r->requests, room * sizeof *r->requests);
            if (r->requests == NULL)
                fail("no memory");
        }
        r->requests[r->count++] = (struct request){.address = address, .write = kind == 'W'};
    }
    if (!feof(stdin) || r->count == 0)
        fail("a request is malformed, or there is none");
}

int main(int argc, char **argv)
{
    struct lpi_gpu_config config;
    struct lpi_fault fault = {0};
    struct run r = {0};
    if (argc < 4)
        fail("usage: ours FOLDER GPU MAP [FIELD=VALUE]...");
    if (lpi_gpu_config_read(argv[2], argv[1], &config, &fault) != 0)
        fail(fault.why);
    for (int i = 4; i < argc; i++)
        if (lpi_gpu_config_set(&config, argv[i], &fault) != 0)
            fail(fault.why);
    unsigned map = 0;
    while (map < LPI_GPU_MAPS && strcmp(lpi_gpu_maps[map], argv[3]) != 0)
        map++;
    r.events = lpi_gpu_events_open();
    r.most = config.dram_queue;
    r.cycle = lpi_gpu_clock(&config).memory;
    if (map == LPI_GPU_MAPS || r.events == NULL)
        fail("no such map, or no memory");
    r.device = lpi_gpu_device_open(LPI_GPU_DRAM, (enum lpi_gpu_map)map, &config, r.events, answer,
                                   &r);
    if (r.device == NULL)
        fail("no memory");
    read_requests(&r);
    lpi_gpu_post(r.events, 0, ask, &r, 0);
    while (lpi_gpu_step(r.events))
        ;
    const struct lpi_gpu_traffic *t = lpi_gpu_device_traffic(r.device);
    uint64_t now = lpi_gpu_now(r.events);
    printf("{\"cycles\": %" PRIu64 ", \"row_hits\": %" PRIu64 ", \"activations\": %" PRIu64 "}\n",
           now / r.cycle, t->row_hits, t->activations);
    lpi_gpu_device_close(r.device);
    lpi_gpu_events_close(r.events);
    free(r.requests);
}
