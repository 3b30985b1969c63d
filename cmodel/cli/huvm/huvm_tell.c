/* SPDX-License-Identifier: Apache-2.0 */
#include "huvm_tell.h"
#include "../shared/fail.h"
#include "../shared/progress.h"

static void progress(void *context, uint64_t done, uint64_t total)
{
    (void)context;
    if (total > 0)
        cli_progress("huvm", done, total);
    else
        cli_progress_end();
}

static void note(void *context, const char *line)
{
    (void)context;
    cli_complain("%s", line);
}

const struct lpi_tell huvm_tell = {.progress = progress, .note = note};
