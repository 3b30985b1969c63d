/* SPDX-License-Identifier: Apache-2.0 */
#include "batch_options.h"
#include "../shared/fail.h"
#include "../shared/next_option.h"
#include "../shared/values.h"
#include <stdlib.h>
#include <string.h>

const char *const batch_nets[BATCH_NETS] = {"alexnet", "inception_v2", "squeezenet1_1",
                                            "vgg16",   "resnet50",     "biglstm"};

static const char help[] =
    "Usage: linepress batch [OPTION]...\n"
    "\n"
    "Computes the memory and the time of a training step over its batch size, from tables of\n"
    "layers, and the gain in speed from the larger batch that fits if the device holds RATIO times\n"
    "as much, as buddy memory does. Times are a model: each layer is bound by arithmetic in whole\n"
    "waves of tiles or by memory.\n"
    "\n"
    "  --net NAME        alexnet, inception_v2, squeezenet1_1, vgg16, resnet50, biglstm; or a JSON\n"
    "                    file's name (all six)\n"
    "  --device BYTES    memory of the GPU (12g; Buddy, ISCA 2020, IV-D: Titan V)\n"
    "  --ratio R         compression ratio, from 1 on (1.5; Buddy, ISCA 2020, Fig. 7: mean of the\n"
    "                    networks)\n"
    "  --batches LIST    batch sizes for the curves (1,2,4,8,16,32,64,96,128,256,512)\n"
    "  --json            one JSON object for each network\n"
    "\n"
    "File format: docs/use/batch.md.\n";

enum { NET = 256, DEVICE, RATIO, BATCHES, JSON };

static const struct option known[] = {
    {"net", required_argument, NULL, NET},
    {"device", required_argument, NULL, DEVICE},
    {"ratio", required_argument, NULL, RATIO},
    {"batches", required_argument, NULL, BATCHES},
    {"json", no_argument, NULL, JSON},
    {"help", no_argument, NULL, 'h'},
    {NULL, 0, NULL, 0},
};

static void add_batch(void *context, const char *item)
{
    struct batch_options *o = context;
    cli_room("batch", "batches", o->batch_count, BATCHES_MAX);
    o->batches[o->batch_count++] = (double)cli_whole("batch", "batches", item, 1, 1 << 24);
}

static void set_batches(struct batch_options *o, const char *text)
{
    o->batch_count = 0;
    cli_each("batch", "batches", text, add_batch, o);
}

static void set_option(struct batch_options *o, int option, const char *name, const char *value)
{
    switch (option) {
    case NET: o->net = value; break;
    case DEVICE: o->device = (double)cli_bytes("batch", name, value, 1, UINT64_C(1) << 50); break;
    case RATIO: o->ratio = cli_number("batch", name, value, 1, 1000); break;
    case BATCHES: set_batches(o, value); break;
    case JSON: o->json = 1; break;
    default: cli_constants_take(&o->constants, option, value);
    }
}

void batch_parse(int argc, char **argv, struct batch_options *o)
{
    int index = 0;
    *o = (struct batch_options){
        .constants = {"batch", lpi_batch_constants, LPI_BATCH_CONSTANTS, NULL, NULL, NULL},
        .device = 12.0 * (1 << 30),
        .ratio = 1.5};
    set_batches(o, "1,2,4,8,16,32,64,96,128,256,512");
    cli_constants_options(&o->constants, known, help);
    for (int option; (option = cli_next_option(argc, argv, ":h", o->constants.known,
                                               o->constants.help, &index)) != -1;)
        set_option(o, option, o->constants.known[index].name, optarg);
    if (argc != optind)
        cli_fail("batch: takes no file but by --net; try 'linepress batch --help'");
}
