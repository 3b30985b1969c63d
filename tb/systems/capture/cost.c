/* SPDX-License-Identifier: Apache-2.0 */
/* Times operations that capture may slow down, before its only boundary: nanoseconds on standard
 * output. */
#define _GNU_SOURCE
#include <linepress/capture.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#define LIVE 1000

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return 1e9 * (double)time.tv_sec + (double)time.tv_nsec;
}

/* Blocks of these sizes are allocated and freed; the first byte of every page is written. */
static double churn(unsigned count, size_t least, size_t range)
{
    static unsigned char *live[LIVE];
    uint64_t random = 1;
    double begun = now();
    for (unsigned i = 0; i < count; i++) {
        random = random * 6364136223846793005u + 1442695040888963407u;
        unsigned which = (unsigned)(random >> 40) % LIVE;
        size_t bytes = least + (size_t)(random >> 20) % range;
        free(live[which]);
        live[which] = malloc(bytes);
        for (size_t at = 0; at < bytes; at += 4096)
            live[which][at] = (unsigned char)i;
    }
    double took = now() - begun;
    for (unsigned i = 0; i < LIVE; i++) {
        free(live[i]);
        live[i] = NULL;
    }
    return took / count;
}

/* Additions over 8 MB. */
static double work(unsigned rounds)
{
    enum { WORDS = 1 << 20 };
    volatile double *words = calloc(WORDS, sizeof *words);
    double begun = now();
    for (unsigned r = 0; r < rounds; r++)
        for (unsigned i = 1; i < WORDS; i++)
            words[i] = words[i - 1] + r;
    return (now() - begun) / rounds;
}

int main(void)
{
    void *kept = calloc(1, 1 << 20);
    printf("%.3f ", churn(5000000, 16, 2000));
    printf("%.3f ", churn(200000, 66000, 200000));
    printf("%.3f\n", work(100));
    lp_capture_boundary();
    return kept == NULL;
}
