/* SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L /* PATH_MAX */
#include "um_options.h"
#include "../shared/fail.h"
#include "../shared/next_option.h"
#include "../shared/share.h"
#include "../shared/values.h"
#include <limits.h>
#include <stdlib.h>
#include <string.h>

static const char help[] =
    "Usage: linepress um [OPTION]... TRACE\n"
    "\n"
    "Models a program whose memory is larger than the device's: managed memory with page faults,\n"
    "all of it pinned in host memory, and buddy memory. TRACE is a warp trace as of 'linepress\n"
    "trace'; its accesses that miss the L2 are repeated in passes. Slowdowns are relative to a\n"
    "device that holds everything.\n"
    "\n"
    "  --ratio LIST      bytes of the program over bytes of the device, from 1 on\n"
    "                    (1.0,1.1,1.25,1.5,2,3,4)\n"
    "  --fault-us LO,MID,HI\n"
    "                    us of a batch of faults: a band of three (10,20,50; assumed: the driver's\n"
    "                    share is not in the paper)\n"
    "  --page BYTES      size of a page (64k; Buddy, ISCA 2020, III-B)\n"
    "  --block BYTES     prefetched at most, and evicted, together (2m; the driver's block)\n"
    "  --gpu NAME        v100 (default), p100, a100, h100, gh200, or a file; NAME/N is 1/N of it,\n"
    "                    with 1/N of the link\n"
    "  --ideal-us T      time of a pass with everything in device memory (the larger of the\n"
    "                    bounds of device memory and of issue)\n"
    "  --json            one JSON object\n";

enum { RATIO = 256, FAULT, PAGE, BLOCK, GPU, IDEAL, JSON };

static const struct option known[] = {
    {"ratio", required_argument, NULL, RATIO},
    {"fault-us", required_argument, NULL, FAULT},
    {"page", required_argument, NULL, PAGE},
    {"block", required_argument, NULL, BLOCK},
    {"gpu", required_argument, NULL, GPU},
    {"ideal-us", required_argument, NULL, IDEAL},
    {"json", no_argument, NULL, JSON},
    {"help", no_argument, NULL, 'h'},
    {NULL, 0, NULL, 0},
};

static void add_ratio(void *context, const char *item)
{
    struct um_options *o = context;
    cli_room("um", "ratio", o->ratio_count, UM_RATIOS_MAX);
    o->ratios[o->ratio_count++] = cli_number("um", "ratio", item, 1, 1000);
}

static void set_ratios(struct um_options *o, const char *value)
{
    o->ratio_count = 0;
    cli_each("um", "ratio", value, add_ratio, o);
}

struct faults {
    double *us;
    size_t count;
};

static void add_fault(void *context, const char *item)
{
    struct faults *faults = context;
    cli_room("um", "fault-us", faults->count, UM_FAULTS);
    faults->us[faults->count++] = cli_number("um", "fault-us", item, 0, 1e9);
}

static void set_faults(struct um_options *o, const char *value)
{
    struct faults faults = {o->fault_us, 0};
    cli_each("um", "fault-us", value, add_fault, &faults);
    if (faults.count != UM_FAULTS || o->fault_us[0] > o->fault_us[1] ||
        o->fault_us[1] > o->fault_us[2])
        cli_fail("um: --fault-us takes three numbers that do not fall, not '%s'", value);
}

static uint64_t power_of_two(const char *name, const char *value)
{
    uint64_t bytes = cli_bytes("um", name, value, 128, 1 << 30);
    if ((bytes & (bytes - 1)) != 0)
        cli_fail("um: --%s takes a power of two, not '%s'", name, value);
    return bytes;
}

static void set_option(struct um_options *o, const char **gpu, int option, const char *name,
                       const char *value)
{
    switch (option) {
    case RATIO: set_ratios(o, value); break;
    case FAULT: set_faults(o, value); break;
    case PAGE: o->page = power_of_two(name, value); break;
    case BLOCK: o->block = power_of_two(name, value); break;
    case GPU: *gpu = value; break;
    case IDEAL: o->ideal_us = cli_number("um", name, value, 1e-6, 1e12); break;
    case JSON: o->json = 1; break;
    default: cli_constants_take(&o->constants, option, value);
    }
}

static void read_gpu(struct um_options *o, const char *gpu)
{
    char folder[PATH_MAX];
    struct lpi_fault fault = {0};
    cli_share_folder("um", "gpu", "p100.json", folder, sizeof folder);
    if (lpi_gpu_config_read(gpu, folder, &o->gpu, &fault) != 0 ||
        lpi_gpu_config_check(&o->gpu, &fault) != 0)
        cli_fail_for(&fault);
}

void um_parse(int argc, char **argv, struct um_options *o)
{
    int index = 0;
    const char *gpu = "v100";
    *o = (struct um_options){
        .constants = {"um", lpi_um_constants, LPI_UM_CONSTANTS, NULL, NULL, NULL},
        .ratios = {1, 1.1, 1.25, 1.5, 2, 3, 4},
        .ratio_count = 7,
        .fault_us = {10, 20, 50},
        .ideal_us = -1,
        .page = 1 << 16,
        .block = 1 << 21};
    cli_constants_options(&o->constants, known, help);
    for (int option; (option = cli_next_option(argc, argv, ":h", o->constants.known,
                                               o->constants.help, &index)) != -1;)
        set_option(o, &gpu, option, o->constants.known[index].name, optarg);
    if (argc - optind != 1)
        cli_fail("um: takes one trace; try 'linepress um --help'");
    if (o->block < o->page)
        cli_fail("um: --block is smaller than --page");
    o->trace = argv[optind];
    read_gpu(o, gpu);
}
