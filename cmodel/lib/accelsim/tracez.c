/* SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L
#include "tracez.h"
#include "../../base/bytes.h"

#include <inttypes.h>
#include <linepress/linepress.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <zstd.h>

#define HEADER_MOST ((size_t)1 << 20)
#define DICTIONARY_MOST ((size_t)1 << 20)
#define ROOM ((size_t)1 << 16)
#define WINDOW_LOG 27
/* Bytes of the index: a thread block, a warp, the number of instructions of a part. */
#define GROUP_BYTES 44u
#define WARP_BYTES 16u
#define PART_BYTES 4u
#define TAIL_BYTES 8u /* the place of the index */

/* Bytes of the file from a place on. */
struct window {
    uint64_t next; /* place in the file of the first byte after the buffer */
    size_t at, have;
    uint8_t buffer[ROOM];
};

struct lpi_tracez {
    FILE *file;
    const char *why;
    ZSTD_DCtx *zstd;
    ZSTD_DDict *dictionary;
    char *header;
    char text[128];   /* lines between the parts */
    const char *rest; /* of the text that is to be handed out */
    size_t rest_bytes;
    uint64_t parts_begin, index_begin, end; /* places: of parts, of the index, and of its end */
    uint32_t groups, warps, parts;          /* that are left: of all, of the group, of the warp */
    uint32_t warp;                          /* number of the next one */
    uint64_t instructions;                  /* of the warp, that its parts still have to have */
    bool in_group;
    /* The open part. */
    bool inside;
    uint64_t part_left;            /* compressed bytes */
    uint32_t lines, lines_due;     /* its instructions so far; by the index */
    char last;                     /* character of the part */
    struct window index, parts_of; /* the index, the parts */
};

static int fail(struct lpi_tracez *t, int error, const char *why)
{
    t->why = why;
    return error;
}

static int truncated(struct lpi_tracez *t)
{
    return fail(t, LP_ERR_SHORT, "truncated: the file ends early");
}

/* ---- reading at a place ---- */

static void go(struct window *w, uint64_t place)
{
    uint64_t first = w->next - w->have;
    if (place >= first && place <= w->next) {
        w->at = (size_t)(place - first);
        return;
    }
    w->next = place;
    w->at = w->have = 0;
}

static uint64_t place_of(const struct window *w)
{
    return w->next - w->have + w->at;
}

/* At least one byte more, if the file has any. */
static int fill(struct lpi_tracez *t, struct window *w)
{
    memmove(w->buffer, w->buffer + w->at, w->have - w->at);
    w->have -= w->at;
    w->at = 0;
    if (fseeko(t->file, (off_t)w->next, SEEK_SET) != 0)
        return fail(t, LP_ERR_SYSTEM, "");
    size_t got = fread(w->buffer + w->have, 1, ROOM - w->have, t->file);
    if (got == 0 && ferror(t->file))
        return fail(t, LP_ERR_SYSTEM, "");
    w->have += got;
    w->next += got;
    return LP_OK;
}

/* The next bytes, which must be there. */
static int take(struct lpi_tracez *t, struct window *w, void *to, size_t bytes)
{
    while (bytes > 0) {
        if (w->at == w->have) {
            int error = fill(t, w);
            if (error != LP_OK)
                return error;
            if (w->have == 0)
                return truncated(t);
        }
        size_t part = w->have - w->at < bytes ? w->have - w->at : bytes;
        memcpy(to, w->buffer + w->at, part);
        w->at += part;
        to = (uint8_t *)to + part;
        bytes -= part;
    }
    return LP_OK;
}

static int take_index(struct lpi_tracez *t, void *to, size_t bytes)
{
    if (bytes > t->end - place_of(&t->index))
        return fail(t, LP_ERR_CORRUPT, "damaged: the index ends early");
    return take(t, &t->index, to, bytes);
}

/* ---- the header, the dictionary, the place of the index ---- */

/* The text up to its zero byte. */
static int read_header(struct lpi_tracez *t)
{
    size_t count = 0;
    do {
        if (count == HEADER_MOST)
            return fail(t, LP_ERR_CORRUPT,
                        "a header of more than 1 MiB, which ends in a zero byte");
        int error = take(t, &t->parts_of, &t->header[count], 1);
        if (error != LP_OK)
            return error;
    } while (t->header[count++] != '\0');
    t->rest = t->header;
    t->rest_bytes = count - 1;
    return LP_OK;
}

static int read_dictionary(struct lpi_tracez *t)
{
    uint8_t sizes[8]; /* of the dictionary; instructions of a part, which the index has */
    int error = take(t, &t->parts_of, sizes, sizeof sizes);
    size_t bytes = lpi_get_le32(sizes);
    if (error != LP_OK || bytes == 0)
        return error;
    if (bytes > DICTIONARY_MOST)
        return fail(t, LP_ERR_CORRUPT, "a dictionary of more than 1 MiB");
    void *content = malloc(bytes);
    if (content == NULL)
        return fail(t, LP_ERR_SYSTEM, "");
    error = take(t, &t->parts_of, content, bytes);
    if (error == LP_OK) {
        t->dictionary = ZSTD_createDDict(content, bytes);
        if (t->dictionary == NULL)
            error = fail(t, LP_ERR_CORRUPT, "damaged: a dictionary that is none of zstd's");
    }
    free(content);
    return error;
}

static int find_index(struct lpi_tracez *t)
{
    uint8_t tail[TAIL_BYTES], count[4];
    if (fseeko(t->file, 0, SEEK_END) != 0)
        return fail(t, LP_ERR_SYSTEM, "");
    off_t size = ftello(t->file);
    if (size < 0)
        return fail(t, LP_ERR_SYSTEM, "");
    t->parts_begin = place_of(&t->parts_of);
    if ((uint64_t)size < t->parts_begin + sizeof count + TAIL_BYTES)
        return truncated(t);
    t->end = (uint64_t)size - TAIL_BYTES;
    go(&t->index, t->end);
    int error = take(t, &t->index, tail, sizeof tail);
    if (error != LP_OK)
        return error;
    t->index_begin = lpi_get_le64(tail);
    if (t->index_begin < t->parts_begin || t->index_begin > t->end - sizeof count)
        return fail(t, LP_ERR_CORRUPT,
                    "truncated or damaged: the last 8 bytes are not the place of the index");
    go(&t->index, t->index_begin);
    error = take_index(t, count, sizeof count);
    t->groups = lpi_get_le32(count);
    return error;
}

static int open_decoder(struct lpi_tracez *t)
{
    t->zstd = ZSTD_createDCtx();
    if (t->zstd == NULL ||
        ZSTD_isError(ZSTD_DCtx_setParameter(t->zstd, ZSTD_d_windowLogMax, WINDOW_LOG)) ||
        ZSTD_isError(ZSTD_DCtx_refDDict(t->zstd, t->dictionary)))
        return fail(t, LP_ERR_SYSTEM, "no memory for the zstd decoder");
    return LP_OK;
}

int lpi_tracez_open(FILE *file, const char *name, struct lpi_tracez **tracez,
                    struct lpi_fault *fault)
{
    struct lpi_tracez *t = calloc(1, sizeof *t);
    *tracez = NULL;
    if (t == NULL || (t->header = malloc(HEADER_MOST)) == NULL) {
        free(t);
        return lpi_fault_set(fault, LPI_BAD, "%s: no memory", name);
    }
    t->file = file;
    t->why = "";
    int error = read_header(t);
    if (error == LP_OK)
        error = read_dictionary(t);
    if (error == LP_OK)
        error = find_index(t);
    if (error == LP_OK)
        error = open_decoder(t);
    if (error == LP_OK) {
        *tracez = t;
        return 0;
    }
    if (*t->why != '\0')
        lpi_fault_set(fault, LPI_BAD, "%s: %s", name, t->why);
    else
        lpi_fault_file(fault, name, error);
    lpi_tracez_close(t);
    return fault->code;
}

/* ---- groups, warps and parts ---- */

static void say(struct lpi_tracez *t, int bytes)
{
    t->rest = t->text;
    t->rest_bytes = (size_t)bytes;
}

static int begin_group(struct lpi_tracez *t)
{
    uint8_t group[GROUP_BYTES];
    int error = take_index(t, group, sizeof group);
    if (error != LP_OK)
        return error;
    t->groups--;
    t->in_group = true;
    t->warp = 0;
    t->warps = lpi_get_le32(group + 40);
    say(t, snprintf(t->text, sizeof t->text,
                    "\n#BEGIN_TB\n\nthread block = %" PRIu32 ",%" PRIu32 ",%" PRIu32 "\n",
                    lpi_get_le32(group), lpi_get_le32(group + 4), lpi_get_le32(group + 8)));
    return LP_OK;
}

static int end_group(struct lpi_tracez *t)
{
    t->in_group = false;
    say(t, snprintf(t->text, sizeof t->text, "\n#END_TB\n"));
    return LP_OK;
}

static int begin_warp(struct lpi_tracez *t)
{
    uint8_t warp[WARP_BYTES], head[8];
    int error = take_index(t, warp, sizeof warp);
    if (error != LP_OK)
        return error;
    uint64_t place = lpi_get_le64(warp + 8);
    if (place < t->parts_begin || place > t->index_begin - sizeof head)
        return fail(t, LP_ERR_CORRUPT, "damaged: a warp whose place is outside the warps' part");
    go(&t->parts_of, place);
    error = take(t, &t->parts_of, head, sizeof head);
    if (error != LP_OK)
        return error;
    if (memcmp(head, warp, sizeof head) != 0)
        return fail(t, LP_ERR_CORRUPT, "damaged: a warp that the index describes differently");
    t->warps--;
    t->instructions = lpi_get_le32(warp);
    t->parts = lpi_get_le32(warp + 4);
    if (t->parts == 0 && t->instructions > 0)
        return fail(t, LP_ERR_CORRUPT, "damaged: a warp with other instructions than its parts");
    say(t, snprintf(t->text, sizeof t->text, "\nwarp = %" PRIu32 "\ninsts = %" PRIu64 "\n",
                    t->warp++, t->instructions));
    return LP_OK;
}

static int begin_part(struct lpi_tracez *t)
{
    uint8_t due[PART_BYTES], size[4];
    int error = take_index(t, due, sizeof due);
    if (error == LP_OK)
        error = take(t, &t->parts_of, size, sizeof size);
    if (error != LP_OK)
        return error;
    t->parts--;
    t->lines_due = lpi_get_le32(due);
    t->part_left = lpi_get_le32(size);
    uint64_t place = place_of(&t->parts_of);
    if (place > t->index_begin || t->part_left > t->index_begin - place)
        return fail(t, LP_ERR_CORRUPT, "damaged: a part of a warp that reaches into the index");
    if (t->lines_due > t->instructions || (t->parts == 0 && t->lines_due < t->instructions))
        return fail(t, LP_ERR_CORRUPT, "damaged: a warp with other instructions than its parts");
    t->instructions -= t->lines_due;
    ZSTD_DCtx_reset(t->zstd, ZSTD_reset_session_only);
    t->inside = true;
    t->lines = 0;
    t->last = '\n';
    return LP_OK;
}

/* The last line of a part has no end. */
static int end_part(struct lpi_tracez *t)
{
    t->inside = false;
    t->lines += t->last != '\n';
    if (t->part_left > 0)
        return fail(t, LP_ERR_CORRUPT, "damaged: bytes after the end of a warp's part");
    if (t->lines != t->lines_due)
        return fail(t, LP_ERR_CORRUPT,
                    "damaged: a part with other instructions than the index says");
    if (t->last != '\n')
        say(t, snprintf(t->text, sizeof t->text, "\n"));
    return LP_OK;
}

static int read_part(struct lpi_tracez *t, char *buffer, size_t bytes, size_t *got)
{
    struct window *w = &t->parts_of;
    int error = w->at == w->have && t->part_left > 0 ? fill(t, w) : LP_OK;
    if (error != LP_OK)
        return error;
    size_t have = w->have - w->at < t->part_left ? w->have - w->at : (size_t)t->part_left;
    ZSTD_inBuffer in = {w->buffer + w->at, have, 0};
    ZSTD_outBuffer out = {buffer, bytes, 0};
    size_t left = ZSTD_decompressStream(t->zstd, &out, &in);
    if (ZSTD_isError(left))
        return fail(t, LP_ERR_CORRUPT, ZSTD_getErrorName(left));
    w->at += in.pos;
    t->part_left -= in.pos;
    if (left > 0 && in.pos == 0 && out.pos == 0)
        return fail(t, LP_ERR_CORRUPT, "damaged: a warp's part ends early");
    for (size_t i = 0; i < out.pos; i++)
        t->lines += buffer[i] == '\n';
    t->last = out.pos > 0 ? buffer[out.pos - 1] : t->last;
    *got = out.pos;
    return left == 0 ? end_part(t) : LP_OK;
}

/* After a part's bytes or the lines between parts. */
static int step(struct lpi_tracez *t)
{
    if (t->parts > 0)
        return begin_part(t);
    if (t->warps > 0)
        return begin_warp(t);
    if (t->in_group)
        return end_group(t);
    return begin_group(t);
}

static bool is_done(const struct lpi_tracez *t)
{
    return t->parts == 0 && t->warps == 0 && !t->in_group && t->groups == 0;
}

int lpi_tracez_read(void *tracez, void *buffer, size_t bytes, size_t *got)
{
    struct lpi_tracez *t = tracez;
    *got = 0;
    while (*got == 0) {
        int error = LP_OK;
        if (t->rest_bytes > 0) {
            *got = bytes < t->rest_bytes ? bytes : t->rest_bytes;
            memcpy(buffer, t->rest, *got);
            t->rest += *got;
            t->rest_bytes -= *got;
            return LP_OK;
        }
        if (t->inside)
            error = read_part(t, buffer, bytes, got);
        else if (!is_done(t))
            error = step(t);
        else if (place_of(&t->index) != t->end)
            error = fail(t, LP_ERR_CORRUPT, "damaged: bytes after the index");
        else
            return LP_OK;
        if (error != LP_OK)
            return error;
    }
    return LP_OK;
}

const char *lpi_tracez_why(const struct lpi_tracez *t)
{
    return t->why;
}

void lpi_tracez_close(struct lpi_tracez *t)
{
    if (t == NULL)
        return;
    ZSTD_freeDCtx(t->zstd);
    ZSTD_freeDDict(t->dictionary);
    free(t->header);
    free(t);
}
