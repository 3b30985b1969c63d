/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A file for what pinned memory cannot hold. A thread writes to it and another one reads from it; the
 * caller, one thread at a time, gives them errands and collects these when they are done. Until then
 * the memory of an errand, and the errand itself, belong to the threads.
 */
#ifndef LPC_SPILL_H
#define LPC_SPILL_H

#include <stdint.h>

#define LPC_SPILL_TEXT 4400u /* bytes of the longest text */

enum lpc_errand_kind {
    LPC_IDLE,  /* not under way */
    LPC_WRITE, /* `memory` to a new range of the file */
    LPC_READ,  /* back; its CRC must be that of what was written */
    LPC_FORGET /* the range is free */
};

struct lpc_errand {
    enum lpc_errand_kind kind;
    uint8_t *memory;
    uint64_t bytes;
    uint64_t at;  /* of the range, in bytes of the file */
    uint32_t crc; /* CRC-32; 0 if the file is not checked */
    int cancelled;
    int error; /* LP_ERR_ABORTED: it was cancelled, and the file has no range of it */
    struct lpc_errand *next;
};

struct lpc_spill;

/*
 * Makes the file, of `bytes` bytes at most. `text` has LPC_SPILL_TEXT bytes: why the file failed, in
 * one line. LP_ERR_SYSTEM.
 */
int lpc_spill_open(struct lpc_spill **spill, const char *path, uint64_t bytes, int checked,
                   char *text);

/* Removes the file. Errands under way end early, and are the caller's again. */
void lpc_spill_close(struct lpc_spill *spill);

/* urgent: before others of its kind. */
void lpc_spill_ask(struct lpc_spill *spill, struct lpc_errand *errand, int urgent);

/* It ends early, if it is not done yet. */
void lpc_spill_cancel(struct lpc_spill *spill, struct lpc_errand *errand);

/* An errand that is done, and idle from here on; NULL: there is none. */
struct lpc_errand *lpc_spill_done(struct lpc_spill *spill);

/* Waits for one; there must be one under way. */
void lpc_spill_wait(struct lpc_spill *spill);

/*
 * LP_OK, or the first error, after which nothing is written or read: LP_ERR_HOST_FULL,
 * LP_ERR_CORRUPT, LP_ERR_SYSTEM.
 */
int lpc_spill_error(struct lpc_spill *spill);

struct lpc_spill_stats {
    uint64_t used, peak;    /* bytes of ranges */
    uint64_t written, read; /* bytes */
};
void lpc_spill_stats(struct lpc_spill *spill, struct lpc_spill_stats *stats);

#endif
