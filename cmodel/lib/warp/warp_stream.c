/* SPDX-License-Identifier: Apache-2.0 */
#include "../../base/null.h"
#include "../io/unpack.h"
#include "warp_group.h"
#include "warp_parse.h"

#include <errno.h>
#include <libdeflate.h>
#include <stdlib.h>
#include <string.h>

#define ROOM ((size_t)1 << 18)

enum state { AT_START, AT_ITEM, IN_DATA, IN_LAUNCH, AT_END };

struct lp_warp_stream {
    struct lpi_warp_parser parser;
    struct lp_warp_fault fault;
    struct lpi_unpack *unpack;
    struct lp_input *input; /* opened by lp_warp_stream_open_file, or NULL */
    enum state state;
    int error;
    bool ended;    /* the window has the last bytes */
    bool has_warp; /* parser.warp is the first of a group that was not taken yet */
    uint32_t crc;  /* of the bytes before the window */
    uint64_t data; /* bytes of the current item that were not taken */
    struct lpi_warp_pool pool;
    uint8_t window[ROOM];
};

static int fail(struct lp_warp_stream *s, int error)
{
    s->error = error;
    return error;
}

/* An error that came with no line of its own. */
static int fail_system(struct lp_warp_stream *s, int error, const char *what)
{
    if (error != LP_OK)
        lpi_warp_refuse(&s->parser, error, "%s: %s", what, strerror(errno));
    return error;
}

/* ---- the window ---- */

/* Keeps what is not parsed yet, and reads until a part of the trace is certain to be at hand. */
static int more(struct lpi_warp_parser *p)
{
    struct lp_warp_stream *s = (struct lp_warp_stream *)(void *)p;
    size_t done = (size_t)(p->at - s->window), have = (size_t)(p->end - p->at);
    if (s->ended)
        return LP_OK;
    s->crc = libdeflate_crc32(s->crc, s->window, done);
    p->base += done;
    memmove(s->window, p->at, have);
    p->at = s->window;
    while (have < LPI_WARP_PART_MAX && !s->ended) {
        size_t got = 0;
        int error = lpi_unpack_read(s->unpack, s->window + have, ROOM - have, &got);
        if (error != LP_OK) {
            const char *why = lpi_unpack_why(s->unpack);
            if (*why != '\0')
                return lpi_warp_refuse(p, error, "%s", why);
            return fail_system(s, error, "the trace cannot be read");
        }
        have += got;
        p->end = s->window + have;
        s->ended = got == 0;
    }
    return LP_OK;
}

int lp_warp_stream_open(lp_read_fn *read, void *context, struct lp_warp_stream **stream)
{
    if (read == NULL || stream == NULL)
        return LP_ERR_ARG;
    struct lp_warp_stream *s = malloc(sizeof *s);
    if (s == NULL)
        return LP_ERR_SYSTEM;
    memset(s, 0, offsetof(struct lp_warp_stream, window));
    s->pool.most = LPI_WARP_HELD;
    s->parser = (struct lpi_warp_parser){
        .at = s->window, .end = s->window, .begin = s->window, .more = more, .fault = &s->fault};
    if (lpi_unpack_open(read, context, &s->unpack) != LP_OK) {
        free(s);
        return LP_ERR_SYSTEM;
    }
    *stream = s;
    return LP_OK;
}

void lpi_warp_stream_hold(struct lp_warp_stream *s, size_t most)
{
    s->pool.most = most;
}

static int read_input(void *context, void *buffer, size_t bytes, size_t *got)
{
    return lp_input_read(context, buffer, bytes, got);
}

int lp_warp_stream_open_file(const char *path, struct lp_warp_stream **stream)
{
    struct lp_input *input;
    if (path == NULL || stream == NULL)
        return LP_ERR_ARG;
    int error = lp_input_open_raw(path, &input);
    if (error != LP_OK)
        return error;
    error = lp_warp_stream_open(read_input, input, stream);
    if (error == LP_OK)
        (*stream)->input = input;
    else
        lp_input_close(input);
    return error;
}

void lp_warp_stream_close(struct lp_warp_stream *s)
{
    if (s == NULL)
        return;
    lpi_unpack_close(s->unpack);
    lp_input_close(s->input);
    lpi_spill_close(&s->pool.spill);
    free(s->parser.places);
    free(s);
}

/* ---- groups ---- */

/* The next warp's head; at the launch's end an item is next. */
static int next_warp(struct lp_warp_stream *s)
{
    int error = lpi_warp_parse_warp(&s->parser, &s->has_warp);
    if (error == LP_OK && !s->has_warp)
        s->state = AT_ITEM;
    return error;
}

/* The records of the current warp go to the group, which may be NULL. */
static int take_warp(struct lp_warp_stream *s, struct lp_warp_group *group)
{
    struct lpi_warp_parser *p = &s->parser;
    struct lp_warp_record record = {.kind = LP_WARP_BARRIER};
    int error = group != NULL ? lpi_warp_group_add_warp(group, p->warp.number) : LP_OK;
    error = fail_system(s, error, "no memory for a group of warps");
    while (error == LP_OK && record.kind != LP_WARP_END) {
        error = (size_t)(p->end - p->at) < LPI_WARP_PART_MAX ? more(p) : LP_OK;
        const uint8_t *begin = p->at;
        if (error == LP_OK)
            error = lpi_warp_parse_record(p, &record);
        if (error == LP_OK && group != NULL)
            error = fail_system(s, lpi_warp_group_add(group, begin, (size_t)(p->at - begin)),
                                "no room for the groups that are open");
    }
    if (error == LP_OK && group != NULL)
        lpi_warp_group_end_warp(group, p->instructions);
    return error == LP_OK ? next_warp(s) : error;
}

/* All warps of the group that is next. */
static int take_group(struct lp_warp_stream *s, struct lp_warp_group *group)
{
    uint32_t number = s->parser.warp.group;
    int error = LP_OK;
    while (error == LP_OK && s->has_warp && s->parser.warp.group == number)
        error = take_warp(s, group);
    return error;
}

static int make_group(struct lp_warp_stream *s, struct lp_warp_group **group)
{
    int error = lpi_warp_group_make(&s->pool, s->parser.warp.group, group);
    if (error != LP_OK)
        return fail_system(s, error, "no memory for a group of warps");
    error = take_group(s, *group);
    if (error == LP_OK)
        error = fail_system(s, lpi_warp_group_finish(*group), "no room for a group of warps");
    if (error != LP_OK)
        lp_warp_group_free(*group);
    return error;
}

int lp_warp_stream_group(struct lp_warp_stream *s, uint32_t least, struct lp_warp_group **group)
{
    if (LPI_ANY_NULL(s, group))
        return LP_ERR_ARG;
    int error = s->error;
    *group = NULL;
    if (error == LP_OK && s->state == IN_LAUNCH && !s->has_warp)
        error = next_warp(s);
    while (error == LP_OK && s->has_warp && s->parser.warp.group < least)
        error = take_group(s, NULL);
    if (error == LP_OK && s->has_warp)
        error = make_group(s, group);
    if (error != LP_OK)
        *group = NULL;
    return fail(s, error);
}

/* ---- items ---- */

int lp_warp_stream_data(struct lp_warp_stream *s, void *buffer, size_t room, size_t *got)
{
    struct lpi_warp_parser *p;
    uint8_t *to = buffer;
    if (s == NULL || got == NULL || (buffer == NULL && room > 0))
        return LP_ERR_ARG;
    p = &s->parser;
    *got = 0;
    while (s->error == LP_OK && *got < room && s->data > 0) {
        size_t part = (size_t)(p->end - p->at);
        if (part == 0) {
            fail(s, s->ended ? lpi_warp_cut(p) : more(p));
            continue;
        }
        part = part < room - *got ? part : room - *got;
        part = part < s->data ? part : (size_t)s->data;
        memcpy(to + *got, p->at, part);
        p->at += part;
        s->data -= part;
        *got += part;
    }
    return s->error;
}

/* The rest of the current item. */
static int skip_rest(struct lp_warp_stream *s)
{
    uint8_t discarded[4096];
    size_t got;
    while (s->state == IN_DATA && s->data > 0) {
        int error = lp_warp_stream_data(s, discarded, sizeof discarded, &got);
        if (error != LP_OK)
            return error;
    }
    int error = s->state == IN_LAUNCH && !s->has_warp ? next_warp(s) : LP_OK;
    while (error == LP_OK && s->has_warp)
        error = take_group(s, NULL);
    return error;
}

static int read_start(struct lp_warp_stream *s)
{
    int error = more(&s->parser);
    if (error == LP_OK && s->parser.at == s->parser.end)
        return lpi_warp_refuse(&s->parser, LP_ERR_EMPTY, "%s", lp_strerror(LP_ERR_EMPTY));
    return error == LP_OK ? lpi_warp_parse_header(&s->parser) : error;
}

static int read_item(struct lp_warp_stream *s, struct lp_warp_item *item)
{
    static const enum state after[] = {[LP_WARP_ITEM_END] = AT_END,
                                       [LP_WARP_ITEM_BUFFER] = IN_DATA,
                                       [LP_WARP_ITEM_HOST_WRITE] = IN_DATA,
                                       [LP_WARP_ITEM_HOST_READ] = IN_DATA,
                                       [LP_WARP_ITEM_LAUNCH] = IN_LAUNCH};
    struct lpi_warp_parser *p = &s->parser;
    int error = lpi_warp_parse_item(p, item);
    if (error != LP_OK)
        return error;
    s->state = after[item->kind];
    s->data = item->data;
    s->has_warp = false;
    if (item->kind != LP_WARP_ITEM_END)
        return LP_OK;
    uint32_t crc = libdeflate_crc32(s->crc, s->window, (size_t)(p->at - s->window));
    return lpi_warp_parse_end(p, crc);
}

int lp_warp_stream_next(struct lp_warp_stream *s, struct lp_warp_item *item)
{
    if (LPI_ANY_NULL(s, item))
        return LP_ERR_ARG;
    int error = s->error;
    if (error == LP_OK && s->state == AT_START)
        error = read_start(s);
    else if (error == LP_OK)
        error = skip_rest(s);
    *item = (struct lp_warp_item){.kind = LP_WARP_ITEM_END};
    if (error == LP_OK && s->state != AT_END)
        error = read_item(s, item);
    return fail(s, error);
}

const char *lp_warp_stream_why(const struct lp_warp_stream *s)
{
    return s->fault.why;
}

uint64_t lp_warp_stream_bytes(const struct lp_warp_stream *s)
{
    return lpi_warp_offset(&s->parser);
}
