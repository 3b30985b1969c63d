/* SPDX-License-Identifier: Apache-2.0 */
/* Registers on AXI4-Lite, cycle by cycle, for any table. */
#include <string.h>

#include "axil.h"
#include "../common/count.h"
#include "../common/cut.h"

static struct lpi_axil_out *axi_out(struct lpi_axil *q)
{
    return (struct lpi_axil_out *)(void *)q->out;
}

/* Outputs of AXI4-Lite in the next cycle. */
static void show(struct lpi_axil *q, uint32_t rdata)
{
    struct lpi_axil_out *out = axi_out(q);

    out->awready = !q->aw;
    out->wready = !q->w;
    out->bvalid = q->b;
    out->arready = q->idle;
    out->rvalid = q->r;
    out->rdata = rdata;
}

static void reset_counts(const struct lpi_axil_map *map, struct lpi_axil *q)
{
    for (unsigned c = 0; c < map->counts; c++) {
        const struct lpi_axil_field *field = &map->fields[map->events + c];

        q->count[c].most = LPI_ONES(field->width < q->count_w ? field->width : q->count_w);
        q->count[c].ones = LPI_ONES(field->add);
    }
}

void lpi_axil_reset(const struct lpi_axil_map *map, struct lpi_axil *q)
{
    *q = (struct lpi_axil){.count_w = q->count_w, .idle = true};
    reset_counts(map, q);
    for (unsigned f = 0; f < map->nfields; f++) {
        const struct lpi_axil_field *field = &map->fields[f];
        q->value[f] = field->reset;
        if (field->out && field->kind == LPI_AXIL_KEEP)
            q->out[field->out - 1] = field->reset;
    }
    show(q, 0);
}

void lpi_axil_set_up(const struct lpi_axil_map *map, struct lpi_axil *q, unsigned count_w)
{
    q->count_w = count_w;
    lpi_axil_reset(map, q);
}

void lpi_axil_eval(const struct lpi_axil_map *map, const struct lpi_axil *q, void *out)
{
    memcpy(out, q->out, map->outs * sizeof *q->out);
}

/* The register at this word as software reads it. */
static uint32_t read_word(const struct lpi_axil_map *map, const struct lpi_axil *q,
                          const uint32_t *in, unsigned word)
{
    uint32_t data = 0;

    for (unsigned f = 0; f < map->nfields; f++) {
        const struct lpi_axil_field *field = &map->fields[f];
        if (field->word != word || field->kind == LPI_AXIL_PULSE)
            continue;
        uint32_t value = field->kind == LPI_AXIL_INPUT ? in[field->in - 1] : q->value[f];
        data |= (value & LPI_ONES(field->width)) << field->low;
    }
    return data;
}

static bool enabled(const struct lpi_axil *q, const struct lpi_axil_field *field)
{
    return field->enable == 0 || q->value[field->enable - 1];
}

/* Interrupts reflect the events of the cycle before; the events of this cycle are recorded. */
static void events(const struct lpi_axil_map *map, struct lpi_axil *q, const uint32_t *in)
{
    for (unsigned f = 0; f < map->events; f++)
        q->out[map->fields[f].out - 1] = 0;
    for (unsigned f = 0; f < map->events; f++) {
        const struct lpi_axil_field *field = &map->fields[f];
        q->out[field->out - 1] |= q->value[f] & enabled(q, field);
        q->value[f] |= in[field->in - 1] & 1;
    }
}

static void counts(const struct lpi_axil_map *map, struct lpi_axil *q, const uint32_t *in,
                   bool take)
{
    const struct lpi_axil_field *field = map->fields + map->events;

    for (unsigned c = 0; take && c < map->counts; c++) {
        q->value[map->events + c] = q->count[c].run;
        q->count[c].run = 0;
    }
    for (unsigned c = 0; c < map->counts; c++, field++) {
        uint32_t most = take ? UINT32_MAX : q->count[c].most;

        q->count[c].run = lpi_counted(q->count[c].run, q->count[c].add, most, field->largest);
        q->count[c].add = in[field->in - 1] & q->count[c].ones;
    }
}

/* Ends the pulses of this cycle; returns whether one of them copies the counts. */
static bool pulses(const struct lpi_axil_map *map, struct lpi_axil *q)
{
    unsigned first = map->events + map->counts;
    bool take = false;

    for (unsigned f = first; f < first + map->pulses; f++) {
        const struct lpi_axil_field *field = &map->fields[f];
        take |= field->snapshot && q->value[f];
        q->value[f] = 0;
        if (field->out)
            q->out[field->out - 1] = 0;
    }
    return take;
}

static uint32_t lanes(unsigned strb)
{
    return (strb & 1 ? 0xffu : 0) | (strb & 2 ? 0xff00u : 0) | (strb & 4 ? 0xff0000u : 0) |
           (strb & 8 ? 0xff000000u : 0);
}

/* `in`: an event that occurs as it is cleared remains set. */
static void write_field(struct lpi_axil *q, const struct lpi_axil_field *field, uint32_t *value,
                        const uint32_t *in)
{
    uint32_t mask = lanes(q->w_strb) >> field->low & LPI_ONES(field->width);
    uint32_t data = q->w_data >> field->low & mask;

    if (field->kind == LPI_AXIL_EVENT)
        *value &= ~data | in[field->in - 1];
    else if (field->kind == LPI_AXIL_KEEP)
        *value = (*value & ~mask) | data;
    else if (field->kind == LPI_AXIL_PULSE)
        *value = data;
    if (field->out && field->kind != LPI_AXIL_EVENT)
        q->out[field->out - 1] = *value;
}

static void write_word(const struct lpi_axil_map *map, struct lpi_axil *q, const uint32_t *in)
{
    for (unsigned f = 0; f < map->nfields; f++)
        if (map->fields[f].word == q->aw_word)
            write_field(q, &map->fields[f], &q->value[f], in);
}

static void tick_writes(struct lpi_axil *q, const struct lpi_axil_in *in, bool write)
{
    if (!q->aw)
        q->aw_word = (in->awaddr & 0xfff) >> 2;
    if (!q->w) {
        q->w_data = in->wdata;
        q->w_strb = in->wstrb & 15;
    }
    q->aw = (q->aw || in->awvalid & 1) && !write;
    q->w = (q->w || in->wvalid & 1) && !write;
    q->b = write || (q->b && !(in->bready & 1));
}

static void tick_reads(struct lpi_axil *q, const struct lpi_axil_in *in)
{
    bool take = q->idle && in->arvalid & 1, taken = q->r && in->rready & 1;

    q->r = q->look || (q->r && !taken);
    q->look = q->ar;
    q->look_word = q->ar_word;
    q->ar = take;
    if (q->idle)
        q->ar_word = (in->araddr & 0xfff) >> 2;
    q->idle = (q->idle && !take) || taken;
}

void lpi_axil_tick(const struct lpi_axil_map *map, struct lpi_axil *q, const void *in_ports)
{
    const uint32_t *in = in_ports;
    const struct lpi_axil_in *axi = in_ports;
    bool write = q->aw && q->w && !q->b;
    uint32_t rdata = q->look           ? read_word(map, q, in, q->look_word)
                     : axi->rready & 1 ? 0
                                       : axi_out(q)->rdata;

    events(map, q, in);
    counts(map, q, in, pulses(map, q));
    if (write)
        write_word(map, q, in);
    tick_writes(q, axi, write);
    tick_reads(q, axi);
    show(q, rdata);
}
