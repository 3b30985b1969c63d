/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The copy call: device memory behind a compressing DMA engine. Which engine that is (functional C,
 * the cycle model, Verilated RTL) is chosen when it is opened; the program stays the same. In a
 * library of its own, liblinepress_dma.
 *
 * Shape    Device memory is the engine's; an address in it is a number, not a pointer. The engine
 *          is driven as a card would be: descriptors and completions in rings, registers, and a
 *          window of host memory through which every host pointer is bounced.
 * Units    Bytes. What is compressed begins at a multiple of 512 of device memory and is a multiple
 *          of 32 bytes long.
 * Errors   LP_OK or a negative enum lp_error. Whatever waits may also return LP_ERR_TIMEOUT or
 *          LP_ERR_CARD where the engine is in a card (card.h), whose completions are checked against
 *          what was asked; all that was under way is then aborted.
 * Memory   lp_dma_open allocates both memories, which take room as they are touched. A handle
 *          belongs to one thread at a time; nothing happens but in its calls.
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

/* What is built, and around it. The functional engine has no use for what is in parentheses. */
struct lp_dma_config {
    unsigned codecs;       /* 1: ZVC alone; 2: all */
    unsigned elem;         /* enum lp_elem: elements of ZVC */
    unsigned channels;     /* (2..8: memory controllers) */
    unsigned buffer_bytes; /* (of the DMA unit) */
    unsigned ring_log2;    /* descriptors in each ring, 0..12 */
    unsigned reserved;     /* 0 */
    uint64_t device_bytes; /* device memory; a multiple of 512 */
    uint64_t host_bytes;   /* the window of host memory; a multiple of 512 */
    double clock_mhz, link_gbs, latency_ns; /* (of the engine, each way, of device memory) */
    double stall;          /* (probability of a pause in each stream) */
    uint64_t seed;         /* (of the pauses) */
    uint64_t more[4];      /* 0 */
};

/* The paper's engine: 6 channels at 1 GHz, 80 KiB, 16 GB/s, 350 ns; 256 MiB of each memory. */
void lp_dma_defaults(struct lp_dma_config *config);

struct lp_dma;

/*
 * Opens the engine "model" (functional), "cycle" or "rtl". A null config is lp_dma_defaults.
 * "rtl" is Verilated and loaded from liblinepress_dma_rtl.so, beside this library or where the
 * environment's LINEPRESS_DMA_RTL says. LP_ERR_ARG: another name, or a field outside its range;
 * LP_ERR_ENGINE: that file is missing, or has no engine of these codecs, elements, channels and
 * this buffer; LP_ERR_SYSTEM: no memory.
 */
int lp_dma_open(const char *engine, const struct lp_dma_config *config, struct lp_dma **dma);
/* Frees everything, also what is under way; NULL is fine. */
void lp_dma_close(struct lp_dma *dma);

/* ---- device memory ---- */

/* *address = where `bytes` bytes begin, a multiple of 512. LP_ERR_ARG: none; LP_ERR_DEVICE_FULL. */
int lp_dma_malloc(struct lp_dma *dma, uint64_t bytes, uint64_t *address);
/* LP_ERR_ADDRESS: not what lp_dma_malloc returned, or freed already. */
int lp_dma_free(struct lp_dma *dma, uint64_t address);

/* Plain copies past the engine, inside one allocation. LP_ERR_ADDRESS. */
int lp_dma_write(struct lp_dma *dma, uint64_t address, const void *from, size_t bytes);
int lp_dma_read(struct lp_dma *dma, uint64_t address, void *to, size_t bytes);

/* ---- the copy call ---- */

/*
 * Copies `bytes` bytes from device memory to `dst`, compressing; *compressed = the bytes there, of
 * which the last sector's rest is zero. `room` counts in whole sectors; lp_dma_bound(codec, elem,
 * bytes) always suffices. LP_ERR_ARG: an address or size that is not the multiple that it must be,
 * or lies outside; LP_ERR_CODEC; LP_ERR_SPACE: more than the room, or the window has no place for
 * it; LP_ERR_MEMORY, LP_ERR_ABORTED.
 */
int lp_memcpy_compressed(struct lp_dma *dma, void *dst, size_t room, uint64_t src, size_t bytes,
                         enum lp_dma_codec codec, size_t *compressed);

/*
 * The inverse: `compressed` bytes at src become `bytes` bytes of device memory. Errors as above,
 * and LP_ERR_CORRUPT. A stream that this handle wrote comes in through all channels, since the
 * handle keeps its index in device memory (256 of them; older ones, and those whose room
 * lp_dma_malloc wants, go); any other comes in at the speed of one channel.
 */
int lp_memcpy_decompressed(struct lp_dma *dma, uint64_t dst, size_t bytes, const void *src,
                           size_t compressed, enum lp_dma_codec codec);

/* ---- transfers that go on by themselves ---- */

/*
 * One transfer. Its index, if it has one, is the caller's: lp_dma_index_bytes(bytes) bytes of
 * device memory from lp_dma_malloc, written by the way out and read by the way back, for which it
 * must be kept. Without one a stream comes back at a channel's speed instead of all channels'.
 */
struct lp_dma_transfer {
    enum lp_dma_direction direction;
    enum lp_dma_codec codec;
    uint64_t device;  /* address in device memory */
    uint64_t bytes;   /* raw */
    void *to;         /* out: where the stream goes; must stay until the transfer is over */
    const void *from; /* in: where it is; may go after lp_dma_submit */
    uint64_t size;    /* out: room at `to`; in: compressed bytes at `from` */
    uint64_t index;   /* address in device memory; 0: none */
    uint64_t reserved[2]; /* 0 */
};

/*
 * Begins a transfer; where all places of its ring are taken, after waiting for one. *ticket = its
 * number, never 0. What the engine refuses is a status, not an error. LP_ERR_ARG; LP_ERR_SPACE: the
 * window of host memory can never hold it.
 */
int lp_dma_submit(struct lp_dma *dma, const struct lp_dma_transfer *transfer, uint64_t *ticket);

/*
 * *done = 1 if the transfer is over, and then *completion is what the engine wrote (its status is
 * an enum lp_dma_status). A completion is kept until as many transfers of its direction as the ring
 * has places were submitted after it. LP_ERR_ARG: no such ticket, or no longer.
 */
int lp_dma_poll(struct lp_dma *dma, uint64_t ticket, int *done,
                struct lp_dma_completion *completion);
/* Returns when the transfer is over. */
int lp_dma_wait(struct lp_dma *dma, uint64_t ticket, struct lp_dma_completion *completion);

/* What lp_memcpy_compressed and lp_memcpy_decompressed return for a status. */
int lp_dma_status_error(unsigned status);

/*
 * Bytes a cycle, times 256, that each direction may move at device memory: the bandwidth-aware
 * policy (section V-D). 0, as after opening: no limit. LP_ERR_ARG: more than 24 bits.
 */
int lp_dma_rate(struct lp_dma *dma, uint32_t rate);

/* What the engine counted since the last call (or since opening). The functional engine counts
 * groups, beats, words and errors; all else is 0 there. */
struct lp_dma_side_counts {
    uint32_t groups, beats; /* beats of 32 bytes at the link */
    uint32_t stall_link, stall_credit, stall_rate, stall_memory; /* cycles */
    uint32_t high_flits;    /* most flits in the buffer; out alone */
    uint32_t span;          /* cycles from the first beat at the link to the last */
};
struct lp_dma_counts {
    uint32_t cycles;
    struct lp_dma_side_counts out, in;
    uint32_t zeros;         /* words of 32 bits on the way out that are zero */
    uint32_t dev_reads, dev_writes; /* beats of 32 bytes at device memory */
    uint32_t errors;        /* completions whose status is not good */
    uint32_t reserved[3];
};
/* LP_ERR_ARG. */
int lp_dma_count(struct lp_dma *dma, struct lp_dma_counts *counts);

#ifdef __cplusplus
}
#endif

#endif
