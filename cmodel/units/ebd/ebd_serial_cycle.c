/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Cycle model of lp_ebd_serial (rtl/ebd/lp_ebd_serial.sv): D0..D3, and that of lp_ebd_core.
 *
 * RTL map of lp_ebd_serial:
 *   d{0,1,2,3}_q = in
 */
#include <string.h>

#include "ebd_core.h"
#include "ebd_cycle.h"
#include "../../base/bytes.h"

typedef struct lp_ebd_serial_in LP_IN_T;
typedef struct lp_ebd_serial_out LP_OUT_T;

struct ebd_serial {
    uint8_t v, in_idx, idx;
    uint8_t in[LP_LINE_BYTES];
    struct lpi_ebd_core core;
};
_Static_assert(sizeof(struct ebd_serial) <= LP_EBD_SERIAL_STATE, "raise LP_EBD_SERIAL_STATE");

/* The sector in D3 is offered to the core. */
static bool offers(const struct ebd_serial *q)
{
    return q->idx == 0 ? q->v == 15 : q->v >= 8;
}

/* The core advances. */
static bool moves(const struct ebd_serial *q, const LP_IN_T *in)
{
    return !lpi_ebd_core_eval(&q->core).m_valid || (in->m_ready & 1);
}

static void eval(const void *state, const void *in_ports, void *out_ports)
{
    const struct ebd_serial *q = state;
    struct lpi_ebd_core_out core = lpi_ebd_core_eval(&q->core);
    LP_OUT_T *out = out_ports;

    memset(out, 0, sizeof *out);
    out->s_ready = q->v != 15 || moves(q, in_ports);
    out->m_valid = core.m_valid;
    if (core.m_valid)
        memcpy(out->m_data, core.m_data, sizeof out->m_data);
    out->m_last = core.m_last;
    out->m_size = core.m_size;
    out->m_sectors = core.m_sectors;
    out->l_valid = core.l_valid;
    out->l_size = core.l_size;
    out->l_sectors = core.l_sectors;
}

static void enter(struct ebd_serial *q, const uint32_t *data)
{
    lpi_bytes_of_words(q->in + q->in_idx * LP_SECTOR_BYTES, data, LP_SECTOR_BYTES);
    q->in_idx = (q->in_idx + 1) % LPI_EBD_SECTORS;
    if (q->in_idx == 0)
        lpi_ebd_core_encode(&q->core, q->in,
                            (struct lpi_ebd_core_may){.ebd = true, .zvc = LPI_EBD_CORE_NEVER});
}

static void tick(void *state, const void *in_ports)
{
    struct ebd_serial *q = state;
    const LP_IN_T *in = in_ports;
    bool move = moves(q, in), take = offers(q) && move, s_valid = in->s_valid & 1;
    bool s_ready = q->v != 15 || take;

    lpi_ebd_core_tick(&q->core, move, offers(q), LPI_EBD_CORE_NEVER);
    q->idx = (q->idx + take) % LPI_EBD_SECTORS;
    q->v = (uint8_t)lpi_ebd_stages_next(q->v, take, s_valid);
    if (s_valid && s_ready)
        enter(q, in->s_data);
}

static void reset(void *state)
{
    struct ebd_serial *q = state;

    q->v = q->in_idx = q->idx = 0;
    lpi_ebd_core_reset(&q->core);
}

static void init(void *state, const int *values)
{
    (void)values;
    memset(state, 0, sizeof(struct ebd_serial));
    reset(state);
}

LP_UNIT_ROW(ebd_serial, LP_EBD_SERIAL_PORTS, struct ebd_serial, .set_up = init, .reset = reset,
            .eval = eval, .tick = tick);
