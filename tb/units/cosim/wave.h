/* SPDX-License-Identifier: Apache-2.0 */
/* Waveform files, each written atomically. */
#ifndef LP_WAVE_H
#define LP_WAVE_H

#include <stdbool.h>
#include <stddef.h>

#define LP_WAVE_PATH_MAX 4096

/* Opens a temporary file for the writer. False with errno: path cannot be written or is no regular
 * file. */
bool lp_wave_begin(const char *path, char temporary[LP_WAVE_PATH_MAX]);

/* Renames the finished file. False with errno (ENOSPC: it is truncated); it is removed. */
bool lp_wave_end(const char *temporary, const char *path);

#endif
