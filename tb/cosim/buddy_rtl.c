/* SPDX-License-Identifier: Apache-2.0 */
#include "buddy_rtl.h"

#include <stdlib.h>
#include <string.h>

#include <linepress/linepress.h>

#include "registry.h"

struct slice {
    const struct lp_rtl *rtl;
    void *handle;
};

static void eval(void *self, int rst_n, const struct lp_buddy_slice_in *in,
                 struct lp_buddy_slice_out *out)
{
    const struct slice *slice = self;
    slice->rtl->eval(slice->handle, rst_n, in, out);
}

static void tick(void *self, int rst_n, const struct lp_buddy_slice_in *in)
{
    const struct slice *slice = self;
    (void)rst_n;
    (void)in;
    slice->rtl->tick(slice->handle);
}

static void close_slice(void *self)
{
    struct slice *slice = self;
    slice->rtl->close(slice->handle);
    free(slice);
}

static const struct lp_rtl *find(const struct lp_buddy_shape *shape)
{
    const struct lp_cosim_unit *row = lp_cosim_find("lp_buddy_slice");
    int wanted[LP_MAX_PARAMS], values[LP_MAX_PARAMS];

    if (!row || row->unit->nparams > LP_MAX_PARAMS ||
        !lpi_engine_values(row->unit, shape, wanted))
        return NULL;
    for (size_t i = 0; i < row->nvariants; i++)
        if (lp_variant_values(row->unit, row->variants[i].text, values) &&
            memcmp(values, wanted, row->unit->nparams * sizeof *values) == 0)
            return row->variants[i].rtl;
    return NULL;
}

int lp_buddy_rtl_open(const struct lp_buddy_shape *shape, struct lp_buddy_engine *engine)
{
    const struct lp_rtl *rtl = find(shape);
    struct slice *slice = malloc(sizeof *slice);

    if (rtl && slice)
        *slice = (struct slice){rtl, rtl->open()};
    if (!rtl || !slice || !slice->handle) {
        free(slice);
        return rtl ? LP_ERR_SYSTEM : LP_ERR_ARG;
    }
    *engine = (struct lp_buddy_engine){slice, eval, tick, close_slice};
    return LP_OK;
}
