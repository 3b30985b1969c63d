/* SPDX-License-Identifier: Apache-2.0 */
/*
 * GBBR translation: the addresses of a compressed page's lines in device memory, in buddy memory
 * and in the metadata, and the sectors in each memory. Formulas: format.md, section 9.
 *
 * Shape    A page is divided among 2^slices_log2 slices (memory controllers); its part in one of
 *          them is a share of 2^share_log2 bytes. Addresses, slots and indices are relative to a
 *          slice.
 * Units    Addresses are in bytes, those of metadata in nibbles (byte address x 2, + 1 for the high
 *          nibble). Frames are numbered in sixteenths of a share; a slot is 3/4 of a share long.
 * Errors   Bad page attributes give a positive enum lp_answer, as the hardware does; a bad argument
 *          gives LP_ERR_ARG. In both cases nothing is written.
 * Memory   No allocation, no state. Every function may be called from any number of threads.
 * Source   Choukse et al., "Buddy Compression", ISCA 2020, section III-B and III-C.
 */
#ifndef LINEPRESS_GBBR_H
#define LINEPRESS_GBBR_H

#include "linepress.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Target compression ratio of a page; 5..7 are reserved. */
enum lp_target {
    LP_TARGET_1 = 0, /* bandwidth only: compressed transfers, no capacity gained */
    LP_TARGET_1_33 = 1,
    LP_TARGET_2 = 2,
    LP_TARGET_4 = 3,
    LP_TARGET_16 = 4
};
#define LP_TARGETS 5u

/*
 * Metadata of a line, 4 bits. 1, 2, 3: compressed, in that many sectors. 6..14 are reserved, or
 * encode codec and sectors with mixed codecs (lp_auto_state).
 */
enum lp_gbbr_state {
    LP_STATE_ZERO = 0,   /* all zero, nothing stored */
    LP_STATE_RAW = 4,    /* raw, four sectors */
    LP_STATE_EIGHT = 5,  /* compressed in 8 bytes, on pages of target 16 only */
    LP_STATE_POISON = 15 /* lost: a write of the line had a memory error */
};

#define LP_EIGHT_BYTES 8u

/* Frames (sixteenths of a share) that a page of this target takes: 16, 12, 8, 4, 1. 0: reserved. */
unsigned lp_gbbr_frames(unsigned target);

/* Slots that a compressed page takes: 1, or 2 for target 16. 0: reserved. */
unsigned lp_gbbr_slots(unsigned target);

/* Bytes per line in device memory: 128, 96, 64, 32, 8. 0: reserved. */
unsigned lp_gbbr_device_bytes(unsigned target);

/* Bytes reserved for each line in buddy memory: 0, 32, 64, 96, 128. For a reserved target: 0. */
unsigned lp_gbbr_spill_bytes(unsigned target);

/* Sizes of pages and number of slices. */
struct lp_gbbr_geometry {
    unsigned share_log2;  /* 11..24; 64 KiB pages in 8 slices: 13, 2 MiB pages: 18 */
    unsigned slices_log2; /* 0..5; 3 for 8 slices */
    uint64_t fold;        /* mask of bits that select the slice, see lp_gbbr_slice */
};

/* Lines of a share. */
uint32_t lp_gbbr_lines(const struct lp_gbbr_geometry *geometry);

/* A slice's registers. The low 12 bits of gbbr and mdbase are ignored. */
struct lp_gbbr_regs {
    uint64_t gbbr;   /* the carve-out's base, a buddy address */
    uint64_t mdbase; /* the metadata's base, a device address */
    uint64_t slots;  /* in the carve-out */
    uint64_t frames; /* of device memory, for pages */
};

/* A page's attributes, as in its entry of the page table. */
struct lp_gbbr_page {
    uint8_t compressed; /* 0 or 1; 0 needs target 0 and no slot */
    uint8_t target;     /* enum lp_target */
    uint32_t slot;
    uint32_t frame;
    uint8_t codec; /* enum lp_page_codec (buddy.h) of its lines; translation does not use it */
};

/* Location of a line. The address of an absent part is 0. */
struct lp_gbbr_line {
    uint64_t dev_addr;
    uint8_t dev_sectors;   /* 4, 3, 2, 1; 0 for target 16 */
    uint8_t eight;         /* 1: dev_addr is that of 8 bytes (target 16) */
    uint8_t spill_sectors; /* 0, 1, 2, 3, 4 */
    uint8_t meta;          /* 1: has metadata */
    uint64_t spill_addr;
    uint64_t meta_addr; /* of a nibble */
};

/*
 * Translates line `index` of a page's share. Returns an enum lp_answer of 0..3, the lowest fault
 * that applies, or LP_ERR_ARG for a geometry or an index outside its range; *line is written only
 * for LP_ANSWER_OK.
 */
int lp_gbbr_translate(const struct lp_gbbr_geometry *geometry, const struct lp_gbbr_regs *regs,
                      const struct lp_gbbr_page *page, uint32_t index, struct lp_gbbr_line *line);

/* Division of a stored line. The sectors of an entry are in order, device memory first. */
struct lp_gbbr_split {
    uint8_t dev_sectors;
    uint8_t eight; /* 1: the 8 bytes in device memory and nothing else */
    uint8_t spill_sectors;
};

/*
 * Sectors of a line in this state in each memory. LP_ANSWER_OK; LP_ANSWER_STATE: the state is
 * reserved or illegal on a page of this target, or the target is reserved; LP_ANSWER_MEMORY: the
 * line is lost (LP_STATE_POISON).
 */
int lp_gbbr_split(unsigned state, unsigned target, struct lp_gbbr_split *split);

/*
 * The same with mixed codecs; `codecs` selects them as in lp_auto_choose. LP_ERR_ARG: codecs
 * outside 1..LP_AUTO_ALL.
 */
int lp_gbbr_split_mixed(unsigned codecs, unsigned state, unsigned target,
                        struct lp_gbbr_split *split);

/*
 * State of a line on a page of this target. The line's entry takes `sectors` sectors (0..4); if
 * 1..3, its record has `bits` bits.
 */
unsigned lp_gbbr_state(unsigned target, unsigned sectors, size_t bits);

/*
 * Slice and local index of line `index` of a whole page (0 .. lines x slices - 1). Lines go to
 * slices in groups of four: group = index / 4, slice = (group xor fold) mod slices, local index =
 * group / slices x 4 + index mod 4, where fold is the xor of all fields of slices_log2 bits of
 * `(group / slices xor frame) & geometry->fold`. All ones: all bits are used, so that neither pages
 * nor strides of a power of two use a single slice; 0: groups go to slices in turn.
 */
void lp_gbbr_slice(const struct lp_gbbr_geometry *geometry, uint32_t frame, uint32_t index,
                   unsigned *slice, uint32_t *local);

/* The inverse: the line of a page that is line `local` of its share in `slice`. */
uint32_t lp_gbbr_index(const struct lp_gbbr_geometry *geometry, uint32_t frame, unsigned slice,
                       uint32_t local);

#ifdef __cplusplus
}
#endif

#endif
