/* SPDX-License-Identifier: Apache-2.0 */
#include "engine_rtl.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "../../lib/cdma/built.h"
#include "../../units/cdma/cdma_core_cycle.h"
#include "engine_clocked.h"
#include "rtl_object.h"

#define FILE_NAME "liblinepress_dma_rtl.so"
#define BEAT 32

enum { CHANNELS, FLITS, CODECS, ELEM, VALUES };

static const struct lpi_rtl_object core = {FILE_NAME, "LINEPRESS_DMA_RTL", &lp_cdma_core_unit};

int lpi_dma_rtl_open(const struct lp_unit *unit, const int *values, struct lp_instance *instance)
{
    (void)unit;
    return lpi_rtl_open(&core, values, instance);
}

static int open_rtl(const struct lpi_dma_machine *machine, void **state)
{
    return lpi_dma_clocked_open(lpi_dma_rtl_open, machine, state);
}

/* ---- reasons for failure ---- */

/*
 * "6 channels with 81792 to 81983 bytes", and codecs and elements if they are not ZVC and BPC, and
 * 32.
 */
static void add_set(char *text, size_t size, const int *values)
{
    size_t used = strlen(text);
    unsigned least = (unsigned)(values[FLITS] * values[CHANNELS]) * BEAT;

    used += (size_t)snprintf(text + used, size - used, "%s%d channels with %u to %u bytes",
                             used ? ", " : "", values[CHANNELS], least,
                             least + (unsigned)values[CHANNELS] * BEAT - 1);
    if (used < size && values[CODECS] != 2)
        used += (size_t)snprintf(text + used, size - used,
                                 values[CODECS] == 1 ? ", ZVC alone" : ", all codecs");
    if (used < size && values[ELEM] != 32)
        snprintf(text + used, size - used, ", elements of %d bits", values[ELEM]);
}

static void list_sets(const struct lpi_rtl *rtl, char *text, size_t size)
{
    int values[VALUES];

    *text = '\0';
    for (size_t i = 0; i < *rtl->nsets && strlen(text) + 100 < size; i++)
        if (lpi_rtl_values(core.unit, rtl->sets[i].text, values))
            add_set(text, size, values);
}

void lpi_dma_rtl_trouble(const struct lp_dma_config *config, char *text, size_t size)
{
    const int values[VALUES] = {
        [CHANNELS] = (int)config->channels,
        [FLITS] = (int)(config->buffer_bytes / BEAT / config->channels),
        [CODECS] = lpi_cdma_parameter(config->codecs),
        [ELEM] = (int)config->elem,
    };
    bool other;
    const struct lpi_rtl *rtl = lpi_rtl_find(&core, &other);
    char built[512];

    *text = '\0';
    if (other)
        snprintf(text, size, FILE_NAME " belongs to another build; 'make dma-rtl' rebuilds it");
    else if (!rtl)
        snprintf(text, size, "%s; 'make dma-rtl' builds it",
                 lpi_rtl_named(&core) ? "LINEPRESS_DMA_RTL names no such shared object"
                                      : "there is no " FILE_NAME);
    else if (!lpi_rtl_set(rtl, core.unit, values)) {
        list_sets(rtl, built, sizeof built);
        snprintf(text, size, "not built for %d channels with %u bytes, only for %s",
                 values[CHANNELS], config->buffer_bytes, built);
    }
}

const struct lpi_dma_engine lpi_dma_engine_rtl = {
    .name = "rtl",
    .open = open_rtl,
    .close = lpi_dma_clocked_close,
    .write = lpi_dma_clocked_write,
    .read = lpi_dma_clocked_read,
    .run = lpi_dma_clocked_run,
    .span = lpi_dma_clocked_span,
};
