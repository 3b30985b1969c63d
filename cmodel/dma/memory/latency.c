/* SPDX-License-Identifier: Apache-2.0 */
#include "latency.h"
#include <linepress/linepress.h>

#include <stdlib.h>
#include <string.h>

void lpi_latency_free(struct lpi_latency *latency)
{
    free(latency->counts);
    latency->counts = NULL;
}

int lpi_latency_add(struct lpi_latency *latency, uint64_t cycles)
{
    if (cycles >= latency->room) {
        uint64_t *counts = NULL;
        size_t room = (size_t)cycles * 2 + 1024;
        if (cycles < SIZE_MAX / sizeof *counts / 4)
            counts = realloc(latency->counts, room * sizeof *counts);
        if (counts == NULL)
            return LP_ERR_SYSTEM;
        memset(counts + latency->room, 0, (room - latency->room) * sizeof *counts);
        latency->counts = counts;
        latency->room = room;
    }
    latency->counts[cycles]++;
    latency->requests++;
    latency->sum += cycles;
    if (cycles > latency->most)
        latency->most = cycles;
    return LP_OK;
}

uint64_t lpi_latency_percentile(const struct lpi_latency *latency, unsigned percent)
{
    uint64_t seen = 0, wanted = (latency->requests * percent + 99) / 100;
    for (size_t cycles = 0; cycles < latency->room; cycles++) {
        seen += latency->counts[cycles];
        if (seen >= wanted)
            return cycles;
    }
    return 0;
}
