/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Class tables of a snapshot set: the number of lines of each size, for each allocation and point,
 * and how lines move between classes from point to point. Not installed.
 */
#ifndef LPI_CLASSES_H
#define LPI_CLASSES_H

#include "set.h"
#include <linepress/buddy.h>
#include <linepress/grp.h>
#include <linepress/linepress.h>

/*
 * The codecs with tables: those of pages (enum lp_page_codec), and one for groups of lines, of which
 * buddy memory has no pages.
 */
#define LPI_TABLE_GRP16 LP_PAGE_CODECS
#define LPI_TABLE_CODECS (LP_PAGE_CODECS + 1u)

#define LPI_SIZES 8u
/* The size classes of lines, in bytes; the first is for lines of zeros only. */
extern const unsigned lpi_sizes[LPI_SIZES];

struct lpi_classes {
    uint64_t lines;
    uint64_t bits; /* of the records, uncapped as the codec counts them */
    uint64_t sizes[LPI_SIZES];
};

/*
 * Number of lines with this many sectors. Those of a group are spread over its lines: 10 are 2, 3,
 * 2 and 3.
 */
uint64_t lpi_classes_sectors(const struct lpi_classes *classes, unsigned sectors);
/* Number of lines of more than 8 bytes. */
uint64_t lpi_classes_over8(const struct lpi_classes *classes);
void lpi_classes_add(struct lpi_classes *sum, const struct lpi_classes *more);

/*
 * Counts of lines by their sectors at one point and at the next, for lines that are live at both.
 */
typedef uint64_t lpi_transitions[LP_LINE_SECTORS + 1][LP_LINE_SECTORS + 1];

/* Gets the sectors (0..4) of consecutive lines. Several threads call it, one at a time. */
typedef void lpi_lines_fn(void *context, size_t allocation, size_t point, uint64_t first_line,
                          const uint8_t *sectors, size_t lines);

struct lpi_tables {
    const struct lpi_set *set;
    unsigned codecs;                             /* bit i: codec i is counted, for plans */
    struct lpi_classes *cells[LPI_TABLE_CODECS]; /* as the set's pieces; NULL: not counted */
    lpi_transitions transitions[LPI_TABLE_CODECS];
    uint8_t (*groups)[LP_GRP_TABLE_BYTES]; /* the table of each allocation; NULL: not counted */
};

struct lpi_count {
    unsigned threads;    /* 0: one per core */
    unsigned also;       /* codecs that have cells too, but take no part in plans and `lines` */
    lpi_lines_fn *lines; /* or NULL; gets the fewest sectors of the codecs */
    void (*progress)(void *context, uint64_t done, uint64_t all); /* in bytes; or NULL */
    void *context;
};

/* Counts the whole set. LP_ERR_SYSTEM, LP_ERR_CORRUPT: see *fault. */
int lpi_tables_open(const struct lpi_set *set, unsigned codecs, const struct lpi_count *how,
                    struct lpi_tables **tables, struct lpi_fault *fault);
void lpi_tables_close(struct lpi_tables *tables);

/* The classes of an allocation at a point; no lines where it is not live. */
const struct lpi_classes *lpi_tables_at(const struct lpi_tables *tables, unsigned codec,
                                        size_t allocation, size_t point);

#endif
