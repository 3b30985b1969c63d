/* SPDX-License-Identifier: Apache-2.0 */
#include "../shared/json.h"
#include "../shared/quotient.h"
#include "trace_job.h"
#include <inttypes.h>

static json_t *sizes(const uint32_t of[3])
{
    return json_pack("[I, I, I]", (json_int_t)of[0], (json_int_t)of[1], (json_int_t)of[2]);
}

static json_t *accesses(const struct trace_accesses *a)
{
    return json_pack("{s:I, s:I, s:I, s:I, s:I, s:I}", "instructions", (json_int_t)a->instructions,
                     "lanes", (json_int_t)a->lanes, "bytes", (json_int_t)a->bytes, "lines",
                     (json_int_t)a->lines, "sectors", (json_int_t)a->sectors, "unknown",
                     (json_int_t)a->unknown);
}

/* A stream may be any number of 64 bits, JSON's are signed. */
static json_t *stream_number(uint64_t stream)
{
    char text[32];
    snprintf(text, sizeof text, "%" PRIu64, stream);
    return stream <= INT64_MAX ? json_integer((json_int_t)stream) : json_string(text);
}

static json_t *launch_row(const struct trace_launch *l)
{
    return json_pack("{s:o, s:o, s:o, s:I, s:I, s:I, s:I, s:I, s:o, s:o, s:o, s:o}", "kernel",
                     lpi_json_text(l->launch.name), "grid", sizes(l->launch.grid), "block",
                     sizes(l->launch.block), "warps", (json_int_t)l->warps, "instructions",
                     (json_int_t)l->instructions, "barriers", (json_int_t)l->barriers,
                     "local_bytes", (json_int_t)l->launch.local_bytes, "registers",
                     (json_int_t)l->launch.registers, "stream", stream_number(l->launch.stream),
                     "loads", accesses(&l->kinds[0]), "stores", accesses(&l->kinds[1]), "atomics",
                     accesses(&l->kinds[2]));
}

static json_t *buffer_row(const struct trace_buffer *b)
{
    return json_pack("{s:o, s:I, s:I, s:b, s:b, s:I}", "name", lpi_json_text(b->buffer.name),
                     "address", (json_int_t)b->buffer.address, "bytes", (json_int_t)b->buffer.bytes,
                     "zero", b->zero, "constant", b->buffer.constant, "launch",
                     (json_int_t)b->buffer.launch + 1);
}

static json_t *import_row(const struct import_counts *c)
{
    return json_pack("{s:I, s:I, s:I, s:o, s:I, s:I}", "pages", (json_int_t)c->pages, "local",
                     (json_int_t)c->local, "unknown", (json_int_t)c->unknown, "unknown_opcode",
                     lpi_json_text(c->unknown_opcode), "tensor", (json_int_t)c->tensor, "no_bytes",
                     (json_int_t)c->no_bytes);
}

static void print_json(const struct trace_sum *sum, const struct import_counts *counts,
                       const char *name, FILE *stream)
{
    json_t *buffers = json_array(), *launches = json_array(), *row;
    for (size_t i = 0; i < sum->buffer_count; i++)
        json_array_append_new(buffers, buffer_row(&sum->buffers[i]));
    for (size_t i = 0; i < sum->launch_count; i++)
        json_array_append_new(launches, launch_row(&sum->launches[i]));
    row = json_pack("{s:o, s:I, s:I, s:I, s:I, s:I, s:I, s:o, s:o}", "trace", lpi_json_text(name),
                    "bytes", (json_int_t)sum->bytes, "warps", (json_int_t)sum->warps, "host_writes",
                    (json_int_t)sum->host_writes, "host_write_bytes",
                    (json_int_t)sum->host_write_bytes, "host_reads", (json_int_t)sum->host_reads,
                    "host_read_bytes", (json_int_t)sum->host_read_bytes, "buffers", buffers,
                    "launches", launches);
    if (counts != NULL)
        json_object_set_new(row, "import", import_row(counts));
    cli_write_json(stream, row);
}

static void print_launch(const struct trace_launch *l, size_t number, FILE *stream)
{
    const struct trace_accesses *load = &l->kinds[0], *store = &l->kinds[1];
    char loads[CLI_QUOTIENT], stores[CLI_QUOTIENT];
    fprintf(stream,
            "%6zu %9" PRIu64 " %13" PRIu64 " %11" PRIu64 " %11" PRIu64 " %9" PRIu64 " %9" PRIu64
            " %6s %6s  %s\n",
            number, l->warps, l->instructions, load->instructions, store->instructions,
            l->kinds[2].instructions, l->barriers,
            cli_quotient((double)load->sectors, (double)load->instructions, 2, loads),
            cli_quotient((double)store->sectors, (double)store->instructions, 2, stores),
            l->launch.name);
}

void trace_report(const struct trace_sum *sum, const struct import_counts *counts, const char *name,
                  int json, FILE *stream)
{
    if (json) {
        print_json(sum, counts, name, stream);
        return;
    }
    fprintf(stream,
            "%s: %" PRIu64 " bytes, %zu buffers of %" PRIu64 " bytes, %" PRIu64 " host writes",
            name, sum->bytes, sum->buffer_count, sum->buffer_bytes, sum->host_writes);
    if (sum->host_reads > 0)
        fprintf(stream, ", %" PRIu64 " host reads", sum->host_reads);
    fprintf(stream,
            "\n\n%6s %9s %13s %11s %11s %9s %9s %13s\n%6s %9s %13s %11s %11s %9s %9s %6s %6s  "
            "%s\n",
            "", "", "", "", "", "", "", "sectors each", "launch", "warps", "instructions", "loads",
            "stores", "atomics", "barriers", "load", "store", "kernel");
    for (size_t i = 0; i < sum->launch_count; i++)
        print_launch(&sum->launches[i], i + 1, stream);
}
