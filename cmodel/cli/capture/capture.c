/* SPDX-License-Identifier: Apache-2.0 */
/* `linepress capture` */
#define _POSIX_C_SOURCE 200809L
#include "../../systems/capture/capture.h"
#include "capture_options.h"
#include "capture_report.h"
#include "../shared/cli.h"
#include "../shared/ended.h"
#include "../shared/fail.h"
#include <string.h>

int cli_capture(int argc, char **argv)
{
    static struct capture_job job;
    struct capture_options options;
    struct lpi_fault fault;
    bool json;
    capture_parse(argc, argv, &options, &json);
    int code = capture_take(&options, &job, &fault);
    if (code != 0 && (job.signal == 0 || job.by_program))
        cli_complain("%s", fault.why);
    if (job.signal != 0)
        cli_end_as_signal(job.signal);
    if (code != 0)
        return code;
    if (job.left_reason != 0)
        cli_complain("capture: what was in %s is left in %s: %s", options.folder, job.left,
                     strerror(job.left_reason));
    capture_report(&job, json);
    int status = job.run.status;
    capture_close(&job);
    return cli_end_as_program(status);
}
