/* SPDX-License-Identifier: Apache-2.0 */
#include "../shared/cli.h"
#include "../shared/fail.h"
#include "../shared/output.h"
#include "vdnn_report.h"
#include "vdnn_svg.h"
#include <stdio.h>

int cli_vdnn(int argc, char **argv)
{
    struct vdnn_options options;
    struct lpi_fault fault = {0};
    struct vdnn_job job;
    enum cli_output where = CLI_OUTPUT_FILE;
    vdnn_parse(argc, argv, &options);
    if (vdnn_job_open(&options.ask, &job, &fault) != 0)
        cli_fail_for(&fault);
    if (options.svg != NULL) {
        cli_output_open(options.svg, options.force);
        vdnn_svg(&options, &job);
        where = cli_output_finish();
    }
    /* With a picture on standard output, only the requested report is printed in addition. */
    if (where != CLI_OUTPUT_STDOUT || options.json)
        vdnn_report(&options, &job, where == CLI_OUTPUT_STDOUT ? stderr : stdout);
    vdnn_job_close(&job);
    return EXIT_GOOD;
}
