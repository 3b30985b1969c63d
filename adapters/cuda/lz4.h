/* SPDX-License-Identifier: Apache-2.0 */
/* Rules of LZ4's block format (lz4_Block_format.md of the LZ4 project). */
#ifndef LPC_LZ4_H
#define LPC_LZ4_H

#include "windows.h"

#define MATCH_LEAST 4u
#define LITERALS_LAST 5u /* bytes at the end that must be literals */
#define MATCH_FAR 12u    /* smallest distance of a match's start from the end */
#define LENGTH_MORE 15u  /* in a token: the length continues after it */
#define LENGTH_ON 255u   /* in a following byte: the length continues */

#endif
