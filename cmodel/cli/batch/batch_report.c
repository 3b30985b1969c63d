/* SPDX-License-Identifier: Apache-2.0 */
#include "batch_report.h"
#include "../shared/json.h"
#include <linepress/linepress.h>

static double per_second(const struct batch_row *row)
{
    return 1e6 * row->items / row->time.us;
}

/* ---- JSON ---- */

static json_t *row_json(const struct batch_row *row, const struct batch_row *first)
{
    return json_pack("{s:f, s:f, s:{s:f, s:f, s:f}, s:f, s:f, s:f}", "batch", row->items, "bytes",
                     row->bytes, "us", "layers", row->time.layers, "launch", row->time.launch,
                     "update", row->time.update, "sum_us", row->time.us, "per_second",
                     per_second(row), "speedup", per_second(row) / per_second(first));
}

static json_t *products_json(const struct lpi_net_layer *l)
{
    json_t *products = json_array();
    for (unsigned i = 0; i < 2 && l->products[i].times > 0; i++) {
        const struct lpi_net_product *p = &l->products[i];
        json_array_append_new(products, json_pack("{s:f, s:f, s:f, s:f, s:f}", "rows", p->rows,
                                                  "columns", p->columns, "inner", p->inner,
                                                  "groups", p->groups, "times", p->times));
    }
    return products;
}

static json_t *layers_json(const struct lpi_net *net)
{
    json_t *layers = json_array();
    for (size_t i = 0; i < net->count; i++) {
        const struct lpi_net_layer *l = &net->layers[i];
        json_array_append_new(layers, json_pack("{s:s, s:s, s:[f, f, f], s:f, s:b, s:f, s:f, s:o}",
                                                "name", l->name, "kind", lpi_net_kinds[l->kind],
                                                "out", l->out.channels, l->out.height, l->out.width,
                                                "parameters", l->parameters, "host", l->host,
                                                "inputs", l->inputs, "activations", l->activations,
                                                "products", products_json(l)));
    }
    return layers;
}

static void print_json(const struct batch_options *o, const struct batch_result *r)
{
    const struct lpi_net *net = &r->net;
    json_t *rows = json_array();
    for (size_t i = 0; i < o->batch_count; i++)
        json_array_append_new(rows, row_json(&r->rows[i], &r->rows[0]));
    cli_print_json_exact(json_pack(
        "{s:i, s:s, s:s, s:s, s:s, s:s, s:f, s:f, s:f, s:s, s:f, s:o, s:f, s:f, s:{s:f, s:f}, s:f, "
        "s:o, s:o, s:o, s:f, s:o}",
        "linepress_batch", 1, "version", LP_VERSION_STRING, "net", net->name, "title", net->title,
        "items", net->items, "source", net->source, "parameters", net->parameters,
        "device_parameters", net->device_parameters, "parameters_published", net->published,
        "parameters_source", net->parameters_source, "activations", net->activations, "constants",
        cli_constants_json(&o->constants), "device_bytes", o->device, "ratio", o->ratio, "memory",
        "fixed", r->memory.fixed, "item", r->memory.item, "linear_at",
        r->memory.fixed / r->memory.item, "batches", rows, "largest",
        row_json(&r->device, &r->device), "largest_buddy", row_json(&r->buddy, &r->device), "gain",
        per_second(&r->buddy) / per_second(&r->device) - 1, "layers", layers_json(net)));
}

/* ---- text ---- */

static void print_row(const struct batch_row *row, const struct batch_row *first, const char *name)
{
    printf("%8.0f %10.1f %12.1f %10.1f %10.1f %12.1f %8.3f%s\n", row->items, row->bytes / (1 << 20),
           row->time.layers, row->time.launch, row->time.update, per_second(row),
           per_second(row) / per_second(first), name);
}

static void print_text(const struct batch_options *o, const struct batch_result *r)
{
    printf(
        "%s: %.0f parameters, %.1f MiB fixed, %.2f MiB an item; as much as fixed at batch %.1f\n",
        r->net.title, r->net.parameters, r->memory.fixed / (1 << 20), r->memory.item / (1 << 20),
        r->memory.fixed / r->memory.item);
    printf("%8s %10s %12s %10s %10s %12s %8s\n", "batch", "MiB", "layers, us", "launch", "update",
           "per second", "speedup");
    for (size_t i = 0; i < o->batch_count; i++)
        print_row(&r->rows[i], &r->rows[0], "");
    print_row(&r->device, &r->device, "  largest in the device");
    print_row(&r->buddy, &r->device, "  largest with buddy memory");
}

void batch_report(const struct batch_options *options, const struct batch_result *result)
{
    if (options->json)
        print_json(options, result);
    else
        print_text(options, result);
}
