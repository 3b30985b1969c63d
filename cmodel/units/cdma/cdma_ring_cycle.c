/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Cycle model of lp_cdma_ring (rtl/cdma/lp_cdma_ring.sv).
 *
 * RTL map of lp_cdma_ring:
 *   {dev,host,index,sectors,bytes,has_index}_q = ranges.{}
 */
#include "cdma_ring_cycle.h"

#include <string.h>

#include "../../base/wide.h"
#include "cdma_codecs.h"
#include "cdma_ring_check.h"

typedef struct lp_cdma_ring_in LP_IN_T;
typedef struct lp_cdma_ring_out LP_OUT_T;

#define MASK40 ((UINT64_C(1) << 40) - 1)
#define RAW 15

enum {
    EMPTY = 1,
    MISALIGNED = 2,
    OUTSIDE = 3,
    OVERLAP = 4,
    NO_CODEC = 5,
    HOST_ERROR = 8,
    RESERVED = 12
};
enum { F_IDLE, F_ADDR, F_ASK, F_FIRST, F_SECOND, F_CHECK, F_WAIT, F_OFFER };
enum { R_IDLE, R_RUN, R_ADDR, R_WRITE };

struct ring {
    uint8_t codecs;
    bool in;
    uint8_t f, r;
    uint16_t head, tail, next;
    bool stale, ack, drop, kill, fatal, bad, fresh;
    bool irq_done, irq_error, irq_ring;
    /* the current descriptor */
    struct lpi_ring_ranges ranges;
    uint32_t id;
    uint8_t codec, status;
    bool irq, err, reserved, empty, misaligned, far;
    struct lpi_ring_check check;
    /* the job and its completion */
    uint32_t run_id, cycles, bad_group;
    uint64_t out_bytes, zeros, c_addr;
    uint8_t run_status;
    bool run_irq, phase, ack_irq, ack_err;
};

_Static_assert(sizeof(struct ring) <= LP_CDMA_RING_STATE, "lp_cdma_ring's state");

/* Values of the RTL's wires of these names in a cycle. */
struct wires {
    bool over, flush, q_take, q_bad, refuse, leave, r_take, c_take, done_addr, lost;
    uint32_t size;
};

static void init(void *state, const int *values)
{
    struct ring *q = state;

    memset(q, 0, sizeof *q);
    q->codecs = (uint8_t)lpi_cdma_built(values[0]);
    q->in = values[1];
}

static void put_completion(const struct ring *q, uint32_t data[8])
{
    data[0] = q->run_id;
    data[1] = q->run_status | (uint32_t)q->phase << 31;
    lpi_put64(&data[2], q->out_bytes);
    lpi_put64(&data[4], q->zeros);
    data[6] = q->bad_group;
    data[7] = q->cycles;
}

static void put_job(const struct ring *q, LP_OUT_T *out)
{
    lpi_put64(out->j_dev, q->ranges.dev);
    lpi_put64(out->j_host, q->ranges.host);
    lpi_put64(out->j_sectors, q->ranges.sectors);
    lpi_put64(out->j_size, q->ranges.bytes);
    out->j_codec = q->codec;
    out->j_has_index = q->ranges.has_index;
    lpi_put64(out->j_index, q->ranges.has_index ? q->ranges.index : 0);
}

static void eval(const void *state, const void *in, void *out_ports)
{
    const struct ring *q = state;
    LP_OUT_T *out = out_ports;

    (void)in;
    memset(out, 0, sizeof *out);
    out->head = q->head;
    out->busy = q->f != F_IDLE || q->r != R_IDLE || q->ack;
    out->stopped = q->fatal || q->bad;
    out->f_valid = q->f == F_ASK;
    if (q->f == F_ASK)
        lpi_put64(out->f_addr, q->check.acc & MASK40);
    out->v_ready = q->f == F_FIRST || q->f == F_SECOND;
    out->c_valid = q->r == R_WRITE;
    if (q->r == R_WRITE) {
        lpi_put64(out->c_addr, q->c_addr);
        put_completion(q, out->c_data);
    }
    out->q_ready = q->ack;
    out->j_valid = q->f == F_OFFER;
    if (q->f == F_OFFER)
        put_job(q, out);
    out->r_ready = q->r == R_RUN;
    out->kill = q->kill;
    out->irq_done = q->irq_done;
    out->irq_error = q->irq_error;
    out->irq_ring = q->irq_ring;
}

/* Whether no new descriptor may be taken; over: the tail is too far ahead. */
static bool may_not(const struct ring *q, const LP_IN_T *in, uint32_t size, bool *over)
{
    uint32_t pending = (uint16_t)(q->tail - q->head);
    uint32_t ahead = (q->r != R_IDLE && !q->drop) + q->ack;

    /* Software may reuse an entry before its completion is acknowledged here. */
    *over = pending > size + q->ack;
    return !(in->enable & 1) || q->fatal || q->bad || *over || pending <= ahead;
}

static struct wires look(const struct ring *q, const LP_IN_T *in)
{
    struct wires w = {.size = lpi_ring_size(in->log2)};

    w.q_take = (in->q_valid & 1) && q->ack;
    w.q_bad = w.q_take && (in->q_err & 1);
    w.flush = may_not(q, in, w.size, &w.over) || (in->abort & 1) || w.q_bad;
    w.refuse = q->f == F_WAIT && !w.flush && q->r == R_IDLE && q->status != 0;
    w.leave = w.refuse || (q->f == F_OFFER && (in->j_ready & 1));
    w.r_take = (in->r_valid & 1) && q->r == R_RUN;
    w.c_take = q->r == R_WRITE && (in->c_ready & 1);
    w.done_addr = q->r == R_ADDR && !q->ack;
    w.lost = (q->r == R_RUN && !w.r_take) || q->f == F_OFFER;
    return w;
}

/* ---------------------------------------------------------------- the job and its completion */

static void tick_result(struct ring *q, const LP_IN_T *in, const struct wires *w)
{
    if (w->leave) {
        q->run_id = q->err ? 0 : q->id;
        q->run_irq = q->irq && !q->err;
        q->cycles = !w->refuse;
    } else if (q->r == R_RUN && !w->r_take && q->cycles != UINT32_MAX) {
        q->cycles++;
    }
    if (w->refuse) {
        q->run_status = q->status;
        q->out_bytes = q->zeros = q->bad_group = 0;
    } else if (w->r_take) {
        q->run_status = in->r_status & 15;
        q->out_bytes = lpi_get64(in->r_bytes) & (MASK40 << 1 | 1);
        q->zeros = lpi_get64(in->r_zeros) & MASK40 >> 2;
        q->bad_group = in->r_bad;
    }
    if (w->done_addr) {
        q->c_addr = lpi_ring_done_addr(in, q->head & (w->size - 1)) & MASK40;
        q->phase = !(q->head & w->size);
    }
    if (w->c_take) {
        q->ack_irq = q->run_irq;
        q->ack_err = q->run_status != 0;
    }
}

static uint8_t next_r(const struct ring *q, const struct wires *w)
{
    switch (q->r) {
    case R_IDLE: return w->leave ? w->refuse ? R_ADDR : R_RUN : R_IDLE;
    case R_RUN: return w->r_take ? q->drop || w->q_bad ? R_IDLE : R_ADDR : R_RUN;
    case R_ADDR: return w->q_bad ? R_IDLE : q->ack ? R_ADDR : R_WRITE;
    default: return w->c_take ? R_IDLE : R_WRITE;
    }
}

/* ---------------------------------------------------------------- the current descriptor */

static void take_first(struct ring *q, const LP_IN_T *in)
{
    const uint32_t *v = in->v_data;
    uint64_t dev = lpi_get64(v + 2), host = lpi_get64(v + 4), raw = lpi_get64(v + 6);

    q->ranges.has_index = v[0] >> 1 & 1;
    q->irq = v[0] & 1;
    q->codec = v[0] >> 4 & 15;
    q->id = v[1];
    q->ranges.dev = dev & MASK40 & ~UINT64_C(511);
    q->ranges.host = host & MASK40 & ~UINT64_C(31);
    q->ranges.sectors = (raw & MASK40) / 32;
    q->err = in->v_err & 1;
    q->reserved = (v[0] & 0xffffff0c) != 0;
    q->empty = raw == 0;
    q->misaligned = dev % 512 || host % 32 || raw % 32;
    q->far = (dev | host | raw) > MASK40;
}

static void take_second(struct ring *q, const LP_IN_T *in)
{
    const uint32_t *v = in->v_data;
    uint64_t bytes = lpi_get64(v), index = lpi_get64(v + 2);
    bool has_index = q->ranges.has_index;

    q->ranges.bytes = bytes & MASK40;
    q->ranges.index = index & MASK40 & ~UINT64_C(31);
    q->err = q->err || (in->v_err & 1);
    q->reserved = q->reserved || (v[4] | v[5] | v[6] | v[7]) != 0;
    q->empty = q->empty || bytes == 0;
    q->misaligned = q->misaligned || (!q->in && bytes % 32) || (has_index && index % 32);
    q->far = q->far || bytes > MASK40 || (has_index && index > MASK40);
}

static uint8_t status_of(const struct ring *q)
{
    return q->err                                     ? HOST_ERROR
           : q->reserved                              ? RESERVED
           : q->codec != RAW && q->codec >= q->codecs ? NO_CODEC
           : q->empty                                 ? EMPTY
           : q->misaligned                            ? MISALIGNED
           : q->far || q->check.outside               ? OUTSIDE
           : q->check.overlap                         ? OVERLAP
                                                      : 0;
}

static uint8_t next_f(const struct ring *q, const LP_IN_T *in, const struct wires *w)
{
    bool v_valid = in->v_valid & 1;

    switch (q->f) {
    case F_IDLE: return w->flush ? F_IDLE : F_ADDR;
    case F_ADDR: return w->flush ? F_IDLE : w->done_addr ? F_ADDR : F_ASK;
    case F_ASK: return in->f_ready & 1 ? F_FIRST : F_ASK;
    case F_FIRST: return v_valid ? F_SECOND : F_FIRST;
    case F_SECOND: return !v_valid ? F_SECOND : q->stale || w->flush ? F_IDLE : F_CHECK;
    case F_CHECK: return w->flush ? F_IDLE : status_of(q) || q->check.last ? F_WAIT : F_CHECK;
    case F_WAIT: return w->flush ? F_IDLE : q->r != R_IDLE ? F_WAIT : q->status ? F_IDLE : F_OFFER;
    default: return in->j_ready & 1 ? F_IDLE : F_OFFER;
    }
}

static void tick_descriptor(struct ring *q, const LP_IN_T *in, const struct wires *w)
{
    uint8_t next = next_f(q, in, w), f = q->f;
    bool v_take = (f == F_FIRST || f == F_SECOND) && (in->v_valid & 1);

    q->stale = f >= F_ASK && f <= F_SECOND && (q->stale || w->flush) && !(f == F_SECOND && v_take);
    if (f == F_CHECK)
        q->status = status_of(q);
    if (f != F_CHECK)
        lpi_ring_check_idle(&q->check);
    else if (!w->done_addr)
        lpi_ring_check_step(&q->check, &q->ranges, in);
    if (f == F_ADDR && !w->done_addr)
        q->check.acc = lpi_ring_fetch_addr(in, q->next & (w->size - 1));
    if (v_take && f == F_FIRST)
        take_first(q, in);
    else if (v_take)
        take_second(q, in);
    q->f = next;
}

/* ---------------------------------------------------------------- ring */

static void tick_ring(struct ring *q, const LP_IN_T *in, const struct wires *w)
{
    bool enable = in->enable & 1, good = w->q_take && !w->q_bad;
    bool changed = (in->tail & 0xffff) != q->tail, bad = q->bad, fresh = q->fresh;

    q->irq_done = good && q->ack_irq;
    q->irq_error = good && q->ack_err;
    q->irq_ring = w->q_bad || (enable && !bad && w->over);
    q->bad = enable && (bad ? !fresh || w->over : w->over);
    q->fresh = changed || (bad && fresh);
    q->fatal = enable && (w->q_bad || q->fatal);
    q->tail = in->tail & 0xffff;
    if (w->q_bad)
        q->next = q->head & 0xfff;
    else if (w->leave && !q->drop)
        q->next = (q->next + 1) & 0xfff;
    q->head = (uint16_t)(q->head + good);
    q->ack = w->c_take || (q->ack && !w->q_take);
    q->drop = (w->q_bad && w->lost) || (q->drop && !w->r_take);
    q->kill = ((in->abort & 1) && w->lost) || (q->kill && !w->r_take);
}

static void tick(void *state, const void *in)
{
    struct ring *q = state;
    struct wires w = look(q, in);
    uint8_t r;

    tick_result(q, in, &w); /* before its inputs change */
    r = next_r(q, &w);
    tick_descriptor(q, in, &w);
    tick_ring(q, in, &w);
    q->r = r;
}

/* Flops without a reset load their inputs in the cycle of the reset. */
static void reset(void *state)
{
    struct ring *q = state;

    tick(state, &(LP_IN_T){0});
    q->f = F_IDLE;
    q->r = R_IDLE;
    q->head = q->tail = q->next = 0;
    q->stale = q->ack = q->drop = q->kill = q->fatal = q->bad = q->fresh = false;
    q->irq_done = q->irq_error = q->irq_ring = false;
}

static const struct lp_param ring_params[] = {LP_CDMA_CODECS_PARAM, LP_PARAM("IN", 0, 1)};

LP_UNIT_ROW(cdma_ring, LP_CDMA_RING_PORTS, struct ring, LP_UNIT_PARAMS(ring_params), .set_up = init,
            .reset = reset, .eval = eval, .tick = tick);
