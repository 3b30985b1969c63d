/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Records of a warp out of its instructions. A load is first used by the first later instruction
 * that reads one of its registers; a register that is overwritten before has no use. Records wait
 * until the use is known, at most WARP_MAKER_RECORDS of them: a load that so many records follow
 * without a use is taken to have none.
 */
#ifndef LPI_SYSTEMS_WARP_MAKER_H
#define LPI_SYSTEMS_WARP_MAKER_H

#include "../../lib/accelsim/sass.h"

#define WARP_MAKER_RECORDS 4096u

struct warp_maker;

/* Records go to `put` with its context; what it returns other than 0 ends the warp. NULL: no memory. */
typedef int warp_maker_put(void *context, const struct lp_warp_record *record);
struct warp_maker *warp_maker_open(warp_maker_put *put, void *context);
void warp_maker_close(struct warp_maker *maker);

void warp_maker_begin(struct warp_maker *maker);
/* An instruction without a record. */
int warp_maker_plain(struct warp_maker *maker, const struct lpi_sass *sass);
/* An instruction with one; its gap and use are set here, its bytes are copied. */
int warp_maker_record(struct warp_maker *maker, const struct lpi_sass *sass,
                      const struct lp_warp_record *record);
/* The end of the warp. */
int warp_maker_end(struct warp_maker *maker);

#endif
