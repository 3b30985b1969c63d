/* SPDX-License-Identifier: Apache-2.0 */
/* Waveform files: one appears whole under its name or not at all. */
#ifndef LP_WAVE_H
#define LP_WAVE_H

#include <stdbool.h>
#include <stddef.h>

#define LP_WAVE_PATH_MAX 4096

/* The name to write to.  False with errno: path cannot be written or is no regular file. */
bool lp_wave_begin(const char *path, char temporary[LP_WAVE_PATH_MAX]);

/* Gives the finished file its name.  False with errno (ENOSPC: it is cut short); it is removed. */
bool lp_wave_end(const char *temporary, const char *path);

#endif
