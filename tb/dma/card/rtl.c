/* SPDX-License-Identifier: Apache-2.0 */
#include "rtl.h"

#include "units/card/card_cycle.h"
#include "dma/copy/rtl_object.h"

static const struct lpi_rtl_object object = {"liblinepress_card_rtl.so", "LINEPRESS_CARD_RTL",
                                             &lp_card_unit};

int card_rtl_open(const struct lp_unit *unit, const int *values, struct lp_instance *instance)
{
    (void)unit;
    return lpi_rtl_open(&object, values, instance);
}

const char *card_rtl_trouble(const int *values)
{
    bool other;
    const struct lpi_rtl *rtl = lpi_rtl_find(&object, &other);

    if (other)
        return "liblinepress_card_rtl.so belongs to another build; 'make card-rtl' rebuilds it";
    if (!rtl)
        return lpi_rtl_named(&object)
                   ? "LINEPRESS_CARD_RTL names no such shared object; 'make card-rtl' builds it"
                   : "there is no liblinepress_card_rtl.so; 'make card-rtl' builds it";
    if (!lpi_rtl_set(rtl, object.unit, values))
        return "liblinepress_card_rtl.so has other parameters";
    return "no memory for the RTL";
}
