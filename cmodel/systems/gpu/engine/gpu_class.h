/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Lines of a class: its metadata state, and contents that a codec stores in that state. Of pages
 * with one codec; those with the best codec for each line have other states. Not installed.
 */
#ifndef LPI_GPU_CLASS_H
#define LPI_GPU_CLASS_H

#include <linepress/buddy.h>
#include <stdbool.h>

#define LPI_GPU_STATES (LP_STATE_EIGHT + 1)

/*
 * The state of lines with so many sectors in device memory (target 16: 1 if it is one of 8 bytes)
 * and in buddy memory. LPI_GPU_STATES: no line is stored like that.
 */
unsigned lpi_gpu_state_of(unsigned target, unsigned device, unsigned spill);

struct lpi_gpu_sample {
    uint8_t line[LP_LINE_BYTES];
    uint8_t entry[LP_LINE_BYTES]; /* as it is stored; of LP_STATE_EIGHT 8 bytes, repeated */
};

/*
 * A line that the codec stores in this state on pages of any target on which the state exists. False:
 * none was found.
 */
bool lpi_gpu_sample(enum lp_page_codec codec, unsigned state, struct lpi_gpu_sample *sample);

#endif
