/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Lines that choose their codec, and the expected beats, as the codecs' benches make them. A
 * codec's own encoder has one of these; lp_codec_enc has all.
 */
#ifndef LP_ENC_BEATS_H
#define LP_ENC_BEATS_H

#include "kit/entry.h"
#include "lines.h"

/* The requested form; while a stream is open, codec and mem are ignored. */
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
    unsigned size, sectors; /* of an entry, its size as the codec's unit gives it; else 0 */
    unsigned bits;          /* bits of an entry's record; 0: zero or raw */
    unsigned starts;        /* lines that begin in this beat */
};

struct lp_enc_lines;

/* A codec's row in the table of benches; it is defined in the codec's own folder. */
struct lp_codec_bench {
    /*
     * Line `index`, the same in every call, as in the codec's own benches: its bytes, and how it
     * ends if the codec has packed streams. False after a file's last line.
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

    /* Decodes the entry by docs/reference/format.md; false: the entry is bad. */
    bool (*entry_line)(const struct lp_entry *entry, unsigned elem, uint8_t line[LP_LINE_BYTES]);
    /*
     * Replaces the line's entry by another one, good, or with `hostile` any. True if it must still
     * decode to `line`; else entry_line gives the result.
     */
    bool (*entry_vary)(struct lp_rng *rng, unsigned elem, const uint8_t line[LP_LINE_BYTES],
                       bool hostile, struct lp_entry *entry);
};

#define LP_BENCH_MAKER 512
#define LP_BENCH_CODECS 8 /* most codecs */

/* Lines of a file, or random ones. */
struct lp_enc_lines {
    const struct lp_lines *file; /* NULL: random */
    uint64_t seed;
    unsigned elem;                               /* in bits */
    const struct lp_codec_bench *const *benches; /* indexed by lp_enc_line.codec */
    unsigned codecs;
    unsigned mask; /* 0: all of them are present; else a bit for each present one */
    bool records;  /* all entries are records, and sectors is not read */
    unsigned most; /* beats of a record, more are bad; 0: as its codec says */
    /* Line `index` of several codecs; NULL: benches[0] gives it. */
    bool (*line)(const struct lp_enc_lines *lines, uint64_t index, struct lp_enc_line *line);
};

/* False after a file's last line.  Random lines have no end. */
bool lp_enc_line(const struct lp_enc_lines *lines, uint64_t index, struct lp_enc_line *line);

/* Makes one beat after the other. */
struct lp_enc_beats {
    const struct lp_enc_lines *lines;
    uint64_t line;  /* the next to be encoded */
    unsigned codec; /* of the line before */
    bool open;      /* that line left a stream open */
    _Alignas(16) unsigned char maker[LP_BENCH_CODECS][LP_BENCH_MAKER];
};

void lp_enc_beats_init(struct lp_enc_beats *beats, const struct lp_enc_lines *lines, uint64_t line);

/* False after the last beat. */
bool lp_enc_beats_next(struct lp_enc_beats *beats, struct lp_enc_beat *beat);

#endif
