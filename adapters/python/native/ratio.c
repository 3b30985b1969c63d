/* SPDX-License-Identifier: Apache-2.0 */
#include "codec.h"

int lpp_ratio(const char *word, unsigned elem, size_t window, unsigned threads, const void *data,
              size_t bytes, uint8_t *sectors, struct ratio_counts *counts)
{
    struct ratio_counter *counter;
    const struct lpi_codec *codec = codec_worded(word);
    if (codec == NULL)
        return LP_ERR_CODEC;
    if (threads > LP_FRAME_THREADS_MAX)
        return LP_ERR_ARG;
    int error = ratio_open(codec, elem != 0 ? (enum lp_elem)elem : codec->elem, window, threads,
                           &counter);
    if (error != LP_OK)
        return error;
    error = ratio_count_memory(counter, data, bytes, sectors, counts);
    ratio_close(counter);
    return error;
}
