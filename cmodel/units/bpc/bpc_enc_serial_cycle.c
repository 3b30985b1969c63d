/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Cycle model of lp_bpc_enc_serial (rtl/bpc/lp_bpc_enc_serial.sv). A line is encoded in one step
 * when its last planes are in W; until then it takes as many cycles as in the RTL.
 *
 * RTL map of lp_bpc_enc_serial:
 *   to_q = to
 *   count_q, ready_q = count, ready
 *   r_{valid,step}_q = r.{}
 *   r_line_q = o_line: lines are encoded in order
 *   f_{valid,step}_q = f.{}
 *   d_{valid,step}_q = d.{}
 *   f_pair_q, last_q, f_base_q, sign_q, d_base_q, d_sign_q, above_q, axis_q = encode
 *   x_valid_q, x_first_q, x_last_q = x.{valid,step}
 *   y_valid_q, y_first_q, y_last_q = y.{valid,step}
 *   z_valid_q, z_first_q, z_last_q = z.{valid,step}
 *   w_valid_q, w_last_q = w.{valid,step}
 *   x_{dbx,clear}_q, h_{symbol,base,length,is,zero}_q, y_{symbol,length,zero}_q, run_q = encode
 *   z_{bits,length,head}_q, head_q, w_{line,words,at,size,head}_q = encode
 *   o_{busy,beat,line}_q = o_{}
 *   o_{size,sectors}_q = entry.{}
 *   o_{raw,none,last}_q = entry.sectors
 *   o_{head,from}_q = entry.data
 *   m_{valid,data,last,size,sectors}_q = m_{}
 *
 * RTL map of lp_bpc_queue:
 *   mem_q = lines
 *
 * RTL map of lp_bpc_corner:
 *   cell_q = encode
 *
 * RTL map of lp_bpc_append:
 *   size_q, part_q = encode
 *
 * RTL map of lp_bpc_rows:
 *   mem_q = entry.data
 */
#include <stdbool.h>
#include <string.h>

#include "../../lib/bpc/bpc_code.h"
#include "../../base/bytes.h"
#include "bpc_cycle.h"

typedef struct lp_bpc_enc_serial_in LP_IN_T;
typedef struct lp_bpc_enc_serial_out LP_OUT_T;

enum { SECTORS = LP_LINE_SECTORS, SECTOR_WORDS = LP_SECTOR_BYTES / 4, LINES = 4, STEPS = 16 };

#define SECTOR_BITS (8u * LP_SECTOR_BYTES)

/* Which of its sixteen steps a stage works on. */
struct stage {
    bool valid;
    unsigned step;
};

struct entry {
    uint32_t data[SECTORS][SECTOR_WORDS];
    unsigned size, sectors;
};

struct bpc_enc_serial {
    /* The queue: sectors of lines that have not left, and of those that R has not begun with. */
    uint8_t lines[LINES][LP_LINE_BYTES];
    unsigned to, count, ready;

    struct stage r, f, d, x, y, z, w;

    bool o_busy;
    unsigned o_beat, o_line;
    struct entry entry;

    /* The beat at the output. */
    bool m_valid, m_last;
    unsigned m_size, m_sectors;
    uint32_t m_data[SECTOR_WORDS];
};

_Static_assert(sizeof(struct bpc_enc_serial) <= LP_BPC_ENC_STATE, "raise LP_BPC_ENC_STATE");

static void encode(struct entry *entry, const uint8_t *line)
{
    uint8_t stream[LPI_BPC_ROOM];
    size_t bytes;

    memset(entry, 0, sizeof *entry);
    entry->size = (unsigned)lpi_bpc_portable.encode(line, stream);
    if (entry->size == LPI_BPC_ZERO_BITS)
        return;
    entry->sectors = (entry->size + SECTOR_BITS - 1) / SECTOR_BITS;
    if (entry->sectors >= SECTORS) {
        entry->sectors = SECTORS;
        lpi_words_of_bytes(entry->data[0], line, LP_LINE_BYTES);
        return;
    }
    bytes = whole_bytes(entry->size);
    memset(stream + bytes, 0, sizeof stream - bytes);
    lpi_words_of_bytes(entry->data[0], stream, entry->sectors * LP_SECTOR_BYTES);
}

static void eval(const void *state, const void *in_ports, void *out_ports)
{
    const struct bpc_enc_serial *q = state;
    LP_OUT_T *out = out_ports;

    (void)in_ports;
    out->s_ready = q->count != LINES * SECTORS;
    out->m_valid = q->m_valid;
    memcpy(out->m_data, q->m_data, sizeof q->m_data);
    out->m_last = q->m_last;
    out->m_size = q->m_size;
    out->m_sectors = q->m_sectors;
}

/* A beat of the entry goes to the output. */
static void send(struct bpc_enc_serial *q)
{
    memcpy(q->m_data, q->entry.data[q->o_beat], sizeof q->m_data);
    q->m_last = q->o_beat + 1 >= q->entry.sectors;
    q->m_size = q->entry.size;
    q->m_sectors = q->entry.sectors;
    q->o_beat++;
    if (!q->m_last)
        return;
    q->o_busy = false;
    q->o_beat = 0;
    q->o_line = (q->o_line + 1) % LINES;
    q->count -= SECTORS;
}

static bool ends(const struct stage *stage)
{
    return stage->valid && stage->step == STEPS - 1;
}

/* The next step of a stage that takes a line when the stage before it has all of it. */
static void follow(struct stage *stage, bool begin)
{
    if (begin)
        *stage = (struct stage){true, 0};
    else if (ends(stage))
        stage->valid = false;
    else
        stage->step += stage->valid;
}

/* R to W advance together, the last one first. */
static void tick_stages(struct bpc_enc_serial *q, bool start)
{
    q->w = q->z;
    q->z = q->y;
    q->y = q->x;
    q->x = q->d;
    follow(&q->d, ends(&q->f));
    q->f = q->r;
    follow(&q->r, start);
}

static void tick(void *state, const void *in_ports)
{
    struct bpc_enc_serial *q = state;
    const LP_IN_T *in = in_ports;
    bool go = !(ends(&q->w) && q->o_busy), put = (in->s_valid & 1) && q->count != LINES * SECTORS;
    bool start = go && q->ready >= SECTORS && (!q->r.valid || ends(&q->r));
    bool load = go && ends(&q->w);

    if (!q->m_valid || (in->m_ready & 1)) {
        q->m_valid = q->o_busy;
        if (q->o_busy)
            send(q);
    }
    if (load) {
        encode(&q->entry, q->lines[q->o_line]);
        q->o_busy = true;
    }
    if (go)
        tick_stages(q, start);
    if (start)
        q->ready -= SECTORS;
    if (!put)
        return;
    lpi_bytes_of_words(&q->lines[q->to / SECTORS][q->to % SECTORS * LP_SECTOR_BYTES], in->s_data,
                       LP_SECTOR_BYTES);
    q->to = (q->to + 1) % (LINES * SECTORS);
    q->count++;
    q->ready++;
}

/* The beat at the output is data: the RTL does not reset it, and it is still loaded. */
static void reset(void *state)
{
    struct bpc_enc_serial *q = state;

    if (!q->m_valid && q->o_busy)
        send(q);
    q->r = q->f = q->d = q->x = q->y = q->z = q->w = (struct stage){false, 0};
    q->to = q->count = q->ready = q->o_beat = q->o_line = 0;
    q->o_busy = q->m_valid = false;
}

static void init(void *state, const int *values)
{
    (void)values;
    memset(state, 0, sizeof(struct bpc_enc_serial));
}

LP_UNIT_ROW(bpc_enc_serial, LP_BPC_ENC_SERIAL_PORTS, struct bpc_enc_serial, .set_up = init,
            .reset = reset, .eval = eval, .tick = tick);
