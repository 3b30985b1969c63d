/* SPDX-License-Identifier: Apache-2.0 */
#include "gpu_link.h"

#include <stdlib.h>

#define FINE LPI_GPU_FINE
#define NONE UINT32_MAX

struct packet {
    uint64_t time;
    uint32_t sectors, tag, asker, next;
    uint8_t way;
};

/* Packets of one asker and way, in order of arrival. */
struct line {
    uint32_t first, last;
};

/* One direction of the link, or of a share of it. */
struct lane {
    struct lpi_gpu_link *link;
    unsigned askers, turn;
    uint32_t waiting;
    uint64_t free; /* from when on it is, in 2^-FINE ticks */
    bool posted;
    uint64_t busy; /* ticks */
    enum lpi_gpu_way way;
    unsigned first_asker;
};

struct lpi_gpu_link {
    struct lpi_gpu_events *events;
    unsigned askers, split;
    uint64_t cycle, latency, sector, share_sector, buddy_sector;
    bool half_duplex;
    uint64_t buddy_free[LPI_GPU_WAYS];
    struct lpi_gpu_link_traffic traffic;
    struct packet *packets;
    uint32_t room, unused;
    struct line *lines[LPI_GPU_WAYS]; /* of each asker */
    struct lane *lanes[LPI_GPU_WAYS]; /* of each share, then of all together */
    lpi_gpu_answer **answers;
    void **owners;
};

static uint32_t new_packet(struct lpi_gpu_link *link)
{
    if (link->unused == NONE) {
        uint32_t room = link->room == 0 ? 256 : 2 * link->room;
        struct packet *packets = realloc(link->packets, room * sizeof *packets);
        if (packets == NULL)
            return NONE;
        for (uint32_t i = room; i-- > link->room;) {
            packets[i].next = link->unused;
            link->unused = i;
        }
        link->packets = packets;
        link->room = room;
    }
    uint32_t number = link->unused;
    link->unused = link->packets[number].next;
    return number;
}

static uint64_t later(uint64_t a, uint64_t b)
{
    return a > b ? a : b;
}

/* The packet whose turn it is. */
static uint32_t take(struct lane *lane)
{
    struct line *lines = lane->link->lines[lane->way];
    for (unsigned tried = 0; tried < lane->askers; tried++) {
        struct line *line = &lines[lane->first_asker + (lane->turn + tried) % lane->askers];
        if (line->first == NONE)
            continue;
        uint32_t number = line->first;
        line->first = lane->link->packets[number].next;
        lane->turn = (lane->turn + tried + 1) % lane->askers;
        lane->waiting--;
        return number;
    }
    return NONE;
}

/* When the packet has moved; buddy memory takes it in the same time if it is fast enough. */
static uint64_t move(struct lane *lane, const struct packet *packet)
{
    struct lpi_gpu_link *link = lane->link;
    bool shared = lane->askers == link->askers;
    uint64_t sector = shared ? link->sector : link->share_sector;
    uint64_t *buddy = &link->buddy_free[link->half_duplex ? LPI_GPU_FROM : lane->way];
    uint64_t start = later(packet->time << FINE, lane->free);
    lane->free = start + packet->sectors * sector;
    if (link->buddy_sector > 0) {
        *buddy = later(start, *buddy) + packet->sectors * link->buddy_sector;
        lane->free = later(lane->free, *buddy);
    }
    lane->busy += packet->sectors * sector >> FINE;
    link->traffic.busy[lane->way] += packet->sectors * sector >> FINE;
    return lane->free;
}

static void serve(void *object, uint64_t now, uint32_t unused)
{
    struct lane *lane = object;
    struct lpi_gpu_link *link = lane->link;
    (void)now, (void)unused;
    lane->posted = false;
    uint32_t number = take(lane);
    if (number == NONE)
        return;
    struct packet packet = link->packets[number];
    link->packets[number].next = link->unused;
    link->unused = number;
    uint64_t end = (move(lane, &packet) - 1) >> FINE;
    uint64_t there = end - end % link->cycle + link->latency;
    if (lane->waiting > 0) {
        lane->posted = true;
        lpi_gpu_post(link->events, (lane->free + (1u << FINE) - 1) >> FINE, serve, lane, 0);
    }
    if (link->answers[packet.asker] != NULL)
        link->answers[packet.asker](link->owners[packet.asker], packet.tag, there, there);
}

static void arrive(void *object, uint64_t now, uint32_t number)
{
    struct lpi_gpu_link *link = object;
    struct packet *packet = &link->packets[number];
    unsigned asker = packet->asker;
    struct lane *lane = &link->lanes[packet->way][asker < link->split ? asker : link->split];
    struct line *line = &link->lines[packet->way][asker];
    packet->time = now;
    packet->next = NONE;
    if (line->first == NONE)
        line->first = number;
    else
        link->packets[line->last].next = number;
    line->last = number;
    lane->waiting++;
    if (!lane->posted) {
        lane->posted = true;
        lpi_gpu_post(link->events, later(now, (lane->free + (1u << FINE) - 1) >> FINE), serve, lane,
                     0);
    }
}

void lpi_gpu_link_ask(struct lpi_gpu_link *link, unsigned asker, enum lpi_gpu_way way,
                      uint64_t time, uint32_t sectors, uint32_t tag)
{
    uint32_t number = new_packet(link);
    if (number == NONE)
        return;
    link->packets[number] = (struct packet){
        .sectors = sectors, .tag = tag, .asker = asker, .next = NONE, .way = (uint8_t)way};
    link->traffic.sectors[way] += sectors;
    lpi_gpu_post(link->events, time, arrive, link, number);
}

void lpi_gpu_link_answers(struct lpi_gpu_link *link, unsigned asker, lpi_gpu_answer *answer,
                          void *owner)
{
    link->answers[asker] = answer;
    link->owners[asker] = owner;
}

uint64_t lpi_gpu_link_moved(const struct lpi_gpu_link *link, enum lpi_gpu_way way, uint64_t now)
{
    uint64_t most = 0;
    for (unsigned l = 0; l <= link->split; l++) {
        const struct lane *lane = &link->lanes[way][l];
        uint64_t ends = lane->free >> FINE, ahead = ends > now ? ends - now : 0;
        if (lane->busy > ahead && lane->busy - ahead > most)
            most = lane->busy - ahead;
    }
    return most;
}

const struct lpi_gpu_link_traffic *lpi_gpu_link_traffic(const struct lpi_gpu_link *link)
{
    return &link->traffic;
}

static bool open_ways(struct lpi_gpu_link *link)
{
    for (unsigned way = 0; way < LPI_GPU_WAYS; way++) {
        link->lines[way] = calloc(link->askers, sizeof *link->lines[way]);
        link->lanes[way] = calloc(link->split + 1, sizeof *link->lanes[way]);
        if (link->lines[way] == NULL || link->lanes[way] == NULL)
            return false;
        for (unsigned a = 0; a < link->askers; a++)
            link->lines[way][a].first = NONE;
        for (unsigned l = 0; l <= link->split; l++)
            link->lanes[way][l] = (struct lane){.link = link,
                                                .way = (enum lpi_gpu_way)way,
                                                .askers = l < link->split ? 1 : link->askers,
                                                .first_asker = l < link->split ? l : 0};
    }
    return true;
}

struct lpi_gpu_link *lpi_gpu_link_open(const struct lpi_gpu_config *config,
                                       struct lpi_gpu_events *events, unsigned askers,
                                       unsigned split)
{
    struct lpi_gpu_clock clock = lpi_gpu_clock(config);
    struct lpi_gpu_link *link = calloc(1, sizeof *link);
    if (link == NULL)
        return NULL;
    link->events = events;
    link->askers = askers;
    link->split = split;
    link->cycle = clock.memory;
    link->latency = config->link_latency * clock.memory;
    link->sector = lpi_gpu_sector_time(config->link_gbs, &clock);
    link->share_sector = split > 0 ? lpi_gpu_sector_time(config->link_gbs / split, &clock) : 0;
    link->buddy_sector = config->buddy_gbs > 0 ? lpi_gpu_sector_time(config->buddy_gbs, &clock) : 0;
    link->half_duplex = config->buddy_half_duplex != 0;
    link->unused = NONE;
    link->answers = calloc(askers, sizeof *link->answers);
    link->owners = calloc(askers, sizeof *link->owners);
    if (!open_ways(link) || link->answers == NULL || link->owners == NULL) {
        lpi_gpu_link_close(link);
        return NULL;
    }
    return link;
}

void lpi_gpu_link_close(struct lpi_gpu_link *link)
{
    if (link == NULL)
        return;
    for (unsigned way = 0; way < LPI_GPU_WAYS; way++) {
        free(link->lines[way]);
        free(link->lanes[way]);
    }
    free(link->answers);
    free(link->owners);
    free(link->packets);
    free(link);
}
