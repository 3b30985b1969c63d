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

struct lpi_lines {
    const char *name;
    struct lpi_unpack *unpack;
    uint64_t number, bytes; /* of the last line; before the buffer */
    size_t at, have;
    bool ended;
    char buffer[LPI_LINE_MOST + 1];
};

int lpi_lines_open(lp_read_fn *read, void *context, const char *name, struct lpi_lines **lines,
                   struct lpi_fault *fault)
{
    struct lpi_lines *l = lpi_fault_alloc(fault, sizeof *l);
    if (l == NULL)
        return fault->code;
    memset(l, 0, offsetof(struct lpi_lines, buffer));
    l->name = name;
    if (lpi_unpack_open(read, context, &l->unpack) != LP_OK) {
        free(l);
        return lpi_fault_set(fault, LPI_BAD, "%s: no memory", name);
    }
    *lines = l;
    return 0;
}

/* Moves the rest to the buffer's begin and reads more; false: a fault. */
static bool fill(struct lpi_lines *l, struct lpi_fault *fault)
{
    size_t got = 0;
    memmove(l->buffer, l->buffer + l->at, l->have - l->at);
    l->bytes += l->at;
    l->have -= l->at;
    l->at = 0;
    if (l->have == LPI_LINE_MOST) {
        l->number++;
        lpi_lines_wrong(l, fault, "more than %zu bytes", LPI_LINE_MOST);
        return false;
    }
    int error = lpi_unpack_read(l->unpack, l->buffer + l->have, LPI_LINE_MOST - l->have, &got);
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
    free(l);
}
