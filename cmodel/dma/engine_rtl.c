/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE /* dladdr */
#include "engine_rtl.h"

#include <dlfcn.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../cdma/cdma_core_cycle.h"
#include "../common/params.h"
#include "engine_clocked.h"

#define FILE_NAME "liblinepress_dma_rtl.so"
#define BEAT 32

enum { CHANNELS, FLITS, CODECS, ELEM, VALUES };

/* ---- finding it ---- */

/* The folder, with its slash, of the file that holds this code. */
static void own_folder(char *path, size_t size)
{
    static const char here;
    Dl_info info;
    ssize_t length;
    char *slash;

    /* A program that was found by its name alone is not named with its folder. */
    if (dladdr(&here, &info) && strchr(info.dli_fname, '/'))
        snprintf(path, size, "%s", info.dli_fname);
    else {
        length = readlink("/proc/self/exe", path, size - 1);
        path[length > 0 ? length : 0] = '\0';
    }
    slash = strrchr(path, '/');
    path[slash ? slash + 1 - path : 0] = '\0';
}

/* NULL: not named. */
static const char *named_file(void)
{
    const char *named = getenv("LINEPRESS_DMA_RTL");

    return named && *named ? named : NULL;
}

/* What is never closed again: RTL that was once there stays. NULL: no such file. */
static void *load(void)
{
    static const char *const beside[] = {"", "../lib/"};
    const char *named = named_file();
    char folder[4096], path[sizeof folder + 64];
    void *object = NULL;

    if (named)
        return dlopen(named, RTLD_NOW | RTLD_LOCAL);
    own_folder(folder, sizeof folder);
    for (size_t i = 0; i < sizeof beside / sizeof *beside && !object; i++) {
        snprintf(path, sizeof path, "%s%s" FILE_NAME, *folder ? folder : "./", beside[i]);
        object = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    }
    return object ? object : dlopen(FILE_NAME, RTLD_NOW | RTLD_LOCAL);
}

static bool fits(const struct lpi_dma_rtl *rtl)
{
    return strcmp(rtl->version, LP_VERSION_STRING) == 0 &&
           rtl->in_size == sizeof(struct lp_cdma_core_in) &&
           rtl->out_size == sizeof(struct lp_cdma_core_out);
}

/* NULL: there is none that fits; *other: there is one that does not. */
static const struct lpi_dma_rtl *find(bool *other)
{
    void *object = load();
    const struct lpi_dma_rtl *rtl = object ? dlsym(object, LPI_DMA_RTL_NAME) : NULL;

    *other = object && !(rtl && fits(rtl));
    return *other ? NULL : rtl;
}

/* ---- its parameter sets ---- */

/* False: the core has no such set. */
static bool values_of(const char *text, int values[VALUES])
{
    char name[32];
    int value, length;

    lp_unit_defaults(&lp_cdma_core_unit, values);
    while (*text && strcmp(text, "-") != 0) {
        if (sscanf(text, "%31[^=,]=%d%n", name, &value, &length) != 2 ||
            lp_unit_set(&lp_cdma_core_unit, name, value, values) != LP_OK)
            return false;
        text += length + (text[length] == ',');
    }
    return true;
}

static const struct lpi_dma_rtl_set *find_set(const struct lpi_dma_rtl *rtl, const int *values)
{
    int its[VALUES];

    for (size_t i = 0; i < *rtl->nsets; i++)
        if (values_of(rtl->sets[i].text, its) && memcmp(its, values, sizeof its) == 0)
            return &rtl->sets[i];
    return NULL;
}

int lpi_dma_rtl_open(const struct lp_unit *unit, const int *values, struct lp_instance *instance)
{
    bool other;
    const struct lpi_dma_rtl *rtl = find(&other);
    const struct lpi_dma_rtl_set *set = rtl ? find_set(rtl, values) : NULL;

    return set ? set->kind->open(unit, values, instance) : LP_ERR_ENGINE;
}

static int open_rtl(const struct lpi_dma_machine *machine, void **state)
{
    return lpi_dma_clocked_open(lpi_dma_rtl_open, machine, state);
}

/* ---- why not ---- */

/* "6 channels with 81792 to 81983 bytes", and codecs and elements where they are not all and 32. */
static void add_set(char *text, size_t size, const int *values)
{
    size_t used = strlen(text);
    unsigned least = (unsigned)(values[FLITS] * values[CHANNELS]) * BEAT;

    used += (size_t)snprintf(text + used, size - used, "%s%d channels with %u to %u bytes",
                             used ? ", " : "", values[CHANNELS], least,
                             least + (unsigned)values[CHANNELS] * BEAT - 1);
    if (used < size && values[CODECS] == 1)
        used += (size_t)snprintf(text + used, size - used, ", ZVC alone");
    if (used < size && values[ELEM] != 32)
        snprintf(text + used, size - used, ", elements of %d bits", values[ELEM]);
}

static void list_sets(const struct lpi_dma_rtl *rtl, char *text, size_t size)
{
    int values[VALUES];

    *text = '\0';
    for (size_t i = 0; i < *rtl->nsets && strlen(text) + 100 < size; i++)
        if (values_of(rtl->sets[i].text, values))
            add_set(text, size, values);
}

void lpi_dma_rtl_trouble(const struct lp_dma_config *config, char *text, size_t size)
{
    const int values[VALUES] = {
        [CHANNELS] = (int)config->channels,
        [FLITS] = (int)(config->buffer_bytes / BEAT / config->channels),
        [CODECS] = (int)config->codecs,
        [ELEM] = (int)config->elem,
    };
    bool other;
    const struct lpi_dma_rtl *rtl = find(&other);
    char built[512];

    *text = '\0';
    if (other)
        snprintf(text, size, FILE_NAME " is of another build; 'make dma-rtl' makes it anew");
    else if (!rtl)
        snprintf(text, size, "%s; 'make dma-rtl' builds it",
                 named_file() ? "LINEPRESS_DMA_RTL names no such shared object"
                              : "there is no " FILE_NAME);
    else if (!find_set(rtl, values)) {
        list_sets(rtl, built, sizeof built);
        snprintf(text, size, "not built for %d channels with %u bytes, only for %s",
                 values[CHANNELS], config->buffer_bytes, built);
    }
}

const struct lpi_dma_engine lpi_dma_engine_rtl = {
    "rtl",
    open_rtl,
    lpi_dma_clocked_close,
    lpi_dma_clocked_write,
    lpi_dma_clocked_read,
    lpi_dma_clocked_run,
    lpi_dma_clocked_span,
};
