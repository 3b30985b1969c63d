/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Buddy memory: allocations with a target compression ratio, their page table, and reads and writes
 * of lines through translation, metadata cache and codec. Functional only: no cycles.
 *
 * Shape    A virtual address is a number, not a pointer. An allocation begins at a page boundary;
 *          each of its pages has its own frame in device memory and, if compressed, its own slots
 *          in the carve-out of buddy memory. A page always takes the frame of a whole page, even if
 *          the allocation ends within it.
 * Units    Sizes and addresses in bytes; lines of 128 bytes, sectors of 32 bytes.
 * Errors   LP_OK or a negative enum lp_error; after an error allocations, page table and contents
 *          are unchanged.
 * Memory   lp_buddy_open allocates tables for all pages; both memories are sparse: the first write
 *          to each block of 4 KiB allocates it. A handle may be used by one thread at a time.
 * Source   Choukse et al., "Buddy Compression", ISCA 2020, section III.
 *
 * Example: a line in an allocation with half of each line in device memory.
 *
 *     struct lp_buddy_config config;
 *     struct lp_buddy *buddy;
 *     uint64_t address;
 *     unsigned char line[LP_LINE_BYTES] = "seldom more than this", back[LP_LINE_BYTES];
 *     lp_buddy_defaults(&config, 1 << 20);
 *     if (lp_buddy_open(&config, &buddy) != LP_OK)
 *         return 1;
 *     if (lp_buddy_malloc(buddy, 1 << 16, LP_TARGET_2, &address) != LP_OK)
 *         return 1;
 *     if (lp_buddy_write(buddy, address + 5 * LP_LINE_BYTES, line) != LP_OK)
 *         return 1;
 *     if (lp_buddy_read(buddy, address + 5 * LP_LINE_BYTES, back) != LP_OK)
 *         return 1;
 *     lp_buddy_close(buddy);
 *     if (memcmp(line, back, sizeof line) != 0)
 *         return 1;
 */
#ifndef LINEPRESS_BUDDY_H
#define LINEPRESS_BUDDY_H

#include "gbbr.h"
#include "linepress.h"

#ifdef __cplusplus
extern "C" {
#endif

/*
 * The codec of a page, one of its attributes (not the id of framed files). ZVC has 32-bit elements,
 * XZVC and EBD 16-bit ones.
 */
enum lp_page_codec {
    LP_PAGE_ZVC = 0,
    LP_PAGE_BPC = 1,
    LP_PAGE_XZVC = 2,
    LP_PAGE_EBD = 3,
    LP_PAGE_AUTO = 4 /* the best of the four for each line, by its state; ZVC with 16 bits */
};
#define LP_PAGE_CODECS 5u

/* Instead of an enum lp_target: an uncompressed page without metadata. */
#define LP_BUDDY_UNCOMPRESSED 8u

struct lp_buddy_config {
    unsigned page_log2;              /* 16: pages of 64 KiB; 21: of 2 MiB */
    unsigned slices_log2;            /* 0..5: 1 to 32 slices; 3: eight */
    uint64_t fold;                   /* see struct lp_gbbr_geometry */
    uint64_t device_bytes;           /* device memory for pages, all slices, without metadata */
    uint64_t carve_out_bytes;        /* buddy memory, all slices */
    uint64_t gbbr;                   /* base of the carve-out in each slice; a multiple of 4096 */
    unsigned cache_sets, cache_ways; /* of each slice's metadata cache: powers of two; ways <= 8 */
    uint8_t codec[LP_TARGETS];       /* enum lp_page_codec of pages with that target */
    uint64_t reserved[4];            /* 0 */
};

/*
 * 64 KiB pages in 8 slices, a carve-out of 3 times the device memory, a metadata cache of 4 KiB
 * with 4 ways in each slice, BPC on all pages.
 */
void lp_buddy_defaults(struct lp_buddy_config *config, uint64_t device_bytes);

struct lp_buddy;

/*
 * Opens buddy memory whose contents are all zero. The size of device memory is rounded down to
 * whole sixteenths of a page, that of the carve-out to whole slots. LP_ERR_ARG: a field outside its
 * range, less than a sixteenth of a page, or a count above 2^32; LP_ERR_SYSTEM: out of memory.
 */
int lp_buddy_open(const struct lp_buddy_config *config, struct lp_buddy **buddy);
/* Frees everything; NULL is fine. */
void lp_buddy_close(struct lp_buddy *buddy);

/*
 * Allocates `bytes` bytes, which read as zeros, on pages of this target (an enum lp_target or
 * LP_BUDDY_UNCOMPRESSED). *address = its first byte; addresses are never reused. LP_ERR_ARG: bad
 * target, or no bytes; LP_ERR_DEVICE_FULL, LP_ERR_BUDDY_FULL: that memory is full or too
 * fragmented.
 */
int lp_buddy_malloc(struct lp_buddy *buddy, uint64_t bytes, unsigned target, uint64_t *address);

/*
 * Frees an allocation. Its metadata and its bytes in device memory are cleared; for that, the
 * metadata caches are written back and emptied. LP_ERR_ADDRESS: not returned by lp_buddy_malloc, or
 * already freed.
 */
int lp_buddy_free(struct lp_buddy *buddy, uint64_t address);

/*
 * Reads or writes the line at `address`, a multiple of 128 within an allocation. LP_ERR_ADDRESS;
 * reads also LP_ERR_CORRUPT: the line's metadata or stored bytes are invalid, or the line is lost;
 * writes also LP_ERR_SYSTEM: out of memory.
 */
int lp_buddy_read(struct lp_buddy *buddy, uint64_t address, void *line);
int lp_buddy_write(struct lp_buddy *buddy, uint64_t address, const void *line);

/*
 * Marks the line as lost, like a memory error during a write: its state becomes LP_STATE_POISON,
 * nothing is stored, and a read is LP_ERR_CORRUPT until it is written again. LP_ERR_ADDRESS, also
 * on a page that is not compressed, which has no states; LP_ERR_SYSTEM.
 */
int lp_buddy_poison(struct lp_buddy *buddy, uint64_t address);

/*
 * Attributes of a request for a line, as sent by the L2; `index` counts within the slice's share.
 */
struct lp_buddy_place {
    struct lp_gbbr_page page;
    unsigned slice;
    uint32_t index;
};

/* LP_ERR_ADDRESS: no line of an allocation begins at this address. */
int lp_buddy_find(const struct lp_buddy *buddy, uint64_t address, struct lp_buddy_place *place);

/* Sizes and registers of every slice. Valid as long as the handle. */
const struct lp_gbbr_geometry *lp_buddy_geometry(const struct lp_buddy *buddy);
const struct lp_gbbr_regs *lp_buddy_regs(const struct lp_buddy *buddy);

/* Free sixteenths of a page in device memory, free slots in the carve-out, pages in use. */
struct lp_buddy_room {
    uint64_t frames, slots, pages;
};
void lp_buddy_room(const struct lp_buddy *buddy, struct lp_buddy_room *room);

/* Traffic at the memories' ports. An 8-byte access of a 16x page is one device sector. */
struct lp_buddy_traffic {
    uint64_t lines, device_sectors, buddy_sectors;
    uint64_t buddy_lines; /* with at least one sector in buddy memory */
};
struct lp_buddy_counts {
    struct lp_buddy_traffic read, write;
    struct { /* hits + fills = accesses; fills and writebacks are device sectors too */
        uint64_t accesses, hits, fills, writebacks;
    } metadata;
    uint64_t chosen[LP_AUTO_CODECS]; /* lines written as records of each, by enum lp_auto_codec */
};
/* Since lp_buddy_open, all slices together. */
void lp_buddy_counts(const struct lp_buddy *buddy, struct lp_buddy_counts *counts);

#ifdef __cplusplus
}
#endif

#endif
