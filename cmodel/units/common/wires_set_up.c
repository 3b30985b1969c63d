/* SPDX-License-Identifier: Apache-2.0 */
/* Turns a table of wires into lists of copies. */
#include "wires.h"

#include <linepress/linepress.h>

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cut.h"
#include "params.h"

enum { INSIDE, IN, OUT, KINDS }; /* the structs of a move */
enum { MOST_PARTS = 24, MOST_PORTS = 1024, MOST_MOVES = 1536 };

enum { WORDS, PIECE, GATHER, SCATTER };

struct move {
    uint8_t kind, what;
    uint32_t to, from;
    uint16_t words;         /* WORDS */
    uint32_t mask;          /* PIECE: its bits; for lanes: those of the first lane */
    uint8_t turn;           /* PIECE */
    uint16_t stride, width; /* GATHER, SCATTER */
};

struct resolver {
    const struct lpi_netlist *net;
    struct lpi_wires *wires;
    char *why;
    size_t size;
    bool failed;
    unsigned first[MOST_PARTS];  /* index of a part's first port below */
    unsigned driven[MOST_PORTS]; /* bits of an input that this step drives */
    bool done[MOST_PORTS];       /* a step drives all of it */
    size_t moves;
    struct move move[MOST_MOVES];
};

/* Keeps the first error. */
static void fail(struct resolver *q, const char *format, ...)
{
    va_list list;

    if (q->failed)
        return;
    q->failed = true;
    if (q->why == NULL || q->size == 0)
        return;
    int start = snprintf(q->why, q->size, "%s: ", q->net->name);
    if (start < 0 || (size_t)start >= q->size)
        return;
    va_start(list, format);
    vsnprintf(q->why + start, q->size - (size_t)start, format, list);
    va_end(list);
}

static bool is_outer(const struct lpi_part *part)
{
    return part->name[0] == 0;
}

static bool is_sink(const struct lpi_part *part, const struct lp_port *port)
{
    return port->dir == (is_outer(part) ? LP_OUT : LP_IN);
}

static unsigned many(unsigned count)
{
    return count == 0 ? 1 : count;
}

/* One side of a wire. */
struct side {
    const char *text;            /* as in the table */
    const struct lpi_part *seen; /* the part or view that it names */
    const struct lpi_part *part; /* the part */
    const char *name;            /* of the port, or a prefix of names */
    size_t length;
    bool all; /* name* */
    long at;  /* name[at]; -1: the whole port */
};

/* After the name: nothing, * or [number]. */
static bool read_end(struct resolver *q, struct side *side)
{
    const char *end = side->name + side->length;
    char *after;

    if (*end == '[') {
        side->at = strtol(end + 1, &after, 10);
        end = side->at >= 0 && side->at <= UINT16_MAX && *after == ']' ? after : end;
    }
    if (*end != 0 && end[1] != 0)
        fail(q, "%s is not a name, name* or name[number]", side->text);
    return !q->failed;
}

static bool read_side(struct resolver *q, const char *text, struct side *side)
{
    size_t length = strcspn(text, ".");

    *side = (struct side){.text = text, .at = -1};
    for (size_t i = 0; i < q->net->nparts && text[length] == '.'; i++) {
        const struct lpi_part *part = &q->net->parts[i];

        if (strlen(part->name) == length && strncmp(part->name, text, length) == 0)
            side->seen = part;
    }
    if (side->seen == NULL) {
        fail(q, "%s is of no part", text);
        return false;
    }
    side->part = side->seen->view == 0 ? side->seen : &q->net->parts[side->seen->view - 1];
    side->name = text + length + 1;
    side->length = strcspn(side->name, "*[");
    side->all = side->name[side->length] == '*';
    return read_end(q, side);
}

/* The part of the port's name matched by *; NULL: the side does not name the port. */
static const char *rest_of(const struct side *side, const char *name)
{
    if (strncmp(name, side->name, side->length) != 0)
        return NULL;
    return side->all || name[side->length] == 0 ? name + side->length : NULL;
}

/* The driver that matches that rest; NULL: there is none. */
static const struct lp_port *driver_of(const struct side *from, const char *rest)
{
    const struct lp_unit *unit = from->part->unit;

    for (size_t i = 0; i < unit->nports; i++) {
        const char *own = rest_of(from, unit->ports[i].name);

        if (own != NULL && strcmp(own, rest) == 0 && !is_sink(from->part, &unit->ports[i]))
            return &unit->ports[i];
    }
    return NULL;
}

/* Returns whether the list has PART.PORT. */
static bool is_listed(const char *list, const char *part, const char *port)
{
    size_t first = strlen(part), length = first + 1 + strlen(port);

    for (const char *at = list; at != NULL && *at != 0; at += strspn(at, " ")) {
        size_t own = strcspn(at, " ");

        if (own == length && strncmp(at, part, first) == 0 && at[first] == '.' &&
            strncmp(at + first + 1, port, length - first - 1) == 0)
            return true;
        at += own;
    }
    return false;
}

static unsigned width_of(const struct lpi_part *part, const struct lp_port *port)
{
    return lp_unit_width(part->unit, port, part->values);
}

/* Counts bits of a port that have a driver now. */
static void count_driven(struct resolver *q, const struct lpi_part *part,
                         const struct lp_port *port, unsigned bits)
{
    unsigned number = q->first[part - q->net->parts] + (unsigned)(port - part->unit->ports);

    q->driven[number] += bits;
    if (q->driven[number] > width_of(part, port) * many(part->count))
        fail(q, "%s.%s is driven twice", part->name, port->name);
}

static void add_move(struct resolver *q, struct move move)
{
    if (q->moves == MOST_MOVES)
        fail(q, "more wires in a step than common/wires_set_up.c has room for");
    else if (move.to + move.words > UINT16_MAX || move.from + move.words > UINT16_MAX)
        fail(q, "ports are too far from the base");
    else
        q->move[q->moves++] = move;
}

/* Fields: the bit of the base where each begins, and their distance. */
struct field {
    size_t at, step;
};

/* Position of the port of instance i of a part. */
static struct field field_of(const struct lpi_part *part, const struct lp_port *port)
{
    const struct lp_unit *unit = part->unit;
    size_t base = is_outer(part) ? 0 : port->dir == LP_IN ? part->in : part->out;

    return (struct field){8 * (base + port->offset),
                          8 * (port->dir == LP_IN ? unit->in_size : unit->out_size)};
}

/* Bits from a driver to an input: `count` fields of `width`. */
struct joint {
    struct field to, from;
    unsigned count, width;
    bool whole; /* each is a whole port on both sides, so that its last word may be copied */
    uint8_t kind;
};

static struct move move_of(const struct joint *j, size_t to, size_t from)
{
    return (struct move){.kind = j->kind, .to = (uint32_t)(to / 32), .from = (uint32_t)(from / 32)};
}

static void add_words(struct resolver *q, const struct joint *j, size_t to, size_t from)
{
    struct move move = move_of(j, to, from);

    move.what = WORDS;
    move.words = (uint16_t)LP_PORT_WORDS(j->width);
    add_move(q, move);
}

static void add_pieces(struct resolver *q, const struct joint *j, size_t to, size_t from)
{
    unsigned bits;

    for (unsigned left = j->width; left > 0; left -= bits, to += bits, from += bits) {
        unsigned low = to % 32, start = from % 32, most = 32 - (low > start ? low : start);
        struct move move = move_of(j, to, from);

        bits = left < most ? left : most;
        move.what = PIECE;
        move.mask = LPI_ONES(bits) << low;
        move.turn = (uint8_t)((low - start) & 31);
        add_move(q, move);
    }
}

/* Whether an array's ports can be joined with one word. */
static bool add_lanes(struct resolver *q, const struct joint *j)
{
    bool gathers = j->to.step == j->width, scatters = j->from.step == j->width;
    struct move move = move_of(j, j->to.at, j->from.at);

    if (j->count < 2 || gathers == scatters || j->width * j->count > 32 || j->to.at % 32 != 0 ||
        j->from.at % 32 != 0 || (q->wires->instances != 0 && q->wires->instances != j->count))
        return false;
    q->wires->instances = (uint16_t)j->count;
    move.what = gathers ? GATHER : SCATTER;
    move.mask = LPI_ONES(j->width);
    move.width = (uint16_t)j->width;
    move.stride = (uint16_t)((gathers ? j->from.step : j->to.step) / 32);
    add_move(q, move);
    return true;
}

static void add_joint(struct resolver *q, const struct joint *j)
{
    if (add_lanes(q, j))
        return;
    for (unsigned i = 0; i < j->count; i++) {
        size_t to = j->to.at + i * j->to.step, from = j->from.at + i * j->from.step;

        if (to % 32 == 0 && from % 32 == 0 && (j->width % 32 == 0 || j->whole))
            add_words(q, j, to, from);
        else
            add_pieces(q, j, to, from);
    }
}

/* Each port of an array takes a field of the driver, or all of it. */
static bool to_array(struct joint *j, const struct side *to, const struct side *from, unsigned sw,
                     unsigned fw)
{
    j->count = to->part->count;
    j->width = sw;
    j->whole = true;
    if (from->part->count != 0)
        return fw == sw && from->part->count == j->count;
    j->from.step = 0;
    if (fw == sw)
        return true;
    j->from.step = sw;
    j->whole = false;
    return fw == j->count * sw;
}

static bool to_view(struct joint *j, const struct side *to, unsigned sw, unsigned fw, bool fit)
{
    unsigned lanes = many(to->part->lanes), lane = sw / lanes;

    j->to.at += (size_t)to->seen->lane * lane;
    j->width = fit && fw < lane ? fw : lane;
    return sw % lanes == 0 && to->seen->lane < lanes && (fw == lane || fit);
}

static bool from_view(struct joint *j, const struct side *from, unsigned sw, unsigned fw, bool fit)
{
    unsigned lanes = many(from->part->lanes);

    j->width = sw;
    j->whole = true;
    if (fw == sw)
        return true;
    if (fw == lanes * sw && from->seen->lane < lanes) {
        j->from.at += (size_t)from->seen->lane * sw;
        j->whole = false;
        return true;
    }
    j->width = sw < fw ? sw : fw;
    j->whole = false;
    return fit;
}

/* Between lanes of both, or from a driver that is common to the lanes. */
static bool to_lanes(struct joint *j, const struct side *to, const struct side *from, unsigned sw,
                     unsigned fw)
{
    unsigned lanes = to->part->lanes, own = from->part->lanes, lane;

    if (lanes == 0 || sw % lanes != 0)
        return false;
    lane = sw / lanes;
    /* The only lane of a driver is its first, not one for all. */
    if (fw == lane && own != 1) {
        *j = (struct joint){{j->to.at, lane}, {j->from.at, 0}, lanes, lane, false, j->kind};
        return true;
    }
    j->width = lane * (lanes < own ? lanes : own);
    return own != 0 && fw == own * lane;
}

static bool to_port(struct joint *j, const struct side *to, const struct side *from, unsigned sw,
                    unsigned fw, bool fit)
{
    if (from->part->count != 0) {
        *j = (struct joint){{j->to.at, fw}, j->from, from->part->count, fw, false, j->kind};
        return sw == fw * j->count;
    }
    if (from->seen->view != 0)
        return from_view(j, from, sw, fw, fit);
    if (to->at >= 0) {
        j->to.at += (size_t)to->at;
        j->width = fw;
        j->whole = (unsigned)to->at + fw == sw;
        return (unsigned)to->at + fw <= sw;
    }
    if (fw == sw) {
        j->width = sw;
        j->whole = true;
        return true;
    }
    if (to_lanes(j, to, from, sw, fw))
        return true;
    j->width = sw < fw ? sw : fw;
    return fit;
}

/* A driven port that is wider than its driver is 0 above it; these bits count as driven. */
static unsigned bits_driven(const struct joint *j, const struct side *to, unsigned sw, bool fit)
{
    if (!fit)
        return j->count * j->width;
    return to->seen->view != 0 ? sw / many(to->part->lanes) : sw;
}

/* Clears words of an output above its width with these parameters. */
static void clear_above(struct resolver *q, const struct lp_port *port, unsigned width)
{
    unsigned left = LP_PORT_WORDS(port->width) - LP_PORT_WORDS(width), words;
    uint32_t to = (uint32_t)(port->offset / 4 + LP_PORT_WORDS(width));

    for (; left > 0; left -= words, to += words) {
        words = left < LPI_WIRES_ZEROS ? left : LPI_WIRES_ZEROS;
        add_move(q, (struct move){.kind = OUT,
                                  .what = WORDS,
                                  .to = to,
                                  .words = (uint16_t)words,
                                  .from = (uint32_t)(q->net->zeros / 4)});
    }
}

static void join(struct resolver *q, const struct side *to, const struct lp_port *sink,
                 const struct side *from, const struct lp_port *driver, bool fit)
{
    unsigned sw = width_of(to->part, sink), fw = width_of(from->part, driver);
    struct joint j = {field_of(to->part, sink), field_of(from->part, driver), 1, 0, false, INSIDE};
    bool good;

    if (is_outer(to->part) && is_outer(from->part)) {
        fail(q, "%s and %s are both ports of the unit", to->text, from->text);
        return;
    }
    j.kind = is_outer(to->part) ? OUT : is_outer(from->part) ? IN : INSIDE;
    if (to->part->count != 0)
        good = to_array(&j, to, from, sw, fw);
    else if (to->seen->view != 0)
        good = to_view(&j, to, sw, fw, fit);
    else
        good = to_port(&j, to, from, sw, fw, fit);
    if (!good) {
        fail(q, "%s.%s has %u bits, its driver %s.%s %u", to->seen->name, sink->name, sw,
             from->seen->name, driver->name, fw);
        return;
    }
    count_driven(q, to->part, sink, bits_driven(&j, to, sw, fit));
    add_joint(q, &j);
    if (j.kind == OUT)
        clear_above(q, sink, sw);
}

static void leave_to_code(struct resolver *q, const struct side *to, const struct lp_port *sink)
{
    unsigned bits = width_of(to->part, sink) * many(to->part->count);

    count_driven(q, to->part, sink, to->seen->view != 0 ? bits / many(to->part->lanes) : bits);
}

static bool is_whole(const struct side *side)
{
    return side->part->count == 0 && side->seen->view == 0;
}

/* name[at] names bits of a single port, driven by a single port. from: NULL: driven by code. */
static void check_bits(struct resolver *q, const struct side *to, const struct side *from)
{
    if (from != NULL && from->at >= 0)
        fail(q, "%s: a driver is named without bits", from->text);
    else if (to->at >= 0 && (from == NULL || !is_whole(to) || !is_whole(from)))
        fail(q, "%s: only one port can drive bits of one port", to->text);
}

static void add_wire(struct resolver *q, const struct lpi_wire *wire, const char *fit)
{
    struct side to, from = {0};
    unsigned pairs = 0;

    if (!read_side(q, wire->to, &to) || (wire->from != NULL && !read_side(q, wire->from, &from)))
        return;
    check_bits(q, &to, wire->from != NULL ? &from : NULL);
    for (size_t i = 0; i < to.part->unit->nports; i++) {
        const struct lp_port *sink = &to.part->unit->ports[i];
        const char *rest = rest_of(&to, sink->name);
        const struct lp_port *driver;

        if (rest == NULL || !is_sink(to.part, sink))
            continue;
        driver = wire->from != NULL ? driver_of(&from, rest) : NULL;
        pairs += driver != NULL || wire->from == NULL;
        if (wire->from == NULL)
            leave_to_code(q, &to, sink);
        else if (driver != NULL)
            join(q, &to, sink, &from, driver, is_listed(fit, to.seen->name, sink->name));
    }
    if (pairs == 0)
        fail(q, "%s and %s have no ports to join", wire->to, wire->from ? wire->from : "code");
}

/* ---- lists of a step ---- */

static int by_place(const void *a, const void *b)
{
    const struct move *x = a, *y = b;

    if (x->kind != y->kind)
        return x->kind < y->kind ? -1 : 1;
    if (x->to != y->to)
        return x->to < y->to ? -1 : 1;
    return (x->mask > y->mask) - (x->mask < y->mask);
}

static void check_apart(struct resolver *q)
{
    uint32_t end = 0, word = 0, mask = 0; /* of the earlier moves */

    for (size_t i = 0; i < q->moves; i++) {
        const struct move *m = &q->move[i];

        if (i == 0 || m->kind != q->move[i - 1].kind)
            end = mask = 0;
        if (m->to < end || (mask != 0 && m->to == word && (m->what != PIECE || (m->mask & mask))))
            fail(q, "two wires drive the same bits of word %u", (unsigned)m->to);
        mask = m->to == word ? mask | m->mask : m->mask;
        word = m->to;
        if (m->what != PIECE)
            end = m->to + (m->what == WORDS ? m->words : 1);
    }
}

/* Joins neighbours; `moves` have one kind. Returns the remaining number. */
static size_t merge(struct move *moves, size_t count)
{
    size_t left = 0;

    for (size_t i = 0; i < count; i++) {
        struct move *last = left > 0 ? &moves[left - 1] : NULL;

        if (last != NULL && last->what == WORDS && moves[i].what == WORDS &&
            last->to + last->words == moves[i].to && last->from + last->words == moves[i].from)
            last->words = (uint16_t)(last->words + moves[i].words);
        else
            moves[left++] = moves[i];
    }
    return left;
}

static void list_pieces(struct resolver *q, struct lpi_copies *list, const struct move *moves,
                        size_t count)
{
    struct lpi_wires *w = q->wires;
    uint32_t before = UINT32_MAX;

    list->piece = w->pieces;
    for (size_t i = 0; i < count; i++) {
        const struct move *m = &moves[i];

        if (m->what != PIECE)
            continue;
        if (w->pieces == LPI_WIRES_PIECES) {
            fail(q, "more fields than LPI_WIRES_PIECES");
            return;
        }
        w->piece[w->pieces++] = (struct lpi_piece){m->mask, (uint16_t)m->to, (uint16_t)m->from,
                                                   m->turn, m->to != before};
        before = m->to;
    }
    list->pieces = (uint16_t)(w->pieces - list->piece);
}

static uint16_t list_lanes(struct resolver *q, const struct move *moves, size_t count, uint8_t what)
{
    struct lpi_wires *w = q->wires;
    uint16_t before = w->lanes;

    for (size_t i = 0; i < count; i++) {
        const struct move *m = &moves[i];

        if (m->what != what)
            continue;
        if (w->lanes == LPI_WIRES_LANES) {
            fail(q, "more ports of arrays than LPI_WIRES_LANES");
            return 0;
        }
        w->lane[w->lanes++] = (struct lpi_lanes){m->mask, (uint16_t)m->to, (uint16_t)m->from,
                                                 m->stride, m->width};
    }
    return (uint16_t)(w->lanes - before);
}

static void add_copy(struct resolver *q, const struct move *m, unsigned at)
{
    struct lpi_wires *w = q->wires;

    if (w->copies == LPI_WIRES_COPIES)
        fail(q, "more copies than LPI_WIRES_COPIES");
    else
        w->copy[w->copies++] = (struct lpi_copy){(uint16_t)(m->to + at), (uint16_t)(m->from + at)};
}

/* Copies of this size, for the moves of at least this and less than twice this length, or for all
 * longer ones if there is no larger size. The last copy of a move may overlap the previous one. */
static uint16_t list_size(struct resolver *q, const struct move *moves, size_t count,
                          unsigned words, bool largest)
{
    uint16_t before = q->wires->copies;

    for (size_t i = 0; i < count; i++) {
        const struct move *m = &moves[i];

        if (m->what != WORDS || m->words < words || (!largest && m->words >= 2 * words))
            continue;
        for (unsigned at = 0; at + words <= m->words; at += words)
            add_copy(q, m, at);
        if (m->words % words != 0)
            add_copy(q, m, m->words - words);
    }
    return (uint16_t)(q->wires->copies - before);
}

static void list_kind(struct resolver *q, struct lpi_copies *list, struct move *moves, size_t count)
{
    count = merge(moves, count);
    list_pieces(q, list, moves, count);
    list->gather = q->wires->lanes;
    list->gathers = list_lanes(q, moves, count, GATHER);
    list->scatter = q->wires->lanes;
    list->scatters = list_lanes(q, moves, count, SCATTER);
    list->copy = q->wires->copies;
    for (unsigned i = 0; i < LPI_WIRES_SIZES; i++)
        list->copies[i] = list_size(q, moves, count, 8u >> i, i == 0);
}

/* Checks that a port driven by a step is driven completely. */
static void check_whole(struct resolver *q, const struct lpi_part *part, const char *fit)
{
    for (size_t p = 0; part->view == 0 && p < part->unit->nports; p++) {
        const struct lp_port *port = &part->unit->ports[p];
        unsigned number = q->first[part - q->net->parts] + (unsigned)p;
        unsigned width = width_of(part, port) * many(part->count);

        if (q->driven[number] != 0 && q->driven[number] != width &&
            !is_listed(fit, part->name, port->name))
            fail(q, "%u bits of %s.%s have a driver, it has %u", q->driven[number], part->name,
                 port->name, width);
        q->done[number] |= q->driven[number] != 0;
        q->driven[number] = 0;
    }
}

static void add_step(struct resolver *q, unsigned step)
{
    const struct lpi_wires_step *s = &q->net->steps[step];
    struct lpi_copies *lists[KINDS] = {&q->wires->step[step].inside, &q->wires->step[step].in,
                                       &q->wires->step[step].out};
    size_t begin = 0;

    q->moves = 0;
    for (size_t i = 0; i < s->count && !q->failed; i++)
        add_wire(q, &s->wires[i], s->fit);
    for (size_t i = 0; i < q->net->nparts; i++)
        check_whole(q, &q->net->parts[i], s->fit);
    qsort(q->move, q->moves, sizeof *q->move, by_place);
    check_apart(q);
    for (unsigned kind = 0; kind < KINDS; kind++) {
        size_t end = begin;

        while (end < q->moves && q->move[end].kind == kind)
            end++;
        list_kind(q, lists[kind], q->move + begin, end - begin);
        begin = end;
    }
}

/* Numbers the ports. */
static void number_ports(struct resolver *q)
{
    unsigned ports = 0;

    if (q->net->nparts > MOST_PARTS || q->net->nsteps > LPI_WIRES_STEPS)
        fail(q, "more parts or steps than common/wires_set_up.c has room for");
    for (size_t i = 0; i < q->net->nparts && !q->failed; i++) {
        q->first[i] = ports;
        if (q->net->parts[i].view == 0)
            ports += (unsigned)q->net->parts[i].unit->nports;
        if (ports > MOST_PORTS)
            fail(q, "more ports than common/wires_set_up.c has room for");
    }
}

static void check_done(struct resolver *q)
{
    for (size_t i = 0; i < q->net->nparts; i++) {
        const struct lpi_part *part = &q->net->parts[i];

        for (size_t p = 0; part->view == 0 && p < part->unit->nports; p++)
            if (is_sink(part, &part->unit->ports[p]) && !q->done[q->first[i] + p])
                fail(q, "%s.%s has no driver", part->name, part->unit->ports[p].name);
    }
}

int lpi_wires_set_up(struct lpi_wires *wires, const struct lpi_netlist *netlist, char *why,
                     size_t size)
{
    struct resolver q = {.net = netlist, .wires = wires, .why = why, .size = size};

    memset(wires, 0, sizeof *wires);
    number_ports(&q);
    for (unsigned step = 0; step < netlist->nsteps && !q.failed; step++)
        add_step(&q, step);
    if (!q.failed)
        check_done(&q);
    return q.failed ? LP_ERR_ARG : LP_OK;
}
