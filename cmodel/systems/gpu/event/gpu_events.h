/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What happens when: events in the order of their time, those of one time in the order in which
 * they were posted. A wheel of ticks holds what is near, a heap the rest. Not installed.
 */
#ifndef LPI_GPU_EVENTS_H
#define LPI_GPU_EVENTS_H

#include <stdbool.h>
#include <stdint.h>

typedef void lpi_gpu_fire(void *object, uint64_t time, uint32_t argument);

struct lpi_gpu_events;

/* NULL: no memory. */
struct lpi_gpu_events *lpi_gpu_events_open(void);
void lpi_gpu_events_close(struct lpi_gpu_events *events);

/* Calls `fire` at `time`, or now if that is past. */
void lpi_gpu_post(struct lpi_gpu_events *events, uint64_t time, lpi_gpu_fire *fire, void *object,
                  uint32_t argument);

/* Fires the next event; false: there is none, or an earlier post found no memory. */
bool lpi_gpu_step(struct lpi_gpu_events *events);
bool lpi_gpu_events_failed(const struct lpi_gpu_events *events);

/* The time of the next event; false: there is none. */
bool lpi_gpu_next(const struct lpi_gpu_events *events, uint64_t *time);

/* The time of the event that was fired last. */
uint64_t lpi_gpu_now(const struct lpi_gpu_events *events);

#endif
