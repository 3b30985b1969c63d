/* SPDX-License-Identifier: Apache-2.0 */
/* The malloc family at its edges. */
#define _GNU_SOURCE
#include "guest.h"
#include <malloc.h>

#pragma GCC diagnostic ignored "-Walloc-size-larger-than="
#pragma GCC diagnostic ignored "-Wfree-nonheap-object"

static void aligned(size_t alignment, size_t bytes)
{
    void *block = NULL;
    errno = 0;
    int answer = posix_memalign(&block, alignment, bytes);
    printf("posix_memalign %zu, %zu: %d, aligned %d, errno %d\n", alignment, bytes, answer,
           answer != 0 || ((uintptr_t)block & (alignment - 1)) == 0, errno);
    if (answer == 0) {
        memset(block, 1, bytes);
        free(block);
    }
    char *other = memalign(alignment, bytes);
    SAY(other != NULL);
    if (other != NULL)
        other[0] = other[bytes - 1] = 1;
    free(other);
}

int main(void)
{
    static const size_t sizes[] = {0, 1, CHUNK - 1, CHUNK, CHUNK + 1, 5 * CHUNK};
    for (unsigned i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        size_t n = sizes[i];
        errno = 77;
        char *a = malloc(n), *b = calloc(n, 1);
        printf("%zu: errno %d, aligned %d\n", n, errno, (((uintptr_t)a | (uintptr_t)b) & 15) == 0);
        SAY(a != NULL && b != NULL && a != b && all(b, n, 0));
        SAY(malloc_usable_size(a) >= n);
        memset(a, 5, n);
        memset(b, 6, n);
        errno = 78;
        free(a);
        printf("  errno %d\n", errno);
        b = realloc(b, n + 3 * CHUNK);
        SAY(all(b, n, 6));
        memset(b, 7, n + 3 * CHUNK);
        b = realloc(b, n / 2 + 1);
        SAY(all(b, n / 2 + 1, 7));
        b = realloc(b, 100);
        b = realloc(b, 9 * CHUNK);
        SAY(b != NULL && all(b, n / 2 + 1 < 100 ? n / 2 + 1 : 100, 7));
        SAY(realloc(b, 0) == NULL);
    }
    for (unsigned i = 0; i < 40; i++) {
        char *a = calloc(3, CHUNK);
        if (a == NULL || !all(a, 3 * CHUNK, 0))
            printf("calloc %u is not zero\n", i);
        memset(a, 255, 3 * CHUNK);
        free(a);
    }
    free(NULL);
    SAY(malloc(SIZE_MAX) == NULL);
    SAY(malloc(PTRDIFF_MAX) == NULL);
    SAY(calloc(SIZE_MAX / 2, 3) == NULL);
    SAY(calloc(SIZE_MAX, 1) == NULL);
    SAY(reallocarray(NULL, SIZE_MAX / 2, 3) == NULL);
    char *kept = malloc(2 * CHUNK);
    memset(kept, 9, 2 * CHUNK);
    SAY(realloc(kept, SIZE_MAX) == NULL);
    SAY(reallocarray(kept, SIZE_MAX / 4, 8) == NULL);
    SAY(all(kept, 2 * CHUNK, 9));
    kept = reallocarray(kept, 4, CHUNK);
    SAY(kept != NULL && all(kept, 2 * CHUNK, 9));
    free(kept);
    for (size_t alignment = 8; alignment <= 1 << 22; alignment *= 8)
        aligned(alignment, 3 * CHUNK);
    aligned(CHUNK, 3 * CHUNK);
    void *block = (void *)5;
    SAY(posix_memalign(&block, 3, CHUNK));
    SAY(posix_memalign(&block, 24, 2 * CHUNK));
    SAY(block == (void *)5);
    block = aligned_alloc(4096, 3 * CHUNK);
    SAY(block != NULL && ((uintptr_t)block & 4095) == 0);
    free(block);
    block = valloc(CHUNK + 1);
    SAY(block != NULL && ((uintptr_t)block & 4095) == 0);
    free(block);
    block = pvalloc(CHUNK + 1);
    SAY(malloc_usable_size(block) >= CHUNK + PAGE);
    free(block);
    SAY(malloc_usable_size(NULL));
    return 0;
}
