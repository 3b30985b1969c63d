/* SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L
#include "progress.h"
#include "../../base/clock.h"
#include <inttypes.h>
#include <stdio.h>
#include <unistd.h>

static int progress_shown;
/* Times, in seconds, of the operation in progress; 0: none. */
static double began, shown;

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

static void print_left(double seconds)
{
    unsigned long left = (unsigned long)(seconds + 0.5);
    fprintf(stderr, ", %lu:%02lu left", left / 60, left % 60);
}

void cli_progress_bytes(const char *what, uint64_t done, uint64_t total)
{
    if (!isatty(STDERR_FILENO))
        return;
    double t = lpi_now();
    if (began == 0)
        began = shown = t;
    if (t - shown < 0.2)
        return;
    shown = t;
    progress_shown = 1;
    double rate = (double)done / (t - began);
    fprintf(stderr, "\r\033[K%s", what);
    if (total > 0)
        fprintf(stderr, " %d %%", (int)((double)done / (double)total * 100));
    fprintf(stderr, " %" PRIu64 " MB, %.0f MB/s", done / 1000000, rate / 1e6);
    if (total > done && rate > 0)
        print_left((double)(total - done) / rate);
}

void cli_progress_end(void)
{
    began = 0;
    if (progress_shown)
        fputs("\r\033[K", stderr);
    progress_shown = 0;
}
