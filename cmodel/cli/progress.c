/* SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L
#include "progress.h"
#include <stdio.h>
#include <unistd.h>

static int progress_shown;

void cli_progress(const char *what, uint64_t done, uint64_t total)
{
    static int last = -1;
    if (total == 0 || !isatty(STDERR_FILENO))
        return;
    int percent = (int)((double)done / (double)total * 100);
    if (progress_shown && percent == last)
        return;
    last = percent;
    progress_shown = 1;
    fprintf(stderr, "\r\033[K%s %d %%", what, percent);
}

void cli_progress_end(void)
{
    if (progress_shown)
        fputs("\r\033[K", stderr);
    progress_shown = 0;
}
