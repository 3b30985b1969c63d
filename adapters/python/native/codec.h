/* SPDX-License-Identifier: Apache-2.0 */
/* Codecs by their words. */
#ifndef LPI_PYTHON_CODEC_H
#define LPI_PYTHON_CODEC_H

#include "native.h"

/* The codec with that word, or that former word, on the command line; NULL: there is none. */
const struct lpi_codec *codec_worded(const char *word);

#endif
