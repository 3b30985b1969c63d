/* SPDX-License-Identifier: Apache-2.0 */
#include "shared/cli.h"
#include "shared/commands.h"
#include "shared/fail.h"
#include <linepress/frame.h>
#include <linepress/linepress.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct cli_command commands[] = {
    {"ratio", "how well files compress, per line and in sectors", cli_ratio},
    {"compress", "write a framed compressed file", cli_compress},
    {"decompress", "read one back", cli_decompress},
    {"bench", "speed of the codecs beside memcpy", cli_bench},
    {"buddy", "run a trace through a slice of buddy memory", cli_buddy},
    {"capture", "snapshots of a running program's memory", cli_capture},
    {"profile", "target ratios for the allocations of a program, from snapshots", cli_profile},
    {"trace", "what the warps of OpenCL kernels load and store", cli_trace},
    {"dma", "send files through the compressing DMA engine and back", cli_dma},
    {"vdnn", "time of a training step whose activations leave the GPU", cli_vdnn},
    {"swap", "tensors of a training in host memory, compressed where it pays", cli_swap},
    {"huvm", "GPUs that lend their neighbours memory, on a virtual or real clock", cli_huvm},
    {"gen", "cases to hold a unit of your own against", cli_gen},
    {"check", "compare that unit's answers with what is due", cli_check},
    {"vectors", "the same cases as files for a bench of your own", cli_vectors},
    {"cosim", "run a file through a unit's RTL in step with its C model", cli_cosim},
};

#define TEXT(macro) TEXT_(macro)
#define TEXT_(text) #text
static const struct cli_table table = {
    .commands = commands,
    .count = sizeof commands / sizeof commands[0],
    .options = "",
    .version = " (file format " TEXT(LP_FRAME_VERSION) ")",
    .help = "FILE is raw binary or .npy\n"
            "(its first bytes tell); \"-\" is standard input or output.\n"
            "Exit status: 0 good, 1 the data says no (a mismatch), 2 bad use or bad input.\n"
            "Environment: LINEPRESS_CPU=portable|avx2|avx512 limits the code path.",
};

static void check_environment(void)
{
    const char *wish = getenv("LINEPRESS_CPU");
    for (int path = 0; wish != NULL && path < LP_CPU_COUNT; path++)
        if (strcmp(wish, lp_cpu_name((enum lp_cpu)path)) == 0)
            return;
    if (wish != NULL)
        cli_fail("LINEPRESS_CPU is '%s', not portable, avx2 or avx512", wish);
}

int main(int argc, char **argv)
{
    cli_begin(&table, argc, argv);
    check_environment();
    return cli_run(&table, argc - 1, argv + 1);
}
