/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What kernels are launched with. Addresses are the device's; a part is compressed or expanded by
 * one block of threads, whose grid is therefore the number of parts.
 */
#ifndef LPC_JOB_H
#define LPC_JOB_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define LPC_WINDOW 4096u    /* bytes of the tensor, of codecs whose records need a length */
#define LPC_WARPS_MAX 4u    /* of a block */
#define LPC_SPARE (LPC_WINDOW + LPC_WINDOW / 255 + 16) /* bytes of the longest LZ4 window */
#define LPC_LZ4_TABLE 16384u /* bytes of shared memory that LZ4 needs a warp */

struct lpc_job {
    const uint8_t *tensor; /* to compress, at a multiple of 4 */
    uint8_t *back;         /* to expand into, likewise */
    uint64_t bytes;        /* of the tensor */
    uint32_t parts;
    uint8_t *slots;        /* where parts are compressed to, `room` bytes each, likewise */
    uint64_t room;         /* a multiple of 4 */
    uint8_t *stream;       /* the whole stream, likewise */
    uint64_t *sizes;       /* of each part's stream */
    uint64_t *from;        /* where it begins in `stream`; [parts] is where the last one ends */
    uint32_t *errors;      /* of each part: 0 or -(enum lp_error) */
    uint8_t *spare;        /* LZ4: LPC_SPARE bytes a warp to compress; expand: LPC_WINDOW bytes */
};

enum lpc_kernel {
    LPC_COMPRESS_ZVC, LPC_COMPRESS_RLE, LPC_COMPRESS_CSR, LPC_COMPRESS_LZ4,
    LPC_EXPAND_ZVC, LPC_EXPAND_RLE, LPC_EXPAND_CSR, LPC_EXPAND_LZ4,
    LPC_HEAD,  /* one block: the stream's first bytes, and `from`, out of `sizes` */
    LPC_GATHER /* a block a part: the slot's bytes to their place in the stream */
};

/*
 * Launches a kernel in `blocks` blocks of `threads` threads, 1 to LPC_WARPS_MAX warps, in the
 * stream (cudaStream_t). Returns cudaError_t.
 */
int lpc_launch(enum lpc_kernel kernel, const struct lpc_job *job, unsigned blocks,
               unsigned threads, void *stream);

#ifdef __cplusplus
}
#endif

#endif
