/* SPDX-License-Identifier: Apache-2.0 */
/* What LZ4's block format demands (lz4_Block_format.md of the LZ4 project). */
#ifndef LPC_LZ4_H
#define LPC_LZ4_H

#include "windows.h"

#define MATCH_LEAST 4u
#define LITERALS_LAST 5u /* bytes at the end that are literals whatever they are */
#define MATCH_FAR 12u    /* bytes before the end, at least, where a match begins */
#define LENGTH_MORE 15u  /* in a token: the length goes on behind it */
#define LENGTH_ON 255u   /* in a byte behind it: and on */

#endif
