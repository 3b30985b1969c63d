/* SPDX-License-Identifier: Apache-2.0 */
/*
 * How evenly accesses with one stride are spread over the slices: the most that one slice gets of
 * any `window` consecutive accesses. The caller supplies the hash, so that several can be compared.
 */
#ifndef TB_UNIT_SLICE_WINDOWS_H
#define TB_UNIT_SLICE_WINDOWS_H

#include <stdint.h>

#define WINDOW_SLICES 32 /* at most */
#define WINDOW_MOST 64

/* The slice of line `index` of the page with this frame. */
typedef unsigned slice_of(unsigned slices_log2, uint32_t frame, uint32_t index);

struct walk {
    unsigned page_log2, slices_log2, stride_log2; /* stride in bytes */
    unsigned window;                              /* accesses, at most WINDOW_MOST */
    unsigned apart;  /* windows begin at multiples of this many accesses */
    unsigned pages;  /* accesses in a row */
    unsigned frames; /* from one page to the next */
};

/* Accesses in all. */
static inline uint64_t walk_length(const struct walk *w)
{
    return ((uint64_t)w->pages << w->page_log2) >> w->stride_log2;
}

/* The window, or the whole walk if that is shorter. */
static inline unsigned walk_window(const struct walk *w)
{
    return walk_length(w) < w->window ? (unsigned)walk_length(w) : w->window;
}

/* An even share of a window, in accesses, rounded up. */
static inline unsigned walk_share(const struct walk *w)
{
    return (walk_window(w) + (1u << w->slices_log2) - 1) >> w->slices_log2;
}

static inline unsigned walk_worst(const struct walk *w, slice_of *slice)
{
    unsigned seen[WINDOW_SLICES] = {0}, ring[WINDOW_MOST], window = walk_window(w), worst = 0;
    uint32_t lines = UINT32_C(1) << (w->page_log2 - 7);

    for (uint64_t n = 0; n < walk_length(w); n++) {
        uint64_t line = n << (w->stride_log2 - 7);
        unsigned at = slice(w->slices_log2, (uint32_t)(line / lines) * w->frames,
                            (uint32_t)(line % lines));
        if (n >= window)
            seen[ring[n % window]]--;
        ring[n % window] = at;
        seen[at]++;
        if (n + 1 >= window && (n + 1 - window) % w->apart == 0)
            for (unsigned s = 0; s < 1u << w->slices_log2; s++)
                worst = seen[s] > worst ? seen[s] : worst;
    }
    return worst;
}

#endif
