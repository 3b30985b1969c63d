/* SPDX-License-Identifier: Apache-2.0 */
#include "rtl_object.h"

#include <dlfcn.h>
#include <linepress/linepress.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../units/common/params.h"
#include "../../base/own_folder.h"

/* ---- look-up ---- */

const char *lpi_rtl_named(const struct lpi_rtl_object *object)
{
    const char *named = getenv(object->variable);

    return named && *named ? named : NULL;
}

/* Never closed again: loaded RTL stays. NULL: no such file. */
static void *load(const struct lpi_rtl_object *object)
{
    static const char *const beside[] = {"", "../libexec/linepress/"};
    const char *named = lpi_rtl_named(object);
    char folder[4096], path[sizeof folder + 64];
    void *loaded = NULL;

    if (named)
        return dlopen(named, RTLD_NOW | RTLD_LOCAL);
    lpi_own_folder(folder, sizeof folder);
    for (size_t i = 0; i < sizeof beside / sizeof *beside && !loaded; i++) {
        snprintf(path, sizeof path, "%s%s%s", *folder ? folder : "./", beside[i], object->file);
        loaded = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    }
    return loaded ? loaded : dlopen(object->file, RTLD_NOW | RTLD_LOCAL);
}

static bool fits(const struct lpi_rtl *rtl, const struct lp_unit *unit)
{
    return strcmp(rtl->version, LP_VERSION_STRING) == 0 && rtl->in_size == unit->in_size &&
           rtl->out_size == unit->out_size;
}

const struct lpi_rtl *lpi_rtl_find(const struct lpi_rtl_object *object, bool *other)
{
    void *loaded = load(object);
    const struct lpi_rtl *rtl = loaded ? dlsym(loaded, "lpi_rtl") : NULL;

    *other = loaded && !(rtl && fits(rtl, object->unit));
    return *other ? NULL : rtl;
}

/* ---- its parameter sets ---- */

bool lpi_rtl_values(const struct lp_unit *unit, const char *text, int *values)
{
    char name[32];
    int value, length;

    lp_unit_defaults(unit, values);
    while (*text && strcmp(text, "-") != 0) {
        if (sscanf(text, "%31[^=,]=%d%n", name, &value, &length) != 2 ||
            lp_unit_set(unit, name, value, values) != LP_OK)
            return false;
        text += length + (text[length] == ',');
    }
    return true;
}

const struct lpi_rtl_set *lpi_rtl_set(const struct lpi_rtl *rtl, const struct lp_unit *unit,
                                      const int *values)
{
    int its[LP_MAX_PARAMS];

    for (size_t i = 0; i < *rtl->nsets; i++)
        if (lpi_rtl_values(unit, rtl->sets[i].text, its) &&
            memcmp(its, values, unit->nparams * sizeof *its) == 0)
            return &rtl->sets[i];
    return NULL;
}

int lpi_rtl_open(const struct lpi_rtl_object *object, const int *values,
                 struct lp_instance *instance)
{
    bool other;
    const struct lpi_rtl *rtl = lpi_rtl_find(object, &other);
    const struct lpi_rtl_set *set = rtl ? lpi_rtl_set(rtl, object->unit, values) : NULL;

    return set ? set->kind->open(object->unit, values, instance) : LP_ERR_ENGINE;
}
