/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Arguments of kernel launches. Addresses are device addresses; a part is compressed or expanded by
 * one block of threads, whose grid is therefore the number of parts.
 */
#ifndef LPC_JOB_H
#define LPC_JOB_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define LPC_WINDOW 4096u /* bytes of the tensor, for codecs whose records need a length */
#define LPC_WARPS_MAX 4u /* largest number of warps of a block */
#define LPC_SPARE (LPC_WINDOW + LPC_WINDOW / 255 + 16) /* bytes of the longest LZ4 window */
#define LPC_LZ4_TABLE 16384u                           /* bytes of shared memory per warp for LZ4 */
#define LPC_BURST 128u /* bytes; sent parts begin at multiples of it */

/* Position of a sent part (docs/reference/format.md, section 21.1). */
struct lpc_entry {
    uint32_t from;  /* in bursts after the table */
    uint32_t bytes; /* of the part's stream */
    uint64_t sum;   /* of the tensor's words in the part */
};

struct lpc_job {
    const uint8_t *tensor; /* to compress, at a multiple of 4 */
    uint8_t *back;         /* to expand into, likewise */
    uint64_t bytes;        /* of the tensor */
    uint32_t parts;
    uint8_t *slots;   /* destination of compressed parts, `room` bytes each, likewise */
    uint64_t room;    /* a multiple of 4 */
    uint8_t *stream;  /* the whole stream, likewise */
    uint64_t *sizes;  /* of each part's stream */
    uint64_t *from;   /* start of each part in `stream`; [parts] is the end of the last */
    uint32_t *errors; /* of each part: 0 or -(enum lp_error) */
    uint8_t *spare;   /* LZ4: LPC_SPARE bytes per warp to compress; expand: LPC_WINDOW bytes */
    /* For sent parts, whose `stream` follows their table: */
    struct lpc_entry *table;     /* NULL: parts are at `from` */
    unsigned long long *counter; /* allocated bursts; 0 before the kernel */
    uint64_t bursts;             /* room of `stream` */
    uint64_t *trouble;           /* a kernel writes `tag` << 8 | -(enum lp_error) there */
    uint64_t tag;                /* of the tensor */
    uint32_t sums;               /* 1: sums are compared */
};

enum lpc_kernel {
    LPC_COMPRESS_ZVC,
    LPC_COMPRESS_RLE,
    LPC_COMPRESS_CSR,
    LPC_COMPRESS_LZ4,
    LPC_COMPRESS_ZVC16,
    LPC_COMPRESS_EBD16,
    LPC_EXPAND_ZVC,
    LPC_EXPAND_RLE,
    LPC_EXPAND_CSR,
    LPC_EXPAND_LZ4,
    LPC_EXPAND_ZVC16,
    LPC_EXPAND_EBD16,
    LPC_HEAD,   /* one block: the stream's first bytes, and `from`, from `sizes` */
    LPC_GATHER, /* one block per part: copies the slot's bytes to their position in the stream */
    /* Any number of blocks, which take parts in turn: */
    LPC_SEND_ZVC, /* `tensor` to `stream` and `table` */
    LPC_SEND_ZVC16,
    LPC_SEND_SLOTS,  /* the same from slots filled by a codec */
    LPC_RECEIVE_ZVC, /* back */
    LPC_RECEIVE_ZVC16,
    LPC_SUM,  /* sums of `tensor` to the table */
    LPC_CHECK /* compares sums of `back` with the table, and collects `errors` if not NULL */
};

/*
 * Launches a kernel in `blocks` blocks of `threads` threads, 1 to LPC_WARPS_MAX warps, in the
 * stream (cudaStream_t). Returns cudaError_t.
 */
int lpc_launch(enum lpc_kernel kernel, const struct lpc_job *job, unsigned blocks, unsigned threads,
               void *stream);

#ifdef __cplusplus
}
#endif

#endif
