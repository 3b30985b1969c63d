/* SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L /* PATH_MAX */
#include "../shared/cli.h"
#include "../shared/fail.h"
#include "../shared/share.h"
#include "batch_report.h"
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct batch_row row_of(const struct batch_options *o, const struct batch_result *r,
                               double items)
{
    return (struct batch_row){items, r->memory.fixed + items * r->memory.item,
                              lpi_batch_time(&r->net, items, o->constants.values)};
}

static void check_device(const struct batch_options *o, const struct batch_result *r)
{
    if (r->memory.fixed > o->device)
        cli_fail("batch: %s needs %.0f bytes for its weights and their gradients, and the device "
                 "has %.0f",
                 r->net.title, r->memory.fixed, o->device);
    if (lpi_batch_most(&r->memory, o->device) < 1)
        cli_fail("batch: %s needs %.0f bytes at batch 1, and the device has %.0f", r->net.title,
                 r->memory.fixed + r->memory.item, o->device);
}

static void work_out(const struct batch_options *o, const char *path, struct batch_result *r)
{
    struct lpi_fault fault = {0};
    if (lpi_net_read(path, &r->net, &fault) != 0)
        cli_fail_for(&fault);
    r->memory = lpi_batch_memory(&r->net, o->constants.values);
    check_device(o, r);
    for (size_t i = 0; i < o->batch_count; i++)
        r->rows[i] = row_of(o, r, o->batches[i]);
    r->device = row_of(o, r, lpi_batch_most(&r->memory, o->device));
    r->buddy = row_of(o, r, lpi_batch_most(&r->memory, o->device * o->ratio));
}

static int is_installed(const char *name)
{
    for (unsigned i = 0; i < BATCH_NETS; i++)
        if (strcmp(name, batch_nets[i]) == 0)
            return 1;
    return 0;
}

/* Prints nothing before all results are there. */
int cli_batch(int argc, char **argv)
{
    struct batch_options o;
    char folder[PATH_MAX], path[PATH_MAX + 64];
    struct batch_result *results = cli_alloc(BATCH_NETS * sizeof *results);
    batch_parse(argc, argv, &o);
    size_t count = o.net != NULL ? 1 : BATCH_NETS;
    cli_share_folder("batch", "nets", "alexnet.json", folder, sizeof folder);
    for (size_t i = 0; i < count; i++) {
        const char *name = o.net != NULL ? o.net : batch_nets[i];
        snprintf(path, sizeof path, "%s/%s.json", folder, name);
        work_out(&o, is_installed(name) ? path : name, &results[i]);
    }
    for (size_t i = 0; i < count; i++) {
        batch_report(&o, &results[i]);
        lpi_net_close(&results[i].net);
    }
    free(results);
    cli_constants_free(&o.constants);
    return EXIT_GOOD;
}
