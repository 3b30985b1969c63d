/* SPDX-License-Identifier: Apache-2.0 */
/* Transfers jobs through the ports of lp_cdma_pack. */
#include <linepress/cdma.h>

#include "../units/cdma/cdma_pack_ports.h"
#include "port_beats.h"

#define PACK_MOST (12 * LP_DMA_GROUP_BOUND) /* bytes of cdma-pack's stream */

struct pack {
    bool job, none, last, end, result; /* parts already sent or received */
    size_t entries;
    uint8_t index[2 * LPI_KIT_PACK_GROUPS];
    uint32_t status;
};

static size_t group_size(const struct lpi_kit_side *in, size_t group)
{
    const uint8_t *size = in->field[1].data + 2 * group;
    return size[0] | (size_t)size[1] << 8;
}

static bool pack_give(const int *values, const struct lpi_kit_side *in, size_t number, void *ports)
{
    struct lp_cdma_pack_in *q = ports;
    size_t groups = in->field[3].bytes, group = 0, from = 0, flit = number - 1;

    (void)values;
    if (number == 0) {
        q->j_valid = q->j_index = 1;
        lpi_put64(q->j_room, in->field[0].number);
        return true;
    }
    q->s_valid = 1;
    for (size_t flits; group < groups; flit -= flits, from += group_size(in, group++)) {
        flits = (group_size(in, group) + BEAT - 1) / BEAT;
        if (flit < flits)
            break;
    }
    if (group == groups) {
        q->s_none = 1;
        return flit == 0;
    }
    size_t left = group_size(in, group) - flit * BEAT;
    const struct lpi_kit_value rest = {.data = in->field[4].data + from,
                                       .bytes = group_size(in, group)};
    lpi_kit_put_beat(q->s_data, &rest, flit * BEAT);
    q->s_last = left <= BEAT;
    q->s_bytes = (uint32_t)(left < BEAT ? left : BEAT);
    q->s_zeros = q->s_last ? in->field[2].data[group] : 0;
    q->s_err = q->s_last ? in->field[3].data[group] : 0;
    return true;
}

static void pack_result(struct pack *q, const struct lp_cdma_pack_out *o, struct lpi_kit_side *got)
{
    q->result = true;
    q->status = o->r_status;
    lpi_kit_number(got, 0, o->r_status);
    lpi_kit_number(got, 1, lpi_get64(o->r_bytes));
    lpi_kit_number(got, 2, lpi_get64(o->r_zeros));
    lpi_kit_number(got, 3, o->r_bad);
}

static bool pack_take(void *own, const int *values, const struct lpi_kit_side *in,
                      const void *in_ports, const void *out_ports, struct lpi_kit_side *got,
                      const char **wrong)
{
    struct pack *q = own;
    const struct lp_cdma_pack_in *i = in_ports;
    const struct lp_cdma_pack_out *o = out_ports;

    (void)values;
    if (o->s_ready && (!q->job || q->none))
        *wrong = "s_ready_o: a flit would be taken before its job";
    q->job |= i->j_valid && o->j_ready;
    q->none |= i->s_valid && o->s_ready && i->s_none;
    if (o->m_valid && i->m_ready) {
        if (!o->m_bad && got->field[4].bytes + BEAT <= PACK_MOST)
            lpi_kit_append(got, 4, o->m_data, BEAT);
        q->last |= o->m_last;
    }
    if (o->x_valid && i->x_ready) {
        if (!o->x_end && q->entries + 2 <= sizeof q->index) {
            q->index[q->entries++] = (uint8_t)o->x_bytes;
            q->index[q->entries++] = (uint8_t)(o->x_bytes >> 8);
        }
        q->end |= o->x_end;
    }
    if (o->r_valid && i->r_ready)
        pack_result(q, o, got);
    if (!q->last || !q->end || !q->result)
        return false;
    if (q->status != 0)
        got->field[4].bytes = q->entries = 0;
    if (q->entries > in->field[1].bytes)
        q->entries = in->field[1].bytes;
    lpi_kit_bytes(got, 5, q->index, q->entries);
    return true;
}

const struct lpi_kit_ports lpi_kit_cdma_pack_ports = {
    .flight = 1,
    .give = pack_give,
    .take = pack_take,
};
