/* SPDX-License-Identifier: Apache-2.0 */
/* The functional model: a case in, the expected outputs out. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "../../base/wide.h"
#include "dpi.h"

/* Records the first error of the case. */
static void refuse(struct lpi_dpi *q, const char *field, const char *why)
{
    if (!q->refused)
        lpi_dpi_fail("lp_dpi_%s_%s: case %" PRIu64 ": %s%s", q->unit->name + 3, q->call, q->cases,
                     field, why);
    q->refused = true;
}

struct lpi_dpi *lpi_dpi_case(void *handle, unsigned number, const char *call, uint32_t unknown)
{
    struct lpi_dpi *q = lpi_dpi_begin(handle, number, call);

    if (q == NULL)
        return NULL;
    if (q->kind == NULL) {
        lpi_dpi_fail("lp_dpi_%s_%s: %s", q->unit->name + 3, call, q->why_none);
        lpi_dpi_end(q);
        return NULL;
    }
    q->call = call;
    q->unknown = unknown;
    q->refused = false;
    q->odd[0] = '\0';
    q->odd_field = LPI_KIT_FIELDS;
    lpi_kit_clear(&q->run.in);
    lpi_kit_clear(&q->run.got);
    return q;
}

static uint64_t cut(const struct lpi_kit_field *field, uint64_t number)
{
    return field->bits < 64 ? number & ((UINT64_C(1) << field->bits) - 1) : number;
}

/* Whether the field is used: this form of the cases has it, and it is known. */
static bool counts(struct lpi_dpi *q, size_t field)
{
    if (field >= q->run.nin)
        return false;
    if (!(q->unknown >> field & 1))
        return true;
    refuse(q, q->kind->in[field].name, " is unknown (X or Z)");
    return false;
}

void lpi_dpi_in_number(struct lpi_dpi *q, size_t field, uint64_t number)
{
    if (counts(q, field))
        lpi_kit_number(&q->run.in, field, cut(&q->kind->in[field], number));
}

void lpi_dpi_in_bytes(struct lpi_dpi *q, size_t field, const uint32_t *vector, unsigned bytes)
{
    char why[40];

    if (!counts(q, field))
        return;
    if (bytes > q->kind->in[field].most) {
        snprintf(why, sizeof why, " has more than %zu bytes", q->kind->in[field].most);
        refuse(q, q->kind->in[field].name, why);
        return;
    }
    lpi_bytes_of_words(lpi_kit_bytes(&q->run.in, field, NULL, bytes), vector, bytes);
}

/* Records the first impossible value of an output; the comparison reports it in its turn. */
static void odd(struct lpi_dpi *q, size_t field, const char *what)
{
    if (field >= q->run.nout || q->odd_field < LPI_KIT_FIELDS || q->skips >> field & 1)
        return;
    q->odd_field = field;
    snprintf(q->odd, sizeof q->odd, "%s", what);
}

static bool got_unknown(struct lpi_dpi *q, size_t field)
{
    bool is = q->unknown >> (q->kind->nin + field) & 1;
    if (is)
        odd(q, field, "is unknown (X or Z)");
    return is;
}

void lpi_dpi_got_number(struct lpi_dpi *q, size_t field, uint64_t number)
{
    if (!got_unknown(q, field))
        lpi_kit_number(&q->run.got, field, cut(&q->kind->out[field], number));
}

void lpi_dpi_got_bytes(struct lpi_dpi *q, size_t field, const uint32_t *vector, unsigned bytes)
{
    char what[60];

    if (got_unknown(q, field))
        return;
    if (bytes > q->kind->out[field].most) {
        snprintf(what, sizeof what, "has %u bytes, at most %zu", bytes, q->kind->out[field].most);
        odd(q, field, what);
        return;
    }
    lpi_bytes_of_words(lpi_kit_bytes(&q->run.got, field, NULL, bytes), vector, bytes);
}

int lpi_dpi_step(struct lpi_dpi *q)
{
    const char *wrong = q->refused ? NULL : lpi_kit_run_expect(&q->run);

    if (wrong != NULL)
        refuse(q, "", wrong);
    if (q->refused)
        return -1;
    q->cases++;
    return 1;
}

/* Reports a difference in bytes: their number, or the first wrong one. */
static void say_bytes(const struct lpi_kit_value *due, const struct lpi_kit_value *got, char *text,
                      size_t room)
{
    size_t at = 0;

    while (at < due->bytes && at < got->bytes && due->data[at] == got->data[at])
        at++;
    if (due->bytes != got->bytes)
        snprintf(text, room, "%zu bytes, due %zu", got->bytes, due->bytes);
    else
        snprintf(text, room, "byte %zu is 0x%02x, due 0x%02x", at, got->data[at], due->data[at]);
}

static void say_field(struct lpi_dpi *q, size_t field)
{
    const struct lpi_kit_field *of = &q->kind->out[field];
    const struct lpi_kit_value *due = &q->run.due.field[field], *got = &q->run.got.field[field];
    char apart[LPI_CASE_HEAD] = "", bytes[80];
    int used = snprintf(q->message, sizeof q->message, "%s: case %" PRIu64 ": %s", q->kind->name,
                        q->cases - 1, of->name);
    char *text = q->message + used;
    size_t room = sizeof q->message - (size_t)used;

    if (field == q->odd_field) {
        snprintf(text, room, " %s", q->odd);
        return;
    }
    if (of->bits == 0)
        say_bytes(due, got, bytes, sizeof bytes);
    if (q->kind->explain != NULL)
        q->kind->explain(q->run.head.values, &q->run.in, &q->run.due, &q->run.got, field, apart,
                         sizeof apart);
    if (of->bits == 0)
        snprintf(text, room, due->bytes != got->bytes || apart[0] == '\0' ? ": %s" : ": %s; %s",
                 bytes, apart);
    else
        snprintf(text, room, " is 0x%" PRIx64 ", due 0x%" PRIx64 "%s%s", got->number, due->number,
                 apart[0] != '\0' ? ": " : "", apart);
}

int lpi_dpi_step_check(struct lpi_dpi *q)
{
    if (lpi_dpi_step(q) < 0)
        return -1;
    for (size_t i = 0; i < q->run.nout; i++)
        if (q->skips >> i & 1)
            q->run.got.field[i] = q->run.due.field[i];
    size_t field = lpi_kit_differ(q->kind->out, &q->run.due, &q->run.got, q->run.nout);
    if (q->odd_field < field)
        field = q->odd_field;
    if (field >= q->run.nout)
        return 1;
    q->mismatches++;
    say_field(q, field);
    return 0;
}

/* A vector in full length. */
static unsigned put_bytes(const struct lpi_kit_field *field, const struct lpi_kit_value *value,
                          uint32_t *vector)
{
    size_t whole = value->bytes / 4 * 4, words = (field->most + 3) / 4;

    if (whole > 0)
        lpi_words_of_bytes(vector, value->data, whole);
    memset(vector + whole / 4, 0, (words - whole / 4) * sizeof *vector);
    for (size_t i = whole; i < value->bytes; i++)
        vector[i / 4] |= (uint32_t)value->data[i] << 8 * (i % 4);
    return (unsigned)value->bytes;
}

uint64_t lpi_dpi_due_number(const struct lpi_dpi *q, size_t field)
{
    return field < q->run.nout ? q->run.due.field[field].number : 0;
}

unsigned lpi_dpi_due_bytes(const struct lpi_dpi *q, size_t field, uint32_t *vector)
{
    return put_bytes(&q->kind->out[field], &q->run.due.field[field], vector);
}

struct lpi_dpi *lpi_dpi_gen(void *handle, unsigned number)
{
    struct lpi_dpi *q = lpi_dpi_case(handle, number, "gen", 0);

    if (q != NULL)
        lpi_kit_run_make(&q->run);
    return q;
}

uint64_t lpi_dpi_gen_number(const struct lpi_dpi *q, size_t field)
{
    return field < q->run.nin ? q->run.in.field[field].number : 0;
}

unsigned lpi_dpi_gen_bytes(const struct lpi_dpi *q, size_t field, uint32_t *vector)
{
    return put_bytes(&q->kind->in[field], &q->run.in.field[field], vector);
}
