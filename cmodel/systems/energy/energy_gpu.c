/* SPDX-License-Identifier: Apache-2.0 */
#include "energy_gpu.h"
#include "../../lib/io/json_read.h"
#include <math.h>
#include <string.h>

#define GPU_VERSION 1
#define COUNT_MAX 9007199254740992.0 /* a double has every whole number up to it */
#define OVERFLOWS_MAX 64.0           /* lines of an instruction: two a lane */

struct sums {
    double cache, sectors, hits, activations, link, copies, accesses, found, fills, packets;
};

static double count(const struct lpi_json_at *at, const json_t *run, const char *group,
                    const char *key)
{
    return lpi_json_number(at, json_object_get(run, group), key, 0, COUNT_MAX, NAN);
}

static void add_run(const struct lpi_json_at *at, const json_t *run, double instructions,
                    struct sums *sums)
{
    sums->sectors += count(at, run, "device", "read_sectors") +
                     count(at, run, "device", "write_sectors");
    sums->hits += count(at, run, "device", "row_hits");
    sums->activations += count(at, run, "device", "activations");
    sums->link += count(at, run, "link_use", "to") + count(at, run, "link_use", "from");
    sums->copies += count(at, run, "link_use", "copies");
    sums->accesses += count(at, run, "metadata", "accesses");
    sums->found += count(at, run, "metadata", "hits");
    sums->fills += count(at, run, "metadata", "fills") + count(at, run, "metadata", "writebacks");
    double packets = instructions * lpi_json_number(at, run, "overflows_per_warp_instruction", 0,
                                                    OVERFLOWS_MAX, NAN);
    sums->packets += (double)(uint64_t)(packets + 0.5); /* lines: the file has nine digits */
}

static void finish(struct lpi_energy_run *run, const struct sums *sums, int compressed)
{
    double data = sums->sectors - sums->fills, buddy = sums->link - sums->copies;
    double opened = sums->sectors > 0 ? sums->activations / sums->sectors : 0;
    double moved = data + buddy;
    run->counts = (struct lpi_energy_counts){.plain = compressed ? 0 : moved,
                                             .compressed = compressed ? moved : 0,
                                             .buddy = buddy,
                                             .packets = sums->packets,
                                             .metadata = sums->fills,
                                             .activations = opened * moved,
                                             .metadata_activations = opened * sums->fills};
    run->row_hits = sums->sectors > 0 ? sums->hits / sums->sectors : 0;
    run->metadata_hits = sums->accesses > 0 ? sums->found / sums->accesses : NAN;
}

static int mode_of(const struct lpi_json_at *at, const json_t *run)
{
    const char *name = lpi_json_name(at, run, "mode");
    for (int m = 0; name != NULL && m < LPI_ENERGY_MODES; m++)
        if (strcmp(name, lpi_energy_modes[m]) == 0)
            return m;
    lpi_json_wrong(at, "'mode' is not uncompressed, bandwidth or buddy");
    return 0;
}

static void read_runs(const struct lpi_json_at *at, const json_t *root,
                      struct lpi_energy_run runs[LPI_ENERGY_MODES])
{
    struct sums sums[LPI_ENERGY_MODES] = {0};
    const json_t *list = lpi_json_list(at, root, "runs");
    double instructions = lpi_json_number(at, json_object_get(root, "trace"), "warp_instructions",
                                          0, COUNT_MAX, NAN);
    for (size_t i = 0; i < json_array_size(list) && at->fault->code == 0; i++) {
        const json_t *run = json_array_get(list, i);
        int mode = mode_of(at, run);
        double link = lpi_json_number(at, run, "link", 0, 1e6, NAN);
        double cache = lpi_json_number(at, run, "metadata_cache", 0, 1e12, NAN);
        if (json_object_get(run, "field") != NULL)
            continue;
        if (!runs[mode].known)
            runs[mode].link = link, sums[mode].cache = cache;
        if (link == runs[mode].link && cache == sums[mode].cache)
            add_run(at, run, instructions, &sums[mode]);
        runs[mode].known = 1;
    }
    for (int m = 0; m < LPI_ENERGY_MODES; m++)
        if (runs[m].known)
            finish(&runs[m], &sums[m], m != LPI_ENERGY_UNCOMPRESSED);
    if (json_array_size(list) == 0)
        lpi_json_wrong(at, "there is no run in it");
}

int lpi_energy_gpu_read(const char *path, struct lpi_energy_run runs[LPI_ENERGY_MODES],
                        struct lpi_fault *fault)
{
    struct lpi_json_at at = {path, "", fault};
    json_t *root = lpi_json_load(path, fault);
    const json_t *version = json_object_get(root, "linepress_gpu");
    memset(runs, 0, LPI_ENERGY_MODES * sizeof *runs);
    if (version == NULL)
        lpi_json_wrong(&at, "'linepress_gpu' is missing: is it what 'linepress gpu --json' "
                            "printed?");
    else if (json_integer_value(version) != GPU_VERSION)
        lpi_json_wrong(&at, "a version of 'linepress gpu --json' that is not known; %d is",
                       GPU_VERSION);
    const char *memory = lpi_json_name(&at, root, "memory");
    if (memory == NULL || strcmp(memory, "dram") != 0)
        lpi_json_wrong(&at, "its memory is not 'dram', which alone has rows");
    if (fault->code == 0)
        read_runs(&at, root, runs);
    json_decref(root);
    return fault->code;
}
