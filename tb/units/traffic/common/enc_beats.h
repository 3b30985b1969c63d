/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Lines that choose their codec, and the beats they must become, as the codecs' benches say.  A
 * codec's own encoder has one of these; lp_codec_enc has all.
 */
#ifndef LP_ENC_BEATS_H
#define LP_ENC_BEATS_H

#include "kit/entry.h"
#include "lines.h"

/* What is asked for; while a stream is open, codec and mem count for nothing. */
struct lp_enc_line {
    uint8_t bytes[LP_LINE_BYTES];
    unsigned codec;
    bool mem, last;
};

struct lp_enc_beat {
    uint8_t data[LP_SECTOR_BYTES];
    unsigned codec;
    bool mem, last;
    unsigned count;         /* elements in a beat of a stream */
    unsigned size, sectors; /* of an entry, its size as the codec's unit says it; else 0 */
    unsigned bits;          /* of an entry's record; 0: zero or raw */
    unsigned starts;        /* lines that begin in this beat */
};

struct lp_enc_lines;

/* What benches know of a codec: its row in its own folder. */
struct lp_codec_bench {
    /*
     * Line `index`, the same each time it is asked for, as the codec's own benches have it: its
     * bytes, and how it ends if the codec has packed streams.  False after a file's last line.
     */
    bool (*line)(const struct lp_enc_lines *lines, uint64_t index, struct lp_enc_line *line);

    /* Makes beats from lines.  `maker` points to LP_BENCH_MAKER bytes; elem: bits of an element. */
    void (*start)(void *maker, unsigned elem);
    /* Another line is needed before a beat may leave. */
    bool (*wants)(const void *maker);
    /* True: the line leaves a stream open. */
    bool (*add)(void *maker, const struct lp_enc_line *line);
    /* The next beat, but for its codec, in a struct of zeros; false if nothing is held. */
    bool (*give)(void *maker, struct lp_enc_beat *beat);

    /* The line that the entry holds, by docs/reference/format.md; false: it is a bad one. */
    bool (*entry_line)(const struct lp_entry *entry, unsigned elem, uint8_t line[LP_LINE_BYTES]);
    /*
     * Makes another entry from the line's: a good one, or with `hostile` any.  True if it must
     * still give `line`; else entry_line tells.
     */
    bool (*entry_vary)(struct lp_rng *rng, unsigned elem, const uint8_t line[LP_LINE_BYTES],
                       bool hostile, struct lp_entry *entry);
};

#define LP_BENCH_MAKER 512
#define LP_BENCH_CODECS 8 /* the most */

/* Lines of a file, or random ones. */
struct lp_enc_lines {
    const struct lp_lines *file; /* NULL: random */
    uint64_t seed;
    unsigned elem; /* in bits */
    const struct lp_codec_bench *const *benches; /* by lp_enc_line.codec */
    unsigned codecs;
    unsigned mask; /* 0: all of them are there; else a bit for each that is */
    /* Line `index` of several codecs; NULL: benches[0] tells. */
    bool (*line)(const struct lp_enc_lines *lines, uint64_t index, struct lp_enc_line *line);
};

/* False after a file's last line.  Random lines have no end. */
bool lp_enc_line(const struct lp_enc_lines *lines, uint64_t index, struct lp_enc_line *line);

/* Makes one beat after the other. */
struct lp_enc_beats {
    const struct lp_enc_lines *lines;
    uint64_t line;  /* the next to be encoded */
    unsigned codec; /* of the line before */
    bool open;      /* it left a stream open */
    _Alignas(16) unsigned char maker[LP_BENCH_CODECS][LP_BENCH_MAKER];
};

void lp_enc_beats_init(struct lp_enc_beats *beats, const struct lp_enc_lines *lines, uint64_t line);

/* False after the last beat. */
bool lp_enc_beats_next(struct lp_enc_beats *beats, struct lp_enc_beat *beat);

#endif
