/* SPDX-License-Identifier: Apache-2.0 */
/* Events ordered by time; simultaneous events in order of creation. */
#include "clock_state.h"

static bool is_before(const struct huvm_event *a, const struct huvm_event *b)
{
    return a->at < b->at || (a->at == b->at && a->order < b->order);
}

void huvm_heap_push(struct huvm_heap *heap, uint64_t at, enum huvm_what what, unsigned index)
{
    struct huvm_event event = {at, heap->order++, what, index};
    unsigned i = heap->count++;
    for (; i > 0 && is_before(&event, &heap->event[(i - 1) / 2]); i = (i - 1) / 2)
        heap->event[i] = heap->event[(i - 1) / 2];
    heap->event[i] = event;
}

struct huvm_event huvm_heap_pop(struct huvm_heap *heap)
{
    struct huvm_event top = heap->event[0], last = heap->event[--heap->count];
    unsigned i = 0;
    for (unsigned child = 1; child < heap->count; child = 2 * i + 1) {
        if (child + 1 < heap->count && is_before(&heap->event[child + 1], &heap->event[child]))
            child++;
        if (!is_before(&heap->event[child], &last))
            break;
        heap->event[i] = heap->event[child];
        i = child;
    }
    heap->event[i] = last;
    return top;
}
