/* SPDX-License-Identifier: Apache-2.0 */
#include "gpu.h"
#include "../cosim/cosim.h"
#include "gpu_options.h"
#include "gpu_plan.h"
#include "gpu_report.h"
#include "gpu_spool.h"
#include "gpu_stats.h"
#include "../shared/cli.h"
#include "../shared/fail.h"
#include "../shared/json.h"
#include "../shared/output.h"
#include "../../lib/profile/set_point.h"
#include <linepress/targets.h>

/* The fields one a line, as the files have them. */
static int show(const struct lpi_gpu_config *config)
{
    json_t *root = lpi_gpu_config_json(config);
    if (root == NULL)
        cli_fail("gpu: no memory");
    cli_print_json(root);
    return EXIT_GOOD;
}

static struct lp_targets *read_targets(const char *path)
{
    struct lp_targets *targets = NULL;
    struct lp_targets_fault fault;
    if (path == NULL)
        return NULL;
    int error = lp_targets_read(path, &targets, &fault);
    if (error == LP_ERR_SYSTEM)
        cli_fail_file(path, error);
    if (error != LP_OK)
        cli_fail("%s: %s", path, fault.why);
    return targets;
}

/* The set of --values, and its contents at the point after the one that is named. */
struct later {
    struct lpi_set *set;
    struct lpi_set_bytes *contents;
};

static void read_later(struct gpu_options *o, struct later *later)
{
    struct lpi_fault fault = {0};
    size_t point;
    if (o->values == NULL)
        return;
    if (lpi_set_open_point(o->values, &later->set, &point, &fault) != 0)
        cli_fail_for(&fault);
    if (point + 1 == later->set->point_count)
        cli_fail("%s: '%s' is the set's last point: there is none after it", o->values,
                 later->set->points[point].name);
    if (lpi_set_read_point(later->set, point + 1, &later->contents, &fault) != 0)
        cli_fail_for(&fault);
    o->ask.image.next = later->contents;
    o->ask.image.next_count = later->set->allocation_count;
}

static void free_later(struct later *later)
{
    if (later->set != NULL)
        lpi_set_bytes_free(later->contents, later->set->allocation_count);
    lpi_set_close(later->set);
}

/* Opens the output that is written first, so that a file that cannot be written ends the program
 * before the runs. */
static void open_first(const struct gpu_options *o)
{
    if (o->stats == NULL && o->dram_trace == NULL)
        return;
    cli_output_open(o->stats != NULL ? o->stats : o->dram_trace, o->force);
    if (o->stats == NULL)
        return;
    FILE *head = tmpfile();
    if (head == NULL)
        cli_fail_file("a temporary file", LP_ERR_SYSTEM);
    gpu_stats_head(head);
    gpu_spool_copy(head);
}

static void add_stats(const struct gpu_plan *plan)
{
    for (size_t i = 0; i < plan->count; i++)
        if (plan->runs[i].stats != NULL)
            gpu_spool_copy(plan->runs[i].stats);
}

/* Of the one run that has them. */
static void write_sectors(const struct gpu_plan *plan)
{
    const struct gpu_options *o = plan->options;
    for (size_t i = 0; i < plan->count; i++) {
        if (plan->runs[i].sectors == NULL)
            continue;
        if (o->stats != NULL) {
            cli_output_finish();
            cli_output_open(o->dram_trace, o->force);
        }
        gpu_spool_copy(plan->runs[i].sectors);
    }
}

int cli_gpu_with(int argc, char **argv, lp_open_fn *rtl)
{
    struct gpu_options options;
    gpu_parse(argc, argv, &options);
    if (options.show != NULL)
        return show(&options.ask.config);
    if (options.ask.engine == &lpi_gpu_rtl && rtl == NULL)
        cli_run_cosim(argv);
    options.ask.rtl = rtl;
    struct lp_targets *targets = read_targets(options.targets);
    struct later later = {0};
    read_later(&options, &later);
    open_first(&options);
    for (size_t i = 0; i < options.file_count; i++) {
        struct gpu_plan plan;
        gpu_plan_run(&plan, &options, options.files[i], targets);
        add_stats(&plan);
        write_sectors(&plan);
        if (i + 1 == options.file_count && (options.stats != NULL || options.dram_trace != NULL))
            cli_output_finish();
        gpu_report(&plan);
        gpu_plan_free(&plan);
    }
    free_later(&later);
    lp_targets_free(targets);
    return EXIT_GOOD;
}

int cli_gpu(int argc, char **argv)
{
    return cli_gpu_with(argc, argv, NULL);
}
