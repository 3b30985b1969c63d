/* SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L
#include "handles.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>

#define PLACE_BITS 16
#define PAGE 256 /* slots */
#define PAGES ((1u << PLACE_BITS) / PAGE)
#define TURNS (UINTPTR_MAX >> PLACE_BITS)

/* `turn` and `thing` are protected by the slot's lock, `next` by that of the free slots. */
struct slot {
    pthread_mutex_t lock;
    uintptr_t turn; /* from 1: that of the live handle, or of the last one */
    void *thing;
    uint32_t next; /* free slot, + 1 */
};

static _Atomic(struct slot *) pages[PAGES];
static pthread_mutex_t free_lock = PTHREAD_MUTEX_INITIALIZER;
static uint32_t first_free; /* + 1; 0: none */
static uint32_t made;

/* NULL: there is no such slot. */
static struct slot *slot_at(uint32_t place)
{
    struct slot *page = atomic_load_explicit(&pages[place / PAGE], memory_order_acquire);
    return page != NULL ? &page[place % PAGE] : NULL;
}

static uint32_t place_of(const void *handle)
{
    return (uint32_t)((uintptr_t)handle & ((1u << PLACE_BITS) - 1));
}

static void *handle_of(uint32_t place, uintptr_t turn)
{
    return (void *)(turn << PLACE_BITS | place);
}

/* Adds a page of free slots. Called with the lock of the free slots. */
static void grow(void)
{
    struct slot *page = made < PAGES ? calloc(PAGE, sizeof *page) : NULL;

    if (page == NULL)
        return;
    for (uint32_t i = PAGE; i-- > 0;) {
        pthread_mutex_init(&page[i].lock, NULL);
        page[i].next = first_free;
        first_free = made * PAGE + i + 1;
    }
    atomic_store_explicit(&pages[made++], page, memory_order_release);
}

void *lpi_handle_add(void *thing)
{
    struct slot *slot = NULL;
    uint32_t place = 0;

    pthread_mutex_lock(&free_lock);
    if (first_free == 0)
        grow();
    if (first_free != 0) {
        place = first_free - 1;
        slot = slot_at(place);
        first_free = slot->next;
    }
    pthread_mutex_unlock(&free_lock);
    if (slot == NULL)
        return NULL;
    pthread_mutex_lock(&slot->lock);
    slot->turn = slot->turn == TURNS ? 1 : slot->turn + 1;
    slot->thing = thing;
    void *handle = handle_of(place, slot->turn);
    pthread_mutex_unlock(&slot->lock);
    return handle;
}

enum lpi_handle_state lpi_handle_lock(void *handle, void **thing)
{
    uintptr_t turn = (uintptr_t)handle >> PLACE_BITS;
    struct slot *slot = slot_at(place_of(handle));

    if (handle == NULL)
        return LPI_HANDLE_NULL;
    if (slot == NULL || turn == 0)
        return LPI_HANDLE_FOREIGN;
    pthread_mutex_lock(&slot->lock);
    *thing = slot->thing;
    if (slot->thing != NULL && slot->turn == turn)
        return LPI_HANDLE_LIVE;
    enum lpi_handle_state state = turn > slot->turn ? LPI_HANDLE_FOREIGN : LPI_HANDLE_DEAD;
    pthread_mutex_unlock(&slot->lock);
    return state;
}

void lpi_handle_unlock(void *handle)
{
    pthread_mutex_unlock(&slot_at(place_of(handle))->lock);
}

void lpi_handle_remove(void *handle)
{
    uint32_t place = place_of(handle);
    struct slot *slot = slot_at(place);

    slot->thing = NULL;
    pthread_mutex_unlock(&slot->lock);
    pthread_mutex_lock(&free_lock);
    slot->next = first_free;
    first_free = place + 1;
    pthread_mutex_unlock(&free_lock);
}
