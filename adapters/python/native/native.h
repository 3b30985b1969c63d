/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The functions of liblinepress_python.so, which only the Python package calls. All run without
 * Python's lock, keep no state and may run in any number of threads. They return LP_OK or an enum
 * lp_error. A codec is given by its word on the command line.
 */
#ifndef LPI_PYTHON_NATIVE_H
#define LPI_PYTHON_NATIVE_H

#include "../../../cmodel/systems/ratio/ratio_count.h"
#include <linepress/frame.h>

/*
 * Counts lines or windows; elem 0: the codec's own width; threads 0: one per core. `sectors` gets
 * those of each line, or is NULL. LP_ERR_CODEC, LP_ERR_ARG, LP_ERR_SYSTEM.
 */
int lpp_ratio(const char *codec, unsigned elem, size_t window, unsigned threads, const void *data,
              size_t bytes, uint8_t *sectors, struct ratio_counts *counts);

/* Memory from malloc; lpp_free frees it. */
struct lpp_bytes {
    void *data;
    size_t bytes;
};
void lpp_free(void *data);

/* Compresses to a framed file; elem 0: the codec's own. Errors of lp_frame_compress. */
int lpp_compress(const char *codec, unsigned elem, unsigned window, unsigned threads,
                 const void *prologue, size_t prologue_bytes, const void *data, size_t bytes,
                 struct lpp_bytes *out);

/*
 * Decompresses a framed file; `prologue` gets the bytes in front of the data. Errors of
 * lp_frame_decompress; nothing is allocated then.
 */
int lpp_decompress(const void *frame, size_t bytes, unsigned threads, struct lpp_bytes *prologue,
                   struct lpp_bytes *out);

/*
 * The header of a framed file, and the data's and the stored bytes of each block, one after the
 * other, as uint64_t. Errors of lp_frame_skip_block; nothing is allocated then.
 */
int lpp_blocks(const void *frame, size_t bytes, struct lp_frame_info *info,
               struct lpp_bytes *sizes);

/* The element widths in bits that a codec supports, as their sum; 0: there is no such codec. */
unsigned lpp_codec_elems(const char *codec);
/* The codec's own width; 0: there is no such codec. */
unsigned lpp_codec_elem(const char *codec);

/* The word on the command line of codec number `id` of framed files; NULL: there is none. */
const char *lpp_codec_word(int id);

#endif
