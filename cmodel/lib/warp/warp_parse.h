/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Items of a warp trace, in the order of its bytes, checked one by one. The bytes are in memory, or
 * come through `more`. Functions return LP_OK or an error of lp_warp_trace_read, whose line is then
 * in *fault.
 */
#ifndef LPI_WARP_PARSE_H
#define LPI_WARP_PARSE_H

#include "warp_code.h"

#include <linepress/warp_stream.h>

/* More than any part of a trace that is not data: a record, or an item's fields. */
#define LPI_WARP_PART_MAX 1024u

/* The bytes of a buffer. */
struct lpi_warp_place {
    uint64_t address, bytes;
};

struct lpi_warp_parser {
    const uint8_t *at, *end; /* the bytes in memory */
    const uint8_t *begin;    /* the first of them, and its offset in the trace */
    uint64_t base;
    /* Loads at least LPI_WARP_PART_MAX bytes, or all that are left; NULL: all are loaded. */
    int (*more)(struct lpi_warp_parser *parser);
    struct lp_warp_fault *fault; /* may be NULL */
    unsigned version;

    struct lpi_warp_place *places; /* buffers, by address */
    size_t place_count, place_room;
    size_t found; /* the buffer that held the previous access */
    uint64_t writes, reads, launches;
    char name[LP_WARP_NAME_MAX + 1];        /* of the last buffer */
    char launch_name[LP_WARP_NAME_MAX + 1]; /* of the last launch */

    uint64_t groups, next_warp; /* of the current launch; the lowest number for its next warp */
    uint32_t per_group;
    struct lp_warp warp; /* the current one */
    uint64_t records;    /* of it so far */
    uint64_t instructions, last_use;
};

/* The 16 bytes before the items. */
int lpi_warp_parse_header(struct lpi_warp_parser *parser);
/*
 * The next item; *item set. Its data comes next if it has any; a launch's
 * warps come next, and for LP_WARP_ITEM_END the checksum.
 */
int lpi_warp_parse_item(struct lpi_warp_parser *parser, struct lp_warp_item *item);
/* The next warp of a launch is in parser->warp, and its records come next; or *is_warp = false. */
int lpi_warp_parse_warp(struct lpi_warp_parser *parser, bool *is_warp);
/* The next record of a warp; LP_WARP_END is the last. */
int lpi_warp_parse_record(struct lpi_warp_parser *parser, struct lp_warp_record *record);
/* The trace's end; the arguments are the CRC-32 of all bytes before, and whether all are loaded. */
int lpi_warp_parse_end(struct lpi_warp_parser *parser, uint32_t crc);

/* The offset of parser->at. */
uint64_t lpi_warp_offset(const struct lpi_warp_parser *parser);
/* Errors in words. */
int lpi_warp_refuse(struct lpi_warp_parser *parser, int error, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
int lpi_warp_no_memory(struct lpi_warp_parser *parser);
int lpi_warp_cut(struct lpi_warp_parser *parser);

/*
 * The number of the last place that begins at or before the address; `count`: none. lpi_warp_holds:
 * whether all bytes from an address on are in the trace's buffers.
 */
size_t lpi_warp_place_at(const struct lpi_warp_place *places, size_t count, uint64_t address);

static inline int lpi_warp_holds(const struct lpi_warp_place *place, uint64_t address,
                                 uint64_t bytes)
{
    return address >= place->address && bytes <= place->bytes &&
           address - place->address <= place->bytes - bytes;
}

#endif
