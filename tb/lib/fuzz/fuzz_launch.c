/* SPDX-License-Identifier: Apache-2.0 */
/* The reader of saved launches on arbitrary text, in the folder of the sample. */
#include "../../../cmodel/lib/warp/launch.h"
#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count)
{
    uint8_t *text = exact_copy(bytes, count);
    struct lpi_launch *launch;
    struct lpi_launch_fault fault = {""};
    int error = lpi_launch_parse((const char *)text, count, "tb/data/workloads/launches/cg",
                                 &launch, &fault);
    free(text);
    if (error != LP_OK) {
        must(fault.why[0] != '\0');
        return 0;
    }
    for (size_t i = 0; i < launch->argument_count; i++)
        must(launch->arguments[i].kind != LPI_LAUNCH_BUFFER ||
             launch->arguments[i].offset + launch->arguments[i].bytes <=
                 launch->buffers[launch->arguments[i].buffer].bytes);
    lpi_launch_free(launch);
    return 0;
}
