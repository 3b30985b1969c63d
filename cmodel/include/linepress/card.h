/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A card with the compressing DMA engine, on PCIe or simulated. An open card provides a struct
 * lp_dma, so that the copy call and all of dma.h work on it. In liblinepress_dma. Linux only.
 *
 * Shape    A card is named by its connection, "SCHEME:REST":
 *            sim:[OPTION,...]         linepress-card-server, started by lp_card_open
 *            pci:DDDD:BB:DD.F         sysfs; huge pages are host memory (root)
 *            vfio:DDDD:BB:DD.F        vfio-pci
 *            xdma:/dev/xdma0          AMD's XDMA driver
 *            litepcie:/dev/litepcie0  LitePCIe's driver; ",base=N": base of the registers
 *            uart:/dev/ttyUSB0        a serial line; ",115200": its speed (1 Mbaud)
 * Units    Bytes; addresses in card memory begin at 0.
 * Errors   LP_OK or a negative enum lp_error. LP_ERR_CARD comes with a struct lp_card_trouble.
 * Memory   A card may be used by one thread at a time, and by one process.
 *
 * Example: lists cards, and makes a transfer through the first one.
 *
 *     static unsigned char data[4096], away[8192];
 *     struct lp_card_found found[8];
 *     struct lp_card_trouble trouble;
 *     struct lp_card *card;
 *     struct lp_dma *dma;
 *     size_t count, compressed;
 *     uint64_t buffer;
 *     if (lp_card_list(found, 8, &count) != LP_OK)
 *         return 1;
 *     if (count == 0)
 *         return 0;
 *     if (lp_card_open(found[0].spec, NULL, &card, &trouble) != LP_OK) {
 *         fprintf(stderr, "%s\n", trouble.text);
 *         return 0;
 *     }
 *     if (lp_card_dma(card, &dma) == LP_OK &&
 *         lp_dma_malloc(dma, sizeof data, &buffer) == LP_OK &&
 *         lp_dma_write(dma, buffer, data, sizeof data) == LP_OK &&
 *         lp_memcpy_compressed(dma, away, sizeof away, buffer, sizeof data, LP_DMA_ZVC,
 *                              &compressed) == LP_OK)
 *         printf("%zu bytes\n", compressed);
 *     lp_card_close(card);
 */
#ifndef LINEPRESS_CARD_H
#define LINEPRESS_CARD_H

#include "dma.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Why a card cannot be used. */
enum lp_card_fault {
    LP_CARD_GOOD = 0,
    LP_CARD_NAME = 1,   /* not a name of a card */
    LP_CARD_NONE = 2,   /* no such card */
    LP_CARD_DRIVER = 3, /* the required driver is missing, or not bound to it */
    LP_CARD_LINK = 4,   /* every register reads as all ones */
    LP_CARD_MAGIC = 5,  /* not the identity of a card */
    LP_CARD_NEWER = 6,  /* a card of a newer version than this library */
    LP_CARD_PERMISSION = 7,
    LP_CARD_BUSY = 8,    /* another process has it */
    LP_CARD_PAGES = 9,   /* no huge pages */
    LP_CARD_SERVER = 10, /* no linepress-card-server */
    LP_CARD_LATE = 11,   /* no answer in time */
    LP_CARD_BLOCKS = 12, /* its list of blocks loops, or leaves the registers */
    LP_CARD_BUILT = 13,  /* it lacks a requested feature */
    LP_CARD_SYSTEM = 14, /* the operating system refused */
    LP_CARD_WRONG = 15   /* its reports are impossible, or do not match the request */
};

/* The reason and a remedy: one line without a full stop. */
struct lp_card_trouble {
    enum lp_card_fault fault;
    char text[512];
};

struct lp_card_config {
    unsigned timeout_ms;   /* of each wait; after it the card is reset */
    unsigned ring_log2;    /* descriptors in each ring, 0..12 */
    uint64_t window_bytes; /* of host memory, or of card memory in local mode: there at most half */
    unsigned local;        /* 1: local mode even if the card can reach host memory */
    unsigned reserved;     /* 0 */
    uint64_t more[4];      /* 0 */
};

/* 10 s, rings of 64, 8 MiB, host memory if the card can reach it. */
void lp_card_defaults(struct lp_card_config *config);

struct lp_card;

/*
 * Opens a card, reads its identity and resets it. A null config is lp_card_defaults. LP_ERR_ARG;
 * LP_ERR_CARD, with the reason in *trouble (which may be NULL); LP_ERR_TIMEOUT; LP_ERR_SYSTEM: out
 * of memory.
 */
int lp_card_open(const char *spec, const struct lp_card_config *config, struct lp_card **card,
                 struct lp_card_trouble *trouble);
/* Resets the card, so that it no longer accesses host memory, and frees; NULL is fine. */
void lp_card_close(struct lp_card *card);

/* The last error; its text is "" if there was none. Valid as long as the card. */
const struct lp_card_trouble *lp_card_trouble(const struct lp_card *card);

struct lp_card_found {
    char spec[64];  /* for lp_card_open */
    char text[128]; /* description, and the problem if it is unusable */
};

/*
 * Searches for cards: PCI devices with the ids of a card, and device files of the drivers. *count =
 * the number found; the first `room` of them are written to found. LP_ERR_ARG.
 */
int lp_card_list(struct lp_card_found *found, size_t room, size_t *count);

#define LP_CARD_BLOCKS_MAX 16u

/* A block of registers: type is four letters, the first one lowest. */
struct lp_card_block {
    uint32_t type, version, base;
};

struct lp_card_info {
    char spec[64];
    unsigned major, minor; /* of the identity block */
    uint32_t git, built;   /* first 8 hexadecimal digits of the commit; seconds since 1970 */
    unsigned host, window; /* 1: the card can access host memory; a bridge card memory */
    unsigned local;        /* 1: local mode is active */
    unsigned codecs, channels, elem;
    uint64_t memory_bytes;
    uint64_t window_bytes;    /* of the rings and the window together */
    uint32_t registers_bytes; /* of the BAR, as far as it is used */
    unsigned blocks;
    struct lp_card_block block[LP_CARD_BLOCKS_MAX];
    double link_gts; /* per lane; 0: unknown */
    unsigned link_lanes;
    uint64_t reserved[4];
};
/* LP_ERR_ARG, errors of reading. */
int lp_card_info(struct lp_card *card, struct lp_card_info *info);

/* A register by its byte offset in the BAR. LP_ERR_ARG, LP_ERR_TIMEOUT, LP_ERR_CARD. */
int lp_card_read32(struct lp_card *card, uint32_t offset, uint32_t *value);
int lp_card_write32(struct lp_card *card, uint32_t offset, uint32_t value);

/*
 * Ends all outstanding transfers with status LP_DMA_ABORTED and resets the card; device memory and
 * its allocations stay. LP_ERR_TIMEOUT, LP_ERR_CARD.
 */
int lp_card_reset(struct lp_card *card);

/*
 * *dma = the card's engine for the copy call. It belongs to the card: lp_card_close and
 * lp_card_selftest free it; never pass it to lp_dma_close. LP_ERR_CARD, LP_ERR_TIMEOUT,
 * LP_ERR_SYSTEM.
 */
int lp_card_dma(struct lp_card *card, struct lp_dma **dma);

/*
 * Accesses card memory without the engine, by a bridge or by the self-test. LP_ERR_ADDRESS,
 * LP_ERR_MEMORY.
 */
int lp_card_peek(struct lp_card *card, uint64_t address, void *to, size_t bytes);
int lp_card_poke(struct lp_card *card, uint64_t address, const void *from, size_t bytes);

/* A step of the self-test; good is 1 or 0. The strings are valid during the call. */
struct lp_card_step {
    const char *name, *result;
    int good;
    unsigned number, count;
};
/* A result other than 0 ends the self-test. */
typedef int lp_card_step_fn(void *context, const struct lp_card_step *step);

/*
 * For each codec and class of data: fills card memory, sends it through the engine and back inside
 * the card, and compares sizes and checksums with those of the library. Then, if the card can
 * access host memory, the same through it. *failed = the number of failed steps. The contents of
 * card memory are lost. LP_ERR_ABORTED: ended by `step`; LP_ERR_CARD: the card has no self-test;
 * errors as above.
 */
int lp_card_selftest(struct lp_card *card, lp_card_step_fn *step, void *context, unsigned *failed);

#ifdef __cplusplus
}
#endif

#endif
