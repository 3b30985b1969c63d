/* SPDX-License-Identifier: Apache-2.0 */
/*
 * How busy the copy call keeps the link, in the cycle model of the paper's engine.
 *
 *   copy_call FILE...     JSON, an object a file of raw bytes: its size, the stream's, and the cycles
 *                         from first to last beat: out, in, and in by a handle without an index
 *
 * ZVC with 32-bit elements. Exit status 1: the decompressed data differs from the file; 2: an error
 * of a file or memory.
 */
#include <linepress/dma.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "study_file.h"

static _Noreturn void fail(const char *what)
{
    fprintf(stderr, "copy_call: %s\n", what);
    exit(2);
}

static struct lp_dma *open_engine(size_t bytes, uint64_t *at)
{
    struct lp_dma *dma;
    if (lp_dma_open("cycle", NULL, &dma) != LP_OK || lp_dma_malloc(dma, bytes, at) != LP_OK)
        fail("no engine, or no memory in it");
    return dma;
}

static uint32_t span(struct lp_dma *dma, enum lp_dma_direction direction)
{
    struct lp_dma_counts counts;
    if (lp_dma_count(dma, &counts) != LP_OK)
        fail("no counts");
    return direction == LP_DMA_OUT ? counts.out.span : counts.in.span;
}

/* Reads the stream into memory with other contents, and compares. */
static uint32_t come_back(struct lp_dma *dma, uint64_t at, const uint8_t *data, size_t bytes,
                          const uint8_t *stream, size_t stored)
{
    uint8_t *back = malloc(bytes);
    if (back == NULL)
        fail("no memory");
    for (size_t i = 0; i < bytes; i++)
        back[i] = (uint8_t)~data[i];
    if (lp_dma_write(dma, at, back, bytes) != LP_OK ||
        lp_memcpy_decompressed(dma, at, bytes, stream, stored, LP_DMA_ZVC) != LP_OK ||
        lp_dma_read(dma, at, back, bytes) != LP_OK)
        fail("the way in");
    if (memcmp(back, data, bytes) != 0) {
        fprintf(stderr, "copy_call: other bytes came back\n");
        exit(1);
    }
    free(back);
    return span(dma, LP_DMA_IN);
}

static void measure(const char *name, bool is_first)
{
    size_t bytes, room, stored;
    uint8_t *data = study_file(name, &bytes), *stream = malloc(room = bytes + bytes / 16 + 64);
    uint64_t at, other;
    if (data == NULL)
        fail(name);
    struct lp_dma *own = open_engine(bytes, &at), *plain = open_engine(bytes, &other);
    if (stream == NULL || lp_dma_write(own, at, data, bytes) != LP_OK ||
        lp_memcpy_compressed(own, stream, room, at, bytes, LP_DMA_ZVC, &stored) != LP_OK)
        fail("the way out");
    uint32_t out = span(own, LP_DMA_OUT);
    printf("%s{\"bytes\": %zu, \"stored\": %zu, \"out\": %u, \"in\": %u, \"in_without\": %u}\n",
           is_first ? "[" : ",", bytes, stored, out,
           come_back(own, at, data, bytes, stream, stored),
           come_back(plain, other, data, bytes, stream, stored));
    lp_dma_close(own);
    lp_dma_close(plain);
    free(stream);
    free(data);
}

int main(int count, char **words)
{
    if (count < 2)
        fail("usage: copy_call FILE...");
    for (int i = 1; i < count; i++)
        measure(words[i], i == 1);
    puts("]");
    return fflush(stdout) == 0 ? 0 : 2;
}
