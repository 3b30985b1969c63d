/* SPDX-License-Identifier: Apache-2.0 */
#include "warp_maker.h"
#include <stdlib.h>
#include <string.h>

#define NONE UINT32_MAX

struct waiting {
    struct lp_warp_record record;
    uint64_t at;        /* the number of its instruction */
    unsigned registers; /* that have its value and were neither read nor written */
    uint8_t bytes[LP_WARP_LANES * LP_WARP_WIDTH_MAX];
};

struct warp_maker {
    warp_maker_put *put;
    void *context;
    uint64_t instructions; /* so far */
    uint64_t next;         /* the instruction after the last record that was put */
    uint32_t head, count;  /* of the ring */
    uint32_t loads[256];   /* the place in the ring of the load that a register is from */
    struct waiting ring[WARP_MAKER_RECORDS];
};

struct warp_maker *warp_maker_open(warp_maker_put *put, void *context)
{
    struct warp_maker *m = malloc(sizeof *m);
    if (m == NULL)
        return NULL;
    m->put = put;
    m->context = context;
    return m;
}

void warp_maker_close(struct warp_maker *m)
{
    free(m);
}

void warp_maker_begin(struct warp_maker *m)
{
    m->instructions = m->next = 0;
    m->head = m->count = 0;
    memset(m->loads, 0xff, sizeof m->loads);
}

/* The registers of a load no longer have its value. */
static void forget(struct warp_maker *m, uint32_t place)
{
    for (unsigned i = 0; i < 256 && m->ring[place].registers > 0; i++) {
        if (m->loads[i] == place) {
            m->loads[i] = NONE;
            m->ring[place].registers--;
        }
    }
}

static int put_first(struct warp_maker *m)
{
    struct waiting *w = &m->ring[m->head];
    w->record.gap = w->at - m->next;
    m->next = w->at + 1;
    m->head = (m->head + 1) % WARP_MAKER_RECORDS;
    m->count--;
    return m->put(m->context, &w->record);
}

/* Puts the records that wait for nothing. */
static int put_ready(struct warp_maker *m)
{
    while (m->count > 0 && m->ring[m->head].registers == 0) {
        int code = put_first(m);
        if (code != 0)
            return code;
    }
    return 0;
}

static bool read_register(struct warp_maker *m, unsigned number)
{
    uint32_t place = m->loads[number & 255];
    if (place == NONE)
        return false;
    m->ring[place].record.use = m->instructions - m->ring[place].at;
    forget(m, place);
    return true;
}

static bool write_register(struct warp_maker *m, unsigned number)
{
    uint32_t place = m->loads[number & 255];
    if (place == NONE)
        return false;
    m->loads[number & 255] = NONE;
    return --m->ring[place].registers == 0;
}

/* Registers of a lane's data: the operand names the first. */
static unsigned data_registers(const struct lpi_sass *s)
{
    return s->width > 4 ? s->width / 4 : 1;
}

/* Reads come before writes; *ready: a record may be put. */
static void pass_registers(struct warp_maker *m, const struct lpi_sass *s, bool *ready)
{
    bool stores = s->kind == LP_WARP_STORE || s->kind == LP_WARP_ATOMIC;
    for (unsigned i = 0; i < s->sources; i++) {
        unsigned count = stores && i + 1 == s->sources ? data_registers(s) : 1;
        for (unsigned r = 0; r < count && s->source[i] != LPI_SASS_ZERO; r++)
            *ready |= read_register(m, s->source[i] + r);
    }
    for (unsigned i = 0; i < s->destinations; i++) {
        unsigned count = s->returns && i == 0 ? data_registers(s) : 1;
        for (unsigned r = 0; r < count && s->destination[i] != LPI_SASS_ZERO; r++)
            *ready |= write_register(m, s->destination[i] + r);
    }
}

int warp_maker_plain(struct warp_maker *m, const struct lpi_sass *s)
{
    bool ready = false;
    pass_registers(m, s, &ready);
    m->instructions++;
    return ready ? put_ready(m) : 0;
}

/* Its registers wait for their use. */
static void note_load(struct warp_maker *m, const struct lpi_sass *s, uint32_t place)
{
    if (!s->returns || s->destinations == 0 || s->destination[0] == LPI_SASS_ZERO)
        return;
    for (unsigned r = 0; r < data_registers(s) && s->destination[0] + r < LPI_SASS_ZERO; r++) {
        m->loads[s->destination[0] + r] = place;
        m->ring[place].registers++;
    }
}

int warp_maker_record(struct warp_maker *m, const struct lpi_sass *s,
                      const struct lp_warp_record *record)
{
    bool ready = false;
    int code = 0;
    pass_registers(m, s, &ready);
    if (m->count == WARP_MAKER_RECORDS) {
        forget(m, m->head);
        code = put_first(m);
    }
    uint32_t place = (m->head + m->count++) % WARP_MAKER_RECORDS;
    struct waiting *w = &m->ring[place];
    w->record = *record;
    w->record.use = 0;
    w->at = m->instructions++;
    w->registers = 0;
    if (record->bytes != NULL) {
        memcpy(w->bytes, record->bytes, sizeof w->bytes);
        w->record.bytes = w->bytes;
    }
    note_load(m, s, place);
    return code != 0 ? code : put_ready(m);
}

int warp_maker_end(struct warp_maker *m)
{
    while (m->count > 0) {
        int code = put_first(m);
        if (code != 0)
            return code;
    }
    struct lp_warp_record end = {.kind = LP_WARP_END, .gap = m->instructions - m->next};
    return m->put(m->context, &end);
}
