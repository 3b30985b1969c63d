/* SPDX-License-Identifier: Apache-2.0 */
#include "policy_state.h"

void huvm_list_add(struct huvm_policy *p, struct huvm_list *list, uint32_t chunk)
{
    struct huvm_chunk *c = &p->chunks[chunk];
    c->before = list->last; /* and `after` refers to none, as in chunks that are in no list */
    if (list->last != HUVM_NONE)
        p->chunks[list->last].after = chunk;
    else
        list->first = chunk;
    list->last = chunk;
    list->count++;
}

void huvm_list_remove(struct huvm_policy *p, struct huvm_list *list, uint32_t chunk)
{
    struct huvm_chunk *c = &p->chunks[chunk];
    if (c->before != HUVM_NONE)
        p->chunks[c->before].after = c->after;
    else
        list->first = c->after;
    if (c->after != HUVM_NONE)
        p->chunks[c->after].before = c->before;
    else
        list->last = c->before;
    c->before = c->after = HUVM_NONE;
    list->count--;
}
