/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Memory snapshots: the contents of all blocks, written to files. lpi_capture_attach finds the page
 * shared with the command, once. Not installed.
 */
#ifndef LPI_CAPTURE_SNAPSHOT_H
#define LPI_CAPTURE_SNAPSHOT_H

#include "control.h"
#include "table.h"

/* NULL if this process is not the captured one. */
extern struct lpi_capture *lpi_capture;

/* A word that is 0 in every fork of that process, made by the C library or not. */
extern _Atomic uint32_t *lpi_capture_alive;

/* Whether this is the captured process. In any other, nothing is noted and no lock is taken. */
static inline bool lpi_capture_here(void)
{
    return lpi_capture != NULL &&
           atomic_load_explicit(lpi_capture_alive, memory_order_relaxed) != 0;
}

/* Finds the page and registers the fork handlers. To be called once, by one thread. */
void lpi_capture_attach(void);

/* Notes the first fault, which ends the capture. `text` may be NULL. */
void lpi_capture_fail(enum lpi_capture_fault fault, long number, const char *text);

/* Counts a boundary: true if a snapshot is due. Not thread-safe. */
bool lpi_capture_due(void);

/* The program excludes memory from its forks: snapshots read it from the program itself. */
void lpi_capture_hides(void);

/*
 * Takes the next snapshot in a forked process, whose memory does not change, and waits until at
 * most `writing` snapshots are being written. The caller has blocked all signals. `descriptors`:
 * the caller has a descriptor table of its own, so that the program does not see descriptors opened
 * there.
 */
void lpi_snapshot_fork(uint32_t writing, bool descriptors);

/* ---- writing the files of a snapshot ---- */

struct lpi_writer {
    struct lpi_capture_snapshot *snapshot;
    char path[LPI_CAPTURE_PATH + 32];
    size_t folder; /* length of the folder's part of the path */
    int index;
    uint64_t bytes, blocks;
};

/* Begins the snapshot of this number. False: failed; the fault is noted. */
bool lpi_writer_open(struct lpi_writer *writer, uint32_t number);
/* The path of the file for the next block. */
const char *lpi_writer_next(struct lpi_writer *writer);
/* Adds this block, whose file is written, to the index; `access`: OpenCL's flags, or 0. */
bool lpi_writer_note(struct lpi_writer *writer, const struct lpi_block *block, uint64_t address,
                     uint64_t access);
/* Writes a file with these bytes in the snapshot's folder. */
bool lpi_writer_file(struct lpi_writer *writer, const char *name, const void *bytes, size_t count);
/* Marks the snapshot as complete. */
void lpi_writer_finish(struct lpi_writer *writer);
/* Starts the record of the next snapshot; returns its number. */
uint32_t lpi_snapshot_begin(void);

/* Joins texts; a result that does not fit is truncated. */
void lpi_join(char *to, size_t capacity, const char *const *parts, size_t count);
/* Decimal digits of the value; the returned text is in `digits`. */
const char *lpi_decimal(uint64_t value, char digits[24]);

#endif
