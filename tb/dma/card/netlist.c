/* SPDX-License-Identifier: Apache-2.0 */
#include "netlist.h"
#include "netlist_ram.h"
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { INPUTS = 6, NAME = 32, PORTS = 64 };
enum { ZERO, ONE, FIRST_NET }; /* constant nets */

/* out = bit of `table` at the number whose bits are the inputs, the first the lowest. */
struct lut {
    uint64_t table;
    uint32_t in[INPUTS], out, level;
    uint8_t count;
    bool queued;
};

/* A lookup table that is written by the clock: its lowest 16 bits. */
struct lutram {
    uint32_t lut, data, address[4], enable;
};

struct flop {
    uint32_t q, d, group;
    bool set, listed;
};

/* Flops with the same controls. `waiting` has at least those whose d is not their q. */
struct group {
    uint32_t enable, reset;
    uint32_t *members, *waiting;
    size_t count, waits;
};

struct port {
    char name[NAME];
    uint32_t net;
};

/* A net's reader is the number of a lookup table or, from FLOP on, of a flop whose d it is. */
#define FLOP 0x80000000u

struct netlist {
    uint32_t nets;
    uint8_t *value;
    uint32_t *fan_begin, *fan;
    struct lut *luts;
    struct lutram *lutrams;
    struct flop *flops;
    struct group *groups;
    struct netlist_ram **rams;
    struct port ports[PORTS];
    size_t lut_count, lutram_count, flop_count, group_count, ram_count, port_count;
    uint32_t **queue; /* by level */
    size_t *queued;
    uint32_t levels, *changed;
};

static void *more(void *array, size_t count, size_t size)
{
    /* Doubled at each power of two. */
    if (count & (count - 1))
        return array;
    void *grown = realloc(array, (count ? 2 * count : 1) * size);
    if (grown == NULL)
        abort();
    return grown;
}

static void *zeros(size_t count, size_t size)
{
    void *array = calloc(count ? count : 1, size);
    if (array == NULL)
        abort();
    return array;
}

/* ---- events ---- */

static void wait_for_edge(struct netlist *n, uint32_t f)
{
    struct flop *flop = &n->flops[f];
    struct group *group = &n->groups[flop->group];

    if (flop->listed || n->value[flop->d] == n->value[flop->q])
        return;
    flop->listed = true;
    group->waiting[group->waits++] = f;
}

static void assign(struct netlist *n, uint32_t net, uint8_t value)
{
    if (n->value[net] == value)
        return;
    n->value[net] = value;
    for (uint32_t i = n->fan_begin[net]; i < n->fan_begin[net + 1]; i++) {
        uint32_t to = n->fan[i];
        if (to & FLOP) {
            wait_for_edge(n, to & ~FLOP);
        } else if (!n->luts[to].queued) {
            struct lut *lut = &n->luts[to];
            lut->queued = true;
            n->queue[lut->level][n->queued[lut->level]++] = to;
        }
    }
}

static void settle(struct netlist *n)
{
    for (uint32_t level = 0; level < n->levels; level++) {
        for (size_t i = 0; i < n->queued[level]; i++) {
            struct lut *lut = &n->luts[n->queue[level][i]];
            unsigned at = 0;
            lut->queued = false;
            for (unsigned k = 0; k < lut->count; k++)
                at |= (unsigned)n->value[lut->in[k]] << k;
            assign(n, lut->out, lut->table >> at & 1);
        }
        n->queued[level] = 0;
    }
}

/* Appends the members whose q changes at the edge. */
static size_t edge_of(struct netlist *n, struct group *group, size_t count)
{
    if (n->value[group->reset]) {
        for (size_t i = 0; i < group->count; i++) {
            const struct flop *flop = &n->flops[group->members[i]];
            if (n->value[flop->q] != flop->set)
                n->changed[count++] = group->members[i];
        }
    } else if (n->value[group->enable]) {
        for (size_t i = 0; i < group->waits; i++) {
            struct flop *flop = &n->flops[group->waiting[i]];
            flop->listed = false;
            if (n->value[flop->d] != n->value[flop->q])
                n->changed[count++] = group->waiting[i];
        }
        group->waits = 0;
    }
    return count;
}

static void write_luts(struct netlist *n)
{
    for (size_t i = 0; i < n->lutram_count; i++) {
        const struct lutram *ram = &n->lutrams[i];
        struct lut *lut = &n->luts[ram->lut];
        unsigned at = 0;
        if (!n->value[ram->enable])
            continue;
        for (unsigned k = 0; k < 4; k++)
            at |= (unsigned)n->value[ram->address[k]] << k;
        lut->table = (lut->table & ~(1ull << at)) | (uint64_t)n->value[ram->data] << at;
        if (!lut->queued) {
            lut->queued = true;
            n->queue[lut->level][n->queued[lut->level]++] = ram->lut;
        }
    }
}

void netlist_tick(struct netlist *n)
{
    size_t count = 0;

    for (size_t g = 0; g < n->group_count; g++)
        count = edge_of(n, &n->groups[g], count);
    write_luts(n);
    for (size_t i = 0; i < n->ram_count; i++)
        netlist_ram_edge(n->rams[i], n->value);
    /* Every flop and memory has seen the values before the edge; now they change. */
    for (size_t i = 0; i < count; i++) {
        const struct flop *flop = &n->flops[n->changed[i]];
        assign(n, flop->q, !n->value[flop->q]);
    }
    for (size_t i = 0; i < count; i++)
        wait_for_edge(n, n->changed[i]);
    for (size_t i = 0; i < n->ram_count; i++) {
        unsigned outs;
        const struct netlist_ram_bit *bit = netlist_ram_outs(n->rams[i], &outs);
        for (unsigned k = 0; k < outs; k++)
            assign(n, bit[k].net, bit[k].value);
    }
    settle(n);
}

bool netlist_get(const struct netlist *n, unsigned net)
{
    return n->value[net];
}

void netlist_set(struct netlist *n, unsigned net, bool value)
{
    assign(n, net, value);
    settle(n);
}

unsigned netlist_port(const struct netlist *n, const char *name)
{
    for (size_t i = 0; i < n->port_count; i++)
        if (strcmp(n->ports[i].name, name) == 0)
            return n->ports[i].net;
    return 0;
}

/* ---- reading ---- */

static bool net_of(struct netlist *n, FILE *file, uint32_t *net)
{
    return fscanf(file, "%" SCNu32, net) == 1 && *net < n->nets;
}

static bool nets_of(struct netlist *n, FILE *file, uint32_t *nets, unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        if (!net_of(n, file, &nets[i]))
            return false;
    return true;
}

static bool read_lut(struct netlist *n, FILE *file)
{
    struct lut lut = {0};
    unsigned count = 0;

    if (!net_of(n, file, &lut.out) || fscanf(file, "%u %" SCNx64, &count, &lut.table) != 2 ||
        count > INPUTS || !nets_of(n, file, lut.in, count))
        return false;
    lut.count = (uint8_t)count;
    n->luts = more(n->luts, n->lut_count, sizeof lut);
    n->luts[n->lut_count++] = lut;
    return true;
}

static bool read_lutram(struct netlist *n, FILE *file)
{
    struct lutram ram = {.lut = (uint32_t)n->lut_count};

    if (!read_lut(n, file) || !net_of(n, file, &ram.data) || !nets_of(n, file, ram.address, 4) ||
        !net_of(n, file, &ram.enable))
        return false;
    n->lutrams = more(n->lutrams, n->lutram_count, sizeof ram);
    n->lutrams[n->lutram_count++] = ram;
    return true;
}

static uint32_t group_with(struct netlist *n, uint32_t enable, uint32_t reset)
{
    for (size_t i = 0; i < n->group_count; i++)
        if (n->groups[i].enable == enable && n->groups[i].reset == reset)
            return (uint32_t)i;
    n->groups = more(n->groups, n->group_count, sizeof *n->groups);
    n->groups[n->group_count] = (struct group){.enable = enable, .reset = reset};
    return (uint32_t)n->group_count++;
}

static bool read_flop(struct netlist *n, FILE *file)
{
    struct flop flop = {0};
    uint32_t enable, reset;
    unsigned set;
    struct group *group;

    if (!net_of(n, file, &flop.q) || !net_of(n, file, &flop.d) || !net_of(n, file, &enable) ||
        !net_of(n, file, &reset) || fscanf(file, "%u", &set) != 1)
        return false;
    flop.set = set != 0;
    flop.group = group_with(n, enable, reset);
    group = &n->groups[flop.group];
    group->members = more(group->members, group->count, sizeof *group->members);
    group->members[group->count++] = (uint32_t)n->flop_count;
    n->flops = more(n->flops, n->flop_count, sizeof flop);
    n->flops[n->flop_count++] = flop;
    return true;
}

static bool read_ram(struct netlist *n, FILE *file)
{
    struct netlist_ram *ram = netlist_ram_read(file, n->nets);

    if (ram == NULL)
        return false;
    n->rams = more(n->rams, n->ram_count, sizeof ram);
    n->rams[n->ram_count++] = ram;
    return true;
}

static bool read_port(struct netlist *n, FILE *file)
{
    struct port *port = &n->ports[n->port_count];

    if (n->port_count == PORTS || fscanf(file, "%31s", port->name) != 1)
        return false;
    n->port_count++;
    return net_of(n, file, &port->net);
}

static bool read_line(struct netlist *n, FILE *file, const char *word)
{
    static const struct {
        const char *word;
        bool (*read)(struct netlist *, FILE *);
    } kinds[] = {{"lut", read_lut},
                 {"lutram", read_lutram},
                 {"flop", read_flop},
                 {"ram", read_ram},
                 {"port", read_port}};

    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (strcmp(word, kinds[i].word) == 0)
            return kinds[i].read(n, file);
    return false;
}

/* ---- the order of evaluation ---- */

static void connect(struct netlist *n)
{
    uint32_t *at = zeros(n->nets + 1, sizeof *at);

    n->fan_begin = zeros(n->nets + 1, sizeof *n->fan_begin);
    for (size_t i = 0; i < n->lut_count; i++)
        for (unsigned k = 0; k < n->luts[i].count; k++)
            n->fan_begin[n->luts[i].in[k] + 1]++;
    for (size_t i = 0; i < n->flop_count; i++)
        n->fan_begin[n->flops[i].d + 1]++;
    for (uint32_t i = 0; i < n->nets; i++)
        n->fan_begin[i + 1] += n->fan_begin[i];
    memcpy(at, n->fan_begin, (n->nets + 1) * sizeof *at);
    n->fan = zeros(n->fan_begin[n->nets], sizeof *n->fan);
    for (size_t i = 0; i < n->lut_count; i++)
        for (unsigned k = 0; k < n->luts[i].count; k++)
            n->fan[at[n->luts[i].in[k]]++] = (uint32_t)i;
    for (size_t i = 0; i < n->flop_count; i++)
        n->fan[at[n->flops[i].d]++] = (uint32_t)i | FLOP;
    free(at);
}

/* A table is one level above the highest of its inputs; false: a loop. */
static bool order(struct netlist *n)
{
    uint32_t *missing = zeros(n->lut_count, sizeof *missing);
    uint32_t *ready = zeros(n->lut_count, sizeof *ready);
    uint8_t *driven = zeros(n->nets, 1);
    size_t done = 0, count = 0;

    for (size_t i = 0; i < n->lut_count; i++)
        driven[n->luts[i].out] = 1;
    for (size_t i = 0; i < n->lut_count; i++) {
        for (unsigned k = 0; k < n->luts[i].count; k++)
            missing[i] += driven[n->luts[i].in[k]];
        if (missing[i] == 0)
            ready[count++] = (uint32_t)i;
    }
    for (; done < count; done++) {
        const struct lut *lut = &n->luts[ready[done]];
        if (lut->level >= n->levels)
            n->levels = lut->level + 1;
        for (uint32_t i = n->fan_begin[lut->out]; i < n->fan_begin[lut->out + 1]; i++) {
            struct lut *next = n->fan[i] & FLOP ? NULL : &n->luts[n->fan[i]];
            if (next != NULL && next->level <= lut->level)
                next->level = lut->level + 1;
            if (next != NULL && --missing[n->fan[i]] == 0)
                ready[count++] = n->fan[i];
        }
    }
    free(missing);
    free(ready);
    free(driven);
    return done == n->lut_count;
}

/* Queues of each level, and the initial state. */
static void start(struct netlist *n)
{
    size_t *room = zeros(n->levels, sizeof *room);

    n->queue = zeros(n->levels, sizeof *n->queue);
    n->queued = zeros(n->levels, sizeof *n->queued);
    n->changed = zeros(n->flop_count, sizeof *n->changed);
    for (size_t i = 0; i < n->lut_count; i++)
        room[n->luts[i].level]++;
    for (uint32_t i = 0; i < n->levels; i++)
        n->queue[i] = zeros(room[i], sizeof **n->queue);
    for (size_t i = 0; i < n->group_count; i++)
        n->groups[i].waiting = zeros(n->groups[i].count, sizeof *n->groups[i].waiting);
    n->value[ONE] = 1;
    for (size_t i = 0; i < n->flop_count; i++)
        n->value[n->flops[i].q] = n->flops[i].set;
    for (size_t i = 0; i < n->lut_count; i++) {
        n->luts[i].queued = true;
        n->queue[n->luts[i].level][n->queued[n->luts[i].level]++] = (uint32_t)i;
    }
    settle(n);
    for (size_t i = 0; i < n->flop_count; i++)
        wait_for_edge(n, (uint32_t)i);
    free(room);
}

static bool read_lines(struct netlist *n, FILE *file, char why[static 128])
{
    char word[NAME];
    unsigned line = 1;

    if (fscanf(file, "nets %" SCNu32, &n->nets) != 1 || n->nets < FIRST_NET || n->nets >= FLOP) {
        snprintf(why, 128, "line 1 is not 'nets COUNT'");
        return false;
    }
    n->value = zeros(n->nets, 1);
    while (fscanf(file, "%31s", word) == 1)
        if (line++, !read_line(n, file, word)) {
            snprintf(why, 128, "line %u, '%s', is broken", line, word);
            return false;
        }
    return true;
}

struct netlist *netlist_read(FILE *file, char why[static 128])
{
    struct netlist *n = zeros(1, sizeof *n);

    if (!read_lines(n, file, why)) {
        netlist_close(n);
        return NULL;
    }
    connect(n);
    if (!order(n)) {
        snprintf(why, 128, "there is a loop without a flop");
        netlist_close(n);
        return NULL;
    }
    start(n);
    return n;
}

void netlist_close(struct netlist *n)
{
    for (uint32_t i = 0; n->queue != NULL && i < n->levels; i++)
        free(n->queue[i]);
    for (size_t i = 0; i < n->group_count; i++) {
        free(n->groups[i].members);
        free(n->groups[i].waiting);
    }
    for (size_t i = 0; i < n->ram_count; i++)
        netlist_ram_close(n->rams[i]);
    free(n->queue);
    free(n->queued);
    free(n->changed);
    free(n->value);
    free(n->fan_begin);
    free(n->fan);
    free(n->luts);
    free(n->lutrams);
    free(n->flops);
    free(n->groups);
    free(n->rams);
    free(n);
}
