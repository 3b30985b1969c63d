/* SPDX-License-Identifier: Apache-2.0 */
/*
 * GRP-16 on arbitrary bytes: 16 of a table, a state, two with the length of a stream's data; the rest
 * is taken as an entry, as a group to encode, and as a stream. All paths must give the same result
 * as the slow twin.
 */
#include "../../reference/grp_slow.h"
#include "fuzz.h"

#include <linepress/grp.h>

#define FOR_EACH_PATH                                                                              \
    for (int path = 0; path < LP_CPU_COUNT && lp_cpu_use((enum lp_cpu)path) == LP_OK; path++)
#define HEAD (LP_GRP_TABLE_BYTES + 3)

static void fuzz_entry(const uint8_t *table, const struct lp_grp *grp, unsigned state,
                       const uint8_t *bytes, size_t count)
{
    uint8_t group[LP_GRP_BYTES], slow[LP_GRP_BYTES], back[LP_GRP_BYTES], entry[LP_GRP_BYTES];
    unsigned sectors = 0, again;
    int first = LP_OK;
    (void)lp_grp_state_sectors(state, &sectors);
    if (count < sectors * LP_SECTOR_BYTES)
        return;
    uint8_t *exact = exact_copy(bytes, sectors * LP_SECTOR_BYTES);
    int good = lpi_grp_slow_decode(table, state, exact, slow);
    FOR_EACH_PATH {
        int error = lp_grp_decode_entry(grp, exact, state, group);
        must((error == LP_OK) == good && (path == 0 || error == first));
        first = error;
        if (!good)
            continue;
        must(memcmp(group, slow, sizeof group) == 0);
        must(lp_grp_encode_entry(grp, group, entry, &again) == LP_OK);
        must(lp_grp_decode_entry(grp, entry, again, back) == LP_OK);
        must(memcmp(group, back, sizeof group) == 0);
    }
    free(exact);
}

static void fuzz_group(const uint8_t *table, const struct lp_grp *grp, const uint8_t *bytes,
                       size_t count)
{
    uint8_t group[LP_GRP_BYTES] = {0}, slow[LP_GRP_BYTES], entry[LP_GRP_BYTES], counted;
    unsigned state, sectors;
    memcpy(group, bytes, count < sizeof group ? count : sizeof group);
    unsigned expected = lpi_grp_slow_encode(table, group, slow);
    FOR_EACH_PATH {
        must(lp_grp_encode_entry(grp, group, entry, &state) == LP_OK && state == expected);
        must(lp_grp_state_sectors(state, &sectors) == LP_OK);
        must(memcmp(entry, slow, sectors * LP_SECTOR_BYTES) == 0);
        must(lp_grp_states(grp, group, 1, &counted) == LP_OK && counted == expected);
    }
}

static void fuzz_stream(size_t data_bytes, const uint8_t *bytes, size_t count)
{
    uint8_t *data = malloc(data_bytes + 1), *back = malloc(data_bytes + 1);
    size_t bound = lp_grp_bound(data_bytes), length;
    uint8_t *stream = malloc(bound), *exact = exact_copy(bytes, count);
    int first = LP_OK;
    FOR_EACH_PATH {
        int error = lp_grp_decompress(exact, count, path == 0 ? data : back, data_bytes);
        must(path == 0 || error == first);
        first = error;
        if (error != LP_OK)
            continue;
        must(path == 0 || memcmp(data, back, data_bytes) == 0);
        must(lp_grp_compress(data, data_bytes, stream, bound, &length) == LP_OK);
        must(lp_grp_decompress(stream, length, back, data_bytes) == LP_OK);
        must(memcmp(data, back, data_bytes) == 0);
    }
    free(data);
    free(back);
    free(stream);
    free(exact);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count)
{
    struct lp_grp grp;
    uint8_t table[LP_GRP_TABLE_BYTES];
    if (count < HEAD)
        return 0;
    memcpy(table, bytes, sizeof table);
    must((lp_grp_load(table, &grp) == LP_OK) == lpi_grp_slow_table(table));
    /* Any bytes give a table by their order, so that most inputs have one. */
    if (lp_grp_load(table, &grp) != LP_OK)
        must(lp_grp_choose(bytes, sizeof table, table) == LP_OK &&
             lp_grp_load(table, &grp) == LP_OK);
    const uint8_t *rest = bytes + HEAD;
    size_t data_bytes = bytes[LP_GRP_TABLE_BYTES + 1] | (bytes[LP_GRP_TABLE_BYTES + 2] & 15u) << 8;
    fuzz_entry(table, &grp, bytes[LP_GRP_TABLE_BYTES] & 15u, rest, count - HEAD);
    fuzz_group(table, &grp, rest, count - HEAD);
    fuzz_stream(data_bytes, rest, count - HEAD);
    return 0;
}
