/* SPDX-License-Identifier: Apache-2.0 */
#include "gpu_options.h"
#include "gpu_plan.h"
#include "gpu_report.h"
#include "../shared/cli.h"
#include "../shared/fail.h"
#include "../shared/json.h"
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

int cli_gpu(int argc, char **argv)
{
    struct gpu_options options;
    gpu_parse(argc, argv, &options);
    if (options.show != NULL)
        return show(&options.ask.config);
    struct lp_targets *targets = read_targets(options.targets);
    for (size_t i = 0; i < options.file_count; i++) {
        struct gpu_plan plan;
        gpu_plan_run(&plan, &options, options.files[i], targets);
        gpu_report(&plan);
        gpu_plan_free(&plan);
    }
    lp_targets_free(targets);
    return EXIT_GOOD;
}
