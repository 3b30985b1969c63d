/* SPDX-License-Identifier: Apache-2.0 */
/* The test output of the benches: TAP lines, and parameters from the environment. */
#ifndef LP_TAP_H
#define LP_TAP_H

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct lp_tap {
    unsigned count, failed;
};

static inline void lp_tap_result(struct lp_tap *tap, bool good, const char *name)
{
    tap->count++;
    tap->failed += !good;
    printf("%s %u - %s\n", good ? "ok" : "not ok", tap->count, name);
    fflush(stdout);
}

static inline int lp_tap_end(const struct lp_tap *tap)
{
    printf("1..%u\n", tap->count);
    return tap->failed ? 1 : 0;
}

static inline unsigned long long lp_env_number(const char *name, unsigned long long otherwise)
{
    const char *text = getenv(name);
    return text && *text ? strtoull(text, NULL, 0) : otherwise;
}

/* The folder in which a test program leaves waveforms: LP_WAVES, or a default one. */
static inline void lp_wave_folder(const char *program, char *folder, size_t size)
{
    const char *given = getenv("LP_WAVES"), *slash = strrchr(program, '/');

    if (given)
        snprintf(folder, size, "%s", given);
    else
        snprintf(folder, size, "%.*s", slash ? (int)(slash - program) : 1, slash ? program : ".");
}

#endif
