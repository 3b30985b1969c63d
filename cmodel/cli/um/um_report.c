/* SPDX-License-Identifier: Apache-2.0 */
#include "um_report.h"
#include "../shared/json.h"
#include <linepress/linepress.h>
#include <linepress/targets.h>

/* ---- JSON ---- */

static json_t *band(const double us[UM_FAULTS], double ideal)
{
    return json_pack("[f, f, f]", us[0] / ideal, us[1] / ideal, us[2] / ideal);
}

static json_t *targets_json(const struct lpi_um_stream *s, const struct lpi_um_plan *plan)
{
    json_t *targets = json_array();
    for (size_t i = 0; i < s->buffer_count; i++)
        json_array_append_new(targets,
                              json_pack("{s:o, s:s}", "name", lpi_json_text(s->buffers[i].name),
                                        "target", lp_target_name(plan->targets[i])));
    return targets;
}

static json_t *buddy_json(const struct um_result *r, const struct um_row *row)
{
    if (!row->plan.fits)
        return json_null();
    return json_pack("{s:f, s:f, s:f, s:f, s:f, s:o}", "device_bytes", row->plan.device_bytes,
                     "read_sectors", row->plan.sectors[LPI_UM_READ], "write_sectors",
                     row->plan.sectors[LPI_UM_WRITE], "us", row->buddy_us, "slowdown",
                     row->buddy_us / r->ideal.us, "targets", targets_json(&r->stream, &row->plan));
}

static json_t *row_json(const struct um_options *o, const struct um_result *r, size_t i)
{
    const struct um_row *row = &r->rows[i];
    const struct lpi_um_moves *m = &row->moves;
    json_t *um = json_pack(
        "{s:f, s:f, s:f, s:f, s:f, s:[f, f, f], s:[f, f, f], s:o}", "faults", m->faults, "batches",
        m->batches, "prefetched_pages", m->prefetched, "in_pages", m->in, "out_pages", m->out,
        "simulated_us", row->simulated_us[0], row->simulated_us[1], row->simulated_us[2], "us",
        row->us[0], row->us[1], row->us[2], "slowdown", band(row->us, r->ideal.us));
    return json_pack("{s:f, s:I, s:o, s:o}", "ratio", o->ratios[i], "device_pages",
                     (json_int_t)m->device_pages, "um", um, "buddy", buddy_json(r, row));
}

static json_t *lines_json(const struct lpi_um_buffer *b, unsigned way)
{
    json_t *lines = json_array();
    for (unsigned s = 0; s <= LP_LINE_SECTORS; s++)
        json_array_append_new(lines, json_integer((json_int_t)b->lines[way][s]));
    return lines;
}

static json_t *buffers_json(const struct lpi_um_stream *s)
{
    json_t *buffers = json_array();
    for (size_t i = 0; i < s->buffer_count; i++)
        json_array_append_new(
            buffers, json_pack("{s:o, s:I, s:o, s:o}", "name", lpi_json_text(s->buffers[i].name),
                               "bytes", (json_int_t)s->buffers[i].bytes, "lines_read",
                               lines_json(&s->buffers[i], LPI_UM_READ), "lines_written",
                               lines_json(&s->buffers[i], LPI_UM_WRITE)));
    return buffers;
}

static void print_json(const struct um_options *o, const struct um_result *r)
{
    const struct lpi_um_stream *s = &r->stream;
    json_t *rows = json_array();
    for (size_t i = 0; i < o->ratio_count; i++)
        json_array_append_new(rows, row_json(o, r, i));
    json_t *stream = json_pack("{s:I, s:I, s:I, s:I, s:o}", "warp_instructions",
                               (json_int_t)s->instructions, "requests", (json_int_t)s->requests,
                               "read_sectors", (json_int_t)s->sectors[LPI_UM_READ], "write_sectors",
                               (json_int_t)s->sectors[LPI_UM_WRITE], "buffers", buffers_json(s));
    json_t *ideal = json_pack("{s:f, s:f, s:f, s:s}", "device_us", r->ideal.device_us, "issue_us",
                              r->ideal.issue_us, "us", r->ideal.us, "from",
                              o->ideal_us > 0 ? "given" : "bound");
    cli_print_json_exact(json_pack(
        "{s:i, s:s, s:o, s:o, s:s, s:i, s:o, s:I, s:I, s:I, s:[f, f, f], s:f, s:f, s:o, s:o, "
        "s:{s:f, s:f}, s:o}",
        "linepress_um", 1, "version", LP_VERSION_STRING, "model", json_true(), "trace",
        lpi_json_text(o->trace), "gpu", o->gpu.name, "scale", (int)o->gpu.scale, "constants",
        cli_constants_json(&o->constants), "page_bytes", (json_int_t)o->page, "block_bytes",
        (json_int_t)o->block, "pages", (json_int_t)s->page_count, "fault_us", o->fault_us[0],
        o->fault_us[1], o->fault_us[2], "link_gbs", r->link_gbs, "window", r->requests, "stream",
        stream, "ideal", ideal, "pinned", "us", r->pinned_us, "slowdown",
        r->pinned_us / r->ideal.us, "ratios", rows));
}

/* ---- text ---- */

static void print_text(const struct um_options *o, const struct um_result *r)
{
    printf("A model, not a measurement: %s on %s, %zu pages of %llu bytes, link %g GB/s\n",
           o->trace, o->gpu.name, r->stream.page_count, (unsigned long long)o->page, r->link_gbs);
    printf("a pass in device memory %.3f us; pinned in host memory %.2f times as long\n",
           r->ideal.us, r->pinned_us / r->ideal.us);
    printf("%8s %12s %12s %10s   %s %g, %g, %g us %10s\n", "ratio", "faults", "batches", "MB in",
           "slowdown at", o->fault_us[0], o->fault_us[1], o->fault_us[2], "buddy");
    for (size_t i = 0; i < o->ratio_count; i++) {
        const struct um_row *row = &r->rows[i];
        printf("%8g %12.1f %12.1f %10.3f %9.2f %9.2f %9.2f", o->ratios[i], row->moves.faults,
               row->moves.batches, row->moves.in * (double)o->page / 1e6, row->us[0] / r->ideal.us,
               row->us[1] / r->ideal.us, row->us[2] / r->ideal.us);
        if (row->plan.fits)
            printf(" %14.3f\n", row->buddy_us / r->ideal.us);
        else
            printf(" %14s\n", "does not fit");
    }
}

void um_report(const struct um_options *options, const struct um_result *result)
{
    if (options->json)
        print_json(options, result);
    else
        print_text(options, result);
}
