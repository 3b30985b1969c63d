/* SPDX-License-Identifier: Apache-2.0 */
#include "pack.h"

#include <linepress/linepress.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define QUIET 100 /* cycles after the last case in which nothing may come out */

struct lpi_pack {
    struct lpi_kit_run run;
    struct lpi_pack_takers takers;
    const struct lp_unit *unit;
    int values[LP_MAX_PARAMS]; /* of the unit */
    struct lp_streams streams;
    struct lp_instance instance;
    struct lpi_kit_play *play;
    struct lpi_kit_side in[LPI_KIT_FLIGHT], due[LPI_KIT_FLIGHT]; /* cases in flight */
    uint64_t put, done;
    size_t beats[LP_MAX_STREAMS]; /* of the oldest case */
    char why[200];
};

/* ---- words ---- */

void lpi_pack_add(struct lpi_pack_word *word, const uint32_t *bits, unsigned width)
{
    for (unsigned i = 0; i < width && word->width < LPI_PACK_WIDTH; i++, word->width++)
        word->bits[word->width / 32] |= (bits[i / 32] >> i % 32 & 1) << word->width % 32;
}

void lpi_pack_add_number(struct lpi_pack_word *word, uint64_t number, unsigned width)
{
    const uint32_t bits[2] = {(uint32_t)number, (uint32_t)(number >> 32)};

    lpi_pack_add(word, bits, width);
}

void lpi_pack_text(const struct lpi_pack_word *word, char text[LPI_PACK_TEXT])
{
    unsigned digits = (word->width + 3) / 4;

    for (unsigned i = 0; i < digits; i++)
        text[digits - 1 - i] = "0123456789abcdef"[word->bits[i / 8] >> 4 * (i % 8) & 15];
    text[digits] = '\0';
}

unsigned lpi_pack_width(const struct lp_streams *streams, const struct lp_unit *unit,
                        const struct lp_stream *stream)
{
    unsigned width = 0;

    for (size_t i = 0; i < stream->npayload; i++)
        width += streams->width[stream->payload[i] - unit->ports];
    return width;
}

bool lpi_pack_of_fields(const struct lpi_kit_unit *kind)
{
    return kind->ports->react != NULL;
}

bool lpi_pack_takes(const struct lpi_case_head *head)
{
    int first[LP_MAX_PARAMS];

    lpi_kit_defaults(head->unit, first);
    return !lpi_pack_of_fields(head->unit) ||
           (lpi_kit_ins(head->unit, head->values) == lpi_kit_ins(head->unit, first) &&
            lpi_kit_outs(head->unit, head->values) == lpi_kit_outs(head->unit, first));
}

/* ---- ports of a beat that are compared ---- */

static uint32_t value_of(const struct lp_stream *stream, const char *name, const void *ports)
{
    for (size_t i = 0; i < stream->npayload; i++)
        if (strcmp(stream->payload[i]->name, name) == 0)
            return *lp_port_words_const(ports, stream->payload[i]);
    return 0;
}

/* For a decoder's sector: data of good lines, and the flags of the fourth sector. */
static bool decoded(const char *port, bool last, bool err, bool good)
{
    if (strcmp(port, "m_data") == 0)
        return good;
    if (strcmp(port, "m_byte") == 0)
        return last && !err;
    return last || strcmp(port, "m_last") == 0;
}

/* `number` counts the stream's beats of the case. */
static bool counts(const struct lpi_case_head *head, const struct lpi_kit_side *due, size_t number,
                   const struct lp_stream *stream, const char *port, const void *ports)
{
    const char *kind = head->unit->name;

    if (strcmp(kind, "zvc-enc") == 0 && head->values[1] == 1)
        return strcmp(port, "m_size") != 0 && strcmp(port, "m_sectors") != 0;
    if (strcmp(kind, "zvc-dec") == 0 || strcmp(kind, "bpc-dec") == 0 ||
        strcmp(kind, "mixed-dec") == 0 || strcmp(kind, "grp-dec") == 0)
        return decoded(port, value_of(stream, "m_last", ports), value_of(stream, "m_err", ports),
                       number < due->field[1].bytes / LP_SECTOR_BYTES);
    if (strcmp(kind, "cdma-pack") == 0 && strcmp(port, "m_data") == 0)
        return due->field[0].number == 0 && !value_of(stream, "m_bad", ports);
    if (strcmp(kind, "cdma-pack") == 0 && strcmp(port, "x_bytes") == 0)
        return due->field[0].number == 0 && !value_of(stream, "x_end", ports);
    return true;
}

static void see(void *context, const struct lp_stream *seen, const struct lp_streams *streams,
                const void *ports)
{
    struct lpi_pack *q = context;
    size_t s = (size_t)(seen - streams->stream);
    const struct lp_stream *stream = &q->streams.stream[s];
    struct lpi_pack_word word = {.width = 0};
    uint32_t cares = 0;

    for (size_t i = 0; i < stream->npayload; i++) {
        const struct lp_port *port = stream->payload[i];
        lpi_pack_add(&word, lp_port_words_const(ports, port),
                     q->streams.width[port - q->unit->ports]);
        cares |= (uint32_t)(stream->input || counts(&q->run.head, &q->due[q->done % LPI_KIT_FLIGHT],
                                                    q->beats[s], stream, port->name, ports))
                 << i;
    }
    q->beats[s]++;
    q->takers.beat(q->takers.context, stream, &word, cares);
}

/* ---- playing ---- */

static bool make_sides(struct lpi_pack *q)
{
    const struct lpi_kit_unit *kind = q->run.head.unit;
    bool all = true;

    for (size_t i = 0; i < LPI_KIT_FLIGHT; i++) {
        q->in[i].room = malloc(lpi_kit_room(kind->in, kind->nin) + 1);
        q->due[i].room = malloc(lpi_kit_room(kind->out, kind->nout) + 1);
        all = all && q->in[i].room != NULL && q->due[i].room != NULL;
    }
    return all;
}

struct lpi_pack *lpi_pack_open(const struct lpi_case_head *head, double stall,
                               const struct lpi_pack_takers *takers)
{
    struct lpi_pack *q = calloc(1, sizeof *q);

    if (q == NULL || !lpi_kit_run_open(&q->run, head, 1)) {
        free(q);
        return NULL;
    }
    q->takers = *takers;
    for (size_t i = 0; (q->unit = lp_unit_at(i)) != NULL; i++)
        if (strcmp(q->unit->name, head->unit->module) == 0)
            break;
    lpi_kit_unit_values(head, q->unit, q->values);
    lp_streams_find(&q->streams, q->unit, q->values);
    if (make_sides(q) && lp_model_open(q->unit, q->values, &q->instance) == LP_OK)
        q->play = lpi_kit_play_open(head, q->unit, q->values, &q->instance, stall, 1);
    if (q->play == NULL) {
        lpi_pack_close(q);
        return NULL;
    }
    if (!lpi_pack_of_fields(head->unit))
        lpi_kit_play_watch(q->play, see, q);
    return q;
}

void lpi_pack_close(struct lpi_pack *q)
{
    if (q->play != NULL)
        lpi_kit_play_close(q->play);
    lp_instance_close(&q->instance);
    for (size_t i = 0; i < LPI_KIT_FLIGHT; i++) {
        free(q->in[i].room);
        free(q->due[i].room);
    }
    lpi_kit_run_close(&q->run);
    free(q);
}

const struct lp_unit *lpi_pack_unit(const struct lpi_pack *q, const int **values)
{
    *values = q->values;
    return q->unit;
}

const struct lp_streams *lpi_pack_streams(const struct lpi_pack *q)
{
    return &q->streams;
}

const char *lpi_pack_fault(const struct lpi_pack *q)
{
    return q->why[0] != '\0' ? q->why : NULL;
}

/* The oldest case has come out. */
static void finish(struct lpi_pack *q, const struct lpi_kit_side *got)
{
    const struct lpi_kit_unit *kind = q->run.head.unit;
    size_t at = q->done % LPI_KIT_FLIGHT;
    size_t field = lpi_kit_differ(kind->out, &q->due[at], got, q->run.nout);

    if (field < q->run.nout)
        snprintf(q->why, sizeof q->why, "case %llu: the cycle model's %s is not what is due",
                 (unsigned long long)q->done, kind->out[field].name);
    else if (q->takers.fields != NULL && lpi_pack_of_fields(kind))
        q->takers.fields(q->takers.context, &q->in[at], &q->due[at]);
    memset(q->beats, 0, sizeof q->beats);
    q->done++;
}

static void cycle(struct lpi_pack *q)
{
    const struct lpi_kit_side *done;
    const char *wrong = lpi_kit_play_cycle(q->play, &done);

    if (wrong != NULL)
        snprintf(q->why, sizeof q->why, "case %llu: the cycle model: %s",
                 (unsigned long long)q->done, wrong);
    if (done != NULL)
        finish(q, done);
}

struct lpi_kit_side *lpi_pack_next(struct lpi_pack *q)
{
    lpi_kit_clear(&q->run.in);
    return &q->run.in;
}

static void copy(struct lpi_kit_side *to, const struct lpi_kit_side *from)
{
    lpi_kit_clear(to);
    for (size_t i = 0; i < LPI_KIT_FIELDS; i++) {
        lpi_kit_number(to, i, from->field[i].number);
        if (from->field[i].data != NULL)
            lpi_kit_bytes(to, i, from->field[i].data, from->field[i].bytes);
    }
}

const char *lpi_pack_put(struct lpi_pack *q)
{
    const char *wrong = lpi_kit_run_expect(&q->run);
    size_t at = q->put % LPI_KIT_FLIGHT;

    if (wrong != NULL)
        return wrong;
    while (!lpi_kit_play_room(q->play) && q->why[0] == '\0')
        cycle(q);
    if (q->why[0] != '\0')
        return NULL;
    copy(&q->in[at], &q->run.in);
    copy(&q->due[at], &q->run.due);
    q->put++;
    lpi_kit_play_put(q->play, &q->run.in);
    return NULL;
}

uint64_t lpi_pack_end(struct lpi_pack *q)
{
    while (q->done < q->put && q->why[0] == '\0')
        cycle(q);
    for (unsigned i = 0; i < QUIET && q->why[0] == '\0'; i++)
        cycle(q);
    return q->done;
}
