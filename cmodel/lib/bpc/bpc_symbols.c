/* SPDX-License-Identifier: Apache-2.0 */
/* The table for walking streams: the plane symbol for each value of ten bits. */
#include "bpc_code.h"

/* A position outside its plane. */
#define BAD(kind, k) (((kind) == 2 && (k) > 29) || ((kind) == 3 && (k) > 30))
/* The symbols of five bits, and those followed by a position, by bits 4 and 3. */
#define SHORT_DBX(kind, k)                                                                         \
    ((kind) == 0 ? ALL_ONES : (kind) == 1 ? LPI_BPC_FLAT : ((kind) == 2 ? 3u : 1u) << (k)&ALL_ONES)
#define SHORT(kind, k)                                                                             \
    {                                                                                              \
        SHORT_DBX(kind, k), (kind) < 2 ? 5 : 10, BAD(kind, k) ? LPI_BPC_PAST : 1                   \
    }
/* clang-format off */
#define RUN_OF_ONE {0, 3, 1}
#define RUN(n) {0, 7, n}
#define WHOLE {0, 0, 0}
/* clang-format on */

#define TIMES2(...) __VA_ARGS__, __VA_ARGS__
#define TIMES8(...) TIMES2(TIMES2(TIMES2(__VA_ARGS__)))
#define TIMES128(...) TIMES8(TIMES8(TIMES2(__VA_ARGS__)))
#define SHORT4(kind, k) SHORT(kind, k), SHORT(kind, k + 1), SHORT(kind, k + 2), SHORT(kind, k + 3)
#define SHORT32(kind)                                                                              \
    SHORT4(kind, 0), SHORT4(kind, 4), SHORT4(kind, 8), SHORT4(kind, 12), SHORT4(kind, 16),         \
        SHORT4(kind, 20), SHORT4(kind, 24), SHORT4(kind, 28)
#define RUN4(n) TIMES8(RUN(n)), TIMES8(RUN(n + 1)), TIMES8(RUN(n + 2)), TIMES8(RUN(n + 3))

const struct lpi_bpc_symbol lpi_bpc_symbols[1024] = {
    SHORT32(0),      SHORT32(1),      SHORT32(2), SHORT32(3),      TIMES128(RUN_OF_ONE),
    RUN4(2),         RUN4(6),         RUN4(10),   RUN4(14),        RUN4(18),
    RUN4(22),        RUN4(26),        RUN4(30),   TIMES128(WHOLE), TIMES128(WHOLE),
    TIMES128(WHOLE), TIMES128(WHOLE),
};
