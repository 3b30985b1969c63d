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
    {"bench", "speed of the codecs, compared with memcpy", cli_bench},
    {"buddy", "run a trace through a slice of buddy memory", cli_buddy},
    {"capture", "snapshots of a running program's memory", cli_capture},
    {"profile", "target ratios for the allocations of a program, from snapshots", cli_profile},
    {"report", "a page that shows what of a snapshot set compresses", cli_report},
    {"trace", "loads and stores of the warps of OpenCL kernels", cli_trace},
    {"gpu", "warp traces on a model of a whole GPU with buddy memory", cli_gpu},
    {"energy", "energy of memory accesses by term, from snapshots", cli_energy},
    {"um", "a model of managed memory larger than the device, and of buddy memory", cli_um},
    {"batch", "memory and speed of a training by batch size, with more memory", cli_batch},
    {"dma", "send files through the compressing DMA engine and back", cli_dma},
    {"vdnn", "time of a training step whose activations leave the GPU", cli_vdnn},
    {"swap", "swap tensors of a training run to host memory, compressed if faster", cli_swap},
    {"huvm", "GPUs that lend memory to their neighbours, on a virtual or real clock", cli_huvm},
    {"gen", "test cases for a unit of your own", cli_gen},
    {"check", "compare the outputs of that unit with the golden model", cli_check},
    {"vectors", "the same cases as files for a testbench of your own", cli_vectors},
    {"cosim", "run a file through a unit's RTL in lock-step with its C model", cli_cosim},
};

#define TEXT(macro) TEXT_(macro)
#define TEXT_(text) #text
static const struct cli_table table = {
    .commands = commands,
    .count = sizeof commands / sizeof commands[0],
    .options = "",
    .version = " (file format " TEXT(LP_FRAME_VERSION) ")",
    .help = "FILE is raw binary, .npy or a file of tensors\n"
            "(detected by its magic bytes); \"-\" is standard input or output.\n"
            "Exit status: 0 success, 1 mismatch in the data, 2 bad usage or input.\n"
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
