/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The memory of a GPU program: contents of its buffers, which follow the stores of the run; the
 * class of each line as it is stored; the place of each page. Not installed.
 *
 * Class    Sectors of a line in device memory and in buddy memory, by the codec and the target of
 *          its page. It changes when the line is written to memory.
 */
#ifndef LPI_GPU_IMAGE_H
#define LPI_GPU_IMAGE_H

#include "../../../lib/profile/set_point.h"
#include "../engine/gpu_engine.h"
#include <linepress/targets.h>

enum lpi_gpu_mode { LPI_GPU_UNCOMPRESSED, LPI_GPU_BANDWIDTH, LPI_GPU_BUDDY, LPI_GPU_MODES };
extern const char *const lpi_gpu_modes[LPI_GPU_MODES];

/* How the class of a line changes when it is written. */
enum lpi_gpu_stores {
    LPI_GPU_STORES_BYTES, /* by the stored bytes, which the trace has */
    LPI_GPU_STORES_KEEP,  /* not at all */
    LPI_GPU_STORES_NEXT,  /* to that of its bytes at a later point of the program */
    LPI_GPU_STORES_WORST, /* to a raw line */
    LPI_GPU_STORES_COUNT
};
extern const char *const lpi_gpu_stores[LPI_GPU_STORES_COUNT];

/* Classes that are drawn instead: runs of lines, of which a share spills so many sectors. */
struct lpi_gpu_spill {
    double share; /* 0: classes are those of the bytes */
    uint32_t run, sectors;
};

struct lpi_gpu_image_ask {
    enum lpi_gpu_mode mode;
    enum lpi_gpu_stores stores;
    /* Buffers at that later point, by name; lines that it does not have keep their class. */
    const struct lpi_set_bytes *next;
    size_t next_count;
    struct lpi_gpu_spill spill;
    const struct lp_targets *targets; /* NULL: every buffer has target 2 in mode buddy */
    uint64_t seed;                    /* of the places of pages, and of drawn classes */
};

struct lpi_gpu_image;

/* NULL: no memory. */
struct lpi_gpu_image *lpi_gpu_image_open(const struct lpi_gpu_config *config,
                                         const struct lpi_gpu_image_ask *ask);
void lpi_gpu_image_close(struct lpi_gpu_image *image);

/*
 * Adds a buffer of zeros; one at the same address is replaced. False: no memory.
 */
bool lpi_gpu_image_add(struct lpi_gpu_image *image, const char *name, uint64_t address,
                       uint64_t bytes);

/* A write by the host; the lines are stored again. The bytes are in one buffer. */
void lpi_gpu_image_host(struct lpi_gpu_image *image, uint64_t address, const void *data,
                        uint64_t bytes);

/* A store by a warp; false: no buffer has the bytes. `data` NULL: they are not known. */
bool lpi_gpu_image_store(struct lpi_gpu_image *image, uint64_t address, const void *data,
                         uint64_t bytes);

/* One buffer has all bytes from the first to the last. */
bool lpi_gpu_image_has(struct lpi_gpu_image *image, uint64_t first, uint64_t last);

/* The slice of the line at `address`, and its number in that slice, for the caches' sets. */
struct lpi_gpu_home {
    unsigned slice;
    uint64_t local;
    bool compressed;
};
struct lpi_gpu_home lpi_gpu_image_home(struct lpi_gpu_image *image, uint64_t address);

/*
 * The request that reads the line's sectors in `mask`, or writes them; a compressed line moves
 * whole, and a write sets its class.
 */
struct lpi_gpu_line lpi_gpu_image_line(struct lpi_gpu_image *image, uint64_t address, uint32_t mask,
                                       bool write);

/* An lpi_gpu_state of the image; pages with a codec for each line have none, and give 0. */
lpi_gpu_state lpi_gpu_image_state;

/* The first row of the targets for which no buffer was added; NULL: there is none. */
const char *lpi_gpu_image_unmatched(const struct lpi_gpu_image *image);

/* Whether a buffer was added that the later point has. */
bool lpi_gpu_image_has_next(const struct lpi_gpu_image *image);

/* Bytes of lines that were ever asked for. */
uint64_t lpi_gpu_image_touched(const struct lpi_gpu_image *image);

#endif
