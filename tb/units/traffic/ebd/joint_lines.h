/* SPDX-License-Identifier: Apache-2.0 */
/* Lines for a unit that takes records of ZVC, XZVC and EBD, and no raw and no zero lines. */
#ifndef LP_JOINT_LINES_H
#define LP_JOINT_LINES_H

#include "units/traffic/common/enc_beats.h"

/* Benches of these lines: both of lp_xzvc_lines, and EBD's. */
#define LP_JOINT_XZVC 1u
#define LP_JOINT_EBD 2u

/* Random lines, or those of `file`; one that its codec does not store is replaced. */
struct lp_enc_lines lp_joint_lines(const struct lp_lines *file, uint64_t seed);

#endif
