/* SPDX-License-Identifier: Apache-2.0 */
#include "lanes.h"
#include "../../base/null.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#define HEAD 0u /* the node before a warp's first; as a link, "none" */
/* Labels order a list's nodes: a new label is between those of its neighbours. */
#define LABEL_STEP (UINT64_C(1) << 32)
#define LABEL_NEAR (UINT64_C(1) << 12)
#define NO_DATA SIZE_MAX

/* An instruction of a warp. */
struct node {
    uint64_t label; /* ascends along the list */
    uint32_t next, use, mask;
    uint32_t instruction, count; /* the pair */
    uint8_t kind, width, counted, constant;
    size_t data; /* of its addresses, followed by its bytes */
};

struct warp {
    struct node *nodes;
    size_t node_count, node_room;
    uint32_t *cells; /* a hash table of the pairs since the barrier: nodes, or HEAD */
    size_t cell_room, pairs;
    uint8_t *data;
    size_t data_bytes, data_room;
    uint32_t at[LP_WARP_LANES]; /* each lane's last node */
    uint32_t *counts, *loads;   /* [instruction][lane]: how often, and the last load's node */
    size_t instructions;
    uint32_t tail;
};

struct lpi_lanes {
    struct lp_warp_writer *writer;
    uint32_t group, items;
    struct warp warps[LP_WARP_BLOCK_MAX / LP_WARP_LANES];
};

static uint32_t warps_of(uint32_t items)
{
    return (items + LP_WARP_LANES - 1) / LP_WARP_LANES;
}

/* NULL: no memory; then the list stays as it was. */
static void *grow(void *list, size_t needed, size_t *room, size_t element)
{
    if (needed <= *room)
        return list;
    size_t more = *room ? 2 * *room : 256;
    while (more < needed)
        more *= 2;
    void *larger = more <= SIZE_MAX / element ? realloc(list, more * element) : NULL;
    if (larger != NULL)
        *room = more;
    return larger;
}

/* ---- the list of a warp's instructions ---- */

static void label_anew(struct warp *w)
{
    uint64_t label = 0;
    for (uint32_t n = HEAD;; n = w->nodes[n].next) {
        w->nodes[n].label = label;
        label += LABEL_STEP;
        if (w->nodes[n].next == HEAD)
            return;
    }
}

/* A label between a node and the next. */
static uint64_t label_after(struct warp *w, uint32_t before)
{
    uint32_t next = w->nodes[before].next;
    uint64_t label = w->nodes[before].label;
    if (next == HEAD)
        return label + LABEL_STEP;
    if (w->nodes[next].label - label < 2) {
        label_anew(w);
        label = w->nodes[before].label;
    }
    uint64_t half = (w->nodes[next].label - label) / 2;
    return label + (half < LABEL_NEAR ? half : LABEL_NEAR);
}

/* *number = a new node after `before`. */
static int insert(struct warp *w, uint32_t before, uint32_t *number)
{
    if (w->node_count >= UINT32_MAX)
        return LP_ERR_SYSTEM;
    struct node *nodes = grow(w->nodes, w->node_count + 1, &w->node_room, sizeof *nodes);
    if (nodes == NULL)
        return LP_ERR_SYSTEM;
    w->nodes = nodes;
    *number = (uint32_t)w->node_count++;
    uint64_t label = label_after(w, before);
    nodes[*number] = (struct node){.label = label, .next = nodes[before].next, .data = NO_DATA};
    nodes[before].next = *number;
    if (nodes[*number].next == HEAD)
        w->tail = *number;
    return LP_OK;
}

static bool behind(const struct warp *w, uint32_t a, uint32_t b)
{
    return w->nodes[a].label > w->nodes[b].label;
}

/* ---- the table of pairs ---- */

static size_t hash(uint32_t instruction, uint32_t count, size_t room)
{
    uint64_t mixed = ((uint64_t)instruction << 32 | count) * UINT64_C(0x9e3779b97f4a7c15);
    return (size_t)(mixed >> 32) & (room - 1);
}

/* The cell of a pair, or the empty cell where it belongs. */
static uint32_t *cell_of(struct warp *w, uint32_t instruction, uint32_t count)
{
    size_t i = hash(instruction, count, w->cell_room);
    while (w->cells[i] != HEAD) {
        const struct node *node = &w->nodes[w->cells[i]];
        if (node->instruction == instruction && node->count == count)
            break;
        i = (i + 1) & (w->cell_room - 1);
    }
    return &w->cells[i];
}

/* Keeps at least half of the cells empty. */
static int make_room(struct warp *w)
{
    if (2 * (w->pairs + 1) <= w->cell_room)
        return LP_OK;
    size_t old_room = w->cell_room, room = old_room ? 2 * old_room : 1024;
    uint32_t *old = w->cells, *cells = calloc(room, sizeof *cells);
    if (cells == NULL)
        return LP_ERR_SYSTEM;
    w->cells = cells;
    w->cell_room = room;
    for (size_t i = 0; i < old_room; i++)
        if (old[i] != HEAD)
            *cell_of(w, w->nodes[old[i]].instruction, w->nodes[old[i]].count) = old[i];
    free(old);
    return LP_OK;
}

/* ---- accesses ---- */

static size_t data_bytes(const struct node *node)
{
    return LP_WARP_LANES * (sizeof(uint64_t) + (node->kind != LP_WARP_LOAD ? node->width : 0u));
}

static int make_access(struct warp *w, struct node *node, const struct lpi_lane_step *step)
{
    node->kind = (uint8_t)step->kind;
    node->width = (uint8_t)step->width;
    node->constant = step->constant != 0;
    if (step->kind == LP_WARP_END)
        return LP_OK;
    uint8_t *data = grow(w->data, w->data_bytes + data_bytes(node), &w->data_room, 1);
    if (data == NULL)
        return LP_ERR_SYSTEM;
    w->data = data;
    node->data = w->data_bytes;
    w->data_bytes += data_bytes(node);
    return LP_OK;
}

static void set_access(struct warp *w, const struct node *node, const struct lpi_lane_step *step)
{
    unsigned lane = step->item % LP_WARP_LANES;
    uint8_t *addresses = w->data + node->data;
    memcpy(addresses + lane * sizeof step->address, &step->address, sizeof step->address);
    if (step->kind != LP_WARP_LOAD)
        memcpy(addresses + LP_WARP_LANES * sizeof step->address + lane * step->width, step->bytes,
               step->width);
}

/* ---- steps ---- */

static int know_instruction(struct warp *w, uint32_t instruction)
{
    size_t old = w->instructions, room = old, row = LP_WARP_LANES * sizeof *w->counts;
    if (instruction < old)
        return LP_OK;
    uint32_t *counts = grow(w->counts, (size_t)instruction + 1, &room, row);
    if (counts == NULL)
        return LP_ERR_SYSTEM;
    w->counts = counts;
    uint32_t *loads = realloc(w->loads, room * row);
    if (loads == NULL)
        return LP_ERR_SYSTEM;
    w->loads = loads;
    memset(counts + old * LP_WARP_LANES, 0, (room - old) * row);
    memset(loads + old * LP_WARP_LANES, 0, (room - old) * row);
    w->instructions = room;
    return LP_OK;
}

/* Adds the lane to an instruction of its warp, which may be new. */
static int join(struct warp *w, const struct lpi_lane_step *step, uint32_t *number)
{
    unsigned lane = step->item % LP_WARP_LANES;
    uint32_t count = ++w->counts[step->instruction * LP_WARP_LANES + lane];
    int error = make_room(w);
    if (error != LP_OK)
        return error;
    uint32_t *cell = cell_of(w, step->instruction, count);
    if (*cell == HEAD) {
        error = insert(w, w->at[lane], number);
        if (error != LP_OK)
            return error;
        struct node *node = &w->nodes[*number];
        node->instruction = step->instruction;
        node->count = count;
        node->counted = step->counted != 0;
        error = make_access(w, node, step);
        if (error != LP_OK)
            return error;
        *cell = *number;
        w->pairs++;
    }
    *number = *cell;
    if (behind(w, *number, w->at[lane]))
        w->at[lane] = *number;
    return LP_OK;
}

/* The first use is the earliest of any lane, so only the first use in each lane matters. */
static void note_uses(struct warp *w, const struct lpi_lane_step *step, uint32_t number)
{
    unsigned lane = step->item % LP_WARP_LANES;
    for (size_t i = 0; i < step->use_count; i++) {
        if (step->uses[i] >= w->instructions)
            continue;
        uint32_t *load = &w->loads[step->uses[i] * LP_WARP_LANES + lane];
        struct node *node = &w->nodes[*load];
        if (*load != HEAD && (node->use == HEAD || behind(w, node->use, number)))
            node->use = number;
        *load = HEAD;
    }
}

static bool step_valid(const struct lpi_lanes *lanes, const struct lpi_lane_step *step)
{
    int stores = step->kind == LP_WARP_STORE || step->kind == LP_WARP_ATOMIC;
    if (step->item >= lanes->items || step->instruction == UINT32_MAX)
        return false;
    if (step->kind == LP_WARP_END)
        return true;
    return (stores || step->kind == LP_WARP_LOAD) && step->counted && step->width > 0 &&
           step->width <= LP_WARP_WIDTH_MAX && stores == (step->bytes != NULL);
}

int lpi_lanes_step(struct lpi_lanes *lanes, const struct lpi_lane_step *step)
{
    if (LPI_ANY_NULL(lanes, step) || !step_valid(lanes, step))
        return LP_ERR_ARG;
    struct warp *w = &lanes->warps[step->item / LP_WARP_LANES];
    unsigned lane = step->item % LP_WARP_LANES;
    uint32_t number;
    int error = know_instruction(w, step->instruction);
    if (error == LP_OK)
        error = join(w, step, &number);
    if (error != LP_OK)
        return error;
    struct node *node = &w->nodes[number];
    if (node->kind != step->kind || node->width != step->width)
        return LP_ERR_ARG;
    node->mask |= UINT32_C(1) << lane;
    if (node->kind != LP_WARP_END)
        set_access(w, node, step);
    note_uses(w, step, number);
    if (node->kind == LP_WARP_LOAD || node->kind == LP_WARP_ATOMIC)
        w->loads[step->instruction * LP_WARP_LANES + lane] = number;
    return LP_OK;
}

int lpi_lanes_barrier(struct lpi_lanes *lanes)
{
    for (uint32_t i = 0; i < warps_of(lanes->items); i++) {
        struct warp *w = &lanes->warps[i];
        uint32_t number;
        int error = insert(w, w->tail, &number);
        if (error != LP_OK)
            return error;
        w->nodes[number].kind = LP_WARP_BARRIER;
        w->nodes[number].counted = 1;
        for (unsigned lane = 0; lane < LP_WARP_LANES; lane++)
            w->at[lane] = number;
        if (w->cells != NULL)
            memset(w->cells, 0, w->cell_room * sizeof *w->cells);
        w->pairs = 0;
        if (w->counts != NULL)
            memset(w->counts, 0, w->instructions * LP_WARP_LANES * sizeof *w->counts);
    }
    return LP_OK;
}

/* ---- groups ---- */

static int begin_warp(struct warp *w)
{
    uint32_t head;
    w->node_count = w->data_bytes = w->pairs = 0;
    struct node *nodes = grow(w->nodes, 1, &w->node_room, sizeof *nodes);
    if (nodes == NULL)
        return LP_ERR_SYSTEM;
    w->nodes = nodes;
    head = (uint32_t)w->node_count++;
    nodes[head] = (struct node){.data = NO_DATA};
    w->tail = HEAD;
    memset(w->at, 0, sizeof w->at);
    if (w->cells != NULL)
        memset(w->cells, 0, w->cell_room * sizeof *w->cells);
    if (w->instructions > 0) {
        memset(w->counts, 0, w->instructions * LP_WARP_LANES * sizeof *w->counts);
        memset(w->loads, 0, w->instructions * LP_WARP_LANES * sizeof *w->loads);
    }
    return LP_OK;
}

int lpi_lanes_group(struct lpi_lanes *lanes, uint32_t group, uint32_t items)
{
    if (lanes == NULL || items == 0 || items > LP_WARP_BLOCK_MAX)
        return LP_ERR_ARG;
    lanes->group = group;
    lanes->items = items;
    for (uint32_t i = 0; i < warps_of(items); i++) {
        int error = begin_warp(&lanes->warps[i]);
        if (error != LP_OK)
            return error;
    }
    return LP_OK;
}

/*
 * Replaces each label by the number of instructions before it. Returns the number of instructions.
 */
static uint64_t count_instructions(struct warp *w)
{
    uint64_t count = 0;
    for (uint32_t n = w->nodes[HEAD].next; n != HEAD; n = w->nodes[n].next) {
        w->nodes[n].label = count;
        count += w->nodes[n].counted;
    }
    return count;
}

/* Makes a node's record; its bytes are assembled in `bytes`. */
static void make_record(const struct warp *w, const struct node *node, uint64_t total,
                        struct lp_warp_record *r, uint8_t *bytes)
{
    r->kind = (enum lp_warp_kind)node->kind;
    if (node->kind == LP_WARP_BARRIER)
        return;
    const uint8_t *from = w->data + node->data;
    uint64_t used = node->use != HEAD ? w->nodes[node->use].label : total;
    r->mask = node->mask;
    r->width = node->width;
    r->constant = node->constant;
    /* If lanes disagree about the order, a use may precede its load. */
    if (used < total)
        r->use = used > node->label ? used - node->label : 1;
    if (node->label + r->use >= total)
        r->use = 0;
    if (node->kind != LP_WARP_LOAD)
        r->bytes = bytes;
    for (unsigned lane = 0; lane < LP_WARP_LANES; lane++) {
        if (!(node->mask >> lane & 1))
            continue;
        memcpy(&r->address[lane], from + lane * sizeof r->address[lane], sizeof r->address[lane]);
        if (node->kind == LP_WARP_LOAD)
            continue;
        memcpy(bytes, from + LP_WARP_LANES * sizeof r->address[lane] + lane * node->width,
               node->width);
        bytes += node->width;
    }
}

static int write_warp(struct lpi_lanes *lanes, uint32_t number)
{
    struct warp *w = &lanes->warps[number];
    uint8_t bytes[LP_WARP_LANES * LP_WARP_WIDTH_MAX];
    uint64_t total = count_instructions(w), next = 0;
    int error = lp_warp_writer_warp(lanes->writer, lanes->group, number);
    for (uint32_t n = w->nodes[HEAD].next; n != HEAD && error == LP_OK; n = w->nodes[n].next) {
        const struct node *node = &w->nodes[n];
        if (node->kind == LP_WARP_END)
            continue;
        struct lp_warp_record record = {.gap = node->label - next};
        make_record(w, node, total, &record, bytes);
        next = node->label + 1;
        error = lp_warp_writer_record(lanes->writer, &record);
    }
    struct lp_warp_record end = {.kind = LP_WARP_END, .gap = total - next};
    return error == LP_OK ? lp_warp_writer_record(lanes->writer, &end) : error;
}

int lpi_lanes_end(struct lpi_lanes *lanes)
{
    for (uint32_t i = 0; i < warps_of(lanes->items); i++) {
        int error = write_warp(lanes, i);
        if (error != LP_OK)
            return error;
    }
    lanes->items = 0;
    return LP_OK;
}

int lpi_lanes_open(struct lp_warp_writer *writer, struct lpi_lanes **lanes)
{
    if (LPI_ANY_NULL(writer, lanes))
        return LP_ERR_ARG;
    *lanes = calloc(1, sizeof **lanes);
    if (*lanes == NULL)
        return LP_ERR_SYSTEM;
    (*lanes)->writer = writer;
    return LP_OK;
}

void lpi_lanes_close(struct lpi_lanes *lanes)
{
    if (lanes == NULL)
        return;
    for (uint32_t i = 0; i < LP_WARP_BLOCK_MAX / LP_WARP_LANES; i++) {
        struct warp *w = &lanes->warps[i];
        free(w->nodes);
        free(w->cells);
        free(w->data);
        free(w->counts);
        free(w->loads);
    }
    free(lanes);
}
