/* SPDX-License-Identifier: Apache-2.0 */
#include "lines.h"
#include "../io/unpack.h"

#include <inttypes.h>
#include <linepress/linepress.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FIRST_ROOM (LPI_LINE_MOST / 16)

struct lpi_lines {
    const char *name;
    struct lpi_unpack *unpack;
    uint64_t number, bytes; /* of the last line; before the buffer */
    size_t at, have, room;  /* of the buffer, which grows with the longest line */
    bool ended;
    char *buffer;
};

int lpi_lines_open(lp_read_fn *read, void *context, const char *name, struct lpi_lines **lines,
                   struct lpi_fault *fault)
{
    struct lpi_lines *l = lpi_fault_alloc(fault, sizeof *l);
    if (l == NULL)
        return fault->code;
    *l = (struct lpi_lines){.name = name, .room = FIRST_ROOM, .buffer = malloc(FIRST_ROOM + 1)};
    if (l->buffer == NULL || lpi_unpack_open(read, context, &l->unpack) != LP_OK) {
        free(l->buffer);
        free(l);
        return lpi_fault_set(fault, LPI_BAD, "%s: no memory", name);
    }
    *lines = l;
    return 0;
}

static bool grow(struct lpi_lines *l, struct lpi_fault *fault)
{
    if (l->room == LPI_LINE_MOST) {
        l->number++;
        lpi_lines_wrong(l, fault, "more than %zu bytes", LPI_LINE_MOST);
        return false;
    }
    char *larger = lpi_fault_resize(fault, l->buffer, 2 * l->room + 1);
    if (larger == NULL)
        return false;
    l->buffer = larger;
    l->room *= 2;
    return true;
}

/* Moves the rest to the buffer's begin and reads more; false: a fault. */
static bool fill(struct lpi_lines *l, struct lpi_fault *fault)
{
    size_t got = 0;
    memmove(l->buffer, l->buffer + l->at, l->have - l->at);
    l->bytes += l->at;
    l->have -= l->at;
    l->at = 0;
    if (l->have == l->room && !grow(l, fault))
        return false;
    int error = lpi_unpack_read(l->unpack, l->buffer + l->have, l->room - l->have, &got);
    const char *why = lpi_unpack_why(l->unpack);
    if (error != LP_OK && *why != '\0')
        lpi_fault_set(fault, LPI_BAD, "%s: %s", l->name, why);
    else if (error != LP_OK)
        lpi_fault_file(fault, l->name, error);
    l->have += got;
    l->ended = got == 0;
    return error == LP_OK;
}

char *lpi_lines_next(struct lpi_lines *l, struct lpi_fault *fault)
{
    size_t searched = 0;
    for (;;) {
        char *begin = l->buffer + l->at;
        char *end = memchr(begin + searched, '\n', l->have - l->at - searched);
        if (end == NULL && l->ended && l->at < l->have)
            end = l->buffer + l->have;
        if (end != NULL) {
            l->at = (size_t)(end - l->buffer) + (end < l->buffer + l->have);
            l->number++;
            *end = '\0';
            if (end > begin && end[-1] == '\r')
                end[-1] = '\0';
            return begin;
        }
        searched = l->have - l->at;
        if (l->ended || !fill(l, fault))
            return NULL;
    }
}

int lpi_lines_wrong(const struct lpi_lines *l, struct lpi_fault *fault, const char *format, ...)
{
    char what[512];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(what, sizeof what, format, arguments);
    va_end(arguments);
    return lpi_fault_set(fault, LPI_BAD, "%s: line %" PRIu64 ": %s", l->name, l->number, what);
}

uint64_t lpi_lines_bytes(const struct lpi_lines *l)
{
    return l->bytes + l->at;
}

void lpi_lines_close(struct lpi_lines *l)
{
    if (l == NULL)
        return;
    lpi_unpack_close(l->unpack);
    free(l->buffer);
    free(l);
}
