/* SPDX-License-Identifier: Apache-2.0 */
/* A file that a program and whoever records it share: which chunks the program uses, in order. */
#ifndef LPI_HUVM_RECORD_H
#define LPI_HUVM_RECORD_H

#include <stdatomic.h>
#include <stdint.h>

enum { HUVM_RECORD_WINDOW_MAX = 4096 };

struct huvm_record {
    uint64_t chunk_bytes;
    uint32_t chunks;
    uint32_t window; /* chunks that can be used at a time, 4..HUVM_RECORD_WINDOW_MAX */
    uint64_t room;   /* uses for which there is a place */
    _Atomic int32_t pid;   /* whose uses they are; 0: nobody's yet */
    _Atomic uint32_t used; /* chunks that blocks had, from the first to the last */
    _Atomic uint64_t count; /* may go beyond `room`: what has no place is lost */
    uint32_t uses[];
};

#endif
