/* SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L /* gmtime_r */
#include "../shared/cli.h"
#include "../shared/fail.h"
#include "../shared/output.h"
#include "swap_state.h"
#include <stdlib.h>
#include <string.h>
#include <time.h>

json_t *cli_swap_whose(const struct swap_bench *b)
{
    char date[16];
    time_t now = time(NULL);
    struct tm day;
    json_t *object = json_object();
    if (b->device == NULL) {
        json_object_set_new(object, "device", json_string("cpu"));
        return object;
    }
    strftime(date, sizeof date, "%Y-%m-%d", gmtime_r(&now, &day));
    json_object_set_new(object, "device", json_string(swap_device_name(b->device)));
    json_object_set_new(object, "driver", json_string(swap_device_driver(b->device)));
    json_object_set_new(object, "date", json_string(date));
    json_object_set_new(object, "multiprocessors", json_integer(swap_device_processors(b->device)));
    return object;
}

void cli_swap_write(const struct swap_options *o, json_t *object)
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
        [SWAP_SAMPLE] = cli_swap_sample,
        [SWAP_FIT] = cli_swap_fit,
        [SWAP_TUNE] = cli_swap_tune,
        [SWAP_PLAN] = cli_swap_plan,
        [SWAP_SIMULATE] = cli_swap_simulate};
    struct swap_options options;
    swap_parse(argc, argv, &options);
    return run[options.action](&options);
}
