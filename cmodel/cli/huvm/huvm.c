/* SPDX-License-Identifier: Apache-2.0 */
#include "../../systems/huvm/together.h"
#include "../../systems/huvm/virtual.h"
#include "../shared/cli.h"
#include "../shared/ended.h"
#include "../shared/fail.h"
#include "huvm_one.h"
#include "huvm_report.h"
#include "huvm_svg.h"
#include "huvm_sweep.h"
#include "../shared/json.h"
#include "../shared/output.h"
#include <stdlib.h>
#include <string.h>

static void open_scenario(const struct huvm_options *o, struct huvm_scenario *scenario)
{
    struct lpi_fault fault;
    if (huvm_scenario_open(&o->run, scenario, &fault) != 0)
        cli_fail_for(&fault);
}

static int run_once(const struct huvm_options *o)
{
    struct huvm_scenario scenario;
    struct huvm_sizes sizes;
    struct huvm_outcome *outcome = cli_alloc(sizeof *outcome);
    struct huvm_film *film = cli_alloc(sizeof *film);
    struct lpi_fault fault;
    enum cli_output where = CLI_OUTPUT_FILE;
    memset(film, 0, sizeof *film);
    memset(outcome, 0, sizeof *outcome);
    open_scenario(o, &scenario);
    if (huvm_sizes_open(&o->run, &scenario, &sizes, &fault) != 0)
        cli_fail_for(&fault);
    if (o->svg != NULL)
        cli_output_open(o->svg, o->force);
    if (huvm_virtual_run(&o->run, &scenario, &sizes, o->svg != NULL ? huvm_svg_see : NULL, film,
                         outcome, &fault) != 0)
        cli_fail_for(&fault);
    if (o->svg != NULL) {
        huvm_svg(&scenario, outcome, film);
        where = cli_output_finish();
    }
    FILE *out = where == CLI_OUTPUT_STDOUT ? stderr : stdout;
    if (o->json)
        cli_write_json(out, huvm_report_json(&o->run, &scenario, &sizes, outcome));
    else if (where != CLI_OUTPUT_STDOUT)
        huvm_report_text(&o->run, &scenario, &sizes, outcome, out);
    int status = sizes.mismatches > 0 ? EXIT_MISMATCH : EXIT_GOOD;
    huvm_sizes_close(&sizes);
    huvm_scenario_close(&scenario);
    free(film);
    free(outcome);
    return status;
}

static int report_real(const struct huvm_options *o, const struct huvm_scenario *scenario,
                       const struct huvm_together *together)
{
    const struct huvm_outcome *outcome = together->outcome;
    struct huvm_sizes sizes = {.mismatches = together->wrong + outcome->result.mismatches};
    if (!together->ended_well)
        return EXIT_BAD;
    if (o->json)
        cli_print_json(huvm_report_json(&o->run, scenario, &sizes, outcome));
    else
        huvm_report_text(&o->run, scenario, &sizes, outcome, stdout);
    return sizes.mismatches > 0 ? EXIT_MISMATCH : EXIT_GOOD;
}

static int run_real(const struct huvm_options *o)
{
    struct huvm_scenario scenario;
    struct huvm_together together = {.outcome = cli_alloc(sizeof *together.outcome)};
    struct lpi_fault fault;
    open_scenario(o, &scenario);
    if (huvm_check_chunk(o->run.compress, scenario.chunk_bytes, &fault) != 0)
        cli_fail_for(&fault);
    if (o->svg != NULL || o->sweep != HUVM_NO_SWEEP)
        cli_fail("huvm: --svg and --sweep are for the virtual clock");
    int code = huvm_together_run(&o->run, &scenario, &together, &fault);
    if (code != 0 && together.signal != 0)
        cli_end_as_signal(together.signal);
    if (code != 0)
        cli_fail_for(&fault);
    int status = report_real(o, &scenario, &together);
    huvm_scenario_close(&scenario);
    free(together.outcome);
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
    if (options.run.real)
        return run_real(&options);
    if (options.sweep == HUVM_NO_SWEEP)
        return run_once(&options);
    huvm_sweep(&options);
    return EXIT_GOOD;
}
