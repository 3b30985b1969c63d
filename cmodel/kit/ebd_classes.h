/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Lines of bfloat16 for EBD: dense and sparse tensors of narrow and wide range, Inf, NaN, -0 and
 * subnormals, both sides of each form's limits; and records that no encoder of this library writes.
 */
#ifndef LPI_KIT_EBD_CLASSES_H
#define LPI_KIT_EBD_CLASSES_H

#include <linepress/linepress.h>

#include "entry.h"

#define LP_EBD_CLASSES 10u
#define LP_EBD_CLASS_ZERO 0u
#define LP_EBD_CLASS_RANDOM 1u

/* A line of the class, 0 .. LP_EBD_CLASSES - 1. */
void lp_ebd_class_line(struct lp_rng *rng, unsigned class, uint8_t bytes[LP_LINE_BYTES]);

/*
 * An entry with a record of any base, distances and form, often of a length at one of its form's
 * limits. With `hostile` it may be malformed in every possible way; else it is well-formed.
 */
void lp_ebd_record_random(struct lp_rng *rng, bool hostile, struct lp_entry *entry);

#endif
