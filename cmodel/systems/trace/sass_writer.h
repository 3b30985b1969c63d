/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Instructions of a warp, as lines of Accel-Sim's text traces, version 3. Loads write registers, which
 * the instruction that first uses the value reads.
 */
#ifndef LPI_SYSTEMS_SASS_WRITER_H
#define LPI_SYSTEMS_SASS_WRITER_H

#include <linepress/warp.h>
#include <stdio.h>

struct sass_counts {
    uint64_t late, exits, split; /* as of struct export_counts */
};

struct sass_writer {
    FILE *file;
    struct sass_counts *counts;
    uint32_t lanes;     /* of the warp */
    uint64_t at;        /* the number of the next instruction, as in the warp trace */
    uint64_t lines;     /* so far */
    uint64_t due;       /* the least of dues */
    uint64_t dues[256]; /* of a load's first register: the instruction that uses it; 0: free */
    uint8_t sizes[256]; /* registers of that load */
    unsigned next;      /* where the search for free registers begins */
    char line[1024];
};

/* Lines that the record takes, without those of its gap; LP_WARP_END: with it. */
uint64_t sass_lines(const struct lp_warp_record *record);

void sass_begin(struct sass_writer *writer, FILE *file, uint32_t lanes, struct sass_counts *counts);
/* The record, and the instructions before it; LP_WARP_END ends the warp. */
void sass_write(struct sass_writer *writer, const struct lp_warp_record *record);

#endif
