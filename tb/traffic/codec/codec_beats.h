/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Lines that choose their codec, and the beats they must become, by the functional codecs: entries
 * of both, and packed streams of ZVC.
 */
#ifndef LP_CODEC_BEATS_H
#define LP_CODEC_BEATS_H

#include "traffic/bpc/bpc_beats.h"
#include "codec/codec_ports.h"
#include "traffic/zvc/zvc_beats.h"

/* No stream goes beyond a block of this many random lines. */
#define LP_CODEC_BLOCK LP_ZVC_BLOCK

/*
 * Lines of a file, or random ones; line `index` is the same each time it is asked for.  A file's
 * lines of both codecs take turns: entries of ZVC and BPC, or with lp_lines.stream, a packed stream
 * of four lines and four BPC entries.
 */
struct lp_codec_lines {
    const struct lp_lines *file; /* NULL: random */
    uint64_t seed;
    unsigned elem; /* of ZVC, in bits */
    enum { LP_LINES_OF_BOTH, LP_LINES_OF_ZVC, LP_LINES_OF_BPC } kind;
};

/* The same lines as those of LP_LINES_OF_ZVC. */
struct lp_zvc_lines lp_codec_lines_zvc(const struct lp_codec_lines *lines);

/* What is asked for; while a stream is open, codec and mem count for nothing. */
struct lp_codec_line {
    uint8_t bytes[LP_LINE_BYTES];
    enum lp_codec_port codec;
    bool mem, last;
};

/* False behind a file's last line.  Random lines have no end. */
bool lp_codec_line(const struct lp_codec_lines *lines, uint64_t index, struct lp_codec_line *line);

struct lp_codec_beat {
    uint8_t data[LP_SECTOR_BYTES];
    enum lp_codec_port codec;
    bool mem, last;
    unsigned count;         /* elements of ZVC; else 0 */
    unsigned size, sectors; /* of an entry; else 0 */
    unsigned starts;        /* lines that begin in this beat */
};

/* Makes one beat after the other. */
struct lp_codec_beats {
    const struct lp_codec_lines *lines;
    uint64_t line; /* the next to be encoded */
    bool open;     /* the line before left a stream open */
    struct lp_zvc_lines zvc_lines;
    struct lp_zvc_beats zvc;
    struct lp_entry entry; /* of BPC, with `size` bits */
    unsigned entry_at, size;
};

void lp_codec_beats_init(struct lp_codec_beats *beats, const struct lp_codec_lines *lines,
                         uint64_t line);

/* False behind the last beat. */
bool lp_codec_beats_next(struct lp_codec_beats *beats, struct lp_codec_beat *beat);

#endif
