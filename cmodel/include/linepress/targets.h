/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Target files: the target ratio of each allocation of a program, as found from snapshots by
 * `linepress profile --targets`. The format is docs/reference/format.md, section 17.
 *
 * Shape    A row is an allocation: its name, its size when it was profiled, its target.
 * Errors   LP_OK or a negative enum lp_error; *fault, if given, has details.
 * Memory   lp_targets_read allocates; lp_targets_free frees. The result is constant and may be read
 *          by any number of threads.
 * Source   Choukse et al., "Buddy Compression", ISCA 2020, section III-B: the profiler reports
 *          target ratios, and the programmer annotates each allocation.
 *
 * Example: an allocation with the target of its row.
 *
 *     static const char text[] =
 *         "{\"linepress_targets\": 1, \"page\": \"64k\", \"codec\": {\"2\": \"bpc\"},"
 *         " \"allocations\": [{\"name\": \"grid\", \"bytes\": 65536, \"target\": \"2\"}]}";
 *     struct lp_targets *targets;
 *     struct lp_buddy_config config;
 *     struct lp_buddy *buddy;
 *     uint64_t address;
 *     if (lp_targets_parse(text, sizeof text - 1, &targets, NULL) != LP_OK)
 *         return 1;
 *     lp_buddy_defaults(&config, 1 << 20);
 *     lp_targets_config(targets, &config);
 *     if (lp_buddy_open(&config, &buddy) != LP_OK)
 *         return 1;
 *     if (lp_buddy_malloc_for(buddy, targets, "grid", 65536, &address) != LP_OK)
 *         return 1;
 *     lp_buddy_close(buddy);
 *     lp_targets_free(targets);
 */
#ifndef LINEPRESS_TARGETS_H
#define LINEPRESS_TARGETS_H

#include "buddy.h"
#include "linepress.h"

#ifdef __cplusplus
extern "C" {
#endif

#define LP_TARGETS_VERSION 1
/* The longest name of an allocation, in bytes. */
#define LP_TARGETS_NAME_MAX 128u

struct lp_targets_row {
    const char *name;
    uint64_t bytes;  /* its maximum over all points */
    unsigned target; /* enum lp_target or LP_BUDDY_UNCOMPRESSED */
};

/* One line of English: the error and its position. */
struct lp_targets_fault {
    char why[256];
};

struct lp_targets;

/*
 * Reads a target file. LP_ERR_SYSTEM: errno says why; LP_ERR_TARGETS: not such a file, an unknown
 * target or codec, a bad name, a duplicate allocation; LP_ERR_TARGETS_VERSION. `fault` may be NULL.
 */
int lp_targets_read(const char *path, struct lp_targets **targets, struct lp_targets_fault *fault);
/* The same from memory. */
int lp_targets_parse(const char *text, size_t bytes, struct lp_targets **targets,
                     struct lp_targets_fault *fault);
/* NULL is fine. */
void lp_targets_free(struct lp_targets *targets);

/* Rows in the order of the file; NULL from lp_targets_count on. */
size_t lp_targets_count(const struct lp_targets *targets);
const struct lp_targets_row *lp_targets_row(const struct lp_targets *targets, size_t number);
/* The row of that name, or NULL. */
const struct lp_targets_row *lp_targets_find(const struct lp_targets *targets, const char *name);

/* Sets the page size and the codecs of pages for which the targets were chosen. */
void lp_targets_config(const struct lp_targets *targets, struct lp_buddy_config *config);

/*
 * lp_buddy_malloc with the file's target for that name, whatever the size in the file. LP_ERR_NAME:
 * the file has no such name; otherwise as lp_buddy_malloc.
 */
int lp_buddy_malloc_for(struct lp_buddy *buddy, const struct lp_targets *targets, const char *name,
                        uint64_t bytes, uint64_t *address);

/* "1", "1.33", "2", "4", "16", and "none" for LP_BUDDY_UNCOMPRESSED; NULL for anything else. */
const char *lp_target_name(unsigned target);

#ifdef __cplusplus
}
#endif

#endif
