/* SPDX-License-Identifier: Apache-2.0 */
#include "../shared/cli.h"
#include "../shared/fail.h"
#include "huvm_job.h"
#include "huvm_real.h"
#include "huvm_report.h"
#include "huvm_scenario.h"
#include "huvm_sizes.h"
#include "huvm_svg.h"
#include "huvm_sweep.h"
#include "../shared/json.h"
#include "../shared/output.h"
#include <stdlib.h>
#include <string.h>

static int run_once(const struct huvm_options *o)
{
    struct huvm_scenario scenario;
    struct huvm_sizes sizes;
    struct huvm_outcome *outcome = cli_alloc(sizeof *outcome);
    struct huvm_film *film = cli_alloc(sizeof *film);
    enum cli_output where = CLI_OUTPUT_FILE;
    memset(film, 0, sizeof *film);
    huvm_scenario_open(o, &scenario);
    huvm_sizes_open(o, &scenario, &sizes);
    if (o->svg != NULL)
        cli_output_open(o->svg, o->force);
    huvm_job_run(o, &scenario, &sizes, o->svg != NULL ? huvm_svg_see : NULL, film, outcome);
    if (o->svg != NULL) {
        huvm_svg(&scenario, outcome, film);
        where = cli_output_finish();
    }
    FILE *out = where == CLI_OUTPUT_STDOUT ? stderr : stdout;
    if (o->json)
        cli_write_json(out, huvm_report_json(o, &scenario, &sizes, outcome));
    else if (where != CLI_OUTPUT_STDOUT)
        huvm_report_text(o, &scenario, &sizes, outcome, out);
    int status = sizes.mismatches > 0 ? EXIT_MISMATCH : EXIT_GOOD;
    huvm_sizes_close(&sizes);
    huvm_scenario_close(&scenario);
    free(film);
    free(outcome);
    return status;
}

static int run_real(const struct huvm_options *o)
{
    struct huvm_scenario scenario;
    struct huvm_sizes sizes = {0};
    struct huvm_outcome *outcome = cli_alloc(sizeof *outcome);
    int status = EXIT_BAD;
    huvm_scenario_open(o, &scenario);
    if (huvm_real_run(o, &scenario, outcome, &sizes.mismatches)) {
        sizes.mismatches += outcome->result.mismatches;
        status = sizes.mismatches > 0 ? EXIT_MISMATCH : EXIT_GOOD;
        if (o->json)
            cli_print_json(huvm_report_json(o, &scenario, &sizes, outcome));
        else
            huvm_report_text(o, &scenario, &sizes, outcome, stdout);
    }
    huvm_scenario_close(&scenario);
    free(outcome);
    return status;
}

int cli_huvm(int argc, char **argv)
{
    struct huvm_options options;
    if (argc > 1 && strcmp(argv[1], "run") == 0)
        return huvm_run_program(argc - 1, argv + 1);
    if (argc > 1 && strcmp(argv[1], "record") == 0)
        return huvm_record(argc - 1, argv + 1);
    huvm_parse(argc, argv, &options);
    if (options.real)
        return run_real(&options);
    if (options.sweep == HUVM_NO_SWEEP)
        return run_once(&options);
    huvm_sweep(&options);
    return EXIT_GOOD;
}
