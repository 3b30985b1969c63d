/* SPDX-License-Identifier: Apache-2.0 */
/* The kernel of a codec for the code path that lp_cpu() gives. Not installed. */
#ifndef LPI_KERNEL_CHOICE_H
#define LPI_KERNEL_CHOICE_H

#include <linepress/linepress.h>
#include <stdatomic.h>

/*
 * Defines kernel(), which returns a struct lpi_NAME_kernel: lpi_NAME_avx512 or lpi_NAME_avx2 if the
 * path allows it and lpi_NAME_avx512_usable() or lpi_NAME_avx2_usable() is not 0, else
 * lpi_NAME_portable. Threads that meet in the first call find the same kernel, so that a plain
 * store is enough.
 */
#ifdef __x86_64__
#define LPI_KERNEL_X86_(name, path)                                                                \
    if (path >= LP_CPU_AVX512 && lpi_##name##_avx512_usable())                                     \
        return &lpi_##name##_avx512;                                                               \
    if (path >= LP_CPU_AVX2 && lpi_##name##_avx2_usable())                                         \
        return &lpi_##name##_avx2;
#else
#define LPI_KERNEL_X86_(name, path) (void)path;
#endif

#define LPI_KERNEL_CHOICE(name)                                                                    \
    static const struct lpi_##name##_kernel *best_of(enum lp_cpu path)                             \
    {                                                                                              \
        LPI_KERNEL_X86_(name, path)                                                                \
        return &lpi_##name##_portable;                                                             \
    }                                                                                              \
    static const struct lpi_##name##_kernel *kernel(void)                                          \
    {                                                                                              \
        static _Atomic(const struct lpi_##name##_kernel *) found[LP_CPU_COUNT];                    \
        enum lp_cpu path = lp_cpu();                                                               \
        const struct lpi_##name##_kernel *k = atomic_load_explicit(&found[path],                   \
                                                                   memory_order_relaxed);          \
        if (k == NULL) {                                                                           \
            k = best_of(path);                                                                     \
            atomic_store_explicit(&found[path], k, memory_order_relaxed);                          \
        }                                                                                          \
        return k;                                                                                  \
    }

#endif
