/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The shortest way through a card: its engine's rings in one page of the machine's memory, and a
 * page of data that goes to the card and comes back compressed. It uses only registers and
 * descriptors, so that it can test a card without the host library.
 */
#ifndef TB_CARD_PAGE_H
#define TB_CARD_PAGE_H

#include <linepress/cdma.h>
#include <stdbool.h>
#include <stdint.h>

#define PAGE_BYTES 4096u
#define PAGE_ENGINE 0x4000u /* where the engine's registers are */

/* A page of the machine's memory: its address for the program and for the card. */
struct page {
    volatile uint8_t *at;
    uint64_t bus;
};

struct page_rig {
    uint32_t (*read)(void *card, uint32_t offset);
    void (*write)(void *card, uint32_t offset, uint32_t value);
    void *card;
    struct page rings, raw, stream;
};

/* Writes the registers of an engine after a reset, and enables it; only these fields of the rig are
 * used. */
void page_set_up(const struct page_rig *rig, const struct lp_dma_setup *setup);
/* The same, with rings in their page; the card may read and write all of the machine's memory that
 * it reaches. */
void page_start(const struct page_rig *rig);
/* Writes the first descriptor of a ring, for a page at this address of the card's memory. */
void page_submit(const struct page_rig *rig, enum lp_dma_direction direction,
                 enum lp_dma_codec codec, uint64_t device);
/* False: not within this many reads of a register. */
bool page_wait(const struct page_rig *rig, enum lp_dma_direction direction,
               struct lp_dma_completion *completion);

/*
 * Raw bytes to the card's memory and out again, compressed with ZVC, compared with the functional
 * library. "": right; else the fault.
 */
const char *page_move(const struct page_rig *rig, uint64_t device);

#endif
