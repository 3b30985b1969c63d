/* SPDX-License-Identifier: Apache-2.0 */
#include "opcode.h"

#include <string.h>

static const struct lpi_opcode opcodes[] = {
    {"LDG", LPI_SASS_GLOBAL, LP_WARP_LOAD, false, true},
    {"STG", LPI_SASS_GLOBAL, LP_WARP_STORE, false, false},
    {"LD", LPI_SASS_GLOBAL, LP_WARP_LOAD, true, true},
    {"ST", LPI_SASS_GLOBAL, LP_WARP_STORE, true, false},
    {"LDGSTS", LPI_SASS_GLOBAL, LP_WARP_LOAD, false, false},
    {"ATOMG", LPI_SASS_GLOBAL, LP_WARP_ATOMIC, false, true},
    {"ATOM", LPI_SASS_GLOBAL, LP_WARP_ATOMIC, false, true},
    {"RED", LPI_SASS_GLOBAL, LP_WARP_ATOMIC, false, false},
    {"REDG", LPI_SASS_GLOBAL, LP_WARP_ATOMIC, false, false},
    {"LDL", LPI_SASS_LOCAL, LP_WARP_LOAD, false, true},
    {"STL", LPI_SASS_LOCAL, LP_WARP_STORE, false, false},
    {"LDS", LPI_SASS_PLAIN, LP_WARP_LOAD, false, true},
    {"STS", LPI_SASS_PLAIN, LP_WARP_STORE, false, false},
    {"LDSM", LPI_SASS_PLAIN, LP_WARP_LOAD, false, true},
    {"STSM", LPI_SASS_PLAIN, LP_WARP_STORE, false, false},
    {"ATOMS", LPI_SASS_PLAIN, LP_WARP_ATOMIC, false, true},
    {"LDC", LPI_SASS_PLAIN, LP_WARP_LOAD, false, true},
    {"BAR", LPI_SASS_BARRIER, LP_WARP_BARRIER, false, false},
    {"UTMALDG", LPI_SASS_TENSOR, LP_WARP_LOAD, false, false},
    {"UTMASTG", LPI_SASS_TENSOR, LP_WARP_STORE, false, false},
    {"UTMAPF", LPI_SASS_TENSOR, LP_WARP_LOAD, false, false},
    {"UTMAREDG", LPI_SASS_TENSOR, LP_WARP_ATOMIC, false, false},
    {"UBLKCP", LPI_SASS_TENSOR, LP_WARP_LOAD, false, false},
    {"UBLKPF", LPI_SASS_TENSOR, LP_WARP_LOAD, false, false},
    {"UBLKRED", LPI_SASS_TENSOR, LP_WARP_ATOMIC, false, false},
};

static size_t part_bytes(const char *at, const char *end)
{
    const char *dot = memchr(at, '.', (size_t)(end - at));
    return (size_t)((dot != NULL ? dot : end) - at);
}

const struct lpi_opcode *lpi_opcode_find(const char *opcode, size_t bytes)
{
    size_t length = part_bytes(opcode, opcode + bytes);
    for (size_t i = 0; i < sizeof opcodes / sizeof *opcodes; i++)
        if (opcodes[i].name[0] == *opcode && strlen(opcodes[i].name) == length &&
            memcmp(opcodes[i].name, opcode, length) == 0)
            return &opcodes[i];
    return NULL;
}

/* A part such as 128, U8, S16 or F64; 0: no other. */
static unsigned width_of(const char *part, size_t length)
{
    unsigned bits = 0;
    if (length > 1 && (*part == 'U' || *part == 'S' || *part == 'F')) {
        part++;
        length--;
    }
    if (length == 0 || length > 3)
        return 0;
    for (size_t i = 0; i < length; i++) {
        if (part[i] < '0' || part[i] > '9')
            return 0;
        bits = 10 * bits + (unsigned)(part[i] - '0');
    }
    return bits == 8 || bits == 16 || bits == 32 || bits == 64 || bits == 128 ? bits / 8 : 0;
}

unsigned lpi_opcode_width(const char *opcode, size_t bytes)
{
    const char *end = opcode + bytes, *at = opcode + part_bytes(opcode, end);
    while (at < end) {
        size_t length = part_bytes(++at, end);
        unsigned width = width_of(at, length);
        if (width > 0)
            return width;
        at += length;
    }
    return 4;
}

bool lpi_opcode_has(const char *opcode, size_t bytes, const char *part)
{
    const char *end = opcode + bytes, *at = opcode + part_bytes(opcode, end);
    while (at < end) {
        size_t length = part_bytes(++at, end);
        if (length == strlen(part) && memcmp(at, part, length) == 0)
            return true;
        at += length;
    }
    return false;
}
