/* SPDX-License-Identifier: Apache-2.0 */
/* The policy a second time, for tests: the rules of huvm.md word by word, over plain tables
   that are searched again for every question. Allocates; not for use. */
#ifndef LPI_HUVM_POLICY_SLOW_H
#define LPI_HUVM_POLICY_SLOW_H

#include "../../cmodel/systems/huvm/policy/policy.h"

struct huvm_slow;

struct huvm_slow *huvm_slow_open(const struct huvm_config *config);
void huvm_slow_close(struct huvm_slow *s);

bool huvm_slow_faults(struct huvm_slow *s, unsigned gpu, const uint32_t *chunks, unsigned count);
bool huvm_slow_done(struct huvm_slow *s, uint32_t chunk);
bool huvm_slow_take(struct huvm_slow *s, unsigned gpu, uint32_t granules);
bool huvm_slow_give(struct huvm_slow *s, unsigned gpu, uint32_t granules);
bool huvm_slow_size(struct huvm_slow *s, uint32_t chunk, unsigned granules);
bool huvm_slow_shrunk(struct huvm_slow *s, uint32_t chunk, unsigned granules);
bool huvm_slow_forget(struct huvm_slow *s, uint32_t chunk);
bool huvm_slow_touch(struct huvm_slow *s, uint32_t chunk);
bool huvm_slow_next(struct huvm_slow *s, struct huvm_action *action);

enum huvm_state huvm_slow_state(const struct huvm_slow *s, uint32_t chunk);
const struct huvm_counts *huvm_slow_counts(const struct huvm_slow *s, unsigned gpu);

/* Chunks of others that the GPU has, and their granules. */
uint32_t huvm_slow_guests(const struct huvm_slow *s, unsigned gpu);
uint32_t huvm_slow_lent(const struct huvm_slow *s, unsigned gpu);

#endif
