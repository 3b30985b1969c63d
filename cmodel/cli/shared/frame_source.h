/* SPDX-License-Identifier: Apache-2.0 */
/* A framed file that a command reads, and the messages about invalid ones. */
#ifndef LPI_CLI_FRAME_SOURCE_H
#define LPI_CLI_FRAME_SOURCE_H

#include "../../base/codec.h"
#include <linepress/frame.h>

struct cli_frame_source {
    const char *path;
    struct lp_input *input;
    struct lp_frame_reader *reader;
    uint64_t bytes; /* bytes read so far */
};

/*
 * Opens the file and reads its header; returns whether this succeeded; if not, the reason has been
 * printed.
 */
int cli_frame_open(const char *path, struct cli_frame_source *source);
void cli_frame_close(struct cli_frame_source *source);

/*
 * Reports an invalid part of the frame: the error, the part, and its position: the byte at which
 * the file ends or should have ended, else the part's first byte.
 */
void cli_frame_complain(const struct cli_frame_source *source, const struct lp_frame_totals *totals,
                        int error);

/* Whether the codec supports that element width and that window. */
bool cli_frame_takes(const struct lp_frame_info *info, const struct lpi_codec *codec);

#endif
