/* SPDX-License-Identifier: Apache-2.0 */
#include "energy_report.h"
#include "../shared/json.h"
#include <linepress/linepress.h>
#include <math.h>

static json_t *number(double value)
{
    return isnan(value) ? json_null() : json_real(value);
}

static json_t *counts_json(const struct lpi_energy_counts *n)
{
    return json_pack("{s:f, s:f, s:f, s:f, s:f, s:f, s:f}", "plain_sectors", n->plain,
                     "compressed_sectors", n->compressed, "buddy_sectors", n->buddy, "packets",
                     n->packets, "metadata_sectors", n->metadata, "activations", n->activations,
                     "metadata_activations", n->metadata_activations);
}

static json_t *row_json(const struct energy_row *row, double all)
{
    json_t *terms = json_object();
    for (unsigned t = 0; t < LPI_ENERGY_TERMS; t++)
        json_object_set_new(terms, lpi_energy_terms[t], json_real(row->terms[t]));
    return json_pack("{s:s, s:o, s:o, s:o, s:o, s:f, s:o}", "mode", lpi_energy_modes[row->mode],
                     "row_hits", number(row->row_hits), "metadata_hits", number(row->metadata_hits),
                     "counts", counts_json(&row->counts), "pj", terms, "sum_pj", row->sum, "ratio",
                     lpi_json_ratio(row->sum, all));
}

/* The energy that the others are divided by; 0: there is none. */
static double uncompressed(const struct energy_result *r)
{
    for (unsigned i = 0; i < r->count; i++)
        if (r->rows[i].mode == LPI_ENERGY_UNCOMPRESSED)
            return r->rows[i].sum;
    return 0;
}

static void print_json(const struct energy_options *o, const struct energy_result *r)
{
    json_t *rows = json_array();
    for (unsigned i = 0; i < r->count; i++)
        json_array_append_new(rows, row_json(&r->rows[i], uncompressed(r)));
    cli_print_json_exact(json_pack(
        "{s:i, s:s, s:o, s:s, s:s, s:i, s:o, s:s, s:o, s:f, s:s, s:i, s:s, s:s, s:o}",
        "linepress_energy", 1, "version", LP_VERSION_STRING, r->of, lpi_json_text(r->file), "codec",
        profile_codec_name(o->ask.codec), "gpu", o->gpu, "row_bytes", (int)o->row_bytes,
        "constants", cli_constants_json(&o->constants), "metadata", o->paid ? "paid" : "free",
        "capacity_ratio", number(r->ratio), "toggle", r->toggle, "toggle_from", r->toggle_from,
        "beat_bytes", (int)o->beat, "row_hits_from", r->row_hits_from, "metadata_hits_from",
        r->metadata_hits_from, "modes", rows));
}

static void print_text(const struct energy_result *r)
{
    printf("%s: toggle %.4f (%s), row hits: %s, metadata hits: %s\n", r->file, r->toggle,
           r->toggle_from, r->row_hits_from, r->metadata_hits_from);
    printf("%-14s", "uJ");
    for (unsigned t = 0; t < LPI_ENERGY_TERMS; t++)
        printf(" %12s", lpi_energy_terms[t]);
    printf(" %12s %8s\n", "sum", "ratio");
    for (unsigned i = 0; i < r->count; i++) {
        const struct energy_row *row = &r->rows[i];
        printf("%-14s", lpi_energy_modes[row->mode]);
        for (unsigned t = 0; t < LPI_ENERGY_TERMS; t++)
            printf(" %12.4f", row->terms[t] / 1e6);
        printf(" %12.4f", row->sum / 1e6);
        if (uncompressed(r) > 0)
            printf(" %8.4f", row->sum / uncompressed(r));
        putchar('\n');
    }
}

void energy_report(const struct energy_options *options, const struct energy_result *result)
{
    if (options->json)
        print_json(options, result);
    else
        print_text(result);
}
