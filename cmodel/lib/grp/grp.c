/* SPDX-License-Identifier: Apache-2.0 */
#include <linepress/grp.h>

#include <stdbool.h>
#include <string.h>

#include "../../base/kernel_choice.h"
#include "../../base/null.h"
#include "grp.h"
#include "grp_kernel.h"

LPI_KERNEL_CHOICE(grp)

/* The code of the table's place i: classes 0 and 1, then class 2 (grp_form.h). */
static unsigned code_of(unsigned i)
{
    return i < 4 ? i : i + 4;
}

#define ESCAPE 15u

void lpi_grp_count(const uint8_t *sample, size_t bytes, uint32_t *counts)
{
    for (size_t i = 0; i + 1 < bytes; i += 2)
        counts[(sample[i + 1] << 1 | sample[i] >> 7) & 255]++;
}

void lpi_grp_table(const uint32_t *counts, uint8_t *table)
{
    bool taken[256] = {false};
    memset(table, 0, LP_GRP_TABLE_BYTES);
    for (unsigned i = 0; i < LP_GRP_EXPONENTS; i++) {
        unsigned best = 256;
        for (unsigned e = 0; e < 256; e++)
            if (!taken[e] && (best == 256 || counts[e] > counts[best]))
                best = e;
        taken[best] = true;
        table[i] = (uint8_t)best;
    }
}

int lp_grp_choose(const void *sample, size_t bytes, uint8_t *table)
{
    uint32_t counts[256] = {0};
    if (table == NULL || (sample == NULL && bytes != 0))
        return LP_ERR_ARG;
    if (bytes / 2 > UINT32_MAX)
        return LP_ERR_ARG;
    lpi_grp_count(sample, bytes, counts);
    lpi_grp_table(counts, table);
    return LP_OK;
}

int lp_grp_load(const uint8_t *table, struct lp_grp *grp)
{
    if (LPI_ANY_NULL(table, grp))
        return LP_ERR_ARG;
    memset(grp->exponent, 0, sizeof grp->exponent);
    memset(grp->code, ESCAPE, sizeof grp->code);
    for (unsigned i = 0; i < LP_GRP_TABLE_BYTES; i++) {
        if (i >= LP_GRP_EXPONENTS ? table[i] != 0 : grp->code[table[i]] != ESCAPE)
            return LP_ERR_CORRUPT;
        if (i < LP_GRP_EXPONENTS) {
            grp->code[table[i]] = (uint8_t)code_of(i);
            grp->exponent[code_of(i)] = table[i];
        }
    }
    return LP_OK;
}

int lp_grp_state_sectors(unsigned state, unsigned *sectors)
{
    if (sectors == NULL || state > LP_GRP_RAW)
        return LP_ERR_ARG;
    *sectors = state == LP_GRP_ZERO ? 0 : state == LP_GRP_RAW ? LP_GRP_SECTORS : state + 9;
    return LP_OK;
}

static bool is_zero(const uint8_t *group)
{
    for (unsigned k = 0; k < LP_GRP_LINES; k++)
        if (!lp_line_is_zero(group + k * LP_LINE_BYTES))
            return false;
    return true;
}

int lp_grp_states(const struct lp_grp *grp, const void *src, size_t groups, uint8_t *states)
{
    if (grp == NULL || (groups != 0 && LPI_ANY_NULL(src, states)))
        return LP_ERR_ARG;
    const uint8_t *group = src;
    for (size_t i = 0; i < groups; i++, group += LP_GRP_BYTES)
        states[i] = (uint8_t)(is_zero(group) ? LP_GRP_ZERO : kernel()->state(grp, group));
    return LP_OK;
}

int lp_grp_encode_entry(const struct lp_grp *grp, const void *group, void *entry, unsigned *state)
{
    if (LPI_ANY_NULL(grp, group, entry, state))
        return LP_ERR_ARG;
    *state = is_zero(group) ? LP_GRP_ZERO : kernel()->encode(grp, group, entry);
    if (*state == LP_GRP_RAW)
        memcpy(entry, group, LP_GRP_BYTES);
    return LP_OK;
}

int lp_grp_decode_entry(const struct lp_grp *grp, const void *entry, unsigned state, void *group)
{
    if (grp == NULL || group == NULL || state > LP_GRP_POISON ||
        (entry == NULL && state != LP_GRP_ZERO))
        return LP_ERR_ARG;
    if (state > LP_GRP_RAW)
        return LP_ERR_CORRUPT;
    if (state == LP_GRP_ZERO)
        memset(group, 0, LP_GRP_BYTES);
    else if (state == LP_GRP_RAW)
        memcpy(group, entry, LP_GRP_BYTES);
    else
        return kernel()->decode(grp, entry, state + 1, group);
    return LP_OK;
}
