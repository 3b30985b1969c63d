/* SPDX-License-Identifier: Apache-2.0 */
#include "../shared/cli.h"
#include "../shared/fail.h"
#include "../shared/output.h"
#include "swap_state.h"
#include <stdlib.h>
#include <string.h>

void swap_write(const struct swap_options *o, json_t *object)
{
    char *text = json_dumps(object, JSON_REAL_PRECISION(12));
    json_decref(object);
    if (text == NULL)
        cli_fail("swap: no memory for the output");
    cli_output_open(o->out, o->force);
    int error = cli_output_write(NULL, text, strlen(text));
    if (error == LP_OK)
        error = cli_output_write(NULL, "\n", 1);
    if (error != LP_OK)
        cli_fail_file(o->out, error);
    cli_output_finish();
    free(text);
}

int cli_swap(int argc, char **argv)
{
    static int (*const run[SWAP_ACTIONS])(const struct swap_options *) = {
        [SWAP_SAMPLE] = swap_sample, [SWAP_FIT] = swap_fit, [SWAP_TUNE] = swap_tune,
        [SWAP_PLAN] = swap_plan, [SWAP_SIMULATE] = swap_simulate};
    struct swap_options options;
    swap_parse(argc, argv, &options);
    return run[options.action](&options);
}
