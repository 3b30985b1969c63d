/* SPDX-License-Identifier: Apache-2.0 */
#include "../shared/json.h"
#include "trace_job.h"
#include <inttypes.h>

/* Accesses of one kind in a launch. */
struct accesses {
    uint64_t instructions, lanes, bytes;
    uint64_t lines, sectors; /* distinct ones in each instruction, added up */
};

struct sums {
    uint64_t instructions, barriers;
    struct accesses kinds[3]; /* load, store, atomic */
};

/* Number of distinct blocks of 2^log2 bytes that the lanes access. */
static uint64_t blocks(const struct lp_warp_record *r, unsigned log2)
{
    uint64_t seen[2 * LP_WARP_LANES], count = 0;
    for (unsigned lane = 0; lane < LP_WARP_LANES; lane++) {
        if (!(r->mask >> lane & 1))
            continue;
        uint64_t ends[2] = {r->address[lane] >> log2, (r->address[lane] + r->width - 1) >> log2};
        for (unsigned e = 0; e < 2; e++) {
            uint64_t i = 0;
            while (i < count && seen[i] != ends[e])
                i++;
            if (i == count)
                seen[count++] = ends[e];
        }
    }
    return count;
}

static void add_record(struct sums *sums, const struct lp_warp_record *r)
{
    sums->instructions += r->gap + (r->kind != LP_WARP_END);
    sums->barriers += r->kind == LP_WARP_BARRIER;
    if (r->kind == LP_WARP_END || r->kind == LP_WARP_BARRIER)
        return;
    struct accesses *a = &sums->kinds[r->kind - LP_WARP_LOAD];
    uint64_t lanes = 0;
    for (uint32_t mask = r->mask; mask != 0; mask &= mask - 1)
        lanes++;
    a->instructions++;
    a->lanes += lanes;
    a->bytes += lanes * r->width;
    a->lines += blocks(r, 7);
    a->sectors += blocks(r, 5);
}

static struct sums sum(const struct lp_warp_trace *trace, const struct lp_warp_launch *launch)
{
    struct sums sums = {0};
    struct lp_warp_record record;
    for (size_t w = 0; w < launch->warps; w++) {
        struct lp_warp_cursor cursor;
        lp_warp_start(trace, launch->first_warp + w, &cursor);
        do {
            lp_warp_next(&cursor, &record);
            add_record(&sums, &record);
        } while (record.kind != LP_WARP_END);
    }
    return sums;
}

static json_t *sizes(const uint32_t of[3])
{
    return json_pack("[I, I, I]", (json_int_t)of[0], (json_int_t)of[1], (json_int_t)of[2]);
}

static json_t *accesses(const struct accesses *a)
{
    return json_pack("{s:I, s:I, s:I, s:I, s:I}", "instructions", (json_int_t)a->instructions,
                     "lanes", (json_int_t)a->lanes, "bytes", (json_int_t)a->bytes, "lines",
                     (json_int_t)a->lines, "sectors", (json_int_t)a->sectors);
}

static json_t *launch_row(const struct lp_warp_trace *trace, const struct lp_warp_launch *launch)
{
    struct sums s = sum(trace, launch);
    return json_pack("{s:o, s:o, s:o, s:I, s:I, s:I, s:o, s:o, s:o}", "kernel",
                     lpi_json_text(launch->name), "grid", sizes(launch->grid), "block",
                     sizes(launch->block), "warps", (json_int_t)launch->warps, "instructions",
                     (json_int_t)s.instructions, "barriers", (json_int_t)s.barriers, "loads",
                     accesses(&s.kinds[0]), "stores", accesses(&s.kinds[1]), "atomics",
                     accesses(&s.kinds[2]));
}

static json_t *buffer_row(const struct lp_warp_buffer *b)
{
    return json_pack("{s:o, s:I, s:I, s:b, s:b, s:I}", "name", lpi_json_text(b->name), "address",
                     (json_int_t)b->address, "bytes", (json_int_t)b->bytes, "zero",
                     b->contents == NULL, "constant", b->constant, "launch",
                     (json_int_t)b->launch + 1);
}

static void print_json(const struct lp_warp_trace *trace, const char *name, FILE *stream)
{
    json_t *buffers = json_array(), *launches = json_array();
    for (size_t i = 0; i < lp_warp_buffer_count(trace); i++)
        json_array_append_new(buffers, buffer_row(lp_warp_buffer(trace, i)));
    for (size_t i = 0; i < lp_warp_launch_count(trace); i++)
        json_array_append_new(launches, launch_row(trace, lp_warp_launch(trace, i)));
    cli_write_json(stream, json_pack("{s:o, s:I, s:I, s:I, s:o, s:o}", "trace", lpi_json_text(name),
                                     "bytes", (json_int_t)lp_warp_trace_bytes(trace), "warps",
                                     (json_int_t)lp_warp_count(trace), "host_writes",
                                     (json_int_t)lp_warp_host_write_count(trace), "buffers",
                                     buffers, "launches", launches));
}

static void print_launch(const struct lp_warp_trace *trace, size_t number, FILE *stream)
{
    const struct lp_warp_launch *l = lp_warp_launch(trace, number);
    struct sums s = sum(trace, l);
    const struct accesses *load = &s.kinds[0], *store = &s.kinds[1];
    fprintf(stream,
            "%6zu %9zu %13" PRIu64 " %11" PRIu64 " %11" PRIu64 " %9" PRIu64 " %9" PRIu64
            " %6.2f %6.2f  %s\n",
            number + 1, l->warps, s.instructions, load->instructions, store->instructions,
            s.kinds[2].instructions, s.barriers,
            load->instructions > 0 ? (double)load->sectors / (double)load->instructions : 0.0,
            store->instructions > 0 ? (double)store->sectors / (double)store->instructions : 0.0,
            l->name);
}

void trace_report(const struct lp_warp_trace *trace, const char *name, int json, FILE *stream)
{
    uint64_t bytes = 0;
    if (json) {
        print_json(trace, name, stream);
        return;
    }
    for (size_t i = 0; i < lp_warp_buffer_count(trace); i++)
        bytes += lp_warp_buffer(trace, i)->bytes;
    fprintf(stream, "%s: %" PRIu64 " bytes, %zu buffers of %" PRIu64 " bytes, %zu host writes\n\n",
            name, lp_warp_trace_bytes(trace), lp_warp_buffer_count(trace), bytes,
            lp_warp_host_write_count(trace));
    fprintf(stream,
            "%6s %9s %13s %11s %11s %9s %9s %13s\n%6s %9s %13s %11s %11s %9s %9s %6s %6s  "
            "%s\n",
            "", "", "", "", "", "", "", "sectors each", "launch", "warps", "instructions", "loads",
            "stores", "atomics", "barriers", "load", "store", "kernel");
    for (size_t i = 0; i < lp_warp_launch_count(trace); i++)
        print_launch(trace, i, stream);
}
