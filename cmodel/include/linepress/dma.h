/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The copy call: device memory with a compressing DMA engine. The engine (functional C, the cycle
 * model, Verilated RTL) is chosen when the handle is opened; the program is the same. In a separate
 * library, liblinepress_dma.
 *
 * Shape    Device memory belongs to the engine; an address in it is a number, not a pointer. The
 *          engine is driven like a card: descriptors and completions in rings, registers, and a
 *          window of host memory through which data of all host pointers are copied.
 * Units    Bytes. A compressed transfer begins at a multiple of 512 in device memory and is a
 *          multiple of 32 bytes long.
 * Errors   LP_OK or a negative enum lp_error. If the engine is in a card (card.h), functions that
 *          wait may also return LP_ERR_TIMEOUT or LP_ERR_CARD, since its completions are checked
 *          against the requests; all outstanding transfers are then aborted.
 * Memory   lp_dma_open allocates both memories, whose pages are used when first touched. A handle
 *          may be used by one thread at a time; the engine runs only inside its calls.
 * Source   Rhu et al., "Compressing DMA Engine", HPCA 2018, section V-E.
 *
 * Example: a buffer leaves device memory compressed, and comes back.
 *
 *     struct lp_dma *dma;
 *     static unsigned char data[65536] = {[4096] = 1}, away[70000], back[sizeof data];
 *     uint64_t buffer;
 *     size_t compressed;
 *     if (lp_dma_open("model", NULL, &dma) != LP_OK ||
 *         lp_dma_malloc(dma, sizeof data, &buffer) != LP_OK ||
 *         lp_dma_write(dma, buffer, data, sizeof data) != LP_OK)
 *         return 1;
 *     if (lp_memcpy_compressed(dma, away, sizeof away, buffer, sizeof data, LP_DMA_ZVC,
 *                              &compressed) != LP_OK)
 *         return 1;
 *     if (compressed != sizeof data / 32 + 4)
 *         return 1;
 *     if (lp_memcpy_decompressed(dma, buffer, sizeof data, away, compressed, LP_DMA_ZVC) != LP_OK)
 *         return 1;
 *     if (lp_dma_read(dma, buffer, back, sizeof back) != LP_OK || memcmp(data, back, sizeof data))
 *         return 1;
 *     lp_dma_close(dma);
 */
#ifndef LINEPRESS_DMA_H
#define LINEPRESS_DMA_H

#include "cdma.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The engine and its environment. The functional engine ignores the fields in parentheses. */
struct lp_dma_config {
    unsigned codecs;                        /* 1: only ZVC; 2: and BPC (default); 5: all */
    unsigned elem;                          /* enum lp_elem: elements of ZVC */
    unsigned channels;                      /* (1..8: memory controllers) */
    unsigned buffer_bytes;                  /* (of the DMA unit) */
    unsigned ring_log2;                     /* descriptors in each ring, 0..12 */
    unsigned reserved;                      /* 0 */
    uint64_t device_bytes;                  /* device memory; a multiple of 512 */
    uint64_t host_bytes;                    /* the window of host memory; a multiple of 512 */
    double clock_mhz, link_gbs, latency_ns; /* (of the engine, each way, of device memory) */
    double stall;                           /* (probability of a pause in each stream) */
    uint64_t seed;                          /* (of the pauses) */
    uint64_t more[4];                       /* 0 */
};

/* The paper's engine: 6 channels at 1 GHz, 80 KiB, 16 GB/s, 350 ns; 256 MiB of each memory. */
void lp_dma_defaults(struct lp_dma_config *config);

struct lp_dma;

/*
 * Opens the engine "model" (functional), "cycle" or "rtl". A null config is lp_dma_defaults. "rtl"
 * is Verilated and loaded from liblinepress_dma_rtl.so, in the folder of this library or at the
 * path in the environment variable LINEPRESS_DMA_RTL. LP_ERR_ARG: another name, or a field outside
 * its range; LP_ERR_ENGINE: that file is missing, or has no engine with these codecs, elements,
 * channels and buffer; LP_ERR_SYSTEM: out of memory.
 */
int lp_dma_open(const char *engine, const struct lp_dma_config *config, struct lp_dma **dma);
/* Ends outstanding transfers and frees everything; NULL is fine. */
void lp_dma_close(struct lp_dma *dma);

/* ---- device memory ---- */

/*
 * *address = the first of `bytes` bytes, a multiple of 512. LP_ERR_ARG: none; LP_ERR_DEVICE_FULL.
 */
int lp_dma_malloc(struct lp_dma *dma, uint64_t bytes, uint64_t *address);
/* LP_ERR_ADDRESS: not returned by lp_dma_malloc, or already freed. */
int lp_dma_free(struct lp_dma *dma, uint64_t address);

/* Plain copies without the engine, inside one allocation. LP_ERR_ADDRESS. */
int lp_dma_write(struct lp_dma *dma, uint64_t address, const void *from, size_t bytes);
int lp_dma_read(struct lp_dma *dma, uint64_t address, void *to, size_t bytes);

/* ---- the copy call ---- */

/*
 * Copies `bytes` bytes from device memory to `dst`, compressing; *compressed = the bytes written;
 * the rest of the last sector is zero. `room` counts in whole sectors; lp_dma_bound(codec, elem,
 * bytes) always suffices. LP_ERR_ARG: an address or size is misaligned or out of range;
 * LP_ERR_CODEC; LP_ERR_SPACE: the stream exceeds the room, or the window is too small;
 * LP_ERR_MEMORY, LP_ERR_ABORTED.
 */
int lp_memcpy_compressed(struct lp_dma *dma, void *dst, size_t room, uint64_t src, size_t bytes,
                         enum lp_dma_codec codec, size_t *compressed);

/*
 * The inverse: `compressed` bytes at src become `bytes` bytes of device memory. Errors as above,
 * and LP_ERR_CORRUPT. A stream written by this handle is read through all channels, since the
 * handle keeps its index in device memory (the last 256; fewer if lp_dma_malloc needs the memory);
 * other streams are read at the speed of one channel.
 */
int lp_memcpy_decompressed(struct lp_dma *dma, uint64_t dst, size_t bytes, const void *src,
                           size_t compressed, enum lp_dma_codec codec);

/* ---- asynchronous transfers ---- */

/*
 * One transfer. Its index, if any, is provided by the caller: lp_dma_index_bytes(bytes) bytes of
 * device memory from lp_dma_malloc, written on the way out and read on the way back; it must be
 * kept until then. Without an index a stream is read at the speed of one channel instead of all.
 */
struct lp_dma_transfer {
    enum lp_dma_direction direction;
    enum lp_dma_codec codec;
    uint64_t device;      /* address in device memory */
    uint64_t bytes;       /* raw */
    void *to;             /* out: destination of the stream; valid until the transfer is over */
    const void *from;     /* in: source of the stream; not needed after lp_dma_submit */
    uint64_t size;        /* out: room at `to`; in: compressed bytes at `from` */
    uint64_t index;       /* address in device memory; 0: none */
    uint64_t reserved[2]; /* 0 */
};

/*
 * Begins a transfer; if its ring is full, waits for an entry first. *ticket = its number, never 0.
 * A refusal by the engine is reported as a status, not as an error. LP_ERR_ARG; LP_ERR_SPACE: the
 * window of host memory is too small for it.
 */
int lp_dma_submit(struct lp_dma *dma, const struct lp_dma_transfer *transfer, uint64_t *ticket);

/*
 * *done = 1 if the transfer is over; then *completion is the engine's completion (its status is an
 * enum lp_dma_status). A completion is kept until as many later transfers of its direction have
 * been submitted as the ring has entries. LP_ERR_ARG: unknown or expired ticket.
 */
int lp_dma_poll(struct lp_dma *dma, uint64_t ticket, int *done,
                struct lp_dma_completion *completion);
/* Returns when the transfer is over. */
int lp_dma_wait(struct lp_dma *dma, uint64_t ticket, struct lp_dma_completion *completion);

/* The error returned by lp_memcpy_compressed and lp_memcpy_decompressed for a status. */
int lp_dma_status_error(unsigned status);

/*
 * Bytes per cycle, times 256, that each direction may move at device memory: the bandwidth-aware
 * policy (section V-D). 0, as after opening: no limit. LP_ERR_ARG: more than 24 bits.
 */
int lp_dma_rate(struct lp_dma *dma, uint32_t rate);

/*
 * Counts of the engine since the last call (or since opening). The functional engine counts groups,
 * beats, words and errors; all other counts are 0.
 */
struct lp_dma_side_counts {
    uint32_t groups, beats;                                      /* beats of 32 bytes at the link */
    uint32_t stall_link, stall_credit, stall_rate, stall_memory; /* cycles */
    uint32_t high_flits; /* most flits in the buffer; out only */
    uint32_t span;       /* cycles from the first beat at the link to the last */
};
struct lp_dma_counts {
    uint32_t cycles;
    struct lp_dma_side_counts out, in;
    uint32_t zeros;                 /* words of 32 bits on the way out that are zero */
    uint32_t dev_reads, dev_writes; /* beats of 32 bytes at device memory */
    uint32_t errors;                /* completions whose status is not good */
    uint32_t reserved[3];
};
/* LP_ERR_ARG. */
int lp_dma_count(struct lp_dma *dma, struct lp_dma_counts *counts);

#ifdef __cplusplus
}
#endif

#endif
