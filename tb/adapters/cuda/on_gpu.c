/* SPDX-License-Identifier: Apache-2.0 */
/* The emulator's interface for tests on a real GPU. */
#include "emulated/emulator.h"

const int emulator_is_here = 0;

void emulator_seed(uint64_t seed)
{
    (void)seed;
}

uint64_t emulator_host_waits;

void emulator_host_touches(const void *memory, size_t bytes, int write)
{
    (void)memory, (void)bytes, (void)write;
}

void emulator_set_mood(enum emulator_mood mood)
{
    (void)mood;
}
