/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Marks on the streams of one device, for pictures of an iteration: each mark has the time at which
 * its stream got there. linepress.swap calls them through liblinepress_cuda.so.
 *
 * Units    Seconds since mark 0. `stream` is a cudaStream_t of the device; NULL is the default one.
 * Errors   enum lp_error. LP_ERR_SYSTEM: CUDA refused, and lpi_cuda_trouble says why.
 * Threads  One thread at a time.
 */
#ifndef LPC_MARKS_H
#define LPC_MARKS_H

struct lpi_marks;

int lpi_marks_open(int device, struct lpi_marks **marks);
/* NULL is allowed. */
void lpi_marks_close(struct lpi_marks *marks);

/* Marks the work queued on the stream so far; numbers count from 0. Does not wait. */
int lpi_marks_set(struct lpi_marks *marks, void *stream, unsigned *number);

/* Waits until the streams got to the mark. LP_ERR_ARG: no such mark. */
int lpi_marks_at(const struct lpi_marks *marks, unsigned number, double *seconds);

/* The cudaEvent_t of mark 0, for lpi_flow_span; NULL: not set yet. */
void *lpi_marks_first(const struct lpi_marks *marks);

#endif
