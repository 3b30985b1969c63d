/* SPDX-License-Identifier: Apache-2.0 */
#include "codecs.h"

#include <stdio.h>
#include <string.h>

#define NO (-1)
#define ROW(with, n, N, name, word, old, frame, page, line, state, port, dma, swap, cuda)          \
    {name,                                                                                         \
     word,                                                                                         \
     old,                                                                                          \
     {[LPI_FRAME] = frame,                                                                         \
      [LPI_PAGE] = page,                                                                           \
      [LPI_PORT] = port,                                                                           \
      [LPI_DMA] = dma,                                                                             \
      [LPI_SWAP] = swap,                                                                           \
      [LPI_PARTS] = (swap) > 0 ? (swap) : NO,                                                      \
      [LPI_CUDA] = cuda}},
static const struct lpi_codec_row rows[] = {LPI_CODECS(ROW, )};
#define ROWS (sizeof rows / sizeof rows[0])

#define NAME(with, n, N, name, word, old, frame, page, line, state, port, dma, swap, cuda)         \
    LPI_IF_(LPI_NUMBER_##frame, const char lpi_codec_name_##n[] = name;)
LPI_CODECS(NAME, )

/* A port's number is the index in LP_CODECS. */
#define PLACE(n, N) PLACE_##N,
enum { LP_CODECS(PLACE) PLACES };
#define SAME(n, N, number)                                                                         \
    _Static_assert(PLACE_##N == number, "LP_CODECS is in the order of the ports");
LPI_PORT_CODECS(SAME)

const struct lpi_choice lpi_by_target = {"auto", "by-target", "auto"};
const struct lpi_choice lpi_by_type = {"by-type", "by-type", "by-type"};
const struct lpi_choice lpi_by_group = {"best", "by-group", "best"};

const struct lpi_codec_row *lpi_codec_numbered(enum lpi_numbering of, int number)
{
    for (size_t i = 0; i < ROWS; i++)
        if (number >= 0 && rows[i].number[of] == number)
            return &rows[i];
    return NULL;
}

const struct lpi_codec_row *lpi_codec_named(enum lpi_numbering of, const char *name)
{
    for (size_t i = 0; i < ROWS; i++)
        if (rows[i].number[of] >= 0 && strcmp(rows[i].name, name) == 0)
            return &rows[i];
    return NULL;
}

const struct lpi_codec_row *lpi_codec_worded(enum lpi_numbering of, const char *word, bool old)
{
    for (size_t i = 0; i < ROWS; i++)
        if (rows[i].number[of] >= 0 &&
            (strcmp(rows[i].word, word) == 0 ||
             (old && rows[i].old != NULL && strcmp(rows[i].old, word) == 0)))
            return &rows[i];
    return NULL;
}

const char *lpi_codec_words(enum lpi_numbering of, enum lpi_numbering also, char *text, size_t size)
{
    size_t used = 0;
    text[0] = '\0';
    for (size_t i = 0; i < ROWS && used < size; i++)
        if (rows[i].number[of] >= 0 && rows[i].number[also] >= 0)
            used += (size_t)snprintf(text + used, size - used, "%s%s", used ? ", " : "",
                                     rows[i].word);
    return text;
}
