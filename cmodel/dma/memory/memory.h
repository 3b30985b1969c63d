/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A memory with an AXI4 port of 256 bits, for cycle engines and benches: latency, bandwidth, random
 * order of responses, pauses, errors. Not installed.
 *
 * A read returns, at random, the contents at the time of the request or of the response; a write
 * takes effect when the acknowledgement is offered. A master that does not wait for its
 * dependencies is therefore detected.
 *
 * Units    Times in clock cycles. A beat is a sector of 32 bytes.
 * Source   Buddy Compression, section IV-A and table I: 900 GB/s of HBM2 and 150 GB/s of link for
 *          8 memory controllers at 875 MHz, a link of twice the latency.
 */
#ifndef LPI_MEMORY_H
#define LPI_MEMORY_H

#include <stdbool.h>
#include <stdint.h>

#define LPI_MEMORY_BURST 16u /* beats of one request, at most */

struct lpi_memory_config {
    uint64_t base, bytes;           /* accesses outside are answered DECERR */
    unsigned latency;               /* at least 1: request taken to first beat offered, last beat of
                                  data taken to acknowledgement offered */
    uint32_t sectors, cycles;       /* bandwidth: this many sectors in this many cycles */
    int duplex;                     /* reads and writes have that bandwidth each */
    int shuffle;                    /* ids respond in random order, with interleaved beats */
    double stall;                   /* probability of a pause, in each channel and cycle */
    double error;                   /* probability that a request is answered SLVERR */
    int torn;                       /* a write answered SLVERR changes some of its sectors */
    uint64_t error_at, error_bytes; /* a range that always returns an error */
    uint64_t upper;                 /* accesses from there on are counted separately; 0: none */
    uint64_t seed;
    uint8_t *contents; /* from base on; other ports may share them. NULL: private, all zero */
    /*
     * Dynamic memory, instead of base, bytes and contents: the current address of these bytes;
     * NULL: none. They are part of a page of 4 KiB.
     */
    uint8_t *(*place)(void *context, uint64_t addr, uint64_t count);
    void *context;
};

/* One slice's share of device memory, and of a link of `gigabytes` GB/s each way; bytes are 0. */
struct lpi_memory_config lpi_memory_hbm2(unsigned latency);
struct lpi_memory_config lpi_memory_link(unsigned latency, unsigned gigabytes);

/* Sectors that crossed the port, and requests; [1]: from config.upper on. */
struct lpi_memory_counts {
    uint64_t read_sectors[2], write_sectors[2], reads[2], writes[2];
};

enum lpi_axi_response { LPI_AXI_OKAY = 0, LPI_AXI_SLVERR = 2, LPI_AXI_DECERR = 3 };

struct lpi_axi_request { /* ar, aw */
    uint32_t id, beats;
    uint64_t addr;
};
struct lpi_axi_data { /* w */
    uint32_t data[8], strb, last;
};
struct lpi_axi_answer { /* r; b without data and last */
    uint32_t id, resp, last, data[8];
};

struct lpi_memory;

/* The only reason to stop that is not an engine error: out of memory for written data. */
extern const char lpi_memory_none[];

/* NULL: no memory. */
struct lpi_memory *lpi_memory_open(const struct lpi_memory_config *config);
void lpi_memory_close(struct lpi_memory *memory);

/*
 * Ready and offered signals are constant from one lpi_memory_pass to the next; between them each
 * channel takes at most one transfer. A taking function returns NULL, or the rule of AXI4 or of
 * this model that the request violates.
 */
struct lpi_memory_side {
    int arready, awready, wready;
    const struct lpi_axi_answer *r, *b; /* NULL: none */
};
struct lpi_memory_side lpi_memory_offers(const struct lpi_memory *memory);
const char *lpi_memory_take_ar(struct lpi_memory *memory, const struct lpi_axi_request *request);
const char *lpi_memory_take_aw(struct lpi_memory *memory, const struct lpi_axi_request *request);
const char *lpi_memory_take_w(struct lpi_memory *memory, const struct lpi_axi_data *data);
void lpi_memory_give_r(struct lpi_memory *memory);
void lpi_memory_give_b(struct lpi_memory *memory);
/* The clock edge. NULL, or the reason to stop: lpi_memory_none. */
const char *lpi_memory_pass(struct lpi_memory *memory);

/* Nothing is outstanding. */
bool lpi_memory_idle(const struct lpi_memory *memory);
const struct lpi_memory_counts *lpi_memory_counts(const struct lpi_memory *memory);

/* Contents, bypassing all timing; unwritten bytes are zero. poke: 0 = no memory. */
void lpi_memory_peek(const struct lpi_memory *memory, uint64_t addr, void *bytes, uint64_t count);
int lpi_memory_poke(struct lpi_memory *memory, uint64_t addr, const void *bytes, uint64_t count);

#endif
