/* SPDX-License-Identifier: Apache-2.0 */
/*
 * GRP-16: groups of four lines for dense bfloat16 (docs/reference/format.md, section 23).
 *
 * Shape    A group is LP_GRP_BYTES bytes, 256 elements of 16 bits: sign, 8 bits of exponent, 7 of
 *          mantissa. Exponents have codes of 2, 3 or 5 bits by a table that belongs to an
 *          allocation; a stored group takes 10, 11 or 12 sectors, a raw one 16.
 * Units    Sizes are in bytes unless a name says sectors, groups or states.
 * Errors   As in linepress.h, and so are memory and threads: nothing is allocated or kept, and
 *          pointers need no alignment.
 * Source   Linepress's own.
 *
 * Example: one group to sectors and back, with a table of its own.
 *
 *     unsigned char group[LP_GRP_BYTES], entry[LP_GRP_BYTES], back[LP_GRP_BYTES];
 *     unsigned char table[LP_GRP_TABLE_BYTES];
 *     struct lp_grp grp;
 *     unsigned state, sectors;
 *     memset(group, 0x3f, sizeof group);
 *     if (lp_grp_choose(group, sizeof group, table) != LP_OK || lp_grp_load(table, &grp) != LP_OK)
 *         return 1;
 *     if (lp_grp_encode_entry(&grp, group, entry, &state) != LP_OK ||
 *         lp_grp_state_sectors(state, &sectors) != LP_OK || sectors != 10)
 *         return 1;
 *     if (lp_grp_decode_entry(&grp, entry, state, back) != LP_OK ||
 *         memcmp(group, back, sizeof group) != 0)
 *         return 1;
 */
#ifndef LINEPRESS_GRP_H
#define LINEPRESS_GRP_H

#include <linepress/linepress.h>

#ifdef __cplusplus
extern "C" {
#endif

#define LP_GRP_BYTES 512u
#define LP_GRP_LINES 4u
#define LP_GRP_SECTORS 16u /* of a raw group */
#define LP_GRP_TABLE_BYTES 16u
#define LP_GRP_EXPONENTS 11u /* that a table gives a code */

/* States of a group (4 bits), the same in the metadata of each of its lines. */
enum lp_grp_state {
    LP_GRP_ZERO = 0,       /* all zero; nothing is stored */
    LP_GRP_10_SECTORS = 1, /* compressed; 2 and 3 are 11 and 12 sectors */
    LP_GRP_11_SECTORS = 2,
    LP_GRP_12_SECTORS = 3,
    LP_GRP_RAW = 4, /* as it is, in 16 sectors */
    LP_GRP_POISON = 15
};

/* A table as the codec uses it. lp_grp_load fills it; its fields are not for callers. */
struct lp_grp {
    uint8_t exponent[16]; /* of each code; 0 where a code is unused or the escape */
    uint8_t code[256];    /* of each exponent */
};

/*
 * Counts the exponents of a sample of whole elements and writes the table with the 11 most frequent
 * ones, ties to the smaller exponent. An odd last byte is ignored. LP_ERR_ARG.
 */
int lp_grp_choose(const void *sample, size_t bytes, uint8_t *table);

/*
 * Loads a table of LP_GRP_TABLE_BYTES bytes. LP_ERR_ARG; LP_ERR_CORRUPT: an exponent is there twice,
 * as in a table of zeros, or a reserved byte is not zero.
 */
int lp_grp_load(const uint8_t *table, struct lp_grp *grp);

/* *sectors = the sectors that a state (0..15) stores. LP_ERR_ARG: also a state without sectors. */
int lp_grp_state_sectors(unsigned state, unsigned *sectors);

/* states[i] = the state of group i, for `groups` consecutive groups. LP_ERR_ARG. */
int lp_grp_states(const struct lp_grp *grp, const void *src, size_t groups, uint8_t *states);

/*
 * Encodes a group into `entry`, which has room for 512 bytes, of which only the stored sectors are
 * written. *state = its state, never LP_GRP_POISON. LP_ERR_ARG.
 */
int lp_grp_encode_entry(const struct lp_grp *grp, const void *group, void *entry, unsigned *state);

/*
 * Decodes an entry into a group; only the sectors of its state are read. LP_ERR_ARG: also a state
 * above 15; LP_ERR_CORRUPT: also a reserved state or poison; LP_ERR_SHORT: the fields need more
 * sectors than the state has; LP_ERR_LONG: fewer.
 */
int lp_grp_decode_entry(const struct lp_grp *grp, const void *entry, unsigned state, void *group);

/* Upper bound of the bytes that lp_grp_compress writes. 0 if it overflows. */
size_t lp_grp_bound(size_t bytes);

/*
 * Compresses src_bytes bytes to a stream: a table, chosen from a sample of the bytes, then a state
 * and an entry for each group. A short last group counts as if zeros followed. LP_ERR_ARG,
 * LP_ERR_SPACE.
 */
int lp_grp_compress(const void *src, size_t src_bytes, void *dst, size_t capacity,
                    size_t *dst_bytes);

/*
 * The inverse: exactly src_bytes bytes in and dst_bytes out. LP_ERR_ARG; LP_ERR_SHORT, LP_ERR_LONG:
 * the stream ends early or late; LP_ERR_CORRUPT: also a table or an entry that is refused, or bytes
 * that follow the data and are not zero.
 */
int lp_grp_decompress(const void *src, size_t src_bytes, void *dst, size_t dst_bytes);

#ifdef __cplusplus
}
#endif

#endif
