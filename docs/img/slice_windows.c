/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The tables of docs/studies/slices.md: of the accesses in a window, the most that go to one slice.
 * Prints them as Markdown; takes no arguments.
 */
#include <linepress/gbbr.h>
#include <stdio.h>

#include "../../tb/lib/slice_windows.h"

#define SLICES_LOG2 5u /* at most */

/* The hash that folds the frame alone. */
static unsigned slice_before(unsigned slices_log2, uint32_t frame, uint32_t index)
{
    unsigned number = index / 4;

    for (; frame != 0; frame >>= slices_log2)
        number ^= frame;
    return number & ((1u << slices_log2) - 1);
}

static unsigned slice_now(unsigned slices_log2, uint32_t frame, uint32_t index)
{
    const struct lp_gbbr_geometry geometry = {.slices_log2 = slices_log2, .fold = UINT64_MAX};
    unsigned slice;
    uint32_t local;

    lp_gbbr_slice(&geometry, frame, index, &slice, &local);
    return slice;
}

/*
 * Folds fields that are one bit wider: bit k of a field takes the place of bit k - 1, which is
 * folded into all bits instead.
 */
static unsigned slice_wider(unsigned slices_log2, uint32_t frame, uint32_t index)
{
    uint32_t group = index / 4, half = 1u << (slices_log2 - 1);
    unsigned number = group;

    for (uint32_t turn = group >> slices_log2; turn != 0; turn >>= slices_log2 + 1) {
        number ^= (turn & (half - 1)) | (turn >> 1 & half);
        number ^= turn & half ? 2 * half - 1 : 0;
    }
    return slice_before(slices_log2, frame, 4 * number);
}

static void print_bytes(unsigned log2)
{
    static const char *const unit[] = {"B", "KiB", "MiB"};

    printf("%u %s", 1u << log2 % 10, unit[log2 / 10]);
}

static void print_head(const char *first)
{
    printf("| %s |", first);
    for (unsigned k = 1; k <= SLICES_LOG2; k++)
        printf(" %u slices |", 1u << k);
    printf("\n| --- |");
    for (unsigned k = 1; k <= SLICES_LOG2; k++)
        printf(" --- |");
    printf("\n");
}

/* Steps within a page. window: accesses, or 0 for two per slice. */
static void print_steps(unsigned page_log2, unsigned window)
{
    printf("\nPages of ");
    print_bytes(page_log2);
    printf(window ? ", windows of %u:\n\n" : ", windows of two accesses per slice:\n\n", window);
    print_head("step");
    for (unsigned stride = 7; stride < page_log2; stride++) {
        printf("| ");
        print_bytes(stride);
        printf(" |");
        for (unsigned k = 1; k <= SLICES_LOG2; k++) {
            struct walk walk = {.page_log2 = page_log2,
                                .slices_log2 = k,
                                .stride_log2 = stride,
                                .window = window ? window : 2u << k,
                                .apart = 1,
                                .pages = 1};
            printf(" %u, %u of %u |", walk_worst(&walk, slice_before), walk_worst(&walk, slice_now),
                   walk_window(&walk));
        }
        printf("\n");
    }
}

/* The most over even share, in windows of WINDOW_MOST, of steps of these sizes over many pages. */
static double most_across(struct walk walk, unsigned least_log2, unsigned most_log2,
                          slice_of *slice)
{
    double most = 0;

    walk.window = WINDOW_MOST;
    walk.apart = 1;
    for (walk.stride_log2 = least_log2; walk.stride_log2 <= most_log2; walk.stride_log2++) {
        double times;

        walk.pages = walk.page_log2 > walk.stride_log2 + 10 ? 4 : 1024;
        times = (double)walk_worst(&walk, slice) / WINDOW_MOST * (1u << walk.slices_log2);
        most = times > most ? times : most;
    }
    return most;
}

static void print_across(unsigned page_log2)
{
    static const char *const target[LP_TARGETS] = {"1x", "1.33x", "2x", "4x", "16x"};

    printf("\nPages of ");
    print_bytes(page_log2);
    printf(", one after the other in device memory, windows of %u, steps of 256 B to 4\n"
           "pages, times even share:\n\n",
           WINDOW_MOST);
    print_head("target");
    for (unsigned t = 0; t < LP_TARGETS; t++) {
        printf("| %s |", target[t]);
        for (unsigned k = 1; k <= SLICES_LOG2; k++) {
            struct walk walk = {
                .page_log2 = page_log2, .slices_log2 = k, .frames = lp_gbbr_frames(t)};
            printf(" %.2f, %.2f |", most_across(walk, 8, page_log2 + 2, slice_before),
                   most_across(walk, 8, page_log2 + 2, slice_now));
        }
        printf("\n");
    }
}

/* Within a page of 2 MiB, the most over even share in windows of two accesses per slice. */
static void print_wider(void)
{
    printf("\nPages of 2 MiB, windows of two accesses per slice, times even share: as now, with "
           "wider fields:\n\n");
    print_head("step");
    for (unsigned stride = 7; stride < 21; stride++) {
        printf("| ");
        print_bytes(stride);
        printf(" |");
        for (unsigned k = 1; k <= SLICES_LOG2; k++) {
            struct walk walk = {.page_log2 = 21,
                                .slices_log2 = k,
                                .stride_log2 = stride,
                                .window = 2u << k,
                                .apart = 1,
                                .pages = 1};
            printf(" %.2f, %.2f |", (double)walk_worst(&walk, slice_now) / walk_share(&walk),
                   (double)walk_worst(&walk, slice_wider) / walk_share(&walk));
        }
        printf("\n");
    }
}

int main(void)
{
    printf("Before, now:\n");
    for (unsigned page_log2 = 16; page_log2 <= 21; page_log2 += 5) {
        print_steps(page_log2, 0);
        print_steps(page_log2, WINDOW_MOST);
        print_across(page_log2);
    }
    print_wider();
    return 0;
}
