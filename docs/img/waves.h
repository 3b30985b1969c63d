/* SPDX-License-Identifier: Apache-2.0 */
/* Timing diagrams: what a unit's ports showed, cycle by cycle, drawn as SVG. */
#ifndef LP_WAVES_H
#define LP_WAVES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "units/common/unit.h"

enum { WAVES_CYCLES = 40, WAVES_PORTS = 48, WAVES_LABEL = 24 };

/* The lowest word of every port in every cycle. */
struct waves {
    const struct lp_unit *unit;
    unsigned cycle_width; /* pixels */
    uint32_t value[WAVES_CYCLES][WAVES_PORTS];
    unsigned cycles;
};

/*
 * A port to draw: as a wave; or, if `beat` is given, as a box for each beat, of which beat[c]
 * is offered in cycle c (-1: none), with the beat's label or, without labels, the port's value.
 */
struct waves_row {
    size_t port; /* number in the unit's table */
    const int *beat;
    const char (*label)[WAVES_LABEL];
};

/* Adds a cycle; up to WAVES_CYCLES, of units with at most WAVES_PORTS ports. */
void waves_record(struct waves *waves, const void *in, const void *out);

/* The clock and `count` rows; false with errno if the file cannot be written. */
bool waves_draw(const char *path, const struct waves *waves, const struct waves_row *rows,
                size_t count);

#endif
