/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Pictures: what all blocks hold, written to files. The page that the command shares is found once,
 * by lpi_capture_attach. Not installed.
 */
#ifndef LPI_CAPTURE_PICTURE_H
#define LPI_CAPTURE_PICTURE_H

#include "control.h"
#include "table.h"

/* NULL where this process is not the one that is captured. */
extern struct lpi_capture *lpi_capture;

/* A word that is 0 in whatever is forked of that process, by the C library or not. */
extern _Atomic uint32_t *lpi_capture_alive;

/* Whether this is that process. Nothing is noted in another, and no lock taken. */
static inline bool lpi_capture_here(void)
{
    return lpi_capture != NULL &&
           atomic_load_explicit(lpi_capture_alive, memory_order_relaxed) != 0;
}

/* Finds the page; registers what a fork needs. To be called once, by one thread. */
void lpi_capture_attach(void);

/* Notes the first fault, after which nothing is captured. `text` may be NULL. */
void lpi_capture_fail(enum lpi_capture_fault fault, long number, const char *text);

/* A boundary has passed: true if a picture is due. One thread at a time. */
bool lpi_capture_due(void);

/* The program keeps memory from copies of itself: pictures read it in the program's own. */
void lpi_capture_hides(void);

/*
 * Takes the next picture of memory in a process of its own, whose memory stands still, and waits
 * until no more than so many are being written. The caller has blocked all signals. `descriptors`:
 * it has a table of descriptors of its own, so that the program does not see what is open there.
 */
void lpi_picture_fork(uint32_t writing, bool descriptors);

/* ---- the files of a picture: for whoever writes one ---- */

struct lpi_writer {
    struct lpi_capture_picture *picture;
    char path[LPI_CAPTURE_PATH + 32];
    size_t folder; /* length of the folder's part of the path */
    int index;
    uint64_t bytes, blocks;
};

/* Begins this picture. False: it failed, and that is noted. */
bool lpi_writer_open(struct lpi_writer *writer, uint32_t number);
/* The path of the file for the next block. */
const char *lpi_writer_next(struct lpi_writer *writer);
/* Notes this block, whose file is written; `access`: OpenCL's flags, or 0. */
bool lpi_writer_note(struct lpi_writer *writer, const struct lpi_block *block, uint64_t address,
                     uint64_t access);
/* A file of the picture's folder with these bytes. */
bool lpi_writer_file(struct lpi_writer *writer, const char *name, const void *bytes,
                     size_t count);
/* Notes the picture, which is then whole. */
void lpi_writer_finish(struct lpi_writer *writer);
/* Begins the account of the next picture; its number. */
uint32_t lpi_picture_begin(void);

/* Joins texts; what does not fit is cut. */
void lpi_join(char *to, size_t capacity, const char *const *parts, size_t count);
/* Decimal; the text is in `digits`. */
const char *lpi_decimal(uint64_t value, char digits[24]);

#endif
