/* SPDX-License-Identifier: Apache-2.0 */
#include "gpu_spool.h"
#include "../shared/fail.h"
#include "../shared/output.h"
#include <linepress/linepress.h>

static const char what[] = "a temporary file";

FILE *gpu_spool_open(struct lpi_fault *fault)
{
    FILE *spool = tmpfile();
    if (spool == NULL)
        lpi_fault_system(fault, what);
    return spool;
}

void gpu_spool_check(FILE *spool, struct lpi_fault *fault)
{
    if (fault->code == 0 && (fflush(spool) != 0 || ferror(spool)))
        lpi_fault_system(fault, what);
}

void gpu_spool_copy(FILE *spool)
{
    char bytes[65536];
    rewind(spool);
    for (size_t got; (got = fread(bytes, 1, sizeof bytes, spool)) > 0;)
        if (cli_output_write(NULL, bytes, got) != LP_OK)
            cli_fail_file("the output", LP_ERR_SYSTEM);
    if (ferror(spool))
        cli_fail_file(what, LP_ERR_SYSTEM);
    fclose(spool);
}
