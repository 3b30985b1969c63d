/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Cycle model of lp_buddy_top (rtl/buddy/lp_buddy_top.sv): contains the models of its slices.
 *
 * RTL map of lp_buddy_top:
 *   a_{write,work}_q = a.request
 *   a_data_q = a.line
 *   m_{write,data}_q = m.{}
 *   m_head_q = m.id, m.code
 */
#include <linepress/gbbr.h>
#include <linepress/linepress.h>

#include <limits.h>
#include <string.h>

#include "../common/cut.h"
#include "../common/rr.h"
#include "buddy_cycle.h"
#include "buddy_port.h"
#include "buddy_wires.h"

typedef struct lp_buddy_top_in LP_IN_T;
typedef struct lp_buddy_top_out LP_OUT_T;

struct answer {
    bool write;
    unsigned id, code;
    uint32_t data[LPI_PORT_LINE];
};

struct buddy_top {
    struct lp_gbbr_geometry geometry;
    unsigned slices;
    uint32_t frame_mask, index_mask; /* of requests; the slices cut their inputs */
    uint32_t told;                   /* bit s: slice s has taken the register write */
    bool failed;                     /* one of them reported an error */
    bool a_valid;
    unsigned a_slice;
    struct lpi_port_work a;
    struct lpi_port port[LP_BUDDY_SLICES];
    struct lpi_rr turn;
    bool m_valid;
    struct answer m;
    struct lpi_wires wires;
    _Alignas(8) unsigned char slice[LP_BUDDY_SLICES][LP_BUDDY_SLICE_STATE];
};

/* Ports of the slices, and the moves of the other parts in a cycle. */
struct wires {
    struct lp_buddy_slice_in in[LP_BUDDY_SLICES];
    struct lp_buddy_slice_out out[LP_BUDDY_SLICES];
    uint32_t zeros[LPI_WIRES_ZEROS];
    uint32_t taken; /* bit s: slice s takes or has taken the register write */
    bool cfg_ready, cfg_err, q_ready, a_go, m_move;
    uint64_t answers; /* bit s: a line of slice s, slices+s: a write done */
    unsigned granted; /* number of the one of these that is answered */
};

enum { MEMORIES, SHOWN }; /* steps of the wires */

/* No port of a slice depends on its responses being taken. */
static void slices(const struct buddy_top *q, const LP_IN_T *in, struct wires *w)
{
    w->taken = q->told;
    w->answers = 0;
    w->cfg_err = q->failed;
    memset(w->in, 0, q->slices * sizeof w->in[0]);
    lpi_wires_take(&q->wires, MEMORIES, w, in);
    for (unsigned s = 0; s < q->slices; s++) {
        struct lp_buddy_slice_in *to = &w->in[s];

        to->cfg_valid = (in->cfg_valid & 1) && !(q->told >> s & 1);
        to->cfg_reg = in->cfg_reg;
        memcpy(to->cfg_data, in->cfg_data, sizeof to->cfg_data);
        lpi_port_offer(&q->port[s], to);
        lp_buddy_slice_unit.eval(q->slice[s], to, &w->out[s]);
        w->taken |= w->out[s].cfg_ready << s;
        w->cfg_err |= w->out[s].cfg_err;
        w->answers |= (uint64_t)q->port[s].m_valid << s;
        w->answers |= (uint64_t)w->out[s].k_valid << (q->slices + s);
    }
}

static void crossing(const struct buddy_top *q, const LP_IN_T *in, struct wires *w)
{
    w->cfg_ready = w->taken == UINT32_MAX >> (LP_BUDDY_SLICES - q->slices);
    w->a_go = lpi_port_room(&q->port[q->a_slice], q->a.request.write);
    w->q_ready = !q->a_valid || w->a_go;
    w->m_move = !q->m_valid || (in->m_ready & 1);
    w->granted = w->answers ? lpi_rr_pick(&q->turn, w->answers) : 2 * q->slices;
    for (unsigned s = 0; s < q->slices; s++) {
        w->in[s].m_ready = !q->port[s].m_valid || (w->m_move && w->granted == s);
        w->in[s].k_ready = w->m_move && w->granted == q->slices + s;
    }
}

static void eval(const void *state, const void *in_ports, void *out_ports)
{
    const struct buddy_top *q = state;
    const LP_IN_T *in = in_ports;
    unsigned slice = in->cfg_slice & (q->slices - 1);
    LP_OUT_T *out = out_ports;
    struct wires w;

    slices(q, in, &w);
    crossing(q, in, &w);
    memset(out, 0, sizeof *out);
    out->cfg_ready = w.cfg_ready;
    out->cfg_err = (in->cfg_valid & 1) && w.cfg_ready && w.cfg_err;
    memcpy(out->cfg_value, w.out[slice].cfg_value, sizeof out->cfg_value);
    out->q_ready = w.q_ready;
    out->m_valid = q->m_valid;
    if (q->m_valid) {
        out->m_write = q->m.write;
        out->m_id = q->m.id;
        out->m_code = q->m.code;
        memcpy(out->m_data, q->m.data, sizeof out->m_data);
    }
    for (unsigned s = 0; s < q->slices; s++) {
        out->error |= w.out[s].error;
        out->irq |= w.out[s].irq;
    }
    memset(w.zeros, 0, sizeof w.zeros);
    lpi_wires_give(&q->wires, SHOWN, &w, out);
}

static void tick_a(struct buddy_top *q, const LP_IN_T *in, const struct wires *w)
{
    uint32_t frame = in->q_frame & q->frame_mask, place;
    bool q_valid = in->q_valid & 1;

    if (w->q_ready)
        q->a_valid = q_valid;
    if (!q_valid || !w->q_ready)
        return;
    lp_gbbr_slice(&q->geometry, frame, in->q_index & q->index_mask, &q->a_slice, &place);
    q->a.request = (struct lpi_request){.write = in->q_write & 1,
                                        .id = in->q_id,
                                        .compressed = in->q_compressed & 1,
                                        .target = in->q_target,
                                        .codec = in->q_codec,
                                        .slot = in->q_slot,
                                        .frame = frame,
                                        .index = place};
    memcpy(q->a.line, in->q_data, sizeof q->a.line);
}

static void tick_m(struct buddy_top *q, const struct wires *w)
{
    if (!w->m_move)
        return;
    q->m_valid = w->answers != 0;
    if (!q->m_valid)
        return;
    lpi_rr_take(&q->turn, w->granted);
    memset(&q->m, 0, sizeof q->m);
    if (w->granted < q->slices) {
        const struct lpi_port *port = &q->port[w->granted];

        q->m.id = port->m_id;
        q->m.code = port->m_code;
        if (port->m_code == LP_ANSWER_OK)
            memcpy(q->m.data, port->m_data, sizeof q->m.data);
    } else {
        const struct lp_buddy_slice_out *out = &w->out[w->granted - q->slices];

        q->m.write = true;
        q->m.id = out->k_id;
        q->m.code = out->k_code;
    }
}

/* The clock edge of all parts except the slices. */
static void edge(struct buddy_top *q, const LP_IN_T *in, struct wires *w)
{
    slices(q, in, w);
    crossing(q, in, w);
    tick_m(q, w);
    for (unsigned s = 0; s < q->slices; s++) {
        bool handed = q->a_valid && w->a_go && q->a_slice == s;

        lpi_port_tick(&q->port[s], handed ? &q->a : NULL, &w->in[s], &w->out[s]);
    }
    tick_a(q, in, w);
    q->failed = w->cfg_err && !((in->cfg_valid & 1) && w->cfg_ready);
    if (in->cfg_valid & 1)
        q->told = w->cfg_ready ? 0 : w->taken;
}

static void tick(void *state, const void *in)
{
    struct buddy_top *q = state;
    struct wires w;

    edge(q, in, &w);
    for (unsigned s = 0; s < q->slices; s++)
        lp_buddy_slice_unit.tick(q->slice[s], &w.in[s]);
}

/* Flops without a reset load what the parts still drive. */
static void reset(void *state)
{
    struct buddy_top *q = state;
    struct wires w;

    edge(q, &(LP_IN_T){0}, &w);
    q->told = 0;
    q->failed = false;
    q->a_valid = q->m_valid = false;
    q->turn.next = 0;
    for (unsigned s = 0; s < q->slices; s++) {
        lpi_port_reset(&q->port[s]);
        lp_buddy_slice_reset_with(q->slice[s], &w.in[s]);
    }
}

/* ---- wires ---- */

static const struct lpi_wire memories[] = {
    {"slice.dev_*", ".dev_*"},      {"slice.bud_*", ".bud_*"},  {"slice.cfg_*", LPI_BY_CODE},
    {"slice.q_*", LPI_BY_CODE},     {"slice.d_*", LPI_BY_CODE}, {"slice.m_ready", LPI_BY_CODE},
    {"slice.k_ready", LPI_BY_CODE},
};

static const struct lpi_wire shown[] = {
    {".dev_*", "slice.dev_*"},   {".bud_*", "slice.bud_*"}, {".md_*", "slice.md_*"},
    {".strays", "slice.strays"}, {".lost", "slice.lost"},   {".cfg_*", LPI_BY_CODE},
    {".error", LPI_BY_CODE},     {".irq", LPI_BY_CODE},     {".q_ready", LPI_BY_CODE},
    {".m_*", LPI_BY_CODE},
};

static const struct lpi_wires_step steps[] = {
    [MEMORIES] = LPI_WIRES_STEP(memories),
    [SHOWN] = LPI_WIRES_STEP(shown),
};

/* Parameters before those of the slices. */
enum { SLICES, FOLD, SLICE };
enum { SHARE_W = SLICE, FRAME_W, SLOT_W, ENTRIES, LANES };

int lpi_buddy_top_wires(struct lpi_wires *wires, const int *values, char *why, size_t size)
{
    const struct lpi_part parts[] = {
        LPI_PART("", lp_buddy_top_unit, values, 0, 0),
        {.name = "slice",
         .unit = &lp_buddy_slice_unit,
         .values = values + SLICE,
         .in = offsetof(struct wires, in),
         .out = offsetof(struct wires, out),
         .count = (unsigned)values[SLICES]},
    };
    const struct lpi_netlist netlist = {
        lp_buddy_top_unit.name,       parts,
        sizeof parts / sizeof *parts, steps,
        sizeof steps / sizeof *steps, offsetof(struct wires, zeros)};

    return lpi_wires_set_up(wires, &netlist, why, size);
}

static unsigned log2_slices(const int *values)
{
    return (unsigned)__builtin_ctz((unsigned)values[SLICES]);
}

static void init(void *state, const int *values)
{
    struct buddy_top *q = state;

    memset(q, 0, offsetof(struct buddy_top, slice));
    q->slices = (unsigned)values[SLICES];
    q->geometry = (struct lp_gbbr_geometry){.share_log2 = (unsigned)values[SHARE_W],
                                            .slices_log2 = log2_slices(values),
                                            .fold = (uint32_t)values[FOLD]};
    q->frame_mask = LPI_ONES((unsigned)values[FRAME_W]);
    q->index_mask = LPI_ONES((unsigned)values[SHARE_W] - 7 + log2_slices(values));
    lpi_buddy_top_wires(&q->wires, values, NULL, 0);
    for (unsigned s = 0; s < q->slices; s++) {
        lpi_port_init(&q->port[s], (unsigned)values[LANES]);
        if (s == 0)
            lp_buddy_slice_unit.set_up(q->slice[0], values + SLICE);
        else
            memcpy(q->slice[s], q->slice[0], lp_buddy_slice_unit.state_size);
    }
}

/* Width of a port of all slices side by side. */
static unsigned width_aside(const char *name, const int *values)
{
    const struct lp_port *port = lp_buddy_slice_unit.ports;

    while (strcmp(port->name, name) != 0)
        port++;
    return (unsigned)values[SLICES] * lp_buddy_slice_unit.width(port, values + SLICE);
}

static unsigned width(const struct lp_port *port, const int *values)
{
    const char *name = port->name;

    if (strcmp(name, "q_slot") == 0)
        return (unsigned)values[SLOT_W];
    if (strcmp(name, "q_frame") == 0)
        return (unsigned)values[FRAME_W];
    if (strcmp(name, "cfg_slice") == 0)
        return values[SLICES] == 1 ? 1 : log2_slices(values);
    if (strcmp(name, "q_index") == 0)
        return (unsigned)values[SHARE_W] - 7 + log2_slices(values);
    if (strncmp(name, "dev_", 4) == 0 || strncmp(name, "bud_", 4) == 0 ||
        strncmp(name, "md_", 3) == 0 || strcmp(name, "strays") == 0 || strcmp(name, "lost") == 0)
        return width_aside(name, values);
    return port->width;
}

/* The index of a line in its page fits into its port. */
static int fits(const int *values)
{
    struct lpi_wires wires;

    return values[SHARE_W] - 7 + (int)log2_slices(values) <= LP_BUDDY_INDEX &&
           lp_buddy_slice_unit.fits(values + SLICE) &&
           lpi_buddy_top_wires(&wires, values, NULL, 0) == LP_OK;
}

/* In the order of the enums above, then of lp_buddy_slice. */
static const struct lp_param params[] = {
    LP_PARAM("SLICES", 8, 1, 2, 4, 16, 32),
    LP_PARAM_RANGE("FOLD", INT_MIN, INT_MAX, -1, 0),
    LP_BUDDY_SLICE_PARAMS,
};

LP_UNIT_ROW(buddy_top, LP_BUDDY_TOP_PORTS, struct buddy_top, LP_UNIT_PARAMS(params), .set_up = init,
            .reset = reset, .eval = eval, .tick = tick, .width = width, .fits = fits);
