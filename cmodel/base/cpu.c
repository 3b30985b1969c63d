/* SPDX-License-Identifier: Apache-2.0 */
#include <linepress/linepress.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#define UNKNOWN (-1)

static atomic_int current = UNKNOWN;

static enum lp_cpu highest(void)
{
#if defined(__x86_64__) && defined(__GNUC__)
    __builtin_cpu_init();
    int avx2 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("popcnt");
    int avx512 = __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
                 __builtin_cpu_supports("avx512vbmi2");
    if (avx2)
        return avx512 ? LP_CPU_AVX512 : LP_CPU_AVX2;
#endif
    return LP_CPU_PORTABLE;
}

static enum lp_cpu choose(void)
{
    enum lp_cpu best = highest();
    const char *wish = getenv("LINEPRESS_CPU");
    for (int path = LP_CPU_PORTABLE; wish != NULL && path < (int)best; path++)
        if (strcmp(wish, lp_cpu_name((enum lp_cpu)path)) == 0)
            return (enum lp_cpu)path;
    return best;
}

enum lp_cpu lp_cpu(void)
{
    int path = atomic_load_explicit(&current, memory_order_relaxed);
    if (path != UNKNOWN)
        return (enum lp_cpu)path;
    int chosen = (int)choose();
    /*
     * Does not overwrite a value set by lp_cpu_use() in another thread meanwhile; `path` becomes
     * that value.
     */
    int first = atomic_compare_exchange_strong_explicit(&current, &path, chosen,
                                                        memory_order_relaxed, memory_order_relaxed);
    return (enum lp_cpu)(first ? chosen : path);
}

int lp_cpu_use(enum lp_cpu path)
{
    if ((int)path < LP_CPU_PORTABLE || path > highest())
        return LP_ERR_ARG;
    atomic_store_explicit(&current, (int)path, memory_order_relaxed);
    return LP_OK;
}

const char *lp_cpu_name(enum lp_cpu path)
{
    switch (path) {
    case LP_CPU_PORTABLE: return "portable";
    case LP_CPU_AVX2: return "avx2";
    case LP_CPU_AVX512: return "avx512";
    }
    return "?";
}
